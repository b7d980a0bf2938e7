"""Nothing but SQLite opens a file of an open store: a second process finds its locks in place."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.desktop.files import read_whole, write_whole
from lastdays.errors import LastDaysError, StoreError
from lastdays.rulebook import Catalogue, load
from lastdays.store import Store, open_store
from locks import locks_hold

pytestmark = pytest.mark.skipif(os.name == "nt", reason="locks there belong to an opened file")

NAMES = (
    "store.sqlite",
    "store.sqlite-wal",
    "store.sqlite-shm",
    "hard-link",
    "hard-link-to-shm",
    "link",
    "link-to-folder/store.sqlite",
    "../{folder}/store.sqlite",
)


@pytest.fixture
def opened(store: Store, book: Catalogue, tmp_path: Path) -> Store:
    """A store in use, and every other name its files can have."""
    CampaignActions(Workspace(store, book)).begin("Here")
    assert store.data_version()
    os.link(tmp_path / "store.sqlite", tmp_path / "hard-link")
    os.link(tmp_path / "store.sqlite-shm", tmp_path / "hard-link-to-shm")
    (tmp_path / "link").symlink_to("store.sqlite")
    (tmp_path / "link-to-folder").symlink_to(".", target_is_directory=True)
    assert locks_hold(store.path)
    return store


def named(folder: Path, name: str) -> Path:
    """A file of the folder by one of its names."""
    return Path(f"{folder}/{name.format(folder=folder.name)}")


def test_reading_a_store_by_other_means_would_drop_its_locks(opened: Store) -> None:
    """What all of this is for: SQLite cannot help it."""
    opened.path.read_bytes()
    assert not locks_hold(opened.path)


@pytest.mark.parametrize("name", NAMES)
def test_no_file_of_an_open_store_is_read_or_written(
    opened: Store, tmp_path: Path, name: str
) -> None:
    file = named(tmp_path, name)
    before = file.stat()
    for act in (
        lambda: read_whole(file),
        lambda: write_whole(file, b"a card"),
        lambda: opened.backup(file),
    ):
        with pytest.raises(StoreError, match="is the open store itself: choose another file"):
            act()
        assert locks_hold(opened.path)
        assert os.path.samestat(before, file.stat())
    assert opened.integrity() == []


def test_a_lock_file_and_a_log_to_come_are_not_written_over(opened: Store, tmp_path: Path) -> None:
    for name in ("store.sqlite.lock", "store.sqlite-journal"):
        with pytest.raises(StoreError, match="is the open store itself"):
            write_whole(tmp_path / name, b"a card")
        assert not (tmp_path / name).exists()


def test_a_closed_store_is_a_file_like_any_other(opened: Store, tmp_path: Path) -> None:
    opened.close()
    assert read_whole(tmp_path / "hard-link").startswith(b"SQLite")
    write_whole(tmp_path / "link", b"a card")
    assert (tmp_path / "link").read_bytes() == b"a card"


def test_a_store_that_is_open_twice_is_kept_until_both_are_closed(opened: Store) -> None:
    again = open_store(opened.path)
    again.close()
    again.close()
    assert locks_hold(opened.path)
    with pytest.raises(StoreError, match="is the open store itself"):
        read_whole(opened.path)


def test_another_name_of_an_open_store_is_not_opened(opened: Store, tmp_path: Path) -> None:
    """SQLite would put a second log beside the second name."""
    with pytest.raises(StoreError, match=r"is the store that is already open as .*store\.sqlite\."):
        open_store(tmp_path / "hard-link")
    open_store(tmp_path / "link").close()
    assert locks_hold(opened.path)
    assert not list(tmp_path.glob("hard-link-wal"))


def test_a_content_pack_is_not_the_store(opened: Store, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    os.link(opened.path, pack / "skills.toml")
    found = load(packs=[pack])
    assert "is the open store itself" in found.refused_packs[0]
    assert locks_hold(opened.path)


def test_a_store_that_could_not_be_opened_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    open_store(file).close()
    content = bytearray(file.read_bytes())
    content[100:4000] = b"\x00" * 3900
    file.write_bytes(content)
    with pytest.raises(LastDaysError):
        open_store(file)
    assert read_whole(file) == content


def test_while_a_store_rests_its_file_may_be_opened(opened: Store, book: Catalogue) -> None:
    workspace = Workspace(opened, book)
    version = opened.data_version()
    with opened.resting():
        assert opened.data_version() == version
        assert not opened.path.with_name("store.sqlite-wal").exists()
        CampaignActions(workspace).begin("Meanwhile")
        assert not opened.path.with_name("store.sqlite-wal").exists()
    assert opened.data_version() != version  # whoever wrote meanwhile is noticed
    assert {c.name for c in workspace.campaigns()} == {"Here", "Meanwhile"}
    assert locks_hold(opened.path)


def test_a_backup_spares_what_lies_beside_it(store: Store, tmp_path: Path) -> None:
    (tmp_path / "to").mkdir()
    (tmp_path / "to" / "b.sqlite.part").write_bytes(b"a file of somebody's")
    store.backup(tmp_path / "to" / "b.sqlite")
    assert (tmp_path / "to" / "b.sqlite.part").read_bytes() == b"a file of somebody's"
    assert sorted(f.name for f in (tmp_path / "to").iterdir()) == ["b.sqlite", "b.sqlite.part"]


def test_a_store_called_part_survives_its_own_backup(tmp_path: Path) -> None:
    store = open_store(tmp_path / "b.sqlite.part")
    store.backup(tmp_path / "b.sqlite")
    assert store.integrity() == []
    store.close()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["b.sqlite", "b.sqlite.part"]


def test_a_backup_replaces_an_older_one_but_no_store_in_use(opened: Store, tmp_path: Path) -> None:
    target = tmp_path / "to" / "b.sqlite"
    target.parent.mkdir()
    opened.backup(target)
    opened.backup(target)
    other = open_store(target)
    with other.reading() as tx:
        tx.index.campaigns()
    shutil.copy(target.with_name("b.sqlite-wal"), tmp_path / "wal")
    other.close()
    shutil.copy(tmp_path / "wal", target.with_name("b.sqlite-wal"))
    with pytest.raises(StoreError, match="is a store in use, or one that wasn't closed"):
        opened.backup(target)
    assert locks_hold(opened.path)
