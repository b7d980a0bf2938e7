"""A store that can't be written where it lies: it is read whole, and changes are refused."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions
from lastdays.campaign.safekeeping import check_store, restore
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from store.crashes import crash
from unwritable import unwritable

FIXTURES = Path(__file__).parents[1] / "fixtures"
REFUSED = "can't be written where it is, so it is open read-only. Nothing was changed"


@pytest.fixture
def medium(tmp_path: Path) -> Path:
    """The folder that will be read only."""
    folder = tmp_path / "medium"
    folder.mkdir()
    return folder


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {f.name: (f.read_bytes(), f.stat().st_mtime_ns) for f in folder.iterdir()}


def test_all_of_it_is_read_and_nothing_is_changed(
    medium: Path, temporary: Path, sample_store: Path, book: Catalogue, tmp_path: Path
) -> None:
    path = medium / "store.sqlite"
    shutil.copy(sample_store, path)
    before = contents(medium)
    with unwritable(medium):
        store = open_store(path)
        (sentence,) = store.notices
        assert sentence.startswith(f"{path} can't be written where it is, so it is open read-only")
        workspace = Workspace(store, book)
        assert check_store(workspace).sound
        group = workspace.groups()[0]
        jobs = PrintActions(workspace)
        choice = jobs.choice(group.id)
        jobs.remember(group.id, choice)
        made = jobs.make({group.id: choice})
        jobs.save(made, tmp_path / "cards.pdf", {group.id: choice})
        jobs.printed({group.id: choice})
        assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF-")
        assert GroupActions(workspace).export(group.id).startswith(b"{")
        for act in (
            lambda: GroupActions(workspace).write_notes(group.id, "changed"),
            lambda: CampaignActions(workspace).begin("New"),
            lambda: workspace.undo(group.campaign, group.id),
            lambda: restore(workspace, sample_store),
        ):
            with pytest.raises(StoreError, match=REFUSED):
                act()
        store.backup(tmp_path / "elsewhere.sqlite")
        store.close()
        assert list(temporary.iterdir()) == []
    assert contents(medium) == before
    store = open_store(tmp_path / "elsewhere.sqlite")
    assert store.notices == ()
    GroupActions(Workspace(store, book)).write_notes(group.id, "played on")
    store.close()


def names(path: Path, book: Catalogue) -> tuple[set[str], int]:
    """The campaigns in a store, and in how many sentences it is told of."""
    store = open_store(path)
    try:
        return {c.name for c in Workspace(store, book).campaigns()}, len(store.notices)
    finally:
        store.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_what_was_not_poured_in_is_read_too(medium: Path, temporary: Path, book: Catalogue) -> None:
    path = medium / "store.sqlite"
    store = open_store(path)
    CampaignActions(Workspace(store, book)).begin("First")
    store.close()
    old = path.read_bytes()
    crash(path, book, "Second")
    with unwritable(medium):
        assert names(path, book) == ({"First", "Second"}, 1)
    for n in range(3):
        store = open_store(path)
        CampaignActions(Workspace(store, book)).begin(f"{n}")
        store.close()
    crash(path, book, "Lost")
    path.write_bytes(old)  # a backup, copied over it
    with unwritable(medium):
        assert names(path, book) == ({"First"}, 2)
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("name", ["store-0001.sqlite", "store-0003.sqlite"])
def test_one_of_an_earlier_edition_is_brought_up_to_date_in_the_copy(
    medium: Path, temporary: Path, book: Catalogue, name: str
) -> None:
    shutil.copy(FIXTURES / name, medium / "store.sqlite")
    before = contents(medium)
    with unwritable(medium):
        found, _told = names(medium / "store.sqlite", book)
    assert found
    assert contents(medium) == before
    assert list(temporary.iterdir()) == []


def test_what_is_wrong_with_it_is_said_as_ever(
    medium: Path, temporary: Path, sample_store: Path
) -> None:
    path = medium / "store.sqlite"
    content = bytearray(sample_store.read_bytes())
    content[20_000:60_000] = bytes(40_000)
    path.write_bytes(content)
    with sqlite3.connect(medium / "birds.sqlite") as db:
        db.execute("CREATE TABLE birds (name)")
    db.close()
    (medium / "empty.sqlite").touch()
    with unwritable(medium):
        with pytest.raises(StoreError, match="is damaged"):
            open_store(path)
        with pytest.raises(StoreError, match="not a Last Days store"):
            open_store(medium / "birds.sqlite")
        with pytest.raises(StoreError, match="can't be opened or created"):
            open_store(medium / "empty.sqlite")
        with pytest.raises(StoreError, match="can't be opened or created"):
            open_store(medium / "new.sqlite")
    assert list(temporary.iterdir()) == []


def test_a_store_that_may_only_be_read_is_one_too(
    medium: Path, sample_store: Path, book: Catalogue
) -> None:
    """The folder can be written, the file can't: somebody else's, perhaps."""
    if os.name == "nt" or os.getuid() == 0:
        pytest.skip("root writes everywhere")
    path = medium / "store.sqlite"
    shutil.copy(sample_store, path)
    path.chmod(0o444)
    store = open_store(path)
    assert store.read_only
    assert len(list(medium.iterdir())) == 1
    store.close()
