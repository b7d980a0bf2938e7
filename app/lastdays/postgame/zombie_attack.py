"""Zombie Attacks (p. 95, rulings 28 and 29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

from lastdays.language import _, signed
from lastdays.model.group import Group, Member
from lastdays.model.profile import permanent, skills_of
from lastdays.model.recruiting import perk_keys
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.tables import AttackTable
from lastdays.procedure.asks import (
    TWO_DICE,
    Again,
    Aid,
    Beside,
    Choose,
    Hopes,
    Option,
    Procedure,
    Roll,
    Stake,
    Wish,
    tell,
)
from lastdays.procedure.characteristic_tests import test
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.entries import Dice, Perk, TestOf
from lastdays.values import Value

#: Who is in which Watch Tower: the key of the Perk by the id of the member who works it.
Watchers = Mapping[str, str]
NOBODY: Watchers = {}


class Watcher(Value):
    """Someone who works a Perk such as a Watch Tower: their id, name and characteristic, the Perk and
    its Test (p. 82)."""

    member: str
    name: str
    value: int
    perk: Perk
    needed: TestOf

    @property
    def worth(self) -> tuple[int, int]:
        """Return the values that the odds depend on: the number needed on a die, and the
        re-rolls."""
        return self.needed.target - self.value, self.perk.attack_rerolls


class Defence(Value):
    """The modifiers of the roll with their names, and who may re-roll a die."""

    parts: tuple[tuple[str, int], ...]
    towers: tuple[Watcher, ...]

    @property
    def modifier(self) -> int:
        """Return the sum of the modifiers."""
        return sum(amount for _name, amount in self.parts)

    @property
    def in_words(self) -> str:
        """Say the modifiers: '−2 wounded, +1 Mo on Guard'."""
        parts = [f"{signed(amount)} {name}" for name, amount in self.parts]
        return ", ".join(parts) or _("no modifiers")


def guard_value(member: Member, catalogue: Catalogue) -> int:
    """Return what a member on Guard adds: +1, or +2 with one or more skills such as Headhunter
    (p. 66–67, p. 95, ruling 28)."""
    skilled = (skill.guard for skill in skills_of(member, catalogue))
    return max([catalogue.number("zombie_attack", "guard"), *skilled])


def defence(
    group: Group, context: PostGameContext, guards: tuple[str, ...], watchers: Watchers = NOBODY
) -> Defence:
    """Return the modifiers of the attack on a group (p. 95, rulings 28 and 29).

    `guards` are the ids of those on Guard.
    """
    catalogue = context.catalogue
    out = [a.member for a in context.side.appearances if a.out and group.has_member(a.member)]
    if not context.switches.attack_counts_lost:
        out = [m for m in out if group.member(m).status == "active"]
    parts = []
    each = catalogue.number("zombie_attack", "out_of_action")
    if out:
        parts.append((_("for {n} Out of Action", n=len(out)), each * len(out)))
    sheltered = len(out)
    perks = Counter(perk_keys(group, catalogue))
    for key, count in perks.items():
        beds = min(sheltered, catalogue.perks[key].shelters * count)
        if beds:
            sheltered -= beds
            where = _("for {n} in the {perk}", n=beds, perk=catalogue.perks[key].name)
            parts.append((where, -each * beds))
    for member_id in guards:
        member = group.member(member_id)
        parts.append((_("{name} on Guard", name=member.name), guard_value(member, catalogue)))
    for key, count in perks.items():
        perk = catalogue.perks[key]
        if perk.attack_bonus:
            parts.append((perk.name, perk.attack_bonus * count))
    return Defence(
        tuple(parts),
        tuple(
            _watcher(group.member(m), catalogue.perks[key], catalogue)
            for m, key in watchers.items()
        ),
    )


def _watcher(member: Member, perk: Perk, catalogue: Catalogue) -> Watcher:
    assert perk.test is not None, "watching takes a Test"
    value = permanent(member, catalogue, perk.test.characteristic)
    return Watcher(member.id, member.name, value, perk, perk.test)


def attack(against: Defence, catalogue: Catalogue, stake: Stake) -> Procedure[int]:
    """Roll for the attack and return the total with its modifiers (p. 95).

    Each manned Watch Tower may re-roll one die (p. 82).
    """
    dice = yield Roll(
        "attack/roll",
        _(
            "The zombies attack: 2D6 with {modifier}. The Refuge is overrun on {n} or less.",
            modifier=signed(against.modifier),
            n=catalogue.number("zombie_attack", "overrun_at_most"),
        ),
        page=95,
        dice=TWO_DICE,
        stake=stake,
        beside=partial(_beside_roll, against),
    )
    return (yield from _Watch(against, catalogue, stake).tested(dice, 0))


def _beside_roll(against: Defence) -> Beside:
    """Return what stands beside the roll: its modifiers, and who keeps watch (p. 82, p. 95)."""
    text = _("{name} keeps watch ({perk}): passing a Test allows one die to be re-rolled.")
    drawing = pictograms.token("tower")
    aids = (
        Aid(drawing, text.format(name=tower.name, perk=tower.perk.name), tower.perk.name)
        for tower in against.towers
    )
    return Beside(AttackTable(against.parts), aids=tuple(aids))


class _Watch(Value):
    """The re-rolls of those in the Watch Towers, one after the other (p. 82)."""

    against: Defence
    catalogue: Catalogue
    stake: Stake

    def tested(self, dice: tuple[int, ...], number: int) -> Procedure[int]:
        """Take the Tests of the watchers from index `number` on, and return the total (p. 95)."""
        if number == len(self.against.towers):
            total = sum(dice) + self.against.modifier
            yield tell(
                "attack",
                "The zombies attack: {dice} rolled, {total} in all ({modifiers}).",
                kind="harm" if overrun(total, self.catalogue) else "well",
                dice=sum(dice),
                modifiers=self.against.in_words,
                total=total,
            )
            return total
        tower = self.against.towers[number]
        passed = yield from test(
            f"attack/watch-tower{_suffix(number)}",
            tower.name,
            tower.value,
            tower.needed,
            tower.member,
        )
        return (yield from self._again(dice, number, tower.perk.attack_rerolls if passed else 0))

    def _again(self, dice: tuple[int, ...], number: int, left: int) -> Procedure[int]:
        """Let a watcher re-roll one die `left` times, and return the total."""
        # The odds don't depend on the Tests so far, or on the order of the dice.
        yield Again(
            ("watch", number, left, tuple(sorted(dice))),
            afresh=lambda _n: self._again(dice, number, left),
        )
        tower = self.against.towers[number]
        if not left:
            return (yield from self.tested(dice, number + 1))
        until = sum(watcher.perk.attack_rerolls for watcher in self.against.towers[: number + 1])
        suffix = _suffix(until - left)
        options = [
            Option("keep", _("Keep {a} and {b}", a=dice[0], b=dice[1])),
            Option("first", _("Roll the {die} again", die=dice[0])),
        ]
        if dice[1] != dice[0]:
            options.append(Option("second", _("Roll the {die} again", die=dice[1])))
        choice = yield Choose(
            f"attack/tower-choice{suffix}",
            _(
                "{perk}: {name} saw them coming. Roll one die again?",
                perk=tower.perk.name,
                name=tower.name,
            ),
            about=tower.member,
            page=tower.perk.page,
            options=tuple(options),
            stake=self.stake,
            beside=partial(Beside, lying=dice),
        )
        if choice == "keep":
            return (yield from self.tested(dice, number + 1))
        kept = dice[1] if choice == "first" else dice[0]
        (face,) = yield Roll(
            f"attack/tower-roll{suffix}",
            _("{perk}: what does the die show now?", perk=tower.perk.name),
            about=tower.member,
            page=tower.perk.page,
            dice=Dice(1, 6),
            stake=self.stake,
            beside=partial(Beside, AttackTable(self.against.parts), (kept,)),
        )
        dice = (face, dice[1]) if choice == "first" else (dice[0], face)
        return (yield from self._again(dice, number, left - 1))


def _suffix(number: int) -> str:
    """Return the suffix of a key that is asked more than once; `number` counts from 0."""
    return f"-{number + 1}" if number else ""


def overrun(total: int, catalogue: Catalogue) -> bool:
    """Return whether a total loses the Refuge: 2 or less (p. 95)."""
    return total <= catalogue.number("zombie_attack", "overrun_at_most")


def never_overrun(against: Defence, catalogue: Catalogue) -> bool:
    """Return whether even the lowest roll holds the Refuge: another Guard doesn't help."""
    lowest = TWO_DICE.count + TWO_DICE.plus
    return not overrun(lowest + against.modifier, catalogue)


def attack_stake(against: Defence, catalogue: Catalogue) -> Stake:
    """Return the stake of the attack: whether the Refuge holds (p. 95–96)."""
    stake = Stake(
        start=lambda: attack(against, catalogue, stake),
        outcome=lambda total: "overrun" if overrun(total, catalogue) else "held",
        hopes=lambda: Hopes(
            {"held": _("the Refuge holds"), "overrun": _("the Refuge is overrun")},
            (Wish("held", _("holding the Refuge"), {"held": 1}),),
        ),
    )
    return stake


def zombie_attack(
    group: Group, context: PostGameContext, guards: tuple[str, ...], watchers: Watchers = NOBODY
) -> Procedure[bool]:
    """Roll for the attack; return whether the group holds its Refuge (p. 95).

    `guards` are the ids of those on Guard.
    """
    stake = attack_stake(defence(group, context, guards, watchers), context.catalogue)
    total = yield from stake.start()
    return not overrun(total, context.catalogue)
