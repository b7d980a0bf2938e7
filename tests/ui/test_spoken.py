"""What is drawn is heard as what it is: its role, its number, its state, its parts, its actions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from lastdays.model.group import Group, Injury, Item
from lastdays.model.switches import Switches
from lastdays.pdf.chart import Chart, ChartLine as Line
from lastdays.tabletop.view import ButtonView, ChipView, Tap, TokenView
from lastdays.ui.app import Session
from lastdays.ui.models.roster import ITEM_TYPE, item_rows, roster_model, roster_rows
from lastdays.ui.models.rows import RowModel
from lastdays.ui.navigation import SequenceRoute
from lastdays.ui.pages.sequence_page import StepsBar
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.arrangement import Recent
from lastdays.ui.tracker.pieces import Counter, Deed, Mark, Scale
from lastdays.ui.widgets import accessibility
from lastdays.ui.widgets.accessibility import _Spoken, speak_roles
from lastdays.ui.widgets.chart_view import ChartView
from lastdays.ui.widgets.parts import Fold, button
from sure import as_a, sure
from ui.hands import settle
from ui.sequences import begin
from unit.postgame.crew import BOOK, group, member

Role, Text = QAccessible.Role, QAccessible.Text


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    speak_roles()
    return Theme("dark")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a screen reader would be told, as if one listened."""
    events = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda e: events.append((e.type().name, what(e)))
    )
    return events


def what(event: QAccessibleEvent) -> int | str:
    return event.message() if hasattr(event, "message") else getattr(event, "value", str)()


def heard(widget: QWidget) -> _Spoken:
    speak_roles()  # as a window does
    return as_a(_Spoken, QAccessible.queryAccessibleInterface(widget))


DAMAGE = TokenView("A1", "damage", "Damage", 2, 5, whose="Zeke")
LOCKED = ChipView("A1", "locked", "Locked and Loaded", False)
SLAY = ButtonView("slay", "X", Tap("slay"), hint="Slay")


def test_a_counter_has_its_number_and_its_limit(theme: Theme) -> None:
    counter = Counter(Scale(theme), DAMAGE)
    face = heard(counter)
    value = face.valueInterface()
    assert (face.role(), face.text(Text.Value)) == (Role.SpinBox, "2/5")
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 2, 5)
    assert value.minimumStepSize() == 1
    # What is said on hover is not said again.
    assert counter.toolTip() == counter.accessibleName() == "Zeke, Damage 2/5"
    assert face.text(Text.Description) == ""
    counter.setAccessibleDescription("Three is death")
    assert face.text(Text.Description) == "Three is death"
    empty = heard(Counter(Scale(theme), replace(DAMAGE, value=None)))
    assert empty.text(Text.Value) == ""
    assert empty.valueInterface().currentValue() == 0


def test_a_counter_counts_when_it_is_told_to(theme: Theme) -> None:
    counter = Counter(Scale(theme), DAMAGE)
    steps: list[int] = []
    counter.stepped.connect(steps.append)
    heard(counter).valueInterface().setCurrentValue(5)
    act = heard(counter)
    assert act.actionNames()[:2] == ["Increase", "Decrease"]
    act.doAction("Decrease")
    counter.setEnabled(False)
    act.doAction("Increase")
    heard(counter).valueInterface().setCurrentValue(0)
    assert steps == [3, -1]


def test_a_mark_is_ticked_or_not_and_can_be_pressed(theme: Theme) -> None:
    mark, taps = Mark(Scale(theme), LOCKED), []
    mark.tapped.connect(lambda: taps.append(1))
    assert heard(mark).state().checkable
    assert not heard(mark).state().checked
    mark.show_view(replace(LOCKED, on=True))
    assert heard(mark).state().checked
    assert heard(mark).actionNames()[0] == "Press"
    heard(mark).doAction("Press")
    assert taps == [1]
    assert heard(mark).valueInterface() is None


def test_a_deed_and_the_last_lines_are_buttons_that_can_be_pressed(theme: Theme) -> None:
    deed, recent, pressed = Deed(Scale(theme), SLAY), Recent(theme), []
    deed.tapped.connect(lambda: pressed.append("deed"))
    recent.wanted.connect(lambda: pressed.append("log"))
    for widget in (deed, recent):
        assert heard(widget).role() == Role.Button
        heard(widget).doAction("Press")
    assert pressed == ["deed", "log"]
    assert not heard(deed).state().checkable


def test_what_folds_is_told_as_open_or_folded(theme: Theme, told: list[Any]) -> None:
    fold = Fold(theme, "rare", "Rare things", QWidget())
    face = heard(fold.button)
    assert (face.role(), face.text(Text.Name)) == (Role.Button, "Rare things")
    assert (face.state().expandable, face.state().collapsed) == (True, True)
    face.doAction("Press")
    assert (face.state().expanded, face.state().collapsed) == (True, False)
    assert [name for name, _what in told] == ["StateChanged"]


def test_a_chart_is_read_game_by_game(theme: Theme, told: list[Any]) -> None:
    view = ChartView(theme, "Rating")
    lines = (Line("Zeke", ((1, 100), (2, 120))), Line("Carl", ((1, 90), (2, 130))))
    view.resize(400, 300)
    view.show_chart(Chart("Rating", "Game", lines))
    face = QAccessible.queryAccessibleInterface(view)
    assert (face.role(), face.childCount()) == (Role.List, 2)
    second = face.child(1)
    assert second.text(Text.Name) == "Game 2\nCarl: 130\nZeke: 120"
    assert second.role() == Role.ListItem
    assert second.rect().left() > face.child(0).rect().left()
    view.show_chart(Chart("Rating", "Game", (Line("Zeke", ((1, 100),)),)))
    assert face.childCount() == 1
    view.show()
    QTest.keyClick(view, Qt.Key.Key_Home)  # the keyboard comes to a game
    assert QToolTip.text() == "Game 1\nZeke: 100"
    QToolTip.hideText()


def test_what_changes_is_told_to_who_listens(
    theme: Theme, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    counter, mark = Counter(Scale(theme), DAMAGE), Mark(Scale(theme), LOCKED)
    told.clear()
    counter.show_view(replace(DAMAGE, value=3))
    counter.show_view(replace(DAMAGE, value=3))
    mark.show_view(replace(LOCKED, on=True))
    assert [kind for kind, _what in told] == ["ValueChanged", "StateChanged"]
    assert told[0][1] == 3
    told.clear()
    monkeypatch.setattr(QAccessible, "isActive", lambda: False)
    counter.show_view(replace(DAMAGE, value=1))
    accessibility.announce(counter, "Done.")
    assert told == []


@pytest.mark.smoke
def test_a_toast_is_announced_and_harm_at_once(
    sample: Session, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ways = []

    class Noted(QAccessibleAnnouncementEvent):
        def setPoliteness(self, way: QAccessible.AnnouncementPoliteness) -> None:
            ways.append(way.name)
            super().setPoliteness(way)

    monkeypatch.setattr(accessibility, "QAccessibleAnnouncementEvent", Noted)
    sample.window.say("Saved.", "")
    sample.window.say("It can't be saved.", "harm")
    said = [text for kind, text in told if kind == "Announcement"]
    assert said == ["Saved.", "It can't be saved."]
    assert ways == ["Polite", "Assertive"]


def test_the_steps_of_a_sequence_are_read_one_by_one(sample: Session) -> None:
    window = sample.window
    begin(sample)
    settle()
    assert isinstance(window.route, SequenceRoute)
    bar = sure(window.page().findChild(StepsBar))
    face = heard(bar)
    parts = [face.child(n).text(Text.Name) for n in range(face.childCount())]
    assert bar is not None
    assert len(parts) == len(bar.steps) > 4
    assert parts[0].endswith("due now")
    where = [face.child(n).rect() for n in range(face.childCount())]
    assert all(a.right() < b.left() + 2 for a, b in pairwise(where))
    assert bar.rect().translated(bar.mapToGlobal(QPoint())).contains(where[-1])


def test_what_is_folded_is_opened_by_keyboard_and_stays_open(qtbot: QtBot) -> None:
    theme = Theme("dark")

    def fold(key: str) -> tuple[Fold, QPushButton]:
        inside = button("Rare")
        made = Fold(theme, key, "Rare & costly", inside)
        qtbot.addWidget(made)
        made.show()
        return made, inside

    first, rare = fold("rare")
    assert not rare.isVisible()
    assert first.button.text() == "▸ Rare && costly"
    for key, open_now in ((Qt.Key.Key_Return, True), (Qt.Key.Key_Space, False)):
        with qtbot.waitSignal(first.toggled):
            QTest.keyClick(first.button, key)
        assert (rare.isVisible(), first.is_open()) == (open_now, open_now)
    QTest.keyClick(first.button, Qt.Key.Key_Space)
    assert fold("rare")[1].isVisible(), "it was left open"
    assert not fold("other")[1].isVisible()


def test_what_is_folded_is_open_in_an_ample_window_unless_somebody_folded_it(qtbot: QtBot) -> None:
    theme = Theme("dark")
    folds = [Fold(theme, key, key, button(key)) for key in ("let be", "folded", "in use")]
    for fold in folds:
        qtbot.addWidget(fold)
        fold.show()
    theme.update_shape(1920, 1080)
    assert [fold.is_open() for fold in folds] == [True, True, True]
    QTest.mouseClick(folds[1].button, Qt.MouseButton.LeftButton)
    used = sure(folds[2].inner.findChild(QPushButton))
    used.setFocus()
    qtbot.waitUntil(used.hasFocus)
    theme.update_shape(1280, 720)
    assert [fold.is_open() for fold in folds] == [False, False, True]
    theme.update_shape(1920, 1080)
    assert [fold.is_open() for fold in folds] == [True, False, True]


def crew() -> Group:
    return group(
        member("Mo", "goon", ("heavy-club",), injuries=(Injury("blinded"),)),
        member("Lou", gear=("tactical-vest",)),
    )


def test_the_roster(qapp: QApplication) -> None:
    model = roster_model()
    _keeper = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows(roster_rows(crew(), BOOK, Switches()))
    texts = [model.index(1, c).data() for c in range(model.columnCount())]
    figures = ["4▾", "4", "2▾", "3", "4", "3", "2", "2"]
    rest = ["Heavy Club", "Blinded in One Eye", "Goon"]
    assert texts == ["Mo", "Selfish", "0", "0/6", *figures, *rest]
    why = model.index(1, 6).data(Qt.ItemDataRole.ToolTipRole)
    assert why == "Firearms 2 = 3 Goon (p.\u00a024) −1 Blinded in One Eye (p.\u00a084)"
    assert model.index(2, 8).data() == "3/5▴"
    model.set_rows([])


def test_an_item_dropped_on_a_member_is_told(qapp: QApplication) -> None:
    model = roster_model()
    model.set_rows(roster_rows(crew(), BOOK, Switches()))
    dropped = []
    model.dropped.connect(lambda item, who: dropped.append((item, who)))
    items = RowModel(("",), carries=ITEM_TYPE, takes=(ITEM_TYPE,))
    items.set_rows(item_rows((Item("k", "surplus-smg", (Item("s", "scope"),)),), BOOK))
    assert items.index(0, 0).data() == "Surplus SMG + Scope"
    assert "Damage 3" in items.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert items.row_of("nobody") == -1
    data = items.mimeData([items.index(0, 0)])
    assert not model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, model.index(2, 3))
    assert dropped == [("k", "lou")]
    assert not model.canDropMimeData(
        QMimeData(), Qt.DropAction.MoveAction, -1, -1, model.index(0, 0)
    )
