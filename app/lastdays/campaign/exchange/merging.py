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
from lastdays.model.group import Group, Item, Member, derived_id
from lastdays.model.profile import item_name
from lastdays.rulebook import Catalogue
from lastdays.store import Subject, Transaction
from lastdays.store.models import portrait_id
from lastdays.values import Value

Take = Literal["ours", "theirs", "both"]
Choices = Mapping[str, Take]
#: A piece of gear with its bearer, '' for the stash.
Placed = tuple[str, Item]
_DIGEST = re.compile(r"[0-9a-f]{16}")


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


class ThreeWayMerge:
    """Two states of one group, and their common ancestor if it is known."""

    def __init__(
        self, ours: Group, theirs: Group, base: Group | None, catalogue: Catalogue
    ) -> None:
        self.ours = ours
        self.theirs = theirs
        self.base = base
        self._names = {m.id: m.name for m in (*theirs.members, *ours.members)}
        self._catalogue = catalogue

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Return all differences, of the group, then of each member."""
        found = [*self._fields("group", "", GROUP, self.ours, self.theirs, self.base)]
        for member in self.members:
            found += self._member(member)
        found += self._gear()
        order = {member: n for n, member in enumerate(("", *self.members))}
        return tuple(sorted(found, key=lambda point: order[point.member]))

    @cached_property
    def members(self) -> tuple[str, ...]:
        """Return the ids of all members: those here, then those only in the file."""
        ours = [m.id for m in self.ours.members]
        return (*ours, *(m.id for m in self.theirs.members if not self.ours.has_member(m.id)))

    def name_of(self, member: str) -> str:
        """Return the name of a member, preferably as it is here."""
        return self._names.get(member, "—")

    def in_both(self, member: str) -> bool:
        """Return whether a member is both here and in the file."""
        return self.ours.has_member(member) and self.theirs.has_member(member)

    def open_points(self, choices: Choices) -> tuple[Point, ...]:
        """Return the conflicts without a choice."""
        return tuple(p for p in self.points if self.take(p, choices) is None)

    def take(self, point: Point, choices: Choices) -> Take | None:
        """Return what is taken at a point: the choice, or the default."""
        if choices.get(f"member/{point.member}") == "both" and self.in_both(point.member):
            return "ours"
        return choices.get(point.key, point.taken)

    # What differs

    def _fields(
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
            if field.keyed:
                yield from self._values(key, member, field.key, ours, theirs, base)
                continue
            parts = [part for part in fields.values() if field.key in (part.key, part.within)]
            one, other = _value(parts, ours), _value(parts, theirs)
            was = None if base is None else _value(parts, base)
            if one == other:
                continue
            here, there = self._say(parts, ours), self._say(parts, theirs)
            if not any(part.compare(ours, theirs, self._catalogue) for part in parts):
                if base is None or (one != was and other != was):
                    continue  # they read the same
                there = here
            if here == there:
                there = _("{text} (a different one)", text=there)
            yield _point(
                f"{key}/{field.key}",
                member,
                field.name,
                "" if base is None else self._say(parts, base),
                (here, one),
                (there, other),
                (base is not None, was),
            )

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
        one: Mapping[str, int | str] = _mapping(field, ours)
        other: Mapping[str, int | str] = _mapping(field, theirs)
        was = {} if base is None else _mapping(field, base)
        for name in dict.fromkeys((*one, *other)):
            if one.get(name) == other.get(name):
                continue
            yield _point(
                f"{key}/{field}/{name}",
                member,
                value_name(field, name, self._catalogue),
                "" if base is None else _value_in_words(was.get(name)),
                (_value_in_words(one.get(name)), one.get(name)),
                (_value_in_words(other.get(name)), other.get(name)),
                (base is not None, was.get(name)),
            )

    def _say(self, parts: list[Field[Whose]], of: Whose) -> str:
        """Say what a group or member has in a field and the fields within it."""
        first, *rest = ((part.name, part.said(of, self._catalogue)) for part in parts)
        said = chained(
            [first[1], *(titled(name, text) for name, text in rest if text not in ("", "0"))]
        )
        return " ".join(said.split()) or "—"  # notes may have several lines

    def _place(self, placed: Placed | None) -> str:
        """Say where a piece of gear is, and what is attached to it."""
        if placed is None:
            return _("gone")
        holder, item = placed
        where = (
            pgettext("gear", "with {name}", name=self.name_of(holder))
            if holder
            else _("in the stash")
        )
        if item.attached or item.modified:
            what = item_name(item, self._catalogue)
            return _("{what}, {where}", what=what, where=where)
        return where

    def _member(self, member: str) -> Iterator[Point]:
        base = _of(self.base, member)
        if self.in_both(member):
            ours, theirs = self.ours.member(member), self.theirs.member(member)
            yield from self._fields(f"member/{member}", member, MEMBER, ours, theirs, base)
            return
        here = self.ours.has_member(member)
        there, gone = _("in the group"), _("not in the group")
        taken: Take | None = "ours" if here else "theirs"
        if base is not None:
            taken = "theirs" if here else "ours"  # the side that removed them
            if base != _of(self.ours if here else self.theirs, member):
                taken = None
        yield Point(
            f"member/{member}",
            member,
            _("Member"),
            there if base is not None else "",
            there if here else gone,
            gone if here else there,
            taken or "both",
            taken,
        )

    def _gear(self) -> Iterator[Point]:
        ours, theirs = placed(self.ours), placed(self.theirs)
        base = placed(self.base) if self.base is not None else {}
        for item in dict.fromkeys((*ours, *theirs)):
            one, other, was = ours.get(item), theirs.get(item), base.get(item)
            if one == other:
                continue
            found = one or other
            assert found is not None
            known = self.base is not None
            point = _point(
                f"item/{item}",
                found[0],
                item_name(found[1], self._catalogue),
                self._place(was) if known else "",
                (self._place(one), one),
                (self._place(other), other),
                (known, was),
            )
            if point.taken is None and not known and (one is None or other is None):
                point = replace(point, taken="ours" if other is None else "theirs")
            yield point

    # What comes of it

    def merged(self, choices: Choices, new_id: Callable[[], str]) -> Group:
        """Return the merged group; LastDaysError while a conflict has no choice."""
        if self.open_points(choices):
            raise LastDaysError("For each conflict, choose whether to keep ours or take theirs.")
        theirs = {p.key for p in self.points if self.take(p, choices) == "theirs"}
        group = _with_fields(self.ours, self.theirs, "group", GROUP, theirs)
        group = replace(
            group,
            members=tuple(self._members(theirs)),
            by_hand=_marks(self.ours, self.theirs, "group", GROUP, theirs),
            stash=(),
        )
        group = self._with_gear(group, theirs)
        for member in self.members:
            if choices.get(f"member/{member}") == "both" and self.in_both(member):
                group = self._with_second(group, member, new_id)
        return group if group.has_member(group.leader) else replace(group, leader="")

    def _members(self, theirs: set[str]) -> Iterator[Member]:
        for member in self.members:
            if self.in_both(member):
                ours, other = self.ours.member(member), self.theirs.member(member)
                made = _with_fields(ours, other, f"member/{member}", MEMBER, theirs)
                marks = _marks(ours, other, f"member/{member}", MEMBER, theirs)
                yield replace(made, by_hand=marks, gear=())
            elif self.ours.has_member(member) != (f"member/{member}" in theirs):
                side = self.ours if self.ours.has_member(member) else self.theirs
                yield replace(side.member(member), gear=())

    def _with_gear(self, group: Group, theirs: set[str]) -> Group:
        """Return the group with each piece of gear once, at its chosen place."""
        ours, others = placed(self.ours), placed(self.theirs)
        seen: set[str] = set()
        for item in dict.fromkeys((*ours, *others)):
            one, other = ours.get(item), others.get(item)
            wanted = other if f"item/{item}" in theirs else one
            if wanted is None:
                continue
            if wanted[0] and not group.has_member(wanted[0]):
                if one is None:
                    continue  # its bearer isn't taken
                wanted = "", one[1]
            group = _put(group, wanted, seen)
        both = every_item(self.ours).keys() & every_item(self.theirs).keys()
        for item in every_item(self.ours):
            if (
                item in both and item not in seen
            ):  # it was attached to something the other side changed
                group = _put(group, ("", every_item(self.ours)[item]), seen)
        return group

    def _with_second(self, group: Group, member: str, new_id: Callable[[], str]) -> Group:
        """Return the group with the file's state of a member as a second one."""
        other = self.theirs.member(member)
        second = new_id()
        name = other.name
        if any(m.name == name for m in group.members):
            name = _("{name} (2)", name=name)
        gear = tuple(_under(item, second) for item in other.gear)
        return group.with_member(replace(other, id=second, name=name, gear=gear))


def _point(
    key: str,
    member: str,
    what: str,
    before: str,
    ours: tuple[str, object],
    theirs: tuple[str, object],
    was: tuple[bool, object],
) -> Point:
    """Return a point from texts and values; a change by one side alone is taken by default."""
    known, base = was
    changed: Literal["ours", "theirs", "both"] = "both"
    if known and ours[1] == base:
        changed = "theirs"
    elif known and theirs[1] == base:
        changed = "ours"
    taken: Take | None = None if changed == "both" else changed
    return Point(key, member, what, before, ours[0], theirs[0], changed, taken)


def _of(group: Group | None, member: str) -> Member | None:
    return group.member(member) if group is not None and group.has_member(member) else None


def _mapping(field: str, of: object) -> Mapping[str, int | str]:
    """Return the values in a field that is merged key by key."""
    values: Mapping[str, int | str] = getattr(of, field)
    return values


def _value_in_words(value: int | str | None) -> str:
    match value:
        case None:
            return "—"
        case int():
            return number(value)
    return value


def _merged_values(
    ours: Mapping[str, int | str], theirs: Mapping[str, int | str], taken: Collection[str]
) -> dict[str, int | str]:
    """Return our values with those under the `taken` keys as they are in the other."""
    both = {**ours, **{key: theirs[key] for key in taken if key in theirs}}
    return {key: value for key, value in both.items() if key in theirs or key not in taken}


def _value(parts: list[Field[Whose]], of: Whose) -> list[tuple[Any, ...]]:
    return [part.value(of) for part in parts]


def _with_fields(
    ours: Whose, theirs: Whose, key: str, fields: Fields[Whose], taken: set[str]
) -> Whose:
    """Return a group or member with the fields that are taken from the other."""
    for field in fields.values():
        if f"{key}/{field.key}" in taken:
            ours = field.put(ours, theirs)
        if field.keyed:
            begins = f"{key}/{field.key}/"
            names = [name.removeprefix(begins) for name in taken if name.startswith(begins)]
            own, other = _mapping(field.key, ours), _mapping(field.key, theirs)
            ours = replace(ours, **{field.key: _merged_values(own, other, names)})
    return ours


def _marks(
    ours: Edited, theirs: Edited, key: str, fields: Fields[Edited], taken: set[str]
) -> tuple[str, ...]:
    """Return which fields are marked as set by hand, here or where taken from the other."""
    theirs_taken = [k for k, field in fields.items() if f"{key}/{field.within or k}" in taken]
    marks = list(ours.by_hand)
    marks += [mark for mark in theirs.by_hand if mark in theirs_taken]
    return tuple(dict.fromkeys(marks))


def placed(group: Group) -> dict[str, Placed]:
    """Return each piece of gear of a group with its bearer, by id."""
    found = {item.id: (member.id, item) for member in group.members for item in member.gear}
    return {**found, **{item.id: ("", item) for item in group.stash}}


def every_item(group: Group) -> dict[str, Item]:
    """Return all gear of a group by id, attached gear too."""
    found = {}
    for _holder, item in placed(group).values():
        found[item.id] = item
        found.update((a.id, a) for a in item.attached)
    return found


def _put(group: Group, wanted: Placed, seen: set[str]) -> Group:
    """Return the group with a piece of gear added, unless it was `seen` already."""
    holder, item = wanted
    if item.id in seen:
        return group
    attached = tuple(a for a in item.attached if a.id not in seen)
    seen.update((item.id, *(a.id for a in attached)))
    return group.give(replace(item, attached=attached), holder)


def _under(item: Item, bearer: str) -> Item:
    attached = tuple(_under(a, bearer) for a in item.attached)
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
        return {p.key: take for p in self.merge.points if p.conflict}


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
        named = {summary.name: summary.id for summary in self.workspace.groups(campaign)}
        here = theirs.id if theirs.id in named.values() else named.get(theirs.name)
        if here is None:
            return None
        view = self.workspace.snapshot(here)
        portraits = checked_portraits(document, theirs)
        ids = {old: portrait_id(picture) for old, picture in portraits.items()}
        theirs = with_picture_ids(theirs, lambda old: ids.get(old, old))
        ancestor: Group | None = None
        if theirs.id == here:
            with self.workspace.store.reading() as tx:
                ancestor = _common_ancestor(tx, Subject(campaign, here), document)
        else:
            theirs = aligned(theirs, view.group)
        merge = ThreeWayMerge(view.group, theirs, ancestor, self.workspace.catalogue)
        return KnownGroup(campaign, view.revision, merge, portraits)

    def merge(self, known: KnownGroup, choices: Choices) -> str:
        """Store the merged group as one change and return its id. Raises LastDaysError while a conflict
        has no choice, or if the group here has changed since the two were compared."""
        merge, workspace = known.merge, self.workspace
        group = merge.ours.id
        merged = merge.merged(choices, workspace.new_id)
        with workspace.change(known.campaign, GroupMerged(merged.name)) as changes:
            if workspace.snapshot(group, changes.tx).revision != known.revision:
                raise LastDaysError(
                    "{name} has changed here since the two were compared. Nothing was "
                    "imported: compare them again.",
                    name=merge.ours.name,
                )
            others = {g.name for g in changes.tx.index.groups(known.campaign) if g.id != group}
            if merged.name in others:
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
            name = self.read_document(document).name
            if any(summary.name == name for summary in self.workspace.groups(campaign)):
                raise DocumentError(
                    "{group} is already here, and a roster can't be merged: it doesn't hold "
                    "everything about a group. Use --known second to add it as a second "
                    "group. Nothing was imported.",
                    group=name,
                )
        known = self.compare(campaign, document)
        if known is None:
            return None
        if take is None and (open_points := known.merge.open_points({})):
            named = chained(
                titled(known.merge.name_of(p.member), p.what) if p.member else p.what
                for p in open_points[:8]
            )
            raise DocumentError(
                "Both sides changed the same things: {points}. Use --known ours or --known "
                "theirs, or choose one by one in the window. Nothing was imported.",
                points=named,
            )
        return self.merge(known, known.all_of(take) if take is not None else {})


def _common_ancestor(tx: Transaction, subject: Subject, document: bytes) -> Group | None:
    """Return the latest state of a group that is in its history here, undone ones too, and among the
    digests in its file; None if there is none."""
    listed = json.loads(document).get("lineage", [])
    known = [d for d in listed if isinstance(d, str)] if isinstance(listed, list) else []
    places = {d: n for n, d in reversed(list(enumerate(filter(_DIGEST.fullmatch, known))))}
    found: dict[int, bytes] = {}
    for revision in tx.revisions.outline(subject).parents:
        held = tx.revisions.revision(revision).document
        place = places.get(revision_digest(held))
        if place is not None:
            found.setdefault(place, held)
            if place == 0:
                break
    return group_documents.read_group(found[min(found)]) if found else None


def aligned(theirs: Group, ours: Group) -> Group:
    """Return a group of the same name with the ids of the one here, as far as its members, gear and
    Perks can be matched: by name and type, by bearer and kind."""
    ids = {}
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
    """Return gear with the ids of gear here that is of the same kind."""
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
