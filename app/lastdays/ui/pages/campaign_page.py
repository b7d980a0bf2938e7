"""The campaign page: its groups and games, how it reads the book, notes, backups."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QWidget,
)

from lastdays.campaign.campaigns import SwitchOption, switch_texts
from lastdays.campaign.changed import CardsPrinted, Changed, SequenceAnswered
from lastdays.campaign.overview import CampaignView, HalfDone
from lastdays.files import read_whole
from lastdays.language import _, ngettext
from lastdays.model.game_record import GameRecord
from lastdays.model.recruiting import campaign_won
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.navigation import (
    CampaignRoute,
    FoundRoute,
    GroupRoute,
    RecordRoute,
    Route,
    SequenceRoute,
    StartRoute,
    TrackerRoute,
)
from lastdays.ui.pages.history_rows import history_rows
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import backup_name, open_name
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    Tabs,
    button,
    clear,
    column,
    holder,
    label,
    row,
    scrolling,
    typed,
)
from lastdays.ui.widgets.views import ChoiceTable

#: So many things that are not finished are named.
HALF_DONE_MOST = 3


class CampaignPage(Page):
    """The campaign that is open."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.view: CampaignView | None = None
        self.head = Head()
        self.title = self.head.title
        self.groups_model = TableModel(
            (_("Group"), _("Leader"), _("Refuge"), _("Members"), _("Points"), _("Warnings")),
            (3, 4, 5),
        )
        self.groups = ChoiceTable(self.groups_model, _("Groups"))
        self.groups.taken.connect(lambda key: self.services.go.emit(GroupRoute(key)))
        self.no_groups = label(
            _("No groups yet. Create one with {n} points, or import one from a file.").format(
                n=services.catalogue.number("founding", "points")
            ),
            "faint",
            wrap=True,
        )
        self.won = label("", "well", wrap=True)
        self.found_button = button(
            _("Create a gro&up"), lambda: self.services.go.emit(FoundRoute()), "first"
        )
        self.open_button = button(_("&Open the group"), self._open_group)
        self.import_button = button(_("I&mport a group"), self._import)
        self.games_model = TableModel((_("Game"), _("Encounter"), _("Sides"), _("Result")), (0,))
        self.games = ChoiceTable(self.games_model, _("Games"), stretch=2)
        self.games.taken.connect(lambda key: self.services.go.emit(RecordRoute(key)))
        self.no_games = label(
            _("No games recorded. Play one at the table, then record it here."), "faint", wrap=True
        )
        self.record_button = button(
            _("&Record a game"), lambda: self.services.go.emit(RecordRoute())
        )
        self.edit_game_button = button(_("&Correct the record"), self._edit_game)
        self.delete_game_button = button(_("&Delete the record"), self._delete_game)
        self.switch_texts = switch_texts(services.catalogue)
        self.switches: dict[str, QComboBox] = {}
        self.filler = QWidget()
        self.filler.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        groups_tab = holder(
            column(
                self.groups,
                self.no_groups,
                self.won,
                Flow(self.found_button, self.open_button, self.import_button),
                label(_("Games"), "heading"),
                self.games,
                self.no_games,
                Flow(self.record_button, self.edit_game_button, self.delete_game_button),
                self.filler,
                margin=8,
            )
        )
        self.tabs = Tabs()
        self.tabs.addTab(groups_tab, _("Groups and games"))
        for title in (_("Rulings"), _("Notes and records")):
            self.tabs.addTab(QWidget(), title)  # filled when it is first looked at
        self._makers = {1: self._make_rulings, 2: self._make_records}
        self.tabs.currentChanged.connect(self._tab_chosen)
        self.half_done = column(spacing=2)
        outer = column(self.half_done, self.tabs, margin=12)
        outer.setStretch(1, 1)
        self.setLayout(outer)

    def _tab_chosen(self, index: int) -> None:
        make = self._makers.pop(index, None)
        tab = self.tabs.widget(index)
        if make is not None and tab is not None:
            tab.setLayout(make())
            self.refresh()

    def _make_rulings(self) -> QLayout:
        grid = QGridLayout()
        for n, text in enumerate(self.switch_texts):
            box = Picker()
            box.setAccessibleName(text.name)
            box.setToolTip(text.ruling)
            box.addItems([option.name for option in text.options])
            box.activated.connect(lambda chosen, options=text.options: self._set(options[chosen]))
            self.switches[text.key] = box
            grid.addWidget(label(text.name), n * 2, 0)
            grid.addWidget(box, n * 2, 1)
            grid.addWidget(label(text.ruling, "faint"), n * 2 + 1, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        inside = scrolling(
            holder(
                column(
                    label(
                        _("How this campaign reads the book; the default stands first."), "faint"
                    ),
                    grid,
                    1,
                    margin=8,
                )
            )
        )
        return column(inside)

    def _make_records(self) -> QLayout:
        self.rename_field = QLineEdit()
        self.rename_field.setAccessibleName(_("Name of the campaign"))
        self.rename_field.editingFinished.connect(self._rename)
        self.notes = NotesEdit(_("Notes on the campaign"))
        self.notes.committed.connect(self._note)
        self.history_model = TableModel((_("Change"), _("When")))
        self.history = ChoiceTable(self.history_model, _("History of the campaign"))
        self.delete_button = button(_("Delete this campaign"), self._delete)
        self.restore_button = button(_("Restore…"))
        self.restore_button.setMenu(QMenu(self.restore_button))
        self.restore_button.menu().aboutToShow.connect(self._fill_restore)
        self.backup_button = button(_("&Back up everything…"), self._backup)
        inside = holder(
            column(
                row(label(_("Name")), self.rename_field),
                self.notes,
                label(_("History"), "heading"),
                self.history,
                row(self.backup_button, 1, self.restore_button, self.delete_button),
                margin=8,
            )
        )
        return column(inside)

    def show_campaign(self, campaign: str) -> None:
        """Show a campaign."""
        self.campaign_id = campaign
        self.refresh()

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
        catalogue = self.services.catalogue
        self.title.setText(view.campaign.name)
        self._show_half_done(found.half_done)
        for fault in found.faults:
            self.services.said.emit(fault, "harm")
        rows, winners = [], []
        for line in found.groups:
            group = line.summary
            warnings = len(line.warnings)
            rows.append(
                TableRow(
                    group.id,
                    (
                        group.name,
                        group.leader or "—",
                        catalogue.refuges[group.refuge].name,
                        str(group.size),
                        str(group.points),
                        f"⚠ {warnings}" if warnings else "—",
                    ),
                    "\n".join(v.text for v in line.warnings),
                )
            )
            if view.campaign.switches.ending and campaign_won(line.group, catalogue):
                winners.append(group.name)
        self._fill(self.groups, self.groups_model, rows)
        self.groups.setVisible(bool(rows))
        self.no_groups.setVisible(not rows)
        self.open_button.setEnabled(bool(rows))
        self.won.setText(
            _(
                "{groups}: all spaces built, full, {n} points. The campaign can end here (p. 106)."
            ).format(groups=", ".join(winners), n=catalogue.number("ending", "points"))
        )
        self.won.setVisible(bool(winners))
        self._fill(self.games, self.games_model, [self._game_row(g) for g in view.campaign.games])
        has_games = bool(view.campaign.games)
        self.games.setVisible(has_games)
        self.no_games.setVisible(not has_games)
        self.filler.setVisible(not rows and not has_games)
        self.edit_game_button.setEnabled(has_games)
        self.delete_game_button.setEnabled(has_games)
        self.record_button.setEnabled(bool(rows))
        for text in self.switch_texts if self.switches else ():  # made when its tab is opened
            self.switches[text.key].setCurrentIndex(text.chosen(view.campaign.switches))
        if 2 not in self._makers:
            self._show_records(view)

    def _show_half_done(self, found: tuple[HalfDone, ...]) -> None:
        """Show what was begun and not finished, each with the way back to it."""
        clear(self.half_done)
        for half in found[:HALF_DONE_MOST]:
            route: Route
            if half.kind == "sequence":
                text = _("Not finished yet: the post-game sequence of {group} after game {n}.")
                said_of = text.format(group=half.names[0], n=half.game)
                route = SequenceRoute(half.id)
            else:
                text = _("Not finished yet: a game at the table, {sides}.")
                said_of = text.format(sides=_(" against ").join(half.names))
                route = TrackerRoute(half.id)
            go_on = button(_("Continue"), partial(self.services.go.emit, route), "quiet", said_of)
            go_on.setAccessibleName(_("Continue: {what}").format(what=said_of))
            self.half_done.addLayout(row(label(said_of, "warn"), go_on, 1, spacing=6))
        more = len(found) - HALF_DONE_MOST
        if more > 0:
            rest = ngettext("and {n} more", "and {n} more", more).format(n=more)
            self.half_done.addWidget(label(rest, "faint"))

    def _show_records(self, view: CampaignView) -> None:
        self.rename_field.setText(view.campaign.name)
        entries = self.services.workspace.campaign_history(self.campaign_id)
        self.notes.show_text(view.campaign.notes)
        self.history_model.set_rows(history_rows(entries))

    def _fill(self, table: ChoiceTable, model: TableModel, rows: list[TableRow]) -> None:
        kept = table.current_key()
        model.set_rows(rows)
        if rows:
            table.choose(kept if model.row_of(kept) >= 0 else rows[0].key)

    def _game_row(self, game: GameRecord) -> TableRow:
        encounter = self.services.catalogue.encounters[game.encounter]
        won = ", ".join(s.name for s in game.sides if s.won)
        broke = ", ".join(s.name for s in game.sides if s.broke)
        result = _("won: {who}").format(who=won) if won else _("a draw")
        if broke:
            result += _(" · broke: {who}").format(who=broke)
        return TableRow(
            game.id,
            (
                str(game.number),
                encounter.name,
                _(" against ").join(s.name for s in game.sides),
                result,
            ),
        )

    def _open_group(self) -> None:
        if self.groups.current_key():
            self.services.go.emit(GroupRoute(self.groups.current_key()))

    def _edit_game(self) -> None:
        if self.games.current_key():
            self.services.go.emit(RecordRoute(self.games.current_key()))

    def _delete_game(self) -> None:
        game = self.games.current_key()
        if game:
            self.services.done(lambda: self.services.records.delete(self.campaign_id, game))

    def _rename(self) -> None:
        name = self.rename_field.text()
        if self.view is None or name == self.view.campaign.name:
            return
        if not self.services.done(lambda: self.services.campaigns.rename(self.campaign_id, name)):
            self.rename_field.setText(self.view.campaign.name)

    def _set(self, option: SwitchOption) -> None:
        if self.view is None:
            return
        switches = option.set(self.view.campaign.switches)
        self.services.done(lambda: self.services.campaigns.set_switches(self.campaign_id, switches))

    def _note(self, text: str) -> None:
        self.services.done(lambda: self.services.campaigns.write_notes(self.campaign_id, text))

    def _delete(self) -> None:
        if self.services.done(lambda: self.services.campaigns.delete(self.campaign_id)):
            self.services.go.emit(StartRoute())

    def _fill_restore(self) -> None:
        menu = self.restore_button.menu()
        menu.clear()
        for campaign in self.services.workspace.campaigns():
            if campaign.deleted:
                text = _("Campaign {name}").format(name=typed(campaign.name))
                menu.addAction(text).triggered.connect(
                    lambda _on=False, c=campaign.id: self._restore_campaign(c)
                )
        for group, name in self.services.campaigns.deleted_groups(self.campaign_id):
            menu.addAction(_("Group {name}").format(name=typed(name))).triggered.connect(
                lambda _on=False, g=group: self.services.done(
                    lambda: self.services.campaigns.restore_group(self.campaign_id, g)
                )
            )
        if not menu.actions():
            menu.addAction(_("Nothing has been deleted")).setEnabled(False)

    def _restore_campaign(self, campaign: str) -> None:
        if self.services.done(lambda: self.services.campaigns.restore(campaign)):
            self.services.go.emit(CampaignRoute(campaign))

    def _import(self) -> None:
        source = open_name(self, _("Import a group"))
        if source is not None:
            self.import_from(source)

    def import_from(self, source: Path) -> None:
        """Add a group from a file."""
        group = self.services.do(
            lambda: self.services.groups.import_document(self.campaign_id, read_whole(source))
        )
        if group is not None:
            self.services.go.emit(GroupRoute(group))

    def _backup(self) -> None:
        target = backup_name(self, "lastdays-backup.sqlite")
        if target is not None:
            self.services.back_up(target)

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do here."""
        return (self.view.undo, self.view.redo) if self.view else (None, None)

    def undo(self) -> None:
        """Undo the campaign's latest change."""
        self.services.do(lambda: self.services.workspace.undo(self.campaign_id))
        if self.services.workspace.exists(self.campaign_id):
            return
        self.services.go.emit(StartRoute())

    def redo(self) -> None:
        """Redo what was undone."""
        self.services.do(lambda: self.services.workspace.redo(self.campaign_id))
