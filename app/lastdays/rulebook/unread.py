"""Fields of a content pack that no rule reads, given the rest of their entry. A campaign plays such
a pack anyway, without them; its author is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from lastdays.desktop.bounds import TimeLimit
from lastdays.language import _
from lastdays.rulebook.catalogue import KINDS, Catalogue, as_written
from lastdays.rulebook.effects import TESTED, Effect
from lastdays.rulebook.entries import (
    UNWORKED,
    AttributeEntry,
    CharacterType,
    Encounter,
    Entry,
    Equipment,
    Firearm,
    Gear,
    InjuryEntry,
    Perk,
    SkillEntry,
)
from lastdays.rulebook.known import AMPUTATED, AttributeKey, EquipmentKey, InjuryKey
from lastdays.rulebook.sentences import sentences
from lastdays.rulebook.sources import Fault, read_folder

#: The effects of a skill that use its reach, and those that use its tokens.
_REACHING = frozenset(
    (
        Effect.FRIEND_ACTS_NEXT,
        Effect.HELPS_FRIENDS_FIGHT,
        Effect.LENDS_COURAGE,
        Effect.TWO_DICE_FOR_INITIATIVE,
    )
)
_COSTLY = frozenset((Effect.REROLLS_DAMAGE,))
#: The names of fields that neither rules nor players read, each with why.
IdleFields = Iterator[tuple[str, str]]


def fields_in_vain(pack: Path, book: Catalogue) -> list[Fault]:
    """Return a fault for each field that a pack gives although no rule reads it; `book` includes the pack.
    Fields named in a sentence of their entry are left out: players read them."""
    files, _faults = read_folder(pack, KINDS, TimeLimit())
    entries: dict[str, dict[str, Entry]] = {}
    for file, table in files.items():
        entries[file] = {key: as_written(book, file, key) for key in table}
    return idle_fields(files, entries)


def idle_fields(
    files: Mapping[str, Mapping[str, Any]], entries: Mapping[str, Mapping[str, Entry]]
) -> list[Fault]:
    """Return the fields that files give of valid `entries` but neither rules nor players read."""
    faults = []
    for file, table in files.items():
        valid_entries = entries.get(file, {})
        for key, written_fields in table.items():
            if key not in valid_entries:
                continue
            for field, why in idle_fields_of(valid_entries[key], written_fields):
                faults.append(Fault(f"{file}.toml", why, key, field))
    return faults


def idle_fields_of(entry: Entry, written_fields: Mapping[str, Any]) -> IdleFields:
    """Yield those `written_fields` of an entry, as a file gives them, that neither rules nor players read."""
    texts = list(sentences({entry.key: written_fields}))
    for field, why in fields_without_effect(entry):
        is_in_a_sentence = any(f"{{{field}" in text for text in texts)
        if field in written_fields and not is_in_a_sentence:
            yield field, why


def fields_without_effect(entry: Entry) -> IdleFields:
    """Yield the fields of an entry that have another value than the default, but that no rule reads."""
    defaults = _defaults(type(entry))
    for field, why in _idle_fields(entry):
        if getattr(entry, field) != defaults[field]:
            yield field, why


def _defaults(kind: type[Entry]) -> dict[str, Any]:
    """Return the values of fields that a file doesn't give."""
    defaults: dict[str, Any] = {}
    for field in fields(kind):
        if callable(field.default_factory):
            defaults[field.name] = field.default_factory()
        else:
            defaults[field.name] = field.default
    return defaults


def _idle_fields(entry: Entry) -> IdleFields:
    """Return the fields of an entry that no rule would read, whether it gives them or not."""
    match entry:
        case Perk():
            return _idle_fields_of_perk(entry)
        case InjuryEntry():
            return _idle_fields_of_injury(entry)
        case SkillEntry():
            return _idle_fields_of_skill(entry)
        case AttributeEntry():
            return _idle_fields_of_attribute(entry)
        case Gear():
            return _idle_fields_of_gear(entry)
        case CharacterType() if not entry.choose_skill_types:
            return _idle_without("choose_skill_types", "choose_may_include_leader")
        case Encounter():
            return _idle_fields_of_encounter(entry)
    return iter(())


def _idle_without(needed: str, *unread_fields: str) -> IdleFields:
    """Yield fields that are read only together with `needed`."""
    for field in unread_fields:
        yield field, _("it has no effect without {fields}.", fields=needed)


def _idle_fields_of_perk(perk: Perk) -> IdleFields:
    gains = ("points", "points_skill", "points_with_skill", "ammo_rerolls", "encounter_shift")
    if not perk.worked:
        yield from _idle_without("worked", *gains, "test")
        return
    for field in UNWORKED:
        yield field, _("no rule reads it of a Perk that is worked.")
    gives_nothing = perk.points is None and perk.ammo_rerolls == 0 and perk.encounter_shift == 0
    if perk.attack_rerolls:
        for field in gains:
            yield field, _("it has no effect: whoever keeps watch does nothing else.")
    elif gives_nothing:
        yield from _idle_without("points, ammo_rerolls, encounter_shift, attack_rerolls", "test")


def _idle_fields_of_injury(injury: InjuryEntry) -> IdleFields:
    fields_of_lasting = ("again", "modifier", "step_cost", "weapons_most")
    if injury.key in (InjuryKey.DEAD, InjuryKey.CAPTURED, InjuryKey.INFECTED):
        for field in ("lasting", *fields_of_lasting):
            yield field, _("it has no effect on {name}.", name=injury.name)
    elif not injury.lasting:
        yield from _idle_without("lasting", *fields_of_lasting)
    elif injury.key != InjuryKey.ARM_INJURY:
        yield "weapons_most", _("only an Arm Injury has one.")
    if injury.key == InjuryKey.INFECTED:
        yield "experience", _("it has no effect on {name}.", name=injury.name)
        if AMPUTATED not in injury.first.values():
            yield from _idle_without(f"first: {AMPUTATED}", "second")


def _idle_fields_of_skill(skill: SkillEntry) -> IdleFields:
    for field, effects in (("within", _REACHING), ("tokens", _COSTLY), ("test", TESTED)):
        is_reach_of_courage = field == "within" and skill.courage != 0
        if not effects.intersection(skill.does) and not is_reach_of_courage:
            yield from _idle_without(", ".join(sorted(effects)), field)
    if not skill.chooses_class:
        yield from _idle_without("chooses_class", "class_damage", "class_reload")


def _idle_fields_of_attribute(attribute: AttributeEntry) -> IdleFields:
    for field, key in (("turns", AttributeKey.FIRE), ("within", AttributeKey.POINT_BLANK)):
        if attribute.key != key:
            yield field, _("it has an effect only on {name}.", name=key)


def _idle_fields_of_gear(gear: Gear) -> IdleFields:
    if gear.cost is None:
        yield from _idle_without("cost", "rarity")
    if isinstance(gear, Firearm) and gear.has(AttributeKey.THROWN):
        why = _("it has no effect: a Thrown weapon's range comes from its bearer's Strength.")
        yield "range", why
    if isinstance(gear, Equipment):
        yield from _idle_fields_of_equipment(gear)


def _idle_fields_of_equipment(equipment: Equipment) -> IdleFields:
    if not equipment.armour:
        yield from _idle_without("armour", "endurance_shooting", "endurance_close")
    only_on = {
        "reload": EquipmentKey.MOD_KIT,
        "injury_shift": EquipmentKey.MEDICAL_SUPPLIES,
    }
    for field, key in only_on.items():
        if equipment.key != key:
            yield field, _("it has an effect only on {name}.", name=key)


def _idle_fields_of_encounter(encounter: Encounter) -> IdleFields:
    if not encounter.roles:
        yield from _idle_without("roles", "attacks", "arrivals", "attackers", "defenders")
        yield from _idle_without("roles", "tokens_carried", "carries_nothing_off")
        if encounter.never_breaks == "defender":
            yield from _idle_without("roles", "never_breaks")
    if not encounter.zombies:
        yield from _idle_without("zombies", "zombies_carry")
    if not encounter.vehicle:
        yield from _idle_without("vehicle", "vehicle_test", "perk", "perk_test")
    elif not encounter.perk:
        yield from _idle_without("perk", "perk_test")
