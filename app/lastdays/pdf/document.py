"""A PDF document from cards and sheets: composed, laid on paper, written."""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from threading import Lock
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.pdf.canvas import PaperCanvas
from lastdays.pdf.card_design import design_of
from lastdays.pdf.card_drawing import draw_face, draw_group_back
from lastdays.pdf.card_layout import Face, GroupBack, compose, letters
from lastdays.pdf.content import (
    Card,
    Content,
    Notice,
    PrintedDocument,
    PrintOptions,
    Sheet,
    TestSheet,
    TokenSheet,
)
from lastdays.pdf.form_layout import draw_form_page, pages_of_form
from lastdays.pdf.forms import FormSheet
from lastdays.pdf.imposition import (
    MARGIN,
    MM,
    PAPERS,
    Grid,
    Layout,
    back_shift,
    back_slot,
    backs_of,
    grid,
    layout_of,
)
from lastdays.pdf.ink import Pen, ink
from lastdays.pdf.sheets import draw_page, draw_ruler, draw_test, page_ruler, pages_of
from lastdays.pdf.token_sheet import draw_tokens, token_pages
from lastdays.pdf.typesetting import Type

#: ReportLab knows its fonts by name for the whole process: one document at a time.
_ONE_AT_A_TIME = Lock()
_BOOKMARK_MOST = 80
Box = tuple[float, float, float, float]


class CancelledError(LastDaysError):
    """Somebody wanted no more of it."""


@dataclass
class _Printing:
    """A document under way."""

    canvas: Any
    setting: PrintOptions
    type_: Type
    layout: Layout
    pen: Pen
    pages: int = 0
    two_sided: bool = False
    bookmarks: int = 0
    notices: list[Notice] = field(default_factory=list)


def make(
    contents: Iterable[Content],
    setting: PrintOptions,
    *,
    title: str,
    author: str = "",
    language: str = "en",
    when: datetime | None = None,
    progress: Callable[[int], bool] | None = None,
) -> PrintedDocument:
    """Make one PDF of cards and sheets, in their order; cards that follow each other share sheets.

    `progress` is told how many contents are done, and says whether to go on. The same contents
    and setting give the same bytes, apart from `when`. Raises DocumentError for a layout that
    does not fit the paper, CancelledError where `progress` said no.
    """
    layout = layout_of(setting)
    with _ONE_AT_A_TIME:
        type_ = Type()
        type_.fonts.register("BarlowSemiCondensed-Regular")
        buffer = io.BytesIO()
        canvas = PaperCanvas(
            buffer,
            invariant=1,
            lang=language,
            pageCompression=1,
            initialFontName="BarlowSemiCondensed-Regular",
            initialFontSize=8,
        )
        canvas.setTitle(title)
        canvas.setAuthor(author)
        canvas.setCreator("Last Days Campaign Manager")
        canvas.setSubject(_("Cards and sheets for Last Days: Zombie Apocalypse"))
        canvas.setViewerPreference("PrintScaling", "None")
        moment = (when or _today()).astimezone(UTC)
        canvas.setDateFormatter(lambda *_fields: moment.strftime("D:%Y%m%d%H%M%S+00'00'"))
        under_way = _Printing(
            canvas, setting, type_, layout, Pen(canvas, ink(saver=setting.ink_saver))
        )
        cards = _Cards(under_way)
        for done, content in enumerate(contents, start=1):
            if isinstance(content, Card):
                cards.add(content)
            else:
                cards.finish()
                _add_sheet(under_way, content)
            if progress is not None and not progress(done):
                raise CancelledError(_("Stopped; nothing was written."))
        cards.finish()
        if not under_way.pages:
            raise LastDaysError(_("There's nothing to print yet: tick something first."))
        canvas.setViewerPreference("Duplex", _duplex(under_way))
        if under_way.bookmarks:
            canvas.showOutline()
        canvas.save()
    return PrintedDocument(buffer.getvalue(), tuple(under_way.notices), under_way.pages)


def _today() -> datetime:
    """Return the date a file says; SOURCE_DATE_EPOCH in the environment fixes it."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)


def _duplex(under_way: _Printing) -> str:
    """Return how a printer is asked to print the file: on both sides only where it has backs."""
    if not under_way.two_sided:
        return "Simplex"
    short = under_way.setting.backs == "duplex-short"
    return "DuplexFlipShortEdge" if short else "DuplexFlipLongEdge"


def _bookmark(under_way: _Printing, title: str) -> None:
    under_way.bookmarks += 1
    key = f"b{under_way.bookmarks}"
    under_way.canvas.bookmarkPage(key)
    text = " ".join(title.split())[:_BOOKMARK_MOST] or "—"
    under_way.canvas.addOutlineEntry(text, key, 0, 0)


def _end_page(under_way: _Printing, cut: Box | None = None, bleed: float = 0.0) -> None:
    """End a page; `cut` is where its cards end, in millimetres, else its edge."""
    canvas = under_way.canvas
    width, height = canvas._pagesize
    left, low, right, high = (n * MM for n in cut) if cut else (0.0, 0.0, width, height)
    canvas.setTrimBox((left, low, right, high))
    more = bleed * MM
    canvas.setBleedBox((left - more, low - more, right + more, high + more))
    canvas.showPage()
    _pack(under_way.canvas._doc.Pages.pages[-1])
    under_way.pen.forget()
    under_way.pages += 1


def _pack(page: Any) -> None:
    """Compress a finished page at once: ReportLab would keep its text until the file is written,
    and a long document would take fifty times its size in memory."""
    content = zlib.compress(page.stream.encode("latin-1")) + b"\n"
    page.Contents = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), content)
    page.stream = None


def _add_sheet(under_way: _Printing, content: Sheet) -> None:
    setting = under_way.setting
    if isinstance(content, TestSheet):
        _test_sheet(under_way, content)
        return
    if isinstance(content, TokenSheet):
        _token_sheet(under_way, content)
        return
    type_, pen = under_way.type_, under_way.pen
    pages: list[tuple[tuple[float, float], Callable[[], None]]]
    if isinstance(content, FormSheet):
        type_.undrawable.clear()
        type_.borrowed.clear()
        forms = pages_of_form(content, setting.paper, type_)
        pages = [(form.size, partial(draw_form_page, pen, form)) for form in forms]
        under_way.notices += letters(type_, content.title)
    else:
        sheets, notices = pages_of(content, setting.paper, type_)
        pages = [(sheet.size, partial(draw_page, pen, sheet)) for sheet in sheets]
        under_way.notices += notices
    for _copy in range(setting.copies):
        for n, (size, draw) in enumerate(pages):
            under_way.canvas.setPageSize(size)
            if n == 0:
                _bookmark(under_way, content.title)
            draw()
            if setting.ruler:
                page_ruler(pen, size, type_)
            _end_page(under_way)


def _token_sheet(under_way: _Printing, content: TokenSheet) -> None:
    """Draw the tokens on as many pages as they need."""
    setting = under_way.setting
    pages = token_pages(content, setting.paper)
    for _copy in range(setting.copies):
        for n, page in enumerate(pages):
            under_way.canvas.setPageSize(page.size)
            if n == 0:
                _bookmark(under_way, content.title)
            draw_tokens(under_way.pen, page, under_way.type_)
            if setting.ruler:
                page_ruler(under_way.pen, page.size, under_way.type_)
            _end_page(under_way)


def _start_sheet(under_way: _Printing) -> None:
    """Leave a page empty where the next would come out on the back of the last: a duplex printer
    lays front and back on one sheet only if the front is an odd page."""
    if under_way.pages % 2:
        _end_page(under_way)


def _test_sheet(under_way: _Printing, content: TestSheet) -> None:
    setting = under_way.setting
    paper = PAPERS[setting.paper]
    page = (paper.width, paper.height)
    if backs_of(under_way.layout, setting) in ("duplex-long", "duplex-short"):
        page = grid(under_way.layout, setting).page  # as it will lie in the printer
    size = (page[0] * MM, page[1] * MM)
    canvas = under_way.canvas
    _start_sheet(under_way)
    under_way.two_sided = True
    for back in (False, True):
        canvas.setPageSize(size)
        if back:
            canvas.saveState()
            right, up = back_shift(page, setting)
            canvas.translate(right * MM, up * MM)
        else:
            _bookmark(under_way, content.title)
        moved = setting.offset != (0.0, 0.0)
        draw_test(under_way.pen, size, back, under_way.type_, moved=moved)
        if back:
            canvas.restoreState()
        _end_page(under_way)


class _Cards:
    """Cards gathered until a sheet is full; the sheet is then drawn and forgotten."""

    def __init__(self, under_way: _Printing) -> None:
        self.under_way = under_way
        self.backs = backs_of(under_way.layout, under_way.setting)
        self._grid: Grid | None = None
        self._waiting: list[tuple[str, Face, Face | GroupBack | None]] = []

    @property
    def grid(self) -> Grid:
        """Return the sheet; refuse a layout that does not fit when the first card is to be
        drawn."""
        if self._grid is None:
            self._grid = grid(self.under_way.layout, self.under_way.setting)
        return self._grid

    def add(self, content: Card) -> None:
        """Compose a card and its copies, and draw the sheets that are full."""
        under_way = self.under_way
        room = len(self.grid.slots)
        design = design_of(content)
        hidden = design.group_back if under_way.setting.group_backs else None
        backs = self.backs != "none"
        composed = compose(
            design, under_way.layout, under_way.type_, backs=backs and hidden is None
        )
        under_way.notices += composed.notices
        for _copy in range(under_way.setting.copies):
            for name, front, back in self._sides(composed.about, composed.faces, hidden):
                self._waiting.append((name, front, back))
                if len(self._waiting) == room:
                    self._draw()

    def _sides(
        self, about: str, faces: tuple[Face, ...], hidden: GroupBack | None
    ) -> Iterator[tuple[str, Face, Face | GroupBack | None]]:
        if self.backs == "none" or hidden is not None:
            back = hidden if self.backs != "none" else None
            for n, face in enumerate(faces):
                yield (about if n == 0 else "", face, back)
            return
        for n in range(0, len(faces), 2):
            behind = faces[n + 1] if n + 1 < len(faces) else None
            yield (about if n == 0 else "", faces[n], behind)

    def finish(self) -> None:
        """Draw what is left on a sheet that isn't full."""
        if self._waiting:
            self._draw()

    def _draw(self) -> None:
        under_way, waiting = self.under_way, self._waiting
        canvas, place, setting = under_way.canvas, self.grid, under_way.setting
        size = (place.page[0] * MM, place.page[1] * MM)
        if self.backs in ("duplex-long", "duplex-short"):
            _start_sheet(under_way)
        canvas.setPageSize(size)
        for (name, front, back), slot in zip(waiting, place.slots, strict=False):
            if name:
                _bookmark(under_way, name)
            x, y = slot
            if place.fold:
                self._folded(front, back, x, y)
            else:
                self._face(front, x, y, turned=False)
        self._marks(size)
        _end_page(under_way, self._block(), setting.bleed)
        if self.backs in ("duplex-long", "duplex-short"):
            canvas.setPageSize(size)
            canvas.saveState()
            right, up = back_shift(place.page, setting)
            canvas.translate(right * MM, up * MM)
            for (_name, _front, back), slot in zip(waiting, place.slots, strict=False):
                if back is not None:
                    x, y, turned = back_slot(slot, under_way.layout, place.page, self.backs)
                    self._face(back, x, y, turned=turned)
            canvas.restoreState()
            under_way.two_sided = True
            _end_page(under_way, self._block(), setting.bleed)
        waiting.clear()

    def _block(self) -> Box:
        """Return the edges of all cards of a sheet, in millimetres."""
        place = self.grid
        left, low = (min(slot[n] for slot in place.slots) for n in (0, 1))
        return left, low, place.page[0] - left, place.page[1] - low

    def _folded(self, front: Face, back: Face | GroupBack | None, x: float, y: float) -> None:
        """Draw the back beside the front, or above it upside down, so that folding brings it
        round."""
        layout = self.under_way.layout
        if self.grid.fold == "side":
            if back is not None:
                self._face(back, x, y, turned=False, fold="right")
            self._face(front, x + layout.width, y, turned=False, fold="left")
            return
        self._face(front, x, y, turned=False, fold="top")
        if back is not None:
            self._face(back, x, y + layout.height, turned=True, fold="bottom")

    def _face(
        self, face: Face | GroupBack, x: float, y: float, *, turned: bool, fold: str = ""
    ) -> None:
        """Draw a face on the sheet; its bleed ends where the card is folded."""
        under_way = self.under_way
        canvas, layout = under_way.canvas, under_way.layout
        canvas.saveState()
        bleed = under_way.setting.bleed
        if fold and bleed:
            left = x - (0 if fold == "left" else bleed)
            low = y - (0 if fold == "bottom" else bleed)
            right = x + layout.width + (0 if fold == "right" else bleed)
            high = y + layout.height + (0 if fold == "top" else bleed)
            box = (left, low, right - left, high - low)
            canvas.path(" ".join(f"{n * MM:.3f}" for n in box) + " re W n")
        if turned:
            canvas.translate((x + layout.width) * MM, (y + layout.height) * MM)
            canvas.rotate(180)
        else:
            canvas.translate(x * MM, y * MM)
        under_way.pen.forget()
        pen = under_way.pen
        if isinstance(face, GroupBack):
            draw_group_back(pen, face, layout, pen.ink, bleed * MM, under_way.type_)
        else:
            draw_face(pen, face, layout, pen.ink, bleed * MM)
        canvas.restoreState()
        under_way.pen.forget()

    def _marks(self, size: tuple[float, float]) -> None:
        """Draw crop marks around the block of cards, inside what the printer prints, and a
        scale."""
        under_way, place, setting = self.under_way, self.grid, self.under_way.setting
        canvas, layout = under_way.canvas, under_way.layout
        left = min(x for x, _y in place.slots)
        low = min(y for _x, y in place.slots)
        right, high = place.page[0] - left, place.page[1] - low
        near = setting.bleed + 0.8
        if setting.crop_marks:
            under_way.pen.stroke(under_way.pen.ink.text, 0.3)
            verticals = {x for x, _y in place.slots} | {x + place.unit[0] for x, _y in place.slots}
            levels = {y for _x, y in place.slots} | {y + place.unit[1] for _x, y in place.slots}
            long_y = min(4.0, low - MARGIN - near)
            long_x = min(4.0, left - MARGIN - near)
            for x in sorted(verticals):
                _line_mm(canvas, x, low - near, x, low - near - long_y)
                _line_mm(canvas, x, high + near, x, high + near + long_y)
            for y in sorted(levels):
                _line_mm(canvas, left - near, y, left - near - long_x, y)
                _line_mm(canvas, right + near, y, right + near + long_x, y)
            if place.fold:
                canvas.setDash(2, 2)
                for x, y in place.slots:
                    if place.fold == "side":
                        middle = x + layout.width
                        _line_mm(canvas, middle, low - near, middle, low - near - long_y)
                        _line_mm(canvas, middle, high + near, middle, high + near + long_y)
                    else:
                        middle = y + layout.height
                        _line_mm(canvas, left - near, middle, left - near - long_x, middle)
                        _line_mm(canvas, right + near, middle, right + near + long_x, middle)
                canvas.setDash()
        if setting.ruler:
            length = 50 if layout.width >= 54 else 40
            y = (low - setting.bleed - 2.3) * MM
            under_way.pen.fill(under_way.pen.ink.faint)
            draw_ruler(under_way.pen, (left + 1.5) * MM, y, length, under_way.type_, f"{length} mm")


def _line_mm(canvas: Any, x1: float, y1: float, x2: float, y2: float) -> None:
    canvas.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)
