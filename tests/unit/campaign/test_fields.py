"""Every field of a group, a member and a campaign is declared, and whoever compares two of them,
merges them or holds them to bounds sees it, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import fields, replace

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.exchange.merging import Take, ThreeWayMerge
from lastdays.campaign.versions import compare_campaigns
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords, Ranking, Season
from lastdays.model.fields import CAMPAIGN, GROUP, MEMBER, field_name
from lastdays.model.fixtures import Fixture, GameNight
from lastdays.model.game_record import GameRecord
from lastdays.model.group import (
    Advance,
    BuiltPerk,
    Group,
    Injury,
    Item,
    Member,
    NextEncounter,
    RefugeState,
    Skill,
)
from lastdays.model.switches import Switches
from lastdays.rulebook import CHARACTERISTICS, characteristic_name
from lastdays.rulebook.own import Counter, OwnRules
from lastdays.rulebook.pack_identity import PackIdentity
from unit.postgame.crew import BOOK, group, member

HELD: dict[str, Any] = {"status": "captured", "captor": "g2", "captor_name": "Carl"}
MO = member("Mo", "goon", adjustments={"S": 1}, portrait="one", **HELD)
CREW = group(
    MO, member("Lou", "goon"), picture="one", refuge_state=RefugeState("mall"), games=3, points=5
)
LEAGUE = Campaign(
    "c", "Riverside", ("a", "b"), packs=(), games=(GameRecord("g1", 1, "rescue", ()),)
)

#: Another value for each field of a member, with what is said of it: before and after.
OF_MEMBER: dict[str, tuple[Any, str, str, str]] = {
    "name": ("Moe", "Name", "Mo", "Moe"),
    "type": ("crony", "Type", "Goon", "Crony"),
    "keyword": ("trained", "Keyword", "Selfish", "Trained"),
    "skill_types": (("academic",), "Skills open to learn", "", "Academic"),
    "skills": ((Skill("sniper"),), "Skills", "", "Sniper"),
    "advances": ((Advance("FA"),), "Firearms", "3", "4"),
    "injuries": ((Injury("shell-shocked"),), "Injuries", "", "Shell-Shocked"),
    "adjustments": ({"S": 2}, "Strength", "4", "5"),
    "level": (2, "Level", "0", "2"),
    "experience": (4, "Experience", "0", "4"),
    "gear": ((Item("k", "knife"),), "Gear", "", "Knife"),
    "status": ("left", "Status", "held by Carl", "left the group"),
    "captor": ("g3", "Status", "held by Carl", "held by Carl (a different one)"),
    "captor_name": ("Ann", "Status", "held by Carl", "held by Ann"),
    "face": ((10, 20, 300), "Portrait", "a picture", "a picture (a different one)"),
    "fate_game": (2, "Status", "held by Carl", "held by Carl (a different one)"),
    "misses": (1, "Games to miss", "", "misses the next game"),
    "counters": ({"food": 4}, "Counters", "", "Food 4"),
    "traits": ({"flaw": "Afraid."}, "Traits", "", "Flaw: Afraid."),
    "newcomer": (True, "New in the group", "no", "yes"),
    "notes": ("Limps.", "Notes", "", "Limps."),
    "portrait": ("two", "Portrait", "a picture", "a picture (a different one)"),
    "by_hand": (("level", "entered"), "Marked as set by hand", "", "Level, entered from paper"),
}
#: What a merge says otherwise: of a figure what it is made of, of gear where it is.
MERGED = {
    "advances": ("Advances", "—", "+1 Firearms"),
    "adjustments": ("Characteristics set by hand", "+1 Strength", "+2 Strength"),
    "gear": ("Knife", "gone", "with Mo"),
    "counters": ("Food", "—", "4"),
    "traits": ("Flaw", "—", "Afraid."),
    "by_hand": None,  # it comes with what is marked
    "members": ("Member", "in the group", "not in the group"),
    "points": ("Scavenge Points", "5", "3"),
    "stash": ("Knife", "gone", "in the stash"),
    "refuge": (
        *("Refuge", "The Mall"),
        "The Mall; Perks: Fences; Extra members: 2; Extra Empty Spaces: −1",
    ),
}
OF_GROUP: dict[str, tuple[Any, str, str, str]] = {
    "name": ("Night Shift", "Name", "Truckers", "Night Shift"),
    "refuge": (
        RefugeState("mall", (BuiltPerk("p", "fences"),), 2, -1),
        *("Perks", "", "Fences"),
    ),
    "members": (CREW.members[:2], "removed", "Goon", ""),
    "leader": ("mo", "Leader", "Zeke", "Mo"),
    "points": (3, "Scavenge Points", "5", "3 (−2)"),
    "stash": ((Item("k", "knife"),), "Stash", "", "Knife"),
    "next_encounter": (NextEncounter(("armoury",)), "Next Encounter", "", "Armoury"),
    "counters": ({"food": 4}, "Counters", "", "Food 4"),
    "founding": (True, "Still being created", "no", "yes"),
    "games": (4, "Games played", "3", "4"),
    "notes": ("Fuel.", "Notes", "", "Fuel."),
    "player": ("Ann", "Player", "", "Ann"),
    "allowed": (
        ("unmarked/mo",),
        *("Allowed at our table", "", "Mo: A Group with a Trained Leader uses only gear marked *."),
    ),
    "by_hand": (("games",), "Marked as set by hand", "", "games played"),
    "picture": ("two", "Picture", "a picture", "a picture (a different one)"),
    "language": ("de", "Print language", "", "de"),
}
OF_CAMPAIGN: dict[str, tuple[Any, str, str, str]] = {
    "name": ("Harbour", "Name", "Riverside", "Harbour"),
    "groups": (("a", "c"), "Groups", "2 groups", "2 groups (a different one)"),
    "games": ((), "Game 1", "recorded", ""),
    "switches": (
        Switches(animals_earn=False),
        *("House rules: rulings", "", "Animals: earn none"),
    ),
    "dice": ("typed", "How dice are rolled", "The program rolls", "I roll and enter the dice"),
    "notes": ("Rain.", "Notes", "", "Rain."),
    "deleted": (True, "Deleted", "no", "yes"),
    "archived": (True, "Put away", "no", "yes"),
    "seasons": ((Season("s", "One", "2026-10-03"),), "Closed seasons", "", "One"),
    "told": (
        (OwnWords("g1", "A night!", "2026-10-03"),),
        *("Your own words on game 1", "", "A night! · 3 October 2026"),
    ),
    "fixtures": (
        (Fixture("f", "rescue", day="2026-10-03", table="Cellar"), Fixture("g")),
        *("Fixtures", "", "Rescue · 2026-10-03 · Cellar, Encounter not chosen yet"),
    ),
    "night": (
        GameNight("2026-10-03", "19:30", ("Ann",), ("a",)),
        *("The game night", "", "2026-10-03 · 19:30 · 2 are coming"),
    ),
    "packs": (("hospital",), "Content packs", "", "Hospital"),
    "kept_packs": (
        (PackIdentity("hospital", "The Hospital", "1.0", "abcdef0123456789"),),
        *("Versions of content packs", "", "The Hospital 1.0 abcdef01"),
    ),
    "numbers": ((("founding.points", 120),), "House rules: numbers", "", "Starting points: 120"),
    "own": (OwnRules((Counter(key="food", name="Food"),)), "Our rules", "", "Food"),
    "counters": ({"day": 4}, "Counters", "", "Day 4"),
    "dice_of": ({"a": "set"}, "Groups that roll differently", "", "I set the results"),
    "players": (("Ann", "Bob"), "Players", "", "Ann, Bob"),
    "rankings": ((Ranking("League", 3, 1),), "Our own rankings", "", "League"),
    "entries": (
        (ChronicleEntry("e", "2026-10-03", "truce", "No shots at the bridge."),),
        *("Entries of the chronicle", "", "2026-10-03: No shots at the bridge."),
    ),
    "order": ("step", "Post-game order", "Group by group", "Step by step"),
}


def declared(table: Mapping[str, Any]) -> set[str]:
    """The attributes that a table is about."""
    return {
        path.partition(".")[0]
        for field in table.values()
        for path in field.attribute_paths or (field.key,)
    }


@pytest.mark.parametrize(
    ("kind", "table", "tried"),
    [(Member, MEMBER, OF_MEMBER), (Group, GROUP, OF_GROUP), (Campaign, CAMPAIGN, OF_CAMPAIGN)],
    ids=["member", "group", "campaign"],
)
def test_every_field_is_declared_and_tried(
    kind: type[Any], table: Mapping[str, Any], tried: Mapping[str, Any]
) -> None:
    there = {field.name for field in fields(kind)} - {"id"}
    assert declared(table) == there
    assert set(tried) == there
    parts = {part.name for part in fields(RefugeState)}
    if kind is Group:
        of_refuge = [
            at for f in table.values() for at in f.attribute_paths if at.startswith("refuge.")
        ]
        assert {at.removeprefix("refuge.") for at in of_refuge} == parts


def of_member(key: str) -> Group:
    """The crew with another value in a field of Mo."""
    return CREW.with_member(replace(MO, **{key: OF_MEMBER[key][0]}))


def of_group(key: str) -> Group:
    """The crew with another value in a field."""
    return replace(CREW, **{key: OF_GROUP[key][0]})


@pytest.mark.parametrize("key", OF_MEMBER)
def test_what_changed_of_a_member_is_told(key: str) -> None:
    said = [(d.whose, d.what, d.before, d.after) for d in compare(CREW, of_member(key), BOOK)]
    assert said[0] in [(whose, *OF_MEMBER[key][1:]) for whose in ("Mo", "Moe")]
    assert all(what in characteristics() for _whose, what, *_rest in said[1:])


def characteristics() -> list[str]:
    """The names of the figures that follow from a type, or an injury."""
    return [characteristic_name(key) for key in CHARACTERISTICS]


@pytest.mark.parametrize("key", OF_GROUP)
def test_what_changed_of_a_group_is_told(key: str) -> None:
    said = [(d.what, d.before, d.after) for d in compare(CREW, of_group(key), BOOK)]
    assert said[0] == OF_GROUP[key][1:]
    assert len(said) == (3 if key == "refuge" else 1)


@pytest.mark.parametrize("key", OF_CAMPAIGN)
def test_what_changed_of_a_campaign_is_told(key: str) -> None:
    other = replace(LEAGUE, **{key: OF_CAMPAIGN[key][0]})
    (found,) = compare_campaigns(LEAGUE, other, BOOK)
    assert (found.what, found.before, found.after) == OF_CAMPAIGN[key][1:]


@pytest.mark.parametrize("key", [*OF_MEMBER, *OF_GROUP])
def test_a_merge_shows_what_changed_and_takes_it_over(key: str) -> None:
    for tried, other in ((OF_MEMBER, of_member), (OF_GROUP, of_group)):
        if key not in tried:
            continue
        theirs = other(key)
        meeting = ThreeWayMerge(CREW, theirs, CREW, BOOK)
        what, before, after = tried[key][1:]
        wanted = MERGED.get(key, (what, before or "—", after or "—"))
        said = [(p.what, p.ours, p.theirs) for p in meeting.points]
        assert said[:1] == ([] if wanted is None else [wanted])
        if wanted is not None:
            assert meeting.merged_group({}, str) == theirs
        if wanted is not None and key not in ("members", "gear", "stash"):
            asked = ThreeWayMerge(CREW, theirs, None, BOOK)
            assert [p.taken for p in asked.points] == [None]


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "taken"),
    [
        (None, "a", "b", []),
        ("", "a", "b", []),  # both built the same
        ("a", "a", "b", ["theirs"]),
        ("b", "a", "b", ["ours"]),
    ],
)
def test_what_nobody_could_tell_apart_is_no_conflict(
    base: str | None, ours: str, theirs: str, taken: list[str]
) -> None:
    def built(by: str) -> Group:
        perks = (BuiltPerk(by, "fences"),) if by else ()
        return replace(CREW, refuge=RefugeState("mall", perks))

    before = None if base is None else built(base)
    points = ThreeWayMerge(built(ours), built(theirs), before, BOOK).points
    assert [point.taken for point in points] == taken
    assert all(point.theirs == f"{point.ours} (a different one)" for point in points)


def test_a_sight_is_where_it_was_chosen_to_be_and_nowhere_else() -> None:
    rifle, scope = Item("r", "hunting-rifle"), Item("s", "scope")
    ours = CREW.give(scope, "mo").give(rifle, "lou")
    theirs = CREW.give(replace(rifle, attached=(scope,)), "lou")
    meeting = ThreeWayMerge(ours, theirs, None, BOOK)
    said = {point.key: (point.ours, point.theirs) for point in meeting.points}
    assert said["item/r"] == ("with Lou", "Hunting Rifle + Scope, with Lou")
    assert meeting.merged_group({"item/r": "theirs", "item/s": "ours"}, str) == ours
    assert meeting.merged_group({"item/r": "theirs", "item/s": "theirs"}, str) == theirs


def test_what_is_taken_over_stays_marked_as_set_by_hand() -> None:
    theirs = replace(of_group("refuge"), by_hand=("perks", "points"))
    assert ThreeWayMerge(CREW, theirs, CREW, BOOK).merged_group({}, str).by_hand == ("perks",)


def test_every_field_has_a_name_in_a_sentence() -> None:
    """Those of a form as well as what histories of earlier editions name."""
    assert [field_name(key) for key in ("refuge", "captor", "FA", "skill_types", "entered")] == [
        *("Refuge", "status", "Firearms", "skills open to learn", "entered from paper")
    ]
    for table in (MEMBER, GROUP):
        for key, field in table.items():
            assert field_name(key) != key or field.label.replace("&", "") == key
            assert field.name[0].isupper()


def test_counters_and_traits_are_merged_one_by_one() -> None:
    """Two evenings that each moved another counter don't conflict."""

    def crew(sickness: int, fear: int, food: int, **traits: str) -> Group:
        mo = replace(MO, counters={"sickness": sickness, "fear": fear}, traits=traits)
        return replace(CREW.with_member(mo), counters={"food": food, "fuel": 1})

    base, ours = crew(1, 1, 5, flaw="Limps."), crew(2, 1, 4, flaw="Limps.")
    theirs = crew(1, 3, 5, nick="Bo")
    merge = ThreeWayMerge(ours, theirs, base, BOOK)
    assert [(p.what, p.before, p.ours, p.theirs, p.taken) for p in merge.points] == [
        ("Food", "5", "4", "5", "ours"),
        ("Sickness", "1", "2", "1", "ours"),
        ("Fear", "1", "1", "3", "theirs"),
        ("Flaw", "Limps.", "Limps.", "—", "theirs"),
        ("Nick", "—", "—", "Bo", "theirs"),
    ]
    assert merge.merged_group({}, str) == crew(2, 3, 4, nick="Bo")
    conflict = ThreeWayMerge(ours, crew(5, 1, 5, flaw="Limps."), base, BOOK)
    assert [p.what for p in conflict.open_points({})] == ["Sickness"]
    taken: dict[str, Take] = {"member/mo/counters/sickness": "theirs"}
    assert conflict.merged_group(taken, str) == crew(5, 1, 4, flaw="Limps.")
