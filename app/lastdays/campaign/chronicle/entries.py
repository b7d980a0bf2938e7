"""What players write into the chronicle between games: a truce, a feud, a rumour, a house move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from msgspec.structs import replace

from lastdays.campaign.chronicle.games import Chronicle, WordsActions, fitting_text
from lastdays.campaign.dates import typed_day
from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.errors import LastDaysError, RuleError
from lastdays.language import _
from lastdays.model.campaign import Campaign, ChronicleEntry, EntryKind
from lastdays.model.changes import EntryDeleted, EntryWritten
from lastdays.model.fields import CAMPAIGN
from lastdays.model.game_record import GameRecord
from lastdays.store import Transaction


def kind_name(kind: EntryKind) -> str:
    """Return what an entry of this kind is called."""
    return {
        "note": _("Note"),
        "truce": _("Truce"),
        "feud": _("Feud"),
        "rumour": _("Rumour"),
        "move": _("House move"),
    }[kind]


def about_words(chronicle: Chronicle, entry: ChronicleEntry) -> list[str]:
    """Name the groups and members an entry is about; those that are gone as they were called."""
    return [
        chronicle.member_name(group, member) if member else chronicle.group_name(group)
        for group, member in entry.about
    ]


def timeline(chronicle: Chronicle) -> list[GameRecord | ChronicleEntry]:
    """Return games and entries in the order they happened: an entry stands after the last game of
    its day, or of an earlier one; games keep their order."""
    entries = sorted(chronicle.campaign.entries, key=lambda one: one.day, reverse=True)
    if not entries:
        return list(chronicle.games)  # nobody needs to know their days
    chronicle.look_up(game.id for game in chronicle.games)
    found: list[GameRecord | ChronicleEntry] = []
    for game in reversed(chronicle.games):
        day = chronicle.day(game)
        while entries and day and entries[0].day >= day:
            found.append(entries.pop(0))
        found.append(game)
    return [*found, *entries][::-1]


def tells_of(
    chronicle: Chronicle, told: GameRecord | ChronicleEntry, group: str, member: str = ""
) -> bool:
    """Return whether a game or an entry is about a group, or with `member` about that one of it."""
    if isinstance(told, ChronicleEntry):
        return any(g == group and member in ("", m) for g, m in told.about)
    side = told.side_of(group)
    return side is not None and (not member or side.appearance(member) is not None)


class EntryActions(WordsActions[ChronicleEntry]):
    """What a user does to the entries of a chronicle, each a named change that can be undone."""

    def begin(self, campaign: str, day: str = "", kind: EntryKind = "note", text: str = "") -> str:
        """Begin an entry of a day, today where none is typed; return its id. Raises LastDaysError
        for what is no day."""
        made = ChronicleEntry(self.workspace.new_id(), self._day(day), kind, fitting_text(text))
        self.workspace.change_campaign(
            campaign, EntryWritten(made.day), lambda c: _checked(c, (*c.entries, made))
        )
        return made.id

    def set_kind(self, campaign: str, entry: str, kind: EntryKind) -> None:
        """Have an entry be of another kind."""
        self._change(campaign, entry, lambda one, _tx: replace(one, kind=kind))

    def set_about(self, campaign: str, entry: str, about: tuple[tuple[str, str], ...]) -> None:
        """Have an entry be about other groups and members."""
        about = tuple(dict.fromkeys(about))
        self._change(campaign, entry, lambda one, _tx: replace(one, about=about))

    def delete(self, campaign: str, entry: str) -> None:
        """Take an entry out of the chronicle."""
        change = EntryDeleted(self._entry(campaign, entry).day)
        self.workspace.change_campaign(
            campaign,
            change,
            lambda c: replace(c, entries=tuple(one for one in c.entries if one.id != entry)),
        )

    def _entry(self, campaign: str, entry: str) -> ChronicleEntry:
        entries = self.workspace.campaign(campaign).campaign.entries
        found = next((one for one in entries if one.id == entry), None)
        if found is None:
            raise RuleError("That entry is no longer in the chronicle.")
        return found

    def _day(self, day: str) -> str:
        """Return a day as it was typed, today where none is."""
        return typed_day(day) if day.strip() else date.today().isoformat()

    def _change(
        self,
        campaign: str,
        key: str,
        how: Callable[[ChronicleEntry, Transaction], ChronicleEntry],
        *,
        pictured: bool = False,
    ) -> None:
        del pictured
        change = EntryWritten(self._entry(campaign, key).day)
        with self.workspace.change(campaign, change) as changes:

            def told(one: ChronicleEntry) -> ChronicleEntry:
                after = how(one, changes.tx)
                changes.change = EntryWritten(after.day)
                return after

            changes.campaign(lambda c: _with(c, key, told))


def _with(
    campaign: Campaign, entry: str, how: Callable[[ChronicleEntry], ChronicleEntry]
) -> Campaign:
    return _checked(campaign, tuple(how(e) if e.id == entry else e for e in campaign.entries))


def _checked(campaign: Campaign, entries: tuple[ChronicleEntry, ...]) -> Campaign:
    """Return a campaign with these entries; LastDaysError for more than it holds."""
    after = replace(campaign, entries=entries)
    bare = Campaign(after.id, after.name, entries=entries)
    for problem in (CAMPAIGN["entries"].problem(after), *campaign_problems(bare)):
        if problem:
            raise LastDaysError(problem)
    return after
