"""Zombie Attacks (p. 95, rulings 28 and 29)."""

from __future__ import annotations

from collections import Counter

from lastdays.language import _, signed
from lastdays.model.group import Group, Member
from lastdays.model.profile import permanent, skills_of
from lastdays.model.recruiting import perk_keys
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import Again, Choose, Hopes, Option, Procedure, Roll, Stake, Tell, Wish
from lastdays.procedure.characteristic_tests import test
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Dice, TestOf
from lastdays.values import dataclass

TWO_DICE = Dice(2, 6)


@dataclass(frozen=True)
class Watcher:
    """Someone in the Watch Tower: id and name, the characteristic and the Test (p. 82)."""

    member: str
    name: str
    value: int
    needed: TestOf


@dataclass(frozen=True)
class Defence:
    """What modifies the roll, as names and amounts, and who may have a die rolled again."""

    parts: tuple[tuple[str, int], ...]
    tower: Watcher | None = None

    @property
    def modifier(self) -> int:
        """Return what all parts come to."""
        return sum(amount for _name, amount in self.parts)

    @property
    def in_words(self) -> str:
        """Say the modifiers: '−2 wounded, +1 Mo on Guard'."""
        parts = [f"{signed(amount)} {name}" for name, amount in self.parts]
        return ", ".join(parts) or _("no modifiers")


def guard_value(member: Member, catalogue: Catalogue) -> int:
    """Return what a member on Guard adds: +1, or +2 by a skill (p. 66–67, p. 95, ruling 28).

    Headhunter and Sniper do not add up.
    """
    skilled = (skill.guard for skill in skills_of(member, catalogue))
    return max([catalogue.number("zombie_attack", "guard"), *skilled])


def defence(
    group: Group, context: PostGameContext, guards: tuple[str, ...], watcher: str = ""
) -> Defence:
    """Return the modifiers of the attack on a group (p. 95, rulings 28 and 29).

    `guards` and `watcher` are the ids of those on Guard and in the Watch Tower, '' for nobody.
    """
    catalogue = context.catalogue
    out = [a.member for a in context.side.appearances if a.out and group.has_member(a.member)]
    if not context.switches.attack_counts_lost:
        out = [m for m in out if group.member(m).status == "active"]
    parts: list[tuple[str, int]] = []
    each = catalogue.number("zombie_attack", "out_of_action")
    if out:
        parts.append((_("for {n} Out of Action").format(n=len(out)), each * len(out)))
    sheltered = len(out)
    for key, count in Counter(perk_keys(group, catalogue)).items():
        beds = min(sheltered, catalogue.perks[key].shelters * count)
        if beds:
            sheltered -= beds
            where = _("for {n} in the {perk}").format(n=beds, perk=catalogue.perks[key].name)
            parts.append((where, -each * beds))
    for member_id in guards:
        member = group.member(member_id)
        parts.append(
            (_("{name} on Guard").format(name=member.name), guard_value(member, catalogue))
        )
    for key, count in Counter(perk_keys(group, catalogue)).items():
        perk = catalogue.perks[key]
        if perk.attack_bonus:
            parts.append((perk.name, perk.attack_bonus * count))
    tower = None
    if watcher:
        member = group.member(watcher)
        manned = (catalogue.perks[key] for key in perk_keys(group, catalogue))
        needed = next(p.test for p in manned if p.attack_rerolls and p.test is not None)
        value = permanent(member, catalogue, needed.characteristic)
        tower = Watcher(member.id, member.name, value, needed)
    return Defence(tuple(parts), tower)


def attack(against: Defence, catalogue: Catalogue, stake: Stake) -> Procedure[int]:
    """Roll for the attack and return the total with its modifiers (p. 95).

    A manned Watch Tower may have one die rolled again (p. 82).
    """
    dice = yield Roll(
        key="attack/roll",
        question=_(
            "The zombies attack: 2D6 with {modifier}. The Refuge is overrun on {n} or less."
        ).format(
            modifier=signed(against.modifier),
            n=catalogue.number("zombie_attack", "overrun_at_most"),
        ),
        page=95,
        dice=TWO_DICE,
        stake=stake,
    )
    if against.tower is not None:
        tower = against.tower
        passed = yield from test(
            "attack/watch-tower", tower.name, tower.value, tower.needed, tower.member
        )
        if passed:
            return (yield from _one_die_again(dice, tower, against, catalogue, stake))
    return (yield from _totalled(dice, against, catalogue))


def _one_die_again(
    dice: tuple[int, ...], tower: Watcher, against: Defence, catalogue: Catalogue, stake: Stake
) -> Procedure[int]:
    """Let the Watch Tower have one die rolled again, and return the total (p. 82)."""

    def afresh(_left: int) -> Procedure[int]:
        return _one_die_again(dice, tower, against, catalogue, stake)

    yield Again(("watch-tower", dice), afresh=afresh)  # whatever the Test showed
    options = [
        Option("keep", _("Keep {a} and {b}").format(a=dice[0], b=dice[1])),
        Option("first", _("Roll the {die} again").format(die=dice[0])),
    ]
    if dice[1] != dice[0]:
        options.append(Option("second", _("Roll the {die} again").format(die=dice[1])))
    choice = yield Choose(
        key="attack/tower-choice",
        question=_("The Watch Tower saw them coming. Roll one die again?"),
        about=tower.member,
        page=82,
        options=tuple(options),
        stake=stake,
    )
    if choice != "keep":
        (face,) = yield Roll(
            key="attack/tower-roll",
            question=_("Watch Tower: what does the die show now?"),
            about=tower.member,
            page=82,
            dice=Dice(1, 6),
            stake=stake,
        )
        dice = (face, dice[1]) if choice == "first" else (dice[0], face)
    return (yield from _totalled(dice, against, catalogue))


def _totalled(dice: tuple[int, ...], against: Defence, catalogue: Catalogue) -> Procedure[int]:
    """Return what the dice of an attack come to with its modifiers (p. 95)."""
    total = sum(dice) + against.modifier
    yield Tell(
        "attack",
        _("Zombie Attack: {dice} rolled, {total} in all ({modifiers}).").format(
            dice=sum(dice), modifiers=against.in_words, total=total
        ),
        kind="harm" if overrun(total, catalogue) else "well",
    )
    return total


def overrun(total: int, catalogue: Catalogue) -> bool:
    """Return whether a total loses the Refuge: 2 or less (p. 95)."""
    return total <= catalogue.number("zombie_attack", "overrun_at_most")


def attack_stake(against: Defence, catalogue: Catalogue) -> Stake:
    """Return what hangs on the attack: the Refuge (p. 95–96)."""
    stake = Stake(
        start=lambda: attack(against, catalogue, stake),
        outcome=lambda total: "overrun" if overrun(total, catalogue) else "held",
        hopes=lambda: Hopes(
            {"held": _("the Refuge holds"), "overrun": _("overrun")},
            (Wish("held", _("holding the Refuge"), {"held": 1}),),
        ),
    )
    return stake


def zombie_attack(
    group: Group, context: PostGameContext, guards: tuple[str, ...], watcher: str
) -> Procedure[bool]:
    """Roll for the attack; return whether the group holds its Refuge (p. 95).

    `guards` and `watcher` are the ids of those on Guard and in the Watch Tower, '' for nobody.
    """
    against = defence(group, context, guards, watcher)
    stake = attack_stake(against, context.catalogue)
    total = yield from attack(against, context.catalogue, stake)
    return not overrun(total, context.catalogue)
