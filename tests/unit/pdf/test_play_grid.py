"""A card to play on: cells that take a cube, one grid for all cards of a size, and nothing that
leaves the front without a word."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pikepdf
import pytest
from PIL import ImageStat

from lastdays.campaign.printing.card_content import character_card
from lastdays.model.group import Injury
from lastdays.model.switches import Switches
from lastdays.pdf.card_front import Track, measures_of
from lastdays.pdf.card_head import PAD
from lastdays.pdf.cards import Composed, compose, design_of
from lastdays.pdf.content import CharacterCard
from lastdays.pdf.imposition import MM, Layout, layouts
from lastdays.pdf.tables import Strip, TableStrip
from lastdays.pdf.typesetting import TextLine, Type
from unit.pdf.reading import document, fonts_of, printed, truckers, zeke
from unit.postgame.crew import BOOK, group, member

#: The least side of a cell of each size, in millimetres.
CELLS = {"quarter": 8.0, "half": 8.0, "tarot": 6.0, "poker": 4.0, "roster": 4.0}
GEAR = [*BOOK.firearms, *BOOK.close_combat, *BOOK.equipment]


def anybody(source: Random) -> CharacterCard:
    """A member with as much as anybody carries, can and suffers."""
    kind = source.choice([k for k, c in BOOK.characters.items() if not c.leader])
    who = member(
        source.choice(("Al", "Mo", "Maximilian-Alexander von und zu Rabenklaue")),
        kind,
        tuple(source.choices(GEAR, k=source.randrange(6))),
        skills=tuple(source.sample(sorted(BOOK.skills), source.randrange(5))),
        injuries=tuple(
            Injury(k) for k in source.sample(sorted(BOOK.injuries), source.randrange(3))
        ),
        level=source.randrange(9),
    )
    return character_card(who, group(who), BOOK, Switches())


@cache
def crowd(count: int) -> list[CharacterCard]:
    source = Random(32)
    return [anybody(source) for _n in range(count)]


def composed(card: CharacterCard, layout: Layout, type_: Type) -> Composed:
    return compose(design_of(card), layout, type_, backs=True)


def front(card: CharacterCard, layout: Layout, type_: Type) -> Iterator[tuple[Any, float, float]]:
    yield from composed(card, layout, type_).faces[0].flowables


def said(line: TextLine) -> str:
    return "".join(part.run.logical or part.run.text for part in line.parts)


def words_on(face: Any) -> str:
    """What a face says, but for its head."""
    found: list[str] = []
    for flowable, _x, _y in face.flowables:
        rows = [row for cell in getattr(flowable, "cells", ()) for row, _down in cell]
        words = getattr(flowable, "words", ()) or ()
        rows += (
            [words]
            if isinstance(flowable, Track) and words
            else []
            if isinstance(flowable, Track)
            else words
        )
        found += [said(row.line) for row in rows]
        if getattr(flowable, "line", None) is not None:
            found.append(said(flowable.line))
    return " ".join(found)


@pytest.mark.parametrize("size", CELLS)
def test_a_cube_lies_in_every_cell(size: str) -> None:
    layout, type_ = layouts("a4")[size], Type()
    for card in crowd(60):
        tracks = 0
        for flowable, _x, _y in front(card, layout, type_):
            if isinstance(flowable, Track):
                tracks += 1
                assert flowable.side / MM >= CELLS[size]
                assert flowable.height >= flowable.side
            if isinstance(flowable, Strip):
                cells = [m for m in flowable.marks if m.shape in ("drop", "state")]
                assert all(min(m.width, m.height) / MM >= CELLS[size] for m in cells)
        assert tracks


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("size", CELLS)
def test_figures_stand_at_the_same_place_on_all_cards(size: str, count: int) -> None:
    layout, type_ = layouts("a4")[size], Type()
    heads: dict[str, set[tuple[float, ...]]] = {}
    places: set[tuple[float, ...]] = set()
    for card in crowd(count):
        face = composed(card, layout, type_).faces[0]
        assert face.figures is not None
        places.add((face.head.height, face.figures.left, face.figures.size, *face.figures.rooms))
        for flowable, x, _y in face.flowables:
            if isinstance(flowable, TableStrip) and flowable.rule and x < layout.width * MM / 2:
                middles = [
                    round(x + w.x + w.line.width * w.size / 2, 3)
                    for ((w, _down),) in flowable.cells[1:]
                ]
                heads.setdefault(said(flowable.cells[0][0][0].line), set()).add(tuple(middles))
    assert len(places) == 1
    assert {name: len(found) for name, found in heads.items()} == {"SHOOT": 1, "FIGHT": 1}


@pytest.mark.parametrize("size", CELLS)
def test_what_follows_moves_by_whole_lines(size: str) -> None:
    layout, type_ = layouts("a4")[size], Type()
    step = measures_of(layout).line
    for card in crowd(60):
        rows = [f for f, _x, _y in front(card, layout, type_) if isinstance(f, TableStrip | Track)]
        assert all(round(row.height / step, 3) % 1 == 0 for row in rows)
        column = [p for p in front(card, layout, type_) if p[1] < layout.width * MM / 2]
        first = column[0][2]
        for row, _x, y in column:
            if isinstance(row, TableStrip | Track | Strip):
                assert round((first - y) / step, 3) % 1 == 0, row


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
                assert "".join(line.text.split()) in "".join(behind.split()), line


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
    cells: list[tuple[float, float, float, float]] = []  # from the left, up; width, height
    for flowable, x, top in face.flowables:
        if isinstance(flowable, Track):
            side, low = flowable.side, top - (flowable.height + flowable.side) / 2
            cells += [
                (x + flowable.at + n * side, low, side, side) for n in range(len(flowable.numerals))
            ]
    assert face.tally is not None
    cells += [
        (PAD + mark.x, 4.0 + face.tally.height - mark.height - 2, mark.width, mark.height)
        for mark in face.tally.marks
        if mark.shape == "box"
    ]
    assert len(cells) >= 9 + 7 + 10
    for left, low, wide, high in cells:
        middle = (left + wide * 0.2, low + high * 0.2, left + wide * 0.8, low + high * 0.8)
        box = middle[0], layout.height * MM - middle[3], middle[2], layout.height * MM - middle[1]
        shown = picture.crop(tuple(round(n * scale) for n in box))
        assert ImageStat.Stat(shown).median[0] > 160, (left, low)


def spanned(cell: Any) -> int:
    return int(cell.get("/A", {}).get("/ColSpan", 1))


def pairs(nums: Any) -> Iterator[tuple[int, Any]]:
    held = list(nums)
    yield from zip(map(int, held[::2]), held[1::2], strict=True)


def parts(found: Any) -> Iterator[Any]:
    for one in found if isinstance(found, pikepdf.Array) else [found]:
        if isinstance(one, pikepdf.Dictionary) and "/S" in one:
            yield one
            if "/K" in one:
                yield from parts(one.K)


def test_a_thousand_poker_cards_are_small() -> None:
    made = printed(*crowd(250), layout="poker")
    assert len(made.pdf) < 4_500_000 / 4
