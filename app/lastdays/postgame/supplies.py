"""Checking supplies (p. 92, rulings 5, 21 and 22)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cache, partial

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
from lastdays.procedure.dice import amount, ways
from lastdays.rulebook import Catalogue, SupplyCell
from lastdays.rulebook.entries import Dice, Perk, SkillEntry
from lastdays.values import Value


class _Points(Value):
    """The Scavenge Points of one token: its dice, and their total without the plus. `beside` is what
    stands beside a roll of them."""

    key: str
    dice: Dice
    rolled: int
    beside: Callable[[], Beside]


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
        group, brought = yield from TokenOpening(where, number, token, group, context).open()
        points.append(brought)
    points = yield from _store_room(group, points, context.catalogue)
    total = sum(p.rolled + p.dice.plus for p in points)
    if points:
        yield Tell(
            "supplies",
            ngettext(
                "{n} Scavenge Point brought home.",
                "{n} Scavenge Points brought home.",
                total,
            )
            if not group.points
            else ngettext(
                "{n} Scavenge Point brought home: {total} in all.",
                "{n} Scavenge Points brought home: {total} in all.",
                total,
                total=group.points + total,
            ),
            kind="well",
        )
    return replace(group, points=group.points + total)


def _points(count: int) -> str:
    """Return a number of Scavenge Points in words."""
    return ngettext("{n} point", "{n} points", count)


def scavenging(group: Group, member: str, catalogue: Catalogue) -> SkillEntry | None:
    """Return the skill with which a member may shift a supply roll (p. 67), None if they have
    none."""
    if not group.has_member(member):
        return None
    holder = group.member(member)
    return next((s for s in catalogue.shifting_skills if holder.has(s.key)), None)


class TokenOpening(Value):
    """One Supply Token to be opened; `where` begins the keys of what is asked, `number` counts the
    tokens from 1."""

    where: str
    number: int
    token: SupplyToken
    group: Group
    context: PostGameContext

    def _beside(self, table: SupplyTable, aids: tuple[Aid, ...] = ()) -> Beside:
        """Return what stands beside an ask about the token."""
        most = len(self.context.side.tokens)
        chapter = _("Supply Token {n} of {most}", n=self.number, most=most)
        return Beside(table, aids=aids, chapter=chapter)

    def _beside_cell(self, table: SupplyTable, skill: SkillEntry | None) -> Beside:
        """Return what stands beside the roll for a row or column: a Scavenger can shift it (p. 67)."""
        if skill is None:
            return self._beside(table)
        name = self.group.member(self.token.member).name
        text = _("{name} can shift the row or the column ({skill}).")
        said = text.format(name=name, skill=skill.name)
        return self._beside(table, (Aid(skill.drawing, said, skill.name),))

    def _beside_points(self, table: SupplyTable) -> Beside:
        """Return what stands beside the roll for points: a Store Room can re-roll them (p. 82)."""
        text = _("The {perk} can re-roll the points of one token.")
        rooms = dict.fromkeys(store_rooms(self.group, self.context.catalogue))
        aids = (Aid(room.drawing, text.format(perk=room.name), room.name) for room in rooms)
        return self._beside(table, tuple(aids))

    def open(self) -> Procedure[tuple[Group, _Points]]:
        """Roll what the token holds: gear for the stash, and Scavenge Points, which aren't added to
        the group yet (p. 92)."""
        return (yield from self._empty((yield from self.find_cell())))

    def contents(self) -> Procedure[TokenContents]:
        """Open the token for the odds, and return only its contents."""
        return (yield from self._contents_of((yield from self.find_cell())))

    def _contents_of(self, place: tuple[int, int]) -> Procedure[TokenContents]:
        """Empty a cell of the Supply Table for the odds; cells with the same contents count as one."""
        cell = self.context.catalogue.supply_cell(*place)
        yield Again(("cell", cell), afresh=lambda _left: self._contents_of(place))
        _group, brought = yield from self._empty(place)
        return TokenContents(brought.rolled + brought.dice.plus, tuple(f.key for f in cell.found))

    def _empty(self, place: tuple[int, int]) -> Procedure[tuple[Group, _Points]]:
        """Roll what the cell at a row and column of the Supply Table holds (p. 92)."""
        catalogue, group, number = self.context.catalogue, self.group, self.number
        cell, table = catalogue.supply_cell(*place), SupplyTable(*place)
        rolled = yield Sum(
            f"{self.where}/points",
            _("Supply Token {n}: {dice} Scavenge Points.", n=number, dice=cell.points),
            page=92,
            dice=cell.points,
            beside=partial(self._beside_points, table),
        )
        found = []
        for index, item in enumerate(cell.found):
            name, count = catalogue.gear(item.key).name, 1
            if isinstance(item.count, Dice):
                question = _("{dice} × {item}: how many?", dice=item.count, item=name)
                key = f"{self.where}/count-{index}"
                beside = partial(self._beside, table)
                rolls = Sum(key, question, page=92, dice=item.count, beside=beside)
                count = (yield rolls) + item.count.plus
            found.append(f"{count} × {name}")
            group = group.stash_add(
                Item(self.context.new_id(self.where, index, n), item.key) for n in range(count)
            )
        yield tell(
            "supplies",
            "Supply Token {n}: row {row}, column {column}: {found}.",
            self.token.member,
            "well",
            n=number,
            row=place[0],
            column=place[1],
            found=joined([_points(rolled + cell.points.plus), *found]),
        )
        beside = partial(self._beside, table)
        return group, _Points(f"token-{number}", cell.points, rolled, beside)

    def find_cell(self) -> Procedure[tuple[int, int]]:
        """Roll the row and column, including a Scavenger's shift (p. 67, ruling 21)."""
        catalogue, member = self.context.catalogue, self.token.member
        carried = self.token.fate == "carried"
        skill = scavenging(self.group, member, catalogue) if carried else None

        def roll(part: str, question: str, table: SupplyTable) -> TokenRoll:
            return TokenRoll(
                f"{self.where}/{part}",
                question,
                about=member,
                page=92,
                dice=TWO_DICE,
                stake=stake,
                beside=partial(self._beside_cell, table, skill),
                contents=self.contents,
                row=f"{self.where}/row",
            )

        # Asks and options are made once: the odds come to each again and again.
        @cache
        def row_roll() -> TokenRoll:
            asked = _("Supply Token {n}: which row?", n=self.number)
            return roll("row", asked, SupplyTable(rolls="row"))

        @cache
        def column_roll(row: int) -> TokenRoll:
            asked = _("Supply Token {n}, row {row}: which column?", n=self.number, row=row)
            return roll("column", asked, SupplyTable(row, rolls="column"))

        @cache
        def shifts(row: int, column: int, most: int) -> tuple[Option, ...]:
            return _shifts(row, column, most, catalogue)

        def find() -> Procedure[tuple[int, int]]:
            row = yield row_roll()
            column = yield column_roll(row)
            if skill is None:
                return row, column
            choice = yield Choose(
                f"{self.where}/scavenger",
                ngettext(
                    "{name} is a Scavenger and may shift one roll by one.",
                    "{name} is a Scavenger and may shift one roll by up to {n}.",
                    skill.supply_shift,
                    name=self.group.member(member).name,
                ),
                about=member,
                page=67,
                options=shifts(row, column, skill.supply_shift),
                stake=stake,
                beside=partial(self._beside, SupplyTable(row, column)),
            )
            line, _dash, way = choice.partition("-")
            by = amount(way)
            return (row + by, column) if line == "row" else (row, column + by)

        stake = _cell_stake(find, catalogue)
        cell: tuple[int, int] = yield from find()
        return cell


def _shifts(row: int, column: int, most: int, catalogue: Catalogue) -> tuple[Option, ...]:
    """Return the options of a Scavenger, who may shift one of the rolls by up to `most` (p. 67); the
    first keeps both."""
    options = [
        Option(
            "keep",
            _("Keep the roll"),
            cell_in_words(catalogue.supply_cell(row, column), catalogue),
            told=_("The roll stands."),
        )
    ]
    label, told = _("Row {n}"), _("The roll is shifted to row {n}.")
    shifted = [(f"row-{way}", label, told, row + by, column) for way, by in ways(most)]
    label, told = _("Column {n}"), _("The roll is shifted to column {n}.")
    shifted += [(f"column-{way}", label, told, row, column + by) for way, by in ways(most)]
    for key, label, told, r, c in shifted:
        if not all(TWO_DICE.least <= total <= TWO_DICE.most for total in (r, c)):
            continue
        if c != column and catalogue.supply_column(c) == catalogue.supply_column(column):
            continue
        number = r if r != row else c
        options.append(
            Option(
                key,
                label.format(n=number),
                cell_in_words(catalogue.supply_cell(r, c), catalogue),
                told=told.format(n=number),
            )
        )
    return tuple(options)


def cell_in_words(cell: SupplyCell, catalogue: Catalogue) -> str:
    """Say what a cell holds: 'D6+3 points, D3+1 × Booze' (p. 92)."""
    parts = [_("{dice} points", dice=cell.points)]
    for found in cell.found:
        name = catalogue.gear(found.key).name
        parts.append(name if found.count == 1 else f"{found.count} × {name}")
    return ", ".join(parts)


def _cell_stake(find: Callable[[], Procedure[tuple[int, int]]], catalogue: Catalogue) -> Stake:
    """Return the stake of finding a cell: its gear, or only points (p. 92)."""

    def outcome(where: tuple[int, int]) -> str:
        cell = catalogue.supply_cell(*where)
        return "+".join(f.key for f in cell.found) or "nothing"

    return Stake(start=find, outcome=outcome, hopes=lambda: _finds(catalogue))


def _finds(catalogue: Catalogue) -> Hopes:
    """Return the contents of the Supply Table's cells, and the possible wishes (p. 92)."""
    labels = {"nothing": _("points only")}
    for cells in catalogue.supply_rows.values():
        for cell in cells:
            if cell.found:
                labels["+".join(f.key for f in cell.found)] = joined(
                    [catalogue.gear(f.key).name for f in cell.found]
                )
    something = {key: 1 for key in labels if key != "nothing"}
    guns = {key: 1 for key in labels if any(part in catalogue.firearms for part in key.split("+"))}
    wishes = (
        Wish("something", _("finding gear"), something),
        Wish("firearm", _("finding a Firearm"), guns),
        *(Wish(key, label, {key: 1}) for key, label in labels.items() if key != "nothing"),
    )
    return Hopes(labels, wishes)


def store_rooms(group: Group, catalogue: Catalogue) -> tuple[Perk, ...]:
    """Return the Perks that re-roll Scavenge Points, such as a Store Room, once for each re-roll
    (p. 82)."""
    perks = perks_of(group, catalogue)
    return tuple(perk for perk in perks for _n in range(perk.rerolls_supplies))


def _store_room(
    group: Group, points: list[_Points], catalogue: Catalogue
) -> Procedure[list[_Points]]:
    """Let Store Rooms re-roll the Scavenge Points of tokens (p. 82)."""
    for number, room in enumerate(store_rooms(group, catalogue) if points else (), start=1):
        suffix = f"-{number}" if number > 1 else ""
        choice = yield Choose(
            f"supplies/store-room{suffix}",
            _("With the {perk}, you may re-roll the Scavenge Points of one token.", perk=room.name),
            page=82,
            options=(
                Option("keep", _("Keep all rolls")),
                *(
                    Option(
                        p.key,
                        _("Roll token {n} again", n=n),
                        _("{dice} came to {total}", dice=p.dice, total=p.rolled + p.dice.plus),
                    )
                    for n, p in enumerate(points, start=1)
                ),
            ),
        )
        if choice == "keep":
            return points
        chosen = next(p for p in points if p.key == choice)
        rolled = yield Sum(
            f"supplies/{choice}/again{suffix}",
            _(
                "{perk}: re-roll {dice}. The second roll stands.",
                perk=room.name,
                dice=chosen.dice,
            ),
            page=82,
            dice=chosen.dice,
            beside=chosen.beside,
        )
        yield tell(
            "supplies",
            "{perk}: {old} becomes {new}.",
            perk=room.name,
            old=chosen.rolled + chosen.dice.plus,
            new=rolled + chosen.dice.plus,
        )
        points = [replace(p, rolled=rolled) if p.key == choice else p for p in points]
    return points
