"""The dialog shown instead of the window if a store can't be opened, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLockFile, Qt
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QHBoxLayout, QWidget

from lastdays.campaign.safekeeping import (
    SoundBackup,
    newest_sound_backup,
    take_backup,
    take_recovered,
)
from lastdays.desktop.league_address import LeagueAddress, StorePlace
from lastdays.errors import DamagedStoreError, LastDaysError, StoreInUseError
from lastdays.language import _
from lastdays.ui.pages.data_page import campaigns_and_groups, in_words, inside_in_words
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import ask_store_file
from lastdays.ui.widgets.parts import (
    button,
    clear_layout,
    column,
    make_scroll_area,
    panel,
    row,
    sentence,
    wrap_layout,
)
from lastdays.values import Value

#: The width of the dialog, in pixels at 100 %.
DIALOG_WIDTH = 620
#: The room beside the dialog on a narrow screen, in pixels.
SCREEN_GAP = 20
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
        self._store = store
        self._error = error
        self._theme = theme
        self._lock = lock
        self.setWindowTitle(_("Last Days Campaign Manager"))
        self._column = column(spacing=10, margin=16)
        self.setLayout(self._column)
        self._good_backup: SoundBackup | None = None
        if isinstance(error, DamagedStoreError):
            with _wait_cursor():
                self._good_backup = newest_sound_backup(self._file)
        self._ask(str(error))

    @property
    def _file(self) -> Path:
        """The damaged file; a league is never damaged here."""
        assert isinstance(self._store, Path)
        return self._store

    def _ask(self, fault: str) -> None:
        """Show what is wrong, and what can be done."""
        title = sentence(_("Your campaigns can't be opened"), "question")
        other_button = button(_("Open another &store…"), partial(ask_store_file, self, self._go_on))
        quit_button = button(_("&Quit"), self.reject)
        foot = row(other_button, 1, quit_button)
        self._show([title, sentence(fault, "harm"), *self._make_ways_on()], foot)

    def _make_ways_on(self) -> list[QWidget]:
        """Return what can be done with the store that was to be opened."""
        if isinstance(self._error, DamagedStoreError):
            note = _("Either way, the damaged file is kept untouched, under a name of its own.")
            return [self._make_backup_panel(), self._make_recovery_panel(), sentence(note)]
        if isinstance(self._error, StoreInUseError) and self._error.elsewhere:
            warning = _(
                "If it is no longer open there, open it here. Two windows on one "
                "file over a network can damage it."
            )
            open_anyway = partial(self._go_on, self._store, anyway=True)
            anyway_button = button(_("Open it &anyway"), open_anyway)
            return [panel(sentence(warning, ""), row(anyway_button, 1))]
        if isinstance(self._store, LeagueAddress):
            try_again = partial(self._go_on, self._store)
            again_button = button(_("&Try again"), try_again, "first")
            return [wrap_layout(row(again_button, 1))]
        return []

    def _make_backup_panel(self) -> QFrame:
        """Return what the newest backup has, with a button that takes it."""
        heading = _("The newest good backup")
        backup = self._good_backup
        if backup is None:
            text = _("There is no readable backup beside it.")
            return panel(sentence(text, ""), heading=heading)
        text = _(
            "Made {when}, with {many}: {inside}. What was entered after that would be missing.",
            when=in_words(backup.kept.at),
            many=campaigns_and_groups(backup.campaigns),
            inside=inside_in_words(backup.campaigns),
        )
        take_button = button(_("Continue with this &backup"), self._take_backup, "first")
        return panel(sentence(text, ""), row(take_button, 1), heading=heading)

    def _make_recovery_panel(self) -> QFrame:
        """Return what recovery does, with a button that begins it."""
        text = _(
            "Writes everything that can still be read to a new file, group by "
            "group, and says what is missing."
        )
        kind = "first" if self._good_backup is None else ""
        recover_button = button(_("&Recover what can be read"), self._recover, kind)
        return panel(
            sentence(text, ""), row(recover_button, 1), heading=_("What can still be read")
        )

    def _show(self, parts: Sequence[QWidget], foot: QHBoxLayout) -> None:
        """Show parts one below the other, and a line at the foot."""
        clear_layout(self._column)
        for part in parts:
            self._column.addWidget(part)
        self._column.addStretch(1)
        self._column.addLayout(foot)
        self._theme.give_style_sheet(self)
        width = self._theme.pixels(DIALOG_WIDTH)
        screen_width = self.screen().availableGeometry().width()
        self.setMinimumWidth(min(width, screen_width - SCREEN_GAP))
        self.resize(width, self._column.minimumHeightForWidth(width))

    # Actions

    def _take_backup(self) -> None:
        backup = self._good_backup
        if backup is None:
            return
        moment = in_words(backup.kept.at)

        def take() -> None:
            damaged_file = take_backup(self._file, backup.kept.path)
            self._report(_("Everything is as it was {when}", when=moment), [], damaged_file)

        self._try(take)

    def _recover(self) -> None:
        self._try(self._recover_and_report)

    def _recover_and_report(self) -> None:
        recovery, damaged_file = take_recovered(self._file)
        lines = [_("Recovered: {name}", name=name) for name in recovery.groups]
        lines += [_("Missing: {what}", what=what) for what in recovery.missing]
        if not recovery.missing:
            lines.append(_("Nothing is missing, as far as the program can tell."))
        self._report(_("Everything readable has been recovered"), lines, damaged_file)

    def _try(self, act: Callable[[], None]) -> None:
        """Do something with the store while it is locked; if it fails, show why and ask again."""
        try:
            with _wait_cursor():
                lock = self._lock(self._file)
                try:
                    act()
                finally:
                    lock.unlock()
        except LastDaysError as error:
            self._ask(str(error))

    def _report(self, title: str, lines: Sequence[str], damaged_file: Path) -> None:
        """Show what was done, line by line, and where the damaged file is now."""
        self.way = WayOn(self._store)
        parts: list[QWidget] = [sentence(title, "question")]
        if lines:
            report = panel(*[sentence(line, "") for line in lines])
            parts.append(make_scroll_area(report) if len(lines) > MOST_LINES else report)
        parts.append(sentence(_("The damaged file is kept as {file}.", file=damaged_file)))
        open_button = button(_("&Open it"), self.accept, "first")
        self._show(parts, row(1, open_button))
        open_button.setFocus()

    def _go_on(self, store: StorePlace, *, anyway: bool = False) -> None:
        self.way = WayOn(store, anyway)
        self.accept()
