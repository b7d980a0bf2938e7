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
PieceWithCounters = Figure | Team | Table
StoredValues = tuple[tuple[str, int], ...]


def starting_values(values: Mapping[str, int], owner: Owner, catalogue: Catalogue) -> StoredValues:
    """Return the values that counters have as a game begins: those that are reset then start again."""
    held = held_counters(values, owner, catalogue)
    known_counters = [
        (held_counter.counter, held_counter.value)
        for held_counter in held
        if held_counter.counter is not None
    ]
    return tuple(
        (counter.key, counter.start if counter.reset == "game" else value)
        for counter, value in known_counters
    )


def owner_of(piece: PieceWithCounters) -> Owner:
    """Return whose the counters of a piece are."""
    match piece:
        case Figure():
            return "member"
        case Team():
            return "group"
        case Table():
            return "campaign"


def counters_of(state: State, piece: PieceWithCounters) -> tuple[HeldCounter, ...]:
    """Return the counters of a piece that the rules have."""
    held = held_counters(dict(piece.counters), owner_of(piece), state.book)
    return tuple(held_counter for held_counter in held if held_counter.counter is not None)


def tokens_of(state: State, piece: PieceWithCounters, *, in_row_only: bool) -> Iterator[TokenView]:
    """Yield the counters of a piece as tokens: all, or with `in_row_only` the first few of those shown at the
    table, for which its row on the board has room."""
    counters = counters_of(state, piece)
    if in_row_only:
        shown_at_table = (
            held_counter
            for held_counter in counters
            if held_counter.counter and "table" in held_counter.counter.shown
        )
        counters = tuple(islice(shown_at_table, IN_ROW))
    for held_counter in counters:
        yield TokenView(
            piece.id,
            f"{OWN}{held_counter.key}",
            held_counter.name,
            held_counter.value,
            icon=held_counter.drawing,
            whose=_("Table") if isinstance(piece, Table) else piece.name,
            tone="harm_text" if held_counter.harms else "accent_text",
        )


def counters_in_words(state: State, piece: PieceWithCounters) -> list[str]:
    """Name the counters of a side or the game that are shown at the table, with their values."""
    counters = counters_of(state, piece)
    return [
        held_counter.text
        for held_counter in counters
        if held_counter.counter is not None and "table" in held_counter.counter.shown
    ]


def levels_now(state: State, figure: Figure) -> tuple[Level, ...]:
    """Return the levels that a model's counters have reached."""
    return tuple(
        held_counter.level
        for held_counter in counters_of(state, figure)
        if held_counter.level is not None
    )


def change_by_levels(state: State, figure: Figure, characteristic: str) -> int:
    """Return by how much a model's characteristic differs from the one it came with, because its counters
    have reached or left levels at this table."""
    if figure.counters == figure.came:
        return 0
    before = _sum_of_levels(state, dict(figure.came), characteristic)
    return _sum_of_levels(state, dict(figure.counters), characteristic) - before


def _sum_of_levels(state: State, values: Mapping[str, int], characteristic: str) -> int:
    """Return by how much the levels that counters have at some values change a characteristic."""
    total = 0
    for key, value in values.items():
        counter = state.book.own.counter(key)
        level = None if counter is None else counter.level(value)
        if level is not None:
            total += level.amount(characteristic)
    return total


def change_own_counter(state: State, piece: str, key: str, amount: int) -> State:
    """Change a counter within its bounds; the log says the level that it reaches."""
    owner, counter = state.pieces.get(piece), state.book.own.counter(key)
    if counter is None or not isinstance(owner, Figure | Team | Table):
        raise RuleError("That cannot be counted.")
    if counter.of != owner_of(owner):
        raise RuleError("That cannot be counted.")
    old = value_of(owner, counter)
    new = counter.bounded(old + amount)
    if new == old:
        return state
    state = with_value(state, owner, counter, new)
    state = state.say("count", piece, what=f"{OWN}{key}", amount=new - old)
    if counter.level(new) != counter.level(old):
        state = state.say("level", piece, what=f"{OWN}{key}", value=new)
    return state


def value_of(piece: PieceWithCounters, counter: Counter) -> int:
    """Return the value of a counter of a piece."""
    return counter.bounded(dict(piece.counters).get(counter.key, counter.start))


def with_value(state: State, piece: PieceWithCounters, counter: Counter, value: int) -> State:
    """Return the table with a counter of a piece set. A level can change a model's Damage Capacity, which
    is at least 1."""
    values = dict(piece.counters)
    values[counter.key] = value
    changed_state = state.change(piece.id, counters=tuple(values.items()))
    if not isinstance(piece, Figure):
        return changed_state
    bonus_before = change_by_levels(state, piece, "DC")
    bonus_after = change_by_levels(changed_state, changed_state.figure(piece.id), "DC")
    if bonus_before == bonus_after:
        return changed_state
    damage_capacity = max(1, piece.DC + bonus_after - bonus_before)
    return changed_state.change(piece.id, DC=damage_capacity)


def owner_for(state: State, who: str, owner: Owner) -> PieceWithCounters | None:
    """Return the piece whose counters are those of the `owner` kind for the piece with the id `who`: a model
    itself, the side of a model, the game for everybody. None if there is none: a side isn't a member."""
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


def changes_at_table(piece: PieceWithCounters) -> dict[str, int]:
    """Return by how much each counter of a piece changed at the table."""
    values_at_start = dict(piece.came)
    return {
        key: value - values_at_start.get(key, 0)
        for key, value in piece.counters
        if value != values_at_start.get(key, 0)
    }


def level_in_words(state: State, what: str, value: int) -> str:
    """Return what a counter at a value is called: its level, else its name with the value."""
    key = what.removeprefix(OWN)
    return HeldCounter(key, value, state.book.own.counter(key)).text
