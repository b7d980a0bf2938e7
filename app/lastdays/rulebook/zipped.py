"""Content packs in a zip: read in memory and never unpacked, so that no path leads anywhere."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from lastdays.desktop.bounds import MIB, Archive, OutOfBoundsError
from lastdays.errors import StoreError
from lastdays.language import _

#: The files of a pack by name, each as a function that reads it.
PackFiles = Mapping[str, Callable[[], bytes]]

SUFFIX = ".zip"
#: The folders of a pack: pictures only.
FOLDERS = ("pictures",)
#: A pack is some tables and a few small pictures: so many files, and so many bytes once unpacked.
FILES_MOST = 400
TOTAL_MOST = 24 * MIB
LISTED_MOST = 2_000
_ENCRYPTED = 0x1


def is_zip(pack: Path) -> bool:
    """Return whether a pack is a zip, by its name."""
    return pack.name.lower().endswith(SUFFIX) and not pack.is_dir()


def files_of(pack: Path, file_most: int) -> PackFiles:
    """Return the files of a zip by name, each as a function that reads at most `file_most` bytes of
    it. A single outer folder is ignored: that is how a folder is zipped. Raises OSError or
    StoreError if it isn't a readable zip.
    """
    if not stat.S_ISREG(pack.stat().st_mode):
        raise OSError(_("this isn't a file that can be read"))
    if pack.stat().st_size > TOTAL_MOST:
        raise StoreError("this zip holds more than a content pack can.")
    try:
        archive = Archive(pack.read_bytes(), entries=LISTED_MOST, room=TOTAL_MOST)
    except OutOfBoundsError as error:
        raise StoreError(str(error)) from error
    listed = archive.infos
    files = {info.filename: info for info in listed if not info.is_dir()}
    for name, info in files.items():
        _check(name, info)
    if sum(info.file_size for info in files.values()) > TOTAL_MOST:
        raise StoreError("this zip holds more than a content pack can.")
    outer = _outer(files)
    inner = {name[len(outer) :]: info for name, info in files.items()}
    wanted = {name: info for name, info in inner.items() if _belongs(name)}
    if len(wanted) > FILES_MOST:
        raise StoreError("{n} files are in this zip: it isn't a content pack.", n=len(wanted))
    return {
        name: partial(_read, archive, info.filename, file_most) for name, info in wanted.items()
    }


def _check(name: str, info: zipfile.ZipInfo) -> None:
    """Raise StoreError for an entry that no honest pack would contain."""
    parts = name.split("/")
    if name.startswith("/") or "\\" in name or ":" in name or ".." in parts:
        raise StoreError("a file in this zip leads out of it.")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise StoreError("a file in this zip is a link.")
    if info.flag_bits & _ENCRYPTED:
        raise StoreError("this zip is encrypted.")


def _outer(files: Mapping[str, zipfile.ZipInfo]) -> str:
    """Return the one folder that everything is in, with its slash; '' if there is none."""
    tops = {name.partition("/")[0] for name in files if not name.startswith("__MACOSX/")}
    top = next(iter(tops), "") + "/"
    alone = len(tops) == 1 and all(name.startswith((top, "__MACOSX/")) for name in files)
    return top if alone and top.removesuffix("/") not in FOLDERS else ""


def _belongs(name: str) -> bool:
    """Return whether a file is one that a pack may contain."""
    folder, _slash, inner = name.rpartition("/")
    return not inner.startswith(".") and (not folder or folder in FOLDERS)


def _read(archive: Archive, name: str, most: int) -> bytes:
    """Return a file, without trusting the size it claims."""
    try:
        return archive.read(name, most)
    except OutOfBoundsError as error:
        raise StoreError(str(error)) from error
