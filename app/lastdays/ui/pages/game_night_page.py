"""The game night: who is coming, who plays whom, and the games that are planned, each with the way to its
set-up, its table and its record."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lastdays.campaign.changed import (
    CampaignChanged,
    Changed,
    Everything,
    GroupChanged,
    SessionsChanged,
)
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.exchange.calendar import CALENDAR_SUFFIX, calendar_of
from lastdays.campaign.game_night import FixtureLine, GameNightActions, NightView
from lastdays.campaign.players import Pairing, Player
from lastdays.desktop.files import write_whole
from lastdays.language import _, against, dotted, joined, ngettext
from lastdays.model.fixtures import table_name
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.game_setup import encounter_picker
from lastdays.ui.models.rows import Cell, Row, TickRow, TicksModel
from lastdays.ui.navigation import FoundRoute, NextGameRoute, RecordRoute, Route, TrackerRoute
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.campaign_overview import result_of
from lastdays.ui.pages.report_panel import copy_planned_form
from lastdays.ui.pages.story_panel import DayField
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dialogs import ask_where_to_save_shared
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    Panel,
    RowOrColumn,
    TicksView,
    button,
    column,
    enable_or_explain,
    label,
    row,
    sentence,
    show_either,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.table import TWO_LINES, Table, TableDesign

#: From so many groups on the worker reads them: who plays each is part of its own document.
READ_AT_ONCE = 40
#: So many pairings are listed at most without scrolling, and so many in an ample window.
LISTED = 3
LISTED_IN_AMPLE = 8
#: The column of a fixture that leads to what is next.
NEXT = 5


class HourField(DayField):
    """An hour; `entered` carries a changed one."""

    LEAST_WIDTH = 76

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name, _("HH:MM"))

    def day_as_shown(self, day: str) -> str:
        return day


class TableField(DayField):
    """The table of a fixture, by name or number; `entered` carries a changed one."""

    LEAST_WIDTH = 92

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name, _("Name, number"))

    def day_as_shown(self, day: str) -> str:
        return day


class WhoIsComing(Panel):
    """The date of the night and who is coming, to be ticked."""

    def __init__(self, services: Services, nights: GameNightActions) -> None:
        super().__init__()
        self.services = services
        self.nights = nights
        self.campaign_id = ""
        theme = services.theme
        self.day_field = DayField(theme, _("Date of the game night"))
        self.day_field.entered.connect(self._set_day)
        self.hour_field = HourField(theme, _("Time of the game night"))
        self.hour_field.entered.connect(self._set_time)
        self.here = TicksModel()
        self.here.ticked.connect(self._store_who_is_coming)
        self.ticks = TicksView(self.here, _("Who is coming"))
        self.all_button = button(_("Every&body"), partial(self.here.tick_all, on=True))
        self.nobody_button = button(_("N&obody"), partial(self.here.tick_all, on=False))
        day_label = label(_("&Date"))
        day_label.setBuddy(self.day_field)
        hour_label = label(_("T&ime"))
        hour_label.setBuddy(self.hour_field)
        when = Flow(
            wrap_layout(row(day_label, self.day_field)),
            wrap_layout(row(hour_label, self.hour_field)),
        )
        self.setLayout(
            column(
                label(_("Who is coming"), "heading"),
                when,
                Flow(self.all_button, self.nobody_button),
                (self.ticks, 1),
                margin=10,
            )
        )

    def show_night(self, campaign: str, view: NightView) -> None:
        """Show the date, and who may come with a tick for those who do."""
        self.campaign_id = campaign
        self.day_field.show_day(campaign, view.night.day)
        self.hour_field.show_day(campaign, view.night.time)
        rows = [TickRow(player.key, _name_with_groups(player)) for player in view.people]
        if rows != self.here.rows or view.coming != self.here.on():
            self.here.set_rows(rows, view.coming)

    def _set_day(self, day: str) -> None:
        self.services.do(partial(self.nights.set_day, self.campaign_id, day))

    def _set_time(self, time: str) -> None:
        self.services.do(partial(self.nights.set_time, self.campaign_id, time))

    def _store_who_is_coming(self) -> None:
        self.services.do(partial(self.nights.come, self.campaign_id, self.here.on()))


def _name_with_groups(player: Player) -> str:
    """Return a player's name with their groups, or the name of a group that nobody plays."""
    if player.group:
        return player.name
    groups = joined([group.name for group in player.groups]) or _("no group yet")
    return _("{player}: {groups}", player=player.name, groups=groups)


class PairingsPanel(Panel):
    """Who plays whom, of those who are coming and aren't in a game yet."""

    def __init__(self, services: Services, nights: GameNightActions) -> None:
        super().__init__()
        self.services = services
        self.nights = nights
        self.campaign_id = ""
        self.pairs: tuple[Pairing, ...] = ()
        self.table = Table(
            (_("Who plays whom"), ""),
            _("Pairings"),
            services.theme,
            TableDesign(row_heights=TWO_LINES, least_rows=2),
            row_activated=self._set_up_pairing,
        )
        self.said = sentence()
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        heading = label(_("Pairings"), "heading")
        self.setLayout(column(heading, (self.table, 100), self.said, 1, margin=10))
        services.theme.call_now_and_on_any_change(self._fit_table_to_pairings)

    def show_night(self, campaign: str, view: NightView) -> None:
        """Show the pairings, and say who is left over and why."""
        self.campaign_id = campaign
        self.pairs = view.pairings.pairings
        rows = [_pair_row(str(number), pair) for number, pair in enumerate(self.pairs)]
        self.table.rows.set_rows(rows)
        self.table.setVisible(bool(rows))
        self._fit_table_to_pairings()
        show_text(self.said, "\n".join(_unpaired_in_words(view)))

    def _fit_table_to_pairings(self) -> None:
        """Give the pairings the room they need, for so many at most."""
        most = LISTED_IN_AMPLE if self.services.theme.is_ample else LISTED
        row_height = TWO_LINES.most
        height = self.table.height_of_rows(min(most, max(1, len(self.pairs))), row_height)
        self.table.setFixedHeight(height)

    def plan_all(self) -> None:
        """Plan a game for each pairing."""
        plan = partial(self.nights.plan, self.campaign_id, self.pairs)
        count = len(self.pairs)
        text = ngettext("{n} game is planned.", "{n} games are planned.", count)
        self.services.do(plan, text)

    def _set_up_pairing(self, key: str) -> None:
        """Plan the game of one pairing, and go to its set-up."""
        plan = partial(self.nights.plan, self.campaign_id, (self.pairs[int(key)],))
        fixtures = self.services.do(plan).result
        if fixtures:
            self.services.go(NextGameRoute(fixtures[0]))


def _pair_row(key: str, pair: Pairing) -> Row:
    groups = against([group.name for group in pair.groups])
    set_up = Cell(_("Set up"), "link", token="accent_text", hint=_("Set up this game"))
    return Row(key, (Cell(against(pair.players), "title", pair.reason(), hint=groups), set_up))


def _unpaired_in_words(view: NightView) -> list[str]:
    """Say who isn't paired and why."""
    night = view.pairings
    sentences: list[str] = []
    if not view.people:
        return sentences
    if not view.coming:
        sentences.append(
            _("Tick who is coming: those who have faced each other least are paired first.")
        )
    elif not night.pairings and night.left_over is None:
        sentences.append(_("Everybody who is coming has a game."))
    over = night.left_over
    if over is not None and night.pairings:
        text = _("{name} sits out: nobody here has played more games ({n}).")
        sentences.append(text.format(name=over.name, n=over.games))
    elif over is not None:
        sentences.append(_("{name} has no opponent yet.", name=over.name))
    if over is not None:
        sentences.append(_("A game takes up to four sides: add a group in its set-up."))
    if night.without_group:
        sentences.append(_("Without a group: {names}.", names=joined(night.without_group)))
    return sentences


class FixturesPanel(Panel):
    """The games that are planned: a table, and the details of the one that is selected."""

    def __init__(self, services: Services, nights: GameNightActions) -> None:
        super().__init__()
        self.services = services
        self.nights = nights
        self.campaign_id = ""
        self.name = ""
        self.lines: dict[str, FixtureLine] = {}
        theme = services.theme
        headings = ("", _("Game"), _("Encounter"), _("Table"), _("Date"), _("Next step"))
        self.table = Table(
            headings,
            _("Planned games"),
            theme,
            TableDesign(row_heights=TWO_LINES, least_rows=2, stretched=1),
            row_activated=self._go_to_game,
            row_chosen=self._show_fixture,
        )
        self.none_yet = sentence(
            _(
                "No game is planned yet. Plan those of the pairings, or add one and choose its sides."
            )
        )
        self.add_button = button(_("&Add a game"), self._add)
        self.remove_button = button(_("Re&move"), self._remove)
        self.calendar_button = button(_("Save as ca&lendar…"), self._save_calendar)
        self.details = self._make_details()
        self.paste_button = button(
            _("Paste a report…"), self.services.to(RecordRoute(pasting=True))
        )
        buttons = Flow(self.add_button, self.remove_button, self.calendar_button, self.paste_button)
        head = row(label(_("Planned games"), "heading"), (wrap_layout(buttons), 1), spacing=16)
        self.setLayout(
            column(head, (self.table, 100), self.none_yet, self.details, 1, margin=10, spacing=6)
        )

    def _make_details(self) -> QWidget:
        """Make the fields of the selected fixture, and what can be done with it."""
        theme = self.services.theme
        self.encounter = encounter_picker(self.services.catalogue, (_("Not chosen yet"), ""))
        self.encounter.picked.connect(self._encounter_chosen)
        self.table_field = TableField(theme, _("Table of the game"))
        self.table_field.entered.connect(partial(self._change_fixture, self.nights.set_table))
        self.day_field = DayField(theme, _("Date of the game"))
        self.day_field.entered.connect(partial(self._change_fixture, self.nights.set_fixture_day))
        self.hour_field = HourField(theme, _("Time of the game"))
        self.hour_field.entered.connect(partial(self._change_fixture, self.nights.set_fixture_time))
        self.set_up_button = button(_("&Set up"), self._set_up)
        self.form_button = button(_("Copy a report form"), self._copy_form)
        self.record_button = button(_("Re&cord the result"), self._record_fixture)
        table_label = label(_("&Table"))
        table_label.setBuddy(self.table_field)
        when = row(self.day_field, self.hour_field)
        return wrap_layout(
            Flow(
                self.encounter,
                wrap_layout(row(table_label, self.table_field)),
                wrap_layout(when),
                self.set_up_button,
                self.form_button,
                self.record_button,
            )
        )

    # What is shown

    def show_night(self, campaign: str, name: str, view: NightView) -> None:
        """Show the fixtures, and the details of the selected one."""
        self.campaign_id = campaign
        self.name = name
        self.lines = {line.fixture.id: line for line in view.fixtures}
        catalogue = self.services.catalogue
        rows = [_fixture_row(line, catalogue) for line in view.fixtures]
        self.table.show_rows(rows, stepping=self.services.is_undoing)
        show_either(rows, self.table, self.details, instead=self.none_yet)
        enable_or_explain(self.remove_button, bool(rows), _("No game is planned yet"))
        has_dates = any(line.fixture.day for line in view.fixtures if line.game is None)
        enable_or_explain(self.calendar_button, has_dates, _("No planned game has a date"))
        self._show_fixture(self.table.current_key())

    def _show_fixture(self, key: str) -> None:
        """Show the details of a fixture."""
        line = self.lines.get(key)
        if line is None:
            return
        fixture = line.fixture
        self.encounter.setCurrentIndex(max(0, self.encounter.findData(fixture.encounter)))
        self.table_field.show_day(key, fixture.table)
        self.day_field.show_day(key, fixture.day)
        self.hour_field.show_day(key, fixture.time)
        is_open = line.state == "open"
        is_played = line.game is not None
        for control in (self.encounter, self.table_field, self.day_field, self.hour_field):
            enable_or_explain(control, not is_played, _("This game is played"))
        for planning in (self.set_up_button, self.form_button):
            enable_or_explain(planning, not is_played, _("This game is played"))
        self.set_up_button.set_label(
            _("&Set up") if is_open or is_played else _("&Back to the table ▸")
        )
        self.record_button.set_label(
            _("Open the re&cord") if is_played else _("Re&cord the result")
        )

    # What is done

    def _selected_line(self) -> FixtureLine | None:
        return self.lines.get(self.table.current_key())

    def _go_to_game(self, key: str, pressed_column: int) -> None:
        if pressed_column == NEXT or self.lines[key].game is None:
            self.services.go(_next_route(self.lines[key]))

    def _change_fixture(self, how: Callable[[str, str, str], object], text: str) -> None:
        """Store what was typed for the selected fixture."""
        change = partial(how, self.campaign_id, self.table.current_key(), text)
        self.services.do(change)

    def _encounter_chosen(self, encounter: str) -> None:
        self._change_fixture(self.nights.set_encounter, encounter)

    def _set_up(self) -> None:
        line = self._selected_line()
        if line is not None:
            self.services.go(_next_route(line))

    def _copy_form(self) -> None:
        """Put the report form of the selected fixture on the clipboard."""
        copy_planned_form(self.services, self.campaign_id, self.table.current_key())

    def _record_fixture(self) -> None:
        """Record the result of the selected fixture, or open its record."""
        line = self._selected_line()
        if line is None:
            return
        if line.game is not None:
            self.services.go(RecordRoute(line.game.id))
        else:
            self.services.go(RecordRoute(planned=True, fixture=line.fixture.id))

    def _remove(self) -> None:
        remove = partial(self.nights.remove, self.campaign_id, self.table.current_key())
        self.services.do(remove, _("The game is no longer planned."))

    def _add(self) -> None:
        """Plan a game, and go to its set-up to choose its sides."""
        fixture = self.services.do(partial(self.nights.add, self.campaign_id)).result
        if fixture is not None:
            self.services.go(NextGameRoute(fixture))

    def _save_calendar(self) -> None:
        ask_where_to_save_shared(self, self.name, CALENDAR_SUFFIX, self.save_calendar)

    def save_calendar(self, target: Path) -> None:
        """Write the calendar file of the fixtures."""
        workspace = self.services.workspace

        def save() -> None:
            write_whole(target, calendar_of(workspace, self.campaign_id))

        self.services.do(save, _("Saved as {file}.", file=target))


def _next_route(line: FixtureLine) -> Route:
    """Return the route to what comes next of a fixture."""
    if line.game is not None:
        return RecordRoute(line.game.id)
    if line.session:
        return TrackerRoute(line.session)
    return NextGameRoute(line.fixture.id)


def _fixture_row(line: FixtureLine, catalogue: Catalogue) -> Row:
    """Return the row of a fixture: a tick if it is played, who plays what, where and when, what is next."""
    fixture = line.fixture
    tick = Cell(str(line.number), "figure", token="faint_text")
    if line.game is not None:
        tick = Cell("✓", "figure", token="well_text", spoken=_("played"), hint=_("Played"))
    sides = against(line.group_names, together=fixture.together) or _("Sides not chosen yet")
    players = joined([player for player in line.player_names if player])
    encounter = catalogue.encounters.get(fixture.encounter)
    what = Cell(_("not chosen yet"), token="faint_text", drawing=pictograms.token("dice"))
    if encounter is not None:
        what = Cell(encounter.name, drawing=encounter.drawing)
    cells = (
        tick,
        Cell(sides, "title", players),
        what,
        Cell(table_name(fixture.table) or "–"),
        Cell(day_in_words(fixture.day) or "–", beneath=fixture.time),
        _next_cell(line),
    )
    return Row(fixture.id, cells)


def _next_cell(line: FixtureLine) -> Cell:
    """Return a link to what comes next of a fixture."""
    if line.game is not None:
        text = _("Game {n}", n=line.game.number)
        return Cell(text, "link", result_of(line.game), hint=_("Open the record"))
    if line.session:
        hint = _("Continue this game")
        return Cell(_("At the table"), "link", _("continue"), "accent_text", hint=hint)
    return Cell(_("Set up"), "link", token="accent_text", hint=_("Set up this game"))


class GameNightPage(PageOfCampaign):
    """Who is coming, who plays whom, and the games that are planned."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.nights = GameNightActions(services.workspace)
        theme = services.theme
        self.who = WhoIsComing(services, self.nights)
        self.pairings = PairingsPanel(services, self.nights)
        self.fixtures = FixturesPanel(services, self.nights)
        self.plan_button = button(_("&Plan these games"), self.pairings.plan_all, "first")
        self.head = Head(_("Game night"), first=self.plan_button)
        create_button = button(_("Create group"), services.to(FoundRoute()), "first")
        #: Shown until the campaign has a group.
        self.nothing = EmptyPage(
            theme,
            place("group"),
            _("A game night needs a group of this campaign."),
            wrap_layout(Flow(create_button)),
        )
        games = wrap_layout(column(self.pairings, (self.fixtures, 1), spacing=10))
        self.body = RowOrColumn(theme, (self.who, 3), (games, 8), spacing=10)
        self.lay(self.nothing, (self.body, 100), 1, wide=1800, top=8, foot=10)

    def is_affected_by(self, changed: Changed) -> bool:
        return isinstance(changed, CampaignChanged | GroupChanged | SessionsChanged | Everything)

    def read(self) -> None:
        """Show the night; in a large campaign the worker reads it."""
        campaign = self.campaign_id
        if not campaign:
            return
        read = partial(self.nights.read, campaign)
        if len(self.services.workspace.groups(campaign)) > READ_AT_ONCE:
            show = partial(self._show_if_open, campaign)
            self.services.work(read, show, receiver=self)
            return
        self._show(campaign, read())

    def _show_if_open(self, campaign: str, view: NightView) -> None:
        if campaign == self.campaign_id:  # else another is looked at by now
            self._show(campaign, view)

    def _show(self, campaign: str, view: NightView) -> None:
        workspace = self.services.workspace
        workspace.seen_campaigns.show(campaign, view.revision, self)
        show_either(view.people, self.body, instead=self.nothing)
        self.head.note.setText(_day_and_games_played(view))
        self.who.show_night(campaign, view)
        self.pairings.show_night(campaign, view)
        name = workspace.campaign(campaign).campaign.name
        self.fixtures.show_night(campaign, name, view)
        has_pairs = bool(self.pairings.pairs)
        enable_or_explain(self.plan_button, has_pairs, _("Tick at least two who are coming"))
        self.plan_button.setVisible(bool(view.people))

    def take_focus(self) -> None:
        """Focus the fixtures, or while there are none who is coming."""
        if self.fixtures.lines:
            self.fixtures.table.setFocus()
        else:
            self.who.ticks.setFocus()


def _day_and_games_played(view: NightView) -> str:
    """Return the date of a night, and how many of its games are played."""
    when = dotted(day_in_words(view.night.day), view.night.time)
    count = len(view.fixtures)
    if not count:
        return when
    played = len([line for line in view.fixtures if line.game is not None])
    games = ngettext(
        "{played} of {n} game played", "{played} of {n} games played", count, played=played
    )
    return dotted(when, games)
