"""A document's own fonts: the outlines of letters that come from fonts of the computer."""

from __future__ import annotations

import re
import zlib
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    BasicFonts,
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
)

from lastdays.pdf.system_fonts import drawing_font

_LETTERS_MOST = 255
#: Fonts of the computer are regular ones: a bold letter is drawn twice, so many thousandths of its
#: size apart.
_BOLD = 34
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class _OwnFont:
    """Up to 255 letters of one font, numbered as they turn up."""

    def __init__(self, source: str, name: str, *, bold: bool) -> None:
        self.source = source
        self.bold = bold
        self.name = name
        self.codes: dict[str, int] = {}


class OwnLetters:
    """The letters of a document that none of our fonts has."""

    def __init__(self) -> None:
        self._fonts: list[_OwnFont] = []
        self._of: dict[tuple[str, str, bool], tuple[_OwnFont, int]] = {}

    def shown(
        self, source: str, text: str, x: float, y: float, size: float, *, bold: bool = False
    ) -> str:
        """Return the operators that draw a text in the colour in force."""
        parts: list[tuple[str, str]] = []
        for char in text:
            font, code = self._placed(source, char, bold=bold)
            if parts and parts[-1][0] == font.name:
                parts[-1] = (font.name, f"{parts[-1][1]}{code:02X}")
            else:
                parts.append((font.name, f"{code:02X}"))
        drawn = " ".join(f"/{name} {size:.4g} Tf <{codes}> Tj" for name, codes in parts)
        return f"q BT 1 0 0 1 {x:.3f} {y:.3f} Tm {drawn} ET Q"

    def _placed(self, source: str, char: str, *, bold: bool) -> tuple[_OwnFont, int]:
        found = self._of.get((source, char, bold))
        if found is None:
            fonts = [f for f in self._fonts if f.source == source and f.bold == bold]
            if not fonts or len(fonts[-1].codes) >= _LETTERS_MOST:
                fonts = [_OwnFont(source, f"own{len(self._fonts)}", bold=bold)]
                self._fonts += fonts
            font = fonts[-1]
            font.codes[char] = len(font.codes) + 1
            found = self._of[source, char, bold] = (font, font.codes[char])
        return found

    def add_to(self, document: Any) -> None:
        """Write the fonts into a document that is about to be saved."""
        for font in self._fonts:
            made = _written(document, font)
            document.idToObject[BasicFonts].dict[font.name] = document.Reference(made)


def _written(document: Any, font: _OwnFont) -> PDFDictionary:
    """Make a font of Type 3 with a table of what each of its letters is, for those who copy."""
    source = drawing_font(font.source)
    drawings, widths, box = {}, [], [0.0, 0.0, 0.0, 0.0]
    for char, code in font.codes.items():
        width, path = source.drawn(char)
        numbers = [float(n) for n in _NUMBER.findall(path)]
        bounds = [
            min(numbers[::2], default=0.0),
            min(numbers[1::2], default=0.0),
            max(numbers[::2], default=0.0),
            max(numbers[1::2], default=0.0),
        ]
        if font.bold:
            half = _BOLD / 2
            bounds = [bounds[0] - half, bounds[1], bounds[2] + half, bounds[3]]
            path = f"1 0 0 1 -{half:g} 0 cm {path} 1 0 0 1 {_BOLD} 0 cm {path}"
        box = [*map(min, box[:2], bounds[:2]), *map(max, box[2:], bounds[2:])]
        edges = " ".join(f"{n:.0f}" for n in bounds)
        drawings[f"g{code}"] = document.Reference(_packed(f"{width:.0f} 0 {edges} d1 {path}"))
        widths.append(round(width))
    names = [1, *(PDFName(f"g{code}") for code in font.codes.values())]
    return PDFDictionary(
        {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type3"),
            "Name": PDFName(font.name),
            "FontBBox": PDFArray([round(n) for n in box]),
            "FontMatrix": PDFArray([0.001, 0, 0, 0.001, 0, 0]),
            "FirstChar": 1,
            "LastChar": len(widths),
            "Widths": PDFArray(widths),
            "CharProcs": PDFDictionary(drawings),
            "Encoding": PDFDictionary(
                {"Type": PDFName("Encoding"), "Differences": PDFArray(names)}
            ),
            "Resources": PDFDictionary({}),
            "ToUnicode": document.Reference(_packed(_meanings(font))),
        }
    )


def _meanings(font: _OwnFont) -> str:
    lines = [
        f"<{code:02X}> <{char.encode('utf-16-be').hex().upper()}>"
        for char, code in font.codes.items()
    ]
    blocks = [lines[n : n + 100] for n in range(0, len(lines), 100)]
    bodies = "\n".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CMapName /Own def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
        f"{bodies}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )


def _packed(text: str) -> PDFStream:
    content = zlib.compress(text.encode("ascii")) + b"\n"
    return PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), content)
