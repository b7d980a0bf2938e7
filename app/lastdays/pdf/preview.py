"""Pages of a PDF as pictures, for the preview and for printing through the system."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from threading import RLock
from typing import Any

import pypdfium2 as pdfium

from lastdays.language import _
from lastdays.pdf.content import PrintedDocument
from lastdays.values import Value

#: PDFium isn't thread-safe: two threads in it at once crash the process. Re-entrant, as the garbage
#: collector may close an unused document in the thread that holds the lock.
ONE_AT_A_TIME = RLock()


class Picture(Value):
    """A drawn page: rows of blue, green, red and an unused byte, from the top left."""

    width: int
    height: int
    stride: int
    pixels: bytes


class PreviewPages:
    """An open PDF. Only the page that is asked for is drawn; nothing is kept."""

    def __init__(self, pdf: bytes) -> None:
        with ONE_AT_A_TIME:
            self._document: Any = pdfium.PdfDocument(pdf)
            self.count = len(self._document)

    def size(self, page: int) -> tuple[float, float]:
        """Return a page's width and height in points."""
        with ONE_AT_A_TIME:
            width, height = self._document.get_page_size(page)
        return float(width), float(height)

    def picture(self, page: int, scale: float) -> Picture:
        """Draw a page at a scale, in pixels per point; an empty picture if the document is
        closed."""
        with ONE_AT_A_TIME:
            if self._document is None:
                return _NOTHING
            sheet = self._document[page]
            picture = _drawn(sheet, scale)
            sheet.close()
        return picture

    def strip(self, page: int, scale: float, top: int, rows: int) -> Picture:
        """Draw at most `rows` rows of a page, from `top` pixels below its upper edge; an empty
        picture below its lower edge."""
        with ONE_AT_A_TIME:
            sheet = self._document[page]
            height = math.ceil(sheet.get_height() * scale)
            picture = _NOTHING
            if top < height:
                below = height - top - rows
                # A hair less than whole pixels, as PDFium rounds up.
                cut_below = max(0, below - 0.01) / scale
                cut_above = max(0, top - 0.01) / scale
                picture = _drawn(sheet, scale, crop=(0, cut_below, 0, cut_above))
            sheet.close()
        return picture

    def close(self) -> None:
        """Close the document."""
        with ONE_AT_A_TIME:
            if self._document is not None:
                self._document.close()
                self._document = None

    def __del__(self) -> None:
        # Otherwise pypdfium2 would close it itself, even while another thread draws.
        if hasattr(self, "_document"):
            self.close()


def _drawn(
    sheet: Any, scale: float, crop: tuple[float, float, float, float] = (0, 0, 0, 0)
) -> Picture:
    """Draw a page less what is cropped: at its left, lower, right and upper side, in points."""
    bitmap = sheet.render(scale=scale, crop=crop, rev_byteorder=False, prefer_bgrx=True)
    picture = Picture(
        width=bitmap.width,
        height=bitmap.height,
        stride=bitmap.stride,
        pixels=bytes(bitmap.buffer),
    )
    bitmap.close()
    return picture


def picked(pdf: bytes, pages: Sequence[int]) -> bytes:
    """Return a document with some pages of `pdf`, counted from 0; `pdf` itself if they are all of
    its pages."""
    with ONE_AT_A_TIME:
        source: Any = pdfium.PdfDocument(pdf)
        if list(pages) == list(range(len(source))):
            source.close()
            return pdf
        target: Any = pdfium.PdfDocument.new()
        target.import_pages(source, list(pages))
        kept = io.BytesIO()
        target.save(kept)
        target.close()
        source.close()
    return kept.getvalue()


_NAME_MOST = 60


#: A page without any pixel.
_NOTHING = Picture(width=0, height=0, stride=0, pixels=b"")


def pictures_of(made: PrintedDocument, dpi: int) -> Iterator[tuple[str, bytes]]:
    """Draw a document page by page; yield each file's name and its content.

    The same document gives the same bytes.
    """
    pages = PreviewPages(made.pdf)
    try:
        figures = len(str(made.pages))
        for n in range(made.pages):
            name = _page_name(made.labels[n])
            if n in made.backs:
                name = _("{card} back", card=name)
            picture = pages.picture(n, dpi / 72)
            yield f"{n + 1:0{figures}} {name}.png", _png(picture, dpi)
    finally:
        pages.close()


def _page_name(label: str) -> str:
    """Return the part of a label that can be a file's name."""
    name = re.sub(r"[^\w\- ]+", "", label).strip()
    return name[:_NAME_MOST] or _("page")


def _png(picture: Picture, dpi: int) -> bytes:
    """Return a drawn page as PNG."""
    # late: pictures, which need Pillow, are seldom wanted
    from PIL import Image

    size = (picture.width, picture.height)
    image = Image.frombytes("RGB", size, picture.pixels, "raw", "BGRX", picture.stride)
    file = io.BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()
