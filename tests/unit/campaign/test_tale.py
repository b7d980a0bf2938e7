"""What is told to others as Markdown or plain text; all of it escaped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.exchange.sharing import (
    SharedCampaign,
    SharedChapter,
    SharedStanding,
    markdown,
    plain_text,
    shared_group,
)
from lastdays.model.group import BuiltPerk, Group, Injury, Item, RefugeState
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
    assert "Reinforced Doors" in markdown(told)
    assert "Reinforced Doors" in plain_text(told)


TALES: dict[str, Any] = {
    "a group": shared_group(named(EVIL), BOOK, {"p": jpeg()}, notes=True),
    "a campaign": SharedCampaign(
        EVIL, (EVIL,), (EVIL,), (SharedStanding(EVIL, (EVIL,)),),
        (SharedChapter(EVIL, EVIL, (EVIL,), EVIL),), (EVIL,), (EVIL,), EVIL,
    ),
}  # fmt: skip


def test_text_tells_what_a_group_is() -> None:
    said = plain_text(shared_group(CREW, BOOK))
    for words in ("TRUCKERS", "led by Zeke", "9 Scavenge Points", "Mo", "Arm Injury", "Knife ×2", "Tom, died after game 2", "Empty Space"):  # fmt: skip
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
    for form in (markdown, plain_text):
        assert "A secret." in form(shared_group(crew, BOOK, notes=True))
        assert "A secret." not in form(shared_group(crew, BOOK))


def test_unknown_gear_and_keywords_are_told() -> None:
    crew = CREW.change_member(
        "mo", lambda m: replace(m, gear=(Item("x", "ray-gun"),), keyword="neutral")
    )
    assert "ray-gun" in plain_text(shared_group(crew, BOOK)).casefold().replace(" ", "-")


def test_a_group_of_nobody_is_told() -> None:
    empty = replace(CREW, members=(), leader="")
    for form in (markdown, plain_text):
        assert form(shared_group(empty, BOOK))


@pytest.mark.parametrize("letters", ["\ud800", "\x00", "\u202eabc", "日本語"])
def test_odd_letters_break_no_page(letters: str) -> None:
    assert markdown(shared_group(named(letters), BOOK)).encode("utf-8", "replace")
