"""Checking supplies (p. 92, rulings 5, 21 and 22)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cache

from msgspec.structs import replace

from lastdays.language import _, joined, ngettext
from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Group, Item
from lastdays.model.recruiting import perks_of
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import (
    TWO_DICE,
    Again,
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
    """Scavenge Points one token brought: the dice rolled and their total without the plus."""

    key: str
    dice: Dice
    rolled: int


class TokenContents(Value):
    """What a Supply Token held: Scavenge Points, and the keys of the gear in its cell."""

    points: int
    gear: tuple[str, ...]


class TokenRoll(Sum):
    """A roll for the row or column of a Supply Token.

    `contents` opens the whole token, down to the last die; its result is a `TokenContents`.
    """

    contents: Callable[[], Procedure[TokenContents]] = field(compare=False, repr=False)


def supplies(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Open each Supply Token, then let the Store Room re-roll one (p. 82, p. 92)."""
    points = []
    for number, token in enumerate(context.side.tokens, start=1):
        where = f"supplies/token-{number}"
        group, brought = yield from _open_token(where, number, token, group, context)
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


def _open_token(
    where: str, number: int, token: SupplyToken, group: Group, context: PostGameContext
) -> Procedure[tuple[Group, _Points]]:
    """Roll what one Supply Token holds: gear for the stash, and Scavenge Points (p. 92).

    `where` begins the keys of what is asked; `number` counts the tokens from 1. The points aren't
    added to the group yet.
    """
    row, column = yield from find_cell(where, number, token, group, context)
    return (yield from _empty_cell(where, number, token, (row, column), group, context))


def _contents(
    where: str, number: int, token: SupplyToken, group: Group, context: PostGameContext
) -> Procedure[TokenContents]:
    """Open a Supply Token for the odds: what it holds, whoever it is for."""
    row, column = yield from find_cell(where, number, token, group, context)
    return (yield from _cell_contents(where, number, token, (row, column), group, context))


def _cell_contents(
    where: str,
    number: int,
    token: SupplyToken,
    place: tuple[int, int],
    group: Group,
    context: PostGameContext,
) -> Procedure[TokenContents]:
    """Empty a cell of the Supply Table for the odds; cells with the same contents count as one."""
    cell = context.catalogue.supply_cell(*place)

    def afresh(_left: int) -> Procedure[TokenContents]:
        return _cell_contents(where, number, token, place, group, context)

    yield Again(("cell", cell), afresh=afresh)
    _group, brought = yield from _empty_cell(where, number, token, place, group, context)
    return TokenContents(brought.rolled + brought.dice.plus, tuple(f.key for f in cell.found))


def _empty_cell(
    where: str,
    number: int,
    token: SupplyToken,
    place: tuple[int, int],
    group: Group,
    context: PostGameContext,
) -> Procedure[tuple[Group, _Points]]:
    """Roll what the cell at a row and column of the Supply Table holds (p. 92)."""
    catalogue, (row, column) = context.catalogue, place
    cell = catalogue.supply_cell(row, column)
    rolled = yield Sum(
        f"{where}/points",
        _("Supply Token {n}: {dice} Scavenge Points.", n=number, dice=cell.points),
        page=92,
        dice=cell.points,
    )
    found = []
    for index, item in enumerate(cell.found):
        count = 1
        if isinstance(item.count, Dice):
            count = (
                yield Sum(
                    f"{where}/count-{index}",
                    _(
                        "{dice} × {item}: how many?",
                        dice=item.count,
                        item=catalogue.gear(item.key).name,
                    ),
                    page=92,
                    dice=item.count,
                )
            ) + item.count.plus
        found.append(f"{count} × {catalogue.gear(item.key).name}")
        group = group.stash_add(
            Item(context.new_id(where, index, n), item.key) for n in range(count)
        )
    yield tell(
        "supplies",
        "Supply Token {n}: row {row}, column {column}: {found}.",
        token.member,
        "well",
        n=number,
        row=row,
        column=column,
        found=joined([_points(rolled + cell.points.plus), *found]),
    )
    return group, _Points(f"token-{number}", cell.points, rolled)


def _points(count: int) -> str:
    """Say a number of Scavenge Points."""
    return ngettext("{n} point", "{n} points", count)


def scavenging(group: Group, member: str, catalogue: Catalogue) -> SkillEntry | None:
    """Return the skill with which a member may shift a supply roll (p. 67), None if they have
    none."""
    if not group.has_member(member):
        return None
    holder = group.member(member)
    return next((s for s in catalogue.shifting_skills if holder.has(s.key)), None)


def find_cell(
    where: str, number: int, token: SupplyToken, group: Group, context: PostGameContext
) -> Procedure[tuple[int, int]]:
    """Roll the row and column of one token, a Scavenger's shift included (p. 67, ruling 21).

    `where` begins the keys of what is asked; `number` is the token's, counted from 1.
    """
    skill = scavenging(group, token.member, context.catalogue) if token.fate == "carried" else None
    most = skill.supply_shift if skill is not None else 0
    scavenger = skill is not None

    def find() -> Procedure[tuple[int, int]]:
        row = yield TokenRoll(
            f"{where}/row",
            _("Supply Token {n}: which row?", n=number),
            about=token.member,
            page=92,
            dice=TWO_DICE,
            stake=stake,
            contents=contents,
        )
        column = yield TokenRoll(
            f"{where}/column",
            _("Supply Token {n}, row {row}: which column?", n=number, row=row),
            about=token.member,
            page=92,
            dice=TWO_DICE,
            stake=stake,
            contents=contents,
        )
        if not scavenger:
            return row, column
        choice = yield Choose(
            f"{where}/scavenger",
            ngettext(
                "{name} is a Scavenger and may shift one roll by one.",
                "{name} is a Scavenger and may shift one roll by up to {n}.",
                most,
                name=group.member(token.member).name,
            ),
            about=token.member,
            page=67,
            options=shifts(row, column),
            stake=stake,
        )
        line, _dash, way = choice.partition("-")
        by = amount(way)
        return (row + by, column) if line == "row" else (row, column + by)

    def contents() -> Procedure[TokenContents]:
        return _contents(where, number, token, group, context)

    @cache  # the odds come to each cell again and again
    def shifts(row: int, column: int) -> tuple[Option, ...]:
        return _shifts(row, column, most, context.catalogue)

    stake = _cell_stake(find, context.catalogue)
    cell: tuple[int, int] = yield from find()
    return cell


def _shifts(row: int, column: int, most: int, catalogue: Catalogue) -> tuple[Option, ...]:
    """Return the cells a Scavenger may choose from, the one that was rolled first (p. 67).

    One roll may be shifted by up to `most`.
    """
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
    """Return what a token may hold: each thing that can be found, or only points (p. 92)."""

    def outcome(where: tuple[int, int]) -> str:
        cell = catalogue.supply_cell(*where)
        return "+".join(f.key for f in cell.found) or "nothing"

    return Stake(start=find, outcome=outcome, hopes=lambda: _finds(catalogue))


def _finds(catalogue: Catalogue) -> Hopes:
    """Return what the cells of the Supply Table hold, and what can be wished for (p. 92)."""
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
    """Return the Perks of a Refuge such as a Store Room, each once for every roll for Scavenge
    Points that it lets a group re-roll (p. 82)."""
    perks = perks_of(group, catalogue)
    return tuple(perk for perk in perks for _n in range(perk.rerolls_supplies))


def _store_room(
    group: Group, points: list[_Points], catalogue: Catalogue
) -> Procedure[list[_Points]]:
    """Let Store Rooms re-roll the points of tokens, each as often as it may in a sequence (p.
    82)."""
    for number, room in enumerate(store_rooms(group, catalogue) if points else (), start=1):
        suffix = f"-{number}" if number > 1 else ""
        choice = yield Choose(
            f"supplies/store-room{suffix}",
            _("The {perk} can roll the Scavenge Points of one token again.", perk=room.name),
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
                "{perk}: roll {dice} again. The second roll stands.",
                perk=room.name,
                dice=chosen.dice,
            ),
            page=82,
            dice=chosen.dice,
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
