"""Run the tests with a mutant in the place of a module, or note which test reaches what."""

from __future__ import annotations

import ast
import builtins
import functools
import importlib.abc
import importlib.util
import itertools
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mutants.stretches import MARK, marked

APP = Path(__file__).resolve().parents[2] / "app"
_LRU_CACHE = functools.lru_cache


class _Loader(importlib.abc.SourceLoader):
    """Loads a module from its file, never from byte code."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def get_filename(self, _name: str) -> str:
        return str(self.file)

    def get_data(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def path_stats(self, _path: str) -> dict[str, float]:
        raise OSError("never from byte code")


class _Mutated(_Loader):
    """With one stretch replaced."""

    def get_data(self, path: str) -> bytes:
        raw = super().get_data(path)
        start, end = int(os.environ["MUTANT_START"]), int(os.environ["MUTANT_END"])
        return raw[:start] + os.environ["MUTANT_TEXT"].encode() + raw[end:]


class _Marked(_Loader):
    """With a mark in each stretch of each function, that says it was run."""

    def source_to_code(self, data: bytes, path: str, **_options: object) -> object:  # type: ignore[override]
        tree = marked(ast.parse(data), str(self.file.relative_to(APP.parent)))[0]
        return compile(tree, path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds one module, or all of the program but the window's, for a loader of ours."""

    def __init__(self, loader: type[_Loader], only: Path | None = None) -> None:
        self.loader, self.only = loader, only

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("lastdays") or name.startswith("lastdays.ui"):
            return None
        place = APP.joinpath(*name.split("."))
        package = place.is_dir()
        file = place / "__init__.py" if package else place.with_suffix(".py")
        if (self.only or file) != file or not file.exists():
            return None
        return importlib.util.spec_from_file_location(
            name,
            file,
            loader=self.loader(file),
            submodule_search_locations=[str(place)] if package else None,
        )


if os.environ.get("MUTANT"):
    sys.meta_path.insert(0, _Finder(_Mutated, APP.parent / os.environ["MUTANT"]))


class _Remembered:
    """Notes what is reached while something is made that is kept, for each who asks for it again."""

    def __init__(self, hit: set[tuple[str, int]]) -> None:
        self.hit = hit
        self.turn = 0
        self.turns = itertools.count(1)

    def begin(self) -> None:
        """Another test runs from now on."""
        self.hit.clear()
        self.turn = next(self.turns)

    @contextmanager
    def making(self) -> Iterator[set[tuple[str, int]]]:
        """Collect all that is reached meanwhile, by itself, and add it to what was before."""
        already, turn, made = set(self.hit), self.turn, set[tuple[str, int]]()
        self.begin()
        try:
            yield made
        finally:
            made |= self.hit
            self.hit |= already
            self.turn = turn

    def lru_cache(self, maxsize: Any = 128, typed: bool = False) -> Any:
        """Stand in for `functools.lru_cache`, for functions of the program and of its tests."""
        if callable(maxsize):
            return self.lru_cache()(maxsize)

        def around(function: Any) -> Any:
            code = getattr(function, "__code__", None)
            if code is None or not Path(code.co_filename).is_relative_to(APP.parent):
                return _LRU_CACHE(maxsize, typed)(function)
            kept: dict[object, tuple[set[tuple[str, int]], list[int]]] = {}

            def make(*given: object, **named: object) -> object:
                with self.making() as made:
                    kept[given, *sorted(named.items())] = made, [0]
                    return function(*given, **named)

            cached = _LRU_CACHE(maxsize, typed)(functools.wraps(function)(make))

            def ask(*given: object, **named: object) -> object:
                answer = cached(*given, **named)
                made, turn = kept[given, *sorted(named.items())]
                if turn[0] != self.turn:
                    turn[0] = self.turn
                    self.hit.update(made)
                return answer

            functools.update_wrapper(ask, cached)
            for name in ("cache_info", "cache_clear", "cache_parameters"):
                setattr(ask, name, getattr(cached, name))
            return ask

        return around


if os.environ.get("MUTANTS_REACHED"):
    #: What runs now has run here: a test, before any, or what several tests share.
    _hit: set[tuple[str, int]] = set()
    _before: set[tuple[str, int]] = set()
    _tests: dict[str, dict[str, object]] = {}
    _shared: dict[str, set[tuple[str, int]]] = {}
    setattr(builtins, MARK, _hit.add)
    _remembered = _Remembered(_hit)
    functools.lru_cache = _remembered.lru_cache
    functools.cache = _remembered.lru_cache(None)
    sys.meta_path.insert(0, _Finder(_Marked))

    def _by_file(hit: set[tuple[str, int]]) -> dict[str, list[int]]:
        found = defaultdict(list)
        for path, n in hit:
            found[path].append(n)
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(item: pytest.Function) -> Iterator[None]:
        """All that runs now is reached by this test, which takes so much CPU."""
        _before.update(_hit)
        _remembered.begin()
        begun = time.process_time()
        try:
            return (yield)
        finally:
            cost = time.process_time() - begun
            reached = _hit.union(*(_shared[n] for n in item.fixturenames if n in _shared))
            _tests[item.nodeid] = {"cost": cost, "reached": _by_file(reached)}
            _remembered.begin()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """What is made once for several tests is reached by each of them."""
        with _remembered.making() as made:
            answer = yield
        if fixturedef.scope != "function":
            _shared.setdefault(fixturedef.argname, set()).update(made)
        return answer

    def pytest_unconfigure() -> None:
        """Keep what was found."""
        file = f"{os.environ['MUTANTS_REACHED']}.{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
        told = {"tests": _tests, "before": _by_file(_before)}
        Path(file).write_text(json.dumps(told), encoding="utf-8")
