"""Pages of a PDF as images for the screen, and printing them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from lastdays.desktop import spooler
from lastdays.desktop.files import refuse_open_store, write_whole
from lastdays.errors import LastDaysError
from lastdays.pdf.content import PrintedDocument

if TYPE_CHECKING:
    from lastdays.pdf.preview import Picture, PreviewPages

#: The dots per inch of a page that is sent as images.
_DOTS = 600
#: How many rows of dots are sent at a time.
_ROWS = 1024
#: The key of Qt's property with the options of a CUPS printer (`qcups_p.h`): names and values in turn.
_CUPS_OPTIONS = 0xFE00
_Duplex = QPrinter.DuplexMode
_DUPLEX = {
    "": _Duplex.DuplexNone,
    "long": _Duplex.DuplexLongSide,
    "short": _Duplex.DuplexShortSide,
}

#: Is called with the number of pages done, and returns whether to go on.
Progress = Callable[[int], bool]


def image_of(picture: Picture) -> QImage:
    """Return the picture of a page as an image of Qt, with a copy of its pixels."""
    return QImage(
        picture.pixels,
        picture.width,
        picture.height,
        picture.stride,
        QImage.Format.Format_RGB32,
    ).copy()


def prepare_printer(printer: QPrinter, made: PrintedDocument) -> None:
    """Preset the paper and duplex of a document; the user may change them in the dialog."""
    printer.setPageLayout(_first_layout(made.pdf))
    printer.setDuplex(_DUPLEX[made.edge])
    if made.title:
        printer.setDocName(made.title)


def wanted_pages(printer: QPrinter, count: int) -> list[int]:
    """Return the pages selected in the dialog, counted from 0."""
    ranges = printer.pageRanges()
    return [n for n in range(count) if ranges.isEmpty() or ranges.contains(n + 1)]


def print_document(
    made: PrintedDocument, printer: QPrinter, report_progress: Progress = lambda _n: True
) -> int:
    """Print a document at its true size, with the settings of the dialog; return the number of pages.

    A printer of the system's spooler and a file get the PDF itself; any other printer gets its
    pages as lossless images of 600 dots per inch, and `report_progress` is called for each. Raises
    LastDaysError if the printer refuses them or `report_progress` returns False, StoreError if "print to file"
    names the open store.
    """
    # late: PDFium, which only paper needs
    from lastdays.pdf.preview import PreviewPages

    wanted = wanted_pages(printer, made.pages)
    if not wanted:
        raise LastDaysError("Those pages don't exist. Nothing was printed.")
    file = printer.outputFileName()
    to_pdf = printer.outputFormat() == QPrinter.OutputFormat.PdfFormat
    if file:
        refuse_open_store(Path(file))
    if file and to_pdf:
        write_whole(Path(file), _pages_of(made, wanted))
    elif not file and spooler.takes(printer.printerName()):
        if not report_progress(0):
            raise LastDaysError("Printing was stopped. Nothing was printed.")
        part = made.pdf if len(wanted) == made.pages else _pages_of(made, wanted)
        spooler.send(part, _job(made, printer, part))
    else:
        pages = PreviewPages(made.pdf)
        try:
            _paint_pages(pages, wanted, printer, report_progress)
        finally:
            pages.close()
    return len(wanted)


def _pages_of(made: PrintedDocument, wanted: list[int]) -> bytes:
    """Return a PDF of some pages of a document."""
    # late: PDFium, which only paper needs
    from lastdays.pdf.preview import picked

    return picked(made.pdf, wanted)


def _job(made: PrintedDocument, printer: QPrinter, part: bytes) -> spooler.SpoolJob:
    """Return the job for the spooler: the settings of the dialog, on the document's paper."""
    queue = QPrinterInfo.printerInfo(printer.printerName())
    # For a queue without a driver, Qt knows neither duplex nor colours: its dialog offers no choice.
    has_no_driver = queue.isNull()
    duplex_modes = set(queue.supportedDuplexModes()) - {_Duplex.DuplexNone}
    if has_no_driver or duplex_modes:
        edges = {mode: edge for edge, mode in _DUPLEX.items()}
        edge = edges.get(printer.duplex())
    else:
        edge = made.edge
    has_colour = has_no_driver or QPrinter.ColorMode.Color in queue.supportedColorModes()
    is_grey = printer.colorMode() == QPrinter.ColorMode.GrayScale
    return spooler.SpoolJob(
        queue=printer.printerName(),
        title=made.title or printer.docName() or "Last Days",
        media=_first_layout(part).pageSize().key(),
        edge=edge,
        copies=printer.copyCount(),
        collate=printer.collateCopies(),
        grey=has_colour and is_grey,
        backwards=printer.pageOrder() == QPrinter.PageOrder.LastPageFirst,
        more=_cups_options(printer),
    )


def _cups_options(printer: QPrinter) -> tuple[tuple[str, str], ...]:
    """Return the other options of a CUPS printer, such as only odd pages or a later time."""
    engine = printer.printEngine()
    options = engine.property(engine.PrintEnginePropertyKey(_CUPS_OPTIONS))
    if not isinstance(options, list):
        return ()
    words = [str(word) for word in options]
    names = words[::2]
    values = words[1::2]
    return tuple(zip(names, values, strict=False))


def _first_layout(pdf: bytes) -> QPageLayout:
    """Return the layout of a document's first page."""
    # late: PDFium, which only paper needs
    from lastdays.pdf.preview import PreviewPages

    pages = PreviewPages(pdf)
    layout = _layout(pages.size(0))
    pages.close()
    return layout


def _layout(points: tuple[float, float]) -> QPageLayout:
    """Return the layout of a page of this size, portrait or landscape, without margins."""
    width, height = points
    upright = QSizeF(min(width, height), max(width, height))
    size = QPageSize(upright, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    if width > height:
        orientation = QPageLayout.Orientation.Landscape
    else:
        orientation = QPageLayout.Orientation.Portrait
    return QPageLayout(size, orientation, QMarginsF())


def _paint_pages(
    pages: PreviewPages, numbers: list[int], printer: QPrinter, report_progress: Progress
) -> None:
    """Print pages as images, some rows at a time: a whole page would take 140 MB."""
    printer.setFullPage(True)
    with QPainter() as painter:
        for done, number in enumerate(numbers):
            goes_on = report_progress(done)
            if not goes_on:
                printer.abort()
                raise LastDaysError(
                    "Printing was stopped after {n} of {of} pages.", n=done, of=len(numbers)
                )
            printer.setPageLayout(_layout(pages.size(number)))
            is_first = done == 0
            if is_first:
                if not painter.begin(printer):
                    raise LastDaysError("The printer isn't responding. Nothing was printed.")
                painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
            elif not printer.newPage():
                raise LastDaysError("The printer stopped after page {n}.", n=done)
            _paint_page(pages, number, painter, printer.resolution() / _DOTS)
        report_progress(len(numbers))


def _paint_page(pages: PreviewPages, number: int, painter: QPainter, scale: float) -> None:
    """Paint a page strip by strip; `scale` are the printer's dots for one of the picture's."""
    top = 0
    strip = pages.strip(number, _DOTS / 72, top, _ROWS)
    while strip.height:
        area = QRectF(0, top * scale, strip.width * scale, strip.height * scale)
        painter.drawImage(area, image_of(strip))
        top += strip.height
        strip = pages.strip(number, _DOTS / 72, top, _ROWS)
