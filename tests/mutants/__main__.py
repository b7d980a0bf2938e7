"""Change one operator or number at a time and see whether a test notices.

`make mutants` samples mutants of the program, runs for each the tests that run its line, those that
noticed most before and then the cheapest first, and prints which survived and how many were killed.
It stops by itself when its minutes are up. They are tried in forks of one pytest (`forked`).

Not counted are: the window, what starts it and the league's connection (`LEFT_OUT`), words for
people, decorators and annotations, arguments no answer hangs on (`mutation.UNSEEN`), and those in
`equivalent.txt`, which nobody could notice, with the reason beside them. Counted as survivors are
those that only tests of a window would notice.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import asdict
from functools import cache
from pathlib import Path

from mutants import forked
from mutants.mutation import Mutant, mutants_of
from mutants.stretches import marked

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
PROGRAM = "app/lastdays"
#: The window, what starts it, what makes pictures of it, and what talks to a league's server: their
#: tests take a window, or a server, and are not among those that are run here.
LEFT_OUT = ("ui/", "devtools/", "__main__.py", "desktop/opening.py", "store/league.py")
TESTS = ("tests/unit", "tests/store", "tests/end_to_end/test_commands.py")
SHARE = 95
#: A mutant whose tests take so many seconds of CPU more than twice what they take without it has made
#: a loop without end: noticed. CPU, since on a busy machine the clock would count what was merely slow.
SECONDS = 60
#: Tests of what runs as a module is read are run for so many seconds of CPU at most.
AFAR = 25
#: No more are ever tried in the time there is: to look up the tests of all takes minutes.
MOST = 2000


class Reached:
    """Which test reaches which stretch of the program, and the CPU each takes, in seconds."""

    def __init__(self, files: list[Path]) -> None:
        self.costs: dict[str, float] = {}
        self.before: set[tuple[str, int]] = set()
        self.tests: dict[tuple[str, int], set[str]] = defaultdict(set)
        for file in files:
            told = json.loads(file.read_text("utf-8"))
            self.before.update((path, n) for path, found in told["before"].items() for n in found)
            for test, of_it in told["tests"].items():
                self.costs[test] = of_it["cost"]
                for path, found in of_it["reached"].items():
                    for n in found:
                        self.tests[path, n].add(test)
        self.naming: dict[str, set[str]] = defaultdict(set)
        for test in self.costs:
            for path in imported(test.partition("::")[0]):
                self.naming[path].add(test)

    def job(self, mutant: Mutant) -> dict[str, object]:
        """Return what is to be done: the tests that run the line, the cheapest first; for what runs
        as a module is read, which runs for none of them, some of those that import the module or run
        any of it."""
        found = stretches(mutant.path)
        lines = range(mutant.line, mutant.last_line + 1)
        at = {(mutant.path, found[n]) for n in lines if n in found}
        tests = self.cheapest(set().union(*(self.tests[stretch] for stretch in at)))
        if not at:
            running = set().union(*(self.tests[mutant.path, n] for n in set(found.values())))
            named = self.naming[mutant.path]
            tests = self.some([*self.cheapest(named), *self.cheapest(running - named)])
        seconds = SECONDS + 2 * math.ceil(sum(self.costs[test] for test in tests))
        read = bool(at & self.before)
        return {**asdict(mutant), "tests": tests, "seconds": seconds, "read": read}

    def cheapest(self, tests: set[str]) -> list[str]:
        """Return tests in the order of what they cost."""
        return sorted(tests, key=lambda test: (self.costs[test], test))

    def some(self, tests: list[str]) -> list[str]:
        """Return as many of some tests, in their order, as may be run from afar."""
        summed = itertools.accumulate(self.costs[test] for test in tests)
        return [test for test, cost in zip(tests, summed, strict=True) if cost < AFAR]


@cache
def sources() -> list[str]:
    """Return the modules of the program but the window's."""
    found = sorted((ROOT / PROGRAM).rglob("*.py"))
    paths = [str(file.relative_to(ROOT)) for file in found]
    return [p for p in paths if not p.removeprefix(f"{PROGRAM}/").startswith(LEFT_OUT)]


@cache
def imported(test_file: str) -> set[str]:
    """Return the modules that a file of tests imports."""
    words = (ROOT / test_file).read_text("utf-8")
    found = set()
    for module, names in re.findall(r"from (lastdays[.\w]*) import (\([^)]*\)|.*)", words):
        place = f"app/{module.replace('.', '/')}"
        found.add(f"{place}.py")
        for name in re.findall(r"\w+", names):
            found.add(f"{place}/{name}.py")
    return found.intersection(sources())


@cache
def stretches(path: str) -> dict[int, int]:
    """Return which stretch of a module each of its lines is in."""
    return marked(ast.parse((ROOT / path).read_bytes()), path)[1]


def run_tests(chosen: list[str], **settings: object) -> None:
    """Run pytest, with what it has to know; nothing that it prints is shown unless it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *forked.TEXTS, *chosen],
        cwd=ROOT,
        env={**os.environ, **{name: str(value) for name, value in settings.items()}},
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{done.stdout[-3000:]}\nThe tests have to pass before anything is changed.")


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


def main() -> int:
    """Sample, try and report; 0 where enough of them were noticed."""
    began = time.time()
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--minutes", type=float, default=9, help="how long it may take")
    parser.add_argument("--count", type=int, help="how many are tried, else as many as it can")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("tests", nargs="*", default=TESTS, help="the tests that are run")
    wanted = parser.parse_args()
    known = equivalents()
    every = [
        mutant
        for path in sources()
        if wanted.only in path
        for mutant in mutants_of(ROOT / path, ROOT)
        if not is_known(mutant, known)
    ]
    random.Random(wanted.seed).shuffle(every)
    sample = every[: wanted.count or MOST]
    chosen = list(wanted.tests)
    with tempfile.TemporaryDirectory() as fresh:
        folder = Path(fresh).resolve()
        at_once = ["-n", str(os.cpu_count() or 1)]
        told = folder / "reached"
        run_tests(["-p", "mutants.plugin", *at_once, *chosen], MUTANTS_REACHED=told)
        reached = Reached(list(folder.glob("reached.*")))
        print(f"{len(reached.costs)} tests were run in {time.time() - began:.0f} s", flush=True)
        jobs, outcomes = folder / "jobs.json", folder / "outcomes"
        outcomes.touch()  # none are tried where the first run took all the time
        jobs.write_text(json.dumps([reached.job(m) for m in sample]), encoding="utf-8")
        run_tests(
            ["-p", "no:xdist", "-p", "mutants.forked", *chosen],
            MUTANTS_JOBS=jobs,
            MUTANTS_OUTCOMES=outcomes,
            MUTANTS_END=began + 60 * wanted.minutes,
        )
        found = [json.loads(line) for line in outcomes.read_text("utf-8").splitlines()]
    tried = {n: what for n, what in found if what != forked.UNDECIDED}
    lived = [sample[n] for n, what in sorted(tried.items()) if what == forked.SURVIVED]
    for mutant in lived:
        print(f"survived  {mutant.path}:{mutant.line}  {mutant.name}")
    share = 100 * (len(tried) - len(lived)) / len(tried) if tried else 100.0
    print(
        f"seed {wanted.seed}: {len(tried)} of {len(every)} mutants tried in "
        f"{(time.time() - began) / 60:.1f} minutes: {len(tried) - len(lived)} killed, "
        f"{len(lived)} survived, {share:.1f} % ({SHARE} % wanted); "
        f"{len(found) - len(tried)} undecided, {len(known)} listed as equivalent"
    )
    return 0 if share >= SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
