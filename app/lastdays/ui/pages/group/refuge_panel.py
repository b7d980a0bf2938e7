"""The Refuge of a group: its Perks, its Empty Spaces, what it gives to the next Encounter."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu, QSpacerItem

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext
from lastdays.model.group import BuiltPerk
from lastdays.model.worked import given
from lastdays.ui.models.slots import Slot, SlotsModel, slots
from lastdays.ui.navigation import AftermathRoute, RulebookRoute, SequenceRoute
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import explain, explain_rows
from lastdays.ui.widgets.more import empty
from lastdays.ui.widgets.parts import OneLine, button, column, label, row, typed
from lastdays.ui.widgets.slots_view import SlotsView

#: As high as a button, in pixels at 100 %.
HEAD = 36


class RefugePanel(QFrame):
    """A slot for each Perk that is built in or was built, and for each Empty Space.

    `outlook_wanted` asks for the Refuge in full: what is lost with it, and where one could go.
    """

    outlook_wanted = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.services = services
        self.catalogue = services.catalogue
        self._view: GroupView | None = None
        self.model = SlotsModel()
        self.perks = SlotsView(self.model, services.theme)
        explain_rows(self.perks, services)
        self.perks.pressed_slot.connect(self._pressed)
        self.perks.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.perks.customContextMenuRequested.connect(self._open_menu)
        self.menu = QMenu(self.perks)
        self.title = OneLine("heading")
        self.next_encounter = label("", "well", wrap=True)
        self.outlook_button = button(_("If it's lost…"), self.outlook_wanted.emit, "quiet")
        self.outlook_button.setToolTip(
            plain(_("Beds, what is lost with this Refuge, and where the group could go"))
        )
        head = row(self.title, self.outlook_button)
        head.setStretch(0, 1)
        self._height = QSpacerItem(0, 0)
        head.addItem(self._height)
        self._head = head
        services.theme.changed.connect(self._fit_head)
        self._fit_head()
        layout = column(head, self.perks, self.next_encounter, spacing=1)
        layout.setContentsMargins(12, 8, 10, 8)
        self.setLayout(layout)

    def _fit_head(self) -> None:
        """Have the name stand as high as those of the panels beside it, which have buttons."""
        self._height.changeSize(0, self.services.theme.px(HEAD))
        self._head.invalidate()

    def show_group(self, view: GroupView) -> None:
        """Show the Refuge of a group."""
        self._view = view
        refuge = self.catalogue.refuges[view.group.refuge.key].name
        self.title.setText(refuge)
        explain(self.title, refuge, self.services)
        self.model.set_slots(slots(view.group, self.catalogue))
        said = self._given(view)
        self.next_encounter.setText("\n".join(said))
        self.next_encounter.setVisible(bool(said))

    def _given(self, view: GroupView) -> list[str]:
        """Say what worked Perks gave for the coming Encounter."""
        worked, said = given(view.group, self.catalogue), []
        if again := worked.ammo_rerolls:
            said.append(
                ngettext(
                    "Next Encounter: {n} failed Ammo Roll may be rolled again",
                    "Next Encounter: {n} failed Ammo Rolls may be rolled again",
                    again,
                ).format(n=again)
            )
        if by := worked.encounter_shift:
            said.append(
                ngettext(
                    "Next Encounter roll: may be shifted by one",
                    "Next Encounter roll: may be shifted by up to {n}",
                    by,
                ).format(n=by)
            )
        return said

    # What is done with a slot

    def _pressed(self, slot: object) -> None:
        if isinstance(slot, Slot):
            self._open_menu(self.perks.visualRect(self.perks.currentIndex()).bottomLeft())

    def _open_menu(self, at: QPoint) -> None:
        self.fill_menu(self.perks.slot())
        if not self.menu.isEmpty():
            self.menu.popup(self.perks.viewport().mapToGlobal(at))

    def fill_menu(self, slot: Slot | None) -> None:
        """Put what can be done with a slot into its menu."""
        empty(self.menu)
        view = self._view
        if slot is None or view is None:
            return
        if not slot.key:
            begun = view.next.sequence
            route = SequenceRoute(begun) if begun else AftermathRoute()
            self._entry(_("Build as a Job after a game"), partial(self.services.go.emit, route))
            by_hand = self.menu.addMenu(_("Build by hand"))
            for perk in self.catalogue.perks.values():
                action = by_hand.addAction(typed(perk.name))
                action.setToolTip(plain(perk.summary))
                action.triggered.connect(lambda _on=False, key=perk.key: self._build(key))
            return
        self._entry(
            _("Look it up in the rulebook"),
            partial(self.services.go.emit, RulebookRoute(slot.name)),
        )
        if slot.built:
            text = _("Remove {perk} by hand").format(perk=slot.name)
            self._entry(text, partial(self._remove, slot.built))

    def _entry(self, text: str, act: object) -> None:
        assert callable(act)
        self.menu.addAction(typed(text)).triggered.connect(lambda _on=False: act())

    def _build(self, key: str) -> None:
        if self._view is not None:
            self._set((*self._view.group.refuge.built, BuiltPerk("", key)))

    def _remove(self, built: str) -> None:
        if self._view is not None:
            self._set(tuple(p for p in self._view.group.refuge.built if p.id != built))

    def _set(self, built: tuple[BuiltPerk, ...]) -> None:
        assert self._view is not None
        group, groups = self._view.group, self.services.groups
        wanted = replace(group, refuge=replace(group.refuge, built=built))
        self.services.done(lambda: groups.set_by_hand(wanted))
