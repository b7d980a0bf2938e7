"""The page of prints, with its document made."""

from __future__ import annotations

from lastdays.ui.app import Session
from lastdays.ui.pages.print_page import PrintPage
from sure import as_a
from ui.hands import arrive


def ready(session: Session) -> PrintPage:
    """The document is made and the page that is looked at is drawn."""
    page = session.window.pages.print
    page.make()
    arrive(session)
    return as_a(PrintPage, page)
