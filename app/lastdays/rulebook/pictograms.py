"""The pictogram of each thing: one drawing, the same on the screen and on paper.

`resources/icons/pictograms.toml` lists them. A content pack's entry may name another of those
drawings; otherwise it gets that of its class or kind.

It may also name a picture in its pack: a small PNG file, read whole, checked, and identified by its
content. SVGs aren't accepted, as they could contain scripts and addresses. The picture becomes
'picture:<hash>:<drawing>', where the drawing is used if the picture can't be read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lastdays.desktop import paths
from lastdays.desktop.bounds import KIB
from lastdays.errors import StoreError
from lastdays.rulebook.sources import Fault, PackFileError, PackFiles, Sources, files_of, read_bytes


@cache
def table() -> Mapping[str, Mapping[str, str]]:
    """Return 'artist/drawing' by section and key."""
    return paths.toml("icons", "pictograms.toml")


@cache
def drawings() -> frozenset[str]:
    """Return the names of all drawings."""
    return frozenset(name for section in table().values() for name in section.values())


def token(key: str) -> str:
    """Return the pictogram of a token beside a model or on the table: 'noise', 'ammo'.

    An unknown one gets that of an item, as nothing may fail while a widget is painted.
    """
    return table()["tokens"].get(key) or table()["tokens"]["item"]


def move(*keys: str) -> str:
    """Return the pictogram of a move of a game at the table: that of the first of these keys that has
    one, else a general one."""
    drawn = table()["moves"]
    for key in keys:
        if key in drawn:
            return drawn[key]
    return drawn["other"]


def tokens() -> Mapping[str, str]:
    """Return the pictograms of tokens by their keys."""
    return table()["tokens"]


def place(key: str) -> str:
    """Return the pictogram of a place of the window: 'campaign', 'print'."""
    return table()["places"][key]


def game(key: str) -> str:
    """Return the pictogram of a tracked game; a general one for an unknown game."""
    return table()["games"].get(key) or place("games")


def keyword(key: str) -> str:
    """Return the pictogram of a Keyword."""
    return table()["keywords"][key]


def skill_type(key: str) -> str:
    """Return the pictogram of a kind of skill."""
    return table()["skill_types"][key]


def firearm_class(key: str) -> str:
    """Return the pictogram of a class of Firearms."""
    return table()["firearm_classes"][key]


def of(kind: str, key: str, weapon_class: str = "") -> str:
    """Return the pictogram of an entry: that of its key, else of its weapon class, else of its
    kind.

    `kind` is the name of its file in the rulebook: 'firearms', 'perks'.
    """
    own = table().get(kind, {}).get(key)
    if own:
        return own
    of_class = table()["firearm_classes"].get(weapon_class)
    if of_class:
        return of_class
    return table()["kinds"][kind]


def artists() -> list[str]:
    """Return the names of the pictograms' artists, for the credits."""
    return sorted({name.split("/")[0].replace("-", " ").title() for name in drawings()})


FOLDER = "pictures/"
#: The most bytes of a picture, the most pixels of its sides, and the most pictures of a pack.
BYTES_MOST = 256 * KIB
SIDE_MOST = 512
PICTURES_MOST = 200
#: The fields of an entry that may name a picture.
PICTURE_FIELDS = ("pictogram", "portrait")
_MARK = "picture:"
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = 24

#: Pictures by the hash of their content.
_known: dict[str, bytes] = {}


def is_picture(name: str) -> bool:
    """Return whether a drawing is a picture of a pack that has been read."""
    return name.startswith(_MARK) and name.split(":")[1] in _known


def names_picture(name: str) -> bool:
    """Return whether a drawing is a picture of a pack, which may be gone."""
    return name.startswith(_MARK)


def picture(name: str) -> bytes:
    """Return the PNG of a picture, empty if it isn't known."""
    if not name.startswith(_MARK):
        return b""
    content_hash = name.split(":")[1]
    return _known.get(content_hash, b"")


class _Wanted(NamedTuple):
    """A picture that a field of an entry names: where, and the name of its file."""

    kind: str
    key: str
    field: str
    file: str


def instead(name: str) -> str:
    """Return the drawing to show if a picture can't be shown."""
    if not name.startswith(_MARK):
        return name
    drawing = name.split(":")[-1]
    return drawing if drawing in drawings() else token("item")


def take_pictures(pack: Path, sources: Sources) -> tuple[Sources, list[Fault]]:
    """Return the entries of a pack with their pictures read, and the faults of those."""
    wanted = list(_wanted(sources))
    if not wanted:
        return sources, []
    try:
        files = files_of(pack)
    except (OSError, StoreError):
        return sources, []  # gone since its entries were read
    faults = []
    hashes: dict[str, str] = {}
    for place in wanted:
        try:
            if place.file not in hashes:
                hashes[place.file] = _read(place.file, files, len(hashes))
        except PackFileError as error:
            faults.append(Fault(f"{place.kind}.toml", str(error), place.key, place.field))
    with_pictures = {kind: dict(table) for kind, table in sources.items()}
    for place in wanted:
        if place.file in hashes:
            entry: dict[str, Any] = dict(with_pictures[place.kind][place.key])
            drawing = of(place.kind, place.key, str(entry.get("class", "")))
            entry[place.field] = f"{_MARK}{hashes[place.file]}:{drawing}"
            with_pictures[place.kind][place.key] = entry
    return with_pictures, faults


def _wanted(sources: Sources) -> Iterator[_Wanted]:
    """Yield the pictures that entries name."""
    for kind, entries in sources.items():
        for key, entry in entries.items():
            if not isinstance(entry, dict):
                continue
            for field in PICTURE_FIELDS:
                file = entry.get(field)
                if isinstance(file, str) and file.startswith(FOLDER):
                    yield _Wanted(kind, key, field, file)


def take_picture(name: str, files: PackFiles, number: int) -> str:
    """Read a picture of a pack of which so many were read before; return the name of its drawing.
    Raises PackFileError."""
    return f"{_MARK}{_read(name, files, number)}:{token('item')}"


def _read(name: str, files: PackFiles, number: int) -> str:
    """Read and register a picture, and return its hash. Raises PackFileError."""
    if name not in files:
        raise PackFileError("there is no picture called {name}.", name=name)
    if number >= PICTURES_MOST:
        raise PackFileError("there are more than {n} pictures.", n=PICTURES_MOST)
    content = read_bytes(files[name])
    if len(content) > BYTES_MOST:
        raise PackFileError("{name} has more than {n} KB.", name=name, n=BYTES_MOST // KIB)
    has_header = content.startswith(_SIGNATURE) and content[12:16] == b"IHDR"
    if not has_header or len(content) <= _HEADER:
        raise PackFileError("{name} isn't a PNG file.", name=name)
    width = int.from_bytes(content[16:20])
    height = int.from_bytes(content[20:24])
    if not (1 <= width <= SIDE_MOST and 1 <= height <= SIDE_MOST):
        raise PackFileError(
            "{name} is {w} × {h} pixels: {most} × {most} at most.",
            name=name,
            w=width,
            h=height,
            most=SIDE_MOST,
        )
    content_hash = hashlib.blake2b(content, digest_size=12).hexdigest()
    _known[content_hash] = content
    return content_hash
