"""What members carry: weapons, armour, sights, the mark *, rarity (p. 18, 29, 77–79)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.model.group import Group, Item, Member, pieces
from lastdays.model.profile import armour_in, item_name
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
    weapons = catalogue.firearms.keys() | catalogue.close_combat.keys()
    return any(item.key in weapons for item in gear)


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
    if is_animal(member) and member.gear:
        text = _("{name} is an animal and can't carry anything.", name=member.name)
        return [_violation("animal-gear", member, text, 47)]
    violations = []
    two_handed = _useless_with_one_arm(member, catalogue)
    if two_handed is not None:
        text = _(
            "{name} cannot use {weapon} with one arm.",
            name=member.name,
            weapon=item_name(two_handed, catalogue),
        )
        violations.append(_violation("two-handed", member, text, 84))
    violations.extend(_carried_too_many(member, catalogue))
    unmarked = [item for item in member.gear if not usable_by_trained(item, catalogue)]
    if trained_leader and unmarked:
        text = _(
            "{name}: under a Trained Leader, {gear} (no *) belongs in the stash.",
            name=member.name,
            gear=", ".join(item_name(item, catalogue) for item in unmarked),
        )
        violations.append(_violation("unmarked", member, text, 18))
    if not catalogue.giver(member, Effect.FIRES_SPECIALIZED):
        violations.extend(_too_specialized(member, catalogue))
    return violations


def _violation(key: str, member: Member, text: str, page: int) -> Violation:
    return Violation(f"{key}/{member.id}", text, page, member.id)


def _useless_with_one_arm(member: Member, catalogue: Catalogue) -> Item | None:
    """Return the first firearm that a member with an Arm Injury can't use, None if there is none."""
    if not member.injured(InjuryKey.ARM_INJURY):
        return None
    for item in member.gear:
        if item.key in catalogue.firearms and not one_handed(item, catalogue):
            return item
    return None


def _carried_too_many(member: Member, catalogue: Catalogue) -> Iterator[Violation]:
    """Yield the limits on firearms, close-combat weapons and armour that a member exceeds."""
    firearms = [item for item in member.gear if item.key in catalogue.firearms]
    limit = _most_weapons("firearms", member, catalogue)
    if len(firearms) > limit:
        text = _(
            "{name} carries {count} Firearms; the limit is {most}.",
            name=member.name,
            count=len(firearms),
            most=limit,
        )
        yield _violation("firearms", member, text, 29)
    blades = [item for item in member.gear if item.key in catalogue.close_combat]
    limit = _most_weapons("close_combat", member, catalogue)
    if len(blades) > limit:
        text = _(
            "{name} carries {count} close-combat weapons; the limit is {most}.",
            name=member.name,
            count=len(blades),
            most=limit,
        )
        yield _violation("close-combat", member, text, 29)
    armour = armour_in(member.gear, catalogue)
    limit = catalogue.number("limits", "armour")
    if len(armour) > limit:
        text = _(
            "{name} wears {count} pieces of armour; the limit is {most}.",
            name=member.name,
            count=len(armour),
            most=limit,
        )
        yield _violation("armour", member, text, 77)


def _most_weapons(limit: str, member: Member, catalogue: Catalogue) -> int:
    """Return how many weapons of a kind a member may carry: fewer with an Arm Injury (p. 84). `limit` is the
    name of the book's number, such as 'firearms'."""
    weapons_most = catalogue.number("limits", limit)
    if not member.injured(InjuryKey.ARM_INJURY):
        return weapons_most
    most_with_one_arm = catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most
    if most_with_one_arm is None:
        return weapons_most
    return min(weapons_most, most_with_one_arm)


def _too_specialized(member: Member, catalogue: Catalogue) -> Iterator[Violation]:
    """Yield a violation for each Highly Specialized firearm that a member carries (p. 70)."""
    for item in member.gear:
        if item.key not in catalogue.firearms:
            continue
        if catalogue.gear(item.key).has(AttributeKey.HIGHLY_SPECIALIZED):
            text = _(
                "{name} cannot fire {weapon}: it is Highly Specialized.",
                name=member.name,
                weapon=item_name(item, catalogue),
            )
            yield _violation(f"highly-specialized-{item.id}", member, text, 70)


def one_handed(item: Item, catalogue: Catalogue) -> bool:
    """Return whether a firearm can be used with one arm: Pistol, SMG or thrown (p. 84, ruling
    15)."""
    weapon = catalogue.firearms.get(item.key)
    if weapon is None:
        return True
    return weapon.firearm_class in ("pistol", "smg") or weapon.has(AttributeKey.THROWN)


def usable_by_trained(item: Item, catalogue: Catalogue) -> bool:
    """Return whether an item and everything attached to it have the mark * (p. 18)."""
    return all(catalogue.gear(piece.key).trained for piece in pieces([item]))


def carriers(group: Group, key: str, *, besides: str = "") -> int:
    """Return how many members besides the one with this id carry a weapon, however many of it they
    carry."""
    count = 0
    for member in group.roster:
        keys = {item.key for item in member.gear}
        if key in keys and member.id != besides:
            count += 1
    return count


def rarity_left(
    group: Group, key: str, catalogue: Catalogue, *, trained_leader: bool, buyer: str = ""
) -> int | None:
    """Return how many more members may buy a weapon; None for no limit (p. 29, ruling 9).

    `buyer` is the id of the member it is for, if they have already joined.
    """
    gear = catalogue.gear(key)
    is_exempt = trained_leader and gear.trained
    if gear.rarity is None or is_exempt:
        return None
    return max(0, gear.rarity - carriers(group, key, besides=buyer))


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
    violations = []
    for key in dict.fromkeys(keys):
        gear = catalogue.gear(key)
        if gear.cost is None:
            text = _("{gear} can only be found, not bought.", gear=gear.name)
            violations.append(Violation(f"not-for-sale/{key}", text, 31))
        still_to_buy = rarity_left(
            group, key, catalogue, trained_leader=trained_leader, buyer=buyer
        )
        if still_to_buy == 0:
            count = carriers(group, key, besides=buyer)
            text = ngettext(
                "{gear}: rarity {rarity}, {count} member already carries one.",
                "{gear}: rarity {rarity}, {count} members already carry one.",
                count,
                gear=gear.name,
                rarity=gear.rarity,
                count=count,
            )
            violations.append(Violation(f"rarity/{key}", text, 29))
    return violations


def attach_problem(item: Item, firearm: Item, catalogue: Catalogue) -> str:
    """Return why an item can't be attached to a firearm, '' if it can (p. 78–79)."""
    attachment = catalogue.equipment.get(item.key)
    if attachment is None or not attachment.mounts:
        return _("{item} can't be attached to a weapon.", item=item_name(item, catalogue))
    gun = catalogue.firearms.get(firearm.key)
    if gun is None or gun.firearm_class not in attachment.mounts:
        classes = [class_name(firearm_class) for firearm_class in attachment.mounts]
        return _(
            "{item} fits {classes} only.",
            item=attachment.name,
            classes=", ".join(classes),
        )
    if any(attached.key == item.key for attached in firearm.attached):
        return _("{gun} already has a {item}.", gun=gun.name, item=attachment.name)
    return ""


def converted(firearm: Item, kit: Item, catalogue: Catalogue) -> Item:
    """Return the firearm that a Mod-Kit turns another into (p. 78), with the attachments that still
    fit; RuleError if the kit doesn't fit."""
    entry = catalogue.equipment.get(kit.key)
    conversions = {} if entry is None else entry.converts
    if firearm.key not in conversions:
        names = ", ".join(catalogue.gear(key).name for key in conversions)
        raise RuleError("A Mod-Kit converts only {names}.", names=names)
    new_firearm = replace(firearm, key=conversions[firearm.key], modified=True, attached=())
    attachments = []
    for attached in firearm.attached:
        if not attach_problem(attached, new_firearm, catalogue):
            attachments.append(attached)
    return replace(new_firearm, attached=tuple(attachments))
