"""The quick reference as plain values for printing: what is rolled, what it costs, what changes
it; of weapons, skills, Perks and gear only the group's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lastdays.campaign.printing.card_content import steps_of
from lastdays.language import _, ngettext, signed, titled
from lastdays.model.group import Group
from lastdays.model.recruiting import perk_keys
from lastdays.model.switches import Switches
from lastdays.model.weapons import thrown_reach, trait_names
from lastdays.pdf.content import ColumnKind, Section, SheetRow, SheetTable, TextSheet
from lastdays.pdf.tables import state_names
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
from lastdays.rulebook.known import (
    ActionKey,
    AttributeKey,
    EquipmentKey,
    ModifierKey,
    PhaseKey,
    ZombieKey,
)

#: More members than this are counted where a skill would name who has it.
_NAMED_MOST = 4


def reference_sheet(
    group: Group, catalogue: Catalogue, switches: Switches | None = None
) -> TextSheet:
    """List what each phase rolls, actions, modifiers; then what changes a number in this group."""
    sections = []
    for n, phase in enumerate(catalogue.phases.values(), start=1):
        rows = _rolled(phase, catalogue, switches or Switches())
        sections.append(_section(f"{n}  {phase.name}", ("name", "name", "text"), rows))
    sections += [_actions(group, catalogue), *_modifiers(group, catalogue)]
    sections += [*_weapons(group, catalogue), *_own(group, catalogue), _legend(catalogue)]
    return TextSheet(
        "reference",
        _("Quick reference"),
        group.name,
        tuple(s for s in sections if s.table is not None and s.table.rows),
    )


_Rows = list[tuple[str, str, str]]


def _rolled(phase: Phase, catalogue: Catalogue, switches: Switches) -> _Rows:
    """Return what a phase rolls; the steps of one that a content pack adds, or has otherwise."""
    if phase.pack:
        printed = load().phases.get(phase.key)
        if printed is None or printed.steps != phase.steps:
            return [("", "", step) for step in phase.steps]
    match phase.key:
        case PhaseKey.MENACE:
            return _menace(catalogue, switches)
        case "action":
            return _action()
        case "shooting":
            return _shooting(catalogue)
        case "close-quarters":
            return _fighting(catalogue)
        case "end":
            return _end(catalogue)
        case _:
            return [("", "", step) for step in phase.steps]


def _section(
    heading: str,
    kinds: tuple[ColumnKind, ...],
    rows: Iterable[tuple[str, ...]],
    heads: tuple[str, ...] = (),
    drawings: Iterable[str] = (),
    note: str = "",
) -> Section:
    """Return a section with a table, each row with its pictogram where there are any."""
    found, pictures = list(rows), list(drawings)
    pictures += [""] * (len(found) - len(pictures))
    made = tuple(SheetRow(cells, drawing) for cells, drawing in zip(found, pictures, strict=True))
    return Section(heading, note=note, table=SheetTable(kinds, made, heads))


def _menace(catalogue: Catalogue, switches: Switches) -> _Rows:
    """Return what the Menace Phase rolls (p. 39–40)."""
    sure, drawn = catalogue.number("noise", "certain"), catalogue.number("noise", "draws_at")
    zombie = catalogue.zombies[ZombieKey.ZOMBIE]
    rows = [
        (
            _("Noise"),
            _("D6 + tokens"),
            _(
                "each model with tokens: {n} or more draws a zombie to the nearest open edge",
                n=drawn,
            ),
        ),
        (
            _("Noise, {n}+", n=sure),
            _("D6 + those above {n}", n=sure),
            _("one zombie without a roll; {n} or more draws a second", n=drawn),
        ),
        (
            _("Ammo"),
            _("D6 + tokens"),
            _("each Firearm with tokens: its Reload or more, and it must be reloaded"),
        ),
        (
            _("Zombies move"),
            _("{n} AP − Knockback", n=zombie.profile["AP"]),
            _(
                "to the nearest living model in sight, else to the nearest that rolled for noise; "
                "their Knockback goes, then all noise tokens"
            ),
        ),
    ]
    if switches.zombie_cap:
        most = catalogue.number("zombie_cap", "most")
        rows.append((_("{n} zombies", n=most), "", _("nobody rolls for noise")))
    return rows


def _action() -> _Rows:
    """Return what the Action Phase rolls (p. 45–46, p. 60)."""
    return [
        (
            _("Initiative"),
            _("D6 + C + I"),
            _("each Leader; the winner is Aggressor or Defender, a tie is rolled again"),
        ),
        (_("In turn"), "", _("the Aggressor first: a model of each side spends its Action Points")),
        (
            _("Horror"),
            _("D6 + C vs D6 + H"),
            _("on contact; less than the zombie: no Break Contact this turn"),
        ),
    ]


def _shooting(catalogue: Catalogue) -> _Rows:
    """Return what the Shooting Phase rolls (p. 50–53)."""
    return [
        (
            _("In turn"),
            "",
            _(
                "the Defender first: models not in contact, one Firearm up to its RoF; not at "
                "whoever is in contact with a friend"
            ),
        ),
        (
            _("To hit"),
            _("D6 + FA"),
            _(
                "{n} or more hits; Firearms of 0 after all modifiers never does",
                n=catalogue.number("firearms", "target"),
            ),
        ),
        (_("Each shot"), "", _("one ammo token and one noise token")),
        (_("Damage"), _("D6 + Damage"), _("divided by Endurance, rounded down")),
        (
            _("A head"),
            _("D6 + Lobotomizer"),
            _("{n} or more kills; else it takes the Knockback", n=_head(catalogue)),
        ),
    ]


def _head(catalogue: Catalogue) -> int:
    """Return what kills a zombie that is hit in the head: a roll instead of damage (p. 60)."""
    return catalogue.number("head", "target")


def _fighting(catalogue: Catalogue) -> _Rows:
    """Return what the Close Quarters Phase rolls (p. 54–56)."""
    return [
        (
            _("In turn"),
            "",
            _("the Aggressor first: whoever is in contact must fight; zombies after the living"),
        ),
        (
            _("Fight"),
            _("D6 + CQC, both"),
            _("the higher wins; a tie goes to the higher CQC, then to the Aggressor"),
        ),
        (
            _("Damage"),
            _("D6 + S + weapon"),
            _("if the attacker wins: divided by Endurance, rounded down"),
        ),
        (
            _("A head"),
            _("D6 + Lobotomizer"),
            _("{n} or more kills", n=_head(catalogue)),
        ),
    ]


def _end(catalogue: Catalogue) -> _Rows:
    """Return what the End Phase rolls (p. 57)."""
    turns = catalogue.number("breaking", "turns")
    return [
        (
            _("Breaking Point"),
            _("D6 + casualties"),
            _(
                "a side that lost a model this turn: more than the Leader's Courage + models "
                "still on the table, and it flees"
            ),
        ),
        (
            "",
            "",
            _("after turn {n} such a Leader may choose to flee", n=turns),
        ),
        (_("Fires"), "", _("those set a turn ago go out")),
    ]


def _actions(group: Group, catalogue: Catalogue) -> Section:
    """List the actions this group has by their cost (p. 47–49)."""
    keys = _all_keys(group)
    actions = [
        a
        for a in catalogue.actions.values()
        if (not a.skill or any(m.has(a.skill) for m in group.roster))
        and (not a.item or a.item in keys)
    ]
    actions.sort(key=lambda a: (a.cost, bool(a.skill or a.item)))
    return _section(
        _("Action Points"),
        ("figure", "name", "text"),
        ((_cost(a), f"{a.name}{' (*)' if a.animals else ''}", a.summary) for a in actions),
        (_("AP"), _("Action"), ""),
        (a.drawing for a in actions),
        note=_(
            "(*): animals and zombies too. In contact with an enemy, Break Contact comes first."
        ),
    )


def _cost(action: Action) -> str:
    cost = f"{action.cost}+" if action.more else str(action.cost)
    return {
        "": "{n}",
        "inch": _("{n} per 1″"),
        "two inches": _("{n} per 2″"),
    }[action.per].format(n=cost)


def _modifiers(group: Group, catalogue: Catalogue) -> Iterable[Section]:
    """List what changes a roll to hit or to fight (p. 51, p. 55)."""
    for roll, heading in (("firearms", _("To hit")), ("cqc", _("To fight"))):
        found = [
            m
            for m in catalogue.modifiers.values()
            if m.roll == roll and _concerns(m, group, catalogue)
        ]
        yield _section(
            heading,
            ("figure", "text"),
            ((signed(m.amount), m.name) for m in found),
            drawings=(m.drawing for m in found),
        )


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
    """List the weapons of this group as the book prints them (p. 75–76)."""
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
            trait_names((t for t in g.attributes), catalogue),
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
                trait_names((t for t in b.attributes), catalogue),
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


def _own(group: Group, catalogue: Catalogue) -> Iterable[Section]:
    """List Perks, skills, attributes of weapons and gear that this group has."""
    keys = {s.key for m in group.roster for s in m.skills}
    yield _described(
        _("This group's skills"),
        [s for key, s in catalogue.skills.items() if key in keys],
        lambda key: _holders(group, key),
    )
    traits = {t.key for key in _all_keys(group) for t in catalogue.gear(key).attributes} | keys
    yield _described(
        _("What weapons and gear have"),
        [a for key, a in catalogue.attributes.items() if key in traits],
    )
    items = [e for key, e in catalogue.equipment.items() if key in _all_keys(group)]
    yield _described(_("This group's equipment"), items)
    injuries = {i.key for m in group.roster for i in m.injuries}
    yield _described(
        _("This group's injuries"),
        [i for key, i in catalogue.injuries.items() if key in injuries],
        lambda key: _hurt(group, key),
    )
    perks = [catalogue.perks[key] for key in dict.fromkeys(perk_keys(group, catalogue))]
    yield _described(_("This group's Perks"), perks)


def _described(
    heading: str,
    entries: Sequence[SkillEntry | AttributeEntry | Equipment | InjuryEntry | Perk],
    whose: Callable[[str], str] | None = None,
) -> Section:
    """List entries with what they do, and with `whose` they are by their keys."""
    if whose is None:
        rows = [(e.name, e.summary) for e in entries]
        return _section(heading, ("name", "text"), rows, drawings=(e.drawing for e in entries))
    named = [(e.name, e.summary, whose(e.key)) for e in entries]
    return _section(heading, ("name", "text", "text"), named, drawings=(e.drawing for e in entries))


def _hurt(group: Group, key: str) -> str:
    return _named([m.name for m in group.roster if any(i.key == key for i in m.injuries)])


def _holders(group: Group, key: str) -> str:
    """Say who has a skill; of Gunsmith, for which class."""
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
    """Say what the pictograms of the cards mean."""
    token, states = pictograms.token, state_names()
    earned = catalogue.earned
    reload = catalogue.actions[ActionKey.RELOAD].cost
    worth = _("{what}: {n} Experience each")
    rows = [
        (token("damage"), _("Damage: a drop for each point of Damage Capacity")),
        (
            token("noise"),
            _(
                "noise tokens, a ring each; the ring with {n} draws a zombie without a roll",
                n=catalogue.number("noise", "certain"),
            ),
        ),
        (
            token("ammo"),
            _("ammo tokens, a cartridge each, to the Reload Number at R; {n} AP reloads", n=reload),
        ),
        (token("locked"), states["locked"]),
        (token("run"), _("has Run this turn")),
        (token("panic"), _("panicked: no Break Contact this turn")),
        (token("supply"), _("carries a Supply Token")),
        (token("leader"), _("Leader")),
        (token("kills"), worth.format(what=_("zombies killed"), n=earned["zombie"])),
        (token("unarmed"), worth.format(what=_("rivals taken out"), n=earned["rival"])),
        (token("trophy"), worth.format(what=_("objectives"), n=earned["objective"])),
    ]
    return _section(
        _("Pictograms of the cards"),
        ("text",),
        ((text,) for _drawing, text in rows),
        drawings=(drawing for drawing, _text in rows),
        note=_("▲▼ has changed, the printed figure below; a ring at E: Endurance against shots."),
    )
