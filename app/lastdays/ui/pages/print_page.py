"""Print: what of a group, how, and the real pages before they are on paper."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import platformdirs
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QHideEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from lastdays.campaign.changed import CardsPrinted, Changed, SequenceAnswered, SessionsChanged
from lastdays.campaign.print_choice import KINDS, PrintChoice, checked_setting
from lastdays.campaign.print_jobs import ReadGroup
from lastdays.errors import CancelledError, LastDaysError
from lastdays.files import keep_clear
from lastdays.language import _, ngettext
from lastdays.pdf.content import PrintedDocument
from lastdays.rulebook.pictograms import place
from lastdays.ui.navigation import FoundRoute, PrintRoute, Route
from lastdays.ui.pages.printing.choice_panel import ChoicePanel
from lastdays.ui.pages.printing.group_chooser import GroupChooser
from lastdays.ui.pages.printing.preview import Preview
from lastdays.ui.pages.printing.print_shop import PrintShop, wrote
from lastdays.ui.pages.printing.requests import Requests
from lastdays.ui.pages.printing.sending import Sending
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import pdf_name
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.nothing_yet import empty_page
from lastdays.ui.widgets.page import MARGIN, Page
from lastdays.ui.widgets.paper import print_document, wanted_pages
from lastdays.ui.widgets.parts import (
    Flow,
    Turning,
    allow,
    button,
    column,
    holder,
    row,
)
from lastdays.ui.widgets.unfolding import Unfolding

if TYPE_CHECKING:
    from lastdays.pdf.preview import PreviewPages

#: Between the last change and the new preview, in milliseconds.
_PAUSE = 200
#: With more cards than this the first sheet is shown before the others are made.
_AT_ONCE = 6
#: The progress of a document is shown in so many steps: each is painted.
STEPS = 10


class PrintPage(Page):
    """Choosing on the left, the pages on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.group_id = ""
        self.choice = PrintChoice()
        self.made: PrintedDocument | None = None
        #: The groups as they were read last, and what their documents have in common.
        self._read: dict[str, ReadGroup] = {}
        self._kept: dict[object, object] = {}
        #: The members without a tick, of the groups that are printed beside the first.
        self._left_out: dict[str, tuple[str, ...]] = {}
        self.requests = Requests(self._show_failure)
        self._making = False
        self._made_of: dict[str, PrintChoice] = {}
        self._stop = Event()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.make)

        self.groups = GroupChooser()
        self.group_box = self.groups.box
        self.groups.chosen.connect(self._group_chosen)
        self.groups.more_chosen.connect(self.refresh)
        self.chooser = ChoicePanel(services.theme)
        self.chooser.changed.connect(self._touched)
        self.chooser.options.language.chosen.connect(partial(keep_language, self))
        left = Unfolding(self.chooser, services.theme)
        left.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding)

        self.preview = Preview(services, self.requests)
        self.preview.stop_wanted.connect(self.stop)
        self.preview.again_wanted.connect(self.make)
        self.save_button = button(_("&Save as PDF…"), self._save, "first")
        self.open_button = button(_("&Open"), self.open, hint=_("In the program for PDF files"))
        self.print_button = button(_("&Print…"), self._print)
        self.sending = Sending(services)
        self.shop = PrintShop(services, self.sending, self._ordered)
        self.shop_button = self.shop.button
        self.sending.changed.connect(self._enable)
        right = column(
            self.preview,
            Flow(self.save_button, self.open_button, self.print_button, self.shop_button),
            self._state_line(),
        )
        right.setStretch(0, 1)
        self.body = Turning(services.theme, (left, 0), (holder(right), 1))
        create = button(_("Create group"), lambda: services.go.emit(FoundRoute()), "first")
        self.nothing = empty_page(
            services.theme,
            place("print"),
            _("There isn't a group to print yet. Create one first."),
            row(create, 1),
        )
        self.head = Head(_("Print"), self.groups)
        outer = column(self.nothing, self.body)
        outer.setAlignment(self.nothing, Qt.AlignmentFlag.AlignTop)
        outer.setContentsMargins(MARGIN, 8, MARGIN, 8)
        self.setLayout(outer)
        self._busy(False)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, PrintRoute)
        self.show_group(campaign, route.group, route.only)
        return PrintRoute()

    def forget(self) -> None:
        """Let go of the group."""
        self.group_id = ""

    def _state_line(self) -> QHBoxLayout:
        line = row(self.sending, self.preview.making)
        line.setStretch(0, 1)
        return line

    # Undo is the group's

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do to the group that is printed."""
        if not self.group_id:
            return None, None
        return self.services.workspace.undo_names(self.campaign_id, self.group_id)

    def undo(self) -> None:
        """Undo the group's latest change."""
        self.services.done(lambda: self.services.workspace.undo(self.campaign_id, self.group_id))

    def redo(self) -> None:
        """Redo what was undone."""
        self.services.done(lambda: self.services.workspace.redo(self.campaign_id, self.group_id))

    # What is shown

    def show_group(self, campaign: str, group: str, only: str = "") -> None:
        """Show what was last chosen for a group, or the one kind of print that is wanted, with the
        groups of its campaign to choose from."""
        self.campaign_id = campaign
        groups = self.services.workspace.groups(campaign) if campaign else []
        if group or self.group_id not in [g.id for g in groups]:
            self.group_id = group or (groups[0].id if groups else "")
            if self.group_id:
                choice = self.services.ask(lambda: self.services.printing.choice(self.group_id))
                self.choice = choice or PrintChoice()
                self.chooser.show_choice(self.choice)
                self.groups.drop_more()
                self._left_out = {}
        wanted = tuple(kind for kind in KINDS if kind == only)
        if wanted:
            self.choice = replace(self.choice, kinds=wanted, only_changed=False)
            self.chooser.show_choice(self.choice)
        self.refresh()

    def store_changed(self, changes: frozenset[Changed]) -> None:
        """Follow groups and rulings; after printing, only mark the cards that differ from the
        paper."""
        printed = bool(changes) and all(isinstance(change, CardsPrinted) for change in changes)
        if printed and not self.choice.only_changed:
            self._show_ticks()
        else:
            super().store_changed(changes)

    def shows(self, changed: Changed) -> bool:
        """Return whether it is a group, a ruling or the record a worksheet is for."""
        return not isinstance(changed, SequenceAnswered | SessionsChanged)

    def refresh(self) -> None:
        """Read groups and members anew, and the preview with them."""
        groups = self.services.workspace.groups(self.campaign_id) if self.campaign_id else []
        if groups and self.group_id not in [g.id for g in groups]:
            self.show_group(self.campaign_id, groups[0].id)  # with what was chosen for it
            return
        if not groups:
            self.group_id = ""
        for part in (self.groups, self.body):
            part.setVisible(bool(groups))
        self.nothing.setVisible(not groups)
        self.groups.show_groups([(g.id, g.name) for g in groups], self.group_id)
        if not self.group_id:
            self._nothing(_("There isn't a group to print yet. Create one first."))
            return
        self._show_ticks()
        self._pause.start()

    def _show_ticks(self) -> None:
        """Read what is printed, once, and show what there is to tick."""
        wanted = [self.group_id, *self.groups.more()]
        read = self.services.ask(lambda: {g: self.services.printing.read(g) for g in wanted})
        if read is None:
            return
        self._read, self._kept = read, {}
        for group in wanted[1:]:
            if group not in self._left_out:
                choice = self.services.ask(partial(self.services.printing.choice, group))
                self._left_out[group] = choice.left_out if choice is not None else ()
        self.chooser.show_groups(read, self._choices())

    def _choices(self) -> dict[str, PrintChoice]:
        """Return what is printed of each group: the same, but its own members."""
        return {
            self.group_id: self.choice,
            **{
                group: replace(self.choice, left_out=self._left_out.get(group, ()))
                for group in self._read
                if group != self.group_id
            },
        }

    def _ordered(self) -> tuple[str, dict[str, PrintChoice], dict[str, ReadGroup]]:
        """Return what a print shop is sent: under which name, what of which groups."""
        return self.group_box.currentText(), self._choices(), dict(self._read)

    def _group_chosen(self, group: str) -> None:
        self.show_group(self.campaign_id, group)

    def _touched(self) -> None:
        """Keep another choice for this group, and make the preview follow."""
        if not self.group_id:
            return
        self.choice = self.chooser.value(self.group_id)
        for group in self._read:
            if group != self.group_id:
                self._left_out[group] = self.chooser.value(group).left_out
        self.services.quietly(lambda: self.services.printing.remember(self.group_id, self.choice))
        self.chooser.enable(self.choice)
        self._pause.start()
        self._enable()  # what is on the screen is not what was chosen any more

    # Making

    def make(self) -> None:
        """Make the document on the worker; give up the one being made before."""
        self._pause.stop()
        if not self.group_id or not self.isVisible():
            return
        self._stop.set()
        self._stop = stop = Event()
        self.requests.drop()
        groups = self._choices()
        try:
            checked_setting(self.choice.setting)
            total = sum(self._read[g].count(choice) for g, choice in groups.items())
            if not total:
                raise LastDaysError(self._why_nothing())
        except LastDaysError as error:
            self._show_failure(error)
            return
        self._busy(True)
        self.preview.progress.setRange(0, total)
        self.preview.progress.setValue(0)
        number = self.requests.number
        printing, read, kept = self.services.printing, self._read, self._kept

        def told(done: int) -> bool:
            if done == total or done * STEPS // total > (done - 1) * STEPS // total:
                self.services.finished.emit(lambda: self._told(number, done))
            return not stop.is_set()

        def make(first: bool) -> tuple[PrintedDocument, PreviewPages]:
            # late: 30 ms, PDFium, and here they are the worker's
            from lastdays.pdf.preview import PreviewPages

            made = printing.make(groups, read=read, progress=told, first=first, kept=kept)
            return made, PreviewPages(made.pdf)

        def show(result: tuple[PrintedDocument, PreviewPages]) -> None:
            if stop.is_set():  # after the last page was made, before it could be shown
                self._show_failure(CancelledError())
                return
            self._show_made(*result, groups)

        def go_on(result: tuple[PrintedDocument, PreviewPages]) -> None:
            if stop.is_set():
                show(result)
                return
            self.preview.show_pages(*result, more=True)
            self.services.work(lambda: make(False), self.requests.answer(show))

        if total > _AT_ONCE and self.preview.at_start:
            self.services.work(lambda: make(True), self.requests.answer(go_on))
        else:
            self.services.work(lambda: make(False), self.requests.answer(show))

    def _why_nothing(self) -> str:
        if self.choice.only_changed and self.choice.kinds:
            return _("Nothing has changed since it was printed.")
        if "characters" in self.choice.kinds:
            return _("Tick whose cards to print.")
        return _("Tick what to print.")

    def _told(self, number: int, done: int) -> None:
        if number == self.requests.number:
            self.preview.progress.setValue(done)

    def stop(self) -> None:
        """Give up what is being made; nothing is left of it."""
        self._stop.set()

    def _show_made(
        self, made: PrintedDocument, pages: PreviewPages, choice: dict[str, PrintChoice]
    ) -> None:
        """Show a document and remember which choice it is of: there may be another by now."""
        self.made = made
        self._made_of = choice
        self.preview.show_pages(made, pages)
        self._busy(False)

    def _show_failure(self, error: LastDaysError) -> None:
        """Say in the place of the pages why there are none."""
        self._busy(False)
        self._nothing(str(error))
        self.preview.again_button.setVisible(self._stop.is_set())

    def _nothing(self, why: str) -> None:
        self.made = None
        self.preview.show_nothing(why)
        self._enable()

    def _busy(self, on: bool) -> None:
        self.preview.busy(on)
        self._making = on
        self._enable()

    def _enable(self) -> None:
        shown = self.made is not None and not self._making
        ready = shown and self._made_of == self._choices()
        why = _("The pages are being made") if self._making else _("There is nothing to print yet")
        for part in (self.save_button, self.open_button):
            allow(part, ready, why)
        if self.sending.busy:
            why = _("Other pages are still being sent")
        for part in (self.print_button, self.shop_button):
            allow(part, ready and not self.sending.busy, why)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pause.stop()
        self._stop.set()
        self.requests.drop()
        self.made = None
        self.preview.let_go()

    # Paper

    def _save(self) -> None:
        target = pdf_name(self, self.group_box.currentText())
        if target is not None:
            self.save_to(target)

    def save_to(self, target: Path) -> bool:
        """Write the document that is shown; its cards count as printed. Return whether it went
        well."""
        made, groups = self.made, self._made_of
        if made is None:
            return False
        return self.services.done(
            lambda: self.services.printing.save(made, target, groups), wrote(made, target)
        )

    def open(self) -> None:
        """Show the document in the system's own program."""
        folder = Path(platformdirs.user_cache_dir("lastdays", appauthor=False)) / "print"
        target = folder / "cards.pdf"
        if self.save_to(target) and not QDesktopServices.openUrl(QUrl.fromLocalFile(str(target))):
            self.services.said.emit(
                _("No program here opens PDF files. The file is {file}.").format(file=target),
                "harm",
            )

    def _print(self) -> None:
        made = self.made
        printer = self.services.printer_chosen(self, made) if made is not None else None
        if printer is not None:
            self.print_on(printer)

    def print_on(self, printer: object) -> None:
        """Print the document on a worker; its cards count as printed once all of it is sent."""
        made, groups = self.made, self._made_of
        if not isinstance(printer, QPrinter) or made is None or self.sending.busy:
            return
        file = printer.outputFileName()
        try:
            if file:
                keep_clear(Path(file))
        except LastDaysError as error:
            self.sending.refused(error)
            return
        whole = len(wanted_pages(printer, made.pages)) == made.pages
        where = file or printer.printerName() or _("the printer")

        def sent(pages: int) -> str:
            words = ngettext(
                "Sent {n} page to {where}. Print at 100 %, not fitted.",
                "Sent {n} pages to {where}. Print at 100 %, not fitted.",
                pages,
            ).format(n=pages, where=where)
            if whole:
                self.services.done(lambda: self.services.printing.printed(groups), words)
            else:
                self.services.said.emit(words, "well")
            return words

        self.sending.run(
            lambda told: print_document(made, printer, told),
            sent,
            _("Sending to {where}…").format(where=where),
            made.pages,
        )


def keep_language(page: PrintPage, code: str) -> None:
    """Keep the language of all that is printed of a page's group; it is made anew in that."""
    printing, group = page.services.printing, page.group_id
    if not group or not page.services.done(lambda: printing.set_language(group, code)):
        page.refresh()
