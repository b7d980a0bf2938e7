"""What pages, shared texts and web pages say of a campaign that was played, held as text.

`make snapshots` renews the texts.
"""

from __future__ import annotations

import html
import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import ValidationError, convert
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.games import (
    MEASURES,
    Chronicle,
    chart_of,
    opponents_of,
    records_of,
    sheet_charts,
    standings,
)
from lastdays.campaign.chronicle.lives import Life, Memorial
from lastdays.campaign.documents.bounds import campaign_problems, odd_ids, problems
from lastdays.campaign.documents.differences import compare_records
from lastdays.campaign.documents.foreign import check_values
from lastdays.campaign.exchange.sharing import read_shared_campaign, render_tale
from lastdays.campaign.exchange.website import Private, Website
from lastdays.campaign.printing.sheet_content import campaign_sheet
from lastdays.campaign.sequences.post_game import PostGameActions, story_lines
from lastdays.errors import LastDaysError
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords, Ranking
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import CaptiveRecord
from lastdays.model.group import Advance, Group, Injury, Item, Skill
from lastdays.model.recruiting import rating_of
from probing import changed, most, places
from readable import text_of
from store.played import GAMES
from unit.campaign.evenings import some_evening
from unit.postgame.crew import BOOK


def of_the_overview(workspace: Workspace, campaign: str) -> Iterator[Any]:
    overview = workspace.overview(campaign)
    for line in overview.groups:
        yield line.summary.name
        yield text_of(line.next, line.tally, line.figures)
    yield "To go on with:", workspace.places(campaign)
    yield "Half done:", overview.half_done, "Remembered:", overview.remembered


def of_the_games(workspace: Workspace, campaign: str) -> Iterator[Any]:
    chronicle = Chronicle(workspace, campaign)
    for game in workspace.campaign(campaign).campaign.games:
        yield chronicle.story(game.id)


def of_lives(workspace: Workspace, campaign: str) -> Iterator[Any]:
    chronicle = Chronicle(workspace, campaign)
    group = workspace.groups(campaign)[0].id
    for member in workspace.group(group).group.roster[:1]:
        life = Life(chronicle, group, member.id)
        yield (
            member.name,
            life.description(),
            life.figures(),
            life.fate(),
            life.describe(life.games),
        )
    groups = [(g.id, GAMES) for g in workspace.groups(campaign)]
    yield "In memory:", Memorial(chronicle, groups).entries(0, 9)
    yield "Met:", opponents_of(chronicle, group)


def of_the_tables(workspace: Workspace, campaign: str) -> Iterator[Any]:
    chronicle = Chronicle(workspace, campaign)
    groups = [g.id for g in workspace.groups(campaign)]
    ratings = {g: rating_of(workspace.group(g).group, BOOK).total for g in groups}
    names = {g.id: g.name for g in workspace.groups(campaign)}
    found = standings(chronicle.campaign, groups, ratings)
    yield "Standing:", {names[standing.group]: standing for standing in found}
    yield "Records:", records_of(chronicle)
    yield "Charts:", [chart_of(chronicle, measure, groups) for measure in MEASURES[:2]]


def of_the_sheet(workspace: Workspace, campaign: str) -> Iterator[Any]:
    groups = [g.id for g in workspace.groups(campaign)]
    values = [workspace.group(g).group for g in groups]
    charts = sheet_charts(Chronicle(workspace, campaign), groups)
    yield campaign_sheet(workspace.campaign(campaign).campaign, values, BOOK, charts)


def of_what_is_shared(workspace: Workspace, campaign: str) -> Iterator[Any]:
    yield render_tale(read_shared_campaign(workspace, campaign, notes=True), "markdown")


def of_changed_records(workspace: Workspace, campaign: str) -> Iterator[Any]:
    group = workspace.group(workspace.groups(campaign)[0].id).group
    who = {m.id: m.name for m in group.roster}
    games = workspace.campaign(campaign).campaign.games
    for before, after in itertools.pairwise(games[:3]):
        yield compare_records(before, after, group.id, who, BOOK)


def of_the_sequences(workspace: Workspace, campaign: str) -> Iterator[Any]:
    sequences = PostGameActions(workspace, random.Random(2))
    for listed in sequences.sequences(campaign)[:2]:
        yield (
            "A sequence:",
            [line.with_dice for line in story_lines(sequences.view(listed.id).replayed)],
        )


VIEWS = {
    view.__name__.removeprefix("of_"): view
    for view in (
        of_the_overview, of_the_games, of_lives, of_the_tables, of_the_sheet, of_what_is_shared,
        of_changed_records, of_the_sequences,
    )
}  # fmt: skip


def flat(parts: Iterator[Any]) -> Iterator[Any]:
    for part in parts:
        yield from part if isinstance(part, tuple) else (part,)


@pytest.mark.parametrize("name", VIEWS)
def test_a_campaign_that_was_played(
    name: str, played_campaign: tuple[Workspace, str], snapshot: SnapshotAssertion
) -> None:
    assert text_of(*flat(VIEWS[name](*played_campaign))) == snapshot


def words_of(page: bytes) -> str:
    """What a browser shows of a page, a block a line."""
    text = re.sub(r"<(style|script|svg|head)\b.*?</\1>", "", page.decode(), flags=re.DOTALL)
    text = re.sub(
        r"</?(td|th|a|span|strong|em|b|small|time|img)\b[^>]*>", " ", text.replace("\n", " ")
    )
    lines = (" ".join(html.unescape(line).split()) for line in re.split(r"<[^>]+>", text))
    return "\n".join(filter(None, lines))


@pytest.mark.parametrize("page", ["index", "chronicle", "memorial", "game"])
def test_web_pages(
    page: str, played_campaign: tuple[Workspace, str], snapshot: SnapshotAssertion
) -> None:
    made = Website(*played_campaign, Private(notes=True, players=True)).made()
    name = next(name for name in sorted(made) if name.startswith(page) and name.endswith(".html"))
    assert words_of(made[name]) + "\n" == snapshot


# How much a document may hold


def group_taken(body: Any) -> bool:
    """Whether a group of a document is let in."""
    try:
        check_values(body)
        group = convert(body, Group)
    except (LastDaysError, ValidationError):
        return False
    return not problems(group, BOOK, foreign=True) and not odd_ids(group)


def campaign_taken(body: Any) -> bool:
    """Whether a campaign of a document is let in."""
    try:
        check_values(body)
        return not campaign_problems(convert(body, Campaign))
    except (LastDaysError, ValidationError):
        return False


def a_group() -> Group:
    """A group of one who has something of everything."""
    evening = some_evening(random.Random(4), 4)
    first = replace(
        evening.group.members[0],
        notes="x",
        injuries=(Injury("blinded"),),
        advances=(Advance("S"),),
        adjustments={"S": 1},
        skills=(Skill("leader", 2, "x"),),
    )
    scope = Item("s", "revolver", (Item("t", "scope"),))
    return replace(evening.group, members=(first,), notes="x", player="y", games=3, stash=(scope,))


def a_campaign() -> Campaign:
    """A campaign that has something of everything."""
    evening, scope = some_evening(random.Random(4), 4), Item("s", "revolver", (Item("t", "scope"),))
    captive = CaptiveRecord("m", "open", "M", (scope,))
    side = replace(evening.context.game.sides[0], captives=(captive,))
    game = replace(evening.context.game, notes="x", recorded="2026-01-01", sides=(side,))
    day, pictures = "2026-01-01", ("p",)
    return Campaign(
        "c", "C", ("g",), (game,), notes="x", told=(OwnWords(game.id, "x", day, pictures),),
        fixtures=(Fixture("f", "rescue", ("g",), 3, 1),), players=("Ann",),
        rankings=(Ranking("Ours", *range(1, 9)),),
        entries=(ChronicleEntry("e", day, text="x", about=(("g", "m"),), pictures=pictures),),
    )  # fmt: skip


ODD = {"nothing": "", "a new line": "a\nb", "half a letter": "\ud800", "a/b": "a/b", "a control letter": "\x1f",
       "a space": " ", "a deleted letter": "\x7f"}  # fmt: skip


def limit(part: Any, put: Callable[[Any], Any], takes: Callable[[Any], bool]) -> str:
    """What may stand in the place of a part, and how much of it; '' for what has parts of its own."""
    match part:
        case bool():
            return ""
        case int():
            low = int(not takes(put(0)))
            return f"{-most(takes, lambda n: put(-n), low)} to {most(takes, put, low)}"
        case str():
            longest = most(takes, lambda n: put("x" * n), 1, 25_000)
            refused = ", ".join(name for name, odd in ODD.items() if not takes(put(odd)))
            said = f"{longest} letters" if longest > 0 else "no other"
            return f"{said}, not {refused}" if refused else said
        case [one, *_]:
            return f"{most(takes, lambda n: put(grown(one, n)), 1, 1_100)} of them"
    return ""


def grown(one: Any, n: int) -> list[Any]:
    """So many of a kind, each with an id of its own."""
    return [{**one, "id": f"i{k}", "gear": []} if "id" in one else one for k in range(n)]


@pytest.mark.parametrize(
    ("value", "takes"), [(a_group(), group_taken), (a_campaign(), campaign_taken)],
    ids=["a group", "a campaign"],
)  # fmt: skip
def test_the_most_that_a_document_may_hold(
    value: Any, takes: Callable[[Any], bool], snapshot: SnapshotAssertion
) -> None:
    whole = json.loads(msgspec.json.encode(value))
    assert takes(whole)
    lines = []
    for path, part in places(whole):
        if said := limit(part, partial(changed, whole, path), takes):
            lines.append(f"{' '.join(str(step) for step in path if step != 0)}: {said}")
    assert "\n".join(lines) + "\n" == snapshot
