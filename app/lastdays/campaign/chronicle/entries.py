"""What players write into the chronicle between games: a truce, a feud, a rumour, a house move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from msgspec.structs import replace

from lastdays.campaign.chronicle.games import Chronicle, with_picture
from lastdays.campaign.dates import typed_day
from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError, RuleError
from lastdays.language import _
from lastdays.model.campaign import Campaign, ChronicleEntry, EntryKind
from lastdays.model.changes import EntryDeleted, EntryWritten
from lastdays.model.fields import CAMPAIGN, NOTES_MOST, unfit
from lastdays.model.game_record import GameRecord


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


class EntryActions(Actions):
    """What a user does to the entries of a chronicle, each a named change that can be undone."""

    def begin(self, campaign: str, day: str = "", kind: EntryKind = "note", text: str = "") -> str:
        """Begin an entry of a day, today where none is typed; return its id. Raises LastDaysError
        for what is no day."""
        made = ChronicleEntry(self.workspace.new_id(), _typed(day), kind, _text(text))
        self.workspace.change_campaign(
            campaign, EntryWritten(made.day), lambda c: _checked(c, (*c.entries, made))
        )
        return made.id

    def write(self, campaign: str, entry: str, text: str) -> None:
        """Have an entry say something else. Raises LastDaysError where it is too long."""
        text = _text(text)
        self._change(campaign, entry, lambda one: replace(one, text=text))

    def set_day(self, campaign: str, entry: str, day: str) -> None:
        """Have an entry be of another day, as it was typed. Raises LastDaysError for no day."""
        day = _typed(day)
        self._change(campaign, entry, lambda one: replace(one, day=day))

    def set_kind(self, campaign: str, entry: str, kind: EntryKind) -> None:
        """Have an entry be of another kind."""
        self._change(campaign, entry, lambda one: replace(one, kind=kind))

    def set_about(self, campaign: str, entry: str, about: tuple[tuple[str, str], ...]) -> None:
        """Have an entry be about other groups and members."""
        about = tuple(dict.fromkeys(about))
        self._change(campaign, entry, lambda one: replace(one, about=about))

    def add_picture(self, campaign: str, entry: str, picture: bytes) -> None:
        """Add a picture to an entry; LastDaysError for one that is too large, or one too many."""
        day = self._entry(campaign, entry).day
        with self.workspace.change(campaign, EntryWritten(day)) as changes:
            key = group_documents.kept_picture(changes.tx, picture)

            def how(one: ChronicleEntry) -> ChronicleEntry:
                return replace(one, pictures=with_picture(one.pictures, key))

            changes.campaign(lambda c: _with(c, entry, how))

    def remove_picture(self, campaign: str, entry: str, at: int) -> None:
        """Take a picture away from an entry, by its place."""
        self._change(
            campaign,
            entry,
            lambda one: replace(one, pictures=(*one.pictures[:at], *one.pictures[at + 1 :])),
        )

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

    def _change(
        self, campaign: str, entry: str, how: Callable[[ChronicleEntry], ChronicleEntry]
    ) -> None:
        change = EntryWritten(how(self._entry(campaign, entry)).day)
        self.workspace.change_campaign(campaign, change, lambda c: _with(c, entry, how))


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


def _typed(day: str) -> str:
    return typed_day(day) if day.strip() else date.today().isoformat()


def _text(text: str) -> str:
    """Return text that can be kept; LastDaysError for any other."""
    if problem := unfit(_("The text"), text, NOTES_MOST):
        raise LastDaysError(problem)
    return text
