"""The stash of a group: its gear, and where it can go; the notes on the group."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QMenu

from lastdays.campaign.workspace import GroupView
from lastdays.language import _
from lastdays.ui.models.items import ITEM_TYPE, item_rows
from lastdays.ui.models.rows import RowModel
from lastdays.ui.pages.group.folded_notes import FoldedNotes
from lastdays.ui.pages.group.gear_actions import GearActions
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.more import MoreButton
from lastdays.ui.widgets.parts import Flow, OneLine, allow, button, column, row
from lastdays.ui.widgets.table import Table

#: A row of gear at 100 %, and one that says what the gear comes to.
LOW, HIGH = 30, 42


class StashPanel(QFrame):
    """The gear nobody carries, to be dragged, moved to a member, attached, or set by hand."""

    def __init__(self, services: Services, actions: GearActions) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.catalogue = services.catalogue
        self.gear_actions = actions
        self._view: GroupView | None = None
        self.model = RowModel(("",), carries=ITEM_TYPE, takes=ITEM_TYPE)
        self.items = Table(
            self.model,
            _("Stash"),
            services.theme,
            look="gear",
            heights=(LOW, LOW),
            nothing=_("Empty. Drag gear here, or select it and choose Move to…"),
        )
        self.items.setToolTip(_("Drag gear, or select it and choose Move to…"))
        explain_rows(self.items, services)
        self.model.dropped.connect(self._dropped)
        self.items.selectionModel().currentChanged.connect(lambda *_a: self._enable())
        self.items.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.items.customContextMenuRequested.connect(self._open_gear_menu)
        self.gear_menu = QMenu(self.items)
        self.gear_menu.aboutToShow.connect(self._fill_gear_menu)
        self.move_button = button(_("M&ove to…"), hint=_("Move the chosen gear of the stash"))
        move = QMenu(self.move_button)
        self.move_button.setMenu(move)
        move.aboutToShow.connect(self._fill_moves)
        self.move_button.setAccessibleName(_("Move gear of the stash to…"))
        self.more_button = MoreButton(_("More to do with the stash"))
        menu = self.more_button.menu()
        self.attach_menu = menu.addMenu(_("Attach"))
        self.hand_menu = menu.addMenu(_("By hand"))
        menu.aboutToShow.connect(self._fill_more)
        self.notes = FoldedNotes(_("Notes on the group"), services.theme)
        heading = OneLine("heading")
        heading.setText(_("Stash"))
        deeds = Flow(self.move_button, self.more_button, spacing=3, one_line=True)
        head = row(heading, deeds, spacing=6)
        head.setStretch(0, 1)
        layout = column(head, self.items, self.notes, spacing=6)
        layout.setContentsMargins(12, 8, 10, 8)
        self.setLayout(layout)

    def show_group(self, view: GroupView) -> None:
        """Show the stash of a group; keep what is chosen while it is there."""
        self._view = view
        kept = self.items.current_key()
        self.model.set_rows(item_rows(view.group.stash, self.catalogue))
        self.items.choose(kept)
        self.notes.show_text(view.group.notes, view.group.id)
        self._enable()

    def show_lines(self, shown: bool) -> None:
        """Say below each name what the gear comes to, or not."""
        self.items.make_rows(*((HIGH, HIGH) if shown else (LOW, LOW)))

    def _dropped(self, item_id: str) -> None:
        self.gear_actions.move_to(item_id, "")

    def _enable(self) -> None:
        chosen = bool(self.items.current_key())
        why = _("Select gear first") if self.model.rowCount() else _("The stash is empty")
        allow(self.move_button, chosen, why)

    def _fill_moves(self) -> None:
        self.gear_actions.fill_moves(self.move_button.menu(), self.items.current_key())

    def _fill_more(self) -> None:
        chosen, actions = self.items.current_key(), self.gear_actions
        actions.fill_attach(self.attach_menu, chosen)
        self.attach_menu.setEnabled(not self.attach_menu.isEmpty())
        actions.fill_by_hand(self.hand_menu, "", chosen)

    def _open_gear_menu(self, at: QPoint) -> None:
        if self.items.current_key():
            self.gear_menu.popup(self.items.viewport().mapToGlobal(at))

    def _fill_gear_menu(self) -> None:
        self.gear_actions.fill(self.gear_menu, self.items.current_key())
