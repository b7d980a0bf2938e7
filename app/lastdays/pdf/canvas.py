"""A canvas for cards and sheets: text and shapes that occur hundreds of times are encoded once.
Also a document's own fonts, and its structure for screen readers."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import (
    BasicFonts,
    PDFArray,
    PDFDictionary,
    PDFFormXObject,
    PDFName,
    PDFResourceDictionary,
    PDFStream,
)
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from lastdays.pdf.outlines import Letter, OutlineFont, drawing_font

_LETTERS_MOST = 255
#: The fonts of letters that are drawn by their outlines are regular ones: a bold letter is drawn twice, offset by this many
#: thousandths of its size.
_BOLD = 34
#: A letter that is never drawn: readers work out how large a Type 3 font is from the width of its m,
#: and from that where words end.
_MEASURE = "m"
_MEASURE_WIDTH = 600
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
#: The end of a PDF file: the entries of its trailer, and the offset of its cross-reference table.
_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s*(\d+)", re.DOTALL)


class _OwnFont:
    """Up to 255 letters of one font, numbered in order of appearance."""

    def __init__(self, source: str, name: str, *, bold: bool) -> None:
        self.source = source
        self.bold = bold
        self.name = name
        self.codes: dict[Letter, int] = {}


class OwnLetters:
    """The letters of a document that are drawn by their outlines, as fonts of its own."""

    def __init__(self) -> None:
        self._fonts: list[_OwnFont] = []
        self._codes: dict[tuple[str, Letter, bool], tuple[_OwnFont, int]] = {}

    def operators(
        self,
        source: str,
        letters: Sequence[Letter],
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
    ) -> str:
        """Return the operators that draw some letters in the current colour."""
        fonts_and_codes = [self._font_and_code(source, letter, bold=bold) for letter in letters]
        strings = []
        for font, letters_of_font in groupby(fonts_and_codes, key=itemgetter(0)):
            codes = "".join(f"{code:02X}" for _font, code in letters_of_font)
            strings.append(f"/{font.name} {size:.4g} Tf <{codes}> Tj")
        operators = " ".join(strings)
        return f"q BT 1 0 0 1 {x:.3f} {y:.3f} Tm {operators} ET Q"

    def _font_and_code(self, source: str, letter: Letter, *, bold: bool) -> tuple[_OwnFont, int]:
        """Return the font that has a letter, and its code; a letter that is new gets the next one."""
        key = (source, letter, bold)
        if key not in self._codes:
            font = self._font_with_room(source, bold=bold)
            code = len(font.codes) + 1
            font.codes[letter] = code
            self._codes[key] = (font, code)
        return self._codes[key]

    def _font_with_room(self, source: str, *, bold: bool) -> _OwnFont:
        """Return the latest font for letters of this source, a new one if it is full."""
        for font in reversed(self._fonts):
            if font.source == source and font.bold == bold:
                if len(font.codes) < _LETTERS_MOST:
                    return font
                break
        font = _OwnFont(source, f"own{len(self._fonts)}", bold=bold)
        self._fonts.append(font)
        return font

    def add_to(self, document: Any) -> None:
        """Write the fonts into a document that is about to be saved."""
        fonts = document.idToObject[BasicFonts].dict
        for font in self._fonts:
            fonts[font.name] = document.Reference(_font_dictionary(document, font))


class _Drawing(NamedTuple):
    """How a letter of an own font is drawn: its operators, and the box it fills: its left, lower,
    right and upper edge, in thousandths of its size."""

    path: str
    box: tuple[float, float, float, float]


def _drawing(source: OutlineFont, letter: Letter, *, bold: bool) -> _Drawing:
    """Return how a letter is drawn."""
    path = source.fill_operators(letter)
    numbers = [float(number) for number in _NUMBER.findall(path)]
    left = min(numbers[::2], default=0.0)
    low = min(numbers[1::2], default=0.0)
    right = max(numbers[::2], default=0.0)
    high = max(numbers[1::2], default=0.0)
    if bold:
        half = _BOLD / 2
        left -= half
        right += half
        path = f"1 0 0 1 -{half:g} 0 cm {path} 1 0 0 1 {_BOLD} 0 cm {path}"
    return _Drawing(path, box=(left, low, right, high))


def _font_dictionary(document: Any, font: _OwnFont) -> PDFDictionary:
    """Return a Type 3 font with a table that maps its codes to Unicode, so that text can be
    copied."""
    source = drawing_font(font.source)
    drawings = {_MEASURE: document.Reference(_compressed_stream(f"{_MEASURE_WIDTH} 0 0 0 0 0 d1"))}
    widths = [_MEASURE_WIDTH]
    left = low = right = high = 0.0
    for letter, code in font.codes.items():
        drawing = _drawing(source, letter, bold=font.bold)
        left = min(left, drawing.box[0])
        low = min(low, drawing.box[1])
        right = max(right, drawing.box[2])
        high = max(high, drawing.box[3])
        edges = " ".join(f"{edge:.0f}" for edge in drawing.box)
        operators = _compressed_stream(f"{letter.width:.0f} 0 {edges} d1 {drawing.path}")
        drawings[f"g{code}"] = document.Reference(operators)
        widths.append(round(letter.width))
    names = [PDFName(f"g{code}") for code in font.codes.values()]
    encoding = {
        "Type": PDFName("Encoding"),
        "Differences": PDFArray([0, PDFName(_MEASURE), *names]),
    }
    box = [round(left), round(low), round(right), round(high)]
    return PDFDictionary(
        {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type3"),
            "Name": PDFName(font.name),
            "FontBBox": PDFArray(box),
            "FontMatrix": PDFArray([0.001, 0, 0, 0.001, 0, 0]),
            "FirstChar": 0,
            "LastChar": len(font.codes),
            "Widths": PDFArray(widths),
            "CharProcs": PDFDictionary(drawings),
            "Encoding": PDFDictionary(encoding),
            "Resources": PDFDictionary({}),
            "ToUnicode": document.Reference(_compressed_stream(_unicode_table(font))),
        }
    )


def _unicode_table(font: _OwnFont) -> str:
    lines = []
    for letter, code in font.codes.items():
        unicode_code = letter.text.encode("utf-16-be").hex().upper()
        lines.append(f"<{code:02X}> <{unicode_code}>")
    blocks = []
    for first in range(0, len(lines), 100):
        block = lines[first : first + 100]
        body = "\n".join(block)
        blocks.append(f"{len(block)} beginbfchar\n{body}\nendbfchar")
    bodies = "\n".join(blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CMapName /Own def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
        f"{bodies}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )


def _compressed_stream(text: str) -> PDFStream:
    content = zlib.compress(text.encode("ascii")) + b"\n"
    return PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), content)


def text_string(text: str) -> str:
    """Return a text, in any script, as a PDF string."""
    if text.isascii() and text.isprintable():
        for sign in "\\()":
            text = text.replace(sign, f"\\{sign}")
        return f"({text})"
    return f"<FEFF{text.encode('utf-16-be', 'replace').hex().upper()}>"


class _Element:
    """An element of the structure: a section with its parts, or a piece of a page. Its `page` and
    `reference` are set when the structure is written."""

    __slots__ = ("content", "kids", "kind", "more", "page", "parent", "reference", "scope", "spans")

    def __init__(
        self, kind: str, parent: _Element | None, more: str = "", content: int = -1
    ) -> None:
        self.kind = kind
        self.parent = parent
        self.more = more
        self.content = content
        self.kids: list[_Element] = []
        self.page = ""
        self.reference = ""
        #: Only for a cell of a table: what it is the head of, and how many columns it spans.
        self.scope: Literal["", "Column", "Row"] = ""
        self.spans = 1

    def source(self, root: str) -> str:
        """Return the element as PDF source; one without a parent belongs to `root`."""
        parent = root if self.parent is None else self.parent.reference
        if self.content >= 0:
            kids = f"/Pg {self.page}/K {self.content}"
        else:
            references = " ".join(kid.reference for kid in self.kids)
            kids = f"/K[{references}]"
        attributes = ""
        if self.scope:
            attributes += f"/Scope/{self.scope}"
        if self.spans > 1:
            attributes += f"/ColSpan {self.spans}"
        more = self.more
        if attributes:
            more += f"/A<</O/Table{attributes}>>"
        return f"<</S/{self.kind}/P {parent}{kids}{more}>>"


class Tags:
    """The structure of a document being drawn. Parts follow each other: one ends where the next
    begins, or at the end of the page."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self._top = _Element("Document", None)
        self._section = self._top
        self._pages: list[list[_Element]] = []
        self._page: list[_Element] = []
        self._open = ""
        self._table: _Element | None = None
        self._row: _Element | None = None

    def section(self, title: str) -> None:
        """Begin a section: a side of a card, or a sheet."""
        self.end_table()
        self._section = _Element("Sect", self._top, f"/T {text_string(title)}")
        self._top.kids.append(self._section)

    def part(self, kind: str, said: str = "") -> None:
        """Begin a part of a kind: H1, H2, P or Figure; `said` is its alternative text."""
        self.end_table()
        self._begin(kind, self._section, _alternative(said))

    def _begin(self, kind: str, parent: _Element, more: str) -> _Element:
        self.end()
        element = _Element(kind, parent, more, len(self._page))
        parent.kids.append(element)
        self._page.append(element)
        self.canvas.path(f"/{kind} <</MCID {element.content}>> BDC")
        self._open = kind
        return element

    def row(self, *, first: bool = False) -> None:
        """Begin a row of the open table, or the `first` row of a new table."""
        self.end()
        if first:
            self.end_table()
        if self._table is None:
            self._table = _Element("Table", self._section)
            self._section.kids.append(self._table)
        self._row = _Element("TR", self._table)
        self._table.kids.append(self._row)

    def cell(self, head: Literal["", "Column", "Row"] = "", said: str = "") -> None:
        """Begin a cell of the open row; `head`: it heads its column or row; `said` is its
        alternative text."""
        assert self._row is not None
        kind = "TH" if head else "TD"
        cell = self._begin(kind, self._row, _alternative(said))
        cell.scope = head

    def end_table(self) -> None:
        """End the open table; the last cell of a short row spans the missing columns."""
        if self._table is None:
            return
        self.end()
        columns = max(len(row.kids) for row in self._table.kids)
        for row in self._table.kids:
            if row.kids:
                last_cell = row.kids[-1]
                last_cell.spans = columns - len(row.kids) + 1
        self._table = None
        self._row = None

    def flowing(self, kind: str, said: str) -> None:
        """Continue a part of this kind, or begin one; one with `said` always begins."""
        if said or kind != self._open:
            self.part(kind, said)

    def begin_heard(self, text: str) -> None:
        """Begin words instead of which this text is read aloud and copied."""
        self.canvas.path(f"/Span <</ActualText {text_string(text)}>> BDC")

    def end_heard(self) -> None:
        """End words for which something else is read aloud."""
        self.canvas.path("EMC")

    def artifact(self) -> None:
        """Begin something that isn't read aloud: marks, backgrounds, frames."""
        if self._open != "Artifact":
            self.end()
            self.canvas.path("/Artifact BMC")
            self._open = "Artifact"

    def end(self) -> None:
        """End the open part."""
        if self._open:
            self.canvas.path("EMC")
            self._open = ""

    def end_page(self, page: Any) -> None:
        """Keep the structure of a finished page."""
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents = len(self._pages)
        page.Tabs = "/S"
        self._pages.append(self._page)
        self._page = []

    def add_to(self, file: io.BytesIO, document: Any) -> int:
        """Append the structure to the file of a saved document, as an incremental update; return
        the object number of its root. ReportLab would take several times as long for so many
        objects."""
        first: int = document.objectcounter + 1
        elements = self._numbered(first + 1)
        for page, parts in zip(document.Pages.pages, self._pages, strict=True):
            reference = str(document.Reference(page).format(document), "ascii")
            for part in parts:
                part.page = reference
        root_reference = f"{first} 0 R"
        sources = [self._root()]
        sources += [element.source(root_reference) for element in elements]
        objects = []
        for number, source in enumerate(sources, start=first):
            objects.append(f"{number} 0 obj\n{source}\nendobj\n")
        _append_objects(file, first, objects)
        return first

    def _numbered(self, first: int) -> list[_Element]:
        """Return all elements, each before its parts, numbered from `first` on."""
        elements = [self._top]
        for element in elements:  # the list grows while it is read
            elements += element.kids
        for number, element in enumerate(elements, start=first):
            element.reference = f"{number} 0 R"
        return elements

    def _root(self) -> str:
        """Return the root of the structure as PDF source: its top, and the parts of each page."""
        pages = []
        for number, parts in enumerate(self._pages):
            references = " ".join(part.reference for part in parts)
            pages.append(f"{number}[{references}]")
        numbers = " ".join(pages)
        return (
            f"<</Type/StructTreeRoot/K {self._top.reference}/ParentTree<</Nums[{numbers}]>>"
            f"/ParentTreeNextKey {len(self._pages)}>>"
        )


def _alternative(text: str) -> str:
    """Return the entry for the alternative text of an element, '' for none."""
    if not text:
        return ""
    return f"/Alt {text_string(text)}"


def _append_objects(file: io.BytesIO, first: int, objects: list[str]) -> None:
    """Append objects to the file of a document, numbered from `first` on, with a table of where they
    are."""
    document = file.getvalue()
    trailer = _TRAILER.search(document, document.rindex(b"trailer"))
    assert trailer is not None
    count = len(objects)
    entries = re.sub(r"/Size \d+", f"/Size {first + count}", str(trailer[1], "latin-1"))
    places = []
    position = len(document)
    for text in objects:
        places.append(f"{position:010} 00000 n \n")
        position += len(text)
    source = (
        f"{''.join(objects)}xref\n{first} {count}\n{''.join(places)}trailer\n<<{entries}"
        f"/Prev {int(trailer[2])}>>\nstartxref\n{position}\n%%EOF\n"
    )
    file.write(source.encode("latin-1"))


# Binary streams: in ASCII85 they would be a quarter larger, and the encoding a third of the time.
rl_config.useA85 = 0

_KEPT = 50_000
#: The path of a rectangle with round corners, from six x and six y coordinates.
_ROUNDED = (
    "n {2} {6} m {3} {6} l {4} {6} {5} {7} {5} {8} c {5} {9} l {5} {10} {4} {11} {3} {11} c "
    "{2} {11} l {1} {11} {0} {10} {0} {9} c {0} {8} l {0} {7} {1} {6} {2} {6} c h "
)
#: The distance of a corner's control points from the corner, as a share of the radius.
_BEND = 0.4477


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>{when}</xmp:CreateDate><xmp:ModifyDate>{when}</xmp:ModifyDate>
<xmp:CreatorTool>Last Days Campaign Manager</xmp:CreatorTool><pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class PaperCanvas(Canvas):  # type: ignore[misc]
    """ReportLab's canvas with a cache of the operators for each string in a font and size."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._strings: dict[tuple[str, float, str], str] = {}
        self._stamps: dict[Any, str] = {}
        self._letters = OwnLetters()
        self.tags = Tags(self)

    def add_metadata(self, title: str, author: str, language: str, when: datetime) -> None:
        """Add the title, author, language and date as XMP metadata, and declare the document
        accessible (PDF/UA)."""
        metadata = _XMP.format(
            title=escape(title),
            author=escape(author),
            language=escape(language),
            when=when.isoformat(),
        )
        stream = PDFStream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}))
        stream.content = metadata.encode()
        catalog = self._doc.Catalog
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "Metadata"]
        catalog.Metadata = self._doc.Reference(stream)

    def write(self, file: io.BytesIO) -> int:
        """Write the document to its file, with its own fonts and its structure; return the object
        number of the structure's root."""
        self._letters.add_to(self._doc)
        self._doc.Catalog.MarkInfo = "<</Marked true>>"
        self.save()
        return self.tags.add_to(file, self._doc)

    def showPage(self) -> None:
        """End a page and the open parts of its structure."""
        self.tags.end_table()
        self.tags.end()
        super().showPage()
        self.tags.end_page(self._doc.Pages.pages[-1])

    def draw_letters(
        self,
        font: str,
        letters: Sequence[Letter],
        x: float,
        y: float,
        size: float,
        *,
        bold: bool,
    ) -> None:
        """Draw letters of a font by their outlines."""
        self._code.append(self._letters.operators(font, letters, x, y, size, bold=bold))

    def drawString(self, x: float, y: float, text: Any, *given: Any, **named: Any) -> None:
        """Draw a string as ReportLab does, from the cache if it has been drawn before."""
        if given or named or type(text) is not str:
            super().drawString(x, y, text, *given, **named)
            return
        operators = self._string_operators(text)
        self._code.append(f"BT 1 0 0 1 {x:.3f} {y:.3f} Tm {operators} ET")

    def _string_operators(self, text: str) -> str:
        """Return the operators for a string in the font and size now, from the cache if it has been
        drawn before."""
        key = (self._fontname, self._fontsize, text)
        operators = self._strings.get(key)
        if operators is None:
            if len(self._strings) > _KEPT:
                self._strings.clear()
            operators = PDFTextObject(self)._formatText(text)
            self._strings[key] = operators
        return operators

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line."""
        self._code.append(f"n {x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S")

    def rect(
        self, x: float, y: float, width: float, height: float, stroke: int = 1, fill: int = 0
    ) -> None:
        """Draw a rectangle."""
        paint = _paint_operator(stroke, fill)
        self._code.append(f"n {x:.3f} {y:.3f} {width:.3f} {height:.3f} re {paint}")

    def roundRect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        stroke: int = 1,
        fill: int = 0,
    ) -> None:
        """Draw a rectangle with round corners, in a quarter of ReportLab's time: most shapes on a
        card are such rectangles."""
        places = _corner_places(x, width, radius) + _corner_places(y, height, radius)
        self._code.append(_ROUNDED.format(*places) + _paint_operator(stroke, fill))

    def path(self, code: str) -> None:
        """Add operators to the page as they are."""
        self._code.append(code)

    def stamp(
        self,
        key: Any,
        box: tuple[float, float, float, float],
        draw: Callable[[], str],
        place: tuple[float, float, float, float],
    ) -> None:
        """Draw a shape that is stored in the file only once, in the current colours. `draw` returns
        its operators; `box` is its left, bottom, right and top in its own units; `place` is its
        horizontal and vertical scale, and the position of its origin."""
        if key not in self._stamps:
            name = f"s{len(self._stamps)}"
            form = PDFFormXObject(*box)
            form.compression = 1
            form.setStreamList([draw()])
            form.Resources = PDFResourceDictionary()
            self._doc.addForm(name, form)
            self._stamps[key] = name
        name = self._stamps[key]
        across, up, x, y = place
        inner = self._doc.getXObjectName(name)
        self._code.append(f"q {across:.5g} 0 0 {up:.5g} {x:.3f} {y:.3f} cm /{inner} Do Q")
        if name not in self._formsinuse:
            self._formsinuse.append(name)


def _paint_operator(stroke: int, fill: int) -> str:
    """Return the operator that paints a path: its line, its inside, both or neither."""
    if stroke and fill:
        return "B"
    if stroke:
        return "S"
    return "f" if fill else "n"


def _corner_places(start: float, length: float, radius: float) -> list[str]:
    """Return where the corners of a rounded rectangle begin, bend and end along one of its sides."""
    near = radius * _BEND
    places = (0.0, near, radius, length - radius, length - near, length)
    return [f"{start + place:.2f}" for place in places]
