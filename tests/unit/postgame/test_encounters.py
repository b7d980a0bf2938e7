"""The Encounter roll, captives, strangers, the vehicle (p. 84, 98, 104, 107; rulings 17, 31, 50)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastdays.model.game_record import Appearance, CaptiveFate, CaptiveRecord, GameRecord, Side
from lastdays.model.group import BuiltPerk, Group, Item, RefugeState
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.sequence import begin
from lastdays.rulebook import load
from sure import as_a
from unit.postgame.crew import BOOK, PASSED, finish, group, member, night, options, run
from unit.rulebook.packing import write_pack


def after(
    crew: Group,
    answers: dict[str, Any] | None = None,
    **game: Any,
) -> Group:
    return as_a(
        Group, finish(lambda: encounter_aftermath(crew, night(crew, **game)), answers or {})
    )


def test_an_encounter_of_a_pack_beyond_six_is_chosen_and_never_rolled(tmp_path: Path) -> None:
    book = load(packs=[write_pack(tmp_path)])
    assert book.encounters["outbreak"].number == 7
    asked = run(lambda: encounter_roll((PASSED,), book), {"encounter/roll": 6})
    assert options(asked) == ["0", "-1"]


@pytest.mark.parametrize(
    ("fate", "status"),
    [
        ("home", "active"),
        ("declined", "dead"),
        ("lost", "dead"),
        ("held", "captured"),
        ("open", "captured"),
    ],
)
def test_ruling_17_what_becomes_of_a_captive(fate: CaptiveFate, status: str) -> None:
    crew = group(member("Mo", gear=("knife",), status="captured"))
    result = after(crew, captives=(CaptiveRecord("mo", fate),), encounter="rescue")
    assert result.member("mo").status == status
    assert bool(result.member("mo").gear) == (status != "dead")


def test_a_stranger_joins_unarmed_given_room() -> None:
    answers = {
        "encounter/stranger": "yes",
        "encounter/stranger/skill-type-1": "cqc",
        "encounter/stranger/skill-type-2": "academic",
    }
    joined = after(group(), answers, stranger_home=True, encounter="rescue").members[-1]
    assert (joined.type, joined.keyword, joined.gear) == ("survivor", "neutral", ())
    assert joined.skill_types == ("cqc", "academic")
    assert joined.newcomer
    full = group(*(member(f"M{n}") for n in range(7)))
    assert after(full, stranger_home=True, encounter="rescue") == full


def test_ruling_50_only_where_an_empty_space_is_left() -> None:
    full = RefugeState("church", (BuiltPerk("a", "fences"), BuiltPerk("b", "bunk-bed")))
    crew = group(refuge_state=full)
    assert after(crew, vehicle=True, encounter="the-escape") == crew
    drives = RefugeState("farm-house", (BuiltPerk("a", "escape-vehicle"),))
    crew = group(refuge_state=drives)
    assert after(crew, vehicle=True, encounter="the-escape") == crew
    has_one = group(refuge="police-station")
    assert after(has_one, vehicle=True, encounter="the-escape") == has_one


@pytest.mark.parametrize(
    ("fate", "captor", "asked"),
    [
        ("lost", "g", True),
        ("declined", "g", True),
        ("home", "g", False),
        ("held", "g", False),
        ("open", "g", False),
        ("lost", "x", False),
    ],
)
def test_only_the_captor_of_one_who_was_not_retrieved_has_the_gear(
    fate: CaptiveFate, captor: str, asked: bool
) -> None:
    """p. 84; ruling 17."""
    crew = group()
    gear = (Item("k", "knife"),)
    theirs = Side("other", "Carl", captives=(CaptiveRecord("x", fate, "Xav", gear, captor),))
    game = GameRecord("game", 4, "rescue", (Side(crew.id, crew.name), theirs))
    this_night = PostGameContext(BOOK, Switches(), game, crew.id)
    found = run(lambda: encounter_aftermath(crew, this_night), {})
    assert (found.pending is not None) is asked
    for said, taken in (("yes", gear), ("no", ())) if asked else ():
        answers = {"encounter/loot/x": said}
        assert finish(lambda: encounter_aftermath(crew, this_night), answers).stash == taken


def evening(side: Side) -> PostGameContext:
    """The evening after a game that this side played."""
    return PostGameContext(BOOK, Switches(), GameRecord("game", 4, "rescue", (side,)), side.group)


def test_who_was_new_has_played_a_game() -> None:
    """Ruling 23."""
    crew = group(member("Mo", newcomer=True))
    begun = begin(crew, evening(Side(crew.id, crew.name)))
    assert not any(m.newcomer for m in begun.members)
    assert (begun.games, begun.founding) == (crew.games + 1, False)


def test_who_sat_a_game_out_has_one_less_to_miss() -> None:
    """Ruling 90: who was deployed all the same, or told so after the game, still misses the next."""
    mo, lou = member("Mo").sit_out(), member("Lou").sit_out(3)
    assert lou.sit_out().misses == 3
    crew = group(mo, lou, member("Ann").sit_out())
    side = Side(
        crew.id,
        crew.name,
        (Appearance("mo", "missing"), Appearance("lou", "held-back"), Appearance("ann")),
    )
    begun = begin(crew, evening(side))
    assert [begun.member(name).misses for name in ("mo", "lou", "ann")] == [0, 2, 1]
