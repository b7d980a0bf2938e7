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
from lastdays.desktop.files import refuse_open_store, write_whole
from lastdays.errors import CancelledError, LastDaysError
from lastdays.language import _, dotted, ngettext, titled
from lastdays.pdf.content import PrintedDocument
from lastdays.rulebook.pictograms import place
from lastdays.store.store import GroupSummary
from lastdays.ui.forms.form import call_on_entry, set_control
from lastdays.ui.forms.print_options import PrintOptionsForm
from lastdays.ui.models.rows import TickRow, TicksModel
from lastdays.ui.navigation import FoundRoute, PrintRoute, Route
from lastdays.ui.page import MARGIN, Head, PageOfCampaign
from lastdays.ui.pages.print_preview import Preview, Sending
from lastdays.ui.services import Calculation, Services, Wanted
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import ask_folder, ask_where_to_save_pdf, free_folder
from lastdays.ui.widgets.paper import Progress, print_document, wanted_pages
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    Fold,
    OneLine,
    Picker,
    Pictogram,
    PressedButton,
    RowOrColumn,
    TicksView,
    add_menu_action,
    button,
    column,
    enable_or_explain,
    label,
    make_button_menu,
    make_timer,
    panel,
    row,
    set_name_and_hint,
    wrap_layout,
)
from lastdays.ui.widgets.room import Unfolding

if TYPE_CHECKING:
    from lastdays.pdf.preview import PreviewPages


#: So many members are in sight at once; the others are scrolled to.
MOST_MEMBERS = 12
#: How wide and how high a tile is, in pixels at 100 %.
TILE_WIDTH = 192
TILE_HEIGHT = 64
#: How many tiles there are in a row.
ACROSS = 3
#: The gap between two of them.
BETWEEN = 8


class PrintTile(PressedButton):
    """A kind of print, printed while it is ticked; several kinds are ticked in its menu. `chosen`
    is called after each choice."""

    def __init__(
        self, theme: Theme, tile: Tile, kinds: tuple[str, ...], chosen: Callable[[], object]
    ) -> None:
        super().__init__()
        self._theme = theme
        self._tell = chosen
        self.kinds = kinds
        self._drawing = tile.pictogram()
        self._usual = _(tile.description) if tile.description else ""
        self.setProperty("kind", "tile")
        self.setCheckable(True)
        self._picture = Pictogram(theme, self._drawing, "", "text", 30)
        self._title = OneLine("tilename")
        self._below = OneLine("small")
        self._title.setText(_(tile.name))
        #: The ticks in the menu of a tile of several kinds.
        self._on: dict[str, QAction] = {}
        right_margin = 8
        if len(kinds) > 1:
            right_margin = 22
            self._make_menu()
        self.clicked.connect(self._take_ticks)
        lines = column(1, self._title, self._below, 1, spacing=0)
        margin = (10, 4, right_margin, 4)
        self.setLayout(row(self._picture, (lines, 1), spacing=10, margin=margin))
        for part in self.findChildren(QLabel):  # it is pressed as one
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.toggled.connect(self._draw)
        theme.changed.connect(self.updateGeometry)
        theme.reshaped.connect(self.updateGeometry)
        self.show_description("")

    def _make_menu(self) -> None:
        """Give the tile a menu in which each of its kinds is ticked."""
        menu = make_button_menu(self)
        for kind in self.kinds:
            action = menu.addAction(kind_name(kind))
            action.setCheckable(True)
            action.triggered.connect(self._take_ticks)
            self._on[kind] = action

    def sizeHint(self) -> QSize:
        """Return a size that suits the window."""
        theme = self._theme
        width = theme.pixels(TILE_WIDTH * theme.ample_factor)
        height = theme.pixels(TILE_HEIGHT * theme.ample_factor)
        return QSize(width, height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def ticked_kinds(self) -> tuple[str, ...]:
        """Return the kinds that are ticked."""
        if self._on:
            return tuple(kind for kind, action in self._on.items() if action.isChecked())
        return self.kinds if self.isChecked() else ()

    def show_on(self, kinds: Collection[str]) -> None:
        """Tick these kinds."""
        for kind, action in self._on.items():
            action.setChecked(kind in kinds)
        self.setChecked(any(kind in kinds for kind in self.kinds))
        self.show_description("")

    def show_description(self, text: str) -> None:
        """Show a description; '' for the usual one."""
        ticked = self.ticked_kinds() if self._on else ()
        text = text or self._usual_for(ticked)
        self._below.setText(text)
        name = self._title.whole if self._on else kind_name(self.kinds[0])
        set_name_and_hint(self, titled(name, self._below.whole))

    def _usual_for(self, ticked: tuple[str, ...]) -> str:
        """Return the usual description: of a single kind that is ticked its name."""
        if len(ticked) == 1:
            return kind_name(ticked[0])
        return self._usual

    def _take_ticks(self) -> None:
        if self._on:  # Qt has no tick on a button with a menu
            self.show_on(self.ticked_kinds())
        self._tell()

    def _draw(self, on: bool) -> None:
        token = "accent_text" if on else "text"
        self._picture.show_drawing(self._drawing, "", token)


class ChoicePanel(QWidget):
    """What is printed, as tiles; the paper and the members, folded. `chosen` is called after each
    choice."""

    def __init__(self, theme: Theme, chosen: Callable[[], object]) -> None:
        super().__init__()
        self._theme = theme
        for_the_table = self._make_tiles(chosen, afterwards=False)
        for_afterwards = self._make_tiles(chosen, afterwards=True)
        all_tiles = for_the_table + for_afterwards
        self.tiles = {tile.kinds[0]: tile for tile in all_tiles}
        self.options = PrintOptionsForm(theme)
        self.options.changed.connect(chosen)
        self.paper_fold = Fold(theme, "paper", "", self.options)
        self.members_fold = self._make_members(chosen)
        self.setLayout(
            column(
                label(_("For the table"), "heading"),
                Flow(*for_the_table, spacing=BETWEEN),
                label(_("For afterwards"), "heading"),
                Flow(*for_afterwards, spacing=BETWEEN),
                self.paper_fold,
                self.members_fold,
                1,
            )
        )

    def _make_members(self, chosen: Callable[[], object]) -> Fold:
        """Make the fold of the members whose cards are printed."""
        self.only_changed = QCheckBox(_("Only what has &changed since printing"))
        call_on_entry(chosen, self.only_changed)
        self.members_model = TicksModel()
        self.members_model.ticked.connect(chosen)
        self.members = TicksView(self.members_model, _("Whose cards"))
        tick_all = self.members_model.tick_all
        self.all_button = button(_("Select &all"), partial(tick_all, True), "quiet")
        self.none_button = button(_("Select &none"), partial(tick_all, False), "quiet")
        above = row(self.only_changed, 1, self.all_button, self.none_button)
        return Fold(self._theme, "whose cards", "", panel(above, self.members))

    def _make_tiles(self, chosen: Callable[[], object], *, afterwards: bool) -> list[PrintTile]:
        """Make the tiles of what is wanted at the table, or afterwards."""
        declared = tiles(afterwards=afterwards)
        return [PrintTile(self._theme, tile, kinds, chosen) for tile, kinds in declared.items()]

    def minimumSizeHint(self) -> QSize:
        """Return room for a row of tiles, in a narrow window for one."""
        tiles_in_row = 1 if self._theme.narrow else ACROSS
        tile_width = self.tiles["characters"].sizeHint().width()
        width = tiles_in_row * tile_width + (tiles_in_row - 1) * BETWEEN
        least = super().minimumSizeHint()
        return QSize(max(width, least.width()), least.height())

    def show_choice(self, choice: PrintChoice) -> None:
        """Show the options chosen last; the ticks follow with the group."""
        self.options.show_setting(choice.setting)
        set_control(self.only_changed, choice.only_changed)

    def show_groups(
        self, groups: Mapping[str, ReadGroup], chosen: Mapping[str, PrintChoice]
    ) -> None:
        """Show what can be chosen for the groups; the first one's choice sets the ticks."""
        first = next(iter(chosen))
        choice = chosen[first]
        group_news = groups[first].changed.get(GROUP_KEY)
        set_control(self.options.language, groups[first].view.group.language)
        set_control(self.options.test_page, TEST_PAGE in choice.kinds)
        for tile in self.tiles.values():
            tile.show_on(choice.kinds)
        self.tiles["group"].show_description(_news_of(group_news) or _("unchanged"))
        self._show_members(groups, chosen)
        self.show_what(choice)

    def _show_members(
        self, groups: Mapping[str, ReadGroup], chosen: Mapping[str, PrintChoice]
    ) -> None:
        """List the groups' members, with their group if there are several, and what is new."""
        several = len(groups) > 1
        rows = []
        ticked = []
        printed_before = []
        for group, read in groups.items():
            for member in read.view.group.roster:
                key = f"{group}/{member.id}"
                news = read.changed.get(member.id)
                group_name = read.view.group.name if several else ""
                beside = dotted(group_name, _news_of(news))
                rows.append(TickRow(key, member.name, beside))
                if news is not None:
                    printed_before.append(news)
                if member.id not in chosen[group].left_out:
                    ticked.append(key)
        self.members_model.set_rows(rows, ticked)
        row_height = self.members.sizeHintForRow(0)
        rows_in_sight = min(len(rows), MOST_MEMBERS)
        self.members.setFixedHeight(rows_in_sight * row_height + 4)
        never_printed = printed_before.count(False)
        changes = _changes_in_words(len(rows), len(printed_before), never_printed)
        self.tiles["characters"].show_description(changes)

    def show_what(self, choice: PrintChoice) -> None:
        """Summarise paper and members; offer members only with Character cards."""
        ticked = len(self.members_model.on())
        members = self.members_model.rowCount()
        whose = _("Whose cards: {m} of {n}", m=ticked, n=members)
        if ticked == members:
            whose = _("Whose cards: all {n}", n=members)
        if choice.only_changed:
            whose = _("{whose}, only what has changed", whose=whose)
        self.members_fold.say(whose)
        self.paper_fold.say(_("Paper: {what}. Change…", what=self.options.in_words()))
        prints_cards = "characters" in choice.kinds
        for part in (self.members, self.all_button, self.none_button):
            enable_or_explain(part, prints_cards, _("Choose Character cards first"))

    def value(self, group: str) -> PrintChoice:
        """Return the choice for a group: the same for each, but with its own members."""
        ticked_kinds: set[str] = set()
        for tile in self.tiles.values():
            ticked_kinds.update(tile.ticked_kinds())
        if self.options.test_page.isChecked():
            ticked_kinds.add(TEST_PAGE)
        return PrintChoice(
            kinds=tuple(kind for kind in KINDS if kind in ticked_kinds),
            left_out=self._members_left_out(group),
            only_changed=self.only_changed.isChecked(),
            setting=self.options.setting(),
        )

    def _members_left_out(self, group: str) -> tuple[str, ...]:
        """Return the members of a group that aren't ticked."""
        ticked = set(self.members_model.on())
        left_out = []
        for member_row in self.members_model.rows:
            whose, member = member_row.key.split("/")
            if whose == group and member_row.key not in ticked:
                left_out.append(member)
        return tuple(left_out)


def _news_of(printed_before: bool | None) -> str:
    """Say how a card differs from the printed one: whether there was one; '' if it doesn't."""
    if printed_before is None:
        return ""
    return _("changed") if printed_before else _("not printed yet")


def _changes_in_words(member_count: int, changed: int, never_printed: int) -> str:
    """Say how many of the members' cards differ from the printed ones, of which some were never
    printed."""
    if never_printed == member_count:
        return _("not printed yet")
    news = _("unchanged")
    if changed:
        news = ngettext("{n} changed", "{n} changed", changed)
    return _("{members} · {news}").format(
        members=ngettext("{n} member", "{n} members", member_count),
        news=news,
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
        self.menu = make_button_menu(self.more_button)
        #: The groups that are printed with the first.
        self.more: list[str] = []
        self.setLayout(row(self.box, self.more_button))

    def show_groups(self, groups: Sequence[tuple[str, str]], first: str) -> None:
        """Offer groups as (id, name), `first` chosen."""
        choices = [(name, group) for group, name in groups]
        self.box.offer(choices, first)
        others = [(group, name) for group, name in groups if group != first]
        self.more = [group for group, _name in others if group in self.more]
        self.menu.clear()
        for group, name in others:
            action = self.menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(group in self.more)
            action.setData(group)
            action.toggled.connect(self._take_ticked_groups)
        self.more_button.setVisible(bool(others))
        self._show_count()

    def _take_ticked_groups(self, _on: bool) -> None:
        ticked = [action for action in self.menu.actions() if action.isChecked()]
        self.more = [str(action.data()) for action in ticked]
        self._show_count()
        self._more_chosen()

    def _show_count(self) -> None:
        text = _("More groups")
        if self.more:
            text = ngettext("and {n} more group", "and {n} more groups", len(self.more))
        self.more_button.setText(text)
        self.more_button.setAccessibleName(text)


def written_in_words(document: PrintedDocument, target: Path) -> str:
    """Return a sentence on where a document was written."""
    return ngettext(
        "Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", document.pages, file=target
    )


def _wrote_pictures(document: PrintedDocument, target: Path) -> str:
    """Return a sentence on where a document's pictures were written."""
    return ngettext(
        "Wrote {n} picture to {file}.",
        "Wrote {n} pictures to {file}.",
        document.pages,
        file=target,
    )


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
        self._members_left_out: dict[str, tuple[str, ...]] = {}
        self._making = Calculation(services)
        #: Of which choice it is: there may be another by now.
        self._made_of: dict[str, PrintChoice] = {}
        self._pause = make_timer(self, 200, self.make)

        self.groups = GroupChooser(self._group_chosen, self.refresh)
        self.group_box = self.groups.box
        self.head = Head(_("Print"), self.groups)
        self.chooser = ChoicePanel(services.theme, self._store_choice)
        self.chooser.options.language.picked.connect(self._keep_language)
        choices = Unfolding(self.chooser, services.theme)
        choices.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding)
        pages = self._make_pages()
        self.body = RowOrColumn(services.theme, (choices, 0), (pages, 1))
        create_button = button(_("Create group"), services.to(FoundRoute()), "first")
        self.nothing = EmptyPage(
            services.theme,
            place("print"),
            _("There isn't a group to print yet. Create one first."),
            row(create_button, 1),
        )
        outer = column(self.nothing, self.body, margin=(MARGIN, 8, MARGIN, 8))
        outer.setAlignment(self.nothing, Qt.AlignmentFlag.AlignTop)
        self.setLayout(outer)
        self._show_busy(False)

    def _make_pages(self) -> QWidget:
        """Make the preview of the pages, with what is done with them below."""
        self.preview = Preview(self.services)
        self.preview.stop_button.clicked.connect(self.stop)
        self.preview.again_button.clicked.connect(self.make)
        self.save_button = button(_("&Save as PDF…"), self._save, "first")
        self.open_button = button(_("&Open"), self.open, hint=_("In your PDF viewer"))
        self.print_button = button(_("&Print…"), self._print)
        self.shop_button = self._make_shop_button()
        self.sending = Sending(self.services)
        self.sending.changed.connect(self._enable_buttons)
        buttons = Flow(self.save_button, self.open_button, self.print_button, self.shop_button)
        below = row((self.sending, 1), self.preview.progress_part)
        return wrap_layout(column((self.preview, 1), buttons, below))

    def _make_shop_button(self) -> PressedButton:
        """Return a button with a menu of what print shops need."""
        shop_button = button(
            _("For a print shop"), hint=_("Each side of a card by itself, with bleed")
        )
        menu = make_button_menu(shop_button)
        add_menu_action(menu, _("One card per page (PDF)…"), self._save_pages)
        for dpi in (300, 600):
            text = _("Pictures at {dpi} dpi (PNG)…", dpi=dpi)
            add_menu_action(menu, text, partial(self._save_pictures, dpi))
        return shop_button

    def _group_chosen(self, group: str) -> None:
        self.show_group(self.campaign_id, group)

    def show_route(self, route: PrintRoute, campaign: str) -> Route | None:
        self.show_group(campaign, route.group, route.only, route.fixture)
        return PrintRoute()

    def forget_subject(self) -> None:
        self.group_id = ""

    def undoes(self) -> str | None:
        return self.group_id or None

    # What is shown

    def show_group(self, campaign: str, group: str, only: str = "", fixture: str = "") -> None:
        """Show a group with its latest choice, or with `only` one kind of print, of a `fixture`."""
        self.campaign_id = campaign
        ids = self._group_ids()
        if group:
            self._read_choice(group)
        elif self.group_id not in ids:
            self._read_choice(ids[0] if ids else "")
        if only in KINDS:
            self.choice = replace(self.choice, kinds=(only,), only_changed=False, fixture=fixture)
            self.chooser.show_choice(self.choice)
        self.refresh()

    def _group_ids(self) -> list[str]:
        """Return the ids of the campaign's groups."""
        return [group.id for group in self._groups_of_campaign()]

    def _groups_of_campaign(self) -> list[GroupSummary]:
        if not self.campaign_id:
            return []
        return self.services.workspace.groups(self.campaign_id)

    def _read_choice(self, group: str) -> None:
        """Take a group ('' for none), and what was chosen for it last."""
        self.group_id = group
        if not group:
            return
        choice = self.services.ask(self.services.printing.choice, group)
        self.choice = choice if choice is not None else PrintChoice()
        self.chooser.show_choice(self.choice)
        self.groups.more = []
        self._members_left_out = {group: self.choice.left_out}

    def store_changed(self, changes: frozenset[Changed]) -> None:
        """Read again what changed; after printing, only update the marks."""
        printed = bool(changes) and all(isinstance(change, CardsPrinted) for change in changes)
        if printed and not self.choice.only_changed:
            self._show_ticks()
        else:
            super().store_changed(changes)

    def refresh(self) -> None:
        """Read groups and members again, and renew the preview."""
        groups = self._groups_of_campaign()
        if groups and self.group_id not in self._group_ids():
            self.show_group(self.campaign_id, groups[0].id)  # with what was chosen for it
            return
        if not groups:
            self.group_id = ""
        self.groups.setVisible(bool(groups))
        self.body.setVisible(bool(groups))
        self.nothing.setVisible(not groups)
        self.groups.show_groups([(group.id, group.name) for group in groups], self.group_id)
        if not self.group_id:
            self._show_nothing(_("There isn't a group to print yet. Create one first."))
            return
        self._show_ticks()
        self._pause.start()

    def _show_ticks(self) -> None:
        """Read the chosen groups, and show what there is to tick."""
        read = self.services.ask(self._read_groups)
        if read is None:
            return
        self._read = read
        for group in read:
            if group not in self._members_left_out:
                choice = self.services.ask(self.services.printing.choice, group)
                self._members_left_out[group] = choice.left_out if choice is not None else ()
        self.chooser.show_groups(read, self._choices_by_group())

    def _read_groups(self) -> dict[str, ReadGroup]:
        """Read the groups that are printed, the first one first."""
        groups = [self.group_id, *self.groups.more]
        return {group: self.services.printing.read(group) for group in groups}

    def _choices_by_group(self) -> dict[str, PrintChoice]:
        """Return the choice for each group: the same, but with its own members."""
        return {
            group: replace(self.choice, left_out=self._members_left_out[group])
            for group in self._read
        }

    def _store_choice(self) -> None:
        """Store the new choice, and renew the preview."""
        if not self.group_id:
            return
        fixture = self.choice.fixture
        self.choice = replace(self.chooser.value(self.group_id), fixture=fixture)
        for group in self._read:
            self._members_left_out[group] = self.chooser.value(group).left_out
        self.services.quietly(self.services.printing.remember, self.group_id, self.choice)
        self.chooser.show_what(self.choice)
        self._pause.start()
        self._enable_buttons()  # what is on the screen is not what was chosen any more

    # Making

    def make(self) -> None:
        """Make the document on the worker, cancelling the previous one."""
        self._pause.stop()
        if not self.group_id or not self.isVisible():
            return
        self._making.stop()
        choices = self._choices_by_group()
        try:
            total = self._count(choices)
        except LastDaysError as error:
            self._show_failure(error)
            return
        self.preview.progress.setRange(0, total)
        self.preview.progress.setValue(0)
        self._making.begin(
            partial(self._make_document, choices, self._read),
            partial(self._show_document, choices),
            self._show_failure,
        )
        self._show_busy(True)

    def _count(self, choices: Mapping[str, PrintChoice]) -> int:
        """Return how much is to be made; raise LastDaysError if that is nothing or can't be."""
        checked_setting(self.choice.setting)
        total = sum(self._read[group].count(choice) for group, choice in choices.items())
        if not total:
            raise LastDaysError(self._why_nothing())
        return total

    def _make_document(
        self,
        choices: dict[str, PrintChoice],
        read: dict[str, ReadGroup],
        wanted: Wanted,
    ) -> tuple[PrintedDocument, PreviewPages]:
        """Make the document and its pages, on the worker, while they are wanted."""
        # late: PDFium, and here they are the worker's
        from lastdays.pdf.preview import PreviewPages

        def show_progress(done: int) -> bool:
            still_wanted = wanted()
            if still_wanted:
                self.preview.stepped.emit(done)
            return still_wanted

        document = self.services.printing.make(choices, read=read, progress=show_progress)
        return document, PreviewPages(document.pdf)

    def _show_document(
        self, choices: dict[str, PrintChoice], result: tuple[PrintedDocument, PreviewPages]
    ) -> None:
        document, pages = result
        self.made = document
        self._made_of = choices
        self.preview.show_pages(document, pages)
        self._show_busy(False)

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
        self._show_busy(False)
        self._show_nothing(str(error))
        self.preview.again_button.setVisible(isinstance(error, CancelledError))

    def _show_nothing(self, why: str) -> None:
        self.made = None
        self.preview.show_nothing(why)
        self._enable_buttons()

    def _show_busy(self, on: bool) -> None:
        self.preview.show_busy(on)
        self._enable_buttons()

    def _enable_buttons(self) -> None:
        has_pages = self.made is not None and not self._making.going
        pages_are_of_choice = has_pages and self._made_of == self._choices_by_group()
        why_not = _("There is nothing to print yet")
        if self._making.going:
            why_not = _("The pages are being prepared")
        enable_or_explain(self.save_button, pages_are_of_choice, why_not)
        enable_or_explain(self.open_button, pages_are_of_choice, why_not)
        can_print = pages_are_of_choice and not self.sending.busy
        if self.sending.busy:
            why_not = _("Other pages are still being sent to the printer")
        enable_or_explain(self.print_button, can_print, why_not)
        enable_or_explain(self.shop_button, can_print, why_not)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pause.stop()
        self._making.stop()
        self.made = None
        self.preview.let_go()

    # Paper

    def _save(self) -> None:
        ask_where_to_save_pdf(self, self.group_box.currentText(), self.save_to)

    def save_to(self, target: Path) -> bool:
        """Write the document, and count its cards as printed; return whether that succeeded."""
        document = self.made
        if document is None:
            return False
        save = partial(self.services.printing.save, document, target, self._made_of)
        return self.services.do(save, written_in_words(document, target)).succeeded

    def open(self) -> None:
        """Open the document in the system's PDF viewer."""
        folder = Path(platformdirs.user_cache_dir("lastdays", appauthor=False)) / "print"
        target = folder / "cards.pdf"
        if not self.save_to(target):
            return
        is_open = QDesktopServices.openUrl(QUrl.fromLocalFile(str(target)))
        if not is_open:
            self.services.say(
                _("No program on this computer opens PDF files. The file is {file}.", file=target),
                "harm",
            )

    def _print(self) -> None:
        if self.made is None:
            return
        printer = self.services.printer_chosen(self, self.made)
        if printer is not None:
            self.print_on(printer)

    def print_on(self, printer: QPrinter) -> None:
        """Print on the worker; the cards count as printed once all pages are sent."""
        document = self.made
        if document is None or self.sending.busy:
            return
        file = printer.outputFileName()
        try:
            if file:
                refuse_open_store(Path(file))
        except LastDaysError as error:
            self.sending.show_failure(error)
            return
        choices = self._made_of
        sends_all = len(wanted_pages(printer, document.pages)) == document.pages
        where = file or printer.printerName() or _("the printer")

        def send(progress: Progress) -> int:
            return print_document(document, printer, progress)

        def note_as_printed(pages: int) -> str:
            words = ngettext(
                'Sent {n} page to {where}. Print at 100 %, not "fit to page".',
                'Sent {n} pages to {where}. Print at 100 %, not "fit to page".',
                pages,
                where=where,
            )
            if sends_all:
                self.services.do(partial(self.services.printing.printed, choices), words)
            else:
                self.services.say(words, "well")
            return words

        self.sending.run(
            send, note_as_printed, _("Sending to {where}…", where=where), document.pages
        )

    def _keep_language(self, code: str) -> None:
        """Store the language of the group's prints; the document is then made again."""
        if not self.group_id:
            self.refresh()
            return
        set_language = partial(self.services.printing.set_language, self.group_id, code)
        if not self.services.do(set_language).succeeded:
            self.refresh()

    # For a print shop

    def _save_pages(self) -> None:
        name = _("{group} one card per page", group=self.group_box.currentText())
        ask_where_to_save_pdf(self, name, self.export)

    def _save_pictures(self, dpi: int) -> None:
        name = _("{group} cards", group=self.group_box.currentText())

        def export_to(folder: Path) -> None:
            self.export(free_folder(folder, name), dpi)

        ask_folder(self, _("Folder for the pictures"), export_to)

    def export(self, target: Path, dpi: int = 0) -> None:
        """Write the cards for a print shop: a PDF, or with `dpi` a folder of pictures."""
        choices = {
            group: for_print_shop(choice) for group, choice in self._choices_by_group().items()
        }
        read = self._read
        printing = self.services.printing
        total = sum(read[group].count(choice) for group, choice in choices.items())

        def write_pdf(progress: Progress) -> PrintedDocument:
            document = printing.make(choices, read=read, progress=progress)
            write_whole(target, document.pdf)
            return document

        def write_pictures(progress: Progress) -> PrintedDocument:
            document = printing.make(choices, read=read, progress=None)
            printing.save_pictures(document, target, dpi, progress)
            return document

        def note_as_written(document: PrintedDocument) -> str:
            words = written_in_words(document, target)
            if dpi:
                words = _wrote_pictures(document, target)
            self.services.do(partial(printing.printed, choices), words)
            return words

        words = _("Writing {file}…", file=target.name)
        if dpi:
            self.sending.run(write_pictures, note_as_written, words, 2 * total)
        else:
            self.sending.run(write_pdf, note_as_written, words, total)
