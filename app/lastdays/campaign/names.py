"""The sentences for changes: the store keeps kind and facts, this says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.language import _

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


def change_name(kind: str, facts: Mapping[str, Any]) -> str:
    """'moved Knife to Mo'. Facts are typed by people and are never a format string."""
    template = _NAMES.get(kind)
    if template is None:
        return kind
    try:
        return template().format(**facts)
    except (KeyError, IndexError):
        return kind
