"""The window opposite: the board's panels as large as the screen allows, and nothing secret."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint

from lastdays.tabletop.games import GAMES
from lastdays.ui.app import Session
from lastdays.ui.navigation import BoardRoute
from lastdays.ui.tracker.second_screen import SecondScreen
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import do, settle, start_play
from ui.measuring import Written, listening
from ui.test_games_page import units

NAMES = ("Ann", "Bartholomew", "Cyrus", "Dot", "Evangeline", "Fay")
SIZES = ((1280, 720), (1920, 1080), (2560, 1440))
TABLES = [(game, n) for game in GAMES for n in range(2, 7)]
#: What lies before each unit of a kind, later in a game.
LATER: dict[str, tuple[tuple[str, str, dict[str, Any]], ...]] = {
    "zombies": (("seat", "item", {"weapon": True}),),
    "last-night": (
        ("hero", "item", {"weapon": True}),
        ("hero", "item", {"weapon": False}),
        ("seat", "card", {}),
    ),
    "last-one-alive": (),
    "zombie-town": (("seat", "claim", {}), ("pawn", "join", {})),
}


def opposite(session: Session, game: str, players: int) -> SecondScreen:
    """The second screen of a game in its first turn, with what lies before each later."""
    names = NAMES[:players]
    chosen = {choice.key: choice.default for choice in GAMES[game].choices(players)}
    session.window.go(BoardRoute(session.services.sessions.begin_game(game, names, chosen)))
    page = as_a(SessionPage, session.window.pages.board)
    do(page, "next", anyway=True)
    for kind, tap, args in LATER[game]:
        state = units(page)
        own = [u.id for u in state.units.values() if u.kind == kind]
        if tap == "item" and kind == "seat":
            own = [state.active]
        for unit in own:
            do(page, tap, unit=unit, **args)
    page.show_second_screen()
    return sure(page.second_screen)


def drawn(screen: SecondScreen, width: int, height: int) -> list[Written]:
    """All that is written on it at a size."""
    screen.resize(width, height)
    settle()
    found: list[Written] = []
    with listening(found):
        screen.grab()
    return found


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_panels_fill_the_screen_and_all_of_them_is_seen(
    session: Session, game: str, players: int
) -> None:
    screen = opposite(session, game, players)
    letters = []
    for size in SIZES:
        texts = drawn(screen, *size)
        cut = [str(text) for text in texts if not text.whole or text.text.endswith("…")]
        assert cut == []
        board = screen.drawn
        room = board.panels_area.viewport()
        ends = []
        for panel in board.panels.values():
            top = panel.mapTo(room, QPoint()).y()
            last = max(p.mapTo(panel, p.rect().bottomLeft()).y() for p in panel.pieces)
            assert top + last < room.height()
            ends.append(last / panel.height())
        assert max(ends) > 0.7
        letters.append(min(t.high for t in texts if t.text in NAMES))
    assert letters == sorted(set(letters))
    assert letters[0] >= 26
    screen.close()


def test_panels_shrink_before_anything_is_cut(session: Session) -> None:
    screen = opposite(session, "zombies", 4)
    page = as_a(SessionPage, session.window.pages.board)
    drawn(screen, 1280, 720)
    for length in (12, 24, 40):
        name = "Bartholomew the Third, Duke of Nowhere X"[:length].strip()
        do(page, "rename", piece="p1", name=name)
        texts = drawn(screen, 1280, 720)
        assert all(text.whole for text in texts)
        assert name in {text.text for text in texts}
    screen.close()


@pytest.mark.smoke
def test_what_one_player_may_know_is_not_on_it_and_wounds_are(session: Session) -> None:
    screen = opposite(session, "last-night", 2)
    page = as_a(SessionPage, session.window.pages.board)
    do(page, "count", piece="h1", name="wounds", amount=1)
    assert "Hero 1: 2 items · 1 weapon, Wounds 1/3" in screen.words()
    assert screen.drawn.cards["h1"].counter("wounds").boxed
    screen.close()
    screen = opposite(session, "zombie-town", 3)
    page = as_a(SessionPage, session.window.pages.board)
    start_play(page, "wall", unit="b1")
    for value in ("7", "2"):
        page.control.answer(value, "chosen")
    assert page.tracker is not None
    assert not page.tracker.is_open
    written = {text.text for text in drawn(screen, 1280, 720)}
    assert "—" in written
    assert not written & {"7", "2"}
    assert "Barricade 1" in screen.words()
    assert not any(word in screen.words() for word in ("Value", "Trap"))
    do(page, "mark", piece="w1", name="revealed")
    assert "7" in {text.text for text in drawn(screen, 1280, 720)}
    screen.close()
