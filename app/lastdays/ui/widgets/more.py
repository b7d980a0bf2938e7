"""The button ⋮ with the menu of what else can be done; menus that are filled anew."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton

from lastdays.ui.plain import plain


class MoreButton(QToolButton):
    """Opens its menu at once; `name` says what more there is to do with."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setText("⋮")
        self.setProperty("kind", "more")
        self.setToolTip(plain(name))
        self.setAccessibleName(name)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))


def empty(menu: QMenu) -> None:
    """Take everything out of a menu, with the menus that open from it: Qt would keep those."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for inner in menu.findChildren(QMenu, options=direct):
        inner.deleteLater()
    menu.clear()
