"""What can still be read of a damaged store is written into a new one, which is sound."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store, recover
from lastdays.errors import NothingToUndoError, StoreError
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.checking import TableReader, lenient
from lastdays.store.models import Answers
from sure import as_a

PAGE = 4096
BOTH = {"Carl's Crew", "Zeke's Truckers"}
Mended: TypeAlias = Callable[[], tuple[tuple[str, ...], dict[str, Group]]]


@pytest.fixture
def damaged(full_store: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(full_store, tmp_path / "damaged.sqlite"))


@pytest.fixture
def mended(damaged: Path, tmp_path: Path, book: Catalogue) -> Iterator[Mended]:
    """Recover the damaged store into `new.sqlite`: what is missing, and its groups by name, after the
    check of it found nothing."""
    with ExitStack() as opened:

        def mend() -> tuple[tuple[str, ...], dict[str, Group]]:
            done = recover(damaged, tmp_path / "new.sqlite")
            store = opened.enter_context(closing(open_store(tmp_path / "new.sqlite")))
            workspace = Workspace(store, book)
            assert check_store(workspace).problems == ()
            return done.missing, {g.name: workspace.group(g.id).group for g in workspace.groups()}

        yield mend


def rows(file: Path, table: str) -> int:
    with closing(sqlite3.connect(file)) as db:
        return as_a(int, db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def root(file: Path, name: str) -> int:
    """The first page of a table or an index."""
    with closing(sqlite3.connect(file)) as db:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        return as_a(int, db.execute(query, (name,)).fetchone()[0])


def spoil(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("PRAGMA foreign_keys=OFF")
        db.execute(statement)
        assert db.total_changes


def test_of_a_whole_store_nothing_is_lost(damaged: Path, tmp_path: Path, mended: Mended) -> None:
    missing, groups = mended()
    assert missing == ()
    assert set(groups) == BOTH
    for table in ("changes", "revisions", "answers", "events", "portraits", "prints"):
        assert rows(tmp_path / "new.sqlite", table) == rows(damaged, table)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE characters SET level = level + 1",
        "UPDATE groups SET leader = 'Somebody', points = 7",
        "UPDATE groups SET present = 0",
        "UPDATE campaigns SET name = 'Other', deleted = 1",
        "DELETE FROM items",
        "UPDATE games SET encounter = 'nowhere'",
    ],
)
def test_rows_that_mirror_a_history_are_written_anew(
    damaged: Path, mended: Mended, harm: str
) -> None:
    """They have no sums: what they say is worked out of what has."""
    spoil(damaged, harm)
    missing, groups = mended()
    assert missing == ()
    assert set(groups) == BOTH


def test_the_tables_are_those_of_a_new_store(
    damaged: Path, tmp_path: Path, mended: Mended, empty_store: Path
) -> None:
    def schema(file: Path) -> set[Any]:
        with closing(sqlite3.connect(file)) as db:
            return set(db.execute("SELECT type, name, sql FROM sqlite_master"))

    with closing(sqlite3.connect(damaged)) as db:
        db.execute("DROP INDEX ix_events_chain")
        db.execute("CREATE TRIGGER harm AFTER UPDATE ON groups BEGIN DELETE FROM changes; END")
    _missing, groups = mended()
    assert groups
    assert schema(tmp_path / "new.sqlite") == schema(empty_store)


def test_rows_that_vanish_without_a_trace_are_told_of(damaged: Path, mended: Mended) -> None:
    """A page of the table says that it has fewer rows than it has: nothing fails to be read."""
    page = root(damaged, "changes")
    raw = bytearray(damaged.read_bytes())
    at = (page - 1) * PAGE
    assert raw[at] in (5, 13)  # a table's page
    while raw[at] == 5:  # down to the first leaf
        cell = int.from_bytes(raw[at + 12 : at + 14])
        at = (int.from_bytes(raw[at + cell : at + cell + 4]) - 1) * PAGE
    count = int.from_bytes(raw[at + 3 : at + 5])
    assert count > 4
    raw[at + 3 : at + 5] = (count - 2).to_bytes(2)
    damaged.write_bytes(raw)
    missing, groups = mended()
    assert any("entries of histories could not be read" in line for line in missing)
    assert any("pages of the file don't match" in line for line in missing)
    assert len(groups) == 2


@pytest.mark.parametrize("row", [True, False])
def test_groups_whose_campaign_cannot_be_read_get_a_new_one(
    damaged: Path, mended: Mended, row: bool
) -> None:
    spoil(damaged, "UPDATE revisions SET document = x'00' WHERE group_id IS NULL")
    if not row:
        spoil(damaged, "UPDATE campaigns SET head_sum = 0")
    missing, groups = mended()
    assert set(groups) == BOTH
    assert any("could not be read at all" in line for line in missing), missing


def test_what_hangs_on_something_lost_is_listed(damaged: Path, mended: Mended) -> None:
    spoil(damaged, "UPDATE sequences SET sum = 0")
    lost = rows(damaged, "sequences") + rows(damaged, "answers")
    missing, groups = mended()
    assert f"{lost} answers of post-game sequences could not be read." in missing
    assert groups


def test_changes_and_prints_that_are_lost_are_listed(damaged: Path, mended: Mended) -> None:
    spoil(damaged, "UPDATE changes SET sum = 0 WHERE id = (SELECT max(id) FROM changes)")
    spoil(damaged, "UPDATE prints SET sum = 0")
    missing, groups = mended()
    assert set(missing) == {
        "1 entry of a history could not be read.",
        "What was last printed of 1 group could not be read.",
    }
    assert groups


def test_nothing_half_written_is_left_where_it_fails(
    damaged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise StoreError("no more")

    monkeypatch.setattr("lastdays.campaign.safekeeping.check_store", fail)
    with pytest.raises(StoreError, match="no more"):
        recover(damaged, tmp_path / "new.sqlite")
    assert [f.name for f in tmp_path.iterdir()] == ["damaged.sqlite"]


def test_indexes_alone_are_made_anew(damaged: Path, mended: Mended) -> None:
    page = root(damaged, "ix_events_chain")
    raw = bytearray(damaged.read_bytes())
    whole = slice((page - 1) * PAGE, page * PAGE)
    raw[whole] = raw[whole].replace(b"\x01", b"\x02")
    damaged.write_bytes(raw)
    missing, groups = mended()
    assert missing == ()
    assert len(groups) == 2


def test_a_damaged_present_becomes_the_entry_before(damaged: Path, mended: Mended) -> None:
    spoil(
        damaged,
        "UPDATE revisions SET document = x'789c' WHERE id = "
        "(SELECT head FROM groups WHERE name = 'Carl''s Crew')",
    )
    missing, groups = mended()
    assert "Carl's Crew was recovered from an earlier entry of its history." in missing
    assert "1 entry of a history could not be read." in missing
    assert set(groups) == BOTH


def test_an_entry_in_the_middle_leaves_the_present_as_it_is(
    damaged: Path, mended: Mended, book: Catalogue
) -> None:
    store = open_store(damaged)
    workspace = Workspace(store, book)
    before = {g.name: workspace.group(g.id).group for g in workspace.groups()}
    store.close()
    spoil(
        damaged,
        "UPDATE revisions SET document = x'789c' WHERE id = (SELECT parent_id FROM revisions "
        "WHERE id = (SELECT head FROM groups WHERE name = 'Carl''s Crew'))",
    )
    missing, groups = mended()
    assert missing == ("1 entry of a history could not be read.",)
    assert groups == before


@pytest.mark.sweep
def test_every_page_in_turn(full_store: Path, tmp_path: Path, book: Catalogue) -> None:
    """Noise over any single page: what comes back is sound, and most of the groups are there."""
    whole = full_store.read_bytes()
    both = none = 0
    for page in range(1, len(whole) // PAGE, 3):
        raw = bytearray(whole)
        raw[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
        file, target = tmp_path / f"{page}.sqlite", tmp_path / f"new-{page}.sqlite"
        file.write_bytes(raw)
        try:
            recover(file, target)
        except StoreError:
            # Where the tables are is not known any more.
            with pytest.raises(sqlite3.DatabaseError):
                rows(file, "sqlite_master")
            none += 1
            continue
        assert file.read_bytes() == raw
        store = open_store(target)
        workspace = Workspace(store, book)
        assert check_store(workspace).problems == ()
        both += len(workspace.groups()) == 2
        store.close()
    assert none < 4
    assert both > 5


@pytest.mark.parametrize("content", [b"", b"a letter to a friend\n" * 500])
def test_what_is_no_store_at_all(tmp_path: Path, content: bytes) -> None:
    file, target = tmp_path / "no.sqlite", tmp_path / "new.sqlite"
    file.write_bytes(content)
    with pytest.raises(StoreError, match="Nothing could be read"):
        recover(file, target)
    assert not target.exists()
    with pytest.raises(StoreError, match="could not be copied"):
        recover(tmp_path, target)


def test_nothing_is_written_over(damaged: Path, tmp_path: Path) -> None:
    (tmp_path / "new.sqlite").write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match="already exists"):
        recover(damaged, tmp_path / "new.sqlite")
    assert (tmp_path / "new.sqlite").read_text(encoding="utf-8") == "mine"


def test_a_group_that_was_taken_back_is_not_called_lost(
    damaged: Path, mended: Mended, book: Catalogue
) -> None:
    store = open_store(damaged)
    workspace = Workspace(store, book)
    campaign = workspace.groups()[0].campaign
    GroupActions(workspace).create_with_leader(
        campaign, "Never Was", "everyday-hero", "Al", next(iter(book.refuges))
    )
    gone = next(g for g in workspace.groups() if g.name == "Never Was")
    workspace.undo(gone.campaign, gone.id)
    store.close()
    spoil(damaged, "UPDATE answers SET sum = 0 WHERE id = (SELECT max(id) FROM answers)")
    missing, groups = mended()
    assert missing == ("1 answer of a post-game sequence could not be read.",)
    assert set(groups) == BOTH


@pytest.mark.parametrize("name", [b"present", b"name"])
def test_a_damaged_name_of_a_column_ends_nothing(
    damaged: Path, mended: Mended, name: bytes
) -> None:
    """A single bit of the file's description of its tables."""
    raw = damaged.read_bytes()
    at = raw.index(b"CREATE TABLE groups")
    at = raw.index(name + b" ", at)
    damaged.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
    _missing, groups = mended()
    assert len(groups) == 2


def test_a_campaign_lists_no_group_of_which_nothing_is_left(
    damaged: Path, tmp_path: Path, mended: Mended, book: Catalogue
) -> None:
    """Nor does it after any undo: no entry of its history lists it."""
    spoil(
        damaged,
        "UPDATE revisions SET sum = 0 WHERE group_id = "
        "(SELECT id FROM groups WHERE name = 'Zeke''s Truckers')",
    )
    missing, groups = mended()
    assert "Zeke's Truckers could not be read at all." in missing
    assert not any("match its history" in line for line in missing), missing
    (carl,) = groups.values()
    assert carl.name == "Carl's Crew"
    workspace = Workspace(open_store(tmp_path / "new.sqlite"), book)
    (campaign,) = workspace.campaigns()
    undone = 0
    with closing(workspace.store), suppress(NothingToUndoError):
        while True:
            assert workspace.campaign(campaign.id).campaign.groups in ((carl.id,), ())
            assert check_store(workspace).problems == ()
            workspace.undo(campaign.id)
            undone += 1
    assert undone


def leaves(raw: bytes | bytearray, page: int) -> list[int]:
    """The pages of a table that have its rows, in order, from its first page."""
    at = (page - 1) * PAGE
    if raw[at] == 13:
        return [page]
    cells = [at + 12 + 2 * n for n in range(int.from_bytes(raw[at + 3 : at + 5]))]
    below = [at + int.from_bytes(raw[cell : cell + 2]) for cell in cells]
    pages = [int.from_bytes(raw[cell : cell + 4]) for cell in (*below, at + 8)]
    return [leaf for one in pages for leaf in leaves(raw, one)]


def test_a_table_whose_ids_leap_where_it_is_damaged_is_recovered_soon(
    damaged: Path,
) -> None:
    """Each id between was tried, for half a minute, and counted as lost."""
    with closing(sqlite3.connect(damaged)) as db, db:
        db.execute("PRAGMA foreign_keys=OFF")
        for first in (1_000, 10**15):
            db.executemany(
                "INSERT INTO answers (id, sequence_id, key, how, who, at) VALUES (?, '', '', '', '', '')",
                [(first + n,) for n in range(600)],
            )
    raw = bytearray(damaged.read_bytes())
    there = leaves(raw, root(damaged, "answers"))
    for leaf in there[1:-1]:
        raw[(leaf - 1) * PAGE : leaf * PAGE] = b"\xff" * PAGE
    damaged.write_bytes(raw)
    with closing(sqlite3.connect(damaged)) as db, lenient(db):
        reader = TableReader(db, Answers.__table__)
        found = [number for number, _row in reader.rows()]
    assert min(found) < 1_000
    assert max(found) == 10**15 + 599
    assert reader.lost < 1_200
