"""Pages in letters twice as large: what is read stands first, and all of a title is seen."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QScrollArea

from lastdays.campaign.sample import play_through
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    FoundRoute,
    RecordRoute,
    SequenceRoute,
    ShareRoute,
    StartRoute,
)
from lastdays.ui.widgets.page import Page, Title
from lastdays.ui.window import Window
from ui.hands import click, settle


def doubled(session: Session) -> Window:
    session.window.resize(1280, 720)
    session.theme.zoom_to(200)
    settle()
    return session.window


def scroller(page: Page) -> QScrollArea:
    around = page.parentWidget()
    while not isinstance(around, QScrollArea):
        assert around is not None
        around = around.parentWidget()
    return around


def test_where_nobody_can_have_taken_part_a_game_is_not_recorded(session: Session) -> None:
    window = session.window
    window.go(CampaignRoute(session.services.campaigns.begin("Riverside")))
    window.go(RecordRoute())
    settle()
    page = window.pages.record
    assert page.nothing.isVisible()
    assert not page.encounter.isVisible()
    assert not page.doubts.isVisible()
    assert not page.record_button.isEnabled()
    click(page.nothing, "Create group")
    assert isinstance(window.route, FoundRoute)
    session.services.groups.found(window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall")
    window.go(RecordRoute())
    settle()
    assert page.encounter.isVisible()
    assert page.record_button.isEnabled()
    assert not page.nothing.isVisible()


def test_a_title_has_smaller_letters_before_it_is_cut(sample: Session) -> None:
    title = Title("Zeke's Truckers")
    title.setParent(sample.window.page())
    title.show()
    whole = title.sizeHint()
    title.resize(whole)
    letters = title.font().pixelSize()
    assert title.text() == "Zeke's Truckers"
    title.resize(whole.width() * 3 // 4, whole.height())
    assert title.text() == "Zeke's Truckers"
    assert title.fontMetrics().horizontalAdvance(title.text()) <= title.width()
    assert title.font().pixelSize() < letters
    assert title.sizeHint().height() == whole.height()
    title.resize(whole.width() // 3, whole.height())
    assert title.text() == "Zeke's\nTruckers"
    lines = title.text().split("\n")
    assert all(title.fontMetrics().horizontalAdvance(line) <= title.width() for line in lines)
    assert 2 * title.fontMetrics().height() <= title.height()
    title.resize(whole.width() // 5, whole.height())
    assert title.text().endswith("…")
    assert title.accessibleName() == "Zeke's Truckers"
    title.resize(title.sizeHint())
    assert title.font().pixelSize() == letters


def test_what_is_shared_is_named_whole(sample: Session) -> None:
    window = doubled(sample)
    window.go(ShareRoute(window.places.groups()[0]))
    sample.services.wait()
    settle()
    page = window.pages.share
    assert page.head.title.text() == page.head.title.whole
    assert page.copy_button.isVisible()


def test_the_end_of_a_sequence_begins_at_its_top_and_is_never_wider_than_the_window(
    sample: Session,
) -> None:
    window = doubled(sample)
    games = sample.services.games
    game = sample.services.workspace.campaign(window.campaign_id).campaign.games[0]
    sequence = games.begin(window.campaign_id, game.id, window.places.groups()[0])
    window.go(SequenceRoute(sequence))
    play_through(games, sequence)
    window.refresh()
    settle()
    page = window.pages.sequence
    area = scroller(page)
    assert area.verticalScrollBar().value() == 0
    most = max(range(len(page.story._lines)), key=lambda n: len(page.story._lines[n].asked))
    page.story.table.setCurrentIndex(page.story.model.index(most, 0))
    settle()
    assert page.story.changes_box.findChildren(QPushButton)
    assert area.horizontalScrollBar().maximum() == 0


def test_the_name_of_a_new_campaign_is_asked_for_in_whole(sample: Session) -> None:
    window = doubled(sample)
    window.go(StartRoute(new=True))
    settle()
    field = window.pages.start.name
    words = field.fontMetrics().horizontalAdvance(field.placeholderText())
    assert field.width() > words + sample.theme.px(12)


def test_the_page_of_a_record_is_as_long_as_the_side_that_is_seen(sample: Session) -> None:
    """The second side has more members."""
    window, services = doubled(sample), sample.services
    group = services.workspace.groups(window.campaign_id)[1].id
    for n in range(3):
        services.groups.recruit(group, Recruit("goon", f"Gus {n}", gear=("club",)), allowed=True)
    window.go(RecordRoute())
    settle()
    page = window.pages.record
    bar = scroller(page).verticalScrollBar()
    before = bar.maximum()
    page.tabs.setCurrentIndex(1)
    settle()
    assert bar.maximum() > before
    page.tabs.setCurrentIndex(0)
    settle()
    assert bar.maximum() == before
