"""The card of an entry: its pictogram, numbers, what it does, who can have it, odds, links."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLayout, QSizePolicy, QWidget

from lastdays.language import _
from lastdays.ui.models.book import BookEntry, BookFact, Links, TableResult, source_of
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import explain, explain_rows
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    button,
    clear,
    column,
    holder,
    label,
    row,
    typed,
)
from lastdays.ui.widgets.pictogram import Pictogram
from lastdays.ui.widgets.table import Table

#: So many numbers stand side by side.
ABREAST = 10


class EntryPanel(QFrame):
    """Shows one entry; `linked` carries the name of another that was asked for."""

    linked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.services, self.theme = services, services.theme
        theme = services.theme
        self.entry: BookEntry | None = None
        self.drawing = Pictogram(theme, "", token="accent", size=56)
        self.title = OneLine("question")
        self.where = OneLine("faint")
        self.body = column(spacing=14)
        top = row(self.drawing, column(self.title, self.where, spacing=0), spacing=16)
        top.setStretch(1, 1)
        self.outcomes: Table | None = None
        self.setLayout(column(top, self.body, 1, spacing=14, margin=16))

    def minimumSizeHint(self) -> QSize:
        """Ask for the height of the text at the width there is, not at the least."""
        hint, layout = super().minimumSizeHint(), self.layout()
        if layout is not None and layout.hasHeightForWidth():
            hint.setHeight(layout.totalHeightForWidth(max(hint.width(), self.width())))
        return hint

    def show_entry(self, entry: BookEntry | None) -> None:
        """Show an entry; None leaves the card empty."""
        self.entry = entry
        self.outcomes = None
        clear(self.body)
        if entry is None:
            self.drawing.show_drawing("")
            self.title.setText("")
            self.where.setText("")
            return
        self.drawing.show_drawing(entry.drawing, entry.chapter, "accent")
        self.title.setText(entry.title)
        self.where.setText(self._source(entry))
        for table in entry.facts:
            self.body.addLayout(self._facts(table))
        if entry.lines:
            self.body.addLayout(column(*(label(text, wrap=True) for text in entry.lines)))
        if entry.outcomes:
            self.body.addWidget(self._odds(entry))
        for links in entry.links:
            self.body.addWidget(self._links(links))

    def _source(self, entry: BookEntry) -> str:
        """Return the chapter, the page, and the content pack if it comes from one."""
        parts = [entry.chapter, source_of(entry)]
        if entry.also:
            parts.append(_("also called {names}").format(names=", ".join(entry.also)))
        return " · ".join(filter(None, parts))

    def _facts(self, table: Sequence[Sequence[BookFact]]) -> QLayout:
        """Return numbers as a table: headings once, each row of figures below."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(0)
        for line, facts in enumerate(table):
            for n, fact in enumerate(facts):
                band, at = divmod(n, ABREAST)
                if line == 0:
                    heading = label(fact.heading, "small")
                    heading.setToolTip(plain(fact.name))
                    grid.addWidget(heading, band * 2, at)
                figure = label(fact.text, "figure")
                figure.setToolTip(plain(fact.name or fact.heading))
                grid.addWidget(figure, band * 2 + 1 + line, at)
        grid.setColumnStretch(ABREAST, 1)
        return grid

    def _odds(self, entry: BookEntry) -> Table:
        """Return what can be rolled, each with a bar as long as it is likely."""
        model = RowModel((entry.dice, _("Result"), _("Chance")))
        most = max(outcome.chance for outcome in entry.outcomes)
        table = Table(
            model,
            _("Results of {name}").format(name=entry.name),
            self.theme,
            stretch=1,
            least_rows=len(entry.outcomes),
            fits=True,
        )
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        model.set_rows([self._outcome(o, float(o.chance / most)) for o in entry.outcomes])
        table.taken.connect(lambda key, _column: self.linked.emit(key.partition("/")[2]))
        explain_rows(table, self.services)
        self.outcomes = table
        return table

    def _outcome(self, outcome: TableResult, share: float) -> Row:
        return Row(
            f"{outcome.rolled}/{outcome.entry}",
            (
                Cell(outcome.rolled, "figure"),
                Cell(outcome.text, "link" if outcome.entry else "words"),
                Cell(outcome.odds, "bar", share=share),
            ),
            entry=outcome.entry,
        )

    def _links(self, links: Links) -> QWidget:
        buttons = []
        for text, name in links.targets:
            made = button(typed(text), partial(self.linked.emit, name))
            made.setAccessibleName(_("{heading}: {name}").format(heading=links.heading, name=text))
            explain(made, name, self.services)
            buttons.append(made)
        return holder(column(label(links.heading, "small"), Flow(*buttons), spacing=4))
