"""The effects a skill can have: the small vocabulary in which skills are written.

Each effect has its rule in one place in the code, which checks for the effect, never for the skill:
a content pack's skill with the same effect follows the same rule. Its numbers (`test`, `within`,
`tokens`) are fields of the skill.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Effect(StrEnum):
    """An effect of a skill, beyond changing a number."""

    def __repr__(self) -> str:
        return repr(self.value)

    LEADS_AMBUSH = "leads-ambush"
    NEVER_OUTNUMBERED = "never-outnumbered"
    WINS_TIES = "wins-ties"
    TAKES_WEAPON = "takes-weapon"
    REROLLS_DAMAGE = "rerolls-damage"
    BREAKS_DOORS = "breaks-doors"
    MOVES_WHILE_SHOOTING = "moves-while-shooting"
    REROLLS_INJURY_DIE = "rerolls-injury-die"
    JUMPS_FAR = "jumps-far"
    HELPS_FRIENDS_FIGHT = "helps-friends-fight"
    TWO_DICE_ON_VEHICLES = "two-dice-on-vehicles"
    FIRES_TWO_GUNS = "fires-two-guns"
    FIRES_SPECIALIZED = "fires-specialized"
    LENDS_COURAGE = "lends-courage"
    HARD_TO_HIT_UNARMED = "hard-to-hit-unarmed"
    REROLLS_BREAKING = "rerolls-breaking"
    WASTES_LOCKED_SHOTS = "wastes-locked-shots"
    RUNS_SILENTLY = "runs-silently"
    HOLDS_ENEMY = "holds-enemy"
    TWO_DICE_FOR_INITIATIVE = "two-dice-for-initiative"
    FRIEND_ACTS_NEXT = "friend-acts-next"


#: The effects whose rule rolls a Test that the skill has to name.
TESTED = frozenset((Effect.TAKES_WEAPON, Effect.BREAKS_DOORS, Effect.FRIEND_ACTS_NEXT))


class SkillHolder(Protocol):
    """A member of a group, or a model on the table."""

    def has(self, key: str, /) -> bool:
        """Return whether it has a skill or attribute."""
