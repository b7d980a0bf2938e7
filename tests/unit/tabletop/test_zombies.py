"""*Zombies!!!*: its rulebook's numbers, ruling 52."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.units import current_value
from lastdays.tabletop.view import Tap
from lastdays.tabletop.zombies.game import Zombies
from lastdays.tabletop.zombies.play import pairings
from unit.tabletop.declaring import Party, tell
from unit.tabletop.telling import stories

#: Two play, unless it is said otherwise.
STORIES = stories("""
Everyone begins with three hearts, three bullets, three cards | players=6
    p1 has 3 hearts, 3 bullets, 3 hand, 0 zombies
    p6 has 3 hearts, 3 bullets, 3 hand, 0 zombies
Who begins is chosen | players=3 first=p2
    next; at tile p2; table has 1 turn
    to tile p1; table has 1 turn
    to tile p2; table has 2 turn
Or rolled for, by whoever is highest again where they tie | players=3 first=
    next does first; first 2 5 5 1 6: Cy goes first
    next; at tile p3
Unrolled for, the first begins | players=3 first=
    next; at tile p1
Players swap seats | players=3
    set p1 zombies=4; swap p1 p3: Ann and Cy swap seats
    p1 is called Cy; p2 is called Bob; p3 is called Ann; p1 has 4 zombies
Of two, with whom isn't asked
    swap p1: Ann and Bob swap seats
Six steps and the next player
    next; at tile p1; next; at fight p1; next; at draw p1; next!; at move p1
    next!; at zombies p1; next!; at discard p1; next; at tile p2
Four or more kills
    to fight; fight p1 4; fight p1 5; fight p1 6; p1 has 3 zombies, 3 hearts, 3 bullets
Bullets make up what is missing, or a heart is lost
    to fight; fight p1 2 bullets; p1 has 1 zombies, 1 bullets
    fight p1 3 heart 1 6; p1 has 2 zombies, 1 hearts  # two bullets would not do for the one
An item adds to a roll that is too low, and bullets may do the rest
    to fight; item p1 weapon=yes; rename i1 Shotgun
    fight p1 1 i1 1 bullets: Ann uses Shotgun in this combat. Ann kills a zombie (rolled 1, bullets spent: 2).
    p1 has 1 bullets, 1 zombies; fight p1 2 i1 2; p1 has 1 bullets, 2 zombies
    fight p1 5; p1 has 3 zombies  # nobody asks of a roll that is enough
Or kills, or has the die rolled again
    to fight; item p1 weapon=yes; set p1 bullets=0
    fight p1 1 i1 kills; fight p1 1 i1 again 4; p1 has 2 zombies, 3 hearts
    fight p1 1 i1 again 2 5; p1 has 3 zombies, 2 hearts
One item a combat, which may help again in it | scenario=rescue
    to fight; set p1 survivors=1 bullets=0; item p1 weapon=yes; item p1 weapon=no
    fight p1 1 i1 1 1 i1 kills; p1 has 2 hearts, 1 zombies
    can't fight p1 1 i1 1 1 i2; fight p1 1 i2 kills  # another combat, another item
Without an item or bullets enough the heart is lost unasked
    to fight; set p1 bullets=0; fight p1 1 6; p1 has 2 hearts
A target player is another in cooperative play | mode=cooperative players=3
    next; can't target p1 p1; target p1 p3: Ann plays an Event card on Cy.
    p1 has 2 hand; can't target p1 p2: this round
    why target of p1: no more Event cards this round; to discard; next  # the card is played
And in Last Man Standing, a zombie player too | scenario=last-man
    next; target p1: Ann plays an Event card on Bob.
Otherwise it may be the player's own
    next; target p1 p1: Ann plays an Event card on Ann.
Five hearts at most, and the limit is said
    count p1.hearts +5: At most five hearts
    p1 has 5 hearts; can't count p1.hearts +1: At most five hearts
    count p1.bullets +40; p1 has 43 bullets
A death costs half of the zombies, rounded down, and all that lies in front (ruling 52)
    set p1 zombies=7 hearts=1 bullets=0; to discard p2; to fight p1
    item p1 weapon=yes; fight p1 1 heart; p1 has 4 zombies, 0 hearts, 0 bullets; no item of p1
    at zombies p1; to tile p2; to tile p1; p1 has 3 hearts, 3 bullets  # steps five and six remain
Movement is a die and the hearts, and two dice in quicker play | quicker=yes
    to move; move p1 4: up to 7 spaces
    set table helipad rolled=0; move p1 10: up to 13 spaces
    to tile p2; set p2 hand=1; move p2 10; p2 has 1 hand
One Event card a round, one more for a survivor | scenario=rescue
    next; event p1; can't event p1: this round
    set p1 survivors=1; event p1; p1 has 1 hand
    move p1 4; p1 has 3 hand
But not in cooperative play | scenario=rescue mode=cooperative
    next; set p1 survivors=2; event p1; can't event p1
A hand of three is asked for at the end of the turn
    to discard; count p1.hand +2; can't next: down to three
    discard p1; discard p1: Bob's turn
    at tile p2
A card has to be played or discarded each turn in cooperative play | mode=cooperative players=3
    to discard; can't next: each turn
    discard p1; next
And in Last Man Standing | scenario=last-man players=3
    to discard; can't next: each turn
    discard p1; next
A card played since the last turn is enough | mode=cooperative players=3
    to discard; event p1; event p2; next  # one out of turn
    to discard p2; next; at tile p3
    to discard p1; can't next: Ann has to play an Event card each turn
One of each item in front | scenario=rescue
    next; set p1 survivors=1; item p1 weapon=yes; rename i1 Shotgun
    item p1 weapon=yes; can't rename i2 Shotgun: already called Shotgun
Who has most zombies places the Helipad, or rolls highest | players=3
    next; set p1 zombies=1; helipad 2 2 6 1: Bob places
    table is helipad
The most bullets decide before the dice | players=3
    next; set p3 bullets=9; helipad: Cy places
The first at the Helipad wins
    next; set table helipad; home p2; over: -> p2
Or the first with twenty-five zombies
    set p1 zombies=25; over: Ann has 25 zombies and has won. -> p1
Zombies win no team game | players=4 mode=team
    set p1 zombies=25; goes on
Nor a cooperative one | mode=cooperative
    set p1 zombies=25; goes on
Nor the helicopter | scenario=helicopter
    set p1 zombies=25; goes on
Cooperative play wins together | mode=cooperative
    next; set table helipad; home p1; goes on
    home p2; over: Everyone is at the Helipad: everyone has won. -> p1 p2
And a third death loses | mode=cooperative
    next; die p1; p1 has 1 strikes; to tile p2; to tile p1; p1 has 2 hearts
    die p1; p1 has 2 strikes; to tile p2; to tile p1; p1 has 1 hearts; goes on
    die p1; over: A third death: everyone has lost. ->
A team needs both at the Helipad | players=4 mode=team
    p1 has 1 team; p2 has 2 team; p3 has 1 team; p4 has 2 team
    set table helipad; home p1; home p2; goes on
    home p3; over: Team 1 is at the Helipad's centre and has won. -> p1 p3
A weapon is needed for the well-armed helicopter | scenario=helicopter
    next; set table helipad; can't home p1: weapon
    item p1 weapon=yes; home p1; over: -> p1
A weapon played at the centre wins | scenario=helicopter
    next; mark p1.home; goes on; item p1 weapon=yes
    over: Ann is at the Helipad's centre with a weapon and has won. -> p1
Survivors are rescued out of buildings, and go back to one with room | scenario=rescue wanted=2
    next; build b2; b2 has 4 survivors; rescue p1 b2
    set table helipad; can't home p1: has to rescue survivors first
    rescue p1 b2; home p1
    over: Ann is at the Helipad's centre, has rescued 2 survivors and has won. -> p1
Survivors of the dead go back | scenario=rescue
    next; build b1; build b2; rescue p1 b1; rescue p1 b2; rescue p1 b2
    die p1 b2 b1 b2; b1 has 2 survivors; b2 has 4 survivors; p1 has 0 survivors
The numbers of Search and Rescue hold for the pair | players=4 mode=team scenario=rescue wanted=2
    set p1 survivors=1; set p3 survivors=1; set p2 survivors=1; set table helipad
    home p1; can't home p2: has to rescue survivors first
And for the table | mode=cooperative scenario=rescue
    set p1 home survivors=17; set p2 home; goes on
    set p2 survivors=1; over: Everyone is at the Helipad: everyone has won. -> p1 p2
In Last Man Standing the dead turn | players=3 scenario=last-man
    p3 isn't human; to zombies p1; zombies p1: Cy moves all zombies
    to tile p3; next; at draw; next!; at zombies; next!; at discard
    to zombies p3; zombies p3 5: moves 5 zombies
    die p1; goes on; to zombies p2; zombies p2: Ann moves all
    die p2; over: No human is left: the zombies have won. -> p1 p2 p3
The first human at the centre wins it | players=3 scenario=last-man
    next; set table helipad; home p2; over: -> p2
Only the living reach the Helipad | players=3 scenario=last-man
    to move; set table helipad; can't home p3: only living players
    set p3 home; goes on; die p2; can't home p2: only living players
Zombie players place and move for one human each | players=4 scenario=last-man
    set p3 human=0 hearts=0; next
    advises Ann draws and places a map tile. Cy places its zombies
    to zombies; zombies p1: Cy moves all zombies on Ann's tile
    to tile p2; advises Bob draws and places a map tile. Dot places its zombies
    to tile p3; advises Cy draws and places a map tile.
Zombie players move for a human in turns | players=4 scenario=last-man
    set p2 human=0 hearts=0; set p3 human=0 hearts=0
    to zombies p1; zombies p1: Bob moves all
    to tile p2; to zombies p1; zombies p1: Cy moves all
    to tile p2; to zombies p1; zombies p1: Dot moves all
    to tile p2; to zombies p1; zombies p1: Bob moves all
A turn given by hand begins like any other
    next; die p2; turn p2; p2 has 3 hearts, 3 bullets; p2 isn't dead
One discard at the end of the own turn
    next; can't discard p1: only at the end of their turn
    to discard; discard p1; can't discard p1: only one card a turn
Items come to lie in front in the own turn
    next; why item of p2: only on their own turn
    can't item p2 weapon=no: own turn
Neither the dead nor the turned fight, move or die
    to fight; set p1 dead; can't fight p1: Ann is dead.
    can't move p1: Ann doesn't move.
    can't die p1: Ann is already dead.
    set p1 dead=0 human=0; can't fight p1: Ann is a zombie player.
    can't move p1: Ann doesn't move.
    can't die p1: Ann is already dead.
    set p1 human=1 hearts=0; can't fight p1: Ann has no hearts.
No hearts left by hand is owed as a death, and settled first
    next; count p2.hearts -3; can't next: Bob has no hearts left and dies
    offers die/p2; die p2; count p1.hearts -3; next does next
    die p1; next does zombies p1  # all that is left of the turn
Survivors are eighteen wherever they are | scenario=rescue
    can't count p1.survivors +1: eighteen
    build b1; count b1.survivors -1; count p1.survivors +1; can't count b1.survivors +1
Hands over three are owed at the end of any turn | players=3
    to discard; count p3.hand +2; can't next: Cy has to discard down to three
    offers discard/p3; discard p3; discard p3; withholds discard/p3
    why discard of p3: only at the end of their turn
    at tile p2
Who plays together is chosen | players=4 mode=team teams=12-34
    p1 has 1 team; p2 has 1 team; p3 has 2 team; p4 has 2 team
Six in three teams | players=6 mode=team teams=15-23-46
    p1 has 1 team; p2 has 2 team; p3 has 2 team; p4 has 3 team; p5 has 1 team; p6 has 3 team
A plain turn is two throws and the rest follows
    next; set p1 hand=1; next does move p1
    move p1 4: Ann draws 2 Event cards. Ann moves up to 7 spaces
    p1 has 3 hand; at move p1; next does zombies p1
    zombies p1 5: Ann moves 5 zombies one space each. Skipped: Discard. Bob's turn.
    at tile p2; offers move fight discard/p1  # her turn is over: she may still discard
    discard p1; withholds discard/p1
    move p2 4; can't discard p1: only at the end
A turn does not pass while something is owed | players=3 mode=cooperative
    to move; zombies p1 5; at discard p1; can't next: play an Event card each turn, or discard one
    discard p1: Bob's turn
A building that is not on the map has nobody to rescue | scenario=rescue
    to move; can't count b9.survivors +1: can't be counted
    withholds rescue; mark b9.placed; b9 has 3 survivors
    rescue p1 b9; can't mark b9.placed: Toy Store stays on the map
""")


@pytest.mark.parametrize("title", STORIES)
def test_the_rules(title: str) -> None:
    tell(Zombies(), title, STORIES[title], 2)


def party(players: int = 2, **chosen: Any) -> Party:
    return Party(Zombies(), players, **chosen)


def test_who_may_begin_and_who_may_play_together() -> None:
    for players in (2, 5):
        first = next(c for c in Zombies().choices(players) if c.key == "first")
        seats = [f"p{n + 1}" for n in range(players)]
        assert [value for value, _label in first.values] == [*seats, ""]
    assert [len(pairings(n)) for n in (2, 3, 4, 5, 6)] == [0, 0, 3, 0, 15]
    choice = next(c for c in Zombies().choices(4) if c.key == "teams")
    assert [label for _v, label in choice.values] == [
        "1 with 3, 2 with 4", "1 with 2, 3 with 4", "1 with 4, 2 with 3",
    ]  # fmt: skip
    assert choice.is_offered({"mode": "team"})
    assert not choice.is_offered({"mode": "competitive"})
    no_teams = [n for n in range(2, 7) if Zombies().problems(("Ann",) * n, {"mode": "team"})]
    assert no_teams == [2, 3, 5]
    assert not Zombies().problems(("Ann",) * 3, {"mode": "cooperative"})


def test_an_alternate_food_source_clears_the_centre() -> None:
    game = party()
    game.to("move")
    for food, label in (
        (False, "Reach the Helipad's centre, its zombie killed"),
        (True, "Reach the Helipad's centre, with or without a zombie"),
    ):
        game.set("table", helipad=True, food=food)
        assert game.move("home").label == label


def test_what_makes_up_for_a_roll_is_asked_of_what_there_is() -> None:
    game = party()
    for move in ("to fight", "item p1 weapon=yes", "rename i1 Axe"):
        game.do(move)
    asked = game.asked("fight", 1, unit="p1")
    assert asked.question == "You rolled 1. 3 bullets make it 4."
    options = {"bullets": "Spend 3 of 3 bullets", "i1": "Use Axe", "heart": "Lose a heart"}
    assert {k: v[0] for k, v in game.offers("fight", 1, unit="p1").items()} == options
    game.set("p1", bullets=2)
    assert game.asked("fight", 1, unit="p1").question == "You rolled 1: 4 or more kills it."
    assert list(game.offers("fight", 1, unit="p1")) == ["i1", "heart"]
    assert list(game.offers("fight", 1, "i1", "2", unit="p1")) == ["bullets", "heart"]


def test_players_are_renamed() -> None:
    game = party(3)
    for typed, name in (
        ("  Beth   Ann ", "Beth Ann"),
        ("x" * 41, "x" * 40),
        ("x" * 40 + "y", "x" * 40),
        (" ", "x" * 40),
    ):
        event = game.game.tap(game.setting, Tap("rename", {"piece": "p2", "name": typed}))
        game.setting = game.setting.patch(event.effects if event else ())
        assert game["p2"].name == name


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"scenario": "helicopter"}, "needs a weapon first"),
        ({"scenario": "rescue"}, "has to rescue survivors first"),
        (
            {"scenario": "rescue", "mode": "cooperative"},
            "all 18 survivors have to be rescued first",
        ),
        ({"scenario": "helicopter", "mode": "team"}, "needs a weapon first · team 1"),
        ({"scenario": "rescue", "mode": "team"}, "has to rescue survivors first · team 1"),
    ],
)
def test_the_switch_at_the_centre_wins_nothing_without_what_the_scenario_asks_for(
    chosen: dict[str, Any], why: str
) -> None:
    game = party(4, **chosen)
    game.tap("next")
    for seat in game.setting.seats:
        game.tap("mark", piece=seat.id, name="home")
    assert game.over is None
    assert current_value(game.game.kinds["seat"].note, game.setting, game["p1"]) == why


def test_where_a_dead_players_survivors_may_go() -> None:
    game = party(scenario="rescue")
    for move in ("next", "build b1", "build b2", "rescue p1 b1", "rescue p1 b2", "rescue p1 b2"):
        game.do(move)
    assert list(game.offers("die", "b1", unit="p1")) == ["b2"]  # b1 is full again
    with pytest.raises(RuleError):
        game.asked("die", "b1", "b1", unit="p1")


def test_movement_left_stays_until_the_move_is_over() -> None:
    def left(game: Party) -> list[int | None]:
        """What the card of each player says of it."""
        tokens = [panel.cards[0].tokens for panel in game.game.board(game.setting).panels]
        return [next((t.value for t in of if t.name == "spaces"), None) for of in tokens]

    game = party()
    game.to("move")
    game.go("move", 4, unit="p1")
    assert left(game) == [7, None]
    begun = game.setting
    game.tap("count", piece="p1", name="spaces", amount=-3)
    game.go("fight", 5, unit="p1")
    game.tell("advises Ann has 4 spaces left to move.")
    game.tap("next")
    assert left(game) == [None, None]
    game.setting = begun
    game.go("die", unit="p1")
    assert left(game) == [None, None]
