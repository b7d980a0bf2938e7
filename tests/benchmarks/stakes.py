"""The heaviest stakes there are, from the ask to the chances shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from lastdays.model.game_record import GameRecord
from lastdays.model.group import Advance, Group, Item, RefugeState
from lastdays.model.recruiting import Recruit, make_member
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.injury_roll import InjuryRoll, MedicalHelp
from lastdays.postgame.level_up import LevelPurchase
from lastdays.procedure.asks import Stake
from lastdays.procedure.odds import walk
from lastdays.rulebook import load

BOOK = load()
GAME = GameRecord("game", 1, "scavengers", ())
LIMIT = 0.050


def injury() -> Stake:
    """An injury in flight, with three First Aiders and three sets of Medical Supplies."""
    crew = [make_member(Recruit("rescue-worker", f"M{n}"), BOOK, f"m{n}") for n in range(4)]
    kits = [Item(f"kit-{m.id}", "medical-supplies") for m in crew[1:]]
    aid = MedicalHelp(
        tuple(m.id for m in crew[1:]),
        tuple((kit.id, m.id) for kit, m in zip(kits, crew[1:], strict=True)),
    )
    group = Group("g", "G", RefugeState("mall"), tuple(crew))
    context = PostGameContext(BOOK, Switches(), GAME, "g")
    return InjuryRoll("refuge/m0", crew[0], group, aid, context, can_be_captured=False).stake


def level() -> Stake:
    """A Level with 30 Experience to spare, three for each roll, two characteristics at six."""
    recruit = Recruit("survivor", "Mo", skill_types=("cqc", "firearms", "academic", "athletic"))
    full = tuple(Advance(key, 6) for key in ("CQC", "FA"))
    mo = replace(make_member(recruit, BOOK, "mo"), advances=full)
    context = PostGameContext(BOOK, Switches(shift_dice="roll"), GAME, "g")
    return LevelPurchase("x", mo, 30, context).stake


def timed(stake: Stake) -> Callable[[], float]:
    """Seconds the thread is busy from an ask to the chances for its first wish."""

    def measure() -> float:
        begin = time.thread_time()
        odds = walk(stake, {})
        assert odds is not None
        odds.chances(stake.wishes[0])
        return time.thread_time() - begin

    return measure
