"""Where the store lies, how large it is, when it was backed up last, and its second place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel

from lastdays.language import _
from lastdays.ui.pages.data.words import begun, in_words, size_in_words, why
from lastdays.ui.safekeeping import Safekeeping
from lastdays.ui.widgets.parts import Flow, allow, button, column, label


class StorePanel(QFrame):
    """The facts of the store. Signals: what is wanted of it."""

    back_up = Signal()
    save_copy = Signal()
    open_folder = Signal()
    choose_place = Signal()
    no_place = Signal()

    def __init__(self, path: Path, keeping: Safekeeping, *, read_only: bool) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._keeping, self._read_only = keeping, read_only
        self._store = path
        self.path = _fact(str(path))
        self.takes = _fact()
        self.latest = _fact()
        self.place = _fact()
        facts = QGridLayout()
        facts.setHorizontalSpacing(16)
        facts.setVerticalSpacing(8)
        for n, (name, fact) in enumerate(
            (
                (_("File"), self.path),
                (_("Size"), self.takes),
                (_("Last backup"), self.latest),
                (_("Second place"), self.place),
            )
        ):
            facts.addWidget(label(name, "faint"), n, 0, Qt.AlignmentFlag.AlignTop)
            facts.addWidget(fact, n, 1)
        facts.setColumnStretch(1, 1)
        self.now_button = button(_("Back &up now"), self.back_up.emit)
        self.copy_button = button(_("Back up ever&ything…"), self.save_copy.emit)
        self.folder_button = button(_("&Open folder"), self.open_folder.emit)
        self.place_button = button(
            _("Choose second &place…"),
            self.choose_place.emit,
            hint=_("A stick or a synced folder that gets a copy of each backup"),
        )
        self.no_place_button = button(_("Use &no second place"), self.no_place.emit)
        self.setLayout(
            column(
                label(_("Where your campaigns are"), "heading"),
                facts,
                Flow(self.now_button, self.copy_button, self.folder_button),
                Flow(self.place_button, self.no_place_button),
                spacing=10,
                margin=10,
            )
        )

    def refresh(self) -> None:
        """Show how things are now."""
        self.takes.setText(size_in_words(size_of(self._store)))
        latest = next(iter(self._keeping.backups.listed()), None)
        self.latest.setText(
            _("{when}, {why}").format(when=begun(in_words(latest.at)), why=why(latest.reason))
            if latest
            else _("None yet")
        )
        place = self._keeping.second_place
        if place is None:
            self.place.setText(_("None: if this disk fails, the backups go with it"))
        elif place.is_dir():
            self.place.setText(str(place))
        else:
            self.place.setText(_("{folder} (not there just now)").format(folder=place))
        if self._read_only:
            self.latest.setText(_("None: it can't be written where it is, and is only read"))
            for pressed in (self.now_button, self.place_button):
                allow(pressed, False, _("Nothing changes in a store that can't be written"))
        allow(self.no_place_button, place is not None, _("There is no second place"))


def size_of(store: Path) -> int:
    """Return how many bytes a store and the changes beside it take."""
    files = (store, store.with_name(store.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _fact(text: str = "") -> QLabel:
    made = label(text, wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made
