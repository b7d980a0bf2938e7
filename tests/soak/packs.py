"""Content packs that somebody damaged, file by file and byte by byte: taken or refused, and soon."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

from lastdays.rulebook import load
from soak.clock import Budget, at_most, shown_where
from soak.documents import CHUNKS
from unit.rulebook.packing import damage, whole_book, write_pack

#: No pack takes longer, in seconds.
LONGEST = 2.0


def run(folder: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Try packs for some seconds; how many were taken and refused. Raises what is a crash."""
    source = random.Random(seed)
    found: Counter[str] = Counter()
    for n in Budget(seconds, least).turns():
        place = folder / f"pack-{n}"
        pack = whole_book(place) if n % 3 == 0 else write_pack(place)
        for _n in range(source.choice((1, 1, 3))):
            damage(pack, source)
        if n % 2:
            _spoil(pack, source)
        with shown_where(f"pack {n} of this seed"), at_most(LONGEST):
            loaded = load(packs=[pack])
        assert bool(loaded.packs) != bool(loaded.refused_packs)
        found["taken" if loaded.packs else "refused"] += 1
        shutil.rmtree(place)
    return found


def _spoil(pack: Path, source: random.Random) -> None:
    """Puts bytes where they do not belong."""
    files = [f for f in sorted(pack.glob("*.toml")) if f.is_file()]
    for file in source.sample(files, min(2, len(files))):
        made = bytearray(file.read_bytes())
        at = source.randrange(len(made) + 1)
        made[at:at] = source.choice(CHUNKS)
        file.write_bytes(made)
