"""Whole pages: everything on them comes out, one page where one is promised."""

from __future__ import annotations

import gc
import math
from contextlib import nullcontext

import pytest
from msgspec.structs import replace

from lastdays.campaign.next_game import next_game
from lastdays.campaign.printing.card_content import roster_sheet
from lastdays.campaign.printing.print_kinds import CARDS, KINDS
from lastdays.campaign.printing.quick_reference import reference_sheet
from lastdays.campaign.printing.sheet_content import (
    campaign_sheet,
    encounter_sheet,
    token_sheet,
    zombie_sheet,
)
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.errors import CancelledError
from lastdays.model.campaign import Campaign
from lastdays.model.fixtures import Fixture
from lastdays.model.group import Group, Injury
from lastdays.model.switches import Switches
from lastdays.pdf.content import PaperName, PrintedDocument, PrintOptions, Sheet, TestSheet
from lastdays.pdf.document import make
from lastdays.pdf.imposition import MARGIN, MM, PAPERS, TOKEN, TOKEN_BLEED
from lastdays.pdf.sheets import token_pages
from lastdays.pdf.typesetting import LEAST, Type
from unit.pdf.placed import places_of
from unit.pdf.reading import (
    about,
    document,
    fonts_of,
    printed,
    sizes_of,
    text_of,
    things_on,
    words_of,
)
from unit.postgame.crew import BOOK, group, member


def crew(size: int = 8, name: str = "Member") -> Group:
    return group(*(member(f"{name} {n}", "goon", ("club",)) for n in range(size - 1)))


def test_a_roster_without_end_goes_on_and_says_so() -> None:
    made = printed(roster_sheet(crew(199), BOOK))
    assert made.pages > 1
    assert about(made, "continued")
    text = text_of(made)
    assert all(f"Member {n}" in text for n in range(198))


def paths_of(made: PrintedDocument, page: int) -> list[tuple[float, float, float, float]]:
    """What is drawn on a page besides text: left, bottom, right, top in millimetres."""
    sheet = document(made)[page]
    found = (t for t in sheet.get_objects(max_depth=6) if t.type == 2)
    return [tuple(n * 25.4 / 72 for n in thing.get_bounds()) for thing in found]


@pytest.mark.parametrize(("paper", "saver"), [("a4", False), ("letter", True)])
def test_boxes_of_a_worksheet_are_drawn_where_they_are_said_to_be_and_never_on_words(
    paper: PaperName, saver: bool
) -> None:
    people = crew(4, "Bartholomew of the Long Name and the Longer Coat")
    sheet = worksheet(people, BOOK, Switches())
    made = printed(sheet, paper=paper, ink_saver=saver)
    type_ = Type()
    type_.fonts.register("BarlowSemiCondensed-Regular")
    places = places_of(sheet, paper, type_)
    with_places = {place.page for place in places}
    assert with_places == set(range(len(with_places)))  # then what new skills do
    for page in range(made.pages):
        across, height = sizes_of(made)[page]
        words = words_of(made, page)
        paths = paths_of(made, page)
        for place in (place for place in places if place.page == page):
            left, right = place.left, place.left + place.width
            top = height - place.top
            low = top - place.height
            if place.box.shape in ("squares", "sum", "comb"):
                inside = [
                    p for p in paths
                    if left - 1 < p[0] < right and low - 1 < p[1] < top and p[3] < top + 1
                ]  # fmt: skip
                assert any(p[3] - p[1] > 4 for p in inside), place
            if place.box.shape in ("ticks", "shift"):  # signs stand in their squares
                continue
            for word in words:
                apart = word.right <= left + 0.2 or word.left >= right - 0.2
                assert apart or word.top <= low + 0.2 or word.bottom >= top - 0.2, (word, place)
        for word in words:
            assert word.size >= 6.5
            assert word.left >= 10
            assert word.right <= across - 10


def hard(size: int = 30) -> Group:
    """A group with long names, all skills, two of each weapon, most gear."""
    kinds = [key for key, kind in BOOK.characters.items() if not kind.leader and key != "dog"]
    guns, blades, gear = list(BOOK.firearms), list(BOOK.close_combat), list(BOOK.equipment)
    skills = list(BOOK.skills)
    made = [
        member(
            f"Maximiliane Featherstonehaugh-Cholmondeley the {n}th" if n % 3 else f"Bo {n}",
            kinds[n % len(kinds)],
            (
                guns[n % len(guns)], guns[(n * 7 + 3) % len(guns)],
                blades[n % len(blades)], blades[(n + 2) % len(blades)],
                gear[n % len(gear)], gear[(n + 4) % len(gear)],
            ),
            skills=tuple(skills[(n + k * 5) % len(skills)] for k in range(4)),
            injuries=(Injury("blinded"), Injury("leg-injury")) if n % 4 == 0 else (),
        )
        for n in range(size - 1)
    ]  # fmt: skip
    return group(*made, refuge="mall", notes="Never trust Carl. " * 8)


def every_sheet(crew: Group, paper: PaperName) -> dict[str, Sheet]:
    campaign = Campaign("c", "Riverside", ("g",), (), Switches())
    rivals = replace(crew, id="r", name="Rivals of the Wide River")
    planned = Fixture("f", "home-defense", (crew.id, rivals.id), defender=crew.id)
    return {
        "roster": roster_sheet(crew, BOOK),
        "reference": reference_sheet(crew, BOOK, Switches()),
        "worksheet": worksheet(crew, BOOK, Switches()),
        "zombies": zombie_sheet(BOOK),
        "tokens": token_sheet(crew, BOOK, paper),
        "campaign": campaign_sheet(campaign, [crew], BOOK),
        "encounter": encounter_sheet(next_game(planned, (crew, rivals), BOOK, 2), BOOK),
        "test": TestSheet("Test page"),
    }


SHEETS = ("roster", "reference", "worksheet", "zombies", "tokens", "campaign", "encounter", "test")


def test_the_matrix_has_every_kind_of_sheet() -> None:
    assert set(SHEETS) == set(KINDS) - set(CARDS)


@pytest.mark.parametrize(
    ("paper", "saver"), [("a4", False), pytest.param("letter", True, marks=pytest.mark.sweep)]
)
@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("size", [2, pytest.param(30, marks=pytest.mark.sweep)])
def test_nothing_lies_on_anything_nor_is_too_small(
    kind: str, paper: PaperName, saver: bool, size: int
) -> None:
    sheet = every_sheet(hard(size), paper)[kind]
    made = printed(sheet, paper=paper, ink_saver=saver)
    assert made.pages <= 16
    assert all(fonts_of(made).values())
    for page in range(made.pages):
        width, height = sizes_of(made)[page]
        words = [w for w in words_of(made, page) if w.text.strip()]
        for piece in words:
            assert piece.size >= LEAST - 0.01, piece
            assert 5 <= piece.left < piece.right <= width - 5, piece
            assert 5 <= piece.bottom < piece.top <= height - 5, piece
        words.sort(key=lambda w: w.left)
        for n, one in enumerate(words):
            for two in words[n + 1 :]:
                if two.left >= one.right - 0.15:
                    break
                assert one.top <= two.bottom + 0.15 or two.top <= one.bottom + 0.15, (one, two)


def test_every_page_of_a_roster_has_its_heads() -> None:
    made = printed(roster_sheet(hard(), BOOK))
    assert made.pages > 1
    for page in range(made.pages):
        text = text_of(made, page)
        assert "Truckers" in text
        assert all(label in text for label in ("NAME", "CQC", "SHOOT", "ZOMBIE", "FIGHT", "HEAD"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("saver", [False, True])
def test_tokens_are_round_apart_and_where_a_printer_prints(paper: PaperName, saver: bool) -> None:
    sheet = token_sheet(crew(), BOOK, paper)
    tokens = [
        [(x / MM, y / MM - TOKEN) for row, x, y in page.rows if row.height]
        for page in token_pages(sheet, paper, Type())
    ]
    assert sum(map(len, tokens)) == sum(t.count for t in sheet.tokens)
    assert {t.worth for t in sheet.tokens if t.key != "ammo"} == {1}
    width, height = PAPERS[paper].width, PAPERS[paper].height
    for corners in tokens:
        for n, (x, y) in enumerate(corners):
            assert MARGIN + TOKEN_BLEED <= x <= width - MARGIN - TOKEN_BLEED - TOKEN
            assert MARGIN + TOKEN_BLEED <= y <= height - MARGIN - TOKEN_BLEED - TOKEN
            for left, low in corners[n + 1 :]:
                assert math.hypot(x - left, y - low) >= TOKEN + 2 * TOKEN_BLEED
    made = printed(sheet, paper=paper, ink_saver=saver)
    things = [t.get_bounds() for t in things_on(document(made)[0])]
    across = [(r - left) * 25.4 / 72 for left, _b, r, _t in things]
    assert TOKEN == 25.0
    assert sum(abs(wide - TOKEN) < 1.0 for wide in across) >= len(tokens[0])
    guides = [(left, b, r, t) for left, b, r, t in things if min(r - left, t - b) < 1]
    assert len(guides) >= 4 * 7


@pytest.mark.parametrize("going_on", [True, False])
def test_garbage_is_looked_for_again_once_a_document_is_made_or_given_up(going_on: bool) -> None:
    within = []

    def progress(_done: int) -> bool:
        within.append(gc.isenabled())
        return going_on

    assert gc.isenabled()
    ended = nullcontext() if going_on else pytest.raises(CancelledError)
    with ended:
        make([TestSheet()], PrintOptions(), title="Test", progress=progress)
    assert within == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("size", [3, 8])
def test_the_quick_reference_is_one_sheet_with_its_tables_whole(size: int) -> None:
    """As its tile says: both sides of one sheet. No head is repeated, as none is split."""
    crew_of_many = hard(size)
    made = printed(reference_sheet(crew_of_many, BOOK, Switches()))
    assert made.pages <= 2
    said = text_of(made).upper()
    for heading in ("THIS GROUP'S SKILLS", "WEAPONS: SHOOTING", "WEAPON AND GEAR ATTRIBUTES"):
        assert said.count(heading) == 1, heading


def test_names_of_skills_take_no_more_room_than_their_words() -> None:
    """Whoever has a skill stands below it, not in a column of its own."""
    made = printed(reference_sheet(hard(6), BOOK, Switches()))
    for page in range(made.pages):
        words = words_of(made, page)
        for word in words:
            if word.text.strip() != "Disarm":
                continue
            meaning = next(w for w in words if w.text.startswith("A fight won"))
            assert meaning.left - word.left < 45
            return
    raise AssertionError("somebody knows how to disarm")


def test_what_the_reference_says_of_cards_is_true_of_them() -> None:
    """Tracks of numbered cells: the last edition had rings and cartridges."""
    said = " ".join(text_of(printed(reference_sheet(hard(3), BOOK, Switches()))).split())
    assert "Noise Tokens: the marker stands on their number; at 6, marked" in said
    assert "up to the Reload Number, framed" in said
    for gone in ("a ring each", "cartridge", "at R;"):
        assert gone not in said
