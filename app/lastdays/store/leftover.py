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

import math
import os
import random
import sqlite3
import struct
import sys
from collections.abc import Iterable, Iterator
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
_LOCKS = 0x40000000
_LOCKS_LENGTH = 512
#: Random steps are multiples of this, which distinguishes them from others.
_JUMP = 2**12
_JUMPS = 2**18
#: Where the marks are in a store's first page, of which so many bytes are read for them.
_CHANGES_AT = 24
_STEP_AT = 60
_FLOOR_AT = 68
_MARKED = 100
#: Where a store says that it has a log, rather than a journal, and how.
_READ_VERSION_AT = 19
_LOGGED = b"\x02"
#: A store that is larger is no longer being created.
_CREATED_MOST = 65536
#: The lengths of a log's header, and of that of each page in it.
_HEADER = 32
_FRAME_HEADER = 24
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
        (changes,) = struct.unpack_from(">I", page, _CHANGES_AT)
        (step,) = struct.unpack_from(">I", page, _STEP_AT)
        (floor,) = struct.unpack_from(">I", page, _FLOOR_AT)
        return Marks(step=step, floor=floor, changes=changes)


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
        log_file = store.with_name(store.name + "-wal")
        if not log_file.exists() or not log_file.stat().st_size:
            return content, False
        if _is_foreign(log_file, opened, store):
            return content, True
    log = read_log(log_file, checked=True)
    if log is not None:
        refuse_overstated_size(log.pages * log.page_size, len(content) + log_file.stat().st_size)
        with log_file.open("rb") as file:
            _write_log_into(content, log, file)
    return content, False


def _write_log_into(content: bytearray, log: WriteAheadLog, file: BinaryIO) -> None:
    """Write the latest content of each page in a log, in `file`, into the content of its store."""
    size = log.page_size
    length = log.pages * size
    missing = max(0, length - len(content))
    content += bytes(missing)
    for number in log.places:
        if 1 <= number <= log.pages:
            start = (number - 1) * size
            content[start : start + size] = log.content(file, number)
    del content[length:]


def refuse_overstated_size(stated: int, present: int) -> None:
    """Refuse a log that says that its store has more bytes than are there in both: SQLite would make
    up the rest. Raises `sqlite3.DatabaseError`."""
    if stated > present:
        raise sqlite3.DatabaseError(
            _(
                "the changes beside it say that it has {n} MB, though {m} MB are there",
                n=math.ceil(stated / MIB),
                m=present // MIB,
            )
        )


def remove_log_with_overstated_size(copy: Path) -> None:
    """Remove the log beside a copy if it says that the store has more than there is. Raises OSError."""
    log_file = copy.with_name(copy.name + "-wal")
    if not log_file.exists():
        return
    log = read_log(log_file, checked=True)
    if log is None:
        return
    stated_size = log.pages * log.page_size
    size_on_disk = copy.stat().st_size + log_file.stat().st_size
    try:
        refuse_overstated_size(stated_size, size_on_disk)
    except sqlite3.DatabaseError:
        log_file.unlink()


def read_log(file: Path, *, checked: bool) -> WriteAheadLog | None:
    """Read what SQLite would pour in; None for nothing. Raises OSError.

    Without `checked` the pages' checksums aren't verified, which takes a second for some thousand
    pages: an incompletely written page may then count.
    """
    with file.open("rb") as opened:
        header = opened.read(_HEADER)
        if not _is_log_header(header):
            return None
        (page_size,) = struct.unpack_from(">I", header, 8)
        marks: list[Marks] = []
        places: dict[int, int] = {}
        pages = 0
        for change in _finished_changes(_own_frames(opened, header, checked=checked)):
            for frame in change:
                places[frame.number] = frame.place
                if frame.number == 1:
                    marks.append(frame.marks)
            pages = change[-1].committed
    if not places:
        return None
    return WriteAheadLog(page_size=page_size, marks=tuple(marks), places=places, pages=pages)


class _Frame(Value):
    """A page in a log: its number in the store, the place of its content in the log, and the `marks` it
    has if it is the first one; `committed` is how many pages the store has if a change ends here, else
    0."""

    number: int
    place: int
    marks: Marks
    committed: int


def _finished_changes(frames: Iterable[_Frame]) -> Iterator[list[_Frame]]:
    """Yield the pages of each change in a log, without those of a change that has no end."""
    change = []
    for frame in frames:
        change.append(frame)
        if frame.committed:
            yield change
            change = []


def _is_log_header(header: bytes) -> bool:
    """Return whether a log begins with a whole header of a version that is known."""
    if len(header) < _HEADER:
        return False
    magic, version, page_size = struct.unpack_from(">III", header)
    if magic not in (0x377F0682, 0x377F0683) or version != 3007000:
        return False
    if not 512 <= page_size <= 65536:
        return False
    return _continued_checksum(header[:24], _byte_order(header), 0, 0) == struct.unpack_from(
        ">II", header, 24
    )


def _byte_order(header: bytes) -> str:
    """Return in which order a log adds up bytes, as `struct` names it."""
    (magic,) = struct.unpack_from(">I", header)
    return ">" if magic & 1 else "<"


def _own_frames(opened: BinaryIO, header: bytes, *, checked: bool) -> Iterator[_Frame]:
    """Yield the pages of a log up to the first that isn't of its own, or if `checked` isn't whole."""
    (page_size,) = struct.unpack_from(">I", header, 8)
    salt = header[16:24]
    order = _byte_order(header)
    checksum = _continued_checksum(header[:24], order, 0, 0)
    frame_size = _FRAME_HEADER + page_size
    last_start = os.fstat(opened.fileno()).st_size - frame_size
    bytes_to_read = frame_size if checked else _FRAME_HEADER + _MARKED
    for start in range(_HEADER, last_start + 1, frame_size):
        opened.seek(start)
        frame = opened.read(bytes_to_read)
        page_start = frame[_FRAME_HEADER:]
        page_number, pages_after_commit = struct.unpack_from(">II", frame)
        frame_salt = frame[8:16]
        if frame_salt != salt:
            return
        if checked:
            whole_page = page_start
            checksum = _continued_checksum(frame[:8], order, *checksum)
            checksum = _continued_checksum(whole_page, order, *checksum)
            checksum_of_frame = struct.unpack_from(">II", frame, 16)
            if checksum != checksum_of_frame:
                return
        yield _Frame(
            number=page_number,
            place=start + _FRAME_HEADER,
            marks=Marks.of(page_start[:_MARKED]),
            committed=pages_after_commit,
        )


def _continued_checksum(content: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    """Continue SQLite's checksum over more content."""
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def log_belongs_to_store(
    log: WriteAheadLog, file: BinaryIO, store: BinaryIO, *, newer: bool
) -> bool:
    """Return whether a log, in `file`, belongs to a store. Raises OSError.

    `newer` says that the store was written after the log, which decides only for logs without marks
    by other programs: that store either had the log poured in, and then has its first page, or was
    put there since.
    """
    store.seek(0)
    first_page = store.read(_MARKED)
    if log.page_size != _page_size(first_page):
        return False
    store_marks = Marks.of(first_page)
    if not log.marks or not log.marks[-1].step:
        if log.marks and not _continues_count_of_changes(log, store_marks):
            return False
        return not newer or _is_poured(log, file, store)
    first_marks = log.marks[0]
    last_marks = log.marks[-1]
    steps = [marks.step for marks in log.marks]
    if last_marks.floor in steps:
        steps_since = steps[steps.index(last_marks.floor) :]
        return store_marks.step in steps_since
    steps_before = {first_marks.step - 1}
    if first_marks.step % _JUMP == 0:
        steps_before.add(first_marks.floor)
    return store_marks.step in steps or store_marks.step in steps_before


def _page_size(first_page: bytes) -> int:
    """Return the size of a store's pages, in which 1 stands for the largest."""
    (size,) = struct.unpack_from(">H", first_page, 16)
    return 65536 if size == 1 else size


def _continues_count_of_changes(log: WriteAheadLog, store_marks: Marks) -> bool:
    """Return whether a log without steps goes on from a store by SQLite's own count of changes."""
    if store_marks.step:
        return False
    return log.marks[0].changes - 1 <= store_marks.changes <= log.marks[-1].changes


def _is_poured(log: WriteAheadLog, file: BinaryIO, store: BinaryIO) -> bool:
    """Return whether a store has the first page that is in a log."""
    number = min(log.places)
    store.seek((number - 1) * log.page_size)
    return store.read(log.page_size) == log.content(file, number)


# Setting aside


def set_aside(store: Path) -> list[str]:
    """Set aside logs and journals that don't belong to a store, but which SQLite would pour in.

    Returns a sentence for the user for each file. Call it before SQLite opens the store, never while
    it is open in this process; while another process has it open, nothing happens. Raises StoreError
    if a file can't be set aside.
    """
    text = _(
        "There are changes beside {path} that don't belong to it, and they couldn't be "
        "moved away: {reason}. Nothing was changed."
    )
    notices: list[str] = []
    with disk_errors(StoreError, text, path=store):
        files = []
        for end in ("-wal", "-journal"):
            file = store.with_name(store.name + end)
            if file.exists() and file.stat().st_size:
                files.append(file)
        if not files:
            return notices
        try:
            opened = store.open("r+b", buffering=0)
        except PermissionError:
            raise StoreError(
                "{path} can't be written to. Choose another folder with --store.", path=store
            ) from None
        with opened:
            if not _lock_alone(opened):
                return notices
            for file in files:
                if _is_foreign(file, opened, store):
                    notices.append(_set_aside(file, store))
    return notices


def _lock_alone(opened: BinaryIO) -> bool:
    """Lock a store until it is closed; return whether nobody else has it open.

    Nothing else in this process may open and close it meanwhile, which would end the lock.
    """
    if sys.platform != "win32":  # where a file that is open can't be renamed
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
            return _lock_alone(opened)
    except OSError:
        return False


def _is_foreign(file: Path, opened: BinaryIO, store: Path) -> bool:
    """Return whether a log or a journal doesn't belong to a store, which is `opened`."""
    if file.name.endswith("-journal"):
        return _has_log_instead(opened)
    if not os.fstat(opened.fileno()).st_size:
        return True  # SQLite would delete it
    newer = store.stat().st_mtime_ns > file.stat().st_mtime_ns
    for checked in (False, True):
        log = read_log(file, checked=checked)
        if log is None:
            return False
        with file.open("rb") as log_file:
            if log_belongs_to_store(log, log_file, opened, newer=newer):
                return False
    return True


def _has_log_instead(opened: BinaryIO) -> bool:
    """Return whether a store has a log, so that a journal, which would revert changes, is another
    store's; False while a store is being created."""
    size = os.fstat(opened.fileno()).st_size
    opened.seek(_READ_VERSION_AT)
    return size > _CREATED_MOST and opened.read(1) == _LOGGED


def _set_aside(file: Path, store: Path) -> str:
    """Rename a file that doesn't belong to a store; return the sentence about it."""
    number = 1
    target = store.with_name(f"{file.name}.set-aside-{number}")
    while target.exists():
        number += 1
        target = store.with_name(f"{file.name}.set-aside-{number}")
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
        self._tries_left = _TRIES
        self._poured_step = 0

    def settle(self, engine: Engine) -> None:
        """Take a step before the first change and have it poured into the file; if others read or write
        just then, try again before the next changes."""
        if not self._tries_left:
            return
        with engine.connect() as connection:
            driver = driver_of(connection)
            if self._poured_step and pragma(driver, "application_id") == self._poured_step:
                self._tries_left = 0
                return
            self._tries_left -= 1
            with engine.begin() as change:
                step = self.mark_change(driver_of(change))
            try:
                busy, pages, poured = driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            except sqlite3.Error:
                return  # a full disk, perhaps: the change itself will report it
            if not busy and pages == poured:
                self._poured_step = step

    def mark_change(self, driver: sqlite3.Connection) -> int:
        """Mark the change in progress on a connection; return its step."""
        step_now = pragma(driver, "user_version")
        is_at_poured_step = self._poured_step != 0 and step_now == self._poured_step
        if is_at_poured_step:  # nobody has taken a step since
            driver.execute(f"PRAGMA application_id = {self._poured_step}")
        if is_at_poured_step or step_now <= 0:
            step = _random_step()
        else:
            step = step_now + 1
        driver.execute(f"PRAGMA user_version = {step}")
        return step


def mark_as_new_store(driver: sqlite3.Connection) -> None:
    """Give a copy of a store random marks, so that a log of the store doesn't belong to the copy."""
    step = _random_step()
    driver.execute(f"PRAGMA user_version = {step}")
    driver.execute(f"PRAGMA application_id = {step}")


def _random_step() -> int:
    return random.SystemRandom().randrange(1, _JUMPS) * _JUMP
