"""JSON in the columns of a store, whatever somebody wrote into it with sums that are right: what reads
it takes it or says in a sentence that it is damaged, soon and in little memory."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from answering import answer_one
from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.safekeeping import check_store, recover
from lastdays.campaign.sample import add_sample
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.errors import LastDaysError
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.models import packed
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.view import Play, Tap
from soak.growth import SECONDS, hold, within
from store.sealing import seal

MB = 1024 * 1024
#: What stands in a column instead.
VALUES = {
    "a long text": '"' + "x" * (2 * MB - 10) + '"',
    "a text that is too long": '"' + "x" * 3 * MB + '"',
    "many lists": "[" + "[]," * 600_000 + "[]]",
    "lists within lists": "[" * 100_000 + "]" * 100_000,
    "objects within objects": '{"a":' * 900 + "1" + "}" * 900,
    "not a number": "NaN",
    "a number without end": "[1e999]",
    "a number of many digits": "9" * 290,
    "half a letter": '"\\ud800"',
    "half letters in an object": '{"\\ud800": "\\udfff", "name": "\\ud800"}',
    "a list": "[]",
    "an object": "{}",
    "nothing": "null",
    "no JSON": "",
}
#: One of each kind; the others are tried before a release.
USUAL = ("a long text", "lists within lists", "a number without end", "half a letter", "no JSON")
#: What is kept packed.
PACKED = (("sessions", "start"),)
#: The columns with JSON, in such groups that none keeps another of its group from being read.
COLUMNS = (
    (("changes", "facts"), ("answers", "value"), ("events", "event"), ("prints", "choice")),
    (("revisions", "figures"), ("sequences", "switches"), ("prints", "cards")),
    (("sessions", "facts"),),
    (("sessions", "switches"),),
    PACKED,
)


@pytest.fixture(scope="module")
def told_store(tmp_path_factory: pytest.TempPathFactory, book: Catalogue) -> Path:
    """The sample, in the midst of a sequence and of two games at the table; to be copied."""
    path = tmp_path_factory.mktemp("told") / "told.sqlite"
    with closing(open_store(path)) as store:
        workspace = Workspace(store, book)
        add_sample(workspace)
        (campaign,) = workspace.campaigns()
        (game,) = workspace.campaign(campaign.id).campaign.games
        games = PostGameActions(workspace, random.Random(1))
        sequence = games.begin(campaign.id, game.id, game.sides[0].group)
        for _answer in range(8):
            answer_one(games, sequence)
        sessions = SessionActions(workspace, games)
        groups = [workspace.group(group.id).group for group in workspace.groups()]
        sides = (entrant_of(one, book, dict.fromkeys(_ids(one), "deployed")) for one in groups)
        play(sessions, sessions.begin(campaign.id, Setup("scavengers", tuple(sides)), "guided"))
        chosen = {choice.key: choice.default for choice in GAMES["zombies"].choices(2)}
        play(sessions, sessions.begin_game("zombies", ("Ann", "Bob"), chosen))
        with store.writing() as tx:
            tx.paper.set_choice(groups[0].id, "{}")
            tx.paper.add_printed(groups[0].id, {"card": "digest"})
    return path


def _ids(group: Group) -> list[str]:
    return [member.id for member in group.members]


def play(sessions: SessionActions, session: str) -> None:
    """Do what is due at the table, a few times."""
    tracker = sessions.tracker(session)
    for _step in range(4):
        if tracker.pending() is not None:
            tracker.roll()
        due = tracker.next()
        if isinstance(due, Play):
            tracker.start(due)
        elif isinstance(due, Tap):
            tracker.tap(due)


def put(path: Path, columns: Iterable[tuple[str, str]], value: str | bytes) -> None:
    """Write a value into columns, in every row of their tables, with sums that are right."""
    with closing(sqlite3.connect(path)) as db, db:
        for table, column in columns:
            db.execute(f"UPDATE {table} SET {column} = ?", (value,))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        seal(connection)
    engine.dispose()


class Reader:
    """Reads a store in every way; what is damaged is said in a sentence, and the rest goes on."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.games = PostGameActions(workspace, random.Random(1))
        self.sessions = SessionActions(workspace, self.games)
        workspace.read_progress = self.games.progress

    def read(self) -> None:
        sessions, workspace = self.sessions, self.workspace
        for reading in (
            lambda: check_store(workspace),
            sessions.games_played,
            lambda: sessions.chosen_last("zombies"),
            lambda: sessions.wins("zombies"),
            self.read_campaigns,
            self.read_table,
            self.read_printed,
        ):
            told(reading)

    def read_campaigns(self) -> None:
        workspace, games = self.workspace, self.games
        for campaign in workspace.campaigns():
            told(workspace.overview, campaign.id)
            told(workspace.places, campaign.id)
            told(CampaignTransfer(workspace).export, campaign.id)
            told(self.read_chronicle, campaign.id)
            for group in workspace.groups(campaign.id):
                told(workspace.history, group.id)
            for sequence in workspace.sequences(campaign.id):
                told(games.view, sequence.sequence)

    def read_chronicle(self, campaign: str) -> None:
        chronicle = Chronicle(self.workspace, campaign)
        for game in chronicle.games:
            told(chronicle.story, game.id)
            for side in game.sides:
                told(chronicle.past(side.group).figures, game.id)

    def read_table(self) -> None:
        with self.workspace.store.reading() as tx:
            there = [session.id for session in tx.table.sessions()]
        for session in there:
            told(lambda session=session: self.sessions.tracker(session).board())

    def read_printed(self) -> None:
        with self.workspace.store.reading() as tx:
            for group in tx.index.groups():
                tx.paper.choice(group.id)
                tx.paper.printed(group.id)


def told(reading: Callable[..., object], *given: str) -> None:
    with suppress(LastDaysError):
        reading(*given)


def read_all(path: Path, book: Catalogue) -> None:
    """Read a store in every way, and what is recovered of it."""
    recovered = path.with_name("recovered.sqlite")
    recover(path, recovered)
    for file in (path, recovered):
        with closing(open_store(file)) as store:
            Reader(Workspace(store, book)).read()


@pytest.mark.sweep
@pytest.mark.parametrize(
    "what",
    [pytest.param(what, marks=[pytest.mark.long] * (what not in USUAL)) for what in VALUES],
)
@pytest.mark.parametrize("columns", COLUMNS)
def test_a_value_that_does_not_belong_there_is_damage(
    tmp_path: Path,
    told_store: Path,
    book: Catalogue,
    columns: tuple[tuple[str, str], ...],
    what: str,
) -> None:
    path = Path(shutil.copy(told_store, tmp_path / "friends.sqlite"))
    value = VALUES[what]
    put(path, columns, packed(value.encode()) if columns == PACKED else value)
    read_all(path, book)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
@pytest.mark.sweep
@pytest.mark.parametrize(("table", "column"), [("answers", "value"), ("events", "event")])
def test_rows_of_megabytes_are_damage(
    tmp_path: Path, told_store: Path, book: Catalogue, table: str, column: str
) -> None:
    path = Path(shutil.copy(told_store, tmp_path / "friends.sqlite"))
    put(path, [(table, column)], '{"a":[' + "{}," * 2_700_000 + "{}]}")
    assert hold(lambda: read_all(path, book)) == "taken"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
@pytest.mark.sweep
@pytest.mark.parametrize("grain", [b"x", b"[],"])
def test_a_document_that_is_packed_tighter_than_any_is_damage(
    tmp_path: Path, told_store: Path, book: Catalogue, grain: bytes
) -> None:
    """Of 60 KB each; to check and to recover them took half a minute."""
    path = Path(shutil.copy(told_store, tmp_path / "friends.sqlite"))
    huge = (
        b'{"a":"' + b"x" * (60 * MB) + b'"}' if grain == b"x" else b"[" + b"[]," * (20 * MB) + b"0]"
    )
    put(path, [("revisions", "document")], packed(huge))

    def read() -> None:
        assert recover(path, tmp_path / "recovered.sqlite").missing
        with closing(open_store(path)) as store:
            assert not check_store(Workspace(store, book)).sound

    found, seconds = within(read)
    assert found == "taken"
    assert seconds < SECONDS
