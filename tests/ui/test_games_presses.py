"""How many presses a turn of the other games takes through the window, by the script it declares."""

from __future__ import annotations

import pytest

from lastdays.procedure.asks import Choose, Draw, Roll, Sum
from lastdays.ui.app import Session
from sure import sure
from ui.hands import do, focus, settle
from ui.test_games_page import begin, units
from ui.test_table_presses import Hand


class Script(Hand):
    """Presses what comes next, and counts."""

    def next(self) -> None:
        """Next, and the answers to what it asks: threes, the last of the options, no apocalypse."""
        self.page.bar.ready()
        self.press(self.page.bar.next_button)
        self.answer()

    def move(self, key: str) -> None:
        self.press(self.page.panel.move_buttons[key])

    def answer(self, *faces: int) -> None:
        tracker, panel = self.page.tracker, self.page.panel.ask_panel
        assert tracker is not None
        left = list(faces)
        while (standing := tracker.standing()) is not None:
            match standing.ask:
                case Roll() | Sum():
                    self.press(sure(panel.dice).faces[(left.pop(0) if left else 3) - 1])
                case Choose() | Draw() as ask:
                    last = 0 if ask.options[-1].key == "apocalypse" else -1
                    self.press(list(panel.options.values())[last])


def started(session: Session, game: str, *names: str, **chosen: str) -> Script:
    """A game whose first turn is on."""
    page = begin(session.window, game, *names, **chosen)
    script = Script(page)
    while not units(page).active:
        script.next()
    return script


#: Every scenario, mode and variant, with how many play, and the presses of a round at most in which
#: nothing is done but what the game asks for, the dice on the table.
ROUNDS: tuple[tuple[str, int, int, dict[str, str]], ...] = (
    ("zombies", 2, 8, {}),  # the move and its die, the zombies and their die
    ("zombies", 3, 12, {"scenario": "rescue", "first": "p2"}),
    ("zombies", 4, 15, {"scenario": "last-man"}),  # a card more each, the zombie player less
    ("zombies", 6, 24, {"scenario": "helicopter", "quicker": "yes"}),
    ("zombies", 3, 15, {"mode": "cooperative"}),  # with the card that each has to discard
    ("zombies", 4, 16, {"mode": "team"}),
    ("last-night", 2, 18, {}),  # four Heroes with move, die and end; the hand and the spawn roll
    ("last-night", 4, 20, {"rules": "advanced", "scenario": "townsfolk"}),
    ("last-night", 6, 20, {"rules": "advanced", "scenario": "burn"}),
    ("last-night", 3, 18, {"rules": "advanced", "scenario": "truck"}),
    ("last-night", 2, 18, {"rules": "advanced", "scenario": "manor"}),
    ("last-night", 5, 20, {"rules": "advanced", "scenario": "own"}),
    ("last-one-alive", 2, 8, {}),  # what a zombie die shows, past items, past barricades
    ("last-one-alive", 3, 12, {"everywhere": "yes"}),
    ("last-one-alive", 6, 24, {"night": "yes"}),
    ("last-one-alive", 4, 16, {"lives": "yes"}),
    ("zombie-town", 2, 6, {}),  # past the actions, the squares beside the cemetery
    ("zombie-town", 3, 9, {"traps": "mover"}),
    ("zombie-town", 6, 18, {}),
)


@pytest.mark.parametrize(("game", "players", "most", "chosen"), ROUNDS)
def test_two_rounds_by_the_games_own_script(
    session: Session, game: str, players: int, most: int, chosen: dict[str, str]
) -> None:
    names = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay")[:players]
    script = started(session, game, *names, **chosen)
    if game == "last-one-alive":
        do(script.page, "gone", unit="d1")  # the zombie the first player begins with
    for number in (1, 2):
        before = script.presses
        while units(script.page).table["turn"] == number:
            script.next()
            assert script.presses - before <= most
        assert units(script.page).table["turn"] == number + 1


@pytest.mark.smoke
def test_a_die_on_the_table_is_said_with_one_press(session: Session) -> None:
    page = started(session, "zombies", "Ann", "Bob").page
    script = Script(page)
    for face in (4, 2):
        assert page.panel.dice_keys.isVisible()
        script.press(page.panel.dice_keys.dice[face - 1])
    assert (script.presses, units(page).active) == (2, "p2")
    page.tools.choose_mode("roll")
    for _press in range(2):
        script.next()
    assert (script.presses, units(page).active) == (4, "p1")


def test_what_seldom_is_done_is_folded(session: Session) -> None:
    session.window.resize(1280, 720)
    page = started(session, "zombie-town", *("Ann", "Bob", "Cy", "Dot", "Eve", "Fay")).page
    settle()
    for name, made in page.panel.move_buttons.items():
        assert made.isVisible() is (name not in ("event", "extra", "back"))
    bar = page.arrangement.panel_area.verticalScrollBar()
    assert bar.maximum() == 0
    assert page.bar.next_button.property("kind") == "next"  # nothing else comes next
    assert focus() is page.bar.next_button
    Script(page).press(page.panel.rare_fold.button)
    assert page.panel.move_buttons["extra"].isVisible()
    assert bar.maximum() == 0


def test_a_fight_of_last_night_with_a_die_rolled_again(session: Session) -> None:
    page = started(session, "last-night", "Ann", "Bob").page
    do(page, "count", piece="p1", name="board", amount=3)
    while units(page).step != "fight":
        do(page, "next", anyway=True)
    typed = Script(page)
    typed.move("fight/h1")
    typed.answer(2, 5, 6)  # dice on the table are rolled again there
    assert (typed.presses, units(page)["h1"]["wounds"]) == (4, 1)
    page.tools.choose_mode("roll")
    rolled = Script(page)
    rolled.move("fight/h2")
    rolled.move("zombie/0")
    assert page.tracker is not None
    assert not page.tracker.is_open
    assert rolled.presses == 2  # each throws its dice at once


def test_a_zombies_attack_in_zombie_town_to_its_damage(session: Session) -> None:
    page = started(session, "zombie-town", "Ann", "Bob", "Cy").page
    while units(page).step != "zombies":
        do(page, "next", anyway=True)
    script = Script(page)
    script.move("attack/c2")
    script.answer()  # nobody fires
    assert (script.presses, units(page)["c2"]["life"]) == (2, 3)
