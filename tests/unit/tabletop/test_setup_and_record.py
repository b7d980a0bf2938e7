"""What is counted by hand, how a game is set up and what it is handed on as, at each limit and at
one beside it (p. 35–36, p. 57, p. 59, p. 71–82, p. 92, p. 98–107; rulings 33, 44, 47, 49, 66)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import NextEncounter, Status
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.setup import Setup, entrant_of, problems, warnings
from lastdays.tabletop.last_days.shooting import short_name
from lastdays.tabletop.last_days.sides import over_limit
from lastdays.tabletop.last_days.state import Gun, Marker
from sure import as_a
from unit.postgame.crew import group
from unit.tabletop.playing import BOOK, Match, carl, duel, member, side, zeke


def played(match: Match, **groups: object) -> GameRecord:
    return record(match.state, GameRecord("s", 1, "", ()), groups)  # type: ignore[arg-type]


def fates(one: Side) -> list[str]:
    return [t.fate for t in one.tokens]


# Counters and marks


@pytest.mark.parametrize(
    ("piece", "name", "most"),
    [
        ("A1", "noise", 99),
        ("A1", "zombies", 99),
        ("A1", "rivals", 99),
        ("A1", "objectives", 99),
        ("A1.g1", "ammo", 99),
        ("Z1", "knock", 99),
        ("T1", "noise", 99),
        ("A", "rerolls", 99),
        ("table", "tokens", 99),
        ("table", "repairs", 99),
    ],
)
def test_a_counter_goes_from_nothing_to_its_limit(piece: str, name: str, most: int) -> None:
    match = duel()
    match.tap("place", sort="other")
    match.set(piece, **{name: 1})
    match.tap("count", piece=piece, name=name, amount=-2)
    assert getattr(match.state.pieces[piece], name) == 0
    match.tap("count", piece=piece, name=name, amount=1)
    assert getattr(match.state.pieces[piece], name) == 1
    match.tap("count", piece=piece, name=name, amount=most + 1)
    assert getattr(match.state.pieces[piece], name) == most


@pytest.mark.parametrize(("damage", "out"), [(2, False), (3, True), (4, True)])
def test_damage_by_hand_at_the_damage_capacity(damage: int, out: bool) -> None:
    """p. 53."""
    match = duel()
    match.tap("count", piece="B1", name="damage", amount=damage)
    carls = match.state.figure("B1")
    assert (carls.out, carls.damage) == (out, min(3, damage))
    assert match.state.team("B").losses == (1 if out else 0)
    match.tap("count", piece="B1", name="damage", amount=-1)
    assert match.state.figure("B1").on_table
    assert match.state.figure("B1").damage == min(3, damage) - 1
    assert match.state.team("B").losses == 0


def test_a_zombie_takes_one_point_of_damage() -> None:
    """p. 59: Damage Capacity 1."""
    match = duel()
    match.tap("count", piece="Z1", name="damage", amount=1)
    assert match.state.zombie("Z1").dead
    match.tap("zombie-up", zombie="Z1")
    assert match.state.zombie("Z1").damage == 0


@pytest.mark.parametrize(("damage", "gone"), [(1, False), (2, True), (3, True)])
def test_a_door_takes_two_points_of_damage(damage: int, gone: bool) -> None:
    """p. 35."""
    match = duel()
    match.tap("place", sort="door")
    match.tap("count", piece="T1", name="damage", amount=damage)
    found = as_a(Marker, match.state.pieces["T1"])
    assert (found.gone, found.damage) == (gone, min(2, damage))


@pytest.mark.parametrize(
    ("sort", "noise", "strength", "capacity", "endurance"),
    [
        ("noisemaker", 5, 0, 0, 0),
        ("fire", 0, 3, 0, 0),
        ("door", 0, 0, 2, 4),
        ("alarm", 0, 0, 0, 0),
        ("ladder", 0, 0, 0, 0),
    ],
)
def test_things_as_they_are_placed(
    sort: str, noise: int, strength: int, capacity: int, endurance: int
) -> None:
    """p. 35, p. 75, p. 78."""
    match = duel()
    match.tap("place", sort=sort)
    (thing,) = match.state.things
    assert (thing.noise, thing.strength, thing.capacity, thing.E) == (
        noise, strength, capacity, endurance,
    )  # fmt: skip
    assert thing.until == (1 if sort == "fire" else 0)
    assert thing.knock == (1 if sort == "fire" else 0)


def test_the_credit_for_a_fall_goes_from_one_to_the_other() -> None:
    """p. 87: and never to a friend."""
    match = duel()
    match.tap("out", figure="B1", by="A1")
    assert [match.state.figure(i).rivals for i in ("A1", "A2")] == [1, 0]
    match.tap("credit", figure="B1", by="A2")
    assert [match.state.figure(i).rivals for i in ("A1", "A2")] == [0, 1]
    match.tap("credit", figure="B1", by="zombie")
    assert [match.state.figure(i).rivals for i in ("A1", "A2")] == [0, 0]
    assert match.state.figure("B1").out_by == "zombie"
    friend = duel()
    friend.tap("out", figure="A2", by="A1")
    assert friend.state.figure("A1").rivals == 0
    friend.tap("credit", figure="A2", by="B1")
    assert friend.state.figure("B1").rivals == 1
    friend.tap("credit", figure="A2", by="A1")
    assert [friend.state.figure(i).rivals for i in ("A1", "B1")] == [0, 0]


def test_who_is_brought_back_lacks_a_point_and_counts_as_no_casualty_of_that_turn() -> None:
    match = duel()
    match.action()
    match.tap("out", figure="A2", by="B1")
    assert match.state.team("A").losses == 1
    match.tap("back", figure="A2")
    twos = match.state.figure("A2")
    assert (twos.on_table, twos.damage, twos.ap) == (True, 2, 5)  # a Heavy Club
    assert match.state.team("A").losses == 0
    assert match.state.figure("B1").rivals == 0
    match.tap("out", figure="A2", by="")
    match.action()
    match.tap("out", figure="A1", by="")
    match.tap("back", figure="A2")
    assert match.state.team("A").losses == 1  # Zeke's, of this turn


def test_a_zombie_that_was_not_put_down_takes_its_credit_and_its_token_back() -> None:
    match = Match(side("T", zeke()), side("C", carl()), encounter="massacre-site")
    match.tap("zombie-down", zombie="Z1", by="A1")
    assert (match.state.figure("A1").zombies, match.state.table.tokens) == (1, 1)
    match.tap("zombie-up", zombie="Z1")
    assert (match.state.figure("A1").zombies, match.state.table.tokens) == (0, 0)
    assert match.state.zombie("Z1").token
    with pytest.raises(RuleError, match="hasn't been put down"):
        match.tap("zombie-up", zombie="Z1")
    match.tap("zombie-down", zombie="Z1", by="")
    match.set("table", tokens=0)
    match.tap("zombie-up", zombie="Z1")
    assert not match.state.zombie("Z1").token


def test_booze_is_drunk_once_and_needs_a_bottle() -> None:
    """p. 77."""
    match = duel(zeke=zeke(gear=("revolver", "knife", "booze")))
    match.tap("mark", piece="A1", name="booze")
    assert match.state.figure("A1").used == ("zeke-2-booze",)
    match.tap("mark", piece="A1", name="booze")
    assert match.state.figure("A1").used == ()
    with pytest.raises(RuleError, match="has no Booze"):
        match.tap("mark", piece="B1", name="booze")


# The table of an Encounter


@pytest.mark.parametrize(
    ("encounter", "sides", "tokens", "zombies", "draws", "doors"),
    [
        ("bushwhack", 2, 0, 3, 1, 0),
        ("home-defense", 2, 5, 3, 1, 2),
        ("massacre-site", 2, 0, 5, 1, 0),
        ("rescue", 2, 3, 3, 1, 0),
        ("scavengers", 1, 5, 3, 1, 0),
        ("scavengers", 2, 5, 3, 1, 0),
        ("scavengers", 3, 7, 3, 1, 0),
        ("scavengers", 4, 9, 3, 1, 0),
        ("the-escape", 2, 5, 3, 2, 0),
        ("the-escape", 3, 7, 3, 2, 0),
    ],
)
def test_what_lies_on_the_table_of_an_encounter(
    encounter: str, sides: int, tokens: int, zombies: int, draws: int, doors: int
) -> None:
    """p. 36, p. 99–107; ruling 75."""
    names = ("One", "Two", "Three", "Four")[:sides]
    made = [
        side(n, zeke(), role=("defender" if n == "Two" else "attacker") if sides == 2 else "")
        for n in names
    ]
    state = Match(*made, encounter=encounter).state
    assert (state.table.tokens, len(state.zombies), state.table.draws) == (tokens, zombies, draws)
    assert sum(t.sort == "door" for t in state.things) == doors
    assert all(z.token for z in state.zombies) is (encounter == "massacre-site")
    for team in state.teams:
        at_home = encounter == "home-defense" and team.role == "defender"
        assert team.breaks is not (at_home or encounter == "the-escape")
        assert team.carries_off is not at_home


@pytest.mark.parametrize("encounter", ["bushwhack", "rescue"])
@pytest.mark.parametrize(("role", "most"), [("attacker", 6), ("defender", 3)])
@pytest.mark.parametrize("more", [0, 1])
def test_how_many_a_role_deploys(encounter: str, role: str, most: int, more: int) -> None:
    """p. 99, p. 104."""
    many = side("Many", zeke(), *(member(f"M{n}") for n in range(most + more - 1)), role=role)
    few = side("Few", carl(), role="attacker" if role == "defender" else "defender")
    said = warnings(Setup(encounter, (many, few)), BOOK)
    assert bool(said) is bool(more)
    if more:
        assert f"deploys {most + 1}; the Encounter allows {most}" in said[0]
    match = Match(many, few, encounter=encounter)
    found = over_limit(match.state, match.state.team("A"), BOOK.encounters[encounter])
    assert found == (most if more else None)


@pytest.mark.parametrize(("role", "part"), [("attacker", "missing"), ("defender", "held-back")])
def test_who_is_above_what_a_role_deploys_stays_behind(role: str, part: str) -> None:
    """p. 99: the Leader and the first others do not."""
    many = side("Many", *(member(f"M{n}") for n in range(7)), zeke())
    many = replace(many, leader="zeke")
    match = Match(many, side("Few", carl()), encounter="bushwhack")
    match.tap("defend", defender="A" if role == "defender" else "B")
    parts = [f.part for f in match.state.figures("A")]
    deployed = 5 if role == "attacker" else 2
    assert parts == ["deployed"] * deployed + [part] * (7 - deployed) + ["deployed"]


@pytest.mark.parametrize(("sides", "fits"), [(0, False), (1, True), (4, True), (5, False)])
def test_one_to_four_sides_play(sides: int, fits: bool) -> None:
    names = ("One", "Two", "Three", "Four", "Five")[:sides]
    said = problems(Setup("scavengers", tuple(side(n, zeke()) for n in names)), BOOK)
    assert (said == []) is fits


@pytest.mark.parametrize(
    ("roles", "fits"),
    [
        (("attacker", "defender"), True),
        (("attacker", "attacker"), False),
        (("defender", "defender"), False),
        (("", ""), True),
        (("", "defender"), True),
        (("attacker", ""), False),
        (("attacker",), True),
        (("attacker", "defender", "attacker"), True),
        (("attacker", "defender", "defender"), False),
    ],
)
def test_an_encounter_with_roles_has_one_defender(roles: tuple[str, ...], fits: bool) -> None:
    """p. 99."""
    made = tuple(side(n, zeke(), role=r) for n, r in zip("ABC", roles, strict=False))
    assert (problems(Setup("bushwhack", made), BOOK) == []) is fits


@pytest.mark.parametrize(("armoury", "rerolls"), [(True, 3), (False, 0)])
@pytest.mark.parametrize(("status", "led"), [("active", "zeke"), ("captured", "")])
def test_a_group_as_it_enters_a_game(armoury: bool, rerolls: int, status: Status, led: str) -> None:
    """p. 80, p. 84; ruling 17: three Ammo Rolls, and nobody leads for a captive."""
    leader = replace(zeke(), status=status)
    ann = replace(member("Ann"), status="captured", captor="h")
    dead = replace(member("Bo"), status="dead")
    crew = group(
        leader, member("Mo"), ann, next_encounter=NextEncounter(("armoury",) if armoury else ())
    )
    crew = replace(crew, members=(*crew.members, dead))
    entrant = entrant_of(crew, BOOK, {"mo": "held-back"})
    assert (entrant.rerolls, entrant.leader) == (rerolls, led)
    assert [m.id for m in entrant.members] == (["zeke", "mo"] if led else ["mo"])
    assert [m.id for m in entrant.captured] == (["ann"] if led else ["zeke", "ann"])
    assert entrant.perks == ("fenced-off-garden",)


# What the game is handed on as


def two_groups(encounter: str = "scavengers", **roles: Any) -> Match:
    return Match(
        side("T", zeke(), member("Mo"), group="g", role=roles.get("g", "")),
        side("C", carl(), member("Lou"), group="h", role=roles.get("h", "")),
        encounter=encounter,
    )


@pytest.mark.parametrize(
    ("broke", "fallen", "mine", "theirs"),
    [
        ((), (), 0, 0),
        (("B",), (), 5, 0),
        (("A",), (), 0, 5),
        (("A", "B"), (), 0, 0),
        ((), ("B1", "B2"), 5, 0),
        ((), ("B1",), 0, 0),
        (("A",), ("B1", "B2"), 0, 0),
    ],
)
def test_untouched_tokens_go_to_the_only_side_that_did_not_break(
    broke: tuple[str, ...], fallen: tuple[str, ...], mine: int, theirs: int
) -> None:
    """p. 36, p. 92; ruling 21."""
    match = two_groups()
    match.action()
    for figure in fallen:
        match.tap("out", figure=figure, by="")
    for team in broke:
        match.set(team, broke=True)
    game = played(match, g=group(zeke()), h=group(carl()))
    assert [fates(s) for s in game.sides] == [["claimed"] * mine, ["claimed"] * theirs]


@pytest.mark.parametrize(("broke", "claims"), [(("A",), ""), (("A", "B"), "C"), ((), "")])
def test_of_three_sides_the_last_to_hold_claims_the_tokens(
    broke: tuple[str, ...], claims: str
) -> None:
    """p. 36; ruling 21."""
    match = Match(*(side(n, zeke(), member("Mo"), group=n) for n in ("One", "Two", "Three")))
    match.action()
    for team in broke:
        match.set(team, broke=True)
    game = played(match)
    found = [fates(s) for s in game.sides]
    assert found == [["claimed"] * 7 if letter == claims else [] for letter in "ABC"]
    assert [s.won for s in game.sides] == [letter == claims for letter in "ABC"]
    assert [s.broke for s in game.sides] == [letter in broke for letter in "ABC"]


def test_what_the_dead_still_carry_is_claimed_too() -> None:
    """p. 102."""
    match = two_groups("massacre-site")
    match.action()
    match.tap("zombie-down", zombie="Z1", by="A1")
    match.tap("carry", figure="A1", load="token")
    match.set("B", broke=True)
    game = played(match)
    assert fates(game.sides[0]) == ["held", *["claimed"] * 4]


@pytest.mark.parametrize(
    ("ending", "vehicles"),
    [("started", [True, False]), ("alone", [True, False]), ("left", [False, False])],
)
def test_who_drove_away(ending: str, vehicles: list[bool]) -> None:
    """p. 107."""
    match = two_groups("the-escape")
    match.action()
    if ending == "started":
        match.set("table", started="A2")
    for figure in ("B1", "B2"):
        if ending == "alone":
            match.tap("out", figure=figure, by="")
        if ending == "left":
            match.tap("leave", figure=figure)
    game = played(match)
    assert [s.vehicle for s in game.sides] == vehicles
    assert game.sides[0].vehicle_by == ("mo" if ending == "started" else "")
    objectives = [a.objectives for a in game.sides[0].appearances]
    assert objectives == ([0, 1] if ending == "started" else [0, 0])


@pytest.mark.parametrize(
    ("carrier", "off", "broke", "fate", "did", "objectives"),
    [
        ("A1", True, (), "home", 0, 1),
        ("A1", False, (), "home", 2, 3),
        ("B1", True, (), "lost", 1, 1),
        ("", False, ("B",), "home", 0, 0),
        ("", False, ("A",), "lost", 0, 0),
        ("", False, (), "lost", 0, 0),
    ],
)
def test_what_became_of_a_captive(
    carrier: str, off: bool, broke: tuple[str, ...], fate: str, did: int, objectives: int
) -> None:
    """p. 104; rulings 17, 49 and 66."""
    ann = replace(member("Ann"), status="captured", captor="h")
    match = Match(
        side("T", zeke(), group="g", role="attacker", captured=(ann,)),
        side("C", carl(), group="h", role="defender"),
        encounter="rescue",
    )
    match.action()
    match.set("A1", objectives=did)
    if carrier:
        match.tap("carry", figure=carrier, load="P1")
        if off:
            match.tap("leave", figure=carrier)
    for team in broke:
        match.set(team, broke=True)
    game = played(match, g=group(zeke(), ann), h=group(carl()))
    (captive,) = game.sides[0].captives
    assert captive.fate == fate
    zekes = game.sides[0].appearance("zeke")
    assert zekes is not None
    assert zekes.objectives == objectives


def test_everything_of_three_sides_is_in_the_record() -> None:
    """p. 87, p. 92: each side its own."""
    match = Match(
        side("One", zeke(), member("Mo"), group="g"),
        side("Two", carl(), group="h"),
        side("Three", member("Ed"), member("Al"), group="i"),
    )
    match.action()
    match.tap("carry", figure="C2", load="token")
    match.tap("leave", figure="C2")
    match.tap("zombie-down", zombie="Z1", by="C1")
    match.tap("out", figure="B1", by="C1")
    match.tap("out", figure="A2", by="Z2")
    game = played(match)
    assert [s.group for s in game.sides] == ["g", "h", "i"]
    assert [[(a.member, a.out, a.out_by, a.zombies, a.rivals) for a in s.appearances]
            for s in game.sides] == [
        [("zeke", False, "", 0, 0), ("mo", True, "zombie", 0, 0)],
        [("carl", True, "ed", 0, 0)],
        [("ed", False, "", 1, 1), ("al", False, "", 0, 0)],
    ]  # fmt: skip
    assert [fates(s) for s in game.sides] == [[], [], ["carried"]]


def test_a_quick_side_leaves_no_members_in_the_record() -> None:
    match = Match(side("T", zeke(), group="g"), side("C", carl()))
    match.action()
    match.tap("out", figure="A1", by="B1")
    game = played(match)
    assert game.sides[1].appearances == ()
    zekes = game.sides[0].appearance("zeke")
    assert zekes is not None
    assert zekes.out_by == ""


def test_a_gun_that_was_used_up_is_in_the_record_as_its_bearers() -> None:
    match = Match(side("T", zeke(), group="g"), side("C", carl(), group="h"))
    guns = {gun.figure: gun.item for gun in match.state.all(Gun)}
    match.set("A1", used=(guns["A1"], guns["B1"]))
    mine = played(match).sides[0].appearance("zeke")
    assert mine is not None
    assert mine.spent == (guns["A1"],)


def test_only_what_has_no_name_of_its_own_is_called_by_its_number() -> None:
    assert short_name("Zombie 12", "Z12") == "12"
    assert short_name("Grandpa", "Z12") == "Grandpa"
    assert short_name("Zombie 2", "Z12") == "Zombie 2"
