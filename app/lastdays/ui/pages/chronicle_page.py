"""The chronicle: the campaign's story, charts, standings, rankings and memorial; and a member's
life."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListView, QSizePolicy, QWidget

from lastdays.campaign.chronicle.games import (
    LINES_MOST,
    MEASURES,
    Chronicle,
    StandingsPlace,
    chart_of,
    end_progress,
    end_said,
    measure_name,
    met,
    most_played,
    rating_explained,
    rating_said,
    records,
    standings,
)
from lastdays.campaign.chronicle.lives import Life, LifeFigure, LifeGame, Memorial, Remembered
from lastdays.campaign.chronicle.rankings import RankingActions, ranked
from lastdays.campaign.chronicle.sentences import StorySentence
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import Overview
from lastdays.language import _, dotted, joined, ngettext, short
from lastdays.model.campaign import Ranking
from lastdays.model.fields import RANKING
from lastdays.model.recruiting import Rating, rating_of
from lastdays.model.tallies import GameTakenPart
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.forms.form import Fields, fill, filled_in, text_field
from lastdays.ui.models.rows import Cell, Row, RowModel, TickRow, TicksModel, each_row
from lastdays.ui.navigation import (
    ChronicleRoute,
    FoundRoute,
    GroupRoute,
    LifeRoute,
    RecordRoute,
    Route,
    ShareRoute,
)
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.story_panel import ChroniclePanel, StoryAndGroup, sentence_rows
from lastdays.ui.services import Services
from lastdays.ui.widgets.chart_view import ChartView
from lastdays.ui.widgets.dialogs import chart_name
from lastdays.ui.widgets.parts import (
    ABOUT,
    EmptyPage,
    Flow,
    Number,
    Picker,
    Pictogram,
    TicksView,
    Turning,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    nothing_yet,
    panel,
    row,
    sentence,
    show_either,
    show_text,
)
from lastdays.ui.widgets.pictures import pixmap
from lastdays.ui.widgets.table import CLOSE, TALL, Table
from lastdays.ui.widgets.tabs import Tabs, Tiles

#: So many who are remembered are in sight at least, where there are so many.
SEEN = 4


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
            stretch=1,
            heights=TALL,
            least_rows=SEEN,
            fits=True,
            taken=self._open,
            chosen=self._tell,
        )
        #: The game in which the chosen one fell, and the group.
        self.told = StoryAndGroup(services)
        services.theme.reshaped.connect(self._tell)
        says = _("Nobody has died or left yet. Those who do are listed here.")
        self.nobody = EmptyPage(services.theme, pictograms.token("grave"), says)
        self.listed = panel(self.table)
        self.listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        parts = (self.nobody, (self.listed, 100), (self.told, 100), 1)
        self.setLayout(column(*parts, margin=(0, 8, 0, 0)))

    def show_chronicle(self, chronicle: Chronicle, found: Overview) -> None:
        lines = [line for line in found.groups if line.figures.remembered]
        self.memorial, self._campaign = Memorial(chronicle, found.fell), chronicle.campaign.id
        made_of = tuple(line.mark for line in lines), chronicle.campaign.told
        about: dict[str, object] = {str(n): made_of for n in range(found.remembered)}
        self.table.least_rows = max(1, min(SEEN, len(about)))
        self.table.show_rows(each_row(about, self._row))
        show_either(about, self.listed, instead=self.nobody)
        self._tell()

    def _tell(self, _of: object = "") -> None:
        """Show the game in which the chosen member died, if there is room."""
        for one in self._chosen():
            self.told.show_both(self._campaign, one.game, one.group, one.member)
            return
        self.told.hide()

    def _chosen(self) -> Sequence[Remembered]:
        """Return the chosen member; nobody if there is none or the group is damaged."""
        key = self.table.current_key()
        return self.memorial.entries(int(key), int(key) + 1) if key else ()

    def _row(self, key: str) -> Row:
        n = int(key)
        found = self.memorial.entries(n, n + 1)
        if not found:  # of a group that is damaged
            return Row(key, tuple(Cell("–") for _heading in self.table.rows.headings))
        (one,) = found
        drawn = pictograms.token("grave") if one.died else pictograms.place("start")
        beneath = _(
            "{type} of {group}, Level {n}", type=one.type, group=one.group_name, n=one.level
        )
        return Row(
            key,
            (
                Cell(one.name, "title", beneath, drawing=drawn),
                Cell(one.how),
                Cell(one.by or "–"),
                Cell(str(one.number) if one.number else "–", "figure"),
                Cell(day_in_words(one.day) or "–"),
            ),
            edge=f"keyword_{one.keyword}",
        )

    def _open(self, _key: str) -> None:
        for one in self._chosen():
            self.services.go(LifeRoute(one.group, one.member))

    def take_focus(self) -> None:
        self.table.setFocus()


def named(found: Overview) -> dict[str, str]:
    """Return the groups' names by id."""
    return {line.summary.id: line.summary.name for line in found.groups}


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
        self.png_button = button(_("Save as &PNG…"), lambda: self._ask("png"))
        self.svg_button = button(_("&Save as SVG…"), lambda: self._ask("svg"))
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
        body = Turning(theme, (panel(self.view, self.nothing, self.explained), 7), (self.chosen, 2))
        saving = holder(row(self.png_button, self.svg_button, 1, spacing=6))
        head = Turning(theme, (self.measures, 1), (saving, 0), spacing=6)
        self.setLayout(column(head, (body, 1), margin=(0, 8, 0, 0)))

    def show_chronicle(self, chronicle: Chronicle, found: Overview) -> None:
        """Draw the groups with the most games, until others are ticked."""
        groups = named(found)
        before, self._of = self._of, (chronicle.campaign.id, *groups)
        self.chronicle = chronicle
        on = most_played(chronicle, groups) if self._of != before else self.ticks.on()
        self.ticks.set_rows([TickRow(group, name) for group, name in groups.items()], on)
        self.chosen.setVisible(bool(groups))
        self._draw()

    def _draw(self) -> None:
        chosen = self.ticks.on()
        found = chart_of(self.chronicle, self.measures.data, chosen)
        self.view.show_chart(found)
        said = self._explained(empty=found.empty)
        self.explained.setText(said)
        self.nothing.setText(said)
        parts = self.view, self.explained
        show_either(not found.empty, *parts, instead=self.nothing)
        for made in (self.png_button, self.svg_button):
            allow(made, not found.empty, _("There is nothing to show yet."))
        notes = [self._limit(len(chosen))]
        without = [one.name for one in found.lines if not one.points]
        if without and not found.empty:
            text = _("No post-game sequence finished yet: {groups}.")
            if self.measures.data == "zombies":
                text = _("No game recorded yet: {groups}.")
            notes.append(text.format(groups=joined(without)))
        show_text(self.too_many, "\n".join(filter(None, notes)))

    def _limit(self, chosen: int) -> str:
        """Say how many groups can be drawn, if there are more."""
        if len(self._of) - 1 <= LINES_MOST:
            return ""
        over = chosen > LINES_MOST
        text = (
            _("Only the first {n} are shown.") if over else _("At most {n} can be shown at once.")
        )
        return text.format(n=LINES_MOST)

    def _explained(self, *, empty: bool) -> str:
        if empty and self.measures.data != "zombies":
            return _(
                "Nothing to show yet: a group has a point for each game whose post-game "
                "sequence is finished."
            )
        if empty:
            return _("Nothing to show yet: no game of these groups is recorded.")
        return {
            "rating": rating_said(),
            "levels": _("The Levels of all members, captives included."),
            "points": _("Unspent Scavenge Points after each game."),
            "size": _("Members after each game, captives included."),
            "zombies": _("Zombies taken Out of Action so far, as the game records count them."),
        }[self.measures.data]

    def _ask(self, kind: str) -> None:
        chart_name(self, f"{self.view.chart.title}.{kind}", self.save)

    def save(self, target: Path) -> None:
        self.services.do(partial(self.view.save, target), _("Saved as {file}.", file=target))

    def take_focus(self) -> None:
        self.measures.take_focus()


#: So many records are seen at least; where panels lie below each other, all of them.
RECORDS = 2
#: So many groups are rated by reading them where their rating was not kept beside them.
RATED_MOST = 64


def rated(chronicle: Chronicle, group: str, catalogue: Catalogue) -> Rating:
    """Return a group's rating, empty if the group can't be read."""
    now = chronicle.past(group).now
    return rating_of(now, catalogue) if now is not None else Rating()


def ratings_of(chronicle: Chronicle, found: Overview, catalogue: Catalogue) -> dict[str, int]:
    """Return the groups' ratings by id, -1 if there are too many to read."""
    ratings = found.ratings
    if len(ratings) > RATED_MOST:
        return ratings
    return {g: n if n >= 0 else rated(chronicle, g, catalogue).total for g, n in ratings.items()}


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
        self.table = Table(
            (
                "",
                _("Group"),
                _("Won–lost"),
                _("Drawn"),
                _("Zombies"),
                _("Rivals"),
                _("Casualties"),
                _("Rating"),
            ),
            _("Standings"),
            theme,
            stretch=1,
            heights=CLOSE,
            least_rows=4,
            fits=True,
            chosen=self._show_group,
            taken=lambda key: services.go(GroupRoute(key)),
        )
        self.records = Table(
            ("", "", ""),
            _("Records"),
            theme,
            stretch=2,
            heights=CLOSE,
            least_rows=RECORDS,
            taken=self._open_record,
        )
        self.no_records = nothing_yet(
            _("No records yet: they start with the first recorded game."),
            theme,
            pictograms.token("trophy"),
        )
        self.no_groups = sentence(_("No groups yet. Once there are some, they are compared here."))
        self.group = self._make_group()
        left = column(
            panel(self.table, self.no_groups, heading=_("Standings")),
            (panel(self.records, self.no_records, heading=_("Records")), 1),
            spacing=8,
        )
        theme.reshaped.connect(self._ask_room)
        turning = Turning(theme, (holder(left), 8), (self.group, 5))
        self.setLayout(column(turning, margin=(0, 8, 0, 0)))

    def _make_group(self) -> QFrame:
        theme = self.services.theme
        self.heading = sentence("", "heading")
        self.end = sentence()
        heads: tuple[str, ...] = _("Rating"), ""
        self.rating = Table(
            heads, _("How the rating is worked out"), theme, least_rows=5, fits=True
        )
        self.explained = sentence(rating_said(), "small")
        heads = (_("Head to head"), _("Won–lost"), _("Drawn"))
        self.against = Table(heads, _("Head to head"), theme, least_rows=2, taken=self.table.choose)
        self.nobody = nothing_yet("")
        return panel(
            *(self.heading, self.end, self.rating, self.explained, (self.against, 1), self.nobody)
        )

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, found: Overview) -> None:
        self.chronicle = chronicle
        self._names = named(found)
        ratings = ratings_of(chronicle, found, self.services.catalogue)
        self._places = {p.group: p for p in standings(chronicle.campaign, self._names, ratings)}
        about = {g: (p.place, replace(p.totals), p.rating) for g, p in self._places.items()}
        self.table.show_rows(each_row(about, self._row))
        show_either(self._places, self.table, instead=self.no_groups)
        self.group.setVisible(bool(self._places))
        self._show_records(chronicle)
        self._show_group(self.table.current_key())

    def _rated(self, group: str) -> Rating:
        return rated(self.chronicle, group, self.services.catalogue)

    def _row(self, group: str) -> Row:
        place = self._places[group]
        totals = place.totals
        rating = place.rating if place.rating >= 0 else self._rated(group).total
        return Row(
            group,
            (
                Cell(str(place.place), "figure", token="accent_text"),
                Cell(self._names[group], "title", self.chronicle.player(group)),
                Cell(_("{won}–{lost}", won=totals.won, lost=totals.lost), "figure"),
                *(
                    Cell(str(n), "figure")
                    for n in (totals.drawn, totals.zombies, totals.rivals, totals.out, rating)
                ),
            ),
        )

    def _show_records(self, chronicle: Chronicle) -> None:
        found = records(chronicle)
        rows = []
        self._records = {}
        for record in found:
            member = record.member
            whose = LifeRoute(record.group, member) if member else GroupRoute(record.group)
            if record.group:
                self._records[record.title] = whose
            beneath = dotted(_("Game {n}", n=record.number) if record.number else "", record.shared)
            rows.append(
                Row(
                    record.title,
                    (
                        Cell(str(record.amount), "figure", token="accent_text"),
                        Cell(record.title, drawing=record.drawing),
                        Cell(record.holder, beneath=beneath),
                    ),
                )
            )
        self.records.rows.set_rows(rows)
        self._ask_room()
        show_either(rows, self.records, instead=self.no_records)

    def _ask_room(self) -> None:
        """In a narrow window show all records, so that only the page scrolls."""
        narrow = self.services.theme.narrow
        self.records.least_rows = max(RECORDS, self.records.rows.rowCount() if narrow else 0)
        self.records.updateGeometry()

    def _show_group(self, group: str) -> None:
        chronicle = self.chronicle
        if group not in self._places:
            self.heading.setText("")
            return
        now = chronicle.past(group).now
        self.heading.setText(self._names[group])
        progress = end_progress(now, self.services.catalogue) if now is not None else None
        ending = chronicle.campaign.switches.ending and progress is not None
        if progress is not None:
            said = _("On the way to the end of the campaign (p.\u00a0106): {how}.")
            if progress.reached:
                said = _("Has reached the end of the campaign (p.\u00a0106): {how}.")
            self.end.setText(said.format(how=end_said(progress)))
        self.end.setVisible(ending)
        parts = rating_explained(self._rated(group))
        self.rating.rows.set_rows(
            [
                Row(
                    name,
                    (
                        Cell(name),
                        Cell(
                            amount,
                            "figure",
                            token="accent_text" if n == len(parts) - 1 else "text",
                        ),
                    ),
                )
                for n, (name, amount) in enumerate(parts)
            ]
        )
        rivals = met(chronicle, group)
        self.against.rows.set_rows(
            [
                Row(
                    other,
                    (
                        Cell(self._names.get(other) or chronicle.group_name(other)),
                        Cell(_("{won}–{lost}", won=pair.won, lost=pair.lost), "figure"),
                        Cell(str(pair.drawn), "figure"),
                    ),
                )
                for other, pair in rivals
            ]
        )
        show_either(rivals, self.against, instead=self.nobody)
        alone = len(self._places) == 1  # there is nobody to face
        said = _("Hasn't faced another group of the campaign yet.")
        self.nobody.setText("" if alone else said)

    # What is done

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
            heights=CLOSE,
            least_rows=4,
            taken=lambda key: services.go(GroupRoute(key)),
        )
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
        self.chosen = Picker((), _("Ranking"))
        self.chosen.hold_names(18)
        self.chosen.activated.connect(self._show_ranking)
        self.remove_button = button(_("Re&move ranking"), self._remove)
        self.name = QLineEdit()
        self.weights = {key: Number() for key in RANKING if key != "name"}
        fields = [(RANKING[key], weight) for key, weight in self.weights.items()]
        self.fields = Fields((RANKING["name"], self.name), *fields)
        self.name.editingFinished.connect(self._entered)
        for weight in self.weights.values():
            weight.setKeyboardTracking(False)
            weight.valueChanged.connect(self._entered)
        self.one = panel(
            row(self.chosen, 1, self.remove_button),
            label(_("Points for each"), "heading"),
            self.fields,
        )
        new = panel(row(self.new_name, self.add_button), self.none_yet)
        beside = holder(column(new, self.one, 1, spacing=10))
        self.view = ChartView(theme, _("Chart"))
        self.drawn = panel(self.view, heading=_("Rating"))
        left = holder(column((panel(self.table), 2), (self.drawn, 3)))
        theme.reshaped.connect(self._draw)
        self.setLayout(column(Turning(theme, (left, 8), (beside, 5)), margin=(0, 8, 0, 0)))

    def _draw(self) -> None:
        """Draw the ratings below the table, if there are few groups and room."""
        few = 0 < len(self._names) <= LINES_MOST and self.services.theme.ample > 1
        if few:
            drawn = most_played(self.chronicle, self._names)
            self.view.show_chart(chart_of(self.chronicle, "rating", drawn))
        self.drawn.setVisible(few and not self.view.chart.empty)

    # What is shown

    def show_chronicle(self, chronicle: Chronicle, found: Overview) -> None:
        names = self._names = named(found)
        ratings = ratings_of(chronicle, found, self.services.catalogue)
        campaign, before = chronicle.campaign, len(self.own)
        self.chronicle, self.own = chronicle, campaign.rankings
        own = self.own
        places = {p.group: p for p in standings(campaign, names, ratings)}
        columns = [{p.group: p for p in ranked(campaign, r, places, ratings)} for r in own]
        heads = [_("Group"), _("Games won"), *(short(ranking.name, LETTERS) for ranking in own)]
        ends = campaign.switches.ending
        rows = []
        for group, place in places.items():
            cells = [
                Cell(names[group], "title", chronicle.player(group), sort=(names[group], "")),
                _placed(place.place, str(place.totals.won)),
            ]
            cells += [_placed(at[group].place, str(at[group].points)) for at in columns]
            rows.append(Row(group, (*cells, *([self._end(chronicle, group)] if ends else []))))
        if own:  # by the first of them until another column is chosen
            rows.sort(key=lambda one: (columns[0][one.key].place, places[one.key].place))
        heads += [_("End (p.\u00a0106)")] if ends else []
        self.table.rows.sorts = tuple(heads)
        self.table.show_rows(rows, heads)
        self._draw()
        at = len(own) - 1 if before and len(own) > before else self.chosen.currentIndex()
        chosen = min(at, len(own) - 1)
        self.chosen.offer(((ranking.name, n) for n, ranking in enumerate(own)), chosen)
        show_either(own, self.one, instead=self.none_yet)
        self._show_ranking()

    def _end(self, chronicle: Chronicle, group: str) -> Cell:
        now = chronicle.past(group).now
        progress = end_progress(now, self.services.catalogue) if now is not None else None
        if progress is None:
            return Cell("–", "figure")
        percent = int(100 * progress.share)
        text, hint = _("{n} %", n=percent), end_said(progress)
        return Cell(text, "figure", hint=hint, spoken=f"{text}, {hint}", sort=-percent)

    def _show_ranking(self) -> None:
        self.one.setProperty(ABOUT, [len(self.own), self.chosen.currentIndex()])
        if self.own:
            fill(self.own[self.chosen.currentIndex()], self.fields.controls)
            self.name.setCursorPosition(0)

    # What is done

    def _add(self) -> None:
        if self.services.do(
            partial(self.rankings.add, self.chronicle.campaign.id, self.new_name.text())
        ).succeeded:
            self.new_name.clear()

    def _entered(self, _value: int = 0) -> None:
        at = self.chosen.currentIndex()
        if not 0 <= at < len(self.own):
            return
        wanted = filled_in(self.own[at], self.fields.controls)
        if wanted != self.own[at]:
            self.services.do(partial(self.rankings.set, self.chronicle.campaign.id, at, wanted))

    def _remove(self) -> None:
        at = self.chosen.currentIndex()
        self.services.do(partial(self.rankings.remove, self.chronicle.campaign.id, at))

    def take_focus(self) -> None:
        self.table.setFocus()


def _placed(place: int, amount: str) -> Cell:
    """Return a cell with points, sorted and spoken by place."""
    said = _("place {n}", n=place)
    return Cell(amount, "figure", said, token="accent_text" if place == 1 else "text", sort=place)


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
        self.first_button = button("", lambda: services.go(self._first), "first")
        self._first: Route = ShareRoute()
        self.head = Head(_("Chronicle"), first=self.first_button)
        self.lay(self.tabs, wide=1700, top=4, foot=12)

    def show_route(self, route: ChronicleRoute, campaign: str) -> Route | None:
        self.campaign_id, self.story.wanted = campaign, route.game
        if route.game and self.tabs.currentIndex() != STORY:
            self.tabs.setCurrentIndex(STORY)  # reads it
        else:
            self.refresh()
        return ChronicleRoute()

    def read(self) -> None:
        if not self.campaign_id:
            return
        workspace, campaign = self.services.workspace, self.campaign_id
        chronicle, found = Chronicle(workspace, campaign), workspace.overview(campaign)
        workspace.seen_campaigns.show(campaign, chronicle.revision, self)
        n = len(chronicle.games)
        self.head.note.setText(
            _("{campaign} · {games}").format(
                campaign=chronicle.campaign.name,
                games=ngettext("{n} game", "{n} games", n),
            )
        )
        self._name_first(n > 0)
        self._tabs[self.tabs.currentIndex()].show_chronicle(chronicle, found)

    def _name_first(self, told: bool) -> None:
        """Label the first button: share, or without games record one, or without groups create
        one."""
        text, self._first = _("Share…"), ShareRoute()
        if not told and self.services.workspace.groups(self.campaign_id):
            text, self._first = _("&Record a game"), RecordRoute()
        elif not told:
            text, self._first = _("&Create group"), FoundRoute()
        self.first_button.say(text)

    def take_focus(self) -> None:
        if isinstance(self._first, ShareRoute):
            self._tabs[self.tabs.currentIndex()].take_focus()
        else:
            self.first_button.setFocus()


#: So many games are told at first, and with each press of the button so many more.
AT_ONCE = 20
#: The sides of a portrait and of a figure's pictogram, in pixels at 100 %.
PORTRAIT, FIGURE = 96, 36


class LifePage(PageOfCampaign):
    """A group member's life, from their first game to now or to their end."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.group_id = self.member_id = ""
        #: What is shown; nothing before somebody is.
        self.life: Life
        self._most = AT_ONCE
        self.open_button = button(
            _("&Open in the group"),
            lambda: services.go(GroupRoute(self.group_id, self.member_id)),
            "first",
        )
        self.head = Head("", first=self.open_button)
        self.portrait = QLabel()
        self.portrait.setAccessibleName(_("Portrait"))
        self.fate = sentence("", "harm")
        self.figures = Flow(spacing=30)
        said = _("What happened, game by game")
        self.table = Table(("",), said, services.theme, taken=self._open_game)
        self.no_games = nothing_yet(
            _("No games yet. What happens to this member is told here game by game."),
            services.theme,
            pictograms.place("chronicle"),
        )
        self.earlier_button = button("", self._show_earlier)
        upper = row(
            self.portrait, (column(holder(self.figures), self.fate, 1, spacing=4), 1), spacing=14
        )
        told = column(self.table, self.no_games, row(self.earlier_button, 1))
        #: The group, with its dead: whose lives are read next.
        self.others = LivesTable(services)
        self.others_panel = panel(self.others)
        body = row((told, 3), (self.others_panel, 5))
        services.theme.reshaped.connect(self._shape)
        self.lay(upper, (body, 1), wide=1800, top=10, foot=12, spacing=10)

    def show_route(self, route: LifeRoute, campaign: str) -> Route | None:
        if (route.group, route.member) != (self.group_id, self.member_id):
            self._most = AT_ONCE
        self.campaign_id, self.group_id, self.member_id = campaign, route.group, route.member
        self.refresh()
        return route if self.member_id else None

    def forget(self) -> None:
        self.member_id = ""

    def read(self) -> None:
        """Read the member; nobody is shown if that fails."""
        whose, self.member_id = self.member_id, ""
        if not whose:
            return
        self.life = Life(Chronicle(self.services.workspace, self.campaign_id), self.group_id, whose)
        self.member_id = whose
        member = self.life.member
        self.head.title.setText(member.name)
        self.head.note.setText(self.life.description())
        show_text(self.fate, self.life.fate())
        self._show_portrait(member.portrait)
        self._show_games()
        self._shape()

    def _shape(self) -> None:
        """Draw the figures as large as the window has them, and in a large one show the group beside
        the games."""
        if self.member_id:
            self._show_figures(self.life.figures())
        self.others_panel.setVisible(bool(self.member_id) and self.services.theme.ample > 1)
        if not self.others_panel.isHidden():
            self.others.show_group(self.life.group, self.member_id)

    def _show_portrait(self, portrait: str) -> None:
        self.portrait.setVisible(bool(portrait))
        if portrait:
            side = self.services.theme.px(PORTRAIT)
            self.portrait.setPixmap(pixmap(self.services.groups.portrait(portrait), side))

    def _show_figures(self, figures: tuple[LifeFigure, ...]) -> None:
        clear(self.figures)
        theme = self.services.theme
        for figure in figures:
            amount, caption = label(str(figure.amount), "figure"), label(figure.caption, "small")
            drawing = Pictogram(theme, figure.drawing, size=round(FIGURE * theme.ample))
            made = holder(row(drawing, column(amount, caption, spacing=0), spacing=8))
            made.setAccessibleName(f"{figure.amount} {figure.caption}")
            self.figures.addWidget(made)

    def _show_games(self) -> None:
        played = self.life.games
        rows = []
        latest = played[: -self._most - 1 : -1]
        for told, one in zip(self.life.describe(latest), latest, strict=True):
            rows += self._game_rows(told, one)
        self.table.show_rows(rows)
        show_either(rows, self.table, instead=self.no_games)
        more = len(played) - self._most
        self.earlier_button.say(ngettext("&Show {n} earlier game", "&Show {n} earlier games", more))
        self.earlier_button.setVisible(more > 0)

    def _game_rows(self, told: LifeGame, played: GameTakenPart) -> list[Row]:
        """Return a game's heading row and the rows of what happened in it."""
        parts = (
            _("Game {n}: {encounter}", n=told.number, encounter=told.encounter),
            {"won": _("won"), "lost": _("lost"), "drawn": _("nobody won")}[played.result],
            day_in_words(told.day),
        )
        heading = Cell(
            dotted(*parts),
            "link",
            drawing=told.drawing,
            drawing_token="accent_text",
            token="accent_text",
            hint=_("Read this game in the chronicle"),
        )
        sentences = told.sentences or (
            StorySentence(_("Nothing is recorded."), drawing=pictograms.token("missing")),
        )
        return [
            Row(f"game/{told.game}", (heading,), entry=told.encounter),
            *sentence_rows(sentences, told.game),
        ]

    # What is done

    def _open_game(self, key: str) -> None:
        self.services.go(ChronicleRoute(key.split("/")[1 if key.startswith("game/") else 0]))

    def _show_earlier(self) -> None:
        self._most += AT_ONCE
        self._show_games()

    def take_focus(self) -> None:
        (self.table if not self.table.isHidden() else self.open_button).setFocus()

    def undoes(self) -> str | None:
        return self.group_id
