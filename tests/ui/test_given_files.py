"""Files that are dropped on the window, double-clicked or named: one place sorts them."""

from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.desktop import paths
from lastdays.model.group import Member
from lastdays.ui.app import Session, open_file
from lastdays.ui.models.roster import ITEM_TYPE
from lastdays.ui.navigation import CampaignMergeRoute, CampaignRoute, MergeRoute, RulebookRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.shell.given_files import FILES_MOST, files_in
from lastdays.ui.widgets import pictures
from sure import as_a, sure
from ui.hands import arrive, click, seen, settle, where


def carried(*files: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    return data


def drop(session: Session, data: QMimeData, widget: QWidget | None = None) -> bool:
    """Drags from outside over the window and drops in the middle of a widget; whether it was taken."""
    window = session.window
    target = window if widget is None else widget
    point = QPointF(target.mapTo(window, target.rect().center()))
    native = sure(window.windowHandle())
    held = (
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enters = QDragEnterEvent(point.toPoint(), *held)
    QApplication.sendEvent(native, enters)
    moves = QDragMoveEvent(point.toPoint(), *held)
    QApplication.sendEvent(native, moves)
    drops = QDropEvent(point, *held, QEvent.Type.Drop)
    QApplication.sendEvent(native, drops)
    settle()
    arrive(session)
    return enters.isAccepted() and moves.isAccepted() and drops.isAccepted()


def told(session: Session) -> str:
    """What the message at the foot of the window says; its paths may be broken anywhere."""
    return seen(session.window.toast).replace("\u200b", "")


def names(session: Session) -> set[str]:
    return {group.name for group in session.services.workspace.groups()}


@pytest.fixture
def group_file(sample: Session, tmp_path: Path) -> Path:
    """A group that is in the store already."""
    file = tmp_path / "zeke.lastdays.json"
    group = next(g for g in sample.services.workspace.groups() if g.name.startswith("Zeke"))
    file.write_bytes(sample.services.groups.export(group.id))
    return file


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    file = tmp_path / "photo.png"
    image = QImage(80, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    image.save(str(file))
    return file


@pytest.mark.smoke
def test_a_group_and_a_campaign_that_are_here_are_compared(
    sample: Session, group_file: Path, tmp_path: Path
) -> None:
    assert drop(sample, carried(group_file))
    assert isinstance(where(sample.window), MergeRoute)
    campaign = tmp_path / "campaign.lastdays.zip"
    transfer = CampaignTransfer(sample.services.workspace)
    campaign.write_bytes(transfer.export(sample.window.campaign_id))
    assert drop(sample, carried(campaign))
    assert isinstance(where(sample.window), CampaignMergeRoute)
    assert "Riverside is already here" in seen(sample.window)


def test_a_drop_in_a_text_field_is_a_file_not_a_text(
    page: GroupPage, sample: Session, group_file: Path
) -> None:
    field = page.roster.search
    assert drop(sample, carried(group_file), field)
    assert field.text() == ""
    assert isinstance(where(sample.window), MergeRoute)


def test_gear_is_dragged_as_before(page: GroupPage, sample: Session) -> None:
    data = QMimeData()
    data.setData(ITEM_TYPE, b"some-item")
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    native = sure(sample.window.windowHandle())
    assert not sample.window.drops.eventFilter(native, event), "it goes on to the widgets"
    text = QMimeData()
    text.setText("Zeke")
    assert files_in(text) == []


def test_a_file_that_is_dropped_stays_where_it_is(sample: Session, group_file: Path) -> None:
    """A file manager would delete what a program says it has moved."""
    both = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    native = sure(sample.window.windowHandle())
    data = carried(group_file)
    for actions, taken, action in (
        (both, True, Qt.DropAction.CopyAction),
        (both | Qt.DropAction.LinkAction, True, Qt.DropAction.CopyAction),
        (Qt.DropAction.LinkAction, True, Qt.DropAction.LinkAction),
        (Qt.DropAction.MoveAction, False, Qt.DropAction.MoveAction),
    ):
        event = QDragEnterEvent(
            QPoint(5, 5),
            actions,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        assert sample.window.drops.eventFilter(native, event) is taken
        assert not taken or event.dropAction() == action


def test_only_files_of_this_computer_are_taken_and_not_without_end() -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.json"), *[QUrl.fromLocalFile("/a")] * 50])
    assert files_in(data) == [Path("/a")] * FILES_MOST


def test_another_store_is_opened_when_that_is_wanted(sample: Session, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    shutil.copy(sample.services.workspace.store.path, other)
    assert drop(sample, carried(other))
    assert f"{other} is another store." in told(sample)
    assert sample.window.isVisible()
    click(sample.window.toast, "Open it")
    assert sample.services.next_store == other
    assert not sample.window.isVisible()


def test_the_store_that_is_open_is_left_alone(sample: Session) -> None:
    path = sample.services.workspace.store.path
    assert drop(sample, carried(path))
    assert f"{path} is the store that is open here." in told(sample)


def test_a_pack_is_added_and_the_way_to_its_switch_is_offered(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "data" / "packs"
    monkeypatch.setattr(paths, "content_packs", lambda: installed)
    example = paths.resources() / "packs" / "hospital"
    assert drop(sample, carried(example))
    added = installed / "hospital.zip"
    assert zipfile.ZipFile(added).read("perks.toml") == (example / "perks.toml").read_bytes()
    assert "Added the content pack" in told(sample)
    click(sample.window.toast, "Show packs")
    assert isinstance(where(sample.window), CampaignRoute)
    assert sample.window.pages.campaign.tabs.tabText(
        sample.window.pages.campaign.tabs.currentIndex()
    ) == ("Packs")
    # The same again is left as it is, whatever its file is called.
    before = added.read_bytes()
    archive = Path(shutil.make_archive(str(tmp_path / "hospital"), "zip", example))
    for file in (archive, Path(shutil.copy(archive, tmp_path / "clinic.zip"))):
        assert drop(sample, carried(file))
        assert "The content pack The Hospital 1.0 is already there." in told(sample)
    assert [added] == list(installed.iterdir())
    assert added.read_bytes() == before


def test_another_version_of_a_pack_is_replaced_when_that_is_wanted(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "data" / "packs"
    monkeypatch.setattr(paths, "content_packs", lambda: installed)
    newer = tmp_path / "newer"
    shutil.copytree(paths.resources() / "packs" / "hospital", newer)
    assert drop(sample, carried(newer))
    about = (newer / "pack.toml").read_text(encoding="utf-8")
    (newer / "pack.toml").write_text(about.replace('"1.0"', '"1.1"'), encoding="utf-8")
    before = (installed / "hospital.zip").read_bytes()
    assert drop(sample, carried(newer))
    assert "The Hospital is already there as version 1.0; this is version 1.1." in told(sample)
    assert (installed / "hospital.zip").read_bytes() == before
    click(sample.window.toast, "Replace that version")
    arrive(sample)
    assert "Added the content pack The Hospital 1.1." in told(sample)
    assert [file.name for file in installed.iterdir()] == ["hospital.zip"]
    assert (installed / "hospital.zip").read_bytes() != before


def test_a_pack_with_faults_is_refused_with_the_first_of_them(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "data" / "packs"
    monkeypatch.setattr(paths, "content_packs", lambda: installed)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "perks.toml").write_text("[x]\nnonsense = 1\n", encoding="utf-8")
    assert drop(sample, carried(broken))
    assert "has faults and isn't added" in told(sample)
    assert not installed.exists()


@pytest.mark.parametrize("name", ["folder", "pipe", "noise.bin", "gone.json"])
def test_what_is_none_of_these_is_said(sample: Session, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    if name == "folder":
        file.mkdir()
    elif name == "pipe":
        os.mkfifo(file)
    elif name == "noise.bin":
        file.write_bytes(bytes(range(200)))
    before = names(sample)
    assert drop(sample, carried(file))
    said = "This isn't a group document" if name == "noise.bin" else str(file)
    assert said in told(sample)
    assert names(sample) == before


def member(session: Session, page: GroupPage, name: str) -> Member:
    group = session.services.workspace.group(page.group_id).group
    return next(one for one in group.members if one.name == name)


def test_a_picture_becomes_the_portrait_of_the_member_it_is_dropped_on(
    page: GroupPage, sample: Session, photo: Path
) -> None:
    table = page.roster.table
    row = next(n for n, r in enumerate(page.roster.model.rows) if r.cell(0).text.startswith("Mo"))
    place = table.visualRect(page.roster.model.index(row, 0)).center()
    at = table.viewport().mapToGlobal(place)
    assert sample.window.page().take_picture(photo, at)
    arrive(sample)
    assert member(sample, page, "Mo").portrait
    assert not member(sample, page, "Zeke").portrait
    sample.window.pages.group.undo()
    assert not member(sample, page, "Mo").portrait


def test_beside_the_members_it_is_the_groups(page: GroupPage, sample: Session, photo: Path) -> None:
    assert drop(sample, carried(photo), page.stash)
    assert sample.services.workspace.group(page.group_id).group.picture
    assert "The group has a new picture." in told(sample)


def test_a_picture_without_a_file_is_taken_as_well(page: GroupPage, sample: Session) -> None:
    """As browsers drag them."""
    data = QMimeData()
    image = QImage(50, 50, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    data.setImageData(image)
    assert drop(sample, data, page.member_panel.heading)
    assert member(sample, page, sure(page.roster.member).name).portrait


def test_elsewhere_a_picture_is_told_where_it_belongs(sample: Session, photo: Path) -> None:
    sample.window.go(RulebookRoute())
    assert drop(sample, carried(photo))
    assert "Open a group's page for this picture" in told(sample)
    open_file(sample, photo)
    assert "Open a group's page for this picture" in told(sample)


def test_a_picture_is_pasted_as_the_portrait(page: GroupPage, sample: Session, photo: Path) -> None:
    clipboard = QGuiApplication.clipboard()
    chosen = sure(page.roster.member).name

    def press() -> None:
        page.roster.table.setFocus()
        QTest.keyClick(page.roster.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        settle()
        arrive(sample)

    clipboard.setText("no picture")
    press()
    assert "There is no picture to paste." in told(sample)
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    clipboard.setImage(image)
    press()
    first = member(sample, page, chosen).portrait
    assert first
    # A file that was copied in a folder; by the menu it is the same.
    clipboard.setMimeData(carried(photo))
    menu = page.member_panel.menu
    menu.aboutToShow.emit()
    entry = next(action for action in menu.actions() if action.text() == "Portrait")
    portrait = as_a(QMenu, entry.menu())
    next(a for a in portrait.actions() if a.text() == "Paste the picture").trigger()
    settle()
    arrive(sample)
    assert member(sample, page, chosen).portrait not in ("", first)
    for dialog in sample.window.findChildren(pictures.FaceDialog):
        dialog.close()


def test_a_text_field_keeps_the_keys_for_itself(page: GroupPage, sample: Session) -> None:
    QGuiApplication.clipboard().setText("Mo")
    page.roster.search.setFocus()
    QTest.keyClick(page.roster.search, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert page.roster.search.text() == "Mo"
    assert not told(sample)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("percent", [100, 200])
def test_portraits_have_a_pixel_for_each_of_the_screen(
    monkeypatch: pytest.MonkeyPatch, page: GroupPage, sample: Session, ratio: float, percent: int
) -> None:
    """At any zoom of the window, on any screen."""
    monkeypatch.setattr(pictures, "screen_ratio", lambda: ratio)
    theme = sample.services.theme
    theme.percent = percent
    theme.apply()
    image = QImage(600, 800, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    picture = pictures.bytes_of_image(image)
    sample.services.groups.set_portrait(
        page.group_id, sure(page.roster.member).id, pictures.read_portrait(picture)
    )
    page.refresh()
    settle()
    button = page.member_panel.portrait
    side = button.iconSize().height()
    shown = button.icon().pixmap(button.iconSize(), ratio)
    assert shown.height() >= round(side * ratio)
    assert button.height() == side + 4, "as large as ever in the window"
    (face,) = page.roster.table.portraits.values()
    assert min(face.width(), face.height()) >= theme.pixels(36) * ratio


def test_a_window_that_is_given_a_file_comes_forward(sample: Session, group_file: Path) -> None:
    sample.window.showMinimized()
    sample.window.given.come_forward(group_file)
    settle()
    assert not sample.window.isMinimized()
    assert isinstance(where(sample.window), MergeRoute)
