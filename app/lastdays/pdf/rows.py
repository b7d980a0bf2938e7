"""Rows of words and marks at their positions, their flow through columns, and blocks of text set as
rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from PIL import ImageOps
from reportlab.lib.utils import ImageReader

from lastdays.pdf import shapes
from lastdays.pdf.content import PrintedLine
from lastdays.pdf.shapes import Pen
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line
from lastdays.values import Value

#: `state` is a cell with a pictogram in it; `tick` a square to write in, maybe with a pictogram;
#: `track` a row of cells, `end` the mark of its last one; `line` is for words, `sum` for a number
#: that is worked out; `slot` is the place of a Perk, `empty` an Empty Space; `ground` extends
#: beyond the card's sides into the bleed, `top` beyond its upper edge, too; a `rule` is as thick as
#: it is high.
Shape = Literal[
    "picture", "portrait", "drop", "ring", "disc", "spot", "arrow", "rule", "dots", "ground", "top", "fill", "plate",
    "box", "full", "state", "tick", "track", "end", "frame", "chip", "line", "sum", "slot", "empty",
]  # fmt: skip
#: For each shape that is a box: the inks of its inside and its line, the line's width and dashes,
#: and the corners' radius.
_BOXES = shapes.STYLE["boxes"]
#: A drop of blood in a square.
_DROP = (
    "0.5 1 m 0.6025 0.72 0.91 0.58 0.91 0.41 c 0.91 0.1836 0.7264 0 0.5 0 c "
    "0.2736 0 0.09 0.1836 0.09 0.41 c 0.09 0.58 0.3975 0.72 0.5 1 c h S"
)


class Words(NamedTuple):
    """Words in a row: where they begin, their size and colour, and how far `down` their baseline is;
    in the middle if that is None."""

    x: float
    line: TextLine
    size: float
    tone: str = "text"
    down: float | None = None


class Mark(NamedTuple):
    """A mark in a row: its shape, its position, its width and height, its pictogram, its colour, and
    how far `down` its upper edge is; in the middle if that is None."""

    shape: Shape
    x: float
    width: float
    height: float
    drawing: Any = ""
    tone: str = "text"
    down: float | None = None


@dataclass
class Row:
    """A slice of a column: its height in points, its words by cell, and the marks under them.

    `keep` keeps it with the next row; `head` is repeated above it if it begins a column. `tag` is
    its role in the document's structure: 'TH' is the head of a table, 'TR' a row of one, 'TD' a
    cell that is a row of its own. `said` is the text of a picture for screen readers; `paint` draws
    anything else, from the row's upper left corner.
    """

    height: float
    cells: Sequence[list[Words]] = ()
    marks: list[Mark] = field(default_factory=list)
    keep: bool = False
    tag: Literal["P", "H1", "H2", "Figure", "TH", "TR", "TD"] = "P"
    said: str = ""
    head: Row | None = None
    paint: Callable[[Pen, float, float], None] | None = None


class Gap(Row):
    """An empty row, after which a new paragraph begins."""


Placing = list[tuple[Row, float, float]]


def draw_rows(pen: Pen, placed: Iterable[tuple[Row, float, float]]) -> None:
    """Draw rows, placed by their upper left corners, and tag them: those between two headings or
    gaps are a paragraph; those without words aren't read aloud."""
    tags = pen.canvas.tags
    for row, x, top in placed:
        if isinstance(row, Gap):
            tags.end()
            continue
        if row.tag == "TD":
            tags.row()
            tags.cell(said=row.said)
        elif row.tag in ("TH", "TR") or (row.tag == "P" and not (row.cells or row.paint)):
            tags.artifact()
        else:
            tags.flowing(row.tag, row.said)
        for mark in row.marks:
            down = (row.height - mark.height) / 2 if mark.down is None else mark.down
            draw_mark(pen, mark, x + mark.x, top - down - mark.height)
        if row.paint is not None:
            row.paint(pen, x, top)
        if row.tag in ("TH", "TR"):
            tags.row(first=row.tag == "TH")
        for n, cell in enumerate(row.cells):
            if row.tag in ("TH", "TR"):
                tags.cell("Column" if row.tag == "TH" else "" if n else "Row")
            for words in cell:
                middle = row.height / 2 + words.size * 0.34
                pen.fill(words.tone)
                y = top - (middle if words.down is None else words.down)
                draw_line(pen, words.line, x + words.x, y, words.size)


def draw_mark(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw a mark with its lower left corner at `x`, `y`; nothing if the ink lacks its colour."""
    canvas, tone, w, h = pen.canvas, mark.tone, mark.width, mark.height
    if tone not in pen.ink:
        return
    match mark.shape:
        case "picture":
            pen.fill(tone)
            shapes.pictogram(pen, mark.drawing, x, y, w)
        case "portrait":
            _portrait(pen, mark, x, y)
        case "drop":
            pen.stroke("down", 0.9 / w)
            canvas.stamp("drop", (-1, -1, 2, 2), lambda: _DROP, (w, w, x, y))
        case "ring":
            pen.stroke(tone, 0.7)
            canvas.circle(x + w / 2, y + w / 2, w / 2)
        case "disc":
            pen.stroke(tone, 1.2)
            pen.fill("back")
            canvas.circle(x + w / 2, y + w / 2, w / 2, fill=1)
        case "spot":
            pen.fill(tone)
            canvas.circle(x + w / 2, y + w / 2, w / 2, stroke=0, fill=1)
        case "arrow":
            pen.fill(tone)
            low, high = (y, y + h) if tone == "up" else (y + h, y)
            canvas.path(
                f"{x:.2f} {low:.2f} m {x + w:.2f} {low:.2f} l {x + w / 2:.2f} {high:.2f} l f"
            )
        case "rule":
            pen.stroke(tone, h)
            canvas.line(x, y + h / 2, x + w, y + h / 2)
        case "dots":
            pen.stroke(tone, 0.6)
            canvas.setDash(0.6, 2.4)
            canvas.line(x, y, x + max(0.0, w), y)
            canvas.setDash()
        case "ground" | "top":
            pen.fill(tone)
            more = pen.bleed
            canvas.rect(x - more, y, w + 2 * more, h + (more if mark.shape == "top" else 0.0), 0, 1)
        case _:
            _box(pen, mark, x, y)


def _box(pen: Pen, mark: Mark, x: float, y: float) -> None:
    canvas, w, h = pen.canvas, mark.width, mark.height
    *inks, broad, dash, corner = _BOXES[mark.shape]
    inner, outer = (mark.tone if name == "own" else name for name in inks)
    inside, around = inner in pen.ink, outer in pen.ink
    if inside:
        pen.fill(inner)
    if around:
        pen.stroke(outer, broad)
    if dash:
        canvas.setDash(dash, dash)
    if corner:
        canvas.roundRect(x, y, w, h, min(w, h) * corner, around, inside)
    else:
        canvas.rect(x, y, w, h, around, inside)
    if dash:
        canvas.setDash()
    if mark.shape == "line":
        pen.stroke("text", 0.7)
        canvas.line(x, y, x + w, y)
    elif mark.shape == "track":
        for n in range(1, round(w / h)):
            canvas.line(x + n * h, y, x + n * h, y + h)
    elif mark.drawing:
        pen.fill("line")
        near = 0.2 if mark.shape == "state" else 0.11
        shapes.pictogram(pen, mark.drawing, x + w * near, y + h * near, w * (1 - 2 * near))


def _portrait(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw a portrait up to the card's edge and into the bleed."""
    w, h, more = mark.width, mark.height, pen.bleed
    image = mark.drawing if "band" in pen.ink else ImageOps.grayscale(mark.drawing)
    wide = w + more
    pen.canvas.path(f"q {x - more:.2f} {y:.2f} {w + more:.2f} {h + more:.2f} re W n")
    pen.canvas.drawImage(ImageReader(image), x + w - wide, y, wide, wide * h / w)
    pen.canvas.path("Q")


class Region(Value):
    """A column to be filled: its top left corner and its size, in points."""

    x: float
    top: float
    width: float
    height: float


def height_of(rows: Iterable[Row]) -> float:
    """Return the total height of rows."""
    return sum(row.height for row in rows)


def flow(rows: Iterable[Row], regions: Iterable[Region]) -> tuple[Placing, list[Row]]:
    """Place rows in one region after another; return the placed rows and those left over.

    Rows that must stay together move on together, unless not even a whole region can hold them. If
    a row of a table begins a region, the table's head is repeated above it.
    """
    placed: Placing = []
    rest = list(rows)
    for region in regions:
        start = used = 0.0
        head = rest[0].head if rest else None
        if head is not None and head.height + rest[0].height <= region.height:
            placed.append((head, region.x, region.top))
            start = used = head.height
        while rest:
            group = 1
            while group < len(rest) and rest[group - 1].keep:
                group += 1
            together = height_of(rest[:group])
            if together > region.height - start and used == start:
                group, together = 1, rest[0].height
            if used == start and isinstance(rest[0], Gap):
                del rest[0]
                continue
            if used + together > region.height + 0.01 and not (used == start and group == 1):
                break
            for row in rest[:group]:
                placed.append((row, region.x, region.top - used))
                used += row.height
            del rest[:group]
    while rest and isinstance(rest[0], Gap):
        del rest[0]
    return placed, rest


class Fit(NamedTuple):
    """How a body is set: its width and its size, in points; line height and gaps as factors."""

    type_: Type
    width: float
    size: float
    leading: float = 1.24
    gap: float = 1.0


#: Something that can be set at any width and size.
Block = Callable[[Fit], list[Row]]


def rows_of(blocks: Iterable[Block], fit: Fit) -> list[Row]:
    """Return the rows of some blocks."""
    return [row for block in blocks for row in block(fit)]


def heading(text: str, fit: Fit, aside: str = "") -> list[Row]:
    """Set a small heading that stays with what follows; `aside` is at its right if there is
    room."""
    size = max(LEAST, fit.size)
    small = max(LEAST, size * 0.85)
    lines = fit.type_.wrapped((Span(text.upper(), "head"),), fit.width / size)
    if not lines:
        return []
    *above, last = lines
    made = [
        Row(size * 1.15, [[Words(0, line, size, tone="accent")]], keep=True, tag="H2")
        for line in above
    ]
    high = size * 1.15 + fit.size * 0.55 * fit.gap
    level = high - size * 0.22 - 1
    words = [Words(0, last, size, tone="accent", down=level)]
    start, end = last.width * size + size * 0.5, fit.width
    beside = fit.type_.line(aside, "faint")
    if aside and start + beside.width * small + 1.5 * size <= end:
        end -= beside.width * small
        words.append(Words(end, beside, small, tone="faint", down=level))
        end -= size * 0.4
    rule = [
        Mark("rule", x=start, width=end - start, height=0.5, tone="line", down=level - size * 0.34)
    ]
    return [*made, Row(high, [words], rule if start < end else [], keep=True, tag="H2")]


def para(spans: Sequence[Span], fit: Fit, space: float = 0.15, *, kept: bool = False) -> list[Row]:
    """Set a paragraph; if it is `kept`, its lines stay together."""
    high = fit.size * fit.leading
    lines = fit.type_.wrapped(spans, fit.width / fit.size)
    made = [Row(high, [[Words(0, line, fit.size)]], keep=kept) for line in lines]
    return [*made, Gap(fit.size * space * fit.gap)] if made and space * fit.gap else made


def line_block(line: PrintedLine, fit: Fit, *, kept: bool = False) -> list[Row]:
    """Set a line of a card or sheet: its name in bold, then its text."""
    spans = (Span(line.name, "strong"), Span(line.text))
    return para([span for span in spans if span.text], fit, 0.2, kept=kept)


def ruled(count: int, fit: Fit, label: str = "", step: float = 12.5) -> list[Row]:
    """Set lines to write on, `step` points apart, the first with a label."""
    small = max(LEAST, fit.size * 0.85)
    made = []
    for n in range(count):
        words = Words(0, fit.type_.line("" if n else label), small, tone="faint", down=step - 2.5)
        start = words.line.width * small + 3 if words.line.width else 0.0
        rule = Mark(
            "rule", x=start, width=fit.width - start, height=0.4, tone="line", down=step - 1.7
        )
        made.append(Row(step, [[words]] if start else [], [rule]))
    return made
