"""What is done in a session: taps, rolls, undo, looking back. Each is stored before it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Signal

from lastdays.campaign.table_sessions import Help, OpenSession
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.procedure.replay import How
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.view import Play, Tap
from lastdays.ui.services import Services


class Control(QObject):
    """The session that is open, and what is done in it. `stored` carries an event that was;
    `moved` a sentence after undo, redo or going back; `unchanged`: nothing was stored, but what
    is shown may be another."""

    stored = Signal(object)
    moved = Signal(str)
    unchanged = Signal()

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self.services = services
        self.session: OpenSession | None = None
        #: Who acts by hand, as the last touched cards tell.
        self.hand = ""
        #: How many events of the log are looked at, None: all, the game as it is now.
        self.looking: int | None = None

    def open(self, session: OpenSession) -> None:
        """Take another session up."""
        self.session = session
        self.hand = ""
        self.looking = None

    def touch(self, piece: str) -> None:
        """Note that a card was touched: who is touched is the one that acts by hand."""
        if self.session is not None:
            self.hand = self.session.hand(piece, self.hand)

    def campaign_dice(self) -> str:
        """Return how the campaign's dice are answered; rolled where there is no campaign."""
        campaign = self.session.campaign if self.session is not None else None
        if campaign is None:
            return "roll"
        view = self.services.ask(lambda: self.services.workspace.campaign(campaign))
        return view.campaign.dice if view is not None else "roll"

    def set_help(self, level: Help) -> None:
        """Set how much help is wanted."""
        session = self.session
        if session is not None:
            self.services.quietly(lambda: session.set_help(level))
            self.unchanged.emit()

    # Doing

    def tap(self, act: Tap) -> None:
        """Do something at once."""
        session = self.session
        if session is not None:
            self._run(lambda: session.tap(act))

    def refusal(self, act: Tap) -> str:
        """Do something at once; why it can't be done, '' where it was, for whoever shows it."""
        session = self.session
        if session is None:
            return ""
        try:
            event = session.tap(act)
        except LastDaysError as error:
            return str(error)
        if event is not None:
            self.stored.emit(event)
        return ""

    def play(self, act: Play, *, throw: bool = False) -> None:
        """Begin a procedure; with `throw` the program rolls the dice that it begins with."""
        session = self.session
        if session is not None:
            self._run(lambda: session.start(act, throw=throw))

    def count(self, piece: str, name: str, amount: int) -> None:
        """Count on a card; who is counted on is the one that acts by hand."""
        self.touch(piece)
        self.tap(Tap("count", {"piece": piece, "name": name, "amount": amount}))

    def mark(self, piece: str, name: str) -> None:
        """Switch a mark of a card."""
        self.tap(Tap("mark", {"piece": piece, "name": name}))

    def answer(self, value: object, how: How) -> None:
        """Answer the open ask."""
        session = self.session
        if session is not None:
            self._run(lambda: session.answer(value, how))

    def roll(self) -> None:
        """Let the program's dice answer the open ask."""
        session = self.session
        if session is not None:
            self._run(session.roll)

    def drop(self) -> None:
        """Leave the open procedure unfinished."""
        if self.session is not None:
            self._run(self.session.drop)

    def _run(self, action: Callable[[], Event | None]) -> None:
        try:
            event = action()
        except LastDaysError as error:
            self.services.refused(error, lambda: self._run(action))
            self.unchanged.emit()
            return
        if event is None:
            self.unchanged.emit()
        else:
            self.stored.emit(event)

    # Undo, and the log

    def names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do."""
        if self.session is None:
            return None, None
        return self.session.undo_name, self.session.redo_name

    def back_and_forth(self, way: Literal["undo", "redo"]) -> None:
        """Take the last tap back, or bring it again; say so where that crosses a throw of dice."""
        session = self.session
        if session is None:
            return
        undone = self.services.ask(session.undo if way == "undo" else session.redo)
        if undone is None:
            return
        self.looking = None
        text = (
            _("Undone: {what}.", what=undone.what)
            if way == "undo"
            else _("Done again: {what}.", what=undone.what)
        )
        if undone.dice and way == "undo":
            text = _("{what} This takes back dice: {dice}.", what=text, dice=undone.dice)
            self.services.said.emit(text, "")
        self.moved.emit(text)

    def look_at(self, count: int) -> int:
        """Look at the table as it was after so many events; return how many taps ago that is."""
        total = len(self.session.timeline.entries) if self.session is not None else 0
        self.looking = count if count < total else None
        return total - count

    def go_back_to(self, count: int) -> None:
        """Play on from a point of the log; what came after can be had back."""
        session = self.session
        if session is None or count >= len(session.timeline.entries):
            return
        self.looking = None
        taken = len(session.timeline.entries) - count
        self.services.quietly(lambda: session.go_back_to(count))
        self.services.said.emit(
            ngettext(
                "{n} tap undone. Redo, or the log, restores it.",
                "{n} taps undone. Redo, or the log, restores them.",
                taken,
                n=taken,
            ),
            "",
        )
        self.moved.emit("")

    def go_forward(self) -> None:
        """Bring everything again that was taken back."""
        if self.session is not None:
            self.looking = None
            self.services.quietly(self.session.go_forward)
            self.moved.emit("")
