"""A window on a store that can't be written where it lies: all is shown and printed, changes are
refused in a sentence."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from lastdays.errors import StoreError
from lastdays.ui.app import Session, lock_store
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    GamesRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    SettingsRoute,
)
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.theme import Theme
from lastdays.ui.widgets import dialogs
from soak.disks import fill, small_disk
from sure import as_a
from ui.hands import arrive, bury, click, find_button, go, key, seen, settle
from ui.messages import said
from ui.printing import ready
from unwritable import unwritable


def plain(text: str) -> str:
    """A sentence without the places where a path may be broken."""
    return text.replace("\u200b", "")


@pytest.fixture
def reading(open_window: Callable[..., Session], tmp_path: Path) -> Iterator[Session]:
    """A window on the sample campaign, on a medium that is only read."""
    open_window(sample=True).close()
    with unwritable(tmp_path):
        session = open_window()
        yield session
        session.close()


def test_it_is_said_once_and_all_pages_are_shown(reading: Session) -> None:
    window = reading.window
    assert reading.lock is None
    assert "it is open read-only" in plain(said(reading))
    window.say("", "")
    group = reading.services.workspace.groups()[0].id
    reading.services.safekeeping.at_start()
    for route in (
        CampaignRoute(),
        GroupRoute(group),
        RecordRoute(),
        ChronicleRoute(),
        GamesRoute(),
        PrintRoute(group),
        SettingsRoute(),
        DataRoute(),
    ):
        window.go(route)
        arrive(reading)
        assert type(window.route) is type(route)
        assert not window.toast.isVisible(), said(reading)
    assert "is read-only" in seen(window.page())
    assert not find_button(window.page(), "Back up now").isEnabled()
    click(window.page(), "Check the store")
    arrive(reading)
    assert "Nothing is damaged" in seen(window.page())


def test_cards_are_printed_and_it_is_played_on_from_a_copy(
    reading: Session, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, home = reading.window, tmp_path_factory.mktemp("home")
    for route, button, target, told in (
        (
            PrintRoute(reading.services.workspace.groups()[0].id),
            "Save as PDF…",
            "cards.pdf",
            "Wrote",
        ),
        (DataRoute(), "Back up everything…", "mine.sqlite", f"Backed up to {home}"),
    ):
        monkeypatch.setattr(dialogs, "ask_path", lambda *_, to=home / target, **_how: to)
        go(window, route)
        if isinstance(route, PrintRoute):
            ready(reading)
        arrive(reading)
        window.say("", "")
        click(window, button)
        arrive(reading)
        assert told in plain(said(reading))
    assert (home / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert (home / "mine.sqlite").exists()


@pytest.mark.smoke
def test_a_change_is_refused_and_what_was_typed_stays(reading: Session) -> None:
    window = reading.window
    group = reading.services.workspace.groups()[0].id
    go(window, GroupRoute(group))
    notes = as_a(GroupPage, window.page()).stash.notes
    notes.setFocus()
    notes.setPlainText("on the train")
    notes.commit()
    settle()
    assert "it is open read-only. Nothing was changed" in plain(said(reading))
    window.page().refresh()
    assert notes.toPlainText() == "on the train"
    window.say("", "")
    key("Ctrl+Z")
    assert reading.services.workspace.group(group).group.notes == ""


@pytest.mark.parametrize("kilobytes", [0, 12])
def test_on_a_full_disk_it_is_read_and_nothing_is_called_damaged(
    qapp: QApplication, tmp_path: Path, sample_store: Path, kilobytes: int
) -> None:
    with small_disk(tmp_path) as disk:
        if disk is None:
            pytest.skip("no disk may be mounted here")
        path = Path(shutil.copy(sample_store, disk / "store.sqlite"))
        fill(disk, kilobytes * 1024)
        session = Session(path, theme=Theme("dark"), packs=[])
        session.window.show()
        assert session.lock is None
        words = plain(said(session))
        assert "is full, so it is open read-only" in words
        assert "Free at least 9 MB" in words
        assert "damaged" not in words
        session.window.go(DataRoute())
        arrive(session)
        assert "is read-only" in seen(session.window.page())
        session.close()
        (disk / "store.sqlite").unlink()
        fill(disk, 0, "more")
        with pytest.raises(StoreError, match="There's no room left for"):
            lock_store(disk / "new.sqlite")
        session.window.deleteLater()
    bury()
