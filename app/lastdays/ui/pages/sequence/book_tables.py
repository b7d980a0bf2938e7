"""The book's table for an ask: the results still possible, with their chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from lastdays.language import _, begun, ngettext, signed
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import empty_spaces, max_size, places_in_refuge
from lastdays.postgame.experience import raisable
from lastdays.postgame.injuries import Half
from lastdays.postgame.jobs import JOB_KINDS, JobKind, job_name
from lastdays.postgame.supplies import cell_in_words
from lastdays.postgame.tables import (
    AttackTable,
    CharacteristicsTable,
    EarnedTable,
    InfectedTable,
    InjuryTable,
    JobsTable,
    LevelCostsTable,
    OwnTable,
    RefugeLossTable,
    RefugeTable,
    SkillTable,
    YieldTable,
)
from lastdays.postgame.zombie_attack import overrun
from lastdays.procedure.asks import D6, TWO_DICE, Ask, Beside, Roll, Sum
from lastdays.procedure.odds import totals
from lastdays.procedure.replay import Answer, replay
from lastdays.rulebook import Catalogue, SupplyCell, characteristic_name, pictograms
from lastdays.rulebook.entries import Dice, InjuryEntry
from lastdays.rulebook.known import InjuryKey
from lastdays.ui.models.rows import Cell, Chip, Row, RowModel
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import BookRow, BookTable, average, exactly, share
from lastdays.ui.widgets.own_table import own_table
from lastdays.ui.widgets.table import Table


def refuge_table(group: Group, catalogue: Catalogue) -> BookTable:
    """Return a group's Refuge, with its Perks and what each does (p. 20, p. 80–82)."""
    refuge = catalogue.refuges[group.refuge.key]
    counted = Counter((*refuge.built_in, *(p.key for p in group.refuge.built)))
    there = ((catalogue.perks[key], count) for key, count in counted.items())
    rows = tuple(
        BookRow(
            f"{count}×" if count > 1 else "",
            perk.name,
            perk.drawing,
            detail=perk.summary,
            entry=perk.name,
        )
        for perk, count in there
    )
    spaces = max(0, empty_spaces(group, catalogue))
    most = max_size(group, catalogue)
    caption = ngettext("{n} Empty Space left", "{n} Empty Spaces left", spaces)
    if most is not None:
        caption = _("{size} members, {spaces} Empty Spaces left", size=most, spaces=spaces)
    return BookTable(refuge.name, rows, refuge.page, caption, two_lines=True)


def refuge_with_losses(group: Group, catalogue: Catalogue, *, overrun: bool) -> BookTable:
    """Return what is lost with a group's Refuge, then its Perks (p. 96)."""
    table = refuge_table(group, catalogue)
    caption = _(
        "{n} of {beds} members", n=len(group.roster), beds=places_in_refuge(group, catalogue)
    )
    rows = (*loss_rows(group, catalogue, overrun=overrun), *table.rows)
    return replace(table, rows=rows, caption=caption)


def level_costs(catalogue: Catalogue) -> BookTable:
    """Return what each Level costs, in Experience (p. 88)."""
    rows = tuple(
        BookRow(str(level), _("{n} Experience", n=cost))
        for level, cost in enumerate(catalogue.level_costs, start=1)
    )
    return BookTable(_("Cost of each Level"), rows, 88)


#: The Jobs that need a Refuge.
AT_HOME: tuple[JobKind, ...] = ("guard", "work", "build")


def jobs_table(catalogue: Catalogue, *, on_the_road: bool = False) -> BookTable:
    """Return the Jobs and what each does (p. 94–95)."""
    kinds = [kind for kind in JOB_KINDS if not (on_the_road and kind in AT_HOME)]
    told = ((kind, *_job_told(kind, catalogue)) for kind in kinds)
    rows = tuple(BookRow("", job_name(kind), drawn, detail=does) for kind, does, drawn in told)
    return BookTable(_("Jobs"), rows, 94, beside=True)


def _job_told(kind: JobKind, catalogue: Catalogue) -> tuple[str, str]:
    """Return what a Job does, and its pictogram (p. 94–95)."""
    match kind:
        case "guard":
            skilled = max((skill.guard for skill in catalogue.skills.values()), default=0)
            return _(
                "{guard} to the Zombie Attack roll; {skilled} with some skills",
                guard=signed(catalogue.number("zombie_attack", "guard")),
                skilled=signed(skilled),
            ), "lorc/reticule"
        case "work":
            return (
                _("Works one Perk of the Refuge; nobody else can work it"),
                pictograms.table()["kinds"]["perks"],
            )
        case "build":
            return _("Builds one Perk into an Empty Space, for points"), pictograms.token("wall")
        case "recruit":
            return _("The Leader recruits one new member"), pictograms.token("member")
        case "talk":
            return _("The Leader tries to win a member over"), pictograms.keyword("selfish")
        case "rest":
            return _("No Job at all"), pictograms.place("aftermath")


Spread = Mapping[int, Fraction]


def table_for(
    ask: Ask, beside: Beside, catalogue: Catalogue, lying: tuple[int, ...] = ()
) -> BookTable | None:
    """Return the book's table for an ask, given dice already `lying`; None if it has none."""
    if isinstance(ask, Roll | Sum) and not isinstance(beside.table, EarnedTable):
        return _rolled_on(ask, beside, catalogue, lying)
    return _to_look_at(beside.table, catalogue)


def _to_look_at(table: object, catalogue: Catalogue) -> BookTable | None:
    """Return a table that nothing is rolled on now."""
    match table:
        case JobsTable(on_the_road):
            return jobs_table(catalogue, on_the_road=on_the_road)
        case LevelCostsTable():
            return level_costs(catalogue)
        case EarnedTable():
            return _earned(table, catalogue)
        case RefugeTable(group):
            return refuge_table(group, catalogue)
        case RefugeLossTable(group, overrun):
            return refuge_with_losses(group, catalogue, overrun=overrun)
        case InjuryTable():
            return replace(_injuries(table, totals(TWO_DICE), catalogue), events=())
        case CharacteristicsTable(member):
            return _without_chances(_characteristics(member, totals(TWO_DICE), catalogue))
        case SkillTable(member, kind):
            return _without_chances(_skills(member, kind, totals(D6), catalogue))
        case OwnTable(own):
            return own_table(own, totals(own.dice), catalogue)
    return None


def _without_chances(table: BookTable) -> BookTable:
    return replace(table, rows=tuple(replace(row, chance=None) for row in table.rows))


def _rolled_on(
    ask: Roll | Sum, beside: Beside, catalogue: Catalogue, lying: tuple[int, ...]
) -> BookTable | None:
    """Return the table that an ask is rolled on, with its chances."""
    on_table = sum(lying) + sum(beside.lying)
    spread = _spread(ask, on_table, len(lying))
    made: BookTable | None
    match beside.table:
        case AttackTable():
            made = _attack(beside.table, spread, catalogue)
        case InjuryTable():
            made = _injuries(beside.table, spread, catalogue)
        case InfectedTable():
            made = _infected(beside.table, spread, catalogue)
        case CharacteristicsTable(member):
            made = _characteristics(member, spread, catalogue)
        case SkillTable(member, kind):
            made = _skills(member, kind, spread, catalogue)
        case YieldTable():
            made = _points(ask, spread)
        case OwnTable(own):
            made = own_table(own, spread, catalogue)
        case _:
            made = _by_running(ask, spread)
    if made is None or made.caption or not on_table:
        return made
    return replace(made, caption=_("with {n} rolled so far", n=on_table))


def _spread(ask: Roll | Sum, lying: int, count: int) -> Spread:
    """Return the chance of each total, given the sum and the number of dice on the table."""
    rest = ask.dice.count - count
    if rest <= 0:
        return {lying: Fraction(1)}
    return {total + lying: chance for total, chance in totals(Dice(rest, ask.dice.faces)).items()}


def ranged(numbers: Iterable[int]) -> str:
    """Write numbers that follow one another as a range: '6–8'."""
    listed = sorted(numbers)
    if not listed:
        return ""
    return str(listed[0]) if len(listed) == 1 else f"{listed[0]}–{listed[-1]}"


# The tables


#: How a die is read that decides in halves, and the rows of the Injury Table that hurt nobody.
HALVES: tuple[Half, Half] = ("1-3", "4-6")
UNHURT = (InjuryKey.FULL_RECOVERY, InjuryKey.NEVER_AGAIN)


def _injuries(table: InjuryTable, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the Injury Table for a member (p. 84)."""
    member = table.member
    rows: dict[int, BookRow] = {}
    alive = whole = stands = Fraction(0)
    for entry in catalogue.injuries.values():
        found = [total for total in entry.totals if spread.get(total)]
        if not found:
            continue
        chance = sum((spread[total] for total in found), Fraction(0))
        key = _suffered(member, entry.key, catalogue)
        name = entry.name
        if key != entry.key:
            result = catalogue.injuries[key].name
            name = _("{injury} again: {result}", injury=name, result=result)
        if entry.key == InjuryKey.CAPTURED and not table.can_be_captured:
            key = ""
            name = _("{result}: nobody there to capture, re-roll", result=entry.name)
        else:
            stands += chance
            alive += chance * _lives(member, entry, key, catalogue)
            whole += chance * (key in UNHURT)
        well = key in UNHURT
        kind = "well" if well else "harm" if key == InjuryKey.DEAD else ""
        rows[min(found)] = BookRow(
            ranged(found), name, entry.drawing, chance, key, entry.summary, kind, entry.name
        )
    events: tuple[tuple[str, Fraction], ...] = ()
    if stands:
        events = ((_("surviving"), alive / stands), (_("a Full Recovery"), whole / stands))
    listed = tuple(rows[total] for total in sorted(rows))
    return BookTable(_("Injury Table"), listed, 84, events=events)


def _infected(table: InfectedTable, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the results of a die of Infected! for a member (p. 85). Both stay when the die lies: the
    one it isn't is faint."""
    injuries = catalogue.injuries
    entry = injuries[InjuryKey.INFECTED]
    rows = []
    for first, half in zip((1, 4), HALVES, strict=True):
        key = (entry.first if table.stage == "virus" else entry.second)[half]
        name = _("A limb is amputated in time")
        drawing = injuries[InjuryKey.ARM_INJURY].drawing
        if key in injuries:
            known = injuries[_suffered(table.member, key, catalogue)]
            key = known.key
            name = known.name
            drawing = known.drawing
        chance = sum((spread.get(first + n, Fraction(0)) for n in range(3)), Fraction(0))
        kind = "faint" if not chance else "harm" if key == InjuryKey.DEAD else ""
        rows.append(BookRow(half.replace("-", "–"), name, drawing, chance, kind=kind))
    return BookTable(entry.name, tuple(rows), entry.page)


def _suffered(member: Member | None, key: str, catalogue: Catalogue) -> str:
    """Return the injury a member suffers, which may be another the second time."""
    again = catalogue.injuries[key].again
    return again if again and member is not None and member.injured(key) else key


def _lives(member: Member | None, entry: InjuryEntry, key: str, catalogue: Catalogue) -> Fraction:
    """Return the chance of surviving a row of the Injury Table."""
    if key == InjuryKey.DEAD:
        return Fraction(0)
    if not entry.first:
        return Fraction(1)
    halves = sum(entry.first[half] != InjuryKey.DEAD for half in HALVES)
    limbs = sum(_suffered(member, limb, catalogue) == limb for limb in entry.second.values())
    return Fraction(halves * limbs, 4)


def _characteristics(member: Member, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the Characteristics Table for a member (p. 89)."""
    can_rise = raisable(member, catalogue)
    rows = []
    for total, names in sorted(catalogue.characteristic_table.items()):
        if not spread.get(total):
            continue
        stands = any(name in can_rise for name in names)
        text = f"+1 {characteristic_name(names[0])}"
        if len(names) > 1:
            text = _("+1 {first} or {second}", first=names[0], second=names[1])
        rows.append(
            BookRow(
                str(total),
                text,
                chance=spread[total],
                key=names[0] if len(names) == 1 and stands else "",
                detail="" if stands else _("already at the maximum: re-roll"),
                kind="" if stands else "faint",
            )
        )
    return BookTable(_("Characteristics Table"), tuple(rows), 89)


def _skills(member: Member, kind: str, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return a skill table for a member, with what each skill does (p. 90–91)."""
    rows = []
    for number, key in enumerate(catalogue.skill_tables[kind], start=1):
        skill = catalogue.skills[key]
        known = member.has(key)
        rows.append(
            BookRow(
                str(number),
                _("{skill}: already known, re-roll", skill=skill.name) if known else skill.name,
                skill.drawing,
                spread.get(number, Fraction(0)),
                "" if known else key,
                skill.summary,
                "faint" if known else "",
                skill.name,
            )
        )
    return BookTable(
        _("Skills Table"), tuple(row for row in rows if row.chance), 90, two_lines=True
    )


def _earned(table: EarnedTable, catalogue: Catalogue) -> BookTable:
    """Return what earns Experience, and how often a member did it (p. 87)."""
    worths = catalogue.earned
    own = catalogue.objective_worth(table.encounter)
    deeds = (
        (_("Zombie taken Out of Action"), worths["zombie"], table.zombies, "zombie"),
        (_("Rival taken Out of Action"), worths["rival"], table.rivals, "out"),
        (_("Supply Token"), worths["objective"], table.tokens, "supply"),
        (_("Other objective"), own, table.objectives, "trophy"),
    )
    rows = [
        BookRow(
            _("{count} × {worth}", count=count, worth=worth),
            name,
            pictograms.token(drawing),
            kind="" if count else "faint",
        )
        for name, worth, count, drawing in deeds
    ]
    rows.append(
        BookRow(str(catalogue.survived), _("Survived the game"), pictograms.token("hearts"))
    )
    known = sum(count * worth for _name, worth, count, _drawing in deeds)
    caption = ngettext("{n} Experience so far", "{n} Experience so far", known)
    return BookTable(_("Experience earned"), tuple(rows), 87, caption=caption)


def _attack(table: AttackTable, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the results of an attack, with its modifiers (p. 95)."""
    modifier = sum(amount for _name, amount in table.modifiers)
    rows = []
    for key, name, drawing in (
        ("overrun", _("Overrun"), pictograms.token("zombie")),
        ("held", _("The Refuge holds"), pictograms.token("house")),
    ):
        found = [
            total for total in spread if overrun(total + modifier, catalogue) == (key == "overrun")
        ]
        if found:
            chance = sum((spread[total] for total in found), Fraction(0))
            kind = "harm" if key == "overrun" else "well"
            rows.append(BookRow(ranged(found), name, drawing, chance, key, kind=kind))
    rows += [
        BookRow(signed(amount), begun(name), kind="harm" if amount < 0 else "well")
        for name, amount in table.modifiers
    ]
    caption = _(
        "{modifier} in all · overrun on {n} or less",
        modifier=signed(modifier),
        n=catalogue.number("zombie_attack", "overrun_at_most"),
    )
    return BookTable(_("Zombie Attack"), tuple(rows), 95, caption=caption)


def _points(ask: Roll | Sum, spread: Spread) -> BookTable:
    """Return what a worked Perk such as a Garden yields with each total (p. 80)."""
    rows = tuple(
        BookRow(
            str(total),
            ngettext(
                "{n} Scavenge Point",
                "{n} Scavenge Points",
                total + ask.dice.plus,
            ),
            pictograms.token("points"),
            chance=chance,
        )
        for total, chance in sorted(spread.items())
    )
    return BookTable(_("Possible results"), rows, ask.page)


# Whatever ends with the roll


def _by_running(ask: Ask, spread: Spread) -> BookTable | None:
    """Return the outcome of each total, found by replaying: of a Test, for example."""
    stake = ask.stake
    if stake is None or not isinstance(ask, Sum):
        return None
    outcomes: dict[str, list[int]] = {}
    for total in spread:
        came = replay(stake.start, {ask.key: Answer(total)})
        if not came.done:
            return None
        outcomes.setdefault(stake.outcome(came.result), []).append(total)
    rows = [
        BookRow(
            ranged(found),
            begun(stake.labels[key]),
            chance=sum((spread[total] for total in found), Fraction(0)),
            key=key,
        )
        for key, found in sorted(outcomes.items(), key=lambda came: min(came[1]))
        if key in stake.labels
    ]
    return BookTable(_("The roll"), tuple(rows), ask.page) if rows else None


#: In pixels at 100 %: how high rows are, how wide their heads, how high all of it would like to be.
HEIGHTS = (22, 32)
HEADS = 26
ROOM = 268


class SupplyGrid(Table):
    """The Supply Table (p. 92), with what was rolled marked, and what each row yields."""

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.columns = len(catalogue.supply_columns)
        #: What was rolled, 0 where nothing was, and the chances of what is rolled now.
        self.row = self.column = 0
        self.chances: dict[str, dict[int, Fraction]] = {}
        #: What each row yields: points on average, and the chance of what is wished for.
        self.points: Mapping[int, Fraction] = {}
        self.hopes: Mapping[int, Fraction] = {}
        self.wish = ""
        super().__init__(
            RowModel(self._headings()),
            _("Supply Table"),
            theme,
            look="reading",
            heights=HEIGHTS,
            most=HEADS,
            room=ROOM,
        )

    def show_cell(self, row: int, column: int, chances: dict[str, dict[int, Fraction]]) -> None:
        """Mark the row and column that were rolled (0 for none), with the chances of the next roll
        at the headings."""
        self.row = row
        self.column = column
        self.chances = chances
        self._show()

    def show_yields(
        self, points: Mapping[int, Fraction], hopes: Mapping[int, Fraction], wish: str
    ) -> None:
        """Show what each row yields; `wish` names the event of the chances, '' hides both
        columns."""
        self.points = points
        self.hopes = hopes
        self.wish = wish
        self._show()

    def _show(self) -> None:
        rows = [self._row(total) for total in sorted(self.catalogue.supply_rows)]
        self.rows.change_rows(rows, headings=self._headings())

    def _headings(self) -> tuple[str, ...]:
        chances = self.chances.get("column", {}).items()
        found = self.catalogue.supply_column
        heads = [
            _with_chance(name.replace("-", "–"), sum(c for t, c in chances if found(t) == n))
            for n, name in enumerate(self.catalogue.supply_columns)
        ]
        return ("", *heads, *((_("Points"), _("Odds")) if self.wish else ()))

    def _row(self, total: int) -> Row:
        chance = self.chances.get("row", {}).get(total, 0)
        dim = self.row not in (0, total)
        found = enumerate(self.catalogue.supply_rows[total])
        return Row(
            str(total),
            (
                Cell(_with_chance(str(total), chance), "small", token="faint_text"),
                *(self._cell(cell, self._marked(total, n)) for n, cell in found),
                *(self._yields(total, dim=dim) if self.wish else ()),
            ),
        )

    def _marked(self, total: int, column: int) -> str:
        """Return 'found' for the rolled cell, 'line' for its row while the column is open, 'dim'
        for the others once a row is rolled."""
        if total != self.row:
            return "dim" if self.row else ""
        if not self.column:
            return "line"
        return "found" if self.catalogue.supply_column(self.column) == column else "dim"

    def _cell(self, cell: SupplyCell, marked: str) -> Cell:
        gear = self.catalogue.gear
        token = {"dim": "faint_text", "found": "accent_text"}.get(marked, "text")
        return Cell(
            str(cell.points),
            "pictures",
            token=token,
            chips=tuple(
                Chip(f"{f.count}×" if f.count != 1 else "", "", token, gear(f.key).drawing)
                for f in cell.found
            ),
            spoken=cell_in_words(cell, self.catalogue),
            ground="select" if marked in ("line", "found") else "",
            entry=gear(cell.found[0].key).name if len(cell.found) == 1 else "",
        )

    def _yields(self, row: int, *, dim: bool) -> tuple[Cell, Cell]:
        points = self.points.get(row)
        hope = self.hopes.get(row)
        first = last = Cell("", "under")
        if points is not None:
            text = _("Row {row}: {n} points on average")
            said = text.format(row=row, n=average(points))
            most = max(self.points.values())
            first = _yield(average(points), points / most if most else points, said, dim=dim)
        if hope is not None:
            text = _("Row {row}, {event}: {chance}")
            said = text.format(row=row, event=self.wish, chance=exactly(hope))
            last = _yield(share(hope), hope, said, dim=dim)
        return first, last


def _yield(text: str, bar: Fraction, said: str, *, dim: bool) -> Cell:
    """Return a cell with a figure over its bar."""
    return Cell(
        text,
        "under",
        token="faint_text" if dim else "text",
        drawing_token="edge" if dim else "accent",
        share=float(bar),
        hint=said,
    )


def _with_chance(name: str, chance: Fraction | int) -> str:
    text = _("{total} · {chance}")
    return text.format(total=name, chance=share(Fraction(chance))) if chance else name
