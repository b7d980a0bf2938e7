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
        who = group.member(member)
        gear = self.catalogue.gear(key)
        trained = has_trained_leader(group, self.catalogue)
        found = rarity_violations(
            group, (key,), self.catalogue, trained_leader=trained, buyer=member
        )
        armed = replace(who, gear=(*who.gear, Item("new", key)))
        found += gear_violations(armed, self.catalogue, trained_leader=trained)
        found.extend(cost_violations(gear.name, gear.cost or 0, group.points))
        if not group.founding:
            found.append(
                Violation("buy-later", _("Gear can be bought only when someone is recruited."), 29)
            )
        return found

    def buy(self, group: str, member: str, key: str, *, allowed: bool = False) -> None:
        """Buy a piece of gear for a member; RuleError for violations unless `allowed`."""
        gear = self.catalogue.gear(key)
        item = Item(self.workspace.new_id(), key)

        def pay(g: Group) -> Group:
            found = self.buy_violations(g, member, key)
            if found and not allowed:
                raise RuleError(" ".join(v.text for v in found))
            return replace(g.give(item, member), points=g.points - (gear.cost or 0))

        self.workspace.change_group(
            group, lambda g: GearBought(gear.name, g.member(member).name), pay
        )

    def give_back(self, group: str, item_id: str) -> None:
        """Give a bought piece of gear back for its cost; RuleError unless the group is being founded."""
        value = self.workspace.group(group).group
        holder, item = value.holder_of(item_id)
        if not value.founding:
            raise RuleError(
                "Gear can be given back for points only while the group is being created."
            )
        refund = 0 if item.by_hand else self.catalogue.gear(item.key).cost or 0
        self.workspace.change_group(
            group,
            GearGivenBack(
                item_name(item, self.catalogue),
                value.member(holder).name if holder else _("stash"),
            ),
            lambda g: replace(g.take(item_id)[0], points=g.points + refund),
        )

    # Any time

    def move(self, group: str, move: GearMove) -> None:
        """Move gear between members and stash, attach or detach it, or use a Mod-Kit."""
        value = self.workspace.group(group).group
        self.workspace.change_group(
            group, self._moved(value, move), lambda g: apply_move(g, move, self.catalogue)
        )

    def _moved(self, group: Group, move: GearMove) -> KnownChange:
        def name(item_id: str) -> str:
            return item_name(group.holder_of(item_id)[1], self.catalogue)

        match move:
            case MoveItem(item, to):
                return GearMoved(name(item), group.member(to).name if to else _("stash"))
            case Attach(item, gun):
                return GearAttached(name(item), name(gun))
            case Detach(item, gun):
                held = group.holder_of(gun)[1]
                loose = next((a for a in held.attached if a.id == item), held)
                return GearDetached(
                    item_name(loose, self.catalogue), self.catalogue.gear(held.key).name
                )
            case Convert(gun=gun):
                return GunConverted(name(gun))

    def add_gear(self, group: str, holder: str, key: str) -> None:
        """Add a piece of gear by hand to a member, or for '' to the stash."""
        value = self.workspace.group(group).group
        gear = self.catalogue.gear(key)
        to = value.member(holder).name if holder else _("stash")
        item = Item(self.workspace.new_id(), key, by_hand=True)
        self.workspace.change_group(group, GearAdded(gear.name, to), lambda g: g.give(item, holder))

    def remove_gear(self, group: str, item_id: str) -> None:
        """Remove a piece of gear by hand."""
        item = self.workspace.group(group).group.holder_of(item_id)[1]
        self.workspace.change_group(
            group,
            GearRemoved(item_name(item, self.catalogue)),
            lambda g: g.take(item_id)[0],
        )
