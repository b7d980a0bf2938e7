"""Founding and recruiting: what a press does, what would fit, and why something cannot be."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lastdays.model.group import ON_THE_ROAD
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.forms.members import RecruitForm
from lastdays.ui.models.rows import Cell, CellRole, RowModel, RowRole
from lastdays.ui.navigation import FoundRoute, GroupRoute
from lastdays.ui.pages.create_group_page import CreateGroupPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.widgets.table import Table
from sure import as_a, sure
from ui.hands import click, focus, go, key, push, seen, settle, tab_to, write


@pytest.fixture
def found(session: Session) -> CreateGroupPage:
    services = session.services
    services.campaigns.begin("C")
    session.window.resize(1280, 720)
    session.window.refresh()
    return as_a(CreateGroupPage, go(session.window, FoundRoute()))


def recruiting(
    session: Session, leader: str = "merciless-thug", gear: tuple[str, ...] = ("knife",)
) -> GroupPage:
    """A group being founded, with the workshop open."""
    services = session.services
    campaign = services.campaigns.begin("C")
    made = services.groups.create_with_leader(campaign, "G", leader, "Zeke", "farm-house", "Jo")
    for item in gear:
        services.gear.buy(made, services.workspace.group(made).group.leader, item)
    session.window.resize(1280, 720)
    session.window.refresh()
    session.window.go(GroupRoute(made))
    session.window.pages.group.start_recruiting()
    settle()
    return as_a(GroupPage, session.window.pages.group)


def offer(table: Table, wanted: str) -> Cell:
    """The row about something, as it is painted."""
    model = as_a(RowModel, table.model())
    return as_a(Cell, model.index(model.row_of(wanted), 0).data(CellRole))


def add(form: RecruitForm, *gear: str) -> None:
    """Adds gear with the button, also what doesn't fit."""
    form.unfit.show_open(True)
    for wanted in gear:
        form.gear_table.choose_row(wanted)
        form.add_button.click()
    settle()


def press(table: Table, wanted: str) -> None:
    """Presses a row with the mouse."""
    model = as_a(RowModel, table.model())
    index = model.index(model.row_of(wanted), 0)
    table.scrollTo(index)
    settle()
    where = table.visualRect(index).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    settle()


@pytest.mark.smoke
def test_a_random_name_is_one_press_and_gives_way_to_typing(found: CreateGroupPage) -> None:
    tab_to(found.group_dice)
    key("Space")
    first = found.name.text()
    assert first
    key("Space")
    assert found.name.text() not in ("", first)
    found.name.undo()
    assert found.name.text() == first
    tab_to(found.name)
    found.name.selectAll()
    write("Ours")
    assert found.name.text() == "Ours"
    tab_to(found.leader_dice)
    key("Space")
    assert found.leader_name.text()


def test_a_press_on_gear_adds_it_and_another_removes_it(session: Session) -> None:
    page = recruiting(session)
    form = page.recruit_form
    press(form.gear_table, "club")
    assert form.recruit().gear == ("club",)
    assert offer(form.gear_table, "club").end == "× 1"
    press(form.gear_table, "club")
    assert form.recruit().gear == ()
    # With the keys: Space or plus adds, Delete or minus removes.
    form.gear_table.setFocus()
    key("Space", "+", "-")
    assert form.recruit().gear == ("club",)
    key("Delete", "Delete")
    assert form.recruit().gear == ()
    # It stays where it is.
    form.gear_table.choose_row("knife")
    bar = form.gear_table.verticalScrollBar()
    before = bar.value(), form.gear_table.current_key()
    assert bar.value() > 0
    push(form.add_button)
    assert (bar.value(), form.gear_table.current_key()) == before
    # A new Leader's arms have the same form.
    arms = Recruit("goon", "Mo", gear=("club",))
    form.start(sure(page.view).group, lambda _recruit: [], fixed=arms)
    settle()
    assert not form.types_panel.isVisible()
    assert not form.suggestion_line.isVisible()
    press(form.gear_table, "revolver")
    assert form.recruit().gear == ("club", "revolver")


def test_why_gear_cannot_be_bought_stands_beside_it(session: Session) -> None:
    form = recruiting(session).recruit_form
    assert offer(form.gear_table, "revolver").beneath_token == "faint_text"
    add(form, "revolver", "revolver")
    assert offer(form.gear_table, "magnum").beneath == "At most 2 Firearms"
    form.types.choose_row("dog")
    settle()
    form.unfit.show_open(False)
    # What doesn't fit is one line until it is pressed.
    assert [row.key for row in form.gear_table.rows.rows] == ["revolver"]  # chosen before
    others = len(form.catalogue.for_sale()) - 1
    assert form.unfit.button.text().endswith(f"{others} more you can't add")
    push(form.unfit.button)
    assert offer(form.gear_table, "club").beneath == "Animals carry nothing"
    assert offer(form.gear_table, "club").beneath_token == "faint_text"
    model = form.gear_table.rows
    spoken = model.index(model.row_of("club"), 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Animals carry nothing" in spoken


def test_the_group_grows_beside_the_form(session: Session) -> None:
    form = recruiting(session).recruit_form
    form.types.choose_row("goon")
    add(form, "heavy-club")
    rows = form.group_table.rows
    assert [rows.index(r, 0).data() for r in range(rows.rowCount())] == ["Goon", "Zeke"]
    assert rows.index(0, 0).data(RowRole).ground
    words = form.meters.accessibleDescription()
    assert "Members: 2 of 8" in words
    assert "Close combat: 1 of 2" in words
    assert form.left_figure.text() == str(83 - 9 - sure(form.catalogue.gear("heavy-club").cost))


def test_a_suggestion_is_one_press(session: Session) -> None:
    page = recruiting(session)
    form = page.recruit_form
    assert "Affordable with 83 points:" in seen(form)
    first = form.suggestion_buttons[0]
    assert first.isVisible()
    tab_to(first)
    key("Space")
    recruit = form.recruit()
    gear = form.catalogue.gear(recruit.gear[0]).name
    assert first.text().startswith(f"{form.catalogue.character(recruit.type).name} with {gear}")
    assert form.confirm_button.isEnabled()
    click(form, form.confirm_button.text().replace("&", ""))
    assert len(sure(page.view).group.roster) == 2


def test_why_nothing_is_suggested_is_said_as_it_is(session: Session) -> None:
    page = recruiting(session)
    form, group = page.recruit_form, sure(page.view).group

    def said(**changed: object) -> str:
        form.start(replace(group, **changed), lambda _recruit: [])
        return form.suggestion_label.text()

    assert said(points=2) == "2 points aren't enough for any recruit."
    full = tuple(replace(group.members[0], id=f"m{n}", name=f"M {n}") for n in range(8))
    assert said(members=full, leader="m0") == "The Refuge is full: 8 of 8 members."
    assert said(points=8).startswith("Affordable with 8 points:")


def test_a_star_stands_where_it_says_something_and_is_explained_there(session: Session) -> None:
    """Zeke isn't Trained: no gear is marked. Whoever founds may still take a Trained Leader."""
    page = recruiting(session)
    form, group = page.recruit_form, sure(page.view).group
    assert not any("*" in row.cell(0).text for row in form.gear_table.rows.rows)
    form.start(replace(group, members=(), leader=""), lambda _recruit: [])
    assert form.gear_table.rows.headings[0] == "Choose gear (* for a Trained Leader)"
    assert "Military SMG *" in [row.cell(0).text for row in form.gear_table.rows.rows]


def test_enter_in_the_name_recruits_or_goes_on_to_the_gear(session: Session) -> None:
    page = recruiting(session)
    form = page.recruit_form
    form.types.choose_row("goon")
    form.name.setFocus()
    key("Return")
    assert focus() is form.gear_table  # a weapon is still to choose
    add(form, "club")
    form.name.setFocus()
    form.name.setText("Gus")
    key("Return")
    assert [m.name for m in sure(page.view).group.roster] == ["Zeke", "Gus"]


def test_why_a_recruit_is_warned_of_and_our_table_allows_it(session: Session) -> None:
    page = recruiting(session, gear=())
    form = page.recruit_form
    form.types.choose_row("sarge")
    add(form, *["squad-automatic-weapon"] * 3)
    said = form.problems.text()
    assert "costs 51 Scavenge Points" not in said
    assert "carries 3 Firearms; the limit is 2" in said
    assert "is Highly Specialized" in said
    assert not form.confirm_button.isEnabled()
    tab_to(form.allow_button)
    key("Space")
    assert [m.name for m in sure(page.view).group.roster] == ["Zeke", "Sarge"]
    # What is judged on the whole group is a warning once there are others.
    assert "other Keyword" in seen(page)
    assert "have another Keyword than Selfish" in seen(page.warnings)


def rows_of(table: Table) -> list[tuple[str, str, str]]:
    """The rows of a group that is drawn: the name, what is beneath it, whether it is kept."""
    found = []
    for row in table.rows.rows:
        name = as_a(Cell, row.cells[0])
        found.append((name.text, name.beneath, as_a(Cell, row.cells[2]).text))
    return found


def test_a_random_group_is_one_press_and_again_draws_another(found: CreateGroupPage) -> None:
    assert not found.random.isVisible()
    tab_to(found.random_button)
    key("Space")
    first = rows_of(found.random.table)
    assert len(first) >= 5
    assert first[0][1].startswith("Refuge")
    assert first[1][1].startswith("Leader")
    assert found.leader_name.text() == first[1][0]
    assert found.name.text()
    assert not found.leaders.isVisible()
    assert "points left of 100" in seen(found)
    assert found.random.again_button.hasFocus()
    key("Space")
    assert rows_of(found.random.table) != first


def test_what_is_pressed_stays_as_another_group_is_drawn(found: CreateGroupPage) -> None:
    push(found.random_button)
    table = found.random.table
    refuge, leader, _first, second, *_others = rows_of(table)
    press(table, "refuge")
    press(table, "0")
    press(table, "2")
    assert [kept for _name, _line, kept in rows_of(table)][:4] == ["kept", "kept", "", "kept"]
    for _time in range(5):
        push(found.random.again_button)
        rows = rows_of(table)
        assert rows[0] == (*refuge[:2], "kept")
        assert rows[1] == (*leader[:2], "kept")
        assert rows[2] == (*second[:2], "kept")
        assert {kept for _name, _line, kept in rows[3:]} <= {""}
    table.choose_row("0")
    table.setFocus()
    key("Space")
    assert rows_of(table)[1][2] == ""


def test_a_typed_name_stays_whatever_is_drawn(found: CreateGroupPage) -> None:
    tab_to(found.name)
    write("Ours")
    tab_to(found.leader_name)
    write("Max")
    push(found.random_button)
    push(found.random.again_button)
    assert (found.name.text(), found.leader_name.text()) == ("Ours", "Max")
    assert rows_of(found.random.table)[1][0] == "Max"
    found.leader_name.setFocus()
    found.leader_name.selectAll()
    write("Moe")
    assert rows_of(found.random.table)[1][0] == "Moe"


def test_a_random_group_is_created_with_enter_and_undone_as_one(
    session: Session, found: CreateGroupPage
) -> None:
    window, workspace = session.window, session.services.workspace
    push(found.random_button)
    drawn = rows_of(found.random.table)[1:]
    key("Return")
    page = as_a(GroupPage, window.page())
    group = sure(page.view).group
    assert [member.name for member in group.members] == [name for name, _line, _kept in drawn]
    assert "needs a weapon" not in seen(page)
    push(window.undo_action)
    assert workspace.groups(window.campaign_id) == []


def test_by_hand_drops_what_was_drawn(found: CreateGroupPage) -> None:
    push(found.random_button)
    push(found.random.by_hand_button)
    assert not found.random.isVisible()
    assert found.leaders.isVisible()
    assert "this Leader costs 12" in seen(found)


def test_a_random_group_that_cannot_be_is_said(session: Session, found: CreateGroupPage) -> None:
    rules = session.services.house_rules
    campaign = session.window.campaign_id
    session.services.do(partial(rules.set_number, campaign, "founding.points", 3))
    settle()
    page = as_a(CreateGroupPage, session.window.page())
    push(page.random_button)
    assert "3 points make no group of the book" in session.window.toast.text.text()
    assert page.leaders.isVisible()


def test_the_leader_and_refuge_chosen_by_hand_are_kept_where_they_are_to_stay(
    session: Session,
    found: CreateGroupPage,
) -> None:
    found.leaders.choose_row("merciless-thug")
    found.refuges.choose_row(ON_THE_ROAD)
    push(found.keep_leader)
    push(found.keep_refuge)
    push(found.random_button)
    for _time in range(4):
        rows = rows_of(found.random.table)
        assert rows[0] == ("On the road", "no Refuge", "kept")
        assert rows[1][1].startswith("Leader · Merciless Thug")
        assert rows[1][2] == "kept"
        push(found.random.again_button)
    push(found.create_button)
    page = as_a(GroupPage, session.window.page())
    assert sure(page.view).group.on_the_road
    assert "needs a weapon" not in seen(page)


def test_without_the_ticks_any_leader_is_drawn(found: CreateGroupPage) -> None:
    found.leaders.choose_row("merciless-thug")
    drawn = set()
    for _time in range(12):
        push(found.random_button)
        drawn.add(rows_of(found.random.table)[1][1].split(" · ")[1])
        push(found.random.by_hand_button)
    assert len(drawn) > 1
