"""A document's structure, for those who have it read to them: what is a heading, a paragraph, a
picture with words for it, in the order of reading. All else is an artifact.

ReportLab writes no structure; here its objects are written beside the pages.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject

from lastdays.language import _


def text_string(text: str) -> str:
    """Return a text as a string of a PDF, in any script."""
    if text.isascii() and text.isprintable():
        for sign in "\\()":
            text = text.replace(sign, f"\\{sign}")
        return f"({text})"
    return f"<FEFF{text.encode('utf-16-be', 'replace').hex().upper()}>"


class _Node(PDFObject):  # type: ignore[misc]
    """An object of the file, and how others refer to it; known once it is to be written."""

    __RefOnly__ = 1
    reference = ""

    def enter(self, document: Any) -> None:
        """Give it its place in the file."""
        self.reference = str(document.Reference(self).format(document), "ascii")


class _Element(_Node):
    """A part of the structure: a section with its parts, or a content of a page."""

    def __init__(self, kind: str, parent: _Node, more: str = "", content: int = -1) -> None:
        self.kind, self.parent, self.more, self.content = kind, parent, more, content
        self.kids: list[_Element] = []
        self.page = ""

    def format(self, document: Any) -> bytes:
        """Return it as it stands in the file."""
        if self.content >= 0:
            kids = f"/Pg {self.page}/K {self.content}"
        else:
            kids = f"/K[{' '.join(kid.reference for kid in self.kids)}]"
        told = f"<</S/{self.kind}/P {self.parent.reference}{kids}{self.more}>>"
        return told.encode("ascii")


class _Root(_Node):
    """The structure's beginning, and which element each content of each page belongs to."""

    def __init__(self) -> None:
        self.top = _Element("Document", self)
        self.pages: list[list[_Element]] = []

    def format(self, document: Any) -> bytes:
        """Return it as it stands in the file."""
        numbers = " ".join(
            f"{n}[{' '.join(one.reference for one in page)}]" for n, page in enumerate(self.pages)
        )
        return (
            f"<</Type/StructTreeRoot/K {self.top.reference}/ParentTree<</Nums[{numbers}]>>"
            f"/ParentTreeNextKey {len(self.pages)}>>"
        ).encode("ascii")


class Tags:
    """The structure of a document under way. Parts follow each other: one ends where the next
    begins, or where the page does."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self._root = _Root()
        self._section = self._root.top
        self._page: list[_Element] = []
        self._open = ""

    def section(self, title: str) -> None:
        """Begin a section: a card's side, a sheet."""
        self._section = _Element("Sect", self._root.top, f"/T {text_string(title)}")
        self._root.top.kids.append(self._section)

    def part(self, kind: str, said: str = "") -> None:
        """Begin a part of this kind: H1, H2, P; or a Figure, with what is said for it."""
        self.end()
        more = f"/Alt {text_string(said)}" if said else ""
        made = _Element(kind, self._section, more, len(self._page))
        self._section.kids.append(made)
        self._page.append(made)
        self.canvas.path(f"/{kind} <</MCID {made.content}>> BDC")
        self._open = kind

    def flowing(self, kind: str, said: str = "") -> None:
        """Go on with a part of this kind, or begin one."""
        if said or kind != self._open:
            self.part(kind, said)

    def artifact(self) -> None:
        """Begin what is not read: marks, grounds, frames."""
        if self._open != "Artifact":
            self.end()
            self.canvas.path("/Artifact BMC")
            self._open = "Artifact"

    def end(self) -> None:
        """End the part that is open."""
        if self._open:
            self.canvas.path("EMC")
            self._open = ""

    def end_page(self, page: Any) -> None:
        """Say which structure a finished page has."""
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._root.pages), "/S"
        self._root.pages.append(self._page)
        self._page = []

    def add_to(self, document: Any) -> None:
        """Write the structure into a document that is about to be saved."""
        document.Catalog.StructTreeRoot = self._root
        document.Catalog.MarkInfo = "<</Marked true>>"
        self._root.enter(document)
        self._root.top.enter(document)
        for section in self._root.top.kids:
            section.enter(document)
        for number, elements in enumerate(self._root.pages):
            page = document.Pages.pages[number]
            reference = str(document.Reference(page).format(document), "ascii")
            for element in elements:
                element.page = reference
                element.enter(document)


def portrait_of(name: str) -> str:
    """Return what is said for a portrait."""
    return _("Portrait of {name}").format(name=name)
