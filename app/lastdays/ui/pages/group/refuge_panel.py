"""The Refuge of a group: its Perks, its Empty Spaces, what it gives to the next Encounter."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext
from lastdays.model.recruiting import empty_spaces
from lastdays.rulebook.known import PerkKey
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import column, label
from lastdays.ui.widgets.views import ChoiceTable


class RefugePanel(QFrame):
    """The Perks that are built in, those that were built, and the room for more."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.catalogue = services.catalogue
        self.model = TableModel((_("Perk"),))
        self.perks = ChoiceTable(self.model, _("Refuge"), least_rows=6, wrap=True)
        self.perks.horizontalHeader().hide()
        self.title = label("", "heading")
        self.next_encounter = label("", "well", wrap=True)
        self.setLayout(column(self.title, self.perks, self.next_encounter, spacing=6, margin=10))

    def show_group(self, view: GroupView) -> None:
        """Show the Refuge of a group."""
        group = view.group
        refuge = self.catalogue.refuges[group.refuge.key]
        self.title.setText(refuge.name)
        rows = []
        for n, key in enumerate(refuge.built_in):
            perk = self.catalogue.perks[key]
            text = _("▣ {perk} (built in)").format(perk=perk.name)
            rows.append(TableRow(f"built-in-{n}", (text,), f"{perk.name}: {perk.summary}"))
        for built in group.refuge.built:
            perk = self.catalogue.perks[built.key]
            rows.append(TableRow(built.id, (f"■ {perk.name}",), f"{perk.name}: {perk.summary}"))
        free = empty_spaces(group, self.catalogue)
        text = ngettext("▢ {n} Empty Space", "▢ {n} Empty Spaces", free).format(n=free)
        rows.append(TableRow("spaces", (text,), ""))
        self.model.set_rows(rows)
        given = []
        again = self.catalogue.ammo_rerolls
        if group.next_encounter.armoury:
            given.append(
                ngettext(
                    "Next Encounter: {n} failed Ammo Roll may be rolled again",
                    "Next Encounter: {n} failed Ammo Rolls may be rolled again",
                    again,
                ).format(n=again)
            )
        if group.next_encounter.radio:
            by = self.catalogue.perks[PerkKey.RADIO_ROOM].encounter_shift
            given.append(
                ngettext(
                    "Next Encounter roll: may be shifted by one",
                    "Next Encounter roll: may be shifted by up to {n}",
                    by,
                ).format(n=by)
            )
        self.next_encounter.setText("\n".join(given))
        self.next_encounter.setVisible(bool(given))
