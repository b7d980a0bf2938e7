"""What a member's characteristics are now, and why (p. 12, rulings 15 and 40)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.language import _, signed
from lastdays.model.group import Injury, Item, Member
from lastdays.rulebook import (
    CHARACTERISTICS,
    Catalogue,
    SkillEntry,
    Trait,
    characteristic_name,
    class_name,
    with_page,
)
from lastdays.rulebook.known import AttributeKey
from lastdays.values import Value


class Contribution(Value):
    """One thing that changes a characteristic: its name, by how much, and its page (0: none)."""

    label: str
    amount: int
    page: int = 0

    def __str__(self) -> str:
        return with_page(f"{signed(self.amount)} {self.label}", self.page)


class ExplainedFigure(Value):
    """A characteristic with its sources.

    `permanent` counts Levels, injuries and what was set by hand; `value` also what is carried.
    `shooting` is Endurance against shots where it differs.
    """

    characteristic: str
    printed: int
    printed_page: int
    printed_by: str
    parts: tuple[Contribution, ...]
    permanent: int
    value: int
    shooting: int | None

    @property
    def changed(self) -> bool:
        """Whether the number is not the printed one."""
        return self.value != self.printed or self.shooting is not None

    @property
    def text(self) -> str:
        """As it stands on the roster: '3', or '3/5' where shots meet another Endurance."""
        return str(self.value) if self.shooting is None else f"{self.value}/{self.shooting}"

    @property
    def why(self) -> str:
        """'Firearms 2 = 3 Goon (p. 24) −1 Blinded in One Eye (p. 84)'."""
        parts = [with_page(f"{self.printed} {self.printed_by}", self.printed_page)]
        parts += [str(part) for part in self.parts]
        why = f"{characteristic_name(self.characteristic)} {self.value} = {' '.join(parts)}"
        if self.shooting is not None:
            against = _("{value} against shots", value=self.shooting)
            why = f"{why} · {against}"
        return why


def skills_of(member: Member, catalogue: Catalogue) -> list[SkillEntry]:
    """Return the skills a member has, each once, for however many classes (Gunsmith, p. 65)."""
    keys = dict.fromkeys(s.key for s in member.skills)
    return [catalogue.skills[key] for key in keys if key in catalogue.skills]


def heavy(member: Member, catalogue: Catalogue) -> int:
    """Return the Action Points that Heavy gear costs as an Action Phase begins (p. 70, p. 66)."""
    total = sum(catalogue.gear(item.key).value_of(AttributeKey.HEAVY) for item in member.gear)
    ignored = sum(skill.ignores_heavy for skill in skills_of(member, catalogue))
    return max(0, total - ignored)


def explain(member: Member, catalogue: Catalogue) -> dict[str, ExplainedFigure]:
    """Return every characteristic of a member with its sources; none falls below 0 (ruling 15)."""
    kind = catalogue.character(member.type)
    explained: dict[str, ExplainedFigure] = {}
    for name in CHARACTERISTICS:
        printed = kind.profile[name]
        parts = _lasting(member, catalogue, name, printed)
        permanent = max(0, printed + sum(part.amount for part in parts))
        value, shooting = permanent, None
        if name == "AP":
            load = heavy(member, catalogue)
            if load:
                parts.append(Contribution(_("Heavy gear, as each Action Phase begins"), -load, 70))
                value = max(0, permanent - load)
        if name == "E":
            close, shots = 0, 0
            for item in member.gear:
                armour = catalogue.equipment.get(item.key)
                if armour is None or not armour.armour:
                    continue
                close += armour.endurance_close
                shots += armour.endurance_shooting
                label = armour.name
                if armour.endurance_close:
                    parts.append(Contribution(label, armour.endurance_close, armour.page))
                else:
                    parts.append(
                        Contribution(
                            _("{armour}, against shots only", armour=label),
                            armour.endurance_shooting,
                            armour.page,
                        )
                    )
            value = permanent + close
            shooting = permanent + shots if shots != close else None
        explained[name] = ExplainedFigure(
            characteristic=name,
            printed=printed,
            printed_page=kind.page,
            printed_by=kind.name,
            parts=tuple(parts),
            permanent=permanent,
            value=value,
            shooting=shooting,
        )
    return explained


def _lasting(member: Member, catalogue: Catalogue, name: str, printed: int) -> list[Contribution]:
    """Return what was set by hand, and what Levels and injuries did to a characteristic since, in
    the order they came: no injury brings it below 0, so that a later Level is not swallowed (ruling
    15)."""
    parts = []
    by_hand = member.adjustments.get(name, 0)
    if by_hand:
        parts.append(Contribution(_("set by hand"), by_hand))
    events = []
    for n, advance in enumerate(member.advances):
        if advance.characteristic == name:
            part = Contribution(_("Level {n}", n=advance.level), advance.amount, 89)
            events.append((n, 1, part))
    for injury in member.injuries:
        entry = catalogue.injuries.get(injury.key)
        amount = entry.modifier.get(name, 0) if entry else 0  # type: ignore[call-overload]
        if entry and amount:
            part = Contribution(entry.name, amount, entry.page)
            events.append((_advances_before(member, injury), 0, part))
    value = printed + by_hand
    for _n, _kind, part in sorted(events, key=lambda event: event[:2]):
        effect = part.amount if part.amount > 0 else min(0, max(-value, part.amount))
        value += effect
        parts.append(Contribution(part.label, effect, part.page))
    return parts


def _advances_before(member: Member, injury: Injury) -> int:
    """Return how many advances came before an injury; where that was not noted, those of earlier
    games: injuries come first after a game."""
    if injury.after is not None:
        return injury.after
    return sum(1 for advance in member.advances if advance.game < injury.game)


def permanent(member: Member, catalogue: Catalogue, name: str) -> int:
    """Return a characteristic without what is carried: printed, Levels, injuries, by hand."""
    return explain(member, catalogue)[name].permanent


def adjusted(member: Member, catalogue: Catalogue, name: str, value: int) -> Member:
    """Return the member with a characteristic set by hand to a permanent value, 0 or more."""
    printed = catalogue.character(member.type).profile[name]  # type: ignore[index]
    rest = {key: amount for key, amount in member.adjustments.items() if key != name}

    def by(amount: int) -> Member:
        return replace(member, adjustments={**rest, name: amount} if amount else rest)

    def reached(amount: int) -> int:
        parts = _lasting(by(amount), catalogue, name, printed)
        return printed + sum(part.amount for part in parts)

    # A step of the difference moves the value by one, or not at all where an injury takes less.
    amount = member.adjustments.get(name, 0)
    if reached(amount) != value:
        amount = 0
    while reached(amount) != value:
        amount += 1 if reached(amount) < value else -1
    return by(amount)


def item_name(item: Item, catalogue: Catalogue) -> str:
    """Return an item's name with what is on it: 'Hunting Rifle + Scope', 'Surplus SMG
    (converted)'."""
    name = catalogue.gear(item.key).name
    if item.modified:
        name = _("{name} (converted)", name=name)
    for attached in item.attached:
        name = f"{name} + {catalogue.gear(attached.key).name}"
    return name


def skill_name(skill_key: str, value: int | None, detail: str, catalogue: Catalogue) -> str:
    """Return a skill's name with its number or class: 'Noisy 1', 'Gunsmith (Rifle)'."""
    name = catalogue.trait_name(Trait(skill_key, value))
    return f"{name} ({class_name(detail)})" if detail else name


def next_level_cost(member: Member, catalogue: Catalogue) -> int | None:
    """Return the Experience the next Level costs (p. 88), None at the highest."""
    if member.level >= len(catalogue.level_costs):
        return None
    return catalogue.level_costs[member.level]
