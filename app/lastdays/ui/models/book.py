"""The rulebook's entries as they are read: each with its numbers, what it does, who can have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from lastdays.language import _, percent, titled
from lastdays.model.weapons import thrown_reach
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
from lastdays.rulebook.rulings import rulings
from lastdays.values import Value


class BookFact(Value):
    """A number under its heading; `name` says the heading in full."""

    heading: str
    text: str
    name: str = ""


#: Tables of one or more rows of the same headings.
Facts = tuple[tuple[tuple[BookFact, ...], ...], ...]


class Links(Value):
    """Entries that belong to one: what they are to it, and each as it is written and as its own
    name. `searched`: they are part of what the entry is; a search finds it by them."""

    heading: str
    targets: tuple[tuple[str, str], ...]
    searched: bool = False


class TableResult(Value):
    """A result of a table: what is rolled for it, what it is, in how many of how many throws, and
    its entry."""

    rolled: str
    text: str
    ways: int
    throws: int
    entry: str = ""

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
    """An entry with all that its card shows. `facts` are tables of one or more rows of the same
    headings; `also` is what the book calls it elsewhere, `starred` that its name bears a *."""

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
        """Return its numbers and what it does in a few lines, for a card on hover."""
        rows = [
            " · ".join(f"{f.heading} {f.text}" for f in row)
            for table in self.facts
            for row in table
        ]
        links = [
            titled(one.heading, ", ".join(t for t, _name in one.targets)) for one in self.links
        ]
        return "\n".join((*rows, *self.lines, *links[:1]))

    @property
    def searched(self) -> str:
        """Return all its words, as a search looks at them."""
        words = [self.chapter, self.name, *self.also, *self.lines]
        words += [f"{f.heading} {f.text}" for table in self.facts for row in table for f in row]
        words += [text for one in self.links if one.searched for text, _name in one.targets]
        words += [f"{o.rolled} {o.text}" for o in self.outcomes]
        return " ".join(words).casefold()


def source_of(entry: BookEntry) -> str:
    """Say where an entry comes from: the rulebook or a content pack, and the page."""
    if entry.pack and entry.page:
        return _("content pack {name}, page {n}", name=entry.pack, n=entry.page)
    if entry.pack:
        return _("content pack {name}", name=entry.pack)
    return _("rulebook, page {n}", n=entry.page) if entry.page else ""


def of_2d6(rolled: str, text: str, totals: Iterable[int], entry: str = "") -> TableResult:
    """Return what some totals of 2D6 come to."""
    return TableResult(rolled, text, sum(6 - abs(7 - total) for total in totals), 36, entry)


def column_totals(column: str) -> range:
    """Return the totals of a column of the supply table: 4 and 5 for '4-5'."""
    low, _dash, high = column.partition("-")
    return range(int(low), int(high or low) + 1)


def found_in_token(key: str, catalogue: Catalogue) -> Fraction:
    """Return the chance that a Supply Token holds some of this gear."""
    ways = 0
    for row, cells in catalogue.supply_rows.items():
        for column, cell in zip(catalogue.supply_columns, cells, strict=True):
            if any(found.key == key for found in cell.found):
                ways += of_2d6("", "", (row,)).ways * of_2d6("", "", column_totals(column)).ways
    return Fraction(ways, 36 * 36)


def plain_links(heading: str, names: Iterable[str]) -> tuple[Links, ...]:
    """Return links to entries by their names; none where there are none."""
    targets = tuple((name, name) for name in names)
    return (Links(heading, targets),) if targets else ()


def _trait_links(heading: str, traits: Iterable[Trait], catalogue: Catalogue) -> tuple[Links, ...]:
    targets = tuple((catalogue.trait_name(t), catalogue.trait(t.key).name) for t in traits)
    return (Links(heading, targets, searched=True),) if targets else ()


def _facts(*given: tuple[str, object] | tuple[str, object, str]) -> Facts:
    """Return a table of one row: headings, their numbers and what they say in full; those that are
    None or '' are left out, and a table of nothing."""
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
    """Return the name of the table that skills of a type are rolled on."""
    return _("{type} skills", type=skill_type_name(skill_type))


def entries(catalogue: Catalogue) -> Iterator[BookEntry]:
    """Return every entry of the rulebook's files, chapter by chapter."""
    yield from (_character(kind, catalogue) for kind in catalogue.characters.values())
    for zombie in catalogue.zombies.values():
        links = _trait_links(_("Attributes and skills"), zombie.rules, catalogue)
        yield _made(zombie, _("Zombies"), facts=((_profile(zombie.profile),),), links=links)
    yield from (_gear(gear, catalogue) for gear in catalogue.all_gear())
    yield from (_skill(skill, catalogue) for skill in catalogue.skills.values())
    for attribute in catalogue.attributes.values():
        bearers = [g.name for g in catalogue.all_gear() if g.has(attribute.key)]
        for models in (catalogue.characters, catalogue.zombies):
            for model in models.values():
                if any(t.key == attribute.key for t in model.rules):
                    bearers.append(model.name)
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
        said = of_2d6(rolled, "", injury.totals).odds
        lines = (injury.summary, _("A second time: {text}", text=injury.again))
        yield _made(
            injury,
            _("Injuries"),
            facts=_facts((_("2D6"), rolled), (_("Chance"), said)),
            lines=lines if injury.again else lines[:1],
            links=plain_links(_("Rolled on"), (_("Injury Table"),)),
        )
    yield from (_encounter(encounter) for encounter in catalogue.encounters.values())
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
    chooses = _("Chooses {n} more kinds of skills when recruited.", n=kind.choose_skill_types)
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
                lines.append(_("Goes on: {classes}", classes=classes))
    lines.append(_who_can_buy(gear))
    chance = found_in_token(gear.key, catalogue)
    if chance:
        lines.append(_("A Supply Token holds it: {chance}.", chance=percent(chance)))
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
    """Return a row of numbers for each step of the range."""
    rows: list[tuple[BookFact, ...]] = []
    thrown = thrown_reach(catalogue)
    for n, damage in enumerate(gear.damage):
        reach = f'{gear.range[n]}"' if gear.range else thrown
        knockback = gear.knockback[min(n, len(gear.knockback) - 1)]
        rows.append(
            (
                BookFact(_("Range"), reach, _("Range in inches")),
                BookFact(_("Damage"), str(damage)),
                BookFact(_("RoF"), str(gear.rof), _("Rate of Fire")),
                BookFact(_("Knockback"), str(knockback)),
                BookFact(_("Reload"), str(gear.reload) if gear.reload else "—"),
            )
        )
    return tuple(rows)


def _who_can_buy(gear: Gear) -> str:
    if gear.cost is None:
        return _("Can't be bought: it is found, or made from another.")
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
        (_("Members"), refuge.max_size, _("The most members it holds")),
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


def _encounter(encounter: Encounter) -> BookEntry:
    tokens = encounter.tokens if encounter.tokens or encounter.tokens_per_side else None
    return _made(
        encounter,
        _("Encounters"),
        facts=_facts(
            (_("D6"), encounter.number),
            (_("Zombies"), encounter.zombies or None),
            (_("Supply Tokens"), tokens),
            (_("And for each side"), encounter.tokens_per_side or None),
        ),
        lines=(encounter.summary, *(step.text for step in encounter.setup)),
        links=plain_links(_("Rolled on"), (_("Encounter Table"),)),
    )


def refused(catalogue: Catalogue) -> Iterator[BookEntry]:
    """Return what is wrong with content packs that were left out."""
    for fault in catalogue.refused_packs:
        pack, _colon, text = fault.partition(": ")
        yield BookEntry(_("Content packs left out"), pack, "warning", lines=(text,))


#: The drawing of what is rolled on, and of what is read.
DICE, BOOK = pictograms.token("dice"), pictograms.token("book")


#: The pages of the tables.
LEVELS_PAGE, LEARNING_PAGE, SKILLS_PAGE, EARNED_PAGE = 88, 89, 90, 87
SUPPLY_PAGE, ENCOUNTER_PAGE, INJURY_PAGE = 92, 98, 84


def _tables(catalogue: Catalogue) -> Iterator[BookEntry]:
    tables = _("Tables")
    injuries = [
        of_2d6(", ".join(str(t) for t in i.totals), i.name, i.totals, i.name)
        for i in sorted(
            (i for i in catalogue.injuries.values() if i.totals), key=lambda i: min(i.totals)
        )
    ]
    yield BookEntry(
        tables,
        _("Injury Table"),
        DICE,
        INJURY_PAGE,
        dice=_("2D6"),
        lines=(_("For each member who ended the game Out of Action."),),
        outcomes=tuple(injuries),
    )
    yield BookEntry(
        tables,
        _("Encounter Table"),
        DICE,
        ENCOUNTER_PAGE,
        dice=_("D6"),
        outcomes=tuple(
            TableResult(str(e.number), e.name, 1, 6, e.name)
            for e in sorted(catalogue.encounters.values(), key=lambda e: e.number)
            if e.number in FACES
        ),
    )
    yield from _levels(catalogue, tables)
    yield from _supplies(catalogue, tables)


def _levels(catalogue: Catalogue, tables: str) -> Iterator[BookEntry]:
    learned = []
    for total, names in sorted(catalogue.characteristic_table.items()):
        said = [_("+1 {name}", name=characteristic_name(n)) for n in names]
        text = said[0]
        if len(said) > 1:
            text = _("D6: 1–3 {first}, 4–6 {second}", first=said[0], second=said[1])
        learned.append(of_2d6(str(total), text, (total,)))
    yield BookEntry(
        tables,
        _("Characteristic Table"),
        DICE,
        LEARNING_PAGE,
        dice=_("2D6"),
        lines=(_("What a Level adds, where no skill is learned."),),
        outcomes=tuple(learned),
    )
    for table, keys in catalogue.skill_tables.items():
        skills = [catalogue.skills[key].name for key in keys]
        yield BookEntry(
            tables,
            skill_table_name(table),
            DICE,
            SKILLS_PAGE,
            dice=_("D6"),
            outcomes=tuple(
                TableResult(str(n), name, 1, len(skills), name)
                for n, name in enumerate(skills, start=1)
            ),
        )
    costs = _facts(*((str(n), cost) for n, cost in enumerate(catalogue.level_costs, start=1)))
    yield BookEntry(
        tables,
        _("Cost of Levels"),
        BOOK,
        LEVELS_PAGE,
        facts=costs,
        lines=(_("Experience spent for each Level."),),
    )
    words = {
        "zombie": _("Zombie taken out"),
        "rival": _("Rival taken Out of Action"),
        "objective": _("Objective"),
    }
    earned = _facts(
        *((words.get(key, key), n) for key, n in catalogue.earned.items()),
        (_("Survived the game"), catalogue.survived),
    )
    yield BookEntry(tables, _("Experience earned"), BOOK, EARNED_PAGE, facts=earned)


def _supplies(catalogue: Catalogue, tables: str) -> Iterator[BookEntry]:
    rows = {n: _("Supply Table, row {n}", n=n) for n in sorted(catalogue.supply_rows)}
    yield BookEntry(
        tables,
        _("Supply Table"),
        DICE,
        SUPPLY_PAGE,
        dice=_("2D6"),
        lines=(_("For each Supply Token: 2D6 finds the row, 2D6 more the column."),),
        outcomes=tuple(
            of_2d6(str(n), _points_of(n, catalogue), (n,), name) for n, name in rows.items()
        ),
    )
    for n, name in rows.items():
        columns = zip(catalogue.supply_columns, catalogue.supply_rows[n], strict=True)
        yield BookEntry(
            tables,
            name,
            DICE,
            SUPPLY_PAGE,
            dice=_("2D6"),
            outcomes=tuple(
                of_2d6(column, cell_in_words(cell, catalogue), column_totals(column))
                for column, cell in columns
            ),
            links=plain_links(_("Part of"), (_("Supply Table"),)),
        )


def _points_of(row: int, catalogue: Catalogue) -> str:
    """Return what a row of the supply table holds: the names of what can be found."""
    names = [
        catalogue.gear(found.key).name
        for cell in catalogue.supply_rows[row]
        for found in cell.found
    ]
    return ", ".join(dict.fromkeys(names))


_read: list[tuple[Catalogue, Sequence[BookEntry]]] = []


def book(catalogue: Catalogue) -> Sequence[BookEntry]:
    """Return all there is to look up, in order; put together once for a catalogue."""
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
    """Return the entry with a name, None where there is none."""
    return next((e for e in book(catalogue) if e.name == name), None)
