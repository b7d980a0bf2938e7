"""The campaign page: its overview; rulings, house numbers and content packs; records and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)

from lastdays.campaign.campaigns import HouseRules, PackLine
from lastdays.campaign.changed import EVERYTHING, CardsPrinted, Changed, SequenceAnswered
from lastdays.campaign.overview import CampaignView, Overview
from lastdays.campaign.versions import History
from lastdays.desktop import paths
from lastdays.errors import reason
from lastdays.language import _, ngettext, titled
from lastdays.model.campaign import Campaign
from lastdays.model.house_numbers import HouseNumber, house_numbers
from lastdays.model.switches import Switches, SwitchOption, switch_texts
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import copy_example, first_of
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.form import Choices, enter
from lastdays.ui.models.rows import RowModel
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    NextGameRoute,
    Route,
    ShareRoute,
    StartRoute,
)
from lastdays.ui.pages.campaign_overview import GroupsAndGames, route_of
from lastdays.ui.pages.data_page import back_up_everything
from lastdays.ui.pages.history_rows import history_rows
from lastdays.ui.pages.of_campaign import PageOfCampaign
from lastdays.ui.pages.players_panel import PlayersPanel
from lastdays.ui.pages.rescue import play_rescue
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.page import MARGIN, Head
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    Fold,
    MoreButton,
    Number,
    Picker,
    Plain,
    button,
    clear,
    column,
    entry,
    holder,
    keep_room,
    label,
    panel,
    row,
    scrolling,
    sentence,
    typed,
)
from lastdays.ui.widgets.room import Centered, SideBySide
from lastdays.ui.widgets.table import Table
from lastdays.ui.widgets.tabs import Tabs

#: So many changes of a pack are named on its page; `lastdays pack check` names all.
CHANGES_MOST = 12


def pack_told(line: PackLine) -> str:
    """Say a pack's version and author, as far as it says them."""
    about = line.pack.about
    version = _("version {n}", n=about.version) if about.version else ""
    author = _("by {name}", name=about.author) if about.author else ""
    key = line.pack.key if line.pack.key != line.pack.name else ""
    return " · ".join(filter(None, (version, author, key)))


def pack_state(line: PackLine) -> tuple[str, str]:
    """Say how it stands with a pack, and of what kind the sentence is."""
    if line.pack.gone:
        return _("Missing: what came of it stays in the groups, by name only."), "harm"
    if line.on and not line.counts:
        return _("Left out: something in it is wrong."), "harm"
    if line.faults:
        return _("Can't be switched on: something in it is wrong."), "harm"
    return (_("On in this campaign."), "well") if line.on else (_("Off in this campaign."), "faint")


class PacksPanel(QWidget):
    """A switch for each content pack; `switched` carries its key and whether it is to be on,
    `looked` says that the folders are to be read again."""

    switched = Signal(str, bool)
    looked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.switches: dict[str, QCheckBox] = {}
        self._lines: tuple[PackLine, ...] | None = None
        says = _("Put one, as a folder or a zip file, into the folder of packs, then look again.")
        self.none = EmptyPage(
            services.theme, place("rulebook"), _("No content packs yet"), sentence(says)
        )
        self.again_button = button(_("Look again"), self.looked.emit)
        self.folder_button = button(_("Open the folder of packs"), self._open_folder)
        self.example_button = button(_("Add the example"), self._add_example)
        self._list = column(spacing=8)
        self.inside = holder(
            column(
                sentence(
                    _(
                        "A content pack adds Leaders, types, gear, skills, Perks or Encounters to the book. "
                        "It counts only in the campaigns that switch it on."
                    )
                ),
                Flow(self.again_button, self.folder_button, self.example_button),
                self.none,
                self._list,
                1,
                margin=8,
                spacing=12,
            )
        )
        self.setLayout(column(scrolling(self.inside)))

    def _open_folder(self) -> None:
        folder = paths.content_packs()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            self.services.said.emit(_("{path} can't be made.", path=folder), "harm")
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        self.services.said.emit(_("Content packs lie in {path}.", path=folder), "")

    def _add_example(self) -> None:

        target = paths.content_packs() / "hospital"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            copy_example(target)
        except FileExistsError:
            self.services.said.emit(_("{path} is already there.", path=target), "harm")
            return
        except OSError as error:
            text = _("{path} can't be written: {reason}.")
            said = text.format(path=target, reason=reason(error))
            self.services.said.emit(said, "harm")
            return
        self.looked.emit()
        self.services.said.emit(_("Added the example to {path}.", path=target), "well")

    def show_packs(self, lines: Sequence[PackLine]) -> None:
        """Show the packs; what has the keyboard keeps it."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        held = next((key for key, box in self.switches.items() if box.hasFocus()), None)
        clear(self._list)
        self.switches = {}
        for line in lines:
            self._list.addWidget(self._row(line))
        self.none.setVisible(not lines)
        self.services.theme.dress(self.inside)
        if held in self.switches:
            self.switches[held].setFocus()

    def _row(self, line: PackLine) -> QFrame:
        pack = line.pack
        box = QCheckBox(typed(pack.name))
        box.setProperty("kind", "heading")
        box.setChecked(line.on)
        box.setEnabled(line.on or not line.faults)
        told, (state, kind) = pack_told(line), pack_state(line)
        box.setAccessibleName(_("Content pack {name}", name=pack.name))
        box.setAccessibleDescription(f"{told}. {state}")
        box.setToolTip(plain(state))
        box.clicked.connect(lambda on, key=pack.key: self.switched.emit(key, on))
        self.switches[pack.key] = box
        parts: list[QWidget] = [box]
        if told:
            parts.append(sentence(told, "small"))
        if pack.about.summary:
            parts.append(sentence(pack.about.summary, ""))
        if pack.about.page:
            parts.append(sentence(pack.about.page))
        parts.append(sentence(state, kind))
        if line.faults:
            parts.append(sentence(first_of(line.faults), "small"))
        if line.overridden:
            parts.append(label(_("Changes what the book says:"), "small"))
            parts.append(sentence(first_of(line.overridden, CHANGES_MOST)))
        return panel(column(*parts, spacing=4))


class RecordsPanel(QWidget):
    """The name and the history, and what is done with the campaign as a whole."""

    def __init__(
        self,
        services: Services,
        restore: QMenu,
        rename: Callable[[str], object],
        delete: Callable[[], object],
        back_up: Callable[[], object],
    ) -> None:
        super().__init__()
        self.services = services
        self._shown = ""
        #: The campaign whose name was refused, and what was typed.
        self._kept = ("", "")
        self.rename_field = QLineEdit()
        self.rename_field.setAccessibleName(_("Name of the campaign"))
        name = label(_("Name"))
        name.setBuddy(self.rename_field)
        self.rename_field.editingFinished.connect(lambda: rename(self.rename_field.text()))
        self.history_model = RowModel((_("Change"), _("When")))
        self.history = Table(
            self.history_model,
            _("History of the campaign"),
            services.theme,
            look="lines",
            least_rows=5,
        )
        self.delete_button = button(_("Delete this campaign"), delete)
        self.restore_button = button(_("Restore…"))
        self.restore_button.setMenu(restore)
        self.backup_button = button(_("&Back up everything…"), back_up)
        self.setLayout(
            column(
                row(name, self.rename_field),
                label(_("History"), "heading"),
                self.history,
                row(self.backup_button, 1, self.restore_button, self.delete_button),
                margin=8,
            )
        )

    def keep_name(self) -> None:
        """Keep the name that was typed and refused, so that it can be mended."""
        self._kept = (self._shown, self.rename_field.text())

    def show_campaign(self, view: CampaignView) -> None:
        """Show the name and the history of a campaign."""
        if self._kept != (view.campaign.id, self.rename_field.text()):
            self.rename_field.setText(view.campaign.name)
        self._shown = view.campaign.id
        history = History(self.services.workspace, view.campaign.id)
        self.history_model.set_rows(history_rows(self.services, history))


class NumberLine(Plain):
    """The field of a number of the book, whether it is a house rule, and the way back."""

    def __init__(self, number: HouseNumber) -> None:
        super().__init__()
        self.number = number
        self.field = Number(number.least, number.most)
        self.field.setSuffix(number.unit)
        self.field.setKeyboardTracking(False)
        self.badge = label(_("House rule"), "warn")
        self.back = button(_("As in the book"), kind="quiet")
        self.back.setAccessibleName(_("{name}: as in the book", name=number.name))
        for part in (self.badge, self.back):
            keep_room(part)
        self.setFocusProxy(self.field)
        self.setLayout(row(self.field, self.badge, self.back, 1))

    def show_number(self, says: str, printed: int, now: int) -> None:
        """Show the number, what is said of it, and whether it differs from the printed one."""
        self.field.setToolTip(plain(says))
        self.field.setAccessibleDescription(says)
        enter(self.field, now)
        self.badge.setVisible(now != printed)
        self.back.setVisible(now != printed)


#: The rulings are at most so wide, in pixels at 100 %.
LINES = 900


class RulingsPanel(Plain):
    """A choice for each ruling that tables differ on, and a field for each number of the book;
    `chosen` carries the option, `set_to` the key of a number and what it is set to, `as_in_book`
    the key of one that is to be as printed."""

    chosen = Signal(object)
    set_to = Signal(str, int)
    as_in_book = Signal(str)

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self.boxes: dict[str, Picker] = {}
        self.numbers: dict[str, NumberLine] = {}
        #: What is said of each, by its key: its name, and what it is about.
        self._words: dict[str, tuple[QLabel, QLabel]] = {}
        self.differs, self.played = sentence("", "heading"), sentence("", "")
        readings, own = Choices(theme), Choices(theme)
        readings.add_text(
            _("How this campaign reads the rulebook. The default comes first."), "faint"
        )
        for text in switch_texts(catalogue):
            box = self.boxes[text.key] = Picker((option.name, option) for option in text.options)
            box.picked.connect(self.chosen)
            self._words[text.key] = readings.add(text.name, text.ruling, box)
        says = _("Change any of the book's numbers that your table plays differently.")
        own.add_text(says, "faint")
        heading = ""
        for number in house_numbers():
            if number.heading != heading:
                heading = number.heading
                own.add_text(heading, "heading")
            line = self.numbers[number.key] = NumberLine(number)
            line.field.valueChanged.connect(partial(self.set_to.emit, number.key))
            line.back.clicked.connect(partial(self._go_back, line))
            self._words[number.key] = own.add(number.name, "", line)
        many, count = len(self.boxes), len(self.numbers)
        self.folds = (
            Fold(theme, "rulings", _("Rulings: {n} that tables differ on", n=many), readings),
            Fold(theme, "numbers", _("Numbers: {n} of the book", n=count), own),
        )
        self.folds[0].toggled.connect(lambda on: self.played.setVisible(not on))
        inside = column(
            self.differs, self.played, SideBySide(theme, LINES, *self.folds), 1, margin=8
        )
        self.setLayout(column(scrolling(holder(inside))))
        self.played.setVisible(not self.folds[0].is_open())

    def _go_back(self, line: NumberLine) -> None:
        line.field.setFocus()  # the button is about to go
        self.as_in_book.emit(line.number.key)

    def show_rules(self, switches: Switches, book: Catalogue, catalogue: Catalogue) -> None:
        """Show what is chosen, and how what a campaign plays with differs from the book; rulings
        name numbers, which may be others now."""
        differs, played = 0, []
        for text in switch_texts(catalogue):
            name, ruling = self._words[text.key]
            name.setText(text.name)
            ruling.setText(text.ruling)
            box = self.boxes[text.key]
            box.setAccessibleName(text.name)
            box.setToolTip(plain(text.ruling))
            for n, option in enumerate(text.options):
                box.setItemText(n, option.name)
            box.setCurrentIndex(text.chosen(switches))
            differs += box.currentIndex() > 0
            played.append(titled(text.name, box.currentText()))
        for key, line in self.numbers.items():
            says = line.number.ruling(book)
            printed, now = line.number.of(book), line.number.of(catalogue)
            self._words[key][1].setText(says)
            line.show_number(says, printed, now)
            if now != printed:
                differs += 1
                what = _("{now} instead of {printed}", now=now, printed=printed)
                played.append(titled(line.number.name, what))
        self.differs.setText(
            ngettext(
                "This campaign plays {n} thing differently.",
                "This campaign plays {n} things differently.",
                differs,
                n=differs,
            )
            if differs
            else _("This campaign plays by the book.")
        )
        self.played.setText("\n".join(played))


#: The tabs of the page.
OVERVIEW, PLAYERS, RULINGS, RECORDS, PACKS = range(5)
#: Tabs are at most so wide in a large window, in pixels at 100 %.
WIDEST = {RULINGS: 2 * LINES, RECORDS: 1000, PACKS: 1000}


class CampaignPage(PageOfCampaign):
    """The campaign that is open."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.view: CampaignView | None = None
        self.overview = GroupsAndGames(services)
        self.groups, self.groups_model = self.overview.groups, self.overview.groups_model
        self.found_button = self.overview.found_button
        self._next: Callable[[], object] = self.overview.create_group
        self.next_button = button("", self._go_next, "first")
        self.more_button = MoreButton(_("More to do with this campaign"))
        self.restore_menu = QMenu(_("Restore"), self)
        self.restore_menu.aboutToShow.connect(self._fill_restore)
        self.head = Head("", self.more_button, first=self.next_button)
        self.title = self.head.title
        self.tabs = Tabs(own_height=True)
        self.tabs.addTab(self.overview, _("Groups and games"))
        for title in (_("Players"), _("Rulings"), _("Name and history"), _("Packs")):
            self.tabs.addTab(QWidget(), title)  # filled when it is first looked at
        self.rulings: RulingsPanel | None = None
        self.records: RecordsPanel | None = None
        self.players: PlayersPanel | None = None
        self.packs: PacksPanel | None = None
        self.tabs.currentChanged.connect(self._tab_chosen)
        self._fill_menu(self.more_button.menu())
        self.setLayout(column(self.tabs, margin=(MARGIN, 4, MARGIN, 12)))

    def _fill_menu(self, menu: QMenu) -> None:
        add, turn = partial(entry, menu), self.tabs.setCurrentIndex
        add(_("Create group"), self.overview.create_group)
        add(_("Import a group or campaign…"), self.overview.choose_file)
        add(_("Record a game"), self.overview.record)
        add(_("Read the chronicle"), self._to(ChronicleRoute()))
        menu.addSeparator()
        add(_("Rename the campaign…"), self.start_renaming)
        add(_("Players"), partial(turn, PLAYERS))
        add(_("Rulings"), partial(turn, RULINGS))
        add(_("Content packs"), partial(turn, PACKS))
        add(_("History"), partial(turn, RECORDS))
        menu.addSeparator()
        add(_("Share…"), self._to(ShareRoute()))
        add(_("Back up everything…"), self._backup)
        menu.addMenu(self.restore_menu)
        menu.addSeparator()
        add(_("Delete this campaign"), self._delete)

    def _tab_chosen(self, index: int) -> None:
        tab = self.tabs.widget(index)
        if tab is None:
            return
        made: QWidget | None = None
        if index == PLAYERS and self.players is None:
            made = self.players = PlayersPanel(self.services)
        if index == RULINGS and self.rulings is None:
            made = self.rulings = RulingsPanel(self.services.catalogue, self.services.theme)
            self.rulings.chosen.connect(self._set)
            self.rulings.set_to.connect(partial(self._play, HouseRules.set_number))
            self.rulings.as_in_book.connect(partial(self._play, HouseRules.as_in_book))
        if index == RECORDS and self.records is None:
            acts = self._rename, self._delete, self._backup
            made = self.records = RecordsPanel(self.services, self.restore_menu, *acts)
        if index == PACKS and self.packs is None:
            made = self.packs = PacksPanel(self.services)
            self.packs.switched.connect(self._switch)
            self.packs.looked.connect(self._look_again)
        if made is not None:
            tab.setLayout(column(made))
            if index in WIDEST:
                Centered(tab, self.services.theme, WIDEST[index])
        self.refresh()

    # What is shown

    def shows(self, changed: Changed) -> bool:
        """Return whether it is anything but answers of a sequence or what has been printed."""
        return not isinstance(changed, SequenceAnswered | CardsPrinted)

    def refresh(self) -> None:
        """Read the campaign anew."""
        if not self.campaign_id:
            return
        workspace = self.services.workspace
        found = self.services.ask(lambda: workspace.overview(self.campaign_id))
        if found is None:
            return
        self.view = view = found.view
        workspace.seen_campaigns.show(self.campaign_id, view.revision, self)
        for fault in found.faults:
            self.services.said.emit(fault, "harm")
        self._show_head(found)
        self.overview.show_campaign(found)
        self._show_house_rules(view.campaign)
        if self.records is not None:
            self.records.show_campaign(view)
        if self.players is not None and self.tabs.currentIndex() == PLAYERS:
            self.players.show_campaign(found)

    def _show_house_rules(self, campaign: Campaign) -> None:
        """Show the rulings; the packs where they are looked at: each is read for that."""
        services, rules = self.services, self.services.house_rules
        if self.rulings is not None:
            book = services.ask(lambda: rules.book(campaign.id))
            if book is not None:
                self.rulings.show_rules(campaign.switches, book, services.catalogue)
        if self.packs is not None and self.tabs.currentIndex() == PACKS:
            self.packs.show_packs(services.ask(lambda: rules.packs(campaign.id)) or ())

    def _show_head(self, found: Overview) -> None:
        """Show the name, how much there is, and the one next step."""
        campaign = found.view.campaign
        self.title.setText(campaign.name)
        n, m = len(found.view.groups), len(campaign.games)
        groups = ngettext("{n} group", "{n} groups", n, n=n)
        games = ngettext("{n} game", "{n} games", m, n=m)
        self.head.note.setText(_("{groups} · {games}", groups=groups, games=games))
        text, self._next = self._next_step(found)
        self.next_button.setVisible(bool(found.view.groups))  # the empty page has its own
        self.next_button.setText(typed(text))
        self.next_button.setAccessibleName(_("Next: {what}", what=text.replace(" ▸", "")))

    def _next_step(self, found: Overview) -> tuple[str, Callable[[], object]]:
        """Return the one thing to do now: what it says, and how it is done."""
        for half in found.half_done:
            if half.kind == "session":
                return _("Back to the table ▸"), self._to(route_of(half))
        line = found.to_go_on_with()
        if line is not None:
            step = line.next
            text = (
                _("Finish creating the group")
                if step.kind == "creating"
                else _("After game {n} ▸", n=step.number)
            )
            return text, partial(self.overview.follow, line.summary.id)
        if not found.view.groups:
            return _("Create group"), self.overview.create_group
        if found.captives:
            return _("Play the Rescue ▸"), partial(play_rescue, self.services, found.captives[0])
        return _("Play the next game ▸"), self._to(NextGameRoute())

    def _to(self, route: Route) -> Callable[[], object]:
        return lambda: self.services.go.emit(route)

    # What is done

    def _go_next(self) -> None:
        self._next()

    def import_from(self, source: Path) -> None:
        """Add a group from a file."""
        self.overview.import_from(source)

    def start_renaming(self) -> None:
        """Put the keyboard into the campaign's name."""
        self.tabs.setCurrentIndex(RECORDS)
        if self.records is not None:
            self.records.rename_field.setFocus()
            self.records.rename_field.selectAll()

    def _rename(self, name: str) -> None:
        if self.view is None or name == self.view.campaign.name:
            return
        renamed = self.services.done(lambda: self.services.campaigns.rename(self.campaign_id, name))
        if not renamed and self.records is not None:
            self.records.keep_name()

    def _set(self, option: SwitchOption) -> None:
        if self.view is None:
            return
        switches = option.set(self.view.campaign.switches)
        self.services.done(lambda: self.services.campaigns.set_switches(self.campaign_id, switches))

    def _play(self, rule: Callable[..., object], key: str, *value: int) -> None:
        """Play with another number of the book, or with its own."""
        rules, campaign = self.services.house_rules, self.campaign_id
        self.services.done(lambda: rule(rules, campaign, key, *value))

    def _switch(self, pack: str, on: bool) -> None:
        rules, campaign = self.services.house_rules, self.campaign_id
        if not self.services.done(lambda: rules.switch(campaign, pack, on=on)):
            self.refresh()

    def _look_again(self) -> None:
        if self.services.done(self.services.house_rules.reread):
            self.services.changed.emit(EVERYTHING)

    def _delete(self) -> None:
        if self.services.done(lambda: self.services.campaigns.delete(self.campaign_id)):
            self.services.go.emit(StartRoute())

    def _fill_restore(self) -> None:
        menu = self.restore_menu
        menu.clear()
        for campaign in self.services.workspace.campaigns():
            if campaign.deleted:
                text = _("Campaign {name}", name=typed(campaign.name))
                entry(menu, text, partial(self._restore_campaign, campaign.id))
        campaigns = self.services.campaigns
        for group, name in campaigns.deleted_groups(self.campaign_id):
            restore = partial(campaigns.restore_group, self.campaign_id, group)
            text = _("Group {name}", name=typed(name))
            entry(menu, text, partial(self.services.done, restore))
        if not menu.actions():
            menu.addAction(_("Nothing has been deleted")).setEnabled(False)

    def _restore_campaign(self, campaign: str) -> None:
        if self.services.done(lambda: self.services.campaigns.restore(campaign)):
            self.services.go.emit(CampaignRoute(campaign))

    def _backup(self) -> None:
        back_up_everything(self.services, self)

    # Undo

    def take_focus(self) -> None:
        """Put the keyboard on the groups; where there are none yet, on what creates one."""
        seen = [p for p in (self.overview.groups, self.found_button) if p.isVisible()]
        if self.tabs.currentIndex() == OVERVIEW and seen:
            seen[0].setFocus()
        elif self.tabs.currentIndex() == PLAYERS and self.players is not None:
            self.players.take_focus()
        else:
            super().take_focus()

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do here, as it was read with the rest."""
        return (self.view.undo, self.view.redo) if self.view else (None, None)

    def stepped(self) -> None:
        """Go where campaigns begin, if this one is no longer there."""
        if not self.services.workspace.exists(self.campaign_id):
            self.services.go.emit(StartRoute())
