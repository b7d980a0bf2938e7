"""Before a game at the table: who attacks, where everything goes, and what may be added."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QPushButton

from lastdays.ui.app import Session
from lastdays.ui.page import MARGIN
from lastdays.ui.tracker.pieces import Plate
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.tracker.setting_up import GroupForm
from lastdays.ui.widgets.parts import OneLine, Picker
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import choose_action, click, key, seen, settle, state_of, turn_wheel, zoom
from ui.test_tracker_page import dice, go_next, set_up, task


def choose(box: Picker, text: str) -> None:
    """Chooses an entry of a combo box as a click on it would."""
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


def begin(window: Window) -> SessionPage:
    click(window.pages.table, "Begin the game")
    page = window.pages.tracker
    choose_action(page.tools.modes, "typed")
    page.panel.ask_panel.guard_ms = 0
    return as_a(SessionPage, page)


def test_who_attacks_is_rolled_at_the_table_undone_and_redone(sample: Session) -> None:
    window = sample.window
    setup = set_up(window, "Home Defense")
    assert "The sides roll off for who attacks. (p.\u00a0101)" in seen(setup)
    assert setup.defender.picker.currentText() == "Roll off at the table"
    page = begin(window)
    assert "Who attacks is not decided yet" in page.bar.waiting.whole
    assert [t.role for t in state_of(page).teams] == ["", ""]
    task(page, "Roll off: who attacks?")
    dice(page, 2, 5)
    assert "Carl's Crew attacks, Zeke's Truckers defends." in page.panel.outcome.text()
    team = state_of(page).team("A")
    assert (team.role, team.breaks, team.carries_off) == ("defender", False, False)
    assert "The defenders deploy within 4″ of the Refuge." in seen(page.panel)
    assert page.bar.waiting.whole == ""
    key("Ctrl+Z")
    assert state_of(page).team("A").role == ""
    key("Ctrl+Shift+Z")
    assert state_of(page).team("A").role == "defender"


def test_the_defender_can_be_said_by_hand_before_the_game_only(sample: Session) -> None:
    key("Ctrl+G")
    click(sample.window.pages.table, "New game")
    setup = sample.window.pages.table.setup
    choose(setup.encounter, "1 · Bushwhack")
    parts = as_a(GroupForm, setup.forms[0]).parts
    assert set(parts.values()) == {"deployed", "held-back"}
    choose(setup.defender.picker, "Roll off at the table")
    assert set(parts.values()) == {"deployed"}
    page = begin(sample.window)
    page.board.panels["A"].head.face.press()
    settle()
    click(page.panel.sheet, "Is the defender")
    state = state_of(page)
    assert state.standing("A")[0].name == "Zeke"
    assert len(state.standing("A")) == 3  # the Leader and two; the rest may still come
    assert {f.part for f in state.figures("A") if not f.on_table} == {"held-back"}
    go_next(page)
    page.board.panels["B"].head.face.press()
    settle()
    assert "Is the defender" not in seen(page.panel.sheet)


@pytest.mark.smoke
def test_a_fifth_side_is_not_offered(sample: Session) -> None:
    setup = set_up(sample.window)
    setup.add_quick()
    setup.add_quick()
    assert not setup.quick_button.isEnabled()
    assert setup.quick_button.toolTip() == "One to four sides play."
    setup.toggle_group(as_a(GroupForm, setup.forms[0]).group.id)
    assert setup.quick_button.isEnabled()


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("encounter", ["massacre-site", "home-defense"])
def test_no_line_of_the_set_up_is_cut_off(sample: Session, percent: int, encounter: str) -> None:
    setup = set_up(sample.window)
    zoom(sample, percent)
    setup.encounter.setCurrentIndex(setup.encounter.findData(encounter))
    settle()
    steps, entry = setup.steps, sample.services.catalogue.encounters[encounter]
    texts = [w for w in steps.findChildren(QLabel) if w.wordWrap()]
    shown = [t.text() for t in texts]
    assert {s.text for s in entry.setup if not s.perk} <= set(shown)
    assert shown == [s.text for s in entry.setup if s.text in shown]
    for text in texts:
        assert text.height() >= text.heightForWidth(text.width())
        assert 0 <= text.mapTo(setup, text.rect().topRight()).x() < setup.width()


def test_a_part_is_taken_with_one_press_and_the_meter_follows(sample: Session) -> None:
    setup = set_up(sample.window)
    form = as_a(GroupForm, setup.forms[0])
    setup.tabs.setCurrentIndex(0)
    settle()
    assert seen(form.meter).split("\n") == ["Deployed", "6/8", "Held back or missing", "2/8"]
    leader, switch = form.group.leader, form.switches[form.group.leader]
    QTest.mouseClick(switch.buttons["missing"], Qt.MouseButton.LeftButton)
    assert form.parts[leader] == "missing"
    assert seen(form.meter).split("\n") == ["Deployed", "5/8", "Held back or missing", "3/8"]
    key("Left", "Left")
    assert form.parts[leader] == "deployed"
    turn_wheel(switch, -1)
    assert form.parts[leader] == "deployed"


def test_all_members_are_seen_beside_how_the_encounter_is_set_up(sample: Session) -> None:
    setup = set_up(sample.window)
    setup.tabs.setCurrentIndex(0)
    settle()
    area = as_a(QAbstractScrollArea, setup.tabs.currentWidget()).viewport()
    for line in as_a(GroupForm, setup.forms[0]).findChildren(Plate):
        name, kind = line.findChildren(OneLine)
        corners = (line.rect().topLeft(), line.rect().bottomRight())
        assert all(area.rect().contains(line.mapTo(area, c)) for c in corners), name.whole
        assert all(b.height() >= 36 for b in line.findChildren(QPushButton))
        # The tail of a "g" does not stand on the edge of its row.
        assert line.height() - kind.geometry().bottom() > 2, name.whole
    edge = sure(sure(setup.layout()).itemAt(1)).widget()
    assert edge is not None
    assert edge.mapTo(setup, edge.contentsRect().topLeft()).x() == MARGIN
