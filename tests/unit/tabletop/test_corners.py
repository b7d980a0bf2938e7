"""Corners of the rules where a table would notice a slip: who is left, what is dropped, whose turn
it is, when a game is over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord, doubts
from lastdays.model.group import Member
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.shooting import Shot, aim, may_use_two, targets
from lastdays.tabletop.last_days.sides import Camp, follow
from lastdays.tabletop.last_days.state import Captive, State, from_json, to_json
from lastdays.tabletop.last_days.turn import (
    leader_of,
    roll_off_needed,
    to_test,
    waiting,
    whose_turn,
)
from unit.postgame.crew import group
from unit.tabletop.playing import BOOK, Match, carl, duel, member, side, zeke


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


SELFISH, MILD = Camp(selfish=True), Camp()


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
        ("rescue", {"A": MILD, "B": Camp(captured=True)}, "A", ()),
        ("rescue", {"A": MILD, "B": SELFISH}, "", ("A", "B")),
        ("rescue", {"A": Camp(captured=True), "B": Camp(captured=True)}, "", ("A", "B")),
        ("rescue", {"A": MILD, "B": Camp(captured=True, captors=("C",)), "C": MILD}, "C", ()),
    ],
)
def test_who_attacks_follows_or_is_rolled(
    encounter: str, camps: dict[str, Camp], defender: str, rolling: tuple[str, ...]
) -> None:
    roles = follow(BOOK.encounters[encounter], camps)
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


def test_a_side_that_has_not_named_its_leader_yet_still_rolls() -> None:
    match = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    match.action()
    match.tap("out", figure="A1", by="")
    match.to("end")
    match.go("breaking", 1, team="A")  # 1 + 1 against Mo's Courage and two on the table
    assert not match.state.team("A").broke


def test_who_walked_off_has_not_fallen() -> None:
    match = duel()
    match.action()
    match.tap("leave", figure="A1")
    match.tap("out", figure="A2", by="")
    match.to("end")
    assert to_test(match.state) == []  # ruling 39: it plays no further part
    assert not match.state.team("A").broke


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


def test_nobody_gets_the_vehicle_by_walking_off() -> None:
    match = Match(
        side("T", zeke(), group="g"), side("C", carl(), group="h"), encounter="the-escape"
    )
    match.action()
    match.tap("leave", figure="A1")
    assert verdict(match.state) is None
    match.tap("carry", figure="B1", load="token")
    match.tap("leave", figure="B1")
    assert winners(match) == ()
    game = record(match.state, GameRecord("s", 1, "", ()), {"g": group(zeke()), "h": group(carl())})
    assert [s.vehicle for s in game.sides] == [False, False]


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


@pytest.mark.parametrize("count", [3, 4])
def test_a_rescue_of_three_or_four_sides_has_everybody_on_the_table(count: int) -> None:
    names = ("One", "Two", "Three", "Four")[:count]
    sides = [
        side(n, zeke(), member("Mo"), role="defender" if n == "One" else "attacker") for n in names
    ]
    state = Match(*sides, encounter="rescue").state
    assert [len(state.figures(t.id)) for t in state.teams] == [2] * count
    assert all(leader_of(state, t.id) is not None for t in state.teams)
    assert [c.name for c in state.captives] == ["Captive"]


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


def test_a_captive_nobody_carries_falls_to_the_side_that_holds_the_table() -> None:
    ann = captured("Ann", "h")
    match = Match(
        side("R", zeke(), group="g", role="attacker", captured=(ann,)),
        side("D", carl(), group="h", role="defender"),
        encounter="rescue",
    )
    match.action()
    match.tap("out", figure="B1", by="A1")
    match.to("end")
    match.go("breaking", team="B")
    game = record(
        match.state, GameRecord("s", 1, "", ()), {"g": group(zeke(), ann), "h": group(carl())}
    )
    assert [c.fate for c in game.sides[0].captives] == ["home"]


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


def test_every_shot_of_a_token_is_at_whoever_acted() -> None:
    match = ready_with("military-smg")
    match.go("activate", figure="B1")
    assert targets(match.state, match.state.figure("A1"), locked=True) == ["B1"]
    match.go("shoot", 1, gun="A1.g1", target="B1", locked=True)
    match.tap("finish", figure="B1")
    assert targets(match.state, match.state.figure("A1"), locked=True) == ["B1"]


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


def test_the_turn_passes_when_the_one_that_acts_falls() -> None:
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    match.tap("out", figure="A1", by="B1")
    assert whose_turn(match.state) == "B"


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


def test_who_is_brought_back_has_the_captive_they_left_with() -> None:
    match = duel()
    match.state = match.state.add(Captive("K1", "Sam", place="off", brought="A1"))
    match.set("A1", away=True, brought="K1")
    match.tap("back", figure="A1")
    (captive,) = match.state.captives
    assert (captive.place, captive.brought) == ("A1", "")
    match.set("A2", away=True, brought="token")
    match.tap("back", figure="A2")
    assert match.state.figure("A2").carries == "token"


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
