"""The heaviest stakes there are: how long the odds of each hold the window's thread."""

from __future__ import annotations

from functools import partial

from clock import Took, clocked, median
from msgspec.structs import replace

from lastdays.model.game_record import GameRecord, SupplyToken
from lastdays.model.group import Advance, Group, Item, RefugeState, Skill
from lastdays.model.recruiting import Recruit, make_member
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.experience import LevelPurchase
from lastdays.postgame.injuries import InjuryRoll, MedicalHelp
from lastdays.postgame.supplies import TokenOpening
from lastdays.procedure.asks import Stake
from lastdays.procedure.odds import PLACES_AT_ONCE, Odds, walk
from lastdays.procedure.replay import replay
from lastdays.rulebook import load

BOOK = load()
GAME = GameRecord("game", 1, "scavengers", ())


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


def level(experience: int, at_six: int = 2) -> Stake:
    """A Level with Experience to spare, three for each roll, some characteristics at six."""
    recruit = Recruit("survivor", "Mo", skill_types=("cqc", "firearms", "academic", "athletic"))
    full = tuple(Advance(key, 6) for key in ("CQC", "FA", "S", "E", "AP")[:at_six])
    mo = replace(make_member(recruit, BOOK, "mo"), advances=full)
    context = PostGameContext(BOOK, Switches(shift_dice="roll"), GAME, "g")
    return LevelPurchase("x", mo, experience, context).stake


def supplies() -> Stake:
    """A Supply Token that a Scavenger carries."""
    ed = make_member(Recruit("survivalist", "Ed"), BOOK, "ed")
    ed = replace(ed, skills=(Skill("scavenger"),))
    group = Group("g", "G", RefugeState("mall"), (ed,))
    token = SupplyToken("carried", "ed")
    context = PostGameContext(BOOK, Switches(), GAME, "g")
    asked = replay(TokenOpening("supplies/t", 1, token, group, context).find_cell, {}).pending
    assert asked is not None
    assert asked.stake is not None
    return asked.stake


def held_by(stake: Stake) -> Took:
    """The longest that a stake holds the window's thread: while its question is shown, or another
    wish is chosen. What has too many places for that thread is walked by the worker."""
    odds: list[Odds | None] = []
    walked = clocked(lambda: odds.append(walk(stake, {}, PLACES_AT_ONCE)))
    (known,) = odds
    if known is None:
        return walked
    first, *others = (clocked(partial(known.chances, wish)) for wish in stake.wishes)
    shown = Took(walked.wall + first.wall, walked.busy + first.busy)
    return max((shown, *others), key=lambda took: took.busy)


def heaviest() -> dict[str, Took]:
    """How long each of the heaviest stakes holds the window's thread."""
    heavy = {
        "an injury": injury(),
        "a Level, 17 Experience": level(17),
        "30 Experience": level(30),
        "100 Experience": level(100),
        "three for each roll": level(17, 3),
        "three of 100": level(100, 3),
        "supplies": supplies(),
    }
    return {what: median(held_by(stake) for _n in range(9)) for what, stake in heavy.items()}
