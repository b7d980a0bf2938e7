"""A preview of a campaign's web pages, from memory: nothing of them is written or run."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QPainter, QResizeEvent, QTextDocument
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QTextBrowser

from lastdays.language import _
from lastdays.pdf.chart import COLOURS
from lastdays.ui.guide import GuideLook
from lastdays.ui.theme import Theme

#: What is between the tags of a page's body, its drawings, and the second drawing of a chart, for
#: telephones.
_BODY = re.compile(r"<body>(.*)</body>", re.DOTALL)
_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
_NARROW = re.compile(r'(<section class="chart">.*?</svg>)\s*<svg.*?</svg>', re.DOTALL)
_FONTS = re.compile(r'font-family="[^"]*"')
#: The theme's colours by the names that the pages have for them.
_COLOURS = {"text": "text", "faint": "faint_text", "line": "line", "panel": "panel"} | {
    f"line-{n}": f"line_{n}" for n in range(COLOURS)
}
#: The width of a small drawing in pixels at 100 %, and how much narrower than the view a chart is.
_SMALL = 20
_LESS = 60


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
        self.anchorClicked.connect(lambda url: self._go(url.path()))
        self._theme = theme
        self._files: Mapping[str, bytes] = {}
        self._file = ""
        #: Each drawing as SVG, and its width in pixels.
        self._drawings: list[tuple[str, int]] = []
        theme.follow(self._draw)

    def show_pages(self, files: Mapping[str, bytes], file: str) -> None:
        """Show a page of these files, by name; the one that is shown stays if it is still there."""
        self._files = files
        if self._file not in files:
            self._file = file
        self._draw()

    def forget(self) -> None:
        """Show nothing any more."""
        self._files = {}
        self._file = ""
        self.clear()

    def _go(self, file: str) -> None:
        if file.endswith(".html") and file in self._files:
            self._file = file
            self._draw()
            self.verticalScrollBar().setValue(0)

    def _draw(self) -> None:
        if self._file not in self._files:
            return
        text = self._files[self._file].decode("utf-8", "replace")
        found = _BODY.search(text)
        inside = _NARROW.sub(r"\1", found[1] if found is not None else "")
        inside = inside.replace('<span class="faint">', ' <span class="faint">')
        inside = inside.replace("</a><a", "</a> <a")
        inside = inside.replace("<table", f'<table border="1" cellpadding="{self._theme.px(5)}"')
        self._drawings.clear()
        look = GuideLook(self._theme, self._theme.percent / 100)
        faint = self._theme.colour("faint_text").name()
        document = self.document()
        document.setDefaultFont(look.font)
        document.setDefaultStyleSheet(f"{look.sheet()} .faint {{ color: {faint}; }}")
        document.setDocumentMargin(self._theme.px(18))
        self.setHtml(_DRAWING.sub(self._as_picture, inside))

    def _as_picture(self, found: re.Match[str]) -> str:
        """Return a picture in place of a drawing, which Qt's text can't have within it."""
        drawing = found[0].replace("currentColor", self._theme.colour("text").name())
        for name, token in _COLOURS.items():
            drawing = drawing.replace(f"var(--{name})", self._theme.colour(token).name())
        # Of a list of fonts Qt would take none, but a wider one that leaves names no room.
        drawing = _FONTS.sub(f'font-family="{self._theme.body}"', drawing)
        if "xmlns=" not in drawing:
            drawing = drawing.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        is_small = 'viewBox="0 0 512 512"' in drawing
        wide = self._theme.px(_SMALL) if is_small else max(200, self.viewport().width() - _LESS)
        self._drawings.append((drawing, wide))
        return f'<img src="drawing:{len(self._drawings) - 1}" width="{wide}">'

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self._drawings:
            self._draw()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load only pictures and drawings of these pages, from memory."""
        url = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        if url.scheme() == "drawing":
            return _picture_of(*self._drawings[int(url.path())])
        content = self._files.get(url.path(), b"")
        return QImage.fromData(content) if content else None


def _picture_of(drawing: str, wide: int) -> QImage:
    """Return a drawing as a picture, so many pixels wide."""
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    size = renderer.defaultSize()
    image = QImage(
        QSize(wide, max(1, round(size.height() * wide / max(1, size.width())))),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        renderer.render(painter)
    return image
