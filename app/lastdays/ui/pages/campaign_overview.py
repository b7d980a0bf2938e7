"""The first tab of a campaign: its groups and their ratings, its games, and what is next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QMenu, QSizePolicy, QWidget

from lastdays.campaign.chronicle.games import Chronicle, page_chart, rating_said
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.overview import (
    GroupLine,
    GroupProgress,
    HalfDone,
    LookedAt,
    NextStep,
    Overview,
    Tally,
)
from lastdays.errors import LastDaysError
from lastdays.language import _, against, dotted, joined, ngettext, number
from lastdays.model.counters import shown_counters, sits_out
from lastdays.model.game_record import GameRecord, parted_in_a_draw
from lastdays.model.recruiting import size_in_words
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.ui.forms.counters import CountersRow
from lastdays.ui.models.rows import Cell, Chip, Row, each_row
from lastdays.ui.navigation import (
    ChronicleRoute,
    FoundRoute,
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
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.chart_view import ChartView
from lastdays.ui.widgets.dialogs import open_name
from lastdays.ui.widgets.entry_card import explain_rows
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    UNBOUNDED,
    Flow,
    OneLine,
    Panel,
    Pictogram,
    Turning,
    allow,
    button,
    clear,
    column,
    entitle,
    entry,
    grid,
    holder,
    label,
    panel,
    row,
    row_menu,
    sentence,
    show_either,
    show_text,
)
from lastdays.ui.widgets.pictures import PictureButton, Shown, look_at, pixmap, rounded
from lastdays.ui.widgets.table import TALL, Table

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

    def show_campaign(self, found: Overview) -> None:
        """Draw the ratings after everything else is painted, if there are enough games."""
        campaign, groups = found.view.campaign, list(found.by_id)
        self.setVisible(len(campaign.games) >= GAMES_LEAST)
        QTimer.singleShot(0, self, partial(self._draw, campaign.id, groups))

    def _draw(self, campaign: str, groups: list[str]) -> None:
        if self.isVisible():
            chart = self.services.ask(page_chart, self.services.workspace, campaign, groups)
            if chart is not None:
                self.title.setText(chart.title)
                self.view.show_chart(chart)


#: The columns of the standings with the rating, for which a large window has room, and what leads to
#: what is next.
RATING, NEXT = 3, 6


def standings_row(
    line: GroupLine,
    seen: LookedAt | None,
    catalogue: Catalogue,
    best: int,
    stand: GroupProgress | None,
) -> Row:
    """Return a group's row; of a group whose document can't be read, only what is known without it.
    `best` is the highest rating."""
    summary = line.summary
    who = Cell(summary.name, "title", _("damaged: check the store"))
    members, points, token, detail = "–", "–", "", ""
    chips: tuple[Chip, ...] = ()
    if seen is not None:
        group, leader = seen.group, seen.group.leading
        keyword = leader.keyword if leader is not None else "neutral"
        whose = leader.name if leader is not None else _("no Leader")
        refuge = catalogue.refuges[summary.refuge].name
        token, chips = f"keyword_{keyword}", _chips(seen, catalogue)
        who = Cell(
            group.name,
            "title",
            dotted(group.player, whose, refuge),
            drawing=pictograms.keyword(keyword),
            drawing_token=token,
            hint=keyword_name(keyword) if leader is not None else "",
        )
        members = size_in_words(group, catalogue)
        points, detail = number(group.points), "\n".join(v.text for v in seen.warnings)
    return Row(
        summary.id,
        (
            who,
            Cell(members, "figure"),
            Cell(points, "figure"),
            _rating_cell(line, best if seen is not None else 0),
            _tally_cell(line.tally),
            Cell(", ".join(chip.text for chip in chips), "chips", chips=chips),
            _next_cell(line.next, summary.points, stand),
        ),
        edge=token,
        detail=detail,
    )


def _rating_cell(line: GroupLine, best: int) -> Cell:
    """Return a rating with a bar relative to the best; a dash if it isn't known."""
    rating = line.figures.rating
    if rating < 0 or best <= 0:
        return Cell("–", "figure")
    return Cell(number(rating), "bar", hint=rating_said(), share=rating / best)


def _chips(seen: LookedAt, catalogue: Catalogue) -> tuple[Chip, ...]:
    roster = seen.group.roster
    hurt = sum(1 for m in roster if m.injuries)
    captured = sum(1 for m in roster if m.status == "captured")
    missing = sum(sits_out(m, catalogue) for m in roster)
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
    return tuple(chips) or (Chip(_("All well"), "✓", "well_text"),)


def _tally_cell(tally: Tally) -> Cell:
    hint = _(
        "{won} won, {lost} lost, {drawn} drawn", won=tally.won, lost=tally.lost, drawn=tally.drawn
    )
    return Cell(_("{won}–{lost}", won=tally.won, lost=tally.lost), "figure", hint=hint)


def _next_cell(step: NextStep, points: int, stand: GroupProgress | None) -> Cell:
    """Return a link to the group's next step, with the question its sequence asks next."""
    match step.kind:
        case "session":
            text, beneath = _("At the table"), _("continue")
            hint = _("Continue the game this group is playing")
        case "creating":
            left = ngettext(
                "{n} Scavenge Point left", "{n} Scavenge Points left", points, n=number(points)
            )
            text, beneath, hint = _("Finish creating"), left, _("Open the group")
        case "begin":
            text, beneath = _("After game {n}", n=step.number), _("not begun")
            hint = _("Begin its post-game sequence")
        case "sequence":
            text, beneath = _("After game {n}", n=step.number), _("continue")
            hint = _("Continue its post-game sequence")
            if stand is not None and stand.sequence == step.sequence:
                beneath = stand.chapter
                hint = "\n".join(filter(None, (hint, stand.about, stand.question)))
        case _:
            text, beneath, hint = _("Ready"), _("for the next game"), _("Set up a game")
    return Cell(text, "link", beneath, "text" if step.kind == "ready" else "accent_text", hint=hint)


def game_row(game: GameRecord, catalogue: Catalogue) -> Row:
    encounter = catalogue.encounters[game.encounter]
    return Row(
        game.id,
        (
            Cell(str(game.number), "figure", token="accent_text"),
            Cell(encounter.name, "title", drawing=encounter.drawing),
            Cell(
                against([s.name for s in game.sides], together=game.together),
                beneath=result_of(game),
            ),
        ),
        entry=encounter.name,
    )


def result_of(game: GameRecord) -> str:
    """Say in a few words who won and who broke; a draw is when all broke in the same turn (p. 57)."""
    won = joined([s.name for s in game.sides if s.won])
    lost = joined([s.name for s in game.sides if s.lost])
    broke = joined([s.name for s in game.sides if s.broke])
    if won and broke:
        return _("Won: {won} · broke: {broke}", won=won, broke=broke)
    if won:
        return _("Won: {won}", won=won)
    if lost:
        return _("Lost: {lost}", lost=lost)
    if parted_in_a_draw([s.broke for s in game.sides]):
        return _("A draw · broke: {broke}", broke=broke)
    if broke:
        return _("Nobody won · broke: {broke}", broke=broke)
    return _("Nobody won")


#: So many things that are not finished are named, and so many that come before the next game.
HALF_DONE_MOST, AHEAD_MOST = 3, 2
#: So many captives are named here, and so many of those who died or left.
HELD_MOST, MEMORY_MOST = 2, 3


def route_of(half: HalfDone) -> Route:
    """Return the route to an unfinished game or sequence."""
    return SequenceRoute(half.id) if half.kind == "sequence" else TrackerRoute(half.id)


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

    def show_waiting(self, found: Overview) -> None:
        """Show what is unfinished, else what comes before the next game, and the memorial."""
        shown = (found.half_done, found.groups, found.view.revision, found.captives)
        if shown == self._shown:
            return
        self._shown = shown
        for layout, lines in (
            (self.waiting, self._waiting(found)),
            (self.memory, self._memory(found)),
        ):
            clear(layout)
            for line in lines:
                layout.addLayout(line)

    def _waiting(self, found: Overview) -> Iterator[QLayout]:
        unfinished = found.half_done
        ahead = [line for line in found.groups if line.next.kind in ("begin", "creating")]
        if unfinished:
            self.heading.setText(_("Not finished yet"))
        else:
            self.heading.setText(_("Before the next game") if ahead else _("Next game"))
        most = HALF_DONE_MOST if unfinished else AHEAD_MOST
        for half in unfinished[:most]:
            drawn, whose = "table", against(half.names, together=half.together)
            what = _("A game at the table")
            if half.kind == "sequence":
                drawn, what = "aftermath", _("After game {n}", n=half.game)
            go = self.services.to(route_of(half))
            yield self._due(pictograms.place(drawn), whose, what, _("Continue"), go)
        for line in ahead[: 0 if unfinished else most]:
            drawn, verb = "aftermath", _("Begin")
            what = _("After game {n}", n=line.next.number)
            if line.next.kind == "creating":
                drawn, what, verb = "group", _("Still being created"), _("Finish")
            campaign, group = found.view.campaign.id, line.summary
            go = partial(go_on, self.services, campaign, group.id, line.next)
            yield self._due(pictograms.place(drawn), group.name, what, verb, go)
        for captive in found.captives[:HELD_MOST]:
            whose = _("{name} of {group}", name=captive.member.name, group=captive.group_name)
            what = _("held by {group}", group=captors_of(captive))
            go = partial(play_rescue, self.services, captive)
            yield self._due(pictograms.token("captive"), whose, what, _("Rescue"), go)
        more = len(unfinished or ahead) - most
        if more > 0:
            yield row(label(ngettext("and {n} more", "and {n} more", more), "faint"))
        if unfinished:
            return
        if not ahead:  # nothing is to be done before the next game
            text = _("All groups are ready.")
            if not found.groups:
                text = _("You need a group in this campaign, or sides made up for one game.")
            dice = pictograms.token("dice")
            drawing = Pictogram(self.services.theme, dice, token="accent", size=32)
            yield row(drawing, (sentence(text), 1))
        there = NextGameRoute() if found.groups else TableRoute()
        yield row(button(_("&Set up a game"), self.services.to(there)), 1)

    def _due(
        self, drawn: str, whose: str, what: str, verb: str, go: Callable[[], object]
    ) -> QLayout:
        """Return a line for something to do: pictogram, whose it is, what, and a button."""
        made = button(verb, go)
        made.setAccessibleName(_("{verb}: {whose}, {what}", verb=verb, whose=whose, what=what))
        return row(
            Pictogram(self.services.theme, drawn, token="accent"),
            (column(sentence(whose, ""), OneLine("small", what), spacing=0), 1),
            made,
        )

    def _memory(self, found: Overview) -> Iterator[QLayout]:
        if not found.remembered:
            return
        # late: nobody has to be remembered at start
        from lastdays.campaign.chronicle.lives import Memorial

        chronicle = self.services.ask(Chronicle, self.services.workspace, found.view.campaign.id)
        if chronicle is None:
            return
        gone = Memorial(chronicle, found.fell).members(0, MEMORY_MOST)
        yield row(label(_("Memorial"), "faint"))
        for group, member in gone:
            died = member.status == "dead"
            drawn = pictograms.token("grave") if died else pictograms.place("start")
            text = _("{name} of {group}", name=member.name, group=group.name)
            if member.fate_game:
                text = _(
                    "{name} of {group}, game {n}",
                    name=member.name,
                    group=group.name,
                    n=member.fate_game,
                )
            shown = OneLine("", text)
            fate = _("died") if died else _("left the group")
            drawing = Pictogram(self.services.theme, drawn, fate, "faint_text", 18)
            yield row(drawing, (shown, 1), spacing=6)
        more = found.remembered - len(gone)
        if more > 0:
            yield row(label(ngettext("and {n} more", "and {n} more", more), "faint"))


#: The height of a game's picture, in pixels at 100 %.
PICTURE_HIGH = 220


class GamePanel(Panel):
    """A game in a large window: its name and day, its first picture, its story, the players' own
    words."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.game = ""
        self._shown: tuple[Shown, ...] = ()
        self.title, self.day = label("", "heading"), label("", "faint")
        self.record_button = button(_("Open the record"), self._open_record)
        self.picture = PictureButton(self._look)
        self.story = StoryTable(services)
        self.words = label("", "faint", wrap=True)
        head = row(self.title, self.day, 1, self.record_button, spacing=10)
        told = column((self.story, 1), self.words, spacing=4)
        beside = row((column(self.picture, 1), 0), (told, 1), spacing=16)
        self.setLayout(column(head, (beside, 1), spacing=8, margin=14))

    def show_game(self, campaign: str, game: str) -> None:
        """Show a game of a campaign."""
        workspace = self.services.workspace
        told = self.services.ask(lambda: Chronicle(workspace, campaign).story(game))
        self.story.show_story(campaign, told)
        if told is None:
            return
        self.game = game
        name = _("Game {n}: {encounter}", n=told.number, encounter=told.encounter)
        self.title.setText(name)
        self.day.setText(day_in_words(told.day))
        show_text(self.words, told.own)
        self._shown = tuple(Shown(key, key, name) for key in told.pictures[:1])
        self.picture.setVisible(bool(self._shown))
        for shown in self._shown:
            high = self.services.theme.px(PICTURE_HIGH)
            drawn = pixmap(self.services.groups.portrait(shown.key), high)
            self.picture.show_picture(rounded(drawn, high, wide=True), shown.name)

    def _open_record(self) -> None:
        self.services.go(RecordRoute(self.game))

    def _look(self) -> None:
        for shown in self._shown:
            theme, portrait = self.services.theme, self.services.groups.portrait
            look_at(self, self._shown, portrait, theme, shown.whose)


#: So many games are listed at most.
LISTED = 8
#: How much of a large window's lower part its two rows have.
LARGE_ABOVE, LARGE_BELOW = 6, 5
#: How much of the lower row the notes have, and how much with the chart above them.
NOTES_ROOM, PLOT_ROOM = 5, 8


class GroupsAndGames(QWidget):
    """The first tab of a campaign."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        #: What is shown; nothing before a campaign is.
        self.found: Overview
        self.groups = Table(
            (
                _("Group"),
                _("Members"),
                _("Scavenge Points"),
                _("Rating"),
                _("Won–lost"),
                _("State"),
                _("Next step"),
            ),
            _("Groups"),
            services.theme,
            heights=TALL,
            least_rows=4,
            fits=True,
            most=320,
            taken=self._group_taken,
        )
        row_menu(self.groups, self._fill_menu)
        self.won = sentence("", "well")
        self.create_button = button(_("&Create group"), self.services.to(FoundRoute()))
        self.open_button = button(
            _("&Open group"), lambda: services.go(GroupRoute(self.groups.current_key()))
        )
        self.import_button = button(_("I&mport a group or campaign…"), self.choose_file)
        drawn = Pictogram(services.theme, pictograms.place("group"), token="faint_text", size=56)
        self.no_groups_yet = sentence()
        said = column(label(_("No groups yet"), "heading"), self.no_groups_yet)
        self.no_groups = panel(row(drawn, (said, 1), spacing=16))
        self.next_panel = NextPanel(services)
        self.rating = RatingPanel(services)
        self.game_panel = GamePanel(services)
        self.games_panel, self.notes_panel = self._make_games(), self._make_notes()
        self._right = column(spacing=10)
        #: The lower part: panels side by side, or in a large window in two rows.
        self._beside = Turning(services.theme, (holder(self._right), 0))
        self._large = grid(10, 10)
        self._large.addWidget(self.game_panel, 0, 0)
        lower = column((self._beside, 1), (holder(self._large), 1), spacing=0)
        self.counters = CountersRow(services.theme)
        self.counters.counted.connect(self._count)
        deeds = Flow(self.create_button, self.open_button, self.import_button)
        upper = column(
            self.groups,
            self.no_groups,
            self.won,
            row((deeds, 1), (self.counters, 1)),
        )
        self.setLayout(column(upper, (lower, 1), spacing=12, margin=(0, 8, 0, 0)))
        services.theme.fit(self._share_room)

    def _make_games(self) -> QFrame:
        self.games = Table(
            (_("Game"), _("Encounter"), _("Sides and result")),
            _("Games"),
            self.services.theme,
            stretch=2,
            heights=TALL,
            least_rows=GAMES_LEAST,
            taken=lambda key: self.services.go(RecordRoute(key)),
            chosen=self._choose_game,
        )
        self.games.horizontalHeader().hide()
        explain_rows(self.games, self.services)
        self.no_games = sentence(
            _("No games yet. Play one at the table, or record one you have played.")
        )
        self.record_button = button(_("&Record a game"), self.services.to(RecordRoute()))
        self.edit_game_button = button(
            _("Correc&t record"), lambda: self.services.go(RecordRoute(self.games.current_key()))
        )
        self.delete_game_button = button(_("&Delete"), self._delete_game)
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
            (self.games, 100),
            self.no_games_yet,
            1,
        )

    def _make_notes(self) -> QFrame:
        self.notes = NotesEdit(_("Notes on the campaign"), self._note, theme=self.services.theme)
        policies = QSizePolicy.Policy
        self.notes.setSizePolicy(policies.Expanding, policies.Ignored)  # what room there is
        heading = self._notes_heading = label(_("Notes"), "heading")
        heading.setBuddy(self.notes)
        return panel(heading, (self.notes, 1))

    # What is shown

    def show_campaign(self, found: Overview) -> None:
        self.no_groups_yet.setText(
            _(
                "The campaign's groups appear here, each with its Leader, Refuge, members, "
                "Scavenge Points and next step. A new group has {n} Scavenge Points to "
                "spend.",
                n=self.services.catalogue.number("founding", "points"),
            )
        )
        self.found = found
        view, catalogue = found.view, self.services.catalogue
        stands = {stand.group: stand for stand in found.progress}
        best = max(found.ratings.values(), default=0)
        by = view.campaign.switches, catalogue.digest
        about = {g: (line, stands.get(g), best, by) for g, line in found.by_id.items()}
        rows = each_row(about, lambda group: self._standings_row(*about[group][:3]))
        self.groups.show_rows(rows, stepping=self.services.stepping)
        has_groups, has_games = bool(found.groups), bool(view.campaign.games)
        show_either(has_groups, self.groups, instead=self.no_groups)
        restyle(self.create_button, kind="" if has_groups else "first")
        no_group, no_game = _("Create a group first"), _("Record a game first")
        for control, there, why in (
            (self.open_button, has_groups, no_group),
            (self.record_button, has_groups, no_group),
            (self.edit_game_button, has_games, no_game),
            (self.delete_game_button, has_games, no_game),
        ):
            allow(control, there, why)
        self._show_won(found)
        self.counters.show_counters(
            shown_counters(view.campaign.counters, "campaign", "roster", catalogue)
        )
        games = view.campaign.games_by_id
        self.games.least_rows = min(GAMES_LEAST, len(games))
        told = {key: (game, catalogue.digest) for key, game in games.items()}
        self.games.show_rows(each_row(told, lambda key: game_row(games[key], catalogue)))
        show_either(has_games, self.games, instead=self.no_games_yet)
        self.next_panel.show_waiting(found)
        self.notes.show_text(view.campaign.notes, view.campaign.id)
        self.rating.show_campaign(found)
        self._share_room()

    def _share_room(self) -> None:
        """Lay out the lower part: in a large window in two rows, else side by side in proportion,
        stacked by their content in a narrow one."""
        ample, games = self.services.theme.ample > 1, self.games.rows.rowCount()
        self.groups.setColumnHidden(RATING, not ample)
        self.game_panel.setVisible(ample and bool(games))
        if ample:
            self._place_in_rows(has_games=bool(games))
        else:
            self._place_beside()
        high = self.games.height_for(min(games, LISTED), TALL[1]) if ample else UNBOUNDED
        self.games.setMaximumHeight(high)
        self._choose_game(self.games.current_key())

    def _place_in_rows(self, *, has_games: bool) -> None:
        """Lay out a large window: the chosen game beside the ratings, below them the games, what comes
        next, and notes. What isn't there yet takes no room."""
        large, drawn = self._large, not self.rating.isHidden()
        below = 1 if has_games else 0
        if has_games:
            large.addWidget(self.game_panel, 0, 0, 1, 2 if drawn else 4)
        if drawn:
            large.addWidget(self.rating, 0, 2, 1, 2)
        large.addWidget(self.games_panel, below, 0, 1, 2)
        large.addWidget(self.next_panel, below, 2)
        large.addWidget(self.notes_panel, below, 3)
        for line, room in enumerate((LARGE_ABOVE, LARGE_BELOW)):
            large.setRowStretch(line, room if line <= below else 0)
        for across in range(4):
            large.setColumnStretch(across, 1)
        for part in (self.next_panel.heading, self._notes_heading):
            part.setMinimumHeight(self.record_button.sizeHint().height())
        self._show_lower(self._large.parentWidget())

    def _place_beside(self) -> None:
        """Lay out games, what comes next and notes, with the chart above them, side by side."""
        narrow, drawn = self.services.theme.narrow, not self.rating.isHidden()
        lower = self._beside.layout()
        assert isinstance(lower, QBoxLayout)
        if lower.indexOf(self.games_panel) < 0:
            lower.insertWidget(0, self.games_panel)
            lower.insertWidget(1, self.next_panel)
            self._right.addWidget(self.rating, 3)
            self._right.addWidget(self.notes_panel, 2)
        beside = (10, 6, PLOT_ROOM if drawn else NOTES_ROOM)
        for place, room in enumerate((0, 0, 1) if narrow else beside):
            lower.setStretch(place, room)
        line = 0 if narrow else self.record_button.sizeHint().height()
        self.next_panel.heading.setMinimumHeight(line)
        self._notes_heading.setMinimumHeight(0 if drawn else line)
        self._show_lower(self._beside)

    def _show_lower(self, shown: QWidget | None) -> None:
        """Show one of the two ways to lay out the lower part."""
        for part in (self._beside, self._large.parentWidget()):
            if part is not None:
                part.setVisible(part is shown)

    def _standings_row(self, line: GroupLine, stand: GroupProgress | None, best: int) -> Row:
        seen = line.seen
        if seen is None:
            try:
                seen = self.services.workspace.look_at(line, self.found.view.campaign.switches)
            except LastDaysError:
                stand = None
        return standings_row(line, seen, self.services.catalogue, best, stand)

    def _choose_game(self, key: str) -> None:
        """Show the chosen game's story if there is room, and name the game on the buttons."""
        row_ = self.games.rows.row_of(key)
        if self.game_panel.isVisibleTo(self) and row_ >= 0:
            self.game_panel.show_game(self.found.view.campaign.id, key)
        number = self.games.rows.index(row_, 0).data()
        for made, named in (
            (self.edit_game_button, _("Correct the record of game {n}")),
            (self.delete_game_button, _("Delete the record of game {n}")),
        ):
            if number:  # else it says on hover why there is nothing to do
                entitle(made, named.format(n=number))

    def _show_won(self, found: Overview) -> None:
        said = _(
            "{groups}: every Empty Space of the Refuge built on, a full Group and {n} "
            "Scavenge Points. The campaign can end here (p.\u00a0106).",
            groups=joined(found.winners),
            n=self.services.catalogue.number("ending", "points"),
        )
        show_text(self.won, said if found.winners else "")

    # What is done

    def _group_taken(self, group: str, column_: int) -> None:
        if column_ == NEXT:
            self.follow(group)
        else:
            self.services.go(GroupRoute(group))

    def follow(self, group: str) -> None:
        """Go to a group's next step."""
        go_on(self.services, self.found.view.campaign.id, group, self.found.by_id[group].next)

    def _fill_menu(self, menu: QMenu) -> None:
        """Fill the menu of the chosen group."""
        menu.clear()
        group, ahead = self.groups.current_key(), self.groups.currentIndex().siblingAtColumn(NEXT)
        entry(menu, _("Open the group"), self.services.to(GroupRoute(group)))
        entry(menu, str(ahead.data()), partial(self.follow, group))
        entry(menu, _("Copy the group"), partial(self._copy, group))
        entry(menu, _("Print its cards…"), self.services.to(PrintRoute(group)))

    def _copy(self, group: str) -> None:
        copy = self.services.do(partial(self.services.groups.copy_group, group)).result
        if copy is not None:
            self.groups.choose(copy)

    def _delete_game(self) -> None:
        game = self.found.view.campaign.games_by_id.get(self.games.current_key())
        if game is not None:
            delete_record(self.services, self, self.found, game)

    def choose_file(self) -> None:
        open_name(self, _("Import a group or campaign"), self.import_from)

    def import_from(self, source: Path) -> None:
        bring_in(self.services, self.found.view.campaign.id, source)

    def _count(self, key: str, value: int) -> None:
        campaign = self.found.view.campaign.id
        self.services.do(partial(self.services.campaigns.set_counter, campaign, key, value))

    def _note(self, campaign: str, text: str) -> bool:
        return self.services.do(
            partial(self.services.campaigns.write_notes, campaign, text)
        ).succeeded
