"""Moving gear, attaching sights and silencers, converting guns (p. 77–79, p. 93, ruling 23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from msgspec import field as stored_as
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import N_, _, titled
from lastdays.model.carrying import attach_problem, converted, gear_violations
from lastdays.model.group import Group, Item
from lastdays.model.profile import item_name
from lastdays.model.recruiting import has_trained_leader
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import Arrange, Checked, Procedure, Tell, tell
from lastdays.rulebook import Catalogue
from lastdays.values import Value


class MoveItem(Value, tag_field="do", tag="move"):
    """Gear handed over: the item's id, and a member's id or '' for the stash (p. 93)."""

    item: str
    to: str


class Attach(Value, tag_field="do", tag="mount"):
    """A sight or silencer put onto a gun, by their ids (p. 78–79)."""

    item: str
    gun: str = stored_as(name="on")


class Detach(Value, tag_field="do", tag="unmount"):
    """A sight or silencer taken off a gun, by their ids (p. 78–79)."""

    item: str
    gun: str = stored_as(name="from")


class Convert(Value, tag_field="do", tag="convert"):
    """A Mod-Kit used on a gun, by their ids (p. 78)."""

    kit: str = stored_as(name="item")
    gun: str = stored_as(name="on")


GearMove = MoveItem | Attach | Detach | Convert


def apply_move(group: Group, move: GearMove, catalogue: Catalogue) -> Group:
    """Return the group after one move of gear; RuleError if it isn't possible (p. 77–79, p. 93)."""
    if isinstance(move, MoveItem) and move.to not in {"", *(m.id for m in group.roster)}:
        raise RuleError("Gear can go to a member or to the stash only.")
    for holder in _touched(group, move):  # a captive's gear is where the captive is (ruling 17)
        if holder and group.member(holder).status == "captured":
            raise RuleError("{name} is held captive.", name=group.member(holder).name)
    match move:
        case MoveItem(item_id, to):
            return group.move(item_id, to)
        case Attach(item_id, gun_id):
            group, item = group.take(item_id)
            holder, gun = group.holder_of(gun_id)
            problem = attach_problem(item, gun, catalogue)
            if problem:
                raise RuleError(problem)
            return _swap(group, holder, replace(gun, attached=(*gun.attached, item)))
        case Detach(item_id, gun_id):
            holder, gun = group.holder_of(gun_id)
            loose = next((a for a in gun.attached if a.id == item_id), None)
            if loose is None:
                raise RuleError("That is no longer on this weapon.")
            rest = tuple(a for a in gun.attached if a.id != item_id)
            return _swap(group, holder, replace(gun, attached=rest)).give(loose, holder)
        case Convert(kit_id, gun_id):
            group, kit = group.take(kit_id)
            holder, gun = group.holder_of(gun_id)
            made = converted(gun, kit, catalogue)
            group = _swap(group, holder, made)
            for loose in gun.attached:
                if loose not in made.attached:
                    group = group.give(loose, holder)
            return group


def _touched(group: Group, move: GearMove) -> tuple[str, ...]:
    """Return the ids of the holders a move takes from or gives to, '' for the stash."""
    match move:
        case MoveItem(item, to):
            return to, group.holder_of(item)[0]
        case Attach(item, gun) | Convert(item, gun):
            return group.holder_of(item)[0], group.holder_of(gun)[0]
        case Detach(gun=gun):
            return (group.holder_of(gun)[0],)


def _swap(group: Group, holder: str, item: Item) -> Group:
    """Return the group with an item in place of the one with the same id."""
    if holder == "":
        return replace(group, stash=tuple(item if i.id == item.id else i for i in group.stash))
    return group.change_member(
        holder, lambda m: replace(m, gear=tuple(item if i.id == item.id else i for i in m.gear))
    )


def apply_moves(group: Group, moves: Sequence[GearMove], catalogue: Catalogue) -> Group:
    """Return the group after several moves, in order; RuleError if one isn't possible."""
    for move in moves:
        group = apply_move(group, move, catalogue)
    return group


def move_in_words(group: Group, move: GearMove, catalogue: Catalogue) -> str:
    """Say a move, as 'Knife: Mo → stash'; `group` is the group before it."""

    def name(holder: str) -> str:
        return group.member(holder).name if holder else _("stash")

    match move:
        case MoveItem(item_id, to):
            giver, item = group.holder_of(item_id)
            return titled(item_name(item, catalogue), f"{name(giver)} → {name(to)}")
        case Attach(item_id, gun_id):
            return _(
                "{item} attached to {gun}",
                item=item_name(group.holder_of(item_id)[1], catalogue),
                gun=item_name(group.holder_of(gun_id)[1], catalogue),
            )
        case Detach(item_id, gun_id):
            gun = group.holder_of(gun_id)[1]
            loose = next((a for a in gun.attached if a.id == item_id), gun)
            return _(
                "{item} taken off {gun}",
                item=item_name(loose, catalogue),
                gun=catalogue.gear(gun.key).name,
            )
        case Convert(gun=gun_id):
            gun = group.holder_of(gun_id)[1]
            return _("Mod-Kit used on {gun}", gun=item_name(gun, catalogue))


def check_moves(group: Group, moves: Sequence[GearMove], catalogue: Catalogue) -> Checked:
    """Return why moves can't be made, and as warnings the rules of carrying they break. Newcomers keep
    their gear until after the next Encounter (p. 93, ruling 23)."""
    after = group
    try:
        for move in moves:
            for holder in _touched(after, move):
                if holder and after.member(holder).newcomer:
                    raise RuleError(
                        "{name} is new and keeps their starting gear for now.",
                        name=after.member(holder).name,
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


class ArrangeGear(Arrange[tuple[GearMove, ...]]):
    """The moves of gear between members and stash, in their order (p. 93)."""

    form = tuple[GearMove, ...]
    malformed = N_("That isn't a list of moves.")
    group: Group = field(compare=False, repr=False)
    catalogue: Catalogue = field(compare=False, repr=False)

    def check(self, value: tuple[GearMove, ...]) -> Checked:
        """Return why moves can't be made, and the rules of carrying they break."""
        return check_moves(self.group, value, self.catalogue)


def swap_gear(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Move gear freely between members and stash, after supplies and before Jobs (p. 93)."""
    moves: tuple[GearMove, ...] = yield ArrangeGear(
        "gear/moves",
        _("Move gear between members and the stash."),
        page=93,
        initial=(),
        group=group,
        catalogue=context.catalogue,
    )
    for move in moves:
        text = move_in_words(group, move, context.catalogue)
        group = apply_move(group, move, context.catalogue)
        yield Tell("gear", text)
    if not moves:
        yield tell("gear", "No gear changes hands.")
    return group
