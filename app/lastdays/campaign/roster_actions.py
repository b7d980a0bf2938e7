"""What a user does with a roster as a whole: its order, copies, the group's picture."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError, RuleError
from lastdays.language import _
from lastdays.model.fields import NAME_MOST
from lastdays.model.group import Group, Item, Member
from lastdays.model.recruiting import Recruit
from lastdays.model.roster_changes import (
    GroupCopied,
    GroupPictureRemoved,
    GroupPictureSet,
    MemberCopied,
    RosterArranged,
)
from lastdays.rulebook import Catalogue


class RosterActions:
    """The actions on a roster, each a named change that can be undone."""

    def __init__(self, workspace: Workspace, groups: GroupActions) -> None:
        self.workspace = workspace
        self.groups = groups

    # Order

    def arrange(self, group: str, order: Sequence[str], moved: str = "") -> None:
        """Put the roster in another order; who is not named keeps their place after the rest.

        `moved` is the member that was taken up, where it was one.
        """

        def put(g: Group) -> Group:
            places = {member: n for n, member in enumerate(order)}
            last = len(places)
            members = sorted(g.members, key=lambda m: places.get(m.id, last))
            return replace(g, members=tuple(members))

        value = self.workspace.snapshot(group).group
        name = value.member(moved).name if moved else ""
        self.workspace.change_group(group, RosterArranged(name), put)

    def move(self, group: str, member: str, to: int) -> None:
        """Put a member at another place of the roster, counted from 0; the last for any beyond."""
        roster = [m.id for m in self.workspace.snapshot(group).group.roster]
        if member not in roster:
            raise RuleError(_("Only members of the roster can be moved."))
        roster.remove(member)
        roster.insert(max(0, to), member)
        self.arrange(group, roster, member)

    # Copies

    def copy_member(self, group: str, member: str) -> str:
        """Copy a member; return the copy's id.

        While the group is created, the same type with the same bought gear is recruited and paid
        for; later the copy is entered by hand, as it is now, free of points. RuleError for a
        Leader: a group has one (p. 17).
        """
        value = self.workspace.snapshot(group).group
        who = value.member(member)
        if self.groups.catalogue.character(who.type).leader:
            raise RuleError(
                _("A group has one Leader, so {name} can't be copied.").format(name=who.name)
            )
        name = free_name(who.name, {m.name for m in value.members})
        if value.founding:
            return self.groups.recruit(group, _as_recruit(who, name, self.groups.catalogue))
        new_id = self.workspace.new_id
        copy = replace(
            who,
            id=new_id(),
            name=name,
            status="active",
            captor="",
            captor_name="",
            fate_game=0,
            gear=tuple(_copied(item, new_id) for item in who.gear),
            by_hand=tuple(dict.fromkeys((*who.by_hand, "entered"))),
        )

        def join(g: Group) -> Group:
            members: list[Member] = []
            for one in g.members:
                members += [one, copy] if one.id == member else [one]
            return replace(g, members=tuple(members))

        self.workspace.change_group(group, MemberCopied(name), join)
        return copy.id

    def copy_group(self, group: str) -> str:
        """Copy a group with all it has into its campaign; return the copy's id."""
        snapshot = self.workspace.snapshot(group)
        value = snapshot.group
        with self.workspace.store.reading() as tx:
            pictures = {i: tx.paper.portrait(i) for i in value.pictures}
        return self.groups.join(snapshot.campaign.id, value, pictures, GroupCopied)

    # The picture

    def set_picture(self, group: str, picture: bytes | None) -> None:
        """Set a group's picture, as `lastdays.ui.widgets.pictures` makes it, or none.

        Raises LastDaysError for a picture that is too large.
        """
        if picture is not None and len(picture) > documents.PORTRAIT_MOST:
            raise LastDaysError(_("This picture is too large. Nothing was changed."))
        key = ""
        if picture is not None:
            with self.workspace.store.writing() as tx:
                key = tx.paper.add_portrait(picture)
        self.workspace.change_group(
            group,
            GroupPictureSet() if key else GroupPictureRemoved(),
            lambda g: replace(g, picture=key),
        )


def free_name(name: str, taken: Container[str]) -> str:
    """Return a name like this one that nobody has: 'Mo 2'."""
    stem, _space, number = name.rpartition(" ")
    if not (stem and number.isdecimal() and len(number) < 4):
        stem, number = name, "1"
    n = int(number) + 1
    while f"{stem} {n}" in taken:
        n += 1
    return f"{stem[: NAME_MOST - 5]} {n}"


def _as_recruit(member: Member, name: str, catalogue: Catalogue) -> Recruit:
    """Return what to recruit for a member to be there once more, as they were bought."""
    guns = [
        s.detail
        for s in member.skills
        if s.source == "type" and catalogue.skills[s.key].chooses_class
    ]
    bought = [i for item in member.gear for i in (item, *item.attached) if not i.by_hand]
    return Recruit(
        member.type,
        name,
        member.skill_types,
        guns[0] if guns else "",
        tuple(item.key for item in bought),
    )


def _copied(item: Item, new_id: Callable[[], str]) -> Item:
    return replace(
        item,
        id=new_id(),
        by_hand=True,
        attached=tuple(_copied(inner, new_id) for inner in item.attached),
    )
