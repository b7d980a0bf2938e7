"""The end of a sequence: the group before and after, and the button that makes it so."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.group_diff import Difference, compare
from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _
from lastdays.model.group import Group
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import allow, button, column, label, row
from lastdays.ui.widgets.table import Table


def difference_in_words(found: Difference) -> str:
    """Return 'Mo, Zombies: 1 → 2'."""
    return _("{whose}, {what}: {before} → {after}").format(
        whose=found.whose,
        what=found.what,
        before=found.before or "—",
        after=found.after or "—",
    )


def _change(n: int, found: Difference, whose: str) -> Row:
    """Return a change as a row: whose it is once, what was there before dimmed, what is there now
    coloured."""
    now = {"harm": "harm_text", "well": "well_text"}.get(found.kind, "text")
    cells = (
        Cell(whose, "strong", spoken=found.whose),
        Cell(found.what, "plain", token="faint_text"),
        Cell(found.before or "—", "plain", token="faint_text"),
        Cell(found.after or "—", "strong", token=now),
    )
    return Row(str(n), cells, difference_in_words(found))


class ReviewPanel(QWidget):
    """What the sequence changes. Signals: it is to be finished; the group is to be looked at.

    The button that finishes stands in the head of the page.
    """

    finish_wanted = Signal()
    group_wanted = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        #: What is listed: the group before, and after, by which rulebook.
        self._compared: tuple[Group, Group, str] | None = None
        self.setProperty("kind", "plain")
        self.model = RowModel((_("Whose"), _("What"), _("Before"), _("After")))
        self.table = Table(
            self.model,
            _("Before and after"),
            services.theme,
            stretch=3,
            look="plain",
            striped=False,
            least_rows=8,
            wrap=True,
        )
        self.finish_button = button(
            _("Finish and &update the group"), self.finish_wanted.emit, "first"
        )
        self.finished_label = label("", "well", wrap=True)
        self.open_group = button(_("&Open the group"), self.group_wanted.emit)
        head = row(label(_("Before → after"), "question"), self.finished_label, self.open_group)
        head.setStretch(1, 1)
        self.setLayout(column(head, self.table))

    def show_sequence(self, view: SequenceView) -> None:
        """Show a sequence that has nothing left to ask."""
        self._compare(view.before, view.after or view.before)
        blocked = view.base_changed or view.rules_changed or bool(view.stuck)
        self.finish_button.setVisible(not view.finished and not view.stuck)
        allow(
            self.finish_button,
            not blocked,
            _("Replay first: the group or the rules have changed since"),
        )
        self.finished_label.setText(
            _("Finished. Undo on the group's page opens it again.")
            if view.finished
            else view.stuck or _("Nothing is changed until you finish.")
        )
        restyle(self.finished_label, kind="harm" if view.stuck else "well")

    def _compare(self, before: Group, after: Group) -> None:
        """List what becomes of a group, where that is another than is listed."""
        catalogue = self.services.catalogue
        if self._compared == (before, after, catalogue.digest):
            return
        self._compared = (before, after, catalogue.digest)
        found = compare(before, after, catalogue)
        whose = ["", *(one.whose for one in found)]
        self.model.set_rows(
            [_change(n, d, "" if d.whose == whose[n] else d.whose) for n, d in enumerate(found)]
        )

    def beyond(self) -> int:
        """Return how much higher than it asks for it is with all that changes in sight."""
        return self.table.beyond()

    def take_focus(self) -> None:
        """Put the keyboard on what ends the sequence."""
        can_finish = not self.finish_button.isHidden() and self.finish_button.isEnabled()
        (self.finish_button if can_finish else self.open_group).setFocus()
