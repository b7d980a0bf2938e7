"""Which results a Level can reach with how much extra Experience (p. 88–91, ruling 19).

Nothing is worked out here: all of it is the odds of the purchase itself.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from lastdays.postgame.level_up import LevelPurchase
from lastdays.postgame.ways_to_hold import Wanted, always
from lastdays.procedure.odds import PATIENT_PLACES, walk


class Reach(Struct, frozen=True):
    """How likely a result of a Level is: on which table it is rolled for, and the chance with no
    extra Experience, with one, with two …"""

    key: str
    label: str
    table: str
    chances: tuple[Fraction, ...]


def within_reach(purchase: LevelPurchase, wanted: Wanted = always) -> tuple[Reach, ...]:
    """Return each result of a Level with its chance for every amount of extra Experience that may
    shift a roll.

    Each is rolled for where it is likeliest, and every die shifted towards it. Empty where it is
    too much to walk, or nobody wants to know any more.
    """
    most = purchase.context.catalogue.number("level_up", "shift_most")
    found: dict[str, list[Fraction]] = {}
    tables: dict[str, str] = {}
    for extra in range(most + 1):
        stake = replace(purchase, left=extra).stake
        odds = walk(stake, {}, PATIENT_PLACES) if wanted() else None
        if odds is None:
            return ()
        for wish in stake.wishes:
            if not wanted():
                return ()
            hopes = odds.chances(wish).hopes
            table = max(hopes, key=lambda key: hopes[key])
            found.setdefault(wish.key, []).append(hopes[table])
            tables.setdefault(wish.key, table)
    labels = purchase.stake.labels
    return tuple(Reach(key, labels[key], tables[key], tuple(hopes)) for key, hopes in found.items())
