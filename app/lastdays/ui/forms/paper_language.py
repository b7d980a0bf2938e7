"""Which language a group's players read on paper."""

from __future__ import annotations

from PySide6.QtCore import Signal

from lastdays.language import _
from lastdays.message_files import offered
from lastdays.ui.widgets.language_choice import tongue_name
from lastdays.ui.widgets.parts import Picker


class PaperLanguage(Picker):
    """The language of the window, or one of those that are complete; `chosen` carries its code, ''
    for that of the window."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Language on paper"))
        self.setToolTip(_("Of all that is printed and shared of this group"))
        there = offered()
        self.offered = len(there) > 1
        self.addItem(_("Same as the program"), "")
        for code in there:
            self.addItem(tongue_name(code), code)
        self.activated.connect(lambda _index: self.chosen.emit(str(self.currentData())))

    def show_language(self, code: str) -> None:
        """Show what is kept with the group; what isn't offered here is printed as the window."""
        self.setCurrentIndex(max(0, self.findData(code)))
