"""The record of a game and its post-game sequence: room goes to what needs it, words say what they
are about."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QMenu, QPushButton

from lastdays.campaign.sequences.transcript import story
from lastdays.model.group import Item
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.gear_moves import ArrangeGear
from lastdays.postgame.jobs import ArrangeJobs
from lastdays.postgame.supplies import TokenRoll
from lastdays.procedure.asks import Arrange, Choose, Sum
from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.app import Session
from lastdays.ui.navigation import AftermathRoute, RecordRoute
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.pages.sequence.standing import StepsBar
from lastdays.ui.pages.sequence_page import HIGHEST, SequencePage
from lastdays.ui.widgets.table import cell_font
from sure import sure
from ui.hands import seen, sequence_until, settle
from ui.test_sequence_page import begin, option
from ui.test_sequence_room import whole_rows
from ui.tour import _answer

LARGE = (2560, 1440)


def ink(image: QImage, room: QRect) -> QRect:
    """Where something is drawn on the ground of a corner."""
    ground = image.pixelColor(room.left(), room.top())
    found = [
        (x, y)
        for x in range(room.left(), room.right() + 1)
        for y in range(room.top(), room.bottom() + 1)
        if abs(image.pixelColor(x, y).lightness() - ground.lightness()) > 60
    ]
    across, down = zip(*found, strict=True) if found else ((0,), (0,))
    return QRect(min(across), min(down), max(across) - min(across), max(down) - min(down))


def whole_story(page: SequencePage) -> bool:
    return page.story.table.verticalScrollBar().maximum() == 0


# Room


@pytest.mark.parametrize("kind", [ArrangeGear, ArrangeJobs])
def test_a_form_leaves_the_story_what_it_does_not_need(
    sample: Session, kind: type[Arrange[Any]]
) -> None:
    sample.window.resize(*LARGE)
    page = sequence_until(sample, lambda ask: isinstance(ask, kind))
    settle()
    assert whole_story(page)
    assert page.upper.height() <= sample.theme.px(HIGHEST)


def test_all_that_extra_experience_can_do_is_seen_in_a_large_window(sample: Session) -> None:
    sample.window.resize(*LARGE)
    page = sequence_until(sample, lambda ask: isinstance(ask, BuyLevel))
    settle()
    grid, most = page.odds.prospects.first.grid, page.upper.maximumHeight()
    assert whole_rows(grid) >= 24  # of 32; the story has its share
    page.upper.setFixedHeight(most)  # what it would take, were it not for the story
    settle()
    assert whole_rows(grid) == grid.model().rowCount()


def test_what_a_sequence_changes_leaves_the_story_its_room(sample: Session) -> None:
    sample.window.resize(*LARGE)
    page, games = begin(sample), sample.services.games
    while (ask := games.view(page.sequence_id).pending) is not None:
        if can_be_rolled(ask):
            games.roll(page.sequence_id, ask.key)
        else:
            games.answer(page.sequence_id, ask.key, _answer(ask), "chosen")
    page.refresh()
    settle()
    review = page.review.table
    assert whole_rows(review) == review.model().rowCount()
    assert page.story.table.height() > page.review.height() // 2


def test_a_form_that_needs_the_room_has_it(sample: Session) -> None:
    """In a window where not all gear is in sight, no room goes to lines of before."""
    page = sequence_until(sample, lambda ask: isinstance(ask, ArrangeGear))
    settle()
    assert page.upper.maximumHeight() > page.upper.height()


def test_a_change_of_zoom_changes_what_a_question_is_given(sample: Session) -> None:
    sample.window.resize(*LARGE)
    page = begin(sample)
    before = page.upper.height()
    sample.theme.percent = 125
    sample.theme.apply()
    settle()
    assert page.upper.height() > before


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768)])
def test_the_roll_for_the_encounter_does_not_make_the_page_scroll(
    sample: Session, size: tuple[int, int]
) -> None:
    window = sample.window
    window.resize(*size)
    window.go(RecordRoute())
    page = window.pages.record
    settle()
    page.start_roll()
    settle()
    assert window.pages.area(RecordRoute).verticalScrollBar().maximum() == 0
    assert page.after_button.visibleRegion().boundingRect().size() == page.after_button.size()
    assert page.roll_frame.panel.dice is not None
    page.roll_frame.panel.dice.faces[2].click()
    settle()
    assert page.doubt_room.isVisible()


def test_a_long_name_takes_the_room_beside_the_deeds(sample: Session) -> None:
    window, groups = sample.window, sample.services.groups
    group = sample.services.workspace.groups(window.campaign_id)[0].id
    member = sample.services.workspace.group(group).group.members[0]
    name = "Maximilian-Alexander von und zu Hohenstauffen"
    groups.edit_member(group, replace(member, name=name))
    window.resize(*LARGE)
    window.go(RecordRoute())
    settle()
    form = window.pages.record.sides[0]
    assert form.rows[member.id].title.text() == name


def test_who_was_taken_out_is_marked_where_no_heading_says_it(sample: Session) -> None:
    window = sample.window
    window.go(RecordRoute())
    settle()
    facts = next(iter(window.pages.record.sides[0].rows.values()))
    assert facts.out.icon().isNull()
    sample.theme.percent = 200
    sample.theme.apply()
    settle()
    assert not facts.out.icon().isNull()


def test_what_is_due_is_read_whole_at_twice_the_size(sample: Session) -> None:
    window = sample.window
    sample.theme.percent = 200
    sample.theme.apply()
    window.go(AftermathRoute())
    settle()
    table = window.pages.aftermath.table
    due = table.model().index(0, 3)
    wide = table.columnWidth(3) - sample.theme.px(20)
    font = cell_font(sample.theme, "words")
    wrapped = int(Qt.TextFlag.TextWordWrap)
    needed = QFontMetrics(font).boundingRect(QRect(0, 0, wide, 9999), wrapped, str(due.data()))
    assert table.rowHeight(0) >= needed.height()


# Words and lines


@pytest.mark.smoke
def test_the_story_offers_no_line_before_there_is_one(sample: Session) -> None:
    page = begin(sample)
    assert "Select a line" not in seen(page.story)
    option(page, "Mo")
    assert "Select a line to change the answer behind it." in seen(page.story)


def test_the_supply_table_has_no_heading_over_nothing(sample: Session) -> None:
    page = sequence_until(sample, lambda ask: isinstance(ask, TokenRoll))
    grid = page.odds.grid
    yields = range(grid.columns + 1, grid.rows().columnCount())
    assert not any(grid.isColumnHidden(n) for n in yields)
    games = sample.services.games
    while isinstance(games.view(page.sequence_id).pending, TokenRoll):
        games.roll(page.sequence_id, sure(games.view(page.sequence_id).pending).key)
    page.refresh()
    assert page.view is not None
    assert isinstance(page.view.pending, Choose | Sum)
    assert all(grid.isColumnHidden(n) for n in yields)


def test_dice_and_choices_that_nothing_was_told_of_yet_are_named(sample: Session) -> None:
    page = sequence_until(sample, lambda ask: ask.key.endswith("/scavenger"))
    games = sample.services.games
    assert page.view is not None
    assert list(story(page.view.replayed))[-1].text == "The dice so far"
    assert page.view.pending is not None
    games.answer(page.sequence_id, page.view.pending.key, "keep", "chosen")
    page.refresh()
    lines = [line.text for line in story(sure(page.view).replayed)]
    assert "Ed is a Scavenger and may shift one roll by one: Keep the roll" in lines[-1]


def test_the_same_gear_is_counted_where_a_refuge_is_left(sample: Session) -> None:
    services = sample.services
    group = services.workspace.group(
        services.workspace.groups(sample.window.campaign_id)[0].id
    ).group
    stash = tuple(Item(f"s{n}", "climbing-gear") for n in range(3))
    rows = loss_rows(group.stash_add(stash), services.catalogue, overrun=False)
    assert next(row.detail for row in rows if "stash" in row.name) == "Climbing Gear ×3"


def test_the_steps_stand_on_one_line_whatever_is_done(sample: Session) -> None:
    page = begin(sample)
    bar: StepsBar = page.steps
    wide = bar.width() // len(bar.steps)

    def foot(state: str) -> int:
        bar.steps = [("Jobs", state)] * len(bar.steps)
        image = bar.grab().toImage()
        return ink(image, QRect(wide // 2 + 4, 0, wide // 2 - 8, bar.height() - 6)).bottom()

    assert foot("done") == foot("")


@pytest.mark.parametrize("percent", [100, 200])
def test_what_opens_a_menu_has_an_arrow_that_can_be_seen(sample: Session, percent: int) -> None:
    sample.theme.percent = percent
    sample.theme.apply()
    made = QPushButton("", sample.window.centralWidget())
    made.setMenu(QMenu(made))
    sample.theme.dress(made)
    made.resize(sample.theme.px(60), sample.theme.px(36))
    made.show()
    settle()
    image = made.grab().toImage()
    edge = sample.theme.px(8)
    arrow = ink(image, made.rect().adjusted(edge, edge, -4, -edge))
    assert arrow.width() >= sample.theme.px(5)
