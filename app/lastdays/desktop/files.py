"""Reading and writing whole files, all or nothing, with a sentence if that fails. Every file that
users choose is read and written here, and this module knows which stores are open. SQLite's locks
on a file are the process's own: opening and closing it once by any other means, even to read it,
drops them all, and another process can then take the store while this one is still writing. So
nothing here touches a file of an open store.
"""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from lastdays.desktop.bounds import MIB
from lastdays.errors import DocumentError, StoreError, disk_errors
from lastdays.language import _

if sys.platform != "win32":
    import fcntl

#: The suffix of a file that is still being written.
_PART = ".part"
#: The age from which such a file must have been left by a killed process.
_LEFT_SECONDS = 3600
#: The prefix of a folder for copies.
_COPIES = "lastdays-copy-"
#: The file in it that its process has locked.
_HELD = "held"
#: The stores open in this process; one that is opened twice is listed twice.
_open_stores: list[Path] = []
#: The first bytes of a store.
STORE_MAGIC = b"SQLite format 3\x00"
#: The suffixes of a store and of the files that SQLite and the window put beside it.
_BESIDE = ("", "-wal", "-shm", "-journal", ".lock")


def protect_store(store: Path) -> None:
    """Protect a store's files until it is released: meanwhile only SQLite may open them."""
    _open_stores.append(store)


def release_store(store: Path) -> None:
    """Release a store's files."""
    _open_stores.remove(store)


def open_as(path: Path) -> Path | None:
    """Return the path under which the file at `path` is open as a store here; None if it isn't.
    Links of either kind count as the same file.
    """
    for store in _open_stores:
        if _is_same_file(path, store):
            return store
    return None


def refuse_open_store(path: Path) -> None:
    """Refuse a file of an open store, without opening it. Raises StoreError."""
    if _belongs_to_open_store(path):
        raise StoreError(
            "{path} is the open store itself: choose another file. Nothing was changed.",
            path=path,
        )


def _belongs_to_open_store(path: Path) -> bool:
    """Return whether a file is that of an open store, or lies beside it for SQLite, without opening
    it: closing it again would drop the locks of the store."""
    for store in _open_stores:
        files = [store.with_name(store.name + suffix) for suffix in _BESIDE]
        if any(_is_same_file(path, file) for file in files):
            return True
    return False


def _is_same_file(path: Path, other_path: Path) -> bool:
    """Return whether two names are one file: by device and inode, or by name if there is no
    file."""
    try:
        return os.path.samestat(path.stat(), other_path.stat())
    except (OSError, ValueError):
        return os.path.realpath(path) == os.path.realpath(other_path)


def free_bytes(folder: Path) -> int:
    """Return how many bytes are free on the disk of a folder; a huge number if that isn't known."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return sys.maxsize


def can_write_in(folder: Path) -> bool:
    """Return whether files can be made in a folder. Windows says so only of a file that is made."""
    if sys.platform != "win32":
        return os.access(folder, os.W_OK)
    probe = folder / f".{secrets.token_hex(8)}{_PART}"
    try:
        begin_private(probe)
        probe.unlink()
    except OSError:
        return False
    return True


def is_of_another_kind(path: Path) -> bool:
    """Return whether a name is that of something other than an ordinary file: a folder, a device, or a
    pipe, at which whoever opens it waits without end."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def exists(path: Path) -> bool:
    """Return whether there is something under a name; False where the system doesn't say."""
    return os.path.exists(path)  # noqa: PTH110 - Path's raises for a name that is too long


def is_file(path: Path) -> bool:
    """Return whether a name is that of an ordinary file; False where the system doesn't say."""
    return os.path.isfile(path)  # noqa: PTH113 - as above


def is_folder(path: Path) -> bool:
    """Return whether a name is that of a folder; False where the system doesn't say."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def is_store(path: Path) -> bool:
    """Return whether a file begins like a store; False if it can't be read, or is open here as one."""
    if is_of_another_kind(path) or _belongs_to_open_store(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(STORE_MAGIC)) == STORE_MAGIC
    except OSError:
        return False


@contextmanager
def replacing(target: Path, *, private: bool) -> Iterator[Path]:
    """Yield an empty file beside the target, which takes its place once the block succeeds. Only a
    killed process leaves half a file, and the next call removes it. Only its owner can read a
    `private` file, from the first byte on. Raises StoreError for a file of an open store, OSError
    if the folder can't be written.
    """
    refuse_open_store(target)
    prefix = f".{target.name[:40]}."
    remove_leftover(target.parent, prefix)
    part = target.with_name(f"{prefix}{secrets.token_hex(8)}{_PART}")
    begin_private(part)
    try:
        yield part
        if not private:
            mode = target.stat().st_mode & 0o777 if target.exists() else _usual_mode()
            part.chmod(mode)
        part.replace(target)
        _sync_folder(target.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def remove_leftover(folder: Path, prefix: str = ".") -> None:
    """Remove half-written files of killed processes: those not written to for an hour."""
    for file in folder.glob(f"{glob.escape(prefix)}*{_PART}*"):
        try:
            if time.time() - file.stat().st_mtime > _LEFT_SECONDS:
                file.unlink()
        except OSError:
            continue


def begin_private(file: Path) -> None:
    """Create a file that only its owner can read, if there is none. Raises OSError."""
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def copy_private(source: Path, target: Path) -> None:
    """Copy a file; only its owner can read the copy, from the first byte on. Raises OSError."""
    target.unlink(missing_ok=True)
    begin_private(target)
    shutil.copyfile(source, target)


class CopiesFolder:
    """A temporary folder for copies of a store. It is removed when it is closed or, if its process
    is killed, at the next start."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=_COPIES))
        held = self.path / _HELD
        if sys.platform == "win32":  # where a file that is open can't be removed
            self._held = held.open("wb")
        else:
            hidden = self.path / f".{_HELD}"
            self._held = hidden.open("wb")
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            hidden.rename(held)

    def close(self) -> None:
        """Remove the folder and everything in it."""
        self._held.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_error: object) -> None:
        self.close()


@cache
def remove_left_copies() -> None:
    """Remove the copies that killed processes left, once per process."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_COPIES}*"):
        try:
            if sys.platform != "win32" and folder.lstat().st_uid != os.getuid():
                continue
            with (folder / _HELD).open("rb") as held:
                if sys.platform != "win32":
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            (folder / _HELD).unlink()
            shutil.rmtree(folder)
        except OSError:
            continue  # its process is still running


def _sync_folder(folder: Path) -> None:
    """Make sure that a file's new name outlasts a power cut, where the system can."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        return  # a file system without folders of its own, such as one over the network
    finally:
        os.close(handle)


def write_whole(target: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file beside the target and move it there, so that half a file is never left. Only its
    owner can read a `private` file. Raises DocumentError.
    """
    with disk_errors(
        DocumentError, _("{file} could not be written: {reason}. Nothing was lost."), file=target
    ):
        if target.is_dir() or (target.exists() and not target.is_file()):
            raise DocumentError(
                "{file} could not be written: it isn't an ordinary file.", file=target
            )
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target, private=private) as part, part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def _usual_mode() -> int:
    """Return the permissions that this user's new files have."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read_whole(source: Path, size_most: int = 8 * MIB) -> bytes:
    """Return a file's content.

    Raises DocumentError if it can't be read, isn't an ordinary file or is larger than `size_most` bytes,
    StoreError for a file of an open store.
    """
    refuse_open_store(source)
    with disk_errors(DocumentError, _("{file} could not be read: {reason}."), file=source):
        status = source.stat()
        if not stat.S_ISREG(status.st_mode):
            raise DocumentError("{file} isn't an ordinary file.", file=source)
        if status.st_size > size_most:
            raise DocumentError(
                "{file} is too large: it can be {n} MB at most.",
                file=source,
                n=size_most // MIB,
            )
        with source.open("rb") as opened:
            return opened.read(status.st_size)
