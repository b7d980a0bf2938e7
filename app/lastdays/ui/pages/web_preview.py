"""A preview of a campaign's web pages, from memory: nothing of them is written or run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QPainter, QResizeEvent, QTextDocument
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QTextBrowser

from lastdays.language import _
from lastdays.pdf.chart import COLOURS
from lastdays.ui.guide import GuideLook
from lastdays.ui.theme import Theme

#: What is between the tags of a page's body.
_BODY = re.compile(r"<body>(?P<content>.*)</body>", re.DOTALL)
#: A drawing.
_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
#: A chart with its second drawing, for telephones.
_CHART_FOR_TELEPHONES = re.compile(r'(<section class="chart">.*?</svg>)\s*<svg.*?</svg>', re.DOTALL)
#: The list of fonts of a drawing.
_FONTS = re.compile(r'font-family="[^"]*"')
#: The theme's colours by the names that the pages have for them.
_TOKENS = {"text": "text", "faint": "faint_text", "line": "line", "panel": "panel"} | {
    f"line-{n}": f"line_{n}" for n in range(COLOURS)
}
#: The width of a small drawing, in pixels at 100 %.
SMALL_WIDTH = 20
#: How much narrower than the view a chart is, in pixels.
ROOM_BESIDE_CHART = 60
#: The least width of a chart, in pixels.
LEAST_CHART_WIDTH = 200
#: The margin around the page, in pixels at 100 %.
PAGE_MARGIN = 18
#: The room around the text in a table's cells, in pixels at 100 %.
CELL_PADDING = 5


class _Picture(NamedTuple):
    """A drawing as SVG, and the width in pixels at which it is shown."""

    svg: str
    width: int


class WebPreview(QTextBrowser):
    """Shows a web page that isn't written yet, in the theme's colours. Links lead to the other pages,
    and nowhere else."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "reader")
        self.setAccessibleName(_("Preview"))
        self.setOpenLinks(False)
        # The width never changes while a page is laid out.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.anchorClicked.connect(self._show_linked_page)
        self._theme = theme
        self._files: Mapping[str, bytes] = {}
        #: The name of the page that is shown.
        self._file = ""
        self._pictures: list[_Picture] = []
        theme.call_now_and_on_change(self._show_page)

    def show_pages(self, files: Mapping[str, bytes], file: str) -> None:
        """Show a page of these files, by name; the one that is shown stays if it is still there."""
        self._files = files
        if self._file not in files:
            self._file = file
        self._show_page()

    def show_nothing(self) -> None:
        """Show nothing any more."""
        self._files = {}
        self._file = ""
        self.clear()

    def _show_linked_page(self, link: QUrl) -> None:
        """Show the page that a link leads to, if it is one of these."""
        file = link.path()
        if file.endswith(".html") and file in self._files:
            self._file = file
            self._show_page()
            self.verticalScrollBar().setValue(0)

    def _show_page(self) -> None:
        """Show the page in the theme's colours and size."""
        if self._file not in self._files:
            return
        theme = self._theme
        html = self._read_content(self._files[self._file].decode("utf-8", "replace"))
        look = GuideLook(theme, theme.percent / 100)
        faint = theme.colour("faint_text").name()
        document = self.document()
        document.setDefaultFont(look.font)
        document.setDefaultStyleSheet(f"{look.sheet()} .faint {{ color: {faint}; }}")
        document.setDocumentMargin(theme.pixels(PAGE_MARGIN))
        self._pictures.clear()
        self.setHtml(_DRAWING.sub(self._replace_drawing, html))

    def _read_content(self, page: str) -> str:
        """Return the content of a web page, with what Qt's text needs to set it apart."""
        body = _BODY.search(page)
        if body is None:
            return ""
        padding = self._theme.pixels(CELL_PADDING)
        html = _CHART_FOR_TELEPHONES.sub(r"\1", body["content"])
        html = html.replace('<span class="faint">', ' <span class="faint">')
        html = html.replace("</a><a", "</a> <a")
        return html.replace("<table", f'<table border="1" cellpadding="{padding}"')

    def _replace_drawing(self, drawing: re.Match[str]) -> str:
        """Return a picture in place of a drawing, which Qt's text can't have within it."""
        theme = self._theme
        svg = drawing[0].replace("currentColor", theme.colour("text").name())
        for name, token in _TOKENS.items():
            svg = svg.replace(f"var(--{name})", theme.colour(token).name())
        # Of a list of fonts Qt would take none, but a wider one that leaves names no room.
        svg = _FONTS.sub(f'font-family="{theme.body}"', svg)
        if "xmlns=" not in svg:
            svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        is_small = 'viewBox="0 0 512 512"' in svg
        if is_small:
            width = theme.pixels(SMALL_WIDTH)
        else:
            width = max(LEAST_CHART_WIDTH, self.viewport().width() - ROOM_BESIDE_CHART)
        number = len(self._pictures)
        self._pictures.append(_Picture(svg, width))
        return f'<img src="drawing:{number}" width="{width}">'

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_other_width = event.size().width() != event.oldSize().width()
        if is_other_width and self._pictures:
            self._show_page()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load only pictures and drawings of these pages, from memory."""
        url = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        if url.scheme() == "drawing":
            number = int(url.path())
            return _draw(self._pictures[number])
        content = self._files.get(url.path(), b"")
        return QImage.fromData(content) if content else None


def _draw(picture: _Picture) -> QImage:
    """Draw a picture at its width, as high as it is then."""
    renderer = QSvgRenderer(QByteArray(picture.svg.encode()))
    usual_size = renderer.defaultSize()
    height = round(usual_size.height() * picture.width / max(1, usual_size.width()))
    size = QSize(picture.width, max(1, height))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        renderer.render(painter)
    return image
