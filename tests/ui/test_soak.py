"""What is done over and over leaves no widget behind."""

from __future__ import annotations

import pytest

from lastdays.ui.app import Session
from ui.soaking import ROUNDS, kinds, objects

#: As often a thing is done before objects are counted, and again before they are counted anew.
WARM, MORE = 2, 4
#: Page changes go through all pages.
PAGES = 14


@pytest.mark.long
@pytest.mark.parametrize("what", [what for what in ROUNDS if what != "the record of a game"])
def test_nothing_is_left_behind(sample: Session, what: str) -> None:
    prepare, _often = ROUNDS[what]
    once = prepare(sample)
    rounds = PAGES if what == "page changes" else 1
    for _n in range(WARM * rounds):
        once()
    before, had = objects(sample), kinds()
    for _n in range(MORE * rounds):
        once()
    after, have = objects(sample), kinds()
    more = {kind: n - had.get(kind, 0) for kind, n in have.items() if n > had.get(kind, 0)}
    assert after - before < MORE, more
