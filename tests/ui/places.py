"""The list of places at the left."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lastdays.ui.window import Window
from ui.hands import settle


def point_at(window: Window, text: str) -> None:
    """Clicks an entry of the list of places."""
    rows = [r.cell(0).text for r in window.places.model.rows]
    rect = window.places.list.visualRect(window.places.model.index(rows.index(text), 0))
    QTest.mouseClick(
        window.places.list.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        rect.center(),
    )
    settle()
