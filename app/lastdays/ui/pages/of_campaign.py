"""What the pages about the open campaign's records share."""

from __future__ import annotations

from PySide6.QtGui import QHideEvent

from lastdays.ui.services import Services
from lastdays.ui.widgets.page import Page


class PageOfCampaign(Page):
    """A page on which undo is the campaign's. It notes in `seen_campaigns` which revision it shows;
    what another window changes meanwhile is then not overwritten from here."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the revision that was on the screen."""
        super().hideEvent(event)
        if not self.isVisible():
            self.services.workspace.seen_campaigns.leave(self.campaign_id, self)

    def undo(self) -> None:
        """Undo the campaign's latest change."""
        if self.services.do(lambda: self.services.workspace.undo(self.campaign_id)) is not None:
            self.stepped()

    def redo(self) -> None:
        """Redo what was undone."""
        if self.services.do(lambda: self.services.workspace.redo(self.campaign_id)) is not None:
            self.stepped()

    def stepped(self) -> None:
        """Go on where a step back or forward leads from this page: nowhere else, on most."""
