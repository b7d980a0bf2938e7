"""What can be done with a piece of gear, as menus: for the group page and the gear step."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from lastdays.language import _
from lastdays.model.carrying import attach_problem
from lastdays.model.group import Group, Item
from lastdays.model.profile import item_name
from lastdays.postgame.gear_moves import Convert, GearMove, Mount, Unmount
from lastdays.rulebook import Catalogue, Firearm, class_name
from lastdays.ui.widgets.more import empty
from lastdays.ui.widgets.parts import typed


class GearMenus:
    """The menus of what can be done with a piece of gear."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def holders(self, group: Group, item_id: str) -> list[tuple[str, str]]:
        """Return who else could hold an item: ids and names, '' for the stash."""
        holder_id = group.holder_of(item_id)[0]
        found = [("", _("Stash"))] if holder_id else []
        found += [(m.id, m.name) for m in group.active if m.id != holder_id]
        return found

    def fittings(self, group: Group, item: Item) -> list[tuple[GearMove, str]]:
        """Return the moves that put an item onto a gun, or take what is on it off."""
        moves: list[tuple[GearMove, str]] = []
        entry = self.catalogue.equipment.get(item.key)
        owners = [("", _("stash"), group.stash)]
        owners += [(m.id, m.name, m.gear) for m in group.active]
        for _owner, name, gear in owners:
            for gun in gear:
                label_text = f"{item_name(gun, self.catalogue)} ({name})"
                if entry and entry.converts and gun.key in entry.converts and not gun.modified:
                    into = self.catalogue.gear(entry.converts[gun.key]).name
                    moves.append(
                        (
                            Convert(item.id, gun.id),
                            _("Convert {gun} into a {into}").format(gun=label_text, into=into),
                        )
                    )
                elif entry and entry.mounts and not attach_problem(item, gun, self.catalogue):
                    moves.append(
                        (
                            Mount(item.id, gun.id),
                            _("Mount on {gun}").format(gun=label_text),
                        )
                    )
        moves += [
            (
                Unmount(a.id, item.id),
                _("Take {item} off").format(item=item_name(a, self.catalogue)),
            )
            for a in item.attached
        ]
        return moves

    def catalogue_menu(self, menu: QMenu, take: object, *, for_sale: bool = False) -> None:
        """Fill a menu with all gear; `take` is called with the key."""
        assert callable(take)
        empty(menu)
        groups: dict[str, QMenu] = {}
        for gear in self.catalogue.for_sale() if for_sale else self.catalogue.all_gear():
            if isinstance(gear, Firearm):
                kind = class_name(gear.firearm_class)
            elif gear.key in self.catalogue.close_combat:
                kind = _("Close combat")
            else:
                kind = _("Equipment")
            where = groups.get(kind)
            if where is None:
                where = groups[kind] = menu.addMenu(kind)
            text = typed(gear.name)
            if for_sale:
                text = _("{name}: {cost} points").format(name=text, cost=gear.cost)
            action = where.addAction(text)
            action.triggered.connect(lambda _on=False, key=gear.key: take(key))
