"""The kinds of change there are: what a user did, with its facts, its stored form and its sentence.

The store keeps a kind and its facts as JSON; sentences are made where they are shown. Kinds that
no action makes any more stay, for old stores.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec import convert, to_builtins
from msgspec.structs import asdict

from lastdays.language import _, chained, joined
from lastdays.model.fields import GROUP, MEMBER, Edited, Fields, changed, field_name
from lastdays.model.group import Group, Member, Status
from lastdays.model.house_numbers import number_name
from lastdays.rulebook import CHARACTERISTICS
from lastdays.values import Value


class KnownChange(Value):
    """A change of a kind that this edition knows: its fields are its facts, the sentence is its name
    in a history."""

    kind: ClassVar[str]
    sentence: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Note the kind under the word it is stored by."""
        if "kind" in vars(cls):
            KINDS[cls.kind] = cls

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


class CampaignBegun(_OfName):
    """A campaign was begun."""

    kind = "new-campaign"
    sentence = "created the campaign {name}"


class CampaignRenamed(_OfName):
    """A campaign got another name, which is `name`."""

    kind = "rename-campaign"
    sentence = "renamed the campaign {name}"


class CampaignDeleted(_OfName):
    """A campaign was taken out of the lists."""

    kind = "delete-campaign"
    sentence = "deleted the campaign {name}"


class CampaignRestored(_OfName):
    """A deleted campaign was brought back into the lists."""

    kind = "restore-campaign"
    sentence = "brought back the campaign {name}"


class CampaignImported(_OfName):
    """A campaign came out of a file with all its groups, under this name."""

    kind = "import-campaign"
    sentence = "imported the campaign {name}"


class CampaignNotesWritten(KnownChange):
    """The notes on a campaign are others."""

    kind = "campaign-notes"
    sentence = "wrote campaign notes"


class SwitchesChanged(KnownChange):
    """A campaign reads the book in another way."""

    kind = "switches"
    sentence = "changed how the rules are read"


class DiceModeChanged(KnownChange):
    """Rolls are answered in another way."""

    kind = "dice-mode"
    sentence = "changed how dice are rolled"


class OrderChanged(KnownChange):
    """The groups play their post-game sequences in another order."""

    kind = "aftermath-order"
    sentence = "changed the order after a game"


class PlayerAdded(_OfName):
    """A player was added to a campaign."""

    kind = "add-player"
    sentence = "added the player {name}"


class PlayerRenamed(KnownChange):
    """A player got another name, in all of their groups."""

    kind = "rename-player"
    sentence = "renamed the player {old} to {name}"
    old: str
    name: str


class PlayerRemoved(_OfName):
    """A player was taken off the list of a campaign, and out of their groups."""

    kind = "remove-player"
    sentence = "removed the player {name}"


class GroupGiven(KnownChange):
    """A group has another player."""

    kind = "give-group"
    sentence = "gave {group} to {name}"
    group: str
    name: str


class GroupTakenAway(KnownChange):
    """A group no longer has a player; `name` is who it was."""

    kind = "take-group"
    sentence = "took {group} from {name}"
    group: str
    name: str


class RankingSet(_OfName):
    """A ranking of the club's own was added, or counts otherwise."""

    kind = "set-ranking"
    sentence = "set the ranking {name}"


class RankingRemoved(_OfName):
    """A ranking of the club's own is gone."""

    kind = "remove-ranking"
    sentence = "removed the ranking {name}"


class SampleAdded(KnownChange):
    """The sample was added, in a store of an early edition."""

    kind = "sample"
    sentence = "added the sample"


class PackSwitchedOn(_OfName):
    """A content pack counts in the campaign from now on."""

    kind = "pack-on"
    sentence = "switched on the content pack {name}"


class PackSwitchedOff(_OfName):
    """A content pack counts no longer."""

    kind = "pack-off"
    sentence = "switched off the content pack {name}"


class NumberSet(KnownChange):
    """A number of the book is another in this campaign; `number` is its 'section.name'."""

    kind = "set-number"
    sentence = "set {number} to {value}"
    number: str
    value: int

    def said(self) -> str:
        """Say what was set, by its name."""
        return _(self.sentence, number=number_name(self.number), value=self.value)


class NumberAsInBook(KnownChange):
    """A number is the book's again."""

    kind = "number-as-in-book"
    sentence = "set {number} as in the book"
    number: str

    def said(self) -> str:
        """Say what was set, by its name."""
        return _(self.sentence, number=number_name(self.number))


# Games


class GameRecorded(_OfGame):
    """A game was entered into the record."""

    kind = "record-game"
    sentence = "recorded game {number}"


class GameCorrected(_OfGame):
    """The record of a game is another."""

    kind = "edit-game"
    sentence = "corrected game {number}"


class GameDeleted(_OfGame):
    """A game was taken out of the record."""

    kind = "delete-game"
    sentence = "deleted game {number}"


class GamePlanned(_OfGame):
    """The next game was set up, or set up otherwise."""

    kind = "plan-game"
    sentence = "set up game {number}"


class GameTold(_OfGame):
    """The players' own words on a game, or its date, are others."""

    kind = "tell-game"
    sentence = "wrote about game {number}"


class GamePictured(_OfGame):
    """A game has other pictures."""

    kind = "picture-game"
    sentence = "changed the pictures of game {number}"


class EntryWritten(KnownChange):
    """An entry of the chronicle was begun, or is another; `day` is as '2026-10-03'."""

    kind = "write-entry"
    sentence = "wrote in the chronicle of {day}"
    day: str


class EntryDeleted(KnownChange):
    """An entry of the chronicle is gone."""

    kind = "delete-entry"
    sentence = "deleted what the chronicle told of {day}"
    day: str


class PostGameFinished(KnownChange):
    """A group is what its post-game sequence came to; `encounter` is a key of the rulebook."""

    kind = "post-game"
    sentence = "after game {number}"
    number: int
    encounter: str = ""


class CaptiveReturned(_OfCaptive):
    """A captive was brought home in a game (p. 84); `captive` is the member's id."""

    kind = "captive-home"
    sentence = "brought {member} home in game {number}"


class CaptiveLost(_OfCaptive):
    """A captive was not brought home in a game (p. 84); `captive` is the member's id."""

    kind = "captive-lost"
    sentence = "lost {member}, held captive, in game {number}"


# What an edit by hand did


class Edit(Value, tag_field="did"):
    """One thing that an edit by hand did to a member or a group."""

    sentence: ClassVar[str]

    def said(self, name: str) -> str:
        """Say what was done to the one of this name: 'renamed Lee to Sgt Lee'."""
        return _(self.sentence, name=name, **asdict(self))


class Renamed(Edit, tag="renamed"):
    """What was edited had another name before: `old`."""

    sentence = "renamed {old} to {name}"
    old: str


class Died(Edit, tag="dead"):
    """A member was noted as dead."""

    sentence = "noted the death of {name}"


class Left(Edit, tag="left"):
    """A member was noted as gone."""

    sentence = "noted that {name} left the group"


class Captured(Edit, tag="captured"):
    """A member was noted as captured."""

    sentence = "noted the capture of {name}"


class CameBack(Edit, tag="active"):
    """A member was noted as back."""

    sentence = "noted the return of {name}"


class FieldsSet(Edit, tag="set"):
    """Values were set: names of fields of a member or group, and of characteristics."""

    sentence = "set {fields} of {name}"
    fields: tuple[str, ...]

    def said(self, name: str) -> str:
        """Say which fields were set: 'set Level of Sgt Lee'."""
        named = joined([field_name(field) for field in self.fields])
        return _(self.sentence, fields=named, name=name)


class Entered(Edit, tag="entered"):
    """A member of a group was entered from paper."""

    sentence = "entered {member} by hand"
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


class GroupFounded(_OfName):
    """A group was founded."""

    kind = "found-group"
    sentence = "created {name}"


class GroupImported(_OfName):
    """A group came out of a file, under this name."""

    kind = "import-group"
    sentence = "imported {name}"


class GroupMerged(_OfName):
    """A group took over what a file had of it: all of it, or what was chosen."""

    kind = "merge-group"
    sentence = "took over {name} from a file"


class GroupCopied(_OfName):
    """A group was copied; `name` is the name of the copy."""

    kind = "copy-group"
    sentence = "copied {name}"


class GroupDeleted(_OfName):
    """A group was taken out of its campaign."""

    kind = "delete-group"
    sentence = "deleted {name}"


class GroupRestored(_OfName):
    """A deleted group was brought back into its campaign."""

    kind = "restore-group"
    sentence = "brought back {name}"


class FoundingEnded(_OfName):
    """A group is complete and set to play."""

    kind = "end-founding"
    sentence = "started playing with {name}"


class GroupEdited(KnownChange):
    """A group's own values were set by hand; early editions did not note which."""

    kind = "edit-group"
    sentence = "edited the group"
    name: str = ""
    done: Edits = ()

    def said(self) -> str:
        """Say all that was done by hand."""
        return chained(e.said(self.name) for e in self.done) if self.done else super().said()


class GroupNotesWritten(KnownChange):
    """The notes on a group are others."""

    kind = "group-notes"
    sentence = "wrote group notes"


class GroupPictureSet(KnownChange):
    """A group has a picture, or another one."""

    kind = "group-picture"
    sentence = "set the group's picture"


class GroupPictureRemoved(KnownChange):
    """A group has no picture any more."""

    kind = "no-group-picture"
    sentence = "removed the group's picture"


class GroupDiceChanged(_OfName):
    """The rolls of one group, `name`, are answered in another way: of an earlier edition."""

    kind = "group-dice"
    sentence = "changed how dice are rolled for {name}"


class PointsSet(KnownChange):
    """The Scavenge Points of a group were set by hand, in a store of an early edition."""

    kind = "points"
    sentence = "set Scavenge Points to {points}"
    points: int


class RefugeSet(KnownChange):
    """The Refuge of a group was set by hand, in a store of an early edition; `GroupEdited` says it
    now."""

    kind = "refuge"
    sentence = "changed the Refuge by hand"


class RosterArranged(KnownChange):
    """The members stand in another order; `member` is the name of the one that was moved, nothing
    where the whole roster was put in order."""

    kind = "arrange-roster"
    sentence = "moved {member} in the roster"
    member: str = ""

    def said(self) -> str:
        """Say whether a member was moved or all were."""
        return super().said() if self.member else _("put the roster in another order")


class EarlierRestored(_InWords):
    """A group is again what it was after an earlier change; `what` says in a sentence which."""

    kind = "restore-earlier"
    sentence = "restored the group as it was after: {what}"


class BackupRestored(_InWords):
    """A group is again what it was in a backup; `what` is its date."""

    kind = "restore-backup"
    sentence = "brought back the group from the backup of {date}"

    def said(self) -> str:
        """Say of which day the backup was."""
        return _(self.sentence, date=self.what)


class ViolationAllowed(_InWords):
    """The table allows something that the rules do not; `what` says it in a sentence."""

    kind = "allow"
    sentence = "allowed: {what}"


class ViolationDisallowed(_InWords):
    """What the table had allowed is a warning again."""

    kind = "disallow"
    sentence = "no longer allowed: {what}"


# Members; `member` is a name


class MemberRecruited(_OfMember):
    """A member was recruited and paid for."""

    kind = "recruit"
    sentence = "recruited {member}"


class MemberTakenBack(_OfMember):
    """While founding, a member was taken back for the full cost."""

    kind = "take-back"
    sentence = "took back {member}"


class MemberDismissed(_OfMember):
    """A member left the group with all their gear."""

    kind = "dismiss"
    sentence = "dismissed {member}"


class MemberAdded(_OfMember):
    """A member was entered by hand, in a store of an early edition; `GroupEdited` says it now."""

    kind = "add-member"
    sentence = "entered {member} by hand"


class MemberCopied(_OfMember):
    """A member was copied by hand; `member` is the name of the copy."""

    kind = "copy-member"
    sentence = "copied {member}"


class MemberEdited(KnownChange):
    """A member's values were set by hand; early editions did not note which."""

    kind = "edit-member"
    sentence = "edited {member}"
    member: str
    done: Edits = ()

    def said(self) -> str:
        """Say all that was done by hand."""
        return chained(e.said(self.member) for e in self.done) if self.done else super().said()


class MemberNotesWritten(_OfMember):
    """The notes on a member are others."""

    kind = "member-notes"
    sentence = "wrote notes for {member}"


class PortraitSet(_OfMember):
    """A member has a portrait, or another one."""

    kind = "portrait"
    sentence = "set the portrait of {member}"


class PortraitRemoved(_OfMember):
    """A member has no portrait any more."""

    kind = "no-portrait"
    sentence = "removed the portrait of {member}"


class RescueDeclined(KnownChange):
    """The Rescue of a member was not played (p. 84); `captive` is the member's id."""

    kind = "decline-rescue"
    sentence = "declined the rescue of {member}"
    member: str
    captive: str = ""


# Gear


class GearBought(_OfItemAndMember):
    """A piece of gear was bought for a member."""

    kind = "buy"
    sentence = "bought {item} for {member}"


class GearGivenBack(_OfItemAndMember):
    """A bought piece of gear was given back for its cost; `member` may be the stash."""

    kind = "give-back"
    sentence = "gave back {item} of {member}"


class GearMoved(_OfItemAndPlace):
    """A piece of gear went to a member or into the stash."""

    kind = "move-gear"
    sentence = "moved {item} to {to}"


class GearMounted(_OfItemAndGun):
    """A sight, or another addition, was put on a gun."""

    kind = "mount"
    sentence = "mounted {item} on {gun}"


class GearUnmounted(_OfItemAndGun):
    """A sight, or another addition, was taken off a gun."""

    kind = "unmount"
    sentence = "took {item} off {gun}"


class GunConverted(KnownChange):
    """A gun was converted with a Mod-Kit (p. 78)."""

    kind = "convert"
    sentence = "converted {gun}"
    gun: str


class GearAdded(_OfItemAndPlace):
    """Gear was put down by hand with a member or in the stash; `item` says how much of it."""

    kind = "add-gear"
    sentence = "added {item} to {to} by hand"


class GearRemoved(KnownChange):
    """A piece of gear was taken out of the campaign by hand."""

    kind = "remove-gear"
    sentence = "removed {item} by hand"
    item: str


class HistoryFolded(KnownChange):
    """A change whose history an earlier version folded: what it made is kept, and it can't be
    undone. `was` is its kind and `facts` are its facts as JSON."""

    kind = "history-folded"
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
