"""What is done with the chosen member, whichever part of the page it was asked on."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _
from lastdays.model.group import Member
from lastdays.ui.forms.gear_menus import GearMenus
from lastdays.ui.navigation import LifeRoute
from lastdays.ui.pages.group.gear_actions import GearActions
from lastdays.ui.pages.group.group_pictures import look_at_picture
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import picture_name
from lastdays.ui.widgets.more import empty
from lastdays.ui.widgets.pictures import read_portrait


class MemberActions(QObject):
    """Edited, portrayed, copied, dismissed: `edit_wanted` asks for the form, `copied` tells the id
    of a copy."""

    edit_wanted = Signal()
    copied = Signal(str)

    def __init__(self, services: Services, gear: GearActions) -> None:
        super().__init__()
        self.services = services
        self.gear = gear
        self.menus = GearMenus(services.catalogue)
        self._view: GroupView | None = None
        self.member: Member | None = None

    def show_member(self, view: GroupView, member: Member | None) -> None:
        """Handle this member from here on."""
        self._view, self.member = view, member

    def fill(self, menu: QMenu, parent: QWidget) -> None:
        """Put all that can be done with the member into a menu."""
        empty(menu)
        view, member = self._view, self.member
        if view is None or member is None:
            return

        def entry(into: QMenu, text: str, act: object, *, enabled: bool = True) -> None:
            assert callable(act)
            action = into.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _on=False: act())

        entry(menu, _("Edit…"), self.edit_wanted.emit)
        life = LifeRoute(view.group.id, member.id)
        entry(menu, _("Read their life"), partial(self.services.go.emit, life))
        portrait = menu.addMenu(_("Portrait"))
        look = partial(self.look, parent)
        entry(portrait, _("Look at it"), look, enabled=bool(member.portrait))
        entry(portrait, _("Choose a picture…"), partial(self.choose_portrait, parent))
        entry(
            portrait,
            _("Remove the picture"),
            partial(self.portray, member.id, None),
            enabled=bool(member.portrait),
        )
        if member.status in ("active", "captured"):
            if view.group.founding:
                buy = menu.addMenu(_("Buy gear"))
                self.menus.catalogue_menu(buy, partial(self.gear.buy, member.id), for_sale=True)
            add = menu.addMenu(_("Add gear by hand"))
            self.menus.catalogue_menu(add, partial(self.gear.add, member.id))
        leads = self.services.catalogue.character(member.type).leader
        entry(menu, self.copy_name(), self.copy, enabled=not leads)
        menu.addSeparator()
        if member.status == "captured":
            self.fill_rescue(menu.addMenu(_("Decline the rescue")))
        if member.status == "active":
            entry(menu, self.dismiss_name(), self.dismiss)

    def look(self, parent: QWidget) -> None:
        """Show the member's portrait large, with the others of the group to turn to."""
        if self._view is not None and self.member is not None:
            look_at_picture(self.services, parent, self._view.group, self.member.id)

    def copy_name(self) -> str:
        """Return what it is called to have the member once more."""
        founding = self._view is not None and self._view.group.founding
        return _("Recruit one more like this") if founding else _("Copy this member")

    def copy(self) -> None:
        """Have the member once more; while the group is created, recruited and paid for."""
        if self._view is not None and self.member is not None:
            group, key = self._view.group.id, self.member.id
            made = self.services.do(lambda: self.services.rosters.copy_member(group, key))
            if made is not None:
                self.copied.emit(made)

    def dismiss_name(self) -> str:
        """Return what it is called to take a member out of the group."""
        founding = self._view is not None and self._view.group.founding
        return _("Take back for the full cost") if founding else _("Dismiss")

    def dismiss(self) -> None:
        """Have the member leave; while founding, take them back for what they cost."""
        if self._view is not None and self.member is not None:
            group, key = self._view.group.id, self.member.id
            self.services.done(lambda: self.services.groups.dismiss(group, key))

    def fill_rescue(self, menu: QMenu) -> None:
        """Put into a menu what becomes of a captive's gear if the Rescue isn't played."""
        empty(menu)
        view, member = self._view, self.member
        if view is None or member is None:
            return
        loot = self.services.ask(lambda: self.services.groups.loot(view.group.id, member.id))
        takes = menu.addAction(_("The captors take the gear"))
        takes.setEnabled(bool(loot))
        takes.triggered.connect(lambda _on=False: self._decline(True))
        menu.addAction(_("The gear is lost")).triggered.connect(
            lambda _on=False: self._decline(False)
        )

    def _decline(self, takes: bool) -> None:
        if self._view is not None and self.member is not None:
            group, key = self._view.group.id, self.member.id
            self.services.done(
                lambda: self.services.groups.decline_rescue(group, key, captor_takes_gear=takes)
            )

    def choose_portrait(self, parent: QWidget) -> None:
        """Ask for a picture and make it the member's portrait."""
        file = picture_name(parent, _("Portrait"))
        if file is not None and self.member is not None:
            self.portray(self.member.id, file)

    def portray(self, member: str, file: Path | None) -> None:
        """Give a member a picture from a file, or take it away."""
        group = self.gear.group_id

        def change() -> None:
            picture = read_portrait(file) if file is not None else None
            self.services.groups.set_portrait(group, member, picture)

        self.services.done(change)
