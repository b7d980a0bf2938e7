"""Which language the program speaks from the next start on."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from lastdays import tongues
from lastdays.language import _
from lastdays.ui.safekeeping import Safekeeping
from lastdays.ui.widgets.parts import Picker


class LanguageChoice(Picker):
    """The system's language, or one of those that are complete, each called as it calls itself."""

    def __init__(self, keeping: Safekeeping) -> None:
        super().__init__()
        self.keeping = keeping
        there = tongues.offered()
        self.offered = len(there) > 1
        if self.offered:
            self.addItem(_("Same as this computer"), "")
            for code in there:
                self.addItem(tongue_name(code), code)
        self.activated.connect(self._chosen)

    def refresh(self) -> None:
        """Show what is chosen."""
        settings = self.keeping.settings
        code = "" if settings is None else str(settings.value(tongues.SETTING, ""))
        self.setCurrentIndex(max(0, self.findData(code)) if self.offered else -1)

    def _chosen(self, _index: int) -> None:
        settings = self.keeping.settings
        if settings is not None:
            settings.setValue(tongues.SETTING, self.currentData())
            settings.sync()


def tongue_name(code: str) -> str:
    """Return what a language calls itself: 'Deutsch'; its code where Qt does not know it."""
    if code == tongues.ENGLISH:
        return "English"
    name = QLocale(code).nativeLanguageName()
    return name[:1].upper() + name[1:] or code
