"""The Menace Phase at the number needed and at one below it, with numbers as the book prints them
(p. 40–41, p. 59, p. 61, p. 66, p. 75, p. 80; rulings 33–38, 43, 46)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.group import Skill
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.menace import where_it_walks
from lastdays.tabletop.last_days.turn import (
    ammo_pending,
    is_full,
    noise_pending,
    roll_off_needed,
    waiting,
    whose_turn,
)
from lastdays.tabletop.view import ButtonView
from sure import sure
from unit.rulebook.printed import FIREARMS, key
from unit.tabletop.playing import Match, carl, duel, member, noisy, side, zeke

# Noise


@pytest.mark.parametrize(
    ("tokens", "die", "drawn"),
    [
        (1, 5, 0),
        (1, 6, 1),
        (2, 4, 0),
        (2, 5, 1),
        (3, 3, 0),
        (3, 4, 1),
        (4, 2, 0),
        (4, 3, 1),
        (5, 1, 0),
        (5, 2, 1),
        # Six or more: one for certain, and a die plus what is over six.
        (6, 1, 1),
        (6, 6, 1),
        (7, 5, 1),
        (7, 6, 2),
        (8, 4, 1),
        (8, 5, 2),
        (11, 1, 1),
        (11, 2, 2),
        (12, 1, 2),
        (20, 6, 2),
    ],
)
@pytest.mark.parametrize("piece", ["A1", "T1"])
def test_noise_draws_a_zombie_at_seven(piece: str, tokens: int, die: int, drawn: int) -> None:
    """p. 40; rulings 34 and 46: a model's or a thing's."""
    match = duel()
    match.tap("place", sort="other")
    noisy(match, **{piece: tokens})
    assert noise_pending(match.state) == [piece]
    match.go("noise", die, who=piece)
    assert len(match.state.zombies) == 3 + drawn
    with pytest.raises(RuleError, match="nothing to roll for"):
        match.go("noise", die, who=piece)


@pytest.mark.parametrize(("standing", "full"), [(19, False), (20, True), (21, True)])
def test_noise_draws_no_more_with_twenty_on_the_table(standing: int, full: bool) -> None:
    """p. 40; ruling 38."""
    match = duel()
    for _n in range(standing - 3):
        match.tap("zombie")
    noisy(match, A1=5)
    assert is_full(match.state) is full
    assert noise_pending(match.state) == ([] if full else ["A1"])
    lenient = duel(zombie_cap=False)
    for _n in range(standing - 3):
        lenient.tap("zombie")
    noisy(lenient, A1=5)
    assert noise_pending(lenient.state) == ["A1"]


@pytest.mark.parametrize(("standing", "drawn"), [(17, 3), (18, 2), (19, 1)])
def test_the_second_of_a_loud_model_and_of_the_escape_finds_room_or_not(
    standing: int, drawn: int
) -> None:
    """p. 40, p. 107; ruling 67: two at a time in The Escape, twenty at most."""
    match = Match(side("T", zeke()), side("C", carl()), encounter="the-escape")
    for _n in range(standing - 3):
        match.tap("zombie")
    noisy(match, A1=12)
    match.go("noise", *((1,) if standing < 18 else ()), who="A1")
    assert len(match.state.zombies) == standing + drawn == 20


def test_the_loudest_side_goes_first_by_all_its_models() -> None:
    """p. 40: the side's tokens together; of those as loud the winner of a Roll-Off."""
    match = noisy(duel(), A1=2, A2=2, B1=3)
    assert noise_pending(match.state) == ["A1", "A2", "B1"]
    assert roll_off_needed(match.state) == ()
    even = noisy(duel(), A1=2, A2=1, B1=3)
    assert roll_off_needed(even.state) == ("A", "B")
    even.go("roll-off", 2, 3, teams=["A", "B"])
    assert noise_pending(even.state) == ["B1", "A1", "A2"]
    assert roll_off_needed(even.state) == ()


def test_noise_made_after_its_roll_makes_no_side_louder() -> None:
    """Ruling 33: it is rolled for in the next turn."""
    match = noisy(duel(), A1=1, A2=1, B1=3)
    match.go("noise", 1, who="A1")
    match.tap("count", piece="A1", name="noise", amount=5)
    assert noise_pending(match.state) == ["B1", "A2"]


# Ammo


@pytest.mark.parametrize(
    ("gun", "reload"),
    [(key(name), gun.reload) for name, gun in FIREARMS.items() if gun.reload is not None],
)
def test_a_gun_is_empty_at_its_reload_number(gun: str, reload: int) -> None:
    """p. 40, p. 75."""
    for below in (0, 1):
        match = duel(zeke=zeke(gear=(gun,)))
        die = 3 if reload > 4 else 1
        tokens = reload - die - below
        if tokens < 1:
            continue
        match.set("A1.g1", ammo=tokens)
        match.to("ammo")
        match.go("ammo", die, gun="A1.g1")
        assert match.state.gun("A1.g1").empty is (below == 0)
        assert match.state.gun("A1.g1").ammo == tokens


@pytest.mark.parametrize(
    ("skills", "smith", "modified", "needed"),
    [
        # A Surplus SMG, Reload 6, with two tokens.
        ((), "", False, 4),
        (("short-controlled-bursts",), "", False, 5),
        ((), "smg", False, 3),
        ((), "pistol", False, 4),
        ((), "", True, 3),
        ((), "smg", True, 2),
        (("short-controlled-bursts",), "smg", True, 3),
    ],
)
def test_what_changes_an_ammo_roll(
    skills: tuple[str, ...], smith: str, modified: bool, needed: int
) -> None:
    """p. 65, p. 78, p. 91; rulings 6 and 36."""
    bearer = zeke(gear=("surplus-smg",), skills=skills)
    if smith:
        bearer = replace(bearer, skills=(*bearer.skills, Skill("gunsmith", None, smith)))
    bearer = replace(bearer, gear=(replace(bearer.gear[0], modified=modified),))
    for die, empty in ((needed, True), (needed - 1, False)):
        match = duel(zeke=bearer)
        match.set("A1.g1", ammo=2)
        match.to("ammo")
        match.go("ammo", die, gun="A1.g1")
        assert match.state.gun("A1.g1").empty is empty


@pytest.mark.parametrize(("again", "empty"), [(3, False), (4, True)])
def test_an_armoury_lets_a_failed_roll_be_made_again_and_the_second_stands(
    again: int, empty: bool
) -> None:
    """p. 80: a revolver with two tokens."""
    match = Match(side("T", zeke(), rerolls=1), side("C", carl()))
    match.set("A1.g1", ammo=2)
    match.to("ammo")
    match.go("ammo", 4, "yes", again, gun="A1.g1")
    assert match.state.gun("A1.g1").empty is empty
    assert match.state.team("A").rerolls == 0
    match.set("A1.g1", ammo_rolled=False, empty=False)
    match.go("ammo", 4, gun="A1.g1")  # none is left
    assert match.state.gun("A1.g1").empty


def test_an_armoury_is_not_asked_for_a_roll_that_held_and_may_be_saved() -> None:
    match = Match(side("T", zeke(), rerolls=3), side("C", carl()))
    match.set("A1.g1", ammo=2)
    match.to("ammo")
    match.go("ammo", 3, gun="A1.g1")
    match.set("A1.g1", ammo_rolled=False)
    match.go("ammo", 4, "no", gun="A1.g1")
    assert match.state.gun("A1.g1").empty
    assert match.state.team("A").rerolls == 3


def test_the_side_with_most_ammo_tokens_goes_first() -> None:
    """p. 40."""
    match = duel()
    match.set("A1.g1", ammo=1)
    match.set("B1.g1", ammo=2)
    match.to("ammo")
    assert ammo_pending(match.state) == ["B1.g1", "A1.g1"]
    assert roll_off_needed(match.state) == ()
    match.set("A1.g1", ammo=2)
    assert set(roll_off_needed(match.state)) == {"A", "B"}
    match.go("ammo", 1, gun="B1.g1")
    assert ammo_pending(match.state) == ["A1.g1"]
    with pytest.raises(RuleError, match="No Ammo Roll"):
        match.go("ammo", 1, gun="B1.g1")


@pytest.mark.parametrize("bursts", [0, 1])
def test_a_gun_that_no_die_empties_is_not_rolled_for(bursts: int) -> None:
    """p. 40, p. 75: a Semi-Automatic's Reload is 10; ruling 6: one less on the die."""
    skills = ("short-controlled-bursts",) * bursts
    match = duel(zeke=zeke(gear=("semi-automatic",), skills=skills))
    for tokens in range(7):
        match.set("A1.g1", ammo=tokens)
        assert ammo_pending(match.state) == ["A1.g1"] * (6 + tokens - bursts >= 10)


def test_an_untouched_or_empty_gun_is_not_rolled_for() -> None:
    match = duel()
    match.to("ammo")
    with pytest.raises(RuleError, match="No Ammo Roll"):
        match.go("ammo", 1, gun="A1.g1")
    match.set("A1.g1", ammo=1, empty=True)
    with pytest.raises(RuleError, match="No Ammo Roll"):
        match.go("ammo", 1, gun="A1.g1")


# The dead


@pytest.mark.parametrize(
    ("knock", "token", "points"),
    [(0, False, 5), (1, False, 4), (4, False, 1), (5, False, 0), (6, False, 0), (0, True, 3),
     (2, True, 1), (3, True, 0)],
)  # fmt: skip
def test_a_zombie_has_five_points_less_knockback_and_what_it_carries(
    knock: int, token: bool, points: int
) -> None:
    """p. 41, p. 59, p. 102."""
    match = duel()
    match.set("Z1", knock=knock, token=token)
    match.to("zombies")
    match.go("start-zombie", zombie="Z1")
    assert match.state.zombie("Z1").ap == points
    match.tap("end-zombie", zombie="Z1")
    assert match.state.zombie("Z1").knock == 0
    with pytest.raises(RuleError, match="already been activated"):
        match.go("start-zombie", zombie="Z1")


def test_one_zombie_is_moved_at_a_time() -> None:
    """p. 41."""
    match = duel()
    match.to("zombies")
    match.go("start-zombie", zombie="Z1")
    match.set("Z1", knock=2)
    said = match.go("start-zombie", zombie="Z2")
    assert "Zombie 1 is done, 2 knockback off." in said  # as if it was said to be
    assert (match.state.zombie("Z1").acted, match.state.zombie("Z1").knock) == (True, 0)
    assert match.state.table.active == "Z2"
    with pytest.raises(RuleError, match="Zombie 1 has already been activated"):
        match.go("start-zombie", zombie="Z1")
    match.set("table", active="A1")
    with pytest.raises(RuleError, match="Zeke is still being activated"):
        match.go("start-zombie", zombie="Z3")


def test_zombies_are_moved_by_turns_from_the_winner_of_the_roll_off() -> None:
    """p. 41."""
    match = duel()
    with pytest.raises(RuleError, match="in the Menace Phase"):
        match.go("start-zombie", zombie="Z1")
    match.to("zombies")
    assert roll_off_needed(match.state) == ("A", "B")
    match.go("roll-off", 3, 4, teams=["A", "B"])
    movers = []
    for zombie in ("Z1", "Z2", "Z3"):
        movers.append(whose_turn(match.state))
        match.go("start-zombie", zombie=zombie)
        match.tap("end-zombie", zombie=zombie)
    assert movers == ["B", "A", "B"]


# Horror


@pytest.mark.parametrize(
    ("courage", "mine", "theirs", "panics"),
    [
        # Horror 3: worse by one panics, a tie does not.
        (3, 3, 3, False),
        (3, 3, 4, True),
        (4, 3, 4, False),
        (4, 3, 5, True),
        (2, 4, 3, False),
        (2, 3, 3, True),
        (0, 6, 3, False),
        (0, 6, 4, True),
    ],
)
def test_horror_must_be_greater(courage: int, mine: int, theirs: int, panics: bool) -> None:
    """p. 59, p. 61; ruling 43."""
    match = duel()
    match.set("A1", C=courage)
    match.go("contact", mine, theirs, one="Z1", other="A1")
    assert match.state.figure("A1").panicked is panics


@pytest.mark.parametrize(("drunk", "theirs", "panics"), [(True, 4, False), (True, 5, True)])
def test_booze_is_a_point_of_courage(drunk: bool, theirs: int, panics: bool) -> None:
    """p. 77: Courage 3 and one."""
    match = duel()
    match.set("A1", booze=drunk)
    match.go("contact", 3, theirs, one="Z1", other="A1")
    assert match.state.figure("A1").panicked is panics


@pytest.mark.parametrize(
    ("near", "mine", "theirs", "panics"),
    [("yes", 3, 3, False), ("yes", 3, 4, True), ("no", 4, 3, False), ("no", 3, 3, True)],
)
def test_a_leader_near_by_lends_courage(near: str, mine: int, theirs: int, panics: bool) -> None:
    """p. 66: Zeke's 3 instead of Mo's 2."""
    match = duel()
    match.go("contact", near, mine, theirs, one="A2", other="Z1")
    assert match.state.figure("A2").panicked is panics


def test_a_leader_of_like_courage_is_not_asked_for() -> None:
    match = duel()
    match.set("A2", C=3)
    match.go("contact", 3, 3, one="A2", other="Z1")
    assert not match.state.figure("A2").panicked


@pytest.mark.parametrize(
    ("count", "theirs", "panics"),
    [("0", 3, False), ("0", 4, True), ("1", 4, False), ("1", 5, True), ("2", 5, False),
     ("2", 6, True)],
)  # fmt: skip
def test_each_inspirational_presence_is_one_more(count: str, theirs: int, panics: bool) -> None:
    """p. 66: Courage 3, two who inspire beside the one in contact."""
    kind: dict[str, Any] = {"skills": ("inspirational-presence",)}
    match = Match(
        side("T", zeke(**kind), member("Mo", **kind), member("Ed", **kind)), side("C", carl())
    )
    match.go("contact", count, 3, theirs, one="A1", other="Z1")
    assert match.state.figure("A1").panicked is panics
    other = Match(side("T", zeke(**kind), member("Mo", **kind)), side("C", carl()))
    with pytest.raises(RuleError):
        other.go("contact", "2", 3, 3, one="A1", other="Z1")  # not of its own


def test_contact_is_between_enemies_once() -> None:
    match = duel()
    for one, other in (("A1", "A2"), ("Z1", "Z2"), ("A1", "T9")):
        with pytest.raises(RuleError, match="Only enemies"):
            match.go("contact", one=one, other=other)
    match.go("contact", one="A1", other="B1")
    with pytest.raises(RuleError, match="already in contact"):
        match.go("contact", one="B1", other="A1")


def test_noise_noted_before_its_roll_is_rolled_for_with_the_rest() -> None:
    match = noisy(duel(), A1=1)
    match.tap("count", piece="A1", name="noise", amount=2)
    match.tap("count", piece="B1", name="noise", amount=1)
    assert noise_pending(match.state) == ["A1", "B1"]
    assert "D6 + 3" in match.asks("noise", who="A1")
    match.go("noise", 1, who="A1")
    match.go("noise", 1, who="B1")
    match.to("action")
    assert (match.state.figure("A1").noise, match.state.figure("B1").noise) == (0, 0)


def test_noise_noted_after_its_roll_waits_for_the_next_turn_and_says_so() -> None:
    match = noisy(duel(), A1=1)
    match.go("noise", 1, who="A1")
    said = match.tap("count", piece="A1", name="noise", amount=2)
    assert "rolled for in the next Menace Phase" in said
    match.to("zombies")
    assert "next Menace Phase" in match.tap("count", piece="B1", name="noise", amount=1)
    said = match.tap("next")
    assert "Noise tokens come off: 1 from Zeke." in said
    assert (match.state.figure("A1").noise, match.state.figure("B1").noise) == (2, 1)
    match.to("noise")
    assert match.state.figure("A1").noise_due == 2


def test_where_only_tokens_are_kept_noise_of_the_menace_phase_stays() -> None:
    match = noisy(duel(), A1=2)
    match.tap("count", piece="A1", name="noise", amount=1)  # Locked and Loaded
    said = match.tap("next", whole_menace=True)
    assert "Noise tokens come off: 2 from Zeke." in said
    assert "not rolled" not in said
    assert match.state.figure("A1").noise == 1


def test_all_the_others_have_moved_is_one_tap() -> None:
    match = duel()
    match.set("Z2", knock=2)
    with pytest.raises(RuleError):
        match.tap("zombies-done")
    match.to("zombies")
    match.go("start-zombie", zombie="Z1")
    said = match.tap("zombies-done")
    assert "2 zombies have moved. 2 knockback tokens come off" in said
    assert match.state.table.active == "Z1"
    assert match.state.zombie("Z2").knock == 0
    match.tap("end-zombie", zombie="Z1")
    assert waiting(match.state) == []
    match.to("action")


def test_a_zombie_pays_for_its_knockback_and_loses_it() -> None:
    match = duel()
    match.set("Z1", knock=3)
    match.set("Z2", knock=9)
    match.to("zombies")
    match.go("start-zombie", zombie="Z1")
    assert match.state.zombie("Z1").ap == 2
    match.tap("end-zombie", zombie="Z1")
    assert match.state.zombie("Z1").knock == 0
    match.go("start-zombie", zombie="Z2")
    assert match.state.zombie("Z2").ap == 0
    words = LastDays(match.rules).words(match.state)
    assert "cannot move" in words.say(where_it_walks(match.state, "Z2"))
    assert waiting(match.state) == ["Z2", "Z3"]
    match.to("action")
    assert match.state.zombie("Z2").knock == 0


def test_where_a_zombie_walks_names_who_was_loud() -> None:
    match = noisy(duel(), A1=2)
    match.to("zombies")
    words = LastDays(match.rules).words(match.state)
    assert "nearest of Zeke" in words.say(where_it_walks(match.state, "Z1"))


@pytest.mark.parametrize(
    ("acted", "active"), [(False, ""), (True, ""), (False, "Z1"), (True, "Z1")]
)
def test_all_the_others_are_said_once_one_was_moved(acted: bool, active: str) -> None:
    match = duel()
    match.to("zombies")
    match.set("Z1", acted=acted)
    match.set("table", active=active)
    sheet = sure(LastDays(match.rules).sheet(match.state, "Z2", "guided"))
    items = [item for section in sheet.sections for item in section.items]
    (said,) = (i.label for i in items if isinstance(i, ButtonView) and "have moved" in i.label)
    assert ("others" in said) is (acted or active != "")
