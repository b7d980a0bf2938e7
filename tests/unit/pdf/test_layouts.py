"""Cards on sheets: every layout, paper and ink; where things lie; backs; marks; refusals."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PIL import ImageColor

from lastdays.errors import DocumentError
from lastdays.pdf.content import (
    Backs,
    PrintedDocument,
    PrintOptions,
    TestSheet,
    TextSheet,
    WeaponLine,
)
from lastdays.pdf.imposition import MARGIN, back_slot, grid, layout_of
from lastdays.pdf.shapes import FULL, SAVER, Ink
from unit.pdf.reading import (
    MM,
    document,
    fonts_of,
    printed,
    printed_once,
    sizes_of,
    text_of,
    things_on,
    truckers,
    unpacked,
    words_of,
    zeke,
)

PAPER = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
#: Each layout on one paper in colour and on the other without; the rest is left to `make test-rest`.
EVERY = [
    pytest.param(
        layout, paper, saver, marks=[pytest.mark.sweep] if saver != (paper == "letter") else []
    )
    for layout in ("quarter", "half", "roster", "tarot", "poker", "80x110")
    for paper in ("a4", "letter")
    for saver in (False, True)
]
WORDS = (
    "Zeke", "Merciless Thug", "Selfish", "Pump-Action Shotgun", "12″", "+7", "+5", "Knife",
    "D6+4", "CQC +1", "3+", "2 AP", "Tactical Vest", "Headhunter", "Blinded in One Eye", "Owes Mo a beer.",
    "4 of 18 to Level 4", "after game 3", "ZOMBIE", "DEFEND", "Zeke's Truckers", "The Farm House",
    "Fenced-Off Garden", "Armoury", "Booze ×2", "Never trust Carl.", "Empty Spaces",
)  # fmt: skip


@pytest.mark.parametrize(("layout", "paper", "saver"), EVERY)
def test_every_layout_paper_and_ink(layout: str, paper: str, saver: bool) -> None:
    setting: dict[str, Any] = {"layout": layout, "paper": paper, "ink_saver": saver}
    made = printed_once(zeke(), truckers(), **setting)
    text = " ".join(text_of(made).split()).casefold()
    for words in WORDS:
        assert words.casefold() in text
    assert all(sorted(size) == sorted(PAPER[paper]) for size in sizes_of(made))
    assert all(fonts_of(made).values())
    assert not made.notices
    within_the_margins(made)

    place = grid(layout_of(PrintOptions(**setting)), PrintOptions(**setting))
    size = layout_of(PrintOptions(**setting))
    for page in range(made.pages):
        for piece in words_of(made, page):
            inside = any(
                x - 0.1 <= piece.left
                and piece.right <= x + size.width + 0.1
                and y - 0.1 <= piece.bottom
                and piece.top <= y + size.height + 0.1
                for slot in place.slots
                for x, y, _turned in [
                    (*slot, False),
                    back_slot(slot, size, place.page, "duplex-long"),
                ]
            )
            assert inside or re.fullmatch(r"\d0 mm", piece.text), piece


def names_at(made: PrintedDocument, page: int) -> dict[str, tuple[float, float]]:
    return {w.text: (w.left, w.bottom) for w in words_of(made, page) if w.text.startswith("Member")}


@pytest.mark.parametrize(
    ("layout", "backs", "upright"),
    [
        ("poker", "duplex-long", True),
        ("poker", "duplex-short", False),
        ("129x95", "duplex-long", False),  # a lying sheet turns over its level axis instead
    ],
)
def test_the_back_lies_behind_its_front(layout: str, backs: Backs, upright: bool) -> None:
    made = printed(*(zeke(name=f"Member {n}") for n in range(4)), layout=layout, backs=backs)
    setting = PrintOptions(layout=layout, backs=backs)
    place, size = grid(layout_of(setting), setting), layout_of(setting)
    assert sizes_of(made) == [(297.0, 210.0) if layout == "129x95" else (210.0, 297.0)] * 2
    front, back = names_at(made, 0), names_at(made, 1)
    assert len(front) == len(back) == 4
    for n in range(4):
        x, y = place.slots[n]
        assert x < front[f"Member {n}"][0] < x + size.width
        left, bottom = back[f"Member {n}"]
        if upright:  # turned about the upright axis
            assert place.page[0] - x - size.width < left < place.page[0] - x
            assert y < bottom < y + size.height
        else:  # turned about the level one, so the back stands on its head
            assert x < left < x + size.width
            assert place.page[1] - y - size.height < bottom < place.page[1] - y


def test_the_offset_moves_the_backs_only() -> None:
    plain = printed(zeke(), layout="poker")
    # Seen from the front, the printer lays backs 1.5 mm to the right and 2 mm down.
    moved = printed(zeke(), layout="poker", offset=(1.5, -2.0))

    def at(made: PrintedDocument, page: int) -> tuple[float, float]:
        return next((w.left, w.bottom) for w in words_of(made, page) if w.text == "Zeke")

    assert at(moved, 0) == at(plain, 0)
    assert at(moved, 1)[0] - at(plain, 1)[0] == pytest.approx(1.5, abs=0.01)
    assert at(moved, 1)[1] - at(plain, 1)[1] == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize("bleed", [1.0, 2.0, 3.0])
def test_marks_beyond_the_bleed_are_where_a_printer_prints(bleed: float) -> None:
    for layout in ("quarter", "half", "poker"):
        within_the_margins(printed(zeke(), layout=layout, bleed=bleed))


@pytest.mark.parametrize("bleed", [1.0, 3.0])
@pytest.mark.parametrize("layout", ["quarter", "half", "tarot", "poker"])
def test_a_card_is_found_where_it_lies_with_its_bleed_too(layout: str, bleed: float) -> None:
    """Its words lie on its own place, front and back; its ground reaches as far beyond as is said."""
    setting = PrintOptions(layout=layout, bleed=bleed)
    size, place = layout_of(setting), grid(layout_of(setting), setting)
    cards = [zeke(name=f"Member {n}") for n in range(len(place.slots))]
    made = printed(*cards, layout=layout, bleed=bleed)
    found = names_at(made, 0)
    for n, (x, y) in enumerate(place.slots):
        left, bottom = found[f"Member {n}"]
        assert x < left < x + size.width
        assert y < bottom < y + size.height
    first_x = min(x for x, _y in place.slots)
    top = max(y for _x, y in place.slots) + size.height
    grounds = [[n / MM for n in thing.get_bounds()] for thing in things_on(document(made)[0])]
    wide = [g for g in grounds if g[2] - g[0] > size.width]
    assert min(g[0] for g in wide) == pytest.approx(first_x - bleed, abs=0.3)
    assert max(g[3] for g in wide) == pytest.approx(top + bleed, abs=0.3)
    if size.two_sided:
        for n, slot in enumerate(place.slots):
            x, y, _turned = back_slot(slot, size, place.page, "duplex-long")
            left, bottom = names_at(made, 1)[f"Member {n}"]
            assert x < left < x + size.width
            assert y < bottom < y + size.height


def within_the_margins(made: PrintedDocument) -> None:
    for sheet in document(made):
        width, height = sheet.get_size()
        for thing in things_on(sheet):
            left, bottom, right, top = (n / MM for n in thing.get_bounds())
            assert left >= MARGIN
            assert bottom >= MARGIN
            assert right <= width / MM - MARGIN
            assert top <= height / MM - MARGIN


def test_too_large_is_refused_with_the_largest_that_fits() -> None:
    with pytest.raises(DocumentError) as error:
        printed(zeke(), layout="200x300")
    assert "200 × 300 mm does not fit on A4" in str(error.value).replace("(200 × 300 mm) ", "")
    assert "The largest that does is 195 × 282 mm. The largest layout that does is 'Half" in str(
        error.value
    )
    assert printed(zeke(), layout="195x282").pages == 1
    with pytest.raises(DocumentError, match="too small to read"):
        printed(zeke(), layout="20x30")
    with pytest.raises(DocumentError, match="There's no layout 'huge'"):
        printed(zeke(), layout="huge")


def test_the_same_input_gives_the_same_bytes_apart_from_the_date() -> None:
    cards = [zeke(), zeke(name="विक्रम"), truckers(name="محمد علي")]
    one, two = printed(*cards, layout="poker"), printed(*cards, layout="poker")
    assert one.pdf == two.pdf
    printed(zeke(name="क्षत्रिय"))  # what was printed meanwhile leaves no trace
    assert printed(*cards, layout="poker").pdf == one.pdf


def luminance(colour: str) -> float:
    parts = [part / 255 for part in ImageColor.getrgb(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(two)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colours", [FULL, SAVER])
def test_every_text_can_be_read_also_in_grey(colours: Ink) -> None:
    """Contrast is one of lightness alone: it is the same in black and white."""
    white = "#ffffff"
    for ground in (white, colours.get("tint", white)):
        for text in ("text", "faint", "cell"):
            assert contrast(colours[text], ground) >= 4.5
    assert contrast(colours["accent"], white) >= 4.5
    assert contrast(colours["band_text"], colours.get("band", white)) >= 4.5
    assert contrast(colours["chip_text"], colours.get("chip", white)) >= 4.5


@pytest.mark.parametrize("colours", [FULL, SAVER])
def test_the_back_of_a_group_is_light_and_its_name_can_be_read(colours: Ink) -> None:
    """A printer at home fills no page with ink, unless somebody asks for more."""
    assert luminance(colours["back"]) > 0.85
    assert contrast(colours["emblem"], colours["back"]) >= 4.5


def test_fronts_begin_a_sheet_of_a_duplex_printer() -> None:
    roster = TextSheet("roster", "Roster", "", ())
    made = printed(zeke(), roster, truckers(), TestSheet("Test"), layout="poker")
    front_of_group = next(n for n in range(made.pages) if "The Farm House" in text_of(made, n))
    assert made.pages % 2 == 0
    assert front_of_group % 2 == 0
    test_front = next(n for n in range(made.pages) if "Front:" in text_of(made, n))
    assert test_front % 2 == 0
    assert "Back:" in text_of(made, test_front + 1)
    assert text_of(made, 3).strip() == ""  # left empty behind the roster
    folded = printed(zeke(), roster, truckers(), layout="poker", backs="fold")
    assert folded.pages == 3


@pytest.mark.parametrize(
    ("setting", "duplex"),
    [
        ({"layout": "poker"}, "DuplexFlipLongEdge"),
        ({"layout": "poker", "backs": "duplex-short"}, "DuplexFlipShortEdge"),
        ({"layout": "poker", "backs": "fold"}, "Simplex"),
        ({"layout": "half"}, "Simplex"),
    ],
)
def test_the_file_tells_a_printer_what_it_is(setting: dict[str, Any], duplex: str) -> None:
    made = printed(zeke(), bleed=2, **setting)
    told = unpacked(made)
    assert b"/PrintScaling /None" in told
    assert f"/Duplex /{duplex}".encode() in told
    place = grid(layout_of(PrintOptions(bleed=2, **setting)), PrintOptions(bleed=2, **setting))
    sheet = document(made)[0]
    left, low = (min(slot[n] for slot in place.slots) for n in (0, 1))
    trim = [n / MM for n in sheet.get_trimbox()]
    assert trim == pytest.approx([left, low, place.page[0] - left, place.page[1] - low], abs=0.01)
    assert sheet.get_bleedbox()[0] / MM == pytest.approx(left - 2, abs=0.01)


def test_a_remark_that_has_no_room_on_the_front_is_on_the_back_once() -> None:
    """Whatever else the card has none of."""
    remark = "Kicks like a mule and bites like one as well"
    guns = tuple(
        WeaponLine(f"Gun {n}", (), f"{remark} {n}", 6, row=zeke().weapons[0].row, shoots=True)
        for n in range(3)
    )
    bare = zeke(weapons=guns, rules=(), skills=(), gear=(), traits=(), injuries=(), notes="")
    said = " ".join(text_of(printed(bare, layout="50x70", backs="duplex-long")).split())
    assert [said.count(f"{remark} {n}") for n in range(3)] == [1, 1, 1]
