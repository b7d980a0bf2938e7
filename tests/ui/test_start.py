"""Starting where a window cannot be drawn says why, in a sentence."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import string
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication

from lastdays.cli import main
from lastdays.desktop.opening import OpeningFrame
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.ui.app import Session, lock_store, open_file
from lastdays.ui.navigation import MergeRoute
from lastdays.ui.theme import themes
from ui.hands import seen, settle


@pytest.mark.parametrize(
    ("platform", "wayland"),
    [("", ""), ("xcb", ""), ("xcb", "wayland-0"), ("xcb:socket=7", ""), ("xcb; xcb", "")],
)
def test_a_missing_library_is_named_instead_of_a_crash(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    platform: str,
    wayland: str,
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    monkeypatch.setattr("sys.platform", "linux")

    def fail(_name: str) -> None:
        raise OSError("libxcb-icccm.so.4: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", fail)
    assert main.main(["--store", str(tmp_path / "s.sqlite"), "window"]) == 1
    said = capsys.readouterr().err
    assert "the system library libxcb-icccm.so.4 is missing" in said
    assert "apt-get install" in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("QT_QPA_PLATFORM", "offscreen"),
        ("QT_QPA_PLATFORM", "wayland;xcb"),
        ("WAYLAND_DISPLAY", "wayland-0"),
    ],
)
def test_another_platform_is_not_asked_for_x_libraries(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    def fail(_name: str) -> None:
        raise OSError("libxcb-icccm.so.4: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", fail)
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setenv(name, value)
    assert main.missing_library() == ""


@pytest.mark.parametrize("platform", ["", "xcb"])
def test_without_a_display_it_says_so_whatever_qt_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    platform: str,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert main.main(["--store", str(tmp_path / "s.sqlite"), "window"]) == 1
    assert "There is no display to open a window on" in capsys.readouterr().err


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
    import sys

    from PySide6.QtWidgets import QLabel

    label = QLabel()
    label.setEnabled(True)
    before = sys.getrefcount(None)
    for _n in range(2000):
        label.setEnabled(True)
    assert sys.getrefcount(None) > before - 500


def test_a_lock_lies_beside_its_own_store_whatever_that_is_called(tmp_path: Path) -> None:
    for letter in [c for c in string.printable if c != "/"] + [*"éß漢😀"]:
        store = tmp_path / f"a{letter}62{letter}b.sqlite"
        lock = lock_store(store)
        assert [p.name for p in tmp_path.iterdir()] == [f"{store.name}.lock"]
        with pytest.raises(StoreError, match="is open in another window"):
            lock_store(store)
        lock.unlock()


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
    from lastdays.campaign import Workspace
    from lastdays.campaign.campaigns import CampaignActions
    from lastdays.store import open_store

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
