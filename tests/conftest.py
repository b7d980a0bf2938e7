"""What all tests share: the book, a desk with counted ids and a still clock, a clean home."""

from __future__ import annotations

import gc
import itertools
import logging
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import quiet_reports

if TYPE_CHECKING:  # the process that only hands out tests imports none of it
    from syrupy.assertion import SnapshotAssertion

    from lastdays.campaign import Workspace
    from lastdays.model.game_record import GameRecord
    from lastdays.rulebook import Catalogue
    from lastdays.store import Store

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
#: Whatever the machine speaks: what is tested is English, with English numbers and dates.
os.environ.update(LANGUAGE="en", LC_ALL="C.UTF-8")
os.environ.pop("LASTDAYS_LOCALE", None)
HOMES = itertools.count(1)


#: Nothing that is imported or collected is garbage: none is looked for till it is all there.
gc.disable()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Settles how Hypothesis tries, where tests are run, and which reports are sent from there."""
    if session.config.getoption("numprocesses", None):
        return  # they are run by others
    quiet_reports.send_fewer(session.config)
    import hypothesis

    hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
    hypothesis.settings.load_profile("steady")


def pytest_collection_finish() -> None:
    """Looks for garbage from now on, but not among all that was collected: it stays."""
    gc.freeze()
    # As seldom as this: as often as Python usually does takes four percent more.
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"{tmp_path_factory.getbasetemp()}/homes"


@pytest.fixture(autouse=True)
def _clean_and_quiet(_homes: str, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing of the person running the tests is read or written, and an error in the log that a
    test did not clear fails it."""
    home = f"{_homes}/{next(HOMES)}"
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        os.environ[name] = f"{home}/{name}"  # the next test has another
    yield
    logged = (*caplog.get_records("setup"), *caplog.get_records("call"), *caplog.records)
    errors = [r for r in logged if r.levelno >= logging.ERROR]
    assert not errors, [r.getMessage() for r in errors]


@pytest.fixture(scope="session")
def book() -> Catalogue:
    """The shipped rulebook."""
    from lastdays.rulebook import load

    return load()


@pytest.fixture(scope="session", autouse=True)
def _quick_stores() -> Iterator[None]:
    """Stores make SQL of a statement once, and leave it to the system when they come to the disk:
    what they say is the same. `end_to_end/test_synced.py` watches a process of its own, to which
    this does not come."""
    from lastdays.store import opening
    from statements import compiled_once

    with compiled_once(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "_SYNCHRONOUS", "OFF")
        yield


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty store, to be copied."""
    from lastdays.store import open_store

    file = tmp_path_factory.mktemp("empty") / "empty.sqlite"
    open_store(file).close()
    return file


@pytest.fixture
def store(tmp_path: Path, empty_store: Path) -> Iterator[Store]:
    """An empty store in a file."""
    from lastdays.store import open_store

    opened = open_store(Path(shutil.copy(empty_store, tmp_path / "store.sqlite")))
    yield opened
    opened.close()


def desk(store: Store, book: Catalogue, first: int = 1) -> Workspace:
    """A desk whose ids are counted and whose clock stands still."""
    from lastdays.campaign import Workspace

    counter = itertools.count(first)
    return Workspace(
        store,
        book,
        clock=lambda: "2026-01-02T20:00:00+00:00",
        new_id=lambda: f"id{next(counter):04d}",
    )


@pytest.fixture
def workspace(store: Store, book: Catalogue) -> Workspace:
    """A desk over an empty store."""
    return desk(store, book)


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory: pytest.TempPathFactory, book: Catalogue) -> Path:
    """A store that holds the sample campaign, to be copied: making it costs more than most tests."""
    from lastdays.campaign.sample import add_sample
    from lastdays.store import open_store

    file = tmp_path_factory.mktemp("sample") / "sample.sqlite"
    store = open_store(file)
    add_sample(desk(store, book))
    store.close()
    return file


@pytest.fixture
def riverside(tmp_path: Path, sample_store: Path, book: Catalogue) -> Iterator[Workspace]:
    """A desk over a store that holds the sample campaign, whose ids it goes on from."""
    from lastdays.store import open_store

    store = open_store(Path(shutil.copy(sample_store, tmp_path / "store.sqlite")))
    yield desk(store, book, first=1001)
    store.close()


@pytest.fixture
def campaign(riverside: Workspace) -> str:
    """The id of the sample campaign."""
    return riverside.campaigns()[0].id


@pytest.fixture
def game(riverside: Workspace, campaign: str) -> GameRecord:
    """The first game recorded in it."""
    return riverside.campaign(campaign).campaign.games[0]


@pytest.fixture
def zeke(riverside: Workspace, campaign: str) -> str:
    """The id of its first group."""
    return riverside.groups(campaign)[0].id


@pytest.fixture
def carl(riverside: Workspace, campaign: str) -> str:
    """The id of its second group."""
    return riverside.groups(campaign)[1].id


@pytest.fixture
def dice() -> random.Random:
    """The program's dice, seeded."""
    return random.Random(1)


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """A text file that says what is expected; `make snapshots` renews it."""
    from readable import TextFile

    return snapshot.use_extension(TextFile)
