"""A damaged store: what takes its place, and what becomes of the file itself."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import (
    newest_sound_backup,
    preview_whole,
    restore,
    take_backup,
    take_recovered,
)
from lastdays.errors import DamagedStoreError, LastDaysError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.kept_backups import Backups, KeptBackup, Reason
from store.exercise import edit_group
from sure import sure


@pytest.fixture
def kept(riverside: Workspace) -> tuple[Path, KeptBackup]:
    """A closed store with a backup of it."""
    made = Backups(riverside.store.path).make(riverside.store.engine, Reason.START)
    riverside.store.close()
    return riverside.store.path, sure(made)


def spoil(path: Path) -> bytes:
    """Overwrites a page that SQLite needs."""
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 6] = b"\x5a" * 4096 * 4
    path.write_bytes(content)
    return bytes(content)


def names(path: Path, book: Catalogue) -> set[str]:
    store = open_store(path)
    try:
        return {g.name for g in Workspace(store, book).groups()}
    finally:
        store.close()


def test_the_newest_good_backup_takes_the_place_of_a_damaged_store(
    kept: tuple[Path, KeptBackup], book: Catalogue
) -> None:
    path, made = kept
    damaged = spoil(path)
    log = path.with_name(path.name + "-wal")
    log.write_bytes(b"what was not poured in")
    with pytest.raises(DamagedStoreError):
        open_store(path)
    good = newest_sound_backup(path)
    assert good is not None
    assert good.kept == made
    aside = take_backup(path, good.kept.path)
    assert aside.name.startswith("store.damaged-")
    assert aside.read_bytes() == damaged
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"what was not poured in"
    assert not log.exists()
    assert names(path, book) == {"Carl's Crew", "Zeke's Truckers"}


def test_a_damaged_backup_is_passed_over(kept: tuple[Path, KeptBackup]) -> None:
    path, made = kept
    older = made.path.with_name("20200101T000000-1-start-1.sqlite")
    shutil.copy(made.path, older)
    spoil(made.path)
    assert sure(newest_sound_backup(path)).kept.path == older
    spoil(older)
    assert newest_sound_backup(path) is None


def test_a_backup_whose_rows_are_not_what_was_written_is_none(
    kept: tuple[Path, KeptBackup], other: Workspace
) -> None:
    """SQLite finds nothing wrong with it."""
    path, made = kept
    with closing(sqlite3.connect(made.path)) as backup:
        backup.execute("UPDATE revisions SET document = CAST(document || 'Bo' AS BLOB)")
        backup.commit()
    assert newest_sound_backup(path) is None
    with pytest.raises(LastDaysError, match="is itself damaged"):
        restore(other, made.path)
    assert other.campaigns() == []


def test_what_can_be_read_takes_the_place_of_a_damaged_store(
    kept: tuple[Path, KeptBackup], book: Catalogue
) -> None:
    path, _made = kept
    content = path.read_bytes()
    cut = content[: len(content) - 4096]
    path.write_bytes(cut)
    done, aside = take_recovered(path)
    assert aside.read_bytes() == cut
    assert names(path, book) == set(done.groups) != set()
    assert sorted(p.name for p in path.parent.glob("*recovered*")) == []


def test_a_second_damaged_store_of_a_day_keeps_the_first(kept: tuple[Path, KeptBackup]) -> None:
    path, made = kept
    first = take_backup(path, made.path)
    second = take_backup(path, made.path)
    assert first.exists()
    assert second.exists()
    assert first != second


def test_an_empty_file_in_the_place_of_a_store_with_backups_is_not_a_new_store(
    kept: tuple[Path, KeptBackup],
) -> None:
    path, _made = kept
    path.write_bytes(b"")
    with pytest.raises(DamagedStoreError, match="is empty"):
        open_store(path)
    assert path.read_bytes() == b""


def test_the_preview_says_what_would_become_of_each_group(riverside: Workspace) -> None:
    (campaign,) = [c.id for c in riverside.campaigns()]
    made = Backups(riverside.store.path).make(riverside.store.engine, Reason.START)
    assert {f.kind for f in preview_whole(riverside, sure(made).path)} == {"same"}
    groups = GroupActions(riverside)
    new = groups.create_with_leader(campaign, "Newcomers", "merciless-thug", "Nell", "mall")
    carl, zeke = (g.id for g in riverside.groups() if g.id != new)
    edit_group(groups, carl, name="Karl's Crew")
    CampaignActions(riverside).begin("Elsewhere")
    found = {f.name: (f.kind, f.differences) for f in preview_whole(riverside, sure(made).path)}
    assert found["Elsewhere"] == ("gone", 0)
    assert found["Newcomers"] == ("gone", 0)
    assert found["Riverside"] == ("changed", 0)
    assert found["Karl's Crew"] == ("changed", 1)
    assert found["Zeke's Truckers"] == ("same", 0)
    groups.delete(zeke)
    kinds = {f.name: f.kind for f in preview_whole(riverside, sure(made).path)}
    assert kinds["Zeke's Truckers"] == "back"
