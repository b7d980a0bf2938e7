"""The players' own counters at the table: what models, sides and the game came with, and what they
are now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.model.counters import HeldCounter, held_counters
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Counter, Level, Owner
from lastdays.tabletop.last_days.state import Figure, State, Table, Team
from lastdays.tabletop.view import TokenView

#: What the name of a counter of the players' own begins with, where others are noise or damage.
OWN = "own/"
#: So many counters have room in the row of a model; the others are on its sheet.
IN_ROW = 3
#: The pieces that have counters.
Counting = Figure | Team | Table
Values = tuple[tuple[str, int], ...]


def brought(values: Mapping[str, int], owner: Owner, catalogue: Catalogue) -> Values:
    """Return the values that counters have as a game begins: those that are reset then start again."""
    held = held_counters(values, owner, catalogue)
    known = [(one.counter, one.value) for one in held if one.counter is not None]
    return tuple(
        (counter.key, counter.start if counter.reset == "game" else value)
        for counter, value in known
    )


def owner_of(piece: Counting) -> Owner:
    """Return whose the counters of a piece are."""
    match piece:
        case Figure():
            return "member"
        case Team():
            return "group"
        case Table():
            return "campaign"


def counters_of(state: State, piece: Counting) -> tuple[HeldCounter, ...]:
    """Return the counters of a piece that the rules have."""
    held = held_counters(dict(piece.counters), owner_of(piece), state.book)
    return tuple(one for one in held if one.counter is not None)


def tokens_of(state: State, piece: Counting, *, board: bool) -> Iterator[TokenView]:
    """Yield the counters of a piece: those in its row on the `board`, or all."""
    found = counters_of(state, piece)
    if board:
        shown = (one for one in found if one.counter and "table" in one.counter.shown)
        found = tuple(islice(shown, IN_ROW))
    for held in found:
        yield TokenView(
            piece.id,
            f"{OWN}{held.key}",
            held.name,
            held.value,
            icon=held.drawing,
            whose=_("Table") if isinstance(piece, Table) else piece.name,
            tone="harm_text" if held.harms else "accent_text",
        )


def shown_in_words(state: State, piece: Counting) -> list[str]:
    """Name the counters of a side or the game that are shown at the table, with their values."""
    found = counters_of(state, piece)
    return [one.text for one in found if one.counter is not None and "table" in one.counter.shown]


def levels_now(state: State, figure: Figure) -> tuple[Level, ...]:
    """Return the levels that a model's counters have reached."""
    return tuple(held.level for held in counters_of(state, figure) if held.level is not None)


def changed_by(state: State, figure: Figure, characteristic: str) -> int:
    """Return by how much levels reached or left at this table change a characteristic, beyond what the
    model came with."""
    if figure.counters == figure.came:
        return 0
    before = _modified(state, dict(figure.came), characteristic)
    return _modified(state, dict(figure.counters), characteristic) - before


def _modified(state: State, values: Mapping[str, int], characteristic: str) -> int:
    total = 0
    for key, value in values.items():
        counter = state.book.own.counter(key)
        level = None if counter is None else counter.level(value)
        if level is not None:
            total += level.amount(characteristic)
    return total


def count_own(state: State, piece: str, key: str, amount: int) -> State:
    """Change a counter within its bounds; the log says the level that it reaches."""
    found, counter = state.pieces.get(piece), state.book.own.counter(key)
    if counter is None or not isinstance(found, Figure | Team | Table):
        raise RuleError("That cannot be counted.")
    if counter.of != owner_of(found):
        raise RuleError("That cannot be counted.")
    old = value_of(found, counter)
    new = counter.bounded(old + amount)
    if new == old:
        return state
    state = with_value(state, found, counter, new)
    state = state.say("count", piece, what=f"{OWN}{key}", amount=new - old)
    if counter.level(new) != counter.level(old):
        state = state.say("level", piece, what=f"{OWN}{key}", value=new)
    return state


def value_of(piece: Counting, counter: Counter) -> int:
    """Return the value of a counter of a piece."""
    return counter.bounded(dict(piece.counters).get(counter.key, counter.start))


def with_value(state: State, piece: Counting, counter: Counter, value: int) -> State:
    """Return the table with a counter of a piece set. A level can change a model's Damage Capacity, which
    is at least 1."""
    values = {**dict(piece.counters), counter.key: value}
    state = state.change(piece.id, counters=tuple(values.items()))
    if not isinstance(piece, Figure):
        return state
    before = changed_by(state, piece, "DC")
    after = changed_by(state, state.figure(piece.id), "DC")
    if before == after:
        return state
    return state.change(piece.id, DC=max(1, piece.DC + after - before))


def owner_for(state: State, who: str, owner: Owner) -> Counting | None:
    """Return the piece that has the counters of a member, a group or the campaign, for a model, a side or
    the game itself; None if there is none: a side isn't one of its members."""
    piece = state.pieces.get(who)
    match owner, piece:
        case "member", Figure():
            return piece
        case "group", Figure(team=team):
            return state.team(team)
        case "group", Team():
            return piece
        case "campaign", _:
            return state.table
    return None


def differences(piece: Counting) -> dict[str, int]:
    """Return by how much each counter of a piece changed at the table."""
    came = dict(piece.came)
    return {key: n - came.get(key, 0) for key, n in piece.counters if n != came.get(key, 0)}


def level_in_words(state: State, what: str, value: int) -> str:
    """Return what a counter at a value is called: its level, else its name with the value."""
    key = what.removeprefix(OWN)
    return HeldCounter(key, value, state.book.own.counter(key)).text
