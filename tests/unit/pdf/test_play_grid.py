"""A card to play on: cells that take a cube, one grid for all cards of a size, and nothing that
leaves the front without a word."""

from __future__ import annotations

import io

import pikepdf
import pytest
from PIL import ImageStat

from lastdays.campaign.printing.card_content import character_card
from lastdays.model.switches import Switches
from lastdays.pdf.imposition import MM, layouts
from lastdays.pdf.typesetting import Type
from unit.pdf.play_cards import (
    body,
    cells,
    composed,
    crowd,
    front,
    pairs,
    parts,
    said,
    spanned,
    words_on,
)
from unit.pdf.reading import document, fonts_of, printed, truckers, zeke
from unit.postgame.crew import BOOK, group, member

#: The least side of a cell of each size, in millimetres.
CELLS = {"quarter": 8.0, "half": 8.0, "tarot": 6.0, "poker": 4.0, "roster": 4.0}


@pytest.mark.parametrize("size", CELLS)
def test_a_cube_lies_in_every_cell(size: str) -> None:
    layout, type_ = layouts("a4")[size], Type()
    for card in crowd(60):
        placed = front(card, layout, type_)
        rows = [row for row, _x, _y in placed if cells(row) and row.tag != "P"]  # no legend
        assert rows
        for row in rows:
            for _left, side in cells(row):
                assert side / MM >= CELLS[size]
                assert row.height >= side


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.parametrize("size", CELLS)
def test_figures_stand_at_the_same_place_on_all_cards(size: str, count: int) -> None:
    layout, type_ = layouts("a4")[size], Type()
    heads: dict[str, set[tuple[float, ...]]] = {}
    places: set[tuple[float, ...]] = set()
    for card in crowd(count):
        face = composed(card, layout, type_).faces[0]
        place, (heads_of_figures, _x, top) = next(
            (n, p)
            for n, p in enumerate(face.rows)
            if p[0].cells and p[0].cells[0] and said(p[0].cells[0][0].line) == "AP"
        )
        figures = face.rows[place + 1][0]
        labels = [w for (w,) in heads_of_figures.cells]
        middles = [round(w.x + w.line.width * w.size / 2, 3) for w in labels]
        figure = figures.cells[0][0]
        places.add((top, figures.height, figure.size, *middles))
        for row, x, _y in body(face):
            if row.tag == "TH" and x < layout.width * MM / 2:
                middles = [round(x + w.x + w.line.width * w.size / 2, 3) for (w,) in row.cells[1:]]
                heads.setdefault(said(row.cells[0][0].line), set()).add(tuple(middles))
    assert len(places) == 1
    assert {name: len(found) for name, found in heads.items()} == {"SHOOT": 1, "FIGHT": 1}


@pytest.mark.parametrize("size", ["quarter", "tarot", "poker"])
def test_nothing_leaves_the_front_without_a_word(size: str) -> None:
    layout, type_ = layouts("a4")[size], Type()
    for card in crowd(150):
        faces = composed(card, layout, type_).faces
        ahead = words_on(faces[0])
        behind = " ".join(words_on(face) for face in faces[1:])
        lines = (*card.injuries, *card.rules, *card.skills, *card.gear)
        names = {line.name for line in lines} | {weapon.name for weapon in card.weapons}
        for name in names:
            bare = "".join(name.split())
            if bare not in "".join(ahead.split()):
                assert "▸ back" in ahead, (card.name, name)
                assert bare in "".join(behind.split()), (card.name, name)
        for line in (*lines, *card.traits):
            if "".join(line.text.split()) not in "".join(ahead.split()):
                assert "▸ back" in ahead, (card.name, line)
                is_told = "".join(line.text.split()) in "".join(behind.split())
                is_on_reference = "Attributes see the quick reference." in behind
                assert is_told or (line in card.traits and is_on_reference), line


def test_the_file_can_be_read_aloud() -> None:
    """What a machine can ask of PDF/UA: title, language, every part in the structure, tables as
    tables, pictures with words, fonts in the file."""
    made = printed(zeke(), truckers(), layout="quarter")
    assert all(fonts_of(made).values())
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        root = opened.Root
        told = opened.open_metadata()
        assert opened.pdf_version == "1.7"
        assert str(root.Lang) == "en"
        assert told["dc:title"] == "Zeke's Truckers"
        assert told["pdfuaid:part"] == "1"
        assert bool(root.ViewerPreferences.DisplayDocTitle)
        assert bool(root.MarkInfo.Marked)
        assert all(str(page.obj.Tabs) == "/S" for page in opened.pages)
        kinds = {str(part.S) for part in parts(root.StructTreeRoot.K)}
        assert {"/Table", "/TR", "/TH", "/TD", "/Figure", "/H1", "/H2", "/P"} <= kinds
        held = {
            kid.objgen for _page, kids in pairs(root.StructTreeRoot.ParentTree.Nums) for kid in kids
        }
        for part in parts(root.StructTreeRoot.K):
            assert isinstance(part.K, pikepdf.Array) or part.objgen in held
            match str(part.S):
                case "/Table":
                    first, *rows = part.K
                    assert {str(cell.S) for cell in first.K} == {"/TH"}
                    wide = [sum(spanned(cell) for cell in row.K) for row in (first, *rows)]
                    assert len(set(wide)) == 1
                case "/Figure":
                    assert str(part.Alt)
                case "/TR":
                    assert str(part.P.S) == "/Table"
                case "/TH":
                    assert str(part.P.S) == "/TR"
                    assert str(part.A.Scope) in ("/Column", "/Row")
                case "/TD":
                    assert str(part.P.S) == "/TR"


@pytest.mark.parametrize("saver", [False, True])
@pytest.mark.parametrize("size", CELLS)
def test_nothing_to_tick_lies_on_dark_ground(size: str, saver: bool) -> None:
    """A pen and a laminated card: each cell and box is light within its frame."""
    layout, scale = layouts("a4")[size], 4.0
    who = member("Al", "goon", ("revolver", "medical-supplies"), level=2)
    card = character_card(who, group(who), BOOK, Switches())
    face = composed(card, layout, Type()).faces[0]
    made = printed(card, layout=size, ink_saver=saver, one_a_page=True)
    picture = document(made)[0].render(scale=scale, grayscale=True).to_pil()
    boxes = [
        (x + left, top - (row.height + side) / 2, side, side)
        for row, x, top in body(face)
        for left, side in cells(row)
        if any(mark.shape == "track" for mark in row.marks)
    ]
    tally, x, top = face.rows[-1]
    boxes += [
        (x + mark.x, top - (tally.height + mark.height) / 2, mark.width, mark.height)
        for mark in tally.marks
        if mark.shape == "box"
    ]
    assert len(boxes) >= 9 + 7 + 10
    for left, low, wide, high in boxes:
        middle = (left + wide * 0.2, low + high * 0.2, left + wide * 0.8, low + high * 0.8)
        box = middle[0], layout.height * MM - middle[3], middle[2], layout.height * MM - middle[1]
        shown = picture.crop(tuple(round(n * scale) for n in box))
        assert ImageStat.Stat(shown).median[0] > 160, (left, low)


@pytest.mark.sweep
def test_a_thousand_poker_cards_are_small() -> None:
    made = printed(*crowd(250), layout="poker")
    assert len(made.pdf) < 4_500_000 / 4
