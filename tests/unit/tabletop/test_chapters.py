"""Each module of the rules brings what it owns, under the keys that stored games know."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop import last_days
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.game_rules import FormRule, PlayRule, TapRule
from lastdays.tabletop.last_days import game
from lastdays.tabletop.last_days.chapter import Chapter
from lastdays.tabletop.last_days.game import CHAPTERS, LastDays
from lastdays.tabletop.last_days.turn import PHASES
from lastdays.tabletop.phrases import sayings
from lastdays.tabletop.view import Play
from unit.tabletop.playing import duel

#: The names that events and unfinished procedures of earlier versions are stored under.
STORED = Path(__file__).parents[2] / "fixtures" / "table_names.txt"


def declared(kind: type) -> dict[int, object]:
    """Everything of a kind that stands in a module of the rules."""
    found: dict[int, object] = {}
    for entry in pkgutil.iter_modules(last_days.__path__):
        module = importlib.import_module(f"{last_days.__name__}.{entry.name}")
        found |= {id(v): v for v in vars(module).values() if isinstance(v, kind)}
    return found


@pytest.mark.parametrize(
    ("kind", "brought"),
    [
        (TapRule, [r for c in CHAPTERS for r in c.taps.values()]),
        (PlayRule, [r for c in CHAPTERS for r in c.plays.values()]),
        (FormRule, [r for c in CHAPTERS for r in c.forms.values()]),
        (Chapter, list(CHAPTERS)),
    ],
    ids=["taps", "plays", "forms", "chapters"],
)
def test_what_is_declared_is_brought_once(kind: type[Any], brought: list[Any]) -> None:
    assert {id(b) for b in brought} == set(declared(kind))
    assert len(brought) == len({id(b) for b in brought})


def test_keys_are_given_once() -> None:
    for rules in ("taps", "plays", "forms", "sayings"):
        keys = [key for c in CHAPTERS for key in getattr(c, rules)]
        keys += sayings("last-days") if rules == "sayings" else ()
        assert len(keys) == len(set(keys)), rules


def test_old_names_still_mean_something() -> None:
    known: dict[str, Collection[str]] = {
        "tap": game.TAPS,
        "play": game.PLAYS,
        "saying": game.SAYINGS | sayings("last-days"),
    }
    for line in STORED.read_text(encoding="utf-8").splitlines():
        kind, name = line.split()
        assert name in known[kind], line


def test_what_is_due_is_due_in_a_step_of_the_game() -> None:
    assert {phase for c in CHAPTERS for phase in c.due_in} == set(PHASES)


def test_stored_arguments_nobody_takes_any_more_are_left_out() -> None:
    match = duel()
    match.go("hurt", 1, figure="A1", strength=1, weather="rain")
    with pytest.raises(RuleError, match="procedure doesn't exist"):
        LastDays(match.rules).start(match.state, Play("dance"))


def test_a_fact_nobody_knows_is_its_key() -> None:
    match = duel()
    words = LastDays(match.rules).words(match.state)
    assert words.say(Fact("dances", {})) == "dances"
    assert words.say(Fact("play", {"play": "dance"})) == "dance"
    assert words.say(Fact("dropped", {"play": "noise", "who": "@A1"})) == "Noise: Zeke, cancelled"
    assert words.say(Fact("play", {"play": "noise"})) == "Noise: "
