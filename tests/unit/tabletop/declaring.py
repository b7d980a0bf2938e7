"""A declared game to try: moves made like players make them."""

from __future__ import annotations

import re
from typing import Any

from msgspec import convert, to_builtins

from lastdays.procedure.asks import Ask, Choose
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.units import SHARED, TableState, Unit
from lastdays.tabletop.view import Act, ButtonView, Play, Tap
from sure import sure
from unit.tabletop.telling import Rule, Told, play

NAMES = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal")


class Party(Told):
    """A game in play; answers are given in the order they are asked for."""

    game: DeclaredGame

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
            assert self.game.open_ask(self.setting) is not None, f"{given}: {said}"
            said = self._add(self.game.answer(self.setting, given, "typed"))
        left = self.game.open_ask(self.setting)
        assert left is None, left.question if left else ""
        return said

    def asked(self, play: str, *answers: Any, **args: Any) -> Ask:
        """What a procedure asks after some answers; it is dropped then."""
        before = self.setting
        try:
            self._add(self.game.start(self.setting, Play(play, args)))
            for given in answers:
                self._add(self.game.answer(self.setting, given, "typed"))
            return sure(self.game.open_ask(self.setting))
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
            found = self.game.moves_of_unit(self.setting, self.setting[unit])
        else:
            found = list(self.game.advice(self.setting).moves)
        return next(m for m in self.game.with_reasons(self.setting, found) if m.key == key)

    def next(self) -> Act:
        """What Next does now."""
        return self.game.next(self.setting, "guided")

    def offered(self) -> frozenset[str]:
        """The keys of the moves that are due and possible."""
        moves = self.game.with_reasons(self.setting, self.game.advice(self.setting).moves)
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

    # Stories

    @property
    def table(self) -> TableState:
        return self.setting

    @table.setter
    def table(self, table: TableState) -> None:
        self.setting = table

    def begin(self, act: Tap | Play) -> str:
        if isinstance(act, Tap):
            return self._tap(act)
        return self._add(self.game.start(self.setting, act))

    def give(self, value: Any) -> str:
        return self._add(self.game.answer(self.setting, value, "typed"))

    def pending(self) -> Ask | None:
        return self.game.open_ask(self.setting)

    def value(self, piece: str, name: str) -> Any:
        return self[piece].number(name)

    def rule(self, what: str) -> Rule:
        taps, plays = self.game.rules.taps, self.game.rules.plays | SHARED.plays
        if what not in taps and what not in plays:  # what every game has
            return Rule(True, ("seat",), 1)
        takes = (taps.get(what) or plays[what]).takes
        return Rule(what in taps, takes, 1 if takes[:1] == ("unit",) else 0)

    def by_hand(self, move: str) -> bool:
        if change := re.fullmatch(r"set (\w+) (.+)", move):
            values = (word.partition("=") for word in change[2].split())
            self.set(change[1], **{key: int(n) if is_ else True for key, is_, n in values})
        elif move.startswith("to "):
            self.to(*move.split()[1:])
        else:
            return False
        return True

    def meant(self, move: str) -> tuple[Tap | Play, list[str]]:
        return (Tap("next", {"anyway": True}), []) if move == "next!" else super().meant(move)

    def stands(self, line: str, said: str) -> bool:
        table, first, _space, rest = self.setting, *line.partition(" ")
        if line == "over":
            how, winners = sure(self.over)
            assert f"{how} -> {' '.join(winners)}".strip().endswith(said)
        elif line == "goes on":
            assert self.over is None, self.over
        elif first == "at":
            assert [table.step, table.active][: len(rest.split())] == rest.split()
        elif line == "offers nothing":
            assert not self.offered(), self.offered()
        elif first == "offers":
            assert set(rest.split()) <= self.offered(), self.offered()
        elif first == "hides":
            assert rest not in self.due, self.due
        elif first == "withholds":
            assert not set(rest.split()) & self.offered(), self.offered()
        elif first == "why":
            key, _of, unit = rest.partition(" of ")
            assert self.move(key, unit).why_not == said
        elif first == "advises":
            assert rest in self.game.advice(table).says, self.game.advice(table).says
        elif first == "headline":
            assert rest in self.game.headline(table), self.game.headline(table)
        elif line.startswith("next does "):
            assert self.next() == self.meant(rest.removeprefix("does "))[0]
        elif found := re.fullmatch(r"(no|\d+) ([a-z-]+?)s?(?: of (\w+))?", line):
            units = table.of(found[2], found[3])
            assert len(units) == (0 if found[1] == "no" else int(found[1])), units
        elif found := re.fullmatch(r"(\w+) is(n't)? (.+)", line):
            unit, no, what = found.groups()
            if what == "gone":
                assert table.has(unit) is bool(no)
            elif what.endswith("'s"):
                assert (table[unit].owner == what[:-2]) is not bool(no)
            elif what.startswith("called "):
                assert table.name(unit) == what.removeprefix("called ")
            else:
                assert table[unit].on(what) is not bool(no), what
        else:
            return False
        return True


def tell(game: DeclaredGame, title: str, lines: list[str], players: int) -> None:
    """Play a story from the first setting of a game; its choices stand after its title."""
    _title, _bar, more = title.partition(" | ")
    chosen: dict[str, Any] = dict(word.split("=") for word in more.split())
    play(Party(game, int(chosen.pop("players", players)), **chosen), title, lines)
