"""Group and campaign documents: the one form in which they are stored, leave and come back."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from json import dumps
from typing import Any

from msgspec import Raw, Struct, ValidationError, convert, json, to_builtins
from msgspec.structs import replace

from lastdays.desktop.bounds import KIB, MIB
from lastdays.errors import DocumentError, LastDaysError, damage, reason
from lastdays.model.campaign import Campaign
from lastdays.model.fields import NAME_MOST
from lastdays.model.group import Group
from lastdays.model.recruiting import campaign_won, rating_of
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.store import Transaction

FORMAT = "lastdays-group"
VERSION = 2
SUFFIX = ".lastdays.json"
#: What the file of a whole campaign ends in.
CAMPAIGN_SUFFIX = ".lastdays-campaign"

FILE_MOST = 8 * MIB
PORTRAIT_MOST = 256 * KIB

#: What version 1 said of worked Perks, and which they were.
_WORKED = {"armoury": "armoury", "radio": "radio-room"}


def _worked(group: Any) -> Any:
    """Name the Perks that were worked, where a document says only that they were."""
    if not isinstance(group, dict) or not isinstance(group.get("next_encounter"), dict):
        return group
    said = group["next_encounter"]
    perks = [key for name, key in _WORKED.items() if said.get(name) is True]
    left = {key: value for key, value in said.items() if not isinstance(value, bool)}
    return {**group, "next_encounter": {**left, "worked": perks}}


#: Steps that bring an older document up by one version: {1: from 1 to 2, …}.
UPGRADES: dict[int, Callable[[Any], Any]] = {1: _worked}


class _Head(Struct):
    """What a document says of itself; the group as it stands there."""

    format: Any = None
    version: Any = None
    group: Raw = Raw(b"null")


class _GroupFile(Struct, omit_defaults=True):
    """A group's document as it is written; a file carries the portraits as well, and the
    revisions the group came of."""

    format: str
    version: int
    group: Group
    lineage: tuple[str, ...] = ()
    portraits: dict[str, bytes] = {}


class _Portraits(Struct):
    portraits: dict[str, bytes] = {}


def group_document(
    group: Group,
    *,
    indent: int | None = None,
    portraits: Mapping[str, bytes] | None = None,
    lineage: Sequence[str] = (),
) -> bytes:
    """Write a group as a versioned JSON document; a file carries the portraits as well, and the
    revisions the group came of."""
    pictures = {i: p for i, p in (portraits or {}).items() if p}
    made = to_builtins(_GroupFile(FORMAT, VERSION, group, tuple(lineage), pictures))
    # As every edition wrote it, to the byte: a revision is known elsewhere by the digest of that.
    return dumps(made, ensure_ascii=False, indent=indent).encode()


def read_group(document: bytes) -> Group:
    """Read the group in a document; DocumentError, naming the field, for anything else."""
    try:
        head = json.decode(document, type=_Head)
    except ValidationError:
        raise DocumentError("This file is JSON, but it isn't a Last Days group.") from None
    except (ValueError, RecursionError) as error:
        raise DocumentError(
            "This isn't a group document: it can't be read as JSON ({reason}).",
            reason=reason(error),
        ) from error
    if head.format != FORMAT:
        raise DocumentError("This file is JSON, but it isn't a Last Days group.")
    version = head.version
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DocumentError("This group document does not say its version.")
    if version > VERSION:
        raise DocumentError(
            "This group document was written by a newer version of this program "
            "(version {version}, this one reads {known}). Please update.",
            version=version,
            known=VERSION,
        )
    try:
        if version == VERSION:
            return json.decode(head.group, type=Group)
        body = json.decode(head.group)
        for step in range(version, VERSION):
            body = UPGRADES[step](body)
        return convert(body, Group)
    except (ValueError, RecursionError) as error:
        where, why = damage(error) if isinstance(error, ValueError) else ("", reason(error))
        raise DocumentError(
            "This group document is damaged at {where}: {reason}.",
            where=where or "group",
            reason=why.rstrip("."),
        ) from error


def read_portraits(document: bytes) -> dict[str, bytes]:
    """Read the portraits a group's file carries, by the ids its members name; DocumentError where
    they are damaged or too large."""
    try:
        found = json.decode(document, type=_Portraits).portraits
    except ValueError as error:
        raise DocumentError("The portraits in this group document are damaged.") from error
    if any(len(picture) > PORTRAIT_MOST for picture in found.values()):
        raise DocumentError("A portrait in this group document is too large.")
    return found


def campaign_document(campaign: Campaign) -> bytes:
    """Write a campaign's own document. Its games come first: what one more game adds stands at the
    end, and little of a long document is new to the packing."""
    rest = json.encode(replace(campaign, games=()))
    if not campaign.games:
        return rest
    return b'{"games":' + json.encode(campaign.games) + b"," + rest[1:]


def read_campaign(document: bytes) -> Campaign:
    """Read the campaign in a document; DocumentError where it is damaged."""
    try:
        return json.decode(document, type=Campaign)
    except (ValueError, RecursionError) as error:
        raise DocumentError("A campaign's document in the store is damaged.") from error


def read_switches(stored: Mapping[str, Any]) -> Switches:
    """Read switches out of a store; those that came later have their defaults."""
    return convert(stored, Switches)


def numbered(name: str, taken: Container[str]) -> str:
    """Return a name, or it with a number where it is taken: 'Crew (2)'."""
    free, n = name, 2
    while free in taken:
        free, n = f"{name} ({n})", n + 1
    return free


def checked_text(text: str, what: str) -> str:
    """Return text as it was typed; LastDaysError where it is empty, too long, or several lines."""
    stripped = text.strip()
    if not stripped:
        raise LastDaysError("{what} is empty: please type one.", what=what)
    if len(stripped) > NAME_MOST:
        raise LastDaysError(
            "{what} has {length} characters; {most} is the most that fits. Nothing was changed.",
            what=what,
            length=len(stripped),
            most=NAME_MOST,
        )
    if any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF for c in stripped):
        raise LastDaysError("{what} is one line of text.", what=what)
    return stripped


def kept_picture(tx: Transaction, picture: bytes) -> str:
    """Keep a picture, as `lastdays.ui.widgets.pictures` makes it, once for each content, and return
    its id; LastDaysError for one that is too large."""
    if len(picture) > PORTRAIT_MOST:
        raise LastDaysError("This picture is too large. Nothing was changed.")
    return tx.paper.add_portrait(picture)


def figures(group: Group, catalogue: Catalogue | None = None) -> dict[str, int]:
    """Return the few numbers kept beside a revision, for lists and charts; those that are worked
    out by the rulebook where there is one."""
    found = {
        "size": len(group.roster),
        "points": group.points,
        "levels": sum(m.level for m in group.roster),
        "games": group.games,
        "founding": int(group.founding),
        "remembered": len(group.memorial),
        "fallen": max((m.fate_game for m in group.memorial), default=-1),
    }
    if catalogue is not None:
        found["rating"] = rating_of(group, catalogue).total
        found["won"] = int(campaign_won(group, catalogue))
    return found
