"""What a card, a sheet or a form shows of one model and of nobody else, at each number and one
beside it (p. 45–53, p. 59, p. 61–70, p. 104; rulings 16, 17, 48, 49)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import GameRecord
from lastdays.rulebook import load
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.shooting import Shot, aim
from lastdays.tabletop.last_days.sides import assign
from lastdays.tabletop.last_days.state import Rules
from unit.postgame.crew import group
from unit.rulebook.packing import write_pack
from unit.tabletop.playing import Match, carl, duel, member, side, zeke

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
