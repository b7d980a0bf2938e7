"""All that is told of campaigns, on the screen and on paper, held as it was: what stands in it, how
often, with which numbers and names. Common words may change.

Where more changed on purpose: `PYTHONPATH=tests python -m store.test_all_that_is_told`.
"""

from __future__ import annotations

import difflib
import inspect
import itertools
import json
import random
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import msgspec
import pytest
from msgspec import Struct, ValidationError, convert
from msgspec.structs import fields as struct_fields, replace

from answering import answer_one
from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.games import (
    MEASURES,
    Chronicle,
    chart,
    end_progress,
    end_said,
    met,
    most_played,
    records,
    sheet_plots,
    standings,
)
from lastdays.campaign.chronicle.lives import Life, Memorial
from lastdays.campaign.chronicle.rankings import RankingActions, ranked
from lastdays.campaign.chronicle.sentences import game_sentences
from lastdays.campaign.documents.bounds import campaign_problems, odd_ids, problems
from lastdays.campaign.documents.differences import compare, compare_records
from lastdays.campaign.documents.foreign import check_values
from lastdays.campaign.documents.rosters import read_roster
from lastdays.campaign.exchange.merging import Take, ThreeWayMerge, aligned
from lastdays.campaign.exchange.sharing import (
    read_shared_campaign,
    read_shared_group,
    rendered,
    shared_group,
)
from lastdays.campaign.exchange.website import Private, Website
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.next_game import briefing, next_game
from lastdays.campaign.overview import Overview, by_group, next_step, session_by_side, tally
from lastdays.campaign.players import Player, PlayersGroup, pairings
from lastdays.campaign.printing.card_content import character_card, group_card, roster_sheet
from lastdays.campaign.printing.quick_reference import reference_sheet
from lastdays.campaign.printing.sheet_content import (
    campaign_sheet,
    encounter_sheet,
    token_sheet,
    zombie_sheet,
)
from lastdays.campaign.sample import add_sample, play_through
from lastdays.campaign.sequences.post_game import PostGameActions, story
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.errors import DocumentError, LastDaysError
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords, Ranking
from lastdays.model.game_record import (
    Appearance,
    CaptiveRecord,
    GameRecord,
    PlannedGame,
    Side,
    SupplyToken,
)
from lastdays.model.group import Advance, Group, Injury, Item, Member, NextEncounter, Skill
from lastdays.model.recruiting import rating_of
from lastdays.model.tallies import Tallies
from lastdays.store import RevisionMark, open_store
from lastdays.store.log import SessionSummary
from lastdays.store.sequences import Listed
from store.exercise import at_table, whole_history
from unit.campaign.evenings import some_evening, some_group
from unit.postgame.crew import BOOK

FIXTURES = Path(__file__).parents[1] / "fixtures"
ROSTERS = FIXTURES / "rosters"
#: How large the groups are of which everything is told.
SIZES = (1, 4, 7, 9, 12, 26)
GAMES = 4
TAKES: tuple[Take, ...] = ("ours", "theirs")
#: Common words of a sentence.
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


def of_a_group(size: int) -> Iterator[Any]:
    """All that paper and pages say of a group and its latest game."""
    chance = random.Random(size)
    evening = some_evening(chance, size)
    group, switches = evening.group, evening.context.switches
    yield worksheet(group, BOOK, switches, evening.context.game)
    yield worksheet(group, BOOK, switches)
    yield roster_sheet(group, BOOK)
    yield reference_sheet(group, BOOK, switches)
    yield token_sheet(group, BOOK, "letter" if size % 2 else "a4")
    yield group_card(group, BOOK)
    yield [character_card(m, group, BOOK, switches) for m in group.roster]
    yield rendered(shared_group(group, BOOK, notes=True), "markdown")
    yield end_progress(group, BOOK)
    rivals = replace(some_group(chance, 8), id="r", name="Rivals")
    for n, key in enumerate(sorted(BOOK.encounters), start=2):
        both = (group.id, rivals.id) if n % 2 else (rivals.id, group.id)
        game = next_game(PlannedGame(n, key, both, defender=both[0]), (group, rivals), BOOK)
        yield briefing(game, BOOK)
        if size == 7:
            yield encounter_sheet(game, BOOK)
    yield compare(
        group, replace(rivals, id=group.id, members=(*group.members[:2], *rivals.members[2:])), BOOK
    )


def sheets_by_chance() -> Iterator[Any]:
    """Worksheets, cards and ratings of groups of any kind, each once more in another state."""
    for seed in range(16):
        chance = random.Random(1000 + seed)
        evening = some_evening(chance, chance.choice((1, 2, 3, 5, 8, 11)))
        group, switches = evening.group, evening.context.switches
        yield worksheet(group, BOOK, switches, evening.context.game)
        other = replace(
            edited(group, chance),
            points=chance.choice((-3, 0, 1, 299, 300)),
            notes=chance.choice(("", "*Noted.*\n\nTwice <b>_x_</b>.")),
            player=chance.choice(("", "Ann")),
        )
        for each in (group, other):
            yield (
                rating_of(each, BOOK),
                end_progress(each, BOOK),
                end_said(end_progress(each, BOOK)),
            )
            yield group_card(each, BOOK), roster_sheet(each, BOOK), token_sheet(each, BOOK, "a4")
            yield reference_sheet(each, BOOK, switches)
            yield [character_card(m, each, BOOK, switches) for m in each.roster[:3]]
            for style in ("text", "markdown"):
                yield rendered(shared_group(each, BOOK, notes=chance.random() < 0.5), style)


def some_gear(chance: random.Random, whose: str) -> Iterator[Item]:
    """Things that have something to be remembered before a game, or haven't."""
    silencer = (Item(f"{whose}s", "silencer"),)
    for n, key in enumerate(chance.sample(sorted(BOOK.equipment), chance.choice((0, 0, 2)))):
        yield Item(f"{whose}e{n}", key)
    for n in range(chance.choice((0, 0, 0, 1, 2))):
        key = chance.choice(("hunting-rifle", "thrown-explosive", "squad-automatic-weapon"))
        yield Item(f"{whose}w{n}", key, silencer if key == "hunting-rifle" and not n else ())


def briefings() -> Iterator[Any]:
    """The next game of any groups, set up in any way."""
    for seed in range(90):
        chance = random.Random(seed)
        groups = []
        for letter in "abcd"[: chance.choice((1, 2, 2, 2, 3, 4))]:
            group = replace(
                some_group(chance, chance.randint(1, 11)), id=letter, name=letter.upper()
            )
            members = tuple(
                replace(
                    m,
                    captor=chance.choice(("a", "b", "gone", "")) if m.status == "captured" else "",
                    newcomer=chance.random() < 0.1,
                    gear=(*m.gear, *some_gear(chance, m.id)),
                )
                for m in group.members
            )
            passed = NextEncounter(
                tuple(chance.sample(sorted(BOOK.perks), chance.choice((0, 0, 1, 3))))
            )
            groups.append(replace(group, members=members, next_encounter=passed))
        who = [m.id for group in groups for m in group.members]
        planned = PlannedGame(
            seed,
            chance.choice(("", *sorted(BOOK.encounters), *sorted(BOOK.encounters))),
            tuple(g.id for g in groups),
            defender=chance.choice(("", "", "a", "b")),
            rolled_at_table=chance.random() < 0.2,
            parts={m: chance.choice(("deployed", "missing", "held-back")) for m in chance.sample(who, chance.choice((0, 0, 1, len(who))))},
        )  # fmt: skip
        game = next_game(planned, tuple(groups), BOOK)
        yield game.setup, game.roles
        found = briefing(game, BOOK)
        yield found, [side.by_reminder() for side in found.sides] if found else []
        if seed % 6 == 0:
            yield encounter_sheet(game, BOOK)


def results() -> Iterator[Any]:
    """What games of any result add up to: tallies, rankings, players, pairs for the next evening."""
    for seed in range(60):
        chance = random.Random(seed)

        def figure(most: int) -> int:
            return chance.choice((0, 0, chance.randrange(most)))  # noqa: B023  # called here

        games = []
        for number in range(1, chance.randint(2, 9)):
            sides = [
                Side(
                    whose,
                    whose.upper(),
                    tuple(
                        Appearance(f"{whose}{n}", part=chance.choice(("deployed", "deployed", "missing", "held-back")),
                                   out=chance.random() < 0.4, out_by=chance.choice(("", "zombie", "a0", "b1", "gone")),
                                   zombies=figure(4), rivals=figure(3), objectives=figure(2))
                        for n in range(chance.randrange(4))
                    ),
                    tuple(SupplyToken(chance.choice(("carried", "held", "claimed")), f"{whose}0") for _ in range(figure(4))),
                    tuple(CaptiveRecord(f"x{n}", chance.choice(("open", "held", "home", "declined", "lost")), "X", by=chance.choice(("", f"{whose}0"))) for n in range(figure(3))),
                    won=chance.random() < 0.4,
                    broke=chance.random() < 0.3,
                )
                for whose in chance.sample(("a", "b", "c", "d", ""), chance.randint(1, 4))
            ]  # fmt: skip
            games.append(
                GameRecord(
                    f"g{number}", number, chance.choice(sorted(BOOK.encounters)), tuple(sides)
                )
            )
        tallies = Tallies(tuple(games))
        yield tallies.groups, tallies.members, tallies.records
        yield [tallies.against(whose) for whose in "abcd"]
        known = {whose: some_group(chance, 3) for whose in "ab"}
        yield [game_sentences(game, known) for game in games]
        campaign = Campaign("c", "C", tuple("abcd"), tuple(games))
        ratings = {whose: chance.randrange(60, 90) for whose in "abc"}
        yield standings(campaign, "abcd", ratings)
        weights = {f.name: chance.randrange(-2, 5) for f in struct_fields(Ranking)[1:]}
        by = Ranking("R", **weights)
        yield ranked(campaign, by, "abcd", ratings)
        here = [
            Player(
                f"P{n}",
                tuple(PlayersGroup(f"g{n}{k}", f"G{k}", f"P{n}", chance.randint(50, 200)) for k in range(chance.choice((0, 1, 1, 2)))),
                games=chance.randrange(9),
                met={f"P{k}": chance.randrange(4) for k in range(n)},
            )
            for n in range(chance.randrange(9))
        ]  # fmt: skip
        night = pairings(here)
        yield night, [pair.why() for pair in night.pairings]


def next_steps() -> Iterator[Any]:
    """What is next for a group after any games and sequences."""
    for seed in range(200):
        chance = random.Random(seed)
        games = tuple(
            GameRecord(f"g{n}", n, "rescue", tuple(Side(w, w, won=chance.random() < 0.4) for w in chance.sample("abc", chance.randint(1, 3))))
            for n in range(1, chance.randint(1, 5))
        )  # fmt: skip
        campaign = Campaign("c", "C", tuple("abc"), games)
        listed = [
            Listed(f"s{n}", chance.choice("ab"), f"g{chance.randint(1, 5)}", chance.random() < 0.5)
            for n in range(chance.randrange(4))
        ]
        on = [
            SessionSummary(f"t{n}", "c", "last-days", {"sides": chance.sample("abcd", 2)}, "", "", "", deleted=False)
            for n in range(chance.choice((0, 0, 1, 2)))
        ]  # fmt: skip
        for whose in "abc":
            founding, mine = chance.random() < 0.1, by_group(listed).get(whose, ())
            session = session_by_side(on).get(whose, "")
            yield next_step(whose, campaign, founding=founding, sequences=mine, session=session)
            yield tally(whose, campaign)


def pages() -> Iterator[Any]:
    """A campaign as pages for a browser."""
    with sample() as workspace:
        campaign = played(workspace)
        RankingActions(workspace).add(campaign, "League")
        for private in (Private(), Private(notes=True, players=True)):
            for name, content in sorted(Website(workspace, campaign, private).made().items()):
                yield name
                if name.endswith(".html"):
                    yield re.sub(r' d="[^"]*"', "", content.decode()).replace("><", ">\n<")


def played(workspace: Workspace) -> str:
    """The sample campaign some games later: sequences finished, one half done, one game open."""
    campaign = workspace.campaigns()[0].id
    sequences = PostGameActions(workspace, random.Random(5))
    at_table(workspace, campaign, workspace.groups(campaign)[0].id)
    for number in range(1, GAMES + 1):
        chance = random.Random(number)
        actions = GameRecordActions(workspace)
        both = tuple(g.id for g in workspace.groups(campaign))
        record = (
            actions.new_record(campaign, both, "")
            if number > 1
            else workspace.campaign(campaign).campaign.games[0]
        )
        sides = tuple(
            replace(
                side,
                won=side.group == both[number % 2],
                captives=tuple(replace(c, fate=("home", "declined")[number % 2]) for c in side.captives),
                appearances=tuple(
                    replace(a, out=chance.random() < 0.5, out_by=chance.choice(("zombie", "")), zombies=chance.randint(0, 3), rivals=chance.randint(0, 1))
                    for a in side.appearances
                ),
            )
            for side in record.sides
        )  # fmt: skip
        encounter = sorted(BOOK.encounters)[number]
        actions.record(campaign, replace(record, encounter=encounter, sides=sides))
        for group in both[: 1 if number == GAMES else 2]:
            sequence = sequences.begin(campaign, record.id, group)
            play_through(sequences, sequence)
            sequences.finish(sequence)
    sequence = sequences.begin(campaign, record.id, both[1])
    for _n in range(5):
        answer_one(sequences, sequence)
    return campaign


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


@contextmanager
def sample() -> Iterator[Workspace]:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "s.sqlite")
        workspace = desk(store, BOOK)
        workspace.clock = lambda: "2026-01-02T12:00:00+00:00"  # the same day in most places
        add_sample(workspace)
        yield workspace
        store.close()


def of_the_sample() -> Iterator[Any]:
    with sample() as workspace:
        yield from of_a_campaign(workspace, played(workspace))


def step_by_step() -> Iterator[Any]:
    """What a sequence shows at each of its asks, with the odds; undone and done again."""
    with sample() as workspace:
        campaign = workspace.campaigns()[0].id
        game = workspace.campaign(campaign).campaign.games[0]
        sequences = PostGameActions(workspace, random.Random(3))
        sequence = sequences.begin(campaign, game.id, game.sides[0].group)
        while (ask := (view := sequences.view(sequence)).pending) is not None:
            shown = sequences.odds(view, ask)
            yield view.step, ask.key, view.can_undo, view.can_redo, view.undoes_rebase
            if shown and ask.stake:
                found = [shown.chances(wish) for wish in ask.stake.wishes]
                yield (
                    shown.leaves,
                    [[sorted(f.outcomes.items()), sorted(f.hopes.items())] for f in found],
                )
            answer_one(sequences, sequence)
            if ask.key.endswith("roll"):
                sequences.undo(sequence)
                undone = sequences.view(sequence)
                yield undone.can_undo, undone.can_redo, undone.pending and undone.pending.key
                sequences.redo(sequence)
            yield from overview_of(workspace, campaign)
        sequences.finish(sequence)
        yield from overview_of(workspace, campaign)
        while workspace.undo_names(campaign)[0]:
            yield workspace.undo(campaign)
            yield from overview_of(workspace, campaign)


def overview_of(workspace: Workspace, campaign: str) -> Iterator[Any]:
    seen = workspace.overview(campaign)
    for line in seen.groups:
        yield line.next, line.tally, line.figures
    first = seen.to_go_on_with()
    fallen = fallen_of(workspace, seen)
    yield first and first.summary.name, seen.half_done, seen.remembered, fallen


def fallen_of(workspace: Workspace, seen: Overview) -> list[tuple[Member, str]]:
    """Those whom the page of a campaign names in memory."""
    chronicle = Chronicle(workspace, seen.view.campaign.id)
    return [(member, group.name) for group, member in Memorial(chronicle, seen.fell).members(0, 3)]


def whole_page(workspace: Workspace, campaign: str) -> list[Any]:
    """All that the page of a campaign tells."""
    seen = workspace.overview(campaign)
    told = [getattr(seen, name) for name in seen.__struct_fields__]
    told.insert(seen.__struct_fields__.index("remembered"), fallen_of(workspace, seen))
    return told


def edited(group: Group, chance: random.Random) -> Group:
    """A group as somebody has changed it somewhere else."""
    other = some_group(chance, len(group.members) + 1)
    members = []
    for member, another in zip(group.members, other.members, strict=False):
        what = chance.randrange(7)
        if what < 4:
            gear = another.gear if what == 1 else member.gear[what == 2 :]
            member = replace(
                (member, another, member, another)[what], id=member.id, gear=gear, level=what
            )
        if what != 5:
            members.append(member)
    return replace(
        group,
        members=(*members, *other.members[-1:]),
        points=chance.choice((group.points, 7, 8)),
        notes=chance.choice(("", "Noted.", "Two\nlines")),
        stash=chance.choice((group.stash, members[0].gear if members else ())),
        refuge=chance.choice((group.refuge, other.refuge)),
        by_hand=chance.choice(((), ("points",))),
    )


def meetings() -> Iterator[Any]:
    """Two states of a group that meet, all that may be chosen of them, and what comes of it."""
    for seed in range(8):
        chance = random.Random(seed)
        base = some_group(chance, 7)
        ours, theirs = edited(base, chance), edited(base, chance)
        yield aligned(replace(theirs, id="x"), ours)
        yield compare(base, ours, BOOK)
        for before in (base, None):
            meeting = ThreeWayMerge(ours, theirs, before, BOOK)
            yield meeting.points
            choices: dict[str, Take] = {}
            for take in TAKES:
                choices = {p.key: take for p in meeting.points if p.conflict}
                yield meeting.merged(choices, lambda: "new")
            both: dict[str, Take] = {f"member/{m}": "both" for m in meeting.members}
            yield [p.key for p in meeting.open_points(both)]
            yield meeting.merged({**choices, **both}, iter("abcdefghij").__next__)


def most(
    takes: Callable[[Any], bool], made: Callable[[int], Any], first: int, high: int = 2_000_000
) -> int:
    """The most of something that is taken: up to `high`, or -1 where nothing is."""
    if not takes(made(first)):
        return -1
    low = first
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if takes(made(middle)) else (low, middle - 1)
    return low


def bounds() -> Iterator[Any]:
    """The least and the most that each value of a document can be: numbers, texts, lists."""
    chance = random.Random(4)
    evening = some_evening(chance, 4)
    first = evening.group.members[0]
    first = replace(
        first,
        notes="x",
        injuries=(Injury("blinded"),),
        advances=(Advance("S"),),
        adjustments={"S": 1},
        skills=(Skill("leader", 2, "x"),),
    )
    scope = Item("s", "revolver", (Item("t", "scope"),))
    crew = replace(evening.group, members=(first,), notes="x", player="y", games=3, stash=(scope,))
    side = replace(
        evening.context.game.sides[0], captives=(CaptiveRecord("m", "open", "M", (scope,)),)
    )
    game = replace(evening.context.game, notes="x", recorded="2026-01-01", sides=(side,))
    day, pictures = "2026-01-01", ("p",)
    campaign = Campaign(
        "c", "C", ("g",), (game,), notes="x", told=(OwnWords(game.id, "x", day, pictures),),
        planned=PlannedGame(5, "rescue", ("g",), 3, 1), players=("Ann",),
        rankings=(Ranking("Ours", *range(1, 9)),),
        entries=(ChronicleEntry("e", day, text="x", about=(("g", "m"),), pictures=pictures),),
    )  # fmt: skip

    def group_taken(body: Any) -> bool:
        try:
            check_values(body)
            group = convert(body, Group)
        except (LastDaysError, ValidationError):
            return False
        return not problems(group, BOOK, foreign=True) and not odd_ids(group)

    def campaign_taken(body: Any) -> bool:
        try:
            check_values(body)
            return not campaign_problems(convert(body, Campaign))
        except (LastDaysError, ValidationError):
            return False

    for value, takes in ((crew, group_taken), (campaign, campaign_taken)):
        whole = json.loads(msgspec.json.encode(value))
        yield takes(whole)
        for path, part in places(whole):
            at = "/".join(str(step) for step in path)

            tried = limits(part, partial(changed, whole, path), takes)
            yield "|".join(map(str, (at, *tried)))


def limits(part: Any, put: Callable[[Any], Any], takes: Callable[[Any], bool]) -> list[object]:
    """What may stand in the place of a part, and how much of it."""
    match part:
        case bool():
            return [takes(put(None)), takes(put(7))]
        case int():
            low = int(not takes(put(0)))
            return [most(takes, put, low), most(takes, lambda n: put(-n), low)]
        case str():
            odd = ("", "a\nb", "\ud800", "a/b", "\x1f", " ", "\x7f")
            longest = most(takes, lambda n: put("x" * n), 1, 25_000)
            return [longest, *(takes(put(text)) for text in odd)]
        case [one, *_]:
            return [most(takes, lambda n: put(grown(one, n)), 1, 1_100)]
    return []


def grown(one: Any, n: int) -> list[Any]:
    """So many of a kind, each with an id of its own."""
    return [{**one, "id": f"i{k}", "gear": []} if "id" in one else one for k in range(n)]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place of a document with what stands there; of a list the first alone."""
    yield path, value
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value[:1] if isinstance(value, list) else ())
    )
    for name, part in inner:
        yield from places(part, (*path, name))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A document with another value at a place."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new) if path[1:] else new
    return copy


def rosters() -> Iterator[Any]:
    """What becomes of rosters of other programs: whole, and with any number or name another."""
    for file in sorted(ROSTERS.iterdir()):
        content = file.read_text("utf-8")
        yield read_roster(content.encode(), BOOK)
        for number in ("0", "3", "57", "9999.9", "-2", "inf", "x"):
            for found in re.finditer(r'number="(1)"|"number": ?(1)\b', content):
                yield roster_with(content, found, number)
        for name in ("gone", "Goon", ""):
            for found in re.finditer(r'(?:Id|ame|type)"?[:=] ?"([^"]*)"', content):
                yield roster_with(content, found, name)

    yield from roster_limits()


def roster_limits() -> Iterator[Any]:
    """How much of anything a roster may hold."""

    def taken(chosen: str) -> bool:
        cop = '<selection name="COP" entryId="a534-c7c4-95d2-3169" number="1"/>'
        force = f"<force name='Us'><selections>{cop}{chosen}</selections></force>"
        whole = f"<roster name='Us' gameSystemId='ddab-c095-bf70-e8ba'><forces>{force}</forces></roster>"
        try:
            return bool(read_roster(whole.encode(), BOOK).group.members)
        except DocumentError:
            return False

    odd = '<selection name="{}" entryId="x" number="1"/>'
    made: Mapping[str, Callable[[int], str]] = {
        "selections": lambda n: odd * n,
        "depth": lambda n: "<a>" * n + "</a>" * n,
        "letters": lambda n: odd.format("x" * n),
        "a part": lambda n: f"<a {'x' * n * 100}=''/>",
    }
    for what, of in made.items():
        yield what, most(taken, of, 1, 9_000)


def roster_with(content: str, found: re.Match[str], new: str) -> str:
    """What is read of a roster with something else in a place."""
    start, end = found.span(found.lastindex or 0)
    try:
        read = read_roster((content[:start] + new + content[end:]).encode(), BOOK)
    except DocumentError as error:
        return str(error)
    made = read.group
    said = [len(read.unread), made.points, len(made.stash), len(made.refuge.built)]
    people = [(m.type, m.level, m.experience, len(m.gear), len(m.injuries)) for m in made.members]
    return f"{said}|{people}".replace(" ", "")


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


VIEWS: Mapping[str, Callable[[], Iterator[Any]]] = {
    **{f"a group of {size}": partial(of_a_group, size) for size in SIZES},
    "a campaign": of_the_sample,
    "a sequence": step_by_step,
    "two that meet": meetings,
    "bounds": bounds,
    "rosters": rosters,
    "sheets": sheets_by_chance,
    "briefings": briefings,
    "standings": results,
    "next steps": next_steps,
    "pages": pages,
}


TOLD = Held(__doc__, FIXTURES / "told.zip", VIEWS)


@pytest.mark.parametrize("name", VIEWS)
def test_all_that_is_told_is_told_as_it_was(name: str) -> None:
    TOLD.check(name)


if __name__ == "__main__":
    TOLD.write()
