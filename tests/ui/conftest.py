"""A real window over a real store, offscreen, with counted dice."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from lastdays.campaign import Workspace
from lastdays.campaign.sample import add_sample
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.ui.app import Session
from lastdays.ui.theme import Theme
from ui.hands import bury


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory: pytest.TempPathFactory, book: Catalogue) -> Path:
    """A store that holds the sample campaign, to be copied: making it costs more than most tests."""
    file = tmp_path_factory.mktemp("sample") / "sample.sqlite"
    store = open_store(file)
    add_sample(Workspace(store, book))
    store.close()
    return file


@pytest.fixture
def open_window(tmp_path: Path, qapp: QApplication, sample_store: Path):
    """Opens windows on stores in this test's folder; all are closed at its end."""
    opened: list[Session] = []

    def make(
        name: str = "store.sqlite", *, sample: bool = False, seed: int = 1, packs: bool = False
    ) -> Session:
        if sample:
            shutil.copy(sample_store, tmp_path / name)
        session = Session(
            tmp_path / name,
            source=random.Random(seed),
            theme=Theme("dark"),
            packs=None if packs else [],
        )
        opened.append(session)
        session.window.resize(1280, 720)
        session.window.show()
        session.window.refresh()
        qapp.processEvents()
        return session

    yield make
    for session in opened:
        session.close()
        session.window.deleteLater()
    bury()


@pytest.fixture
def session(open_window: Callable[..., Session]) -> Session:
    """A window on an empty store."""
    return open_window()


@pytest.fixture
def sample(open_window: Callable[..., Session]) -> Session:
    """A window on the sample campaign."""
    return open_window(sample=True)
