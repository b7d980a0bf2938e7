"""`dataclass` as in the standard library, for a class that costs next to nothing to declare.

The standard one writes and compiles six functions for each class as it is declared, most of which
nobody calls: for the classes that a start reads, a fifteenth of it. Here all classes share what
compares, sums up and shows, and `__init__` is compiled when many values have been made. What
inherits from such a class takes the `dataclass` of here as well. There is no `__post_init__`, and
no field that `__init__` doesn't take: `replace` need not make a value anew either.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import asdict, field, fields
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["asdict", "dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a value with some of its fields changed: what it holds is taken over as it is,
        where the standard library hands every field to `__init__` one by one."""
        names, held = _names(type(value)), vars(value)
        if not changes.keys() <= names:
            return dataclasses.replace(value, **changes)  # it says what is wrong
        if len(held) > len(names):  # what was worked out of it is not taken over
            held = {name: held[name] for name in names}
        made = object.__new__(type(value))
        vars(made).update(held, **changes)
        return made

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, kw_only: bool = False
    ) -> Any:
        """Make a class one of values."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, kw_only=kw_only)
        dataclasses.dataclass(cls, init=False, repr=False, eq=False, kw_only=kw_only)
        if hasattr(cls, "__post_init__") or not all(one.init for one in fields(cls)):
            raise TypeError(f"{cls.__qualname__}: __init__ takes every field, and does no more")
        given = {"__init__": _first_init(cls, frozen=frozen), "__repr__": _shown}
        if eq:
            given |= _comparing(cls, frozen=frozen)
        if frozen:
            given |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
        for name, function in given.items():
            if cls.__dict__.get(name) is None:  # its own counts
                setattr(cls, name, function)
        return cls


@cache
def _names(cls: type) -> frozenset[str]:
    """Return the names of a class's fields."""
    return frozenset(one.name for one in fields(cls))


#: So many values of a class are sooner made one by one than its `__init__` is compiled.
SOONER = 200


def _first_init(cls: Any, *, frozen: bool) -> Callable[..., None]:
    """Return what stands in for `__init__` for the first values of a class."""
    every = frozenset(one.name for one in fields(cls))
    taken = [one.name for one in fields(cls) if not one.kw_only]
    defaults = {f.name: f.default for f in fields(cls) if f.default is not dataclasses.MISSING}
    made_anew = [
        (one.name, one.default_factory)
        for one in fields(cls)
        if one.default_factory is not dataclasses.MISSING
    ]
    left = SOONER

    def init(self: Any, *given: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        found = dict(zip(taken, given, strict=False))
        if left > 0 and len(found) == len(given) and found.keys().isdisjoint(named):
            found = {**defaults, **found, **named}
            for name, make in made_anew:
                if name not in found:
                    found[name] = make()
            if found.keys() == every:
                vars(self).update(found)
                return
        cls.__init__ = made = _init(cls, frozen=frozen)  # it also says what is wrong
        made(self, *given, **named)

    return init


def _init(cls: Any, *, frozen: bool) -> Callable[..., None]:
    """Have the standard library compile the `__init__` of a class."""
    model = dataclasses.make_dataclass(
        cls.__name__,
        [(one.name, one.type, copy(one)) for one in fields(cls)],
        namespace={"__doc__": cls.__doc__},
        repr=False,
        eq=False,
        frozen=frozen,
    )
    made: Callable[..., None] = vars(model)["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _comparing(cls: Any, *, frozen: bool) -> Mapping[str, Any]:
    """Return what tells whether two values are alike, and what sums one up for a dict."""
    compared = [one for one in fields(cls) if one.compare]
    alike = _values_of([one.name for one in compared])
    summed = alike
    if any(one.hash is False for one in compared):
        summed = _values_of([one.name for one in compared if one.hash is not False])

    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return alike(self) == alike(other)

    def sum_up(self: Any) -> int:
        return hash(summed(self))

    return {"__eq__": equal, "__hash__": sum_up if frozen else None}


def _values_of(names: list[str]) -> Callable[[Any], Any]:
    """Return what gets the values of some fields: one, or several in a tuple."""
    return attrgetter(*names) if names else lambda _self: ()


@recursive_repr()
def _shown(self: Any) -> str:
    said = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(said)})"


def _refuse_to_set(_self: Any, name: str, _value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
