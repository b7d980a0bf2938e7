"""How many presses the frequent acts of a game take, through the window; the guide has the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lastdays.ui.app import Session
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.at_the_table import named, to
from ui.crowds import begin
from ui.hands import choose_action, counter_of, do, mark_of, push, settle, state_of, tracker_of
from ui.pressing import Hand

GUIDE = Path(__file__).parents[2] / "resources" / "help" / "at-the-table.md"


@pytest.fixture
def page(sample: Session) -> SessionPage:
    return begin(sample, zombies=6)


def in_the_guide(act: str) -> int:
    """How many presses the guide says an act takes."""
    text = GUIDE.read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(act)}[^|]*\| (\d+)", text, re.MULTILINE)
    assert found, act
    return int(found.group(1))


@pytest.mark.parametrize(
    ("act", "piece", "name"),
    [
        ("One more noise", "A1", "noise"),
        ("One more ammo", "A1", "ammo"),
        ("One more knockback", "Z1", "knock"),
        ("One more damage", "A1", "damage"),
    ],
)
def test_a_counter_is_one_press(page: SessionPage, act: str, piece: str, name: str) -> None:
    counter = counter_of(page.board.cards[piece], name)
    Hand(page).press(counter)
    assert counter.value == in_the_guide(act) == 1


@pytest.mark.smoke
def test_a_shot_with_known_dice_and_its_damage(page: SessionPage) -> None:
    to(page, "shooting")
    hand, carl = Hand(page), named(page, "Carl").id
    shooter = next(iter(page.panel.picks))
    target = "A1" if shooter == carl or shooter[0] == "B" else carl
    hand.piece(shooter)
    hand.piece(target)
    form = as_a(Form, page.panel.form)
    hand.press(form.dice[5])  # a six hits, and lies there
    hand.press(form.act_buttons["fire"])
    hand.press(sure(page.panel.ask_panel.dice).faces[5])
    hand.press(sure(page.panel.ask_panel.dice).use_button)
    assert state_of(page).figure(target).damage > 0
    assert not tracker_of(page).is_open
    act = "A shot at a selected target, its damage too, dice on the table"
    assert hand.presses == in_the_guide(act) <= 6


def test_a_shot_that_the_program_rolls(page: SessionPage) -> None:
    to(page, "shooting")
    hand = Hand(page)
    hand.piece(next(iter(page.panel.picks)))
    hand.piece("Z1")
    hand.press(as_a(Form, page.panel.form).act_buttons["fire"])
    hand.rolls()
    assert hand.presses <= in_the_guide("The same, rolled by the program") == 4


@pytest.mark.smoke
def test_a_whole_menace_with_six_zombies_and_nobody_reached(page: SessionPage) -> None:
    choose_action(page.tools.modes, "roll")
    page.bar.accept_taps()
    push(page.bar.next_button)
    state = state_of(page)
    assert (state.table.phase, len(state.zombies)) == ("zombies", 6)  # no noise, no ammo: told
    hand = Hand(page)
    while "roll-off" in page.panel.move_buttons:  # a tie is rolled off again
        hand.move("roll-off")
        while tracker_of(page).is_open:
            hand.presses -= 1
            hand.press(sure(page.panel.ask_panel.dice).roll_button)
    for zombie in ("Z1", "Z2", "Z3", "Z4", "Z5", "Z6"):
        hand.piece(zombie)
    page.bar.accept_taps()
    hand.press(page.bar.next_button)
    assert state_of(page).table.phase == "action"
    assert (
        hand.presses
        == in_the_guide("A whole guided Menace Phase: six zombies, nobody reached")
        == 8
    )


def test_all_noise_is_rolled_with_one_press(page: SessionPage) -> None:
    choose_action(page.tools.modes, "roll")
    for piece in ("A1", "A2", "B1"):
        do(page, "count", piece=piece, name="noise", amount=2 if piece[0] == "A" else 1)
    page.bar.accept_taps()
    push(page.bar.next_button)
    assert [m.key for m in page.panel.picks.values()] == ["noise/A1", "noise/A2", "noise/B1"]
    hand = Hand(page)
    hand.move("all-noise")
    state = state_of(page)
    assert all(state.figure(piece).noise_rolled for piece in ("A1", "A2", "B1"))
    assert hand.presses == in_the_guide("All noise, or all Ammo Rolls") == 1
    tracker_of(page).undo()
    assert not any(f.noise_rolled for f in state_of(page).figures())


def test_six_zombies_with_nothing_in_reach_one_by_one_or_at_once(page: SessionPage) -> None:
    hand = Hand(page)
    hand.press(sure(page.board.cards["Z1"].deed))
    assert "Z1" not in page.board.cards
    assert hand.presses == in_the_guide("A zombie put down") == 1
    tracker_of(page).undo()
    page.refresh()
    to(page, "zombies")
    hand = Hand(page)
    zombies = [z.id for z in state_of(page).zombies]
    for zombie in zombies:
        hand.press(mark_of(page.board.cards[zombie], "acted"))
    assert all(z.acted for z in state_of(page).zombies)
    assert hand.presses == in_the_guide("Six zombies moved, nothing in reach, one by one") <= 6
    for _zombie in zombies:
        page.undo()
    page.press(tracker_of(page).guide().moves[0])  # who moves the first one is rolled for
    while tracker_of(page).is_open:
        page.roll()
    settle()
    hand = Hand(page)
    hand.move("zombies-done")
    assert all(z.acted for z in state_of(page).zombies)
    assert hand.presses == in_the_guide("Six zombies moved, nothing in reach, all at once") == 1


def test_the_end_of_a_turn_and_what_is_owed_there(page: SessionPage) -> None:
    to(page, "end")
    hand, turn = Hand(page), state_of(page).table.turn
    hand.next()
    assert state_of(page).table.turn == turn + 1
    assert hand.presses == in_the_guide("The end of a turn") == 1
    to(page, "end")
    do(page, "out", figure="B2", by="")
    settle()
    hand = Hand(page)
    hand.move("breaking/B")
    hand.rolls()
    hand.next()
    assert hand.presses == 1 + in_the_guide("A Breaking Point Test")
