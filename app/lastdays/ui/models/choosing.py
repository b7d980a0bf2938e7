"""Which row is chosen when others are shown: what came, the same one, or the neighbour of what went."""

from __future__ import annotations

from collections.abc import Mapping


def row_again(
    kept: str, before: Mapping[str, int], now: Mapping[str, int], *, stepping: bool
) -> int:
    """Return the row to choose of those shown `now`, each key with its row; `kept` was chosen
    `before`. What alone came with a step back or forward is chosen: undo shows what it brought
    back, and what somebody else has added draws nobody away."""
    if stepping and before and len(now) == len(before) + 1 and before.keys() <= now.keys():
        return now[next(iter(now.keys() - before.keys()))]
    if kept in now:
        return now[kept]
    if kept in before and now.keys() <= before.keys():
        return max(0, min(before[kept], len(now) - 1))
    return 0
