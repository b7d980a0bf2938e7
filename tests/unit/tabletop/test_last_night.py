"""*Last Night on Earth*: its rulebook's numbers and examples, ruling 51."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.tabletop.last_night import LastNight
from lastdays.tabletop.last_night.play import hero_seats, on_board, pool, zombie_seats
from lastdays.tabletop.units import now
from lastdays.tabletop.view import Play, Tap
from unit.tabletop.declaring import Party


def party(players: int = 2, **chosen: Any) -> Party:
    return Party(LastNight(), players, **chosen)


def advanced(players: int = 2, **chosen: Any) -> Party:
    return party(players, rules="advanced", **chosen)


SCENARIOS = ("die", "townsfolk", "burn", "truck", "manor", "own")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_lies_where_before_the_first_turn(scenario: str, players: int) -> None:
    """Setting Up; the Manor House replaces the Town Center (The Manor House)."""
    game = party(players, rules="basic" if scenario == "die" else "advanced", scenario=scenario)
    lines = game.game.checklist(game.setting)
    centre = "The Manor House" if scenario == "manor" else "The Town Center"
    assert lines[0] == f"{centre} in the middle, 4 of the 6 outer boards around it."
    assert ("Town Center" in " ".join(lines)) is (scenario != "manor")
    cards = 40 if scenario == "die" else 60
    assert lines[1] == f"Zombie deck and Hero deck, {cards} cards each, shuffled."
    assert "marker at 15" in lines[2]
    place = "anywhere in the Manor House" if scenario == "manor" else "in the centre of town"
    assert place in lines[3]
    pools = {2: ["14 zombies in the pool of Ann."], 3: ["14 zombies in the pool of Ann."]}.get(
        players, ["7 zombies in the pool of Ann.", "7 zombies in the pool of Bob."]
    )
    assert lines[4 : 4 + len(pools)] == pools
    dice = "2D6" if len(pools) == 1 else "D6"
    assert lines[4 + len(pools)].startswith(f"{dice} zombies of each zombie player")
    assert [pool(game.setting, s) for s in zombie_seats(game.setting)] == [14 // len(pools)] * len(
        pools
    )


def test_who_plays_the_zombies_is_chosen() -> None:
    (choice,) = (c for c in LastNight().choices(4) if c.key == "zombies")
    assert [v for v, _label in choice.values] == [
        "p1-p2", "p1-p3", "p1-p4", "p2-p3", "p2-p4", "p3-p4",
    ]  # fmt: skip
    game = party(4, zombies="p2-p4")
    assert [s.name for s in zombie_seats(game.setting)] == ["Bob", "Dot"]
    assert [h.owner for h in game.setting.of("hero")] == ["p1", "p1", "p3", "p3"]
    game.tap("next", anyway=True)
    assert game.setting.active == "p2"


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


def test_opening_zombies_and_their_pits() -> None:
    game = party()
    said = game.go("opening", 9, unit="p1")
    assert "places 9 zombies at the Spawning Pits (3, 2, 2, 2)" in said
    assert (game["p1"]["board"], pool(game.setting, game["p1"])) == (9, 5)
    with pytest.raises(RuleError):
        game.go("opening", 9, unit="p1")
    two = party(4)
    two.go("opening", 6, unit="p1")
    two.go("opening", 5, unit="p2")
    assert pool(two.setting, two["p1"]) == 1


def test_fourteen_figures_or_seven_each_is_a_hard_limit() -> None:
    game = party()
    assert "every figure" in game.tap("count", piece="p1", name="board", amount=20)
    assert (game["p1"]["board"], pool(game.setting, game["p1"])) == (14, 0)
    with pytest.raises(RuleError, match="every figure"):
        game.tap("count", piece="p1", name="board", amount=1)
    two = party(6)
    two.tap("count", piece="p2", name="board", amount=9)
    assert two["p2"]["board"] == 7


def test_the_sun_goes_down_at_the_start_of_each_zombie_turn_but_the_first() -> None:
    game = party()
    game.go("opening", 7, unit="p1")
    game.tap("next")
    assert (game["table"]["sun"], game["table"]["turn"]) == (15, 1)
    game.to("heroes")
    game.tap("next", anyway=True)
    assert (game["table"]["sun"], game["table"]["turn"]) == (14, 2)


def test_the_zombie_turn_has_six_steps() -> None:
    game = party()
    steps = []
    for _n in range(7):
        game.tap("next", anyway=True)
        steps.append(game.setting.step)
    assert steps == ["sun", "cards", "spawn", "move", "fight", "place", "heroes"]


@pytest.mark.parametrize(("total", "comes"), [(8, True), (7, False), (2, False)])
def test_the_spawn_roll_has_to_be_higher_than_the_zombies_on_the_board(
    total: int, comes: bool
) -> None:
    game = party()
    game.set("p1", board=7)
    game.to("spawn")
    game.go("spawn", total, unit="p1")
    assert game["p1"].on("won") is comes
    game.to("place")
    assert any(m.key == "place/p1" for m in game.game.advice(game.setting).moves) is comes
    if comes:
        with pytest.raises(RuleError, match="still has to place"):
            game.tap("next")
        game.go("place", 6, "6", unit="p1")
        assert game["p1"]["board"] == 13


def test_new_zombies_come_out_of_the_pool_as_it_is_then() -> None:
    game = party()
    game.set("p1", board=5)
    game.to("spawn")
    game.go("spawn", 12, unit="p1")
    game.set("p1", board=12)
    game.to("place")
    assert "places 2 zombies" in game.go("place", 6, "2", unit="p1")
    assert game["p1"]["board"] == 14


def test_two_zombie_players_roll_for_their_own_colour() -> None:
    game = party(4)
    game.set("p1", board=3)
    game.set("p2", board=5)
    game.to("spawn")
    game.go("spawn", 4, unit="p1")
    game.go("spawn", 4, unit="p2")
    assert (game["p1"].on("won"), game["p2"].on("won")) == (True, False)
    game.to("place")
    game.go("place", 3, "3", unit="p1")
    assert game["p1"]["board"] == 6


def test_up_to_as_many_zombies_as_rolled_are_placed() -> None:
    game = party()
    game.to("place")
    game.set("p1", board=5, won=True)
    assert "places 2 zombies at the Spawning Pits (1, 1, 0, 0)" in game.go(
        "place", 6, "2", unit="p1"
    )
    assert (game["p1"]["board"], game["p1"].on("won")) == (7, False)
    game.set("p1", board=12, won=True)
    with pytest.raises(RuleError):
        game.go("place", 6, "3", unit="p1")  # two are in the pool


def test_a_hand_of_four_and_one_discard_before_drawing() -> None:
    game = party()
    game.to("cards")
    assert game.due == ["draw/p1", "discard/p1"]
    game.tap("discard", unit="p1")
    assert game.due == ["draw/p1"]
    with pytest.raises(RuleError):
        game.tap("discard", unit="p1")
    for values in ({"hand": 0}, {"drawn": True}):
        before = game.setting
        game.set("p1", discarded=False, **values)
        assert "discard/p1" not in game.due
        game.setting = before
    game.tap("count", piece="p1", name="hand", amount=2)
    game.tap("draw", unit="p1")
    assert (game["p1"]["hand"], game.setting.step) == (5, "cards")
    with pytest.raises(RuleError, match="more than 4"):
        game.tap("next")


def fighting(game: Party) -> Party:
    game.set("p1", board=3)
    game.to("heroes")
    return game


def test_the_books_example_billy_fends_off_and_kills_with_a_bat() -> None:
    """A 3 and a 5 against 4 fend off; one die more, another 3, and the doubles are a wound."""
    game = fighting(party())
    assert "fends the zombie off (5 to 4)" in game.go("fight", (3, 5, 4), unit="h1")
    assert game["p1"]["board"] == 3
    said = game.go("again", 3, side="hero", die=2)
    assert "wins with doubles (5 to 4)" in said
    assert (game["p1"]["board"], game["table"]["killed"]) == (2, 1)


def test_a_tie_goes_to_the_zombie_even_with_doubles() -> None:
    game = fighting(party())
    assert "loses the fight (4 to 4)" in game.go("fight", (4, 4, 4), unit="h1")
    assert game["h1"]["wounds"] == 1


def test_a_fight_may_be_cancelled_and_the_zombie_may_add_dice() -> None:
    game = fighting(party())
    game.go("fight", (1, 2, 6), unit="h1")
    assert game["h1"]["wounds"] == 1
    assert "cancelled" in game.tap("cancel")
    assert game["h1"]["wounds"] == 0
    game.go("fight", (1, 5, 3), unit="h1")
    assert game.asked("again", side="hero", die=1).question == "Roll the die again."
    assert game.asked("again", side="hero", die=2).question == "Roll one more die."
    assert "(5 to 3)" in game.go("again", 2, side="hero", die=0)  # the other die stays
    assert game["h1"]["wounds"] == 0
    game.go("again", 6, side="zombie", die=1)
    assert game["h1"]["wounds"] == 1


def test_cards_change_a_fight_after_its_dice_and_nothing_else_has_happened() -> None:
    """A re-roll after the fact takes the wound, and the death, back."""
    game = fighting(advanced(scenario="burn"))
    game.set("table", sun=15)
    game.set("h1", wounds=2)
    game.tap("item", unit="h1", weapon=True)
    assert not {"cancel", "hero/0"} & game.offered()
    before = game.setting
    assert "rises as a Zombie Hero" in game.go("fight", (2, 2, 3), unit="h1")
    assert game.setting.of("item") == ()
    assert game.move("hero/0").label == "Roll the Hero's 2 again"
    assert game.move("zombie/0").label == "Roll the zombie's 3 again"
    assert game.move("hero/2").label == "One more die for the Hero"
    assert "fends the zombie off (5 to 3)" in game.go("again", 5, side="hero", die=0)
    assert (game["h1"]["wounds"], len(game.setting.of("item", "h1"))) == (2, 1)
    assert not game.setting.of("zombie-hero")
    assert "wins with doubles" in game.go("again", 5, side="hero", die=1)
    assert game["p1"]["board"] == 2
    game.tap("cancel")
    assert game.setting.of("hero") == before.of("hero")
    assert game["p1"] == before["p1"]
    game.go("fight", (2, 2, 3), unit="h2")
    game.tap("count", piece="h2", name="wounds", amount=-1)  # something else: it stands
    assert "cancel" not in game.offered()
    with pytest.raises(RuleError, match="Something else has happened"):
        game.tap("cancel")


def test_a_fight_that_ends_the_game_may_still_be_changed() -> None:
    """Both ends that a fight may bring: a Hero too many, the last zombie wanted."""
    game = fighting(party())
    game.set("h2", dead=True)
    game.set("table", heroes_killed=1)
    game.set("h1", wounds=2)
    game.go("fight", (1, 2, 6), unit="h1")
    guide = game.game.guide(game.setting)
    assert guide.says == "2 Heroes are killed: the zombies have won."
    assert [m.key for m in guide.moves] == [
        "end", "beyond", "hero/0", "hero/1", "hero/2", "zombie/0", "zombie/1", "cancel",
    ]  # fmt: skip
    assert not any(m.why_not for m in guide.moves)
    game.go("again", 1, side="zombie", die=0)
    assert game.game.verdict(game.setting) is None
    assert "end" not in {m.key for m in game.game.guide(game.setting).moves}
    game.set("table", killed=14)
    game.go("fight", (5, 5, 1), unit="h1")
    assert "have won" in game.game.guide(game.setting).says
    game.tap("beyond")  # declined: it stands
    assert "cancel" not in game.offered()
    assert "end" in {m.key for m in game.game.guide(game.setting).moves}


def test_a_turn_of_the_zombies_and_a_heros_lead_on() -> None:
    game = party()
    assert game.next() == Play("heroes", {})
    game.go("heroes", "Jenny", "Sally", "Billy", "Becky")
    assert [h.name for h in game.setting.of("hero")] == ["Jenny", "Sally", "Billy", "Becky"]
    assert game.next() == Play("opening", {"unit": "p1"})
    game.go("opening", 7, unit="p1")
    said = game.tap("next")
    assert (game.setting.step, "The sun is at 15" in said) == ("cards", True)
    assert game.next() == Tap("draw", {"unit": "p1"})
    game.tap("draw", unit="p1")
    assert game.next() == Play("spawn", {"unit": "p1"})
    game.go("spawn", 12, unit="p1")
    assert (game.setting.step, game.next()) == ("move", Tap("next"))
    game.tap("next")
    assert (game.setting.step, game.next()) == ("fight", Tap("next"))
    game.tap("next")
    assert game.next() == Play("place", {"unit": "p1"})
    game.go("place", 3, "3", unit="p1")
    for n in range(1, 5):
        assert game.next() == Play("walk", {"unit": f"h{n}"})
        game.go("walk", 3, unit=f"h{n}")
        assert game["table"]["acting"] == f"h{n}"
        assert "search" in game.offered()
        assert game.next() == Tap("acted", {"unit": f"h{n}"})
        game.tap("acted", unit=f"h{n}")
    assert (game["table"]["sun"], game.setting.step) == (14, "cards")


def test_steps_with_nothing_to_do_are_passed_over_and_told() -> None:
    game = party()
    game.to("cards")
    assert "Passed over" not in game.tap("draw", unit="p1")  # the spawn roll is due
    said = game.go("spawn", 2, unit="p1")
    for step in ("Zombies move", "Fights"):
        assert f"Passed over: {step}." in said
    assert (game["p1"].on("won"), game.setting.step) == (True, "place")


def die(game: Party, hero: str) -> str:
    game.set(hero, wounds=game[hero]["health"] - 1)
    return game.go("fight", (1, 2, 6), unit=hero)


def test_two_heroes_killed_lose_die_zombies_die() -> None:
    game = fighting(party())
    game.tap("item", unit="h1", weapon=True)
    assert "Hero 1 is killed" in die(game, "h1")
    assert game.setting.of("item") == ()
    assert game.over is None
    die(game, "h2")
    assert game.over is not None
    assert game.over[1] == ("p1",)


def test_fifteen_zombies_killed_win_it() -> None:
    game = party()
    game.set("p1", board=3)
    game.set("table", killed=14)
    game.tap("killed", unit="p1")
    assert game.over == ("15 zombies are killed: the Heroes have won.", ("p2",))


def test_the_zombies_win_at_sundown_or_whom_the_scenario_says() -> None:
    game = party()
    game.tap("next", anyway=True)
    game.set("table", sun=1)
    game.to("heroes")
    assert game.over is None
    game.tap("next", anyway=True)
    assert game.over == ("The sun is down: the zombies have won.", ("p1",))
    other = advanced(scenario="manor", sundown="hero", turns="2")
    other.to("heroes")
    for _n in range(2):
        other.tap("next", anyway=True)
        other.to("heroes")
    assert other.over is not None
    assert other.over[1] == ("p2",)


def test_other_scenarios_need_the_advanced_game_and_their_goal_may_go_down() -> None:
    asked = {
        (rules, scenario): LastNight().problems(("A", "B"), {"rules": rules, "scenario": scenario})
        for rules in ("basic", "advanced")
        for scenario in ("die", "burn")
    }
    assert [chosen for chosen, said in asked.items() if said] == [("basic", "burn")]
    game = advanced(scenario="townsfolk", goal="4")
    game.tap("count", piece="table", name="goal", amount=3)
    game.tap("count", piece="table", name="goal", amount=-1)
    assert game.over is None
    game.tap("count", piece="table", name="goal", amount=2)
    reached = "Save the Townsfolk: the goal is reached (4). The Heroes have won."
    assert game.over == (reached, ("p2",))


def test_four_heroes_killed_always_lose() -> None:
    game = fighting(advanced(scenario="burn", goal="9"))
    game.set("table", sun=5)
    for n in range(1, 4):
        die(game, f"h{n}")
    assert game.over is None
    die(game, "h4")  # the player's last: it rises, and counts
    assert game.over is not None
    assert game.setting.of("zombie-hero")


def test_in_the_black_zone_a_killed_hero_rises_and_is_replaced() -> None:
    game = fighting(advanced(scenario="burn"))
    game.set("table", sun=14)
    said = die(game, "h1")
    assert "rises as a Zombie Hero" in said
    (risen,) = game.setting.of("zombie-hero", "p1")
    assert risen["wounds"] == 0
    assert on_board(game.setting, game["p1"]) == 4  # counted for the spawn roll
    assert pool(game.setting, game["p1"]) == 11  # but no figure of the pool
    assert game["h5"].on("acted")  # acts from the next Hero Turn
    late = fighting(advanced(scenario="burn"))
    late.set("table", sun=13)
    die(late, "h1")
    assert late.setting.of("zombie-hero") == ()
    basic = fighting(party())
    die(basic, "h1")
    assert basic.setting.of("zombie-hero") == ()


def test_a_zombie_hero_has_boxes_and_counts_as_a_zombie_killed() -> None:
    game = fighting(advanced(scenario="burn"))
    game.set("table", sun=15)
    die(game, "h1")
    killed = game["table"]["killed"]
    whole = game.setting
    game.go("ranged", "z1", "hit", unit="h2")
    assert game["z1"]["wounds"] == 1
    assert "killed for good" in game.go("ranged", "z1", "killed", unit="h3")
    game.setting = whole
    for n in range(3):
        said = game.go("fight", "z1", (6, 6, 1), unit="h2")
        assert ("killed for good" in said) is (n == 2)
    assert game["table"]["killed"] == killed + 1
    assert pool(game.setting, game["p1"]) == 11


def test_one_ranged_attack_a_turn() -> None:
    game = fighting(party())
    game.go("ranged", "hit", unit="h1")
    assert game["p1"]["board"] == 2
    with pytest.raises(RuleError):
        game.go("ranged", "hit", unit="h1")


def test_four_items_at_most_two_of_them_weapons() -> None:
    game = fighting(party())
    assert game.adds("h1") == ["item", "weapon"]
    for weapon, adds, owed in (
        (True, ["item", "weapon"], False),
        (True, ["item"], False),
        (False, ["item"], False),
        (False, [], False),
        (False, [], True),
    ):
        game.tap("item", unit="h1", weapon=weapon)
        assert game.adds("h1") == adds
        assert any("two of them weapons" in text for text in game.game.owed(game.setting)) is owed
    game.go("give", "h2", unit="i5")
    game.tap("mark", piece="i4", name="weapon")
    assert any("two of them weapons" in text for text in game.game.owed(game.setting))
    game.go("give", "h2", unit="i1")
    assert not any("weapons" in text for text in game.game.owed(game.setting))


def test_who_has_not_acted_is_owed() -> None:
    game = fighting(party())
    with pytest.raises(RuleError, match="Hero 1 has not acted"):
        game.tap("next")
    for n in range(1, 5):
        game.tap("acted", unit=f"h{n}")
    assert (game.setting.step, game["table"]["sun"]) == ("cards", 14)


def test_the_last_hero_card_discarded_by_a_zombie_card() -> None:
    game = party()
    game.tap("deck")
    assert game.over is not None
    assert game.over[1] == ("p1",)


def test_new_pits_and_destroyed_ones_count_for_spreading() -> None:
    game = party()
    game.tap("marker", sort="pit", name="New Spawning Pit")
    assert "2, 2, 1, 1, 1" in game.go("opening", 7, unit="p1")
    game.tap("count", piece="table", name="pits", amount=-2)
    assert game["table"]["pits"] == 3


def test_gas_kills_in_the_space_and_on_three_beside_it() -> None:
    game = fighting(advanced(scenario="burn"))
    game.set("table", sun=5)
    game.tap("marker", sort="gas", name="Gas")
    assert "in the gas's space?" in game.asked("gas").question
    assert "next to it?" in game.asked("gas", "1").question
    with pytest.raises(RuleError):
        game.asked("gas", "1", "2", (7, 2))
    said = game.go("gas", "1", "2", (3, 2), "beside", 2, "beside", 3, "away", "in")
    assert "The gas kills 2 zombies." in said
    assert game["p1"]["board"] == 1
    assert [h.id for h in game.setting.of("hero") if h.on("dead")] == ["h2", "h4"]
    assert game.setting.of("marker") == ()


def test_a_random_building() -> None:
    game = party()
    assert "the board of arrow 4, number 3" in game.go("building", 4, 3)
    assert "the Heroes choose any building with numbers" in game.go("building", 1)  # no second die
    assert "the zombies choose any building with numbers" in game.go("building", 6)


def test_a_zombie_hero_moves_d3() -> None:
    game = fighting(advanced(scenario="burn"))
    game.set("table", sun=14)
    die(game, "h1")
    with pytest.raises(RuleError):
        game.go("walk", 4, unit="z1")


def test_opening_zombies_and_the_spawn_roll_are_owed() -> None:
    game = party()
    with pytest.raises(RuleError, match="Ann has not placed the opening zombies"):
        game.tap("next")
    game.tap("next", anyway=True)
    assert game.move("opening", "p1").why_not == ""  # still possible
    game.to("spawn")
    with pytest.raises(RuleError, match="Ann has not made the spawn roll"):
        game.tap("next")


def test_a_weapon_serves_one_hero_a_turn() -> None:
    game = fighting(party())
    game.tap("item", unit="h1", weapon=True)
    game.go("ranged", "i1", "missed", unit="h1")
    game.go("give", "h2", unit="i1")
    game.go("ranged", "missed", unit="h2")  # used: it is not offered
    game.to("sun")
    assert not game["i1"].on("used")


def test_a_hero_goes_through_four_steps() -> None:
    game = fighting(party())
    game.tap("act", unit="h1")
    assert "Hero 1 moves or searches" in game.game.advice(game.setting).says
    game.tap("search", unit="h1")
    assert "walk" not in game.offered()
    assert {"ranged", "fight", "acted"} <= game.offered()
    game.tap("acted", unit="h1")
    assert "acts/h2" in game.offered()
    assert "acts/h1" not in game.offered()


def test_the_sun_set_by_hand_may_end_the_game_and_be_set_back() -> None:
    game = party()
    game.to("cards")
    game.tap("count", piece="table", name="sun", amount=-15)
    assert game.over == ("The sun is down: the zombies have won.", ("p1",))
    game.tap("count", piece="table", name="sun", amount=2)
    assert game.over is None


def test_the_hero_deck_and_a_death_are_switches() -> None:
    game = party()
    assert game.move("deck", "table").label == "Discard the last Hero card for a Zombie card"
    game.tap("mark", piece="table", name="exhausted")
    assert game.over is None  # the Heroes drew the last one
    label = "Discard from the empty Hero deck for a Zombie card"
    assert game.move("deck", "table").label == label
    game.tap("deck")
    assert game.over == ("The last Hero card is discarded: the zombies have won.", ("p1",))
    game.tap("mark", piece="table", name="deck_lost")
    assert game.over is None
    for n in (1, 2):
        game.go("kill", unit=f"h{n}")
        assert game["table"]["heroes_killed"] == n
    game.tap("mark", piece="h1", name="dead")
    assert game["table"]["heroes_killed"] == 1


def test_a_hero_without_health_is_owed_as_a_death() -> None:
    game = fighting(party())
    game.tap("count", piece="h1", name="wounds", amount=3)
    assert any("Hero 1 has no Health boxes left" in text for text in game.game.owed(game.setting))


def test_gas_takes_zombie_heroes_and_asks_whose_the_next_is() -> None:
    game = fighting(advanced(4, scenario="burn", goal="9"))
    game.set("table", sun=14)
    game.set("p2", board=0)
    game.set("h1", wounds=2)
    game.go("fight", (1, 2, 6), unit="h1")
    risen = game.setting.of("zombie-hero")[0].id
    board = game["p1"]["board"]
    assert board
    game.go("gas", "0", "0", "in", "in", "p2", "away", "away", "away")
    assert not game.setting.has(risen)
    assert [z.owner for z in game.setting.of("zombie-hero")] == ["p2"]


@pytest.mark.parametrize(
    ("rules", "players", "asked"),
    [("basic", 4, False), ("advanced", 2, False), ("advanced", 4, True)],
)
def test_who_gains_the_zombie_hero_is_asked_where_two_could(
    rules: str, players: int, asked: bool
) -> None:
    game = party(players, rules=rules)
    game.set("table", sun=15)
    game.go("kill", *(["p2"] if asked else []), unit="h1")
    assert bool(game.setting.of("zombie-hero", "p2")) is asked


def test_without_a_pit_no_zombie_comes() -> None:
    game = party()
    game.set("table", pits=0)
    assert "new zombies (7): no Spawning Pit is left" in game.go("opening", 7, unit="p1")
    assert game["p1"]["board"] == 0


def test_a_card_is_discarded_before_drawing() -> None:
    game = party()
    game.to("cards")
    game.tap("draw", unit="p1")
    with pytest.raises(RuleError, match="before drawing"):
        game.tap("discard", unit="p1")


def test_a_turn_given_by_hand_is_the_zombie_or_the_hero_turn() -> None:
    game = party()
    game.tap("turn", seat="p2")
    assert (game.setting.active, game.setting.step, game["table"]["turn"]) == ("p2", "heroes", 1)
    game.tap("turn", seat="p1")
    assert (game.setting.step, game["table"]["sun"]) == ("sun", 15)


def test_a_table_from_before_an_empty_deck_was_told_apart_keeps_its_end() -> None:
    game = party()
    table = game["table"]
    old = {k: v for k, v in table.values.items() if k not in ("deck_lost", "lose")}
    game.setting = game.setting.place(replace(table, values={**old, "exhausted": True}))
    assert game.over is not None
    game.tap("mark", piece="table", name="exhausted")
    assert game.over is None
    game.tap("mark", piece="table", name="exhausted")
    assert game.over is None


@pytest.mark.parametrize(("scenario", "most"), [("die", 2), ("burn", 4)])
def test_a_table_from_before_it_was_asked_how_many_heroes_lose_it_has_the_books_number(
    scenario: str, most: int
) -> None:
    game = advanced(scenario=scenario)
    game.set("table", lose=None)
    for killed in range(most + 1):
        game.set("table", heroes_killed=killed)
        assert (game.over is not None) is (killed == most)


def test_a_hero_may_search_after_seeing_the_movement_die() -> None:
    game = fighting(party())
    game.tap("act", unit="h1")
    game.go("walk", 2, unit="h1")
    assert "Hero 1 rolled 2" in game.game.advice(game.setting).says
    assert now(game.game.kinds["hero"].note, game.setting, game["h1"]) == "moves up to 2 spaces"
    assert "walk" not in game.offered()
    assert game.move("search").why_not == ""
    game.tap("search", unit="h1")
    assert game.move("search").why_not
    game.tap("acted", unit="h1")
    game.tap("act", unit="h2")
    game.go("ranged", "missed", unit="h2")  # past the Move Action
    assert game.move("search").why_not == "already moved or searched"
    game.to("sun")
    game.to("heroes")
    assert game["h1"].number("rolled") == 0


def test_a_spawn_roll_that_cannot_win_is_not_owed() -> None:
    game = party()
    game.set("p1", board=12, opened=True)
    game.to("spawn")
    assert game.offered() == set()
    game.tap("next")
    two = party(4)
    two.set("p1", board=6)
    two.set("p2", board=5)
    two.to("spawn")
    with pytest.raises(RuleError, match=r"^Bob has not made the spawn roll\.$"):
        two.tap("next")


def test_zombies_counted_as_killed_come_off_the_board() -> None:
    game = party()
    game.set("p1", board=3)
    game.tap("count", piece="table", name="killed", amount=2)
    assert (game["table"]["killed"], game["p1"]["board"]) == (2, 1)
    game.tap("count", piece="table", name="killed", amount=-1)
    assert (game["table"]["killed"], game["p1"]["board"]) == (1, 2)
    game.tap("count", piece="table", name="killed", amount=5)
    assert (game["table"]["killed"], game["p1"]["board"]) == (3, 0)
    with pytest.raises(RuleError, match="No zombie is on the board"):
        game.tap("count", piece="table", name="killed", amount=1)
    two = party(4)
    two.set("p2", board=2)
    two.tap("count", piece="table", name="killed", amount=1)
    assert two["p2"]["board"] == 1
    two.set("p1", board=2)
    with pytest.raises(RuleError, match="whoever lost it"):
        two.tap("count", piece="table", name="killed", amount=1)


def test_a_scenario_has_its_own_number_of_heroes_killed() -> None:
    game = advanced(scenario="burn", goal="9", lose="2")
    assert "Heroes lost 0 of 2" in game.game.headline(game.setting)
    game.set("table", heroes_killed=2)
    assert game.over is not None
    never = advanced(scenario="burn", goal="9", lose="0")
    never.set("table", heroes_killed=7)
    assert never.over is None
    asked = {c.key: c for c in LastNight().choices(2)}["lose"]
    assert asked.default == "4"
    assert not asked.asked({"scenario": "die"})


def test_cards_that_remain_in_play_take_their_markers_along() -> None:
    game = party()
    game.tap("card", unit="p1")
    (card,) = game.setting.of("card", "p1")
    game.tap("rename", piece=card.id, name="Overconfidence")
    for key in ("pit", "lights"):
        game.press(game.move(key, card.id))
    assert game["table"]["pits"] == 5
    marker = game.setting.of("marker")[0]
    assert now(game.game.kinds["marker"].note, game.setting, marker) == "Overconfidence"
    said = game.tap("drop", unit=card.id)
    assert "New Spawning Pit is removed" in said
    assert game.setting.of("marker") == ()
    assert game["table"]["pits"] == 4
    assert game.move("card", "p2").label == "Keep a card in play"


def test_the_names_of_the_heroes_are_offered() -> None:
    game = party()
    assert {"who/h1", "who/h4"} <= game.offered()
    game.go("who", "Sally", unit="h1")
    assert game["h1"].name == "Sally"
    assert "who/h1" not in game.offered()
    with pytest.raises(RuleError):
        game.go("who", "Sally", unit="h2")
    game.tap("rename", piece="h2", name="My own")
    assert "who/h2" not in game.offered()


def test_a_replaced_hero_is_asked_for_by_name() -> None:
    game = fighting(advanced(scenario="burn"))
    game.set("table", sun=15)
    die(game, "h1")
    assert "who/h5" in game.offered()
    assert "who/h2" not in game.offered()


def test_health_is_counted_in_boxes() -> None:
    health = LastNight().kinds["hero"].count("health")
    assert health is not None
    assert health.label == "Health boxes"
