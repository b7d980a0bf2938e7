"""What it costs a group to lose its Refuge or to leave it, known before it is decided (p. 96)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from lastdays.language import joined
from lastdays.model.group import BuiltPerk, Group, Item, RefugeState
from lastdays.model.recruiting import empty_spaces, max_size, perk_giving
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Perk
from lastdays.values import Value


class Given(Value):
    """The worked Perks that let failed Ammo Rolls be rolled again, and those whose pass shifts the
    Encounter roll. What several give adds up."""

    ammo: tuple[Perk, ...] = ()
    radio: tuple[Perk, ...] = ()

    @property
    def ammo_rerolls(self) -> int:
        """Return how many failed Ammo Rolls may be rolled again."""
        return sum(perk.ammo_rerolls for perk in self.ammo)

    @property
    def encounter_shift(self) -> int:
        """Return by how much the Encounter roll may be shifted."""
        return sum(perk.encounter_shift for perk in self.radio)


def given(group: Group, catalogue: Catalogue) -> Given:
    """Return what a group's worked Perks gave for the coming Encounter."""

    def those(gives: Callable[[Perk], int]) -> tuple[Perk, ...]:
        perks = (catalogue.perks[key] for key in group.next_encounter.worked)
        return tuple(perk for perk in perks if gives(perk))

    return Given(those(lambda perk: perk.ammo_rerolls), those(lambda perk: perk.encounter_shift))


def names_of(perks: Iterable[Perk]) -> str:
    """Name Perks, each once: 'Armoury and Bunker'."""
    return joined(tuple(dict.fromkeys(perk.name for perk in perks)))


class RefugeLoss(Value):
    """What is lost with the Refuge, wherever the group goes (rulings 29 and 30).

    `stash` is the gear that is lost, `saved_by` the name of the Perk that brings it along, '' where
    nothing has to; `built` are the built Perks, `given` what worked Perks gave for the next
    Encounter and is lost. `points` come along.
    """

    stash: tuple[Item, ...]
    saved_by: str
    built: tuple[BuiltPerk, ...]
    given: Given
    points: int

    @property
    def nothing(self) -> bool:
        """Return whether nothing is lost."""
        return not (self.stash or self.built or self.given.ammo or self.given.radio)


class RefugeMove(Value):
    """What another Refuge would be for a group: `beds` members fit, `staying` do not and stay
    behind, `spaces` are its Empty Spaces, `built_in` the keys of its Perks."""

    refuge: str
    beds: int
    staying: int
    spaces: int
    built_in: tuple[str, ...]


def refuge_loss(group: Group, catalogue: Catalogue, *, overrun: bool) -> RefugeLoss:
    """Return what a group loses with its Refuge: overrun, or left by choice."""
    vehicle = perk_giving(group, catalogue, lambda perk: perk.saves_stash)
    return RefugeLoss(
        stash=group.stash if overrun and vehicle is None else (),
        saved_by=vehicle.name if overrun and vehicle is not None and group.stash else "",
        built=group.refuge.built,
        given=given(group, catalogue) if overrun else Given(),
        points=group.points,
    )


def refuge_moves(group: Group, catalogue: Catalogue) -> tuple[RefugeMove, ...]:
    """Return each other Refuge a group may move to, in the order of the book."""
    found = []
    for key, refuge in catalogue.refuges.items():
        if key == group.refuge.key:
            continue
        there = replace(group, refuge=RefugeState(key))
        beds = max_size(there, catalogue)
        found.append(
            RefugeMove(
                refuge=key,
                beds=beds,
                staying=max(0, len(group.active) - beds),
                spaces=empty_spaces(there, catalogue),
                built_in=tuple(refuge.built_in),
            )
        )
    return tuple(found)
