"""The content of the quick reference: rolls, costs and modifiers, and the group's own weapons, skills,
Perks and gear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    InjuryEntry,
    ModifierEntry,
    Perk,
    Phase,
    SkillEntry,
)
from lastdays.rulebook.known import ActionKey, AttributeKey, EquipmentKey, ModifierKey, ZombieKey
from lastdays.tabletop.last_days.shooting import better_cover

#: More members with a skill than this are counted, not named.
_NAMED_MOST = 4


def reference_sheet(group: Group, catalogue: Catalogue, switches: Switches) -> TextSheet:
    """Return the quick reference for a group."""
    sections = []
    for n, phase in enumerate(catalogue.phases.values(), start=1):
        rows = _rolled(phase, catalogue, switches)
        sections.append(_section(f"{n}  {phase.name}", ("name", "name", "text"), rows))
    sections += [_actions(group, catalogue, switches), *_modifiers(group, catalogue)]
    sections += [*_weapons(group, catalogue), *_own(group, catalogue, switches), _legend(catalogue)]
    return TextSheet(
        "reference",
        _("Quick reference"),
        group.name,
        tuple(s for s in sections if s.table is not None and s.table.rows),
    )


_Cell = str | Mapping[str, str]


def _table() -> Mapping[str, Any]:
    return paths.toml("reference.toml")


def _numbers(catalogue: Catalogue) -> Mapping[str, object]:
    """Return the numbers in the texts of `reference.toml`, by their names there."""
    zombie = catalogue.zombies[ZombieKey.ZOMBIE]
    return {
        "zombie.AP": zombie.profile["AP"],
        "reload.AP": catalogue.actions[ActionKey.RELOAD].cost,
        **{
            f"{section}.{name}": value
            for section, values in (*catalogue.constants.items(), ("earned", catalogue.earned))
            for name, value in values.items()
        },
    }


def _said(cells: Iterable[_Cell], numbers: Mapping[str, object]) -> Iterator[str]:
    """Yield the text of each cell: plain, or with a number filled in."""
    for cell in cells:
        if isinstance(cell, str):
            yield _(cell)
        else:
            say, what = cell["say"], cell.get("what", "")
            yield _(say, n=numbers[cell["n"]], what=_(what))


def _rolled(phase: Phase, catalogue: Catalogue, switches: Switches) -> list[tuple[str, ...]]:
    """Return the rolls of a phase, or the steps of one that a content pack adds or changes."""
    rows: Mapping[str, list[list[_Cell]]] = _table()["rolled"]
    if phase.pack:
        printed = load().phases.get(phase.key)
        if printed is None or printed.steps != phase.steps:
            return [("", "", step) for step in phase.steps]
    found = [*rows[phase.key], *_of_house_rules(phase.key, catalogue, switches)]
    numbers = _numbers(catalogue)
    return [tuple(_said(row, numbers)) for row in found]


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
    found, pictures = list(rows), list(drawings)
    pictures += [""] * (len(found) - len(pictures))
    made = tuple(SheetRow(cells, drawing) for cells, drawing in zip(found, pictures, strict=True))
    return Section(heading, note=note, table=SheetTable(kinds, made, heads))


def _actions(group: Group, catalogue: Catalogue, switches: Switches) -> Section:
    """Return the group's actions by their cost (p. 47–49)."""
    keys = _all_keys(group)
    actions = [
        a
        for a in catalogue.actions.values()
        if (not a.skill or any(m.has(a.skill) for m in group.roster))
        and (not a.item or a.item in keys)
    ]
    actions.sort(key=lambda a: (a.cost, bool(a.skill or a.item)))
    note = _("(*): animals and zombies too. In contact with an enemy, Break Contact comes first.")
    if switches.animals_run:
        note = " ".join((note, _("Animals may also Run.")))
    return _section(
        _("Action Points"),
        ("figure", "name", "text"),
        ((_cost(a), f"{a.name}{' (*)' if a.animals else ''}", a.summary) for a in actions),
        (_("AP"), _("Action"), ""),
        (a.drawing for a in actions),
        note=note,
    )


def _cost(action: Action) -> str:
    cost = f"{action.cost}+" if action.more else str(action.cost)
    return {
        "": "{n}",
        "inch": _("{n} per 1″"),
        "two inches": _("{n} per 2″"),
    }[action.per].format(n=cost)


def _modifiers(group: Group, catalogue: Catalogue) -> Iterable[Section]:
    """Yield the modifiers of rolls to hit and to fight (p. 51, p. 55)."""
    for roll, heading in (("firearms", _("To hit")), ("cqc", _("To fight"))):
        found = [
            m
            for m in catalogue.modifiers.values()
            if m.roll == roll and _concerns(m, group, catalogue)
        ]
        yield _section(
            heading,
            ("figure", "text"),
            (
                *((signed(m.amount), m.name) for m in found),
                *(_house_modifiers(catalogue) if roll == "firearms" else ()),
            ),
            drawings=(m.drawing for m in found),
        )


def _house_modifiers(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the modifiers to hit that only some tables play (rulings 91, 92)."""
    better, locked = catalogue.number("cover", "better"), catalogue.number("locked", "firearms")
    if better:
        yield signed(better), better_cover()
    if locked:
        yield signed(locked), _("a shot with a Locked and Loaded token")


def _concerns(modifier: ModifierEntry, group: Group, catalogue: Catalogue) -> bool:
    """Return whether a modifier matters for a group: whether it has the skill or gear for it."""
    skills = {s.key for m in group.roster for s in m.skills}
    keys = _all_keys(group)
    match modifier.key:
        case ModifierKey.POINT_BLANK:
            return any(
                catalogue.firearms[k].has(AttributeKey.POINT_BLANK)
                for k in keys
                if k in catalogue.firearms
            )
        case ModifierKey.FRONTLINE:
            return _can(skills, Effect.HELPS_FRIENDS_FIGHT, catalogue)
        case ModifierKey.SHIELD:
            return EquipmentKey.RIOT_SHIELD in keys
        case ModifierKey.GUNFIGHTER:
            return _can(skills, Effect.FIRES_TWO_GUNS, catalogue)
    return True


def _can(skills: set[str], effect: Effect, catalogue: Catalogue) -> bool:
    return any(skill.key in skills for skill in catalogue.skills_that(effect))


def _all_keys(group: Group) -> set[str]:
    held = [i for m in group.roster for i in m.gear] + list(group.stash)
    return {i.key for i in held} | {a.key for i in held for a in i.attached}


def _weapons(group: Group, catalogue: Catalogue) -> Iterable[Section]:
    """Yield the group's weapons as in the book (p. 75–76)."""
    keys = _all_keys(group)
    guns = [g for key, g in catalogue.firearms.items() if key in keys]
    reach = thrown_reach(catalogue)
    gun_rows = tuple(
        SheetRow(
            (
                g.name,
                f"{steps_of(g.range)}″" if g.range else reach,
                steps_of(g.damage),
                str(g.rof),
                steps_of(g.knockback),
                "–" if g.reload is None else str(g.reload),
            ),
            g.drawing,
            trait_names(g.attributes, catalogue),
        )
        for g in guns
    )
    heads = ("", _("Range"), _("dmg"), _("RoF"), _("KB"), _("Reload"))
    kinds: tuple[ColumnKind, ...] = ("name", "figure", "figure", "figure", "figure", "figure")
    yield Section(_("This group's weapons: shooting"), table=SheetTable(kinds, gun_rows, heads))
    blade_rows = tuple(
        SheetRow(
            (
                b.name,
                signed(b.cqc),
                signed(b.strength),
                trait_names(b.attributes, catalogue),
            ),
            b.drawing,
        )
        for key, b in catalogue.close_combat.items()
        if key in keys
    )
    yield Section(
        _("This group's weapons: fighting"),
        table=SheetTable(
            ("name", "figure", "figure", "text"), blade_rows, ("", _("CQC"), _("Strength"), "")
        ),
    )


def _own(group: Group, catalogue: Catalogue, switches: Switches) -> Iterable[Section]:
    """Yield the group's skills, attributes of gear, equipment, injuries and Perks."""
    keys = {s.key for m in group.roster for s in m.skills}
    yield _described(
        _("This group's skills"),
        [s for key, s in catalogue.skills.items() if key in keys],
        lambda key: _holders(group, key),
    )
    traits = {t.key for key in _all_keys(group) for t in catalogue.gear(key).attributes} | keys
    yield _described(
        _("Weapon and gear attributes"),
        [
            replace(a, summary=trait_as_played(key, catalogue, switches))
            for key, a in catalogue.attributes.items()
            if key in traits
        ],
    )
    items = [e for key, e in catalogue.equipment.items() if key in _all_keys(group)]
    yield _described(_("This group's equipment"), items)
    injuries = {i.key for m in group.roster for i in m.injuries}
    yield _described(
        _("This group's injuries"),
        [i for key, i in catalogue.injuries.items() if key in injuries],
        lambda key: _named([m.name for m in group.roster if key in {i.key for i in m.injuries}]),
    )
    perks = [catalogue.perks[key] for key in dict.fromkeys(perk_keys(group, catalogue))]
    yield _described(_("This group's Perks"), perks)


def _described(
    heading: str,
    entries: Sequence[SkillEntry | AttributeEntry | Equipment | InjuryEntry | Perk],
    whose: Callable[[str], str] | None = None,
) -> Section:
    """Return a section of entries with summaries; `whose` returns who has one by its key."""
    kinds: tuple[ColumnKind, ...] = ("name", "text", "text") if whose else ("name", "text")
    rows = [(e.name, e.summary, *((whose(e.key),) if whose else ())) for e in entries]
    return _section(heading, kinds, rows, drawings=(e.drawing for e in entries))


def _holders(group: Group, key: str) -> str:
    """Return who has a skill, each Gunsmith with their class."""
    return _named(
        [
            titled(m.name, class_name(s.detail)) if s.detail else m.name
            for m in group.roster
            for s in m.skills
            if s.key == key
        ]
    )


def _named(names: list[str]) -> str:
    if len(names) > _NAMED_MOST:
        return ngettext("{n} member", "{n} members", len(names))
    return ", ".join(names)


def _legend(catalogue: Catalogue) -> Section:
    """Return the legend of the cards' pictograms."""
    texts: Mapping[str, _Cell] = _table()["pictograms"]
    return _section(
        _("Pictograms of the cards"),
        ("text",),
        ((text,) for text in _said(texts.values(), _numbers(catalogue))),
        drawings=map(pictograms.token, texts),
        note=_("▲▼ changed, with the book's number below; a ring at E: Endurance against shots."),
    )
