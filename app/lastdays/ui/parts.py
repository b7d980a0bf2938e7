"""Small parts that every page is made of. Text from people is always plain."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)


def label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """A label of plain text: title, heading, faint, warn, harm, well, number, question."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("kind", kind)
    made.setWordWrap(wrap)
    if wrap:
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


def button(
    text: str, on_click: Callable[[], object] | None = None, kind: str = "", hint: str = ""
) -> QPushButton:
    """A button that says what it does; `&` marks its mnemonic."""
    made = QPushButton(text)
    made.setProperty("kind", kind)
    made.setAutoDefault(False)
    made.setAccessibleName(text.replace("&", ""))
    if hint:
        made.setToolTip(hint)
        made.setAccessibleDescription(hint)
    if on_click is not None:
        made.clicked.connect(lambda _checked=False: on_click())
    return made


def typed(text: str) -> str:
    """Text typed by people, safe on a button: an ampersand is no mnemonic."""
    return text.replace("&", "&&")


def short(text: str, most: int = 40) -> str:
    """Text cut to fit a button, with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def row(*parts: QWidget | QLayout | int, spacing: int = 8) -> QHBoxLayout:
    """Parts side by side; a number is a stretch."""
    layout = QHBoxLayout()
    _fill(layout, parts, spacing)
    return layout


def column(*parts: QWidget | QLayout | int, spacing: int = 8, margin: int = 0) -> QVBoxLayout:
    """Parts one below the other; a number is a stretch."""
    layout = QVBoxLayout()
    _fill(layout, parts, spacing)
    layout.setContentsMargins(margin, margin, margin, margin)
    return layout


def _fill(
    layout: QHBoxLayout | QVBoxLayout, parts: tuple[QWidget | QLayout | int, ...], spacing: int
) -> None:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
        elif isinstance(part, QLayout):
            layout.addLayout(part)
        else:
            layout.addWidget(part)


def panel(*parts: QWidget | QLayout | int, heading: str = "") -> QFrame:
    """A framed panel, with a heading if one is given."""
    frame = QFrame()
    frame.setProperty("kind", "panel")
    inside: list[QWidget | QLayout | int] = [label(heading, "heading")] if heading else []
    frame.setLayout(column(*inside, *parts, spacing=6, margin=10))
    return frame


def holder(layout: QLayout) -> QWidget:
    """A widget around a layout."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def scrolling(widget: QWidget) -> QScrollArea:
    """A vertical scroll area around a widget."""
    area = QScrollArea()
    area.setWidget(widget)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def clear(layout: QLayout) -> None:
    """Takes everything out of a layout."""
    while layout.count():
        item = layout.takeAt(0)
        if item is None:
            return
        widget = item.widget()
        inner = item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear(inner)
