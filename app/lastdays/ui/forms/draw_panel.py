"""Draws at random who of a group fights: how many, then each of them, with the program's dice or those
on the table."""

from __future__ import annotations

from PySide6.QtCore import Signal

from lastdays.campaign.next_game import SideBrief
from lastdays.language import _, joined
from lastdays.model.campaign import DiceMode
from lastdays.model.fixtures import Drawn, DrawSize
from lastdays.model.group import Member
from lastdays.procedure.asks import Draw, Procedure
from lastdays.procedure.dice import roll
from lastdays.procedure.replay import Answer, How, replay
from lastdays.tabletop.last_days.who_fights import who_fights
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    Number,
    Panel,
    Picker,
    button,
    column,
    label,
    sentence,
    wrap_layout,
)


class DrawPanel(Panel):
    """Asks how many of a side fight and draws them; hidden unless it asks. `drawn` carries how many, and
    the ids of those who fight; `closed` says that it was given up, to choose by hand."""

    drawn = Signal(object, object)
    closed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._answers: dict[str, Answer] = {}
        self._mode: DiceMode = "typed"
        self._group = ""
        self._members: tuple[Member, ...] = ()
        self._most: int | None = None
        self.title = label("", "heading")
        self.limit = sentence()
        self.sizes = Picker(name=_("How many fight"), picked=self._size_chosen)
        self.number = Number(1, 1)
        self.number.setAccessibleName(_("Number of members"))
        self.draw_button = button(_("&Draw them"), self._begin, "first")
        self.hand_button = button(_("Ch&oose by hand"), self.close_draw)
        #: Asked before anything is drawn.
        self.choice = wrap_layout(Flow(self.sizes, self.number, self.draw_button))
        self.panel = AskPanel(services.catalogue, services.theme, source=services.source)
        self.panel.answered.connect(self._answered)
        self.panel.rolled.connect(self._roll)
        self.so_far = sentence()
        self.setLayout(
            column(
                self.title,
                self.limit,
                self.choice,
                self.so_far,
                self.panel,
                wrap_layout(Flow(self.hand_button)),
                margin=12,
            )
        )
        self.hide()

    def start(self, campaign: str, side: SideBrief, members: tuple[Member, ...]) -> None:
        """Ask how many of a side's members fight; rolls are answered as the campaign's are."""
        self._mode = self.services.workspace.campaign(campaign).campaign.dice
        self._group = side.group
        self._members = members
        self._most = side.most
        most = len(members) if side.most is None else min(side.most, len(members))
        self.title.setText(_("Who of {group} fights?", group=side.name))
        self.limit.setText(
            _("{most} of {n} members can be deployed at most.", most=most, n=len(members))
        )
        sizes: list[tuple[str, DrawSize]] = [
            (_("A number"), "number"),
            ("D6", "D6"),
            ("D3+4", "D3+4"),
            (_("The whole group"), "all"),
        ]
        self.sizes.offer(sizes, self.sizes.currentData())
        self.number.setRange(1, max(1, most))
        self.number.setValue(max(1, most))
        self._size_chosen(self.sizes.currentData())
        self._answers = {}
        self.choice.show()
        self.panel.hide()
        self.so_far.hide()
        self.draw_button.setEnabled(bool(members))
        self.show()
        self.sizes.setFocus()

    def close_draw(self) -> None:
        """Give the draw up: who fights is ticked by hand."""
        self.hide()
        self.closed.emit()

    def _size_chosen(self, size: object) -> None:
        self.number.setVisible(size == "number")

    def _size(self) -> DrawSize:
        size: DrawSize = self.sizes.currentData()
        return size

    def _procedure(self) -> Procedure[tuple[str, ...]]:
        return who_fights(self._members, self._size(), self.number.value(), self._most)

    def _begin(self) -> None:
        """Draw as many as were chosen."""
        self.choice.hide()
        self._go_on()

    def _go_on(self) -> None:
        """Ask what is open; at the end tell who fights."""
        played = replay(self._procedure, self._answers)
        if played.pending is not None:
            self._show_so_far()
            self.panel.show()
            self.panel.show_ask(played.pending, self._mode)
            return
        fighting = played.result or ()
        self.hide()
        names = [member.name for member in self._members if member.id in fighting]
        self.drawn.emit(Drawn(self._group, self._size(), len(fighting)), fighting)
        self.services.say(_("Drawn to fight: {names}.", names=joined(names)), "well")

    def _show_so_far(self) -> None:
        """Name those who are drawn already."""
        drawn = [answer.value for answer in self._answers.values()]
        names = [member.name for member in self._members if member.id in drawn]
        self.so_far.setText(_("Drawn so far: {names}.", names=joined(names)))
        self.so_far.setVisible(bool(names))

    def _answered(self, value: object, how: How) -> None:
        assert self.panel.ask is not None
        self._answers[self.panel.ask.key] = Answer(value, how)
        self._go_on()

    def _roll(self) -> None:
        """Answer with the program's dice; it draws all that are still to be drawn with one press."""
        assert self.panel.ask is not None
        ask = self.panel.ask
        self._answers[ask.key] = Answer(roll(ask, self.services.source), "rolled")
        if isinstance(ask, Draw):
            self._draw_the_rest()
        self._go_on()

    def _draw_the_rest(self) -> None:
        pending = replay(self._procedure, self._answers).pending
        while pending is not None:
            self._answers[pending.key] = Answer(roll(pending, self.services.source), "rolled")
            pending = replay(self._procedure, self._answers).pending
