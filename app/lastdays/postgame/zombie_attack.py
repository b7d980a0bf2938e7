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
    values = [catalogue.number("zombie_attack", "guard")]
    values += [skill.guard for skill in skills_of(member, catalogue)]
    return max(values)


def defence(
    group: Group, context: PostGameContext, guards: tuple[str, ...], watchers: Watchers = NOBODY
) -> Defence:
    """Return the modifiers of the attack on a group (p. 95, rulings 28 and 29).

    `guards` are the ids of those on Guard.
    """
    catalogue = context.catalogue
    parts = _modifiers_for_losses(group, context)
    for member_id in guards:
        member = group.member(member_id)
        parts.append((_("{name} on Guard", name=member.name), guard_value(member, catalogue)))
    for key, count in Counter(perk_keys(group, catalogue)).items():
        perk = catalogue.perks[key]
        if perk.attack_bonus:
            parts.append((perk.name, perk.attack_bonus * count))
    towers = []
    for member_id, key in watchers.items():
        towers.append(_watcher(group.member(member_id), catalogue.perks[key], catalogue))
    return Defence(tuple(parts), tuple(towers))


def _modifiers_for_losses(group: Group, context: PostGameContext) -> list[tuple[str, int]]:
    """Return what those Out of Action take from the roll, and what Perks that shelter some give back."""
    catalogue = context.catalogue
    out_count = _counted_as_out(group, context)
    if not out_count:
        return []
    modifier_each = catalogue.number("zombie_attack", "out_of_action")
    parts = [(_("for {n} Out of Action", n=out_count), modifier_each * out_count)]
    unsheltered = out_count
    for key, count in Counter(perk_keys(group, catalogue)).items():
        perk = catalogue.perks[key]
        beds = min(unsheltered, perk.shelters * count)
        if beds:
            unsheltered -= beds
            parts.append(
                (_("for {n} in the {perk}", n=beds, perk=perk.name), -modifier_each * beds)
            )
    return parts


def _counted_as_out(group: Group, context: PostGameContext) -> int:
    """Return how many members of the group were Out of Action, without those lost since if the campaign
    plays it so."""
    count = 0
    for appearance in context.side.appearances:
        if not appearance.out or not group.has_member(appearance.member):
            continue
        is_active = group.member(appearance.member).status == "active"
        if is_active or context.switches.attack_counts_lost:
            count += 1
    return count


def _watcher(member: Member, perk: Perk, catalogue: Catalogue) -> Watcher:
    """Return a member who works a Perk such as a Watch Tower."""
    assert perk.test is not None, "watching takes a Test"
    value = permanent(member, catalogue, perk.test.characteristic)
    return Watcher(member=member.id, name=member.name, value=value, perk=perk, needed=perk.test)


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
    aids = []
    for tower in against.towers:
        aid = text.format(name=tower.name, perk=tower.perk.name)
        aids.append(Aid(drawing, aid, tower.perk.name))
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
            kind = "harm" if overrun(total, self.catalogue) else "well"
            yield tell(
                "attack",
                "The zombies attack: {dice} rolled, {total} in all ({modifiers}).",
                kind=kind,
                dice=sum(dice),
                modifiers=self.against.in_words,
                total=total,
            )
            return total
        tower = self.against.towers[number]
        is_passed = yield from test(
            f"attack/watch-tower{_suffix(number)}",
            tower.name,
            tower.value,
            tower.needed,
            tower.member,
        )
        rerolls = tower.perk.attack_rerolls if is_passed else 0
        return (yield from self._reroll_with_watcher(dice, number, rerolls))

    def _reroll_with_watcher(
        self, dice: tuple[int, ...], number: int, rerolls: int
    ) -> Procedure[int]:
        """Let a watcher re-roll one die as often as `rerolls` says, and return the total."""

        def afresh(_left: int) -> Procedure[int]:
            return self._reroll_with_watcher(dice, number, rerolls)

        # The odds don't depend on the Tests so far, or on the order of the dice.
        state = ("watch", number, rerolls, tuple(sorted(dice)))
        yield Again(state, afresh=afresh)
        if not rerolls:
            return (yield from self.tested(dice, number + 1))
        suffix = _suffix(self._rerolls_up_to(number) - rerolls)
        first, second = dice
        choice = yield self._choice(number, suffix, first, second)
        match choice:
            case "first":
                (face,) = yield self._reroll(number, suffix, lying=second)
                new_dice = (face, second)
            case "second":
                (face,) = yield self._reroll(number, suffix, lying=first)
                new_dice = (first, face)
            case _:
                return (yield from self.tested(dice, number + 1))
        return (yield from self._reroll_with_watcher(new_dice, number, rerolls - 1))

    def _rerolls_up_to(self, number: int) -> int:
        """Return how many dice the watchers up to index `number` may roll again."""
        towers = self.against.towers[: number + 1]
        return sum(tower.perk.attack_rerolls for tower in towers)

    def _choice(self, number: int, suffix: str, first: int, second: int) -> Choose:
        """Return the choice which die the watcher at index `number` has rolled again."""
        tower = self.against.towers[number]
        options = [
            Option("keep", _("Keep {a} and {b}", a=first, b=second)),
            Option("first", _("Roll the {die} again", die=first)),
        ]
        if second != first:
            options.append(Option("second", _("Roll the {die} again", die=second)))
        return Choose(
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
            beside=partial(Beside, lying=(first, second)),
        )

    def _reroll(self, number: int, suffix: str, *, lying: int) -> Roll:
        """Return the roll of one die again, while the other is `lying`."""
        tower = self.against.towers[number]
        return Roll(
            f"attack/tower-roll{suffix}",
            _("{perk}: what does the die show now?", perk=tower.perk.name),
            about=tower.member,
            page=tower.perk.page,
            dice=Dice(1, 6),
            stake=self.stake,
            beside=partial(Beside, AttackTable(self.against.parts), (lying,)),
        )


def _suffix(number: int) -> str:
    """Return the suffix of a key that is asked more than once; `number` counts from 0."""
    if number == 0:
        return ""
    return f"-{number + 1}"


def overrun(total: int, catalogue: Catalogue) -> bool:
    """Return whether a total loses the Refuge: 2 or less (p. 95)."""
    return total <= catalogue.number("zombie_attack", "overrun_at_most")


def never_overrun(against: Defence, catalogue: Catalogue) -> bool:
    """Return whether even the lowest roll holds the Refuge: another Guard doesn't help."""
    lowest = TWO_DICE.count + TWO_DICE.plus
    return not overrun(lowest + against.modifier, catalogue)


def attack_stake(against: Defence, catalogue: Catalogue) -> Stake:
    """Return the stake of the attack: whether the Refuge holds (p. 95–96)."""

    def hopes() -> Hopes:
        labels = {"held": _("the Refuge holds"), "overrun": _("the Refuge is overrun")}
        return Hopes(labels, (Wish("held", _("holding the Refuge"), {"held": 1}),))

    def outcome(total: int) -> str:
        return "overrun" if overrun(total, catalogue) else "held"

    def start() -> Procedure[int]:
        return attack(against, catalogue, stake)

    stake = Stake(start=start, outcome=outcome, hopes=hopes)
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
