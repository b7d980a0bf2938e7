"""Sentences of the chronicle as rows of a table, each with its pictogram and colour."""

from __future__ import annotations

from collections.abc import Iterable

from lastdays.campaign.chronicle_sentences import StorySentence
from lastdays.ui.models.rows import Cell, Row

_TOKENS = {"": "text", "harm": "harm_text", "well": "well_text"}


def sentence_rows(sentences: Iterable[StorySentence], about: str) -> list[Row]:
    """Return a row for each sentence; its key says where it is from, and whom it is about."""
    return [
        Row(
            f"{about}/{n}/{s.group}/{s.member}",
            (
                Cell(
                    s.text,
                    drawing=s.drawing,
                    drawing_token="faint_text" if not s.tone else _TOKENS[s.tone],
                    token="text",
                ),
            ),
        )
        for n, s in enumerate(sentences)
    ]


def whom(key: str) -> tuple[str, str]:
    """Return the group and the member a row is about, '' for none."""
    parts = key.split("/")
    return (parts[-2], parts[-1]) if len(parts) == 4 else ("", "")
