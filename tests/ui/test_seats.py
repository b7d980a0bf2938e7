"""The panels of the other games: all in sight and nothing cut, at every size, and what they do."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from lastdays.tabletop.games import GAMES
from lastdays.tabletop.units import TableState
from lastdays.ui.app import Session
from lastdays.ui.navigation import BoardRoute, GamesRoute
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.pieces import Boxes, line_width
from lastdays.ui.tracker.second_screen import SecondScreen
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.at_the_table import go_next, tap
from ui.hands import (
    click_on,
    counter_of,
    do,
    focus,
    go,
    key,
    mark_of,
    push,
    seen,
    settle,
    size,
    start_play,
    tracker_of,
)
from ui.measuring import Written, listening
from ui.other_games import begin, units

NAMES = ("Ann", "Bob", "Cyrus", "Dot", "Eve", "Fay", "Guillaume-Alexandre", "Hortensia")
#: How few and how many play; what is between them has more room than these.
PLAYERS = [
    ("zombie-town", 2), ("zombie-town", 6), ("zombies", 2), ("zombies", 6), ("last-night", 2),
    ("last-night", 6), ("last-one-alive", 2), ("last-one-alive", 6), ("last-one-alive", 8),
]  # fmt: skip
SIZES = ((1280, 720), (1366, 768), (1920, 1080))


@pytest.fixture
def town(session: Session) -> SessionPage:
    """Three players of *Zombie Town* in their first turn."""
    page = begin(session.window, "zombie-town", "Ann", "Bob", "Cy")
    go_next(page)
    return page


def common(page: SessionPage, game: str) -> None:
    """Brings a game to where it commonly is in its middle."""
    do(page, "next", anyway=True)
    state = as_a(TableState, tracker_of(page).state)
    for seat in state.seats:
        who = seat.id
        match game:
            case "zombie-town":
                for _building in range(3 - len(state.of("building", who))):
                    do(page, "claim", unit=who)
                do(page, "count", piece=who, name="killed", amount=2)
            case "zombies":
                do(page, "turn", seat=who)
                do(page, "item", unit=who, weapon=True)
                do(page, "count", piece=who, name="zombies", amount=12)
            case "last-one-alive":
                do(page, "mark", piece=who, name="hero")
    if game == "zombie-town":
        do(page, "turn", seat=state.seats[-1].id)
        do(page, "join", unit=state.of("pawn")[0].id)
    if game == "last-night":
        for hero in state.of("hero"):
            do(page, "item", unit=hero.id, weapon=True)
    settle()


def faults(board: Board) -> list[str]:
    """What is cut, out of its panel, too low to press, or over another."""
    found, line = [], board.theme.pixels(36)
    parts = [(p, part) for p in board.cards.values() for part in (*p.controls, *p.facts)]
    places: list[tuple[QWidget, QRect, str]] = []
    for piece, part in parts:
        name = part.accessibleName() or "without a name"
        panel = next((p for p in board.panels.values() if p.isAncestorOf(part)), board.foot_area)
        at = QRect(part.mapTo(panel, QPoint()), part.size())
        if not panel.rect().contains(at):
            found.append(f"out of its panel: {name}")
        if part.height() < line or part.width() < board.theme.pixels(26):
            found.append(f"small: {name}")
        if part.width() < part.sizeHint().width():
            found.append(f"cut: {name}")
        found += [f"{name} / {other}" for p, where, other in places if p is panel and at & where]
        places.append((panel, at, name))
        assert piece.isVisible()
    return found


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_everyone_is_in_sight_at_every_size_and_nothing_is_cut(
    session: Session, game: str, players: int
) -> None:
    page = begin(session.window, game, *NAMES[:players])
    common(page, game)
    board, factors = page.board, list[float]()
    for width, height in SIZES:
        session.window.resize(width, height)
        settle()
        assert faults(board) == [], (width, height)
        for area in (board.panels_area, board.foot_area):
            assert area.verticalScrollBar().maximum() == 0, (width, height)
        factors.append(board.scale.factor)
        widest = {panel.width() for panel in board.panels.values()}
        assert max(widest) - min(widest) <= 1
        assert min(widest) >= (200 if players > 6 else 280)
    if players not in (2, 6):
        return
    session.window.resize(2560, 1440)
    settle()
    assert board.scale.factor > factors[0]
    assert faults(board) == []
    assert board.panels_area.verticalScrollBar().maximum() == 0
    lowest = max(panel.geometry().bottom() for panel in board.panels.values())
    assert lowest > board.panels_area.height() // 2
    for width, height, percent in ((1920, 1080, 200), (1280, 720, 150)):
        size(session, width, height, percent)
        assert board.isVisible()
        assert page.arrangement.side.isVisible()  # beside each other
        assert not page.tools.swap_button.isVisible()
        assert faults(board) == []


def test_life_is_boxes_and_a_hand_over_its_limit_stands_out(town: SessionPage) -> None:
    life = counter_of(town.board.cards["c1"], "life")
    assert life.boxed
    tap(life, right=False)
    assert (life.value, life.view.limit) == (3, 4)
    hand = counter_of(town.board.cards["p1"], "hand")
    before = hand.grab().toImage()
    tap(hand)
    assert hand.accessibleName() == "Ann, Hand 4/3, TOO MANY"
    assert hand.grab().toImage() != before
    tap(hand, right=False)
    assert hand.view.alarm == ""


@pytest.mark.smoke
def test_boxes_are_pressed_one_by_one(session: Session) -> None:
    page = begin(session.window, "last-night", "Ann", "Bob")
    wounds = counter_of(page.board.cards["h1"], "wounds")
    assert wounds.has_large_boxes

    def press_box(n: int) -> None:
        boxes = next(bit for bit in wounds.bits_to_draw() if isinstance(bit, Boxes))
        begins = (wounds.width() + line_width(wounds.scale, wounds.bits_to_draw())) // 2
        begins -= boxes.width(wounds.scale)
        at = QPoint(begins + boxes.left_of_box(wounds.scale, n - 1) + 4, wounds.height() // 2)
        QTest.mouseClick(wounds, Qt.MouseButton.LeftButton, pos=at)
        settle()

    press_box(2)
    assert wounds.value == 2  # filled up to it
    press_box(1)
    assert wounds.value == 1
    press_box(1)
    assert wounds.value == 0  # the last that was full
    tap(wounds, right=False)
    assert wounds.value == 0  # the right button still takes one away, here there is none


def test_whoever_has_the_turn_and_who_is_dead_can_be_told_without_colour(town: SessionPage) -> None:
    assert "it's their turn" in town.board.cards["p1"].face.accessibleName()
    assert town.board.panels["p1"].look == "active"
    do(town, "count", piece="c2", name="life", amount=-4)
    settle()
    bob = town.board.cards["p2"]
    assert town.board.panels["p2"].look == "gone"
    assert (bob.view.remark, bob.view.figure) == ("DEAD", "0")
    assert bob.plus is None  # nothing more can be taken
    tap(counter_of(town.board.cards["c2"], "life"))  # by mistake: everything can still be pressed
    assert town.board.panels["p2"].look == ""


def test_one_more_is_taken_with_plus(town: SessionPage) -> None:
    plus = sure(town.board.cards["p1"].plus)
    menu = plus.menu()
    assert [a.text() for a in menu.actions()] == [e.label for e in plus.view.adds]
    assert len(plus.view.adds) == 3
    before = len(units(town).of("building", "p1"))
    menu.actions()[-1].trigger()
    settle()
    assert len(units(town).of("building", "p1")) == before + 1
    menu.deleteLater()


def test_a_plus_for_one_thing_does_it_at_once(session: Session) -> None:
    page = begin(session.window, "last-night", "Ann", "Bob")
    click_on(sure(page.board.cards["p1"].plus))
    assert "k1" in page.board.cards


def test_a_piece_is_chosen_with_mouse_and_keyboard(town: SessionPage) -> None:
    click_on(town.board.cards["g2"].face)
    assert "Gun 2" in seen(town.panel)
    town.board.cards["b3"].face.setFocus()
    key("Space")
    assert town.chosen == "b3"
    QTest.mouseClick(town.board.panels["p2"], Qt.MouseButton.LeftButton, pos=QPoint(4, 300))
    settle()
    assert town.chosen == "p2"


def test_arrows_walk_to_what_is_seen_there(session: Session) -> None:
    page = begin(session.window, "zombies", "Ann", "Bob", "Cy")
    go_next(page)
    hearts = counter_of(page.board.cards["p1"], "hearts")
    hearts.setFocus()
    key("Down")
    assert focus() is counter_of(page.board.cards["p1"], "bullets")
    key("Up")
    assert focus() is hearts
    key("Up")
    assert focus() is page.board.cards["p1"].face
    for _step in range(12):
        key("Right")
    assert page.board.panels["p3"].isAncestorOf(focus())


def test_what_is_seldom_counted_is_on_the_sheet(town: SessionPage) -> None:
    assert ("p2", "actions") not in town.board.cards["p2"].counters
    town.choose("p2")
    settle()
    actions = town.panel.sheet.counters["p2", "actions"]
    tap(actions)
    assert units(town)["p2"]["actions"] == 1
    assert counter_of(town.board.cards["p2"], "actions").value == 1
    town.choose("g1")
    settle()
    push(town.panel.sheet.buttons["mark/two"])
    assert units(town)["g1"].on("two")
    tap_mark = mark_of(town.board.cards["g1"], "two")
    click_on(tap_mark)
    assert not units(town)["g1"].on("two")


def test_the_keyboard_stays_where_it_is_as_a_panel_changes(town: SessionPage) -> None:
    counter_of(town.board.cards["p1"], "killed").setFocus()
    do(town, "claim", unit="p1")
    settle()
    assert focus() is counter_of(town.board.cards["p1"], "killed")
    do(town, "turn", seat="p2")
    settle()
    assert focus() is counter_of(town.board.cards["p1"], "killed")


def test_a_game_and_its_players_are_chosen_by_keyboard(session: Session) -> None:
    window = session.window
    page = go(window, GamesRoute())
    page.game.take_focus()
    first = page.game.data
    key("Right")
    assert page.game.data != first
    assert focus() is page.game.tiles[page.game.data]
    page.players.take_focus()
    key("Right")
    assert page.players.data == 3
    assert len(page.names) == 3
    begin(window, "zombies", "Ann", "Bob")
    page = go(window, GamesRoute())
    page.players.tiles[3].click()
    assert [f.text() for f in page.names] == ["Ann", "Bob", "Player 3"]  # names are remembered


SIX = ("Ann", "Bartholomew", "Cyrus", "Dot", "Evangeline", "Fay")
SCREENS = ((1280, 720), (1920, 1080), (2560, 1440))
TABLES = [
    pytest.param(game, players, marks=[pytest.mark.long] * (players == 4))
    for game in GAMES
    for players in (2, 4, 6)
]
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
    names = SIX[:players]
    chosen = {choice.key: choice.default for choice in GAMES[game].choices(players)}
    page = as_a(
        SessionPage,
        go(session.window, BoardRoute(session.services.sessions.begin_game(game, names, chosen))),
    )
    do(page, "next", anyway=True)
    for kind, name, args in LATER[game]:
        state = units(page)
        own = [u.id for u in state.pieces.values() if u.kind == kind]
        if name == "item" and kind == "seat":
            own = [state.active]
        for unit in own:
            do(page, name, unit=unit, **args)
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
    for width, height in SCREENS:
        texts = drawn(screen, width, height)
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
        letters.append(min(t.high for t in texts if t.text in SIX))
    assert letters == sorted(set(letters))
    assert letters[0] >= 26
    name = "Bartholomew the Third, Duke of Nowhere X"
    do(as_a(SessionPage, session.window.pages.board), "rename", piece="p1", name=name)
    texts = drawn(screen, 1280, 720)
    assert all(text.whole for text in texts)
    assert name in {text.text for text in texts}
    screen.close()


def test_what_one_player_may_know_is_not_on_it_and_wounds_are(session: Session) -> None:
    screen = opposite(session, "last-night", 2)
    page = as_a(SessionPage, session.window.pages.board)
    do(page, "count", piece="h1", name="wounds", amount=1)
    assert "Hero 1: 2 items · 1 weapon, Wounds 1/3" in screen.words()
    assert counter_of(screen.drawn.cards["h1"], "wounds").boxed
    screen.close()
    screen = opposite(session, "zombie-town", 3)
    page = as_a(SessionPage, session.window.pages.board)
    start_play(page, "wall", unit="b1")
    for value in ("7", "2"):
        page.answer(value, "chosen")
    assert not tracker_of(page).is_open
    written = {text.text for text in drawn(screen, 1280, 720)}
    assert "—" in written
    assert not written & {"7", "2"}
    assert "Barricade 1" in screen.words()
    assert not any(word in screen.words() for word in ("Value", "Trap"))
    do(page, "mark", piece="w1", name="revealed")
    assert "7" in {text.text for text in drawn(screen, 1280, 720)}
    screen.close()
