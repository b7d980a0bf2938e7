"""The command palette: a few letters lead to any page, group, member, entry of the rulebook or
action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
)
from PySide6.QtGui import QAction, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import column

#: So many lines are listed at most.
MOST = 60
#: At 100 %: how wide and how high it is at most, and a line of it. A longer name is whole on hover.
WIDE, HIGH, ROW, LONG = 640, 470, 36, 36
GoalRole = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Goal:
    """Something to go to or to do: its name, what kind of thing it is, and how."""

    name: str
    kind: str
    act: Callable[[], object]
    drawing: str = ""
    token: str = "text"


def matching(goals: Iterable[Goal], typed: str) -> list[Goal]:
    """Return the goals that have every typed word in their name, those that begin with it first."""
    words = typed.casefold().split()
    found = [g for g in goals if all(word in g.name.casefold() for word in words)]
    begins = typed.casefold().strip()
    return sorted(found, key=lambda g: not g.name.casefold().startswith(begins))[:MOST]


def of_actions(actions: Sequence[QAction]) -> list[Goal]:
    """Return the window's actions that can be done now."""
    places = {
        _("Campaign"): "campaign",
        _("New campaign…"): "campaign",
        _("Group"): "group",
        _("Print…"): "print",
        _("After the game"): "aftermath",
        _("At the table"): "table",
        _("Other games"): "games",
        _("Rulebook"): "rulebook",
    }
    within = (_("Go to anything…"), _("Choose a place"))  # what the palette itself is for
    found = []
    for action in actions:
        if action.isEnabled() and action.text() not in within:
            place = places.get(action.text())
            drawing = pictograms.place(place) if place else pictograms.token("free")
            name = action.text().replace("&", "").rstrip("…")
            found.append(Goal(name, _("Action"), action.trigger, drawing, "accent_text"))
    return found


class _GoalDelegate(QStyledItemDelegate):
    """Paints a goal: its pictogram, its name, and at the end what kind of thing it is."""

    def __init__(self, theme: Theme, view: QListWidget) -> None:
        super().__init__(view)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(100), self._theme.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        goal = index.data(GoalRole)
        if not isinstance(goal, Goal):
            super().paint(painter, option, index)
            return
        theme, area = self._theme, option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("select"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), theme.px(4), theme.px(4))
        if goal.drawing:
            side = theme.px(22)
            top = area.top() + (area.height() - side) // 2
            drawing = theme.pixmap(goal.drawing, goal.token, 22)
            painter.drawPixmap(QPoint(area.left() + theme.px(8), top), drawing)
        words = area.adjusted(theme.px(40), 0, -theme.px(10), 0)
        font = QFont(theme.body)
        font.setPixelSize(theme.px(13))
        painter.setFont(font)
        painter.setPen(theme.colour("faint_text"))
        middle, end = Qt.AlignmentFlag.AlignVCenter, Qt.TextElideMode.ElideRight
        metrics = painter.fontMetrics()
        kind = metrics.elidedText(goal.kind, end, words.width() // 2)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignRight | middle), kind)
        words.setRight(words.right() - metrics.horizontalAdvance(kind) - theme.px(12))
        font.setPixelSize(theme.px(15))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme.colour("text"))
        name = painter.fontMetrics().elidedText(goal.name, end, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | middle), name)
        painter.restore()


class Palette(QFrame):
    """A line to type in and what it may mean, over the window; Enter goes there, Esc goes back."""

    def __init__(self, window: QWidget, goals: Sequence[Goal], theme: Theme) -> None:
        super().__init__(window)
        self._theme = theme
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
        self.list.setItemDelegate(_GoalDelegate(theme, self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(lambda _item: self._go())
        self.setLayout(column(self.field, self.list, margin=10))
        self._filter("")

    def open(self) -> None:
        """Lie over the upper half of the window, and take the keyboard."""
        theme, window = self._theme, self._window
        width = min(theme.px(WIDE), window.width() - 40)
        top = min(theme.px(60), window.height() // 10)
        height = min(theme.px(HIGH), window.height() - top - 20)
        self.setGeometry((window.width() - width) // 2, top, width, height)
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
            item.setData(GoalRole, goal)
            if len(goal.name) > LONG:
                item.setToolTip(plain(goal.name))
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
