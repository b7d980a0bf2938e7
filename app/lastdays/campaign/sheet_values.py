"""Quick reference, worksheet, zombies and campaign sheet as plain values for printing."""

from __future__ import annotations

from collections.abc import Iterable

from lastdays.campaign.campaigns import switch_texts
from lastdays.cards.values import Ask, Line, Section, Sheet, ZombieSheet
from lastdays.language import _, ngettext, number, signed
from lastdays.rulebook import (
    AttributeEntry,
    Catalogue,
    CloseCombatWeapon,
    Firearm,
    SkillEntry,
    skill_type_name,
)
from lastdays.rulebook.entries import Action, Modifier
from lastdays.rules.arms import trait_names
from lastdays.rules.campaign import Campaign
from lastdays.rules.experience import earned
from lastdays.rules.game import Game, Side
from lastdays.rules.group import Group, Member
from lastdays.rules.jobs import Post, posts
from lastdays.rules.profile import next_level_cost, permanent
from lastdays.rules.recruiting import perk_keys
from lastdays.rules.switches import Switches
from lastdays.rules.zombie_attack import guard_value

#: Supply Tokens for which a worksheet has room where no game says how many were won.
_TOKENS = 5
#: More members than this are counted where a skill would name who has it.
_NAMED_MOST = 4


def zombie_sheet(catalogue: Catalogue) -> ZombieSheet:
    """As many zombies as the book recommends to have at hand (p. 40), each with its boxes."""
    zombie = catalogue.zombies["zombie"]
    profile = " · ".join(
        f"{'H' if key == 'C' else key} {value if value or key != 'E' else '—'}"
        for key, value in zombie.profile.items()
    )
    steps = catalogue.phases["menace"].steps
    return ZombieSheet(
        _("Zombies"),
        profile,
        catalogue.number("zombie_cap", "most"),
        zombie.profile["AP"],
        (Line("", steps[-1]), Line("", catalogue.trait_summary("shoot-them-in-the-head"))),
    )


def reference_sheet(group: Group, catalogue: Catalogue) -> Sheet:
    """Phases, actions, modifiers; of weapons and skills only those that this group has."""
    sections = [
        Section(f"{n}  {phase.name}", tuple(Line("", step) for step in phase.steps))
        for n, phase in enumerate(catalogue.phases.values(), start=1)
    ]
    sections.append(
        Section(
            _("Action Points"),
            tuple(Line(f"{_cost(a)}  {a.name}", a.summary) for a in catalogue.actions.values()),
        )
    )
    for roll, heading in (("firearms", _("To hit")), ("cqc", _("To fight"))):
        sections.append(
            Section(
                heading,
                tuple(
                    Line(signed(m.amount), m.name)
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
            Section(_("This group's equipment"), tuple(Line(e.name, e.summary) for e in items))
        )
    return Sheet(
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


def _concerns(modifier: Modifier, group: Group, catalogue: Catalogue) -> bool:
    """Modifiers of the turn concern everyone; those of a skill or a thing only who has it."""
    skills = {s.key for m in group.roster for s in m.skills}
    keys = _all_keys(group)
    match modifier.key:
        case "point-blank":
            return any(
                catalogue.firearms[k].has("point-blank") for k in keys if k in catalogue.firearms
            )
        case "frontline":
            return "frontline-fighter" in skills
        case "shield":
            return "riot-shield" in keys
        case "solid-structure":
            return "solid-structure" in perk_keys(group, catalogue)
    return True


def _all_keys(group: Group) -> set[str]:
    held = [i for m in group.roster for i in m.gear] + list(group.stash)
    return {i.key for i in held} | {a.key for i in held for a in i.attached}


def _gun(gun: Firearm, catalogue: Catalogue) -> Line:
    steps = "/".join(str(n) for n in gun.range)
    parts = [
        _("{n}″").format(n=steps) if steps else _("Strength × 3″"),
        _("Damage {n}").format(n="/".join(str(n) for n in gun.damage)),
        _("RoF {n}").format(n=gun.rof),
        _("Knockback {n}").format(n="/".join(str(n) for n in gun.knockback)),
    ]
    if gun.reload is not None:
        parts.append(_("Reload {n}").format(n=gun.reload))
    traits = trait_names((t for t in gun.attributes), catalogue)
    return Line(gun.name, " · ".join([*parts, traits] if traits else parts))


def _blade(blade: CloseCombatWeapon, catalogue: Catalogue) -> Line:
    parts = [
        _("CQC {n}").format(n=signed(blade.cqc)),
        _("Strength {n}").format(n=signed(blade.strength)),
    ]
    traits = trait_names((t for t in blade.attributes), catalogue)
    return Line(blade.name, " · ".join([*parts, traits] if traits else parts))


def _traits(group: Group, catalogue: Catalogue) -> Iterable[Line]:
    keys = {s.key for m in group.roster for s in m.skills}
    gear = [catalogue.gear(k) for k in _all_keys(group) if catalogue.has_gear(k)]
    keys |= {t.key for g in gear for t in g.attributes}
    entries: list[SkillEntry | AttributeEntry] = list(catalogue.skills.values())
    for entry in [*entries, *catalogue.attributes.values()]:
        if entry.key not in keys:
            continue
        holders = [m.name for m in group.roster if m.has(entry.key)]
        who = ", ".join(holders)
        if len(holders) > _NAMED_MOST:
            who = ngettext("{n} member", "{n} members", len(holders)).format(n=len(holders))
        if isinstance(entry, SkillEntry) and not who:
            continue
        yield Line(entry.name, f"{entry.summary} ({who})" if who else entry.summary)


def worksheet(
    group: Group, catalogue: Catalogue, switches: Switches, game: Game | None = None
) -> Sheet:
    """The post-game sequence in order, with a box for each roll this group will make.

    `game` is the record that waits for its sequence; without one there are boxes for what a
    record says as well.
    """
    side = game.side_of(group.id) if game is not None else None
    members = group.active
    earning = tuple(m for m in members if switches.animals_earn or not m.has("animal"))
    sections = [_game(members, catalogue, game)] if side is None else []
    sections.append(_injuries(members, catalogue, side))
    sections.append(_experience(earning, catalogue, side))
    sections.append(_supplies(group, catalogue, side))
    sections.append(
        Section(
            _("4  Gear"),
            asks=tuple(Ask(_("handed over"), ("",), wide=True) for _n in range(3)),
            note=_("Before the Jobs gear may change hands freely."),
        )
    )
    sections.append(_jobs(group, catalogue, side))
    sections.append(_attack(group, catalogue, side))
    sections.append(
        Section(
            _("7  Refuge"),
            asks=(
                Ask(_("Held: stay, or move to"), ("",), wide=True),
                Ask(_("Overrun: flee to"), ("",), wide=True),
                Ask(_("Overrun: who is left behind"), ("",), wide=True),
                Ask(_("Overrun: a random member's injury"), ("", "")),
            ),
        )
    )
    about = _("after game {n}").format(n=game.number) if game is not None else _("after a game")
    return Sheet("worksheet", _("Post-game worksheet"), f"{group.name} · {about}", tuple(sections))


def _game(members: Iterable[Member], catalogue: Catalogue, game: Game | None) -> Section:
    return Section(
        _("The game"),
        asks=(
            Ask(_("Encounter"), ("",), wide=True),
            *(
                Ask(m.name, (_("played"), _("out"), _("zombies"), _("rivals"), _("goals")))
                for m in members
            ),
        ),
        note=_("Who played, who ended Out of Action, and what each did."),
    )


def _injuries(members: tuple[Member, ...], catalogue: Catalogue, side: Side | None) -> Section:
    """A roll for everyone Out of Action (p. 84); without a record a line for everyone."""
    rolled = [m for m in members if side is None or side.is_out(m.id)]
    helpers = [m for m in members if side is None or not side.is_out(m.id)]
    asks = [Ask(m.name, ("2D6", "", _("then")), hint=_injured_before(m, catalogue)) for m in rolled]
    asks += [
        Ask(
            _("First Aid Training, {name}: one die again for").format(name=m.name),
            ("", _("die")),
        )
        for m in helpers
        if m.has("first-aid-training")
    ]
    asks += [
        Ask(_("Medical Supplies, {name}: ±1 for").format(name=m.name), ("", "±"))
        for m in helpers
        for i in m.gear
        if i.key == "medical-supplies"
    ]
    table = " · ".join(
        f"{_range(entry.totals)} {entry.name}"
        for entry in sorted(catalogue.injuries.values(), key=lambda e: e.totals or (99,))
        if entry.totals
    )
    note = "" if rolled else _("Nobody ended the game Out of Action.")
    return Section(_("1  Injuries"), (Line("2D6", table),) if rolled else (), tuple(asks), note)


def _range(totals: tuple[int, ...]) -> str:
    return f"{totals[0]}–{totals[-1]}" if len(totals) > 1 else str(totals[0])


def _injured_before(member: Member, catalogue: Catalogue) -> str:
    again = [
        catalogue.injuries[i.key].name
        for i in member.injuries
        if i.key in catalogue.injuries and catalogue.injuries[i.key].again
    ]
    return (
        _("a second time is death: {injuries}").format(injuries=", ".join(again)) if again else ""
    )


def _experience(members: tuple[Member, ...], catalogue: Catalogue, side: Side | None) -> Section:
    """What each earns (p. 87) and the rolls of each Level that may be bought (p. 88–90)."""
    asks: list[Ask] = []
    for m in members:
        known = [_("has {n}").format(n=m.experience)]
        boxes = [_("survived D6")]
        if side is not None:
            if side.is_out(m.id) or not side.took_part(m.id):
                boxes = []
            deeds, _why = earned(
                m, side.appearance(m.id), sum(t.member == m.id for t in side.tokens), catalogue
            )
            known.append(_("earned {n}").format(n=deeds))
            most = m.experience + deeds + (catalogue.survived.most if boxes else 0)
        else:
            boxes.append(_("deeds"))
            most = 10_000
        cost = next_level_cost(m, catalogue)
        if cost is not None:
            known.append(_("Level {n} costs {cost}").format(n=m.level + 1, cost=cost))
        asks.append(Ask(m.name, (*boxes, _("total")), hint=" · ".join(known)))
        if cost is not None and most >= cost:
            asks.append(
                Ask(
                    _("Level {n}, characteristic or skill").format(n=m.level + 1),
                    ("2D6", "", "D6", _("extra")),
                )
            )
    tables = [
        Line(
            _("Characteristic 2D6"),
            " · ".join(
                f"{total} {'/'.join(names)}"
                for total, names in catalogue.characteristic_table.items()
            ),
        )
    ]
    tables += [
        Line(
            skill_type_name(key),
            " · ".join(f"{n} {catalogue.skills[k].name}" for n, k in enumerate(keys, start=1)),
        )
        for key, keys in catalogue.skill_tables.items()
    ]
    note = _("A zombie {z}, a rival {r}, an objective {o}; surviving {d}.").format(
        z=catalogue.earned["zombie"],
        r=catalogue.earned["rival"],
        o=catalogue.earned["objective"],
        d=catalogue.survived,
    )
    return Section(_("2  Experience"), tuple(tables), tuple(asks), note)


def _supplies(group: Group, catalogue: Catalogue, side: Side | None) -> Section:
    """Two rolls of 2D6 a Supply Token: row, column; then its points (p. 92, ruling 21)."""
    asks: list[Ask] = []
    tokens = len(side.tokens) if side is not None else _TOKENS
    for n in range(1, tokens + 1):
        asks.append(
            Ask(
                _("Token {n}").format(n=n),
                (_("row"), "", _("column"), "", _("points"), ""),
            )
        )
        asks.append(Ask(_("found"), ("",), wide=True))
    if tokens:
        asks += [
            Ask(_("{name}, Scavenger: row or column ±1 of token").format(name=m.name), ("", "±"))
            for m in group.active
            if m.has("scavenger")
        ]
        if "store-room" in perk_keys(group, catalogue):
            asks.append(Ask(_("Store Room: points again of token"), ("", "")))
    note = "" if tokens else _("No Supply Token was won.")
    return Section(_("3  Supplies"), asks=tuple(asks), note=note)


def _jobs(group: Group, catalogue: Catalogue, side: Side | None) -> Section:
    """A Job for everyone standing (p. 93), and the roll of each Perk that can be worked."""
    standing = [m for m in group.active if side is None or not side.is_out(m.id)]
    asks = [
        Ask(
            m.name,
            ("",),
            hint=_("on Guard {n}").format(n=signed(guard_value(m, catalogue))),
            wide=True,
        )
        for m in standing
    ]
    asks += [_post(post, catalogue) for post in posts(group, catalogue)]
    asks.append(Ask(_("Build: Perk and price"), ("",), wide=True))
    asks.append(Ask(_("Recruit: type and price"), ("",), wide=True))
    asks.append(Ask(_("The Talk: D6 + Intelligence, Leader / other"), ("", "")))
    return Section(_("5  Jobs"), asks=tuple(asks))


def _post(post: Post, catalogue: Catalogue) -> Ask:
    perk = catalogue.perks[post.key]
    if perk.points is not None:
        dice = str(perk.points)
        if perk.points_with_skill is not None:
            skill = catalogue.skills[perk.points_skill].name
            dice = _("{dice}, {more} with {skill}").format(
                dice=dice, more=perk.points_with_skill, skill=skill
            )
        return Ask(f"{perk.name}: {dice}", ("", ""))
    if perk.test is not None:
        return Ask(
            _("{perk}: D6 + {what}, {n} or more").format(
                perk=perk.name, what=perk.test.characteristic, n=perk.test.target
            ),
            ("",),
        )
    return Ask(perk.name, ("",))


def _attack(group: Group, catalogue: Catalogue, side: Side | None) -> Section:
    """The Zombie Attack's two dice and what changes them (p. 95, ruling 28)."""
    most = catalogue.number("zombie_attack", "overrun_at_most")
    asks = [Ask(_("Zombie Attack"), ("2D6", "", _("modified")))]
    if "watch-tower" in perk_keys(group, catalogue):
        asks.append(Ask(_("Watch Tower: one die again"), ("",)))
    out = _("{n} each who ended Out of Action").format(
        n=number(catalogue.number("zombie_attack", "out_of_action"))
    )
    if side is not None:
        count = sum(1 for a in side.appearances if a.out)
        out = ngettext("{n} is Out of Action", "{n} are Out of Action", count).format(n=count)
    lines = [out, _("each Guard adds")]
    for key in perk_keys(group, catalogue):
        perk = catalogue.perks[key]
        if perk.attack_bonus:
            lines.append(f"{perk.name} {signed(perk.attack_bonus)}")
        if perk.shelters:
            lines.append(_("{perk}: one wounded less").format(perk=perk.name))
    note = _("{parts}. {n} or less: overrun.").format(parts=" · ".join(lines), n=most)
    return Section(_("6  Zombie Attack"), asks=tuple(asks), note=note)


def campaign_sheet(campaign: Campaign, groups: Iterable[Group], catalogue: Catalogue) -> Sheet:
    """How every group stands, how the book is read here, who is remembered."""
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
        standing.append(Line(group.name, " · ".join(p for p in parts if p)))
    games = [
        Line(
            _("Game {n}").format(n=game.number),
            " · ".join(
                (
                    catalogue.encounters[game.encounter].name
                    if game.encounter in catalogue.encounters
                    else game.encounter,
                    *(
                        _("{side} won").format(side=side.name) if side.won else side.name
                        for side in game.sides
                    ),
                )
            ),
        )
        for game in campaign.games
    ]
    rulings = []
    for field, text, _why, values in switch_texts():
        chosen = getattr(campaign.switches, field)
        shown = next((words for value, words in values if value == chosen), str(chosen))
        rulings.append(Line(text, shown))
    memorial = [
        Line(
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
        sections.append(Section(_("Notes"), (Line("", campaign.notes),)))
    return Sheet(
        "campaign",
        campaign.name,
        _("Campaign sheet"),
        tuple(s for s in sections if s.lines),
        columns=1,
    )
