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
from lastdays.ui.models.rows import Cell, Row, RowModel, plain_hint
from lastdays.ui.navigation import Route, RulebookRoute
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover, show_entry_on_hover
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    OneOf,
    Panel,
    Picker,
    Pictogram,
    RowOrColumn,
    button,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    grid,
    keep_room,
    label,
    row,
    sentence,
    wrap_layout,
)
from lastdays.ui.widgets.room import Unfolding
from lastdays.ui.widgets.table import Table, TableDesign

#: So many numbers stand side by side.
MOST_SIDE_BY_SIDE = 10
#: The width of an entry's drawing, at 100 %.
DRAWING = 56


class EntryPanel(Panel):
    """One entry; `linked` carries the name of an entry that a link leads to."""

    linked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.theme = services.theme
        self.entry: BookEntry | None = None
        self.drawing = Pictogram(services.theme, "", token="accent", size=DRAWING)
        self.title = OneLine("question")
        self.source = OneLine("faint")
        self.body = column(spacing=14)
        title_and_source = column(self.title, self.source, spacing=0)
        head = row(self.drawing, (title_and_source, 1), spacing=16)
        self.outcomes: Table | None = None
        self.setLayout(column(head, self.body, 1, spacing=14, margin=16))

    def minimumSizeHint(self) -> QSize:
        """Return the height of the text at the current width, not at the least."""
        hint = super().minimumSizeHint()
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            hint.setHeight(layout.totalHeightForWidth(max(hint.width(), self.width())))
        return hint

    def show_entry(self, entry: BookEntry) -> None:
        """Show another entry."""
        self.entry = entry
        self.outcomes = None
        clear_layout(self.body)
        self.drawing.show_drawing(entry.drawing, entry.chapter, "accent")
        self.title.setText(entry.title)
        self.source.setText(_source_in_words(entry))
        for facts in entry.facts:
            self.body.addLayout(_lay_out_facts(facts))
        if entry.lines:
            lines = [sentence(text, "") for text in entry.lines]
            self.body.addLayout(column(*lines))
        if entry.outcomes:
            self.outcomes = self._make_outcomes(entry)
            self.body.addWidget(self.outcomes)
        for links in entry.links:
            self.body.addWidget(self._make_links(links))

    def _make_outcomes(self, entry: BookEntry) -> Table:
        """Return the possible results with a bar for each chance, the longest for the likeliest."""
        table = Table(
            (entry.dice, _("Result"), _("Chance")),
            _("Results of {name}", name=entry.name),
            self.theme,
            TableDesign(stretched=1, least_rows=len(entry.outcomes), shows_all=True),
            row_activated=self._follow_outcome,
        )
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        most_chance = max(outcome.chance for outcome in entry.outcomes)
        rows = []
        for outcome in entry.outcomes:
            rows.append(_outcome_row(outcome, share=float(outcome.chance / most_chance)))
        table.rows.set_rows(rows)
        show_entries_of_rows_on_hover(table, self.services)
        return table

    def _follow_outcome(self, key: str) -> None:
        """Go to the entry that a result brings."""
        _rolled, _slash, entry_name = key.partition("/")
        self.linked.emit(entry_name)

    def _make_links(self, links: Links) -> QWidget:
        """Return a heading with a button for each entry below it."""
        buttons = []
        for text, name in links.targets:
            link_button = button(escape_ampersands(text), partial(self.linked.emit, name))
            spoken = _("{heading}: {name}", heading=links.heading, name=text)
            link_button.setAccessibleName(spoken)
            show_entry_on_hover(link_button, name, self.services)
            buttons.append(link_button)
        return wrap_layout(column(label(links.heading, "small"), Flow(*buttons), spacing=4))


def _source_in_words(entry: BookEntry) -> str:
    """Return the chapter, the page or content pack, and other names."""
    parts = [entry.chapter, source_of(entry)]
    if entry.also:
        parts.append(_("also called {names}", names=", ".join(entry.also)))
    return dotted(*parts)


def _lay_out_facts(lines: Sequence[Sequence[BookFact]]) -> QLayout:
    """Return numbers as a table: headings, and a row of figures for each line. What doesn't fit side by
    side goes below."""
    layout = grid(0, 28)
    for line, facts in enumerate(lines):
        for n, fact in enumerate(facts):
            band, at_column = divmod(n, MOST_SIDE_BY_SIDE)
            heading_row = band * 2
            if line == 0:
                heading = label(fact.heading, "small")
                heading.setToolTip(plain_hint(fact.name))
                layout.addWidget(heading, heading_row, at_column)
            figure = label(fact.text, "figure")
            figure.setToolTip(plain_hint(fact.name or fact.heading))
            layout.addWidget(figure, heading_row + 1 + line, at_column)
    layout.setColumnStretch(MOST_SIDE_BY_SIDE, 1)
    return layout


def _outcome_row(outcome: TableResult, share: float) -> Row:
    """Return a result as a row; `share` is the length of the bar for its chance, from 0 to 1."""
    cells = (
        Cell(outcome.rolled, "figure"),
        Cell(outcome.text, "link" if outcome.entry else "words"),
        Cell(outcome.odds, "bar", share=share),
    )
    return Row(f"{outcome.rolled}/{outcome.entry}", cells, entry=outcome.entry)


#: So many entries are in sight at least.
LEAST_ROWS = 4
#: The greatest width of the page, at 100 %.
PAGE_WIDTH = 1600


def packs_in_words(catalogue: Catalogue) -> str:
    """Say which content packs are loaded, and which are refused."""
    sentences = []
    if catalogue.packs:
        sentences.append(_("Content packs: {names}", names=", ".join(catalogue.packs)))
    if catalogue.refused_packs:
        names = dict.fromkeys(fault.partition(":")[0] for fault in catalogue.refused_packs)
        sentences.append(_("Left out: {names}", names=", ".join(names)))
    return " · ".join(sentences)


def list_row(entry: BookEntry, number: int) -> Row:
    """Return an entry as a row of the list; its key is its number."""
    cells = (
        Cell(entry.title, drawing=entry.drawing),
        Cell(entry.chapter, token="faint_text"),
        Cell(str(entry.page or entry.pack), token="faint_text"),
    )
    return Row(str(number), cells, entry=entry.name)


class RulebookPage(Page):
    """A list of entries, filtered by chapter and words, and the card of one."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.entries = book(services.catalogue)
        #: What is searched of each entry.
        self._texts = [entry.searched for entry in self.entries]
        #: The names of the entries that were open before, the latest last.
        self._names_before: list[str] = []
        self.search_side = self._make_search_side()
        self.card = EntryPanel(services)
        self.card.linked.connect(self.open)
        self.back_button = button(_("‹ &Back to the previous entry"), self.go_back)
        self.card_area = Unfolding(self.card, services.theme)
        keep_room(self.card_area)
        card_side = wrap_layout(column((self.card_area, 1), row(self.back_button, 1)))
        body = RowOrColumn(services.theme, (self.search_side, 9), (card_side, 14), spacing=12)
        leave_button = back_button(services, _("Bac&k"))
        packs = packs_in_words(services.catalogue)
        self.head = Head(_("Rulebook"), first=leave_button, note=packs)
        self.lay(body, wide=PAGE_WIDTH, top=10, foot=12)
        services.theme.reshaped.connect(self._fit_list_to_width)
        services.theme.call_now_and_on_change(self._enlarge_entry)
        self._list_matching_entries()
        self._allow_back()

    def _make_search_side(self) -> QWidget:
        """Return the search with the entries that it finds."""
        chapters = dict.fromkeys(entry.chapter for entry in self.entries)
        self.chapter = Picker(name=_("Chapter"))
        self.chapter.offer([(_("All chapters"), ""), *[(chapter, chapter) for chapter in chapters]])
        self.chapter.currentIndexChanged.connect(self._list_matching_entries)
        self.model = RowModel((_("Name"), _("Chapter"), _("Page")))
        self.table = Table(self.model, _("Rulebook"), self.services.theme, row_chosen=self._show)
        self.search = Search(_("Search the rulebook"), self.table, _("Search names and text"))
        self.search.textChanged.connect(self._list_matching_entries)
        self.nothing = sentence()
        self.everywhere_button = button(_("Search &all chapters"), self._search_everywhere)
        self._nothing_part = wrap_layout(column(self.nothing, row(self.everywhere_button, 1), 1))
        self.results = OneOf(self.table, self._nothing_part)
        return wrap_layout(column(row((self.search, 1), self.chapter), (self.results, 1)))

    def show_route(self, route: RulebookRoute, campaign: str) -> Route | None:
        self.look_up(route.search)
        return route

    def look_up(self, search: str) -> None:
        """Search, an exact name first; '' keeps the current search."""
        if search:
            self.chapter.setCurrentIndex(0)
            self.search.setText(search)
            self._choose_entry(search)

    def open(self, name: str) -> None:
        """Show an entry by name, and remember the current one."""
        if entry_named(name, self.services.catalogue) is None:
            return
        if self.card.entry is not None and self.card.entry.name != name:
            self._names_before.append(self.card.entry.name)
        self._go_to(name)

    def go_back(self) -> None:
        """Show the entry that was open before."""
        if self._names_before:
            self._go_to(self._names_before.pop())

    def _go_to(self, name: str) -> None:
        """Show an entry, with all entries in the list if it isn't among those found."""
        if not self._choose_entry(name):
            self.chapter.setCurrentIndex(0)
            self.search.clear()
            self._choose_entry(name)
        self._allow_back()

    def _choose_entry(self, name: str) -> bool:
        """Select an entry by name; return whether it is in the list."""
        for entry_row in self.model.rows:
            if entry_row.entry.casefold() == name.casefold():
                self.table.choose_row(entry_row.key)
                return True
        self.table.choose_row("")
        return False

    def _allow_back(self) -> None:
        has_any = bool(self._names_before)
        enable_or_explain(self.back_button, has_any, _("No entry was open before this one"))

    def _show(self, key: str) -> None:
        """Show the entry with a number, '' for none."""
        self.card_area.setVisible(bool(key))
        if not key:
            return
        entry = self.entries[int(key)]
        if entry is not self.card.entry:
            self.card.show_entry(entry)

    def _fit_list_to_width(self) -> None:
        """In a narrow window keep the list short, to leave the height to the entry."""
        policies = QSizePolicy.Policy
        if self.services.theme.narrow:
            least_rows = max(1, min(LEAST_ROWS, len(self.model.rows)))
            self.search_side.setSizePolicy(policies.Preferred, policies.Maximum)
        else:
            least_rows = LEAST_ROWS
            self.search_side.setSizePolicy(policies.Preferred, policies.Preferred)
        if self.table.least_rows != least_rows:
            self.table.least_rows = least_rows
            self.table.updateGeometry()
        self._enlarge_entry()

    def _enlarge_entry(self) -> None:
        self.services.theme.enlarge_text(self.card)

    def find_here(self) -> None:
        self.search.begin()

    take_focus = find_here

    def _search_everywhere(self) -> None:
        self.chapter.setCurrentIndex(0)
        self.search.setFocus()

    def _list_matching_entries(self) -> None:
        """List the entries that match, and choose the first of them; without a search, the one that was
        chosen stays."""
        is_searching = bool(self.search.text().strip())
        key_before = self.table.current_key()
        rows = self._find_rows()
        self.model.set_rows(rows)
        self._fit_list_to_width()
        if not rows:
            self._show_nothing()
            return
        self.results.show_part(self.table)
        is_still_there = self.model.row_of(key_before) >= 0
        if is_still_there and not is_searching:
            self.table.choose_row(key_before)
        else:
            self.table.choose_row(rows[0].key)

    def _find_rows(self) -> list[Row]:
        """Return the entries of the chapter that match the search: first those with all words in their
        names."""
        chapter = str(self.chapter.currentData())
        words = searchable(self.search.text()).split()
        by_name: list[Row] = []
        by_text: list[Row] = []
        for number, entry in enumerate(self.entries):
            is_in_chapter = not chapter or entry.chapter == chapter
            if not is_in_chapter or not _has_all(words, self._texts[number]):
                continue
            if _has_all(words, searchable(entry.name)):
                by_name.append(list_row(entry, number))
            else:
                by_text.append(list_row(entry, number))
        return by_name + by_text

    def _show_nothing(self) -> None:
        """Say that nothing matches the search, and offer to search all chapters."""
        chapter = str(self.chapter.currentData())
        text = self.search.text().strip()
        if chapter:
            answer = _("Nothing in “{chapter}” matches “{text}”.", chapter=chapter, text=text)
        else:
            answer = _("Nothing in the rulebook matches “{text}”.", text=text)
        self.nothing.setText(answer)
        self.everywhere_button.setVisible(bool(chapter))
        self.results.show_part(self._nothing_part)
        self._show("")


def _has_all(words: Sequence[str], text: str) -> bool:
    """Return whether each of these words is in a text."""
    return all(word in text for word in words)
