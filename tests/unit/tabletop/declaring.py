"""A declared game to try: moves made like players make them."""

from __future__ import annotations

from typing import Any

from msgspec import convert, to_builtins

from lastdays.procedure.asks import Ask, Choose
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.view import Act, ButtonView, Play, Tap
from sure import sure

NAMES = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal")


class Party:
    """A game in play; answers are given in the order they are asked for."""

    def __init__(self, game: DeclaredGame, players: int = 2, **chosen: Any) -> None:
        self.game = game
        names = NAMES[:players]
        self.setting: TableState = game.begin(names, chosen)
        self.events: list[Event] = []

    def __getitem__(self, unit: str) -> Unit:
        return self.setting[unit]

    def tap(self, what: str, **args: Any) -> str:
        """A tap; what is said of it."""
        return self._tap(Tap(what, args))

    def _tap(self, act: Tap) -> str:
        event = self.game.tap(self.setting, act)
        assert event is not None, act.what
        return self._add(event)

    def press(self, button: ButtonView) -> str:
        """A button whose act is done at once; what is said of it."""
        assert isinstance(button.act, Tap)
        return self._tap(button.act)

    def go(self, play: str, *answers: Any, **args: Any) -> str:
        """A procedure from its first ask to its end."""
        said = self._add(self.game.start(self.setting, Play(play, args)))
        for given in answers:
            assert self.game.standing(self.setting) is not None, f"{given}: {said}"
            said = self._add(self.game.answer(self.setting, given, "typed"))
        left = self.game.standing(self.setting)
        assert left is None, left.question if left else ""
        return said

    def asked(self, play: str, *answers: Any, **args: Any) -> Ask:
        """What a procedure asks after some answers; it is dropped then."""
        before = self.setting
        try:
            self._add(self.game.start(self.setting, Play(play, args)))
            for given in answers:
                self._add(self.game.answer(self.setting, given, "typed"))
            return sure(self.game.standing(self.setting))
        finally:
            self.setting = before

    def offers(self, play: str, *answers: Any, **args: Any) -> dict[str, tuple[str, str]]:
        """What can then be chosen: each option's words by its key."""
        ask = self.asked(play, *answers, **args)
        assert isinstance(ask, Choose)
        return {o.key: (o.label, o.detail) for o in ask.options}

    def _add(self, event: Event) -> str:
        event = convert(to_builtins(event), Event)
        self.setting = self.setting.patch(event.effects)
        self.events.append(event)
        words = self.game.words(self.setting)
        return f"{words.event(event)} | {words.outcome(event)}"

    def to(self, step: str, seat: str = "") -> None:
        """Next, until a step, of a player where one is named."""
        for _turn in range(60):
            if self.setting.step == step and seat in ("", self.setting.active):
                return
            self.tap("next", anyway=True)
        raise AssertionError(step)

    def set(self, unit: str, **values: Any) -> None:
        """A unit as a test needs it."""
        self.setting = self.setting.put(unit, **values)

    def move(self, key: str, unit: str = "") -> ButtonView:
        """A move that is offered, by its key."""
        if unit:
            found = self.game.moves(self.setting, self.setting[unit])
        else:
            found = list(self.game.advice(self.setting).moves)
        return next(m for m in self.game.barred(self.setting, found) if m.key == key)

    def next(self) -> Act:
        """What Next does now."""
        return self.game.next(self.setting, "guided")

    def offered(self) -> frozenset[str]:
        """The keys of the moves that are due and possible."""
        moves = self.game.barred(self.setting, self.game.advice(self.setting).moves)
        return frozenset(m.key for m in moves if not m.why_not)

    @property
    def due(self) -> list[str]:
        """The keys of the moves that are due, possible or not."""
        return [m.key for m in self.game.guide(self.setting).moves]

    def adds(self, unit: str) -> list[str]:
        """The keys of what the card of a unit can have one more of."""
        board = self.game.board(self.setting)
        cards = (*(card for panel in board.panels for card in panel.cards), *board.foot)
        return next([a.key for a in card.adds] for card in cards if card.id == unit)

    @property
    def over(self) -> tuple[str, tuple[str, ...]] | None:
        """How it ended: the sentence, the winners."""
        found = self.game.verdict(self.setting)
        if found is None:
            return None
        return self.game.words(self.setting).say(found.why), found.winners
