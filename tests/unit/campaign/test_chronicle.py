"""What the chronicle says of a game and of what became of a group, and what games add up to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.chronicle.sentences import Outcome, gear_in_words, result_sentence
from lastdays.campaign.dates import day_of_moment
from lastdays.model.game_record import Appearance, CaptiveFate, CaptiveRecord, GameRecord, Side
from lastdays.model.group import Advance, Group, Injury, Item, RefugeState, Skill
from unit.campaign.histories import won_group
from unit.postgame.crew import BOOK, group, member

ZEKE, CARL = "Zeke's Truckers", "Carl's Crew"


def game(*sides: Side, number: int = 1) -> GameRecord:
    return GameRecord(f"g{number}", number, "scavengers", sides)


def side(
    whose: str,
    name: str = "",
    *appearances: Appearance,
    **facts: Any,
) -> Side:
    return Side(whose, name or whose, appearances, **facts)


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        (
            (side("a", ZEKE, won=True), side("b", CARL, broke=True)),
            "Zeke's Truckers beat Carl's Crew, who broke.",
        ),
        ((side("a", ZEKE, won=True), side("b", CARL)), "Zeke's Truckers beat Carl's Crew."),
        ((side("a", ZEKE, broke=True), side("b", CARL)), "Nobody won; Zeke's Truckers broke."),
        (
            (side("a", ZEKE), side("b", CARL)),
            "Zeke's Truckers and Carl's Crew fought to a draw.",
        ),
        ((side("a", ZEKE),), "Zeke's Truckers played alone."),
        ((side("a", ZEKE, won=True),), "Zeke's Truckers won."),
        (
            (side("a", "A", won=True), side("b", "B"), side("c", "C", broke=True)),
            "A beat B and C.",
        ),
    ],
)
def test_the_first_sentence_says_how_a_game_ended(sides: tuple[Side, ...], said: str) -> None:
    assert result_sentence(game(*sides)) == said


def crews() -> tuple[Group, Group]:
    ours = replace(group(member("Zeke", "merciless-thug"), member("Mo"), member("Pip")), id="a")
    theirs = replace(group(member("Carl", "everyday-hero"), member("Rex")), id="b")
    return replace(ours, name=ZEKE), replace(theirs, name=CARL)


def after(
    before: Group,
    after_: Group,
    *,
    out: tuple[str, ...] = (),
    by: str = "",
    ending: bool = True,
    **facts: Any,
) -> list[str]:
    """What is said of a group's sequence after a game in which some ended Out of Action."""
    appearances = tuple(
        Appearance(m.id, out=m.id in out, out_by=by if m.id in out else "") for m in before.members
    )
    own = side(before.id, before.name, *appearances, **facts)
    rivals = crews()[1]
    outcome = Outcome(own, before, after_, {"a": after_, "b": rivals}, BOOK)
    return [s.text for s in outcome.sentences(None, ending=ending)]


def test_what_became_of_a_group_is_told_losses_first() -> None:
    before, _theirs = crews()
    now = before.change_member(
        "zeke",
        lambda m: replace(
            m,
            level=2,
            advances=(Advance("S", 1, 1, 1),),
            skills=(*m.skills, Skill("dodge")),
        ),
    )
    now = now.change_member("mo", lambda m: m.suffer(Injury("arm-injury", 1)))
    now = now.bury("pip", 1).with_member(member("Ana", "survivor", ("knife",)))
    now = replace(now, points=12, stash=(Item("i", "scope"), Item("j", "scope")))
    skill = BOOK.skills["dodge"].name
    assert after(before, now, out=("pip", "mo"), by="rex") == [
        "Mo has a lasting injury: Arm Injury.",
        "Pip died of wounds dealt by Rex.",
        f"Zeke reached Level 2: Strength +1 and {skill}.",
        "Ana, Survivor, joined Zeke's Truckers.",
        "Zeke's Truckers gained Scope (2).",
        "Zeke's Truckers has 12 Scavenge Points (+12).",
    ]
    assert after(before, replace(before, points=1))[-1] == (
        "Zeke's Truckers has 1 Scavenge Point (+1)."
    )


def test_each_death_is_told_as_it_came() -> None:
    before, _theirs = crews()
    dead = before.bury("pip", 1)
    moved = replace(dead, refuge=RefugeState("church"))
    old, new = (BOOK.refuges[key].name for key in ("farm-house", "church"))
    assert after(before, dead, out=("pip",), by="zombie")[0] == (
        "Pip died of wounds dealt by zombies."
    )
    assert after(before, dead, out=("pip",))[0] == "Pip died of wounds."
    assert after(before, dead) == ["Pip died."]
    assert after(before, moved) == [
        f"Pip died fleeing {old}.",
        f"Zeke's Truckers left {old} for {new}.",
    ]
    fates: tuple[tuple[CaptiveFate, str], ...] = (
        ("declined", "nobody came to the Rescue"),
        ("lost", "the Rescue failed"),
    )
    for fate, how in fates:
        captives = (CaptiveRecord("pip", fate, "Pip"), CaptiveRecord("mo", fate, "Mo"))
        said = after(before, dead, captives=captives)
        assert said == [f"Pip died in captivity: {how}."]
        assert after(before, dead, captives=captives[1:]) == ["Pip died."]


def test_a_group_has_a_new_leader_or_none() -> None:
    before, _theirs = crews()
    dead = before.bury("zeke", 1)
    assert after(before, replace(dead, leader="")) == ["Zeke died."]
    assert after(before, replace(dead, leader="mo"))[1:] == ["Mo leads Zeke's Truckers now."]


@pytest.mark.parametrize(
    ("kinds", "said"),
    [(1, "A"), (5, "A, B, C, D and E"), (6, "A, B, C, D, E and 1 more piece of gear")],
)
def test_of_much_gear_the_first_is_named(kinds: int, said: str) -> None:
    found = list(BOOK.all_gear())[:kinds]
    for letter, gear in zip("ABCDE", found, strict=False):
        said = said.replace(letter, gear.name)
    items = [Item(gear.key, gear.key) for gear in found]
    assert gear_in_words(items, BOOK) == said


def test_capture_and_return_and_leaving_are_told() -> None:
    before, _theirs = crews()
    taken = before.change_member(
        "mo", lambda m: replace(m, status="captured", captor="b", captor_name=CARL)
    )
    assert after(before, taken) == ["Mo was captured by Carl's Crew."]
    assert after(taken, before) == ["Mo came back from captivity."]
    assert after(before, before.depart("mo", 1)) == ["Mo left Zeke's Truckers."]


def test_the_end_of_the_campaign_is_told_once_and_only_where_it_counts() -> None:
    now = won_group()
    before = replace(now, points=250)
    end = "Truckers survived the season: the campaign can end here."
    assert after(before, now)[-1] == end
    assert end not in after(now, replace(now, points=301))
    assert end not in after(before, now, ending=False)


@pytest.mark.parametrize("at", ["", "then", "9999-99-99", "0001-01-01T00:00:00+00:00"])
def test_a_time_that_is_none_has_no_day_and_stops_nobody(at: str) -> None:
    assert day_of_moment(at) in ("", "0001-01-01")
