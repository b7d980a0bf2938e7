"""What a card, a sheet or a form shows of one model and of nobody else, at each number and one
beside it (p. 45–53, p. 59, p. 61–70, p. 104; rulings 16, 17, 48, 49)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import GameRecord
from lastdays.rulebook import load
from lastdays.tabletop.last_days.fighting import killers
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.shooting import Shot, aim
from lastdays.tabletop.last_days.sides import assign
from lastdays.tabletop.last_days.state import Blade, Rules
from lastdays.tabletop.view import ButtonView, CardView, ChipView, FormView, Tap
from unit.postgame.crew import group
from unit.rulebook.packing import write_pack
from unit.tabletop.playing import Match, carl, duel, member, side, zeke
from unit.tabletop.showing import begun, form


def cards(match: Match, hand: str = "") -> dict[str, CardView]:
    seen = LastDays(match.rules).board(match.state, hand)
    return {c.id: c for c in (*(c for p in seen.panels for c in p.cards), *seen.foot)}


def heading(match: Match, team: str) -> str:
    seen = LastDays(match.rules).board(match.state, "")
    return next(p.heading for p in seen.panels if p.id == team)


def chip(view: CardView, name: str) -> ChipView:
    return next(c for c in view.chips if c.name == name)


def buttons(match: Match, piece: str) -> dict[str, ButtonView]:
    found = LastDays(match.rules).sheet(match.state, piece, "guided")
    assert found is not None
    items = [i for s in found.sections for i in s.items]
    return {b.label: b for b in items if isinstance(b, ButtonView)}


# Whose gear it is


def test_a_card_names_the_gear_of_its_own_model() -> None:
    match = duel()
    shown = cards(match)
    assert shown["A1"].gear == "Revolver, Knife"
    assert shown["A2"].gear == "Heavy Club"
    assert shown["B1"].gear == "Pump-Action Shotgun, Club"
    knife = next(b.id for b in match.state.all(Blade) if b.figure == "A1" and not b.bare)
    match.set(knife, gone=True)
    match.set("B1.g1", gone=True)
    shown = cards(match)
    assert (shown["A1"].gear, shown["B1"].gear) == ("Revolver", "Club")


def test_only_who_has_a_firearm_shows_its_states() -> None:
    match = duel()
    names = {i: [c.name for c in cards(match)[i].chips] for i in ("A1", "A2")}
    assert names["A1"] == ["locked", "ran", "acted", "fired", "fought"]
    assert names["A2"] == ["ran", "acted", "fought"]


def test_the_one_use_item_that_was_used_is_ticked_and_no_other() -> None:
    """p. 75."""
    match = Match(
        side("T", zeke(gear=("revolver", "noisemaker", "medical-supplies"))), side("C", carl())
    )
    used = [label for label in buttons(match, "A1") if label.endswith(": used up")]
    assert used
    assert not any(buttons(match, "A1")[label].on for label in used)
    first = buttons(match, "A1")[used[0]]
    assert isinstance(first.act, Tap)
    match.tap(first.act.what, **first.act.args)
    shown = buttons(match, "A1")
    assert [shown[label].on for label in used] == [True] + [False] * (len(used) - 1)


# Who has had a turn


@pytest.mark.parametrize(
    ("phase", "name"),
    [("action", "acted"), ("shooting", "fired"), ("close-quarters", "fought"), ("zombies", "")],
)
@pytest.mark.parametrize("had", [False, True])
def test_who_has_had_a_turn_is_done_in_that_step_alone(phase: str, name: str, had: bool) -> None:
    """p. 45, p. 49, p. 51."""
    match = duel()
    match.to(phase)
    match.set("A1", acted=False, fired=False, fought=False)
    if name:
        match.set("A1", **{name: had})
    else:
        match.set("A1", acted=True, fired=True, fought=True)
    assert cards(match)["A1"].done is (bool(name) and had)
    assert [c.name for c in cards(match)["A1"].chips if c.spot == "done"] == [name][: bool(name)]
    match.tap("leave", figure="A1")
    assert cards(match)["A1"].done is False


@pytest.mark.parametrize(
    ("phase", "states", "done"),
    [
        ("zombies", {"acted": True}, True),
        ("zombies", {"fought": True}, False),
        ("action", {"acted": True}, False),
        ("close-quarters", {"fought": True}, True),
        ("close-quarters", {"acted": True}, False),
    ],
)
def test_a_zombie_is_done_in_its_own_step(phase: str, states: dict[str, bool], done: bool) -> None:
    """p. 59."""
    match = duel()
    match.to(phase)
    match.set("Z1", **{"acted": False, "fought": False, **states})
    shown = cards(match)["Z1"]
    assert shown.done is done
    spots = {c.name: c.spot for c in shown.chips}
    fighting = phase == "close-quarters"
    assert spots == {"acted": "" if fighting else "done", "fought": "done" if fighting else ""}


def test_the_role_is_said_of_sides_that_meet_another() -> None:
    """p. 45."""
    match = duel()
    match.action()
    assert heading(match, "A") == "Truckers · Aggressor"
    assert heading(match, "B") == "Crew · Defender"
    alone = Match(side("Truckers", zeke()))
    alone.to("action")
    alone.state = alone.state.change("table", aggressor="A", defender="A")
    assert heading(alone, "A") == "Truckers"


# The number of a shot


def shot(match: Match, **chosen: Any) -> FormView:
    return form(match, "shot", "A1", **chosen)


@pytest.mark.parametrize(
    ("skill", "figure", "number"),
    [
        (6, "1+", "1 or more · certain"),
        (5, "2+", "2 or more · 83 %"),
        (1, "6+", "6 or more · 17 %"),
        (0, "", "impossible: Firearms 0"),
    ],
)
def test_the_number_of_a_shot_as_its_form_shows_it(skill: int, figure: str, number: str) -> None:
    """p. 50: 7 less Firearms; without Firearms no shot hits."""
    match = duel()
    match.action()
    match.to("shooting")
    match.set("A1", FA=skill)
    found = shot(match, target="B1")
    assert (found.figure, found.number) == (figure, number)


@pytest.mark.parametrize(
    ("damage", "chance"), [(0, "1/12 (8 %)"), (1, "1/3 (33 %)"), (2, "1/2 (50 %)")]
)
def test_how_likely_a_shot_takes_its_target_out(damage: int, chance: str) -> None:
    """p. 53: D6 + 3 divided by Endurance 3, against what is left of Damage Capacity 3."""
    match = duel()
    match.action()
    match.to("shooting")
    match.set("B1", damage=damage)
    found = shot(match, target="B1")
    assert chance in found.why, found.why


@pytest.mark.parametrize(("damage", "said"), [(0, False), (1, True)])
def test_a_zombie_of_two_points_is_put_down_by_the_second(damage: int, said: bool) -> None:
    """p. 61: the head roll takes one point."""
    match = duel()
    match.action()
    match.to("shooting")
    match.set("Z1", DC=2, damage=damage)
    assert ("Puts " in shot(match, target="Z1").why) is said


# By whom a zombie was put down


@pytest.mark.parametrize(
    ("states", "by"),
    [
        ({"locked": True, "locked_turn": 1}, "A1"),
        ({"locked": True, "locked_turn": 1, "ran": True}, ""),
        ({"locked": False}, ""),
    ],
)
def test_a_token_that_may_be_spent_names_who_puts_a_zombie_down(
    states: dict[str, int], by: str
) -> None:
    """p. 47, p. 49."""
    match = duel()
    match.action()
    match.state = match.state.change("table", turn=1)
    match.set("A1", **states)
    assert killers(match.state, "").get("Z1", "") == by


# Brought back


@pytest.mark.parametrize(
    ("figure", "led", "leads"),
    [("A1", False, True), ("A1", True, False), ("A2", False, False), ("A2", True, False)],
)
def test_the_leader_who_is_back_leads_unless_somebody_does(
    figure: str, led: bool, leads: bool
) -> None:
    """p. 57."""
    ann = member("Ann", "survivor", ("knife",))
    match = Match(side("T", zeke(), member("Mo", gear=("knife",)), ann), side("C", carl()))
    match.action()
    match.tap("leave", figure=figure)
    for other in ("A1", "A2", "A3"):
        match.set(other, leads=False)
    match.set("A3", leads=led)
    match.tap("back", figure=figure)
    assert match.state.figure(figure).leads is leads


@pytest.mark.parametrize(
    ("phase", "before", "after"), [("action", None, 6), ("action", 2, 2), ("shooting", None, None)]
)
def test_who_comes_in_an_action_phase_has_its_points(
    phase: str, before: int | None, after: int | None
) -> None:
    """p. 46."""
    match = duel()
    match.to(phase)
    match.tap("leave", figure="A1")
    match.set("A1", ap=before)
    match.tap("back", figure="A1")
    assert match.state.figure("A1").ap == after


# Captives


@pytest.mark.parametrize(
    ("what", "objectives"),
    [
        ({"place": "off", "brought": "A1"}, (1, 0)),
        ({"place": "A1"}, (1, 0)),
        ({"place": "A2"}, (0, 1)),
        ({"place": "table"}, (0, 0)),
    ],
)
def test_who_brought_or_holds_a_captive_has_the_objective(
    what: dict[str, str], objectives: tuple[int, int]
) -> None:
    """p. 104; ruling 49."""
    ann = replace(member("Ann"), status="captured", captor="h")
    match = Match(
        side(
            "T", zeke(), member("Mo", gear=("knife",)), group="g", role="attacker", captured=(ann,)
        ),
        side("C", carl(), group="h", role="defender"),
        encounter="rescue",
    )
    match.set("P1", **what)
    groups = {"g": group(zeke(), ann), "h": group(carl())}
    game = record(match.state, GameRecord("s", 1, "", ()), groups)
    found = [game.sides[0].appearance(m) for m in ("zeke", "mo")]
    assert tuple(a.objectives for a in found if a is not None) == objectives


# Counted by hand


@pytest.mark.parametrize(
    ("before", "by", "said"), [(5, -2, "−2"), (5, 2, "+2"), (1, -3, "−1"), (0, 3, "+3")]
)
def test_what_is_counted_is_said_as_it_was(before: int, by: int, said: str) -> None:
    match = duel()
    match.set("A1", noise=before)
    told = match.tap("count", piece="A1", name="noise", amount=by)
    assert f"Zeke {said} noise" in told


def test_a_mark_of_a_firearm_names_gun_and_bearer() -> None:
    match = duel()
    assert "Zeke, Revolver: gone" in match.tap("mark", piece="A1.g1", name="gone")
    assert match.state.figure("A1").used == ()  # no one-use weapon
    assert "Zeke: has acted" in match.tap("mark", piece="A1", name="acted")
    assert "Zeke: not has acted" in match.tap("mark", piece="A1", name="acted")


@pytest.mark.parametrize(("on", "turn"), [(True, 3), (False, 0)])
def test_a_locked_and_loaded_mark_notes_its_turn(on: bool, turn: int) -> None:
    """p. 47: the token is good in the turn it was taken in."""
    match = duel()
    match.action()
    match.state = match.state.change("table", turn=3)
    match.set("A1", locked=not on, locked_turn=2)
    match.tap("mark", piece="A1", name="locked")
    found = match.state.figure("A1")
    assert (found.locked, found.locked_turn) == (on, turn)


# Next to the usual case


@pytest.mark.parametrize(
    ("target", "skill", "needed", "chance"),
    [(6, 0, 6, 0), (6, 1, 5, 2), (8, 1, 7, 0), (8, 2, 6, 1), (7, 0, 7, 0), (7, 7, 0, 6)],
)
def test_no_shot_hits_without_firearms_or_beyond_a_six(
    tmp_path: Path, target: int, skill: int, needed: int, chance: int
) -> None:
    """p. 50–51: the target number less Firearms, in a book with another number too."""
    numbers = {"book": f"[firearms]\ntarget = {target}\n"}
    book = load(packs=[write_pack(tmp_path, "house", numbers)])
    assert book.refused_packs == ()
    match = duel()
    match.rules = Rules(book)
    match.set("A1", FA=skill)
    found = aim(match.state, Shot("A1.g1", "B1"))
    assert (found.needed, found.chance) == (needed, Fraction(chance, 6))


def test_each_range_of_a_firearm_is_offered() -> None:
    """p. 50: a Revolver reaches as far as its table says."""
    match = duel()
    match.action()
    match.to("shooting")
    (ranges,) = [f for f in shot(match, target="B1").fields if f.caption == "Range"]
    steps = match.state.gun("A1.g1").steps
    assert [label for _key, label in ranges.options] == [f"up to {reach}″" for reach, *_ in steps]


def test_only_what_is_used_up_in_one_go_has_a_button_for_it() -> None:
    """p. 75, p. 77: Medical Supplies go after the game, armour is not used up."""
    gear = ("revolver", "medical-supplies", "booze", "tactical-vest", "noisemaker")
    match = Match(side("T", zeke(gear=gear)), side("C", carl()))
    found = [label for label in buttons(match, "A1") if label.endswith(": used up")]
    assert found == ["Noisemaker: used up"]


@pytest.mark.parametrize("losses", [0, 1])
def test_the_breaking_points_that_are_due(losses: int) -> None:
    """p. 57."""
    match = duel()
    match.to("end")
    match.set("B", losses=losses)
    found = LastDays(match.rules).guide(match.state)
    keys = [b.key for b in found.moves if b.key.startswith("breaking/")]
    assert keys == ["breaking/B"][:losses]
    assert ("The turn is over." in found.says) is (not losses)


def test_who_leaves_has_no_token_and_no_points_left() -> None:
    """p. 47."""
    match = duel()
    match.action()
    match.set("A1", locked=True, ap=3)
    match.tap("leave", figure="A1")
    gone = match.state.figure("A1")
    assert (gone.locked, gone.ap, gone.acted, gone.away) == (False, None, True, True)


@pytest.mark.parametrize("before", [False, True])
def test_a_door_is_opened_or_closed(before: bool) -> None:
    """p. 35."""
    match = duel()
    match.tap("place", sort="door")
    match.set("T1", open=before)
    match.action()
    match.go("activate", figure="A1")
    match.go("act", "T1", figure="A1", action="door")
    assert match.state.thing("T1").open is not before


def test_a_fire_is_asked_about_on_page_70() -> None:
    match = duel()
    match.action()
    match.tap("place", sort="fire")
    asked = begun(match, "activate", figure="A1")
    assert (asked.ask.page, asked.ask.key) == (70, "burn/A1/T1")


def acts(match: Match, piece: str) -> set[str]:
    """What the buttons of a piece mark, or do by the first part of their key."""
    found = LastDays(match.rules).sheet(match.state, piece, "guided")
    assert found is not None
    items = [i for s in found.sections for i in s.items]
    return {b.key.split("/")[0] for b in items if isinstance(b, ButtonView)}


@pytest.mark.parametrize(
    ("turn", "silencer", "offered"), [(0, "s", True), (1, "s", False), (0, "", False)]
)
def test_a_silencer_is_put_on_before_the_game(turn: int, silencer: str, offered: bool) -> None:
    """p. 76."""
    match = duel()
    match.state = match.state.change("table", turn=turn)
    match.set("A1.g1", silencer=silencer)
    assert ("silence" in acts(match, "A1")) is offered


def test_only_who_has_a_firearm_can_have_fired() -> None:
    match = duel()
    match.action()
    fired = {i: any("fired" in label.lower() for label in buttons(match, i)) for i in ("A1", "A2")}
    assert fired == {"A1": True, "A2": False}


def test_a_rival_counts_once_for_whoever_is_credited() -> None:
    """p. 87."""
    match = duel()
    match.action()
    match.tap("out", figure="B1", by="A1")
    match.set("A1", rivals=3)
    match.tap("credit", figure="B1", by="A2")
    assert (match.state.figure("A1").rivals, match.state.figure("A2").rivals) == (2, 1)
    match.tap("credit", figure="B1", by="")
    assert (match.state.figure("A1").rivals, match.state.figure("A2").rivals) == (2, 0)


def test_a_leader_out_of_action_leads_no_more() -> None:
    """p. 57."""
    match = duel()
    match.action()
    match.tap("out", figure="A1", by="")
    assert not match.state.figure("A1").leads
    assert cards(match)["A1"].title == "Zeke"


def test_booze_is_drunk_unless_it_is_said_otherwise() -> None:
    """p. 77."""
    match = Match(side("T", zeke(gear=("revolver", "booze"))), side("C", carl()))
    match.tap("booze", figure="A1")
    assert match.state.figure("A1").booze
    match.tap("booze", figure="A1", on=False)
    assert not match.state.figure("A1").booze


@pytest.mark.parametrize(
    ("rolled", "by", "later"),
    [(True, 1, True), (True, -1, False), (False, 1, False), (False, -1, False)],
)
def test_noise_added_after_its_roll_waits_for_the_next(rolled: bool, by: int, later: bool) -> None:
    """Ruling 33."""
    match = duel()
    match.set("A1", noise=3)
    match.to("noise")
    match.set("A1", noise_rolled=rolled)
    match.tap("count", piece="A1", name="noise", amount=by)
    assert any(f.key == "noise-later" for f in match.events[-1].says) is later


def test_a_door_that_is_no_longer_sturdy_takes_what_others_take() -> None:
    """p. 35, p. 82."""
    match = Match(side("T", zeke()), side("C", carl()), encounter="home-defense")
    match.tap("place", sort="door")
    match.set("T1", sturdy=True, capacity=4)
    assert assign(match.state, "A").thing("T1").capacity == 2
