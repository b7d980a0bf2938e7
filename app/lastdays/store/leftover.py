"""What a killed process leaves beside a store, and whether it belongs to that store.

SQLite keeps the latest changes in a file beside the store, the log (`-wal`), and pours it into the
store when that is opened next. It can't know that a backup was copied over the store meanwhile: the
two together would make a store that never was. So each change writes two numbers into the first page
of the store, and thereby into the log:

- the step (`user_version`), one more than before;
- the floor (`application_id`), a step the file itself is known to have reached.

A log belongs to a file that is at one of the log's own steps, or at the one before the first, and
not below the floor. Each process takes a step before its first change and has it poured into the
file, so that a copy made earlier is below the floor. Then it continues from a random number, so that
two copies that were both played on don't agree. A backup starts at a random number too.

A log that doesn't belong is renamed to say so, never deleted. The format of a log:
https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import os
import random
import sqlite3
import struct
import sys
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import Engine

from lastdays.desktop.bounds import MIB
from lastdays.errors import StoreError, disk_errors
from lastdays.language import _
from lastdays.store.driver import driver_of, pragma
from lastdays.values import Value

if sys.platform != "win32":
    import fcntl

#: The bytes of a database that SQLite locks; locking all of them means nobody has it open.
_LOCKS, _LOCKS_LENGTH = 0x40000000, 512
#: Random steps are multiples of this, which distinguishes them from others.
_JUMP, _JUMPS = 2**12, 2**18
#: How often a process tries to raise the floor.
_TRIES = 3


class Marks(Value):
    """The numbers in a store's first page; `changes` is SQLite's own count."""

    step: int
    floor: int
    changes: int

    @staticmethod
    def of(page: bytes) -> Marks:
        """Read the marks from the first 100 bytes of a store."""
        changes, step, floor = (struct.unpack_from(">I", page, at)[0] for at in (24, 60, 68))
        return Marks(step, floor, changes)


class WriteAheadLog(Value):
    """A log, as far as SQLite would pour it in: the `marks` of each first page in it, the `places` of
    the latest content of each page, and how many `pages` the store has then."""

    page_size: int
    marks: tuple[Marks, ...]
    places: dict[int, int]
    pages: int

    def content(self, file: BinaryIO, number: int) -> bytes:
        """Read the latest content of a page from the log."""
        file.seek(self.places[number])
        return file.read(self.page_size)


def with_log(store: Path) -> tuple[bytearray, bool]:
    """Return the content of a store with its log applied, and whether a log that isn't the store's own
    was left out. Nothing is written. Raises OSError, and `sqlite3.DatabaseError` for a log that lies."""
    with store.open("rb") as opened:
        content = bytearray(opened.read())
        log = store.with_name(store.name + "-wal")
        if not log.exists() or not log.stat().st_size:
            return content, False
        if _is_foreign(log, opened, store):
            return content, True
    found = read_log(log, checked=True)
    if found is not None:
        size = found.page_size
        hold_size(found.pages * size, len(content) + log.stat().st_size)
        content += bytes(max(0, found.pages * size - len(content)))
        with log.open("rb") as file:
            for number in found.places:
                if 1 <= number <= found.pages:
                    content[(number - 1) * size : number * size] = found.content(file, number)
        del content[found.pages * size :]
    return content, False


def hold_size(said: int, there: int) -> None:
    """Refuse a log that says that its store has more bytes than are there in both: SQLite would make
    up the rest. Raises `sqlite3.DatabaseError`."""
    if said > there:
        raise sqlite3.DatabaseError(
            _(
                "the changes beside it say that it has {n} MB, though {m} MB are there",
                n=-(-said // MIB),
                m=there // MIB,
            )
        )


def remove_lying_log(copy: Path) -> None:
    """Remove the log beside a copy if it says that the store has more than there is. Raises OSError."""
    log = copy.with_name(copy.name + "-wal")
    found = read_log(log, checked=True) if log.exists() else None
    if found is None:
        return
    try:
        hold_size(found.pages * found.page_size, copy.stat().st_size + log.stat().st_size)
    except sqlite3.DatabaseError:
        log.unlink()


def read_log(file: Path, *, checked: bool) -> WriteAheadLog | None:
    """Read what SQLite would pour in; None for nothing. Raises OSError.

    Without `checked` the pages' checksums aren't verified, which takes a second for some thousand
    pages: an incompletely written page may then count.
    """
    with file.open("rb") as log:
        header = log.read(32)
        if len(header) < 32:
            return None
        magic, version, page_size = struct.unpack_from(">III", header)
        order = ">" if magic & 1 else "<"
        sums = _sums(header[:24], order, 0, 0)
        if (
            magic not in (0x377F0682, 0x377F0683)
            or version != 3007000
            or not 512 <= page_size <= 65536
            or sums != struct.unpack_from(">II", header, 24)
        ):
            return None
        marks = []
        places: dict[int, int] = {}
        change = []
        pages = 0
        end = os.fstat(log.fileno()).st_size - 24 - page_size
        for at in range(32, end + 1, 24 + page_size):
            log.seek(at)
            frame = log.read(24 + (page_size if checked else 100))
            number, committed = struct.unpack_from(">II", frame)
            if frame[8:16] != header[16:24]:
                break
            if checked:
                sums = _sums(frame[:8], order, *sums)
                sums = _sums(frame[24:], order, *sums)
                if sums != struct.unpack_from(">II", frame, 16):
                    break
            change.append((number, at + 24, Marks.of(frame[24:124])))
            if committed:
                marks += [found for number, _at, found in change if number == 1]
                places |= {number: at for number, at, _found in change}
                change.clear()
                pages = committed
        return WriteAheadLog(page_size, tuple(marks), places, pages) if places else None


def _sums(content: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    """Continue SQLite's checksum over more content."""
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def belongs(log: WriteAheadLog, file: BinaryIO, store: BinaryIO, *, newer: bool) -> bool:
    """Return whether a log, in `file`, belongs to a store. Raises OSError.

    `newer` says that the store was written after the log, which decides only for logs without marks
    by other programs: that store either had the log poured in, and then has its first page, or was
    put there since.
    """
    store.seek(0)
    head = store.read(100)
    here = Marks.of(head)
    size = struct.unpack_from(">H", head, 16)[0]
    if log.page_size != (65536 if size == 1 else size):
        return False
    first_poured = min(log.places)
    store.seek((first_poured - 1) * log.page_size)
    poured = store.read(log.page_size) == log.content(file, first_poured)
    if not log.marks or not log.marks[-1].step:
        if log.marks and (
            here.step or not log.marks[0].changes - 1 <= here.changes <= log.marks[-1].changes
        ):
            return False
        return poured or not newer
    first, last = log.marks[0], log.marks[-1]
    steps = [marks.step for marks in log.marks]
    if last.floor in steps:
        return here.step in steps[steps.index(last.floor) :]
    before = {first.step - 1} if first.step % _JUMP else {first.step - 1, first.floor}
    return here.step in steps or here.step in before


# Setting aside


def set_aside(store: Path) -> list[str]:
    """Set aside logs and journals that don't belong to a store, but which SQLite would pour in.

    Returns a sentence for the user for each file. Call it before SQLite opens the store, never while
    it is open in this process; while another process has it open, nothing happens. Raises StoreError
    if a file can't be set aside.
    """
    beside = [store.with_name(store.name + end) for end in ("-wal", "-journal")]
    notices: list[str] = []
    with disk_errors(
        StoreError,
        _(
            "There are changes beside {path} that don't belong to it, and they couldn't be "
            "moved away: {reason}. Nothing was changed."
        ),
        path=store,
    ):
        left = [file for file in beside if file.exists() and file.stat().st_size]
        if not left:
            return notices
        try:
            opened = store.open("r+b", buffering=0)
        except PermissionError:
            raise StoreError(
                "{path} can't be written to. Choose another folder with --store.", path=store
            ) from None
        with opened:
            for file in left if _alone(opened) else ():
                if _is_foreign(file, opened, store):
                    notices.append(_set_aside(file, store))
    return notices


def _alone(opened: BinaryIO) -> bool:
    """Lock a store until it is closed; return whether nobody else has it open.

    Nothing else in this process may open and close it meanwhile, which would end the lock.
    """
    if sys.platform == "win32":  # where a file that is open can't be renamed
        return True
    try:
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCKS_LENGTH, _LOCKS)
    except (BlockingIOError, PermissionError):
        return False
    return True


def is_left(store: Path) -> bool:
    """Return whether no other process has a store open, so that its log was left by a killed one.

    Don't ask this of a store that is open in this process.
    """
    try:
        with store.open("r+b", buffering=0) as opened:
            return _alone(opened)
    except OSError:
        return False


def _is_foreign(file: Path, opened: BinaryIO, store: Path) -> bool:
    size = os.fstat(opened.fileno()).st_size
    if file.name.endswith("-journal"):
        # A store of this program has a log: a journal, which would revert changes, is another
        # store's, except while a store is being created.
        opened.seek(19)
        return size > 65536 and opened.read(1) == b"\x02"
    if not size:
        return True  # SQLite would delete it
    newer = store.stat().st_mtime_ns > file.stat().st_mtime_ns
    for checked in (False, True):
        log = read_log(file, checked=checked)
        if log is None:
            return False
        with file.open("rb") as read:
            if belongs(log, read, opened, newer=newer):
                return False
    return True


def _set_aside(file: Path, store: Path) -> str:
    number = 1
    while (target := store.with_name(f"{file.name}.set-aside-{number}")).exists():
        number += 1
    file.rename(target)
    if not store.stat().st_size:
        return _(
            "{path} is missing or empty, but the latest changes to it were still there. "
            "They were kept as {file}: to get them back, put the store back and this file "
            "beside it as {name}.",
            path=store,
            file=target,
            name=file.name,
        )
    return _(
        "The program wasn't closed properly last time, and {path} has been replaced since. "
        "The latest changes belong to the store that was there before: they weren't mixed "
        "into this one, but kept as {file}.",
        path=store,
        file=target,
    )


# Marking


class Marking:
    """Marks the changes a process makes to a store."""

    def __init__(self) -> None:
        self._tries = _TRIES
        self._floor = 0

    def settle(self, engine: Engine) -> None:
        """Take a step before the first change and have it poured into the file; if others read or write
        just then, try again before the next changes."""
        if not self._tries:
            return
        with engine.connect() as connection:
            driver = driver_of(connection)
            if self._floor and pragma(driver, "application_id") == self._floor:
                self._tries = 0
                return
            self._tries -= 1
            with engine.begin() as change:
                step = self.step(driver_of(change))
            try:
                busy, pages, poured = driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            except sqlite3.Error:
                return  # a full disk, perhaps: the change itself will report it
            if not busy and pages == poured:
                self._floor = step

    def step(self, driver: sqlite3.Connection) -> int:
        """Mark the change in progress on a connection; return its step."""
        now = pragma(driver, "user_version")
        if self._floor and now == self._floor:
            # nobody has taken a step since
            step = _random_step()
            driver.execute(f"PRAGMA application_id = {self._floor}")
        else:
            step = now + 1 if now > 0 else _random_step()
        driver.execute(f"PRAGMA user_version = {step}")
        return step


def begin_anew(driver: sqlite3.Connection) -> None:
    """Give a copy of a store random marks, so that a log of the store doesn't belong to the copy."""
    step = _random_step()
    driver.execute(f"PRAGMA user_version = {step}")
    driver.execute(f"PRAGMA application_id = {step}")


def _random_step() -> int:
    return random.SystemRandom().randrange(1, _JUMPS) * _JUMP
