"""Pages of a PDF as pictures on the screen, and sent to a printer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from lastdays.desktop import spooler
from lastdays.desktop.files import keep_clear, write_whole
from lastdays.errors import LastDaysError
from lastdays.pdf.content import PrintedDocument

if TYPE_CHECKING:
    from lastdays.pdf.preview import Picture, PreviewPages

#: Dots an inch and rows at a time of a page that is sent as a picture.
_DOTS, _ROWS = 600, 1024
#: What Qt keeps the options of a CUPS printer under (`qcups_p.h`), as names and values in turn.
_CUPS_OPTIONS = 0xFE00

#: Is told how many pages are done, and says whether to go on.
Told = Callable[[int], bool]


def image_of(picture: Picture) -> QImage:
    """Return a page's picture for Qt, with pixels of its own."""
    return QImage(
        picture.pixels,
        picture.width,
        picture.height,
        picture.stride,
        QImage.Format.Format_RGB32,
    ).copy()


def prepare(printer: QPrinter, made: PrintedDocument) -> None:
    """Suggest paper and duplex for a document; the dialog shows them, and may say otherwise."""
    # late: PDFium, which only paper needs
    from lastdays.pdf.preview import PreviewPages

    modes = QPrinter.DuplexMode
    edges = {"": modes.DuplexNone, "long": modes.DuplexLongSide, "short": modes.DuplexShortSide}
    pages = PreviewPages(made.pdf)
    printer.setPageLayout(_layout(pages.size(0)))
    pages.close()
    printer.setDuplex(edges[made.edge])
    if made.title:
        printer.setDocName(made.title)


def wanted_pages(printer: QPrinter, count: int) -> list[int]:
    """Return the pages that were asked for in the dialog, counted from 0."""
    ranges = printer.pageRanges()
    return [n for n in range(count) if ranges.isEmpty() or ranges.contains(n + 1)]


def print_document(made: PrintedDocument, printer: QPrinter, told: Told = lambda _n: True) -> int:
    """Print a document at its true size, as the dialog was answered; return how many pages.

    A printer of the system's spooler and a file get the PDF itself; any other printer gets its
    pages as lossless pictures of 600 dots an inch. `told` hears of each of these. Raises
    LastDaysError where the printer doesn't take them or `told` says no, StoreError where "print
    to file" names the open store.
    """
    # late: PDFium, which only paper needs
    from lastdays.pdf.preview import PreviewPages, picked

    wanted = wanted_pages(printer, made.pages)
    if not wanted:
        raise LastDaysError("There are no such pages. Nothing was printed.")
    file, formats = printer.outputFileName(), QPrinter.OutputFormat
    if file:
        keep_clear(Path(file))
    if file and printer.outputFormat() == formats.PdfFormat:
        write_whole(Path(file), picked(made.pdf, wanted))
    elif not file and spooler.takes(printer.printerName()):
        if not told(0):
            raise LastDaysError("Printing was stopped. Nothing was printed.")
        part = made.pdf if len(wanted) == made.pages else picked(made.pdf, wanted)
        spooler.send(part, _job(made, printer, part))
    else:
        pages = PreviewPages(made.pdf)
        try:
            _paint(pages, wanted, printer, told)
        finally:
            pages.close()
    return len(wanted)


def _job(made: PrintedDocument, printer: QPrinter, part: bytes) -> spooler.SpoolJob:
    """Return what a spooler is told: what was chosen in the dialog, on the document's paper."""
    # late: PDFium, which only paper needs
    from lastdays.pdf.preview import PreviewPages

    modes = QPrinter.DuplexMode
    edges = {modes.DuplexNone: "", modes.DuplexLongSide: "long", modes.DuplexShortSide: "short"}
    pages = PreviewPages(part)
    media = _layout(pages.size(0)).pageSize().key()
    pages.close()
    # Of a queue without a driver Qt knows neither: its dialog has no choice, what it says is none.
    known = QPrinterInfo.printerInfo(printer.printerName())
    turns = known.isNull() or {*known.supportedDuplexModes()} - {modes.DuplexNone}
    grey, colour = QPrinter.ColorMode.GrayScale, QPrinter.ColorMode.Color
    colours = known.isNull() or colour in known.supportedColorModes()
    return spooler.SpoolJob(
        queue=printer.printerName(),
        title=made.title or printer.docName() or "Last Days",
        media=media,
        edge=edges.get(printer.duplex()) if turns else made.edge,
        copies=printer.copyCount(),
        collate=printer.collateCopies(),
        grey=bool(colours) and printer.colorMode() == grey,
        backwards=printer.pageOrder() == QPrinter.PageOrder.LastPageFirst,
        more=_cups_options(printer),
    )


def _cups_options(printer: QPrinter) -> tuple[tuple[str, str], ...]:
    """Return what else was chosen of a CUPS printer: only odd pages, a later time, a bill."""
    kept = printer.printEngine().property(
        printer.printEngine().PrintEnginePropertyKey(_CUPS_OPTIONS)
    )
    if not isinstance(kept, list):
        return ()
    words = [str(word) for word in kept]
    return tuple(zip(words[::2], words[1::2], strict=False))


def _layout(points: tuple[float, float]) -> QPageLayout:
    """Return the paper of a page, upright or lying, to its very edges."""
    width, height = points
    upright = QSizeF(min(width, height), max(width, height))
    size = QPageSize(upright, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    ways = QPageLayout.Orientation
    lying = width > height
    return QPageLayout(size, ways.Landscape if lying else ways.Portrait, QMarginsF())


def _paint(pages: PreviewPages, wanted: list[int], printer: QPrinter, told: Told) -> None:
    """Print pages as pictures, some rows at a time: a whole page would take 140 MB."""
    printer.setFullPage(True)
    with QPainter() as painter:
        for turn, n in enumerate(wanted):
            if not told(turn):
                printer.abort()
                raise LastDaysError(
                    "Printing was stopped after {n} of {of} pages.", n=turn, of=len(wanted)
                )
            printer.setPageLayout(_layout(pages.size(n)))
            if turn == 0:
                if not painter.begin(printer):
                    raise LastDaysError("The printer does not answer. Nothing was printed.")
                painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
            elif not printer.newPage():
                raise LastDaysError("The printer stopped after page {n}.", n=turn)
            scale = printer.resolution() / _DOTS
            top = 0
            while True:
                strip = pages.strip(n, _DOTS / 72, top, _ROWS)
                if not strip.height:
                    break
                place = QRectF(0, top * scale, strip.width * scale, strip.height * scale)
                painter.drawImage(place, image_of(strip))
                top += strip.height
        told(len(wanted))
