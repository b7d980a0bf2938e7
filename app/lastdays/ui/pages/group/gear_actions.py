"""What is done with gear on a group's page, whichever part of the page it was asked on."""

from __future__ import annotations

from lastdays.campaign.workspace import GroupView
from lastdays.language import _
from lastdays.postgame.gear_moves import GearMove, MoveItem
from lastdays.ui.pages.group.warnings import DecisionPanel
from lastdays.ui.services import Services


class GearActions:
    """Gear moved, bought, given back, put in and taken out by hand, in the group that is shown."""

    def __init__(self, services: Services, decision: DecisionPanel) -> None:
        self.services = services
        self.decision = decision
        self._view: GroupView | None = None
        self.group_id = ""

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
