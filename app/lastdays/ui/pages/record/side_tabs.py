"""The forms of a game's sides, a tab each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from lastdays.language import short
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group
from lastdays.ui.pages.record.side_form import SideForm
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import typed
from lastdays.ui.widgets.tabs import Tabs
from lastdays.ui.widgets.unfolding import Unfolding

#: How long after a page is shown the forms are made that nobody sees yet.
SOON_MS = 300
#: The least height of a form that is scrolled, in pixels at 100 %: three members below their heads.
LEAST = 190


def _room_of(like: SideForm, side: Side) -> int:
    """Return how high the form of a side will be: as another, with a row for each of its own
    members. What stands below the forms stays where it is when it comes."""
    layout, rows = like.layout(), len(like.rows)
    if layout is None:
        return 0
    high = layout.totalMinimumSize().height()
    if layout.hasHeightForWidth():
        high = layout.totalHeightForWidth(like.width())
    each = like.members.sizeHint().height() / rows if rows else 0
    return high + round(each * max(0, len(side.appearances) - rows))


class SideTabs(Tabs):
    """A tab for each side. The form that is seen is made at once; the others when one of them is
    wanted, at the latest a moment later: that halves how long the page takes to be shown.

    `changed` says that a fact was entered, `completed` that there is a form for every side now.
    """

    changed = Signal()
    completed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._made: list[SideForm] = []
        self._missing: list[tuple[Unfolding, Side, Group | None]] = []
        self._game: GameRecord | None = None
        self._names: Mapping[str, str] = {}
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.complete)
        self.currentChanged.connect(self._turned)

    def show_game(
        self, game: GameRecord, groups: Sequence[Group | None], names: Mapping[str, str]
    ) -> None:
        """Have a form for each side of a game, the first of them at once."""
        self._missing.clear()
        while self.count():
            gone = self.widget(0)
            self.removeTab(0)  # which leaves the form where it is, unseen
            if gone is not None:
                gone.hide()
                gone.setParent(None)
                gone.deleteLater()
        self._made = []
        self._game, self._names = game, names
        for side, group in zip(game.sides, groups, strict=True):
            if self._made:
                room = partial(_room_of, self._made[0], side)
                page = Unfolding(QWidget(), self._services.theme, LEAST, unseen=room)
                self._missing.append((page, side, group))
            else:
                page = Unfolding(self._form(side, group), self._services.theme, LEAST)
            self.addTab(page, typed(short(side.name, 30)))
        if self._missing:
            self._soon.start()

    def _form(self, side: Side, group: Group | None) -> SideForm:
        assert self._game is not None
        form = SideForm(self._services, side, group, self._game, self._names)
        form.changed.connect(self.changed)
        form.forget_what_followed(self._game)
        self._made.append(form)
        return form

    @property
    def first(self) -> SideForm | None:
        """Return the form of the first side, None where there are no sides."""
        return self._made[0] if self._made else None

    def forms(self) -> list[SideForm]:
        """Return the form of every side."""
        self.complete()
        return self._made

    def complete(self) -> None:
        """Make the forms that are missing."""
        self._soon.stop()
        missing, self._missing = self._missing, []
        for page, side, group in missing:
            page.hold(self._form(side, group))
        if missing:
            self.completed.emit()

    def _turned(self, at: int) -> None:
        if at > 0:
            self.complete()
