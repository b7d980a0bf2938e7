"""What of a group the rulebook does not know (any more): a content pack gone, or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from lastdays.language import _
from lastdays.model.carrying import Violation
from lastdays.model.group import Group, Item, Member
from lastdays.rulebook import Catalogue
from lastdays.rulebook.blanks import readable


class Unknown(Struct, frozen=True):
    """One key without an entry: of which kind, whose ('' for the group's own), which member's."""

    kind: str
    key: str
    whose: str = ""
    member: str = ""


def unknown_in(group: Group, catalogue: Catalogue) -> Iterator[Unknown]:
    """Return every key of a group that has no entry, members who died or left included."""
    if group.refuge.key not in catalogue.refuges:
        yield Unknown("refuges", group.refuge.key)
    for key in (*(perk.key for perk in group.refuge.built), *group.next_encounter.worked):
        if key not in catalogue.perks:
            yield Unknown("perks", key)
    yield from _gear(group.stash, catalogue)
    for member in group.members:
        yield from _of_member(member, catalogue)


def _of_member(member: Member, catalogue: Catalogue) -> Iterator[Unknown]:
    name, about = member.name, member.id
    if member.type not in catalogue.characters:
        yield Unknown("characters", member.type, name, about)
    for skill in member.skills:
        if skill.key not in catalogue.skills and skill.key not in catalogue.attributes:
            yield Unknown("skills", skill.key, name, about)
    for injury in member.injuries:
        if injury.key not in catalogue.injuries:
            yield Unknown("injuries", injury.key, name, about)
    yield from _gear(member.gear, catalogue, name, about)


def _gear(
    items: Iterable[Item], catalogue: Catalogue, whose: str = "", member: str = ""
) -> Iterator[Unknown]:
    for item in items:
        for key in (item.key, *(a.key for a in item.attached)):
            if not catalogue.has_gear(key):
                yield Unknown("gear", key, whose, member)


def unknown_violations(group: Group, catalogue: Catalogue) -> Iterator[Violation]:
    """Return a sentence for each thing of the group in play that is not in the rulebook, said
    once."""
    here = {m.id for m in group.roster} | {""}
    for found in dict.fromkeys(unknown_in(group, catalogue)):
        if found.member not in here:
            continue
        text = {
            "refuges": _("The Refuge {name} isn't in the rulebook: a content pack may be missing."),
            "perks": _("The Perk {name} isn't in the rulebook: a content pack may be missing."),
            "characters": _(
                "{whose}: the type {name} isn't in the rulebook: a content pack may be missing."
            ),
        }.get(
            found.kind,
            _("{whose}: {name} isn't in the rulebook: a content pack may be missing."),
        )
        yield Violation(
            "/".join(filter(None, ("unknown", found.kind, found.key, found.member))),
            text.format(name=readable(found.key), whose=found.whose or _("The stash")),
            member=found.member,
        )
