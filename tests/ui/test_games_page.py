"""The other games through the window: begun in a minute, played to their end, listed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from PySide6.QtCore import QPoint

from lastdays.campaign.safekeeping import check_store
from lastdays.procedure.asks import Choose, Draw, Option, Procedure, Roll, Sum
from lastdays.rulebook import pictograms
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.declared import (
    DeclaredGame,
    SetupChoice,
    Step,
    next_seat,
    seats_of_players,
    table_of,
)
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.game_rules import PlayRule
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.units import Count, Kind, Switch, TableState, UnitRules, UnitWords
from lastdays.tabletop.view import ButtonView, Tap
from lastdays.tabletop.zombie_town import counts as zombie_town
from lastdays.ui.app import Session
from lastdays.ui.forms.ask_panel import AskPanel, NumberKey
from lastdays.ui.forms.dice_panel import DicePanel, LyingDie
from lastdays.ui.navigation import BoardRoute, GamesRoute
from lastdays.ui.pages.deleting import DeleteDialog
from lastdays.ui.tracker.form import MoveRow
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.parts import find_amber_button
from sure import as_a, sure
from ui.at_the_table import dice, go_next, tap
from ui.hands import (
    click,
    counter_of,
    do,
    find_button,
    focus,
    go,
    key,
    menu_item,
    push,
    seen,
    settle,
    start_play,
    tracker_of,
    write,
)
from ui.other_games import begin, units
from ui.pressing import Hand


def move(page: SessionPage, label: str) -> None:
    """Presses a move that is due, one of the rare ones too."""
    page.panel.rare_fold.show_open(True)
    made = next(
        (b for b in page.panel.move_buttons.values() if b.accessibleName().startswith(label)), None
    )
    assert made is not None, [b.accessibleName() for b in page.panel.move_buttons.values()]
    click(page.panel, made.accessibleName())


def to(page: SessionPage, step: str, seat: str = "") -> None:
    for _turn in range(40):
        state = tracker_of(page).state
        if as_a(TableState, state).step == step and seat in ("", as_a(TableState, state).active):
            return
        do(page, "next", anyway=True)
    raise AssertionError(step)


def test_a_short_game_of_zombies_to_its_end(session: Session) -> None:
    page = begin(session.window, "zombies", "Ann", "Bob")
    assert "Town Square in the middle" in seen(page.panel)
    go_next(page)
    assert "Ann's turn" in page.bar.roles.whole
    to(page, "fight")
    move(page, "Fight a zombie")
    dice(page, 2, "Spend 2 of 3 bullets")
    assert units(page)["p1"]["zombies"] == 1
    assert "kills a zombie (rolled 2, bullets spent: 2)" in page.panel.outcome.text()
    to(page, "move")
    move(page, "Roll for movement")
    dice(page, 5)
    assert "up to 8 spaces" in page.panel.outcome.text()
    zombies = counter_of(page.board.cards["p2"], "zombies")
    for _n in range(5):
        tap(zombies, shift=True)
    assert "has 25 zombies and has won" in seen(page.panel)
    key("Ctrl+Z")
    assert "has won" not in seen(page.panel)
    key("Ctrl+Shift+Z")
    move(page, "End the game")
    click(page.panel.form, "End the game")
    assert isinstance(session.window.route, GamesRoute)
    words = seen(session.window.pages.games)
    assert "Bob has 25 zombies and has won." in words
    assert "Wins: Bob 1/1, Ann 0/1" in words


def test_what_takes_away_is_never_amber(session: Session) -> None:
    """Neither Enter nor Next overpowers a player; the digit does."""
    page = begin(session.window, "last-one-alive", "Ann", "Bob", lives="no")
    to(page, "end")
    assert "over" in page.panel.move_buttons
    assert find_amber_button(page.panel) is None
    go_next(page)
    key("Return")
    assert not units(page)["p1"].on("out")
    page.panel.setFocus()
    key("1")
    assert units(page)["p1"].on("out")


def test_a_long_move_takes_two_lines(session: Session) -> None:
    short = ButtonView("short", "Shoot", Tap("next"))
    long = ButtonView(
        "long", "Fire the flare pistol at a thing far below on the stairs", Tap("next")
    )
    one_line, two_lines = (
        MoveRow(session.services.theme, lambda: None, move).heightForWidth(300)
        for move in (short, long)
    )
    assert two_lines > one_line


@pytest.mark.smoke
def test_a_hard_limit_is_said_and_a_due_one_asked_for(session: Session) -> None:
    page = begin(session.window, "zombies", "Ann", "Bob")
    go_next(page)
    hearts = counter_of(page.board.cards["p1"], "hearts")
    hearts.setFocus()
    write("+++")
    assert units(page)["p1"]["hearts"] == 5
    assert "At most five hearts" in session.window.toast.text.text()
    hand = counter_of(page.board.cards["p1"], "hand")
    tap(hand)
    assert hand.view.alarm == "TOO MANY"
    to(page, "discard")
    do(page, "next")
    assert units(page).active == "p1"
    assert "Ann has to discard down to three" in page.bar.waiting.whole
    go_next(page)
    assert (units(page)["p1"]["hand"], units(page).active) == (3, "p2")


def test_only_what_matters_is_asked_before_a_game(session: Session) -> None:
    key("Ctrl+E")
    page = session.window.pages.games
    page.game.tiles["last-night"].click()
    settle()
    assert not page.choices["turns"].isVisible()
    scenario = page.choices["scenario"]
    scenario.setCurrentIndex(scenario.findData("townsfolk"))
    assert page.choices["turns"].isVisible()
    assert "Turns (see its card)" in seen(page)


def test_a_game_left_half_way_is_there_again(
    session: Session, open_window: Callable[..., Session]
) -> None:
    page = begin(session.window, "zombies", "Ann", "Bob")
    go_next(page)
    to(page, "fight")
    move(page, "Fight a zombie")
    before = tracker_of(page).state
    number = tracker_of(page).id
    session.close()
    again = open_window()
    again.window.go(GamesRoute())
    again.window.pages.games.played.table.setFocus()
    key("Space")
    page = again.window.pages.board
    assert tracker_of(page).id == number
    assert tracker_of(page).state == before
    assert "Ann fights a zombie: 4 or more kills it." in seen(page.panel)
    menu_item(page.tools.more_button, "Leave the table")
    assert isinstance(again.window.route, GamesRoute)
    names = [f.text() for f in again.window.pages.games.names]
    assert names == ["Ann", "Bob"]  # remembered


def test_a_damaged_game_is_listed_and_can_be_deleted(
    session: Session, open_window: Callable[..., Session]
) -> None:
    sessions = session.services.sessions
    damaged = sessions.begin_game("zombies", ("Ann", "Bob"), {"mode": "standard"})
    sessions.begin_game("zombie-town", ("Cat", "Dan"), {})
    file = session.services.workspace.store.path
    session.close()
    with sqlite3.connect(file) as db:
        db.execute("UPDATE sessions SET facts = substr(facts, 2) WHERE game = 'zombies'")
    db.close()
    again = open_window()
    page = go(again.window, GamesRoute())
    assert "Cat and Dan" in seen(page)
    page.played.table.setFocus()
    page.played.table.choose_row(damaged)
    key("Space")
    assert "damaged on the disk. It isn't shown" in seen(again.window)
    page.played.table.setFocus()
    page.played.table.choose_row(damaged)
    click(page, "Delete")
    click(sure(again.window.findChild(DeleteDialog)), "Delete this game")
    assert [s.game for s in again.services.sessions.games_played()] == ["zombie-town"]
    (named,) = check_store(again.services.workspace).problems
    assert named.text == "1 entry of a game at the table is damaged."
    again.services.sessions.restore(damaged)
    assert len(again.services.sessions.games_played()) == 2


def test_what_was_chosen_last_is_chosen_again_and_players_have_their_names(
    session: Session,
) -> None:
    begin(session.window, "zombies", "Ann", "Bob", "Cy", scenario="last-man", zombie="p2", first="")
    key("Ctrl+E")
    page = session.window.pages.games
    page.game.tiles["last-night"].click()
    push(page.game.tiles["zombies"])
    assert [field.text() for field in page.names] == ["Ann", "Bob", "Cy"]
    chosen = {key: box.currentData() for key, box in page.choices.items()}
    assert (chosen["scenario"], chosen["zombie"], chosen["first"]) == ("last-man", "p2", "")
    assert page.choices["zombie"].currentText() == "Bob"
    page.names[1].setText("Beth")
    assert page.choices["zombie"].currentText() == "Beth"
    page.game.tiles["last-night"].click()
    page.players.tiles[4].click()
    names = [page.choices["zombies"].itemText(n) for n in range(2)]
    assert names == ["Ann and Beth", "Ann and Cy"]


def test_what_lies_where_is_told_before_the_game_begins(session: Session) -> None:
    key("Ctrl+E")
    page = session.window.pages.games
    page.game.tiles["zombies"].click()
    push(page.players.tiles[3])
    click(page, "▸ How to set it up")
    assert "Town Square in the middle of the table." in seen(page)
    assert "3 pawns in the centre of Town Square." in seen(page)
    scenario = page.choices["scenario"]
    scenario.setCurrentIndex(scenario.findData("last-man"))
    page.names[2].setText("Cy")
    assert "Cy has no pawn and no hearts." in seen(page)
    mode = page.choices["mode"]
    mode.setCurrentIndex(mode.findData("team"))
    assert "Town Square" not in seen(page)  # three can't play in pairs
    mode.setCurrentIndex(0)
    told = page.setup.text()
    click(page, "Begin")
    assert session.window.pages.board.panel.notes.text() == told


def test_what_cannot_begin_is_said(session: Session) -> None:
    key("Ctrl+E")
    page = session.window.pages.games
    page.game.tiles["zombies"].click()
    page.names[1].setText(page.names[0].text())
    click(page, "Begin")
    assert "Every player needs a different name." in seen(session.window)
    page.players.tiles[3].click()
    box = page.choices["mode"]
    box.setCurrentIndex(box.findData("team"))
    click(page, "Begin")
    assert "Teams are pairs" in seen(session.window)


RULES = UnitRules()


@RULES.worded("scores")
def scores(words: UnitWords, facts: Facts) -> str:
    return f"{words.name(facts['who'])} scores."


@RULES.worded("won")
def won(words: UnitWords, facts: Facts) -> str:
    return f"{words.name(facts['who'])} has won."


@RULES.tap("score")
def score(setting: TableState, unit: str) -> TableState:
    return setting.add(unit, "points", 1).say("scores", unit)


class Fifth(DeclaredGame):
    """A game that is nothing but a declaration: the first with three points wins."""

    key = "fifth"
    title = "The Fifth"
    seats = (2, 4)
    rules = RULES
    kinds: Mapping[str, Kind] = {
        "table": Kind(),
        "seat": Kind(
            (Count("points", "Points", high=9), Count("trap", "Trap")),
            (Switch("revealed", "revealed"),),
            secret=("trap",),
        ),
    }

    def choices(self, players: int) -> tuple[SetupChoice, ...]:
        return (SetupChoice("wanted", "Points", (("3", "three"), ("5", "five")), "3"),)

    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        table = table_of(wanted=int(chosen["wanted"]))
        return TableState({}).place(table, *seats_of_players(players, points=0, trap=2))

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        return (
            Step(
                "score",
                "Score",
                lambda _s: "Score.",
                may=lambda s: [ButtonView("score", "Score a point", score.tap(s.active))],
            ),
        )

    def turn_over(self, setting: TableState) -> TableState:
        seat = next_seat(setting)
        return setting.put("table", seat=seat, step="score").say("turn", seat)

    def checklist(self, setting: TableState) -> list[str]:
        return ["Begin."]

    def verdict(self, setting: TableState) -> GameEnd | None:
        for seat in setting.seats:
            if seat.number("points") >= setting.table.number("wanted"):
                return GameEnd(fact("won", seat.id), (seat.id,))
        return None


@pytest.fixture
def fifth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "fifth", Fifth())


def test_a_fifth_game_is_a_declaration_alone(fifth: None, session: Session) -> None:
    page = begin(session.window, "fifth", "Ann", "Bob")
    go_next(page)
    for _n in range(2):
        move(page, "Score a point")
    go_next(page)
    tap(counter_of(page.board.cards["p2"], "points"))
    assert units(page)["p2"]["points"] == 1
    # What is hidden stays hidden, here and opposite, until it is revealed.
    trap = counter_of(page.board.cards["p1"], "trap")
    assert trap.text() == "—"
    click(page.bar, "Opponent's view")
    assert "Trap" not in sure(page.second_screen).words()
    do(page, "mark", piece="p1", name="revealed")
    assert trap.text() == "2"
    assert "Ann: Points 2/9, Trap 2" in sure(page.second_screen).words()
    sure(page.second_screen).close()
    session.window.activateWindow()
    settle()
    go_next(page)
    move(page, "Score a point")
    assert "Ann has won." in seen(page.panel)
    move(page, "End the game")
    click(page.panel.form, "End the game")
    assert "The Fifth" in seen(session.window.pages.games)
    assert find_button(session.window.pages.games, "Continue").isEnabled()


def test_a_move_that_is_refused_says_why_before_it_is_tapped(session: Session) -> None:
    page = begin(session.window, "zombie-town", "Ann", "Bob", "Cy")
    go_next(page)
    assert "back" not in page.panel.move_buttons  # it's day 1, so time can't turn back
    tap(counter_of(page.board.cards["c2"], "life"), right=False, shift=True)
    page.choose("p2")
    settle()
    page.panel.sheet.folds[0].show_open(True)
    turn = find_button(page.panel.sheet, "Start their turn")
    assert (turn.isEnabled(), turn.toolTip()) == (False, "Bob is dead.")


@pytest.mark.parametrize(
    ("play", "about"),
    [("hand", {"unit": "g1"}), ("post", {"unit": "c1"}), ("shoot", {"unit": "p1", "paid": True})],
)
def test_a_roll_that_an_older_program_left_open_is_dropped(
    session: Session,
    open_window: Callable[..., Session],
    monkeypatch: pytest.MonkeyPatch,
    play: str,
    about: dict[str, Any],
) -> None:
    """A play that is gone, or is about other things now, lies in the store of an open game."""

    def asked(setting: TableState, **_about: object) -> Procedure[TableState]:
        yield Sum(key="old", question="What did it ask?", dice=Dice(1, 6))
        return setting

    page = begin(session.window, "zombie-town", "Ann", "Bob", "Cy")
    go_next(page)
    with monkeypatch.context() as older:
        then: PlayRule[..., ..., TableState] = PlayRule(play, asked, tuple(about))
        older.setitem(zombie_town.RULES.plays, play, then)
        start_play(page, play, **about)
    name = tracker_of(page).id
    session.close()
    again = open_window()
    page = as_a(SessionPage, go(again.window, BoardRoute(name)))
    assert "doesn't exist. This roll can't continue: cancel it." in seen(page.panel)
    assert not page.bar.next_button.isEnabled()
    assert find_amber_button(page) is None
    page.take_focus()
    key("Space")
    assert not tracker_of(page).is_open
    assert "cancelled" in page.panel.outcome.text()
    go_next(page)
    assert units(page).step == "zombies"
    for _n in range(2):
        key("Ctrl+Z")
    assert tracker_of(page).is_open
    assert "cancel it" in seen(page.panel)
    key("Escape")
    assert not tracker_of(page).is_open


class Script(Hand):
    """Presses what comes next, and counts."""

    def next(self) -> None:
        """Next, and the answers to what it asks: threes, the last of the options, no apocalypse."""
        self.page.bar.accept_taps()
        self.press(self.page.bar.next_button)
        self.answer()

    def move(self, key: str) -> None:
        self.press(self.page.panel.move_buttons[key])

    def lay(self, dice: DicePanel, faces: list[int]) -> None:
        """Presses a face for each die, a 3 where none is left, and uses them."""
        for _die in dice.places:
            self.press(dice.faces[(faces.pop(0) if faces else 3) - 1])
        self.press(dice.use_button)

    def answer(self, *faces: int) -> None:
        tracker, panel = self.page.tracker, self.page.panel.ask_panel
        assert tracker is not None
        left = list(faces)
        while (standing := tracker.pending()) is not None:
            match standing:
                case Roll() | Sum():
                    self.lay(sure(panel.dice), left)
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


#: From so many players on one round is as long as two.
MANY = 4
#: Every scenario, mode and variant, with how many play, and the presses of a round at most in which
#: nothing is done but what the game asks for, the dice on the table.
ROUNDS: tuple[tuple[str, int, int, dict[str, str]], ...] = (
    ("zombies", 2, 12, {}),  # the move, its die used, the zombies and their die
    ("zombies", 3, 18, {"scenario": "rescue", "first": "p2"}),
    ("zombies", 4, 19, {"scenario": "last-man"}),  # a card more each, the zombie player less
    ("zombies", 6, 36, {"scenario": "helicopter", "quicker": "yes"}),
    ("zombies", 3, 21, {"mode": "cooperative"}),  # with the card that each has to discard
    ("zombies", 4, 24, {"mode": "team"}),
    ("last-night", 2, 23, {}),  # four Heroes with move, die and end; the hand and the spawn roll
    ("last-night", 4, 26, {"rules": "advanced", "scenario": "townsfolk"}),
    ("last-night", 6, 26, {"rules": "advanced", "scenario": "burn"}),
    ("last-night", 3, 23, {"rules": "advanced", "scenario": "truck"}),
    ("last-night", 2, 23, {"rules": "advanced", "scenario": "manor"}),
    ("last-night", 5, 23, {"rules": "advanced", "scenario": "own"}),
    ("last-one-alive", 2, 8, {}),  # what a zombie die shows, past items, past barricades
    ("last-one-alive", 3, 12, {"everywhere": "yes"}),
    ("last-one-alive", 6, 24, {"night": "yes"}),
    ("last-one-alive", 4, 16, {"lives": "yes"}),
    ("zombie-town", 2, 6, {}),  # past the actions, the squares beside the cemetery
    ("zombie-town", 3, 9, {"traps": "mover"}),
    ("zombie-town", 6, 18, {}),
)


@pytest.mark.parametrize(("game", "players", "most", "chosen"), ROUNDS)
def test_rounds_by_the_games_own_script(
    session: Session, game: str, players: int, most: int, chosen: dict[str, str]
) -> None:
    names = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay")[:players]
    script = started(session, game, *names, **chosen)
    if game == "last-one-alive":
        do(script.page, "gone", unit="d1")  # the zombie the first player begins with
    for number in (1, 2) if players < MANY else (1,):
        before = script.presses
        while units(script.page).table["turn"] == number:
            script.next()
            assert script.presses - before <= most
        assert units(script.page).table["turn"] == number + 1


@pytest.mark.smoke
def test_a_number_is_a_keypad_and_nothing_of_it_scrolls(session: Session) -> None:
    page = started(session, "zombie-town", "Ann", "Bob", "Cy", squares="40").page
    start_play(page, "refill")
    settle()
    keys = page.panel.ask_panel.options
    assert [key for key, made in keys.items() if isinstance(made, NumberKey)] == list(keys)
    assert len(keys) == 41
    assert page.arrangement.panel_area.verticalScrollBar().maximum() == 0
    tops = [made.mapTo(page, QPoint()).y() for made in keys.values()]
    assert len(set(tops)) == 6  # seven in a line
    assert find_amber_button(page.panel) is None  # the board says how many
    click(page.panel, "12")
    assert "12" in page.panel.outcome.text()


def test_the_usual_number_of_a_keypad_is_amber_and_in_its_place(session: Session) -> None:
    panel = AskPanel(session.services.catalogue, session.theme, source=session.services.source)
    numbers = tuple(Option(str(n), str(n)) for n in (2, 0, 1))
    panel.show_ask(Choose("n", "How many?", options=numbers), "typed")
    panel.show()
    settle()
    left_to_right = sorted(panel.options, key=lambda key: panel.options[key].x())
    assert left_to_right == ["0", "1", "2"]
    assert find_amber_button(panel) is panel.options["2"]


def test_the_dice_of_a_fight_lie_there_while_cards_may_change_them(session: Session) -> None:
    page = begin(session.window, "last-night", "Ann", "Bob")
    do(page, "count", piece="p1", name="board", amount=3)
    to(page, "heroes")
    start_play(page, "fight", unit="h1")
    page.answer_opposed([(5, 3), 4], "typed")
    settle()
    assert not page.panel.thrown.isHidden()
    assert [(t.whose, t.faces, t.total) for t in page.panel.thrown.throws] == [
        ("Hero 1", (5, 3), 5),
        ("Zombie", (4,), 4),
    ]
    dice = page.panel.thrown.findChildren(LyingDie)
    assert [die.face for die in dice] == [5, 3, 4]
    assert not any(die.isEnabled() for die in dice)
    start_play(page, "again", side="zombie", die=0)
    dice_of_again = sure(page.panel.ask_panel.dice)
    assert len(dice_of_again.places) == 1
    page.answer(6, "typed")
    assert page.panel.thrown.throws[1].faces == (6,)
    do(page, "act", unit="h2")
    assert page.panel.thrown.isHidden()  # the fight is final


def test_what_changes_a_fight_has_its_price(session: Session) -> None:
    page = begin(session.window, "last-night", "Ann", "Bob")
    do(page, "count", piece="p1", name="board", amount=3)
    do(page, "item", unit="h1", weapon=True)
    to(page, "heroes")
    do(page, "act", unit="h1")
    start_play(page, "fight", unit="h1")
    page.answer_opposed([(5, 3), 4], "typed")
    settle()
    rows = as_a(dict, page.panel.move_buttons)
    changes = [key for key in rows if key.partition("/")[0] in ("hero", "zombie", "bonus")]
    assert changes == ["bonus/i1", "hero/0", "hero/1", "hero/2", "zombie/0", "zombie/1"]
    for change in (*changes, "fight-card", "cancel"):
        assert as_a(MoveRow, rows[change]).price == "a card", change
    assert as_a(MoveRow, rows["acted"]).price == ""
    assert page.panel.says.text() == (
        "Hero 1 fights: cards and abilities may still change the dice."
    )


def test_the_tiles_of_the_table_say_what_is_to_be_reached(session: Session) -> None:
    page = begin(session.window, "last-night", "Ann", "Bob")
    assert counter_of(page.board.cards["table"], "killed").text() == "0/15"
    assert counter_of(page.board.cards["table"], "heroes_killed").text() == "0/2"
    for _hero in range(3):  # what is to be reached is no limit
        do(page, "count", piece="table", name="heroes_killed", amount=1)
    assert counter_of(page.board.cards["table"], "heroes_killed").text() == "3/2"


def test_what_a_die_with_symbols_shows_has_digits_and_pictograms(session: Session) -> None:
    page = started(session, "last-one-alive", "Ann", "Bob").page
    start_play(page, "black", unit="p1")
    settle()
    rows = page.panel.ask_panel.options
    assert [row.digit for row in rows.values()] == [str(n) for n in range(1, 8)]
    assert [row.drawing for row in rows.values()] == [
        *[pictograms.token("zombie")] * 3,
        *[pictograms.token("ambush")] * 3,
        pictograms.token("die"),
    ]
    key("5")
    assert "ambushes 2" in page.panel.outcome.text()


def test_what_dice_are_for_stands_above_them(session: Session) -> None:
    page = started(session, "zombies", "Ann", "Bob").page
    to(page, "zombies")
    keys = page.panel.dice_keys
    assert not keys.isHidden()
    assert keys.purpose.text() == "Move zombies: press or type what the die shows."
    to(page, "tile")
    assert keys.isHidden()  # a fight or the move: it isn't known which die it is


@pytest.mark.smoke
def test_a_die_lies_there_until_enter_uses_it(session: Session) -> None:
    page = started(session, "zombies", "Ann", "Bob").page
    key("1")  # roll for movement
    key("4")
    dice = sure(page.panel.ask_panel.dice)
    assert [die.face for die in dice.places] == [4]
    key("Return")
    assert "rolled 4" in page.panel.outcome.text()
    to(page, "zombies")
    key("2")  # the only thing to do begins with a die, so a digit is that die
    dice = sure(page.panel.ask_panel.dice)
    assert [die.face for die in dice.places] == [2]
    key("Return")
    assert "Ann moves 2 zombies" in page.panel.outcome.text()


def test_what_seldom_is_done_is_folded(session: Session) -> None:
    session.window.resize(1280, 720)
    page = started(session, "zombie-town", *("Ann", "Bob", "Cy", "Dot", "Eve", "Fay")).page
    settle()
    in_sight = [key for key, made in page.panel.move_buttons.items() if made.isVisible()]
    assert len(in_sight) == 6
    assert "event" not in in_sight
    bar = page.arrangement.panel_area.verticalScrollBar()
    assert bar.maximum() == 0
    assert page.bar.next_button.property("kind") == "next after"  # there are actions left
    assert focus() is page.bar.next_button
    Script(page).press(page.panel.rare_fold.button)
    assert page.panel.move_buttons["ability"].isVisible()
    assert bar.maximum() == 0


def test_begin_is_amber_while_a_new_game_is_set_up(session: Session) -> None:
    window = session.window
    begin(window, "zombies", "Ann", "Bob")
    page = go(window, GamesRoute())
    page.played.table.setFocus()
    assert find_amber_button(page) is page.played.open_button
    page.names[0].setFocus()
    assert find_amber_button(page) is page.begin_button
    page.refresh()
    assert find_amber_button(page) is page.begin_button
    page.played.table.setFocus()
    assert find_amber_button(page) is page.played.open_button


def test_enter_never_ends_a_turn_with_actions_left(session: Session) -> None:
    page = started(session, "zombie-town", "Ann", "Bob").page
    page.bar.accept_taps()
    page.bar.next_button.setFocus()
    before = units(page)
    key("Return")
    assert units(page) == before


def test_a_printed_digit_works_while_next_has_the_focus(session: Session) -> None:
    page = started(session, "zombie-town", "Ann", "Bob").page
    page.bar.next_button.setFocus()
    second = list(page.panel.move_buttons.values())[1]
    assert second.accessibleName().startswith("Move up to 3 squares")
    key("2")
    assert page.panel.outcome.text() == "Ann spends an action: move. Actions left: 5"
