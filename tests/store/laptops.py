"""Two laptops with a copy each of one campaign, on which games are played in turn."""

from __future__ import annotations

import io
import random
import shutil
import zipfile
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from conftest import desk
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.documents.group_documents import campaign_document, group_document
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.campaign_merge import Question
from lastdays.campaign.exchange.campaign_merging import CampaignMerging, KnownCampaign
from lastdays.campaign.exchange.merging import Choices
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group, Member
from lastdays.rulebook import load
from lastdays.store import open_store

BOOK = load()


class Laptop:
    """A store with a copy of the campaign, and what is done in it."""

    def __init__(self, file: Path, first_id: int) -> None:
        self.file = file
        self.store = open_store(file)
        self.workspace = desk(self.store, BOOK, first_id)
        self.on("2026-03-01")
        self.campaigns = CampaignActions(self.workspace)
        self.rules = HouseRules(self.workspace)
        self.groups = GroupActions(self.workspace)
        self.entries = EntryActions(self.workspace)
        self.chronicle = ChronicleActions(self.workspace)
        self.records = GameRecordActions(self.workspace)
        self.transfer = CampaignTransfer(self.workspace)
        self.merging = CampaignMerging(self.workspace)
        self.sequences = PostGameActions(self.workspace, random.Random(1))

    def on(self, day: str) -> None:
        """Set the clock to noon of a day."""
        self.workspace.clock = lambda: f"{day}T12:00:00+00:00"

    @property
    def id(self) -> str:
        (only,) = (c for c in self.workspace.campaigns() if not c.deleted)
        return only.id

    @property
    def campaign(self) -> Campaign:
        return self.workspace.campaign(self.id).campaign

    def group_id(self, start: str) -> str:
        (found,) = (g.id for g in self.workspace.groups() if g.name.startswith(start))
        return found

    def group(self, start: str) -> Group:
        return self.workspace.group(self.group_id(start)).group

    def member(self, start: str, name: str) -> Member:
        (found,) = (m for m in self.group(start).members if m.name == name)
        return found

    def edit(self, start: str, name: str, **values: object) -> None:
        """Change a member by hand."""
        group = self.group_id(start)
        self.groups.edit_member(group, replace(self.member(start, name), **values))

    def record(self, encounter: str, seed: int = 1, *, groups: tuple[str, ...] = ()) -> str:
        """Record a game of the groups, by default of all."""
        chance = random.Random(seed)
        taking_part = groups or tuple(group.id for group in self.workspace.groups(self.id))
        game = self.records.new_record(self.id, taking_part, "")
        sides = []
        for place, side in enumerate(game.sides):
            appearances = [
                replace(one, out=chance.random() < 0.2, zombies=chance.randint(0, 3))
                for one in side.appearances
            ]
            captives = [replace(one, fate="held") for one in side.captives]
            sides.append(
                replace(
                    side,
                    won=place == seed % 2,
                    appearances=tuple(appearances),
                    captives=tuple(captives),
                )
            )
        game = replace(game, encounter=encounter, sides=tuple(sides))
        self.records.record(self.id, game)
        return game.id

    def play_after(self, game: str, group: str) -> None:
        """Play a group's sequence after a game to its end."""
        sequence = self.sequences.begin(self.id, game, group)
        play_through(self.sequences, sequence)
        self.sequences.finish(sequence)

    def sequences_after(self, game: str) -> list[bool]:
        """Return for each sequence after a game whether it is finished."""
        return [s.finished for s in self.sequences.sequences(self.id) if s.game == game]

    def evening(self, encounter: str, seed: int = 1, *, groups: tuple[str, ...] = ()) -> str:
        """Record a game and play the sequences after it."""
        game = self.record(encounter, seed, groups=groups)
        for side in self.campaign.game(game).sides:
            self.play_after(game, side.group)
        return game

    # Files and merging

    def out(self) -> bytes:
        return self.transfer.export(self.id)

    def compare(self, content: bytes) -> KnownCampaign:
        return self.merging.compare(self.transfer.open_file(content))

    def merge(self, content: bytes, choices: Choices | None = None) -> KnownCampaign:
        """Merge the campaign in a file, by the choices."""
        known = self.compare(content)
        self.merging.merge(known, choices or {})
        return known

    def asked(self, content: bytes) -> dict[tuple[str, str], Question]:
        """Return what is asked about a file, by what it is about."""
        return {(q.subject, q.what): q for q in self.compare(content).questions}

    def documents(self) -> dict[str, bytes]:
        """Return the documents of the campaign and its groups as they are stored."""
        made = {self.id: campaign_document(self.campaign)}
        for group in self.campaign.all_groups:
            made[group] = group_document(self.workspace.group(group).group)
        return made

    def content(self) -> dict[str, object]:
        """Return all that the campaign holds, whatever the order of what has none."""
        campaign = json.decode(campaign_document(self.campaign))
        for name in ("groups", "players", "entries", "told", "fixtures", "rankings"):
            if name in campaign:
                campaign[name] = sorted(campaign[name], key=repr)
        groups = {}
        for group in self.campaign.all_groups:
            value = json.decode(group_document(self.workspace.group(group).group))
            value["group"]["members"].sort(key=repr)
            for member in value["group"]["members"]:
                member.pop("by_hand", None)  # here stays marked what was set by hand here
            groups[group] = value
        return {"campaign": campaign, "groups": groups}

    def is_sound(self) -> bool:
        return check_store(self.workspace).sound

    def close(self) -> None:
        self.store.close()


def two_laptops(folder: Path, start: Path, empty: Path) -> tuple[Laptop, Laptop]:
    """Return a laptop with the campaign of a store, and another with a copy of it from its file."""
    club = Laptop(Path(shutil.copy(start, folder / "club.sqlite")), 1_000)
    home = Laptop(Path(shutil.copy(empty, folder / "home.sqlite")), 5_000)
    home.transfer.add_campaign(home.transfer.open_file(club.out()))
    return club, home


def without_lineage(file: bytes) -> bytes:
    """Return a campaign's file as an earlier version wrote it: without the digests of its states."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as old, zipfile.ZipFile(written, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "campaign.json":
                head = json.decode(content)
                del head["lineage"]
                content = json.encode(head)
            new.writestr(name, content)
    return written.getvalue()
