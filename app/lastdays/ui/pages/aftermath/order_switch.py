"""Whether each group plays its whole sequence or all groups each step, as two buttons."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lastdays.language import _
from lastdays.model.campaign import AftermathOrder
from lastdays.ui.plain import plain
from lastdays.ui.widgets.parts import button, row


class OrderSwitch(QWidget):
    """`chosen` carries the order that was pressed."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.setAccessibleName(_("Order after a game"))
        self.buttons: dict[str, QPushButton] = {}
        texts = {
            "group": (
                _("Group by group"),
                _("Each group plays its whole post-game sequence before the next group begins."),
            ),
            "step": (
                _("Step by step"),
                _("All groups roll their injuries, then all earn Experience, and so on."),
            ),
        }
        line = row(spacing=0)
        for key, (text, hint) in texts.items():
            made = button(text, kind="switch")
            made.setToolTip(plain(hint))
            made.setAccessibleDescription(hint)
            made.setCheckable(True)
            made.setAutoExclusive(True)
            made.clicked.connect(lambda _on=False, key=key: self.chosen.emit(key))
            self.buttons[key] = made
            line.addWidget(made)
        self.setLayout(line)

    def show_order(self, order: AftermathOrder) -> None:
        """Show which order is chosen."""
        self.buttons[order].setChecked(True)
