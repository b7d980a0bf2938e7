"""Closing is quick, keeps what is under way, and the next start waits for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from lastdays.errors import StoreError
from lastdays.ui import app as start
from lastdays.ui.app import Session, Waiting, lock_store
from lastdays.ui.navigation import PrintRoute
from lastdays.ui.theme import Theme
from ui.hands import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_the_window_goes_before_the_worker_is_done(sample: Session) -> None:
    window = sample.window
    seen: list[bool] = []
    begun, goes = threading.Event(), threading.Event()

    def job() -> None:
        begun.set()
        goes.wait(10)
        seen.append(window.isVisible())

    sample.services.work(job, lambda _none: None)
    assert begun.wait(10)
    hidden = window.hide

    def hide() -> None:
        hidden()
        goes.set()

    window.hide = hide  # type: ignore[method-assign]
    window.close()
    assert seen == [False], "the window stood still until the job was done"


def test_what_the_print_page_makes_is_given_up(sample: Session) -> None:
    window = sample.window
    window.go(PrintRoute(sample.services.workspace.groups()[0].id))
    window.pages.print.make()
    stop = window.pages.print._stop
    window.close()
    assert stop.is_set()


@pytest.fixture
def slow_backup(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[threading.Event, list[Exception]]]:
    """A backup that is written when the event is set; its outcome can be an error."""
    goes = threading.Event()
    failing: list[Exception] = []

    def backup(_target: object) -> None:
        goes.wait(10)
        if failing:
            raise failing[0]

    monkeypatch.setattr(sample.services.workspace.store, "backup", backup)
    yield goes, failing
    goes.set()


def closed_within(sample: Session, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until and sample.window.isVisible():
        QApplication.processEvents()
        time.sleep(0.01)
    return not sample.window.isVisible()


def test_closing_during_a_backup_says_so_and_waits(
    sample: Session, slow_backup: tuple[threading.Event, list[Exception]], tmp_path: Path
) -> None:
    goes, _failing = slow_backup
    window = sample.window
    sample.services.back_up(tmp_path / "b.sqlite")
    assert not window.close()
    settle()
    assert window.isVisible()
    assert window.toast.isVisible()
    assert window.toast.text.text() == "A backup is being saved. The window closes when it's done."
    goes.set()
    assert closed_within(sample, 5)


def test_a_backup_that_failed_while_closing_is_told(
    sample: Session, slow_backup: tuple[threading.Event, list[Exception]], tmp_path: Path
) -> None:
    goes, failing = slow_backup
    failing.append(StoreError("The backup could not be written: the disk is full."))
    sample.services.back_up(tmp_path / "b.sqlite")
    sample.window.close()
    goes.set()
    sample.services.wait()
    assert not closed_within(sample, 0.5)
    assert "the disk is full" in sample.window.toast.text.text()
    assert sample.window.close()


def test_asked_twice_the_window_goes_and_the_backup_is_written_all_the_same(
    sample: Session, slow_backup: tuple[threading.Event, list[Exception]], tmp_path: Path
) -> None:
    goes, _failing = slow_backup
    sample.services.back_up(tmp_path / "b.sqlite")
    assert not sample.window.close()
    threading.Timer(0.2, goes.set).start()
    assert sample.window.close()
    assert not sample.window.isVisible()
    assert sample.services.saved


@pytest.mark.smoke
def test_closing_leaves_one_file_and_twice_is_once(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    session = open_window(sample=True)
    session.services.workspace.groups()
    session.close()
    session.close()
    assert os.listdir(tmp_path) == ["store.sqlite"]


def test_a_window_that_could_not_be_made_gives_the_store_back(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_a: object) -> None:
        raise StoreError("no window today")

    monkeypatch.setattr(start, "Window", fail)
    with pytest.raises(StoreError, match="no window today"):
        Session(tmp_path / "s.sqlite", theme=Theme("dark"), packs=[])
    assert os.listdir(tmp_path) == ["s.sqlite"]


# Starting meanwhile


def boxes() -> list[QMessageBox]:
    return [
        w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()
    ]


def press_the_button() -> None:
    boxes()[0].buttons()[0].click()


@pytest.mark.sweep
def test_starting_waits_for_a_window_that_is_being_closed(
    tmp_path: Path, qapp: QApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    held = lock_store(tmp_path / "s.sqlite")
    said: list[str] = []

    def close_the_other() -> None:
        said.extend(box.text() for box in boxes())
        held.unlock()

    QTimer.singleShot(300, close_the_other)
    session = Session(tmp_path / "s.sqlite", theme=Theme("dark"), packs=[], waiting=Waiting())
    assert said == [
        f"{tmp_path / 's.sqlite'} is still open in another window. Waiting for it to close…"
    ]
    assert said[0] in capsys.readouterr().err
    assert not boxes()
    session.close()


@pytest.mark.sweep
def test_starting_is_refused_after_a_while_or_when_asked(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "PATIENCE_SECONDS", 0.3)
    held = lock_store(tmp_path / "s.sqlite")
    with pytest.raises(StoreError, match="is open in another window"):
        Session(tmp_path / "s.sqlite", theme=Theme("dark"), packs=[], waiting=Waiting())
    assert not boxes()
    monkeypatch.setattr(start, "PATIENCE_SECONDS", 60.0)
    QTimer.singleShot(100, press_the_button)
    began = time.monotonic()
    with pytest.raises(StoreError, match="is open in another window"):
        Session(tmp_path / "s.sqlite", theme=Theme("dark"), packs=[], waiting=Waiting())
    assert time.monotonic() - began < 30
    assert not boxes()
    held.unlock()


def listens(process: int, how: signal.Signals) -> bool:
    """Whether a process has something of its own to do on a signal."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    caught = next(line.split()[1] for line in lines if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (how - 1) & 1)


@pytest.mark.sweep
@pytest.mark.skipif(sys.platform != "linux", reason="asks the system who listens")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_the_end_of_the_users_session_closes_the_window(
    tmp_path: Path, how: signal.Signals
) -> None:
    store = tmp_path / "s.sqlite"
    other = subprocess.Popen(
        [sys.executable, "-m", "lastdays", "--store", str(store)], stderr=subprocess.PIPE
    )
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not listens(other.pid, how):
            time.sleep(0.05)
        assert store.with_name("s.sqlite-shm").exists()
        other.send_signal(how)
        assert other.wait(30) == 0
    finally:
        other.kill()
        other.wait()
        assert other.stderr is not None
        other.stderr.close()
    assert os.listdir(tmp_path) == ["s.sqlite"]
