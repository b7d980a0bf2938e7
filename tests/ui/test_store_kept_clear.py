"""Whatever is chosen in the window, and by merely choosing: the open store keeps its locks."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit

from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, GroupRoute, PrintRoute
from lastdays.ui.widgets import dialogs
from lastdays.ui.widgets.dialogs import destroy
from locks import locks_hold
from sure import as_a, sure
from ui.hands import arrive

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="locks there belong to an opened file"),
]


@pytest.fixture(params=["store.sqlite", "store.sqlite-shm", "hard-link"])
def chosen(request: pytest.FixtureRequest, sample: Session, tmp_path: Path) -> Path:
    """A name of the open store that somebody picks in a dialog."""
    os.link(tmp_path / "store.sqlite", tmp_path / "hard-link")
    assert locks_hold(tmp_path / "store.sqlite")
    return as_a(Path, tmp_path / request.param)


def test_the_store_is_not_imported_portrayed_or_written_over(
    sample: Session, chosen: Path, tmp_path: Path
) -> None:
    window, services = sample.window, sample.services
    group = services.workspace.groups()[0].id
    before = (tmp_path / "store.sqlite").stat().st_ino
    window.go(CampaignRoute())
    page = window.pages.campaign
    window.go(GroupRoute(group))
    member = services.workspace.group(group).group.members[0].id
    acts: list[Callable[[], object]] = [
        lambda: page.overview.import_from(chosen),
        lambda: window.pages.group.deeds.set_portrait_from(member, chosen),
        lambda: window.pages.group.export_to(chosen),
        lambda: services.back_up(chosen),
    ]
    for act in acts:
        window.say("", "")
        act()
        arrive(sample)
        assert "is the open store itself: choose another file." in window.toast.text.text()
        assert locks_hold(tmp_path / "store.sqlite")
    assert (tmp_path / "store.sqlite").stat().st_ino == before
    assert services.workspace.store.integrity() == []


def test_cards_are_not_printed_into_the_store(
    sample: Session, chosen: Path, tmp_path: Path
) -> None:
    window = sample.window
    window.go(PrintRoute(sample.services.workspace.groups()[0].id))
    page = window.pages.print
    page.make()
    arrive(sample)
    assert page.made is not None
    printer = QPrinter()
    printer.setOutputFileName(str(chosen))
    acts = (partial(page.save_to, chosen), partial(page.print_on, printer))
    for act in acts:
        window.say("", "")
        act()
        assert "is the open store itself" in window.toast.text.text()
        assert locks_hold(tmp_path / "store.sqlite")


def look_around(dialog: type[QDialog], act: Callable[[], object], name: str = "") -> bool:
    """Let a dialog that `act` opens look at its folder for a second; whether it was open."""
    seen: list[QDialog] = []

    def leave() -> None:
        open_now = as_a(dialog, QApplication.activeModalWidget())
        seen.append(open_now)
        if isinstance(open_now, QFileDialog) and name:
            open_now.selectFile(name)
            QTest.qWait(300)
        open_now.reject()

    QTimer.singleShot(1000, leave)
    act()
    return bool(seen)


@pytest.mark.parametrize(
    "name",
    [
        "ask_file_to_open",
        "ask_picture_file",
        "ask_where_to_save_group",
        "ask_where_to_save_pdf",
        "ask_where_to_save_backup",
    ],
)
def test_a_dialog_that_shows_the_folder_of_the_store(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "a-file-without-a-known-ending").write_bytes(b"?")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dialogs, "_last_folder", [])
    given = (*("Title",) * (dialogs.__dict__[name].__code__.co_argcount - 2), print)
    choose = lambda: dialogs.__dict__[name](sample.window, *given)  # noqa: E731
    assert look_around(QFileDialog, choose, "store.sqlite")
    assert locks_hold(tmp_path / "store.sqlite")


@pytest.mark.smoke
def test_a_dialog_of_qts_own_would_drop_the_locks(sample: Session, tmp_path: Path) -> None:
    """What the plain icons are for."""
    dialog = QFileDialog(None, "x", str(tmp_path))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setNameFilter("All files (*)")
    assert look_around(QFileDialog, dialog.exec)
    destroy(dialog)
    assert not locks_hold(tmp_path / "store.sqlite")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("CON", "CON-group"),
        ("lpt1", "lpt1-group"),
        ("Conrad", "Conrad"),
        ("हिन्दी समूह", "हिन्दी समूह"),
        ("../a/b: c?", "ab c"),
        ("?", "group"),
        ("x" * 59 + " y", "x" * 59),
    ],
)
def test_a_file_is_called_as_every_system_allows(name: str, file: str) -> None:
    assert dialogs.file_name_for(name) == f"{file}.lastdays.json"


def test_choosing_a_file_gives_its_path(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "g.lastdays.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(dialogs, "_last_folder", [tmp_path])

    def take() -> None:
        found = as_a(QFileDialog, QApplication.activeModalWidget())
        line = sure(found.findChild(QLineEdit, "fileNameEdit"))
        line.setFocus()
        QTest.keyClicks(line, "g.lastdays.json")
        QTest.keyClick(line, Qt.Key.Key_Return)
        QTimer.singleShot(2000, found, found.reject)

    QTimer.singleShot(300, take)
    found: list[Path] = []
    dialogs.ask_file_to_open(sample.window, "Import", found.append)
    assert found == [tmp_path / "g.lastdays.json"]


def test_the_print_dialog_may_look_through_the_home_folder(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    store = tmp_path / "store.sqlite"
    services = sample.services
    held: list[bool] = []
    made = services.printing.make({services.workspace.groups()[0].id: PrintChoice()})
    QTimer.singleShot(800, lambda: held.append(store.with_name("store.sqlite-wal").exists()))
    assert look_around(QPrintDialog, lambda: services.printer_chosen(sample.window, made))
    assert held == [False], "the store was open meanwhile"
    services.workspace.store.data_version()
    QTest.qWait(300)  # nothing of the dialog goes on looking
    assert locks_hold(store)
    sample.window.watch.look()
    assert services.workspace.groups()
