"""The chronicle: the campaign's story, charts, standings, rankings and memorial; and a member's
life."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListView, QSizePolicy, QWidget

from lastdays.campaign.chronicle.games import (
    EVERY_SEASON,
    LINES_MOST,
    MEASURES,
    Chronicle,
    StandingsPlace,
    chart_of,
    end_progress,
    end_progress_in_words,
    measure_name,
    most_played,
    opponents_of,
    rating_explained,
    rating_in_words,
    records_of,
    standings,
)
from lastdays.campaign.chronicle.lives import Life, LifeFigure, LifeGame, Memorial, MemorialEntry
from lastdays.campaign.chronicle.rankings import RankingActions, ranked
from lastdays.campaign.chronicle.sentences import StorySentence
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.language import _, dotted, joined, ngettext, short
from lastdays.model.campaign import Campaign, Ranking
from lastdays.model.fields import RANKING
from lastdays.model.recruiting import Rating, rating_of
from lastdays.model.tallies import GameTakenPart
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.forms.form import Fields, fill_controls, text_field, value_with_entries
from lastdays.ui.models.rows import Cell, Row, RowModel, TickRow, TicksModel, each_row
from lastdays.ui.navigation import (
    ChronicleRoute,
    FoundRoute,
    GroupRoute,
    LifeRoute,
    RecordRoute,
    Route,
    SeasonsRoute,
    ShareRoute,
)
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.story_panel import ChroniclePanel, StoryAndGroup, sentence_rows
from lastdays.ui.services import Services
from lastdays.ui.widgets.chart_view import ChartView
from lastdays.ui.widgets.dialogs import ask_where_to_save_chart
from lastdays.ui.widgets.parts import (
    ABOUT,
    EmptyPage,
    Flow,
    Number,
    Picker,
    Pictogram,
    RowOrColumn,
    TicksView,
    button,
    clear_layout,
    column,
    enable_or_explain,
    label,
    nothing_yet,
    panel,
    row,
    sentence,
    show_either,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.pictures import pixmap_of_height
from lastdays.ui.widgets.table import TWO_CLOSE_LINES, TWO_LINES, Table, TableDesign
from lastdays.ui.widgets.tabs import Tabs, Tiles

#: So many who are remembered are in sight at least, where there are so many.
SEEN = 4


def no_cells(table: Table) -> tuple[Cell, ...]:
    """Return a row's cells for somebody who can't be read: a dash below each heading."""
    return tuple(Cell("–") for _heading in table.rows.headings)


class MemorialPanel(QWidget):
    """A row for each dead or departed member; Space opens their life."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.memorial: Memorial
        self._campaign = ""
        self.table = Table(
            (_("Name"), _("Fate"), _("By whom"), _("Game"), _("When")),
            _("Memorial"),
            services.theme,
            TableDesign(stretched=1, row_heights=TWO_LINES, least_rows=SEEN, shows_all=True),
            row_activated=self._open,
            row_chosen=self._show_last_game,
        )
        #: The game in which the chosen one fell, and the group.
        self.told = StoryAndGroup(services)
        services.theme.reshaped.connect(self._show_last_game)
        says = _("Nobody has died or left yet. Those who do are listed here.")
        self.nobody = EmptyPage(services.theme, pictograms.token("grave"), says)
        self.listed = panel(self.table)
        self.listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        parts = (self.nobody, (self.listed, 100), (self.told, 100), 1)
        self.setLayout(column(*parts, margin=(0, 8, 0, 0)))

    def show_chronicle(self, chronicle: Chronicle, overview: Overview) -> None:
        lines = [line for line in overview.groups if line.figures.remembered]
        self.memorial = Memorial(chronicle, overview.fell)
        self._campaign = chronicle.campaign.id
        marks = tuple(line.mark for line in lines)
        made_of = (marks, chronicle.campaign.told)
        about: dict[str, object] = {str(place): made_of for place in range(overview.remembered)}
        self.table.least_rows = max(1, min(SEEN, len(about)))
        self.table.show_rows(each_row(about, self._row_of_entry))
        show_either(about, self.listed, instead=self.nobody)
        self._show_last_game()

    def _show_last_game(self, _of: object = "") -> None:
        """Show the game in which the chosen member died, if there is room."""
        remembered = self._chosen_entry()
        if remembered is None:
            self.told.hide()
            return
        self.told.show_both(self._campaign, remembered.game, remembered.group, remembered.member)

    def _chosen_entry(self) -> MemorialEntry | None:
        """Return the chosen member; nobody if there is none or the group is damaged."""
        key = self.table.current_key()
        if not key:
            return None
        return self._entry_at(int(key))

    def _entry_at(self, place: int) -> MemorialEntry | None:
        """Return who stands at a place of the memorial, nobody if the group is damaged."""
        entries = self.memorial.entries(place, place + 1)
        if not entries:
            return None
        return entries[0]

    def _row_of_entry(self, key: str) -> Row:
        remembered = self._entry_at(int(key))
        if remembered is None:
            return Row(key, no_cells(self.table))
        beneath = _(
            "{type} of {group}, Level {n}",
            type=remembered.type,
            group=remembered.group_name,
            n=remembered.level,
        )
        if remembered.died:
            drawing = pictograms.token("grave")
        else:
            drawing = pictograms.place("start")
        number = str(remembered.number) if remembered.number else "–"
        cells = (
            Cell(remembered.name, "title", beneath, drawing=drawing),
            Cell(remembered.how),
            Cell(remembered.killer or "–"),
            Cell(number, "figure"),
            Cell(day_in_words(remembered.day) or "–"),
        )
        return Row(key, cells, edge=f"keyword_{remembered.keyword}")

    def _open(self, _key: str) -> None:
        remembered = self._chosen_entry()
        if remembered is not None:
            self.services.go(LifeRoute(remembered.group, remembered.member))

    def take_focus(self) -> None:
        self.table.setFocus()


def names_by_group(overview: Overview) -> dict[str, str]:
    """Return the groups' names by id."""
    return {line.summary.id: line.summary.name for line in overview.groups}


class ChartsPanel(QWidget):
    """A chart, the choice of measure, and the groups to draw."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.chronicle: Chronicle
        #: The campaign, and its groups.
        self._of: tuple[str, ...] = ()
        theme = services.theme
        self.measures = Tiles(theme, _("What the chart shows"))
        self.measures.offer((measure_name(measure), measure, "") for measure in MEASURES)
        self.measures.changed.connect(self._draw)
        self.png_button = button(_("Save as &PNG…"), partial(self._ask_where_to_save, "png"))
        self.svg_button = button(_("&Save as SVG…"), partial(self._ask_where_to_save, "svg"))
        self.view = ChartView(theme, _("Chart"))
        self.explained = sentence()
        self.nothing = nothing_yet("", theme, pictograms.place("chronicle"))
        self.nothing.hide()
        self.ticks = TicksModel()
        self.ticks.ticked.connect(self._draw)
        self.list = TicksView(self.ticks, _("Groups shown"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.too_many = sentence()
        self.chosen = panel(self.list, self.too_many, heading=_("Groups"))
        body = RowOrColumn(
            theme, (panel(self.view, self.nothing, self.explained), 7), (self.chosen, 2)
        )
        saving = wrap_layout(row(self.png_button, self.svg_button, 1, spacing=6))
        head = RowOrColumn(theme, (self.measures, 1), (saving, 0), spacing=6)
        self.setLayout(column(head, (body, 1), margin=(0, 8, 0, 0)))

    def show_chronicle(self, chronicle: Chronicle, overview: Overview) -> None:
        """Draw the groups with the most games, until others are ticked."""
        groups = names_by_group(overview)
        campaign_and_groups = (chronicle.campaign.id, *groups)
        same_groups = campaign_and_groups == self._of
        self._of = campaign_and_groups
        self.chronicle = chronicle
        ticked = self.ticks.on() if same_groups else most_played(chronicle, groups)
        ticks = [TickRow(group, name) for group, name in groups.items()]
        self.ticks.set_rows(ticks, ticked)
        self.chosen.setVisible(bool(groups))
        self._draw()

    def _draw(self) -> None:
        ticked = self.ticks.on()
        chart = chart_of(self.chronicle, self.measures.data, ticked)
        self.view.show_chart(chart)
        explanation = self._explanation(empty=chart.empty)
        self.explained.setText(explanation)
        self.nothing.setText(explanation)
        show_either(not chart.empty, self.view, self.explained, instead=self.nothing)
        for saving_button in (self.png_button, self.svg_button):
            enable_or_explain(saving_button, not chart.empty, _("There is nothing to show yet."))
        notes = [self._limit_in_words(len(ticked))]
        without_points = [line.name for line in chart.lines if not line.points]
        if without_points and not chart.empty:
            notes.append(self._without_points(without_points))
        show_text(self.too_many, "\n".join(filter(None, notes)))

    def _without_points(self, names: list[str]) -> str:
        """Say which groups have no point in the chart."""
        text = _("No post-game sequence finished yet: {groups}.")
        if self.measures.data == "zombies":
            text = _("No game recorded yet: {groups}.")
        return text.format(groups=joined(names))

    def _limit_in_words(self, ticked: int) -> str:
        """Say how many groups can be drawn, if there are more."""
        group_count = len(self._of) - 1
        if group_count <= LINES_MOST:
            return ""
        if ticked > LINES_MOST:
            return _("Only the first {n} are shown.", n=LINES_MOST)
        return _("At most {n} can be shown at once.", n=LINES_MOST)

    def _explanation(self, *, empty: bool) -> str:
        if empty and self.measures.data != "zombies":
            return _(
                "Nothing to show yet: a group has a point for each game whose post-game "
                "sequence is finished."
            )
        if empty:
            return _("Nothing to show yet: no game of these groups is recorded.")
        return {
            "rating": rating_in_words(),
            "levels": _("The Levels of all members, captives included."),
            "points": _("Unspent Scavenge Points after each game."),
            "size": _("Members after each game, captives included."),
            "zombies": _("Zombies taken Out of Action so far, as the game records count them."),
        }[self.measures.data]

    def _ask_where_to_save(self, kind: str) -> None:
        ask_where_to_save_chart(self, f"{self.view.chart.title}.{kind}", self.save)

    def save(self, target: Path) -> None:
        self.services.do(partial(self.view.save, target), _("Saved as {file}.", file=target))

    def take_focus(self) -> None:
        self.measures.take_focus()


#: So many records are seen at least; where panels lie below each other, all of them.
RECORDS = 2
#: So many groups are rated by reading them where their rating was not kept beside them.
RATED_MOST = 64


def rating_of_group(chronicle: Chronicle, group: str, catalogue: Catalogue) -> Rating:
    """Return a group's rating, empty if the group can't be read."""
    now = chronicle.past(group).group_now
    return rating_of(now, catalogue) if now is not None else Rating()


def ratings_of(chronicle: Chronicle, overview: Overview, catalogue: Catalogue) -> dict[str, int]:
    """Return the groups' ratings by id, -1 if there are too many to read."""
    ratings = overview.ratings
    if len(ratings) > RATED_MOST:
        return ratings
    read_ratings = {}
    for group, rating in ratings.items():
        if rating >= 0:
            read_ratings[group] = rating
        else:
            read_ratings[group] = rating_of_group(chronicle, group, catalogue).total
    return read_ratings


def open_group(services: Services, chronicle: Chronicle, group: str) -> None:
    """Go to a group, or say that it played in an earlier season alone."""
    if chronicle.is_listed(group):
        services.go(GroupRoute(group))
    else:
        services.say(_("{name} isn't in this season.", name=chronicle.group_name(group)))


class StandingsPanel(QWidget):
    """The standings and the records on the left, the chosen group's head-to-head on the right."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.chronicle: Chronicle
        self._names: dict[str, str] = {}
        self._places: dict[str, StandingsPlace] = {}
        self._records: dict[str, Route] = {}
        theme = services.theme
        group_standings = self._make_standings()
        group_records = self._make_records()
        self.group = self._make_group()
        beside_group = column(group_standings, (group_records, 1), spacing=8)
        theme.reshaped.connect(self._ask_room)
        turning = RowOrColumn(theme, (wrap_layout(beside_group), 8), (self.group, 5))
        self.setLayout(column(turning, margin=(0, 8, 0, 0)))

    def _make_standings(self) -> QFrame:
        headings = (
            "",
            _("Group"),
            _("Won–lost"),
            _("Drawn"),
            _("Zombies"),
            _("Rivals"),
            _("Casualties"),
            _("Rating"),
        )
        self.table = Table(
            headings,
            _("Standings"),
            self.services.theme,
            TableDesign(stretched=1, row_heights=TWO_CLOSE_LINES, least_rows=4, shows_all=True),
            row_chosen=self._show_group,
            row_activated=self._open_group,
        )
        self.no_groups = sentence(_("No groups yet. Once there are some, they are compared here."))
        return panel(self.table, self.no_groups, heading=_("Standings"))

    def _make_records(self) -> QFrame:
        theme = self.services.theme
        self.records = Table(
            ("", "", ""),
            _("Records"),
            theme,
            TableDesign(stretched=2, row_heights=TWO_CLOSE_LINES, least_rows=RECORDS),
            row_activated=self._open_record,
        )
        self.no_records = nothing_yet(
            _("No records yet: they start with the first recorded game."),
            theme,
            pictograms.token("trophy"),
        )
        return panel(self.records, self.no_records, heading=_("Records"))

    def _make_group(self) -> QFrame:
        theme = self.services.theme
        self.heading = sentence("", "heading")
        self.end = sentence()
        self.rating = Table(
            (_("Rating"), ""),
            _("How the rating is worked out"),
            theme,
            TableDesign(least_rows=5, shows_all=True),
        )
        self.explained = sentence(rating_in_words(), "small")
        self.against = Table(
            (_("Head to head"), _("Won–lost"), _("Drawn")),
            _("Head to head"),
            theme,
            TableDesign(least_rows=2),
            row_activated=self.table.choose_row,
        )
        self.nobody = nothing_yet("")
        return panel(
            self.heading,
            self.end,
            self.rating,
            self.explained,
            (self.against, 1),
            self.nobody,
        )

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, overview: Overview) -> None:
        self.chronicle = chronicle
        self._names = names_by_group(overview)
        ratings = ratings_of(chronicle, overview, self.services.catalogue)
        places = standings(chronicle.campaign, self._names, ratings)
        self._places = {place.group: place for place in places}
        about = {
            place.group: (place.place, replace(place.totals), place.rating)
            for place in self._places.values()
        }
        self.table.show_rows(each_row(about, self._row_of_group))
        show_either(self._places, self.table, instead=self.no_groups)
        self.group.setVisible(bool(self._places))
        self._show_records(chronicle)
        self._show_group(self.table.current_key())

    def _rating(self, group: str) -> Rating:
        return rating_of_group(self.chronicle, group, self.services.catalogue)

    def _row_of_group(self, group: str) -> Row:
        place = self._places[group]
        totals = place.totals
        rating = place.rating
        if rating < 0:
            rating = self._rating(group).total
        cells = (
            Cell(str(place.place), "figure", token="accent_text"),
            Cell(self._names[group], "title", self.chronicle.player(group)),
            Cell(_("{won}–{lost}", won=totals.won, lost=totals.lost), "figure"),
            Cell(str(totals.drawn), "figure"),
            Cell(str(totals.zombies), "figure"),
            Cell(str(totals.rivals), "figure"),
            Cell(str(totals.out), "figure"),
            Cell(str(rating), "figure"),
        )
        return Row(group, cells)

    def _show_records(self, chronicle: Chronicle) -> None:
        rows = []
        self._records = {}
        for record in records_of(chronicle):
            if record.group and record.member:
                self._records[record.title] = LifeRoute(record.group, record.member)
            elif record.group:
                self._records[record.title] = GroupRoute(record.group)
            game = _("Game {n}", n=record.number) if record.number else ""
            cells = (
                Cell(str(record.amount), "figure", token="accent_text"),
                Cell(record.title, drawing=record.drawing),
                Cell(record.holder, beneath=dotted(game, record.shared)),
            )
            rows.append(Row(record.title, cells))
        self.records.rows.set_rows(rows)
        self._ask_room()
        show_either(rows, self.records, instead=self.no_records)

    def _ask_room(self) -> None:
        """In a narrow window show all records, so that only the page scrolls."""
        least_rows = RECORDS
        if self.services.theme.narrow:
            least_rows = max(RECORDS, self.records.rows.rowCount())
        self.records.least_rows = least_rows
        self.records.updateGeometry()

    def _show_group(self, group: str) -> None:
        if group not in self._places:
            self.heading.setText("")
            return
        self.heading.setText(self._names[group])
        self._show_end(group)
        self._show_rating(group)
        self._show_rivals(group)

    def _show_end(self, group: str) -> None:
        """Say how near the group is to the optional end of the campaign."""
        now = self.chronicle.past(group).group_now
        if self.chronicle.season is not None:
            now = None  # that is over
        progress = None
        if now is not None:
            progress = end_progress(now, self.services.catalogue)
        if progress is None:
            self.end.hide()
            return
        text = _("On the way to the end of the campaign (p.\u00a0106): {how}.")
        if progress.reached:
            text = _("Has reached the end of the campaign (p.\u00a0106): {how}.")
        self.end.setText(text.format(how=end_progress_in_words(progress)))
        self.end.setVisible(self.chronicle.campaign.switches.ending)

    def _show_rating(self, group: str) -> None:
        """List the parts of the group's rating as it is now; the last is their sum."""
        is_now = self.chronicle.season is None
        self.rating.setVisible(is_now)
        self.explained.setVisible(is_now)
        parts = rating_explained(self._rating(group))
        rows = []
        for number, (name, amount) in enumerate(parts, start=1):
            token = "accent_text" if number == len(parts) else "text"
            rows.append(Row(name, (Cell(name), Cell(amount, "figure", token=token))))
        self.rating.rows.set_rows(rows)

    def _show_rivals(self, group: str) -> None:
        """List how the group did against each that it met."""
        rivals = opponents_of(self.chronicle, group)
        rows = []
        for rival, games in rivals:
            name = self._names.get(rival) or self.chronicle.group_name(rival)
            cells = (
                Cell(name),
                Cell(_("{won}–{lost}", won=games.won, lost=games.lost), "figure"),
                Cell(str(games.drawn), "figure"),
            )
            rows.append(Row(rival, cells))
        self.against.rows.set_rows(rows)
        is_alone = len(self._places) == 1
        if is_alone:
            self.nobody.setText("")  # there is nobody to face
        else:
            self.nobody.setText(_("Hasn't faced another group of the campaign yet."))
        show_either(rivals, self.against, instead=self.nobody)

    # What is done

    def _open_group(self, key: str) -> None:
        open_group(self.services, self.chronicle, key)

    def _open_record(self, key: str) -> None:
        if key in self._records:
            self.services.go(self._records[key])

    def take_focus(self) -> None:
        self.table.setFocus()


#: A heading has so many letters of a ranking's name.
LETTERS = 20


class RankingsPanel(QWidget):
    """Each group's place in the standings and in every ranking, beside a form for one ranking."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.rankings = RankingActions(services.workspace)
        #: What is shown; nothing before a chronicle is, then its groups and rankings, too.
        self.chronicle: Chronicle
        self._names: dict[str, str] = {}
        self.own: tuple[Ranking, ...] = ()
        theme = services.theme
        self.table = Table(
            RowModel((_("Group"),), sorts=(_("Group"),)),
            _("Rankings"),
            theme,
            TableDesign(row_heights=TWO_CLOSE_LINES, least_rows=4),
            row_activated=self._open_group,
        )
        self.view = ChartView(theme, _("Chart"))
        self.drawn = panel(self.view, heading=_("Rating"))
        table_and_chart = wrap_layout(column((panel(self.table), 2), (self.drawn, 3)))
        new_ranking = self._make_new_ranking()
        self.one = self._make_form()
        self.forms = wrap_layout(column(new_ranking, self.one, 1, spacing=10))
        theme.reshaped.connect(self._draw)
        turning = RowOrColumn(theme, (table_and_chart, 8), (self.forms, 5))
        self.setLayout(column(turning, margin=(0, 8, 0, 0)))

    def _make_new_ranking(self) -> QFrame:
        """Make the field in which a new ranking is named."""
        self.none_yet = sentence(
            _(
                "No ranking of your own yet. Name one, then set the points for a game won, "
                "drawn or lost and for what is done in games. The standings by games won "
                "stay beside it."
            )
        )
        self.new_name = text_field(_("Name of a new ranking"))
        self.new_name.returnPressed.connect(self._add)
        self.add_button = button(_("&Add ranking"), self._add)
        return panel(row(self.new_name, self.add_button), self.none_yet)

    def _make_form(self) -> QFrame:
        """Make the choice among the rankings, with the chosen one's name and points."""
        self.chosen = Picker((), _("Ranking"))
        self.chosen.hold_names(18)
        self.chosen.activated.connect(self._show_ranking)
        self.remove_button = button(_("Re&move ranking"), self._remove)
        self.name = QLineEdit()
        self.name.editingFinished.connect(self._set_ranking)
        self.weights = {key: Number() for key in RANKING if key != "name"}
        for weight in self.weights.values():
            weight.setKeyboardTracking(False)
            weight.valueChanged.connect(self._set_ranking)
        weight_fields = [(RANKING[key], weight) for key, weight in self.weights.items()]
        self.fields = Fields((RANKING["name"], self.name), *weight_fields)
        return panel(
            row(self.chosen, 1, self.remove_button),
            label(_("Points for each"), "heading"),
            self.fields,
        )

    def _draw(self) -> None:
        """Draw the ratings below the table, if there are few groups and room."""
        few_groups = 0 < len(self._names) <= LINES_MOST
        has_room = self.services.theme.is_ample
        if not few_groups or not has_room:
            self.drawn.hide()
            return
        groups = most_played(self.chronicle, self._names)
        self.view.show_chart(chart_of(self.chronicle, "rating", groups))
        self.drawn.setVisible(not self.view.chart.empty)

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, overview: Overview) -> None:
        count_before = len(self.own)
        self.chronicle = chronicle
        self._names = names_by_group(overview)
        self.own = chronicle.campaign.rankings
        self._show_places(overview)
        self._draw()
        added = 0 < count_before < len(self.own)
        last = len(self.own) - 1
        chosen = last if added else min(self.chosen.currentIndex(), last)
        choices = [(ranking.name, number) for number, ranking in enumerate(self.own)]
        self.chosen.offer(choices, chosen)
        show_either(self.own, self.one, instead=self.none_yet)
        self.forms.setVisible(chronicle.season is None)  # those of a closed season stay
        self._show_ranking()

    def _show_places(self, overview: Overview) -> None:
        """List the groups with their place in the standings and in each ranking, by the first
        ranking until another column is chosen."""
        chronicle = self.chronicle
        campaign = chronicle.campaign
        ratings = ratings_of(chronicle, overview, self.services.catalogue)
        places = {place.group: place for place in standings(campaign, self._names, ratings)}
        columns = []
        for ranking in self.own:
            ranks = ranked(campaign, ranking, places, ratings)
            columns.append({rank.group: rank for rank in ranks})
        rows = []
        for group, place in places.items():
            name = self._names[group]
            cells = [
                Cell(name, "title", chronicle.player(group), sort=(name, "")),
                _cell_with_place(place.place, str(place.totals.won)),
            ]
            for ranks_by_group in columns:
                rank = ranks_by_group[group]
                cells.append(_cell_with_place(rank.place, str(rank.points)))
            if campaign.switches.ending:
                cells.append(self._cell_of_progress(group))
            rows.append(Row(group, tuple(cells)))

        def first_rank(row: Row) -> tuple[int, int]:
            return columns[0][row.key].place, places[row.key].place

        if columns:
            rows.sort(key=first_rank)
        headings = self._headings()
        self.table.rows.sorts = tuple(headings)
        self.table.show_rows(rows, headings)

    def _headings(self) -> list[str]:
        """Return the table's headings: a column for each ranking, and one for the optional end."""
        headings = [_("Group"), _("Games won")]
        headings += [short(ranking.name, LETTERS) for ranking in self.own]
        if self.chronicle.campaign.switches.ending:
            headings.append(_("End (p.\u00a0106)"))
        return headings

    def _cell_of_progress(self, group: str) -> Cell:
        """Return a cell with how near a group is to the optional end of the campaign."""
        now = self.chronicle.past(group).group_now
        progress = None
        if now is not None:
            progress = end_progress(now, self.services.catalogue)
        if progress is None:
            return Cell("–", "figure")
        percent = int(100 * progress.share)
        text = _("{n} %", n=percent)
        hint = end_progress_in_words(progress)
        return Cell(text, "figure", hint=hint, spoken=f"{text}, {hint}", sort=-percent)

    def _show_ranking(self) -> None:
        self.one.setProperty(ABOUT, [len(self.own), self.chosen.currentIndex()])
        if self.own:
            fill_controls(self.own[self.chosen.currentIndex()], self.fields.controls)
            self.name.setCursorPosition(0)

    # What is done

    def _open_group(self, key: str) -> None:
        open_group(self.services, self.chronicle, key)

    def _add(self) -> None:
        add = partial(self.rankings.add, self.chronicle.campaign.id, self.new_name.text())
        if self.services.do(add).succeeded:
            self.new_name.clear()

    def _set_ranking(self, _value: int = 0) -> None:
        number = self.chosen.currentIndex()
        if not 0 <= number < len(self.own):
            return
        ranking = value_with_entries(self.own[number], self.fields.controls)
        if ranking != self.own[number]:
            self.services.do(
                partial(self.rankings.set, self.chronicle.campaign.id, number, ranking)
            )

    def _remove(self) -> None:
        number = self.chosen.currentIndex()
        self.services.do(partial(self.rankings.remove, self.chronicle.campaign.id, number))

    def take_focus(self) -> None:
        self.table.setFocus()


def _cell_with_place(place: int, amount: str) -> Cell:
    """Return a cell with points, sorted and spoken by place."""
    token = "accent_text" if place == 1 else "text"
    return Cell(amount, "figure", _("place {n}", n=place), token=token, sort=place)


#: The tabs of the page.
STORY, CHARTS, STANDINGS, RANKINGS, MEMORIAL = range(5)


class ChroniclePage(PageOfCampaign):
    """The campaign's history; a tab is filled when it is shown."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.story = ChroniclePanel(services)
        self.charts = ChartsPanel(services)
        self.standings = StandingsPanel(services)
        self.rankings = RankingsPanel(services)
        self.memorial = MemorialPanel(services)
        self._tabs = (self.story, self.charts, self.standings, self.rankings, self.memorial)
        self.tabs = Tabs()
        titles = _("Story"), _("Charts"), _("Standings and records"), _("Rankings"), _("Memorial")
        for tab, title in zip(self._tabs, titles, strict=True):
            self.tabs.addTab(tab, title)
        self.tabs.currentChanged.connect(self.refresh)
        self.first_button = button("", self._go_first, "first")
        self._first: Route = ShareRoute()
        #: The closed season that is read, '' for the one that is played now.
        self._season = ""
        self.season = Picker((), _("Season"), picked=self._season_picked)
        self.season.hold_names(16)
        self.head = Head(_("Chronicle"), self.season, first=self.first_button)
        self.lay(self.tabs, wide=1700, top=4, foot=12)

    def show_route(self, route: ChronicleRoute, campaign: str) -> Route | None:
        self.campaign_id = campaign
        self._season = route.season or self._season_of(route.game)
        self.story.wanted = route.game
        if route.game and self.tabs.currentIndex() != STORY:
            self.tabs.setCurrentIndex(STORY)  # reads it
        else:
            self.refresh()
        return ChronicleRoute(season=self._season)

    def _season_of(self, game: str) -> str:
        """Return the closed season of a game, '' for the one that is played now."""
        view = self.services.ask(self.services.workspace.campaign, self.campaign_id)
        seasons = view.campaign.seasons if game and view is not None else ()
        for season in seasons:
            if any(played.id == game for played in season.games):
                return season.id
        return ""

    def _season_picked(self, season: str) -> None:
        self.services.go(ChronicleRoute(season=season))

    def read(self) -> None:
        if not self.campaign_id:
            return
        workspace = self.services.workspace
        campaign = self.campaign_id
        self._offer_seasons(workspace.campaign(campaign).campaign)
        chronicle = Chronicle(workspace, campaign, self._season)
        overview = workspace.overview(campaign, self._season)
        workspace.seen_campaigns.show(campaign, chronicle.revision, self)
        game_count = len(chronicle.games)
        self.head.note.setText(
            _("{campaign} · {games}").format(
                campaign=chronicle.campaign.name,
                games=ngettext("{n} game", "{n} games", game_count),
            )
        )
        self._name_first(has_games=game_count > 0)
        self._tabs[self.tabs.currentIndex()].show_chronicle(chronicle, overview)

    def _offer_seasons(self, campaign: Campaign) -> None:
        """Offer the closed seasons beside the one that is played now, if there are any; one that is open
        again is no longer read."""
        ids = [season.id for season in campaign.seasons]
        if self._season not in ids:
            self._season = ""
        choices = [(_("This season"), "")]
        choices += [(season.name, season.id) for season in reversed(campaign.seasons)]
        self.season.offer(choices, self._season)
        self.season.setVisible(bool(ids))

    def _name_first(self, *, has_games: bool) -> None:
        """Label the first button: share, or without games record one, or without groups create
        one; of a closed season, back to the seasons."""
        if self._season:
            self._first = SeasonsRoute()
            self.first_button.set_label(_("Seaso&ns"))
        elif has_games:
            self._first = ShareRoute()
            self.first_button.set_label(_("Share…"))
        elif self.services.workspace.groups(self.campaign_id):
            self._first = RecordRoute()
            self.first_button.set_label(_("&Record a game"))
        else:
            self._first = FoundRoute()
            self.first_button.set_label(_("&Create group"))

    def _go_first(self) -> None:
        self.services.go(self._first)

    def take_focus(self) -> None:
        if isinstance(self._first, ShareRoute | SeasonsRoute):
            self._tabs[self.tabs.currentIndex()].take_focus()
        else:
            self.first_button.setFocus()


#: So many games are told at first, and with each press of the button so many more.
AT_ONCE = 20
#: The side of a portrait, in pixels at 100 %.
PORTRAIT = 96
#: The side of a figure's pictogram, in pixels at 100 %.
FIGURE = 36


class LifePage(PageOfCampaign):
    """A group member's life, from their first game to now or to their end."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        theme = services.theme
        self.group_id = ""
        self.member_id = ""
        #: What is shown; nothing before somebody is.
        self.life: Life
        self._most = AT_ONCE
        self.open_button = button(_("&Open in the group"), self._open_group, "first")
        self.head = Head("", first=self.open_button)
        self.portrait = QLabel()
        self.portrait.setAccessibleName(_("Portrait"))
        self.fate = sentence("", "harm")
        self.figures = Flow(spacing=30)
        beside_portrait = column(wrap_layout(self.figures), self.fate, 1, spacing=4)
        upper = row(self.portrait, (beside_portrait, 1), spacing=14)
        self.table = Table(
            ("",), _("What happened, game by game"), theme, row_activated=self._open_game
        )
        self.no_games = nothing_yet(
            _("No games yet. What happens to this member is told here game by game."),
            theme,
            pictograms.place("chronicle"),
        )
        self.earlier_button = button("", self._show_earlier)
        games = column(self.table, self.no_games, row(self.earlier_button, 1))
        #: The group, with its dead: whose lives are read next.
        self.others = LivesTable(services)
        self.others_panel = panel(self.others)
        body = row((games, 3), (self.others_panel, 5))
        theme.reshaped.connect(self._show_member_and_others)
        self.lay(upper, (body, 1), wide=1800, top=10, foot=12, spacing=10)

    def show_route(self, route: LifeRoute, campaign: str) -> Route | None:
        if (route.group, route.member) != (self.group_id, self.member_id):
            self._most = AT_ONCE
        self.campaign_id = campaign
        self.group_id = route.group
        self.member_id = route.member
        self.refresh()
        return route if self.member_id else None

    def forget_subject(self) -> None:
        self.member_id = ""

    def read(self) -> None:
        """Read the member; nobody is shown if that fails."""
        member_id = self.member_id
        self.member_id = ""
        if not member_id:
            return
        chronicle = Chronicle(self.services.workspace, self.campaign_id, EVERY_SEASON)
        self.life = Life(chronicle, self.group_id, member_id)
        self.member_id = member_id
        is_listed = chronicle.is_listed(self.group_id)
        enable_or_explain(self.open_button, is_listed, _("The group isn't in this season"))
        member = self.life.member
        self.head.title.setText(member.name)
        self.head.note.setText(self.life.description())
        show_text(self.fate, self.life.fate())
        self._show_portrait(member.portrait)
        self._show_games()
        self._show_member_and_others()

    def _show_member_and_others(self) -> None:
        """Draw the figures as large as the window has them, and in a large one show the group beside
        the games."""
        if not self.member_id:
            self.others_panel.hide()
            return
        self._show_figures(self.life.figures())
        has_room = self.services.theme.is_ample
        self.others_panel.setVisible(has_room)
        if has_room:
            self.others.show_group(self.life.group, self.member_id)

    def _show_portrait(self, portrait: str) -> None:
        self.portrait.setVisible(bool(portrait))
        if portrait:
            side = self.services.theme.pixels(PORTRAIT)
            self.portrait.setPixmap(pixmap_of_height(self.services.groups.portrait(portrait), side))

    def _show_figures(self, figures: tuple[LifeFigure, ...]) -> None:
        clear_layout(self.figures)
        theme = self.services.theme
        for figure in figures:
            amount = label(str(figure.amount), "figure")
            caption = label(figure.caption, "small")
            drawing = Pictogram(theme, figure.drawing, size=round(FIGURE * theme.ample_factor))
            shown_figure = wrap_layout(row(drawing, column(amount, caption, spacing=0), spacing=8))
            shown_figure.setAccessibleName(f"{figure.amount} {figure.caption}")
            self.figures.addWidget(shown_figure)

    def _show_games(self) -> None:
        games = self.life.games
        latest_first = games[::-1]
        shown_games = latest_first[: self._most]
        rows = []
        for story, game in zip(self.life.describe(shown_games), shown_games, strict=True):
            rows += self._game_rows(story, game)
        self.table.show_rows(rows)
        show_either(rows, self.table, instead=self.no_games)
        earlier = len(games) - self._most
        text = ngettext("&Show {n} earlier game", "&Show {n} earlier games", earlier)
        self.earlier_button.set_label(text)
        self.earlier_button.setVisible(earlier > 0)

    def _game_rows(self, story: LifeGame, played: GameTakenPart) -> list[Row]:
        """Return a game's heading row and the rows of what happened in it."""
        result = {"won": _("won"), "lost": _("lost"), "drawn": _("nobody won")}[played.result]
        title = _("Game {n}: {encounter}", n=story.number, encounter=story.encounter)
        heading = Cell(
            dotted(title, result, day_in_words(story.day)),
            "link",
            drawing=story.drawing,
            drawing_token="accent_text",
            token="accent_text",
            hint=_("Read this game in the chronicle"),
        )
        heading_row = Row(f"game/{story.game}", (heading,), entry=story.encounter)
        sentences = story.sentences
        if not sentences:
            nothing = StorySentence(_("Nothing is recorded."), drawing=pictograms.token("missing"))
            sentences = (nothing,)
        return [heading_row, *sentence_rows(sentences, story.game)]

    # What is done

    def _open_group(self) -> None:
        self.services.go(GroupRoute(self.group_id, self.member_id))

    def _open_game(self, key: str) -> None:
        """Open the game of a row: 'game/ID' of a heading, 'ID/…' of a sentence."""
        parts = key.split("/")
        is_heading = parts[0] == "game"
        game = parts[1] if is_heading else parts[0]
        self.services.go(ChronicleRoute(game))

    def _show_earlier(self) -> None:
        self._most += AT_ONCE
        self._show_games()

    def take_focus(self) -> None:
        if self.table.isHidden():
            self.open_button.setFocus()
        else:
            self.table.setFocus()

    def undoes(self) -> str | None:
        return self.group_id
