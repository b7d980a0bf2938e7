"""A store in which every table has rows, for what reads or damages all of it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.errors import LastDaysError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.revisions import Subject
from lastdays.store.sequences import SequenceRecord
from store.played import played, sample

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture(autouse=True)
def _in_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the system refuses is told in its words, without the number of the error."""
    said: list[str] = []
    begin = LastDaysError.__init__

    def heard(self: LastDaysError, text: str = "", /, **values: object) -> None:
        begin(self, text, **values)
        if "[Errno" in str(self):
            said.append(str(self))

    monkeypatch.setattr(LastDaysError, "__init__", heard)
    yield
    assert not said


@pytest.fixture(scope="session")
def full_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Histories, portraits, games at the table, a sequence, something printed; to be copied."""
    copy = tmp_path_factory.mktemp("full") / "s.sqlite"
    shutil.copy(FIXTURES / "store-0003.sqlite", copy)
    store = open_store(copy)
    with store.writing() as tx:
        group = tx.index.groups()[0]
        base = tx.revisions.head_id(Subject(group.campaign, group.id))
        assert base is not None
        tx.sequences.add(
            SequenceRecord(
                "s1", group.campaign, group.id, "g1", base, "1", {}, None, (), False, "now"
            )
        )
        for n in range(3):
            tx.sequences.add_answer("s1", f"key/{n}", [n], "rolled", "", "now", back=False)
        tx.sequences.finish("s1", base)
        tx.paper.set_choice(group.id, "{}")
        tx.paper.add_portrait(b"a picture")
    store.close()
    return copy


@pytest.fixture(scope="session")
def played_campaign() -> Iterator[tuple[Workspace, str]]:
    """A desk over the sample campaign some games later, and the campaign's id; only to be read."""
    with sample() as workspace:
        yield workspace, played(workspace)


@pytest.fixture
def other(tmp_path: Path, empty_store: Path, book: Catalogue) -> Iterator[Workspace]:
    """An empty store of somebody else."""
    store = open_store(Path(shutil.copy(empty_store, tmp_path / "other.sqlite")))
    yield Workspace(store, book)
    store.close()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder
