"""The check of a store finds whatever is not as it was written, and says whose it is."""

from __future__ import annotations

import random
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine

from lastdays.campaign import Workspace, safekeeping
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.cli import listing
from lastdays.errors import CancelledError, StoreError
from lastdays.model.changes import GroupImported
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.checking import has_whole_head, is_whole
from lastdays.store.driver import always
from lastdays.store.models import Revisions
from store.exercise import edit_group
from store.sealing import seal
from store.steps import Steps


@pytest.fixture
def file(full_store: Path) -> Path:
    return full_store


def looked_at(file: Path, book: Catalogue) -> list[str]:
    """What the check says of a store, or the sentence with which it is not opened."""
    try:
        store = open_store(file)
    except StoreError as error:
        return [str(error)]
    try:
        report = check_store(Workspace(store, book))
        return [f"{p.about}: {p.text}" for p in report.problems]
    except StoreError as error:
        return [str(error)]
    finally:
        store.close()


def content(file: Path) -> list[list[tuple[bytes | int | None, ...]]] | None:
    """All rows of all tables; None where they cannot be read."""
    db = sqlite3.connect(file)
    db.text_factory = bytes
    try:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return [db.execute(f"SELECT * FROM {t.decode()}").fetchall() for (t,) in tables.fetchall()]
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        db.close()


def test_a_row_whose_columns_lost_their_names_is_damaged() -> None:
    assert not is_whole(Revisions, {"sum": 1, "documen4": b""})
    assert not has_whole_head({"id": "g", "heae": 1})


def test_nothing_is_wrong_with_a_whole_store(file: Path, book: Catalogue) -> None:
    assert looked_at(file, book) == []


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_a_single_flipped_bit_is_found(
    tmp_path: Path, file: Path, book: Catalogue, seed: int
) -> None:
    whole, was = file.read_bytes(), content(file)
    draw = random.Random(seed)
    damaged = tmp_path / "s.sqlite"
    # Where something lies: a page's unused middle can change without anything being lost.
    places = [n for n in range(100, len(whole)) if whole[n]]
    changed = 0
    for _n in range(12):
        raw = bytearray(whole)
        at = draw.choice(places)
        raw[at] ^= 1 << draw.randrange(8)
        damaged.write_bytes(raw)
        if content(damaged) == was:
            continue
        changed += 1
        assert looked_at(damaged, book), f"bit at {at}"
        for left in tmp_path.glob("s.sqlite-*"):
            left.unlink()
    assert changed > 2


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE revisions SET figures = '{\"x\": 1}' WHERE group_id = :group", "history"),
        ("UPDATE changes SET facts = '{' WHERE id = (SELECT max(id) FROM changes)", "history"),
        ("UPDATE answers SET value = '[6, 6]' WHERE id = (SELECT max(id) FROM answers)", "answer"),
        ("UPDATE events SET event = '{}' WHERE id = (SELECT min(id) FROM events)", "the table"),
        ("UPDATE groups SET head = head - 1 WHERE id = :group", "is current"),
        ("UPDATE groups SET points = points + 5 WHERE id = :group", "rows of groups"),
        ("UPDATE games SET number = 77", "rows of games"),
        ("UPDATE portraits SET picture = x'00'", "portrait"),
    ],
)
def test_what_is_damaged_is_named(
    tmp_path: Path, file: Path, book: Catalogue, statement: str, said: str
) -> None:
    damaged = tmp_path / "s.sqlite"
    shutil.copy(file, damaged)
    with sqlite3.connect(damaged) as db:
        (group,) = db.execute("SELECT id FROM groups WHERE name = 'Carl''s Crew'").fetchone()
        db.execute(statement, {"group": group} if ":group" in statement else {})
        assert db.total_changes
    db.close()
    (found, *_more) = looked_at(damaged, book)
    assert said in found
    if ":group" in statement:
        assert found.startswith("Carl's Crew: ")


@pytest.mark.parametrize("table", ["campaigns", "groups"])
def test_a_row_of_another_id_with_sums_that_are_right_is_named(
    tmp_path: Path, file: Path, book: Catalogue, table: str
) -> None:
    """Its documents still say who they are about."""
    damaged = tmp_path / "s.sqlite"
    shutil.copy(file, damaged)
    with sqlite3.connect(damaged) as db:
        key = {"campaigns": "campaign_id", "groups": "group_id"}[table]
        db.execute(f"UPDATE {table} SET id = 'another' WHERE id = (SELECT min(id) FROM {table})")
        db.execute(f"UPDATE revisions SET {key} = 'another' WHERE {key} IS NOT NULL")
    db.close()
    engine = create_engine(f"sqlite:///{damaged}")
    with engine.begin() as connection:
        seal(connection)
    engine.dispose()
    assert any(f"rows of {table}" in line for line in looked_at(damaged, book))


def test_a_chain_that_leads_into_itself_is_said_and_ends(
    tmp_path: Path, file: Path, book: Catalogue
) -> None:
    damaged = tmp_path / "s.sqlite"
    shutil.copy(file, damaged)
    with sqlite3.connect(damaged) as db:
        for table in ("revisions", "answers", "events"):
            db.execute(f"UPDATE {table} SET parent_id = id")
    db.close()
    store = open_store(damaged)
    workspace = Workspace(store, book)
    for group in workspace.groups():
        workspace.history(group.id)
        with pytest.raises(StoreError):
            workspace.group(group.id)
    with store.reading() as tx:
        for session in tx.table.sessions():
            with pytest.raises(StoreError):
                tx.table.session(session.id)
    store.close()
    assert looked_at(damaged, book)


def test_looking_at_a_damaged_store_leaves_it_and_its_log_as_they_are(
    tmp_path: Path, file: Path, book: Catalogue
) -> None:
    damaged = tmp_path / "s.sqlite"
    raw = bytearray(file.read_bytes())
    shutil.copy(file, damaged)
    writer = sqlite3.connect(damaged)
    writer.execute("UPDATE campaigns SET name = name || '!'")
    writer.commit()
    log = (tmp_path / "s.sqlite-wal").read_bytes()
    assert log
    writer.close()
    raw[4096 * 3 : 4096 * 9] = b"\xa5" * (4096 * 6)
    damaged.write_bytes(raw)
    (tmp_path / "s.sqlite-wal").write_bytes(log)
    with pytest.raises(StoreError, match="damaged"):
        open_store(damaged)
    assert damaged.read_bytes() == raw
    assert (tmp_path / "s.sqlite-wal").read_bytes() == log


def test_undo_leaves_a_document_that_is_damaged(
    tmp_path: Path, file: Path, book: Catalogue
) -> None:
    damaged = tmp_path / "s.sqlite"
    shutil.copy(file, damaged)
    store = open_store(damaged)
    workspace = Workspace(store, book)
    group = next(g for g in workspace.groups() if g.name == "Carl's Crew")
    value = workspace.group(group.id).group
    edit_group(GroupActions(workspace), group.id, points=123)
    with store.writing() as tx:
        tx.connection.exec_driver_sql(
            "UPDATE revisions SET document = x'00' WHERE id = (SELECT max(id) FROM revisions)"
        )
    with pytest.raises(StoreError):
        workspace.group(group.id)
    assert workspace.undo(group.campaign, group.id)
    assert workspace.group(group.id).group == value
    store.close()


def test_figures_read_at_once_are_those_read_one_by_one(riverside: Workspace) -> None:
    (campaign,) = (c.id for c in riverside.campaigns())
    with riverside.store.writing() as tx:
        ask = tx.connection.exec_driver_sql
        heads = [head for (head,) in ask("SELECT head FROM groups")]
        one_by_one = {head: tx.revisions.figures(head) for head in heads}
        assert dict(tx.revisions.figures_of_groups(campaign)) == one_by_one
        assert not dict(tx.revisions.figures_of_groups("another"))
        ask("UPDATE revisions SET figures = '{}' WHERE id = ?", (heads[0],))
        assert dict(tx.revisions.figures_of_groups(campaign)).keys() == {*heads[1:]}


def test_a_check_that_is_not_wanted_any_more_stops_where_it_is(file: Path, book: Catalogue) -> None:
    """Whether it is among the pages, the rows or the documents."""
    store = open_store(file)
    workspace = Workspace(store, book)
    asked = 0
    most = sys.maxsize

    def goes_on() -> bool:
        nonlocal asked
        asked += 1
        return asked <= most

    try:
        assert check_store(workspace, goes_on=goes_on).groups
        for most in range(0, asked, asked // 10):
            asked = 0
            percents: list[int] = []
            with pytest.raises(CancelledError):
                check_store(workspace, percents.append, goes_on)
            assert 100 not in percents
            assert asked <= most + 2, "it stops at once"
    finally:
        store.close()


def test_lists_and_the_check_read_as_much_more_as_there_are_groups(
    file: Path, book: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if one change made all of them."""
    steps = Steps(monkeypatch)
    store = open_store(file)
    workspace = Workspace(store, book)
    campaign = next(c.id for c in workspace.campaigns() if not c.deleted)
    pattern = workspace.snapshot(workspace.groups(campaign)[0].id).group

    def add(first: int, last: int) -> None:
        with workspace.change(campaign, GroupImported("Crews")) as changes:
            for n in range(first, last):
                changes.new_group(replace(pattern, id=f"{n:012x}", name=f"Crew {n}"))

    def read() -> None:
        assert list(listing._groups_as_json(workspace))
        list(listing._warnings(workspace))
        safekeeping._documents(workspace, lambda _percent: None, always)

    try:
        add(0, 50)
        few = steps.of(read)
        workspace.undo(campaign)
        add(50, 150)
        many = steps.of(read)
        assert many < 3 * few
    finally:
        store.close()
