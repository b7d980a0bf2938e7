"""Quick reference, worksheet, zombies and campaign sheet as plain values for printing."""

from __future__ import annotations

from collections.abc import Iterable

from lastdays.campaign.campaigns import switch_texts
from lastdays.language import _, ngettext, signed
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.model.profile import permanent
from lastdays.model.weapons import trait_names
from lastdays.pdf.content import PrintedLine, Section, TextSheet, ZombieSheet
from lastdays.rulebook import (
    AttributeEntry,
    Catalogue,
    CloseCombatWeapon,
    Firearm,
    SkillEntry,
    class_name,
)
from lastdays.rulebook.entries import Action, ModifierEntry
from lastdays.rulebook.known import (
    AttributeKey,
    EquipmentKey,
    ModifierKey,
    PhaseKey,
    SkillKey,
    ZombieKey,
)

#: From here on the steps of the Menace Phase are about the dead.
_ZOMBIE_STEPS = 3
#: More members than this are counted where a skill would name who has it.
_NAMED_MOST = 4


def zombie_sheet(catalogue: Catalogue) -> ZombieSheet:
    """Make the sheet of as many zombies as the book recommends to have at hand (p. 40), each with its boxes."""
    zombie = catalogue.zombies[ZombieKey.ZOMBIE]
    profile = " · ".join(
        f"{'H' if key == 'C' else key} {value if value or key != 'E' else '—'}"
        for key, value in zombie.profile.items()
    )
    steps = catalogue.phases[PhaseKey.MENACE].steps
    return ZombieSheet(
        _("Zombies"),
        profile,
        catalogue.number("zombie_cap", "most"),
        zombie.profile["AP"],
        (
            *(PrintedLine("", step) for step in steps[_ZOMBIE_STEPS:]),
            PrintedLine("", catalogue.trait_summary(AttributeKey.SHOOT_THEM_IN_THE_HEAD)),
            PrintedLine(
                _("Supply Token"),
                _("carried, it costs {n} Action Points.").format(
                    n=catalogue.number("supply_token", "heavy")
                ),
            ),
        ),
    )


def reference_sheet(group: Group, catalogue: Catalogue) -> TextSheet:
    """List phases, actions, modifiers; of weapons and skills only those that this group has."""
    sections = [
        Section(f"{n}  {phase.name}", tuple(PrintedLine("", step) for step in phase.steps))
        for n, phase in enumerate(catalogue.phases.values(), start=1)
    ]
    sections.append(
        Section(
            _("Action Points"),
            tuple(
                PrintedLine(f"{_cost(a)}  {a.name}{' (*)' if a.animals else ''}", a.summary)
                for a in catalogue.actions.values()
                if (not a.skill or any(m.has(a.skill) for m in group.roster))
                and (not a.item or a.item in _all_keys(group))
            ),
            note=_("(*): animals and zombies too."),
        )
    )
    for roll, heading in (("firearms", _("To hit")), ("cqc", _("To fight"))):
        sections.append(
            Section(
                heading,
                tuple(
                    PrintedLine(signed(m.amount), m.name)
                    for m in catalogue.modifiers.values()
                    if m.roll == roll and _concerns(m, group, catalogue)
                ),
            )
        )
    held = [i for m in group.roster for i in m.gear] + list(group.stash)
    keys = {i.key for i in held}
    guns = [f for key, f in catalogue.firearms.items() if key in keys]
    blades = [b for key, b in catalogue.close_combat.items() if key in keys]
    if guns or blades:
        lines = [_gun(g, catalogue) for g in guns] + [_blade(b, catalogue) for b in blades]
        sections.append(Section(_("This group's weapons"), tuple(lines)))
    sections.append(Section(_("This group's skills"), tuple(_traits(group, catalogue))))
    items = [e for key, e in catalogue.equipment.items() if key in _all_keys(group)]
    if items:
        sections.append(
            Section(
                _("This group's equipment"), tuple(PrintedLine(e.name, e.summary) for e in items)
            )
        )
    return TextSheet(
        "reference",
        _("Quick reference"),
        group.name,
        tuple(s for s in sections if s.lines),
    )


def _cost(action: Action) -> str:
    cost = f"{action.cost}+" if action.more else str(action.cost)
    return {
        "": _("{n} AP"),
        "inch": _("{n} AP/″"),
        "two inches": _("{n} AP/2″"),
    }[action.per].format(n=cost)


def _concerns(modifier: ModifierEntry, group: Group, catalogue: Catalogue) -> bool:
    """Tell whom a modifier concerns: everyone, or who has the skill or the thing."""
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
            return SkillKey.FRONTLINE_FIGHTER in skills
        case ModifierKey.SHIELD:
            return EquipmentKey.RIOT_SHIELD in keys
        case ModifierKey.GUNFIGHTER:
            return SkillKey.GUNFIGHTER in skills
    return True


def _all_keys(group: Group) -> set[str]:
    held = [i for m in group.roster for i in m.gear] + list(group.stash)
    return {i.key for i in held} | {a.key for i in held for a in i.attached}


def _gun(gun: Firearm, catalogue: Catalogue) -> PrintedLine:
    steps = "/".join(str(n) for n in gun.range)
    parts = [
        _("{n}″").format(n=steps)
        if steps
        else _("Strength × {n}″").format(n=catalogue.number("thrown", "strength_times")),
        _("Damage {n}").format(n="/".join(str(n) for n in gun.damage)),
        _("RoF {n}").format(n=gun.rof),
        _("Knockback {n}").format(n="/".join(str(n) for n in gun.knockback)),
    ]
    if gun.reload is not None:
        parts.append(_("Reload {n}").format(n=gun.reload))
    traits = trait_names((t for t in gun.attributes), catalogue)
    return PrintedLine(gun.name, " · ".join([*parts, traits] if traits else parts))


def _blade(blade: CloseCombatWeapon, catalogue: Catalogue) -> PrintedLine:
    parts = [
        _("CQC {n}").format(n=signed(blade.cqc)),
        _("Strength {n}").format(n=signed(blade.strength)),
    ]
    traits = trait_names((t for t in blade.attributes), catalogue)
    return PrintedLine(blade.name, " · ".join([*parts, traits] if traits else parts))


def _traits(group: Group, catalogue: Catalogue) -> Iterable[PrintedLine]:
    keys = {s.key for m in group.roster for s in m.skills}
    gear = [catalogue.gear(k) for k in _all_keys(group)]
    keys |= {t.key for g in gear for t in g.attributes}
    entries: list[SkillEntry | AttributeEntry] = list(catalogue.skills.values())
    for entry in [*entries, *catalogue.attributes.values()]:
        if entry.key not in keys:
            continue
        holders = [
            f"{m.name}: {class_name(s.detail)}" if s.detail else m.name
            for m in group.roster
            for s in m.skills
            if s.key == entry.key
        ]
        who = ", ".join(holders)
        if len(holders) > _NAMED_MOST:
            who = ngettext("{n} member", "{n} members", len(holders)).format(n=len(holders))
        if isinstance(entry, SkillEntry) and not who:
            continue
        yield PrintedLine(entry.name, f"{entry.summary} ({who})" if who else entry.summary)


def campaign_sheet(campaign: Campaign, groups: Iterable[Group], catalogue: Catalogue) -> TextSheet:
    """Say how every group stands, how the book is read here, who is remembered."""
    groups = list(groups)
    standing = []
    for group in groups:
        leader = group.leading
        parts = [
            leader.name if leader is not None else _("no Leader"),
            catalogue.refuges[group.refuge.key].name,
            ngettext("{n} member", "{n} members", len(group.roster)).format(n=len(group.roster)),
            ngettext("{n} point", "{n} points", group.points).format(n=group.points),
            ngettext("{n} game", "{n} games", group.games).format(n=group.games),
            _("{n} Levels").format(n=sum(m.level for m in group.roster)),
            _("Courage and Intelligence {n}").format(
                n=sum(permanent(leader, catalogue, key) for key in ("C", "I"))
            )
            if leader is not None
            else "",
        ]
        standing.append(PrintedLine(group.name, " · ".join(p for p in parts if p)))
    games = [
        PrintedLine(
            _("Game {n}").format(n=game.number),
            " · ".join(
                (
                    catalogue.encounters[game.encounter].name,
                    *(
                        _("{side} won").format(side=side.name) if side.won else side.name
                        for side in game.sides
                    ),
                )
            ),
        )
        for game in campaign.games
    ]
    rulings = [
        PrintedLine(text.name, text.options[text.chosen(campaign.switches)].name)
        for text in switch_texts(catalogue)
    ]
    memorial = [
        PrintedLine(
            member.name,
            " · ".join(
                part
                for part in (
                    group.name,
                    catalogue.character(member.type).name,
                    _("Level {n}").format(n=member.level),
                    _("died") if member.status == "dead" else _("left"),
                    _("after game {n}").format(n=member.fate_game) if member.fate_game else "",
                )
                if part
            ),
        )
        for group in groups
        for member in group.memorial
    ]
    sections = [
        Section(_("Standing"), tuple(standing)),
        Section(_("Games"), tuple(games)),
        Section(_("Rulings in force"), tuple(rulings)),
        Section(_("Memorial"), tuple(memorial)),
    ]
    if campaign.notes.strip():
        sections.append(Section(_("Notes"), (PrintedLine("", campaign.notes),)))
    return TextSheet(
        "campaign",
        campaign.name,
        _("Campaign sheet"),
        tuple(s for s in sections if s.lines),
        columns=1,
    )
