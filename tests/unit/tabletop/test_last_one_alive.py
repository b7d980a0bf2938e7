"""*Last One Alive*: its rules, ruling 53."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.last_one_alive import LastOneAlive
from lastdays.tabletop.last_one_alive.play import score, zombie_dice
from lastdays.tabletop.units import now
from lastdays.tabletop.view import Play, Tap
from unit.tabletop.declaring import Party


def party(players: int = 4, **chosen: Any) -> Party:
    return Party(LastOneAlive(), players, **chosen)


def begun(players: int = 4, **chosen: Any) -> Party:
    game = party(players, **chosen)
    game.tap("next")
    return game


def test_the_first_player_begins_with_one_zombie_in_front() -> None:
    game = party()
    (die,) = game.setting.of("die")
    assert (die.owner, die["zombies"], die["ambushes"]) == ("p1", 1, 0)


def test_dice_to_take_are_the_level_one_more_at_night_and_four() -> None:
    game = begun(night="yes")
    assert "zombie dice 1, chosen dice 4" in game.game.headline(game.setting)
    game.go("draw", "apocalypse", unit="p1", side="item")
    game.go("draw", "night", unit="p1", side="item")
    assert zombie_dice(game.setting) == 3
    game.go("draw", "radio", unit="p1", side="any")
    game.go("draw", "radio", unit="p1", side="any")
    game.tap("radio", unit="t1")
    # A raised level counts from the next turn on; each Radio gives two dice.
    assert "zombie dice 1, chosen dice 6" in game.game.headline(game.setting)
    game.tap("radio", unit="t2")
    assert "zombie dice 1, chosen dice 8" in game.game.headline(game.setting)
    game.to("before", "p2")
    assert "zombie dice 3, chosen dice 4" in game.game.headline(game.setting)
    game.go("draw", "day", unit="p2", side="item")
    assert zombie_dice(game.setting) == 2


def test_the_level_stops_at_four_and_tokens_are_counted_apart() -> None:
    game = begun()
    for _n in range(5):
        game.go("draw", "apocalypse", unit="p1", side="item")
    assert (game["table"]["level"], game["table"]["drawn"]) == (4, 5)


def test_tokens_drawn_in_set_up_count() -> None:
    game = party()
    assert game.move("draw/p2").label == "Draw a token for Bob"
    game.go("draw", "apocalypse", unit="p2", side="any")
    assert game["table"]["level"] == 2
    assert game.setting.of("token") == ()


def test_zombies_pass_to_the_left_and_ambushes_stay() -> None:
    game = begun()
    game.to("zombies")
    game.go("rolled", "2", unit="p1", what="zombies")
    game.go("rolled", "1", unit="p1", what="ambushes")
    owners = {d.id: (d.owner, d["zombies"], d["ambushes"]) for d in game.setting.of("die")}
    assert owners["d2"] == ("p2", 2, 0)
    assert owners["d3"] == ("p1", 0, 1)


def test_left_skips_who_is_out() -> None:
    game = begun()
    game.set("p2", out=True)
    game.go("rolled", "1", unit="p1", what="zombies")
    assert game["d2"].owner == "p3"


def test_three_symbols_shot_in_a_turn_earn_the_one_hero_token() -> None:
    game = begun()
    game.set("d1", zombies=2, ambushes=1)
    game.to("shots")
    game.tap("shoot", unit="d1")
    game.tap("shoot", unit="d1")
    assert not game["p1"].on("hero")
    assert "gains a Hero token" in game.tap("shoot", unit="d1")
    assert game["p1"].on("hero")
    assert not game.setting.has("d1")  # back in the pool


def test_a_die_emptied_by_hand_is_back_in_the_pool_and_kills_nobody() -> None:
    game = begun(lives="no", dice="20")
    assert "Die 1 is back in the pool." in game.tap("count", piece="d1", name="zombies", amount=-1)
    assert game["table"]["dice"] == 20
    game.to("before", "p2")
    assert not game["p1"].on("out")


def test_the_chainsaw_after_the_roll_takes_an_ambush_that_is_no_shot() -> None:
    game = begun()
    game.go("draw", "chainsaw", unit="p1", side="item")
    game.to("zombies")
    for _n in range(2):
        game.go("rolled", "1", unit="p1", what="ambushes")
    assert game.move("use", "t1").act == Play("saw", {"unit": "t1"})
    game.go("saw", "d3", unit="t1")
    assert [d.id for d in game.setting.of("die", "p1")] == ["d1", "d2"]
    assert game["p1"].number("shots") == 0


def test_a_symbol_shot_in_anothers_turn_earns_nothing() -> None:
    game = begun()
    game.set("p2", shots=2)
    game.go("rolled", "1", "0", unit="p2", what="front")
    game.tap("shoot", unit="d2")
    assert not game["p2"].on("hero")


@pytest.mark.parametrize(
    ("key", "step", "label", "said"),
    [
        ("axe", "before", "Double all barricades", "all barricades count double"),
        ("axe", "barricades", "Roll a yellow die again", "a yellow die is rolled again"),
        ("chainsaw", "before", "Ignore all ambushes rolled", "all ambushes rolled are ignored"),
        ("chainsaw", "items", "Discard an ambush", "an ambush is discarded"),
        ("gun", "before", "Double all Bangs", "all Bangs count double"),
        ("gun", "shots", "Roll a red die again", "a red die is rolled again"),
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


def test_what_a_die_shows_and_which_are_passed_is_asked_in_words() -> None:
    game = begun()
    for given, what in (((), "zombies"), (("1",), "ambushes")):
        ask = game.asked("rolled", *given, unit="p1", what="front")
        assert ask.question == f"How many {what} does the die show?"
    assert list(game.offers("rolled", unit="p1", what="front")) == ["0", "1", "2", "3"]
    assert list(game.offers("rolled", unit="p1", what="zombies")) == ["1", "2", "3"]
    for _n in range(2):
        game.go("rolled", "1", "0", unit="p1", what="front")
    game.go("draw", "flares", unit="p1", side="item")
    for given, which in (((), "(1 of 2)"), (("d1",), "(2 of 2)")):
        assert which in game.asked("flares", *given, unit="t1").question


def test_why_a_barricade_token_passes_nothing() -> None:
    game = begun()
    game.go("draw", "barricade", unit="p1", side="any")
    use = "use/d1"
    assert game.move(use, "t1").why_not == ""
    game.set("d1", ambushes=1)
    assert game.move(use, "t1").why_not == "an ambush never passes"
    game.set("d1", ambushes=0)
    game.tap("turn", seat="p2")
    assert game.move(use, "t1").why_not == "not this player's turn"


def test_announced_items_are_said_where_they_count() -> None:
    game = begun()
    game.go("draw", "axe", unit="p1", side="item")
    game.tap("use", unit="t1")
    game.to("barricades")
    assert "Axe: all barricades count double." in game.game.advice(game.setting).says


def test_the_night_token_is_in_the_bag_and_day_goes_in_for_it() -> None:
    game = begun(night="yes", tokens="10")
    assert game["table"]["tokens"] == 11
    game.go("draw", "night", unit="p1", side="item")
    assert game["table"]["tokens"] == 11
    game.go("draw", "day", unit="p1", side="item")
    assert game["table"]["tokens"] == 10


def test_turns_are_counted_though_the_first_player_is_out() -> None:
    game = begun(3, lives="no")
    game.to("end")
    game.tap("next", anyway=True)
    assert (game.setting.active, game["table"]["turn"]) == ("p2", 1)
    game.to("before", "p3")
    game.to("before", "p2")
    assert game["table"]["turn"] == 2


@pytest.mark.parametrize("anyway", [False, True])
def test_the_next_one_alive_begins_with_the_zombie_of_who_is_out_before(anyway: bool) -> None:
    game = party()
    game.tap("mark", piece="p1", name="out")
    assert game.game.bar(game.setting).can_go_on
    assert "Bob's turn" in game.tap("next", anyway=anyway)
    assert (game.setting.active, game.setting.step) == ("p2", "before")
    (die,) = game.setting.of("die")
    assert (die.owner, die["zombies"], die["ambushes"]) == ("p2", 1, 0)


def test_nobody_is_left_to_begin() -> None:
    game = party(2)
    for seat in ("p1", "p2"):
        game.tap("mark", piece=seat, name="out")
    game.tap("beyond")
    assert game.game.tap(game.setting, Tap("next", {})) is None


def test_who_is_marked_out_by_hand_keeps_nothing() -> None:
    game = begun()
    game.go("draw", "axe", unit="p1", side="item")
    game.set("p1", hero=True)
    game.tap("mark", piece="p1", name="out")
    assert not game["p1"].on("hero")
    assert not game.setting.of("die", "p1")
    assert not game.setting.of("token", "p1")
    game.go("draw", "axe", unit="p1", side="item")
    game.tap("mark", piece="p1", name="out")  # taken back: what was drawn since stays
    assert game.setting.of("token", "p1")


def test_no_hero_token_in_the_turn_one_was_used() -> None:
    game = begun()
    game.set("p1", hero=True, shots=2)
    game.set("d1", zombies=1)
    game.tap("hero", unit="p1")
    game.tap("shoot", unit="d1")
    assert not game["p1"].on("hero")


def test_a_barricade_passes_a_die_whole_but_never_an_ambush() -> None:
    game = begun()
    game.set("d1", zombies=3)
    game.tap("pass", unit="d1")
    assert game["d1"].owner == "p2"
    game.set("d1", ambushes=1)
    with pytest.raises(RuleError, match="never passed"):
        game.tap("pass", unit="d1")
    game.go("draw", "barricade", unit="p1", side="barricade")
    game.go("rolled", "1", "0", unit="p1", what="front")
    game.tap("block", unit="t1", die="d2")
    assert game["d2"].owner == "p2"
    assert not game.setting.has("t1")


@pytest.mark.parametrize(("dice", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_flares_pass_half_of_the_dice_rounded_up(dice: int, half: int) -> None:
    game = begun()
    for _n in range(dice - 1):
        game.go("rolled", "1", "0", unit="p1", what="front")
    game.go("draw", "flares", unit="p1", side="item")
    assert game.move("use", "t1").why_not == ""
    passed = [f"d{n}" for n in range(1, half + 1)]
    game.go("flares", *(passed if dice > 1 else ()), unit="t1")
    assert [d.id for d in game.setting.of("die", "p2")] == passed
    assert len(game.setting.of("die", "p1")) == dice - half


def test_a_radio_is_used_before_the_own_roll() -> None:
    game = begun()
    for seat in ("p1", "p2"):
        game.go("draw", "radio", unit=seat, side="item")
    with pytest.raises(RuleError, match="before the roll"):
        game.tap("radio", unit="t2")
    game.to("zombies")
    with pytest.raises(RuleError, match="before the roll"):
        game.tap("radio", unit="t1")


def test_when_each_item_may_be_used() -> None:
    game = begun()
    for key in ("axe", "flares", "radio", "medikit"):
        game.go("draw", key, unit="p1", side="item")
    names = {u.name: u.id for u in game.setting.of("token")}
    game.to("shots")
    assert game.move("use", names["Axe"]).why_not == ""
    assert game.move("use", names["Flares"]).why_not
    assert game.move("use", names["Radio"]).why_not
    assert game.move("use", names["Medikit"]).why_not
    game.to("end")
    assert game.move("use", names["Medikit"]).why_not == ""
    game.go("medikit", "yes", unit=names["Medikit"])
    assert game.setting.of("die", "p1") == ()


def test_who_is_beset_at_the_end_is_out_and_the_last_one_wins() -> None:
    game = begun(2, lives="no")
    game.to("end")
    with pytest.raises(RuleError, match="Ann still has zombies or ambushes in front"):
        game.tap("next")
    said = game.tap("next", anyway=True)
    assert "Ann is overpowered and becomes a zombie" in said
    assert game.over == ("Bob is the last one alive.", ("p2",))


def test_who_survives_returns_the_dice() -> None:
    game = begun(2)
    game.tap("gone", unit="d1")
    game.to("end")
    game.tap("next")
    assert game.setting.active == "p2"
    assert game.setting.of("die") == ()


def test_three_tokens_are_kept_at_the_end_of_the_turn() -> None:
    game = begun()
    game.tap("gone", unit="d1")
    for _n in range(4):
        game.go("draw", "axe", unit="p1", side="item")
    game.to("end")
    with pytest.raises(RuleError, match=r"keeps only three tokens\. Put 1 back in the box\."):
        game.tap("next")
    game.tap("drop", unit="t2")
    game.tap("next")


def test_a_level_set_by_hand_counts_before_the_roll() -> None:
    game = begun()
    for step, dice in (("before", 2), ("zombies", 2)):
        game.to(step)
        game.tap("count", piece="table", name="level", amount=1)
        assert f"zombie dice {dice}, chosen dice 4" in game.game.headline(game.setting)


def test_whoever_is_left_alone_plays_on_turn_by_turn() -> None:
    game = begun(2, lives="no")
    game.tap("mark", piece="p2", name="out")
    game.tap("gone", unit="d1")
    game.tap("beyond")
    game.to("end")
    game.tap("next")
    assert (game.setting.active, game["table"]["turn"]) == ("p1", 2)


def test_zombies_everywhere_raises_the_level_only() -> None:
    game = begun(3, everywhere="yes", lives="no")
    game.go("over", unit="p2")
    assert (game["table"]["level"], game["table"]["drawn"]) == (2, 0)


def test_the_survivors_have_two_lives_and_a_hero_token_for_each() -> None:
    game = begun(2, lives="yes")
    game.go("draw", "axe", unit="p1", side="item")
    game.go("over", unit="p1")
    assert (game["p1"]["lives"], game["p1"].on("hero"), game.setting.of("token")) == (1, True, ())
    game.set("p1", hero=False, used_hero=True)
    game.go("over", unit="p1")
    assert not game["p1"].on("hero")  # ruling 53: one was used this turn
    game.go("over", unit="p1")
    assert game["p1"].on("out")


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


def test_a_tie_is_broken_by_one_hero_token_and_shared_otherwise() -> None:
    game = begun(2, lives="yes")
    game.tap("gone", unit="d1")
    game.set("table", drawn=3)
    game.to("end")
    shared = "Ann and Bob share the victory (Ann 4, Bob 4)."
    for heroes, said, winners in (
        ((), shared, ("p1", "p2")),
        (("p1",), "Ann has the most points (Ann 4, Bob 4).", ("p1",)),
        (("p1", "p2"), shared, ("p1", "p2")),
    ):
        for seat in heroes:
            game.set(seat, hero=True)
        assert game.over == (said, winners)
    game.tap("beyond")  # the end stays at hand while they play on
    game.tap("next")
    assert game.setting.active == "p2"
    assert "end" in game.due


def test_the_pool_and_the_bag_are_counted_where_the_table_says_so() -> None:
    game = party(dice="10", tokens="10")
    assert game["table"]["dice"] == 9
    game.tap("next")
    game.tap("gone", unit="d1")
    assert game["table"]["dice"] == 10
    game.set("table", dice=0, tokens=0)
    with pytest.raises(RuleError, match="no dice left"):
        game.go("rolled", "1", "1", unit="p1", what="front")
    with pytest.raises(RuleError, match="bag is empty"):
        game.go("draw", "axe", unit="p1", side="item")


def test_a_bang_takes_the_symbol_the_player_says() -> None:
    game = begun()
    game.set("d1", zombies=1, ambushes=1)
    game.to("shots")
    assert {"shoot/d1", "shoot-zombie/d1"} <= game.offered()
    said = game.press(game.move("shoot-zombie/d1"))
    assert "Ann shoots a zombie on Die 1" in said
    assert (game["d1"]["zombies"], game["d1"]["ambushes"]) == (0, 1)
    assert "shoot-zombie/d1" not in game.offered()
    assert "shoots an ambush" in game.tap("shoot", unit="d1")


def test_who_is_out_has_nothing_left_to_do() -> None:
    game = begun(3, lives="no")
    game.to("items")
    game.tap("mark", piece="p1", name="out")
    assert game.offered() == set()
    assert game.move("add", "p1").why_not == "already zombified"
    assert game.move("draw", "p1").why_not == "already zombified"
    game.tap("next")
    assert (game.setting.active, game.setting.step) == ("p2", "before")
    with pytest.raises(RuleError, match="already zombified"):
        game.tap("turn", seat="p1")


def note(game: Party, seat: str) -> str:
    return now(game.game.kinds["seat"].note, game.setting, game[seat])


def test_points_and_what_was_used_this_turn_can_be_seen() -> None:
    game = begun(2, lives="yes")
    game.go("draw", "axe", unit="p1", side="item")
    assert note(game, "p1") == "dice 1, tokens 1 · 5 points"
    game.tap("use", unit="t1")
    assert note(game, "p1") == "dice 1, tokens 0 · 4 points · Axe used before the roll"
    game.set("p1", hero=True)
    game.to("zombies")
    game.tap("hero", unit="p1")
    assert "Hero token used" in note(game, "p1")


def test_the_medikit_and_tokens_too_many_are_due_at_the_end() -> None:
    game = begun()
    for key in ("medikit", "axe", "gun", "radio"):
        game.go("draw", key, unit="p1", side="item")
    game.to("end")
    assert {"medikit/t1", "over"} <= game.offered()
    assert "drop/t2" not in game.offered()
    game.tap("count", piece="d1", name="zombies", amount=-1)
    assert {f"drop/t{n}" for n in range(1, 5)} == game.offered()
    few = game.setting.drop("t2")
    game.tap("drop", unit="t2")  # nothing is owed any more: the turn passes
    assert (game.setting.active, game.setting.step) == ("p2", "before")
    game.setting = few
    assert game.due == []


def test_a_plain_turn_says_what_the_zombie_dice_show_and_passes_over_the_rest() -> None:
    game = party(3, lives="no", tokens="20", dice="20")
    assert game.next() == Play("draw", {"unit": "p1", "side": "any"})
    for seat in ("p1", "p2", "p3"):
        game.go("draw", "axe", unit=seat, side="any")
    assert game.next() == Tap("next")
    game.tap("next")
    game.tap("gone", unit="d1")
    assert game.next() == Play("black", {"unit": "p1"})
    said = game.go("black", "zombies/2", unit="p1")
    assert "Bob has a die (zombies 2, ambushes 0)." in said
    assert game.setting.step == "items"
    assert game.next() == Tap("next")
    assert "Passed over: Shots" in game.tap("next")
    assert game.setting.step == "barricades"
    assert "Passed over: End. Bob's turn." in f"{game.tap('next')}".replace(" |", ".")
    assert (game.setting.active, game.setting.step) == ("p2", "before")


def test_the_zombie_dice_are_as_many_as_the_level_and_the_pool() -> None:
    game = party(2, dice="10")
    game.set("table", level=3)
    game.to("before")
    game.set("table", take=3)
    said = game.go("black", "zombies/1", "ambushes/3", "", unit="p1")
    assert "Bob has a die (zombies 1, ambushes 0). Ann has a die (zombies 0, ambushes 3)." in said
    assert game["table"]["dice"] == 10 - 1 - 2
    game.set("table", dice=1, step="before")
    game.go("black", "", unit="p1")


def test_who_is_beset_at_the_end_uses_the_medikit_or_is_overpowered() -> None:
    game = begun(3, lives="no")
    game.to("end")
    assert game.next() == Play("over", {"unit": "p1"})
    game.go("draw", "medikit", unit="p1", side="any")
    assert game.next() == Play("medikit", {"unit": "t1"})
    game.go("medikit", "no", unit="t1")
    game.go("over", unit="p1")
    assert (game["p1"].on("out"), game.setting.active) == (True, "p2")


def test_flares_need_a_die_without_an_ambush() -> None:
    game = begun()
    game.go("draw", "flares", unit="p1", side="item")
    game.set("d1", ambushes=1)
    assert game.move("use", "t1").why_not == "no die without an ambush in front"


def test_night_is_a_switch_of_day_and_night_alone() -> None:
    assert not now(LastOneAlive().kinds["table"].flags[0].when, begun().setting, begun()["table"])
    game = begun(night="yes")
    assert now(LastOneAlive().kinds["table"].flags[0].when, game.setting, game["table"])


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
@pytest.mark.parametrize("variant", ["", "night", "lives", "everywhere"])
def test_what_lies_where_before_the_first_turn(variant: str, players: int) -> None:
    """Setting up, and what the variants add to it."""
    game = party(players, **{"lives": "no", **({variant: "yes"} if variant else {})})
    bag = "The white tokens in the bag, the Night token too."
    lives = [f"2 life markers on each survivor card, {2 * players} in all."]
    assert game.game.checklist(game.setting) == [
        f"A reference card and a survivor card before each of {players} players.",
        "All dice in one pool in the middle.",
        bag if variant == "night" else "The white tokens in the bag.",
        *(lives if variant == "lives" else []),
        "A token for each player, drawn from the bag: an item or a barricade.",
        "A zombie die before Ann, one zombie face up.",
    ]
    assert [d.owner for d in game.setting.of("die")] == ["p1"]


def test_whoever_begins_has_the_first_zombie() -> None:
    game = party(3, first="p2")
    assert [d.owner for d in game.setting.of("die")] == ["p2"]
    rolled = party(3, first="")
    assert not rolled.setting.of("die")
    rolled.go("first", 1, 2, 6)
    rolled.tap("next")
    assert [d.owner for d in rolled.setting.of("die")] == [rolled.setting.active] == ["p3"]
