"""Entries that players write into the chronicle between games: a truce, a feud, a house move."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from msgspec.structs import replace

from lastdays.campaign.chronicle.games import Chronicle, WordsActions, fitting_text
from lastdays.campaign.dates import day_of_moment, typed_day
from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.errors import LastDaysError, RuleError
from lastdays.language import _
from lastdays.model.campaign import Campaign, ChronicleEntry, EntryKind
from lastdays.model.changes import EntryDeleted, EntryWritten
from lastdays.model.game_record import GameRecord
from lastdays.store import Transaction


def kind_name(kind: EntryKind) -> str:
    """Return the name of a kind of entry."""
    return {
        "note": _("Note"),
        "truce": _("Truce"),
        "feud": _("Feud"),
        "rumour": _("Rumour"),
        "move": _("New Refuge"),
    }[kind]


def about_words(chronicle: Chronicle, entry: ChronicleEntry) -> list[str]:
    """Return the names of the groups and members an entry is about."""
    names = []
    for group, member in entry.about:
        if member:
            names.append(chronicle.member_name(group, member))
        else:
            names.append(chronicle.group_name(group))
    return names


def timeline(chronicle: Chronicle) -> list[GameRecord | ChronicleEntry]:
    """Return games and entries by day, each entry after the games of its day."""
    entries = sorted(chronicle.campaign.entries, key=attrgetter("day"))
    events: list[GameRecord | ChronicleEntry] = []
    for game in chronicle.games:
        day = chronicle.day(game)
        while entries and entries[0].day < day:
            events.append(entries.pop(0))
        events.append(game)
    return events + entries


def is_about(
    chronicle: Chronicle, event: GameRecord | ChronicleEntry, group: str, member: str
) -> bool:
    """Return whether a game or an entry is about a group, or about a member of it."""
    if isinstance(event, ChronicleEntry):
        members = [whom for about, whom in event.about if about == group]
        return member in members if member else bool(members)
    side = event.side_of(group)
    if side is None:
        return False
    return not member or side.appearance(member) is not None


class EntryActions(WordsActions[ChronicleEntry]):
    """Actions on the entries of a chronicle, each a named change that can be undone."""

    def begin(self, campaign: str, day: str = "", kind: EntryKind = "note", text: str = "") -> str:
        """Add an entry for a typed day, or for today; return its id. LastDaysError if it isn't a day."""
        entry = ChronicleEntry(
            id=self.workspace.new_id(),
            day=self._read_day(day),
            kind=kind,
            text=fitting_text(text),
        )
        self.workspace.change_campaign(
            campaign, EntryWritten(entry.day), lambda c: with_entry(c, entry)
        )
        return entry.id

    def set_kind(self, campaign: str, entry: str, kind: EntryKind) -> None:
        """Set the kind of an entry."""
        self._change_words(campaign, entry, lambda one, _tx: replace(one, kind=kind))

    def set_about(self, campaign: str, entry: str, about: tuple[tuple[str, str], ...]) -> None:
        """Set the groups and members an entry is about."""
        about = tuple(dict.fromkeys(about))
        self._change_words(campaign, entry, lambda one, _tx: replace(one, about=about))

    def delete(self, campaign: str, entry: str) -> None:
        """Delete an entry."""
        day = _entry_with_id(self.workspace.campaign(campaign).campaign, entry).day

        def without_entry(c: Campaign) -> Campaign:
            entries = tuple(other for other in c.entries if other.id != entry)
            return replace(c, entries=entries)

        self.workspace.change_campaign(campaign, EntryDeleted(day), without_entry)

    def _read_day(self, day: str) -> str:
        """Return a typed day as '2026-10-03', today for ''."""
        if day.strip():
            return typed_day(day)
        return day_of_moment(self.workspace.clock())

    def _change_words(
        self,
        campaign: str,
        key: str,
        how: Callable[[ChronicleEntry, Transaction], ChronicleEntry],
        *,
        pictured: bool = False,
    ) -> None:
        del pictured
        with self.workspace.change(campaign, EntryWritten("")) as changes:

            def with_entry_changed(c: Campaign) -> Campaign:
                old = _entry_with_id(c, key)
                new = how(old, changes.tx)
                changes.change = EntryWritten(new.day)
                entries = []
                for entry in c.entries:
                    if entry is old:
                        entries.append(new)
                    else:
                        entries.append(entry)
                return _with_checked_entries(c, tuple(entries))

            changes.campaign(with_entry_changed)


def with_entry(campaign: Campaign, entry: ChronicleEntry) -> Campaign:
    """Return a campaign with another entry; LastDaysError if there are too many, or it is too long."""
    return _with_checked_entries(campaign, (*campaign.entries, entry))


def _entry_with_id(campaign: Campaign, key: str) -> ChronicleEntry:
    for entry in campaign.entries:
        if entry.id == key:
            return entry
    raise RuleError("That entry is no longer in the chronicle.")


def _with_checked_entries(campaign: Campaign, entries: tuple[ChronicleEntry, ...]) -> Campaign:
    """Return a campaign with these entries; LastDaysError if they are out of bounds."""
    for problem in campaign_problems(Campaign(campaign.id, campaign.name, entries=entries)):
        raise LastDaysError(problem)
    return replace(campaign, entries=entries)
