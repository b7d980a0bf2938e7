"""What of a group comes from content packs, for its paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lastdays.language import _, chained
from lastdays.model.group import Group, Item, Member
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Entry


def packed(entries: Iterable[Entry]) -> str:
    """Name what comes from content packs, and from which: 'hospital: Orderly, Bone Saw'; '' for
    nothing."""
    names: dict[str, dict[str, None]] = {}
    for entry in entries:
        if entry.pack:
            names.setdefault(entry.pack, {})[entry.name] = None
    return chained(
        _("{name}: {n}").format(name=pack, n=", ".join(found)) for pack, found in names.items()
    )


def entries_of(member: Member, catalogue: Catalogue) -> Iterator[Entry]:
    """Return the entries of the rulebook that a member's card names."""
    yield catalogue.character(member.type)
    yield from _of_gear(member.gear, catalogue)
    for skill in member.skills:
        yield catalogue.trait(skill.key)
    for injury in member.injuries:
        yield catalogue.injuries[injury.key]


def _of_gear(items: Iterable[Item], catalogue: Catalogue) -> Iterator[Entry]:
    for item in items:
        for key in (item.key, *(attached.key for attached in item.attached)):
            yield catalogue.gear(key)


def entries_of_group(group: Group, catalogue: Catalogue) -> Iterator[Entry]:
    """Return the entries that a group's own card names: Refuge, Perks, stash."""
    refuge = catalogue.refuges[group.refuge.key]
    yield refuge
    for key in (*refuge.built_in, *(perk.key for perk in group.refuge.built)):
        yield catalogue.perks[key]
    yield from _of_gear(group.stash, catalogue)
