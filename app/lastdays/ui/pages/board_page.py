"""Another game being played: what it declares, drawn."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.table_sessions import GameTracker
from lastdays.language import _, joined
from lastdays.tabletop.declared import GameWords
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.guide import Guide, Task
from lastdays.tabletop.units import TableState
from lastdays.ui.navigation import GamesRoute, Route
from lastdays.ui.services import Services
from lastdays.ui.tracker.forms import Form
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.tracker.unit_board import UnitBoard
from lastdays.ui.tracker.unit_moves import offered
from lastdays.ui.tracker.unit_opposite import UnitOpposite
from lastdays.ui.tracker.unit_sheet import UnitSheet
from lastdays.ui.widgets.parts import Flow, button, column, holder, label


class BoardPage(SessionPage):
    """A declared game: seats, counters, switches, steps, what is due."""

    def __init__(self, services: Services) -> None:
        first = next(iter(GAMES.values()))
        super().__init__(services, UnitBoard(services.theme, first), UnitSheet())

    def read(self, session: str) -> GameTracker:
        """The session out of the store."""
        return self.services.sessions.open_game(session)

    def opened(self, tracker: GameTracker) -> None:
        """Another session is shown from now on."""
        self.board.game = tracker.game
        self.panel.sheet.game = tracker.game
        if self.opposite is not None:
            self.opposite.close()
            self.opposite = None

    def current(self) -> GameTracker:
        """The session that is open."""
        return cast(GameTracker, super().current())

    def guide(self, state: TableState) -> Guide:
        """What is due now; what is owed; whether it is over."""
        tracker = self.current()
        advice = tracker.game.advice(state)
        tasks = [
            Task(m.key, m.label, m.kind, m.name, m.args, m.about, m.why_not)
            for m in offered(tracker.game, state, advice.moves)
        ]
        says = advice.says
        over = tracker.game.verdict(state)
        end = Task("end", _("End the game"), "end")
        if over is not None and tracker.game.waits(state) is not None:
            says = GameWords(tracker.game, state).say(over.why)
            tasks = [end, Task("beyond", _("Go on"), "tap", "beyond")]
        else:
            if tracker.game.owed(state):
                tasks.append(
                    Task("anyway", _("Go on all the same"), "tap", "next", {"anyway": True})
                )
            if over is not None:
                tasks.append(end)
        return Guide(says, tuple(tasks))

    def seats(self, state: TableState) -> set[str]:
        """The players."""
        return {s.id for s in state.seats}

    def show_all(self) -> None:
        """Everything as it stands; after an end Next waits until the players go on."""
        super().show_all()
        tracker = self.tracker
        if tracker is not None and self.current().game.waits(tracker.state) is not None:
            self.bar.next_button.setEnabled(False)

    def show_bar(self, state: TableState) -> None:
        """Whose turn, which step, what is owed."""
        tracker = self.current()
        game = tracker.game
        owed = " ".join(game.owed(state))
        if game.waits(state) is not None:
            owed = _("The game is over. End it, or choose Go on.")
        if game.opened(state) is not None:
            owed = _("A roll is open: finish it, or drop it.")
        who = _("The turn of {name}").format(name=state.name(state.active)) if state.active else ""
        line = " · ".join(p for p in (who, game.headline(state)) if p)
        self.bar.show_game(state.table.number("turn"), game.steps(state), state.step, line, owed)

    def end_form(self) -> Form:
        """The result."""
        return ResultForm(self.services, self.current())

    def list_route(self) -> Route:
        """Where leaving leads."""
        return GamesRoute()

    def make_opposite(self) -> QWidget:
        """The window for the player opposite."""
        return UnitOpposite(self.services.theme, self.current().game)


class ResultForm(Form):
    """How it ended; `ended` says that it has."""

    ended = Signal(str)
    stays = True

    def __init__(self, services: Services, tracker: GameTracker) -> None:
        super().__init__()
        self.services = services
        self.tracker = tracker
        self.text = label("", wrap=True)
        self.end_button = button(_("E&nd the game"), self._end, "first")
        self.back.setText(_("Pla&y on"))
        self.setLayout(
            column(
                label(_("End the game"), "question"),
                self.text,
                holder(Flow(self.end_button, self.back)),
                1,
                spacing=8,
            )
        )

    def take_focus(self) -> None:
        self.end_button.setFocus()

    def show_state(self, state: TableState, rules: Any) -> bool:
        found = self.tracker.verdict()
        text = self.tracker.result() or _("It has not come to its end; nobody has won.")
        if found is not None and found.winners:
            names = [state.name(w) for w in found.winners]
            text += "\n" + _("Winners: {names}").format(names=joined(names))
        self.text.setText(text)
        return True

    def _end(self) -> None:
        if self.services.done(self.tracker.end, _("The game has ended.")):
            self.ended.emit("list")
