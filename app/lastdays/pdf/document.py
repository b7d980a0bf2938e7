"""Makes a PDF document of cards and sheets: composes them, lays them on paper, writes the file."""

from __future__ import annotations

import gc
import io
import math
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import Literal, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

from lastdays.errors import CancelledError, LastDaysError
from lastdays.language import _, tag
from lastdays.pdf.canvas import PaperCanvas
from lastdays.pdf.cards import SPREAD, Face, compose, draw_face, group_back
from lastdays.pdf.content import (
    Card,
    CharacterCard,
    Content,
    Notice,
    PrintedDocument,
    PrintOptions,
    Sheet,
    TestSheet,
    TokenSheet,
)
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
from lastdays.pdf.rows import draw_rows
from lastdays.pdf.shapes import FULL, SAVER, Pen
from lastdays.pdf.sheets import draw_ruler, draw_test, page_ruler, pages_of, token_pages
from lastdays.pdf.typesetting import Type

#: How far the stroke of a line reaches beyond its end, in millimetres.
_STROKE = 0.15
_BOOKMARK_MOST = 80
#: The font that a canvas begins with.
_FIRST_FONT = "BarlowSemiCondensed-Regular"


class _Side(NamedTuple):
    """A face on a page: where its lower left corner is, in millimetres, and whether it is upside down."""

    face: Face | None
    x: float
    y: float
    is_turned: bool = False


class _CardSides(NamedTuple):
    """A card waiting for its sheet: its front and back, and its name if it begins a group of them.
    `sizes` are those of its sentences, in points; it is the `whole` of a content if no other card
    continues it."""

    content: Card
    name: str
    front: Face
    back: Face | None
    sizes: tuple[float, ...]
    whole: bool


Box = tuple[float, float, float, float]


class _Printing:
    """A document being made. Cards are collected until a sheet is full; the sheet is then drawn and
    forgotten."""

    def __init__(self, pen: Pen, setting: PrintOptions, type_: Type, layout: Layout) -> None:
        self.pen = pen
        self.setting = setting
        self.type_ = type_
        self.layout = layout
        self.canvas: PaperCanvas = pen.canvas
        self.backs = backs_of(layout, setting)
        self.duplex = self.backs in ("duplex-long", "duplex-short")
        self.bookmarks = 0
        self.notices: list[Notice] = []
        #: The name of each page's content; and the pages on the back of the one before.
        self.labels: list[str] = []
        self.back_pages: list[int] = []
        self._label = ""
        self._waiting: list[_CardSides] = []

    @cached_property
    def grid(self) -> Grid:
        """Return the arrangement of a sheet. A layout that doesn't fit is refused only when a card
        is to be drawn."""
        return grid(self.layout, self.setting)

    def add(self, content: Card) -> None:
        """Compose a card, add its copies, and draw the sheets that are full."""
        notices, cards = self._composed(content)
        self.notices += notices
        for card in cards * self.setting.copies:
            self._waiting.append(card)
            if len(self._waiting) == len(self.grid.slots):
                self._draw()

    def _composed(
        self, content: Card, most: float = math.inf
    ) -> tuple[list[Notice], list[_CardSides]]:
        """Compose a card in at most `most` points; return its notices, and its fronts with their
        backs, the first with its name."""
        group_back = self._group_back(content)
        has_own_backs = self.backs != "none" and group_back is None
        composed = compose(
            content,
            self.layout,
            self.type_,
            backs=has_own_backs,
            front_notes=self.setting.front_notes,
            most=most,
        )
        fronts = composed.faces
        backs: Sequence[Face | None] = [None] * len(fronts)
        if has_own_backs:
            fronts = composed.faces[::2]
            backs = composed.faces[1::2]
        elif self.backs != "none":
            backs = [group_back] * len(fronts)
        cards = []
        for n, (front, back) in enumerate(zip(fronts, backs, strict=True)):
            cards.append(
                _CardSides(
                    content=content,
                    name=composed.about if n == 0 else "",
                    front=front,
                    back=back,
                    sizes=composed.sizes,
                    whole=len(fronts) == 1,
                )
            )
        return composed.notices, cards

    def _even_out(self) -> None:
        """Set cards again whose letters are much larger than the smallest on their sheet."""
        smallest = min(min(card.sizes) for card in self._waiting)
        most = smallest + SPREAD
        for n, card in enumerate(self._waiting):
            if card.whole and max(card.sizes) > most:
                _notices, cards = self._composed(card.content, most)
                self._waiting[n] = cards[0]

    def _group_back(self, content: Card) -> Face | None:
        """Return the back that the cards of a group share, None if each has its own."""
        if not self.setting.group_backs:
            return None
        if not isinstance(content, CharacterCard) or content.blank:
            return None
        return group_back(content, self.layout, self.type_)

    def finish(self, spare: Card | None = None) -> None:
        """Draw the last sheet if it isn't full; copies of a spare card fill its free places."""
        if not self._waiting:
            return
        if spare is not None:
            free = len(self.grid.slots) - len(self._waiting)
            _notices, cards = self._composed(spare)
            self._waiting += cards * free
        self._draw()

    def _draw(self) -> None:
        self._even_out()
        page_width, page_height = self.grid.page
        size = (page_width * MM, page_height * MM)
        if self.duplex:
            self._start_sheet()
        self.canvas.setPageSize(size)
        sides: list[_Side] = []
        for card, (x, y) in zip(self._waiting, self.grid.slots, strict=False):
            if card.name:
                self._bookmark(card.name)
            if self.grid.fold:
                sides += self._folded(card, x, y)
            else:
                sides.append(_Side(card.front, x, y))
        self._faces(sides)
        self._marks()
        self._end_page(self._block(), self.setting.bleed)
        if self.duplex:
            self._draw_backs(size)
        self._waiting.clear()

    def _draw_backs(self, size: tuple[float, float]) -> None:
        """Draw the page of backs behind the fronts; `size` is that of the page, in points."""
        canvas = self.canvas
        setting = self.setting
        page = self.grid.page
        canvas.setPageSize(size)
        canvas.saveState()
        if not setting.one_a_page:
            right, up = back_shift(page, setting)
            canvas.translate(right * MM, up * MM)
        sides = []
        for card, slot in zip(self._waiting, self.grid.slots, strict=False):
            if setting.one_a_page:
                x, y = slot
                is_turned = False
            else:
                x, y, is_turned = back_slot(slot, self.layout, page, self.backs)
            sides.append(_Side(card.back, x, y, is_turned))
        self._faces(sides)
        if setting.back_marks and setting.crop_marks:
            canvas.tags.artifact()
            self._crop_marks()
        canvas.restoreState()
        self.back_pages.append(len(self.labels))
        self._end_page(self._block(), setting.bleed)

    def _block(self) -> Box:
        """Return the left, lower, right and upper edge of all cards of a sheet, in millimetres."""
        page_width, page_height = self.grid.page
        left = min(x for x, _y in self.grid.slots)
        bottom = min(y for _x, y in self.grid.slots)
        return left, bottom, page_width - left, page_height - bottom

    def _folded(self, card: _CardSides, x: float, y: float) -> list[_Side]:
        """Lay the back beside the front, or above it upside down, so that it is behind the front
        once folded."""
        if self.grid.fold == "side":
            front = _Side(card.front, x + self.layout.width, y)
            return [_Side(card.back, x, y), front]
        back = _Side(card.back, x, y + self.layout.height, is_turned=True)
        return [_Side(card.front, x, y), back]

    def _faces(self, sides: list[_Side]) -> None:
        """Draw the faces of a page; bleed ends where another face is adjacent, such as at a
        fold."""
        width = self.layout.width
        height = self.layout.height
        taken = {(round(side.x, 2), round(side.y, 2)) for side in sides}
        # left, lower, right, upper
        neighbours = ((-width, 0), (0, -height), (width, 0), (0, height))
        for side in sides:
            if side.face is None:
                continue
            adjacent = []
            for right, up in neighbours:
                place = (round(side.x + right, 2), round(side.y + up, 2))
                adjacent.append(place in taken)
            self._face(side.face, side, closed=adjacent)

    def _face(self, face: Face, side: _Side, *, closed: Sequence[bool]) -> None:
        """Draw a face on the sheet; `closed` tells which sides have no bleed: left, lower, right,
        upper."""
        canvas = self.canvas
        layout = self.layout
        canvas.saveState()
        if self.setting.bleed and any(closed):
            self._clip_bleed(side, closed)
        if side.is_turned:
            canvas.translate((side.x + layout.width) * MM, (side.y + layout.height) * MM)
            canvas.rotate(180)
        else:
            canvas.translate(side.x * MM, side.y * MM)
        self.pen.forget()
        draw_face(self.pen, face, layout)
        canvas.restoreState()
        self.pen.forget()

    def _clip_bleed(self, side: _Side, closed: Sequence[bool]) -> None:
        """Let nothing be drawn beyond the sides of a face that have no bleed."""
        bleeds = [0.0 if is_closed else self.setting.bleed for is_closed in closed]
        left, low, right, high = bleeds
        box = (
            side.x - left,
            side.y - low,
            self.layout.width + left + right,
            self.layout.height + low + high,
        )
        edges = " ".join(f"{length * MM:.3f}" for length in box)
        self.canvas.path(f"{edges} re W n")

    def _marks(self) -> None:
        """Draw crop marks and a scale around the block of cards, within the printable area."""
        setting = self.setting
        if setting.one_a_page:
            return
        self.canvas.tags.artifact()
        if setting.crop_marks:
            self._crop_marks()
        if setting.ruler:
            left, bottom, _right, _top = self._block()
            length = 50 if self.layout.width >= 54 else 40
            y = (bottom - setting.bleed - 2.3) * MM
            self.pen.fill("faint")
            draw_ruler(self.pen, (left + 1.5) * MM, y, length, self.type_, f"{length} mm")

    def _crop_marks(self) -> None:
        if self.setting.one_a_page:
            return
        self.pen.stroke("text", 0.3)
        unit_width, unit_height = self.grid.unit
        lefts = {x for x, _y in self.grid.slots}
        bottoms = {y for _x, y in self.grid.slots}
        for x in sorted(lefts | {left + unit_width for left in lefts}):
            self._upright_marks(x)
        for y in sorted(bottoms | {bottom + unit_height for bottom in bottoms}):
            self._level_marks(y)
        if self.grid.fold:
            self._fold_marks()

    def _fold_marks(self) -> None:
        """Draw dashed marks where front and back are folded."""
        self.canvas.setDash(2, 2)
        for x, y in self.grid.slots:
            if self.grid.fold == "side":
                self._upright_marks(x + self.layout.width)
            else:
                self._level_marks(y + self.layout.height)
        self.canvas.setDash()

    def _upright_marks(self, x: float) -> None:
        """Draw a mark below and above the block of cards."""
        _left, bottom, _right, top = self._block()
        gap = self.setting.bleed + 0.8
        length = min(4.0, bottom - (MARGIN + _STROKE) - gap)
        self._line(x, bottom - gap, x, bottom - gap - length)
        self._line(x, top + gap, x, top + gap + length)

    def _level_marks(self, y: float) -> None:
        """Draw a mark at the left and the right of the block of cards."""
        left, _bottom, right, _top = self._block()
        gap = self.setting.bleed + 0.8
        length = min(4.0, left - (MARGIN + _STROKE) - gap)
        self._line(left - gap, y, left - gap - length, y)
        self._line(right + gap, y, right + gap + length, y)

    def _line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line between two points in millimetres."""
        self.canvas.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)

    # Sheets and pages

    def add_sheet(self, content: Sheet) -> None:
        """Draw the pages of a sheet."""
        if isinstance(content, TestSheet):
            self._add_test(content)
            return
        if isinstance(content, TokenSheet):
            pages = list(token_pages(content, self.setting.paper, self.type_))
        else:
            pages, notices = pages_of(content, self.setting.paper, self.type_)
            self.notices += notices
        bleed = self.pen.bleed
        self.pen.bleed = 0.0
        for _copy in range(self.setting.copies):
            for n, page in enumerate(pages):
                self.canvas.setPageSize(page.size)
                if n == 0:
                    self._bookmark(content.title)
                self.canvas.tags.section(content.title)
                draw_rows(self.pen, page.rows)
                if self.setting.ruler:
                    page_ruler(self.pen, self.type_)
                self._end_page()
        self.pen.bleed = bleed

    def _add_test(self, content: TestSheet) -> None:
        paper = PAPERS[self.setting.paper]
        page = (paper.width, paper.height)
        if self.duplex:
            page = self.grid.page  # oriented like sheets of cards
        self._start_sheet()
        self.canvas.setPageSize((page[0] * MM, page[1] * MM))
        self._bookmark(content.title)
        self._draw_test(content, page, back=False)
        self._end_page()

        self.canvas.setPageSize((page[0] * MM, page[1] * MM))
        self.back_pages.append(len(self.labels))
        self.canvas.saveState()
        right, up = back_shift(page, self.setting)
        self.canvas.translate(right * MM, up * MM)
        self._draw_test(content, page, back=True)
        self.canvas.restoreState()
        self._end_page()

    def _draw_test(self, content: TestSheet, page: tuple[float, float], *, back: bool) -> None:
        """Draw a side of the test page; `page` is its size in millimetres."""
        size = (page[0] * MM, page[1] * MM)
        is_moved = self.setting.offset != (0.0, 0.0)
        self.canvas.tags.section(content.title)
        self.canvas.tags.part("P")
        draw_test(self.pen, size, back, self.type_, moved=is_moved)

    def _bookmark(self, title: str) -> None:
        """Add a title to the outline of the file, and label the pages that follow with it."""
        self.bookmarks += 1
        key = f"b{self.bookmarks}"
        self.canvas.bookmarkPage(key)
        self._label = " ".join(title.split())[:_BOOKMARK_MOST] or "—"
        self.canvas.addOutlineEntry(self._label, key, 0, 0)

    def _end_page(self, cut: Box | None = None, bleed: float = 0.0) -> None:
        """End a page; `cut` are the edges of its cards, in millimetres; without it, those of the
        page.

        The page is compressed at once: ReportLab would keep its source until the file is written,
        and a long document would need fifty times its size in memory.
        """
        canvas = self.canvas
        if cut is None:
            width, height = canvas._pagesize
            left, low, right, high = 0.0, 0.0, width, height
        else:
            left, low, right, high = (length * MM for length in cut)
        outside = bleed * MM
        canvas.setTrimBox((left, low, right, high))
        canvas.setBleedBox((left - outside, low - outside, right + outside, high + outside))
        canvas.showPage()
        page = canvas._doc.Pages.pages[-1]
        content = zlib.compress(page.stream.encode("latin-1")) + b"\n"
        page.Contents = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), content)
        page.stream = None
        self.pen.forget()
        self.labels.append(self._label)

    def _start_sheet(self) -> None:
        """Add an empty page if the next would come out on the back of the last: a duplex printer
        puts front and back on one sheet only if the front is an odd page."""
        if len(self.labels) % 2:
            self._end_page()


#: ReportLab registers fonts by name for the whole process: one document at a time.
_ONE_AT_A_TIME = Lock()
#: The duplex mode that the file asks of a printer: two-sided only if it has backs.
_DUPLEX = {"": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


def make(
    contents: Iterable[Content],
    setting: PrintOptions,
    *,
    title: str,
    author: str = "",
    language: str = "",
    when: datetime | None = None,
    progress: Callable[[int], bool] | None = None,
    spare: Card | None = None,
) -> PrintedDocument:
    """Make one PDF of cards and sheets, in order; cards that follow each other share sheets, and
    copies of a `spare` one fill the free places of the last.

    `progress` is called with the number of contents done, and returns whether to go on. The same
    contents and setting give the same bytes, apart from `when`. Raises DocumentError for a layout
    that doesn't fit the paper, CancelledError if `progress` returned false.
    """
    layout = layout_of(setting)
    with _ONE_AT_A_TIME, _nothing_collected():
        type_ = Type()
        type_.fonts.register(_FIRST_FONT)
        file = io.BytesIO()
        canvas = _canvas(file, title, author, language or tag(), when or _today())
        ink = SAVER if setting.ink_saver else FULL
        pen = Pen(canvas, ink, setting.bleed * MM)
        printing = _Printing(pen, setting, type_, layout)
        for count, content in enumerate(contents, start=1):
            if isinstance(content, Card):
                printing.add(content)
            else:
                printing.finish(spare)
                printing.add_sheet(content)
            if progress is not None and not progress(count):
                raise CancelledError
        printing.finish(spare)
        if not printing.labels:
            raise LastDaysError("There's nothing to print yet: tick something first.")
        edge = _turned_about(printing)
        canvas.setViewerPreference("Duplex", _DUPLEX[edge])
        if printing.bookmarks:
            canvas.showOutline()
        pdf = _pack_objects(file, canvas.write(file))
    return PrintedDocument(
        pdf=pdf,
        notices=tuple(printing.notices),
        pages=len(printing.labels),
        title=title,
        edge=edge,
        backs=tuple(printing.back_pages),
        labels=tuple(printing.labels),
    )


def _canvas(
    file: io.BytesIO, title: str, author: str, language: str, when: datetime
) -> PaperCanvas:
    """Return the canvas of a document, which knows its title, author, language and date."""
    canvas = PaperCanvas(
        file,
        invariant=1,
        lang=language,
        pageCompression=1,
        initialFontName=_FIRST_FONT,
        initialFontSize=8,
    )
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setCreator("Last Days Campaign Manager")
    canvas.setSubject(_("Cards and sheets for Last Days: Zombie Apocalypse"))
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    moment = when.astimezone(UTC)
    canvas.setDateFormatter(lambda *_fields: moment.strftime("D:%Y%m%d%H%M%S+00'00'"))
    canvas.add_metadata(title, author, language, moment)
    return canvas


def _turned_about(printing: _Printing) -> Literal["", "long", "short"]:
    """Return the edge about which sheets are turned for their second side, '' if they have none."""
    if not printing.back_pages:
        return ""
    return "short" if printing.setting.backs == "duplex-short" else "long"


def _pack_objects(written: io.BytesIO, structure: int) -> bytes:
    """Return a document as PDF 1.7, with its many small objects packed together; `structure` is the
    object number of its structure's root."""
    # late: only printing needs it
    import pikepdf

    packed = io.BytesIO()
    with pikepdf.open(written) as opened:
        opened.Root.StructTreeRoot = opened.get_object(structure, 0)
        opened.save(
            packed,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
            deterministic_id=True,
        )
    return packed.getvalue()


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Switch garbage collection off: all objects of a document are kept until it is written, and
    scanning them again and again takes a quarter of the time. A thousand cards may take at most a
    tenth longer than bare ReportLab."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _today() -> datetime:
    """Return the date written into a file; SOURCE_DATE_EPOCH in the environment fixes it."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    if fixed.isdigit():
        return datetime.fromtimestamp(int(fixed), UTC)
    return datetime.now(UTC)
