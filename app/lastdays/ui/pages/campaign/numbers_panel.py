"""The book's numbers, each beside its ruling: a campaign may play with others."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from lastdays.language import _
from lastdays.model.house_numbers import HouseNumber, house_numbers
from lastdays.rulebook import Catalogue
from lastdays.ui.plain import plain
from lastdays.ui.widgets.numbers import Number
from lastdays.ui.widgets.parts import button, column, holder, label


class _Line:
    """The controls of one number: what it is, whether it is a house rule, and the way back."""

    def __init__(self, number: HouseNumber) -> None:
        self.number = number
        self.ruling = label("", "small", wrap=True)
        self.field = Number()
        self.field.setRange(number.least, number.most)
        self.field.setSuffix(number.unit)
        self.field.setKeyboardTracking(False)
        self.field.setAccessibleName(number.name)
        self.badge: QLabel = label(_("House rule"), "warn")
        self.back: QPushButton = button(_("As in the book"), kind="quiet")
        self.back.setAccessibleName(_("{name}: as in the book").format(name=number.name))
        for part in (self.badge, self.back):  # they come and go, their room stays
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)

    def show(self, book: Catalogue, catalogue: Catalogue) -> None:
        """Show the number, and how it differs from the book's."""
        ruling = self.number.ruling(book)
        self.ruling.setText(ruling)
        self.field.setToolTip(plain(ruling))
        self.field.setAccessibleDescription(ruling)
        self.field.blockSignals(True)
        self.field.setValue(self.number.of(catalogue))
        self.field.blockSignals(False)
        differs = self.number.of(catalogue) != self.number.of(book)
        self.badge.setVisible(differs)
        self.back.setVisible(differs)


class NumbersPanel(QWidget):
    """A field for each number; `set_to` carries its key and value, `as_in_book` its key."""

    set_to = Signal(str, int)
    as_in_book = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.lines = {number.key: _Line(number) for number in house_numbers()}
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        heading, at = "", 0
        for key, line in self.lines.items():
            if line.number.heading != heading:
                heading = line.number.heading
                grid.addWidget(label(heading, "heading"), at, 0, 1, 4)
                at += 1
            name = label(line.number.name, "strong", wrap=True)
            name.setBuddy(line.field)
            words = column(name, line.ruling, spacing=0)
            grid.addWidget(holder(words), at, 0)
            # The fields end where the choices above them end.
            for place, part in enumerate((line.badge, line.back, line.field), start=1):
                grid.addWidget(part, at, place)
            line.field.valueChanged.connect(lambda value, k=key: self.set_to.emit(k, value))
            line.back.clicked.connect(lambda _on=False, k=key: self._reset(k))
            at += 1
        self.setLayout(grid)

    def _reset(self, key: str) -> None:
        self.lines[key].field.setFocus()  # the button is about to go
        self.as_in_book.emit(key)

    def show_numbers(self, book: Catalogue, catalogue: Catalogue) -> None:
        """Show what the campaign plays with, beside what the book says."""
        for line in self.lines.values():
            line.show(book, catalogue)
