"""What a skill may let its holder do: the small vocabulary in which skills are written.

Each effect has its rule in the code, at one place, which asks for the effect and never for the
skill: a content pack's skill with the same effect follows the same rule. Its numbers (`test`,
`within`, `tokens`) are fields of the skill.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from lastdays.language import _


class Effect(StrEnum):
    """What a skill does beyond changing a number."""

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


def effects_in_words() -> dict[Effect, str]:
    """Return what each effect does, in a sentence."""
    return {
        Effect.LEADS_AMBUSH: _(
            "As the side deploys, a few of its models try to start near a neutral edge."
        ),
        Effect.NEVER_OUTNUMBERED: _("No penalty to CQC for being outnumbered."),
        Effect.WINS_TIES: _("Wins tied fights and rolls damage, even when defending."),
        Effect.TAKES_WEAPON: _(
            "After a fight won, a Test (`test`) takes a weapon away instead of rolling damage."
        ),
        Effect.REROLLS_DAMAGE: _(
            "Rolls a shot's damage or head roll again, for `tokens` of ammo and of noise."
        ),
        Effect.BREAKS_DOORS: _("A Test (`test`) removes an ordinary door in contact."),
        Effect.MOVES_WHILE_SHOOTING: _("Moves an inch for each shot at an enemy."),
        Effect.REROLLS_INJURY_DIE: _(
            "Still standing after a game, has one die of one injury roll rolled again."
        ),
        Effect.JUMPS_FAR: _("May take the long jump action."),
        Effect.HELPS_FRIENDS_FIGHT: _(
            "Friends fighting `within` so many inches have the modifier of frontline."
        ),
        Effect.TWO_DICE_ON_VEHICLES: _("Two dice for Tests on vehicles; the better one counts."),
        Effect.FIRES_TWO_GUNS: _("Fires two Pistols or SMGs in one Shooting Phase."),
        Effect.FIRES_SPECIALIZED: _("Fires Highly Specialized Firearms."),
        Effect.LENDS_COURAGE: _(
            "Friends `within` so many inches may use the holder's Courage in Horror Tests."
        ),
        Effect.HARD_TO_HIT_UNARMED: _(
            "Without a close-combat weapon, attackers have the modifier of martial-arts."
        ),
        Effect.REROLLS_BREAKING: _(
            "Once a game the side rolls a failed Breaking Point test again."
        ),
        Effect.WASTES_LOCKED_SHOTS: _(
            "An opposed Intelligence Test may waste the shots of a Locked and Loaded enemy."
        ),
        Effect.RUNS_SILENTLY: _("Runs without noise."),
        Effect.HOLDS_ENEMY: _(
            "Instead of attacking a single enemy in contact, an opposed Strength Test holds it."
        ),
        Effect.TWO_DICE_FOR_INITIATIVE: _(
            "Two dice for Initiative as the Leader or `within` so many inches; one counts."
        ),
        Effect.FRIEND_ACTS_NEXT: _(
            "A Test (`test`) has a friend of the same Keyword `within` reach act straight afterwards."
        ),
    }


class SkillHolder(Protocol):
    """A member of a group, or a model on the table."""

    def has(self, key: str, /) -> bool:
        """Return whether it has a skill or attribute."""
