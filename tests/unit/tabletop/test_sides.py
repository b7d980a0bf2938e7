"""Who attacks, whose turn it is, who comes and goes and how a game ends, in the cases next to the
usual one (p. 34–46, p. 57, p. 80–82, p. 99–107)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.procedure.asks import Sum
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.setup import Entrant, Setup, who_attacks
from unit.tabletop.playing import BOOK, Match, begun, carl, due, duel, member, side, zeke

# Attacker and defender


def test_only_deployed_defenders_begin_with_a_token() -> None:
    """p. 99."""
    match = Match(
        side("T", zeke(), member("Mo"), role="attacker"),
        side("C", carl(), *(member(n) for n in ("Al", "Bo", "Cy")), role="defender"),
        encounter="bushwhack",
    )
    match.tap("defend", defender="B")
    carry = {f.id: f.carries for f in match.state.figures()}
    deployed = [f.id for f in match.state.figures("B") if f.part == "deployed"]
    assert [i for i, what in carry.items() if what] == deployed
    assert len(deployed) == 3


@pytest.mark.parametrize(
    ("encounter", "perks", "fences", "solid", "capacity"),
    [
        ("home-defense", (), False, False, 2),
        ("home-defense", ("fences",), True, False, 2),
        ("home-defense", ("solid-structure",), False, True, 2),
        ("home-defense", ("reinforced-doors",), False, False, 3),
        ("bushwhack", ("fences", "solid-structure", "reinforced-doors"), False, False, 0),
    ],
)
def test_what_a_refuge_lends_its_defenders(
    encounter: str, perks: tuple[str, ...], fences: bool, solid: bool, capacity: int
) -> None:
    """p. 80–82, p. 101: at home only."""
    match = Match(
        side("T", zeke(), perks=("fences", "solid-structure")),
        side("C", carl(), perks=perks),
        encounter=encounter,
    )
    match.tap("defend", defender="B")
    table = match.state.table
    assert (table.fences, table.solid) == (fences, solid)
    assert {t.capacity for t in match.state.things} == ({capacity} if capacity else set())
    assert ("fences" in due(match)) is fences


def test_whose_leader_is_selfish_is_known_before_the_table_is_set_up() -> None:
    """p. 99: of each side's own Leader; a side without one is nobody's."""
    mild = member("Al", "everyday-hero")
    sides = (
        side("T", zeke(), mild),
        Entrant("C", (zeke(), mild), leader=mild.id),
        Entrant("E", (zeke(),)),
    )
    found = who_attacks(Setup("bushwhack", sides), BOOK.encounters["bushwhack"])
    assert (found.bound, found.rolling) == (("A",), ("B", "C"))


def test_whose_captives_are_at_the_table_is_known_before_it_is_set_up() -> None:
    """p. 104."""
    ann = replace(member("Ann"), status="captured", captor="h")
    bea = replace(member("Bea"), status="captured", captor="x")
    sides = (
        side("T", zeke(), group="g", captured=(ann,)),
        side("C", carl(), group="h", captured=(bea,)),
    )
    found = who_attacks(Setup("rescue", sides), BOOK.encounters["rescue"])
    assert (found.bound, found.defender) == (("A",), "B")


# The end


def test_one_side_alone_plays_the_escape_to_its_end() -> None:
    """p. 107."""
    match = Match(side("T", zeke()), encounter="the-escape")
    match.action(defender="A")
    assert verdict(match.state) is None
    match.set("table", started="A1")
    found = verdict(match.state)
    assert found is not None
    assert found.winners == ("A",)


def test_a_rescue_is_over_with_the_captive_off_the_table_and_not_before() -> None:
    """p. 104."""
    match = Match(
        side("T", zeke(), member("Mo"), role="attacker"),
        side("C", carl(), role="defender"),
        encounter="rescue",
    )
    match.action()
    match.set("table", tokens=0)
    match.set("A2", away=True, brought="token")
    assert verdict(match.state) is None
    match.tap("carry", figure="A1", load="P1")
    assert verdict(match.state) is None
    match.tap("leave", figure="A1")
    found = verdict(match.state)
    assert found is not None
    assert (found.why.key, found.winners) == ("over-tokens", ("A",))


@pytest.mark.parametrize(
    ("encounter", "fallen", "over"),
    [
        ("scavengers", "A", False),
        ("scavengers", "B", False),
        ("bushwhack", "A", False),
        ("bushwhack", "B", False),  # defenders there test their Breaking Point
        ("home-defense", "A", False),
        ("home-defense", "B", True),
    ],
)
def test_a_game_ends_at_once_with_the_last_defender_of_a_refuge_only(
    encounter: str, fallen: str, over: bool
) -> None:
    """p. 57, p. 101."""
    roles = encounter != "scavengers"
    match = Match(
        side("T", zeke(), role="attacker" if roles else ""),
        side("C", carl(), role="defender" if roles else ""),
        encounter=encounter,
    )
    match.action()
    match.tap("out", figure=f"{fallen}1", by="")
    found = verdict(match.state)
    assert (found is not None) is over
    if found is not None:
        assert (found.why.key, found.winners) == ("over-defenders", ("A",))


# Before the game


def test_the_sides_roll_off_for_an_edge_where_the_encounter_says_so() -> None:
    """p. 34, p. 102."""
    for encounter, offered in (("massacre-site", True), ("bushwhack", False)):
        match = Match(side("T", zeke()), side("C", carl()), encounter=encounter)
        assert ("edge" in due(match)) is offered
    match = Match(side("T", zeke()), side("C", carl()), encounter="massacre-site")
    asked = begun(match, "roll-off", teams=["A", "B"])
    assert (asked.key, asked.page) == ("roll-off/1/A", 10)
    assert isinstance(asked, Sum)
    assert (asked.dice.count, asked.dice.faces) == (1, 6)
    match.drop()
    match.go("roll-off", 2, 5, teams=["A", "B"])
    assert match.state.table.edge == "B"
    assert "edge" not in due(match)
    alone = Match(side("T", zeke()), encounter="massacre-site")
    assert "edge" not in due(alone)


# Who comes, goes and comes back


@pytest.mark.parametrize(
    ("encounter", "phase", "carries"),
    [
        ("scavengers", "setup", {"A2": "", "B4": ""}),
        ("bushwhack", "setup", {"A2": "", "B4": "token"}),
        ("bushwhack", "action", {"A2": "", "B4": ""}),
    ],
)
def test_who_comes_to_the_table_carries_what_a_defender_begins_with(
    encounter: str, phase: str, carries: dict[str, str]
) -> None:
    """p. 99."""
    roles = encounter == "bushwhack"
    match = Match(
        side("T", zeke(), member("Mo"), role="attacker" if roles else ""),
        side(
            "C", carl(), *(member(n) for n in ("Al", "Bo", "Cy")), role="defender" if roles else ""
        ),
        encounter=encounter,
    )
    for figure in carries:
        match.tap("stay-away", figure=figure, part="held-back")
    match.set("table", phase=phase)
    for figure in carries:
        match.tap("arrive", figure=figure)
    assert {f: match.state.figure(f).carries for f in carries} == carries


@pytest.mark.parametrize(("meanwhile", "again"), [("table", "P1"), ("B1", "")])
def test_who_is_back_has_the_captive_again_unless_it_is_elsewhere(
    meanwhile: str, again: str
) -> None:
    """p. 36, p. 104."""
    match = Match(side("T", zeke()), side("C", carl()), encounter="rescue")
    match.action()
    match.tap("carry", figure="A1", load="P1")
    match.tap("out", figure="A1", by="B1")
    assert match.state.captive("P1").place == "table"
    match.set("P1", place=meanwhile)
    said = match.tap("back", figure="A1")
    assert match.state.figure("A1").carries == again
    assert match.state.captive("P1").place == ("A1" if again else meanwhile)
    assert ("is no longer there" in said) is (again == "")


@pytest.mark.parametrize(("capacity", "damage"), [(1, 0), (3, 2)])
def test_a_zombie_that_rises_again_lacks_a_point(capacity: int, damage: int) -> None:
    match = duel()
    match.set("Z1", DC=capacity, damage=0)
    match.tap("zombie-down", zombie="Z1", by="A1")
    match.tap("zombie-up", zombie="Z1")
    assert match.state.zombie("Z1").damage == damage


# The turn


def test_what_went_wide_leaves_the_gun_for_the_shooting_phase() -> None:
    """p. 49, p. 67: the token's shots are not those of the phase that follows."""
    match = duel(zeke=zeke(gear=("semi-automatic",)), carl=carl(skills=("situational-awareness",)))
    match.action()
    match.set("A1", locked=True)
    match.go("shoot", 6, 1, gun="A1.g1", target="B1", locked=True)
    gun = match.state.gun("A1.g1")
    assert (gun.shots, gun.snaps, gun.ammo) == (0, 0, 2)


def test_what_was_rolled_for_may_be_rolled_for_in_the_next_turn() -> None:
    """p. 40: marks of a Menace Phase do not outlast it."""
    match = duel()
    match.tap("set-off", vehicle="")
    thing = match.state.things[-1].id
    match.set("A1", noise=1)
    match.to("noise")
    for who in ("A1", thing):
        match.set(who, noise_rolled=True)
    match.set("A1.g1", ammo=1, ammo_rolled=True)
    match.to("zombies")
    match.set("Z1", ap=3)
    match.set("Z2", ap=None, acted=True, knock=2)
    match.set("Z3", knock=1)
    match.to("action")
    assert not match.state.figure("A1").noise_rolled
    assert not match.state.thing(thing).noise_rolled
    assert not match.state.gun("A1.g1").ammo_rolled
    zombies = [(z.ap, z.acted, z.knock) for z in match.state.zombies]
    assert zombies == [(None, False, 0), (None, False, 2), (None, False, 0)]
    assert not match.state.thing(thing).gone
    assert match.state.thing(thing).noise == 0


def test_whose_credit_is_taken_back_keeps_the_rest() -> None:
    match = duel()
    for zombie in ("Z1", "Z2", "Z3"):
        match.tap("zombie-down", zombie=zombie, by="A1")
    match.tap("zombie-up", zombie="Z2")
    assert match.state.figure("A1").zombies == 2
