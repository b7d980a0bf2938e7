"""Kinds of work that a child does as fast as it can, to be killed in: each says what it is about to
do before, and that it is done after. What is stored then has to be the one or the other.
"""

from __future__ import annotations

import itertools
import random
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Self

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.own_rolls import Occasion, OwnRollActions
from lastdays.campaign.printing.print_jobs import PrintActions
from lastdays.campaign.safekeeping import check_store, restore
from lastdays.campaign.sample import add_sample, play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.desktop.league_address import StorePlace
from lastdays.procedure.replay import Answer
from lastdays.rulebook import load
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Counter, Row, Table
from lastdays.store import open_store
from lastdays.store.kept_backups import Backups, Reason
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.taps import change_counter
from sure import as_a

BOOK = load()
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
#: Rules that count how often a table was rolled on, up to as often as the chronicle has entries.
DAY = Counter(key="day", name="Day", of="campaign", high=999)
ONE_MORE = Table(
    key="one-more",
    name="One more",
    dice=Dice(1, 6),
    of="campaign",
    rows=(Row(upto=6, text="A day goes by.", does=("counter day +1",)),),
)
#: An act: what will be the case after it, and how it is done.
Act = tuple[str, Callable[[], object]]


class Desk:
    """A store that is open, with its actions, until the end of a block."""

    def __init__(self, file: StorePlace, source: random.Random | None = None) -> None:
        self.store = open_store(file)
        self.source = source = source or random.Random(0)
        self.workspace = Workspace(self.store, BOOK)
        self.groups = GroupActions(self.workspace)
        self.games = PostGameActions(self.workspace, source)
        self.sessions = SessionActions(self.workspace, self.games)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_what: object) -> None:
        self.store.close()

    @property
    def campaign(self) -> str:
        """The first campaign."""
        return self.workspace.campaigns()[0].id

    @property
    def group(self) -> str:
        """The group that is worked with."""
        return min(g.id for g in self.workspace.groups(self.campaign) if "Carl" in g.name)

    def check(self) -> None:
        """Raise AssertionError where the check of the store finds something."""
        problems = check_store(self.workspace).problems
        assert not problems, problems

    def notes(self) -> str:
        """What was written of the group last."""
        return self.workspace.group(self.group).group.notes

    def sequence(self) -> str:
        """The group's answered post-game sequence."""
        listed = self.games.sequences(self.campaign)
        return next(s.id for s in listed if s.group == self.group and s.id)


class Work(ABC):
    """One kind of work on a store of its own in a folder."""

    name = ""

    def __init__(self, folder: Path, template: Path) -> None:
        self.folder = folder
        self.store = folder / "store.sqlite"
        self.template = template
        folder.mkdir(parents=True)
        self.renew()

    def renew(self) -> None:
        """Begin with a new store."""
        for old in self.folder.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        shutil.copy(self.template, self.store)

    @abstractmethod
    def acts(self, desk: Desk) -> Iterator[Act]:
        """What is done, without end."""

    @abstractmethod
    def state(self, desk: Desk) -> str:
        """What is the case in the store."""

    def also(self, done: list[str]) -> None:
        """Look at what else has to be there of what was done."""
        del done  # nothing else, as a rule


class Editing(Work):
    """Notes are written, one after the other."""

    name = "editing"

    def acts(self, desk: Desk) -> Iterator[Act]:
        seed = desk.source.randrange(10**9)
        for n in range(10**9):
            text = f"{seed}-{n}"
            yield text, partial(desk.groups.write_notes, desk.group, text)

    def state(self, desk: Desk) -> str:
        return desk.notes()


class Undoing(Editing):
    """Notes are written, undone and redone, as it comes."""

    name = "undoing"

    def acts(self, desk: Desk) -> Iterator[Act]:
        seed, group, campaign = desk.source.randrange(10**9), desk.group, desk.campaign
        texts, at = [desk.notes()], 0
        for n in range(10**9):
            way = desk.source.choice(("write", "undo", "redo"))
            if way == "undo" and at:
                at -= 1
                yield texts[at], lambda: desk.workspace.undo(campaign, group)
            elif way == "redo" and at < len(texts) - 1:
                at += 1
                yield texts[at], lambda: desk.workspace.redo(campaign, group)
            else:
                text = f"{seed}-{n}"
                texts, at = [*texts[: at + 1], text], at + 1
                yield text, partial(desk.groups.write_notes, group, text)


class Tracking(Work):
    """A game at the table is tapped through, and a tap undone now and then."""

    name = "tracking"

    def acts(self, desk: Desk) -> Iterator[Act]:
        (session,) = (s.id for s in desk.sessions.listed(desk.campaign))
        tracker = desk.sessions.tracker(session)
        counts = {f.id: f.noise for f in as_a(State, tracker.state).figures()}
        figures = sorted(counts)
        past: list[dict[str, int]] = []
        for _n in range(10**9):
            act: Callable[[], object] = tracker.undo
            if past and desk.source.random() < 0.1:
                counts = past.pop()
            else:
                past.append(dict(counts))
                who = desk.source.choice(figures)
                step = 1 if counts[who] < 3 else -1
                counts[who] += step
                act = partial(tracker.tap, change_counter.tap(who, "noise", step))
            yield " ".join(str(counts[f]) for f in figures), act

    def state(self, desk: Desk) -> str:
        (session,) = (s.id for s in desk.sessions.listed(desk.campaign))
        found = as_a(State, desk.sessions.tracker(session).state).figures()
        return " ".join(str(f.noise) for f in sorted(found, key=lambda f: f.id))


class Finishing(Work):
    """A post-game sequence is finished, and that is undone."""

    name = "finishing"

    def acts(self, desk: Desk) -> Iterator[Act]:
        group, campaign, sequence = desk.group, desk.campaign, desk.sequence()
        if self.state(desk) == "finished":
            yield "open", lambda: desk.workspace.undo(campaign, group)
        while True:
            yield "finished", lambda: desk.games.finish(sequence)
            yield "open", lambda: desk.workspace.undo(campaign, group)

    def state(self, desk: Desk) -> str:
        finished = desk.games.view(desk.sequence()).finished
        games = desk.workspace.group(desk.group).group.games
        # The mark of the sequence and the group it changed are one change.
        return {(True, 1): "finished", (False, 0): "open"}.get((finished, games), "torn")


class RollingTables(Work):
    """A table of the players' own is rolled on, which moves a counter and adds an entry of the chronicle,
    and that is undone now and then."""

    name = "rolling tables"

    def renew(self) -> None:
        super().renew()
        with Desk(self.store) as desk:
            for rule in (DAY, ONE_MORE):
                HouseRules(desk.workspace).write_rule(desk.campaign, rule)

    def acts(self, desk: Desk) -> Iterator[Act]:
        campaign, day = desk.campaign, int(self.state(desk))
        desk.workspace.work_on(campaign)
        rolls, rolled = OwnRollActions(desk.workspace), 0
        answers = {"before/one-more/campaign/roll": Answer(1)}
        for _n in range(10**9):
            if rolled and desk.source.random() < 0.3:
                rolled, day = rolled - 1, day - 1
                yield str(day), partial(desk.workspace.undo, campaign)
            else:
                rolled, day = rolled + 1, day + 1
                rolling = rolls.begin(campaign, Occasion(table=ONE_MORE.key))
                yield str(day), partial(rolls.apply, rolling, answers)

    def state(self, desk: Desk) -> str:
        value = desk.workspace.campaign(desk.campaign).campaign
        day = value.counters.get(DAY.key, 0)
        # The counter and the entry that tells of it are one change.
        assert len(value.entries) == day, "torn"
        return str(day)


class Importing(Work):
    """A group out of a file joins the campaign, under other names."""

    name = "importing"

    def acts(self, desk: Desk) -> Iterator[Act]:
        document, campaign = desk.groups.export(desk.group), desk.campaign
        there = len(desk.workspace.groups(campaign))
        while True:
            there += 1
            yield str(there), lambda: desk.groups.import_document(campaign, document)

    def state(self, desk: Desk) -> str:
        groups = desk.workspace.groups(desk.campaign)
        assert len({g.name for g in groups}) == len(groups)
        return str(len(groups))


class AddingSamples(Work):
    """The sample campaign is added, again and again."""

    name = "adding samples"

    def acts(self, desk: Desk) -> Iterator[Act]:
        while True:
            yield str(int(self.state(desk)) + 1), lambda: add_sample(desk.workspace)

    def state(self, desk: Desk) -> str:
        campaigns = desk.workspace.campaigns()
        for campaign in campaigns:
            view = desk.workspace.campaign(campaign.id)
            assert (len(view.groups), len(view.campaign.games)) == (2, 1), "half a sample"
            assert [group.size for group in view.groups] == [8, 8], "half a sample"
        return str(len(campaigns))


class BringingCampaigns(AddingSamples):
    """A campaign out of a file is added, again and again."""

    name = "importing campaigns"

    def acts(self, desk: Desk) -> Iterator[Act]:
        transfer = CampaignTransfer(desk.workspace)
        content = transfer.export(desk.campaign)
        while True:
            yield (
                str(int(self.state(desk)) + 1),
                lambda: transfer.add_campaign(transfer.open_file(content)),
            )


class BackingUp(Editing):
    """Notes are written, each of them into a backup."""

    name = "backing up"

    def acts(self, desk: Desk) -> Iterator[Act]:
        kept = Backups(desk.store.path)
        for n, (text, write) in enumerate(super().acts(desk)):
            yield text, write
            copy = self.folder / f"copy-{n % 4}.sqlite"
            yield text, partial(desk.store.backup, copy)
            if n % 3 == 0:
                yield text, lambda: kept.make(desk.store.engine, Reason.IMPORT)

    def also(self, done: list[str]) -> None:
        for copy in (*self.folder.glob("copy-?.sqlite"), *self.folder.glob("*.backups/*.sqlite")):
            beside = self.folder / "look"
            beside.mkdir(exist_ok=True)
            with Desk(Path(shutil.copy(copy, beside / "look.sqlite"))) as desk:
                desk.check()


class Restoring(Work):
    """The store becomes one backup, then the other."""

    name = "restoring"

    def renew(self) -> None:
        super().renew()
        for text in ("one", "other"):
            with Desk(self.store) as desk:
                desk.groups.write_notes(desk.group, text)
                desk.store.backup(self.folder / f"{text}.sqlite")

    def acts(self, desk: Desk) -> Iterator[Act]:
        while True:
            for text in ("one", "other"):
                file = self.folder / f"{text}.sqlite"
                yield text, partial(restore, desk.workspace, file)

    def state(self, desk: Desk) -> str:
        return desk.notes()


class Printing(Editing):
    """Notes are written, and the group's cards printed into one file."""

    name = "printing"

    def acts(self, desk: Desk) -> Iterator[Act]:
        jobs = PrintActions(desk.workspace)

        def make() -> None:
            choice = jobs.choice(desk.group)
            made = jobs.make({desk.group: choice})
            jobs.save(made, self.folder / "cards.pdf", {desk.group: choice})

        for text, write in super().acts(desk):
            yield text, write
            yield text, make

    def also(self, done: list[str]) -> None:
        made = self.folder / "cards.pdf"
        if made.exists():
            content = made.read_bytes()
            assert content.startswith(b"%PDF-"), "half a file"
            assert content.rstrip().endswith(b"%%EOF"), "half a file"


class Migrating(Work):
    """A store of an earlier edition is opened."""

    name = "migrating"

    def __init__(self, folder: Path, template: Path) -> None:
        self.old = itertools.cycle(sorted(FIXTURES.glob("store-*.sqlite")))
        super().__init__(folder, template)

    def renew(self) -> None:
        self.template = next(self.old)
        super().renew()

    def acts(self, desk: Desk) -> Iterator[Act]:
        while True:
            yield self.state(desk), lambda: None

    def state(self, desk: Desk) -> str:
        names = [g.name for c in desk.workspace.campaigns() for g in desk.workspace.groups(c.id)]
        return f"{len(names)} groups at {desk.store.schema_version()}"


KINDS: tuple[type[Work], ...] = (
    Editing, Tracking, Finishing, Undoing, Migrating, BackingUp, Restoring, Importing, Printing,
    AddingSamples, BringingCampaigns, RollingTables,
)  # fmt: skip


def template(file: Path) -> Path:
    """Make a store with a campaign, an answered sequence and a game at the table."""
    with Desk(file, random.Random(1)) as desk:
        campaign = add_sample(desk.workspace)
        game = desk.workspace.campaign(campaign).campaign.games[0]
        sequence = desk.games.begin(campaign, game.id, desk.group)
        play_through(desk.games, sequence)
        groups = desk.workspace.groups(campaign)[:2]
        sides = (entrant_of(desk.workspace.group(g.id).group, BOOK, {}) for g in groups)
        desk.sessions.begin(campaign, Setup("scavengers", tuple(sides)))
    return file
