"""Makes a PDF document of cards and sheets: composes them, lays them on paper, writes the file."""

from __future__ import annotations

import gc
import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain, repeat
from threading import Lock
from typing import Literal

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

from lastdays.errors import CancelledError, LastDaysError
from lastdays.language import _, tag
from lastdays.pdf.canvas import PaperCanvas
from lastdays.pdf.cards import Face, compose, draw_face, group_back
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
#: A face, its lower left corner in millimetres, and whether it is upside down.
_Side = tuple[Face | None, float, float, bool]
Box = tuple[float, float, float, float]


class _Printing:
    """A document being made. Cards are collected until a sheet is full; the sheet is then drawn and
    forgotten."""

    def __init__(self, pen: Pen, setting: PrintOptions, type_: Type, layout: Layout) -> None:
        self.pen, self.setting, self.type_, self.layout = pen, setting, type_, layout
        self.canvas: PaperCanvas = pen.canvas
        self.backs = backs_of(layout, setting)
        self.duplex = self.backs in ("duplex-long", "duplex-short")
        self.bookmarks = 0
        self.notices: list[Notice] = []
        #: The name of each page's content; and the pages on the back of the one before.
        self.labels: list[str] = []
        self.behind: list[int] = []
        self._label = ""
        self._waiting: list[tuple[str, Face, Face | None]] = []

    @cached_property
    def grid(self) -> Grid:
        """Return the arrangement of a sheet. A layout that doesn't fit is refused only when a card
        is to be drawn."""
        return grid(self.layout, self.setting)

    def add(self, content: Card) -> None:
        """Compose a card, add its copies, and draw the sheets that are full."""
        notices, sides = self._sides(content)
        self.notices += notices
        for side in sides * self.setting.copies:
            self._waiting.append(side)
            if len(self._waiting) == len(self.grid.slots):
                self._draw()

    def _sides(self, content: Card) -> tuple[list[Notice], list[tuple[str, Face, Face | None]]]:
        """Compose a card; return its notices, and its fronts with their backs, the first with its
        name."""
        setting, hidden = self.setting, None
        if setting.group_backs and isinstance(content, CharacterCard) and not content.blank:
            hidden = group_back(content, self.layout, self.type_)
        backs = self.backs != "none" and hidden is None
        made = compose(
            content, self.layout, self.type_, backs=backs, front_notes=setting.front_notes
        )
        behind: Iterable[Face | None] = made.faces[1::2]
        if not backs:
            behind = repeat(hidden if self.backs != "none" else None)
        named = chain([made.about], repeat(""))
        fronts = made.faces[:: 2 if backs else 1]
        return made.notices, list(zip(named, fronts, behind, strict=False))

    def finish(self, spare: Card | None = None) -> None:
        """Draw the last sheet if it isn't full; copies of a spare card fill its free places."""
        if not self._waiting:
            return
        if spare is not None:
            free = len(self.grid.slots) - len(self._waiting)
            self._waiting += self._sides(spare)[1] * free
        self._draw()

    def _draw(self) -> None:
        place, setting = self.grid, self.setting
        size = (place.page[0] * MM, place.page[1] * MM)
        if self.duplex:
            self._start_sheet()
        self.canvas.setPageSize(size)
        sides: list[_Side] = []
        for (name, front, back), slot in zip(self._waiting, place.slots, strict=False):
            if name:
                self._bookmark(name)
            sides += self._folded(front, back, *slot) if place.fold else [(front, *slot, False)]
        self._faces(sides)
        self._marks()
        self._end_page(self._block(), setting.bleed)
        if self.duplex:
            self._draw_backs(size)
        self._waiting.clear()

    def _draw_backs(self, size: tuple[float, float]) -> None:
        """Draw the page of backs behind the fronts; `size` is that of the page, in points."""
        canvas, setting, place = self.canvas, self.setting, self.grid
        canvas.setPageSize(size)
        canvas.saveState()
        if not setting.one_a_page:
            right, up = back_shift(place.page, setting)
            canvas.translate(right * MM, up * MM)
        sides = []
        for (_name, _front, back), slot in zip(self._waiting, place.slots, strict=False):
            x, y, turned = (
                (*slot, False)
                if setting.one_a_page
                else back_slot(slot, self.layout, place.page, self.backs)
            )
            sides.append((back, x, y, turned))
        self._faces(sides)
        if setting.back_marks and setting.crop_marks:
            canvas.tags.artifact()
            self._crop_marks()
        canvas.restoreState()
        self.behind.append(len(self.labels))
        self._end_page(self._block(), setting.bleed)

    def _block(self) -> Box:
        """Return the left, lower, right and upper edge of all cards of a sheet, in millimetres."""
        place = self.grid
        left, low = (min(slot[n] for slot in place.slots) for n in (0, 1))
        return left, low, place.page[0] - left, place.page[1] - low

    def _folded(self, front: Face, back: Face | None, x: float, y: float) -> list[_Side]:
        """Lay the back beside the front, or above it upside down, so that it is behind the front
        once folded."""
        if self.grid.fold == "side":
            return [(back, x, y, False), (front, x + self.layout.width, y, False)]
        return [(front, x, y, False), (back, x, y + self.layout.height, True)]

    def _faces(self, sides: list[_Side]) -> None:
        """Draw the faces of a page; bleed ends where another face is adjacent, such as at a
        fold."""
        width, height = self.layout.width, self.layout.height
        taken = {(round(x, 2), round(y, 2)) for _face, x, y, _turned in sides}
        for face, x, y, turned in sides:
            if face is None:
                continue
            beside = [
                (round(x + right, 2), round(y + up, 2)) in taken
                for right, up in ((-width, 0), (0, -height), (width, 0), (0, height))
            ]
            self._face(face, x, y, turned=turned, closed=beside)

    def _face(
        self, face: Face, x: float, y: float, *, turned: bool, closed: Sequence[bool]
    ) -> None:
        """Draw a face on the sheet; `closed` tells which sides have no bleed: left, lower, right,
        upper."""
        canvas, layout, bleed = self.canvas, self.layout, self.setting.bleed
        canvas.saveState()
        if bleed and any(closed):
            left, low, right, high = (0.0 if side else bleed for side in closed)
            box = (x - left, y - low, layout.width + left + right, layout.height + low + high)
            canvas.path(" ".join(f"{n * MM:.3f}" for n in box) + " re W n")
        if turned:
            canvas.translate((x + layout.width) * MM, (y + layout.height) * MM)
            canvas.rotate(180)
        else:
            canvas.translate(x * MM, y * MM)
        self.pen.forget()
        draw_face(self.pen, face, layout)
        canvas.restoreState()
        self.pen.forget()

    def _marks(self) -> None:
        """Draw crop marks and a scale around the block of cards, within the printable area."""
        setting = self.setting
        if setting.one_a_page:
            return
        self.canvas.tags.artifact()
        if setting.crop_marks:
            self._crop_marks()
        if setting.ruler:
            left, low, _right, _high = self._block()
            length = 50 if self.layout.width >= 54 else 40
            y = (low - setting.bleed - 2.3) * MM
            self.pen.fill("faint")
            draw_ruler(self.pen, (left + 1.5) * MM, y, length, self.type_, f"{length} mm")

    def _crop_marks(self) -> None:
        canvas, place, setting = self.canvas, self.grid, self.setting
        if setting.one_a_page:
            return
        left, low, right, high = self._block()
        near = setting.bleed + 0.8
        self.pen.stroke("text", 0.3)
        verticals = {x for x, _y in place.slots} | {x + place.unit[0] for x, _y in place.slots}
        levels = {y for _x, y in place.slots} | {y + place.unit[1] for _x, y in place.slots}
        end = MARGIN + _STROKE
        long_y, long_x = min(4.0, low - end - near), min(4.0, left - end - near)

        def line(*ends: float) -> None:
            canvas.line(*(n * MM for n in ends))

        def upright(x: float) -> None:
            line(x, low - near, x, low - near - long_y)
            line(x, high + near, x, high + near + long_y)

        def level(y: float) -> None:
            line(left - near, y, left - near - long_x, y)
            line(right + near, y, right + near + long_x, y)

        for x in sorted(verticals):
            upright(x)
        for y in sorted(levels):
            level(y)
        if place.fold:
            canvas.setDash(2, 2)
            for x, y in place.slots:
                if place.fold == "side":
                    upright(x + self.layout.width)
                else:
                    level(y + self.layout.height)
            canvas.setDash()

    # Sheets and pages

    def add_sheet(self, content: Sheet) -> None:
        """Draw the pages of a sheet."""
        setting, type_, canvas = self.setting, self.type_, self.canvas
        if isinstance(content, TestSheet):
            self._add_test(content)
            return
        if isinstance(content, TokenSheet):
            pages = [*token_pages(content, setting.paper, type_)]
        else:
            pages, notices = pages_of(content, setting.paper, type_)
            self.notices += notices
        for _copy in range(setting.copies):
            for n, page in enumerate(pages):
                canvas.setPageSize(page.size)
                if n == 0:
                    self._bookmark(content.title)
                canvas.tags.section(content.title)
                draw_rows(self.pen, page.rows)
                if setting.ruler:
                    page_ruler(self.pen, type_)
                self._end_page()

    def _add_test(self, content: TestSheet) -> None:
        setting, canvas, paper = self.setting, self.canvas, PAPERS[self.setting.paper]
        page = (paper.width, paper.height)
        if self.duplex:
            page = self.grid.page  # oriented like sheets of cards
        size = (page[0] * MM, page[1] * MM)
        self._start_sheet()
        for back in (False, True):
            canvas.setPageSize(size)
            if back:
                self.behind.append(len(self.labels))
                canvas.saveState()
                right, up = back_shift(page, setting)
                canvas.translate(right * MM, up * MM)
            else:
                self._bookmark(content.title)
            canvas.tags.section(content.title)
            canvas.tags.part("P")
            draw_test(self.pen, size, back, self.type_, moved=setting.offset != (0.0, 0.0))
            if back:
                canvas.restoreState()
            self._end_page()

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
        canvas, more = self.canvas, bleed * MM
        width, height = canvas._pagesize
        left, low, right, high = (n * MM for n in cut) if cut else (0.0, 0.0, width, height)
        canvas.setTrimBox((left, low, right, high))
        canvas.setBleedBox((left - more, low - more, right + more, high + more))
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
        type_.fonts.register("BarlowSemiCondensed-Regular")
        buffer = io.BytesIO()
        canvas = PaperCanvas(
            buffer,
            invariant=1,
            lang=language or tag(),
            pageCompression=1,
            initialFontName="BarlowSemiCondensed-Regular",
            initialFontSize=8,
        )
        canvas.setTitle(title)
        canvas.setAuthor(author)
        canvas.setCreator("Last Days Campaign Manager")
        canvas.setSubject(_("Cards and sheets for Last Days: Zombie Apocalypse"))
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        moment = (when or _today()).astimezone(UTC)
        canvas.setDateFormatter(lambda *_fields: moment.strftime("D:%Y%m%d%H%M%S+00'00'"))
        canvas.tell(title, author, language or tag(), moment)
        pen = Pen(canvas, SAVER if setting.ink_saver else FULL, setting.bleed * MM)
        printing = _Printing(pen, setting, type_, layout)
        for done, content in enumerate(contents, start=1):
            if isinstance(content, Card):
                printing.add(content)
            else:
                printing.finish(spare)
                printing.add_sheet(content)
            if progress is not None and not progress(done):
                raise CancelledError
        printing.finish(spare)
        if not printing.labels:
            raise LastDaysError("There's nothing to print yet: tick something first.")
        edge: Literal["", "long", "short"] = ""
        if printing.behind:
            edge = "short" if setting.backs == "duplex-short" else "long"
        canvas.setViewerPreference("Duplex", _DUPLEX[edge])
        if printing.bookmarks:
            canvas.showOutline()
        written = _packed(buffer, canvas.write(buffer))
    return PrintedDocument(
        written,
        tuple(printing.notices),
        len(printing.labels),
        title,
        edge,
        tuple(printing.behind),
        tuple(printing.labels),
    )


def _packed(written: io.BytesIO, structure: int) -> bytes:
    """Return a document as PDF 1.7, with its many small objects packed together; `structure` is the
    object number of its structure's root."""
    # late: only printing needs it
    import pikepdf

    made = io.BytesIO()
    with pikepdf.open(written) as opened:
        opened.Root.StructTreeRoot = opened.get_object(structure, 0)
        opened.save(
            made,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
            deterministic_id=True,
        )
    return made.getvalue()


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
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)
