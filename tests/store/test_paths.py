"""A store is the file that was named, whatever its name is made of."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.safekeeping import restore
from lastdays.rulebook import Catalogue
from lastdays.store import Store, open_store
from lastdays.store.kept_backups import Backups, Reason, backup

#: What an address would read as something else.
NAMES = (
    "a%62.sqlite",
    "a%2562.sqlite",
    "a?mode=memory",
    "a?b#c&d=e;f",
    ":memory:",
    "file:a.sqlite",
    "file:a.sqlite?mode=ro",
    "sqlite:a.sqlite",
    "~nobody-of-that-name.sqlite",
    "~",
    "-wal",
    "a.sqlite-wal",
    "a b\tc\nd.sqlite",
    "%(here)s.sqlite",
    "{path}",
    "*.sqlite",
    os.fsdecode(b"caf\xe9.sqlite"),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory, book: Catalogue) -> Path:
    """A small store to copy: making each anew would take a quarter of a minute."""
    file = tmp_path_factory.mktemp("model") / "model.sqlite"
    store = open_store(file)
    CampaignActions(Workspace(store, book)).begin("Before")
    store.close()
    return file


def campaigns(file: Path) -> set[str]:
    """The campaigns in a file, read from a copy with a plain name."""
    copy = file.parent / "copy"
    shutil.copy(file, copy)
    db = sqlite3.connect(copy)
    found = {row[0] for row in db.execute("SELECT name FROM campaigns")}
    db.close()
    copy.unlink()
    return found


def check_one(file: Path, named: Path, book: object) -> None:
    """Write into a store through a name; the very file holds it, and nothing else was made."""
    store = open_store(named)
    CampaignActions(Workspace(store, book)).begin("After")  # type: ignore[arg-type]
    with store.reading() as tx:
        assert {c.name for c in tx.index.campaigns()} == {"Before", "After"}
    assert sorted(f.name for f in file.parent.iterdir()) == sorted(
        file.name + end for end in ("", "-wal", "-shm")
    )
    store.close()
    assert [*file.parent.iterdir()] == [file]
    assert campaigns(file) == {"Before", "After"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("relative", [False, True])
def test_names_that_look_like_addresses(
    tmp_path: Path,
    model: Path,
    book: Catalogue,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    relative: bool,
) -> None:
    if relative and name == "~":
        pytest.skip("the home folder, where nobody wrote out the whole path")
    file = tmp_path / "folder" / name
    file.parent.mkdir()
    shutil.copy(model, file)
    monkeypatch.chdir(file.parent)
    check_one(file, Path(name) if relative else file, book)


def test_a_new_store_is_made_under_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "ab.sqlite").write_bytes(b"not yours")
    open_store(tmp_path / "a%62.sqlite").close()
    open_store(tmp_path / "My?Games" / "c.sqlite").close()
    assert (tmp_path / "ab.sqlite").read_bytes() == b"not yours"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["My?Games", "a%62.sqlite", "ab.sqlite"]
    assert [p.name for p in (tmp_path / "My?Games").iterdir()] == ["c.sqlite"]


@pytest.mark.parametrize("name", ["a%62.sqlite", "My?Games.sqlite", "file:b.sqlite", ":memory:"])
def test_backups_go_where_they_were_sent(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "to"
    folder.mkdir()
    store.backup(folder / name)
    assert [p.name for p in folder.iterdir()] == [name]
    monkeypatch.chdir(folder)
    (folder / name).unlink()
    backup(store.engine, Path(name))
    assert [p.name for p in folder.iterdir()] == [name]
    assert (folder / name).read_bytes().startswith(b"SQLite format 3\x00")


def test_a_migration_backs_up_under_a_strange_name(tmp_path: Path) -> None:
    old = Path(__file__).parents[1] / "fixtures" / "store-0001.sqlite"
    file = tmp_path / "a%62?c.sqlite"
    shutil.copy(old, file)
    open_store(file).close()
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "a%62?c.backups",
        "a%62?c.sqlite",
    ]
    assert len(list((tmp_path / "a%62?c.backups").iterdir())) == 1


def test_the_home_folder_is_meant_by_a_tilde(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    open_store(Path("~/games/s.sqlite")).close()
    assert (tmp_path / "games" / "s.sqlite").exists()


def test_a_link_leads_to_the_same_files(tmp_path: Path, model: Path, book: Catalogue) -> None:
    file = tmp_path / "real" / "s.sqlite"
    file.parent.mkdir()
    shutil.copy(model, file)
    link = tmp_path / "link.sqlite"
    link.symlink_to(file)
    check_one(file, link, book)
    assert link.is_symlink()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems make no such folder")
def test_a_store_in_a_folder_that_is_no_utf_8_is_backed_up_and_restored(
    tmp_path: Path, model: Path, book: Catalogue
) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    file = Path(shutil.copy(model, folder / "store.sqlite"))
    with closing(open_store(file)) as store:
        workspace = Workspace(store, book)
        made = Backups(file).make(store.engine, Reason.ASKED)
        assert made is not None
        CampaignActions(workspace).begin("After")
        restore(workspace, made.path)
        assert [campaign.name for campaign in workspace.campaigns()] == ["Before"]
