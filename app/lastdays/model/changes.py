"""The kinds of change there are, each with its facts: what a user did, as it is stored.

The store keeps a kind and its facts as JSON; only `facts_of` and `read_change` know that form.
Sentences are made where they are shown. Kinds that no action makes any more stay, for old stores.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, get_args

from msgspec import Struct, convert, to_builtins
from msgspec.structs import asdict

from lastdays.model.group import STATUSES, Status


class CaptiveReturned(Struct, frozen=True):
    """A captive was brought home in a game (p. 84); `captive` is the member's id."""

    kind: ClassVar[str] = "captive-home"
    member: str
    captive: str
    number: int


class CaptiveLost(Struct, frozen=True):
    """A captive was not brought home in a game (p. 84); `captive` is the member's id."""

    kind: ClassVar[str] = "captive-lost"
    member: str
    captive: str
    number: int


class GroupDiceChanged(Struct, frozen=True):
    """The rolls of one group, `name`, are answered in another way: of an earlier edition."""

    kind: ClassVar[str] = "group-dice"
    name: str


class OrderChanged(Struct, frozen=True):
    """The groups play their post-game sequences in another order."""

    kind: ClassVar[str] = "aftermath-order"


AftermathChange = CaptiveReturned | CaptiveLost | GroupDiceChanged | OrderChanged


class CampaignImported(Struct, frozen=True):
    """A campaign came out of a file with all its groups, under this name."""

    kind: ClassVar[str] = "import-campaign"
    name: str


class GroupMerged(Struct, frozen=True):
    """A group took over what a file had of it: all of it, or what was chosen."""

    kind: ClassVar[str] = "merge-group"
    name: str


FileChange = CampaignImported | GroupMerged


class _OfItemAndMember(Struct, frozen=True):
    kind: ClassVar[str]
    item: str
    member: str


class _OfItemAndPlace(Struct, frozen=True):
    kind: ClassVar[str]
    item: str
    to: str


class _OfItemAndGun(Struct, frozen=True):
    kind: ClassVar[str]
    item: str
    gun: str


class GearBought(_OfItemAndMember, frozen=True):
    """A piece of gear was bought for a member."""

    kind = "buy"


class GearGivenBack(_OfItemAndMember, frozen=True):
    """A bought piece of gear was given back for its cost; `member` may be the stash."""

    kind = "give-back"


class GearMoved(_OfItemAndPlace, frozen=True):
    """A piece of gear went to a member or into the stash."""

    kind = "move-gear"


class GearMounted(_OfItemAndGun, frozen=True):
    """A sight, or another addition, was put on a gun."""

    kind = "mount"


class GearUnmounted(_OfItemAndGun, frozen=True):
    """A sight, or another addition, was taken off a gun."""

    kind = "unmount"


class GunConverted(Struct, frozen=True):
    """A gun was converted with a Mod-Kit (p. 78)."""

    kind: ClassVar[str] = "convert"
    gun: str


class GearAdded(_OfItemAndPlace, frozen=True):
    """Gear was put down by hand with a member or in the stash; `item` says how much of it."""

    kind = "add-gear"


class GearRemoved(Struct, frozen=True):
    """A piece of gear was taken out of the campaign by hand."""

    kind: ClassVar[str] = "remove-gear"
    item: str


GearChange = (
    GearBought
    | GearGivenBack
    | GearMoved
    | GearMounted
    | GearUnmounted
    | GunConverted
    | GearAdded
    | GearRemoved
)


# Without postponed annotations: `changes` looks at the types of the fields.


class PackSwitchedOn(Struct, frozen=True):
    """A content pack counts in the campaign from now on."""

    kind: ClassVar[str] = "pack-on"
    name: str


class PackSwitchedOff(Struct, frozen=True):
    """A content pack counts no longer."""

    kind: ClassVar[str] = "pack-off"
    name: str


class NumberSet(Struct, frozen=True):
    """A number of the book is another in this campaign; `number` is its 'section.name'."""

    kind: ClassVar[str] = "set-number"
    number: str
    value: int


class NumberAsInBook(Struct, frozen=True):
    """A number is the book's again."""

    kind: ClassVar[str] = "number-as-in-book"
    number: str


HouseChange = PackSwitchedOn | PackSwitchedOff | NumberSet | NumberAsInBook


# Without postponed annotations: `changes` looks at the types of the fields.


class RosterArranged(Struct, frozen=True):
    """The members stand in another order; `member` is the name of the one that was moved, nothing
    where the whole roster was put in order."""

    kind: ClassVar[str] = "arrange-roster"
    member: str = ""


class MemberCopied(Struct, frozen=True):
    """A member was copied by hand; `member` is the name of the copy."""

    kind: ClassVar[str] = "copy-member"
    member: str


class GroupCopied(Struct, frozen=True):
    """A group was copied; `name` is the name of the copy."""

    kind: ClassVar[str] = "copy-group"
    name: str


class GroupPictureSet(Struct, frozen=True):
    """A group has a picture, or another one."""

    kind: ClassVar[str] = "group-picture"


class GroupPictureRemoved(Struct, frozen=True):
    """A group has no picture any more."""

    kind: ClassVar[str] = "no-group-picture"


RosterChange = RosterArranged | MemberCopied | GroupCopied | GroupPictureSet | GroupPictureRemoved


class GameTold(Struct, frozen=True):
    """The players' own words on a game, or its date, are others."""

    kind: ClassVar[str] = "tell-game"
    number: int


StoryChange = GameTold


# What several kinds share, their facts: decorating each kind would cost the start a millisecond.


class _WithoutFacts(Struct, frozen=True):
    kind: ClassVar[str]


class _OfName(Struct, frozen=True):
    kind: ClassVar[str]
    name: str


class _OfGame(Struct, frozen=True):
    kind: ClassVar[str]
    number: int


class _InWords(Struct, frozen=True):
    kind: ClassVar[str]
    what: str


class _OfMember(Struct, frozen=True):
    kind: ClassVar[str]
    member: str


# A campaign's own records


class CampaignBegun(_OfName, frozen=True):
    """A campaign was begun."""

    kind = "new-campaign"


class CampaignRenamed(_OfName, frozen=True):
    """A campaign got another name, which is `name`."""

    kind = "rename-campaign"


class CampaignDeleted(_OfName, frozen=True):
    """A campaign was taken out of the lists."""

    kind = "delete-campaign"


class CampaignRestored(_OfName, frozen=True):
    """A deleted campaign was brought back into the lists."""

    kind = "restore-campaign"


class CampaignNotesWritten(_WithoutFacts, frozen=True):
    """The notes on a campaign are others."""

    kind = "campaign-notes"


class SwitchesChanged(_WithoutFacts, frozen=True):
    """A campaign reads the book in another way."""

    kind = "switches"


class DiceModeChanged(_WithoutFacts, frozen=True):
    """Rolls are answered in another way."""

    kind = "dice-mode"


class SampleAdded(_WithoutFacts, frozen=True):
    """The sample was added, in a store of an early edition."""

    kind = "sample"


CampaignChange = (
    CampaignBegun
    | CampaignRenamed
    | CampaignDeleted
    | CampaignRestored
    | CampaignNotesWritten
    | SwitchesChanged
    | DiceModeChanged
    | SampleAdded
)


class GameRecorded(_OfGame, frozen=True):
    """A game was entered into the record."""

    kind = "record-game"


class GameCorrected(_OfGame, frozen=True):
    """The record of a game is another."""

    kind = "edit-game"


class GameDeleted(_OfGame, frozen=True):
    """A game was taken out of the record."""

    kind = "delete-game"


class GamePlanned(_OfGame, frozen=True):
    """The next game was set up, or set up otherwise."""

    kind = "plan-game"


class PostGameFinished(Struct, frozen=True):
    """A group is what its post-game sequence came to; `encounter` is a key of the rulebook."""

    kind: ClassVar[str] = "post-game"
    number: int
    encounter: str = ""


GameChange = GameRecorded | GameCorrected | GameDeleted | GamePlanned | PostGameFinished


class Renamed(Struct, frozen=True, tag_field="did", tag="renamed"):
    """What was edited had another name before: `old`."""

    old: str


class StatusSet(Struct, frozen=True, tag_field="did", tag="status"):
    """A member was noted as dead, captured, gone or back."""

    status: Status


class FieldsSet(Struct, frozen=True, tag_field="did", tag="set"):
    """Values were set: names of fields of a member or group, and of characteristics."""

    fields: tuple[str, ...]


class Entered(Struct, frozen=True, tag_field="did", tag="entered"):
    """A member of a group was entered from paper."""

    member: str


Edit = Renamed | StatusSet | FieldsSet | Entered

# Groups


class GroupFounded(_OfName, frozen=True):
    """A group was founded."""

    kind = "found-group"


class GroupImported(_OfName, frozen=True):
    """A group came out of a file, under this name."""

    kind = "import-group"


class GroupDeleted(_OfName, frozen=True):
    """A group was taken out of its campaign."""

    kind = "delete-group"


class GroupRestored(_OfName, frozen=True):
    """A deleted group was brought back into its campaign."""

    kind = "restore-group"


class FoundingEnded(_OfName, frozen=True):
    """A group is complete and set to play."""

    kind = "end-founding"


class GroupEdited(Struct, frozen=True):
    """A group's own values were set by hand; early editions did not note which."""

    kind: ClassVar[str] = "edit-group"
    name: str = ""
    done: tuple[Edit, ...] = ()


class GroupNotesWritten(_WithoutFacts, frozen=True):
    """The notes on a group are others."""

    kind = "group-notes"


class PointsSet(Struct, frozen=True):
    """The Scavenge Points of a group were set by hand, in a store of an early edition."""

    kind: ClassVar[str] = "points"
    points: int


class RefugeSet(_WithoutFacts, frozen=True):
    """The Refuge of a group was set by hand, in a store of an early edition; `GroupEdited` says it
    now."""

    kind = "refuge"


class EarlierRestored(_InWords, frozen=True):
    """A group is again what it was after an earlier change; `what` says in a sentence which."""

    kind = "restore-earlier"


class BackupRestored(_InWords, frozen=True):
    """A group is again what it was in a backup; `what` is its date."""

    kind = "restore-backup"


class ViolationAllowed(_InWords, frozen=True):
    """The table allows something that the rules do not; `what` says it in a sentence."""

    kind = "allow"


class ViolationDisallowed(_InWords, frozen=True):
    """What the table had allowed is a warning again."""

    kind = "disallow"


GroupChange = (
    GroupFounded
    | GroupImported
    | GroupDeleted
    | GroupRestored
    | FoundingEnded
    | GroupEdited
    | GroupNotesWritten
    | PointsSet
    | RefugeSet
    | EarlierRestored
    | BackupRestored
    | ViolationAllowed
    | ViolationDisallowed
)

# Members; `member` is a name


class MemberRecruited(_OfMember, frozen=True):
    """A member was recruited and paid for."""

    kind = "recruit"


class MemberTakenBack(_OfMember, frozen=True):
    """While founding, a member was taken back for the full cost."""

    kind = "take-back"


class MemberDismissed(_OfMember, frozen=True):
    """A member left the group with all their gear."""

    kind = "dismiss"


class MemberAdded(_OfMember, frozen=True):
    """A member was entered by hand, in a store of an early edition; `GroupEdited` says it now."""

    kind = "add-member"


class MemberEdited(Struct, frozen=True):
    """A member's values were set by hand; early editions did not note which."""

    kind: ClassVar[str] = "edit-member"
    member: str
    done: tuple[Edit, ...] = ()


class MemberNotesWritten(_OfMember, frozen=True):
    """The notes on a member are others."""

    kind = "member-notes"


class PortraitSet(_OfMember, frozen=True):
    """A member has a portrait, or another one."""

    kind = "portrait"


class PortraitRemoved(_OfMember, frozen=True):
    """A member has no portrait any more."""

    kind = "no-portrait"


class RescueDeclined(Struct, frozen=True):
    """The Rescue of a member was not played (p. 84); `captive` is the member's id."""

    kind: ClassVar[str] = "decline-rescue"
    member: str
    captive: str = ""


MemberChange = (
    MemberRecruited
    | MemberTakenBack
    | MemberDismissed
    | MemberAdded
    | MemberEdited
    | MemberNotesWritten
    | PortraitSet
    | PortraitRemoved
    | RescueDeclined
)


class UnknownChange(Struct, frozen=True):
    """A change of a kind that this edition does not know, or whose facts it cannot read."""

    kind: str
    facts: Mapping[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.kind)


class HistoryFolded(Struct, frozen=True):
    """A change whose history an earlier version folded: what it made is kept, and it can't be
    undone. `was` is its kind and `facts` are its facts as JSON."""

    kind: ClassVar[str] = "history-folded"
    before: str
    was: str
    facts: str
    folded: int


_OfGroups = GroupChange | MemberChange | GearChange | RosterChange | AftermathChange
_OfCampaigns = CampaignChange | HouseChange | GameChange | FileChange | StoryChange | HistoryFolded
KnownChange = _OfCampaigns | _OfGroups
Change = KnownChange | UnknownChange

#: Every kind by the word it is stored under.
KINDS: Mapping[str, type[KnownChange]] = {known.kind: known for known in get_args(KnownChange)}


def facts_of(change: Change) -> dict[str, Any]:
    """Return a change's facts as plain JSON."""
    match change:
        case UnknownChange(facts=facts):
            return dict(facts)
        case MemberEdited() | GroupEdited():
            facts = to_builtins(change)
            return {**facts, "done": [_stored(edit) for edit in facts["done"]]}
        case _:
            return asdict(change)


def _stored(edit: dict[str, Any]) -> dict[str, Any]:
    """Return an edit as it is stored: a status that was set is what was done."""
    return {"did": edit["status"]} if edit["did"] == "status" else edit


def _edit(stored: dict[str, Any]) -> dict[str, Any]:
    done = stored["did"]
    return {"did": "status", "status": done} if done in STATUSES else stored


def read_change(kind: str, facts: Mapping[str, Any]) -> Change:
    """Read a change out of its stored form; what cannot be read is an `UnknownChange`."""
    known = KINDS.get(kind)
    if known is None:
        return UnknownChange(kind, facts)
    try:
        if "done" in facts:
            facts = {**facts, "done": [_edit(edit) for edit in facts["done"]]}
        return convert(facts, known, strict=False)
    except (KeyError, TypeError, ValueError):
        return UnknownChange(kind, facts)


def unfolded(change: Change) -> Change:
    """Return what a change was before it was folded; itself where it wasn't."""
    if not isinstance(change, HistoryFolded):
        return change
    try:
        return read_change(change.was, json.loads(change.facts))
    except ValueError:
        return UnknownChange(change.was)
