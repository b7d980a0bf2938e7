"""The settings of the window, as Qt keeps them in a file, and the scale that the desktop asks for.

Whoever can write that file, or sets a variable of the environment, can have Qt build anything: what
isn't of the window's own making is passed over.
"""

from __future__ import annotations

import os
import re
import tempfile
import weakref
from pathlib import Path

from PySide6.QtCore import QSettings

from lastdays.desktop import paths
from lastdays.desktop.files import is_of_another_kind, read_whole, write_whole
from lastdays.desktop.system_language import SETTINGS_MOST
from lastdays.errors import LastDaysError

#: Values that Qt builds from a stream of bytes, of any kind and size; ours are texts, numbers and
#: the geometry's bytes.
_STREAMED = ("@Variant(", "@DateTime(")
#: A letter written by its number: '\x40' in base 16, '\100' in base 8.
_ESCAPED = re.compile(r"\\x([0-9A-Fa-f]+)|\\([0-7]+)")
#: Variables of the environment that scale the window, with the least and greatest scale that can be
#: drawn.
_SCALES = {
    "QT_SCALE_FACTOR": (0.2, 10.0),
    "QT_SCREEN_SCALE_FACTORS": (0.2, 10.0),
    "QT_FONT_DPI": (20.0, 1000.0),
}


def window_settings() -> QSettings:
    """Return the settings of the window, without values that Qt would build from bytes."""
    file = paths.settings_file()
    if is_of_another_kind(file.with_name(f"{file.name}.lock")):
        return _forgotten_settings()  # Qt would wait for it without end when it writes them
    try:
        _clean(file)
    except LastDaysError:
        # What can't be read or mended is left alone: the window opens as for the first time.
        return _forgotten_settings()
    return QSettings(str(file), QSettings.Format.IniFormat)


def _forgotten_settings() -> QSettings:
    """Return empty settings that are kept until the program ends.

    They lie in a folder of their own: Qt would put a file in the place of a device, whoever may.
    """
    folder = tempfile.TemporaryDirectory(prefix="lastdays-", ignore_cleanup_errors=True)
    settings = QSettings(str(Path(folder.name) / "window.ini"), QSettings.Format.IniFormat)
    weakref.finalize(settings, folder.cleanup)
    return settings


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
    for name, (least, most) in _SCALES.items():
        numbers = re.split(r"[;=]", os.environ.get(name, ""))
        if any(_is_odd(number.strip(), least, most) for number in numbers):
            del os.environ[name]


def _is_odd(number: str, least: float, most: float) -> bool:
    """Return whether a text is a number beyond the bounds of a scale, or none that can be counted."""
    try:
        scale = float(number)
    except ValueError:
        return False  # a screen's name, or nothing
    return not least <= scale <= most
