"""Whole pages: the group's roster, zombies, quick reference, campaign, plans, tokens to cut, test page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from lastdays.language import _, aside, ngettext
from lastdays.pdf.cards import letters, set_smaller
from lastdays.pdf.chart import PAPER_LINES, Chart, ChartPicture, corners, lay_out
from lastdays.pdf.content import (
    FormSheet,
    Notice,
    PaperName,
    Section,
    TextSheet,
    TokenKind,
    TokenSheet,
)
from lastdays.pdf.form_layout import section_block
from lastdays.pdf.imposition import MARGIN, MM, PAPERS, TOKEN, TOKEN_BLEED, TOKEN_STEP, token_grid
from lastdays.pdf.rows import (
    Block,
    Fit,
    Gap,
    Mark,
    Placing,
    Region,
    Row,
    Words,
    flow,
    heading,
    line_block,
    para,
    rows_of,
)
from lastdays.pdf.shapes import STYLE, Pen
from lastdays.pdf.tables import table_block
from lastdays.pdf.typesetting import LEAST, Span, Type, draw_line
from lastdays.rulebook import pictograms
from lastdays.rulebook.table_plan import TablePlan, Zone, ZoneKind

#: The height of a chart, as a share of its width.
_HEIGHT = 0.36
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def chart_block(chart: Chart, fit: Fit) -> list[Row]:
    """Set a chart as wide as its column."""
    type_, size = fit.type_, max(LEAST, fit.size * 0.85)

    def wide(text: str) -> float:
        return type_.line(text).width * size

    picture = lay_out(chart, fit.width, fit.width * _HEIGHT, size, wide)
    words = []
    for text in picture.texts:
        left = text.x - wide(text.text) * _ANCHORS[text.anchor]
        words.append(
            Words(left, type_.line(text.text), size, tone="faint", down=text.y + size * 0.32)
        )
    for curve in picture.curves:
        (left, y), line = curve.label, type_.line(curve.label_text, "strong")
        words.append(Words(left, line, size, tone=PAPER_LINES[curve.colour], down=y + size * 0.32))
    across = picture.right - picture.left
    rules = [
        Mark("rule", x=picture.left, width=across, height=0.35, tone="line", down=y)
        for y in picture.rules
    ]
    row = Row(picture.height, [words], rules, paint=partial(_curves, picture))
    return [row, Gap(fit.size * 0.6)]


def _curves(picture: ChartPicture, pen: Pen, x: float, top: float) -> None:
    """Draw the lines of a chart and the marks on them."""
    size = picture.size * 0.28
    for curve in picture.curves:
        colour = PAPER_LINES[curve.colour]
        pen.stroke(colour, 1.1)
        points = " l ".join(f"{x + px:.2f} {top - py:.2f}" for px, py in curve.points)
        if len(curve.points) > 1:
            pen.canvas.path(f"n {points.replace(' l ', ' m ', 1)} l S")
        pen.fill(colour)
        for px, py in curve.marks:
            places = [
                f"{x + cx:.2f} {top - cy:.2f}" for cx, cy in corners(curve.shape, px, py, size)
            ]
            if places:
                pen.canvas.path(f"{places[0]} m {' l '.join(places[1:])} l h f")
            else:
                pen.canvas.circle(x + px, top - py, size, fill=1)


#: The greatest width of a plan, in points; the size of a thing on it, in inches of the table.
_MOST, _THING = 300.0, 2.4
#: The pictograms in the key for kinds of zone that are a thing.
_THINGS: dict[ZoneKind, str] = {
    "tokens": "supply", "zombies": "zombie", "captive": "captive", "vehicle": "vehicle",
    "tower": "tower",
}  # fmt: skip
#: The kinds of zone with a dashed line.
_BROKEN = ("tokens", "zombies", "fences")


def plan_block(plan: TablePlan, fit: Fit) -> list[Row]:
    """Set a plan of the table from above, with a key to its zones below."""
    type_, side = fit.type_, min(fit.width, _MOST * fit.size / 9.5)
    size, inch = max(LEAST, fit.size * 0.85), side / plan.side
    words: list[Words] = []
    marks: list[Mark] = []

    def write(text: str, x: float, y: float) -> None:
        """Write a word centred at a point, on a white background."""
        line = type_.line(text)
        left = x - line.width * size / 2
        ground = Mark(
            "fill",
            x=left - 1,
            width=line.width * size + 2,
            height=size,
            tone="paper",
            down=y - size * 0.5,
        )
        marks.append(ground)
        words.append(Words(left, line, size, down=y + size * 0.34))

    for measure in plan.measures:
        x, y = measure.x * inch, measure.y * inch
        across, down = measure.to_x * inch - x, measure.to_y * inch - y
        upright = measure.x == measure.to_x
        marks.append(
            Mark("fill", x=x, width=across or 0.6, height=down or 0.6, tone="faint", down=y)
        )
        wide, high = (4.0, 0.6) if upright else (0.6, 4.0)
        for px, py in ((x, y), (x + across, y + down)):
            marks.append(
                Mark(
                    "fill",
                    x=px - wide / 2,
                    width=wide,
                    height=high,
                    tone="faint",
                    down=py - high / 2,
                )
            )
        beside, above = (size * 0.9, 0.0) if upright else (0.0, size * 0.75)
        write(f"{measure.inches}″", x + across / 2 + beside, y + down / 2 - above)
    for thing in plan.marks:
        long = _THING * inch
        left, top = thing.x * inch - long / 2, thing.y * inch - long / 2
        marks.append(
            Mark(
                "picture",
                x=left,
                width=long,
                height=long,
                drawing=pictograms.token(thing.kind),
                down=top,
            )
        )
    for word in plan.words:
        write(word.text, word.x * inch, word.y * inch)
    marks.append(Mark("box", x=0, width=side, height=side, down=0))
    made = [
        Row(0.0, keep=True, paint=partial(_zones, plan, inch)),
        Row(side + fit.size * 0.5, [words], marks, keep=True),
    ]
    indent, leading = fit.size * 2.1, fit.size * fit.leading
    for key in plan.keys:
        for n, line in enumerate(type_.wrapped((Span(key.text),), (fit.width - indent) / fit.size)):
            made.append(Row(leading, [[Words(indent, line, fit.size)]]))
            length = fit.size * 1.1
            if n == 0 and key.kind in _THINGS:
                drawing = pictograms.token(_THINGS[key.kind])
                made[-1].marks.append(
                    Mark("picture", x=0, width=length, height=length, drawing=drawing)
                )
            elif n == 0:
                sample = Zone(key.kind, 0, (leading - length) / 2, length * 1.4, length)
                made[-1].paint = partial(_zone, sample, 1.0)
    return [*made, Gap(fit.size * 0.5 * fit.gap)]


def _zones(plan: TablePlan, inch: float, pen: Pen, x: float, top: float) -> None:
    """Draw the zones of a plan, cut off at the edges of the table."""
    side = plan.side * inch
    pen.canvas.saveState()
    pen.forget()
    pen.canvas.path(f"{x - 1:.2f} {top - side - 1:.2f} {side + 2:.2f} {side + 2:.2f} re W n")
    for zone in plan.zones:
        _zone(zone, inch, pen, x, top, line=False)
    for zone in plan.zones:
        _zone(zone, inch, pen, x, top, ground=False)
    pen.canvas.restoreState()
    pen.forget()


def _zone(
    zone: Zone,
    inch: float,
    pen: Pen,
    x: float,
    top: float,
    *,
    ground: bool = True,
    line: bool = True,
) -> None:
    """Draw a zone: its background, except for the inside of a frame, and its line."""
    canvas, (colour, pale) = pen.canvas, STYLE["zones"].get(zone.kind, ("faint", ""))
    left, low = x + zone.x * inch, top - zone.low * inch
    wide, high, inner = zone.width * inch, zone.height * inch, zone.hollow * inch
    if min(wide, high) <= 0.0:
        return
    inside = (left + inner, low + inner, wide - 2 * inner, high - 2 * inner)
    hollow = inner and inside[2] > 0
    if ground and pale and "tint" in pen.ink:
        pen.fill(pale)
        if hollow:
            hole = " ".join(f"{n:.2f}" for n in inside)
            canvas.path(f"n {left:.2f} {low:.2f} {wide:.2f} {high:.2f} re {hole} re f*")
        else:
            canvas.roundRect(left, low, wide, high, zone.corner * inch, stroke=0, fill=1)
    if line:
        pen.stroke(colour, 1.4 if zone.kind in ("attacker", "refuge") else 0.9)
        if zone.kind in _BROKEN:
            canvas.setDash(4 if zone.kind == "tokens" else 2, 2)
        canvas.roundRect(left, low, wide, high, zone.corner * inch)
        if hollow:
            canvas.rect(*inside)
        if zone.kind in _BROKEN:
            canvas.setDash()


#: The space between the edge of the paper and the text, in millimetres.
_EDGE = 11.0
_BASE = 9.5
#: The least size of a sheet that is made smaller to stay on one page, in points.
_REFERENCE_LEAST = 8.0
#: The most letters of a text that isn't split between columns: a sentence or two.
_SENTENCES = 240

#: The height of a page's head, in millimetres; the sizes of title, subtitle, and a roster of
#: several pages, in points.
_HEAD = 12.0
_TITLE, _SUBTITLE, _LATER_SIZE = 17.0, 9.0, 8.0


class SheetPage(NamedTuple):
    """A page ready to be drawn: its size in points, and the rows on it."""

    size: tuple[float, float]
    rows: Placing


def section_blocks(sections: Sequence[Section]) -> Iterator[Block]:
    """Yield the blocks of a sheet's sections."""
    for section in sections:
        yield partial(heading, section.heading)
        if section.note:
            yield partial(para, (Span(section.note),), space=0.3)
        for line in section.lines:  # a sentence or two isn't split between columns
            yield partial(line_block, line, kept=len(line.text) <= _SENTENCES)
        if section.table is not None:
            yield partial(table_block, section.table, section.heading)
        if section.chart is not None:
            yield partial(chart_block, section.chart)


def pages_of(
    sheet: TextSheet | FormSheet, paper: PaperName, type_: Type
) -> tuple[list[SheetPage], list[Notice]]:
    """Return a sheet's pages and notices. Text is tightened and made smaller to stay on one page,
    else continued on more.

    All but a roster continue at their full size.
    """
    type_.undrawable.clear()
    type_.borrowed.clear()
    size = (PAPERS[paper].width * MM, PAPERS[paper].height * MM)
    columns, drawing, sizes, roster = 1, "", (_REFERENCE_LEAST, 13.0), False
    blocks: list[Block]
    if isinstance(sheet, FormSheet):
        blocks, drawing = [partial(section_block, one) for one in sheet.sections], sheet.drawing
    else:
        blocks, columns = [*section_blocks(sheet.sections)], sheet.columns
        roster = sheet.kind == "roster"
        if sheet.plan is not None:
            blocks.insert(0, partial(plan_block, sheet.plan))
        if roster:
            size, sizes = (size[1], size[0]), (LEAST, 13.0)
        elif sheet.kind == "campaign":
            sizes = (_BASE, 13.0)
    over: list[str] = []
    head = _head(sheet, size, drawing, type_, over)
    blocks = [partial(para, (Span(text),)) for text in over] + blocks
    pages, fit = _set(blocks, type_, _regions(size, columns), sizes)
    made = []
    for n, placed in enumerate(pages, start=1):
        number = type_.line(f"{n}/{len(pages)}" if len(pages) > 1 else "", "strong")
        x = size[0] - 2 * _EDGE * MM - 3 * MM - number.width * 11
        words = [*head.cells[0], head.cells[0][0]._replace(x=x, line=number, size=11)]
        row = Row(head.height, [words], head.marks, tag="H1")
        top = size[1] - (_EDGE - 2) * MM
        made.append(SheetPage(size, [(row, _EDGE * MM, top), (Gap(0.0), 0.0, 0.0), *placed]))
    more = len(pages) - 1 if roster else 0
    with aside():
        notices = set_smaller(sheet.title, fit.size, _BASE)
        if more:
            said = ngettext("Continues on {n} more page.", "Continues on {n} more pages.", more)
            notices.append(Notice("continued", sheet.title, said))
    return made, [*notices, *letters(type_, sheet.title)]


def _head(
    sheet: TextSheet | FormSheet,
    size: tuple[float, float],
    drawing: str,
    type_: Type,
    over: list[str],
) -> Row:
    """Set the head of a page; texts that had to be cut are added to `over`."""
    width, height, x = size[0] - 2 * _EDGE * MM, (_HEAD - 1) * MM, 3 * MM
    marks = [
        Mark("plate", x=0, width=width, height=height, tone="band"),
        Mark("rule", x=0, width=width, height=1.2, tone="outline", down=height - 0.6),
    ]
    if drawing:
        marks.append(
            Mark("picture", x=x, width=7.5 * MM, height=7.5 * MM, drawing=drawing, tone="star")
        )
        x += 10.0 * MM
    room, level = width - 32 * MM, height / 2 + _TITLE * 0.34
    title = type_.cut(sheet.title, "head", room / _TITLE, over)
    wide = title.width * _TITLE
    subtitle = type_.cut(sheet.subtitle, "strong", (room - wide) / _SUBTITLE, over)
    words = [
        Words(x, title, _TITLE, tone="band_text", down=level),
        Words(x + wide + 4 * MM, subtitle, _SUBTITLE, tone="band_faint", down=level),
    ]
    return Row(height, [words], marks, tag="H1")


def _set(
    blocks: Sequence[Block],
    type_: Type,
    regions: Sequence[Region],
    sizes: tuple[float, float],
) -> tuple[list[Placing], Fit]:
    """Set blocks on one page, as large as fits between two sizes; else on as few pages as full size
    needs, as large as fits on those."""
    least, largest = sizes
    plain = Fit(type_, regions[0].width, _BASE if least > LEAST else _LATER_SIZE, 1.26)
    large = [
        plain._replace(size=s / 2, leading=1.3, gap=1.2)
        for s in range(int(largest * 2), int(_BASE * 2), -1)
    ]
    large += [plain._replace(size=_BASE), plain._replace(size=_BASE, leading=1.14, gap=0.5)]
    small = [
        plain._replace(size=s / 2, leading=1.12, gap=0.5)
        for s in range(int(_BASE * 2) - 1, int(least * 2) - 1, -1)
    ]
    if least == LEAST:  # so that thirty members stay on a page
        small.append(plain._replace(size=LEAST, leading=1.04, gap=0.0))

    def pages(fit: Fit, most: int) -> list[Placing] | None:
        placed, rest = flow(rows_of(blocks, fit), regions)
        found = [placed]
        while rest and (not most or len(found) < most):
            placed, rest = flow(rest, regions)
            found.append(placed)
        return None if rest else found

    fits, most = [*large, *small], 1
    if not pages(fits[-1], 1):
        fits = [*(fit for fit in large if fit.size > plain.size), plain]
        most = len(pages(plain, 0) or ())
    return next((made, fit) for fit in fits if (made := pages(fit, most)))


def _regions(size: tuple[float, float], columns: int) -> list[Region]:
    edge, gap = _EDGE * MM, 16.0
    each = (size[0] - 2 * edge - (columns - 1) * gap) / columns
    top = size[1] - edge - (_HEAD + 2) * MM
    return [Region(edge + n * (each + gap), top, each, top - edge - 3 * MM) for n in range(columns)]


def draw_test(pen: Pen, size: tuple[float, float], back: bool, type_: Type, *, moved: bool) -> None:
    """Draw a side of the test page: a cross in the middle, and on the front a scale in millimetres,
    over which the back's cross can be seen against the light."""
    canvas = pen.canvas
    x, y = size[0] / 2, size[1] / 2
    pen.stroke("text", 0.5)
    canvas.line(x - 40 * MM, y, x + 40 * MM, y)
    canvas.line(x, y - 40 * MM, x, y + 40 * MM)
    pen.fill("text")
    if back:
        canvas.circle(x, y, 2 * MM)
    else:
        for n in range(-10, 11):
            long = 3 * MM if n % 5 == 0 else 1.5 * MM
            canvas.line(x + n * MM, y - long, x + n * MM, y + long)
            canvas.line(x - long, y + n * MM, x + long, y + n * MM)
            if n % 5 == 0 and n:
                mark = type_.line(f"{n}".replace("-", "−"))
                # Plus above and to the left, minus below and to the right, so that none overlap.
                wide = mark.width * 7
                across = y + 4 * MM if n > 0 else y - 6 * MM
                draw_line(pen, mark, x + n * MM - wide / 2, across, 7)
                beside = x - 4 * MM - wide if n > 0 else x + 4 * MM
                draw_line(pen, mark, beside, y + n * MM - 2, 7)
    text = (
        _("Back: hold the sheet up to the light, this side away from you.")
        if back
        else _(
            "Front: hold the sheet up to the light, this side towards you. Read the "
            "position of the circle's centre off the scale (right and up are plus) and "
            "enter the two numbers under 'Backs too far right by' and 'Backs too far up "
            "by'."
        )
    )
    if moved and not back:
        text += " " + _(
            "The backs are already moved: add what you read here to the numbers entered."
        )
    top = y - 60 * MM
    for line in type_.wrapped((Span(text),), 110 * MM / 11):
        draw_line(pen, line, x - 55 * MM, top, 11)
        top -= 14
    draw_ruler(pen, x - 50 * MM, y - 50 * MM, 100, type_)


def draw_ruler(pen: Pen, x: float, y: float, length: int, type_: Type, label: str = "") -> None:
    """Draw a scale of `length` millimetres from `x`, `y`: at 100 % it is as long as it says."""
    canvas = pen.canvas
    pen.stroke("text", 0.4)
    canvas.line(x, y, x + length * MM, y)
    for n in range(0, length + 1, 5):
        canvas.line(x + n * MM, y, x + n * MM, y + (1.8 if n % 10 == 0 else 1.0) * MM)
    pen.fill("faint")
    text = label or _("{n} mm at 100 %", n=length)
    draw_line(pen, type_.line(text), x + length * MM + 3, y, LEAST)


def page_ruler(pen: Pen, type_: Type) -> None:
    """Draw the scale in the lower margin of a whole page."""
    pen.canvas.tags.artifact()
    draw_ruler(pen, _EDGE * MM, (MARGIN + 0.6) * MM, 50, type_)


#: The length of a cutting guide, and the gap between it and the tokens, in millimetres.
_MARK, _CLEAR = 2.5, 0.9
#: The gap between two strips of squares, in millimetres.
_APART = 3.0


def token_pages(sheet: TokenSheet, paper: PaperName, type_: Type) -> Iterator[SheetPage]:
    """Lay tokens on as many pages as they need, kind by kind; then squares."""
    across, down = token_grid(paper)
    width, height = PAPERS[paper].width, PAPERS[paper].height
    left = (width - across * TOKEN_STEP + TOKEN_STEP - TOKEN) / 2
    top = (height + down * TOKEN_STEP - TOKEN_STEP + TOKEN) / 2
    waiting = [kind for kind in sheet.tokens for _n in range(kind.count)]
    for first in range(0, len(waiting), across * down):
        rows: Placing = []
        for n, kind in enumerate(waiting[first : first + across * down]):
            x, y = left + n % across * TOKEN_STEP, top - n // across * TOKEN_STEP
            rows.append((_token(kind, TOKEN * MM, type_), x * MM, y * MM))
        guides = Row(0.0, marks=[*_guides(rows, height * MM)])
        yield SheetPage((width * MM, height * MM), [*rows, (guides, 0.0, height * MM)])
    if sheet.squares:
        yield from _square_pages(sheet, (width * MM, height * MM))


def _square_pages(sheet: TokenSheet, size: tuple[float, float]) -> Iterator[SheetPage]:
    """Lay squares in strips, one kind after the other, from the top of a page."""
    side, edge = sheet.cell * MM, (MARGIN + _MARK) * MM
    room = int((size[0] - 2 * edge) // side)
    y, rows = size[1] - edge, list[tuple[Row, float, float]]()
    for kind in sheet.squares:
        tone = "text" if kind.key == "noise" else "token_text"
        marks = [
            Mark("fill", x=0, width=side, height=side, tone=kind.key),
            Mark("box", x=0, width=side, height=side, tone="token_edge"),
            Mark(
                "picture",
                x=side * 0.14,
                width=side * 0.72,
                height=side * 0.72,
                drawing=kind.drawing,
                tone=tone,
            ),
        ]
        for first in range(0, kind.count, room):
            if y - side < edge:
                yield SheetPage(size, rows)
                y, rows = size[1] - edge, []
            for n in range(min(room, kind.count - first)):
                rows.append((Row(side, marks=marks), edge + n * side, y))
            y -= side + _APART * MM
    yield SheetPage(size, rows)


def _guides(rows: Placing, height: float) -> Iterator[Mark]:
    """Yield the cutting guides at the edges of the rows and columns."""
    lefts, tops = {x for _row, x, _top in rows}, {top for _row, _x, top in rows}
    side, near, long = TOKEN * MM, (TOKEN_BLEED + _CLEAR) * MM, _MARK * MM
    for x in sorted({at for left in lefts for at in (left, left + side)}):
        for start in (
            height - max(tops) - near - long,
            height - min(tops) + side + near,
        ):
            yield Mark("fill", x=x - 0.15, width=0.3, height=long, down=start)
    for y in sorted({height - at for top in tops for at in (top, top - side)}):
        for start in (min(lefts) - near - long, max(lefts) + side + near):
            yield Mark("fill", x=start, width=long, height=0.3, down=y - 0.15)


def _token(kind: TokenKind, side: float, type_: Type) -> Row:
    """Set a token: its pictogram, its name and, if it stands for several, how many."""
    more, several = TOKEN_BLEED * MM, kind.worth > 1
    tone = "text" if kind.key == "noise" else "token_text"
    picture = side * (0.44 if several else 0.52)
    left = (side - picture) / 2 - (side * 0.13 if several else 0.0)
    marks = [
        Mark("spot", x=-more, width=side + 2 * more, height=side + 2 * more, tone=kind.key),
        Mark("ring", x=0, width=side, height=side, tone="token_edge"),
        Mark(
            "picture",
            x=left,
            width=picture,
            height=picture,
            drawing=kind.drawing,
            tone=tone,
            down=side * 0.64 - picture,
        ),
    ]
    words, span, size = [], Span(kind.name, "label"), 8.0
    lines = [type_.line(*span)]
    if lines[0].width * size > side * 0.72:  # on two smaller lines
        size = LEAST
        lines = type_.wrapped((span,), side * 0.66 / size)[:2]
    for n, line in enumerate(lines):
        x = (side - line.width * size) / 2
        words.append(Words(x, line, size, tone=tone, down=side * 0.76 + n * size))
    if several:
        worth = type_.line(str(kind.worth), "head")
        words.append(
            Words(left + picture + side * 0.04, worth, side * 0.34, tone=tone, down=side * 0.56)
        )
    return Row(side, [words], marks)
