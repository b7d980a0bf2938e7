"""What a member's characteristics are now, and why (p. 12, rulings 15 and 40)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.language import _, signed
from lastdays.model.counters import levels_of
from lastdays.model.group import Injury, Item, Member
from lastdays.model.switches import Switches
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
    """One thing that changes a characteristic: its name, the amount, and its page (0: none)."""

    label: str
    amount: int
    page: int = 0

    def __str__(self) -> str:
        return with_page(f"{signed(self.amount)} {self.label}", self.page)


class ExplainedFigure(Value):
    """A characteristic with its sources.

    `permanent` includes Levels, injuries and changes by hand; `value` also the gear carried.
    `shooting` is the Endurance against shots if it differs.
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
        """Return whether the value differs from the printed one."""
        return self.value != self.printed or self.shooting is not None

    @property
    def text(self) -> str:
        """Return the value as the roster shows it: '3', or '3/5' if Endurance against shots
        differs."""
        return str(self.value) if self.shooting is None else f"{self.value}/{self.shooting}"

    @property
    def why(self) -> str:
        """Explain the value: 'Firearms 2 = 3 Goon (p. 24) −1 Blinded in One Eye (p. 84)'."""
        parts = [with_page(f"{self.printed} {self.printed_by}", self.printed_page)]
        parts += [str(part) for part in self.parts]
        why = f"{characteristic_name(self.characteristic)} {self.value} = {' '.join(parts)}"
        if self.shooting is not None:
            against = _("{value} against shots", value=self.shooting)
            why = f"{why} · {against}"
        return why


def skills_of(member: Member, catalogue: Catalogue) -> list[SkillEntry]:
    """Return a member's skills, each once, even one learnt for several classes (Gunsmith,
    p. 65)."""
    keys = dict.fromkeys(s.key for s in member.skills)
    return [catalogue.skills[key] for key in keys if key in catalogue.skills]


def heavy(member: Member, catalogue: Catalogue) -> int:
    """Return the Action Points that Heavy gear costs at the start of an Action Phase (p. 66,
    p. 70)."""
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
    """Return the change by hand to a characteristic, those by Levels and injuries in the order they
    came, and those by the levels of counters. An injury doesn't bring it below 0, so that a later
    Level isn't lost (ruling 15)."""
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
    for level in levels_of(member, catalogue):
        amount = level.amount(name)
        if amount:
            effect = max(-value, amount)
            value += effect
            parts.append(Contribution(_("{name} (our rules)", name=level.name), effect))
    return parts


def _advances_before(member: Member, injury: Injury) -> int:
    """Return how many advances came before an injury. If that wasn't noted, count those of earlier
    games: after a game injuries come before Levels."""
    if injury.after is not None:
        return injury.after
    return sum(1 for advance in member.advances if advance.game < injury.game)


def permanent(member: Member, catalogue: Catalogue, name: str) -> int:
    """Return a characteristic without the gear carried: printed, Levels, injuries, by hand."""
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

    # A step of the amount moves the value by one, or by 0 while an injury takes less than it could.
    amount = member.adjustments.get(name, 0)
    if reached(amount) != value:
        amount = 0
    while reached(amount) != value:
        amount += 1 if reached(amount) < value else -1
    return by(amount)


def item_name(item: Item, catalogue: Catalogue) -> str:
    """Return an item's name with its attachments: 'Hunting Rifle + Scope', 'Surplus SMG
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


#: The skill tables of Animals where they learn (ruling 94).
ANIMALS_LEARN = ("athletic", "cqc")


def learnable_types(member: Member, catalogue: Catalogue, switches: Switches) -> tuple[str, ...]:
    """Return the skill types a member may learn from: those of its type and chosen ones, for Animals
    some more at some tables (p. 90, ruling 94)."""
    types = (*catalogue.character(member.type).skill_types, *member.skill_types)
    if switches.animals_learn and member.has(AttributeKey.ANIMAL):
        types = (*types, *ANIMALS_LEARN)
    return tuple(dict.fromkeys(types))


def trait_as_played(key: str, catalogue: Catalogue, switches: Switches) -> str:
    """Return what a skill or attribute does in a campaign with these switches."""
    summary = catalogue.trait_summary(key)
    if key == AttributeKey.ANIMAL and switches.animals_run:
        return " ".join((summary, _("It may also Run.")))
    return summary


def next_level_cost(member: Member, catalogue: Catalogue) -> int | None:
    """Return the Experience the next Level costs (p. 88), None at the highest Level."""
    if member.level >= len(catalogue.level_costs):
        return None
    return catalogue.level_costs[member.level]
