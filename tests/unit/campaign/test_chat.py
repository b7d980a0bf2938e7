"""Posts for a chat: each within what a message may have, nothing lost between them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from lastdays.campaign.exchange.chat import LETTERS_MOST, Post, letter_count


def joined_again(post: Post) -> str:
    """Return the text of a post's parts without the lines in front of them."""
    if len(post.parts) == 1:
        return post.parts[0]
    return "\n".join(part.partition("\n")[2] for part in post.parts)


def test_what_fits_is_one_post_without_a_number() -> None:
    assert Post("Title", "a\nb\n").parts == ("a\nb",)


@given(st.text(max_size=9_000), st.text(max_size=200))
def test_every_part_fits_and_no_letter_is_lost(text: str, title: str) -> None:
    post = Post(title, text)
    assert all(letter_count(part) <= LETTERS_MOST for part in post.parts)
    assert re.sub(r"\s", "", joined_again(post)) == re.sub(r"\s", "", text)


def test_parts_are_numbered_under_their_title() -> None:
    post = Post("Riverside", "\n".join(f"- line {n} " + "x" * 90 for n in range(60)))
    heads = [part.splitlines()[0] for part in post.parts]
    assert heads == [f"Riverside ({n}/{len(heads)})" for n in range(1, len(heads) + 1)]
    assert len(heads) == 4


def test_a_member_stays_in_one_part() -> None:
    member = "- Mo · Survivor\n  AP 6  CQC 3\n  Gear: Pistol" + ", Booze" * 20
    post = Post("Crew", "CREW\n\nMEMBERS\n" + "\n".join([member] * 30))
    for part in post.parts[1:]:
        assert part.splitlines()[1].startswith("- Mo")
        assert part.count("- Mo") == part.count("  Gear") == part.count("  AP")


def test_a_heading_does_not_end_a_part() -> None:
    filler = "\n".join("- " + "x" * 95 for _n in range(19))
    post = Post("Crew", f"{filler}\n\nSTASH\n- {'y' * 300}")
    first, second = post.parts
    assert "STASH" not in first
    assert second.splitlines()[1:3] == ["STASH", f"- {'y' * 300}"]


@pytest.mark.parametrize("text", ["x" * 5_000, "🧟" * 3_000, "word " * 2_000])
def test_a_line_that_is_longer_than_a_message_is_cut(text: str) -> None:
    parts = Post("T", text).parts
    assert all(letter_count(part) <= LETTERS_MOST for part in parts)
    assert len(parts) == -(-letter_count(text.strip()) // (LETTERS_MOST - 20))
    if " " in text:
        assert all(part.endswith("word") for part in parts)
