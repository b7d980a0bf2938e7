"""Reading and writing whole files: all of it or nothing, and a sentence if it cannot be.

Every file that people choose is read and written here, and here is kept which stores are open.
SQLite's locks on a file are the process's own: opening and closing that file once by any other
means, if only to read it, drops them all, and another process then takes the store for its own
while this one still writes. So nothing here touches a file of an open store.
"""

from __future__ import annotations

import glob
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lastdays.errors import DocumentError, StoreError
from lastdays.language import _

#: The end of a name of what is not yet written whole.
_PART = ".part"
#: A file under such a name that nobody has written to for so long was left by a killed process.
_LEFT_SECONDS = 3600
#: The stores open in this process; one that is open twice stands here twice.
_open_stores: list[Path] = []
#: What SQLite and the window put beside a store.
_BESIDE = ("", "-wal", "-shm", "-journal", ".lock")


def hold(store: Path) -> None:
    """Keep a store's files from being touched until it is let go; SQLite alone opens them."""
    _open_stores.append(store)


def let_go(store: Path) -> None:
    """Give a store's files free again."""
    _open_stores.remove(store)


def open_as(path: Path) -> Path | None:
    """Return the path by which the file at `path` is open as a store here; None where it isn't.

    Hard links and links to it are the same file.
    """
    return next((store for store in _open_stores if _same(path, store)), None)


def keep_clear(path: Path) -> None:
    """Refuse a file of an open store, without opening it. Raises StoreError."""
    for store in _open_stores:
        if any(_same(path, store.with_name(store.name + end)) for end in _BESIDE):
            raise StoreError(
                _(
                    "{path} is the open store itself: choose another file. Nothing was changed."
                ).format(path=path)
            )


def _same(one: Path, other: Path) -> bool:
    """Tell whether two names are one file: by device and inode, or by name where there is none."""
    try:
        return os.path.samestat(one.stat(), other.stat())
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


def room(folder: Path) -> int:
    """Return how many bytes are free on the disk of a folder; a great number where nobody knows."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return sys.maxsize


@contextmanager
def replacing(target: Path, *, private: bool = False) -> Iterator[Path]:
    """Give an empty file beside the target that takes its place once the block ends well.

    No half file is ever left, but by a process that was killed: those are removed by the next.
    A new file that is `private` is for its owner alone. Raises StoreError for a file of an open
    store, OSError where the folder cannot be written.
    """
    keep_clear(target)
    prefix = f".{target.name[:40]}."
    _remove_leftover(target.parent, prefix)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=prefix, suffix=_PART)
    os.close(handle)
    try:
        yield Path(name)
        new = 0o600 if private else _usual_mode()
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else new)
        Path(name).replace(target)
        _keep_name(target.parent)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _remove_leftover(folder: Path, prefix: str) -> None:
    """Remove what a killed process left half written, if it is not being written just now."""
    for file in folder.glob(f"{glob.escape(prefix)}*{_PART}"):
        try:
            if time.time() - file.stat().st_mtime > _LEFT_SECONDS:
                file.unlink()
        except OSError:
            continue


def _keep_name(folder: Path) -> None:
    """See to it that a file's new name outlasts a power cut, where the system can."""
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
    """Write a file beside the target and move it there, so that no half file is ever left.

    A new file that is `private` is for its owner alone.
    """
    if target.is_dir() or (target.exists() and not target.is_file()):
        raise DocumentError(
            _("{file} could not be written: it isn't an ordinary file.").format(file=target)
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target, private=private) as part, part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise DocumentError(
            _("{file} could not be written: {reason}. Nothing was lost.").format(
                file=target, reason=error.strerror or error
            )
        ) from error


def _usual_mode() -> int:
    """Return the permissions a new file of this user has."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read_whole(source: Path, most: int = 8 * 1024 * 1024) -> bytes:
    """Return a file's content.

    Raises DocumentError where it cannot be read, isn't an ordinary file or is larger than `most`
    bytes, StoreError for a file of an open store.
    """
    keep_clear(source)
    try:
        found = source.stat()
        if not stat.S_ISREG(found.st_mode):
            raise DocumentError(_("{file} isn't an ordinary file.").format(file=source))
        if found.st_size > most:
            raise DocumentError(
                _("{file} is too large: it may have {n} MB at most.").format(
                    file=source, n=most // (1024 * 1024)
                )
            )
        return source.read_bytes()
    except OSError as error:
        raise DocumentError(
            _("{file} could not be read: {reason}.").format(
                file=source, reason=error.strerror or error
            )
        ) from error
