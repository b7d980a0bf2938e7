"""The content of the quick reference: rolls, costs and modifiers, and the group's own weapons, skills,
Perks and gear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from lastdays.campaign.printing.card_content import steps_of
from lastdays.desktop import paths
from lastdays.language import _, ngettext, signed, titled
from lastdays.model.group import Group
from lastdays.model.profile import trait_as_played
from lastdays.model.recruiting import perk_keys
from lastdays.model.switches import Switches
from lastdays.model.weapons import thrown_reach, trait_names
from lastdays.pdf.content import ColumnKind, Section, SheetRow, SheetTable, TextSheet
from lastdays.rulebook import Catalogue, class_name, load, pictograms
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import (
    Action,
    AttributeEntry,
    Equipment,
    Firearm,
    InjuryEntry,
    ModifierEntry,
    Perk,
    Phase,
    SkillEntry,
)
from lastdays.rulebook.known import ActionKey, AttributeKey, EquipmentKey, ModifierKey, ZombieKey
from lastdays.tabletop.last_days.shooting import better_cover_name

#: More members with a skill than this are counted, not named.
_NAMED_MOST = 4


def reference_sheet(group: Group, catalogue: Catalogue, switches: Switches) -> TextSheet:
    """Return the quick reference for a group."""
    sections = []
    for n, phase in enumerate(catalogue.phases.values(), start=1):
        rows = _rolls_of_phase(phase, catalogue, switches)
        sections.append(_section(f"{n}  {phase.name}", ("name", "name", "text"), rows))
    sections.append(_actions(group, catalogue, switches))
    sections += _modifiers(group, catalogue)
    sections += _weapons(group, catalogue)
    sections += _sections_of_group(group, catalogue, switches)
    sections.append(_legend(catalogue))
    filled = [section for section in sections if section.table is not None and section.table.rows]
    return TextSheet("reference", _("Quick reference"), group.name, tuple(filled))


_Cell = str | Mapping[str, str]


def _table() -> Mapping[str, Any]:
    return paths.toml("reference.toml")


def _numbers(catalogue: Catalogue) -> Mapping[str, object]:
    """Return the numbers in the texts of `reference.toml`, by their names there."""
    zombie = catalogue.zombies[ZombieKey.ZOMBIE]
    numbers: dict[str, object] = {
        "zombie.AP": zombie.profile["AP"],
        "reload.AP": catalogue.actions[ActionKey.RELOAD].cost,
    }
    for section, constants in catalogue.constants.items():
        for name, value in constants.items():
            numbers[f"{section}.{name}"] = value
    for name, value in catalogue.earned.items():
        numbers[f"earned.{name}"] = value
    return numbers


def _texts_of_cells(cells: Iterable[_Cell], numbers: Mapping[str, object]) -> Iterator[str]:
    """Yield the text of each cell: plain, or with a number filled in."""
    for cell in cells:
        if isinstance(cell, str):
            yield _(cell)
        else:
            text, value = cell["say"], numbers[cell["n"]]
            what_is_counted = cell.get("what", "")
            yield _(text, n=value, what=_(what_is_counted))


def _rolls_of_phase(
    phase: Phase, catalogue: Catalogue, switches: Switches
) -> list[tuple[str, ...]]:
    """Return the rolls of a phase, or the steps of one that a content pack adds or changes."""
    if phase.pack:
        printed = load().phases.get(phase.key)
        if printed is None or printed.steps != phase.steps:
            return [("", "", step) for step in phase.steps]
    rows: list[list[_Cell]] = list(_table()["rolled"][phase.key])
    rows += _of_house_rules(phase.key, catalogue, switches)
    numbers = _numbers(catalogue)
    return [tuple(_texts_of_cells(row, numbers)) for row in rows]


def _of_house_rules(phase: str, catalogue: Catalogue, switches: Switches) -> Iterator[list[_Cell]]:
    """Yield the rows of a phase that only some tables play."""
    for rule in _table()["of_house_rules"]:
        if rule["phase"] == phase and _is_played(rule, catalogue, switches):
            yield rule["row"]


def _is_played(rule: Mapping[str, Any], catalogue: Catalogue, switches: Switches) -> bool:
    """Return whether a campaign plays a house rule: by its switch, or by a number other than 0."""
    if "switch" in rule:
        return bool(getattr(switches, rule["switch"]))
    return catalogue.number(*rule["number"].split(".")) != 0


def _section(
    heading: str,
    kinds: tuple[ColumnKind, ...],
    rows: Iterable[tuple[str, ...]],
    heads: tuple[str, ...] = (),
    drawings: Iterable[str] = (),
    note: str = "",
) -> Section:
    """Return a section with a table, its rows with pictograms if there are any."""
    pictures = list(drawings)
    sheet_rows = []
    for cells, drawing in zip_longest(rows, pictures, fillvalue=""):
        sheet_rows.append(SheetRow(tuple(cells), drawing))
    return Section(heading, note=note, table=SheetTable(kinds, tuple(sheet_rows), heads))


def _actions(group: Group, catalogue: Catalogue, switches: Switches) -> Section:
    """Return the group's actions by their cost (p. 47–49)."""
    actions = [action for action in catalogue.actions.values() if _can_do(group, action)]
    actions.sort(key=lambda action: (action.cost, bool(action.skill or action.item)))
    rows = []
    for action in actions:
        name = f"{action.name} (*)" if action.animals else action.name
        rows.append((_cost_in_words(action), name, action.summary))
    note = _("(*): animals and zombies too. In contact with an enemy, Break Contact comes first.")
    if switches.animals_run:
        note = " ".join((note, _("Animals may also Run.")))
    return _section(
        _("Action Points"),
        ("figure", "name", "text"),
        rows,
        heads=(_("AP"), _("Action"), ""),
        drawings=[action.drawing for action in actions],
        note=note,
    )


def _can_do(group: Group, action: Action) -> bool:
    """Return whether a group has the skill and the gear that an action takes."""
    if action.item and action.item not in _gear_keys(group):
        return False
    if not action.skill:
        return True
    return any(member.has(action.skill) for member in group.roster)


def _cost_in_words(action: Action) -> str:
    cost = f"{action.cost}+" if action.more else str(action.cost)
    match action.per:
        case "inch":
            return _("{n} per 1″", n=cost)
        case "two inches":
            return _("{n} per 2″", n=cost)
    return cost


def _modifiers(group: Group, catalogue: Catalogue) -> Iterable[Section]:
    """Yield the modifiers of rolls to hit and to fight (p. 51, p. 55)."""
    for roll, heading in (("firearms", _("To hit")), ("cqc", _("To fight"))):
        rows = []
        drawings = []
        for modifier in catalogue.modifiers.values():
            if modifier.roll == roll and _concerns(modifier, group, catalogue):
                rows.append((signed(modifier.amount), modifier.name))
                drawings.append(modifier.drawing)
        if roll == "firearms":
            rows += _house_modifiers(catalogue)
        yield _section(heading, ("figure", "text"), rows, drawings=drawings)


def _house_modifiers(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the modifiers to hit that only some tables play (rulings 91, 92)."""
    bonus_of_cover = catalogue.number("cover", "better")
    if bonus_of_cover:
        yield signed(bonus_of_cover), better_cover_name()
    bonus_of_token = catalogue.number("locked", "firearms")
    if bonus_of_token:
        yield signed(bonus_of_token), _("a shot with a Locked and Loaded token")


def _concerns(modifier: ModifierEntry, group: Group, catalogue: Catalogue) -> bool:
    """Return whether a modifier matters for a group: whether it has the skill or gear for it."""
    match modifier.key:
        case ModifierKey.POINT_BLANK:
            return _has_point_blank(group, catalogue)
        case ModifierKey.FRONTLINE:
            return _can(group, Effect.HELPS_FRIENDS_FIGHT, catalogue)
        case ModifierKey.SHIELD:
            return EquipmentKey.RIOT_SHIELD in _gear_keys(group)
        case ModifierKey.GUNFIGHTER:
            return _can(group, Effect.FIRES_TWO_GUNS, catalogue)
    return True


def _has_point_blank(group: Group, catalogue: Catalogue) -> bool:
    """Return whether a group has a Firearm with a modifier at point blank."""
    keys = _gear_keys(group)
    guns = [gun for key, gun in catalogue.firearms.items() if key in keys]
    return any(gun.has(AttributeKey.POINT_BLANK) for gun in guns)


def _can(group: Group, effect: Effect, catalogue: Catalogue) -> bool:
    """Return whether somebody in a group has a skill with an effect."""
    skills = _skill_keys(group)
    return any(skill.key in skills for skill in catalogue.skills_that(effect))


def _skill_keys(group: Group) -> set[str]:
    """Return the keys of all skills in a group."""
    keys: set[str] = set()
    for member in group.roster:
        keys.update(skill.key for skill in member.skills)
    return keys


def _gear_keys(group: Group) -> set[str]:
    """Return the keys of all gear of a group, attached gear too."""
    items = list(group.stash)
    for member in group.roster:
        items += member.gear
    keys = set()
    for item in items:
        keys.add(item.key)
        keys.update(attached.key for attached in item.attached)
    return keys


def _weapons(group: Group, catalogue: Catalogue) -> Iterable[Section]:
    """Yield the group's weapons as in the book (p. 75–76)."""
    keys = _gear_keys(group)
    guns = [gun for key, gun in catalogue.firearms.items() if key in keys]
    gun_rows = tuple(_gun_row(gun, catalogue) for gun in guns)
    gun_heads = ("", _("Range"), _("dmg"), _("RoF"), _("KB"), _("Reload"))
    kinds: tuple[ColumnKind, ...] = ("name", "figure", "figure", "figure", "figure", "figure")
    yield Section(_("This group's weapons: shooting"), table=SheetTable(kinds, gun_rows, gun_heads))
    blade_rows = []
    for key, blade in catalogue.close_combat.items():
        if key in keys:
            traits = trait_names(blade.attributes, catalogue)
            cells = (blade.name, signed(blade.cqc), signed(blade.strength), traits)
            blade_rows.append(SheetRow(cells, blade.drawing))
    heads = ("", _("CQC"), _("Strength"), "")
    kinds = ("name", "figure", "figure", "text")
    yield Section(
        _("This group's weapons: fighting"), table=SheetTable(kinds, tuple(blade_rows), heads)
    )


def _gun_row(gun: Firearm, catalogue: Catalogue) -> SheetRow:
    """Return the row of a Firearm as in the book."""
    reach = f"{steps_of(gun.range)}″" if gun.range else thrown_reach(catalogue)
    reload = "–" if gun.reload is None else str(gun.reload)
    cells = (
        gun.name,
        reach,
        steps_of(gun.damage),
        str(gun.rof),
        steps_of(gun.knockback),
        reload,
    )
    return SheetRow(cells, gun.drawing, trait_names(gun.attributes, catalogue))


def _sections_of_group(group: Group, catalogue: Catalogue, switches: Switches) -> Iterable[Section]:
    """Yield the group's skills, attributes of gear, equipment, injuries and Perks."""
    skill_keys = _skill_keys(group)
    skills = [skill for key, skill in catalogue.skills.items() if key in skill_keys]
    whose_skills = [_holders(group, skill.key) for skill in skills]
    yield _described(_("This group's skills"), skills, whose_skills)
    yield _described(_("Weapon and gear attributes"), _attributes(group, catalogue, switches))
    gear_keys = _gear_keys(group)
    items = [entry for key, entry in catalogue.equipment.items() if key in gear_keys]
    yield _described(_("This group's equipment"), items)
    injured = {key: _injured(group, key) for key in catalogue.injuries}
    injuries = [entry for key, entry in catalogue.injuries.items() if injured[key]]
    whose_injuries = [_names_or_count(injured[entry.key]) for entry in injuries]
    yield _described(_("This group's injuries"), injuries, whose_injuries)
    perks = [catalogue.perks[key] for key in dict.fromkeys(perk_keys(group, catalogue))]
    yield _described(_("This group's Perks"), perks)


def _attributes(group: Group, catalogue: Catalogue, switches: Switches) -> list[AttributeEntry]:
    """Return the attributes of a group's gear and members, as the campaign plays them."""
    keys = _skill_keys(group)
    for gear in _gear_keys(group):
        keys.update(trait.key for trait in catalogue.gear(gear).attributes)
    attributes = []
    for key, attribute in catalogue.attributes.items():
        if key in keys:
            summary = trait_as_played(key, catalogue, switches)
            attributes.append(replace(attribute, summary=summary))
    return attributes


def _injured(group: Group, injury: str) -> list[str]:
    """Return the names of those who have an injury."""
    names = []
    for member in group.roster:
        if any(suffered.key == injury for suffered in member.injuries):
            names.append(member.name)
    return names


def _described(
    heading: str,
    entries: Sequence[SkillEntry | AttributeEntry | Equipment | InjuryEntry | Perk],
    whose: Sequence[str] | None = None,
) -> Section:
    """Return a section of entries with summaries; `whose` says below each who has it."""
    owners = whose or [""] * len(entries)
    rows = []
    for entry, names in zip(entries, owners, strict=True):
        rows.append(SheetRow((entry.name, entry.summary), entry.drawing, note=names))
    return Section(heading, table=SheetTable(("name", "text"), tuple(rows)))


def _holders(group: Group, key: str) -> str:
    """Return who has a skill, each Gunsmith with their class."""
    names = []
    for member in group.roster:
        for skill in member.skills:
            if skill.key != key:
                continue
            if skill.detail:
                names.append(titled(member.name, class_name(skill.detail)))
            else:
                names.append(member.name)
    return _names_or_count(names)


def _names_or_count(names: list[str]) -> str:
    if len(names) > _NAMED_MOST:
        return ngettext("{n} member", "{n} members", len(names))
    return ", ".join(names)


def _legend(catalogue: Catalogue) -> Section:
    """Return the legend of the cards' pictograms."""
    texts: Mapping[str, _Cell] = _table()["pictograms"]
    rows = [(text,) for text in _texts_of_cells(texts.values(), _numbers(catalogue))]
    return _section(
        _("Pictograms of the cards"),
        ("text",),
        rows,
        drawings=[pictograms.token(key) for key in texts],
        note=_(
            "▲▼ changed, the book's number in small; in a ring beside E: Endurance against shots."
        ),
    )
