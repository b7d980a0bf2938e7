"""What members carry: weapons, armour, sights, the mark *, rarity (p. 18, 29, 77–79)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import item_name
from lastdays.rulebook import Catalogue, class_name
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import AttributeKey, InjuryKey
from lastdays.values import Value


class Violation(Value):
    """A rule that a group breaks: `key` identifies it for 'our table allows it'."""

    key: str
    text: str
    page: int = 0
    member: str = ""


def armed(gear: Iterable[Item], catalogue: Catalogue) -> bool:
    """Return whether some gear includes a weapon."""
    return any(i.key in catalogue.firearms or i.key in catalogue.close_combat for i in gear)


def is_animal(member: Member) -> bool:
    """Return whether the Animal attribute applies (ruling 7)."""
    return member.has(AttributeKey.ANIMAL)


def needs_weapon(member: Member, catalogue: Catalogue) -> bool:
    """Return whether a member has yet to get the weapon that each Character starts with (p. 29)."""
    return not is_animal(member) and not armed(member.gear, catalogue)


def gear_violations(
    member: Member, catalogue: Catalogue, *, trained_leader: bool
) -> list[Violation]:
    """Return the rules of carrying that a member's gear breaks (p. 29, rulings 4, 7, 9, 10, 15)."""
    found = []

    def say(key: str, text: str, page: int) -> None:
        found.append(Violation(f"{key}/{member.id}", text, page, member.id))

    firearms = [i for i in member.gear if i.key in catalogue.firearms]
    blades = [i for i in member.gear if i.key in catalogue.close_combat]
    armour = [
        i for i in member.gear if i.key in catalogue.equipment and catalogue.equipment[i.key].armour
    ]
    most_firearms = catalogue.number("limits", "firearms")
    most_blades = catalogue.number("limits", "close_combat")
    if is_animal(member) and member.gear:
        say(
            "animal-gear",
            _("{name} is an animal and can't carry anything.", name=member.name),
            47,
        )
        return found
    if member.injured(InjuryKey.ARM_INJURY):
        two_handed = [i for i in firearms if not one_handed(i, catalogue)]
        if two_handed:
            say(
                "two-handed",
                _(
                    "{name} cannot use {weapon} with one arm.",
                    name=member.name,
                    weapon=item_name(two_handed[0], catalogue),
                ),
                84,
            )
        fewer = catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most
        if fewer is not None:
            most_firearms, most_blades = min(most_firearms, fewer), min(most_blades, fewer)
    most_armour = catalogue.number("limits", "armour")
    for key, held, most, text, page in (
        (
            "firearms",
            firearms,
            most_firearms,
            _("{name} carries {count} Firearms; the limit is {most}."),
            29,
        ),
        (
            "close-combat",
            blades,
            most_blades,
            _("{name} carries {count} close-combat weapons; the limit is {most}."),
            29,
        ),
        (
            "armour",
            armour,
            most_armour,
            _("{name} wears {count} pieces of armour; the limit is {most}."),
            77,
        ),
    ):
        if len(held) > most:
            say(key, text.format(name=member.name, count=len(held), most=most), page)
    if trained_leader:
        unmarked = [i for i in member.gear if not usable_by_trained(i, catalogue)]
        if unmarked:
            say(
                "unmarked",
                _(
                    "{name}: under a Trained Leader, {gear} (no *) belongs in the stash.",
                    name=member.name,
                    gear=", ".join(item_name(i, catalogue) for i in unmarked),
                ),
                18,
            )
    if not catalogue.giver(member, Effect.FIRES_SPECIALIZED):
        for item in firearms:
            if catalogue.gear(item.key).has(AttributeKey.HIGHLY_SPECIALIZED):
                say(
                    f"highly-specialized-{item.id}",
                    _(
                        "{name} cannot fire {weapon}: it is Highly Specialized.",
                        name=member.name,
                        weapon=item_name(item, catalogue),
                    ),
                    70,
                )
    return found


def one_handed(item: Item, catalogue: Catalogue) -> bool:
    """Return whether a firearm can be used with one arm: Pistol, SMG or thrown (p. 84, ruling
    15)."""
    weapon = catalogue.firearms.get(item.key)
    return (
        weapon is None
        or weapon.firearm_class in ("pistol", "smg")
        or weapon.has(AttributeKey.THROWN)
    )


def usable_by_trained(item: Item, catalogue: Catalogue) -> bool:
    """Return whether an item and everything attached to it have the mark * (p. 18)."""
    return all(catalogue.gear(i.key).trained for i in (item, *item.attached))


def _carrying(group: Group, key: str, buyer: str) -> int:
    """Return how many members besides the buyer carry a weapon, however many of it they carry."""
    return sum(1 for m in group.roster if m.id != buyer and any(i.key == key for i in m.gear))


def rarity_left(
    group: Group, key: str, catalogue: Catalogue, *, trained_leader: bool, buyer: str = ""
) -> int | None:
    """Return how many more members may buy a weapon; None for no limit (p. 29, ruling 9).

    `buyer` is the id of the member it is for, if they have already joined.
    """
    gear = catalogue.gear(key)
    if gear.rarity is None or (trained_leader and gear.trained):
        return None
    return max(0, gear.rarity - _carrying(group, key, buyer))


def rarity_violations(
    group: Group,
    keys: Iterable[str],
    catalogue: Catalogue,
    *,
    trained_leader: bool,
    buyer: str = "",
) -> list[Violation]:
    """Return a violation for each weapon whose rarity is used up, and for gear that can't be bought
    at all.

    `buyer` is the id of the member they are for, if they have already joined: buying one at a time
    has the same limits as buying all at once.
    """
    found = []
    for key in dict.fromkeys(keys):
        gear = catalogue.gear(key)
        if gear.cost is None:
            found.append(
                Violation(
                    f"not-for-sale/{key}",
                    _("{gear} can only be found, not bought.", gear=gear.name),
                    31,
                )
            )
        left = rarity_left(group, key, catalogue, trained_leader=trained_leader, buyer=buyer)
        if left == 0:
            carrying = _carrying(group, key, buyer)
            found.append(
                Violation(
                    f"rarity/{key}",
                    ngettext(
                        "{gear}: rarity {rarity}, {count} member already carries one.",
                        "{gear}: rarity {rarity}, {count} members already carry one.",
                        carrying,
                        gear=gear.name,
                        rarity=gear.rarity,
                        count=carrying,
                    ),
                    29,
                )
            )
    return found


def attach_problem(item: Item, firearm: Item, catalogue: Catalogue) -> str:
    """Return why an item can't be attached to a firearm, '' if it can (p. 78–79)."""
    extra = catalogue.equipment.get(item.key)
    gun = catalogue.firearms.get(firearm.key)
    if extra is None or not extra.mounts:
        return _("{item} can't be attached to a weapon.", item=item_name(item, catalogue))
    if gun is None or gun.firearm_class not in extra.mounts:
        return _(
            "{item} fits {classes} only.",
            item=extra.name,
            classes=", ".join(class_name(c) for c in extra.mounts),
        )
    if any(a.key == item.key for a in firearm.attached):
        return _("{gun} already has a {item}.", gun=gun.name, item=extra.name)
    return ""


def converted(firearm: Item, kit: Item, catalogue: Catalogue) -> Item:
    """Return the firearm that a Mod-Kit turns another into (p. 78), with the attachments that still
    fit; RuleError if the kit doesn't fit."""
    entry = catalogue.equipment.get(kit.key)
    into = entry.converts.get(firearm.key) if entry else None
    if into is None or entry is None:
        names = ", ".join(catalogue.gear(k).name for k in (entry.converts if entry else ()))
        raise RuleError("A Mod-Kit converts only {names}.", names=names)
    made = replace(firearm, key=into, modified=True)
    fitting = tuple(
        a for a in made.attached if not attach_problem(a, replace(made, attached=()), catalogue)
    )
    return replace(made, attached=fitting)
