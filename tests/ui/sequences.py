"""A sequence on its page, begun and played."""

from __future__ import annotations

from answering import answer_one
from lastdays.campaign.changed import EVERYTHING
from lastdays.ui.app import Session
from lastdays.ui.navigation import SequenceRoute
from lastdays.ui.pages.sequence_page import SequencePage
from sure import as_a
from ui.hands import key, settle


def begin(sample: Session, name: str = "Zeke") -> SequencePage:
    window = sample.window
    key("Ctrl+3")
    page = window.pages.aftermath
    row = next(
        r
        for r in range(page.table.rows.rowCount())
        if page.table.rows.index(r, 0).data().startswith(name)
    )
    page.table.setCurrentIndex(page.table.rows.index(row, 0))
    page.table.setFocus()
    key("Space")
    assert isinstance(window.route, SequenceRoute)
    return as_a(SequencePage, window.pages.sequence)


def option(page: SequencePage, name: str) -> None:
    """Takes the option whose text begins so."""
    made = next(b for b in page.ask_panel.options.values() if b.accessibleName().startswith(name))
    made.setFocus()
    key("Space")


def play(page: SequencePage, sample: Session, until: str = "") -> None:
    """Lets the program's dice and a plain player go on to a step."""
    games = sample.services.games
    while (ask := games.view(page.sequence_id).pending) is not None:
        if until and ask.key.startswith(until):
            break
        answer_one(games, page.sequence_id)
    sample.services.changed.emit(EVERYTHING)
    settle()
