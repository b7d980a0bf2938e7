"""A number of the rulebook is read where it counts: a content pack with another changes the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.rulebook import load
from lastdays.tabletop.last_days.state import Rules
from unit.rulebook.packing import write_pack
from unit.tabletop.playing import Match, carl, duel, side, tell, zeke
from unit.tabletop.telling import stories

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


#: What is played by the house's book, then by the one with skills of a pack's own, made of effects.
STORIES = stories("""
The test of a skill | zeke/entry-man vs carl
    action; activate A1; asks act A1 entry-man: Zeke breaks down a door: D6 + 4, 7 or more.
    act A1 entry-man 2: cannot break
    act A1 entry-man 3: breaks the door in (7)
Tag-Team | zeke/tag-team mo vs carl
    action; activate A1; asks act A1 tag-team: Tag-Team: who within 5 inches?
    act A1 tag-team A2 3: fails (6)
    anew; action; activate A1; act A1 tag-team A2 4: (7)
Disarm takes its characteristic from the data | zeke/disarm vs carl
    action; touch A1 B1; to close-quarters
    asks fight A1 B1 arms=A1.b1 guard=B1.b1 6 1 disarm: Zeke disarms Carl: D6 + 3, 8 or more.
    fight A1 B1 arms=A1.b1 guard=B1.b1 6 1 disarm 4: Disarm fails (7).
A Sprinter and a Free Runner | zeke/sprinter,free-runner vs carl
    action; activate A1; A1 sprint=2; act A1 climb inches=1; A1 ap=3
A Run goes as far as the data says
    action; activate A1; act A1 run 2: 2 inches
A fire burns as long as the data says
    action; place fire; table turn=1; T1 until=5 radius=3
Courage that is lent | zeke mo/inspirational-presence,leader vs carl
    asks horror A1 Z1: How many with Inspirational Presence within 8 inches of Zeke?
    asks horror A1 Z1 1: Courage 5
    set A2 C=6; asks horror A1 Z1: Is Mo within 7 inches of Zeke?
What Double Tap costs | zeke/double-tap vs carl
    action; to shooting; shoot A1.g1 Z1 6 1 yes 1; A1.g1 ammo=3; A1 noise=3
""")
OWN_STORIES = stories("""
A skill of a pack's own breaks doors | zeke/locksmith vs carl
    action; activate A1; asks act A1 entry-man: Zeke breaks down a door: D6 + 3, 5 or more.
    act A1 entry-man 2: breaks the door in (5)
One runs without noise, and further | zeke/cat-feet mo vs carl
    action; activate A1; A1 sprint=1; act A1 run 1; A1 noise=0; finish A1
    activate A2; act A2 run 1; A2 noise=1
One may have several effects | zeke/swindler vs carl
    action; touch A1 B1; to close-quarters
    asks fight A1 B1 arms=A1.b1 guard=B1.b1 6 1 disarm: Zeke disarms Carl: D6 + 3, 6 or more.
Courage of two skills adds up | zeke mo/inspirational-presence,anthem vs carl
    asks horror A1 Z1: Inspirational Presence
    asks horror A1 Z1 1: How many with Anthem within 4 inches of Zeke?
    asks horror A1 Z1 1 1: Courage 6
""")


def rules(folder: Path, pack: dict[str, str]) -> Rules:
    book = load(packs=[write_pack(folder, "house", pack)])
    assert book.refused_packs == ()
    return Rules(book)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return rules(tmp_path_factory.mktemp("packs"), HOUSE)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return rules(tmp_path_factory.mktemp("packs"), OWN)


@pytest.mark.parametrize("title", STORIES)
def test_a_number_of_the_house(title: str, house: Rules) -> None:
    tell(title, STORIES[title], house)


@pytest.mark.parametrize("title", OWN_STORIES)
def test_a_skill_of_a_packs_own(title: str, own: Rules) -> None:
    tell(title, OWN_STORIES[title], own)


def test_what_double_tap_costs_is_offered(house: Rules) -> None:
    match = duel(zeke=zeke(skills=("double-tap",)))
    match.rules = house
    match.action()
    match.to("shooting")
    asked = match.asked("shoot", 6, 1, gun="A1.g1", target="Z1")
    assert [o.detail for o in asked.options] == ["", "2 more Ammo and Noise Tokens each"]


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
