"""Whole pages: everything on them comes out, one page where one is promised."""

from __future__ import annotations

import pytest

from lastdays.campaign.card_content import roster_sheet
from lastdays.campaign.sheet_content import reference_sheet, zombie_sheet
from lastdays.campaign.worksheet import worksheet
from lastdays.model.switches import Switches
from lastdays.pdf.content import PrintedLine, Section, TestSheet, TextSheet, WorksheetAsk
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


def test_boxes_of_a_worksheet_never_lie_on_words():
    asks = tuple(
        WorksheetAsk(
            "A long line about what is asked " * n, ("2D6", "", "then"), hint="a hint " * n
        )
        for n in range(1, 6)
    )
    made = printed(TextSheet("worksheet", "W", "", (Section("S", (), asks),)))
    sheet = document(made)[0]
    words = [(w.left, w.bottom, w.right, w.top) for w in words_of(made, 0)]
    boxes = [
        tuple(n * 25.4 / 72 for n in thing.get_bounds())
        for thing in sheet.get_objects(max_depth=6)
        if thing.type == 2
    ]
    boxes = [b for b in boxes if 4 < b[2] - b[0] < 9 and 4 < b[3] - b[1] < 9]
    assert len(boxes) == 15
    for left, bottom, right, top in boxes:
        for x1, y1, x2, y2 in words:
            assert x2 <= left + 0.1 or x1 >= right - 0.1 or y2 <= bottom + 0.1 or y1 >= top - 0.1


def test_five_thousand_characters_on_a_sheet():
    long = " ".join(f"word{n}" for n in range(700))
    sheet = TextSheet(
        "campaign",
        long,
        long,
        (Section(long, (PrintedLine(long, long),), (WorksheetAsk(long, ("", "")),)),),
        1,
    )
    made = printed(sheet)
    text = text_of(made).casefold()
    assert all(text.count(f"word{n}") >= 4 for n in (0, 350, 699))


def test_every_page_of_the_worksheet_says_its_number():
    made = printed(worksheet(crew(30), BOOK, Switches()))
    assert made.pages > 1
    assert f"1/{made.pages}" in text_of(made, 0)
