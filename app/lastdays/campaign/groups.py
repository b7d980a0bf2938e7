"""actions on groups: creating, recruiting, editing, import and export, order, copying, deleting."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import odd_ids, problems
from lastdays.campaign.documents.foreign import (
    checked_document,
    checked_picture,
    raise_for_problems,
)
from lastdays.campaign.documents.rosters import is_roster, read_roster
from lastdays.campaign.portraits import Face, face_of
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.desktop import paths
from lastdays.errors import DocumentError, LastDaysError, RuleError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.changes import (
    Change,
    CounterSet,
    GroupCopied,
    GroupCreated,
    GroupDeleted,
    GroupEdited,
    GroupImported,
    GroupNotesWritten,
    GroupPictureRemoved,
    GroupPictureSet,
    GroupStartedPlaying,
    MemberCopied,
    MemberDismissed,
    MemberEdited,
    MemberNotesWritten,
    MemberRecruited,
    MemberTakenBack,
    PortraitRemoved,
    PortraitSet,
    RescueDeclined,
    RosterArranged,
    ViolationAllowed,
    ViolationDisallowed,
    group_edits,
    member_edits,
)
from lastdays.model.counters import value_name, with_value
from lastdays.model.fields import GROUP, MEMBER, NAME_MOST, with_marks
from lastdays.model.group import ON_THE_ROAD, Group, Item, Member, RefugeState, Status
from lastdays.model.recruiting import Recruit, cost_of, make_member, purchase_violations, worth_of
from lastdays.names import is_blank, kept_line, looks_taken
from lastdays.procedure.dice import RandomSource, roll_row
from lastdays.rulebook import Catalogue, CharacterType, pictograms
from lastdays.rulebook.known import AttributeKey
from lastdays.rulebook.own import Row, Table
from lastdays.store import Subject, Transaction

#: How many digests of revisions a group's file has: the newest, and the oldest.
NEWEST = 1_900
OLDEST = 100
#: The most digits of a number that a name ends in.
_DIGITS_MOST = 3
#: How long a name may be so that a number fits behind it.
_STEM_MOST = NAME_MOST - 5


class GroupActions(Actions):
    """Actions on groups, each a named change that can be undone."""

    # Creating

    def create_with_leader(
        self,
        campaign: str,
        name: str,
        leader_type: str,
        leader_name: str,
        refuge: str,
        player: str = "",
        points: int | None = None,
    ) -> str:
        """Create a group with its Leader alone, as `create_whole` does, and return its id."""
        leader = Recruit(leader_type, leader_name)
        return self.create_with_members(campaign, name, (leader,), refuge, player, points)

    def create_with_members(
        self,
        campaign: str,
        name: str,
        recruits: Sequence[Recruit],
        refuge: str,
        player: str = "",
        points: int | None = None,
    ) -> str:
        """Create a group with its Leader, the first of the recruits, and members with their gear in a
        Refuge, or ON_THE_ROAD, as one change, and return its id (p. 16). It has `points` to spend, None
        for what the campaign's house rules say.

        Raises LastDaysError for invalid names, RuleError without a Refuge.
        """
        name = group_documents.checked_text(name, _("The group's name"))
        self._unique(campaign, name)
        if refuge != ON_THE_ROAD and refuge not in self.catalogue.refuges:
            raise RuleError("Choose a Refuge.")
        group_id = self.workspace.new_id()
        members = [self._made(recruit) for recruit in recruits]
        if points is None:
            points = self.catalogue.number("founding", "points")
        points_spent = sum(cost_of(recruit, self.catalogue) for recruit in recruits)
        group = Group(
            id=group_id,
            name=name,
            player=player.strip(),
            refuge=RefugeState(refuge),
            leader=members[0].id,
            points=points - points_spent,
            founding=True,
        )
        with self.workspace.change(campaign, GroupCreated(name)) as changes:
            members_with_portraits = []
            for member in members:
                portrait = self._own_portrait(member.type, changes.tx)
                members_with_portraits.append(replace(member, portrait=portrait))
            changes.new_group(replace(group, members=tuple(members_with_portraits)))
        return group_id

    def _made(self, recruit: Recruit) -> Member:
        """Return a recruit as a member under a valid name."""
        named = replace(recruit, name=self._member_name(recruit.name, recruit.type))
        return make_member(named, self.catalogue, self.workspace.new_id())

    def _own_portrait(self, kind: str, tx: Transaction) -> str:
        """Store the portrait a content pack has for a type and return its id, '' for none."""
        picture = pictograms.picture(self.catalogue.character(kind).portrait)
        if not picture:
            return ""
        try:
            return tx.paper.add_portrait(checked_picture(picture))
        except LastDaysError:  # a damaged picture shouldn't keep the member out
            return ""

    def start_playing(self, group: str) -> None:
        """Have a group start playing; it keeps its leftover points (ruling 12)."""
        name = self.workspace.group(group).group.name
        self.workspace.change_group(
            group, GroupStartedPlaying(name), lambda g: replace(g, founding=False)
        )

    def recruit_violations(self, group: str, recruit: Recruit) -> list[Violation]:
        """List the violations of recruiting a Character."""
        view = self.workspace.group(group)
        violations = purchase_violations(
            view.group, recruit, self.catalogue, view.campaign.switches
        )
        if view.group.founding:
            # These limits apply to the finished group (ruling 8); its page shows them.
            later = ("neutral-limit", "other-keyword-limit")
            return [violation for violation in violations if violation.key not in later]
        text = _("Once the group is created, recruiting is the Leader's Job.")
        violations.append(Violation("recruit-job", text, 95))
        return violations

    def recruit(self, group: str, recruit: Recruit, *, allowed: bool = False) -> str:
        """Recruit a member for points and return its id; RuleError for violations unless `allowed`."""
        violations = self.recruit_violations(group, recruit)
        if violations and not allowed:
            raise RuleError(" ".join(violation.text for violation in violations))
        recruit = replace(recruit, name=self._member_name(recruit.name, recruit.type))
        kind = self.catalogue.character(recruit.type)
        cost = cost_of(recruit, self.catalogue)
        portrait = ""
        if kind.portrait:
            with self.workspace.store.writing() as tx:
                portrait = self._own_portrait(recruit.type, tx)
        member = make_member(recruit, self.catalogue, self.workspace.new_id())
        member = replace(member, portrait=portrait)

        def join(g: Group) -> Group:
            joining = member if g.founding else replace(member, newcomer=True)
            joined = replace(g.with_member(joining), points=g.points - cost)
            if kind.leader and g.leading is None:
                return replace(joined, leader=member.id)
            return joined

        self.workspace.change_group(group, MemberRecruited(recruit.name), join)
        return member.id

    def worth(self, member: Member) -> int:
        """Return what a member and their gear were bought for, in Scavenge Points."""
        return worth_of(member, self.catalogue)

    def dismiss(self, group: str, member: str) -> None:
        """While the group is created, remove a member and refund the cost; later, let them leave with their
        gear."""
        value = self.workspace.group(group).group
        name = value.member(member).name

        def take_back(g: Group) -> Group:
            refund = self.worth(g.member(member))
            return replace(g.without_member(member), points=g.points + refund)

        if value.founding:
            self.workspace.change_group(group, MemberTakenBack(name), take_back)
            return
        latest = self._latest_game(group)
        self.workspace.change_group(
            group, MemberDismissed(name), lambda g: g.depart(member, latest)
        )

    def _latest_game(self, group: str) -> int:
        """Return the number in its campaign of the latest game that a group played, 0 for none."""
        for game in reversed(self.workspace.group(group).campaign.all_games):
            if game.side_of(group) is not None:
                return game.number
        return 0

    # By hand

    def edit_member(self, group: str, edited_member: Member) -> None:
        """Replace a member by `edited_member`, by hand; LastDaysError for an invalid name."""
        name = group_documents.checked_text(edited_member.name, _("The name"))
        edited_member = replace(edited_member, name=name)
        latest = self._latest_game(group)

        def edit(g: Group) -> Group:
            old_member_now = g.member(edited_member.id)
            return self._with_status(
                g, old_member_now, with_marks(MEMBER, old_member_now, edited_member), latest
            )

        old_member = self.workspace.group(group).group.member(edited_member.id)
        change = MemberEdited(name, member_edits(old_member, edited_member))
        self.workspace.change_group(group, change, edit)

    def _with_status(
        self, group: Group, old_member: Member, edited_member: Member, latest_game: int
    ) -> Group:
        """Return the group with a member as edited. Whose status is another dies, leaves or comes back with
        all that belongs to it; who can lead does where nobody else leads."""
        leads = self._may_lead(edited_member, group)
        status: Status = edited_member.status
        if status == old_member.status:
            group = group.with_member(edited_member)
        elif status == "dead":
            group = group.with_member(replace(edited_member, status=old_member.status))
            group = group.bury(edited_member.id, latest_game)
        elif status == "left":
            group = group.with_member(replace(edited_member, status=old_member.status))
            group = group.depart(edited_member.id, latest_game)
        elif status == "active":
            group = group.with_member(replace(edited_member, captor="", captor_name=""))
        else:
            group = group.with_member(edited_member)
        if leads and group.leading is None and status in ("active", "captured"):
            return replace(group, leader=edited_member.id)
        if not leads and group.leader == edited_member.id:
            return replace(group, leader="")
        return group

    def _may_lead(self, member: Member, group: Group) -> bool:
        """Return whether a member's type leads; of one whose content pack is gone, whether they lead now."""
        if member.type not in self.catalogue.characters:
            return group.leader == member.id
        return self.catalogue.character(member.type).leader

    def set_by_hand(self, edited_group: Group, entered: tuple[str, str] | None = None) -> None:
        """Set all fields in the form of a group to those of `edited_group`, in one change. `entered` is the
        type and name of a member to add, free of points and limits. Perks without an id get one.
        LastDaysError for invalid names."""
        view = self.workspace.group(edited_group.id)
        name = edited_group.name
        if name != view.group.name:
            name = group_documents.checked_text(name, _("The group's name"))
        if name != view.group.name:  # it may differ in spaces alone
            self._unique(view.campaign.id, name)
        refuge = self._with_perk_ids(edited_group.refuge)
        edited_group = replace(
            edited_group, name=name, player=edited_group.player.strip(), refuge=refuge
        )
        newcomer = None if entered is None else self._entered(*entered)

        def edit(g: Group) -> Group:
            edited = g
            for key in ("name", "player", "points", "games", "refuge", "counters"):
                edited = GROUP[key].put(edited, edited_group)
            edited = with_marks(GROUP, g, edited)
            if newcomer is None:
                return edited
            leads = self.catalogue.character(newcomer.type).leader and g.leading is None
            leader = newcomer.id if leads else g.leader
            return replace(edited.with_member(newcomer), leader=leader)

        change = GroupEdited(name, group_edits(view.group, edit(view.group)))
        self.workspace.change_group(edited_group.id, change, edit)

    def _with_perk_ids(self, refuge: RefugeState) -> RefugeState:
        """Return a Refuge in which each Perk has an id."""
        built = []
        for perk in refuge.built:
            if not perk.id:
                perk = replace(perk, id=self.workspace.new_id())
            built.append(perk)
        return replace(refuge, built=tuple(built))

    def _entered(self, kind: str, name: str) -> Member:
        """Return a member of a type who is entered by hand."""
        recruit = Recruit(kind, self._member_name(name, kind))
        member = make_member(recruit, self.catalogue, self.workspace.new_id())
        return replace(member, by_hand=("entered",))

    def set_counter(self, group: str, key: str, value: int, member: str = "") -> None:
        """Set a counter of a member, or of the group without one, within its bounds."""
        catalogue = self.catalogue

        def counted(values: Mapping[str, int]) -> Mapping[str, int]:
            return with_value(values, key, value, catalogue)

        def change(g: Group) -> Change:
            whose = g.member(member) if member else g
            new_value = counted(whose.counters)[key]
            return CounterSet(value_name("counters", key, catalogue), whose.name, new_value)

        def count(g: Group) -> Group:
            if not member:
                return replace(g, counters=counted(g.counters))
            return g.change_member(member, lambda m: replace(m, counters=counted(m.counters)))

        self.workspace.change_group(group, change, count)

    def write_notes(self, group: str, text: str, member: str | None = None) -> None:
        """Set the notes of a group or a member; LastDaysError if they are too long."""
        if member is None:
            self.workspace.change_group(
                group, GroupNotesWritten(), lambda g: replace(g, notes=text)
            )
            return
        self._set_of(group, member, MemberNotesWritten, notes=text)

    def _set_of(
        self, group: str, member: str, change: Callable[[str], Change], **values: object
    ) -> None:
        """Set some fields of a member; the change is made from their name."""
        self.workspace.change_group(
            group,
            lambda g: change(g.member(member).name),
            lambda g: g.change_member(member, lambda m: replace(m, **values)),
        )

    def set_portrait(self, group: str, member: str, picture: bytes | None) -> None:
        """Set a member's portrait, a picture as the window's `read_portrait` makes it, or remove it;
        LastDaysError if it is too large."""
        portrait = self._stored(picture)
        change = PortraitSet if portrait else PortraitRemoved
        self._set_of(group, member, change, portrait=portrait, face=None)

    def set_face(self, group: str, member: str, face: Face) -> None:
        """Set the part of a member's portrait that is shown."""
        self._set_of(group, member, PortraitSet, face=face)

    def face(self, member: Member) -> bytes:
        """Return the part of a member's portrait that is shown, b'' for none."""
        return face_of(self.portrait(member.portrait), member.face)

    def portrait(self, portrait: str) -> bytes:
        """Return a portrait by its id, b'' for none."""
        with self.workspace.store.reading() as tx:
            return tx.paper.portrait(portrait)

    def allow(self, group: str, violation: Violation) -> None:
        """Allow a violation, so that it is no longer a warning."""

        def allow(g: Group) -> Group:
            if violation.key in g.allowed:
                return g
            return replace(g, allowed=(*g.allowed, violation.key))

        self.workspace.change_group(group, ViolationAllowed(violation.text), allow)

    def disallow(self, group: str, violation: Violation) -> None:
        """Make an allowed violation a warning again."""

        def disallow(g: Group) -> Group:
            return replace(g, allowed=tuple(key for key in g.allowed if key != violation.key))

        self.workspace.change_group(group, ViolationDisallowed(violation.text), disallow)

    def decline_rescue(self, group: str, member: str, *, captor_takes_gear: bool) -> None:
        """Decline the Rescue of a captive, who dies; the captor's group may take the gear, in one change of
        both groups (p. 84, ruling 17)."""
        view = self.workspace.group(group)
        captive = view.group.member(member)
        if captive.status != "captured":
            raise RuleError("{name} is not held captive.", name=captive.name)
        latest = self._latest_game(group)

        def bury(g: Group) -> Group:
            return g.bury(member, latest)

        def take_gear(captors: Group) -> Group:
            return captors.stash_add(captors.not_here_yet(captive.gear, member))

        with self.workspace.change(
            view.campaign.id, RescueDeclined(captive.name, member)
        ) as changes:
            changes.group(group, bury)
            if captor_takes_gear and captive.captor in view.campaign.groups:
                changes.group(captive.captor, take_gear)

    # In and out

    def delete(self, group: str) -> None:
        """Delete a group from its campaign; undo of the campaign restores it."""
        view = self.workspace.group(group)

        def without_group(campaign: Campaign) -> Campaign:
            groups = tuple(other for other in campaign.groups if other != group)
            return replace(campaign, groups=groups)

        self.workspace.change_campaign(
            view.campaign.id, GroupDeleted(view.group.name), without_group
        )

    def export(self, group: str) -> bytes:
        """Return a group's document for a file."""
        view = self.workspace.snapshot(group)
        subject = Subject(view.campaign.id, group)
        with self.workspace.store.reading() as tx:
            portraits = {key: tx.paper.portrait(key) for key in view.group.pictures}
            newest_first = sorted(tx.revisions.outline(subject).current, reverse=True)
            newest = newest_first[:NEWEST]
            others = newest_first[NEWEST:]
            oldest = others[-OLDEST:]
            lineage = []
            for number in newest + oldest:
                lineage.append(revision_digest(tx.revisions.revision(number).document))
        document = group_documents.group_document(
            view.group, indent=2, portraits=portraits, lineage=lineage
        )
        return document + b"\n"

    def read_document(self, document: bytes) -> Group:
        """Return the group in a document, or in a roster made with BattleScribe or New Recruit;
        DocumentError if there is none."""
        if len(document) > group_documents.FILE_MOST:
            raise DocumentError("This file is too large for a group document.")
        if is_roster(document):
            group = read_roster(document, self.catalogue).group
            group = group.under_new_ids(self.workspace.new_id(), self.workspace.new_id)
        else:
            group = group_documents.read_group(checked_document(document))
            group = _with_kept_names(group)
        raise_for_problems(problems(group, self.catalogue, foreign=True))
        return group

    def import_document(self, campaign: str, document: bytes) -> str:
        """Add the group in a document, with new ids and another name if needed; return its id.
        DocumentError if there is none."""
        group = self.read_document(document)
        portraits = {} if is_roster(document) else checked_portraits(document, group)
        return self.join(campaign, group, portraits, GroupImported)

    def join(
        self,
        campaign: str,
        group: Group,
        portraits: Mapping[str, bytes],
        change: Callable[[str], Change],
    ) -> str:
        """Add a group from elsewhere, with new ids and another name if needed; return its id.

        `portraits` are by the ids in the group, `change` makes the change for its name. LastDaysError if
        the campaign isn't there.
        """
        with self.workspace.change(campaign, change(group.name)) as changes:
            tx = changes.tx
            if not tx.has("campaigns", [campaign]):
                raise LastDaysError("That is no longer in the store.")
            # with its own ids it can return to its old campaign
            joining = group
            if tx.has("groups", [group.id]) or odd_ids(group):
                joining = group.under_new_ids(self.workspace.new_id(), self.workspace.new_id)
            # within the transaction, as another program may add the same name
            names_taken = {other.name for other in tx.index.groups(campaign)}
            name = group_documents.numbered(group.name, names_taken)
            changes.change = change(name)
            joining = replace(joining, name=name)
            ids = {}
            for old, picture in portraits.items():
                if picture and old in joining.pictures:
                    ids[old] = tx.paper.add_portrait(picture)
            changes.new_group(with_picture_ids(joining, lambda old: ids.get(old, "")))
        return joining.id

    # Order

    def arrange(self, group: str, order: Sequence[str], moved: str = "") -> None:
        """Reorder the roster; members not in `order` follow in their old order. `moved` is the member that
        was moved, if it was a single one."""
        places = {member: place for place, member in enumerate(order)}

        def place_of(member: Member) -> int:
            return places.get(member.id, len(places))

        def with_order(g: Group) -> Group:
            return replace(g, members=tuple(sorted(g.members, key=place_of)))

        value = self.workspace.snapshot(group).group
        name = value.member(moved).name if moved else ""
        self.workspace.change_group(group, RosterArranged(name), with_order)

    def move(self, group: str, member: str, to: int) -> None:
        """Move a member to a place of the roster, counted from 0, at most to the end."""
        roster = [other.id for other in self.workspace.snapshot(group).group.roster]
        if member not in roster:
            raise RuleError("Only members of the roster can be moved.")
        roster.remove(member)
        roster.insert(max(0, to), member)
        self.arrange(group, roster, member)

    # Copies

    def copy_member(self, group: str, member: str) -> str:
        """Copy a member and return the copy's id.

        While the group is created, the same type with the same bought gear is recruited for points; later the
        copy is entered by hand, free of points. RuleError for a Leader, as a group has one (p. 17).
        """
        value = self.workspace.snapshot(group).group
        original = value.member(member)
        if self.catalogue.character(original.type).leader:
            raise RuleError(
                "A group has one Leader, so {name} can't be copied.", name=original.name
            )
        name = numbered_name(original.name, {other.name for other in value.members})
        if value.founding:
            return self.recruit(group, _as_recruit(original, name, self.catalogue))
        copy = self._copy_of(original, name)

        def insert_copy(g: Group) -> Group:
            members = []
            for other in g.members:
                members.append(other)
                if other.id == member:
                    members.append(copy)
            return replace(g, members=tuple(members))

        self.workspace.change_group(group, MemberCopied(name), insert_copy)
        return copy.id

    def _copy_of(self, member: Member, name: str) -> Member:
        """Return an active copy of a member under a name, entered by hand."""
        new_id = self.workspace.new_id
        by_hand = member.by_hand
        if "entered" not in by_hand:
            by_hand = (*by_hand, "entered")
        return replace(
            member,
            id=new_id(),
            name=name,
            status="active",
            captor="",
            captor_name="",
            fate_game=0,
            gear=tuple(_copied(item, new_id) for item in member.gear),
            by_hand=by_hand,
        )

    def copy_group(self, group: str) -> str:
        """Copy a group with all it has within its campaign; return the copy's id."""
        snapshot = self.workspace.snapshot(group)
        with self.workspace.store.reading() as tx:
            pictures = {key: tx.paper.portrait(key) for key in snapshot.group.pictures}
        return self.join(snapshot.campaign.id, snapshot.group, pictures, GroupCopied)

    # The picture

    def set_picture(self, group: str, picture: bytes | None) -> None:
        """Set a group's picture, made by `lastdays.ui.widgets.pictures`, or remove it; LastDaysError if it
        is too large."""
        key = self._stored(picture)
        event = GroupPictureSet() if key else GroupPictureRemoved()
        self.workspace.change_group(group, event, lambda g: replace(g, picture=key))

    # Inside

    def _stored(self, picture: bytes | None) -> str:
        """Store a picture and return its id, '' for None; LastDaysError if it is too large."""
        if picture is None:
            return ""
        with self.workspace.store.writing() as tx:
            return group_documents.kept_picture(tx, picture)

    def _unique(self, campaign: str, name: str) -> None:
        names = [group.name for group in self.workspace.groups(campaign)]
        if looks_taken(name, names):
            raise LastDaysError("This campaign already has a group called {name}.", name=name)

    def _member_name(self, name: str, member_type: str) -> str:
        if is_blank(name):
            return self.catalogue.character(member_type).name
        return group_documents.checked_text(name, _("The name"))


def revision_digest(document: bytes) -> str:
    """Return the digest of a document by which every store knows a revision."""
    return hashlib.blake2b(document, digest_size=8).hexdigest()


def checked_portraits(document: bytes, group: Group) -> dict[str, bytes]:
    """Return the pictures in a group's file that it shows, as they are stored, by their ids in it;
    DocumentError if they are invalid."""
    pictures = group_documents.read_portraits(document)
    checked = {}
    for member in group.members:
        if member.portrait in pictures:
            checked[member.portrait] = checked_picture(pictures[member.portrait])
    if group.picture in pictures:
        checked[group.picture] = checked_picture(
            pictures[group.picture], group_documents.GROUP_PICTURE_ROOM
        )
    return checked


def with_picture_ids(group: Group, new_id: Callable[[str], str]) -> Group:
    """Return a group with other ids for its picture and portraits."""
    members = []
    for member in group.members:
        if member.portrait:
            member = replace(member, portrait=new_id(member.portrait))
        members.append(member)
    picture = new_id(group.picture) if group.picture else ""
    return replace(group, members=tuple(members), picture=picture)


def _with_kept_names(group: Group) -> Group:
    """Return a group from elsewhere with names as they are kept; DocumentError if its own can't be
    seen."""
    name = kept_line(group.name)
    if is_blank(name):
        raise DocumentError("This group has no name that can be seen. Nothing was imported.")
    members = tuple(replace(member, name=kept_line(member.name)) for member in group.members)
    return replace(group, name=name, members=members)


def numbered_name(name: str, taken_names: Container[str]) -> str:
    """Return a name with the next number that makes it one that isn't taken: 'Mo 2' for 'Mo', 'Mo 3' for
    'Mo 2'."""
    stem, _space, last_word = name.rpartition(" ")
    is_numbered = stem and last_word.isdecimal() and len(last_word) <= _DIGITS_MOST
    if is_numbered:
        number = int(last_word) + 1
    else:
        stem = name
        number = 2
    stem = stem[:_STEM_MOST]
    while f"{stem} {number}" in taken_names:
        number += 1
    return f"{stem} {number}"


def _as_recruit(member: Member, name: str, catalogue: Catalogue) -> Recruit:
    """Return the recruit that a member was bought as."""
    gunsmith_for = ""
    for skill in member.skills:
        if skill.source == "type" and catalogue.skills[skill.key].chooses_class:
            gunsmith_for = skill.detail
            break
    bought_keys = []
    for item in member.gear:
        for piece in (item, *item.attached):
            if not piece.by_hand:
                bought_keys.append(piece.key)
    return Recruit(member.type, name, member.skill_types, gunsmith_for, tuple(bought_keys))


def _copied(item: Item, new_id: Callable[[], str]) -> Item:
    copy_id = new_id()
    attached = tuple(_copied(inner, new_id) for inner in item.attached)
    return replace(item, id=copy_id, by_hand=True, attached=attached)


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(paths.toml("names.toml")[kind])


def member_name(
    source: RandomSource, taken: Collection[str] = (), kind: CharacterType | None = None
) -> str:
    """Return a random name for a member of a type, one that isn't `taken`."""
    is_animal = kind is not None and any(rule.key == AttributeKey.ANIMAL for rule in kind.rules)
    names = "animals" if is_animal else "members"
    return _random_name(names, source, taken)


def group_name(source: RandomSource, taken: Collection[str] = ()) -> str:
    """Return a random name for a group, one that isn't `taken`."""
    return _random_name("groups", source, taken)


class RandomNames(Actions):
    """Random names that nothing in a campaign has yet, and rows of tables."""

    def __init__(
        self, workspace: Workspace, source: RandomSource, campaign: Callable[[], str]
    ) -> None:
        """Make them; `campaign` returns the id of the campaign that is open."""
        super().__init__(workspace)
        self._source = source
        self._campaign = campaign

    def member(self, taken: Collection[str], kind: CharacterType | None = None) -> str:
        """Return a name for a member of a type that isn't `taken`."""
        all_taken = set(taken)
        all_taken.update(self.in_campaign())
        return member_name(self._source, all_taken, kind)

    def group(self, taken: Collection[str]) -> str:
        """Return a name for a group that isn't `taken`."""
        all_taken = set(taken)
        all_taken.update(group.name for group in self.workspace.groups(self._campaign()))
        return group_name(self._source, all_taken)

    def row(self, table: Table) -> Row:
        """Return the row of a table that the program's dice bring."""
        return roll_row(table, self._source)

    def in_campaign(self) -> Iterator[str]:
        """Yield the names of all members of the campaign, also of those who died or left."""
        for summary in self.workspace.groups(self._campaign()):
            with suppress(LastDaysError):  # a damaged group keeps its names to itself
                for member in self.workspace.snapshot(summary.id).group.members:
                    yield member.name


def _random_name(kind: str, source: RandomSource, taken: Collection[str]) -> str:
    """Return a random name of a list; one that isn't `taken`, or, if all of them are, one with a number."""
    names = _names(kind)
    free_names = [name for name in names if name not in taken]
    if free_names:
        return free_names[source.randint(0, len(free_names) - 1)]
    name = names[source.randint(0, len(names) - 1)]
    return numbered_name(name, taken)
