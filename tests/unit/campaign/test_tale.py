"""What is told to others as Markdown or plain text; all of it escaped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.exchange.sharing import (
    SharedCampaign,
    SharedChapter,
    render_tale,
    shared_group,
)
from lastdays.model.group import Group, Injury
from pictures import jpeg
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


TALES: dict[str, Any] = {
    "a group": shared_group(named(EVIL), BOOK, {"p": jpeg()}, notes=True),
    "a campaign": SharedCampaign(
        EVIL, (EVIL,), ((EVIL, EVIL),),
        (SharedChapter(EVIL, EVIL, EVIL, EVIL),), (EVIL,), (EVIL,), EVIL,
    ),
}  # fmt: skip


def test_nothing_typed_is_markup_in_markdown() -> None:
    text = render_tale(TALES["a group"], "markdown")
    bare = re.sub(r"\\.", "", text)  # what is escaped is no markup
    assert "<" not in bare
    assert "](" not in bare
    assert "@everyone" not in text
    assert "*b*" not in bare
    beginning = render_tale(
        shared_group(replace(CREW, notes="# a\n- b\n1. c\n> d"), BOOK, notes=True), "markdown"
    )
    notes = [line for line in beginning.splitlines() if line.startswith("> ")]
    assert notes == ["> \\# a", "> \\- b", "> \u200b1. c", "> \\> d"]


def test_plain_text_is_what_was_typed() -> None:
    text = render_tale(TALES["a group"], "text")
    assert EVIL in text
    assert text == text.strip() + "\n"


@pytest.mark.parametrize("letters", ["\ud800", "\x00", "\u202eabc", "日本語"])
def test_odd_letters_break_no_page(letters: str) -> None:
    assert render_tale(shared_group(named(letters), BOOK), "markdown").encode("utf-8", "replace")
