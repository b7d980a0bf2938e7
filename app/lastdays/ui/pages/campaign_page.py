"""The campaign page: its overview; rulings, house numbers and content packs; players, what they have
played and whom they haven't met; records and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QLineEdit, QMenu, QWidget

from lastdays.campaign.campaigns import HouseRules, PackLine
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import GroupLine, Overview
from lastdays.campaign.players import Player, PlayerActions, Players, PlayersGroup, players_of
from lastdays.campaign.seasons import SeasonActions
from lastdays.campaign.versions import History
from lastdays.desktop import paths
from lastdays.language import _, dotted, joined, ngettext, number, titled
from lastdays.model.campaign import Campaign
from lastdays.model.switches import HouseNumber, SwitchOption, house_numbers, switch_texts
from lastdays.rulebook import pictograms
from lastdays.rulebook.packs import copy_example, first_lines_of, users_pack_folder
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.counters import CounterFields
from lastdays.ui.forms.form import Choices, Removables, set_control, text_field
from lastdays.ui.models.rows import Cell, Row, plain_hint
from lastdays.ui.navigation import (
    ChronicleRoute,
    FoundRoute,
    GameNightRoute,
    NextGameRoute,
    OwnRollRoute,
    RecordRoute,
    SeasonsRoute,
    ShareRoute,
    StartRoute,
)
from lastdays.ui.page import MARGIN, Head, PageOfCampaign
from lastdays.ui.pages.adding_packs import add_pack
from lastdays.ui.pages.campaign_overview import GroupsAndGames, route_of
from lastdays.ui.pages.data_page import back_up_everything
from lastdays.ui.pages.deleting import delete_campaign, fill_restore, put_away
from lastdays.ui.pages.group.inner_pages import history_rows
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.our_rules import OurRulesPanel
from lastdays.ui.pages.rescue import go_on, play_rescue
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import ask_pack_file
from lastdays.ui.widgets.parts import (
    ABOUT,
    EmptyPage,
    Flow,
    Fold,
    MoreButton,
    Number,
    Picker,
    Plain,
    RowOrColumn,
    add_menu_action,
    button,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    keep_room,
    label,
    make_button_menu,
    make_scroll_area,
    nothing_yet,
    panel,
    row,
    sentence,
    set_hint,
    set_name_and_hint,
    show_either,
    wrap_layout,
)
from lastdays.ui.widgets.room import Centered, SideBySide
from lastdays.ui.widgets.table import TWO_LINES, Table, TableDesign
from lastdays.ui.widgets.tabs import Tabs

#: From so many groups on the worker reads them: who plays each stands in its own document.
READ_AT_ONCE = 64
#: Below so few players there is room for a group in an ample window.
FEW = 6


class PlayersPanel(QWidget):
    """The players on the left; the chosen one on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.people = PlayerActions(services.workspace)
        self.campaign_id = ""
        self.found = Players()
        theme = services.theme
        list_panel = self._make_list()
        self.one = self._make_one()
        self.night_button = button(_("Plan a game n&ight ▸"), services.to(GameNightRoute()))
        beside = wrap_layout(column(self.one, wrap_layout(Flow(self.night_button)), 1, spacing=10))
        turning = RowOrColumn(theme, (list_panel, 6), (beside, 5))
        self.setLayout(column(turning, margin=(0, 8, 0, 0)))
        theme.reshaped.connect(self._show_group)

    def _make_list(self) -> QWidget:
        """Make the list of players, the field for a new one, and the chosen one's group."""
        theme = self.services.theme
        self.new_name = text_field(_("Name of a new player"))
        self.new_name.returnPressed.connect(self._add)
        self.add_button = button(_("&Add player"), self._add)
        self.table = Table(
            (_("Player"), _("Games"), _("Won–lost"), _("Drawn"), _("Last played"), _("Not faced")),
            _("Players"),
            theme,
            TableDesign(row_heights=TWO_LINES, least_rows=4),
            row_chosen=self._show_player,
        )
        self.none_yet = nothing_yet(
            _("No players yet. Add them here, or enter the player when you edit a group."),
            theme,
            pictograms.place("group"),
        )
        #: The first group of the one who is chosen, in an ample window.
        self.roster = LivesTable(self.services)
        self.named = label("", "heading")
        self.group = wrap_layout(column(self.named, (self.roster, 1)))
        return panel(
            row(self.new_name, self.add_button),
            (self.table, 1),
            self.none_yet,
            (self.group, 2),
        )

    def _make_one(self) -> QWidget:
        self.name = text_field(_("Name of the player"))
        self.name.editingFinished.connect(self._rename_player)
        self.name.returnPressed.connect(self.table.setFocus)
        self.remove_button = button(_("Re&move player"), self._remove)
        self.groups = Removables(_("Groups"), _("Assign a g&roup…"), attrgetter("name"))
        self.groups.changed.connect(self._take_away)
        self.unmet = sentence()
        return panel(row(self.name, self.remove_button), self.groups, self.unmet)

    # What is shown

    def show_campaign(self, overview: Overview) -> None:
        """Show the players; in a large campaign the worker reads them."""
        self.campaign_id = overview.view.campaign.id
        workspace = self.services.workspace
        read = partial(players_of, workspace, self.campaign_id)
        if len(overview.groups) > READ_AT_ONCE:
            show = partial(self._read, self.campaign_id)
            self.services.work(read, show, receiver=self)
            return
        players = self.services.ask(read)
        if players is not None:
            self._show(players)

    def _read(self, campaign: str, players: Players) -> None:
        if campaign == self.campaign_id:  # else another is looked at by now
            self._show(players)

    def _show(self, players: Players) -> None:
        names_before = {player.name for player in self.found.players}
        self.found = players
        names = [player.name for player in players.players]
        new_names = [name for name in names if name not in names_before]
        is_added_or_renamed = len(new_names) == 1 and bool(names_before)
        newcomer = new_names[0] if is_added_or_renamed else ""
        rows = [self._row_of_player(player) for player in players.players]
        self.table.show_rows(rows, keep=newcomer)
        show_either(names, self.table, self.one, instead=self.none_yet)
        self._show_player(self.table.current_key())

    @staticmethod
    def _row_of_player(player: Player) -> Row:
        groups = joined([group.name for group in player.groups]) or _("no group yet")
        cells = (
            Cell(player.name, "title", groups),
            Cell(str(player.games), "figure"),
            Cell(_("{won}–{lost}", won=player.won, lost=player.lost), "figure"),
            Cell(str(player.drawn), "figure"),
            Cell(day_in_words(player.last_day) or "–"),
            Cell(str(len(player.never_met)), "figure", hint=joined(player.never_met)),
        )
        return Row(player.name, cells)

    @property
    def player(self) -> Player:
        """The chosen player; one without a name if there is none."""
        chosen = self.table.current_key()
        for player in self.found.players:
            if player.name == chosen:
                return player
        return Player("")

    def _show_player(self, _name: str) -> None:
        """Show the chosen player: their name, their groups, and whom they haven't faced."""
        player = self.player
        self.one.setProperty(ABOUT, player.name)
        self.name.setText(player.name)
        self.name.setCursorPosition(0)
        self.groups.show_items(player.groups)
        self._offer_groups(player)
        is_alone = len(self.found.players) < 2
        if is_alone:
            self.unmet.setText("")
        elif player.never_met:
            self.unmet.setText(_("Hasn't faced: {names}.", names=joined(player.never_met)))
        else:
            self.unmet.setText(_("Has faced everyone else."))
        self._show_group()

    def _offer_groups(self, player: Player) -> None:
        """Offer a player the groups of the others."""
        menu = self.groups.menu
        menu.clear()
        others = [group for group in self.found.groups if group.player != player.name]
        for group in others:
            text = escape_ampersands(group.name)
            if group.player:
                text = _("{group} ({player})", group=text, player=escape_ampersands(group.player))
            add_menu_action(menu, text, partial(self._give_group_to_player, group, player.name))
        enable_or_explain(
            self.groups.add_button, bool(others), _("No other group is in this campaign")
        )

    def _show_group(self) -> None:
        """Show the chosen player's first group, if there is room."""
        groups = self.player.groups
        few_players = self.table.rows.rowCount() <= FEW
        has_room = few_players and self.services.theme.is_ample
        if not groups or not has_room:
            self.group.hide()
            return
        view = self.services.ask(self.services.workspace.group, groups[0].id)
        self.group.setVisible(view is not None)
        if view is not None:
            self.named.setText(view.group.name)
            self.roster.show_group(view.group)

    # What is done

    def _add(self) -> None:
        add = partial(self.people.add, self.campaign_id, self.new_name.text())
        if self.services.do(add).succeeded:
            self.new_name.clear()

    def _rename_player(self) -> None:
        old = self.player.name
        name = self.name.text().strip()
        if old and name != old:
            self.services.do(partial(self.people.rename, self.campaign_id, old, name))

    def _remove(self) -> None:
        self.services.do(partial(self.people.remove, self.campaign_id, self.player.name))

    def _give_group_to_player(self, group: PlayersGroup, name: str) -> None:
        self.services.do(partial(self.people.give, self.campaign_id, group.id, name))

    def _take_away(self) -> None:
        for group in self.player.groups:
            if group not in self.groups.items:
                self._give_group_to_player(group, "")

    def take_focus(self) -> None:
        if self.found.players:
            self.table.setFocus()
        else:
            self.new_name.setFocus()


#: So many changes of a pack are named on its page; `lastdays pack check` names all.
CHANGES_MOST = 12


def pack_told(line: PackLine) -> str:
    """Return a pack's version, author and key, if it states them."""
    pack = line.pack
    version = ""
    author = ""
    if pack.about.version:
        version = _("version {n}", n=pack.about.version)
    if pack.about.author:
        author = _("by {name}", name=pack.about.author)
    key = pack.key if pack.key != pack.name else ""
    return dotted(version, author, key)


def pack_state(line: PackLine) -> tuple[str, str]:
    """Return a sentence on a pack's state, and its kind."""
    if line.pack.is_gone:
        return _("Missing: groups keep what they have from it, by name only."), "harm"
    if line.on and not line.counts:
        return _("Left out: it has faults."), "harm"
    if line.faults:
        return _("Can't be switched on: it has faults."), "harm"
    if line.differences:
        return _("On, but not as it was when the campaign took it:"), "harm"
    if line.on:
        return _("On in this campaign."), "well"
    return _("Off in this campaign."), "faint"


class PacksPanel(QWidget):
    """A switch for each content pack."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.switches: dict[str, QCheckBox] = {}
        self.campaign_id = ""
        says = _(
            "Choose Add a pack, or drop one on the window: a zip file or a folder. What you put in "
            "the packs folder yourself is read by Reload packs."
        )
        self.none = EmptyPage(
            services.theme, place("rulebook"), _("No content packs yet"), sentence(says)
        )
        choose = partial(ask_pack_file, self, self.add_pack)
        self.add_button = button(_("Add a pack…"), choose)
        self.again_button = button(_("Reload packs"), self._look_again)
        self.folder_button = button(_("Open packs folder"), self._open_folder)
        self.example_button = button(_("Add example pack"), self._add_example)
        self._table_of_changes = column(spacing=8)
        self.inside = wrap_layout(
            column(
                sentence(
                    _(
                        "A content pack adds Leaders, Character types, gear, skills, Perks "
                        "or Encounters to the book. It counts only in the campaigns that "
                        "switch it on."
                    )
                ),
                Flow(self.add_button, self.again_button, self.folder_button, self.example_button),
                self.none,
                self._table_of_changes,
                1,
                margin=8,
                spacing=12,
            )
        )
        self.setLayout(column(make_scroll_area(self.inside)))

    def add_pack(self, file: Path) -> None:
        """Add a pack to those of the user."""
        add_pack(self.services, file, self._say_added)

    def _say_added(self, said: str) -> None:
        self.services.say(said, "well")

    def _open_folder(self) -> None:
        folder = self.services.do(users_pack_folder).result
        if folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
            self.services.say(_("Content packs are in {path}.", path=folder))

    def _add_example(self) -> None:
        target = paths.content_packs() / "hospital"
        if self.services.do(partial(copy_example, target)).succeeded:
            self._look_again(_("Added the example pack to {path}.", path=target))

    def _look_again(self, said: str = "") -> None:
        if self.services.do(self.services.house_rules.reread, said).succeeded:
            self.services.changed.emit(EVERYTHING)

    def show_campaign(self, overview: Overview) -> None:
        """Show the packs of a campaign, keeping the focus."""
        self.campaign_id = overview.view.campaign.id
        lines = self.services.house_rules.packs(self.campaign_id)
        focused = [key for key, switch in self.switches.items() if switch.hasFocus()]
        clear_layout(self._table_of_changes)
        self.switches = {}
        for line in lines:
            self._table_of_changes.addWidget(self._panel_of_pack(line))
        self.none.setVisible(not lines)
        self.services.theme.give_style_sheet(self.inside)
        for key in focused:
            if key in self.switches:
                self.switches[key].setFocus()

    def _switch_pack(self, pack: str, on: bool) -> None:
        switch = partial(self.services.house_rules.switch, self.campaign_id, pack, on=on)
        if not self.services.do(switch).succeeded:
            self.switches[pack].setChecked(not on)

    def _panel_of_pack(self, line: PackLine) -> QFrame:
        """Return the panel of a pack: its switch, and what there is to say of it."""
        pack = line.pack
        about = pack_told(line)
        state, state_kind = pack_state(line)
        switch = QCheckBox(escape_ampersands(pack.name))
        switch.setProperty("kind", "heading")
        switch.setChecked(line.on)
        switch.setEnabled(line.on or not line.faults)
        switch.setAccessibleName(_("Content pack {name}", name=pack.name))
        switch.setAccessibleDescription(f"{about}. {state}")
        switch.setToolTip(plain_hint(state))
        switch.clicked.connect(lambda on: self._switch_pack(pack.key, on))
        self.switches[pack.key] = switch
        changes = _("Changes what the book says:") if line.overridden else ""
        changed = _("Changed since it was zipped.") if line.changed else ""
        lines = [
            (about, "small"),
            (pack.about.summary, ""),
            (pack.about.page, "faint"),
            (changed, "faint"),
            (state, state_kind),
            (first_lines_of(line.differences, CHANGES_MOST), "small"),
            (first_lines_of(line.faults), "small"),
            (changes, "small"),
            (first_lines_of(line.overridden, CHANGES_MOST), "faint"),
        ]
        parts: list[QWidget] = [sentence(text, kind) for text, kind in lines if text]
        if line.differences and not line.faults:
            keep = button(_("Keep this version"), partial(self._use_pack_as_it_is, pack.key))
            set_name_and_hint(keep, _("Keep this version of {name}", name=pack.name))
            parts.append(wrap_layout(row(keep, 1)))
        return panel(switch, *parts, spacing=4)

    def _use_pack_as_it_is(self, pack: str) -> None:
        """Take a pack as it is now for the one that the campaign is played with."""
        keep = partial(self.services.house_rules.keep_pack, self.campaign_id, pack)
        self.services.do(keep)


#: So many groups have their histories beside the campaign's.
GROUPS = 3


class RecordsPanel(QWidget):
    """The name and history of the campaign, and actions on the whole of it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._campaign = Campaign("", "")
        #: The campaign whose name was refused, and what was typed.
        self._kept = ("", "")
        self.rename_field = QLineEdit()
        self.rename_field.editingFinished.connect(self._rename_campaign)
        self.rename_field.setAccessibleName(_("Name of the campaign"))
        name = label(_("Name"))
        name.setBuddy(self.rename_field)
        self.history = self._table_of_changes(_("History of the campaign"))
        #: The histories of the first groups, in an ample window.
        self._of_groups = row()
        self.groups = wrap_layout(self._of_groups)
        self._there: Sequence[GroupLine] = ()
        services.theme.reshaped.connect(self._show_groups)
        self.delete_button = button(
            _("Delete this campaign"), partial(delete_campaign, services, self)
        )
        self.restore_button = button(_("Restore…"))
        make_button_menu(self.restore_button, partial(fill_restore, services))
        back_up = partial(back_up_everything, services, self)
        self.backup_button = button(_("&Back up everything…"), back_up)
        self.counters = CounterFields(
            services.catalogue.own.counters_of("campaign"), services.catalogue, "campaign"
        )
        self.counters.changed.connect(self._count)
        self.setLayout(
            column(
                row(name, self.rename_field),
                self.counters,
                row((column(label(_("History"), "heading"), self.history), 1), (self.groups, 2)),
                row(self.backup_button, 1, self.restore_button, self.delete_button),
                margin=8,
            )
        )

    def _table_of_changes(self, name: str) -> Table:
        headings = _("Change"), _("When")
        return Table(headings, name, self.services.theme, TableDesign(look="lines", least_rows=5))

    def _rename_campaign(self) -> None:
        """Rename the campaign; a refused name stays in the field to be corrected."""
        name = self.rename_field.text()
        campaign = self._campaign
        if name == campaign.name:
            return
        rename = partial(self.services.campaigns.rename, campaign.id, name)
        if not self.services.do(rename).succeeded:
            self._kept = (campaign.id, name)

    def _count(self) -> None:
        """Set the counter that was changed."""
        stored = self._campaign.counters
        for key, value in self.counters.values(stored).items():
            if value != stored.get(key):
                set_counter = self.services.campaigns.set_counter
                self.services.do(partial(set_counter, self._campaign.id, key, value))

    def show_campaign(self, overview: Overview) -> None:
        campaign = overview.view.campaign
        self._campaign = campaign
        self.counters.show_values(campaign.counters)
        is_refused = self._kept == (campaign.id, self.rename_field.text())
        if not is_refused:
            self.rename_field.setText(campaign.name)
        history = History(self.services.workspace, campaign.id)
        self.history.rows.set_rows(history_rows(self.services, history))
        self._there = overview.groups[:GROUPS]
        self._show_groups()

    def _show_groups(self) -> None:
        """Show the histories of the first groups, if there is room."""
        has_room = self.services.theme.is_ample
        self.groups.setVisible(has_room and bool(self._there))
        clear_layout(self._of_groups)
        if not has_room:
            return
        for line in self._there:
            group = line.summary
            history = History(self.services.workspace, self._campaign.id, group.id)
            changes = self._table_of_changes(titled(_("History"), group.name))
            changes.rows.set_rows(history_rows(self.services, history))
            self._of_groups.addWidget(wrap_layout(column(label(group.name, "heading"), changes)))


class NumberLine(Plain):
    """A field for one of the book's numbers, a house rule badge, and a reset button."""

    def __init__(self, number: HouseNumber) -> None:
        super().__init__()
        self.number = number
        self.field = Number(*number.range)
        self.field.setSuffix(number.unit)
        self.field.setKeyboardTracking(False)
        self.badge = label(_("House rule"), "warn")
        keep_room(self.badge)
        self.back = button(_("Reset to the book"), kind="quiet")
        self.back.setAccessibleName(_("{name}: reset to the book", name=number.name))
        keep_room(self.back)
        self.setFocusProxy(self.field)
        self.setLayout(row(self.field, self.badge, self.back, 1))

    def show_number(self, says: str, printed: int, now: int) -> None:
        """Show a number and its ruling, and whether it differs from the printed one."""
        set_hint(self.field, says)
        set_control(self.field, now)
        self.badge.setVisible(now != printed)
        self.back.setVisible(now != printed)


#: The rulings are at most so wide, in pixels at 100 %.
LINES = 900


class RulingsPanel(Plain):
    """A choice for each disputed ruling, and a field for each number of the book."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._campaign = Campaign("", "")
        self.boxes: dict[str, Picker] = {}
        self.numbers: dict[str, NumberLine] = {}
        #: What is said of each, by its key: its name, and what it is about.
        self._words: dict[str, tuple[QLabel, QLabel]] = {}
        self.differs = sentence("", "heading")
        self.played = sentence("", "")
        theme = services.theme
        rulings = self._make_rulings()
        numbers = self._make_numbers()
        rulings_title = _("Rulings: {n} that tables play differently", n=len(self.boxes))
        numbers_title = _("Numbers: {n} from the book", n=len(self.numbers))
        self.folds = (
            Fold(theme, "rulings", rulings_title, rulings),
            Fold(theme, "numbers", numbers_title, numbers),
        )
        rulings_fold, _numbers_fold = self.folds
        rulings_fold.toggled.connect(self.played.setHidden)
        side_by_side = SideBySide(theme, LINES, *self.folds)
        inside = column(self.differs, self.played, side_by_side, 1, margin=8)
        self.setLayout(column(make_scroll_area(wrap_layout(inside))))
        self.played.setVisible(not rulings_fold.is_open())

    def _make_rulings(self) -> Choices:
        """Make a choice for each disputed ruling."""
        rulings = Choices(self.services.theme)
        rulings.add_text(
            _("How this campaign reads the rulebook. The default comes first."), "faint"
        )
        for text in switch_texts(self.services.catalogue):
            box = Picker(picked=self._set_switch)
            self.boxes[text.key] = box
            self._words[text.key] = rulings.add(text.name, text.ruling, box)
        return rulings

    def _make_numbers(self) -> Choices:
        """Make a field for each number of the book, below its heading."""
        numbers = Choices(self.services.theme)
        explanation = _("Change any of the book's numbers that your table plays differently.")
        numbers.add_text(explanation, "faint")
        heading = ""
        for house in house_numbers():
            if house.heading != heading:
                heading = house.heading
                numbers.add_text(heading, "heading")
            line = NumberLine(house)
            line.field.valueChanged.connect(
                partial(self._change_house_rule, HouseRules.set_number, house.key)
            )
            line.back.clicked.connect(partial(self._go_back, line))
            self.numbers[house.key] = line
            self._words[house.key] = numbers.add(house.name, "", line)
        return numbers

    def _go_back(self, line: NumberLine) -> None:
        line.field.setFocus()  # the button is about to go
        self._change_house_rule(HouseRules.as_in_book, line.number.key)

    def _set_switch(self, option: SwitchOption) -> None:
        campaign = self._campaign
        switches = option.set(campaign.switches)
        self.services.do(partial(self.services.campaigns.set_switches, campaign.id, switches))

    def _change_house_rule(self, rule: Callable[..., object], key: str, *value: int) -> None:
        self.services.do(partial(rule, self.services.house_rules, self._campaign.id, key, *value))

    def show_campaign(self, overview: Overview) -> None:
        """Show what is chosen and how it differs from the book. Rulings are shown anew too, for
        they name numbers that may have changed."""
        self._campaign = overview.view.campaign
        differences = self._show_rulings() + self._show_numbers()
        text = _("This campaign plays by the book.")
        if differences:
            text = ngettext(
                "This campaign plays {n} thing differently.",
                "This campaign plays {n} things differently.",
                len(differences),
            )
        self.differs.setText(text)
        self.played.setText("\n".join(differences))

    def _show_rulings(self) -> list[str]:
        """Show how each ruling is played; return a line for each that isn't the book's."""
        differences = []
        for text in switch_texts(self.services.catalogue):
            name, ruling = self._words[text.key]
            name.setText(text.name)
            ruling.setText(text.ruling)
            box = self.boxes[text.key]
            set_name_and_hint(box, text.name, text.ruling)
            box.offer([(option.name, option) for option in text.options])
            box.setCurrentIndex(text.option_index(self._campaign.switches))
            if box.currentIndex() > 0:
                differences.append(titled(text.name, box.currentText()))
        return differences

    def _show_numbers(self) -> list[str]:
        """Show each number; return a line for each that isn't the book's."""
        book = self.services.house_rules.book(self._campaign.id)
        differences = []
        for key, line in self.numbers.items():
            explanation = line.number.ruling(book)
            printed = line.number.value_in(book)
            now = line.number.value_in(self.services.catalogue)
            _name, ruling = self._words[key]
            ruling.setText(explanation)
            line.show_number(explanation, printed, now)
            if now != printed:
                what = _("{now} instead of {printed}", now=number(now), printed=number(printed))
                differences.append(titled(line.number.name, what))
        return differences


#: The tabs of the page.
OVERVIEW, PLAYERS, RULINGS, OUR_RULES, RECORDS, PACKS = range(6)
#: Tabs are at most so wide in a large window, in pixels at 100 %.
WIDEST = {RULINGS: 2 * LINES, RECORDS: 1700, PACKS: 1000}
Panels = GroupsAndGames | PlayersPanel | RulingsPanel | OurRulesPanel | RecordsPanel | PacksPanel


class CampaignPage(PageOfCampaign):
    """The open campaign; each tab but the first is filled when it is first shown."""

    #: What is shown; nothing before a campaign is.
    found: Overview | None = None

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.overview = GroupsAndGames(services)
        self._next: Callable[[], object]
        self.next_button = button("", self._go_next, "first")
        self.more_button = MoreButton(_("More actions for this campaign"))
        self.head = Head("", self.more_button, first=self.next_button)
        self.panels: dict[int, Panels] = {OVERVIEW: self.overview}
        self._makers = (
            GroupsAndGames,
            PlayersPanel,
            RulingsPanel,
            OurRulesPanel,
            RecordsPanel,
            PacksPanel,
        )
        self.tabs = Tabs()
        self.tabs.addTab(self.overview, _("Groups and games"))
        titles = (
            _("Players"),
            _("House rules"),
            _("Our rules"),
            _("Name and history"),
            _("Packs"),
        )
        for title in titles:
            self.tabs.addTab(QWidget(), title)
        self.tabs.currentChanged.connect(self.refresh)
        self._fill_menu(self.more_button.menu())
        self.setLayout(column(self.tabs, margin=(MARGIN, 4, MARGIN, 12)))

    def show_packs(self) -> None:
        """Turn to the content packs."""
        self.tabs.setCurrentIndex(PACKS)

    def _fill_menu(self, menu: QMenu) -> None:
        add = partial(add_menu_action, menu)
        turn = self.tabs.setCurrentIndex
        add(_("Create group"), self.services.to(FoundRoute()))
        add(_("Import a group or campaign…"), self.overview.choose_file)
        add(_("Plan a game night"), self.services.to(GameNightRoute()))
        add(_("Record a game"), self.services.to(RecordRoute()))
        add(_("Paste a report…"), self.services.to(RecordRoute(pasting=True)))
        add(_("Read the chronicle"), self.services.to(ChronicleRoute()))
        #: Shown if there are tables of the players' own.
        self.roll_action = add(_("Roll on a table…"), self.services.to(OwnRollRoute()))
        menu.addSeparator()
        add(_("Rename the campaign…"), self.start_renaming)
        add(_("New campaign like this one…"), self._begin_like)
        add(_("Seasons…"), self.services.to(SeasonsRoute()))
        self.away_action = add("", self._put_away_or_reopen)
        add(_("Players"), partial(turn, PLAYERS))
        add(_("House rules"), partial(turn, RULINGS))
        add(_("Our rules"), partial(turn, OUR_RULES))
        add(_("Content packs"), partial(turn, PACKS))
        add(_("History"), partial(turn, RECORDS))
        menu.addSeparator()
        add(_("Share…"), self.services.to(ShareRoute()))
        add(_("Back up everything…"), partial(back_up_everything, self.services, self))
        gone = menu.addMenu(_("Restore"))
        gone.aboutToShow.connect(partial(fill_restore, self.services, gone))
        menu.addSeparator()
        add(_("Delete this campaign"), partial(delete_campaign, self.services, self))

    def _put_away_or_reopen(self) -> None:
        """Put the campaign away and open another one, or list it again."""
        if self.found is None:
            return
        campaign = self.found.view.campaign
        seasons = SeasonActions(self.services.workspace)
        if campaign.archived:
            text = _("{name} is listed again.", name=campaign.name)
            self.services.do(partial(seasons.take_out, campaign.id), text)
        else:
            put_away(self.services, campaign)

    def _begin_like(self) -> None:
        self.services.go(StartRoute(new=True, like=self.campaign_id))

    # What is shown

    def _panel_of_current_tab(self) -> Panels:
        """Return the panel of the current tab, made if need be."""
        number = self.tabs.currentIndex()
        if number not in self.panels:
            self._make_panel(number)
        return self.panels[number]

    def _make_panel(self, number: int) -> None:
        """Make the panel of a tab."""
        tab = self.tabs.widget(number)
        if tab is None:
            return
        panel = self._makers[number](self.services)
        self.panels[number] = panel
        tab.setLayout(column(panel))
        if number in WIDEST:
            Centered(tab, self.services.theme, WIDEST[number])

    def read(self) -> None:
        workspace = self.services.workspace
        panel = self._panel_of_current_tab()
        self.found = None
        overview = workspace.overview(self.campaign_id)
        self.found = overview
        workspace.seen_campaigns.show(self.campaign_id, overview.view.revision, self)
        for fault in overview.faults:
            self.services.say(fault, "harm")
        self._show_head(overview)
        panel.show_campaign(overview)

    def _show_head(self, overview: Overview) -> None:
        """Show the name, the numbers of groups and games, and the next step."""
        campaign = overview.view.campaign
        group_count = len(overview.view.groups)
        groups = ngettext("{n} group", "{n} groups", group_count)
        games = ngettext("{n} game", "{n} games", len(campaign.games))
        self.head.title.setText(campaign.name)
        season = ""
        if campaign.seasons:
            season = _("season {n}", n=len(campaign.seasons) + 1)
        away = _("put away") if campaign.archived else ""
        self.head.note.setText(dotted(away, season, groups, games))
        self.away_action.setText(_("Reopen this campaign"))
        if not campaign.archived:
            self.away_action.setText(_("Put this campaign away"))
        self.roll_action.setVisible(bool(self.services.catalogue.own.tables))
        text, self._next = self._next_step(overview)
        self.next_button.setVisible(
            group_count > 0 or campaign.archived
        )  # an empty page has its own
        self.next_button.setText(escape_ampersands(text))
        self.next_button.setAccessibleName(_("Next: {what}", what=text.replace(" ▸", "")))

    def _next_step(self, overview: Overview) -> tuple[str, Callable[[], object]]:
        """Return the text and the action of the next step."""
        services = self.services
        campaign = overview.view.campaign.id
        if overview.view.campaign.archived:
            return _("Reopen this campaign"), self._put_away_or_reopen
        for half in overview.half_done:
            if half.kind == "session":
                return _("Back to the table ▸"), services.to(route_of(half))
        line = overview.to_go_on_with()
        if line is not None:
            text = _("After game {n} ▸", n=line.next.number)
            if line.next.kind == "creating":
                text = _("Finish creating the group")
            return text, partial(go_on, services, campaign, line.summary.id, line.next)
        if not overview.view.groups:
            return _("Create group"), services.to(FoundRoute())
        if overview.captives:
            return _("Play the Rescue ▸"), partial(play_rescue, services, overview.captives[0])
        if len(overview.view.campaign.open_fixtures) > 1:
            return _("Game night ▸"), services.to(GameNightRoute())
        return self._before_game(campaign), services.to(NextGameRoute())

    def _before_game(self, campaign: str) -> str:
        """Return what the next game begins with: a step of the players' own that is due, if the
        Encounter is known."""
        if self.services.catalogue.own.steps_at("before"):
            due = self.services.own_rolls.first_due(campaign)
            if due is not None:
                return _("{step} ▸", step=due.name)
        return _("Play the next game ▸")

    # What is done

    def _go_next(self) -> None:
        self._next()

    def start_renaming(self) -> None:
        self.tabs.setCurrentIndex(RECORDS)
        panel = self._panel_of_current_tab()
        assert isinstance(panel, RecordsPanel)
        panel.rename_field.setFocus()
        panel.rename_field.selectAll()

    # Undo

    def take_focus(self) -> None:
        panel = self._panel_of_current_tab()
        if isinstance(panel, PlayersPanel | OurRulesPanel):
            panel.take_focus()
        elif not isinstance(panel, GroupsAndGames):
            super().take_focus()
        elif panel.groups.isVisible():
            panel.groups.setFocus()
        else:
            panel.create_button.setFocus()

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do, as read with the rest of the campaign."""
        if self.found is None:
            return None, None
        return self.found.view.undo, self.found.view.redo

    def stepped(self) -> None:
        """Leave a campaign whose creation was undone."""
        if not self.services.workspace.exists(self.campaign_id):
            self.services.go(StartRoute())
