"""Run the tests with a mutant in the place of a module, or note which test reaches which line."""

from __future__ import annotations

import importlib.abc
import importlib.util
import json
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


class _Mutated(importlib.abc.SourceLoader):
    """Loads a module from its file with one stretch replaced."""

    def __init__(self, file: Path, start: int, end: int, text: str) -> None:
        self.file, self.start, self.end, self.text = file, start, end, text

    def get_filename(self, _name: str) -> str:
        return str(self.file)

    def get_data(self, path: str) -> bytes:
        raw = Path(path).read_bytes()
        if Path(path) != self.file:
            return raw
        return raw[: self.start] + self.text.encode() + raw[self.end :]

    def path_stats(self, _path: str) -> dict[str, float]:
        raise OSError("never from byte code")


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, name: str, loader: _Mutated) -> None:
        self.name, self.loader = name, loader

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, self.loader, origin=str(self.loader.file))


if os.environ.get("MUTANT"):
    _seconds = int(os.environ["MUTANT_SECONDS"])
    # The hard limit is later, so that the process ends by the signal that says why.
    resource.setrlimit(resource.RLIMIT_CPU, (_seconds, _seconds + 5))
    _file = ROOT / os.environ["MUTANT"]
    _name = ".".join(_file.relative_to(ROOT / "app").with_suffix("").parts)
    sys.meta_path.insert(
        0,
        _Finder(
            _name.removesuffix(".__init__"),
            _Mutated(
                _file,
                int(os.environ["MUTANT_START"]),
                int(os.environ["MUTANT_END"]),
                os.environ["MUTANT_TEXT"],
            ),
        ),
    )

if os.environ.get("MUTANTS_REACHED"):
    from coverage import Coverage

    _cover = Coverage(
        data_file=os.environ["MUTANTS_REACHED"],
        include=[f"{folder}/*" for folder in os.environ["MUTANTS_SOURCE"].split(",")],
        config_file=False,
    )
    _cover.start()
    _cost: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
        """Every line that runs now is reached by this test, which takes so much CPU."""
        _cover.switch_context(item.nodeid)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            _cost[item.nodeid] = time.process_time() - begun

    def pytest_unconfigure() -> None:
        """Keep what was found."""
        _cover.stop()
        _cover.save()
        costs = Path(f"{os.environ['MUTANTS_REACHED']}.costs")
        costs.write_text(json.dumps(_cost), encoding="utf-8")
