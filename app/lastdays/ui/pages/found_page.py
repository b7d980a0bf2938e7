"""The first steps of a new group: its name, its Leader, its Refuge (p. 16–20)."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from lastdays.language import _
from lastdays.rulebook import CHARACTERISTICS, keyword_name, skill_type_name
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import button, column, label, panel, row
from lastdays.ui.widgets.views import ChoiceTable


class FoundPage(Page):
    """Founds a group; members and gear follow on the group's own page."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        catalogue = services.catalogue
        self.name = QLineEdit()
        self.name.setPlaceholderText(_("Name of the group"))
        self.name.setAccessibleName(_("Name of the group"))
        self.leader_name = QLineEdit()
        self.leader_name.setPlaceholderText(_("Name of the Leader"))
        self.leader_name.setAccessibleName(_("Name of the Leader"))
        self.leaders_model = TableModel(
            (_("Leader"), _("Keyword"), _("Cost"), *CHARACTERISTICS), range(2, 11)
        )
        self.leaders = ChoiceTable(self.leaders_model, _("Leader types"))
        self.leaders_model.set_rows(
            [
                TableRow(
                    kind.key,
                    (
                        kind.name,
                        keyword_name(kind.keyword),
                        str(kind.cost),
                        *(str(kind.profile[key]) for key in CHARACTERISTICS),  # type: ignore[index]
                    ),
                )
                for kind in catalogue.leaders()
            ]
        )
        self.leader_note = label("", "faint", wrap=True)
        self.leaders.chosen.connect(self._leader_chosen)
        self.refuges_model = TableModel(
            (_("Refuge"), _("Members"), _("Empty Spaces"), _("Built-in Perks")), (1, 2)
        )
        self.refuges = ChoiceTable(self.refuges_model, _("Refuges"), stretch=3)
        self.refuges_model.set_rows(
            [
                TableRow(
                    refuge.key,
                    (
                        refuge.name,
                        str(refuge.max_size),
                        str(refuge.empty_spaces),
                        ", ".join(catalogue.perks[p].name for p in refuge.built_in),
                    ),
                    "\n".join(
                        f"{catalogue.perks[p].name}: {catalogue.perks[p].summary}"
                        for p in refuge.built_in
                    ),
                )
                for refuge in catalogue.refuges.values()
            ]
        )
        self.refuge_note = label("", "faint", wrap=True)
        self.refuges.chosen.connect(self._refuge_chosen)
        self.remaining = label("", "number")
        self.found_button = button(_("Create gro&up"), self._found, "first")
        for table in (self.leaders, self.refuges):
            table.taken.connect(lambda _key: self._found())
        self.name.returnPressed.connect(self.leaders.setFocus)
        steps = _("1 Leader   2 Refuge   then members and gear, {n} points in all").format(
            n=catalogue.number("founding", "points")
        )
        self.head = Head(_("A new group"), note=steps)
        self.setLayout(
            column(
                self.name,
                panel(
                    self.leaders, self.leader_note, self.leader_name, heading=_("1  Leader (p. 17)")
                ),
                panel(self.refuges, self.refuge_note, heading=_("2  Refuge (p. 20)")),
                row(
                    self.remaining,
                    1,
                    button(_("Cancel"), lambda: services.go.emit(CampaignRoute())),
                    self.found_button,
                ),
                margin=12,
            )
        )

    def start(self, campaign: str) -> None:
        """Begin anew."""
        self.campaign_id = campaign
        self.name.clear()
        self.leader_name.clear()
        self.leaders.choose(self.leaders_model.key_at(0))
        self.refuges.choose(self.refuges_model.key_at(0))
        self._leader_chosen(self.leaders.current_key())
        self._refuge_chosen(self.refuges.current_key())
        self.name.setFocus()

    def _leader_chosen(self, key: str) -> None:
        catalogue = self.services.catalogue
        kind = catalogue.character(key)
        skills = ", ".join(skill_type_name(t) for t in kind.skill_types)
        text = _("May learn: {skills}.").format(skills=skills)
        if kind.keyword == "trained":
            text += " " + _("The group uses only gear marked *, whose rarity is lifted.")
        self.leader_note.setText(text)
        points = catalogue.number("founding", "points")
        self.remaining.setText(
            _("{left} of {points} points remain").format(left=points - kind.cost, points=points)
        )

    def _refuge_chosen(self, key: str) -> None:
        catalogue = self.services.catalogue
        refuge = catalogue.refuges[key]
        self.refuge_note.setText(
            " ".join(
                f"{catalogue.perks[p].name}: {catalogue.perks[p].summary}" for p in refuge.built_in
            )
        )

    def _found(self) -> None:
        group = self.services.do(
            lambda: self.services.groups.found(
                self.campaign_id,
                self.name.text(),
                self.leaders.current_key(),
                self.leader_name.text(),
                self.refuges.current_key(),
            )
        )
        if group is None:
            self.name.setFocus()
            return
        self.services.go.emit(GroupRoute(group))
