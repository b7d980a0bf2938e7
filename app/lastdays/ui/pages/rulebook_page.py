"""The rulebook to look things up in: a searchable list, and the card of an entry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QLayout, QSizePolicy, QWidget

from lastdays.language import _, dotted
from lastdays.names import searchable
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.form import Search
from lastdays.ui.models.book import (
    BookEntry,
    BookFact,
    Links,
    TableResult,
    book,
    entry_named,
    source_of,
)
from lastdays.ui.models.rows import Cell, Row, RowModel, plain
from lastdays.ui.navigation import Route, RulebookRoute
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import explain, explain_rows
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    OneOf,
    Panel,
    Picker,
    Pictogram,
    Turning,
    allow,
    button,
    clear,
    column,
    grid,
    holder,
    keep_room,
    label,
    row,
    sentence,
    typed,
)
from lastdays.ui.widgets.room import Unfolding
from lastdays.ui.widgets.table import Table

#: So many numbers stand side by side.
ABREAST = 10


class EntryPanel(Panel):
    """One entry; `linked` carries the name of an entry that a link leads to."""

    linked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.theme = services.theme
        self.entry: BookEntry | None = None
        self.drawing = Pictogram(services.theme, "", token="accent", size=56)
        self.title = OneLine("question")
        self.where = OneLine("faint")
        self.body = column(spacing=14)
        top = row(self.drawing, (column(self.title, self.where, spacing=0), 1), spacing=16)
        self.outcomes: Table | None = None
        self.setLayout(column(top, self.body, 1, spacing=14, margin=16))

    def minimumSizeHint(self) -> QSize:
        """Return the height of the text at the current width, not at the least."""
        hint = super().minimumSizeHint()
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            hint.setHeight(layout.totalHeightForWidth(max(hint.width(), self.width())))
        return hint

    def show_entry(self, entry: BookEntry) -> None:
        self.entry = entry
        self.outcomes = None
        clear(self.body)
        self.drawing.show_drawing(entry.drawing, entry.chapter, "accent")
        self.title.setText(entry.title)
        self.where.setText(self._source(entry))
        for table in entry.facts:
            self.body.addLayout(self._facts(table))
        if entry.lines:
            self.body.addLayout(column(*(sentence(text, "") for text in entry.lines)))
        if entry.outcomes:
            self.body.addWidget(self._odds(entry))
        for links in entry.links:
            self.body.addWidget(self._links(links))

    def _source(self, entry: BookEntry) -> str:
        """Return the chapter, the page or content pack, and other names."""
        parts = [entry.chapter, source_of(entry)]
        if entry.also:
            parts.append(_("also called {names}", names=", ".join(entry.also)))
        return dotted(*parts)

    def _facts(self, table: Sequence[Sequence[BookFact]]) -> QLayout:
        """Return numbers as a table: headings, and a row of figures for each line."""
        laid = grid(0, 28)
        for line, facts in enumerate(table):
            for n, fact in enumerate(facts):
                band, at = divmod(n, ABREAST)
                if line == 0:
                    heading = label(fact.heading, "small")
                    heading.setToolTip(plain(fact.name))
                    laid.addWidget(heading, band * 2, at)
                figure = label(fact.text, "figure")
                figure.setToolTip(plain(fact.name or fact.heading))
                laid.addWidget(figure, band * 2 + 1 + line, at)
        laid.setColumnStretch(ABREAST, 1)
        return laid

    def _odds(self, entry: BookEntry) -> Table:
        """Return the possible results with a bar for each chance."""
        most = max(outcome.chance for outcome in entry.outcomes)
        table = Table(
            (entry.dice, _("Result"), _("Chance")),
            _("Results of {name}", name=entry.name),
            self.theme,
            stretch=1,
            least_rows=len(entry.outcomes),
            fits=True,
            taken=lambda key: self.linked.emit(key.partition("/")[2]),
        )
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        table.rows.set_rows([self._outcome(o, float(o.chance / most)) for o in entry.outcomes])
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
            made.setAccessibleName(_("{heading}: {name}", heading=links.heading, name=text))
            explain(made, name, self.services)
            buttons.append(made)
        return holder(column(label(links.heading, "small"), Flow(*buttons), spacing=4))


#: So many entries are in sight at least.
LEAST_ROWS = 4


def packs_in_words(catalogue: Catalogue) -> str:
    """Say which content packs are loaded, and which are refused."""
    packs = catalogue.packs
    refused = catalogue.refused_packs
    said = [_("Content packs: {names}", names=", ".join(packs))] if packs else []
    if refused:
        names = dict.fromkeys(fault.partition(":")[0] for fault in refused)
        said.append(_("Left out: {names}", names=", ".join(names)))
    return " · ".join(said)


def list_row(entry: BookEntry, n: int) -> Row:
    return Row(
        str(n),
        (
            Cell(entry.title, drawing=entry.drawing),
            Cell(entry.chapter, token="faint_text"),
            Cell(str(entry.page or entry.pack), token="faint_text"),
        ),
        entry=entry.name,
    )


class RulebookPage(Page):
    """A list of entries, filtered by chapter and words, and the card of one."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.entries = book(services.catalogue)
        self._words = [entry.searched for entry in self.entries]
        self._past: list[str] = []
        chapters = dict.fromkeys(entry.chapter for entry in self.entries)
        self.chapter = Picker(
            [(_("All chapters"), ""), *((chapter, chapter) for chapter in chapters)], _("Chapter")
        )
        self.chapter.currentIndexChanged.connect(self._filter)
        self.model = RowModel((_("Name"), _("Chapter"), _("Page")))
        self.table = Table(self.model, _("Rulebook"), services.theme, chosen=self._show)
        self.search = Search(_("Search the rulebook"), self.table, _("Search names and text"))
        self.search.textChanged.connect(self._filter)
        self.nothing = sentence()
        self.everywhere = button(_("Search &all chapters"), self._search_everywhere)
        self._none = holder(column(self.nothing, row(self.everywhere, 1), 1))
        self.found = OneOf(self.table, self._none)
        self.card = EntryPanel(services)
        self.card.linked.connect(self.open)
        self.back_button = button(_("‹ &Back to the previous entry"), self.back)
        left = column(row((self.search, 1), self.chapter), (self.found, 1))
        self.around = Unfolding(self.card, services.theme)
        keep_room(self.around)
        right = column((self.around, 1), row(self.back_button, 1))
        self.left = holder(left)
        body = Turning(services.theme, (self.left, 9), (holder(right), 14), spacing=12)
        back = back_button(services, _("Bac&k"))
        self.head = Head(_("Rulebook"), first=back, note=packs_in_words(services.catalogue))
        self.lay(body, wide=1600, top=10, foot=12)
        services.theme.reshaped.connect(self._fit)
        services.theme.follow(self._enlarge)
        self._filter()
        self._show_back()

    def show_route(self, route: RulebookRoute, campaign: str) -> Route | None:
        self.look_up(route.search)
        return route

    def look_up(self, search: str) -> None:
        """Search, an exact name first; '' keeps the current search."""
        if search:
            self.chapter.setCurrentIndex(0)
            self.search.setText(search)
            self._choose(search)

    def open(self, name: str) -> None:
        """Show an entry by name, and remember the current one."""
        if entry_named(name, self.services.catalogue) is None:
            return
        if self.card.entry is not None and self.card.entry.name != name:
            self._past.append(self.card.entry.name)
        self._go_to(name)

    def back(self) -> None:
        if self._past:
            self._go_to(self._past.pop())

    def _go_to(self, name: str) -> None:
        if not self._choose(name):
            self.chapter.setCurrentIndex(0)
            self.search.clear()
            self._choose(name)
        self._show_back()

    def _choose(self, name: str) -> bool:
        """Select an entry by name; return whether it is in the list."""
        keys = (row_.key for row_ in self.model.rows if row_.entry.casefold() == name.casefold())
        key = next(keys, "")
        self.table.choose(key)
        return bool(key)

    def _show_back(self) -> None:
        allow(self.back_button, bool(self._past), _("No entry was open before this one"))

    def _show(self, key: str) -> None:
        entry = self.entries[int(key)] if key else None
        self.around.setVisible(entry is not None)
        if entry is not None and entry is not self.card.entry:
            self.card.show_entry(entry)

    def _fit(self) -> None:
        """In a narrow window keep the list short, to leave the height to the entry."""
        narrow = self.services.theme.narrow
        least = max(1, min(LEAST_ROWS, len(self.model.rows))) if narrow else LEAST_ROWS
        if self.table.least_rows != least:
            self.table.least_rows = least
            self.table.updateGeometry()
        high = QSizePolicy.Policy.Maximum if narrow else QSizePolicy.Policy.Preferred
        self.left.setSizePolicy(QSizePolicy.Policy.Preferred, high)
        self._enlarge()

    def _enlarge(self) -> None:
        self.services.theme.enlarge_text(self.card)

    def find_here(self) -> None:
        self.search.begin()

    take_focus = find_here

    def _search_everywhere(self) -> None:
        self.chapter.setCurrentIndex(0)
        self.search.setFocus()

    def _filter(self) -> None:
        chapter = str(self.chapter.currentData())
        wanted = searchable(self.search.text()).split()
        found = [
            n
            for n, entry in enumerate(self.entries)
            if (not chapter or entry.chapter == chapter)
            and all(word in self._words[n] for word in wanted)
        ]
        # those with the words in their names come first
        found.sort(key=lambda n: not all(w in searchable(self.entries[n].name) for w in wanted))
        kept = self.table.current_key()
        self.model.set_rows([list_row(self.entries[n], n) for n in found])
        self._fit()
        if not found:
            text = self.search.text().strip()
            where = _("Nothing in the rulebook matches “{text}”.", text=text)
            if chapter:
                where = _("Nothing in “{chapter}” matches “{text}”.", chapter=chapter, text=text)
            self.nothing.setText(where)
            self.everywhere.setVisible(bool(chapter))
            self.found.show_part(self._none)
            self._show("")
            return
        self.found.show_part(self.table)
        self.table.choose(kept if self.model.row_of(kept) >= 0 and not wanted else str(found[0]))
