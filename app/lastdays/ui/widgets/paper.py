"""Pages of a PDF on the screen and on a printer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QRect, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter

from lastdays.errors import LastDaysError
from lastdays.files import keep_clear
from lastdays.language import _
from lastdays.pdf.content import Backs

if TYPE_CHECKING:
    from lastdays.pdf.preview import Picture, PreviewPages

#: Finer is not seen on a card and takes minutes on a slow machine.
_DOTS_AN_INCH = 300


def image_of(picture: Picture) -> QImage:
    """Return a page's picture for Qt, with pixels of its own."""
    return QImage(
        picture.pixels,
        picture.width,
        picture.height,
        picture.stride,
        QImage.Format.Format_RGB32,
    ).copy()


def print_pages(
    pages: PreviewPages,
    printer: QPrinter,
    backs: Backs,
    chosen: Callable[[int], bool] = lambda _n: True,
) -> int:
    """Print pages at their true size, margins and all; return how many were printed.

    `chosen` tells which pages, counted from 1. Raises LastDaysError where the printer does not
    take them, StoreError where "print to file" names the open store.
    """
    if printer.outputFileName():
        keep_clear(Path(printer.outputFileName()))
    if backs in ("duplex-long", "duplex-short"):
        long_edge = backs == "duplex-long"
        mode = QPrinter.DuplexMode
        printer.setDuplex(mode.DuplexLongSide if long_edge else mode.DuplexShortSide)
    printer.setFullPage(True)
    dots = min(_DOTS_AN_INCH, printer.resolution())
    wanted = [n for n in range(pages.count) if chosen(n + 1)]
    painter = QPainter()
    for turn, n in enumerate(wanted):
        width, height = pages.size(n)
        lying = width > height
        upright = QSizeF(min(width, height), max(width, height))
        size = QPageSize(upright, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
        ways = QPageLayout.Orientation
        printer.setPageLayout(
            QPageLayout(size, ways.Landscape if lying else ways.Portrait, QMarginsF())
        )
        if turn == 0:
            if not painter.begin(printer):
                raise LastDaysError(_("The printer does not answer. Nothing was printed."))
        elif not printer.newPage():
            painter.end()
            raise LastDaysError(_("The printer stopped after page {n}.").format(n=turn))
        image = image_of(pages.picture(n, dots / 72))
        points = printer.resolution() / 72
        painter.drawImage(QRect(0, 0, round(width * points), round(height * points)), image)
    painter.end()
    return len(wanted)
