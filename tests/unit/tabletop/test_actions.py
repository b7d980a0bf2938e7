"""The Action Phase (p. 45–49, p. 62–71, rulings 35, 44, 48)."""

from __future__ import annotations

import pytest

from lastdays.errors import RuleError
from lastdays.model.group import Injury
from lastdays.procedure.asks import Choose
from lastdays.tabletop.last_days.actions import offers
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.state import Marker, patch
from lastdays.tabletop.last_days.turn import to_activate, whose_turn
from sure import as_a
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, act, acting, ap, carl, duel, facts, member, side, zeke
from unit.tabletop.showing import begun


def possible(match: Match, figure: str = "A1") -> set[str]:
    return {
        o.key for o in offers(match.state, match.state.figure(figure), match.rules) if not o.why_not
    }


def test_costs_of_the_table() -> None:
    match = acting(duel())
    assert ap(match) == 6
    for action, cost in (("move", 1), ("difficult", 2), ("climb", 2)):
        match.set("A1", ap=6)
        act(match, action, "1")
        assert ap(match) == 6 - cost
    match.set("A1", ap=6)
    act(match, "door")
    assert ap(match) == 4
    match.set("A1", ap=1)
    with pytest.raises(RuleError, match="2 Action Points needed"):
        act(match, "difficult")


def test_a_run_is_noisy_unless_a_stalkers_and_once_a_turn() -> None:
    match = acting(duel())
    said = act(match, "run", "4")
    assert "8 inches" in said
    assert (ap(match), match.state.figure("A1").noise, match.state.figure("A1").ran) == (2, 1, True)
    with pytest.raises(RuleError, match="has Run"):
        act(match, "run", "1")
    quiet = acting(duel(zeke=zeke(skills=("stalker",))))
    act(quiet, "run", "4")
    assert quiet.state.figure("A1").noise == 0


def test_a_sprinter_has_one_more_for_moving_and_running() -> None:
    match = acting(duel(zeke=zeke(skills=("sprinter",))))
    assert match.state.figure("A1").sprint == 1
    act(match, "move", "1")
    assert (ap(match), match.state.figure("A1").sprint) == (6, 0)
    match = acting(duel(zeke=zeke(skills=("sprinter",))))
    act(match, "difficult", "1")
    assert (ap(match), match.state.figure("A1").sprint) == (5, 0)
    match = acting(duel(zeke=zeke(skills=("sprinter",))))
    assert "14 inches" in act(match, "run", "7")


def test_leg_injury_and_free_runner() -> None:
    hurt = acting(duel(zeke=zeke(injuries=(Injury("leg-injury"),))))
    act(hurt, "move", "1")
    act(hurt, "difficult")  # one inch is all that three Action Points buy: nothing is asked
    assert ap(hurt) == 6 - 2 - 3
    free = acting(duel(zeke=zeke(skills=("free-runner",))))
    act(free, "difficult", "1")
    act(free, "climb", "1")
    act(free, "long-jump")
    assert ap(free) == 1
    with pytest.raises(RuleError, match="no more moving"):
        act(free, "move")


def test_a_move_of_several_inches_is_one_choice_and_one_event() -> None:
    match = acting(duel())
    before = len(match.events)
    assert "Move 4″ (4 AP)" in act(match, "move", "4")
    assert ap(match) == 2
    assert len(match.events) - before == 2  # the question and its answer
    with pytest.raises(RuleError):
        act(match, "move", "3")
    match.drop()
    act(match, "climb")  # one inch is all there is: nothing to ask
    assert ap(match) == 0
    sprinter = acting(duel(zeke=zeke(skills=("sprinter",), injuries=(Injury("leg-injury"),))))
    assert "Move 3″ (6 AP)" in act(sprinter, "move", "3")
    assert (ap(sprinter), sprinter.state.figure("A1").sprint) == (1, 0)


def test_whoever_begins_near_a_fire_is_asked_about_and_hit() -> None:
    match = duel()
    match.tap("place", sort="fire")
    match.set("T1", by="A2", strength=3, knock=1)
    match.action()
    assert "begin within 3 inches of Fire 1" in match.asks("activate", figure="A1")
    match.go("activate", "no", figure="A1")
    assert match.state.table.active == "A1"
    match.tap("finish", figure="A1")
    said = match.go("activate", "yes", 6, figure="B1")  # 9 against Endurance 3: Carl is out
    assert match.state.figure("B1").out
    assert "Out of Action" in said
    assert match.state.table.active == ""
    assert whose_turn(match.state, match.rules) == "A"


def test_two_fires_ask_one_after_the_other_until_nobody_is_left_to_burn() -> None:
    match = duel()
    for _n in range(2):
        match.tap("place", sort="fire")
    match.action()
    match.go("activate", "yes", 1, "yes", 1, figure="A1")
    assert match.state.figure("A1").damage == 2
    match.tap("finish", figure="A1")
    match.go("activate", "yes", 6, figure="B1")
    assert match.state.figure("B1").out


def test_a_single_action_point_is_told_as_one() -> None:
    match = duel()
    match.set("Z1", knock=4)
    match.to("zombies")
    assert "moves with 1 Action Point." in match.go("start-zombie", zombie="Z1")


def test_a_zombie_that_begins_in_a_fire_has_its_knockback_at_once() -> None:
    match = duel()
    match.tap("place", sort="fire")
    match.set("T1", strength=3, knock=1)
    match.to("zombies")
    said = match.go("start-zombie", "yes", 2, zombie="Z1")
    assert "moves with 4 Action Points" in said
    match.tap("end-zombie", zombie="Z1")
    match.go("start-zombie", "yes", 6, zombie="Z2")
    assert match.state.zombie("Z2").dead
    assert match.state.table.active == ""


def test_a_zombie_falls_and_only_its_head_is_rolled_for() -> None:
    match = duel()
    assert "the head" in match.asks("hurt", figure="Z1")
    said = match.go("hurt", 4, figure="Z1")
    assert "Zombie 1 falls; the head is missed (4)." in said
    assert match.state.zombie("Z1").knock == 0
    match.go("hurt", 5, figure="Z1")
    assert match.state.zombie("Z1").dead
    with pytest.raises(RuleError):
        match.go("hurt", figure="Z1")


def test_what_would_be_refused_says_so_before_the_tap() -> None:
    match = Match(
        side("Raiders", zeke(skills=("entry-man", "tag-team")), role="attacker"),
        side("Home", carl(), role="defender", perks=("reinforced-doors",)),
        encounter="home-defense",
    )
    acting(match)
    why = {o.key: o.why_not for o in offers(match.state, match.state.figure("A1"), match.rules)}
    assert why["entry-man"] == "Reinforced Doors don't give way (p.\u00a082)"
    assert why["tag-team"] == "nobody of the same Keyword is left to act"


def test_heavy_bites_as_the_phase_begins_and_at_no_other_time() -> None:
    match = duel(mo=member("Mo", gear=("heavy-club",)))
    match.action()
    assert ap(match, "A2") == 5  # six, Heavy 1
    match.go("activate", figure="A1")
    act(match, "interact", "token")
    assert (ap(match), match.state.figure("A1").carries) == (3, "token")
    match.tap("finish", figure="A1")
    match.action()
    assert ap(match) == 4  # six, a token's Heavy 2
    match.go("activate", figure="A1")
    act(match, "interact", "down")
    assert ap(match) == 1
    lifter = duel(mo=member("Mo", gear=("heavy-club",), skills=("heavy-lifter",)))
    lifter.action()
    assert ap(lifter, "A2") == 6


def test_in_contact_only_break_contact_and_its_price() -> None:
    match = acting(duel())
    match.touch("A1", "B1")
    assert possible(match) == {"break-contact"}
    match.touch("A1", "Z1")
    act(match, "break-contact")
    assert ap(match) == 2  # 3, one more for the second
    assert match.state.touching("A1") == ()
    assert "move" in possible(match)
    panic = acting(duel())
    panic.touch("A1", "Z1")
    panic.set("A1", panicked=True)
    with pytest.raises(RuleError, match="panic"):
        act(panic, "break-contact")


@pytest.mark.parametrize(
    ("gun", "skills", "cost"),
    [
        ("revolver", (), 2),
        ("revolver", ("quick-load",), 1),
        ("squad-automatic-weapon", ("gunsmith",), 3),
        ("squad-automatic-weapon", ("gunsmith", "quick-load"), 2),
    ],
)
def test_reloading(gun: str, skills: tuple[str, ...], cost: int) -> None:
    match = duel(zeke=zeke(gear=(gun,), skills=skills))
    match.set("A1.g1", ammo=4, empty=True)
    acting(match)
    before = ap(match)
    act(match, "reload", gun="A1.g1")
    assert before - ap(match) == cost
    assert (match.state.gun("A1.g1").ammo, match.state.gun("A1.g1").empty) == (0, False)


def test_locked_and_loaded_ends_spending_and_goes_with_the_next_activation() -> None:
    match = acting(duel())
    act(match, "locked-and-loaded")
    assert ap(match) == 2
    assert possible(match) == set()
    match.tap("finish", figure="A1")
    match.action()
    assert match.state.figure("A1").locked
    said = match.go("activate", figure="A1")
    assert "token is gone" in said
    assert not match.state.figure("A1").locked
    assert "move" in possible(match)


def test_a_dog_barks_and_does_what_animals_do() -> None:
    match = acting(duel(mo=member("Rex", "dog")), "A2")
    assert match.state.figure("A2").noise == 1
    assert possible(match, "A2") == {"move", "difficult", "climb", "jump", "leave"}


def test_one_side_after_the_other() -> None:
    match = duel()
    match.action()
    assert whose_turn(match.state, match.rules) == "A"
    match.go("activate", figure="A1")
    with pytest.raises(RuleError, match="still being activated"):
        match.go("activate", figure="B1")
    match.tap("finish", figure="A1")
    assert whose_turn(match.state, match.rules) == "B"
    match.go("activate", figure="B1")
    match.tap("finish", figure="B1")
    assert [f.id for f in to_activate(match.state)] == ["A2"]
    assert whose_turn(match.state, match.rules) == "A"


def test_tag_team_lets_a_friend_of_the_same_keyword_follow_once_a_turn() -> None:
    match = duel(zeke=zeke(skills=("tag-team",)), mo=member("Mo", "gang-member"))
    acting(match)
    act(match, "tag-team", "A2", 3)
    match.tap("finish", figure="A1")
    assert whose_turn(match.state, match.rules) == "A"
    match.go("activate", figure="A2")
    match.tap("finish", figure="A2")
    assert whose_turn(match.state, match.rules) == "B"
    assert "tag-team" not in {
        o.key for o in offers(match.state, match.state.figure("A1"), match.rules)
    }


def test_supply_tokens_are_taken_passed_and_carried_off() -> None:
    match = acting(duel())
    assert match.state.table.tokens == 5
    act(match, "interact", "token")
    act(match, "interact", "pass/A2")
    assert match.state.figure("A2").carries == "token"
    match.tap("finish", figure="A1")
    match.go("activate", figure="A2")
    act(match, "leave", figure="A2")
    assert match.state.figure("A2").away
    assert match.state.figure("A2").brought == "token"
    assert match.state.table.tokens == 4


def test_who_falls_drops_what_was_carried() -> None:
    match = acting(duel())
    act(match, "interact", "token")
    match.tap("count", piece="A1", name="damage", amount=3)
    assert match.state.figure("A1").out
    assert match.state.table.tokens == 5


def test_the_vehicle_gets_easier_and_gear_head_helps() -> None:
    match = Match(
        side("Truckers", zeke(skills=("gear-head",))), side("Crew", carl()), encounter="the-escape"
    )
    acting(match)
    match.set("A1", ap=9, I=6)
    act(match, "interact", "vehicle", (5, 6))
    assert match.state.table.started == ""
    act(match, "interact", "vehicle", (1, 6))
    act(match, "interact", "vehicle", (1, 6))
    assert match.state.table.repairs == 3
    match.set("A1", ap=9)
    said = act(match, "interact", "vehicle", (6, 1))  # 6 + 6 + 3
    assert "it starts" in said
    assert match.state.figure("A1").objectives == 1


@pytest.mark.parametrize(("encounter", "offered"), [("the-escape", True), ("outbreak", False)])
def test_a_vehicle_whose_encounter_is_gone_is_not_offered(encounter: str, offered: bool) -> None:
    match = Match(side("Truckers", zeke()), side("Crew", carl()), encounter="the-escape")
    acting(match)
    match.set("table", encounter=encounter)
    event = plays.start(match.state, match.rules, "act", {"figure": "A1", "action": "interact"})
    now = plays.standing(patch(match.state, event.effects), match.rules)
    assert now is not None
    assert isinstance(now.ask, Choose)
    assert ("vehicle" in [o.key for o in now.ask.options]) is offered


def test_an_entry_man_breaks_ordinary_doors_in() -> None:
    match = Match(
        side("Raiders", zeke(skills=("entry-man",)), role="attacker"),
        side("Home", carl(), role="defender"),
        encounter="home-defense",
    )
    acting(match)
    act(match, "entry-man", "T1", 1)
    assert match.state.thing("T1").gone is False  # 1 + 4
    act(match, "entry-man", "T1", 2)
    assert as_a(Marker, match.state.pieces["T1"]).gone is True
    assert ap(match) == 4


def test_initiative_ties_tactical_acumen_and_the_winners_choice() -> None:
    match = duel(zeke=zeke(skills=("tactical-acumen",)))
    match.to("action")
    # 6 + two dice against 7 + a die
    role = begun(match, "initiative", (1, 5), 4, (2, 2), 6)
    assert isinstance(role.ask, Choose)
    assert (role.ask.page, [o.key for o in role.ask.options]) == (45, ["aggressor", "defender"])
    match.drop()
    match.go("initiative", (1, 5), 4, (2, 2), 6, "defender")
    assert match.state.table.defender == "B"
    assert match.state.table.aggressor == "A"
    assert facts(match, "initiative-tie")["total"] == 11
    assert "A tie at 11: Truckers and Crew roll again." in LastDays(match.rules).words(
        match.state
    ).outcome(match.events[-1])
    again = duel()
    again.to("action")
    assert "A tie at 10: roll again." in again.asks("initiative", 4, 3)
    near = duel(mo=member("Mo", skills=("tactical-acumen",)))
    near.to("action")
    near.go("initiative", "yes", (1, 6), 1, "aggressor")
    assert near.state.table.aggressor == "A"


def test_four_sides_follow_by_their_totals() -> None:
    sides = [side(n, zeke(gear=("knife",))) for n in ("One", "Two", "Three", "Four")]
    match = Match(*sides)
    match.to("action")
    match.go("initiative", 2, 6, 4, 1, "defender")
    table = match.state.table
    assert (table.aggressor, table.defender) == ("C", "B")
    from lastdays.tabletop.last_days.turn import order

    assert order(match.state, table.aggressor) == ["C", "B", "A", "D"]
    assert order(match.state, table.defender) == ["B", "A", "D", "C"]


def test_ambushers_are_tried_at_six_seven_and_eight() -> None:
    match = duel(zeke=zeke(skills=("ambushers",)))
    said = match.go("ambush", "A1", 3, "A2", 3, figure="A1")
    assert "within 6″ of a neutral edge, outside the opponent's half" in said
    assert match.state.figure("A1").part == "deployed"
    assert match.state.figure("A2").part == "missing"  # 3 + 3 against 7


def test_a_fall_and_a_fire_hurt() -> None:
    match = duel()
    match.go("hurt", 4, figure="A1", strength=5)
    assert match.state.figure("A1").damage == 3
    match.tap("place", sort="fire")
    match.set("T1", by="A2", lobotomizer=1)
    match.go("hurt", 3, figure="Z1", thing="T1")
    assert match.state.zombie("Z1").knock == 1  # the Fire Bomb's, as of any hit
    match.go("hurt", 4, figure="Z1", thing="T1")
    assert match.state.figure("A2").zombies == 1
