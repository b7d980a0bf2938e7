"""The first tab of a campaign: its groups and their ratings, its games, and what is next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QMenu, QSizePolicy, QWidget

from lastdays.campaign.chronicle.games import Chronicle, GameStory, page_chart, rating_in_words
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import (
    GroupAtGlance,
    GroupLine,
    GroupProgress,
    HalfDone,
    NextStep,
    Overview,
    Tally,
)
from lastdays.errors import LastDaysError
from lastdays.language import _, against, dotted, joined, ngettext, number
from lastdays.model.campaign import Campaign
from lastdays.model.counters import shown_counters, sits_out
from lastdays.model.fixtures import Fixture, table_name
from lastdays.model.game_record import GameRecord, parted_in_a_draw
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import size_in_words
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.ui.forms.counters import CountersRow
from lastdays.ui.models.rows import Cell, Chip, Row, each_row
from lastdays.ui.navigation import (
    ChronicleRoute,
    FoundRoute,
    GameNightRoute,
    GroupRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.deleting import delete_record
from lastdays.ui.pages.importing import bring_in
from lastdays.ui.pages.rescue import captors_of, go_on, play_rescue
from lastdays.ui.pages.story_panel import StoryTable
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
from lastdays.ui.widgets.chart_view import ChartView
from lastdays.ui.widgets.dialogs import ask_file_to_open
from lastdays.ui.widgets.entry_card import show_entries_of_rows_on_hover
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    OneLine,
    Panel,
    Pictogram,
    RowOrColumn,
    add_menu_action,
    button,
    clear_layout,
    column,
    enable_or_explain,
    grid,
    label,
    panel,
    row,
    row_menu,
    sentence,
    set_name_and_hint,
    show_either,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.pictures import (
    PictureButton,
    Shown,
    open_picture_viewer,
    pixmap_of_height,
    rounded_pixmap,
)
from lastdays.ui.widgets.table import TWO_LINES, Table, TableDesign

#: From so many games on there is something to compare.
GAMES_LEAST = 2


class RatingPanel(Panel):
    """The chronicle's chart of ratings, or of zombies killed before any game is settled."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.title = label(_("Rating by game"), "heading")
        read = services.to(ChronicleRoute())
        head = row(self.title, 1, button(_("Read the chronicle"), read, "quiet"), spacing=6)
        self.view = ChartView(services.theme, _("Chart"))
        # no more room than it needs: what is above it comes first
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setLayout(column(head, (self.view, 1), spacing=4, margin=10))

    def show_campaign(self, overview: Overview) -> None:
        """Draw the ratings after everything else is painted, if there are enough games."""
        campaign = overview.view.campaign
        groups = list(overview.by_id)
        self.setVisible(len(campaign.games) >= GAMES_LEAST)
        QTimer.singleShot(0, self, partial(self._draw, campaign.id, groups))

    def _draw(self, campaign: str, groups: list[str]) -> None:
        if not self.isVisible():
            return
        chart = self.services.ask(page_chart, self.services.workspace, campaign, groups)
        if chart is not None:
            self.title.setText(chart.title)
            self.view.show_chart(chart)


#: The column of the rating, for which a large window has room.
RATING = 3
#: The column that leads to what is next.
NEXT = 6


def standings_row(
    line: GroupLine,
    seen: GroupAtGlance | None,
    catalogue: Catalogue,
    best: int,
    stand: GroupProgress | None,
) -> Row:
    """Return a group's row; of a group whose document can't be read, only what is known without it.
    `best` is the highest rating."""
    next_step = _next_cell(line.next, line.summary.points, stand)
    if seen is None:
        return _damaged_row(line, next_step)
    group = seen.group
    who = _who_cell(seen, catalogue)
    chips = _chips_of_troubles(seen, catalogue)
    cells = (
        who,
        Cell(size_in_words(group, catalogue), "figure"),
        Cell(number(group.points), "figure"),
        _rating_cell(line, best),
        _tally_cell(line.tally),
        Cell(", ".join(chip.text for chip in chips), "chips", chips=chips),
        next_step,
    )
    warnings = "\n".join(violation.text for violation in seen.warnings)
    return Row(line.summary.id, cells, edge=who.drawing_token, detail=warnings)


def _damaged_row(line: GroupLine, next_step: Cell) -> Row:
    """Return the row of a group whose document can't be read."""
    cells = (
        Cell(line.summary.name, "title", _("damaged: check the store")),
        Cell("–", "figure"),
        Cell("–", "figure"),
        _rating_cell(line, 0),
        _tally_cell(line.tally),
        Cell("", "chips"),
        next_step,
    )
    return Row(line.summary.id, cells)


def _who_cell(seen: GroupAtGlance, catalogue: Catalogue) -> Cell:
    """Return a cell with a group's name, player, Leader and Refuge."""
    group = seen.group
    refuge = catalogue.refuges[group.refuge.key].name
    keyword = "neutral"
    leader_name = _("no Leader")
    hint = ""
    if group.leading is not None:
        keyword = group.leading.keyword
        leader_name = group.leading.name
        hint = keyword_name(keyword)
    return Cell(
        group.name,
        "title",
        dotted(group.player, leader_name, refuge),
        drawing=pictograms.keyword(keyword),
        drawing_token=f"keyword_{keyword}",
        hint=hint,
    )


def _rating_cell(line: GroupLine, best: int) -> Cell:
    """Return a rating with a bar relative to the best; a dash if it isn't known."""
    rating = line.figures.rating
    if rating < 0 or best <= 0:
        return Cell("–", "figure")
    return Cell(number(rating), "bar", hint=rating_in_words(), share=rating / best)


def _chips_of_troubles(seen: GroupAtGlance, catalogue: Catalogue) -> tuple[Chip, ...]:
    """Return what isn't well in a group as chips, else that all is well."""
    roster = seen.group.roster
    hurt = len([member for member in roster if member.injuries])
    captured = len([member for member in roster if member.status == "captured"])
    missing = len([member for member in roster if sits_out(member, catalogue)])
    warnings = len(seen.warnings)
    chips = []
    if hurt:
        text = ngettext("{n} hurt", "{n} hurt", hurt)
        chips.append(Chip(text, str(hurt), drawing=pictograms.token("wounds")))
    if captured:
        text = ngettext("{n} captured", "{n} captured", captured)
        chips.append(Chip(text, str(captured), drawing=pictograms.token("captive")))
    if missing:
        text = ngettext("{n} misses the next game", "{n} miss the next game", missing)
        chips.append(Chip(text, str(missing), drawing=pictograms.token("missing")))
    if warnings:
        text = ngettext("{n} warning", "{n} warnings", warnings)
        chips.append(Chip(text, str(warnings), "accent_text", "warning"))
    if not chips:
        chips.append(Chip(_("All well"), "✓", "well_text"))
    return tuple(chips)


def _tally_cell(tally: Tally) -> Cell:
    hint = _(
        "{won} won, {lost} lost, {drawn} drawn", won=tally.won, lost=tally.lost, drawn=tally.drawn
    )
    return Cell(_("{won}–{lost}", won=tally.won, lost=tally.lost), "figure", hint=hint)


def _next_cell(step: NextStep, points: int, stand: GroupProgress | None) -> Cell:
    """Return a link to the group's next step, with the question its sequence asks next."""
    match step.kind:
        case "session":
            hint = _("Continue the game this group is playing")
            return _step_link(_("At the table"), _("continue"), hint)
        case "creating":
            points_left = ngettext(
                "{n} Scavenge Point left", "{n} Scavenge Points left", points, n=number(points)
            )
            return _step_link(_("Finish creating"), points_left, _("Open the group"))
        case "begin":
            text = _("After game {n}", n=step.number)
            return _step_link(text, _("not begun"), _("Begin its post-game sequence"))
        case "sequence":
            text = _("After game {n}", n=step.number)
            hint = _("Continue its post-game sequence")
            if stand is None or stand.sequence != step.sequence:
                return _step_link(text, _("continue"), hint)
            hint = "\n".join(filter(None, [hint, stand.about, stand.question]))
            return _step_link(text, stand.chapter, hint)
    token = "text" if step.kind == "ready" else "accent_text"
    return Cell(_("Ready"), "link", _("for the next game"), token, hint=_("Set up a game"))


def _step_link(text: str, beneath: str, hint: str) -> Cell:
    return Cell(text, "link", beneath, "accent_text", hint=hint)


def game_row(game: GameRecord, catalogue: Catalogue) -> Row:
    encounter = catalogue.encounters[game.encounter]
    sides = against([side.name for side in game.sides], together=game.together)
    cells = (
        Cell(str(game.number), "figure", token="accent_text"),
        Cell(encounter.name, "title", drawing=encounter.drawing),
        Cell(sides, beneath=result_of(game)),
    )
    return Row(game.id, cells, entry=encounter.name)


def result_of(game: GameRecord) -> str:
    """Say in a few words who won and who broke; a draw is when all broke in the same turn (p. 57)."""
    won = joined([side.name for side in game.sides if side.won])
    lost = joined([side.name for side in game.sides if side.lost])
    broke = joined([side.name for side in game.sides if side.broke])
    if won and broke:
        return _("Won: {won} · broke: {broke}", won=won, broke=broke)
    if won:
        return _("Won: {won}", won=won)
    if lost:
        return _("Lost: {lost}", lost=lost)
    if parted_in_a_draw([side.broke for side in game.sides]):
        return _("A draw · broke: {broke}", broke=broke)
    if broke:
        return _("Nobody won · broke: {broke}", broke=broke)
    return _("Nobody won")


#: So many things that are not finished are named.
HALF_DONE_MOST = 3
#: So many things are named that come before the next game.
AHEAD_MOST = 2
#: So many captives are named.
HELD_MOST = 2
#: So many of those who died or left are named.
MEMORY_MOST = 3


def route_of(half: HalfDone) -> Route:
    """Return the route to an unfinished game or sequence."""
    if half.kind == "sequence":
        return SequenceRoute(half.id)
    return TrackerRoute(half.id)


class NextPanel(Panel):
    """Unfinished games and sequences, and below them the memorial."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._shown: tuple[object, ...] = ()
        self.heading = label("", "heading")
        self.waiting = column(spacing=4)
        self.memory = column(spacing=2)
        self.setLayout(column(self.heading, self.waiting, self.memory, 1, spacing=6, margin=10))

    def show_waiting(self, overview: Overview) -> None:
        """Show what is unfinished, else what comes before the next game, and the memorial."""
        state = (overview.half_done, overview.groups, overview.view.revision, overview.captives)
        if state == self._shown:
            return
        self._shown = state
        clear_layout(self.waiting)
        if overview.half_done:
            self._show_unfinished(overview)
        else:
            self._show_next(overview)
        clear_layout(self.memory)
        self._show_memory(overview)

    def _show_unfinished(self, overview: Overview) -> None:
        """List the games and sequences that aren't finished, then the captives."""
        self.heading.setText(_("Not finished yet"))
        for half in overview.half_done[:HALF_DONE_MOST]:
            whose = against(half.names, together=half.together)
            go = self.services.to(route_of(half))
            if half.kind == "sequence":
                drawing = pictograms.place("aftermath")
                what = _("After game {n}", n=half.game)
            else:
                drawing = pictograms.place("table")
                what = _("A game at the table")
            self.waiting.addLayout(self._line_with_button(drawing, whose, what, _("Continue"), go))
        self._show_captives(overview)
        self._show_more(self.waiting, len(overview.half_done) - HALF_DONE_MOST)

    def _show_next(self, overview: Overview) -> None:
        """List what groups have to do before the next game, the captives, and the next game."""
        ahead = [line for line in overview.groups if line.next.kind in ("begin", "creating")]
        self.heading.setText(_("Before the next game") if ahead else _("Next game"))
        for line in ahead[:AHEAD_MOST]:
            self.waiting.addLayout(self._line_of_next_step(overview.view.campaign.id, line))
        self._show_captives(overview)
        self._show_more(self.waiting, len(ahead) - AHEAD_MOST)
        planned = overview.view.campaign.open_fixtures
        if len(planned) > 1:
            self._show_planned(overview, planned)
            return
        if not ahead:
            text = _("All groups are ready.")
            if not overview.groups:
                text = _("You need a group in this campaign, or sides made up for one game.")
            dice = pictograms.token("dice")
            drawing = Pictogram(self.services.theme, dice, token="accent", size=32)
            self.waiting.addLayout(row(drawing, (sentence(text), 1)))
        route = NextGameRoute() if overview.groups else TableRoute()
        set_up_button = button(_("&Set up a game"), self.services.to(route))
        self.waiting.addLayout(row(set_up_button, 1))

    def _show_planned(self, overview: Overview, planned: Sequence[Fixture]) -> None:
        """List the first games that are planned, with the way to the game night."""
        for fixture in planned[:AHEAD_MOST]:
            self.waiting.addLayout(self._line_of_planned_game(overview, fixture))
        self._show_more(self.waiting, len(planned) - AHEAD_MOST)
        night_button = button(_("Game &night ▸"), self.services.to(GameNightRoute()))
        self.waiting.addLayout(row(night_button, 1))

    def _line_of_planned_game(self, overview: Overview, fixture: Fixture) -> QLayout:
        """Return a line for a game that is planned."""
        names = [
            overview.by_id[group].summary.name
            for group in fixture.groups
            if group in overview.by_id
        ]
        sides = against(names, together=fixture.together) or _("Sides not chosen yet")
        encounter = self.services.catalogue.encounters.get(fixture.encounter)
        what = _("Encounter not chosen yet") if encounter is None else encounter.name
        when = dotted(what, table_name(fixture.table), day_in_words(fixture.day))
        drawing = pictograms.token("dice") if encounter is None else encounter.drawing
        go = self.services.to(NextGameRoute(fixture.id))
        return self._line_with_button(drawing, sides, when, _("Set up"), go)

    def _line_of_next_step(self, campaign: str, line: GroupLine) -> QLayout:
        """Return a line for what a group has to do before the next game."""
        group = line.summary
        go = partial(go_on, self.services, campaign, group.id, line.next)
        if line.next.kind == "creating":
            drawing = pictograms.place("group")
            return self._line_with_button(
                drawing, group.name, _("Still being created"), _("Finish"), go
            )
        what = _("After game {n}", n=line.next.number)
        return self._line_with_button(
            pictograms.place("aftermath"), group.name, what, _("Begin"), go
        )

    def _show_captives(self, overview: Overview) -> None:
        """List the first captives, with their rescue."""
        for captive in overview.captives[:HELD_MOST]:
            whose = _("{name} of {group}", name=captive.member.name, group=captive.group_name)
            what = _("held by {group}", group=captors_of(captive))
            go = partial(play_rescue, self.services, captive)
            drawing = pictograms.token("captive")
            self.waiting.addLayout(self._line_with_button(drawing, whose, what, _("Rescue"), go))

    def _show_more(self, layout: QBoxLayout, count: int) -> None:
        """Say how many more there are, if any."""
        if count > 0:
            text = ngettext("and {n} more", "and {n} more", count)
            layout.addLayout(row(label(text, "faint")))

    def _line_with_button(
        self, drawing: str, whose: str, what: str, verb: str, go: Callable[[], object]
    ) -> QLayout:
        """Return a line for something to do: pictogram, whose it is, what, and a button."""
        go_button = button(verb, go)
        go_button.setAccessibleName(_("{verb}: {whose}, {what}", verb=verb, whose=whose, what=what))
        lines = column(sentence(whose, ""), OneLine("small", what), spacing=0)
        pictogram = Pictogram(self.services.theme, drawing, token="accent")
        return row(pictogram, (lines, 1), go_button)

    def _show_memory(self, overview: Overview) -> None:
        """List those who died or left last, below a heading."""
        if not overview.remembered:
            return
        # late: nobody has to be remembered at start
        from lastdays.campaign.chronicle.lives import Memorial

        campaign = overview.view.campaign.id
        chronicle = self.services.ask(Chronicle, self.services.workspace, campaign)
        if chronicle is None:
            return
        remembered = Memorial(chronicle, overview.fell).members(0, MEMORY_MOST)
        self.memory.addLayout(row(label(_("Memorial"), "faint")))
        for group, member in remembered:
            self.memory.addLayout(self._memory_line(group, member))
        self._show_more(self.memory, overview.remembered - len(remembered))

    def _memory_line(self, group: Group, member: Member) -> QLayout:
        """Return a line on a member who died or left."""
        text = _("{name} of {group}", name=member.name, group=group.name)
        if member.fate_game:
            text = _(
                "{name} of {group}, game {n}",
                name=member.name,
                group=group.name,
                n=member.fate_game,
            )
        drawing = pictograms.place("start")
        fate = _("left the group")
        if member.status == "dead":
            drawing = pictograms.token("grave")
            fate = _("died")
        pictogram = Pictogram(self.services.theme, drawing, fate, "faint_text", 18)
        return row(pictogram, (OneLine("", text), 1), spacing=6)


#: The height of a game's picture, in pixels at 100 %.
PICTURE_HEIGHT = 220


class GamePanel(Panel):
    """A game in a large window: its name and day, its first picture, its story, the players' own
    words."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.game = ""
        self._shown: tuple[Shown, ...] = ()
        self.title = label("", "heading")
        self.day = label("", "faint")
        self.record_button = button(_("Open the record"), self._open_record)
        self.picture = PictureButton(self._view_pictures)
        self.story = StoryTable(services)
        self.words = label("", "faint", wrap=True)
        head = row(self.title, self.day, 1, self.record_button, spacing=10)
        told = column((self.story, 1), self.words, spacing=4)
        beside = row((column(self.picture, 1), 0), (told, 1), spacing=16)
        self.setLayout(column(head, (beside, 1), spacing=8, margin=14))

    def show_game(self, campaign: str, game: str) -> None:
        """Show a game of a campaign."""
        workspace = self.services.workspace

        def read_story() -> GameStory:
            return Chronicle(workspace, campaign).story(game)

        story = self.services.ask(read_story)
        self.story.show_story(campaign, story)
        if story is None:
            return
        self.game = game
        name = _("Game {n}: {encounter}", n=story.number, encounter=story.encounter)
        self.title.setText(name)
        self.day.setText(day_in_words(story.day))
        show_text(self.words, story.own_words)
        self._show_picture(name, story.pictures)

    def _show_picture(self, name: str, pictures: Sequence[str]) -> None:
        """Show the first picture of a game, if it has one."""
        self.picture.setVisible(bool(pictures))
        if not pictures:
            self._shown = ()
            return
        first_picture = pictures[0]
        self._shown = (Shown(whose=first_picture, key=first_picture, name=name),)
        height = self.services.theme.pixels(PICTURE_HEIGHT)
        portrait = pixmap_of_height(self.services.groups.portrait(first_picture), height)
        self.picture.show_picture(rounded_pixmap(portrait, height, wide=True), name)

    def _open_record(self) -> None:
        self.services.go(RecordRoute(self.game))

    def _view_pictures(self) -> None:
        services = self.services
        for picture in self._shown:
            open_picture_viewer(
                self, self._shown, services.groups.portrait, services.theme, picture.whose
            )


#: So many games are listed at most.
LISTED = 8
#: How much of a large window's lower part its two rows have.
LARGE_ABOVE = 6
LARGE_BELOW = 5
#: How much of the lower row the notes have.
NOTES_ROOM = 5
#: How much they have with the chart above them.
PLOT_ROOM = 8


class GroupsAndGames(QWidget):
    """The first tab of a campaign."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        #: What is shown; nothing before a campaign is.
        self.found: Overview
        upper = self._make_groups()
        self.next_panel = NextPanel(services)
        self.rating = RatingPanel(services)
        self.game_panel = GamePanel(services)
        self.games_panel = self._make_games()
        self.notes_panel = self._make_notes()
        self._right = column(spacing=10)
        #: The lower part: panels side by side, or in a large window in two rows.
        self._beside = RowOrColumn(services.theme, (wrap_layout(self._right), 0))
        self._large = grid(10, 10)
        self._large.addWidget(self.game_panel, 0, 0)
        lower = column((self._beside, 1), (wrap_layout(self._large), 1), spacing=0)
        self.setLayout(column(upper, (lower, 1), spacing=12, margin=(0, 8, 0, 0)))
        services.theme.call_now_and_on_any_change(self._share_room)

    def _make_groups(self) -> QLayout:
        """Make the groups and what can be done with them."""
        services = self.services
        headings = (
            _("Group"),
            _("Members"),
            _("Scavenge Points"),
            _("Rating"),
            _("Won–lost"),
            _("State"),
            _("Next step"),
        )
        self.groups = Table(
            headings,
            _("Groups"),
            services.theme,
            TableDesign(row_heights=TWO_LINES, least_rows=4, shows_all=True, most_stretched=320),
            row_activated=self._group_taken,
        )
        row_menu(self.groups, self._fill_menu)
        drawing = Pictogram(services.theme, pictograms.place("group"), token="faint_text", size=56)
        self.no_groups_yet = sentence()
        explanation = column(label(_("No groups yet"), "heading"), self.no_groups_yet)
        self.no_groups = panel(row(drawing, (explanation, 1), spacing=16))
        self.won = sentence("", "well")
        self.create_button = button(_("&Create group"), services.to(FoundRoute()))
        self.open_button = button(_("&Open group"), self._open_group)
        self.import_button = button(_("I&mport a group or campaign…"), self.choose_file)
        buttons = Flow(self.create_button, self.open_button, self.import_button)
        self.counters = CountersRow(services.theme)
        self.counters.counted.connect(self._count)
        below = row((buttons, 1), (self.counters, 1))
        return column(self.groups, self.no_groups, self.won, below)

    def _open_group(self) -> None:
        self.services.go(GroupRoute(self.groups.current_key()))

    def _open_game(self, game: str) -> None:
        self.services.go(RecordRoute(game))

    def _open_chosen_game(self) -> None:
        self._open_game(self.games.current_key())

    def _make_games(self) -> QFrame:
        self.games = Table(
            (_("Game"), _("Encounter"), _("Sides and result")),
            _("Games"),
            self.services.theme,
            TableDesign(stretched=2, row_heights=TWO_LINES, least_rows=GAMES_LEAST),
            row_activated=self._open_game,
            row_chosen=self._choose_game,
        )
        self.games.horizontalHeader().hide()
        show_entries_of_rows_on_hover(self.games, self.services)
        self.no_games = sentence(
            _("No games yet. Play one at the table, or record one you have played.")
        )
        self.record_button = button(_("&Record a game"), self.services.to(RecordRoute()))
        self.edit_game_button = button(_("Correc&t record"), self._open_chosen_game)
        self.delete_game_button = button(_("&Delete"), self._delete_game)
        self.no_games_yet = wrap_layout(column(self.no_games, 1))
        return panel(
            row(
                label(_("Games"), "heading"),
                1,
                self.record_button,
                self.edit_game_button,
                self.delete_game_button,
                spacing=6,
            ),
            (self.games, 100),
            self.no_games_yet,
            1,
        )

    def _make_notes(self) -> QFrame:
        self.notes = NotesEdit(
            _("Notes on the campaign"), self._write_notes, theme=self.services.theme
        )
        policies = QSizePolicy.Policy
        self.notes.setSizePolicy(policies.Expanding, policies.Ignored)  # what room there is
        heading = self._notes_heading = label(_("Notes"), "heading")
        heading.setBuddy(self.notes)
        return panel(heading, (self.notes, 1))

    # What is shown

    def show_campaign(self, overview: Overview) -> None:
        self.found = overview
        campaign = overview.view.campaign
        self._show_groups(overview)
        self._show_won(overview)
        catalogue = self.services.catalogue
        counters = shown_counters(campaign.counters, "campaign", "roster", catalogue)
        self.counters.show_counters(counters)
        self._show_games(campaign)
        self._enable_buttons(has_groups=bool(overview.groups), has_games=bool(campaign.games))
        self.next_panel.show_waiting(overview)
        self.notes.show_text(campaign.notes, campaign.id)
        self.rating.show_campaign(overview)
        self._share_room()

    def _show_groups(self, overview: Overview) -> None:
        """Show a row for each group, or what comes here once there is one."""
        self.no_groups_yet.setText(
            _(
                "The campaign's groups appear here, each with its Leader, Refuge, members, "
                "Scavenge Points and next step. A new group has {n} Scavenge Points to "
                "spend.",
                n=self.services.catalogue.number("founding", "points"),
            )
        )
        stands = {stand.group: stand for stand in overview.progress}
        best = max(overview.ratings.values(), default=0)
        rules = (overview.view.campaign.switches, self.services.catalogue.digest)
        about: dict[str, tuple[GroupLine, GroupProgress | None, int, object]] = {}
        for group, line in overview.by_id.items():
            about[group] = (line, stands.get(group), best, rules)

        def read_row(group: str) -> Row:
            line, stand, _best, _rules = about[group]
            return self._standings_row(line, stand, best)

        self.groups.show_rows(each_row(about, read_row), stepping=self.services.is_undoing)
        show_either(overview.groups, self.groups, instead=self.no_groups)

    def _show_games(self, campaign: Campaign) -> None:
        """Show a row for each game, the latest day first, or that there is none yet."""
        catalogue = self.services.catalogue
        games = campaign.games_by_id
        about = {game.id: (game, catalogue.digest) for game in reversed(campaign.by_day)}

        def read_row(game: str) -> Row:
            return game_row(games[game], catalogue)

        self.games.least_rows = min(GAMES_LEAST, len(games))
        self.games.show_rows(each_row(about, read_row))
        show_either(campaign.games, self.games, instead=self.no_games_yet)

    def _enable_buttons(self, *, has_groups: bool, has_games: bool) -> None:
        """Enable what can be done with the groups and games there are."""
        create_kind = "" if has_groups else "first"
        set_style_properties(self.create_button, kind=create_kind)
        enable_or_explain(self.open_button, has_groups, _("Create a group first"))
        enable_or_explain(self.record_button, has_groups, _("Create a group first"))
        enable_or_explain(self.edit_game_button, has_games, _("Record a game first"))
        enable_or_explain(self.delete_game_button, has_games, _("Record a game first"))

    def _share_room(self) -> None:
        """Lay out the lower part: in a large window in two rows, else side by side in proportion,
        stacked by their content in a narrow one."""
        is_large = self.services.theme.is_ample
        game_count = self.games.rows.rowCount()
        self.groups.setColumnHidden(RATING, not is_large)
        self.game_panel.setVisible(is_large and game_count > 0)
        if is_large:
            self._place_in_rows(has_games=game_count > 0)
            row_height = TWO_LINES.most
            height = self.games.height_of_rows(min(game_count, LISTED), row_height)
            self.games.setMaximumHeight(height)
        else:
            self._place_beside()
            self.games.setMaximumHeight(UNBOUNDED)
        self._choose_game(self.games.current_key())

    def _place_in_rows(self, *, has_games: bool) -> None:
        """Lay out a large window: the chosen game beside the ratings, below them the games, what comes
        next, and notes. What isn't there yet takes no room."""
        large = self._large
        has_chart = not self.rating.isHidden()
        if has_games:
            columns = 2 if has_chart else 4
            large.addWidget(self.game_panel, 0, 0, 1, columns)
        if has_chart:
            large.addWidget(self.rating, 0, 2, 1, 2)
        last_line = 1 if has_games else 0
        large.addWidget(self.games_panel, last_line, 0, 1, 2)
        large.addWidget(self.next_panel, last_line, 2)
        large.addWidget(self.notes_panel, last_line, 3)
        large.setRowStretch(0, LARGE_ABOVE)
        large.setRowStretch(1, LARGE_BELOW if has_games else 0)
        for column_number in range(4):
            large.setColumnStretch(column_number, 1)
        line_height = self.record_button.sizeHint().height()
        self.next_panel.heading.setMinimumHeight(line_height)
        self._notes_heading.setMinimumHeight(line_height)
        self._show_lower(large.parentWidget())

    def _place_beside(self) -> None:
        """Lay out games, what comes next and notes, with the chart above them, side by side."""
        narrow = self.services.theme.narrow
        has_chart = not self.rating.isHidden()
        lower = self._beside.layout()
        assert isinstance(lower, QBoxLayout)
        if lower.indexOf(self.games_panel) < 0:
            lower.insertWidget(0, self.games_panel)
            lower.insertWidget(1, self.next_panel)
            self._right.addWidget(self.rating, 3)
            self._right.addWidget(self.notes_panel, 2)
        if narrow:
            shares = (0, 0, 1)
            line_height = 0
        else:
            shares = (10, 6, PLOT_ROOM if has_chart else NOTES_ROOM)
            line_height = self.record_button.sizeHint().height()
        for place, share in enumerate(shares):
            lower.setStretch(place, share)
        self.next_panel.heading.setMinimumHeight(line_height)
        self._notes_heading.setMinimumHeight(0 if has_chart else line_height)
        self._show_lower(self._beside)

    def _show_lower(self, lower: QWidget | None) -> None:
        """Show one of the two ways to lay out the lower part."""
        for part in (self._beside, self._large.parentWidget()):
            if part is not None:
                part.setVisible(part is lower)

    def _standings_row(self, line: GroupLine, stand: GroupProgress | None, best: int) -> Row:
        seen = line.at_glance
        if seen is None:
            try:
                seen = self.services.workspace.look_at(line, self.found.view.campaign.switches)
            except LastDaysError:
                stand = None
        return standings_row(line, seen, self.services.catalogue, best, stand)

    def _choose_game(self, key: str) -> None:
        """Show the chosen game's story if there is room, and name the game on the buttons."""
        place = self.games.rows.row_of(key)
        if self.game_panel.isVisibleTo(self) and place >= 0:
            self.game_panel.show_game(self.found.view.campaign.id, key)
        number = self.games.rows.index(place, 0).data()
        if number:  # else the buttons say on hover why there is nothing to do
            set_name_and_hint(self.edit_game_button, _("Correct the record of game {n}", n=number))
            set_name_and_hint(self.delete_game_button, _("Delete the record of game {n}", n=number))

    def _show_won(self, overview: Overview) -> None:
        """Say which groups have reached the optional end of the campaign."""
        if not overview.winners:
            show_text(self.won, "")
            return
        text = _(
            "{groups}: every Empty Space of the Refuge built on, a full Group and {n} "
            "Scavenge Points. The campaign can end here (p.\u00a0106).",
            groups=joined(overview.winners),
            n=self.services.catalogue.number("ending", "points"),
        )
        show_text(self.won, text)

    # What is done

    def _group_taken(self, group: str, pressed_column: int) -> None:
        if pressed_column == NEXT:
            self.go_to_next_step(group)
        else:
            self.services.go(GroupRoute(group))

    def go_to_next_step(self, group: str) -> None:
        """Go to a group's next step."""
        go_on(self.services, self.found.view.campaign.id, group, self.found.by_id[group].next)

    def _fill_menu(self, menu: QMenu) -> None:
        """Fill the menu of the chosen group."""
        menu.clear()
        group = self.groups.current_key()
        next_step = self.groups.currentIndex().siblingAtColumn(NEXT)
        add_menu_action(menu, _("Open the group"), self.services.to(GroupRoute(group)))
        add_menu_action(menu, str(next_step.data()), partial(self.go_to_next_step, group))
        add_menu_action(menu, _("Copy the group"), partial(self._copy, group))
        add_menu_action(menu, _("Print its cards…"), self.services.to(PrintRoute(group)))

    def _copy(self, group: str) -> None:
        copy_group = partial(self.services.groups.copy_group, group)
        copy = self.services.do(copy_group).result
        if copy is not None:
            self.groups.choose_row(copy)

    def _delete_game(self) -> None:
        game = self.found.view.campaign.games_by_id.get(self.games.current_key())
        if game is not None:
            delete_record(self.services, self, self.found, game)

    def choose_file(self) -> None:
        ask_file_to_open(self, _("Import a group or campaign"), self.import_from)

    def import_from(self, source: Path) -> None:
        bring_in(self.services, self.found.view.campaign.id, source)

    def _count(self, key: str, value: int) -> None:
        campaign = self.found.view.campaign.id
        self.services.do(partial(self.services.campaigns.set_counter, campaign, key, value))

    def _write_notes(self, campaign: str, text: str) -> bool:
        write = partial(self.services.campaigns.write_notes, campaign, text)
        return self.services.do(write).succeeded
