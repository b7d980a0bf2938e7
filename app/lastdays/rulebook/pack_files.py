"""Content packs as files: one is zipped to be handed on, and added to those of the user."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import asdict, replace

from lastdays.desktop.files import write_whole
from lastdays.errors import RulebookError, StoreError
from lastdays.rulebook.pack_identity import PACK_SUFFIXES, identity_of
from lastdays.rulebook.pack_writing import toml_of
from lastdays.rulebook.packs import (
    Chosen,
    Pack,
    PackAbout,
    Rulebooks,
    first_lines_of,
    read_pack,
    users_pack_folder,
    writing,
)
from lastdays.rulebook.sources import (
    ABOUT,
    KEY,
    SUFFIX,
    PackFileError,
    content_packs,
    files_of,
    is_zip,
    read_bytes,
)
from lastdays.values import Value

#: The most letters of a key.
_KEY_MOST = 40


class AddedPack(Value):
    """A content pack of the user's folder; `new` says that it was just added, and not there before."""

    pack: Pack
    is_new: bool


class PackInstalledError(RulebookError):
    """A pack isn't added because another version of it is installed; the user may have that replaced."""


def is_pack(path: Path) -> bool:
    """Return whether a folder or zip has files of entries or games, as content packs have."""
    if not path.is_dir() and not is_zip(path):
        return False
    try:
        names = list(files_of(path))
    except (OSError, StoreError):
        return False
    return any(name.endswith(PACK_SUFFIXES) for name in names)


def check_playable(pack: Pack) -> None:
    """Raise RulebookError, with the first faults, for a pack that can't be played."""
    assert pack.path is not None
    faults = Rulebooks([pack.path]).faults(pack, Chosen(()))
    if faults:
        raise RulebookError(
            "The content pack {name} has faults and isn't added. {faults}",
            name=pack.name,
            faults=first_lines_of(faults),
        )


def zip_to_hand_on(pack: Pack) -> bytes:
    """Return a pack as a zip to hand on, with a key and the digest of its content. The same content makes
    the same bytes. Raises RulebookError if it can't be read."""
    digest = identity_of(pack).digest
    return zip_of(pack, replace(pack.about, key=key_when_zipped(pack), digest=digest))


def zip_of(pack: Pack, about: PackAbout | None = None) -> bytes:
    """Return a pack as a zip, with another `about` if one is given. Raises RulebookError if it can't be
    read."""
    assert pack.path is not None
    try:
        contents = {}
        for name, read in files_of(pack.path).items():
            if name.endswith(PACK_SUFFIXES) and name != ABOUT:
                contents[name] = read_bytes(read)
    except (OSError, StoreError, PackFileError) as error:
        raise RulebookError(
            "The content pack {name} can't be read: {reason}", name=pack.name, reason=error
        ) from error
    return _zipped({ABOUT: _description_file(about or pack.about), **contents})


def key_when_zipped(pack: Pack) -> str:
    """Return the key that a pack has once it is zipped: its own, else one made of its folder's name."""
    letters = []
    for letter in pack.key.lower():
        letters.append(letter if letter.isascii() and letter.isalnum() else "-")
    key = "".join(letters).strip("-")[:_KEY_MOST]
    return key if KEY.fullmatch(key) else "pack"


def _description_file(about: PackAbout) -> bytes:
    """Return what a pack says of itself as its file has it."""
    fields = {name: value for name, value in asdict(about).items() if value}
    return toml_of(fields).encode()


def _zipped(contents: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name)  # dated 1980, so that the bytes don't depend on the time
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, contents[name])
    return buffer.getvalue()


def add_to_users_packs(source: Path, *, replacing: bool = False) -> AddedPack:
    """Add a content pack to those of the user, as a zip. The same pack is left as it is there.

    Raises RulebookError if it has faults; PackInstalledError if another version of it is there, unless it
    is `replacing` that one.
    """
    pack = read_pack(source)
    check_playable(pack)
    folder = users_pack_folder()
    present = installed(pack.key)
    if present is not None:
        if _is_same(pack, present):
            return AddedPack(present, is_new=False)
        _check_may_replace(pack, present, replacing=replacing)
    target = _free_file(folder, pack, present)
    write_whole(target, zip_of(pack))
    if present is not None and present.path is not None and present.path != target:
        with writing(present.path):
            present.path.unlink()
    return AddedPack(read_pack(target), is_new=True)


def installed(key: str) -> Pack | None:
    """Return the pack with a key in the folder of the user's packs, None if there is none."""
    folder = users_pack_folder()
    for path in content_packs():
        pack = read_pack(path)
        if path.parent == folder and pack.key == key:
            return pack
    return None


def _is_same(pack: Pack, present: Pack) -> bool:
    """Return whether a pack has the version and the content of the one that is present."""
    identity = identity_of(pack)
    present_identity = identity_of(present)
    return (identity.version, identity.digest) == (
        present_identity.version,
        present_identity.digest,
    )


def _check_may_replace(pack: Pack, present: Pack, *, replacing: bool) -> None:
    """Raise an error unless the pack that is present may be replaced by this version of it. A folder never
    may: somebody may be writing in it. A zip may only if the user asked for that (`replacing`)."""
    assert present.path is not None
    if present.path.is_dir():
        raise RulebookError(
            "A content pack called {name} is already in {folder}, as a folder. Move that one away "
            "first. Nothing was changed.",
            name=present.name,
            folder=present.path.parent,
        )
    if not replacing:
        raise PackInstalledError(
            "{name} is already there as version {there}; this is version {version}. Nothing was "
            "changed.",
            name=present.name,
            there=present.about.version or "–",
            version=pack.about.version or "–",
        )


def _free_file(folder: Path, pack: Pack, present: Pack | None) -> Path:
    """Return the file that a pack is written to: that of its earlier version, else one that is free."""
    name = pack.key  # a pack without a key of its own is known by this
    target = folder / f"{name}{SUFFIX}"
    number = 1
    while target.exists() and (present is None or target != present.path):
        number += 1
        target = folder / f"{name}-{number}{SUFFIX}"
    return target
