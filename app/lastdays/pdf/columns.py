"""Columns, and how flowables flow through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.pdf.flowables import Break, Flowable, Gap


@dataclass(frozen=True)
class Region:
    """A column to be filled, from its top left; points."""

    x: float
    top: float
    width: float
    height: float


def flow(
    flowables: Sequence[Flowable], regions: Sequence[Region]
) -> tuple[list[tuple[Flowable, float, float]], list[Flowable]]:
    """Place flowables in regions, one after the other; return them and those left over.

    What must be kept together moves on together, unless a whole region could not hold it.
    """
    placed: list[tuple[Flowable, float, float]] = []
    rest = list(flowables)
    for region in regions:
        used = 0.0
        while rest:
            if isinstance(rest[0], Break):
                rest.pop(0)
                break
            group = 1
            while group < len(rest) and rest[group - 1].keep:
                group += 1
            together = sum(p.height for p in rest[:group])
            if together > region.height and used == 0.0:
                group, together = 1, rest[0].height
            if used == 0.0 and isinstance(rest[0], Gap):
                rest.pop(0)
                continue
            if used + together > region.height + 0.01 and not (used == 0.0 and group == 1):
                break
            for flowable in rest[:group]:
                placed.append((flowable, region.x, region.top - used))
                used += flowable.height
            del rest[:group]
        if not rest:
            break
    while rest and isinstance(rest[0], Gap):
        rest.pop(0)
    return placed, rest
