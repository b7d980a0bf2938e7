"""What a card looks like: how full it is, how large its type, whose colours, pictures, tokens."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, cast

import pytest
from msgspec.structs import replace
from PIL import Image

from lastdays.campaign.printing.card_content import (
    blank_character,
    blank_group,
    character_card,
    group_card,
)
from lastdays.model.group import Advance, Group, Injury
from lastdays.model.switches import Switches
from lastdays.pdf.content import Card, CharacterCard, PrintedDocument, PrintOptions
from lastdays.pdf.imposition import grid, layout_of
from sure import as_a
from unit.pdf.reading import MM, document, printed, words_of
from unit.postgame.crew import BOOK, group, member

_DOTS = 3
#: Each layout with one of the two inks; with the other it is left to `make test-rest`.
FRONTS = [
    pytest.param(layout, saver, marks=[] if saver == (n % 2) else [pytest.mark.sweep])
    for n, layout in enumerate(("poker", "tarot", "quarter", "half", "roster"))
    for saver in (False, True)
]


def crew() -> Group:
    """Members as a campaign has them after some games."""
    leader = member(
        "Zeke Barlow",
        "merciless-thug",
        ("semi-automatic", "semi-automatic", "heavy-blade", "tactical-vest", "silencer"),
        skills=("gunfighter", "dirty-fighter", "sprinter"),
        injuries=(Injury("blinded"),),
        advances=(Advance("CQC"),),
        level=5,
    )
    mo = member("Mo", "goon", ("pump-action-shotgun", "heavy-club"), skills=("martial-arts",))
    ed = member("Ed", "survivalist", ("hunting-rifle", "knife", "medical-supplies"))
    return group(replace(leader, experience=7), mo, ed, games=9)


@cache
def cards() -> list[CharacterCard]:
    sample = crew()
    return [character_card(m, sample, BOOK, Switches()) for m in sample.roster]


@lru_cache(maxsize=2)
def rendered(made: PrintedDocument, page: int = 0) -> Image.Image:
    return as_a(Image.Image, document(made)[page].render(scale=_DOTS).to_pil())


def front(
    made: PrintedDocument, layout: str, page: int = 0, number: int = 0, **setting: Any
) -> Image.Image:
    """The picture of a card's front, cut out of its sheet."""
    chosen = PrintOptions(layout=layout, **setting)
    size, place = layout_of(chosen), grid(layout_of(chosen), chosen)
    x, y = place.slots[number]
    k = MM * _DOTS
    top = place.page[1] - y - size.height
    box = (x * k, top * k, (x + size.width) * k, (top + size.height) * k)
    left, upper, right, lower = (round(n) for n in box)
    return rendered(made, page).crop((left, upper, right, lower))


def without_ink(picture: Image.Image) -> float:
    """The share of cells of 4 mm in which nothing is darker than paper; a tint is."""
    grey = picture.convert("L")
    side = round(4 * MM * _DOTS)
    cells = [
        cast("tuple[int, int]", grey.crop((x, y, x + side, y + side)).getextrema())[0] > 245
        for x in range(0, grey.width - side + 1, side)
        for y in range(0, grey.height - side + 1, side)
    ]
    return as_a(float, sum(cells) / len(cells))


@pytest.mark.parametrize(("layout", "saver"), FRONTS)
def test_hardly_any_of_a_front_is_blank(layout: str, saver: bool) -> None:
    made = printed(*cards(), layout=layout, ink_saver=saver)
    chosen = PrintOptions(layout=layout, ink_saver=saver)
    room = len(grid(layout_of(chosen), chosen).slots)
    for number in range(3):
        sheet, place = divmod(number, room)
        share = without_ink(front(made, layout, page=sheet, number=place, ink_saver=saver))
        # Sentences of half a page are large, and stand apart.
        assert share <= (0.34 if layout == "half" else 0.3), (number, share)


@pytest.mark.parametrize(("layout", "saver"), [*FRONTS, ("88x63", False), ("88x63", True)])
def test_hardly_any_of_another_front_is_blank(layout: str, saver: bool) -> None:
    """Of cards to fill in, of a group of three, and of one of eight with little to carry."""
    names = ("Al", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
    eight = group(*(member(name, "goon", ("knife",)) for name in names))
    cards: list[Card] = [blank_character(BOOK), blank_group()]
    if layout != "88x63":
        cards += [group_card(each, BOOK) for each in (crew(), eight)]
    for card in cards:
        made = printed(card, layout=layout, ink_saver=saver)
        assert without_ink(front(made, layout, ink_saver=saver)) <= 0.3


@pytest.mark.parametrize("layout", ["poker", "tarot"])
def test_a_long_name_on_a_back_is_smaller_rather_than_cut(layout: str) -> None:
    name = "Maximilian-Alexander von und zu Rabenkla"
    sample = crew()
    sample = replace(sample, members=(replace(sample.members[0], name=name),))
    made = printed(character_card(sample.members[0], sample, BOOK, Switches()), layout=layout)
    found = [w for w in words_of(made, 1) if w.text.startswith("Maximilian")]
    assert [w.text for w in found] == [name]
    assert all(w.size >= 7.5 for w in found)


def test_the_group_of_a_wide_card_ends_before_its_figures() -> None:
    """It ran below them where it was long, or the game it is after."""
    sample = replace(crew(), name="The Very Last Truckers of the Long Road to Riverside and Beyond")
    card = character_card(sample.roster[0], sample, BOOK, Switches())
    words = words_of(printed(card, layout="half"), 0)
    first = next(w for w in words if w.text.strip() == "AP")
    group = next(w for w in words if w.text.startswith("The Very"))
    assert group.right < first.left - 3
