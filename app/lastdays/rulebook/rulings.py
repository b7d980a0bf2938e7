"""The rulings, as `docs/rulings.md` lists them."""

from __future__ import annotations

import re
from functools import cache

from lastdays.desktop import paths
from lastdays.values import Value

_LINE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


class Ruling(Value):
    """How the book is read in one place: its number and what is done."""

    number: int
    text: str


@cache
def rulings() -> tuple[Ruling, ...]:
    """Return all rulings in order; none if the list isn't shipped."""
    try:
        listed = paths.rulings().read_text(encoding="utf-8")
    except OSError:
        return ()
    plain = listed.replace("**", "").replace("*", "").replace("\\", "*")
    return tuple(Ruling(int(n), text) for n, text in _LINE.findall(plain))
