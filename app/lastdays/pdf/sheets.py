"""Whole pages: the group's roster, zombies, quick reference, campaign, test page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lastdays.language import _, aside, ngettext
from lastdays.pdf.blocks import (
    Block,
    HeadingBlock,
    Para,
    Together,
    flowables_of,
    para_of,
)
from lastdays.pdf.card_layout import letters
from lastdays.pdf.columns import Region, flow
from lastdays.pdf.content import (
    Notice,
    PaperName,
    RosterSheet,
    Section,
    SheetRow,
    SheetTable,
    TextSheet,
    ZombieSheet,
)
from lastdays.pdf.flowables import Fit, Flowable, draw_flowables
from lastdays.pdf.imposition import MARGIN, MM, PAPERS
from lastdays.pdf.ink import Pen
from lastdays.pdf.plan_block import PlanBlock
from lastdays.pdf.plot_block import PlotBlock
from lastdays.pdf.roster import RosterBlock
from lastdays.pdf.tables import TableBlock
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line
from lastdays.pdf.zombie_rows import ZombieRows
from lastdays.rulebook import pictograms

#: From the edge of the paper to the text, in millimetres.
_EDGE = 11.0
_BASE = 9.5
#: A reference of tables is set smaller, down to this, to stay on one page.
_REFERENCE_LEAST = 8.0
#: So many letters are a sentence or two.
_SENTENCES = 240

#: The head of a page that goes on, and the size of a roster that goes on, in points.
_LATER_HEAD = 20.0
_LATER_SIZE = 8.0

Placing = list[tuple[Flowable, float, float]]


@dataclass(frozen=True)
class SheetPage:
    """A page ready to be drawn."""

    size: tuple[float, float]
    title: TextLine | None
    subtitle: TextLine | None
    title_size: float
    head: float
    flowables: tuple[tuple[Flowable, float, float], ...]
    footer: TextLine


def roster_blocks(sheet: RosterSheet) -> list[Block]:
    """Set the group as a table, a row for each member."""
    return [RosterBlock(sheet.rows), *(para_of(line) for line in sheet.footer)]


def section_blocks(sections: Sequence[Section]) -> list[Block]:
    """Set headings and lines of a sheet."""
    blocks: list[Block] = []
    for section in sections:
        blocks.append(HeadingBlock(section.heading))
        if section.note:
            blocks.append(Para((Span(section.note),), space=0.3))
        for line in section.lines:  # a sentence or two are not torn by the end of a column
            short = len(line.text) <= _SENTENCES
            blocks.append(Together((para_of(line),)) if short else para_of(line))
        if section.table is not None:
            blocks.append(TableBlock(section.table, section.heading))
        if section.plot is not None:
            blocks.append(PlotBlock(section.plot))
    return blocks


def zombie_blocks(sheet: ZombieSheet) -> list[Block]:
    """Set each zombie with a line for its name and its boxes, then what it does."""
    names = (_("Knockback"), _("Supply Token"))
    drawings = (pictograms.token("knockback"), pictograms.token("supply"))
    rows = tuple(SheetRow((line.name, line.text), line.drawing) for line in sheet.reminders)
    return [
        ZombieRows(sheet.count, sheet.knockback, names, drawings),
        TableBlock(SheetTable(("name", "text"), rows)),
    ]


def _said(title: str, fit: Fit, pages: int) -> Iterator[Notice]:
    """Yield what is said of a sheet that is set smaller, or goes on."""
    if fit.size < _BASE:
        text = _("Set in {size} point instead of {base}, to fit.")
        yield Notice("smaller", title, text.format(size=f"{fit.size:g}", base=f"{_BASE:g}"))
    if pages > 1:
        text = ngettext("Continues on {n} more page.", "Continues on {n} more pages.", pages - 1)
        yield Notice("continued", title, text.format(n=pages - 1))


def pages_of(
    sheet: RosterSheet | TextSheet | ZombieSheet, paper: PaperName, type_: Type
) -> tuple[list[SheetPage], list[Notice]]:
    """Return a sheet's pages: tightened and made smaller to stay on one, then continued.

    A reference, campaign or Encounter sheet may run over several pages at its full size.
    """
    type_.undrawable.clear()
    type_.borrowed.clear()
    size = (PAPERS[paper].width * MM, PAPERS[paper].height * MM)
    match sheet:
        case RosterSheet():
            blocks, columns, long = roster_blocks(sheet), 1, False
            size = (size[1], size[0])
        case ZombieSheet():
            blocks, columns, long = zombie_blocks(sheet), 1, False
        case TextSheet():
            blocks, columns, long = section_blocks(sheet.sections), sheet.columns, True
            if sheet.plan is not None:
                blocks.insert(0, PlanBlock(sheet.plan))
    head_lines, head = _head(sheet.title, sheet.subtitle, size[0], type_)
    if head_lines[2]:
        blocks = [Para((Span(text),)) for text in head_lines[2]] + blocks
    regions = _regions(size, head, columns)
    later = _regions(size, _LATER_HEAD, columns)
    pages, fit = _set(blocks, type_, regions, later, _sizes(sheet))
    with aside():
        notices = list(_said(sheet.title, fit, 1 if long else len(pages)))
    made = []
    for n, placed in enumerate(pages):
        number = f"{n + 1}/{len(pages)}" if len(pages) > 1 else ""
        made.append(
            SheetPage(
                size,
                head_lines[0],
                head_lines[1] if n == 0 else None,
                _BASE * (1.9 if n == 0 else 1.0),
                head if n == 0 else _LATER_HEAD,
                tuple(placed),
                type_.line(Span(number, "faint")),
            )
        )
    notices += letters(type_, sheet.title)
    return made, notices


def _sizes(sheet: RosterSheet | TextSheet | ZombieSheet) -> tuple[float, float]:
    """Return the least size a sheet is set in to stay on one page, and the largest."""
    match sheet:
        case RosterSheet():
            return LEAST, 11.0
        case ZombieSheet():
            return LEAST, 13.0
    return _BASE if sheet.kind == "campaign" else _REFERENCE_LEAST, 13.0


def _set(
    blocks: Sequence[Block],
    type_: Type,
    regions: Sequence[Region],
    later: Sequence[Region],
    sizes: tuple[float, float],
) -> tuple[list[Placing], Fit]:
    """Set blocks on one page, as large as they fit between two sizes; else on as few as full size
    needs, and there as large as they fit."""
    least, largest = sizes
    large = [Fit(s / 2, 1.3, 1.2) for s in range(int(largest * 2), int(_BASE * 2), -1)]
    large += [Fit(_BASE, 1.26, 1.0), Fit(_BASE, 1.14, 0.5)]
    small = [Fit(s / 2, 1.12, 0.5) for s in range(int(_BASE * 2) - 1, int(least * 2) - 1, -1)]

    def pages(fit: Fit, most: int) -> list[Placing] | None:
        placed, rest = flow(flowables_of(blocks, type_, regions[0].width, fit), regions)
        found = [placed]
        while rest and (not most or len(found) < most):
            placed, rest = flow(rest, later)
            found.append(placed)
        return None if rest else found

    one = _largest([*large, *small], lambda fit: pages(fit, 1))
    if one is not None:
        return one
    plain = Fit(_BASE if least > LEAST else _LATER_SIZE, 1.26, 1.0)
    most = pages(plain, 0) or []
    roomy = [fit for fit in large if fit.size > plain.size]
    return _largest(roomy, lambda fit: pages(fit, len(most))) or (most, plain)


def _largest(
    fits: Sequence[Fit], pages: Callable[[Fit], list[Placing] | None]
) -> tuple[list[Placing], Fit] | None:
    """Return the pages at the first fit that holds everything, None where none does; halved
    between the largest and the smallest, as a smaller one holds what a larger one does."""
    low, high, best = 0, len(fits) - 1, None
    middle = high  # where the smallest does not, none does
    while low <= high:
        made = pages(fits[middle])
        if made is None:
            low = middle + 1
        else:
            best, high = (made, fits[middle]), middle - 1
        middle = (low + high) // 2
    return best


def _head(
    title: str, subtitle: str, width: float, type_: Type
) -> tuple[tuple[TextLine, TextLine | None, list[str]], float]:
    """Set title and subtitle; what is too long for a line goes into the body."""
    room = width - 2 * _EDGE * MM
    over: list[str] = []
    line = type_.line(Span(" ".join(title.split()), "head"))
    if line.width * _BASE * 1.9 > room:
        over.append(title)
        line = type_.line(Span(" ".join(title.split())[: int(room / (_BASE * 1.2))] + "…", "head"))
        while line.width * _BASE * 1.9 > room:
            text = line.parts[0].run.text if line.parts else ""
            line = type_.line(Span(text[: max(0, int(len(text) * 0.8))] + "…", "head"))
    second = type_.line(Span(" ".join(subtitle.split()))) if subtitle else None
    if second is not None and second.width * _BASE > room:
        over.append(subtitle)
        second = None
    return (line, second, over), _BASE * 2.4 + (_BASE * 1.5 if second is not None else 0) + 4


def _regions(size: tuple[float, float], head: float, columns: int) -> list[Region]:
    edge, gap = _EDGE * MM, 16.0
    each = (size[0] - 2 * edge - (columns - 1) * gap) / columns
    top = size[1] - edge - head
    height = top - edge - 8
    return [Region(edge + n * (each + gap), top, each, height) for n in range(columns)]


def draw_page(pen: Pen, page: SheetPage) -> None:
    """Draw a page; its size has been set."""
    canvas, ink = pen.canvas, pen.ink
    edge = _EDGE * MM
    top = page.size[1] - edge
    if page.title is not None:
        canvas.tags.part("H1")
        if ink.band is not None:
            pen.fill(ink.band)
            canvas.rect(
                edge - 5,
                top - page.head + 6,
                page.size[0] - 2 * edge + 10,
                page.head,
                fill=1,
                stroke=0,
            )
        else:
            pen.stroke(ink.text, 0.8)
            canvas.line(edge, top - page.head + 6, page.size[0] - edge, top - page.head + 6)
        pen.fill(ink.band_text)
        y = top - page.title_size * 0.72
        draw_line(pen, page.title, edge, y, page.title_size)
        if page.subtitle is not None:
            draw_line(pen, page.subtitle, edge, y - _BASE * 1.5, _BASE)
    canvas.tags.end()
    draw_flowables(pen, page.flowables)
    canvas.tags.artifact()
    pen.fill(ink.faint)
    at = page.size[0] - edge - page.footer.width * _BASE * 0.8
    draw_line(pen, page.footer, at, edge - 6, _BASE * 0.8)


def draw_test(
    pen: Pen, size: tuple[float, float], back: bool, type_: Type, *, moved: bool = False
) -> None:
    """Draw a side of the test page: a cross in the middle, and on the front a scale in millimetres
    over which the back's cross is seen against the light."""
    canvas, ink = pen.canvas, pen.ink
    x, y = size[0] / 2, size[1] / 2
    pen.stroke(ink.text, 0.5)
    canvas.line(x - 40 * MM, y, x + 40 * MM, y)
    canvas.line(x, y - 40 * MM, x, y + 40 * MM)
    pen.fill(ink.text)
    if back:
        canvas.circle(x, y, 2 * MM, stroke=1, fill=0)
    else:
        for n in range(-10, 11):
            long = 3 * MM if n % 5 == 0 else 1.5 * MM
            canvas.line(x + n * MM, y - long, x + n * MM, y + long)
            canvas.line(x - long, y + n * MM, x + long, y + n * MM)
            if n % 5 == 0 and n:
                mark = type_.line(Span(f"{n}".replace("-", "−")))
                # Plus above and to the left, minus below and to the right: none on another.
                wide = mark.width * 7
                across = y + 4 * MM if n > 0 else y - 6 * MM
                draw_line(pen, mark, x + n * MM - wide / 2, across, 7)
                beside = x - 4 * MM - wide if n > 0 else x + 4 * MM
                draw_line(pen, mark, beside, y + n * MM - 2, 7)
    text = (
        _("Back: hold the sheet against the light, this side away from you.")
        if back
        else _(
            "Front: hold the sheet against the light, this side towards you. Read on the scale "
            "where the circle's centre lies, to the right and up as plus, and enter the two "
            "numbers as where the backs lie."
        )
    )
    if moved and not back:
        text += " " + _(
            "The backs are already being moved: what is left is added to what is entered."
        )
    top = y - 60 * MM
    for line in type_.wrapped((Span(text),), 110 * MM / 11):
        draw_line(pen, line, x - 55 * MM, top, 11)
        top -= 14
    draw_ruler(pen, x - 50 * MM, y - 50 * MM, 100, type_)


def draw_ruler(pen: Pen, x: float, y: float, length: int, type_: Type, label: str = "") -> None:
    """Draw a scale of `length` millimetres from `x`, `y`: at 100 % it is as long as it says."""
    canvas = pen.canvas
    pen.stroke(pen.ink.text, 0.4)
    canvas.line(x, y, x + length * MM, y)
    for n in range(0, length + 1, 5):
        canvas.line(x + n * MM, y, x + n * MM, y + (1.8 if n % 10 == 0 else 1.0) * MM)
    pen.fill(pen.ink.faint)
    text = label or _("{n} mm at 100 %").format(n=length)
    draw_line(pen, type_.line(Span(text)), x + length * MM + 3, y, LEAST)


def page_ruler(pen: Pen, type_: Type) -> None:
    """Draw the scale in the lower margin of a whole page."""
    pen.canvas.tags.artifact()
    draw_ruler(pen, _EDGE * MM, (MARGIN + 0.6) * MM, 50, type_)
