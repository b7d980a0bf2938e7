"""Counters that players wrote, at the table: tapped, told, undone, and handed on as differences."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord
from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.own import Counter, Level, OwnRules
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.card_views import bar, board, sheet
from lastdays.tabletop.last_days.figures import action_points, current_characteristic
from lastdays.tabletop.last_days.game import LastDays, record
from lastdays.tabletop.last_days.setup import Entrant, Setup, begin
from lastdays.tabletop.last_days.state import Rules, State, from_json, to_json
from lastdays.tabletop.view import Tap, TokenView
from sure import sure
from unit.postgame.crew import BOOK, member
from unit.rulebook.winter import FLAW, FOOD, ILLNESS, SICKNESS, TOWER

TOUGH = Level(from_=1, name="Tough", modifier={"DC": -1, "AP": 1})
DAY = Counter(key="day", name="Day", of="campaign", high=99, start=1)
MOOD = Counter(key="mood", name="Mood", low=-3, high=3, start=1, reset="game", levels=(TOUGH,))
HIDDEN = Counter(key="debt", name="Debt", shown=("roster",))
RULES = Rules(with_own(BOOK, OwnRules((SICKNESS, FOOD, DAY, HIDDEN), (FLAW,), (ILLNESS,))))


def table(rules: Rules = RULES, **of_mo: Any) -> State:
    """Zeke and Mo on the table, alone."""
    mo = member("Mo", "goon", **of_mo)
    zeke = member("Zeke", "merciless-thug", ("revolver",))
    crew = Entrant("Truckers", (zeke, mo), leader="zeke", group="g", counters={"food": 4})
    return begin(Setup("scavengers", (crew,), counters={"day": 3}), rules)


def count(state: State, piece: str, name: str, amount: int) -> tuple[State, str]:
    """The table after a tap, and what is said of it."""
    game = LastDays(state.rules)
    event = sure(game.tap(state, Tap("count", {"piece": piece, "name": name, "amount": amount})))
    after = state.patch(event.effects)
    return after, " ".join(map(game.words(after).say, (event.name, *event.says)))


def tokens(state: State, piece: str) -> dict[str, int | None]:
    """The counters on a model's row."""
    (panel,) = board(state, "").panels
    card = next(card for card in panel.cards if card.id == piece)
    return {token.caption: token.value for token in card.tokens}


def by_hand(state: State, piece: str) -> dict[str, int | None]:
    """The counters of the players' own in a sheet."""
    sections = sure(sheet(state, piece, None)).sections
    (own,) = (section for section in sections if section.heading == "Our rules")
    return {item.caption: item.value for item in own.items if isinstance(item, TokenView)}


def test_counters_come_to_the_table_with_what_they_are() -> None:
    state = table(counters={"sickness": 2, "gone": 7}, traits={"flaw": "Limps."})
    assert tokens(state, "A2")["Sickness"] == 2
    assert "Debt" not in tokens(state, "A2")
    assert by_hand(state, "A2") == {"Sickness": 2, "Debt": 0}
    assert by_hand(state, "A") == {"Food": 4}
    assert by_hand(state, "table") == {"Day": 3}
    assert board(state, "").panels[0].heading.endswith("Food 4")
    assert bar(state).line.endswith("Day 3")
    assert "Coughing · Flaw: Limps." in sure(sheet(state, "A2", None)).about


def test_a_tap_moves_a_counter_within_its_bounds_and_says_its_level() -> None:
    state, said = count(table(), "A2", "own/sickness", 3)
    assert said == "Mo +3 Sickness Mo: Feverish 3."
    assert tokens(state, "A2")["Sickness"] == 3
    state, said = count(state, "A2", "own/sickness", 5)
    assert said == "Mo +2 Sickness Mo: Bedridden 5."
    state, said = count(state, "A", "own/food", -9)
    assert said == "Truckers −4 Food"
    state, said = count(state, "table", "own/day", 1)
    assert said == "Day +1"
    game = LastDays(RULES)
    full = Tap("count", {"piece": "A2", "name": "own/sickness", "amount": 1})
    assert game.tap(state, full) is None


@pytest.mark.parametrize(
    ("piece", "name"),
    [("A2", "own/food"), ("A", "own/sickness"), ("A2", "own/luck"), ("Z1", "own/sickness")],
)
def test_nothing_else_can_be_counted(piece: str, name: str) -> None:
    with pytest.raises(RuleError, match="cannot be counted"):
        count(table(), piece, name, 1)


def test_a_level_reached_at_the_table_changes_characteristics_at_once() -> None:
    state = table(counters={"sickness": 2})
    before = current_characteristic(state.figure("A2"), "E", state)
    state, _said = count(state, "A2", "own/sickness", 1)
    assert current_characteristic(state.figure("A2"), "E", state) == before - 1
    assert current_characteristic(state.figure("A2"), "e_shots", state) == before - 1
    assert "E 3" in sure(sheet(state, "A2", None)).figures
    state, _said = count(state, "A2", "own/sickness", -1)
    assert current_characteristic(state.figure("A2"), "E", state) == before


def test_a_level_brought_along_is_counted_once() -> None:
    came = table(counters={"sickness": 3})
    assert current_characteristic(came.figure("A2"), "E", came) == 3
    state, _said = count(came, "A2", "own/sickness", -1)
    assert current_characteristic(state.figure("A2"), "E", state) == 4


def test_a_game_resets_some_counters_and_a_level_can_change_boxes() -> None:
    rules = Rules(with_own(BOOK, OwnRules((replace(MOOD, start=0),))))
    state = table(rules, counters={"mood": -2})
    assert by_hand(state, "A2") == {"Mood": 0}
    boxes, points = state.figure("A2").DC, action_points(state, state.figure("A2"))
    state, _said = count(state, "A2", "own/mood", 1)
    assert (
        state.figure("A2").DC
        == current_characteristic(state.figure("A2"), "DC", state)
        == boxes - 1
    )
    assert action_points(state, state.figure("A2")) == points + 1
    state, _said = count(state, "A2", "own/mood", -4)
    assert (state.figure("A2").DC, by_hand(state, "A2")) == (boxes, {"Mood": -3})


def test_the_record_has_by_how_much_each_counter_changed() -> None:
    state = table(counters={"sickness": 2})
    for piece, name, amount in (
        ("A2", "own/sickness", 2), ("A2", "own/sickness", -1), ("A", "own/food", -3),
        ("table", "own/day", 2), ("A1", "own/debt", 1), ("A1", "own/debt", -1),
    ):  # fmt: skip
        state, _said = count(state, piece, name, amount)
    made = record(state, GameRecord("s", 1, "", ()), {})
    (mine,) = made.sides
    assert {a.member: dict(a.counters) for a in mine.appearances} == {
        "zeke": {},
        "mo": {"sickness": 1},
    }
    assert (mine.counters, made.counters) == ({"food": -3}, {"day": 2})


def test_a_table_with_counters_is_stored_and_read_again() -> None:
    state = table(counters={"sickness": 2}, traits={"flaw": "Limps."})
    assert from_json(to_json(state), RULES).pieces == state.pieces


def test_a_counter_that_is_gone_is_told_by_its_key() -> None:
    """A game that was played with a rule that the players removed."""
    state, _said = count(table(), "A2", "own/sickness", 3)
    game = LastDays(Rules(BOOK))
    bare = replace(state, rules=Rules(BOOK))
    words = game.words(bare)
    assert [words.say(fact) for fact in _facts()] == ["Mo +3 Sickness", "Mo: Sickness 3."]
    assert tokens(bare, "A2") == {"Damage": 0, "Noise": 0}
    assert current_characteristic(bare.figure("A2"), "E", bare) == 4


def _facts() -> tuple[Fact, ...]:
    """The facts of a tap that raises Mo's Sickness to 3."""
    raised = Tap("count", {"piece": "A2", "name": "own/sickness", "amount": 3})
    event = sure(LastDays(RULES).tap(table(), raised))
    return (event.name, *event.says)


def test_a_row_has_room_for_so_many_counters_and_the_sheet_has_all() -> None:
    many = tuple(Counter(key=f"c{n}", name=f"C {n}") for n in range(5))
    state = table(Rules(with_own(BOOK, OwnRules(many))))
    assert list(tokens(state, "A2")) == ["Damage", "Noise", "C 0", "C 1", "C 2"]
    assert list(by_hand(state, "A2")) == [f"C {n}" for n in range(5)]


def test_an_own_encounter_is_over_after_its_last_turn() -> None:
    rules = Rules(with_own(BOOK, OwnRules(book=(TOWER,))))
    zeke = member("Zeke", "merciless-thug", ("revolver",))
    state = begin(Setup("radio-tower", (Entrant("Truckers", (zeke,), leader="zeke"),)), rules)
    assert (len(state.zombies), state.table.tokens) == (6, 3)
    for turn, phase, over in (
        (7, "end", False),
        (8, "shooting", False),
        (8, "end", True),
        (9, "noise", True),
    ):
        now_ = state.change("table", turn=turn, phase=phase)
        assert (verdict(now_) is not None) == over, (turn, phase)
    last = state.change("table", turn=8, phase="end")
    guide = LastDays(rules).guide(last)
    assert guide.says == "Turn 8 was the last."
    assert [move.label for move in guide.moves] == ["End the game"]
