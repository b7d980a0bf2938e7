"""*Last One Alive*: its rules, ruling 53."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.tabletop.last_one_alive.game import LastOneAlive
from lastdays.tabletop.last_one_alive.play import score, zombie_dice
from lastdays.tabletop.units import current_value
from lastdays.tabletop.view import Play, Tap
from unit.tabletop.declaring import Party, tell
from unit.tabletop.telling import stories

#: Four play, unless it is said otherwise.
STORIES = stories("""
The first player begins with one zombie in front
    1 die; d1 is p1's; d1 has 1 zombies, 0 ambushes
Whoever is chosen to begin has it | players=3 first=p2
    1 die; d1 is p2's
Or whoever rolls highest | players=3 first=
    no die; next does first; offers draw/p1; first 1 2 6; next does draw p1 side=any; next; at before p3; 1 die of p3
The level stops at four, and tokens are counted apart
    next; draw p1 apocalypse side=item; draw p1 apocalypse side=item; draw p1 apocalypse side=item
    draw p1 apocalypse side=item; draw p1 apocalypse side=item; table has 4 level, 5 drawn
Tokens drawn in set-up count
    draw p2 apocalypse side=any; table has 2 level; no token
Zombies pass to the left, and ambushes stay
    next; to zombies; rolled p1 2 what=zombies; rolled p1 1 what=ambushes
    d2 is p2's; d2 has 2 zombies, 0 ambushes; d3 is p1's; d3 has 0 zombies, 1 ambushes
Left skips who is out
    next; set p2 out; rolled p1 1 what=zombies; d2 is p3's
Three symbols shot in a turn earn the one Hero token
    next; set d1 zombies=2 ambushes=1; to shots; shoot d1; shoot d1; p1 isn't hero
    shoot d1: gains a Hero token
    p1 is hero; d1 is gone  # back in the pool
A symbol shot in another's turn earns nothing
    next; set p2 shots=2; rolled p2 1 0 what=front; shoot d2; p2 isn't hero
No Hero token in the turn one was used
    next; set p1 hero shots=2; set d1 zombies=1; hero p1; shoot d1; p1 isn't hero
A die emptied by hand is back in the pool, and kills nobody | lives=no dice=20
    next; count d1.zombies -1: Die 1 is back in the pool.
    table has 20 dice; to before p2; p1 isn't out
The chainsaw after the roll takes an ambush that is no shot
    next; draw p1 chainsaw side=item; to zombies
    rolled p1 1 what=ambushes; rolled p1 1 what=ambushes; saw t1 d3; 2 die of p1; d3 is gone
    p1 has 0 shots
Why a barricade token passes nothing
    next; draw p1 barricade side=any; why use/d1 of t1
    set d1 ambushes=1; why use/d1 of t1: an ambush never passes
    set d1 ambushes=0; turn p2; why use/d1 of t1: not this player's turn
Announced items are said where they count
    next; draw p1 axe side=item; use t1; to barricades
    advises Axe: all barricades count double.
The Gun before the roll doubles the Bangs, and each takes a symbol
    next; draw p1 gun side=item; use t1; set d1 zombies=3 ambushes=1; to shots
    next does bangs p1; bangs p1 1: Ann has 2 Bangs (red dice: 1).
    p1 has 2 bangs; shoot d1; shoot d1 symbol=zombies; d1 has 2 zombies; p1 has 2 shots, 0 bangs
    can't shoot d1: No results are left; next does next
    bangs p1 1; p1 has 2 bangs; shoot d1; shoot d1: Die 1 is back in the pool
    to before p2; to shots p2; next does next  # doubled in Ann's turn alone
Without the Gun each Bang counts once, and nobody has to count
    next; set d1 zombies=4; to shots; next does next; offers bangs shoot/d1; shoot d1
    bangs p1 2; shoot d1; shoot d1; can't shoot d1; count p1.bangs +1; shoot d1; d1 is gone
The Axe before the roll doubles the barricades, and a die traded is worth one token
    next; draw p1 axe side=item; use t1; rolled p1 1 0 what=front; rolled p1 1 0 what=front
    to barricades; next does yellow p1; yellow p1 2: Ann has 4 barricades (yellow dice: 2).
    pass d1; d1 is p2's; pass d2; p1 has 2 walls; draw p1 barricade side=barricade
    p1 has 0 walls; can't draw p1 barricade side=barricade: No results are left
    can't pass d3; next does next; block t2 die=d3; d3 is p2's  # a token of her own
Half of a doubled die is not traded
    next; draw p1 axe side=item; use t1; to barricades; yellow p1 1; pass d1
    p1 has 1 walls; can't draw p1 barricade side=barricade
Barricades need no count, and without the Axe pass once
    next; to barricades; next does next; offers yellow pass/d1; yellow p1 1; p1 has 1 walls
    pass d1; p1 has 0 walls
The Chainsaw before the roll ignores its ambushes
    next; draw p1 chainsaw side=item; use t1; to zombies; withholds ambush
    can't black p1 ambushes/2; can't rolled p1 1 what=ambushes: ignores all ambushes
    black p1 ''; 1 die
The Night token is in the bag, and Day goes in for it | night=yes tokens=10
    next; table has 11 tokens; draw p1 night side=item; table has 11 tokens
    draw p1 day side=item; table has 10 tokens
Turns are counted though the first player is out | players=3 lives=no
    next; to end; next!; at before p2; table has 1 turn
    to before p3; to before p2; table has 2 turn
The next one alive begins with the zombie of who is out before
    mark p1.out; next: Bob's turn
    at before p2; 1 die; d2 is p2's; d2 has 1 zombies, 0 ambushes
Also who goes on anyway
    mark p1.out; next!: Bob's turn
    at before p2; 1 die of p2
Who is marked out by hand keeps nothing
    next; draw p1 axe side=item; set p1 hero; mark p1.out; p1 isn't hero; no die of p1
    no token of p1; draw p1 axe side=item; mark p1.out
    1 token of p1  # taken back: what was drawn since stays
A barricade passes a die whole, but never an ambush
    next; set d1 zombies=3; pass d1; d1 is p2's; set d1 ambushes=1; can't pass d1: never passed
    draw p1 barricade side=barricade; rolled p1 1 0 what=front; block t1 die=d2
    d2 is p2's; t1 is gone
Flares pass half of the dice without ambushes, rounded up
    next; draw p1 flares side=item; flares t1; 1 die of p2
    rolled p1 1 0 what=front; rolled p1 1 0 what=front; draw p1 flares side=item
    flares t2 d2; d2 is p2's; 1 die of p1; turn p3
    rolled p3 1 0 what=front; rolled p3 1 0 what=front; rolled p3 1 0 what=front
    draw p3 flares side=item; why use of t3; flares t3 d4 d6; 1 die of p3; d4 is p4's; d6 is p4's
Flares need a die without an ambush
    next; draw p1 flares side=item; set d1 ambushes=1
    why use of t1: no die in front without an ambush
A Radio is used before the own roll
    next; draw p1 radio side=item; draw p2 radio side=item; can't radio t2: before the roll
    to zombies; can't radio t1: before the roll
A Medikit at the end takes a die away
    next; draw p1 medikit side=item; to end; why use of t1
    medikit t1 yes; no die of p1
Who is beset at the end is out, and the last one wins | players=2 lives=no
    next; to end; can't next: Ann still has zombies or ambushes in front
    next!: Ann is overpowered and becomes a zombie
    over: Bob is the last one alive. -> p2
Who is beset uses the Medikit, or is overpowered | players=3 lives=no
    next; to end; can't next: still has zombies or ambushes in front; draw p1 medikit side=any; next does medikit t1
    medikit t1 no; over p1; p1 is out; at before p2
Who survives returns the dice | players=2
    next; gone d1; to end; next; at before p2; no die
Three tokens are kept at the end of the turn
    next; gone d1; draw p1 axe side=item; draw p1 axe side=item; draw p1 axe side=item
    draw p1 axe side=item; to end; can't next: keeps only three tokens. Put 1 back in the box.
    drop t2: Bob's turn
The Medikit and tokens too many are due at the end
    next; draw p1 medikit side=item; draw p1 axe side=item; draw p1 gun side=item
    draw p1 radio side=item; to end; offers medikit/t1 over; withholds drop/t2
    count d1.zombies -1; offers drop/t1 drop/t2 drop/t3 drop/t4; withholds medikit/t1 over
    drop t2; at before p2  # nothing is owed any more: the turn passes
A level set by hand counts before the roll
    next; count table.level +1; headline zombie dice 2, chosen dice 4
    to zombies; count table.level +1; headline zombie dice 2, chosen dice 4
Whoever is left alone plays on, turn by turn | players=2 lives=no
    next; mark p2.out; gone d1; beyond; to end; next; at before p1; table has 2 turn
Zombies Everywhere raises the level only | players=3 everywhere=yes lives=no
    next; over p2; table has 2 level, 0 drawn
The survivors have two lives, and a Hero token for each | players=2 lives=yes
    next; draw p1 axe side=item; over p1; p1 has 1 lives; p1 is hero; no token
    set p1 hero=0 used_hero; over p1; p1 isn't hero  # ruling 53: one was used this turn
    over p1; p1 is out
A tie is broken by one Hero token, and shared otherwise | players=2 lives=yes
    next; gone d1; set table drawn=3; to end
    over: Ann and Bob share the victory (Ann 4, Bob 4). -> p1 p2
    set p1 hero; over: Ann has the most points (Ann 4, Bob 4). -> p1
    set p2 hero; over: Ann and Bob share the victory (Ann 4, Bob 4). -> p1 p2
    beyond; next; at before p2  # they play on
The pool and the bag are counted where the table says so | dice=10 tokens=10
    table has 9 dice; next; gone d1; table has 10 dice; set table dice=0 tokens=0
    can't rolled p1 1 1 what=front: no dice left
    can't draw p1 axe side=item: bag is empty
A Bang takes the symbol the player says
    next; set d1 zombies=1 ambushes=1; to shots; offers shoot/d1 shoot-zombie/d1
    shoot d1 symbol=zombies: Ann shoots a zombie on Die 1
    d1 has 0 zombies, 1 ambushes; withholds shoot-zombie/d1
    shoot d1: shoots an ambush
Who is out has nothing left to do | players=3 lives=no
    next; to items; mark p1.out; why add of p1: already zombified
    why draw of p1: already zombified
    next; at before p2; can't turn p1: already zombified
A plain turn passes over the rest | players=3 lives=no tokens=20 dice=20
    next does draw p1 side=any; draw p1 axe side=any; draw p2 axe side=any; draw p3 axe side=any
    next does next; next; gone d1; next does black p1
    black p1 zombies/2: Bob has a die (zombies 2, ambushes 0).
    at items; next does next; next: Skipped: Shots
    at barricades; next: Skipped: End | Bob's turn.
    at before p2
The zombie dice are as many as the level, and the pool | players=2 dice=10
    set table level=3; to before; set table take=3
    black p1 zombies/1 ambushes/3 '': Bob has a die (zombies 1, ambushes 0). … Ann has a die (zombies 0, ambushes 3).
    table has 7 dice
""")


@pytest.mark.parametrize("title", STORIES)
def test_the_rules(title: str) -> None:
    tell(LastOneAlive(), title, STORIES[title], 4)


def begun(players: int = 4, **chosen: Any) -> Party:
    game = Party(LastOneAlive(), players, **chosen)
    game.tap("next")
    return game


def test_dice_to_take_are_the_level_one_more_at_night_and_four() -> None:
    game = begun(night="yes")
    game.tell("headline zombie dice 1, chosen dice 4")
    game.do("draw p1 apocalypse side=item")
    game.do("draw p1 night side=item")
    assert zombie_dice(game.setting) == 3
    # A raised level counts from the next turn on; each Radio gives two dice.
    for radio, chosen in (("t1", 6), ("t2", 8)):
        game.do("draw p1 radio side=any")
        game.do(f"radio {radio}")
        game.tell(f"headline zombie dice 1, chosen dice {chosen}")
    game.to("before", "p2")
    game.tell("headline zombie dice 3, chosen dice 4")
    game.do("draw p2 day side=item")
    assert zombie_dice(game.setting) == 2


@pytest.mark.parametrize(
    ("key", "step", "label", "said"),
    [
        ("axe", "before", "Double all barricades", "all barricades count double"),
        ("axe", "barricades", "Re-roll a yellow die", "a yellow die is re-rolled"),
        ("chainsaw", "before", "Ignore all ambushes rolled", "all ambushes rolled are ignored"),
        ("chainsaw", "items", "Discard an ambush", "an ambush is discarded"),
        ("gun", "before", "Double all Bangs", "all Bangs count double"),
        ("gun", "shots", "Re-roll a red die", "a red die is re-rolled"),
        ("radio", "before", "Take two more dice", "two more dice are taken"),
        (
            "flares",
            "before",
            "Pass half of the dice without ambushes to the left",
            "half of the dice without ambushes go to the left",
        ),
    ],
)
def test_what_an_item_does_before_the_roll_and_after_it(
    key: str, step: str, label: str, said: str
) -> None:
    game = begun()
    game.go("draw", key, unit="p1", side="item")
    if key == "chainsaw":
        game.set("d1", ambushes=2)
    game.to(step)
    button = game.move("use", "t1")
    assert (button.label, button.why_not) == (label, "")
    play = button.act
    done = game.go(play.play, **play.args) if isinstance(play, Play) else game.press(button)
    assert f": {said}" in done
    if step == "items":
        assert game["d1"]["ambushes"] == 1


def test_nobody_is_left_to_begin() -> None:
    game = Party(LastOneAlive())
    for move in ("mark p1.out", "mark p2.out", "beyond"):
        game.do(move)
    assert game.game.tap(game.setting, Tap("next", {})) is None


def test_when_each_item_may_be_used() -> None:
    game = begun()
    for key in ("axe", "flares", "radio", "medikit"):
        game.go("draw", key, unit="p1", side="item")
    for step, usable in (("before", {"t1", "t2", "t3"}), ("shots", {"t1"}), ("end", {"t1", "t4"})):
        game.to(step)
        tokens = (f"t{n}" for n in range(1, 5))
        assert {t for t in tokens if not game.move("use", t).why_not} == usable


def test_the_third_apocalypse_token_finishes_the_turn_then_scores() -> None:
    game = begun(3, lives="yes")
    game.tap("gone", unit="d1")
    for _n in range(3):
        game.go("draw", "apocalypse", unit="p1", side="item")
    assert game.over is None
    game.go("draw", "axe", unit="p2", side="item")
    game.to("end")
    assert score(game.setting, game["p2"]) == 5
    assert game.over is not None
    assert tuple(game.over[1]) == ("p2",)
    game.tap("beyond")  # the end stays at hand while they play on
    game.tap("next")
    assert "end" in game.due


def test_points_and_what_was_used_this_turn_can_be_seen() -> None:
    def note() -> str:
        return current_value(game.game.kinds["seat"].note, game.setting, game["p1"])

    game = begun(2, lives="yes")
    game.go("draw", "axe", unit="p1", side="item")
    assert note() == "dice 1, tokens 1 · 5 points"
    game.tap("use", unit="t1")
    assert note() == "dice 1, tokens 0 · 4 points · Axe used before the roll"
    game.set("p1", hero=True)
    game.to("zombies")
    game.tap("hero", unit="p1")
    assert "Hero token used" in note()
