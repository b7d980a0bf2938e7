"""What the window does by key, and the menus that list it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme

Keys = Sequence[QKeySequence | QKeySequence.StandardKey | str]


class Commands:
    """Actions of a window, each with its keys. Their names may change, their keys do not.

    They belong to the window too, so that their keys work while the menu bar is hidden.
    """

    def __init__(self, window: QMainWindow, theme: Theme) -> None:
        self._window = window
        self._theme = theme
        self._icons: list[tuple[QAction, str]] = []
        self.all: list[QAction] = []

    def menu(self, title: str, *entries: QAction | None) -> None:
        """Put a menu with these actions into the menu bar; None is a line between them."""
        menu = self._window.menuBar().addMenu(title)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            else:
                menu.addAction(entry)

    def add(
        self, text: str, keys: Keys, act: Callable[[], object], icon: str = "", hint: str = ""
    ) -> QAction:
        """Have keys do something, wherever in the window the keyboard is."""
        action = QAction(text, self._window)
        if hint:
            action.setToolTip(plain(hint))
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _on=False: act())
        self._window.addAction(action)
        self.all.append(action)
        if icon:
            self._icons.append((action, icon))
        return action

    def draw_icons(self) -> None:
        """Draw the icons in the theme's colours."""
        for action, name in self._icons:
            action.setIcon(self._theme.icon(name))
