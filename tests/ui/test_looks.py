"""What pages show where there is room for it, or little to show; zooms; windows on other screens."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QPoint, QSettings, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QTabWidget, QWidget

from colour_blind import contrast
from lastdays.desktop.opening import OpeningFrame, first_size
from lastdays.devtools.screens import play_to_first_shot, settle as look_again
from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.app import Session, _remembered_theme
from lastdays.ui.forms.dice_panel import Die, DieButton, LyingDie
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
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.shell.palette import Palette
from lastdays.ui.theme import SCALES, Theme, suited_zoom
from lastdays.ui.widgets.entry_card import entry_at
from lastdays.ui.widgets.table import Table
from lastdays.ui.window import Memory
from sure import as_a, sure
from ui.hands import (
    after_first_game,
    arrive,
    click,
    go,
    key,
    pick,
    seen,
    sequence_until,
    settle,
    where,
)
from ui.measuring import emptiest


def test_headings_of_what_is_new_begin_with_a_capital() -> None:
    released = "## 0.2.0 — 2026-11-23\n\n### New: the look\n\n- A\n\n## 0.1.0\n\n- B\n"
    for upcoming, seen_first in (("", "## The look\n\n- A"), ("### Quicker\n\n", "## Quicker")):
        text = latest_news(f"# Changelog\n\n## Unreleased\n\n{upcoming}{released}")
        assert text.startswith(f"# What's new\n\n{seen_first}")
        assert text.endswith("## The look\n\n- A")


def opened(sample: Session, route: Route) -> Page:
    """Shows a page, that of the first group where it is a group's."""
    window = sample.window
    if route == GroupRoute():
        groups = sample.services.workspace.groups()
        route = GroupRoute(next(g.id for g in groups if g.name.startswith("Zeke")))
    return as_a(Page, go(window, route))


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
    about = page.member_panel.about.findChildren(QLabel)
    assert "Leader" in [line.property("rulebook") for line in about]
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


def test_the_palette_shows_what_kind_of_thing_each_is_and_long_names_on_hover(
    sample: Session,
) -> None:
    name, services = ("Maximilian <b>von</b> " * 4).strip(), sample.services
    group = services.workspace.groups()[0]
    member = services.workspace.group(group.id).group.members[1]
    services.groups.edit_member(group.id, replace(member, name=name))
    key("Ctrl+K")
    palette = sure(sample.window.findChild(Palette))
    cells = {row.cell(0).text: row.cell(0) for row in palette.model.rows}
    assert all(cell.drawing for cell in cells.values())
    assert cells["Lou"].drawing_token == "keyword_selfish"
    assert palette.list.rowHeight(0) >= 36
    hint = palette.model.index(list(cells).index(name), 0).data(Qt.ItemDataRole.ToolTipRole)
    assert html.escape(name) in hint
    key("Escape")


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
    session.services.groups.create_with_leader(
        window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall"
    )
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


@pytest.mark.parametrize(
    ("width", "height", "percent"),
    [(1280, 720, 100), (1920, 1080, 100), (2560, 1380, 150), (2560, 720, 100), (3840, 2100, 200)],
)
def test_a_zoom_suits_the_window(width: int, height: int, percent: int) -> None:
    assert suited_zoom(width, height) == percent
    assert percent in SCALES


def test_a_large_window_is_zoomed_by_itself_until_a_zoom_is_chosen(sample: Session) -> None:
    window, theme = sample.window, sample.theme
    box = go(window, SettingsRoute()).size_box
    assert box.currentData() == 100
    pick(box, box.itemText(0))

    def suits(width: int, height: int, percent: int) -> None:
        window.resize(width, height)
        settle()
        window.suit_zoom()
        assert theme.percent == percent

    suits(2560, 1400, 150)
    suits(1280, 720, 100)
    QTest.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert theme.percent == 110
    suits(2560, 1400, 110)
    pick(box, box.itemText(0))
    suits(2560, 1400, 150)
    pick(box, box.itemText(box.findData(125)))
    suits(1280, 720, 125)


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


# What a page says where there is little, or much


def test_an_empty_aftermath_says_what_comes_first(session: Session) -> None:
    window = session.window
    window.go(CampaignRoute(session.services.campaigns.begin("Riverside")))
    page = go(window, AftermathRoute())
    assert page.first_button.isVisible()
    assert page.first_button.text() == "&Create group"
    assert not page.record_button.isVisible()
    page.first_button.click()
    assert window.page() is window.pages.found


def test_the_dice_of_the_sequence_grow_with_the_window(sample: Session) -> None:
    """At 100 %: what is asked is seen from further away where there is room for it."""
    window, page = sample.window, sequence_until(sample, can_be_rolled)

    def dice() -> list[Die]:
        found = (*page.findChildren(DieButton), *page.findChildren(LyingDie))
        return [die for die in found if die.isVisible()]

    small = [d.size() for d in dice()]
    assert len(small) >= 7
    window.resize(2560, 1440)
    settle()
    for die, before in zip(dice(), small, strict=True):
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


class Room(NamedTuple):
    """What a page shows where there is room for it: parts, words, and a row that leads on: of which
    part, which one, and whose life, or what page, it leads to."""

    parts: tuple[QWidget, ...]
    says: str
    row: int | None = None
    leads: str | type[Route] = ""


def at_campaign(session: Session) -> Room:
    page = go(session.window, CampaignRoute()).overview
    assert page.groups.isColumnHidden(RATING) is (session.window.width() < 1920)
    story = page.game_panel.story
    return Room((story,), "Zeke's Truckers took 6 zombies Out of Action", -1, SequenceRoute)


def at_aftermath(session: Session) -> Room:
    told = go(session.window, AftermathRoute()).told
    won = "Zeke's Truckers beat Carl's Crew, who broke."
    return Room((told.roster, told.story), won, 2, "Lou")


def at_table(session: Session) -> Room:
    for _name in play_to_first_shot(session):
        pass
    board = go(session.window, TableRoute()).played.board
    return Room((board, board.cards["Z3"]), "Turn 1, Shooting")


def at_memorial(session: Session) -> Room:
    group = session.services.workspace.groups(session.window.campaign_id)[0].id
    member = session.services.workspace.snapshot(group).group.members[1]
    after_first_game(session)
    session.services.groups.edit_member(group, replace(member, status="dead"))
    page = go(session.window, ChronicleRoute())
    page.tabs.setCurrentIndex(page.tabs.count() - 1)
    return Room((page.memorial.told.roster,), "Bea took Mo Out of Action.", 0, "Zeke")


def at_life(session: Session) -> Room:
    group = session.window.places.groups()[0]
    members = session.services.workspace.snapshot(group).group.members
    page = go(session.window, LifeRoute(group, members[0].id))
    assert page.others.current_key() == members[0].id
    return Room((page.others,), "", 2, members[2].name)


@pytest.mark.parametrize("there", [at_campaign, at_aftermath, at_table, at_memorial, at_life])
def test_a_large_window_shows_more_and_leads_on_from_it(
    sample: Session, there: Callable[[Session], Room]
) -> None:
    window = sample.window
    window.resize(1920, 1080)
    room = there(sample)
    arrive(sample)
    assert all(part.isVisible() for part in room.parts)
    assert room.says in seen(window.page())
    assert emptiest(window.page()) <= THIRD
    window.resize(1280, 720)
    arrive(sample)
    assert not any(part.isVisible() for part in room.parts)
    if room.row is not None:
        window.resize(1920, 1080)
        arrive(sample)
        table = as_a(Table, room.parts[0])
        table.choose_row(table.rows.key_at(room.row % table.rows.rowCount()))
        table.setFocus()
        key("Space")
        if isinstance(room.leads, str):
            assert window.pages.life.life.member.name == room.leads
        else:
            assert isinstance(where(window), room.leads)


#: A third of a page, give or take the edge of a row.
THIRD = 0.335


def emptiest_tabs(session: Session, *places: Route) -> Iterator[tuple[Route, int]]:
    """The pages, and which of their tabs, where more than a third is empty."""
    window = session.window
    for route in places:
        tabs = getattr(go(window, route), "tabs", None)
        for tab in range(tabs.count() if isinstance(tabs, QTabWidget) else 1):
            if isinstance(tabs, QTabWidget):
                tabs.setCurrentIndex(tab)
            look_again(session)
            if emptiest(window.page()) > THIRD:
                yield route, tab


def test_nothing_empty_is_larger_than_a_third_of_a_large_window(sample: Session) -> None:
    window = sample.window
    group = window.places.groups()[0]
    member = sample.services.workspace.snapshot(group).group.members[0].id
    after_first_game(sample)
    window.resize(1920, 1080)
    places = (
        CampaignRoute(), FoundRoute(), RecordRoute(), GroupRoute(group), LifeRoute(group, member),
        PrintRoute(group), ChronicleRoute(), ShareRoute(), RulebookRoute(), GamesRoute(),
        LeagueRoute(), HelpRoute(), SettingsRoute(), AboutRoute(), DataRoute(), AftermathRoute(),
        NextGameRoute(),
    )  # fmt: skip
    assert not list(emptiest_tabs(sample, *places))
