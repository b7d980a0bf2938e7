"""Rows of words and marks at their positions, their flow through columns, and blocks of text set as
rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
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


#: From the middle of a line of text down to its baseline, as a share of its size.
TO_BASELINE = 0.34
#: The gap after an entry, as a share of its size.
_ENTRY_SPACE = 0.2
_PARAGRAPH_SPACE = 0.15
#: The height of a line of a heading, and the gap above it, as shares of its size.
_HEADING_LEADING = 1.15
_HEADING_SPACE = 0.55


class Words(NamedTuple):
    """Words in a row: where they begin, their size and colour, and how far `down` their baseline is;
    in the middle if that is None. `heard` is what is read aloud and copied instead of them."""

    x: float
    line: TextLine
    size: float
    tone: str = "text"
    down: float | None = None
    heard: str = ""


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
    its role in the document's structure: 'TH' is the head of a table, 'TR' a row of one, which has a
    `row_head` unless all its cells are alike, 'TD' a cell that is a row of its own. `said` is the text of a picture for screen readers; `paint` draws
    anything else, from the row's upper left corner. `goes_on`: its paragraph goes on in the next row.
    """

    height: float
    cells: Sequence[list[Words]] = ()
    marks: list[Mark] = field(default_factory=list)
    keep: bool = False
    tag: Literal["P", "H1", "H2", "Figure", "TH", "TR", "TD"] = "P"
    said: str = ""
    head: Row | None = None
    paint: Callable[[Pen, float, float], None] | None = None
    goes_on: bool = False
    row_head: bool = True


class Gap(Row):
    """An empty row, after which a new paragraph begins."""


Placing = list[tuple[Row, float, float]]


def draw_rows(pen: Pen, placed: Iterable[tuple[Row, float, float]]) -> None:
    """Draw rows, placed by their upper left corners, and tag them: those between two headings or
    gaps are a paragraph; those without words aren't read aloud."""
    for row, x, top in placed:
        if isinstance(row, Gap):
            pen.canvas.tags.end()
            continue
        _tag_row(pen, row)
        for mark in row.marks:
            middle = (row.height - mark.height) / 2
            down = middle if mark.down is None else mark.down
            draw_mark(pen, mark, x + mark.x, top - down - mark.height)
        if row.paint is not None:
            row.paint(pen, x, top)
        _draw_words(pen, row, x, top)


def _tag_row(pen: Pen, row: Row) -> None:
    """Begin the part of the document's structure that a row's marks belong to."""
    tags = pen.canvas.tags
    is_decoration = row.tag == "P" and not row.cells and row.paint is None
    if row.tag == "TD":
        tags.row()
        tags.cell(said=row.said)
    elif row.tag in ("TH", "TR") or is_decoration:
        tags.artifact()
    else:
        tags.flowing(row.tag, row.said)


def _draw_words(pen: Pen, row: Row, x: float, top: float) -> None:
    """Draw the words of a row; those of a table are tagged cell by cell."""
    tags = pen.canvas.tags
    if row.tag in ("TH", "TR"):
        tags.row(first=row.tag == "TH")
    for place, cell in enumerate(row.cells):
        if row.tag == "TH":
            tags.cell("Column")
        elif row.tag == "TR":
            tags.cell("Row" if place == 0 and row.row_head else "")
        for words in cell:
            middle = row.height / 2 + words.size * TO_BASELINE
            down = middle if words.down is None else words.down
            pen.fill(words.tone)
            if words.heard:
                tags.begin_heard(words.heard)
            draw_line(pen, words.line, x + words.x, top - down, words.size)
            if words.heard:
                tags.end_heard()


def draw_mark(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw a mark with its lower left corner at `x`, `y`; nothing if the ink lacks its colour."""
    if mark.tone not in pen.ink:
        return
    match mark.shape:
        case "picture":
            pen.fill(mark.tone)
            shapes.pictogram(pen, mark.drawing, x, y, mark.width)
        case "portrait":
            _draw_portrait(pen, mark, x, y)
        case "drop":
            _draw_drop(pen, mark, x, y)
        case "ring" | "disc" | "spot":
            _draw_circle(pen, mark, x, y)
        case "arrow":
            _draw_arrow(pen, mark, x, y)
        case "rule" | "dots":
            _draw_rule(pen, mark, x, y)
        case "ground" | "top":
            _draw_ground(pen, mark, x, y)
        case _:
            _draw_box(pen, mark, x, y)


def _draw_drop(pen: Pen, mark: Mark, x: float, y: float) -> None:
    side = mark.width
    pen.stroke("down", 0.9 / side)
    pen.canvas.stamp("drop", box=(-1, -1, 2, 2), draw=_drop, place=(side, side, x, y))


def _drop() -> str:
    return _DROP


def _draw_circle(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw a ring, a disc with a line around it, or a spot without one."""
    radius = mark.width / 2
    middle = x + radius
    level = y + radius
    match mark.shape:
        case "ring":
            pen.stroke(mark.tone, 0.7)
            pen.canvas.circle(middle, level, radius)
        case "disc":
            pen.stroke(mark.tone, 1.2)
            pen.fill("back")
            pen.canvas.circle(middle, level, radius, fill=1)
        case "spot":
            pen.fill(mark.tone)
            pen.canvas.circle(middle, level, radius, stroke=0, fill=1)


def _draw_arrow(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw a triangle that points up, or down for any other colour than 'up'."""
    pen.fill(mark.tone)
    base = y
    tip = y + mark.height
    if mark.tone != "up":
        base = y + mark.height
        tip = y
    right = x + mark.width
    middle = x + mark.width / 2
    pen.canvas.path(f"{x:.2f} {base:.2f} m {right:.2f} {base:.2f} l {middle:.2f} {tip:.2f} l f")


def _draw_rule(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw a line as thick as the mark is high, or a dotted one."""
    canvas = pen.canvas
    if mark.shape == "rule":
        level = y + mark.height / 2
        pen.stroke(mark.tone, mark.height)
        canvas.line(x, level, x + mark.width, level)
    else:
        pen.stroke(mark.tone, 0.6)
        canvas.setDash(0.6, 2.4)
        canvas.line(x, y, x + max(0.0, mark.width), y)
        canvas.setDash()


def _draw_ground(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw a background that reaches into the bleed at both sides, and above if it is the top."""
    bleed = pen.bleed
    above = bleed if mark.shape == "top" else 0.0
    pen.fill(mark.tone)
    pen.canvas.rect(x - bleed, y, mark.width + 2 * bleed, mark.height + above, stroke=0, fill=1)


def _draw_box(pen: Pen, mark: Mark, x: float, y: float) -> None:
    canvas = pen.canvas
    width = mark.width
    height = mark.height
    inner, outer, line_width, dash, corner = _BOXES[mark.shape]
    inner = mark.tone if inner == "own" else inner
    outer = mark.tone if outer == "own" else outer
    has_ground = inner in pen.ink
    has_line = outer in pen.ink
    if has_ground:
        pen.fill(inner)
    if has_line:
        pen.stroke(outer, line_width)
    if dash:
        canvas.setDash(dash, dash)
    if corner:
        radius = min(width, height) * corner
        canvas.roundRect(x, y, width, height, radius, stroke=has_line, fill=has_ground)
    else:
        canvas.rect(x, y, width, height, stroke=has_line, fill=has_ground)
    if dash:
        canvas.setDash()
    _draw_inside_box(pen, mark, x, y)


def _draw_inside_box(pen: Pen, mark: Mark, x: float, y: float) -> None:
    """Draw the line to write on, the cells of a track or the pictogram of a box."""
    canvas = pen.canvas
    width = mark.width
    height = mark.height
    if mark.shape == "line":
        pen.stroke("text", 0.7)
        canvas.line(x, y, x + width, y)
    elif mark.shape == "track":
        for n in range(1, round(width / height)):
            between = x + n * height
            canvas.line(between, y, between, y + height)
    elif mark.drawing:
        margin = 0.2 if mark.shape == "state" else 0.11
        side = width * (1 - 2 * margin)
        pen.fill("line")
        shapes.pictogram(pen, mark.drawing, x + width * margin, y + height * margin, side)


def _draw_portrait(pen: Pen, mark: Mark, x: float, y: float) -> None:
    bleed = pen.bleed
    in_colour = "band" in pen.ink
    image = mark.drawing if in_colour else ImageOps.grayscale(mark.drawing)
    clip_width = mark.width + bleed
    clip_height = mark.height + bleed
    picture_height = clip_width * mark.height / mark.width
    pen.begin_clip(x - bleed, y, clip_width, clip_height)
    left = x + mark.width - clip_width
    pen.canvas.drawImage(ImageReader(image), left, y, clip_width, picture_height)
    pen.end_clip()


class Region(Value):
    """A column to be filled: its top left corner and its size, in points."""

    x: float
    top: float
    width: float
    height: float


def height_of(rows: Iterable[Row]) -> float:
    """Return the total height of rows."""
    return sum(row.height for row in rows)


def flow(
    rows: Iterable[Row], regions: Iterable[Region], split: TextLine | None = None
) -> tuple[Placing, list[Row]]:
    """Place rows in one region after another; return the placed rows and those left over.

    Rows that must stay together move on together, unless not even a whole region can hold them. If
    a row of a table begins a region, the table's head is repeated above it. Where a paragraph goes
    on in the next region, the sign `split` stands after its last line.
    """
    placed: Placing = []
    rest = list(rows)
    for region in regions:
        filled = _fill(region, rest)
        if split is not None and filled and rest:
            _sign_split(filled, split, region.width)
        placed += filled
    _drop_gaps(rest)
    return placed, rest


def _sign_split(placed: Placing, split: TextLine, width: float) -> None:
    """Put a sign into the margin after the last of some rows if its paragraph goes on elsewhere."""
    row, x, top = placed[-1]
    if not row.goes_on:
        return
    sign = Words(width + 0.8, split, LEAST, tone="accent")
    placed[-1] = (replace(row, cells=[*row.cells, [sign]]), x, top)


def _fill(region: Region, rest: list[Row]) -> Placing:
    """Place as many rows as fit in a region, and take them away from the rest."""
    placed: Placing = []
    head_height = 0.0
    head = rest[0].head if rest else None
    if head is not None and head.height + rest[0].height <= region.height:
        placed.append((head, region.x, region.top))
        head_height = head.height
    used = head_height
    while rest:
        group = _kept_together(rest)
        is_first = used == head_height
        if is_first and height_of(group) > region.height - head_height:
            group = rest[:1]  # not even a whole region can hold them
        if is_first and isinstance(rest[0], Gap):
            del rest[0]
            continue
        fits = used + height_of(group) <= region.height + 0.01
        must_go_here = is_first and len(group) == 1
        if not fits and not must_go_here:
            break
        for row in group:
            placed.append((row, region.x, region.top - used))
            used += row.height
        del rest[: len(group)]
    return placed


def _kept_together(rows: list[Row]) -> list[Row]:
    """Return the first rows that must stay together."""
    count = 1
    while count < len(rows) and rows[count - 1].keep:
        count += 1
    return rows[:count]


def _drop_gaps(rows: list[Row]) -> None:
    """Take away the gaps at the beginning of some rows."""
    while rows and isinstance(rows[0], Gap):
        del rows[0]


class Fit(NamedTuple):
    """How a body is set: its width and its size, in points; line height and gaps as factors."""

    type_: Type
    width: float
    size: float
    leading: float = 1.24
    gap: float = 1.0


#: Something that can be set at any width and size.
Block = Callable[[Fit], list[Row]]


class Measured(ABC):
    """A block whose height is known without setting it: a thousand cards try many sizes each."""

    @abstractmethod
    def __call__(self, fit: Fit) -> list[Row]:
        """Return its rows."""

    @abstractmethod
    def height(self, fit: Fit) -> float:
        """Return the height of its rows."""

    def gap(self, _fit: Fit) -> float:
        """Return the height of the gap that ends its rows."""
        return 0.0


@dataclass(frozen=True)
class Entry(Measured):
    """A block with a line of a card: its name in bold, then its text. If it is `kept`, its lines stay
    together."""

    line: PrintedLine
    kept: bool = False

    def __call__(self, fit: Fit) -> list[Row]:
        """Return its rows."""
        return line_block(self.line, fit, kept=self.kept)

    def height(self, fit: Fit) -> float:
        """Return the height of its rows."""
        count = fit.type_.line_count(_spans(self.line), fit.width / fit.size)
        return count * fit.size * fit.leading + self.gap(fit)

    def gap(self, fit: Fit) -> float:
        """Return the height of the gap that ends its rows."""
        return fit.size * _ENTRY_SPACE * fit.gap


@dataclass(frozen=True)
class Paragraph(Measured):
    """A block with a text, which isn't empty."""

    text: str

    def __call__(self, fit: Fit) -> list[Row]:
        """Return its rows."""
        return para((Span(self.text),), fit)

    def height(self, fit: Fit) -> float:
        """Return the height of its rows."""
        count = fit.type_.line_count((Span(self.text),), fit.width / fit.size)
        return count * fit.size * fit.leading + self.gap(fit)

    def gap(self, fit: Fit) -> float:
        """Return the height of the gap that ends its rows."""
        return fit.size * _PARAGRAPH_SPACE * fit.gap


@dataclass(frozen=True)
class Heading(Measured):
    """A block with a small heading."""

    text: str

    def __call__(self, fit: Fit) -> list[Row]:
        """Return its rows."""
        return heading(self.text, fit)

    def height(self, fit: Fit) -> float:
        """Return the height of its rows."""
        size = max(LEAST, fit.size)
        count = fit.type_.line_count((Span(self.text.upper(), "head"),), fit.width / size)
        if not count:
            return 0.0
        return size * _HEADING_LEADING * count + fit.size * _HEADING_SPACE * fit.gap


def height_without_last_gap(blocks: Iterable[Block], fit: Fit) -> float:
    """Return the height of some blocks without a gap at the end; few of them are set for that."""
    height = 0.0
    trailing_gap = 0.0
    for block in blocks:
        if isinstance(block, Measured):
            height += block.height(fit)
            trailing_gap = block.gap(fit)
            continue
        rows = block(fit)
        height += height_of(rows)
        trailing_gap = 0.0
        if rows and isinstance(rows[-1], Gap):
            trailing_gap = rows[-1].height
    return height - trailing_gap


def rows_of(blocks: Iterable[Block], fit: Fit) -> list[Row]:
    """Return the rows of some blocks."""
    rows = []
    for block in blocks:
        rows += block(fit)
    return rows


def heading(text: str, fit: Fit, aside: str = "") -> list[Row]:
    """Set a small heading that stays with what follows; `aside` is at its right if there is
    room."""
    size = max(LEAST, fit.size)
    lines = fit.type_.wrapped((Span(text.upper(), "head"),), fit.width / size)
    if not lines:
        return []
    rows = []
    for line in lines[:-1]:
        words = Words(0, line, size, tone="accent")
        rows.append(Row(size * _HEADING_LEADING, [[words]], keep=True, tag="H2"))
    rows.append(_last_line_of_heading(lines[-1], aside, size, fit))
    return rows


def _last_line_of_heading(line: TextLine, aside: str, size: float, fit: Fit) -> Row:
    """Set the line of a heading with the rule after it, and `aside` at its right."""
    height = size * _HEADING_LEADING + fit.size * _HEADING_SPACE * fit.gap
    baseline = height - size * 0.22 - 1
    words = [Words(0, line, size, tone="accent", down=baseline)]
    start = line.width * size + size * 0.5
    end = fit.width
    small = max(LEAST, size * 0.85)
    aside_line = fit.type_.line(aside, "faint")
    aside_width = aside_line.width * small
    if aside and start + aside_width + 1.5 * size <= end:
        end -= aside_width
        words.append(Words(end, aside_line, small, tone="faint", down=baseline))
        end -= size * 0.4
    row = Row(height, [words], keep=True, tag="H2")
    if start < end:
        level = baseline - size * TO_BASELINE
        row.marks.append(
            Mark("rule", x=start, width=end - start, height=0.5, tone="line", down=level)
        )
    return row


def para(
    spans: Sequence[Span], fit: Fit, space: float = _PARAGRAPH_SPACE, *, kept: bool = False
) -> list[Row]:
    """Set a paragraph; if it is `kept`, its lines stay together."""
    leading = fit.size * fit.leading
    rows = []
    for line in fit.type_.wrapped(spans, fit.width / fit.size):
        rows.append(Row(leading, [[Words(0, line, fit.size)]], keep=kept, goes_on=True))
    if rows:
        rows[-1].goes_on = False
    if rows and space * fit.gap:
        rows.append(Gap(fit.size * space * fit.gap))
    return rows


def line_block(line: PrintedLine, fit: Fit, *, kept: bool = False) -> list[Row]:
    """Set a line of a card or sheet: its name in bold, then its text."""
    return para(_spans(line), fit, space=_ENTRY_SPACE, kept=kept)


def _spans(line: PrintedLine) -> list[Span]:
    spans = (Span(line.name, "strong"), Span(line.text))
    return [span for span in spans if span.text]


def ruled(count: int, fit: Fit, label: str = "", step: float = 12.5) -> list[Row]:
    """Set lines to write on, `step` points apart, the first with a label."""
    small = max(LEAST, fit.size * 0.85)
    rows = []
    for n in range(count):
        row = Row(step)
        start = 0.0
        line = fit.type_.line(label if n == 0 else "")
        if line.width:
            start = line.width * small + 3
            row.cells = [[Words(0, line, small, tone="faint", down=step - 2.5)]]
        rule = Mark(
            "rule", x=start, width=fit.width - start, height=0.4, tone="line", down=step - 1.7
        )
        row.marks.append(rule)
        rows.append(row)
    return rows
