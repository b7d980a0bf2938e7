"""What is counted by hand, how a game is set up and what it is handed on as, at each limit and at
one beside it (p. 35–36, p. 57, p. 59, p. 71–82, p. 92, p. 98–107; rulings 33, 44, 47, 49, 66)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import NextEncounter, Status
from lastdays.tabletop.last_days.game import record
from lastdays.tabletop.last_days.setup import Setup, entrant_of, problems, warnings
from lastdays.tabletop.last_days.sides import limit_if_exceeded
from lastdays.tabletop.last_days.state import Gun
from unit.postgame.crew import group
from unit.tabletop.playing import BOOK, Match, carl, duel, member, side, tell, zeke
from unit.tabletop.telling import stories

#: Zeke and Mo against Carl, unless it is said otherwise.
STORIES = stories("""
Damage by hand at the Damage Capacity (p. 53)
    count B1.damage +2; B1 out=False damage=2; B has 0 losses; count B1.damage +1; B1 out=True damage=3
    B has 1 losses; count B1.damage -1; B1 on_table=True damage=2; B has 0 losses; anew
    count B1.damage +4; B1 out=True damage=3
A zombie takes one point of damage (p. 59), a door two (p. 35)
    count Z1.damage +1; Z1 is dead; zombie-up Z1; Z1 damage=0
    place door; count T1.damage +1; T1 gone=False damage=1; count T1.damage +1; T1 gone=True damage=2
    place door; count T2.damage +3; T2 gone=True damage=2
Things as they are placed (p. 35, p. 75, p. 78)
    place noisemaker; T1 noise=5 strength=0 capacity=0 E=0 until=0 knock=0
    place fire; T2 noise=0 strength=3 capacity=0 E=0 until=1 knock=1
    place door; T3 noise=0 strength=0 capacity=2 E=4 until=0
    place alarm; T4 noise=0 strength=0 capacity=0 E=0; place ladder; T5 noise=0 capacity=0
The credit for a fall goes from one to the other (p. 87), and never to a friend
    out B1 A1; A1 rivals=1; credit B1 A2; A1 rivals=0; A2 rivals=1; credit B1 zombie; A2 rivals=0
    B1 out_by=zombie; anew
    out A2 A1; A1 rivals=0; credit A2 B1; B1 rivals=1; credit A2 A1; A1 rivals=0; B1 rivals=0
Who is brought back lacks a point, and counts as no casualty of that turn
    action; out A2 B1; A has 1 losses; back A2; A2 on_table=True damage=2 ap=5; A has 0 losses; B1 rivals=0
    out A2 ''; action; out A1 ''; back A2; A has 1 losses  # Zeke's, of this turn
A zombie that was not put down takes its credit and its token back | zeke vs carl @massacre-site
    zombie-down Z1 A1; A1 zombies=1; table tokens=1; zombie-up Z1; A1 zombies=0; table tokens=0
    Z1 is token; can't zombie-up Z1: hasn't been put down
    zombie-down Z1; set table tokens=0; zombie-up Z1; Z1 isn't token
""")


@pytest.mark.parametrize("title", STORIES)
def test_by_hand(title: str) -> None:
    tell(title, STORIES[title])


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
    found = limit_if_exceeded(match.state, match.state.team("A"), BOOK.encounters[encounter])
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
