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
    CharacterType,
    CloseCombatWeapon,
    Entry,
    Equipment,
    Firearm,
    Gear,
    Perk,
    Profile,
    Refuge,
    SkillEntry,
    TestOf,
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
        rows = [" · ".join(_said(row)) for table in self.facts for row in table]
        links = [titled(o.heading, ", ".join(t for t, _name in o.targets)) for o in self.links[:1]]
        return "\n".join((*rows, *self.lines, *links))

    @property
    def searched(self) -> str:
        """Return all the words a search looks at, as it compares them."""
        words = [self.chapter, self.name, *self.also, *self.lines]
        words += [said for table in self.facts for row in table for said in _said(row)]
        words += [text for one in self.links if one.searched for text, _name in one.targets]
        words += [f"{o.rolled} {o.text}" for o in self.outcomes]
        return searchable(" ".join(words))


def _said(row: Iterable[BookFact]) -> list[str]:
    return [f"{fact.heading} {fact.text}" for fact in row]


def source_of(entry: BookEntry) -> str:
    """Return where an entry comes from: the rulebook or a content pack, and the page."""
    if entry.pack and entry.page:
        return _("content pack {name}, page {n}", name=entry.pack, n=entry.page)
    if entry.pack:
        return _("content pack {name}", name=entry.pack)
    return _("rulebook, page {n}", n=entry.page) if entry.page else ""


def of_2d6(rolled: str, text: str, totals: Iterable[int], entry: str = "") -> TableResult:
    """Return the result of some totals of 2D6."""
    return TableResult(rolled, text, sum(6 - abs(7 - total) for total in totals), 36, entry)


def column_totals(column: str) -> range:
    """Return the totals of a column of the supply table: 4 and 5 for '4-5'."""
    low, _dash, high = column.partition("-")
    return range(int(low), int(high or low) + 1)


def found_in_token(key: str, catalogue: Catalogue) -> Fraction:
    """Return the chance that a Supply Token holds this gear."""
    ways = 0
    for row, cells in catalogue.supply_rows.items():
        for column, cell in zip(catalogue.supply_columns, cells, strict=True):
            if any(found.key == key for found in cell.found):
                ways += of_2d6("", "", (row,)).ways * of_2d6("", "", column_totals(column)).ways
    return Fraction(ways, 36 * 36)


def plain_links(heading: str, names: Iterable[str]) -> tuple[Links, ...]:
    """Return links to entries by their names, empty without names."""
    targets = tuple((name, name) for name in names)
    return (Links(heading, targets),) if targets else ()


def _trait_links(heading: str, traits: Iterable[Trait], catalogue: Catalogue) -> tuple[Links, ...]:
    targets = tuple((catalogue.trait_name(t), catalogue.trait(t.key).name) for t in traits)
    return (Links(heading, targets, searched=True),) if targets else ()


def _facts(*given: tuple[str, object] | tuple[str, object, str]) -> Facts:
    """Return a table of one row from headings, numbers and headings in full, leaving out numbers that
    are None or ''; no table where none are left."""
    row = tuple(
        BookFact(heading, str(what), *full)
        for heading, what, *full in given
        if what is not None and what != ""
    )
    return ((row,),) if row else ()


def _made(entry: Entry, chapter: str, **more: object) -> BookEntry:
    return BookEntry(
        chapter,
        entry.name,
        entry.drawing,
        entry.page,
        entry.pack,
        also=entry.also,
        **more,  # type: ignore[arg-type]
    )


def _profile(profile: Profile) -> tuple[BookFact, ...]:
    return tuple(
        BookFact(key, str(profile[key]), characteristic_name(key)) for key in CHARACTERISTICS
    )


def skill_table_name(skill_type: str) -> str:
    """Return the name of the table for skills of a type."""
    return _("{type} skills", type=skill_type_name(skill_type))


def entries(catalogue: Catalogue) -> Iterator[BookEntry]:
    """Return every entry of the rulebook's files, chapter by chapter."""
    yield from (_character(kind, catalogue) for kind in catalogue.characters.values())
    for zombie in catalogue.zombies.values():
        links = _trait_links(_("Attributes and skills"), zombie.rules, catalogue)
        yield _made(zombie, _("Zombies"), facts=((_profile(zombie.profile),),), links=links)
    yield from (_gear(gear, catalogue) for gear in catalogue.all_gear())
    yield from (_skill(skill, catalogue) for skill in catalogue.skills.values())
    rules = [(kind.name, kind.rules) for kind in catalogue.characters.values()]
    rules += [(zombie.name, zombie.rules) for zombie in catalogue.zombies.values()]
    for attribute in catalogue.attributes.values():
        bearers = [g.name for g in catalogue.all_gear() if g.has(attribute.key)]
        bearers += [name for name, has in rules if any(t.key == attribute.key for t in has)]
        yield _made(
            attribute,
            _("Attributes"),
            lines=(attribute.summary,),
            links=plain_links(_("Who or what has it"), bearers),
        )
    yield from (_refuge(refuge, catalogue) for refuge in catalogue.refuges.values())
    yield from (_perk(perk, catalogue) for perk in catalogue.perks.values())
    for injury in catalogue.injuries.values():
        rolled = ", ".join(str(t) for t in injury.totals)
        odds = of_2d6(rolled, "", injury.totals).odds
        lines = (injury.summary, _("A second time: {text}", text=injury.again))
        yield _made(
            injury,
            _("Injuries"),
            facts=_facts((_("2D6"), rolled), (_("Chance"), odds)),
            lines=lines if injury.again else lines[:1],
            links=plain_links(_("Rolled on"), (_("Injury Table"),)),
        )
    yield from (_encounter(encounter, catalogue) for encounter in catalogue.encounters.values())
    yield from _turn(catalogue)


def _turn(catalogue: Catalogue) -> Iterator[BookEntry]:
    for phase in catalogue.phases.values():
        yield _made(phase, _("Phases of the turn"), lines=phase.steps)
    for action in catalogue.actions.values():
        per = {"inch": _("an inch"), "two inches": _("two inches"), "": _("the whole action")}
        facts = _facts((_("Action Points"), action.cost), (_("For"), per[action.per]))
        yield _made(action, _("Actions"), facts=facts, lines=(action.summary,))
    for modifier in catalogue.modifiers.values():
        roll = _("Shooting") if modifier.roll == "firearms" else _("Close Quarters")
        facts = _facts((_("Roll"), roll), (_("Modifier"), f"{modifier.amount:+d}"))
        yield _made(modifier, _("Modifiers"), facts=facts)


def _character(kind: CharacterType, catalogue: Catalogue) -> BookEntry:
    cost = _facts((_("Keyword"), keyword_name(kind.keyword)), (_("Cost"), kind.cost))
    chooses = _("Chooses {n} more skill types when recruited.", n=kind.choose_skill_types)
    learns = tuple((skill_type_name(t), skill_table_name(t)) for t in kind.skill_types)
    return _made(
        kind,
        _("Leaders") if kind.leader else _("Characters"),
        facts=((_profile(kind.profile),), *cost),
        lines=(chooses,) if kind.choose_skill_types else (),
        links=(
            *_trait_links(_("Attributes and skills"), kind.rules, catalogue),
            *((Links(_("May learn"), learns, searched=True),) if learns else ()),
        ),
    )


def _gear(gear: Gear, catalogue: Catalogue) -> BookEntry:
    kind = class_name(gear.firearm_class) if isinstance(gear, Firearm) else ""
    price = _facts(
        (_("Class"), kind),
        (_("Cost"), gear.cost, _("Scavenge Points")),
        (_("Rarity"), gear.rarity),
    )
    numbers: Facts = ()
    lines: list[str] = []
    match gear:
        case Firearm():
            numbers = (_firearm(gear, catalogue),)
        case CloseCombatWeapon():
            numbers = _facts(
                ("CQC", f"{gear.cqc:+d}", characteristic_name("CQC")),
                ("S", f"{gear.strength:+d}", characteristic_name("S")),
            )
        case Equipment():
            lines.append(gear.summary)
            if gear.mounts:
                classes = ", ".join(class_name(c) for c in gear.mounts)
                lines.append(_("Attaches to: {classes}", classes=classes))
    lines.append(_who_can_buy(gear))
    chance = found_in_token(gear.key, catalogue)
    if chance:
        lines.append(_("Found in a Supply Token: {chance}.", chance=percent(chance)))
    kinds = _("Equipment") if isinstance(gear, Equipment) else _("Weapons")
    return _made(
        gear,
        kinds,
        facts=(*numbers, *price),
        lines=tuple(lines),
        links=(
            *_trait_links(_("Attributes"), gear.attributes, catalogue),
            *(plain_links(_("Found on"), (_("Supply Table"),)) if chance else ()),
        ),
        starred=gear.trained,
    )


def _firearm(gear: Firearm, catalogue: Catalogue) -> tuple[tuple[BookFact, ...], ...]:
    """Return a row of numbers for each range step."""
    ranges = [f'{reach}"' for reach in gear.range] or [thrown_reach(catalogue)] * len(gear.damage)
    return tuple(
        (
            BookFact(_("Range"), reach, _("Range in inches")),
            BookFact(_("Damage"), str(damage)),
            BookFact(_("RoF"), str(gear.rof), _("Rate of Fire")),
            BookFact(_("Knockback"), str(gear.knockback[min(n, len(gear.knockback) - 1)])),
            BookFact(_("Reload"), str(gear.reload) if gear.reload else "—"),
        )
        for n, (reach, damage) in enumerate(zip(ranges, gear.damage, strict=True))
    )


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
    types = [t for t, keys in catalogue.skill_tables.items() if skill.key in keys]
    kinds = catalogue.characters.values()
    starts = [c.name for c in kinds if any(t.key == skill.key for t in c.rules)]
    learns = [c.name for c in kinds if set(types) & set(c.skill_types)]
    kind = ", ".join(skill_type_name(t) for t in types)
    return _made(
        skill,
        _("Skills"),
        facts=_facts((_("Kind"), kind), (_("Test"), _test_in_words(skill.test))),
        lines=(skill.summary,),
        links=(
            *plain_links(_("Rolled on"), (skill_table_name(t) for t in types)),
            *plain_links(_("Has it from the start"), starts),
            *plain_links(_("Can learn it"), learns),
        ),
    )


def _refuge(refuge: Refuge, catalogue: Catalogue) -> BookEntry:
    facts = _facts(
        (_("Members"), refuge.max_size, _("Maximum Group Size")),
        (_("Empty Spaces"), refuge.empty_spaces),
    )
    perks = (catalogue.perks[p].name for p in refuge.built_in)
    links = tuple(replace(one, searched=True) for one in plain_links(_("Built-in Perks"), perks))
    return _made(refuge, _("Refuges"), facts=facts, links=links)


def _perk(perk: Perk, catalogue: Catalogue) -> BookEntry:
    built = (r.name for r in catalogue.refuges.values() if perk.key in r.built_in)
    often = _("Can be built more than once.") if perk.repeatable else _("Built once.")
    return _made(
        perk,
        _("Perks"),
        facts=_facts(
            (_("Cost"), perk.cost, _("Scavenge Points")),
            (_("Members"), f"+{perk.beds}" if perk.beds else ""),
            (_("Points"), perk.points),
            (_("Test"), _test_in_words(perk.test)),
        ),
        lines=(perk.summary, often),
        links=plain_links(_("Built into"), built),
    )


def _encounter(encounter: Encounter, catalogue: Catalogue) -> BookEntry:
    tokens = encounter.tokens if encounter.tokens or encounter.tokens_per_side else None
    rolled = encounter.number in FACES
    return _made(
        encounter,
        _("Encounters"),
        facts=_facts(
            (_("D6"), encounter.number if rolled else None),
            (_("Zombies"), encounter.zombies or None),
            (_("Supply Tokens"), tokens),
            (_("Plus for each side"), encounter.tokens_per_side or None),
        ),
        lines=(
            encounter.summary,
            *(step.text for step in encounter.setup),
            *encounter.rules_for(catalogue.objective_worth(encounter.key)),
            *filter(None, (encounter.ends_for(rivals=True),)),
        ),
        links=plain_links(_("Rolled on"), (_("Encounter Table"),)) if rolled else (),
    )


def refused(catalogue: Catalogue) -> Iterator[BookEntry]:
    """Return an entry for each content pack that was left out, with the reason."""
    for fault in catalogue.refused_packs:
        pack, _colon, text = fault.partition(": ")
        yield BookEntry(_("Content packs left out"), pack, "warning", lines=(text,))


#: The pictograms of tables to roll on, and of texts.
DICE, BOOK = pictograms.token("dice"), pictograms.token("book")


#: The pages of the tables.
LEVELS_PAGE, LEARNING_PAGE, SKILLS_PAGE, EARNED_PAGE = 88, 89, 90, 87
SUPPLY_PAGE, ENCOUNTER_PAGE, INJURY_PAGE = 92, 98, 84


def _table(
    name: str,
    page: int,
    dice: str,
    outcomes: Iterable[TableResult],
    lines: tuple[str, ...] = (),
    links: tuple[Links, ...] = (),
) -> BookEntry:
    """Return the entry of a table that is rolled on."""
    chapter = _("Tables")
    return BookEntry(
        chapter, name, DICE, page, lines=lines, links=links, dice=dice, outcomes=tuple(outcomes)
    )


def _tables(catalogue: Catalogue) -> Iterator[BookEntry]:
    injuries = [injury for injury in catalogue.injuries.values() if injury.totals]
    yield _table(
        _("Injury Table"),
        INJURY_PAGE,
        _("2D6"),
        (
            of_2d6(", ".join(map(str, i.totals)), i.name, i.totals, i.name)
            for i in sorted(injuries, key=lambda i: min(i.totals))
        ),
        (_("For each member who ended the game Out of Action."),),
    )
    encounters = [e for e in catalogue.encounters.values() if e.number in FACES]
    yield _table(
        _("Encounter Table"),
        ENCOUNTER_PAGE,
        _("D6"),
        (
            TableResult(str(e.number), e.name, 1, 6, e.name)
            for e in sorted(encounters, key=lambda e: e.number)
        ),
    )
    yield from _levels(catalogue)
    yield from _supplies(catalogue)


def _levels(catalogue: Catalogue) -> Iterator[BookEntry]:
    learned = []
    for total, names in sorted(catalogue.characteristic_table.items()):
        said = [_("+1 {name}", name=characteristic_name(n)) for n in names]
        text = said[0]
        if len(said) > 1:
            text = _("D6: 1–3 {first}, 4–6 {second}", first=said[0], second=said[1])
        learned.append(of_2d6(str(total), text, (total,)))
    lines = (_("What a Level adds if no skill is learned."),)
    yield _table(_("Characteristics Table"), LEARNING_PAGE, _("2D6"), learned, lines)
    for table, keys in catalogue.skill_tables.items():
        skills = enumerate((catalogue.skills[key].name for key in keys), start=1)
        results = (TableResult(str(n), name, 1, len(keys), name) for n, name in skills)
        yield _table(skill_table_name(table), SKILLS_PAGE, _("D6"), results)
    yield BookEntry(
        _("Tables"),
        _("Cost of Levels"),
        BOOK,
        LEVELS_PAGE,
        facts=_facts(*((str(n), cost) for n, cost in enumerate(catalogue.level_costs, start=1))),
        lines=(_("Experience spent for each Level."),),
    )
    words = {
        "zombie": _("Zombie taken Out of Action"),
        "rival": _("Rival taken Out of Action"),
        "objective": _("Objective"),
    }
    earned = _facts(
        *((words.get(key, key), n) for key, n in catalogue.earned.items()),
        (_("Survived the game"), catalogue.survived),
    )
    yield BookEntry(_("Tables"), _("Experience earned"), BOOK, EARNED_PAGE, facts=earned)


def _supplies(catalogue: Catalogue) -> Iterator[BookEntry]:
    rows = {n: _("Supply Table, row {n}", n=n) for n in sorted(catalogue.supply_rows)}
    yield _table(
        _("Supply Table"),
        SUPPLY_PAGE,
        _("2D6"),
        (of_2d6(str(n), _gear_in_row(n, catalogue), (n,), name) for n, name in rows.items()),
        (_("For each Supply Token: 2D6 for the row, then 2D6 for the column."),),
    )
    part_of = plain_links(_("Part of"), (_("Supply Table"),))
    for n, name in rows.items():
        cells = zip(catalogue.supply_columns, catalogue.supply_rows[n], strict=True)
        results = (
            of_2d6(column, cell_in_words(cell, catalogue), column_totals(column))
            for column, cell in cells
        )
        yield _table(name, SUPPLY_PAGE, _("2D6"), results, links=part_of)


def _gear_in_row(row: int, catalogue: Catalogue) -> str:
    """Return the names of the gear that a row of the supply table holds."""
    cells = catalogue.supply_rows[row]
    names = [catalogue.gear(found.key).name for cell in cells for found in cell.found]
    return ", ".join(dict.fromkeys(names))


#: The entries of the catalogue that was asked for last.
_read: list[tuple[Catalogue, Sequence[BookEntry]]] = []


def book(catalogue: Catalogue) -> Sequence[BookEntry]:
    """Return all entries in the book's order; made once for a catalogue."""
    for known, made in _read:
        if known is catalogue:
            return made
    made = (
        *refused(catalogue),
        *entries(catalogue),
        *_tables(catalogue),
        *(
            BookEntry(_("Rulings"), _("Ruling {n}", n=r.number), BOOK, lines=(r.text,))
            for r in rulings()
        ),
    )
    _read[:] = [(catalogue, made)]
    return made


def entry_named(name: str, catalogue: Catalogue) -> BookEntry | None:
    """Return the entry with a name, None if there isn't one."""
    return next((e for e in book(catalogue) if e.name == name), None)
