"""Try mutants in forks of one pytest that has already read everything and collected every test.

A fork takes over the mutant by exchanging the code of the functions it changes, runs the tests
chosen for it till one fails, and ends. What a module does as it is read cannot be exchanged so:
there the fork becomes a pytest of its own, and so it does where a line that lived on is run as a
module is read.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest

ROOT = Path(__file__).resolve().parents[2]
KILLED, SURVIVED, UNDECIDED = "killed", "survived", "undecided"
#: After the time is up what is still running gets so many seconds.
GRACE = 30
QUIET = ("-p", "no:cacheprovider", "-p", "no:xdist")
#: A text that is expected by a test that isn't run in the usual way is no fault.
TEXTS = ("--snapshot-warn-unused",)
Key = tuple[str, int]


def _codes(
    code: CodeType, outer: tuple[Key, ...] = ()
) -> Iterator[tuple[tuple[Key, ...], CodeType]]:
    """Yield each piece of code of a module with the pieces it stands in, itself the last."""
    path = (*outer, (code.co_qualname, code.co_firstlineno))
    yield path, code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant, path)


def _own(code: CodeType) -> tuple[object, ...]:
    """What a piece of code does itself, without what is defined in it."""
    constants = [c for c in code.co_consts if not isinstance(c, CodeType)]
    return code.co_code, repr(constants), code.co_names, code.co_varnames


class Forks:
    """Tries mutants, several at a time, each in a fork."""

    def __init__(self, session: pytest.Session) -> None:
        self.items = {item.nodeid: item for item in session.items}
        self.session = session
        #: How often a test was the first to notice: those that often were go first.
        self.noticed: Counter[str] = Counter()
        gc.unfreeze()  # frozen objects are not listed
        self.functions: dict[str, dict[Key, list[FunctionType]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for found in gc.get_objects():
            if type(found) is FunctionType:
                code = found.__code__
                key = (code.co_qualname, code.co_firstlineno)
                self.functions[code.co_filename][key].append(found)
        gc.freeze()

    def changed(self, job: dict[str, object]) -> list[tuple[FunctionType, CodeType]] | None:
        """Return which functions get which code; none if the change is elsewhere."""
        file = str(ROOT / str(job["path"]))
        raw = Path(file).read_bytes()
        start, end = int(str(job["start"])), int(str(job["end"]))
        new = raw[:start] + str(job["text"]).encode() + raw[end:]
        try:
            pairs = list(
                zip(
                    _codes(compile(raw, file, "exec", dont_inherit=True)),
                    _codes(compile(new, file, "exec", dont_inherit=True)),
                    strict=True,
                )
            )
        except (SyntaxError, ValueError):
            return None
        live = self.functions[file]
        found: dict[Key, CodeType] = {}
        codes = {path[-1]: code for _old, (path, code) in pairs}
        for (path, old), (other, code) in pairs:
            if path != other:
                return None
            if _own(old) == _own(code):
                continue
            around = [key for key in path if key in live]
            if not around:
                return None
            found.update((key, codes[key]) for key in around)
        return [(function, code) for key, code in found.items() for function in live[key]]

    def begin(self, job: dict[str, object], alone: bool = False) -> int:
        """Try one in a fork, whose process id is returned."""
        process = os.fork()
        if process:
            return process
        code = 70
        try:
            os.setpgid(0, 0)
            with Path(os.devnull).open("w", encoding="utf-8") as nothing:
                os.dup2(nothing.fileno(), 1)
                os.dup2(nothing.fileno(), 2)
            seconds = int(str(job["seconds"]))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            changed = None if alone else self.changed(job)
            if changed:
                code = self._try(changed, job["tests"])  # type: ignore[arg-type]
            else:
                self._alone(job)
        finally:
            os._exit(code)

    def _alone(self, job: dict[str, object]) -> None:
        """Become a pytest that reads everything with the mutant in place."""
        chosen = Path(os.environ["MUTANTS_JOBS"]).with_name(f"{os.getpid()}.txt")
        chosen.write_text("\n".join(job["tests"]), encoding="utf-8")  # type: ignore[arg-type]
        mutant = {
            "MUTANT": str(job["path"]),
            "MUTANT_START": str(job["start"]),
            "MUTANT_END": str(job["end"]),
            "MUTANT_TEXT": str(job["text"]),
        }
        words = [sys.executable, "-m", "pytest", "-qx", *QUIET, *TEXTS, "-p", "mutants.plugin"]
        os.execve(sys.executable, [*words, f"@{chosen}"], {**os.environ, **mutant})

    @staticmethod
    def told(process: int) -> Path:
        """Where a fork says which test noticed."""
        return Path(os.environ["MUTANTS_JOBS"]).with_name(f"{process}.noticed")

    def _try(self, changed: list[tuple[FunctionType, CodeType]], tests: list[str]) -> int:
        for function, code in changed:
            function.__code__ = code
        tests = sorted(tests, key=lambda test: -self.noticed[test])
        items = [self.items[test] for test in tests if test in self.items]
        hook = self.session.config.hook
        for n, item in enumerate(items):
            following = items[n + 1] if n + 1 < len(items) else None
            hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.testsfailed:
                self.told(os.getpid()).write_text(item.nodeid, encoding="utf-8")
                return 1
        return 0


def outcome(status: int) -> str:
    """Say what the end of a fork means."""
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL, signal.SIGSEGV):
            return KILLED  # a loop, or a recursion, without end
        return UNDECIDED
    # A pytest that could not even collect ends with 2, or with 4 where it was reading its plugins.
    return {0: SURVIVED, 1: KILLED, 2: KILLED, 4: KILLED}.get(os.WEXITSTATUS(status), UNDECIDED)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the mutants instead of running the tests, in their order, till the time is up."""
    jobs = json.loads(Path(os.environ["MUTANTS_JOBS"]).read_text("utf-8"))
    ends = float(os.environ["MUTANTS_END"])
    forks = Forks(session)
    running: dict[int, tuple[int, bool]] = {}
    waiting = deque((n, False) for n, job in enumerate(jobs))

    def wait() -> tuple[int, int]:
        """Wait for one that ends; after the time is up not for long."""
        while time.time() < ends + GRACE:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process:
                return process, status
            time.sleep(0.01)
        return 0, 0

    try:
        while running or (waiting and time.time() < ends):
            while waiting and len(running) < (os.cpu_count() or 1) and time.time() < ends:
                n, alone = waiting.popleft()
                running[forks.begin(jobs[n], alone)] = n, alone
            process, status = wait()
            if not process:
                break
            n, alone = running.pop(process)
            if (said := forks.told(process)).exists():
                forks.noticed[said.read_text("utf-8")] += 1
                said.unlink()
            what = outcome(status)
            if what == SURVIVED and jobs[n]["read"] and not alone:
                waiting.appendleft((n, True))
                continue
            with Path(os.environ["MUTANTS_OUTCOMES"]).open("a", encoding="utf-8") as told:
                told.write(f"{json.dumps([n, what])}\n")
    finally:
        for process in running:
            os.killpg(process, signal.SIGKILL)
    return True
