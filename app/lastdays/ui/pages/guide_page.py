"""The guide for players: a list of its pages with a search, and a reader."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QSizePolicy

from lastdays.desktop.files import write_whole
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.forms.form import Search
from lastdays.ui.guide import (
    GuidePage,
    Passage,
    Reader,
    find_passages,
    guide_document,
    guide_page,
    guide_pages,
)
from lastdays.ui.models.rows import Cell, Row
from lastdays.ui.navigation import GuideRoute, Route
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.program_details import details_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import ask_where_to_save_pdf
from lastdays.ui.widgets.paper import print_document
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    OneOf,
    Picker,
    RowOrColumn,
    button,
    column,
    row,
    sentence,
    wrap_layout,
)
from lastdays.ui.widgets.table import Table, TableDesign

#: The greatest width of the whole page, at 100 %.
MOST_PAGE_WIDTH = 1240
#: The greatest width of what is read, at 100 %.
MOST_READER_WIDTH = 860
#: The greatest width of the contents beside what is read, at 100 %.
MOST_CONTENTS_WIDTH = 380
#: The least height of what is read below the contents, at 100 %.
LEAST_READER_HEIGHT = 200
#: The keys of rows begin so if they are passages rather than pages.
PASSAGE_MARK = "#"


class GuideReaderPage(Page):
    """The guide's pages; a search lists matching passages."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._passages: list[Passage] = []
        self.table = Table(
            (_("Contents"),),
            _("Contents"),
            services.theme,
            TableDesign(least_rows=4),
            row_chosen=self._show,
        )
        self.search = Search(_("Search the guide"), self.table)
        self.search.textChanged.connect(self._list_pages_or_passages)
        #: The contents where a list of them would leave the page no room.
        self.pages = Picker(name=_("Contents"))
        self.pages.offer([(page.title, page.name) for page in guide_pages()])
        self.pages.picked.connect(self.open)
        self.nothing = sentence()
        self._nothing_part = wrap_layout(column(self.nothing, 1))
        self.results = OneOf(self.table, self._nothing_part)
        self.reader = Reader(services.theme)
        self.reader.anchorClicked.connect(self._open_linked_page)
        self.print_button = button(_("&Print…"), self._print)
        self.pdf_button = button(_("&Save as PDF…"), self._save)
        self._contents = wrap_layout(column(row((self.search, 1), self.pages), (self.results, 1)))
        body = RowOrColumn(services.theme, (self._contents, 4), (self.reader, 10), spacing=12)
        self.head = Head(_("Guide"), first=back_button(services))
        actions = wrap_layout(
            Flow(self.print_button, self.pdf_button, details_button(services, self))
        )
        self.lay((body, 1), actions, wide=MOST_PAGE_WIDTH, top=10, foot=12)
        services.theme.reshaped.connect(self._arrange_for_width)
        self._list_pages_or_passages()
        services.theme.call_now_and_on_change(self._apply_theme)

    def show_route(self, route: GuideRoute, campaign: str) -> Route | None:
        self.open(route.topic, route.passage)
        return GuideRoute()

    def _arrange_for_width(self, narrow: bool) -> None:
        """Keep the contents narrow beside the page, and folded above it."""
        theme = self.services.theme
        policies = QSizePolicy.Policy
        is_searching = bool(self.search.text().strip())
        self.pages.setVisible(narrow)
        self.results.setHidden(narrow and not is_searching)
        if narrow:
            self._contents.setSizePolicy(policies.Preferred, policies.Maximum)
            self._contents.setMaximumWidth(UNBOUNDED)
            self.reader.setMinimumHeight(theme.pixels(LEAST_READER_HEIGHT))
        else:
            self._contents.setSizePolicy(policies.Preferred, policies.Preferred)
            self._contents.setMaximumWidth(theme.pixels(MOST_CONTENTS_WIDTH))
            self.reader.setMinimumHeight(0)

    def take_focus(self) -> None:
        if self.pages.isHidden():
            self.table.setFocus()
        else:
            self.pages.setFocus()

    def find_here(self) -> None:
        self.search.begin()

    def open(self, page: str = "", passage: str = "") -> None:
        """Show a page at the passage that begins with these words; '' keeps the current page."""
        if not page:
            return
        self.search.clear()
        self.table.choose_row(page)
        self._show(page)
        if passage:
            self.reader.go_to(passage)

    def leave_inner(self) -> bool:
        """Clear the search first."""
        if self.search.text():
            self.search.clear()
            return True
        return False

    def _list_pages_or_passages(self) -> None:
        """List the pages, or the passages that match the search."""
        search = self.search.text().strip()
        self.results.setHidden(self.services.theme.narrow and not search)
        self._passages = find_passages(search)
        if search and not self._passages:
            self.nothing.setText(_("Nothing in the guide matches “{text}”.", text=search))
            self.results.show_part(self._nothing_part)
            return
        self.results.show_part(self.table)
        self.table.has_two_lines = bool(search)
        if search:
            self._list_passages()
        else:
            self._list_pages()

    def _list_passages(self) -> None:
        titles = {page.name: page.title for page in guide_pages()}
        rows = []
        for n, passage in enumerate(self._passages):
            cell = Cell(passage.text, beneath=titles[passage.page])
            rows.append(Row(f"{PASSAGE_MARK}{n}", (cell,)))
        self.table.rows.set_rows(rows)
        self.table.choose_row(rows[0].key)

    def _list_pages(self) -> None:
        rows = []
        for page in guide_pages():
            cell = Cell(page.title, drawing=pictograms.place(page.drawing))
            rows.append(Row(page.name, (cell,)))
        self.table.rows.set_rows(rows)
        self.table.choose_row(self._page_shown().name)

    def _page_shown(self) -> GuidePage:
        """Return the page that is read, else the first one."""
        if self.reader.page is None:
            return guide_pages()[0]
        return self.reader.page

    def _show(self, key: str) -> None:
        """Show the page or the passage of a row."""
        if key.startswith(PASSAGE_MARK):
            number = int(key.removeprefix(PASSAGE_MARK))
            passage = self._passages[number]
            self._show_page(passage.page)
            self.reader.go_to(passage.first)
        elif key:
            self._show_page(key)

    def _show_page(self, name: str) -> None:
        page = self.reader.page
        if page is None or page.name != name:
            self.reader.show_page(guide_page(name))
            self.pages.setCurrentIndex(self.pages.findData(name))

    def _open_linked_page(self, link: QUrl) -> None:
        """Open the page a link leads to; all links stay within the guide."""
        name = Path(link.path()).stem
        if any(page.name == name for page in guide_pages()):
            self.open(name)

    def _apply_theme(self) -> None:
        """Redraw the page in the theme's colours and size."""
        self.reader.setMaximumWidth(self.services.theme.pixels(MOST_READER_WIDTH))
        self._arrange_for_width(self.services.theme.narrow)
        self.reader.lay_out_again()

    # On paper

    def _save(self) -> None:
        page = self._page_shown()
        ask_where_to_save_pdf(self, page.title, partial(self._save_page, page))

    def _save_page(self, page: GuidePage, target: Path) -> None:
        document = guide_document(page, self.services.theme)
        write = partial(write_whole, target, document.pdf)
        self.services.do(write, _("Saved {file}.", file=target))

    def _print(self) -> None:
        document = guide_document(self._page_shown(), self.services.theme)
        printer = self.services.printer_chosen(self, document)
        if printer is None:
            return
        text = _("“{page}” was sent to the printer.", page=document.title)
        self.services.work(
            partial(print_document, document, printer),
            lambda _none: self.services.say(text, "well"),
            receiver=self,
            paper=True,
        )
