"""The book's table for an ask: the results still possible, with their chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from lastdays.language import _, capitalised, ngettext, signed
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
from lastdays.procedure.odds import chances_of_totals
from lastdays.procedure.replay import Answer, replay
from lastdays.rulebook import Catalogue, SupplyCell, characteristic_name, pictograms
from lastdays.rulebook.entries import Dice, InjuryEntry, Perk, SkillEntry
from lastdays.rulebook.known import InjuryKey
from lastdays.ui.models.rows import Cell, Chip, Row, RowModel
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import (
    BookRow,
    BookTable,
    as_fraction_and_percent,
    average_text,
    in_percent,
)
from lastdays.ui.widgets.own_table import book_table_of
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign


def refuge_table(group: Group, catalogue: Catalogue) -> BookTable:
    """Return a group's Refuge, with its Perks and what each does (p. 20, p. 80–82)."""
    refuge = catalogue.refuges[group.refuge.key]
    perks = Counter(refuge.built_in)
    perks.update(built.key for built in group.refuge.built)
    rows = tuple(_perk_row(catalogue.perks[key], count) for key, count in perks.items())
    spaces = max(0, empty_spaces(group, catalogue))
    most = max_size(group, catalogue)
    if most is None:
        caption = ngettext("{n} Empty Space left", "{n} Empty Spaces left", spaces)
    else:
        caption = _("{size} members, {spaces} Empty Spaces left", size=most, spaces=spaces)
    return BookTable(refuge.name, rows, refuge.page, caption, two_lines=True)


def _perk_row(perk: Perk, count: int) -> BookRow:
    """Return a row with a Perk, how often it is there if more than once, and what it does."""
    times = f"{count}×" if count > 1 else ""
    return BookRow(times, perk.name, perk.drawing, detail=perk.summary, entry=perk.name)


def refuge_with_losses(group: Group, catalogue: Catalogue, *, overrun: bool) -> BookTable:
    """Return what is lost with a group's Refuge, then its Perks (p. 96)."""
    table = refuge_table(group, catalogue)
    beds = places_in_refuge(group, catalogue)
    caption = _("{n} of {beds} members", n=len(group.roster), beds=beds)
    losses = loss_rows(group, catalogue, overrun=overrun)
    return replace(table, rows=losses + table.rows, caption=caption)


def level_costs(catalogue: Catalogue) -> BookTable:
    """Return what each Level costs, in Experience (p. 88)."""
    rows = []
    for level, cost in enumerate(catalogue.level_costs, start=1):
        rows.append(BookRow(str(level), _("{n} Experience", n=cost)))
    return BookTable(_("Cost of each Level"), tuple(rows), 88)


#: The Jobs that need a Refuge.
AT_HOME: tuple[JobKind, ...] = ("guard", "work", "build")


def jobs_table(catalogue: Catalogue, *, on_the_road: bool = False) -> BookTable:
    """Return the Jobs and what each does (p. 94–95)."""
    rows = []
    for kind in JOB_KINDS:
        if on_the_road and kind in AT_HOME:
            continue
        effect, drawing = _effect_of_job(kind, catalogue)
        rows.append(BookRow("", job_name(kind), drawing, detail=effect))
    return BookTable(_("Jobs"), tuple(rows), 94, beside=True)


def _effect_of_job(kind: JobKind, catalogue: Catalogue) -> tuple[str, str]:
    """Return what a Job does, and its pictogram (p. 94–95)."""
    match kind:
        case "guard":
            return _effect_of_guard(catalogue), "lorc/reticule"
        case "work":
            drawing = pictograms.table()["kinds"]["perks"]
            return _("Works one Perk of the Refuge; nobody else can work it"), drawing
        case "build":
            return _("Builds one Perk into an Empty Space, for points"), pictograms.token("wall")
        case "recruit":
            return _("The Leader recruits one new member"), pictograms.token("member")
        case "talk":
            return _("The Leader tries to win a member over"), pictograms.keyword("selfish")
        case "rest":
            return _("No Job at all"), pictograms.place("aftermath")


def _effect_of_guard(catalogue: Catalogue) -> str:
    """Say what a Guard adds to a Zombie Attack roll, and what at most with a skill."""
    usual = catalogue.number("zombie_attack", "guard")
    skilled = max((skill.guard for skill in catalogue.skills.values()), default=0)
    return _(
        "{guard} to the Zombie Attack roll; {skilled} with some skills",
        guard=signed(usual),
        skilled=signed(skilled),
    )


Spread = Mapping[int, Fraction]


def table_for(
    ask: Ask, beside: Beside, catalogue: Catalogue, lying: tuple[int, ...] = ()
) -> BookTable | None:
    """Return the book's table for an ask, given dice already `lying`; None if it has none."""
    if isinstance(ask, Roll | Sum) and not isinstance(beside.table, EarnedTable):
        return _table_rolled_on(ask, beside, catalogue, lying)
    return _to_look_at(beside.table, catalogue)


def _to_look_at(table: object, catalogue: Catalogue) -> BookTable | None:
    """Return a table that nothing is rolled on now."""
    match table:
        case JobsTable(on_the_road):
            return jobs_table(catalogue, on_the_road=on_the_road)
        case LevelCostsTable():
            return level_costs(catalogue)
        case EarnedTable():
            return _table_of_experience(table, catalogue)
        case RefugeTable(group):
            return refuge_table(group, catalogue)
        case RefugeLossTable(group, overrun):
            return refuge_with_losses(group, catalogue, overrun=overrun)
        case InjuryTable():
            return replace(_injury_table(table, chances_of_totals(TWO_DICE), catalogue), events=())
        case CharacteristicsTable(member):
            return _without_chances(
                _characteristics_table(member, chances_of_totals(TWO_DICE), catalogue)
            )
        case SkillTable(member, kind):
            return _without_chances(_skill_table(member, kind, chances_of_totals(D6), catalogue))
        case OwnTable(own):
            return book_table_of(own, chances_of_totals(own.dice), catalogue)
    return None


def _without_chances(table: BookTable) -> BookTable:
    rows = tuple(replace(row, chance=None) for row in table.rows)
    return replace(table, rows=rows)


def _table_rolled_on(
    ask: Roll | Sum, beside: Beside, catalogue: Catalogue, lying: tuple[int, ...]
) -> BookTable | None:
    """Return the table that an ask is rolled on, with its chances."""
    on_table = sum(lying) + sum(beside.lying)
    spread = _chances_of_totals_left(ask, on_table, len(lying))
    table = _with_spread(ask, beside, spread, catalogue)
    if table is None or table.caption or not on_table:
        return table
    return replace(table, caption=_("with {n} rolled so far", n=on_table))


def _with_spread(
    ask: Roll | Sum, beside: Beside, spread: Spread, catalogue: Catalogue
) -> BookTable | None:
    """Return the table beside an ask, with the chances of what may be rolled."""
    match beside.table:
        case AttackTable():
            return _attack_table(beside.table, spread, catalogue)
        case InjuryTable():
            return _injury_table(beside.table, spread, catalogue)
        case InfectedTable():
            return _infected_table(beside.table, spread, catalogue)
        case CharacteristicsTable(member):
            return _characteristics_table(member, spread, catalogue)
        case SkillTable(member, kind):
            return _skill_table(member, kind, spread, catalogue)
        case YieldTable():
            return _table_of_points(ask, spread)
        case OwnTable(own):
            return book_table_of(own, spread, catalogue)
    return _by_running(ask, spread)


def _chances_of_totals_left(ask: Roll | Sum, lying: int, count: int) -> Spread:
    """Return the chance of each total, given the sum and the number of dice on the table."""
    dice_left = ask.dice.count - count
    if dice_left <= 0:
        return {lying: Fraction(1)}
    rolled = chances_of_totals(Dice(dice_left, ask.dice.faces))
    return {total + lying: chance for total, chance in rolled.items()}


def range_in_words(numbers: Iterable[int]) -> str:
    """Write numbers that follow one another as a range: '6–8'."""
    in_order = sorted(numbers)
    if not in_order:
        return ""
    if len(in_order) == 1:
        return str(in_order[0])
    return f"{in_order[0]}–{in_order[-1]}"


def _chance_of(numbers: Iterable[int], spread: Spread) -> Fraction:
    """Return the chance that one of these numbers is rolled."""
    return sum((spread.get(number, Fraction(0)) for number in numbers), Fraction(0))


# The tables


#: How a die is read that decides in halves.
HALVES: tuple[Half, Half] = ("1-3", "4-6")
#: The rows of the Injury Table that hurt nobody.
UNHURT = (InjuryKey.FULL_RECOVERY, InjuryKey.NEVER_AGAIN)


def _injury_table(table: InjuryTable, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the Injury Table for a member (p. 84)."""
    rows: dict[int, BookRow] = {}
    alive = Fraction(0)
    unhurt = Fraction(0)
    counts = Fraction(0)
    for injury in catalogue.injuries.values():
        numbers = [number for number in injury.totals if spread.get(number)]
        if not numbers:
            continue
        chance = _chance_of(numbers, spread)
        suffered = _injury_suffered(table.member, injury.key, catalogue)
        rows[min(numbers)] = _injury_row(table, injury, numbers, chance, catalogue)
        if _is_rerolled(table, injury):
            continue
        counts += chance
        alive += chance * _chance_of_surviving(table.member, injury, suffered, catalogue)
        if suffered in UNHURT:
            unhurt += chance
    events: tuple[tuple[str, Fraction], ...] = ()
    if counts:
        events = ((_("surviving"), alive / counts), (_("a Full Recovery"), unhurt / counts))
    rows_in_order = tuple(rows[number] for number in sorted(rows))
    return BookTable(_("Injury Table"), rows_in_order, 84, events=events)


def _is_rerolled(table: InjuryTable, injury: InjuryEntry) -> bool:
    """Return whether a result is re-rolled: a capture where there is nobody to capture."""
    return injury.key == InjuryKey.CAPTURED and not table.can_be_captured


def _injury_row(
    table: InjuryTable,
    injury: InjuryEntry,
    numbers: list[int],
    chance: Fraction,
    catalogue: Catalogue,
) -> BookRow:
    """Return the row of an injury, with what it is for a member who has it already."""
    key = _injury_suffered(table.member, injury.key, catalogue)
    name = injury.name
    if key != injury.key:
        result = catalogue.injuries[key].name
        name = _("{injury} again: {result}", injury=name, result=result)
    if _is_rerolled(table, injury):
        key = ""
        name = _("{result}: nobody there to capture, re-roll", result=injury.name)
    kind = ""
    if key in UNHURT:
        kind = "well"
    elif key == InjuryKey.DEAD:
        kind = "harm"
    return BookRow(
        range_in_words(numbers),
        name,
        drawing=injury.drawing,
        chance=chance,
        key=key,
        detail=injury.summary,
        kind=kind,
        entry=injury.name,
    )


def _infected_table(table: InfectedTable, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the results of a die of Infected! for a member (p. 85). Both stay when the die lies: the
    one it isn't is faint."""
    infected = catalogue.injuries[InjuryKey.INFECTED]
    results = infected.first if table.stage == "virus" else infected.second
    low_half, high_half = HALVES
    low_chance = _chance_of((1, 2, 3), spread)
    high_chance = _chance_of((4, 5, 6), spread)
    rows = (
        _half_row(low_half, results[low_half], low_chance, table.member, catalogue),
        _half_row(high_half, results[high_half], high_chance, table.member, catalogue),
    )
    return BookTable(infected.name, rows, infected.page)


def _half_row(
    half: Half, result: str, chance: Fraction, member: Member | None, catalogue: Catalogue
) -> BookRow:
    """Return the row of one half of a die of Infected!; what is no injury is an amputation."""
    injuries = catalogue.injuries
    name = _("A limb is amputated in time")
    drawing = injuries[InjuryKey.ARM_INJURY].drawing
    key = result
    if result in injuries:
        injury = injuries[_injury_suffered(member, result, catalogue)]
        key = injury.key
        name = injury.name
        drawing = injury.drawing
    kind = ""
    if not chance:
        kind = "faint"
    elif key == InjuryKey.DEAD:
        kind = "harm"
    return BookRow(half.replace("-", "–"), name, drawing, chance, kind=kind)


def _injury_suffered(member: Member | None, key: str, catalogue: Catalogue) -> str:
    """Return the injury a member suffers, which may be another the second time."""
    second_time = catalogue.injuries[key].again
    if second_time and member is not None and member.injured(key):
        return second_time
    return key


def _chance_of_surviving(
    member: Member | None, injury: InjuryEntry, suffered: str, catalogue: Catalogue
) -> Fraction:
    """Return the chance of surviving a row of the Injury Table."""
    if suffered == InjuryKey.DEAD:
        return Fraction(0)
    if not injury.first:
        return Fraction(1)
    halves = [half for half in HALVES if injury.first[half] != InjuryKey.DEAD]
    limbs = [
        limb for limb in injury.second.values() if _injury_suffered(member, limb, catalogue) == limb
    ]
    return Fraction(len(halves) * len(limbs), 4)


def _characteristics_table(member: Member, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the Characteristics Table for a member (p. 89)."""
    can_rise = raisable(member, catalogue)
    rows = []
    for total, names in sorted(catalogue.characteristic_table.items()):
        if not spread.get(total):
            continue
        text = f"+1 {characteristic_name(names[0])}"
        if len(names) > 1:
            text = _("+1 {first} or {second}", first=names[0], second=names[1])
        counts = any(name in can_rise for name in names)
        if not counts:
            maximum = _("already at the maximum: re-roll")
            row = BookRow(str(total), text, chance=spread[total], detail=maximum, kind="faint")
        elif len(names) == 1:
            row = BookRow(str(total), text, chance=spread[total], key=names[0])
        else:
            row = BookRow(str(total), text, chance=spread[total])
        rows.append(row)
    return BookTable(_("Characteristics Table"), tuple(rows), 89)


def _skill_table(member: Member, kind: str, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return a skill table for a member, with what each skill does (p. 90–91)."""
    rows = []
    for number, key in enumerate(catalogue.skill_tables[kind], start=1):
        chance = spread.get(number, Fraction(0))
        if chance:
            skill = catalogue.skills[key]
            rows.append(_skill_row(number, skill, chance, known=member.has(key)))
    return BookTable(_("Skills Table"), tuple(rows), 90, two_lines=True)


def _skill_row(number: int, skill: SkillEntry, chance: Fraction, *, known: bool) -> BookRow:
    """Return the row of a skill; of one that is known, that it is re-rolled."""
    name = skill.name
    if known:
        name = _("{skill}: already known, re-roll", skill=skill.name)
    return BookRow(
        str(number),
        name,
        drawing=skill.drawing,
        chance=chance,
        key="" if known else skill.key,
        detail=skill.summary,
        kind="faint" if known else "",
        entry=skill.name,
    )


def _table_of_experience(table: EarnedTable, catalogue: Catalogue) -> BookTable:
    """Return what earns Experience, and how often a member did it (p. 87)."""
    zombie = catalogue.earned["zombie"]
    rival = catalogue.earned["rival"]
    token = catalogue.earned["objective"]
    objective = catalogue.objective_worth(table.encounter)
    rows = (
        _deed_row(_("Zombie taken Out of Action"), table.zombies, zombie, "zombie"),
        _deed_row(_("Rival taken Out of Action"), table.rivals, rival, "out"),
        _deed_row(_("Supply Token"), table.tokens, token, "supply"),
        _deed_row(_("Other objective"), table.objectives, objective, "trophy"),
        BookRow(str(catalogue.survived), _("Survived the game"), pictograms.token("hearts")),
    )
    experience = (
        table.zombies * zombie
        + table.rivals * rival
        + table.tokens * token
        + table.objectives * objective
    )
    caption = ngettext("{n} Experience so far", "{n} Experience so far", experience)
    return BookTable(_("Experience earned"), rows, 87, caption=caption)


def _deed_row(name: str, count: int, worth: int, token: str) -> BookRow:
    """Return how often a deed was done and what each is worth, faint where it never was."""
    times = _("{count} × {worth}", count=count, worth=worth)
    kind = "" if count else "faint"
    return BookRow(times, name, pictograms.token(token), kind=kind)


def _attack_table(table: AttackTable, spread: Spread, catalogue: Catalogue) -> BookTable:
    """Return the results of an attack, with its modifiers (p. 95)."""
    modifier = sum(amount for _name, amount in table.modifiers)
    overrunning = [total for total in spread if overrun(total + modifier, catalogue)]
    holding = [total for total in spread if total not in overrunning]
    rows = []
    if overrunning:
        rows.append(
            BookRow(
                range_in_words(overrunning),
                _("Overrun"),
                pictograms.token("zombie"),
                chance=_chance_of(overrunning, spread),
                key="overrun",
                kind="harm",
            )
        )
    if holding:
        rows.append(
            BookRow(
                range_in_words(holding),
                _("The Refuge holds"),
                pictograms.token("house"),
                chance=_chance_of(holding, spread),
                key="held",
                kind="well",
            )
        )
    for name, amount in table.modifiers:
        kind = "harm" if amount < 0 else "well"
        rows.append(BookRow(signed(amount), capitalised(name), kind=kind))
    caption = _(
        "{modifier} in all · overrun on {n} or less",
        modifier=signed(modifier),
        n=catalogue.number("zombie_attack", "overrun_at_most"),
    )
    return BookTable(_("Zombie Attack"), tuple(rows), 95, caption=caption)


def _table_of_points(ask: Roll | Sum, spread: Spread) -> BookTable:
    """Return what a worked Perk such as a Garden yields with each total (p. 80)."""
    rows = []
    for total, chance in sorted(spread.items()):
        points = total + ask.dice.plus
        text = ngettext("{n} Scavenge Point", "{n} Scavenge Points", points)
        rows.append(BookRow(str(total), text, pictograms.token("points"), chance=chance))
    return BookTable(_("Possible results"), tuple(rows), ask.page)


# Whatever ends with the roll


def _by_running(ask: Ask, spread: Spread) -> BookTable | None:
    """Return the outcome of each total, found by replaying: of a Test, for example."""
    stake = ask.stake
    if stake is None or not isinstance(ask, Sum):
        return None
    totals_of: dict[str, list[int]] = {}
    for total in spread:
        replayed = replay(stake.start, {ask.key: Answer(total)})
        if not replayed.done:
            return None
        outcome = stake.outcome(replayed.result)
        totals_of.setdefault(outcome, []).append(total)
    rows = []
    for outcome in sorted(totals_of, key=lambda outcome: min(totals_of[outcome])):
        numbers = totals_of[outcome]
        if outcome in stake.labels:
            text = capitalised(stake.labels[outcome])
            chance = _chance_of(numbers, spread)
            rows.append(BookRow(range_in_words(numbers), text, chance=chance, key=outcome))
    if not rows:
        return None
    return BookTable(_("The roll"), tuple(rows), ask.page)


#: The heights of the Supply Table's rows.
SUPPLY_ROWS = RowHeights(22, 32)
#: The greatest width of the column with their totals, in pixels at 100 %.
TOTALS_WIDTH = 26
#: The greatest height that the whole table asks for, in pixels at 100 %.
SUPPLY_HEIGHT = 268


class SupplyGrid(Table):
    """The Supply Table (p. 92), with what was rolled marked, and what each row yields."""

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.columns = len(catalogue.supply_columns)
        #: What was rolled, 0 where nothing was, and the chances of what is rolled now.
        self.row = 0
        self.column = 0
        self.chances: dict[str, dict[int, Fraction]] = {}
        #: What each row yields: points on average, and the chance of what is wished for.
        self.points: Mapping[int, Fraction] = {}
        self.hopes: Mapping[int, Fraction] = {}
        self.wish = ""
        super().__init__(
            RowModel(self._headings_with_chances()),
            _("Supply Table"),
            theme,
            TableDesign(
                look="reading",
                row_heights=SUPPLY_ROWS,
                most_stretched=TOTALS_WIDTH,
                most_height=SUPPLY_HEIGHT,
            ),
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
        rows = [self._row_of_total(total) for total in sorted(self.catalogue.supply_rows)]
        self.rows.change_rows(rows, headings=self._headings_with_chances())

    def _headings_with_chances(self) -> tuple[str, ...]:
        headings = [""]
        chances = self.chances.get("column", {})
        for column, name in enumerate(self.catalogue.supply_columns):
            totals_of_column = [
                total for total in chances if self.catalogue.supply_column(total) == column
            ]
            chance = _chance_of(totals_of_column, chances)
            headings.append(_with_chance(name.replace("-", "–"), chance))
        if self.wish:
            headings += [_("Points"), _("Odds")]
        return tuple(headings)

    def _row_of_total(self, total: int) -> Row:
        chance = self.chances.get("row", {}).get(total, Fraction(0))
        cells = [Cell(_with_chance(str(total), chance), "small", token="faint_text")]
        for column, supply_cell in enumerate(self.catalogue.supply_rows[total]):
            cells.append(self._cell_of_supplies(supply_cell, self._mark_of_cell(total, column)))
        if self.wish:
            another_was_rolled = self.row not in (0, total)
            cells += self._yield_cells(total, dim=another_was_rolled)
        return Row(str(total), tuple(cells))

    def _mark_of_cell(self, total: int, column: int) -> str:
        """Return 'found' for the rolled cell, 'line' for its row while the column is open, 'dim'
        for the others once a row is rolled."""
        another_was_rolled = self.row not in (0, total)
        if another_was_rolled:
            return "dim"
        if not self.row:
            return ""
        if not self.column:
            return "line"
        if self.catalogue.supply_column(self.column) == column:
            return "found"
        return "dim"

    def _cell_of_supplies(self, supply_cell: SupplyCell, marked: str) -> Cell:
        """Return a cell of the table: its points, and its gear as pictograms."""
        catalogue = self.catalogue
        token = {"dim": "faint_text", "found": "accent_text"}.get(marked, "text")
        chips = []
        for gear in supply_cell.found:
            times = f"{gear.count}×" if gear.count != 1 else ""
            chips.append(Chip(times, "", token, catalogue.gear(gear.key).drawing))
        entry = ""
        if len(supply_cell.found) == 1:
            entry = catalogue.gear(supply_cell.found[0].key).name
        ground = "select" if marked in ("line", "found") else ""
        return Cell(
            str(supply_cell.points),
            "pictures",
            token=token,
            chips=tuple(chips),
            spoken=cell_in_words(supply_cell, catalogue),
            ground=ground,
            entry=entry,
        )

    def _yield_cells(self, row: int, *, dim: bool) -> tuple[Cell, Cell]:
        """Return the cells of what a row yields on average, and of the chance of the wish."""
        return self._points_cell(row, dim=dim), self._hope_cell(row, dim=dim)

    def _points_cell(self, row: int, *, dim: bool) -> Cell:
        points = self.points.get(row)
        if points is None:
            return Cell("", "under")
        most = max(self.points.values())
        bar = points / most if most else points
        text = _("Row {row}: {n} points on average")
        spoken = text.format(row=row, n=average_text(points))
        return _cell_with_bar(average_text(points), bar, spoken, dim=dim)

    def _hope_cell(self, row: int, *, dim: bool) -> Cell:
        hope = self.hopes.get(row)
        if hope is None:
            return Cell("", "under")
        text = _("Row {row}, {event}: {chance}")
        spoken = text.format(row=row, event=self.wish, chance=as_fraction_and_percent(hope))
        return _cell_with_bar(in_percent(hope), hope, spoken, dim=dim)


def _cell_with_bar(text: str, bar: Fraction, spoken: str, *, dim: bool) -> Cell:
    """Return a cell with a figure over its bar."""
    token = "faint_text" if dim else "text"
    bar_token = "edge" if dim else "accent"
    return Cell(text, "under", token=token, drawing_token=bar_token, share=float(bar), hint=spoken)


def _with_chance(name: str, chance: Fraction) -> str:
    """Return a heading with its chance, if there is one."""
    if not chance:
        return name
    text = _("{total} · {chance}")
    return text.format(total=name, chance=in_percent(chance))
