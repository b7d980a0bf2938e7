"""Steps of SQLite's machine, which depend on the rows that are read and on nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from lastdays.store import opening


class Steps:
    """Counts the steps of SQLite's machine on every connection that is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        make = opening.make_engine

        def counting(path: Path, *rest: Any, **more: Any) -> Engine:
            engine = make(path, *rest, **more)

            @event.listens_for(engine, "connect")
            def _connect(connection: sqlite3.Connection, _record: Any) -> None:
                connection.set_progress_handler(self._step, 1)

            return engine

        monkeypatch.setattr(opening, "make_engine", counting)

    def _step(self) -> int:
        self.count += 1
        return 0

    def of(self, act: Callable[..., Any]) -> int:
        """How many steps an act takes."""
        before = self.count
        act()
        return self.count - before
