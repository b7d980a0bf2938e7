"""The kinds of change there are, each with its facts: what a user did, as it is stored.

The store keeps a kind and its facts as JSON; only `facts_of` and `read_change` know that form.
Sentences are made where they are shown. Kinds that no action makes any more stay, for old stores.
Annotations are not postponed: `_read` looks at the types of the fields.
"""

import json
from collections.abc import Mapping
from dataclasses import Field
from typing import Any, ClassVar, get_args

from lastdays.model.aftermath_changes import AftermathChange
from lastdays.model.file_changes import FileChange
from lastdays.model.gear_changes import GearChange
from lastdays.model.group import STATUSES, Status
from lastdays.model.house_changes import HouseChange
from lastdays.model.roster_changes import RosterChange
from lastdays.model.story_changes import StoryChange
from lastdays.values import asdict, dataclass, field, fields

# What several kinds share, their facts: decorating each kind would cost the start a millisecond.


@dataclass(frozen=True)
class _WithoutFacts:
    kind: ClassVar[str]


@dataclass(frozen=True)
class _OfName:
    kind: ClassVar[str]
    name: str


@dataclass(frozen=True)
class _OfGame:
    kind: ClassVar[str]
    number: int


@dataclass(frozen=True)
class _InWords:
    kind: ClassVar[str]
    what: str


@dataclass(frozen=True)
class _OfMember:
    kind: ClassVar[str]
    member: str


# A campaign's own records


class CampaignBegun(_OfName):
    """A campaign was begun."""

    kind = "new-campaign"


class CampaignRenamed(_OfName):
    """A campaign got another name, which is `name`."""

    kind = "rename-campaign"


class CampaignDeleted(_OfName):
    """A campaign was taken out of the lists."""

    kind = "delete-campaign"


class CampaignRestored(_OfName):
    """A deleted campaign was brought back into the lists."""

    kind = "restore-campaign"


class CampaignNotesWritten(_WithoutFacts):
    """The notes on a campaign are others."""

    kind = "campaign-notes"


class SwitchesChanged(_WithoutFacts):
    """A campaign reads the book in another way."""

    kind = "switches"


class DiceModeChanged(_WithoutFacts):
    """Rolls are answered in another way."""

    kind = "dice-mode"


class SampleAdded(_WithoutFacts):
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


class GameRecorded(_OfGame):
    """A game was entered into the record."""

    kind = "record-game"


class GameCorrected(_OfGame):
    """The record of a game is another."""

    kind = "edit-game"


class GameDeleted(_OfGame):
    """A game was taken out of the record."""

    kind = "delete-game"


class GamePlanned(_OfGame):
    """The next game was set up, or set up otherwise."""

    kind = "plan-game"


@dataclass(frozen=True)
class PostGameFinished:
    """A group is what its post-game sequence came to; `encounter` is a key of the rulebook."""

    kind: ClassVar[str] = "post-game"
    number: int
    encounter: str = ""


GameChange = GameRecorded | GameCorrected | GameDeleted | GamePlanned | PostGameFinished


@dataclass(frozen=True)
class Renamed:
    """What was edited had another name before: `old`."""

    old: str


@dataclass(frozen=True)
class StatusSet:
    """A member was noted as dead, captured, gone or back."""

    status: Status


@dataclass(frozen=True)
class FieldsSet:
    """Values were set: names of fields of a member or group, and of characteristics."""

    fields: tuple[str, ...]


@dataclass(frozen=True)
class Entered:
    """A member of a group was entered from paper."""

    member: str


Edit = Renamed | StatusSet | FieldsSet | Entered

# Groups


class GroupFounded(_OfName):
    """A group was founded."""

    kind = "found-group"


class GroupImported(_OfName):
    """A group came out of a file, under this name."""

    kind = "import-group"


class GroupDeleted(_OfName):
    """A group was taken out of its campaign."""

    kind = "delete-group"


class GroupRestored(_OfName):
    """A deleted group was brought back into its campaign."""

    kind = "restore-group"


class FoundingEnded(_OfName):
    """A group is complete and set to play."""

    kind = "end-founding"


@dataclass(frozen=True)
class GroupEdited:
    """A group's own values were set by hand; early editions did not note which."""

    kind: ClassVar[str] = "edit-group"
    name: str = ""
    done: tuple[Edit, ...] = ()


class GroupNotesWritten(_WithoutFacts):
    """The notes on a group are others."""

    kind = "group-notes"


@dataclass(frozen=True)
class PointsSet:
    """The Scavenge Points of a group were set by hand, in a store of an early edition."""

    kind: ClassVar[str] = "points"
    points: int


class RefugeSet(_WithoutFacts):
    """The Refuge of a group was set by hand, in a store of an early edition; `GroupEdited` says it
    now."""

    kind = "refuge"


class EarlierRestored(_InWords):
    """A group is again what it was after an earlier change; `what` says in a sentence which."""

    kind = "restore-earlier"


class BackupRestored(_InWords):
    """A group is again what it was in a backup; `what` is its date."""

    kind = "restore-backup"


class ViolationAllowed(_InWords):
    """The table allows something that the rules do not; `what` says it in a sentence."""

    kind = "allow"


class ViolationDisallowed(_InWords):
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


class MemberRecruited(_OfMember):
    """A member was recruited and paid for."""

    kind = "recruit"


class MemberTakenBack(_OfMember):
    """While founding, a member was taken back for the full cost."""

    kind = "take-back"


class MemberDismissed(_OfMember):
    """A member left the group with all their gear."""

    kind = "dismiss"


class MemberAdded(_OfMember):
    """A member was entered by hand, in a store of an early edition; `GroupEdited` says it now."""

    kind = "add-member"


@dataclass(frozen=True)
class MemberEdited:
    """A member's values were set by hand; early editions did not note which."""

    kind: ClassVar[str] = "edit-member"
    member: str
    done: tuple[Edit, ...] = ()


class MemberNotesWritten(_OfMember):
    """The notes on a member are others."""

    kind = "member-notes"


class PortraitSet(_OfMember):
    """A member has a portrait, or another one."""

    kind = "portrait"


class PortraitRemoved(_OfMember):
    """A member has no portrait any more."""

    kind = "no-portrait"


@dataclass(frozen=True)
class RescueDeclined:
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


@dataclass(frozen=True)
class UnknownChange:
    """A change of a kind that this edition does not know, or whose facts it cannot read."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class HistoryFolded:
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
        case MemberEdited(done=done) | GroupEdited(done=done):
            return {**asdict(change), "done": [_edit_facts(edit) for edit in done]}
        case _:
            return asdict(change)


def _edit_facts(edit: Edit) -> dict[str, Any]:
    match edit:
        case Renamed(old):
            return {"did": "renamed", "old": old}
        case StatusSet(status):
            return {"did": status}
        case FieldsSet(names):
            return {"did": "set", "fields": list(names)}
        case Entered(member):
            return {"did": "entered", "member": member}


def read_change(kind: str, facts: Mapping[str, Any]) -> Change:
    """Read a change out of its stored form; what cannot be read is an `UnknownChange`."""
    known = KINDS.get(kind)
    if known is None:
        return UnknownChange(kind, facts)
    try:
        there = [f for f in fields(known) if f.name in facts]
        read: dict[str, Any] = {f.name: _read(f, facts[f.name]) for f in there}
        return known(**read)
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


def _read(of: Field[Any], stored: Any) -> str | int | tuple[Edit, ...]:
    if of.type is int:
        return int(stored)
    if of.type is str:
        return str(stored)
    return tuple(_read_edit(edit) for edit in stored)


def _read_edit(stored: Mapping[str, Any]) -> Edit:
    did = stored["did"]
    if did == "renamed":
        return Renamed(str(stored["old"]))
    if did == "entered":
        return Entered(str(stored["member"]))
    for status in STATUSES:
        if did == status:
            return StatusSet(status)
    return FieldsSet(tuple(str(name) for name in stored["fields"]))
