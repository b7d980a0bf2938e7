"""Values out of what JSON and TOML hold, by the types their fields are declared with.

It takes what is exactly as declared and nothing else, and says no more than that something isn't:
pydantic, which takes a fifth of a second to be read, says what and where. So what the program has
written or checked before is read without it, and only what isn't like that needs it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import partial
from threading import RLock
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from lastdays.values import fields

Read = Callable[[Any], Any]

#: What comes of a value that isn't as declared.
UNLIKE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


class Decoder:
    """Reads values of types; threads may share it.

    A field that says so in its metadata is called otherwise in a file (`alias`), or read by a
    function of its own (`read`).
    """

    def __init__(self, readers: Mapping[Any, Read] | None = None) -> None:
        """Take how some types are read."""
        self._readers: dict[Any, Read] = {str: _text, int: _exact(int), bool: _exact(bool)}
        self._readers.update(readers or {})
        #: What is being put together: others see no reader before it is whole.
        self._begun: dict[Any, Read] = {}
        self._lock = RLock()

    def of(self, kind: Any) -> Read:
        """Return what reads a value of a type; it raises one of `UNLIKE` for any other."""
        known = self._readers.get(kind)
        if known is None:
            with self._lock:
                known = self._readers.get(kind) or self._begun.get(kind) or self._make(kind)
        return known

    def _make(self, kind: Any) -> Read:
        self._begun[kind] = partial(self._read_later, kind)  # it may hold others of its type
        try:
            made = self._readers[kind] = self._reader(kind)
        finally:
            del self._begun[kind]
        return made

    def _read_later(self, kind: Any, value: Any) -> Any:
        return self.of(kind)(value)

    def _reader(self, kind: Any) -> Read:
        origin, inner = get_origin(kind), get_args(kind)
        if is_dataclass(kind):
            return self._values(kind)
        if origin is Literal:
            return _one_of(frozenset(inner))
        if origin in (Union, types.UnionType) and inner[1:] == (type(None),):
            return _or_none(self.of(inner[0]))
        if origin is tuple and inner[-1] is ...:
            return _several(self.of(inner[0]))
        if origin is tuple:
            return _row(tuple(map(self.of, inner)))
        if origin is dict:
            return _table(self.of(inner[0]), self.of(inner[1]))
        return _refused

    def _values(self, kind: Any) -> Read:
        hints = get_type_hints(kind, include_extras=True)  # as they stand: it is quicker
        readers = {
            one.metadata.get("alias", one.name): (
                one.name,
                one.metadata.get("read") or self.of(hints[one.name]),
            )
            for one in fields(kind)
        }

        def read(value: Any) -> Any:
            given = {}
            for name, found in _exact_dict(value).items():
                own, reader = readers[name]
                given[own] = reader(found)
            return kind(**given)

        return read


def _text(value: Any) -> Any:
    if type(value) is not str:
        raise TypeError(value)
    if not value.isascii():
        value.encode()  # half a letter is none
    return value


def _exact(kind: type) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return read


_exact_dict = _exact(dict)


def _one_of(known: frozenset[Any]) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in known:
            raise ValueError(value)
        return value

    return read


def _or_none(inner: Read) -> Read:
    return lambda value: None if value is None else inner(value)


def _listed(value: Any) -> Any:
    if type(value) is not list and type(value) is not tuple:
        raise TypeError(value)
    return value


def _several(inner: Read) -> Read:
    return lambda value: tuple(map(inner, _listed(value)))


def _row(readers: tuple[Read, ...]) -> Read:
    def read(value: Any) -> Any:
        pairs = zip(readers, _listed(value), strict=True)
        return tuple(reader(found) for reader, found in pairs)

    return read


def _table(key: Read, inner: Read) -> Read:
    return lambda value: {key(k): inner(found) for k, found in _exact_dict(value).items()}


def _refused(value: Any) -> Any:
    raise TypeError(value)
