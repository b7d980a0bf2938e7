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
        name = self.name if self.level is None else self.level.name
        return f"{name} {number(self.value)}"

    @property
    def drawing(self) -> str:
        """Return its pictogram."""
        if self.counter is None:
            return pictograms.of(Counter.KIND, self.key)
        return self.counter.drawing

    @property
    def why(self) -> str:
        """Say its value, what its level is called and does: 'Sickness 3: Feverish: −1 Endurance'."""
        value = f"{self.name} {number(self.value)}"
        if self.counter is None:
            return titled(value, _("The rules don't have it: it is kept, and does nothing."))
        if self.level is None:
            low = number(self.counter.low)
            bounds = _("from {low} to {high}", low=low, high=number(self.counter.high))
            return titled(value, bounds)
        effect = level_in_words(self.level)
        if not effect:
            return titled(value, self.level.name)
        return titled(value, titled(self.level.name, effect))

    @property
    def harms(self) -> bool:
        """Return whether its level lowers a characteristic or has a member miss games."""
        level = self.level
        if level is None:
            return False
        return level.misses or any(amount < 0 for amount in level.modifier.values())

    def is_shown(self, place: Place) -> bool:
        """Return whether it is shown in a place; one that the rules don't have is in the roster."""
        if self.counter is None:
            return place == "roster"
        return place in self.counter.shown


def level_in_words(level: Level) -> str:
    """Say what a level does to a member: '−1 Endurance, misses games'; '' for nothing."""
    parts = []
    for key in CHARACTERISTICS:
        amount = level.amount(key)
        if amount:
            parts.append(f"{signed(amount)} {characteristic_name(key)}")
    if level.misses:
        parts.append(_("misses games"))
    return ", ".join(parts)


def held_counters(
    values: Mapping[str, int], owner: Owner, catalogue: Catalogue
) -> tuple[HeldCounter, ...]:
    """Return the counters of an owner with their values, in the order of the rules, then the values
    kept of counters that the rules don't have."""
    counters = catalogue.own.counters_of(owner)
    counters_held = []
    for counter in counters:
        value = values.get(counter.key, counter.start)
        counters_held.append(HeldCounter(counter.key, counter.bounded(value), counter))
    keys_of_rules = {counter.key for counter in counters}
    for key, value in values.items():
        if key not in keys_of_rules:
            counters_held.append(HeldCounter(key, value, None))
    return tuple(counters_held)


def shown_counters(
    values: Mapping[str, int], owner: Owner, place: Place, catalogue: Catalogue
) -> tuple[HeldCounter, ...]:
    """Return the counters that are shown in a place; those that the rules don't have are shown in the
    roster."""
    counters_held = held_counters(values, owner, catalogue)
    return tuple(counter for counter in counters_held if counter.is_shown(place))


def levels_of(member: Member, catalogue: Catalogue) -> tuple[Level, ...]:
    """Return the levels that a member's counters have reached."""
    counters = held_counters(member.counters, "member", catalogue)
    levels = [counter.level for counter in counters]
    return tuple(level for level in levels if level is not None)


def misses_by_level(member: Member, catalogue: Catalogue) -> Level | None:
    """Return the level that has a member miss games, None for none."""
    for level in levels_of(member, catalogue):
        if level.misses:
            return level
    return None


def sits_out(member: Member, catalogue: Catalogue) -> bool:
    """Return whether a member isn't deployed in the next game: they have games to miss (ruling 90), or
    a level has them miss games."""
    return member.misses > 0 or misses_by_level(member, catalogue) is not None


def with_value(
    values: Mapping[str, int], key: str, value: int, catalogue: Catalogue
) -> dict[str, int]:
    """Return values with that of a counter set, within its bounds."""
    counter = catalogue.own.counter(key)
    if counter is None:
        bounded = max(-COUNTER_MOST, min(COUNTER_MOST, value))
    else:
        bounded = max(counter.low, min(counter.high, value))
    return {**values, key: bounded}


def with_changes(
    values: Mapping[str, int], changes: Mapping[str, int], catalogue: Catalogue
) -> Mapping[str, int]:
    """Return values with those of some counters changed by amounts, within their bounds."""
    new_values = values
    for key, amount in changes.items():
        counter = catalogue.own.counter(key)
        start = 0 if counter is None else counter.start
        value = new_values.get(key, start) + amount
        new_values = with_value(new_values, key, value, catalogue)
    return new_values


def changes_in_words(changes: Mapping[str, int], catalogue: Catalogue) -> list[str]:
    """Name counters with the amounts that they changed by: 'Sickness +1'."""
    return [f"{value_name('counters', key, catalogue)} {signed(n)}" for key, n in changes.items()]


def reset_values(
    values: Mapping[str, int], when: Begins, catalogue: Catalogue
) -> Mapping[str, int]:
    """Return values without those of the counters that are reset now: they start again."""
    keys_to_reset = {counter.key for counter in catalogue.own.counters if counter.reset == when}
    return {key: value for key, value in values.items() if key not in keys_to_reset}


def with_reset(group: Group, when: Begins, catalogue: Catalogue) -> Group:
    """Return a group with its counters, and those of its members, reset as they are now."""
    if not any(counter.reset == when for counter in catalogue.own.counters):
        return group
    members = []
    for member in group.members:
        counters = reset_values(member.counters, when, catalogue)
        members.append(replace(member, counters=counters))
    counters = reset_values(group.counters, when, catalogue)
    return replace(group, counters=counters, members=tuple(members))


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
    def in_words(self) -> str:
        """Return its name with its text: 'Flaw: afraid of dogs'."""
        return titled(self.name, self.text)

    def is_shown(self, place: Place) -> bool:
        """Return whether it is shown in a place; one that the rules don't have is in the roster."""
        if self.trait is None:
            return place == "roster"
        return place in self.trait.shown


def held_traits(
    member: Member, catalogue: Catalogue, place: Place | None = None
) -> tuple[HeldTrait, ...]:
    """Return the traits that a member has a text for, in the order of the rules, then others; of a
    place only those shown there."""
    own_rules = catalogue.own
    keys = [trait.key for trait in own_rules.traits]
    keys.extend(member.traits)
    traits_held = []
    for key in dict.fromkeys(keys):
        text = member.traits.get(key)
        if text:
            traits_held.append(HeldTrait(key, text, own_rules.trait(key)))
    if place is None:
        return tuple(traits_held)
    return tuple(trait for trait in traits_held if trait.is_shown(place))


def counters_in_words(values: Mapping[str, int], owner: Owner, catalogue: Catalogue) -> list[str]:
    """Name each counter with its value: 'Food 3', or its level."""
    return [counter.text for counter in held_counters(values, owner, catalogue)]


def value_name(field: str, key: str, catalogue: Catalogue) -> str:
    """Return the name of the counter or trait that a value in a field, 'counters' or 'traits', is
    of."""
    own_rules = catalogue.own
    rule = own_rules.trait(key) if field == "traits" else own_rules.counter(key)
    return readable(key) if rule is None else rule.name
