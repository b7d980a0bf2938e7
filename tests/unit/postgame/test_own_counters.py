"""Counters that players wrote, as a sequence begins: reset, and moved by what the table changed."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.own_counters import tell_counters
from lastdays.postgame.sequence import begin
from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.own import Counter, OwnRules
from unit.postgame.crew import BOOK, group, member, night
from unit.rulebook.winter import FOOD, SICKNESS

MOOD = Counter(key="mood", name="Mood", start=3, reset="game")
FEAR = Counter(key="fear", name="Fear", reset="sequence")
RULES = with_own(BOOK, OwnRules((SICKNESS, FOOD, MOOD, FEAR)))
CREW = group(
    member("Mo", counters={"sickness": 4, "mood": 9, "fear": 2, "gone": 1}),
    member("Lou", counters={"mood": 0}),
    counters={"food": 1},
)


def after_a_game() -> PostGameContext:
    """The evening after a game in which Mo got worse and the food ran out."""
    deeds = {"mo": {"counters": {"sickness": 2, "mood": -1, "fear": 3, "gone": 2}}}
    context = night(CREW, deeds=deeds, counters={"food": -3})
    return PostGameContext(RULES, Switches(), context.game, CREW.id)


def test_counters_are_moved_within_their_bounds_and_reset() -> None:
    begun = begin(CREW, after_a_game())
    assert begun.member("mo").counters == {"sickness": 5, "mood": 2, "gone": 3}
    assert begun.member("lou").counters == {}  # it starts again
    assert begun.counters == {"food": 0}


def test_what_the_table_changed_is_told_first() -> None:
    assert [(t.step, t.text, t.about) for t in tell_counters(CREW, after_a_game())] == [
        ("encounter", "Truckers: Food −3.", ""),
        ("encounter", "Mo: Sickness +2; Mood −1; Fear +3; Gone +2.", "mo"),
    ]


def test_without_own_rules_a_sequence_begins_as_it_did() -> None:
    context = night(CREW)
    assert [*tell_counters(CREW, context)] == []
    begun = begin(CREW, context)
    assert [m.counters for m in begun.members] == [m.counters for m in CREW.members]
    assert begun.counters == CREW.counters
    assert replace(begun, games=0).refuge == CREW.refuge
