"""The chronicle that is written: entries between games, their pictures, and what is looked for."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication, QMenu

from lastdays.ui.app import Session
from lastdays.ui.navigation import ChronicleRoute
from lastdays.ui.pages.entry_panel import DayField
from lastdays.ui.pages.story_panel import ChroniclePanel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.pictures import PictureViewer
from sure import as_a, sure
from ui.hands import bury, click, find_button, focus, pick, seen, settle, write


@pytest.fixture
def panel(sample: Session) -> ChroniclePanel:
    sample.window.go(ChronicleRoute())
    settle()
    return as_a(ChroniclePanel, sample.window.pages.chronicle.story)


def begin(panel: ChroniclePanel, text: str, kind: str = "Note", day: str = "") -> None:
    click(panel, "Write an entry")
    settle()
    assert focus() is panel.entry.words
    write(text)
    panel.entry.words.commit()
    settle()
    if kind != "Note":
        pick(panel.entry.kind, kind)
        settle()
    if day:
        panel.entry.day_field.setText(day)
        panel.entry.day_field.editingFinished.emit()
        settle()


def listed(panel: ChroniclePanel) -> list[str]:
    model = panel.games_model
    return [str(model.index(n, 1).data()) for n in range(model.rowCount())]


def choose_about(panel: ChroniclePanel, group: str, whom: str) -> None:
    panel.entry.about.menu.aboutToShow.emit()
    inside = next(
        sure(as_a(QMenu, action.menu()))
        for action in panel.entry.about.menu.actions()
        if action.text() == group
    )
    inside.aboutToShow.emit()
    next(action for action in inside.actions() if action.text() == whom).trigger()
    settle()


@pytest.mark.smoke
def test_an_entry_is_begun_written_and_undone(panel: ChroniclePanel, sample: Session) -> None:
    begin(panel, "No shots at the bridge.", "Truce", "2031-10-03")
    shown = seen(panel)
    assert "Truce: 3 October 2031" in shown
    assert "Truce, 3 October 2031 | No shots at the bridge." in shown
    assert listed(panel) == ["Truce", "Scavengers"]
    page = sample.window.pages.chronicle
    page.undo()
    assert "Truce: 3 October 2031" not in seen(panel)
    page.redo()
    click(panel, "Delete entry")
    settle()
    assert listed(panel) == ["Scavengers"]
    assert "against Carl's Crew" in panel.heading.text()
    page.undo()
    assert listed(panel) == ["Truce", "Scavengers"]


def test_what_is_told_is_found_by_kind_group_and_member(panel: ChroniclePanel) -> None:
    begin(panel, "A boat was seen.", "Rumour", "2031-10-05")
    choose_about(panel, "Zeke's Truckers", "Zeke")
    begin(panel, "They don't talk.", "Feud", "2031-10-06")
    choose_about(panel, "Carl's Crew", "The whole group")
    assert listed(panel) == ["Feud", "Rumour", "Scavengers"]
    assert "Rumour, 5 October 2031 · Zeke | A boat was seen." in seen(panel)
    for kind, left in (("Feud", ["Feud"]), ("Games", ["Scavengers"]), ("Truce", [])):
        pick(panel.kinds, kind)
        assert listed(panel) == left
    pick(panel.kinds, "Everything")
    pick(panel.groups, "Zeke's Truckers")
    assert listed(panel) == ["Rumour", "Scavengers"]
    pick(panel.members, "Zeke")
    assert listed(panel) == ["Rumour", "Scavengers"]
    pick(panel.groups, "Carl's Crew")
    assert listed(panel) == ["Feud", "Scavengers"]
    assert panel.members.currentText() == "All members"
    pick(panel.groups, "All groups")
    assert listed(panel) == ["Feud", "Rumour", "Scavengers"]


def test_pictures_come_without_what_a_camera_wrote(
    panel: ChroniclePanel, sample: Session, tmp_path: Path
) -> None:
    file = tmp_path / "bridge.jpg"
    taken = Image.Exif()
    taken[0x010E] = "Where we live"
    Image.new("RGB", (2400, 1600), "green").save(file, exif=taken)
    panel.pictures.add_from(file)
    settle()
    campaign = sample.services.workspace.campaign(sample.window.campaign_id).campaign
    (key,) = campaign.pictures
    kept = sample.services.groups.portrait(key)
    assert b"Where we live" in file.read_bytes()
    assert b"Where we live" not in kept
    with Image.open(io.BytesIO(kept)) as opened:
        assert opened.size == (960, 640)
    find_button(panel, "Remove Picture 1, Game 1")
    begin(panel, "The bridge.")
    panel.entry.pictures.add_from(file)
    settle()
    what = f"Picture 1, {panel.entry.heading.text()}"
    click(panel.entry, f"{what}: look at the picture")
    settle()
    (viewer,) = sample.window.findChildren(PictureViewer)
    assert "Picture 1" in seen(viewer)
    viewer.leave()
    settle()
    click(panel.entry, f"Remove {what}")
    settle()
    assert not panel.entry.pictures.isVisible()


def test_what_is_no_picture_is_refused_in_a_sentence(
    panel: ChroniclePanel, sample: Session, tmp_path: Path
) -> None:
    file = tmp_path / "x.jpg"
    file.write_bytes(b"no picture")
    panel.pictures.add_from(file)
    settle()
    assert "isn't a picture this program can read" in seen(sample.window)


def test_a_field_of_a_day_that_is_gone_follows_no_theme(qapp: QApplication) -> None:
    theme = Theme()
    field = DayField(theme, "Day")
    wide = field.width()
    theme.percent = 200
    theme.changed.emit()
    assert field.width() > wide
    field.deleteLater()
    bury()
    theme.changed.emit()  # a slot that fails would fail the test
