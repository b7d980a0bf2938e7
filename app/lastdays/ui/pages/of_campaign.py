"""What pages share: the way back, and undo where they show the open campaign or something of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QHideEvent

from lastdays.language import _
from lastdays.ui.navigation import BackRoute, Route
from lastdays.ui.services import Services
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import PressedButton, button


def back_button(services: Services, text: str = "", kind: str = "first") -> PressedButton:
    """Return the button that leads back to the page before; under another mnemonic if need be."""
    return button(text or _("&Back"), lambda: services.go.emit(BackRoute()), kind)


class PageOfCampaign(Page):
    """A page on which undo is the campaign's, or that of one of its groups. It notes in
    `seen_campaigns` which revision it shows; what another window changes meanwhile is then not
    overwritten from here."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""

    def show_route(self, route: Any, campaign: str) -> Route | None:
        """Show what a route is about."""
        self.show_campaign(campaign)
        return super().show_route(route, campaign)

    def show_campaign(self, campaign: str) -> None:
        """Show a campaign."""
        self.campaign_id = campaign
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the revision that was on the screen."""
        super().hideEvent(event)
        if not self.isVisible():
            self.services.workspace.seen_campaigns.leave(self.campaign_id, self)

    def undoes(self) -> str | None:
        """Return the group whose changes are undone here; None for the campaign's."""
        return None

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do here."""
        if not self.campaign_id:
            return None, None
        return self.services.workspace.undo_names(self.campaign_id, self.undoes())

    def undo(self) -> None:
        """Undo the latest change."""
        self._step(self.services.workspace.undo)

    def redo(self) -> None:
        """Redo what was undone."""
        self._step(self.services.workspace.redo)

    def _step(self, step: Callable[[str, str | None], object]) -> None:
        if self.services.done(lambda: step(self.campaign_id, self.undoes())):
            self.stepped()

    def stepped(self) -> None:
        """Go on where a step back or forward leads from this page: nowhere else, on most."""
