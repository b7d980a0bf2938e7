"""The pages that tell of what was, where there is nothing yet and where there is little room."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel

from lastdays.devtools.screens import TABS, tell_without_games
from lastdays.ui.app import Session
from lastdays.ui.models.rows import RowModel
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    FoundRoute,
    LifeRoute,
    MergeRoute,
    RecordRoute,
)
from lastdays.ui.pages.chronicle_page import STANDING, STORY
from lastdays.ui.widgets.table import PlainHeader, Table
from sure import as_a
from ui.hands import settle, where
from ui.measuring import window_rect

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def below(sentence: QLabel) -> int:
    """How far below what stands above it a sentence is read."""
    window = sentence.window()
    top = window_rect(sentence, sentence.rect()).top()
    above = [
        window_rect(other, other.rect()).bottom()
        for other in window.findChildren(QLabel)
        if other.isVisible()
        and other is not sentence
        and window_rect(other, other.rect()).bottom() <= top
        and other.parentWidget() is sentence.parentWidget()
    ]
    assert above
    return top - max(above)


@pytest.mark.parametrize("percent", [100, 200])
def test_what_is_said_of_nothing_stands_below_its_heading(session: Session, percent: int) -> None:
    services, window = session.services, session.window
    campaign = services.campaigns.begin("Riverside")
    group = services.groups.found(campaign, "Crew", "merciless-thug", "Nell", "mall")
    session.theme.percent = percent
    session.theme.apply()
    window.go(CampaignRoute(campaign))
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    page.tabs.setCurrentIndex(STANDING)
    settle()
    assert page.standing.no_records.isVisible()
    assert below(page.standing.no_records) < session.theme.px(16)
    heading = page.standing.heading
    top = window_rect(heading, heading.rect()).top()
    panel = page.standing.group
    assert top - window_rect(panel, panel.rect()).top() < session.theme.px(24)
    member = services.workspace.snapshot(group).group.members[0]
    window.go(LifeRoute(group, member.id))
    settle()
    life = window.pages.life
    assert life.no_games.alignment() & life.no_games.alignment().AlignTop


def test_before_the_first_game_the_story_leads_to_it(session: Session) -> None:
    services, window = session.services, session.window
    campaign = services.campaigns.begin("Riverside")
    window.refresh()
    window.go(ChronicleRoute())
    story = window.pages.chronicle.story
    settle()
    assert not story.read.isVisible()
    assert story.first_button.text() == "&Create group"
    window.page().take_focus()
    assert story.first_button.hasFocus()
    story.first_button.click()
    assert where(window) == FoundRoute()
    services.groups.found(campaign, "Crew", "merciless-thug", "Nell", "mall")
    window.go(ChronicleRoute())
    settle()
    assert story.first_button.text() == "&Record a game"
    story.first_button.click()
    assert where(window) == RecordRoute()


@pytest.mark.smoke
def test_with_games_the_story_is_read(sample: Session) -> None:
    window = sample.window
    window.go(ChronicleRoute())
    story = window.pages.chronicle.story
    settle()
    assert story.read.isVisible()
    assert not story.first_button.isVisible()


@pytest.mark.parametrize("percent", [100, 200])
def test_the_standing_has_room_for_every_word_of_its_head(sample: Session, percent: int) -> None:
    sample.theme.percent = percent
    sample.theme.apply()
    window = sample.window
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    for tab in range(len(TABS)):
        page.tabs.setCurrentIndex(tab)
        settle()
        tables = [t for t in page.findChildren(Table) if t.isVisible()]
        for table in tables:
            cut = cut_headings(table)
            assert cut == [], (tab, percent)
    page.tabs.setCurrentIndex(STORY)


def cut_headings(table: Table) -> list[str]:
    """The words of a table's head that their column has no room for."""
    header = table.horizontalHeader()
    metrics = QFontMetrics(as_a(PlainHeader, table.horizontalHeader()).letters())
    return [
        word
        for column, heading in enumerate(as_a(RowModel, table.model()).headings)
        for word in heading.replace("–", "– ").split()
        if metrics.horizontalAdvance(word) + head_pad(table) > header.sectionSize(column)
    ]


def head_pad(table: Table) -> int:
    """What is free beside a heading, as beside the words below it."""
    return 2 * table.pad


def test_a_file_with_nothing_new_says_so_above_what_can_be_done(
    sample: Session, tmp_path: Path
) -> None:
    services, window = sample.services, sample.window
    group = services.workspace.groups(window.campaign_id)[0].id
    file = tmp_path / "back.lastdays.json"
    file.write_bytes(services.groups.export(group))
    window.go(MergeRoute(str(file)))
    settle()
    page = window.pages.merge
    says = window_rect(page.says, page.says.rect())
    second = window_rect(page.second_button, page.second_button.rect())
    assert says.top() < 120
    assert 0 < second.top() - says.bottom() < 24


def test_the_pages_are_drawn_where_nothing_was_played(session: Session) -> None:
    services = session.services
    campaign = services.campaigns.begin("Riverside")
    group = services.groups.found(campaign, "Crew", "merciless-thug", "Nell", "mall")
    session.window.refresh()
    names = list(tell_without_games(session, group))
    assert set(TABS) < set(names)
    assert {"life", "merge", "merge-nothing-new", "share-group", "share-campaign"} < set(names)
