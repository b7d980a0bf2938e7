"""What comes from content packs on paper: its picture, its portrait, where it comes from."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw
from pypdfium2._helpers.pageobjects import PdfObject

from lastdays.campaign.printing.card_content import character_card
from lastdays.desktop import paths
from lastdays.model.group import Group, Item, RefugeState
from lastdays.model.recruiting import Recruit, make_member
from lastdays.model.switches import Switches
from lastdays.pdf.content import PrintedDocument
from lastdays.pdf.shapes import SIDE, operators
from lastdays.rulebook import Catalogue, load, pictograms
from unit.pdf.reading import document, printed, text_of
from unit.postgame.crew import group
from unit.rulebook.packing import write_pack

WARD = '[ward]\nname = "Ward"\ncost = 5\nsummary = "Quiet."\npictogram = "pictures/ward.png"\n'


@pytest.fixture(scope="module")
def hospital() -> Catalogue:
    return load(packs=[paths.resources() / "packs" / "hospital"])


def crew(book: Catalogue) -> Group:
    """A group of the example's people and things."""
    medic = make_member(Recruit("chief-medic", "Nora"), book, "nora")
    medic = replace(medic, gear=(Item("saw", "bone-saw"), Item("knife", "knife")))
    orderly = make_member(Recruit("orderly", "Otto"), book, "otto")
    whole = group(refuge_state=RefugeState("hospital"))
    return replace(whole, members=(medic, orderly), leader=medic.id)


def with_picture(
    folder: Path, paint: Callable[..., Any], size: tuple[int, int] = (64, 64)
) -> Catalogue:
    """A rulebook with a Perk whose picture is painted."""
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    paint(ImageDraw.Draw(image))
    held = io.BytesIO()
    image.save(held, "PNG")
    pack = write_pack(folder, "odd", {"perks": WARD})
    (pack / "pictures").mkdir()
    (pack / "pictures" / "ward.png").write_bytes(held.getvalue())
    return load(packs=[pack])


def filled(code: str) -> float:
    """The area that operators of rectangles fill, of the whole square."""
    figures = code.split(" re")
    return sum(float(f.split()[-2]) * float(f.split()[-1]) for f in figures[:-1]) / SIDE**2


def test_the_opaque_part_of_a_picture_is_drawn_on_paper(tmp_path: Path) -> None:
    book = with_picture(tmp_path, lambda draw: draw.rectangle((0, 0, 31, 63), fill="red"))
    code = operators(book.perks["ward"].drawing)
    assert code.endswith("f")
    assert filled(code) == pytest.approx(0.5, abs=0.02)


def test_a_picture_that_cannot_be_read_gives_way_to_the_pictogram_of_its_kind(
    tmp_path: Path,
) -> None:
    book = with_picture(tmp_path, lambda draw: None)
    assert operators(book.perks["ward"].drawing) == operators(
        pictograms.instead(book.perks["ward"].drawing)
    )


def test_a_card_of_a_pack_shows_its_picture_and_where_it_comes_from(hospital: Catalogue) -> None:
    medic = character_card(crew(hospital).members[0], crew(hospital), hospital, Switches())
    assert pictograms.is_picture(medic.drawing)
    made = printed(medic, layout="poker")
    text = text_of(made)
    assert "Content packs" in text
    assert "hospital: Chief Medic, Bone Saw" in " ".join(text.split())
    without = printed(replace(medic, pack=""), layout="poker")
    assert len(forms(made)) == len(forms(without)) + 1  # the mark beside the type


def forms(made: PrintedDocument) -> list[PdfObject]:
    return [t for t in document(made)[0].get_objects(max_depth=1) if t.type == 5]


@pytest.mark.parametrize("layout", ["poker", "tarot", "quarter", "half"])
@pytest.mark.parametrize("saver", [False, True])
def test_a_card_of_a_pack_takes_no_second_card(
    hospital: Catalogue, layout: str, saver: bool
) -> None:
    sample = crew(hospital)
    for one in sample.members:
        made = printed(
            character_card(one, sample, hospital, Switches()), layout=layout, ink_saver=saver
        )
        assert not [n for n in made.notices if n.kind == "continued"]
