"""Reading the files of the rulebook and of content packs; what can't be read becomes a fault."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable, Collection
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from lastdays.desktop import paths
from lastdays.desktop.bounds import KIB, Bounds, OutOfBoundsError, TimeLimit, toml_table
from lastdays.desktop.files import keep_clear
from lastdays.errors import StoreError, ToldError, reason
from lastdays.language import _, short
from lastdays.rulebook import zipped
from lastdays.values import Value

#: What a file holds: by name of the file, entries or the fields of a table by key.
Sources = dict[str, dict[str, Any]]

#: A file of a pack is a few pages of text, or a small picture; what is larger is something else.
FILE_MOST = 512 * KIB
TABLE = Bounds(size=256 * KIB, line=32 * KIB, values=50_000, depth=16)
#: How long a pack may take to be read and checked, in seconds of the processor.
SECONDS_MOST = 1.5
#: How many files of other names, how many entries in a file, how long a text and how large a number
#: at most: what is more was not written to be played with.
_STRAY_MOST = 40
_ENTRIES_MOST = 1_000
_TEXT_MOST = 4_000
_NUMBER_MOST = 1_000_000
#: What no text may have: letters that cannot be seen, but for the end of a line and a tab.
_NO_LETTER = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Fault(Value):
    """One thing that is wrong: in which file, in which entry, in which field, and what."""

    file: str
    text: str
    entry: str = ""
    field: str = ""

    def __str__(self) -> str:
        where = self.file
        if self.entry:
            where += f" [{self.entry}]"
        if self.field:
            where += f" {self.field}"
        return f"{where}: {self.text}"


#: What a pack says of itself, and the folder of its pictures: neither holds entries.
ABOUT = "pack.toml"


def pack_name(pack: Path) -> str:
    """Return the name of a folder, or of a zip without its extension, as text; whatever isn't text
    is shown as '?'."""
    name = os.fsencode(pack.name).decode("utf-8", "replace").replace("\ufffd", "?")
    return name[: -len(zipped.SUFFIX)] if zipped.is_zip(pack) else name


def content_packs(store: Path | None = None) -> list[Path]:
    """Return the content packs of a user: the folders and zips in `packs/` of the data folder, by
    name, then those in `packs/` beside the store. Of two with the same name the one beside the
    store counts; of a folder and a zip in one place, the folder."""
    folders = [paths.content_packs()]
    if store is not None:
        beside = Path(store).expanduser().absolute().parent / "packs"
        if beside != folders[0].absolute():
            folders.append(beside)
    found: dict[str, Path] = {}
    for folder in folders:
        here: dict[str, Path] = {}
        for pack in _packs_in(folder):
            here.setdefault(pack_name(pack), pack)
        for name, pack in here.items():
            found.pop(name, None)
            found[name] = pack
    return list(found.values())


def _packs_in(folder: Path) -> list[Path]:
    try:
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        return [folder]  # reading it says why it cannot be read
    packs = [folder / n for n in names if not n.startswith((".", "__"))]
    found = [pack for pack in packs if os.path.isdir(pack) or zipped.is_zip(pack)]
    return sorted(found, key=lambda pack: (pack_name(pack), zipped.is_zip(pack)))


def read_folder(
    folder: Path, known: Collection[str], patience: TimeLimit
) -> tuple[Sources, list[Fault]]:
    """Return the files of a folder or zip by name, and what is wrong with them. `known` are the
    names a file may have. Raises OutOfBoundsError where it takes too long."""
    sources = {}
    faults = []
    try:
        found = files_of(folder)
    except StoreError as error:
        return {}, [Fault(pack_name(folder), str(error))]
    except OSError as error:
        return {}, [Fault(pack_name(folder), _reason(error))]
    names = sorted(n for n in found if n.lower().endswith(".toml") and "/" not in n)
    names = [n for n in names if n != ABOUT]
    if len(names) > len(known) + _STRAY_MOST:
        return {}, [
            Fault(
                pack_name(folder),
                _("{n} files are here: this isn't a content pack.", n=len(names)),
            )
        ]
    if not names:
        faults.append(
            Fault(
                pack_name(folder), _("there isn't a file of entries here, such as characters.toml.")
            )
        )
    for name in names:
        stem = name.removesuffix(".toml")
        shown = pack_name(folder / name)
        if stem not in known:
            faults.append(
                Fault(
                    shown,
                    _(
                        "no such kind of entry. A file is called {names}.",
                        names=", ".join(f"{n}.toml" for n in known),
                    ),
                )
            )
            continue
        patience.hold()
        try:
            sources[stem] = read_table(found[name])
        except PackFileError as error:
            faults.append(Fault(shown, str(error)))
    return sources, faults


class PackFileError(ToldError, ValueError):
    """Raised with the reason why a file of a pack can't be read, in a sentence."""


def files_of(pack: Path) -> zipped.PackFiles:
    """Return the files of a folder or zip by name, each as a function that reads it; those of an
    inner folder as 'folder/name'. Raises OSError or StoreError if it can't be read."""
    if zipped.is_zip(pack):
        keep_clear(pack)
        return zipped.files_of(pack, FILE_MOST)
    found = {}
    for name in names_in(pack):
        found[name] = partial(_read_file, pack, name)
        if name in zipped.FOLDERS and not os.path.islink(pack / name) and (pack / name).is_dir():
            for inner in names_in(pack / name):
                found[f"{name}/{inner}"] = partial(_read_file, pack / name, inner)
    return found


def names_in(folder: Path) -> list[str]:
    """Return the names in a folder of a pack. Raises OSError, or StoreError for more than can
    belong there."""
    with os.scandir(folder) as found:
        names = [entry.name for entry in islice(found, zipped.LISTED_MOST + 1)]
    if len(names) > zipped.LISTED_MOST:
        raise StoreError(
            "more than {n} files are here: this isn't a content pack.", n=zipped.LISTED_MOST
        )
    return sorted(names)


def read_bytes(read: Callable[[], bytes]) -> bytes:
    """Return the content of a pack's file. Raises PackFileError if it can't be read."""
    try:
        return read()
    except StoreError as error:
        raise PackFileError(str(error)) from error
    except OSError as error:
        raise PackFileError(_reason(error)) from error


def read_table(read: Callable[[], bytes]) -> dict[str, Any]:
    """Return the content of a TOML file. Raises PackFileError if it can't be read."""
    try:
        return _read_toml(read_bytes(read))
    except UnicodeDecodeError:
        raise PackFileError("this isn't text in UTF-8.") from None
    except RecursionError:
        raise PackFileError("this is nested too deeply.") from None
    except tomllib.TOMLDecodeError as error:
        raise PackFileError(_not_toml(str(error))) from error
    except OutOfBoundsError as error:
        raise PackFileError(str(error)) from error


def _not_toml(said: str) -> str:
    """Return in our words why a text isn't TOML, with the line; `said` is what Python says."""
    reasons = paths.toml("reasons.toml")["toml"]
    text = next(_(why) for begins, why in reasons if re.match(begins, said))
    if line := re.search(r"line (\d+)", said):
        return _("line {n}: {reason}", n=line[1], reason=text)
    return text


def _read_file(folder: Path, name: str) -> bytes:
    file = folder / name
    keep_clear(file)
    found = file.stat()
    if os.path.realpath(folder) != os.path.dirname(os.path.realpath(file)):
        raise OSError(_("it leads out of the folder"))
    if stat.S_ISDIR(found.st_mode):
        raise OSError(_("this is a folder, not a file"))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(_("this isn't a file that can be read"))
    with file.open("rb") as opened:
        content = opened.read(FILE_MOST + 1)
    if len(content) > FILE_MOST:
        raise OSError(_("this is too large for a file of entries"))
    return content


def _read_toml(content: bytes) -> dict[str, Any]:
    read = toml_table(content, TABLE)
    if len(read) > _ENTRIES_MOST:
        raise OutOfBoundsError("it has {n} entries: that is too many.", n=len(read))
    _check(read)
    return read


def _check(value: Any) -> None:
    """Raise OutOfBoundsError for a text or number that the program couldn't show."""
    match value:
        case str():
            if len(value) > _TEXT_MOST:
                raise OutOfBoundsError("a text has {n} characters.", n=len(value))
            if _NO_LETTER.search(value):
                raise OutOfBoundsError("a text has an invalid character.")
        case int() | float():
            if not abs(value) <= _NUMBER_MOST:  # NaN is never
                raise OutOfBoundsError("a number is too large.")
        case list():
            for entry in value:
                _check(entry)
        case dict():
            for key, entry in value.items():
                _check(key)
                _check(entry)


def _reason(error: OSError) -> str:
    return _("it cannot be read: {reason}.", reason=reason(error))


def overridden(under: Sources, over: Sources, aside: Collection[str]) -> list[Fault]:
    """Return what a pack says otherwise than what it is laid over, but for the fields set aside."""
    found = []
    for name, table in over.items():
        for key, value in table.items():
            old = under[name].get(key)
            was, now = (old, value) if isinstance(old, dict) else ({"": old}, {"": value})
            for field, new in now.items() if old is not None else ():
                if field in aside or was.get(field) == new:
                    continue
                given, before = _as_written(new), _as_written(was.get(field))
                if field in was:
                    text = _("{new} instead of {old}.", new=given, old=before)
                else:
                    text = _("{new}, so far unsaid.", new=given)
                found.append(Fault(f"{name}.toml", text, key, field))
    return found


def _as_written(value: Any) -> str:
    """Return a value nearly as a file has it, cut where it is long."""
    return short(json.dumps(value, ensure_ascii=False, default=str), 60)


def overlay(
    under: Sources,
    over: Sources,
    pack: str,
    kinds: Collection[str],
) -> Sources:
    """Lay a pack's files over others: whatever an entry doesn't name stays as it was. `kinds` are
    the files of entries, which remember the pack they came from."""
    result = {name: dict(table) for name, table in under.items()}
    for name, table in over.items():
        for key, value in table.items():
            old = result[name].get(key)
            if isinstance(value, dict):
                value = {**(old if isinstance(old, dict) else {}), **value}
                if name in kinds:
                    value["pack"] = pack
            result[name][key] = value
    return result
