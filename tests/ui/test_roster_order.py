"""A roster put in order by mouse, keys and menu; members and groups copied; pictures looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QDropEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.model.group import Member
from lastdays.pdf.content import CharacterCard
from lastdays.ui.app import Session
from lastdays.ui.models.roster import MEMBER_TYPE
from lastdays.ui.navigation import CampaignRoute
from lastdays.ui.pages.group.actions import set_picture
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.widgets import dialogs
from lastdays.ui.widgets.pictures import FaceDialog, PictureViewer
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import arrive, click, focus, go, key, push, seen, settle


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A file with a picture of four to three."""
    file = tmp_path / "photo.png"
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    image.save(str(file))
    return file


def names(page: GroupPage) -> list[str]:
    return [m.name for m in sure(page.view).group.roster]


def shown(page: GroupPage) -> list[str]:
    model = page.roster.model
    return [row.cell(0).text.split(" ★")[0].removesuffix(" ✎") for row in model.rows]


def choose(page: GroupPage, name: str) -> None:
    page.roster.setFocus()
    page.roster.choose_member(next(m.id for m in sure(page.view).group.members if m.name == name))
    settle()


def drag(page: GroupPage, name: str, onto: str) -> None:
    """Drop a member on the row of another."""
    table, model = page.roster.table, page.roster.model
    data = model.mimeData([model.index(shown(page).index(name), 0)])
    assert data.hasFormat(MEMBER_TYPE)
    at = table.visualRect(model.index(shown(page).index(onto), 4)).center()
    event = QDropEvent(
        QPointF(at),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    table.dropEvent(event)
    settle()


def entry(menu: QMenu, *path: str) -> QAction:
    """The action of a menu at a path of texts."""
    menu.aboutToShow.emit()
    for text in path[:-1]:
        menu = as_a(QMenu, next(a.menu() for a in menu.actions() if a.text() == text))
        menu.aboutToShow.emit()
    return next(a for a in menu.actions() if a.text().split("\t")[0] == path[-1])


def looked_at(window: Window) -> list[PictureViewer]:
    """The pictures that lie over the window."""
    return [view for view in window.findChildren(PictureViewer) if view.isVisible()]


# The order


@pytest.mark.smoke
def test_a_member_is_dragged_down_and_up_and_undone(page: GroupPage) -> None:
    before = names(page)
    assert before[:4] == ["Zeke", "Mo", "Lou", "Ed"]
    drag(page, "Mo", onto="Ed")
    assert names(page) == ["Zeke", "Lou", "Ed", "Mo", *before[4:]]
    assert shown(page) == names(page)
    drag(page, "Mo", onto="Zeke")
    assert names(page) == ["Mo", "Zeke", "Lou", "Ed", *before[4:]]
    key("Ctrl+Z", "Ctrl+Z")
    assert names(page) == before


def test_alt_and_an_arrow_and_the_menu_move_the_chosen_member(page: GroupPage) -> None:
    before = names(page)
    choose(page, "Lou")
    key("Alt+Up")
    assert names(page)[:3] == ["Zeke", "Lou", "Mo"]
    assert sure(page.roster.member).name == "Lou"  # still the one that is chosen
    assert focus() is page.roster.table
    key("Alt+Up", "Alt+Up")  # at the top already: nothing more
    assert names(page)[:3] == ["Lou", "Zeke", "Mo"]
    assert not entry(page.roster.menu, "Move", "Up").isEnabled()
    key("Alt+Down", "Alt+Down")
    assert names(page) == before
    push(entry(page.roster.menu, "Move", "To the bottom"))
    assert names(page) == [n for n in before if n != "Lou"] + ["Lou"]
    assert not entry(page.roster.menu, "Move", "Down").isEnabled()
    push(entry(page.roster.menu, "Move", "To the top"))
    assert names(page)[0] == "Lou"


def test_a_sorted_roster_is_not_moved_but_can_be_kept(page: GroupPage, sample: Session) -> None:
    before = names(page)
    choose(page, "Mo")
    page.roster.sort(0)
    assert shown(page) == sorted(before)
    index = page.roster.model.index(0, 0)
    assert not page.roster.model.flags(index) & Qt.ItemFlag.ItemIsDragEnabled
    key("Alt+Up")
    assert "own order" in sample.window.toast.text.text()
    assert names(page) == before
    push(entry(page.roster.menu, "Sort by", "Save this order as the group's own"))
    assert names(page) == sorted(before)
    assert page.roster.model.ordered
    assert not entry(page.roster.menu, "Sort by", "Save this order as the group's own").isEnabled()
    key("Ctrl+Z")
    assert names(page) == before


def test_what_comes_from_elsewhere_moves_nobody(page: GroupPage) -> None:
    before = names(page)
    data = QMimeData()
    data.setData(MEMBER_TYPE, b"nobody")
    index = page.roster.model.index(2, 0)
    assert not page.roster.model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, index)
    settle()
    assert names(page) == before


# Copies


def test_a_member_is_copied_and_chosen_but_no_leader(page: GroupPage) -> None:
    choose(page, "Zeke")
    assert not entry(page.roster.menu, "Copy this member").isEnabled()
    choose(page, "Mo")
    push(entry(page.roster.menu, "Copy this member"))
    assert names(page)[1:3] == ["Mo", "Mo 2"]
    assert sure(page.roster.member).name == "Mo 2"
    key("Ctrl+Z")
    assert "Mo 2" not in names(page)


def test_a_group_is_copied_from_its_page_and_from_the_campaign(
    page: GroupPage, window: Window
) -> None:
    push(entry(page.head.more_button.menu(), "Copy this group"))
    assert sure(page.view).group.name == "Zeke's Truckers (2)"
    go(window, CampaignRoute())
    overview = window.pages.campaign.overview
    overview._copy(overview.groups.key_of(0))
    settle()
    assert "Zeke's Truckers (3)" in seen(window.pages.campaign)
    key("Ctrl+Z")
    assert "Zeke's Truckers (3)" not in seen(window.pages.campaign)


# Pictures


def test_a_portrait_is_looked_at_large_and_the_next(
    page: GroupPage, sample: Session, photo: Path
) -> None:
    group = sure(page.view).group
    page.deeds.set_portrait_from(group.roster[0].id, photo)
    arrive(sample)
    choose(page, "Zeke")
    entry(page.roster.menu, "Portrait", "View picture").trigger()
    [view] = looked_at(sample.window)
    assert "Next" not in seen(view)
    key("Right")
    assert view.name.text() == "Zeke"  # there is no other
    click(view, "Close")
    sample.window.activateWindow()  # as a desktop does
    page.deeds.set_portrait_from(group.roster[1].id, photo)
    set_picture(sample.services, group.id, photo)
    arrive(sample)
    choose(page, "Mo")
    page.member_panel.portrait.setFocus()
    key("Space")
    [view] = looked_at(sample.window)
    assert (view.name.text(), view.note.text()) == ("Mo", "Goon · 3 of 3")
    assert view.picture.height() > 360
    assert not view.picture.picture.isNull()
    key("Right")
    assert (view.name.text(), view.note.text()) == ("Zeke's Truckers", "Robin · 1 of 3")
    key("Left", "Left")
    assert view.name.text() == "Zeke"
    click(view, "Next ▸")
    assert view.name.text() == "Mo"
    for _ in range(4):  # the keyboard stays within
        key("Tab")
        assert view.isAncestorOf(focus())
    key("Esc")
    assert not looked_at(sample.window)
    sample.window.activateWindow()  # as a desktop does
    settle()
    assert focus() is page.member_panel.portrait


def test_the_face_is_chosen_on_the_picture(
    page: GroupPage, sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys and by mouse; roster and cards show it, the viewer all of the picture."""
    picture = QImage(800, 600, QImage.Format.Format_RGB32)
    picture.fill(QColor("teal"))
    with QPainter(picture) as painter:
        painter.fillRect(500, 0, 300, 600, QColor("red"))
    picture.save(str(tmp_path / "two.png"))
    monkeypatch.setattr(dialogs, "ask_path", lambda *_, **_how: tmp_path / "two.png")
    choose(page, "Mo")
    entry(page.roster.menu, "Portrait", "Choose a picture…").trigger()
    arrive(sample)
    [dialog] = sample.window.findChildren(FaceDialog)
    dialog.activateWindow()
    settle()
    frame = dialog.frame
    assert focus() is frame
    whole = frame.frame()
    key("-", "-", "-", "-", "-", "-", "-", "-", "-", "-")
    assert frame.frame().width() < whole.width() / 2
    key(*["Right"] * 5, "Up")
    start = frame.frame().center()
    drag = start + QPointF(600, 0)
    QTest.mousePress(frame, Qt.MouseButton.LeftButton, pos=start.toPoint())
    QTest.mouseMove(frame, drag.toPoint())
    QTest.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=drag.toPoint())
    assert frame.frame().right() <= frame.width()
    click(dialog, "Use this part")

    groups, group_id = sample.services.groups, page.group_id

    def mo() -> Member:
        return sample.services.workspace.group(group_id).group.roster[1]

    assert page.member_panel.portrait.isVisible()
    assert not page.member_panel.portrait.icon().isNull()
    face = QImage.fromData(groups.face(mo()))
    assert face.width() / face.height() == pytest.approx(12 / 13, abs=0.02)
    assert all(face.pixelColor(x, face.height() // 2).red() > 200 for x in range(face.width()))
    assert page.roster.table.portraits[mo().pictured].width() < 128
    card = next(
        c
        for c in sample.services.printing.contents(group_id, PrintChoice(("characters",)))
        if isinstance(c, CharacterCard) and c.name == "Mo"
    )
    assert card.portrait == groups.face(mo())
    whole_width = QImage.fromData(groups.portrait(mo().portrait)).width()
    assert whole_width > 2 * face.width()
    push(sample.window.undo_action)
    assert mo().portrait
    assert mo().face is None
    entry(page.roster.menu, "Portrait", "Crop to the face…").trigger()
    settle()
    [dialog] = sample.window.findChildren(FaceDialog)
    click(dialog, "Cancel")
    assert mo().face is None
    push(entry(page.roster.menu, "Portrait", "Remove the picture"))
    assert not page.member_panel.portrait.isVisible()
    assert "removed the portrait of Mo" in sample.window.undo_action.text()
    push(sample.window.undo_action)
    assert page.member_panel.portrait.isVisible()


def test_a_group_has_a_picture_beside_its_name(
    page: GroupPage, sample: Session, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = page.head
    assert not head.picture.isVisible()
    assert not entry(head.more_button.menu(), "Picture of the group", "View picture").isEnabled()
    monkeypatch.setattr(dialogs, "ask_path", lambda *_, **_how: photo)
    entry(head.more_button.menu(), "Picture of the group", "Choose a picture…").trigger()
    arrive(sample)
    assert head.picture.isVisible()
    assert head.picture.accessibleName() == "Zeke's Truckers: view picture"
    assert head.picture.geometry().right() < head.title.geometry().left()
    push(entry(head.more_button.menu(), "Picture of the group", "Remove the picture"))
    assert not head.picture.isVisible()
    key("Ctrl+Z")
    assert head.picture.isVisible()


def test_a_picture_that_is_none_is_said(page: GroupPage, sample: Session, tmp_path: Path) -> None:
    file = tmp_path / "x.png"
    file.write_bytes(b"no picture")
    set_picture(sample.services, sure(page.view).group.id, file)
    arrive(sample)
    assert "isn't a picture" in sample.window.toast.text.text()
    assert sure(page.view).group.picture == ""
