"""How much of a group the Keyword limits are about (p. 21, ruling 8)."""

from __future__ import annotations

from msgspec import Struct

from lastdays.model.group import Group
from lastdays.model.recruiting import neutral_percent
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue


class KeywordShares(Struct, frozen=True):
    """How many of a group are Neutral, how many of another Keyword than the Leader's, and how many
    of each may be at the group's size."""

    neutral: int = 0
    neutral_most: int = 0
    other: int = 0
    other_most: int = 0


def keyword_shares(group: Group, catalogue: Catalogue, switches: Switches) -> KeywordShares:
    """Return what counts against the Keyword limits: nobody where there is no Leader."""
    leader = group.leading
    if leader is None:
        return KeywordShares()
    size = len(group.roster)
    others = [m for m in group.roster if m.keyword != leader.keyword]
    percent = neutral_percent(catalogue.characters.get(leader.type), catalogue, switches)
    return KeywordShares(
        sum(1 for m in others if m.keyword == "neutral"),
        size * percent // 100,
        sum(1 for m in others if m.keyword != "neutral"),
        size * catalogue.number("limits", "other_keyword_percent") // 100,
    )
