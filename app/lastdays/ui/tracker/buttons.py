"""What a button of a view says, and what it costs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from lastdays.language import short
from lastdays.ui.widgets.parts import label, row, typed


def worded(label: str, mnemonic: str = "", most: int = 0) -> str:
    """Return the text of a button, cut to `most` characters (0: not cut), its mnemonic marked.

    An ampersand of a name does not become a mnemonic.
    """
    text = short(label, most) if most else label
    at = text.lower().find(mnemonic.lower()) if mnemonic else -1
    return typed(text) if at < 0 else f"{typed(text[:at])}&{typed(text[at:])}"


def priced(made: QPushButton, price: str) -> QPushButton:
    """Write what a button costs at its end; a screen reader says it after its name."""
    if price:
        said = label(price, "small")
        said.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = row(1, said)
        inside.setContentsMargins(8, 0, 12, 0)
        made.setLayout(inside)
        made.setAccessibleDescription(price)
    return made
