"""Every connection to a file is guarded before anything is read of it, whoever wrote the file."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.safekeeping import newest_sound_backup, opened_copy, recover, restore
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.driver import VALUE_MOST
from lastdays.store.kept_backups import campaigns_in_backup
from store.planted import PLANTED

DEFENSIVE = 1010
#: What reads nothing of a file: that of the guard itself, SQLAlchemy's and `deserialize`'s own.
HARMLESS = ("PRAGMA trusted_schema=OFF", "PRAGMA read_uncommitted", "ATTACH x AS 'main'")


class Heard(sqlite3.Connection):
    """A connection with Python 3.12's `setconfig`, which notes what it reads before it is guarded."""

    opened: ClassVar[list[Heard]] = []

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.defensive = False
        self.said: list[str] = []
        self.unguarded: list[str] = []
        self.set_trace_callback(self._hear)
        Heard.opened.append(self)

    def setconfig(self, setting: int, on: bool = True) -> None:
        self.defensive |= setting == DEFENSIVE and on

    def _hear(self, statement: str) -> None:
        self.said.append(statement)
        limited = self.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) <= VALUE_MOST
        if not limited and statement not in HARMLESS:
            self.unguarded.append(statement)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Heard]]:
    """The connections that are opened from now on."""
    connect = sqlite3.connect

    def listen(*given: Any, **named: Any) -> sqlite3.Connection:
        made: sqlite3.Connection = connect(*given, **{"factory": Heard, **named})
        return made

    for module in (sqlite3, sqlite3.dbapi2):
        monkeypatch.setattr(module, "connect", listen)
    Heard.opened.clear()
    yield Heard.opened
    Heard.opened.clear()


def opened_files(heard: list[Heard]) -> list[Heard]:
    """Those that ran anything, without the tables that are made in memory."""
    made = [one for one in heard if any("CREATE" in statement for statement in one.unguarded)]
    return [one for one in heard if one.said and one not in made]


def test_whatever_is_opened_is_defensive_and_reads_no_long_value(
    tmp_path: Path, sample_store: Path, book: Catalogue, heard: list[Heard]
) -> None:
    friends = Path(shutil.copy(sample_store, tmp_path / "friends.sqlite"))
    campaigns_in_backup(friends)
    with opened_copy(friends) as store:
        assert Workspace(store, book).groups()
    store = open_store(tmp_path / "own.sqlite")
    restore(Workspace(store, book), friends)
    store.backup(tmp_path / "copy.sqlite")
    store.close()
    open_store(friends, to_be_read=True).close()
    assert newest_sound_backup(tmp_path / "own.sqlite") is not None
    there = opened_files(heard)
    assert len(there) > 10
    assert [one.unguarded for one in there if one.unguarded] == []
    assert all(one.defensive for one in there)


@pytest.mark.parametrize("planted", ["a trigger", "nothing"])
def test_a_recovery_reads_no_long_value(
    tmp_path: Path, sample_store: Path, heard: list[Heard], planted: str
) -> None:
    """What it writes into the schema of a copy, it writes by hand: that isn't defensive."""
    friends = Path(shutil.copy(sample_store, tmp_path / "friends.sqlite"))
    with sqlite3.connect(friends) as db:
        db.executescript(PLANTED.get(planted, ""))
    db.close()
    heard.clear()
    recover(friends, tmp_path / "recovered.sqlite")
    assert [one.unguarded for one in opened_files(heard) if one.unguarded] == []
