"""The rulebook as data: what `resources/rulebook/` and content packs say, checked."""

from lastdays.rulebook.catalogue import Catalogue, load
from lastdays.rulebook.entries import (
    AttributeEntry,
    CharacterType,
    CloseCombatWeapon,
    Encounter,
    Equipment,
    Firearm,
    Found,
    InjuryEntry,
    Perk,
    Refuge,
    SkillEntry,
    SupplyCell,
    Trait,
)
from lastdays.rulebook.words import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    KEYWORDS,
    SKILL_TYPES,
    characteristic_name,
    class_name,
    keyword_name,
    skill_type_name,
)

__all__ = [
    "CHARACTERISTICS",
    "FIREARM_CLASSES",
    "KEYWORDS",
    "SKILL_TYPES",
    "AttributeEntry",
    "Catalogue",
    "CharacterType",
    "CloseCombatWeapon",
    "Encounter",
    "Equipment",
    "Firearm",
    "Found",
    "InjuryEntry",
    "Perk",
    "Refuge",
    "SkillEntry",
    "SupplyCell",
    "Trait",
    "characteristic_name",
    "class_name",
    "keyword_name",
    "load",
    "skill_type_name",
]
