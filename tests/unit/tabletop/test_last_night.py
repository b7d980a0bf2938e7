"""*Last Night on Earth*: its rulebook's numbers and examples, ruling 51."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.tabletop.last_night.game import LastNight
from lastdays.tabletop.last_night.play import hero_seats, on_board, pool, zombie_seats
from lastdays.tabletop.units import current_value
from unit.tabletop.declaring import Party, tell
from unit.tabletop.telling import stories

#: Two play the basic game, unless it is said otherwise: Ann the zombies, Bob the Heroes.
STORIES = stories("""
Who plays the zombies is chosen | players=4 zombies=p2-p4
    h1 is p1's; h2 is p1's; h3 is p3's; h4 is p3's; next!; at sun p2
Opening zombies, and their pits
    opening p1 9: places 9 zombies at the Spawning Pits (3, 2, 2, 2)
    p1 has 9 board; can't opening p1 9
Fourteen figures are a hard limit
    count p1.board +20: every figure
    p1 has 14 board; can't count p1.board +1: every figure
Or seven each | players=6
    count p2.board +9; p2 has 7 board
The sun goes down at the start of each Zombie Turn but the first
    opening p1 7; next; table has 15 sun, 1 turn
    to heroes; next!; table has 14 sun, 2 turn
The Zombie Turn has six steps
    next!; at sun; next!; at cards; next!; at spawn; next!; at move
    next!; at fight; next!; at place; next!; at heroes
The spawn roll has to be higher than the zombies on the board
    set p1 board=7; to spawn; spawn p1 7; p1 isn't won; to place; withholds place/p1
A higher one brings a die of them
    set p1 board=7; to spawn; spawn p1 8; p1 is won; to place; offers place/p1
    can't next: still has to place
    place p1 6 6; p1 has 13 board
New zombies come out of the pool as it is then
    set p1 board=5; to spawn; spawn p1 12; set p1 board=12; to place
    place p1 6 2: places 2 zombies
    p1 has 14 board
Two zombie players roll for their own colour | players=4
    opening p1 6; opening p2 5; p1 has 6 board; set p1 board=3; set p2 board=5; to spawn
    spawn p1 4; spawn p2 4; p1 is won; p2 isn't won; to place; place p1 3 3; p1 has 6 board
Up to as many zombies as rolled are placed
    to place; set p1 board=5 won
    place p1 6 2: places 2 zombies at the Spawning Pits (1, 1, 0, 0)
    p1 has 7 board; p1 isn't won; set p1 board=12 won; can't place p1 6 3  # two are in the pool
A hand of four and one discard, before drawing
    to cards; offers draw/p1 discard/p1; discard p1; withholds discard/p1; can't discard p1
    count p1.hand +2; draw p1; p1 has 5 hand; at cards; can't next: more than 4
No discard after drawing, nor of nothing
    to cards; set p1 hand=0; hides discard/p1; set p1 hand=1; draw p1; hides discard/p1
    can't discard p1: before drawing
The book's example: Billy fends off, and kills with a bat
    set p1 board=3; to heroes
    fight h1 3+5 4: fends the zombie off (5 to 4)
    p1 has 3 board
    again side=hero die=2 3: wins with doubles (5 to 4)
    p1 has 2 board; table has 1 killed
A tie goes to the zombie, even with doubles
    set p1 board=3; to heroes; fight h1 4+4 4: loses the fight (4 to 4)
    h1 has 1 wounds
A fight may be cancelled, and the zombie may add dice
    set p1 board=3; to heroes; fight h1 1+2 6; h1 has 1 wounds
    cancel: cancelled
    h1 has 0 wounds; fight h1 1+5 3
    again side=hero die=0 2: (5 to 3)
    h1 has 0 wounds; again side=zombie die=1 6; h1 has 1 wounds  # the other die stays
Cards change a fight after its dice; a re-roll takes the death back | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=15; set h1 wounds=2; item h1 weapon=yes
    withholds cancel hero/0; fight h1 2+2 3: rises as a Zombie Hero
    no item; again side=hero die=0 5: fends the zombie off (5 to 3)
    h1 has 2 wounds; 1 item of h1; no zombie-hero
    again side=hero die=1 5: wins with doubles
    p1 has 2 board; cancel; h1 has 2 wounds; p1 has 3 board
    fight h2 2+2 3; count h2.wounds -1  # something else: it stands
    withholds cancel; can't cancel: Something else has happened
A turn of the zombies and a Hero's lead on
    next does heroes; heroes Jenny Sally Billy Becky; h1 is called Jenny; h4 is called Becky
    next does opening p1; opening p1 7; next: The sun is at 15
    at cards; next does draw p1; draw p1; next does spawn p1; spawn p1 12
    at fight; next does next; next
    next does place p1; place p1 3 3
    next does walk h1; walk h1 3; offers search; next does acted h1; acted h1
    next does walk h2; walk h2 3; acted h2; walk h3 3; acted h3; walk h4 3; acted h4
    table has 14 sun; at cards
Steps with nothing to do are passed over and told
    to cards; draw p1; spawn p1 2: Skipped: Zombies move. … Skipped: Fights.
    p1 is won; at place
Two Heroes killed lose Die, Zombies, Die!
    set p1 board=3; to heroes; item h1 weapon=yes
    set h1 wounds=2; fight h1 1+2 6: Hero 1 is killed
    no item; goes on; no zombie-hero; set h2 wounds=2; fight h2 1+2 6; over: -> p1
Fifteen zombies killed win it
    set p1 board=3; set table killed=14; killed p1
    over: 15 zombies are killed: the Heroes have won. -> p2
The zombies win at sundown
    next!; set table sun=1; to heroes; goes on
    next!; over: The sun is down: the zombies have won. -> p1
Or whom the scenario says | rules=advanced scenario=manor sundown=hero turns=2
    to heroes; next!; to heroes; next!; to heroes; over: -> p2
A goal is counted, and may go down | rules=advanced scenario=townsfolk goal=4
    count table.goal +3; count table.goal -1; goes on; count table.goal +2
    over: Save the Townsfolk: the goal is reached (4). The Heroes have won. -> p2
Four Heroes killed always lose | rules=advanced scenario=burn goal=9
    set p1 board=3; to heroes; set table sun=5; set h1 wounds=2; fight h1 1+2 6
    set h2 wounds=2; fight h2 1+2 6; set h3 wounds=2; fight h3 1+2 6; goes on
    set h4 wounds=2; fight h4 1+2 6; over: -> p1
    1 zombie-hero  # the player's last: it rises, and counts
In the black zone a killed Hero rises and is replaced | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=14; set h1 wounds=2
    fight h1 1+2 6: rises as a Zombie Hero
    1 zombie-hero of p1; z1 has 0 wounds; h5 is acted  # acts from the next Hero Turn
    offers who/h5; withholds who/h2; can't walk z1 4  # moves D3
Not before it | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=13; set h1 wounds=2; fight h1 1+2 6; no zombie-hero
A Zombie Hero has boxes, and counts as a zombie killed | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=15; set h1 wounds=2; fight h1 1+2 6
    ranged h2 z1 hit; z1 has 1 wounds
    ranged h3 z1 killed: killed for good
    table has 1 killed
Three wounds put it down | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=15; set h1 wounds=2; fight h1 1+2 6
    fight h2 z1 6+6 1; fight h2 z1 6+6 1; table has 0 killed
    fight h2 z1 6+6 1: killed for good
    table has 1 killed
One Ranged Attack a turn
    set p1 board=3; to heroes; ranged h1 hit; p1 has 2 board; can't ranged h1 hit
A weapon serves one Hero a turn
    set p1 board=3; to heroes; item h1 weapon=yes; ranged h1 i1 missed; give i1 h2
    ranged h2 missed; to sun; i1 isn't used  # used: it was not offered
Who has not acted is owed
    set p1 board=3; to heroes; can't next: Hero 1, Hero 2, Hero 3 and Hero 4 have not acted
    acted h1; acted h2; acted h3; acted h4; at cards; table has 14 sun
The last Hero card discarded by a Zombie card
    deck; over: -> p1
New pits and destroyed ones count for spreading
    marker sort=pit name=Pit; opening p1 7: 2, 2, 1, 1, 1
    count table.pits -2; table has 3 pits
Without a pit no zombie comes
    set table pits=0; opening p1 7: new zombies (7): no Spawning Pit is left
    p1 has 0 board
Gas kills in the space and on three beside it | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=5; marker sort=gas name=Gas
    can't gas 1 2 7+2
    gas 1 2 3+2 beside 2 beside 3 away in: The gas kills 2 zombies.
    p1 has 1 board; h1 isn't dead; h2 is dead; h3 isn't dead; h4 is dead; no marker
Gas takes Zombie Heroes, and asks whose the next is | players=4 rules=advanced scenario=burn goal=9
    set p1 board=3; to heroes; set table sun=14; set p2 board=0; set h1 wounds=2
    fight h1 1+2 6; gas 0 0 in in p2 away away away
    1 zombie-hero; 1 zombie-hero of p2
Who gains a Zombie Hero is asked where two could | players=4 rules=advanced
    set table sun=15; kill h1 p2; 1 zombie-hero of p2
And not where one could | rules=advanced
    set table sun=15; kill h1; 1 zombie-hero of p1
Nobody does in the basic game | players=4
    set table sun=15; kill h1; no zombie-hero
A random building
    building 4 3 used: the board with arrow 4, number 3
    building 1: the Heroes choose any building with numbers
    building 6: the zombies choose any building with numbers
A building that can't be used is rolled again, on the same board first
    building 4 3 number 5 used: the board with arrow 4, number 5
    building 4 3 board 2 6 used: the board with arrow 2, number 6
    building 4 3 board 6: the zombies choose any building
A Combat Bonus helps once a fight, with any number of others
    set p1 board=3; to heroes; item h1 weapon=yes; item h1 weapon=yes
    fight h1 1+2 6; offers bonus/i1 bonus/i2; bonus i1 hero/2 3: Hero 1 uses the Combat Bonus of Weapon. … loses the fight (3 to 6)
    h1 has 1 wounds; withholds bonus/i1; can't bonus i1 hero/3 6: once a fight
    bonus i2 zombie/0 2; h1 has 0 wounds; p1 has 3 board; withholds bonus/i2
    again side=hero die=0 3: wins with doubles; withholds bonus/i1 bonus/i2
    fight h1 1+2 6; offers bonus/i1 bonus/i2; bonus i1 other: loses the fight  # in the next fight again
    withholds bonus/i1
A weapon used in a fight serves no other Hero this turn
    set p1 board=3; to heroes; item h1 weapon=yes; fight h1 1+2 6; bonus i1 hero/0 6; give i1 h2
    fight h2 1+2 6; withholds bonus/i1; can't bonus i1 other; ranged h2 missed  # nor at range
    to sun; to fight; fight h2 1+2 6; offers bonus/i1
The Combat Bonus of a Hero killed in the fight still helps
    set p1 board=3; to heroes; item h1 weapon=yes; set h1 wounds=2; fight h1 1+2 6
    h1 is dead; no item; offers bonus/i1; bonus i1 hero/0 6; h1 is dead
    again side=zombie die=0 1: fends the zombie off; h1 isn't dead; 1 item of h1
A zombie uses one Fight: card a fight, out of the hand
    set p1 board=3 hand=2; to heroes; fight h1 5+3 1; offers fight-card
    fight-card zombie/1 6: Ann plays a Fight: card. Hero 1 loses the fight (5 to 6)
    p1 has 1 hand; h1 has 1 wounds; withholds fight-card; can't fight-card other: one Fight: card a fight
    again side=hero die=0 6; h1 has 1 wounds; withholds fight-card; cancel; p1 has 1 hand; h1 has 0 wounds
    fight h1 5+3 1; fight-card hero/0 1; p1 has 0 hand; h1 has 0 wounds; cancel
    fight h1 5+3 1; withholds fight-card  # an empty hand
Of two zombie players, the one whose zombie fights plays the card | players=4
    set p1 board=2; set p2 board=2; to heroes; fight h1 p2 5+3 1; fight-card other: Bob plays a Fight: card
    p2 has 1 hand; p1 has 2 hand
A Zombie Hero's player plays it, also where the Zombie Hero fell | rules=advanced scenario=burn
    set table sun=15; kill h1; to heroes; set z1 wounds=2; fight h2 6+6 1; no zombie-hero
    offers fight-card; fight-card zombie/1 6: loses the fight
    1 zombie-hero; p1 has 3 hand
Cards that say Play Immediately come before the spawn roll
    set p1 board=3; to cards; draw p1; at spawn; offers at-once/p1; at-once p1: Ann: a card is played immediately
    p1 has 3 hand; at spawn; advises First, cards that say Play Immediately
    spawn p1 2; withholds at-once/p1; set p1 hand=0; can't at-once p1: no cards
A search brings an item, a weapon, an Event or a card to play at once
    to heroes; search h1 item; 1 item of h1; search h2 weapon: Hero 2 finds Weapon
    i2 is weapon; search h3 event: takes an Event into the hand; search h4 now: is played immediately
    2 item; can't search h1 item: either moves or searches
A building's Pick Up takes a card of the discard pile
    to heroes; act h1; offers search pick-up; pick-up h1 weapon: picks a card up from the discard pile. Hero 1 finds Weapon
    i1 is weapon; h1 is moved; withholds search pick-up; can't pick-up h1 item
An empty Hero deck leaves a Pick Up only
    to heroes; mark table.exhausted; act h1; why search: The Hero deck is empty.
    pick-up h1 item; 1 item of h1
A new Hero is drawn and placed, in the centre with a Hero card | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=14; kill h1; can't next: Hero 5 has not been placed
    offers enter/h5; enter h5 Sally centre weapon: Sally enters play. Sally finds Weapon.
    h5 is called Sally; 1 item of h5; withholds enter/h5; can't enter h5 Billy centre now: already on the board
Or in a random building, and one with a name keeps it | rules=advanced scenario=burn
    set p1 board=3; to heroes; set table sun=14; kill h1; rename h5 My own
    enter h5 building 4 3 used: My own enters play. Random building: the board with arrow 4, number 3.
    no item
In the Manor House anywhere in it | rules=advanced scenario=manor
    set p1 board=3; to heroes; set table sun=14; kill h1; enter h5 Billy centre event; h5 isn't unplaced
    mark table.exhausted; kill h2; enter h6 Becky centre  # no card is left
A Scenario is drawn at random, with its card's numbers | rules=advanced scenario=random
    next does scenario; can't next: The Scenario card has not been drawn
    scenario manor 12 3 0 hero: The Scenario is Defend the Manor House, with the Sun Track at 12.
    table has 12 turns, 12 sun, 3 wanted, 0 lose; headline Defend the Manor House; can't scenario die
    set p1 opened; next; table has 0 goal, 3 wanted; set table sun=0; over: -> p2
Or it is the one whose numbers are known | rules=advanced scenario=random
    scenario die; table has 15 turns, 15 wanted, 2 lose; headline Die Zombies, Die!
    next does heroes
Opening zombies and the spawn roll are owed
    can't next: Ann has not placed the opening zombies
    next!; why opening of p1
    to spawn; can't next: Ann has not made the spawn roll
A spawn roll that cannot win is not owed
    set p1 board=12 opened; to spawn; withholds spawn/p1; next
Nor that of one of two | players=4
    set p1 board=6; set p2 board=5; to spawn; withholds spawn/p1; offers spawn/p2
    can't next: Bob has not made the spawn roll.
A Hero goes through four steps
    set p1 board=3; to heroes; act h1; advises Hero 1 moves or searches
    search h1 event; withholds walk; offers ranged fight acted
    acted h1; offers acts/h2; withholds acts/h1
A Hero may search after seeing the movement die
    set p1 board=3; to heroes; act h1; walk h1 2; advises Hero 1 rolled 2
    withholds walk; why search
    search h1 event; why search: already moved or searched
    acted h1; act h2; ranged h2 missed; why search: already moved or searched
    to sun; to heroes; h1 has 0 rolled
The sun set by hand may end the game, and be set back
    to cards; count table.sun -15; over: The sun is down: the zombies have won. -> p1
    count table.sun +2; goes on
The Hero deck and a death are switches
    mark table.exhausted; goes on  # the Heroes drew the last one
    deck; over: The last Hero card is discarded: the zombies have won. -> p1
    mark table.deck_lost; goes on; kill h1; kill h2; table has 2 heroes_killed
    mark h1.dead; table has 1 heroes_killed
A Hero without Health is owed as a death
    set p1 board=3; to heroes; count h1.wounds +3
    can't next: Hero 1 has no Health boxes left
A turn given by hand is the Zombie or the Hero Turn
    turn p2; at heroes p2; table has 1 turn; turn p1; at sun p1; table has 15 sun
Zombies counted as killed come off the board
    set p1 board=3; count table.killed +2; table has 2 killed; p1 has 1 board
    count table.killed -1; table has 1 killed; p1 has 2 board
    count table.killed +5; table has 3 killed; p1 has 0 board
    can't count table.killed +1: No zombie is on the board
Of two players, off whose is known | players=4
    set p2 board=2; count table.killed +1; p2 has 1 board
    set p1 board=2; can't count table.killed +1: on its player's panel
A scenario has its own number of Heroes killed | rules=advanced scenario=burn goal=9 lose=2
    table has 0 heroes_killed, 2 lose
    set table heroes_killed=2; over: -> p1
Or none at all | rules=advanced scenario=burn goal=9 lose=0
    set table heroes_killed=7; goes on
The names of the Heroes are offered
    offers who/h1 who/h4; who h1 Sally; h1 is called Sally; withholds who/h1; can't who h2 Sally
    rename h2 My own; withholds who/h2
""")


@pytest.mark.parametrize("title", STORIES)
def test_the_rules(title: str) -> None:
    tell(LastNight(), title, STORIES[title], 2)


def party(players: int = 2, **chosen: Any) -> Party:
    return Party(LastNight(), players, **chosen)


def test_what_is_told_of_the_manor_house() -> None:
    """Nobody searches there, no random building is it, and new Heroes may start anywhere in it."""
    for scenario, search, roll, start in (
        (
            "burn",
            "Search instead",
            "Choose a random building",
            "In the centre of town, with a Hero card",
        ),
        (
            "manor",
            "Search instead (not in the Manor House)",
            "Choose a random building (never the Manor House)",
            "Anywhere in the Manor House, with a Hero card",
        ),
    ):
        game = party(rules="advanced", scenario=scenario)
        for move in ("set p1 board=3", "to heroes", "set table sun=14", "kill h1"):
            game.do(move)
        assert game.offers("enter", "Billy", unit="h5")["centre"][0] == start
        assert game.move("building", "table").label == roll
        game.do("act h2")
        assert game.move("search").label == search


@pytest.mark.parametrize(
    ("players", "dead", "each"), [(2, 1, 4), (3, 1, 2), (4, 2, 2), (5, 1, 1), (6, 2, 1)]
)
def test_the_books_chart_of_players(players: int, dead: int, each: int) -> None:
    game = party(players)
    assert len(zombie_seats(game.setting)) == dead
    assert len(game.setting.of("hero")) == 4
    for seat in hero_seats(game.setting):
        assert len(game.setting.of("hero", seat.id)) == each
    assert game["p1"]["hand"] == 4 // dead


def test_what_is_chosen_before_the_game() -> None:
    choices = {c.key: c for c in LastNight().choices(4)}
    assert [v for v, _label in choices["zombies"].values] == [
        "p1-p2", "p1-p3", "p1-p4", "p2-p3", "p2-p4", "p3-p4",
    ]  # fmt: skip
    assert choices["lose"].default == "4"
    assert not choices["lose"].is_offered({"scenario": "die"})
    refused = [
        (rules, scenario)
        for rules in ("basic", "advanced")
        for scenario in ("die", "burn")
        if LastNight().problems(("A", "B"), {"rules": rules, "scenario": scenario})
    ]
    assert refused == [("basic", "burn")]


def test_a_fight_that_ends_the_game_may_still_be_changed() -> None:
    """Both ends that a fight may bring: a Hero too many, the last zombie wanted."""
    game = party()
    for move in ("set p1 board=3", "to heroes", "set h2 dead", "set h1 wounds=2"):
        game.do(move)
    game.set("table", heroes_killed=1)
    game.go("fight", (1, 2), 6, unit="h1")
    guide = game.game.guide(game.setting)
    assert guide.says == "2 Heroes are killed: the zombies have won."
    assert [m.key for m in guide.moves] == [
        "end", "beyond", "fight-card", "hero/0", "hero/1", "hero/2", "zombie/0", "zombie/1", "cancel",
    ]  # fmt: skip
    assert [m.label for m in guide.moves][3:8] == [
        "Roll the Hero's 1 again", "Roll the Hero's 2 again", "Add a die for the Hero",
        "Roll the zombie's 6 again", "Add a die for the zombie",
    ]  # fmt: skip
    assert not any(m.why_not for m in guide.moves)
    game.go("again", 1, side="zombie", die=0)
    assert game.game.verdict(game.setting) is None
    assert "end" not in game.due
    game.set("table", killed=14)
    game.go("fight", (5, 5), 1, unit="h1")
    assert "have won" in game.game.guide(game.setting).says
    game.tap("beyond")  # declined: it stands
    assert "cancel" not in game.offered()
    assert "end" in game.due


def test_a_zombie_hero_is_counted_for_the_spawn_roll_and_is_no_figure_of_the_pool() -> None:
    game = party(rules="advanced", scenario="burn")
    for move in ("set p1 board=3", "to heroes", "set table sun=14", "kill h1"):
        game.do(move)
    for left, move in ((4, "fight h2 z1 6+6 1"), (4, "ranged h3 z1 killed"), (3, "to heroes")):
        assert on_board(game.setting, game["p1"]) == left
        assert pool(game.setting, game["p1"]) == 11
        game.do(move)


def test_four_items_at_most_two_of_them_weapons() -> None:
    def owed() -> bool:
        return any(
            "two of them weapons" in text for text in game.game.owed_before_next(game.setting)
        )

    game = party()
    game.to("heroes")
    assert game.adds("h1") == ["item", "weapon"]
    for weapon, adds in (
        (True, ["item", "weapon"]),
        (True, ["item"]),
        (False, ["item"]),
        (False, []),
        (False, []),
    ):
        assert not owed()
        game.tap("item", unit="h1", weapon=weapon)
        assert game.adds("h1") == adds
    assert owed()
    game.go("give", "h2", unit="i5")
    assert not owed()
    game.tap("mark", piece="i4", name="weapon")
    assert owed()
    game.go("give", "h2", unit="i1")
    assert not owed()


def test_a_table_of_an_earlier_version_keeps_its_end() -> None:
    """An empty deck was not told apart, and how many Heroes lose it was not asked."""
    game = party()
    table = game["table"]
    old = {k: v for k, v in table.values.items() if k not in ("deck_lost", "lose")}
    game.setting = game.setting.place(replace(table, values={**old, "exhausted": True}))
    assert game.over is not None
    for _n in range(2):
        game.tell("mark table.exhausted")
        game.tell("goes on")
    for scenario, most in (("die", 2), ("burn", 4)):
        game = party(rules="advanced", scenario=scenario)
        game.set("table", lose=None)
        for killed in range(most + 1):
            game.set("table", heroes_killed=killed)
            assert (game.over is not None) is (killed == most)


def test_cards_that_remain_in_play_take_their_markers_along() -> None:
    game = party()
    game.tap("card", unit="p1")
    game.tap("rename", piece="k1", name="Overconfidence")
    for key in ("pit", "lights"):
        game.press(game.move(key, "k1"))
    assert game["table"]["pits"] == 5
    marker = game.setting.of("marker")[0]
    assert current_value(game.game.kinds["marker"].note, game.setting, marker) == "Overconfidence"
    assert "New Spawning Pit is removed" in game.tap("drop", unit="k1")
    assert game.setting.of("marker") == ()
    assert game["table"]["pits"] == 4
