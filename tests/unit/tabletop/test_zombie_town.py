"""*Zombie Town*: its rulebook's numbers and worked example, ruling 54."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.declared import card_of
from lastdays.tabletop.units import now
from lastdays.tabletop.view import Play, Tap
from lastdays.tabletop.zombie_town import ZombieTown
from lastdays.tabletop.zombie_town.counts import cemetery, killed, points
from unit.tabletop.declaring import Party


def party(players: int = 3, **chosen: Any) -> Party:
    return Party(ZombieTown(), players, **chosen)


def begun(players: int = 3, **chosen: Any) -> Party:
    game = party(players, **chosen)
    game.tap("next")
    return game


def test_everyone_begins_with_life_four_a_home_a_gun_and_three_cards() -> None:
    game = party()
    assert (game["c1"]["life"], game["p1"]["hand"]) == (4, 3)
    assert (game["g1"]["bullets"], game["b1"].on("home"), game["b1"]["uses"]) == (3, True, 5)
    assert (game["table"]["board"], cemetery(game.setting)) == (12, 88)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_what_lies_where_before_the_first_turn(players: int) -> None:
    """Game Setup, and the Two Player Rules."""
    game = party(players)
    homes, times = (4, 2) if players == 2 else (players, 1)
    more = [f"3 action cards in each of {homes} buildings with a pawn."] if players >= 5 else []
    cards = "player cards with their pawns" if times == 2 else "player card with its pawn"
    assert game.game.checklist(game.setting) == [
        "30 combat cards shuffled beside the board, and 12 wall stands.",
        "12 zombies on the squares around the cemetery, 88 in it.",
        f"{times} {cards} for each, and the marker chips.",
        f"{homes} pawns and chips, each in a building of its own, the youngest first.",
        f"A gun with 3 bullets before each of {homes} characters.",
        "12 house cards, one at each building, with the 5 to be seen.",
        f"{3 * times} action cards of {6 * times} in each hand, none of them an event.",
        f"9 action cards in each of {12 - homes} buildings without a pawn.",
        *more,
        "The twelve-sided die with the 1 up, before the keeper of the time.",
    ]
    assert game["table"]["last"] == (8 if players == 6 else 10)


def test_the_keeper_of_the_time_is_chosen_and_turns_the_day() -> None:
    game = party(3, first="p3")
    game.tap("next")
    assert (game.setting.active, game["table"]["day"]) == ("p3", 1)
    game.to("act", "p2")
    assert game["table"]["day"] == 1
    game.to("act", "p3")
    assert game["table"]["day"] == 2
    game.tap("rename", piece="p3", name="Carl")
    assert game["c3"].name == "Carl"


def test_two_players_have_two_characters_and_twice_of_all() -> None:
    game = begun(2)
    pawns = game.setting.of("pawn", "p1")
    assert len(pawns) == 2
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


@pytest.mark.parametrize(("players", "last"), [(2, 10), (3, 10), (5, 10), (6, 8)])
def test_the_last_day(players: int, last: int) -> None:
    assert party(players)["table"]["last"] == last


def test_the_keeper_turns_the_day_also_when_dead_and_the_last_turn_ends_it() -> None:
    game = begun()
    assert game["table"]["day"] == 1
    game.to("act", "p2")
    game.set("c1", life=0)
    game.to("act", "p3")
    game.to("act", "p2")
    assert game["table"]["day"] == 2
    game.set("table", day=10)
    game.to("refill", "p3")
    game.tap("next", anyway=True)
    assert game.over is not None


def test_time_turned_back_gives_a_day_but_not_on_the_first() -> None:
    game = begun()
    with pytest.raises(RuleError, match="day 1"):
        game.tap("back")
    game.set("table", day=4)
    game.tap("back")
    assert game["table"]["day"] == 3


def test_three_actions_and_what_costs_none() -> None:
    game = begun()
    game.tap("free", unit="p1")
    with pytest.raises(RuleError):
        game.tap("free", unit="p1")
    game.go("draw", "kept", unit="p1")
    game.go("draw", "event-now", unit="p1")
    game.go("draw", "zombie-event", "no", unit="p1")
    assert (game["p1"]["actions"], game["p1"]["hand"]) == (2, 4)
    assert (game["table"]["board"], game["c1"]["life"]) == (13, 3)  # drawn, fought, not killed
    game.go("draw", "returned", unit="p1")
    game.tap("event", unit="p1")
    assert (game["p1"]["actions"], game["p1"]["hand"]) == (1, 3)
    game.tap("extra", unit="p1")
    game.tap("act", unit="p1")
    game.go("store", "2", unit="p1")
    assert (game["p1"]["hand"], game["b1"]["stored"]) == (1, 2)
    with pytest.raises(RuleError, match="no actions left"):
        game.tap("act", unit="p1")


def test_what_is_paid_for_is_asked_about_and_done() -> None:
    """Actions 5 to 11: each is offered only where there is something, and changes the table."""
    game = begun()
    game.set("p1", actions=9)
    assert not {"tear", "fetch", "arms", "carry"} & game.offered()
    game.go("store", "3", unit="p1")
    assert "store" not in game.offered()
    assert "takes 2 cards back from Home base" in game.go("fetch", "2", unit="p1")
    assert (game["p1"]["hand"], game["b1"]["stored"], game["p1"]["actions"]) == (2, 1, 7)
    game.go("wall", "4", "1", unit="b2")
    assert "tear" in game.offered()
    assert "torn down (value 4, trap 1)" in game.go("tear", unit="p1")
    assert (game.setting.of("barricade"), game["c1"]["life"]) == ((), 3)
    game.tap("join", unit="c1")
    assert {"arms", "carry"} <= game.offered()
    game.go("arms", unit="p1")
    assert game["g1"].owner == "s1"
    game.go("carry", "b1", unit="p1")
    assert (game["s1"].owner, game["p1"]["actions"]) == ("b1", 4)
    game.go("carry", "c1", unit="p1")
    assert game["s1"].owner == "c1"
    game.go("fetch", unit="p1")  # how many isn't asked of one
    assert (game["p1"]["hand"], game["b1"]["stored"]) == (3, 0)
    game.go("store", "1", unit="p1")
    # What is lost is lost with the cards in it.
    game.go("over", "p2", unit="b1")
    assert game["b1"]["stored"] == 0


def test_a_zombies_attack_goes_on_to_its_damage() -> None:
    """A killed zombie ends it; jams, an empty gun or no gun at all end in a damage (Defending)."""
    game = begun()
    said = game.go("attack", "g1", "jammed", "g1", "0", unit="c1")
    assert "kills a zombie with 2 bullets" in said
    assert (game["p1"]["killed"], game["c1"]["life"], game["p1"]["actions"]) == (1, 4, 3)
    said = game.go("attack", "g1", "jammed", unit="c1")
    assert "takes 1 damage. Life left: 3. Ann moves three squares away." in said
    assert "Life left: 2" in game.go("attack", unit="c1")
    # A survivor beside them may die instead; an unarmed one in a building does.
    game.tap("join", unit="c1")
    game.go("attack", "s1", unit="c1")
    assert (game["c1"]["life"], game.setting.of("survivor")) == (2, ())
    game.tap("join", unit="b2")
    game.go("attack", unit="s2")
    assert game.setting.of("survivor") == ()
    # A survivor beside them fires too.
    game.tap("join", unit="c2")
    game.go("gun", "3", unit="s3")
    game.set("g2", bullets=0)
    game.go("attack", game.setting.of("gun", "s3")[0].id, "0", unit="c2")
    assert game["p2"]["killed"] == 1


def test_whoever_runs_dry_against_a_zombie_on_their_square_is_hurt() -> None:
    game = begun()
    game.set("g1", bullets=1)
    game.go("shoot", "0", "jammed", unit="p1")
    assert game["c1"]["life"] == 3
    game.set("g1", bullets=1)
    game.go("shoot", "1", "jammed", unit="p1")
    assert game["c1"]["life"] == 3  # it was not there


def test_a_plain_turn_is_its_actions_and_three_presses() -> None:
    game = begun()
    assert game.next() == Tap("next")  # nothing is usual among the actions
    game.tap("next")
    assert game.setting.step == "zombies"
    assert "attack/c1" in game.offered()
    assert game.next() == Play("refill", {})
    assert "Bob's turn" in game.go("refill", "2")
    assert (game.setting.active, game.setting.step) == ("p2", "act")
    game.set("p2", killed=86)
    game.to("zombies")
    assert game.next() == Tap("next")
    assert game.tap("next") == "Passed over: Cemetery | Cy's turn."


def test_a_hand_of_three_at_the_end() -> None:
    game = begun()
    game.go("draw", "kept", unit="p1")
    with pytest.raises(RuleError, match="down to 3"):
        game.tap("next")
    game.tap("lose", unit="p1")
    game.tap("next")
    assert game.setting.step == "zombies"


def test_a_shot_spends_bullets_of_one_gun_until_the_card_reaches() -> None:
    game = begun()
    said = game.go("shoot", "1", "jammed", "yes", "2", unit="p1")
    assert "kills a zombie with 2 bullets" in said
    assert (game["g1"]["bullets"], game["p1"]["killed"], game["p1"]["actions"]) == (1, 1, 2)
    assert game["table"]["board"] == 11
    game.go("shoot", "2", "1", unit="p1")  # the last bullet
    assert (game["g1"]["bullets"], game["p1"]["actions"]) == (0, 1)
    assert "shoot" not in game.offered()
    with pytest.raises(RuleError):
        game.go("shoot", "0", unit="p1")


def test_players_draw_against_each_other_and_ties_again_without_a_bullet() -> None:
    game = begun()
    said = game.go("duel", "c2", "1", "1", "0", "jammed", "no", unit="p1")
    assert "Ann wins against Bob" in said
    assert game["c2"]["life"] == 3
    assert (game["g1"]["bullets"], game["g2"]["bullets"]) == (2, 2)
    game.set("g3", bullets=0)
    game.set("g1", bullets=3)
    # An unarmed one is hit by anything but a jam; after a jam another bullet may be spent.
    game.go("duel", "c3", "jammed", "no", unit="p1")
    assert (game["c3"]["life"], game["p1"]["actions"]) == (4, 1)
    said = game.go("duel", "c3", "jammed", "yes", "0", "b3", unit="p1")
    assert (game["c3"]["life"], game["g1"]["bullets"]) == (3, 0)
    assert "Cy loses it" in said  # what was fought for, with nobody left in it
    assert game.setting.of("building", "p3") == ()


def test_the_fourth_damage_is_death_and_a_survivor_may_die_instead() -> None:
    game = begun()
    game.tap("join", unit="c1")
    game.go("hurt", "s1", unit="c1")
    assert (game["c1"]["life"], game.setting.of("survivor")) == (4, ())
    for _n in range(4):
        game.go("hurt", unit="c1")
    assert game["c1"]["life"] == 0
    assert game.setting.of("gun", "c1") == ()
    assert game["p1"]["hand"] == 0
    with pytest.raises(RuleError, match="dead"):
        game.go("hurt", unit="c1")
    game.to("act", "p2")
    game.to("act", "p3")
    game.to("act", "p2")  # the dead are passed over


def test_two_guns_with_a_character_and_one_with_a_survivor() -> None:
    game = begun()
    game.go("gun", "6", unit="c1")
    with pytest.raises(RuleError, match="as many guns"):
        game.go("gun", unit="c1")
    game.tap("join", unit="b1")
    game.go("arms", "g4", unit="p1")
    assert game["g4"].owner == "s1"
    with pytest.raises(RuleError):
        game.go("gun", unit="s1")
    game.set("g1", bullets=0)
    game.tap("gone", unit="g1")  # an empty gun is dropped for free
    game.set("g4", bullets=1)
    game.tap("reload", unit="g4")
    with pytest.raises(RuleError, match="magazine is full"):
        game.tap("count", piece="g4", name="bullets", amount=1)


def test_four_buildings_with_three_barricades_each() -> None:
    game = begun()
    for _n in range(3):
        game.tap("claim", unit="p1")
    with pytest.raises(RuleError, match="4 buildings"):
        game.tap("claim", unit="p1")
    for _n in range(3):
        game.go("wall", "2", "0", unit="b1")
    with pytest.raises(RuleError, match="three barricades"):
        game.go("wall", unit="b1")
    assert game.move("wall", "b1").why_not == "three at most"
    assert "b1" in game.offers("card", "survivor", unit="p1")


@pytest.mark.parametrize(("traps", "who"), [("owner", "p1"), ("mover", "p2")])
def test_zombies_beside_that_reach_the_sum_bring_all_down_and_traps_kill(
    traps: str, who: str
) -> None:
    game = begun(traps=traps)
    game.go("wall", "3", "2", unit="b1")
    game.go("wall", "2", "1", unit="b1")
    game.to("zombies", "p2")
    game.tap("count", piece="b1", name="beside", amount=4)
    assert len(game.setting.of("barricade")) == 2
    said = game.tap("count", piece="b1", name="beside", amount=1)
    assert "All its barricades fall. Killed by traps: 3" in said
    assert game.setting.of("barricade") == ()
    assert (game[who]["killed"], game["table"]["board"], game["b1"]["beside"]) == (3, 9, 2)


def test_a_trap_harms_a_player_once() -> None:
    game = begun()
    game.go("wall", "3", "2", unit="b2")
    said = game.go("torn", unit="w1")
    assert "value 3, trap 2" in said
    assert game["c1"]["life"] == 3
    for trap in ("0", "1"):
        game.go("wall", "3", trap, unit="b2")
    game.go("torn", unit="w2")
    assert game["c1"]["life"] == 3
    game.tap("count", piece="c1", name="life", amount=-3)
    game.go("torn", unit="w3")  # whoever is dead isn't asked about


@pytest.mark.parametrize(
    ("home", "held", "asked"),
    [(False, "", True), (False, "wall", False), (False, "survivor", False), (True, "", False)],
)
def test_a_building_torn_open_by_another_may_be_lost(home: bool, held: str, asked: bool) -> None:
    game = begun()
    place = "b2" if home else claimed(game, "p2")
    game.go("wall", "3", "0", unit=place)
    if held == "wall":
        game.go("wall", "2", "0", unit=place)
    elif held:
        game.tap("join", unit=place)
    game.go("torn", unit="w1")
    assert (f"lost/{place}" in game.offered()) is asked


def test_a_value_corrected_by_hand_may_bring_it_down() -> None:
    game = begun()
    game.go("wall", "5", "0", unit="b1")
    game.tap("count", piece="b1", name="beside", amount=3)
    assert game.setting.of("barricade")
    assert "All its barricades fall" in game.tap("count", piece="w1", name="value", amount=-2)


def test_what_a_barricade_is_worth_is_not_told_before_it_falls() -> None:
    game = begun()
    said = game.go("wall", "7", "1", unit="b1")
    assert "7" not in said
    assert not any(d.value == "7" for e in game.events for d in e.dice)
    assert game.game.kinds["barricade"].secret == ("value", "trap")


def test_a_house_has_five_uses_and_five_again_when_lost() -> None:
    game = begun()
    for n in range(4, -1, -1):
        game.set("p1", actions=3)
        game.tap("use", unit="b1")
        assert game["b1"]["uses"] == n
    with pytest.raises(RuleError, match="five times"):
        game.tap("use", unit="b1")
    game.tap("gone", unit="b1")
    game.tap("claim", unit="p1")
    (again,) = game.setting.of("building", "p1")
    assert again["uses"] == 5


def test_a_hundred_figures_are_cemetery_board_and_killed() -> None:
    game = begun()
    game.set("p2", killed=30)
    game.tap("count", piece="table", name="board", amount=99)
    assert game["table"]["board"] == 70
    assert cemetery(game.setting) + game["table"]["board"] + killed(game.setting) == 100
    with pytest.raises(RuleError, match="cemetery is empty"):
        game.tap("count", piece="table", name="board", amount=1)
    game.to("refill")
    game.go("refill")  # an empty cemetery refills nothing
    assert game["table"]["board"] == 70
    game.tap("next")


def test_squares_beside_the_cemetery_are_refilled() -> None:
    game = begun()
    game.to("refill")
    with pytest.raises(RuleError, match="to be refilled"):
        game.tap("next")
    game.go("refill", "3")
    assert game["table"]["board"] == 15
    game.tap("next")


def test_the_books_example_comes_to_twenty_four() -> None:
    """Three survivors, four loaded guns, eight zombies, two buildings with one use spent."""
    game = begun()
    game.set("p1", killed=8)
    game.tap("claim", unit="p1")
    game.set("b1", uses=4)
    for _n in range(3):
        game.tap("join", unit="b1")
    for n in range(1, 4):
        game.go("gun", "3", unit=f"s{n}")
    assert points(game.setting, game["p1"]) == 24


def end(game: Party) -> object:
    return game.over


def test_the_most_points_win_ties_by_kills_then_shared_and_the_dead_do_not_score() -> None:
    game = begun()
    game.set("table", over=True)
    over = "The last day is over: "
    points = "(Ann 6, Bob 6, Cy 6)."
    all_three = ("p1", "p2", "p3")
    assert end(game) == (f"{over}Ann, Bob and Cy share the victory {points}", all_three)
    game.set("p2", killed=1)
    game.set("g2", bullets=0)  # the same points, but a kill among them
    by_kills = f"{over}Bob has won, by zombies killed among those with the most points {points}"
    assert end(game) == (by_kills, ("p2",))
    game.set("p3", killed=50)
    won = f"{over}Cy has won with the most points (Ann 6, Bob 6, Cy 56)."
    assert end(game) == (won, ("p3",))
    game.set("c3", life=0)
    assert end(game) == (by_kills.replace(", Cy 6", ""), ("p2",))


def test_two_characters_have_eight_buildings() -> None:
    game = begun(2)
    for _n in range(6):
        game.tap("claim", unit="p1")
    with pytest.raises(RuleError, match="8 buildings"):
        game.tap("claim", unit="p1")


def test_a_lost_building_takes_its_survivors_guns_with_it() -> None:
    game = begun()
    game.tap("claim", unit="p1")
    building = game.setting.of("building", "p1")[-1].id
    game.tap("join", unit=building)
    game.go("gun", "3", unit="s1")
    game.tap("gone", unit=building)
    assert len(game.setting.of("gun")) == 3
    game.tap("join", unit="b1")
    assert game.setting.of("gun", game.setting.of("survivor")[0].id) == ()


def test_tearing_one_down_may_bring_the_others_down() -> None:
    game = begun()
    for value in ("5", "3"):
        game.go("wall", value, "0", unit="b2")
    game.tap("count", piece="b2", name="beside", amount=5)
    assert "All its barricades fall" in game.go("torn", unit="w2")
    assert game.setting.of("barricade") == ()


def test_a_zombie_that_leaves_brings_nothing_down() -> None:
    game = begun()
    game.tap("count", piece="b1", name="beside", amount=6)
    assert "With 6 zombies next to it" in game.go("wall", "5", "0", unit="b1")
    game.tap("count", piece="b1", name="beside", amount=-1)
    assert len(game.setting.of("barricade")) == 1


def test_a_claimed_building_without_walls_and_survivors_is_asked_for() -> None:
    game = begun()
    game.tap("claim", unit="p2")
    building = game.setting.of("building", "p2")[-1].id
    game.go("wall", "2", "0", unit=building)
    game.tap("count", piece=building, name="beside", amount=2)
    with pytest.raises(RuleError, match="Is it lost"):
        game.tap("next")
    assert game.move(f"lost/{building}").act == Tap("gone", {"unit": building})
    game.tap("held", unit=building)
    game.tap("next")


def test_a_building_taken_over_keeps_its_barricades() -> None:
    game = begun()
    game.tap("claim", unit="p2")
    building = game.setting.of("building", "p2")[-1].id
    game.go("wall", "2", "0", unit=building)
    game.tap("join", unit=building)
    game.set(building, uses=2)
    game.go("over", "p1", unit=building)
    assert (game[building].owner, game[building]["uses"]) == ("p1", 5)
    assert len(game.setting.of("barricade", building)) == 1
    assert game.setting.of("survivor") == ()


def test_survivors_are_fought_and_fight() -> None:
    game = begun()
    game.tap("join", unit="b2")
    game.go("duel", "s1", "0", "no", unit="p1")
    assert game.setting.of("survivor") == ()
    game.tap("join", unit="b2")
    game.go("gun", "3", unit="s2")
    game.go("duel", "s2", "0", "1", unit="p1")
    assert game["c1"]["life"] == 3  # lost to an armed survivor
    armed = game.setting.of("gun", "s2")[0].id
    assert "kills a zombie" in game.go("attack", armed, "1", unit="s2")


def test_a_life_counted_down_by_hand_is_a_death() -> None:
    game = begun()
    assert "Ann is dead" in game.tap("count", piece="c1", name="life", amount=-4)
    assert game.setting.of("gun", "c1") == ()
    assert game["p1"]["hand"] == 0
    assert game.game.moves(game.setting, game["c1"]) == []
    game.to("refill")
    with pytest.raises(RuleError, match="dead"):
        game.tap("turn", seat="p1")


def test_nobody_else_has_actions_and_a_turn_given_by_hand_has_them() -> None:
    game = begun()
    game.tap("turn", seat="p2")
    assert [game[p]["actions"] for p in ("p1", "p2")] == [0, 3]
    assert "event" in {m.key for m in game.game.moves(game.setting, game["p1"])}


def test_an_own_trap_harms_nobody_and_an_ability_is_used_in_the_own_turn() -> None:
    game = begun()
    game.go("wall", "3", "2", unit="b1")
    game.go("torn", unit="w1")
    assert game["c1"]["life"] == 4
    with pytest.raises(RuleError, match="owner's turn"):
        game.tap("use", unit="b2")


def test_turns_are_counted_though_the_keeper_is_dead() -> None:
    game = begun()
    game.tap("count", piece="c1", name="life", amount=-4)
    game.to("act", "p2")
    game.to("act", "p3")
    game.to("act", "p2")
    assert (game["table"]["day"], game["table"]["turn"]) == (2, 2)


def test_no_zombie_is_shot_where_none_is() -> None:
    game = begun()
    game.set("table", board=0)
    with pytest.raises(RuleError, match="No zombie"):
        game.go("shoot", unit="p1")


def test_zombies_counted_as_killed_come_off_the_board() -> None:
    game = begun()
    game.tap("count", piece="p1", name="killed", amount=3)
    assert (game["p1"]["killed"], game["table"]["board"], cemetery(game.setting)) == (3, 9, 88)
    game.tap("count", piece="p1", name="killed", amount=-1)
    assert (game["p1"]["killed"], game["table"]["board"], cemetery(game.setting)) == (2, 10, 88)
    game.tap("count", piece="p2", name="killed", amount=50)
    assert (game["p2"]["killed"], game["table"]["board"]) == (10, 0)
    with pytest.raises(RuleError, match="No zombie is on the board"):
        game.tap("count", piece="p2", name="killed", amount=1)


def claimed(game: Party, seat: str) -> str:
    game.tap("claim", unit=seat)
    return game.setting.of("building", seat)[-1].id


@pytest.mark.parametrize("how", ["hurt", "duel"])
def test_a_claimed_building_is_lost_with_the_last_survivor_killed_there(how: str) -> None:
    game = begun()
    church = claimed(game, "p2")
    game.tap("join", unit=church)
    game.tap("join", unit=church)
    game.go("hurt", unit="s1")
    assert game.setting.has(church)  # another survivor is there
    if how == "hurt":
        said = game.go("hurt", unit="s2")
    else:
        said = game.go("duel", "s2", "0", unit="p1")
    assert "Building 4 has no survivors left: Bob loses it." in said
    assert not game.setting.has(church)
    game.tap("next")  # nothing is asked


def test_a_survivor_killed_loses_neither_a_home_base_nor_a_barricaded_building() -> None:
    game = begun()
    church = claimed(game, "p2")
    game.go("wall", "2", "0", unit=church)
    for place in ("b2", church):
        game.tap("join", unit=place)
    game.go("hurt", unit="s1")
    game.go("hurt", unit="s2")
    assert game.setting.has("b2")
    assert game.setting.has(church)


def test_an_own_barricade_taken_down_loses_nothing() -> None:
    game = begun()
    church = claimed(game, "p1")
    game.go("wall", "2", "0", unit=church)
    game.go("torn", unit="w1")
    game.tap("next")
    assert game.setting.has(church)


@pytest.mark.parametrize(("card", "more"), [("barricade", ("5", "0")), ("survivor", ())])
def test_a_card_played_in_a_building_asks_which_and_claims_it(
    card: str, more: tuple[str, ...]
) -> None:
    game = begun()
    said = game.go("card", card, "new", *more, unit="p1")
    assert "Ann claims Building 4" in said
    church = game.setting.of("building", "p1")[-1]
    assert (church.on("home"), church["uses"]) == (False, 5)
    kind = "barricade" if card == "barricade" else "survivor"
    assert [u.owner for u in game.setting.of(kind)] == [church.id]
    home = begun()
    home.set("b1", uses=2)
    home.go("card", card, "b1", *more, unit="p1")  # asked, though there is one only
    assert [u.owner for u in home.setting.of(kind)] == ["b1"]
    assert len(home.setting.of("building", "p1")) == 1
    assert home["b1"]["uses"] == 2


def test_a_barricade_card_is_not_offered_where_three_lie() -> None:
    game = begun()
    for _n in range(3):
        game.go("wall", "2", "0", unit="b1")
    assert list(game.offers("card", "barricade", unit="p1")) == ["new", "b2", "b3"]


def test_a_card_played_in_anothers_building_takes_it_over() -> None:
    game = begun()
    church = claimed(game, "p2")
    game.go("wall", "2", "0", unit=church)
    game.tap("join", unit=church)
    said = game.go("card", "survivor", church, unit="p1")
    assert "Ann takes over Building 4" in said
    assert game[church].owner == "p1"
    assert [s.id for s in game.setting.of("survivor", church)] == ["s2"]
    assert len(game.setting.of("barricade", church)) == 1


def test_who_has_four_buildings_claims_no_other_by_a_card() -> None:
    game = begun()
    for _n in range(3):
        claimed(game, "p1")
    own = ["b1", "b4", "b5", "b6"]
    assert list(game.offers("card", "barricade", unit="p1")) == own
    for n in range(12):
        assert "barricade" in game.offers("card", unit="p1")
        game.go("wall", "1", "0", unit=own[n % 4])
    assert "barricade" not in game.offers("card", unit="p1")


def test_a_survivor_set_down_elsewhere_claims_it() -> None:
    game = begun()
    game.tap("join", unit="c1")
    assert "Ann claims Building 4" in game.go("carry", "new", unit="p1")
    assert game["s1"].owner == "b4"


def test_fireworks_lie_there_until_the_end_of_the_next_turn() -> None:
    game = begun()
    said = game.go("card", "fireworks", "b2", unit="p1")
    assert "Fireworks at Bob's Home base" in said
    (marker,) = game.setting.of("marker")
    note = game.game.kinds["marker"].note
    assert now(note, game.setting, marker) == "until the end of Ann's next turn"
    game.to("zombies", "p2")
    assert (
        "None of them moves towards Fireworks at Bob's Home base"
        in game.game.advice(game.setting).says
    )
    game.to("act", "p1")
    assert now(note, game.setting, game[marker.id]) == "until the end of Ann's turn"
    game.to("refill", "p1")
    assert game.setting.has(marker.id)
    assert "have burned out" in game.tap("next", anyway=True)
    assert not game.setting.has(marker.id)


def test_fireworks_of_the_dead_burn_out_too() -> None:
    game = begun()
    game.go("card", "fireworks", "new", unit="p1")
    game.tap("count", piece="c1", name="life", amount=-4)
    game.to("act", "p3")
    assert game.setting.of("marker")
    game.to("act", "p2")
    assert not game.setting.of("marker")


def test_a_card_says_whose_it_is() -> None:
    game = begun()
    church = claimed(game, "p1")
    game.go("wall", "2", "0", unit=church)
    game.tap("join", unit=church)
    game.go("gun", "3", unit="s1")
    kinds = game.game.kinds

    def note(unit: str) -> str:
        return now(kinds[game[unit].kind].note, game.setting, game[unit])

    assert note("w1") == "Building 4"
    assert note("s1") == "Building 4"
    assert note("g4") == "Survivor 1, holds 3"
    assert note("g1") == "Ann, holds 3"


def test_whom_to_fight_and_with_what_says_whose_it_is() -> None:
    game = begun()
    game.tap("join", unit="b2")
    game.tap("join", unit="c3")
    assert list(game.offers("duel", unit="p1").values()) == [
        ("Bob", ""), ("Survivor 1", "Bob's Home base"), ("Cy", ""), ("Survivor 2", "Cy"),
    ]  # fmt: skip
