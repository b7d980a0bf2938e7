"""What a group cannot be, whoever made it: numbers out of range, unknown keys, ids used twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lastdays.language import _
from lastdays.model.fields import (
    CHARACTERISTIC_MOST,
    GROUP,
    LEVEL_MOST,
    MEMBER,
    NAME_MOST,
    out_of_range,
    too_long,
)
from lastdays.model.group import Group, Member
from lastdays.model.unknown import unknown_in
from lastdays.rulebook import CHARACTERISTICS, KEYWORDS, Catalogue


def problems(
    group: Group, catalogue: Catalogue, before: Iterable[Group] = (), *, foreign: bool = False
) -> list[str]:
    """List what a group cannot be.

    What the rulebook does not know is let be where a group had it `before`: its content pack may
    be gone. `foreign` lets all of it be, for what comes from a file, a record or a sequence.
    """
    before = tuple(before)
    found = [field.problem(group) for field in GROUP.values()]
    found += _keys(group, catalogue, before, foreign=foreign)
    levels = {m.id: m.level for g in before for m in g.members}
    level_most = LEVEL_MOST if foreign else catalogue.number("limits", "level_most")
    for member in group.members:
        found += _of_member(member, max(level_most, levels.get(member.id, 0)))
    members = [m.id for m in group.members]
    items = list(_all_item_ids(group))
    if len(set(members)) != len(members) or len(set(items)) != len(items):
        found.append(_("Two members or two pieces of gear have the same id."))
    if group.leader and not group.has_member(group.leader):
        found.append(_("The Leader is not among the members."))
    return [*filter(None, found)]


def _unknown(what: str, key: str) -> str:
    return _("{what}: the rulebook has no '{key}'.").format(what=what, key=key)


def _keys(
    group: Group, catalogue: Catalogue, before: tuple[Group, ...], *, foreign: bool
) -> Iterator[str]:
    kept = {(u.kind, u.key) for g in before for u in unknown_in(g, catalogue)}
    for unknown in dict.fromkeys(unknown_in(group, catalogue)):
        if not foreign and (unknown.kind, unknown.key) not in kept:
            what = {"refuges": _("Refuge"), "perks": _("Perk")}.get(unknown.kind)
            yield _unknown(what or unknown.whose[:40] or _("The stash"), unknown.key)
        yield too_long(_("A key"), unknown.key, NAME_MOST)


def _of_member(member: Member, level_most: int) -> Iterator[str]:
    name = member.name[:40] or member.id
    for field in MEMBER.values():
        yield field.problem(member, name, level_most if field.key == "level" else 0)
    if member.keyword not in KEYWORDS:
        yield _unknown(name, member.keyword)
    amounts = [*member.adjustments.items()]
    amounts += [(advance.characteristic, advance.amount) for advance in member.advances]
    for key, amount in amounts:
        if key not in CHARACTERISTICS:
            yield _unknown(name, key)
        yield out_of_range(f"{name}, {key[:40]}", amount, -CHARACTERISTIC_MOST, CHARACTERISTIC_MOST)
    for skill in member.skills:
        what = f"{name}, {skill.key[:40]}"
        yield too_long(what, skill.detail, NAME_MOST)
        yield out_of_range(what, skill.value or 0, -LEVEL_MOST, LEVEL_MOST)


def _all_item_ids(group: Group) -> Iterator[str]:
    for item in (*group.stash, *(i for m in group.members for i in m.gear)):
        yield item.id
        yield from (a.id for a in item.attached)
