"""The seasons of a campaign: closing the one that is played now, with what becomes of each group; and
those that are closed, to be read or opened again."""

from __future__ import annotations

from functools import partial
from typing import get_args

from PySide6.QtWidgets import QFrame

from lastdays.campaign.changed import CampaignChanged, Changed, Everything, GroupChanged
from lastdays.campaign.chronicle.games import standings
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.campaign.seasons import GroupFate, SeasonActions
from lastdays.language import _, joined, ngettext
from lastdays.model.campaign import Campaign, Season
from lastdays.ui.forms.form import text_field
from lastdays.ui.models.rows import Cell, Row, each_row
from lastdays.ui.navigation import CampaignRoute, ChronicleRoute
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    RowOrColumn,
    button,
    enable_or_explain,
    label,
    panel,
    row,
    sentence,
    show_either,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.table import TWO_LINES, Table, TableDesign

#: What becomes of a group, in the order in which pressing it goes on.
FATES: tuple[GroupFate, ...] = get_args(GroupFate)
#: The columns that are pressed: what becomes of a group, and the way into a season's chronicle.
FATE = 1
READ = 3


def fate_name(fate: GroupFate) -> str:
    """Say what becomes of a group at the end of a season."""
    return {
        "on": _("goes on"),
        "over": _("starts over"),
        "out": _("isn't in the next season"),
    }[fate]


def names_of_champions(overview: Overview) -> str:
    """Return the names of the groups in the first place of a season that won a game, '' for none."""
    places = standings(overview.view.campaign, overview.by_id, overview.ratings)
    best = [place.group for place in places if place.place == 1 and place.totals.won]
    return joined([overview.by_id[group].summary.name for group in best])


class SeasonsPage(PageOfCampaign):
    """What becomes of each group when the season is closed, beside the closed seasons."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.seasons = SeasonActions(services.workspace)
        self.fates: dict[str, GroupFate] = {}
        self._names: dict[str, str] = {}
        #: The campaign that the name was suggested for, and the suggestion.
        self._suggested = ("", "")
        self.close_button = button(_("&Close the season"), self._close, "first")
        self.head = Head(_("Seasons"), first=self.close_button)
        closing = self._make_closing()
        closed = self._make_closed()
        self.lay(
            (RowOrColumn(services.theme, (closing, 6), (closed, 5), spacing=10), 1),
            wide=1700,
            top=8,
            foot=12,
        )

    def _make_closing(self) -> QFrame:
        """Make the form that closes the season."""
        theme = self.services.theme
        self.name = text_field(_("Name of the season"))
        self.name.returnPressed.connect(self.close_button.setFocus)
        name_label = label(_("&Name"))
        name_label.setBuddy(self.name)
        self.table = Table(
            (_("Group"), _("In the next season")),
            _("What becomes of the groups"),
            theme,
            TableDesign(row_heights=TWO_LINES, least_rows=3),
            row_activated=self._turn_to_next_fate,
            row_chosen=self._show_fate_of_chosen,
        )
        self.no_groups = sentence(_("No groups yet."))
        choices = [(fate_name(fate), fate) for fate in FATES]
        self.fate = Picker(
            choices, _("What becomes of the selected group"), picked=self._set_fate_of_chosen
        )
        self.all_on_button = button(_("All go &on"), partial(self._set_all_fates, "on"))
        self.all_over_button = button(_("A&ll start over"), partial(self._set_all_fates, "over"))
        self.in_the_way = sentence("", "warn")
        self.left_open = sentence("", "text")
        self.explained = sentence(
            _(
                "A closed season keeps its standings, chronicle and memorial, to be read here and on "
                "web pages. A group that starts over is created again under its name, with the "
                "same types of Leader and Refuge."
            )
        )
        return panel(
            row(name_label, (self.name, 1)),
            self.in_the_way,
            (self.table, 100),
            self.no_groups,
            wrap_layout(Flow(self.fate, self.all_on_button, self.all_over_button)),
            self.left_open,
            self.explained,
            1,
            heading=_("The season that is played now"),
        )

    def _make_closed(self) -> QFrame:
        """Make the list of the closed seasons."""
        headings = (_("Season"), _("Games"), _("First place"), "")
        self.closed = Table(
            headings,
            _("Closed seasons"),
            self.services.theme,
            TableDesign(row_heights=TWO_LINES, least_rows=3),
            row_activated=self._read,
        )
        self.none_closed = sentence(_("No season is closed yet."))
        self.read_button = button(_("&Read its chronicle"), self._read_chosen)
        self.reopen_button = button(_("Reo&pen the last season"), self._reopen_season)
        return panel(
            (self.closed, 100),
            self.none_closed,
            wrap_layout(Flow(self.read_button, self.reopen_button)),
            1,
            heading=_("Closed seasons"),
        )

    # What is shown

    def is_affected_by(self, changed: Changed) -> bool:
        return isinstance(changed, CampaignChanged | GroupChanged | Everything)

    def show_campaign(self, campaign: str) -> None:
        if campaign != self.campaign_id:
            self.fates = {}
        super().show_campaign(campaign)

    def read(self) -> None:
        """Show what would be closed now, and what is closed."""
        if not self.campaign_id:
            return
        workspace = self.services.workspace
        overview = workspace.overview(self.campaign_id)
        campaign = overview.view.campaign
        workspace.seen_campaigns.show(self.campaign_id, overview.view.revision, self)
        self.head.note.setText(campaign.name)
        self._suggest_name()
        self._names = {group.id: group.name for group in overview.view.groups}
        self._show_fates()
        obstacles = self.seasons.obstacles(self.campaign_id)
        show_text(self.in_the_way, "\n".join(obstacles))
        show_text(self.left_open, "\n".join(self.seasons.undone_in_words(self.campaign_id)))
        enable_or_explain(self.close_button, not obstacles, "\n".join(obstacles))
        self._show_closed(campaign)

    def _suggest_name(self) -> None:
        """Suggest a name for the season, unless another was typed."""
        suggestion = self.seasons.name_of_open_season(self.campaign_id)
        is_typed = self.name.text() not in ("", self._suggested[1])
        is_same_campaign = self._suggested[0] == self.campaign_id
        if not is_typed or not is_same_campaign:
            self.name.setText(suggestion)
        self._suggested = (self.campaign_id, suggestion)

    def _show_fates(self) -> None:
        """Show what becomes of each group."""
        about = {group: (name, self._fate_of(group)) for group, name in self._names.items()}
        self.table.show_rows(each_row(about, self._fate_row))
        show_either(about, self.table, self.fate, instead=self.no_groups)
        for all_button in (self.all_on_button, self.all_over_button):
            enable_or_explain(all_button, bool(about), _("Create a group first"))
        self._show_fate_of_chosen(self.table.current_key())

    def _fate_of(self, group: str) -> GroupFate:
        return self.fates.get(group, "on")

    def _fate_row(self, group: str) -> Row:
        fate = self._fate_of(group)
        token = "text" if fate == "on" else "accent_text"
        becomes = Cell(fate_name(fate), "link", token=token, hint=_("Press to change it"))
        return Row(group, (Cell(self._names[group], "title"), becomes))

    def _show_fate_of_chosen(self, group: str) -> None:
        self.fate.setCurrentIndex(self.fate.findData(self._fate_of(group)))

    def _show_closed(self, campaign: Campaign) -> None:
        """List the closed seasons, the latest first."""
        rows = [self._season_row(season) for season in reversed(campaign.seasons)]
        self.closed.show_rows(rows)
        show_either(rows, self.closed, instead=self.none_closed)
        for control in (self.read_button, self.reopen_button):
            enable_or_explain(control, bool(rows), _("No season is closed yet."))

    def _season_row(self, season: Season) -> Row:
        overview = self.services.ask(self.services.workspace.overview, self.campaign_id, season.id)
        best = names_of_champions(overview) if overview is not None else ""
        count = len(season.games)
        cells = (
            Cell(season.name, "title", _("closed on {day}", day=day_in_words(season.day))),
            Cell(str(count), "figure", hint=ngettext("{n} game", "{n} games", count)),
            Cell(best or "–"),
            Cell(_("Read"), "link", token="accent_text", hint=_("Read its chronicle")),
        )
        return Row(season.id, cells)

    # What is done

    def _set_fate(self, group: str, fate: GroupFate) -> None:
        if group:
            self.fates[group] = fate
            self._show_fates()

    def _turn_to_next_fate(self, group: str, pressed_column: int) -> None:
        """Change what becomes of a group to the next possibility."""
        if pressed_column == FATE:
            place = FATES.index(self._fate_of(group)) + 1
            self._set_fate(group, FATES[place % len(FATES)])

    def _set_fate_of_chosen(self, fate: GroupFate) -> None:
        self._set_fate(self.table.current_key(), fate)

    def _set_all_fates(self, fate: GroupFate) -> None:
        self.fates = dict.fromkeys(self._names, fate)
        self._show_fates()

    def _close(self) -> None:
        """Close the season, and go to the campaign."""
        name = self.name.text()
        close = partial(self.seasons.close, self.campaign_id, name, dict(self.fates))
        text = _("The season {name} is closed.", name=name.strip())
        if self.services.do(close, text).succeeded:
            self.fates = {}
            self.name.clear()
            self.services.go(CampaignRoute())

    def _read(self, season: str, _column: int) -> None:
        self.services.go(ChronicleRoute(season=season))

    def _read_chosen(self) -> None:
        self._read(self.closed.current_key(), READ)

    def _reopen_season(self) -> None:
        self.services.do(
            partial(self.seasons.reopen, self.campaign_id), _("The season is open again.")
        )

    def take_focus(self) -> None:
        """Focus the groups, or the name where there are none."""
        if self._names:
            self.table.setFocus()
        else:
            self.name.setFocus()
