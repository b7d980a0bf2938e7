"""The content of Character cards, the group's card and the roster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, zip_longest

from lastdays.language import _, begun, chained, dotted, ngettext, number, signed, times
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
)
from lastdays.model.recruiting import empty_spaces, given, max_size, names_of, perks_of
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
    names: dict[str, dict[str, None]] = {}
    for entry in entries:
        if entry.pack:
            names.setdefault(entry.pack, {})[entry.name] = None
    return chained(_("{name}: {n}", name=pack, n=", ".join(found)) for pack, found in names.items())


def entries_of(member: Member, catalogue: Catalogue) -> Iterator[Entry]:
    """Yield the entries of the rulebook on a member's card."""
    yield catalogue.character(member.type)
    yield from _of_gear(member.gear, catalogue)
    for skill in member.skills:
        yield catalogue.trait(skill.key)
    for injury in member.injuries:
        yield catalogue.injuries[injury.key]


def _of_gear(items: Iterable[Item], catalogue: Catalogue) -> Iterator[Gear]:
    for item in items:
        for key in (item.key, *(attached.key for attached in item.attached)):
            yield catalogue.gear(key)


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
    now = explain(member, catalogue)
    paid = earns(member, switches)
    cost = next_level_cost(member, catalogue)
    kind = catalogue.character(member.type)
    native = {t.key for t in kind.rules}

    def skill_line(skill: Skill) -> PrintedLine:
        return _skill_line(skill, catalogue, switches)

    return CharacterCard(
        member=member.id,
        name=member.name,
        kind=kind.name,
        keyword=keyword_name(member.keyword),
        group=group.name,
        leader=member.id == group.leader,
        status=begun(_absence(member, catalogue)),
        cells=characteristic_cells(member, catalogue),
        weapons=_weapon_lines(member, catalogue),
        gear=_gear_lines(member, catalogue),
        traits=_weapon_traits(member, catalogue),
        rules=tuple(skill_line(s) for s in member.skills if s.key in native),
        skills=tuple(skill_line(s) for s in member.skills if s.key not in native),
        injuries=_injury_lines(member, catalogue),
        level=str(member.level),
        experience=str(member.experience) if paid or member.experience else "",
        next_level=str(cost) if cost is not None and paid else "",
        learns=", ".join(map(skill_type_name, learnable_types(member, catalogue, switches))),
        notes=member.notes,
        damage=now["DC"].value,
        colour=member.keyword,
        drawing=kind.drawing,
        one_use=_one_use(member, catalogue),
        tally=_tally(catalogue) if paid else (),
        edition=_("after game {n}", n=group.games) if group.games else "",
        pack=pictograms.token("pack") if kind.pack else "",
        packs=packed(entries_of(member, catalogue)),
        own=own_lines(member, "card", catalogue),
        tracks=tuple(_tracks(member, catalogue)),
    )


#: So many values of a counter have a cell each.
CELLS = 9


def own_lines(member: Member, place: Place, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return a member's counters, with what each level does, and traits, as shown in a place."""
    counters = shown_counters(member.counters, "member", place, catalogue)
    lines = [PrintedLine(held.text, _levels(held), held.drawing) for held in counters]
    traits = held_traits(member, catalogue, place)
    lines += [PrintedLine(trait.name, trait.text, trait.drawing) for trait in traits]
    return tuple(lines)


def _levels(held: HeldCounter) -> str:
    """List the levels of a counter, if the rules have it."""
    return "" if held.counter is None else levels_in_words(held.counter)


def _tracks(member: Member, catalogue: Catalogue) -> Iterator[CounterTrack]:
    """Yield the counters on a member's card whose values all have a cell."""
    for held in shown_counters(member.counters, "member", "card", catalogue):
        counter = held.counter
        if counter is not None and counter.high - counter.low < CELLS:
            yield CounterTrack(counter.name, counter.low, counter.high, held.value, held.drawing)


def _group_lines(group: Group, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return a group's counters that are shown on its card."""
    counters = shown_counters(group.counters, "group", "card", catalogue)
    return tuple(PrintedLine(held.text, _levels(held), held.drawing) for held in counters)


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
    held = {item.id: item.key for item in member.gear}
    shield = _shield(member, catalogue)
    return (
        *(_shooter(s, held, catalogue) for s in firearms_in_hand(member, catalogue)),
        *(_fighter(f, held, shield, catalogue) for f in melee_in_hand(member, catalogue)),
    )


def _skill_line(skill: Skill, catalogue: Catalogue, switches: Switches) -> PrintedLine:
    entry = catalogue.trait(skill.key)
    name = skill_name(skill.key, skill.value, skill.detail, catalogue)
    return PrintedLine(name, trait_as_played(skill.key, catalogue, switches), entry.drawing)


def _tally(catalogue: Catalogue) -> tuple[TallyLine, ...]:
    """Return the boxes for what earns Experience in a game (p. 87)."""
    return (
        TallyLine(pictograms.token("kills"), _("zombies"), catalogue.earned["zombie"], 10),
        TallyLine(pictograms.token("unarmed"), _("rivals"), catalogue.earned["rival"], 3),
        TallyLine(pictograms.token("trophy"), _("objectives"), catalogue.earned["objective"], 2),
    )


def _one_use(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return one-use gear, each with a box to cross out."""
    return tuple(
        PrintedLine(entry.name, drawing=entry.drawing)
        for entry in _of_gear(member.gear, catalogue)
        if entry.has(AttributeKey.ONE_USE)
    )


def _shield(member: Member, catalogue: Catalogue) -> int:
    """Return the bonus of a shield to CQC in defence, 0 without one."""
    if any(item.key == EquipmentKey.RIOT_SHIELD for item in member.gear):
        return catalogue.modifiers[ModifierKey.SHIELD].amount
    return 0


def characteristic_cells(member: Member, catalogue: Catalogue) -> tuple[Cell, ...]:
    """Return the eight characteristics, changed ones with the printed number."""
    now = explain(member, catalogue)
    return tuple(
        Cell(key, now[key].text, str(now[key].printed) if now[key].changed else "")
        for key in CHARACTERISTICS
    )


def _shooter(shooter: FirearmInHand, held: Mapping[str, str], catalogue: Catalogue) -> WeaponLine:
    reach = steps_of(s.inches for s in shooter.steps) + "″"
    damage = steps_of(s.damage for s in shooter.steps)
    cells = [
        Cell(_("Range"), reach),
        Cell(_("Damage"), damage),
        Cell(_("RoF"), str(shooter.rate)),
        Cell(_("Knockback"), _knockback(shooter)),
    ]
    cost = "" if shooter.reload is None else _("{n} AP", n=shooter.reload_cost)
    if shooter.usable:
        cells.append(Cell(_("hits on"), _die(shooter.hits_on)))
    if shooter.reload is not None:
        cells.append(Cell(_("Reload"), str(shooter.reload)))
        cells.append(Cell(_("to reload"), cost))
    remarks = [trait_names(shooter.traits, catalogue), *shooter.why]
    if shooter.ammo_die:
        remarks.append(_("Ammo Rolls {n}", n=signed(shooter.ammo_die)))
    zombie = shooter.hits_on - catalogue.modifiers[ModifierKey.TARGET_ZOMBIE].amount
    row = (
        reach,
        _die(shooter.hits_on) if shooter.usable else "–",
        _die(zombie) if shooter.usable else "–",
        f"+{damage}",
        str(shooter.rate),
        _knockback(shooter),
        "–" if shooter.reload is None else str(shooter.reload),
    )
    key = held.get(shooter.item, "")
    return WeaponLine(
        shooter.name,
        tuple(cells),
        dotted(*remarks),
        shooter.reload or 0,
        row=tuple(
            Cell(head, text, text if n == _AT_ZOMBIES else "")
            for n, (head, text) in enumerate(zip(shooting_heads(), row, strict=True))
        ),
        shoots=True,
        reload=cost,
        drawing=catalogue.gear(key).drawing if key else "",
    )


def steps_of(figures: Iterable[int]) -> str:
    """Join the figures of a Firearm's range steps: '12/24/36'."""
    return "/".join(str(n) for n in figures)


def _knockback(shooter: FirearmInHand) -> str:
    figures = {step.knockback for step in shooter.steps}
    return str(*figures) if len(figures) == 1 else steps_of(s.knockback for s in shooter.steps)


def _die(wanted: int) -> str:
    """Return the roll that is needed: '3+', at least '1+'."""
    return f"{max(1, wanted)}+"


def _fighter(
    fighter: MeleeInHand, held: Mapping[str, str], shield: int, catalogue: Catalogue
) -> WeaponLine:
    cells = [
        Cell(_("CQC"), f"{fighter.cqc} ({signed(fighter.cqc_weapon)})"),
        Cell(_("damage"), f"D6+{fighter.strength} ({signed(fighter.strength_weapon)})"),
    ]
    remarks = [trait_names(fighter.traits, catalogue), *fighter.why]
    own = (
        _("CQC {n}", n=signed(fighter.cqc_weapon)) if fighter.cqc_weapon else "",
        _("Strength {n}", n=signed(fighter.strength_weapon)) if fighter.strength_weapon else "",
    )
    row = (
        str(fighter.cqc),
        str(fighter.cqc + shield),
        f"D6+{fighter.strength}",
        _die(catalogue.number("head", "target") - fighter.lobotomizer),
    )
    key = held.get(fighter.item, "")
    return WeaponLine(
        fighter.name,
        tuple(cells),
        dotted(*remarks),
        row=tuple(Cell(head, text) for head, text in zip(fighting_heads(), row, strict=True)),
        drawing=catalogue.gear(key).drawing if key else pictograms.token("unarmed"),
        own=", ".join(filter(None, own)),
    )


def _gear_lines(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return equipment and what is attached to weapons, with summaries; then the load."""
    counts: Counter[str] = Counter()
    for item in member.gear:
        if item.key not in catalogue.firearms and item.key not in catalogue.close_combat:
            counts[item.key] += 1
        for attached in item.attached:
            counts[attached.key] += 1
    lines = [_line(catalogue.equipment[key], count) for key, count in counts.items()]
    load = heavy(member, catalogue)
    if load:
        lines.append(
            PrintedLine(
                _("Heavy {n}", n=load),
                _("costs {n} AP as each Action Phase begins; included above.", n=load),
            )
        )
    return tuple(lines)


def _weapon_traits(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return what the attributes of the weapons mean, each once, without Heavy if the load is listed."""
    traits = [w.traits for w in firearms_in_hand(member, catalogue)]
    traits += [w.traits for w in melee_in_hand(member, catalogue)]
    keys = dict.fromkeys(trait.key for held in traits for trait in held)
    return tuple(
        PrintedLine(catalogue.attributes[key].name, catalogue.attributes[key].summary)
        for key in keys
        if key in catalogue.attributes
        and not (key == AttributeKey.HEAVY and heavy(member, catalogue))
    )


def _injury_lines(member: Member, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    counts = Counter(i.key for i in member.injuries)
    return tuple(_line(catalogue.injuries[key], count) for key, count in counts.items())


def _line(entry: Equipment | InjuryEntry | Perk, count: int = 1) -> PrintedLine:
    return PrintedLine(times(entry.name, count), entry.summary, entry.drawing)


def group_card(group: Group, catalogue: Catalogue) -> GroupCard:
    """Return the Group-and-Refuge card (p. 111)."""
    refuge = catalogue.refuges[group.refuge.key]
    built = Counter(perk.key for perk in group.refuge.built)
    most = max_size(group, catalogue)
    stash = Counter(item_name(item, catalogue) for item in group.stash)
    return GroupCard(
        group=group.id,
        name=group.name,
        drawing=refuge.drawing,
        refuge=refuge.name,
        player=group.player,
        cells=(
            Cell(_("Members"), str(len(group.roster))),
            *([] if most is None else [Cell(_("Maximum"), str(most))]),
            Cell(_("Scavenge Points"), number(group.points)),
            Cell(_("Games"), str(group.games)),
        ),
        spaces=empty_spaces(group, catalogue) + len(group.refuge.built),
        used=len(group.refuge.built),
        built_in=tuple(_line(catalogue.perks[key]) for key in refuge.built_in),
        built=tuple(_line(catalogue.perks[key], n) for key, n in built.items()),
        next_game=_next_game(group, catalogue),
        members=tuple(_member_line(m, group, catalogue) for m in group.roster),
        stash=tuple(PrintedLine(times(name, n)) for name, n in stash.items()),
        notes=group.notes,
        packs=packed(entries_of_group(group, catalogue)),
        own=_group_lines(group, catalogue),
    )


def _next_game(group: Group, catalogue: Catalogue) -> tuple[PrintedLine, ...]:
    """Return what worked Perks give for the next Encounter (p. 80–81)."""
    lines, worked = [], given(group, catalogue)
    if n := worked.ammo_rerolls:
        text = ngettext(
            "{n} failed Ammo Roll may be re-rolled.",
            "{n} failed Ammo Rolls may be re-rolled.",
            n,
        )
        lines.append(PrintedLine(names_of(worked.ammo), text))
    if n := worked.encounter_shift:
        text = ngettext(
            "the Encounter roll may be shifted by one.",
            "the Encounter roll may be shifted by up to {n}.",
            n,
        )
        lines.append(PrintedLine(names_of(worked.radio), text))
    return tuple(lines)


def _member_line(member: Member, group: Group, catalogue: Catalogue) -> PrintedLine:
    said = dotted(
        _("Leader") if member.id == group.leader else "",
        catalogue.character(member.type).name,
        _("Level {n}", n=member.level),
        _absence(member, catalogue),
        gear_in_words(member, catalogue),
    )
    return PrintedLine(member.name, said)


def roster_sheet(group: Group, catalogue: Catalogue) -> TextSheet:
    """Return the roster, with the whole group on a page."""
    refuge = catalogue.refuges[group.refuge.key]
    size = ngettext("{n} member", "{n} members", len(group.roster))
    points = ngettext(
        "{n} Scavenge Point", "{n} Scavenge Points", group.points, n=number(group.points)
    )
    entries = [entry for m in group.roster for entry in entries_of(m, catalogue)]
    own = shown_counters(group.counters, "group", "roster", catalogue)
    footer = (
        (_("Our rules"), dotted(*(held.text for held in own))),
        (_("Perks"), ", ".join(perk.name for perk in perks_of(group, catalogue))),
        (_("Stash"), items_in_words(group.stash, catalogue)),
        (_("Content packs"), packed((*entries, *entries_of_group(group, catalogue)))),
        (_("Notes"), group.notes.strip()),
    )
    shooting, fighting = shooting_heads(), fighting_heads()
    figure: ColumnKind = "figure"
    blocks = (CHARACTERISTICS, shooting, fighting)
    kinds = (("name", *(figure for _head in heads)) for heads in blocks)
    table = SheetTable(
        tuple(chain.from_iterable(kinds)),
        tuple(_row(member, group, catalogue) for member in group.roster),
        (_("Name"), *CHARACTERISTICS, _("Shoot"), *shooting, _("Fight"), *fighting),
    )
    return TextSheet(
        "roster",
        group.name,
        dotted(refuge.name, size, points),
        (
            Section("", table=table),
            Section("", tuple(PrintedLine(name, text) for name, text in footer if text)),
        ),
        columns=1,
    )


def _row(member: Member, group: Group, catalogue: Catalogue) -> SheetRow:
    """Return a member's row, with more lines for further weapons."""
    kind = catalogue.character(member.type)
    weapons = {*catalogue.firearms, *catalogue.close_combat}
    said = dotted(
        _("Leader") if member.id == group.leader else "",
        kind.name,
        keyword_name(member.keyword),
        _absence(member, catalogue),
        _("Level {n}, XP {xp}", n=member.level, xp=member.experience),
        items_in_words((item for item in member.gear if item.key not in weapons), catalogue),
        skills_in_words(member, catalogue),
        injuries_in_words(member, catalogue),
        *(one.text for one in shown_counters(member.counters, "member", "roster", catalogue)),
        *(trait.said for trait in held_traits(member, catalogue, "roster")),
    )
    held = _weapon_lines(member, catalogue)
    guns, blades = (
        [(w.name, *(cell.text for cell in w.row)) for w in held if w.shoots == shoots]
        for shoots in (True, False)
    )
    figures = tuple(
        f"{cell.text} ({cell.before})" if cell.before else cell.text
        for cell in characteristic_cells(member, catalogue)
    )
    no_gun, no_blade = ("",) * (1 + len(shooting_heads())), ("",) * (1 + len(fighting_heads()))
    first, *more = (
        (*(gun or no_gun), *(blade or no_blade)) for gun, blade in zip_longest(guns, blades)
    )
    return SheetRow(
        (member.name, *figures, *first),
        kind.drawing,
        said,
        tuple((*("" for _cell in ("", *figures)), *line) for line in more),
        member.keyword,
    )


def blank_character(catalogue: Catalogue) -> CharacterCard:
    """Return a blank Character card."""
    cells = tuple(Cell(key, "") for key in CHARACTERISTICS)
    return CharacterCard("", "", "", "", "", cells=cells, blank=True, tally=_tally(catalogue))


def blank_group() -> GroupCard:
    """Return a blank Group-and-Refuge card."""
    labels = (_("Members"), _("Maximum"), _("Scavenge Points"), _("Games"))
    return GroupCard("", "", "", cells=tuple(Cell(label, "") for label in labels), blank=True)
