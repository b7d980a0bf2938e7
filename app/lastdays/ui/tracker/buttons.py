"""What a button of a view says, and what it costs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QPushButton

from lastdays.language import short
from lastdays.ui.widgets.parts import row, typed


def worded(label: str, mnemonic: str = "", most: int = 0) -> str:
    """Return the text of a button, cut to `most` characters (0: not cut), its mnemonic marked.

    An ampersand of a name does not become a mnemonic.
    """
    text = short(label, most) if most else label
    at = text.lower().find(mnemonic.lower()) if mnemonic else -1
    return typed(text) if at < 0 else f"{typed(text[:at])}&{typed(text[at:])}"


class _Price(QLabel):
    """What a button costs, at its end: the button is as wide as its own words and this need."""

    def __init__(self, price: str, on: QPushButton) -> None:
        super().__init__(price)
        self.on = on
        self._measured = 0
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "small")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        size = self.font().pixelSize()
        if event.type() == QEvent.Type.FontChange and size != self._measured:
            self._measured = size
            self.on.setMinimumWidth(self.on.sizeHint().width() + self.sizeHint().width())


def priced(made: QPushButton, price: str) -> QPushButton:
    """Write what a button costs at its end; a screen reader says it after its name."""
    if price:
        made.setProperty("priced", True)  # its words stand at the left
        inside = row(1, _Price(price, made))
        inside.setContentsMargins(8, 0, 12, 0)
        made.setLayout(inside)
        made.setAccessibleDescription(price)
    return made
