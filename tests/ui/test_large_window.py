"""A very large window: the zoom that suits it, pages that keep together; and a small one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QPushButton, QWidget

from lastdays.campaign.sample import plain_answer
from lastdays.desktop.opening import OpeningFrame, first_size
from lastdays.procedure.dice import can_be_rolled
from lastdays.store.kept_backups import Reason
from lastdays.ui.app import Session, _remembered_theme
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    GroupRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    TableRoute,
)
from lastdays.ui.pages.campaign_overview import RATING
from lastdays.ui.pages.campaign_page import PACKS
from lastdays.ui.theme import SCALES, suited
from lastdays.ui.widgets.dice import DieButton, LyingDie
from lastdays.ui.widgets.table import cell_font
from lastdays.ui.window import Memory
from sure import sure
from ui.hands import arrive, key, seen, settle, where
from ui.measuring import emptiest


@pytest.mark.parametrize(
    ("width", "height", "percent"),
    [(1280, 720, 100), (1920, 1080, 100), (2560, 1380, 150), (2560, 720, 100), (3840, 2100, 200)],
)
def test_a_zoom_suits_the_window(width: int, height: int, percent: int) -> None:
    assert suited(width, height) == percent
    assert percent in SCALES


def test_a_large_window_is_zoomed_by_itself_until_a_zoom_is_chosen(sample: Session) -> None:
    window, theme = sample.window, sample.theme
    theme.automatic = True
    window.resize(2560, 1400)
    window.suited.suit()
    assert theme.percent == 150
    window.resize(1280, 720)
    window.suited.suit()
    assert theme.percent == 100
    QTest.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert theme.percent == 110
    window.resize(2560, 1400)
    settle()
    window.suited.suit()
    assert theme.percent == 110


@pytest.mark.smoke
def test_a_chosen_zoom_is_remembered_and_no_choice_too(sample: Session, tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    memory, theme = Memory(settings), sample.theme
    assert _remembered_theme(settings).automatic
    theme.automatic = True
    memory.keep(sample.window, theme, "")
    assert _remembered_theme(settings).automatic
    theme.zoom_to(100)
    memory.keep(sample.window, theme, "")
    again = _remembered_theme(settings)
    assert not again.automatic
    assert again.percent == 100


def test_the_settings_lead_back_to_the_zoom_that_suits(sample: Session) -> None:
    window = sample.window
    window.go(SettingsRoute())
    page = window.pages.settings
    assert page.size_box.currentData() == 100
    page.size_box.setCurrentIndex(0)
    page.size_box.activated.emit(0)
    assert sample.theme.automatic
    assert page.size_box.currentIndex() == 0
    page.size_box.setCurrentIndex(page.size_box.findData(125))
    page.size_box.activated.emit(page.size_box.currentIndex())
    assert not sample.theme.automatic
    assert sample.theme.percent == 125


def test_what_is_pressed_often_is_high_enough(sample: Session) -> None:
    window = sample.window
    window.go(GroupRoute(window.places.groups()[0]))
    page = window.pages.group
    page.edit_member()
    settle()
    form = page.member_editor
    low = [
        part.accessibleName()
        for kind in (QAbstractSpinBox, QComboBox)
        for part in form.findChildren(kind)
        if part.height() < 36
    ]
    assert low == []
    assert form.name.height() >= 36
    page.show_home()
    window.go(CampaignRoute())
    settle()
    assert window.pages.campaign.tabs.tabBar().height() >= 36


# What a page says where there is little, or much


def test_the_encounter_is_described_as_a_whole(sample: Session) -> None:
    window = sample.window
    window.go(RecordRoute())
    page = window.pages.record
    for n in range(page.encounter.count()):
        page.encounter.setCurrentIndex(n)
        settle()
        note = page.encounter_note
        assert "…" not in note.text()
        assert note.height() >= note.heightForWidth(note.width())


def test_a_long_campaign_name_ends_in_an_ellipsis(sample: Session) -> None:
    window = sample.window
    name = "The long winter at the end of all the roads there ever were"
    sample.services.campaigns.rename(window.campaign_id, name)
    window.refresh()
    settle()
    chooser = window.places.chooser
    assert chooser.currentText() == name
    assert name in chooser.toolTip()
    drawn = chooser.grab().toImage()
    edge = [
        drawn.pixelColor(x, y).lightness()
        for x in range(chooser.width() - 28, chooser.width() - 24)
        for y in range(6, chooser.height() - 6)
    ]
    assert max(edge) - min(edge) < 20  # nothing is cut off against the arrow


def test_an_empty_aftermath_says_what_comes_first(session: Session) -> None:
    window = session.window
    window.go(CampaignRoute(session.services.campaigns.begin("Riverside")))
    window.go(AftermathRoute())
    settle()
    page = window.pages.aftermath
    assert page.first_button.isVisible()
    assert page.first_button.text() == "&Create group"
    assert not page.record_button.isVisible()
    page.first_button.click()
    assert window.page() is window.pages.found


def test_an_empty_campaign_offers_to_create_a_group_once(session: Session) -> None:
    window = session.window
    window.go(CampaignRoute(session.services.campaigns.begin("Riverside")))
    settle()
    page = window.pages.campaign
    assert page.found_button.isVisible()
    assert page.found_button.property("kind") == "first"
    assert not page.next_button.isVisible()


def test_nothing_found_leaves_no_entry_open(sample: Session) -> None:
    window = sample.window
    window.go(RulebookRoute("Revolver"))
    page = window.pages.rulebook
    assert page.card.entry is not None
    window.go(RulebookRoute("no such thing"))
    assert page.card.entry is None
    page.search.setText("Revolver")


def test_the_palette_does_not_lead_to_itself(sample: Session) -> None:
    from lastdays.ui.shell.palette import of_actions

    names = {goal.name for goal in of_actions(sample.window.actions())}
    assert "Print" in names
    assert not names & {"Go to anything", "Choose a place"}


def test_skills_and_injuries_of_a_member_have_cards(sample: Session) -> None:
    window = sample.window
    window.go(GroupRoute(window.places.groups()[0]))
    page = window.pages.group
    named = set()
    for row in range(page.roster.model.rowCount()):
        page.roster.table.setCurrentIndex(page.roster.model.index(row, 0))
        for line in page.member_panel.about._labels:
            if line.property("rulebook") and not line.isHidden():
                named.add(line.property("rulebook"))
    assert {"Leader", "Scavenger"} <= named


def test_the_dice_of_the_sequence_grow_with_the_window(sample: Session) -> None:
    """At 100 %: what is asked is seen from further away where there is room for it."""
    window, services = sample.window, sample.services
    game = services.workspace.campaign(window.campaign_id).campaign.games[0]
    sequence = services.games.begin(window.campaign_id, game.id, game.sides[0].group)
    while not can_be_rolled(sure(ask := services.games.view(sequence).pending)):
        assert ask is not None
        services.games.answer(sequence, ask.key, plain_answer(ask), "chosen")
    window.go(SequenceRoute(sequence))
    settle()
    page = window.pages.sequence

    def dice() -> list[QPushButton]:
        return [d for d in page.findChildren(DieButton) + page.findChildren(LyingDie)
                if d.isVisible()]  # fmt: skip

    small = [d.size() for d in dice()]
    assert len(small) >= 7
    window.resize(2560, 1440)
    settle()
    large = dice()
    assert len(large) == len(small)
    for die, before in zip(large, small, strict=True):
        assert die.width() >= before.width() * 1.5
        assert die.height() >= before.height() * 1.5
        assert die.visibleRegion().boundingRect() == die.rect()
    window.resize(1280, 720)
    settle()
    assert [d.size() for d in dice()] == small


def _on_a_screen_of(geometry: QByteArray, width: int, *, maximised: bool) -> QByteArray:
    """What Qt would have kept of a window on a screen so wide."""
    kept = bytearray(geometry.data())
    kept[44] = maximised
    kept[46:50] = width.to_bytes(4, "big")
    return QByteArray(bytes(kept))


@pytest.mark.parametrize("maximised", [True, False])
@pytest.mark.parametrize("wider", [0.5, 2])
def test_a_window_comes_back_usable_on_another_screen(
    sample: Session, tmp_path: Path, maximised: bool, wider: float
) -> None:
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    screen = sample.window.screen().geometry()
    sample.window.setWindowState(
        Qt.WindowState.WindowMaximized if maximised else Qt.WindowState.WindowNoState
    )
    Memory(settings).keep(sample.window, sample.theme, "")
    kept = settings.value("geometry")
    settings.setValue(
        "geometry", _on_a_screen_of(kept, round(screen.width() * wider), maximised=maximised)
    )
    window = QWidget()
    Memory(settings).place(window)
    for again in (window, OpeningFrame(settings)):
        assert again.isMaximized() or not maximised
        assert again.width() > screen.width() * 0.9
        again.deleteLater()


@pytest.mark.parametrize(
    ("room", "size", "maximised"),
    [
        ((1280, 720), (1280, 720), True),
        ((1280, 680), (1280, 680), True),
        ((1366, 728), (1280, 720), True),
        ((1920, 1040), (1280, 720), False),
        ((1024, 768), (1024, 720), True),
    ],
)
def test_the_first_window_of_all_is_on_the_screen(
    room: tuple[int, int], size: tuple[int, int], maximised: bool
) -> None:
    assert first_size(QSize(*room)) == (QSize(*size), maximised)


@pytest.mark.parametrize("size_", [(1920, 1080), (2240, 1260)])
def test_a_large_window_is_filled_for_a_campaign_with_one_game(
    sample: Session, size_: tuple[int, int]
) -> None:
    """What is drawn in the standing, the story of the game, who is due and the notes are in sight."""
    window = sample.window
    sample.services.keeping.soon(Reason.FINISH)
    window.resize(*size_)
    window.go(CampaignRoute())
    arrive(sample)
    page = window.pages.campaign.overview
    assert not page.groups.isColumnHidden(RATING)
    assert "Zeke's Truckers killed 6 zombies" in seen(page.story)
    assert page.next_panel.isVisible()
    assert page.notes.isVisible()
    for route in (CampaignRoute(), DataRoute(), SettingsRoute()):
        window.go(route)
        arrive(sample)
        assert emptiest(window.page()) <= 1 / 3, route
    window.resize(1280, 720)
    window.go(CampaignRoute())
    arrive(sample)
    assert page.groups.isColumnHidden(RATING)
    assert not page.story.isVisible()


def test_what_a_page_says_that_is_empty_has_the_middle_of_a_large_window(session: Session) -> None:
    window = session.window
    window.resize(1920, 1080)
    window.go(CampaignRoute(session.services.campaigns.begin("Riverside")))
    places = (AftermathRoute(), TableRoute(), RecordRoute(), PrintRoute(""), NextGameRoute())
    for route in (*places, ChronicleRoute(), CampaignRoute()):
        window.go(route)
        if isinstance(route, ChronicleRoute):
            tabs = window.pages.chronicle.tabs
            tabs.setCurrentIndex(tabs.count() - 1)  # who is remembered
        if isinstance(route, CampaignRoute):
            window.pages.campaign.tabs.setCurrentIndex(PACKS)
        arrive(session)
        assert emptiest(window.page()) <= 1 / 3, route


def test_the_game_that_is_chosen_is_told_and_leads_on(sample: Session) -> None:
    window = sample.window
    window.resize(1920, 1080)
    window.go(CampaignRoute())
    arrive(sample)
    page = window.pages.campaign.overview
    page.story.choose(page.story_model.key_at(page.story_model.rowCount() - 1))
    page.story.setFocus()
    key("Return")
    assert isinstance(where(window), SequenceRoute)


def test_lists_grow_with_the_window_as_questions_do(sample: Session) -> None:
    window = sample.window
    window.go(CampaignRoute())
    settle()
    table = window.pages.campaign.groups
    before = table.rowHeight(0)
    window.resize(1920, 1080)
    settle()
    assert table.rowHeight(0) >= before * 1.15
    assert (
        cell_font(table.theme, "title").pixelSize() > cell_font(sample.theme, "title").pixelSize()
    )
    window.resize(1280, 720)
    settle()
    assert table.rowHeight(0) == before
