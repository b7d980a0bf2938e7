"""Weapons with the values they have for the member who carries them (p. 62–82, rulings 36,
40–42)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from lastdays.language import _, signed
from lastdays.model.group import Item, Member
from lastdays.model.profile import explain, item_name, skills_of
from lastdays.rulebook import Catalogue, CloseCombatWeapon, Firearm, SkillEntry, Trait
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import ActionKey, AttributeKey, EquipmentKey, ModifierKey
from lastdays.values import Value


class RangeStep(Value):
    """A range step in inches, with the damage added to the die and the knockback there."""

    inches: int
    damage: int
    knockback: int


class FirearmInHand(Value):
    """A Firearm in its bearer's hands.

    `hits_on` is the lowest die that hits with the first shot and no modifier; above six only a
    modifier makes a hit possible. `silent` is about the weapon itself; a Silencer is declared
    before a game. `reload` is the Reload Number including Gunsmith and Mod-Kit, None for thrown
    weapons; `reload_cost` is in Action Points. `noise` are tokens for each time it is chosen,
    besides one per shot. `ammo_die` is added to each Ammo Roll.
    """

    item: str
    name: str
    steps: tuple[RangeStep, ...]
    rate: int
    reload: int | None
    reload_cost: int
    hits_on: int
    lobotomizer: int
    noise: int
    silent: bool
    traits: tuple[Trait, ...]
    ammo_die: int
    usable: bool
    why: tuple[str, ...]


class MeleeInHand(Value):
    """A close-combat weapon, or bare hands, in its bearer's hands: `cqc` is added to the die of the
    fight, `strength` to the die of the damage."""

    item: str
    name: str
    cqc: int
    cqc_weapon: int
    strength: int
    strength_weapon: int
    lobotomizer: int
    noise: int
    traits: tuple[Trait, ...]
    why: tuple[str, ...]


def firearms_in_hand(member: Member, catalogue: Catalogue) -> tuple[FirearmInHand, ...]:
    """Return every Firearm a member carries, with its values in their hands."""
    return tuple(
        _shooter(member, item, catalogue.firearms[item.key], catalogue)
        for item in member.gear
        if item.key in catalogue.firearms
    )


def melee_in_hand(member: Member, catalogue: Catalogue) -> tuple[MeleeInHand, ...]:
    """Return every close-combat weapon a member carries, with its values in their hands; bare hands
    if there is none."""
    weapons = [item for item in member.gear if item.key in catalogue.close_combat]
    found = [_fighter(member, item, catalogue) for item in weapons or (None,)]
    shields = [i for i in member.gear if i.key == EquipmentKey.RIOT_SHIELD]
    if not shields:
        return tuple(found)
    defending = _(
        "{shield} {n} CQC when defending",
        shield=item_name(shields[0], catalogue),
        n=signed(catalogue.modifiers[ModifierKey.SHIELD].amount),
    )
    return tuple(replace(f, why=(*f.why, defending)) for f in found)


def reload_cost(member: Member, gun: Firearm, catalogue: Catalogue) -> int:
    """Return the Action Points of a Reload: one less with Quick-Load, one more with Slow Loading
    (p. 67, p. 71)."""
    skills = sum(s.reload_cost for s in skills_of(member, catalogue))
    traits = sum(
        catalogue.attributes[t.key].reload_cost
        for t in gun.attributes
        if t.key in catalogue.attributes
    )
    return max(0, catalogue.actions[ActionKey.RELOAD].cost + skills + traits)


def _smith(member: Member, gun: Firearm, catalogue: Catalogue) -> list[SkillEntry]:
    """Return the skills learnt for this Firearm's class: Gunsmith (p. 65)."""
    own = {s.key for s in member.skills if s.detail == gun.firearm_class}
    return [s for s in skills_of(member, catalogue) if s.chooses_class and s.key in own]


def _shooter(member: Member, item: Item, gun: Firearm, catalogue: Catalogue) -> FirearmInHand:
    now = explain(member, catalogue)
    why = []
    damage, reload = 0, gun.reload
    for smith in _smith(member, gun, catalogue):
        damage += smith.class_damage
        gained = _("{skill} {damage} Damage")
        if reload is not None:
            reload += smith.class_reload
            gained = _("{skill} {damage} Damage, {reload} Reload")
        gained = gained.format(
            skill=smith.name,
            damage=signed(smith.class_damage),
            reload=signed(smith.class_reload),
        )
        why.append(gained)
    if item.modified:
        change = catalogue.equipment[EquipmentKey.MOD_KIT].reload
        reload = None if reload is None else reload + change
        why.append(_("Mod-Kit {n} Reload", n=signed(change)))
    attached = {a.key for a in item.attached}
    lobotomizer = gun.value_of(AttributeKey.LOBOTOMIZER)
    sights = [catalogue.gear(key) for key in sorted(attached) if catalogue.has_gear(key)]
    heads = [(g.name, g.value_of(AttributeKey.LOBOTOMIZER)) for g in sights]
    heads += [(s.name, s.head_shots) for s in skills_of(member, catalogue)]
    lobotomizer += _heads(heads, why)
    silent = gun.has(AttributeKey.SILENT)
    if EquipmentKey.SILENCER in attached and not silent:
        why.append(_("Silencer, if declared before a game: Silent, then used up"))
    if EquipmentKey.REFLEX_SIGHT in attached:
        why.append(
            (
                _("Reflex Sight: no {n} for later shots, unless two guns are fired")
                if catalogue.giver(member, Effect.FIRES_TWO_GUNS)
                else _("Reflex Sight: no {n} for later shots")
            ).format(n=signed(catalogue.modifiers[ModifierKey.LATER_SHOTS].amount))
        )
    if gun.has(AttributeKey.THROWN):
        reach = now["S"].value * catalogue.number("thrown", "strength_times")
        steps: tuple[RangeStep, ...] = (RangeStep(reach, gun.damage[0] + damage, gun.knockback[0]),)
    else:
        knocks = (gun.knockback * len(gun.range))[: len(gun.range)]  # one for all, or one for each
        steps = tuple(
            RangeStep(inches, hurt + damage, knock)
            for inches, hurt, knock in zip(gun.range, gun.damage, knocks, strict=True)
        )
    able = catalogue.giver(member, Effect.FIRES_SPECIALIZED) is not None
    usable = able or not gun.has(AttributeKey.HIGHLY_SPECIALIZED)
    if not usable:
        why.append(_("needs a Gunsmith to be fired"))
    if now["FA"].value <= 0:
        why.append(_("Firearms 0: hits only with a modifier that raises it"))
    return FirearmInHand(
        item=item.id,
        name=item_name(item, catalogue),
        steps=steps,
        rate=gun.rof,
        reload=reload,
        reload_cost=reload_cost(member, gun, catalogue),
        hits_on=catalogue.number("firearms", "target") - now["FA"].value,
        lobotomizer=lobotomizer,
        noise=0 if silent else gun.value_of(AttributeKey.NOISY),
        silent=silent,
        traits=_traits(gun, lobotomizer),
        ammo_die=0 if reload is None else sum(s.ammo_die for s in skills_of(member, catalogue)),
        usable=usable,
        why=tuple(why),
    )


def _fighter(member: Member, item: Item | None, catalogue: Catalogue) -> MeleeInHand:
    """Return a close-combat weapon in a member's hands; `item` is None for bare hands."""
    now, skills = explain(member, catalogue), skills_of(member, catalogue)
    why: list[str] = []
    if item is not None:
        name, weapon = item_name(item, catalogue), catalogue.close_combat[item.key]
    else:
        extra = sum(s.bare_hands_damage for s in skills)
        name, weapon = _("Unarmed"), CloseCombatWeapon(key="", name="", cqc=0, strength=extra)
        if extra:
            why.append(_("Martial Arts {n} damage", n=signed(extra)))
            against = catalogue.modifiers[ModifierKey.MARTIAL_ARTS].amount
            why.append(_("{n} CQC for whoever attacks", n=signed(against)))
    heads = _heads([(s.name, s.head_fights) for s in skills], why)
    lobotomizer = weapon.value_of(AttributeKey.LOBOTOMIZER) + heads
    return MeleeInHand(
        item=item.id if item is not None else "",
        name=name,
        cqc=max(0, now["CQC"].value + weapon.cqc),
        cqc_weapon=weapon.cqc,
        strength=now["S"].value + weapon.strength,
        strength_weapon=weapon.strength,
        lobotomizer=lobotomizer,
        noise=weapon.value_of(AttributeKey.NOISY),
        traits=_traits(weapon, lobotomizer),
        why=tuple(why),
    )


def _traits(weapon: Firearm | CloseCombatWeapon, lobotomizer: int) -> tuple[Trait, ...]:
    """Return a weapon's attributes, with its total Lobotomizer in these hands."""
    own = tuple(t for t in weapon.attributes if t.key != AttributeKey.LOBOTOMIZER)
    return (*own, Trait(AttributeKey.LOBOTOMIZER, lobotomizer)) if lobotomizer else own


def _heads(sources: list[tuple[str, int]], why: list[str]) -> int:
    """Add up the Lobotomizer of several sources (ruling 42), and add each of them to `why`."""
    for name, amount in sources:
        if amount:
            why.append(_("{name} {n} Lobotomizer", name=name, n=signed(amount)))
    return sum(amount for _name, amount in sources)


def thrown_reach(catalogue: Catalogue) -> str:
    """Return the range of a thrown weapon as a formula of Strength (p. 71)."""
    return _("S × {n}″", n=catalogue.number("thrown", "strength_times"))


def trait_names(traits: Iterable[Trait], catalogue: Catalogue) -> str:
    """Return the names of traits: 'Noisy 1, Stepped Fire'."""
    return ", ".join(catalogue.trait_name(t) for t in traits)
