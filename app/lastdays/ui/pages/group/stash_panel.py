"""The stash of a group: its gear, and where it can go."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QMenu

from lastdays.campaign.workspace import GroupView
from lastdays.language import _
from lastdays.ui.forms.gear_menus import GearMenus
from lastdays.ui.models.items import ItemsModel, item_rows
from lastdays.ui.pages.group.gear_actions import GearActions
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import Flow, button, column, label, typed
from lastdays.ui.widgets.views import ItemsView


class StashPanel(QFrame):
    """The gear nobody carries, to be dragged, moved to a member, fitted, or set by hand."""

    def __init__(self, services: Services, actions: GearActions) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.catalogue = services.catalogue
        self.menus = GearMenus(self.catalogue)
        self.gear_actions = actions
        self._view: GroupView | None = None
        self.model = ItemsModel()
        self.items = ItemsView(self.model, _("Stash"))
        self.model.dropped.connect(self._dropped)
        self.items.selectionModel().currentChanged.connect(lambda *_a: self._enable())
        hint = label(_("drag ⇄, or choose and move"), "faint")
        self.move_button = button(_("Move to…"), hint=_("Move the chosen gear of the stash"))
        self.fit_button = button(_("Fi&t…"))
        self.add_button = button(_("By ha&nd…"))
        for made in (self.move_button, self.fit_button, self.add_button):
            menu = QMenu(made)
            made.setMenu(menu)
            menu.aboutToShow.connect(self._fill_menus)
        self.move_button.setAccessibleName(_("Move gear of the stash to…"))
        self.fit_button.setAccessibleName(_("Fit gear of the stash…"))
        self.add_button.setAccessibleName(_("Stash, by hand…"))
        buttons = Flow(self.move_button, self.fit_button, self.add_button, spacing=4)
        heading = label(_("Stash"), "heading")
        self.setLayout(column(heading, self.items, buttons, hint, spacing=6, margin=10))

    def show_group(self, view: GroupView) -> None:
        """Show the stash of a group; keep what is chosen while it is there."""
        self._view = view
        kept = self.items.current_id()
        self.model.set_rows(item_rows(view.group.stash, self.catalogue))
        again = self.model.row_of(kept)
        if again >= 0:
            self.items.setCurrentIndex(self.model.index(again, 0))
        self._enable()

    def _dropped(self, item_id: str) -> None:
        self.gear_actions.move_to(item_id, "")

    def _enable(self) -> None:
        chosen = self.items.current_id()
        self.move_button.setEnabled(bool(chosen))
        fit = False
        if chosen and self._view is not None:
            item = self._view.group.holder_of(chosen)[1]
            fit = bool(self.menus.fittings(self._view.group, item))
        self.fit_button.setEnabled(fit)

    def _fill_menus(self) -> None:
        if self._view is None:
            return
        group, actions = self._view.group, self.gear_actions
        item_id = self.items.current_id()
        move_menu, fit_menu = self.move_button.menu(), self.fit_button.menu()
        move_menu.clear()
        fit_menu.clear()
        if item_id:
            for holder_id, name in self.menus.holders(group, item_id):
                action = move_menu.addAction(typed(name))
                action.triggered.connect(lambda _on=False, h=holder_id: actions.move_to(item_id, h))
            for move, text in self.menus.fittings(group, group.holder_of(item_id)[1]):
                action = fit_menu.addAction(typed(text))
                action.triggered.connect(lambda _on=False, m=move: actions.move(m))
        by_hand = self.add_button.menu()
        self.menus.catalogue_menu(by_hand, lambda key: actions.add("", key))
        by_hand.addSeparator()
        remove = by_hand.addAction(_("Remove the chosen gear"))
        remove.setEnabled(bool(item_id))
        remove.triggered.connect(lambda _on=False: actions.remove(item_id))
