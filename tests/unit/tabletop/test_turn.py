"""Initiative, the Leader's loss, the Breaking Point, the turn and the end, at the number needed and
at one below it, with numbers as the book prints them (p. 10, p. 45–46, p. 57, p. 67, p. 69,
p. 98–107; rulings 39, 48, 80)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import Setup, begin, problems
from lastdays.tabletop.last_days.state import Rules
from lastdays.tabletop.last_days.turn import (
    leader_of,
    models_to_fire,
    next_team,
    possible_leaders,
    teams_in_order,
    teams_to_test,
    teams_without_leader,
    why_not_fire,
)
from lastdays.tabletop.view import Play
from sure import sure
from unit.tabletop.playing import BOOK, Match, duel, match_of, side, tell, zeke
from unit.tabletop.telling import stories

#: Zeke and Mo against Carl, unless it is said otherwise.
STORIES = stories("""
The Initiative is a die, Courage and Intelligence (p. 45): Zeke's 3 and 3, Carl's 4 and 3
    to action; initiative 4 2 aggressor; table aggressor=A; anew
    to action; initiative 3 3 aggressor; table aggressor=B; anew
    to action; initiative 6 4 aggressor; table aggressor=A
A tied Initiative is rolled again (p. 45)
    to action; initiative 4 3 2 2 defender; table defender=B aggressor=A; anew
    to action; initiative 4 3 3 1 defender; table defender=A aggressor=B
Those who tie below the highest do not roll again (ruling 48) | zeke vs zeke vs zeke
    to action; initiative 3 6 3 defender; table defender=B aggressor=A
Tactical Acumen is the better of two dice (p. 69) | zeke/tactical-acumen vs carl
    to action; initiative 1+4 2 aggressor; table aggressor=A; anew
    to action; initiative 4+1 2 aggressor; table aggressor=A; anew
    to action; initiative 3+3 3 aggressor; table aggressor=B
That of a friend beside the Leader, too (p. 69) | zeke mo/tactical-acumen vs carl
    to action; initiative yes 1+4 2 aggressor; table aggressor=A; anew
    to action; initiative no 4 2 aggressor; table aggressor=A; anew
    to action; initiative no 3 3 aggressor; table aggressor=B
Of both it is one die more (p. 69) | zeke/tactical-acumen mo/tactical-acumen vs carl
    to action; initiative 1+4 2 aggressor; table aggressor=A
A Roll-Off goes to the higher, and again where they tie (p. 10)
    roll-off A,B 3 2; table edge=A; anew; roll-off A,B 2 3; table edge=B; anew
    roll-off A,B 3 3 1 2; table edge=B; anew; roll-off A,B 3 3 2 1; table edge=A
    can't roll-off A 4: nobody to roll off
    can't roll-off A,D 4 5: nobody to roll off
The Breaking Point holds at the number and not above (p. 57): Courage 3, those on the table, less the fallen | zeke mo ed al bo vs carl lou al
    action; out A2 ''; out A3 ''; out A4 ''; to end; breaking A 2; A isn't broke; A is tested
    anew; action; out A2 ''; out A3 ''; out A4 ''; to end; breaking A 3; A is broke
    anew; action; out A2 ''; out A3 ''; to end; breaking A 4; A isn't broke
    anew; action; out A2 ''; out A3 ''; to end; breaking A 5; A is broke
With each Courage (p. 57; ruling 80): two on the table, one fallen | zeke mo ed vs carl lou al
    set A1 C=0; action; out A2 ''; to end; breaking A 1; A isn't broke
    anew; set A1 C=0; action; out A2 ''; to end; breaking A 2; A is broke
    anew; set A1 C=5; action; out A2 ''; to end; breaking A 6; A isn't broke
Casualties of earlier turns count (ruling 39) | zeke mo ed vs carl lou al
    action; out A2 ''; to end; breaking A 1; action; out A3 ''; to end; breaking A 2; A isn't broke
    anew; action; out A2 ''; to end; breaking A 1; action; out A3 ''; to end; breaking A 3; A is broke
Giving up is for any turn after the second (p. 57) | zeke mo ed vs carl lou al
    action; action; out A2 ''; to end; breaking A 1; A isn't broke
    anew; action; action; action; out A2 ''; to end; asks breaking A: Hold on?
    breaking A flee; A is broke
    anew; action; action; action; action; out A2 ''; to end; breaking A hold 4; A isn't broke
A Rallying Cry is one more roll in a game (p. 67): Courage 3, one on the table, one fallen | zeke/rallying-cry mo vs carl lou al
    action; out A2 ''; to end; breaking A 3; A isn't broke; A isn't rallied  # nothing to roll again
    anew; action; out A2 ''; to end; breaking A 4 no; A is broke; A isn't rallied
    anew; action; out A2 ''; to end; breaking A 4 yes 4; A is broke
    anew; action; out A2 ''; to end; breaking A 4 yes 3; A isn't broke
    set A tested=0; breaking A 6; A is broke
One side broken is the other's victory, and both a draw (p. 57): judged once everybody has tested | zeke mo vs carl lou al
    action; out A2 ''; out B2 ''; to end; breaking A 6; A is broke; goes on; breaking B 1; over: -> B
    anew; action; out A2 ''; out B2 ''; out B3 ''; to end; breaking A 6; breaking B 6; over: ->
Of two sides the one that breaks keeps what it holds on the table (p. 57) | zeke mo vs carl lou al
    action; carry A1 token; out A2 ''; to end; breaking A 6
    A1 on_table=True carries=token brought=
Of three sides one left has won (ruling 68): who breaks leaves while others play on | zeke mo vs zeke mo vs zeke mo
    action; carry A1 token; out A2 ''; out B2 ''; to end; breaking A 6; A1 on_table=False brought=token
    goes on; breaking B 1; goes on; to action; out B1 ''; to end; breaking B; over: -> C
The side with most Supply Tokens has won (p. 36) once all have left | zeke mo vs carl lou
    action; set table tokens=2; carry A1 token; leave A1; goes on; carry B1 token; goes on; leave B1
    over: ->
    anew; action; set table tokens=1; carry B1 token; leave B1; over: -> B
    anew; action; set table tokens=3; carry A1 token; carry B1 token; carry A2 token
    leave A1; leave B1; goes on; leave A2; over: -> A
Nothing is over before the first turn, or with a token in somebody's arms
    set table tokens=0; set A2 away brought=token; goes on; action; over: -> A
    set B1 carries=token; goes on; set B1 carries=; set Z1 token; goes on
    set Z1 token=0; set table tokens=1; goes on
The Escape ends with the vehicle, or the last side standing (p. 107) | zeke mo vs carl @the-escape
    action; set table tokens=0; out A1 ''; goes on; out B1 ''; over: -> A
    anew; action; set table started=B1; over: -> B
A fire burns to the end of the next turn (p. 70)
    action; place fire; to close-quarters; to end; 1 thing; to noise; to close-quarters; to end; 0 things
The steps of a turn (p. 39–57)
    set A1 noise=1; set A1.g1 ammo=1; next; at noise; next; at ammo; next; at zombies; next; at action
    next; at shooting; next; at close-quarters; next; at end; next; at ammo; table has 2 turn
    anew; next; next whole_menace=yes; at action
Steps of the Menace Phase with nothing to do are told and passed over (p. 40)
    next: Nobody made any noise. No Firearm needs an Ammo Roll.
    at zombies; anew; set A1.g1 ammo=1 reload=8; next; at zombies  # 6 + 1
    anew; set A1.g1 ammo=1 reload=7; next: Nobody made any noise.
    at ammo; anew; zombie-down Z1; zombie-down Z2; zombie-down Z3; next: There are no zombies on the table.
    at action
All noise and all ammo are rolled in the order of the book (p. 40): the most tokens first
    set A1 noise=1; set B1 noise=3; set A1.g1 ammo=2; set B1.g1 ammo=3; to noise
    all-noise 1 2: Carl rolls 1 + 3 … Zeke rolls 2 + 1
    A1 is noise_rolled; B1 is noise_rolled; to ammo; all-ammo 1 2: Carl, … Zeke,
    A1.g1 is ammo_rolled
What comes off as the Action Phase ends | zeke/sprinter,free-runner vs carl
    action; activate A1; act A1 long-jump; finish A1; activate B1; act B1 locked-and-loaded
    finish B1; to shooting; A1 ap=None sprint=0 still=False jumped=False; B1 ap=None; B1 is locked
""")


@pytest.mark.parametrize("title", STORIES)
def test_the_turn(title: str) -> None:
    tell(title, STORIES[title])


def test_only_those_who_tie_for_the_highest_roll_again() -> None:
    """Ruling 48."""
    match = match_of("zeke vs zeke vs zeke")
    match.to("action")
    match.go("initiative", 5, 5, 2, 1, 6, "aggressor")
    assert teams_in_order(match.state, "B") == ["B", "A", "C"]
    assert (match.state.table.aggressor, match.state.table.defender) == ("B", "A")
    match.to("zombies")
    match.go("roll-off", 4, 6, 4, 1, 2, teams=["A", "B", "C"])
    assert match.state.table.rolled_off == ("B", "C", "A")


@pytest.mark.parametrize(
    ("mo", "ed", "led_by"),
    [
        ((3, 3), (3, 4), ["A3"]),
        ((4, 3), (3, 3), ["A2"]),
        ((2, 5), (6, 0), ["A2"]),
        ((1, 1), (3, 0), ["A3"]),
        ((2, 3), (3, 2), ["A2", "A3"]),  # of equals the player chooses
    ],
)
def test_the_next_leader_has_the_highest_courage_and_intelligence(
    mo: tuple[int, int], ed: tuple[int, int], led_by: list[str]
) -> None:
    """p. 46."""
    match = match_of("zeke mo ed vs carl")
    for figure, (courage, intelligence) in (("A2", mo), ("A3", ed)):
        match.set(figure, C=courage, I=intelligence)
    match.tap("out", figure="A1", by="")
    assert teams_without_leader(match.state) == ["A"]
    assert [f.id for f in possible_leaders(match.state, "A")] == led_by
    match.go("leader", *led_by[1:], team="A")
    assert sure(leader_of(match.state, "A")).id == led_by[-1]
    assert [f.id for f in match.state.figures("A") if f.leads] == led_by[-1:]


@pytest.mark.parametrize(
    ("first", "able", "last", "found"),
    [
        ("A", {"A", "B", "C"}, "", "A"),
        ("B", {"A", "B", "C"}, "", "B"),
        ("A", {"A", "B", "C"}, "A", "B"),
        ("A", {"A", "B", "C"}, "C", "A"),
        ("A", {"A", "C"}, "A", "C"),
        ("A", {"A"}, "A", "A"),
        ("A", set(), "A", ""),
    ],
)
def test_the_team_after_the_one_that_acted_last(
    first: str, able: set[str], last: str, found: str
) -> None:
    """p. 46; ruling 48."""
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")))
    assert next_team(match.state, first, able, last) == found


@pytest.mark.parametrize(
    ("figure", "gun", "why"),
    [
        ({}, {}, ""),
        ({"ran": True}, {}, "has Run"),
        ({"out": True}, {}, "not on the table"),
        ({}, {"empty": True}, "has to reload"),
        ({}, {"usable": False}, "needs a Gunsmith to fire that"),
        ({}, {"gone": True}, "no Firearm"),
    ],
)
def test_who_may_fire(figure: dict[str, bool], gun: dict[str, bool], why: str) -> None:
    """p. 47, p. 50, p. 70."""
    match = duel()
    match.set("A1", **figure)
    match.set("A1.g1", **gun)
    assert why_not_fire(match.state, match.state.figure("A1")) == why
    assert ("A1" in [f.id for f in models_to_fire(match.state)]) is (why == "")
    match.touch("A1", "Z1")
    if not figure:
        assert why_not_fire(match.state, match.state.figure("A1")) == "in contact"
    two = duel(zeke=zeke(gear=("revolver", "magnum")))
    two.set("A1.g1", **gun)  # a second gun that is loaded will do
    assert why_not_fire(two.state, two.state.figure("A1")) == ""


class Same:
    """Dice that all show three."""

    def randint(self, _a: int, _b: int) -> int:
        return 3


def test_dice_thrown_together_are_one_event() -> None:
    """And what is begun with them; a tie is another throw."""
    match = duel()
    match.to("zombies")
    game = LastDays(match.rules)
    event = game.start(match.state, Play("roll-off", {"teams": ["A", "B"]}), random.Random(1))
    assert [d.how for d in event.dice] == ["rolled", "rolled"]
    after = match.state.patch(event.effects)
    assert after.open is None
    assert len(after.table.rolled_off) == 2
    tie = game.start(match.state, Play("roll-off", {"teams": ["A", "B"]}), Same())
    after = match.state.patch(tie.effects)
    assert len(tie.dice) == 2
    assert "A tie at 3." in sure(game.open_ask(after)).question
    event = game.roll(after, random.Random(1))
    assert len(event.dice) == 2
    with pytest.raises(RuleError, match="nothing to roll"):
        game.roll(match.state, random.Random(1))


def test_an_open_roll_is_waited_for_and_knows_who_is_back() -> None:
    match = match_of("zed mo ed vs carl")
    match.do("out A1 ''")
    match.do("leader A", to_the_end=False)
    match.tell("can't next: still unfinished")
    match.tap("back", figure="A1")
    match.give("A3")
    assert [f.id for f in match.state.figures("A") if f.leads] == ["A3"]


def test_defenders_at_home_and_everyone_in_the_escape_never_test() -> None:
    home: Any = match_of("zeke vs carl lou @@home-defense"), "B2"
    for match, fallen in (home, (match_of("zeke mo vs carl @the-escape"), "A2")):
        match.action()
        match.tap("out", figure=fallen, by="")
        match.to("end")
        assert teams_to_test(match.state) == []
    match.tap("out", figure="A1", by="")
    assert sure(verdict(match.state)).winners == ("B",)


def test_a_side_without_anybody_on_the_table_is_not_set_up() -> None:
    nobody = Setup("scavengers", (side("R", zeke(), parts={"zeke": "held-back"}),))
    assert "nobody on the table" in problems(nobody, BOOK)[0]
    with pytest.raises(RuleError):
        begin(nobody, Rules(BOOK))
