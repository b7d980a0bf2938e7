"""Games that are declared, played by chance."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec import convert, to_builtins

from lastdays.errors import RuleError
from lastdays.procedure.asks import Choose
from lastdays.procedure.dice import can_be_rolled, roll
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.event_log import Event, LoggedEvent, Timeline
from lastdays.tabletop.units import TableState, from_json, to_json
from lastdays.tabletop.view import Act, Play, Tap

CHOICES = {
    "last-night": [
        {},
        {"rules": "advanced", "scenario": "burn"},
        {"rules": "advanced", "scenario": "random"},
    ],
    "zombies": [{}, {"scenario": "rescue"}, {"scenario": "last-man"}, {"mode": "cooperative"}],
    "last-one-alive": [
        {},
        {"night": "yes", "lives": "yes", "everywhere": "yes", "dice": "20", "tokens": "20"},
    ],
    "zombie-town": [{}, {"traps": "mover"}],
}


def act(game: DeclaredGame, setting: TableState, act: Act) -> Event | None:
    """What a press on a button does."""
    match act:
        case Tap():
            return game.tap(setting, act)
        case Play():
            return game.start(setting, act)
        case _:
            raise AssertionError(act)


def random_event(game: DeclaredGame, setting: TableState, source: random.Random) -> Event | None:
    """Something a player might do now."""
    if setting.open is not None:
        if source.random() < 0.1:
            return game.drop(setting)
        standing = game.open_ask(setting)
        assert standing is not None
        ask = standing
        if can_be_rolled(ask):
            return game.answer(setting, roll(ask, source), "rolled")
        assert isinstance(ask, Choose)
        return game.answer(setting, source.choice(ask.options).key, "chosen")
    what = source.randrange(6)
    unit = source.choice(list(setting.pieces.values()))
    kind = game.kinds.get(unit.kind)
    if what == 0:
        return game.tap(setting, Tap("next", {"anyway": True}))
    if what == 1 and kind is not None and kind.counts:
        name = source.choice(kind.counts).key
        args = {"piece": unit.id, "name": name, "amount": source.randint(-3, 5)}
        return game.tap(setting, Tap("count", args))
    if what == 2 and kind is not None and kind.flags:
        mark = {"piece": unit.id, "name": source.choice(kind.flags).key}
        return game.tap(setting, Tap("mark", mark))
    moves = game.moves_of_unit(setting, unit) if what == 3 else list(game.advice(setting).moves)
    moves = [m for m in moves if not m.why_not]
    if not moves:
        return None
    move = source.choice(moves)
    return act(game, setting, move.act)


def walk_there_and_back(
    game: DeclaredGame,
    start: TableState,
    source: random.Random,
    look: Callable[[TableState, int], object],
) -> None:
    """Makes 120 moves by chance, has each told, and takes all of them back one by one. `look` is shown
    each state and its number."""
    timeline: Timeline[TableState] = Timeline(start, ())
    states = [start]
    for _turn in range(120):
        try:
            event = random_event(game, timeline.state, source)
        except RuleError:
            continue
        if event is None:
            continue
        stored = convert(to_builtins(event), Event)
        timeline.add(LoggedEvent(len(states), stored))
        states.append(timeline.state)
        words = game.words(timeline.state)
        assert words.event(stored)
        assert "{" not in words.outcome(stored)
        assert "@" not in words.outcome(stored)
        look(timeline.state, len(states))
    assert from_json(to_json(timeline.state)) == timeline.state
    for state in reversed(states[:-1]):
        timeline.take_last()
        assert timeline.state == state
