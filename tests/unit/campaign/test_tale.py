"""What is told to others: a page that needs nothing else, Markdown, plain text; all of it escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.exchange.sharing import (
    SharedCampaign,
    SharedChapter,
    SharedGroup,
    SharedStanding,
    html,
    markdown,
    plain_text,
    shared_group,
)
from lastdays.model.group import BuiltPerk, Group, Injury, Item, RefugeState
from lastdays.pdf.plot import Plot, PlottedLine
from unit.campaign.test_foreign import jpeg
from unit.postgame.crew import BOOK, group, member

EVIL = (
    '<script>alert("x")</script><img src=http://evil.example/a.png> *b* _i_ [l](http://x) @everyone'
)
CREW = group(
    member(
        "Mo", gear=("knife", "knife"), skills=("agriculturalist",), injuries=(Injury("arm-injury"),)
    ),
    replace(member("Tom"), status="dead", fate_game=2),
    points=9,
)


def named(text: str) -> Group:
    people = tuple(replace(m, name=text, notes=text) for m in CREW.members)
    return replace(CREW, name=text, members=people, notes=text, player=text)


def test_what_a_refuge_comes_with_is_told_before_what_was_built() -> None:
    home = RefugeState("gun-shop", built=(BuiltPerk("b1", "infirmary"),))
    told = shared_group(replace(CREW, refuge=home), BOOK)
    wanted = ["Armoury", "Fortified Windows", "Reinforced Doors", "Infirmary"]
    assert [mark.text for mark in told.perks] == wanted
    assert b"Reinforced Doors" in html(told)
    assert "Reinforced Doors" in markdown(told)
    assert "Reinforced Doors" in plain_text(told)


class Tags(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(page: bytes) -> Tags:
    tags = Tags()
    tags.feed(page.decode())
    tags.close()
    assert tags.open == []
    return tags


def roots(page: str) -> list[str]:
    """Gives what each theme of a page sets."""
    return re.findall(r":root \{([^}]*)\}", page)


TALES: dict[str, Any] = {
    "a group": shared_group(named(EVIL), BOOK, {"p": jpeg()}, notes=True),
    "a campaign": SharedCampaign(
        EVIL, (EVIL,), (EVIL,), (SharedStanding(EVIL, (EVIL,)),),
        (SharedChapter(EVIL, EVIL, (EVIL,), EVIL),), (EVIL,), (EVIL,), EVIL,
        (Plot(EVIL, EVIL, (PlottedLine(EVIL, ((0, 90), (1, 104))),)),),
    ),
}  # fmt: skip


@pytest.mark.parametrize("tale", TALES.values(), ids=TALES)
def test_a_page_holds_no_script_and_no_address(tale: SharedGroup | SharedCampaign) -> None:
    page = html(tale)
    tags = read(page)
    assert not set(tags.tags) & {"script", "iframe", "object", "embed", "link", "form", "base"}
    assert all(not name.startswith("on") for name, _value in tags.attributes)
    for name, value in tags.attributes:
        if name in ("src", "href", "action", "srcset", "data", "poster", "style"):
            assert value.startswith("data:image/"), (name, value)
    assert "url(" not in page.decode()
    assert "@import" not in page.decode()
    assert EVIL in tags.texts
    assert ("content", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'") in tags.attributes  # fmt: skip


def test_a_plot_has_the_colours_of_the_page() -> None:
    page = html(TALES["a campaign"]).decode()
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", page))
    light, dark, _paper = (set(re.findall(r"(--[a-z0-9-]+):", part)) for part in roots(page))
    assert "--line-0" in used
    assert used <= light == dark


def test_portraits_lie_in_the_page() -> None:
    crew = CREW.change_member("mo", lambda m: replace(m, portrait="p"))
    page = html(shared_group(crew, BOOK, {"p": jpeg()}))
    assert b'src="data:image/jpeg;base64,' in page
    assert b"<svg" in page  # and pictograms


def test_a_page_tells_what_a_group_is() -> None:
    said = " ".join(read(html(shared_group(CREW, BOOK))).texts)
    for words in ("Truckers", "led by Zeke", "9 Scavenge Points", "Mo", "Arm Injury", "Knife ×2", "Tom, died after game 2", "Empty Space"):  # fmt: skip
        assert words in said, words


def test_markdown_is_a_list_that_chats_show() -> None:
    text = markdown(shared_group(CREW, BOOK))
    assert text.startswith("# Truckers\n")
    assert "- **Mo** · Gang Member · Selfish · Level 0, 0 Experience\n" in text
    assert "  - Gear: Knife ×2\n" in text
    assert "  - Injuries: Arm Injury\n" in text
    assert "|" not in text


def test_nothing_typed_is_markup_in_markdown() -> None:
    text = markdown(TALES["a group"])
    bare = re.sub(r"\\.", "", text)  # what is escaped is no markup
    assert "<" not in bare
    assert "](" not in bare
    assert "@everyone" not in text
    assert "*b*" not in bare
    beginning = markdown(shared_group(replace(CREW, notes="# a\n- b\n1. c\n> d"), BOOK, notes=True))
    notes = [line for line in beginning.splitlines() if line.startswith("> ")]
    assert notes == ["> \\# a", "> \\- b", "> \u200b1. c", "> \\> d"]


def test_plain_text_is_what_was_typed() -> None:
    text = plain_text(TALES["a group"])
    assert EVIL in text
    assert text == text.strip() + "\n"


def test_notes_are_told_only_where_that_is_wished() -> None:
    crew = replace(CREW, notes="A secret.")
    for form in (markdown, plain_text, lambda tale: html(tale).decode()):
        assert "A secret." in form(shared_group(crew, BOOK, notes=True))
        assert "A secret." not in form(shared_group(crew, BOOK))


def test_unknown_gear_and_keywords_are_told() -> None:
    crew = CREW.change_member(
        "mo", lambda m: replace(m, gear=(Item("x", "ray-gun"),), keyword="neutral")
    )
    assert "ray-gun" in plain_text(shared_group(crew, BOOK)).casefold().replace(" ", "-")


def test_a_group_of_nobody_is_told() -> None:
    empty = replace(CREW, members=(), leader="")
    for form in (markdown, plain_text, html):
        assert form(shared_group(empty, BOOK))


@pytest.mark.parametrize("letters", ["\ud800", "\x00", "\u202eabc", "日本語"])
def test_odd_letters_break_no_page(letters: str) -> None:
    page = html(shared_group(named(letters), BOOK, notes=True))
    assert page.decode()  # whole UTF-8
    assert markdown(shared_group(named(letters), BOOK)).encode("utf-8", "replace")
