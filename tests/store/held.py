"""Held."""

from __future__ import annotations

import difflib
import inspect
import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import pytest
from msgspec import Struct

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.games import (
    MEASURES,
    Chronicle,
    chart,
    met,
    most_played,
    records,
    sheet_plots,
    standings,
)
from lastdays.campaign.chronicle.lives import Life, Memorial
from lastdays.campaign.documents.differences import compare_records
from lastdays.campaign.exchange.merging import Take
from lastdays.campaign.exchange.sharing import (
    read_shared_campaign,
    read_shared_group,
    rendered,
    shared_group,
)
from lastdays.campaign.printing.sheet_content import campaign_sheet, zombie_sheet
from lastdays.campaign.sequences.post_game import PostGameActions, story
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import rating_of
from lastdays.store import RevisionMark
from store.exercise import whole_history
from store.played import GAMES
from unit.postgame.crew import BOOK

FIXTURES = Path(__file__).parents[1] / "fixtures"
TAKES: tuple[Take, ...] = ("ours", "theirs")
_WORDS = re.compile(r"(?<!\w)[a-zà-ÿ'’]+(?:[ ,-]+[a-zà-ÿ'’]+)*(?!\w)")


def lines(value: Any, depth: int = 0) -> Iterator[str]:
    """Tell a value line by line, as far as somebody sees it, whatever its parts are called here."""
    space = " " * depth
    match value:
        case Group():
            yield from lines(rendered(shared_group(value, BOOK, notes=True), "text"), depth)
        case Member():
            yield from lines((value.name, value.level, [i.key for i in value.gear]), depth)
        case Campaign() | GameRecord():
            yield space + value.id
        case RevisionMark():
            return
        case str():
            for line in value.splitlines() or [""]:
                yield space + (_WORDS.sub("…", line) if " " in line else line)
        case int() | float() | bytes() | None:
            yield f"{space}{value!r}"
        case Struct():
            for name in value.__struct_fields__:
                yield from lines(getattr(value, name), depth + 1)
        case dict():
            for key, part in value.items():
                yield from lines((key, part), depth)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from lines(getattr(value, field.name), depth + 1)
        case _ if isinstance(value, Iterable):
            for part in sorted(value) if isinstance(value, frozenset) else value:
                yield from lines(part, depth + 1)
            return
    if isinstance(value, Struct) or is_dataclass(value):
        for _name, part in inspect.getmembers(type(value), lambda n: isinstance(n, property)):
            if isinstance(said := part.fget(value), str | int | float):
                yield from lines(said, depth + 1)


def of_a_campaign(workspace: Workspace, campaign: str) -> Iterator[Any]:
    """All that pages and paper say of a campaign and of what happened in it."""
    groups = [g.id for g in workspace.groups(campaign)]
    values = [workspace.group(g).group for g in groups]
    yield whole_page(workspace, campaign)
    yield workspace.places(campaign)
    chronicle = Chronicle(workspace, campaign)
    games = workspace.campaign(campaign).campaign.games
    yield [chronicle.story(game.id) for game in games]
    for value in values:
        who = {m.id: m.name for m in value.roster}
        yield [compare_records(a, b, value.id, who, BOOK) for a, b in itertools.pairwise(games)]
        lives = [Life(chronicle, value.id, m.id) for m in value.members]
        yield [
            (life.figures(), life.description(), life.fate(), life.describe(life.games))
            for life in lives
        ]
        yield met(chronicle, value.id)
        yield [
            (entry.at, workspace.group_at(entry.revision))
            for entry in whole_history(workspace, value.id)[:3]
        ]
        yield rendered(read_shared_group(workspace, value.id), "text")
    yield Memorial(chronicle, [(group, GAMES) for group in groups]).entries(0, 9)
    yield records(chronicle)
    yield standings(chronicle.campaign, groups, {v.id: rating_of(v, BOOK).total for v in values})
    yield [chart(chronicle, measure, groups) for measure in MEASURES]
    yield most_played(chronicle, groups)
    plots = sheet_plots(workspace, campaign, groups)
    yield campaign_sheet(workspace.campaign(campaign).campaign, values, BOOK, plots)
    yield rendered(read_shared_campaign(workspace, campaign, notes=True), "markdown")
    sequences = PostGameActions(workspace, random.Random(2))
    for listed in sequences.sequences(campaign):
        yield [line.with_dice for line in story(sequences.view(listed.id).replayed)]
    yield zombie_sheet(BOOK)


def overview_of(workspace: Workspace, campaign: str) -> Iterator[Any]:
    seen = workspace.overview(campaign)
    for line in seen.groups:
        yield line.next, line.tally, line.figures
    first = seen.to_go_on_with()
    fallen = fallen_of(workspace, seen)
    yield first and first.summary.name, seen.half_done, seen.remembered, fallen


def fallen_of(workspace: Workspace, seen: Any) -> list[Any]:
    """Those whom the page of a campaign names in memory."""
    chronicle = Chronicle(workspace, seen.view.campaign.id)
    return [(member, group.name) for group, member in Memorial(chronicle, seen.fell).members(0, 3)]


def whole_page(workspace: Workspace, campaign: str) -> list[Any]:
    """All that the page of a campaign tells."""
    seen = workspace.overview(campaign)
    told = [getattr(seen, name) for name in seen.__struct_fields__]
    told.insert(seen.__struct_fields__.index("remembered"), fallen_of(workspace, seen))
    return told


class Held(NamedTuple):
    """Everything that is told, by what it is about, and the file that holds it as it was."""

    about: str | None
    file: Path
    views: Mapping[str, Callable[[], Iterator[Any]]]

    def check(self, name: str) -> None:
        with ZipFile(self.file) as held:
            before = held.read(name).decode().splitlines()
        now = list(lines(self.views[name]()))
        if now != before:
            found = difflib.unified_diff(before, now, "held", "now", lineterm="")
            pytest.fail("\n".join([self.about or "", *itertools.islice(found, 60)]))

    def write(self) -> None:
        with ZipFile(self.file, "w", ZIP_LZMA) as held:
            for name, view in self.views.items():
                held.writestr(ZipInfo(name), "\n".join(lines(view())), ZIP_LZMA)
