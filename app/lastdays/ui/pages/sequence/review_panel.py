"""The end of a sequence: the group before and after, and the button that makes it so."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Signal
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from lastdays.campaign.group_diff import Difference, compare
from lastdays.campaign.post_game_sequences import SequenceView
from lastdays.language import _
from lastdays.model.group import Group
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.parts import allow, button, column, label, row
from lastdays.ui.widgets.views import ChoiceTable

Index = QModelIndex | QPersistentModelIndex
#: So many cells are known by their size at once.
MEASURED = 2000


def difference_in_words(found: Difference) -> str:
    """Return 'Mo, Zombies: 1 → 2'."""
    return _("{whose}, {what}: {before} → {after}").format(
        whose=found.whose,
        what=found.what,
        before=found.before or "—",
        after=found.after or "—",
    )


class _ChangeDelegate(QStyledItemDelegate):
    """Paints a change: whose it is once, what was there before dimmed, what is there now coloured."""

    def __init__(self, theme: Theme, model: TableModel) -> None:
        super().__init__()
        self.theme = theme
        self.model = model
        #: How large cells are that have been measured, by all that this hangs on.
        self._sizes: dict[tuple[object, ...], QSize] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a cell; many say the same, and a table asks for it over and over."""
        bold = index.column() in (0, 3)
        text = self._text(index)
        wide, look = option.rect.width(), (self.theme.percent, self.theme.body, self.theme.sheet)
        known = (text, bold, wide, option.font.key(), look)
        if known not in self._sizes:
            if len(self._sizes) > MEASURED:
                self._sizes.clear()
            self._sizes[known] = super().sizeHint(option, index)
        return QSize(self._sizes[known])

    def _text(self, index: Index) -> str:
        """Return what a cell says: whose a change is only in the first of several rows."""
        row, rows = index.row(), self.model.rows
        text = rows[row].cells[index.column()]
        if index.column() == 0 and row and rows[row - 1].cells[0] == text:
            return ""
        return text

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        token = "text"
        match index.column():
            case 0:
                option.font.setWeight(QFont.Weight.DemiBold)
                option.text = self._text(index)
            case 1 | 2:
                token = "faint_text"
            case 3:
                kind = self.model.kind_at(index.row())
                token = {"harm": "harm_text", "well": "well_text"}.get(kind, "text")
                option.font.setWeight(QFont.Weight.DemiBold)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, self.theme.colour(token))


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
        self.model = TableModel((_("Whose"), _("What"), _("Before"), _("After")))
        self.table = ChoiceTable(
            self.model, _("Before and after"), stretch=3, least_rows=8, wrap=True
        )
        self.table.setItemDelegate(_ChangeDelegate(services.theme, self.model))
        self.table.setAlternatingRowColors(False)
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
        self.model.set_rows(
            [
                TableRow(
                    str(n),
                    (d.whose, d.what, d.before or "—", d.after or "—"),
                    difference_in_words(d),
                    d.kind,
                )
                for n, d in enumerate(compare(before, after, catalogue))
            ]
        )

    def beyond(self) -> int:
        """Return how much higher than it asks for it is with all that changes in sight."""
        return self.table.beyond()

    def take_focus(self) -> None:
        """Put the keyboard on what ends the sequence."""
        can_finish = not self.finish_button.isHidden() and self.finish_button.isEnabled()
        (self.finish_button if can_finish else self.open_group).setFocus()
