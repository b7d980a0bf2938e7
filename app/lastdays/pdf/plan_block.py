"""The plan of the table on paper: zones, distances and what lies there, and what each zone means."""

from __future__ import annotations

from dataclasses import dataclass

from lastdays.pdf import shapes
from lastdays.pdf.blocks import Block
from lastdays.pdf.flowables import Fit, Flowable, Gap, TextFlowable
from lastdays.pdf.ink import KEYWORDS, Colour, Ink, Pen
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line
from lastdays.rulebook import pictograms
from lastdays.rulebook.table_plan import PlanDistance, TablePlan, Zone, ZoneKind

#: The plan is at most so wide, in points; a thing on it so many inches of the table.
_MOST, _THING = 300.0, 2.4
#: What stands for kinds of zone that are a thing.
_THINGS: dict[ZoneKind, str] = {
    "tokens": "supply", "zombies": "zombie", "captive": "captive", "vehicle": "vehicle",
    "tower": "tower",
}  # fmt: skip
#: Kinds whose line is broken, and which have a ground in full colour.
_BROKEN = ("tokens", "zombies", "fences")
_GROUNDED = ("attacker", "defender", "side", "refuge", "fences")


def _colour(ink: Ink, kind: ZoneKind) -> Colour:
    """Return the colour of a kind of zone; black where ink is saved."""
    if ink.band is None:
        return ink.text
    match kind:
        case "attacker" | "captive":
            return ink.down
        case "defender" | "side":
            return KEYWORDS["selfless"]
        case "zombies":
            return ink.up
        case "tokens":
            return ink.accent
    return ink.faint


def _pale(colour: Colour) -> Colour:
    red, green, blue = (1 - (1 - part) * 0.22 for part in colour)
    return red, green, blue


@dataclass
class _PlanFlowable(Flowable):
    """The table from above; `words` and `inches` are its text, set."""

    plan: TablePlan
    side: float
    height: float
    words: tuple[TextLine, ...]
    inches: tuple[TextLine, ...]
    size: float
    keep: bool = True

    def draw(self, pen: Pen, x: float, top: float) -> None:
        canvas, ink = pen.canvas, pen.ink
        inch = self.side / self.plan.side
        canvas.saveState()
        pen.forget()
        canvas.path(
            f"{x - 1:.2f} {top - self.side - 1:.2f} {self.side + 2:.2f} {self.side + 2:.2f} re W n"
        )
        for zone in self.plan.zones:
            if ink.tint is not None and zone.kind in _GROUNDED:
                _ground(pen, zone, x, top, inch)
        for zone in self.plan.zones:
            _outline(pen, zone, x, top, inch)
        for measure, line in zip(self.plan.measures, self.inches, strict=True):
            self._measure(pen, measure, line, x, top, inch)
        for mark in self.plan.marks:
            length = _THING * inch
            pen.fill(ink.text)
            at = x + mark.x * inch - length / 2, top - mark.y * inch - length / 2
            shapes.pictogram(pen, pictograms.token(mark.kind), *at, length)
        for word, line in zip(self.plan.words, self.words, strict=True):
            self._word(pen, line, x + word.x * inch, top - word.y * inch)
        pen.stroke(ink.text, 1.0)
        canvas.rect(x, top - self.side, self.side, self.side)
        canvas.restoreState()
        pen.forget()

    def _measure(
        self, pen: Pen, measure: PlanDistance, line: TextLine, x: float, top: float, inch: float
    ) -> None:
        """Draw a distance: a line with its two ends, and its inches beside it."""
        canvas = pen.canvas
        pen.stroke(pen.ink.faint, 0.6)
        ax, ay = x + measure.x * inch, top - measure.y * inch
        bx, by = x + measure.to_x * inch, top - measure.to_y * inch
        canvas.line(ax, ay, bx, by)
        upright = measure.x == measure.to_x
        across, up = (2.0, 0.0) if upright else (0.0, 2.0)
        for px, py in ((ax, ay), (bx, by)):
            canvas.line(px - across, py - up, px + across, py + up)
        beside = self.size * (0.9 if upright else 0)
        above = 0 if upright else self.size * 0.75
        self._word(pen, line, (ax + bx) / 2 + beside, (ay + by) / 2 + above)

    def _word(self, pen: Pen, line: TextLine, x: float, y: float) -> None:
        """Write a word around its middle, on a white ground."""
        wide = line.width * self.size
        pen.fill((1, 1, 1))
        pen.canvas.rect(
            x - wide / 2 - 1, y - self.size * 0.5, wide + 2, self.size, stroke=0, fill=1
        )
        pen.fill(pen.ink.text)
        draw_line(pen, line, x - wide / 2, y - self.size * 0.34, self.size)


def _ground(pen: Pen, zone: Zone, x: float, top: float, inch: float) -> None:
    """Lay a zone's ground; a frame leaves its inside as it was."""
    if zone.width <= 0 or zone.height <= 0:
        return
    pen.fill(_pale(_colour(pen.ink, zone.kind)))
    left, low = x + zone.x * inch, top - zone.low * inch
    wide, high = zone.width * inch, zone.height * inch
    inner = zone.hollow * inch
    if zone.hollow and wide > 2 * inner:
        hole = (
            f"{left + inner:.2f} {low + inner:.2f} {wide - 2 * inner:.2f} {high - 2 * inner:.2f} re"
        )
        pen.canvas.path(f"n {left:.2f} {low:.2f} {wide:.2f} {high:.2f} re {hole} f*")
        return
    shapes.rounded(pen, left, low, (wide, high), zone.corner * inch, fill=True, stroke=False)


def _outline(pen: Pen, zone: Zone, x: float, top: float, inch: float) -> None:
    if zone.width <= 0 or zone.height <= 0:
        return
    heavy = zone.kind in ("attacker", "refuge")
    pen.stroke(_colour(pen.ink, zone.kind), 1.4 if heavy else 0.9)
    if zone.kind in _BROKEN:
        pen.canvas.setDash(4 if zone.kind == "tokens" else 2, 2)
    left, low = x + zone.x * inch, top - zone.low * inch
    wide, high = zone.width * inch, zone.height * inch
    shapes.rounded(pen, left, low, (wide, high), zone.corner * inch, fill=False)
    inner = zone.hollow * inch
    if zone.hollow and wide > 2 * inner:
        pen.canvas.rect(left + inner, low + inner, wide - 2 * inner, high - 2 * inner)
    if zone.kind in _BROKEN:
        pen.canvas.setDash()


@dataclass
class _KeyLine(TextFlowable):
    """The first line of what a zone means, after how it is drawn."""

    kind: ZoneKind = "side"

    def draw(self, pen: Pen, x: float, top: float) -> None:
        super().draw(pen, x, top)
        side = self.size * 1.1
        low = top - self.height + (self.height - side) / 2
        if self.kind in _THINGS:
            pen.fill(pen.ink.text)
            shapes.pictogram(pen, pictograms.token(_THINGS[self.kind]), x, low, side)
            return
        zone = Zone(self.kind, 0, 0, side * 1.4, side)
        if pen.ink.tint is not None:
            _ground(pen, zone, x, low + side, 1)
        _outline(pen, zone, x, low + side, 1)


@dataclass(frozen=True)
class PlanBlock(Block):
    """A plan of the table over what its zones mean."""

    plan: TablePlan

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        side = min(width, _MOST * fit.size / 9.5)
        size = max(LEAST, fit.size * 0.85)
        made: list[Flowable] = [
            _PlanFlowable(
                self.plan,
                side,
                side + fit.size * 0.5,
                tuple(type_.line(Span(word.text)) for word in self.plan.words),
                tuple(type_.line(Span(f"{m.inches}″")) for m in self.plan.measures),
                size,
            )
        ]
        indent = fit.size * 2.1
        height = fit.size * fit.leading
        for key in self.plan.keys:
            lines = type_.wrapped((Span(key.text),), (width - indent) / fit.size)
            for n, line in enumerate(lines):
                if n == 0:
                    made.append(_KeyLine(line, fit.size, height, indent, kind=key.kind))
                else:
                    made.append(TextFlowable(line, fit.size, height, indent))
        return [*made, Gap(fit.size * 0.5 * fit.gap)]
