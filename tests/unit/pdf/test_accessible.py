"""What can be heard and copied of paper: figures as a table, and the rules of PDF/UA-1 that a machine can
check, by hand on whole documents (numbers are those of the Matterhorn Protocol)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace

from lastdays.pdf.cards import compose
from lastdays.pdf.content import Cell, PrintedDocument
from lastdays.pdf.imposition import layouts
from lastdays.pdf.typesetting import Type
from unit.pdf.paper_documents import DOCUMENTS
from unit.pdf.play_cards import crowd, pairs, parts, spanned
from unit.pdf.reading import about, printed, text_of, truckers, words_of, zeke

#: What draws or shows something; it belongs to a part of the structure or is none.
DRAWS = frozenset(
    ("Tj", "TJ", "'", '"', "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Do", "sh")
)
#: The kinds of part there are, all of them standard ones.
KINDS = frozenset(
    ("/Document", "/Sect", "/H1", "/H2", "/P", "/Figure", "/Table", "/TR", "/TH", "/TD")
)


def content_of(page: Any) -> Any:
    """The operators of a page, each with its operands."""
    return pikepdf.parse_content_stream(page)


def said_by(made: PrintedDocument, kind: str) -> list[str]:
    """What is heard of each part of a kind, where words stand for others those."""
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        page = opened.pages[0]
        wanted = {
            int(part.K)
            for part in parts(opened.Root.StructTreeRoot.K)
            if str(part.S) == kind and not isinstance(part.K, pikepdf.Array) and part.Pg == page.obj
        }
        return [heard_in(page, number) for number in sorted(wanted)]


def heard_in(page: Any, number: int) -> str:
    """The texts that stand for drawn ones within a part of a page."""
    heard, open_parts = "", list[int]()
    for operands, operator in content_of(page):
        if str(operator) in ("BDC", "BMC"):
            told: Any = operands[1] if len(operands) > 1 else {}
            open_parts.append(int(told.get("/MCID", -1)) if told else -1)
            if number in open_parts and told and "/ActualText" in told:
                heard += str(told.ActualText)
        elif str(operator) == "EMC":
            open_parts.pop()
    return heard


def test_a_changed_figure_is_heard_and_copied_with_what_it_was() -> None:
    """CQC 5, was 4: not 54."""
    cells = tuple(Cell("CQC", "5", "4") if cell.label == "CQC" else cell for cell in zeke().cells)
    made = printed(zeke(cells=cells), layout="quarter")
    heard = said_by(made, "/TD")[:8]
    assert heard == [", was 6", ", was 4", ", was 4", "", ", 5 against shots", "", "", ""]
    assert "54" not in "".join(text_of(made, 0).split("AP")[1].split("SHOOT")[0].split())


def test_the_eight_characteristics_are_a_table_below_their_names() -> None:
    made = printed(zeke(), layout="poker")
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        tables = [p for p in parts(opened.Root.StructTreeRoot.K) if str(p.S) == "/Table"]
        names, values = tables[0].K
        assert [str(cell.S) for cell in names.K] == ["/TH"] * 8
        assert [str(cell.S) for cell in values.K] == ["/TD"] * 8
        assert all(str(cell.A.Scope) == "/Column" for cell in names.K)


def test_who_has_no_name_is_called_unnamed() -> None:
    nameless = zeke(name=" ", notes="Owes Mo a beer. " * 300)
    made = printed(nameless, layout="poker")
    assert about(made, "continued")
    assert all(line.startswith("unnamed: ") for line in about(made, "continued"))


@pytest.mark.parametrize("layout", ["50x70", "54x88", "88x63"])
def test_small_cards_hold_whole_words_and_the_level_lies_on_none(layout: str) -> None:
    """Names of weapons aren't broken within a word; nothing stands on the word below the Level."""
    made = printed(*crowd(24), truckers(), layout=layout, backs="none")
    for page in range(made.pages):
        words = words_of(made, page)
        for label in (w for w in words if w.text.strip() == "LEVEL"):
            for word in words:
                apart = word.right <= label.left + 0.1 or word.left >= label.right - 0.1
                clear = word.bottom >= label.top - 0.1 or word.top <= label.bottom + 0.1
                assert word is label or apart or clear, word
    for card in crowd(24):
        size = replace(layouts("a4")["poker"], width=50.0, height=70.0)
        composed = compose(card, size, Type(), backs=True, front_notes=False)
        drawn = " ".join(
            "".join(part.run.text for part in w.line.parts)
            for face in composed.faces
            for row, _x, _y in face.rows
            for cell in row.cells
            for w in cell
        )
        for weapon in card.weapons:
            for part in (weapon.bare or weapon.name).split():
                assert part in drawn, (card.name, part)


def contents(opened: pikepdf.Pdf) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Each page with what is drawn on it, and in which part."""
    for n, page in enumerate(opened.pages):
        inside: list[str] = []
        drawn = []
        for operands, operator in content_of(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                inside.append(str(operands[0]))
            elif name == "EMC":
                inside.pop()
            elif name in DRAWS:
                drawn.append((name, inside[0] if inside else ""))
        assert not inside
        yield n, drawn


@pytest.mark.long
@pytest.mark.parametrize("name", [n for n in DOCUMENTS if not n.startswith("anything")])
def test_a_document_keeps_the_rules_of_pdf_ua(name: str) -> None:
    made = DOCUMENTS[name]()
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        root = opened.Root
        told = opened.open_metadata()
        assert told["pdfuaid:part"] == "1"  # 06-002
        assert told["dc:title"]  # 06-003
        assert bool(root.ViewerPreferences.DisplayDocTitle)  # 07-001
        assert str(root.Lang)  # 11-006
        assert bool(root.MarkInfo.Marked)
        assert not bool(root.MarkInfo.get("/Suspects", False))  # 02-003, 08
        assert "/AcroForm" not in root
        assert "/Encrypt" not in opened.trailer
        tree = root.StructTreeRoot
        assert "/RoleMap" not in tree  # 02-001: all kinds are standard ones
        for _page, drawn in contents(opened):
            assert all(inside for _operator, inside in drawn)  # 01-003, 01-005
        for page in opened.pages:
            assert "/Annots" not in page.obj  # 28
            assert str(page.obj.Tabs) == "/S"
            assert "/StructParents" in page.obj
        held = {kid.objgen for _page, kids in pairs(tree.ParentTree.Nums) for kid in kids}
        levels = []
        for part in parts(tree.K):
            kind = str(part.S)
            assert kind in KINDS
            if not isinstance(part.K, pikepdf.Array):
                assert part.objgen in held  # 09-005
            if kind == "/Figure":
                assert str(part.Alt).strip()  # 13-004
            if kind in ("/H1", "/H2"):
                levels.append(int(kind[-1]))
            if kind == "/Table":
                wide = {sum(spanned(cell) for cell in row.K) for row in part.K}
                assert len(wide) == 1  # 15-005
                assert {str(row.S) for row in part.K} == {"/TR"}
            if kind == "/TR":
                assert str(part.P.S) == "/Table"
                assert {str(cell.S) for cell in part.K} <= {"/TH", "/TD"}
            if kind == "/TH":
                assert str(part.A.Scope) in ("/Column", "/Row")  # 15-003
        assert not levels or levels[0] == 1  # 14-002
        steps = pairwise(levels)
        assert all(after - before <= 1 for before, after in steps)  # 14-003
        for font in fonts(opened):
            embedded = str(font.Subtype) == "/Type3" or any(
                key in descriptor(font) for key in ("/FontFile", "/FontFile2", "/FontFile3")
            )
            assert embedded, font.get("/BaseFont")  # 31-009
            assert "/ToUnicode" in font or str(font.get("/Encoding", "")) in (
                "/WinAnsiEncoding",
                "/MacRomanEncoding",
            )  # 31-027


def fonts(opened: pikepdf.Pdf) -> Iterator[Any]:
    """The fonts that pages draw with."""
    seen = set()
    for page in opened.pages:
        for font in dict(page.obj.Resources.get("/Font", {})).values():
            if font.objgen not in seen and is_used(page, font):
                seen.add(font.objgen)
                yield font


def is_used(page: Any, font: Any) -> bool:
    """Whether a page draws in a font: ReportLab names some that nobody draws in."""
    names = {
        str(name)
        for name, held in dict(page.obj.Resources.Font).items()
        if held.objgen == font.objgen
    }
    chosen, used = "", False
    for operands, operator in content_of(page):
        if str(operator) == "Tf":
            chosen = str(operands[0])
        elif str(operator) in ("Tj", "TJ"):
            used = used or chosen in names
    return used


def descriptor(font: Any) -> Any:
    """The descriptor of a font, of one of many letters that of what it is made of."""
    if "/DescendantFonts" in font:
        return font.DescendantFonts[0].get("/FontDescriptor", {})
    return font.get("/FontDescriptor", {})
