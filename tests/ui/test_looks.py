"""Nothing is cut, crowded or left over where there is room for it: page by page, as it was looked at."""

from __future__ import annotations

import html
import json
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QPoint, QSettings, QSize, Qt
from PySide6.QtGui import QIcon, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizeGrip,
    QWidget,
)

from colour_blind import contrast
from lastdays.campaign.sample import plain_answer, play_through
from lastdays.desktop.opening import OpeningFrame, first_size
from lastdays.devtools.screens import play_to_first_shot, settle as look_again
from lastdays.model.recruiting import Recruit
from lastdays.procedure.dice import can_be_rolled
from lastdays.store.kept_backups import Reason
from lastdays.ui.app import Session, _remembered_theme
from lastdays.ui.guide import latest_news
from lastdays.ui.models.book import entry_named
from lastdays.ui.models.roster import GEAR, TRAITS
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    LeagueRoute,
    LifeRoute,
    MergeRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    ShareRoute,
    TableRoute,
)
from lastdays.ui.page import Page, Title
from lastdays.ui.pages.campaign_overview import RATING
from lastdays.ui.pages.campaign_page import PACKS, PLAYERS, RECORDS
from lastdays.ui.pages.data_page import DataPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.players_panel import PlayersPanel
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.shell.palette import Palette
from lastdays.ui.theme import SCALES, Theme, suited
from lastdays.ui.widgets.dialogs import destroy, give_room
from lastdays.ui.widgets.dice import DieButton, LyingDie
from lastdays.ui.widgets.entry_card import entry_at
from lastdays.ui.widgets.parts import Length, Number
from lastdays.ui.widgets.table import cell_font
from lastdays.ui.window import Memory, Window
from sure import as_a, sure
from ui.hands import (
    arrive,
    click,
    go,
    key,
    key as press,
    seen,
    sequence_until,
    settle,
    size,
    where,
    zoom,
)
from ui.measuring import emptiest, in_sight, label_whole


def whole(widget: QWidget) -> bool:
    """Whether all of a widget is in sight."""
    return in_sight(widget).size() == widget.size()


# At the table


@pytest.mark.parametrize(("width", "height", "percent"), [(800, 800, 100), (1366, 768, 150)])
def test_the_number_of_a_zombie_is_beside_what_is_counted_on_it(
    sample: Session, width: int, height: int, percent: int
) -> None:
    for _name in play_to_first_shot(sample):
        pass
    page = sample.window.pages.tracker
    size(sample, width, height, percent)
    chips = [c for c in page.board.cards.values() if c.view.kind == "zombie"]
    assert len(chips) == 3
    for chip in chips:
        first = min(c.x() for c in chip.controls[1:] if c.isVisible())
        assert first >= chip.height() * 1.1, "the pictogram and two digits"


# After the game


def until(session: Session, key: str) -> SequencePage:
    """The sequence of the sample's first group as far as an ask whose key ends so."""
    return sequence_until(session, lambda ask: ask.key.endswith(key))


def test_what_a_garden_yields_stands_beside_the_roll(sample: Session) -> None:
    page = until(sample, "/points")
    view, ask = sure(page.view), sure(page.view).pending
    while not sure(ask).key.startswith("jobs/"):
        assert ask is not None
        assert view is not None
        sample.services.games.roll(view.id, ask.key)
        page = until(sample, "/points")
        ask = sure(page.view).pending
    size(sample, 1280, 720)
    rows = page.odds.book.rows
    assert [row.name for row in rows][:2] == ["1 Scavenge Point", "2 Scavenge Points"]
    assert sum(sure(row.chance) for row in rows) == 1


# Large windows, large letters, nothing at all


def test_a_licence_is_not_broken_on_the_about_page(sample: Session) -> None:
    sample.window.go(AboutRoute())
    said = seen(sample.window.page())
    assert "(PSF\u00a02)" in said
    assert "(BSD\u00a03-clause, Apache\u00a02)" in said


def test_all_that_speaks_against_a_recruit_is_read_without_scrolling(sample: Session) -> None:
    window = sample.window
    window.go(GroupRoute(sample.services.workspace.groups(window.campaign_id)[0].id))
    window.pages.group.start_recruiting()
    size(sample, 1280, 720)
    form = window.pages.group.recruit_form
    assert form.problems.text().count("\n") >= 2
    assert label_whole(form.problems)
    assert whole(form.problems), form.problems.text()


def test_what_is_opened_below_the_rest_of_a_narrow_page_is_in_sight(sample: Session) -> None:
    window = sample.window
    window.go(DataRoute())
    size(sample, 1280, 720, 200)
    arrive(sample)
    page = window.pages.data
    click(page, "Back up now")
    for _turn in range(2):  # made, then listed
        arrive(sample)
    click(page, "Restore…")
    arrive(sample)
    assert isinstance(page, DataPage)
    assert page.stage.shown is page.whole
    assert whole(page.whole.title)


def test_headings_of_what_is_new_begin_with_a_capital() -> None:
    released = "## 0.2.0 — 2026-11-23\n\n### New: the look\n\n- A\n\n## 0.1.0\n\n- B\n"
    for upcoming, seen_first in (("", "## The look\n\n- A"), ("### Quicker\n\n", "## Quicker")):
        text = latest_news(f"# Changelog\n\n## Unreleased\n\n{upcoming}{released}")
        assert text.startswith(f"# What's new\n\n{seen_first}")
        assert text.endswith("## The look\n\n- A")


# What was seen last


def test_the_pictogram_of_the_chosen_place_is_as_clear_as_the_others(sample: Session) -> None:
    """Qt mixes it with the colour of the selection, which leaves a grey that can hardly be seen."""
    window, theme = sample.window, sample.theme
    icon = theme.icon("undo")
    plain = icon.pixmap(20, 20).toImage()
    assert icon.pixmap(20, 20, QIcon.Mode.Selected).toImage() == plain
    places = window.places.list
    for route in (CampaignRoute(), GroupRoute(window.places.groups()[0])):
        go(window, route)
        row = places.visualRect(places.currentIndex())
        seen = places.viewport().grab(row).toImage().convertToFormat(QImage.Format.Format_RGB32)
        part = range(theme.px(10), theme.px(60))
        drawn = Counter(seen.pixelColor(x, y).name() for x in part for y in range(seen.height()))
        assert drawn[theme.colour("faint_text").name()] > 20, route


def test_a_group_being_founded_has_one_thing_to_do_first(sample: Session) -> None:
    services, window = sample.services, sample.window
    new = services.groups.found(window.campaign_id, "New", "merciless-thug", "Nell", "mall")
    page = go(window, GroupRoute(new))

    def kinds() -> tuple[str, str]:
        settle()
        buttons = page.head.first_button, page.founding.play_button
        return buttons[0].property("kind"), buttons[1].property("kind")

    assert kinds() == ("first", "")
    for n in range(5):
        wish = Recruit("survivalist", f"Gus {n}", gear=("club",))
        services.groups.recruit(new, wish, allowed=True)
    page.refresh()
    assert kinds() == ("", "first")


def test_nothing_is_searched_for_while_a_form_has_the_page(sample: Session) -> None:
    window = sample.window
    window.go(GroupRoute(window.places.groups()[0]))
    size(sample, 1280, 720)
    page = window.pages.group
    search = page.roster.search
    assert search.isVisible()
    for turn in (page.edit_group, page.show_history):
        turn()
        size(sample, 1280, 720, 110)
        assert not search.isVisible()
        size(sample, 1280, 720)
        assert not search.isVisible()
        page.show_home()
        settle()
        assert search.isVisible()


def test_a_line_of_the_story_that_keys_have_gone_to_stays_in_sight(sample: Session) -> None:
    page = until(sample, "/moves")
    size(sample, 1920, 1080)
    table = page.story.table
    table.setFocus()
    for _page in range(2):
        press("PgDown")
    table.show_end()
    for _page in range(2):
        press("PgUp")
    assert not table.at_end
    chosen = table.currentIndex()
    sample.window.resize(1900, 1080)
    settle()
    assert table.viewport().rect().intersects(table.visualRect(chosen))


def test_nothing_lies_over_the_buttons_of_the_dialog_for_files(sample: Session) -> None:
    page = sample.window.page()
    dialog = QFileDialog(page)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    give_room(dialog, page)
    assert not any(grip.isVisibleTo(dialog) for grip in dialog.findChildren(QSizeGrip))
    destroy(dialog)


def opened(sample: Session, route: Route) -> Page:
    """Shows a page, that of the first group where it is a group's."""
    window = sample.window
    if route == GroupRoute():
        groups = sample.services.workspace.groups()
        route = GroupRoute(next(g.id for g in groups if g.name.startswith("Zeke")))
    return as_a(Page, go(window, route))


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


def test_with_all_open_a_record_is_no_wider_than_the_window(sample: Session, tongue: str) -> None:
    del tongue
    sample.window.resize(1280, 720)
    page = as_a(RecordPage, opened(sample, RecordRoute()))
    page.sides[0].rare.show_open(True)
    settle()
    assert sample.window.pages.area(RecordRoute).horizontalScrollBar().maximum() == 0


def test_long_names_leave_the_record_its_width(sample: Session) -> None:
    window, groups = sample.window, sample.services.groups
    for group in sample.services.workspace.groups():
        for member in sample.services.workspace.group(group.id).group.members:
            name = f"{member.name} {'von und zu ' * 5}Klaue"
            groups.edit_member(group.id, replace(member, name=name))
    page = as_a(RecordPage, opened(sample, RecordRoute()))
    assert window.pages.area(RecordRoute).horizontalScrollBar().maximum() == 0
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


# A card of the rulebook on hover


def hovered(view: QAbstractItemView, where: QPoint) -> str:
    return entry_at(view.viewport(), where)


def test_names_of_entries_have_their_card(sample: Session) -> None:
    page = as_a(GroupPage, opened(sample, GroupRoute()))
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
    record = as_a(RecordPage, opened(sample, RecordRoute()))
    facts = next(iter(record.sides[0].rows.values()))
    assert entry_at(facts.portrait) == "Merciless Thug"
    assert entry_at(record.encounter) == "Scavengers"


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
    palette = sure(sample.window.findChild(Palette))
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
    palette = sure(sample.window.findChild(Palette))
    assert palette.width() == 960
    key("Escape")
    sample.window.resize(1280, 720)
    sample.theme.zoom_to(200)
    key("Ctrl+K")
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


def test_a_long_name_in_the_palette_is_plain_and_whole_on_hover(sample: Session) -> None:
    name = "Maximilian <b>von</b> " * 4
    services = sample.services
    group = services.workspace.groups()[0]
    member = services.workspace.group(group.id).group.members[1]
    services.groups.edit_member(group.id, replace(member, name=name.strip()))
    key("Ctrl+K")
    palette = sample.window.findChild(Palette)
    model = sure(palette).model
    row = next(n for n, row in enumerate(model.rows) if row.cell(0).text == name.strip())
    hover = model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert html.escape(name.strip()) in hover
    key("Escape")


# The keys


def doubled(session: Session) -> Window:
    session.window.resize(1280, 720)
    zoom(session, 200)
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
    page = go(window, RecordRoute())
    assert page.nothing.isVisible()
    assert not page.encounter.isVisible()
    assert not page.doubts.isVisible()
    assert not page.record_button.isEnabled()
    click(page.nothing, "Create group")
    assert isinstance(window.route, FoundRoute)
    session.services.groups.found(window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall")
    go(window, RecordRoute())
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
    arrive(sample)
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


def test_the_page_of_a_record_is_as_long_as_the_side_that_is_seen(sample: Session) -> None:
    """The second side has more members."""
    window, services = doubled(sample), sample.services
    group = services.workspace.groups(window.campaign_id)[1].id
    for n in range(3):
        services.groups.recruit(group, Recruit("goon", f"Gus {n}", gear=("club",)), allowed=True)
    page = go(window, RecordRoute())
    bar = scroller(page).verticalScrollBar()
    before = bar.maximum()
    page.tabs.setCurrentIndex(1)
    settle()
    assert bar.maximum() > before
    page.tabs.setCurrentIndex(0)
    settle()
    assert bar.maximum() == before


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
    window.suit_zoom()
    assert theme.percent == 150
    window.resize(1280, 720)
    window.suit_zoom()
    assert theme.percent == 100
    QTest.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert theme.percent == 110
    window.resize(2560, 1400)
    settle()
    window.suit_zoom()
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
    page = go(window, SettingsRoute())
    assert page.size_box.currentData() == 100
    page.size_box.setCurrentIndex(0)
    page.size_box.activated.emit(0)
    assert sample.theme.automatic
    assert page.size_box.currentIndex() == 0
    page.size_box.setCurrentIndex(page.size_box.findData(125))
    page.size_box.activated.emit(page.size_box.currentIndex())
    assert not sample.theme.automatic
    assert sample.theme.percent == 125


def test_what_is_pressed_often_is_high_enough(window: Window) -> None:
    page = go(window, GroupRoute(window.places.groups()[0]))
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
    go(window, CampaignRoute())
    assert window.pages.campaign.tabs.tabBar().height() >= 36


# What a page says where there is little, or much


def test_the_encounter_is_described_as_a_whole(window: Window) -> None:
    page = go(window, RecordRoute())
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
    page = go(window, AftermathRoute())
    assert page.first_button.isVisible()
    assert page.first_button.text() == "&Create group"
    assert not page.record_button.isVisible()
    page.first_button.click()
    assert window.page() is window.pages.found


def test_the_palette_does_not_lead_to_itself(sample: Session) -> None:
    from lastdays.ui.shell.palette import of_actions

    names = {goal.name for goal in of_actions(sample.window.actions())}
    assert "Print" in names
    assert not names & {"Go to anything", "Choose a place"}


def test_skills_and_injuries_of_a_member_have_cards(window: Window) -> None:
    page = go(window, GroupRoute(window.places.groups()[0]))
    named = set()
    for row in range(page.roster.model.rowCount()):
        page.roster.table.setCurrentIndex(page.roster.model.index(row, 0))
        for line in page.member_panel.about.findChildren(QLabel):
            if line.property("rulebook"):
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
    page = go(window, SequenceRoute(sequence))

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
    page.story.choose(page.story.rows.key_at(page.story.rows.rowCount() - 1))
    page.story.setFocus()
    key("Return")
    assert isinstance(where(window), SequenceRoute)


def test_after_a_game_a_large_window_tells_what_was_played(sample: Session) -> None:
    window = sample.window
    window.resize(1920, 1080)
    window.go(AftermathRoute())
    arrive(sample)
    page = window.pages.aftermath
    told = [str(page.told.story.model().index(n, 0).data()) for n in range(2)]
    assert told[0] == "Zeke's Truckers won against Carl's Crew, who broke."
    assert page.told.story.isVisible()
    page.told.story.choose(page.told.story.rows.key_at(1))
    page.told.story.setFocus()
    key("Return")
    assert isinstance(where(window), LifeRoute)
    window.go(AftermathRoute())
    arrive(sample)
    assert emptiest(page) <= 1 / 3
    page.told.roster.choose(page.told.roster.rows.key_at(2))
    page.told.roster.setFocus()
    key("Return")
    assert isinstance(where(window), LifeRoute)
    assert window.pages.life.life.member.name == "Lou"
    window.go(AftermathRoute())
    window.resize(1280, 720)
    arrive(sample)
    assert not page.told.story.isVisible()
    assert not page.told.roster.isVisible()


def test_the_list_of_games_at_the_table_shows_how_the_chosen_one_stands(sample: Session) -> None:
    for _name in play_to_first_shot(sample):
        pass
    window = sample.window
    window.resize(1920, 1080)
    window.go(TableRoute())
    arrive(sample)
    page = window.pages.table
    assert "Turn 1, Shooting" in seen(page)
    shown = page.played.board
    assert "Zombie 3" in shown.cards["Z3"].view.title
    assert emptiest(page) <= 1 / 3
    window.resize(1280, 720)
    arrive(sample)
    assert not shown.isVisible()


def after_the_game(session: Session, group: str) -> None:
    """Play the post-game sequence of the sample's game for a group, with dice as they fall."""
    services, campaign = session.services, session.window.campaign_id
    game = services.workspace.campaign(campaign).campaign.games[0].id
    sequence = services.games.begin(campaign, game, group)
    play_through(services.games, sequence)
    services.games.finish(sequence)


def test_who_plays_is_seen_while_the_encounter_is_rolled_for(sample: Session) -> None:
    window = sample.window
    window.resize(1920, 1080)
    window.go(NextGameRoute())
    arrive(sample)
    page = window.pages.next_game
    assert emptiest(page) <= 1 / 3
    first, second = (group.name for group in page.game.groups)
    shown = seen(page.rosters)
    assert first in shown
    assert second in shown
    click(page.chooser, first)
    arrive(sample)
    assert first not in seen(page.rosters)
    click(page, "Roll for me")
    arrive(sample)
    assert not page.rosters.isVisible()


def test_the_memorial_tells_how_the_chosen_one_fell(sample: Session) -> None:
    window, services = sample.window, sample.services
    group = services.workspace.groups(window.campaign_id)[0].id
    member = services.workspace.snapshot(group).group.members[1]
    after_the_game(sample, group)
    services.groups.edit_member(group, replace(member, status="dead"))
    window.resize(1920, 1080)
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    page.tabs.setCurrentIndex(page.tabs.count() - 1)
    arrive(sample)
    assert emptiest(page) <= 1 / 3
    assert "Bea took Mo Out of Action." in seen(page)
    told = page.memorial.told
    assert told.roster.current_key() == member.id
    told.roster.choose(told.roster.rows.key_at(0))
    told.roster.setFocus()
    key("Return")
    assert window.pages.life.life.member.name == "Zeke"
    window.go(ChronicleRoute())
    window.resize(1280, 720)
    arrive(sample)
    assert not told.isVisible()


def test_few_rankings_have_the_ratings_below_them(sample: Session) -> None:
    window = sample.window
    group = sample.services.workspace.groups(window.campaign_id)[0].id
    after_the_game(sample, group)
    window.resize(1920, 1080)
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    page.tabs.setCurrentIndex(3)
    arrive(sample)
    assert emptiest(page) <= 1 / 3
    assert page.rankings.view.isVisible()
    window.resize(1280, 720)
    arrive(sample)
    assert not page.rankings.view.isVisible()


def test_the_pages_of_a_campaign_are_filled_by_its_groups(sample: Session) -> None:
    window = sample.window
    window.resize(1920, 1080)
    window.go(CampaignRoute())
    page = window.pages.campaign
    page.tabs.setCurrentIndex(PLAYERS)
    arrive(sample)
    assert emptiest(page) <= 1 / 3
    players = as_a(PlayersPanel, page.panels[PLAYERS])
    for player in ("Robin", "Jess"):
        players.table.choose(player)
        group = players.player.groups[0].name
        assert players.named.text() == group
        members = sample.services.workspace.group(players.player.groups[0].id).group.roster
        assert players.roster.rows.key_at(0) == members[0].id
    page.tabs.setCurrentIndex(RECORDS)
    arrive(sample)
    assert emptiest(page) <= 1 / 3
    assert "recruited Biscuit" in seen(page)
    window.resize(1280, 720)
    arrive(sample)
    assert "recruited Biscuit" not in seen(page)
    assert not players.roster.isVisible()


def test_what_is_merged_stands_above_the_group(sample: Session, tmp_path: Path) -> None:
    window, services = sample.window, sample.services
    group = services.workspace.groups(window.campaign_id)[0].id
    file = tmp_path / "back.lastdays.json"
    document = json.loads(services.groups.export(group))
    for member in document["group"]["members"]:
        member["level"] = 3
    file.write_text(json.dumps(document))
    window.resize(1920, 1080)
    window.go(MergeRoute(str(file)))
    arrive(sample)
    page = window.pages.merge
    assert page.model.rowCount()
    assert page.roster.isVisible()
    assert emptiest(page) <= 1 / 3
    window.resize(1280, 720)
    arrive(sample)
    assert not page.roster.isVisible()


#: A third of a page, give or take the edge of a row.
THIRD = 0.335


def test_nothing_empty_is_larger_than_a_third_of_a_large_window(sample: Session) -> None:
    window, pages = sample.window, sample.window.pages
    group = sample.services.workspace.groups(window.campaign_id)[0].id
    member = sample.services.workspace.snapshot(group).group.members[0].id
    after_the_game(sample, group)
    window.resize(1920, 1080)
    routes: dict[str, Route] = {
        "campaign": CampaignRoute(),
        "found": FoundRoute(),
        "record": RecordRoute(),
        "group": GroupRoute(group),
        "life": LifeRoute(group, member),
        "print": PrintRoute(group),
        "chronicle": ChronicleRoute(),
        "share": ShareRoute(),
        "rulebook": RulebookRoute(),
        "games": GamesRoute(),
        "league": LeagueRoute(),
        "help": HelpRoute(),
        "settings": SettingsRoute(),
        "about": AboutRoute(),
        "data": DataRoute(),
        "aftermath": AftermathRoute(),
        "next": NextGameRoute(),
    }
    tabs = {"campaign": pages.campaign.tabs, "chronicle": pages.chronicle.tabs}
    left = []
    for name, route in routes.items():
        window.go(route)
        for tab in range(tabs[name].count() if name in tabs else 1):
            if name in tabs:
                tabs[name].setCurrentIndex(tab)
            look_again(sample)
            if (share := emptiest(window.page())) > THIRD:
                left.append((name, tab, share))
    assert not left


def test_a_life_stands_beside_those_of_the_group(sample: Session) -> None:
    window = sample.window
    window.resize(1920, 1080)
    group = sample.services.workspace.groups(window.campaign_id)[0].id
    members = sample.services.workspace.snapshot(group).group.members
    window.go(LifeRoute(group, members[0].id))
    arrive(sample)
    page = window.pages.life
    assert page.others.current_key() == members[0].id
    assert emptiest(page) <= 1 / 3
    page.others.choose(members[2].id)
    page.others.setFocus()
    key("Return")
    assert as_a(LifeRoute, where(window)).member == members[2].id
    assert page.others.current_key() == members[2].id
    window.resize(1280, 720)
    arrive(sample)
    assert not page.others.isVisible()


def test_lists_grow_with_the_window_as_questions_do(sample: Session) -> None:
    window = sample.window
    go(window, CampaignRoute())
    table = window.pages.campaign.overview.groups
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
