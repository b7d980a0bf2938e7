"""The content of Character cards, the group's card and the roster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from msgspec.structs import replace

from lastdays.language import _, capitalised, chained, dotted, ngettext, number, signed, times
from lastdays.model.counters import HeldCounter, held_traits, misses_by_level, shown_counters
from lastdays.model.fields import (
    gear_in_words,
    injuries_in_words,
    items_in_words,
    misses_in_words,
    skills_in_words,
)
from lastdays.model.group import Group, Item, Member, Skill
from lastdays.model.own_rules import levels_in_words
from lastdays.model.profile import (
    explain,
    heavy,
    item_name,
    learnable_types,
    next_level_cost,
    skill_name,
    trait_as_played,
    trait_in_short,
)
from lastdays.model.recruiting import empty_spaces, max_size, names_of, perk_help, perks_of
from lastdays.model.switches import Switches
from lastdays.model.weapons import (
    FirearmInHand,
    MeleeInHand,
    firearms_in_hand,
    melee_in_hand,
    trait_names,
)
from lastdays.pdf.content import (
    Cell,
    CharacterCard,
    ColumnKind,
    CounterTrack,
    GroupCard,
    PrintedLine,
    Section,
    SheetRow,
    SheetTable,
    TallyLine,
    TextSheet,
    WeaponLine,
)
from lastdays.pdf.tables import fighting_heads, shooting_heads
from lastdays.postgame.experience import earns
from lastdays.rulebook import CHARACTERISTICS, Catalogue, keyword_name, pictograms, skill_type_name
from lastdays.rulebook.entries import Entry, Equipment, Gear, InjuryEntry, Perk
from lastdays.rulebook.known import AttributeKey, EquipmentKey, ModifierKey
from lastdays.rulebook.own import Place


def packed(entries: Iterable[Entry]) -> str:
    """List the entries from content packs by pack: 'hospital: Orderly, Bone Saw'; '' for none."""
    names: dict[str, list[str]] = {}
    for entry in entries:
        if not entry.pack:
            continue
        of_pack = names.setdefault(entry.pack, [])
        if entry.name not in of_pack:
            of_pack.append(entry.name)
    packs = []
    for pack, entry_names in names.items():
        packs.append(_("{name}: {n}", name=pack, n=", ".join(entry_names)))
    return chained(packs)


def entries_of(member: Member, catalogue: Catalogue) -> Iterator[Entry]:
    """Yield the entries of the rulebook on a member's card."""
    yield catalogue.character(member.type)
    yield from _of_gear(member.gear, catalogue)
    for skill in member.skills:
        yield catalogue.trait(skill.key)
    for injury in member.injuries:
        yield catalogue.injuries[injury.key]


def _of_gear(items: Iterable[Item], catalogue: Catalogue) -> Iterator[Gear]:
    """Yield the entries of gear, each followed by those of what is attached to it."""
    for item in items:
        yield catalogue.gear(item.key)
        for attached in item.attached:
            yield catalogue.gear(attached.key)


def entries_of_group(group: Group, catalogue: Catalogue) -> Iterator[Entry]:
    """Yield the entries on a group's card: Refuge, Perks, stash."""
    yield catalogue.refuges[group.refuge.key]
    yield from perks_of(group, catalogue)
    yield from _of_gear(group.stash, catalogue)


#: The index of the column for hitting zombies, which has a colour of its own.
_AT_ZOMBIES = 2


def character_card(
    member: Member,
    group: Group,
    catalogue: Catalogue,
    switches: Switches,
) -> CharacterCard:
    """Return a member's card, with all figures worked out for this member."""
    kind = catalogue.character(member.type)
    is_paid = earns(member, switches)
    cost = next_level_cost(member, catalogue)
    learns = [skill_type_name(key) for key in learnable_types(member, catalogue, switches)]
    rules, skills = _skill_lines(member, catalogue, switches)
    shows_experience = is_paid or member.experience != 0
    shows_cost = is_paid and cost is not None
    experience = str(member.experience) if shows_experience else ""
    next_level = str(cost) if shows_cost else ""
    tally: tuple[TallyLine, ...] = ()
    if is_paid:
        tally = _tally(catalogue)
    edition = ""
    if group.games:
        edition = _("after game {n}", n=group.games)
    pack_sign = pictograms.token("pack") if kind.pack else ""
    return CharacterCard(
        member=member.id,
        name=member.name,
        kind=kind.name,
        keyword=keyword_name(member.keyword),
        group=group.name,
        leader=member.id == group.leader,
        status=capitalised(_absence(member, catalogue)),
        cells=characteristic_cells(member, catalogue),
        weapons=_weapon_lines(member, catalogue),
        gear=_gear_lines(member, catalogue),
        traits=_weapon_traits(member, catalogue),
        rules=rules,
        skills=skills,
        injuries=_injury_lines(member, catalogue),
        level=str(member.level),
        experience=experience,
        next_level=next_level,
        learns=", ".join(learns),
        notes=member.notes,
        damage=explain(member, catalogue)["DC"].value,
        colour=member.keyword,
        drawing=kind.drawing,
        one_use=_one_use(member, catalogue),
        tally=tally,
        edition=edition,
        pack=pack_sign,
        packs=packed(entries_of(member, catalogue)),
        own=own_lines(member, "card", catalogue),
        tracks=tuple(_tracks(member, catalogue)),
    )


def _skill_lines(
    member: Member, catalogue: Catalogue, switches: Switches
) -> tuple[tuple[PrintedLine, ...], tuple[PrintedLine, ...]]:
    """Return the rules that a member's type has, and the skills they have learnt."""
    rules_of_type = {rule.key for rule in catalogue.character(member.type).rules}
    rules = []
    skills = []
    for skill in member.skills:
        line = _skill_line(skill, catalogue, switches)
        if skill.key in rules_of_type:
            rules.append(line)
        else:
            skills.append(line)
    return tuple(rules), tuple(skills)


#: So many values of a counter have a cell each.
CELLS = 9


def own_lines(member: Member, place: Place, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return a member's counters, with what each level does, and traits, as shown in a place."""
    lines = []
    for counter in shown_counters(member.counters, "member", place, catalogue):
        lines.append(PrintedLine(counter.text, _levels(counter), counter.drawing))
    for trait in held_traits(member, catalogue, place):
        lines.append(PrintedLine(trait.name, trait.text, trait.drawing))
    return tuple(lines)


def _levels(counter: HeldCounter) -> str:
    """List the levels of a counter, if the rules have it."""
    if counter.counter is None:
        return ""
    return levels_in_words(counter.counter)


def _tracks(member: Member, catalogue: Catalogue) -> Iterator[CounterTrack]:
    """Yield the counters on a member's card whose values all have a cell."""
    for held in shown_counters(member.counters, "member", "card", catalogue):
        counter = held.counter
        if counter is not None and counter.high - counter.low < CELLS:
            yield CounterTrack(counter.name, counter.low, counter.high, held.value, held.drawing)


def _group_lines(group: Group, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return a group's counters that are shown on its card."""
    counters = shown_counters(group.counters, "group", "card", catalogue)
    return tuple(
        PrintedLine(counter.text, _levels(counter), counter.drawing) for counter in counters
    )


def _absence(member: Member, catalogue: Catalogue) -> str:
    """Say why a member of the roster can't play the next game; '' if they can."""
    if member.status == "captured":
        return _("captured")
    level = misses_by_level(member, catalogue)
    if level is not None and not member.misses:
        return level.name
    return misses_in_words(member)


def _weapon_lines(member: Member, catalogue: Catalogue) -> tuple[WeaponLine, ...]:
    """Return a member's weapons with their figures for this member, Firearms first."""
    items = {item.id: item for item in member.gear}
    shield = _shield(member, catalogue)
    lines = [_firearm_line(gun, items, catalogue) for gun in firearms_in_hand(member, catalogue)]
    for weapon in melee_in_hand(member, catalogue):
        lines.append(_fighter(weapon, items, shield, catalogue))
    return tuple(lines)


def _skill_line(skill: Skill, catalogue: Catalogue, switches: Switches) -> PrintedLine:
    entry = catalogue.trait(skill.key)
    name = skill_name(skill.key, skill.value, skill.detail, catalogue)
    text = trait_as_played(skill.key, catalogue, switches)
    short = trait_in_short(skill.key, catalogue, switches)
    return PrintedLine(name, text, entry.drawing, short)


def _tally(catalogue: Catalogue) -> tuple[TallyLine, ...]:
    """Return the boxes for what earns Experience in a game (p. 87)."""
    return (
        TallyLine(pictograms.token("kills"), _("zombies"), catalogue.earned["zombie"], 10),
        TallyLine(pictograms.token("unarmed"), _("rivals"), catalogue.earned["rival"], 3),
        TallyLine(pictograms.token("trophy"), _("objectives"), catalogue.earned["objective"], 2),
    )


def _one_use(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return one-use gear, each with a box to cross out."""
    entries = _of_gear(member.gear, catalogue)
    once = [entry for entry in entries if entry.has(AttributeKey.ONE_USE)]
    return tuple(PrintedLine(entry.name, drawing=entry.drawing) for entry in once)


def _shield(member: Member, catalogue: Catalogue) -> int:
    """Return the bonus of a shield to CQC in defence, 0 without one."""
    if any(item.key == EquipmentKey.RIOT_SHIELD for item in member.gear):
        return catalogue.modifiers[ModifierKey.SHIELD].amount
    return 0


def characteristic_cells(member: Member, catalogue: Catalogue) -> tuple[Cell, ...]:
    """Return the eight characteristics, changed ones with the printed number."""
    figures = explain(member, catalogue)
    cells = []
    for key in CHARACTERISTICS:
        figure = figures[key]
        printed = str(figure.printed) if figure.changed else ""
        cells.append(Cell(key, figure.text, printed))
    return tuple(cells)


def _firearm_line(
    gun: FirearmInHand, items: Mapping[str, Item], catalogue: Catalogue
) -> WeaponLine:
    """Return the line of a Firearm; `items` is the member's gear by its ids."""
    remarks = [trait_names(gun.traits, catalogue), *gun.why]
    if gun.ammo_die:
        remarks.append(_("Ammo Rolls {n}", n=signed(gun.ammo_die)))
    reload_cost = ""
    if gun.reload is not None:
        reload_cost = _reload_cost(gun)
    drawing = ""
    name_without_attachments = ""
    attached = []
    item = items.get(gun.item)
    if item is not None:
        drawing = catalogue.gear(item.key).drawing
        name_without_attachments = item_name(replace(item, attached=()), catalogue)
        attached = [catalogue.gear(part.key).name for part in item.attached]
    return WeaponLine(
        gun.name,
        tuple(_gun_cells(gun)),
        dotted(*remarks),
        gun.reload or 0,
        row=tuple(_gun_row(gun, catalogue)),
        shoots=True,
        reload=reload_cost,
        drawing=drawing,
        bare=name_without_attachments,
        attached=", ".join(attached),
    )


def _gun_cells(gun: FirearmInHand) -> Iterator[Cell]:
    """Yield the figures of a Firearm on a card."""
    yield Cell(_("Range"), _reach(gun))
    yield Cell(_("Damage"), _damage(gun))
    yield Cell(_("RoF"), str(gun.rate))
    yield Cell(_("Knockback"), _knockback(gun))
    if gun.usable:
        yield Cell(_("hits on"), _roll_needed(gun.hits_on))
    if gun.reload is not None:
        yield Cell(_("Reload"), str(gun.reload))
        yield Cell(_("to reload"), _reload_cost(gun))


def _gun_row(gun: FirearmInHand, catalogue: Catalogue) -> Iterator[Cell]:
    """Yield the figures of a Firearm in the row of a table; that against zombies has a colour."""
    hits_on = "–"
    hits_zombies_on = "–"
    if gun.usable:
        easier = catalogue.modifiers[ModifierKey.TARGET_ZOMBIE].amount
        hits_on = _roll_needed(gun.hits_on)
        hits_zombies_on = _roll_needed(gun.hits_on - easier)
    reload = "–" if gun.reload is None else str(gun.reload)
    texts = (
        _reach(gun),
        hits_on,
        hits_zombies_on,
        f"+{_damage(gun)}",
        str(gun.rate),
        _knockback(gun),
        reload,
    )
    for column, (head, text) in enumerate(zip(shooting_heads(), texts, strict=True)):
        coloured = text if column == _AT_ZOMBIES else ""
        yield Cell(head, text, coloured)


def _reach(gun: FirearmInHand) -> str:
    return steps_of(step.inches for step in gun.steps) + "″"


def _damage(gun: FirearmInHand) -> str:
    return steps_of(step.damage for step in gun.steps)


def _reload_cost(gun: FirearmInHand) -> str:
    return _("{n} AP", n=gun.reload_cost)


def steps_of(figures: Iterable[int]) -> str:
    """Join the figures of a Firearm's range steps: '12/24/36'."""
    return "/".join(str(n) for n in figures)


def _knockback(gun: FirearmInHand) -> str:
    """Return the knockback of a Firearm, once if it is the same at any range."""
    figures = [step.knockback for step in gun.steps]
    if len(set(figures)) == 1:
        return str(figures[0])
    return steps_of(figures)


def _roll_needed(wanted: int) -> str:
    """Return the roll that is needed: '3+', at least '1+'."""
    return f"{max(1, wanted)}+"


def _fighter(
    weapon: MeleeInHand, items: Mapping[str, Item], shield: int, catalogue: Catalogue
) -> WeaponLine:
    """Return the line of a weapon for close combat; `items` is the member's gear by its ids, `shield`
    adds to CQC in defence."""
    cells = (
        Cell(_("CQC"), f"{weapon.cqc} ({signed(weapon.cqc_weapon)})"),
        Cell(_("damage"), f"D6+{weapon.strength} ({signed(weapon.strength_weapon)})"),
    )
    bonuses = []
    if weapon.cqc_weapon:
        bonuses.append(_("CQC {n}", n=signed(weapon.cqc_weapon)))
    if weapon.strength_weapon:
        bonuses.append(_("Strength {n}", n=signed(weapon.strength_weapon)))
    texts = (
        str(weapon.cqc),
        str(weapon.cqc + shield),
        f"D6+{weapon.strength}",
        _roll_needed(catalogue.number("head", "target") - weapon.lobotomizer),
    )
    row = [Cell(head, text) for head, text in zip(fighting_heads(), texts, strict=True)]
    item = items.get(weapon.item)
    drawing = pictograms.token("unarmed")
    if item is not None:
        drawing = catalogue.gear(item.key).drawing
    return WeaponLine(
        weapon.name,
        cells,
        dotted(trait_names(weapon.traits, catalogue), *weapon.why),
        row=tuple(row),
        drawing=drawing,
        own=", ".join(bonuses),
    )


def _gear_lines(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return equipment and what is attached to weapons, with summaries; then the load."""
    counts: Counter[str] = Counter()
    for item in member.gear:
        if item.key not in catalogue.firearms and item.key not in catalogue.close_combat:
            counts[item.key] += 1
        for attached in item.attached:
            counts[attached.key] += 1
    lines = [_line_with_short(catalogue.equipment[key], count) for key, count in counts.items()]
    load = heavy(member, catalogue)
    if load:
        lines.append(
            PrintedLine(
                _("Heavy {n}", n=load),
                _("costs {n} AP as each Action Phase begins; included above.", n=load),
                short=_("costs {n} AP, included above", n=load),
            )
        )
    return tuple(lines)


def _weapon_traits(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return what the attributes of the weapons mean, each once, without Heavy if the load is listed."""
    keys = []
    for gun in firearms_in_hand(member, catalogue):
        keys += [trait.key for trait in gun.traits]
    for weapon in melee_in_hand(member, catalogue):
        keys += [trait.key for trait in weapon.traits]
    load = heavy(member, catalogue)
    lines = []
    for key in dict.fromkeys(keys):
        if key not in catalogue.attributes:
            continue
        if key == AttributeKey.HEAVY and load:
            continue
        attribute = catalogue.attributes[key]
        lines.append(PrintedLine(attribute.name, attribute.summary, short=attribute.short))
    return tuple(lines)


def _injury_lines(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    count = Counter(injury.key for injury in member.injuries)
    return tuple(_line_with_short(catalogue.injuries[key], n) for key, n in count.items())


def _line_with_short(entry: Equipment | InjuryEntry, count: int) -> PrintedLine:
    return PrintedLine(times(entry.name, count), entry.summary, entry.drawing, entry.short)


def _line(perk: Perk, count: int = 1) -> PrintedLine:
    return PrintedLine(times(perk.name, count), perk.summary, perk.drawing)


def group_card(group: Group, catalogue: Catalogue) -> GroupCard:
    """Return the Group-and-Refuge card (p. 111)."""
    refuge = catalogue.refuges[group.refuge.key]
    built = Counter(perk.key for perk in group.refuge.built)
    stash = Counter(item_name(item, catalogue) for item in group.stash)
    return GroupCard(
        group=group.id,
        name=group.name,
        drawing=refuge.drawing,
        refuge=refuge.name,
        player=group.player,
        cells=tuple(_group_cells(group, catalogue)),
        spaces=empty_spaces(group, catalogue) + len(group.refuge.built),
        used=len(group.refuge.built),
        built_in=tuple(_line(catalogue.perks[key]) for key in refuge.built_in),
        built=tuple(_line(catalogue.perks[key], n) for key, n in built.items()),
        next_game=_next_game(group, catalogue),
        members=tuple(_member_line(member, group, catalogue) for member in group.roster),
        stash=tuple(PrintedLine(times(name, n)) for name, n in stash.items()),
        notes=group.notes,
        packs=packed(entries_of_group(group, catalogue)),
        own=_group_lines(group, catalogue),
    )


def _group_cells(group: Group, catalogue: Catalogue) -> Iterator[Cell]:
    """Yield the figures of a group."""
    yield Cell(_("Members"), str(len(group.roster)))
    size_limit = max_size(group, catalogue)
    if size_limit is not None:
        yield Cell(_("Maximum"), str(size_limit))
    yield Cell(_("Scavenge Points"), number(group.points))
    yield Cell(_("Games"), str(group.games))


def _next_game(group: Group, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return what worked Perks give for the next Encounter (p. 80–81)."""
    worked = perk_help(group, catalogue)
    lines = []
    if worked.ammo_rerolls:
        text = ngettext(
            "{n} failed Ammo Roll may be re-rolled.",
            "{n} failed Ammo Rolls may be re-rolled.",
            worked.ammo_rerolls,
        )
        lines.append(PrintedLine(names_of(worked.ammo), text))
    if worked.encounter_shift:
        text = ngettext(
            "the Encounter roll may be shifted by one.",
            "the Encounter roll may be shifted by up to {n}.",
            worked.encounter_shift,
        )
        lines.append(PrintedLine(names_of(worked.radio), text))
    return tuple(lines)


def _member_line(member: Member, group: Group, catalogue: Catalogue) -> PrintedLine:
    role = _("Leader") if member.id == group.leader else ""
    text = dotted(
        role,
        catalogue.character(member.type).name,
        _("Level {n}", n=member.level),
        _absence(member, catalogue),
        gear_in_words(member, catalogue),
    )
    return PrintedLine(member.name, text)


def roster_sheet(group: Group, catalogue: Catalogue) -> TextSheet:
    """Return the roster, with the whole group on a page."""
    refuge = catalogue.refuges[group.refuge.key]
    size = ngettext("{n} member", "{n} members", len(group.roster))
    points = ngettext(
        "{n} Scavenge Point", "{n} Scavenge Points", group.points, n=number(group.points)
    )
    footer = [PrintedLine(name, text) for name, text in _roster_footer(group, catalogue) if text]
    return TextSheet(
        "roster",
        group.name,
        dotted(refuge.name, size, points),
        (Section("", table=_roster_table(group, catalogue)), Section("", tuple(footer))),
        columns=1,
    )


def _roster_table(group: Group, catalogue: Catalogue) -> SheetTable:
    """Return the table of the roster: a name and figures for the member, for shooting and for fighting."""
    heads: list[str] = []
    kinds: list[ColumnKind] = []
    for name, figures in (
        (_("Name"), CHARACTERISTICS),
        (_("Shoot"), shooting_heads()),
        (_("Fight"), fighting_heads()),
    ):
        heads.append(name)
        kinds.append("name")
        for figure in figures:
            heads.append(figure)
            kinds.append("figure")
    rows = tuple(_member_row(member, group, catalogue) for member in group.roster)
    return SheetTable(tuple(kinds), rows, tuple(heads))


def _roster_footer(group: Group, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield what stands below the roster, each with its name."""
    counters = shown_counters(group.counters, "group", "roster", catalogue)
    yield _("Our rules"), dotted(*(counter.text for counter in counters))
    yield _("Perks"), ", ".join(perk.name for perk in perks_of(group, catalogue))
    yield _("Stash"), items_in_words(group.stash, catalogue)
    entries: list[Entry] = []
    for member in group.roster:
        entries += entries_of(member, catalogue)
    entries += entries_of_group(group, catalogue)
    yield _("Content packs"), packed(entries)
    yield _("Notes"), group.notes.strip()


def _member_row(member: Member, group: Group, catalogue: Catalogue) -> SheetRow:
    """Return a member's row, with more lines for further weapons."""
    figures = []
    for cell in characteristic_cells(member, catalogue):
        if cell.before:
            figures.append(f"{cell.text} ({cell.before})")
        else:
            figures.append(cell.text)
    first_weapon, *other_weapons = _weapon_rows(member, catalogue)
    blank_cells = ("",) * (1 + len(figures))
    damage_capacity = explain(member, catalogue)["DC"].value
    return SheetRow(
        cells=(member.name, *figures, *first_weapon),
        drawing=catalogue.character(member.type).drawing,
        note=dotted(*_row_texts(member, group, catalogue)),
        more=tuple(blank_cells + weapon for weapon in other_weapons),
        keyword=member.keyword,
        cell_drawings=tuple(_weapon_pictures(member, len(blank_cells), catalogue)),
        boxes=damage_capacity,
    )


def _weapon_pictures(
    member: Member, firearm_column: int, catalogue: Catalogue
) -> Iterator[Mapping[int, str]]:
    """Yield the pictograms of each row of weapons by column number; `firearm_column` is that of Firearms."""
    weapons = _weapon_lines(member, catalogue)
    guns = [weapon.drawing for weapon in weapons if weapon.shoots]
    blades = [weapon.drawing for weapon in weapons if not weapon.shoots]
    blade_column = firearm_column + 1 + len(shooting_heads())
    for gun, blade in zip_longest(guns, blades, fillvalue=""):
        pictures = {}
        if gun:
            pictures[firearm_column] = gun
        if blade:
            pictures[blade_column] = blade
        yield pictures


def _weapon_rows(member: Member, catalogue: Catalogue) -> list[tuple[str, ...]]:
    """Return rows of a Firearm and a weapon for close combat each; there is always one."""
    guns = []
    blades = []
    for weapon in _weapon_lines(member, catalogue):
        texts = (weapon.name, *(cell.text for cell in weapon.row))
        if weapon.shoots:
            guns.append(texts)
        else:
            blades.append(texts)
    no_gun = ("",) * (1 + len(shooting_heads()))
    no_blade = ("",) * (1 + len(fighting_heads()))
    rows = []
    for gun, blade in zip_longest(guns, blades):
        rows.append((gun or no_gun) + (blade or no_blade))
    return rows


def _row_texts(member: Member, group: Group, catalogue: Catalogue) -> Iterator[str]:
    """Yield what is said below a member's row."""
    if member.id == group.leader:
        yield _("Leader")
    yield catalogue.character(member.type).name
    yield keyword_name(member.keyword)
    yield _absence(member, catalogue)
    yield _("Level {n}, XP {xp}", n=member.level, xp=member.experience)
    weapons = {*catalogue.firearms, *catalogue.close_combat}
    other_gear = [item for item in member.gear if item.key not in weapons]
    yield items_in_words(other_gear, catalogue)
    yield skills_in_words(member, catalogue)
    yield injuries_in_words(member, catalogue)
    for counter in shown_counters(member.counters, "member", "roster", catalogue):
        yield counter.text
    for trait in held_traits(member, catalogue, "roster"):
        yield trait.in_words


def blank_character(catalogue: Catalogue) -> CharacterCard:
    """Return a blank Character card."""
    cells = tuple(Cell(key, "") for key in CHARACTERISTICS)
    return CharacterCard("", "", "", "", "", cells=cells, blank=True, tally=_tally(catalogue))


def blank_group() -> GroupCard:
    """Return a blank Group-and-Refuge card."""
    labels = (_("Members"), _("Maximum"), _("Scavenge Points"), _("Games"))
    cells = tuple(Cell(label, "") for label in labels)
    return GroupCard("", "", "", cells=cells, blank=True)
