"""Corners of the rules where a table would notice a slip: who is left, who comes, what is dropped or
used up, whose turn it is, when a game is over (p. 34–53, p. 57, p. 59–70, p. 99–107)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord, doubts
from lastdays.model.group import Member
from lastdays.rulebook import load
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.setup import Setup, who_attacks
from lastdays.tabletop.last_days.shooting import Shot, aim, may_use_two, ready
from lastdays.tabletop.last_days.sides import follow
from lastdays.tabletop.last_days.state import Rules, State, Team, from_json, to_json
from lastdays.tabletop.last_days.turn import roll_off_needed, waiting, whose_turn
from sure import sure
from unit.postgame.crew import group
from unit.rulebook.packing import write_pack
from unit.tabletop.playing import BOOK, Match, begun, carl, duel, member, side, zeke


def winners(match: Match) -> tuple[str, ...]:
    found = verdict(match.state)
    assert found is not None
    return found.winners


def defended(*defenders: Member, attackers: tuple[Member, ...] = ()) -> Match:
    return Match(
        side("Raiders", zeke(), *attackers, group="g", role="attacker"),
        side("Home", carl(), *defenders, group="h", role="defender"),
        encounter="home-defense",
    )


def three() -> Match:
    sides = [
        side(n, zeke(gear=("revolver", "knife")), member("Mo")) for n in ("One", "Two", "Three")
    ]
    return Match(*sides)


# Attacker and defender


SELFISH, MILD = "selfish", None


@pytest.mark.parametrize(
    ("encounter", "camps", "defender", "rolling"),
    [
        ("scavengers", {"A": SELFISH, "B": MILD}, "", ()),
        ("bushwhack", {"A": SELFISH, "B": MILD}, "B", ()),
        ("bushwhack", {"A": MILD, "B": SELFISH}, "A", ()),
        ("bushwhack", {"A": MILD, "B": MILD}, "", ("A", "B")),
        ("bushwhack", {"A": SELFISH, "B": SELFISH}, "", ("A", "B")),
        ("bushwhack", {"A": SELFISH, "B": MILD, "C": MILD}, "", ("B", "C")),
        ("home-defense", {"A": SELFISH, "B": MILD}, "", ("A", "B")),
        ("home-defense", {"A": SELFISH}, "", ()),
        ("rescue", {"A": MILD, "B": ""}, "A", ()),
        ("rescue", {"A": MILD, "B": SELFISH}, "", ("A", "B")),
        ("rescue", {"A": "", "B": ""}, "", ("A", "B")),
        ("rescue", {"A": MILD, "B": "c", "C": MILD}, "C", ()),
    ],
)
def test_who_attacks_follows_or_is_rolled(
    encounter: str, camps: dict[str, str | None], defender: str, rolling: tuple[str, ...]
) -> None:
    """Each side's Leader is Selfish, or somebody holds one of its members: who, where known."""
    selfish = {side for side, what in camps.items() if what == SELFISH}
    held = {side: what for side, what in camps.items() if what not in (SELFISH, MILD)}
    teams = [
        Team(s, s, s.lower(), captured=(("m", "Ann", held[s] or ""),) if s in held else ())
        for s in camps
    ]
    roles = follow(BOOK.encounters[encounter], teams, selfish)
    assert (roles.defender, roles.rolling) == (defender, rolling)


def test_the_lowest_of_a_roll_off_defends_and_all_that_comes_of_it_follows() -> None:
    lost = captured("Ann", "h")
    match = Match(
        side("R", zeke(), group="g", captured=(lost,)),
        side("D", carl(), *(member(n) for n in ("Al", "Bo", "Cy")), group="h",
             captured=(captured("Bea", "g"),)),
        encounter="rescue",
    )  # fmt: skip
    assert {t.role for t in match.state.teams} == {""}
    said = match.go("sides", 3, 3, 5, 2)
    assert "R attacks, D defends." in said
    assert [c.name for c in match.state.captives] == ["Ann"]
    assert [f.part for f in match.state.figures("B")] == ["deployed"] * 3 + ["held-back"]
    with pytest.raises(RuleError, match="already decided"):
        match.go("sides")
    match.tap("carry", figure="B1", load="P1")
    match.tap("defend", defender="A")
    assert [c.name for c in match.state.captives] == ["Bea"]
    assert match.state.figure("B1").carries == ""
    match.tap("next")
    with pytest.raises(RuleError, match="before the game"):
        match.tap("defend", defender="B")
    plain = duel()
    with pytest.raises(RuleError, match="no defender"):
        plain.tap("defend", defender="B")


# The Leader, breaking, the end


def test_a_side_that_flees_leaves_the_table_to_the_others() -> None:
    match = three()
    match.action()
    match.tap("carry", figure="A1", load="token")
    match.tap("out", figure="A2", by="")
    match.to("end")
    match.go("breaking", 6, team="A")
    assert match.state.standing("A") == ()
    assert match.state.figure("A1").brought == "token"
    assert verdict(match.state) is None
    match.to("action")
    assert {match.state.figure(i).team for i in waiting(match.state)} == {"B", "C"}
    match.set("table", tokens=0)
    assert winners(match) == ()  # the one that broke wins nothing


def test_wiped_out_defenders_have_lost_whatever_the_attackers_do() -> None:
    match = defended(attackers=(member("Mo"),))
    match.action()
    match.tap("out", figure="A2", by="B1")
    match.tap("out", figure="B1", by="A1")
    assert winners(match) == ("A",)
    match.to("end")
    match.go("breaking", 1, team="A")
    assert winners(match) == ("A",)
    game = record(match.state, GameRecord("s", 1, "", ()), {"g": group(zeke()), "h": group(carl())})
    assert game.sides[0].won
    assert [t.fate for t in game.sides[0].tokens] == ["claimed"] * 5
    assert game.sides[1].tokens == ()


def test_sides_with_nobody_left_neither_roll_off_nor_choose_zombies() -> None:
    match = duel()
    match.action()
    match.tap("leave", figure="B1")
    match.to("end")
    match.to("zombies")
    assert roll_off_needed(match.state) == ()
    assert whose_turn(match.state) == "A"


# What is carried


def test_a_defender_who_does_not_deploy_brings_no_token() -> None:
    match = Match(
        side("R", zeke(), role="attacker"),
        side("D", carl(), member("Lou"), role="defender"),
        encounter="bushwhack",
    )
    match.tap("stay-away", figure="B2", part="held-back")
    assert (match.state.figure("B2").carries, match.state.table.tokens) == ("", 0)
    match.tap("arrive", figure="B2")
    assert match.state.figure("B2").carries == "token"
    match.to("action")
    match.tap("stay-away", figure="B2", part="missing")
    assert match.state.table.tokens == 1


def test_leaving_twice_loses_nothing() -> None:
    match = duel()
    match.action()
    match.tap("carry", figure="A1", load="token")
    match.tap("leave", figure="A1")
    with pytest.raises(RuleError, match="not on the table"):
        match.tap("leave", figure="A1")
    with pytest.raises(RuleError, match="not on the table"):
        match.tap("out", figure="A1", by="B1")
    assert match.state.figure("A1").brought == "token"
    assert match.state.figure("B1").rivals == 0


def test_nothing_is_carried_twice_or_out_of_nothing() -> None:
    match = Match(side("R", zeke(), role="attacker"), side("D", carl(), role="defender"),
                  encounter="rescue")  # fmt: skip
    match.tap("carry", figure="B1", load="P1")
    with pytest.raises(RuleError):
        match.tap("carry", figure="A1", load="P1")
    with pytest.raises(RuleError):
        match.tap("carry", figure="A1", load="A1")
    match.set("table", tokens=0)
    with pytest.raises(RuleError):
        match.tap("carry", figure="A1", load="token")


def captured(name: str, by: str) -> Member:
    return replace(member(name), status="captured", captor=by)


def test_the_other_sides_captives_wait_for_their_own_rescue() -> None:
    ann, bea = captured("Ann", "h"), captured("Bea", "g")
    match = Match(
        side("R", zeke(), group="g", role="attacker", captured=(ann, captured("Zoe", "z"))),
        side("D", carl(), group="h", role="defender", captured=(bea,)),
        encounter="rescue",
    )
    assert [c.name for c in match.state.captives] == ["Ann"]  # Zoe is somebody else's
    match.action()
    match.tap("carry", figure="B1", load="P1")
    match.tap("leave", figure="B1")
    groups = {"g": group(zeke(), ann, captured("Zoe", "z")), "h": group(carl(), bea)}
    game = record(match.state, GameRecord("s", 1, "", ()), groups)
    assert [(c.name, c.fate) for c in game.sides[0].captives] == [("Ann", "lost"), ("Zoe", "held")]
    assert [(c.name, c.fate) for c in game.sides[1].captives] == [("Bea", "held")]
    carl_did = game.sides[1].appearance("carl")
    assert carl_did is not None
    assert carl_did.objectives == 0  # ruling 49: a captive brought home, not away


def test_a_session_of_an_earlier_version_whose_captive_is_called_c1_still_opens() -> None:
    match = Match(side("R", zeke(), role="attacker"), side("D", carl(), role="defender"),
                  encounter="rescue")  # fmt: skip
    stored = to_json(match.state)
    for kind, values in stored:
        if kind == "captive":
            values["id"] = "C1"
    match.state = from_json(stored, match.rules)
    match.tap("carry", figure="B1", load="C1")
    assert match.state.figure("B1").carries == "C1"


def test_no_two_pieces_have_the_same_id() -> None:
    state = duel().state
    zombie = state.zombie("Z1")
    with pytest.raises(ValueError, match="Z1"):
        state.add(zombie)
    with pytest.raises(RuleError, match="cannot be read"):
        from_json([*to_json(state), *to_json(State.of(state.rules, [zombie]))], state.rules)


def test_a_record_from_the_table_agrees_with_itself() -> None:
    ann = captured("Ann", "h")
    match = Match(
        side("R", zeke(), group="g", role="attacker", captured=(ann,)),
        side("D", carl(), member("Lou"), group="h", role="defender"),
        encounter="rescue",
    )
    match.action()
    match.tap("carry", figure="A1", load="P1")
    match.tap("out", figure="B1", by="A1")
    match.set("A1", rivals=0)  # counted by hand, against what is known
    match.tap("leave", figure="A1")
    groups = {"g": group(zeke(), ann), "h": group(carl(), member("Lou"))}
    game = record(match.state, GameRecord("s", 1, "", ()), groups)
    (captive,) = game.sides[0].captives
    assert (captive.fate, captive.by) == ("home", "zeke")
    zeke_did = game.sides[0].appearance("zeke")
    assert zeke_did is not None
    assert (zeke_did.rivals, zeke_did.objectives) == (1, 1)
    assert doubts(game, match.rules.catalogue, {}) == []


# Locked and Loaded, two guns


def ready_with(*gear: str, **more: object) -> Match:
    match = duel(zeke=zeke(gear=gear, **more))
    match.action()
    match.go("activate", figure="A1")
    match.go("act", figure="A1", action="locked-and-loaded")
    match.tap("finish", figure="A1")
    return match


def test_a_token_is_good_until_the_zombies_have_moved() -> None:
    match = ready_with("revolver")
    shot = Shot("A1.g1", "Z1", locked=True)
    assert aim(match.state, shot).why_not == ""
    for phase in ("shooting", "close-quarters", "end", "noise", "ammo"):
        match.to(phase)
        assert "now" in aim(match.state, shot).why_not
    match.to("zombies")
    assert aim(match.state, shot).why_not == ""
    match.to("action")
    assert "now" in aim(match.state, shot).why_not


def test_a_thrown_weapon_ends_the_token() -> None:
    match = ready_with("thrown-explosive", "revolver")
    match.go("activate", figure="B1")
    match.go("shoot", 1, gun="A1.g1", target="B1", locked=True)
    assert not match.state.figure("A1").locked


def test_a_new_token_begins_with_a_first_shot() -> None:
    match = ready_with("military-smg")
    match.to("zombies")
    match.go("roll-off", 5, 1, teams=["A", "B"])
    match.go("start-zombie", zombie="Z1")
    match.go("shoot", 1, gun="A1.g1", target="Z1", locked=True)
    match.action()
    match.go("activate", figure="A1")
    assert match.state.gun("A1.g1").snaps == 0


def test_the_second_gun_only_where_both_were_declared() -> None:
    match = duel(zeke=zeke(gear=("semi-automatic", "revolver"), skills=("gunfighter",)))
    match.action()
    match.to("shooting")
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert not may_use_two(match.state, match.state.figure("A1"))
    assert "cannot be fired now" in aim(match.state, Shot("A1.g2", "B1")).why_not
    plain = duel(zeke=zeke(gear=("semi-automatic", "revolver")))
    plain.action()
    plain.to("shooting")
    assert aim(plain.state, Shot("A1.g1", "B1", two_guns=True)).needed == 4


# Whose turn it is


def test_a_tagged_friend_who_falls_is_waited_for_no_longer() -> None:
    match = Match(
        side("T", zeke(skills=("tag-team",)), member("Mo"), member("Ed")), side("C", carl())
    )
    match.action()
    match.go("activate", figure="A1")
    match.go("act", "A2", 6, figure="A1", action="tag-team")
    match.tap("finish", figure="A1")
    match.tap("out", figure="A2", by="")
    assert whose_turn(match.state) == "B"


def test_an_alarm_that_goes_off_again_rings_again() -> None:
    match = duel()
    match.tap("place", sort="alarm")
    match.tap("set-off", vehicle="T1")
    match.to("zombies")
    match.tap("set-off", vehicle="T1")
    match.to("action")
    assert match.state.thing("T1").noise == 3


# By hand


def test_who_is_brought_back_has_what_was_set_down_as_far_as_it_is_there() -> None:
    match = duel()
    match.action()
    match.tap("carry", figure="A1", load="token")
    match.tap("mark", piece="A1", name="locked")
    match.tap("count", piece="A1", name="damage", amount=3)
    assert match.state.figure("A1").out
    said = match.tap("count", piece="A1", name="damage", amount=-1)
    assert "Zeke has a Supply Token again." in said
    assert match.state.figure("A1").carries == "token"
    assert match.state.figure("A1").locked
    assert match.state.table.tokens == 4
    match.tap("out", figure="A1", by="B1")
    match.set("table", tokens=0)
    said = match.tap("back", figure="A1")
    assert "a Supply Token, set down as Zeke fell, is no longer there." in said
    assert match.state.figure("A1").carries == ""


# The Menace Phase


@pytest.mark.parametrize(
    ("held", "broke", "comes"),
    [("B2", False, True), ("B2", True, False), ("A2", False, False)],
)
def test_only_a_defender_who_holds_on_comes_instead_of_a_zombie(
    held: str, broke: bool, comes: bool
) -> None:
    """p. 99: those held back of a side that has not broken."""
    match = Match(
        side("T", zeke(), member("Mo"), role="attacker"),
        side("C", carl(), member("Lou"), role="defender"),
        encounter="bushwhack",
    )
    match.set(held, part="held-back")
    match.set("B", broke=broke)
    match.set("A1", noise=5)
    match.to("noise")
    match.go("noise", 6, *(("zombie",) if comes else ()), who="A1")
    assert len(match.state.zombies) == 4


# What a side begins with


@pytest.mark.parametrize(("captor", "held"), [("", True), ("h", True), ("x", False)])
def test_whose_captive_may_be_rescued_here(captor: str, held: bool) -> None:
    """p. 104; ruling 74: one whom somebody at the table holds, or nobody knows who."""
    ann = replace(member("Ann"), status="captured", captor=captor)
    sides = (side("T", zeke(), group="g", captured=(ann,)), side("C", carl(), group="h"))
    found = who_attacks(Setup("rescue", sides), BOOK.encounters["rescue"])
    assert found.bound == (("A",) if held else ())
    match = Match(*sides, encounter="rescue")
    assert bool(match.state.team("A").captured) is held


# Who is back


def test_a_leader_who_walked_off_leads_no_more_once_another_is_named() -> None:
    """p. 46; ruling 39."""
    match = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    match.action()
    match.tap("leave", figure="A1")
    match.go("leader", "A3", team="A")
    assert [f.id for f in match.state.figures("A") if f.leads] == ["A3"]


# Steps


def test_who_attacks_is_decided_before_the_game() -> None:
    """p. 99."""
    match = Match(side("T", zeke()), side("C", carl()), encounter="bushwhack")
    match.set("table", phase="action", aggressor="A")
    with pytest.raises(RuleError, match="already decided"):
        match.go("sides")


# Shots


def test_who_is_aware_is_asked_once_a_token_and_not_of_an_ordinary_shot() -> None:
    """p. 67."""
    aware = carl(skills=("situational-awareness",))
    plain = duel(zeke=zeke(gear=("semi-automatic",)), carl=aware)
    plain.action()
    plain.to("shooting")
    asked = begun(plain, "shoot", gun="A1.g1", target="B1")
    assert asked.key == "shot/A1/A1.g1/1/hit"
    snap = duel(zeke=zeke(gear=("semi-automatic",)), carl=aware)
    snap.action()
    snap.set("A1", locked=True)
    asked = begun(snap, "shoot", gun="A1.g1", target="B1", locked=True)
    assert asked.key.startswith("shot/A1/A1.g1/1/aware")
    snap.drop()
    snap.set("A1.g1", snaps=1)
    asked = begun(snap, "shoot", gun="A1.g1", target="B1", locked=True)
    assert asked.key == "shot/A1/A1.g1/2/hit"


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ({}, {}, ["A1.g1", "A1.g2"]),
        ({"empty": True}, {}, ["A1.g2"]),
        ({}, {"usable": False}, ["A1.g1"]),
        ({"usable": False}, {"empty": True}, []),
        ({"usable": False, "empty": True}, {"gone": True}, []),
        ({"shots": 1}, {}, []),
    ],
)
def test_which_firearms_may_be_fired(
    first: dict[str, int], second: dict[str, bool], left: list[str]
) -> None:
    """p. 52, p. 70: loaded, one's own to use, one of them at a time."""
    match = duel(zeke=zeke(gear=("revolver", "magnum")))
    match.set("A1.g1", **first)
    match.set("A1.g2", **second)
    found = ready(match.state, match.state.figure("A1"), locked=False)
    assert [g.id for g in found] == left


# By hand


@pytest.mark.parametrize(
    ("sides", "aggressor", "defender", "order"),
    [
        (1, "A", "A", {"A": 0}),
        (2, "B", "A", {"B": 0, "A": 1}),
        (3, "A", "B", {"A": 0, "B": 1, "C": 2}),
        (3, "B", "C", {"B": 0, "C": 1, "A": 2}),
        (3, "C", "A", {"C": 0, "A": 1, "B": 2}),
    ],
)
def test_the_aggressor_by_hand_and_the_next_side_defends(
    sides: int, aggressor: str, defender: str, order: dict[str, int]
) -> None:
    """Ruling 48."""
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")[:sides]))
    match.tap("roles", aggressor=aggressor)
    assert (match.state.table.aggressor, match.state.table.defender) == (aggressor, defender)
    assert {t.id: t.order for t in match.state.teams} == order


def test_a_side_that_broke_is_not_made_the_defender_by_hand() -> None:
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")))
    match.set("B", broke=True)
    match.tap("roles", aggressor="A")
    assert match.state.table.defender == "C"


# Interact


def test_an_objective_is_one_more_each_time() -> None:
    """p. 48, p. 87."""
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    for n in (1, 2):
        match.set("A1", ap=3)
        match.go("act", "objective", figure="A1", action="interact")
        assert match.state.figure("A1").objectives == n


# Brought back


@pytest.mark.parametrize(
    ("figure", "led", "leads"),
    [("A1", False, True), ("A1", True, False), ("A2", False, False), ("A2", True, False)],
)
def test_the_leader_who_is_back_leads_unless_somebody_does(
    figure: str, led: bool, leads: bool
) -> None:
    """p. 57."""
    ann = member("Ann", "survivor", ("knife",))
    match = Match(side("T", zeke(), member("Mo", gear=("knife",)), ann), side("C", carl()))
    match.action()
    match.tap("leave", figure=figure)
    for other in ("A1", "A2", "A3"):
        match.set(other, leads=False)
    match.set("A3", leads=led)
    match.tap("back", figure=figure)
    assert match.state.figure(figure).leads is leads


# Captives


@pytest.mark.parametrize(
    ("what", "objectives"),
    [
        ({"place": "off", "brought": "A1"}, (1, 0)),
        ({"place": "A1"}, (1, 0)),
        ({"place": "A2"}, (0, 1)),
        ({"place": "table"}, (0, 0)),
    ],
)
def test_who_brought_or_holds_a_captive_has_the_objective(
    what: dict[str, str], objectives: tuple[int, int]
) -> None:
    """p. 104; ruling 49."""
    ann = replace(member("Ann"), status="captured", captor="h")
    match = Match(
        side(
            "T", zeke(), member("Mo", gear=("knife",)), group="g", role="attacker", captured=(ann,)
        ),
        side("C", carl(), group="h", role="defender"),
        encounter="rescue",
    )
    match.set("P1", **what)
    groups = {"g": group(zeke(), ann), "h": group(carl())}
    game = record(match.state, GameRecord("s", 1, "", ()), groups)
    found = [game.sides[0].appearance(m) for m in ("zeke", "mo")]
    assert tuple(a.objectives for a in found if a is not None) == objectives


# Counted by hand


@pytest.mark.parametrize(("on", "turn"), [(True, 3), (False, 0)])
def test_a_locked_and_loaded_mark_notes_its_turn(on: bool, turn: int) -> None:
    """p. 47: the token is good in the turn it was taken in."""
    match = duel()
    match.action()
    match.state = match.state.change("table", turn=3)
    match.set("A1", locked=not on, locked_turn=2)
    match.tap("mark", piece="A1", name="locked")
    found = match.state.figure("A1")
    assert (found.locked, found.locked_turn) == (on, turn)


# Next to the usual case


@pytest.mark.parametrize(
    ("target", "skill", "needed", "chance"),
    [(6, 0, 6, 0), (6, 1, 5, 2), (8, 1, 7, 0), (8, 2, 6, 1), (7, 0, 7, 0), (7, 7, 0, 6)],
)
def test_no_shot_hits_without_firearms_or_beyond_a_six(
    tmp_path: Path, target: int, skill: int, needed: int, chance: int
) -> None:
    """p. 50–51: the target number less Firearms, in a book with another number too."""
    numbers = {"book": f"[firearms]\ntarget = {target}\n"}
    book = load(packs=[write_pack(tmp_path, "house", numbers)])
    assert book.refused_packs == ()
    match = duel()
    match.rules = Rules(book)
    match.set("A1", FA=skill)
    found = aim(match.state, Shot("A1.g1", "B1"))
    assert (found.needed, found.chance) == (needed, Fraction(chance, 6))
    match.to("shooting")
    view = sure(LastDays(match.rules).form(match.state, "shot", "A1", {"target": "B1"}))
    assert (view.figure != "", "or more" in view.number) == (chance > 0, chance > 0)


@pytest.mark.parametrize("before", [False, True])
def test_a_door_is_opened_or_closed(before: bool) -> None:
    """p. 35."""
    match = duel()
    match.tap("place", sort="door")
    match.set("T1", open=before)
    match.action()
    match.go("activate", figure="A1")
    match.go("act", "T1", figure="A1", action="door")
    assert match.state.thing("T1").open is not before


def test_booze_is_drunk_unless_it_is_said_otherwise() -> None:
    """p. 77."""
    match = Match(side("T", zeke(gear=("revolver", "booze"))), side("C", carl()))
    match.tap("booze", figure="A1")
    assert match.state.figure("A1").booze
    match.tap("booze", figure="A1", on=False)
    assert not match.state.figure("A1").booze


@pytest.mark.parametrize("by", ["shot", "blow", "fall"])
def test_a_hit_on_the_head_is_one_point_of_damage(by: str) -> None:
    """p. 61: a zombie with two points is put down by the second."""
    match = duel()
    match.set("Z1", DC=2)
    match.action()
    if by == "shot":
        match.to("shooting")
        match.go("shoot", 6, 6, gun="A1.g1", target="Z1")
    elif by == "blow":
        match.touch("A1", "Z1")
        match.to("close-quarters")
        match.go("fight", 6, 1, 6, attacker="A1", defender="Z1", arms="A1.b1")
    else:
        match.go("hurt", 6, figure="Z1")
    zombie = match.state.zombie("Z1")
    assert (zombie.damage, zombie.dead) == (1, False)


def test_whoever_falls_to_one_fire_is_not_asked_about_the_next() -> None:
    """p. 70: neither the living nor the dead."""
    match = duel()
    for _n in range(2):
        match.tap("place", sort="fire")
    match.action()
    match.go("activate", "yes", 6, figure="A1")
    assert match.state.figure("A1").out
    match.set("table", phase="zombies", rolled_off=("A", "B"), active="")
    match.go("start-zombie", "yes", 6, zombie="Z1")
    assert match.state.zombie("Z1").dead


@pytest.mark.parametrize(("carrier", "by"), [("A2", ["mo", ""]), ("B1", ["", ""]), ("", ["", ""])])
def test_who_brought_a_stranger_home_is_in_the_record(carrier: str, by: list[str]) -> None:
    """p. 104: a member of a campaign; of a quick side nobody is."""
    match = Match(
        side("T", zeke(), member("Mo"), group="g", role="attacker"),
        side("C", carl(), role="defender"),
        encounter="rescue",
    )
    match.action()
    if carrier:
        match.tap("carry", figure=carrier, load="P1")
    game = record(match.state, GameRecord("s", 1, "", ()), {"g": group(zeke())})
    assert [s.stranger_by for s in game.sides] == by
    assert [s.stranger_home for s in game.sides] == [carrier == "A2", carrier == "B1"]
