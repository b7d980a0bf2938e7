"""The sentences for changes: the store keeps kind and facts, this says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.language import _, joined
from lastdays.model.group import Group, Member
from lastdays.rulebook import CHARACTERISTICS, characteristic_name

_NAMES: dict[str, Callable[[], str]] = {
    "new-campaign": lambda: _("began the campaign {name}"),
    "rename-campaign": lambda: _("renamed the campaign {name}"),
    "delete-campaign": lambda: _("deleted the campaign {name}"),
    "restore-campaign": lambda: _("brought back the campaign {name}"),
    "campaign-notes": lambda: _("wrote campaign notes"),
    "switches": lambda: _("changed how the rules are read"),
    "dice-mode": lambda: _("changed how dice are rolled"),
    "found-group": lambda: _("founded {name}"),
    "import-group": lambda: _("imported {name}"),
    "delete-group": lambda: _("deleted {name}"),
    "restore-group": lambda: _("brought back {name}"),
    "end-founding": lambda: _("set {name} to play"),
    "recruit": lambda: _("recruited {member}"),
    "take-back": lambda: _("took back {member}"),
    "dismiss": lambda: _("dismissed {member}"),
    "buy": lambda: _("bought {item} for {member}"),
    "give-back": lambda: _("gave back {item} of {member}"),
    "move-gear": lambda: _("moved {item} to {to}"),
    "mount": lambda: _("mounted {item} on {gun}"),
    "unmount": lambda: _("took {item} off {gun}"),
    "convert": lambda: _("converted {gun}"),
    "add-gear": lambda: _("added {item} to {to} by hand"),
    "remove-gear": lambda: _("removed {item} by hand"),
    "edit-member": lambda: _("edited {member}"),
    "add-member": lambda: _("entered {member} by hand"),
    "edit-group": lambda: _("edited the group"),
    "member-notes": lambda: _("wrote notes for {member}"),
    "portrait": lambda: _("set the portrait of {member}"),
    "no-portrait": lambda: _("removed the portrait of {member}"),
    "group-notes": lambda: _("wrote group notes"),
    "points": lambda: _("set Scavenge Points to {points}"),
    "refuge": lambda: _("changed the Refuge by hand"),
    "allow": lambda: _("allowed: {what}"),
    "disallow": lambda: _("no longer allowed: {what}"),
    "decline-rescue": lambda: _("declined the rescue of {member}"),
    "record-game": lambda: _("recorded game {number}"),
    "edit-game": lambda: _("corrected game {number}"),
    "delete-game": lambda: _("deleted game {number}"),
    "post-game": lambda: _("after game {number}"),
    "sample": lambda: _("added the sample"),
}


#: Fields of a member and of a group that are set by hand, in the order they are named.
_MEMBER_FIELDS = (
    "type",
    "keyword",
    "captor",
    "level",
    "experience",
    "skills",
    "injuries",
    "skill_types",
)
_GROUP_FIELDS = ("player", "points", "games")


def member_edits(before: Member, after: Member) -> list[dict[str, Any]]:
    """What an edit by hand did to a member, as facts: renamed, died, returned, which fields."""
    done: list[dict[str, Any]] = []
    if before.name != after.name:
        done.append({"did": "renamed", "old": before.name})
    if before.status != after.status:
        done.append({"did": after.status})
    fields = [f for f in _MEMBER_FIELDS if getattr(before, f) != getattr(after, f)]
    if "captor" in fields and before.status != after.status:
        fields.remove("captor")
    fields += [c for c in CHARACTERISTICS if before.adjustments.get(c) != after.adjustments.get(c)]
    return [*done, {"did": "set", "fields": fields}] if fields else done


def group_edits(before: Group, after: Group) -> list[dict[str, Any]]:
    """What an edit by hand did to a group's own values, as facts."""
    done: list[dict[str, Any]] = []
    if before.name != after.name:
        done.append({"did": "renamed", "old": before.name})
    fields = [f for f in _GROUP_FIELDS if getattr(before, f) != getattr(after, f)]
    return [*done, {"did": "set", "fields": fields}] if fields else done


def _field_name(field: str) -> str:
    if field in CHARACTERISTICS:
        return characteristic_name(field)
    return {
        "type": _("type"),
        "keyword": _("Keyword"),
        "captor": _("captors"),
        "level": _("Level"),
        "experience": _("Experience"),
        "skills": _("skills"),
        "injuries": _("injuries"),
        "skill_types": _("skills open to learn"),
        "player": _("player"),
        "points": _("Scavenge Points"),
        "games": _("games played"),
    }[field]


def _done(name: str, did: Mapping[str, Any]) -> str:
    """One thing done by hand: 'renamed Lee to Sgt Lee', 'set Level and Firearms of Sgt Lee'."""
    match did["did"]:
        case "renamed":
            return _("renamed {old} to {name}").format(old=did["old"], name=name)
        case "dead":
            return _("noted the death of {name}").format(name=name)
        case "left":
            return _("noted that {name} left the group").format(name=name)
        case "captured":
            return _("noted the capture of {name}").format(name=name)
        case "active":
            return _("noted the return of {name}").format(name=name)
        case _:
            fields = joined([_field_name(f) for f in did["fields"]])
            return _("set {fields} of {name}").format(fields=fields, name=name)


def change_name(kind: str, facts: Mapping[str, Any]) -> str:
    """'moved Knife to Mo'. Facts are typed by people and are never a format string."""
    template = _NAMES.get(kind)
    if template is None:
        return kind
    try:
        if facts.get("done"):
            return "; ".join(_done(facts["name"], did) for did in facts["done"])
        return template().format(**facts)
    except (KeyError, IndexError, TypeError):
        return kind
