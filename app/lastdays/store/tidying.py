"""What the size of a store is made of, and how room that nothing needs is given back.

SQLite keeps the pages of what is gone for what comes, and a file that grew never shrinks by itself.
Tidying up writes all that counts into a new file beside the store, reads every row of that, and lets
the store become it in one change, as a restore does: killed at any moment it is the one or the other.
What was chosen to go is removed from the new file (`folding`), before the store becomes it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import text

from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.checking import damage
from lastdays.store.leftover import Marking
from lastdays.store.store import BROKEN, Store, out_of_place, what_went_wrong

_MB = 1024 * 1024
#: How many steps of SQLite's machine go between two looks at how far it is.
_LOOK = 20_000
#: How many pages are copied between two such looks.
_PAGES = 256
#: How much of the work each part is, in percent; what is removed takes part of the writing.
_COPIED, _REMOVED, _WRITTEN, _READ = 20, 40, 50, 70
#: Up to here it can be stopped.
STOPPED_UNTIL = _READ
#: How often the size of a store has to be free beside it: the backup, the new file, the log.
_TIMES = 3

#: Removes from a new file what was chosen; it tells how far it is, from 0 to 1.
Removal: TypeAlias = Callable[[Path, Callable[[float], None]], None]


@dataclass(frozen=True)
class StoreSize:
    """What a store is made of, in bytes; `free` is what tidying up would give back."""

    whole: int
    histories: int
    changes: int
    table: int
    answers: int
    portraits: int
    free: int


@dataclass(frozen=True)
class Tidied:
    """How many bytes a store had before and after."""

    before: int
    after: int


@dataclass(frozen=True)
class TidyWatch:
    """Who looks on while a store is tidied up: hears how far it is, in percent, and may stop it
    until the store becomes the new file."""

    told: Callable[[int], None] = lambda _percent: None
    stopped: Callable[[], bool] = lambda: False

    def tell(self, percent: int) -> None:
        """Tell how far it is; StoreError where it is to stop."""
        self.told(percent)
        self.hold()

    def hold(self) -> None:
        """Raise StoreError where it is to stop."""
        if self.stopped():
            raise StoreError(_("Tidying up was stopped. Nothing was changed."))


def size_of(store: Store) -> StoreSize:
    """Return what the size of a store is made of. Raises StoreError where it can't be read."""

    def number(query: str) -> int:
        return int(tx.connection.execute(text(query)).scalar() or 0)

    with store.reading() as tx:
        page = number("PRAGMA page_size")
        return StoreSize(
            whole=number("PRAGMA page_count") * page,
            histories=number("SELECT sum(length(document) + length(figures)) FROM revisions")
            + number("SELECT sum(length(facts)) FROM changes"),
            changes=number("SELECT count(*) FROM changes"),
            table=number("SELECT sum(length(event)) FROM events")
            + number("SELECT sum(length(start)) FROM sessions"),
            answers=number("SELECT sum(length(value)) FROM answers"),
            portraits=number("SELECT sum(length(picture)) FROM portraits"),
            free=number("PRAGMA freelist_count") * page,
        )


def hold_room(store: Store) -> None:
    """Raise StoreError where there isn't the room that tidying up takes, and its backup."""
    try:
        needed = _TIMES * store.path.stat().st_size
        free = shutil.disk_usage(store.path.parent).free
    except OSError as error:
        raise StoreError(out_of_place(store.path)) from error
    if free < needed:
        raise StoreError(
            _(
                "Tidying up needs {n} MB of room beside {path}, and there are {free}. Nothing was "
                "changed; make room first."
            ).format(n=needed // _MB + 1, path=store.path, free=free // _MB)
        )


def tidy(store: Store, watch: TidyWatch | None = None, remove: Removal | None = None) -> Tidied:
    """Give back the room that nothing needs; how large the store was, and is.

    To be called while the store is `resting`: nobody else may have it open, in this process or
    another. What is to go besides is done by `remove`. Raises StoreError where it can't be done or
    was stopped; the store is then what it was.
    """
    if store.shared or store.read_only:
        raise StoreError(_("{path} can't be tidied up from here.").format(path=store.name))
    if not store.is_in_place():
        raise StoreError(store.displacement())
    hold_room(store)
    watch = watch or TidyWatch()
    path = store.path
    part = path.with_name(f".{path.name[:40]}.tidy.part")
    store.engine.dispose()
    watch.tell(0)
    try:
        _clear(part)
        with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as driver:
            before = _taken(driver, path)
            _write(driver, part, watch, _WRITTEN if remove is None else _COPIED)
            _hold_whole(part)
            if remove is not None:
                _remove(driver, part, remove, watch)
            watch.tell(_READ)
            _become(driver, part, watch.told)
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        watch.told(100)
        return Tidied(before, path.stat().st_size)
    except OSError as error:
        raise StoreError(
            _("{path} could not be tidied up: {reason}. Nothing was changed.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
    except BROKEN as error:
        watch.hold()
        raise StoreError(what_went_wrong(path, error)) from error
    finally:
        _clear(part)


def _clear(part: Path) -> None:
    """Remove a new file and what SQLite put beside it."""
    for end in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + end).unlink(missing_ok=True)


def _remove(driver: sqlite3.Connection, part: Path, remove: Removal, watch: TidyWatch) -> None:
    """Remove what was chosen from a new file, give the room of it back, and look whether it is
    whole; marked as the store is, so that it can become it."""
    remove(part, lambda share: watch.tell(_COPIED + round(share * (_REMOVED - _COPIED))))
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE").fetchone()
        for mark in ("user_version", "application_id"):
            (number,) = driver.execute(f"PRAGMA {mark}").fetchone()
            copy.execute(f"PRAGMA {mark} = {number}")
        copy.set_progress_handler(lambda: int(watch.stopped()), _LOOK)
        copy.execute("VACUUM")
        copy.set_progress_handler(None, 0)
        if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise sqlite3.DatabaseError("foreign keys")
    watch.tell(_WRITTEN)
    _hold_whole(part)


def _taken(driver: sqlite3.Connection, path: Path) -> int:
    """Take a store for oneself until it is closed; how large it is, its log poured in."""
    try:
        driver.execute("PRAGMA locking_mode=EXCLUSIVE")
        driver.execute("PRAGMA synchronous=FULL")
        driver.execute("BEGIN EXCLUSIVE")
        driver.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error) and "busy" not in str(error):
            raise
        raise StoreError(
            _(
                "{path} is being read or written by another program: close that first. Nothing "
                "was changed."
            ).format(path=path)
        ) from error
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return path.stat().st_size


def _write(driver: sqlite3.Connection, part: Path, watch: TidyWatch, done: int) -> None:
    """Write all that counts into a new file; that is so many percent of the work."""
    page, pages, free = (
        driver.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_size", "page_count", "freelist_count")
    )
    whole = max(1, page * (pages - free))

    def look() -> int:
        size = part.stat().st_size if part.exists() else 0
        watch.told(min(done, done * size // whole))
        return int(watch.stopped())

    driver.set_progress_handler(look, _LOOK)
    try:
        driver.execute("VACUUM INTO ?", (str(part),))
    finally:
        driver.set_progress_handler(None, 0)
    watch.tell(done)


def _hold_whole(part: Path) -> None:
    """Raise StoreError where the new file isn't whole, as where the store itself is damaged."""
    with closing(sqlite3.connect(part)) as copy:
        sound = copy.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        if not sound or next(damage(copy), None) is not None:
            raise StoreError(
                _(
                    "Something in the store is damaged, so it isn't tidied up: check the store "
                    "first. Nothing was changed."
                )
            )


def _become(driver: sqlite3.Connection, part: Path, told: Callable[[int], None]) -> None:
    """Let the store become the new file, as the change after the latest."""

    def look(_status: int, left: int, pages: int) -> None:
        told(_READ + (99 - _READ) * (pages - left) // max(1, pages))

    with closing(sqlite3.connect(part)) as copy:
        Marking().step(copy)
        copy.commit()
        copy.backup(driver, pages=_PAGES, progress=look)
