"""The post-game sequence of one group, in the book's order (p. 83–97)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.model.group import NOTHING_WORKED, Group, Member, pieces, without_piece
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.encounters import encounter_aftermath
from lastdays.postgame.experience import experience
from lastdays.postgame.gear_moves import swap_gear
from lastdays.postgame.injuries import injuries
from lastdays.postgame.jobs import jobs
from lastdays.postgame.leadership import arm_leader
from lastdays.postgame.own import own_steps
from lastdays.postgame.own_at_table import effects_of_game, injuries_of_game
from lastdays.postgame.own_counters import counted, tell_counters
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import zombie_attack
from lastdays.procedure.asks import Procedure, tell
from lastdays.values import Value


class Aftermath(Value):
    """The group after the sequence."""

    group: Group


def post_game(group: Group, context: PostGameContext) -> Procedure[Aftermath]:
    """Play the whole sequence after a game, step by step (p. 83–97)."""
    group = begin(group, context)
    yield from tell_counters(group, context)
    group = yield from effects_of_game(group, context)
    group = yield from _spent_gear(group, context)
    group = yield from encounter_aftermath(group, context)
    group, first_aid_used = yield from injuries(group, context)
    group, first_aid_used = yield from injuries_of_game(group, context, first_aid_used)
    group = yield from experience(group, context)
    group = yield from supplies(group, context)
    group = yield from swap_gear(group, context)
    group, first_aid_used = yield from own_steps("upkeep", group, context, first_aid_used)
    if group.leading is not None and group.leading.newcomer:
        group = yield from arm_leader("jobs", group, context)
    worked = yield from jobs(group, context)
    group = worked.group
    if not group.on_the_road:  # else there is no Refuge to attack, or to leave
        held = yield from zombie_attack(group, context, worked.guards, worked.watchers)
        group, first_aid_used = yield from after_attack(group, context, held, first_aid_used)
    group, first_aid_used = yield from own_steps("after", group, context, first_aid_used)
    return Aftermath(group)


def begin(group: Group, context: PostGameContext) -> Group:
    """Return the group as its sequence begins: newcomers become ordinary members, members who sat this
    game out have one game less to miss (ruling 90), the effects of worked Perks are used up
    (ruling 24), and counters are as the table left them."""
    side = context.side
    group = counted(group, side, context.catalogue)

    def after_game(member: Member) -> Member:
        member = replace(member, newcomer=False)
        if member.misses and not side.took_part(member.id):
            member = replace(member, misses=member.misses - 1)
        return member

    return replace(
        group,
        members=tuple(after_game(m) for m in group.members),
        next_encounter=NOTHING_WORKED,
        games=group.games + 1,
        founding=False,
    )


def _spent_gear(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Remove the one-use gear that was used in the game (p. 71)."""
    for appearance in context.side.appearances:
        if not group.has_member(appearance.member):
            continue
        for item_id in appearance.spent:
            member = group.member(appearance.member)
            used = [piece for piece in pieces(member.gear) if piece.id == item_id]
            if not used:
                continue
            gear = without_piece(member.gear, item_id)
            group = group.with_member(replace(member, gear=gear))
            yield tell(
                "encounter",
                "{name} used up: {item}.",
                member.id,
                name=member.name,
                item=context.name_of(used[0]),
            )
    return group
