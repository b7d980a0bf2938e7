"""What the commands print, and the files they write."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from lastdays.desktop.bounds import MIB
from lastdays.desktop.files import is_file, is_store, read_whole, refuse_open_store, write_whole
from lastdays.errors import DocumentError, LastDaysError
from lastdays.language import _, legible

#: What stands for standard input or output instead of a file's name.
STANDARD = Path("-")


def say(text: str, *, end: str = "\n") -> None:
    """Print a text without letters that steer a terminal: names and files may come from others."""
    print(legible(text), end=end)


def warn(text: str) -> None:
    """Print a text in the same way where errors are printed."""
    print(legible(text), file=sys.stderr)


def say_json(value: Any) -> None:
    """Print a value as JSON for another program. Letters beyond ASCII are escaped, so that names arrive
    as they are and still can't steer a terminal."""
    print(json.dumps(value, indent=2))


def say_wrote(file: Path) -> None:
    """Say which file was written."""
    say(_("Wrote {file}.", file=file))


def refuse_existing_target(target: Path, *, force: bool) -> None:
    """Raise LastDaysError if a file is already there and isn't to be replaced. A store is never replaced
    unless somebody at the terminal says so."""
    if target == STANDARD:
        return
    refuse_open_store(target)
    if is_store(target):
        _refuse_store_unless_confirmed(target)
    elif is_file(target) and not force:
        raise LastDaysError(
            "{file} is already there and was left unchanged. Choose another name, or replace it "
            "with --force.",
            file=target,
        )


def _refuse_store_unless_confirmed(target: Path) -> None:
    """Ask before a store is overwritten by another file. Raises LastDaysError if the answer is no."""
    if sys.stdin.isatty():
        question = _("{file} is a store. Replace it and everything in it (yes/no)?")
        answer = input(question.format(file=target) + " ")
        if answer.strip().casefold() in ("yes", _("yes")):
            return
    raise LastDaysError(
        "{file} is a store and was left unchanged: choose another name.", file=target
    )


def write_out(target: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file and say so, or write to standard output. Only its owner can read a `private` file.
    Raises LastDaysError for a terminal, which couldn't show it."""
    if target != STANDARD:
        write_whole(target, content, private=private)
        say_wrote(target)
        return
    if sys.stdout.isatty():
        raise LastDaysError(
            "This is a file for a program, not for a terminal. Name a file, or send the output on."
        )
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def read_in(source: Path, bytes_most: int) -> bytes:
    """Return the content of a file, or of standard input. Raises DocumentError if it has more than
    `bytes_most` bytes, or can't be read."""
    if source != STANDARD:
        return read_whole(source, bytes_most)
    content = sys.stdin.buffer.read(bytes_most + 1)
    if len(content) > bytes_most:
        raise DocumentError(
            "{file} is too large: it can be {n} MB at most.",
            file=_("Standard input"),
            n=bytes_most // MIB,
        )
    return content
