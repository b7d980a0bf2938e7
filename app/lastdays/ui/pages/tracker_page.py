"""The page of a game of *Last Days* being played."""

from __future__ import annotations

from lastdays.ui.navigation import TableRoute
from lastdays.ui.services import Services
from lastdays.ui.tracker.session_page import SessionPage


class TrackerPage(SessionPage):
    """Opens sessions of *Last Days*."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, services.sessions.open, TableRoute())
