"""Try mutants in forks of one pytest that has already read everything and collected every test.

A fork takes over the mutant by exchanging the code of the functions it changes, runs the tests
chosen for it till one fails, and ends. What a module does as it is read cannot be exchanged so:
such a mutant is left to a pytest of its own.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest

ROOT = Path(__file__).resolve().parents[2]
KILLED, SURVIVED, NOT_HERE = "killed", "survived", "not here"
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

    def begin(self, job: dict[str, object]) -> int | None:
        """Try one in a fork, whose process id is returned; none if it cannot be tried here."""
        changed = self.changed(job)
        if not changed:
            return None
        process = os.fork()
        if process:
            return process
        code = 70
        try:
            code = self._try(changed, job["tests"], int(str(job["seconds"])))  # type: ignore[arg-type]
        finally:
            os._exit(code)

    def _try(
        self, changed: list[tuple[FunctionType, CodeType]], tests: list[str], seconds: int
    ) -> int:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        with open(os.devnull, "w", encoding="utf-8") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        for function, code in changed:
            function.__code__ = code
        items = [self.items[test] for test in tests if test in self.items]
        hook = self.session.config.hook
        for n, item in enumerate(items):
            following = items[n + 1] if n + 1 < len(items) else None
            hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.testsfailed:
                return 1
        return 0


def outcome(status: int) -> str:
    """Say what the end of a fork means."""
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL, signal.SIGSEGV):
            return KILLED  # a loop, or a recursion, without end
        return NOT_HERE
    return {0: SURVIVED, 1: KILLED}.get(os.WEXITSTATUS(status), NOT_HERE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the mutants instead of running the tests."""
    jobs = json.loads(Path(os.environ["MUTANTS_JOBS"]).read_text("utf-8"))
    forks = Forks(session)
    at_once = int(os.environ["MUTANTS_AT_ONCE"])
    running: dict[int, int] = {}
    with open(os.environ["MUTANTS_OUTCOMES"], "w", encoding="utf-8") as told:

        def tell(n: int, what: str) -> None:
            told.write(f"{json.dumps([n, what])}\n")
            told.flush()

        def wait() -> None:
            process, status = os.wait()
            tell(running.pop(process), outcome(status))

        for n, job in enumerate(jobs):
            if len(running) >= at_once:
                wait()
            process = forks.begin(job)
            if process is None:
                tell(n, NOT_HERE)
            else:
                running[process] = n
        while running:
            wait()
    sys.stdout.flush()
    return True
