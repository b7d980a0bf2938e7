"""Group and campaign documents: the one form in which they are stored, leave and come back."""

from __future__ import annotations

import json
import weakref
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lastdays.campaign import kept_games
from lastdays.campaign.bodies import DamagedError, adapter, value_of
from lastdays.errors import DocumentError, LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.fields import NAME_MOST
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group
from lastdays.model.rating import rating_of
from lastdays.model.recruiting import campaign_won
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue

FORMAT = "lastdays-group"
VERSION = 2
SUFFIX = ".lastdays.json"
#: What the file of a whole campaign ends in.
CAMPAIGN_SUFFIX = ".lastdays-campaign"

FILE_MOST = 8 * 1024 * 1024
PORTRAIT_MOST = 256 * 1024

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


def group_document(
    group: Group,
    *,
    indent: int | None = None,
    portraits: Mapping[str, bytes] | None = None,
    lineage: Sequence[str] = (),
) -> bytes:
    """Write a group as a versioned JSON document; a file carries the portraits as well, and the
    revisions the group came of."""
    body = adapter(Group).dump_python(group, mode="json", exclude_defaults=True)
    envelope: dict[str, Any] = {"format": FORMAT, "version": VERSION, "group": body}
    if lineage:
        envelope["lineage"] = list(lineage)
    if portraits:
        envelope["portraits"] = {i: b64encode(p).decode() for i, p in portraits.items() if p}
    return json.dumps(envelope, ensure_ascii=False, indent=indent).encode()


def read_group(document: bytes) -> Group:
    """Read the group in a document; DocumentError, naming the field, for anything else."""
    try:
        envelope = json.loads(document)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise DocumentError(
            _("This isn't a group document: it can't be read as JSON ({reason}).").format(
                reason=error
            )
        ) from error
    return group_of(envelope)


def group_of(envelope: Any) -> Group:
    """Return the group of a document that was read as JSON; DocumentError for anything else."""
    if not isinstance(envelope, dict) or envelope.get("format") != FORMAT:
        raise DocumentError(_("This file is JSON, but it isn't a Last Days group."))
    version = envelope.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DocumentError(_("This group document does not say its version."))
    if version > VERSION:
        raise DocumentError(
            _(
                "This group document was written by a newer version of this program "
                "(version {version}, this one reads {known}). Please update."
            ).format(version=version, known=VERSION)
        )
    body: Any = envelope.get("group")
    for step in range(version, VERSION):
        body = UPGRADES[step](body)
    try:
        return value_of(Group, body)
    except DamagedError as error:
        raise DocumentError(
            _("This group document is damaged at {where}: {reason}.").format(
                where=error.where or "group", reason=error.reason
            )
        ) from error


def read_portraits(document: bytes) -> dict[str, bytes]:
    """Read the portraits a group's file carries, by the ids its members name; DocumentError where
    they are damaged or too large."""
    carried = json.loads(document).get("portraits", {})
    try:
        found = {str(i): b64decode(text, validate=True) for i, text in carried.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise DocumentError(_("The portraits in this group document are damaged.")) from error
    if any(len(picture) > PORTRAIT_MOST for picture in found.values()):
        raise DocumentError(_("A portrait in this group document is too large."))
    return found


def campaign_document(campaign: Campaign) -> bytes:
    """Write a campaign's own document. Its games come first, each as it was written before: what one
    more game adds stands at the end, and little of a long document is new."""
    rest = adapter(Campaign).dump_json(replace(campaign, games=()), exclude_defaults=True)
    if not campaign.games:
        return rest
    return _JOINED.of(campaign.games, _WRITTEN.of, rest)


class _WrittenGames:
    """Games as they were written, for as long as they are known."""

    def __init__(self) -> None:
        self._stored: dict[int, tuple[weakref.ref[GameRecord], bytes]] = {}

    def of(self, game: GameRecord) -> bytes:
        """Return a game as JSON."""
        stored = kept_games.stored(game)
        if stored is not None:
            return stored
        known = self._stored.get(id(game))
        if known is not None and known[0]() is game:
            return known[1]
        written = adapter(GameRecord).dump_json(game, exclude_defaults=True)
        number = id(game)
        here = weakref.ref(game, lambda _gone: self._stored.pop(number, None))
        self._stored[number] = here, written
        return written


_WRITTEN = _WrittenGames()
_JOINED = kept_games.Joined()


def read_campaign(document: bytes) -> Campaign:
    """Read the campaign in a document; DocumentError where it is damaged. What is in the games of a
    long one is read as it is asked for."""
    try:
        apart = _JOINED.read(document)
        if apart is None:
            return value_of(Campaign, json.loads(document.decode()))
        rest, games = apart
        return replace(value_of(Campaign, json.loads(rest.decode())), games=games)
    except (ValueError, RecursionError) as error:
        raise DocumentError(_("A campaign's document in the store is damaged.")) from error


def read_switches(stored: Mapping[str, Any]) -> Switches:
    """Read switches out of a store; those that came later have their defaults."""
    return value_of(Switches, dict(stored))


def checked_text(text: str, what: str, most: int = NAME_MOST) -> str:
    """Return text as it was typed; LastDaysError where it is empty, too long, or several lines."""
    stripped = text.strip()
    if not stripped:
        raise LastDaysError(_("{what} is empty: please type one.").format(what=what))
    if len(stripped) > most:
        raise LastDaysError(
            _(
                "{what} has {length} characters; {most} is the most that fits. Nothing was changed."
            ).format(what=what, length=len(stripped), most=most)
        )
    if any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF for c in stripped):
        raise LastDaysError(_("{what} is one line of text.").format(what=what))
    return stripped


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
