"""What some tables play otherwise, at the table: better cover, Locked and Loaded, easier head rolls,
Animals that run, zombies for Levels (rulings 91–95)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.group import Member
from lastdays.model.switches import Switches
from lastdays.rulebook.packs import with_numbers
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import STARTING_MOST, Setup, begin, zombies_for_levels
from lastdays.tabletop.last_days.shooting import Shot, aim
from lastdays.tabletop.last_days.state import Rules, State, Zombie
from sure import as_a
from unit.tabletop.last_days_by_chance import random_event, start
from unit.tabletop.playing import BOOK, Match, carl, duel, member, side, zeke


def playing_by(match: Match, **numbers: int) -> Match:
    """A match played with other numbers, given as section_name."""
    named = {key.replace("_", ".", 1): value for key, value in numbers.items()}
    match.rules = Rules(with_numbers(BOOK, named), match.rules.switches)
    return match


def shots(match: Match) -> Match:
    match.action()
    match.to("shooting")
    return match


def form_of(match: Match, form: str, about: str, **chosen: str) -> Any:
    found = LastDays(match.rules).form(match.state, form, about, chosen)
    assert found is not None
    return found


def covers(match: Match) -> list[str]:
    """The kinds of cover that the form of Zeke's shot offers."""
    fields = form_of(match, "shot", "A1", target="B1").fields
    return [name for field in fields if field.key == "cover" for _key, name in field.options]


# Better cover


def test_better_cover_is_offered_only_where_the_table_has_it() -> None:
    match = shots(duel())
    assert covers(match) == ["in the open", "in cover"]
    playing_by(match, cover_better=-2)
    assert covers(match) == ["in the open", "in cover", "in better cover, −2"]


@pytest.mark.parametrize(
    ("cover", "takes"), [("none", 0), ("cover", 1), ("better", 2), ("solid", 2)]
)
def test_better_cover_takes_its_own_number_from_firearms(cover: Any, takes: int) -> None:
    match = playing_by(shots(duel()), cover_better=-2)
    found = aim(match.state, Shot("A1.g1", "B1", cover=cover))
    assert found.skill == 3 - takes
    assert found.needed == 7 - 3 + takes


def test_why_a_shot_at_better_cover_needs_its_number_is_said() -> None:
    match = playing_by(shots(duel()), cover_better=-2)
    why = form_of(match, "shot", "A1", target="B1", cover="better").why
    assert "Zeke's Firearms 3, target in better cover −2 = 1." in why
    assert "6 or more" in match.asks("shoot", gun="A1.g1", target="B1", cover="better")


def test_a_shot_at_better_cover_counts_as_cover_once_the_table_has_no_better() -> None:
    match = shots(duel())
    assert aim(match.state, Shot("A1.g1", "B1", cover="better")).skill == 2


def test_a_riot_shield_adds_nothing_to_better_cover() -> None:
    match = playing_by(shots(duel(carl=carl(gear=("club", "riot-shield")))), cover_better=-2)
    assert aim(match.state, Shot("A1.g1", "B1")).skill == 2
    assert aim(match.state, Shot("A1.g1", "B1", cover="better")).skill == 1


# Locked and Loaded


def on_guard(match: Match, acting: str = "Z1") -> Match:
    """Zeke with a token, in the Zombie Activation, while a zombie acts."""
    match.to("zombies")
    match.set("table", rolled_off=("A", "B"))
    match.set("A1", locked=True)
    match.go("start-zombie", zombie=acting)
    return match


def test_a_shot_with_the_token_adds_its_number() -> None:
    match = playing_by(on_guard(duel()), locked_firearms=-1)
    assert aim(match.state, Shot("A1.g1", "Z1", locked=True)).skill == 3 + 1 - 1
    assert aim(match.state, Shot("A1.g1", "Z1")).skill == 3 + 1
    why = form_of(match, "locked", "A1", target="Z1").why
    assert "at a zombie +1, Locked and Loaded −1 = 3." in why


def spends(match: Match) -> bool:
    """Whether Zeke is offered to spend the token now."""
    moves = LastDays(match.rules).guide(match.state).moves
    return any(move.key == "locked/A1" for move in moves)


@pytest.mark.parametrize("kept", [False, True])
def test_a_token_is_spent_by_the_book_and_stays_where_the_table_says_so(kept: bool) -> None:
    match = on_guard(duel(locked_kept=kept))
    assert spends(match)
    match.go("shoot", 1, gun="A1.g1", target="Z1", locked=True)
    assert match.state.figure("A1").locked == kept
    assert not spends(match)


def test_a_kept_token_answers_each_activation_once() -> None:
    match = on_guard(duel(locked_kept=True))
    match.go("shoot", 1, gun="A1.g1", target="Z1", locked=True)
    with pytest.raises(RuleError, match="cannot spend"):
        match.go("shoot", 1, gun="A1.g1", target="Z1", locked=True)
    assert LastDays(match.rules).form(match.state, "locked", "A1", {}) is None
    match.go("start-zombie", zombie="Z2")
    assert spends(match)
    match.go("shoot", 1, gun="A1.g1", target="Z2", locked=True)
    assert match.state.gun("A1.g1").ammo == 2
    match.to("action")
    match.go("activate", figure="A1")
    assert not match.state.figure("A1").locked


def test_a_kept_token_that_holds_fire_stays_for_the_next_activation() -> None:
    match = on_guard(duel(locked_kept=True))
    match.tap("end-shots", figure="A1", locked=True)
    assert match.state.figure("A1").locked
    assert not spends(match)
    match.go("start-zombie", zombie="Z2")
    assert spends(match)


def test_situational_awareness_takes_even_a_token_that_is_kept() -> None:
    match = duel(carl=carl(skills=("situational-awareness",)), locked_kept=True)
    match.action(aggressor="B", defender="A")
    match.set("A1", locked=True, locked_turn=match.state.table.turn)
    match.go("activate", figure="B1")
    assert "was aware" in match.go("shoot", 6, 1, gun="A1.g1", target="B1", locked=True)
    assert not match.state.figure("A1").locked


# An easier head roll


def fighting(**numbers: int) -> Match:
    match = playing_by(duel(), **numbers)
    match.action()
    match.touch("A1", "Z1")
    match.to("close-quarters")
    return match


@pytest.mark.parametrize(
    ("mine", "theirs", "easier"),
    [(1, 1, True), (1, 2, False), (3, 2, True), (6, 3, True), (5, 4, False)],
)
def test_a_head_roll_is_easier_with_at_least_twice_the_zombies_total(
    mine: int, theirs: int, easier: bool
) -> None:
    """Zeke's knife: CQC 4 + 1 at a zombie, against 2."""
    match = fighting(head_easier=2)
    asked = match.asked("fight", mine, theirs, attacker="A1", defender="Z1", arms="A1.b1", guard="")
    total = mine + match.state.figure("A1").CQC + 1
    assert (total >= 2 * (theirs + 2)) == easier
    assert ("3 or more kills. 2 less, for at least twice its total." in asked.question) == easier
    assert ("5 or more kills" in asked.question) != easier


def test_the_log_says_that_a_head_roll_was_easier() -> None:
    match = fighting(head_easier=2)
    said = match.go("fight", 6, 1, 3, attacker="A1", defender="Z1", arms="A1.b1", guard="")
    assert "Zombie 1 has at most half the attack's total: the head roll needs 2 less." in said
    assert as_a(Zombie, match.state.pieces["Z1"]).dead


def test_by_the_book_no_total_makes_a_head_roll_easier() -> None:
    match = fighting()
    asked = match.asked("fight", 6, 1, attacker="A1", defender="Z1", arms="A1.b1", guard="")
    assert "5 or more kills." in asked.question
    assert "less" not in asked.question


def test_the_form_of_a_fight_says_when_the_head_roll_is_easier() -> None:
    said = "With at least twice the zombie's total its head roll needs 2 less."
    assert said in form_of(fighting(head_easier=2), "fight", "A1").why
    assert "head roll" not in form_of(fighting(), "fight", "A1").why


# Animals


@pytest.mark.parametrize("runs", [False, True])
def test_a_dog_runs_only_where_the_table_says_so(runs: bool) -> None:
    match = duel(mo=member("Rex", "dog"), animals_run=runs)
    match.action()
    match.go("activate", figure="A2")
    if not runs:
        with pytest.raises(RuleError, match="not for animals"):
            match.go("act", "8", figure="A2", action="run")
        return
    with pytest.raises(RuleError, match="not for animals"):
        match.go("act", figure="A2", action="interact")
    assert "runs up to 16 inches" in match.go("act", "8", figure="A2", action="run")


# Zombies for Levels


def levelled(name: str, level: int, kind: str = "gang-member") -> Member:
    return replace(member(name, kind, ("club",)), level=level)


def begun(encounter: str = "scavengers", **parts: str) -> State:
    """A game of Zeke's Level 4, Mo's 7 and Lou's 3, each Level a zombie."""
    crew = (replace(zeke(), level=4), levelled("Mo", 7), levelled("Lou", 3))
    setup = Setup(encounter, (side("Truckers", *crew, parts=parts),))
    return begin(setup, Rules(BOOK, Switches(zombies_by_level=True)))


def test_as_many_zombies_start_as_those_who_play_have_levels() -> None:
    assert len(begun().zombies) == 14
    assert len(begun(lou="held-back").zombies) == 14
    assert len(begun(lou="missing").zombies) == 11


def test_a_new_group_without_levels_meets_the_zombies_of_the_encounter() -> None:
    crew = side("Truckers", zeke(), member("Mo"))
    rules = Rules(BOOK, Switches(zombies_by_level=True))
    state = begin(Setup("scavengers", (crew,)), rules)
    assert len(state.zombies) == BOOK.encounters["scavengers"].zombies
    assert not any("by Level" in note for note in LastDays(rules).guide(state).notes)


def test_by_the_book_the_encounter_says_how_many_zombies_start() -> None:
    setup = Setup("scavengers", (side("Truckers", levelled("Zeke", 9, "merciless-thug")),))
    state = begin(setup, Rules(BOOK))
    assert len(state.zombies) == BOOK.encounters["scavengers"].zombies
    assert state.table.by_levels is None


def test_no_more_zombies_start_than_the_table_holds() -> None:
    crew = tuple(levelled(f"M{n}", 10) for n in range(12))
    setup = Setup("scavengers", (side("Truckers", *crew),))
    scavengers = BOOK.encounters["scavengers"]
    capped = Rules(BOOK, Switches(zombies_by_level=True))
    any_number = Rules(BOOK, Switches(zombies_by_level=True, zombie_cap=False))
    assert zombies_for_levels(scavengers, setup, capped) == 20
    assert zombies_for_levels(scavengers, setup, any_number) == STARTING_MOST


@pytest.mark.parametrize(("missing", "zombies"), [((), 14), (("mo", "zeke"), 5)])
def test_supply_tokens_are_as_many_as_usual(missing: tuple[str, ...], zombies: int) -> None:
    """In the Encounter whose zombies carry the five tokens."""
    carried = next(e for e in BOOK.encounters.values() if e.zombies_carry)
    state = begun(carried.key, **dict.fromkeys(missing, "missing"))
    assert len(state.zombies) == zombies
    assert sum(zombie.token for zombie in state.zombies) == 5
    assert state.table.tokens == carried.tokens_for(1)


def test_the_set_up_says_how_many_zombies_are_placed() -> None:
    state = begun()
    notes = LastDays(state.rules).guide(state).notes
    assert "Zombies by Level: place 14 instead of 3." in notes
    carried = next(e for e in BOOK.encounters.values() if e.zombies_carry)
    state = begun(carried.key)
    notes = LastDays(state.rules).guide(state).notes
    assert "Zombies by Level: place 14 instead of 5. 5 Supply Tokens, as usual." in notes


# All of them together


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_tapped_a_table_with_all_of_them_can_be_shown_and_undone(seed: int) -> None:
    numbers = {"cover.better": -2, "locked.firearms": -1, "head.easier": 2}
    switches = Switches(animals_run=True, animals_learn=True, locked_kept=True)
    rules = Rules(with_numbers(BOOK, numbers), replace(switches, zombies_by_level=True))
    source, game = Random(seed), LastDays(rules)
    state = replace(start(), rules=rules)
    for _n in range(120):
        try:
            event = random_event(state, source)
        except RuleError:
            continue
        if event is None:
            continue
        after = state.patch(event.effects)
        assert after.patch(after.diff(state)).pieces == state.pieces
        state = after
        game.board(state)
        game.guide(state)
        for figure in state.figures():
            for form in ("shot", "locked", "fight"):
                game.form(state, form, figure.id, {})
