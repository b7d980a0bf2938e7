"""Documents and rows at their bounds."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from lastdays.errors import LastDaysError

Row = tuple[ModuleType, str, int, Callable[[], object]]


def at_the_bound(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take something where it is all that may be, and where it is one too many."""
    module, name, size, take = row
    monkeypatch.setattr(module, name, size)
    take()
    monkeypatch.setattr(module, name, size - 1)
    with pytest.raises(LastDaysError) as error:
        take()
    assert len(str(error.value)) < 400
    monkeypatch.undo()
