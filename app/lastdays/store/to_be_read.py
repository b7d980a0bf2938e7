"""A store that can't be written where it lies: on a disc, a locked stick, in somebody else's folder.

SQLite wants to write beside a store even to read it, so a copy is read, in a folder of its own that
goes with it. What lies beside the store and belongs to it is read too, and one of an earlier edition
is brought up to date there.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

from sqlalchemy import Engine

from lastdays.errors import StoreError
from lastdays.files import let_go
from lastdays.language import _
from lastdays.store.leftover import set_aside
from lastdays.store.store import Store

#: How often a store is copied anew that somebody writes to meanwhile.
_TRIES = 3


def can_be_written(path: Path) -> bool:
    """Tell whether a store can be changed where it is; one that is not there yet can."""
    return not path.is_file() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def copy_to_be_read(path: Path, folder: Path) -> tuple[Path, list[str]]:
    """Copy a store into a folder with what belongs to it; the copy, and what to tell of it.

    Raises StoreError where it can't be copied.
    """
    copy = folder / "store.sqlite"
    try:
        for _try in range(_TRIES):
            before = _looks(path)
            for end in ("", "-wal"):
                _copy(path.with_name(path.name + end), copy.with_name(copy.name + end))
            if _looks(path) == before:
                break
    except OSError as error:
        raise StoreError(
            _("{path} can't be written where it is, and could not be copied: {reason}.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
    told = [
        _(
            "{path} can't be written where it is, so it was opened to be read: all of it can be "
            "looked at, printed and exported, and nothing changed. To play on, back it up to "
            "another folder and open it there."
        ).format(path=path)
    ]
    if set_aside(copy):
        told.append(
            _("Changes that lie beside {path} belong to another store: they were left out.").format(
                path=path
            )
        )
    return copy, told


def _looks(path: Path) -> list[tuple[int, int] | None]:
    """Return what changes when somebody writes to a store."""
    found: list[tuple[int, int] | None] = []
    for end in ("", "-wal"):
        file = path.with_name(path.name + end)
        found.append((file.stat().st_mtime_ns, file.stat().st_size) if file.exists() else None)
    return found


def _copy(source: Path, target: Path) -> None:
    """Copy a file with its times, which tell what is older; what isn't there leaves nothing."""
    if not source.exists():
        target.unlink(missing_ok=True)
        return
    shutil.copyfile(source, target)  # the copy is to be written, unlike the source
    os.utime(target, ns=(source.stat().st_atime_ns, source.stat().st_mtime_ns))


class StoreToBeRead(Store):
    """A store of which a copy is open, and nothing is changed; `folder` goes when it is closed."""

    read_only = True

    def __init__(self, engine: Engine, path: Path, told: tuple[str, ...], folder: Path) -> None:
        super().__init__(engine, path, told)
        self._folder = folder

    def close(self) -> None:
        """Let the copy go."""
        if not self._closed:
            self._let_go()
            self._closed = True
            let_go(self.path)
            shutil.rmtree(self._folder, ignore_errors=True)

    def writing(self) -> NoReturn:
        """Refuse to change anything."""
        raise StoreError(
            _(
                "{path} can't be written where it is: it was opened to be read. Nothing was "
                "changed. To play on, back it up to another folder and open it there."
            ).format(path=self.name)
        )

    def take_over(self, source: Path) -> NoReturn:
        """Refuse to become another."""
        del source
        self.writing()
