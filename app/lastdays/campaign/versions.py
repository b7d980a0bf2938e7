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
        return [_with_details(self._workspace, entry) for entry in entries]


def history_of(workspace: Workspace, group: str) -> History:
    """Return the history of a group."""
    with workspace.store.reading() as tx:
        campaign = tx.index.campaign_of(group)
    return History(workspace, campaign, group)


def _with_details(workspace: Workspace, entry: HistoryEntry) -> HistoryEntry:
    change = entry.change
    if not isinstance(change, MemberEdited | GroupEdited):
        return entry
    if change.done or entry.parent is None:
        return entry
    old_group = workspace.group_at(entry.parent)
    new_group = workspace.group_at(entry.revision)
    return replace(entry, change=_edit_with_details(change, old_group, new_group))


def _edit_with_details(
    change: MemberEdited | GroupEdited, old_group: Group, new_group: Group
) -> Change:
    """Return an edit with its details, from the differences of the group."""
    if isinstance(change, GroupEdited):
        return GroupEdited(new_group.name, group_edits(old_group, new_group))
    for member in new_group.members:
        if old_group.has_member(member.id) and old_group.member(member.id) != member:
            return MemberEdited(member.name, member_edits(old_group.member(member.id), member))
    return change


def restore_earlier(workspace: Workspace, group: str, revision: int) -> None:
    """Restore an earlier revision of a group, as a change that can be undone. LastDaysError if the group
    has no such revision."""
    history = history_of(workspace, group)
    if revision not in history.outline.parents:
        raise LastDaysError("That isn't part of this group's history. Nothing was changed.")
    place = history.revisions.index(revision)
    (entry,) = history.entries(place, place + 1)
    group_then = workspace.group_at(revision)
    workspace.change_group(group, EarlierRestored(entry.change.in_words()), lambda _now: group_then)


def campaign_at(workspace: Workspace, revision: int) -> Campaign:
    """Return a campaign's own document at an entry of its history."""
    with workspace.store.reading() as tx:
        return workspace.snapshots.campaign(tx, tx.revisions.mark_of(revision))


def compare_campaigns(
    old_campaign: Campaign, new_campaign: Campaign, catalogue: Catalogue
) -> list[Difference]:
    """List the differences of a campaign's fields, its games, and the words on each game."""
    differences = fields_that_differ(CAMPAIGN, old_campaign, new_campaign, catalogue)
    for what, old_text, new_text in _differences_of_games(old_campaign, new_campaign):
        differences.append(Difference(new_campaign.name, what, old_text, new_text))
    return differences


def _differences_of_games(
    old_campaign: Campaign, new_campaign: Campaign
) -> Iterator[tuple[str, str, str]]:
    """Yield what differs of games, with the state before and after in words."""
    for game in {**old_campaign.games_by_id, **new_campaign.games_by_id}:
        old_game = old_campaign.games_by_id.get(game)
        new_game = new_campaign.games_by_id.get(game)
        number = _number_of(new_game or old_game)
        if old_game != new_game:
            what = _("Game {n}", n=number)
            yield (
                what,
                _game_in_words(old_game),
                _game_in_words(new_game, changed=old_game is not None),
            )
        old_words = _own_words_in_words(old_campaign.own_words.get(game))
        new_words = _own_words_in_words(new_campaign.own_words.get(game))
        if old_words != new_words:
            yield _("Your own words on game {n}", n=number), old_words, new_words


def _number_of(game: GameRecord | None) -> int:
    assert game is not None  # it is recorded in one of two states
    return game.number


def _own_words_in_words(words: OwnWords | None) -> str:
    if words is None:
        return ""
    pictures = ""
    if words.pictures:
        pictures = ngettext("{n} picture", "{n} pictures", len(words.pictures))
    return dotted(words.text, day_in_words(words.day), pictures, *words.captions.values())


def _game_in_words(game: GameRecord | None, *, changed: bool = False) -> str:
    if game is None:
        return ""
    return _("corrected") if changed else _("recorded")
