"""Whole documents, held to the last point and colour: what is drawn changes only where it is meant.

Where it is meant, look at the documents, then `PYTHONPATH=tests python -m unit.pdf.test_whole_documents`.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tomllib
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.errors import DocumentError
from lastdays.pdf import computer_fonts
from lastdays.pdf.canvas import OwnLetters
from lastdays.pdf.cards import compose, group_back
from lastdays.pdf.content import CharacterCard, PrintedDocument, PrintOptions
from lastdays.pdf.fonts import Fonts
from lastdays.pdf.imposition import (
    back_slot,
    backs_of,
    cell_of,
    grid,
    layout_of,
    layouts,
    token_grid,
)
from lastdays.pdf.outlines import Letter, OutlineFont
from lastdays.pdf.rows import Row
from lastdays.pdf.typesetting import Type
from sure import as_a
from unit.pdf.paper_documents import DOCUMENTS, ODD, somebody, words
from unit.pdf.reading import unpacked, zeke

HELD = Path(__file__).parents[2] / "fixtures/paper.toml"


def letters() -> Iterator[object]:
    """From which letter on which font draws them, and what is no letter."""
    made, before = Fonts(), None
    for code in (*range(0x10000), *range(0x1F000, 0x20010), 0x3FFFF, 0x40000):
        char = chr(code)
        if unicodedata.ucd_3_2_0.category(char) in ("Cn", "Cs"):
            continue  # what any Python knows
        now = (*(made.font_for(char, style) for style in ("text", "head")), made.drawable(char))
        if now != before:
            yield code, now
        before = now
    turned = [f"א{chr(code)}ב" for code in range(0x2000, 0x2070)]  # what gives a direction, too
    for text in (*ODD, *turned):
        yield [(r.font, r.text, r.leftward, round(r.width, 3)) for r in made.runs(text, "strong")]


def places() -> Iterator[object]:
    """Where cards of any size lie on paper, front and back, and what changes from which size on."""
    for own in (
        "100x200",
        "113x177",
        "75x100",
        "75.005x100",
        "130x90",
        "129x90",
        "54x90",
        "55x90",
        "50x88",
    ):
        yield layout_of(PrintOptions(own))
    settings = [
        # To the last hair of paper, folded and far too high, and as wide as high.
        PrintOptions("50x71.75", crop_marks=False, ruler=False),
        PrintOptions("120x280", backs="fold"),
        PrintOptions("100x100", backs="duplex-long", one_a_page=True),
    ]
    for seed in range(400):
        chance = Random(seed)
        known = chance.choice((*layouts("a4"), ""))
        own = f"{chance.randint(15, 310)}x{chance.choice((85, 88, 120, chance.randint(15, 310)))}"
        settings.append(
            PrintOptions(
                known or own,
                chance.choice(("a4", "letter")),
                backs=chance.choice(("none", "fold", "duplex-long", "duplex-short")),
                bleed=chance.choice((0.0, 0.0, 1.0, 2.5)),
                outer_bleed=chance.random() < 0.5,
                one_a_page=chance.random() < 0.1,
                crop_marks=chance.random() < 0.5,
            )
        )
    for setting in settings:
        try:
            layout = layout_of(setting)
            found = grid(layout, setting)
        except DocumentError as error:
            yield str(error)
            continue
        backs = backs_of(layout, setting)
        yield layout, cell_of(layout), found, backs
        yield [back_slot(slot, layout, found.page, backs) for slot in found.slots]
    yield [token_grid("a4"), token_grid("letter")]


def standing(rows: Iterable[Row]) -> list[object]:
    """Where everything stands in rows, and how large."""
    return [
        (
            row.height,
            [(w.x, w.size, w.down, w.tone, w.line.width) for cell in row.cells for w in cell],
            [(m.shape, m.x, m.width, m.height, m.down, m.tone) for m in row.marks],
        )
        for row in rows
    ]


def composed() -> Iterator[object]:
    """What stands where on anybody's card of any size, their groups and labels of any length."""
    type_ = Type()
    for seed in range(150):
        chance = Random(seed)
        card = as_a(CharacterCard, somebody(chance))
        card = replace(
            card,
            edition=words(chance.randint(1, 12), chance.randrange(9)),
            cells=tuple(replace(c, label=words(1, chance.randrange(12))) for c in card.cells),
            tally=tuple(replace(t, boxes=chance.randrange(30)) for t in zeke().tally * 2),
        )
        own = f"{chance.randint(50, 130)}x{chance.randint(70, 130)}"
        layout = layout_of(PrintOptions(chance.choice((*layouts("a4"), own, own, own))))
        made = compose(card, layout, type_, backs=seed % 3 > 0, front_notes=seed % 2 > 0)
        for face in (*made.faces, group_back(card, layout, type_)):
            yield standing(row for row, _x, _y in face.rows), [(x, y) for _row, x, y in face.rows]
        yield made.notices


def outlines() -> Iterator[object]:
    """How letters are drawn that a document has by their outlines, and in which of its fonts."""
    for name in ("FiraGO-Regular", "NotoSans-Regular", "BarlowCondensed-Medium"):
        font = OutlineFont(paths.resources() / f"fonts/{name}.ttf", 0)
        yield [(font.fill_operators(letter), letter.width) for letter in font.letters("IoÄ&世")]
    own = OwnLetters()
    for n in range(60):
        said = [Letter(chr(code), (), 1000) for code in range(0x4E00 + n * 3, 0x4E00 + n * 9)]
        yield own.operators(f"@{n % 2}", said, n, 2.0, 7.5, bold=n % 3 > 0)


#: What documents are made of, tried for itself.
VALUES: dict[str, Callable[[], Iterator[object]]] = {
    "letters": letters,
    "places": places,
    "composed": composed,
    "outlines": outlines,
}


def digest_of(values: Iterable[object]) -> str:
    """Tell values, their lengths to the thousandth."""
    said = re.sub(r"\d+\.\d{4,}", lambda n: f"{float(n[0]):.3f}", "\n".join(map(repr, values)))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", VALUES)
def test_what_documents_are_made_of_is_as_it_was(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ())
    held = tomllib.loads(HELD.read_text("utf-8"))
    assert digest_of(VALUES[name]()) == held[name], "if that is meant: see this module's head"


def digest(made: PrintedDocument) -> str:
    """Tell all that is drawn and said in a document, whatever packs it: each object, unpacked, but
    for its fonts, the program that made it, and how long the packed parts are."""
    told = hashlib.sha256()
    for body in re.findall(rb"\d+ 0 obj\n(.*?)\nendobj", unpacked(made), re.S):
        head, stream, rest = body.partition(b"stream\n")
        if b"/Producer" in head or b"/Length1" in head:
            continue
        told.update(re.sub(rb"/Length \d+", b"", head))
        if stream:
            packed = rest.removesuffix(b"endstream")
            told.update(zlib.decompressobj().decompress(packed) if b"/Flate" in head else packed)
    told.update(repr(replace(made, pdf=b"")).encode())
    return told.hexdigest()[:16]


#: Of what is made at random so many are drawn each time, so many with what tries everything, and
#: the others before a release.
SEEDS_EACH_TIME, SEEDS_OF_A_SWEEP = 3, 12


def how_often(name: str) -> list[pytest.MarkDecorator]:
    """Marks a document that isn't drawn each time."""
    kind, _space, seed = name.rpartition(" ")
    if not kind.startswith("anything") or int(seed) < SEEDS_EACH_TIME:
        return []
    return [pytest.mark.sweep if int(seed) < SEEDS_OF_A_SWEEP else pytest.mark.long]


@pytest.mark.parametrize("name", [pytest.param(n, marks=how_often(n)) for n in DOCUMENTS])
def test_a_document_is_drawn_as_it_was(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ())
    made = DOCUMENTS[name]()
    drawn = tmp_path / "drawn.pdf"
    drawn.write_bytes(made.pdf)
    held = tomllib.loads(HELD.read_text("utf-8"))
    assert digest(made) == held[name], f"look at {drawn}; if that is meant: see this module's head"


@pytest.mark.sweep
@pytest.mark.skipif(shutil.which("qpdf") is None, reason="no qpdf here")
@pytest.mark.parametrize("name", [n for n in DOCUMENTS if not n.startswith("anything")])
def test_qpdf_finds_nothing_wrong(name: str, tmp_path: Path) -> None:
    """Other people's tool."""
    drawn = tmp_path / "drawn.pdf"
    drawn.write_bytes(DOCUMENTS[name]().pdf)
    done = subprocess.run(["qpdf", "--check", drawn], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr


if __name__ == "__main__":
    computer_fonts.installed = lambda wanted: ()  # type: ignore[assignment]
    told = [f'"{name}" = "{digest(make())}"\n' for name, make in DOCUMENTS.items()]
    told += [f'"{name}" = "{digest_of(make())}"\n' for name, make in VALUES.items()]
    HELD.write_text("".join(told), "utf-8")
