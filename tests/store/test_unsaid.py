"""What is kept without a field, as every edition before that field kept it, is read as it was then.

Where a field came in on purpose: `PYTHONPATH=tests python -m store.test_unsaid`.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any

import pytest
from msgspec import NODEFAULT, Struct, convert
from msgspec.structs import fields

from lastdays.campaign.printing import print_jobs
from lastdays.model import campaign, game_record, group, recruiting, switches
from lastdays.postgame import jobs, leadership
from lastdays.rulebook import own
from lastdays.tabletop import event_log, units
from lastdays.tabletop.last_days import state

HELD = Path(__file__).parents[1] / "fixtures" / "unsaid.txt"
KEPT: tuple[ModuleType, ...] = (
    campaign, game_record, group, recruiting, switches, event_log, units, state,
    jobs, leadership, print_jobs, own,
)  # fmt: skip


def some(wanted: Any) -> Any:
    """The plainest value of a type."""
    origin, args = typing.get_origin(wanted), typing.get_args(wanted)
    if origin is typing.Literal:
        return args[0]
    if origin in (UnionType, typing.Union):
        return some(args[0])
    if inspect.isclass(wanted) and issubclass(wanted, Struct):
        return least(wanted)
    plain: dict[Any, Any] = {str: "x", int: 7, bool: False, float: 7.0, bytes: ""}
    return plain.get(wanted, {} if origin and issubclass(origin, dict) else [])


def least(kind: type[Struct]) -> dict[str, Any]:
    """A value of a kind that says nothing but what it has to."""
    return {
        f.encode_name: some(f.type)
        for f in fields(kind)
        if f.default is NODEFAULT and f.default_factory is NODEFAULT
    }


def read(module: ModuleType) -> Iterator[str]:
    """How the kinds of a module are read where nothing else was said."""
    for name, kind in inspect.getmembers(module, inspect.isclass):
        if issubclass(kind, Struct) and kind.__module__ == module.__name__:
            try:
                made = convert(least(kind), kind)
            except (TypeError, ValueError):
                continue  # what holds a rulebook, or asks something of its fields
            for f in fields(kind):
                if f.encode_name not in least(kind):
                    yield f"{name}.{f.name} {getattr(made, f.name)!r}"


@pytest.mark.parametrize("module", KEPT, ids=lambda module: module.__name__)
def test_what_was_not_said_stands_for_what_it_did(module: ModuleType) -> None:
    about = f"{module.__name__.removeprefix('lastdays.')} "
    held = [line for line in HELD.read_text("utf-8").splitlines() if line.startswith(about)]
    assert [about + line for line in read(module)] == held, "if that is meant: see the head"


if __name__ == "__main__":
    told = (f"{m.__name__.removeprefix('lastdays.')} {line}\n" for m in KEPT for line in read(m))
    HELD.write_text("".join(told), "utf-8")
