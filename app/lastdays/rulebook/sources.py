"""Reading the files of the rulebook and of content packs; what can't be read becomes a fault. A
zipped pack is read in memory and never unpacked to disk, so that its paths can't lead anywhere."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
import zipfile
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.desktop.bounds import (
    KIB,
    MIB,
    Archive,
    Bounds,
    OutOfBoundsError,
    TimeLimit,
    is_of_a_mac,
    toml_table,
)
from lastdays.desktop.files import is_folder, refuse_open_store
from lastdays.errors import StoreError, ToldError, reason
from lastdays.language import _, legible_values, short
from lastdays.values import Value

#: The content of files: by file name, its entries or the fields of its table by key.
Sources = dict[str, dict[str, Any]]

#: The files of a pack by name, each as a function that reads it.
PackFiles = Mapping[str, Callable[[], bytes]]

SUFFIX = ".zip"
#: The key of a pack.
KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
#: The folder of a pack with whole games.
GAMES_FOLDER = "games"
#: The folders of a pack.
FOLDERS = ("pictures", GAMES_FOLDER)
#: The most files and unpacked bytes of a pack, which is some tables and a few small pictures.
FILES_MOST = 400
TOTAL_MOST = 24 * MIB
LISTED_MOST = 2_000
_ENCRYPTED = 0x1
#: The most bytes of a file in a pack, which is a few pages of text or a small picture.
FILE_MOST = 512 * KIB
TABLE = Bounds(size=256 * KIB, line=32 * KIB, values=50_000, depth=16)
#: How long a pack may take to be read and checked, in seconds of processor time.
SECONDS_MOST = 1.5
#: The most files with other names, entries in a file and characters in a text, and the largest
#: number. No pack that is meant to be played exceeds them.
_STRAY_MOST = 40
_ENTRIES_MOST = 1_000
_TEXT_MOST = 4_000
_NUMBER_MOST = 1_000_000
#: Characters that no text may have: control characters, except for newlines and tabs.
_NO_LETTER = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Fault(Value):
    """A fault: its file, entry and field, and what is wrong."""

    file: str
    text: str
    entry: str = ""
    field: str = ""

    def is_of(self, kind: str, key: str) -> bool:
        """Return whether it is a fault of the entry with this kind and key."""
        return (self.file, self.entry) == (f"{kind}.toml", key)

    def __str__(self) -> str:
        where = self.file
        if self.entry:
            where += f" [{self.entry}]"
        if self.field:
            where += f" {self.field}"
        return f"{where}: {self.text}"


#: The file with a pack's description; it has no entries.
ABOUT = "pack.toml"


def pack_name(pack: Path) -> str:
    """Return the name of a folder, or of a zip without its suffix; bytes that can't be decoded
    become '?'."""
    name = os.fsencode(pack.name).decode("utf-8", "replace").replace("\ufffd", "?")
    if is_zip(pack):
        return name[: -len(SUFFIX)]
    return name


def about_of(pack: Path) -> dict[str, Any]:
    """Return what a pack says of itself in `pack.toml`, nothing without one. Raises OSError, StoreError
    or PackFileError."""
    files = files_of(pack)
    if ABOUT not in files:
        return {}
    return read_table(files[ABOUT])


def pack_key(pack: Path) -> str:
    """Return the key that a pack gives itself in `pack.toml`; of one that gives none, its name."""
    said_in = pack if is_zip(pack) else pack / ABOUT
    try:
        status = said_in.stat()
    except OSError:
        return pack_name(pack)
    return _key_said(pack, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _key_said(pack: Path, _changed: int, _size: int) -> str:
    """Return the key of a pack. Kept until its file has another time or size: it is asked for often, and
    a zip is read whole."""
    try:
        key = about_of(pack).get("key")
    except (OSError, StoreError, PackFileError):
        return pack_name(pack)  # reading its entries says why
    if isinstance(key, str) and KEY.fullmatch(key):
        return key
    return pack_name(pack)


def numbers_of(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, by which versions are ordered: '1.10' is 1, 10."""
    return tuple(int(number) for number in re.findall(r"[0-9]{1,9}", version))


def version_of(pack: Path) -> tuple[int, ...]:
    """Return the numbers of a pack's version; none if it gives no version, or can't be read."""
    try:
        version = about_of(pack).get("version")
    except (OSError, StoreError, PackFileError):
        return ()
    return numbers_of(version) if isinstance(version, str) else ()


def newer_program_needed(pack: Path) -> str:
    """Return the version of the program that a pack needs if this one is older; '' otherwise."""
    try:
        needed = about_of(pack).get("needs")
    except (OSError, StoreError, PackFileError):
        return ""
    if isinstance(needed, str) and numbers_of(needed) > numbers_of(__version__):
        return needed
    return ""


def content_packs(store: Path | None = None) -> list[Path]:
    """Return the content packs of a user: the folders and zips in `packs/` of the data folder, by
    name, then those in `packs/` beside the store. If two have the same key, the one beside the
    store counts; in the same place, the folder rather than a zip, then the newest version."""
    folders = [paths.content_packs()]
    if store is not None:
        beside_store = Path(store).expanduser().absolute().parent / "packs"
        if beside_store != folders[0].absolute():
            folders.append(beside_store)
    packs: dict[str, Path] = {}
    for folder in folders:
        for key, pack in _packs_by_key(folder).items():
            packs.pop(key, None)  # so that it comes last
            packs[key] = pack
    return list(packs.values())


def _packs_by_key(folder: Path) -> dict[str, Path]:
    """Return the packs of a folder by key; of several with the same key the folder rather than a zip,
    then the newest version."""
    packs: dict[str, Path] = {}
    for pack in _packs_in(folder):
        key = pack_key(pack)
        pack_so_far = packs.get(key)
        if pack_so_far is None or _counts_more(pack, pack_so_far):
            packs[key] = pack
    return packs


def _counts_more(pack: Path, other_pack: Path) -> bool:
    """Return whether a pack counts instead of another with the same key."""
    if is_zip(pack) != is_zip(other_pack):
        return is_zip(other_pack)
    return version_of(pack) > version_of(other_pack)


def _packs_in(folder: Path) -> list[Path]:
    try:
        names = sorted(place.name for place in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        return [folder]  # reading it says why it cannot be read
    packs = []
    for name in names:
        pack = folder / name
        is_hidden = name.startswith((".", "__"))
        if not is_hidden and (is_folder(pack) or is_zip(pack)):
            packs.append(pack)
    packs.sort(key=lambda pack: (pack_name(pack), is_zip(pack)))
    return packs


def read_folder(
    folder: Path, known_kinds: Collection[str], patience: TimeLimit
) -> tuple[Sources, list[Fault]]:
    """Return the content of a folder's or zip's files by name, and their faults. `known_kinds` are
    the names a file may have. Raises OutOfBoundsError if it takes too long."""
    pack = pack_name(folder)
    try:
        files = files_of(folder)
    except StoreError as error:
        return {}, [Fault(pack, str(error))]
    except OSError as error:
        return {}, [Fault(pack, _reason(error))]
    names = [name for name in sorted(files) if _is_table_of_entries(name)]
    if len(names) > len(known_kinds) + _STRAY_MOST:
        text = _("there are {n} files here: this isn't a content pack.", n=len(names))
        return {}, [Fault(pack, text)]
    sources = {}
    faults = []
    has_games = any(name.startswith(f"{GAMES_FOLDER}/") for name in files)
    if not names and not has_games:
        text = _("it needs at least one file of entries, such as characters.toml.")
        faults.append(Fault(pack, text))
    for name in names:
        kind = name.removesuffix(".toml")
        file = pack_name(folder / name)
        if original_of(kind, known_kinds):
            continue
        if kind not in known_kinds:
            known_names = ", ".join(f"{known_kind}.toml" for known_kind in known_kinds)
            text = _("unknown kind of entry. A file has to be called {names}.", names=known_names)
            faults.append(Fault(file, text))
            continue
        patience.hold()
        try:
            sources[kind] = read_table(files[name])
        except PackFileError as error:
            faults.append(Fault(file, str(error)))
    return sources, faults


def _is_table_of_entries(name: str) -> bool:
    """Return whether a file of a pack, by its name, has entries."""
    return name.lower().endswith(".toml") and "/" not in name and name != ABOUT


def original_of(stem: str, known: Collection[str]) -> str:
    """Return the known name of which a file's looks like a copy, as 'skills - Copy' or 'Copy of skills';
    '' for none."""
    if stem in known:
        return ""
    words = re.findall(r"[^\W_]+(?:-[^\W_]+)*", stem)
    originals = [word for word in words if word in known]
    return originals[0] if len(originals) == 1 and len(words) > 1 else ""


def copies_in(pack: Path, known: Collection[str]) -> dict[str, str]:
    """Return the files of a pack that are passed over as copies, with the file each is one of. Raises
    StoreError and OSError."""
    copies = {}
    for name in sorted(files_of(pack)):
        original = original_of(name.removesuffix(".toml"), known)
        if original and name.endswith(".toml") and "/" not in name:
            copies[name] = f"{original}.toml"
    return copies


class PackFileError(ToldError, ValueError):
    """Raised with the reason why a file of a pack can't be read, in a sentence."""


def files_of(pack: Path) -> PackFiles:
    """Return the files of a folder or zip by name, each as a function that reads it; those of an
    inner folder as 'folder/name'. Raises OSError or StoreError if it can't be read."""
    if is_zip(pack):
        refuse_open_store(pack)
        return _in_zip(pack)
    files = {}
    for name in names_in(pack):
        files[name] = partial(_read_file, pack, name)
        inner_folder = pack / name
        is_link = inner_folder.is_symlink()
        if name in FOLDERS and not is_link and inner_folder.is_dir():
            for inner in names_in(inner_folder):
                files[f"{name}/{inner}"] = partial(_read_file, inner_folder, inner)
    return files


def names_in(folder: Path) -> list[str]:
    """Return the names in a folder of a pack, sorted. Raises OSError, or StoreError if there are
    too many."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, LISTED_MOST + 1)]
    if len(names) > LISTED_MOST:
        raise StoreError(
            "there are more than {n} files here: this isn't a content pack.", n=LISTED_MOST
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
        raise PackFileError(_reason_not_toml(str(error))) from error
    except OutOfBoundsError as error:
        raise PackFileError(str(error)) from error


def _reason_not_toml(message: str) -> str:
    """Return a translated reason why a text isn't TOML, with its line, for Python's own message."""
    reasons = paths.toml("reasons.toml")["toml"]
    text = next(_(reason) for beginning, reason in reasons if re.match(beginning, message))
    line = re.search(r"line (\d+)", message)
    if line is None:
        return text
    return _("line {n}: {reason}", n=line[1], reason=text)


def _read_file(folder: Path, name: str) -> bytes:
    file = folder / name
    refuse_open_store(file)
    mode = file.stat().st_mode
    if folder.resolve() != file.resolve().parent:
        raise OSError(_("it leads out of the folder"))
    if stat.S_ISDIR(mode):
        raise OSError(_("this is a folder, not a file"))
    if not stat.S_ISREG(mode):
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
    check_values(read)
    legible: dict[str, Any] = legible_values(read)
    return legible


def check_values(value: Any) -> None:
    """Raise OutOfBoundsError for a text or number that the program couldn't show."""
    match value:
        case str():
            if len(value) > _TEXT_MOST:
                raise OutOfBoundsError("a text is too long ({n} characters).", n=len(value))
            if _NO_LETTER.search(value):
                raise OutOfBoundsError("a text has an invalid character.")
        case int() | float():
            if not abs(value) <= _NUMBER_MOST:  # true for NaN too
                raise OutOfBoundsError("a number is too large.")
        case list():
            for entry in value:
                check_values(entry)
        case dict():
            for key, entry in value.items():
                check_values(key)
                check_values(entry)


def _reason(error: OSError) -> str:
    return _("it cannot be read: {reason}.", reason=reason(error))


def changes_by_pack(
    lower: Sources, upper: Sources, fields_left_out: Collection[str]
) -> list[Fault]:
    """Return what a pack (`upper`) changes in the data under it (`lower`), apart from `fields_left_out`."""
    changes = []
    for name, table in upper.items():
        for key, value in table.items():
            old_value = lower.get(name, {}).get(key)
            if old_value is None:
                continue
            if isinstance(old_value, dict):
                old_fields, new_fields = old_value, value
            else:
                old_fields, new_fields = {"": old_value}, {"": value}
            for field, new_value in new_fields.items():
                if field not in fields_left_out and old_fields.get(field) != new_value:
                    text = _change_in_words(field, old_fields, new_value)
                    changes.append(Fault(f"{name}.toml", text, key, field))
    return changes


def _change_in_words(field: str, old_fields: Mapping[str, Any], new_value: Any) -> str:
    """Say what a field is now, and what it was."""
    if field not in old_fields:
        return _("{new}, not set before.", new=_as_written(new_value))
    old_value = _as_written(old_fields[field])
    return _("{new} instead of {old}.", new=_as_written(new_value), old=old_value)


def _as_written(value: Any) -> str:
    """Return a value roughly as it is written in a file, cut to 60 characters."""
    return short(json.dumps(value, ensure_ascii=False, default=str), 60)


def laid_over(
    lower: Sources,
    upper: Sources,
    pack: str,
    kinds: Collection[str],
) -> Sources:
    """Return files with a pack's laid over them: fields that an entry doesn't give stay as they
    were. `kinds` are the files of entries, which store the name of their pack."""
    layered = {name: dict(table) for name, table in lower.items()}
    for name, table in upper.items():
        for key, value in table.items():
            layered_table = layered.setdefault(name, {})
            if not isinstance(value, dict):
                layered_table[key] = value
                continue
            old_entry = layered_table.get(key)
            entry = dict(old_entry) if isinstance(old_entry, dict) else {}
            entry.update(value)
            if name in kinds:
                entry["pack"] = pack
            layered_table[key] = entry
    return layered


def is_zip(pack: Path) -> bool:
    """Return whether a pack is a zip, by its name."""
    return pack.name.lower().endswith(SUFFIX) and not pack.is_dir()


def _in_zip(pack: Path) -> PackFiles:
    """Return the files of a zip by name, each as a function that reads at most `FILE_MOST` bytes of
    it. A single outer folder is ignored, as zipping a folder adds one. Raises OSError or StoreError
    if it isn't a readable zip.
    """
    archive = _opened_zip(pack)
    infos = _infos_by_name(archive)
    for name, info in infos.items():
        _check_entry(name, info)
    if sum(info.file_size for info in infos.values()) > TOTAL_MOST:
        raise StoreError("this zip is too large for a content pack.")
    own_infos = {name: info for name, info in infos.items() if not is_of_a_mac(name)}
    files = {}
    for name, info in _unwrapped(own_infos).items():
        if _belongs(name):
            files[name] = partial(_unzipped, archive, info.filename)
    if len(files) > FILES_MOST:
        raise StoreError("this zip has {n} files: it isn't a content pack.", n=len(files))
    return files


def _infos_by_name(archive: Archive) -> dict[str, zipfile.ZipInfo]:
    """Return the entries of a zip that are files, by name. Raises StoreError if two share one."""
    infos: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infos:
        name = info.filename.replace("\\", "/")  # as some programs for Windows write it
        if name in infos:
            raise StoreError("a file is in this zip twice.")
        if not name.endswith("/"):
            infos[name] = info
    return infos


def _opened_zip(pack: Path) -> Archive:
    """Return a zip as it is read within bounds. Raises OSError or StoreError."""
    status = pack.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(_("this isn't a file that can be read"))
    if status.st_size > TOTAL_MOST:
        raise StoreError("this zip is too large for a content pack.")
    try:
        return Archive(pack.read_bytes(), entries=LISTED_MOST, room=TOTAL_MOST)
    except OutOfBoundsError as error:
        raise StoreError(str(error)) from error


def _check_entry(name: str, info: zipfile.ZipInfo) -> None:
    """Raise StoreError for an entry that no honest pack would contain."""
    parts = name.split("/")
    if name.startswith("/") or ":" in name or ".." in parts:
        raise StoreError("a file in this zip leads out of it.")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise StoreError("a file in this zip is a link.")
    if info.flag_bits & _ENCRYPTED:
        raise StoreError("this zip is encrypted.")


def _unwrapped(files: Mapping[str, zipfile.ZipInfo]) -> Mapping[str, zipfile.ZipInfo]:
    """Return the files of a zip without the folders that everything is in: zip programs add one."""
    while True:
        tops = {name.partition("/")[0] for name in files}
        if len(tops) != 1:
            return files
        top = tops.pop()
        if top in files or top in FOLDERS:
            return files
        files = {name.removeprefix(f"{top}/"): info for name, info in files.items()}


def _belongs(name: str) -> bool:
    """Return whether a file is one that a pack may contain."""
    folder, _slash, inner = name.rpartition("/")
    if inner.startswith("."):
        return False
    return folder == "" or folder in FOLDERS


def _unzipped(archive: Archive, name: str) -> bytes:
    """Return a file, without trusting the size it claims."""
    try:
        return archive.read(name, FILE_MOST)
    except OutOfBoundsError as error:
        raise StoreError(str(error)) from error
