"""The kinds of change: what a user did, with its facts, stored form and sentence.

The store keeps a kind and its facts as JSON; sentences are made when they are shown. Kinds that no
action makes any longer are kept for old stores.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from msgspec import convert, to_builtins
from msgspec.structs import asdict

from lastdays.language import _, chained, joined, ngettext
from lastdays.model.fields import GROUP, MEMBER, Edited, Fields, changed_keys, field_name
from lastdays.model.group import Group, Member, Status
from lastdays.model.switches import number_name
from lastdays.rulebook import CHARACTERISTICS
from lastdays.values import Value


class KnownChange(Value):
    """A change of a kind that this version knows: its fields are its facts, its sentence is its
    name in a history."""

    kind: ClassVar[str]
    sentence: ClassVar[str]

    def in_words(self) -> str:
        """Say what the change did: 'moved Knife to Mo'."""
        return _(self.sentence, **asdict(self))

    def stored(self) -> dict[str, Any]:
        """Return the facts as plain JSON."""
        facts: dict[str, Any] = to_builtins(self)
        return facts


class UnknownChange(Value):
    """A change of a kind that this version doesn't know, or whose facts it can't read."""

    kind: str
    facts: Mapping[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.kind)

    def in_words(self) -> str:
        """Say that the change is unknown."""
        return _("made a change that this version doesn't know ({kind})", kind=self.kind)

    def stored(self) -> dict[str, Any]:
        """Return the facts as they were read."""
        return dict(self.facts)


Change = KnownChange | UnknownChange

#: Every kind of change by its stored name.
KINDS: dict[str, type[KnownChange]] = {}
K = TypeVar("K", bound=KnownChange)


def stored_as(kind: str, sentence: str = "") -> Callable[[type[K]], type[K]]:
    """Return a decorator that gives a kind of change its stored name and its sentence."""

    def keep(cls: type[K]) -> type[K]:
        cls.kind = kind
        cls.sentence = sentence
        KINDS[kind] = cls
        return cls

    return keep


def read_change(kind: str, facts: Mapping[str, Any]) -> Change:
    """Return a change from its stored form, an `UnknownChange` if it can't be read."""
    try:
        return convert(facts, KINDS[kind], strict=False)
    except (KeyError, ValueError):
        return UnknownChange(kind, facts)


# Bases of several kinds


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


@stored_as("new-campaign", "created the campaign {name}")
class CampaignBegun(_OfName):
    """A campaign was created."""


@stored_as("rename-campaign", "renamed the campaign {name}")
class CampaignRenamed(_OfName):
    """A campaign was renamed; `name` is the new name."""


@stored_as("delete-campaign", "deleted the campaign {name}")
class CampaignDeleted(_OfName):
    """A campaign was deleted; it can be restored."""


@stored_as("restore-campaign", "restored the campaign {name}")
class CampaignRestored(_OfName):
    """A deleted campaign was restored."""


@stored_as("close-season", "closed the season {name}")
class SeasonClosed(_OfName):
    """The season that was played was closed under a name."""


@stored_as("reopen-season", "reopened the season {name}")
class SeasonReopened(_OfName):
    """The last season that was closed was opened again."""


@stored_as("archive-campaign", "put away the campaign {name}")
class CampaignPutAway(_OfName):
    """A campaign was put away, out of the way in lists."""


@stored_as("take-out-campaign", "reopened the campaign {name}")
class CampaignTakenOut(_OfName):
    """A campaign that was put away is listed again."""


@stored_as("import-campaign", "imported the campaign {name}")
class CampaignImported(_OfName, omit_defaults=True):
    """A campaign with all its groups was imported from a file, under this name. `lineage` are digests of
    its states before, the latest first."""

    lineage: tuple[str, ...] = ()


@stored_as("merge-campaign", "merged {name} with another copy")
class CampaignMerged(_OfName, omit_defaults=True):
    """A campaign was merged with another copy of it. `lineage` are digests of the other's states, the
    latest first."""

    lineage: tuple[str, ...] = ()


@stored_as("other-copy", "came from another copy")
class OtherCopy(KnownChange):
    """The state of another copy of the campaign that was merged."""


@stored_as("parted", "was the same in both copies")
class CopiesParted(KnownChange):
    """The state that two copies of a group had in common before both changed it."""


@stored_as("campaign-notes", "edited the campaign's notes")
class CampaignNotesWritten(KnownChange):
    """The notes on a campaign were changed."""


@stored_as("switches", "changed the house rules")
class SwitchesChanged(KnownChange):
    """The switches of a campaign were changed."""


@stored_as("dice-mode", "changed how dice are rolled")
class DiceModeChanged(KnownChange):
    """The way rolls are answered was changed."""


@stored_as("aftermath-order", "changed the post-game order")
class OrderChanged(KnownChange):
    """The order in which groups play their post-game sequences was changed."""


@stored_as("add-player", "added the player {name}")
class PlayerAdded(_OfName):
    """A player was added to a campaign."""


@stored_as("rename-player", "renamed the player {old} to {name}")
class PlayerRenamed(KnownChange):
    """A player was renamed, in all of their groups."""

    old: str
    name: str


@stored_as("remove-player", "removed the player {name}")
class PlayerRemoved(_OfName):
    """A player was removed from a campaign and from their groups."""


@stored_as("give-group", "gave {group} to {name}")
class GroupGiven(KnownChange):
    """A group was given to a player."""

    group: str
    name: str


@stored_as("take-group", "took {group} from {name}")
class GroupTakenAway(KnownChange):
    """A group was left without a player; `name` is the one it had."""

    group: str
    name: str


@stored_as("set-ranking", "set the ranking {name}")
class RankingSet(_OfName):
    """A ranking of the club's own was added or changed."""


@stored_as("remove-ranking", "removed the ranking {name}")
class RankingRemoved(_OfName):
    """A ranking of the club's own was removed."""


@stored_as("sample", "added the sample")
class SampleAdded(KnownChange):
    """The sample was added, in a store of an early version."""


@stored_as("pack-on", "switched on the content pack {name}")
class PackSwitchedOn(_OfName):
    """A content pack was switched on in the campaign."""


@stored_as("pack-off", "switched off the content pack {name}")
class PackSwitchedOff(_OfName):
    """A content pack was switched off in the campaign."""


@stored_as("pack-kept", "took the content pack {name} as it is now")
class PackKept(_OfName):
    """The version of a content pack that is installed is the one that the campaign is played with."""


@stored_as("set-number", "set {number} to {value}")
class NumberSet(KnownChange):
    """A number of the book was changed in this campaign; `number` is its 'section.name'."""

    number: str
    value: int

    def in_words(self) -> str:
        """Say which number was set, by its name."""
        return _(self.sentence, number=number_name(self.number), value=self.value)


@stored_as("number-as-in-book", "set {number} back to the book's value")
class NumberAsInBook(KnownChange):
    """A number was set back to the book's value."""

    number: str

    def in_words(self) -> str:
        """Say which number was set, by its name."""
        return _(self.sentence, number=number_name(self.number))


@stored_as("own-rule", "wrote the rule {name}")
class OwnRuleWritten(_OfName):
    """A counter, trait, table or step of the campaign's own was written or changed."""


@stored_as("own-rule-moved", "moved the rule {name}")
class OwnRuleMoved(_OfName):
    """A rule of the campaign's own was moved among those of its kind."""


@stored_as("no-own-rule", "removed the rule {name}")
class OwnRuleRemoved(_OfName):
    """A rule of the campaign's own was removed."""


@stored_as("campaign-counter", "set {counter} to {value}")
class CampaignCounterSet(KnownChange):
    """A counter of the campaign was set by hand; `counter` is its name."""

    counter: str
    value: int


@stored_as("own-step", "did {step} for {whose}")
class StepDone(KnownChange):
    """A step of the players' own was done before a game; `whose` is the name of whom it was for."""

    step: str
    whose: str


@stored_as("roll-table", "rolled on {table} for {whose}")
class TableRolled(KnownChange):
    """A table of the players' own was rolled on; `whose` is the name of whom it was for."""

    table: str
    whose: str


# Games


@stored_as("record-game", "recorded game {number}")
class GameRecorded(_OfGame):
    """A game was recorded."""


@stored_as("edit-game", "corrected game {number}")
class GameCorrected(_OfGame):
    """The record of a game was corrected."""


@stored_as("delete-game", "deleted game {number}")
class GameDeleted(_OfGame):
    """The record of a game was deleted."""


@stored_as("plan-game", "set up game {number}")
class GamePlanned(_OfGame):
    """A game was set up, or its set-up was changed."""


@stored_as("plan-fixtures")
class FixturesPlanned(KnownChange):
    """Several games were planned at once."""

    count: int

    def in_words(self) -> str:
        """Say how many games were planned."""
        return ngettext("planned {n} game", "planned {n} games", self.count)


@stored_as("remove-fixture", "removed a planned game")
class FixtureRemoved(KnownChange):
    """A game that was planned is no longer."""


@stored_as("game-night", "changed the game night")
class GameNightSet(KnownChange):
    """The date of the game night was changed, or who is coming."""


@stored_as("tell-game", "wrote about game {number}")
class GameTold(_OfGame):
    """The players' own words on a game, or its date, were changed."""


@stored_as("picture-game", "changed the pictures of game {number}")
class GamePictured(_OfGame):
    """The pictures of a game were changed."""


@stored_as("write-entry", "wrote a chronicle entry for {day}")
class EntryWritten(KnownChange):
    """An entry of the chronicle was written or changed; `day` is a date such as '2026-10-03'."""

    day: str


@stored_as("delete-entry", "deleted the chronicle entry for {day}")
class EntryDeleted(KnownChange):
    """An entry of the chronicle was deleted."""

    day: str


@stored_as("post-game", "finished the sequence after game {number}")
class PostGameFinished(KnownChange):
    """A group finished its post-game sequence; `encounter` is a rulebook key."""

    number: int
    encounter: str = ""


@stored_as("captive-home", "brought {member} home in game {number}")
class CaptiveReturned(_OfCaptive):
    """A captive was brought home in a game (p. 84); `captive` is the member's id."""


@stored_as("captive-lost", "lost {member}, held captive, in game {number}")
class CaptiveLost(_OfCaptive):
    """A captive was not brought home in a game (p. 84); `captive` is the member's id."""


# What an edit by hand did


class Edit(Value, tag_field="did"):
    """One thing that an edit by hand did to a member or a group."""

    sentence: ClassVar[str]

    def in_words(self, name: str) -> str:
        """Say what was done to the member or group with this name: 'renamed Lee to Sgt Lee'."""
        return _(self.sentence, name=name, **asdict(self))


E = TypeVar("E", bound=Edit)


def described_as(sentence: str) -> Callable[[type[E]], type[E]]:
    """Return a decorator that gives a kind of edit its sentence."""

    def saying(cls: type[E]) -> type[E]:
        cls.sentence = sentence
        return cls

    return saying


@described_as("renamed {old} to {name}")
class Renamed(Edit, tag="renamed"):
    """A member or group was renamed; `old` is the name before."""

    old: str


@described_as("noted the death of {name}")
class Died(Edit, tag="dead"):
    """A member was noted as dead."""


@described_as("noted that {name} left the group")
class Left(Edit, tag="left"):
    """A member was noted as having left."""


@described_as("noted the capture of {name}")
class Captured(Edit, tag="captured"):
    """A member was noted as captured."""


@described_as("noted the return of {name}")
class CameBack(Edit, tag="active"):
    """A member was noted as back."""


@described_as("set {fields} of {name}")
class FieldsSet(Edit, tag="set"):
    """Values were set; `fields` are keys of fields of a member or group, and of characteristics."""

    fields: tuple[str, ...]

    def in_words(self, name: str) -> str:
        """Say which fields were set: 'set Level of Sgt Lee'."""
        named = joined([field_name(field) for field in self.fields])
        return _(self.sentence, fields=named, name=name)


@described_as("entered {member} by hand")
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


def member_edits(old_member: Member, new_member: Member) -> Edits:
    """Return what an edit by hand did to a member: a new name, another status, the fields set."""
    edits = _edit_of_name(old_member, new_member)
    fields = _fields_set(MEMBER, old_member, new_member)
    if old_member.status != new_member.status:
        edits += _FATES[new_member.status]
        fields = [field for field in fields if field != "status"]
    for characteristic in CHARACTERISTICS:
        old_adjustment = old_member.adjustments.get(characteristic)
        new_adjustment = new_member.adjustments.get(characteristic)
        if new_adjustment != old_adjustment:
            fields.append(characteristic)
    return edits + _set(fields)


def group_edits(old_group: Group, new_group: Group) -> Edits:
    """Return what an edit by hand did to a group: a new name, the fields set, members entered."""
    edits = _edit_of_name(old_group, new_group)
    # An entered member may become the Leader.
    fields = [field for field in _fields_set(GROUP, old_group, new_group) if field != "leader"]
    edits += _set(fields)
    present = {member.id for member in old_group.members}
    for member in new_group.members:
        if member.id not in present:
            edits += (Entered(member.name),)
    return edits


def _fields_set(fields: Fields[Edited], old_value: Edited, new_value: Edited) -> list[str]:
    """Return the keys of the fields that were set, except the name, which has an edit of its own."""
    keys = []
    for key in changed_keys(fields, old_value, new_value):
        field = fields[key]
        if key != "name" and not field.follows and not field.apart:
            keys.append(key)
    return keys


def _edit_of_name(old_value: Edited, new_value: Edited) -> Edits:
    return (Renamed(old_value.name),) if old_value.name != new_value.name else ()


def _set(fields: list[str]) -> Edits:
    """Return which fields and `figures` were set, except the name and the field `otherwise`, which
    other edits tell."""
    return (FieldsSet(tuple(fields)),) if fields else ()


# Groups


@stored_as("found-group", "created {name}")
class GroupCreated(_OfName):
    """A group was created."""


@stored_as("import-group", "imported {name}")
class GroupImported(_OfName):
    """A group was imported from a file, under this name."""


@stored_as("merge-group", "merged {name} with a file")
class GroupMerged(_OfName):
    """A group took over its state in a file: all of it, or the parts chosen."""


@stored_as("copy-group", "copied {name}")
class GroupCopied(_OfName):
    """A group was copied; `name` is the name of the copy."""


@stored_as("delete-group", "deleted {name}")
class GroupDeleted(_OfName):
    """A group was deleted; it can be restored."""


@stored_as("restore-group", "restored {name}")
class GroupRestored(_OfName):
    """A deleted group was restored."""


@stored_as("end-founding", "started playing with {name}")
class GroupStartedPlaying(_OfName):
    """A group was completed and starts playing."""


@stored_as("edit-group", "edited the group")
class GroupEdited(KnownChange):
    """A group's own values were set by hand; early versions didn't note which."""

    name: str = ""
    done: Edits = ()

    def in_words(self) -> str:
        """Say everything that was done by hand."""
        if not self.done:
            return super().in_words()
        return chained(edit.in_words(self.name) for edit in self.done)


@stored_as("group-notes", "edited the group's notes")
class GroupNotesWritten(KnownChange):
    """The notes on a group were changed."""


@stored_as("group-picture", "set the group's picture")
class GroupPictureSet(KnownChange):
    """The picture of a group was set."""


@stored_as("no-group-picture", "removed the group's picture")
class GroupPictureRemoved(KnownChange):
    """The picture of a group was removed."""


@stored_as("group-dice", "changed how dice are rolled for {name}")
class GroupDiceChanged(_OfName):
    """The way the rolls of one group are answered was changed, in a store of an earlier version."""


@stored_as("points", "set Scavenge Points to {points}")
class PointsSet(KnownChange):
    """The Scavenge Points of a group were set by hand, in a store of an early version."""

    points: int


@stored_as("refuge", "changed the Refuge by hand")
class RefugeSet(KnownChange):
    """The Refuge of a group was set by hand, in a store of an early version; `GroupEdited` replaces
    it."""


@stored_as("arrange-roster", "moved {member} in the roster")
class RosterArranged(KnownChange):
    """The order of the roster was changed; `member` is the name of the member moved, '' if the
    whole roster was put in order."""

    member: str = ""

    def in_words(self) -> str:
        """Say whether a member was moved or all were."""
        if not self.member:
            return _("reordered the roster")
        return super().in_words()


@stored_as("restore-earlier", "restored the group as it was after: {what}")
class EarlierRestored(_InWords):
    """A group was restored to its state after an earlier change; `what` is that change's
    sentence."""


@stored_as("restore-backup", "restored the group from the backup of {date}")
class BackupRestored(_InWords):
    """A group was restored from a backup; `what` is its date."""

    def in_words(self) -> str:
        """Say the date of the backup."""
        return _(self.sentence, date=self.what)


@stored_as("allow", "allowed: {what}")
class ViolationAllowed(_InWords):
    """The table allowed something that the rules don't; `what` is its sentence."""


@stored_as("disallow", "no longer allowed: {what}")
class ViolationDisallowed(_InWords):
    """A violation that the table had allowed became a warning again."""


# Members; `member` is a name


@stored_as("recruit", "recruited {member}")
class MemberRecruited(_OfMember):
    """A member was recruited and paid for."""


@stored_as("take-back", "removed {member} for a full refund")
class MemberTakenBack(_OfMember):
    """A member was taken back for the full cost, while the group was being created."""


@stored_as("dismiss", "dismissed {member}")
class MemberDismissed(_OfMember):
    """A member left the group with all their gear."""


@stored_as("add-member", "entered {member} by hand")
class MemberAdded(_OfMember):
    """A member was entered by hand, in a store of an early version; `GroupEdited` replaces it."""


@stored_as("copy-member", "copied {member}")
class MemberCopied(_OfMember):
    """A member was copied by hand; `member` is the name of the copy."""


@stored_as("edit-member", "edited {member}")
class MemberEdited(KnownChange):
    """A member's values were set by hand; early versions didn't note which."""

    member: str
    done: Edits = ()

    def in_words(self) -> str:
        """Say everything that was done by hand."""
        if not self.done:
            return super().in_words()
        return chained(edit.in_words(self.member) for edit in self.done)


@stored_as("member-notes", "edited the notes on {member}")
class MemberNotesWritten(_OfMember):
    """The notes on a member were changed."""


@stored_as("set-counter", "set {counter} of {whose} to {value}")
class CounterSet(KnownChange):
    """A counter of a member or of the group was set by hand; `whose` is their name."""

    counter: str
    whose: str
    value: int


@stored_as("portrait", "set the portrait of {member}")
class PortraitSet(_OfMember):
    """The portrait of a member was set."""


@stored_as("no-portrait", "removed the portrait of {member}")
class PortraitRemoved(_OfMember):
    """The portrait of a member was removed."""


@stored_as("decline-rescue", "declined the Rescue of {member}")
class RescueDeclined(KnownChange):
    """The Rescue of a member was not played (p. 84); `captive` is the member's id."""

    member: str
    captive: str = ""


# Gear


@stored_as("buy", "bought {item} for {member}")
class GearBought(_OfItemAndMember):
    """A piece of gear was bought for a member."""


@stored_as("give-back", "gave back {item} from {member}")
class GearGivenBack(_OfItemAndMember):
    """A bought piece of gear was given back for its cost; `member` may be the stash."""


@stored_as("move-gear", "moved {item} to {to}")
class GearMoved(_OfItemAndPlace):
    """A piece of gear was moved to a member or into the stash."""


@stored_as("mount", "attached {item} to {gun}")
class GearAttached(_OfItemAndGun):
    """A sight or another attachment was attached to a gun."""


@stored_as("unmount", "took {item} off {gun}")
class GearDetached(_OfItemAndGun):
    """A sight or another attachment was taken off a gun."""


@stored_as("convert", "converted {gun}")
class GunConverted(KnownChange):
    """A gun was converted with a Mod-Kit (p. 78)."""

    gun: str


@stored_as("add-gear", "added {item} to {to} by hand")
class GearAdded(_OfItemAndPlace):
    """Gear was added by hand to a member or the stash; `item` is its name, in old stores with a
    count."""


@stored_as("remove-gear", "removed {item} by hand")
class GearRemoved(KnownChange):
    """A piece of gear was removed by hand."""

    item: str


@stored_as("history-folded")
class HistoryFolded(KnownChange):
    """A change whose history an earlier version folded: its result is kept, and it can't be undone.
    `was` is its kind, `facts` its facts as JSON."""

    before: str
    was: str
    facts: str
    folded: int

    def in_words(self) -> str:
        """Say what the change did before it was folded."""
        return unfolded(self).in_words()


def unfolded(change: Change) -> Change:
    """Return a change as it was before it was folded, or itself if it wasn't."""
    if not isinstance(change, HistoryFolded):
        return change
    try:
        facts = json.loads(change.facts)
    except (ValueError, RecursionError):
        facts = {}
    if not isinstance(facts, dict):
        facts = {}
    return read_change(change.was, facts)
