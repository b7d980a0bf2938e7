"""The dialog in which a piece gets another name; it stays, with what was typed, where that is refused."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from lastdays.language import _
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.parts import button, column, label, row

#: A piece's name is cut after so many characters.
MOST = 40


class NameDialog(QDialog):
    """Asks for a name. `take` is given what was typed, and returns why it can't be, '' if it is."""

    def __init__(self, parent: QWidget, name: str, take: Callable[[str], str]) -> None:
        super().__init__(parent)
        self._take = take
        self.setWindowTitle(_("Name it"))
        caption = label(_("&Name"))
        self.field = QLineEdit(name)
        self.field.setMaxLength(MOST)
        self.field.setAccessibleName(_("Name"))
        self.field.selectAll()
        caption.setBuddy(self.field)
        self.reason = label("", "harm", wrap=True)
        self.reason_room = Reserved(self.reason, 2)
        self.name_button = button(_("Name &it"), self._try, "first")
        self.name_button.setDefault(True)
        self.cancel_button = button(_("&Cancel"), self.reject)
        self.setLayout(
            column(
                caption,
                self.field,
                self.reason_room,
                row(1, self.cancel_button, self.name_button),
                spacing=8,
                margin=16,
            )
        )
        self.resize(360, self.sizeHint().height())
        self.field.setFocus()

    def _try(self) -> None:
        """Give the name, and stay with it where it is refused."""
        reason = self._take(self.field.text())
        if not reason:
            self.accept()
            return
        self.reason_room.show_text(reason)
        self.field.setFocus()
