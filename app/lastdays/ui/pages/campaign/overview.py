"""The first tab of a campaign: the standing of its groups, its games, what is next, notes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QSizePolicy, QVBoxLayout, QWidget

from lastdays.campaign.overview import GroupLine, NextStep, Overview, look_at
from lastdays.campaign.stand import Stand
from lastdays.errors import LastDaysError
from lastdays.language import _, joined
from lastdays.model.game_record import GameRecord
from lastdays.model.switches import Switches
from lastdays.rulebook import pictograms
from lastdays.ui.models.choosing import row_again
from lastdays.ui.models.rows import LazyRows, Row, RowModel, each_row
from lastdays.ui.navigation import (
    FoundRoute,
    GroupRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    TrackerRoute,
)
from lastdays.ui.pages.aftermath.opening import open_sequence
from lastdays.ui.pages.campaign.next_panel import NextPanel
from lastdays.ui.pages.campaign.rating_panel import RatingPanel
from lastdays.ui.pages.campaign.standing import (
    NEXT,
    damaged_row,
    game_row,
    standing_headings,
    standing_row,
)
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.dialogs import open_name
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    Flow,
    Turning,
    allow,
    button,
    column,
    holder,
    label,
    panel,
    row,
)
from lastdays.ui.widgets.pictogram import Pictogram
from lastdays.ui.widgets.table import TALL, Table

#: The names of the groups take so many pixels at 100 %, more only where they need it.
NAME_MOST = 320
#: So many games are in sight at least, where there are as many.
GAMES_LEAST = 2
#: How much of the lower row the notes have, and how much with the plot above them.
NOTES_ROOM, PLOT_ROOM = 5, 8


class GroupsAndGames(QWidget):
    """What a campaign is at a glance."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.services = services
        self.campaign_id = ""
        self._lines: dict[str, GroupLine] = {}
        self._stands: dict[str, Stand] = {}
        self._switches = Switches()
        self._shown: Overview | None = None
        self._listed: Mapping[str, GameRecord] | None = None
        self._read_by = ""
        #: What the panel of what is next shows.
        self._waiting: tuple[object, ...] = ()
        theme = services.theme
        self.groups_model = RowModel(standing_headings())
        self.groups = Table(
            self.groups_model,
            _("Groups"),
            theme,
            heights=TALL,
            least_rows=4,
            fits=True,
            most=NAME_MOST,
        )
        self.groups.taken.connect(self._group_taken)
        self.groups.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.groups.customContextMenuRequested.connect(self._group_menu)
        self.won = label("", "well", wrap=True)
        self.found_button = button(_("&Create group"), self.create_group)
        self.open_button = button(_("&Open the group"), self._open_group)
        self.import_button = button(_("I&mport a group or campaign…"), self.choose_file)
        self.no_groups = self._make_empty()
        self.next_panel = NextPanel(services)
        self.next_panel.follow = self.follow
        self.rating = RatingPanel(services)
        self._right = column(self.rating, self._make_notes(), spacing=10)
        lower = self._lower = Turning(
            theme,
            (self._make_games(), 0),
            (self.next_panel, 0),
            (holder(self._right), 0),
        )
        upper = column(
            self.groups,
            self.no_groups,
            self.won,
            Flow(self.found_button, self.open_button, self.import_button),
        )
        outer = column(upper, lower, spacing=12)
        outer.setContentsMargins(0, 8, 0, 0)
        outer.setStretch(1, 1)
        self.setLayout(outer)
        theme.reshaped.connect(self._share_room)
        theme.changed.connect(self._share_room)
        self._share_room()

    def _make_empty(self) -> QFrame:
        """Return what stands where the groups will be."""
        theme = self.services.theme
        drawn = Pictogram(theme, pictograms.place("group"), token="faint_text", size=56)
        self.no_groups_yet = label("", "faint", wrap=True)
        said = column(label(_("No groups yet"), "heading"), self.no_groups_yet)
        line = row(drawn, said, spacing=16)
        line.setStretch(1, 1)
        return panel(line)

    def _make_games(self) -> QFrame:
        self.games_model = RowModel((_("Game"), _("Encounter"), _("Sides and result")))
        self.games = Table(
            self.games_model,
            _("Games"),
            self.services.theme,
            stretch=2,
            heights=TALL,
            least_rows=GAMES_LEAST,
        )
        self.games.horizontalHeader().hide()
        explain_rows(self.games, self.services)
        self.games.taken.connect(lambda key, _column: self.services.go.emit(RecordRoute(key)))
        self.no_games = label(
            _("No games yet. Play one at the table, or record one you have played."),
            "faint",
            wrap=True,
        )
        self.record_button = button(_("&Record a game"), self.record)
        self.edit_game_button = button(_("Correc&t"), self._edit_game)
        self.delete_game_button = button(_("&Delete"), self._delete_game)
        self.games.chosen.connect(self._name_buttons)
        self.no_games_yet = holder(column(self.no_games, 1))
        return panel(
            row(
                label(_("Games"), "heading"),
                1,
                self.record_button,
                self.edit_game_button,
                self.delete_game_button,
                spacing=6,
            ),
            self.games,
            self.no_games_yet,
        )

    def _make_notes(self) -> QFrame:
        self.notes = NotesEdit(_("Notes on the campaign"), theme=self.services.theme)
        policies = QSizePolicy.Policy
        self.notes.setSizePolicy(policies.Expanding, policies.Ignored)  # what room there is
        self.notes.committed.connect(self._note)
        heading = self._notes_heading = label(_("Notes"), "heading")
        heading.setBuddy(self.notes)
        made = panel(heading, self.notes)
        inside = made.layout()
        assert isinstance(inside, QVBoxLayout)
        inside.setStretch(1, 1)
        return made

    # What is shown

    def show_campaign(self, found: Overview) -> None:
        """Show the groups, the games, what is next and the notes of a campaign."""
        self.no_groups_yet.setText(
            _(
                "This is where you see the groups of the campaign, each with its Leader, Refuge, "
                "members, Scavenge Points and what is next. A new group has {n} Scavenge Points to "
                "spend."
            ).format(n=self.services.catalogue.number("founding", "points"))
        )
        view, catalogue = found.view, self.services.catalogue
        self.campaign_id = view.campaign.id
        if found is self._shown and catalogue.digest == self._read_by:
            return
        known = catalogue.digest == self._read_by
        before, shown = self._shown, (found.groups, found.stands)
        self._shown, self._read_by = found, catalogue.digest
        self._switches = view.campaign.switches
        self._lines = {line.summary.id: line for line in found.groups}
        self._stands = {stand.group: stand for stand in found.stands}
        if not known or before is None or (before.groups, before.stands) != shown:
            about = {g: (line, self._stands.get(g)) for g, line in self._lines.items()}
            self._fill(self.groups, each_row(about, self._standing_row))
        has_groups, has_games = bool(found.groups), bool(view.campaign.games)
        self.groups.setVisible(has_groups)
        self.no_groups.setVisible(not has_groups)
        restyle(self.found_button, kind="" if has_groups else "first")
        no_group, no_game = _("Create a group first"), _("Record a game first")
        allow(self.open_button, has_groups, no_group)
        self._show_won(found)
        games = view.campaign.games_by_id
        if games is not self._listed or not known:
            self._listed = games
            self.games.least_rows = min(GAMES_LEAST, len(games))
            self._fill(self.games, each_row(games, lambda key: game_row(games[key], catalogue)))
        self.games.setVisible(has_games)
        self.no_games_yet.setVisible(not has_games)
        self._name_buttons(self.games.current_key())
        allow(self.edit_game_button, has_games, no_game)
        allow(self.delete_game_button, has_games, no_game)
        allow(self.record_button, has_groups, no_group)
        waiting = (found.half_done, found.groups, found.fallen, found.remembered, found.captives)
        if waiting != self._waiting:
            self._waiting = waiting
            self.next_panel.show_waiting(found)
        self.notes.show_text(view.campaign.notes, view.campaign.id)
        self._show_rating(found)

    def _show_rating(self, found: Overview) -> None:
        """Show how the campaign goes above the notes, once it does."""
        self.rating.show_campaign(found)
        drawn = not self.rating.isHidden()
        self._right.setStretch(0, 3 if drawn else 0)
        self._right.setStretch(1, 2)
        self._share_room()

    def _share_room(self, _narrow: bool = False) -> None:
        """Share the lower row: beside each other in proportion, their headings in one line; below
        each other by what is in them."""
        narrow, drawn = self.services.theme.narrow, not self.rating.isHidden()
        lower = self._lower.layout()
        assert isinstance(lower, QBoxLayout)
        beside = (10, 6, PLOT_ROOM if drawn else NOTES_ROOM)
        for n, room in enumerate((0, 0, 1) if narrow else beside):
            lower.setStretch(n, room)
        line = 0 if narrow else self.record_button.sizeHint().height()
        self.next_panel.heading.setMinimumHeight(line)
        self._notes_heading.setMinimumHeight(0 if drawn else line)

    def _standing_row(self, group: str) -> Row:
        line = self._lines[group]
        seen = line.seen
        if seen is None:
            workspace = self.services.workspace
            try:
                seen = look_at(workspace.store, workspace.snapshots, line, self._switches)
            except LastDaysError:
                return damaged_row(line)
        return standing_row(line, seen, self.services.catalogue, self._stands.get(group))

    def _name_buttons(self, key: str) -> None:
        """Say which game's record the buttons beside the list correct and delete."""
        row_ = self.games_model.row_of(key)
        number = str(self.games_model.index(row_, 0).data() or "")
        names = (_("Correct the game record"), _("Delete the game record"))
        if number:
            correct, delete = (
                _("Correct the record of game {n}"),
                _("Delete the record of game {n}"),
            )
            names = correct.format(n=number), delete.format(n=number)
        for made, name in zip((self.edit_game_button, self.delete_game_button), names, strict=True):
            made.setToolTip(plain(name))
            made.setAccessibleName(name)

    def _show_won(self, found: Overview) -> None:
        catalogue = self.services.catalogue
        self.won.setText(
            _(
                "{groups}: every Space of the Refuge built, a full Group and {n} Scavenge Points. "
                "The campaign can end here (p.\u00a0106)."
            ).format(groups=joined(found.winners), n=catalogue.number("ending", "points"))
        )
        self.won.setVisible(bool(found.winners))

    def _fill(self, table: Table, rows: LazyRows) -> None:
        model = table.model()
        assert isinstance(model, RowModel)
        kept, before = table.current_key(), model.keys
        model.set_rows(rows)
        if len(rows):
            now = model.keys
            stepping = self.services.stepping and table is not self.games
            table.choose(model.key_at(row_again(kept, before, now, stepping=stepping)))

    # What is done

    def create_group(self) -> None:
        """Go to where a group is created."""
        self.services.go.emit(FoundRoute())

    def record(self) -> None:
        """Go to where a game is recorded."""
        self.services.go.emit(RecordRoute())

    def _group_taken(self, group: str, column_: int) -> None:
        if column_ == NEXT:
            self.follow(group)
        else:
            self.services.go.emit(GroupRoute(group))

    def follow(self, group: str) -> None:
        """Go to what is next for a group."""
        line = self._lines.get(group)
        step = line.next if line is not None else NextStep("creating")
        if step.kind == "creating":
            self.services.go.emit(GroupRoute(group))
        elif step.kind == "session":
            self.services.go.emit(TrackerRoute(step.session))
        elif step.kind == "ready":
            self.services.go.emit(NextGameRoute())
        else:
            open_sequence(self.services, self.campaign_id, step.game, group)

    def _group_menu(self, where: QPoint) -> None:
        """Offer what can be done with the group under the mouse."""
        row_ = self.groups.indexAt(where).row()
        group = self.groups.key(row_)
        if not group:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        go = self.services.go.emit
        ahead = str(self.groups_model.index(row_, NEXT).data())
        menu.addAction(_("Open the group")).triggered.connect(partial(go, GroupRoute(group)))
        menu.addAction(ahead).triggered.connect(lambda: self.follow(group))
        menu.addAction(_("Copy the group")).triggered.connect(lambda: self._copy(group))
        menu.addAction(_("Print its cards…")).triggered.connect(partial(go, PrintRoute(group)))
        menu.popup(self.groups.viewport().mapToGlobal(where))

    def _copy(self, group: str) -> None:
        copy = self.services.do(lambda: self.services.rosters.copy_group(group))
        if copy is not None:
            self.groups.choose(copy)

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

    def choose_file(self) -> None:
        """Ask for the file of a group, and add it."""
        source = open_name(self, _("Import a group or campaign"))
        if source is not None:
            self.import_from(source)

    def import_from(self, source: Path) -> None:
        """Add a group, or a whole campaign, from a file."""
        # late: 40 ms, only files that come in need it (reading zips, comparing groups)
        from lastdays.ui.pages.files.bringing_in import bring_in

        bring_in(self.services, self.campaign_id, source)

    def _note(self, text: str) -> None:
        campaigns, campaign = self.services.campaigns, self.campaign_id
        if not self.services.done(lambda: campaigns.write_notes(campaign, text)):
            self.notes.refuse()
