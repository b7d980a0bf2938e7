"""Across the top: the head of the page, undo and redo, and what is done first on the page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QWidget

from lastdays.language import _, short
from lastdays.ui.texts import plain
from lastdays.ui.theme import NARROW, Theme
from lastdays.ui.widgets.page import MARGIN, Head
from lastdays.ui.widgets.parts import PageStack, row

#: A change is named with so many letters; a button here is so high at 100 %.
NAME_MOST, HIGH = 60, 36
#: Between its parts; how wide undo is at most, at 100 %.
GAP, MOST = 8, 380


class TopBar(QFrame):
    """The same place on every page: undo and redo never move."""

    def __init__(self, theme: Theme, undo: QAction, redo: QAction) -> None:
        super().__init__()
        self.setProperty("kind", "top")
        self._theme = theme
        self._undo, self._redo = undo, redo
        self._heads, self._firsts = PageStack(), PageStack()
        #: What is done first on the page that is shown.
        self._first: QWidget | None = None
        #: How wide undo has become for the names it had beside this head.
        self._given = 0
        self._tools = [self._tool(undo), self._tool(redo)]
        line = row(self._heads, *self._tools, self._firsts, spacing=GAP)
        line.setStretch(0, 1)
        line.setAlignment(self._firsts, Qt.AlignmentFlag.AlignVCenter)
        line.setContentsMargins(MARGIN, 6, MARGIN, 6)
        self.setLayout(line)

    @property
    def undo_button(self) -> QToolButton:
        """Return the button of undo, for whoever shows where it is."""
        return self._tools[0]

    def _tool(self, action: QAction) -> QToolButton:
        tool = QToolButton()
        tool.setDefaultAction(action)
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return tool

    def show_head(self, head: Head) -> bool:
        """Show the head of a page, and what is done first there; return whether the keyboard was
        on that of another page, which is gone now."""
        focus = QApplication.focusWidget()
        gone = focus is not None and any(
            shown is not None
            and shown is not part
            and (shown is focus or shown.isAncestorOf(focus))
            for shown, part in (
                (self._heads.currentWidget(), head),
                (self._firsts.currentWidget(), head.first),
            )
        )
        if self._heads.currentWidget() is not head:
            self._given = 0
        self._show(self._heads, head)
        self._first = head.first
        if head.first is not None:
            if self._firsts.indexOf(head.first) < 0:
                for part in head.first.children():
                    part.installEventFilter(self)
            self._show(self._firsts, head.first)
        self._fit_first()
        return gone

    def _fit_first(self) -> None:
        """Leave no gap for what is done first where nothing is."""
        inside = self._first.layout() if self._first is not None else None
        nothing = inside.isEmpty() if inside is not None else self._first is None
        self._firsts.setVisible(not nothing)

    def eventFilter(self, _part: QObject, event: QEvent) -> bool:
        """Have what is done first in its place as soon as a page shows it: it is given the keyboard."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._fit_first()
        return False

    def _show(self, stack: PageStack, part: QWidget) -> None:
        if stack.indexOf(part) < 0:
            stack.addWidget(part)
        stack.setCurrentWidget(part)
        stack.updateGeometry()

    def name_undo(self, undo: str | None, redo: str | None) -> None:
        """Say what undo and redo would do; None where there is nothing."""
        for action, tool, verb, name, nothing in (
            (self._undo, self._tools[0], _("Undo"), undo, _("Nothing to undo here")),
            (self._redo, self._tools[1], _("Redo"), redo, _("Nothing to redo here")),
        ):
            action.setEnabled(name is not None)
            text = verb
            if name:
                text = _("{verb}: {what}").format(verb=verb, what=short(name, NAME_MOST))
            action.setText(text.replace("&", "&&"))
            action.setToolTip(plain(nothing if name is None else text))
            tool.setAccessibleName(text)
        self._fit_names()

    def fit(self) -> None:
        """Follow the zoom."""
        self._given = 0
        side = self._theme.px(20)
        for tool in self._tools:
            tool.setIconSize(QSize(side, side))
        self._fit_names()

    def _fit_names(self) -> None:
        """Name undo beside its arrow where there is room; the other is named on hover.

        Its right edge stays where it is: a longer name grows to the left, over what is free. After
        it a shorter one leaves it as wide, so that what stands beside it does not jump to and fro.
        """
        undo, redo = self._tools
        roomy = self.width() >= self._theme.px(NARROW)
        wide = 200 if self.width() < self._theme.px(1400) else 380
        styles = Qt.ToolButtonStyle
        redo.setToolButtonStyle(styles.ToolButtonIconOnly)
        undo.setToolButtonStyle(
            styles.ToolButtonTextBesideIcon if roomy else styles.ToolButtonIconOnly
        )
        for tool in self._tools:
            tool.setFixedHeight(self._theme.px(HIGH))
        redo.setFixedWidth(max(self._theme.px(46), redo.sizeHint().width()))
        beside = self._theme.px(60)
        whole = undo.fontMetrics().horizontalAdvance(undo.accessibleName()) + beside
        most = min(self._theme.px(MOST), self._free())
        room = self._given = max(self._theme.px(wide), min(max(whole, self._given), most))
        undo.setFixedWidth(room if roomy else redo.sizeHint().width())
        text = undo.accessibleName()
        if whole > room:  # Qt cuts a text in just as much room as it takes, too
            mode = Qt.TextElideMode.ElideRight
            text = undo.fontMetrics().elidedText(text, mode, room - beside)
        undo.setText(text.replace("&", "&&"))

    def _free(self) -> int:
        """Return how wide undo may be where nothing else is cut off for it."""
        head, redo = self._heads.currentWidget(), self._tools[1]
        first = self._firsts.sizeHint().width() + GAP if self._firsts.isVisibleTo(self) else 0
        taken = head.whole_width() if isinstance(head, Head) else 0
        return self.width() - 2 * MARGIN - taken - redo.width() - first - 2 * GAP

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._given = 0
        self._fit_names()
