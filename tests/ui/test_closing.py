"""Closing is quick, keeps what is under way, and the next start waits for it."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import string
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMessageBox

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.safekeeping import StoreReport
from lastdays.cli import main
from lastdays.desktop.league_address import StorePlace
from lastdays.desktop.opening import OpeningFrame
from lastdays.errors import DamagedStoreError, LastDaysError, StoreError, StoreInUseError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.kept_backups import Backups, Reason
from lastdays.ui import app as start
from lastdays.ui.app import Session, Waiting, begin, lock_store, open_file
from lastdays.ui.navigation import MergeRoute, PrintRoute
from lastdays.ui.theme import Theme, themes
from lastdays.ui.trouble import TroubleDialog, WayOn
from sure import sure
from ui.hands import click, find_button, seen, settle


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
    making = window.pages.print._making
    assert making.going
    window.close()
    assert not making.going


@pytest.mark.parametrize("part", ["integrity", "damage"])
def test_a_check_is_given_up(sample: Session, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """However long it would go on: here it waits for the window to close."""
    services = sample.services
    store = services.workspace.store
    begun, goes = threading.Event(), threading.Event()
    whole = getattr(store, part)

    def read(goes_on: Callable[[], bool]) -> object:
        begun.set()
        goes.wait(10)
        return whole(goes_on)

    monkeypatch.setattr(store, part, read)
    reports: list[StoreReport] = []
    page = sample.window.pages.data
    monkeypatch.setattr(page.check, "show_report", reports.append)
    monkeypatch.setattr(page.check, "show_error", lambda error: None)
    page.check.check()
    assert begun.wait(10)
    hidden = sample.window.hide

    def hide() -> None:
        hidden()
        QTimer.singleShot(0, goes.set)
        threading.Timer(0.05, goes.set).start()

    sample.window.hide = hide  # type: ignore[method-assign]
    sample.window.close()
    QApplication.processEvents()
    assert reports == []


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
    said = "A backup is being saved. The window closes when it's done."
    assert said in seen(window.toast)
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
    assert sample.services.last_backup_succeeded


@pytest.mark.smoke
def test_closing_leaves_one_file_and_twice_is_once(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    session = open_window(sample=True)
    session.services.workspace.groups()
    session.close()
    session.close()
    assert [*tmp_path.iterdir()] == [tmp_path / "store.sqlite"]


def test_a_window_that_could_not_be_made_gives_the_store_back(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_a: object) -> None:
        raise StoreError("no window today")

    monkeypatch.setattr(start, "Window", fail)
    with pytest.raises(StoreError, match="no window today"):
        Session(tmp_path / "s.sqlite", theme=Theme("dark"), packs=[])
    assert [*tmp_path.iterdir()] == [tmp_path / "s.sqlite"]


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
    held = lock_store(tmp_path / "s.sqlite")
    for patience in (0.3, 60.0):
        monkeypatch.setattr(start, "PATIENCE_SECONDS", patience)
        if patience > 1:
            QTimer.singleShot(100, press_the_button)
        began = time.monotonic()
        with pytest.raises(StoreError, match="is open in another window"):
            Session(tmp_path / "s.sqlite", theme=Theme("dark"), packs=[], waiting=Waiting())
        assert time.monotonic() - began < 30
        assert not boxes()
    held.unlock()


def listens(process: int, how: signal.Signals) -> bool:
    """Whether a process has something of its own to do on a signal."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
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
        sure(other.stderr).close()
    assert [*tmp_path.iterdir()] == [tmp_path / "s.sqlite"]


@pytest.mark.parametrize(
    ("display", "words"),
    [
        (":7", ("the system library libxcb-icccm.so.4 is missing", "apt-get install")),
        ("", ("There is no display to open a window on",)),
    ],
)
def test_what_a_window_needs_of_the_system_is_said_instead_of_a_crash(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    display: str,
    words: tuple[str, ...],
) -> None:
    def fail(_name: str) -> None:
        raise OSError("libxcb-icccm.so.4: cannot open shared object file")

    settings = {"DISPLAY": display, "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", fail)
    assert main.main(["--store", str(tmp_path / "s.sqlite"), "window"]) == 1
    said = capsys.readouterr().err
    assert all(text in said for text in words)


@pytest.mark.smoke
def test_a_frame_is_painted_before_the_store_is_opened(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    found = []

    def run(_store: Path, _file: Path | None, _at: str) -> int:
        frames = [w for w in qapp.topLevelWidgets() if isinstance(w, OpeningFrame)]
        found.extend(frames)
        assert [w.isVisible() for w in frames] == [True]
        assert frames[0].windowTitle() == "Last Days Campaign Manager"
        assert not frames[0].findChildren(QAbstractButton)
        colour = frames[0].grab().toImage().pixelColor(2, 2).name()
        assert colour in {theme["ground"] for theme in themes().values()}
        settle()
        assert not frames[0].isVisible()  # it goes as soon as the window is there
        return 7

    monkeypatch.setattr("lastdays.ui.app.run", run)
    assert main.window(None, None) == 7
    assert found


def test_calling_qt_does_not_wear_out_none(qapp: QApplication) -> None:
    """PySide6 6.12.0 took a reference to None with every call: hours later the process ended."""
    label = QLabel()
    label.setEnabled(True)
    before = sys.getrefcount(None)
    for _n in range(2000):
        label.setEnabled(True)
    assert sys.getrefcount(None) > before - 500


def test_a_link_to_a_store_that_is_open_is_the_same_store(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    open_window("store.sqlite")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.sqlite").symlink_to(tmp_path / "store.sqlite")
    with pytest.raises(StoreError, match="is open in another window"):
        open_window("elsewhere/link.sqlite")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_backup_over_a_store_that_was_killed_is_said_in_the_window(
    open_window: Callable[..., Session], tmp_path: Path, book: Catalogue
) -> None:
    file = tmp_path / "store.sqlite"
    open_store(file).close()
    shutil.copy(file, tmp_path / "backup.sqlite")
    child = os.fork()
    if child == 0:
        CampaignActions(Workspace(open_store(file), book)).begin("Gone")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    shutil.copy(tmp_path / "backup.sqlite", file)
    window = open_window().window
    assert window.toast.isVisible()
    said = window.toast.text.text().replace("\u200b", "")  # where a long word may be broken
    assert "has been replaced since" in said
    assert "store.sqlite-wal.set-aside-1" in said
    assert window.services.workspace.campaigns() == []


def test_a_group_that_the_desktop_opens_comes_into_the_campaign(
    sample: Session, open_window: Callable[..., Session], tmp_path: Path
) -> None:
    group = sample.services.workspace.groups()[0]
    file = tmp_path / "carl.lastdays.json"
    file.write_bytes(sample.services.groups.export(group.id))
    elsewhere = open_window("other.sqlite")
    open_file(elsewhere, file)
    settle()
    assert group.name in seen(elsewhere.window)
    assert [g.name for g in elsewhere.services.workspace.groups()] == [group.name]
    open_file(sample, file)  # who is there already is compared, not added twice
    settle()
    assert len(sample.services.workspace.groups()) == 2
    assert isinstance(sample.window.route, MergeRoute)


#: Asks as macOS does: twice before there is a window, once when it is there.
ASKING = """
from PySide6.QtGui import QFileOpenEvent
from lastdays.desktop.opening import application
app = application()
app.sendEvent(app, QFileOpenEvent("1.lastdays.json"))
app.sendEvent(app, QFileOpenEvent("2.lastdays-campaign"))
app.open_with(lambda file: print(file.name))
app.sendEvent(app, QFileOpenEvent("3.lastdays.json"))
"""


def test_a_file_that_macos_asks_for_waits_for_the_window() -> None:
    """It names none on the command line: the first comes while the frame is looked at."""
    words = (sys.executable, "-c", ASKING)
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["1.lastdays.json", "2.lastdays-campaign", "3.lastdays.json"]


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
def ask(qapp: QApplication) -> Iterator[Callable[..., TroubleDialog]]:
    """Opens the dialog about a store that can't be opened."""
    made: list[TroubleDialog] = []

    def opened(
        store: Path, error: LastDaysError | None = None, percent: int = 100
    ) -> TroubleDialog:
        if error is None:
            with pytest.raises(DamagedStoreError) as refused:
                Session(store, packs=[])
            error = refused.value
        made.append(TroubleDialog(store, error, Theme("dark", percent), lock_store))
        made[-1].show()
        settle()
        return made[-1]

    yield opened
    for dialog in made:
        dialog.close()
        dialog.deleteLater()


@pytest.fixture
def dialog(ask: Callable[..., TroubleDialog], damaged: Path) -> TroubleDialog:
    """That about the damaged store."""
    return ask(damaged)


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
    click(dialog, "Continue with this backup")
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
    there = [
        line.removeprefix("Recovered: ") for line in text.splitlines() if "Recovered: " in line
    ]
    assert "Missing: " in text or "Nothing is missing" in text
    click(dialog, "Open it")
    assert set(names(damaged)) <= {"Carl's Crew", "Zeke's Truckers"}
    assert set(names(damaged)) == {
        n for n in there if n != "Everything readable has been recovered"
    }


def test_where_nothing_can_be_read_that_is_said_and_the_rest_still_offered(
    ask: Callable[..., TroubleDialog], damaged: Path
) -> None:
    damaged.write_bytes(b"not a store at all" * 500)
    dialog = ask(damaged)
    click(dialog, "Recover what can be read")
    assert dialog.way is None
    assert set_aside(damaged) == []
    click(dialog, "Continue with this backup")
    click(dialog, "Open it")
    assert names(damaged) == ["Carl's Crew", "Zeke's Truckers"]


def test_another_store_can_be_opened(
    dialog: TroubleDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.sqlite"
    monkeypatch.setattr("lastdays.ui.widgets.dialogs.ask_path", lambda *_, **_how: other)
    click(dialog, "Open another store…")
    assert dialog.way == WayOn(other)


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


def test_who_holds_a_store_is_said_and_a_lock_lies_beside_its_own_whatever_that_is_called(
    tmp_path: Path,
) -> None:
    for letter in [c for c in string.printable if c != "/"] + [*"éß漢😀"]:
        store = tmp_path / f"a{letter}62{letter}b.sqlite"
        lock = lock_store(store)
        assert [p.name for p in tmp_path.iterdir()] == [f"{store.name}.lock"]
        for anyway in (False, True):
            who = rf"is open in another window \(process {os.getpid()}\)"
            with pytest.raises(StoreInUseError, match=who) as held:
                lock_store(store, anyway=anyway)
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
    (tmp_path / "store.sqlite.lock").write_bytes(content)
    lock_store(tmp_path / "store.sqlite").unlock()


def test_a_lock_of_another_computer_is_taken_over_when_that_is_wanted(tmp_path: Path) -> None:
    store, lock = tmp_path / "store.sqlite", tmp_path / "store.sqlite.lock"
    lock.write_text("4711\nlastdays\nattic\n\n\n", encoding="utf-8")
    with pytest.raises(StoreInUseError, match=r"the computer attic \(process 4711\)") as held:
        lock_store(store)
    assert held.value.elsewhere
    lock_store(store, anyway=True).unlock()
    lock.mkdir()
    with pytest.raises(StoreError, match=r"is named .*store\.sqlite\.lock"):
        lock_store(store)
    lock.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(lock)
        with pytest.raises(StoreError, match=r"is named .*store\.sqlite\.lock"):
            lock_store(store)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a name may be any bytes")
def test_a_store_in_a_folder_whose_name_is_not_utf8_is_locked(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    store = folder / "store.sqlite"
    session = Session(
        store, settings=QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    )
    try:
        assert (folder / "store.sqlite.lock").exists()
        with pytest.raises(StoreInUseError, match=f"process {os.getpid()}"):
            lock_store(store)
    finally:
        session.close()
    assert not (folder / "store.sqlite.lock").exists()
    lock_store(store).unlock()


def test_another_computers_store_is_offered_anyway(
    ask: Callable[..., TroubleDialog], tmp_path: Path
) -> None:
    error = StoreInUseError("It is open on the computer attic.", elsewhere=True)
    dialog = ask(tmp_path / "s.sqlite", error)
    assert "Continue with this backup" not in seen(dialog)
    find_button(dialog, "Open it anyway").setFocus()
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.way == WayOn(tmp_path / "s.sqlite", anyway=True)
