"""What is offered, asked and said at the table in the cases next to the usual one: one side, one
gun, a token spent, a defender who may break (p. 47–52, p. 57, p. 67–70, p. 99–107)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.procedure.asks import Choose
from lastdays.tabletop.last_days.fighting import Fight, weigh
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.shooting import Shot, aim, ready
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, carl, duel, member, side, zeke
from unit.tabletop.showing import begun, due, form, labels, on_sheet

# Shots


def test_a_gunfighters_token_fires_one_gun_at_its_usual_number() -> None:
    """p. 49, p. 65: two guns are for the Shooting Phase."""
    match = duel(zeke=zeke(gear=("semi-automatic", "surplus-smg"), skills=("gunfighter",)))
    match.action()
    match.set("A1", locked=True, two_guns=True)
    shot = Shot("A1.g1", "B1", locked=True, two_guns=True)
    assert aim(match.state, shot).needed == 4
    match.set("A1.g1", snaps=1)
    later = aim(match.state, shot)
    assert (later.needed, later.parts[-1].amount) == (5, -1)


def test_who_is_aware_is_asked_once_a_token_and_not_of_an_ordinary_shot() -> None:
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


def test_the_answers_to_a_blast_keep_their_places() -> None:
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


def test_a_token_is_offered_against_whom_it_may_be_spent() -> None:
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
def test_a_token_is_not_spent_on_a_friend_who_acts(of: str) -> None:
    match = duel()
    match.action()
    match.set("A1", locked=True)
    match.go("activate", figure=of)
    assert "locked/A1" not in due(match)


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


def test_long_names_are_cut_to_fit_their_buttons() -> None:
    match = Match(
        side("T", zeke(), member("Mo")),
        side("C", replace(carl(), name="Carl-Friedrich the Elder")),
        encounter="rescue",
    )
    match.set("P1", name="Annabelle-Louise X.")
    assert "Takes Annabelle-Louise … along" in labels(match, "A1")
    match.set("P1", name="Annabelle-Louise X")
    assert "Takes Annabelle-Louise X along" in labels(match, "A1")
    match.action()
    match.to("shooting")
    assert form(match, "shot", "A1", target="B1").buttons[0].label == "Fire at Carl-Friedrich the …"
    match.touch("A1", "B1")
    assert "Out of contact with Carl-Friedrich th…" in labels(match, "A1")


# Actions


@pytest.mark.parametrize(
    ("action", "ap", "lengths"),
    [
        ("move", 3, {"1": "1 AP", "2": "2 AP", "3": "3 AP"}),
        ("difficult", 4, {"1": "2 AP", "2": "4 AP"}),
        ("climb", 6, {"1": "2 AP", "2": "4 AP", "3": "6 AP"}),
    ],
)
def test_an_action_by_the_inch_is_offered_at_each_length(
    action: str, ap: int, lengths: dict[str, str]
) -> None:
    """p. 47: each at its price."""
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    match.set("A1", ap=ap)
    asked = begun(match, "act", figure="A1", action=action).ask
    assert isinstance(asked, Choose)
    assert {o.key: o.detail for o in asked.options} == lengths
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


def test_what_was_used_up_is_there_again_and_the_rest_is_not() -> None:
    match = duel(zeke=zeke(gear=("knife", "noisemaker", "climbing-gear")))
    first, second = (i for i, _key in match.state.figure("A1").kit)
    match.tap("use-up", figure="A1", item=first)
    match.tap("use-up", figure="A1", item=second)
    assert match.state.figure("A1").used == (first, second)
    match.tap("use-up", figure="A1", item=first)
    assert match.state.figure("A1").used == (second,)


def test_a_side_alone_is_no_aggressor_and_no_defender() -> None:
    match = Match(side("T", zeke()))
    assert on_sheet(match, "A") == ["broke"]
    raid = Match(side("T", zeke()), encounter="bushwhack")
    assert on_sheet(raid, "A") == ["broke"]


def test_a_weapon_that_is_used_up_by_hand_is_off_the_roster_and_an_empty_one_is_not() -> None:
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
def test_what_an_attackers_number_is_made_of(
    foes: tuple[str, ...], skills: tuple[str, ...], parts: list[int]
) -> None:
    """p. 55: one less for each enemy after the first, and not a word of it with one."""
    match = duel(zeke=zeke(gear=("knife",), skills=skills))
    match.action()
    for foe in foes:
        match.touch("A1", foe)
    match.to("close-quarters")
    odds = weigh(match.state, Fight("A1", "B1", "A1.b1", "B1.b1"))
    assert [p.amount for p in odds.attack.parts] == parts


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


def test_what_an_interact_may_be_for() -> None:
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
        assert isinstance(asked, Choose)
        return [o.key for o in asked.options]

    assert offered() == ["token", *always]
    match.set("A2", carries="token")
    assert offered() == ["token", "take/A2", *always]
    match.set("B1", carries="token")
    match.set("table", tokens=0)
    assert offered() == ["take/A2", *always]
    match.set("A1", carries="token")
    assert offered() == ["down", "pass/A3", *always]


def test_which_door_is_asked_of_doors_alone() -> None:
    """p. 35, p. 64, p. 82."""
    match = duel(zeke=zeke(skills=("entry-man",)))
    for sort in ("door", "alarm", "door", "ladder"):
        match.tap("place", sort=sort)
    match.set("T3", sturdy=True)
    match.action()
    match.go("activate", figure="A1")
    asked = begun(match, "act", figure="A1", action="door").ask
    assert isinstance(asked, Choose)
    assert [o.key for o in asked.options] == ["T1", "T3", "other"]
    match.drop()
    asked = begun(match, "act", figure="A1", action="entry-man").ask
    assert isinstance(asked, Choose)
    assert [o.key for o in asked.options] == ["T1", "other"]


def test_which_zombies_may_beat_on_a_door() -> None:
    """p. 35: those that walk and have not attacked; there has to be a door."""
    match = duel()
    match.to("close-quarters")

    def beats(zombie: str) -> bool:
        return LastDays(match.rules).form(match.state, "door", zombie, {}) is not None

    assert not beats("Z1")
    match.tap("place", sort="alarm")
    assert not beats("Z1")
    assert "door/Z1" not in due(match)
    match.tap("place", sort="door")
    assert beats("Z1")
    assert "door/Z1" in due(match)
    assert not beats("A1")
    match.set("Z1", fought=True)
    match.set("Z2", dead=True)
    assert not beats("Z1")
    assert not beats("Z2")
    assert [k for k in due(match) if k.startswith("door")] == ["door/Z3"]


def test_a_zombie_that_has_not_moved_is_due() -> None:
    match = duel()
    match.action()
    match.set("table", phase="zombies", rolled_off=("A", "B"))
    match.set("Z2", acted=True)
    foot = LastDays(match.rules).board(match.state, "").foot
    assert [(c.id, c.due, c.look) for c in foot] == [
        ("Z1", True, ""),
        ("Z2", False, ""),
        ("Z3", True, ""),
    ]
    match.go("start-zombie", zombie="Z1")
    foot = LastDays(match.rules).board(match.state, "").foot
    assert [c.look for c in foot] == ["active", "", ""]


# The dead


def test_what_is_offered_to_a_zombie() -> None:
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
    assert "start" in on_sheet(match, "Z3")
    assert "end" not in on_sheet(match, "Z3")
    for zombie in ("Z1", "Z3"):
        match.set(zombie, acted=True)
    assert "zombies-done" not in on_sheet(match, "Z3")


# The sheet


@pytest.mark.parametrize(("kit", "offered"), [("booze", True), ("noisemaker", False)])
def test_only_who_has_a_bottle_drinks(kit: str, offered: bool) -> None:
    """p. 77."""
    match = duel(zeke=zeke(gear=("knife", kit)))
    assert ("mark/booze" in on_sheet(match, "A1")) is offered


def test_a_mark_is_called_by_its_name_with_a_capital() -> None:
    found = labels(duel(), "A1")
    for said in ("In a panic", "Has acted", "Has fired", "Has fought"):
        assert said in found


def test_a_name_has_forty_letters() -> None:
    match = duel()
    match.tap("rename", piece="Z1", name="  Grandpa  " + "x" * 50)
    assert match.state.zombie("Z1").name == "Grandpa " + "x" * 32


def test_who_is_held_back_by_hand_is_said_to_be() -> None:
    assert "Mo: held back" in duel().tap("stay-away", figure="A2", part="held-back")
    assert "Mo: missing" in duel().tap("stay-away", figure="A2", part="missing")


def test_a_door_is_beaten_on_by_a_zombie_that_touches_nobody() -> None:
    """p. 35."""
    match = duel()
    match.to("close-quarters")
    assert "door" not in on_sheet(match, "Z1")
    match.tap("place", sort="door")
    assert "door" in on_sheet(match, "Z1")
    assert "door" not in on_sheet(match, "A1")
    match.touch("A1", "Z1")
    assert "door" not in on_sheet(match, "Z1")
    match.set("Z2", fought=True)
    assert "door" not in on_sheet(match, "Z2")


def test_where_a_card_has_its_states_and_which_parts_of_a_sheet_keep_their_places() -> None:
    match = duel()
    match.action()
    game = LastDays(match.rules)
    chips = game.board(match.state, "").panels[0].cards[0].chips
    assert {c.name: c.spot for c in chips} == {
        "locked": "state",
        "ran": "state",
        "acted": "done",
        "fired": "",
        "fought": "",
    }
    for piece, grids in (("A1", [False, False, False, True, False]), ("Z1", [False, True])):
        found = game.sheet(match.state, piece, "guided")
        assert found is not None
        assert [s.grid for s in found.sections] == grids


@pytest.mark.parametrize(
    ("gear", "gone", "key"),
    [
        ("revolver", False, "empty/A1.g1"),
        ("revolver", True, "gone/A1.g1"),
        ("fire-bomb", False, "gone/A1.g1"),
        ("fire-bomb", True, "gone/A1.g1"),
    ],
)
def test_a_firearm_is_reloaded_or_used_up(gear: str, gone: bool, key: str) -> None:
    """p. 52, p. 71: who was disarmed of it, or threw it, has it no more."""
    match = duel(zeke=zeke(gear=(gear,)))
    match.set("A1.g1", gone=gone)
    assert [k for k in on_sheet(match, "A1") if k.endswith("/A1.g1")] == [key]


def test_the_form_of_a_shot_says_how_many_are_left() -> None:
    """p. 52: as many as its Rate of Fire, less those fired."""
    match = duel(zeke=zeke(gear=("semi-automatic",)))
    match.action()
    match.to("shooting")
    rate = match.state.gun("A1.g1").rate
    for fired in range(rate):
        match.set("A1.g1", shots=fired)
        (gun,) = (f for f in form(match, "shot", "A1", target="B1").fields if f.key == "gun")
        assert [label for _key, label in gun.options] == [
            f"Semi-Automatic, {rate - fired} shot{'s' * (rate - fired > 1)} left"
        ]


def test_a_sheet_names_skills_armour_and_what_is_heavy() -> None:
    """p. 60, p. 70: and no skill whose content pack is gone."""
    match = duel(zeke=zeke(gear=("minigun", "assault-armour"), skills=("sprinter",)))
    match.set("A1", skills=(*match.state.figure("A1").skills, "gone"))
    found = LastDays(match.rules).sheet(match.state, "A1", "guided")
    assert found is not None
    said = found.about.split(" · ")
    assert "Sprinter" in said
    assert "Assault Armour" in said
    assert said[-1].startswith("Heavy: −")
    assert "gone" not in said
