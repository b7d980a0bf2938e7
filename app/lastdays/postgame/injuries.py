"""Injuries (p. 84–85) with First Aid Training (p. 63) and Medical Supplies (p. 77).

Rulings 13–18.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lastdays.language import _
from lastdays.model.game_record import Side
from lastdays.model.group import Group, Injury, Member
from lastdays.postgame.context import PostGameContext, standing
from lastdays.postgame.experience import earns
from lastdays.postgame.leadership import new_leader
from lastdays.procedure.asks import (
    Again,
    Choose,
    Option,
    Over,
    Procedure,
    Roll,
    Stake,
    Sum,
    Tell,
    Wish,
)
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.known import EquipmentKey, InjuryKey, SkillKey

TWO_DICE = Dice(2, 6)
D6 = Dice(1, 6)


@dataclass(frozen=True)
class MedicalHelp:
    """Who can still help: holders of First Aid Training, and sets of Medical Supplies.

    A set is the id of the item and of its bearer.
    """

    first_aid: tuple[str, ...] = ()
    supplies: tuple[tuple[str, str], ...] = ()

    @property
    def left(self) -> tuple[int, int]:
        """How much of each: what the odds depend on."""
        return len(self.first_aid), len(self.supplies)


@dataclass(frozen=True)
class InjuryResult:
    """What an injury roll came to: a key of the Injury Table, Experience gained, aid left."""

    injury: str
    aid: MedicalHelp
    experience: int = 0


def medical_help_of(
    group: Group, context: PostGameContext, used: frozenset[str] = frozenset()
) -> MedicalHelp:
    """The help at hand: everyone not Out of Action, those at the Refuge too (ruling 14)."""
    helpers = standing(group, context)
    return MedicalHelp(
        first_aid=tuple(
            m.id for m in helpers if m.has(SkillKey.FIRST_AID_TRAINING) and m.id not in used
        ),
        supplies=tuple(
            (item.id, m.id)
            for m in helpers
            for item in m.gear
            if item.key == EquipmentKey.MEDICAL_SUPPLIES
        ),
    )


def injury_roll(
    where: str,
    member: Member,
    group: Group,
    aid: MedicalHelp,
    catalogue: Catalogue,
    *,
    can_be_captured: bool,
    earns: bool = True,
) -> Procedure[InjuryResult]:
    """One member's roll on the Injury Table, with all help, until a result stands.

    `earns` is whether a result that pays Experience pays this member (rulings 7 and 16).
    """
    stake = injury_stake(where, member, group, aid, catalogue, can_be_captured=can_be_captured)
    suffered = yield from _rolled(
        where, member, group, aid, catalogue, can_be_captured=can_be_captured, stake=stake
    )
    entry = catalogue.injuries[suffered.injury]
    if entry.experience is None or not earns:
        return suffered
    gained = yield Sum(
        key=f"{where}/experience",
        question=_("{name} learns from it: {dice} Experience.").format(
            name=member.name, dice=entry.experience
        ),
        about=member.id,
        page=entry.page,
        dice=entry.experience,
    )
    return replace(suffered, experience=gained + entry.experience.plus)


def injury_stake(
    where: str,
    member: Member,
    group: Group,
    aid: MedicalHelp,
    catalogue: Catalogue,
    *,
    can_be_captured: bool,
) -> Stake:
    """What hangs on an injury roll, for the wishes to live and to come away whole."""
    labels = {
        key: entry.name for key, entry in catalogue.injuries.items() if key != InjuryKey.INFECTED
    }
    alive = {key: 1 for key in labels if key != InjuryKey.DEAD}
    whole = {key: 1 for key in labels if key in (InjuryKey.FULL_RECOVERY, InjuryKey.NEVER_AGAIN)}
    stake = Stake(
        start=lambda: _rolled(
            where, member, group, aid, catalogue, can_be_captured=can_be_captured, stake=stake
        ),
        outcome=lambda suffered: suffered.injury,
        labels=labels,
        wishes=(
            Wish("alive", _("to live"), alive),
            Wish("whole", _("to come away unhurt"), whole),
        ),
    )
    return stake


def _rolled(
    where: str,
    member: Member,
    group: Group,
    start: MedicalHelp,
    catalogue: Catalogue,
    *,
    can_be_captured: bool,
    stake: Stake,
    come_to: tuple[int, MedicalHelp] | None = None,
) -> Procedure[InjuryResult]:
    """`come_to` is the total after First Aid and what aid is left, where it stands already."""

    def afresh(come_to: tuple[int, MedicalHelp] | None) -> Callable[[int], Procedure[InjuryResult]]:
        return lambda _left: _rolled(
            where,
            member,
            group,
            start,
            catalogue,
            can_be_captured=can_be_captured,
            stake=stake,
            come_to=come_to,
        )

    attempt = 1

    def result(total: int) -> str:
        entry = catalogue.injury_for(total)
        if entry.key == InjuryKey.CAPTURED and not can_be_captured:
            return _("{result}, rolled again").format(result=entry.name)
        return catalogue.injuries[_twice(member, entry.key, catalogue)].name

    while True:
        suffix = "" if attempt == 1 else f"/try-{attempt}"
        if come_to is None:
            yield Again(("injury", start.left), afresh=afresh(None))
            dice = yield Roll(
                key=f"{where}/roll{suffix}",
                question=_("Injury roll for {name}.").format(name=member.name),
                about=member.id,
                page=84,
                dice=TWO_DICE,
                stake=stake,
            )
            dice, aid = yield from _first_aid(
                f"{where}/first-aid{suffix}", member, group, dice, start, stake, result
            )
            come_to = sum(dice), aid
        total, aid = come_to
        yield Again(("total", total, len(aid.supplies)), afresh=afresh(come_to))
        total, aid = yield from _medical(
            f"{where}/medical{suffix}", member, group, total, 2, 12, aid, stake, result
        )
        yield Again(("result", total, len(aid.supplies)))
        entry = catalogue.injury_for(total)
        yield Tell(
            _step(where),
            _("{name}: {total} — {result}").format(
                name=member.name, total=total, result=entry.name
            ),
            member.id,
            "harm"
            if entry.key in (InjuryKey.DEAD, InjuryKey.CAPTURED, InjuryKey.INFECTED)
            or entry.lasting
            else "well",
        )
        if entry.key == InjuryKey.CAPTURED and not can_be_captured:
            yield Tell(
                _step(where),
                _("Nobody is there to take {name} captive: rolled again.").format(name=member.name),
                member.id,
            )
            attempt += 1
            come_to = None
            continue
        if entry.first:
            key, aid = yield from _infected(
                f"{where}/infected{suffix}", member, group, aid, catalogue, stake
            )
            return InjuryResult(_twice(member, key, catalogue), aid)
        return InjuryResult(_twice(member, entry.key, catalogue), aid)


def _twice(member: Member, key: str, catalogue: Catalogue) -> str:
    """The injury, or what it means a second time: an arm, an eye, a leg (ruling 15)."""
    entry = catalogue.injuries[key]
    return entry.again if entry.again and member.injured(key) else key


def _step(where: str) -> str:
    return where.split("/")[0]


def _first_aid(
    where: str,
    member: Member,
    group: Group,
    dice: tuple[int, int],
    aid: MedicalHelp,
    stake: Stake,
    result: Callable[[int], str],
) -> Procedure[tuple[tuple[int, int], MedicalHelp]]:
    """First Aid Training: one die of the two again; two holders may have both again,
    said before either is rolled (p. 63, ruling 14). `result` says what a total comes to."""
    if not aid.first_aid:
        return dice, aid
    helper = group.member(aid.first_aid[0]).name
    options = [
        Option("keep", _("Leave {a} and {b}").format(a=dice[0], b=dice[1])),
        Option("first", _("Roll the {die} again").format(die=dice[0]), helper),
    ]
    if dice[0] != dice[1]:
        options.append(Option("second", _("Roll the {die} again").format(die=dice[1]), helper))
    if len(aid.first_aid) > 1:
        second = group.member(aid.first_aid[1]).name
        options.append(
            Option("both", _("Roll both again"), _("{a} and {b}").format(a=helper, b=second))
        )
    choice = yield Choose(
        key=where,
        question=_("First Aid Training for {name}: {a} and {b} are {total} — {result}").format(
            name=member.name, a=dice[0], b=dice[1], total=sum(dice), result=result(sum(dice))
        ),
        about=member.id,
        page=63,
        options=tuple(options),
        stake=stake,
    )
    if choice == "keep":
        return dice, aid
    count = 2 if choice == "both" else 1
    kept = {"both": None, "first": dice[1], "second": dice[0]}[choice]
    yield Again(("first-aid", kept, len(aid.supplies)))
    faces = yield Roll(
        key=f"{where}/roll",
        question=_("First Aid: roll again for {name}.").format(name=member.name),
        about=member.id,
        page=63,
        dice=Dice(count, 6),
        stake=stake,
    )
    names = " · ".join(group.member(h).name for h in aid.first_aid[:count])
    yield Tell(
        _step(where),
        _("First Aid by {helpers}: {old} → {new}").format(
            helpers=names,
            old="+".join(map(str, dice)) if count == 2 else dice[0 if choice == "first" else 1],
            new="+".join(map(str, faces)),
        ),
        member.id,
    )
    match choice:
        case "both":
            dice = (faces[0], faces[1])
        case "first":
            dice = (faces[0], dice[1])
        case _:
            dice = (dice[0], faces[0])
    return dice, replace(aid, first_aid=aid.first_aid[count:])


def _medical(
    where: str,
    member: Member,
    group: Group,
    total: int,
    low: int,
    high: int,
    aid: MedicalHelp,
    stake: Stake,
    result: Callable[[int], str],
) -> Procedure[tuple[int, MedicalHelp]]:
    """Medical Supplies: the total one up or down, one set a roll (p. 77, ruling 14). `result`
    says what a total comes to."""
    if not aid.supplies:
        return total, aid
    leave = _("Leave it at {total}: {result}").format(total=total, result=result(total))
    options = [Option("keep", leave)]
    bearers: set[str] = set()
    for item_id, bearer in aid.supplies:
        if bearer in bearers:
            continue
        bearers.add(bearer)
        whose = _("with {name}'s Medical Supplies").format(name=group.member(bearer).name)
        for sign, shifted in (("down", total - 1), ("up", total + 1)):
            if low <= shifted <= high:
                options.append(
                    Option(
                        f"{sign}/{item_id}",
                        _("Make it {total}: {result}").format(
                            total=shifted, result=result(shifted)
                        ),
                        whose,
                    )
                )
    choice = yield Choose(
        key=where,
        question=_("Medical Supplies for {name}: the total is {total} — {result}").format(
            name=member.name, total=total, result=result(total)
        ),
        about=member.id,
        page=77,
        options=tuple(options),
        stake=stake,
    )
    if choice == "keep":
        return total, aid
    sign, _slash, item_id = choice.partition("/")
    yield Tell(
        _step(where),
        _("Medical Supplies used on {name}.").format(name=member.name),
        member.id,
    )
    left = tuple(pair for pair in aid.supplies if pair[0] != item_id)
    return total + (1 if sign == "up" else -1), replace(aid, supplies=left)


def _infected(
    where: str, member: Member, group: Group, aid: MedicalHelp, catalogue: Catalogue, stake: Stake
) -> Procedure[tuple[str, MedicalHelp]]:
    """Infected!: 1–3 dead; else an arm on 1–3, a leg on 4–6 (p. 85)."""
    entry = catalogue.injuries[InjuryKey.INFECTED]
    key = ""
    for stage, table in (("virus", entry.first), ("limb", entry.second)):
        question = (
            _("The virus in {name}: 1–3 it takes hold, 4–6 they cut in time.")
            if stage == "virus"
            else _("What is taken off {name}: 1–3 an arm, 4–6 a leg.")
        )
        die = yield Sum(
            key=f"{where}/{stage}",
            question=question.format(name=member.name),
            about=member.id,
            page=entry.page,
            dice=D6,
            stake=stake,
        )
        named = {low: _limb(member, key, catalogue) for low, key in table.items()}
        die, aid = yield from _medical(
            f"{where}/{stage}-medical",
            member,
            group,
            die,
            1,
            6,
            aid,
            stake,
            lambda die, named=named: named["1-3" if die <= 3 else "4-6"],  # type: ignore[misc]
        )
        key = table["1-3" if die <= 3 else "4-6"]
        yield Again((stage, key, len(aid.supplies)))
        yield Tell(
            _step(where),
            _("{name}: {die} — {result}").format(
                name=member.name, die=die, result=_limb(member, key, catalogue)
            ),
            member.id,
            "harm",
        )
        if key == InjuryKey.DEAD:
            break
    return key, aid


def _limb(member: Member, key: str, catalogue: Catalogue) -> str:
    """What a stage of Infected! comes to."""
    if key not in catalogue.injuries:
        return _("cut in time")
    return catalogue.injuries[_twice(member, key, catalogue)].name


def after_injury(
    group: Group,
    member_id: str,
    suffered: InjuryResult,
    context: PostGameContext,
    step: str = "injuries",
) -> Procedure[Group]:
    """The group after one injury: death, capture, a lasting mark, gear that no longer fits."""
    member = group.member(member_id)
    entry = context.catalogue.injuries[suffered.injury]
    if suffered.experience:
        yield Tell(
            step,
            _("{name} gains {n} Experience.").format(name=member.name, n=suffered.experience),
            member_id,
            "well",
        )
        group = group.change_member(
            member_id, lambda m: replace(m, experience=m.experience + suffered.experience)
        )
    if entry.key == InjuryKey.DEAD:
        yield Tell(
            step,
            _("{name} is dead; the gear is lost.").format(name=member.name),
            member_id,
            "harm",
        )
        return group.bury(member_id, context.game.number)
    if entry.key == InjuryKey.CAPTURED:
        captor = yield from _captor(step, member, context)
        yield Tell(
            step,
            _("{name} is held by {rival} until the Rescue Encounter is played or declined.").format(
                name=member.name, rival=captor.name
            ),
            member_id,
            "harm",
        )
        return group.change_member(
            member_id,
            lambda m: replace(
                m,
                status="captured",
                captor=captor.group,
                captor_name=captor.name,
                fate_game=context.game.number,
            ),
        )
    if entry.lasting:
        group = group.change_member(
            member_id,
            lambda m: m.suffer(Injury(entry.key, context.game.number)),
        )
        if entry.key == InjuryKey.ARM_INJURY:
            group = yield from _one_arm(group, member_id, context, step)
    return group


def _captor(step: str, member: Member, context: PostGameContext) -> Procedure[Side]:
    """Who holds a captive; asked where several rivals might."""
    sides = context.captors(member.id)
    if len(sides) == 1:
        return sides[0]
    chosen = yield Choose(
        key=f"{step}/{member.id}/captor",
        question=_("Who holds {name}?").format(name=member.name),
        about=member.id,
        page=84,
        options=tuple(Option(str(n), side.name) for n, side in enumerate(sides)),
    )
    return sides[int(chosen)]


def use_up(group: Group, before: MedicalHelp, after: MedicalHelp) -> Group:
    """The group without the Medical Supplies that were there before and are not after."""
    for item_id, _bearer in before.supplies:
        if all(item_id != left for left, _who in after.supplies):
            group = group.take(item_id)[0]
    return group


def _one_arm(group: Group, member_id: str, context: PostGameContext, step: str) -> Procedure[Group]:
    """What one arm can no longer carry goes to the stash: one Firearm, used with one hand, and
    one close-combat weapon stay (ruling 15)."""
    from lastdays.model.carrying import one_handed

    member = group.member(member_id)
    catalogue = context.catalogue
    firearms = [i for i in member.gear if i.key in catalogue.firearms]
    blades = [i for i in member.gear if i.key in catalogue.close_combat]
    dropped = [i for i in firearms if not one_handed(i, catalogue)]
    for kind, held in (("gun", [i for i in firearms if i not in dropped]), ("blade", blades)):
        if len(held) > 1:
            kept = yield Choose(
                key=f"{step}/{member_id}/keep-{kind}",
                question=_("With one arm {name} keeps only one of these.").format(name=member.name),
                about=member_id,
                page=84,
                options=tuple(Option(i.id, context.name_of(i)) for i in held),
            )
            dropped.extend(i for i in held if i.id != kept)
    for item in dropped:
        group = group.move(item.id, "")
        yield Tell(
            step,
            _("{item} of {name} goes to the stash.").format(
                item=context.name_of(item), name=member.name
            ),
            member_id,
        )
    return group


def injuries(group: Group, context: PostGameContext) -> Procedure[tuple[Group, frozenset[str]]]:
    """All who ended Out of Action roll, in the order the players like (rulings 13 and 14).

    Returns the group and who has used First Aid Training since the game.
    """
    fallen = [m.id for m in group.active if context.fell(m)]
    used: frozenset[str] = frozenset()
    turn = 0
    while fallen:
        turn += 1
        if len(fallen) > 1:
            chosen = yield Choose(
                key=f"injuries/next/{turn}",
                question=_("Whose injury is rolled next?"),
                page=84,
                options=tuple(Option(m, group.member(m).name) for m in fallen),
            )
        else:
            chosen = fallen[0]
        fallen.remove(chosen)
        member = group.member(chosen)
        before = medical_help_of(group, context, used)
        suffered = yield from injury_roll(
            f"injuries/{chosen}",
            member,
            group,
            before,
            context.catalogue,
            can_be_captured=context.has_rival,
            earns=earns(member, context.switches),
        )
        used = used | (set(before.first_aid) - set(suffered.aid.first_aid))
        group = use_up(group, before, suffered.aid)
        group = yield from after_injury(group, chosen, suffered, context)
        yield Over(f"injuries/{chosen}")
        if group.leading is None:
            group = yield from new_leader("injuries/leader", group, context)
            fallen = [m for m in fallen if group.member(m).status == "active"]
    return group, used
