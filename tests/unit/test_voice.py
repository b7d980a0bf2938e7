"""Turns of phrase that no player would say are found, in every sentence of the program."""

from __future__ import annotations

import voice


def test_no_sentence_of_the_program_reads_as_translated() -> None:
    assert len(voice.sentences()) > 2000
    assert voice.faults() == []
