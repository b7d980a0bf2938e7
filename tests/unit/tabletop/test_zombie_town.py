"""*Zombie Town*: its rulebook's numbers and worked example, ruling 54."""

from __future__ import annotations

import pytest

from lastdays.tabletop.declared import card_of
from lastdays.tabletop.zombie_town.counts import cemetery, killed, points
from lastdays.tabletop.zombie_town.game import ZombieTown
from unit.tabletop.declaring import Party, tell
from unit.tabletop.telling import stories

#: Three play, unless it is said otherwise.
STORIES = stories("""
Everyone begins with life four, a home, a gun with three bullets and three cards
    c1 has 4 life; p1 has 3 hand; g1 has 3 bullets; b1 is home; b1 has 5 uses
    table has 12 board, 10 last
Six players have eight days | players=6
    table has 8 last
The keeper of the time is chosen and turns the day | first=p3
    next; at act p3; table has 1 day
    to act p2; table has 1 day
    to act p3; table has 2 day
    rename p3 Carl; c3 is called Carl
The keeper turns the day also when dead, and the last turn ends it
    next; table has 1 day
    to act p2; count c1.life -4
    to act p3; to act p2; table has 2 day, 2 turn
    set table day=10; to refill p3; next!
    over: share the victory (Bob 6, Cy 6). -> p2 p3
Time turned back gives a day, but not on the first
    next; can't event p1 time; set table day=4; event p1 time; table has 3 day
Three actions, and what costs none
    next; free p1; can't free p1
    draw p1 kept; draw p1 event-now other; draw p1 zombie-event no
    p1 has 2 actions, 4 hand
    table has 13 board; c1 has 3 life  # drawn, fought, not killed
    draw p1 returned; event p1 extra; p1 has 2 actions, 3 hand
    act p1; store p1 2
    p1 has 1 hand; b1 has 2 stored
    can't act p1: no actions left
Actions 5 to 11: each is offered only where there is something, and changes the table
    next; set p1 actions=9; withholds tear fetch arms carry
    store p1 3; withholds store
    fetch p1 2: takes 2 cards back from Home base
    p1 has 2 hand, 7 actions; b1 has 1 stored
    wall b2 4 1; offers tear
    tear p1: torn down (value 4, trap 1)
    no barricade; c1 has 3 life
    join c1; offers arms carry
    arms p1; g1 is s1's
    carry p1 b1; s1 is b1's; p1 has 4 actions
    carry p1 c1; s1 is c1's
    fetch p1; p1 has 3 hand; b1 has 0 stored  # how many isn't asked of one
    store p1 1; over b1 p2; b1 has 0 stored  # what is lost is lost with the cards in it
A zombie's attack goes on to its damage (Defending)
    next; attack c1 g1 jammed g1 0: kills a zombie with 2 bullets
    p1 has 1 killed, 3 actions; c1 has 4 life
    attack c1 g1 jammed: takes 1 damage. Life left: 3. Ann moves three squares away.
    attack c1: Life left: 2
    join c1; attack c1 s1; c1 has 2 life; no survivor  # beside them, dies instead
    join b2; attack s2; no survivor  # unarmed in a building
    join c2; gun s3 3; set g2 bullets=0; attack c2 g4 0; p2 has 1 killed  # fires too
Whoever runs dry against a zombie on their square is hurt
    next; set g1 bullets=1; shoot p1 0 jammed; c1 has 3 life
    set g1 bullets=1; shoot p1 1 jammed; c1 has 3 life  # it was not there
A plain turn is its actions and three presses
    next; next does next; next; at zombies p1
    offers attack/c1; next does refill
    refill 2: Bob's turn
    at act p2; set p2 killed=86; to zombies; next does next
    next: Skipped: Cemetery | Cy's turn.
A hand of three at the end
    next; draw p1 kept; can't next: down to 3
    lose p1; next; at zombies
A shot spends bullets of one gun until the card reaches
    next; shoot p1 1 jammed yes 2: kills a zombie with 2 bullets
    g1 has 1 bullets; p1 has 1 killed, 2 actions; table has 11 board
    shoot p1 2 1; g1 has 0 bullets; p1 has 1 actions  # the last bullet
    withholds shoot; can't shoot p1 0
Players draw against each other, and ties again without a bullet
    next; duel p1 c2 1 1 0 jammed no stop: Ann wins against Bob
    c2 has 3 life; g1 has 2 bullets; g2 has 2 bullets
    set g3 bullets=0; set g1 bullets=3
    duel p1 c3 jammed no; c3 has 4 life; p1 has 1 actions  # unarmed: hit by anything but a jam
    duel p1 c3 jammed yes 0 b3: Cy loses it. Cy moves three squares away.
    c3 has 3 life; g1 has 0 bullets; no building of p3
The fourth damage is death, and a survivor may die instead
    next; join c1; hurt c1 s1; c1 has 4 life; no survivor
    hurt c1; hurt c1; hurt c1; hurt c1
    c1 has 0 life; no gun of c1; p1 has 0 hand
    can't hurt c1: dead
    to act p2; to act p3; to act p2  # the dead are passed over
Two guns with a character and one with a survivor
    next; gun c1 6; can't gun c1: as many guns
    join b1; arms p1 g4; g4 is s1's; can't gun s1
    set g1 bullets=0; gone g1; g1 is gone  # an empty gun is dropped for free
    set g4 bullets=1; reload g4; can't count g4.bullets +1: magazine is full
Four buildings with three barricades each
    next; claim p1; claim p1; claim p1; can't claim p1: 4 buildings
    wall b1 2 0; wall b1 2 0; wall b1 2 0
    can't wall b1: three barricades
    why wall of b1: three at most
Two characters have eight buildings | players=2
    next; claim p1; claim p1; claim p1; claim p1; claim p1; claim p1
    can't claim p1: 8 buildings
Zombies beside that reach the sum bring all down, and traps kill
    next; wall b1 3 2; wall b1 2 1; to zombies p2
    count b1.beside +4; 2 barricades
    count b1.beside +1: All its barricades fall. Killed by traps: 3
    no barricade; p1 has 3 killed; table has 9 board; b1 has 2 beside
Traps may count for the mover | traps=mover
    next; wall b1 3 2; to zombies p2
    count b1.beside +3; p2 has 2 killed; p1 has 0 killed
A trap harms a player once
    next; wall b2 3 2; torn w1: value 3, trap 2
    c1 has 3 life
    wall b2 3 0; wall b2 3 1; torn w2; c1 has 3 life
    count c1.life -3; torn w3  # whoever is dead isn't asked about
An own trap harms nobody, and an ability is used in the own turn
    next; wall b1 3 2; torn w1; c1 has 4 life
    can't use b2: owner's turn
A building torn open by another may be lost
    next; claim p2; wall b4 3 0; torn w1; offers lost/b4
Not while a barricade is left, or a survivor, and never a home
    next; claim p2; wall b4 3 0; wall b4 2 0; torn w1; withholds lost/b4
    join b4; torn w2; withholds lost/b4
    wall b2 3 0; torn w3; withholds lost/b2
A value corrected by hand, or a wall torn down, may bring the others down
    next; wall b1 5 0; count b1.beside +3; 1 barricade
    count w1.value -2: All its barricades fall
    wall b2 5 0; wall b2 3 0; count b2.beside +5
    torn w3: All its barricades fall
    no barricade
A zombie that leaves brings nothing down
    next; count b1.beside +6; wall b1 5 0: With 6 zombies next to it
    count b1.beside -1; 1 barricade
A house has five uses, and five again when lost
    next; set p1 actions=9; use b1 wood-worker; b1 has 4 uses; use b1; use b1; use b1
    b1 has 1 uses; use b1; can't use b1: five times; p1 has 8 hand, 4 actions
    gone b1; claim p1; b4 is p1's; b4 has 5 uses
Squares beside the cemetery are refilled
    next; to refill; can't next: to be refilled
    refill 3; table has 15 board; at act p2
A lost building takes its survivors' guns with it
    next; claim p1; join b4; gun s1 3; gone b4; 3 guns
    join b1; no gun of s2
A claimed building without walls and survivors is asked for
    next; claim p2; wall b4 2 0; count b4.beside +2
    can't next: Is it lost
    offers lost/b4; held b4; next
A building taken over keeps its barricades
    next; claim p2; wall b4 2 0; join b4; set b4 uses=2
    over b4 p1; b4 is p1's; b4 has 5 uses; 1 barricade of b4; no survivor
A survivor with a character who loses a duel may lose a building, never the character
    next; join c2; duel p1 s1 0 b2: Bob loses it; no survivor; c2 has 4 life
Survivors are fought and fight
    next; join b2; duel p1 s1 0 no; no survivor
    join b2; gun s2 3; duel p1 s2 0 1 stop; c1 has 3 life  # lost to an armed one
    attack s2 g4 1: kills a zombie
A life counted down by hand is a death
    next; count c1.life -4: Ann is dead
    no gun of c1; p1 has 0 hand
    to refill; can't turn p1: dead
Nobody else has actions, and a turn given by hand has them
    next; turn p2; p1 has 0 actions; p2 has 3 actions
    why event of p1
A fight goes on until somebody retreats or can't go on
    next; duel p1 c2 0 jammed no again jammed 1 c1: Ann takes 1 damage. Life left: 3. Ann retreats
    c2 has 3 life; c1 has 3 life; g1 has 1 bullets; g2 has 1 bullets; p1 has 2 actions
    duel p1 c2 0 jammed no  # her last bullet: nobody is asked
    c2 has 2 life; set g1 bullets=3; set c2 life=1
    duel p1 c2 0 no; p1 has 0 actions  # out of bullets by then: one hit, and he is dead
    c2 has 0 life
Without bullets left the defender is hit by anything, and gone
    next; set g2 bullets=1; duel p1 c2 0 1 again 0 no: Bob moves three squares away
    c1 has 3 life; c2 has 3 life; g1 has 1 bullets
Whoever dies fights no further
    next; set c2 life=1; duel p1 c2 0 jammed b2: Bob is dead
A "draw 2" gun chooses one of two cards
    next; asks shoot p1 0: Which combat card is drawn for Gun 1?; mark g1.two
    asks shoot p1 0: Two combat cards are drawn for Gun 1. Which is chosen?
    asks duel p1 c2: Ann draws two combat cards. Which is chosen?
    asks duel p1 c2 1: Which combat card does Bob draw?
    asks attack c1 g1: Two combat cards are drawn for Gun 1
Survivors show a card more each
    next; asks draw p1: Ann draws a card.; join c1; asks draw p1: Ann looks at 2 cards
    join c1; asks draw p1: looks at 3 cards and chooses one, the rest go back; draw p1 kept
    p1 has 4 hand, 2 actions; draw p1 returned; p1 has 1 actions; draw p1 event-now other
    p1 has 1 actions; draw p1 zombie-event no s1; 1 survivor
Of two characters, who draws is asked where it matters | players=2
    next; asks draw p1: draws a card; draw p1 zombie-event c2 no; c2 has 3 life
    join c1; asks draw p1 c1: looks at 2 cards; asks draw p1 c2: draws a card
    draw p1 c1 zombie-event no s1; c1 has 4 life; no survivor
The Survivalist and the Wood Worker take a card from the discard pile
    next; use b1 survivalist: takes a survivor
    p1 has 4 hand, 2 actions; b1 has 4 uses
    use b1; p1 has 5 hand; claim p1; ability p1 b4 wood-worker: takes a barricade
    p1 has 6 hand, 0 actions; b4 has 4 uses
The Gun Collector reloads a gun
    next; set p1 actions=9; use b1 gun-collector: All guns are fully loaded.
    p1 has 9 actions; b1 has 5 uses; can't use b1: fully loaded; withholds ability
    set g1 bullets=0; use b1: Gun 1 is reloaded and holds 3.
    g1 has 3 bullets; p1 has 8 actions; join b1; gun s1 6; set g4 bullets=1; set g1 bullets=1
    ability p1 g4; g4 has 6 bullets; g1 has 1 bullets; b1 has 3 uses
The Nurse heals a wound
    next; set c1 life=2; use b1 nurse: Ann is healed. Life: 3.
    c1 has 3 life; p1 has 2 actions; use b1; c1 has 4 life; can't use b1: Nobody is wounded
Nosy Neighbors let a pawn pass, and a normal house nothing
    next; use b1 neighbors: any other house of Nosy Neighbors
    p1 has 2 actions; b1 has 4 uses; claim p1; house b4 normal: The house card at Building 4: Normal house.
    can't use b4: no ability; ability p1; b1 has 3 uses; b4 has 5 uses  # the other isn't offered
An unknown normal house costs nothing
    next; use b1 normal: A Normal house has no ability.
    p1 has 3 actions; b1 has 5 uses; withholds ability
An event moves zombies back, adds two, or takes a card
    next; wall b2 5 2; count b2.beside +4; event p1 two b2: 2 zombies are placed outside Home base. 6 zombies break into
    no barricade; b2 has 4 beside; p2 has 2 killed; table has 12 board
    event p1 retreat b2: All zombies next to Home base move back one square.
    b2 has 0 beside; event p1 random kept; p1 has 1 hand; event p1 two new; table has 14 board
    set p1 hand=3; set b2 stored=2; event p1 random b2 kept; b2 has 1 stored; p1 has 3 hand
    event p1 random new event-now extra; p1 has 2 hand, 4 actions  # what is drawn happens at once
    event p1 random new zombie-event no; c1 has 3 life; p1 has 1 hand
Other events are told
    next; event p1 send c3: Cy is sent to an adjacent location
    event p1 switch: switches the cards of two adjacent buildings; event p1 other
    p1 has 0 hand; can't event p1 other: no cards; event p2 retreat new  # at any time
    can't event p2 extra; p2 has 2 hand
Twenty-four zombies fit next to a building
    next; count b1.beside +30: Six zombies fit on each of the four squares
    b1 has 24 beside; can't event p1 two b1: Six zombies fit
    to zombies; advises A square holds six.
An unarmed survivor dies where a zombie enters, and the zombie stays
    next; claim p2; join b4; join b4; join b4; to zombies; offers enter/b4
    enter b4 s2: Survivor 2 dies. Any gun they had is discarded. A zombie stays in Building 4.
    2 survivor; b4 is inside; to refill p2; 2 survivor; next!: Survivor 3 dies
    no survivor; b4 is gone  # at the end of Bob's next turn
Who is moved out in time lives
    next; claim p2; join b4; join b4; join b4; to zombies; enter b4 s1; to act p2
    carry p2 s2 c2; to act p3; 1 survivor; b4 is gone
In the owner's own turn it is their next one
    next; join b1; join b1; to zombies; enter b1 s1; to act p2; 1 survivor; to act p1; 1 survivor
    to act p2; no survivor; b1 isn't gone  # a home base
An armed survivor fights the zombie off
    next; join b2; gun s1 2; to zombies; enter b2 g4 0: kills a zombie with 1 bullet
    p2 has 1 killed; 1 survivor; b2 isn't inside
    enter b2 g4 jammed; no survivor  # out of bullets
    can't enter b2: No survivor is in Home base
A zombie killed inside harms nobody any more
    next; join b1; join b1; to zombies; enter b1 s1; to act p1; shoot p1 0 0 b1
    b1 isn't inside; to act p2; 1 survivor; mark b1.inside; b1 is inside
    to act p1; shoot p1 1 1; shoot p1 0 0 no; b1 is inside
No zombie is shot where none is
    next; set table board=0; can't shoot p1: No zombie
Zombies counted as killed come off the board
    next; count p1.killed +3; p1 has 3 killed; table has 9 board
    count p1.killed -1; p1 has 2 killed; table has 10 board
    count p2.killed +50; p2 has 10 killed; table has 0 board
    can't count p2.killed +1: No zombie is on the board
A claimed building is lost with the last survivor killed there
    next; claim p2; join b4; join b4; hurt s1; b4 isn't gone
    hurt s2: Building 4 has no survivors left: Bob loses it.
    b4 is gone; claim p2; join b5
    duel p1 s3 0: Building 5 has no survivors left: Bob loses it.
    b5 is gone; next  # nothing is asked
Neither a home base nor a barricaded building, nor one whose own wall is taken down
    next; claim p2; wall b4 2 0; join b2; join b4; hurt s1; hurt s2
    b2 isn't gone; b4 isn't gone
    claim p1; wall b5 2 0; torn w2; next; b5 isn't gone
The most points win, ties by kills, then shared, and the dead do not score
    next; set table over
    over: The last day is over: Ann, Bob and Cy share the victory (Ann 6, Bob 6, Cy 6). -> p1 p2 p3
    set p2 killed=1; set g2 bullets=0  # the same points, but a kill among them
    over: Bob has won, with the most zombies killed among those tied for the most points (Ann 6, Bob 6, Cy 6). -> p2
    set p3 killed=50; over: Cy has won with the most points (Ann 6, Bob 6, Cy 56). -> p3
    set c3 life=0
    over: Bob has won, with the most zombies killed among those tied for the most points (Ann 6, Bob 6). -> p2
A card played in a building asks which, and claims it
    next; card p1 barricade new 5 0: Ann claims Building 4
    b4 isn't home; b4 has 5 uses; 1 barricade of b4
    card p1 survivor new: Ann claims Building 5
    b5 isn't home; b5 has 5 uses; 1 survivor of b5
    set b1 uses=2; set p1 actions=2 hand=2; card p1 barricade b1 5 0; card p1 survivor b1
    1 barricade of b1; 1 survivor of b1; 3 buildings of p1; b1 has 2 uses
A card played in another's building takes it over
    next; claim p2; wall b4 2 0; join b4
    card p1 survivor b4: Ann takes over Building 4
    b4 is p1's; 1 survivor of b4; s2 is b4's; 1 barricade of b4
A survivor set down elsewhere claims it
    next; join c1; carry p1 new: Ann claims Building 4
    s1 is b4's
Fireworks lie there until the end of the next turn
    next; card p1 fireworks b2: Fireworks at Bob's Home base
    to zombies p2; advises No zombie moves towards Fireworks at Bob's Home base
    to act p1; to refill p1; 1 marker
    next!: have burned out
    no marker
Fireworks of the dead burn out too
    next; card p1 fireworks new; count c1.life -4
    to act p3; 1 marker; to act p2; no marker
""")


@pytest.mark.parametrize("title", STORIES)
def test_the_rules(title: str) -> None:
    tell(ZombieTown(), title, STORIES[title], 3)


def begun(players: int = 3) -> Party:
    game = Party(ZombieTown(), players)
    game.tap("next")
    return game


def test_two_players_have_two_characters_and_twice_of_all() -> None:
    game = begun(2)
    pawns = game.setting.of("pawn", "p1")
    said = [card_of(game.game.kinds["pawn"], game.setting, pawn).spoken for pawn in pawns]
    assert said == ["Ann 1", "Ann 2"]  # not "Ann 1 of Ann"
    assert (game["p1"]["actions"], game["p1"]["free"], game["p1"]["hand"]) == (6, 2, 6)
    assert "zombies to move: 2" in game.game.headline(game.setting)
    for name, called in (("1", "1 1"), ("Beth", "Beth 1")):
        game.tap("rename", piece="p1", name=name)
        assert game["c1"].name == called
    game.set("c1", life=0)
    game.to("act", "p2")
    game.to("act", "p1")
    assert game["p1"]["actions"] == 6  # ruling 54: the other has them


def test_what_a_barricade_is_worth_is_not_told_before_it_falls() -> None:
    game = begun()
    assert "7" not in game.go("wall", "7", "1", unit="b1")
    assert not any(d.value == "7" for e in game.events for d in e.dice)
    assert game.game.kinds["barricade"].secret == ("value", "trap")


def test_a_hundred_figures_are_cemetery_board_and_killed() -> None:
    game = begun()
    assert cemetery(game.setting) == 88
    game.set("p2", killed=30)
    game.tap("count", piece="table", name="board", amount=99)
    assert game["table"]["board"] == 70
    assert cemetery(game.setting) + game["table"]["board"] + killed(game.setting) == 100
    game.tell("can't count table.board +1: cemetery is empty")
    game.to("refill")
    game.go("refill")  # an empty cemetery refills nothing
    assert game["table"]["board"] == 70


def test_the_books_example_comes_to_twenty_four() -> None:
    """Three survivors, four loaded guns, eight zombies, two buildings with one use spent."""
    game = begun()
    game.set("p1", killed=8)
    game.tap("claim", unit="p1")
    game.set("b1", uses=4)
    for n in range(1, 4):
        game.tap("join", unit="b1")
        game.go("gun", "3", unit=f"s{n}")
    assert points(game.setting, game["p1"]) == 24


def test_where_a_barricade_card_may_be_played() -> None:
    """Not where three lie; who has four buildings claims no other."""
    game = begun()
    for _n in range(3):
        game.do("wall b1 2 0")
    assert list(game.offers("card", "barricade", unit="p1")) == ["new", "b2", "b3"]
    game = begun()
    for _n in range(3):
        game.tap("claim", unit="p1")
    own = ["b1", "b4", "b5", "b6"]
    assert list(game.offers("card", "barricade", unit="p1")) == own
    for n in range(12):
        assert "barricade" in game.offers("card", unit="p1")
        game.go("wall", "1", "0", unit=own[n % 4])
    assert "barricade" not in game.offers("card", unit="p1")
    assert "b1" in game.offers("card", "survivor", unit="p1")
