"""Everything a post-game sequence can ask, step by step, in the order in which it asks.

One table for whoever needs the order without playing: the steps of the sequence, and the boxes of
the worksheet on paper. A kind of ask is its key with `*` for an id and `#` for a number.
"""

from __future__ import annotations

#: What a roll that is made again has behind its key.
AGAIN = "/try-#"


def _again(*kinds: str) -> tuple[str, ...]:
    """Return kinds of ask, each with that of the roll made again: a `~` is where it says so."""
    return tuple(
        kind.replace("~", mark) for mark in ("", AGAIN) for kind in kinds if "~" in kind or not mark
    )


def _injury(where: str) -> tuple[str, ...]:
    """Return what one injury asks (p. 84–85)."""
    return (
        *_again(
            f"{where}/roll~",
            f"{where}/first-aid~",
            f"{where}/first-aid~/roll",
            f"{where}/medical~",
        ),
        *_again(
            f"{where}/infected~/virus",
            f"{where}/infected~/virus-medical",
            f"{where}/infected~/limb",
            f"{where}/infected~/limb-medical",
        ),
        f"{where}/experience",
        f"{where}/captor",
        f"{where}/keep-gun",
        f"{where}/keep-gun-#",
        f"{where}/keep-blade",
        f"{where}/keep-blade-#",
    )


def _leader(where: str) -> tuple[str, ...]:
    """Return what a new Leader asks (p. 86)."""
    return f"{where}/new", f"{where}/dismiss/#"


#: The kinds of ask of each step, in the order of the sequence (p. 83–97).
ASKED: dict[str, tuple[str, ...]] = {
    "encounter": (
        *_leader("encounter/leader"),
        "encounter/loot/*",
        "encounter/stranger",
        "encounter/stranger/skill-type-#",
        "encounter/vehicle",
        "encounter/vehicle-test/test",
    ),
    "injuries": ("injuries/next/#", *_injury("injuries/*"), *_leader("injuries/leader")),
    "experience": (
        "experience/*/survived",
        "experience/next/#",
        "experience/*/level-#/table",
        *_again(
            "experience/*/level-#/characteristic~",
            "experience/*/level-#/characteristic-shift~",
            "experience/*/level-#/which~",
            "experience/*/level-#/which-shift~",
        ),
        "experience/*/level-#/gunsmith",
        *_again("experience/*/level-#/*-shift~", "experience/*/level-#/*~"),
    ),
    "supplies": (
        "supplies/token-#/row",
        "supplies/token-#/column",
        "supplies/token-#/scavenger",
        "supplies/token-#/points",
        "supplies/token-#/count-#",
        "supplies/store-room",
        "supplies/token-#/again",
        "supplies/store-room-#",
        "supplies/token-#/again-#",
    ),
    "gear": ("gear/moves",),
    "jobs": (
        "jobs/arms",
        "jobs/assigned",
        "jobs/next/#",
        "jobs/*/worked/test",
        "jobs/*/worked/points",
        "jobs/*/build/perk",
        "jobs/*/build/perk-#",
        "jobs/*/recruit",
        "jobs/*/talk/*/first",
        "jobs/*/talk/*/second",
    ),
    "attack": (
        "attack/roll",
        "attack/watch-tower/test",
        "attack/tower-choice",
        "attack/tower-roll",
        "attack/watch-tower-#/test",
        "attack/tower-choice-#",
        "attack/tower-roll-#",
    ),
    "refuge": (
        "refuge/leave",
        "refuge/leaves/#",
        "refuge/flee",
        "refuge/left-behind/#",
        "refuge/hurt",
        *(kind for kind in _injury("refuge/*") if kind != "refuge/*/captor"),
        *_leader("refuge"),
        "refuge/arms",
    ),
}


def kinds_of_asks(where: str, *ends: str, again: bool | None = False) -> tuple[str, ...]:
    """Return the kinds that begin with `where` and end with one of `ends`, in the order of the
    sequence; KeyError for one that is never asked.

    `again`: those of rolls made again instead; None for both.
    """
    wanted = {f"{where}/{end}" for end in ends}
    found = [kind for step in ASKED.values() for kind in step if kind.replace(AGAIN, "") in wanted]
    unknown = wanted - {kind.replace(AGAIN, "") for kind in found}
    if unknown:
        raise KeyError(*unknown)
    return tuple(kind for kind in found if again is None or (AGAIN in kind) == again)
