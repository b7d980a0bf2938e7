"""What the switches of a campaign offer, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.model.switches import Switches, switch_texts
from lastdays.rulebook import load
from unit.postgame.crew import BOOK
from unit.rulebook.packing import write_pack


@pytest.mark.parametrize(
    ("excluded", "option"),
    [
        ("[]", "Neutral up to 75 %"),
        ('["cop"]', "Neutral up to 75 %, no Cop"),
        ('["cop", "goon"]', "Neutral up to 75 %, no Cop or Goon"),
        (
            '["cop", "goon", "kid"]',
            "Neutral up to 75 %, no Cop, Goon or Kid",
        ),
    ],
)
def test_whom_a_thug_prefers_not_is_listed(tmp_path: Path, excluded: str, option: str) -> None:
    pack = write_pack(tmp_path, files={"book": f"[thug_preferences]\nexcluded = {excluded}\n"})
    texts = {text.key: text for text in switch_texts(load(packs=[pack]))}
    assert [choice.name for choice in texts["thug_preferences"].options] == ["none", option]


def test_the_first_option_of_each_switch_is_the_default() -> None:
    for text in switch_texts(BOOK):
        assert text.options[0].is_on(Switches())
        assert text.option_index(Switches()) == 0
        last = text.options[-1]
        assert text.option_index(last.set(Switches())) == len(text.options) - 1
