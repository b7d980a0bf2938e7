"""Games of content packs are played like every declared game: by their rules, undone, in words, with
chances; and random games show what can't be played to its end."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.desktop.message_files import tongue
from lastdays.errors import RuleError
from lastdays.language import speaking
from lastdays.procedure.asks import Choose, Sum
from lastdays.rulebook import load
from lastdays.rulebook.own import Table
from lastdays.rulebook.pack_games import PIECES_MOST
from lastdays.tabletop.data_game import DataGame, GoneGame
from lastdays.tabletop.random_play import try_at_random
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import Play, Tap
from sure import as_a, sure
from unit.rulebook.game_packing import STREET, write_game
from unit.tabletop.declared_by_chance import walk_there_and_back
from unit.tabletop.declaring import NAMES, Party

EXAMPLE = paths.resources() / "packs" / "last-bus"


def last_bus() -> DataGame:
    (game,) = load(packs=[EXAMPLE]).games
    return DataGame(game)


def street(folder: Path, *changes: tuple[str, str]) -> DataGame:
    """The street of the tests, with other words in its file."""
    text = STREET
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    book = load(packs=[write_game(folder, text)])
    assert book.refused_packs == ()
    return DataGame(book.games[0])


def table_of(party: Party, of: str, key: str) -> int:
    return party[of].number(key)


# The example, rule by rule


def test_the_example_is_laid_as_its_file_says() -> None:
    party = Party(last_bus(), 2, wanted="4")
    assert [seat.name for seat in party.setting.seats] == ["Ann", "Bob"]
    assert [door.name for door in party.setting.of("door")] == ["Door 1", "Door 2"]
    assert table_of(party, "p1", "bullets") == 3
    assert party.game.checklist(party.setting)[1] == (
        "The bus starts with 4 cans of fuel. Both doors have two planks."
    )
    assert party.game.headline(party.setting) == "Fuel 0 of 4 · dawn after round 12"


def test_a_turn_begins_with_its_effects_and_a_round_with_its_own() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    assert (party.setting.active, party.setting.step) == ("p1", "act")
    assert table_of(party, "p1", "actions") == 3
    assert table_of(party, "table", "dead") == 3  # one more as the first round begins
    party.setting = party.setting.put("p1", actions=0, attacked=True)
    party.to("act", "p2")
    assert table_of(party, "table", "dead") == 3
    party.setting = party.setting.put("p2", actions=0, attacked=True)
    party.to("act", "p1")
    assert (table_of(party, "table", "turn"), table_of(party, "table", "dead")) == (2, 4)


def test_a_die_decides_among_results() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    said = party.go("search", 1, unit="p1")
    assert said == "Ann: Search the depot | Ann makes a noise: one more comes."
    assert table_of(party, "table", "dead") == 4
    assert party.go("search", 6, unit="p1").endswith("Ann finds two cans of fuel.")
    assert (table_of(party, "table", "fuel"), table_of(party, "p1", "actions")) == (2, 1)


def test_what_is_needed_and_what_it_costs_bar_a_move() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    party.set("p1", bullets=0)
    assert party.move("shoot").why_not == "Bullets can't go below 0."
    party.set("table", dead=0)
    assert party.move("shoot").why_not == "The street is empty."
    assert party.move("shoot").price == "Actions −1, Bullets −1"
    assert party.move("tend").why_not == "There is nothing to choose from."
    with pytest.raises(RuleError, match="The street is empty"):
        party.go("shoot", unit="p1")


def test_a_rule_of_a_piece_is_offered_for_each() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    assert party.move("board/door-2").label == "Board up: Door 2"
    said = party.go("board", unit="door-2")
    assert said.endswith("Ann boards up Door 2: 3 planks.")
    assert [door.number("planks") for door in party.setting.of("door")] == [2, 3]


def test_a_player_is_chosen_as_the_target() -> None:
    party = Party(last_bus(), 3)
    party.tap("next")
    party.set("p2", wounds=2)
    party.set("p3", wounds=1)
    assert party.offers("tend", unit="p1") == {"p2": ("Bob", ""), "p3": ("Cy", "")}
    party.go("tend", "p2", unit="p1")
    assert table_of(party, "p2", "wounds") == 1


def test_an_option_is_chosen_by_its_number() -> None:
    party = Party(last_bus(), 1)
    party.tap("next")
    assert party.go("lamp", "1", unit="p1").endswith("The lamp is out.")
    assert party["table"].on("lamp")
    assert party.go("lamp", "2", unit="p1").endswith("The lamp is lit.")


def test_what_is_owed_keeps_next_from_going_on() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    party.set("p1", actions=0)
    party.tap("next")
    assert party.setting.step == "dead"
    with pytest.raises(RuleError, match="still try a door"):
        party.tap("next")
    assert party.next() == Play("attack", {"unit": "p1"})
    party.go("attack", "door-1", 2, unit="p1")
    assert (party.setting.active, party.setting.step) == ("p2", "act")


def test_who_is_out_has_no_turn_and_all_lose_together() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    party.set("p2", wounds=3)
    party.set("p1", actions=0, attacked=True)
    party.tap("next", anyway=True)
    party.to("act")
    assert party.setting.active == "p1"
    assert party.over is None
    party.set("p1", wounds=3)
    assert party.over == ("Nobody is left to drive.", ())
    party.set("table", fuel=6)
    assert party.over == ("The engine starts, and the bus leaves the depot.", ("p1", "p2"))


def test_nothing_goes_beyond_its_bounds() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    party.set("table", dead=5)
    party.go("search", 1, unit="p1")
    assert table_of(party, "table", "dead") == 5
    party.tap("count", piece="p1", name="wounds", amount=9)
    assert table_of(party, "p1", "wounds") == 3


# Chances


def test_the_chances_stand_beside_the_die_and_on_the_button() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    ask = as_a(Sum, party.asked("search", unit="p1"))
    table = as_a(Table, ask.beside().table)
    assert [(totals, row.text) for totals, row in table.by_totals] == [
        ("1", "Ann makes a noise: one more comes."),
        ("2–3", "Ann finds two bullets."),
        ("4–5", "Ann finds a can of fuel."),
        ("6", "Ann finds two cans of fuel."),
    ]
    hint = next(m for m in party.game.guide(party.setting).moves if m.key == "shoot").hint
    assert hint.splitlines() == ["Ann misses: 33 %", "Ann puts one of the dead down: 67 %"]
    party.set("table", lamp=True)
    hint = next(m for m in party.game.guide(party.setting).moves if m.key == "shoot").hint
    assert hint.splitlines()[0] == "Ann misses: 50 %"


@pytest.mark.sweep
@given(st.integers(0, 5), st.integers(0, 4), st.booleans())
def test_the_chances_are_those_of_every_face(dead: int, planks: int, lamp: bool) -> None:
    """What the table beside the die says is what happens for each face that is typed."""
    game = last_bus()
    party = Party(game, 1)
    party.tap("next")
    party.set("table", dead=dead, lamp=lamp)
    party.set("door-1", planks=planks)
    party.set("p1", actions=0)
    party.setting = party.setting.put("table", step="dead")
    table = as_a(Table, party.asked("attack", "door-1", unit="p1").beside().table)
    before = party.setting
    for face in range(1, 7):
        party.setting = before
        assert f"| {table.row(face).text}" in party.go("attack", "door-1", face, unit="p1")


def test_the_chances_of_two_dice_add_up(tmp_path: Path) -> None:
    game = street(tmp_path, ('die = "D6"', 'die = "2D6+1"'), ("{target} ({die})", "{target}"))
    party = Party(game, 2, first="p1")
    party.setting = game.begin_turn(party.setting, "p1")
    rule = game.game.rules["shoot"]
    scene = replace(game._scene_now(party.setting), target="p2")
    outcomes = game.outcomes(rule, scene)
    assert sum((outcome.chance for outcome in outcomes), Fraction(0)) == 1
    assert [outcome.totals for outcome in outcomes] == ["3", "4–13"]
    assert outcomes[0].chance == Fraction(1, 36)


# Words


def test_it_speaks_the_programs_language_if_it_is_translated() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    event = party.game.start(party.setting, Play("board", {"unit": "door-1"}))
    assert party.game.words(party.setting).outcome(event) == "Ann boards up Door 1: 3 planks."
    with speaking(tongue("de")):
        german = last_bus()
        assert german.name == "Der letzte Bus"
        words = german.words(party.setting)
        assert words.outcome(event) == "Ann vernagelt Door 1: 3 Bretter."
        assert german.kinds["seat"].counts[1].name == "Wunden"
        assert german.begin(("Ann",), {})["door-1"].name == "Tür 1"
        assert german.choices(1)[0].values[0] == ("4", "4 Kanister, eine leichte Nacht")


def test_what_an_author_types_is_never_translated_by_the_program(tmp_path: Path) -> None:
    """'Ammo' is one of the program's own messages, and here what an author calls a counter."""
    with speaking(tongue("de")):
        game = street(tmp_path, ('label = "Rounds"', 'label = "Ammo"'))
        assert [count.name for count in game.kinds["seat"].counts] == ["Wounds", "Ammo"]
        party = Party(game, 2, first="p1")
        party.setting = game.begin_turn(party.setting, "p1")
        board = game.board(party.setting)
        assert [token.caption for token in board.panels[0].cards[0].tokens] == ["Wounds", "Ammo"]


def test_braces_and_markup_of_players_stay_as_they_are(tmp_path: Path) -> None:
    game = street(tmp_path, ("{piece} holds.", "{piece} {0} {die!r} %s <b>holds</b>."))
    setting = game.begin(("{player.rounds}", "<i>Bob</i>"), {})
    setting = game.begin_turn(setting, "p1")
    event = game.start(setting, Play("board", {"unit": "door-1"}))
    assert game.words(setting).outcome(event).endswith("Door 1 {0} {die!r} %s <b>holds</b>.")
    assert game.headline(setting).startswith("{player.rounds}: 4 rounds, 8 of all, 5")


# Effects


def test_pieces_come_and_go_and_a_table_holds_so_many(tmp_path: Path) -> None:
    game = street(tmp_path, ('"remove piece", "place door"', '"remove piece", "place door 99"'))
    party = Party(game, 2)
    party.setting = game.begin_turn(party.setting, "p1")
    party.go("board", unit="door-1")
    assert not party.setting.has("door-1")
    doors = party.setting.of("door")
    assert len(doors) == PIECES_MOST
    assert doors[0].name == "Door 2"
    with pytest.raises(RuleError, match="no longer on the table"):
        party.go("board", unit="door-1")


def test_a_rule_that_ends_the_turn_says_what_happened_first(tmp_path: Path) -> None:
    party = Party(street(tmp_path), 2)
    party.setting = party.game.begin_turn(party.setting, "p1")
    said = party.go("shoot", "p2", 1, unit="p1")
    assert said.index("Nothing.") < said.index("Bob")
    assert party.setting.active == "p2"


def test_numbers_are_chosen_within_their_bounds(tmp_path: Path) -> None:
    game = street(
        tmp_path,
        ('ask = { question = "Whom?", of = "other", when = "target.wounds < 3" }',
         'ask = { question = "How many?", low = "1", high = "player.rounds + 100" }'),
        ("die + target.wounds >= 4", "asked >= 2"),
        ("{player} hits {target} ({die}).", "{asked}"),
        ('does = ["target.wounds + 1"]', 'does = ["player.rounds = asked"]'),
    )  # fmt: skip
    party = Party(game, 2)
    party.setting = game.begin_turn(party.setting, "p1")
    ask = as_a(Choose, party.asked("shoot", unit="p1"))
    assert [option.key for option in ask.options][:2] == ["1", "2"]
    assert len(ask.options) <= 31
    party.go("shoot", "20", 3, unit="p1")
    assert party["p1"]["rounds"] == 6


# Everything a declared game has


@pytest.mark.sweep
@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_any_moves_undone_redone_and_reopened_come_to_the_same(seed: int, players: int) -> None:
    game = last_bus()
    start = game.begin(NAMES[:players], {})

    def look(state: TableState, _number: int) -> None:
        game.board(state)
        game.bar(state)
        assert game.guide(state).says

    walk_there_and_back(game, start, random.Random(seed), look)


# Random games


@pytest.mark.sweep
def test_random_games_of_the_example_end_each_way() -> None:
    trial = try_at_random(last_bus(), random.Random(3), 60)
    assert trial.faults() == []
    assert trial.report()[0] == "60 of 60 random games ended."
    assert {game.end for game in trial.games} >= {
        "The engine starts, and the bus leaves the depot.",
        "Dawn comes, and the depot is full of the dead.",
    }
    assert trial.unused == []


def test_a_game_that_gets_stuck_is_told(tmp_path: Path) -> None:
    game = street(
        tmp_path,
        (
            'when = "player.rounds > 0", says = "Load."',
            'when = "player.rounds > 9", says = "Load."',
        ),
        ("table.dead > 0", "table.dead > 99"),
        ('does = ["piece.planks + 1", "remove piece", "place door"]', 'does = ["remove piece"]'),
    )
    trial = try_at_random(game, random.Random(1), 5)
    (fault,) = trial.faults()
    assert fault.startswith("5 random games of 5 got stuck, the first in turn 1")
    assert trial.report()[-1] == "Never done: shoot."


@pytest.mark.sweep
def test_a_game_that_cannot_end_is_told(tmp_path: Path) -> None:
    game = street(tmp_path, ("playing = 1 or turn > choice.long", "playing > 99"))
    trial = try_at_random(game, random.Random(1), 200)
    assert trial.faults() == ["None of 5 random games came to an end within 1000 moves."]


def test_a_round_without_anybody_left_is_stuck_not_endless(tmp_path: Path) -> None:
    game = street(tmp_path, ('out = "player.wounds = 3"', 'out = "player.wounds >= 0"'))
    trial = try_at_random(game, random.Random(1), 3)
    assert "stuck" in trial.faults()[0]


# A game that is gone


def test_a_gone_game_can_be_read_and_nothing_more() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    gone = GoneGame(party.game.game)  # type: ignore[attr-defined]
    assert gone.guide(party.setting).says == (
        "This game can only be read: its content pack last-bus isn't there. Put it back to play on."
    )
    assert not gone.bar(party.setting).can_go_on
    assert gone.board(party.setting) == party.game.board(party.setting)
    assert sure(gone.sheet(party.setting, "p1")).title == "Ann"
    for act in (Tap("next"), Tap("write", {"text": "x"}), Tap("count", {})):
        with pytest.raises(RuleError, match="can only be read"):
            gone.tap(party.setting, act)
    with pytest.raises(RuleError, match="can only be read"):
        gone.start(party.setting, Play("search", {"unit": "p1"}))


def test_a_player_who_is_out_is_drawn_as_gone() -> None:
    party = Party(last_bus(), 2)
    party.tap("next")
    party.set("p2", wounds=3)
    seats = [panel.cards[0] for panel in party.game.board(party.setting).panels]
    assert [seat.look for seat in seats] == ["active", "gone"]
