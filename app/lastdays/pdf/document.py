"""A PDF document from cards and sheets: composed, laid on paper, written."""

from __future__ import annotations

import gc
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from threading import Lock

from lastdays.errors import CancelledError, LastDaysError
from lastdays.language import _, tag
from lastdays.pdf.canvas import PaperCanvas
from lastdays.pdf.card_sheets import CardSheets
from lastdays.pdf.cards import letters
from lastdays.pdf.content import (
    Card,
    Content,
    PrintedDocument,
    PrintOptions,
    RosterSheet,
    Sheet,
    TestSheet,
    TextSheet,
    TokenSheet,
    ZombieSheet,
)
from lastdays.pdf.form_layout import draw_form_page, pages_of_form
from lastdays.pdf.forms import FormSheet
from lastdays.pdf.imposition import (
    MM,
    PAPERS,
    Printing,
    back_shift,
    backs_of,
    grid,
    layout_of,
)
from lastdays.pdf.ink import Pen, ink
from lastdays.pdf.sheets import draw_page, draw_test, draw_tokens, page_ruler, pages_of, token_pages
from lastdays.pdf.typesetting import Type

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
    kept: dict[object, object] | None = None,
) -> PrintedDocument:
    """Make one PDF of cards and sheets, in their order; cards that follow each other share sheets.

    `progress` is told how many contents are done, and says whether to go on. With `first` the
    document ends after its first sheet. `kept` keeps cards as they were composed for the next
    document of the same values. The same contents and setting give the same bytes, apart from
    `when`. Raises DocumentError for a layout that
    does not fit the paper, CancelledError where `progress` said no.
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
        under_way = Printing(
            canvas,
            setting,
            type_,
            layout,
            Pen(canvas, ink(saver=setting.ink_saver)),
            kept=kept,
        )
        cards = CardSheets(under_way)
        for done, content in enumerate(contents, start=1):
            if isinstance(content, Card):
                cards.add(content)
            else:
                cards.finish()
                _add_sheet(under_way, content)
            if progress is not None and not progress(done):
                raise CancelledError
            if first and under_way.pages:
                break
        else:
            cards.finish()
        if not under_way.pages:
            raise LastDaysError(_("There's nothing to print yet: tick something first."))
        canvas.setViewerPreference("Duplex", _DUPLEX[under_way.edge])
        if under_way.bookmarks:
            canvas.showOutline()
        canvas.save()
    return PrintedDocument(
        buffer.getvalue(),
        tuple(under_way.notices),
        under_way.pages,
        title,
        under_way.edge,
        tuple(under_way.backs),
        tuple(under_way.labels),
    )


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Look for no garbage within: what a document is made of is kept until it is written, and to go
    through all of it again and again takes a quarter of the time, and a thousand cards may take a tenth
    longer than bare ReportLab."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _today() -> datetime:
    """Return the date a file says; SOURCE_DATE_EPOCH in the environment fixes it."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)


def _add_sheet(under_way: Printing, content: Sheet) -> None:
    setting = under_way.setting
    if isinstance(content, TestSheet):
        _test_sheet(under_way, content)
        return
    type_, pen = under_way.type_, under_way.pen
    pages: list[tuple[tuple[float, float], Callable[[], None]]]
    if isinstance(content, FormSheet):
        type_.undrawable.clear()
        type_.borrowed.clear()
        forms = pages_of_form(content, setting.paper, type_)
        pages = [(form.size, partial(draw_form_page, pen, form)) for form in forms]
        under_way.notices += letters(type_, content.title)
    elif isinstance(content, TokenSheet):
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
            if not isinstance(content, RosterSheet | TextSheet | ZombieSheet):
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
