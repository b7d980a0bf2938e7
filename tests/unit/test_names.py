"""Names as they are typed, pasted and searched, in whatever form of Unicode."""

from __future__ import annotations

import unicodedata

import pytest

from lastdays.names import in_plain_digits, is_blank, kept_line, looks_taken, searchable


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  The Mercy\nStreet\tGang ", "The Mercy Street Gang"),
        ("abc\u202edef", "abcdef"),
        ("\ufeffZoe\u200b", "Zoe"),
        (unicodedata.normalize("NFD", "Zoë"), "Zoë"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # Persian is written with a joiner
        ("हिन्दी समूह", "हिन्दी समूह"),
        ("a\x00b\x85c\u2028d", "ab c d"),
        ("a\u00a0b", "a b"),
    ],
)
def test_a_name_is_kept_as_one_line_that_can_be_seen(typed: str, kept: str) -> None:
    assert kept_line(typed) == kept


@pytest.mark.parametrize(
    "text",
    ["", " ", "\u200b", "\u00a0", "\u3164", "\u2800", "\u0301", "\u00ad", "\ufe0f", "\u115f "],
)
def test_what_cannot_be_seen_is_blank(text: str) -> None:
    assert is_blank(kept_line(text))


@pytest.mark.parametrize("text", ["a", "–", "犬", "🐶", "é", "हि", "1"])
def test_what_can_be_seen_is_not_blank(text: str) -> None:
    assert not is_blank(kept_line(text))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("zoe", "Zoë's Crew"),
        ("ZOË", unicodedata.normalize("NFD", "Zoë's Crew")),
        ("strasse", "Straße"),
        ("istanbul", "İstanbul"),
        ("ΟΔΟΣ", "οδός"),
        ("lodz", "Łódź"),
        ("aesir", "Æsir"),
        ("Ёлка", "елка"),
        ("fi", "ﬁre"),
        ("３", "Gang 3"),
    ],
)
def test_a_name_is_found_without_its_accents_and_capitals(words: str, name: str) -> None:
    assert searchable(words) in searchable(name)


@pytest.mark.parametrize(
    ("name", "other", "taken"),
    [
        ("Zoë", unicodedata.normalize("NFD", "Zoë"), True),
        ("Crew", "Crew\u200b", True),
        ("Crew", "Сrew", True),  # begins with a Cyrillic letter
        ("Crew", "Ｃｒｅｗ", True),
        ("The Crew", "The\u00a0Crew", True),
        ("Zoë", "Zoe", False),
        ("Crew", "crew", False),
        ("Отряд", "Отряд", True),
    ],
)
def test_names_that_look_the_same_are_taken(name: str, other: str, taken: bool) -> None:
    assert looks_taken(name, ["Riverside", other]) is taken


def test_digits_of_every_script_are_the_same() -> None:
    assert in_plain_digits("٣-３-३-3 ½ x") == "3-3-3-3 ½ x"
