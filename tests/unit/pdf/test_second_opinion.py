"""Other people's tools on what is printed, and what can be chosen of it for cutting."""

from __future__ import annotations

import re

import pytest

from lastdays.pdf.content import PrintOptions
from lastdays.pdf.document import make
from lastdays.pdf.imposition import layout_of
from lastdays.pdf.preview import pictures_of
from unit.pdf.reading import MM, document, printed, text_of, truckers, unpacked, words_of, zeke


def test_the_date_can_be_fixed_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")
    first = make([zeke()], PrintOptions(), title="x")
    assert first.pdf == make([zeke()], PrintOptions(), title="x").pdf
    assert b"D:20200913122640" in unpacked(first)


# What can be chosen


@pytest.mark.parametrize("layout", ["poker", "tarot", "quarter"])
def test_notes_on_the_front_by_choice(layout: str) -> None:
    assert "Owes Mo a beer." in text_of(printed(zeke(), layout=layout), 1)
    made = printed(zeke(), layout=layout, front_notes=True)
    assert text_of(made, 0).count("Owes Mo a beer.") == 1
    assert "Owes Mo a beer." not in text_of(made, 1)
    group = printed(truckers(), layout=layout, front_notes=True)
    assert "Never trust Carl." in text_of(group, 0)


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "fold", "none"])
@pytest.mark.parametrize("layout", ["poker", "120x80", "half"])
def test_one_a_page(layout: str, backs: str) -> None:
    """Each side upright on a page of its own, front and back in turn, whatever the duplex."""
    made = printed(
        zeke(),
        truckers(),
        layout=layout,
        backs=backs,
        one_a_page=True,
        bleed=3.0,
        offset=(2.0, 1.0),
    )
    size = layout_of(PrintOptions(layout=layout))
    two_sided = size.two_sided and backs != "none"
    assert (made.backs[:2] == (1, 3)) == two_sided
    opened = document(made)
    for n, page in enumerate(opened):
        width, height = (round(side / MM, 1) for side in page.get_size())
        assert (width, height) == (size.width + 6, size.height + 6)
        assert [round(side / MM, 1) for side in page.get_bleedbox()] == [0, 0, width, height]
        for word in words_of(made, n):
            assert 3 <= word.left <= word.right <= width - 3
            assert 3 <= word.bottom <= word.top <= height - 3
        upright = max(words_of(made, n), key=lambda word: word.top)
        assert upright.top > height / 2
    assert not re.search(r"\d0 mm", text_of(made))  # no ruler


@pytest.mark.sweep
def test_pictures_are_named_and_always_the_same() -> None:
    made = printed(zeke(name="Zeke/../x"), truckers(), layout="poker", one_a_page=True, bleed=3.0)
    first = list(pictures_of(made, 300))
    assert [name for name, _content in first] == [
        "1 Zekex.png",
        "2 Zekex back.png",
        "3 Zekes Truckers.png",
        "4 Zekes Truckers back.png",
    ]
    assert first == list(pictures_of(made, 300))
