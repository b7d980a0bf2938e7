"""How high things are where nothing in them is scrolled."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea, QWidget


def asks_for(part: QWidget, wide: int) -> int:
    """Return the height that a part asks for at a width."""
    layout = part.layout()
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalHeightForWidth(wide)
    return part.sizeHint().height()


def hidden_in(area: QScrollArea) -> int:
    """Return how much higher than its least height an area is with all that is in it in sight."""
    inner = area.widget()
    whole = inner.minimumSizeHint().height() if inner is not None else 0
    return max(0, whole + 2 * area.frameWidth() - area.minimumHeight())
