"""What the window remembers from one time to the next."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from lastdays.opening import place
from lastdays.ui.theme import Theme


class Memory:
    """The campaign that was open, where the window stood, theme and size of everything.

    Without settings nothing is remembered.
    """

    def __init__(self, settings: QSettings | None) -> None:
        self._settings = settings

    def campaign(self) -> str:
        """Return the id of the campaign that was open, '' where none was."""
        return "" if self._settings is None else str(self._settings.value("campaign", ""))

    def place(self, window: QWidget) -> None:
        """Put a window where it stood."""
        if self._settings is not None:
            place(window, self._settings)

    def keep(self, window: QWidget, theme: Theme, campaign: str) -> None:
        """Remember how everything is now."""
        if self._settings is None:
            return
        self._settings.setValue("campaign", campaign)
        self._settings.setValue("geometry", window.saveGeometry())
        self._settings.setValue("maximised", window.isMaximized())
        self._settings.setValue("theme", theme.name)
        if theme.automatic:
            self._settings.remove("percent")
        else:
            self._settings.setValue("percent", theme.percent)
        self._settings.setValue("motion", theme.motion)
        self._settings.sync()
