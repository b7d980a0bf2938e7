"""Turns of phrase that no player would say are found, in every sentence of the program."""

from __future__ import annotations

import voice


def test_no_sentence_of_the_program_reads_as_translated() -> None:
    assert len(voice.sentences()) > 2000
    assert voice.faults() == []


def test_a_thing_that_is_named_otherwise_than_in_the_glossary_is_found() -> None:
    assert len(voice.names()) > 20
    assert list(voice.misnamed("Noise tokens come off.")) == [
        "Noise Token, Ammo Token, Knockback Token"
    ]
    assert list(voice.misnamed("Zombies taken out")) == [
        "taken Out of Action; models and zombies alike"
    ]
    for right in ("Noise Tokens come off.", "Taken Out of Action by Zeke", "re-rolled once"):
        assert list(voice.misnamed(right)) == []
