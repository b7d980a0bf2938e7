"""The record of a game and its post-game sequence: room goes to what needs it, words say what they
are about."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QMenu, QPushButton

from lastdays.campaign.sequences.transcript import story
from lastdays.model.group import Item
from lastdays.postgame.supplies import TokenRoll
from lastdays.procedure.asks import Choose, Sum
from lastdays.ui.app import Session
from lastdays.ui.navigation import AftermathRoute, RecordRoute
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.widgets.table import cell_font
from sure import sure
from ui.hands import seen, sequence_until, settle
from ui.test_sequence_page import begin, option

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


# Room


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
    assert grid.rows().columnCount() == grid.columns + 1  # nothing is wished for yet
    page.odds.wishes.setCurrentIndex(1)
    page.odds.wishes.activated.emit(1)
    assert grid.rows().columnCount() == grid.columns + 3
    games = sample.services.games
    while isinstance(games.view(page.sequence_id).pending, TokenRoll):
        games.roll(page.sequence_id, sure(games.view(page.sequence_id).pending).key)
    page.refresh()
    assert page.view is not None
    assert isinstance(page.view.pending, Choose | Sum)
    assert grid.rows().columnCount() == grid.columns + 1


def test_dice_and_choices_that_nothing_was_told_of_yet_are_named(sample: Session) -> None:
    page = sequence_until(sample, lambda ask: ask.key.endswith("/scavenger"))
    games = sample.services.games
    assert page.view is not None
    assert list(story(page.view.replayed))[-1].text == "The dice so far"
    assert page.view.pending is not None
    games.answer(page.sequence_id, page.view.pending.key, "keep", "chosen")
    page.refresh()
    lines = [line.text for line in story(sure(page.view).replayed)]
    assert "The roll stands." in lines[-1]


def test_the_same_gear_is_counted_where_a_refuge_is_left(sample: Session) -> None:
    services = sample.services
    group = services.workspace.group(
        services.workspace.groups(sample.window.campaign_id)[0].id
    ).group
    stash = tuple(Item(f"s{n}", "climbing-gear") for n in range(3))
    rows = loss_rows(group.stash_add(stash), services.catalogue, overrun=False)
    assert next(row.detail for row in rows if "stash" in row.name) == "Climbing Gear ×3"


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
