"""The command palette: a few letters lead to any page, group, member, entry of the rulebook or
action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)
from shiboken6 import isValid

from lastdays.language import _
from lastdays.ui.widgets.parts import column

#: So many lines are listed at most.
MOST = 60


@dataclass(frozen=True)
class Goal:
    """Something to go to or to do: its name, what kind of thing it is, and how."""

    name: str
    kind: str
    act: Callable[[], object]


def matching(goals: Iterable[Goal], typed: str) -> list[Goal]:
    """Return the goals that have every typed word in their name, those that begin with it first."""
    words = typed.casefold().split()
    found = [g for g in goals if all(word in g.name.casefold() for word in words)]
    begins = typed.casefold().strip()
    return sorted(found, key=lambda g: not g.name.casefold().startswith(begins))[:MOST]


def of_actions(actions: Sequence[QAction]) -> list[Goal]:
    """Return the window's actions that can be done now."""
    return [
        Goal(action.text().replace("&", "").rstrip("…"), _("Action"), action.trigger)
        for action in actions
        if action.isEnabled()
    ]


class Palette(QFrame):
    """A line to type in and what it may mean, over the window; Enter goes there, Esc goes back."""

    def __init__(self, window: QWidget, goals: Sequence[Goal]) -> None:
        super().__init__(window)
        self.setProperty("kind", "toast")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(_("Go to anything"))
        self._window = window
        self._before = QApplication.focusWidget()
        self._goals = goals
        self._found: list[Goal] = []
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("A page, group, member, rule or action"))
        self.field.setAccessibleName(_("Go to anything"))
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._go)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(_("What was found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _item: self._go())
        self.setLayout(column(self.field, self.list, margin=10))
        self._filter("")

    def open(self) -> None:
        """Lie over the upper half of the window, and take the keyboard."""
        width = min(620, self._window.width() - 40)
        height = min(420, self._window.height() - 80)
        self.setGeometry((self._window.width() - width) // 2, 60, width, height)
        self.show()
        self.raise_()
        self.field.setFocus()

    def _leave(self) -> None:
        """Give the keyboard back to where it was."""
        before = self._before
        self.close()
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()

    def _filter(self, typed: str) -> None:
        self._found = matching(self._goals, typed)
        self.list.clear()
        for goal in self._found:
            item = QListWidgetItem(f"{goal.name}   ·   {goal.kind}")
            self.list.addItem(item)
        if not self._found:
            nothing = QListWidgetItem(_("Nothing matches “{text}”.").format(text=typed))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nothing)
        self.list.setCurrentRow(0)

    def _go(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._found):
            goal = self._found[row]
            self._leave()
            goal.act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have the arrow keys choose in the list while letters are typed, Esc leave."""
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.close()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: 8,
                Qt.Key.Key_PageUp: -8,
            }
            if event.key() == Qt.Key.Key_Escape:
                self._leave()
                return True
            step = steps.get(Qt.Key(event.key()))
            if step:
                last = max(0, len(self._found) - 1)
                self.list.setCurrentRow(min(last, max(0, self.list.currentRow() + step)))
                return True
        return False
