"""Copies of a whole store."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from lastdays import files
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.leftover import begin_anew


def backup(engine: Engine, target: Path) -> None:
    """Copy a whole store, compacted, by SQLite itself; all of it or nothing.

    Raises StoreError where it cannot be written, and for a target that is the open store or that
    has changes of its own beside it: another window has it open, or did not close it.
    """
    target = target.absolute()
    if os.path.exists(f"{target}-wal"):
        files.keep_clear(target)
        raise StoreError(
            _(
                "{path} is a store in use, or one that wasn't closed: choose another file. "
                "Nothing was changed."
            ).format(path=target)
        )
    try:
        with files.replacing(target, private=True) as part, engine.connect() as connection:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            # Without the room that nothing needs any more: a store itself never shrinks.
            source.execute("VACUUM INTO ?", (str(part),))
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                begin_anew(copy)
    except (OSError, sqlite3.Error, OperationalError) as error:
        raise StoreError(
            _("The backup {path} could not be written: {reason}.").format(path=target, reason=error)
        ) from error
