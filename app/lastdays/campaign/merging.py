"""A group out of a file that is here already: compared with it, and merged as it is chosen."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.campaign_bounds import odd_ids
from lastdays.campaign.campaign_file import picture_id
from lastdays.campaign.foreign import GROUP_KEPT, KEPT, checked_picture
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.lineage import common, read_lineage
from lastdays.campaign.meeting import Choices, Meeting, Take
from lastdays.campaign.roster_file import is_roster
from lastdays.campaign.workspace import Workspace
from lastdays.errors import DocumentError, LastDaysError
from lastdays.language import _, chained, titled
from lastdays.model.file_changes import GroupMerged
from lastdays.model.group import Group, Item
from lastdays.store import Subject


class Known(Struct, frozen=True):
    """A group of a file that is here already: its campaign and revision here, how the two meet,
    and the portraits it brings. `left` is whether it is known as what it left."""

    campaign: str
    revision: int
    meeting: Meeting
    portraits: Mapping[str, bytes]

    @property
    def left(self) -> bool:
        """Return whether it is known what the group was when it left."""
        return self.meeting.base is not None

    def all_of(self, take: Take) -> dict[str, Take]:
        """Return the choices that settle each conflict in one way."""
        return {p.key: take for p in self.meeting.points if p.conflict}


class GroupMerging:
    """Finds the group that a file is about, and merges the two."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._groups = GroupActions(workspace)

    def look(self, campaign: str, document: bytes) -> Known | None:
        """Compare a file's group with the one of it here; None where the campaign has none.

        It is the same group by its id, else by its name; a roster of another program is always a
        group of its own. DocumentError for what is no group.
        """
        if is_roster(document):
            return None
        theirs = self._groups.read_document(document)
        if odd_ids(theirs):
            return None
        ids = [summary.id for summary in self.workspace.groups(campaign)]
        named = {s.name: s.id for s in self.workspace.groups(campaign)}
        here = theirs.id if theirs.id in ids else named.get(theirs.name)
        if here is None:
            return None
        view = self.workspace.snapshot(here)
        portraits = {
            old: checked_picture(picture, GROUP_KEPT if old == theirs.picture else KEPT)
            for old, picture in documents.read_portraits(document).items()
        }
        theirs = _portrayed(theirs, portraits)
        parting: Group | None = None
        if theirs.id == here:
            with self.workspace.store.reading() as tx:
                parting = common(tx, Subject(campaign, here), read_lineage(document))
        else:
            theirs = aligned(theirs, view.group)
        meeting = Meeting(view.group, theirs, parting, self.workspace.catalogue)
        return Known(campaign, view.revision, meeting, portraits)

    def merge(self, known: Known, choices: Choices) -> str:
        """Make the group here what was chosen of both, as one change; its id.

        Raises LastDaysError while something has to be chosen, or where the group here is another
        than the one that was compared.
        """
        meeting, workspace = known.meeting, self.workspace
        group = meeting.ours.id
        merged = meeting.merged(choices, workspace.new_id)
        with workspace.change(known.campaign, GroupMerged(merged.name)) as changes:
            if workspace.snapshot(group, changes.tx).revision != known.revision:
                raise LastDaysError(
                    _(
                        "{name} has changed here since the two were compared. Nothing was "
                        "imported: compare them again."
                    ).format(name=meeting.ours.name)
                )
            others = {g.name for g in changes.tx.index.groups(known.campaign) if g.id != group}
            if merged.name in others:
                raise LastDaysError(
                    _("This campaign already has a group called {name}.").format(name=merged.name)
                )
            for picture in known.portraits.values():
                changes.tx.paper.add_portrait(picture)
            changes.knows(meeting.theirs)
            changes.group(group, lambda _now: merged)
        return group

    def merge_document(self, campaign: str, document: bytes, take: Take | None) -> str | None:
        """Merge a file's group with the one here, all conflicts settled in one way; its id, None
        where the campaign has no such group.

        Raises DocumentError that names the conflicts where `take` is None and there are some, and
        for a roster of a group that is here: it tells nothing of the fallen, of games, of pictures.
        """
        if is_roster(document):
            name = self._groups.read_document(document).name
            if any(summary.name == name for summary in self.workspace.groups(campaign)):
                raise DocumentError(
                    _(
                        "{group} is here already, and a roster can't be merged: it doesn't tell "
                        "all of a group. Say --known second to add it as a second one. Nothing "
                        "was imported."
                    ).format(group=name)
                )
        known = self.look(campaign, document)
        if known is None:
            return None
        if take is None and (open_points := known.meeting.open_points({})):
            named = chained(
                titled(known.meeting.name_of(p.member), p.what) if p.member else p.what
                for p in open_points[:8]
            )
            raise DocumentError(
                _(
                    "Both sides changed the same: {points}. Say --known ours or --known theirs, "
                    "or choose one by one in the window. Nothing was imported."
                ).format(points=named)
            )
        return self.merge(known, known.all_of(take) if take is not None else {})


def _portrayed(group: Group, portraits: Mapping[str, bytes]) -> Group:
    """Return the group with its pictures under the ids that a store gives them."""
    ids = {old: picture_id(picture) for old, picture in portraits.items()}
    members = tuple(
        replace(m, portrait=ids.get(m.portrait, m.portrait)) if m.portrait else m
        for m in group.members
    )
    picture = ids.get(group.picture, group.picture)
    return replace(group, members=members, picture=picture)


def aligned(theirs: Group, ours: Group) -> Group:
    """Return a group of the same name under the ids of the one here, as far as its members, gear
    and Perks can be told to be the same: by name and type, by bearer and kind."""
    ids: dict[str, str] = {}
    left = {m.id: m for m in ours.members}
    for exact in (True, False):
        for member in theirs.members:
            same = next(
                (m for m in left.values() if m.name == member.name and (m.type == member.type or not exact)),
                None,
            )  # fmt: skip
            if member.id not in ids and same is not None:
                ids[member.id] = same.id
                del left[same.id]
    perks = list(ours.refuge.built)
    built = []
    for perk in theirs.refuge.built:
        own = next((p for p in perks if p.key == perk.key), None)
        if own is not None:
            perks.remove(own)
        built.append(own or perk)
    members = tuple(
        replace(
            member,
            id=ids.get(member.id, member.id),
            gear=_same_gear(member.gear, _gear_of(ours, ids.get(member.id, ""))),
        )
        for member in theirs.members
    )
    return replace(
        theirs,
        id=ours.id,
        members=members,
        leader=ids.get(theirs.leader, theirs.leader),
        stash=_same_gear(theirs.stash, ours.stash),
        refuge=replace(theirs.refuge, built=tuple(built)),
        allowed=ours.allowed,
    )


def _gear_of(group: Group, member: str) -> tuple[Item, ...]:
    return group.member(member).gear if group.has_member(member) else ()


def _same_gear(gear: tuple[Item, ...], here: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return gear under the ids of the gear here that is of the same kind."""
    left, found = list(here), []
    for item in gear:
        same = next(
            (i for i in left if i.key == item.key and len(i.attached) == len(item.attached)), None
        )
        if same is None:
            found.append(item)
            continue
        left.remove(same)
        attached = _same_gear(item.attached, same.attached)
        found.append(replace(item, id=same.id, attached=attached))
    return tuple(found)
