"""The counters and traits of members, groups and campaigns: their values now, and what these do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from lastdays.language import _, number, signed, titled
from lastdays.model.group import Group, Member
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name, pictograms
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.own import Counter, Level, Owner, Place, Trait
from lastdays.rulebook.own_effects import COUNTER_MOST
from lastdays.values import Value

#: What counters are reset as it begins.
Begins = Literal["game", "sequence"]
#: The most counters, and the most traits, that one member, group or campaign has values of.
VALUES_MOST = 60


class HeldCounter(Value):
    """A counter of somebody, by its key, with its value. `counter` is None if the rules don't have it
    any longer: the value is kept and does nothing."""

    key: str
    value: int
    counter: Counter | None

    @property
    def name(self) -> str:
        """Return its name, made from its key if the rules don't have it."""
        return self.counter.name if self.counter is not None else readable(self.key)

    @property
    def level(self) -> Level | None:
        """Return its level, None for none."""
        return None if self.counter is None else self.counter.level(self.value)

    @property
    def text(self) -> str:
        """Return its level, else its name, with its value: 'Feverish 3'."""
        called = self.name if self.level is None else self.level.name
        return f"{called} {number(self.value)}"

    @property
    def drawing(self) -> str:
        """Return its pictogram."""
        if self.counter is None:
            return pictograms.of(Counter.KIND, self.key)
        return self.counter.drawing

    @property
    def why(self) -> str:
        """Say its value, what its level is called and does: 'Sickness 3: Feverish: −1 Endurance'."""
        told = f"{self.name} {number(self.value)}"
        if self.counter is None:
            return titled(told, _("The rules don't have it: it is kept, and does nothing."))
        if self.level is None:
            low, high = number(self.counter.low), number(self.counter.high)
            return titled(told, _("from {low} to {high}", low=low, high=high))
        does = level_in_words(self.level)
        return titled(told, titled(self.level.name, does) if does else self.level.name)

    @property
    def harms(self) -> bool:
        """Return whether its level lowers a characteristic or has a member miss games."""
        level = self.level
        return level is not None and (level.misses or any(n < 0 for n in level.modifier.values()))


def level_in_words(level: Level) -> str:
    """Say what a level does to a member: '−1 Endurance, misses games'; '' for nothing."""
    parts = [
        f"{signed(level.amount(key))} {characteristic_name(key)}"
        for key in CHARACTERISTICS
        if level.amount(key)
    ]
    if level.misses:
        parts.append(_("misses games"))
    return ", ".join(parts)


def held_counters(
    values: Mapping[str, int], owner: Owner, catalogue: Catalogue
) -> tuple[HeldCounter, ...]:
    """Return the counters of an owner with their values, in the order of the rules, then the values
    kept of counters that the rules don't have."""
    known = catalogue.own.counters_of(owner)
    held = [HeldCounter(c.key, c.bounded(values.get(c.key, c.start)), c) for c in known]
    keys = {counter.key for counter in known}
    held += [HeldCounter(key, n, None) for key, n in values.items() if key not in keys]
    return tuple(held)


def shown_counters(
    values: Mapping[str, int], owner: Owner, place: Place, catalogue: Catalogue
) -> tuple[HeldCounter, ...]:
    """Return the counters that are shown in a place; those that the rules don't have are shown in the
    roster."""
    return tuple(
        held
        for held in held_counters(values, owner, catalogue)
        if (place == "roster" if held.counter is None else place in held.counter.shown)
    )


def levels_of(member: Member, catalogue: Catalogue) -> tuple[Level, ...]:
    """Return the levels that a member's counters have reached."""
    held = held_counters(member.counters, "member", catalogue)
    return tuple(one.level for one in held if one.level is not None)


def misses_by_level(member: Member, catalogue: Catalogue) -> Level | None:
    """Return the level that has a member miss games, None for none."""
    return next((level for level in levels_of(member, catalogue) if level.misses), None)


def sits_out(member: Member, catalogue: Catalogue) -> bool:
    """Return whether a member isn't deployed in the next game: they have games to miss (ruling 90), or
    a level has them miss games."""
    return member.misses > 0 or misses_by_level(member, catalogue) is not None


def with_value(
    values: Mapping[str, int], key: str, value: int, catalogue: Catalogue
) -> dict[str, int]:
    """Return values with that of a counter set, within its bounds."""
    counter = catalogue.own.counter(key)
    low, high = (-COUNTER_MOST, COUNTER_MOST) if counter is None else (counter.low, counter.high)
    return {**values, key: max(low, min(high, value))}


def with_changes(
    values: Mapping[str, int], changes: Mapping[str, int], catalogue: Catalogue
) -> Mapping[str, int]:
    """Return values with those of some counters changed by amounts, within their bounds."""
    if not changes:
        return values
    changed = dict(values)
    for key, amount in changes.items():
        counter = catalogue.own.counter(key)
        start = 0 if counter is None else counter.start
        changed = with_value(changed, key, changed.get(key, start) + amount, catalogue)
    return changed


def changes_in_words(changes: Mapping[str, int], catalogue: Catalogue) -> list[str]:
    """Name counters with the amounts that they changed by: 'Sickness +1'."""
    return [f"{value_name('counters', key, catalogue)} {signed(n)}" for key, n in changes.items()]


def reset_values(
    values: Mapping[str, int], when: Begins, catalogue: Catalogue
) -> Mapping[str, int]:
    """Return values without those of the counters that are reset now: they start again."""
    gone = {counter.key for counter in catalogue.own.counters if counter.reset == when}
    return {key: value for key, value in values.items() if key not in gone}


def with_reset(group: Group, when: Begins, catalogue: Catalogue) -> Group:
    """Return a group with its counters, and those of its members, reset as they are now."""
    if not any(counter.reset == when for counter in catalogue.own.counters):
        return group
    members = tuple(
        replace(m, counters=reset_values(m.counters, when, catalogue)) for m in group.members
    )
    return replace(group, counters=reset_values(group.counters, when, catalogue), members=members)


class HeldTrait(Value):
    """A trait of a member, by its key, with its text. `trait` is None if the rules don't have it any
    longer."""

    key: str
    text: str
    trait: Trait | None

    @property
    def name(self) -> str:
        """Return its name, made from its key if the rules don't have it."""
        return self.trait.name if self.trait is not None else readable(self.key)

    @property
    def drawing(self) -> str:
        """Return its pictogram."""
        return pictograms.of(Trait.KIND, self.key) if self.trait is None else self.trait.drawing

    @property
    def said(self) -> str:
        """Return its name with its text: 'Flaw: afraid of dogs'."""
        return titled(self.name, self.text)


def held_traits(
    member: Member, catalogue: Catalogue, place: Place | None = None
) -> tuple[HeldTrait, ...]:
    """Return the traits that a member has a text for, in the order of the rules, then others; of a
    place only those shown there."""
    own = catalogue.own
    order = [*(trait.key for trait in own.traits), *member.traits]
    held = [
        HeldTrait(key, member.traits[key], own.trait(key))
        for key in dict.fromkeys(order)
        if member.traits.get(key)
    ]
    if place is None:
        return tuple(held)
    return tuple(
        one
        for one in held
        if (place == "roster" if one.trait is None else place in one.trait.shown)
    )


def counters_in_words(values: Mapping[str, int], owner: Owner, catalogue: Catalogue) -> list[str]:
    """Name the counters that have a value: 'Food 3', or their levels."""
    held = held_counters(values, owner, catalogue)
    return [one.text for one in held if one.key in values]


def value_name(field: str, key: str, catalogue: Catalogue) -> str:
    """Return the name of the counter or trait that a value in a field, 'counters' or 'traits', is
    of."""
    own = catalogue.own
    rule = own.trait(key) if field == "traits" else own.counter(key)
    return readable(key) if rule is None else rule.name
