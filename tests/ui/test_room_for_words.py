"""Words have the room that there is: nothing is cut beside an empty place or wider than its page, in
each language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QScrollArea, QWidget

from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.sample import add_sample
from lastdays.devtools.screens import roll_through
from lastdays.procedure.asks import Option
from lastdays.rulebook.own_entries import ENTRY_KINDS
from lastdays.ui.app import Session
from lastdays.ui.forms.ask_panel import OptionButton
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    NextGameRoute,
    OwnRollRoute,
    RecordRoute,
    ShareRoute,
)
from lastdays.ui.pages.campaign_page import OUR_RULES
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.our_rules import OurRulesPanel
from lastdays.ui.pages.web_preview import WebPreview
from lastdays.ui.theme import Theme
from sure import sure
from ui.crowds import begin
from ui.hands import go, settle, size, start_play
from ui.measuring import written
from ui.tour import Unfolded

#: The tab of the chronicle with the standings.
STANDINGS = 2


def texts(window: QWidget) -> list[str]:
    """All texts that are in sight in a window."""
    return [text.text for text in written(window)[1]]


def scrolled_sideways(page: QWidget) -> list[str]:
    """The areas around a page, and those in it, that are wider than their room."""
    areas = page.findChildren(QScrollArea)
    around = page.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            areas.append(around)
        around = around.parentWidget()
    return [
        type(area.widget()).__name__
        for area in areas
        if area.isVisible() and area.horizontalScrollBar().maximum() > 0
    ]


@pytest.fixture
def winter(session: Session) -> Session:
    """A window on the sample of rules of one's own, where a group plays alone."""
    campaign = add_sample(session.services.workspace, "long-winter")
    go(session.window, CampaignRoute(campaign))
    return session


def test_no_form_of_our_rules_is_wider_than_its_room(
    tongue: str, open_window: Callable[..., Session]
) -> None:
    session = open_window(sample=True)
    session.theme.folds = Unfolded()
    page = go(session.window, CampaignRoute())
    page.tabs.setCurrentIndex(OUR_RULES)
    panel = sure(page.findChild(OurRulesPanel))
    for kind in ENTRY_KINDS:
        of_book = next(iter(getattr(session.services.catalogue, kind)))
        panel.adopt_entry_of_book(HouseRules.copy_of_book, kind, of_book)
        settle()
        assert scrolled_sideways(page) == [], kind


def test_no_record_is_wider_than_the_window(
    tongue: str, open_window: Callable[..., Session]
) -> None:
    session = open_window(sample=True)
    session.theme.folds = Unfolded()
    campaign = session.services.workspace.campaign(session.window.campaign_id).campaign
    for game in ("", campaign.games[0].id):
        page = go(session.window, RecordRoute(game))
        page.start_roll()  # a longer page has a bar beside it
        settle()
        assert scrolled_sideways(page) == []


def test_the_story_of_a_game_is_no_wider_than_a_window_of_large_letters(
    tongue: str, open_window: Callable[..., Session]
) -> None:
    session = open_window(sample=True)
    size(session, 1280, 720, 200)
    page = go(session.window, ChronicleRoute())
    settle()
    assert scrolled_sideways(page) == []


@pytest.mark.smoke
def test_the_name_of_a_perk_is_whole_on_its_tile(page: GroupPage) -> None:
    assert "Fenced-Off Garden" in texts(page.window())


def test_whom_a_zombie_is_in_contact_with_is_whole(
    tongue: str, open_window: Callable[..., Session]
) -> None:
    session = open_window(sample=True)
    page = begin(session, sides=2, zombies=3)
    start_play(page, "contact", one="Z1", other="A2")
    roll_through(page)
    page.toggle_log()
    settle()
    name = page.board.cards["A2"].view.title
    chip = page.board.cards["Z1"]
    found = [text.text for text in written(session.window)[1] if chip.isAncestorOf(text.widget)]
    assert name in found


def test_the_options_of_a_question_are_whole_once_the_window_has_grown(sample: Session) -> None:
    page = begin(sample, sides=2, zombies=3)
    start_play(page, "contact", one="Z1", other="A2")
    options = sure(page.panel.ask_panel.findChild(QScrollArea))
    assert len(page.panel.ask_panel.options) > 1
    size(sample, 1920, 1080)
    assert options.verticalScrollBar().maximum() == 0


def test_a_long_price_of_an_option_is_below_its_name() -> None:
    theme = Theme("dark")
    long = "CQC 4 → 5, FA 3 → 4 · costs 1 Experience"
    priced = OptionButton(theme, Option("a", "+1 CQC or Firearms", price=long))
    detailed = OptionButton(theme, Option("a", "+1 CQC or Firearms", detail=long))
    short = OptionButton(theme, Option("a", "+1 CQC or Firearms", price="2 AP"))
    assert priced.heightForWidth(400) == detailed.heightForWidth(400)
    assert short.heightForWidth(400) < priced.heightForWidth(400)


def test_sequences_are_whole_where_their_words_take_several_lines(sample: Session) -> None:
    size(sample, 1280, 720, 200)
    page = go(sample.window, AftermathRoute())
    settle()
    table = page.table
    assert table.verticalHeader().length() > table.model().rowCount() * table.row_height()
    assert table.verticalScrollBar().maximum() == 0


def test_what_a_group_alone_comes_to_begins_at_the_top(winter: Session) -> None:
    page = go(winter.window, ChronicleRoute())
    page.tabs.setCurrentIndex(STANDINGS)
    settle()
    panel = page.tabs.currentWidget()
    assert panel.heading.geometry().top() < 20
    assert panel.rating.geometry().top() - panel.end.geometry().bottom() < 20


@pytest.mark.parametrize("where", ["roll", "step"])
def test_every_row_of_the_players_tables_is_whole(winter: Session, where: str) -> None:
    page = go(winter.window, OwnRollRoute("hunger") if where == "roll" else NextGameRoute())
    settle()
    shown = page.rolls if where == "roll" else page.steps
    assert shown.isVisible()
    cut = [text for text in texts(winter.window) if text.endswith("…") and len(text) > 20]
    assert cut == []


def test_a_chart_of_the_web_pages_is_previewed_in_letters_that_it_has_room_for(
    winter: Session,
) -> None:
    page = go(winter.window, ShareRoute())
    winter.services.wait()
    settle()
    preview = sure(page.findChild(WebPreview))
    fonts = [
        family
        for picture in preview._pictures
        for family in re.findall('font-family="([^"]*)"', picture.svg)
    ]
    assert set(fonts) == {winter.theme.body}
    assert QFontInfo(winter.theme.body).family() == winter.theme.body
