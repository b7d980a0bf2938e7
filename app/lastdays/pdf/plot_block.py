"""A plot on paper: the picture that the window shows, drawn in ink; its marks tell lines apart in
black and white."""

from __future__ import annotations

from dataclasses import dataclass

from lastdays.pdf.blocks import Block
from lastdays.pdf.flowables import Fit, Flowable, Gap
from lastdays.pdf.ink import Colour, Pen
from lastdays.pdf.plot import PAPER_LINES, Curve, Plot, PlotPicture, corners, lay_out
from lastdays.pdf.shapes import ring
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line

#: Its height, of its width.
_HEIGHT = 0.36


@dataclass(frozen=True)
class PlotBlock(Block):
    """A plot as wide as its column."""

    plot: Plot

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        size = max(LEAST, fit.size * 0.85)

        def wide(text: str) -> float:
            return type_.line(Span(text)).width * size

        picture = lay_out(self.plot, width, width * _HEIGHT, size, wide)
        texts = [(t, type_.line(Span(t.text))) for t in picture.texts]
        names = [(curve, type_.line(Span(curve.label_text, "strong"))) for curve in picture.curves]
        placed = [
            (
                line,
                t.x - line.width * size * {"start": 0.0, "middle": 0.5, "end": 1.0}[t.anchor],
                t.y,
            )
            for t, line in texts
        ]
        return [PlotFlowable(picture, placed, names, picture.height), Gap(fit.size * 0.6)]


@dataclass
class PlotFlowable(Flowable):
    """A picture laid out, with its texts set."""

    picture: PlotPicture
    texts: list[tuple[TextLine, float, float]]
    names: list[tuple[Curve, TextLine]]
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        picture, canvas, size = self.picture, pen.canvas, self.picture.size
        pen.stroke(pen.ink.line, 0.35)
        for y in picture.rules:
            canvas.line(x + picture.left, top - y, x + picture.right, top - y)
        pen.fill(pen.ink.faint)
        for line, left, y in self.texts:
            draw_line(pen, line, x + left, top - y - size * 0.32, size)
        for curve, name in self.names:
            colour = _colour(pen, curve.colour)
            pen.stroke(colour, 1.1)
            points = " l ".join(f"{x + px:.2f} {top - py:.2f}" for px, py in curve.points)
            if len(curve.points) > 1:
                canvas.path(f"n {points.replace(' l ', ' m ', 1)} l S")
            pen.fill(colour)
            for px, py in curve.marks:
                _mark(pen, curve, x + px, top - py, size * 0.28)
            left, y = curve.label
            draw_line(pen, name, x + left, top - y - size * 0.32, size)


def _colour(pen: Pen, number: int) -> Colour:
    """Return the ink of a line: its colour, or that of text where ink is saved."""
    if pen.ink.band is None:
        return pen.ink.text
    text = PAPER_LINES[number]
    red, green, blue = (int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def _mark(pen: Pen, curve: Curve, x: float, y: float, size: float) -> None:
    found = corners(curve.shape, x, y, size)
    if not found:
        ring(pen, x - size, y - size, 2 * size, filled=True)
        return
    # The picture's heights grow downwards, the paper's upwards.
    places = [f"{cx:.2f} {2 * y - cy:.2f}" for cx, cy in found]
    pen.canvas.path(f"{places[0]} m {' l '.join(places[1:])} l h f")
