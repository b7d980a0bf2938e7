"""The first tab of a campaign: its groups and their ratings, its games, and what is next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QSizePolicy, QWidget

from lastdays.campaign.chronicle.games import page_plot, rating_said
from lastdays.campaign.overview import (
    CaptiveMember,
    GroupLine,
    GroupProgress,
    HalfDone,
    LookedAt,
    NextStep,
    Overview,
    Tally,
    look_at,
)
from lastdays.errors import LastDaysError
from lastdays.language import _, against, joined, ngettext, number
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Member
from lastdays.model.recruiting import max_size
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue, keyword_name, pictograms
from lastdays.ui.models.rows import Cell, Chip, LazyRows, Row, RowModel, each_row, row_again
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
from lastdays.ui.pages.importing import bring_in
from lastdays.ui.pages.rescue import captors_of, go_on, play_rescue
from lastdays.ui.pages.story_panel import StoryTable
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import restyle
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
    entry,
    holder,
    label,
    panel,
    row,
    sentence,
)
from lastdays.ui.widgets.plot_view import PlotView
from lastdays.ui.widgets.table import TALL, Table
from lastdays.values import Value

if TYPE_CHECKING:
    from lastdays.pdf.plot import Plot

#: From so many games on there is something to compare.
GAMES_LEAST = 2


class RatingPanel(Panel):
    """The chronicle's plot of ratings; of zombies killed where no game is settled yet.

    Nothing is read for it before it is in sight.
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._found: Overview | None = None
        self.title = label(_("Rating by game"), "heading")
        chronicle_button = button(
            _("Read the chronicle"), lambda: services.go.emit(ChronicleRoute()), "quiet"
        )
        #: Made for the first campaign that has games enough.
        self.view: PlotView | None = None
        self.inside = column(row(self.title, 1, chronicle_button, spacing=6), spacing=4, margin=10)
        self.setLayout(self.inside)
        self.hide()

    def show_campaign(self, found: Overview) -> None:
        """Show how a campaign goes, once there are games enough."""
        self._found = found
        enough = len(found.view.campaign.games) >= GAMES_LEAST
        if enough and self.view is None:
            self.view = self._made_view()
        self.setVisible(enough)
        self._soon()

    def _made_view(self) -> PlotView:
        """Return the plot; it asks for no more room than it needs: what is above it comes first."""
        # late: a young campaign has no plot
        from lastdays.ui.widgets.plot_view import PlotView

        view = PlotView(self.services.theme, _("Plot"))
        view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.inside.addWidget(view, 1)
        return view

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon()

    def _soon(self) -> None:
        """Draw it when what has to be drawn first is."""
        if self._found is not None and self.isVisible():
            QTimer.singleShot(0, self, self._draw)

    def _draw(self) -> None:
        found, self._found = self._found, None
        if found is None:
            return
        plot = self.services.ask(lambda: self._plot(found))
        if plot is not None and self.view is not None:
            self.title.setText(plot.title)
            self.view.show_plot(plot)

    def _plot(self, found: Overview) -> Plot:
        groups = (line.summary.id for line in found.groups)
        return page_plot(self.services.workspace, found.view.campaign.id, groups)


#: The columns of the standing with the rating, for which a large window has room, and what leads to
#: what is next.
RATING, NEXT = 3, 6


def standing_headings() -> tuple[str, ...]:
    """Return the headings of the standing."""
    return (
        _("Group"),
        _("Members"),
        _("Scavenge Points"),
        _("Rating"),
        _("Won–lost"),
        _("State"),
        _("What is next"),
    )


def standing_row(
    line: GroupLine, seen: LookedAt, catalogue: Catalogue, best: int, stand: GroupProgress | None
) -> Row:
    """Return the row of a group: its Keyword, members, points, rating beside the `best` one, games,
    state and what is next."""
    group, summary = seen.group, line.summary
    leader = group.leading
    keyword = leader.keyword if leader is not None else "neutral"
    whose = leader.name if leader is not None else _("no Leader")
    refuge = catalogue.refuges[summary.refuge].name
    token = f"keyword_{keyword}"
    chips = _chips(seen)
    return Row(
        group.id,
        (
            Cell(
                group.name,
                "title",
                " · ".join(filter(None, (group.player, whose, refuge))),
                drawing=pictograms.keyword(keyword),
                drawing_token=token,
                hint=keyword_name(keyword) if leader is not None else "",
            ),
            Cell(
                _("{n}/{most}", n=len(group.roster), most=max_size(group, catalogue)),
                "figure",
            ),
            Cell(number(group.points), "figure"),
            _rating_cell(line, best),
            _tally_cell(line.tally),
            Cell(", ".join(chip.text for chip in chips), "chips", chips=chips),
            _next_cell(line.next, group.points, stand),
        ),
        edge=token,
        detail="\n".join(v.text for v in seen.warnings),
    )


def damaged_row(line: GroupLine) -> Row:
    """Return the row of a group whose document cannot be read."""
    unread = Cell(line.summary.name, "title", _("damaged: check the store"))
    points = line.summary.points
    return Row(
        line.summary.id,
        (
            unread,
            Cell("–", "figure"),
            Cell("–", "figure"),
            _rating_cell(line, 0),
            _tally_cell(line.tally),
            Cell("", "words"),
            _next_cell(line.next, points),
        ),
    )


def _rating_cell(line: GroupLine, best: int) -> Cell:
    """Return a rating, drawn beside the best one; where it isn't kept, nothing is."""
    rating = line.figures.rating
    if rating < 0 or best <= 0:
        return Cell("–", "figure")
    return Cell(number(rating), "bar", hint=rating_said(), share=rating / best)


def _chips(seen: LookedAt) -> tuple[Chip, ...]:
    roster = seen.group.roster
    hurt = sum(1 for m in roster if m.injuries)
    captured = sum(1 for m in roster if m.status == "captured")
    warnings = len(seen.warnings)
    chips = []
    if hurt:
        text = ngettext("{n} hurt", "{n} hurt", hurt, n=hurt)
        chips.append(Chip(text, str(hurt), drawing=pictograms.token("wounds")))
    if captured:
        text = ngettext("{n} captured", "{n} captured", captured, n=captured)
        chips.append(Chip(text, str(captured), drawing=pictograms.token("captive")))
    if warnings:
        text = ngettext("{n} warning", "{n} warnings", warnings, n=warnings)
        chips.append(Chip(text, str(warnings), "accent_text", "warning"))
    return tuple(chips) or (Chip(_("All well"), "✓", "well_text"),)


def _tally_cell(tally: Tally) -> Cell:
    hint = _(
        "{won} won, {lost} lost, {drawn} drawn", won=tally.won, lost=tally.lost, drawn=tally.drawn
    )
    return Cell(_("{won}–{lost}", won=tally.won, lost=tally.lost), "figure", hint=hint)


def _next_cell(step: NextStep, points: int, stand: GroupProgress | None = None) -> Cell:
    """Return what is next for a group, as a link; with what its sequence asks next."""
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
    token = "text" if step.kind == "ready" else "accent_text"
    return Cell(text, "link", beneath, token, hint=hint)


def game_row(game: GameRecord, catalogue: Catalogue) -> Row:
    """Return the row of a recorded game: its number, Encounter, sides and result."""
    encounter = catalogue.encounters[game.encounter]
    return Row(
        game.id,
        (
            Cell(str(game.number), "figure", token="accent_text"),
            Cell(encounter.name, "title", drawing=encounter.drawing),
            Cell(against([s.name for s in game.sides]), beneath=result_of(game)),
        ),
        entry=encounter.name,
    )


def result_of(game: GameRecord) -> str:
    """Say who won a game and who broke."""
    won = joined([s.name for s in game.sides if s.won])
    broke = joined([s.name for s in game.sides if s.broke])
    if won and broke:
        return _("Won: {won} · broke: {broke}", won=won, broke=broke)
    if won:
        return _("Won: {won}", won=won)
    if broke:
        return _("A draw · broke: {broke}", broke=broke)
    return _("A draw")


#: So many things that are not finished are named, and so many that come before the next game.
HALF_DONE_MOST, AHEAD_MOST = 3, 2
#: So many captives are named here.
HELD_MOST = 2


def route_of(half: HalfDone) -> Route:
    """Return the way back to something that is not finished."""
    return SequenceRoute(half.id) if half.kind == "sequence" else TrackerRoute(half.id)


def said_of(half: HalfDone) -> tuple[str, str]:
    """Say what is not finished: whose it is, and what."""
    if half.kind == "sequence":
        return half.names[0], _("After game {n}", n=half.game)
    return against(half.names), _("A game at the table")


class _Entry(Value):
    """Something to be done: its pictogram, whose it is, what, and the button that leads to it."""

    drawn: str
    whose: str
    what: str
    verb: str
    go: Callable[[], object]


class NextPanel(Panel):
    """What waits, and below it the memorial."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        #: Called with the id of a group whose next step is to be gone to.
        self.follow: Callable[[str], object] = lambda _group: None
        self.heading = label("", "heading")
        self.waiting = column(spacing=4)
        self.memory = column(spacing=2)
        self.setLayout(column(self.heading, self.waiting, self.memory, 1, spacing=6, margin=10))

    def show_waiting(self, found: Overview) -> None:
        """Show what is not finished, else what the next game waits for, and who is remembered."""
        clear(self.waiting)
        clear(self.memory)
        unfinished = found.half_done
        ahead = [line for line in found.groups if line.next.kind in ("begin", "creating")]
        if unfinished:
            self.heading.setText(_("Not finished yet"))
        else:
            self.heading.setText(_("Before the next game") if ahead else _("Next game"))
        most = HALF_DONE_MOST if unfinished else AHEAD_MOST
        for half in unfinished[:most]:
            self._add(self._unfinished(half))
        for line in ahead[: 0 if unfinished else most]:
            self._add(self._ahead(line))
        for captive in found.captives[:HELD_MOST]:
            self._add(self._held(captive))
        more = len(unfinished or ahead) - most
        if more > 0:
            rest = ngettext("and {n} more", "and {n} more", more, n=more)
            self.waiting.addWidget(label(rest, "faint"))
        if not unfinished:
            self._invite(found.groups, ready=not ahead)
        self._remember(found.fallen, found.remembered - len(found.fallen))

    def _invite(self, groups: tuple[GroupLine, ...], *, ready: bool) -> None:
        """Lead to the next game; say what it takes where nothing is to be done before it."""
        if ready:
            text = _("All groups are ready.")
            if not groups:
                text = _("You need a group in this campaign, or sides made up for one game.")
            dice = pictograms.token("dice")
            drawn = Pictogram(self.services.theme, dice, token="accent", size=32)
            self.waiting.addLayout(row(drawn, (sentence(text), 1)))
        there = NextGameRoute() if groups else TableRoute()
        set_up = button(_("&Set up a game"), partial(self.services.go.emit, there))
        self.waiting.addLayout(row(set_up, 1))

    def _unfinished(self, half: HalfDone) -> _Entry:
        whose, what = said_of(half)
        drawn = pictograms.place("aftermath" if half.kind == "sequence" else "table")
        go = partial(self.services.go.emit, route_of(half))
        return _Entry(drawn, whose, what, _("Continue"), go)

    def _ahead(self, line: GroupLine) -> _Entry:
        step, whose = line.next, line.summary.name
        go = partial(self.follow, line.summary.id)
        if step.kind == "creating":
            what = _("Still being created")
            return _Entry(pictograms.place("group"), whose, what, _("Finish"), go)
        what = _("After game {n}", n=step.number)
        return _Entry(pictograms.place("aftermath"), whose, what, _("Begin"), go)

    def _held(self, captive: CaptiveMember) -> _Entry:
        whose = _("{name} of {group}", name=captive.member.name, group=captive.group_name)
        what = _("held by {group}", group=captors_of(captive))
        go = partial(play_rescue, self.services, captive)
        return _Entry(pictograms.token("captive"), whose, what, _("Rescue"), go)

    def _add(self, entry: _Entry) -> None:
        made = button(entry.verb, entry.go)
        made.setAccessibleName(
            _("{verb}: {whose}, {what}", verb=entry.verb, whose=entry.whose, what=entry.what)
        )
        drawn = entry.drawn
        line = row(
            Pictogram(self.services.theme, drawn, token="accent"),
            (column(sentence(entry.whose, ""), OneLine("small", entry.what), spacing=0), 1),
            made,
        )
        self.waiting.addLayout(line)

    def _remember(self, gone: Collection[tuple[Member, str]], more: int) -> None:
        if gone:
            self.memory.addWidget(label(_("In memory"), "faint"))
        theme = self.services.theme
        for member, group in gone:
            died = member.status == "dead"
            drawn = pictograms.token("grave") if died else pictograms.place("start")
            text = _("{name} of {group}", name=member.name, group=group)
            if member.fate_game:
                text = _(
                    "{name} of {group}, game {n}", name=member.name, group=group, n=member.fate_game
                )
            shown = OneLine("", text)
            fate = _("died") if died else _("left the group")
            line = row(Pictogram(theme, drawn, fate, "faint_text", 18), (shown, 1), spacing=6)
            self.memory.addLayout(line)
        if more > 0:
            rest = ngettext("and {n} more", "and {n} more", more, n=more)
            self.memory.addWidget(label(rest, "faint"))


#: The names of the groups take so many pixels at 100 %, more only where they need it.
NAME_MOST = 320
#: So many games are listed at most above the story of one.
LISTED = 5
#: How much of the lower row the notes have, and how much with the plot above them.
NOTES_ROOM, PLOT_ROOM = 5, 8


class GroupsAndGames(QWidget):
    """What a campaign is at a glance."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self._lines: dict[str, GroupLine] = {}
        self._stands: dict[str, GroupProgress] = {}
        self._best = 0
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
        self.won = sentence("", "well")
        self.found_button = button(_("&Create group"), self.create_group)
        self.open_button = button(_("&Open the group"), self._open_group)
        self.import_button = button(_("I&mport a group or campaign…"), self.choose_file)
        self.no_groups = self._make_empty()
        self.next_panel = NextPanel(services)
        self.next_panel.follow = self.follow
        self.rating = RatingPanel(services)
        self._right = column(self.rating, (self._make_notes(), 2), spacing=10)
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
        self.setLayout(column(upper, (lower, 1), spacing=12, margin=(0, 8, 0, 0)))
        theme.reshaped.connect(self._share_room)
        theme.changed.connect(self._share_room)
        self._share_room()

    def _make_empty(self) -> QFrame:
        """Return what stands where the groups will be."""
        theme = self.services.theme
        drawn = Pictogram(theme, pictograms.place("group"), token="faint_text", size=56)
        self.no_groups_yet = sentence()
        said = column(label(_("No groups yet"), "heading"), self.no_groups_yet)
        return panel(row(drawn, (said, 1), spacing=16))

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
        self.no_games = sentence(
            _("No games yet. Play one at the table, or record one you have played.")
        )
        self.record_button = button(_("&Record a game"), self.record)
        self.edit_game_button = button(_("Correc&t"), self._edit_game)
        self.delete_game_button = button(_("&Delete"), self._delete_game)
        self.games.chosen.connect(self._choose_game)
        self.story = StoryTable(self.services)
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
            self.story,
            self.no_games_yet,
        )

    def _make_notes(self) -> QFrame:
        self.notes = NotesEdit(_("Notes on the campaign"), theme=self.services.theme)
        policies = QSizePolicy.Policy
        self.notes.setSizePolicy(policies.Expanding, policies.Ignored)  # what room there is
        self.notes.committed.connect(self._note)
        heading = self._notes_heading = label(_("Notes"), "heading")
        heading.setBuddy(self.notes)
        return panel(heading, (self.notes, 1))

    # What is shown

    def show_campaign(self, found: Overview) -> None:
        """Show the groups, the games, what is next and the notes of a campaign."""
        self.no_groups_yet.setText(
            _(
                "This is where you see the groups of the campaign, each with its Leader, Refuge, "
                "members, Scavenge Points and what is next. A new group has {n} Scavenge Points to "
                "spend.",
                n=self.services.catalogue.number("founding", "points"),
            )
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
            self._best = max((line.figures.rating for line in found.groups), default=0)
            about = {g: (x, self._stands.get(g), self._best) for g, x in self._lines.items()}
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
        self._right.setStretch(self._right.indexOf(self.rating), 3 if drawn else 0)
        self._share_room()

    def _share_room(self, _narrow: bool = False) -> None:
        """Share the lower row: beside each other in proportion, their headings in one line; below
        each other by what is in them."""
        narrow, drawn = self.services.theme.narrow, not self.rating.isHidden()
        lower = self._lower.layout()
        assert isinstance(lower, QBoxLayout)
        ample, games = self.services.theme.ample > 1, self.games_model.rowCount()
        self.groups.setColumnHidden(RATING, not ample)
        if ample and lower.indexOf(self.next_panel) >= 0:
            self._right.insertWidget(0, self.next_panel)
        elif not ample and lower.indexOf(self.next_panel) < 0:
            lower.insertWidget(1, self.next_panel)
        beside = (10, 6, PLOT_ROOM if drawn else NOTES_ROOM)
        for n, room in enumerate(
            (0, 0, 1) if narrow else (3, 2) if games and ample else (2, 3) if ample else beside
        ):
            lower.setStretch(n, room)
        self.story.setVisible(ample and bool(games))
        high = self.games.height_for(min(games, LISTED), TALL[1]) if ample else UNBOUNDED
        self.games.setMaximumHeight(high)
        self._choose_game(self.games.current_key())
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
        stand = self._stands.get(group)
        return standing_row(line, seen, self.services.catalogue, self._best, stand)

    def _choose_game(self, key: str) -> None:
        """Tell the game that is chosen where there is room, and say which game's record the buttons
        beside the list correct and delete."""
        if self.story.isVisibleTo(self) and self.games_model.row_of(key) >= 0:
            self.story.show_game(self.campaign_id, key)
        row_ = self.games_model.row_of(key)
        number = str(self.games_model.index(row_, 0).data() or "")
        for made, name, named in (
            (
                self.edit_game_button,
                _("Correct the game record"),
                _("Correct the record of game {n}"),
            ),
            (
                self.delete_game_button,
                _("Delete the game record"),
                _("Delete the record of game {n}"),
            ),
        ):
            said = named.format(n=number) if number else name
            made.setToolTip(plain(said))
            made.setAccessibleName(said)

    def _show_won(self, found: Overview) -> None:
        catalogue = self.services.catalogue
        self.won.setText(
            _(
                "{groups}: every Space of the Refuge built, a full Group and {n} Scavenge Points. "
                "The campaign can end here (p.\u00a0106).",
                groups=joined(found.winners),
                n=catalogue.number("ending", "points"),
            )
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
        go_on(self.services, self.campaign_id, group, step)

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
        entry(menu, _("Open the group"), partial(go, GroupRoute(group)))
        entry(menu, ahead, partial(self.follow, group))
        entry(menu, _("Copy the group"), partial(self._copy, group))
        entry(menu, _("Print its cards…"), partial(go, PrintRoute(group)))
        menu.popup(self.groups.viewport().mapToGlobal(where))

    def _copy(self, group: str) -> None:
        copy = self.services.do(lambda: self.services.groups.copy_group(group))
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
        bring_in(self.services, self.campaign_id, source)

    def _note(self, text: str) -> None:
        campaigns, campaign = self.services.campaigns, self.campaign_id
        if not self.services.done(lambda: campaigns.write_notes(campaign, text)):
            self.notes.refuse()
