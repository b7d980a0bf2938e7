"""What paper and pages say of groups, games and campaigns, held as text, and what holds of all of it.

`make snapshots` renews the texts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lastdays.campaign.chronicle.games import standings
from lastdays.campaign.chronicle.rankings import ranked
from lastdays.campaign.chronicle.sentences import game_sentences
from lastdays.campaign.documents.differences import compare
from lastdays.campaign.documents.rosters import read_roster
from lastdays.campaign.exchange.merging import ThreeWayMerge
from lastdays.campaign.exchange.sharing import render_tale, shared_group
from lastdays.campaign.next_game import briefing, next_game
from lastdays.campaign.overview import next_step, sequences_by_group, session_by_side, tally
from lastdays.campaign.players import Player, PlayersGroup, pairings
from lastdays.campaign.printing.card_content import character_card, group_card, roster_sheet
from lastdays.campaign.printing.quick_reference import reference_sheet
from lastdays.campaign.printing.sheet_content import encounter_sheet, token_sheet, zombie_sheet
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.model.campaign import Campaign, Ranking
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken
from lastdays.model.group import Group, Injury, Item, NextEncounter, RefugeState
from lastdays.model.switches import Switches
from lastdays.model.tallies import Tallies
from lastdays.store.log import SessionSummary
from lastdays.store.sequences import Listed
from readable import text_of
from unit.campaign.evenings import edited, some_evening, some_group
from unit.postgame.crew import BOOK, group, member, night

ROSTERS = Path(__file__).parents[2] / "fixtures" / "rosters"
PLAN = ("plan",)


def truckers() -> Group:
    """A group with somebody of each kind: armed, hurt, held captive."""
    mo = member("Mo", gear=("semi-automatic", "club"), skills=("sniper",), level=2, experience=9)
    mo = replace(
        mo, gear=(replace(mo.gear[0], attached=(Item("sight", "reflex-sight"),)), mo.gear[1])
    )
    ann = member("Ann", "rescue-worker", ("medical-supplies",), injuries=(Injury("arm-injury"),))
    ed = replace(member("Ed", "survivor"), status="captured", captor="r", captor_name="Crew")
    return group(
        mo, ann, ed, refuge="mall", points=14, notes="Owes *Carl*.", player="Robin", games=3,
        stash=(Item("s", "tactical-vest"),), next_encounter=NextEncounter(("radio-room",)),
    )  # fmt: skip


def crew() -> Group:
    """Their rivals."""
    lou = member("Lou", "tough-guy", ("heavy-club",))
    carl = member("Carl", "everyday-hero", ("pump-action-shotgun",))
    return replace(group(carl, lou, member("Rex", "dog"), refuge="church"), id="r", name="Crew")


PAPERS: Mapping[str, Callable[[], Any]] = {
    "worksheet": lambda: worksheet(
        truckers(), BOOK, Switches(), night(truckers(), out=("mo",), deeds={"mo": {"zombies": 2}}).game
    ),
    "roster sheet": lambda: roster_sheet(truckers(), BOOK),
    "reference": lambda: reference_sheet(truckers(), BOOK, Switches()),
    "tokens to cut": lambda: token_sheet(truckers(), BOOK, "a4"),
    "card of the group": lambda: group_card(truckers(), BOOK),
    "card of a member": lambda: [character_card(m, truckers(), BOOK, Switches()) for m in truckers().roster[1:3]],
    "shared as text": lambda: render_tale(shared_group(truckers(), BOOK, notes=True), "text"),
    "shared as Markdown": lambda: render_tale(shared_group(truckers(), BOOK, notes=True), "markdown"),
    "zombies": lambda: zombie_sheet(BOOK),
}  # fmt: skip


@pytest.mark.parametrize("name", PAPERS)
def test_paper_of_a_group(name: str, snapshot: SnapshotAssertion) -> None:
    assert text_of(PAPERS[name]()) == snapshot


@pytest.mark.parametrize("encounter", sorted(BOOK.encounters))
def test_the_next_game_is_set_up(encounter: str, snapshot: SnapshotAssertion) -> None:
    """All that a page says before a game; the sheet on paper of one that has all of it."""
    game = next_game(
        Fixture("f", encounter, ("g", "r"), defender="r"), (truckers(), crew()), BOOK, 4
    )
    said = text_of(briefing(game, BOOK), without=PLAN)
    if encounter == "rescue":
        said += text_of("", encounter_sheet(game, BOOK), without=PLAN)
    assert said == snapshot


def test_the_next_game_isn_t_chosen(snapshot: SnapshotAssertion) -> None:
    game = next_game(Fixture("f", "", ("g", "r")), (truckers(), crew()), BOOK, 4)
    assert text_of(encounter_sheet(game, BOOK), without=PLAN) == snapshot


def test_two_states_of_a_group_meet(snapshot: SnapshotAssertion) -> None:
    """What was changed here and there since both were the same, and what is asked of it."""
    base = truckers()
    mo, ann = base.members[1:3]
    ours = replace(
        base, points=20, members=(base.members[0], replace(mo, level=3), ann, base.members[3])
    )
    theirs = replace(
        base,
        name="Road Kings",
        points=9,
        refuge=RefugeState("prison"),
        members=(base.members[0], replace(mo, level=4, gear=mo.gear[1:]), member("Kit", "kid")),
    )
    assert text_of(
        "What differs:", compare(ours, theirs, BOOK),
        "Since both were the same:", ThreeWayMerge(ours, theirs, base, BOOK).points,
        "Without a common state:", ThreeWayMerge(ours, theirs, None, BOOK).points,
    ) == snapshot  # fmt: skip


def games() -> tuple[GameRecord, ...]:
    """Three games: won, drawn by three, and against somebody who isn't recorded."""
    mo, lou = Appearance("mo", out=True, out_by="lou", zombies=2), Appearance("lou", rivals=1)
    token = SupplyToken("carried", "mo")
    return (
        GameRecord("1", 1, "rescue", (Side("g", "Truckers", (mo,), (token,), won=True), Side("r", "Crew", (lou,), broke=True))),
        GameRecord("2", 2, "bushwhack", (Side("g", "Truckers", (mo,), broke=True), Side("r", "Crew", (lou,), broke=True), Side("k", "Kings"))),
        GameRecord("3", 3, "scavengers", (Side("r", "Crew", (replace(lou, part="missing"),)), Side("", "Sue", won=True))),
    )  # fmt: skip


def test_what_games_add_up_to(snapshot: SnapshotAssertion) -> None:
    tallies, known = Tallies(games()), {"g": truckers(), "r": crew()}
    campaign = Campaign("c", "Riverside", ("g", "r", "k"), games())
    ratings = {"g": 90, "r": 70, "k": 80}
    by_zombies = Ranking("Hunters", zombies=2)
    assert text_of(
        "What is told:", [game_sentences(game, known, BOOK) for game in games()],
        "Groups:", tallies.groups, "Members:", tallies.members, "Records:", tallies.records,
        "Met by the Truckers:", tallies.against("g"),
        "Standing:", {s.group: s for s in standings(campaign, "grk", ratings)},
        "By zombies:", {r.group: r for r in ranked(campaign, by_zombies, "grk", ratings)},
    ) == snapshot  # fmt: skip


def test_pairs_for_the_next_evening(snapshot: SnapshotAssertion) -> None:
    here = [
        Player("Ann", (PlayersGroup("a", "Truckers", "Ann", 90),), games=3, meetings={"Bo": 2}),
        Player("Bo", (PlayersGroup("b", "Crew", "Bo", 85),), games=3, meetings={"Ann": 2}),
        Player("Cy", (PlayersGroup("c", "Kings", "Cy", 180), PlayersGroup("d", "Rats", "Cy", 60))),
        Player("Di", ()),
        Player("Ed", (PlayersGroup("e", "Dogs", "Ed", 88),), games=1),
    ]
    night_of = pairings(here)
    assert text_of(night_of, [pair.reason() for pair in night_of.pairings]) == snapshot


def next_steps() -> Iterator[tuple[str, Any]]:
    """What is next for the Truckers, in each kind of state."""
    played = (GameRecord("1", 1, "rescue", (Side("g", "T", won=True), Side("r", "C"))),)
    none, some = Campaign("c", "C", ("g", "r")), Campaign("c", "C", ("g", "r"), played)
    on = SessionSummary("t", "c", "last-days", {"sides": ["g", "r"]}, "", "", "", deleted=False)
    at_table = session_by_side([on]).get("g", "")
    for name, campaign, more in (
        ("it is created", none, {"founding": True}),
        ("nothing was played", none, {}),
        ("a game is on at the table", none, {"session": at_table}),
        ("a game was played", some, {}),
        ("its sequence has begun", some, {"sequences": [Listed("s", "g", "1", False)]}),
        ("its sequence is finished", some, {"sequences": [Listed("s", "g", "1", True)]}),
    ):
        given: dict[str, Any] = {"founding": False, "session": "", "sequences": (), **more}
        given["sequences"] = sequences_by_group(list(given["sequences"])).get("g", ())
        yield name, next_step("g", campaign, **given)
    yield "its tally", tally("g", some)


def test_what_comes_next_for_a_group(snapshot: SnapshotAssertion) -> None:
    assert (
        text_of(*(part for name, step in next_steps() for part in (f"{name}:", step))) == snapshot
    )


@pytest.mark.parametrize("file", sorted(ROSTERS.iterdir()), ids=lambda file: str(file.name))
def test_a_roster_of_another_program(file: Path, snapshot: SnapshotAssertion) -> None:
    read = read_roster(file.read_bytes(), BOOK)
    text = render_tale(shared_group(read.group, BOOK, notes=True), "text")
    assert text_of(text, "Not read:", read.unread) == snapshot


# What holds of whatever is told


def sound(text: str) -> None:
    """A text that no placeholder was left in."""
    assert not set("{}") & set(text), text
    assert "None" not in text.split(), text


@pytest.mark.parametrize("seed", range(6))
def test_paper_of_any_group_is_whole_sentences(seed: int) -> None:
    chance = random.Random(1000 + seed)
    evening = some_evening(chance, chance.choice((1, 2, 3, 5, 8, 11)))
    now, switches = evening.group, evening.context.switches
    sound(text_of(worksheet(now, BOOK, switches, evening.context.game)))
    for each in (now, edited(now, chance)):
        sound(text_of(group_card(each, BOOK), roster_sheet(each, BOOK)))
        sound(text_of(reference_sheet(each, BOOK, switches)))
        sound(text_of([character_card(m, each, BOOK, switches) for m in each.roster]))
        sound(render_tale(shared_group(each, BOOK, notes=True), "markdown"))


@pytest.mark.parametrize("seed", range(12))
def test_any_next_game_places_everybody_once(seed: int) -> None:
    chance = random.Random(seed)
    groups = tuple(
        replace(some_group(chance, chance.randint(1, 11)), id=letter, name=letter.upper())
        for letter in "abcd"[: chance.choice((1, 2, 2, 3, 4))]
    )
    planned = Fixture("f", chance.choice(sorted(BOOK.encounters)), tuple(g.id for g in groups))
    game = next_game(planned, groups, BOOK, seed)
    sound(text_of(encounter_sheet(game, BOOK)))
    found = briefing(game, BOOK)
    assert found is not None
    sound(text_of(found))
    assert [side.group for side in found.sides] == [g.id for g in groups]


@pytest.mark.parametrize("seed", range(20))
def test_everybody_is_paired_once(seed: int) -> None:
    chance = random.Random(seed)
    here = [
        Player(f"P{n}", (PlayersGroup(f"g{n}", f"G{n}", f"P{n}", chance.randint(50, 200)),),
               games=chance.randrange(9), meetings={f"P{k}": chance.randrange(4) for k in range(n)})
        for n in range(chance.randrange(2, 9))
    ]  # fmt: skip
    paired = [name for pair in pairings(here).pairings for name in pair.players]
    assert sorted({*paired}) == sorted(paired)
    assert len(paired) >= len(here) - 1


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_asked_where_one_of_both_changed_nothing(seed: int) -> None:
    chance = random.Random(seed)
    base = some_group(chance, 7)
    ours = edited(base, chance)
    for one, other in ((ours, base), (base, ours)):
        meeting = ThreeWayMerge(one, other, base, BOOK)
        assert not meeting.open_points({})
    assert not ThreeWayMerge(ours, ours, None, BOOK).points
