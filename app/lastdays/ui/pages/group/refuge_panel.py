"""The Refuge of a group: its Perks, Empty Spaces and beds, and what it gives to the next
Encounter."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext
from lastdays.model.group import BuiltPerk, Group
from lastdays.model.recruiting import empty_spaces, max_size
from lastdays.model.refuge_move import RefugeMove, given, refuge_moves
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.models.rows import Cell, CellRole, Row, RowModel
from lastdays.ui.navigation import AftermathRoute, RulebookRoute, SequenceRoute
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.widgets.chances import BookTable, chance_table, show_book
from lastdays.ui.widgets.entry_card import explain, explain_rows
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    Panel,
    Pictogram,
    Plain,
    Turning,
    button,
    clear,
    column,
    empty,
    entry,
    holder,
    label,
    panel,
    row,
    row_menu,
    sentence,
    typed,
)
from lastdays.ui.widgets.slots_view import SlotsView, slots
from lastdays.ui.widgets.table import TALL, Table

#: As high as a button, in pixels at 100 %.
HEAD = 36


class RefugePanel(Panel):
    """A slot for each Perk that is built in or was built, and for each Empty Space.

    `outlook` shows the Refuge in full: what is lost with it, and where one could go.
    """

    _view: GroupView

    def __init__(self, services: Services, outlook: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        self.catalogue = services.catalogue
        self.model = RowModel(("",))
        self.perks = SlotsView(self.model, services.theme)
        explain_rows(self.perks, services)
        self.menu = row_menu(self.perks, self._fill_menu)
        self.perks.pressed_slot.connect(self._pressed)
        self.title = OneLine("heading")
        self.next_encounter = sentence("", "well")
        self.outlook_button = button(
            _("If it's lost…"),
            outlook,
            "quiet",
            _("Beds, what is lost with this Refuge, and where the group could go"),
        )
        self._head = holder(row((self.title, 1), self.outlook_button))
        services.theme.follow(self._fit_head)
        layout = column(
            self._head, self.perks, self.next_encounter, spacing=1, margin=(12, 8, 10, 8)
        )
        self.setLayout(layout)

    def _fit_head(self) -> None:
        """Have the name stand as high as those of the panels beside it, which have buttons."""
        self._head.setMinimumHeight(self.services.theme.px(HEAD))

    def show_group(self, view: GroupView) -> None:
        """Show the Refuge of a group."""
        self._view = view
        refuge = self.catalogue.refuges[view.group.refuge.key].name
        self.title.setText(refuge)
        explain(self.title, refuge, self.services)
        if (found := slots(view.group, self.catalogue)) != self.model.rows:
            self.model.set_rows(found)
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
                )
            )
        if by := worked.encounter_shift:
            said.append(
                ngettext(
                    "Next Encounter roll: may be shifted by one",
                    "Next Encounter roll: may be shifted by up to {n}",
                    by,
                )
            )
        return said

    # What is done with a slot

    def _pressed(self) -> None:
        at = self.perks.visualRect(self.perks.currentIndex()).bottomLeft()
        self.perks.customContextMenuRequested.emit(at)

    def _fill_menu(self, menu: QMenu) -> None:
        """Put what can be done with the slot that has the keyboard into its menu."""
        empty(menu)
        index = self.perks.currentIndex()
        if not index.isValid():
            return
        go, built = self.services.go, self._view.group.refuge.built
        key, perk = self.model.key_at(index.row()), index.data(CellRole).entry
        if not perk:
            begun = self._view.next.sequence
            route = SequenceRoute(begun) if begun else AftermathRoute()
            entry(menu, _("Build as a Job after a game"), partial(go, route))
            by_hand = menu.addMenu(_("Build by hand"))
            for kind in self.catalogue.perks.values():
                more = (*built, BuiltPerk("", kind.key))
                made = entry(by_hand, typed(kind.name), partial(self._set, more))
                made.setToolTip(plain(kind.summary))
            return
        entry(menu, _("Look it up in the rulebook"), partial(go, RulebookRoute(perk)))
        if key:
            rest = tuple(p for p in built if p.id != key)
            text = _("Remove {perk} by hand", perk=typed(perk))
            entry(menu, text, partial(self._set, rest))

    def _set(self, built: tuple[BuiltPerk, ...]) -> None:
        group = self._view.group
        wanted = replace(group, refuge=replace(group.refuge, built=built))
        self.services.done(self.services.groups.set_by_hand, wanted)


#: The side of a bed at 100 %, and the gap after it.
BED, GAP = 30, 4


class RefugeOutlook(Plain):
    """An inner page of a group."""

    def __init__(self, services: Services, back: Callable[[], object]) -> None:
        super().__init__()
        self.services = services
        theme, self.catalogue = services.theme, services.catalogue
        self.title = label("", "question")
        self.facts = label("", "faint")
        self.back_button = button(_("&Back to the group"), back)
        self._beds = Flow(spacing=GAP)
        #: A bed for each member the Refuge holds: taken, empty, and those that are missing in red.
        self.beds = holder(column(1, self._beds, 1))
        self.fallen, self.left = chance_table(theme), chance_table(theme)
        self.others = Table(
            (_("Refuge"), _("Beds"), _("Stay behind"), _("Empty Spaces"), _("Built in")),
            _("Other Refuges"),
            theme,
            stretch=4,
            heights=TALL,
        )
        explain_rows(self.others, services)
        head = Turning(
            theme,
            (self.title, 0),
            (self.beds, 1),
            (self.facts, 0),
            (self.back_button, 0),
            spacing=14,
        )
        theme.changed.connect(self._fit)
        losses = Turning(
            theme,
            (self._loss(_("If it is overrun"), self.fallen), 1),
            (self._loss(_("If you leave it"), self.left), 1),
        )
        where = label(_("Where the group could go"), "heading")
        self.setLayout(column(head, losses, where, (self.others, 1), spacing=8))

    def _loss(self, title: str, table: Table) -> QWidget:
        return panel(row(label(title, "heading"), label(_("p.\u00a096"), "faint"), 1), table, 1)

    def show_group(self, view: GroupView) -> None:
        """Show the Refuge of a group."""
        group, catalogue = view.group, self.catalogue
        refuge = catalogue.refuges[group.refuge.key]
        self.title.setText(refuge.name)
        beds, spaces = max_size(group, catalogue), max(0, empty_spaces(group, catalogue))
        free = ngettext("{n} Empty Space left", "{n} Empty Spaces left", spaces)
        taken = _("{n} members in {beds} beds", n=len(group.roster), beds=beds)
        self.facts.setText(_("{taken} · {free}", taken=taken, free=free))
        self._show_beds(group, beds)
        self.beds.setAccessibleName(taken)
        names = ", ".join(m.name for m in group.roster)
        self.beds.setToolTip(plain(f"{taken}\n{names}"))
        for table, title, overrun in (
            (self.fallen, _("If it is overrun"), True),
            (self.left, _("If you leave it"), False),
        ):
            rows = loss_rows(group, catalogue, overrun=overrun)
            show_book(table, BookTable(title, rows, 96, two_lines=True), {})
        self._fit()
        self.others.rows.set_rows(
            [_move_row(move, group, catalogue) for move in refuge_moves(group, catalogue)]
        )

    def _show_beds(self, group: Group, beds: int) -> None:
        clear(self._beds)
        taken = len(group.roster)
        for n in range(max(taken, beds)):
            token = "line" if n >= taken else "harm_text" if n >= beds else "accent_text"
            bed = Pictogram(self.services.theme, pictograms.token("bed"), "", token, BED)
            self._beds.addWidget(bed)

    def _fit(self) -> None:
        """Give both tables the height of all their rows."""
        for table in (self.fallen, self.left):
            table.setFixedHeight(table.wanted())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _move_row(move: RefugeMove, group: Group, catalogue: Catalogue) -> Row:
    """Return the row of a Refuge the group could move to."""
    refuge = catalogue.refuges[move.refuge]
    count = len(group.active)
    perks = ", ".join(catalogue.perks[key].name for key in move.built_in)
    staying = Cell("0", "figure", hint=_("Everybody fits"))
    if move.staying:
        hint = ngettext(
            "{n} dies if the group flees here, or leaves if it moves by choice",
            "{n} die if the group flees here, or leave if it moves by choice",
            move.staying,
        )
        staying = Cell(str(move.staying), "figure", token="harm_text", hint=hint)
    return Row(
        move.refuge,
        (
            Cell(refuge.name, "title", drawing=refuge.drawing),
            Cell(_("{n}/{most}", n=min(count, move.beds), most=move.beds), "figure"),
            staying,
            Cell(str(move.spaces), "figure"),
            Cell(perks, "words"),
        ),
        entry=refuge.name,
    )
