"""Whole pages: everything on them comes out, one page where one is promised."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from lastdays.campaign.card_content import roster_sheet
from lastdays.campaign.sheet_content import reference_sheet, zombie_sheet
from lastdays.campaign.worksheet import worksheet
from lastdays.model.switches import Switches
from lastdays.pdf.content import PrintedLine, Section, TestSheet, TextSheet
from lastdays.pdf.form_layout import pages_of_form, places_of
from lastdays.pdf.typesetting import Type
from unit.pdf.reading import about, document, fonts_of, printed, sizes_of, text_of, words_of
from unit.postgame.crew import BOOK, group, member


def crew(size=8, name="Member"):
    return group(*(member(f"{name} {n}", "goon", ("club",)) for n in range(size - 1)))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("saver", [False, True])
def test_every_sheet_on_every_paper(paper, saver):
    sheets = [
        roster_sheet(crew(), BOOK),
        reference_sheet(crew(), BOOK),
        worksheet(crew(), BOOK, Switches()),
        zombie_sheet(BOOK),
        TestSheet("Test page"),
    ]
    made = printed(*sheets, paper=paper, ink_saver=saver)
    across = 210.0 if paper == "a4" else 215.9
    assert sizes_of(made)[0][1] == across  # the roster lies
    assert sizes_of(made)[1][0] == across
    assert all(fonts_of(made).values())
    text = text_of(made)
    for words in ("Member 6", "Menace", "Locked and Loaded", "Zombie Attack", "Knockback", "20"):
        assert words.casefold() in text.casefold()
    for page in range(made.pages):
        width, height = sizes_of(made)[page]
        for piece in words_of(made, page):
            assert piece.left >= 5
            assert piece.right <= width - 5
            assert piece.bottom >= 5
            assert piece.top <= height - 5


def test_a_roster_of_thirty_stays_on_a_page():
    made = printed(roster_sheet(crew(30, "Somebody with a long name"), BOOK))
    assert made.pages == 1
    assert "Somebody with a long name 28" in " ".join(text_of(made).split())


def test_a_roster_without_end_goes_on_and_says_so():
    made = printed(roster_sheet(crew(199), BOOK))
    assert made.pages > 1
    assert about(made, "continued")
    text = text_of(made)
    assert all(f"Member {n}" in text for n in range(198))


def paths_of(made, page):
    """What is drawn on a page besides text: left, bottom, right, top in millimetres."""
    sheet = document(made)[page]
    found = (t for t in sheet.get_objects(max_depth=6) if t.type == 2)
    return [tuple(n * 25.4 / 72 for n in thing.get_bounds()) for thing in found]


@pytest.mark.parametrize(("paper", "saver"), [("a4", False), ("letter", True)])
def test_boxes_of_a_worksheet_are_drawn_where_they_are_said_to_be_and_never_on_words(paper, saver):
    people = crew(4, "Bartholomew of the Long Name and the Longer Coat")
    sheet = worksheet(people, BOOK, Switches())
    made = printed(sheet, paper=paper, ink_saver=saver)
    type_ = Type()
    type_.fonts.register("BarlowSemiCondensed-Regular")
    places = places_of(pages_of_form(sheet, paper, type_))
    assert {place.page for place in places} == set(range(made.pages))
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


def test_five_thousand_characters_on_a_sheet():
    long = " ".join(f"word{n}" for n in range(700))
    sheet = TextSheet(
        "campaign",
        long,
        long,
        (Section(long, (PrintedLine(long, long),), note=long),),
        1,
    )
    made = printed(sheet)
    text = text_of(made).casefold()
    assert all(text.count(f"word{n}") >= 4 for n in (0, 350, 699))


def test_every_page_of_the_worksheet_has_its_head_and_number():
    made = printed(worksheet(crew(30), BOOK, Switches()))
    assert made.pages > 3
    for page in range(made.pages):
        text = text_of(made, page)
        assert "Post-game worksheet" in text
        assert "Truckers · after a game" in text
        assert f"{page + 1}/{made.pages}" in text


def test_a_worksheet_of_a_group_with_an_endless_name_says_all_of_it():
    people = replace(crew(3), name=" ".join(f"word{n}" for n in range(200)))
    text = text_of(printed(worksheet(people, BOOK, Switches())), 0)
    assert all(f"word{n}" in text for n in (0, 100, 199))


def test_what_no_font_has_is_told_of_a_worksheet():
    people = group(member("Mo \U00010380", "goon"))
    assert about(printed(worksheet(people, BOOK, Switches())), "letters")


def test_a_worksheets_table_that_goes_on_has_its_heads_on_every_page():
    made = printed(worksheet(crew(30), BOOK, Switches()))
    levels = [
        text for text in map(partial(text_of, made), range(made.pages)) if "Rolled again" in text
    ]
    assert len(levels) > 1
    assert all("extra Experience" in text and "brings" in text for text in levels)
