"""As much as a group or a campaign may hold is taken, one more or one less than may be is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.documents import bounds
from lastdays.campaign.documents.bounds import campaign_problems, odd_ids, problems
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords, Ranking
from lastdays.model.fields import NAME_MOST, NOTES_MOST, PICTURES_MOST
from lastdays.model.game_record import Appearance, CaptiveRecord, GameRecord, Side, SupplyToken
from lastdays.model.group import BuiltPerk, Injury, Item, RefugeState, Skill
from unit.postgame.crew import BOOK, group, member

CAMPAIGN = Campaign("c", "River side", players=("Ann B",), rankings=(Ranking("The league"),))
A, B = Side("a", "A"), Side("b", "B")


def game(**values: Any) -> Campaign:
    """A campaign of one game."""
    whole = {"id": "g", "number": 1, "encounter": "rescue", "sides": (A, B), **values}
    return replace(CAMPAIGN, games=(GameRecord(**whole),))


def side(**values: Any) -> Campaign:
    return game(sides=(A, replace(B, **values)))


def did(**values: Any) -> Campaign:
    return side(appearances=(Appearance("m"), Appearance("n", **values)))


def held(**values: Any) -> Campaign:
    return side(captives=(CaptiveRecord("m", "home"), CaptiveRecord("n", "lost", **values)))


def wrote(**values: Any) -> Campaign:
    entry = ChronicleEntry(**{"id": "e", "day": "2026-10-03", **values})
    return replace(CAMPAIGN, entries=(entry,))


def told(**values: Any) -> Campaign:
    return replace(CAMPAIGN, told=(OwnWords(**{"game": "g", **values}),))


#: What holds so much, what it holds at least (0: nothing) and at most.
HELD: dict[str, tuple[Callable[[int], Campaign], int, int]] = {
    "the number": (lambda n: game(number=n), 1, bounds.NUMBER_MOST),
    "a game's id": (lambda n: game(id="x" * n), 1, bounds.ID_MOST),
    "its time": (lambda n: game(recorded="x" * n), 0, bounds.DAY_MOST),
    "its Encounter": (lambda n: game(encounter="x" * n), 0, NAME_MOST),
    "its notes": (lambda n: game(notes="x" * n), 0, NOTES_MOST),
    "its sides": (lambda n: game(sides=(A,) * n), 1, bounds.SIDES_MOST),
    "a side's name": (lambda n: side(name="x" * n), 0, NAME_MOST),
    "those who took part": (
        lambda n: side(appearances=(Appearance("m"),) * n), 0, bounds.APPEARANCES_MOST,
    ),
    "tokens": (lambda n: side(tokens=(SupplyToken("claimed"),) * n), 0, bounds.TOKENS_MOST),
    "captives": (
        lambda n: side(captives=(CaptiveRecord("m", "home"),) * n), 0, bounds.APPEARANCES_MOST,
    ),
    "a captive's name": (lambda n: held(name="x" * n), 0, NAME_MOST),
    "their gear": (lambda n: held(gear=(Item("i", "knife"),) * n), 0, bounds.COUNT_MOST),
    "zombies": (lambda n: did(zombies=n), 0, bounds.COUNT_MOST),
    "rivals": (lambda n: did(rivals=n), 0, bounds.COUNT_MOST),
    "objectives": (lambda n: did(objectives=n), 0, bounds.COUNT_MOST),
    "what was spent": (lambda n: did(spent=("i",) * n), 0, bounds.COUNT_MOST),
    "an entry's id": (lambda n: wrote(id="x" * n), 1, bounds.ID_MOST),
    "its text": (lambda n: wrote(text="x" * n), 0, NOTES_MOST),
    "whom it is about": (lambda n: wrote(about=(("a", ""),) * n), 0, bounds.APPEARANCES_MOST),
    "their group": (lambda n: wrote(about=(("a", ""), ("x" * n, ""))), 0, bounds.ID_MOST),
    "their own id": (lambda n: wrote(about=(("a", "x" * n),)), 0, bounds.ID_MOST),
    "its pictures": (lambda n: wrote(pictures=("p",) * n), 0, PICTURES_MOST),
    "a picture": (lambda n: wrote(pictures=("p", "x" * n)), 1, bounds.ID_MOST),
    "own words": (lambda n: told(text="x" * n), 0, NOTES_MOST),
    "their game": (lambda n: told(game="x" * n), 0, bounds.ID_MOST),
    "their pictures": (lambda n: told(pictures=("p",) * n), 0, PICTURES_MOST),
    "the name": (lambda n: replace(CAMPAIGN, name="x" * n), 1, NAME_MOST),
    "a player": (lambda n: replace(CAMPAIGN, players=("Ann", "x" * n)), 1, NAME_MOST),
    "a ranking": (lambda n: replace(CAMPAIGN, rankings=(Ranking("x" * n),)), 1, NAME_MOST),
}  # fmt: skip


@pytest.mark.parametrize("what", HELD)
def test_a_campaign_holds_as_much_as_it_may(what: str) -> None:
    made, least, most = HELD[what]
    assert campaign_problems(made(least)) == campaign_problems(made(most)) == []
    assert campaign_problems(made(most + 1))
    below = made(least - 1) if least or what in ("zombies", "rivals", "objectives") else None
    assert below is None or campaign_problems(below)


@pytest.mark.parametrize("name", [" ", "a\nb", "a\x1fb", "\t"])
def test_a_name_is_a_line(name: str) -> None:
    for found in (
        replace(CAMPAIGN, name=name),
        replace(CAMPAIGN, rankings=(Ranking(name),)),
        *([] if name == " " else [replace(CAMPAIGN, players=("Ann", name)), side(name=name)]),
    ):
        assert campaign_problems(found)


def test_nothing_of_a_campaign_is_there_twice() -> None:
    first, second = (game(number=n, id=f"g{n}").games[0] for n in (1, 2))
    one = ChronicleEntry("e", "2026-10-03")
    whole = replace(
        CAMPAIGN,
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


@pytest.mark.parametrize(
    ("id", "kept"),
    [
        ("x", True),
        ("x" * 64, True),
        ("", False),
        ("x" * 65, False),
        ("a/b", False),
        ("a\nb", False),
    ],
)
def test_ids_from_elsewhere_can_be_kept(id: str, kept: bool) -> None:
    crew = group(member("Mo"))
    mo, perk = crew.member("mo"), BuiltPerk("p", "fences")
    for found in (
        replace(crew, id=id),
        crew.with_member(replace(mo, gear=(Item(id, "knife"),))),
        replace(crew, members=(*crew.members, replace(mo, id=id))),
        replace(crew, refuge=RefugeState("mall", (perk, replace(perk, id=id)))),
    ):
        assert (odd_ids(found) == []) == kept
    assert odd_ids(replace(crew, refuge=RefugeState("mall", (perk, perk))))


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
