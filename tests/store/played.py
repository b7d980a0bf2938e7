"""The sample campaign, with games played and recorded."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from answering import answer_one
from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.sample import add_sample, play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.store import open_store
from store.exercise import at_table
from unit.postgame.crew import BOOK

GAMES = 4


@contextmanager
def sample() -> Iterator[Workspace]:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "s.sqlite")
        workspace = desk(store, BOOK)
        workspace.clock = lambda: "2026-01-02T12:00:00+00:00"  # the same day in most places
        add_sample(workspace)
        yield workspace
        store.close()


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
