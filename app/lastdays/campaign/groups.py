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
    GROUP_KEPT,
    KEPT,
    checked_document,
    checked_picture,
    refuse,
)
from lastdays.campaign.documents.rosters import is_roster, read_roster
from lastdays.campaign.portraits import Face, face_of
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.desktop import paths
from lastdays.errors import DocumentError, LastDaysError, RuleError
from lastdays.language import _
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
from lastdays.model.fields import GROUP, MEMBER, NAME_MOST, marked
from lastdays.model.group import ON_THE_ROAD, Group, Item, Member, RefugeState, Status
from lastdays.model.recruiting import Recruit, cost_of, make_member, purchase_violations, worth_of
from lastdays.procedure.dice import RandomSource, roll_row
from lastdays.rulebook import Catalogue, CharacterType, pictograms
from lastdays.rulebook.known import AttributeKey
from lastdays.rulebook.own import Row, Table
from lastdays.store import Subject, Transaction

#: How many digests of revisions a group's file has: the newest, and the oldest.
NEWEST, OLDEST = 1_900, 100


class GroupActions(Actions):
    """Actions on groups, each a named change that can be undone."""

    # Creating

    def found(
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
        return self.create_whole(campaign, name, (leader,), refuge, player, points)

    def create_whole(
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
        spent = sum(cost_of(recruit, self.catalogue) for recruit in recruits)
        group = Group(
            id=group_id,
            name=name,
            player=player.strip(),
            refuge=RefugeState(refuge),
            leader=members[0].id,
            points=points - spent,
            founding=True,
        )
        with self.workspace.change(campaign, GroupCreated(name)) as changes:
            pictured = tuple(
                replace(member, portrait=self._own_portrait(member.type, changes.tx))
                for member in members
            )
            changes.new_group(replace(group, members=pictured))
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
        found = purchase_violations(view.group, recruit, self.catalogue, view.campaign.switches)
        if view.group.founding:
            # These limits apply to the finished group (ruling 8); its page shows them.
            late = ("neutral-limit", "other-keyword-limit")
            found = [v for v in found if v.key not in late]
        else:
            found.append(
                Violation(
                    "recruit-job",
                    _("Once the group is created, recruiting is the Leader's Job."),
                    95,
                )
            )
        return found

    def recruit(self, group: str, recruit: Recruit, *, allowed: bool = False) -> str:
        """Recruit a member for points and return its id; RuleError for violations unless `allowed`."""
        found = self.recruit_violations(group, recruit)
        if found and not allowed:
            raise RuleError(" ".join(v.text for v in found))
        recruit = replace(recruit, name=self._member_name(recruit.name, recruit.type))
        member_id = self.workspace.new_id()
        cost = cost_of(recruit, self.catalogue)
        portrait = ""
        if self.catalogue.character(recruit.type).portrait:
            with self.workspace.store.writing() as tx:
                portrait = self._own_portrait(recruit.type, tx)

        def join(g: Group) -> Group:
            member = make_member(recruit, self.catalogue, member_id)
            member = replace(member, portrait=portrait)
            if not g.founding:
                member = replace(member, newcomer=True)
            leads = self.catalogue.character(member.type).leader and g.leading is None
            return replace(
                g.with_member(member),
                points=g.points - cost,
                leader=member_id if leads else g.leader,
            )

        self.workspace.change_group(group, MemberRecruited(recruit.name), join)
        return member_id

    def worth(self, member: Member) -> int:
        """Return what a member and their gear were bought for, in Scavenge Points."""
        return worth_of(member, self.catalogue)

    def dismiss(self, group: str, member: str) -> None:
        """While the group is created, remove a member and refund the cost; later, let them leave with their gear."""
        value = self.workspace.group(group).group
        who = value.member(member)
        if value.founding:
            self.workspace.change_group(
                group,
                MemberTakenBack(who.name),
                lambda g: replace(
                    g.without_member(member), points=g.points + self.worth(g.member(member))
                ),
            )
        else:
            latest = self._latest_game(group)
            self.workspace.change_group(
                group, MemberDismissed(who.name), lambda g: g.depart(member, latest)
            )

    def _latest_game(self, group: str) -> int:
        """Return the number in its campaign of the latest game that a group played, 0 for none."""
        for game in reversed(self.workspace.group(group).campaign.games):
            if game.side_of(group) is not None:
                return game.number
        return 0

    # By hand

    def edit_member(self, group: str, wanted: Member) -> None:
        """Replace a member by `wanted`, by hand; LastDaysError for an invalid name."""
        name = group_documents.checked_text(wanted.name, _("The name"))
        wanted = replace(wanted, name=name)
        latest = self._latest_game(group)

        def edit(g: Group) -> Group:
            before = g.member(wanted.id)
            return self._with_status(g, before, marked(MEMBER, before, wanted), latest)

        before = self.workspace.group(group).group.member(wanted.id)
        change = MemberEdited(name, member_edits(before, wanted))
        self.workspace.change_group(group, change, edit)

    def _with_status(self, group: Group, before: Member, after: Member, latest_game: int) -> Group:
        status: Status = after.status
        leads = self.catalogue.character(after.type).leader
        if after.type not in self.catalogue.characters:  # its content pack may be gone
            leads = group.leader == after.id
        if status == before.status:
            group = group.with_member(after)
        elif status in ("dead", "left"):
            edited = group.with_member(replace(after, status=before.status))
            end = edited.bury if status == "dead" else edited.depart
            group = end(after.id, latest_game)
        else:
            cleared = replace(after, captor="", captor_name="") if status == "active" else after
            group = group.with_member(cleared)
        if leads and group.leading is None and status in ("active", "captured"):
            group = replace(group, leader=after.id)
        if not leads and group.leader == after.id:
            group = replace(group, leader="")
        return group

    def set_by_hand(self, wanted: Group, entered: tuple[str, str] | None = None) -> None:
        """Set all fields in the form of a group to those of `wanted`, in one change. `entered` is the type
        and name of a member to add, free of points and limits. Perks without an id get one.
        LastDaysError for invalid names."""
        view = self.workspace.group(wanted.id)
        name = wanted.name
        if name != view.group.name:
            name = group_documents.checked_text(name, _("The group's name"))
        if name != view.group.name:  # it may differ in spaces alone
            self._unique(view.campaign.id, name)
        new_id = self.workspace.new_id
        built = tuple(replace(p, id=p.id or new_id()) for p in wanted.refuge.built)
        refuge = replace(wanted.refuge, built=built)
        wanted = replace(wanted, name=name, player=wanted.player.strip(), refuge=refuge)
        joins = None
        if entered is not None:
            kind, called = entered
            recruit = Recruit(kind, self._member_name(called, kind))
            joins = replace(make_member(recruit, self.catalogue, new_id()), by_hand=("entered",))

        def edit(g: Group) -> Group:
            after = g
            for key in ("name", "player", "points", "games", "refuge", "counters"):
                after = GROUP[key].put(after, wanted)
            after = marked(GROUP, g, after)
            if joins is None:
                return after
            leads = self.catalogue.character(joins.type).leader and g.leading is None
            return replace(after.with_member(joins), leader=joins.id if leads else g.leader)

        after = edit(view.group)
        change = GroupEdited(name, group_edits(view.group, after))
        self.workspace.change_group(wanted.id, change, edit)

    def set_counter(self, group: str, key: str, value: int, member: str = "") -> None:
        """Set a counter of a member, or of the group without one, within its bounds."""
        catalogue = self.catalogue

        def changed(values: Mapping[str, int]) -> Mapping[str, int]:
            return with_value(values, key, value, catalogue)

        def change(g: Group) -> Change:
            whose = g.member(member) if member else g
            now = changed(whose.counters)[key]
            return CounterSet(value_name("counters", key, catalogue), whose.name, now)

        def count(g: Group) -> Group:
            if not member:
                return replace(g, counters=changed(g.counters))
            return g.change_member(member, lambda m: replace(m, counters=changed(m.counters)))

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
        """Set a member's portrait, a picture made by `lastdays.ui.widgets.pictures`, or remove it;
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
        self.workspace.change_group(
            group,
            ViolationAllowed(violation.text),
            lambda g: replace(g, allowed=tuple(dict.fromkeys((*g.allowed, violation.key)))),
        )

    def disallow(self, group: str, violation: Violation) -> None:
        """Make an allowed violation a warning again."""
        self.workspace.change_group(
            group,
            ViolationDisallowed(violation.text),
            lambda g: replace(g, allowed=tuple(k for k in g.allowed if k != violation.key)),
        )

    def decline_rescue(self, group: str, member: str, *, captor_takes_gear: bool) -> None:
        """Decline the Rescue of a captive, who dies; the captor's group may take the gear, in one change of
        both groups (p. 84, ruling 17)."""
        view = self.workspace.group(group)
        who = view.group.member(member)
        if who.status != "captured":
            raise RuleError("{name} is not held captive.", name=who.name)
        declined = RescueDeclined(who.name, member)
        latest = self._latest_game(group)
        with self.workspace.change(view.campaign.id, declined) as changes:
            changes.group(group, lambda g: g.bury(member, latest))
            if captor_takes_gear and who.captor in view.campaign.groups:
                changes.group(who.captor, lambda g: g.stash_add(g.missing(who.gear, member)))

    # In and out

    def delete(self, group: str) -> None:
        """Delete a group from its campaign; undo of the campaign restores it."""
        view = self.workspace.group(group)
        self.workspace.change_campaign(
            view.campaign.id,
            GroupDeleted(view.group.name),
            lambda c: replace(c, groups=tuple(g for g in c.groups if g != group)),
        )

    def export(self, group: str) -> bytes:
        """Return a group's document for a file."""
        view = self.workspace.snapshot(group)
        value = view.group
        with self.workspace.store.reading() as tx:
            portraits = {i: tx.paper.portrait(i) for i in value.pictures}
            chain = sorted(
                tx.revisions.outline(Subject(view.campaign.id, group)).current, reverse=True
            )
            lineage = [
                revision_digest(tx.revisions.revision(number).document)
                for number in chain[:NEWEST] + chain[NEWEST:][-OLDEST:]
            ]
        document = group_documents.group_document(
            value, indent=2, portraits=portraits, lineage=lineage
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
        refuse(problems(group, self.catalogue, foreign=True))
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
            if not changes.tx.has("campaigns", [campaign]):
                raise LastDaysError("That is no longer in the store.")
            if changes.tx.has("groups", [group.id]) or odd_ids(group):
                joining = group.under_new_ids(self.workspace.new_id(), self.workspace.new_id)
            else:
                joining = group  # so that it can return to its old campaign
            # within the transaction, as another program may add the same name
            taken = {g.name for g in changes.tx.index.groups(campaign)}
            name = group_documents.numbered(group.name, taken)
            changes.change = change(name)
            group = replace(joining, name=name)
            ids = {}
            for old, picture in portraits.items():
                if picture and old in group.pictures:
                    ids[old] = changes.tx.paper.add_portrait(picture)
            changes.new_group(with_picture_ids(group, lambda old: ids.get(old, "")))
        return group.id

    # Order

    def arrange(self, group: str, order: Sequence[str], moved: str = "") -> None:
        """Reorder the roster; members not in `order` follow in their old order. `moved` is the member that
        was moved, if it was a single one."""

        def put(g: Group) -> Group:
            places = {member: n for n, member in enumerate(order)}
            last = len(places)
            members = sorted(g.members, key=lambda m: places.get(m.id, last))
            return replace(g, members=tuple(members))

        value = self.workspace.snapshot(group).group
        name = value.member(moved).name if moved else ""
        self.workspace.change_group(group, RosterArranged(name), put)

    def move(self, group: str, member: str, to: int) -> None:
        """Move a member to a place of the roster, counted from 0, at most to the end."""
        roster = [m.id for m in self.workspace.snapshot(group).group.roster]
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
        who = value.member(member)
        if self.catalogue.character(who.type).leader:
            raise RuleError("A group has one Leader, so {name} can't be copied.", name=who.name)
        name = free_name(who.name, {m.name for m in value.members})
        if value.founding:
            return self.recruit(group, _as_recruit(who, name, self.catalogue))
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
            members = []
            for one in g.members:
                members += [one, copy] if one.id == member else [one]
            return replace(g, members=tuple(members))

        self.workspace.change_group(group, MemberCopied(name), join)
        return copy.id

    def copy_group(self, group: str) -> str:
        """Copy a group with all it has within its campaign; return the copy's id."""
        snapshot = self.workspace.snapshot(group)
        value = snapshot.group
        with self.workspace.store.reading() as tx:
            pictures = {i: tx.paper.portrait(i) for i in value.pictures}
        return self.join(snapshot.campaign.id, value, pictures, GroupCopied)

    # The picture

    def set_picture(self, group: str, picture: bytes | None) -> None:
        """Set a group's picture, made by `lastdays.ui.widgets.pictures`, or remove it; LastDaysError if it
        is too large."""
        key = self._stored(picture)
        self.workspace.change_group(
            group,
            GroupPictureSet() if key else GroupPictureRemoved(),
            lambda g: replace(g, picture=key),
        )

    # Inside

    def _stored(self, picture: bytes | None) -> str:
        """Store a picture and return its id, '' for None; LastDaysError if it is too large."""
        if picture is None:
            return ""
        with self.workspace.store.writing() as tx:
            return group_documents.kept_picture(tx, picture)

    def _unique(self, campaign: str, name: str) -> None:
        if any(g.name == name for g in self.workspace.groups(campaign)):
            raise LastDaysError("This campaign already has a group called {name}.", name=name)

    def _member_name(self, name: str, member_type: str) -> str:
        if not name.strip():
            return self.catalogue.character(member_type).name
        return group_documents.checked_text(name, _("The name"))


def revision_digest(document: bytes) -> str:
    """Return the digest of a document by which every store knows a revision."""
    return hashlib.blake2b(document, digest_size=8).hexdigest()


def checked_portraits(document: bytes, group: Group) -> dict[str, bytes]:
    """Return the pictures in a group's file as they are stored, by their ids in it; DocumentError
    if they are invalid."""
    return {
        id: checked_picture(picture, GROUP_KEPT if id == group.picture else KEPT)
        for id, picture in group_documents.read_portraits(document).items()
    }


def with_picture_ids(group: Group, new_id: Callable[[str], str]) -> Group:
    """Return a group with other ids for its picture and portraits."""
    members = tuple(
        replace(m, portrait=new_id(m.portrait)) if m.portrait else m for m in group.members
    )
    return replace(group, members=members, picture=group.picture and new_id(group.picture))


def free_name(name: str, taken: Container[str]) -> str:
    """Return a similar name that isn't taken: 'Mo 2'."""
    stem, _space, number = name.rpartition(" ")
    if not (stem and number.isdecimal() and len(number) < 4):
        stem, number = name, "1"
    n = int(number) + 1
    while f"{stem} {n}" in taken:
        n += 1
    return f"{stem[: NAME_MOST - 5]} {n}"


def _as_recruit(member: Member, name: str, catalogue: Catalogue) -> Recruit:
    """Return the recruit that a member was bought as."""
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


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(paths.toml("names.toml")[kind])


def member_name(
    source: RandomSource, taken: Collection[str] = (), kind: CharacterType | None = None
) -> str:
    """Return a random name for a member of a type, one that isn't `taken`."""
    animal = kind is not None and any(t.key == AttributeKey.ANIMAL for t in kind.rules)
    return _random_name("animals" if animal else "members", source, taken)


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
        self._source, self._campaign = source, campaign

    def member(self, taken: Collection[str], kind: CharacterType | None = None) -> str:
        """Return a name for a member of a type that isn't `taken`."""
        return member_name(self._source, {*taken, *self.in_campaign()}, kind)

    def group(self, taken: Collection[str]) -> str:
        """Return a name for a group that isn't `taken`."""
        groups = self.workspace.groups(self._campaign())
        return group_name(self._source, {*taken, *(group.name for group in groups)})

    def row(self, table: Table) -> Row:
        """Return the row of a table that the program's dice bring."""
        return roll_row(table, self._source)

    def in_campaign(self) -> Iterator[str]:
        """Yield the names of all members of the campaign, also of those who died or left."""
        for summary in self.workspace.groups(self._campaign()):
            with suppress(LastDaysError):  # a damaged group keeps its names to itself
                group = self.workspace.snapshot(summary.id).group
                yield from (member.name for member in group.members)


def _random_name(kind: str, source: RandomSource, taken: Collection[str]) -> str:
    names = _names(kind)
    free = [name for name in names if name not in taken]
    if free:
        return free[source.randint(0, len(free) - 1)]
    return free_name(names[source.randint(0, len(names) - 1)], taken)
