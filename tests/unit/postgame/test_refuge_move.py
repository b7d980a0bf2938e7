"""What is shown of a Refuge before it is lost or left is what the procedure then does (p. 96)."""

from __future__ import annotations

import pytest

from lastdays.model.group import BuiltPerk, Group, Item, NextEncounter, RefugeState
from lastdays.model.recruiting import refuge_loss, refuge_moves
from lastdays.postgame.refuge_fate import after_attack
from lastdays.procedure.asks import Choose, Draw
from sure import sure
from unit.postgame.crew import BOOK, group, member, night, run

STASH = (Item("s1", "scope"), Item("s2", "knife"))


def crew(refuge: str, size: int, *built: str) -> Group:
    perks = tuple(BuiltPerk(f"b{n}", key) for n, key in enumerate(built))
    return group(
        *(member(f"M{n}") for n in range(size - 1)),
        refuge_state=RefugeState(refuge, perks),
        stash=STASH,
        points=7,
        next_encounter=NextEncounter(("armoury", "radio-room")),
    )


def moved(start: Group, to: str, *, overrun: bool) -> tuple[int, list[str]]:
    """How many were asked for because they don't fit, and the ids of those who are left."""
    answers, asked = {"refuge/flee": to, "refuge/leave": to}, 0
    while True:
        replayed = run(lambda: after_attack(start, night(start), not overrun, frozenset()), answers)
        if replayed.pending is None:
            after, _used = sure(replayed.result)
            return asked, [m.id for m in after.active]
        if replayed.pending.key == "refuge/hurt":
            assert isinstance(replayed.pending, Choose | Draw)
            return asked, [option.key for option in replayed.pending.options]
        asked += 1
        assert isinstance(replayed.pending, Choose | Draw)
        answers[replayed.pending.key] = replayed.pending.options[-1].key


REFUGES = tuple(BOOK.refuges)


@pytest.mark.parametrize("overrun", [True, False])
@pytest.mark.parametrize("built", [(), ("bunk-bed",), ("escape-vehicle",)])
@pytest.mark.parametrize("refuge", REFUGES)
def test_every_move_ends_as_it_was_shown(
    refuge: str, built: tuple[str, ...], overrun: bool
) -> None:
    for size in (1, 7, 13):
        start = crew(refuge, size, *built)
        moves = refuge_moves(start, BOOK)
        assert {m.refuge for m in moves} == set(REFUGES) - {refuge}
        for move in moves:
            asked, left = moved(start, move.refuge, overrun=overrun)
            assert asked == move.staying
            assert len(left) == size - move.staying
            assert len(left) <= max(move.beds, 1)


@pytest.mark.parametrize("overrun", [True, False])
@pytest.mark.parametrize("built", [(), ("escape-vehicle",)])
@pytest.mark.parametrize("refuge", REFUGES)
def test_what_is_lost_is_what_was_said(refuge: str, built: tuple[str, ...], overrun: bool) -> None:
    start = crew(refuge, 4, *built)
    loss = refuge_loss(start, BOOK, overrun=overrun)
    to = refuge_moves(start, BOOK)[0].refuge
    key = "refuge/flee" if overrun else "refuge/leave"
    replayed = run(
        lambda: after_attack(start, night(start), not overrun, frozenset()),
        {
            key: to,
            "refuge/hurt": "zeke",
            "refuge/zeke/roll": (3, 4),
            **{f"refuge/left-behind/{n}": f"m{n - 1}" for n in range(1, 4)},
        },
    )
    assert replayed.result is not None, replayed.pending
    after, _used = replayed.result
    kept = {item.id for item in after.stash}
    assert kept == {i.id for i in STASH} - {i.id for i in loss.stash}
    assert bool(loss.stash) == (overrun and not loss.saved_by)
    assert after.refuge.built == ()
    assert loss.built == start.refuge.built
    assert bool(after.next_encounter.worked) is not bool(loss.given.ammo and loss.given.radio)
    assert after.points == loss.points == 7
