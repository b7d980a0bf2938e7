"""What all declared games have: any taps undone, redone and reopened come to the same; hard limits
hold; pools add up."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from lastdays.errors import RuleError
from lastdays.procedure.asks import Choose
from lastdays.procedure.dice import can_be_rolled, roll
from lastdays.tabletop.declared import IN_SIGHT, DeclaredGame, who_plays
from lastdays.tabletop.event_log import LoggedEvent
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_night.play import limit, pool, zombie_seats
from lastdays.tabletop.units import TableState, Unit, current_value, from_json
from lastdays.tabletop.view import ButtonView, Play, Tap
from lastdays.tabletop.zombie_town.counts import cemetery, killed
from unit.tabletop.declared_by_chance import CHOICES, act, random_event, walk_there_and_back
from unit.tabletop.declaring import NAMES, Party


def hard_limits_hold(game: DeclaredGame, setting: TableState) -> None:
    for unit in setting.pieces.values():
        kind = game.kinds.get(unit.kind)
        for entry in kind.counts if kind is not None else ():
            most = current_value(entry.high, setting, unit)
            if (
                entry.limit == "hard"
                and most is not None
                and current_value(entry.when, setting, unit)
            ):
                assert unit.number(entry.key) <= most, (unit.name, entry.key)
            if unit[entry.key] is not None:
                assert unit.number(entry.key) >= min(entry.low, 0), (unit.name, entry.key)
    if game.key == "last-night":
        for seat in zombie_seats(setting):
            assert seat.number("board") + pool(setting, seat) == limit(setting)
    if game.key == "zombie-town":
        assert cemetery(setting) >= 0
        assert cemetery(setting) + setting.table.number("board") + killed(setting) == 100


#: Counters that show what is to be reached, which is no limit.
GOALS = ("killed", "goal", "heroes_killed")


def shows(game: DeclaredGame, setting: TableState) -> None:
    """Every view of a table can be made, and says of each unit once what there is."""
    board = game.board(setting)
    cards = [card for panel in board.panels for card in panel.cards] + list(board.foot)
    kinds = game.kinds
    assert sorted(c.id for c in cards) == sorted(
        u.id for u in setting.pieces.values() if u.kind in kinds
    )
    assert [p.cards[0].id for p in board.panels] == [s.id for s in setting.seats]
    moves = game.guide(setting).moves
    assert sum(not move.rare for move in moves) <= IN_SIGHT
    assert all(move.icon for move in moves if isinstance(move.act, Play | Tap))
    for card in cards:
        unit = setting[card.id]
        secret = () if unit.on("revealed") else kinds[unit.kind].secret
        for token in card.tokens:
            shown = None if token.name in secret else unit[token.name]
            assert token.value == shown
            beyond = (
                token.value is not None and token.limit is not None and token.value > token.limit
            )
            assert bool(token.alarm) is (beyond and token.name not in GOALS)
        assert [c.on for c in card.chips] == [unit.on(c.name) for c in card.chips]
    assert game.board(setting) == board
    bar = game.bar(setting)
    assert bar.now in ("", *dict(bar.steps))
    assert bar.can_go_on is (game.end_that_stops_next(setting) is None and setting.open is None)
    assert game.guide(setting).says


@pytest.mark.sweep
@pytest.mark.parametrize("key", list(CHOICES))
@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(0, 3))
def test_any_moves_undone_redone_and_reopened_come_to_the_same(
    key: str, seed: int, players: int, which: int
) -> None:
    game = GAMES[key]
    source = random.Random(seed)
    start = game.begin(NAMES[:players], CHOICES[key][which % len(CHOICES[key])])

    def look(state: TableState, number: int) -> None:
        hard_limits_hold(game, state)
        if number % 4 == 0:
            shows(game, state)

    walk_there_and_back(game, start, source, look)


def test_the_difference_of_two_settings_makes_one_the_other() -> None:
    game = GAMES["zombie-town"]
    before = game.begin(("Ann", "Bob"), {})
    after = before.put("p1", killed=3).drop("b1").given_to("g1", "c2")
    assert before.patch(before.diff(after)) == after
    with pytest.raises(RuleError):
        before.patch([["set", "nobody", {"x": 1}]])
    with pytest.raises(RuleError):
        from_json([{"id": 1}])


@pytest.mark.parametrize("key", list(CHOICES))
def test_the_boxes_say_how_many_may_play(key: str) -> None:
    """Six pawns or seats; the rules of Last One Alive have no number, and eight are let in."""
    assert GAMES[key].seats == (2, 8 if key == "last-one-alive" else 6)


@pytest.mark.parametrize(
    ("key", "unit", "name"),
    [
        ("last-one-alive", "table", "level"),
        ("zombie-town", "table", "day"),
        ("last-night", "h1", "health"),
    ],
)
def test_what_begins_with_one_is_never_less(key: str, unit: str, name: str) -> None:
    game = Party(GAMES[key])
    game.set(unit, **{name: 3})
    game.tap("count", piece=unit, name=name, amount=-9)
    assert game[unit][name] == 1
    with pytest.raises(RuleError, match="can't go below 1"):
        game.tap("count", piece=unit, name=name, amount=-1)


@pytest.mark.parametrize(
    ("value", "names", "said"),
    [
        ("p1", (), "Player 1"),
        ("p2-p3", (), "Player 2 and Player 3"),
        ("p1-p3", NAMES, "Ann and Cy"),
        *((other, NAMES, "") for other in ("", "12-34", "p", "townsfolk", "q2")),
    ],
)
def test_a_choice_of_players_is_called_by_their_names(
    value: str, names: tuple[str, ...], said: str
) -> None:
    assert who_plays(value, names) == said


@pytest.mark.parametrize("key", list(CHOICES))
def test_a_step_that_is_no_more_goes_on_with_the_first(key: str) -> None:
    game = Party(GAMES[key])
    game.tap("next", anyway=True)
    game.set("table", step="of an earlier edition")
    game.tap("next", anyway=True)
    assert game.setting.step == game.game.steps(game.setting)[0].key


@pytest.mark.parametrize(
    ("play", "args", "thrown"),
    [("over", {}, 0), ("draw", {"side": "any"}, 0), ("first", {}, 2)],
)
def test_dice_that_a_procedure_begins_with_are_rolled_at_once(
    play: str, args: dict[str, str], thrown: int
) -> None:
    game = Party(GAMES["last-one-alive"], first="")
    about = {} if play == "first" else {"unit": "p1"}
    event = game.game.start(game.setting, Play(play, {**about, **args}), random.Random(1))
    assert len(event.dice) == thrown


def test_what_has_left_the_table_keeps_its_name_and_its_id() -> None:
    setting = TableState({}).place(
        Unit("b1", "building", "Church"),
        Unit("s1", "survivor", "Sue", "b1"),
        Unit("g1", "gun", "Gun", "s1"),
    )
    after = setting.drop("b1")
    assert not any(after.has(u) for u in ("b1", "s1", "g1"))  # whatever lay before it, too
    assert after.name("s1") == "Sue"
    assert after.next_id("s") == "s2"
    with pytest.raises(RuleError, match="no longer on the table"):
        after["g1"]
    assert setting.patch(setting.diff(after)) == after
    assert after.patch(after.diff(setting)) == setting


def test_a_hidden_number_is_not_told_by_the_log() -> None:
    game = Party(GAMES["zombie-town"], 3)
    game.go("wall", "3", "1", unit="b1")
    said = game.tap("count", piece="w1", name="value", amount=-5)
    assert "Value changed" in said
    assert "3" not in said
    assert game["w1"]["value"] == 0
    more = {"piece": "w1", "name": "value", "amount": -1}
    assert game.game.tap(game.setting, Tap("count", more)) is None  # no word that it is at its end


#: How each game is brought to its end: its choices, the players, the moves.
ENDS: dict[str, tuple[dict[str, str], int, str]] = {
    "zombies": ({}, 2, "next; count p1.zombies +25"),
    "last-night": ({}, 2, "next!; count table.sun -15"),
    "last-one-alive": ({"lives": "no"}, 2, "to end; over p1"),
    "zombie-town": ({}, 3, "next; count table.day +9; to refill p3; next!"),
}


@pytest.mark.parametrize("key", ENDS)
def test_after_an_end_next_waits_for_the_players_to_go_on(key: str) -> None:
    chosen, players, moves = ENDS[key]
    game = Party(GAMES[key], players, **chosen)
    for move in moves.split("; "):
        game.do(move)
    assert game.over is not None
    before = game.setting
    game.tell("can't next: The game is over")
    game.tell("beyond: continues past its end")
    game.tell("can't beyond")
    for _step in range(12):
        game.do("next!")
    assert game.setting.table != before.table
    # Undone, it waits again.
    assert game.game.end_that_stops_next(before) is not None


def test_an_end_that_is_taken_back_waits_again_when_it_comes_again() -> None:
    game = Party(GAMES["zombies"])
    for line in ("next", "count p1.zombies +25", "beyond", "count p1.zombies -1", "goes on",
                 "fight p1 6", "can't next: The game is over"):  # fmt: skip
        game.tell(line)
    assert game.over is not None


def test_nobody_left_alive_leads_nowhere() -> None:
    game = Party(GAMES["zombie-town"], 3)
    game.tap("next")
    for pawn in ("c1", "c2", "c3"):
        game.tap("count", piece=pawn, name="life", amount=-4)
    game.tap("beyond")
    game.to("refill")
    assert game.game.tap(game.setting, Tap("next", {"anyway": True})) is None


def do(game: DeclaredGame, setting: TableState, move: ButtonView, source: random.Random) -> None:
    """A move to its end, answered by chance."""
    event = act(game, setting, move.act)
    assert event is not None
    now = setting.patch(event.effects)
    while (standing := game.open_ask(now)) is not None:
        ask = standing
        if can_be_rolled(ask):
            value = roll(ask, source)
        else:
            assert isinstance(ask, Choose)
            value = source.choice(ask.options).key
        now = now.patch(game.answer(now, value, "chosen").effects)


@pytest.mark.sweep
@pytest.mark.parametrize("key", list(CHOICES))
@settings(max_examples=12)
@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(0, 3))
def test_what_is_offered_is_not_refused(key: str, seed: int, players: int, which: int) -> None:
    game = GAMES[key]
    source = random.Random(seed)
    setting = game.begin(NAMES[:players], CHOICES[key][which % len(CHOICES[key])])
    for turn in range(60):
        try:
            event = random_event(game, setting, source)
        except RuleError:
            continue
        if event is None:
            continue
        setting = setting.patch(event.effects)
        if turn % 5 or setting.open is not None:
            continue
        buttons = list(game.guide(setting).moves)
        for unit in setting.pieces:
            sheet = game.sheet(setting, unit)
            for section in sheet.sections if sheet is not None else ():
                buttons += [b for b in section.items if isinstance(b, ButtonView)]
        for button in buttons:
            if not button.why_not and isinstance(button.act, Tap | Play):
                do(game, setting, button, source)


def test_why_a_move_is_refused_is_said_before_it_is_tapped() -> None:
    game = Party(GAMES["zombie-town"], 3)
    game.tap("next")
    game.set("p1", hand=0)
    assert game.move("lose", "p1").why_not == "Ann has no cards."
    assert game.move("reload", "g1").why_not == "Nothing would change."


@pytest.mark.parametrize("key", list(GAMES))
def test_a_line_of_ones_own_is_an_event_that_changes_nothing(key: str) -> None:
    game = Party(GAMES[key])
    before = game.setting
    event = game.game.tap(game.setting, Tap("write", {"text": "  It  rains. "}))
    assert event is not None
    assert game.game.words(before).line([LoggedEvent(1, event, "")]) == "It rains."
    assert before.patch(event.effects) == before
    assert game.game.tap(game.setting, Tap("write", {"text": "x" * 200}))
    with pytest.raises(RuleError, match="letters at most"):
        game.game.tap(game.setting, Tap("write", {"text": "x" * 201}))
