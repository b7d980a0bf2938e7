"""What is offered, asked and said at the table in the cases next to the usual one: one side, one
gun, a token spent, a defender who may break (p. 47–52, p. 57, p. 67–70, p. 99–107)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastdays.model.group import Item
from lastdays.procedure.asks import Sum
from lastdays.tabletop.engine import PendingAsk
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.fighting import Fight, weigh
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import Entrant, Setup, camps
from lastdays.tabletop.last_days.shooting import Shot, aim
from lastdays.tabletop.view import ButtonView, FormView
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, carl, duel, member, side, zeke


def begun(match: Match, play: str, *answers: object, **args: object) -> PendingAsk:
    """What is asked after some answers."""
    match._add(plays.start(match.state, match.rules, play, args))
    for given in answers:
        match._add(plays.answer(match.state, match.rules, given, "typed"))
    found = plays.standing(match.state, match.rules)
    assert found is not None
    return found


def due(match: Match) -> list[str]:
    """The keys of the moves that are due."""
    return [b.key for b in LastDays(match.rules).guide(match.state).moves]


def on_sheet(match: Match, piece: str) -> list[str]:
    """The keys of a piece's buttons."""
    found = LastDays(match.rules).sheet(match.state, piece, "guided")
    assert found is not None
    return [b.key for s in found.sections for b in s.items if isinstance(b, ButtonView)]


def form(match: Match, name: str, about: str, **chosen: str) -> FormView:
    found = LastDays(match.rules).form(match.state, name, about, chosen)
    assert found is not None
    return found


# Shots


def test_a_gunfighters_token_fires_one_gun_at_its_usual_number():
    """p. 49, p. 65: two guns are for the Shooting Phase."""
    match = duel(zeke=zeke(gear=("semi-automatic", "surplus-smg"), skills=("gunfighter",)))
    match.action()
    match.set("A1", locked=True, two_guns=True)
    shot = Shot("A1.g1", "B1", locked=True, two_guns=True)
    assert aim(match.state, match.rules, shot).needed == 4
    match.set("A1.g1", snaps=1)
    later = aim(match.state, match.rules, shot)
    assert (later.needed, later.parts[-1].amount) == (5, -1)


def test_who_is_aware_is_asked_once_a_token_and_not_of_an_ordinary_shot():
    """p. 67."""
    aware = carl(skills=("situational-awareness",))
    plain = duel(zeke=zeke(gear=("semi-automatic",)), carl=aware)
    plain.action()
    plain.to("shooting")
    asked = begun(plain, "shoot", gun="A1.g1", target="B1")
    assert asked.ask.key == "shot/A1/A1.g1/1/hit"
    snap = duel(zeke=zeke(gear=("semi-automatic",)), carl=aware)
    snap.action()
    snap.set("A1", locked=True)
    asked = begun(snap, "shoot", gun="A1.g1", target="B1", locked=True)
    assert asked.ask.key.startswith("shot/A1/A1.g1/1/aware")
    snap.drop()
    snap.set("A1.g1", snaps=1)
    asked = begun(snap, "shoot", gun="A1.g1", target="B1", locked=True)
    assert asked.ask.key == "shot/A1/A1.g1/2/hit"


def test_the_answers_to_a_blast_keep_their_places():
    """A session that waits for the next of them finds those it has."""
    match = duel(zeke=zeke(gear=("thrown-explosive",)))
    match.action()
    match.to("shooting")
    asked = begun(match, "shoot", 6, gun="A1.g1", target="B1")
    assert (asked.ask.key, asked.ask.page) == ("shot/A1/A1.g1/1/blast/1", 70)
    match._add(plays.answer(match.state, match.rules, "Z1", "typed"))
    now = plays.standing(match.state, match.rules)
    assert now is not None
    assert now.ask.key == "shot/A1/A1.g1/1/blast/2"


@pytest.mark.parametrize(
    ("skill", "number"),
    [
        (0, "impossible: Firearms 0"),
        (1, "6 or more · 17 %"),
        (2, "5 or more · 33 %"),
        (6, "1 or more · certain"),
        (7, "1 or more · certain"),
    ],
)
def test_the_number_of_a_shot_before_the_die(skill, number):
    """p. 51."""
    match = duel()
    match.action()
    match.to("shooting")
    match.set("A1", FA=skill)
    assert form(match, "shot", "A1", target="B1").number == number


def test_a_token_is_offered_against_whom_it_may_be_spent():
    """p. 49–50: whoever acts, unless a friend is in contact with it; while a shot is left."""
    match = duel()
    match.action()
    match.set("A1", locked=True)
    match.go("activate", figure="B1")
    assert "locked/A1" in due(match)
    match.set("A1.g1", snaps=1)
    assert "locked/A1" not in due(match)
    match.set("A1.g1", snaps=0, shots=1)
    assert "locked/A1" in due(match)
    assert "locked" in on_sheet(match, "A1")
    match.set("A1.g1", snaps=1, shots=0)
    assert "locked" not in on_sheet(match, "A1")
    match.set("A1.g1", snaps=0)
    match.touch("A2", "B1")
    assert "locked/A1" not in due(match)


@pytest.mark.parametrize("of", ["A2", "A1"])
def test_a_token_is_not_spent_on_a_friend_who_acts(of):
    match = duel()
    match.action()
    match.set("A1", locked=True)
    match.go("activate", figure=of)
    assert "locked/A1" not in due(match)


# Actions


@pytest.mark.parametrize(
    ("action", "ap", "lengths"),
    [("move", 3, ["1", "2", "3"]), ("difficult", 4, ["1", "2"]), ("climb", 6, ["1", "2", "3"])],
)
def test_an_action_by_the_inch_is_offered_at_each_length(action, ap, lengths):
    """p. 47."""
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    match.set("A1", ap=ap)
    asked = begun(match, "act", figure="A1", action=action).ask
    assert [o.key for o in asked.options] == lengths
    assert asked.page == 47


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
def test_the_aggressor_by_hand_and_the_next_side_defends(sides, aggressor, defender, order):
    """Ruling 48."""
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")[:sides]))
    match.tap("roles", aggressor=aggressor)
    assert (match.state.table.aggressor, match.state.table.defender) == (aggressor, defender)
    assert {t.id: t.order for t in match.state.teams} == order


def test_a_side_that_broke_is_not_made_the_defender_by_hand():
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")))
    match.set("B", broke=True)
    match.tap("roles", aggressor="A")
    assert match.state.table.defender == "C"


def test_what_was_used_up_is_there_again_and_the_rest_is_not():
    match = duel(zeke=zeke(gear=("knife", "noisemaker", "climbing-gear")))
    first, second = (i for i, _key in match.state.figure("A1").kit)
    match.tap("use-up", figure="A1", item=first)
    match.tap("use-up", figure="A1", item=second)
    assert match.state.figure("A1").used == (first, second)
    match.tap("use-up", figure="A1", item=first)
    assert match.state.figure("A1").used == (second,)


def test_a_side_alone_is_no_aggressor_and_no_defender():
    match = Match(side("T", zeke()))
    assert on_sheet(match, "A") == ["broke"]
    raid = Match(side("T", zeke()), encounter="bushwhack")
    assert on_sheet(raid, "A") == ["broke"]


def test_a_weapon_that_is_used_up_by_hand_is_off_the_roster_and_an_empty_one_is_not():
    """p. 70–71."""
    match = duel(zeke=zeke(gear=("revolver", "fire-bomb")))
    match.tap("mark", piece="A1.g1", name="empty")
    assert (match.state.gun("A1.g1").empty, match.state.figure("A1").used) == (True, ())
    bomb = match.state.gun("A1.g2")
    match.tap("mark", piece="A1.g2", name="gone")
    assert match.state.figure("A1").used == (bomb.item,)
    match.tap("mark", piece="A1.g1", name="gone")
    assert match.state.figure("A1").used == (bomb.item,)
    match.tap("mark", piece="A1.g2", name="gone")
    assert match.state.figure("A1").used == ()


# Attacker and defender


def test_only_deployed_defenders_begin_with_a_token():
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
def test_what_a_refuge_lends_its_defenders(encounter, perks, fences, solid, capacity):
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


def test_a_defender_is_named_where_any_number_deploys():
    """p. 101: no limit for either side."""
    match = Match(
        side("T", *(member(f"M{n}") for n in range(8))),
        side("C", *(member(f"N{n}") for n in range(8))),
        encounter="home-defense",
    )
    match.tap("defend", defender="B")
    assert {t.id: t.role for t in match.state.teams} == {"A": "attacker", "B": "defender"}
    assert len(match.state.standing()) == 16


def test_whose_leader_is_selfish_is_known_before_the_table_is_set_up():
    """p. 99: of each side's own Leader; a side without one is nobody's."""
    mild = member("Al", "everyday-hero")
    sides = (
        side("T", zeke(), mild),
        Entrant("C", (zeke(), mild), leader=mild.id),
        Entrant("E", (zeke(),)),
    )
    found = camps(Setup("bushwhack", sides))
    assert {letter: camp.selfish for letter, camp in found.items()} == {
        "A": True,
        "B": False,
        "C": False,
    }


def test_whose_captives_are_at_the_table_is_known_before_it_is_set_up():
    """p. 104."""
    ann = replace(member("Ann"), status="captured", captor="h")
    bea = replace(member("Bea"), status="captured", captor="x")
    sides = (
        side("T", zeke(), group="g", captured=(ann,)),
        side("C", carl(), group="h", captured=(bea,)),
    )
    found = camps(Setup("rescue", sides))
    assert {i: (c.captured, c.captors) for i, c in found.items()} == {
        "A": (True, ("B",)),
        "B": (False, ()),
    }


# The end


def test_one_side_alone_plays_the_escape_to_its_end():
    """p. 107."""
    match = Match(side("T", zeke()), encounter="the-escape")
    match.action(defender="A")
    assert verdict(match.state) is None
    match.set("table", started="A1")
    found = verdict(match.state)
    assert found is not None
    assert found.winners == ("A",)


def test_doors_are_numbered_from_one():
    match = Match(side("T", zeke()), side("C", carl()), encounter="home-defense")
    assert [(t.id, t.name) for t in match.state.things] == [("T1", "Door 1"), ("T2", "Door 2")]


def test_a_rescue_is_over_with_the_captive_off_the_table_and_not_before():
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
def test_a_game_ends_at_once_with_the_last_defender_of_a_refuge_only(encounter, fallen, over):
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


def test_the_sides_roll_off_for_an_edge_where_the_encounter_says_so():
    """p. 34, p. 102."""
    for encounter, offered in (("massacre-site", True), ("bushwhack", False)):
        match = Match(side("T", zeke()), side("C", carl()), encounter=encounter)
        assert ("edge" in due(match)) is offered
    match = Match(side("T", zeke()), side("C", carl()), encounter="massacre-site")
    asked = begun(match, "roll-off", teams=["A", "B"])
    assert (asked.ask.key, asked.ask.page) == ("roll-off/1/A", 10)
    assert isinstance(asked.ask, Sum)
    assert (asked.ask.dice.count, asked.ask.dice.faces) == (1, 6)
    match.drop()
    match.go("roll-off", 2, 5, teams=["A", "B"])
    assert match.state.table.edge == "B"
    assert "edge" not in due(match)
    alone = Match(side("T", zeke()), encounter="massacre-site")
    assert "edge" not in due(alone)


def test_a_silencer_is_declared_once_and_where_there_is_one():
    """p. 79."""
    plain = duel()
    assert not [key for key in due(plain) if key.startswith("silencer")]
    item = Item("s", "silencer")
    bearer = zeke(gear=("revolver", "magnum"))
    first, second = bearer.gear
    match = duel(zeke=replace(bearer, gear=(replace(first, attached=(item,)), second)))
    assert [key for key in due(match) if key.startswith("silencer")] == ["silencer/A1.g1"]
    match.tap("silence", gun="A1.g1")
    assert (match.state.gun("A1.g1").silent, match.state.figure("A1").used) == (True, ("s",))
    assert not [key for key in due(match) if key.startswith("silencer")]
    match.tap("silence", gun="A1.g1")
    assert (match.state.gun("A1.g1").silent, match.state.figure("A1").used) == (False, ())


# Fights


@pytest.mark.parametrize(
    ("foes", "skills", "parts"),
    [
        (("B1",), (), [4, 1]),
        (("B1", "Z1"), (), [4, 1, -1]),
        (("B1", "Z1", "Z2"), (), [4, 1, -2]),
        (("B1", "Z1", "Z2"), ("crowd-control",), [4, 1]),
    ],
)
def test_what_an_attackers_number_is_made_of(foes, skills, parts):
    """p. 55: one less for each enemy after the first, and not a word of it with one."""
    match = duel(zeke=zeke(gear=("knife",), skills=skills))
    match.action()
    for foe in foes:
        match.touch("A1", foe)
    match.to("close-quarters")
    odds = weigh(match.state, match.rules, Fight("A1", "B1", "A1.b1", "B1.b1"))
    assert [p.amount for p in odds.attack.parts] == parts


# Interact


def test_an_objective_is_one_more_each_time():
    """p. 48, p. 87."""
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    for n in (1, 2):
        match.set("A1", ap=3)
        match.go("act", "objective", figure="A1", action="interact")
        assert match.state.figure("A1").objectives == n


def test_what_an_interact_may_be_for():
    """p. 36, p. 48: what lies on the table, what a friend carries; with full hands to whom."""
    match = Match(
        side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()), encounter="scavengers"
    )
    match.action()
    match.go("activate", figure="A1")
    always = ["objective", "other"]

    def offered() -> list[str]:
        asked = begun(match, "act", figure="A1", action="interact").ask
        match.drop()
        return [o.key for o in asked.options]

    assert offered() == ["token", *always]
    match.set("A2", carries="token")
    assert offered() == ["token", "take/A2", *always]
    match.set("B1", carries="token")
    match.set("table", tokens=0)
    assert offered() == ["take/A2", *always]
    match.set("A1", carries="token")
    assert offered() == ["down", "pass/A3", *always]


# Whose turn it is


def test_after_a_tag_team_the_friend_is_due_alone():
    """p. 69; where the friend is gone, whoever can act."""
    match = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    match.action()
    match.set("table", after="A2")
    assert due(match) == ["activate/A2"]
    match.tap("out", figure="A2", by="")
    assert due(match) == ["activate/A1", "activate/A3"]
    match.set("table", after="A2")
    assert due(match) == ["activate/A1", "activate/A3"]


@pytest.mark.parametrize(("sides", "first"), [(1, ["activate/A1"]), (2, ["initiative"])])
def test_the_action_phase_begins_with_the_initiative_of_two_sides(sides, first):
    """p. 45."""
    match = Match(*(side(n, zeke()) for n in ("One", "Two")[:sides]))
    match.to("action")
    assert due(match) == first
    table = match.state.table
    assert (table.aggressor, table.defender) == (("A", "A") if sides == 1 else ("", ""))


def test_who_led_before_leads_no_more():
    """p. 46."""
    match = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    match.action()
    match.tap("out", figure="A1", by="")
    assert due(match)[0] == "leader/A"
    match.go("leader", "A2", team="A")
    assert [f.id for f in match.state.figures() if f.leads] == ["A2", "B1"]


# Who comes, goes and comes back


@pytest.mark.parametrize(
    ("encounter", "phase", "carries"),
    [
        ("scavengers", "setup", {"A2": "", "B4": ""}),
        ("bushwhack", "setup", {"A2": "", "B4": "token"}),
        ("bushwhack", "action", {"A2": "", "B4": ""}),
    ],
)
def test_who_comes_to_the_table_carries_what_a_defender_begins_with(encounter, phase, carries):
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
def test_who_is_back_has_the_captive_again_unless_it_is_elsewhere(meanwhile, again):
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
    assert ("isn't there any more" in said) is (again == "")


@pytest.mark.parametrize(("capacity", "damage"), [(1, 0), (3, 2)])
def test_a_zombie_that_rises_again_lacks_a_point(capacity, damage):
    match = duel()
    match.set("Z1", DC=capacity, damage=0)
    match.tap("zombie-down", zombie="Z1", by="A1")
    match.tap("zombie-up", zombie="Z1")
    assert match.state.zombie("Z1").damage == damage


# The dead


def test_what_is_offered_to_a_zombie():
    """p. 41."""
    match = duel()
    match.action()
    assert not {"start", "end", "zombies-done"}.intersection(on_sheet(match, "Z1"))
    match.set("table", phase="zombies", rolled_off=("A", "B"))
    assert {"start", "zombies-done"} <= set(on_sheet(match, "Z1"))
    match.set("Z2", acted=True)
    assert "start" not in on_sheet(match, "Z2")
    match.go("start-zombie", zombie="Z1")
    assert "end" in on_sheet(match, "Z1")
    assert "start" not in on_sheet(match, "Z1")
    assert not {"start", "end"}.intersection(on_sheet(match, "Z3"))
    for zombie in ("Z1", "Z3"):
        match.set(zombie, acted=True)
    assert "zombies-done" not in on_sheet(match, "Z3")


# The turn


def test_what_went_wide_leaves_the_gun_for_the_shooting_phase():
    """p. 49, p. 67: the token's shots are not those of the phase that follows."""
    match = duel(zeke=zeke(gear=("semi-automatic",)), carl=carl(skills=("situational-awareness",)))
    match.action()
    match.set("A1", locked=True)
    match.go("shoot", 6, 1, gun="A1.g1", target="B1", locked=True)
    gun = match.state.gun("A1.g1")
    assert (gun.shots, gun.snaps, gun.ammo) == (0, 0, 2)


def test_a_new_turn_takes_off_every_mark_of_the_last():
    """p. 39, p. 46: wounds, noise, what is carried and what counts for Experience stay."""
    match = duel()
    match.action()
    before = match.state
    marks = ("ran", "acted", "fired", "fought", "panicked", "two_guns", "still", "jumped")
    for figure in ("A1", "A2"):
        match.set(figure, ap=4, sprint=2, maneuvers=2, noise=2, **dict.fromkeys(marks, True))
    match.set("A2", away=True)
    for team in ("A", "B"):
        match.set(team, losses=2, tested=True, tagged=True)
    match.set("A1.g1", shots=2, snaps=2)
    match.set("Z1", fought=True, acted=True)
    match.set("table", drawn=3, last="A", chose="B", after="A1")
    match.set("table", phase="end")
    match.tap("next")
    table = match.state.table
    assert (table.turn, table.phase, table.drawn) == (2, "noise", 0)
    assert (table.aggressor, table.defender, table.last, table.chose, table.after) == ("",) * 5
    fresh = {"ap": None, "sprint": 0, "maneuvers": 0, **dict.fromkeys(marks, False)}
    old = before.figure("A1")
    assert match.state.figure("A1") == replace(old, **fresh, noise=2, noise_due=2)
    old = before.figure("A2")
    assert match.state.figure("A2") == replace(old, **fresh, noise=2, noise_due=0, away=True)
    for team in ("A", "B"):
        side_now = match.state.team(team)
        assert (side_now.losses, side_now.tested, side_now.tagged) == (0, False, False)
    gun = match.state.gun("A1.g1")
    assert (gun.shots, gun.snaps) == (0, 0)
    dead = match.state.zombie("Z1")
    assert (dead.fought, dead.acted) == (False, False)


def test_what_was_rolled_for_may_be_rolled_for_in_the_next_turn():
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
