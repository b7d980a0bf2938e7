"""What is done with gear on a group's page, whichever part of the page it was asked on."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from lastdays.campaign.workspace import GroupView
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.group import Group
from lastdays.postgame.gear_moves import GearMove, MoveItem
from lastdays.ui.forms.gear_menus import GearMenus
from lastdays.ui.pages.group.warnings import DecisionPanel
from lastdays.ui.services import Services
from lastdays.ui.widgets.more import empty
from lastdays.ui.widgets.parts import typed


class GearActions:
    """Gear moved, bought, given back, put in and taken out by hand, in the group that is shown."""

    def __init__(self, services: Services, decision: DecisionPanel) -> None:
        self.services = services
        self.decision = decision
        self._view: GroupView | None = None
        self.group_id = ""
        self.menus = GearMenus(services.catalogue)

    def show_group(self, view: GroupView) -> None:
        """Handle the gear of this group from here on."""
        self._view, self.group_id = view, view.group.id

    def move(self, move: GearMove) -> None:
        """Move, fit or convert a piece of gear; say where a newcomer cannot use it yet."""
        self.services.done(lambda: self.services.gear.move(self.group_id, move))
        self._newcomer_note(move)

    def move_to(self, item_id: str, holder_id: str) -> None:
        """Move a piece of gear to a member, or to the stash ("")."""
        self.move(MoveItem(item_id, holder_id))

    def _newcomer_note(self, move: GearMove) -> None:
        if not isinstance(move, MoveItem) or not move.to:
            return
        view, to = self._view, move.to
        if view is not None and view.group.has_member(to) and view.group.member(to).newcomer:
            self.services.said.emit(
                _(
                    "{name} is new: starting gear stays as it is until after the next Encounter."
                ).format(name=view.group.member(to).name),
                "",
            )

    def buy(self, member: str, key: str) -> None:
        """Buy gear for a member; ask first where that breaks a rule."""
        view = self._view
        if view is None:
            return
        found = self.services.gear.buy_violations(view.group, member, key)
        if found:
            self.decision.ask(
                " ".join(v.text for v in found),
                lambda: self.services.done(
                    lambda: self.services.gear.buy(self.group_id, member, key, allowed=True)
                ),
            )
            return
        self.services.done(lambda: self.services.gear.buy(self.group_id, member, key))

    def give_back(self, item_id: str) -> None:
        """Give back what was bought while founding."""
        self.services.done(lambda: self.services.gear.give_back(self.group_id, item_id))

    def add(self, member: str, key: str) -> None:
        """Add gear by hand, for a member or into the stash ("")."""
        self.services.done(lambda: self.services.gear.add_gear(self.group_id, member, key))

    def remove(self, item_id: str) -> None:
        """Remove gear by hand."""
        self.services.done(lambda: self.services.gear.remove_gear(self.group_id, item_id))

    # Menus

    def can_move(self, group: Group, item_id: str) -> bool:
        """Return whether a piece of gear is the group's to move: not what someone left with."""
        try:
            return bool(item_id and group.holder_of(item_id))
        except LastDaysError:
            return False

    def can_attach(self, group: Group, item_id: str) -> bool:
        """Return whether a piece of gear can go onto a gun, or something on it be taken off."""
        if not self.can_move(group, item_id):
            return False
        return bool(self.menus.fittings(group, group.holder_of(item_id)[1]))

    def fill_moves(self, menu: QMenu, item_id: str) -> None:
        """Put those who could have a piece of gear into a menu."""
        empty(menu)
        if self._view is None or not self.can_move(self._view.group, item_id):
            return
        for holder, name in self.menus.holders(self._view.group, item_id):
            action = menu.addAction(typed(name))
            action.triggered.connect(lambda _on=False, h=holder: self.move_to(item_id, h))

    def fill_attach(self, menu: QMenu, item_id: str) -> None:
        """Put the guns a piece of gear goes onto into a menu, and what can be taken off it."""
        empty(menu)
        if self._view is None or not self.can_move(self._view.group, item_id):
            return
        group = self._view.group
        for move, text in self.menus.fittings(group, group.holder_of(item_id)[1]):
            action = menu.addAction(typed(text))
            action.triggered.connect(lambda _on=False, m=move: self.move(m))

    def fill_by_hand(self, menu: QMenu, holder: str, item_id: str) -> None:
        """Put all gear there is into a menu, to be added by hand, and that the chosen is removed."""
        self.menus.catalogue_menu(menu, partial(self.add, holder))
        menu.addSeparator()
        remove = menu.addAction(_("Remove the chosen gear"))
        view = self._view
        remove.setEnabled(view is not None and self.can_move(view.group, item_id))
        remove.triggered.connect(lambda _on=False: self.remove(item_id))

    def fill(self, menu: QMenu, item_id: str) -> None:
        """Put all that can be done with a piece of gear into a menu."""
        empty(menu)
        view = self._view
        if view is None or not self.can_move(view.group, item_id):
            return
        self.fill_moves(menu.addMenu(_("Move to")), item_id)
        if self.can_attach(view.group, item_id):
            self.fill_attach(menu.addMenu(_("Attach")), item_id)
        menu.addSeparator()
        if view.group.founding:
            back = menu.addAction(_("Give back for its cost"))
            back.triggered.connect(lambda _on=False: self.give_back(item_id))
        remove = menu.addAction(_("Remove by hand"))
        remove.triggered.connect(lambda _on=False: self.remove(item_id))
