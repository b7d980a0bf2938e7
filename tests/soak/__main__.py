"""The soak: kills, hostile documents and campaigns, grown files, damaged stores and full disks for some minutes,
with its figures; campaigns under rules made up at random; power cuts, and a league whose windows and server are
killed. `--short` is a few seconds of each."""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections import Counter
from pathlib import Path

from soak import (
    campaigns,
    disks,
    documents,
    flips,
    games,
    growth,
    kills,
    leagues,
    own_rules,
    packs,
    power,
)
from soak.work import KINDS, template
from statements import compiled_once

#: How the time is shared out.
KILLS, DOCUMENTS, FLIPS, PACKS, CAMPAIGNS, GROWTH = 0.25, 0.1, 0.1, 0.05, 0.1, 0.1
POWER, LEAGUE, OWN_RULES, GAMES = 0.05, 0.1, 0.1, 0.05
#: So many documents a run of full length tries at least.
DOCUMENTS_LEAST = 100_000


def told(counted: Counter[str]) -> str:
    """Return counts as words: 'editing 12, tracking 11'."""
    return ", ".join(f"{name} {n}" for name, n in counted.items())


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    seconds = 0.0 if args.short else args.seconds
    seed = random.SystemRandom().randrange(2**32) if args.seed is None else args.seed
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lastdays-soak-") as name, compiled_once():
        folder = Path(name)
        folder.chmod(0o755)  # the child that may not write has to come here
        found = kills.run(folder, seconds * KILLS, seed, least=1 if args.short else 4)
        spoken = found.pop("acknowledged")
        print(f"kills survived: {found.total()} ({told(found)})")
        print(f"changes acknowledged: {spoken}; changes lost: 0", flush=True)
        assert set(found) == {kind.name for kind in KINDS}
        made = template(folder / "whole.sqlite")
        cut = power.run(folder, made, seconds * POWER, seed, 1 if args.short else 10)
        print(f"power cuts: {cut.total()} ({told(cut)}); changes lost: 0", flush=True)
        shared = leagues.run(seconds * LEAGUE, seed, 2 if args.short else 9)
        spoken, refused = shared.pop("acknowledged", 0), shared.pop("refused", 0)
        print(
            f"troubles of a league: {shared.total()} ({told(shared) or 'no server is installed'}); "
            f"acknowledged: {spoken}; refused in a sentence: {refused}; lost, or done twice: 0",
            flush=True,
        )
        least = 1200 if args.short else DOCUMENTS_LEAST
        tried = documents.run(made, seconds * DOCUMENTS, seed, least)
        print(f"documents tried: {tried.total()} ({told(tried)}); crashes: 0", flush=True)
        packed = packs.run(folder, seconds * PACKS, seed, 4 if args.short else 200)
        print(f"packs tried: {packed.total()} ({told(packed)}); crashes: 0", flush=True)
        tabled = games.run(folder / "games", seconds * GAMES, seed, 6 if args.short else 150)
        print(f"games of packs tried: {tabled.total()} ({told(tabled)}); crashes: 0", flush=True)
        files = campaigns.run(
            folder / "files", seconds * CAMPAIGNS, seed, 40 if args.short else 5_000
        )
        print(f"campaigns tried: {files.total()} ({told(files)}); crashes: 0", flush=True)
        played = own_rules.run(
            folder / "own-rules", seconds * OWN_RULES, seed, 1 if args.short else 10
        )
        print(f"campaigns under made-up rules: {played.total()} ({told(played)}); unsound: 0")
        grown = growth.run(folder / "grown", seconds * GROWTH, seed, 60 if args.short else 900)
        print(f"grown files tried: {told(grown)}; beyond their bounds: 0", flush=True)
        made = template(folder / "again.sqlite")
        flipped = flips.run(folder, made, seconds * FLIPS, seed, 8 if args.short else 50)
        print(
            f"damaged stores: {flipped.pop('stores')} ({told(flipped)}); unnoticed: 0", flush=True
        )
        for line in disks.run(folder, made):
            print(line)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{time.monotonic() - began:.0f} s, {most} MB at most")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
