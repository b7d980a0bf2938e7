"""Moving gear, mounting sights and silencers, converting guns (p. 77–79, p. 93, ruling 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.model.carrying import attach_problem, converted, gear_violations
from lastdays.model.group import Group, Item
from lastdays.model.profile import item_name
from lastdays.model.recruiting import has_trained_leader
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import Arrange, Checked, Procedure, Tell
from lastdays.rulebook import Catalogue


def apply_move(group: Group, move: Mapping[str, Any], catalogue: Catalogue) -> Group:
    """The group after one move of gear; RuleError for what cannot be.

    A move is a small JSON object: {"do": "move", "item", "to"} with a member's id or '' for the
    stash; {"do": "mount", "item", "on"}; {"do": "unmount", "item", "from"};
    {"do": "convert", "item", "on"} with the Mod-Kit as item.
    """
    match move:
        case {"do": "move", "item": str(item_id), "to": str(holder)}:
            if holder and holder not in {m.id for m in group.roster}:
                raise RuleError(_("Gear can go to a member or to the stash only."))
            _at_hand(group, holder)
            _at_hand(group, group.holder_of(item_id)[0])
            return group.move(item_id, holder)
        case {"do": "mount", "item": str(item_id), "on": str(gun_id)}:
            _at_hand(group, group.holder_of(item_id)[0])
            group, item = group.take(item_id)
            holder, gun = group.holder_of(gun_id)
            _at_hand(group, holder)
            problem = attach_problem(item, gun, catalogue)
            if problem:
                raise RuleError(problem)
            return _swap(group, holder, replace(gun, attached=(*gun.attached, item)))
        case {"do": "unmount", "item": str(item_id), "from": str(gun_id)}:
            holder, gun = group.holder_of(gun_id)
            _at_hand(group, holder)
            loose = next((a for a in gun.attached if a.id == item_id), None)
            if loose is None:
                raise RuleError(_("That is not on this weapon any more."))
            rest = tuple(a for a in gun.attached if a.id != item_id)
            return _swap(group, holder, replace(gun, attached=rest)).give(loose, holder)
        case {"do": "convert", "item": str(kit_id), "on": str(gun_id)}:
            _at_hand(group, group.holder_of(kit_id)[0])
            group, kit = group.take(kit_id)
            holder, gun = group.holder_of(gun_id)
            _at_hand(group, holder)
            made = converted(gun, kit, catalogue)
            group = _swap(group, holder, made)
            for loose in gun.attached:
                if loose not in made.attached:
                    group = group.give(loose, holder)
            return group
        case _:
            raise RuleError(_("That is no move of gear."))


def _at_hand(group: Group, holder: str) -> None:
    """A captive's gear is where the captive is (ruling 17)."""
    if holder and group.member(holder).status == "captured":
        raise RuleError(_("{name} is held captive.").format(name=group.member(holder).name))


def holders_in(group: Group, move: Mapping[str, Any]) -> set[str]:
    """The ids of the members a move takes from or gives to, before it is made."""
    holders = {str(move["to"])} if move.get("to") else set()
    for name in ("item", "on", "from"):
        item_id = move.get(name)
        if isinstance(item_id, str) and not (name == "item" and "from" in move):
            holders.add(group.holder_of(item_id)[0])
    return holders - {""}


def _swap(group: Group, holder: str, item: Item) -> Group:
    """The group with an item in place of the one with the same id."""
    if holder == "":
        return replace(group, stash=tuple(item if i.id == item.id else i for i in group.stash))
    return group.change_member(
        holder, lambda m: replace(m, gear=tuple(item if i.id == item.id else i for i in m.gear))
    )


def apply_moves(group: Group, moves: Sequence[Any], catalogue: Catalogue) -> Group:
    """The group after several moves, in their order."""
    for move in moves:
        if not isinstance(move, Mapping):
            raise RuleError(_("That is no move of gear."))
        group = apply_move(group, move, catalogue)
    return group


def move_in_words(group: Group, move: Mapping[str, Any], catalogue: Catalogue) -> str:
    """'Knife: Mo → stash'; the group is the one before the move."""

    def name(holder: str) -> str:
        return group.member(holder).name if holder else _("stash")

    match move:
        case {"do": "move", "item": str(item_id), "to": str(holder)}:
            giver, item = group.holder_of(item_id)
            return f"{item_name(item, catalogue)}: {name(giver)} → {name(holder)}"
        case {"do": "mount", "item": str(item_id), "on": str(gun_id)}:
            return _("{item} mounted on {gun}").format(
                item=item_name(group.holder_of(item_id)[1], catalogue),
                gun=item_name(group.holder_of(gun_id)[1], catalogue),
            )
        case {"do": "unmount", "item": str(item_id), "from": str(gun_id)}:
            gun = group.holder_of(gun_id)[1]
            loose = next((a for a in gun.attached if a.id == item_id), gun)
            return _("{item} taken off {gun}").format(
                item=item_name(loose, catalogue), gun=catalogue.gear(gun.key).name
            )
        case {"do": "convert", "on": str(gun_id)}:
            gun = group.holder_of(gun_id)[1]
            return _("Mod-Kit used on {gun}").format(gun=item_name(gun, catalogue))
    return ""


def check_moves(group: Group, value: Any, catalogue: Catalogue) -> Checked:
    """What a list of moves does against the rules of carrying: it informs only."""
    if not isinstance(value, list | tuple):
        return Checked((_("That is no list of moves."),))
    after = group
    try:
        for move in value:
            if not isinstance(move, Mapping):
                raise RuleError(_("That is no move of gear."))
            for holder in holders_in(after, move):
                if after.member(holder).newcomer:
                    raise RuleError(
                        _("{name} is new and keeps their starting gear for now.").format(
                            name=after.member(holder).name
                        )
                    )
            after = apply_move(after, move, catalogue)
    except RuleError as error:
        return Checked((str(error),))
    trained = has_trained_leader(after, catalogue)
    return Checked(
        warnings=tuple(
            v.text
            for m in after.active
            for v in gear_violations(m, catalogue, trained_leader=trained)
        )
    )


def swap_gear(group: Group, context: PostGameContext) -> Procedure[Group]:
    """After supplies and before Jobs gear moves freely between members and stash (p. 93)."""
    start = group
    moves = yield Arrange(
        key="gear/moves",
        question=_("Move gear between members and stash; then go on to the Jobs."),
        page=93,
        form="gear",
        initial=[],
        check=lambda value: check_moves(start, value, context.catalogue),
        material=start,
    )
    for move in moves:
        text = move_in_words(group, move, context.catalogue)
        group = apply_move(group, move, context.catalogue)
        yield Tell("gear", text)
    if not moves:
        yield Tell("gear", _("No gear changes hands."))
    return group
