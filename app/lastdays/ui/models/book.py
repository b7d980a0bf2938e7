"""The rulebook's entries as the window shows them: numbers, effects, and links between entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from lastdays.language import _, percent, titled
from lastdays.model.switches import rulings
from lastdays.model.weapons import thrown_reach
from lastdays.names import searchable
from lastdays.postgame.supplies import cell_in_words
from lastdays.rulebook import (
    CHARACTERISTICS,
    Catalogue,
    Encounter,
    Trait,
    characteristic_name,
    class_name,
    keyword_name,
    pictograms,
    skill_type_name,
)
from lastdays.rulebook.checks import FACES
from lastdays.rulebook.entries import (
    AttributeEntry,
    CharacterType,
    CloseCombatWeapon,
    Entry,
    Equipment,
    Firearm,
    Gear,
    InjuryEntry,
    Perk,
    Profile,
    Refuge,
    SkillEntry,
    TestOf,
    ZombieType,
)
from lastdays.values import Value


class BookFact(Value):
    """A number under its heading; `name` is the heading in full."""

    heading: str
    text: str
    name: str = ""


#: Tables of one or more rows of the same headings.
Facts = tuple[tuple[tuple[BookFact, ...], ...], ...]


class Links(Value):
    """Related entries under a heading, each as the text to show and the entry's name. With
    `searched` a search for one of them finds the entry."""

    heading: str
    targets: tuple[tuple[str, str], ...]
    searched: bool = False


class TableResult(Value):
    """A result of a table: its roll, what it is, how many of how many throws give it, and its
    entry."""

    rolled: str
    text: str
    ways: int
    throws: int
    entry: str

    @property
    def chance(self) -> Fraction:
        """Return how likely it is."""
        return Fraction(self.ways, self.throws)

    @property
    def odds(self) -> str:
        """Return the chance in words: '5/36 (14 %)'."""
        return _(
            "{ways}/{throws} ({percent})",
            ways=self.ways,
            throws=self.throws,
            percent=percent(self.chance),
        )


class BookEntry(Value):
    """An entry with everything its card shows. `facts` are tables whose rows share their headings;
    `also` are its other names in the book, `starred` puts a * after its name."""

    chapter: str
    name: str
    drawing: str
    page: int = 0
    pack: str = ""
    facts: Facts = ()
    lines: tuple[str, ...] = ()
    links: tuple[Links, ...] = ()
    dice: str = ""
    outcomes: tuple[TableResult, ...] = ()
    also: tuple[str, ...] = ()
    starred: bool = False

    @property
    def title(self) -> str:
        """Return the name with the book's mark."""
        return f"{self.name}*" if self.starred else self.name

    @property
    def gist(self) -> str:
        """Return its numbers and effect in a few lines, for a card on hover."""
        lines = [" · ".join(_fact_texts(row)) for row in self._rows]
        lines += self.lines
        if self.links:
            first = self.links[0]
            names = ", ".join(text for text, _name in first.targets)
            lines.append(titled(first.heading, names))
        return "\n".join(lines)

    @property
    def searched(self) -> str:
        """Return all the words a search looks at, as it compares them."""
        words = [self.chapter, self.name, *self.also, *self.lines]
        for row in self._rows:
            words += _fact_texts(row)
        for links in self.links:
            if links.searched:
                words += [text for text, _name in links.targets]
        words += [f"{result.rolled} {result.text}" for result in self.outcomes]
        return searchable(" ".join(words))

    @property
    def _rows(self) -> list[tuple[BookFact, ...]]:
        """Return the rows of all tables of facts."""
        rows: list[tuple[BookFact, ...]] = []
        for table in self.facts:
            rows += table
        return rows


def _fact_texts(row: Iterable[BookFact]) -> list[str]:
    return [f"{fact.heading} {fact.text}" for fact in row]


def source_of(entry: BookEntry) -> str:
    """Return where an entry comes from: the rulebook or a content pack, and the page."""
    if entry.pack and entry.page:
        return _("content pack {name}, page {n}", name=entry.pack, n=entry.page)
    if entry.pack:
        return _("content pack {name}", name=entry.pack)
    if entry.page:
        return _("rulebook, page {n}", n=entry.page)
    return ""


def of_2d6(rolled: str, text: str, totals: Iterable[int], entry: str = "") -> TableResult:
    """Return the result of some totals of 2D6."""
    return TableResult(rolled=rolled, text=text, ways=_ways_to(totals), throws=36, entry=entry)


def _ways_to(totals: Iterable[int]) -> int:
    """Return how many of the 36 throws of 2D6 come to one of these totals."""
    return sum(6 - abs(7 - total) for total in totals)


def column_totals(column: str) -> range:
    """Return the totals of a column of the supply table: 4 and 5 for '4-5'."""
    low, _dash, high = column.partition("-")
    return range(int(low), int(high or low) + 1)


def found_in_token(key: str, catalogue: Catalogue) -> Fraction:
    """Return the chance that a Supply Token holds this gear."""
    ways = 0
    for row, cells in catalogue.supply_rows.items():
        for column, cell in zip(catalogue.supply_columns, cells, strict=True):
            keys = {gear.key for gear in cell.found}
            if key in keys:
                ways += _ways_to((row,)) * _ways_to(column_totals(column))
    return Fraction(ways, 36 * 36)


def plain_links(heading: str, names: Iterable[str]) -> tuple[Links, ...]:
    """Return links to entries by their names, empty without names."""
    targets = tuple((name, name) for name in names)
    return (Links(heading, targets),) if targets else ()


def _trait_links(heading: str, traits: Iterable[Trait], catalogue: Catalogue) -> tuple[Links, ...]:
    targets = []
    for trait in traits:
        name = catalogue.trait(trait.key).name
        targets.append((catalogue.trait_name(trait), name))
    return (Links(heading, tuple(targets), searched=True),) if targets else ()


def _facts(*numbers: tuple[str, object] | tuple[str, object, str]) -> Facts:
    """Return a table of one row from headings, numbers and headings in full, leaving out numbers that
    are None or ''; no table where none are left."""
    row = []
    for heading, value, *full_heading in numbers:
        if value is not None and value != "":
            row.append(BookFact(heading, str(value), *full_heading))
    return ((tuple(row),),) if row else ()


def _entry(entry: Entry, chapter: str, **more: object) -> BookEntry:
    """Return an entry of the rulebook in a chapter, with more that its card shows."""
    return BookEntry(
        chapter=chapter,
        name=entry.name,
        drawing=entry.drawing,
        page=entry.page,
        pack=entry.pack,
        also=entry.also,
        **more,  # type: ignore[arg-type]
    )


def _profile(profile: Profile) -> tuple[BookFact, ...]:
    facts = []
    for key in CHARACTERISTICS:
        facts.append(BookFact(key, str(profile[key]), characteristic_name(key)))
    return tuple(facts)


def skill_table_name(skill_type: str) -> str:
    """Return the name of the table for skills of a type."""
    return _("{type} skills", type=skill_type_name(skill_type))


def entries(catalogue: Catalogue) -> Iterator[BookEntry]:
    """Return every entry of the rulebook's files, chapter by chapter."""
    for kind in catalogue.characters.values():
        yield _character(kind, catalogue)
    for zombie in catalogue.zombies.values():
        links = _trait_links(_("Attributes and skills"), zombie.rules, catalogue)
        yield _entry(zombie, _("Zombies"), facts=((_profile(zombie.profile),),), links=links)
    for gear in catalogue.all_gear():
        yield _gear(gear, catalogue)
    for skill in catalogue.skills.values():
        yield _skill(skill, catalogue)
    for attribute in catalogue.attributes.values():
        yield _attribute(attribute, catalogue)
    for refuge in catalogue.refuges.values():
        yield _refuge(refuge, catalogue)
    for perk in catalogue.perks.values():
        yield _perk(perk, catalogue)
    for injury in catalogue.injuries.values():
        yield _injury(injury)
    for encounter in catalogue.encounters.values():
        yield _encounter(encounter, catalogue)
    yield from _turn(catalogue)


def _attribute(attribute: AttributeEntry, catalogue: Catalogue) -> BookEntry:
    bearers = [gear.name for gear in catalogue.all_gear() if gear.has(attribute.key)]
    models: list[CharacterType | ZombieType] = list(catalogue.characters.values())
    models += catalogue.zombies.values()
    bearers += [model.name for model in models if _has_trait(model, attribute.key)]
    return _entry(
        attribute,
        _("Attributes"),
        lines=(attribute.summary,),
        links=plain_links(_("Who or what has it"), bearers),
    )


def _has_trait(model: CharacterType | ZombieType, key: str) -> bool:
    return any(trait.key == key for trait in model.rules)


def _injury(injury: InjuryEntry) -> BookEntry:
    totals = ", ".join(str(total) for total in injury.totals)
    odds = of_2d6(totals, "", injury.totals).odds
    lines = [injury.summary]
    if injury.again:
        lines.append(_("A second time: {text}", text=injury.again))
    return _entry(
        injury,
        _("Injuries"),
        facts=_facts((_("2D6"), totals), (_("Chance"), odds)),
        lines=tuple(lines),
        links=plain_links(_("Rolled on"), (_("Injury Table"),)),
    )


def _turn(catalogue: Catalogue) -> Iterator[BookEntry]:
    for phase in catalogue.phases.values():
        yield _entry(phase, _("Phases of the turn"), lines=phase.steps)
    distances = {"inch": _("an inch"), "two inches": _("two inches"), "": _("the whole action")}
    for action in catalogue.actions.values():
        distance = distances[action.per]
        facts = _facts((_("Action Points"), action.cost), (_("For"), distance))
        yield _entry(action, _("Actions"), facts=facts, lines=(action.summary,))
    for modifier in catalogue.modifiers.values():
        roll = _("Shooting") if modifier.roll == "firearms" else _("Close Quarters")
        facts = _facts((_("Roll"), roll), (_("Modifier"), f"{modifier.amount:+d}"))
        yield _entry(modifier, _("Modifiers"), facts=facts)


def _character(kind: CharacterType, catalogue: Catalogue) -> BookEntry:
    lines = []
    if kind.choose_skill_types:
        n = kind.choose_skill_types
        lines.append(_("Chooses {n} more skill types when recruited.", n=n))
    links = _trait_links(_("Attributes and skills"), kind.rules, catalogue)
    tables = []
    for skill_type in kind.skill_types:
        tables.append((skill_type_name(skill_type), skill_table_name(skill_type)))
    if tables:
        links += (Links(_("May learn"), tuple(tables), searched=True),)
    cost = _facts((_("Keyword"), keyword_name(kind.keyword)), (_("Cost"), kind.cost))
    return _entry(
        kind,
        _("Leaders") if kind.leader else _("Characters"),
        facts=((_profile(kind.profile),), *cost),
        lines=tuple(lines),
        links=links,
    )


def _gear(gear: Gear, catalogue: Catalogue) -> BookEntry:
    is_equipment = isinstance(gear, Equipment)
    firearm_class = class_name(gear.firearm_class) if isinstance(gear, Firearm) else ""
    price = _facts(
        (_("Class"), firearm_class),
        (_("Cost"), gear.cost, _("Scavenge Points")),
        (_("Rarity"), gear.rarity),
    )
    lines = _lines_of_equipment(gear) if isinstance(gear, Equipment) else []
    lines.append(_who_can_buy(gear))
    links = _trait_links(_("Attributes"), gear.attributes, catalogue)
    chance = found_in_token(gear.key, catalogue)
    if chance:
        lines.append(_("Found in a Supply Token: {chance}.", chance=percent(chance)))
        links += plain_links(_("Found on"), (_("Supply Table"),))
    return _entry(
        gear,
        _("Equipment") if is_equipment else _("Weapons"),
        facts=_weapon_facts(gear, catalogue) + price,
        lines=tuple(lines),
        links=links,
        starred=gear.trained,
    )


def _weapon_facts(gear: Gear, catalogue: Catalogue) -> Facts:
    """Return the numbers of a weapon; none of equipment."""
    match gear:
        case Firearm():
            return (_firearm(gear, catalogue),)
        case CloseCombatWeapon():
            return _facts(
                ("CQC", f"{gear.cqc:+d}", characteristic_name("CQC")),
                ("S", f"{gear.strength:+d}", characteristic_name("S")),
            )
    return ()


def _lines_of_equipment(equipment: Equipment) -> list[str]:
    lines = [equipment.summary]
    if equipment.mounts:
        classes = ", ".join(class_name(firearm_class) for firearm_class in equipment.mounts)
        lines.append(_("Attaches to: {classes}", classes=classes))
    return lines


def _firearm(gear: Firearm, catalogue: Catalogue) -> tuple[tuple[BookFact, ...], ...]:
    """Return a row of numbers for each range step."""
    ranges = [f'{inches}"' for inches in gear.range]
    if not ranges:
        ranges = [thrown_reach(catalogue)] * len(gear.damage)
    rows = []
    for n, (reach, damage) in enumerate(zip(ranges, gear.damage, strict=True)):
        knockback = gear.knockback[min(n, len(gear.knockback) - 1)]
        row = (
            BookFact(_("Range"), reach, _("Range in inches")),
            BookFact(_("Damage"), str(damage)),
            BookFact(_("RoF"), str(gear.rof), _("Rate of Fire")),
            BookFact(_("Knockback"), str(knockback)),
            BookFact(_("Reload"), str(gear.reload) if gear.reload else "—"),
        )
        rows.append(row)
    return tuple(rows)


def _who_can_buy(gear: Gear) -> str:
    if gear.cost is None:
        return _("Can't be bought: it is found, or converted from another weapon.")
    if gear.rarity is None:
        return _("Any new Character can be armed with it.")
    text = _("When it is bought, at most {n} members may carry one; found ones don't count.")
    if gear.trained:
        text = _(
            "When it is bought, at most {n} members may carry one; found ones don't count. A "
            "Trained Leader lifts that limit."
        )
    return text.format(n=gear.rarity)


def _test_in_words(test: TestOf | None) -> str:
    if test is None:
        return ""
    return _("{name}/{n}", name=characteristic_name(test.characteristic), n=test.target)


def _skill(skill: SkillEntry, catalogue: Catalogue) -> BookEntry:
    types = [name for name, keys in catalogue.skill_tables.items() if skill.key in keys]
    kinds = catalogue.characters.values()
    starters = [kind.name for kind in kinds if _has_trait(kind, skill.key)]
    learners = [kind.name for kind in kinds if set(types) & set(kind.skill_types)]
    type_names = ", ".join(skill_type_name(skill_type) for skill_type in types)
    links = plain_links(_("Rolled on"), [skill_table_name(skill_type) for skill_type in types])
    links += plain_links(_("Has it from the start"), starters)
    links += plain_links(_("Can learn it"), learners)
    return _entry(
        skill,
        _("Skills"),
        facts=_facts((_("Kind"), type_names), (_("Test"), _test_in_words(skill.test))),
        lines=(skill.summary,),
        links=links,
    )


def _refuge(refuge: Refuge, catalogue: Catalogue) -> BookEntry:
    facts = _facts(
        (_("Members"), refuge.max_size, _("Maximum Group Size")),
        (_("Empty Spaces"), refuge.empty_spaces),
    )
    perks = [catalogue.perks[key].name for key in refuge.built_in]
    links = plain_links(_("Built-in Perks"), perks)
    searched_links = tuple(replace(of_perks, searched=True) for of_perks in links)
    return _entry(refuge, _("Refuges"), facts=facts, links=searched_links)


def _perk(perk: Perk, catalogue: Catalogue) -> BookEntry:
    refuges = [refuge.name for refuge in catalogue.refuges.values() if perk.key in refuge.built_in]
    often = _("Can be built more than once.") if perk.repeatable else _("Built once.")
    return _entry(
        perk,
        _("Perks"),
        facts=_facts(
            (_("Cost"), perk.cost, _("Scavenge Points")),
            (_("Members"), f"+{perk.beds}" if perk.beds else ""),
            (_("Points"), perk.points),
            (_("Test"), _test_in_words(perk.test)),
        ),
        lines=(perk.summary, often),
        links=plain_links(_("Built into"), refuges),
    )


def _encounter(encounter: Encounter, catalogue: Catalogue) -> BookEntry:
    has_tokens = encounter.tokens > 0 or encounter.tokens_per_side > 0
    is_rolled = encounter.number in FACES
    lines = [encounter.summary]
    lines += [step.text for step in encounter.setup]
    lines += encounter.rules_for(catalogue.objective_worth(encounter.key))
    ends = encounter.ends_for(rivals=True)
    if ends:
        lines.append(ends)
    return _entry(
        encounter,
        _("Encounters"),
        facts=_facts(
            (_("D6"), encounter.number if is_rolled else None),
            (_("Zombies"), encounter.zombies or None),
            (_("Supply Tokens"), encounter.tokens if has_tokens else None),
            (_("Plus for each side"), encounter.tokens_per_side or None),
        ),
        lines=tuple(lines),
        links=plain_links(_("Rolled on"), (_("Encounter Table"),)) if is_rolled else (),
    )


def refused(catalogue: Catalogue) -> Iterator[BookEntry]:
    """Return an entry for each content pack that was left out, with the reason."""
    for fault in catalogue.refused_packs:
        pack, _colon, text = fault.partition(": ")
        yield BookEntry(_("Content packs left out"), pack, "warning", lines=(text,))


#: The pictogram of tables to roll on.
DICE = pictograms.token("dice")
#: The pictogram of texts.
BOOK = pictograms.token("book")


#: The pages of the tables.
INJURY_PAGE = 84
EARNED_PAGE = 87
LEVELS_PAGE = 88
LEARNING_PAGE = 89
SKILLS_PAGE = 90
SUPPLY_PAGE = 92
ENCOUNTER_PAGE = 98


def _table(
    name: str,
    page: int,
    dice: str,
    outcomes: Iterable[TableResult],
    lines: tuple[str, ...] = (),
    links: tuple[Links, ...] = (),
) -> BookEntry:
    """Return the entry of a table that is rolled on."""
    return BookEntry(
        chapter=_("Tables"),
        name=name,
        drawing=DICE,
        page=page,
        lines=lines,
        links=links,
        dice=dice,
        outcomes=tuple(outcomes),
    )


def _tables(catalogue: Catalogue) -> Iterator[BookEntry]:
    yield _injury_table(catalogue)
    yield _encounter_table(catalogue)
    yield from _levels(catalogue)
    yield from _supplies(catalogue)


def _injury_table(catalogue: Catalogue) -> BookEntry:
    injuries = [injury for injury in catalogue.injuries.values() if injury.totals]
    injuries.sort(key=lambda injury: min(injury.totals))
    results = []
    for injury in injuries:
        totals = ", ".join(map(str, injury.totals))
        results.append(of_2d6(totals, injury.name, injury.totals, injury.name))
    lines = (_("For each member who ended the game Out of Action."),)
    return _table(_("Injury Table"), INJURY_PAGE, _("2D6"), results, lines)


def _encounter_table(catalogue: Catalogue) -> BookEntry:
    encounters = [
        encounter for encounter in catalogue.encounters.values() if encounter.number in FACES
    ]
    encounters.sort(key=lambda encounter: encounter.number)
    results = [_face_of_d6(str(encounter.number), encounter.name) for encounter in encounters]
    return _table(_("Encounter Table"), ENCOUNTER_PAGE, _("D6"), results)


def _face_of_d6(face: str, entry: str, throws: int = 6) -> TableResult:
    """Return the result of a face, which is an entry."""
    return TableResult(rolled=face, text=entry, ways=1, throws=throws, entry=entry)


def _levels(catalogue: Catalogue) -> Iterator[BookEntry]:
    yield _characteristics_table(catalogue)
    for skill_type, keys in catalogue.skill_tables.items():
        results = []
        for number, key in enumerate(keys, start=1):
            name = catalogue.skills[key].name
            results.append(_face_of_d6(str(number), name, throws=len(keys)))
        yield _table(skill_table_name(skill_type), SKILLS_PAGE, _("D6"), results)
    costs = [(str(level), cost) for level, cost in enumerate(catalogue.level_costs, start=1)]
    yield BookEntry(
        chapter=_("Tables"),
        name=_("Cost of Levels"),
        drawing=BOOK,
        page=LEVELS_PAGE,
        facts=_facts(*costs),
        lines=(_("Experience spent for each Level."),),
    )
    yield BookEntry(
        chapter=_("Tables"),
        name=_("Experience earned"),
        drawing=BOOK,
        page=EARNED_PAGE,
        facts=_earned(catalogue),
    )


def _characteristics_table(catalogue: Catalogue) -> BookEntry:
    results = []
    for total, keys in sorted(catalogue.characteristic_table.items()):
        gains = [_("+1 {name}", name=characteristic_name(key)) for key in keys]
        text = gains[0]
        if len(gains) > 1:
            text = _("D6: 1–3 {first}, 4–6 {second}", first=gains[0], second=gains[1])
        results.append(of_2d6(str(total), text, (total,)))
    lines = (_("What a Level adds if no skill is learned."),)
    return _table(_("Characteristics Table"), LEARNING_PAGE, _("2D6"), results, lines)


def _earned(catalogue: Catalogue) -> Facts:
    """Return what earns Experience, and how much."""
    names = {
        "zombie": _("Zombie taken Out of Action"),
        "rival": _("Rival taken Out of Action"),
        "objective": _("Objective"),
    }
    numbers: list[tuple[str, object]] = []
    for key, amount in catalogue.earned.items():
        numbers.append((names.get(key, key), amount))
    numbers.append((_("Survived the game"), catalogue.survived))
    return _facts(*numbers)


def _supplies(catalogue: Catalogue) -> Iterator[BookEntry]:
    names = {row: _("Supply Table, row {n}", n=row) for row in sorted(catalogue.supply_rows)}
    results = []
    for row, name in names.items():
        results.append(of_2d6(str(row), _gear_in_row(row, catalogue), (row,), name))
    lines = (_("For each Supply Token: 2D6 for the row, then 2D6 for the column."),)
    yield _table(_("Supply Table"), SUPPLY_PAGE, _("2D6"), results, lines)
    part_of = plain_links(_("Part of"), (_("Supply Table"),))
    for row, name in names.items():
        cells = []
        for column, cell in zip(catalogue.supply_columns, catalogue.supply_rows[row], strict=True):
            text = cell_in_words(cell, catalogue)
            cells.append(of_2d6(column, text, column_totals(column)))
        yield _table(name, SUPPLY_PAGE, _("2D6"), cells, links=part_of)


def _gear_in_row(row: int, catalogue: Catalogue) -> str:
    """Return the names of the gear that a row of the supply table holds."""
    names = []
    for cell in catalogue.supply_rows[row]:
        names += [catalogue.gear(gear.key).name for gear in cell.found]
    return ", ".join(dict.fromkeys(names))


#: The entries of the catalogue that was asked for last.
_read: list[tuple[Catalogue, Sequence[BookEntry]]] = []


def book(catalogue: Catalogue) -> Sequence[BookEntry]:
    """Return all entries in the book's order; made once for a catalogue."""
    for known, known_entries in _read:
        if known is catalogue:
            return known_entries
    all_entries = list(refused(catalogue))
    all_entries += entries(catalogue)
    all_entries += _tables(catalogue)
    for ruling in rulings():
        name = _("Ruling {n}", n=ruling.number)
        all_entries.append(BookEntry(_("Rulings"), name, BOOK, lines=(ruling.text,)))
    in_order = tuple(all_entries)
    _read[:] = [(catalogue, in_order)]
    return in_order


def entry_named(name: str, catalogue: Catalogue) -> BookEntry | None:
    """Return the entry with a name, None if there isn't one."""
    for entry in book(catalogue):
        if entry.name == name:
            return entry
    return None
