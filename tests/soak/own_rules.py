"""Campaigns under rules that players may make up: each is played some games, with sequences and tables at
which anything is done, closed and reopened, and undone whole."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from soak.clock import Budget, shown_where
from store.made_up_campaign import play_one

#: So many games of each campaign.
GAMES = 2


def run(folder: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Play campaigns for some seconds; how many were played to the end, and how many died out."""
    source = random.Random(seed)
    folder.mkdir()
    found: Counter[str] = Counter()
    for n in Budget(seconds, least).turns():
        made_up = source.randrange(2**32)
        file = folder / f"{n}.sqlite"
        with shown_where(f"the campaign of seed {made_up}"):
            found[play_one(file, made_up, GAMES)] += 1
        file.unlink()
    return found
