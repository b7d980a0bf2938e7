"""What the window does by key, and the bar of tools below the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QToolButton, QWidget

from lastdays.language import _, short
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Steady, row

#: A change is named with so many letters.
NAME_MOST = 48


class Commands:
    """Actions of a window, each with its keys. Their names may change, their keys do not."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        self._window = window
        self._theme = theme
        self._icons: dict[str, QAction] = {}

    def add(
        self,
        text: str,
        keys: tuple[QKeySequence | QKeySequence.StandardKey | str, ...],
        act: Callable[[], object],
        icon: str = "",
        hint: str = "",
    ) -> QAction:
        """Have keys do something, wherever in the window the keyboard is."""
        action = QAction(text, self._window)
        action.setToolTip(hint or text)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _on=False: act())
        self._window.addAction(action)
        if icon:
            self._icons[icon] = action
        return action

    def draw_icons(self) -> None:
        """Draw the icons in the theme's colours."""
        for name, action in self._icons.items():
            action.setIcon(self._theme.icon(name))


class CommandBar(QWidget):
    """The tools below the page: undo and redo with what they would do, size, theme, keys."""

    def __init__(
        self, theme: Theme, undo: QAction, redo: QAction, rest: tuple[QAction, ...], keys: QAction
    ) -> None:
        """Lay out the bar; `rest` and `keys` give way to the table where it has the whole
        screen."""
        super().__init__()
        self.setProperty("kind", "plain")
        self._theme = theme
        self._undo, self._redo = undo, redo
        self._tools: list[QToolButton] = []
        redo_tool = self._tool(redo)
        keys_tool = self._tool(keys)
        self._rest = [*(self._tool(action) for action in rest), keys_tool]
        self._short = (redo_tool, keys_tool)
        bar = row(Steady(self._tool(undo)), Steady(redo_tool), 1, *self._rest, spacing=6)
        bar.setContentsMargins(12, 0, 12, 8)
        self.setLayout(bar)
        theme.reshaped.connect(self._reshaped)

    def _tool(self, action: QAction) -> QToolButton:
        tool = QToolButton()
        self._tools.append(tool)
        tool.setDefaultAction(action)
        tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        tool.setAccessibleName(action.toolTip())
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return tool

    def name_undo(self, undo: str | None, redo: str | None) -> None:
        """Say what undo and redo would do; None where there is nothing."""
        for action, verb, name in (
            (self._undo, _("Undo"), undo),
            (self._redo, _("Redo"), redo),
        ):
            action.setEnabled(name is not None)
            text = verb
            if name:
                text = _("{verb}: {what}").format(verb=verb, what=short(name, NAME_MOST))
            action.setText(text.replace("&", "&&"))
            action.setToolTip(text)

    def show_rest(self, on: bool) -> None:
        """Show what has nothing to do with undo, or not."""
        for tool in self._rest:
            tool.setVisible(on)

    def fit(self) -> None:
        """Follow the zoom."""
        for tool in self._tools:
            tool.setIconSize(QSize(self._theme.px(20), self._theme.px(20)))

    def _reshaped(self, narrow: bool) -> None:
        styles = Qt.ToolButtonStyle
        for tool in self._short:
            tool.setToolButtonStyle(
                styles.ToolButtonIconOnly if narrow else styles.ToolButtonTextBesideIcon
            )
