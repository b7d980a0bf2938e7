"""Text is never lost: it fits, gets smaller, goes on, is spelled out; every time it is said."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings, strategies as st
from msgspec.structs import replace

from lastdays.pdf import computer_fonts, typesetting
from lastdays.pdf.content import PrintedLine, PrintOptions
from lastdays.pdf.fonts import Fonts, Style
from lastdays.pdf.imposition import layout_of
from lastdays.pdf.typesetting import LEAST, Span, Type
from unit.pdf.reading import about, letters_in, printed, text_of, truckers, words_of, zeke

LONG = " ".join(f"word{n}" for n in range(700))  # about 5,000 characters


def flat(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    "layout",
    ["poker", "half", *(pytest.param(n, marks=pytest.mark.sweep) for n in ("tarot", "roster"))],
)
@pytest.mark.parametrize("field", ["name", "kind", "group", "notes"])
def test_five_thousand_characters_go_on(layout: str, field: str) -> None:
    made = printed(zeke(**{field: LONG}), layout=layout)
    text = text_of(made)
    assert all(f"word{n}" in text for n in range(700))
    said = about(made, "continued") or about(made, "smaller")
    assert said[0].startswith(LONG[:20] if field == "name" else "Zeke")
    assert layout == "half" or about(made, "continued")
    assert min(w.size for page in range(made.pages) for w in words_of(made, page)) >= LEAST


@pytest.mark.parametrize(
    "name",
    [
        "Bob <the Butcher> & Co",
        "</para><b>x",
        "&amp; &lt;",
        "%(name)s {0} \\n",
        "Łukasz Ďábel",
        "Ζήκος",
        "Зиновий",
        "ზურაბ",
        "Nguyễn Thị Hồng",
        "שלום דוד",
        "\u2068שלום\u2069 \u202aדוד\u202c\u200f",  # as telephones write names
        "محمد علي الجزار",
        "विक्रम सिंह",
        "தமிழ்ச்செல்வி",
        "ప్రసాద్",
        "ប្រាសាទ",
        "สมชาย",
        "田中さん",
        "王小明",
        "김철수",
        "Mo ‘Shotgun’ — “Kid” №1 ½",
    ],
)
def test_names_in_any_script_are_text(name: str) -> None:
    made = printed(zeke(name=name), truckers(notes=f"with {name} here"), layout="tarot")
    letters = re.sub("[\u200f-\u2069]", "", name) if "\u2068" in name else name
    assert flat(letters) in flat(text_of(made))
    assert not about(made, "letters")


def test_a_no_break_space_is_no_place_to_break() -> None:
    words = typesetting.words_of(" The Talk\u00a0: l’autre\tdeux ")
    assert words == ["The", "Talk\u00a0:", "l’autre", "deux"]
    made = printed(zeke(notes=" ".join(f"mot{n}\u00a0:" for n in range(60))), layout="half")
    assert not about(made, "letters")
    assert "mot59" in text_of(made)
    assert not [line for line in text_of(made).splitlines() if line.strip().startswith(":")]


def test_lines_stay_lines() -> None:
    made = printed(zeke(notes="first\nsecond\r\nthird\u2028fourth"), layout="half")
    heights = {w.text: w.bottom for w in words_of(made, 0)}
    assert heights["first"] > heights["second"] > heights["third"] > heights["fourth"]


def test_what_no_font_has_is_spelled_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ())
    made = printed(zeke(name="Zed 🧟‍♂️"), layout="poker")
    assert "[zombie]" in text_of(made)
    assert about(made, "letters") == [
        "Zed 🧟‍♂️: No font has these characters; they are spelled out: 🧟 [zombie]."
    ]


def test_brackets_face_the_right_way_in_right_to_left_text() -> None:
    assert drawn("אב (גד) ה", "text") == "ה (דג) בא"
    assert drawn("אברהם (3) of Bob", "head") == "of Bob (3) םהרבא"


def drawn(text: str, style: Style) -> str:
    """Letters in the order they are drawn."""
    runs = Fonts().runs(text, style)
    return "".join(run.text[::-1] if run.leftward else run.text for run in runs)


@pytest.mark.sweep
@pytest.mark.parametrize("layout", ["poker", "tarot", "50x70", "70x120", "roster"])
@pytest.mark.parametrize("backs", ["none", "duplex-long"])
def test_no_block_is_dropped_where_it_is_tight(layout: str, backs: str) -> None:
    """A heading or a gap at the very end of a column must not take the rest with it.

    One way of printing backs tries every other pair of lengths, the other way those between.
    """
    for skills in range(8):
        odd = (skills + (backs == "none")) % 2
        lengths = range(7 * odd, 90, 14)
        cards = [
            zeke(
                skills=tuple(
                    PrintedLine(f"Skill{notes}x{n}", "means this or that. " * 3)
                    for n in range(skills)
                ),
                notes=" ".join(f"note{notes}x{n}" for n in range(notes)),
            )
            for notes in lengths
        ]
        text = set(text_of(printed(*cards, layout=layout, backs=backs)).split())
        for notes in lengths:
            assert text >= {f"Skill{notes}x{n}" for n in range(skills)}, (skills, notes)
            assert text >= {f"note{notes}x{n}" for n in range(notes)}, (skills, notes)


ALPHABETS = st.one_of(
    st.text(max_size=60),
    st.text(st.characters(min_codepoint=0x20, max_codepoint=0x24F), max_size=200),
    st.text(st.characters(min_codepoint=0x370, max_codepoint=0x52F), max_size=60),
    st.text(st.sampled_from("אבגדה וזח abc 123 محمد"), max_size=60),
    st.text(st.sampled_from("कखि क्ष ்ச்செ ប្រា สมชา"), max_size=60),
    st.text(st.sampled_from("田中さん王小明김철수 🧟🎲☢️ \n\t"), max_size=60),
)


@pytest.mark.sweep
@settings(max_examples=60)
@given(name=ALPHABETS, notes=ALPHABETS, layout=st.sampled_from(["poker", "tarot", "roster"]))
@example(name="Ærøskøbing Łódź " * 12, notes="ę" * 200, layout="poker")  # a name that is cut
@example(  # a name on two lines; words that are broken, some where nothing fits on the line
    name="Zeke of the Long Road and of the Mill by the River and the Sea",
    notes=" ".join("i" * n + " " + "W" * 60 for n in range(60)),
    layout="poker",
)
def test_whatever_goes_in_comes_out_or_is_named(name: str, notes: str, layout: str) -> None:
    made = printed(zeke(name=name, notes=notes), layout=layout)
    said = " ".join(about(made, "letters"))
    fonts = Fonts()
    came_out = letters_in(text_of(made))
    for given_text in (name, notes):
        for char in given_text:
            if not fonts.drawable(char):
                assert char in said
        # Joiners and variation marks draw nothing and are not copied.
        with_a_font = "".join(c for c in given_text if fonts.font_for(c, "text") != "?")
        missing = letters_in(with_a_font) - came_out
        assert not missing


MIXED = st.lists(
    st.text(
        st.sampled_from("abc xyz 123 שלום אבג محمد علي Ж Ω विक्र 田中 🧟 \u200f(,)"), max_size=14
    ),
    max_size=30,
).map(" ".join)


@pytest.mark.sweep
@settings(max_examples=60, deadline=None)
@given(text=MIXED, size=st.sampled_from([7.0, 9.5]))
@example(text="He met שלום at the mall and went on to the old mill " * 3, size=7.5)
@example(text="where محمد waited for them the whole night long " * 3, size=7.5)
@example(text="🧟" * 40, size=7.0)
def test_no_line_is_drawn_wider_than_its_room(text: str, size: float) -> None:
    """Every line is measured as it is drawn, whatever scripts share it."""
    type_ = Type()
    for room in (120.0, 165.0):
        for line in type_.wrapped((Span("Name", "strong"), Span(text)), room / size):
            one = len(line.parts) == 1 and len(line.parts[0].run.text) == 1
            spelled = "".join(part.run.text for part in line.parts).count("[") == 1
            assert line.width * size <= room + 0.01 or one or spelled


@pytest.mark.parametrize(
    "layout",
    ["poker", *(pytest.param(n, marks=pytest.mark.sweep) for n in ("half", "tarot", "50x70"))],
)
@pytest.mark.parametrize("word", ["𒀀𒁀𒂀 𒃀𒄀", "𓀀𓀁𓀂𓀃𓀄𓀅𓀆𓀇𓀈𓀉𓀊𓀋"])
def test_letters_spelled_out_stay_on_their_card(
    layout: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cuneiform and hieroglyphs, which no font of ours has, wherever a card has words."""
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ())
    line, size = PrintedLine(word, word), layout_of(PrintOptions(layout=layout))
    weapons = tuple(
        replace(w, name=word, remarks=word, own=word, reload=word) for w in zeke().weapons
    )
    mine = zeke(
        name=word, kind=word, keyword=word, status=word, group=word, notes=word, learns=word,
        weapons=weapons, skills=(line,), gear=(line,), injuries=(line,), rules=(line,),
    )  # fmt: skip
    ours = truckers(
        name=word, refuge=word, player=word, built_in=(line,), stash=(line,), members=(line,)
    )
    for card, hidden in ((mine, False), (mine, True), (ours, False)):
        made = printed(card, layout=layout, one_a_page=True, group_backs=hidden)
        for page in range(made.pages):
            for text in words_of(made, page):
                assert -0.1 < text.left < text.right < size.width + 0.1, text
                assert -0.5 < text.bottom < text.top < size.height + 0.1, text
