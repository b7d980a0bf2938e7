"""What holds of all that is shown of any table: games played by chance, with every sheet and form."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from msgspec import convert, to_builtins

from lastdays.errors import RuleError
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.view import ButtonView, FormView, SectionView
from unit.tabletop import declared_by_chance as declared, last_days_by_chance as last_days
from unit.tabletop.declaring import NAMES
from unit.tabletop.offered import accepted, parts, table
from unit.tabletop.playing import RULES

EVENTS = 120
#: All of the table is read after so many events.
OFTEN = 15


def sound(shown: Any) -> None:
    """Each text is a sentence, each button and option says what it is, and no two are the same."""
    for part in parts(shown):
        match part:
            case str():
                assert not set("{}@") & set(part), part
                assert "None" not in part.split(), part
            case ButtonView():
                assert part.label, part
            case SectionView():
                buttons = [item.key for item in part.items if isinstance(item, ButtonView)]
                assert max(Counter(buttons).values(), default=1) == 1, buttons
            case FormView():
                for field in part.fields:
                    keys = [key for key, _label in field.options]
                    assert len(set(keys)) == len(keys), keys
                    assert all(label for _key, label in field.options), field
                    assert field.value in ("", *keys), (field.value, keys)


def played(
    game: Any, state: Any, next_event: Callable[..., Event | None], seed: int
) -> Iterator[Any]:
    """The states of a game played by chance; what is said of each event is a sentence."""
    chance = random.Random(seed)
    done = 0
    while done < EVENTS:
        try:
            event = next_event(state, chance)
        except RuleError:
            continue
        if event is None:
            continue
        event = convert(to_builtins(event), Event)
        state = state.patch(event.effects)
        words = game.words(state)
        assert words.event(event)
        sound([words.event(event), words.outcome(event)])
        done += 1
        if done % OFTEN == 0:
            yield state


ENCOUNTERS = ("scavengers", "bushwhack", "rescue", "the-escape", "home-defense")


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_last_days_shows_what_can_be_read_and_done(encounter: str) -> None:
    game, chance = LastDays(RULES), random.Random(encounter)
    start = last_days.start(encounter)
    for state in played(game, start, last_days.random_event, ENCOUNTERS.index(encounter)):
        for shown in table(game, state, chance):
            sound(shown)
            if state.open is None:
                accepted(game, state, shown)


@pytest.mark.parametrize(
    ("key", "which"), [(key, n) for key, all_ in declared.CHOICES.items() for n in range(len(all_))]
)
def test_other_games_show_what_can_be_read(key: str, which: int) -> None:
    game, players = GAMES[key], 2 + which
    start = game.begin(NAMES[:players], declared.CHOICES[key][which])
    chance = random.Random(f"{key} {which}")
    for state in played(game, start, partial(declared.random_event, game), which):
        for shown in table(game, state, chance):
            sound(shown)
