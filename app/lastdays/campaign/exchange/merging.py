"""Merging a group from a file with the same group here, point by point as chosen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import odd_ids
from lastdays.campaign.documents.rosters import is_roster
from lastdays.campaign.groups import (
    GroupActions,
    checked_portraits,
    revision_digest,
    with_picture_ids,
)
from lastdays.errors import DocumentError, LastDaysError
from lastdays.language import _, chained, number, pgettext, titled
from lastdays.model.changes import GroupMerged
from lastdays.model.counters import value_name
from lastdays.model.fields import GROUP, MEMBER, Edited, Field, Fields, Whose
from lastdays.model.group import BuiltPerk, Group, Item, Member, derived_id
from lastdays.model.profile import item_name
from lastdays.names import looks_taken
from lastdays.rulebook import Catalogue
from lastdays.store import Subject, Transaction
from lastdays.store.models import portrait_id
from lastdays.values import Value

Take = Literal["ours", "theirs", "both"]
Choices = Mapping[str, Take]
#: A piece of gear with its bearer, '' for the stash.
Placed = tuple[str, Item]
_DIGEST = re.compile(r"[0-9a-f]{16}")
#: How many conflicts an error names.
_POINTS_NAMED = 8


class Point(Value):
    """A difference between the two groups. `member` is whose it is, '' for the group's; `before` is the
    common original. `changed` says who changed it since; `taken` is the default choice, None for a
    conflict."""

    key: str
    member: str
    what: str
    before: str
    ours: str
    theirs: str
    changed: Literal["ours", "theirs", "both"]
    taken: Take | None

    @property
    def conflict(self) -> bool:
        """Return whether a choice is required."""
        return self.taken is None


class _State(Value):
    """What one of the groups, or their common original, has at a point: in words, and as it is
    compared."""

    text: str
    value: object


class ThreeWayMerge:
    """Two states of one group, and their common ancestor if it is known."""

    def __init__(
        self, ours: Group, theirs: Group, base: Group | None, catalogue: Catalogue
    ) -> None:
        self.ours = ours
        self.theirs = theirs
        self.base = base
        self._catalogue = catalogue
        self._names = {member.id: member.name for member in theirs.members}
        for member in ours.members:
            self._names[member.id] = member.name

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Return all differences, of the group, then of each member."""
        points = list(self._points_of_fields("group", "", GROUP, self.ours, self.theirs, self.base))
        for member in self.members:
            points += self._points_of_member(member)
        points += self._points_of_gear()
        order = {"": 0}  # the group's own come first
        for place, member in enumerate(self.members, start=1):
            order[member] = place
        points.sort(key=lambda point: order[point.member])
        return tuple(points)

    @cached_property
    def members(self) -> tuple[str, ...]:
        """Return the ids of all members: those here, then those only in the file."""
        members = [member.id for member in self.ours.members]
        for member in self.theirs.members:
            if not self.ours.has_member(member.id):
                members.append(member.id)
        return tuple(members)

    def name_of(self, member: str) -> str:
        """Return the name of a member, preferably as it is here."""
        return self._names.get(member, "—")

    def in_both(self, member: str) -> bool:
        """Return whether a member is both here and in the file."""
        return self.ours.has_member(member) and self.theirs.has_member(member)

    def open_points(self, choices: Choices) -> tuple[Point, ...]:
        """Return the conflicts without a choice."""
        return tuple(point for point in self.points if self.take(point, choices) is None)

    def take(self, point: Point, choices: Choices) -> Take | None:
        """Return what is taken at a point: the choice, or the default."""
        if choices.get(f"member/{point.member}") == "both" and self.in_both(point.member):
            return "ours"
        return choices.get(point.key, point.taken)

    # What differs

    def _points_of_fields(
        self,
        key: str,
        member: str,
        fields: Fields[Whose],
        ours: Whose,
        theirs: Whose,
        base: Whose | None,
    ) -> Iterator[Point]:
        for field in fields.values():
            if field.within or field.apart:
                continue
            field_key = f"{key}/{field.key}"
            if field.keyed:
                yield from self._values(field_key, member, field.key, ours, theirs, base)
                continue
            parts = [part for part in fields.values() if field.key in (part.key, part.within)]
            point = self._field_point(field_key, member, field.name, parts, ours, theirs, base)
            if point is not None:
                yield point

    def _field_point(
        self,
        key: str,
        member: str,
        name: str,
        parts: list[Field[Whose]],
        ours: Whose,
        theirs: Whose,
        base: Whose | None,
    ) -> Point | None:
        """Return the point of a field with those within it; None if there is no difference to show."""
        if _field_values(parts, ours) == _field_values(parts, theirs):
            return None
        our_state = _State(self._fields_in_words(parts, ours), _field_values(parts, ours))
        their_state = _State(self._fields_in_words(parts, theirs), _field_values(parts, theirs))
        base_state = None
        if base is not None:
            base_state = _State(self._fields_in_words(parts, base), _field_values(parts, base))
        if not any(part.compare(ours, theirs, self._catalogue) for part in parts):
            # they read the same; only where one side alone has changed it, it is followed
            if base_state is None:
                return None
            if base_state.value not in (our_state.value, their_state.value):
                return None
            their_state = replace(their_state, text=our_state.text)
        if our_state.text == their_state.text:
            text = _("{text} (a different one)", text=their_state.text)
            their_state = replace(their_state, text=text)
        return _point_of_difference(key, member, name, our_state, their_state, base_state)

    def _values(
        self,
        key: str,
        member: str,
        field: str,
        ours: Whose,
        theirs: Whose,
        base: Whose | None,
    ) -> Iterator[Point]:
        """Yield a point for each key of a mapping that differs."""
        our_values = _values_by_key(field, ours)
        their_values = _values_by_key(field, theirs)
        for name in {**our_values, **their_values}:
            our_value = our_values.get(name)
            their_value = their_values.get(name)
            if our_value == their_value:
                continue
            base_state = None
            if base is not None:
                base_state = _value_state(_values_by_key(field, base).get(name))
            yield _point_of_difference(
                f"{key}/{name}",
                member,
                value_name(field, name, self._catalogue),
                _value_state(our_value),
                _value_state(their_value),
                base_state,
            )

    def _fields_in_words(self, parts: list[Field[Whose]], of: Whose) -> str:
        """Say what a group or member has in a field and the fields within it."""
        texts = [parts[0].in_words(of, self._catalogue)]
        for part in parts[1:]:
            text = part.in_words(of, self._catalogue)
            if text not in ("", "0"):
                texts.append(titled(part.name, text))
        words = chained(texts).split()  # notes may have several lines
        return " ".join(words) or "—"

    def _place_in_words(self, placed: Placed | None) -> _State:
        """Say where a piece of gear is, and what is attached to it."""
        if placed is None:
            return _State(_("gone"), None)
        holder, item = placed
        if holder:
            where = pgettext("gear", "with {name}", name=self.name_of(holder))
        else:
            where = _("in the stash")
        if item.attached or item.modified:
            what = item_name(item, self._catalogue)
            where = _("{what}, {where}", what=what, where=where)
        return _State(where, placed)

    def _points_of_member(self, member: str) -> Iterator[Point]:
        base = _member_or_none(self.base, member)
        if self.in_both(member):
            ours = self.ours.member(member)
            theirs = self.theirs.member(member)
            yield from self._points_of_fields(
                f"member/{member}", member, MEMBER, ours, theirs, base
            )
            return
        yield self._missing_member(member, base)

    def _missing_member(self, member: str, base: Member | None) -> Point:
        """Return the point of a member whom one side doesn't have. Where that side removed them, it is
        followed, unless the other has changed them since."""
        is_here = self.ours.has_member(member)
        if is_here:
            side = self.ours
            keep: Take = "ours"
            remove: Take = "theirs"
        else:
            side = self.theirs
            keep = "theirs"
            remove = "ours"
        taken: Take | None = None
        if base is None:
            taken = keep
        elif base == side.member(member):
            taken = remove
        inside = _("in the group")
        outside = _("not in the group")
        before = inside if base is not None else ""
        ours = inside if is_here else outside
        theirs = outside if is_here else inside
        return Point(
            key=f"member/{member}",
            member=member,
            what=_("Member"),
            before=before,
            ours=ours,
            theirs=theirs,
            changed=taken or "both",
            taken=taken,
        )

    def _points_of_gear(self) -> Iterator[Point]:
        """Yield a point for each piece of gear that isn't in the same place."""
        ours = gear_by_id(self.ours)
        theirs = gear_by_id(self.theirs)
        base = {} if self.base is None else gear_by_id(self.base)
        for item in {**ours, **theirs}:
            our_place = ours.get(item)
            their_place = theirs.get(item)
            if our_place == their_place:
                continue
            base_state = None
            if self.base is not None:
                base_state = self._place_in_words(base.get(item))
            bearer, piece = our_place or theirs[item]
            point = _point_of_difference(
                f"item/{item}",
                bearer,
                item_name(piece, self._catalogue),
                self._place_in_words(our_place),
                self._place_in_words(their_place),
                base_state,
            )
            # without a common original nobody knows that it was removed
            if self.base is None and their_place is None:
                point = replace(point, taken="ours")
            elif self.base is None and our_place is None:
                point = replace(point, taken="theirs")
            yield point

    # What comes of it

    def merged_group(self, choices: Choices, new_id: Callable[[], str]) -> Group:
        """Return the merged group; LastDaysError while a conflict has no choice."""
        if self.open_points(choices):
            raise LastDaysError("For each conflict, choose whether to keep ours or take theirs.")
        theirs = {point.key for point in self.points if self.take(point, choices) == "theirs"}
        group = _with_fields(self.ours, self.theirs, "group", GROUP, theirs)
        group = replace(
            group,
            members=tuple(self._merged_members(theirs)),
            by_hand=_merged_marks(self.ours, self.theirs, "group", GROUP, theirs),
            stash=(),
        )
        group = self._with_merged_gear(group, theirs)
        for member in self.members:
            if choices.get(f"member/{member}") == "both" and self.in_both(member):
                group = self._with_file_state_as_second_member(group, member, new_id)
        if not group.has_member(group.leader):
            return replace(group, leader="")
        return group

    def _merged_members(self, theirs: set[str]) -> Iterator[Member]:
        """Yield the members of the merged group, without gear; `theirs` are the points where the file is
        followed."""
        for member in self.members:
            key = f"member/{member}"
            if self.in_both(member):
                ours = self.ours.member(member)
                other = self.theirs.member(member)
                merged = _with_fields(ours, other, key, MEMBER, theirs)
                marks = _merged_marks(ours, other, key, MEMBER, theirs)
                yield replace(merged, by_hand=marks, gear=())
                continue
            side = self.theirs if key in theirs else self.ours
            if side.has_member(member):
                yield replace(side.member(member), gear=())

    def _with_merged_gear(self, group: Group, theirs: set[str]) -> Group:
        """Return the group with each piece of gear once, at its chosen place."""
        ours = gear_by_id(self.ours)
        others = gear_by_id(self.theirs)
        seen: set[str] = set()
        for item in {**ours, **others}:
            side = others if f"item/{item}" in theirs else ours
            place = side.get(item)
            if place is None:
                continue
            bearer, _piece = place
            if bearer and not group.has_member(bearer):
                if item not in ours:
                    continue  # its bearer isn't taken
                _bearer, piece = ours[item]
                place = ("", piece)
            group = _with_unseen_gear(group, place, seen)
        # What was attached to something that the other side changed goes to the stash.
        their_items = every_item(self.theirs)
        for key, piece in every_item(self.ours).items():
            if key in their_items and key not in seen:
                group = _with_unseen_gear(group, ("", piece), seen)
        return group

    def _with_file_state_as_second_member(
        self, group: Group, member: str, new_id: Callable[[], str]
    ) -> Group:
        """Return the group with the file's state of a member as a second one."""
        other = self.theirs.member(member)
        second = new_id()
        name = other.name
        if any(another.name == name for another in group.members):
            name = _("{name} (2)", name=name)
        gear = tuple(_copy_of_gear_for(item, second) for item in other.gear)
        return group.with_member(replace(other, id=second, name=name, gear=gear))


def _point_of_difference(
    key: str, member: str, what: str, ours: _State, theirs: _State, base: _State | None
) -> Point:
    """Return a point; a change by one side alone is taken by default."""
    changed: Literal["ours", "theirs", "both"] = "both"
    taken: Take | None = None
    old_text = "" if base is None else base.text
    if base is not None and ours.value == base.value:
        changed = "theirs"
        taken = "theirs"
    elif base is not None and theirs.value == base.value:
        changed = "ours"
        taken = "ours"
    return Point(
        key=key,
        member=member,
        what=what,
        before=old_text,
        ours=ours.text,
        theirs=theirs.text,
        changed=changed,
        taken=taken,
    )


def _member_or_none(group: Group | None, member: str) -> Member | None:
    if group is None or not group.has_member(member):
        return None
    return group.member(member)


def _values_by_key(field: str, of: object) -> Mapping[str, int | str]:
    """Return the values in a field that is merged key by key."""
    values: Mapping[str, int | str] = getattr(of, field)
    return values


def _value_state(value: int | str | None) -> _State:
    """Return a value of a mapping, with its words."""
    match value:
        case None:
            return _State("—", value)
        case int():
            return _State(number(value), value)
    return _State(value, value)


def _merged_values(
    ours: Mapping[str, int | str], theirs: Mapping[str, int | str], taken: Collection[str]
) -> dict[str, int | str]:
    """Return our values with those under the `taken` keys as they are in the other."""
    values = dict(ours)
    for key in taken:
        if key in theirs:
            values[key] = theirs[key]
        else:
            values.pop(key, None)
    return values


def _field_values(parts: list[Field[Whose]], of: Whose) -> list[tuple[Any, ...]]:
    return [part.value(of) for part in parts]


def _with_fields(
    ours: Whose, theirs: Whose, key: str, fields: Fields[Whose], taken: set[str]
) -> Whose:
    """Return a group or member with the fields that are taken from the other."""
    for field in fields.values():
        if f"{key}/{field.key}" in taken:
            ours = field.put(ours, theirs)
        if field.keyed:
            beginning = f"{key}/{field.key}/"
            names = [name.removeprefix(beginning) for name in taken if name.startswith(beginning)]
            our_values = _values_by_key(field.key, ours)
            their_values = _values_by_key(field.key, theirs)
            merged = _merged_values(our_values, their_values, names)
            ours = replace(ours, **{field.key: merged})
    return ours


def _merged_marks(
    ours: Edited, theirs: Edited, key: str, fields: Fields[Edited], taken_paths: set[str]
) -> tuple[str, ...]:
    """Return which fields are marked as set by hand, here or where taken from the other."""
    taken_from_theirs = []
    for name, field in fields.items():
        outer_name = field.within or name
        if f"{key}/{outer_name}" in taken_paths:
            taken_from_theirs.append(name)
    marks = list(ours.by_hand)
    marks += [mark for mark in theirs.by_hand if mark in taken_from_theirs]
    return tuple(dict.fromkeys(marks))


def gear_by_id(group: Group) -> dict[str, Placed]:
    """Return each piece of gear of a group with its bearer, by id."""
    places = {}
    for member in group.members:
        for item in member.gear:
            places[item.id] = (member.id, item)
    for item in group.stash:
        places[item.id] = ("", item)
    return places


def every_item(group: Group) -> dict[str, Item]:
    """Return all gear of a group by id, attached gear too."""
    items = {}
    for _holder, item in gear_by_id(group).values():
        items[item.id] = item
        for attached in item.attached:
            items[attached.id] = attached
    return items


def _with_unseen_gear(group: Group, place: Placed, seen: set[str]) -> Group:
    """Return the group with a piece of gear added, unless it was `seen` already; it is from now on."""
    holder, item = place
    if item.id in seen:
        return group
    attached = [piece for piece in item.attached if piece.id not in seen]
    seen.add(item.id)
    seen.update(piece.id for piece in attached)
    return group.give(replace(item, attached=tuple(attached)), holder)


def _copy_of_gear_for(item: Item, bearer: str) -> Item:
    attached = tuple(_copy_of_gear_for(piece, bearer) for piece in item.attached)
    return replace(item, id=derived_id(bearer, item.id), attached=attached)


class KnownGroup(Value):
    """A group in a file that is here already: its campaign and revision here, the merge of the two, and
    the portraits in the file."""

    campaign: str
    revision: int
    merge: ThreeWayMerge
    portraits: Mapping[str, bytes]

    @property
    def left(self) -> bool:
        """Return whether the common ancestor is known."""
        return self.merge.base is not None

    def all_of(self, take: Take) -> dict[str, Take]:
        """Return choices that settle all conflicts in one way."""
        return {point.key: take for point in self.merge.points if point.conflict}


class GroupMerging(GroupActions):
    """Compares the group in a file with the same group here, and merges them."""

    def compare(self, campaign: str, document: bytes) -> KnownGroup | None:
        """Compare the group in a file with the same group here, by id or name; None if the campaign has
        no such group, and for a roster of another program. DocumentError if the file has no group.
        """
        if is_roster(document):
            return None
        theirs = self.read_document(document)
        if odd_ids(theirs):
            return None
        known = self._same_group(campaign, theirs)
        if known is None:
            return None
        view = self.workspace.snapshot(known)
        portraits = checked_portraits(document, theirs)
        ids_here = {key: portrait_id(picture) for key, picture in portraits.items()}

        def id_here(key: str) -> str:
            return ids_here.get(key, key)

        theirs = with_picture_ids(theirs, id_here)
        ancestor: Group | None = None
        if theirs.id == known:
            with self.workspace.store.reading() as tx:
                ancestor = _common_ancestor(tx, Subject(campaign, known), document)
        else:
            theirs = with_matching_ids(theirs, view.group)
        merge = ThreeWayMerge(view.group, theirs, ancestor, self.workspace.catalogue)
        return KnownGroup(
            campaign=campaign, revision=view.revision, merge=merge, portraits=portraits
        )

    def _same_group(self, campaign: str, theirs: Group) -> str | None:
        """Return the id of the group here that has the id of another, or else its name; None for none."""
        ids_by_name = {group.name: group.id for group in self.workspace.groups(campaign)}
        if theirs.id in ids_by_name.values():
            return theirs.id
        return ids_by_name.get(theirs.name)

    def merge(self, known: KnownGroup, choices: Choices) -> str:
        """Store the merged group as one change and return its id. Raises LastDaysError while a conflict
        has no choice, or if the group here has changed since the two were compared."""
        merge = known.merge
        workspace = self.workspace
        group = merge.ours.id
        merged = merge.merged_group(choices, workspace.new_id)
        with workspace.change(known.campaign, GroupMerged(merged.name)) as changes:
            if workspace.snapshot(group, changes.tx).revision != known.revision:
                raise LastDaysError(
                    "{name} has changed here since the two were compared. Nothing was "
                    "imported: compare them again.",
                    name=merge.ours.name,
                )
            for other in changes.tx.index.groups(known.campaign):
                if other.id != group and looks_taken(merged.name, [other.name]):
                    raise LastDaysError(
                        "This campaign already has a group called {name}.", name=merged.name
                    )
            for picture in known.portraits.values():
                if portrait_id(picture) in merged.pictures:
                    changes.tx.paper.add_portrait(picture)
            changes.accept_entries_of(merge.theirs)
            changes.group(group, lambda _now: merged)
        return group

    def merge_document(self, campaign: str, document: bytes, take: Take | None) -> str | None:
        """Merge a file's group with the same group here, settling all conflicts by `take`; return its id,
        None if the campaign has no such group.

        Raises DocumentError for conflicts if `take` is None, and for a roster of a group that is here,
        as it has no fallen, games or pictures.
        """
        if is_roster(document):
            self._refuse_known_roster(campaign, document)
        known = self.compare(campaign, document)
        if known is None:
            return None
        if take is not None:
            return self.merge(known, known.all_of(take))
        conflicts = known.merge.open_points({})
        if conflicts:
            points = [_point_in_words(point, known.merge) for point in conflicts[:_POINTS_NAMED]]
            raise DocumentError(
                "Both sides changed the same things: {points}. Use --known ours or --known "
                "theirs, or choose one by one in the window. Nothing was imported.",
                points=chained(points),
            )
        return self.merge(known, {})

    def refuse_known(self, campaign: str, document: bytes) -> None:
        """Raise DocumentError if the group in a file is here already."""
        group = self.read_document(document)
        if self._same_group(campaign, group) is not None:
            raise DocumentError(
                "{group} is already here. Use --known merge to bring the two together, or --known "
                "second to add it as a second group. Nothing was imported.",
                group=group.name,
            )

    def _refuse_known_roster(self, campaign: str, document: bytes) -> None:
        """Raise DocumentError if the group of a roster is here, by its name."""
        name = self.read_document(document).name
        if any(summary.name == name for summary in self.workspace.groups(campaign)):
            raise DocumentError(
                "{group} is already here, and a roster can't be merged: it doesn't hold "
                "everything about a group. Use --known second to add it as a second "
                "group. Nothing was imported.",
                group=name,
            )


def _point_in_words(point: Point, merge: ThreeWayMerge) -> str:
    """Say what a point is about, and of whom."""
    if not point.member:
        return point.what
    return titled(merge.name_of(point.member), point.what)


def _common_ancestor(tx: Transaction, subject: Subject, document: bytes) -> Group | None:
    """Return the latest state of a group that is in its history here, undone ones too, and among the
    digests in its file; None if there is none."""
    lineage = _read_lineage(document)
    known = set(lineage)
    states: dict[str, bytes] = {}
    for revision in tx.revisions.outline(subject).parents:
        state = tx.revisions.revision(revision).document
        digest = revision_digest(state)
        if digest in known:
            states.setdefault(digest, state)
            if digest == lineage[0]:
                break  # there is no later one
    for digest in lineage:
        if digest in states:
            return group_documents.read_group(states[digest])
    return None


def _read_lineage(document: bytes) -> list[str]:
    """Return the digests of a group's states in its file, the latest first."""
    listed = json.loads(document).get("lineage", [])
    if not isinstance(listed, list):
        return []
    digests = [digest for digest in listed if isinstance(digest, str)]
    return [digest for digest in digests if _DIGEST.fullmatch(digest)]


def with_matching_ids(theirs: Group, ours: Group) -> Group:
    """Return a group of the same name with the ids of the one here, as far as its members, gear and
    Perks can be matched: by name and type, by bearer and kind."""
    ids = _matching_members(theirs, ours)
    members = []
    for member in theirs.members:
        if member.id in ids:
            own = ours.member(ids[member.id])
            member = replace(member, id=own.id, gear=_same_gear(member.gear, own.gear))
        members.append(member)
    return replace(
        theirs,
        id=ours.id,
        members=tuple(members),
        leader=ids.get(theirs.leader, theirs.leader),
        stash=_same_gear(theirs.stash, ours.stash),
        refuge=replace(theirs.refuge, built=_same_perks(theirs.refuge.built, ours.refuge.built)),
        allowed=ours.allowed,
    )


def _matching_members(theirs: Group, ours: Group) -> dict[str, str]:
    """Return the ids here of the members of another group, by their ids there: first of those with the
    same name and type, then with the same name."""
    ids: dict[str, str] = {}
    unmatched = list(ours.members)
    for same_type in (True, False):
        for member in theirs.members:
            if member.id in ids:
                continue
            match = _find_namesake(member, unmatched, same_type=same_type)
            if match is not None:
                ids[member.id] = match.id
                unmatched.remove(match)
    return ids


def _find_namesake(member: Member, others: list[Member], *, same_type: bool) -> Member | None:
    """Return the first of others with a member's name, and with their type if that is wanted."""
    for other in others:
        if other.name != member.name:
            continue
        if other.type == member.type or not same_type:
            return other
    return None


def _same_perks(built: tuple[BuiltPerk, ...], ours: tuple[BuiltPerk, ...]) -> tuple[BuiltPerk, ...]:
    """Return Perks, with each that is built here too replaced by the one here."""
    unmatched = list(ours)
    perks = []
    for perk in built:
        for own in unmatched:
            if own.key == perk.key:
                perk = own
                unmatched.remove(own)
                break
        perks.append(perk)
    return tuple(perks)


def _same_gear(gear: tuple[Item, ...], ours: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return gear with the ids of gear here that is of the same kind."""
    unmatched = list(ours)
    items = []
    for item in gear:
        own = _find_like_piece(item, unmatched)
        if own is not None:
            unmatched.remove(own)
            attached = _same_gear(item.attached, own.attached)
            item = replace(item, id=own.id, attached=attached)
        items.append(item)
    return tuple(items)


def _find_like_piece(item: Item, others: list[Item]) -> Item | None:
    """Return the first piece of the same kind, with as much attached to it."""
    for other in others:
        if other.key == item.key and len(other.attached) == len(item.attached):
            return other
    return None
