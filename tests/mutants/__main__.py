"""Change one operator or number of a rule at a time and see whether a test notices.

`make mutants` samples mutants of the post-game sequence and of *Last Days* at the table, runs for
each the tests that reach its line, and prints how many were killed and which survived. Those in
`equivalent.txt` cannot be noticed, with the reason beside them, and are not counted.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from coverage import Coverage, CoverageData

from mutants.mutation import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
TARGETS = ("app/lastdays/postgame", "app/lastdays/tabletop/last_days")
TESTS = ("tests/unit",)
SHARE = 95
#: A mutant whose tests take so many seconds of CPU has made a loop without end: noticed. CPU, since
#: on a busy machine the clock would count what was merely slow.
SECONDS = 120
#: For one that waits without working.
WAITING = 20 * SECONDS


def lines_reached(folder: Path) -> CoverageData:
    """Run the tests once; which test reaches which line of the targets."""
    data = folder / "reached"
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
            "-p", "mutants.plugin", *TESTS,
        ],
        cwd=ROOT,
        env={**os.environ, "MUTANTS_REACHED": str(data), "MUTANTS_SOURCE": ",".join(TARGETS)},
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{done.stdout[-3000:]}\nThe tests have to pass before anything is changed.")
    cover = Coverage(data_file=str(data))
    cover.load()
    return cover.get_data()


def tests_of(mutant: Mutant, reached: CoverageData) -> list[str]:
    """Return the tests that run the mutant's lines, the fewest lines first.

    What runs as its module is read, such as the default of a field, may be noticed by any test
    of the package.
    """
    contexts = reached.contexts_by_lineno(str(ROOT / mutant.path))
    found: dict[str, None] = {}
    read = False
    for line in range(mutant.line, mutant.last_line + 1):
        read = read or "" in contexts.get(line, ())
        found.update(dict.fromkeys(c for c in contexts.get(line, ()) if c))
    if not found and read:
        return [f"tests/unit/{Path(mutant.path).relative_to('app/lastdays').parts[0]}"]
    return list(found)


def is_killed(mutant: Mutant, tests: list[str]) -> bool:
    """Whether one of the tests fails with the mutant in place."""
    if not tests:
        return False
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as chosen:
        chosen.write("\n".join(tests))
        chosen.flush()
        try:
            done = subprocess.run(
                [
                    sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
                    "-p", "no:xdist", "-p", "mutants.plugin", f"@{chosen.name}",
                ],
                cwd=ROOT,
                env={
                    **os.environ,
                    "MUTANT": mutant.path,
                    "MUTANT_START": str(mutant.start),
                    "MUTANT_END": str(mutant.end),
                    "MUTANT_TEXT": mutant.text,
                    "MUTANT_SECONDS": str(SECONDS),
                },
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=WAITING,
                check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return True
    if done.returncode == -signal.SIGXCPU:
        return True
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{mutant}: the tests could not be run ({done.returncode}).")
    return done.returncode != 0


def main() -> int:
    """Sample, try and report; 0 where enough of them were noticed."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many are tried")
    parser.add_argument("--skip", type=int, default=0, help="how many were tried before")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    wanted = parser.parse_args()
    known = {
        line.split(" # ")[0].strip()
        for line in EQUIVALENT.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    }
    every = [
        mutant
        for folder in TARGETS
        for file in sorted((ROOT / folder).rglob("*.py"))
        if wanted.only in str(file)
        for mutant in mutants_of(file, ROOT)
    ]
    random.Random(wanted.seed).shuffle(every)
    sample = [m for m in every if m.name not in known][wanted.skip : wanted.count]
    with tempfile.TemporaryDirectory() as folder:
        reached = lines_reached(Path(folder))
        tests = {m: tests_of(m, reached) for m in sample}
    survivors: list[Mutant] = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        tried = pool.map(lambda m: is_killed(m, tests[m]), sample)
        for n, (mutant, killed) in enumerate(zip(sample, tried, strict=True), start=1):
            if not killed:
                survivors.append(mutant)
                reach = "" if tests[mutant] else "   (no test reaches it)"
                print(f"survived  {mutant.path}:{mutant.line}  {mutant.name}{reach}", flush=True)
            if n % 20 == 0:
                print(f"{n} of {len(sample)} tried", flush=True)
    share = 100 * (len(sample) - len(survivors)) / len(sample) if sample else 100.0
    print(
        f"{len(sample)} of {len(every)} mutants tried: {len(sample) - len(survivors)} killed, "
        f"{len(survivors)} survived, {share:.1f} % ({SHARE} % wanted); "
        f"{len(known)} listed as equivalent"
    )
    return 0 if share >= SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
