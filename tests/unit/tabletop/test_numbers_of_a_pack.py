"""A number of the rulebook is read where it counts: a content pack with another changes the game."""

from __future__ import annotations

import pytest

from lastdays.rulebook import load
from lastdays.tabletop.last_days.state import Rules
from unit.postgame.crew import member
from unit.rulebook.packing import write_pack
from unit.tabletop.playing import Match, carl, duel, side, zeke

HOUSE = {
    "skills": """
[disarm]
test = { characteristic = "I", target = 8 }
[entry-man]
test = { characteristic = "S", target = 7 }
[tag-team]
test = { characteristic = "I", target = 7 }
within = 5
[sprinter]
move_points = 2
[free-runner]
rough_cost = 3
[leader]
within = 7
[inspirational-presence]
courage = 2
within = 8
[double-tap]
tokens = 2
""",
    "perks": """
[fences]
zombies = "2D6"
[moat]
name = "Moat"
cost = 10
zombies = "D3+2"
summary = "Deep."
""",
    "attributes": """
[fire]
turns = 4
""",
    "actions": """
[run]
cost = 2
per = "inch"
""",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    book = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "house", HOUSE)])
    assert book.refused_packs == ()
    return Rules(book)


def played(house: Rules, *skills: str) -> Match:
    match = duel(zeke=zeke(skills=skills))
    match.rules = house
    match.action()
    return match


def acting(house: Rules, *skills: str) -> Match:
    match = played(house, *skills)
    match.go("activate", figure="A1")
    return match


def test_the_test_of_a_skill(house: Rules) -> None:
    match = acting(house, "entry-man")
    asked = match.asks("act", figure="A1", action="entry-man")
    assert asked == "Zeke breaks a door in: D6 + 4, 7 or more."
    assert "cannot break" in match.go("act", 2, figure="A1", action="entry-man")
    match = acting(house, "entry-man")
    assert "breaks the door in (7)" in match.go("act", 3, figure="A1", action="entry-man")


def test_tag_team(house: Rules) -> None:
    match = acting(house, "tag-team")
    given = {"figure": "A1", "action": "tag-team"}
    assert match.asks("act", **given) == "Tag-Team: who within 5 inches?"
    assert "fails (6)" in match.go("act", "A2", 3, **given)
    assert "(7)" in acting(house, "tag-team").go("act", "A2", 4, **given)


def test_disarm_takes_its_characteristic_from_the_data(house: Rules) -> None:
    match = played(house, "disarm")
    match.touch("A1", "B1")
    match.to("close-quarters")
    fight = {"attacker": "A1", "defender": "B1", "arms": "A1.b1", "guard": "B1.b1"}
    asked = match.asks("fight", 6, 1, "disarm", **fight)
    assert asked == "Zeke disarms Carl: D6 + 3, 8 or more."
    assert "Disarm fails (7)." in match.go("fight", 6, 1, "disarm", 4, **fight)


def test_a_sprinter_and_a_free_runner(house: Rules) -> None:
    match = acting(house, "sprinter", "free-runner")
    assert match.state.figure("A1").sprint == 2
    match.go("act", figure="A1", action="climb", inches=1)
    assert match.state.figure("A1").ap == 3


def test_a_run_goes_as_far_as_the_data_says(house: Rules) -> None:
    match = acting(house)
    assert "2 inches" in match.go("act", "2", figure="A1", action="run")


def test_a_fire_burns_as_long_as_the_data_says(house: Rules) -> None:
    match = played(house)
    match.tap("place", sort="fire")
    (fire,) = (t for t in match.state.things if t.sort == "fire")
    assert (fire.until - match.state.table.turn, fire.radius) == (4, 3)


def test_courage_that_is_lent(house: Rules) -> None:
    match = duel(mo=member("Mo", "gang-member", skills=("inspirational-presence", "leader")))
    match.rules = house
    match.tap("zombie")
    zombie = match.state.zombies[0].id
    asked = match.asks("horror", figure="A1", zombie=zombie)
    assert asked == "How many with Inspirational Presence within 8 inches of Zeke?"
    assert "Courage 5" in match.asks("horror", "1", figure="A1", zombie=zombie)
    match.set("A2", C=6)
    assert match.asks("horror", figure="A1", zombie=zombie) == "Is Mo within 7 inches of Zeke?"


def test_what_double_tap_costs(house: Rules) -> None:
    match = played(house, "double-tap")
    match.tap("zombie")
    match.to("shooting")
    zombie = match.state.zombies[0].id
    asked = match.asked("shoot", 6, 1, gun="A1.g1", target=zombie)
    assert [o.detail for o in asked.options] == ["", "2 more ammo and noise tokens each"]
    match.go("shoot", 6, 1, "yes", 1, gun="A1.g1", target=zombie)
    assert (match.state.gun("A1.g1").ammo, match.state.figure("A1").noise) == (3, 3)


OWN = {
    "skills": """
[locksmith]
name = "Locksmith"
summary = "Opens what is shut."
does = ["breaks-doors"]
test = { characteristic = "I", target = 5 }
[cat-feet]
name = "Cat Feet"
summary = "Runs on tiptoe, and a little further."
does = ["runs-silently"]
move_points = 1
[swindler]
name = "Swindler"
summary = "Takes it out of their hands, and ties are no matter."
does = ["takes-weapon", "wins-ties"]
test = { characteristic = "C", target = 6 }
[anthem]
name = "Anthem"
summary = "They sing."
courage = 2
within = 4
""",
}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The book with skills of a pack's own, made of effects."""
    book = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "own", OWN)])
    assert book.refused_packs == ()
    return Rules(book)


def test_a_skill_of_a_pack_s_own_breaks_doors(own: Rules) -> None:
    match = acting(own, "locksmith")
    given = {"figure": "A1", "action": "entry-man"}
    assert match.asks("act", **given) == "Zeke breaks a door in: D6 + 3, 5 or more."
    assert "breaks the door in (5)" in match.go("act", 2, **given)


def test_a_skill_of_a_pack_s_own_runs_without_noise_and_further(own: Rules) -> None:
    match = acting(own, "cat-feet")
    assert match.state.figure("A1").sprint == 1
    match.go("act", "1", figure="A1", action="run")
    assert match.state.figure("A1").noise == 0
    loud = acting(own)
    loud.go("act", "1", figure="A1", action="run")
    assert loud.state.figure("A1").noise == 1


def test_a_skill_of_a_pack_s_own_may_have_several_effects(own: Rules) -> None:
    match = played(own, "swindler")
    match.touch("A1", "B1")
    match.to("close-quarters")
    fight = {"attacker": "A1", "defender": "B1", "arms": "A1.b1", "guard": "B1.b1"}
    asked = match.asks("fight", 6, 1, "disarm", **fight)
    assert asked == "Zeke disarms Carl: D6 + 3, 6 or more."


def test_courage_of_two_skills_adds_up(own: Rules) -> None:
    match = duel(mo=member("Mo", "gang-member", skills=("inspirational-presence", "anthem")))
    match.rules = own
    match.tap("zombie")
    given = {"figure": "A1", "zombie": match.state.zombies[0].id}
    assert "Inspirational Presence" in match.asks("horror", **given)
    asked = match.asks("horror", "1", **given)
    assert asked == "How many with Anthem within 4 inches of Zeke?"
    assert "Courage 6" in match.asks("horror", "1", "1", **given)


def test_each_perk_brings_the_zombies_it_says(house: Rules) -> None:
    """p. 80: of the Perks that the defender has, each its own dice, with what is added to them."""
    for perks, rolls, more in (
        (("fences",), (5,), 5),
        (("fences", "moat"), (5, 1), 5 + 3),
    ):
        match = Match(
            side("R", zeke(), role="attacker"),
            side("H", carl(), role="defender", perks=perks),
            encounter="home-defense",
        )
        match.rules = house
        assert match.asks("fences") == "Fences: 2D6 more zombies outside."
        before = len(match.state.zombies)
        match.go("fences", *rolls)
        assert len(match.state.zombies) == before + more
