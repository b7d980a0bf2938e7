"""A canvas for cards: the same words and shapes stand on hundreds of them, so that each is worked
out once, and pictograms and token boxes are kept in the file once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFFormXObject, PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from lastdays.pdf.letters import OwnLetters
from lastdays.pdf.tagging import Tags

# Bytes as they are: written out in letters they take a quarter more room, and a third of the time.
rl_config.useA85 = 0

_KEPT = 50_000


class PaperCanvas(Canvas):  # type: ignore[misc]
    """ReportLab's canvas, with a memory for what a string at a font and size becomes."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._strings: dict[tuple[str, float, str], str] = {}
        self._stamps: dict[Any, str] = {}
        self._letters = OwnLetters()
        self.tags = Tags(self)

    def save(self) -> None:
        """Write the document, and the fonts that were made for it."""
        self._letters.add_to(self._doc)
        self.tags.add_to(self._doc)
        super().save()

    def showPage(self) -> None:
        """End a page, and what of its structure is open."""
        self.tags.end()
        super().showPage()
        self.tags.end_page(self._doc.Pages.pages[-1])

    def draw_letters(
        self, font: str, text: str, x: float, y: float, size: float, *, bold: bool = False
    ) -> None:
        """Draw text in a font of this computer, by its outlines."""
        self._code.append(self._letters.shown(font, text, x, y, size, bold=bold))

    def drawString(self, x: float, y: float, text: Any, *given: Any, **named: Any) -> None:
        """Draw a string as ReportLab does, from memory where it has been drawn before."""
        if given or named or type(text) is not str:
            super().drawString(x, y, text, *given, **named)
            return
        key = (self._fontname, self._fontsize, text)
        found = self._strings.get(key)
        if found is None:
            if len(self._strings) > _KEPT:
                self._strings.clear()
            found = self._strings[key] = PDFTextObject(self)._formatText(text)
        self._code.append(f"BT 1 0 0 1 {x:.3f} {y:.3f} Tm {found} ET")

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line."""
        self._code.append(f"n {x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S")

    def rect(
        self, x: float, y: float, width: float, height: float, stroke: int = 1, fill: int = 0
    ) -> None:
        """Draw a rectangle."""
        paint = ("n", "f", "S", "B")[2 * stroke + fill]
        self._code.append(f"n {x:.3f} {y:.3f} {width:.3f} {height:.3f} re {paint}")

    def path(self, code: str) -> None:
        """Draw operators as they are."""
        self._code.append(code)

    def stamp(
        self,
        key: Any,
        box: tuple[float, float, float, float],
        draw: Callable[[], str],
        place: tuple[float, float, float, float],
    ) -> None:
        """Draw a shape that is kept in the file once, in the colours in force.

        `draw` makes its operators in the box, which is left, bottom, right, top in its own units;
        `place` is its scale across and up, and where its origin lies.
        """
        name = self._stamps.get(key)
        if name is None:
            name = f"s{len(self._stamps)}"
            form = PDFFormXObject(*box)
            form.compression = 1
            form.setStreamList([draw()])
            form.Resources = PDFResourceDictionary()
            self._doc.addForm(name, form)
            self._stamps[key] = name
        across, up, x, y = place
        inner = self._doc.getXObjectName(name)
        self._code.append(f"q {across:.5g} 0 0 {up:.5g} {x:.3f} {y:.3f} cm /{inner} Do Q")
        if name not in self._formsinuse:
            self._formsinuse.append(name)
