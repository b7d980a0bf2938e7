"""The settings of the window, as Qt keeps them in a file, and the scale that the desktop asks for.

Whoever can write that file, or sets a variable of the environment, can have Qt build anything: what
isn't of the window's own making is passed over.
"""

from __future__ import annotations

import os
import re
import weakref
from pathlib import Path

from PySide6.QtCore import QEvent, QLockFile, QSettings

from lastdays.desktop import paths
from lastdays.desktop.files import CopiesFolder, is_of_another_kind, read_whole, write_whole
from lastdays.desktop.system_language import SETTINGS_MOST
from lastdays.errors import LastDaysError

#: Values that Qt builds from a stream of bytes, of any kind and size; ours are texts, numbers and
#: the geometry's bytes.
_STREAMED = ("@Variant(", "@DateTime(")
#: A letter written by its number: '\x40' in base 16, '\100' in base 8.
_ESCAPED = re.compile(r"\\x([0-9A-Fa-f]+)|\\([0-7]+)")
#: How long another program that writes the settings is waited for, in milliseconds.
PATIENCE_MS = 2_000
#: Variables of the environment that scale the window, with the least and greatest scale that can be
#: drawn.
_SCALES = {
    "QT_SCALE_FACTOR": (0.2, 10.0),
    "QT_SCREEN_SCALE_FACTORS": (0.2, 10.0),
    "QT_FONT_DPI": (20.0, 1000.0),
}


def window_settings() -> QSettings:
    """Return the settings of the window, without values that Qt would build from bytes. What can't be
    read is left alone: the window opens as for the first time, and keeps nothing."""
    home = paths.settings_file()
    try:
        if is_of_another_kind(_lock_of(home)):
            return WindowSettings(None, "")
        return WindowSettings(home, _written_in(home))
    except LastDaysError:
        return WindowSettings(None, "")
    except OSError:  # no room for a copy
        return QSettings(str(home), QSettings.Format.IniFormat)


class WindowSettings(QSettings):
    """The settings of the window, in a file of this process alone. What is changed in them is written into
    their home, the file that all windows share, when they are synced; without a home it is forgotten.

    Qt would wait half a minute for the lock of a home, also when the program ends, and would put a file
    in the place of a device.
    """

    def __init__(self, home: Path | None, written: str) -> None:
        """Take a text of settings. Raises OSError if there is no room for it."""
        folder = CopiesFolder()
        own_file = folder.path / "window.ini"
        own_file.write_text(written, encoding="latin-1", newline="")
        super().__init__(str(own_file), QSettings.Format.IniFormat)
        weakref.finalize(self, folder.close)
        self._home = home
        self._at_home = self._values()
        self._patience_ms = PATIENCE_MS

    def event(self, event: QEvent) -> bool:
        """Write what was changed, when the program has nothing else to do."""
        if event.type() == QEvent.Type.UpdateRequest:
            self.sync()
            return True
        return super().event(event)

    def sync(self) -> None:
        """Write what was changed. Another program that writes is waited for, but only once in vain."""
        super().sync()
        values = self._values()
        if self._home is None or values == self._at_home:
            return
        if self._bring(self._home, values):
            self._at_home = values
            self._patience_ms = PATIENCE_MS
        else:
            self._patience_ms = 0

    def is_kept(self) -> bool:
        """Return whether all that was changed is where the next window reads it."""
        return self._home is None or self._at_home == self._values()

    def _values(self) -> dict[str, object]:
        return {name: self.value(name) for name in self.allKeys()}

    def _bring(self, home: Path, values: dict[str, object]) -> bool:
        """Write what was changed into the home; return whether it is there."""
        lock_path = _lock_of(home)
        if is_of_another_kind(lock_path):
            return False
        try:
            home.parent.mkdir(parents=True, exist_ok=True)
            lock = QLockFile(str(lock_path))
            is_locked = lock.tryLock(self._patience_ms)
            if not is_locked and lock.error() == QLockFile.LockError.LockFailedError:
                return False
            write_whole(home, self._merged(_written_in(home), values))
            lock.unlock()
        except (OSError, LastDaysError):
            return False
        return True

    def _merged(self, written: str, values: dict[str, object]) -> bytes:
        """Return a text of settings with what was changed here. Raises OSError."""
        with CopiesFolder() as folder:
            file = folder / "window.ini"
            file.write_text(written, encoding="latin-1", newline="")
            merged = QSettings(str(file), QSettings.Format.IniFormat)
            for name in self._at_home.keys() - values.keys():
                merged.remove(name)
            for name, value in values.items():
                if name not in self._at_home or self._at_home[name] != value:
                    merged.setValue(name, value)
            merged.sync()
            return file.read_bytes()


def _lock_of(home: Path) -> Path:
    """Return the file by which Qt locks a file of settings while it is written."""
    return home.with_name(f"{home.name}.lock")


def _written_in(home: Path) -> str:
    """Return the text of a file of settings without the streamed values, '' if there is none.
    DocumentError if it can't be read."""
    if not home.exists():
        return ""
    return without_streamed(read_whole(home, SETTINGS_MOST).decode("latin-1"))


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
