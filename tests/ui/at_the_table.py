"""A game at the table, begun and taken through its turn."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.state import Figure
from lastdays.tabletop.last_days.turn import PHASES
from lastdays.ui.services import Services
from lastdays.ui.tracker.pieces import Counter
from lastdays.ui.tracker.session_page import SessionPage
from ui.hands import click, do, key, seen, settle, state_of, throw

HELD_BACK = {"Zeke's Truckers": ("Pip", "Doc"), "Carl's Crew": ("Sam", "Biscuit")}


def scavengers(services: Services) -> Setup:
    """What `set_up` fills in."""
    groups = [services.workspace.group(g.id).group for g in services.workspace.groups()]
    sides = []
    for group in sorted(groups, key=lambda g: g.name, reverse=True):
        parts = {
            m.id: "held-back" if m.name in HELD_BACK[group.name] else "deployed"
            for m in group.members
        }
        sides.append(entrant_of(group, services.catalogue, parts))
    return Setup("scavengers", tuple(sides))


def named(page: SessionPage, name: str) -> Figure:
    return next(f for f in state_of(page).figures() if f.name == name)


def tap(widget: Counter, *, right: bool = True, shift: bool = False) -> None:
    """A tap on a counter, which adds one; with `right` false, a tap of the right button."""
    where = QPoint(widget.width() - 8, widget.height() // 2)
    button = Qt.MouseButton.LeftButton if right else Qt.MouseButton.RightButton
    way = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(widget, button, way, where)
    settle()


def go_next(page: SessionPage, *, mouse: bool = False) -> None:
    """Next, by its key or with the mouse, once it counts again."""
    page.bar.accept_taps()
    if mouse:
        click(page.window(), "NEXT ▶")
    else:
        key("Ctrl+Return")


def to(page: SessionPage, phase: str) -> None:
    """Next, until a step of the turn; back to it by hand where it is passed over."""
    for turn in range(9):
        now = state_of(page).table.phase
        if now == phase:
            return
        go_next(page, mouse=turn % 2 == 1)
        before = -1 if now == "end" else PHASES.index(now)
        if phase in PHASES[before + 1 : PHASES.index(state_of(page).table.phase)]:
            do(page, "phase", phase=phase)


def dice(page: SessionPage, *values: int | str) -> None:
    """Answers what is asked: dice are typed, options taken by their words."""
    for value in values:
        ask = page.panel.ask_panel
        assert page.panel.ask_box.isVisible(), seen(page.panel)
        if ask.dice is not None:
            throw(ask, str(value))
        else:
            made = next(
                (b for b in ask.options.values() if b.accessibleName().startswith(str(value))), None
            )
            assert made is not None, [b.accessibleName() for b in ask.options.values()]
            made.setFocus()
            key("Space")
