"""Two states of one group that meet: the one here and the one a file brings, point by point.

Where it is known what both came of, what only one of them changed is taken over, and what both
changed differently is asked. Where it isn't, everything in which they differ is asked. Gear goes
piece by piece, so that none is doubled or lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from lastdays.errors import LastDaysError
from lastdays.language import _, chained, pgettext, titled
from lastdays.model.fields import GROUP, MEMBER, Edited, Field, Whose
from lastdays.model.group import Group, Item, Member, derived_id
from lastdays.model.profile import item_name
from lastdays.rulebook import Catalogue

Take = Literal["ours", "theirs", "both"]
Choices = Mapping[str, Take]
#: Where a piece of gear is, and what it is.
Placed = tuple[str, Item]


class Point(Struct, frozen=True):
    """One thing in which the two differ. `member` is whom it is listed with, '' for the group;
    `before` is what it was when the group left. `changed` says who changed it since; `taken` is
    what is taken unless somebody chooses otherwise, None where somebody has to."""

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
        """Return whether it has to be chosen."""
        return self.taken is None


class Meeting:
    """Two states of one group, and the one they came of where that is known."""

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
        """Return everything in which the two differ: of the group, then of each member."""
        found = [*self._fields("group", "", GROUP, self.ours, self.theirs, self.base)]
        for member in self.members:
            found += self._member(member)
        found += self._gear()
        order = {member: n for n, member in enumerate(("", *self.members))}
        return tuple(sorted(found, key=lambda point: order[point.member]))

    @cached_property
    def members(self) -> tuple[str, ...]:
        """Return the ids of all members: those here, then those only the file has."""
        ours = [m.id for m in self.ours.members]
        return (*ours, *(m.id for m in self.theirs.members if not self.ours.has_member(m.id)))

    def name_of(self, member: str) -> str:
        """Return the name of a member, as it is here where they are here."""
        return self._names.get(member, "—")

    def in_both(self, member: str) -> bool:
        """Return whether a member is here and in the file."""
        return self.ours.has_member(member) and self.theirs.has_member(member)

    def open_points(self, choices: Choices) -> tuple[Point, ...]:
        """Return what still has to be chosen."""
        return tuple(p for p in self.points if self.take(p, choices) is None)

    def take(self, point: Point, choices: Choices) -> Take | None:
        """Return what is taken at a point: as it was chosen, or of itself."""
        if choices.get(f"member/{point.member}") == "both" and self.in_both(point.member):
            return "ours"
        return choices.get(point.key, point.taken)

    # What differs

    def _fields(
        self,
        key: str,
        member: str,
        fields: Mapping[str, Field[Whose]],
        ours: Whose,
        theirs: Whose,
        base: Whose | None,
    ) -> Iterator[Point]:
        for field in fields.values():
            if field.within or field.apart:
                continue
            parts = [part for part in fields.values() if field.key in (part.key, part.within)]
            one, other = _value(parts, ours), _value(parts, theirs)
            was = None if base is None else _value(parts, base)
            if one == other:
                continue
            here, there = self._say(parts, ours), self._say(parts, theirs)
            if not any(part.compare(ours, theirs, self._catalogue) for part in parts):
                if base is None or (one != was and other != was):
                    continue  # nobody could tell them apart
                there = here
            if here == there:
                there = _("{text} (another)").format(text=there)
            yield _point(
                f"{key}/{field.key}",
                member,
                field.name,
                "" if base is None else self._say(parts, base),
                (here, one),
                (there, other),
                (base is not None, was),
            )

    def _say(self, parts: list[Field[Whose]], of: Whose) -> str:
        """Say what a group or member has in a field, and within it."""
        first, *rest = ((part.name, part.said(of, self._catalogue)) for part in parts)
        said = chained(
            [first[1], *(titled(name, text) for name, text in rest if text not in ("", "0"))]
        )
        return " ".join(said.split()) or "—"  # notes have lines of their own

    def _place(self, placed: Placed | None) -> str:
        """Say where a piece of gear is, and what is on it."""
        if placed is None:
            return _("gone")
        holder, item = placed
        where = (
            pgettext("gear", "with {name}").format(name=self.name_of(holder))
            if holder
            else _("in the stash")
        )
        if item.attached or item.modified:
            what = item_name(item, self._catalogue)
            return _("{what}, {where}").format(what=what, where=where)
        return where

    def _member(self, member: str) -> Iterator[Point]:
        base = _of(self.base, member)
        if self.in_both(member):
            ours, theirs = self.ours.member(member), self.theirs.member(member)
            yield from self._fields(f"member/{member}", member, MEMBER, ours, theirs, base)
            return
        here = self.ours.has_member(member)
        there = _("in the group"), _("not in the group")
        taken: Take = "ours" if here else "theirs"
        if base is not None:
            taken = "theirs" if here else "ours"  # whoever had them go
            if base != _of(self.ours if here else self.theirs, member):
                yield Point(
                    f"member/{member}", member, _("Member"), there[0],
                    there[0] if here else there[1], there[1] if here else there[0], "both", None,
                )  # fmt: skip
                return
        yield Point(
            f"member/{member}",
            member,
            _("Member"),
            there[0] if base is not None else "",
            there[0] if here else there[1],
            there[1] if here else there[0],
            taken,
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
        """Return the group as it is chosen; LastDaysError while something still has to be."""
        if self.open_points(choices):
            raise LastDaysError(_("Choose for each conflict whether to keep ours or take theirs."))
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
        """Return the group with each piece of gear where it was chosen to be, once."""
        ours, others = placed(self.ours), placed(self.theirs)
        seen: set[str] = set()
        for item in dict.fromkeys((*ours, *others)):
            one, other = ours.get(item), others.get(item)
            wanted = other if f"item/{item}" in theirs else one
            if wanted is None:
                continue
            if wanted[0] and not group.has_member(wanted[0]):
                if one is None:
                    continue  # it came with a member who doesn't come
                wanted = "", one[1]
            group = _put(group, wanted, seen)
        both = every_item(self.ours).keys() & every_item(self.theirs).keys()
        for item in every_item(self.ours):
            if item in both and item not in seen:  # it was on what the other side has changed
                group = _put(group, ("", every_item(self.ours)[item]), seen)
        return group

    def _with_second(self, group: Group, member: str, new_id: Callable[[], str]) -> Group:
        """Return the group with the file's state of a member beside the one here."""
        other = self.theirs.member(member)
        second = new_id()
        name = other.name
        if any(m.name == name for m in group.members):
            name = _("{name} (2)").format(name=name)
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
    """Return a point in words and values; what only one changed is taken of itself."""
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


def _value(parts: list[Field[Whose]], of: Whose) -> list[tuple[Any, ...]]:
    return [part.value(of) for part in parts]


def _with_fields(
    ours: Whose, theirs: Whose, key: str, fields: Mapping[str, Field[Whose]], taken: set[str]
) -> Whose:
    """Return a group or member with those fields of the other that are taken."""
    for field in fields.values():
        if f"{key}/{field.key}" in taken:
            ours = field.put(ours, theirs)
    return ours


def _marks(
    ours: Edited, theirs: Edited, key: str, fields: Mapping[str, Field[Edited]], taken: set[str]
) -> tuple[str, ...]:
    """Return what is marked as set by hand: what is here, and what is taken of the other."""
    theirs_taken = [k for k, field in fields.items() if f"{key}/{field.within or k}" in taken]
    marks = list(ours.by_hand)
    marks += [mark for mark in theirs.by_hand if mark in theirs_taken]
    return tuple(dict.fromkeys(marks))


def placed(group: Group) -> dict[str, Placed]:
    """Return each piece of gear of a group by its id, with who has it; '' for the stash."""
    found = {item.id: (member.id, item) for member in group.members for item in member.gear}
    return {**found, **{item.id: ("", item) for item in group.stash}}


def every_item(group: Group) -> dict[str, Item]:
    """Return all gear of a group by id, what is attached too."""
    found: dict[str, Item] = {}
    for _holder, item in placed(group).values():
        found[item.id] = item
        found.update((a.id, a) for a in item.attached)
    return found


def _put(group: Group, wanted: Placed, seen: set[str]) -> Group:
    """Return the group with a piece of gear put down, unless it is there already."""
    holder, item = wanted
    if item.id in seen:
        return group
    attached = tuple(a for a in item.attached if a.id not in seen)
    seen.update((item.id, *(a.id for a in attached)))
    return group.give(replace(item, attached=attached), holder)


def _under(item: Item, bearer: str) -> Item:
    attached = tuple(_under(a, bearer) for a in item.attached)
    return replace(item, id=derived_id(bearer, item.id), attached=attached)
