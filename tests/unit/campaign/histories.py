"""States of a group between which something happened."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.model.group import BuiltPerk, Group, RefugeState
from unit.postgame.crew import BOOK, group, member


def won_group() -> Group:
    """A group at the optional end of a campaign."""
    size = BOOK.refuges["farm-house"].max_size
    spaces = BOOK.refuges["farm-house"].empty_spaces
    members = [member("Zeke", "merciless-thug"), *(member(f"M{n}") for n in range(size - 1))]
    built = tuple(BuiltPerk(f"p{n}", "infirmary") for n in range(spaces))
    return replace(
        group(*members, refuge_state=RefugeState("farm-house", built), points=300), id="a"
    )
