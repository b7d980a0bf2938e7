"""Counters and traits that players wrote: changed in the roster's cell and in forms, and undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.sample import play_through
from lastdays.campaign.table_sessions import LastDaysTracker
from lastdays.rulebook import CHARACTERISTICS
from lastdays.rulebook.own import Counter
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.ui.app import Session
from lastdays.ui.models.roster import FIXED, TRAITS
from lastdays.ui.models.rows import CellRole, Chip
from lastdays.ui.navigation import (
    CampaignRoute,
    GroupRoute,
    RecordRoute,
    SequenceRoute,
    TrackerRoute,
)
from lastdays.ui.pages.campaign_page import RECORDS, CampaignPage, RecordsPanel
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.pieces import Piece
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import (
    click,
    click_on,
    counter_of,
    do,
    go,
    menu_item,
    push,
    seen,
    settle,
    state_of,
    tracker_of,
)
from unit.rulebook.winter import WINTER

#: The column of Endurance.
FIXED_TO_E = len(FIXED) + CHARACTERISTICS.index("E")
DAY = Counter(key="day", name="Day", of="campaign", high=99, start=1)


def write_rules(session: Session) -> None:
    """Writes the rules of a hard winter into the sample campaign."""
    for rule in (*WINTER.entries, DAY):
        HouseRules(session.services.workspace).write_rule(session.window.campaign_id, rule)
    session.window.refresh()


def first_group(session: Session) -> GroupPage:
    groups = session.services.workspace.groups(session.window.campaign_id)
    zeke = next(group.id for group in groups if group.name.startswith("Zeke"))
    return as_a(GroupPage, go(session.window, GroupRoute(zeke)))


@pytest.fixture
def winter(sample: Session) -> GroupPage:
    """The page of the sample's first group, whose campaign has rules of its own."""
    write_rules(sample)
    return first_group(sample)


def choose(page: GroupPage, name: str) -> None:
    member = next(m for m in page.view.group.members if m.name == name)
    page.roster.choose_member(member.id)
    settle()


def chips_of(page: GroupPage, name: str) -> tuple[Chip, ...]:
    """The chips in a member's row."""
    member = next(m for m in page.view.group.members if m.name == name)
    index = page.roster.model.index(page.roster.model.row_of(member.id), TRAITS)
    chips: tuple[Chip, ...] = index.data(CellRole).chips
    return chips


def press_chip(page: GroupPage, name: str, text: str) -> QMenu:
    """Clicks on a chip of a member's row; the menu that opens."""
    choose(page, name)
    table = page.roster.table
    index = page.roster.model.index(table.currentIndex().row(), TRAITS)
    cell = table.visualRect(index)
    there = next(
        where
        for x in range(cell.left(), cell.right(), 4)
        if (chip := table.chip_at(index, where := QPoint(x, cell.center().y()))) is not None
        and chip.text == text
    )
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=there)
    settle()
    return page.roster.values


def choose_in(menu: QMenu, text: str) -> None:
    push(next(action for action in menu.actions() if action.text() == text))
    menu.hide()
    settle()


@pytest.mark.smoke
def test_a_counter_is_changed_in_the_roster_s_cell_and_says_why(winter: GroupPage) -> None:
    menu = press_chip(winter, "Mo", "Sickness 0")
    assert [action.text() for action in menu.actions()] == [
        *("5: Bedridden", "4", "3: Feverish", "2", "1: Coughing", "0"),
    ]
    choose_in(menu, "3: Feverish")
    assert chips_of(winter, "Mo")[0].text == "Feverish 3"
    assert chips_of(winter, "Mo")[0].hint == (
        "Sickness 3: Feverish: −1 Close Quarters Combat, −1 Endurance"
    )
    assert "Mo | Selfish | 0 | 0/6 | 4▾ | 3▾ | 3 | 3 | 3▾ | 3 | 2 | 2" in seen(winter)
    row = winter.roster.table.currentIndex().row()
    whys = [winter.roster.model.index(row, n).data(CellRole).hint for n in range(TRAITS)]
    assert "Endurance 3 = 4 Goon (p.\u00a024) −1 Feverish (our rules)" in whys
    undo, _redo = winter.undo_names()
    assert undo == "set Sickness of Mo to 3"
    winter.services.workspace.undo(winter.campaign_id, winter.group_id)
    winter.refresh()
    assert chips_of(winter, "Mo")[0].text == "Sickness 0"


def test_the_menu_of_a_member_has_its_counters_for_the_keyboard(winter: GroupPage) -> None:
    choose(winter, "Lou")
    winter.roster.menu.aboutToShow.emit()
    counters = next(m for m in winter.roster.menu.findChildren(QMenu) if m.title() == "Counters")
    (sickness,) = counters.findChildren(QMenu)
    assert sickness.title() == "Sickness 0: from 0 to 5"
    choose_in(sickness, "1: Coughing")
    assert chips_of(winter, "Lou")[0].text == "Coughing 1"


def test_a_member_s_form_has_counters_and_traits(winter: GroupPage) -> None:
    choose(winter, "Mo")
    click(winter.member_panel, "Edit")
    editor = winter.member_editor
    editor.own.counters.fields["sickness"].setValue(5)
    assert "Bedridden" in seen(editor.own)
    flaw = editor.own.traits.fields["flaw"]
    menu_item(flaw.roll_button, "6: Better.")
    assert flaw.field.text() == "Better."
    menu_item(flaw.roll_button, "Roll D6 for me")
    assert flaw.field.text() in {row.text for row in WINTER.tables[0].rows}
    flaw.field.selectAll()
    QTest.keyClicks(flaw.field, "Afraid of {dogs} <b>")
    click(editor, "Save changes")
    mo = next(m for m in winter.view.group.members if m.name == "Mo")
    assert (mo.counters, mo.traits) == ({"sickness": 5}, {"flaw": "Afraid of {dogs} <b>"})
    assert [chip.text for chip in chips_of(winter, "Mo")] == ["Bedridden 5", "Afraid of {dogs} <b>"]
    assert winter.undo_names()[0] == "set counters and traits of Mo"
    click(winter.member_panel, "Edit")
    editor.own.counters.fields["sickness"].setValue(3)
    assert editor.numbers["E"].value() == 3  # as it will be
    editor.own.traits.fields["flaw"].field.clear()
    click(editor, "Save changes")
    mo = next(m for m in winter.view.group.members if m.name == "Mo")
    assert (mo.counters, mo.traits) == ({"sickness": 3}, {})


def test_the_group_s_counters_are_above_its_roster_and_in_its_form(winter: GroupPage) -> None:
    food = winter.counters.buttons["food"]
    assert food.text() == "Food 5"
    menu_item(food, "4")
    assert winter.view.group.counters == {"food": 4}
    assert winter.undo_names()[0] == "set Food of Zeke's Truckers to 4"
    menu_item(winter.head.more_button, "Edit group…")
    winter.group_editor.counters.fields["food"].setValue(9)
    click(winter.group_editor, "Save changes")
    assert winter.counters.buttons["food"].text() == "Food 9"
    assert winter.undo_names()[0] == "set counters of Zeke's Truckers"


def test_the_campaign_s_counters_are_on_its_page_and_in_its_form(
    sample: Session, winter: GroupPage
) -> None:
    page = as_a(CampaignPage, go(sample.window, CampaignRoute()))
    day = page.overview.counters.buttons["day"]
    assert day.text() == "Day 1"
    menu_item(day, "2")
    assert page.undo_names()[0] == "set Day to 2"
    page.tabs.setCurrentIndex(RECORDS)
    settle()
    form = as_a(RecordsPanel, page.panels[RECORDS])
    assert form.counters.fields["day"].value() == 2
    form.counters.fields["day"].setValue(7)
    settle()
    assert sure(page.found).view.campaign.counters == {"day": 7}
    assert page.undo_names()[0] == "set Day to 7"


def test_values_of_counters_that_are_gone_stay_and_do_nothing(
    sample: Session, winter: GroupPage
) -> None:
    groups, mo = (
        sample.services.groups,
        next(m for m in winter.view.group.members if m.name == "Mo"),
    )
    groups.edit_member(
        winter.group_id, replace(mo, counters={"sickness": 3}, traits={"flaw": "Limps."})
    )
    rules = HouseRules(sample.services.workspace)
    for rule in (WINTER.counters[0], WINTER.traits[0]):
        rules.remove_rule(winter.campaign_id, rule)
    sample.window.refresh()
    page = first_group(sample)
    sickness, flaw = chips_of(page, "Mo")
    assert (sickness.text, sickness.token, sickness.key) == ("Sickness 3", "faint_text", "")
    assert sickness.hint == "Sickness 3: The rules don't have it: it is kept, and does nothing."
    assert (flaw.text, flaw.token) == ("Limps.", "faint_text")
    assert "Mo | Selfish | 0 | 0/6 | 4▾ | 4 | 3 | 3 | 4 | 3 | 2 | 2" in seen(page)
    choose(page, "Mo")
    click(page.member_panel, "Edit")
    assert "Kept from other rules: Sickness 3, Flaw: Limps." in seen(page.member_editor)
    click(page.member_editor, "Save changes")
    kept = next(m for m in page.view.group.members if m.name == "Mo")
    assert (kept.counters, kept.traits) == ({"sickness": 3}, {"flaw": "Limps."})


def test_without_own_rules_nothing_is_shown_of_them(page: GroupPage) -> None:
    assert not page.counters.isVisible()
    page.roster.menu.aboutToShow.emit()
    assert "Counters" not in [menu.title() for menu in page.roster.menu.findChildren(QMenu)]
    choose(page, "Mo")
    click(page.member_panel, "Edit")
    assert not page.member_editor.own.isVisible()
    assert "Our rules" not in seen(page.member_editor)


# At the table


@pytest.fixture
def at_table(sample: Session, winter: GroupPage) -> SessionPage:
    """A game of the sample, as its first group's page opened it."""
    services, campaign = sample.services, sample.window.campaign_id
    groups = [services.workspace.group(g.id).group for g in services.workspace.groups(campaign)]
    sides = tuple(entrant_of(group, services.catalogue, {}) for group in groups[:2])
    begun = services.sessions.begin(campaign, Setup("scavengers", sides))
    return as_a(SessionPage, go(sample.window, TrackerRoute(begun)))


def piece_of(board: Board, name: str) -> Piece:
    """A model on a board, by its name."""
    return next(piece for piece in board.cards.values() if piece.view.title == name)


@pytest.mark.smoke
def test_a_counter_is_tapped_at_the_table_told_undone_and_seen_opposite(
    sample: Session, at_table: SessionPage
) -> None:
    page = at_table
    push(page.tools.screen_button)
    sickness = counter_of(piece_of(page.board, "Mo"), "own/sickness")
    assert sickness.accessibleName() == "Mo, Sickness 0"
    for _n in range(3):
        click_on(sickness)
    assert sickness.text() == "3"
    (*_earlier, line) = tracker_of(page).log()
    assert tracker_of(page).words.line(line) == "Mo +3 Sickness (3 taps). Mo: Feverish 3."
    opposite = counter_of(piece_of(sure(page.second_screen).drawn, "Mo"), "own/sickness")
    assert opposite.text() == "3"
    mo = next(f.id for f in state_of(page).figures() if f.name == "Mo")
    page.choose(mo)
    settle()
    assert "Feverish: −1 Close Quarters Combat, −1 Endurance" in seen(page.panel.sheet)
    assert sample.window.undo_action.text() == "Undo: Mo +1 Sickness"
    push(sample.window.undo_action)
    assert sickness.text() == opposite.text() == "2"


def test_the_record_says_what_the_table_changed(sample: Session, at_table: SessionPage) -> None:
    sickness = counter_of(piece_of(at_table.board, "Mo"), "own/sickness")
    click_on(sickness)
    do(at_table, "count", piece="A", name="own/food", amount=-2)
    made = sure(as_a(LastDaysTracker, tracker_of(at_table)).end())
    record = as_a(RecordPage, go(sample.window, RecordRoute(made.id)))
    said = "Our rules, from the table: Zeke's Truckers: Food −2; Mo: Sickness +1"
    assert said in seen(record)
    click(record, sure(record.record_button).text().replace("&", ""))
    kept = sample.services.workspace.campaign(sample.window.campaign_id).campaign.game(made.id)
    assert kept.sides[0].counters == {"food": -2}
    assert {a.member: a.counters for a in kept.sides[0].appearances if a.counters} == {
        next(a.member for a in made.sides[0].appearances if a.counters): {"sickness": 1}
    }


def test_the_sequence_tells_what_the_table_changed_and_puts_it_home(
    sample: Session, at_table: SessionPage
) -> None:
    services = sample.services
    do(at_table, "count", piece="A2", name="own/sickness", amount=2)
    mo = next(f for f in state_of(at_table).figures() if f.id == "A2")
    made = sure(as_a(LastDaysTracker, tracker_of(at_table)).end())
    group = made.sides[0].group
    for game in services.workspace.campaign(sample.window.campaign_id).campaign.games[:-1]:
        services.records.delete(sample.window.campaign_id, game.id)
    sequence = services.games.begin(sample.window.campaign_id, made.id, group)
    page = as_a(SequencePage, go(sample.window, SequenceRoute(sequence)))
    assert f"{mo.name}: Sickness +2." in seen(page)
    play_through(services.games, sequence)
    services.do(partial(services.games.finish, sequence))
    home = as_a(GroupPage, go(sample.window, GroupRoute(group)))
    assert chips_of(home, mo.name)[0].text == "Coughing 2"


def test_what_players_wrote_stays_as_it_is_in_every_language(
    tongue: str, open_window: Callable[..., Session]
) -> None:
    session = open_window(sample=True)
    write_rules(session)
    page = first_group(session)
    mo = next(m for m in page.view.group.members if m.name == "Mo")
    session.services.groups.set_counter(page.group_id, "sickness", 3, mo.id)
    page.refresh()
    chip = chips_of(page, "Mo")[0]
    index = page.roster.model.index(page.roster.model.row_of(mo.id), FIXED_TO_E)
    assert (chip.text, index.data(CellRole).text) == ("Feverish 3", "3▾")
    ours = {"en": "our rules", "de": "eigene Regeln", "fr": "nos règles"}[tongue]
    assert f"−1 Feverish ({ours})" in index.data(CellRole).hint
    assert chip.hint.startswith("Sickness 3")


def test_a_recruit_gets_traits_that_are_typed_or_rolled(winter: GroupPage) -> None:
    winter.start_recruiting()
    settle()
    form = winter.recruit_form
    form.own.show_open(True)
    settle()
    flaw = form.traits.fields["flaw"]
    menu_item(sure(flaw.roll_button), "3–5: Holds on.")
    assert flaw.field.text() == "Holds on."
    form.name.setText("Vic")
    form._confirm(allowed=True)
    settle()
    vic = next(m for m in winter.view.group.members if m.name == "Vic")
    assert vic.traits == {"flaw": "Holds on."}
    winter.start_recruiting()
    settle()
    assert flaw.field.text() == ""
