"""What is drawn is heard as what it is: its role, its number, its state, its parts, its actions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from lastdays.pdf.plot import Plot, PlottedLine as Line
from lastdays.tabletop.view import ButtonView, ChipView, Tap, TokenView
from lastdays.ui.app import Session
from lastdays.ui.navigation import SequenceRoute
from lastdays.ui.pages.sequence.standing import StepsBar
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.arrangement import Recent
from lastdays.ui.tracker.pieces import Counter, Deed, Mark, Scale
from lastdays.ui.widgets import accessibility
from lastdays.ui.widgets.accessibility import _Spoken, speak_roles
from lastdays.ui.widgets.parts import Fold
from lastdays.ui.widgets.plot_view import PlotView
from sure import as_a
from ui.hands import settle
from ui.test_sequence_page import begin

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
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
LOCKED = ChipView("A1", "locked", "L", "Locked and Loaded", False)
SLAY = ButtonView("slay", "X", Tap("slay"), hint="Slay")


def test_a_counter_has_its_number_and_its_limit(theme: Theme) -> None:
    counter = Counter(Scale(theme), DAMAGE)
    face = heard(counter)
    value = face.valueInterface()
    assert (face.role(), face.text(Text.Value)) == (Role.SpinBox, "2/5")
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 2, 5)
    assert value.minimumStepSize() == 1


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


def test_a_counter_without_a_number_has_no_value_to_say(theme: Theme) -> None:
    counter = Counter(Scale(theme), replace(DAMAGE, value=None))
    assert heard(counter).text(Text.Value) == ""
    assert heard(counter).valueInterface().currentValue() == 0


def test_a_mark_is_ticked_or_not_and_can_be_pressed(theme: Theme) -> None:
    mark, taps = Mark(Scale(theme), LOCKED), []
    mark.tapped.connect(lambda: taps.append(1))
    assert heard(mark).state().checkable
    assert not heard(mark).state().checked
    mark.show_chip(replace(LOCKED, on=True))
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


def test_a_plot_is_read_game_by_game(theme: Theme, told: list[Any]) -> None:
    view = PlotView(theme, "Rating")
    lines = (Line("Zeke", ((1, 100), (2, 120))), Line("Carl", ((1, 90), (2, 130))))
    view.resize(400, 300)
    view.show_plot(Plot("Rating", "Game", lines))
    face = heard(view)
    assert (face.role(), face.childCount()) == (Role.Chart, 2)
    second = face.child(1)
    assert second.text(Text.Name) == "Game 2\nCarl: 130\nZeke: 120"
    assert second.role() == Role.ListItem
    assert face.indexOfChild(second) == 1
    assert second.rect().left() > face.child(0).rect().left()
    assert second.parent() is face
    assert face.child(2) is None
    view.show_plot(Plot("Rating", "Game", (Line("Zeke", ((1, 100),)),)))
    assert face.childCount() == 1
    assert not second.isValid()


def test_a_part_of_what_is_gone_says_nothing(theme: Theme) -> None:
    view = PlotView(theme, "Rating")
    view.show_plot(Plot("Rating", "Game", (Line("Zeke", ((1, 100),)),)))
    face = heard(view)
    part = face.child(0)
    assert part.isValid()
    del face
    view.deleteLater()
    del view
    settle()
    assert not part.isValid()
    assert part.text(Text.Name) == ""


def test_what_changes_is_told_to_who_listens(theme: Theme, told: list[Any]) -> None:
    counter, mark = Counter(Scale(theme), DAMAGE), Mark(Scale(theme), LOCKED)
    told.clear()
    counter.show_token(replace(DAMAGE, value=3))
    counter.show_token(replace(DAMAGE, value=3))
    mark.show_chip(replace(LOCKED, on=True))
    assert [kind for kind, _what in told] == ["ValueChanged", "StateChanged"]
    assert told[0][1] == 3


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


def test_nothing_is_told_where_nobody_listens(
    theme: Theme, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QAccessible, "isActive", lambda: False)
    counter = Counter(Scale(theme), DAMAGE)
    counter.show_token(replace(DAMAGE, value=1))
    accessibility.announce(counter, "Done.")
    assert told == []


def test_a_game_of_a_plot_is_announced_as_the_keyboard_comes_to_it(
    sample: Session, theme: Theme, told: list[Any]
) -> None:
    view = PlotView(theme, "Rating")
    view.show_plot(Plot("Rating", "Game", (Line("Zeke", ((1, 100),)),)))
    view._at = 0
    view._speak()
    QToolTip.hideText()
    assert ("Announcement", "Game 1\nZeke: 100") in told


def test_the_steps_of_a_sequence_are_read_one_by_one(sample: Session) -> None:
    window = sample.window
    begin(sample)
    settle()
    assert isinstance(window.route, SequenceRoute)
    bar = window.page().findChild(StepsBar)
    assert bar is not None
    face = heard(bar)
    parts = [face.child(n).text(Text.Name) for n in range(face.childCount())]
    assert bar is not None
    assert len(parts) == len(bar.steps) > 4
    assert parts[0].endswith("due now")
    where = [face.child(n).rect() for n in range(face.childCount())]
    assert all(a.right() < b.left() + 2 for a, b in pairwise(where))
    assert bar.rect().translated(bar.mapToGlobal(QPoint())).contains(where[-1])


def test_what_is_said_on_hover_is_not_said_again(qapp: QApplication) -> None:
    counter = Counter(Scale(Theme("dark")), DAMAGE)
    assert counter.toolTip() == counter.accessibleName() == "Zeke, Damage 2/5"
    assert heard(counter).text(QAccessible.Text.Description) == ""
    counter.setAccessibleDescription("Three is death")
    assert heard(counter).text(QAccessible.Text.Description) == "Three is death"
