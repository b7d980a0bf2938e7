"""A store that can't be written where it lies: on a disc, a locked stick, in somebody else's folder,
on a disk that is full.

SQLite wants to write beside a store even to read it, so a copy in memory is read, which wants no room
on any disk. What lies beside the store and belongs to it is in it too, and one of an earlier edition is
brought up to date there.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from pathlib import Path
from typing import NoReturn

from sqlalchemy import URL, Engine

from lastdays import files
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.leftover import with_log
from lastdays.store.store import LITTLE_ROOM, Store, wanted_room

#: How often a store is copied anew that somebody writes to meanwhile.
_TRIES = 3


def can_be_written(path: Path) -> bool:
    """Tell whether a store can be changed where it is; one that is not there yet can."""
    return not path.is_file() or (
        os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) and not is_full(path)
    )


def is_full(path: Path) -> bool:
    """Tell whether there is too little room to open a store where it is."""
    return files.room(path.parent) < LITTLE_ROOM


def in_memory(path: Path) -> tuple[sqlite3.Connection, bool]:
    """Read a store into memory, with what lies beside it; whether something was left out that isn't
    its own. Raises OSError, and SQLite's errors."""
    for _try in range(_TRIES):
        before = _looks(path)
        content, left_out = with_log(path)
        if _looks(path) == before:
            break
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    # Of the two ways to keep changes, memory has the one without a log.
    connection.deserialize(content[:18] + b"\x01\x01" + content[20:])
    return connection, left_out


def _looks(path: Path) -> list[tuple[int, int] | None]:
    """Return what changes when somebody writes to a store."""
    found: list[tuple[int, int] | None] = []
    for end in ("", "-wal"):
        file = path.with_name(path.name + end)
        found.append((file.stat().st_mtime_ns, file.stat().st_size) if file.exists() else None)
    return found


class SharedMemory:
    """A store in memory that any number of connections of this process read, at an `address`, until
    it is closed."""

    def __init__(self, content: sqlite3.Connection) -> None:
        name = f"file:lastdays-{secrets.token_hex(8)}"
        self.address = URL.create(
            "sqlite", database=name, query={"mode": "memory", "cache": "shared", "uri": "true"}
        )
        self._kept = sqlite3.connect(
            f"{name}?mode=memory&cache=shared", uri=True, check_same_thread=False
        )
        content.backup(self._kept)

    def close(self) -> None:
        """Let it go."""
        self._kept.close()


class StoreToBeRead(Store):
    """A store of which a copy in memory is open, and nothing is changed."""

    read_only = True

    def __init__(self, engine: Engine, path: Path, memory: SharedMemory, *, left_out: bool) -> None:
        self._memory = memory
        if is_full(path):
            self._why = _(
                "The disk with {path} is full: it was opened to be read. Nothing was changed. Make "
                "at least {n} MB of room, then open it again."
            ).format(path=path, n=wanted_room(path))
            told = _(
                "The disk with {path} is full, so it was opened to be read: all of it can be looked "
                "at, printed and exported, and nothing changed. Make at least {n} MB of room, then "
                "open it again."
            ).format(path=path, n=wanted_room(path))
        else:
            self._why = _(
                "{path} can't be written where it is: it was opened to be read. Nothing was "
                "changed. To play on, back it up to another folder and open it there."
            ).format(path=path)
            told = _(
                "{path} can't be written where it is, so it was opened to be read: all of it can be "
                "looked at, printed and exported, and nothing changed. To play on, back it up to "
                "another folder and open it there."
            ).format(path=path)
        beside = _(
            "Changes that lie beside {path} belong to another store: they were left out."
        ).format(path=path)
        super().__init__(engine, path, (told, beside) if left_out else (told,))

    def close(self) -> None:
        """Let the copy go."""
        if not self._closed:
            self._let_go()
            self._closed = True
            files.let_go(self.path)
            self._memory.close()

    def writing(self) -> NoReturn:
        """Refuse to change anything."""
        raise StoreError(self._why)

    def take_over(self, source: Path) -> NoReturn:
        """Refuse to become another."""
        del source
        self.writing()
