"""The structure of a document: what it is read from, in order, with words for pictures."""

from __future__ import annotations

import ctypes
import re
import zlib
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import pypdfium2 as pdfium
import pytest

from lastdays.language import SpokenLanguage, speaking
from lastdays.pdf.content import (
    CharacterCard,
    PrintedDocument,
    PrintOptions,
    Section,
    TestSheet,
    TextSheet,
)
from lastdays.pdf.document import make
from lastdays.rulebook import pictograms
from pictures import painted
from unit.pdf.reading import WHEN, document, printed, truckers, unpacked, zeke

raw = pdfium.raw


def heard(made: PrintedDocument, page: int) -> list[tuple[str, str]]:
    """The structure of a page: kind and words for each of its parts, in their order."""
    sheet = document(made)[page]
    tree = raw.FPDF_StructTree_GetForPage(sheet)
    found = []

    def words(read: Any, element: Any) -> str:
        held = ctypes.create_string_buffer(read(element, None, 0))
        read(element, held, len(held))
        return held.raw.decode("utf-16-le").rstrip("\0")

    def walk(element: Any) -> None:
        kind = words(raw.FPDF_StructElement_GetType, element)
        found.append((kind, words(raw.FPDF_StructElement_GetAltText, element)))
        for n in range(raw.FPDF_StructElement_CountChildren(element)):
            child = raw.FPDF_StructElement_GetChildAtIndex(element, n)
            if child:
                walk(child)

    for n in range(raw.FPDF_StructTree_CountChildren(tree)):
        walk(raw.FPDF_StructTree_GetChildAtIndex(tree, n))
    raw.FPDF_StructTree_Close(tree)
    return found


def test_a_card_is_read_from_its_head_to_its_foot() -> None:
    made = printed(zeke(portrait=painted()), layout="quarter")
    assert re.search(rb"/MarkInfo\s*<<\s*/Marked true\s*>>", unpacked(made))
    parts = heard(made, 0)
    kinds = [kind for kind, _said in parts if kind not in ("Document", "Sect")]
    figures = ["Table", "TR", *["TH"] * 8, "TR", *["TD"] * 8]
    # The head ends with the name; type, Keyword, group and Level follow.
    assert kinds[:4] == ["Figure", "H1", "P", "Figure"]
    assert kinds[4 : 5 + len(figures)] == [*figures, "Figure"]
    said = [said for _kind, said in parts if said]
    assert said[0] == "Portrait of Zeke"
    assert said[1] == "Leader"
    assert said[2].startswith("To cross off: damage 3; noise 8; Locked and Loaded; Run")
    assert said[3] == "ammo 0 to 4"
    assert said[-1].startswith("zombies ×1, rivals ×3")
    assert {"Table", "TR", "TH", "TD"} <= set(kinds)
    assert kinds.index("P") < len(kinds) - 1 - kinds[::-1].index("Figure")
    back = [kind for kind, _said in heard(made, 1)]
    assert back.count("H1") == 1
    assert back.count("H2") >= 2  # what has no room on the front, Notes


def test_cards_on_one_sheet_are_read_each_in_its_language() -> None:
    class Other(NullTranslations):
        def gettext(self, message: str) -> str:
            return f"<{message}>"

    def contents() -> Iterator[CharacterCard]:
        for tongue in (SpokenLanguage("de", Other()), SpokenLanguage()):
            with speaking(tongue):
                yield zeke(portrait=painted(), pack=pictograms.token("item"))

    made = make(contents(), PrintOptions(), title="Both", when=WHEN)
    said = [said for _kind, said in heard(made, 0) if said]
    for words in ("Portrait of {name}", "Content packs", "Leader"):
        each = (f"<{words}>", words)
        assert [w for w in said if w in {one.format(name="Zeke") for one in each}] == [
            one.format(name="Zeke") for one in each
        ]


@pytest.mark.parametrize(
    "setting", [{}, {"layout": "poker", "group_backs": True, "bleed": 2.0}, {"backs": "fold"}]
)
def test_all_that_is_drawn_belongs_to_a_part_or_is_none(
    setting: dict[str, str | bool | float],
) -> None:
    """Parts begin and end in turn on each page; all of them are in the structure."""
    sheets = (
        TextSheet("roster", "Roster", "", ()),
        TextSheet("reference", "Reference", "", (Section("A", note="b (c) \\"),)),
        TestSheet("Test"),
    )
    made = printed(zeke(name="Łódź (שלום)"), truckers(), *sheets, **setting)
    pages = 0
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", made.pdf, re.DOTALL):
        try:
            stream = zlib.decompressobj().decompress(packed)
        except zlib.error:
            continue
        if b" BDC" not in stream:
            continue
        pages += 1
        depth, numbers = 0, []
        for number, operator in re.findall(rb"/MCID (\d+)|\b(BDC|BMC|EMC)\b", stream):
            if number:
                numbers.append(int(number))
            else:
                depth += -1 if operator == b"EMC" else 1
                assert 0 <= depth <= 2
        assert depth == 0
        assert numbers == list(range(len(numbers)))
    # A test page begins a sheet: the page before it may be empty.
    told = [n for n in range(made.pages) if ("Sect", "") in heard(made, n)]
    assert pages == len(told) >= made.pages - 1
