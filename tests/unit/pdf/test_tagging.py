"""The structure of a document: what it is read from, in order, with words for pictures."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import pypdfium2 as pdfium

from lastdays.language import SpokenLanguage, speaking
from lastdays.pdf.content import CharacterCard, PrintedDocument, PrintOptions
from lastdays.pdf.document import make
from lastdays.rulebook import pictograms
from unit.pdf.reading import WHEN, document, printed, unpacked, zeke
from unit.pdf.test_cards_look import painted

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
    assert kinds[:5] == ["Figure", "H1", "Figure", "P", "Figure"]
    said = [said for _kind, said in parts if said]
    assert said[0] == "Portrait of Zeke"
    assert said[1] == "Leader"
    assert said[2].startswith("To cross: damage 3; noise 8; Locked and Loaded; Run")
    assert said[3] == "ammo 0 to 4"
    assert said[-1].startswith("zombies ×1, rivals ×3")
    assert {"Table", "TR", "TH", "TD"} <= set(kinds)
    assert kinds.index("P") < len(kinds) - 1 - kinds[::-1].index("Figure")
    back = [kind for kind, _said in heard(made, 1)]
    assert back.count("H1") == 1
    assert back.count("H2") >= 4  # Special Rules, Skills, Equipment …


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
