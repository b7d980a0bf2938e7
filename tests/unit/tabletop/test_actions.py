"""Actions at the points and the number needed and at one below, with numbers as the book prints
them (p. 36, p. 45–49, p. 62–71, p. 77–85, p. 107; rulings 35, 37, 44, 46)."""

from __future__ import annotations

import pytest

from lastdays.errors import RuleError
from lastdays.model.group import Injury, Member
from lastdays.tabletop.last_days.actions import offers
from unit.tabletop.playing import Match, act, acting, ap, carl, duel, side, tell, zeke
from unit.tabletop.telling import stories

#: Zeke and Mo against Carl, unless it is said otherwise.
STORIES = stories("""
Breaking contact is 3, and one more for each enemy after the first (p. 47)
    action; activate A1; touch A1 B1; set A1 ap=2; can't act A1 break-contact; can't act A1 move
    set A1 ap=3; act A1 break-contact; A1 ap=0; can't act A1 break-contact; anew
    action; activate A1; touch A1 B1; touch A1 Z1; touch A1 Z2; set A1 ap=4; can't act A1 break-contact
    set A1 ap=5; act A1 break-contact; A1 ap=0
A Sprinter's point moves and buys nothing else (p. 69) | zeke/sprinter mo vs carl
    action; activate A1; set A1 ap=0; act A1 move; A1 ap=0 sprint=0; anew
    action; activate A1; set A1 ap=0; act A1 run 1; A1 ap=0 sprint=0; anew
    action; activate A1; set A1 ap=1; act A1 difficult; A1 ap=0 sprint=0; anew
    action; activate A1; set A1 ap=0; can't act A1 difficult: 2 Action Points needed
    set A1 ap=1; can't act A1 climb: 2 Action Points needed
    can't act A1 jump: 2 Action Points needed
    can't act A1 door: 2 Action Points needed
It goes first, and once | zeke/sprinter mo vs carl
    action; activate A1; act A1 move 1; A1 ap=6 sprint=0; act A1 move 1; A1 ap=5; anew
    action; activate A1; act A1 climb 1; A1 ap=4 sprint=1
Booze costs a point (p. 77) | zeke:knife,booze vs carl
    mark A1.booze; A1 used=('zeke-1-booze',); action; A1 ap=5; anew
    mark A1.booze; mark A1.booze; A1 used=(); can't mark B1.booze: has no Booze
Tag-Team is Intelligence 6 (p. 69), once | zeke/tag-team mo vs carl
    action; activate A1; set A1 I=3; act A1 tag-team A2 3; finish A1; turn of A; A is tagged; anew
    action; activate A1; set A1 I=3; act A1 tag-team A2 2; finish A1; turn of B; A is tagged; anew
    action; activate A1; set A1 I=0; act A1 tag-team A2 6; set A1 ap=6; can't act A1 tag-team; anew
    action; activate A1; set A1 I=5; act A1 tag-team A2 1; finish A1; turn of A
A ladder is open terrain, gone up or down whole (p. 35) | zeke vs carl
    action; activate A1; can't act A1 ladder: cannot do that now; place ladder; A1 ap=6
    act A1 ladder 4: Zeke uses Ladder 1: 4″ (4 AP)
    A1 ap=2; T1 height=4; can't act A1 ladder: needs 4 Action Points for the whole ladder
    set A1 ap=4; act A1 ladder; A1 ap=0; can't act A1 ladder: 1 Action Point needed
Which of several is asked, and how high it is, once (p. 35) | zeke/sprinter mo vs carl
    place ladder; place ladder; action; activate A1; A1 ap=6 sprint=1; act A1 ladder T2 3
    A1 ap=4 sprint=0; T2 height=3; T1 height=0; act A1 ladder T2; A1 ap=1; can't act A1 ladder T1 2
    act A1 ladder T1 1; A1 ap=0; T1 height=1
A Leg Injury and Locked and Loaded hold on a ladder, too | zeke vs carl
    place ladder; action; activate A1; set A1 step_cost=1; act A1 ladder 2; A1 ap=2
    set A1 ap=6; act A1 locked-and-loaded; can't act A1 ladder: Locked and Loaded
An Entry Man needs Strength 6 (p. 64) | zeke/entry-man vs carl
    place door; action; activate A1; set A1 S=4; act A1 entry-man T1 2; 0 things; A1 ap=5; anew
    place door; action; activate A1; set A1 S=4; act A1 entry-man T1 1; 1 thing; A1 ap=5; anew
    place door; action; activate A1; set A1 S=0; act A1 entry-man T1 6; 0 things
Reinforced Doors do not give way (p. 82) | zeke/entry-man vs carl
    place door; set T1 sturdy; action; activate A1; can't act A1 entry-man 6: Reinforced Doors
    why entry-man of A1: Reinforced Doors don't give way (p. 82)
Nobody is left to tag | zeke/tag-team vs carl
    action; activate A1; why tag-team of A1: nobody with the same Keyword is left to act
The vehicle is Intelligence 15, and one easier each time (p. 107) | zeke vs carl @the-escape
    action; activate A1; set A1 I=6; set table repairs=3; act A1 interact vehicle 6
    table started=A1 repairs=4; A1 objectives=1; anew
    action; activate A1; set A1 I=6; set table repairs=3; act A1 interact vehicle 5
    table started= repairs=4; A1 objectives=0; anew
    action; activate A1; set A1 I=3; set table repairs=11; act A1 interact vehicle 1; table started=A1
    anew; action; activate A1; set A1 I=3; set table repairs=10; act A1 interact vehicle 1; table started=
One that has started is not started again | zeke vs carl @the-escape
    action; activate A1; set table started=B1; can't act A1 interact vehicle 6
Ambushers at Intelligence 6, 7 and 8 (p. 62), three at most | zeke/ambushers mo ed al bo vs carl
    ambush A1 A2 A3 A4 3 4 5; A2 part=deployed; A3 part=deployed; A4 part=deployed; A5 part=deployed
    can't ambush A1 A2 6: once a game
    anew; ambush A1 A2 A3 A4 2 4 5; A2 part=missing; A3 part=deployed; A4 part=deployed; anew
    ambush A1 A2 A3 A4 3 3 5; A3 part=missing; A4 part=deployed; anew
    ambush A1 A2 A3 A4 3 4 4; A3 part=deployed; A4 part=missing
All are named before the first of them is tested (p. 62) | zeke/ambushers mo ed vs carl
    can't ambush A1 A2 6 A3; can't ambush A1 A2 3 nobody
They may be fewer, but not none | zeke/ambushers mo vs carl
    can't ambush A1 nobody; ambush A1 A2 nobody 3; A2 is on_table; anew
    action; can't ambush A1 A2 6: as the sides deploy
A burning fire is another hit of three (p. 70, p. 75): against Endurance 3
    place fire; set T1 by=A1; hurt B1 thing=T1 2; B1 damage=1; hurt B1 thing=T1 3; B1 is out; A1 rivals=1
A vest helps (p. 79) | zeke vs carl:club,tactical-vest
    place fire; hurt B1 thing=T1 1; B1 damage=0; hurt B1 thing=T1 2; B1 damage=1
A zombie that falls or burns at the head (p. 61; rulings 71 and 72)
    place fire; set T1 by=A2; hurt Z1 strength=6 5; Z1 is dead; A2 zombies=0
    hurt Z2 strength=6 4; Z2 dead=False knock=0; hurt Z2 thing=T1 4; Z2 dead=False knock=1; A2 zombies=0
    set T1 lobotomizer=1; hurt Z3 thing=T1 3; Z3 dead=False; hurt Z3 thing=T1 4; Z3 is dead; A2 zombies=1
A Run is one token of noise (p. 47), and none of a Stalker's (p. 69) | zeke mo/stalker vs carl
    action; activate A1; act A1 run 2; A1 noise=1 ran=True; can't act A1 run 1: has Run
    finish A1; activate A2; act A2 run 2; A2 noise=0 ran=True
A noisemaker is five, and gone from the kit (p. 78; ruling 46) | zeke:revolver,noisemaker vs carl
    action; activate A1; act A1 noisemaker; T1 sort=noisemaker noise=5; can't act A1 noisemaker
One Supply Token each (p. 36)
    action; activate A1; act A1 interact token; set A1 ap=9; can't act A1 interact token
    set A2 carries=token; can't act A1 interact pass/A2; act A1 interact down; table tokens=5
    act A1 interact take/A2; A1 carries=token; A2 carries=
An animal is handed nothing (ruling 7), barks, and does what animals do | zeke rex vs carl
    action; activate A1; act A1 interact token; set A1 ap=9; can't act A1 interact pass/A2
    finish A1; activate A2; A2 noise=1; can't act A2 run 1; can't act A2 interact token; act A2 move 1
One activation each, in its phase
    can't activate A1: in the Action Phase
    action; activate A1; finish A1; can't activate A1: already been activated
    can't act A2 move: not being activated
After a long jump nothing moves, and the rest goes on (p. 64) | zeke/free-runner vs carl
    action; activate A1; act A1 long-jump; can't act A1 move 1; can't act A1 difficult
    can't act A1 run 1; can't act A1 climb; can't act A1 jump; can't act A1 long-jump; why door of A1
No long jump for who is slowed by Heavy (p. 64) | zeke:heavy-club/free-runner vs carl
    action; activate A1; can't act A1 long-jump
Unless they lift it | zeke:heavy-club/free-runner,heavy-lifter vs carl
    action; activate A1; act A1 long-jump
A move of several inches is one choice
    action; activate A1; act A1 move 4: Move 4″ (4 AP)
    A1 ap=2; can't act A1 move 3; act A1 climb; A1 ap=0  # one inch is all there is: nothing to ask
Whoever begins near a fire is asked about and hit (p. 70)
    place fire; set T1 by=A2 strength=3 knock=1; action
    asks activate A1: start within 3 inches of Fire 1
    activate A1 no; table active=A1; finish A1
    activate B1 yes 6: Out of Action
    B1 is out; table active=; turn of A
A zombie that begins in a fire has its knockback at once
    place fire; set T1 strength=3 knock=1; to zombies
    start-zombie Z1 yes 2: moves with 4 Action Points
    end-zombie Z1; start-zombie Z2 yes 6; Z2 is dead; table active=
Heavy bites as the phase begins, and at no other time (p. 36) | zeke mo:heavy-club vs carl
    action; A2 ap=5; activate A1; act A1 interact token; A1 ap=3 carries=token; finish A1
    action; A1 ap=4; activate A1; act A1 interact down; A1 ap=1  # six, a token's Heavy 2
Locked and Loaded ends spending, and goes with the next activation (p. 49)
    action; activate A1; act A1 locked-and-loaded; A1 locked_turn=1 ap=2; can't act A1 move
    why door of A1: Locked and Loaded: can't spend more
    finish A1; action; A1 is locked; activate A1: token is gone
    A1 isn't locked; why move of A1
""")


@pytest.mark.parametrize("title", STORIES)
def test_an_action(title: str) -> None:
    tell(title, STORIES[title])


def possible(match: Match, action: str, figure: str = "A1") -> bool:
    found = offers(match.state, match.state.figure(figure))
    return any(o.key == action and not o.why_not for o in found)


# What it costs


@pytest.mark.parametrize(
    ("action", "cost", "bearer"),
    [
        ("move", 1, zeke()),
        ("difficult", 2, zeke()),
        ("climb", 2, zeke()),
        ("jump", 2, zeke()),
        ("door", 2, zeke()),
        ("locked-and-loaded", 4, zeke()),
        ("move", 2, zeke(injuries=(Injury("leg-injury"),))),
        ("difficult", 3, zeke(injuries=(Injury("leg-injury"),))),
        ("climb", 2, zeke(injuries=(Injury("leg-injury"),))),
        ("jump", 2, zeke(injuries=(Injury("leg-injury"),))),
        ("move", 1, zeke(skills=("free-runner",))),
        ("difficult", 1, zeke(skills=("free-runner",))),
        ("climb", 1, zeke(skills=("free-runner",))),
        ("jump", 2, zeke(skills=("free-runner",))),
        ("long-jump", 3, zeke(skills=("free-runner",))),
        ("difficult", 2, zeke(skills=("free-runner",), injuries=(Injury("leg-injury"),))),
        ("climb", 1, zeke(skills=("free-runner",), injuries=(Injury("leg-injury"),))),
        ("noisemaker", 1, zeke(gear=("revolver", "noisemaker"))),
        ("climbing-gear", 0, zeke(gear=("revolver", "climbing-gear"))),
        ("leave", 0, zeke()),
    ],
)
def test_an_action_costs_its_points_and_not_one_less(
    action: str, cost: int, bearer: Member
) -> None:
    """p. 47–49, p. 64, p. 77–78, p. 85."""
    match = acting(duel(zeke=bearer))
    match.set("A1", ap=cost)
    assert possible(match, action)
    act(match, action)
    if action != "leave":
        assert ap(match) == 0
    if cost:
        short = acting(duel(zeke=bearer))
        short.set("A1", ap=cost - 1)
        with pytest.raises(RuleError, match=f"{cost} Action Point{'s' * (cost > 1)} needed"):
            act(short, action)


@pytest.mark.parametrize(
    ("gun", "skills", "cost"),
    [
        ("revolver", (), 2),
        ("revolver", ("quick-load",), 1),
        ("minigun", ("gunsmith",), 3),
        ("minigun", ("gunsmith", "quick-load"), 2),
        ("squad-automatic-weapon", ("gunsmith",), 3),
    ],
)
def test_a_reload_costs_its_points_and_not_one_less(
    gun: str, skills: tuple[str, ...], cost: int
) -> None:
    """p. 48, p. 67, p. 71."""
    for points in (cost, cost - 1):
        match = acting(duel(zeke=zeke(gear=(gun,), skills=skills)))
        match.set("A1.g1", ammo=1, empty=True)
        match.set("A1", ap=points)
        assert possible(match, "reload") is (points == cost)
        if points == cost:
            act(match, "reload", gun="A1.g1")
            loaded = match.state.gun("A1.g1")
            assert (ap(match), loaded.ammo, loaded.empty) == (0, 0, False)


# Action Points as the phase begins


@pytest.mark.parametrize(
    ("bearer", "carries", "points"),
    [
        (zeke(), "", 6),
        (zeke(), "token", 4),
        (zeke(skills=("heavy-lifter",)), "token", 5),
        (zeke(gear=("heavy-club",)), "", 5),
        (zeke(gear=("heavy-club",), skills=("heavy-lifter",)), "", 6),
        (zeke(gear=("heavy-club", "heavy-club")), "", 4),
        (zeke(gear=("heavy-club", "heavy-club"), skills=("heavy-lifter",)), "", 5),
        (zeke(gear=("chainsaw",)), "", 4),
        (zeke(gear=("minigun",)), "", 4),
        (zeke(gear=("squad-automatic-weapon",)), "", 5),
        (zeke(gear=("knife", "assault-armour")), "", 5),
        (zeke(gear=("knife", "riot-shield")), "", 5),
        (zeke(gear=("knife", "assault-armour", "riot-shield")), "token", 2),
        (zeke(gear=("knife", "tactical-vest")), "", 6),
        (zeke(gear=("minigun", "chainsaw", "assault-armour")), "token", 0),
        (zeke(injuries=(Injury("shell-shocked"),)), "", 5),
    ],
)
def test_heavy_gear_costs_points_as_the_phase_begins(
    bearer: Member, carries: str, points: int
) -> None:
    """p. 36, p. 66, p. 70, p. 75–79, p. 84."""
    match = duel(zeke=bearer)
    match.set("A1", carries=carries)
    match.action()
    assert ap(match) == points


# Falling, burning


@pytest.mark.parametrize(
    ("inches", "endurance", "die", "points"),
    [
        (1, 3, 1, 0),
        (1, 3, 2, 1),
        (1, 3, 4, 1),
        (1, 3, 5, 2),
        (3, 3, 2, 1),
        (3, 3, 3, 2),
        (3, 3, 6, 3),
        (6, 4, 1, 1),
        (6, 4, 2, 2),
        (6, 4, 6, 3),
        (2, 5, 2, 0),
        (2, 5, 3, 1),
        (1, 0, 1, 2),
    ],
)
def test_a_fall_is_a_die_and_its_inches_divided_by_endurance_and_rounded_down(
    inches: int, endurance: int, die: int, points: int
) -> None:
    """p. 47: Strength the inches fallen."""
    match = duel()
    match.set("A1", E=endurance, e_shots=9)
    match.go("hurt", die, figure="A1", strength=inches)
    assert match.state.figure("A1").damage == points
    assert match.state.figure("A1").out is (points >= 3)
    assert match.state.figure("A1").out_by == ""


# Noise, tokens, contact


@pytest.mark.parametrize("more", [1, 2, 3])
def test_fences_have_a_d3_of_zombies_more(more: int) -> None:
    """p. 80."""
    match = Match(
        side("Raiders", zeke(), role="attacker"),
        side("Home", carl(), role="defender", perks=("fences",)),
        encounter="home-defense",
    )
    match.go("fences", more)
    assert len(match.state.zombies) == 3 + more
    with pytest.raises(RuleError, match="no Fences"):
        match.go("fences", more)
