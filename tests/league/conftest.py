"""A league on a real server: what other tests call a store is one here."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.sample import add_sample
from lastdays.desktop.league_address import LeagueAddress
from lastdays.rulebook import Catalogue
from lastdays.store import Store, league as league_module, open_store
from lastdays.ui.app import Session
from lastdays.ui.theme import Theme
from league import server as servers
from league.server import Server
from ui.hands import bury, settle

pytest.register_assert_rewrite(
    "store.test_changed",
    "store.test_changes",
    "store.test_earlier",
    "store.test_missing_packs",
    "store.test_sequences",
)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server of the tests' own."""
    why_not = servers.why_not()
    if why_not:
        pytest.skip(why_not)
    patient = pytest.MonkeyPatch()  # however busy the computer is that the tests run on
    patient.setitem(league_module._DEFAULTS, "connect_timeout", "60")
    patient.setattr(league_module, "_MIGRATION_PATIENCE", "60s")
    with servers.running() as started:
        yield started
    patient.undo()


@pytest.fixture(scope="session")
def empty_league(server: Server) -> str:
    """A database with an empty league, to be copied."""
    name = server.database()
    open_store(server.address(name)).close()
    return name


@pytest.fixture(scope="session")
def sample_league(server: Server, empty_league: str, book: Catalogue) -> str:
    """A database with the sample campaign, to be copied."""
    name = server.database(empty_league)
    store = open_store(server.address(name))
    add_sample(desk(store, book))
    store.close()
    return name


@pytest.fixture
def league(server: Server, empty_league: str) -> Iterator[LeagueAddress]:
    """The address of an empty league."""
    name = server.database(empty_league)
    yield server.address(name)
    server.drop(name)


@pytest.fixture
def sample_address(server: Server, sample_league: str) -> Iterator[LeagueAddress]:
    """The address of a league that holds the sample campaign."""
    name = server.database(sample_league)
    yield server.address(name)
    server.drop(name)


@pytest.fixture
def store(league: LeagueAddress) -> Iterator[Store]:
    """An empty league."""
    opened = open_store(league)
    yield opened
    opened.close()


@pytest.fixture
def riverside(sample_address: LeagueAddress, book: Catalogue) -> Iterator[Workspace]:
    """A desk over a league that holds the sample campaign, whose ids it goes on from."""
    store = open_store(sample_address)
    yield desk(store, book, first=1001)
    store.close()


@pytest.fixture
def open_window(
    qapp: QApplication, sample_address: LeagueAddress
) -> Iterator[Callable[[], Session]]:
    """Opens windows on the sample league; all are closed at the end."""
    opened: list[Session] = []

    def make() -> Session:
        session = Session(sample_address, source=random.Random(1), theme=Theme("dark"), packs=[])
        opened.append(session)
        session.window.resize(1280, 720)
        session.window.show()
        session.window.refresh()
        settle()
        return session

    yield make
    for session in opened:
        session.close()
        session.window.deleteLater()
    bury()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count all that needs a server among what takes long."""
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.long)
