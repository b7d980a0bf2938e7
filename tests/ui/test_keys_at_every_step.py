"""The script of keys for the other games: in every step of each, whatever has the focus, a printed digit
presses what it stands beside and reaches nothing else; and what a turn takes at most.

The walk of `law_walk` meets kinds of states by chance. This one names each step, brings the
table there, and puts the focus on Next, on the list of places and on cards.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.event_log import Event, fact
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.units import TableState
from lastdays.ui.app import Session
from lastdays.ui.tracker.session_page import SessionPage
from sure import sure
from ui.hands import choose_action, do, settle, start_play, tracker_of
from ui.law import reached
from ui.law_walk import Recorder, Walk
from ui.other_games import begin, units
from ui.pressing import Hand

#: What is chosen before each game, so that its steps have something to do.
CHOSEN: dict[str, dict[str, str]] = {
    "last-night": {"rules": "advanced", "scenario": "manor"},
    "zombies": {"scenario": "rescue"},
    "last-one-alive": {"lives": "yes"},
    "zombie-town": {},
}
#: A question in each game that is answered by digits, and whose it is.
QUESTIONS = {
    "last-night": ("fight", "h1"),
    "zombies": ("fight", "p1"),
    "last-one-alive": ("black", "p1"),
    "zombie-town": ("gun", "c1"),
}


def begun(session: Session, game: str) -> SessionPage:
    """A game of three in its first turn, with zombies on the board."""
    page = begin(session.window, game, "Ann", "Bob", "Cy", **CHOSEN[game])
    session.window.activateWindow()
    if game == "last-night":
        do(page, "count", piece="p1", name="board", amount=3)
    do(page, "next", anyway=True)
    return page


def steps_of(state: TableState, game: str) -> list[str]:
    declared = GAMES[game]
    assert isinstance(declared, DeclaredGame)
    return [step.key for step in declared.steps(state)]


def bring_to(page: SessionPage, step: str) -> None:
    """Brings the table to a step, also to one that is passed over."""
    state = units(page)
    there = tuple(state.diff(state.put("table", step=step)))
    if there:
        tracker_of(page).add(Event(fact("written", text=step), there, phase=step))
    page.refresh()
    settle()


def focus_places(page: SessionPage) -> list[QWidget]:
    """Next, the list of places, and a card of each kind."""
    kinds = {piece.view.kind: piece.face for piece in page.board.cards.values()}
    places = sure(page.window()).places.list  # type: ignore[attr-defined]
    return [page.bar.next_button, places, *kinds.values()]


@pytest.mark.sweep
@pytest.mark.parametrize("game", CHOSEN)
def test_digits_in_every_step_with_the_focus_anywhere(
    session: Session,
    game: str,
    recorder: Recorder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = begun(session, game)
    page.panel.ask_panel.guard_ms = 0
    walk = Walk(recorder, monkeypatch, seed=1)
    walk.page = page
    walk.some = lambda: focus_places(page)  # type: ignore[method-assign]
    visited = []
    for step in steps_of(units(page), game):
        bring_to(page, step)
        visited.append(units(page).step)
        walk.hold(step)
        assert list(reached(session.window, focus_places(page))), step
    play, unit = QUESTIONS[game]
    start_play(page, play, unit=unit)
    walk.hold(play)
    assert visited == steps_of(units(page), game)
    assert not walk.wrong, "\n".join(walk.wrong)


#: The presses of a turn in which nothing is done but what the game asks for, the program rolling; of
#: *Last Night on Earth* the Zombie Turn and the Heroes'. What cards and tokens show is typed.
PRESSES = {"last-night": 18, "zombies": 4, "last-one-alive": 4, "zombie-town": 3}


@pytest.mark.smoke
@pytest.mark.parametrize("game", CHOSEN)
def test_presses_for_a_turn(session: Session, game: str) -> None:
    """With three zombies on the board in *Last Night on Earth*, which move and fight, and new ones."""
    page = begun(session, game)
    choose_action(page.tools.modes, "roll")
    if game == "last-one-alive":
        do(page, "gone", unit="d1")  # the zombie the first player begins with
    hand = Hand(page)
    turn, seat = units(page).table["turn"], units(page).active
    while units(page).table["turn"] == turn and (
        game == "last-night" or units(page).active == seat
    ):
        if not tracker_of(page).is_open:
            hand.next()
            continue
        panel = page.panel.ask_panel
        if panel.dice is not None:
            hand.press(panel.dice.roll_button)
        else:
            hand.press(list(panel.options.values())[-1])
    assert hand.presses <= PRESSES[game]
