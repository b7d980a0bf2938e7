"""Injuries after a game and what they do to a group (p. 84–85, rulings 13–18)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.language import _, ngettext
from lastdays.model.carrying import one_handed
from lastdays.model.game_record import Side
from lastdays.model.group import Group, Injury, Member
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.injury_roll import InjuryResult, InjuryRoll, medical_help_of, use_up
from lastdays.postgame.leadership import new_leader
from lastdays.procedure.asks import Choose, Option, Over, Procedure, Tell
from lastdays.rulebook.known import InjuryKey


def after_injury(
    group: Group,
    member_id: str,
    suffered: InjuryResult,
    context: PostGameContext,
    step: str = "injuries",
) -> Procedure[Group]:
    """Return the group after one injury: death, capture, a lasting mark (p. 84–85).

    Gear that no longer fits goes to the stash. `step` is the one of the sequence it happens in.
    """
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
            _("{name} is dead, and their gear is lost.").format(name=member.name),
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
    """Find out who holds a captive: asked where several rivals might (p. 84, ruling 17)."""
    sides = context.captors(member.id)
    if len(sides) == 1:
        return sides[0]
    chosen = yield Choose(
        key=f"{step}/{member.id}/captor",
        question=_("Who captured {name}?").format(name=member.name),
        about=member.id,
        page=84,
        options=tuple(Option(str(n), side.name) for n, side in enumerate(sides)),
    )
    return sides[int(chosen)]


def _one_arm(group: Group, member_id: str, context: PostGameContext, step: str) -> Procedure[Group]:
    """Put into the stash what one arm can no longer carry (p. 84, ruling 15).

    One Firearm, used with one hand, and one close-combat weapon stay, or as many as the rulebook
    says.
    """
    member = group.member(member_id)
    catalogue = context.catalogue
    most = catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most or 0
    firearms = [i for i in member.gear if i.key in catalogue.firearms]
    blades = [i for i in member.gear if i.key in catalogue.close_combat]
    dropped = [i for i in firearms if not one_handed(i, catalogue)]
    for kind, held in (("gun", [i for i in firearms if i not in dropped]), ("blade", blades)):
        room = most
        while len(held) > room > 0:
            number = most - room + 1
            kept = yield Choose(
                key=f"{step}/{member_id}/keep-{kind}" + (f"-{number}" if number > 1 else ""),
                question=ngettext(
                    "{name} can carry only one of these with one arm. Which one stays?",
                    "{name} can carry only {n} of these with one arm. Which one stays?",
                    room,
                ).format(name=member.name, n=room),
                about=member_id,
                page=84,
                options=tuple(Option(i.id, context.name_of(i)) for i in held),
            )
            held = [i for i in held if i.id != kept]
            room -= 1
        if not room:
            dropped.extend(held)
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
    """Roll for all who ended Out of Action, in the order the players like (p. 84, rulings 13, 14).

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
        suffered = yield from InjuryRoll(
            f"injuries/{chosen}", member, group, before, context, can_be_captured=context.has_rival
        ).roll()
        used = used | (set(before.first_aid) - set(suffered.left.first_aid))
        group = use_up(group, before, suffered.left)
        group = yield from after_injury(group, chosen, suffered, context)
        yield Over(f"injuries/{chosen}")
        if group.leading is None:
            group = yield from new_leader("injuries/leader", group, context)
            fallen = [m for m in fallen if group.member(m).status == "active"]
    return group, used
