"""Pictures drawn without a window, for the command line."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from lastdays.campaign.tale import TaleGroup
from lastdays.campaign.telling import in_its_language
from lastdays.ui.pages.files.group_picture import GroupPicture
from lastdays.ui.theme import Theme


def draw_group(tale: TaleGroup) -> bytes:
    """Return the picture of a group as a PNG file; Qt is begun for it where it isn't yet."""
    application = QApplication.instance() or QApplication([])
    theme = Theme("dark")
    with in_its_language(tale):
        made = GroupPicture(theme.name, theme.heading, theme.body).png(tale)
    del application
    return made
