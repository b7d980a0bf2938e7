"""The rulebook's tables with their odds, its rulings, and all its entries in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lastdays.language import _
from lastdays.postgame.supplies import cell_in_words
from lastdays.rulebook import Catalogue, characteristic_name
from lastdays.rulebook.checks import FACES
from lastdays.rulebook.rulings import rulings
from lastdays.ui.models.book import (
    BOOK,
    DICE,
    BookEntry,
    BookFact,
    TableResult,
    column_totals,
    entries,
    of_2d6,
    plain_links,
    refused,
    skill_table_name,
)

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
        said = [_("+1 {name}").format(name=characteristic_name(n)) for n in names]
        text = said[0]
        if len(said) > 1:
            text = _("D6: 1–3 {first}, 4–6 {second}").format(first=said[0], second=said[1])
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
    costs = tuple(BookFact(str(n), str(c)) for n, c in enumerate(catalogue.level_costs, start=1))
    yield BookEntry(
        tables,
        _("Cost of Levels"),
        BOOK,
        LEVELS_PAGE,
        facts=((costs,),),
        lines=(_("Experience spent for each Level."),),
    )
    words = {
        "zombie": _("Zombie taken out"),
        "rival": _("Rival taken Out of Action"),
        "objective": _("Objective"),
    }
    earned = [BookFact(words.get(key, key), str(n)) for key, n in catalogue.earned.items()]
    earned.append(BookFact(_("Survived the game"), str(catalogue.survived)))
    yield BookEntry(tables, _("Experience earned"), BOOK, EARNED_PAGE, facts=((tuple(earned),),))


def _supplies(catalogue: Catalogue, tables: str) -> Iterator[BookEntry]:
    rows = {n: _("Supply Table, row {n}").format(n=n) for n in sorted(catalogue.supply_rows)}
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
            BookEntry(_("Rulings"), _("Ruling {n}").format(n=r.number), BOOK, lines=(r.text,))
            for r in rulings()
        ),
    )
    _read[:] = [(catalogue, made)]
    return made


def entry_named(name: str, catalogue: Catalogue) -> BookEntry | None:
    """Return the entry with a name, None where there is none."""
    return next((e for e in book(catalogue) if e.name == name), None)
