"""Other games, begun on their page."""

from __future__ import annotations

from typing import Any

from lastdays.tabletop.units import TableState
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.window import Window
from sure import as_a
from ui.hands import choose_action, key, push, settle, tracker_of


def begin(window: Window, game: str, *names: str, **chosen: Any) -> SessionPage:
    """A new game from the list."""
    key("Ctrl+E")
    page = window.pages.games
    page.game.tiles[game].click()
    page.players.tiles[len(names)].click()
    for field, name in zip(page.names, names, strict=True):
        field.setText(name)
    for which, value in chosen.items():
        box = page.choices[which]
        box.setCurrentIndex(box.findData(value))
    push(page.begin_button)
    window.services.wait()  # a pack's game is tried out first
    settle()
    board = window.pages.board
    choose_action(board.tools.modes, "typed")
    board.panel.ask_panel.guard_ms = 0
    settle()
    return as_a(SessionPage, board)


def units(page: SessionPage) -> TableState:
    """The table of one of the other games."""
    return as_a(TableState, tracker_of(page).state)
