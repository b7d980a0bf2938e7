"""Losing the Refuge, or leaving it (p. 96, rulings 29 and 30)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from lastdays.language import _, dotted, ngettext
from lastdays.model.group import Group, RefugeState
from lastdays.model.recruiting import RefugeMove, perk_giving, places_in_refuge, refuge_moves
from lastdays.postgame.context import PostGameContext, option_of
from lastdays.postgame.injuries import injury_outside_game
from lastdays.postgame.leadership import acting_leader, arm_leader, new_leader
from lastdays.postgame.tables import RefugeLossTable
from lastdays.procedure.asks import Beside, Choose, Draw, Option, Procedure, Tell, tell


class ChooseOfRefuge(Choose):
    """A choice about the Refuge, with the group at that moment; `overrun`: the Refuge is lost."""

    group: Group
    overrun: bool


def _other_refuges(group: Group, context: PostGameContext, *, overrun: bool) -> tuple[Option, ...]:
    """Return the options for another Refuge (p. 96, ruling 30)."""
    catalogue = context.catalogue
    options = []
    for move in refuge_moves(group, catalogue):
        perks = [catalogue.perks[perk].name for perk in move.built_in]
        words = _(
            "{size} members, {spaces} Empty Spaces, {perks}",
            size=move.beds,
            spaces=move.spaces,
            perks=", ".join(perks),
        )
        options.append(
            Option(
                move.refuge,
                catalogue.refuges[move.refuge].name,
                dotted(staying_in_words(move, overrun=overrun), words),
                entry=move.refuge,
            )
        )
    return tuple(options)


def staying_in_words(move: RefugeMove, *, overrun: bool) -> str:
    """Say how many members don't fit into another Refuge, '' if all do (p. 96, rulings 29 and
    30)."""
    if not move.staying:
        return ""
    if overrun:
        return ngettext("{n} is left behind and dies", "{n} are left behind and die", move.staying)
    return ngettext("{n} has to leave", "{n} have to leave", move.staying)


def after_attack(
    group: Group, context: PostGameContext, refuge_held: bool, first_aid_used: frozenset[str]
) -> Procedure[tuple[Group, frozenset[str]]]:
    """Flee from an overrun Refuge, or stay in or leave one that held (p. 96). Return the group, and
    the ids of members who have used their First Aid Training, with those of `first_aid_used`."""
    if not refuge_held:
        return (yield from _flee(group, context, first_aid_used))
    group = yield from _leave_or_stay(group, context)
    return group, first_aid_used


def _leave_or_stay(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Let a group leave a Refuge that held; members who don't fit into the new one leave (p. 96)."""
    choice = yield ChooseOfRefuge(
        "refuge/leave",
        _("The Refuge held. Stay, or leave it for another?"),
        page=96,
        options=(Option("stay", _("Stay")), *_other_refuges(group, context, overrun=False)),
        beside=partial(Beside, RefugeLossTable(group, overrun=False)),
        group=group,
        overrun=False,
    )
    if choice == "stay":
        yield tell("refuge", "The group stays.")
        return group
    group = replace(group, refuge=RefugeState(choice))
    yield tell(
        "refuge",
        "{group} moves to {refuge} with its stash and points; what was built stays behind.",
        group=group.name,
        refuge=context.catalogue.refuges[choice].name,
    )
    return (yield from _make_room(group, context, overrun=False))


def _make_room(group: Group, context: PostGameContext, *, overrun: bool) -> Procedure[Group]:
    """Ask who stays behind until the others fit into the new Refuge, never the Leader: they leave the
    group or, if the old Refuge was overrun, die (p. 96)."""
    catalogue = context.catalogue
    places = places_in_refuge(group, catalogue)
    where = "refuge/left-behind" if overrun else "refuge/leaves"
    turn = 0
    while len(group.active) > places:
        turn += 1
        leader = acting_leader(group, catalogue)
        member_left = yield ChooseOfRefuge(
            f"{where}/{turn}",
            _(
                "{refuge} holds {most}, but the group has {count} members. Who stays behind?",
                refuge=catalogue.refuges[group.refuge.key].name,
                most=places,
                count=len(group.active),
            ),
            page=96,
            options=tuple(option_of(member) for member in group.active if member != leader),
            group=group,
            overrun=overrun,
        )
        name = group.member(member_left).name
        if overrun:
            text = _("{name} is left behind for the zombies.", name=name)
            group = group.bury(member_left, context.game.number)
        else:
            text = _("{name} leaves with their gear.", name=name)
            group = group.depart(member_left, context.game.number)
        yield Tell("refuge", text, member_left, "harm")
    return group


def _flee(
    group: Group, context: PostGameContext, first_aid_used: frozenset[str]
) -> Procedure[tuple[Group, frozenset[str]]]:
    """Flee to another Refuge: the stash is lost, and a random member is hurt (p. 96, ruling 29)."""
    group = yield from _flee_to_refuge(group, context)
    group = yield from _make_room(group, context, overrun=True)
    if not group.active:
        return group, first_aid_used
    member_hurt = yield Draw(
        "refuge/hurt",
        _("Someone is hurt while fleeing. Draw a member at random."),
        page=96,
        options=tuple(option_of(member) for member in group.active),
    )
    group, first_aid_used_now = yield from injury_outside_game(
        group, member_hurt, context, f"refuge/{member_hurt}", first_aid_used
    )
    if group.leading is None:
        group = yield from new_leader("refuge", group, context)
        group = yield from arm_leader("refuge", group, context)
    return group, first_aid_used_now


def _flee_to_refuge(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Ask for another Refuge; return the group there, with its stash only if a vehicle brings it."""
    refuges = context.catalogue.refuges
    old_name = refuges[group.refuge.key].name
    choice = yield ChooseOfRefuge(
        "refuge/flee",
        _("{refuge} is overrun. Where does the group flee to?", refuge=old_name),
        page=96,
        options=_other_refuges(group, context, overrun=True),
        beside=partial(Beside, RefugeLossTable(group, overrun=True)),
        group=group,
        overrun=True,
    )
    new_name = refuges[choice].name
    vehicle = perk_giving(group, context.catalogue, lambda perk: perk.saves_stash)
    if vehicle is None:
        group = replace(group, stash=())
        text = _(
            "{old} is lost, and the stash with it. They flee to {new}.", old=old_name, new=new_name
        )
    else:
        text = _(
            "{old} is lost. The {perk} brings the stash to {new}.",
            old=old_name,
            perk=vehicle.name,
            new=new_name,
        )
    yield Tell("refuge", text, kind="harm")
    return replace(group, refuge=RefugeState(choice)).without_worked_perks()
