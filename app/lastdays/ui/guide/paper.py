"""A page of the guide on paper: A4, and the page for the table on one sheet."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextDocument

from lastdays.pdf.content import PrintedDocument
from lastdays.ui.guide.contents import ONE_PAGE, GuidePage
from lastdays.ui.guide.reader import GuideLook, set_page
from lastdays.ui.theme import Theme

#: Dots an inch of the page as it is laid out; margins in millimetres.
DOTS, MARGIN_MM = 144, 16
#: Sizes that are tried, from the largest on, where a page has to fit one sheet.
SIZES = (2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.2, 1.0)


def guide_document(page: GuidePage, theme: Theme) -> PrintedDocument:
    """Return a page of the guide as a PDF, as large as its sheet allows where it has to fit one."""
    room = QByteArray()
    buffer = QBuffer(room)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setTitle(page.title)
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    sheet = QPageSize(QPageSize.PageSizeId.A4)
    portrait = QPageLayout.Orientation.Portrait
    writer.setPageLayout(QPageLayout(sheet, portrait, margins, QPageLayout.Unit.Millimeter))
    wide, high = writer.width(), writer.height()
    document = QTextDocument()
    for size in SIZES if page.name == ONE_PAGE else (1.6,):
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.documentLayout().setPaintDevice(writer)
        set_page(document, page, GuideLook(theme, size * DOTS / 96 * 0.8, paper=True), wide)
        document.setPageSize(QSizeF(wide, high))
        if document.pageCount() == 1:
            break
    pages = document.pageCount()
    document.print_(writer)
    del writer  # it ends the file
    buffer.close()
    return PrintedDocument(bytes(room.data()), (), pages, page.title)
