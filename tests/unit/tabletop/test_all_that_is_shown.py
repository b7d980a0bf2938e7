"""All that is shown and said of games at the table that are played at random, held as it was: common
words may change.

Where more changed on purpose: `PYTHONPATH=tests python -m unit.tabletop.test_all_that_is_shown`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from msgspec import Struct, convert, to_builtins

from lastdays.errors import RuleError
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.view import FormView, OpenForm
from store.test_all_that_is_told import FIXTURES, Held
from unit.tabletop import test_declared as declared, test_log as last_days
from unit.tabletop.declaring import NAMES
from unit.tabletop.playing import RULES

EVENTS = 120
#: All of the table is read after so many events.
OFTEN = 10
HELP = ("guided", "free", "tokens")


def opened(value: Any) -> Iterator[OpenForm]:
    """The forms that a view leads to."""
    match value:
        case OpenForm():
            yield value
        case Struct():
            for name in value.__struct_fields__:
                yield from opened(getattr(value, name))
        case tuple() | list():
            for part in value:
                yield from opened(part)


def filled_in(view: FormView, chance: random.Random) -> dict[str, str]:
    """Any choice in each field of a form."""
    return {f.key: chance.choice(f.options)[0] for f in view.fields if f.options}


def table(game: Any, state: Any, pieces: Iterator[str], chance: random.Random) -> Iterator[Any]:
    """All that is shown of a table."""
    seen = [game.board(state), game.bar(state), game.guide(state)]
    seen += [game.sheet(state, piece, chance.choice(HELP)) for piece in pieces]
    yield seen
    for form in dict.fromkeys(opened(seen)):
        view = game.form(state, form.form, form.about, {})
        for _n in range(3):
            yield view
            if view is None:
                break
            view = game.form(state, form.form, form.about, filled_in(view, chance))


def played(
    game: Any, state: Any, next_event: Callable[..., Event | None], seed: int
) -> Iterator[Any]:
    """A game with what is said of each event, and now and then all of the table."""
    chance = random.Random(seed)
    done = 0
    for _n in range(20 * EVENTS):
        try:
            event = next_event(state, chance)
        except RuleError as error:
            yield str(error)
            continue
        if event is None:
            continue
        event = convert(to_builtins(event), Event)
        state = state.patch(event.effects)
        words = game.words(state)
        yield words.event(event), words.outcome(event)
        yield game.standing(state)
        done += 1
        if done % OFTEN == 0:
            yield from table(game, state, iter(state.pieces), chance)
        if done == EVENTS:
            return


def of_last_days(encounter: str, seed: int) -> Iterator[Any]:
    state = last_days.start(encounter)
    yield from played(LastDays(RULES), state, last_days.random_event, seed)


def of_a_declared_game(key: str, which: int) -> Iterator[Any]:
    game, players = GAMES[key], 2 + which
    start = game.begin(NAMES[:players], declared.CHOICES[key][which])
    yield from played(game, start, partial(declared.random_event, game), which)


ENCOUNTERS = ("scavengers", "bushwhack", "rescue", "the-escape", "home-defense")
#: Everything that is shown, by the game.
GAMES_SHOWN: Mapping[str, Callable[[], Iterator[Any]]] = {
    **{f"last-days, {e}": partial(of_last_days, e, n) for n, e in enumerate(ENCOUNTERS)},
    **{
        f"{key}, {n}": partial(of_a_declared_game, key, n)
        for key, choices in declared.CHOICES.items()
        for n in range(len(choices))
    },
}


SHOWN = Held(__doc__, FIXTURES / "shown.zip", GAMES_SHOWN)


@pytest.mark.parametrize("name", GAMES_SHOWN)
def test_all_that_is_shown_is_shown_as_it_was(name: str) -> None:
    SHOWN.check(name)


if __name__ == "__main__":
    SHOWN.write()
