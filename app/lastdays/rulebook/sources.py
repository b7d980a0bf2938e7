"""The files of the rulebook and of content packs, read as they are; what cannot be read is said."""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lastdays import paths
from lastdays.errors import StoreError
from lastdays.files import keep_clear
from lastdays.language import _

#: What a file holds: by name of the file, entries or the fields of a table by key.
Sources = dict[str, dict[str, Any]]

#: A file of entries is a few pages of text; what is larger, in bytes, is something else.
_FILE_MOST = 2 * 1024 * 1024
#: How many files of other names, how many entries in a file, how long a text and how large a number
#: at most: what is more was not written to be played with.
_STRAY_MOST = 40
_ENTRIES_MOST = 1_000
_TEXT_MOST = 4_000
_NUMBER_MOST = 1_000_000


@dataclass(frozen=True)
class Fault:
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


def pack_name(pack: Path) -> str:
    """Return the folder's name as text; what is no text in it is shown as '?'."""
    return os.fsencode(pack.name).decode("utf-8", "replace").replace("\ufffd", "?")


def content_packs(store: Path | None = None) -> list[Path]:
    """Return the content packs of a user: the folders in `packs/` of the data folder, by name, then
    those in `packs/` beside the store. Of two with one name the one beside the store counts."""
    folders = [paths.content_packs()]
    if store is not None:
        beside = Path(store).expanduser().absolute().parent / "packs"
        if beside != folders[0].absolute():
            folders.append(beside)
    found: dict[str, Path] = {}
    for folder in folders:
        for pack in _packs_in(folder):
            found.pop(pack.name, None)
            found[pack.name] = pack
    return list(found.values())


def _packs_in(folder: Path) -> list[Path]:
    try:
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        return [folder]  # reading it says why it cannot be read
    packs = [folder / n for n in names if not n.startswith((".", "__"))]
    return [pack for pack in packs if os.path.isdir(pack)]


def read_folder(folder: Path, known: Collection[str]) -> tuple[Sources, list[Fault]]:
    """Return the files of a folder by name, and what is wrong with them. `known` are the names a
    file may have."""
    sources: Sources = {}
    faults: list[Fault] = []
    try:
        names = sorted(n for n in os.listdir(folder) if n.lower().endswith(".toml"))
    except OSError as error:
        return {}, [Fault(pack_name(folder), _reason(error))]
    if len(names) > len(known) + _STRAY_MOST:
        return {}, [
            Fault(
                pack_name(folder),
                _("{n} files are here: this isn't a content pack.").format(n=len(names)),
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
                    _("no such kind of entry. A file is called {names}.").format(
                        names=", ".join(f"{n}.toml" for n in known)
                    ),
                )
            )
            continue
        try:
            sources[stem] = _read_file(folder, name)
        except UnicodeDecodeError:
            faults.append(Fault(shown, _("this isn't text in UTF-8.")))
        except StoreError as error:
            faults.append(Fault(shown, str(error)))
        except OSError as error:
            faults.append(Fault(shown, _reason(error)))
        except RecursionError:
            faults.append(Fault(shown, _("this is nested too deeply.")))
        except ValueError as error:  # TOML, and numbers beyond what Python reads
            faults.append(Fault(shown, str(error)))
    return sources, faults


def _read_file(folder: Path, name: str) -> dict[str, Any]:
    file = folder / name
    keep_clear(file)
    found = file.stat()
    if os.path.realpath(folder) != os.path.dirname(os.path.realpath(file)):
        raise OSError(1, _("it leads out of the folder"))
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(21, _("this is a folder, not a file"))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(22, _("this isn't a file that can be read"))
    with file.open("rb") as opened:
        content = opened.read(_FILE_MOST + 1)
    if len(content) > _FILE_MOST:
        raise OSError(27, _("this is too large for a file of entries"))
    read: dict[str, Any] = tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    if len(read) > _ENTRIES_MOST:
        raise ValueError(_("it has {n} entries: that is too many.").format(n=len(read)))
    _check(read)
    return read


def _check(value: Any) -> None:
    """Raise ValueError for a text or a number that nothing in the program could show."""
    match value:
        case str():
            if len(value) > _TEXT_MOST:
                raise ValueError(_("a text has {n} characters.").format(n=len(value)))
            if any((ord(c) < 32 and c not in "\n\t") or ord(c) == 127 for c in value):
                raise ValueError(_("a text has a character that is none."))
        case int() | float():
            if not abs(value) <= _NUMBER_MOST:  # NaN is never
                raise ValueError(_("a number is too large."))
        case list():
            for entry in value:
                _check(entry)
        case dict():
            for key, entry in value.items():
                _check(key)
                _check(entry)


def _reason(error: OSError) -> str:
    return _("it cannot be read: {reason}.").format(reason=error.strerror or error)


def overlay(
    under: Mapping[str, dict[str, Any]],
    over: Mapping[str, dict[str, Any]],
    pack: str,
    kinds: Collection[str],
) -> Sources:
    """Lay a pack's files over others: what an entry does not name stays as it was. `kinds` are the
    files of entries, which remember the pack they came from."""
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
