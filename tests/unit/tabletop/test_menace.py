"""The Menace Phase (p. 39–41, p. 61, rulings 33–38, 43, 46)."""

from __future__ import annotations

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.menace import where_it_walks
from lastdays.tabletop.last_days.turn import ammo_pending, noise_pending, roll_off_needed, waiting
from unit.tabletop.playing import Match, carl, duel, member, noisy, side, zeke


@pytest.mark.parametrize("tokens", range(1, 6))
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_plus_tokens_of_seven_draws_one(tokens: int, die: int) -> None:
    match = noisy(duel(), A1=tokens)
    before = len(match.state.zombies)
    match.go("noise", die, who="A1")
    assert len(match.state.zombies) - before == (1 if die + tokens >= 7 else 0)


@pytest.mark.parametrize(
    ("tokens", "die", "drawn"), [(6, 6, 1), (7, 5, 1), (7, 6, 2), (12, 1, 2), (13, 6, 2)]
)
def test_six_tokens_draw_one_for_certain_and_a_second_at_seven(
    tokens: int, die: int, drawn: int
) -> None:
    match = noisy(duel(), A1=tokens)
    match.go("noise", die, who="A1")
    assert len(match.state.zombies) == 3 + drawn


def test_the_loudest_side_first_and_a_roll_off_where_they_are_as_loud() -> None:
    match = noisy(duel(), A1=1, A2=1, B1=3)
    assert noise_pending(match.state, match.rules) == ["B1", "A1", "A2"]
    assert roll_off_needed(match.state, match.rules) == ()
    tied = noisy(duel(), A1=1, A2=2, B1=3)
    assert roll_off_needed(tied.state, tied.rules) == ("A", "B")
    tied.go("roll-off", 2, 2, 1, 5, teams=["A", "B"])
    assert noise_pending(tied.state, tied.rules) == ["B1", "A1", "A2"]


def test_noise_rolled_for_goes_with_the_phase_what_came_since_stays() -> None:
    match = noisy(duel(), A1=3)
    match.go("noise", 1, who="A1")
    match.tap("next")
    match.tap("next")
    match.tap("count", piece="A1", name="noise", amount=2)  # Locked and Loaded, ruling 33
    match.to("action")
    assert match.state.figure("A1").noise == 2
    assert match.state.figure("A1").noise_due == 0


def test_noise_noted_before_its_roll_is_rolled_for_with_the_rest() -> None:
    match = noisy(duel(), A1=1)
    match.tap("count", piece="A1", name="noise", amount=2)
    match.tap("count", piece="B1", name="noise", amount=1)
    assert noise_pending(match.state, match.rules) == ["A1", "B1"]
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


def test_noise_nobody_rolled_for_is_named_as_the_step_ends() -> None:
    match = noisy(duel(), A1=1, B1=2)
    match.go("noise", 1, who="B1")
    assert "Noise was not rolled for: Zeke." in match.tap("next")


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
    assert waiting(match.state, match.rules) == []
    match.to("action")


def test_twenty_zombies_are_enough_unless_the_campaign_says_otherwise() -> None:
    full = duel()
    for _n in range(17):
        full.tap("zombie")
    noisy(full, A1=5)
    assert noise_pending(full.state, full.rules) == []
    full.to("action")
    assert full.state.figure("A1").noise == 0  # still taken off
    more = duel(zombie_cap=False)
    for _n in range(17):
        more.tap("zombie")
    noisy(more, A1=5)
    more.go("noise", 6, who="A1")
    assert len(more.state.zombies) == 21


def test_the_escape_draws_two_and_stops_at_twenty() -> None:
    match = Match(side("Truckers", zeke()), side("Crew", carl()), encounter="the-escape")
    noisy(match, A1=6)
    match.go("noise", 6, who="A1")
    assert len(match.state.zombies) == 5
    for _n in range(14):
        match.tap("zombie")
    match.set("A1", noise_rolled=False)
    said = match.go("noise", who="A1")
    assert len(match.state.zombies) == 20
    assert "no room" in said


def test_in_bushwhack_a_defender_may_come_instead() -> None:
    match = Match(
        side("Truckers", zeke(), role="attacker"),
        side("Crew", carl(), member("Lou"), role="defender", parts={"lou": "held-back"}),
        encounter="bushwhack",
    )
    assert match.state.figure("B1").carries == "token"
    noisy(match, A1=5)
    match.go("noise", 6, "B2", who="A1")
    assert match.state.figure("B2").on_table
    assert len(match.state.zombies) == 3
    match.set("A1", noise_rolled=False)
    match.go("noise", 6, who="A1")  # nobody is left to come
    assert len(match.state.zombies) == 4


@pytest.mark.parametrize("die", range(1, 7))
def test_an_ammo_roll_of_the_reload_number_empties_the_gun(die: int) -> None:
    match = duel()
    match.set("A1.g1", ammo=2)
    match.to("ammo")
    match.go("ammo", die, gun="A1.g1")
    assert match.state.gun("A1.g1").empty is (die + 2 >= 6)
    assert match.state.gun("A1.g1").ammo == 2  # only reloading takes them off
    assert ammo_pending(match.state) == []


def test_short_controlled_bursts_gunsmith_and_mod_kit() -> None:
    from msgspec.structs import replace

    burst = duel(zeke=zeke(skills=("short-controlled-bursts",)))
    burst.set("A1.g1", ammo=2)
    burst.to("ammo")
    burst.go("ammo", 4, gun="A1.g1")
    assert not burst.state.gun("A1.g1").empty
    smith = zeke(gear=("surplus-smg",))
    smith = replace(smith, gear=(replace(smith.gear[0], modified=True),))
    from lastdays.model.group import Skill

    smith = replace(smith, skills=(*smith.skills, Skill("gunsmith", None, "smg")))
    match = duel(zeke=smith)
    assert match.state.gun("A1.g1").reload == 4  # 6, Mod-Kit −1, Gunsmith −1
    assert match.state.gun("A1.g1").steps[0][1] == 4


def test_the_armoury_rolls_three_failed_ones_again() -> None:
    match = Match(side("Truckers", zeke(), rerolls=3), side("Crew", carl()))
    match.set("A1.g1", ammo=3)
    match.to("ammo")
    match.go("ammo", 6, "yes", 1, gun="A1.g1")
    assert not match.state.gun("A1.g1").empty
    assert match.state.team("A").rerolls == 2
    match.set("A1.g1", ammo_rolled=False)
    match.go("ammo", 6, "yes", 5, gun="A1.g1")
    assert match.state.gun("A1.g1").empty  # the second stands


def test_guns_without_tokens_empty_ones_and_thrown_ones_are_not_rolled_for() -> None:
    match = duel(zeke=zeke(gear=("revolver", "thrown-explosive")))
    match.set("B1.g1", ammo=2, empty=True)
    match.to("ammo")
    assert ammo_pending(match.state) == []


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
    assert waiting(match.state, match.rules) == ["Z2", "Z3"]
    match.to("action")
    assert match.state.zombie("Z2").knock == 0


def test_at_a_massacre_site_the_dead_are_heavy_and_drop_what_they_carry() -> None:
    match = Match(side("Truckers", zeke()), side("Crew", carl()), encounter="massacre-site")
    assert [z.token for z in match.state.zombies] == [True] * 5
    assert match.state.table.tokens == 0
    match.to("zombies")
    match.go("start-zombie", zombie="Z1")
    assert match.state.zombie("Z1").ap == 3
    match.tap("zombie-down", zombie="Z1", by="A1")
    assert match.state.table.tokens == 1


def test_where_a_zombie_walks_names_who_was_loud() -> None:
    match = noisy(duel(), A1=2)
    match.to("zombies")
    words = LastDays(match.rules).words(match.state)
    assert "nearest of Zeke" in words.say(where_it_walks(match.state, "Z1"))


@pytest.mark.parametrize(("mine", "theirs", "panics"), [(3, 3, False), (3, 4, True), (4, 3, False)])
def test_horror_against_courage(mine: int, theirs: int, panics: bool) -> None:
    match = duel()
    match.set("A1", C=3)
    match.go("contact", mine, theirs, one="Z1", other="A1")
    assert match.state.figure("A1").panicked is panics
    assert match.state.touching("Z1") == ("A1",)


def test_a_leader_and_inspirational_presence_near_by_help() -> None:
    match = duel(mo=member("Mo", skills=("inspirational-presence",)))
    match.set("A1", C=5)
    match.set("A2", C=1)
    match.go("contact", "yes", 1, 3, one="A2", other="Z1")  # Courage 5 of the Leader
    assert not match.state.figure("A2").panicked  # 1 + 5 against 3 + 3: a tie is none
    match.set("A1", C=1)
    match.go("contact", "1", 1, 2, one="A1", other="Z2")  # 1 + 1 + 1 against 2 + 3
    assert match.state.figure("A1").panicked


def test_the_living_do_not_frighten_each_other() -> None:
    match = duel()
    match.go("contact", one="A1", other="B1")
    assert match.state.touching("A1") == ("B1",)


def test_a_noisemaker_counts_five_once() -> None:
    match = duel(zeke=zeke(gear=("revolver", "noisemaker")))
    match.action()
    match.go("activate", figure="A1")
    match.go("act", figure="A1", action="noisemaker")
    assert match.state.figure("A1").ap == 5
    assert match.state.figure("A1").used == ("zeke-1-noisemaker",)
    match.tap("finish", figure="A1")
    match.to("noise")
    assert noise_pending(match.state, match.rules) == ["T1"]
    match.go("noise", 2, who="T1")
    assert len(match.state.zombies) == 4
    match.to("action")
    assert match.state.things == ()


@pytest.mark.parametrize(("tokens", "due", "left"), [(3, 3, 0), (4, 3, 1), (2, 3, 0)])
def test_the_noise_that_was_rolled_for_comes_off_a_vehicle_with_an_alarm(
    tokens: int, due: int, left: int
) -> None:
    """p. 40: and only that."""
    match = duel()
    match.tap("place", sort="alarm")
    match.to("noise")
    match.set("T1", noise=tokens, noise_due=due, noise_rolled=True)
    match.to("action")
    (car,) = match.state.things
    assert (car.noise, car.noise_due, car.noise_rolled) == (left, 0, False)
