"""The Refuge in full: its slots and beds, what is lost with it, and what each other one would be."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from lastdays.campaign.workspace import GroupView
from lastdays.language import _, ngettext
from lastdays.model.group import Group
from lastdays.model.recruiting import empty_spaces, max_size
from lastdays.model.refuge_move import RefugeMove, refuge_moves
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.pages.refuge_rows import loss_rows
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chance_table import BookTable, chance_table, show_book
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.parts import Turning, button, column, label, panel, row
from lastdays.ui.widgets.table import TALL, Table

#: A bed at 100 %: its side, and the gap after it.
BED, GAP = 30, 4


class Beds(QWidget):
    """A bed for each member a Refuge holds: taken, empty, and those that are missing in red."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.taken, self.beds = 0, 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.updateGeometry)

    def show_beds(self, names: tuple[str, ...], beds: int) -> None:
        """Show who sleeps in how many beds."""
        self.taken, self.beds = len(names), beds
        said = _("{n} members in {beds} beds").format(n=self.taken, beds=beds)
        self.setAccessibleName(said)
        self.setToolTip(plain("\n".join((said, ", ".join(names)))))
        self.updateGeometry()
        self.update()

    def _across(self, width: int) -> int:
        return max(1, width // self.theme.px(BED + GAP))

    def heightForWidth(self, width: int) -> int:
        rows = -(-max(self.taken, self.beds, 1) // self._across(width))
        return rows * self.theme.px(BED + GAP)

    def sizeHint(self) -> QSize:
        wide = self.theme.px(12 * (BED + GAP))
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(6 * (BED + GAP)), self.theme.px(BED + GAP))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, side = self.theme, self.theme.px(BED)
        pitch, across = self.theme.px(BED + GAP), self._across(self.width())
        drawing = pictograms.token("bed")
        with QPainter(self) as painter:
            for n in range(max(self.taken, self.beds)):
                at = QRect(n % across * pitch, n // across * pitch, side, side)
                token = "harm_text" if n >= self.beds else "accent_text"
                if n >= self.taken:
                    token = "line"
                painter.drawPixmap(at.topLeft(), theme.pixmap(drawing, token, BED))


class RefugeOutlook(QWidget):
    """An inner page of a group. `closed` says that it is left."""

    closed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        theme, self.catalogue = services.theme, services.catalogue
        self.title = label("", "question")
        self.facts = label("", "faint")
        self.back_button = button(_("&Back to the group"), self.closed.emit)
        self.beds = Beds(theme)
        self.fallen, self.left = chance_table(theme), chance_table(theme)
        self.model = RowModel(
            (_("Refuge"), _("Beds"), _("Stay behind"), _("Empty Spaces"), _("Built in"))
        )
        self.others = Table(
            self.model, _("Other Refuges"), theme, stretch=4, heights=TALL, least_rows=3
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
        outer = column(head, losses, where, self.others, spacing=8)
        outer.setStretch(3, 1)
        self.setLayout(outer)

    def _loss(self, title: str, table: Table) -> QWidget:
        made = panel(row(label(title, "heading"), label(_("p.\u00a096"), "faint"), 1), table)
        inside = made.layout()
        assert isinstance(inside, QVBoxLayout)
        inside.addStretch(1)
        return made

    def show_group(self, view: GroupView) -> None:
        """Show the Refuge of a group."""
        group, catalogue = view.group, self.catalogue
        refuge = catalogue.refuges[group.refuge.key]
        self.title.setText(refuge.name)
        beds, spaces = max_size(group, catalogue), max(0, empty_spaces(group, catalogue))
        free = ngettext("{n} Empty Space left", "{n} Empty Spaces left", spaces).format(n=spaces)
        taken = _("{n} members in {beds} beds").format(n=len(group.roster), beds=beds)
        self.facts.setText(_("{taken} · {free}").format(taken=taken, free=free))
        self.beds.show_beds(tuple(m.name for m in group.roster), beds)
        for table, title, overrun in (
            (self.fallen, _("If it is overrun"), True),
            (self.left, _("If you leave it"), False),
        ):
            rows = loss_rows(group, catalogue, overrun=overrun)
            show_book(table, BookTable(title, rows, 96, two_lines=True), {})
        self._fit()
        self.model.set_rows(
            [_move_row(move, group, catalogue) for move in refuge_moves(group, catalogue)]
        )

    def _fit(self) -> None:
        """Give both tables the height of all their rows."""
        for table in (self.fallen, self.left):
            table.setFixedHeight(table.wanted())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def take_focus(self) -> None:
        """Put the keyboard on the way back."""
        self.back_button.setFocus(Qt.FocusReason.OtherFocusReason)


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
        staying = Cell(
            str(move.staying), "figure", token="harm_text", hint=hint.format(n=move.staying)
        )
    return Row(
        move.refuge,
        (
            Cell(refuge.name, "title", drawing=refuge.drawing),
            Cell(_("{n}/{most}").format(n=min(count, move.beds), most=move.beds), "figure"),
            staying,
            Cell(str(move.spaces), "figure"),
            Cell(perks, "words"),
        ),
        entry=refuge.name,
    )
