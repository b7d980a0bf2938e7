"""The backups there are: when each was made, why, how large it is, and what is in it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy

from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.store.kept_backups import BackupCampaign, KeptBackup, contents
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.pages.data.words import (
    begun,
    counted,
    in_words,
    inside_in_words,
    size_in_words,
    why as why_in_words,
)
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import allow, button, column, label, row, said
from lastdays.ui.widgets.table import TALL, Table


class ListedBackup(Struct, frozen=True):
    """A backup with what is in it; None where it can't be read."""

    kept: KeptBackup
    campaigns: tuple[BackupCampaign, ...] | None


class BackupContents:
    """Reads what is in backups; each once, for none ever changes."""

    def __init__(self) -> None:
        self._known: dict[str, ListedBackup] = {}

    def read(self, backups: Sequence[KeptBackup]) -> list[ListedBackup]:
        """Return backups with what is in them."""
        self._known = {kept.path.name: self._read(kept) for kept in backups}
        return list(self._known.values())

    def _read(self, kept: KeptBackup) -> ListedBackup:
        known = self._known.get(kept.path.name)
        if known is not None:
            return known
        try:
            return ListedBackup(kept, contents(kept.path))
        except LastDaysError:
            return ListedBackup(kept, None)


class BackupsPanel(QFrame):
    """The list of backups. Signals: one is to be looked at, with the backup; the restore is to be
    taken back."""

    wanted = Signal(object)
    taken_back = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._listed: list[ListedBackup] = []
        self.note = label("", "well", wrap=True)
        self.back_button = button(_("&Undo the restore"), self.taken_back.emit, "first")
        self.note.hide()
        self.back_button.hide()
        self.model = RowModel((_("When"), _("What's in it"), _("Size")))
        self.table = Table(
            self.model, _("Backups"), theme, stretch=1, heights=TALL, least_rows=6, fits=True
        )
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.table.taken.connect(lambda _key, _column: self._look())
        self.table.chosen.connect(lambda _key: self._allow())
        self.none_yet = label(_("There are no backups yet."), "faint")
        self.restore_button = button(
            _("&Restore…"),
            self._look,
            hint=_("Shows first what would be different, for everything and for each group"),
        )
        words = label(
            _(
                "Made automatically when the program starts, after each game, and before an "
                "import, an update or a restore. All of the last day's are kept, then one a day "
                "for a month and one a week for a year."
            ),
            "faint",
            wrap=True,
        )
        layout = column(
            label(_("Backups"), "heading"),
            said(self.note, self.back_button),
            words,
            self.none_yet,
            self.table,
            row(self.restore_button, 1),
            spacing=8,
            margin=10,
        )
        layout.setStretch(4, 1)
        self.setLayout(layout)

    def show_backups(self, listed: list[ListedBackup]) -> None:
        """Show which there are, the newest first."""
        chosen = self.table.currentIndex().row()
        kept = self.model.key_at(chosen) if chosen > 0 else ""  # else the newest, whichever it is
        self._listed = listed
        self.model.set_rows([_row(one) for one in listed])
        self.none_yet.setVisible(not listed)
        again = self.model.row_of(kept) if kept else -1
        if listed:
            self.table.setCurrentIndex(self.model.index(max(0, again), 0))
        self._allow()

    def choose_newest(self) -> None:
        """Choose the backup that was made last."""
        self.table.setCurrentIndex(self.model.index(0, 0))

    def offer_back(self, text: str) -> None:
        """Say what was restored, and offer to take that back; '' for nothing."""
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.back_button.setVisible(bool(text))

    def chosen(self) -> ListedBackup | None:
        """Return the backup that is chosen."""
        at = self.table.currentIndex().row()
        return self._listed[at] if 0 <= at < len(self._listed) else None

    def _allow(self) -> None:
        chosen = self.chosen()
        allow(
            self.restore_button,
            chosen is not None and chosen.campaigns is not None,
            _("Choose a backup that can be read") if chosen else _("There are no backups yet"),
        )

    def _look(self) -> None:
        chosen = self.chosen()
        if chosen is not None and chosen.campaigns is not None:
            self.wanted.emit(chosen.kept)


def _row(one: ListedBackup) -> Row:
    kept = one.kept
    when = Cell(begun(in_words(kept.at)), "title", why_in_words(kept.reason))
    if one.campaigns is None:
        inside = Cell(_("Can't be read: it is damaged"), token="harm_text")
    else:
        inside = Cell(inside_in_words(one.campaigns), beneath=counted(one.campaigns))
    return Row(kept.path.name, (when, inside, Cell(size_in_words(kept.size), "figure")))
