"""The sentences for changes: the store keeps kind and facts, this says them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lastdays.language import _, chained, joined
from lastdays.model.changes import (
    AftermathChange,
    BackupRestored,
    CampaignBegun,
    CampaignChange,
    CampaignDeleted,
    CampaignImported,
    CampaignNotesWritten,
    CampaignRenamed,
    CampaignRestored,
    CaptiveLost,
    CaptiveReturned,
    Change,
    DiceModeChanged,
    EarlierRestored,
    Edit,
    Entered,
    FieldsSet,
    FileChange,
    FoundingEnded,
    GameChange,
    GameCorrected,
    GameDeleted,
    GamePlanned,
    GameRecorded,
    GearAdded,
    GearBought,
    GearChange,
    GearGivenBack,
    GearMounted,
    GearMoved,
    GearRemoved,
    GearUnmounted,
    GroupChange,
    GroupCopied,
    GroupDeleted,
    GroupDiceChanged,
    GroupEdited,
    GroupFounded,
    GroupImported,
    GroupMerged,
    GroupNotesWritten,
    GroupPictureRemoved,
    GroupPictureSet,
    GroupRestored,
    GunConverted,
    HistoryFolded,
    HouseChange,
    MemberAdded,
    MemberChange,
    MemberCopied,
    MemberDismissed,
    MemberEdited,
    MemberNotesWritten,
    MemberRecruited,
    MemberTakenBack,
    NumberAsInBook,
    NumberSet,
    OrderChanged,
    PackSwitchedOff,
    PackSwitchedOn,
    PointsSet,
    PortraitRemoved,
    PortraitSet,
    PostGameFinished,
    RefugeSet,
    Renamed,
    RescueDeclined,
    RosterArranged,
    RosterChange,
    SampleAdded,
    StatusSet,
    StoryChange,
    SwitchesChanged,
    UnknownChange,
    ViolationAllowed,
    ViolationDisallowed,
    unfolded,
)
from lastdays.model.fields import GROUP, MEMBER, Edited, Field, changed, field_name
from lastdays.model.group import Group, Member
from lastdays.model.house_numbers import number_name
from lastdays.rulebook import CHARACTERISTICS


def member_edits(before: Member, after: Member) -> tuple[Edit, ...]:
    """Return what an edit by hand did to a member: renamed, died, came back, set which fields."""
    fate = [StatusSet(after.status)] if before.status != after.status else []
    was, now = before.adjustments, after.adjustments
    figures = [c for c in CHARACTERISTICS if was.get(c) != now.get(c)]
    return _done(MEMBER, before, after, "status" if fate else "", fate, figures)


def group_edits(before: Group, after: Group) -> tuple[Edit, ...]:
    """Return what an edit by hand did to a group's own values."""
    there = {m.id for m in before.members}
    entered = (Entered(m.name) for m in after.members if m.id not in there)
    return *_done(GROUP, before, after, "leader"), *entered  # who is entered may lead


def _done(
    fields: Mapping[str, Field[Edited]],
    before: Edited,
    after: Edited,
    otherwise: str,
    fate: Iterable[Edit] = (),
    figures: Iterable[str] = (),
) -> tuple[Edit, ...]:
    """Return that something was renamed, its `fate`, and which fields and `figures` were set, but
    for the one that is told `otherwise`."""
    done: list[Edit] = [Renamed(before.name)] if before.name != after.name else []
    done += fate
    keys = [
        key
        for key in changed(fields, before, after)
        if key not in ("name", otherwise) and not (fields[key].follows or fields[key].apart)
    ]
    keys += figures
    return (*done, FieldsSet(tuple(keys))) if keys else tuple(done)


def change_name(change: Change) -> str:
    """Say what a change did, as its name in a history: 'moved Knife to Mo'."""
    if isinstance(change, UnknownChange):
        return _("made a change that this version doesn't know ({kind})").format(kind=change.kind)
    if isinstance(change, CampaignChange):
        return _campaign_change(change)
    if isinstance(change, HouseChange):
        return _house_change(change)
    if isinstance(change, GameChange):
        return _game_change(change)
    if isinstance(change, GroupChange):
        return _group_change(change)
    if isinstance(change, MemberChange):
        return _member_change(change)
    if isinstance(change, FileChange):
        return _file_change(change)
    if isinstance(change, HistoryFolded):
        return change_name(unfolded(change))
    if isinstance(change, StoryChange):
        return _("wrote about game {number}").format(number=change.number)
    if isinstance(change, RosterChange):
        return _roster_change(change)
    if isinstance(change, AftermathChange):
        return _aftermath_change(change)
    return _gear_change(change)


def _file_change(change: FileChange) -> str:
    match change:
        case CampaignImported(name):
            return _("imported the campaign {name}").format(name=name)
        case GroupMerged(name):
            return _("took over {name} from a file").format(name=name)


def _campaign_change(change: CampaignChange) -> str:
    match change:
        case CampaignBegun(name):
            return _("created the campaign {name}").format(name=name)
        case CampaignRenamed(name):
            return _("renamed the campaign {name}").format(name=name)
        case CampaignDeleted(name):
            return _("deleted the campaign {name}").format(name=name)
        case CampaignRestored(name):
            return _("brought back the campaign {name}").format(name=name)
        case CampaignNotesWritten():
            return _("wrote campaign notes")
        case SwitchesChanged():
            return _("changed how the rules are read")
        case DiceModeChanged():
            return _("changed how dice are rolled")
        case SampleAdded():
            return _("added the sample")


def _house_change(change: HouseChange) -> str:
    """Say what a change of the house rules did, as its name in a history."""
    match change:
        case PackSwitchedOn(name):
            return _("switched on the content pack {name}").format(name=name)
        case PackSwitchedOff(name):
            return _("switched off the content pack {name}").format(name=name)
        case NumberSet(key, value):
            return _("set {number} to {value}").format(number=number_name(key), value=value)
        case NumberAsInBook(key):
            return _("set {number} as in the book").format(number=number_name(key))


def _game_change(change: GameChange) -> str:
    match change:
        case GameRecorded(number):
            return _("recorded game {number}").format(number=number)
        case GameCorrected(number):
            return _("corrected game {number}").format(number=number)
        case GameDeleted(number):
            return _("deleted game {number}").format(number=number)
        case GamePlanned(number):
            return _("set up game {number}").format(number=number)
        case PostGameFinished(number):
            return _("after game {number}").format(number=number)


def _aftermath_change(change: AftermathChange) -> str:
    match change:
        case CaptiveReturned(member, number=number):
            return _("brought {member} home in game {number}").format(member=member, number=number)
        case CaptiveLost(member, number=number):
            return _("lost {member}, held captive, in game {number}").format(
                member=member, number=number
            )
        case GroupDiceChanged(name):
            return _("changed how dice are rolled for {name}").format(name=name)
        case OrderChanged():
            return _("changed the order after a game")


def _group_change(change: GroupChange) -> str:
    match change:
        case GroupFounded(name):
            return _("created {name}").format(name=name)
        case GroupImported(name):
            return _("imported {name}").format(name=name)
        case GroupDeleted(name):
            return _("deleted {name}").format(name=name)
        case GroupRestored(name):
            return _("brought back {name}").format(name=name)
        case FoundingEnded(name):
            return _("started playing with {name}").format(name=name)
        case GroupEdited(name, done):
            return _edits(name, done) if done else _("edited the group")
        case GroupNotesWritten():
            return _("wrote group notes")
        case PointsSet(points):
            return _("set Scavenge Points to {points}").format(points=points)
        case RefugeSet():
            return _("changed the Refuge by hand")
        case EarlierRestored(what):
            return _("restored the group as it was after: {what}").format(what=what)
        case BackupRestored(what):
            return _("brought back the group from the backup of {date}").format(date=what)
        case ViolationAllowed(what):
            return _("allowed: {what}").format(what=what)
        case ViolationDisallowed(what):
            return _("no longer allowed: {what}").format(what=what)


def _member_change(change: MemberChange) -> str:
    match change:
        case MemberRecruited(member):
            return _("recruited {member}").format(member=member)
        case MemberTakenBack(member):
            return _("took back {member}").format(member=member)
        case MemberDismissed(member):
            return _("dismissed {member}").format(member=member)
        case MemberAdded(member):
            return _("entered {member} by hand").format(member=member)
        case MemberEdited(member, done):
            return _edits(member, done) if done else _("edited {member}").format(member=member)
        case MemberNotesWritten(member):
            return _("wrote notes for {member}").format(member=member)
        case PortraitSet(member):
            return _("set the portrait of {member}").format(member=member)
        case PortraitRemoved(member):
            return _("removed the portrait of {member}").format(member=member)
        case RescueDeclined(member):
            return _("declined the rescue of {member}").format(member=member)


def _gear_change(change: GearChange) -> str:
    match change:
        case GearBought(item, member):
            return _("bought {item} for {member}").format(item=item, member=member)
        case GearGivenBack(item, member):
            return _("gave back {item} of {member}").format(item=item, member=member)
        case GearMoved(item, to):
            return _("moved {item} to {to}").format(item=item, to=to)
        case GearMounted(item, gun):
            return _("mounted {item} on {gun}").format(item=item, gun=gun)
        case GearUnmounted(item, gun):
            return _("took {item} off {gun}").format(item=item, gun=gun)
        case GunConverted(gun):
            return _("converted {gun}").format(gun=gun)
        case GearAdded(item, to):
            return _("added {item} to {to} by hand").format(item=item, to=to)
        case GearRemoved(item):
            return _("removed {item} by hand").format(item=item)


def _roster_change(change: RosterChange) -> str:
    match change:
        case RosterArranged(""):
            return _("put the roster in another order")
        case RosterArranged(member):
            return _("moved {member} in the roster").format(member=member)
        case MemberCopied(member):
            return _("copied {member}").format(member=member)
        case GroupCopied(name):
            return _("copied {name}").format(name=name)
        case GroupPictureSet():
            return _("set the group's picture")
        case GroupPictureRemoved():
            return _("removed the group's picture")


def _edits(name: str, done: Iterable[Edit]) -> str:
    return chained(_edit(name, edit) for edit in done)


def _edit(name: str, edit: Edit) -> str:
    """Say one thing done by hand: 'renamed Lee to Sgt Lee', 'set Level of Sgt Lee'."""
    match edit:
        case Renamed(old):
            return _("renamed {old} to {name}").format(old=old, name=name)
        case StatusSet("dead"):
            return _("noted the death of {name}").format(name=name)
        case StatusSet("left"):
            return _("noted that {name} left the group").format(name=name)
        case StatusSet("captured"):
            return _("noted the capture of {name}").format(name=name)
        case StatusSet():
            return _("noted the return of {name}").format(name=name)
        case FieldsSet(fields):
            named = joined([field_name(field) for field in fields])
            return _("set {fields} of {name}").format(fields=named, name=name)
        case Entered(member):
            return _("entered {member} by hand").format(member=member)
