"""A PDF document from cards and sheets: composed, laid on paper, written."""

from __future__ import annotations

import gc
import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import chain, repeat
from threading import Lock

from lastdays.errors import CancelledError, LastDaysError
from lastdays.language import _, tag
from lastdays.pdf.canvas import PaperCanvas
from lastdays.pdf.cards import (
    Composed,
    Face,
    GroupBack,
    compose,
    design_of,
    draw_face,
    draw_group_back,
)
from lastdays.pdf.content import (
    Card,
    Content,
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
    Box,
    Grid,
    Printing,
    back_shift,
    back_slot,
    backs_of,
    grid,
    layout_of,
)
from lastdays.pdf.shapes import Pen, ink
from lastdays.pdf.sheets import (
    draw_page,
    draw_ruler,
    draw_test,
    draw_tokens,
    page_ruler,
    pages_of,
    token_pages,
)
from lastdays.pdf.typesetting import Type

#: So far a line reaches beyond its end, in millimetres.
_STROKE = 0.15
#: A face, its lower left corner in millimetres, and whether it stands on its head.
_Side = tuple[Face | GroupBack | None, float, float, bool]


class CardSheets:
    """Cards gathered until a sheet is full; the sheet is then drawn and forgotten."""

    def __init__(self, under_way: Printing) -> None:
        self.under_way = under_way
        self.backs = backs_of(under_way.layout, under_way.setting)
        self._grid: Grid | None = None
        self._waiting: list[tuple[str, Face, Face | GroupBack | None]] = []

    @property
    def grid(self) -> Grid:
        """Return the sheet; a layout that doesn't fit is refused when the first card is to be
        drawn."""
        if self._grid is None:
            self._grid = grid(self.under_way.layout, self.under_way.setting)
        return self._grid

    def add(self, content: Card) -> None:
        """Compose a card and its copies, and draw the sheets that are full."""
        room = len(self.grid.slots)
        composed, sides = self._sides(content)
        self.under_way.notices += composed.notices
        for side in sides * self.under_way.setting.copies:
            self._waiting.append(side)
            if len(self._waiting) == room:
                self._draw()

    def _sides(
        self, content: Card
    ) -> tuple[Composed, list[tuple[str, Face, Face | GroupBack | None]]]:
        """Compose a card; return its fronts with their backs, too, the first with its name."""
        setting = self.under_way.setting
        design = design_of(content, front_notes=setting.front_notes)
        hidden = design.group_back if setting.group_backs else None
        backs = self.backs != "none" and hidden is None
        made = compose(design, self.under_way.layout, self.under_way.type_, backs=backs)
        behind: Iterable[Face | GroupBack | None] = made.faces[1::2]
        if not backs:
            behind = repeat(hidden if self.backs != "none" else None)
        fronts = zip(made.faces[:: 2 if backs else 1], behind, strict=False)
        named = chain([made.about], repeat(""))
        return made, [(name, *side) for name, side in zip(named, fronts, strict=False)]

    def finish(self, spare: Card | None = None) -> None:
        """Draw what is left on a sheet that isn't full; its free places take a spare card."""
        if not self._waiting:
            return
        if spare is not None:
            free = len(self.grid.slots) - len(self._waiting)
            self._waiting += self._sides(spare)[1] * free
        self._draw()

    def _draw(self) -> None:
        under_way, waiting = self.under_way, self._waiting
        canvas, place, setting = under_way.canvas, self.grid, under_way.setting
        size = (place.page[0] * MM, place.page[1] * MM)
        if self.backs in ("duplex-long", "duplex-short"):
            under_way.start_sheet()
        canvas.setPageSize(size)
        sides: list[_Side] = []
        for (name, front, back), slot in zip(waiting, place.slots, strict=False):
            if name:
                under_way.bookmark(name)
            sides += self._folded(front, back, *slot) if place.fold else [(front, *slot, False)]
        self._faces(sides)
        self._marks()
        under_way.end_page(self._block(), setting.bleed)
        if self.backs in ("duplex-long", "duplex-short"):
            self._draw_backs(size)
        waiting.clear()

    def _draw_backs(self, size: tuple[float, float]) -> None:
        """Draw the page behind the one with the fronts; `size` is its own, in points."""
        under_way, place = self.under_way, self.grid
        canvas, setting = under_way.canvas, under_way.setting
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
                else back_slot(slot, under_way.layout, place.page, self.backs)
            )
            sides.append((back, x, y, turned))
        self._faces(sides)
        if setting.back_marks and setting.crop_marks:
            canvas.tags.artifact()
            self._crop_marks()
        canvas.restoreState()
        under_way.backs.append(under_way.pages)
        under_way.end_page(self._block(), setting.bleed)

    def _block(self) -> Box:
        """Return the edges of all cards of a sheet, in millimetres."""
        place = self.grid
        left, low = (min(slot[n] for slot in place.slots) for n in (0, 1))
        return left, low, place.page[0] - left, place.page[1] - low

    def _folded(
        self, front: Face, back: Face | GroupBack | None, x: float, y: float
    ) -> list[_Side]:
        """Lay the back beside the front, or above it upside down, so that folding brings it
        behind."""
        layout = self.under_way.layout
        if self.grid.fold == "side":
            return [(back, x, y, False), (front, x + layout.width, y, False)]
        return [(front, x, y, False), (back, x, y + layout.height, True)]

    def _faces(self, sides: list[_Side]) -> None:
        """Draw the faces of a page; bleed ends where another face is adjacent, such as at a
        fold."""
        width, height = self.under_way.layout.width, self.under_way.layout.height
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
        self, face: Face | GroupBack, x: float, y: float, *, turned: bool, closed: Sequence[bool]
    ) -> None:
        """Draw a face on the sheet; `closed` are its sides without bleed: left, low, right,
        high."""
        under_way = self.under_way
        canvas, layout = under_way.canvas, under_way.layout
        canvas.saveState()
        bleed = under_way.setting.bleed
        if bleed and any(closed):
            left, low, right, high = (0.0 if side else bleed for side in closed)
            box = (x - left, y - low, layout.width + left + right, layout.height + low + high)
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

    def _marks(self) -> None:
        """Draw crop marks and a scale around the block of cards, within the printable area."""
        under_way, setting = self.under_way, self.under_way.setting
        if setting.one_a_page:
            return
        under_way.canvas.tags.artifact()
        if setting.crop_marks:
            self._crop_marks()
        if setting.ruler:
            left, low, _right, _high = self._block()
            length = 50 if under_way.layout.width >= 54 else 40
            y = (low - setting.bleed - 2.3) * MM
            under_way.pen.fill(under_way.pen.ink.faint)
            draw_ruler(under_way.pen, (left + 1.5) * MM, y, length, under_way.type_, f"{length} mm")

    def _crop_marks(self) -> None:
        under_way, place, setting = self.under_way, self.grid, self.under_way.setting
        if setting.one_a_page:
            return
        canvas, layout = under_way.canvas, under_way.layout
        left, low, right, high = self._block()
        near = setting.bleed + 0.8
        under_way.pen.stroke(under_way.pen.ink.text, 0.3)
        verticals = {x for x, _y in place.slots} | {x + place.unit[0] for x, _y in place.slots}
        levels = {y for _x, y in place.slots} | {y + place.unit[1] for _x, y in place.slots}
        end = MARGIN + _STROKE
        long_y, long_x = min(4.0, low - end - near), min(4.0, left - end - near)

        def upright(x: float) -> None:
            _line_mm(canvas, x, low - near, x, low - near - long_y)
            _line_mm(canvas, x, high + near, x, high + near + long_y)

        def level(y: float) -> None:
            _line_mm(canvas, left - near, y, left - near - long_x, y)
            _line_mm(canvas, right + near, y, right + near + long_x, y)

        for x in sorted(verticals):
            upright(x)
        for y in sorted(levels):
            level(y)
        if place.fold:
            canvas.setDash(2, 2)
            for x, y in place.slots:
                if place.fold == "side":
                    upright(x + layout.width)
                else:
                    level(y + layout.height)
            canvas.setDash()


def _line_mm(canvas: PaperCanvas, x1: float, y1: float, x2: float, y2: float) -> None:
    canvas.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)


#: ReportLab knows its fonts by name for the whole process: one document at a time.
_ONE_AT_A_TIME = Lock()
#: How a printer is asked to print the file: on both sides only where it has backs.
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
    first: bool = False,
    spare: Card | None = None,
) -> PrintedDocument:
    """Make one PDF of cards and sheets, in order; cards that follow each other share sheets, and a
    `spare` one fills the free places of the last.

    `progress` is called with the number of contents done, and returns whether to go on. With
    `first` the document ends after its first sheet. The same contents and setting give the same bytes, apart
    from `when`. Raises DocumentError for a layout that doesn't fit the paper, CancelledError if
    `progress` returned false.
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
        under_way = Printing(
            canvas,
            setting,
            type_,
            layout,
            Pen(canvas, ink(saver=setting.ink_saver)),
        )
        cards = CardSheets(under_way)
        for done, content in enumerate(contents, start=1):
            if isinstance(content, Card):
                cards.add(content)
            else:
                cards.finish(spare)
                _add_sheet(under_way, content)
            if progress is not None and not progress(done):
                raise CancelledError
            if first and under_way.pages:
                break
        else:
            cards.finish(spare)
        if not under_way.pages:
            raise LastDaysError("There's nothing to print yet: tick something first.")
        canvas.setViewerPreference("Duplex", _DUPLEX[under_way.edge])
        if under_way.bookmarks:
            canvas.showOutline()
        written = _packed(buffer, canvas.write(buffer))
    return PrintedDocument(
        written,
        tuple(under_way.notices),
        under_way.pages,
        title,
        under_way.edge,
        tuple(under_way.backs),
        tuple(under_way.labels),
    )


def _packed(written: io.BytesIO, structure: int) -> bytes:
    """Return a document as PDF 1.7, its many small objects packed together; `structure` is the
    number of its structure's root."""
    # late: only what is printed needs it
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
    """Switch garbage collection off within: everything a document is made of is kept until it is
    written, and going through it again and again takes a quarter of the time. A thousand cards may
    take a tenth longer than bare ReportLab."""
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


def _add_sheet(under_way: Printing, content: Sheet) -> None:
    setting = under_way.setting
    if isinstance(content, TestSheet):
        _test_sheet(under_way, content)
        return
    type_, pen = under_way.type_, under_way.pen
    pages: list[tuple[tuple[float, float], Callable[[], None]]]
    if isinstance(content, TokenSheet):
        tokens = token_pages(content, setting.paper)
        pages = [(page.size, partial(draw_tokens, pen, page, type_)) for page in tokens]
    else:
        sheets, notices = pages_of(content, setting.paper, type_)
        pages = [(sheet.size, partial(draw_page, pen, sheet)) for sheet in sheets]
        under_way.notices += notices
    for _copy in range(setting.copies):
        for n, (size, draw) in enumerate(pages):
            under_way.canvas.setPageSize(size)
            if n == 0:
                under_way.bookmark(content.title)
            under_way.canvas.tags.section(content.title)
            if isinstance(content, TokenSheet):
                under_way.canvas.tags.part("P")
            draw()
            if setting.ruler:
                page_ruler(pen, type_)
            under_way.end_page()


def _test_sheet(under_way: Printing, content: TestSheet) -> None:
    setting = under_way.setting
    paper = PAPERS[setting.paper]
    page = (paper.width, paper.height)
    if backs_of(under_way.layout, setting) in ("duplex-long", "duplex-short"):
        page = grid(under_way.layout, setting).page  # as it will lie in the printer
    size = (page[0] * MM, page[1] * MM)
    canvas = under_way.canvas
    under_way.start_sheet()
    for back in (False, True):
        canvas.setPageSize(size)
        if back:
            under_way.backs.append(under_way.pages)
            canvas.saveState()
            right, up = back_shift(page, setting)
            canvas.translate(right * MM, up * MM)
        else:
            under_way.bookmark(content.title)
        canvas.tags.section(content.title)
        canvas.tags.part("P")
        moved = setting.offset != (0.0, 0.0)
        draw_test(under_way.pen, size, back, under_way.type_, moved=moved)
        if back:
            canvas.restoreState()
        under_way.end_page()
