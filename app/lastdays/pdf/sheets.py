"""Whole pages: the group's roster, zombies, quick reference, campaign, plans, tokens to cut, test page."""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError
from reportlab.lib.utils import ImageReader

from lastdays.language import _, aside, capitalised, ngettext
from lastdays.pdf.cards import letters, set_smaller
from lastdays.pdf.chart import PAPER_LINES, Chart, ChartPicture, corners, lay_out
from lastdays.pdf.content import (
    FormSheet,
    Notice,
    PaperName,
    Picture,
    Section,
    TextSheet,
    TokenKind,
    TokenSheet,
)
from lastdays.pdf.form_layout import section_block
from lastdays.pdf.imposition import MARGIN, MM, PAPERS, TOKEN, TOKEN_BLEED, TOKEN_STEP, token_grid
from lastdays.pdf.rows import (
    TO_BASELINE,
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
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, Type, draw_line, sizes_down
from lastdays.rulebook import pictograms
from lastdays.rulebook.table_plan import PlanDistance, PlanKey, TablePlan, Zone, ZoneKind

#: The height of a chart, as a share of its width.
_HEIGHT = 0.36
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def chart_block(chart: Chart, fit: Fit) -> list[Row]:
    """Set a chart as wide as its column."""
    type_ = fit.type_
    size = max(LEAST, fit.size * 0.85)

    def width_of(text: str) -> float:
        return type_.line(text).width * size

    picture = lay_out(chart, fit.width, fit.width * _HEIGHT, size, width_of)
    words = []
    for text in picture.texts:
        x = text.x - width_of(text.text) * _ANCHORS[text.anchor]
        baseline = text.y + size * 0.32
        words.append(Words(x, type_.line(text.text), size, tone="faint", down=baseline))
    for curve in picture.curves:
        x, y = curve.label
        label = type_.line(curve.label_text, "strong")
        tone = PAPER_LINES[curve.colour]
        words.append(Words(x, label, size, tone=tone, down=y + size * 0.32))
    rules = []
    for y in picture.rules:
        rule = Mark(
            "rule",
            x=picture.left,
            width=picture.right - picture.left,
            height=0.35,
            tone="line",
            down=y,
        )
        rules.append(rule)
    row = Row(picture.height, [words], rules, paint=partial(_curves, picture))
    return [row, Gap(fit.size * 0.6)]


def _curves(picture: ChartPicture, pen: Pen, x: float, top: float) -> None:
    """Draw the lines of a chart and the marks on them."""
    radius = picture.size * 0.28
    for curve in picture.curves:
        colour = PAPER_LINES[curve.colour]
        pen.stroke(colour, 1.1)
        points = _on_page(curve.points, x, top)
        if len(points) > 1:
            rest = " l ".join(points[1:])
            pen.canvas.path(f"n {points[0]} m {rest} l S")
        pen.fill(colour)
        for across, down in curve.marks:
            shape = _on_page(corners(curve.shape, across, down, radius), x, top)
            if shape:
                rest = " l ".join(shape[1:])
                pen.canvas.path(f"{shape[0]} m {rest} l h f")
            else:
                pen.canvas.circle(x + across, top - down, radius, fill=1)


def _on_page(points: Sequence[tuple[float, float]], x: float, top: float) -> list[str]:
    """Return points of a chart as places on a page, where its upper left corner is at `x`, `top`."""
    return [f"{x + across:.2f} {top - down:.2f}" for across, down in points]


#: How many pictures stand side by side, the gap between them in points, and their height as a share of
#: their width.
_PICTURES_ACROSS = 3
_PICTURE_GAP = 10.0
_PICTURE_SHAPE = 0.75
#: The resolution of pictures, in dots per inch.
_PICTURE_DOTS = 220


def picture_block(pictures: Sequence[Picture], fit: Fit) -> list[Row]:
    """Set pictures side by side, each with its words below; one that can't be read is left out."""
    width = (fit.width - (_PICTURES_ACROSS - 1) * _PICTURE_GAP) / _PICTURES_ACROSS
    box = (width, width * _PICTURE_SHAPE)
    shown = []
    for picture in pictures:
        image = _small_picture(picture.file, box)
        if image is not None:
            shown.append((image, picture.caption))
    rows = []
    for first in range(0, len(shown), _PICTURES_ACROSS):
        rows += _picture_row(shown[first : first + _PICTURES_ACROSS], box, fit)
    return rows


def _small_picture(file: bytes, box: tuple[float, float]) -> Image.Image | None:
    """Return a picture that fits into a box on paper, None if it can't be read."""
    dots = _PICTURE_DOTS / 72
    try:
        with Image.open(io.BytesIO(file)) as opened:
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return None
    picture.thumbnail((round(box[0] * dots), round(box[1] * dots)), Image.Resampling.LANCZOS)
    return picture


def _picture_row(
    shown: Sequence[tuple[Image.Image, str]], box: tuple[float, float], fit: Fit
) -> list[Row]:
    """Set some pictures side by side, with their words in the row below."""
    width, height = box
    size = max(LEAST, fit.size * 0.85)
    rows = []
    words = []
    for n, (image, caption) in enumerate(shown):
        x = n * (width + _PICTURE_GAP)
        paint = partial(_draw_picture, image, x, box)
        rows.append(Row(0.0, tag="Figure", said=caption, paint=paint, keep=True))
        line = fit.type_.cut(caption, "faint", width / size, [])
        words.append(Words(x, line, size, tone="faint", down=height + size * 1.2))
    rows.append(Row(height + size * 1.5, [words]))
    rows.append(Gap(fit.size * 0.6))
    return rows


def _draw_picture(
    image: Image.Image, left: float, box: tuple[float, float], pen: Pen, x: float, top: float
) -> None:
    """Draw a picture at the top left of its box, grey where ink is saved."""
    width, height = box
    scale = min(width / image.width, height / image.height)
    if "band" not in pen.ink:
        image = image.convert("L")
    drawn_width = image.width * scale
    drawn_height = image.height * scale
    place = (x + left, top - drawn_height)
    pen.canvas.drawImage(ImageReader(image), *place, drawn_width, drawn_height)


#: The greatest width of a plan, in points.
_PLAN_MOST = 300.0
#: The size of a thing on a plan, in inches of the table.
_THING = 2.4
#: The pictograms in the key for kinds of zone that are a thing.
_THINGS: dict[ZoneKind, str] = {
    "tokens": "supply", "zombies": "zombie", "captive": "captive", "vehicle": "vehicle",
    "tower": "tower",
}  # fmt: skip
#: The kinds of zone with a dashed line.
_BROKEN = ("tokens", "zombies", "fences")


def plan_block(plan: TablePlan, fit: Fit) -> list[Row]:
    """Set a plan of the table from above, with a key to its zones below."""
    side = min(fit.width, _PLAN_MOST * fit.size / 9.5)
    inch = side / plan.side
    writing = _PlanWriting(fit.type_, max(LEAST, fit.size * 0.85))
    for measure in plan.measures:
        _measure(measure, inch, writing)
    for thing in plan.marks:
        width = _THING * inch
        mark = Mark(
            "picture",
            x=thing.x * inch - width / 2,
            width=width,
            height=width,
            drawing=pictograms.token(thing.kind),
            down=thing.y * inch - width / 2,
        )
        writing.marks.append(mark)
    for word in plan.words:
        writing.write(word.text, word.x * inch, word.y * inch)
    writing.marks.append(Mark("box", x=0, width=side, height=side, down=0))
    rows = [
        Row(0.0, keep=True, paint=partial(_zones, plan, inch)),
        Row(side + fit.size * 0.5, [writing.words], writing.marks, keep=True),
    ]
    for key in plan.keys:
        rows += _key_rows(key, fit)
    rows.append(Gap(fit.size * 0.5 * fit.gap))
    return rows


class _PlanWriting:
    """The words and marks on a plan of the table, in one size of type."""

    def __init__(self, type_: Type, size: float) -> None:
        self.type_ = type_
        self.size = size
        self.words: list[Words] = []
        self.marks: list[Mark] = []

    def write(self, text: str, x: float, y: float) -> None:
        """Write a word centred at a point, on a white background."""
        line = self.type_.line(text)
        width = line.width * self.size
        left = x - width / 2
        ground = Mark(
            "fill",
            x=left - 1,
            width=width + 2,
            height=self.size,
            tone="paper",
            down=y - self.size * 0.5,
        )
        self.marks.append(ground)
        self.words.append(Words(left, line, self.size, down=y + self.size * TO_BASELINE))

    def bar(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a bar, such as the end of a measure, with its upper left corner at a point."""
        bar = Mark("fill", x=x, width=width, height=height, tone="faint", down=y)
        self.marks.append(bar)


def _measure(measure: PlanDistance, inch: float, writing: _PlanWriting) -> None:
    """Draw a distance on a plan: a line with an end at either side, and its length beside it."""
    x = measure.x * inch
    y = measure.y * inch
    across = measure.to_x * inch - x
    down = measure.to_y * inch - y
    writing.bar(x, y, across or 0.6, down or 0.6)
    is_upright = measure.x == measure.to_x
    if is_upright:
        end_width, end_height = 4.0, 0.6
        beside, above = writing.size * 0.9, 0.0
    else:
        end_width, end_height = 0.6, 4.0
        beside, above = 0.0, writing.size * 0.75
    for end_x, end_y in ((x, y), (x + across, y + down)):
        writing.bar(end_x - end_width / 2, end_y - end_height / 2, end_width, end_height)
    text = f"{measure.inches}″"
    writing.write(text, x + across / 2 + beside, y + down / 2 - above)


def _key_rows(key: PlanKey, fit: Fit) -> list[Row]:
    """Set what a kind of zone means, after its pictogram or a sample of it."""
    indent = fit.size * 2.1
    leading = fit.size * fit.leading
    rows = []
    for line in fit.type_.wrapped((Span(key.text),), (fit.width - indent) / fit.size):
        rows.append(Row(leading, [[Words(indent, line, fit.size)]]))
    if not rows:
        return []
    side = fit.size * 1.1
    if key.kind in _THINGS:
        drawing = pictograms.token(_THINGS[key.kind])
        rows[0].marks.append(Mark("picture", x=0, width=side, height=side, drawing=drawing))
    else:
        sample = Zone(key.kind, 0, (leading - side) / 2, side * 1.4, side)
        rows[0].paint = partial(_zone, sample, 1.0)
    return rows


def _zones(plan: TablePlan, inch: float, pen: Pen, x: float, top: float) -> None:
    """Draw the zones of a plan, cut off at the edges of the table."""
    side = plan.side * inch
    pen.canvas.saveState()
    pen.forget()
    pen.canvas.path(f"{x - 1:.2f} {top - side - 1:.2f} {side + 2:.2f} {side + 2:.2f} re W n")
    for zone in plan.zones:
        _zone_ground(zone, inch, pen, x, top)
    for zone in plan.zones:
        _zone_line(zone, inch, pen, x, top)
    pen.canvas.restoreState()
    pen.forget()


def _zone(zone: Zone, inch: float, pen: Pen, x: float, top: float) -> None:
    """Draw a zone: its background and its line."""
    _zone_ground(zone, inch, pen, x, top)
    _zone_line(zone, inch, pen, x, top)


class _Box(NamedTuple):
    """A rectangle on a page, from its lower left corner, in points."""

    left: float
    bottom: float
    width: float
    height: float


def _box_of(zone: Zone, inch: float, x: float, top: float) -> _Box:
    return _Box(
        left=x + zone.x * inch,
        bottom=top - zone.low * inch,
        width=zone.width * inch,
        height=zone.height * inch,
    )


def _hole_in(zone: Zone, box: _Box, inch: float) -> _Box | None:
    """Return the inside of a zone that is a frame, None for any other."""
    frame = zone.hollow * inch
    if not frame or box.width - 2 * frame <= 0:
        return None
    return _Box(
        left=box.left + frame,
        bottom=box.bottom + frame,
        width=box.width - 2 * frame,
        height=box.height - 2 * frame,
    )


def _zone_ground(zone: Zone, inch: float, pen: Pen, x: float, top: float) -> None:
    """Draw the background of a zone, except for the inside of a frame."""
    _colour, pale = STYLE["zones"].get(zone.kind, ("faint", ""))
    box = _box_of(zone, inch, x, top)
    is_empty = min(box.width, box.height) <= 0.0
    if is_empty or not pale or "tint" not in pen.ink:
        return
    pen.fill(pale)
    hole = _hole_in(zone, box, inch)
    if hole is None:
        pen.canvas.roundRect(*box, zone.corner * inch, stroke=0, fill=1)
        return
    outside = f"{box.left:.2f} {box.bottom:.2f} {box.width:.2f} {box.height:.2f} re"
    inside = f"{hole.left:.2f} {hole.bottom:.2f} {hole.width:.2f} {hole.height:.2f} re"
    pen.canvas.path(f"n {outside} {inside} f*")


def _zone_line(zone: Zone, inch: float, pen: Pen, x: float, top: float) -> None:
    """Draw the line around a zone, and the one around the inside of a frame."""
    canvas = pen.canvas
    colour, _pale = STYLE["zones"].get(zone.kind, ("faint", ""))
    box = _box_of(zone, inch, x, top)
    if min(box.width, box.height) <= 0.0:
        return
    is_players_own = zone.kind in ("attacker", "refuge")
    pen.stroke(colour, 1.4 if is_players_own else 0.9)
    if zone.kind in _BROKEN:
        dash = 4 if zone.kind == "tokens" else 2
        canvas.setDash(dash, 2)
    canvas.roundRect(*box, zone.corner * inch)
    hole = _hole_in(zone, box, inch)
    if hole is not None:
        canvas.rect(*hole)
    if zone.kind in _BROKEN:
        canvas.setDash()


#: The space between the edge of the paper and the text, in millimetres.
_EDGE = 11.0
_BASE = 9.5
#: The least size of a sheet that is made smaller to stay on one page, in points.
_LEAST = 8.0
#: The largest size of a sheet with little on it, in points.
_LARGEST = 13.0
#: The most letters of a text that isn't split between columns: a sentence or two.
_SENTENCES = 240

#: The height of a page's head, in millimetres.
_HEAD = 12.0
#: The sizes of a page's title and subtitle, in points.
_TITLE = 17.0
_SUBTITLE = 9.0
#: The size of a roster of several pages, in points.
_LATER_SIZE = 8.0


class SheetPage(NamedTuple):
    """A page ready to be drawn: its size in points, and the rows on it."""

    size: tuple[float, float]
    rows: Placing


def _whole_section(section: Section, fit: Fit) -> list[Row]:
    """Set a section that isn't split, unless not even a whole column can hold it."""
    rows = rows_of(section_blocks((section,)), fit)
    for row in rows[:-2]:  # the last row, and the gap below it
        row.keep = True
    return rows


def section_blocks(sections: Sequence[Section]) -> Iterator[Block]:
    """Yield the blocks of a sheet's sections."""
    for section in sections:
        yield partial(heading, section.heading)
        if section.note:
            yield partial(para, (Span(section.note),), space=0.3)
        for line in section.lines:
            is_short = len(line.text) <= _SENTENCES  # it isn't split between columns
            yield partial(line_block, line, kept=is_short)
        if section.table is not None:
            yield partial(table_block, section.table, section.heading)
        if section.chart is not None:
            yield partial(chart_block, section.chart)
        if section.pictures:
            yield partial(picture_block, section.pictures)


def pages_of(
    sheet: TextSheet | FormSheet, paper: PaperName, type_: Type
) -> tuple[list[SheetPage], list[Notice]]:
    """Return a sheet's pages and notices. Text is tightened and made smaller to stay on one page,
    else continued on more.

    All but a roster continue at their full size.
    """
    type_.undrawable.clear()
    plan = _plan_of(sheet, paper)
    cut_texts: list[str] = []
    head = _head(sheet, plan.size, plan.drawing, type_, cut_texts)
    blocks: list[Block] = [partial(para, (Span(text),)) for text in cut_texts]
    blocks += plan.blocks
    regions = _regions(plan.size, plan.columns)
    if plan.whole_blocks:
        whole_blocks = [*blocks[: len(cut_texts)], *plan.whole_blocks]
        bodies, fit = _set_on_sheet(whole_blocks, blocks, type_, regions, plan.sizes)
    else:
        bodies, fit = _set(blocks, type_, regions, plan.sizes)
    pages = []
    for number, body in enumerate(bodies, start=1):
        page_number = f"{number}/{len(bodies)}" if len(bodies) > 1 else ""
        numbered = _with_number(head, page_number, plan.size, type_)
        top = plan.size[1] - (_EDGE - 2) * MM
        rows: Placing = [(numbered, _EDGE * MM, top), (Gap(0.0), 0.0, 0.0)]
        rows += body
        pages.append(SheetPage(plan.size, rows))
    notices = []
    with aside():
        notices += set_smaller(sheet.title, fit.size, _BASE)
        more = len(pages) - 1
        if plan.is_roster and more > 0:
            text = ngettext("Continues on {n} more page.", "Continues on {n} more pages.", more)
            notices.append(Notice("continued", sheet.title, text))
    notices += letters(type_, sheet.title)
    return pages, notices


class _SheetPlan(NamedTuple):
    """How a sheet is set: its blocks, the size of its pages in points, the number of its columns, and
    the least and the largest size of its type. With `whole_blocks`, which aren't split, it is set on
    the two sides of a sheet if they have room."""

    blocks: list[Block]
    size: tuple[float, float]
    columns: int = 1
    sizes: tuple[float, float] = (_LEAST, _LARGEST)
    whole_blocks: Sequence[Block] = ()
    drawing: str = ""
    is_roster: bool = False


def _plan_of(sheet: TextSheet | FormSheet, paper: PaperName) -> _SheetPlan:
    """Return how a sheet is set: a roster on landscape paper, as small as need be; a campaign at
    full size."""
    width = PAPERS[paper].width * MM
    height = PAPERS[paper].height * MM
    if isinstance(sheet, FormSheet):
        form: list[Block] = [partial(section_block, section) for section in sheet.sections]
        return _SheetPlan(form, (width, height), drawing=sheet.drawing)
    blocks = list(section_blocks(sheet.sections))
    if sheet.plan is not None:
        blocks.insert(0, partial(plan_block, sheet.plan))
    plan = _SheetPlan(blocks, (width, height), sheet.columns)
    if sheet.kind == "roster":
        return plan._replace(size=(height, width), sizes=(LEAST, _LARGEST), is_roster=True)
    if sheet.kind == "reference":
        whole: list[Block] = [partial(_whole_section, section) for section in sheet.sections]
        return plan._replace(whole_blocks=whole, sizes=(TEXT_LEAST, _LARGEST))
    if sheet.kind == "campaign":
        return plan._replace(sizes=(_BASE, _LARGEST))
    return plan


def _with_number(head: Row, number: str, size: tuple[float, float], type_: Type) -> Row:
    """Return the head of a page with its number at the right, '' for none."""
    line = type_.line(number, "strong")
    x = size[0] - 2 * _EDGE * MM - 3 * MM - line.width * 11
    title = head.cells[0][0]
    words = [*head.cells[0], title._replace(x=x, line=line, size=11)]
    return Row(head.height, [words], head.marks, tag="H1")


def _head(
    sheet: TextSheet | FormSheet,
    size: tuple[float, float],
    drawing: str,
    type_: Type,
    over: list[str],
) -> Row:
    """Set the head of a page; texts that had to be cut are added to `over`."""
    width = size[0] - 2 * _EDGE * MM
    height = (_HEAD - 1) * MM
    marks = [
        Mark("plate", x=0, width=width, height=height, tone="band"),
        Mark("rule", x=0, width=width, height=1.2, tone="outline", down=height - 0.6),
    ]
    x = 3 * MM
    if drawing:
        side = 7.5 * MM
        marks.append(Mark("picture", x=x, width=side, height=side, drawing=drawing, tone="star"))
        x += 10.0 * MM
    room = width - 32 * MM
    baseline = height / 2 + _TITLE * TO_BASELINE
    title = type_.cut(sheet.title, "head", room / _TITLE, over)
    title_width = title.width * _TITLE
    subtitle = type_.cut(sheet.subtitle, "strong", (room - title_width) / _SUBTITLE, over)
    subtitle_x = x + title_width + 4 * MM
    words = [
        Words(x, title, _TITLE, tone="band_text", down=baseline),
        Words(subtitle_x, subtitle, _SUBTITLE, tone="band_faint", down=baseline),
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
    is_roster = least == LEAST
    plain_size = _LATER_SIZE if is_roster else _BASE
    plain = Fit(type_, regions[0].width, plain_size, leading=1.26)
    large = _large_fits(plain, largest)
    candidates = large + _small_fits(plain, least)
    smallest = candidates[-1]
    page_count = 1
    if _set_pages(blocks, regions, smallest, at_most=1) is None:
        candidates = [fit for fit in large if fit.size > plain.size]
        candidates.append(plain)
        page_count = len(_set_all_pages(blocks, regions, plain))
    for fit in candidates:
        pages = _set_pages(blocks, regions, fit, at_most=page_count)
        if pages is not None:
            return pages, fit
    raise AssertionError("the plain size always fits on as many pages as it needs")


def _set_on_sheet(
    whole_blocks: Sequence[Block],
    blocks: Sequence[Block],
    type_: Type,
    regions: Sequence[Region],
    sizes: tuple[float, float],
) -> tuple[list[Placing], Fit]:
    """Set whole blocks on the two sides of a sheet, as large as fits, in steps of a quarter of a point;
    if not even the least size does, blocks that are split, on as few pages as they need."""
    least, largest = sizes
    fits = []
    for size in sizes_down(largest, least):
        fit = Fit(type_, regions[0].width, size, leading=1.2, gap=0.8)
        if size < _BASE:
            fit = fit._replace(leading=1.14, gap=0.5)
        fits.append(fit)

    for candidates in (whole_blocks, blocks):

        def holds(fit: Fit, tried: Sequence[Block] = candidates) -> bool:
            return _set_pages(tried, regions, fit, at_most=2) is not None

        place = bisect_left(fits, True, key=holds)
        if place < len(fits):
            return _set_all_pages(candidates, regions, fits[place]), fits[place]
    return _set_all_pages(blocks, regions, fits[-1]), fits[-1]


def _large_fits(plain: Fit, largest: float) -> list[Fit]:
    """Return the ways to set a sheet from the largest down to the usual size, in steps of half a
    point."""
    fits = []
    for half_points in range(int(largest * 2), int(_BASE * 2), -1):
        fits.append(plain._replace(size=half_points / 2, leading=1.3, gap=1.2))
    fits.append(plain._replace(size=_BASE))
    fits.append(plain._replace(size=_BASE, leading=1.14, gap=0.5))
    return fits


def _small_fits(plain: Fit, least: float) -> list[Fit]:
    """Return the ways to set a sheet below the usual size, in steps of half a point."""
    fits = []
    for half_points in range(int(_BASE * 2) - 1, int(least * 2) - 1, -1):
        fits.append(plain._replace(size=half_points / 2, leading=1.12, gap=0.5))
    if least == LEAST:  # so that thirty members stay on a page
        fits.append(plain._replace(size=LEAST, leading=1.04, gap=0.0))
    return fits


def _set_pages(
    blocks: Sequence[Block], regions: Sequence[Region], fit: Fit, *, at_most: int
) -> list[Placing] | None:
    """Set blocks on pages; None if they need more than `at_most`."""
    pages = []
    rest = rows_of(blocks, fit)
    for _page in range(at_most):
        placed, rest = flow(rest, regions)
        pages.append(placed)
        if not rest:
            return pages
    return None


def _set_all_pages(blocks: Sequence[Block], regions: Sequence[Region], fit: Fit) -> list[Placing]:
    """Set blocks on as many pages as they need."""
    placed, rest = flow(rows_of(blocks, fit), regions)
    pages = [placed]
    while rest:
        placed, rest = flow(rest, regions)
        pages.append(placed)
    return pages


def _regions(size: tuple[float, float], columns: int) -> list[Region]:
    edge = _EDGE * MM
    gap = 16.0
    column_width = (size[0] - 2 * edge - (columns - 1) * gap) / columns
    top = size[1] - edge - (_HEAD + 2) * MM
    height = top - edge - 3 * MM
    regions = []
    for n in range(columns):
        x = edge + n * (column_width + gap)
        regions.append(Region(x=x, top=top, width=column_width, height=height))
    return regions


def draw_test(pen: Pen, size: tuple[float, float], back: bool, type_: Type, *, moved: bool) -> None:
    """Draw a side of the test page: a cross in the middle, and on the front a scale in millimetres,
    over which the back's cross can be seen against the light."""
    canvas = pen.canvas
    x = size[0] / 2
    y = size[1] / 2
    pen.stroke("text", 0.5)
    canvas.line(x - 40 * MM, y, x + 40 * MM, y)
    canvas.line(x, y - 40 * MM, x, y + 40 * MM)
    pen.fill("text")
    if back:
        canvas.circle(x, y, 2 * MM)
    else:
        _draw_scales(pen, x, y, type_)
    top = y - 60 * MM
    for line in type_.wrapped((Span(_test_text(back, moved)),), 110 * MM / 11):
        draw_line(pen, line, x - 55 * MM, top, 11)
        top -= 14
    draw_ruler(pen, x - 50 * MM, y - 50 * MM, 100, type_)


def _draw_scales(pen: Pen, x: float, y: float, type_: Type) -> None:
    """Draw a scale in millimetres on each arm of the cross of the test page, whose middle is at `x`,
    `y`."""
    canvas = pen.canvas
    for n in range(-10, 11):
        has_number = n % 5 == 0
        tick = 3 * MM if has_number else 1.5 * MM
        across = x + n * MM
        up = y + n * MM
        canvas.line(across, y - tick, across, y + tick)
        canvas.line(x - tick, up, x + tick, up)
        if not has_number or n == 0:
            continue
        number = type_.line(str(n).replace("-", "−"))
        width = number.width * 7
        # Plus above and to the left, minus below and to the right, so that none overlap.
        if n > 0:
            above = y + 4 * MM
            beside = x - 4 * MM - width
        else:
            above = y - 6 * MM
            beside = x + 4 * MM
        draw_line(pen, number, across - width / 2, above, 7)
        draw_line(pen, number, beside, up - 2, 7)


def _test_text(back: bool, moved: bool) -> str:
    """Say how to use a side of the test page; `moved` if an offset is entered already."""
    if back:
        return _("Back: hold the sheet up to the light, this side away from you.")
    text = _(
        "Front: hold the sheet up to the light, this side towards you. Read the "
        "position of the circle's centre off the scale (right and up are plus) and "
        "enter the two numbers under 'Backs too far right by' and 'Backs too far up "
        "by'."
    )
    if not moved:
        return text
    add = _("The backs are already moved: add what you read here to the numbers entered.")
    return f"{text} {add}"


def draw_ruler(pen: Pen, x: float, y: float, length: int, type_: Type, label: str = "") -> None:
    """Draw a scale of `length` millimetres from `x`, `y`: at 100 % it is as long as it says."""
    canvas = pen.canvas
    end = x + length * MM
    pen.stroke("text", 0.4)
    canvas.line(x, y, end, y)
    for millimetres in range(0, length + 1, 5):
        tick = 1.8 if millimetres % 10 == 0 else 1.0
        at = x + millimetres * MM
        canvas.line(at, y, at, y + tick * MM)
    pen.fill("faint")
    text = label or _("{n} mm at 100 %", n=length)
    draw_line(pen, type_.line(text), end + 3, y, LEAST)


def page_ruler(pen: Pen, type_: Type) -> None:
    """Draw the scale in the lower margin of a whole page."""
    pen.canvas.tags.artifact()
    draw_ruler(pen, _EDGE * MM, (MARGIN + 0.6) * MM, 50, type_)


#: The length of a cutting guide, in millimetres.
_GUIDE = 2.5
#: The gap between a cutting guide and the tokens, in millimetres.
_CLEAR = 0.9
#: How broad the ring of a token is, in millimetres.
_RING = 2.2
#: The height of the title of a page of squares, in millimetres.
_SQUARES_TITLE = 10.0
#: The gap between two strips of squares, in millimetres.
_APART = 3.0


def token_pages(sheet: TokenSheet, paper: PaperName, type_: Type) -> Iterator[SheetPage]:
    """Lay tokens on as many pages as they need, kind by kind; then squares."""
    across, down = token_grid(paper)
    width = PAPERS[paper].width
    height = PAPERS[paper].height
    left = (width - across * TOKEN_STEP + TOKEN_STEP - TOKEN) / 2
    top = (height + down * TOKEN_STEP - TOKEN_STEP + TOKEN) / 2
    waiting: list[TokenKind] = []
    for kind in sheet.tokens:
        waiting += [kind] * kind.count
    size = (width * MM, height * MM)
    per_page = across * down
    for first in range(0, len(waiting), per_page):
        rows: Placing = []
        for n, kind in enumerate(waiting[first : first + per_page]):
            column = n % across
            line = n // across
            x = left + column * TOKEN_STEP
            y = top - line * TOKEN_STEP
            rows.append((_token(kind, TOKEN * MM, type_), x * MM, y * MM))
        guides = Row(0.0, marks=_guides(rows, height * MM))
        rows.append((guides, 0.0, height * MM))
        yield SheetPage(size, rows)
    if sheet.squares:
        yield from _square_pages(sheet, size, type_)


def _square_pages(sheet: TokenSheet, size: tuple[float, float], type_: Type) -> Iterator[SheetPage]:
    """Lay squares in strips from the margin of a page, one kind after the other, each below its name."""
    side = sheet.cell * MM
    edge = _EDGE * MM
    per_strip = int((size[0] - 2 * edge) // side)
    title = type_.line(_("For the cells of the cards: {mm} mm", mm=f"{sheet.cell:.1f}"), "head")
    head = Row(_SQUARES_TITLE * MM, [[Words(0, title, 13.0, tone="accent")]], tag="H1")
    top = size[1] - edge - head.height
    y = top
    rows: Placing = [(head, edge, size[1] - edge)]
    for kind in sheet.squares:
        marks = _square_marks(kind, side)
        name = type_.line(capitalised(kind.name), "strong")
        label = Row(11.0, [[Words(0, name, 8.0)]])
        for first in range(0, kind.count, per_strip):
            if y - side - label.height < edge:
                yield SheetPage(size, rows)
                rows = [(head, edge, size[1] - edge)]
                y = top
            if first == 0:
                rows.append((label, edge, y))
                y -= label.height
            count = min(per_strip, kind.count - first)
            for n in range(count):
                rows.append((Row(side, marks=marks), edge + n * side, y))
            y -= side + _APART * MM
    yield SheetPage(size, rows)


def _square_marks(kind: TokenKind, side: float) -> list[Mark]:
    """Return the background, the edge and the pictogram of a square."""
    picture = side * 0.72
    return [
        Mark("fill", x=0, width=side, height=side, tone=kind.key),
        Mark("box", x=0, width=side, height=side, tone="token_edge"),
        Mark(
            "picture",
            x=side * 0.14,
            width=picture,
            height=picture,
            drawing=kind.drawing,
            tone=_token_tone(kind),
        ),
    ]


def _token_tone(kind: TokenKind) -> str:
    """Return the colour of what is on a token."""
    return "text" if kind.key == "noise" else "token_text"


def _guides(rows: Placing, height: float) -> list[Mark]:
    """Return the cutting guides at the edges of the rows and columns."""
    side = TOKEN * MM
    gap = (TOKEN_BLEED + _CLEAR) * MM
    length = _GUIDE * MM
    lefts = {x for _row, x, _top in rows}
    tops = {height - top for _row, _x, top in rows}
    above = min(tops) - gap - length
    below = max(tops) + side + gap
    guides = []
    for x in sorted(lefts | {left + side for left in lefts}):
        for y in (above, below):
            guides.append(Mark("fill", x=x - 0.15, width=0.3, height=length, down=y))
    before = min(lefts) - gap - length
    after = max(lefts) + side + gap
    for y in sorted(tops | {top + side for top in tops}):
        for x in (before, after):
            guides.append(Mark("fill", x=x, width=length, height=0.3, down=y - 0.15))
    return guides


def _token(kind: TokenKind, side: float, type_: Type) -> Row:
    """Set a token: a ring in its colour, its pictogram, its name and, if it stands for several, how
    many."""
    tone = "text"
    is_several = kind.worth > 1
    picture = side * 0.52
    left = (side - picture) / 2
    if is_several:
        picture = side * 0.44
        left = (side - picture) / 2 - side * 0.13
    bleed = TOKEN_BLEED * MM
    ground = side + 2 * bleed
    inside = side - 2 * _RING * MM
    marks = [
        Mark("spot", x=-bleed, width=ground, height=ground, tone=kind.key),
        Mark("spot", x=_RING * MM, width=inside, height=inside, tone="paper"),
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
    words = _token_name(kind, side, type_)
    if is_several:
        worth = type_.line(str(kind.worth), "head")
        x = left + picture + side * 0.04
        words.append(Words(x, worth, side * 0.34, tone=tone, down=side * 0.56))
    return Row(side, [words], marks)


def _token_name(kind: TokenKind, side: float, type_: Type) -> list[Words]:
    """Set the name of a token on one line, or on two smaller ones."""
    span = Span(kind.name, "label")
    size = 8.0
    lines = [type_.line(*span)]
    if lines[0].width * size > side * 0.72:
        size = LEAST
        lines = type_.wrapped((span,), side * 0.66 / size)[:2]
    words = []
    for n, line in enumerate(lines):
        x = (side - line.width * size) / 2
        baseline = side * 0.76 + n * size
        words.append(Words(x, line, size, tone="text", down=baseline))
    return words
