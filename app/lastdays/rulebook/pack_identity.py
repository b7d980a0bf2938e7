"""What a content pack is: its key, its version, and a digest of its content, which campaigns keep; and
how the pack that is here differs from the one that a campaign kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.rulebook.catalogue import PACK_FILES
from lastdays.rulebook.packs import Pack, VersionText
from lastdays.rulebook.sources import ABOUT, PackFileError, files_of, read_bytes, read_table
from lastdays.values import Value

#: The ends of a pack's files: its tables and its pictures.
PACK_SUFFIXES = (".toml", ".png")
#: Of how many entries a digest each is kept; of a larger pack one of each file.
PARTS_MOST = 300
_DIGEST_BYTES = 16
_PART_BYTES = 4


class PackIdentity(Value, omit_defaults=True):
    """A content pack as a campaign keeps it. `parts` has a short digest of each entry, or of each file,
    by its name: by these it is said what differs."""

    key: str
    name: str = ""
    version: VersionText = ""
    digest: str = ""
    parts: Mapping[str, str] = {}


def identity_of(pack: Pack) -> PackIdentity:
    """Return what a pack is. One that is gone, or can't be read, has no digest."""
    about = pack.about
    identity = PackIdentity(key=pack.key, name=pack.name, version=about.version)
    if pack.path is None:
        return identity
    try:
        contents = list(_contents(pack))
    except (OSError, StoreError, PackFileError):
        return identity
    digest = _digest(dict(contents), _DIGEST_BYTES)
    return PackIdentity(
        key=pack.key,
        name=pack.name,
        version=about.version,
        digest=digest,
        parts=_digests_of_parts(contents),
    )


def _contents(pack: Pack) -> Iterator[tuple[str, object]]:
    """Yield what is in a pack, without what it says of itself: the name and the content of each entry
    and of each other file. Raises OSError, StoreError or PackFileError."""
    assert pack.path is not None
    for name, read in sorted(files_of(pack.path).items()):
        if name == ABOUT or not name.endswith(PACK_SUFFIXES):
            continue
        if not name.endswith(".toml"):
            yield name, read_bytes(read).hex()
            continue
        table = read_table(read)
        if name.removesuffix(".toml") not in PACK_FILES:
            yield name, table
            continue
        for key, entry in table.items():
            yield f"{name} [{key}]", entry


def _digests_of_parts(contents: Sequence[tuple[str, object]]) -> dict[str, str]:
    """Return a short digest of each entry by name, or of each file if there are more than PARTS_MOST
    entries."""
    if len(contents) <= PARTS_MOST:
        return {name: _digest(content, _PART_BYTES) for name, content in contents}
    by_file: dict[str, dict[str, object]] = {}
    for name, content in contents:
        file = name.partition(" [")[0]
        by_file.setdefault(file, {})[name] = content
    return {file: _digest(content, _PART_BYTES) for file, content in by_file.items()}


def _digest(content: object, size: int) -> str:
    """Return a text that is the same for the same content, however it was written."""
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=size).hexdigest()


def was_changed_since_zipped(pack: Pack) -> bool:
    """Return whether a pack was changed since it was zipped, by the digest that was written then."""
    digest_when_zipped = pack.about.digest
    return bool(digest_when_zipped) and digest_when_zipped != identity_of(pack).digest


def differences(kept: PackIdentity, here: PackIdentity) -> list[str]:
    """Return sentences that say how the pack that is here differs from the one a campaign kept; none if they
    are the same."""
    sentences = []
    if kept.version != here.version:
        sentences.append(
            _(
                "Version {here} is here, version {kept} was played with.",
                here=here.version or "–",
                kept=kept.version or "–",
            )
        )
    if not kept.digest or not here.digest or kept.digest == here.digest:
        return sentences
    for part in sorted({*kept.parts, *here.parts}):
        if part not in kept.parts:
            sentences.append(_("{part}: only here.", part=part))
        elif part not in here.parts:
            sentences.append(_("{part}: missing here.", part=part))
        elif kept.parts[part] != here.parts[part]:
            sentences.append(_("{part}: different here.", part=part))
    if not sentences:
        sentences.append(_("Its content is different here."))
    return sentences
