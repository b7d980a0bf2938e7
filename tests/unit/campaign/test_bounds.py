"""What a group or a campaign may hold besides numbers and lengths: nothing twice, nothing unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.documents import bounds
from lastdays.campaign.documents.bounds import campaign_problems, problems
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords
from lastdays.model.game_record import (
    Appearance,
    CaptiveRecord,
    GameRecord,
    RolledRow,
    Side,
    StepResult,
    SupplyToken,
)
from lastdays.model.group import BuiltPerk, Injury, Item, RefugeState, Skill
from unit.postgame.crew import BOOK, group, member


def test_nothing_of_a_campaign_is_there_twice() -> None:
    sides = (Side("a", "A"), Side("b", "B"))
    first, second = (GameRecord(f"g{n}", n, "rescue", sides) for n in (1, 2))
    one = ChronicleEntry("e", "2026-10-03")
    whole = Campaign(
        "c",
        "River side",
        games=(first, second),
        groups=("a", "b"),
        entries=(one, replace(one, id="f")),
        told=(OwnWords("g1"), OwnWords("g2")),
    )
    assert campaign_problems(whole) == []
    spoilt: tuple[dict[str, Any], ...] = (
        {"games": (first, replace(second, id="g1"))},
        {"games": (first, replace(second, number=1))},
        {"groups": ("a", "a")},
        {"entries": (one, one)},
        {"told": (OwnWords("g1"),) * 2},
        *[{"entries": (replace(one, day=day),)} for day in ("", "soon", "2026-1-1")],
        {"entries": (replace(one, id="e\n"),)},
    )
    for twice in spoilt:
        assert len(campaign_problems(replace(whole, **twice))) == 1


def test_a_campaign_holds_so_much_and_no_more() -> None:
    words = tuple(OwnWords(f"g{n}") for n in range(5_001))
    assert campaign_problems(Campaign("c", "River side", told=words[1:])) == []
    (said,) = campaign_problems(Campaign("c", "River side", told=words))
    assert "5000" in said.replace(",", "")


def result(**parts: Any) -> GameRecord:
    """A game with a step of players' own before it."""
    step = StepResult("fire", "Fire")
    return GameRecord("g", 1, "rescue", (Side("a", "A"),), before=(replace(step, **parts),))


def side(**parts: Any) -> GameRecord:
    """A game of a single side."""
    return GameRecord("g", 1, "rescue", (replace(Side("a", "A"), **parts),))


#: The parts of a game's record: the name of the bound, and a record that holds so much of it.
PARTS: tuple[tuple[str, Callable[[int], GameRecord]], ...] = (
    ("ID_MOST", lambda n: replace(side(), id="g" * n)),
    ("ID_MOST", lambda n: replace(side(), fixture="f" * n)),
    ("NUMBER_MOST", lambda n: replace(side(), number=n)),
    ("NAME_MOST", lambda n: replace(side(), encounter="x" * n)),
    ("NAME_MOST", lambda n: replace(side(), reported_by="x" * n)),
    ("NOTES_MOST", lambda n: replace(side(), notes="x" * n)),
    ("QUOTE_MOST", lambda n: replace(side(), quote="x" * n)),
    ("SIDES_MOST", lambda n: replace(side(), sides=tuple(Side(f"s{k}", "S") for k in range(n)))),
    ("NAME_MOST", lambda n: side(name="x" * n)),
    ("APPEARANCES_MOST", lambda n: side(appearances=tuple(Appearance(f"m{k}") for k in range(n)))),
    ("COUNT_MOST", lambda n: side(appearances=(Appearance("m", zombies=n),))),
    ("COUNT_MOST", lambda n: side(appearances=(Appearance("m", rivals=n),))),
    ("COUNT_MOST", lambda n: side(appearances=(Appearance("m", objectives=n),))),
    ("COUNT_MOST", lambda n: side(appearances=(Appearance("m", spent=("i",) * n),))),
    ("TOKENS_MOST", lambda n: side(tokens=(SupplyToken("claimed"),) * n)),
    ("NAME_MOST", lambda n: side(captives=(CaptiveRecord("c", "home", name="x" * n),))),
    ("RESULTS_MOST", lambda n: replace(side(), before=(StepResult("fire", "Fire"),) * n)),
    ("ROWS_MOST", lambda n: result(rows=(RolledRow("T", 2, "x"),) * n)),
    ("ROWS_MOST", lambda n: result(notes=("x",) * n)),
    ("NAME_MOST", lambda n: result(step="x" * n)),
    ("NAME_MOST", lambda n: result(who="x" * n)),
    ("NAME_MOST", lambda n: result(rows=(RolledRow("x" * n, 2, ""),))),
    ("SENTENCE_MOST", lambda n: result(rows=(RolledRow("T", 2, "x" * n),))),
    ("NOTE_MOST", lambda n: result(notes=("x" * n,))),
)  # fmt: skip


@pytest.mark.parametrize(("bound", "record"), PARTS)
def test_each_part_of_a_game_holds_so_much_and_no_more(
    bound: str, record: Callable[[int], GameRecord]
) -> None:
    most: int = getattr(bounds, bound)
    assert campaign_problems(Campaign("c", "River side", games=(record(most),))) == []
    assert len(campaign_problems(Campaign("c", "River side", games=(record(most + 1),)))) == 1


def test_what_the_rulebook_does_not_have_is_kept_and_not_added() -> None:
    crew = group(member("Mo"))
    mo = crew.member("mo")
    unknown = {
        "Refuge": replace(crew, refuge=RefugeState("castle")),
        "Perk": replace(crew, refuge=RefugeState("mall", (BuiltPerk("p", "moat"),))),
        "The stash": replace(crew, stash=(Item("i", "lance"),)),
        "Mo": crew.with_member(
            replace(mo, skills=(Skill("jousting"),), injuries=(Injury("gout"),))
        ),
        f"{'x' * 39}…": crew.with_member(replace(mo, name="x" * 50, keyword="noble")),
        "mo": crew.with_member(replace(mo, name="", adjustments={"Luck": 1})),
    }
    for whose, found in unknown.items():
        said = problems(found, BOOK)
        assert [text.partition(": the rulebook has no")[0] for text in said] == [whose] * len(said)
        assert len(said) == (2 if whose == "Mo" else 1)
    for found in list(unknown.values())[:4]:
        assert problems(found, BOOK, [crew, found]) == problems(found, BOOK, foreign=True) == []
        assert problems(found, BOOK, [crew]) == problems(found, BOOK)


def test_levels_go_as_far_as_the_book_or_as_they_were() -> None:
    crew = group(member("Mo", level=10))
    high = crew.with_member(replace(crew.member("mo"), level=11))
    assert (problems(crew, BOOK), len(problems(high, BOOK, [crew]))) == ([], 1)
    assert problems(high, BOOK, [high]) == problems(high, BOOK, foreign=True) == []


def test_members_and_gear_are_there_once_and_the_leader_is_one_of_them() -> None:
    crew = group(member("Mo", gear=("knife",)))
    mo = crew.member("mo")
    for found in (
        replace(crew, members=(*crew.members, replace(mo, gear=()))),
        replace(crew, stash=mo.gear),
        replace(crew, stash=(Item("i", "hunting-rifle", (replace(mo.gear[0], key="scope"),)),)),
        replace(crew, leader="nobody"),
    ):
        assert len(problems(found, BOOK)) == 1
    assert problems(replace(crew, leader=""), BOOK) == []


def test_counters_and_traits_are_so_large_and_no_larger() -> None:
    crew = group(member("Mo"))
    mo = crew.member("mo")
    within = crew.with_member(replace(mo, counters={"c": -9_999}, traits={"t": "x" * 200}))
    assert problems(replace(within, counters={"c": 9_999}), BOOK) == []
    beyond: tuple[Any, ...] = (
        replace(crew, counters={"c": 10_000}),
        replace(crew, counters={"c" * 201: 1}),
        replace(crew, counters={f"c{n}": 1 for n in range(61)}),
        crew.with_member(replace(mo, counters={"c": -10_000})),
        crew.with_member(replace(mo, traits={"t": "x" * 201})),
        crew.with_member(replace(mo, traits={"t": "\ud800"})),
    )
    for one in beyond:
        assert len(problems(one, BOOK)) == 1
    assert len(campaign_problems(Campaign("c", "River side", counters={"day": 10_000}))) == 1
