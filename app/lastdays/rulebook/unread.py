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
#: A field, and why no rule reads it.
Unread = Iterator[tuple[str, str]]


def said_in_vain(pack: Path, book: Catalogue) -> list[Fault]:
    """Return the fields that a pack gives but no rule reads; `book` includes the pack. Fields named
    in a sentence of their entry are left out: players read them."""
    files, _faults = read_folder(pack, KINDS, TimeLimit())
    return [
        Fault(f"{file}.toml", why, key, field)
        for file, table in files.items()
        for key, said in table.items()
        for field, why in idle(as_written(book, file, key), said)
    ]


def idle(entry: Entry, said: Mapping[str, Any]) -> Unread:
    """Yield the fields of those that a file says of an entry that neither rules nor players read."""
    texts = [*sentences({entry.key: said})]
    for field, why in unread(entry):
        if field in said and not any(f"{{{field}" in text for text in texts):
            yield field, why


def unread(entry: Entry) -> Unread:
    """Return the fields of an entry that no rule reads, given its other fields."""
    idle: Unread = iter(())
    match entry:
        case Perk():
            idle = _perk(entry)
        case InjuryEntry():
            idle = _injury(entry)
        case SkillEntry():
            idle = _skill(entry)
        case AttributeEntry():
            idle = _attribute(entry)
        case Gear():
            idle = _gear(entry)
        case CharacterType() if not entry.choose_skill_types:
            idle = _only("choose_skill_types", "choose_may_include_leader")
        case Encounter():
            idle = _encounter(entry)
    unsaid: dict[str, Any] = {
        one.name: one.default_factory() if callable(one.default_factory) else one.default
        for one in fields(entry)
    }
    return ((field, why) for field, why in idle if getattr(entry, field) != unsaid[field])


def _only(needed: str, *idle: str) -> Unread:
    """Yield fields that are read only together with `needed`."""
    for field in idle:
        yield field, _("it has no effect without {fields}.", fields=needed)


def _perk(perk: Perk) -> Unread:
    given = ("points", "points_skill", "points_with_skill", "ammo_rerolls", "encounter_shift")
    if not perk.worked:
        yield from _only("worked", *given, "test")
    else:
        for field in UNWORKED:
            yield field, _("no rule reads it of a Perk that is worked.")
    if perk.worked and perk.attack_rerolls:
        for field in given:
            yield field, _("it has no effect: whoever keeps watch does nothing else.")
    elif perk.worked and perk.points is None and not perk.ammo_rerolls and not perk.encounter_shift:
        yield from _only("points, ammo_rerolls, encounter_shift, attack_rerolls", "test")


def _injury(injury: InjuryEntry) -> Unread:
    lasts = ("again", "modifier", "step_cost", "weapons_most")
    if injury.key in (InjuryKey.DEAD, InjuryKey.CAPTURED, InjuryKey.INFECTED):
        for field in ("lasting", *lasts):
            yield field, _("it has no effect on {name}.", name=injury.name)
    elif not injury.lasting:
        yield from _only("lasting", *lasts)
    elif injury.key != InjuryKey.ARM_INJURY:
        yield "weapons_most", _("only an Arm Injury has one.")
    if injury.key == InjuryKey.INFECTED:
        yield "experience", _("it has no effect on {name}.", name=injury.name)
        if AMPUTATED not in injury.first.values():
            yield from _only(f"first: {AMPUTATED}", "second")


def _skill(skill: SkillEntry) -> Unread:
    for field, effects in (("within", _REACHING), ("tokens", _COSTLY), ("test", TESTED)):
        if not effects.intersection(skill.does) and not (field == "within" and skill.courage):
            yield from _only(", ".join(sorted(effects)), field)
    if not skill.chooses_class:
        yield from _only("chooses_class", "class_damage", "class_reload")


def _attribute(attribute: AttributeEntry) -> Unread:
    for field, key in (("turns", AttributeKey.FIRE), ("within", AttributeKey.POINT_BLANK)):
        if attribute.key != key:
            yield field, _("it has an effect only on {name}.", name=key)


def _gear(gear: Gear) -> Unread:
    if gear.cost is None:
        yield from _only("cost", "rarity")
    if isinstance(gear, Firearm) and gear.has(AttributeKey.THROWN):
        yield (
            "range",
            _("it has no effect: a Thrown weapon's range comes from its bearer's Strength."),
        )
    if isinstance(gear, Equipment):
        if not gear.armour:
            yield from _only("armour", "endurance_shooting", "endurance_close")
        for field, key in (
            ("reload", EquipmentKey.MOD_KIT),
            ("injury_shift", EquipmentKey.MEDICAL_SUPPLIES),
        ):
            if gear.key != key:
                yield field, _("it has an effect only on {name}.", name=key)


def _encounter(encounter: Encounter) -> Unread:
    if not encounter.roles:
        yield from _only("roles", "attacks", "arrivals", "attackers", "defenders")
        yield from _only("roles", "tokens_carried", "carries_nothing_off")
        if encounter.never_breaks == "defender":
            yield from _only("roles", "never_breaks")
    if not encounter.zombies:
        yield from _only("zombies", "zombies_carry")
    if not encounter.vehicle:
        yield from _only("vehicle", "vehicle_test", "perk", "perk_test")
    elif not encounter.perk:
        yield from _only("perk", "perk_test")
