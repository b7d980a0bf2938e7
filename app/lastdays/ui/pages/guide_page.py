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
    Passage,
    Reader,
    found_passages,
    guide_document,
    guide_page,
    guide_pages,
)
from lastdays.ui.models.rows import Cell, Row
from lastdays.ui.navigation import GuideRoute, Route
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.program_details import details_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import pdf_name
from lastdays.ui.widgets.paper import print_document
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    OneOf,
    Picker,
    Turning,
    button,
    column,
    holder,
    row,
    sentence,
)
from lastdays.ui.widgets.table import Table

#: The page is at most so wide, what is read in it too, in pixels at 100 %.
WIDE = 1240
READABLE = 860
#: The contents are at most so wide beside a page, a page at least so high below them.
CONTENTS = 380
READ_LEAST = 200


class GuideReaderPage(Page):
    """The guide's pages; a search lists matching passages."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._found: list[Passage] = []
        self.table = Table(
            (_("Contents"),), _("Contents"), services.theme, least_rows=4, chosen=self._show
        )
        self.search = Search(_("Search the guide"), self.table)
        self.search.textChanged.connect(self._list)
        #: The contents where they would leave the page no room.
        pages = ((page.title, page.name) for page in guide_pages())
        self.pages = Picker(pages, _("Contents"), picked=self.open)
        self.nothing = sentence()
        self._none = holder(column(self.nothing, 1))
        self.found = OneOf(self.table, self._none)
        self.reader = Reader(services.theme)
        self.reader.anchorClicked.connect(self._follow)
        self.print_button = button(_("&Print…"), self._print)
        self.pdf_button = button(_("&Save as PDF…"), self._save)
        self._left = holder(column(row((self.search, 1), self.pages), (self.found, 1)))
        body = Turning(services.theme, (self._left, 4), (self.reader, 10), spacing=12)
        self.head = Head(_("Guide"), first=back_button(services))
        ways = holder(Flow(self.print_button, self.pdf_button, details_button(services, self)))
        self.lay((body, 1), ways, wide=WIDE, top=10, foot=12)
        services.theme.reshaped.connect(self._fit)
        self._list()
        services.theme.follow(self._themed)

    def show_route(self, route: GuideRoute, campaign: str) -> Route | None:
        self.open(route.topic, route.passage)
        return GuideRoute()

    def _fit(self, narrow: bool) -> None:
        """Keep the contents narrow beside the page, and folded above it."""
        theme = self.services.theme
        self.pages.setVisible(narrow)
        self.found.setHidden(narrow and not self.search.text().strip())
        high = QSizePolicy.Policy.Maximum if narrow else QSizePolicy.Policy.Preferred
        self._left.setSizePolicy(QSizePolicy.Policy.Preferred, high)
        self._left.setMaximumWidth(UNBOUNDED if narrow else theme.px(CONTENTS))
        self.reader.setMinimumHeight(theme.px(READ_LEAST) if narrow else 0)

    def take_focus(self) -> None:
        (self.table if self.pages.isHidden() else self.pages).setFocus()

    def find_here(self) -> None:
        self.search.begin()

    def open(self, page: str = "", passage: str = "") -> None:
        """Show a page at the passage that begins with these words; '' keeps the current page."""
        if not page:
            return
        self.search.clear()
        self.table.choose(page)
        self._show(page)
        if passage:
            self.reader.go_to(passage)

    def leave(self) -> bool:
        """Clear the search first."""
        if self.search.text():
            self.search.clear()
            return True
        return False

    def _list(self) -> None:
        """List the pages, or the passages that match the search."""
        search = self.search.text().strip()
        self.found.setHidden(self.services.theme.narrow and not search)
        self._found = found_passages(search)
        if search and not self._found:
            self.nothing.setText(_("Nothing in the guide matches “{text}”.", text=search))
            self.found.show_part(self._none)
            return
        self.found.show_part(self.table)
        self.table.tall = bool(search)
        if search:
            titles = {page.name: page.title for page in guide_pages()}
            self.table.rows.set_rows(
                [
                    Row(f"#{n}", (Cell(hit.text, beneath=titles[hit.page]),))
                    for n, hit in enumerate(self._found)
                ]
            )
            self.table.choose("#0")
            return
        self.table.rows.set_rows(
            [
                Row(
                    page.name,
                    (Cell(page.title, drawing=pictograms.place(page.drawing)),),
                )
                for page in guide_pages()
            ]
        )
        read = self.reader.page
        self.table.choose(read.name if read is not None else guide_pages()[0].name)

    def _show(self, key: str) -> None:
        if key.startswith("#"):
            hit = self._found[int(key[1:])]
            self._read(hit.page)
            self.reader.go_to(hit.first)
        elif key:
            self._read(key)

    def _read(self, name: str) -> None:
        if self.reader.page is None or self.reader.page.name != name:
            self.reader.show_page(guide_page(name))
            self.pages.setCurrentIndex(self.pages.findData(name))

    def _follow(self, link: QUrl) -> None:
        """Open the page a link leads to; all links stay within the guide."""
        name = Path(link.path()).stem
        if any(page.name == name for page in guide_pages()):
            self.open(name)

    def _themed(self) -> None:
        """Redraw the page in the theme's colours and size."""
        self.reader.setMaximumWidth(self.services.theme.px(READABLE))
        self._fit(self.services.theme.narrow)
        self.reader.again()

    # On paper

    def _save(self) -> None:
        page = self.reader.page or guide_pages()[0]

        def write(target: Path) -> None:
            made = guide_document(page, self.services.theme)
            self.services.do(
                partial(write_whole, target, made.pdf), _("Saved {file}.", file=target)
            )

        pdf_name(self, page.title, write)

    def _print(self) -> None:
        made = guide_document(self.reader.page or guide_pages()[0], self.services.theme)
        printer = self.services.printer_chosen(self, made)
        if printer is None:
            return
        text = _("“{page}” was sent to the printer.", page=made.title)
        self.services.work(
            lambda: print_document(made, printer),
            lambda _none: self.services.say(text, "well"),
            receiver=self,
            paper=True,
        )
