"""The dialog shown instead of the window if a store can't be opened, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLockFile, Qt
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QHBoxLayout, QWidget

from lastdays.campaign.safekeeping import GoodBackup, newest_good, take_backup, take_recovered
from lastdays.desktop.league_address import LeagueAddress, StorePlace
from lastdays.errors import DamagedStoreError, LastDaysError, StoreInUseError
from lastdays.language import _
from lastdays.ui.pages.data_page import counted, in_words, inside_in_words
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import store_name
from lastdays.ui.widgets.parts import button, clear, column, holder, panel, row, scrolling, sentence
from lastdays.values import Value

#: The width of the dialog, in pixels at 100 %.
WIDE = 620
#: A report with more lines is scrolled.
MOST_LINES = 12


@contextmanager
def _wait_cursor() -> Iterator[None]:
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QApplication.restoreOverrideCursor()


class WayOn(Value):
    """The store to open next, with `anyway` even if another computer seems to have it open."""

    store: StorePlace
    anyway: bool = False


class TroubleDialog(QDialog):
    """Says what is wrong with a store, and offers what can be done; nothing is changed before the user
    chooses. `way` is the choice, None to quit. `lock` locks the store while it is replaced."""

    def __init__(
        self,
        store: StorePlace,
        error: LastDaysError,
        theme: Theme,
        lock: Callable[[Path], QLockFile],
    ) -> None:
        super().__init__()
        self.way: WayOn | None = None
        self._store, self._error, self._theme, self._lock = store, error, theme, lock
        self.setWindowTitle(_("Last Days Campaign Manager"))
        self._inside = column(spacing=10, margin=16)
        self.setLayout(self._inside)
        self._good: GoodBackup | None = None
        if isinstance(error, DamagedStoreError):
            with _wait_cursor():
                self._good = newest_good(self._file)
        self._ask()

    @property
    def _file(self) -> Path:
        """The damaged file; a league is never damaged here."""
        assert isinstance(self._store, Path)
        return self._store

    def _ask(self, said: str = "") -> None:
        """Show what is wrong, and what can be done."""
        ways: list[QWidget] = []
        if isinstance(self._error, DamagedStoreError):
            kept = _("Either way, the damaged file is kept untouched, under a name of its own.")
            ways = [self._backup_way(), self._recovery_way(), sentence(kept)]
        elif isinstance(self._error, StoreInUseError) and self._error.elsewhere:
            warning = _(
                "If it is no longer open there, open it here. Two windows on one "
                "file over a network can damage it."
            )
            anyway = partial(self._go_on, self._store, anyway=True)
            ways = [panel(sentence(warning, ""), row(button(_("Open it &anyway"), anyway), 1))]
        elif isinstance(self._store, LeagueAddress):
            again = partial(self._go_on, self._store)
            ways = [holder(row(button(_("&Try again"), again, "first"), 1))]
        self._show(
            sentence(_("Your campaigns can't be opened"), "question"),
            sentence(said or str(self._error), "harm"),
            *ways,
            foot=row(
                button(_("Open another &store…"), partial(store_name, self, self._go_on)),
                1,
                button(_("&Quit"), self.reject),
            ),
        )

    def _backup_way(self) -> QFrame:
        good = self._good
        if good is None:
            none = _("There is no readable backup beside it.")
            return panel(sentence(none, ""), heading=_("The newest good backup"))
        text = _(
            "Made {when}, with {many}: {inside}. What was entered after that would be missing.",
            when=in_words(good.kept.at),
            many=counted(good.campaigns),
            inside=inside_in_words(good.campaigns),
        )
        return panel(
            sentence(text, ""),
            row(button(_("Continue with this &backup"), self._take_backup, "first"), 1),
            heading=_("The newest good backup"),
        )

    def _recovery_way(self) -> QFrame:
        kind = "" if self._good else "first"
        return panel(
            sentence(
                _(
                    "Writes everything that can still be read to a new file, group by "
                    "group, and says what is missing."
                ),
                "",
            ),
            row(button(_("&Recover what can be read"), self._recover, kind), 1),
            heading=_("What can still be read"),
        )

    def _show(self, *parts: QWidget, foot: QHBoxLayout) -> None:
        clear(self._inside)
        for part in parts:
            self._inside.addWidget(part)
        self._inside.addStretch(1)
        self._inside.addLayout(foot)
        self._theme.dress(self)
        wide = self._theme.px(WIDE)
        self.setMinimumWidth(min(wide, self.screen().availableGeometry().width() - 20))
        self.resize(wide, self._inside.minimumHeightForWidth(wide))

    # Actions

    def _take_backup(self) -> None:
        good = self._good
        if good is None:
            return

        def act() -> None:
            aside = take_backup(self._file, good.kept.path)
            self._report(
                _("Everything is as it was {when}", when=in_words(good.kept.at)), (), aside
            )

        self._try(act)

    def _recover(self) -> None:
        def act() -> None:
            done, aside = take_recovered(self._file)
            lines = [_("Recovered: {name}", name=name) for name in done.groups]
            lines += [_("Missing: {what}", what=what) for what in done.missing]
            if not done.missing:
                lines.append(_("Nothing is missing, as far as the program can tell."))
            self._report(_("Everything readable has been recovered"), lines, aside)

        self._try(act)

    def _try(self, act: Callable[[], None]) -> None:
        """Do something with the store while it is locked."""
        try:
            with _wait_cursor():
                lock = self._lock(self._file)
                try:
                    act()
                finally:
                    lock.unlock()
        except LastDaysError as error:
            self._ask(str(error))

    def _report(self, title: str, lines: Sequence[str], aside: Path) -> None:
        self.way = WayOn(self._store)
        shown = [sentence(line, "") for line in lines]
        report = panel(*shown)
        go_on = button(_("&Open it"), self.accept, "first")
        self._show(
            sentence(title, "question"),
            *([scrolling(report) if len(shown) > MOST_LINES else report] if shown else []),
            sentence(_("The damaged file is kept as {file}.", file=aside)),
            foot=row(1, go_on),
        )
        go_on.setFocus()

    def _go_on(self, store: StorePlace, *, anyway: bool = False) -> None:
        self.way = WayOn(store, anyway)
        self.accept()
