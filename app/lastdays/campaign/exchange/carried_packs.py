"""The content packs that the file of a campaign carries, and adding them to those of the user."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.bounds import Archive, OutOfBoundsError
from lastdays.desktop.files import CopiesFolder, write_whole
from lastdays.errors import DocumentError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.rulebook.pack_files import AddedPack, add_to_users_packs, key_when_zipped, zip_of
from lastdays.rulebook.pack_identity import identity_of
from lastdays.rulebook.packs import Pack, Rulebooks, read_pack
from lastdays.rulebook.sources import SUFFIX, TOTAL_MOST
from lastdays.values import Value

#: The folder of packs in the file of a campaign.
_FOLDER = "packs/"
#: The most packs that are carried, and the most letters of the name of one's file.
CARRIED_MOST = 40
_NAME_MOST = 120
#: The most entries that the file of a campaign may have for its packs to be looked for.
_ENTRIES_MOST = 10_000


class CarriedPack(Value):
    """A content pack in the file of a campaign: the name of its zip, and that."""

    file: str
    content: bytes


# Out


def used_packs(rulebooks: Rulebooks, campaign: Campaign) -> list[Pack]:
    """Return the installed packs that a campaign uses."""
    return [pack for pack in rulebooks.packs if rulebooks.is_on(pack.key, campaign.chosen)]


def with_identities(rulebooks: Rulebooks, campaign: Campaign) -> Campaign:
    """Return a campaign that names its packs by their keys, and says of each which one that is, also
    where it didn't keep that so far."""
    used = used_packs(rulebooks, campaign)
    kept = list(campaign.kept_packs)
    kept += [identity_of(pack) for pack in used if campaign.kept_pack(pack.key) is None]
    campaign = replace(campaign, kept_packs=tuple(kept))
    if campaign.packs is None:
        return campaign
    keys_by_name = {pack.folder_name: pack.key for pack in used}
    known_keys = {pack.key for pack in used}
    keys = []
    for name in campaign.packs:
        keys.append(name if name in known_keys else keys_by_name.get(name, name))
    return replace(campaign, packs=tuple(dict.fromkeys(keys)))


def with_packs(file: bytes, packs: Iterable[Pack]) -> bytes:
    """Return the file of a campaign that carries some packs. The same packs make the same bytes.
    RulebookError if one can't be read."""
    buffer = io.BytesIO(file)
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        for pack in packs:
            # Dated 1980, so that the bytes don't depend on the time.
            archive.writestr(zipfile.ZipInfo(_FOLDER + _file_of(pack)), zip_of(pack))
    return buffer.getvalue()


def _file_of(pack: Pack) -> str:
    """Return what the zip of a pack is called: its key, by which one without a key of its own is known."""
    file = f"{pack.key}{SUFFIX}"
    return file if _is_name_of_file(file) else f"{key_when_zipped(pack)}{SUFFIX}"


# In


def packs_carried_by(file: bytes) -> tuple[CarriedPack, ...]:
    """Return the packs in the file of a campaign. DocumentError if there are too many, or one is too
    large."""
    try:
        archive = Archive(file, entries=_ENTRIES_MOST, room=TOTAL_MOST)
        names = [name for name in archive.names if name.startswith(_FOLDER)]
        if len(names) > CARRIED_MOST:
            raise _too_much()
        return tuple(_read(archive, names))
    except OutOfBoundsError as error:
        raise _too_much() from error


def _read(archive: Archive, names: Iterable[str]) -> Iterator[CarriedPack]:
    for name in names:
        file = name.removeprefix(_FOLDER)
        if _is_name_of_file(file):
            yield CarriedPack(file, archive.read(name, TOTAL_MOST))


def _is_name_of_file(name: str) -> bool:
    """Return whether a name is that of a zip, and leads nowhere else."""
    is_plain = not any(sign in name for sign in "/\\:") and name.isprintable()
    return (
        is_plain and name.endswith(SUFFIX) and not name.startswith(".") and len(name) <= _NAME_MOST
    )


def _too_much() -> DocumentError:
    return DocumentError(
        "The content packs in this file are too many or too large. Nothing of them was added."
    )


def missing_packs(workspace: Workspace, campaign: str) -> list[Pack]:
    """Return the packs that a campaign uses but that aren't here, by name."""
    lines = HouseRules(workspace).packs(campaign)
    return [line.pack for line in lines if line.pack.is_gone]


def carried_and_missing(
    carried: Iterable[CarriedPack], missing: Iterable[Pack]
) -> list[CarriedPack]:
    """Return those of the carried packs that aren't here."""
    keys = {pack.key for pack in missing}
    wanted = []
    with CopiesFolder() as folder:
        for pack in carried:
            if read_pack(_written_for_reading(pack, folder)).key in keys:
                wanted.append(pack)
    return wanted


def add_packs(carried: Iterable[CarriedPack]) -> list[AddedPack]:
    """Add carried packs to those of the user. RulebookError if one has faults; those before it are
    added."""
    added = []
    with CopiesFolder() as folder:
        for pack in carried:
            added.append(add_to_users_packs(_written_for_reading(pack, folder)))
    return added


def _written_for_reading(pack: CarriedPack, folder: Path) -> Path:
    """Write a carried pack into a temporary folder, so that it is read as any other; return its zip."""
    file = folder / pack.file
    write_whole(file, pack.content)
    return file


def names_of(packs: Iterable[Pack]) -> list[str]:
    """Return the names of packs with their versions."""
    names = []
    for pack in packs:
        version = pack.about.version
        names.append(
            _("{name} {version}", name=pack.name, version=version) if version else pack.name
        )
    return names
