"""The book's table for an ask: the results still possible, with their chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from lastdays.campaign.sequences.post_game import SequenceView
from lastdays.language import _, begun, ngettext, signed
from lastdays.model.group import Member
from lastdays.model.recruiting import empty_spaces, max_size
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.experience import BuyLevel, raisable
from lastdays.postgame.injuries import Half
from lastdays.postgame.jobs import JOB_KINDS, ArrangeJobs, JobKind, guards_of, job_name, watchers_of
from lastdays.postgame.refuge_fate import ChooseOfRefuge
from lastdays.postgame.supplies import cell_in_words
from lastdays.postgame.zombie_attack import Defence, defence, overrun
from lastdays.procedure.asks import Ask, Choose, Roll, Sum
from lastdays.procedure.odds import totals
from lastdays.procedure.replay import Answer, replay
from lastdays.rulebook import Catalogue, SupplyCell, characteristic_name, pictograms
from lastdays.rulebook.entries import Dice, InjuryEntry
from lastdays.rulebook.known import InjuryKey
from lastdays.ui.models.rows import Cell, Chip, Row, RowModel
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import BookRow, BookTable, average, exactly, share
from lastdays.ui.widgets.table import Table


def refuge_table(view: SequenceView) -> BookTable:
    """Return the group's Refuge, with its Perks and what each does (p. 20, p. 80–82)."""
    catalogue, group = view.context.catalogue, view.group_now
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
    caption = _(
        "{size} members, {spaces} Empty Spaces left",
        size=max_size(group, catalogue),
        spaces=max(0, empty_spaces(group, catalogue)),
    )
    return BookTable(refuge.name, rows, refuge.page, caption, two_lines=True)


def refuge_with_losses(view: SequenceView, ask: ChooseOfRefuge) -> BookTable | None:
    """Return what is lost with the Refuge, then its Perks; None once it is lost (p. 96)."""
    if ask.key not in ("refuge/leave", "refuge/flee"):
        return None
    catalogue, group = view.context.catalogue, ask.group
    table = refuge_table(view)
    caption = _("{n} members in {beds} beds", n=len(group.roster), beds=max_size(group, catalogue))
    rows = (*loss_rows(group, catalogue, overrun=ask.overrun), *table.rows)
    return replace(table, rows=rows, caption=caption)


def level_costs(catalogue: Catalogue) -> BookTable:
    """Return what each Level costs, in Experience (p. 88)."""
    rows = tuple(
        BookRow(str(level), _("{n} Experience", n=cost))
        for level, cost in enumerate(catalogue.level_costs, start=1)
    )
    return BookTable(_("Cost of each Level"), rows, 88)


def jobs_table(catalogue: Catalogue) -> BookTable:
    """Return the Jobs and what each does (p. 94–95)."""
    told = ((kind, *_job_told(kind, catalogue)) for kind in JOB_KINDS)
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
                _("Uses one Perk of the Refuge: nobody else can"),
                pictograms.table()["kinds"]["perks"],
            )
        case "build":
            return _("Builds one Perk into an Empty Space, for points"), pictograms.token("wall")
        case "recruit":
            return _("The Leader hires one new member"), pictograms.token("member")
        case "talk":
            return _("The Leader tries to win a member over"), pictograms.keyword("selfish")
        case "rest":
            return _("No Job at all"), pictograms.place("aftermath")


Spread = Mapping[int, Fraction]


def table_for(view: SequenceView, ask: Ask, lying: tuple[int, ...] = ()) -> BookTable | None:
    """Return the book's table for an ask, given dice already `lying`; None if it has none."""
    if isinstance(ask, ArrangeJobs) or ask.key.startswith("jobs/next/"):
        return jobs_table(view.context.catalogue)
    if isinstance(ask, Choose):
        return _beside_choice(view, ask)
    if not isinstance(ask, Roll | Sum):
        return None
    spread = _spread(ask, sum(lying) + _kept(view, ask), len(lying))
    parts = ask.key.split("/")
    caption = ""
    if lying or _kept(view, ask):
        caption = _("with {n} on the table", n=sum(lying) + _kept(view, ask))
    made = _made(view, ask, spread, parts)
    return replace(made, caption=made.caption or caption) if made is not None else None


def _made(view: SequenceView, ask: Ask, spread: Spread, parts: list[str]) -> BookTable | None:
    """Return the table that an ask is rolled on, found by the parts of its key."""
    context, catalogue = view.context, view.context.catalogue
    member = _member(view, ask.about)
    last = parts[-1] if not parts[-1].startswith("try-") else parts[-2]
    if parts[0] == "attack" and isinstance(ask, Roll):
        return _attack(view, spread)
    if parts[0] in ("injuries", "refuge") and isinstance(ask, Roll) and member is not None:
        return _injuries(context, member, spread, parts[0] == "injuries" and context.has_rival)
    if last in ("virus", "limb") and member is not None:
        return _infected(context, member, last, spread)
    if last == "survived" and member is not None:
        return _experience(context, member)
    if last == "characteristic" and member is not None:
        return _characteristics(context, member, spread)
    if last in catalogue.skill_tables and member is not None:
        return _skills(context, member, last, spread)
    if parts[0] == "jobs" and last == "points" and isinstance(ask, Sum):
        return _points(ask, spread)
    return _by_running(ask, spread)


def _spread(ask: Roll | Sum, lying: int, count: int) -> Spread:
    """Return the chance of each total, given the sum and the number of dice on the table."""
    rest = ask.dice.count - count
    if rest <= 0:
        return {lying: Fraction(1)}
    return {total + lying: chance for total, chance in totals(Dice(rest, ask.dice.faces)).items()}


def _kept(view: SequenceView, ask: Ask) -> int:
    """Return the die that stays when one of two is rolled again; 0 otherwise."""
    if not isinstance(ask, Roll) or ask.dice.count != 1:
        return 0
    if ask.key == "attack/tower-roll":
        first, choice = "attack/roll", "attack/tower-choice"
    else:
        choice = ask.key.removesuffix("/roll")
        first = choice.replace("/first-aid", "/roll")
    values = {entry.ask.key: entry.value for entry in view.replayed.asked}
    dice = values.get(first)
    if not isinstance(dice, tuple) or len(dice) != 2:
        return 0
    return int(dice[1] if values.get(choice) == "first" else dice[0])


def _member(view: SequenceView, about: str) -> Member | None:
    group = view.group_now
    if group.has_member(about):
        return group.member(about)
    return view.before.member(about) if view.before.has_member(about) else None


def ranged(numbers: Iterable[int]) -> str:
    """Write numbers that follow one another as a range: '6–8'."""
    listed = sorted(numbers)
    if not listed:
        return ""
    return str(listed[0]) if len(listed) == 1 else f"{listed[0]}–{listed[-1]}"


# The tables


def _beside_choice(view: SequenceView, ask: Choose) -> BookTable | None:
    """Return the table that helps with a choice, such as the one rolled on next."""
    if ask.key.startswith("injuries/next/"):
        table = _injuries(view.context, None, totals(Dice(2, 6)), view.context.has_rival)
        return replace(table, events=())
    if isinstance(ask, ChooseOfRefuge):
        return refuge_with_losses(view, ask)
    if "/build/" in ask.key:
        return refuge_table(view)
    if ask.key.startswith("experience/next/") or isinstance(ask, BuyLevel):
        return level_costs(view.context.catalogue)
    return _shifted(view, ask)


def _shifted(view: SequenceView, ask: Choose) -> BookTable | None:
    """Return the table of a roll that Experience can shift; its dice have fallen."""
    parts = ask.key.split("/")
    last = parts[-2] if parts[-1].startswith("try-") else parts[-1]
    member = _member(view, ask.about)
    name = last.removesuffix("-shift")
    if member is None or name == last:
        return None
    if name == "characteristic":
        table = _characteristics(view.context, member, totals(Dice(2, 6)))
    elif name in view.context.catalogue.skill_tables:
        table = _skills(view.context, member, name, totals(Dice(1, 6)))
    else:
        return None
    return replace(table, rows=tuple(replace(row, chance=None) for row in table.rows))


#: How a die is read that decides in halves, and the rows of the Injury Table that hurt nobody.
HALVES: tuple[Half, Half] = ("1-3", "4-6")
UNHURT = (InjuryKey.FULL_RECOVERY, InjuryKey.NEVER_AGAIN)


def _injuries(
    context: PostGameContext, member: Member | None, spread: Spread, can_be_captured: bool
) -> BookTable:
    """Return the Injury Table for a member (p. 84)."""
    rows: dict[int, BookRow] = {}
    alive = whole = stands = Fraction(0)
    for entry in context.catalogue.injuries.values():
        found = [total for total in entry.totals if spread.get(total)]
        if not found:
            continue
        chance = sum((spread[total] for total in found), Fraction(0))
        key, name = _suffered(context, member, entry.key), entry.name
        if key != entry.key:
            result = context.catalogue.injuries[key].name
            name = _("{injury} again: {result}", injury=name, result=result)
        if entry.key == InjuryKey.CAPTURED and not can_be_captured:
            key, name = "", _("{result}: nobody is there, roll again", result=entry.name)
        else:
            stands += chance
            alive += chance * _lives(context, member, entry, key)
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


def _infected(context: PostGameContext, member: Member, stage: str, spread: Spread) -> BookTable:
    """Return the results of a die of Infected! for a member (p. 85). Both stay when the die lies: the
    one it isn't is faint."""
    injuries = context.catalogue.injuries
    entry, rows = injuries[InjuryKey.INFECTED], []
    for first, half in zip((1, 4), HALVES, strict=True):
        key = (entry.first if stage == "virus" else entry.second)[half]
        name, drawing = _("A limb is cut off in time"), injuries[InjuryKey.ARM_INJURY].drawing
        if key in injuries:
            known = injuries[_suffered(context, member, key)]
            key, name, drawing = known.key, known.name, known.drawing
        chance = sum((spread.get(first + n, Fraction(0)) for n in range(3)), Fraction(0))
        kind = "faint" if not chance else "harm" if key == InjuryKey.DEAD else ""
        rows.append(BookRow(half.replace("-", "–"), name, drawing, chance, kind=kind))
    return BookTable(entry.name, tuple(rows), entry.page)


def _suffered(context: PostGameContext, member: Member | None, key: str) -> str:
    """Return the injury a member suffers, which may be another the second time."""
    again = context.catalogue.injuries[key].again
    return again if again and member is not None and member.injured(key) else key


def _lives(
    context: PostGameContext, member: Member | None, entry: InjuryEntry, key: str
) -> Fraction:
    """Return the chance of surviving a row of the Injury Table."""
    if key == InjuryKey.DEAD:
        return Fraction(0)
    if not entry.first:
        return Fraction(1)
    halves = sum(entry.first[half] != InjuryKey.DEAD for half in HALVES)
    limbs = sum(_suffered(context, member, limb) == limb for limb in entry.second.values())
    return Fraction(halves * limbs, 4)


def _characteristics(context: PostGameContext, member: Member, spread: Spread) -> BookTable:
    """Return the Characteristics Table for a member (p. 89)."""
    can_rise = raisable(member, context.catalogue)
    rows = []
    for total, names in sorted(context.catalogue.characteristic_table.items()):
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
                detail="" if stands else _("cannot rise: roll again"),
                kind="" if stands else "faint",
            )
        )
    return BookTable(_("Characteristics Table"), tuple(rows), 89)


def _skills(context: PostGameContext, member: Member, table: str, spread: Spread) -> BookTable:
    """Return a skill table for a member, with what each skill does (p. 90–91)."""
    rows = []
    for number, key in enumerate(context.catalogue.skill_tables[table], start=1):
        skill = context.catalogue.skills[key]
        known = member.has(key)
        rows.append(
            BookRow(
                str(number),
                _("{skill}: known, roll again", skill=skill.name) if known else skill.name,
                skill.drawing,
                spread.get(number, Fraction(0)),
                "" if known else key,
                skill.summary,
                "faint" if known else "",
                skill.name,
            )
        )
    return BookTable(_("Skill table"), tuple(row for row in rows if row.chance), 90, two_lines=True)


def _experience(context: PostGameContext, member: Member) -> BookTable:
    """Return what earns Experience, and how often a member did it (p. 87)."""
    side = context.side
    here = side.appearance(member.id)
    deeds = (
        (_("Zombie taken Out of Action"), "zombie", here.zombies if here else 0, "zombie"),
        (_("Rival taken Out of Action"), "rival", here.rivals if here else 0, "out"),
        (_("Supply Token"), "objective", side.carried(member.id), "supply"),
        (_("Other objective"), "objective", here.objectives if here else 0, "trophy"),
    )
    rows = [
        BookRow(
            _("{count} × {worth}", count=count, worth=context.catalogue.earned[worth]),
            name,
            pictograms.token(drawing),
            kind="" if count else "faint",
        )
        for name, worth, count, drawing in deeds
    ]
    rows.append(
        BookRow(str(context.catalogue.survived), _("Survived the game"), pictograms.token("hearts"))
    )
    known = sum(count * context.catalogue.earned[worth] for _name, worth, count, _drawing in deeds)
    caption = ngettext("{n} Experience so far", "{n} Experience so far", known)
    return BookTable(_("Experience earned"), tuple(rows), 87, caption=caption)


def defence_of(view: SequenceView) -> Defence | None:
    """Return the modifiers of the coming attack; None until the Jobs are given."""
    for entry in reversed(view.replayed.asked):
        if isinstance(entry.ask, ArrangeJobs):
            group = view.group_now
            watchers = watchers_of(group, entry.value, view.context.catalogue)
            return defence(group, view.context, guards_of(entry.value), watchers)
    return None


def _attack(view: SequenceView, spread: Spread) -> BookTable | None:
    """Return the results of an attack, with its modifiers (p. 95)."""
    against = defence_of(view)
    if against is None:
        return None
    catalogue = view.context.catalogue
    rows = []
    for key, name, drawing in (
        ("overrun", _("Overrun"), pictograms.token("zombie")),
        ("held", _("The Refuge holds"), pictograms.token("house")),
    ):
        found = [
            total
            for total in spread
            if overrun(total + against.modifier, catalogue) == (key == "overrun")
        ]
        if found:
            chance = sum((spread[total] for total in found), Fraction(0))
            kind = "harm" if key == "overrun" else "well"
            rows.append(BookRow(ranged(found), name, drawing, chance, key, kind=kind))
    rows += [
        BookRow(signed(amount), begun(name), kind="harm" if amount < 0 else "well")
        for name, amount in against.parts
    ]
    caption = _(
        "{modifier} in all · overrun on {n} or less",
        modifier=signed(against.modifier),
        n=catalogue.number("zombie_attack", "overrun_at_most"),
    )
    return BookTable(_("Zombie Attack"), tuple(rows), 95, caption=caption)


def _points(ask: Sum, spread: Spread) -> BookTable:
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
    return BookTable(_("What can come of it"), rows, ask.page)


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


def faces_behind(view: SequenceView, ask: Ask) -> tuple[int, ...]:
    """Return the dice rolled just before a choice, which it is about."""
    if not isinstance(ask, Choose):
        return ()
    for entry in reversed(view.replayed.asked):
        if entry.ask.key == ask.key:
            continue
        if entry.ask.key.split("/")[0] != ask.key.split("/")[0]:
            return ()
        match entry.ask:
            case Roll():
                kept = _kept(view, entry.ask)
                return (kept, *entry.value) if kept else tuple(entry.value)
            case Sum(dice=dice):
                return (entry.value,) if dice.count == 1 and entry.ask.about == ask.about else ()
            case Choose() if entry.ask.about == ask.about and ask.about:
                continue
        return ()
    return ()


#: In pixels at 100 %: how high rows are, how wide their heads, how high all of it would like to be.
HEIGHTS, HEADS, ROOM = (22, 32), 26, 268


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
        self.row, self.column, self.chances = row, column, chances
        self._show()

    def show_yields(
        self, points: Mapping[int, Fraction], hopes: Mapping[int, Fraction], wish: str
    ) -> None:
        """Show what each row yields; `wish` names the event of the chances, '' hides both
        columns."""
        self.points, self.hopes, self.wish = points, hopes, wish
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
        points, hope = self.points.get(row), self.hopes.get(row)
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
