"""What makes one table another, as JSON values: an event carries it, and the fold needs no rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import fields, replace

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.tabletop.last_days.state import KINDS, Piece, State
from lastdays.tabletop.stored_values import frozen, plain

Effect = list[Any]

#: The fields of each kind of piece.
_NAMES = {kind: tuple(one.name for one in fields(cls)) for kind, cls in KINDS.items()}


def _values(piece: Piece) -> dict[str, Any]:
    return {name: plain(getattr(piece, name)) for name in _NAMES[piece.kind]}


def diff(before: State, after: State) -> list[Effect]:
    """Return what makes `before` into `after`: ['new', kind, values], ['set', id, values], ['gone',
    id]."""
    effects: list[Effect] = []
    for piece, now in after.pieces.items():
        old = before.pieces.get(piece)
        if old is now:
            continue
        if old is None or type(old) is not type(now):
            effects.append(["new", now.kind, _values(now)])
            continue
        changed = {
            name: plain(value)
            for name in _NAMES[now.kind]
            if (value := getattr(now, name)) is not (was := getattr(old, name)) and value != was
        }
        if changed:
            effects.append(["set", piece, changed])
    effects.extend(["gone", piece] for piece in before.pieces if piece not in after.pieces)
    return effects


def patch(state: State, effects: Iterable[Effect]) -> State:
    """Return the state after a difference, or several; RuleError for one that does not fit."""
    pieces = dict(state.pieces)
    #: What is set on each piece: it is made anew once, however often that is.
    fresh: dict[str, dict[str, Any]] = {}
    try:
        for what, subject, *rest in effects:
            match what:
                case "new":
                    made = _piece(subject, rest[0])
                    pieces[made.id] = made
                    fresh.pop(made.id, None)
                case "set":
                    if subject not in pieces:
                        raise KeyError(subject)
                    fresh.setdefault(subject, {}).update(rest[0])
                case "gone":
                    del pieces[subject]
                    fresh.pop(subject, None)
                case _:
                    raise ValueError(what)
        for piece, changed in fresh.items():
            values = {name: frozen(value) for name, value in changed.items()}
            pieces[piece] = replace(pieces[piece], **values)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise RuleError(_("An entry of this game's log does not fit.")) from error
    return State(pieces)


def _piece(kind: str, values: Mapping[str, Any]) -> Piece:
    cls = KINDS[kind]
    made: Piece = cls(**{name: frozen(value) for name, value in values.items()})
    return made


def to_json(state: State) -> list[list[Any]]:
    """Return the whole state as JSON values."""
    return [[piece.kind, _values(piece)] for piece in state.pieces.values()]


def from_json(stored: Any) -> State:
    """Return a state out of JSON values; RuleError for what is none. Fields that came later have their
    defaults."""
    try:
        return State.of(_piece(kind, values) for kind, values in stored)
    except (KeyError, TypeError, ValueError) as error:
        raise RuleError(_("This game's beginning cannot be read.")) from error
