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
from lastdays.tabletop.last_days.turn import (
    leader_of,
    leaderless,
    next_team,
    order,
    successors,
    to_fire,
    to_test,
    why_not_fire,
)
from lastdays.tabletop.view import Play
from sure import sure
from unit.tabletop import playing as plays
from unit.tabletop.playing import BOOK, Match, acting, carl, duel, member, side, zeke


def crowd(*names: str, **more: object) -> Match:
    """Zeke with the named against Carl with Lou and Al."""
    return Match(
        side("T", zeke(**more), *(member(n) for n in names)),
        side("C", carl(), member("Lou"), member("Al")),
    )


def at_end(match: Match, *fallen: str, turn: int = 1) -> Match:
    if match.state.table.phase != "action":
        match.action()
    while match.state.table.turn < turn:
        match.action()
    for figure in fallen:
        match.tap("out", figure=figure, by="")
    match.to("end")
    return match


def winners(match: Match) -> tuple[str, ...] | None:
    found = verdict(match.state)
    return None if found is None else found.winners


# Initiative


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"), [(4, 2, "A"), (3, 3, "B"), (2, 2, "B"), (1, 1, "B"), (6, 4, "A")]
)
def test_the_initiative_is_a_die_courage_and_intelligence(
    mine: int, theirs: int, winner: str
) -> None:
    """p. 45: Zeke's 3 and 3 against Carl's 4 and 3."""
    match = duel()
    match.to("action")
    match.go("initiative", mine, theirs, "aggressor")
    assert match.state.table.aggressor == winner


@pytest.mark.parametrize(("second", "winner"), [((2, 2), "B"), ((3, 1), "A")])
def test_a_tied_initiative_is_rolled_again(second: tuple[int, int], winner: str) -> None:
    """p. 45: 6 + 4 against 7 + 3, then whoever is higher."""
    match = duel()
    match.to("action")
    match.go("initiative", 4, 3, *second, "defender")
    assert match.state.table.defender == winner
    assert match.state.table.aggressor == ({"A", "B"} - {winner}).pop()


def test_only_those_who_tie_for_the_highest_roll_again() -> None:
    """Ruling 48."""
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")))
    match.to("action")
    match.go("initiative", 5, 5, 2, 1, 6, "aggressor")
    assert order(match.state, "B") == ["B", "A", "C"]
    assert (match.state.table.aggressor, match.state.table.defender) == ("B", "A")


def test_those_who_tie_below_the_highest_do_not_roll_again() -> None:
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")))
    match.to("action")
    match.go("initiative", 3, 6, 3, "defender")
    assert (match.state.table.defender, match.state.table.aggressor) == ("B", "A")


@pytest.mark.parametrize(
    ("leads", "near", "dice", "winner"),
    [
        (True, (), ((1, 4), 2), "A"),
        (True, (), ((4, 1), 2), "A"),
        (True, (), ((3, 3), 3), "B"),
        (False, ("yes",), ((1, 4), 2), "A"),
        (False, ("no",), (4, 2), "A"),
        (False, ("no",), (3, 3), "B"),
    ],
)
def test_tactical_acumen_is_the_better_of_two_dice(
    leads: bool, near: tuple[str, ...], dice: tuple[int | tuple[int, int], int], winner: str
) -> None:
    """p. 69."""
    skilled: dict[str, Any] = {"skills": ("tactical-acumen",)}
    match = Match(
        side("T", zeke(**(skilled if leads else {})), member("Mo", **({} if leads else skilled))),
        side("C", carl()),
    )
    match.to("action")
    match.go("initiative", *near, *dice, "aggressor")
    assert match.state.table.aggressor == winner


def test_tactical_acumen_of_leader_and_helper_is_one_die_more() -> None:
    """p. 69: only once."""
    skilled: dict[str, Any] = {"skills": ("tactical-acumen",)}
    match = Match(side("T", zeke(**skilled), member("Mo", **skilled)), side("C", carl()))
    match.to("action")
    match.go("initiative", (1, 4), 2, "aggressor")
    assert match.state.table.aggressor == "A"


@pytest.mark.parametrize(
    ("dice", "first"), [((3, 2), "A"), ((2, 3), "B"), ((3, 3, 1, 2), "B"), ((3, 3, 2, 1), "A")]
)
def test_a_roll_off_goes_to_the_higher_and_again_where_they_tie(
    dice: tuple[int, ...], first: str
) -> None:
    """p. 10."""
    match = duel()
    match.go("roll-off", *dice, teams=["A", "B"])
    assert match.state.table.edge == first


def test_a_roll_off_of_three_ranks_them_all() -> None:
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")))
    match.to("zombies")
    match.go("roll-off", 4, 6, 4, 1, 2, teams=["A", "B", "C"])
    assert match.state.table.rolled_off == ("B", "C", "A")
    with pytest.raises(RuleError, match="nobody to roll off"):
        match.go("roll-off", 4, teams=["A"])
    with pytest.raises(RuleError, match="nobody to roll off"):
        match.go("roll-off", 4, 5, teams=["A", "D"])


# The Leader


@pytest.mark.parametrize(
    ("mo", "ed", "led_by"),
    [
        ((3, 3), (3, 4), "A3"),
        ((4, 3), (3, 3), "A2"),
        ((2, 5), (6, 0), "A2"),
        ((1, 1), (3, 0), "A3"),
    ],
)
def test_the_next_leader_has_the_highest_courage_and_intelligence(
    mo: tuple[int, int], ed: tuple[int, int], led_by: str
) -> None:
    """p. 46."""
    match = crowd("Mo", "Ed")
    for figure, (courage, intelligence) in (("A2", mo), ("A3", ed)):
        match.set(figure, C=courage, I=intelligence)
    match.tap("out", figure="A1", by="")
    assert leaderless(match.state) == ["A"]
    match.go("leader", team="A")
    found = leader_of(match.state, "A")
    assert found is not None
    assert found.id == led_by


def test_of_equals_the_player_chooses() -> None:
    """p. 46: Booze counts as it stands."""
    match = crowd("Mo", "Ed")
    match.tap("out", figure="A1", by="")
    assert [f.id for f in successors(match.state, "A")] == ["A2", "A3"]
    match.go("leader", "A3", team="A")
    assert match.state.figure("A3").leads
    assert not match.state.figure("A2").leads


# The Breaking Point


@pytest.mark.parametrize(
    ("friends", "fallen", "most"),
    [
        # Courage 3 and those still on the table, less those who fell.
        (("Mo",), ("A2",), 3 + 1 - 1),
        (("Mo", "Ed"), ("A2",), 3 + 2 - 1),
        (("Mo", "Ed"), ("A2", "A3"), 3 + 1 - 2),
        (("Mo", "Ed", "Al"), ("A2",), 3 + 3 - 1),
        (("Mo", "Ed", "Al"), ("A2", "A3"), 3 + 2 - 2),
        (("Mo", "Ed", "Al", "Bo"), ("A2", "A3", "A4"), 3 + 2 - 3),
    ],
)
def test_the_breaking_point_holds_at_the_number_and_not_above(
    friends: tuple[str, ...], fallen: tuple[str, ...], most: int
) -> None:
    """p. 57."""
    for die, breaks in ((most, False), (most + 1, True)):
        match = at_end(crowd(*friends), *fallen)
        match.go("breaking", die, team="A")
        assert match.state.team("A").broke is breaks
        assert to_test(match.state) == []


@pytest.mark.parametrize(("courage", "most"), [(0, 1), (1, 2), (5, 6)])
def test_the_breaking_point_with_each_courage(courage: int, most: int) -> None:
    """p. 57; ruling 80: two on the table, one fallen."""
    for die, breaks in ((most, False), (most + 1, True)):
        if die > 6:
            continue
        match = crowd("Mo", "Ed")
        match.set("A1", C=courage)
        at_end(match, "A2")
        match.go("breaking", die, team="A")
        assert match.state.team("A").broke is breaks


def test_casualties_of_earlier_turns_count() -> None:
    """Ruling 39: two fallen in all, one of them this turn."""
    for die, breaks in ((2, False), (3, True)):
        match = crowd("Mo", "Ed")
        at_end(match, "A2")
        match.go("breaking", 1, team="A")
        at_end(match, "A3", turn=2)
        match.go("breaking", die, team="A")
        assert match.state.team("A").broke is breaks


@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, False), (3, True), (4, True)])
def test_giving_up_is_for_any_turn_after_the_second(turn: int, may: bool) -> None:
    """p. 57."""
    match = at_end(crowd("Mo", "Ed"), "A2", turn=turn)
    if not may:
        match.go("breaking", 1, team="A")
        assert not match.state.team("A").broke
        return
    assert "Hold on?" in match.asks("breaking", team="A")
    match.go("breaking", "flee", team="A")
    assert match.state.team("A").broke
    held = at_end(crowd("Mo", "Ed"), "A2", turn=turn)
    held.go("breaking", "hold", 4, team="A")
    assert not held.state.team("A").broke


@pytest.mark.parametrize(("again", "breaks"), [(3, False), (4, True)])
def test_a_rallying_cry_is_one_more_roll_in_a_game(again: int, breaks: bool) -> None:
    """p. 67: Courage 3, one on the table, one fallen."""
    match = at_end(crowd("Mo", skills=("rallying-cry",)), "A2")
    match.go("breaking", 4, "yes", again, team="A")
    assert match.state.team("A").broke is breaks
    held = at_end(crowd("Mo", skills=("rallying-cry",)), "A2")
    held.go("breaking", 3, team="A")  # nothing to roll again
    assert not held.state.team("A").rallied
    given_up = at_end(crowd("Mo", skills=("rallying-cry",)), "A2")
    given_up.go("breaking", 4, "no", team="A")
    assert given_up.state.team("A").broke
    assert not given_up.state.team("A").rallied


# The end


def test_one_side_broken_is_the_others_victory_and_both_a_draw() -> None:
    """p. 57: judged once everybody has tested."""
    match = at_end(crowd("Mo"), "A2", "B2")
    match.go("breaking", 6, team="A")
    assert match.state.team("A").broke
    assert verdict(match.state) is None
    match.go("breaking", 1, team="B")
    assert winners(match) == ("B",)
    both = at_end(crowd("Mo"), "A2", "B2", "B3")
    both.go("breaking", 6, team="A")
    both.go("breaking", 6, team="B")
    assert winners(both) == ()


def test_of_two_sides_the_one_that_breaks_keeps_what_it_holds_on_the_table() -> None:
    """p. 57: the game ends, nobody walks off."""
    match = crowd("Mo")
    match.action()
    match.tap("carry", figure="A1", load="token")
    at_end(match, "A2")
    match.go("breaking", 6, team="A")
    zekes = match.state.figure("A1")
    assert (zekes.on_table, zekes.carries, zekes.brought) == (True, "token", "")


def test_of_three_sides_one_left_has_won() -> None:
    """Ruling 68: one that breaks leaves the table while the others play on."""
    match = Match(*(side(n, zeke(), member("Mo")) for n in ("One", "Two", "Three")))
    at_end(match, "A2", "B2")
    match.go("breaking", 6, team="A")
    assert match.state.standing("A") == ()
    match.go("breaking", 1, team="B")
    assert verdict(match.state) is None
    at_end(match, "B1", turn=2)
    match.go("breaking", team="B")
    assert winners(match) == ("C",)


@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [(1, 0, ("A",)), (0, 1, ("B",)), (1, 1, ()), (2, 1, ("A",)), (2, 2, ())],
)
def test_the_side_with_most_supply_tokens_has_won(
    mine: int, theirs: int, won: tuple[str, ...]
) -> None:
    """p. 36: once all have left the table."""
    match = Match(side("T", zeke(), member("Mo")), side("C", carl(), member("Lou"), member("Al")))
    match.action()
    match.set("table", tokens=mine + theirs)
    for letter, count in (("A", mine), ("B", theirs)):
        for n in range(count):
            assert verdict(match.state) is None
            match.tap("carry", figure=f"{letter}{n + 1}", load="token")
            assert verdict(match.state) is None
            match.tap("leave", figure=f"{letter}{n + 1}")
    if match.state.standing("A") or match.state.standing("B"):
        assert winners(match) == won


def test_nothing_is_over_before_the_first_turn_or_with_a_token_in_somebodys_arms() -> None:
    match = duel()
    match.set("table", tokens=0)
    match.set("A2", away=True, brought="token")
    assert verdict(match.state) is None
    match.action()
    assert winners(match) == ("A",)
    match.set("B1", carries="token")
    assert verdict(match.state) is None
    match.set("B1", carries="")
    match.set("Z1", token=True)
    assert verdict(match.state) is None
    match.set("Z1", token=False)
    match.set("table", tokens=1)
    assert verdict(match.state) is None


def test_the_escape_ends_with_the_vehicle_or_the_last_side_standing() -> None:
    """p. 107."""
    match = Match(side("T", zeke(), member("Mo")), side("C", carl()), encounter="the-escape")
    match.action()
    match.set("table", tokens=0)
    match.tap("out", figure="A1", by="")
    assert verdict(match.state) is None
    match.tap("out", figure="B1", by="")
    assert winners(match) == ("A",)
    started = Match(side("T", zeke()), side("C", carl()), encounter="the-escape")
    started.action()
    started.set("table", started="B1")
    assert winners(started) == ("B",)


# Whose turn, who may


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
        ({"ran": True}, {}, "has run"),
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
    assert ("A1" in [f.id for f in to_fire(match.state)]) is (why == "")
    match.touch("A1", "Z1")
    if not figure:
        assert why_not_fire(match.state, match.state.figure("A1")) == "in contact"


def test_a_second_gun_that_is_loaded_will_do() -> None:
    match = duel(zeke=zeke(gear=("revolver", "magnum")))
    match.set("A1.g1", empty=True)
    assert why_not_fire(match.state, match.state.figure("A1")) == ""
    match.set("A1.g2", usable=False)
    assert why_not_fire(match.state, match.state.figure("A1")) == "has to reload"


@pytest.mark.parametrize(("passed", "burning"), [(1, True), (2, False)])
def test_a_fire_burns_to_the_end_of_the_next_turn(passed: int, burning: bool) -> None:
    """p. 70."""
    match = duel()
    match.action()
    match.tap("place", sort="fire")
    for _turn in range(passed):
        match.to("close-quarters")
        match.to("end")
        if _turn + 1 < passed:
            match.to("noise")
    assert bool(match.state.things) is burning


def fall(match: Match, figure: str, by: str = "") -> None:
    match.tap("out", figure=figure, by=by)


def test_the_steps_of_a_turn_and_next_as_one_tap() -> None:
    match = duel()
    match.set("A1", noise=1)
    match.set("A1.g1", ammo=1)
    phases = []
    for _n in range(9):
        match.tap("next")
        phases.append((match.state.table.turn, match.state.table.phase))
    assert phases[:8] == [
        (1, "noise"), (1, "ammo"), (1, "zombies"), (1, "action"), (1, "shooting"),
        (1, "close-quarters"), (1, "end"), (2, "ammo"),
    ]  # fmt: skip
    counters = duel()
    counters.tap("next")
    counters.tap("next", whole_menace=True)
    assert counters.state.table.phase == "action"


def test_steps_of_the_menace_phase_with_nothing_to_do_are_told_and_passed_over() -> None:
    """p. 40: tokens of nobody, and a die that cannot reach the Reload Number of six."""
    match = duel()
    match.set("A1.g1", ammo=0)
    said = match.tap("next")
    assert "Nobody made noise. No Firearm can run empty." in said
    assert match.state.table.phase == "zombies"
    match = duel()
    match.set("A1.g1", ammo=1, reload=8)  # 6 + 1
    match.tap("next")
    assert match.state.table.phase == "zombies"
    match = duel()
    match.set("A1.g1", ammo=1, reload=7)
    assert "Nobody made noise." in match.tap("next")
    assert match.state.table.phase == "ammo"
    match = duel()
    match.set("A1", noise=1)
    while len(match.state.zombies) < 20:
        match.tap("zombie")
    assert "The table is full: noise draws no more." in match.tap("next")
    match = duel()
    for zombie in match.state.zombies:
        match.tap("zombie-down", zombie=zombie.id, by="")
    said = match.tap("next")
    assert "No zombie is on the table." in said
    assert match.state.table.phase == "action"


def test_all_noise_and_all_ammo_are_rolled_in_the_order_of_the_book() -> None:
    """p. 40: the player with the most tokens first."""
    match = duel()
    match.set("A1", noise=1)
    match.set("B1", noise=3)
    match.set("A1.g1", ammo=2)
    match.set("B1.g1", ammo=3)
    match.to("noise")
    said = match.go("all-noise", 1, 2)
    assert said.index("Carl rolls 1 + 3") < said.index("Zeke rolls 2 + 1")
    assert all(match.state.figure(f).noise_rolled for f in ("A1", "B1"))
    match.to("ammo")
    said = match.go("all-ammo", 1, 2)
    assert said.index("Carl, ") < said.index("Zeke, ")
    assert match.state.gun("A1.g1").ammo_rolled


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
    assert "A tie at 3." in sure(game.standing(after)).question
    event = game.roll(after, random.Random(1))
    assert len(event.dice) == 2
    with pytest.raises(RuleError, match="nothing to roll"):
        game.roll(match.state, random.Random(1))


class Same:
    """Dice that all show three."""

    def randint(self, _a: int, _b: int) -> int:
        return 3


def test_next_waits_for_an_open_roll() -> None:
    match = duel()
    match.to("action")
    match._add(plays.start(match.state, match.rules, "initiative", {}))
    with pytest.raises(RuleError, match="still open"):
        match.tap("next")


def test_a_leader_who_is_back_before_another_is_named_leads_no_more() -> None:
    match = Match(side("T", member("Zed"), member("Mo"), member("Ed")), side("C", carl()))
    fall(match, "A1")
    match._add(plays.start(match.state, match.rules, "leader", {"team": "A"}))
    match.tap("back", figure="A1")
    match._add(plays.answer(match.state, match.rules, "A3", "chosen"))
    assert [f.id for f in match.state.figures("A") if f.leads] == ["A3"]


def test_rallying_cry_once_a_game() -> None:
    match = at_end(duel(zeke=zeke(skills=("rallying-cry",))), "A2")
    match.go("breaking", 6, "yes", 1, team="A")
    assert not match.state.team("A").broke
    match.set("A", tested=False)
    match.go("breaking", 6, team="A")
    assert match.state.team("A").broke


def test_defenders_at_home_and_everyone_in_the_escape_never_test() -> None:
    home = Match(side("R", zeke(), role="attacker"), side("H", carl(), member("Lou"), role="defender"),
                 encounter="home-defense")  # fmt: skip
    at_end(home, "B2")
    assert to_test(home.state) == []
    escape = Match(side("R", zeke(), member("Mo")), side("H", carl()), encounter="the-escape")
    at_end(escape, "A2")
    assert to_test(escape.state) == []
    fall(escape, "A1")
    found = verdict(escape.state)
    assert found is not None
    assert found.winners == ("B",)


def test_a_side_without_anybody_on_the_table_is_not_set_up() -> None:
    nobody = Setup("scavengers", (side("R", zeke(), parts={"zeke": "held-back"}),))
    assert "nobody on the table" in problems(nobody, BOOK)[0]
    with pytest.raises(RuleError):
        begin(nobody, BOOK)


def test_what_comes_off_as_the_action_phase_ends() -> None:
    match = acting(duel(zeke=zeke(skills=("sprinter", "free-runner"))))
    match.go("act", figure="A1", action="long-jump")
    match.tap("finish", figure="A1")
    match.go("activate", figure="B1")
    match.go("act", figure="B1", action="locked-and-loaded")
    match.tap("finish", figure="B1")
    match.to("shooting")
    for figure in match.state.figures():
        assert (figure.ap, figure.sprint, figure.still, figure.jumped) == (None, 0, False, False)
    assert match.state.figure("B1").locked
