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
            entries = tx.revisions.entries(self._subject, self.outline, wanted[0], wanted[-1])
        return [_named(self._workspace, entry) for entry in entries]


def history_of(workspace: Workspace, group: str) -> History:
    """Return the history of a group."""
    with workspace.store.reading() as tx:
        campaign = tx.index.campaign_of(group)
    return History(workspace, campaign, group)


def _named(workspace: Workspace, entry: HistoryEntry) -> HistoryEntry:
    change = entry.change
    if not isinstance(change, MemberEdited | GroupEdited):
        return entry
    if change.done or entry.parent is None:
        return entry
    before = workspace.group_at(entry.parent)
    after = workspace.group_at(entry.revision)
    return replace(entry, change=_read_off(change, before, after))


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
    (entry,) = history.entries(place, place + 1)
    then = workspace.group_at(revision)
    workspace.change_group(group, EarlierRestored(entry.change.said()), lambda _now: then)


def campaign_at(workspace: Workspace, revision: int) -> Campaign:
    """Return a campaign's own document at an entry of its history."""
    with workspace.store.reading() as tx:
        return workspace.snapshots.campaign(tx, tx.revisions.mark_of(revision))


def compare_campaigns(before: Campaign, after: Campaign, catalogue: Catalogue) -> list[Difference]:
    """List the differences of a campaign's fields, its games, and the words on each game."""
    differences = fields_that_differ(CAMPAIGN, before, after, catalogue)
    for what, old, new in _games(before, after):
        differences.append(Difference(after.name, what, old, new))
    return differences


def _games(before: Campaign, after: Campaign) -> Iterator[tuple[str, str, str]]:
    """Yield what differs of games, with the state before and after in words."""
    for game in {**before.games_by_id, **after.games_by_id}:
        old = before.games_by_id.get(game)
        new = after.games_by_id.get(game)
        number = _number_of(new or old)
        if old != new:
            what = _("Game {n}", n=number)
            yield what, _game(old), _game(new, changed=old is not None)
        old_words = _words(before.own_words.get(game))
        new_words = _words(after.own_words.get(game))
        if old_words != new_words:
            yield _("Your own words on game {n}", n=number), old_words, new_words


def _number_of(game: GameRecord | None) -> int:
    assert game is not None  # it is recorded in one of two states
    return game.number


def _words(words: OwnWords | None) -> str:
    if words is None:
        return ""
    pictures = ""
    if words.pictures:
        pictures = ngettext("{n} picture", "{n} pictures", len(words.pictures))
    return dotted(words.text, day_in_words(words.day), pictures, *words.captions.values())


def _game(game: GameRecord | None, *, changed: bool = False) -> str:
    if game is None:
        return ""
    return _("corrected") if changed else _("recorded")
