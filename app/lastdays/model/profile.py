"""What a member's characteristics are now, and why (p. 12, rulings 15 and 40)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

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
from lastdays.rulebook.entries import Characteristic, Equipment
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
        if self.shooting is None:
            return str(self.value)
        return f"{self.value}/{self.shooting}"

    @property
    def why(self) -> str:
        """Explain the value: 'Firearms 2 = 3 Goon (p. 24) −1 Blinded in One Eye (p. 84)'."""
        printed = with_page(f"{self.printed} {self.printed_by}", self.printed_page)
        terms = [printed]
        terms.extend(str(part) for part in self.parts)
        sum_in_words = " ".join(terms)
        why = f"{characteristic_name(self.characteristic)} {self.value} = {sum_in_words}"
        if self.shooting is None:
            return why
        against = _("{value} against shots", value=self.shooting)
        return f"{why} · {against}"


def skills_of(member: Member, catalogue: Catalogue) -> list[SkillEntry]:
    """Return a member's skills, each once, even one learnt for several classes (Gunsmith,
    p. 65)."""
    keys = dict.fromkeys(skill.key for skill in member.skills)
    return [catalogue.skills[key] for key in keys if key in catalogue.skills]


def heavy(member: Member, catalogue: Catalogue) -> int:
    """Return the Action Points that Heavy gear costs at the start of an Action Phase (p. 66,
    p. 70)."""
    total = sum(catalogue.gear(item.key).value_of(AttributeKey.HEAVY) for item in member.gear)
    ignored = sum(skill.ignores_heavy for skill in skills_of(member, catalogue))
    return max(0, total - ignored)


def explain(member: Member, catalogue: Catalogue) -> dict[str, ExplainedFigure]:
    """Return every characteristic of a member with its sources; none falls below 0 (ruling 15)."""
    return {name: _explained(member, catalogue, name) for name in CHARACTERISTICS}


def _explained(member: Member, catalogue: Catalogue, name: Characteristic) -> ExplainedFigure:
    """Return one characteristic of a member with its sources."""
    kind = catalogue.character(member.type)
    printed = kind.profile[name]
    parts = _lasting(member, catalogue, name, printed)
    permanent = max(0, printed + sum(part.amount for part in parts))
    value = permanent
    shooting = None
    if name == "AP":
        load = heavy(member, catalogue)
        value = max(0, permanent - load)
        if load:
            label = _("Heavy gear, as each Action Phase begins")
            parts.append(Contribution(label, -load, 70))
    if name == "E":
        armour = armour_in(member.gear, catalogue)
        parts.extend(_armour_in_words(entry) for entry in armour)
        value += sum(entry.endurance_close for entry in armour)
        against_shots = permanent + sum(entry.endurance_shooting for entry in armour)
        if against_shots != value:
            shooting = against_shots
    return ExplainedFigure(
        characteristic=name,
        printed=printed,
        printed_page=kind.page,
        printed_by=kind.name,
        parts=tuple(parts),
        permanent=permanent,
        value=value,
        shooting=shooting,
    )


def armour_in(gear: Iterable[Item], catalogue: Catalogue) -> list[Equipment]:
    """Return the entries of the armour among some gear."""
    armour = []
    for item in gear:
        entry = catalogue.equipment.get(item.key)
        if entry is not None and entry.armour:
            armour.append(entry)
    return armour


def _armour_in_words(armour: Equipment) -> Contribution:
    """Return what a piece of armour adds to Endurance (p. 77)."""
    if armour.endurance_close:
        return Contribution(armour.name, armour.endurance_close, armour.page)
    label = _("{armour}, against shots only", armour=armour.name)
    return Contribution(label, armour.endurance_shooting, armour.page)


def _lasting(
    member: Member, catalogue: Catalogue, name: Characteristic, printed: int
) -> list[Contribution]:
    """Return the change by hand to a characteristic, those by Levels and injuries in the order they
    came, and those by the levels of counters. An injury doesn't bring it below 0, so that a later
    Level isn't lost (ruling 15)."""
    parts = []
    by_hand = member.adjustments.get(name, 0)
    if by_hand:
        parts.append(Contribution(_("set by hand"), by_hand))
    value = printed + by_hand
    for change in _levels_and_injuries(member, catalogue, name):
        effect = change.amount
        if effect < 0:
            effect = min(0, max(-value, effect))
        value += effect
        parts.append(Contribution(change.label, effect, change.page))
    for level in levels_of(member, catalogue):
        amount = level.amount(name)
        if amount:
            effect = max(-value, amount)
            value += effect
            parts.append(Contribution(_("{name} (our rules)", name=level.name), effect))
    return parts


def _levels_and_injuries(
    member: Member, catalogue: Catalogue, name: Characteristic
) -> list[Contribution]:
    """Return the changes of a characteristic by Levels and injuries, in the order they came."""
    changes: list[tuple[float, Contribution]] = []
    for place, advance in enumerate(member.advances):
        if advance.characteristic == name:
            level = _("Level {n}", n=advance.level)
            # An injury suffered after n advances comes before the next one.
            after_injuries = place + 0.5
            changes.append((after_injuries, Contribution(level, advance.amount, 89)))
    for injury in member.injuries:
        entry = catalogue.injuries.get(injury.key)
        if entry is None:
            continue
        amount = entry.modifier.get(name, 0)
        if amount:
            change = Contribution(entry.name, amount, entry.page)
            changes.append((_advances_before(member, injury), change))
    changes.sort(key=itemgetter(0))
    return [change for _place, change in changes]


def _advances_before(member: Member, injury: Injury) -> int:
    """Return how many advances came before an injury. If that wasn't noted, count those of earlier
    games: after a game injuries come before Levels."""
    if injury.after is not None:
        return injury.after
    earlier = [advance for advance in member.advances if advance.game < injury.game]
    return len(earlier)


def permanent(member: Member, catalogue: Catalogue, name: str) -> int:
    """Return a characteristic without the gear carried: printed, Levels, injuries, by hand."""
    return explain(member, catalogue)[name].permanent


def adjusted(member: Member, catalogue: Catalogue, name: str, value: int) -> Member:
    """Return the member with a characteristic set by hand to a permanent value, 0 or more."""
    amount = member.adjustments.get(name, 0)
    new_member = _adjusted_by(amount, member, name)
    if _lasting_value(new_member, catalogue, name) != value:
        amount = 0
        new_member = _adjusted_by(amount, member, name)
    # A step of the amount moves the value by one, or by 0 while an injury takes less than it could.
    while _lasting_value(new_member, catalogue, name) != value:
        too_low = _lasting_value(new_member, catalogue, name) < value
        amount += 1 if too_low else -1
        new_member = _adjusted_by(amount, member, name)
    return new_member


def _adjusted_by(amount: int, member: Member, name: str) -> Member:
    """Return the member with a characteristic changed by hand by this amount."""
    adjustments = dict(member.adjustments)
    adjustments.pop(name, None)
    if amount:
        adjustments[name] = amount
    return replace(member, adjustments=adjustments)


def _lasting_value(member: Member, catalogue: Catalogue, name: str) -> int:
    """Return a characteristic without gear, which may be below 0."""
    printed = catalogue.character(member.type).profile[name]  # type: ignore[index]
    parts = _lasting(member, catalogue, name, printed)  # type: ignore[arg-type]
    return printed + sum(part.amount for part in parts)


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
    if not detail:
        return name
    return f"{name} ({class_name(detail)})"


#: The skill tables of Animals where they learn (ruling 94).
ANIMALS_LEARN = ("athletic", "cqc")


def learnable_types(member: Member, catalogue: Catalogue, switches: Switches) -> tuple[str, ...]:
    """Return the skill types a member may learn from: those of its type and chosen ones, for Animals
    some more at some tables (p. 90, ruling 94)."""
    types = [*catalogue.character(member.type).skill_types, *member.skill_types]
    if switches.animals_learn and member.has(AttributeKey.ANIMAL):
        types.extend(ANIMALS_LEARN)
    return tuple(dict.fromkeys(types))


def trait_as_played(key: str, catalogue: Catalogue, switches: Switches) -> str:
    """Return what a skill or attribute does in a campaign with these switches."""
    return _as_played(key, catalogue.trait_summary(key), switches)


def trait_in_short(key: str, catalogue: Catalogue, switches: Switches) -> str:
    """Return the same in a few words; '' if the other is as short."""
    return _as_played(key, catalogue.trait_in_short(key), switches)


def _as_played(key: str, text: str, switches: Switches) -> str:
    if text and key == AttributeKey.ANIMAL and switches.animals_run:
        return " ".join((text, _("It may also Run.")))
    return text


def next_level_cost(member: Member, catalogue: Catalogue) -> int | None:
    """Return the Experience the next Level costs (p. 88), None at the highest Level."""
    if member.level >= len(catalogue.level_costs):
        return None
    return catalogue.level_costs[member.level]
