"""A real window over a real store, offscreen, with counted dice."""

from __future__ import annotations

import gc
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from lastdays import language
from lastdays.desktop import system_language
from lastdays.ui.app import Session
from lastdays.ui.navigation import GroupRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.shell import notices, other_windows
from lastdays.ui.theme import Theme
from lastdays.ui.window import Window
from sure import as_a
from ui.hands import bury, settle
from ui.law_walk import Recorder

#: Longer than any test takes, on however slow a machine.
AN_HOUR = 3_600_000
#: The fixtures that open windows; a walk through all pages is one as well.
OPENS = {"open_window", "walked", "shown"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that open a window: `make test` runs one of each file, `make test-all` all."""
    for item in items:
        if isinstance(item, pytest.Function) and OPENS & set(item.fixturenames):
            item.add_marker("window")


@pytest.fixture(autouse=True, scope="module")
def _nothing_by_the_clock(qapp: QApplication) -> Iterator[None]:
    """No window looks each second whether another process has written, and no message goes by
    itself: whether that falls within a test would be up to chance. Tests write past the window, so a
    look would read its page once more. Those that need one look by themselves.

    The application comes before all of them: without one, Qt ends the process at the first letter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_windows, "WATCH_MS", AN_HOUR)
        patch.setattr(notices, "TOAST_MS", AN_HOUR)
        yield


@pytest.fixture(scope="module", autouse=True)
def _collected() -> Iterator[None]:
    """Collects what is left of a file's windows at its end, not in the midst of a test without Qt.

    What is left then is kept by somebody, among it the sources that other tests have read as trees,
    more than a million nodes: the end of the next file does not look at it again."""
    yield
    bury()
    gc.collect()
    gc.freeze()


@pytest.fixture
def open_window(
    tmp_path: Path,
    qapp: QApplication,
    sample_store: Path,
    empty_store: Path,
) -> Iterator[Callable[..., Session]]:
    """Opens windows on stores in this test's folder; all are closed at its end."""
    opened: list[Session] = []

    def make(
        name: str = "store.sqlite", *, sample: bool = False, seed: int = 1, packs: bool = False
    ) -> Session:
        if sample:
            shutil.copy(sample_store, tmp_path / name)
        elif not (tmp_path / name).exists():
            shutil.copy(empty_store, tmp_path / name)
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


@pytest.fixture
def window(sample: Session) -> Window:
    """That of the sample campaign."""
    return sample.window


@pytest.fixture
def page(sample: Session) -> GroupPage:
    """The page of the sample's first group."""
    window = sample.window
    groups = sample.services.workspace.groups(window.campaign_id)
    window.go(GroupRoute(next(g.id for g in groups if g.name.startswith("Zeke"))))
    settle()
    return as_a(GroupPage, window.pages.group)


@pytest.fixture(params=[pytest.param("en", marks=pytest.mark.smoke), "de", "fr"])
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param != "en":
        with system_language.catalogue(request.param).open("rb") as file:
            language.speak(request.param, language.read(file))
    yield request.param
    language.speak("en")


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """Put in place before the window is made, whose signals keep what they are connected to."""
    return Recorder(monkeypatch)
