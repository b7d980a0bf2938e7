"""A store that can't be opened: what is said, and the ways on from there."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from lastdays.campaign import Workspace
from lastdays.desktop.league_address import StorePlace
from lastdays.errors import DamagedStoreError, LastDaysError, StoreError, StoreInUseError
from lastdays.store.kept_backups import Backups, Reason
from lastdays.ui.app import Session, begin, lock_store
from lastdays.ui.theme import Theme
from lastdays.ui.trouble import TroubleDialog, WayOn
from ui.hands import click, find_button, seen, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def damaged(riverside: Workspace) -> Path:
    """A damaged store, with a backup from before."""
    store = riverside.store
    Backups(store.path).make(store.engine, Reason.FINISH)
    store.close()
    content = bytearray(store.path.read_bytes())
    content[4096 * 2 : 4096 * 4] = b"\x5a" * 4096 * 2
    store.path.write_bytes(content)
    return store.path


@pytest.fixture
def dialog(qapp: QApplication, damaged: Path) -> Iterator[TroubleDialog]:
    """The dialog about it."""
    with pytest.raises(DamagedStoreError) as refused:
        Session(damaged, packs=[])
    made = TroubleDialog(damaged, refused.value, Theme("dark"), lock_store)
    made.show()
    settle()
    yield made
    made.close()
    made.deleteLater()


def names(path: Path) -> list[str]:
    session = Session(path, theme=Theme("dark"), packs=[])
    try:
        return sorted(g.name for g in session.services.workspace.groups())
    finally:
        session.close()
        session.window.deleteLater()


def set_aside(path: Path) -> list[Path]:
    return [p for p in path.parent.iterdir() if ".damaged-" in p.name]


def test_nothing_is_touched_before_a_choice(dialog: TroubleDialog, damaged: Path) -> None:
    before = damaged.read_bytes()
    text = seen(dialog)
    assert "Your campaigns can't be opened" in text
    assert "is damaged" in text
    assert "Made today" in text
    assert "1 campaign, 2 groups: Riverside: Carl's Crew, Zeke's Truckers" in text
    assert "What was entered after that would be missing." in text
    click(dialog, "Quit")
    assert dialog.way is None
    assert damaged.read_bytes() == before
    assert set_aside(damaged) == []


@pytest.mark.smoke
def test_the_newest_good_backup_goes_on(dialog: TroubleDialog, damaged: Path) -> None:
    before = damaged.read_bytes()
    click(dialog, "Go on with this backup")
    (aside,) = set_aside(damaged)
    assert aside.read_bytes() == before
    assert f"The damaged file is kept as {aside}." in seen(dialog).replace("\u200b", "")
    click(dialog, "Open it")
    assert dialog.way == WayOn(damaged)
    assert names(damaged) == ["Carl's Crew", "Zeke's Truckers"]
    assert aside.read_bytes() == before


def test_what_can_be_read_is_recovered_with_a_report(dialog: TroubleDialog, damaged: Path) -> None:
    before = damaged.read_bytes()
    click(dialog, "Recover what can be read")
    text = seen(dialog)
    assert set_aside(damaged)[0].read_bytes() == before
    there = [line.removeprefix("There again: ") for line in text.splitlines() if "There" in line]
    assert "Missing: " in text or "Nothing is missing" in text
    click(dialog, "Open it")
    assert set(names(damaged)) <= {"Carl's Crew", "Zeke's Truckers"}
    assert set(names(damaged)) == {n for n in there if n != "What could be read is there again"}


def test_where_nothing_can_be_read_that_is_said_and_the_rest_still_offered(
    qapp: QApplication, damaged: Path
) -> None:
    damaged.write_bytes(b"not a store at all" * 500)
    with pytest.raises(DamagedStoreError) as refused:
        Session(damaged, packs=[])
    dialog = TroubleDialog(damaged, refused.value, Theme("dark"), lock_store)
    dialog.show()
    click(dialog, "Recover what can be read")
    assert dialog.way is None
    assert set_aside(damaged) == []
    click(dialog, "Go on with this backup")
    click(dialog, "Open it")
    assert names(damaged) == ["Carl's Crew", "Zeke's Truckers"]
    dialog.deleteLater()


def test_another_store_can_be_opened(
    dialog: TroubleDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.sqlite"
    monkeypatch.setattr("lastdays.ui.trouble.store_name", lambda _parent: other)
    click(dialog, "Open another store…")
    assert dialog.way == WayOn(other)


@pytest.mark.parametrize("percent", [100, 200])
def test_nothing_of_it_is_cut(qapp: QApplication, damaged: Path, percent: int) -> None:
    error = DamagedStoreError(f"{damaged} is damaged (its pages do not fit together).")
    dialog = TroubleDialog(damaged, error, Theme("light", percent), lock_store)
    dialog.show()
    settle()
    for text in dialog.findChildren(QLabel):
        assert text.height() >= text.heightForWidth(text.width()), text.text()
    dialog.close()
    dialog.deleteLater()


def test_the_start_goes_on_with_what_was_chosen(
    qapp: QApplication, damaged: Path, tmp_path: Path
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    asked = []

    def ask(store: StorePlace, error: LastDaysError, _settings: QSettings) -> WayOn:
        asked.append((store, type(error)))
        return WayOn(tmp_path / "other.sqlite")

    session = begin(damaged, settings, ask)
    assert asked == [(damaged, DamagedStoreError)]
    assert session.services.workspace.store.path == tmp_path / "other.sqlite"
    session.close()
    session.window.deleteLater()
    with pytest.raises(DamagedStoreError):
        begin(damaged, settings, lambda *_args: None)


# The lock


def lock_of(store: Path) -> Path:
    return store.with_name(store.name + ".lock")


def test_who_holds_a_store_is_said(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    lock = lock_store(store)
    with pytest.raises(StoreInUseError, match=rf"another window \(process {os.getpid()}\)") as held:
        lock_store(store)
    assert not held.value.elsewhere
    lock.unlock()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"what is this?",
        b"\xff\x00" * 3000,
        f"{os.getpid()}\npython3.11\n{socket.gethostname()}\n\n\n".encode(),
    ],
    ids=["empty", "text", "bytes", "a process that came after"],
)
def test_a_lock_that_nobody_holds_shuts_nobody_out(tmp_path: Path, content: bytes) -> None:
    store = tmp_path / "store.sqlite"
    lock_of(store).write_bytes(content)
    lock_store(store).unlock()


def test_a_lock_of_another_computer_is_taken_over_when_that_is_wanted(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    lock_of(store).write_text("4711\nlastdays\nattic\n\n\n")
    with pytest.raises(StoreInUseError, match=r"the computer attic \(process 4711\)") as held:
        lock_store(store)
    assert held.value.elsewhere
    lock_store(store, anyway=True).unlock()


def test_a_store_that_is_open_here_is_not_taken_over(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    lock = lock_store(store)
    with pytest.raises(StoreInUseError):
        lock_store(store, anyway=True)
    lock.unlock()


def test_a_folder_in_the_place_of_the_lock_is_named(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    lock_of(store).mkdir()
    with pytest.raises(StoreError, match=r"has the name of .*store\.sqlite\.lock"):
        lock_store(store)


def test_another_computers_store_is_offered_anyway(qapp: QApplication, tmp_path: Path) -> None:
    error = StoreInUseError("It is open on the computer attic.", elsewhere=True)
    dialog = TroubleDialog(tmp_path / "s.sqlite", error, Theme("dark"), lock_store)
    dialog.show()
    settle()
    assert "Go on with this backup" not in seen(dialog)
    find_button(dialog, "Open it anyway").setFocus()
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.way == WayOn(tmp_path / "s.sqlite", anyway=True)
    dialog.deleteLater()
