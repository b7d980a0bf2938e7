"""Drafts of the players' own rules: what was typed in their forms and isn't right yet, in a file for each
campaign on this computer.

They aren't part of the campaign: undo doesn't affect them, and nobody else sees them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import json

from lastdays.desktop import paths
from lastdays.desktop.files import read_whole, write_whole
from lastdays.errors import DocumentError, LastDaysError, disk_errors
from lastdays.language import _
from lastdays.rulebook.own import WrittenRule, fields_of
from lastdays.values import Value


class RuleDraft(Value):
    """A rule as it was typed, by its kind and its key, which is '' for one that was never stored; and the
    stored rule's fields when that was begun, None for a new one."""

    kind: str
    key: str
    fields: Mapping[str, Any]
    before: Mapping[str, Any] | None = None

    def is_overtaken(self, stored: WrittenRule | None) -> bool:
        """Return whether its rule has changed since."""
        return self.before != stored_fields(stored)


def stored_fields(rule: WrittenRule | None) -> dict[str, Any] | None:
    """Return the fields of a stored rule as a draft keeps them, None for no rule."""
    if rule is None:
        return None
    fields: dict[str, Any] = json.decode(json.encode(fields_of(rule)))
    return fields


class RuleDrafts:
    """The drafts of each campaign in its file."""

    def __init__(self) -> None:
        #: What lies in the files, as far as this window knows: a file is written only for a change.
        self._in_file: dict[str, tuple[RuleDraft, ...]] = {}

    def kept(self, campaign: str) -> tuple[RuleDraft, ...]:
        """Return the drafts of a campaign; none of a file that can't be read."""
        drafts: tuple[RuleDraft, ...] = ()
        file = _file(campaign)
        try:
            if file.is_file():
                drafts = json.decode(read_whole(file), type=tuple[RuleDraft, ...])
        except (LastDaysError, ValueError, OSError):
            drafts = ()
        self._in_file[campaign] = drafts
        return drafts

    def keep(self, campaign: str, drafts: Sequence[RuleDraft]) -> None:
        """Store the drafts of a campaign; LastDaysError if that fails."""
        all_drafts = tuple(drafts)
        if self._in_file.get(campaign) == all_drafts:
            return
        if all_drafts:
            write_whole(_file(campaign), json.encode(all_drafts), private=True)
        else:
            with disk_errors(
                DocumentError, _("The half-filled form couldn't be deleted: {reason}.")
            ):
                _file(campaign).unlink(missing_ok=True)
        self._in_file[campaign] = all_drafts


def _file(campaign: str) -> Path:
    # A digest, as ids come from a store that somebody else may have made.
    whose = f"rules\n{campaign}"
    name = hashlib.blake2b(whose.encode("utf-8", "replace"), digest_size=16).hexdigest()
    return paths.drafts() / f"{name}.json"
