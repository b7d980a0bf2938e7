"""Columns, and how flowables flow through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.pdf.flowables import Flowable, Gap


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

    What must be kept together moves on together, unless a whole region could not hold it. A row
    of a table that begins a region has its head above it again.
    """
    placed: list[tuple[Flowable, float, float]] = []
    rest = list(flowables)
    for region in regions:
        start = used = _headed(rest, region, placed)
        while rest:
            group = 1
            while group < len(rest) and rest[group - 1].keep:
                group += 1
            together = sum(p.height for p in rest[:group])
            if together > region.height - start and used == start:
                group, together = 1, rest[0].height
            if used == start and isinstance(rest[0], Gap):
                rest.pop(0)
                continue
            if used + together > region.height + 0.01 and not (used == start and group == 1):
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


def _headed(
    rest: Sequence[Flowable], region: Region, placed: list[tuple[Flowable, float, float]]
) -> float:
    """Place the head of the table that goes on in a region; return its height."""
    head = rest[0].head if rest else None
    if head is None or head.height + rest[0].height > region.height:
        return 0.0
    placed.append((head, region.x, region.top))
    return head.height
