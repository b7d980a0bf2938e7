"""What is in sight on a group's page, and how few presses lead to what is next."""

from __future__ import annotations

import itertools

import pytest
from defusedxml.ElementTree import fromstring
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QMenu, QStyleOptionViewItem, QToolTip, QWidget

from lastdays.campaign.exchange.sharing import SharedGroup, shared_group
from lastdays.model.group import Advance, BuiltPerk, Injury, Skill
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.models.items import ITEM_TYPE
from lastdays.ui.models.roster import GEAR, TRAITS, TYPE
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    GroupRoute,
    NextGameRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.group_picture import GroupPicture
from lastdays.ui.window import Window
from store.exercise import edit_group, rebuild
from sure import as_a, sure
from ui.hands import click, focus, go, key, menu_item, push, seen, settle, size, write
from ui.test_looks import scroller


def grown(page: GroupPage, sample: Session) -> None:
    """Gives the group a past: Levels, injuries, skills, Perks, a stash."""
    services, group = sample.services, page.group_id
    zeke, mo, _lou, ed, *_rest = sure(page.view).group.members
    edits = (
        replace(zeke, level=2, experience=3, advances=(Advance("S", 1, 1, 1),)),
        replace(mo, experience=4, injuries=(Injury("blinded", 1),)),
        replace(
            ed,
            injuries=(Injury("arm-injury"), Injury("shell-shocked"), Injury("leg-injury")),
            skills=(*ed.skills, Skill("sniper"), Skill("double-tap"), Skill("quick-load")),
        ),
    )
    for member in edits:
        services.groups.edit_member(group, member)
    for item in ("climbing-gear", "climbing-gear", "booze"):
        services.gear.add_gear(group, "", item)
    rebuild(services.groups, group, "farm-house", "fences", "watch-tower")
    page.refresh()
    settle()


def of_size(sample: Session, count: int, name: str = "Member", *, founding: bool = False) -> str:
    services = sample.services
    group = services.groups.found(sample.window.campaign_id, "Many", "merciless-thug", "Z", "mall")
    for n in range(count - 1):
        recruit = Recruit("goon", f"{name} {n}", gear=("club", "revolver"))
        services.groups.recruit(group, recruit, allowed=True)
    if not founding:
        services.groups.end_founding(group)
    return group


def on_page(page: GroupPage, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())


def rows_in_sight(page: GroupPage) -> int:
    """How many rows of the roster are whole on the screen."""
    table = page.roster.table
    whole = table.viewport().rect()
    shown = [
        table.visualRect(page.roster.model.index(n, 0)) for n in range(page.roster.model.rowCount())
    ]
    return sum(1 for r in shown if whole.top() <= r.top() and r.bottom() <= whole.bottom())


def scrolls(sample: Session) -> int:
    area = sample.window.pages.area(GroupRoute)
    return area.verticalScrollBar().maximum() + area.horizontalScrollBar().maximum()


# What is in sight


def test_eight_members_and_all_panels_are_in_sight_at_1280_by_720(
    page: GroupPage, sample: Session
) -> None:
    grown(page, sample)
    assert rows_in_sight(page) == 8
    assert scrolls(sample) == 0
    assert page.roster.table.rowHeight(0) >= 45
    for panel in (page.member_panel, page.refuge, page.stash):
        assert page.rect().contains(on_page(page, panel))
        assert panel.height() >= 160


def test_twelve_members_are_in_sight_at_1366_by_768(sample: Session) -> None:
    window = sample.window
    window.resize(1366, 768)
    page = go(window, GroupRoute(of_size(sample, 12)))
    assert rows_in_sight(page) == 12
    assert scrolls(sample) == 0


def test_a_large_window_has_the_member_beside_the_roster(page: GroupPage, sample: Session) -> None:
    grown(page, sample)
    below = on_page(page, page.member_panel)
    assert below.top() > on_page(page, page.roster).bottom()
    sample.window.resize(1920, 1080)
    settle()
    beside = on_page(page, page.member_panel)
    assert beside.left() > on_page(page, page.roster).right()
    assert beside.height() > 800
    assert page.member_panel.facts.isVisible()
    sample.window.resize(1280, 720)
    settle()
    assert on_page(page, page.member_panel) == below


def test_chips_and_gear_that_have_no_room_are_named_on_the_last(
    page: GroupPage, sample: Session
) -> None:
    grown(page, sample)
    table, model = page.roster.table, page.roster.model

    def hover(column: int, x: int) -> str:
        """What is said of a place so far into a cell."""
        index = model.index(names(page).index("Ed"), column)
        cell = table.visualRect(index)
        event = QHelpEvent(
            QEvent.Type.ToolTip, QPoint(cell.left() + x, cell.center().y()), QPoint()
        )
        QToolTip.hideText()
        table.itemDelegate().helpEvent(event, table, QStyleOptionViewItem(), index)
        return QToolTip.text()

    said = [hover(TRAITS, x) for x in range(10, table.columnWidth(TRAITS), 8)]
    assert said[0].startswith("Arm Injury: ")
    assert "Sniper: " in "\n".join(said[1:])
    assert "Quick-Load: " in said[-2]
    assert hover(GEAR, 16).startswith("Hunting Rifle")


# Sorting and searching


def names(page: GroupPage) -> list[str]:
    return [row.cell(0).text.split(" ★")[0].removesuffix(" ✎") for row in page.roster.model.rows]


def test_the_roster_is_sorted_by_any_column_and_goes_back_to_its_own_order(page: GroupPage) -> None:
    own = names(page)
    header = page.roster.table.horizontalHeader()

    def press(column: int) -> None:
        x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        point = QPoint(x, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)
        settle()

    page.roster.choose(sure(page.view).group.members[3].id)
    press(0)
    assert names(page) == sorted(own)
    assert sure(page.roster.member).name == "Ed"
    press(0)
    assert names(page) == sorted(own, reverse=True)
    press(0)
    assert names(page) == own
    for column in range(TYPE):
        press(column)
        order = str(page.roster.model.headerData(column, Qt.Orientation.Horizontal))
        assert order[-1] in "▴▾"
        assert sorted(names(page)) == sorted(own)


def test_ctrl_f_finds_members_by_name_gear_or_skill_and_esc_shows_all(page: GroupPage) -> None:
    key("Ctrl+F")
    assert focus() is page.roster.search
    write("knife")
    assert names(page) == ["Zeke", "Ed", "Pip", "Doc"]
    assert sure(page.roster.member).name == "Zeke"
    write(" gunsmith")
    assert names(page) == ["Ed"]
    write(" nothing")
    assert names(page) == []
    assert "Nobody here has all of these words" in seen(page)
    assert not page.member_panel.isEnabled()
    key("Escape")
    assert len(names(page)) == 8
    assert focus() is page.roster.table


# What is next


def test_one_press_leads_to_what_is_next(page: GroupPage, sample: Session) -> None:
    window, services = sample.window, sample.services
    first = page.head.first_button
    assert first.text() == "&After game 1 ▸"
    push(first)
    assert isinstance(window.route, SequenceRoute)
    sequence = window.route.sequence
    go(window, GroupRoute(page.group_id))
    push(first)
    assert window.route == SequenceRoute(sequence)
    services.records.delete(window.campaign_id, sure(page.view).campaign.games[0].id)
    go(window, GroupRoute(page.group_id))
    assert first.text() == "Pla&y ▸"
    click(window, "Play")
    assert isinstance(window.route, NextGameRoute)
    window.go(TableRoute())
    window.pages.table.start_setup()
    window.pages.table.setup.begin()
    session = window.route.session
    go(window, GroupRoute(page.group_id))
    click(window, "Back to the table")
    assert window.route == TrackerRoute(session)


def test_a_group_being_founded_recruits_first_and_starts_playing(sample: Session) -> None:
    window = sample.window
    group = of_size(sample, 2, founding=True)
    page = go(window, GroupRoute(group))
    assert page.head.first_button.text() == "&Recruit"
    assert not page.head.recruit_button.isVisible()
    key("Alt+R")
    assert page.recruit_form.isVisible()
    assert not page.head.first_button.isVisible()
    page.show_home()
    click(page, "Start playing")
    assert not sure(page.view).group.founding


def test_the_menu_of_the_group_holds_all_that_is_done_with_it(page: GroupPage) -> None:
    texts = [a.text() for a in page.head.more_button.menu().actions() if a.text()]
    assert texts == [
        "Recruit…",
        "Edit group…",
        "History",
        "Memorial",
        "Picture of the group",
        "Copy this group",
        "Export…",
        "Share…",
        "Print…",
        "Delete this group",
    ]
    menu_item(page.head.more_button, "Edit group…")
    assert page.group_editor.isVisible()
    page.show_home()
    menu_item(page.head.more_button, "Recruit…")
    assert page.recruit_form.isVisible()


# Menus and drops


def entries(menu: QMenu) -> list[str]:
    menu.aboutToShow.emit()
    return [a.text() for a in menu.actions() if a.text()]


def test_the_menu_of_a_member_and_of_gear_offer_what_can_be_done(page: GroupPage) -> None:
    assert entries(page.roster.menu) == [
        "Edit…",
        "Read their life",
        "Portrait",
        "Add gear by hand",
        "Copy this member",
        "Dismiss",
        "Move",
        "Sort by",
    ]
    page.member_panel.gear.setFocus()
    assert entries(page.member_panel.gear.menu) == ["Move to", "Remove by hand"]
    where = page.roster.table.visualRect(page.roster.model.index(2, 0)).center()
    viewport = page.roster.table.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=where)
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=where)
    settle()
    assert page.member_editor.isVisible()
    assert page.member_editor.name.text() == "Lou"


def test_gear_shows_where_it_would_be_dropped(page: GroupPage) -> None:
    data = QMimeData()
    data.setData(ITEM_TYPE, sure(page.view).group.members[0].gear[0].id.encode())
    table = page.roster.table

    def drag(kind: type[QDragMoveEvent], view: QAbstractItemView, at: QPoint) -> None:
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        position = at if kind is QDragEnterEvent else QPointF(at).toPoint()
        event = kind(position, Qt.DropAction.MoveAction, data, buttons, keys)
        if isinstance(event, QDragEnterEvent):
            view.dragEnterEvent(event)
        else:
            view.dragMoveEvent(event)

    at = table.visualRect(page.roster.model.index(4, 3)).center()
    before = table.viewport().grab().toImage()
    drag(QDragEnterEvent, table, at)
    drag(QDragMoveEvent, table, at)
    assert table.viewport().grab().toImage() != before
    stash = page.stash.items
    before = stash.viewport().grab().toImage()
    drag(QDragEnterEvent, stash, stash.viewport().rect().center())
    drag(QDragMoveEvent, stash, stash.viewport().rect().center())
    assert stash.viewport().grab().toImage() != before


# The panels


def test_what_the_chosen_one_carries_is_worked_out(page: GroupPage, sample: Session) -> None:
    grown(page, sample)
    model = page.member_panel.gear.rows
    spoken = [
        str(model.index(n, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        for n in range(model.rowCount())
    ]
    assert spoken[0].startswith("Revolver, 12″ · damage 3 · RoF 1 · hits on 4+")
    assert spoken[1] == "Knife, CQC 5 · damage D6+5 · Lobotomizer 1"
    page.roster.choose(sure(page.view).group.members[2].id)
    last = model.index(model.rowCount() - 1, 0)
    assert last.data() == "Unarmed"
    page.member_panel.gear.setCurrentIndex(last)
    assert not page.member_panel.move_button.isVisible()


def test_the_buttons_stay_where_they_are_whatever_is_chosen(
    page: GroupPage, sample: Session
) -> None:
    grown(page, sample)
    member = page.member_panel
    buttons = (member.add_button, member.edit_button, member.more_button)

    def places() -> list[QRect]:
        settle()
        return [on_page(page, button) for button in buttons]

    before = places()
    for chosen in sure(page.view).group.members:
        page.roster.choose(chosen.id)
        for n in range(page.member_panel.gear.rows.rowCount()):
            member.gear.setCurrentIndex(member.gear.rows.index(n, 0))
            assert places() == before
            # What can be done with gear comes with what is chosen, beside those.
            carried = member.gear.currentIndex().data() != "Unarmed"
            assert member.move_button.isVisible() == carried
    menu_item(member.add_button, "Equipment", "Scope")
    assert places() == before


def test_the_same_things_of_the_stash_stand_in_one_row(page: GroupPage, sample: Session) -> None:
    grown(page, sample)
    model = page.stash.items.rows
    spoken = [
        str(model.index(n, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        for n in range(model.rowCount())
    ]
    assert spoken == ["Climbing Gear ✎ ×2", "Booze ✎"]
    page.stash.items.setCurrentIndex(model.index(0, 0))
    menu_item(page.stash.move_button, "Lou")
    assert [i.key for i in sure(page.view).group.stash] == ["climbing-gear", "booze"]


def test_an_empty_slot_leads_to_building(page: GroupPage, window: Window) -> None:
    slots = page.refuge.perks
    model = page.refuge.model
    assert [model.index(n, 0).data() for n in range(model.rowCount())] == [
        "Fenced-Off Garden",
        "6 Empty Spaces",
    ]
    slots.setFocus()
    slots.setCurrentIndex(model.index(1, 0))
    page.refuge.menu.aboutToShow.emit()
    _job, by_hand = page.refuge.menu.actions()
    next(a for a in as_a(QMenu, by_hand.menu()).actions() if a.text() == "Fences").trigger()
    settle()
    assert [p.key for p in sure(page.view).group.refuge.built] == ["fences"]
    slots.setCurrentIndex(page.refuge.model.index(1, 0))
    page.refuge.menu.aboutToShow.emit()
    page.refuge.menu.actions()[-1].trigger()
    settle()
    assert sure(page.view).group.refuge.built == ()
    assert sure(page.view).undo == f"set Perks of {sure(page.view).group.name}"
    slots.setCurrentIndex(model.index(1, 0))
    page.refuge.menu.aboutToShow.emit()
    push(page.refuge.menu.actions()[0])
    assert isinstance(window.route, AftermathRoute)


@pytest.mark.parametrize("perks", [6, 12])
def test_all_slots_of_a_refuge_are_in_sight(page: GroupPage, perks: int) -> None:
    built = tuple(BuiltPerk(f"p{n}", "watch-tower") for n in range(perks))
    refuge = replace(sure(page.view).group.refuge, built=built)
    page.refuge.show_group(
        sure(replace(sure(page.view), group=replace(sure(page.view).group, refuge=refuge)))
    )
    settle()
    slots = page.refuge.perks
    whole = slots.viewport().rect()
    shown = [slots.visualRect(page.refuge.model.index(n, 0)) for n in range(perks + 1)]
    assert all(r.isValid() for r in shown)
    if perks == 6:
        assert all(whole.contains(r.topLeft()) and r.bottom() <= whole.bottom() + 6 for r in shown)
    for one, other in itertools.combinations(shown, 2):
        assert not one.intersects(other)


# History


def test_the_history_is_opened_at_its_top(page: GroupPage, sample: Session) -> None:
    size(sample, 1280, 720, 200)
    area = scroller(page)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert area.verticalScrollBar().value() > 0
    page.show_history()
    settle()
    assert area.verticalScrollBar().value() == 0


def test_an_entry_of_the_history_can_be_made_the_present(page: GroupPage) -> None:
    menu_item(page.head.more_button, "History")
    history = page.history
    assert not history.restore_button.isEnabled()
    row = next(
        n
        for n in range(history.entries.rows.rowCount())
        if "recruited Mo" in history.entries.rows.index(n, 0).data()
    )
    history.entries.setCurrentIndex(history.entries.rows.index(row, 0))
    settle()
    assert "This change:\nMo, joins: — → Goon" in history.difference.text()
    click(history, "Make this the present")
    assert len(sure(page.view).group.roster) == 2
    assert "restored the group as it was after: recruited Mo" in seen(history)
    assert not history.restore_button.isEnabled()
    history.entries.setFocus()
    key("Ctrl+Z")
    assert len(sure(page.view).group.roster) == 8


LONG = "The Unspeakably Long-Winded Wanderers of the Western Wasteland"


def opened(sample: Session, name: str, count: int = 1, *, founding: bool = True) -> GroupPage:
    """Founds a group of so many members and opens its page."""
    services, window = sample.services, sample.window
    group = services.groups.found(window.campaign_id, name, "merciless-thug", "Z", "mall")
    for n in range(count - 1):
        gear = ("club", "revolver")
        services.groups.recruit(group, Recruit("goon", f"Member {n}", gear=gear), allowed=True)
    if not founding:
        services.groups.end_founding(group)
    return as_a(GroupPage, go(window, GroupRoute(group)))


def drawn(widget: QWidget, area: QRect) -> QImage:
    return widget.grab(area).toImage().convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize("percent", [100, 200])
def test_groups_whose_names_begin_alike_are_told_apart_in_the_side_bar(
    sample: Session, percent: int
) -> None:
    for end in ("", " 2"):
        opened(sample, LONG + end)
    size(sample, 1280, 720, percent)
    go(sample.window, CampaignRoute())
    places, model = sample.window.places.list, sample.window.places.model
    rows = [n for n, r in enumerate(model.rows) if r.cell(0).text.startswith(LONG)]
    areas = [places.visualRect(model.index(n, 0)) for n in rows]
    first, second = [drawn(places.viewport(), area) for area in areas]
    assert first != second


def test_a_title_of_two_lines_breaks_in_its_middle(sample: Session) -> None:
    size(sample, 1280, 720, 100)
    name = f"{LONG} and {LONG}"
    title = opened(sample, name).head.title
    first, second = title.text().split("\n")
    assert f"{first} {second}" == name
    wide = [title.fontMetrics().horizontalAdvance(line) for line in (first, second)]
    assert max(wide) < 1.5 * min(wide)


@pytest.mark.smoke
def test_another_group_is_shown_from_its_top(sample: Session) -> None:
    size(sample, 1280, 720, 200)
    opened(sample, "Many", 3)
    bar = sample.window.pages.area(GroupRoute).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    opened(sample, "More", 3)
    assert bar.value() == 0


# Recruiting, founding, editing


def test_rows_to_recruit_from_are_never_half_in_sight(sample: Session) -> None:
    page = opened(sample, LONG, 9)
    page.start_recruiting()
    form = page.recruit_form
    form.unfit.show_open(True)
    for wide, high in ((1280, 720), (1366, 768)):
        size(sample, wide, high, 100)
        for table in (form.types, form.gear_table, form.group_table):
            assert table.verticalScrollBar().maximum() > 0
            assert table.viewport().height() % table.rowHeight(0) == 0


# Sharing


def written_in(session: Session, tale: SharedGroup) -> list[str]:
    picture = GroupPicture("dark", session.theme.heading, session.theme.body)
    assert not picture.image(tale).isNull()
    drawn = fromstring(picture.svg(tale))
    return ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_what_is_written_in_a_picture_is_whole(sample: Session) -> None:
    """Nobody can point at a picture that was sent, to see what was cut."""
    page = opened(sample, LONG)
    services = sample.services
    names = ("Maximilian-Alexander von und zu Hohenstauffen-Rabenklaue", "Ann", "Maximilian Meyer")
    for name in names:
        services.groups.recruit(page.group_id, Recruit("goon", name), allowed=True)
    rebuild(services.groups, page.group_id, "gun-shop")
    edit_group(services.groups, page.group_id, name=LONG, player="", points=-347, games=0)
    page.refresh()
    written_down = written_in(sample, shared_group(sure(page.view).group, services.catalogue))
    assert not [text for text in written_down if text.endswith("…")]
    assert {"Ann", "Maximilian Meyer", "Fortified", "Windows", "−347"} <= set(written_down)
    leader = sure(page.view).group.leading
    services.groups.edit_member(page.group_id, replace(sure(leader), name="W" * 40))
    page.refresh()
    written_down = written_in(sample, shared_group(sure(page.view).group, services.catalogue))
    cut = next(text for text in written_down if text.startswith("WW"))
    assert cut.endswith("W ★")
