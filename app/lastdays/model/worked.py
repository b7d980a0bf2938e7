"""What worked Perks gave a group for the coming Encounter (p. 80–81, ruling 24)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from lastdays.language import joined
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Perk


class Given(Struct, frozen=True):
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
