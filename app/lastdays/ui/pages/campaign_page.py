"""The campaign page: its overview; rulings, house numbers and content packs; players, what they have
played, whom they haven't met, and pairings for a night; records and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QLineEdit, QMenu, QWidget

from lastdays.campaign.campaigns import HouseRules, PackLine
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import GroupLine, Overview
from lastdays.campaign.players import (
    Night,
    Pairing,
    Player,
    PlayerActions,
    Players,
    PlayersGroup,
    pairings,
    players_of,
)
from lastdays.campaign.versions import History
from lastdays.desktop import paths
from lastdays.language import _, against, dotted, joined, ngettext, number, titled
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import PlannedGame
from lastdays.model.switches import HouseNumber, SwitchOption, house_numbers, switch_texts
from lastdays.rulebook import pictograms
from lastdays.rulebook.packs import copy_example, first_of, own_folder
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.counters import CounterFields
from lastdays.ui.forms.form import Choices, Removables, enter, text_field
from lastdays.ui.models.rows import Cell, Row, TickRow, TicksModel, plain
from lastdays.ui.navigation import (
    ChronicleRoute,
    FoundRoute,
    NextGameRoute,
    OwnRollRoute,
    RecordRoute,
    ShareRoute,
    StartRoute,
)
from lastdays.ui.page import MARGIN, Head, PageOfCampaign
from lastdays.ui.pages.campaign_overview import GroupsAndGames, route_of
from lastdays.ui.pages.data_page import back_up_everything
from lastdays.ui.pages.deleting import delete_campaign, fill_restore
from lastdays.ui.pages.group.inner_pages import history_rows
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.our_rules import OurRulesPanel
from lastdays.ui.pages.rescue import go_on, play_rescue
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    ABOUT,
    EmptyPage,
    Flow,
    Fold,
    MoreButton,
    Number,
    Picker,
    Plain,
    TicksView,
    Turning,
    allow,
    button,
    clear,
    column,
    describe,
    entitle,
    entry,
    holder,
    keep_room,
    label,
    nothing_yet,
    opened,
    panel,
    row,
    scrolling,
    sentence,
    show_either,
    typed,
)
from lastdays.ui.widgets.room import Centered, SideBySide
from lastdays.ui.widgets.table import TALL, Table
from lastdays.ui.widgets.tabs import Tabs

#: From so many groups on the worker reads them: who plays each stands in its own document.
READ_AT_ONCE = 64
#: Below so few players there is room for a group in an ample window.
FEW = 6


class PlayersPanel(QWidget):
    """The players on the left; the chosen one and the pairings on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.people = PlayerActions(services.workspace)
        self.campaign_id = ""
        self.found = Players()
        self.night = Night()
        theme = services.theme
        self.table = Table(
            (_("Player"), _("Games"), _("Won–lost"), _("Drawn"), _("Last played"), _("Not faced")),
            _("Players"),
            theme,
            heights=TALL,
            least_rows=4,
            chosen=self._show_player,
        )
        self.none_yet = nothing_yet(
            _("No players yet. Add them here, or enter the player when you edit a group."),
            theme,
            pictograms.place("group"),
        )
        self.new_name = text_field(_("Name of a new player"))
        self.new_name.returnPressed.connect(self._add)
        self.add_button = button(_("&Add player"), self._add)
        #: The first group of the one who is chosen, in an ample window.
        self.roster = LivesTable(services)
        self.named = label("", "heading")
        self.group = holder(column(self.named, (self.roster, 1)))
        theme.reshaped.connect(self._show_group)
        left = panel(
            row(self.new_name, self.add_button),
            (self.table, 1),
            self.none_yet,
            (self.group, 2),
        )
        self.one = self._make_one()
        self.tonight = self._make_night()
        right = column(self.one, (self.tonight, 1), spacing=10)
        self.setLayout(column(Turning(theme, (left, 6), (holder(right), 5)), margin=(0, 8, 0, 0)))

    def _make_one(self) -> QWidget:
        self.name = text_field(_("Name of the player"))
        self.name.editingFinished.connect(self._rename)
        self.name.returnPressed.connect(self.table.setFocus)
        self.remove_button = button(_("Re&move player"), self._remove)
        self.groups = Removables(_("Groups"), _("Assign a g&roup…"), lambda group: group.name)
        self.groups.changed.connect(self._take_away)
        self.unmet = sentence()
        return panel(row(self.name, self.remove_button), self.groups, self.unmet)

    def _make_night(self) -> QWidget:
        theme = self.services.theme
        self.here = TicksModel()
        self.here.ticked.connect(self._pair)
        ticks = TicksView(self.here, _("Who is here tonight"))
        self.all_button = button(_("Every&body"), lambda: self.here.tick_all(on=True))
        nobody_button = button(_("N&obody"), lambda: self.here.tick_all(on=False))
        self.pair_table = Table(
            (_("Who plays whom"), ""),
            _("Pairings"),
            theme,
            heights=TALL,
            least_rows=2,
            taken=lambda key: self._set_up(int(key)),
        )
        self.said = sentence()
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        who = column(row(self.all_button, nobody_button), ticks)
        whom = column(self.pair_table, self.said)
        return panel(Turning(theme, (holder(who), 2), (holder(whom), 5)), heading=_("Game night"))

    # What is shown

    def show_campaign(self, found: Overview) -> None:
        """Show the players; in a large campaign the worker reads them."""
        self.campaign_id = campaign = found.view.campaign.id
        workspace = self.services.workspace
        if len(found.groups) > READ_AT_ONCE:
            self.services.work(
                lambda: players_of(workspace, campaign),
                lambda players: self._read(campaign, players),
                receiver=self,
            )
            return
        players = self.services.ask(players_of, workspace, campaign)
        if players is not None:
            self._show(players)

    def _read(self, campaign: str, found: Players) -> None:
        if campaign == self.campaign_id:  # else another is looked at by now
            self._show(found)

    def _show(self, found: Players) -> None:
        known = {player.name for player in self.found.players}
        self.found = found
        names = [player.name for player in found.players]
        new = [name for name in names if name not in known]
        came = new[0] if len(new) == 1 and known else ""  # added, or renamed
        self.table.show_rows([self._row(player) for player in found.players], keep=came)
        show_either(names, self.table, self.one, self.tonight, instead=self.none_yet)
        here = set(self.here.on()) if known else set()
        self.here.set_rows([TickRow(name, name) for name in names], here)
        self._show_player(self.table.current_key())
        self._pair()

    @staticmethod
    def _row(player: Player) -> Row:
        groups = joined([group.name for group in player.groups]) or _("no group yet")
        return Row(
            player.name,
            (
                Cell(player.name, "title", groups),
                Cell(str(player.games), "figure"),
                Cell(_("{won}–{lost}", won=player.won, lost=player.lost), "figure"),
                Cell(str(player.drawn), "figure"),
                Cell(day_in_words(player.last) or "–"),
                Cell(str(len(player.unmet)), "figure", hint=joined(player.unmet)),
            ),
        )

    @property
    def player(self) -> Player:
        """The chosen player; one without a name if there is none."""
        chosen = self.table.current_key()
        return next((one for one in self.found.players if one.name == chosen), Player(""))

    def _show_player(self, _name: str) -> None:
        player = self.player
        self.one.setProperty(ABOUT, player.name)
        self.name.setText(player.name)
        self.name.setCursorPosition(0)
        self.groups.show_items(player.groups)
        menu = self.groups.menu
        menu.clear()
        others = [group for group in self.found.groups if group.player != player.name]
        for group in others:
            text = typed(group.name)
            if group.player:
                text = _("{group} ({player})", group=text, player=typed(group.player))
            entry(menu, text, partial(self._give, group, player.name))
        allow(self.groups.add_button, bool(others), _("No other group is in this campaign"))
        said = _("Has faced everyone else.")
        if player.unmet:
            said = _("Hasn't faced: {names}.", names=joined(player.unmet))
        self.unmet.setText(said if len(self.found.players) > 1 else "")
        self._show_group()

    def _show_group(self) -> None:
        """Show the chosen player's first group, if there is room."""
        groups, services = self.player.groups, self.services
        few = self.table.rows.rowCount() <= FEW and services.theme.ample > 1
        found = (
            services.ask(lambda: services.workspace.group(groups[0].id)) if few and groups else None
        )
        self.group.setVisible(found is not None)
        if found is not None:
            self.named.setText(found.group.name)
            self.roster.show_group(found.group)

    def _pair(self) -> None:
        here = set(self.here.on())
        self.night = pairings(one for one in self.found.players if one.name in here)
        self.pair_table.rows.set_rows(
            [self._pair_row(str(n), pair) for n, pair in enumerate(self.night.pairings)]
        )
        self.pair_table.setVisible(bool(self.night.pairings))
        said = []
        if len(here) < 2 <= len(self.found.players):
            said.append(
                _("Tick who is here: those who have faced each other least are paired first.")
            )
        over = self.night.over
        if over is not None and len(here) > 1:
            text = _("{name} sits out: nobody here has played more games ({n}).")
            said.append(text.format(name=over.name, n=over.games))
        if self.night.without:
            text = _("Without a group: {names}.")
            said.append(text.format(names=joined(self.night.without)))
        self.said.setText("\n".join(said))

    @staticmethod
    def _pair_row(key: str, pair: Pairing) -> Row:
        text = against(pair.players)
        groups = against([group.name for group in pair.groups])
        set_up = Cell(_("Set up"), "link", token="accent_text", hint=_("Set up this game"))
        return Row(key, (Cell(text, "title", pair.why(), hint=groups), set_up))

    # What is done

    def _add(self) -> None:
        if self.services.do(
            partial(self.people.add, self.campaign_id, self.new_name.text())
        ).succeeded:
            self.new_name.clear()

    def _rename(self) -> None:
        old, name = self.player.name, self.name.text().strip()
        if old and name != old:
            self.services.do(partial(self.people.rename, self.campaign_id, old, name))

    def _remove(self) -> None:
        self.services.do(partial(self.people.remove, self.campaign_id, self.player.name))

    def _give(self, group: PlayersGroup, name: str) -> None:
        self.services.do(partial(self.people.give, self.campaign_id, group.id, name))

    def _take_away(self) -> None:
        for group in self.player.groups:
            if group not in self.groups.items:
                self._give(group, "")

    def _set_up(self, n: int) -> None:
        """Plan the game of a pairing, and go there."""
        groups = tuple(group.id for group in self.night.pairings[n].groups)
        campaign, actions = self.campaign_id, self.services.next_game
        planned = self.services.ask(lambda: actions.read(campaign).planned)
        if planned is None:
            return
        game = PlannedGame(planned.number, planned.encounter, groups)
        if self.services.do(partial(actions.plan, campaign, game)).succeeded:
            self.services.go(NextGameRoute())

    def take_focus(self) -> None:
        (self.table if self.found.players else self.new_name).setFocus()


#: So many changes of a pack are named on its page; `lastdays pack check` names all.
CHANGES_MOST = 12


def pack_told(line: PackLine) -> str:
    """Return a pack's version, author and key, if it states them."""
    about = line.pack.about
    version = _("version {n}", n=about.version) if about.version else ""
    author = _("by {name}", name=about.author) if about.author else ""
    return dotted(version, author, line.pack.key if line.pack.key != line.pack.name else "")


def pack_state(line: PackLine) -> tuple[str, str]:
    """Return a sentence on a pack's state, and its kind."""
    if line.pack.gone:
        return _("Missing: groups keep what they have from it, by name only."), "harm"
    if line.on and not line.counts:
        return _("Left out: it has faults."), "harm"
    if line.faults:
        return _("Can't be switched on: it has faults."), "harm"
    return (_("On in this campaign."), "well") if line.on else (_("Off in this campaign."), "faint")


class PacksPanel(QWidget):
    """A switch for each content pack."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.switches: dict[str, QCheckBox] = {}
        self.campaign_id = ""
        says = _("Put one in the packs folder, as a folder or zip file, then choose Reload packs.")
        self.none = EmptyPage(
            services.theme, place("rulebook"), _("No content packs yet"), sentence(says)
        )
        self.again_button = button(_("Reload packs"), self._look_again)
        self.folder_button = button(_("Open packs folder"), self._open_folder)
        self.example_button = button(_("Add example pack"), self._add_example)
        self._list = column(spacing=8)
        self.inside = holder(
            column(
                sentence(
                    _(
                        "A content pack adds Leaders, Character types, gear, skills, Perks "
                        "or Encounters to the book. It counts only in the campaigns that "
                        "switch it on."
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
        folder = self.services.do(own_folder).result
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

    def show_campaign(self, found: Overview) -> None:
        """Show the packs of a campaign, keeping the focus."""
        self.campaign_id = found.view.campaign.id
        lines = self.services.house_rules.packs(self.campaign_id)
        held = next((key for key, box in self.switches.items() if box.hasFocus()), None)
        clear(self._list)
        self.switches = {}
        for line in lines:
            self._list.addWidget(self._row(line))
        self.none.setVisible(not lines)
        self.services.theme.dress(self.inside)
        if held in self.switches:
            self.switches[held].setFocus()

    def _switch(self, pack: str, on: bool) -> None:
        if not self.services.do(
            partial(self.services.house_rules.switch, self.campaign_id, pack, on=on)
        ).succeeded:
            self.switches[pack].setChecked(not on)

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
        box.clicked.connect(lambda on: self._switch(pack.key, on))
        self.switches[pack.key] = box
        said = (
            (told, "small"),
            (pack.about.summary, ""),
            (pack.about.page, "faint"),
            (state, kind),
            (first_of(line.faults), "small"),
            (_("Changes what the book says:") if line.overridden else "", "small"),
            (first_of(line.overridden, CHANGES_MOST), "faint"),
        )
        return panel(box, *(sentence(text, kind) for text, kind in said if text), spacing=4)


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
        self.rename_field.editingFinished.connect(self._rename)
        self.rename_field.setAccessibleName(_("Name of the campaign"))
        name = label(_("Name"))
        name.setBuddy(self.rename_field)
        self.history = self._list(_("History of the campaign"))
        #: The histories of the first groups, in an ample window.
        self._of_groups = row()
        self.groups = holder(self._of_groups)
        self._there: Sequence[GroupLine] = ()
        services.theme.reshaped.connect(self._show_groups)
        self.delete_button = button(
            _("Delete this campaign"), partial(delete_campaign, services, self)
        )
        self.restore_button = button(_("Restore…"))
        opened(self.restore_button, partial(fill_restore, services))
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

    def _list(self, name: str) -> Table:
        headings = _("Change"), _("When")
        return Table(headings, name, self.services.theme, look="lines", least_rows=5)

    def _rename(self) -> None:
        """Rename the campaign; a refused name stays in the field to be corrected."""
        name, campaign = self.rename_field.text(), self._campaign
        rename = self.services.campaigns.rename
        if (
            name != campaign.name
            and not self.services.do(partial(rename, campaign.id, name)).succeeded
        ):
            self._kept = (campaign.id, name)

    def _count(self) -> None:
        """Set the counter that was changed."""
        before = self._campaign.counters
        for key, value in self.counters.values(before).items():
            if value != before.get(key):
                set_counter = self.services.campaigns.set_counter
                self.services.do(partial(set_counter, self._campaign.id, key, value))

    def show_campaign(self, found: Overview) -> None:
        self._campaign = campaign = found.view.campaign
        self.counters.show_values(campaign.counters)
        if self._kept != (campaign.id, self.rename_field.text()):
            self.rename_field.setText(campaign.name)
        history = History(self.services.workspace, campaign.id)
        self.history.rows.set_rows(history_rows(self.services, history))
        self._there = found.groups[:GROUPS]
        self._show_groups()

    def _show_groups(self) -> None:
        """Show the histories of the first groups, if there is room."""
        self.groups.setVisible(self.services.theme.ample > 1 and bool(self._there))
        clear(self._of_groups)
        for line in () if self.groups.isHidden() else self._there:
            shown = self._list(titled(_("History"), line.summary.name))
            history = History(self.services.workspace, self._campaign.id, line.summary.id)
            shown.rows.set_rows(history_rows(self.services, history))
            self._of_groups.addWidget(holder(column(label(line.summary.name, "heading"), shown)))


class NumberLine(Plain):
    """A field for one of the book's numbers, a house rule badge, and a reset button."""

    def __init__(self, number: HouseNumber) -> None:
        super().__init__()
        self.number = number
        self.field = Number(*number.range)
        self.field.setSuffix(number.unit)
        self.field.setKeyboardTracking(False)
        self.badge = label(_("House rule"), "warn")
        self.back = button(_("Reset to the book"), kind="quiet")
        self.back.setAccessibleName(_("{name}: reset to the book", name=number.name))
        for part in (self.badge, self.back):
            keep_room(part)
        self.setFocusProxy(self.field)
        self.setLayout(row(self.field, self.badge, self.back, 1))

    def show_number(self, says: str, printed: int, now: int) -> None:
        """Show a number and its ruling, and whether it differs from the printed one."""
        describe(self.field, says)
        enter(self.field, now)
        self.badge.setVisible(now != printed)
        self.back.setVisible(now != printed)


#: The rulings are at most so wide, in pixels at 100 %.
LINES = 900


class RulingsPanel(Plain):
    """A choice for each disputed ruling, and a field for each number of the book."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services, theme = services, services.theme
        self._campaign = Campaign("", "")
        self.boxes: dict[str, Picker] = {}
        self.numbers: dict[str, NumberLine] = {}
        #: What is said of each, by its key: its name, and what it is about.
        self._words: dict[str, tuple[QLabel, QLabel]] = {}
        self.differs, self.played = sentence("", "heading"), sentence("", "")
        readings, own = Choices(theme), Choices(theme)
        readings.add_text(
            _("How this campaign reads the rulebook. The default comes first."), "faint"
        )
        for text in switch_texts(services.catalogue):
            box = self.boxes[text.key] = Picker(picked=self._set)
            self._words[text.key] = readings.add(text.name, text.ruling, box)
        says = _("Change any of the book's numbers that your table plays differently.")
        own.add_text(says, "faint")
        heading = ""
        for house in house_numbers():
            if house.heading != heading:
                heading = house.heading
                own.add_text(heading, "heading")
            line = self.numbers[house.key] = NumberLine(house)
            line.field.valueChanged.connect(partial(self._play, HouseRules.set_number, house.key))
            line.back.clicked.connect(partial(self._go_back, line))
            self._words[house.key] = own.add(house.name, "", line)
        many, count = len(self.boxes), len(self.numbers)
        self.folds = (
            Fold(
                theme, "rulings", _("Rulings: {n} that tables play differently", n=many), readings
            ),
            Fold(theme, "numbers", _("Numbers: {n} from the book", n=count), own),
        )
        self.folds[0].toggled.connect(lambda on: self.played.setVisible(not on))
        inside = column(
            self.differs, self.played, SideBySide(theme, LINES, *self.folds), 1, margin=8
        )
        self.setLayout(column(scrolling(holder(inside))))
        self.played.setVisible(not self.folds[0].is_open())

    def _go_back(self, line: NumberLine) -> None:
        line.field.setFocus()  # the button is about to go
        self._play(HouseRules.as_in_book, line.number.key)

    def _set(self, option: SwitchOption) -> None:
        campaign = self._campaign
        switches = option.set(campaign.switches)
        self.services.do(partial(self.services.campaigns.set_switches, campaign.id, switches))

    def _play(self, rule: Callable[..., object], key: str, *value: int) -> None:
        self.services.do(partial(rule, self.services.house_rules, self._campaign.id, key, *value))

    def show_campaign(self, found: Overview) -> None:
        """Show what is chosen and how it differs from the book. Rulings are shown anew too, for
        they name numbers that may have changed."""
        self._campaign = campaign = found.view.campaign
        rules, catalogue = self.services.house_rules, self.services.catalogue
        book = rules.book(campaign.id)
        differs, played = 0, []
        for text in switch_texts(catalogue):
            name, ruling = self._words[text.key]
            name.setText(text.name)
            ruling.setText(text.ruling)
            box = self.boxes[text.key]
            entitle(box, text.name, text.ruling)
            box.offer((option.name, option) for option in text.options)
            box.setCurrentIndex(text.chosen(campaign.switches))
            if box.currentIndex() > 0:
                differs += 1
                played.append(titled(text.name, box.currentText()))
        for key, line in self.numbers.items():
            says = line.number.ruling(book)
            printed, now = line.number.of(book), line.number.of(catalogue)
            self._words[key][1].setText(says)
            line.show_number(says, printed, now)
            if now != printed:
                differs += 1
                what = _("{now} instead of {printed}", now=number(now), printed=number(printed))
                played.append(titled(line.number.name, what))
        self.differs.setText(
            ngettext(
                "This campaign plays {n} thing differently.",
                "This campaign plays {n} things differently.",
                differs,
            )
            if differs
            else _("This campaign plays by the book.")
        )
        self.played.setText("\n".join(played))


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

    def _fill_menu(self, menu: QMenu) -> None:
        add, turn = partial(entry, menu), self.tabs.setCurrentIndex
        add(_("Create group"), self.services.to(FoundRoute()))
        add(_("Import a group or campaign…"), self.overview.choose_file)
        add(_("Record a game"), self.services.to(RecordRoute()))
        add(_("Read the chronicle"), self.services.to(ChronicleRoute()))
        #: Shown if there are tables of the players' own.
        self.roll_action = add(_("Roll on a table…"), self.services.to(OwnRollRoute()))
        menu.addSeparator()
        add(_("Rename the campaign…"), self.start_renaming)
        add(_("New campaign like this one…"), self._begin_like)
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

    def _begin_like(self) -> None:
        self.services.go(StartRoute(new=True, like=self.campaign_id))

    # What is shown

    def _shown(self) -> Panels:
        """Return the panel of the current tab, made if need be."""
        at = self.tabs.currentIndex()
        tab = self.tabs.widget(at)
        if at not in self.panels and tab is not None:
            self.panels[at] = made = self._makers[at](self.services)
            tab.setLayout(column(made))
            if at in WIDEST:
                Centered(tab, self.services.theme, WIDEST[at])
        return self.panels[at]

    def read(self) -> None:
        workspace, panel = self.services.workspace, self._shown()
        self.found = None
        self.found = found = workspace.overview(self.campaign_id)
        workspace.seen_campaigns.show(self.campaign_id, found.view.revision, self)
        for fault in found.faults:
            self.services.say(fault, "harm")
        self._show_head(found)
        panel.show_campaign(found)

    def _show_head(self, found: Overview) -> None:
        """Show the name, the numbers of groups and games, and the next step."""
        campaign = found.view.campaign
        self.head.title.setText(campaign.name)
        n, m = len(found.view.groups), len(campaign.games)
        groups = ngettext("{n} group", "{n} groups", n)
        games = ngettext("{n} game", "{n} games", m)
        self.head.note.setText(_("{groups} · {games}", groups=groups, games=games))
        self.roll_action.setVisible(bool(self.services.catalogue.own.tables))
        text, self._next = self._next_step(found)
        self.next_button.setVisible(bool(found.view.groups))  # the empty page has its own
        self.next_button.setText(typed(text))
        self.next_button.setAccessibleName(_("Next: {what}", what=text.replace(" ▸", "")))

    def _next_step(self, found: Overview) -> tuple[str, Callable[[], object]]:
        """Return the text and the action of the next step."""
        for half in found.half_done:
            if half.kind == "session":
                return _("Back to the table ▸"), self.services.to(route_of(half))
        line = found.to_go_on_with()
        if line is not None:
            step = line.next
            text = (
                _("Finish creating the group")
                if step.kind == "creating"
                else _("After game {n} ▸", n=step.number)
            )
            return text, partial(
                go_on, self.services, found.view.campaign.id, line.summary.id, step
            )
        if not found.view.groups:
            return _("Create group"), self.services.to(FoundRoute())
        if found.captives:
            return _("Play the Rescue ▸"), partial(play_rescue, self.services, found.captives[0])
        return self._before_game(found.view.campaign.id), self.services.to(NextGameRoute())

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
        panel = self._shown()
        assert isinstance(panel, RecordsPanel)
        panel.rename_field.setFocus()
        panel.rename_field.selectAll()

    # Undo

    def take_focus(self) -> None:
        panel = self._shown()
        if isinstance(panel, PlayersPanel | OurRulesPanel):
            panel.take_focus()
        elif isinstance(panel, GroupsAndGames):
            (panel.groups if panel.groups.isVisible() else panel.create_button).setFocus()
        else:
            super().take_focus()

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do, as read with the rest of the campaign."""
        return (self.found.view.undo, self.found.view.redo) if self.found else (None, None)

    def stepped(self) -> None:
        """Leave a campaign whose creation was undone."""
        if not self.services.workspace.exists(self.campaign_id):
            self.services.go(StartRoute())
