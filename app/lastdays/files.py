"""Reading and writing whole files: all of it or nothing, and a sentence if it cannot be."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from lastdays.errors import DocumentError
from lastdays.language import _


def write_whole(target: Path, content: bytes) -> None:
    """Writes a file beside the target and moves it there, so that no half file is ever left."""
    if target.is_dir() or (target.exists() and not target.is_file()):
        raise DocumentError(
            _("{file} could not be written: it is no ordinary file.").format(file=target)
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else _usual_mode())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise DocumentError(
            _("{file} could not be written: {reason}. Nothing was lost.").format(
                file=target, reason=error.strerror or error
            )
        ) from error


def _usual_mode() -> int:
    """What a new file of this user may be read and written by."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read_whole(source: Path, most: int = 8 * 1024 * 1024) -> bytes:
    """A file's content; DocumentError where it cannot be read or is larger than `most` bytes."""
    try:
        if source.stat().st_size > most:
            raise DocumentError(_("{file} is too large for a group document.").format(file=source))
        return source.read_bytes()
    except OSError as error:
        raise DocumentError(
            _("{file} could not be read: {reason}.").format(
                file=source, reason=error.strerror or error
            )
        ) from error
