"""A row of choices as buttons beside each other, of which one is down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lastdays.ui.plain import plain
from lastdays.ui.widgets.parts import button, row


class RowChoice(Struct, frozen=True):
    """One of the choices: what its button says, what it is called where that differs, and a hint
    or ''."""

    text: str
    name: str = ""
    hint: str = ""


class ChoiceRow(QWidget):
    """`chosen` carries the key of the button that was pressed."""

    chosen = Signal(str)

    def __init__(self, name: str, ways: Mapping[str, RowChoice]) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.setAccessibleName(name)
        self.buttons: dict[str, QPushButton] = {}
        line = row(spacing=0)
        for key, way in ways.items():
            made = button(way.text, kind="switch")
            if way.name:
                made.setAccessibleName(way.name)
            if way.hint:
                made.setToolTip(plain(way.hint))
                made.setAccessibleDescription(way.hint)
            made.setCheckable(True)
            made.setAutoExclusive(True)
            made.clicked.connect(partial(self._press, key))
            self.buttons[key] = made
            line.addWidget(made)
        self.setLayout(line)

    def _press(self, key: str, _on: bool = False) -> None:
        self.chosen.emit(key)

    def show_chosen(self, key: str) -> None:
        """Show which one is chosen."""
        self.buttons[key].setChecked(True)
