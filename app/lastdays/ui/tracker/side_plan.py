"""How the sides of a board share its room: so many beside each other, so high a row."""

from __future__ import annotations

from msgspec import Struct

from lastdays.tabletop.view import BoardView, PanelView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.row_tokens import ROW
from lastdays.ui.tracker.row_words import THREE_LINES, lettering, needed_by
from lastdays.ui.tracker.rows import Columns

#: Heights in pixels at 100 %: a side's heading, and the gaps between rows.
HEADING, GAP = 34, 3
#: The lowest row that is hit, in pixels, and read, at 100 %, where all are seen at once.
HIT, READ = 36, 30
#: The least width of a panel: pixels in which all is hit, and at 100 % those in which it is read;
#: and the width that a plain row is drawn for.
PANEL_HIT, PANEL_READ, PLAIN_PANEL = 380, 312, 438
#: A counter, a damage box and a state, in pixels at 100 % in a plain row: the smaller ones where
#: names and what is said below them would not be whole.
COUNTERS = ((58, 22, 36), (52, 20, 36), (46, 18, 36), (46, 18, 30))
#: The smallest, where even names would be short: the pictograms beside figures are small here.
SMALLEST = (40, 16, 30)
#: Three lines of letters leave so much of a row free, in pixels at 100 %.
AIR = 6
#: No counter is made smaller for a name or a line below it that is longer than this, in pixels at
#: 100 % in a plain row.
WORTH = 200


class SideStanding(Struct, frozen=True):
    """How the sides stand: so many beside each other, so high a row, in so many pages."""

    across: int
    height: int
    pages: int


def least(theme: Theme) -> int:
    """Return how high a row must be, in pixels."""
    return max(theme.px(READ), HIT)


def plan(theme: Theme, view: BoardView, wide: int, high: int) -> SideStanding:
    """Find how the sides stand so that all rows are seen, on pages where they are too many."""
    sides = len(view.panels)
    least_wide = max(theme.px(PANEL_READ), PANEL_HIT)
    across = max(1, min(sides, wide // least_wide))
    if sides == 4 and across == 3:
        across = 2
    gap, heading = theme.px(GAP), theme.px(HEADING)

    def height(parts: list[tuple[PanelView, ...]], room: int) -> int:
        models = sum(max(1, *(len(p.cards) for p in part)) for part in parts)
        return (room - len(parts) * (heading + gap)) // max(1, models) - gap

    lines = [view.panels[n : n + across] for n in range(0, sides, across)]
    lowest = least(theme)
    if not lines:
        return SideStanding(1, lowest, 1)
    found = height(lines, high)
    if found >= lowest or len(lines) < 2:
        return SideStanding(across, found, 1)
    tabbed = high - theme.px(HEADING + 8)
    return SideStanding(across, min(height([line], tabbed) for line in lines), len(lines))


def columns(theme: Theme, view: BoardView, panel: PanelView, wide: int, high: int) -> Columns:
    """Return the columns of a side's rows: what is left of the width is the name's, as wide for all
    sides as one of them needs."""
    factor = max(0.8, min(high / theme.px(ROW), wide / theme.px(PLAIN_PANEL) * 1.1))
    counters = max((len(c.tokens) - 1 for c in panel.cards), default=1)
    most = max((t.limit or 3 for c in panel.cards for t in c.tokens[:1]), default=3)
    gap = theme.px(GAP)
    cards = [card for side in view.panels for card in side.cards]
    three = high >= theme.px(THREE_LINES) and any(card.gear for card in cards)
    letters = _letters(theme, factor, high) if three else factor
    needed = needed_by(theme, cards, lettering(theme, letters), gear=three)

    def shared(counter: float, box: float, mark: float) -> tuple[int, int, int, int]:
        one = round(theme.px(counter) * factor)
        state = max(HIT, round(theme.px(mark) * max(0.75, min(1.2, factor))))
        boxes = round(theme.px(box) * factor * max(3, min(most, 6)))
        used = boxes + counters * one + (counters + 1) * gap + 3 * state + theme.px(18)
        return one, boxes, state, wide - used

    plain = theme.px(104) * factor
    least = max(plain, min(needed, theme.px(WORTH) * letters))
    one, boxes, state, name = shared(*COUNTERS[0])
    for way in COUNTERS[1:]:
        smaller = shared(*way)
        if name >= least or (smaller[0] < HIT and name >= plain):
            break
        one, boxes, state, name = smaller
    if name < plain:
        one, boxes, state, name = shared(*SMALLEST)
    widest = max(round(theme.px(300) * factor), needed)
    name = max(round(theme.px(84) * factor), min(name, widest))
    return Columns(high, name, boxes, one, state, gap, factor, letters)


def _letters(theme: Theme, factor: float, high: int) -> float:
    """Return how much larger than in a plain row the letters of three lines are at most."""
    while factor > 1:
        made = lettering(theme, factor)
        if made.first + 2 * made.line - theme.px(3) + theme.px(AIR) <= high:
            break
        factor -= 0.05
    return factor
