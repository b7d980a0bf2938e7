"""Printing: what to print of which groups, how, and a preview of the pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QHideEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QCheckBox, QLabel, QSizePolicy, QWidget

from lastdays.campaign.changed import CardsPrinted, Changed
from lastdays.campaign.printing.print_jobs import (
    GROUP_KEY,
    PrintChoice,
    ReadGroup,
    checked_setting,
    for_print_shop,
)
from lastdays.campaign.printing.print_kinds import KINDS, TEST_PAGE, Tile, kind_name, tiles
from lastdays.desktop.files import keep_clear, write_whole
from lastdays.errors import CancelledError, LastDaysError
from lastdays.language import _, ngettext, titled
from lastdays.pdf.content import PrintedDocument
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.form import enter, on_entry
from lastdays.ui.forms.print_options import PrintOptionsForm
from lastdays.ui.models.rows import TickRow, TicksModel
from lastdays.ui.navigation import FoundRoute, PrintRoute, Route
from lastdays.ui.page import MARGIN, Head, PageOfCampaign
from lastdays.ui.pages.print_preview import Preview, Sending
from lastdays.ui.services import Calculation, Services, Wanted
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import folder_name, free_folder, pdf_name
from lastdays.ui.widgets.paper import Told, print_document, wanted_pages
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    Fold,
    OneLine,
    Picker,
    Pictogram,
    PressedButton,
    TicksView,
    Turning,
    allow,
    button,
    column,
    entitle,
    entry,
    holder,
    label,
    opened,
    panel,
    row,
    timer,
)
from lastdays.ui.widgets.room import Unfolding

if TYPE_CHECKING:
    from lastdays.pdf.preview import PreviewPages


#: So many members are in sight at once; the others are scrolled to.
MOST_MEMBERS = 12
#: How wide and how high a tile is, in pixels at 100 %, and how many there are in a row.
TILE, ACROSS = (192, 72), 3


class PrintTile(PressedButton):
    """A kind of print, printed while it is ticked; several kinds are ticked in its menu. `chosen`
    is called after each choice."""

    def __init__(
        self, theme: Theme, tile: Tile, kinds: tuple[str, ...], chosen: Callable[[], object]
    ) -> None:
        super().__init__()
        self._theme, self._tell = theme, chosen
        self.kinds = kinds
        self._drawing = tile.pictogram()
        self._usual = _(tile.description) if tile.description else ""
        self.setProperty("kind", "tile")
        self.setCheckable(True)
        self._picture = Pictogram(theme, self._drawing, "", "text", 30)
        self._title, self._below = OneLine("tilename"), OneLine("small")
        self._title.setText(_(tile.name))
        self._on: dict[str, QAction] = {}
        if kinds[1:]:
            menu = opened(self)
            self._on = {kind: menu.addAction(kind_name(kind)) for kind in kinds}
            for action in self._on.values():
                action.setCheckable(True)
                action.triggered.connect(self._chosen)
        self.clicked.connect(self._chosen)
        line = row(
            self._picture,
            (column(1, self._title, self._below, 1, spacing=0), 1),
            spacing=10,
            margin=(10, 4, 22 if kinds[1:] else 8, 4),
        )
        self.setLayout(line)
        for part in self.findChildren(QLabel):  # it is pressed as one
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.toggled.connect(self._draw)
        theme.changed.connect(self.updateGeometry)
        theme.reshaped.connect(self.updateGeometry)
        self.say("")

    def sizeHint(self) -> QSize:
        """Return a size that suits the window."""
        wide, high = (self._theme.px(size * self._theme.ample) for size in TILE)
        return QSize(wide, high)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def on(self) -> tuple[str, ...]:
        """Return the kinds that are ticked."""
        if self._on:
            return tuple(kind for kind, action in self._on.items() if action.isChecked())
        return self.kinds if self.isChecked() else ()

    def show_on(self, kinds: Collection[str]) -> None:
        """Tick these kinds."""
        for kind, action in self._on.items():
            action.setChecked(kind in kinds)
        self.setChecked(any(kind in kinds for kind in self.kinds))
        self.say("")

    def say(self, text: str) -> None:
        """Show a description; '' for the usual one."""
        only = self.on() if self._on else ()
        named = kind_name(only[0]) if len(only) == 1 else ""
        self._below.setText(text or named or self._usual)
        name = self._title.whole if self._on else kind_name(self.kinds[0])
        entitle(self, titled(name, self._below.whole))

    def _chosen(self) -> None:
        if self._on:  # Qt has no tick on a button with a menu
            self.show_on(self.on())
        self._tell()

    def _draw(self, on: bool) -> None:
        self._picture.show_drawing(self._drawing, "", "accent_text" if on else "text")


class ChoicePanel(QWidget):
    """What is printed, as tiles; the paper and the members, folded. `chosen` is called after each
    choice."""

    def __init__(self, theme: Theme, chosen: Callable[[], object]) -> None:
        super().__init__()
        self._theme = theme
        for_the_table = self._tiles(chosen, afterwards=False)
        for_afterwards = self._tiles(chosen, afterwards=True)
        self.tiles = {tile.kinds[0]: tile for tile in (*for_the_table, *for_afterwards)}
        self.members_model = TicksModel()
        self.members = TicksView(self.members_model, _("Whose cards"))
        self.only_changed = QCheckBox(_("Only what has &changed since printing"))
        self.options = PrintOptionsForm(theme)
        ticks = self.members_model.tick_all
        self.all_button = button(_("Select &all"), lambda: ticks(True), "quiet")
        self.none_button = button(_("Select &none"), lambda: ticks(False), "quiet")
        self.paper_fold = Fold(theme, "paper", "", self.options)
        self.members_fold = Fold(
            theme,
            "whose cards",
            "",
            panel(
                row(self.only_changed, 1, self.all_button, self.none_button),
                self.members,
            ),
        )
        self.members_model.ticked.connect(chosen)
        on_entry(chosen, self.only_changed)
        self.options.changed.connect(chosen)
        self.setLayout(
            column(
                label(_("For the table"), "heading"),
                Flow(*for_the_table, spacing=8),
                label(_("For afterwards"), "heading"),
                Flow(*for_afterwards, spacing=8),
                self.paper_fold,
                self.members_fold,
                1,
            )
        )

    def _tiles(self, chosen: Callable[[], object], *, afterwards: bool) -> list[PrintTile]:
        """Make the tiles of what is wanted at the table, or afterwards."""
        declared = tiles(afterwards=afterwards)
        return [PrintTile(self._theme, tile, kinds, chosen) for tile, kinds in declared.items()]

    def minimumSizeHint(self) -> QSize:
        """Return room for a row of tiles, in a narrow window for one."""
        across = 1 if self._theme.narrow else ACROSS
        wide = across * self.tiles["characters"].sizeHint().width() + (across - 1) * 8
        least = super().minimumSizeHint()
        return QSize(max(wide, least.width()), least.height())

    def show_choice(self, choice: PrintChoice) -> None:
        """Show the options chosen last; the ticks follow with the group."""
        self.options.show_setting(choice.setting)
        enter(self.only_changed, choice.only_changed)

    def show_groups(
        self, groups: Mapping[str, ReadGroup], chosen: Mapping[str, PrintChoice]
    ) -> None:
        """Show what can be chosen for the groups; the first one's choice sets the ticks."""
        states = {True: _("changed"), False: _("not printed yet")}
        first = next(iter(chosen))
        choice, changed = chosen[first], groups[first].changed
        enter(self.options.language, groups[first].view.group.language)
        enter(self.options.test_page, TEST_PAGE in choice.kinds)
        for tile in self.tiles.values():
            tile.show_on(choice.kinds)
        self.tiles["group"].say(
            states[changed[GROUP_KEY]] if GROUP_KEY in changed else _("unchanged")
        )
        rows = []
        on = []
        news_of = []
        for group, read in groups.items():
            whose = [read.view.group.name] if len(groups) > 1 else []
            for member in read.view.group.roster:
                key = f"{group}/{member.id}"
                news = []
                if member.id in read.changed:
                    news = [states[read.changed[member.id]]]
                    news_of.append(read.changed[member.id])
                rows.append(TickRow(key, member.name, " · ".join([*whose, *news])))
                if member.id not in chosen[group].left_out:
                    on.append(key)
        self.members_model.set_rows(rows, on)
        high = self.members.sizeHintForRow(0)
        self.members.setFixedHeight(min(len(rows), MOST_MEMBERS) * high + 4)
        self.tiles["characters"].say(_news(len(rows), news_of))
        self.show_what(choice)

    def show_what(self, choice: PrintChoice) -> None:
        """Summarise paper and members; offer members only with Character cards."""
        on, many = len(self.members_model.on()), self.members_model.rowCount()
        whose = _("Whose cards: all {n}") if on == many else _("Whose cards: {m} of {n}")
        whose = whose.format(n=many, m=on)
        if choice.only_changed:
            whose = _("{whose}, only what has changed", whose=whose)
        self.members_fold.say(whose)
        self.paper_fold.say(_("Paper: {what}. Change…", what=self.options.in_words()))
        cards = "characters" in choice.kinds
        for part in (self.members, self.all_button, self.none_button):
            allow(part, cards, _("Choose Character cards first"))

    def value(self, group: str) -> PrintChoice:
        """Return the choice for a group: the same for each, but with its own members."""
        on = set(self.members_model.on())
        kinds = {kind for tile in self.tiles.values() for kind in tile.on()}
        if self.options.test_page.isChecked():
            kinds.add(TEST_PAGE)
        return PrintChoice(
            kinds=tuple(k for k in KINDS if k in kinds),
            left_out=tuple(
                member
                for whose, member in (one.key.split("/") for one in self.members_model.rows)
                if whose == group and f"{whose}/{member}" not in on
            ),
            only_changed=self.only_changed.isChecked(),
            setting=self.options.setting(),
        )


def _news(many: int, changed: list[bool]) -> str:
    """Say how many of `many` cards differ from the printed ones; True stands for a card that was
    printed before."""
    if len(changed) == many and not any(changed):
        return _("not printed yet")
    return _("{members} · {news}").format(
        members=ngettext("{n} member", "{n} members", many),
        news=ngettext("{n} changed", "{n} changed", len(changed)) if changed else _("unchanged"),
    )


class GroupChooser(QWidget):
    """A group, and a menu of others to print with it. `chosen` takes another group; `more_chosen`
    is called when the menu changes."""

    def __init__(self, chosen: Callable[[str], object], more_chosen: Callable[[], object]) -> None:
        super().__init__()
        self._more_chosen = more_chosen
        self.box = Picker(name=_("Group"))
        # Groups are listed before the box is in its own letters.
        self.box.setSizeAdjustPolicy(Picker.SizeAdjustPolicy.AdjustToContents)
        self.box.picked.connect(chosen)
        self.more_button = button("", hint=_("Print other groups of the campaign too"))
        self.menu = opened(self.more_button)
        #: The groups that are printed with the first.
        self.more: list[str] = []
        self.setLayout(row(self.box, self.more_button))

    def show_groups(self, groups: Sequence[tuple[str, str]], first: str) -> None:
        """Offer groups as (id, name), `first` chosen."""
        self.box.offer(((name, group) for group, name in groups), first)
        others = [(group, name) for group, name in groups if group != first]
        self.more = [group for group, _name in others if group in self.more]
        self.menu.clear()
        for group, name in others:
            action = self.menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(group in self.more)
            action.setData(group)
            action.toggled.connect(self._take)
        self.more_button.setVisible(bool(others))
        self._say()

    def _take(self, _on: bool) -> None:
        self.more = [str(a.data()) for a in self.menu.actions() if a.isChecked()]
        self._say()
        self._more_chosen()

    def _say(self) -> None:
        n = len(self.more)
        text = ngettext("and {n} more group", "and {n} more groups", n)
        self.more_button.setText(text if n else _("More groups"))
        self.more_button.setAccessibleName(self.more_button.text())


def wrote(made: PrintedDocument, target: Path) -> str:
    """Return a sentence on where a document was written."""
    return ngettext("Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", made.pages, file=target)


class PrintPage(PageOfCampaign):
    """Choices on the left, the pages on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.group_id = ""
        self.choice = PrintChoice()
        self.made: PrintedDocument | None = None
        #: The groups as they were read last.
        self._read: dict[str, ReadGroup] = {}
        #: The members without a tick, of the groups that are printed.
        self._left_out: dict[str, tuple[str, ...]] = {}
        self._making = Calculation(services)
        #: Of which choice it is: there may be another by now.
        self._made_of: dict[str, PrintChoice] = {}
        self._pause = timer(self, 200, self.make)

        self.groups = GroupChooser(
            lambda group: self.show_group(self.campaign_id, group), self.refresh
        )
        self.group_box = self.groups.box
        self.chooser = ChoicePanel(services.theme, self._touched)
        self.chooser.options.language.picked.connect(self._keep_language)
        left = Unfolding(self.chooser, services.theme)
        left.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding)

        self.preview = Preview(services)
        self.preview.stop_button.clicked.connect(self.stop)
        self.preview.again_button.clicked.connect(self.make)
        self.save_button = button(
            _("&Save as PDF…"),
            lambda: pdf_name(self, self.group_box.currentText(), self.save_to),
            "first",
        )
        self.open_button = button(_("&Open"), self.open, hint=_("In your PDF viewer"))
        self.print_button = button(_("&Print…"), self._print)
        self.sending = Sending(services)
        self.shop_button = self._make_shop_button()
        self.sending.changed.connect(self._enable)
        right = column(
            (self.preview, 1),
            Flow(self.save_button, self.open_button, self.print_button, self.shop_button),
            row((self.sending, 1), self.preview.making),
        )
        self.body = Turning(services.theme, (left, 0), (holder(right), 1))
        self.nothing = EmptyPage(
            services.theme,
            place("print"),
            _("There isn't a group to print yet. Create one first."),
            row(button(_("Create group"), services.to(FoundRoute()), "first"), 1),
        )
        self.head = Head(_("Print"), self.groups)
        outer = column(self.nothing, self.body, margin=(MARGIN, 8, MARGIN, 8))
        outer.setAlignment(self.nothing, Qt.AlignmentFlag.AlignTop)
        self.setLayout(outer)
        self._busy(False)

    def _make_shop_button(self) -> PressedButton:
        """Return a button with a menu of what print shops need."""
        made = button(_("For a print shop"), hint=_("Each side of a card by itself, with bleed"))
        menu = opened(made)
        entry(menu, _("One card per page (PDF)…"), self._save_pages)
        for dpi in (300, 600):
            text = _("Pictures at {dpi} dpi (PNG)…", dpi=dpi)
            entry(menu, text, partial(self._save_pictures, dpi))
        return made

    def show_route(self, route: PrintRoute, campaign: str) -> Route | None:
        self.show_group(campaign, route.group, route.only)
        return PrintRoute()

    def forget(self) -> None:
        self.group_id = ""

    def undoes(self) -> str | None:
        return self.group_id or None

    # What is shown

    def show_group(self, campaign: str, group: str, only: str = "") -> None:
        """Show a group with its latest choice, or with `only` one kind of print."""
        self.campaign_id = campaign
        groups = self.services.workspace.groups(campaign) if campaign else []
        if group or self.group_id not in [g.id for g in groups]:
            self.group_id = group or (groups[0].id if groups else "")
            if self.group_id:
                choice = self.services.ask(self.services.printing.choice, self.group_id)
                self.choice = choice or PrintChoice()
                self.chooser.show_choice(self.choice)
                self.groups.more = []
                self._left_out = {self.group_id: self.choice.left_out}
        wanted = tuple(kind for kind in KINDS if kind == only)
        if wanted:
            self.choice = replace(self.choice, kinds=wanted, only_changed=False)
            self.chooser.show_choice(self.choice)
        self.refresh()

    def store_changed(self, changes: frozenset[Changed]) -> None:
        """Read again what changed; after printing, only update the marks."""
        printed = bool(changes) and all(isinstance(change, CardsPrinted) for change in changes)
        if printed and not self.choice.only_changed:
            self._show_ticks()
        else:
            super().store_changed(changes)

    def refresh(self) -> None:
        """Read groups and members again, and renew the preview."""
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
        """Read the chosen groups, and show what there is to tick."""
        wanted = [self.group_id, *self.groups.more]
        read = self.services.ask(lambda: {g: self.services.printing.read(g) for g in wanted})
        if read is None:
            return
        self._read = read
        for group in wanted:
            if group not in self._left_out:
                choice = self.services.ask(self.services.printing.choice, group)
                self._left_out[group] = choice.left_out if choice is not None else ()
        self.chooser.show_groups(read, self._choices())

    def _choices(self) -> dict[str, PrintChoice]:
        """Return the choice for each group: the same, but with its own members."""
        return {group: replace(self.choice, left_out=self._left_out[group]) for group in self._read}

    def _touched(self) -> None:
        """Store the new choice, and renew the preview."""
        if not self.group_id:
            return
        self.choice = self.chooser.value(self.group_id)
        self._left_out |= {group: self.chooser.value(group).left_out for group in self._read}
        self.services.quietly(self.services.printing.remember, self.group_id, self.choice)
        self.chooser.show_what(self.choice)
        self._pause.start()
        self._enable()  # what is on the screen is not what was chosen any more

    # Making

    def make(self) -> None:
        """Make the document on the worker, cancelling the previous one."""
        self._pause.stop()
        if not self.group_id or not self.isVisible():
            return
        self._making.stop()
        groups = self._choices()
        try:
            checked_setting(self.choice.setting)
            total = sum(self._read[g].count(choice) for g, choice in groups.items())
            if not total:
                raise LastDaysError(self._why_nothing())
        except LastDaysError as error:
            self._show_failure(error)
            return
        self.preview.progress.setRange(0, total)
        self.preview.progress.setValue(0)
        printing, read = self.services.printing, self._read

        def make(wanted: Wanted) -> tuple[PrintedDocument, PreviewPages]:
            # late: PDFium, and here they are the worker's
            from lastdays.pdf.preview import PreviewPages

            def told(done: int) -> bool:
                if wanted():
                    self.preview.stepped.emit(done)
                return wanted()

            made = printing.make(groups, read=read, progress=told)
            return made, PreviewPages(made.pdf)

        def show(result: tuple[PrintedDocument, PreviewPages]) -> None:
            self.made, pages = result
            self._made_of = groups
            self.preview.show_pages(self.made, pages)
            self._busy(False)

        self._making.begin(make, show, self._show_failure)
        self._busy(True)

    def _why_nothing(self) -> str:
        if self.choice.only_changed and self.choice.kinds:
            return _("Nothing has changed since it was printed.")
        if "characters" in self.choice.kinds:
            return _("Choose whose cards to print.")
        return _("Choose what to print.")

    def stop(self) -> None:
        """Cancel the document that is being made."""
        self._making.stop()
        self._show_failure(CancelledError())

    def _show_failure(self, error: LastDaysError) -> None:
        """Say in place of the pages why there are none."""
        self._busy(False)
        self._nothing(str(error))
        self.preview.again_button.setVisible(isinstance(error, CancelledError))

    def _nothing(self, why: str) -> None:
        self.made = None
        self.preview.show_nothing(why)
        self._enable()

    def _busy(self, on: bool) -> None:
        self.preview.busy(on)
        self._enable()

    def _enable(self) -> None:
        shown = self.made is not None and not self._making.going
        ready = shown and self._made_of == self._choices()
        why = _("There is nothing to print yet")
        if self._making.going:
            why = _("The pages are being prepared")
        for part in (self.save_button, self.open_button):
            allow(part, ready, why)
        if self.sending.busy:
            why = _("Other pages are still being sent to the printer")
        for part in (self.print_button, self.shop_button):
            allow(part, ready and not self.sending.busy, why)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pause.stop()
        self._making.stop()
        self.made = None
        self.preview.let_go()

    # Paper

    def save_to(self, target: Path) -> bool:
        """Write the document, and count its cards as printed; return whether that succeeded."""
        made = self.made
        if made is None:
            return False
        return self.services.do(
            partial(self.services.printing.save, made, target, self._made_of), wrote(made, target)
        ).succeeded

    def open(self) -> None:
        """Open the document in the system's PDF viewer."""
        folder = Path(platformdirs.user_cache_dir("lastdays", appauthor=False)) / "print"
        target = folder / "cards.pdf"
        if self.save_to(target) and not QDesktopServices.openUrl(QUrl.fromLocalFile(str(target))):
            self.services.say(
                _("No program on this computer opens PDF files. The file is {file}.", file=target),
                "harm",
            )

    def _print(self) -> None:
        made = self.made
        printer = self.services.printer_chosen(self, made) if made is not None else None
        if printer is not None:
            self.print_on(printer)

    def print_on(self, printer: QPrinter) -> None:
        """Print on the worker; the cards count as printed once all pages are sent."""
        made, groups = self.made, self._made_of
        if made is None or self.sending.busy:
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
                'Sent {n} page to {where}. Print at 100 %, not "fit to page".',
                'Sent {n} pages to {where}. Print at 100 %, not "fit to page".',
                pages,
                where=where,
            )
            if whole:
                self.services.do(partial(self.services.printing.printed, groups), words)
            else:
                self.services.say(words, "well")
            return words

        self.sending.run(
            lambda told: print_document(made, printer, told),
            sent,
            _("Sending to {where}…", where=where),
            made.pages,
        )

    def _keep_language(self, code: str) -> None:
        """Store the language of the group's prints; the document is then made again."""
        group = self.group_id
        if (
            not group
            or not self.services.do(
                partial(self.services.printing.set_language, group, code)
            ).succeeded
        ):
            self.refresh()

    # For a print shop

    def _save_pages(self) -> None:
        name = _("{group} one card per page", group=self.group_box.currentText())
        pdf_name(self, name, self.export)

    def _save_pictures(self, dpi: int) -> None:
        name = _("{group} cards", group=self.group_box.currentText())
        folder_name(
            self,
            _("Folder for the pictures"),
            lambda folder: self.export(free_folder(folder, name), dpi),
        )

    def export(self, target: Path, dpi: int = 0) -> None:
        """Write the cards for a print shop: a PDF, or with `dpi` a folder of pictures."""
        groups = {group: for_print_shop(choice) for group, choice in self._choices().items()}
        services, printing, read = self.services, self.services.printing, self._read
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
                    "Wrote {n} picture to {file}.",
                    "Wrote {n} pictures to {file}.",
                    made.pages,
                    file=target,
                )
            services.do(partial(printing.printed, groups), words)
            return words

        words = _("Writing {file}…", file=target.name)
        self.sending.run(write, written, words, 2 * total if dpi else total)
