"""What a table of *Last Days* can be, whoever wrote it: every value of its kind and in its range,
every piece that another names on the table.

The rules take that for granted of a table they made themselves. One out of a file is held to it
before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from lastdays.rulebook import KEYWORDS
from lastdays.tabletop.last_days.setup import LETTERS
from lastdays.tabletop.last_days.state import (
    KINDS,
    Blade,
    Captive,
    Figure,
    Gun,
    Marker,
    PendingPiece,
    Piece,
    State,
    Table,
    Team,
    Zombie,
)
from lastdays.tabletop.last_days.turn import PHASES

#: How many pieces a table has, how large its numbers are, how long a text and a list of it.
PIECES_MOST = 1_500
NUMBER_MOST = 999
TEXT_MOST = 250
LIST_MOST = 1_000
#: How many answers an open procedure has, and how deep one of them is nested.
ANSWERS_MOST, ANSWER_DEEP = 200, 4

Fits = Callable[[Any], bool]
#: As they are made: teams A to D, figures A1, their weapons A1.g1, zombies Z1, things T1.
_ID = re.compile(r"[A-Z]{1,3}[0-9]{0,5}(\.[a-z][0-9]{1,4})?", re.ASCII)
#: What may stand where there is one of a few words.
_WORDS: Mapping[tuple[type[Any], str], tuple[str, ...]] = {
    (Team, "role"): ("", "attacker", "defender"),
    (Figure, "part"): ("deployed", "held-back", "missing"),
    (Figure, "keyword"): ("", *KEYWORDS),
    (Table, "phase"): PHASES,
}
#: Which pieces a field names, and what else may stand there.
_NAMED: Mapping[type[Any], tuple[tuple[str, tuple[type[Any], ...], tuple[str, ...]], ...]] = {
    Figure: (
        ("team", (Team,), ()),
        ("out_by", (Figure,), ("", "zombie")),
        ("carries", (Captive,), ("", "token")),
        ("brought", (Captive,), ("", "token")),
    ),
    Gun: (("figure", (Figure,), ()),),
    Blade: (("figure", (Figure,), ()),),
    Zombie: (("killer", (Figure,), ("",)),),
    Captive: (
        ("team", (Team,), ("",)),
        ("place", (Figure,), ("table", "off")),
        ("brought", (Figure,), ("",)),
    ),
    Table: (
        *((name, (Team,), ("",)) for name in ("aggressor", "defender", "mover", "last", "chose")),
        ("edge", (Team,), ("",)),
        ("active", (Figure, Zombie), ("",)),
        ("after", (Figure,), ("",)),
        ("started", (Figure,), ("",)),
    ),
}


def is_number(value: Any) -> bool:
    """Return whether a value is a number that can stand on a table."""
    return type(value) is int and -NUMBER_MOST <= value <= NUMBER_MOST


def is_text(value: Any) -> bool:
    """Return whether a value is a line of a bearable length."""
    return type(value) is str and len(value) <= TEXT_MOST and "\n" not in value


def is_plain(value: Any, deep: int = ANSWER_DEEP) -> bool:
    """Return whether a value is what an answer, an argument or a fact holds: texts, numbers and
    lists of them."""
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, list | tuple):
        return deep > 0 and len(value) <= LIST_MOST and all(is_plain(v, deep - 1) for v in value)
    if isinstance(value, dict):
        return (
            deep > 0
            and len(value) <= LIST_MOST
            and all(is_text(name) and is_plain(v, deep - 1) for name, v in value.items())
        )
    return is_number(value) or is_text(value)


def is_answer(values: Sequence[Any]) -> bool:
    """Return whether values are an answer: its key, what it is, how it came about, and whose."""
    if len(values) != 4:
        return False
    key, value, how, who = values
    return is_text(key) and is_plain(value) and is_text(how) and is_text(who)


def is_sound(state: State) -> bool:
    """Return whether a table is one that could have been set up."""
    pieces = state.pieces
    return (
        type(pieces.get("table")) is Table
        and 1 <= len(state.teams) <= len(LETTERS)
        and _are_sound(pieces, pieces.values(), {})
    )


def stays_sound(before: State, after: State) -> bool:
    """Return whether a table that was sound still is, after an event: only what is another piece
    than before is looked at."""
    pieces, known = after.pieces, before.pieces
    gone = [known[key] for key in known if key not in pieces]
    if not all(isinstance(piece, PendingPiece | Captive) for piece in gone):
        return False
    captives = [piece.id for piece in gone if isinstance(piece, Captive)]
    if captives and any(_names_one(piece, captives) for piece in pieces.values()):
        return False  # whoever names it may be no other piece than before
    changed = [piece for key, piece in pieces.items() if known.get(key) is not piece]
    for piece in changed:
        old = before.pieces.get(piece.id)
        if type(old) is not type(piece) and (old is not None or isinstance(piece, Team | Table)):
            return False
    return _are_sound(pieces, changed, known)


def _names_one(piece: Piece, captives: list[str]) -> bool:
    return any(
        getattr(piece, name) in captives
        for name, kinds, _words in _NAMED.get(type(piece), ())
        if Captive in kinds
    )


def _are_sound(
    pieces: Mapping[str, Piece], looked_at: Iterable[Piece], known: Mapping[str, Piece]
) -> bool:
    return len(pieces) <= PIECES_MOST and all(
        _is_sound(piece, pieces, known.get(piece.id)) for piece in looked_at
    )


def _is_sound(piece: Piece, pieces: Mapping[str, Piece], known: Piece | None) -> bool:
    """Return whether a piece can lie beside those there are; of one that was `known` what is
    another value now is looked at."""
    if pieces.get(piece.id) is not piece or not _has_its_id(piece):
        return False
    kind = type(piece)
    values = vars(piece)
    old = {} if known is None else vars(known)
    for name, fits in _checks(piece.kind):
        value = values[name]
        if not (name in old and old[name] is value) and not fits(value):
            return False
    for name, kinds, words in _NAMED.get(kind, ()):
        value = values[name]
        if value not in words and type(pieces.get(value)) not in kinds:
            return False
    match piece:
        case Table():
            return all(type(pieces.get(team)) is Team for team in piece.rolled_off) and all(
                type(pieces.get(one)) in (Figure, Zombie) for pair in piece.contacts for one in pair
            )
        case PendingPiece():
            return _can_wait(piece)
    return True


def _has_its_id(piece: Piece) -> bool:
    """Return whether a piece is called as pieces of its kind are."""
    match piece:
        case Table():
            return piece.id == "table"
        case PendingPiece():
            return piece.id == "open"
        case Team():
            return piece.id in tuple(LETTERS)
        case Figure() | Gun() | Blade() | Zombie() | Marker() | Captive():
            return isinstance(piece.id, str) and _ID.fullmatch(piece.id) is not None


def _can_wait(piece: PendingPiece) -> bool:
    """Return whether an open procedure is about plain things, and its answers are answers."""
    if not isinstance(piece.args, dict) or len(piece.answers) > ANSWERS_MOST:
        return False
    return all(
        isinstance(name, str) and name.isidentifier() and is_plain(value)
        for name, value in piece.args.items()
    ) and all(is_answer(answer) for answer in piece.answers)


@cache
def _checks(key: str) -> tuple[tuple[str, Fits], ...]:
    """Return what each field of a kind of piece has to be."""
    kind = KINDS[key]
    hints = get_type_hints(kind)
    return tuple(
        (field.name, _one_of(words) if (words := _WORDS.get((kind, field.name))) else made)
        for field in fields(kind)
        if (made := _check_of(hints[field.name])) is not None
    )


def _one_of(words: tuple[str, ...]) -> Fits:
    return lambda value: isinstance(value, str) and value in words


def _check_of(hint: Any) -> Fits | None:
    """Return what holds a value to a type; None for what anything can be."""
    plain: dict[Any, Fits] = {
        str: is_text,
        int: is_number,
        bool: lambda value: type(value) is bool,
        type(None): lambda value: value is None,
    }
    if hint in plain:
        return plain[hint]
    parts = get_args(hint)
    inner = [_check_of(part) for part in parts if part is not Ellipsis]
    if get_origin(hint) is UnionType:
        return lambda value: any(fits(value) for fits in inner if fits is not None)
    if get_origin(hint) is not tuple:
        return None
    if Ellipsis in parts:
        return lambda value: (
            isinstance(value, tuple)
            and len(value) <= LIST_MOST
            and all(inner[0] is None or inner[0](one) for one in value)
        )
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(inner)
        and all(fits is None or fits(one) for fits, one in zip(inner, value, strict=True))
    )
