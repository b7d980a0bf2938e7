"""At the table, through the window: each thing a player does is one choice, said, and undone."""

# ruff: noqa: F811 - fixtures of another test are taken by their names
from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from lastdays.tabletop.last_days.state import State
from lastdays.ui.app import Session
from lastdays.ui.tracker import form, panel
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.session_page import SessionPage
from sure import sure
from ui.hands import click, do, find_button, key, seen, settle
from ui.test_tracker_page import (
    card,
    dice,
    go_next,
    initiative,
    named,
    press,
    said,
    shoot,
    table,  # noqa: F401 - a fixture
    tap,
    task,
    to,
    unfold,
)


def down(page: SessionPage, zombie: str) -> None:
    QTest.mouseClick(sure(page.board.cards[zombie].deed), Qt.MouseButton.LeftButton)
    settle()


def button(page: SessionPage, text: str) -> QAbstractButton:
    found = find_button(page.panel, text)
    assert found.isEnabled(), found.toolTip()
    return found


def test_several_inches_are_one_choice(table: SessionPage) -> None:
    page = table
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    task(page, "Activate Zeke")
    click(page.panel.sheet, "Move, 1 AP an inch")
    dice(page, "4″")
    assert named(page, "Zeke").ap == 2
    assert "Zeke: Move 4″ (4 AP)" in said(page)
    key("Ctrl+Z", "Ctrl+Z")
    assert named(page, "Zeke").ap == 6


def test_a_digit_at_a_question_or_a_pick_chooses_there_and_nothing_is_dropped(
    table: SessionPage,
) -> None:
    page = table
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    task(page, "Activate Zeke")
    click(page.panel.sheet, "Move, 1 AP an inch")
    page.panel.setFocus()
    key("3")
    assert named(page, "Zeke").ap == 3
    click(page.panel.sheet, "In contact…")
    assert isinstance(page.panel.form, Form)
    names = list(page.panel.form.asked().values())
    page.setFocus()
    key("2")
    assert page.tracker is not None
    assert isinstance(page.tracker.state, State)
    assert page.tracker.state.touching(named(page, "Zeke").id) == (named(page, names[1]).id,)
    unfold(page, "Difficult ground, Climb")
    click(page.panel.sheet, "Falls…")
    page.setFocus()
    key("0", "9")
    ask = page.panel.ask_panel
    assert "D6 + 9" in seen(page.panel)
    page.panel.setFocus()
    key("5")
    assert ask.dice is not None
    assert ask.dice.places[0].face == 5
    assert page.chosen == named(page, "Zeke").id
    key("Return")
    assert named(page, "Zeke").out


def test_a_digit_in_the_form_of_a_shot_is_a_target(table: SessionPage) -> None:
    page = table
    to(page, "shooting")
    page.forms.open("shot", named(page, "Zeke").id)
    form = page.panel.form
    assert isinstance(form, Form)
    second = list(form.asked())[1]
    page.setFocus()
    key("2")
    assert page.panel.form is form
    assert form.values["target"] == second
    assert form.act_buttons["fire"].isEnabled()
    key("5")  # a digit is a die now, and lies there until Enter fires with it
    assert (form.values["target"], form.laid) == (second, 5)
    key("Escape")
    assert (page.panel.form, form.laid) == (form, 0)
    key("6", "Return")
    assert page.panel.form is not form
    assert page.tracker is not None
    assert page.tracker.timeline.entries[-1].event.dice[-1].value == 6


def test_a_shot_is_heard_with_what_it_needs(
    table: SessionPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the form is for, what is chosen in it, and the number needed whenever it changes."""
    page = table
    to(page, "shooting")
    settle()
    told: list[str] = []
    for module in (panel, form):
        monkeypatch.setattr(module, "announce", lambda _widget, text: told.append(text))
    page.forms.open("shot", named(page, "Zeke").id)
    settle()
    assert told == ["Zeke fires: at whom?", "Choose a target."]
    assert isinstance(page.panel.form, Form)
    target = next(iter(page.panel.form.asked()))
    press(page, target)
    assert told[2:] == [page.panel.form.number.text()]
    assert "or more" in told[2]
    press(page, target)
    assert len(told) == 3, "it is the same number"


@pytest.mark.smoke
def test_a_zombie_is_put_down_with_one_tap_by_whoever_fires(table: SessionPage) -> None:
    page = table
    page.tools.choose_level("tokens")
    to(page, "shooting")
    page.setFocus()
    tap(card(page, "Lou").counter("ammo"))
    deed = page.board.cards["Z2"].deed
    assert deed is not None
    assert deed.accessibleName() == "Zombie 2: put down by Lou"
    down(page, "Z2")
    assert said(page) == "Zombie 2 is put down by Lou"
    assert named(page, "Lou").zombies == 1
    assert "Z2" not in page.board.cards
    key("Ctrl+Z")
    assert named(page, "Lou").zombies == 0
    assert page.tracker is not None
    assert isinstance(page.tracker.state, State)
    assert [z.id for z in page.tracker.state.zombies] == ["Z1", "Z2", "Z3"]
    key("Ctrl+Shift+Z")
    assert named(page, "Lou").zombies == 1


def test_a_zombie_is_put_down_by_whoever_fights_it_else_by_nobody(table: SessionPage) -> None:
    page = table
    to(page, "close-quarters")
    page.forms.open("contact", "Z1")
    press(page, named(page, "Mo").id)
    dice(page, "No", 6, 1)
    down(page, "Z1")
    assert named(page, "Mo").zombies == 1
    deed = page.board.cards["Z2"].deed
    assert deed is not None
    assert deed.accessibleName() == "Zombie 2: put down"
    deed.setFocus()
    key("Space")
    assert said(page) == "Zombie 2 is put down"
    assert page.tracker is not None
    assert isinstance(page.tracker.state, State)
    assert sum(f.zombies for f in page.tracker.state.figures()) == 1


def test_a_zombie_falls_and_all_the_others_have_moved(table: SessionPage) -> None:
    page = table
    to(page, "zombies")
    task(page, "Roll off")
    dice(page, 6, 2)
    task(page, "Move Zombie 1")
    click(page.panel.sheet, "Falls")
    dice(page, 4)
    assert "Zombie 1 falls; the head is missed (4)." in said(page)
    click(page.panel.sheet, "Done")
    task(page, "All the others have moved")
    assert "2 zombies have moved" in said(page)
    assert "Every zombie has moved." in seen(page.panel)
    key("Ctrl+Z")
    assert page.tracker is not None
    assert isinstance(page.tracker.state, State)
    assert sum(z.acted for z in page.tracker.state.zombies) == 1
    page.choose("Z2")
    settle()
    click(page.panel.sheet, "Falls")
    dice(page, 6)
    assert page.tracker.state.zombie("Z2").dead


def test_a_fire_asks_as_a_model_or_zombie_is_activated(table: SessionPage) -> None:
    page = table
    do(page, "place", sort="fire")
    to(page, "zombies")
    task(page, "Roll off")
    dice(page, 6, 2)
    task(page, "Move Zombie 1")
    assert "Does Zombie 1 begin within 3 inches of Fire 1?" in seen(page.panel)
    dice(page, "Yes", 6)
    assert page.tracker is not None
    assert isinstance(page.tracker.state, State)
    assert page.tracker.state.zombie("Z1").dead
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    task(page, "Activate Zeke")
    dice(page, "Yes", 3)
    assert named(page, "Zeke").damage == 2
    assert "Zeke is activated" in said(page)
    key("Ctrl+Z", "Ctrl+Z")
    assert named(page, "Zeke").damage == 0


def test_a_tie_in_initiative_is_said_while_and_after_it_is_rolled(table: SessionPage) -> None:
    page = table
    to(page, "action")
    task(page, "Roll for Initiative")
    dice(page, 4, 3)
    assert "A tie at 10: roll again." in seen(page.panel)
    dice(page, 6, 1, "Aggressor")
    assert "A tie at 10: Zeke's Truckers and Carl's Crew roll again." in said(page)


def test_who_comes_back_has_the_token_again_and_it_is_said(table: SessionPage) -> None:
    page = table
    to(page, "action")
    do(page, "carry", figure=named(page, "Mo").id, load="token")
    tap(card(page, "Mo").counter("damage"), shift=True)
    assert "OUT" in seen(card(page, "Mo"))
    page.choose(named(page, "Mo").id)
    settle()
    click(page.panel.sheet, "Back on the table")
    assert "Mo has a Supply Token again." in said(page)
    assert named(page, "Mo").carries == "token"


def test_noise_of_the_menace_phase_is_rolled_for_or_said_to_wait(table: SessionPage) -> None:
    page = table
    to(page, "noise")
    tap(card(page, "Mo").counter("noise"))
    task(page, "Noise: Mo, 1")
    dice(page, 1)
    tap(card(page, "Mo").counter("noise"))
    assert "Mo: this noise is rolled for in the next Menace Phase." in said(page)
    do(page, "count", piece=named(page, "Carl").id, name="noise", amount=1)
    go_next(page)
    assert "Noise was not rolled for: Carl." in said(page)
    to(page, "action")
    assert named(page, "Mo").noise == 1


def test_what_would_be_refused_is_barred_and_says_why(table: SessionPage) -> None:
    page = table
    to(page, "close-quarters")
    mo = named(page, "Mo").id
    page.forms.open("contact", "Z1")
    press(page, named(page, "Mo").id)
    dice(page, "No", 6, 1)
    page.look("Z1")
    settle()
    attack = find_button(page.panel.sheet, "Attack…")
    assert not attack.isEnabled()
    assert attack.toolTip() == "The living attack first (p.\u00a055)."
    page.forms.open("fight", "Z1")
    assert "The living attack first (p.\u00a055)." in seen(sure(page.panel.form))
    key("Escape")
    do(page, "mark", piece=mo, name="fought")
    page.look("Z1")
    settle()
    assert button(page, "Attack…")
    page.board.panels["B"].head.face.press()
    settle()
    click(page.panel.sheet, "Broke and fled")
    assert "Is the Aggressor" not in seen(page.panel.sheet)
    to(page, "noise")
    to(page, "action")
    task(page, "Roll for Initiative")
    assert not page.tools.end_action.isEnabled()
    assert "A roll is still open" in page.tools.end_action.toolTip()


def test_contact_with_nobody_is_not_offered(table: SessionPage) -> None:
    page = table
    for zombie in ("Z1", "Z2", "Z3"):
        down(page, zombie)
    assert page.tracker is not None
    assert isinstance(page.tracker.state, State)
    for figure in page.tracker.state.standing("B"):
        do(page, "leave", figure=figure.id)
    page.choose(named(page, "Zeke").id)
    settle()
    contact = find_button(page.panel.sheet, "In contact…")
    assert not contact.isEnabled()
    assert contact.toolTip() == "There is nobody left to come into contact with."


def test_whoever_acts_is_shown_again_and_whoever_does_not_no_more(
    table: SessionPage, sample: Session
) -> None:
    """After undo and where the game is opened anew; one button alone is amber."""
    page = table
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    do(page, "mark", piece=named(page, "Carl").id, name="locked")
    task(page, "Activate Zeke")
    assert page.tracker is not None
    key("Ctrl+Z")
    assert "Zeke's Truckers: who acts?" in seen(page.panel)
    assert page.panel.sheet.isHidden()
    key("Ctrl+Y")
    assert "Zeke acts" in seen(page.panel)
    session = page.tracker.id
    page.control.session = None
    page.show_session(session)
    settle()
    assert "Zeke acts" in seen(page.panel)
    assert find_button(page.panel, "Done").property("kind") == "first"
    locked = find_button(page.panel, "Carl spends Locked and Loaded…")
    assert locked.property("kind") == ""
    page.choose(named(page, "Carl").id)  # a look at another
    assert not page.panel.says.isHidden()
    key("Escape")
    assert "Zeke acts" in seen(page.panel.sheet)


def test_the_last_line_of_the_log_is_where_the_game_is(table: SessionPage) -> None:
    page = table
    tap(card(page, "Mo").counter("noise"))
    click(page.bar, "Log")
    assert not page.log.back_button.isEnabled()
    page.log.table.setFocus()
    key("Up")
    assert page.log.back_button.isEnabled()


@pytest.mark.parametrize("percent", [100, 150])
def test_the_zombies_card_shows_its_last_control(
    table: SessionPage, sample: Session, percent: int
) -> None:
    sample.theme.percent = percent
    sample.theme.apply()
    settle()
    assert isinstance(table.board, Board)
    shown = table.board.cards["Z1"]
    assert shown.deed is not None
    assert shown.deed.geometry().right() <= shown.width()


def test_shots_of_the_guided_turn_still_give_credit(table: SessionPage) -> None:
    page = table
    to(page, "action")
    initiative(page, 6, 1, "Defender")
    to(page, "shooting")
    shoot(page, "Lou", "Zombie 1", 6, 5)
    assert named(page, "Lou").zombies == 1
    assert "Zombie 1 is put down by Lou." in said(page)
