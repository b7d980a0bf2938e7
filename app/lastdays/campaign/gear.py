"""Actions on a group's gear: buying, giving back, moving, adding and removing by hand."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign.workspace import Actions
from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.model.carrying import Violation, gear_violations, rarity_violations
from lastdays.model.changes import (
    GearAdded,
    GearAttached,
    GearBought,
    GearDetached,
    GearGivenBack,
    GearMoved,
    GearRemoved,
    GunConverted,
    KnownChange,
)
from lastdays.model.group import Group, Item
from lastdays.model.profile import item_name
from lastdays.model.recruiting import cost_violations, has_trained_leader
from lastdays.postgame.gear_moves import Attach, Convert, Detach, GearMove, MoveItem, apply_move


class GroupGearActions(Actions):
    """Actions on a group's gear, each a named change that can be undone."""

    # While a group is created

    def buy_violations(self, group: Group, member: str, key: str) -> list[Violation]:
        """List the violations of buying a piece of gear for a member while the group is created."""
        gear = self.catalogue.gear(key)
        trained = has_trained_leader(group, self.catalogue)
        violations = rarity_violations(
            group, (key,), self.catalogue, trained_leader=trained, buyer=member
        )
        buyer = group.member(member)
        armed = replace(buyer, gear=(*buyer.gear, Item("new", key)))
        violations += gear_violations(armed, self.catalogue, trained_leader=trained)
        violations += cost_violations(gear.name, gear.cost or 0, group.points)
        if not group.founding:
            text = _("Gear can be bought only when someone is recruited.")
            violations.append(Violation("buy-later", text, 29))
        return violations

    def buy(self, group: str, member: str, key: str, *, allowed: bool = False) -> None:
        """Buy a piece of gear for a member; RuleError for violations unless `allowed`."""
        gear = self.catalogue.gear(key)
        item = Item(self.workspace.new_id(), key)
        cost = gear.cost or 0

        def describe_change(g: Group) -> GearBought:
            return GearBought(gear.name, g.member(member).name)

        def with_gear_bought(g: Group) -> Group:
            violations = self.buy_violations(g, member, key)
            if violations and not allowed:
                raise RuleError(" ".join(violation.text for violation in violations))
            return replace(g.give(item, member), points=g.points - cost)

        self.workspace.change_group(group, describe_change, with_gear_bought)

    def give_back(self, group: str, item_id: str) -> None:
        """Give a bought piece of gear back for its cost; RuleError unless the group is being founded."""
        value = self.workspace.group(group).group
        holder, item = value.holder_of(item_id)
        if not value.founding:
            raise RuleError(
                "Gear can be given back for points only while the group is being created."
            )
        refund = 0
        if not item.by_hand:
            refund = self.catalogue.gear(item.key).cost or 0
        change = GearGivenBack(item_name(item, self.catalogue), _name_of(holder, value))

        def without_item(g: Group) -> Group:
            group_without, _item = g.take(item_id)
            return replace(group_without, points=g.points + refund)

        self.workspace.change_group(group, change, without_item)

    # Any time

    def move(self, group: str, move: GearMove) -> None:
        """Move gear between members and stash, attach or detach it, or use a Mod-Kit."""
        value = self.workspace.group(group).group
        self.workspace.change_group(
            group, self._moved(value, move), lambda g: apply_move(g, move, self.catalogue)
        )

    def _moved(self, group: Group, move: GearMove) -> KnownChange:
        """Return the change that a move of gear is."""
        match move:
            case MoveItem(item, to):
                return GearMoved(self._item_name(group, item), _name_of(to, group))
            case Attach(item, gun):
                return GearAttached(self._item_name(group, item), self._item_name(group, gun))
            case Detach(item, gun):
                _holder, bearer = group.holder_of(gun)
                loose = bearer
                for attached in bearer.attached:
                    if attached.id == item:
                        loose = attached
                gun_name = self.catalogue.gear(bearer.key).name
                return GearDetached(item_name(loose, self.catalogue), gun_name)
            case Convert(gun=gun):
                return GunConverted(self._item_name(group, gun))

    def _item_name(self, group: Group, item_id: str) -> str:
        _holder, item = group.holder_of(item_id)
        return item_name(item, self.catalogue)

    def add_gear(self, group: str, holder: str, key: str) -> None:
        """Add a piece of gear by hand to a member, or for '' to the stash."""
        value = self.workspace.group(group).group
        gear = self.catalogue.gear(key)
        item = Item(self.workspace.new_id(), key, by_hand=True)
        change = GearAdded(gear.name, _name_of(holder, value))
        self.workspace.change_group(group, change, lambda g: g.give(item, holder))

    def remove_gear(self, group: str, item_id: str) -> None:
        """Remove a piece of gear by hand."""
        name = self._item_name(self.workspace.group(group).group, item_id)

        def without_item(g: Group) -> Group:
            group_without, _item = g.take(item_id)
            return group_without

        self.workspace.change_group(group, GearRemoved(name), without_item)


def _name_of(holder: str, group: Group) -> str:
    """Return the name of who holds gear, for '' the stash."""
    if not holder:
        return _("stash")
    return group.member(holder).name
