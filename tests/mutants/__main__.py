"""Change one operator or number of a rule at a time and see whether a test notices.

`make mutants` samples mutants of the post-game sequence and of *Last Days* at the table, runs for
each the tests that reach its line, the cheapest first, and prints how many were killed and which
survived. Those in `equivalent.txt` cannot be noticed, with the reason beside them, and are not
counted. Most are tried in forks of one pytest (`forked`), some a second; the others, and those of a
line that also runs as its module is read and that lived on, in a pytest of their own.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from coverage import Coverage, CoverageData

from mutants import forked
from mutants.mutation import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
TARGETS = ("app/lastdays/postgame", "app/lastdays/tabletop/last_days")
TESTS = ("tests/unit",)
SHARE = 95
#: A mutant whose tests take so many seconds of CPU more than twice what they take without it has made
#: a loop without end: noticed. CPU, since on a busy machine the clock would count what was merely slow.
SECONDS = 120
#: For one that waits without working.
WAITING = 20


@dataclass(frozen=True)
class Reached:
    """Which test reaches which line, and the CPU each takes, in seconds."""

    data: CoverageData
    costs: dict[str, float]
    _known: dict[str, dict[int, list[str]]] = field(default_factory=dict)

    def lines(self, path: str) -> dict[int, list[str]]:
        """Return the tests that reach each line of a module, '' for what runs as it is read."""
        if path not in self._known:
            self._known[path] = self.data.contexts_by_lineno(str(ROOT / path))
        return self._known[path]

    def read(self, mutant: Mutant) -> bool:
        """Whether a line of the mutant runs as its module is read or the tests are collected."""
        lines = self.lines(mutant.path)
        return any("" in lines.get(n, ()) for n in range(mutant.line, mutant.last_line + 1))

    def direct(self, mutant: Mutant) -> list[str]:
        """Return the tests that run a line of the mutant themselves, the cheapest first."""
        lines = self.lines(mutant.path)
        found = {c for n in range(mutant.line, mutant.last_line + 1) for c in lines.get(n, ()) if c}
        return self.cheapest(found)

    def cheapest(self, tests: set[str]) -> list[str]:
        """Return tests in the order of what they cost."""
        return sorted(tests, key=lambda test: (self.costs.get(test, 0.0), test))

    def seconds(self, tests: list[str]) -> int:
        """The seconds of CPU that tests may take before they count as a loop without end."""
        return SECONDS + 2 * math.ceil(sum(self.costs.get(test, 0.0) for test in tests))


def lines_reached(folder: Path, chosen: list[str]) -> Reached:
    """Run the tests once, if that is not kept in the folder; which test reaches which line."""
    data = folder / "reached"
    if not data.exists():
        _run_once(data, chosen)
    cover = Coverage(data_file=str(data))
    cover.load()
    costs = json.loads(Path(f"{data}.costs").read_text("utf-8"))
    return Reached(cover.get_data(), costs)


def _run_once(data: Path, chosen: list[str]) -> None:
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
            "-p", "mutants.plugin", *chosen,
        ],
        cwd=ROOT,
        env={**os.environ, "MUTANTS_REACHED": str(data), "MUTANTS_SOURCE": ",".join(TARGETS)},
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{done.stdout[-3000:]}\nThe tests have to pass before anything is changed.")


def tests_of(mutant: Mutant, reached: Reached) -> list[str]:
    """Return the tests that run the mutant's lines, the cheapest first; after them all others where
    a line runs as its module is read, such as the default of a field: any test may notice that."""
    direct = reached.direct(mutant)
    if reached.read(mutant):
        direct += reached.cheapest(set(reached.costs).difference(direct))
    return direct


def equivalents() -> list[tuple[str, str]]:
    """Return the names of those nobody could notice, each with a part of its line or ''."""
    lines = EQUIVALENT.read_text("utf-8").splitlines()
    named = [n.split(" # ")[0].strip() for n in lines if n and not n.startswith("#")]
    return [(name, part) for name, _at, part in (n.partition(" @ ") for n in named)]


def is_known(mutant: Mutant, known: list[tuple[str, str]]) -> bool:
    """Whether it is listed as one that nobody could notice."""
    parts = [part for name, part in known if name == mutant.name]
    if not any(parts):
        return bool(parts)
    line = (ROOT / mutant.path).read_text("utf-8").splitlines()[mutant.line - 1]
    return any(part in line for part in parts)


def in_forks(
    folder: Path, sample: list[Mutant], chosen: list[str], reached: Reached
) -> dict[Mutant, str]:
    """Try mutants in forks of one pytest; what came of each. What ran as a module was read has run
    by then, so only the tests that run it again can tell anything there."""
    jobs, told = folder / "jobs.json", folder / "outcomes"
    tests = [reached.direct(m) for m in sample]
    tried = [
        {**asdict(m), "tests": direct, "seconds": reached.seconds(direct)}
        for m, direct in zip(sample, tests, strict=True)
    ]
    jobs.write_text(json.dumps(tried), encoding="utf-8")
    subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
            "-p", "mutants.forked", *chosen,
        ],
        cwd=ROOT,
        env={
            **os.environ,
            "MUTANTS_JOBS": str(jobs),
            "MUTANTS_OUTCOMES": str(told),
            "MUTANTS_AT_ONCE": str(os.cpu_count() or 1),
        },
        stdout=subprocess.DEVNULL,
        check=True,
    )  # fmt: skip
    found = (json.loads(line) for line in told.read_text("utf-8").splitlines())
    return {sample[n]: what for n, what in found}


def is_killed(mutant: Mutant, tests: list[str], seconds: int) -> bool:
    """Whether one of the tests fails with the mutant in place, within so many seconds of CPU."""
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
                    "MUTANT_SECONDS": str(seconds),
                },
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=WAITING * seconds,
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
    parser.add_argument("--keep", default="", help="a folder that keeps what the tests reach")
    parser.add_argument("tests", nargs="*", help="the tests that are run, else all of tests/unit")
    wanted = parser.parse_args()
    known = equivalents()
    every = [
        mutant
        for folder in TARGETS
        for file in sorted((ROOT / folder).rglob("*.py"))
        if wanted.only in str(file)
        for mutant in mutants_of(file, ROOT)
    ]
    random.Random(wanted.seed).shuffle(every)
    sample = [m for m in every if not is_known(m, known)][wanted.skip : wanted.count]
    chosen = wanted.tests or list(TESTS)
    with tempfile.TemporaryDirectory() as fresh:
        folder = Path(wanted.keep or fresh).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        reached = lines_reached(folder, chosen)
        tests = {m: tests_of(m, reached) for m in sample}
        outcomes = in_forks(folder, sample, chosen, reached)

    def survives(mutant: Mutant) -> bool:
        """Whether it lives on in a pytest of its own too, where one can tell more."""
        match outcomes[mutant]:
            case forked.KILLED:
                return False
            case forked.SURVIVED if not reached.read(mutant):
                return True
        return not is_killed(mutant, tests[mutant], reached.seconds(tests[mutant]))

    survivors: list[Mutant] = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for mutant, lives in zip(sample, pool.map(survives, sample), strict=True):
            if lives:
                survivors.append(mutant)
                reach = "" if tests[mutant] else "   (no test reaches it)"
                print(f"survived  {mutant.path}:{mutant.line}  {mutant.name}{reach}", flush=True)
    share = 100 * (len(sample) - len(survivors)) / len(sample) if sample else 100.0
    print(
        f"{len(sample)} of {len(every)} mutants tried: {len(sample) - len(survivors)} killed, "
        f"{len(survivors)} survived, {share:.1f} % ({SHARE} % wanted); "
        f"{len(known)} listed as equivalent"
    )
    return 0 if share >= SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
