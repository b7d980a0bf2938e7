"""The pages of a group as they were looked at: nothing cut alike, nothing beside its heading, no
half rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from lastdays.model.recruiting import Recruit
from lastdays.ui.models.roster import GEAR, KEYWORD
from lastdays.ui.models.slots import Slot
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.widgets.parts import OneLine
from ui.hands import settle, size

LONG = "The Unspeakably Long-Winded Wanderers of the Western Wasteland"


def opened(sample, name: str, count: int = 1, *, founding: bool = True):
    """Founds a group of so many members and opens its page."""
    services, window = sample.services, sample.window
    group = services.groups.found(window.campaign_id, name, "merciless-thug", "Z", "mall")
    for n in range(count - 1):
        gear = ("club", "revolver")
        services.groups.recruit(group, Recruit("goon", f"Member {n}", gear=gear), allowed=True)
    if not founding:
        services.groups.end_founding(group)
    window.go(GroupRoute(group))
    settle()
    return window.pages.group


def drawn(widget: QWidget, area: QRect) -> QImage:
    return widget.grab(area).toImage().convertToFormat(QImage.Format.Format_RGB32)


def written(widget: QWidget, area: QRect) -> int:
    """Where words begin, from an area's left edge."""
    image = drawn(widget, area)
    across = [{image.pixel(x, y) for y in range(image.height())} for x in range(image.width())]
    return next(x for x, column in enumerate(across) if len(column - across[0]) > 1)


@pytest.mark.parametrize("percent", [100, 200])
def test_groups_whose_names_begin_alike_are_told_apart_in_the_side_bar(sample, percent):
    for end in ("", " 2"):
        opened(sample, LONG + end)
    size(sample, 1280, 720, percent)
    sample.window.go(CampaignRoute())
    settle()
    places = sample.window.places.list
    rows = [n for n, r in enumerate(places.model().rows) if r.text.startswith(LONG)]
    areas = [places.visualRect(places.model().index(n, 0)) for n in rows]
    first, second = [drawn(places.viewport(), area) for area in areas]
    assert first != second


def test_a_title_of_two_lines_breaks_in_its_middle(sample):
    size(sample, 1280, 720, 100)
    title = opened(sample, LONG + " 2").title
    first, second = title.text().split("\n")
    assert f"{first} {second}" == LONG + " 2"
    wide = [title.fontMetrics().horizontalAdvance(line) for line in (first, second)]
    assert max(wide) < 1.5 * min(wide)


@pytest.mark.parametrize("width", [1280, 1920])
def test_words_of_the_roster_begin_below_their_heading(sample, width):
    size(sample, width, 720 if width < 1900 else 1080, 100)
    table = opened(sample, "Many", 3).roster.table
    header = table.horizontalHeader()
    for column in (KEYWORD, GEAR):
        left, wide = header.sectionViewportPosition(column), header.sectionSize(column)
        cell = table.visualRect(table.model().index(1, column)).adjusted(0, 4, 0, -6)
        head = QRect(left, 0, wide, header.height() - 2)
        assert abs(written(header.viewport(), head) - written(table.viewport(), cell)) <= 3


@pytest.mark.parametrize(("width", "height", "percent"), [(1280, 720, 100), (1920, 1080, 125)])
def test_the_panels_below_the_roster_are_named_in_one_line(sample, width, height, percent):
    size(sample, width, height, percent)
    page = opened(sample, "Many", 3)
    middles = set()
    for panel in (page.member_panel, page.refuge, page.stash):
        heading = next(h for h in panel.findChildren(OneLine) if h.property("kind") == "heading")
        middles.add(heading.mapTo(page, heading.rect().center()).y())
    assert max(middles) - min(middles) <= 1


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768), (1920, 1080)])
def test_a_roster_that_is_scrolled_ends_with_a_whole_row(sample, width, height):
    size(sample, width, height, 100)
    page = opened(sample, LONG, 30)
    table = page.roster.table
    assert table.verticalScrollBar().maximum() > 0
    assert table.viewport().height() % table.rowHeight(0) == 0
    page.decision.show()
    settle()
    area = sample.window.pages.area(GroupRoute)
    assert area.verticalScrollBar().maximum() == 0


def test_gear_is_named_beside_its_pictograms_where_a_large_window_has_room(sample):
    size(sample, 2560, 1440, 100)
    table = opened(sample, LONG, 30).roster.table
    row = table.model().row_at(5)
    cell = table.visualRect(table.model().index(5, GEAR))
    assert cell.height() < table.theme.px(48)
    assert table.rows.gear_named(row) <= cell.width()
    marks = table.rows.gear_spots(row, cell)
    behind = cell.adjusted(marks[-1].area.right() + 4 - cell.left(), 0, 0, 0)
    pixels = drawn(table.viewport(), behind)
    seen = {pixels.pixel(x, y) for x in range(behind.width()) for y in range(behind.height())}
    assert len(seen) > 8


@pytest.mark.parametrize(("count", "across"), [(7, 4), (9, 5)])
def test_spaces_of_a_refuge_are_shared_out_among_the_rows(sample, count, across):
    size(sample, 2560, 1440, 100)
    page = opened(sample, "Few", 2)
    view, model = page.refuge.perks, page.refuge.model
    model.set_slots([Slot("", "", "") for _n in range(count)])
    settle()
    tops = [view.visualRect(model.index(n, 0)).top() for n in range(count)]
    assert tops.count(min(tops)) == across


def test_the_ring_of_the_keyboard_stays_clear_of_the_next_words(sample):
    table = opened(sample, LONG, 30).roster.table
    columns = [
        QRect(table.columnViewportPosition(n), 0, table.columnWidth(n), table.rowHeight(0))
        for n in range(table.model().columnCount())
    ]
    ring = table.rows._cell(columns, 0)
    assert ring.right() + table.theme.px(4) <= columns[1].left()
