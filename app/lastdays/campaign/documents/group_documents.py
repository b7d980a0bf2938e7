"""Group and campaign documents, the form in which they are stored, exported and imported."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from json import dumps
from typing import Any

from msgspec import Raw, Struct, ValidationError, convert, json, to_builtins
from msgspec.structs import replace

from lastdays.campaign.dates import day_of_moment
from lastdays.desktop.bounds import KIB, MIB, Room, in_utf8
from lastdays.errors import DocumentError, LastDaysError, damage, reason
from lastdays.model.campaign import Campaign
from lastdays.model.fields import NAME_MOST, has_surrogates
from lastdays.model.group import Group
from lastdays.model.recruiting import campaign_won, rating_of
from lastdays.model.switches import Switches
from lastdays.names import is_blank, kept_line, looks_taken
from lastdays.rulebook import Catalogue
from lastdays.store import Transaction

FORMAT = "lastdays-group"
VERSION = 2
SUFFIX = ".lastdays.json"
#: The suffix of a campaign's file.
CAMPAIGN_SUFFIX = ".lastdays-campaign"

FILE_MOST = 8 * MIB
PORTRAIT_MOST = 256 * KIB
#: A portrait in the store: half of it is still sharp as the face on a card.
PORTRAIT_ROOM = Room(width=600, height=800, size=PORTRAIT_MOST)
#: A group's picture in the store: as wide as a quarter page at 200 dots an inch.
GROUP_PICTURE_ROOM = Room(width=960, height=640, size=PORTRAIT_MOST)

#: The fields of version 1 for worked Perks, with the Perks' keys.
_WORKED = {"armoury": "armoury", "radio": "radio-room"}


def _with_worked_perks(group: Any) -> Any:
    """Replace version 1's fields for worked Perks by a list of the Perks."""
    if not isinstance(group, dict) or not isinstance(group.get("next_encounter"), dict):
        return group
    old_fields = group["next_encounter"]
    new_fields = {key: value for key, value in old_fields.items() if not isinstance(value, bool)}
    new_fields["worked"] = [perk for name, perk in _WORKED.items() if old_fields.get(name) is True]
    return {**group, "next_encounter": new_fields}


#: Upgrades of older documents by one version: {1: from 1 to 2, …}.
UPGRADES: dict[int, Callable[[Any], Any]] = {1: _with_worked_perks}


class _Head(Struct):
    """The format and version of a document, and its group unparsed."""

    format: Any = None
    version: Any = None
    group: Raw = Raw(b"null")


class _GroupFile(Struct, omit_defaults=True):
    """A group's document; a file also has the portraits, and digests of the group's earlier
    revisions."""

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
    """Write a group as a versioned JSON document; a file also has the portraits, and digests of the
    group's earlier revisions."""
    pictures = {}
    for key, picture in (portraits or {}).items():
        if picture:
            pictures[key] = picture
    file = to_builtins(_GroupFile(FORMAT, VERSION, group, tuple(lineage), pictures))
    # The same bytes in every edition: other stores know a revision by their digest.
    return dumps(file, ensure_ascii=False, indent=indent).encode()


def read_group(document: bytes) -> Group:
    """Read the group in a document; DocumentError, naming the field, if it is invalid."""
    head = _read_head(document)
    try:
        if head.version == VERSION:
            return json.decode(head.group, type=Group)
        body = json.decode(head.group)
        for step in range(head.version, VERSION):
            body = UPGRADES[step](body)
        return convert(body, Group)
    except ValueError as error:
        where, why = damage(error)
        raise _damage_error(where, why) from error
    except RecursionError as error:
        raise _damage_error("", reason(error)) from error


def _damage_error(where: str, why: str) -> DocumentError:
    return DocumentError(
        "This group document is damaged at {where}: {reason}.",
        where=where or "group",
        reason=why.rstrip("."),
    )


def _read_head(document: bytes) -> _Head:
    """Read the format and version of a document; DocumentError if they aren't those of a group that can
    be read."""
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
        raise DocumentError("This group document doesn't say which version it is.")
    if version > VERSION:
        raise DocumentError(
            "This group document was written by a newer version of this program "
            "(version {version}, this one reads {known}). Please update.",
            version=version,
            known=VERSION,
        )
    return head


def read_portraits(document: bytes) -> dict[str, bytes]:
    """Read the portraits in a group's file, by the ids its members have; DocumentError if they are
    damaged or too large."""
    try:
        portraits = json.decode(in_utf8(document), type=_Portraits).portraits
    except ValueError as error:
        raise DocumentError("The portraits in this group document are damaged.") from error
    if any(len(picture) > PORTRAIT_MOST for picture in portraits.values()):
        raise DocumentError("A portrait in this group document is too large.")
    return portraits


def campaign_document(campaign: Campaign) -> bytes:
    """Write a campaign's own document. The seasons and the games come first, so that a long document
    changes only towards its end and compresses well."""
    document = json.encode(replace(campaign, seasons=(), games=()))
    if campaign.games:
        document = b'{"games":' + json.encode(campaign.games) + b"," + document[1:]
    if campaign.seasons:
        document = b'{"seasons":' + json.encode(campaign.seasons) + b"," + document[1:]
    return document


def campaign_figures(campaign: Campaign) -> dict[str, int]:
    """Return the figures stored with a campaign's revision, for lists."""
    return {"archived": 1} if campaign.archived else {}


#: How the plan of the next game begins in a document of an earlier version, which had but one.
_PLANNED = b'"planned":{'


def read_campaign(document: bytes) -> Campaign:
    """Read the campaign in a document; DocumentError if it is damaged."""
    try:
        if _PLANNED in document:
            return with_days(convert(upgraded_campaign(json.decode(document)), Campaign))
        return with_days(json.decode(document, type=Campaign))
    except (ValueError, RecursionError) as error:
        raise DocumentError("A campaign's document in the store is damaged.") from error


def upgraded_campaign(body: Any) -> Any:
    """Return the JSON of a campaign as this version has it: the plan of the next game, of an earlier
    version, is the first fixture unless that game is played."""
    if not isinstance(body, dict) or not isinstance(body.get("planned"), dict):
        return body
    planned = dict(body["planned"])
    number = planned.pop("number", 0)
    next_number = _next_number(body.get("games"))
    upgraded = {key: value for key, value in body.items() if key != "planned"}
    if number == next_number:
        upgraded["fixtures"] = [{**planned, "id": f"game-{next_number}"}]
    return upgraded


def _next_number(games: Any) -> int:
    """Return the number of the game after those of a document."""
    numbers = [0]
    for game in games if isinstance(games, list) else ():
        number = game.get("number") if isinstance(game, dict) else 0
        if isinstance(number, int):
            numbers.append(number)
    return max(numbers) + 1


def with_days(campaign: Campaign) -> Campaign:
    """Return a campaign in which games that an earlier version recorded have a day: that of the moment
    they were recorded."""
    if all(game.day or not game.recorded for game in campaign.games):
        return campaign  # an earlier version had no seasons
    games = []
    for game in campaign.games:
        if not game.day:
            game = replace(game, day=day_of_moment(game.recorded))
        games.append(game)
    return replace(campaign, games=tuple(games))


def read_switches(stored: Mapping[str, Any]) -> Switches:
    """Read stored switches, with defaults for those added later; DocumentError if they are damaged."""
    try:
        return convert(stored, Switches)
    except ValueError as error:
        raise DocumentError("A campaign's document in the store is damaged.") from error


def numbered(name: str, names_taken: Collection[str]) -> str:
    """Return a name, with a number if one that looks the same is taken: 'Crew (2)'."""
    free_name = name
    number = 2
    while looks_taken(free_name, names_taken):
        free_name = f"{name} ({number})"
        number += 1
    return free_name


def checked_text(text: str, what: str) -> str:
    """Return a typed text as one line; LastDaysError if nothing of it can be seen, or if it is too long
    or can't be stored."""
    line = kept_line(text)
    if is_blank(line):
        raise LastDaysError("{what} is empty: please type one.", what=what)
    if len(line) > NAME_MOST:
        raise LastDaysError(
            "{what} has {length} characters; it can have {most} at most. Nothing was changed.",
            what=what,
            length=len(line),
            most=NAME_MOST,
        )
    if has_surrogates(line):
        raise LastDaysError("{what} has a character that can't be stored.", what=what)
    return line


def kept_picture(tx: Transaction, picture: bytes) -> str:
    """Store a picture, as made by `lastdays.ui.widgets.pictures`, and return its id; LastDaysError if
    it is too large."""
    if len(picture) > PORTRAIT_MOST:
        raise LastDaysError("This picture is too large. Nothing was changed.")
    return tx.paper.add_portrait(picture)


def figures(group: Group, catalogue: Catalogue | None = None) -> dict[str, int]:
    """Return the figures stored with a revision for lists and charts; some need the rulebook."""
    last_games = [member.fate_game for member in group.memorial]
    figures = {
        "size": len(group.roster),
        "points": group.points,
        "levels": sum(member.level for member in group.roster),
        "games": group.games,
        "founding": int(group.founding),
        "remembered": len(group.memorial),
        "fallen": max(last_games, default=-1),
    }
    if catalogue is not None:
        figures["rating"] = rating_of(group, catalogue).total
        figures["won"] = int(campaign_won(group, catalogue))
    return figures
