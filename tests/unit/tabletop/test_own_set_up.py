"""What players' own rules left for a game: notes and more zombies, on the table from the beginning."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.model.group import Group, NextEncounter, StandingNote
from lastdays.model.switches import Switches
from lastdays.rulebook.own import OwnRules
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import Entrant, Setup, begin, entrant_of, warnings
from lastdays.tabletop.last_days.state import Rules, State
from unit.postgame.crew import BOOK, group, member
from unit.postgame.made_up_rules import with_rules
from unit.rulebook.winter import SICKNESS
from unit.tabletop.playing import carl, side

NOTES = (StandingNote("The road is icy."), StandingNote("Limps.", "mo"), StandingNote("?", "gone"))


def ours(zombies: int = 0, notes: tuple[StandingNote, ...] = NOTES) -> Group:
    crew = group(member("Zeke", "merciless-thug"), member("Mo"))
    return replace(crew, next_encounter=NextEncounter(notes=notes, zombies=zombies))


def table(crew: Group, *, cap: bool = True, zombies: int = 0, notes: tuple[str, ...] = ()) -> State:
    sides: tuple[Entrant, ...] = (entrant_of(crew, BOOK, {}), side("Crew", carl()))
    setup = Setup("scavengers", sides, zombies=zombies, notes=notes)
    return begin(setup, Rules(BOOK, Switches(zombie_cap=cap)))


def test_notes_are_beside_whom_they_are_for() -> None:
    state = table(ours(), notes=("Fog.",))
    assert state.team("A").notes == ("The road is icy.",)
    assert state.figure("A2").notes == ("Limps.",)
    assert state.figure("A1").notes == state.team("B").notes == ()
    shown = LastDays(state.rules).guide(state).notes
    assert shown[-2:] == ("Fog.", "Truckers: The road is icy.")


@pytest.mark.parametrize(
    ("more", "cap", "stand"), [(2, True, 5), (40, True, 20), (40, False, 43), (200, False, 99)]
)
def test_more_zombies_start_as_far_as_there_is_room(more: int, cap: bool, stand: int) -> None:
    plain = table(ours(notes=()))
    state = table(ours(zombies=more - 1), cap=cap, zombies=1)
    assert len(plain.zombies) == 3
    assert len(state.zombies) == stand
    told = f"Our rules: place {more} more zombies, as far as the table has room."
    assert told in LastDays(state.rules).guide(state).notes
    assert not any("Our rules" in note for note in LastDays(plain.rules).guide(plain).notes)


@pytest.mark.parametrize(("sickness", "told"), [(4, []), (5, ["Mo should miss this game."])])
def test_who_is_kept_in_bed_by_a_level_and_deployed_is_told(sickness: int, told: list[str]) -> None:
    book = with_rules(BOOK, OwnRules((SICKNESS,)))
    ill = member("Mo", counters={"sickness": sickness})
    setup = Setup(
        "scavengers", (entrant_of(group(member("Zeke", "merciless-thug"), ill), book, {}),)
    )
    assert [line for line in warnings(setup, book) if "miss" in line] == told
