"""Who of a group fights, drawn at random before a game. That is a table's own way: the book has the
players choose."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.language import _
from lastdays.model.fixtures import DrawSize
from lastdays.model.group import Member
from lastdays.procedure.asks import D6, Draw, Procedure, Sum, options_of
from lastdays.rulebook.entries import Dice

#: The dice that tell how many fight.
DICE: dict[DrawSize, Dice] = {"D6": D6, "D3+4": Dice(1, 3, 4)}


def who_fights(
    members: Sequence[Member], size: DrawSize, number: int, most: int | None
) -> Procedure[tuple[str, ...]]:
    """Draw who of some members fight, and return their ids. `size` says how many: the `number` given, as
    many as dice show, or all; never more than there are, or than `most`, the limit of the Encounter."""
    count = yield from _how_many(size, number, len(members))
    limit = len(members) if most is None else min(most, len(members))
    count = min(count, limit)
    undrawn = list(members)
    drawn: list[str] = []
    if count == len(undrawn):
        return tuple(member.id for member in undrawn)
    while len(drawn) < count:
        text = _("Draw a member at random: {n} to go.", n=count - len(drawn))
        key = f"draw/{len(drawn) + 1}"
        chosen: str = yield Draw(key, text, options=options_of(undrawn))
        drawn.append(chosen)
        undrawn = [member for member in undrawn if member.id != chosen]
    return tuple(drawn)


def _how_many(size: DrawSize, number: int, everybody: int) -> Procedure[int]:
    """Return how many fight, with the plus of the dice."""
    if size == "all":
        return everybody
    if size == "number":
        return number
    dice = DICE[size]
    rolled: int = yield Sum(
        "draw/how-many", _("How many fight? Roll {dice}.", dice=dice), dice=dice
    )
    return rolled + dice.plus
