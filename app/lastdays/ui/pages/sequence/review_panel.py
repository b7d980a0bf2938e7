"""The end of a sequence: the group before and after, and the button that makes it so."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.group_diff import Difference, compare
from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import button, column, label, said
from lastdays.ui.widgets.views import ChoiceTable


def difference_in_words(found: Difference) -> str:
    """Return 'Mo, Zombies: 1 → 2'."""
    return _("{whose}, {what}: {before} → {after}").format(
        whose=found.whose,
        what=found.what,
        before=found.before or "—",
        after=found.after or "—",
    )


class ReviewPanel(QWidget):
    """What the sequence changes. Signals: it is to be finished; the group is to be looked at."""

    finish_wanted = Signal()
    group_wanted = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setProperty("kind", "plain")
        self.model = TableModel((_("Whose"), _("What"), _("Before"), _("After")))
        self.table = ChoiceTable(
            self.model, _("Before and after"), stretch=3, least_rows=8, wrap=True
        )
        self.finish_button = button(
            _("F&inish and update the group"), self.finish_wanted.emit, "first"
        )
        self.finished_label = label("", "well", wrap=True)
        self.open_group = button(_("Open the group"), self.group_wanted.emit)
        self.setLayout(
            column(
                label(_("Before → after"), "heading"),
                self.table,
                said(self.finished_label, self.open_group, self.finish_button),
            )
        )

    def show_sequence(self, view: SequenceView) -> None:
        """Show a sequence that has nothing left to ask."""
        theme = self.services.theme
        self.model.colours = {
            "harm": theme.colour("harm_text"),
            "well": theme.colour("well_text"),
        }
        differences = compare(view.before, view.after or view.before, self.services.catalogue)
        self.model.set_rows(
            [
                TableRow(
                    str(n),
                    (d.whose, d.what, d.before or "—", d.after or "—"),
                    difference_in_words(d),
                    d.kind,
                )
                for n, d in enumerate(differences)
            ]
        )
        blocked = view.base_changed or view.rules_changed or bool(view.stuck)
        self.finish_button.setVisible(not view.finished and not view.stuck)
        self.finish_button.setEnabled(not blocked)
        self.finished_label.setText(
            _("Finished. Undo on the group's page opens it again.")
            if view.finished
            else view.stuck or _("Nothing is changed until you finish.")
        )
        restyle(self.finished_label, kind="harm" if view.stuck else "well")

    def take_focus(self) -> None:
        """Put the keyboard on what ends the sequence."""
        (self.open_group if self.finish_button.isHidden() else self.finish_button).setFocus()
