"""Print: what to print of which groups, how, and the real pages as a preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import platformdirs
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QHideEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QCheckBox, QListView, QMenu, QSizePolicy, QWidget

from lastdays.campaign.changed import CardsPrinted, Changed, SequenceAnswered, SessionsChanged
from lastdays.campaign.printing.print_jobs import (
    GROUP_KEY,
    KINDS,
    PrintChoice,
    ReadGroup,
    checked_setting,
    for_print_shop,
    kind_name,
)
from lastdays.desktop.files import keep_clear, write_whole
from lastdays.errors import CancelledError, LastDaysError
from lastdays.language import _, ngettext
from lastdays.pdf.content import PrintedDocument
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.form import enter
from lastdays.ui.forms.print_options import PrintOptionsForm
from lastdays.ui.models.rows import TickRow, TicksModel
from lastdays.ui.navigation import FoundRoute, PrintRoute, Route
from lastdays.ui.pages.of_campaign import PageOfCampaign
from lastdays.ui.pages.print_preview import Preview, Requests, Sending
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import folder_name, free_folder, pdf_name
from lastdays.ui.widgets.page import MARGIN, Head
from lastdays.ui.widgets.paper import Told, print_document, wanted_pages
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    Turning,
    allow,
    button,
    column,
    empty_page,
    entry,
    holder,
    label,
    panel,
    row,
)
from lastdays.ui.widgets.room import Unfolding

if TYPE_CHECKING:
    from lastdays.pdf.preview import PreviewPages


#: So many members are in sight at least; all of them where the window is high enough.
LEAST_MEMBERS = 8


def ticks(model: TicksModel, name: str) -> QListView:
    """Return a list of things to tick that is as high as its rows."""
    made = QListView()
    made.setModel(model)
    made.setAccessibleName(name)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setTextElideMode(Qt.TextElideMode.ElideRight)
    made.setSizeAdjustPolicy(QListView.SizeAdjustPolicy.AdjustToContents)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
    return made


class ChoicePanel(QWidget):
    """Ticks for kinds and members, and the options of paper. `changed`: somebody chose."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        #: The group and the member of each row.
        self._of: dict[str, tuple[str, str]] = {}
        self.kinds_model = TicksModel()
        self.kinds = ticks(self.kinds_model, _("What to print"))
        self.kinds_model.ticked.connect(self.changed)
        self.members_model = TicksModel()
        self.members = ticks(self.members_model, _("Whose cards"))
        self.members_model.ticked.connect(self.changed)
        self.only_changed = QCheckBox(_("Only what has &changed since printing"))
        self.only_changed.toggled.connect(lambda _on: self.changed.emit())
        self.options = PrintOptionsForm()
        self.options.changed.connect(self.changed)
        self.all_button = button(
            _("Select &all"), lambda: self.members_model.tick_all(True), "quiet"
        )
        self.none_button = button(
            _("Select &none"), lambda: self.members_model.tick_all(False), "quiet"
        )
        kinds = panel(self.kinds, heading=_("What to print"))
        members = panel(
            row(label(_("Whose cards"), "heading"), 1, self.all_button, self.none_button),
            self.members,
            self.only_changed,
        )
        for part in (kinds, members):  # no higher than what is in them
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        what = column(kinds, members, 1, spacing=6)
        both = Turning(theme, (holder(what), 0), (self.options, 0), spacing=8)
        self.setLayout(column(both))
        theme.changed.connect(self._widen)
        theme.reshaped.connect(self._widen)
        self._widen()

    def _widen(self) -> None:
        """Make room for what stands in the columns, at the current size."""
        self.kinds.setMinimumWidth(self._theme.px(282 * self._theme.ample))
        wide = self.options.minimumSizeHint().width()
        self.options.setMinimumWidth(max(self._theme.px(236), wide))

    def show_choice(self, choice: PrintChoice) -> None:
        """Show the options that were last chosen; the ticks follow with the group."""
        self.options.show_setting(choice.setting)
        enter(self.only_changed, choice.only_changed)

    def show_groups(
        self, groups: Mapping[str, ReadGroup], chosen: Mapping[str, PrintChoice]
    ) -> None:
        """Show what there is to tick of the groups that are printed; the first one's choice says
        what."""
        states = {True: _("changed"), False: _("not printed yet")}
        first = next(iter(chosen))
        choice, changed = chosen[first], groups[first].changed
        enter(self.options.language, groups[first].view.group.language)
        own = states[changed[GROUP_KEY]] if GROUP_KEY in changed else ""
        kinds = [TickRow(kind, kind_name(kind), own if kind == "group" else "") for kind in KINDS]
        self.kinds_model.set_rows(kinds, choice.kinds)
        self._of = {}
        rows: list[TickRow] = []
        on: list[str] = []
        for group, read in groups.items():
            whose = [read.view.group.name] if len(groups) > 1 else []
            for member in read.view.group.roster:
                key = f"{group}/{member.id}"
                news = [states[read.changed[member.id]]] if member.id in read.changed else []
                rows.append(TickRow(key, member.name, " · ".join([*whose, *news])))
                self._of[key] = (group, member.id)
                if member.id not in chosen[group].left_out:
                    on.append(key)
        self.members_model.set_rows(rows, on)
        high = self.members.sizeHintForRow(0)
        self.kinds.setMinimumHeight(len(kinds) * high + 4)
        self.members.setMinimumHeight(min(len(rows), LEAST_MEMBERS) * high + 4)
        self.enable(choice)

    def enable(self, choice: PrintChoice) -> None:
        """Offer members only where Character cards are chosen."""
        cards = "characters" in choice.kinds
        for part in (self.members, self.all_button, self.none_button):
            allow(part, cards, _("Tick Character cards first"))

    def value(self, group: str) -> PrintChoice:
        """Return what is chosen of a group: the same of each, but its own members."""
        on = set(self.members_model.on())
        kinds = set(self.kinds_model.on())
        return PrintChoice(
            kinds=tuple(k for k in KINDS if k in kinds),
            left_out=tuple(
                member
                for key, (whose, member) in self._of.items()
                if whose == group and key not in on
            ),
            only_changed=self.only_changed.isChecked(),
            setting=self.options.setting(),
        )


class GroupChooser(QWidget):
    """A group, and a menu of the others in its campaign.

    `chosen`: another group; `more_chosen`: others are printed with it, or no longer.
    """

    chosen = Signal(str)
    more_chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.box = Picker()
        self.box.setAccessibleName(_("Group"))
        # Groups are listed before the box is in its own letters.
        self.box.setSizeAdjustPolicy(Picker.SizeAdjustPolicy.AdjustToContents)
        self.box.activated.connect(lambda n: self.chosen.emit(str(self.box.itemData(n))))
        self.more_button = button("", hint=_("Print other groups of the campaign too"))
        self.menu = QMenu(self.more_button)
        self.more_button.setMenu(self.menu)
        self._more: list[str] = []
        self.setLayout(row(self.box, self.more_button))

    def show_groups(self, groups: Sequence[tuple[str, str]], first: str) -> None:
        """Show the groups there are, by id and name, and which is printed."""
        self.box.clear()
        for group, name in groups:
            self.box.addItem(name, group)
        self.box.setCurrentIndex(self.box.findData(first))
        others = [(group, name) for group, name in groups if group != first]
        self._more = [group for group, _name in others if group in self._more]
        self.menu.clear()
        for group, name in others:
            action = self.menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(group in self._more)
            action.setData(group)
            action.toggled.connect(self._take)
        self.more_button.setVisible(bool(others))
        self._say()

    def more(self) -> tuple[str, ...]:
        """Return the groups that are printed with the first."""
        return tuple(self._more)

    def drop_more(self) -> None:
        """Print the first group alone."""
        self._more = []

    def _take(self, _on: bool) -> None:
        self._more = [str(a.data()) for a in self.menu.actions() if a.isChecked()]
        self._say()
        self.more_chosen.emit()

    def _say(self) -> None:
        n = len(self._more)
        text = ngettext("and {n} more group", "and {n} more groups", n).format(n=n)
        self.more_button.setText(text if n else _("More groups"))
        self.more_button.setAccessibleName(self.more_button.text())


#: A name for the files, what is chosen of each group, and the groups as they were read.
Order = tuple[str, Mapping[str, PrintChoice], Mapping[str, ReadGroup]]


class PrintShop:
    """A button with a menu of what print shops take; `order` says what is sent."""

    def __init__(self, services: Services, sending: Sending, order: Callable[[], Order]) -> None:
        self._services = services
        self._sending = sending
        self._order = order
        self.button = button(
            _("For a print shop"), hint=_("Each side of a card by itself, with bleed")
        )
        menu = QMenu(self.button)
        entry(menu, _("One card a page (PDF)…"), self._save_pages)
        for dpi in (300, 600):
            text = _("Pictures at {dpi} dpi (PNG)…").format(dpi=dpi)
            entry(menu, text, partial(self._save_pictures, dpi))
        self.button.setMenu(menu)

    def _save_pages(self) -> None:
        name = _("{group} one card a page").format(group=self._order()[0])
        target = pdf_name(self.button, name)
        if target is not None:
            self.export(target)

    def _save_pictures(self, dpi: int) -> None:
        folder = folder_name(self.button, _("Folder for the pictures"))
        if folder is not None:
            self.export(free_folder(folder, _("{group} cards").format(group=self._order()[0])), dpi)

    def export(self, target: Path, dpi: int = 0) -> None:
        """Write what is chosen: a PDF, or a folder of pictures of so many dots an inch."""
        _name, choices, read = self._order()
        groups = {group: for_print_shop(choice) for group, choice in choices.items()}
        printing = self._services.printing
        total = sum(read[group].count(choice) for group, choice in groups.items())

        def write(told: Told) -> PrintedDocument:
            made = printing.make(groups, read=read, progress=None if dpi else told)
            if dpi:
                printing.save_pictures(made, target, dpi, told)
            else:
                write_whole(target, made.pdf)
            return made

        def written(made: PrintedDocument) -> str:
            words = wrote(made, target)
            if dpi:
                words = ngettext(
                    "Wrote {n} picture to {file}.", "Wrote {n} pictures to {file}.", made.pages
                ).format(file=target, n=made.pages)
            self._services.done(lambda: printing.printed(groups), words)
            return words

        words = _("Writing {file}…").format(file=target.name)
        self._sending.run(write, written, words, 2 * total if dpi else total)


def wrote(made: PrintedDocument, target: Path) -> str:
    """Return the sentence that says where a document is."""
    return ngettext("Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", made.pages).format(
        file=target, n=made.pages
    )


#: Between the last change and the new preview, in milliseconds.
_PAUSE = 200
#: With more cards than this the first sheet is shown before the others are made.
_AT_ONCE = 6
#: The progress of a document is shown in so many steps: each is painted.
STEPS = 10


class PrintPage(PageOfCampaign):
    """Choosing on the left, the pages on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.group_id = ""
        self.choice = PrintChoice()
        self.made: PrintedDocument | None = None
        #: The groups as they were read last, and what their documents have in common.
        self._read: dict[str, ReadGroup] = {}
        self._kept: dict[object, object] = {}
        #: The members without a tick, of the groups that are printed beside the first.
        self._left_out: dict[str, tuple[str, ...]] = {}
        self.requests = Requests(self, services, self._show_failure)
        self._making = False
        self._made_of: dict[str, PrintChoice] = {}
        self._stop = Event()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.make)

        self.groups = GroupChooser()
        self.group_box = self.groups.box
        self.groups.chosen.connect(lambda group: self.show_group(self.campaign_id, group))
        self.groups.more_chosen.connect(self.refresh)
        self.chooser = ChoicePanel(services.theme)
        self.chooser.changed.connect(self._touched)
        self.chooser.options.language.chosen.connect(self._keep_language)
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
        state = row(self.sending, self.preview.making)
        state.setStretch(0, 1)
        right = column(
            self.preview,
            Flow(self.save_button, self.open_button, self.print_button, self.shop_button),
            state,
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

    def undoes(self) -> str | None:
        """Return the group that is printed."""
        return self.group_id or None

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
            # late: PDFium, and here they are the worker's
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
            self.requests.ask(lambda: make(False), show)

        first = total > _AT_ONCE and self.preview.at_start
        self.requests.ask(lambda: make(first), go_on if first else show)

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

    def _keep_language(self, code: str) -> None:
        """Keep the language of all that is printed of the group; it is made anew in that."""
        printing, group = self.services.printing, self.group_id
        if not group or not self.services.done(lambda: printing.set_language(group, code)):
            self.refresh()
