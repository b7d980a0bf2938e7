"""How the panels of a board with seats share its room: so many side by side, so large a line."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QSize

from lastdays.ui.theme import Theme
from lastdays.ui.tracker.seat_controls import LINE, Measure
from lastdays.ui.tracker.seat_panel import SeatPanel

#: Between panels, in pixels at 100 %.
BETWEEN = 8
#: A panel is at least so wide, in pixels at 100 %; one of more than three in a row.
NARROWEST, CROWDED = 270, 204
#: With so much room inside there are words beside pictograms; they are worth so much of a line's
#: height.
WORDED, WORDS_WORTH = 380, 34
#: A single row of panels is no higher than this, at lines of 36 px, unless more lies in it.
HIGHEST = 330
#: Larger lines where each panel has so much height, at 100 %.
SIZES = ((84, 900), (76, 800), (68, 700), (60, 600), (52, 420), (44, 330), (LINE, 0))


class SeatStanding(Struct, frozen=True):
    """Where the panels stand: how large everything is, how many side by side, each row's height
    and what is between rows, in pixels."""

    measure: Measure
    across: int
    heights: tuple[int, ...]
    between: int

    @property
    def height(self) -> int:
        """Return how high all rows are together, in pixels."""
        return sum(self.heights) + self.between * (len(self.heights) - 1)


def panel_width(theme: Theme, width: int, across: int) -> int:
    """Return how wide each of so many panels is that share a width, in pixels."""
    return (width - theme.px(BETWEEN) * (across - 1)) // across


def plan(
    theme: Theme, panels: Sequence[SeatPanel], most: int, room: QSize, *, scrolls: bool = False
) -> SeatStanding:
    """Find the largest way to stand at most `most` panels side by side that fits; the smallest
    where none does. With `scrolls` they need not be seen all at once."""
    count = max(1, len(panels))
    least = theme.px(NARROWEST if most <= 3 else CROWDED)
    across = max(1, min(most, count, (room.width() + theme.px(BETWEEN)) // least))
    rows = -(-count // across)
    each = (room.height() - theme.px(BETWEEN) * (rows - 1)) // rows
    width = panel_width(theme, room.width(), across)
    found = None
    for line, words in _sizes(theme, each, width):
        found = _standing(theme, panels, Measure(theme, line, words), across, width, each)
        broken = line > LINE and any(p.broken for p in panels)
        if (found.height <= room.height() and not broken) or (scrolls and line == LINE):
            break
    assert found is not None
    return found


def _sizes(theme: Theme, each: int, width: int) -> list[tuple[int, bool]]:
    """Return the sizes there is room for, the best first: words before all but much size."""
    found: list[tuple[int, bool]] = []
    for line, high in SIZES:
        if each < theme.px(high):
            continue
        if width - theme.px(16) >= theme.px(WORDED * line / LINE):
            found.append((line, True))
        found.append((line, False))
    return sorted(found, key=lambda s: -s[0] - WORDS_WORTH * s[1])


def _standing(
    theme: Theme,
    panels: Sequence[SeatPanel],
    measure: Measure,
    across: int,
    width: int,
    each: int,
) -> SeatStanding:
    """Stand panels of a width in rows of `each` pixels, and more where one needs it."""
    needs = [p.height_at(width, measure) for p in panels]
    rows = [max(needs[n : n + across]) for n in range(0, len(needs), across)]
    spare = each * len(rows) - sum(rows)
    cap = measure.px(HIGHEST) if len(rows) == 1 else each
    if spare > 0:  # the lower rows get it first, so that they come out even
        for n in sorted(range(len(rows)), key=lambda n: rows[n]):
            more = max(0, min(spare, min(cap, each) - rows[n]))
            rows[n] += more
            spare -= more
    return SeatStanding(measure, across, tuple(rows), theme.px(BETWEEN))
