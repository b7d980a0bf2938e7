"""How dice are answered, as three buttons of which one is down."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lastdays.language import _
from lastdays.model.campaign import DiceMode
from lastdays.ui.widgets.parts import button, row

MODES: tuple[DiceMode, ...] = ("roll", "typed", "set")


class ModeSwitch(QWidget):
    """`chosen` carries the way that was pressed."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.setAccessibleName(_("How dice are answered"))
        self.buttons: dict[str, QPushButton] = {}
        texts = {
            "roll": (_("Roll for me"), _("Dice: roll for me")),
            "typed": (_("I roll"), _("Dice: I roll")),
            "set": (_("Set the result"), _("Dice: set the result")),
        }
        line = row(spacing=0)
        for key in MODES:
            made = button(texts[key][0], kind="switch")
            made.setAccessibleName(texts[key][1])
            made.setCheckable(True)
            made.setAutoExclusive(True)
            made.clicked.connect(lambda _on=False, key=key: self.chosen.emit(key))
            self.buttons[key] = made
            line.addWidget(made)
        self.setLayout(line)

    def show_mode(self, mode: DiceMode) -> None:
        """Show which way is chosen."""
        self.buttons[mode].setChecked(True)
