"""Actions at the points and the number needed and at one below, with numbers as the book prints
them (p. 36, p. 45–49, p. 62–71, p. 77–85, p. 107; rulings 35, 37, 44, 46)."""

from __future__ import annotations

import pytest

from lastdays.errors import RuleError
from lastdays.model.group import Injury, Member
from lastdays.procedure.asks import Choose
from lastdays.tabletop.last_days.actions import offers
from lastdays.tabletop.last_days.turn import whose_turn
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, act, acting, ap, carl, duel, member, side, zeke


def possible(match: Match, action: str, figure: str = "A1") -> bool:
    found = offers(match.state, match.state.figure(figure))
    return any(o.key == action and not o.why_not for o in found)


# What it costs


@pytest.mark.parametrize(
    ("action", "cost", "bearer"),
    [
        ("move", 1, zeke()),
        ("difficult", 2, zeke()),
        ("climb", 2, zeke()),
        ("jump", 2, zeke()),
        ("door", 2, zeke()),
        ("locked-and-loaded", 4, zeke()),
        ("move", 2, zeke(injuries=(Injury("leg-injury"),))),
        ("difficult", 3, zeke(injuries=(Injury("leg-injury"),))),
        ("climb", 2, zeke(injuries=(Injury("leg-injury"),))),
        ("jump", 2, zeke(injuries=(Injury("leg-injury"),))),
        ("move", 1, zeke(skills=("free-runner",))),
        ("difficult", 1, zeke(skills=("free-runner",))),
        ("climb", 1, zeke(skills=("free-runner",))),
        ("jump", 2, zeke(skills=("free-runner",))),
        ("long-jump", 3, zeke(skills=("free-runner",))),
        ("difficult", 2, zeke(skills=("free-runner",), injuries=(Injury("leg-injury"),))),
        ("climb", 1, zeke(skills=("free-runner",), injuries=(Injury("leg-injury"),))),
        ("noisemaker", 1, zeke(gear=("revolver", "noisemaker"))),
        ("climbing-gear", 0, zeke(gear=("revolver", "climbing-gear"))),
        ("leave", 0, zeke()),
    ],
)
def test_an_action_costs_its_points_and_not_one_less(
    action: str, cost: int, bearer: Member
) -> None:
    """p. 47–49, p. 64, p. 77–78, p. 85."""
    match = acting(duel(zeke=bearer))
    match.set("A1", ap=cost)
    assert possible(match, action)
    act(match, action)
    if action != "leave":
        assert ap(match) == 0
    if cost:
        short = acting(duel(zeke=bearer))
        short.set("A1", ap=cost - 1)
        with pytest.raises(RuleError, match=f"{cost} Action Point{'s' * (cost > 1)} needed"):
            act(short, action)


@pytest.mark.parametrize(
    ("action", "cost", "skill", "answers"),
    [
        ("interact", 3, "tag-team", ("other",)),
        ("entry-man", 1, "entry-man", (6,)),
        ("tag-team", 1, "tag-team", ("A2", 6)),
    ],
)
def test_an_action_that_asks_costs_its_points_and_not_one_less(
    action: str, cost: int, skill: str, answers: tuple[str | int, ...]
) -> None:
    """p. 48, p. 64, p. 69."""
    match = acting(duel(zeke=zeke(skills=(skill,))))
    match.set("A1", ap=cost)
    act(match, action, *answers)
    assert ap(match) == 0
    short = acting(duel(zeke=zeke(skills=(skill,))))
    short.set("A1", ap=cost - 1)
    with pytest.raises(RuleError, match=f"{cost} Action Point{'s' * (cost > 1)} needed"):
        act(short, action, *answers)


@pytest.mark.parametrize(("foes", "cost"), [(1, 3), (2, 4), (3, 5)])
def test_breaking_contact_costs_one_more_for_each_enemy_after_the_first(
    foes: int, cost: int
) -> None:
    """p. 47."""
    for points in (cost, cost - 1):
        match = acting(duel())
        for foe in ("B1", "Z1", "Z2")[:foes]:
            match.touch("A1", foe)
        match.set("A1", ap=points)
        assert possible(match, "break-contact") is (points == cost)
        assert not possible(match, "move")
        if points == cost:
            act(match, "break-contact")
            assert (ap(match), match.state.touching("A1")) == (0, ())


@pytest.mark.parametrize(
    ("gun", "skills", "cost"),
    [
        ("revolver", (), 2),
        ("revolver", ("quick-load",), 1),
        ("minigun", ("gunsmith",), 3),
        ("minigun", ("gunsmith", "quick-load"), 2),
        ("squad-automatic-weapon", ("gunsmith",), 3),
    ],
)
def test_a_reload_costs_its_points_and_not_one_less(
    gun: str, skills: tuple[str, ...], cost: int
) -> None:
    """p. 48, p. 67, p. 71."""
    for points in (cost, cost - 1):
        match = acting(duel(zeke=zeke(gear=(gun,), skills=skills)))
        match.set("A1.g1", ammo=1, empty=True)
        match.set("A1", ap=points)
        assert possible(match, "reload") is (points == cost)
        if points == cost:
            act(match, "reload", gun="A1.g1")
            loaded = match.state.gun("A1.g1")
            assert (ap(match), loaded.ammo, loaded.empty) == (0, 0, False)


def test_a_sprinters_point_moves_and_buys_nothing_else() -> None:
    """p. 69."""
    for action in ("move", "run"):
        match = acting(duel(zeke=zeke(skills=("sprinter",))))
        match.set("A1", ap=0)
        act(match, action, *(("1",) if action == "run" else ()))
        assert (ap(match), match.state.figure("A1").sprint) == (0, 0)
    together = acting(duel(zeke=zeke(skills=("sprinter",))))
    together.set("A1", ap=1)
    act(together, "difficult")
    assert (ap(together), together.state.figure("A1").sprint) == (0, 0)
    short = acting(duel(zeke=zeke(skills=("sprinter",))))
    short.set("A1", ap=0)
    assert not possible(short, "difficult")
    short.set("A1", ap=1)
    for action in ("climb", "jump", "door"):
        assert not possible(short, action)
    plain = acting(duel())
    assert plain.state.figure("A1").sprint == 0


def test_a_sprinters_point_goes_first_and_once() -> None:
    match = acting(duel(zeke=zeke(skills=("sprinter",))))
    act(match, "move", "1")
    assert (ap(match), match.state.figure("A1").sprint) == (6, 0)
    act(match, "move", "1")
    assert ap(match) == 5
    climbing = acting(duel(zeke=zeke(skills=("sprinter",))))
    act(climbing, "climb", "1")
    assert (ap(climbing), climbing.state.figure("A1").sprint) == (4, 1)


# Action Points as the phase begins


@pytest.mark.parametrize(
    ("bearer", "carries", "points"),
    [
        (zeke(), "", 6),
        (zeke(), "token", 4),
        (zeke(skills=("heavy-lifter",)), "token", 5),
        (zeke(gear=("heavy-club",)), "", 5),
        (zeke(gear=("heavy-club",), skills=("heavy-lifter",)), "", 6),
        (zeke(gear=("heavy-club", "heavy-club")), "", 4),
        (zeke(gear=("heavy-club", "heavy-club"), skills=("heavy-lifter",)), "", 5),
        (zeke(gear=("chainsaw",)), "", 4),
        (zeke(gear=("minigun",)), "", 4),
        (zeke(gear=("squad-automatic-weapon",)), "", 5),
        (zeke(gear=("knife", "assault-armour")), "", 5),
        (zeke(gear=("knife", "riot-shield")), "", 5),
        (zeke(gear=("knife", "assault-armour", "riot-shield")), "token", 2),
        (zeke(gear=("knife", "tactical-vest")), "", 6),
        (zeke(gear=("minigun", "chainsaw", "assault-armour")), "token", 0),
        (zeke(injuries=(Injury("shell-shocked"),)), "", 5),
    ],
)
def test_heavy_gear_costs_points_as_the_phase_begins(
    bearer: Member, carries: str, points: int
) -> None:
    """p. 36, p. 66, p. 70, p. 75–79, p. 84."""
    match = duel(zeke=bearer)
    match.set("A1", carries=carries)
    match.action()
    assert ap(match) == points


def test_booze_costs_a_point() -> None:
    """p. 77."""
    match = duel(zeke=zeke(gear=("knife", "booze")))
    match.tap("mark", piece="A1", name="booze")
    match.action()
    assert ap(match) == 5


@pytest.mark.parametrize(("lifts", "jumps"), [(False, False), (True, True)])
def test_no_long_jump_for_who_is_slowed_by_heavy(lifts: bool, jumps: bool) -> None:
    """p. 64."""
    skills = ("free-runner", *(("heavy-lifter",) if lifts else ()))
    match = acting(duel(zeke=zeke(gear=("heavy-club",), skills=skills)))
    assert possible(match, "long-jump") is jumps


# Tests of a characteristic


@pytest.mark.parametrize(("intelligence", "needed"), [(5, 1), (4, 2), (3, 3), (2, 4), (0, 6)])
def test_tag_team_is_intelligence_six(intelligence: int, needed: int) -> None:
    """p. 69."""
    for die, passed in ((needed, True), (needed - 1, False)):
        if not die:
            continue
        match = acting(duel(zeke=zeke(skills=("tag-team",))))
        match.set("A1", I=intelligence)
        act(match, "tag-team", "A2", die)
        match.tap("finish", figure="A1")
        assert whose_turn(match.state) == ("A" if passed else "B")
        assert match.state.team("A").tagged
        offered = offers(match.state, match.state.figure("A1"))
        assert "tag-team" not in [o.key for o in offered]


@pytest.mark.parametrize(("strength", "needed"), [(4, 2), (3, 3), (0, 6)])
def test_an_entry_man_needs_strength_six(strength: int, needed: int) -> None:
    """p. 64."""
    for die, gone in ((needed, True), (needed - 1, False)):
        match = acting(duel(zeke=zeke(skills=("entry-man",))))
        match.tap("place", sort="door")
        match.set("A1", S=strength)
        act(match, "entry-man", "T1", die)
        assert bool(match.state.things) is not gone
        assert ap(match) == 5


def test_reinforced_doors_do_not_give_way() -> None:
    """p. 82."""
    match = acting(duel(zeke=zeke(skills=("entry-man",))))
    match.tap("place", sort="door")
    match.set("T1", sturdy=True)
    with pytest.raises(RuleError, match="Reinforced Doors"):
        act(match, "entry-man", 6)


@pytest.mark.parametrize(
    ("intelligence", "repairs", "dice", "starts"),
    [
        (6, 3, 6, True),
        (6, 3, 5, False),
        (6, 4, 5, True),
        (3, 6, 6, True),
        (3, 5, 6, False),
        (3, 11, 1, True),
        (3, 10, 1, False),
    ],
)
def test_the_vehicle_is_intelligence_fifteen_and_one_easier_each_time(
    intelligence: int, repairs: int, dice: int, starts: bool
) -> None:
    """p. 107."""
    match = Match(side("T", zeke()), side("C", carl()), encounter="the-escape")
    acting(match)
    match.set("A1", I=intelligence)
    match.set("table", repairs=repairs)
    act(match, "interact", "vehicle", dice)
    assert match.state.table.started == ("A1" if starts else "")
    assert match.state.figure("A1").objectives == (1 if starts else 0)
    assert match.state.table.repairs == repairs + 1


def test_a_vehicle_that_has_started_is_not_started_again() -> None:
    match = Match(side("T", zeke()), side("C", carl()), encounter="the-escape")
    acting(match)
    match.set("table", started="B1")
    with pytest.raises(RuleError):
        act(match, "interact", "vehicle", 6)


@pytest.mark.parametrize("nth", [0, 1, 2])
@pytest.mark.parametrize("below", [0, 1])
def test_ambushers_at_intelligence_six_seven_and_eight(nth: int, below: int) -> None:
    """p. 62: Intelligence 3; three at most."""
    names = [member(n) for n in ("Mo", "Ed", "Al", "Bo")]
    match = Match(side("T", zeke(skills=("ambushers",)), *names), side("C", carl()))
    answers: list[object] = []
    for n in range(3):
        answers += [f"A{n + 2}", 3 + n - (below if n == nth else 0)]
    match.go("ambush", *answers, figure="A1")
    parts = [match.state.figure(f"A{n + 2}").part for n in range(4)]
    expected = ["deployed"] * 4
    if below:
        expected[nth] = "missing"
    assert parts == expected
    with pytest.raises(RuleError, match="once a game"):
        match.go("ambush", "A2", 6, figure="A1")


def test_ambushers_may_be_fewer_but_not_none() -> None:
    match = duel(zeke=zeke(skills=("ambushers",)))
    with pytest.raises(RuleError):
        match.go("ambush", "nobody", figure="A1")
    match.state = match.state.without("open")
    match.go("ambush", "A2", 3, "nobody", figure="A1")
    assert match.state.figure("A2").on_table
    late = duel(zeke=zeke(skills=("ambushers",)))
    late.action()
    with pytest.raises(RuleError, match="as the sides deploy"):
        late.go("ambush", "A2", 6, figure="A1")


# Falling, burning


@pytest.mark.parametrize(
    ("inches", "endurance", "die", "points"),
    [
        (1, 3, 1, 0),
        (1, 3, 2, 1),
        (1, 3, 4, 1),
        (1, 3, 5, 2),
        (3, 3, 2, 1),
        (3, 3, 3, 2),
        (3, 3, 6, 3),
        (6, 4, 1, 1),
        (6, 4, 2, 2),
        (6, 4, 6, 3),
        (2, 5, 2, 0),
        (2, 5, 3, 1),
        (1, 0, 1, 2),
    ],
)
def test_a_fall_is_a_die_and_its_inches_divided_by_endurance_and_rounded_down(
    inches: int, endurance: int, die: int, points: int
) -> None:
    """p. 47: Strength the inches fallen."""
    match = duel()
    match.set("A1", E=endurance, e_shots=9)
    match.go("hurt", die, figure="A1", strength=inches)
    assert match.state.figure("A1").damage == points
    assert match.state.figure("A1").out is (points >= 3)
    assert match.state.figure("A1").out_by == ""


@pytest.mark.parametrize(
    ("gear", "die", "points"),
    [((), 2, 1), ((), 3, 2), (("tactical-vest",), 1, 0), (("tactical-vest",), 2, 1)],
)
def test_a_burning_fire_is_another_hit_of_three(
    gear: tuple[str, ...], die: int, points: int
) -> None:
    """p. 70, p. 75, p. 79: against Endurance 3, a vest helps."""
    match = duel(carl=carl(gear=("club", *gear)))
    match.tap("place", sort="fire")
    match.set("T1", by="A1")
    match.go("hurt", die, figure="B1", thing="T1")
    assert match.state.figure("B1").damage == points
    match.set("B1", damage=2)
    match.go("hurt", 2, figure="B1", thing="T1")
    assert match.state.figure("A1").rivals == 1


@pytest.mark.parametrize(
    ("thing", "lobotomizer", "needed", "knock"),
    [("", 0, 5, 0), ("T1", 0, 5, 1), ("T1", 1, 4, 1)],
)
def test_a_zombie_that_falls_or_burns_at_the_head(
    thing: str, lobotomizer: int, needed: int, knock: int
) -> None:
    """p. 61; rulings 71 and 72."""
    for die, dead in ((needed, True), (needed - 1, False)):
        match = duel()
        match.tap("place", sort="fire")
        match.set("T1", by="A2", lobotomizer=lobotomizer)
        match.go("hurt", die, figure="Z1", thing=thing, strength=6)
        assert match.state.zombie("Z1").dead is dead
        assert match.state.zombie("Z1").knock == (0 if dead else knock)
        assert match.state.figure("A2").zombies == (1 if dead and thing else 0)


# Noise, tokens, contact


@pytest.mark.parametrize(("skills", "noise"), [((), 1), (("stalker",), 0)])
def test_a_run_is_one_token_of_noise(skills: tuple[str, ...], noise: int) -> None:
    """p. 47, p. 69."""
    match = acting(duel(zeke=zeke(skills=skills)))
    act(match, "run", "2")
    assert (match.state.figure("A1").noise, match.state.figure("A1").ran) == (noise, True)
    with pytest.raises(RuleError, match="has Run"):
        act(match, "run", "1")


def test_a_noisemaker_is_five_and_gone_from_the_kit() -> None:
    """p. 78; ruling 46."""
    match = acting(duel(zeke=zeke(gear=("revolver", "noisemaker"))))
    act(match, "noisemaker")
    assert [(t.sort, t.noise) for t in match.state.things] == [("noisemaker", 5)]
    assert not possible(match, "noisemaker")


def test_one_supply_token_each() -> None:
    """p. 36."""
    match = acting(duel())
    act(match, "interact", "token")
    match.set("A1", ap=9)
    with pytest.raises(RuleError):
        act(match, "interact", "token")
    match.state = match.state.without("open")
    match.set("A2", carries="token")
    with pytest.raises(RuleError):
        act(match, "interact", "pass/A2")
    match.state = match.state.without("open")
    act(match, "interact", "down")
    assert match.state.table.tokens == 5
    act(match, "interact", "take/A2")
    assert (match.state.figure("A1").carries, match.state.figure("A2").carries) == ("token", "")


def test_an_animal_is_handed_nothing() -> None:
    """Ruling 7."""
    match = acting(duel(mo=member("Rex", "dog")))
    act(match, "interact", "token")
    match.set("A1", ap=9)
    with pytest.raises(RuleError):
        act(match, "interact", "pass/A2")


@pytest.mark.parametrize("more", [1, 2, 3])
def test_fences_have_a_d3_of_zombies_more(more: int) -> None:
    """p. 80."""
    match = Match(
        side("Raiders", zeke(), role="attacker"),
        side("Home", carl(), role="defender", perks=("fences",)),
        encounter="home-defense",
    )
    match.go("fences", more)
    assert len(match.state.zombies) == 3 + more
    with pytest.raises(RuleError, match="no Fences"):
        match.go("fences", more)


def test_one_activation_each_in_its_phase() -> None:
    match = duel()
    with pytest.raises(RuleError, match="in the Action Phase"):
        match.go("activate", figure="A1")
    acting(match)
    match.tap("finish", figure="A1")
    with pytest.raises(RuleError, match="already been activated"):
        match.go("activate", figure="A1")
    with pytest.raises(RuleError, match="not being activated"):
        act(match, "move", figure="A2")


def test_after_a_long_jump_nothing_moves_and_the_rest_goes_on() -> None:
    """p. 64."""
    match = acting(duel(zeke=zeke(skills=("free-runner",))))
    act(match, "long-jump")
    for action in ("move", "difficult", "run", "climb", "jump", "long-jump"):
        assert not possible(match, action)
    assert possible(match, "door")


def open_actions(match: Match, figure: str = "A1") -> set[str]:
    return {o.key for o in offers(match.state, match.state.figure(figure)) if not o.why_not}


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
    assert whose_turn(match.state) == "A"


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


def test_what_would_be_refused_says_so_before_the_tap() -> None:
    match = Match(
        side("Raiders", zeke(skills=("entry-man", "tag-team")), role="attacker"),
        side("Home", carl(), role="defender", perks=("reinforced-doors",)),
        encounter="home-defense",
    )
    acting(match)
    why = {o.key: o.why_not for o in offers(match.state, match.state.figure("A1"))}
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


def test_locked_and_loaded_ends_spending_and_goes_with_the_next_activation() -> None:
    """p. 49."""
    match = acting(duel())
    act(match, "locked-and-loaded")
    assert match.state.figure("A1").locked_turn == 1
    assert ap(match) == 2
    assert open_actions(match) == set()
    match.tap("finish", figure="A1")
    match.action()
    assert match.state.figure("A1").locked
    said = match.go("activate", figure="A1")
    assert "token is gone" in said
    assert not match.state.figure("A1").locked
    assert "move" in open_actions(match)


def test_a_dog_barks_and_does_what_animals_do() -> None:
    match = acting(duel(mo=member("Rex", "dog")), "A2")
    assert match.state.figure("A2").noise == 1
    assert open_actions(match, "A2") == {"move", "difficult", "climb", "jump", "leave"}


@pytest.mark.parametrize(("encounter", "offered"), [("the-escape", True), ("outbreak", False)])
def test_a_vehicle_whose_encounter_is_gone_is_not_offered(encounter: str, offered: bool) -> None:
    match = Match(side("Truckers", zeke()), side("Crew", carl()), encounter="the-escape")
    acting(match)
    match.set("table", encounter=encounter)
    event = plays.start(match.state, match.rules, "act", {"figure": "A1", "action": "interact"})
    now = plays.standing(match.state.patch(event.effects), match.rules)
    assert now is not None
    assert isinstance(now, Choose)
    assert ("vehicle" in [o.key for o in now.options]) is offered
