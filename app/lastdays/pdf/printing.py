"""A document under way: its canvas, its pages so far, and what is said of them."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import Any, Literal

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

from lastdays.pdf.canvas import PaperCanvas
from lastdays.pdf.content import Notice, PrintOptions
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.ink import Pen
from lastdays.pdf.typesetting import Type

_BOOKMARK_MOST = 80
Box = tuple[float, float, float, float]


@dataclass
class Printing:
    """A document under way."""

    canvas: PaperCanvas
    setting: PrintOptions
    type_: Type
    layout: Layout
    pen: Pen
    pages: int = 0
    backs: list[int] = field(default_factory=list)
    kept: dict[object, object] | None = None
    bookmarks: int = 0
    label: str = ""
    labels: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    @property
    def edge(self) -> Literal["", "long", "short"]:
        """Return what the sheet is turned over: '' where there is nothing on its back."""
        if not self.backs:
            return ""
        return "short" if self.setting.backs == "duplex-short" else "long"

    def bookmark(self, title: str) -> None:
        """Note a title for the outline of the file, and as the name of what follows."""
        self.bookmarks += 1
        key = f"b{self.bookmarks}"
        self.canvas.bookmarkPage(key)
        text = self.label = " ".join(title.split())[:_BOOKMARK_MOST] or "—"
        self.canvas.addOutlineEntry(text, key, 0, 0)

    def end_page(self, cut: Box | None = None, bleed: float = 0.0) -> None:
        """End a page; `cut` is where its cards end, in millimetres, else its edge."""
        canvas = self.canvas
        width, height = canvas._pagesize
        left, low, right, high = (n * MM for n in cut) if cut else (0.0, 0.0, width, height)
        canvas.setTrimBox((left, low, right, high))
        more = bleed * MM
        canvas.setBleedBox((left - more, low - more, right + more, high + more))
        canvas.showPage()
        _pack(self.canvas._doc.Pages.pages[-1])
        self.pen.forget()
        self.pages += 1
        self.labels.append(self.label)

    def start_sheet(self) -> None:
        """Leave a page empty where the next would come out on the back of the last: a duplex printer
        lays front and back on one sheet only if the front is an odd page."""
        if self.pages % 2:
            self.end_page()


def _pack(page: Any) -> None:
    """Compress a finished page at once: ReportLab would keep its text until the file is written,
    and a long document would take fifty times its size in memory."""
    content = zlib.compress(page.stream.encode("latin-1")) + b"\n"
    page.Contents = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), content)
    page.stream = None
