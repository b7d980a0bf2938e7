"""The page of another game being played."""

from __future__ import annotations

from lastdays.ui.navigation import GamesRoute
from lastdays.ui.services import Services
from lastdays.ui.tracker.session_page import SessionPage


class BoardPage(SessionPage):
    """Opens sessions of the other games."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, services.sessions.open_game, GamesRoute())
