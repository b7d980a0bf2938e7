"""What remains of the points a group is founded with, and the limits of founding."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, number
from lastdays.model.recruiting import limits_in_words
from lastdays.rulebook.catalogue import Catalogue
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import button, label, said


def may_recruit(view: GroupView, catalogue: Catalogue) -> bool:
    """Return whether the points that are left would pay for another member."""
    cheapest = min(kind.cost for kind in catalogue.characters.values())
    return view.group.points >= cheapest


class FoundingPanel(QFrame):
    """Seen while a group is founded, with the button that ends it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._group_id = ""
        self.setProperty("kind", "panel")
        self.text = label("", "warn", wrap=True)
        self.play_button = button(_("&Start playing"), self._end, "first")
        self.setLayout(said(self.text, self.play_button, margin=8))

    def show_group(self, view: GroupView) -> None:
        """Show what a group being founded has left to spend; hide for any other."""
        group, catalogue = view.group, self.services.catalogue
        self._group_id = group.id
        self.setVisible(group.founding)
        if group.founding:
            self.text.setText(
                _("Founding: {points} of {all} points remain · {limits}").format(
                    points=number(group.points),
                    all=catalogue.number("founding", "points"),
                    limits=limits_in_words(group, catalogue, view.campaign.switches),
                )
            )

            restyle(self.play_button, kind="" if may_recruit(view, catalogue) else "first")

    def _end(self) -> None:
        self.services.done(lambda: self.services.groups.end_founding(self._group_id))
