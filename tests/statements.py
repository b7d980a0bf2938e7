"""SQL that is made of a statement once in a process, instead of anew for every store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import URL, Engine, create_engine

from lastdays.store import opening


@contextmanager
def compiled_once() -> Iterator[None]:
    """Lets all stores that are opened meanwhile, and those of forked processes, share what each
    engine would keep for itself."""
    first = create_engine("sqlite://")
    first.connect().close()  # the dialect learns what SQLite can do
    compiled: dict[object, object] = {}

    def make(url: URL, **options: Any) -> Engine:
        engine = create_engine(url, execution_options={"compiled_cache": compiled}, **options)
        engine.dialect = first.dialect
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "create_engine", make)
        yield
    first.dispose()
