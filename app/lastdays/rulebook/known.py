"""The entries of the rulebook that the code knows by name.

The code handles most of the rulebook without looking at keys. The entries here have a rule of their
own in the code, so the rulebook must contain them: `catalogue` refuses a rulebook without one of
them, or in which one lacks what its rule reads. No other module writes these keys down.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Key(StrEnum):
    """A key of the rulebook's data: plain text wherever one is stored, compared or shown."""

    def __repr__(self) -> str:
        return repr(self.value)


class SkillKey(Key):
    """Skills with a rule beyond their effects (p. 62–69, `rulebook.effects`)."""

    LEADER = "leader"


class AttributeKey(Key):
    """Attributes of models and gear (p. 47, p. 61, p. 70–71)."""

    ANIMAL = "animal"
    EXPLOSIVE = "explosive"
    FIRE = "fire"
    HEAVY = "heavy"
    HIGHLY_SPECIALIZED = "highly-specialized"
    LOBOTOMIZER = "lobotomizer"
    NOISY = "noisy"
    ONE_USE = "one-use"
    POINT_BLANK = "point-blank"
    SHOOT_THEM_IN_THE_HEAD = "shoot-them-in-the-head"
    SILENT = "silent"
    THROWN = "thrown"


class FirearmKey(Key):
    """Firearms (p. 75)."""

    FIRE_BOMB = "fire-bomb"


class EquipmentKey(Key):
    """Equipment (p. 77–79)."""

    BOOZE = "booze"
    CLIMBING_GEAR = "climbing-gear"
    MEDICAL_SUPPLIES = "medical-supplies"
    MOD_KIT = "mod-kit"
    NOISEMAKER = "noisemaker"
    REFLEX_SIGHT = "reflex-sight"
    RIOT_SHIELD = "riot-shield"
    SILENCER = "silencer"


class InjuryKey(Key):
    """Results of the Injury Table (p. 84–85)."""

    ARM_INJURY = "arm-injury"
    CAPTURED = "captured"
    DEAD = "dead"
    FULL_RECOVERY = "full-recovery"
    INFECTED = "infected"
    NEVER_AGAIN = "never-again"


#: The result of Infected!'s first die after which a limb is rolled for; not an injury (p. 85).
AMPUTATED = "amputated"


class CharacterKey(Key):
    """Leader and Character types (p. 17–28)."""

    MERCILESS_THUG = "merciless-thug"
    SURVIVOR = "survivor"


class ZombieKey(Key):
    """Kinds of zombie (p. 59)."""

    ZOMBIE = "zombie"


class EncounterKey(Key):
    """Encounters (p. 98–107)."""

    BUSHWHACK = "bushwhack"
    SCAVENGERS = "scavengers"


class ActionKey(Key):
    """Actions and movement that cost Action Points (p. 47–49)."""

    BREAK_CONTACT = "break-contact"
    CLIMB = "climb"
    DIFFICULT = "difficult"
    DOOR = "door"
    ENTRY_MAN = "entry-man"
    INTERACT = "interact"
    JUMP = "jump"
    LOCKED_AND_LOADED = "locked-and-loaded"
    LONG_JUMP = "long-jump"
    MOVE = "move"
    NOISEMAKER = "noisemaker"
    RELOAD = "reload"
    RUN = "run"
    TAG_TEAM = "tag-team"


class ModifierKey(Key):
    """Modifiers of rolls to hit or to fight (p. 51, p. 55)."""

    ATTACKING_ZOMBIE = "attacking-zombie"
    COVER = "cover"
    FRONTLINE = "frontline"
    GUNFIGHTER = "gunfighter"
    LATER_SHOTS = "later-shots"
    MARTIAL_ARTS = "martial-arts"
    OUTNUMBERED = "outnumbered"
    POINT_BLANK = "point-blank"
    SHIELD = "shield"
    SOLID_STRUCTURE = "solid-structure"
    TARGET_RAN = "target-ran"
    TARGET_ZOMBIE = "target-zombie"


class PhaseKey(Key):
    """Phases of the turn (p. 39–58)."""

    MENACE = "menace"


#: The known keys by the file that has their entries.
KNOWN: Mapping[str, type[Key]] = {
    "skills": SkillKey,
    "attributes": AttributeKey,
    "firearms": FirearmKey,
    "equipment": EquipmentKey,
    "injuries": InjuryKey,
    "characters": CharacterKey,
    "zombies": ZombieKey,
    "encounters": EncounterKey,
    "actions": ActionKey,
    "modifiers": ModifierKey,
    "phases": PhaseKey,
}

_NUMBERED = {"valued": True}
_TO_HIT = {"roll": "firearms"}
_TO_FIGHT = {"roll": "cqc"}

#: Values that the rules rely on and no content pack may change, by file, key and field.
FIXED: Mapping[str, Mapping[Key, Mapping[str, object]]] = {
    "attributes": {
        AttributeKey.EXPLOSIVE: _NUMBERED,
        AttributeKey.HEAVY: _NUMBERED,
        AttributeKey.LOBOTOMIZER: _NUMBERED,
        AttributeKey.NOISY: _NUMBERED,
    },
    "characters": {CharacterKey.SURVIVOR: {"leader": False}},
    "modifiers": {
        ModifierKey.ATTACKING_ZOMBIE: _TO_FIGHT,
        ModifierKey.COVER: _TO_HIT,
        ModifierKey.FRONTLINE: _TO_FIGHT,
        ModifierKey.GUNFIGHTER: _TO_HIT,
        ModifierKey.LATER_SHOTS: _TO_HIT,
        ModifierKey.MARTIAL_ARTS: _TO_FIGHT,
        ModifierKey.OUTNUMBERED: _TO_FIGHT,
        ModifierKey.POINT_BLANK: _TO_HIT,
        ModifierKey.SHIELD: _TO_FIGHT,
        ModifierKey.SOLID_STRUCTURE: _TO_HIT,
        ModifierKey.TARGET_RAN: _TO_HIT,
        ModifierKey.TARGET_ZOMBIE: _TO_HIT,
    },
}

#: Optional fields that these entries must have, with any value, by file and key.
SAID: Mapping[str, Mapping[Key, str]] = {
    "injuries": {InjuryKey.ARM_INJURY: "weapons_most"},
}
