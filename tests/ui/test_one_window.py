"""One window for a store: what a second start of the program hands to the window that is open."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication, QDialog

from lastdays.cli.arguments import with_command
from lastdays.cli.main import main
from lastdays.desktop import meeting_place, one_window, opening
from lastdays.desktop.league_address import LeagueAddress
from lastdays.desktop.meeting_place import somebody_may_be_there
from lastdays.desktop.one_window import Receiver, file_in, hand_over
from lastdays.ui import app as start
from lastdays.ui.app import Session, receive_at
from sure import sure
from ui.hands import seen, settle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes with names instead")


@pytest.fixture
def short() -> Iterator[str]:
    """A folder whose path is as short as those of sockets have to be."""
    with tempfile.TemporaryDirectory(prefix="lastdays-") as folder:
        yield folder


@pytest.fixture
def runtime(short: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's session."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", short)
    return Path(short)


@pytest.fixture
def address(runtime: Path, tmp_path: Path) -> str:
    return meeting_place.meeting_place(tmp_path / "store.sqlite")


@pytest.fixture
def receiver(address: str, qapp: QApplication) -> Iterator[Receiver]:
    listening = Receiver(address)
    assert listening.listen()
    yield listening
    listening.close()


#: What a program does that is started again.
ANOTHER = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from lastdays.desktop.one_window import hand_over
app = QCoreApplication([])
file = Path(sys.argv[2]) if len(sys.argv) > 2 else None
sys.exit(0 if hand_over(sys.argv[1], file) else 1)
"""


def handed(address: str, file: Path | None = None) -> bool:
    """Hands a file over in another process, while the window does its work."""
    words = [sys.executable, "-c", ANOTHER, address, *([] if file is None else [str(file)])]
    done = meanwhile(lambda: subprocess.run(words, timeout=60, check=False))
    assert isinstance(done, subprocess.CompletedProcess)
    return done.returncode == 0


def meanwhile(act: Callable[[], object]) -> object:
    """Does something in another thread, as another program would, while the window does its work."""
    results: list[object] = []
    acting = threading.Thread(target=lambda: results.append(act()))
    acting.start()
    while acting.is_alive():
        QApplication.processEvents()
        acting.join(0.01)
    settle()
    (result,) = results
    return result


@pytest.mark.smoke
def test_the_window_hears_of_the_file_and_the_caller_that_it_was_taken(
    receiver: Receiver, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    receiver.file_received.connect(heard.append)
    odd = Path(os.fsdecode(b"caf\xe9 \xf0\x9f\xa7\x9f.json"))
    monkeypatch.chdir(tmp_path)
    assert handed(address, odd)
    assert handed(address)
    assert heard == [tmp_path / odd, None]


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense\n",
        b"{}\n",
        b"[]\n",
        b'{"file": 1}\n',
        b'{"file": "relative.json"}\n',
        b'{"file": "/a\\u0000b"}\n',
        b'{"file": "/' + b"a" * 5000 + b'"}\n',
        b"[" * 20_000 + b"\n",
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_file_is_not_taken(receiver: Receiver, address: str, line: bytes) -> None:
    heard: list[object] = []
    receiver.file_received.connect(heard.append)
    with pytest.raises(ValueError):  # noqa: PT011
        file_in(line)

    def say() -> bytes:
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(10)
            caller.connect(address)
            caller.sendall(line)
            return caller.recv(100)

    assert meanwhile(say) == b""
    assert heard == []


def test_a_line_without_end_and_too_many_callers_are_sent_away(
    receiver: Receiver, address: str
) -> None:
    def pour() -> int:
        sent = 0
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(10)
            caller.connect(address)
            try:
                while sent < 100 * one_window.LINE_MOST:
                    sent += caller.send(b"x" * 4096)
            except OSError:
                return sent
        return sent

    assert 0 < int(str(meanwhile(pour))) < 100 * one_window.LINE_MOST
    waiting = [QLocalSocket() for _n in range(one_window.CALLERS_MOST + 3)]
    for caller in waiting:
        caller.connectToServer(address)
        settle()
    connected = [c for c in waiting if c.state() == QLocalSocket.LocalSocketState.ConnectedState]
    assert len(connected) == one_window.CALLERS_MOST
    for caller in waiting:
        caller.abort()
    settle()
    assert handed(address)


def test_a_socket_that_a_killed_window_left_is_replaced(address: str, qapp: QApplication) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(address)
    assert somebody_may_be_there(address)
    assert not hand_over(address, None)
    receiver = Receiver(address)
    assert receiver.listen()
    assert handed(address)
    assert not Receiver(address).listen(), "the window that is open goes on to answer"
    receiver.close()
    assert not somebody_may_be_there(address)


def test_only_this_user_is_reached(
    receiver: Receiver, address: str, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Path(address).stat().st_mode & 0o077 == 0
    assert Path(address).parent.stat().st_mode & 0o077 == 0
    assert somebody_may_be_there(address)
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    assert not somebody_may_be_there(address)
    monkeypatch.undo()
    # A folder that others may enter, or a link to one, is no place to meet.
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(runtime))
    store = runtime / "store.sqlite"
    folder = runtime / f"lastdays-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o755)
    assert meeting_place.meeting_place(store) == ""
    folder.rmdir()
    folder.symlink_to(runtime / "lastdays")
    assert meeting_place.meeting_place(store) == ""
    folder.unlink()
    assert meeting_place.meeting_place(store).startswith(str(folder))


def test_a_flatpak_meets_its_like_in_the_folder_they_share(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = runtime / "app" / "org.lastdays.CampaignManager"
    shared.mkdir(parents=True)
    shared.chmod(0o700)
    monkeypatch.setenv("FLATPAK_ID", "org.lastdays.CampaignManager")
    address = meeting_place.meeting_place(runtime / "store.sqlite")
    assert address.startswith(f"{shared}/lastdays/")


def test_each_store_has_a_place_of_its_own(runtime: Path, tmp_path: Path) -> None:
    here = meeting_place.meeting_place(tmp_path / "a.sqlite")
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "a.sqlite")
    league = LeagueAddress("postgresql://ann:s3cr3t@club.example/league")
    assert meeting_place.meeting_place(tmp_path / "link.sqlite") == here
    assert meeting_place.meeting_place(tmp_path / "b.sqlite") != here
    assert meeting_place.meeting_place(league) == meeting_place.meeting_place(league.bare)


def exported(session: Session, folder: Path) -> Path:
    services = session.services
    group = services.workspace.groups()[0]
    file = folder / "again.lastdays.json"
    file.write_bytes(services.groups.export(group.id))
    return file


def test_a_window_opens_what_it_is_handed_and_waits_for_its_dialog(
    sample: Session, address: str, tmp_path: Path
) -> None:
    receiver = sure(receive_at(sample, address))
    opened: list[Path] = []
    sample.window.given.open = opened.append  # type: ignore[assignment, method-assign]
    assert handed(address, tmp_path / "a.json")
    assert opened == [tmp_path / "a.json"]
    dialog = QDialog(sample.window)
    dialog.open()
    assert handed(address, tmp_path / "b.json")
    assert len(opened) == 1
    dialog.close()
    sample.window.given._open_waiting()
    assert opened == [tmp_path / "a.json", tmp_path / "b.json"]
    receiver.close()
    sample.close()
    assert receive_at(sample, address) is None, "a window that closes takes nothing more"


def test_a_second_start_ends_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.json"
    store = str(tmp_path / "store.sqlite")
    asked: list[tuple[Path, Path | None]] = []

    def taken(place: Path, given: Path | None) -> bool:
        asked.append((place, given))
        return True

    monkeypatch.setattr(opening, "handed_over", taken)
    words = (
        ["--store", store, "open", str(file)],
        ["open", str(file), "--store", store],
        ["--store", store, "window", str(file)],
    )
    for command in words:
        assert main(command) == 0
        assert asked.pop() == (Path(store), file)
        assert capsys.readouterr().out == f"{file} is opened in the window that is open.\n"
    assert main(["--store", store]) == 0
    assert asked.pop() == (Path(store), None)
    assert "it comes to the front" in capsys.readouterr().out


def test_a_file_in_the_place_of_a_command_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "zeke.json")
    Path(file).touch()
    (tmp_path / "groups").touch()
    monkeypatch.chdir(tmp_path)
    assert with_command([file]) == ["open", file]
    assert with_command(["--store", "s.sqlite", file]) == ["--store", "s.sqlite", "open", file]
    assert with_command(["--store=s.sqlite", "zeke.json"])[1] == "open"
    for words in (["groups"], ["--version"], ["open", file], ["--store", file], ["gone.json"], []):
        assert with_command(words) == words


def test_a_start_while_the_first_is_starting_hands_over_once_it_can(
    tmp_path: Path, qapp: QApplication
) -> None:
    held = start.lock_store(tmp_path / "store.sqlite")
    tries = 0

    def hand() -> bool:
        nonlocal tries
        tries += 1
        return tries == 3

    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    try:
        with pytest.raises(start.HandedOverError):
            start.begin(tmp_path / "store.sqlite", settings, lambda *_given: None, hand)
    finally:
        held.unlock()


@pytest.mark.sweep
def test_two_programs(sample: Session, tmp_path: Path, runtime: Path) -> None:
    """A group's file is opened with the window open: the second program ends within seconds, the window
    shows where the group is compared."""
    file = exported(sample, tmp_path)
    receive_at(sample, meeting_place.meeting_place(sample.place))
    command = [sys.executable, "-m", "lastdays", "--store", str(sample.place), "open", str(file)]
    done = meanwhile(
        lambda: subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert (done.returncode, done.stderr.replace("\n", "")[:9]) in ((0, ""), (0, "This plug"))
    assert json.dumps(str(file))[1:-1] in done.stdout
    assert "again" in seen(sample.window) or "compare" in seen(sample.window).casefold()
