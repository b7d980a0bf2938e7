"""Turns of phrase that no player would say are found, in every sentence of the program."""

from __future__ import annotations

import re

import pytest

import voice


@pytest.mark.parametrize(
    "text",
    [
        "That is no door.",
        "{name} fights zombies on the own space.",
        "That is not on the table any more.",
        "The Helipad is on the map already.",
        "Initiative: a die + 5.",
        "The turn of {who}.",
        "Whom",
        "{n} taps taken back; Redo brings them again.",
    ],
)
def test_what_reads_as_translated_is_found(text: str) -> None:
    assert any(re.search(pattern, text, re.IGNORECASE) for pattern in voice.PATTERNS)


@pytest.mark.parametrize(
    "text",
    ["There is no room for more zombies.", "That is no longer on the table.", "Whose turn is it?"],
)
def test_plain_english_is_left_alone(text: str) -> None:
    assert not any(re.search(pattern, text, re.IGNORECASE) for pattern in voice.PATTERNS)


def test_no_sentence_of_the_program_reads_as_translated() -> None:
    assert len(voice.sentences()) > 2000
    assert voice.faults() == []
