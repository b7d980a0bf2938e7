"""*Zombies!!!*: its rulebook's numbers, ruling 52."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.units import now
from lastdays.tabletop.view import Play, Tap
from lastdays.tabletop.zombies import Zombies
from lastdays.tabletop.zombies.play import BUILDINGS, pairings
from unit.tabletop.declaring import Party


def party(players: int = 2, **chosen: Any) -> Party:
    return Party(Zombies(), players, **chosen)


def test_everyone_begins_with_three_hearts_three_bullets_three_cards() -> None:
    game = party(6)
    assert len(game.setting.seats) == 6
    for seat in game.setting.seats:
        assert (seat["hearts"], seat["bullets"], seat["hand"], seat["zombies"]) == (3, 3, 3, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("scenario", ["standard", "rescue", "last-man", "helicopter"])
def test_what_lies_where_before_the_first_turn(scenario: str, players: int) -> None:
    """Set Up, and what Scenario Play changes of it."""
    game = party(players, scenario=scenario)
    lines = game.game.checklist(game.setting)
    pawns = players - (scenario == "last-man")
    assert lines[:5] == [
        "Town Square in the middle of the table.",
        "The other 28 tiles shuffled, the Helipad somewhere in the middle of them.",
        f"3 Event cards for each of {players} players, {50 - 3 * players} in the deck.",
        f"{pawns} pawns in the centre of Town Square.",
        "3 hearts and 3 bullets before each of them.",
    ]
    tokens = {
        "rescue": ["18 survivor tokens beside the map, for the 9 named buildings."],
        "last-man": [
            f"{pawns} survivor tokens, one for each human. "
            f"{game.setting.seats[-1].name} has no pawn and no hearts."
        ],
    }.get(scenario, [])
    assert lines[5:] == [*tokens, "100 zombies and all tokens within reach."]
    hearts = [s.number("hearts") for s in game.setting.seats]
    assert sum(hearts) == 3 * pawns


def test_who_begins_is_chosen_or_rolled_for() -> None:
    game = party(3, first="p2")
    game.tap("next")
    assert (game.setting.active, game["table"]["turn"]) == ("p2", 1)
    game.to("tile", "p1")
    assert game["table"]["turn"] == 1
    game.to("tile", "p2")
    assert game["table"]["turn"] == 2
    rolled = party(3, first="")
    assert rolled.next() == Play("first", {})
    assert "Cy begins" in rolled.go("first", 2, 5, 5, 1, 6)
    rolled.tap("next")
    assert rolled.setting.active == "p3"
    unrolled = party(3, first="")
    unrolled.tap("next")
    assert unrolled.setting.active == "p1"
    for players in (2, 5):
        first = next(c for c in Zombies().choices(players) if c.key == "first")
        assert [value for value, _label in first.values] == [
            *(f"p{n + 1}" for n in range(players)),
            "",
        ]


def test_players_are_renamed_and_swap_seats() -> None:
    game = party(3)
    game.set("p1", zombies=4)
    assert "Ann and Cy swap seats" in game.go("swap", "p3", unit="p1")
    assert [s.name for s in game.setting.seats] == ["Cy", "Bob", "Ann"]
    assert game["p1"]["zombies"] == 4
    for typed, name in (
        ("  Beth   Ann ", "Beth Ann"),
        ("x" * 41, "x" * 40),
        ("x" * 40 + "y", "x" * 40),
        (" ", "x" * 40),
    ):
        event = game.game.tap(game.setting, Tap("rename", {"piece": "p2", "name": typed}))
        game.setting = game.setting.patch(event.effects if event else ())
        assert game["p2"].name == name
    two = party()
    assert "Ann and Bob swap seats" in two.go("swap", unit="p1")  # with whom isn't asked


def test_six_steps_and_the_next_player() -> None:
    game = party()
    steps = []
    for _n in range(7):
        game.tap("next", anyway=True)
        steps.append((game.setting.active, game.setting.step))
    assert steps == [
        ("p1", "tile"), ("p1", "fight"), ("p1", "draw"), ("p1", "move"), ("p1", "zombies"),
        ("p1", "discard"), ("p2", "tile"),
    ]  # fmt: skip


@pytest.mark.parametrize("die", [4, 5, 6])
def test_four_or_more_kills(die: int) -> None:
    game = party()
    game.to("fight")
    game.go("fight", die, unit="p1")
    assert (game["p1"]["zombies"], game["p1"]["hearts"], game["p1"]["bullets"]) == (1, 3, 3)


def test_bullets_make_up_what_is_missing_or_a_heart_is_lost() -> None:
    game = party()
    game.to("fight")
    game.go("fight", 2, "bullets", unit="p1")
    assert (game["p1"]["zombies"], game["p1"]["bullets"]) == (1, 1)
    game.go("fight", 3, "heart", 1, 6, unit="p1")  # two bullets would not do for the one
    assert (game["p1"]["zombies"], game["p1"]["hearts"]) == (2, 1)


def test_five_hearts_at_most_and_the_limit_is_said() -> None:
    game = party()
    assert "At most five hearts" in game.tap("count", piece="p1", name="hearts", amount=5)
    assert game["p1"]["hearts"] == 5
    with pytest.raises(RuleError, match="At most five hearts"):
        game.tap("count", piece="p1", name="hearts", amount=1)
    game.tap("count", piece="p1", name="bullets", amount=40)
    assert game["p1"]["bullets"] == 43


def test_a_death_costs_half_of_the_zombies_rounded_down_and_all_that_lies_in_front() -> None:
    game = party()
    game.set("p1", zombies=7, hearts=1, bullets=0)
    game.to("discard", "p2")
    game.to("fight", "p1")
    game.tap("item", unit="p1", weapon=True)
    game.go("fight", 1, unit="p1")
    assert game["p1"]["zombies"] == 4  # ruling 52: of seven three are lost
    assert game.setting.of("item", "p1") == ()
    assert (game["p1"]["hearts"], game["p1"]["bullets"]) == (0, 0)
    assert game.setting.step == "zombies"  # steps five and six remain
    game.to("tile", "p2")
    game.to("tile", "p1")
    assert (game["p1"]["hearts"], game["p1"]["bullets"]) == (3, 3)


def test_movement_is_a_die_and_the_hearts_and_two_dice_in_quicker_play() -> None:
    game = party(quicker="yes")
    game.to("move")
    assert "up to 7 spaces" in game.go("move", 4, unit="p1")
    game.set("table", helipad=True, rolled="")
    assert "up to 13 spaces" in game.go("move", 10, unit="p1")
    game.to("tile", "p2")
    game.set("p2", hand=1)
    game.go("move", 10, unit="p2")
    assert game["p2"]["hand"] == 1


def test_one_event_card_a_round_one_more_for_a_survivor() -> None:
    game = party(scenario="rescue")
    game.tap("next")
    game.tap("event", unit="p1")
    with pytest.raises(RuleError, match="this round"):
        game.tap("event", unit="p1")
    game.set("p1", survivors=1)
    game.tap("event", unit="p1")
    assert game["p1"]["hand"] == 1
    game.go("move", 4, unit="p1")
    assert game["p1"]["hand"] == 3
    together = party(scenario="rescue", mode="cooperative")
    together.tap("next")
    together.set("p1", survivors=2)
    together.tap("event", unit="p1")
    with pytest.raises(RuleError):
        together.tap("event", unit="p1")


def test_a_hand_of_three_is_asked_for_at_the_end_of_the_turn() -> None:
    game = party()
    game.to("discard")
    game.tap("count", piece="p1", name="hand", amount=2)  # may be passed meanwhile
    with pytest.raises(RuleError, match="down to three"):
        game.tap("next")
    game.tap("discard", unit="p1")
    game.tap("discard", unit="p1")
    game.tap("next")
    assert game.setting.active == "p2"


@pytest.mark.parametrize("chosen", [{"mode": "cooperative"}, {"scenario": "last-man"}])
def test_a_card_has_to_be_played_or_discarded_where_required(chosen: dict[str, str]) -> None:
    game = party(3, **chosen)
    game.to("discard")
    with pytest.raises(RuleError, match="each turn"):
        game.tap("next")
    game.tap("discard", unit="p1")
    game.tap("next")


def test_one_of_each_item_in_front() -> None:
    game = party(scenario="rescue")
    game.tap("next")
    game.set("p1", survivors=1)
    game.tap("item", unit="p1", weapon=True)
    game.tap("rename", piece="i1", name="Shotgun")
    game.tap("item", unit="p1", weapon=True)
    with pytest.raises(RuleError, match="already called Shotgun"):
        game.tap("rename", piece="i2", name="Shotgun")


def test_who_places_the_helipad() -> None:
    game = party(3)
    game.tap("next")
    game.set("p1", zombies=1)
    assert "Bob places" in game.go("helipad", 2, 2, 6, 1) or game["table"].on("helipad")
    by_bullets = party(3)
    by_bullets.tap("next")
    by_bullets.set("p3", bullets=9)
    assert "Cy places" in by_bullets.go("helipad")
    fewest = party(3)
    fewest.tap("next")
    fewest.set("p1", zombies=3)
    fewest.set("p2", zombies=2, bullets=9)
    assert "Cy places" in fewest.go("helipad") if fewest["p3"]["zombies"] == 0 else True


def reach(game: Party, seat: str) -> None:
    game.set("table", helipad=True)
    game.tap("home", unit=seat)


def test_the_first_at_the_helipad_wins_or_the_first_with_twenty_five() -> None:
    game = party()
    game.tap("next")
    reach(game, "p2")
    assert game.over is not None
    assert game.over[1] == ("p2",)
    many = party()
    many.set("p1", zombies=25)
    assert many.over == ("Ann has 25 zombies and has won.", ("p1",))
    for chosen in ({"mode": "team"}, {"mode": "cooperative"}, {"scenario": "helicopter"}):
        other = party(4, **chosen)
        other.set("p1", zombies=25)
        assert other.over is None


def test_cooperative_play_wins_together_and_a_third_death_loses() -> None:
    game = party(mode="cooperative")
    game.tap("next")
    reach(game, "p1")
    assert game.over is None
    game.tap("home", unit="p2")
    assert game.over == ("Everyone is at the Helipad: everyone has won.", ("p1", "p2"))
    lost = party(mode="cooperative")
    lost.tap("next")
    for strike, hearts in ((1, 2), (2, 1)):
        lost.go("die", unit="p1")
        assert lost["p1"]["strikes"] == strike
        assert lost.over is None
        lost.to("tile", "p2")
        lost.to("tile", "p1")
        assert lost["p1"]["hearts"] == hearts
    lost.go("die", unit="p1")
    assert lost.over == ("A third death: everyone has lost.", ())


def test_a_team_needs_both_at_the_helipad() -> None:
    game = party(4, mode="team")
    assert [s["team"] for s in game.setting.seats] == [1, 2, 1, 2]
    reach(game, "p1")
    game.tap("home", unit="p2")
    assert game.over is None
    game.tap("home", unit="p3")
    assert game.over == ("Team 1 is at the Helipad's centre and has won.", ("p1", "p3"))
    no_teams = [n for n in range(2, 7) if Zombies().problems(("Ann",) * n, {"mode": "team"})]
    assert no_teams == [2, 3, 5]
    assert not Zombies().problems(("Ann",) * 3, {"mode": "cooperative"})


def test_a_weapon_is_needed_for_the_well_armed_helicopter() -> None:
    game = party(scenario="helicopter")
    game.tap("next")
    game.set("table", helipad=True)
    with pytest.raises(RuleError, match="weapon"):
        game.tap("home", unit="p1")
    game.tap("item", unit="p1", weapon=True)
    game.tap("home", unit="p1")
    assert game.over is not None


def test_search_and_rescue_has_eighteen_survivors_in_nine_buildings() -> None:
    assert (len(BUILDINGS), sum(n for _name, n in BUILDINGS)) == (9, 18)
    game = party(scenario="rescue", wanted="2")
    game.tap("next")
    game.tap("build", unit="b2")
    assert game["b2"]["survivors"] == 4
    game.go("rescue", "b2", unit="p1")
    game.set("table", helipad=True)
    with pytest.raises(RuleError, match="has to rescue survivors first"):
        game.tap("home", unit="p1")
    game.go("rescue", "b2", unit="p1")
    game.tap("home", unit="p1")
    rescued = "Ann is at the Helipad's centre, has rescued 2 survivors and has won."
    assert game.over == (rescued, ("p1",))


def test_a_survivor_goes_back_to_a_building_with_room() -> None:
    game = party(scenario="rescue")
    game.tap("next")
    for building in ("b1", "b2"):
        game.tap("build", unit=building)
    for building in ("b1", "b2", "b2"):
        game.go("rescue", building, unit="p1")
    assert list(game.offers("die", "b1", unit="p1")) == ["b2"]  # b1 is full again
    game.go("die", "b2", "b1", "b2", unit="p1")
    assert [game[unit]["survivors"] for unit in ("b1", "b2", "p1")] == [2, 4, 0]


def test_survivors_are_rescued_by_a_team_or_by_everyone_together() -> None:
    """The numbers of Search and Rescue hold for the pair, and for the table."""
    team = party(4, mode="team", scenario="rescue", wanted="2")
    for rescuer in ("p1", "p3", "p2"):
        team.set(rescuer, survivors=1)
    reach(team, "p1")
    with pytest.raises(RuleError, match="has to rescue survivors first"):
        reach(team, "p2")
    everyone = party(2, mode="cooperative", scenario="rescue")
    for seat in ("p1", "p2"):
        everyone.set(seat, home=True)
    everyone.set("p1", survivors=17)
    assert everyone.over is None
    everyone.set("p2", survivors=1)
    assert everyone.over == ("Everyone is at the Helipad: everyone has won.", ("p1", "p2"))


def test_in_last_man_standing_the_dead_turn() -> None:
    game = party(3, scenario="last-man")
    assert not game["p3"].on("human")
    game.to("zombies", "p1")
    assert "Cy moves all zombies" in game.go("zombies", unit="p1")
    game.to("tile", "p3")
    assert [step.key for step in game.game.steps(game.setting)] == [
        "tile",
        "draw",
        "zombies",
        "discard",
    ]
    game.to("zombies", "p3")
    assert "moves 5 zombies" in game.go("zombies", 5, unit="p3")
    game.go("die", unit="p1")
    assert game.over is None
    game.to("zombies", "p2")
    assert "Ann moves all" in game.go("zombies", unit="p2")  # they take turns
    game.go("die", unit="p2")
    assert game.over == ("No human is left: the zombies have won.", ("p1", "p2", "p3"))


def test_the_first_human_at_the_centre_wins_last_man_standing() -> None:
    game = party(3, scenario="last-man")
    game.tap("next")
    reach(game, "p2")
    assert game.over is not None
    assert game.over[1] == ("p2",)


def test_only_the_living_reach_the_helipad() -> None:
    game = party(3, scenario="last-man")
    game.to("move")
    game.set("table", helipad=True)
    with pytest.raises(RuleError, match="only living players"):
        game.tap("home", unit="p3")
    game.set("p3", home=True)
    assert game.over is None
    dead = party()
    dead.go("die", unit="p2")
    with pytest.raises(RuleError, match="only living players"):
        dead.tap("home", unit="p2")


def test_a_turn_given_by_hand_begins_like_any_other() -> None:
    game = party()
    game.tap("next")
    game.go("die", unit="p2")
    game.tap("turn", seat="p2")
    assert (game["p2"]["hearts"], game["p2"]["bullets"], game["p2"].on("already dead")) == (
        3,
        3,
        False,
    )


def test_a_card_played_since_the_last_turn_is_enough() -> None:
    game = party(3, mode="cooperative")
    game.to("discard")
    game.tap("event", unit="p1")
    game.tap("event", unit="p2")  # out of turn
    game.tap("next")
    game.to("discard", "p2")
    game.tap("next")
    assert game.setting.active == "p3"
    game.to("discard", "p1")
    with pytest.raises(RuleError, match="Ann has to play an Event card each turn"):
        game.tap("next")


def test_one_discard_at_the_end_of_the_own_turn() -> None:
    game = party()
    game.tap("next")
    with pytest.raises(RuleError, match="only at the end of their own turn"):
        game.tap("discard", unit="p1")
    game.to("discard")
    game.tap("discard", unit="p1")
    with pytest.raises(RuleError, match="only one card a turn"):
        game.tap("discard", unit="p1")


def test_items_come_to_lie_in_front_in_the_own_turn() -> None:
    game = party()
    game.tap("next")
    assert game.move("item", "p2").why_not == "only in their own turn"
    with pytest.raises(RuleError, match="own turn"):
        game.tap("item", unit="p2", weapon=False)


def test_zombie_players_place_and_move_for_one_human_each() -> None:
    game = party(4, scenario="last-man")
    game.set("p3", human=False, hearts=0)
    game.tap("next")
    placing = "{human} draws and places a map tile, {zombie} places its zombies"
    said = game.game.advice(game.setting).says
    assert said.startswith(placing.format(human="Ann", zombie="Cy"))
    game.to("zombies")
    assert "Cy moves all zombies on Ann's tile" in game.go("zombies", unit="p1")
    game.to("tile", "p2")
    said = game.game.advice(game.setting).says
    assert said.startswith(placing.format(human="Bob", zombie="Dot"))
    game.to("tile", "p3")
    assert game.game.advice(game.setting).says == "Cy draws and places a map tile."


def test_zombie_players_move_for_a_human_in_turns() -> None:
    game = party(4, scenario="last-man")
    for turned in ("p2", "p3"):
        game.set(turned, human=False, hearts=0)
    said = []
    for _turn in range(4):
        game.to("zombies", "p1")
        said.append(game.go("zombies", unit="p1").split(" moves all")[0].split("| ")[1])
        game.to("tile", "p2")
    assert said == ["Bob", "Cy", "Dot", "Bob"]


@pytest.mark.parametrize(
    ("play", "values", "why"),
    [
        ("fight", {"hearts": 0}, "Ann has no hearts."),
        ("fight", {"dead": True}, "Ann is dead."),
        ("fight", {"human": False}, "Ann is a zombie player."),
        ("move", {"dead": True}, "Ann doesn't move."),
        ("move", {"human": False}, "Ann doesn't move."),
        ("die", {"dead": True}, "Ann is already dead."),
        ("die", {"human": False}, "Ann is already dead."),
    ],
)
def test_the_dead_and_the_turned_neither_fight_nor_move(
    play: str, values: dict[str, Any], why: str
) -> None:
    game = party()
    game.to("fight")
    game.set("p1", **values)
    with pytest.raises(RuleError) as refused:
        game.go(play, unit="p1")
    assert str(refused.value) == why


def test_no_hearts_left_by_hand_is_owed_as_a_death() -> None:
    game = party()
    game.tap("next")
    game.tap("count", piece="p2", name="hearts", amount=-3)
    with pytest.raises(RuleError, match="Bob has no hearts left and dies"):
        game.tap("next")
    assert game.move("die/p2").label == "Kill Bob"


def test_survivors_are_eighteen_wherever_they_are() -> None:
    game = party(scenario="rescue")
    with pytest.raises(RuleError, match="eighteen"):
        game.tap("count", piece="p1", name="survivors", amount=1)  # all in buildings still to come
    game.tap("build", unit="b1")
    game.tap("count", piece="b1", name="survivors", amount=-1)
    game.tap("count", piece="p1", name="survivors", amount=1)
    with pytest.raises(RuleError):
        game.tap("count", piece="b1", name="survivors", amount=1)


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
    note = game.game.kinds["seat"].note
    assert now(note, game.setting, game["p1"]) == why


def test_the_weapon_played_at_the_centre_wins() -> None:
    game = party(scenario="helicopter")
    game.tap("next")
    game.tap("mark", piece="p1", name="home")
    game.tap("item", unit="p1", weapon=True)
    assert game.over == ("Ann is at the Helipad's centre with a weapon and has won.", ("p1",))


def test_hands_over_three_are_owed_at_the_end_of_any_turn() -> None:
    game = party(3)
    game.to("discard")
    game.tap("count", piece="p3", name="hand", amount=2)
    with pytest.raises(RuleError, match="Cy has to discard down to three"):
        game.tap("next")
    assert "discard/p3" in game.offered()
    game.tap("discard", unit="p3")
    game.tap("discard", unit="p3")
    assert "discard/p3" not in game.offered()
    assert game.move("discard", "p3").why_not == "only at the end of their own turn"
    game.tap("next")
    assert game.setting.active == "p2"


def test_who_plays_together_is_chosen() -> None:
    assert [len(pairings(n)) for n in (2, 3, 4, 5, 6)] == [0, 0, 3, 0, 15]
    choice = next(c for c in Zombies().choices(4) if c.key == "teams")
    assert [label for _v, label in choice.values] == [
        "1 with 3, 2 with 4", "1 with 2, 3 with 4", "1 with 4, 2 with 3",
    ]  # fmt: skip
    assert choice.asked({"mode": "team"})
    assert not choice.asked({"mode": "competitive"})
    game = party(4, mode="team", teams="12-34")
    assert [s["team"] for s in game.setting.seats] == [1, 1, 2, 2]
    six = party(6, mode="team", teams="15-23-46")
    assert [s["team"] for s in six.setting.seats] == [1, 2, 2, 3, 1, 3]


def left_to_move(game: Party) -> list[int | None]:
    """What the card of each player says of it."""
    tokens = [panel.cards[0].tokens for panel in game.game.board(game.setting).panels]
    return [next((t.value for t in of if t.name == "spaces"), None) for of in tokens]


def test_movement_left_stays_until_the_move_is_over() -> None:
    game = party()
    game.to("move")
    game.go("move", 4, unit="p1")
    assert left_to_move(game) == [7, None]
    game.tap("count", piece="p1", name="spaces", amount=-3)
    game.go("fight", 5, unit="p1")
    assert game.game.advice(game.setting).says == "Ann has 4 spaces left to move."
    game.tap("next")
    assert left_to_move(game) == [None, None]
    game.go("zombies", 5, unit="p1")
    assert game.game.advice(game.setting).says.startswith("Ann moves 5 zombies one space each.")
    fallen = party()
    fallen.to("move")
    fallen.go("move", 4, unit="p1")
    fallen.go("die", unit="p1")
    assert left_to_move(fallen) == [None, None]


def test_a_plain_turn_is_two_throws_and_the_rest_follows() -> None:
    game = party()
    game.tap("next")
    game.set("p1", hand=1)
    assert game.next() == Play("move", {"unit": "p1"})
    said = game.go("move", 4, unit="p1")
    assert "Ann draws 2 Event cards. Ann moves up to 7 spaces" in said
    assert (game["p1"]["hand"], game.setting.step) == (3, "move")
    assert game.next() == Play("zombies", {"unit": "p1"})
    said = game.go("zombies", 5, unit="p1")
    assert "Ann moves 5 zombies one space each. Passed over: Discard. Bob's turn." in said
    assert (game.setting.active, game.setting.step) == ("p2", "tile")
    # Her turn is over, and she may still discard until he goes on.
    assert {"move", "fight", "discard/p1"} <= game.offered()
    game.tap("discard", unit="p1")
    assert "discard/p1" not in game.offered()
    game.go("move", 4, unit="p2")
    with pytest.raises(RuleError, match="only at the end"):
        game.tap("discard", unit="p1")


def test_a_turn_does_not_pass_while_something_is_owed() -> None:
    game = party(3, mode="cooperative")
    game.to("move")
    game.go("zombies", 5, unit="p1")
    assert (game.setting.active, game.setting.step) == ("p1", "discard")
    assert "play an Event card each turn, or discard one" in game.game.bar(game.setting).waiting
    assert "Bob's turn" in game.tap("discard", unit="p1")


def test_a_player_without_hearts_is_settled_first() -> None:
    game = party()
    game.tap("next")
    game.tap("count", piece="p1", name="hearts", amount=-3)
    assert next(iter(game.game.guide(game.setting).moves)).key == "die/p1"
    assert game.next() == Tap("next")
    game.go("die", unit="p1")
    assert game.next() == Play("zombies", {"unit": "p1"})  # all that is left of the turn


def test_a_building_that_is_not_on_the_map_has_nobody_to_rescue() -> None:
    game = party(scenario="rescue")
    game.to("move")
    with pytest.raises(RuleError, match="can't be counted"):
        game.tap("count", piece="b9", name="survivors", amount=1)
    assert "rescue" not in game.offered()
    game.tap("mark", piece="b9", name="placed")
    assert game["b9"]["survivors"] == 3
    game.go("rescue", "b9", unit="p1")
    with pytest.raises(RuleError, match="Toy Store stays on the map"):
        game.tap("mark", piece="b9", name="placed")
