"""The bar at the top: Undo, Redo and the head of the page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QFocusEvent
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QToolTip

from lastdays.language import _, short
from lastdays.ui.page import MARGIN, Head
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import PageStack, row, timer

#: The most letters in the name of a change.
NAME_MOST = 60
#: The size of the buttons at 100 %, and the room above and below them in total.
WIDE, HIGH, ROUND = 46, 36, 12
#: The delay in milliseconds until a focused button shows its hint, and the reasons for the focus.
TELL_MS = 500
BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TopBar(QFrame):
    """Undo and Redo, in the same place on every page, and the head of the page. The buttons say what
    they would do on hover, on focus, aloud and in the *Edit* menu."""

    def __init__(self, theme: Theme, undo: QAction, redo: QAction) -> None:
        super().__init__()
        self.setProperty("kind", "top")
        self._theme = theme
        self._undo, self._redo = undo, redo
        self._heads = PageStack()
        self.undo_button, self.redo_button = self._tool(undo), self._tool(redo)
        self._hint_timer = timer(self, TELL_MS, self._show_hint)
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
        """Show the hint of a button once it has had the focus for a moment."""
        if isinstance(event, QFocusEvent):
            self._hint_timer.stop()
            if event.gotFocus() and event.reason() in BY_KEYS:
                self._hint_timer.start()
        return False

    def _show_hint(self) -> None:
        focus = QApplication.focusWidget()
        if focus in (self.undo_button, self.redo_button):
            below = focus.mapToGlobal(QPoint(0, focus.height()))
            QToolTip.showText(below, focus.toolTip(), focus)

    def show_head(self, head: Head) -> bool:
        """Show the head of a page; return whether the head of the page before had the focus."""
        focus = QApplication.focusWidget()
        if self._heads.indexOf(head) < 0:
            self._heads.addWidget(head)
        gone = self._heads.isAncestorOf(focus) and not head.isAncestorOf(focus) if focus else False
        self._heads.setCurrentWidget(head)
        self._heads.updateGeometry()
        return gone

    def name_undo(self, undo: str | None, redo: str | None) -> None:
        """Set what Undo and Redo would do, None for nothing."""
        for action, tool, verb, name, nothing in (
            (self._undo, self.undo_button, _("Undo"), undo, _("Nothing to undo here")),
            (self._redo, self.redo_button, _("Redo"), redo, _("Nothing to redo here")),
        ):
            action.setEnabled(name is not None)
            what = short(name or "", NAME_MOST)
            text = _("{verb}: {what}", verb=verb, what=what) if what else verb
            action.setText(text.replace("&", "&&"))
            action.setToolTip(plain(nothing if name is None else text))
            tool.setAccessibleName(text)

    def fit(self) -> None:
        """Set the sizes for the zoom."""
        px = self._theme.px
        for tool in (self.undo_button, self.redo_button):
            tool.setIconSize(QSize(px(20), px(20)))
            tool.setFixedSize(px(WIDE), px(HIGH))
        self.setFixedHeight(px(HIGH) + ROUND)
