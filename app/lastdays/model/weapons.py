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
    firearms = []
    for item in member.gear:
        if item.key in catalogue.firearms:
            gun = catalogue.firearms[item.key]
            firearms.append(_firearm_in_hand(member, item, gun, catalogue))
    return tuple(firearms)


def melee_in_hand(member: Member, catalogue: Catalogue) -> tuple[MeleeInHand, ...]:
    """Return every close-combat weapon a member carries, with its values in their hands; bare hands
    if there is none."""
    carried = [item for item in member.gear if item.key in catalogue.close_combat]
    weapons = [_blade_in_hand(member, item, catalogue) for item in carried]
    if not weapons:
        weapons = [_bare_hands(member, catalogue)]
    shields = [item for item in member.gear if item.key == EquipmentKey.RIOT_SHIELD]
    if not shields:
        return tuple(weapons)
    defending = _(
        "{shield} {n} CQC when defending",
        shield=item_name(shields[0], catalogue),
        n=signed(catalogue.modifiers[ModifierKey.SHIELD].amount),
    )
    return tuple(replace(weapon, why=(*weapon.why, defending)) for weapon in weapons)


def reload_cost(member: Member, gun: Firearm, catalogue: Catalogue) -> int:
    """Return the Action Points of a Reload: one less with Quick-Load, one more with Slow Loading
    (p. 67, p. 71)."""
    cost = catalogue.actions[ActionKey.RELOAD].cost
    for skill in skills_of(member, catalogue):
        cost += skill.reload_cost
    for trait in gun.attributes:
        if trait.key in catalogue.attributes:
            cost += catalogue.attributes[trait.key].reload_cost
    return max(0, cost)


def _gunsmith_skills(member: Member, gun: Firearm, catalogue: Catalogue) -> list[SkillEntry]:
    """Return the skills learnt for this Firearm's class: Gunsmith (p. 65)."""
    learnt = {skill.key for skill in member.skills if skill.detail == gun.firearm_class}
    with_class = [skill for skill in skills_of(member, catalogue) if skill.chooses_class]
    return [skill for skill in with_class if skill.key in learnt]


def _firearm_in_hand(
    member: Member, item: Item, gun: Firearm, catalogue: Catalogue
) -> FirearmInHand:
    figures = explain(member, catalogue)
    skills = skills_of(member, catalogue)
    gunsmith_skills = _gunsmith_skills(member, gun, catalogue)
    reload = _reload_number(item, gun, gunsmith_skills, catalogue)
    lobotomizer_sources = _sights(item, catalogue)
    lobotomizer_sources += [(skill.name, skill.head_shots) for skill in skills]
    lobotomizer = gun.value_of(AttributeKey.LOBOTOMIZER)
    lobotomizer += sum(amount for _name, amount in lobotomizer_sources)
    silent = gun.has(AttributeKey.SILENT)
    specialist = catalogue.giver(member, Effect.FIRES_SPECIALIZED) is not None
    usable = specialist or not gun.has(AttributeKey.HIGHLY_SPECIALIZED)

    why = _alterations_in_words(item, gun, gunsmith_skills, catalogue)
    why += _lobotomizers_in_words(lobotomizer_sources)
    why += _attachments_in_words(member, item, gun, catalogue)
    if not usable:
        why.append(_("needs a Gunsmith to be fired"))
    if figures["FA"].value <= 0:
        why.append(_("Firearms 0: hits only with a modifier that raises it"))
    ammo_die = 0
    if reload is not None:
        ammo_die = sum(skill.ammo_die for skill in skills)
    return FirearmInHand(
        item=item.id,
        name=item_name(item, catalogue),
        steps=_range_steps(gun, gunsmith_skills, figures["S"].value, catalogue),
        rate=gun.rof,
        reload=reload,
        reload_cost=reload_cost(member, gun, catalogue),
        hits_on=catalogue.number("firearms", "target") - figures["FA"].value,
        lobotomizer=lobotomizer,
        noise=0 if silent else gun.value_of(AttributeKey.NOISY),
        silent=silent,
        traits=_traits(gun, lobotomizer),
        ammo_die=ammo_die,
        usable=usable,
        why=tuple(why),
    )


def _reload_number(
    item: Item, gun: Firearm, gunsmith_skills: list[SkillEntry], catalogue: Catalogue
) -> int | None:
    """Return the Reload Number with Gunsmith and Mod-Kit, None for thrown weapons (p. 65, p. 78)."""
    if gun.reload is None:
        return None
    reload = gun.reload + sum(skill.class_reload for skill in gunsmith_skills)
    if item.modified:
        reload += catalogue.equipment[EquipmentKey.MOD_KIT].reload
    return reload


def _range_steps(
    gun: Firearm, gunsmith_skills: list[SkillEntry], strength: int, catalogue: Catalogue
) -> tuple[RangeStep, ...]:
    """Return the range steps of a gun, with Gunsmith; of a thrown weapon one by Strength (p. 71)."""
    bonus = sum(skill.class_damage for skill in gunsmith_skills)
    if gun.has(AttributeKey.THROWN):
        reach = strength * catalogue.number("thrown", "strength_times")
        return (RangeStep(reach, gun.damage[0] + bonus, gun.knockback[0]),)
    steps = []
    for place, inches in enumerate(gun.range):
        damage = gun.damage[place] + bonus
        # There is one knockback for all steps, or one for each.
        is_same = len(gun.knockback) == 1
        knockback = gun.knockback[0] if is_same else gun.knockback[place]
        steps.append(RangeStep(inches, damage, knockback))
    return tuple(steps)


def _sights(item: Item, catalogue: Catalogue) -> list[tuple[str, int]]:
    """Return the names of what is attached to a firearm, with its Lobotomizer."""
    keys = sorted({attached.key for attached in item.attached})
    sights = [catalogue.gear(key) for key in keys if catalogue.has_gear(key)]
    return [(sight.name, sight.value_of(AttributeKey.LOBOTOMIZER)) for sight in sights]


def _alterations_in_words(
    item: Item, gun: Firearm, gunsmith_skills: list[SkillEntry], catalogue: Catalogue
) -> list[str]:
    """Say what Gunsmith and a Mod-Kit change of a firearm."""
    sentences = []
    for skill in gunsmith_skills:
        text = _("{skill} {damage} Damage, {reload} Reload")
        if gun.reload is None:
            text = _("{skill} {damage} Damage")
        sentence = text.format(
            skill=skill.name,
            damage=signed(skill.class_damage),
            reload=signed(skill.class_reload),
        )
        sentences.append(sentence)
    if item.modified:
        change = catalogue.equipment[EquipmentKey.MOD_KIT].reload
        sentences.append(_("Mod-Kit {n} Reload", n=signed(change)))
    return sentences


def _attachments_in_words(
    member: Member, item: Item, gun: Firearm, catalogue: Catalogue
) -> list[str]:
    """Say what a Silencer and a Reflex Sight do for a firearm."""
    sentences = []
    attached = {attachment.key for attachment in item.attached}
    if EquipmentKey.SILENCER in attached and not gun.has(AttributeKey.SILENT):
        sentences.append(_("Silencer, if declared before a game: Silent, then used up"))
    if EquipmentKey.REFLEX_SIGHT in attached:
        text = _("Reflex Sight: no {n} for later shots")
        if catalogue.giver(member, Effect.FIRES_TWO_GUNS):
            text = _("Reflex Sight: no {n} for later shots, unless two guns are fired")
        later_shots = catalogue.modifiers[ModifierKey.LATER_SHOTS].amount
        sentences.append(text.format(n=signed(later_shots)))
    return sentences


def _blade_in_hand(member: Member, item: Item, catalogue: Catalogue) -> MeleeInHand:
    weapon = catalogue.close_combat[item.key]
    return _fighting_with(weapon, item_name(item, catalogue), member, catalogue, item_id=item.id)


def _bare_hands(member: Member, catalogue: Catalogue) -> MeleeInHand:
    """Return how a member fights without a weapon (p. 65)."""
    bonus = sum(skill.bare_hands_damage for skill in skills_of(member, catalogue))
    bare_hands = CloseCombatWeapon(key="", name="", cqc=0, strength=bonus)
    fighting = _fighting_with(bare_hands, _("Unarmed"), member, catalogue)
    if not bonus:
        return fighting
    against = catalogue.modifiers[ModifierKey.MARTIAL_ARTS].amount
    why = (
        _("Martial Arts {n} damage", n=signed(bonus)),
        _("{n} CQC for whoever attacks", n=signed(against)),
    )
    return replace(fighting, why=why + fighting.why)


def _fighting_with(
    weapon: CloseCombatWeapon,
    name: str,
    member: Member,
    catalogue: Catalogue,
    *,
    item_id: str = "",
) -> MeleeInHand:
    """Return a close-combat weapon, by this name, in a member's hands."""
    figures = explain(member, catalogue)
    skills = skills_of(member, catalogue)
    lobotomizer_sources = [(skill.name, skill.head_fights) for skill in skills]
    lobotomizer = weapon.value_of(AttributeKey.LOBOTOMIZER)
    lobotomizer += sum(amount for _name, amount in lobotomizer_sources)
    return MeleeInHand(
        item=item_id,
        name=name,
        cqc=max(0, figures["CQC"].value + weapon.cqc),
        cqc_weapon=weapon.cqc,
        strength=figures["S"].value + weapon.strength,
        strength_weapon=weapon.strength,
        lobotomizer=lobotomizer,
        noise=weapon.value_of(AttributeKey.NOISY),
        traits=_traits(weapon, lobotomizer),
        why=tuple(_lobotomizers_in_words(lobotomizer_sources)),
    )


def _traits(weapon: Firearm | CloseCombatWeapon, lobotomizer: int) -> tuple[Trait, ...]:
    """Return a weapon's attributes, with its total Lobotomizer in these hands."""
    traits = [trait for trait in weapon.attributes if trait.key != AttributeKey.LOBOTOMIZER]
    if lobotomizer:
        traits.append(Trait(AttributeKey.LOBOTOMIZER, lobotomizer))
    return tuple(traits)


def _lobotomizers_in_words(sources: list[tuple[str, int]]) -> list[str]:
    """Say how much Lobotomizer each source gives (ruling 42)."""
    sentences = []
    for name, amount in sources:
        if amount:
            sentences.append(_("{name} {n} Lobotomizer", name=name, n=signed(amount)))
    return sentences


def thrown_reach(catalogue: Catalogue) -> str:
    """Return the range of a thrown weapon as a formula of Strength (p. 71)."""
    return _("S × {n}″", n=catalogue.number("thrown", "strength_times"))


def trait_names(traits: Iterable[Trait], catalogue: Catalogue) -> str:
    """Return the names of traits: 'Noisy 1, Stepped Fire'."""
    return ", ".join(catalogue.trait_name(trait) for trait in traits)
