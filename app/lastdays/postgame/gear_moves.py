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
    _check_holders(group, move)
    match move:
        case MoveItem(item_id, to):
            return group.move(item_id, to)
        case Attach(item_id, gun_id):
            return _attached(group, item_id, gun_id, catalogue)
        case Detach(item_id, gun_id):
            return _detached(group, item_id, gun_id)
        case Convert(kit_id, gun_id):
            return _converted(group, kit_id, gun_id, catalogue)


def _check_holders(group: Group, move: GearMove) -> None:
    """Raise RuleError if gear would go to nobody, or from or to a captive: their gear is where they are
    (ruling 17)."""
    if isinstance(move, MoveItem) and not _may_hold(group, move.to):
        raise RuleError("Gear can go to a member or to the stash only.")
    for holder in _touched(group, move):
        if holder and group.member(holder).status == "captured":
            raise RuleError("{name} is held captive.", name=group.member(holder).name)


def _may_hold(group: Group, holder: str) -> bool:
    """Return whether gear can go to a holder: a member of the roster, or the stash."""
    return not holder or any(member.id == holder for member in group.roster)


def _attached(group: Group, item_id: str, gun_id: str, catalogue: Catalogue) -> Group:
    """Return the group with a sight or silencer on a gun."""
    group, item = group.take(item_id)
    holder, gun = group.holder_of(gun_id)
    problem = attach_problem(item, gun, catalogue)
    if problem:
        raise RuleError(problem)
    return _swap(group, holder, replace(gun, attached=(*gun.attached, item)))


def _detached(group: Group, item_id: str, gun_id: str) -> Group:
    """Return the group with a sight or silencer taken off a gun, beside it."""
    holder, gun = group.holder_of(gun_id)
    loose = _attachment(gun, item_id)
    if loose is None:
        raise RuleError("That is no longer on this weapon.")
    rest = tuple(attached for attached in gun.attached if attached.id != item_id)
    return _swap(group, holder, replace(gun, attached=rest)).give(loose, holder)


def _attachment(gun: Item, item_id: str) -> Item | None:
    """Return what is attached to a gun by its id, None if it isn't there."""
    for attached in gun.attached:
        if attached.id == item_id:
            return attached
    return None


def _converted(group: Group, kit_id: str, gun_id: str, catalogue: Catalogue) -> Group:
    """Return the group with a gun converted; what no longer fits on it lies beside it."""
    group, kit = group.take(kit_id)
    holder, gun = group.holder_of(gun_id)
    modified = converted(gun, kit, catalogue)
    group = _swap(group, holder, modified)
    for loose in gun.attached:
        if loose not in modified.attached:
            group = group.give(loose, holder)
    return group


def _touched(group: Group, move: GearMove) -> tuple[str, ...]:
    """Return the ids of the holders a move takes from or gives to, '' for the stash."""
    match move:
        case MoveItem(item, to):
            return to, _holder(group, item)
        case Attach(item, gun) | Convert(item, gun):
            return _holder(group, item), _holder(group, gun)
        case Detach(gun=gun):
            return (_holder(group, gun),)


def _holder(group: Group, item_id: str) -> str:
    """Return the id of who holds a piece of gear, '' for the stash."""
    holder, _item = group.holder_of(item_id)
    return holder


def _swap(group: Group, holder: str, item: Item) -> Group:
    """Return the group with an item in place of the one with the same id."""
    if holder == "":
        return replace(group, stash=_swapped(group.stash, item))
    member = group.member(holder)
    return group.with_member(replace(member, gear=_swapped(member.gear, item)))


def _swapped(gear: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """Return gear with an item in place of the one with the same id."""
    items = []
    for old in gear:
        if old.id == item.id:
            items.append(item)
        else:
            items.append(old)
    return tuple(items)


def apply_moves(group: Group, moves: Sequence[GearMove], catalogue: Catalogue) -> Group:
    """Return the group after several moves, in order; RuleError if one isn't possible."""
    for move in moves:
        group = apply_move(group, move, catalogue)
    return group


def move_in_words(group: Group, move: GearMove, catalogue: Catalogue) -> str:
    """Say a move, as 'Knife: Mo → stash'; `group` is the group before it."""

    def holder_name(holder: str) -> str:
        return group.member(holder).name if holder else _("stash")

    def name(item_id: str) -> str:
        _holder, item = group.holder_of(item_id)
        return item_name(item, catalogue)

    match move:
        case MoveItem(item_id, to):
            giver = _holder(group, item_id)
            return titled(name(item_id), f"{holder_name(giver)} → {holder_name(to)}")
        case Attach(item_id, gun_id):
            return _("{item} attached to {gun}", item=name(item_id), gun=name(gun_id))
        case Detach(item_id, gun_id):
            _gun_holder, gun = group.holder_of(gun_id)
            loose = _attachment(gun, item_id)
            return _(
                "{item} taken off {gun}",
                item=item_name(loose or gun, catalogue),
                gun=catalogue.gear(gun.key).name,
            )
        case Convert(gun=gun_id):
            return _("Mod-Kit used on {gun}", gun=name(gun_id))


def check_moves(group: Group, moves: Sequence[GearMove], catalogue: Catalogue) -> Checked:
    """Return why moves can't be made, and as warnings the rules of carrying they break. Newcomers keep
    their gear until after the next Encounter (p. 93, ruling 23)."""
    after = group
    try:
        for move in moves:
            _check_newcomers(after, move)
            after = apply_move(after, move, catalogue)
    except RuleError as error:
        return Checked((str(error),))
    is_trained = has_trained_leader(after, catalogue)
    warnings = []
    for member in after.active:
        for violation in gear_violations(member, catalogue, trained_leader=is_trained):
            warnings.append(violation.text)
    return Checked(warnings=tuple(warnings))


def _check_newcomers(group: Group, move: GearMove) -> None:
    """Raise RuleError if a newcomer's gear would change."""
    for holder in _touched(group, move):
        if holder and group.member(holder).newcomer:
            raise RuleError(
                "{name} is new and keeps their starting gear for now.",
                name=group.member(holder).name,
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
