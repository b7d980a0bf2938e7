"""Anything that a page or a command asks of the desk, in any order and with anything: a refusal is a
sentence and changes nothing, a change is undone and redone as one, and what is written is sound.
"""

from __future__ import annotations

import inspect
import io
import itertools
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.documents.differences import compare
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.merging import GroupMerging, Take
from lastdays.campaign.game_night import GameNightActions
from lastdays.campaign.game_records import CaptiveActions, GameRecordActions
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.next_game import NextGameActions
from lastdays.campaign.players import PlayerActions, players_of, who_may_come
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.campaign.printing.print_kinds import KINDS
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import add_sample
from lastdays.campaign.seasons import SeasonActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.campaign.versions import restore_earlier
from lastdays.errors import LastDaysError
from lastdays.model.campaign import Ranking
from lastdays.model.carrying import Violation
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import GameRecord, SupplyToken
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import Recruit
from lastdays.model.switches import Switches
from lastdays.pdf.content import PrintOptions
from lastdays.postgame.gear_moves import Attach, Convert, Detach, MoveItem
from lastdays.store import open_store
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from store.exercise import whole_history
from unit.campaign.evenings import edited, someone
from unit.postgame.crew import BOOK

STEPS = 25
#: The second is tried before a release.
SEEDS = (0, pytest.param(1, marks=pytest.mark.long))
TAKES: tuple[Take, ...] = ("ours", "theirs")
NAMES = ("Ann", "Łódź", "", " Zeke ", "a\nb", "x" * 90, "Zeke's Truckers", "Mo", "Mo 2")
T = TypeVar("T")


@cache
def sample() -> bytes:
    """A store that holds the sample campaign."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "s.sqlite"
        store = open_store(file)
        add_sample(desk(store, BOOK))
        store.close()
        return file.read_bytes()


def picture(chance: random.Random) -> bytes | None:
    made, size = io.BytesIO(), (chance.choice((30, 900)), chance.choice((40, 1300)))
    Image.linear_gradient("L").resize(size).convert("RGB").save(made, "PNG")
    return chance.choice((made.getvalue(), made.getvalue(), None, bytes(300_000)))


class Desk:
    """A campaign, its groups, and whatever may be asked of them."""

    def __init__(self, workspace: Workspace, folder: str, seed: str) -> None:
        self.folder = folder
        self.workspace, self.chance = workspace, random.Random(seed)
        minutes = itertools.count()
        first = datetime(2026, 1, 2, 12, tzinfo=UTC)
        workspace.clock = lambda: f"{(first + timedelta(minutes=next(minutes))):%FT%T+00:00}"
        self.campaign = workspace.campaigns()[0].id
        self.group = workspace.groups(self.campaign)[0].id
        self.value = workspace.snapshot(self.group).group
        self.taken_home = GroupActions(workspace).export(self.group)
        groups, post_game = GroupActions(workspace), PostGameActions(workspace, random.Random(seed))
        self.actions: dict[str, Any] = {
            "campaigns": CampaignActions(workspace),
            "chronicle": ChronicleActions(workspace),
            "records": GameRecordActions(workspace),
            "captives": CaptiveActions(workspace),
            "gear": GroupGearActions(workspace),
            "groups": groups,
            "rosters": groups,
            "next game": NextGameActions(workspace),
            "game night": GameNightActions(workspace),
            "seasons": SeasonActions(workspace),
            "printing": PrintActions(workspace),
            "sequences": post_game,
            "sessions": SessionActions(workspace, post_game),
            "players": PlayerActions(workspace),
            "rankings": RankingActions(workspace),
            "entries": EntryActions(workspace),
            "desk": workspace,
        }

    def one(self, found: Any, other: T, often: float = 0.06) -> T | Any:
        """One of several, or what isn't there."""
        found = list(found)
        return other if not found or self.chance.random() < often else self.chance.choice(found)

    def now(self) -> Group:
        """The group as it was when this was asked."""
        return self.value

    def items(self) -> Iterator[str]:
        for item in (*self.now().stash, *(i for m in self.now().members for i in m.gear)):
            yield item.id
            yield from (a.id for a in item.attached)

    def games(self) -> tuple[GameRecord, ...]:
        return self.workspace.campaign(self.campaign).campaign.games

    def fixtures(self) -> tuple[Fixture, ...]:
        return self.workspace.campaign(self.campaign).campaign.fixtures

    def groups(self) -> list[str]:
        return [g.id for g in self.workspace.groups(self.campaign)]

    def member(self) -> Member:
        """A member as somebody has edited them."""
        chance, now = self.chance, self.chance.choice(self.now().members)
        other = someone(chance, chance.randrange(99))
        fields = chance.sample(
            [
                "name",
                "level",
                "experience",
                "skills",
                "injuries",
                "gear",
                "adjustments",
                "status",
                "notes",
                "keyword",
            ],
            2,
        )
        changed = replace(now, **{name: getattr(other, name) for name in fields})
        held = chance.random() < 0.3
        rivals = self.one((g for g in self.groups() if g != self.group), "gone")
        return replace(changed, status="captured", captor=rivals) if held else changed

    def record(self) -> GameRecord:
        """A game in which anything happened to anyone."""
        chance = self.chance
        record: GameRecord | None = self.one(self.games(), None, 0.5)
        if record is None:
            two = chance.sample(self.groups(), min(2, len(self.groups())))
            record = self.actions["records"].new_record(self.campaign, tuple(two), "")
        sides = tuple(
            replace(
                side,
                won=chance.random() < 0.5,
                tokens=tuple(SupplyToken("carried", a.member) for a in side.appearances[:2]),
                captives=tuple(
                    replace(c, fate=chance.choice(("home", "declined", "lost", "held", "open")))
                    for c in side.captives
                ),
                appearances=tuple(
                    replace(a, out=chance.random() < 0.4, zombies=chance.randrange(4))
                    for a in side.appearances
                ),
            )
            for side in record.sides
        )
        return replace(record, sides=sides, encounter=self.one(sorted(BOOK.encounters), "gone"))  # fmt: skip

    def printing(self) -> PrintChoice:
        chance = self.chance
        return PrintChoice(
            tuple(chance.sample(KINDS, chance.randint(1, 3))),
            tuple(m.id for m in self.now().roster if chance.random() < 0.2),
            chance.random() < 0.4,
            PrintOptions(
                layout=chance.choice(("quarter", "poker", "roster")), copies=chance.randint(1, 2)
            ),
        )

    def given(self) -> dict[str, Callable[[], Any]]:
        """What is given for a parameter of a name."""
        chance, one = self.chance, self.one
        book, names = self.workspace.catalogue, NAMES
        gear = [g.key for g in book.for_sale()]

        def item() -> str:
            return str(one(self.items(), "gone"))

        def place() -> int:
            there = self.workspace.campaign(self.campaign).campaign.rankings
            if not there:
                raise LastDaysError("none")
            return chance.randrange(len(there))

        def player() -> str:
            return str(one(("Ann", "Bo"), ""))

        return {
            "campaign": lambda: one((self.campaign,), chance.choice(("gone", "")), 0.02),
            "group": lambda: one((self.group,) * 5 + tuple(self.groups()), "gone", 0.02),
            "name": lambda: chance.choice(names),
            "text": lambda: chance.choice(("", "Noted.", "a\nb", "x" * 30_000)),
            "member": lambda: one((m.id for m in self.now().members), "gone"),
            "item_id": item,
            "key": lambda: one(gear, "gone"),
            "holder": lambda: one(("", *(m.id for m in self.now().members)), "gone"),
            "move": lambda: chance.choice(
                (
                    MoveItem(item(), one(("", *(m.id for m in self.now().roster)), "gone")),
                    Attach(item(), item()),
                    Detach(item(), item()),
                    Convert(item(), item()),
                )
            ),
            "recruit": lambda: Recruit(
                one(sorted(BOOK.characters), "gone"), chance.choice(names), gear=tuple(chance.sample(gear, chance.randrange(3)))
            ),
            "wanted": self.member,
            "wanted group": lambda: edited(self.now(), chance),
            "entered": lambda: one(((one(sorted(BOOK.characters), "gone"), chance.choice(names)),), None, 0.7),
            "violation": lambda: one(self.workspace.group(self.group).violations, Violation("gone", "Gone.")),
            "document": lambda: one((self.actions["groups"].export(self.group),), b"{}"),
            "picture": lambda: picture(chance),
            "portrait": lambda: one((m.portrait for m in self.now().members), "gone"),
            "face": lambda: tuple(chance.randrange(-50, 1100) for _ in "abc"),
            "order": lambda: chance.sample([m.id for m in self.now().roster], len(self.now().roster)),
            "to": lambda: chance.randrange(-2, 12),
            "mode": lambda: chance.choice(("roll", "typed", "set")),
            "switches": lambda: Switches(animals_earn=chance.random() < 0.5, ending=chance.random() < 0.5),
            "game_id": lambda: one((g.id for g in self.games()), "gone"),
            "game": lambda: one((g.id for g in self.games()), "gone"),
            "record": self.record,
            "groups": lambda: tuple(chance.sample(self.groups(), min(2, len(self.groups())))),
            "opponent": lambda: chance.choice(("", "Strangers")),
            "fixture": lambda: one((f.id for f in self.fixtures()), chance.choice(("gone", ""))),
            "planned": lambda: Fixture(
                one((f.id for f in self.fixtures()), ""), one(sorted(BOOK.encounters), "gone"), tuple(self.groups()[:2]) * chance.choice((1, 1, 9)),
                chance.randrange(7), chance.randrange(2), one(self.groups(), ""), chance.random() < 0.3,
            ),
            "keys": lambda: tuple(p.key for p in who_may_come(self.workspace, self.campaign) if chance.random() < 0.8),
            "pairs": lambda: self.actions["game night"].read(self.campaign).pairings.pairings,
            "time": lambda: chance.choice(("", "19:30", "7", "late")),
            "table": lambda: chance.choice(("", "2", "Cellar", "x" * 90)),
            "encounter": lambda: one(("", *sorted(BOOK.encounters)), "gone"),
            "fates": lambda: {group: chance.choice(("on", "on", "over", "out")) for group in self.groups()},
            "choice": self.printing,
            "choices": lambda: {self.group: self.printing()},
            "code": lambda: chance.choice(("", "de", "fr", "xx")),
            "day": lambda: chance.choice(("", "2026-01-03", "someday")),
            "sequence": lambda: one((s.id for s in self.actions["sequences"].sequences(self.campaign)), "gone"),
            "session": lambda: one((s.id for s in self.actions["sessions"].games_played()), "gone"),
            "kind": lambda: chance.choice(("last-night", "zombies", "zombie-town", "last-one-alive")),
            "players": lambda: tuple(player() for _ in range(chance.randint(1, 5))),
            "chosen": lambda: chance.choice(
                ({}, {"rules": "basic"}, {"rules": "basic", "scenario": "gone"}, {"scenario": "gone"})
            ),
            "leader_type": lambda: one(sorted(BOOK.characters), "gone"),
            "leader_name": lambda: chance.choice(names),
            "refuge": lambda: one(sorted(BOOK.refuges), "gone"),
            "player": player,
            "flag": lambda: chance.random() < 0.5,
            "steps": lambda: chance.choice(("group", "step")),
            "a group": self.now,
            "listed": lambda: one([p.name for p in players_of(self.workspace, self.campaign).players], "Nobody"),
            "at": lambda: chance.randrange(3),
            "place": place,
            "drawn": lambda: picture(chance) or b"none",
            "ranking": lambda: Ranking(chance.choice(names), *(chance.choice((0, 1, 3, -2, 99, 1000)) for _ in range(8))),
            "entry": lambda: one((e.id for e in self.workspace.campaign(self.campaign).campaign.entries), "gone"),
            "sort": lambda: chance.choice(("note", "truce", "feud", "rumour", "move")),
            "about": lambda: tuple((g, chance.choice(("", "gone"))) for g in (*self.groups(), "gone") if chance.random() < 0.4),
            "setup": lambda: Setup(
                one(sorted(BOOK.encounters), "gone"), tuple(entrant_of(self.workspace.group(g).group, book, {}) for g in self.groups()[:2])
            ),
        }  # fmt: skip

    def state(self) -> Any:
        """All that a change may change: the campaign, its groups as they are, what can be undone."""
        workspace = self.workspace
        groups = [(g, workspace.snapshot(g.id).group) for g in workspace.groups()]
        there = workspace.exists(self.campaign)
        campaign = workspace.campaign(self.campaign).campaign if there else None
        return workspace.campaigns(), campaign, groups

    def ask(self, of: str) -> None:
        """Ask something of one kind of actions: what is refused changes nothing, what is done is undone
        and redone."""
        actions, given = self.actions[of], self.given()
        asked = self.chance.choice(ASKED_OF[of].split())
        values = dict(self.parameters(of, asked))
        before, self.value = self.state(), self.workspace.snapshot(self.group).group
        undoable = self.workspace.undo_names(self.campaign, self.group)
        try:
            actions_asked = {name: given[of_it]() for name, of_it in values.items()}
            getattr(actions, asked)(**actions_asked)
        except LastDaysError as error:
            sentence = str(error)
            assert sentence, asked
            assert not set("{}") & set(sentence), sentence
            assert self.state() == before, asked
            return
        names = self.workspace.undo_names(self.campaign, self.group)
        if of != "desk" and names[0] and names != undoable and self.workspace.exists(self.campaign):
            after = self.state()
            self.workspace.undo(self.campaign, self.group)
            assert self.state() == before, asked
            self.workspace.redo(self.campaign, self.group)
            assert self.state() == after, asked

    def at_the_end(self) -> None:
        """What was taken home at the start comes back, all of it goes out and in again, and the first
        state is there again."""
        workspace, percents = self.workspace, list[int]()
        GroupMerging(workspace).merge_document(
            self.campaign, self.taken_home, self.chance.choice(TAKES)
        )
        transfer = CampaignTransfer(workspace)
        copy = transfer.add_campaign(transfer.open_file(transfer.export(self.campaign)))
        mine, brought = (
            [workspace.group(g.id).group for g in workspace.groups(c)]
            for c in (self.campaign, copy)
        )
        assert [(g.name, len(g.members), g.points) for g in mine] == [
            (g.name, len(g.members), g.points) for g in brought
        ]
        for group in workspace.groups(copy):
            history = whole_history(workspace, group.id)
            assert all(entry.change.in_words() for entry in history)
            first = workspace.group_at(history[-1].revision)
            restore_earlier(workspace, group.id, history[-1].revision)
            assert not compare(first, workspace.group(group.id).group, BOOK)
        assert not check_store(workspace, percents.append).problems
        assert percents == sorted(percents)

    def parameters(self, of: str, asked: str) -> Iterator[tuple[str, str]]:
        """What an action takes, each with what is given for it."""
        known = self.given()
        method = getattr(type(self.actions[of]), asked)
        for parameter in [*inspect.signature(method).parameters.values()][1:]:
            own = MEANT.get((of, parameter.name), parameter.name)
            meant = MEANT.get((asked, parameter.name), own)
            if parameter.annotation == "bool":
                yield parameter.name, "flag"
            elif meant in known or parameter.default is parameter.empty:
                yield parameter.name, meant


#: What another parameter of a name means: of an action, or of all of a kind.
MEANT = {
    ("chronicle", "key"): "game",
    ("entries", "key"): "entry",
    ("begin", "planned_setup"): "setup",
    ("set_by_hand", "edited_group"): "wanted group",
    ("edit_member", "edited_member"): "wanted",
    ("record", "game"): "record",
    ("buy_violations", "group"): "a group",
    ("disallow", "violation"): "violation",
    ("worth", "member"): "wanted",
    ("face", "member"): "wanted",
    ("set_order", "order"): "steps",
    ("contents", "choice"): "choice",
    ("count", "groups"): "choices",
    ("make", "groups"): "choices",
    ("printed", "groups"): "choices",
    ("copy_group", "group"): "group",
    ("give", "name"): "player",
    ("remove", "name"): "listed",
    ("rename", "old_name"): "listed",
    ("set_kind", "kind"): "sort",
    ("begin", "kind"): "sort",
    ("add_picture", "picture"): "drawn",
    ("remove", "at"): "place",
    ("set", "at"): "place",
    ("plan", "pairs"): "pairs",
}
#: What is asked, by its kind: what is new joins where it is asked.
ASKED_OF = {
    "campaigns": "begin delete deleted_groups free_name rename restore restore_group set_dice "
    "set_order set_switches write_notes",
    "chronicle": "set_day write",
    "records": "delete new_record record",
    "captives": "due settle unsaid",
    "gear": "add_gear buy buy_violations give_back move remove_gear",
    "groups": "allow decline_rescue delete disallow dismiss edit_member start_playing export face create_with_leader "
    "import_document portrait read_document recruit recruit_violations set_by_hand "
    "set_face set_portrait worth write_notes",
    "rosters": "arrange copy_group copy_member move set_picture",
    "next game": "plan prefilled_record",
    "game night": "add come plan read remove set_day set_encounter set_fixture_day set_fixture_time "
    "set_table set_time",
    "seasons": "close name_of_open_season obstacles put_away reopen take_out undone_in_words",
    "printing": "choice contents count make printed remember set_language",
    "sequences": "begin finish rebase redo roll sequences take_back undo view",
    "sessions": "begin begin_game chosen_last delete games_played listed names_of restore "
    "tracker wins",
    "players": "add give remove rename",
    "rankings": "add remove set",
    "entries": "add_picture begin delete remove_picture set_about set_day set_kind write",
    "desk": "campaign campaigns exists group groups history overview places redo undo undo_names "
    "work_on",
}


@contextmanager
def opened(seed: str) -> Iterator[Desk]:
    """A desk over a store that holds the sample campaign."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "s.sqlite"
        file.write_bytes(sample())
        store = open_store(file)
        yield Desk(desk(store, BOOK, first=1001), folder, seed)
        store.close()


@pytest.mark.sweep
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("of", ASKED_OF)
def test_whatever_is_asked_is_done_or_refused_whole(of: str, seed: int) -> None:
    with opened(f"{of} {seed}") as asked:
        others = [kind for kind in asked.actions if kind != of]
        for _n in range(STEPS):
            if not asked.workspace.exists(asked.campaign):
                asked.actions["campaigns"].restore(asked.campaign)
            if asked.group not in asked.groups():
                asked.actions["campaigns"].restore_group(asked.campaign, asked.group)
            asked.ask(of if asked.chance.random() < 0.7 else asked.chance.choice(others))
        if seed == 0:
            asked.at_the_end()


def refusals(asked: Desk, of: str) -> Iterator[str]:
    """What is said where one of the things that an action takes isn't there or can't be."""
    given = asked.given() | {
        "name": lambda: "Mo",
        "leader_name": lambda: "Mo",
        "day": lambda: "2026-01-03",
    }
    for action in ASKED_OF[of].split():
        values = dict(asked.parameters(of, action))
        for name, meant in values.items():
            for odd in ODD.get(meant, ()):
                asked.chance.seed(f"{of} {action} with {name}")
                try:
                    with_odd = {n: given[m]() for n, m in values.items()} | {name: odd}
                    getattr(asked.actions[of], action)(**with_odd)
                except LastDaysError as error:
                    said = str(error).replace(asked.folder, "")
                    yield f"{action}, {name} {odd or 'nothing'}: {said}"


#: What can't be, for a parameter of a name.
ODD: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(
        [
            "campaign",
            "group",
            "member",
            "item_id",
            "key",
            "holder",
            "game_id",
            "game",
            "sequence",
            "session",
            "leader_type",
            "refuge",
            "entry",
            "listed",
            "portrait",
        ],
        ("gone",),
    ),
    "name": ("",),
    "day": ("someday",),
    "to": (99,),
    "at": (9,),
    "place": (9,),
}


@pytest.mark.parametrize("of", [of for of in ASKED_OF if of not in ("desk", "printing")])
def test_what_is_said_of_a_refusal(of: str, snapshot: SnapshotAssertion) -> None:
    with opened(of) as asked:
        assert "\n".join(dict.fromkeys(refusals(asked, of))) + "\n" == snapshot
