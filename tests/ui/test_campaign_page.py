"""The campaign at a glance: its standing, what is next, games, notes; and the welcome before it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from colour_blind import contrast
from lastdays.campaign.sample import add_sample
from lastdays.model.group import Injury
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell, CellRole
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    DataRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    NextGameRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    StartRoute,
    TableRoute,
)
from lastdays.ui.pages.aftermath_page import DUE, GAME
from lastdays.ui.pages.campaign_overview import NEXT
from lastdays.ui.pages.campaign_page import CampaignPage
from lastdays.ui.shell.palette import Palette
from lastdays.ui.shell.top_bar import TopBar
from lastdays.ui.theme import themes
from lastdays.ui.widgets.parts import OneLine
from lastdays.ui.widgets.table import Table, cell_font, laid_chips
from store.exercise import edit_group
from sure import as_a, sure
from ui.hands import arrive, click, find_button, focus, key, seen, settle, size, where, write
from ui.measuring import in_sight
from ui.test_sequence_page import begin, play


@pytest.fixture
def page(sample: Session) -> CampaignPage:
    settle()
    return as_a(CampaignPage, sample.window.pages.campaign)


def point_at(table: Table, row: int, column: int) -> None:
    rect = table.visualRect(table.model().index(row, column))
    where = rect.topLeft() + QPoint(30, rect.height() // 2)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    settle()


# What is next


@pytest.mark.smoke
def test_a_row_says_who_leads_how_many_what_was_won_and_what_is_next(page: CampaignPage) -> None:
    shown = seen(page)
    headings = page.groups_model.headings
    assert (
        " | ".join(h for n, h in enumerate(headings) if not page.groups.isColumnHidden(n))
        == "Group | Members | Scavenge Points | Won–lost | State | What is next"
    )
    assert (
        "Zeke's Truckers, Robin · Zeke · The Farm House | 8/8 | 0 | 1–0 | All well | After game 1, not begun"
        in (shown)
    )
    assert "1 | Scavengers | Zeke's Truckers against Carl's Crew, Won: Zeke's Truckers" in shown
    row = page.groups_model.rows[0]
    assert (row.edge, as_a(Cell, row.cells[0]).hint) == ("keyword_selfish", "Selfish")


def test_what_is_next_is_one_click_or_enter_away(page: CampaignPage, sample: Session) -> None:
    window = sample.window
    point_at(page.groups, 1, NEXT)
    assert isinstance(window.route, SequenceRoute)
    assert window.pages.sequence.view is not None
    assert window.pages.sequence.view.before.name == "Carl's Crew"
    window.go(CampaignRoute())
    settle()
    assert "After game 1, Injuries" in seen(page)
    page.groups.setFocus()
    key("Up", "Return")
    assert isinstance(window.route, GroupRoute)
    window.go(CampaignRoute())
    page.groups.setFocus()
    for _column in range(NEXT):
        key("Right")
    key("Return")
    assert isinstance(window.route, SequenceRoute)


def test_the_button_in_the_head_is_the_next_step(sample: Session) -> None:
    window = sample.window
    find_button(window, "Next: After game 1")
    for name in ("Zeke", "Carl"):
        play(begin(sample, name), sample)
        click(window.pages.sequence, "Finish and update the group")
    window.go(CampaignRoute())
    settle()
    assert "All groups are ready." in seen(window.pages.campaign)
    click(window, "Next: Play the next game")
    assert where(window) == NextGameRoute()


def test_what_comes_before_the_next_game_is_named_for_each_group(
    page: CampaignPage, sample: Session
) -> None:
    shown = seen(page)
    assert "Before the next game" in shown
    assert "Zeke's Truckers\nAfter game 1\nBegin" in shown
    click(page, "Begin: Carl's Crew, After game 1")
    assert isinstance(sample.window.route, SequenceRoute)
    assert sample.window.pages.sequence.view is not None
    assert sample.window.pages.sequence.view.before.name == "Carl's Crew"


def test_the_buttons_beside_the_games_say_which_record_they_are_for(
    page: CampaignPage, sample: Session
) -> None:
    overview = page.overview
    services, campaign = sample.services, sample.window.campaign_id
    first = services.workspace.campaign(campaign).campaign.games[0]
    services.records.record(campaign, replace(first, id="again", number=2))
    services.announce()
    settle()
    for row, n in ((0, 2), (1, 1)):
        overview.games.choose(overview.games_model.key_at(row))
        for made, verb in (
            (overview.edit_game_button, "Correct"),
            (overview.delete_game_button, "Delete"),
        ):
            assert made.accessibleName() == made.toolTip() == f"{verb} the record of game {n}"


@pytest.mark.parametrize("percent", [100, 150])
def test_the_buttons_of_the_head_are_of_one_size(sample: Session, percent: int) -> None:
    window = sample.window
    sample.theme.percent = percent
    sample.theme.apply()
    group = window.places.groups()[0]
    tall, more = set(), set()
    for route in (CampaignRoute(), GroupRoute(group), AftermathRoute(), TableRoute()):
        window.go(route)
        settle()
        bar = window.findChild(TopBar)
        buttons = [b for b in sure(bar).findChildren(QAbstractButton) if b.isVisible()]
        tall |= {b.height() for b in buttons}
        more |= {b.size().toTuple() for b in buttons if b.text() == "⋮"}
    assert max(tall) <= sample.theme.px(36)
    assert min(tall) >= sample.theme.px(36) - (percent > 100) * 2  # the sheet rounds each length
    assert len(more) == 1


def test_states_are_chips_that_say_what_they_are(page: CampaignPage, sample: Session) -> None:
    services = sample.services
    zeke = services.workspace.groups()[1].id
    edit_group(services.groups, zeke, name="Zeke's Truckers", player="", points=-3, games=0)
    services.announce()
    settle()
    rows = {row.key: row for row in page.groups_model.rows}
    chips = as_a(Cell, rows[zeke].cells[NEXT - 1]).chips
    assert [chip.text for chip in chips] == ["1 warning"]
    assert "Scavenge Points" in rows[zeke].detail


def test_an_empty_campaign_says_what_belongs_there(session: Session) -> None:
    window = session.window
    window.go(CampaignRoute(session.services.campaigns.begin("Harbour")))
    settle()
    page = window.pages.campaign
    assert "No groups yet" in seen(page)
    assert "A new group has 100 Scavenge Points to spend." in seen(page)
    assert "No games yet." in seen(page)
    click(window, "Create group")
    assert where(window) == FoundRoute()


def edge(widget: QWidget, window: QWidget, corner: str) -> QPoint:
    return as_a(QPoint, widget.mapTo(window, getattr(widget.rect(), corner)()))


def test_an_empty_campaign_leaves_no_gap_where_the_next_step_would_be(session: Session) -> None:
    window = session.window
    window.go(CampaignRoute(session.services.campaigns.begin("Harbour")))
    settle()
    page = window.pages.campaign
    right = edge(page.overview.no_groups, window, "bottomRight").x()
    assert edge(page.more_button, window, "bottomRight").x() == right
    session.services.groups.found(window.campaign_id, "Night Shift", "everyday-hero", "R", "mall")
    session.services.announce()
    settle()
    assert edge(page.next_button, window, "bottomRight").x() == right


@pytest.mark.parametrize("percent", [100, 110])
def test_headings_of_panels_beside_each_other_are_in_one_line(
    page: CampaignPage, sample: Session, percent: int
) -> None:
    window = sample.window
    sample.theme.zoom_to(percent)
    settle()
    titles = ("Games", "Before the next game", "Notes")
    found = [w for w in page.findChildren(QLabel) if w.isVisible() and w.text() in titles]
    assert len(found) == 3
    assert len({edge(w, window, "center").y() for w in found}) == 1


def test_at_large_text_games_leave_the_room_to_what_is_below_them(
    page: CampaignPage, sample: Session
) -> None:
    sample.window.resize(1920, 1080)
    sample.theme.zoom_to(200)
    settle()
    games = page.overview.games
    assert games.height() <= games.minimumSizeHint().height() + 1
    button_ = find_button(page, "Set up a game")
    assert in_sight(button_).height() == button_.height()


def test_a_group_with_a_long_name_is_named_whole_before_the_next_game(session: Session) -> None:
    services, window = session.services, session.window
    window.go(CampaignRoute(services.campaigns.begin("Harbour")))
    name = "The Unspeakably Long-Winded Wanderers of the Western Wasteland 2"
    services.groups.found(window.campaign_id, name, "everyday-hero", "Ray", "mall")
    services.announce()
    settle()
    panel = window.pages.campaign.overview.next_panel
    shown = next(w for w in panel.findChildren(QLabel) if w.isVisible() and w.text() == name)
    assert shown.heightForWidth(shown.width()) <= shown.height()


def test_the_menu_has_everything_else(page: CampaignPage, sample: Session) -> None:
    actions = {a.text(): a for a in page.more_button.menu().actions()}
    assert [text for text in actions if text] == [
        "Create group",
        "Import a group or campaign…",
        "Record a game",
        "Read the chronicle",
        "Rename the campaign…",
        "Players",
        "Rulings",
        "Content packs",
        "History",
        "Share…",
        "Back up everything…",
        "Restore",
        "Delete this campaign",
    ]
    actions["Rename the campaign…"].trigger()
    settle()
    assert page.records is not None
    assert focus() is page.records.rename_field
    actions["Rulings"].trigger()
    settle()
    assert "This campaign plays by the book." in seen(page)


# The welcome


def test_the_welcome_offers_four_ways_to_begin(session: Session) -> None:
    window = session.window
    shown = seen(window)
    for words in ("New campaign", "See the sample", "Import a group", "Track a game now"):
        assert words in shown
    assert focus() is window.pages.start.name
    click(window, "Another game")
    assert where(window) == GamesRoute()
    window.go(StartRoute(new=True))
    click(window, "Last Days at the table")
    assert where(window) == TableRoute()


def test_a_group_from_a_file_gets_a_campaign_of_its_own(session: Session, tmp_path: Path) -> None:
    window, services = session.window, session.services
    campaign = add_sample(services.workspace)
    group = services.workspace.groups(campaign)[0]
    window.go(CampaignRoute(campaign))
    window.go(GroupRoute(group.id))
    file = tmp_path / "group.lastdays.json"
    window.pages.group.export_to(file)
    window.go(StartRoute(new=True))
    window.pages.start.import_from(file)
    settle()
    assert isinstance(window.route, GroupRoute)
    names = {c.name for c in services.workspace.campaigns()}
    assert group.name in names
    (tmp_path / "bad.json").write_text("{}")
    window.go(StartRoute(new=True))
    window.pages.start.import_from(tmp_path / "bad.json")
    assert len(services.workspace.campaigns()) == 2
    assert window.toast.isVisible()


def test_new_campaign_is_reached_from_a_campaign_and_left_with_esc(sample: Session) -> None:
    window = sample.window
    key("Ctrl+N")
    assert where(window) == StartRoute(new=True)
    assert window.page().head.title.whole == "New campaign"
    key("Escape")
    assert where(window) == CampaignRoute()


@pytest.mark.parametrize(
    "inner",
    [
        HelpRoute(),
        SettingsRoute(),
        AboutRoute(),
        DataRoute(),
        RulebookRoute(),
        FoundRoute(),
        RecordRoute(),
    ],
)
def test_esc_leaves_every_inner_page(sample: Session, inner: Route) -> None:
    window = sample.window
    window.go(inner)
    settle()
    assert where(window) == inner
    QTest.keyClick(window, Qt.Key.Key_Escape)
    settle()
    assert where(window) == CampaignRoute()


# The palette and the settings


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(
    ("typed", "arrived"),
    [
        ("pip", lambda w: isinstance(w.route, GroupRoute)),
        ("minigun", lambda w: w.pages.rulebook.card.entry.name == "Minigun"),
        ("settings", lambda w: w.route == SettingsRoute()),
        ("carl's", lambda w: isinstance(w.route, GroupRoute)),
    ],
)
def test_the_palette_leads_there_by_keyboard(
    sample: Session, typed: str, arrived: Callable[..., Any]
) -> None:
    window = sample.window
    key("Ctrl+K")
    write(typed)
    key("Return")
    assert [p for p in window.findChildren(Palette) if p.isVisible()] == []
    assert arrived(window)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_palette_says_when_nothing_is_found(sample: Session) -> None:
    window = sample.window
    key("Ctrl+K")
    palette = next(p for p in window.findChildren(Palette) if p.isVisible())
    write("qqqq")
    assert "Nothing matches “qqqq”." in seen(palette)
    key("Return")
    assert palette.isVisible()
    key("Escape")
    assert where(window) == CampaignRoute()


def test_settings_choose_the_dice_of_the_campaign_and_open_the_folder(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    monkeypatch.setattr("lastdays.ui.pages.data_panels.QDesktopServices.openUrl", open_url)
    window = sample.window
    window.go(SettingsRoute())
    settle()
    page = window.pages.settings
    assert page.dice_box.currentText() == "The program rolls"
    page.dice_box.setCurrentIndex(1)
    page.dice_box.activated.emit(1)
    campaign = sample.services.workspace.campaign(window.campaign_id).campaign
    assert campaign.dice == "typed"
    page.rest.show_open(True)
    click(page, "Open folder")
    assert opened == [str(sample.services.workspace.store.path.parent)]
    find_button(page, "Back up everything…")


def tabbed(first: QWidget, last: QWidget) -> list[str]:
    """What Tab reaches from one control to another."""
    first.setFocus()
    found = [focus().accessibleName()]
    while focus() is not last:
        key("Tab")
        found.append(focus().accessibleName())
        assert len(found) < 40, found
    return found


def test_tab_goes_through_the_page_as_it_is_read(page: CampaignPage, sample: Session) -> None:
    overview = page.overview
    assert tabbed(page.groups, overview.notes) == [
        "Groups",
        "Create group",
        "Open the group",
        "Import a group or campaign…",
        "Record a game",
        "Correct the record of game 1",
        "Delete the record of game 1",
        "Games",
        "Begin: Zeke's Truckers, After game 1",
        "Begin: Carl's Crew, After game 1",
        "Set up a game",
        "Notes on the campaign",
    ]
    sample.window.go(RulebookRoute("Goon"))
    book = sample.window.pages.rulebook
    book.open("Kid")
    assert tabbed(book.search, book.back_button) == [
        "Search the rulebook",
        "Chapter",
        "Rulebook",
        "Attributes and skills: Inspirational Presence",
        "‹ Back to the previous entry",
    ]


# What is in sight


def cut(root: QWidget) -> list[str]:
    """The labels and buttons whose text has less room than it needs."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QAbstractButton):
            if widget.text() and widget.width() < widget.sizeHint().width():
                found.append(widget.text())
        elif isinstance(widget, QLabel) and not isinstance(widget, OneLine) and widget.text():
            need = widget.heightForWidth(widget.width()) if widget.wordWrap() else 0
            wide = 0 if widget.wordWrap() else widget.sizeHint().width()
            if widget.height() < need or widget.width() < wide:
                found.append(widget.text())
    return found


def cut_cells(table: Table) -> list[str]:
    """The cells of a table whose text is longer than its room."""
    found = []
    for row in range(table.model().rowCount()):
        for column in range(table.model().columnCount()):
            cell = table.model().index(row, column).data(CellRole)
            metrics = QFontMetrics(cell_font(table.theme, cell.kind))
            room = table.columnWidth(column) - table.theme.px(16)
            if cell.kind not in ("chips", "bar") and metrics.horizontalAdvance(cell.text) > room:
                found.append(cell.text)
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everything_of_the_campaign_is_in_sight_at_1280_by_720(sample: Session, theme: str) -> None:
    window, services = sample.window, sample.services
    sample.theme.name = theme
    sample.theme.apply()
    for n in range(4):
        services.groups.found(window.campaign_id, f"Group {n}", "everyday-hero", "Ray", "mall")
    services.announce()
    window.go(CampaignRoute())
    settle()
    page = window.pages.campaign
    assert page.groups_model.rowCount() == 6
    assert window.pages.area(CampaignRoute).verticalScrollBar().maximum() == 0
    assert page.groups.verticalScrollBar().maximum() == 0
    assert cut(window.page()) == cut(window.page().head) == []
    assert cut_cells(page.groups) == []
    assert cut_cells(page.overview.games) == []
    assert page.overview.notes.height() >= 60


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize(
    "route",
    [
        StartRoute(new=True),
        RulebookRoute("Revolver"),
        RulebookRoute("Injury Table"),
        SettingsRoute(),
        AboutRoute(),
    ],
)
def test_nothing_is_cut_on_the_pages_around_it(sample: Session, route: Route, percent: int) -> None:
    window = sample.window
    sample.theme.percent = percent
    sample.theme.apply()
    window.go(route)
    settle()
    assert cut(window.page()) == []
    assert window.pages.area(type(route)).horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("name", ["dark", "light"])
def test_what_is_painted_is_told_from_its_ground(name: str) -> None:
    colours = themes()[name]
    words = ("text", "faint_text", "accent_text", "harm_text")
    shapes = ("keyword_selfish", "keyword_selfless", "keyword_trained", "keyword_neutral")
    for ground in ("panel", "select", "raised"):
        for least, tokens in ((4.5, words), (3, shapes if ground != "raised" else ())):
            for token in tokens:
                assert contrast(colours[token], colours[ground]) >= least, (token, ground)
    for bar in ("well", "accent", "harm"):
        assert contrast(colours[bar], colours["panel"]) >= 3, bar


def test_long_names_are_cut_with_the_whole_on_hover(sample: Session) -> None:
    window, services = sample.window, sample.services
    long = "The Ladies and Gentlemen of the Long Road " * 4
    services.groups.found(window.campaign_id, long.strip(), "everyday-hero", "W" * 60, "mall")
    services.announce()
    window.go(CampaignRoute())
    settle()
    page = window.pages.campaign
    row = page.groups_model.row_of(next(r.key for r in page.groups_model.rows if r.edge))
    assert row >= 0
    index = page.groups_model.index(page.groups_model.rowCount() - 1, 0)
    tips = [
        str(page.groups_model.index(n, 0).data(Qt.ItemDataRole.ToolTipRole))
        for n in range(page.groups_model.rowCount())
    ]
    assert any(long.strip() in tip for tip in tips), index
    last = page.groups.visualRect(page.groups_model.index(0, NEXT))
    assert last.right() <= page.groups.viewport().width()


def test_at_twice_the_size_headings_break_and_what_is_due_stays_in_sight(sample: Session) -> None:
    window = sample.window
    window.resize(1280, 720)
    sample.theme.percent = 200
    sample.theme.apply()
    window.go(CampaignRoute())
    settle()
    table = window.pages.campaign.groups
    header = table.horizontalHeader()
    metrics = QFontMetrics(table.horizontalHeader().letters())
    for column, heading in enumerate(table.model().headings):
        if table.isColumnHidden(column):
            continue
        wide = table.columnWidth(column)
        longest = max(
            metrics.horizontalAdvance(word) for word in heading.replace("–", "– ").split()
        )
        assert longest < wide
        if metrics.horizontalAdvance(heading) > wide:
            assert header.height() >= 2 * metrics.lineSpacing()
    window.go(AftermathRoute())
    settle()
    listed = window.pages.aftermath.table
    assert listed.isColumnHidden(GAME)
    assert listed.columnViewportPosition(DUE) + sample.theme.px(60) < listed.viewport().width()


def test_after_a_campaign_is_created_the_keyboard_is_where_one_goes_on(session: Session) -> None:
    window = session.window
    window.pages.start.name.setFocus()
    write("Riverside")
    key("Return")
    settle()
    page = window.pages.campaign
    assert where(window) == CampaignRoute()
    assert focus() is page.found_button
    key("Return")
    assert isinstance(window.route, FoundRoute)


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_states_of_a_group_stay_in_their_column(
    page: CampaignPage, sample: Session, percent: int
) -> None:
    """With somebody hurt, a captive and a warning, large in a small window."""
    groups, table = sample.services.groups, page.groups
    zeke, carl = (g.id for g in sample.services.workspace.groups(sample.window.campaign_id))
    members = sample.services.workspace.group(zeke).group.members
    groups.edit_member(zeke, replace(members[1], status="captured", captor=carl))
    groups.edit_member(zeke, replace(members[2], injuries=(Injury("arm-injury"),)))
    edit_group(groups, zeke, name="Short", player="", points=-5, games=0)
    sample.services.announce()
    size(sample, 1280, 720, percent)
    arrive(sample)
    cell = table.visualRect(table.model().index(0, NEXT - 1))
    chips = as_a(Cell, page.groups_model.rows[0].cells[NEXT - 1]).chips
    pad = table.pad
    boxes = [box for *_what, box in laid_chips(sample.theme, cell.adjusted(pad, 0, -pad, 0), chips)]
    assert len(boxes) == 3
    assert all(cell.contains(box) for box in boxes)
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])
    assert (
        min(box.height() for box in boxes)
        >= QFontMetrics(cell_font(sample.theme, "small")).height()
    )
