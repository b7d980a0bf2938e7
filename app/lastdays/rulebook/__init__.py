"""The rulebook as data: what `resources/rulebook/` and content packs say, checked."""

from lastdays.rulebook.catalogue import Catalogue, load
from lastdays.rulebook.encounter_entries import Encounter, Placement
from lastdays.rulebook.entries import (
    Action,
    AttributeEntry,
    CharacterType,
    CloseCombatWeapon,
    Equipment,
    Firearm,
    InjuryEntry,
    ModifierEntry,
    Perk,
    Phase,
    Refuge,
    SkillEntry,
    Trait,
)
from lastdays.rulebook.supply_table import Found, SupplyCell
from lastdays.rulebook.words import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    KEYWORDS,
    SKILL_TYPES,
    characteristic_name,
    class_name,
    keyword_name,
    skill_type_name,
    with_page,
)

__all__ = [
    "CHARACTERISTICS",
    "FIREARM_CLASSES",
    "KEYWORDS",
    "SKILL_TYPES",
    "Action",
    "AttributeEntry",
    "Catalogue",
    "CharacterType",
    "CloseCombatWeapon",
    "Encounter",
    "Equipment",
    "Firearm",
    "Found",
    "InjuryEntry",
    "ModifierEntry",
    "Perk",
    "Phase",
    "Placement",
    "Refuge",
    "SkillEntry",
    "SupplyCell",
    "Trait",
    "characteristic_name",
    "class_name",
    "keyword_name",
    "load",
    "skill_type_name",
    "with_page",
]
