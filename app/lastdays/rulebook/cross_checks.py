"""What has to fit between the entries of the rulebook, and what the code knows by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from lastdays.language import _
from lastdays.rulebook.checks import FACES, TOTALS, Faults, Tables
from lastdays.rulebook.encounter_entries import Encounter
from lastdays.rulebook.entries import (
    CharacterType,
    Entry,
    InjuryEntry,
    Trait,
    open_skill_types,
)
from lastdays.rulebook.known import AMPUTATED, FIXED, KNOWN, SAID, InjuryKey, Key

#: The files whose entries members can carry.
GEAR_FILES = ("firearms", "close_combat", "equipment")


def across(
    made: Mapping[str, Mapping[str, Any]],
    named: Mapping[str, Collection[str]],
    found: Tables,
    faults: Faults,
) -> None:
    """Check what has to fit between entries: every key that one names in another exists, and what
    the procedures look for can be found.

    `made` are the entries by file and key; `named` the keys of each file: an entry that is wrong
    in itself is there all the same.
    """
    for file, known in KNOWN.items():
        _known(file, known, made[file], named[file], faults)
    traits = {*named["skills"], *named["attributes"]}
    _gear(made, named, faults)
    _people(made, named, traits, faults)
    _home(made, named, traits, faults)
    _tables(named, found, faults)
    for injury in made["injuries"].values():
        _injury(injury, named["injuries"], faults)
    if len(made["injuries"]) == len(named["injuries"]):
        _injury_totals(made["injuries"], faults)
    if len(made["encounters"]) == len(named["encounters"]):
        _encounter_numbers(made["encounters"], faults)


def _gear(
    made: Mapping[str, Mapping[str, Any]], named: Mapping[str, Collection[str]], faults: Faults
) -> None:
    """Check weapons and equipment: one key for one thing, attributes and Firearms that exist."""
    holders: dict[str, str] = {}
    for file in GEAR_FILES:
        for key in named[file]:
            if key in holders:
                faults.say(file, key, "", _("another weapon or piece of equipment has this key."))
            holders[key] = file
        for piece in made[file].values():
            where = (file, piece.key, "attributes")
            _traits(piece.attributes, where, made, named["attributes"], faults)
    for item in made["equipment"].values():
        # A Mod-Kit makes a Firearm of a Firearm (p. 78).
        keys = (*item.converts, *item.converts.values())
        faults.need("equipment", item.key, "converts", keys, named["firearms"])


def _people(
    made: Mapping[str, Mapping[str, Any]],
    named: Mapping[str, Collection[str]],
    traits: Collection[str],
    faults: Faults,
) -> None:
    """Check types, zombies and actions: skills and attributes that exist, and a Leader to take."""
    for key in sorted(set(named["skills"]).intersection(named["attributes"])):
        faults.say("attributes", key, "", _("a skill has this key."))
    for action in made["actions"].values():
        skill, item = _if_said(action.skill), _if_said(action.item)
        faults.need("actions", action.key, "skill", skill, named["skills"])
        faults.need("actions", action.key, "item", item, named["equipment"])
    for kind in made["characters"].values():
        _character(kind, made, traits, faults)
    for zombie in made["zombies"].values():
        _traits(zombie.rules, ("zombies", zombie.key, "rules"), made, traits, faults)
    if len(made["characters"]) == len(named["characters"]) and not any(
        kind.leader for kind in made["characters"].values()
    ):
        faults.say("characters", "", "leader", _("no Leader type is left."))


def _home(
    made: Mapping[str, Mapping[str, Any]],
    named: Mapping[str, Collection[str]],
    traits: Collection[str],
    faults: Faults,
) -> None:
    """Check Refuges, Perks and Encounters: the Perks and skills they name exist."""
    for refuge in made["refuges"].values():
        faults.need("refuges", refuge.key, "built_in", refuge.built_in, named["perks"])
    for perk in made["perks"].values():
        faults.need("perks", perk.key, "points_skill", _if_said(perk.points_skill), traits)
    for encounter in made["encounters"].values():
        faults.need("encounters", encounter.key, "perk", _if_said(encounter.perk), named["perks"])


def _tables(named: Mapping[str, Collection[str]], found: Tables, faults: Faults) -> None:
    """Check the skill tables and the supply table: what they name exists."""
    for name, keys in found.skills.items():
        faults.need("experience", "skills", name, keys, named["skills"])
    gear = {key for file in GEAR_FILES for key in named[file]}
    for row, cells in found.supply_rows.items():
        for cell in cells:
            faults.need("supplies", "rows", str(row), (f.key for f in cell.found), gear)


def _if_said(key: str) -> tuple[str, ...]:
    """Return a key that need not be said, none where it is not."""
    return (key,) if key else ()


def _known(
    file: str,
    keys: type[Key],
    made: Mapping[str, Any],
    named: Collection[str],
    faults: Faults,
) -> None:
    """Note which entries that the code knows by name are missing or of no use to their rules."""
    for key in keys:
        if key not in named:
            faults.say(file, key, "", _("the rules need this entry, and it is missing."))
        entry = made.get(key)
        if entry is None:
            continue
        for field, wanted in FIXED.get(file, {}).get(key, {}).items():
            if getattr(entry, field) != wanted:
                written = str(wanted).lower() if isinstance(wanted, bool) else f"'{wanted}'"
                faults.say(file, key, field, _("the rules need {value}.").format(value=written))
        said = SAID.get(file, {}).get(key)
        if said and getattr(entry, said) is None:
            faults.say(file, key, said, _("this is missing."))


def _traits(
    traits: Iterable[Trait],
    where: tuple[str, str, str],
    made: Mapping[str, Mapping[str, Any]],
    known: Iterable[str],
    faults: Faults,
) -> None:
    """Check the skills and attributes of an entry: each known, with a number where it has one.

    `where` is the file, the entry and the field that name them.
    """
    traits = tuple(traits)
    file, entry, field = where
    faults.need(file, entry, field, (t.key for t in traits), known)
    for trait in traits:
        attribute = made["attributes"].get(trait.key)
        valued = attribute is not None and attribute.valued
        if valued and trait.value is None:
            faults.say(file, entry, field, _("'{key}' needs a number.").format(key=trait.key))
        if not valued and trait.value is not None and trait.key in known:
            faults.say(file, entry, field, _("'{key}' takes no number.").format(key=trait.key))


def _character(
    kind: CharacterType,
    made: Mapping[str, Mapping[str, Any]],
    known: Iterable[str],
    faults: Faults,
) -> None:
    _traits(kind.rules, ("characters", kind.key, "rules"), made, known, faults)
    most = len(open_skill_types(kind)) if kind.choose_skill_types else 0
    if kind.choose_skill_types > most:
        faults.say(
            "characters",
            kind.key,
            "choose_skill_types",
            _("only {n} skill types are left to choose from.").format(n=most),
        )


def _injury(injury: InjuryEntry, named: Iterable[str], faults: Faults) -> None:
    """Check that what an injury turns into stands: nothing is captured or rolled again there."""
    key = injury.key
    ends = {name for name in named if name not in (InjuryKey.CAPTURED, InjuryKey.INFECTED)}
    faults.need("injuries", key, "again", [injury.again] if injury.again else [], ends)
    faults.need("injuries", key, "first", injury.first.values(), {*ends, AMPUTATED})
    faults.need("injuries", key, "second", injury.second.values(), ends)
    for field, stage in (("first", injury.first), ("second", injury.second)):
        if key == InjuryKey.INFECTED and len(stage) != len(("1-3", "4-6")):
            faults.say("injuries", key, field, _("1-3 and 4-6 are needed."))
        elif key != InjuryKey.INFECTED and stage:
            faults.say("injuries", key, field, _("only Infected! has one."))


def _injury_totals(injuries: Mapping[str, InjuryEntry], faults: Faults) -> None:
    """Check the Injury Table: each total once, and a result that is never rolled again."""
    totals = sorted(t for i in injuries.values() for t in i.totals)
    if totals != list(TOTALS):
        faults.say("injuries", "", "", _("each total of 2D6 needs one result."))
    elif any(
        i.key == InjuryKey.CAPTURED and len(i.totals) == len(TOTALS) for i in injuries.values()
    ):
        faults.say(
            "injuries",
            InjuryKey.CAPTURED,
            "totals",
            _("every total would be Captured: at least one needs another result."),
        )


def _encounter_numbers(encounters: Mapping[str, Encounter], faults: Faults) -> None:
    """Check that the Encounter roll finds one of each number from 1 to 6; further ones are
    chosen."""
    numbers: dict[int, str] = {}
    for e in encounters.values():
        if e.number in numbers:
            faults.say(
                "encounters",
                e.key,
                "number",
                _("{n} is already {other}.").format(n=e.number, other=numbers[e.number]),
            )
        numbers.setdefault(e.number, e.name)
    for face in FACES:
        if face not in numbers:
            faults.say("encounters", "", "number", _("no Encounter has number {n}.").format(n=face))


def levels(found: Tables, book: Mapping[str, Any], faults: Faults) -> None:
    """Check that no more Levels can be bought than a member can have."""
    most = book["limits"]["level_most"]
    if len(found.level_costs) > most:
        faults.say(
            "experience",
            "levels",
            "costs",
            _("there are {n} Levels, and level_most of book.toml is {most}.").format(
                n=len(found.level_costs), most=most
            ),
        )


def pages(made: Mapping[str, Mapping[str, Entry]], faults: Faults) -> None:
    """Check that every entry of the book itself says its page; one of a pack need not."""
    for file, table in made.items():
        for entry in table.values():
            if not entry.page:
                faults.say(file, entry.key, "page", _("this is missing."))
