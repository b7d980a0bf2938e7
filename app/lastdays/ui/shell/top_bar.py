"""Across the top: undo and redo, and the head of the page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QFocusEvent
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QToolTip

from lastdays.language import _, short
from lastdays.ui.page import MARGIN, Head
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import PageStack, row, timer

#: A change is named with so many letters.
NAME_MOST = 60
#: Undo and redo are so wide and high at 100 %.
WIDE, HIGH = 46, 36
#: What is above and below them in the bar, together.
ROUND = 12
#: Reached by these, a key tells after so many milliseconds what it would do.
TELL_MS = 500
BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TopBar(QFrame):
    """Undo and redo are two keys of one size that stand in the same place on every page, before the
    head; what they would do is told on hover, on focus, aloud and in the *Edit* menu."""

    def __init__(self, theme: Theme, undo: QAction, redo: QAction) -> None:
        super().__init__()
        self.setProperty("kind", "top")
        self._theme = theme
        self._undo, self._redo = undo, redo
        self._heads = PageStack()
        self.undo_button, self.redo_button = self._tool(undo), self._tool(redo)
        self._telling = timer(self, TELL_MS, self._tell)
        line = row(
            row(self.undo_button, self.redo_button, spacing=4),
            (self._heads, 1),
            spacing=14,
            margin=(MARGIN, 4, MARGIN, 4),
        )
        self.setLayout(line)

    def _tool(self, action: QAction) -> QToolButton:
        tool = QToolButton()
        tool.setDefaultAction(action)
        tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tool.installEventFilter(self)
        return tool

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have it told what a key would do that the keyboard has reached, and stays on."""
        if isinstance(event, QFocusEvent):
            self._telling.stop()
            if event.gotFocus() and event.reason() in BY_KEYS:
                self._telling.start()
        return False

    def _tell(self) -> None:
        focus = QApplication.focusWidget()
        if focus in (self.undo_button, self.redo_button):
            below = focus.mapToGlobal(QPoint(0, focus.height()))
            QToolTip.showText(below, focus.toolTip(), focus)

    def show_head(self, head: Head) -> bool:
        """Show the head of a page; return whether the keyboard was on that of another page, which
        is gone now."""
        focus = QApplication.focusWidget()
        if self._heads.indexOf(head) < 0:
            self._heads.addWidget(head)
        gone = self._heads.isAncestorOf(focus) and not head.isAncestorOf(focus) if focus else False
        self._heads.setCurrentWidget(head)
        self._heads.updateGeometry()
        return gone

    def name_undo(self, undo: str | None, redo: str | None) -> None:
        """Say what undo and redo would do; None where there is nothing."""
        for action, tool, verb, name, nothing in (
            (self._undo, self.undo_button, _("Undo"), undo, _("Nothing to undo here")),
            (self._redo, self.redo_button, _("Redo"), redo, _("Nothing to redo here")),
        ):
            action.setEnabled(name is not None)
            text = verb
            if name:
                text = _("{verb}: {what}", verb=verb, what=short(name, NAME_MOST))
            action.setText(text.replace("&", "&&"))
            action.setToolTip(plain(nothing if name is None else text))
            tool.setAccessibleName(text)

    def fit(self) -> None:
        """Follow the zoom."""
        px = self._theme.px
        for tool in (self.undo_button, self.redo_button):
            tool.setIconSize(QSize(px(20), px(20)))
            tool.setFixedSize(px(WIDE), px(HIGH))
        self.setFixedHeight(px(HIGH) + ROUND)
