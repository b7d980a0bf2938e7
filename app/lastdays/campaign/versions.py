"""Histories of groups and campaigns: their changes, differences, and restoring an earlier state."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from lastdays.campaign.dates import day_in_words
from lastdays.campaign.documents.differences import Difference, fields_that_differ
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, dotted, ngettext
from lastdays.model.campaign import Campaign, OwnWords
from lastdays.model.changes import (
    Change,
    EarlierRestored,
    GroupEdited,
    MemberEdited,
    group_edits,
    member_edits,
)
from lastdays.model.fields import CAMPAIGN
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store import HistoryEntry, Subject


class History:
    """A history, newest first; its outline is read at once, its entries by the page."""

    def __init__(self, workspace: Workspace, campaign: str, group: str | None = None) -> None:
        """Read the outline of a group's history, or of a campaign's own."""
        self._workspace = workspace
        self._subject = Subject(campaign, group)
        with workspace.store.reading() as tx:
            self.outline = tx.revisions.outline(self._subject)
        self.revisions = tuple(self.outline.parents)

    def __len__(self) -> int:
        return len(self.revisions)

    def entries(self, first: int, after: int) -> list[HistoryEntry]:
        """Read the entries from the place `first` to before `after`. Edits stored by early versions without
        details get them from the group before and after."""
        wanted = self.revisions[first:after]
        if not wanted:
            return []
        with self._workspace.store.reading() as tx:
            found = tx.revisions.entries(self._subject, self.outline, wanted[0], wanted[-1])
        return [_named(self._workspace, entry) for entry in found]


def history_of(workspace: Workspace, group: str) -> History:
    """Return the history of a group."""
    with workspace.store.reading() as tx:
        campaign = tx.index.campaign_of(group)
    return History(workspace, campaign, group)


def _named(workspace: Workspace, entry: HistoryEntry) -> HistoryEntry:
    change, parent = entry.change, entry.parent
    if not isinstance(change, MemberEdited | GroupEdited) or change.done or parent is None:
        return entry
    return replace(
        entry,
        change=_read_off(change, workspace.group_at(parent), workspace.group_at(entry.revision)),
    )


def _read_off(change: MemberEdited | GroupEdited, before: Group, after: Group) -> Change:
    """Return an edit with its details, from the differences of the group."""
    if isinstance(change, GroupEdited):
        return GroupEdited(after.name, group_edits(before, after))
    for member in after.members:
        if before.has_member(member.id) and before.member(member.id) != member:
            return MemberEdited(member.name, member_edits(before.member(member.id), member))
    return change


def restore_earlier(workspace: Workspace, group: str, revision: int) -> None:
    """Restore an earlier revision of a group, as a change that can be undone. LastDaysError if the group
    has no such revision."""
    history = history_of(workspace, group)
    if revision not in history.outline.parents:
        raise LastDaysError("That isn't part of this group's history. Nothing was changed.")
    place = history.revisions.index(revision)
    made = history.entries(place, place + 1)[0].change
    then = workspace.group_at(revision)
    workspace.change_group(group, EarlierRestored(made.said()), lambda _now: then)


def campaign_at(workspace: Workspace, revision: int) -> Campaign:
    """Return a campaign's own document at an entry of its history."""
    with workspace.store.reading() as tx:
        return workspace.snapshots.campaign(tx, tx.revisions.mark_of(revision))


def compare_campaigns(before: Campaign, after: Campaign, catalogue: Catalogue) -> list[Difference]:
    """List the differences of a campaign's fields, its games, and the words on each game."""
    games = [Difference(after.name, *said) for said in _games(before, after)]
    return [*fields_that_differ(CAMPAIGN, before, after, catalogue), *games]


def _games(before: Campaign, after: Campaign) -> Iterator[tuple[str, str, str]]:
    one, other = before.games_by_id, after.games_by_id
    for id in {**one, **other}:
        old, new = one.get(id), other.get(id)
        known = new or old
        assert known is not None
        if old != new:
            yield _("Game {n}", n=known.number), _game(old), _game(new, changed=bool(old))
        was, now = _words(before.own_words.get(id)), _words(after.own_words.get(id))
        if was != now:
            yield _("Your own words on game {n}", n=known.number), was, now


def _words(words: OwnWords | None) -> str:
    if words is None:
        return ""
    n = len(words.pictures)
    pictures = ngettext("{n} picture", "{n} pictures", n) if n else ""
    return dotted(words.text, day_in_words(words.day), pictures)


def _game(game: GameRecord | None, *, changed: bool = False) -> str:
    if game is None:
        return ""
    return _("corrected") if changed else _("recorded")
