"""The keyboard goes on to what is due next: never to Undo, never out of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from lastdays.campaign.changed import EVERYTHING
from lastdays.procedure.asks import Arrange
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.state import State
from lastdays.ui.app import Session
from lastdays.ui.forms import ask_panel
from lastdays.ui.navigation import (
    AftermathRoute,
    BoardRoute,
    GroupRoute,
    RecordRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.tracker import panel as panel_module
from lastdays.ui.tracker.ending import EndForm
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.pieces import Face
from lastdays.ui.tracker.session_page import SessionPage
from store.exercise import edit_group
from sure import sure
from ui.hands import find_button, focus, key, settle, tab_to
from ui.test_sequence_page import begin

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
Role = QAccessible.Role
#: What a screen reader has nothing to say of.
BARE = (Role.NoRole, Role.Client, Role.Pane, Role.Grouping, Role.Window, Role.ScrollBar)
#: What an ask is answered with.
ANSWERING = (Role.Button, Role.EditableText, Role.Table, Role.ComboBox)


def press_space(page: SessionPage) -> None:
    """One more thing done with nothing but Space, from where the keyboard is."""
    page.bar.ready()
    form = page.panel.form
    if isinstance(form, Form):
        form.take_focus()
    key("Space")


def due(page: SessionPage) -> bool:
    """Whether the keyboard is at what is due: the ask, the form, a move, else Next."""
    panel, at = page.panel, focus()
    if panel.ask_box.isVisible():
        return panel.ask_box.isAncestorOf(at) and at is not panel.drop_button
    if isinstance(at, Face) and at.number is not None:
        return True
    if panel.form is not None:
        return panel.form.isAncestorOf(at)
    first = panel.sheet.first
    if first is not None and first.isVisible():
        return at is first
    moves = [b for b in panel.move_buttons.values() if b.isVisible() and b.isEnabled()]
    usual = any(b.property("kind") == "first" for b in moves)
    return at in moves if usual else at is page.bar.next_button


def play_with_space(page: SessionPage, presses: int) -> None:
    page.panel.ask_panel.guard_ms = 0  # a test presses quicker than any hand
    page.bar.ready()
    stored = 0
    for _press in range(presses):
        assert due(page), (focus(), focus().accessibleName(), page.panel.outcome.text(), _press)
        if isinstance(page.panel.form, EndForm):
            return  # the game has come to its end
        press_space(page)
        assert page.tracker is not None
        now = len(page.tracker.timeline.entries)
        assert now >= stored, "something was taken back"
        stored = now


def test_a_game_at_the_table_is_led_with_space_alone(sample: Session) -> None:
    window = sample.window
    key("Ctrl+G")
    find_button(window.pages.table, "New game").setFocus()
    key("Space")
    tab_to(window.pages.table.setup.begin_button)
    key("Space")
    assert isinstance(window.route, TrackerRoute)
    play_with_space(window.pages.tracker, 50)
    assert window.pages.tracker.tracker is not None
    assert isinstance(window.pages.tracker.tracker.state, State)
    assert window.pages.tracker.tracker.state.table.phase == "shooting"


@pytest.mark.parametrize("kind", list(GAMES))
def test_another_game_is_led_with_space_alone(sample: Session, kind: str) -> None:
    window = sample.window
    game = GAMES[kind]
    names = ("Ann", "Bob", "Cyrus")
    chosen = {choice.key: choice.default for choice in game.choices(len(names))}
    window.go(BoardRoute(sample.services.sessions.begin_game(kind, names, chosen)))
    settle()
    play_with_space(window.pages.board, 40)
    assert window.pages.board.tracker is not None
    assert len(window.pages.board.tracker.timeline.entries) > 4


def test_what_comes_of_a_tap_is_read_before_what_is_asked_next(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And after whatever takes the keyboard: that would be heard in the middle of it."""
    window = sample.window
    told: list[str] = []
    monkeypatch.setattr(panel_module, "announce", lambda _widget, text: told.append(text))
    key("Ctrl+G")
    find_button(window.pages.table, "New game").setFocus()
    key("Space")
    tab_to(window.pages.table.setup.begin_button)
    key("Space")
    page = window.pages.tracker
    page.panel.ask_panel.guard_ms = 0
    assert told == [page.panel.says.text()], "what is due"
    told.clear()
    page.press(replace(sure(page.tracker).guide().moves[0], throws=False))
    settle()
    assert told[-1] == page.panel.ask_panel.question.text(), "the first question, too"
    told.clear()
    page.control.answer(4, "typed")
    settle()
    assert told == [page.panel.outcome.text(), page.panel.ask_panel.question.text()]
    told.clear()
    page.control.answer(2, "typed")
    settle()
    assert told == [page.panel.outcome.text(), page.panel.says.text()]
    assert len(told[0]) > 10
    told.clear()
    page.control.count("A1", "damage", 1)
    settle()
    assert told == [], "its token says so"


def test_what_is_gone_before_it_is_told_is_not_told(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a form is that Escape closes while the program is still busy with the key before."""
    told: list[str] = []
    monkeypatch.setattr(panel_module, "announce", lambda widget, text: told.append(widget.text()))
    panel, form = QWidget(), QLabel("Which of them?")
    stays = QLabel("Zeke shoots.", panel)
    teller = panel_module.DelayedAnnouncement(panel)
    teller.tell("due", form, form.text())
    teller.tell("outcome", stays, stays.text())
    form.deleteLater()
    settle()
    assert told == ["Zeke shoots."]


@pytest.fixture
def reached(qapp: QApplication) -> Iterator[list[tuple[Any, str]]]:
    """What the keyboard came to, also for a moment, as a screen reader hears it: role and name."""
    heard = []

    def note(_before: QWidget, now: QWidget) -> None:
        if now is not None:
            face = QAccessible.queryAccessibleInterface(now)
            heard.append((face.role(), face.text(QAccessible.Text.Name)))

    qapp.focusChanged.connect(note)
    yield heard
    qapp.focusChanged.disconnect(note)


@pytest.mark.parametrize("mode", ["roll", "typed", "set"])
def test_a_sequence_keeps_the_keyboard_at_its_ask(
    sample: Session, mode: str, reached: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(ask_panel, "announce", lambda _widget, text: told.append(text))
    page = begin(sample)
    page.mode.buttons[mode].click()
    settle()
    answered = 0
    asked: list[str] = []
    for _ask in range(60):
        assert page.view is not None
        ask = page.view.pending
        if ask is None:
            break
        assert page.ask_panel.isAncestorOf(focus()), (ask.key, focus().accessibleName())
        assert QAccessible.queryAccessibleInterface(focus()).role() in ANSWERING, ask.key
        asked.append(ask.question)
        assert told == asked, "the question is read once, after what has the keyboard"
        assert ask.question not in [name for _role, name in reached], "and by nobody else"
        assert all(name and role not in BARE for role, name in reached), (ask.key, reached)
        reached.clear()
        if page.ask_panel.dice is not None:
            tab_to(page.ask_panel.dice.roll_button)
        elif isinstance(ask, Arrange):
            tab_to(vars(page.ask_panel.form)["go_button"])
        elif "next" in ask.key or "table" in ask.key:
            tab_to(list(page.ask_panel.options.values())[-1])
        key("Space")
        assert len(page.view.replayed.asked) > answered, "something was taken back"
        answered = len(page.view.replayed.asked)
    assert focus() is page.review.finish_button
    key("Space")
    assert page.view is not None
    assert page.view.finished
    assert page.isAncestorOf(focus())


def test_a_rolled_encounter_has_the_keyboard(sample: Session) -> None:
    window = sample.window
    window.go(RecordRoute())
    settle()
    tab_to(window.pages.record.roll_button)
    key("Space")
    while window.pages.record.roll_frame.isVisible():
        assert window.pages.record.roll_frame.isAncestorOf(focus())
        key("Space")
    assert focus() is window.pages.record.encounter
    window.go(TableRoute())
    window.pages.table.start_setup()
    settle()
    setup = window.pages.table.setup
    tab_to(setup.roll_button)
    key("Space")
    while setup.roll.isVisible():
        assert setup.roll.isAncestorOf(focus())
        key("Space")
    assert focus() is setup.encounter


@pytest.mark.smoke
def test_the_keyboard_stays_on_the_page_when_its_button_goes(sample: Session) -> None:
    """A warning that is allowed goes, and with it the button that was pressed."""
    window, services = sample.window, sample.services
    group = services.workspace.groups()[0].id
    edit_group(services.groups, group, name="Short", player="", points=-5, games=0)
    window.go(GroupRoute(group))
    services.changed.emit(EVERYTHING)
    settle()
    page = window.pages.group
    assert page.view is not None
    allow = find_button(page, "Allow: " + page.view.warnings[0].text)
    allow.setFocus()
    before = len(page.view.warnings)
    key("Space")
    assert len(page.view.warnings) < before
    assert page.isAncestorOf(focus())
    window.go(AftermathRoute())
    settle()
    assert window.pages.aftermath.isAncestorOf(focus())
