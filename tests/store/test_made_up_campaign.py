"""Whole campaigns under rules that players made up: whatever they wrote, each game ends, counters keep
their bounds, everything is undone, and a closed store goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.made_up_campaign import play_one

SEEDS = [
    pytest.param(0, 1),
    pytest.param(1, 2),
    *(pytest.param(n, 2, marks=pytest.mark.long) for n in range(2, 5)),
    *(pytest.param(n, 3, marks=pytest.mark.long) for n in range(5, 45)),
]


@pytest.mark.sweep
@pytest.mark.parametrize(("seed", "games"), SEEDS)
def test_a_campaign_under_made_up_rules_is_played_undone_and_reopened(
    tmp_path: Path, seed: int, games: int
) -> None:
    assert play_one(tmp_path / "store.sqlite", seed, games) in ("played", "died out")
