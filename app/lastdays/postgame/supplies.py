"""Checking supplies (p. 92, rulings 5, 21 and 22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cached_property, partial

from msgspec.structs import replace

from lastdays.language import _, joined, ngettext
from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Group, Item
from lastdays.model.recruiting import perks_of
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.tables import SupplyTable
from lastdays.procedure.asks import (
    TWO_DICE,
    Again,
    Aid,
    Beside,
    Choose,
    Hopes,
    Option,
    Procedure,
    Stake,
    Sum,
    Tell,
    Wish,
    tell,
)
from lastdays.procedure.dice import shift_of, shifts_up_to
from lastdays.rulebook import Catalogue, SupplyCell
from lastdays.rulebook.entries import Dice, Found, Perk, SkillEntry
from lastdays.values import Value


class _Points(Value):
    """The Scavenge Points of one token: its dice, and their total without the plus. `beside` is what
    stands beside a roll of them."""

    key: str
    dice: Dice
    rolled: int
    beside: Callable[[], Beside]

    @property
    def total(self) -> int:
        """Return the Scavenge Points."""
        return self.rolled + self.dice.plus


class TokenContents(Value):
    """What a Supply Token held: Scavenge Points, and the keys of the gear in its cell."""

    points: int
    gear: tuple[str, ...]


class TokenRoll(Sum):
    """A roll for the row or column of a Supply Token.

    `contents` begins the procedure that opens the whole token, `row` is the key of its roll for the
    row.
    """

    contents: Callable[[], Procedure[TokenContents]] = field(compare=False, repr=False)
    row: str


def supplies(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Open each Supply Token, then let Store Rooms re-roll (p. 82, p. 92)."""
    points = []
    for number, token in enumerate(context.side.tokens, start=1):
        where = f"supplies/token-{number}"
        opening = TokenOpening(
            where=where, number=number, token=token, group=group, context=context
        )
        group, of_token = yield from opening.open()
        points.append(of_token)
    points = yield from _reroll_in_store_rooms(group, points, context.catalogue)
    gained = sum(of_token.total for of_token in points)
    total = group.points + gained
    if points:
        yield Tell("supplies", _gained_in_words(group, gained), kind="well")
    return replace(group, points=total)


def _gained_in_words(group: Group, gained: int) -> str:
    """Say how many Scavenge Points come to those that a group has."""
    if not group.points:
        return ngettext(
            "{n} Scavenge Point brought home.",
            "{n} Scavenge Points brought home.",
            gained,
        )
    return ngettext(
        "{n} Scavenge Point brought home: {total} in all.",
        "{n} Scavenge Points brought home: {total} in all.",
        gained,
        total=group.points + gained,
    )


def _points(count: int) -> str:
    """Return a number of Scavenge Points in words."""
    return ngettext("{n} point", "{n} points", count)


def scavenging(group: Group, member: str, catalogue: Catalogue) -> SkillEntry | None:
    """Return the skill with which a member may shift a supply roll (p. 67), None if they have
    none."""
    if not group.has_member(member):
        return None
    holder = group.member(member)
    for skill in catalogue.shifting_skills:
        if holder.has(skill.key):
            return skill
    return None


class TokenOpening(Value):
    """One Supply Token to be opened; `where` begins the keys of what is asked, `number` counts the
    tokens from 1."""

    where: str
    number: int
    token: SupplyToken
    group: Group
    context: PostGameContext

    def beside(self, table: SupplyTable, aids: tuple[Aid, ...] = ()) -> Beside:
        """Return what stands beside an ask about the token."""
        token_count = len(self.context.side.tokens)
        chapter = _("Supply Token {n} of {most}", n=self.number, most=token_count)
        return Beside(table, aids=aids, chapter=chapter)

    def _beside_points(self, table: SupplyTable) -> Beside:
        """Return what stands beside the roll for points: a Store Room can re-roll them (p. 82)."""
        text = _("The {perk} can re-roll the points of one token.")
        aids = []
        for room in dict.fromkeys(store_rooms(self.group, self.context.catalogue)):
            aids.append(Aid(room.drawing, text.format(perk=room.name), room.name))
        return self.beside(table, tuple(aids))

    def open(self) -> Procedure[tuple[Group, _Points]]:
        """Roll what the token holds: gear for the stash, and Scavenge Points, which aren't added to
        the group yet (p. 92)."""
        cell = yield from self.find_cell()
        return (yield from self._roll_contents(cell))

    def contents(self) -> Procedure[TokenContents]:
        """Open the token for the odds, and return only its contents."""
        cell = yield from self.find_cell()
        return (yield from self._contents_of(cell))

    def _contents_of(self, place: tuple[int, int]) -> Procedure[TokenContents]:
        """Empty a cell of the Supply Table for the odds; cells with the same contents count as one."""
        cell = self.context.catalogue.supply_cell(*place)
        yield Again(("cell", cell), afresh=lambda _left: self._contents_of(place))
        _group, points = yield from self._roll_contents(place)
        gear = tuple(find.key for find in cell.found)
        return TokenContents(points.total, gear)

    def _roll_contents(self, place: tuple[int, int]) -> Procedure[tuple[Group, _Points]]:
        """Roll what the cell at a row and column of the Supply Table holds (p. 92)."""
        row, column = place
        cell = self.context.catalogue.supply_cell(row, column)
        table = SupplyTable(row, column)
        points_rolled = yield Sum(
            f"{self.where}/points",
            _("Supply Token {n}: {dice} Scavenge Points.", n=self.number, dice=cell.points),
            page=92,
            dice=cell.points,
            beside=partial(self._beside_points, table),
        )
        points = _Points(
            key=f"token-{self.number}",
            dice=cell.points,
            rolled=points_rolled,
            beside=partial(self.beside, table),
        )
        contents = [_points(points.total)]
        group = self.group
        for index, find in enumerate(cell.found):
            count = yield from self._roll_count(index, find, table)
            contents.append(f"{count} × {self.context.catalogue.gear(find.key).name}")
            items = []
            for n in range(count):
                items.append(Item(self.context.new_id(self.where, index, n), find.key))
            group = group.stash_add(items)
        yield tell(
            "supplies",
            "Supply Token {n}: row {row}, column {column}: {found}.",
            self.token.member,
            "well",
            n=self.number,
            row=row,
            column=column,
            found=joined(contents),
        )
        return group, points

    def _roll_count(self, index: int, find: Found, table: SupplyTable) -> Procedure[int]:
        """Return how many pieces of gear a cell has, rolled if that is dice; `index` is its place in the
        cell."""
        if not isinstance(find.count, Dice):
            return 1
        name = self.context.catalogue.gear(find.key).name
        count_rolled: int = yield Sum(
            f"{self.where}/count-{index}",
            _("{dice} × {item}: how many?", dice=find.count, item=name),
            page=92,
            dice=find.count,
            beside=partial(self.beside, table),
        )
        return count_rolled + find.count.plus

    def find_cell(self) -> Procedure[tuple[int, int]]:
        """Roll the row and column, including a Scavenger's shift (p. 67, ruling 21)."""
        skill = None
        if self.token.fate == "carried":
            skill = scavenging(self.group, self.token.member, self.context.catalogue)
        cell: tuple[int, int] = yield from _CellSearch(self, skill).find()
        return cell

    def beside_cell(self, table: SupplyTable, skill: SkillEntry | None) -> Beside:
        """Return what stands beside the roll for a row or column: a Scavenger can shift it (p. 67)."""
        if skill is None:
            return self.beside(table)
        name = self.group.member(self.token.member).name
        text = _("{name} can shift the row or the column ({skill}).")
        text = text.format(name=name, skill=skill.name)
        return self.beside(table, (Aid(skill.drawing, text, skill.name),))


class _CellSearch:
    """The rolls for the row and column of a token, with the shift of a Scavenger's `skill`.

    Asks and options are made once: the odds come to each again and again.
    """

    def __init__(self, opening: TokenOpening, skill: SkillEntry | None) -> None:
        self._opening = opening
        self._skill = skill
        self._catalogue = opening.context.catalogue
        self._stake = _cell_stake(self.find, self._catalogue)
        self._column_rolls: dict[int, TokenRoll] = {}
        self._options: dict[tuple[int, int], tuple[Option, ...]] = {}

    def find(self) -> Procedure[tuple[int, int]]:
        """Roll the row, then the column, then let a Scavenger shift one of them."""
        row = yield self._row_roll
        column = yield self._column_roll(row)
        if self._skill is None:
            return row, column
        choice = yield self._shift(row, column, self._skill)
        if choice == "keep":
            return row, column
        line, _dash, shift_key = choice.partition("-")
        if line == "row":
            return row + shift_of(shift_key), column
        return row, column + shift_of(shift_key)

    @cached_property
    def _row_roll(self) -> TokenRoll:
        question = _("Supply Token {n}: which row?", n=self._opening.number)
        return self._roll("row", question, SupplyTable(rolls="row"))

    def _column_roll(self, row: int) -> TokenRoll:
        if row not in self._column_rolls:
            number = self._opening.number
            question = _("Supply Token {n}, row {row}: which column?", n=number, row=row)
            table = SupplyTable(row, rolls="column")
            self._column_rolls[row] = self._roll("column", question, table)
        return self._column_rolls[row]

    def _roll(self, part: str, question: str, table: SupplyTable) -> TokenRoll:
        opening = self._opening
        return TokenRoll(
            f"{opening.where}/{part}",
            question,
            about=opening.token.member,
            page=92,
            dice=TWO_DICE,
            stake=self._stake,
            beside=partial(opening.beside_cell, table, self._skill),
            contents=opening.contents,
            row=f"{opening.where}/row",
        )

    def _shift(self, row: int, column: int, skill: SkillEntry) -> Choose:
        """Return the choice of a Scavenger."""
        opening = self._opening
        member = opening.token.member
        shift_most = skill.supply_shift
        if (row, column) not in self._options:
            self._options[row, column] = _shift_options(row, column, shift_most, self._catalogue)
        return Choose(
            f"{opening.where}/scavenger",
            ngettext(
                "{name} is a Scavenger and may shift one roll by one.",
                "{name} is a Scavenger and may shift one roll by up to {n}.",
                shift_most,
                name=opening.group.member(member).name,
            ),
            about=member,
            page=67,
            options=self._options[row, column],
            stake=self._stake,
            beside=partial(opening.beside, SupplyTable(row, column)),
        )


def _shift_options(
    row: int, column: int, shift_most: int, catalogue: Catalogue
) -> tuple[Option, ...]:
    """Return the options of a Scavenger, who may shift one of the two rolls by up to `shift_most` (p. 67);
    the first keeps both."""
    cell = catalogue.supply_cell(row, column)
    keep = Option(
        "keep",
        _("Keep the roll"),
        cell_in_words(cell, catalogue),
        told=_("The roll stands."),
    )
    rows = _row_options(row, column, shift_most, catalogue)
    columns = _column_options(row, column, shift_most, catalogue)
    return (keep, *rows, *columns)


def _row_options(row: int, column: int, shift_most: int, catalogue: Catalogue) -> Iterator[Option]:
    """Yield the options of shifting the roll of the row."""
    for shift_key, shift in shifts_up_to(shift_most):
        shifted = row + shift
        if not TWO_DICE.least <= shifted <= TWO_DICE.most:
            continue
        cell = catalogue.supply_cell(shifted, column)
        yield Option(
            f"row-{shift_key}",
            _("Row {n}").format(n=shifted),
            cell_in_words(cell, catalogue),
            told=_("The roll is shifted to row {n}.").format(n=shifted),
        )


def _column_options(
    row: int, column: int, shift_most: int, catalogue: Catalogue
) -> Iterator[Option]:
    """Yield the options of shifting the roll of the column, if that leads to another one."""
    for shift_key, shift in shifts_up_to(shift_most):
        shifted = column + shift
        if not TWO_DICE.least <= shifted <= TWO_DICE.most:
            continue
        if catalogue.supply_column(shifted) == catalogue.supply_column(column):
            continue
        cell = catalogue.supply_cell(row, shifted)
        yield Option(
            f"column-{shift_key}",
            _("Column {n}").format(n=shifted),
            cell_in_words(cell, catalogue),
            told=_("The roll is shifted to column {n}.").format(n=shifted),
        )


def cell_in_words(cell: SupplyCell, catalogue: Catalogue) -> str:
    """Say what a cell holds: 'D6+3 points, D3+1 × Booze' (p. 92)."""
    parts = [_("{dice} points", dice=cell.points)]
    for find in cell.found:
        name = catalogue.gear(find.key).name
        if find.count == 1:
            parts.append(name)
        else:
            parts.append(f"{find.count} × {name}")
    return ", ".join(parts)


def _cell_stake(find: Callable[[], Procedure[tuple[int, int]]], catalogue: Catalogue) -> Stake:
    """Return the stake of finding a cell: its gear, or only points (p. 92)."""

    def outcome(place: tuple[int, int]) -> str:
        return _gear_of(catalogue.supply_cell(*place)) or "nothing"

    return Stake(start=find, outcome=outcome, hopes=lambda: _finds(catalogue))


def _gear_of(cell: SupplyCell) -> str:
    """Return the keys of the gear in a cell in one text, '' for none."""
    return "+".join(find.key for find in cell.found)


def _finds(catalogue: Catalogue) -> Hopes:
    """Return the contents of the Supply Table's cells, and the possible wishes (p. 92)."""
    of_gear = {}
    guns = {}
    for cells in catalogue.supply_rows.values():
        for cell in cells:
            if not cell.found:
                continue
            key = _gear_of(cell)
            of_gear[key] = joined([catalogue.gear(find.key).name for find in cell.found])
            if any(find.key in catalogue.firearms for find in cell.found):
                guns[key] = 1
    wishes = [
        Wish("something", _("finding gear"), dict.fromkeys(of_gear, 1)),
        Wish("firearm", _("finding a Firearm"), guns),
    ]
    wishes += [Wish(key, label, {key: 1}) for key, label in of_gear.items()]
    labels = {"nothing": _("points only"), **of_gear}
    return Hopes(labels, tuple(wishes))


def store_rooms(group: Group, catalogue: Catalogue) -> tuple[Perk, ...]:
    """Return the Perks that re-roll Scavenge Points, such as a Store Room, once for each re-roll
    (p. 82)."""
    rooms = []
    for perk in perks_of(group, catalogue):
        rooms += [perk] * perk.rerolls_supplies
    return tuple(rooms)


def _reroll_in_store_rooms(
    group: Group, points: list[_Points], catalogue: Catalogue
) -> Procedure[list[_Points]]:
    """Let Store Rooms re-roll the Scavenge Points of tokens (p. 82)."""
    if not points:
        return points
    for number, room in enumerate(store_rooms(group, catalogue), start=1):
        suffix = f"-{number}" if number > 1 else ""
        choice = yield Choose(
            f"supplies/store-room{suffix}",
            _("With the {perk}, you may re-roll the Scavenge Points of one token.", perk=room.name),
            page=82,
            options=tuple(_reroll_options(points)),
        )
        if choice == "keep":
            return points
        keys = [of_token.key for of_token in points]
        place = keys.index(choice)
        old_points = points[place]
        points_rolled = yield Sum(
            f"supplies/{choice}/again{suffix}",
            _(
                "{perk}: re-roll {dice}. The second roll stands.",
                perk=room.name,
                dice=old_points.dice,
            ),
            page=82,
            dice=old_points.dice,
            beside=old_points.beside,
        )
        new_points = replace(old_points, rolled=points_rolled)
        yield tell(
            "supplies",
            "{perk}: {old} becomes {new}.",
            perk=room.name,
            old=old_points.total,
            new=new_points.total,
        )
        points = points.copy()
        points[place] = new_points
    return points


def _reroll_options(points: list[_Points]) -> Iterator[Option]:
    """Yield to keep the points of all tokens, or to roll those of one again."""
    yield Option("keep", _("Keep all rolls"))
    for n, of_token in enumerate(points, start=1):
        came_to = _("{dice} came to {total}", dice=of_token.dice, total=of_token.total)
        yield Option(of_token.key, _("Roll token {n} again", n=n), came_to)
