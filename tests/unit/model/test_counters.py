"""What the counters and traits of players' own rules come to: values, levels, resets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.next_game import default_parts
from lastdays.model.counters import (
    counters_in_words,
    held_counters,
    held_traits,
    level_in_words,
    misses_by_level,
    shown_counters,
    with_reset,
    with_value,
)
from lastdays.model.group import Injury, Member
from lastdays.model.profile import adjusted, explain
from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.own import Counter, Level, OwnRules, Place
from unit.postgame.crew import BOOK, group, member
from unit.rulebook.winter import FLAW, FOOD, SICKNESS, WINTER

WINTERED = with_own(BOOK, WINTER)


def ill(sickness: int, **more: Any) -> Member:
    return member("Mo", "goon", counters={"sickness": sickness}, **more)


def test_a_counter_begins_at_its_start_and_stays_within_its_bounds() -> None:
    assert [one.value for one in held_counters({}, "group", WINTERED)] == [5]
    assert [one.value for one in held_counters({"food": 99}, "group", WINTERED)] == [20]
    assert with_value({"a": 1}, "food", 99, WINTERED) == {"a": 1, "food": 20}


@pytest.mark.parametrize(
    ("sickness", "figures"),
    [(0, {"E": 4, "CQC": 4}), (2, {"E": 4, "CQC": 4}), (3, {"E": 3, "CQC": 3}), (5, {"E": 4})],
)
def test_a_level_changes_characteristics_like_an_injury(
    sickness: int, figures: dict[str, int]
) -> None:
    now = explain(ill(sickness), WINTERED)
    assert {key: now[key].value for key in figures} == figures


def test_a_level_never_brings_a_characteristic_below_0_and_says_so() -> None:
    weak = with_own(
        BOOK,
        OwnRules((replace(SICKNESS, levels=(Level(from_=1, name="Dying", modifier={"E": -9}),)),)),
    )
    endurance = explain(ill(1), weak)["E"]
    assert (endurance.value, str(endurance.parts[-1])) == (0, "−4 Dying (our rules)")
    hurt = ill(1, injuries=(Injury("arm-injury"),))
    assert explain(hurt, weak)["E"].value == 0


def test_a_figure_set_by_hand_counts_the_level() -> None:
    assert explain(adjusted(ill(3), WINTERED, "E", 5), WINTERED)["E"].value == 5


def test_a_level_says_what_it_does() -> None:
    said = [level_in_words(level) for level in SICKNESS.levels]
    assert said == ["", "−1 Close Quarters Combat, −1 Endurance", "misses games"]
    assert [misses_by_level(ill(n), WINTERED) is not None for n in (4, 5)] == [False, True]


@pytest.mark.parametrize(("place", "shown"), [("roster", 2), ("table", 1), ("card", 0)])
def test_a_counter_is_shown_where_it_should_be(place: Place, shown: int) -> None:
    """One that the rules don't have only in the roster."""
    values = {"sickness": 1, "gone": 3}
    assert len(shown_counters(values, "member", place, WINTERED)) == shown


def test_a_counter_that_is_gone_keeps_its_value_and_does_nothing() -> None:
    (held,) = held_counters({"sickness": 3}, "member", BOOK)
    assert (held.text, held.level, held.harms) == ("Sickness 3", None, False)
    assert explain(ill(3), BOOK)["E"].value == 4
    assert counters_in_words({"sickness": 3}, "member", BOOK) == ["Sickness 3"]


def test_each_counter_is_named_with_its_value_also_where_it_starts() -> None:
    assert counters_in_words({}, "member", WINTERED) == ["Sickness 0"]
    assert counters_in_words({"sickness": 3, "gone": 2}, "member", WINTERED) == [
        "Feverish 3",
        "Gone 2",
    ]


def test_counters_are_reset_when_their_time_comes() -> None:
    rules = OwnRules(
        (
            replace(SICKNESS, reset="game"),
            replace(FOOD, reset="sequence"),
            Counter(key="luck", name="Luck", start=2, reset="game"),
        )
    )
    book = with_own(BOOK, rules)
    mo = replace(ill(3), counters={"sickness": 3, "luck": 0, "gone": 1})
    crew = replace(group(mo), counters={"food": 9})
    after = with_reset(crew, "game", book)
    assert (after.member("mo").counters, after.counters) == ({"gone": 1}, {"food": 9})
    assert with_reset(crew, "sequence", book).counters == {}
    assert with_reset(crew, "game", WINTERED) == crew


def test_a_trait_is_shown_where_it_should_be() -> None:
    mo = member("Mo", traits={"flaw": "Limps.", "gone": "Bo", "empty": ""})
    assert [one.in_words for one in held_traits(mo, WINTERED)] == ["Flaw: Limps.", "Gone: Bo"]
    assert [one.key for one in held_traits(mo, WINTERED, "card")] == ["flaw"]
    nowhere = with_own(BOOK, OwnRules((), (replace(FLAW, shown=()),)))
    assert [one.key for one in held_traits(mo, nowhere, "roster")] == ["gone"]


@pytest.mark.parametrize(("sickness", "part"), [(4, "deployed"), (5, "missing")])
def test_a_level_keeps_a_member_out_of_the_next_set_up(sickness: int, part: str) -> None:
    crew = group(ill(sickness))
    assert default_parts(crew, None, "held-back", WINTERED)["mo"] == part
    assert default_parts(crew, None, "held-back", BOOK)["mo"] == "deployed"


def test_what_a_counter_says_of_its_value() -> None:
    """A level with what it does, bounds where there is none, and a value that the rules don't have."""
    (sick,) = held_counters({"sickness": 3}, "member", WINTERED)
    assert sick.why.startswith("Sickness 3")
    assert sick.level is not None
    assert sick.level.name in sick.why
    (food,) = held_counters({"food": 7}, "group", WINTERED)
    assert food.why == "Food 7: from 0 to 20"
    (odd,) = held_counters({"old-luck": 2}, "campaign", BOOK)
    assert odd.why == "Old Luck 2: The rules don't have it: it is kept, and does nothing."
    assert odd.drawing
    assert odd.is_shown("roster")
    assert not odd.is_shown("card")
