"""The room that pages have: one margin, one scroll, nothing cut."""

from __future__ import annotations

import html

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QScrollArea,
)

from colour_blind import contrast
from lastdays.ui.app import Session
from lastdays.ui.models.book import entry_named
from lastdays.ui.models.roster import GEAR, TRAITS
from lastdays.ui.models.rows import CellRole
from lastdays.ui.navigation import (
    AboutRoute,
    FoundRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SettingsRoute,
)
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.shell.palette import Palette
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import entry_at
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import Length, Number
from lastdays.ui.widgets.table import cell_font, parted
from sure import sure
from ui.hands import key, settle, size


def opened(sample: Session, route: Route) -> Page:
    """Shows a page, that of the first group where it is a group's."""
    window = sample.window
    if route == GroupRoute():
        groups = sample.services.workspace.groups()
        route = GroupRoute(next(g.id for g in groups if g.name.startswith("Zeke")))
    window.go(route)
    settle()
    return window.page()


@pytest.mark.parametrize(("percent", "size"), [(200, (1280, 720)), (150, (1366, 768))])
@pytest.mark.parametrize(
    "route", [RecordRoute(), PrintRoute(), FoundRoute(), SettingsRoute(), AboutRoute()]
)
def test_one_scroll_and_never_sideways(
    sample: Session, route: Route, percent: int, size: tuple[int, int]
) -> None:
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


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_long_names_leave_the_record_its_width(sample: Session) -> None:
    window, groups = sample.window, sample.services.groups
    for group in sample.services.workspace.groups():
        for member in sample.services.workspace.group(group.id).group.members:
            name = f"{member.name} {'von und zu ' * 5}Klaue"
            groups.edit_member(group.id, replace(member, name=name))
    page = opened(sample, RecordRoute())
    assert window.pages.area(RecordRoute).horizontalScrollBar().maximum() == 0
    assert isinstance(page, RecordPage)
    facts = next(iter(page.sides[0].rows.values()))
    assert facts.title.width() >= 80
    facts.out.setChecked(True)
    settle()
    facts.by.showPopup()
    settle()
    names = facts.by.view()
    room = names.viewport().width()
    assert max(names.sizeHintForColumn(0), 1) <= room
    facts.by.hidePopup()
    assert window.pages.area(RecordRoute).horizontalScrollBar().maximum() == 0


def test_a_number_stands_off_the_edge(qapp: QApplication) -> None:
    for spin in (Number(), Length(0, 9, 1, "")):
        spin.show()
        settle()
        assert spin.lineEdit().textMargins().left() >= 4
        spin.close()


def test_what_gear_comes_to_is_whole_at_1280(sample: Session) -> None:
    page = opened(sample, GroupRoute())
    assert isinstance(page, GroupPage)
    view = page.member_panel.gear
    row = view.model().index(0, 0).data(CellRole)
    width = view.viewport().width() - 38 - 6
    metrics = QFontMetrics(cell_font(sample.theme, "small"))
    name = QFontMetrics(cell_font(sample.theme, "gear")).horizontalAdvance(row.text) + 8
    beside, below = parted(metrics, row.beneath, width - name, width)
    assert metrics.horizontalAdvance(beside) <= width - name
    assert metrics.horizontalAdvance(below) <= width
    assert " · ".join(filter(None, (beside, below))) == row.beneath
    assert "12″" in row.beneath


# A card of the rulebook on hover


def hovered(view: QAbstractItemView, where: QPoint) -> str:
    return entry_at(view.viewport(), where)


def test_names_of_entries_have_their_card(sample: Session) -> None:
    page = opened(sample, GroupRoute())
    assert isinstance(page, GroupPage)
    table, model = page.roster.table, page.roster.model
    ed = next(n for n, row in enumerate(model.rows) if row.cell(0).text == "Ed")

    def along(column: int) -> list[str]:
        """The entries that a mouse passes in a cell."""
        cell = table.visualRect(model.index(ed, column))
        places = [QPoint(x, cell.center().y()) for x in range(cell.left(), cell.right(), 4)]
        return list(dict.fromkeys(filter(None, (hovered(table, at) for at in places))))

    assert along(GEAR) == ["Hunting Rifle", "Knife"]
    assert along(TRAITS) == ["Scavenger", "Gunsmith"]
    assert along(0) == ["Survivalist"]
    items = page.member_panel.gear
    assert hovered(items, items.visualRect(items.model().index(0, 0)).center()) == "Revolver"
    slots = page.refuge.perks
    slot = slots.visualRect(page.refuge.model.index(0, 0)).center()
    assert hovered(slots, slot) == "Fenced-Off Garden"
    assert entry_at(page.refuge.title) == "The Farm House"
    for said in ("Knife", "Scavenger", "Gunsmith", "Survivalist", "Fenced-Off Garden"):
        assert entry_named(said, sample.services.catalogue) is not None
    page.start_recruiting()
    settle()
    form = page.recruit_form
    form.unfit.show_open(True)
    for view in (form.types, form.gear_table):
        entry = hovered(view, view.visualRect(view.model().index(1, 0)).center())
        assert entry_named(entry, sample.services.catalogue) is not None, entry
    record = opened(sample, RecordRoute())
    assert isinstance(record, RecordPage)
    facts = next(iter(record.sides[0].rows.values()))
    assert entry_at(facts.portrait) == "Merciless Thug"
    assert entry_at(record.encounter) == "Scavengers"


def test_f1_on_a_members_gear_opens_the_rulebook_there(sample: Session) -> None:
    page = opened(sample, GroupRoute())
    assert isinstance(page, GroupPage)
    page.member_panel.gear.setFocus()
    key("F1")
    assert sample.window.route == RulebookRoute("Revolver")


def test_why_gear_cannot_be_moved_is_said(sample: Session) -> None:
    page = opened(sample, GroupRoute())
    assert isinstance(page, GroupPage)
    panel = page.member_panel
    assert not panel.move_button.isEnabled()
    assert panel.move_button.toolTip() == "Select a piece of gear first"
    panel.gear.setCurrentIndex(panel.gear.model().index(0, 0))
    settle()
    assert panel.move_button.isEnabled()
    assert panel.move_button.toolTip() == "Move the chosen gear"
    assert page.stash.move_button.toolTip() == "The stash is empty"


# What can't be pressed


@pytest.mark.parametrize("name", ["dark", "light"])
def test_what_cannot_be_pressed_can_be_read(qapp: QApplication, name: str) -> None:
    theme = Theme(name)
    theme.apply()
    icon = theme.icon("print", size=20).pixmap(QSize(20, 20), QIcon.Mode.Disabled).toImage()
    ground = theme.colour("ground").name()
    ratios = []
    for x in range(icon.width()):
        for y in range(icon.height()):
            colour = icon.pixelColor(x, y)
            if colour.alpha() > 250:
                ratios.append(contrast(colour.name(), ground))
    assert ratios
    assert min(ratios) >= 3


# The palette


def test_the_palette_shows_what_kind_of_thing_each_is(sample: Session) -> None:
    key("Ctrl+K")
    settle()
    palette = sample.window.findChild(Palette)
    assert palette is not None
    cells = [row.cell(0) for row in palette.model.rows]
    assert all(cell.drawing for cell in cells)
    lou = next(cell for cell in cells if cell.text == "Lou")
    assert lou.drawing_token == "keyword_selfish"
    assert palette.list.rowHeight(0) >= 36
    key("Escape")


def test_the_palette_follows_the_zoom_and_stays_in_the_window(sample: Session) -> None:
    sample.window.resize(1920, 1080)
    sample.theme.zoom_to(150)
    key("Ctrl+K")
    settle()
    palette = sample.window.findChild(Palette)
    assert palette is not None
    assert palette.width() == 960
    key("Escape")
    sample.window.resize(1280, 720)
    sample.theme.zoom_to(200)
    key("Ctrl+K")
    settle()
    palette = next(p for p in sample.window.findChildren(Palette) if p.isVisible())
    assert sample.window.rect().contains(palette.geometry())
    key("Escape")


def test_the_palette_stays_in_the_middle_and_ends_with_a_whole_row(sample: Session) -> None:
    window = sample.window
    for start, percent in ((1280, 100), (1280, 200)):
        size(sample, start, 720, percent)
        key("Ctrl+K")
        palette = next(p for p in window.findChildren(Palette) if p.isVisible())
        for width in (1920, 1366):
            window.resize(width, 768)
            settle()
            assert abs(palette.geometry().center().x() - width // 2) <= 1, (width, percent)
            row = palette.list.rowHeight(0)
            assert palette.list.viewport().height() % row == 0, (width, percent)
        key("Escape")
        settle()


def test_a_long_name_in_the_palette_is_plain_and_whole_on_hover(sample: Session) -> None:
    name = "Maximilian <b>von</b> " * 4
    services = sample.services
    group = services.workspace.groups()[0]
    member = services.workspace.group(group.id).group.members[1]
    services.groups.edit_member(group.id, replace(member, name=name.strip()))
    key("Ctrl+K")
    settle()
    palette = sample.window.findChild(Palette)
    model = sure(palette).model
    row = next(n for n, row in enumerate(model.rows) if row.cell(0).text == name.strip())
    hover = model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert html.escape(name.strip()) in hover
    key("Escape")


# The keys
