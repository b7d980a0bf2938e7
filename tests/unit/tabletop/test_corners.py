"""Who attacks, who is left, who comes and goes, what is dropped or used up, whose turn it is and when
a game is over, in the cases next to the usual one (p. 34–53, p. 57, p. 59–70, p. 80–82, p. 99–107)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord, doubts
from lastdays.model.group import Injury, Member
from lastdays.rulebook import load
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.game import LastDays, record
from lastdays.tabletop.last_days.setup import Entrant, Setup, who_attacks
from lastdays.tabletop.last_days.shooting import Shot, aim
from lastdays.tabletop.last_days.sides import roles_from_encounter
from lastdays.tabletop.last_days.state import Rules, State, Team, from_json, to_json
from lastdays.tabletop.view import ButtonView
from sure import sure
from unit.postgame.crew import group
from unit.rulebook.packing import write_pack
from unit.tabletop.playing import BOOK, Match, carl, due, duel, member, shooting, side, tell, zeke
from unit.tabletop.telling import stories

#: Zeke and Mo against Carl, unless it is said otherwise.
STORIES = stories("""
A side that flees leaves the table to the others | zeke mo vs zeke mo vs zeke mo
    action; carry A1 token; out A2 ''; to end; breaking A 6; A1 on_table=False brought=token; goes on
    to action; set table tokens=0; over: ->  # the one that broke wins nothing
Sides with nobody left neither roll off nor choose zombies
    action; leave B1; to end; to zombies; turn of A
A defender who does not deploy brings no token (p. 99) | zeke vs carl lou @@bushwhack
    stay-away B2 held-back; B2 carries=; table has 0 tokens; arrive B2; B2 carries=token
    to action; stay-away B2 missing; table has 1 tokens
Leaving twice loses nothing
    action; carry A1 token; leave A1; can't leave A1: not on the table
    can't out A1 B1: not on the table
    A1 brought=token; B1 has 0 rivals
Nothing is carried twice, or out of nothing | zeke vs carl @@rescue
    carry B1 P1; can't carry A1 P1; can't carry A1 A1; set table tokens=0; can't carry A1 token
Nobody rolls for Initiative where nobody is left (p. 45)
    to action; due initiative; out A1 ''; out A2 ''; out B1 ''; due not initiative
    can't initiative: Nobody is left
The sides roll off for who places first, once for what is placed (p. 101) | zeke vs carl @@home-defense
    due place-first; asks place-first: Roll-Off; place-first 5 2: Truckers places the first Supply Token.
    due not place-first; can't place-first: nothing to roll off for
Zombies after Supply Tokens (p. 104) | zeke vs carl @@rescue
    place-first 3 3 1 6: Crew places the first Supply Token.; place-first 5 2: Truckers places the first zombie.
    due not place-first
And not where the Encounter has none, or nobody to roll against | zeke @scavengers
    due not place-first; due not edge
A token is good until the zombies have moved (p. 47) | zeke:revolver vs carl
    action; activate A1; act A1 locked-and-loaded; finish A1
    to shooting; can't shoot A1.g1 Z1 locked=yes 1: now
    to close-quarters; can't shoot A1.g1 Z1 locked=yes 1: now
    to end; can't shoot A1.g1 Z1 locked=yes 1: now
    to zombies; shoot A1.g1 Z1 locked=yes 1; to action; can't shoot A1.g1 Z1 locked=yes 1: now
A thrown weapon ends the token | zeke:thrown-explosive,revolver vs carl
    action; activate A1; act A1 locked-and-loaded; finish A1; activate B1
    shoot A1.g1 B1 locked=yes 1; A1 isn't locked
A new token begins with a first shot | zeke:military-smg vs carl
    action; activate A1; act A1 locked-and-loaded; finish A1; to zombies; roll-off A,B 5 1
    start-zombie Z1; shoot A1.g1 Z1 locked=yes 1; A1.g1 has 1 snaps; action; activate A1
    A1.g1 has 0 snaps
A tagged friend who falls is waited for no longer | zeke/tag-team mo ed vs carl
    action; activate A1; act A1 tag-team A2 6; finish A1; turn of A; out A2 ''; turn of B
An alarm that goes off again rings again (p. 35)
    place alarm; set-off T1; to zombies; set-off T1; to action; T1 has 3 noise
Who is brought back has what was set down, as far as it is there
    action; carry A1 token; mark A1.locked; count A1.damage +3; A1 is out
    count A1.damage -1: Zeke has a Supply Token again.
    A1 carries=token locked=True; table has 4 tokens; out A1 B1; set table tokens=0
    back A1: a Supply Token, set down when Zeke fell, is no longer there.
    A1 carries=
The token of one taken Out of Action may be placed (p. 36)
    action; carry A1 token; out A1 B1; table has 5 tokens
    token-not-placed A1: isn't placed on the table; table has 4 tokens
    can't token-not-placed A1: has set down no Supply Token
Or the captive, unless it is elsewhere (p. 36, p. 104) | zeke vs carl @rescue
    defend B; action; carry A1 P1; out A1 B1; P1 place=table; back A1; A1 carries=P1; P1 place=A1
    out A1 B1; set P1 place=B1; back A1: is no longer there
    A1 carries=; P1 place=B1
Only a defender who holds on comes instead of a zombie (p. 99) | zeke mo vs carl lou @@bushwhack
    set B2 part=held-back; set A1 noise=5; to noise; noise A1 6 zombie; 4 zombies; anew
    set B2 part=held-back; set B broke; set A1 noise=5; to noise; noise A1 6; 4 zombies; anew
    set A2 part=held-back; set A1 noise=5; to noise; noise A1 6; 4 zombies
A Leader who walked off leads no more once another is named (p. 46; ruling 39) | zeke mo ed vs carl
    action; leave A1; leader A A3; A1 isn't leads; A3 is leads
Who is back leads unless somebody does (p. 57) | zeke mo ann:knife vs carl
    action; leave A1; set A1 leads=0; back A1; A1 is leads; anew
    action; leave A1; leader A A3; back A1; A1 isn't leads; anew
    action; leave A2; set A1 leads=0; back A2; A2 isn't leads
Who is aware is asked once a token, and not of an ordinary shot (p. 67) | zeke:semi-automatic vs carl/situational-awareness
    action; to shooting; asks shoot A1.g1 B1: or more
    anew; action; set A1 locked; asks shoot A1.g1 B1 locked=yes: Situational Awareness
    set A1.g1 snaps=1; asks shoot A1.g1 B1 locked=yes: or more
What went wide leaves the gun for the Shooting Phase (p. 49, p. 67) | zeke:semi-automatic vs carl/situational-awareness
    action; set A1 locked; shoot A1.g1 B1 locked=yes 6 1; A1.g1 shots=0 snaps=0 ammo=2
The Aggressor by hand, and the next side that has not broken defends (ruling 48) | zeke vs zeke vs zeke
    roles A; table aggressor=A defender=B; A order=0; B order=1; C order=2
    roles B; table aggressor=B defender=C; A order=2; B order=0; C order=1
    roles C; table aggressor=C defender=A; A order=1; B order=2; C order=0
    set B broke; roles A; table defender=C
One side alone is both | zeke
    roles A; table aggressor=A defender=A; A order=0
An objective is one more each time (p. 48, p. 87)
    action; activate A1; act A1 interact objective; set A1 ap=3; act A1 interact objective
    A1 has 2 objectives
A Locked and Loaded mark notes its turn (p. 47)
    action; set table turn=3; mark A1.locked; A1 locked=True locked_turn=3
    mark A1.locked; A1 locked=False locked_turn=0
A door is opened or closed (p. 35)
    place door; action; activate A1; act A1 door T1; T1 is open; act A1 door T1; T1 isn't open
Booze is drunk unless it is said otherwise (p. 77) | zeke:revolver,booze vs carl
    booze A1; A1 is booze; booze A1 on=no; A1 isn't booze
A hit on the head is one point of damage (p. 61): by a shot, a blow or a fall
    set Z1 DC=2; action; to shooting; shoot A1.g1 Z1 6 6; Z1 damage=1 dead=False; anew
    set Z1 DC=2; action; touch A1 Z1; to close-quarters; fight A1 Z1 arms=A1.b1 6 1 6; Z1 damage=1 dead=False
    anew; set Z1 DC=2; hurt Z1 6; Z1 damage=1 dead=False
Whoever falls to one fire is not asked about the next (p. 70), neither the living nor the dead
    place fire; place fire; action; activate A1 yes 6; A1 is out
    set table phase=zombies rolled_off=A,B active=; start-zombie Z1 yes 6; Z1 is dead
Only deployed defenders begin with a token (p. 99) | zeke mo vs carl al bo cy @bushwhack
    defend B; A1 carries=; A2 carries=; B1 carries=token; B2 carries=token; B3 carries=token
    B4 part=held-back carries=
    stay-away A2 held-back; arrive A2; A2 carries=; arrive B4; B4 carries=token
    stay-away B4 held-back; to action; arrive B4; B4 carries=
And nobody in Scavengers | zeke vs carl al
    stay-away B2 held-back; arrive B2; B2 carries=
One side alone plays The Escape to its end (p. 107) | zeke @the-escape
    to action; goes on; set table started=A1; over: -> A
A rescue is over with the captive off the table, and not before (p. 104) | zeke mo vs carl @@rescue
    action; set table tokens=0; set A2 away brought=token; goes on; carry A1 P1; goes on; leave A1
    over: over-tokens -> A
A game ends at once with the last defender of a Refuge (p. 57, p. 101) | zeke vs carl @@home-defense
    action; out A1 ''; goes on; anew; action; out B1 ''; over: over-defenders -> A
Of a Refuge only: elsewhere they test their Breaking Point | zeke vs carl @@bushwhack
    action; out A1 ''; goes on; anew; action; out B1 ''; goes on
The sides roll off for an edge where the Encounter says so (p. 34, p. 102) | zeke vs carl @massacre-site
    due edge; asks roll-off A,B: Roll-Off
    roll-off A,B 2 5; table edge=B; due not edge
Not in another Encounter | zeke vs carl @bushwhack
    due not edge
Nor by one side alone | zeke @massacre-site
    due not edge
A zombie that rises again lacks a point, and takes its credit back
    set Z1 DC=3; zombie-down Z1 A1; zombie-down Z2 A1; zombie-down Z3 A1; zombie-up Z1; Z1 has 2 damage
    zombie-up Z2; Z2 has 0 damage; A1 has 1 zombies
What was rolled for may be rolled for in the next turn (p. 40)
    set-off ''; set A1 noise=1; to noise; set A1 noise_rolled; set T1 noise_rolled
    set A1.g1 ammo=1 ammo_rolled; to zombies; set Z1 ap=3; set Z2 acted knock=2; set Z3 knock=1
    to action; A1 noise_rolled=False; T1 noise_rolled=False gone=False noise=0; A1.g1 ammo_rolled=False
    Z1 ap=None acted=False knock=0; Z2 ap=None acted=False knock=2; Z3 ap=None acted=False knock=0
""")


@pytest.mark.parametrize("title", STORIES)
def test_a_corner(title: str) -> None:
    tell(title, STORIES[title])


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
    roles = roles_from_encounter(BOOK.encounters[encounter], teams, selfish)
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
    with pytest.raises(RuleError, match="can't be read"):
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


@pytest.mark.parametrize(("captor", "held"), [("", True), ("h", True), ("x", False)])
def test_whose_captive_may_be_rescued_here(captor: str, held: bool) -> None:
    """p. 104; ruling 74: one whom somebody at the table holds, or nobody knows who."""
    ann = replace(member("Ann"), status="captured", captor=captor)
    sides = (side("T", zeke(), group="g", captured=(ann,)), side("C", carl(), group="h"))
    found = who_attacks(Setup("rescue", sides), BOOK.encounters["rescue"])
    assert found.bound == (("A",) if held else ())
    match = Match(*sides, encounter="rescue")
    assert bool(match.state.team("A").captured) is held


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


def test_the_watch_tower_holds_one_defender_in_cover() -> None:
    """p. 82, p. 101: of a Refuge with one; who moves has left it."""
    match = Match(
        side("T", zeke()),
        side("C", carl(), member("Mo"), perks=("watch-tower", "fences")),
        encounter="home-defense",
    )
    match.tap("defend", defender="B")
    assert match.state.table.towers == 1
    match.tell("mark B1.tower")
    match.tell("can't mark B2.tower: The Watch Tower has room for 1")
    shooting(match)
    shot = Shot("A1.g1", "B1")
    assert [part.amount for part in aim(match.state, shot).parts][1:] == [-1]
    form = sure(LastDays(match.rules).form(match.state, "shot", "A1", {"target": "B1"}))
    assert "cover" not in {field.key for field in form.fields}  # nothing to choose
    assert aim(match.state, Shot("A1.g1", "B2")).parts[1:] == ()
    match.to("action")
    match.set("table", active="B1")
    match.set("B1", ap=6, acted=False)
    assert "Carl leaves the Watch Tower" in match.go("act", "1", figure="B1", action="move")
    match.tell("mark B2.tower")
    by_hand = sure(LastDays(match.rules).sheet(match.state, "A1", "guided")).sections
    keys = {item.key for part in by_hand for item in part.items if isinstance(item, ButtonView)}
    assert "mark/tower" not in keys


@pytest.mark.parametrize(("perks", "towers"), [(("fences",), 0), (("watch-tower",), 1)])
def test_a_watch_tower_stands_at_a_refuge_that_has_one(perks: tuple[str, ...], towers: int) -> None:
    for encounter in ("home-defense", "bushwhack"):
        match = Match(side("T", zeke()), side("C", carl(), perks=perks), encounter=encounter)
        match.tap("defend", defender="B")
        assert match.state.table.towers == (towers if encounter == "home-defense" else 0)


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


def test_a_sheet_names_lasting_injuries() -> None:
    hurt = replace(zeke(), injuries=(Injury("leg-injury"), Injury("of-a-pack-that-is-gone")))
    match = duel(zeke=hurt)
    sheet = sure(LastDays(match.rules).sheet(match.table, "A1", "guided"))
    assert BOOK.injuries["leg-injury"].name in sheet.about
    assert "gone" not in sheet.about


def test_zombies_are_counted_against_a_most_only_where_there_is_one() -> None:
    match = duel()
    assert LastDays(match.rules).board(match.table).foot_title == "Zombies 3/20"
    free = Rules(BOOK, replace(match.rules.switches, zombie_cap=False))
    table = from_json(to_json(match.table), free)
    assert LastDays(free).board(table).foot_title == "Zombies 3"
