"""The players of a campaign: what they have played, whom they haven't met, and pairings for a
night."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import Overview
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
from lastdays.language import _, against, joined
from lastdays.model.game_record import PlannedGame
from lastdays.rulebook import pictograms
from lastdays.ui.forms.form import Removables, text_field
from lastdays.ui.models.rows import Cell, Row, TickRow, TicksModel
from lastdays.ui.navigation import NextGameRoute
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    TicksView,
    Turning,
    allow,
    button,
    column,
    entry,
    holder,
    label,
    nothing_yet,
    panel,
    row,
    sentence,
    show_either,
    typed,
)
from lastdays.ui.widgets.table import TALL, Table

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
            (_("Player"), _("Games"), _("Won–lost"), _("Drawn"), _("Last seen"), _("Not met")),
            _("Players"),
            theme,
            heights=TALL,
            least_rows=4,
            chosen=self._show_player,
        )
        self.none_yet = nothing_yet(
            _("No players yet. Add them here, or name the player on a group's own form."),
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
        self.groups = Removables(_("Groups"), _("Give a g&roup…"), lambda group: group.name)
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
        said = _("Has met all the others.")
        if player.unmet:
            said = _("Hasn't met: {names}.", names=joined(player.unmet))
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
        if len(here) < 2:
            said.append(_("Tick who is here: those who met least are paired first."))
        over = self.night.over
        if over is not None and len(here) > 1:
            text = _("{name} is left over: nobody here has played more games ({n}).")
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
        if self.services.done(self.people.add, self.campaign_id, self.new_name.text()):
            self.new_name.clear()

    def _rename(self) -> None:
        old, name = self.player.name, self.name.text().strip()
        if old and name != old:
            self.services.done(self.people.rename, self.campaign_id, old, name)

    def _remove(self) -> None:
        self.services.done(self.people.remove, self.campaign_id, self.player.name)

    def _give(self, group: PlayersGroup, name: str) -> None:
        self.services.done(self.people.give, self.campaign_id, group.id, name)

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
        if self.services.done(actions.plan, campaign, game):
            self.services.go(NextGameRoute())

    def take_focus(self) -> None:
        (self.table if self.found.players else self.new_name).setFocus()
