"""Group and campaign documents: the one form in which they are stored, leave and come back."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from lastdays.errors import DocumentError, LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.model.switches import Switches
from lastdays.model.unknown import unknown_in
from lastdays.rulebook import CHARACTERISTICS, KEYWORDS, Catalogue

FORMAT = "lastdays-group"
VERSION = 1
SUFFIX = ".lastdays.json"

NAME_MOST = 200
NOTES_MOST = 20_000
POINTS_MOST = 99_999
EXPERIENCE_MOST = 9_999
CHARACTERISTIC_MOST = 20
LEVEL_MOST = 99
MEMBERS_MOST = 200
FILE_MOST = 8 * 1024 * 1024
PORTRAIT_MOST = 256 * 1024

#: Steps that bring an older document up by one version: {1: from 1 to 2, …}.
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


@cache
def _groups() -> TypeAdapter[Group]:
    return TypeAdapter(Group)


@cache
def _campaigns() -> TypeAdapter[Campaign]:
    return TypeAdapter(Campaign)


@cache
def _switches() -> TypeAdapter[Switches]:
    return TypeAdapter(Switches)


def group_document(
    group: Group, *, indent: int | None = None, portraits: Mapping[str, bytes] | None = None
) -> bytes:
    """Write a group as a versioned JSON document; a file carries the portraits as well."""
    body = _groups().dump_python(group, mode="json", exclude_defaults=True)
    envelope = {"format": FORMAT, "version": VERSION, "group": body}
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
        return _groups().validate_python(body)
    except ValidationError as error:
        first = error.errors()[0]
        where = " → ".join(str(part) for part in first["loc"]) or "group"
        raise DocumentError(
            _("This group document is damaged at {where}: {reason}.").format(
                where=where, reason=first["msg"]
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
    """Write a campaign's own document."""
    return _campaigns().dump_json(campaign, exclude_defaults=True)


def read_campaign(document: bytes) -> Campaign:
    """Read the campaign in a document; DocumentError where it is damaged."""
    try:
        return _campaigns().validate_json(document)
    except ValidationError as error:
        raise DocumentError(_("A campaign's document in the store is damaged.")) from error


def read_switches(stored: Mapping[str, Any]) -> Switches:
    """Read switches out of a store; those that came later have their defaults."""
    return _switches().validate_python(dict(stored))


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


def problems(
    group: Group, catalogue: Catalogue, before: Iterable[Group] = (), *, foreign: bool = False
) -> list[str]:
    """List what a group cannot be: numbers out of range, unknown keys, ids used twice.

    What the rulebook does not know is let be where a group had it `before`: its content pack may
    be gone. `foreign` lets all of it be, for what comes from a file, a record or a sequence.
    """
    found: list[str] = []
    before = tuple(before)
    levels = {m.id: m.level for g in before for m in g.members}
    kept = {(u.kind, u.key) for g in before for u in unknown_in(g, catalogue)}

    def number(what: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            found.append(
                _("{what} is {value}; it can be {low} to {high}.").format(
                    what=what, value=value, low=low, high=high
                )
            )

    def words(what: str, text: str, most: int) -> None:
        if len(text) > most:
            found.append(
                _("{what} has {length} characters; {most} is the most that fits.").format(
                    what=what, length=len(text), most=most
                )
            )

    def known(what: str, key: str, keys: Container[str]) -> None:
        if key not in keys:
            found.append(_("{what}: the rulebook has no '{key}'.").format(what=what, key=key))

    words(_("The group's name"), group.name, NAME_MOST)
    words(_("The group's notes"), group.notes, NOTES_MOST)
    number(_("Scavenge Points"), group.points, -POINTS_MOST, POINTS_MOST)
    number(_("The number of members"), len(group.members), 0, MEMBERS_MOST)
    for unknown in dict.fromkeys(unknown_in(group, catalogue)):
        if not foreign and (unknown.kind, unknown.key) not in kept:
            what = {"refuges": _("Refuge"), "perks": _("Perk")}.get(unknown.kind)
            known(what or unknown.whose[:40] or _("The stash"), unknown.key, ())
        words(_("A key"), unknown.key, NAME_MOST)
    level_most = LEVEL_MOST if foreign else catalogue.number("limits", "level_most")
    for member in group.members:
        name = member.name[:40] or member.id
        words(_("The name of {name}").format(name=name), member.name, NAME_MOST)
        words(_("The notes of {name}").format(name=name), member.notes, NOTES_MOST)
        known(name, member.keyword, KEYWORDS)
        number(
            _("The Level of {name}").format(name=name),
            member.level,
            0,
            max(level_most, levels.get(member.id, 0)),
        )
        number(
            _("The Experience of {name}").format(name=name), member.experience, 0, EXPERIENCE_MOST
        )
        for key, amount in member.adjustments.items():
            known(name, key, CHARACTERISTICS)
            number(f"{name}, {key}", amount, -CHARACTERISTIC_MOST, CHARACTERISTIC_MOST)
        for advance in member.advances:
            known(name, advance.characteristic, CHARACTERISTICS)
    members = [m.id for m in group.members]
    items = list(_all_item_ids(group))
    if len(set(members)) != len(members) or len(set(items)) != len(items):
        found.append(_("Two members or two pieces of gear have the same id."))
    if group.leader and not group.has_member(group.leader):
        found.append(_("The Leader is not among the members."))
    return found


def _all_item_ids(group: Group) -> Iterator[str]:
    for item in (*group.stash, *(i for m in group.members for i in m.gear)):
        yield item.id
        yield from (a.id for a in item.attached)


def figures(group: Group) -> dict[str, int]:
    """Return the few numbers kept beside a revision, for lists and charts."""
    return {
        "size": len(group.roster),
        "points": group.points,
        "levels": sum(m.level for m in group.roster),
        "games": group.games,
    }
