"""A name for a member or a group, where none comes to mind."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache

from lastdays import paths
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook import CharacterType
from lastdays.rulebook.known import AttributeKey


@cache
def _names(kind: str) -> tuple[str, ...]:
    file = paths.resources() / "names.toml"
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))[kind])


def member_name(
    source: RandomSource, taken: Collection[str] = (), kind: CharacterType | None = None
) -> str:
    """Return a name for a member of a type that is not `taken`, while there is one; an animal has
    an animal's."""
    animal = kind is not None and any(t.key == AttributeKey.ANIMAL for t in kind.rules)
    return _one("animals" if animal else "members", source, taken)


def group_name(source: RandomSource, taken: Collection[str] = ()) -> str:
    """Return a name for a group that is not `taken`, while there is one."""
    return _one("groups", source, taken)


def _one(kind: str, source: RandomSource, taken: Collection[str]) -> str:
    names = _names(kind)
    free = [name for name in names if name not in taken] or names
    return free[source.randint(0, len(free) - 1)]
