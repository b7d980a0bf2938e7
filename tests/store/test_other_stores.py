"""Campaigns of another store: read whatever its age, never changed, refused in a sentence."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.exchange import other_stores
from lastdays.campaign.exchange.other_stores import other_store
from lastdays.errors import DocumentError, StoreError
from store.laptops import Laptop

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def here(tmp_path: Path, sample_store: Path) -> Iterator[Laptop]:
    laptop = Laptop(Path(shutil.copy(sample_store, tmp_path / "here.sqlite")), 1_000)
    yield laptop
    laptop.close()


def read(workspace: Workspace, path: Path, name: str = "") -> bytes:
    with other_store(workspace, path) as other:
        return other.file_of(other.campaign(name))


@pytest.mark.parametrize("number", ["0003", "0005"])
def test_a_store_of_any_age_is_read_and_stays_as_it_is(
    here: Laptop, tmp_path: Path, number: str
) -> None:
    path = Path(shutil.copy(FIXTURES / f"store-{number}.sqlite", tmp_path / "old.sqlite"))
    before = path.read_bytes()
    opened = here.transfer.open_file(read(here.workspace, path))
    assert opened.name
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.glob("old*")) == ["old.sqlite"]


def test_what_cannot_be_read_is_said_and_nothing_is_written(here: Laptop, tmp_path: Path) -> None:
    before = here.documents()
    newer = Path(shutil.copy(FIXTURES / "store-0005.sqlite", tmp_path / "newer.sqlite"))
    with closing(sqlite3.connect(newer)) as store, store:
        store.execute("UPDATE alembic_version SET version_num = '9999'")
    damaged = Path(shutil.copy(FIXTURES / "store-0005.sqlite", tmp_path / "damaged.sqlite"))
    content = bytearray(damaged.read_bytes())
    content[4_096:20_000] = b"\xff" * (20_000 - 4_096)
    damaged.write_bytes(content)
    text = tmp_path / "text.sqlite"
    text.write_text("Dear diary", encoding="utf-8")
    for path in (newer, damaged, text, tmp_path / "gone.sqlite", here.file):
        with pytest.raises((StoreError, DocumentError)) as refused:
            read(here.workspace, path)
        assert str(refused.value).endswith(".")
    assert not (tmp_path / "gone.sqlite").exists()
    assert here.documents() == before


def test_a_store_that_is_too_large_is_refused(
    here: Laptop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(shutil.copy(FIXTURES / "store-0005.sqlite", tmp_path / "large.sqlite"))
    monkeypatch.setattr(other_stores, "STORE_MOST", 1_000)
    with pytest.raises(StoreError, match="too large"):
        read(here.workspace, path)


def test_a_store_with_several_campaigns_asks_which(here: Laptop, tmp_path: Path) -> None:
    several = Laptop(tmp_path / "several.sqlite", 9_000)
    for name in ("One", "Two"):
        several.campaigns.begin(name)
    several.close()
    with pytest.raises(DocumentError, match="several campaigns: One; Two"):
        read(here.workspace, several.file)
    assert here.transfer.open_file(read(here.workspace, several.file, "Two")).name == "Two"
