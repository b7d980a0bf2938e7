"""The settings of the window, as Qt keeps them in a file, and the scale that the desktop asks for.

Whoever can write that file, or sets a variable of the environment, can have Qt build anything: what
isn't of the window's own making is passed over.
"""

from __future__ import annotations

import math
import os
import re
from pathlib import Path

from PySide6.QtCore import QSettings

from lastdays.desktop import paths
from lastdays.desktop.bounds import MIB
from lastdays.desktop.files import read_whole, write_whole
from lastdays.errors import LastDaysError

#: The window's own settings take some hundred bytes.
SETTINGS_MOST = MIB
#: Values that Qt builds from a stream of bytes, of any kind and size; ours are texts, numbers and
#: the geometry's bytes.
_STREAMED = ("@Variant(", "@DateTime(")
#: A letter written by its number: '\x40' in base 16, '\100' in base 8.
_ESCAPED = re.compile(r"\\x([0-9A-Fa-f]+)|\\([0-7]+)")
_SCALES = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS")


def window_settings() -> QSettings:
    """Return the settings of the window, without values that Qt would build from bytes."""
    file = paths.settings_file()
    try:
        _clean(file)
    except LastDaysError:
        # What can't be read or mended is left alone: the window opens as for the first time.
        file = Path(os.devnull)
    return QSettings(str(file), QSettings.Format.IniFormat)


def _clean(file: Path) -> None:
    """Leave out the streamed values in a file of settings. DocumentError if it can't be read or
    written."""
    if not file.exists():
        return
    written = read_whole(file, SETTINGS_MOST).decode("latin-1")
    kept = without_streamed(written)
    if kept != written:
        write_whole(file, kept.encode("latin-1"))


def without_streamed(settings: str) -> str:
    """Return the text of a file of settings without the entries that Qt would build from bytes."""
    kept = []
    for entry in _entries(settings):
        if not any(streamed in _as_qt_reads(entry) for streamed in _STREAMED):
            kept.append(entry)
    return "".join(kept)


def _entries(settings: str) -> list[str]:
    """Return the lines of a file of settings; one that ends with a backslash goes on."""
    entries: list[str] = []
    goes_on = False
    for line in settings.splitlines(keepends=True):
        if goes_on:
            entries[-1] += line
        else:
            entries.append(line)
        goes_on = line.rstrip("\r\n").endswith("\\")
    return entries


def _as_qt_reads(entry: str) -> str:
    """Return an entry with its escaped letters written out, on one line, without quotation marks."""
    in_one_line = re.sub(r"\\[\r\n]+", "", entry)
    plain = in_one_line.replace('"', "")
    return _ESCAPED.sub(_letter, plain)


def _letter(escaped: re.Match[str]) -> str:
    """Return the letter that is written by its number, '?' for a number that isn't a letter's."""
    number = int(escaped[1], 16) if escaped[1] else int(escaped[2], 8)
    return chr(number) if number < 0x110000 else "?"


def pass_over_odd_scales() -> None:
    """Leave out scales of the environment that nothing can be drawn at, before Qt reads them."""
    for name in _SCALES:
        numbers = re.split(r"[;=]", os.environ.get(name, ""))
        if any(_is_odd(number.strip()) for number in numbers):
            del os.environ[name]


def _is_odd(number: str) -> bool:
    """Return whether a text is a number that isn't a scale: not finite, or not above zero."""
    try:
        scale = float(number)
    except ValueError:
        return False  # a screen's name, or nothing
    return not math.isfinite(scale) or scale <= 0
