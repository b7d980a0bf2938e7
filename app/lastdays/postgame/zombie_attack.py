"""Zombie Attacks (p. 95, rulings 28 and 29)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from lastdays.language import _, signed
from lastdays.model.group import Group, Member
from lastdays.model.profile import permanent
from lastdays.model.recruiting import perk_keys
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import Choose, Option, Procedure, Roll, Stake, Tell, Wish
from lastdays.procedure.characteristic_tests import test
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Dice, TestOf
from lastdays.rulebook.known import PerkKey

TWO_DICE = Dice(2, 6)


@dataclass(frozen=True)
class Defence:
    """What modifies the roll, and who may have a die of it rolled again.

    `parts` are names and amounts; `tower` is the watcher's id, name, characteristic and Test.
    """

    parts: tuple[tuple[str, int], ...]
    tower: tuple[str, str, int, TestOf] | None = None

    @property
    def modifier(self) -> int:
        """All parts together."""
        return sum(amount for _name, amount in self.parts)

    @property
    def in_words(self) -> str:
        """'−2 wounded, +1 Mo on Guard = −1'."""
        parts = [f"{signed(amount)} {name}" for name, amount in self.parts]
        if len(parts) < 2:
            return parts[0] if parts else _("no modifier")
        return f"{', '.join(parts)} = {signed(self.modifier)}"


def guard_value(member: Member, catalogue: Catalogue) -> int:
    """+1, or +2 for a Headhunter or Sniper, not both (p. 66–67, ruling 28)."""
    most = max(
        (catalogue.skills[s.key].guard for s in member.skills if s.key in catalogue.skills),
        default=0,
    )
    return max(catalogue.number("zombie_attack", "guard"), most)


def defence(
    group: Group, context: PostGameContext, guards: tuple[str, ...], watcher: str = ""
) -> Defence:
    """The modifiers of the attack for a group, given who is on Guard and in the Watch Tower."""
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
        needed = catalogue.perks[PerkKey.WATCH_TOWER].test
        assert needed is not None
        value = permanent(member, catalogue, needed.characteristic)
        tower = (member.id, member.name, value, needed)
    return Defence(tuple(parts), tower)


def attack(where: str, against: Defence, catalogue: Catalogue, stake: Stake) -> Procedure[int]:
    """The roll with its modifiers and, from a manned Watch Tower, one die again; the total."""
    dice = yield Roll(
        key=f"{where}/roll",
        question=_(
            "The zombies attack: 2D6 with {modifiers}. {n} or less overruns the Refuge."
        ).format(
            modifiers=against.in_words, n=catalogue.number("zombie_attack", "overrun_at_most")
        ),
        page=95,
        dice=TWO_DICE,
        stake=stake,
    )
    if against.tower is not None:
        member_id, name, value, needed = against.tower
        passed = yield from test(f"{where}/watch-tower", name, value, needed, member_id)
        if passed:
            options = [
                Option("keep", _("Keep {a} and {b}").format(a=dice[0], b=dice[1])),
                Option("first", _("Roll the {die} again").format(die=dice[0])),
            ]
            if dice[1] != dice[0]:
                options.append(Option("second", _("Roll the {die} again").format(die=dice[1])))
            choice = yield Choose(
                key=f"{where}/tower-choice",
                question=_("The Watch Tower saw them: one die may be rolled again."),
                about=member_id,
                page=82,
                options=tuple(options),
                stake=stake,
            )
            if choice != "keep":
                (face,) = yield Roll(
                    key=f"{where}/tower-roll",
                    question=_("The Watch Tower: one die again."),
                    about=member_id,
                    page=82,
                    dice=Dice(1, 6),
                    stake=stake,
                )
                dice = (face, dice[1]) if choice == "first" else (dice[0], face)
    total = sum(dice) + against.modifier
    yield Tell(
        "attack",
        _("Zombie Attack: {dice} and {modifiers} make {total}.").format(
            dice=sum(dice), modifiers=against.in_words, total=total
        ),
        kind="well" if total > catalogue.number("zombie_attack", "overrun_at_most") else "harm",
    )
    return total


def overrun(total: int, catalogue: Catalogue) -> bool:
    """Whether the Refuge is lost: a result of 2 or less (p. 95)."""
    return total <= catalogue.number("zombie_attack", "overrun_at_most")


def attack_stake(where: str, against: Defence, catalogue: Catalogue) -> Stake:
    """What hangs on the attack: the Refuge."""
    stake = Stake(
        start=lambda: attack(where, against, catalogue, stake),
        outcome=lambda total: "overrun" if overrun(total, catalogue) else "held",
        labels={"held": _("the Refuge holds"), "overrun": _("overrun")},
        wishes=(Wish("held", _("to hold the Refuge"), {"held": 1}),),
    )
    return stake


def zombie_attack(
    group: Group, context: PostGameContext, guards: tuple[str, ...], watcher: str
) -> Procedure[bool]:
    """Whether the group holds its Refuge."""
    against = defence(group, context, guards, watcher)
    stake = attack_stake("attack", against, context.catalogue)
    total = yield from attack("attack", against, context.catalogue, stake)
    return not overrun(total, context.catalogue)
