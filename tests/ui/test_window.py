"""The window as a whole: places, sizes, themes, undo, other processes, what bad stores say."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QSpinBox

from colour_blind import contrast
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.groups import GroupActions
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store.store import Store
from lastdays.store.transaction import Transaction
from lastdays.ui.app import Session, report_bugs
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    FoundRoute,
    GroupRoute,
    RecordRoute,
    RulebookRoute,
    SettingsRoute,
    ShareRoute,
)
from lastdays.ui.pages.campaign_page import RECORDS, RULINGS
from lastdays.ui.theme import Theme, themes
from store.exercise import edit_group
from sure import sure
from ui.hands import click, find_button, key, passed, seen, settle, tab_to, write


@pytest.mark.smoke
def test_a_newcomer_begins_a_campaign_or_adds_the_sample(session: Session) -> None:
    window = session.window
    assert "Create campaign" in seen(window)
    click(window, "Create campaign")
    assert "The campaign's name is empty: please type one." in window.toast.text.text()
    click(window, "Add the sample campaign")
    assert not window.toast.isVisible()
    assert isinstance(window.route, CampaignRoute)
    assert (
        "Zeke's Truckers, Zeke · The Farm House | 8/8 | 0 | 1–0 | All well | After game 1, not begun"
        in seen(window)
    )
    assert (
        "Carl's Crew, Carl · The Church | 8/8 | 9 | 0–1 | All well | After game 1, not begun"
        in seen(window)
    )


def test_places_by_key(sample: Session) -> None:
    window = sample.window
    first = window.places.groups()[0]
    for pressed, route in (
        ("Ctrl+2", GroupRoute(first)),
        ("Ctrl+3", AftermathRoute()),
        ("Ctrl+4", RulebookRoute()),
        ("Ctrl+1", CampaignRoute()),
    ):
        key(pressed)
        assert window.route == route
    key("Ctrl+T")
    assert sample.theme.name == "light"
    key("Ctrl++", "Ctrl++")
    assert sample.theme.percent == 125
    key("Ctrl+T")
    assert sample.theme.name == "contrast"
    key("Ctrl+0", "Ctrl+T")
    assert (sample.theme.name, sample.theme.percent) == ("dark", 100)
    key("Ctrl+L", "Down")
    assert isinstance(window.route, GroupRoute)
    key("?")
    assert "Undo; in a text field, the text first" in seen(window)
    click(window, "Back")
    assert isinstance(window.route, GroupRoute)


def test_the_rulebook_is_searched(sample: Session) -> None:
    key("Ctrl+4")
    page = sample.window.pages.rulebook
    tab_to(page.search)
    write("minigun")
    assert [page.model.index(r, 0).data() for r in range(page.model.rowCount())] == [
        "Minigun*",
        "Supply Table",
        "Supply Table, row 2",
    ]
    page.search.setText("ruling 21 row then column")
    assert page.model.rowCount() == 1
    page.search.setText("breech loading")
    assert page.model.index(0, 0).data() == "Sawed-Off Shotgun"


def test_rulings_are_switches_with_the_default_first(sample: Session) -> None:
    page = sample.window.pages.campaign
    page.tabs.setCurrentIndex(RULINGS)
    settle()
    assert page.rulings is not None
    box = page.rulings.boxes["shift_dice"]
    assert box.currentText() == "3 for each Level bought"
    box.setCurrentIndex(1)
    box.activated.emit(1)
    settle()
    campaign = sample.window.campaign_id
    assert sample.services.workspace.campaign(campaign).campaign.switches.shift_dice == "roll"
    find_button(sample.window, "Undo: changed how the rules are read")
    page.tabs.setFocus()
    key("Ctrl+Z")
    assert sample.services.workspace.campaign(campaign).campaign.switches.shift_dice == "purchase"


def test_a_campaign_is_renamed_deleted_and_restored(sample: Session) -> None:
    window, page = sample.window, sample.window.pages.campaign
    page.tabs.setCurrentIndex(RECORDS)
    assert page.records is not None
    page.records.rename_field.setText("Harbour")
    page.records.rename_field.editingFinished.emit()
    settle()
    assert page.title.text() == "Harbour"
    campaign = window.campaign_id
    click(page, "Delete this campaign")
    assert "Create campaign" in seen(window)
    assert sample.services.workspace.groups() == []
    sample.services.campaigns.restore(campaign)
    window.go(CampaignRoute(campaign))
    settle()
    assert page.title.text() == "Harbour"


def test_a_command_beside_the_window_is_noticed(sample: Session, book: Catalogue) -> None:
    from lastdays.campaign import Workspace
    from lastdays.store import open_store

    window = sample.window
    window.go(GroupRoute(sample.services.workspace.groups()[0].id))
    other = Workspace(open_store(sample.services.workspace.store.path), book)
    edit_group(
        GroupActions(other),
        window.pages.group.group_id,
        name="Renamed",
        player="",
        points=5,
        games=0,
    )
    other.store.close()
    passed(sure(window.watch.findChild(QTimer)))
    assert window.pages.group.title.text() == "Renamed"


def test_a_store_that_was_moved_away_is_noticed_and_nothing_is_stored_in_it(
    sample: Session, tmp_path: Path
) -> None:
    window, store = sample.window, sample.services.workspace.store
    elsewhere = store.path.with_name("elsewhere.sqlite")
    store.path.rename(elsewhere)
    window.watch.look()
    settle()
    assert "was moved, deleted or replaced while it was open" in seen(window)
    with pytest.raises(StoreError, match="Nothing more is stored"):
        CampaignActions(sample.services.workspace).begin("Lost")
    elsewhere.rename(store.path)
    window.watch.look()
    CampaignActions(sample.services.workspace).begin("Kept")


def test_a_second_window_on_the_store_is_refused_with_a_sentence(
    sample: Session, open_window: Callable[..., Session]
) -> None:
    with pytest.raises(StoreError, match="is open in another window"):
        open_window()


def test_it_can_be_opened_again_after_it_was_closed(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    first.close()
    second = open_window()
    assert "Zeke's Truckers" in seen(second.window)


@pytest.mark.parametrize(("name", "least"), [("dark", 4.5), ("light", 4.5), ("contrast", 7)])
def test_text_stands_out_from_every_ground(name: str, least: float) -> None:
    colours = themes()[name]
    pairs = [
        (text, ground)
        for text in colours
        if text == "text" or text.endswith("_text")
        for ground in ("ground", "panel", "raised", "select")
    ]
    pairs += [("on_accent", "accent")]
    for text, ground in pairs:
        assert contrast(colours[text], colours[ground]) >= least, (text, ground)


@pytest.mark.parametrize("percent", [80, 100, 200])
@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_every_page_shows_at_every_size_in_both_themes(
    sample: Session, percent: int, theme: str
) -> None:
    window = sample.window
    sample.theme.name, sample.theme.percent = theme, percent
    sample.theme.apply()
    group = sample.services.workspace.groups()[0].id
    for route in (
        CampaignRoute(),
        GroupRoute(group),
        FoundRoute(),
        RecordRoute(),
        AftermathRoute(),
        RulebookRoute(),
    ):
        window.go(route)
        settle()
        picture = window.grab().toImage()
        assert picture.width() == 1280
        colours = {
            picture.pixelColor(x, y).name() for x in range(0, 1280, 64) for y in range(0, 720, 48)
        }
        assert len(colours) > 2


def test_zoom_is_between_eighty_and_two_hundred() -> None:
    theme = Theme("dark", 100)
    for _n in range(20):
        theme.bigger(1)
    assert theme.percent == 200
    for _n in range(20):
        theme.bigger(-1)
    assert theme.percent == 80
    theme.bigger(0)
    assert theme.percent == 100


def test_every_control_has_an_accessible_name(sample: Session) -> None:
    window = sample.window
    group = sample.services.workspace.groups()[0].id
    for route in (CampaignRoute(), GroupRoute(group), FoundRoute(), RecordRoute()):
        window.go(route)
        settle()
        for kind in (QAbstractButton, QLineEdit, QComboBox, QSpinBox):
            for control in window.page().findChildren(kind):
                inside = control.parentWidget()
                if not control.isVisible() or isinstance(inside, QComboBox | QSpinBox):
                    continue
                if (
                    control.objectName().startswith("qt_")
                    or type(control).__name__ == "QTableCornerButton"
                ):
                    continue
                name = control.accessibleName() or getattr(control, "text", lambda: "")()
                assert name or control.metaObject().className() == "QAbstractButton", (
                    route,
                    control,
                )


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_an_unexpected_error_is_logged_shown_once_and_the_window_goes_on(
    sample: Session, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    hook = report_bugs(sample.window)
    for _twice in range(2):
        try:
            raise ValueError("unheard of")
        except ValueError as error:
            hook(ValueError, error, error.__traceback__)
    settle()
    from PySide6.QtWidgets import QMessageBox

    boxes = [b for b in sample.window.findChildren(QMessageBox) if b.isVisible()]
    assert len(boxes) == 1
    assert "What was stored before is safe" in boxes[0].text()
    boxes[0].close()  # as Esc does
    assert not boxes[0].isVisible()
    assert "unheard of" in caplog.text
    caplog.clear()
    capsys.readouterr()


@pytest.mark.qt_log_ignore("does not support propagateSizeHints", "Error calling Python override")
def test_what_cannot_be_drawn_is_said_once_and_the_window_goes_on(
    sample: Session,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from PySide6.QtWidgets import QMessageBox

    window = sample.window
    window.go(GroupRoute(sample.services.workspace.groups()[0].id))
    settle()
    drawn = []

    def failing(painter: QPainter, *_row: object) -> None:
        drawn.append(painter.isActive())
        raise ValueError("no ink left")

    monkeypatch.setattr(sys, "excepthook", report_bugs(window))
    roster = window.pages.group.roster.table
    monkeypatch.setattr(roster, "_surface", failing)
    for _time in range(3):
        roster.viewport().update()
        settle()
    assert len(drawn) >= 3
    boxes = [b for b in window.findChildren(QMessageBox) if b.isVisible()]
    assert len(boxes) == 1
    assert "no ink left" in boxes[0].detailedText()
    assert caplog.text.count("unexpected error") == 1
    boxes[0].close()
    monkeypatch.undo()
    window.go(CampaignRoute())
    window.go(GroupRoute())
    assert "Carl ★" in seen(window.pages.group)
    assert not window.grab().isNull()
    caplog.clear()
    capsys.readouterr()


def test_another_theme_redraws_what_is_shown_and_reads_nothing(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, theme = sample.window, sample.theme
    group = window.services.workspace.groups(window.campaign_id)[0].id
    read: list[object] = []
    reading = Store.reading

    def counted(store: Store) -> AbstractContextManager[Transaction]:
        read.append(store)
        return reading(store)

    monkeypatch.setattr(Store, "reading", counted)
    for route in (CampaignRoute(), GroupRoute(group), ShareRoute(group), SettingsRoute()):
        theme.name = "dark"
        theme.apply()
        window.go(route)
        settle()
        read.clear()
        theme.name = "light"
        theme.apply()
        settle()
        assert not read, route
        shown = window.grab().toImage()
        window.page().refresh()
        settle()
        assert shown == window.grab().toImage(), route
