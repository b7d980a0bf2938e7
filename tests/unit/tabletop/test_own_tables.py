"""Tables that players wrote, rolled at the table: what their rows do at once and after the game."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord
from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.own import OwnRules
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.last_days.card_views import bar, board, sheet
from lastdays.tabletop.last_days.figures import current_characteristic
from lastdays.tabletop.last_days.game import LastDays, record
from lastdays.tabletop.last_days.state import Rules, from_json, to_json
from lastdays.tabletop.view import OpenForm, Play
from sure import sure
from unit.rulebook.winter import FOOD, SICKNESS
from unit.tabletop.player_tables import DAY, table
from unit.tabletop.playing import BOOK, Match, carl, member, side, zeke

ILLNESS = table(
    "illness",
    ("counter sickness +3",),
    ("counter sickness =9", "counter food -2", "counter day +1"),
    ("counter sickness -1",),
    ("table illness-2", "table illness-2"),
    ("counter gone +1", "gains gone", "table gone"),
    (),
)
WORSE = table("illness-2", ("misses", "injury"), ("experience D3",), ("note Shivers: no {Run}.",))
EVENT = table(
    "event",
    ("zombies 2",),
    ("points D6", "points -2", "gains booze", "loses knife"),
    ("note No quarter.",),
    ("misses",),
    ("table horde",),
    of="group",
)
HORDE = table("horde", ("zombies D3",), ("note Fog.", "points 1"), of="campaign")
OWN = OwnRules((SICKNESS, FOOD, DAY), (), (ILLNESS, WORSE, EVENT, HORDE))


def match(rules: OwnRules = OWN, **more: Any) -> Match:
    """Zeke (A1) and Mo (A2), a group of a campaign, against Carl (B1)."""
    crew = side(
        "Truckers", zeke(), member("Mo", gear=("heavy-club", "knife")), group="g",
        counters={"food": 1}, points=4,
    )  # fmt: skip
    return Match(crew, side("Crew", carl()), book=with_own(BOOK, rules), **more)


def roll(made: Match, table: str, who: str, *answers: int) -> str:
    return made.go("own-table", *answers, table=table, who=who)


def test_a_row_changes_counters_within_their_bounds_and_says_so() -> None:
    made = match()
    assert made.asks("own-table", table="illness", who="A2") == "Mo: roll D6 on Illness."
    assert roll(made, "illness", "A2", 1) == (
        "Illness: Mo | Mo, Illness 1: Row 1. Mo: Sickness 0 → 3, Feverish."
    )
    assert current_characteristic(made.state.figure("A2"), "E", made.state) == 2
    assert roll(made, "illness", "A2", 2).partition(" | ")[2] == (
        "Mo, Illness 2: Row 2. Mo: Sickness 3 → 5, Bedridden. Truckers: Food 1 → 0. "
        "The campaign: Day 1 → 2."
    )
    assert "Zeke: Sickness stays at 0." in roll(made, "illness", "A1", 3)
    assert dict(made.state.team("A").counters) == {"food": 0}


def test_a_row_leads_to_one_other_table_and_that_to_none() -> None:
    made = match()
    said = roll(made, "illness", "A2", 4, 2, 3)
    assert said.partition(" | ")[2] == (
        "Mo, Illness 4: Row 4. Mo, Illness-2 2: Row 2. Mo, after the game: 3 Experience. "
        "Illness-2: a roll leads to one other table only."
    )
    assert made.state.figure("A2").effects == ("experience 3",)


def test_what_the_rules_lack_is_told_and_changes_nothing() -> None:
    made = match()
    before = made.state.pieces
    said = roll(made, "illness", "A2", 5)
    assert said.partition(" | ")[2] == (
        "Mo, Illness 5: Row 5. Gone +1: the rules don't have it any longer. "
        "gains Gone: the rules don't have it any longer. "
        "then roll on Gone: the rules don't have it any longer."
    )
    assert made.state.pieces == before
    assert "misses the next game: there's nobody here it could be for." in roll(
        made, "event", "A", 4
    )
    assert "1 Scavenge Point: there's nobody here it could be for." in roll(
        made, "horde", "table", 2
    )


def test_what_is_of_the_group_comes_after_the_game_and_is_in_the_record() -> None:
    made = match()
    assert roll(made, "event", "A", 2, 5).partition(" | ")[2] == (
        "Truckers, Event 2: Row 2. Truckers, after the game: 5 Scavenge Points. "
        "Truckers, after the game: −2 Scavenge Points. Truckers, after the game: gains Booze. "
        "Truckers, after the game: loses Knife."
    )
    roll(made, "illness", "A2", 4, 1)
    roll(made, "event", "B", 2, 5)  # nobody of the campaign
    game = record(made.state, GameRecord("s", 1, "", ()), {})
    ours, theirs = game.sides
    assert ours.effects == ("points 5", "points -2", "gains booze", "loses knife")
    assert {one.member: one.effects for one in ours.appearances} == {
        "zeke": (),
        "mo": ("misses", "injury"),
    }
    assert theirs.effects == ()


def test_a_weapon_that_is_lost_is_out_of_hand_at_once() -> None:
    rules = OwnRules(tables=(table("theft", ("loses knife",)),))
    made = match(rules)
    said = roll(made, "theft", "A2", 1)
    assert "Mo loses Knife for this game. Mo, after the game: loses Knife." in said
    assert [blade.name for blade in made.state.blades("A2")] == ["Heavy Club"]
    said = roll(made, "theft", "A2", 1)  # there is no other
    assert said.endswith("Mo, Theft 1: Row 1. Mo, after the game: loses Knife.")
    assert made.state.figure("A2").effects == ("loses knife", "loses knife")


def test_zombies_are_drawn_up_to_what_the_table_holds() -> None:
    made = match()
    before = len(made.state.zombies)
    assert "2 zombies are drawn." in roll(made, "event", "A", 1)
    assert len(made.state.zombies) == before + 2
    own = OwnRules(tables=(table("crowd", ("zombies 99",)),))
    made.rules = Rules(with_own(BOOK, own))
    said = roll(made, "crowd", "A2", 1)
    assert f"{18 - before} zombies are drawn at the open edge nearest to Mo." in said
    assert said.endswith("The table has no room for more zombies.")
    assert len(made.state.zombies) == 20
    full = roll(made, "crowd", "A2", 1)
    assert full.endswith("Mo, Crowd 1: Row 1. The table has no room for more zombies.")
    made = match(own, zombie_cap=False)
    roll(made, "crowd", "A2", 1)
    assert len(made.state.zombies) == 99


def test_a_note_stays_beside_whom_it_is_for_as_it_is_written() -> None:
    made = match()
    assert "Note for Mo: Shivers: no {Run}." in roll(made, "illness", "A2", 4, 3)
    roll(made, "illness", "A2", 4, 3)
    assert made.state.figure("A2").notes == ("Shivers: no {Run}.",)
    assert "Note: Fog." in roll(made, "horde", "table", 2)
    roll(made, "event", "A", 3)
    shown = board(made.state, "")
    mo = next(card for card in shown.panels[0].cards if card.id == "A2")
    assert "Shivers: no {Run}." in mo.note
    assert [badge.name for badge in mo.badges] == ["Shivers: no {Run}."]
    assert "Shivers: no {Run}." in sure(sheet(made.state, "A2", None)).about
    assert shown.panels[0].heading.endswith("No quarter.")
    assert bar(made.state).line.endswith("Fog.")
    assert made.game.guide(made.state).notes[-2:] == ("Fog.", "Truckers: No quarter.")


def test_a_table_is_offered_wherever_it_can_be_rolled() -> None:
    made = match()
    state, game = made.state, made.game

    def offered(piece: str) -> list[str]:
        view = sure(game.form(state, "own-table", piece, {}))
        return [button.label for button in view.buttons]

    assert offered("A2") == ["Illness (D6)", "Illness-2 (D6)"]
    assert offered("A") == ["Event (D6)"]
    assert offered("table") == ["Illness (D6)", "Illness-2 (D6)", "Event (D6)", "Horde (D6)"]
    (entry,) = board(state, "").menu
    assert (entry.label, entry.act) == ("Roll on a table…", OpenForm("own-table", "table"))
    for piece in ("A2", "A", "table"):
        for help in ("guided", "tokens"):
            view = sure(game.sheet(state, piece, help))
            keys = [getattr(item, "key", "") for part in view.sections for item in part.items]
            assert keys.count("own-table") == 1, piece
    assert game.form(state, "own-table", "Z1", {}) is None


def test_from_the_menu_it_is_asked_who_rolls() -> None:
    made = match()
    made.set("B1", part="missing")
    ask = made.asked("own-table", table="illness", who="")
    assert (ask.question, [o.label for o in ask.options]) == (
        "Who rolls on Illness?",
        ["Zeke", "Mo"],
    )
    assert "Mo, Illness 6" in made.go("own-table", "A2", 6, table="illness")
    ask = made.asked("own-table", table="event", who="")
    assert [option.label for option in ask.options] == ["Truckers", "Crew"]
    assert made.go("own-table", 1, 2, table="horde").startswith("Horde | Horde 1: Row 1. 2 zombies")


@pytest.mark.parametrize(
    ("key", "who", "why"),
    [
        ("gone", "A2", "don't have this table"),
        ("illness", "A", "Nobody here can roll on Illness"),
        ("horde", "Z1", "Nobody here can roll on Horde"),
        ("illness", "A9", "Nobody here can roll on Illness"),
    ],
)
def test_nobody_else_can_roll(key: str, who: str, why: str) -> None:
    made = match()
    with pytest.raises(RuleError, match=why):
        roll(made, key, who, 1)


def test_nobody_rolls_where_nobody_is() -> None:
    made = match()
    for figure in made.state.figures():
        made.set(figure.id, part="missing")
    with pytest.raises(RuleError, match="Nobody here can roll on Illness"):
        made.go("own-table", table="illness")


def test_without_own_tables_nothing_is_offered() -> None:
    made = match(OwnRules((SICKNESS,)))
    assert made.game.form(made.state, "own-table", "A2", {}) is None
    assert board(made.state, "").menu == ()
    assert "own-table" not in str(made.game.sheet(made.state, "A2", "guided"))


def test_a_log_of_rules_that_are_gone_is_still_read() -> None:
    made = match()
    roll(made, "illness", "A2", 1)
    roll(made, "event", "A", 2, 5)
    words = LastDays(Rules(BOOK)).words(made.state)
    facts = [fact for event in made.events for fact in (event.name, *event.says)]
    assert all(map(words.say, facts))
    assert words.say(Fact("own-after", {"who": "@A2", "does": "dances"})) == (
        "Mo, after the game: dances."
    )
    bare = LastDays(Rules(BOOK))
    assert "Mo, Illness 1: Row 1." in [bare.words(made.state).say(fact) for fact in facts]


def test_tables_may_be_called_as_a_piece_is() -> None:
    """Arguments that name a piece are kept as references to it."""
    rules = OwnRules(tables=(table("table", ("note A.",), of="campaign"),))
    assert roll(match(rules), "table", "table", 1) == "Table | Table 1: Row 1. Note: A."


def test_what_was_rolled_is_stored_and_undone() -> None:
    made = match()
    before = made.state
    roll(made, "illness", "A2", 4, 3)
    assert from_json(to_json(made.state), made.rules).pieces == made.state.pieces
    again = before
    for event in made.events:
        again = again.patch(event.effects)
    assert again.pieces == made.state.pieces
    game = LastDays(made.rules)
    begun = game.start(before, Play("own-table", {"table": "illness", "who": "A2"}))
    opened = before.patch(begun.effects)
    assert sure(game.open_ask(opened)).key == "own-table/illness/A2/roll"
    assert opened.patch(sure(game.drop(opened)).effects).pieces == before.pieces
