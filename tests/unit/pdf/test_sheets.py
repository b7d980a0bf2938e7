"""Whole pages: everything on them comes out, one page where one is promised."""

from __future__ import annotations

import gc
import math
from contextlib import nullcontext

import pytest
from msgspec.structs import replace

from lastdays.campaign.next_game import next_game
from lastdays.campaign.printing.card_content import blank_character, group_card, roster_sheet
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
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import BuiltPerk, Group, Injury, RefugeState
from lastdays.model.switches import Switches
from lastdays.pdf.card_front import measures_of
from lastdays.pdf.cards import compose
from lastdays.pdf.content import PaperName, PrintedDocument, PrintOptions, Sheet, TestSheet
from lastdays.pdf.document import make
from lastdays.pdf.imposition import MARGIN, MM, PAPERS, TOKEN, TOKEN_BLEED, drawn_cell, layouts
from lastdays.pdf.sheets import token_pages
from lastdays.pdf.typesetting import LEAST, Type
from pictures import painted
from sure import sure
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
    made = printed(roster_sheet(crew(61), BOOK))
    assert made.pages > 1
    assert about(made, "continued")
    text = text_of(made)
    assert all(f"Member {n}" in text for n in range(60))


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
        "zombies": zombie_sheet(BOOK, paper),
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
    fives = [t.key for t in sheet.tokens if t.worth == 5]
    assert fives == ["noise", "ammo"]
    assert {t.worth for t in sheet.tokens} == {1, 5}
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


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_zombies_take_a_page_with_their_figures_above(paper: PaperName) -> None:
    """As a card has them; whose line it is is written into a named field; the page is used."""
    made = printed(zombie_sheet(BOOK, paper), paper=paper)
    assert made.pages == 1
    words = words_of(made, 0)
    figures = [w for w in words if w.size > 20]
    assert [w.text.strip() for w in figures] == ["5", "2", "0", "3", "—", "1", "3", "0"]
    assert "Which miniature" in text_of(made)
    lowest = min(w.bottom for w in words if "mm at" not in w.text)
    assert lowest < 30


def test_squares_stand_on_the_margin_below_their_names() -> None:
    made = printed(token_sheet(crew(), BOOK, "a4", 8.2))
    last = words_of(made, made.pages - 1)
    assert last[0].text.startswith("For the cells of the cards: 8.2 mm")
    for name in ("Damage", "Noise", "Ammo", "Locked and Loaded", "Run"):
        assert next(w for w in last if w.text.strip() == name).left == pytest.approx(11, abs=0.5)


def test_tokens_are_rings_and_squares_as_large_as_the_cells_of_cards() -> None:
    """Most of a token is paper; a square covers a cell."""
    page = next(token_pages(token_sheet(crew(), BOOK, "a4"), "a4", Type()))
    token = page.rows[0][0]
    spots = [mark for mark in token.marks if mark.shape == "spot"]
    assert [spot.tone for spot in spots] == ["noise", "paper"]
    assert spots[1].width / MM > 20
    for name, layout in layouts("a4").items():
        measured = measures_of(layout).cell / MM
        assert drawn_cell(layout) == pytest.approx(measured), name


def test_a_roster_shows_weapons_and_has_boxes_for_damage() -> None:
    """As many as the Damage Capacity; a pictogram before each weapon."""
    who = group(member("Mo", "goon", ("revolver", "club")))
    rows = sure(roster_sheet(who, BOOK).sections[0].table).rows
    assert [row.boxes for row in rows] == [3, 3]
    drawn = [drawing for line in rows[1].cell_drawings for drawing in line.values()]
    assert drawn == [BOOK.firearms["revolver"].drawing, BOOK.close_combat["club"].drawing]


@pytest.mark.parametrize("layout", ["quarter", "half", "tarot"])
def test_the_boxes_of_a_blank_card_take_a_pen(layout: str) -> None:
    """Seven millimetres, each way."""
    composed = compose(
        blank_character(BOOK), layouts("a4")[layout], Type(), backs=True, front_notes=False
    )
    boxes = [
        mark
        for row, _x, _y in composed.faces[0].rows[:-1]
        for mark in row.marks
        if mark.shape == "box"
    ]
    assert len(boxes) >= 8 + 12 + 8
    for box in boxes:
        assert box.height / MM >= 6.95
        assert box.width / MM >= 6.5


def test_a_perk_that_is_built_in_and_built_is_explained_once() -> None:
    built = RefugeState("farm-house", (BuiltPerk("p", "fenced-off-garden"),))
    made = printed(group_card(group(member("Mo"), refuge_state=built), BOOK), layout="quarter")
    said = " ".join(text_of(made).split())
    assert said.count("A member working here earns D6 Scavenge Points") == 1


def test_a_group_whose_sequence_waits_has_played_its_game() -> None:
    """It won, and isn't said to have played none."""
    crew_of_two = group(member("Mo"), games=0)
    game = GameRecord("1", 1, "rescue", (Side("g", "Truckers", won=True), Side("", "Sue")))
    campaign = Campaign("c", "Riverside", ("g",), (game,), Switches())
    said = text_of(printed(campaign_sheet(campaign, [crew_of_two], BOOK)))
    assert "1 game" in said
    assert "0 games" not in said


@pytest.mark.parametrize("saver", [False, True])
def test_the_campaign_sheet_has_the_pictures_of_its_chronicle(saver: bool) -> None:
    """Of games and entries, each with its words; one that can't be read is left out."""
    game = GameRecord("1", 1, "rescue", (Side("g", "Truckers", won=True), Side("", "Sue")))
    campaign = Campaign(
        "c",
        "Riverside",
        ("g",),
        (game,),
        Switches(),
        told=(OwnWords("1", "We won.", pictures=("a", "lost"), captions={"a": "The well"}),),
        entries=(ChronicleEntry("e", "2026-10-03", text="Snow.", pictures=("b", "gone")),),
    )
    files = {"a": painted(), "b": painted("blue"), "lost": b"no picture"}
    sheet = campaign_sheet(campaign, [group(member("Mo"))], BOOK, pictures=files)
    made = printed(sheet, ink_saver=saver)
    images = [t for n in range(made.pages) for t in things_on(document(made)[n]) if t.type == 3]
    assert len(images) == 2
    said = " ".join(text_of(made).split())
    assert said.count("Game 1") >= 2
    assert "Game 1: The well" in said
