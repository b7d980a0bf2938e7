"""The room that pages have: one margin, one scroll, nothing cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea

from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    PrintRoute,
    RecordRoute,
    RulebookRoute,
    SettingsRoute,
    TableRoute,
)
from lastdays.ui.widgets.parts import Length, Number
from ui.hands import settle

PAGES = (
    AboutRoute(),
    AftermathRoute(),
    CampaignRoute(),
    FoundRoute(),
    GamesRoute(),
    GroupRoute(),
    HelpRoute(),
    PrintRoute(),
    RecordRoute(),
    RulebookRoute(),
    SettingsRoute(),
)


def opened(sample, route):
    """Shows a page, that of the first group where it is a group's."""
    window = sample.window
    window.go(
        GroupRoute(sample.services.workspace.groups()[0].id) if route == GroupRoute() else route
    )
    settle()
    return window.page()


def left_edge(page) -> int:
    """How far what stands on a page begins from the left of the page."""
    inside = [w for w in page.children() if w.isWidgetType() and w.isVisible()]
    return min(w.mapTo(page.window(), QPoint(0, 0)).x() for w in inside)


def test_every_page_begins_below_its_title(sample):
    edges = {}
    for route in PAGES:
        page = opened(sample, route)
        title = page.head.title.mapTo(sample.window, QPoint(0, 0)).x()
        edges[type(route).__name__] = left_edge(page) - title
    window = sample.window
    window.go(TableRoute())
    settle()
    edges["table"] = left_edge(window.pages.table.list_page) - title
    window.pages.table.start_setup()
    settle()
    edges["set-up"] = left_edge(window.pages.table.setup) - title
    assert set(edges.values()) == {0}, edges


@pytest.mark.parametrize(("percent", "size"), [(200, (1280, 720)), (150, (1366, 768))])
@pytest.mark.parametrize(
    "route", [RecordRoute(), PrintRoute(), FoundRoute(), SettingsRoute(), AboutRoute()]
)
def test_one_scroll_and_never_sideways(sample, route, percent, size):
    window = sample.window
    window.resize(*size)
    sample.theme.zoom_to(percent)
    page = opened(sample, route)
    outer = window.pages.area(type(route))
    assert outer.horizontalScrollBar().maximum() == 0
    for area in page.findChildren(QScrollArea):
        if area.isVisible() and area.accessibleName() != "Preview":
            if area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
                assert area.horizontalScrollBar().maximum() == 0, area
            if outer.verticalScrollBar().maximum():
                assert area.verticalScrollBar().maximum() == 0, area


def test_what_lay_open_scrolls_by_itself_again_in_a_larger_window(sample):
    page = opened(sample, RecordRoute())
    area = page.tabs.currentWidget()
    outer = sample.window.pages.area(RecordRoute)
    sample.window.resize(1280, 420)
    settle()
    assert outer.verticalScrollBar().maximum() > 0
    assert area.verticalScrollBar().maximum() == 0
    sample.window.resize(1280, 650)
    settle()
    assert outer.verticalScrollBar().maximum() == 0


def test_a_number_stands_off_the_edge(qapp):
    for spin in (Number(), Length()):
        spin.show()
        settle()
        assert spin.lineEdit().textMargins().left() >= 4
        spin.close()
