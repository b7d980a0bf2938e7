"""The kinds of change there are: what a user did, with its facts, its stored form and its sentence.

The store keeps a kind and its facts as JSON; sentences are made where they are shown. Kinds that
no action makes any more stay, for old stores.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from msgspec import convert, to_builtins
from msgspec.structs import asdict

from lastdays.language import _, chained, joined
from lastdays.model.fields import GROUP, MEMBER, Edited, Fields, changed, field_name
from lastdays.model.group import Group, Member, Status
from lastdays.model.switches import number_name
from lastdays.rulebook import CHARACTERISTICS
from lastdays.values import Value


class KnownChange(Value):
    """A change of a kind that this edition knows: its fields are its facts, the sentence is its name
    in a history."""

    kind: ClassVar[str]
    sentence: ClassVar[str]

    def said(self) -> str:
        """Say what the change did: 'moved Knife to Mo'."""
        return _(self.sentence, **asdict(self))

    def stored(self) -> dict[str, Any]:
        """Return the facts as plain JSON."""
        facts: dict[str, Any] = to_builtins(self)
        return facts


class UnknownChange(Value):
    """A change of a kind that this edition does not know, or whose facts it cannot read."""

    kind: str
    facts: Mapping[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.kind)

    def said(self) -> str:
        """Say that it isn't known what the change did."""
        return _("made a change that this version doesn't know ({kind})", kind=self.kind)

    def stored(self) -> dict[str, Any]:
        """Return the facts as they were read."""
        return dict(self.facts)


Change = KnownChange | UnknownChange

#: Every kind by the word it is stored under.
KINDS: dict[str, type[KnownChange]] = {}
K = TypeVar("K", bound=KnownChange)


def kept(kind: str, sentence: str = "") -> Callable[[type[K]], type[K]]:
    """Return what stores a kind of change under a word, and has it say a sentence."""

    def known(cls: type[K]) -> type[K]:
        cls.kind, cls.sentence = kind, sentence
        KINDS[kind] = cls
        return cls

    return known


def read_change(kind: str, facts: Mapping[str, Any]) -> Change:
    """Read a change out of its stored form; what cannot be read is an `UnknownChange`."""
    try:
        return convert(facts, KINDS[kind], strict=False)
    except (KeyError, ValueError):
        return UnknownChange(kind, facts)


# What several kinds share


class _OfName(KnownChange):
    name: str


class _OfGame(KnownChange):
    number: int


class _InWords(KnownChange):
    what: str


class _OfMember(KnownChange):
    member: str


class _OfCaptive(KnownChange):
    member: str
    captive: str
    number: int


class _OfItemAndMember(KnownChange):
    item: str
    member: str


class _OfItemAndPlace(KnownChange):
    item: str
    to: str


class _OfItemAndGun(KnownChange):
    item: str
    gun: str


# A campaign's own records


@kept("new-campaign", "created the campaign {name}")
class CampaignBegun(_OfName):
    """A campaign was begun."""


@kept("rename-campaign", "renamed the campaign {name}")
class CampaignRenamed(_OfName):
    """A campaign got another name, which is `name`."""


@kept("delete-campaign", "deleted the campaign {name}")
class CampaignDeleted(_OfName):
    """A campaign was taken out of the lists."""


@kept("restore-campaign", "brought back the campaign {name}")
class CampaignRestored(_OfName):
    """A deleted campaign was brought back into the lists."""


@kept("import-campaign", "imported the campaign {name}")
class CampaignImported(_OfName):
    """A campaign came out of a file with all its groups, under this name."""


@kept("campaign-notes", "wrote campaign notes")
class CampaignNotesWritten(KnownChange):
    """The notes on a campaign are others."""


@kept("switches", "changed how the rules are read")
class SwitchesChanged(KnownChange):
    """A campaign reads the book in another way."""


@kept("dice-mode", "changed how dice are rolled")
class DiceModeChanged(KnownChange):
    """Rolls are answered in another way."""


@kept("aftermath-order", "changed the order after a game")
class OrderChanged(KnownChange):
    """The groups play their post-game sequences in another order."""


@kept("add-player", "added the player {name}")
class PlayerAdded(_OfName):
    """A player was added to a campaign."""


@kept("rename-player", "renamed the player {old} to {name}")
class PlayerRenamed(KnownChange):
    """A player got another name, in all of their groups."""

    old: str
    name: str


@kept("remove-player", "removed the player {name}")
class PlayerRemoved(_OfName):
    """A player was taken off the list of a campaign, and out of their groups."""


@kept("give-group", "gave {group} to {name}")
class GroupGiven(KnownChange):
    """A group has another player."""

    group: str
    name: str


@kept("take-group", "took {group} from {name}")
class GroupTakenAway(KnownChange):
    """A group no longer has a player; `name` is who it was."""

    group: str
    name: str


@kept("set-ranking", "set the ranking {name}")
class RankingSet(_OfName):
    """A ranking of the club's own was added, or counts otherwise."""


@kept("remove-ranking", "removed the ranking {name}")
class RankingRemoved(_OfName):
    """A ranking of the club's own is gone."""


@kept("sample", "added the sample")
class SampleAdded(KnownChange):
    """The sample was added, in a store of an early edition."""


@kept("pack-on", "switched on the content pack {name}")
class PackSwitchedOn(_OfName):
    """A content pack counts in the campaign from now on."""


@kept("pack-off", "switched off the content pack {name}")
class PackSwitchedOff(_OfName):
    """A content pack counts no longer."""


@kept("set-number", "set {number} to {value}")
class NumberSet(KnownChange):
    """A number of the book is another in this campaign; `number` is its 'section.name'."""

    number: str
    value: int

    def said(self) -> str:
        """Say what was set, by its name."""
        return _(self.sentence, number=number_name(self.number), value=self.value)


@kept("number-as-in-book", "set {number} as in the book")
class NumberAsInBook(KnownChange):
    """A number is the book's again."""

    number: str

    def said(self) -> str:
        """Say what was set, by its name."""
        return _(self.sentence, number=number_name(self.number))


# Games


@kept("record-game", "recorded game {number}")
class GameRecorded(_OfGame):
    """A game was entered into the record."""


@kept("edit-game", "corrected game {number}")
class GameCorrected(_OfGame):
    """The record of a game is another."""


@kept("delete-game", "deleted game {number}")
class GameDeleted(_OfGame):
    """A game was taken out of the record."""


@kept("plan-game", "set up game {number}")
class GamePlanned(_OfGame):
    """The next game was set up, or set up otherwise."""


@kept("tell-game", "wrote about game {number}")
class GameTold(_OfGame):
    """The players' own words on a game, or its date, are others."""


@kept("picture-game", "changed the pictures of game {number}")
class GamePictured(_OfGame):
    """A game has other pictures."""


@kept("write-entry", "wrote in the chronicle of {day}")
class EntryWritten(KnownChange):
    """An entry of the chronicle was begun, or is another; `day` is as '2026-10-03'."""

    day: str


@kept("delete-entry", "deleted what the chronicle told of {day}")
class EntryDeleted(KnownChange):
    """An entry of the chronicle is gone."""

    day: str


@kept("post-game", "after game {number}")
class PostGameFinished(KnownChange):
    """A group is what its post-game sequence came to; `encounter` is a key of the rulebook."""

    number: int
    encounter: str = ""


@kept("captive-home", "brought {member} home in game {number}")
class CaptiveReturned(_OfCaptive):
    """A captive was brought home in a game (p. 84); `captive` is the member's id."""


@kept("captive-lost", "lost {member}, held captive, in game {number}")
class CaptiveLost(_OfCaptive):
    """A captive was not brought home in a game (p. 84); `captive` is the member's id."""


# What an edit by hand did


class Edit(Value, tag_field="did"):
    """One thing that an edit by hand did to a member or a group."""

    sentence: ClassVar[str]

    def said(self, name: str) -> str:
        """Say what was done to the one of this name: 'renamed Lee to Sgt Lee'."""
        return _(self.sentence, name=name, **asdict(self))


E = TypeVar("E", bound=Edit)


def says(sentence: str) -> Callable[[type[E]], type[E]]:
    """Return what has a kind of edit say a sentence."""

    def saying(cls: type[E]) -> type[E]:
        cls.sentence = sentence
        return cls

    return saying


@says("renamed {old} to {name}")
class Renamed(Edit, tag="renamed"):
    """What was edited had another name before: `old`."""

    old: str


@says("noted the death of {name}")
class Died(Edit, tag="dead"):
    """A member was noted as dead."""


@says("noted that {name} left the group")
class Left(Edit, tag="left"):
    """A member was noted as gone."""


@says("noted the capture of {name}")
class Captured(Edit, tag="captured"):
    """A member was noted as captured."""


@says("noted the return of {name}")
class CameBack(Edit, tag="active"):
    """A member was noted as back."""


@says("set {fields} of {name}")
class FieldsSet(Edit, tag="set"):
    """Values were set: names of fields of a member or group, and of characteristics."""

    fields: tuple[str, ...]

    def said(self, name: str) -> str:
        """Say which fields were set: 'set Level of Sgt Lee'."""
        named = joined([field_name(field) for field in self.fields])
        return _(self.sentence, fields=named, name=name)


@says("entered {member} by hand")
class Entered(Edit, tag="entered"):
    """A member of a group was entered from paper."""

    member: str


Edits = tuple[Renamed | Died | Left | Captured | CameBack | FieldsSet | Entered, ...]
_FATES: dict[Status, Edits] = {
    "dead": (Died(),),
    "left": (Left(),),
    "captured": (Captured(),),
    "active": (CameBack(),),
}


def member_edits(before: Member, after: Member) -> Edits:
    """Return what an edit by hand did to a member: renamed, died, came back, set which fields."""
    fate = _FATES[after.status] if before.status != after.status else ()
    was, now = before.adjustments, after.adjustments
    figures = [c for c in CHARACTERISTICS if was.get(c) != now.get(c)]
    return (
        _renamed(before, after)
        + fate
        + _set(MEMBER, before, after, "status" if fate else "", figures)
    )


def group_edits(before: Group, after: Group) -> Edits:
    """Return what an edit by hand did to a group's own values."""
    there = {m.id for m in before.members}
    entered = (Entered(m.name) for m in after.members if m.id not in there)
    # Who is entered may lead.
    return *_renamed(before, after), *_set(GROUP, before, after, "leader"), *entered


def _renamed(before: Edited, after: Edited) -> Edits:
    return (Renamed(before.name),) if before.name != after.name else ()


def _set(
    fields: Fields[Edited],
    before: Edited,
    after: Edited,
    otherwise: str,
    figures: Iterable[str] = (),
) -> Edits:
    """Return which fields and `figures` were set, but for the one that is told `otherwise`."""
    keys = [
        key
        for key in changed(fields, before, after)
        if key not in ("name", otherwise) and not (fields[key].follows or fields[key].apart)
    ]
    keys += figures
    return (FieldsSet(tuple(keys)),) if keys else ()


# Groups


@kept("found-group", "created {name}")
class GroupFounded(_OfName):
    """A group was founded."""


@kept("import-group", "imported {name}")
class GroupImported(_OfName):
    """A group came out of a file, under this name."""


@kept("merge-group", "took over {name} from a file")
class GroupMerged(_OfName):
    """A group took over what a file had of it: all of it, or what was chosen."""


@kept("copy-group", "copied {name}")
class GroupCopied(_OfName):
    """A group was copied; `name` is the name of the copy."""


@kept("delete-group", "deleted {name}")
class GroupDeleted(_OfName):
    """A group was taken out of its campaign."""


@kept("restore-group", "brought back {name}")
class GroupRestored(_OfName):
    """A deleted group was brought back into its campaign."""


@kept("end-founding", "started playing with {name}")
class FoundingEnded(_OfName):
    """A group is complete and set to play."""


@kept("edit-group", "edited the group")
class GroupEdited(KnownChange):
    """A group's own values were set by hand; early editions did not note which."""

    name: str = ""
    done: Edits = ()

    def said(self) -> str:
        """Say all that was done by hand."""
        return chained(e.said(self.name) for e in self.done) if self.done else super().said()


@kept("group-notes", "wrote group notes")
class GroupNotesWritten(KnownChange):
    """The notes on a group are others."""


@kept("group-picture", "set the group's picture")
class GroupPictureSet(KnownChange):
    """A group has a picture, or another one."""


@kept("no-group-picture", "removed the group's picture")
class GroupPictureRemoved(KnownChange):
    """A group has no picture any more."""


@kept("group-dice", "changed how dice are rolled for {name}")
class GroupDiceChanged(_OfName):
    """The rolls of one group, `name`, are answered in another way: of an earlier edition."""


@kept("points", "set Scavenge Points to {points}")
class PointsSet(KnownChange):
    """The Scavenge Points of a group were set by hand, in a store of an early edition."""

    points: int


@kept("refuge", "changed the Refuge by hand")
class RefugeSet(KnownChange):
    """The Refuge of a group was set by hand, in a store of an early edition; `GroupEdited` says it
    now."""


@kept("arrange-roster", "moved {member} in the roster")
class RosterArranged(KnownChange):
    """The members stand in another order; `member` is the name of the one that was moved, nothing
    where the whole roster was put in order."""

    member: str = ""

    def said(self) -> str:
        """Say whether a member was moved or all were."""
        return super().said() if self.member else _("put the roster in another order")


@kept("restore-earlier", "restored the group as it was after: {what}")
class EarlierRestored(_InWords):
    """A group is again what it was after an earlier change; `what` says in a sentence which."""


@kept("restore-backup", "brought back the group from the backup of {date}")
class BackupRestored(_InWords):
    """A group is again what it was in a backup; `what` is its date."""

    def said(self) -> str:
        """Say of which day the backup was."""
        return _(self.sentence, date=self.what)


@kept("allow", "allowed: {what}")
class ViolationAllowed(_InWords):
    """The table allows something that the rules do not; `what` says it in a sentence."""


@kept("disallow", "no longer allowed: {what}")
class ViolationDisallowed(_InWords):
    """What the table had allowed is a warning again."""


# Members; `member` is a name


@kept("recruit", "recruited {member}")
class MemberRecruited(_OfMember):
    """A member was recruited and paid for."""


@kept("take-back", "took back {member}")
class MemberTakenBack(_OfMember):
    """While founding, a member was taken back for the full cost."""


@kept("dismiss", "dismissed {member}")
class MemberDismissed(_OfMember):
    """A member left the group with all their gear."""


@kept("add-member", "entered {member} by hand")
class MemberAdded(_OfMember):
    """A member was entered by hand, in a store of an early edition; `GroupEdited` says it now."""


@kept("copy-member", "copied {member}")
class MemberCopied(_OfMember):
    """A member was copied by hand; `member` is the name of the copy."""


@kept("edit-member", "edited {member}")
class MemberEdited(KnownChange):
    """A member's values were set by hand; early editions did not note which."""

    member: str
    done: Edits = ()

    def said(self) -> str:
        """Say all that was done by hand."""
        return chained(e.said(self.member) for e in self.done) if self.done else super().said()


@kept("member-notes", "wrote notes for {member}")
class MemberNotesWritten(_OfMember):
    """The notes on a member are others."""


@kept("portrait", "set the portrait of {member}")
class PortraitSet(_OfMember):
    """A member has a portrait, or another one."""


@kept("no-portrait", "removed the portrait of {member}")
class PortraitRemoved(_OfMember):
    """A member has no portrait any more."""


@kept("decline-rescue", "declined the rescue of {member}")
class RescueDeclined(KnownChange):
    """The Rescue of a member was not played (p. 84); `captive` is the member's id."""

    member: str
    captive: str = ""


# Gear


@kept("buy", "bought {item} for {member}")
class GearBought(_OfItemAndMember):
    """A piece of gear was bought for a member."""


@kept("give-back", "gave back {item} of {member}")
class GearGivenBack(_OfItemAndMember):
    """A bought piece of gear was given back for its cost; `member` may be the stash."""


@kept("move-gear", "moved {item} to {to}")
class GearMoved(_OfItemAndPlace):
    """A piece of gear went to a member or into the stash."""


@kept("mount", "mounted {item} on {gun}")
class GearMounted(_OfItemAndGun):
    """A sight, or another addition, was put on a gun."""


@kept("unmount", "took {item} off {gun}")
class GearUnmounted(_OfItemAndGun):
    """A sight, or another addition, was taken off a gun."""


@kept("convert", "converted {gun}")
class GunConverted(KnownChange):
    """A gun was converted with a Mod-Kit (p. 78)."""

    gun: str


@kept("add-gear", "added {item} to {to} by hand")
class GearAdded(_OfItemAndPlace):
    """Gear was put down by hand with a member or in the stash; `item` says how much of it."""


@kept("remove-gear", "removed {item} by hand")
class GearRemoved(KnownChange):
    """A piece of gear was taken out of the campaign by hand."""

    item: str


@kept("history-folded")
class HistoryFolded(KnownChange):
    """A change whose history an earlier version folded: what it made is kept, and it can't be
    undone. `was` is its kind and `facts` are its facts as JSON."""

    before: str
    was: str
    facts: str
    folded: int

    def said(self) -> str:
        """Say what the change did before it was folded."""
        return unfolded(self).said()


def unfolded(change: Change) -> Change:
    """Return what a change was before it was folded; itself where it wasn't."""
    if not isinstance(change, HistoryFolded):
        return change
    try:
        return read_change(change.was, json.loads(change.facts))
    except ValueError:
        return UnknownChange(change.was)
