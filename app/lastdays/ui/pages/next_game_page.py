"""The next game: its Encounter rolled or chosen, and all that is to be known before it; from here it
goes to the table, to a sheet of paper, or to the record."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtWidgets import QHBoxLayout, QWidget

from lastdays.campaign.briefing import Briefing, briefing
from lastdays.campaign.changed import (
    CampaignChanged,
    Changed,
    Everything,
    GroupChanged,
    SessionsChanged,
)
from lastdays.campaign.next_game import NextGame
from lastdays.language import _, against
from lastdays.model.planned_game import PlannedGame
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.encounter_roll import EncounterRoll
from lastdays.ui.navigation import (
    FoundRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.next_game.briefing_text import BriefingText
from lastdays.ui.pages.next_game.chooser import NextGameChooser
from lastdays.ui.pages.next_game.side_panel import SidePanel
from lastdays.ui.pages.of_campaign import PageOfCampaign
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.nothing_yet import empty_page
from lastdays.ui.widgets.page import MARGIN
from lastdays.ui.widgets.parts import (
    Flow,
    Turning,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    panel,
    row,
)
from lastdays.ui.widgets.table_plan import PlanLegend, TablePlanView
from lastdays.ui.widgets.unfolding import Unfolding
from lastdays.ui.widgets.within import Within

#: The page is at most so wide, in pixels at 100 %.
WIDE = 1800


class NextGamePage(PageOfCampaign):
    """Who plays which Encounter, and what each side wants to know before it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.game: NextGame | None = None
        self._session = ""
        self._shown = ""
        theme = services.theme
        self.begin_button = button(_("&Begin at the table ▸"), self.begin, "first")
        self.print_button = button(_("&Print a sheet"), self.print)
        self.record_button = button(_("Re&cord the result"), self.record)
        self.head = Head(first=holder(row(self.begin_button)))
        self.ways = Flow()
        self.ways_row = holder(self.ways)
        self.chooser = NextGameChooser(services)
        self.chooser.encounter_chosen.connect(self._chosen)
        self.chooser.roll_wanted.connect(self.roll_for_it)
        self.chooser.toggled.connect(self._toggle)
        self.chooser.defends.connect(self._defender_chosen)
        self.roll = EncounterRoll(services, lambda: self.game.groups if self.game else ())
        self.roll.found.connect(self._found)
        self.plan = TablePlanView(theme)
        self.legend = PlanLegend(theme)
        self.words = BriefingText()
        self.sides: list[SidePanel] = []
        self.side_rows = column(spacing=8)
        self.nothing = self._nothing()
        self.body = self._body()
        self._lay_out()
        theme.reshaped.connect(self._place_ways)
        self._place_ways(theme.narrow)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, NextGameRoute)
        self.show_campaign(campaign)
        return route

    def _nothing(self) -> QWidget:
        """Return what is shown until the campaign has a group."""
        return empty_page(
            self.services.theme,
            place("campaign"),
            _("The next game needs a group of this campaign."),
            holder(
                Flow(
                    button(_("Create group"), lambda: self.services.go.emit(FoundRoute()), "first"),
                    button(
                        _("Play with sides made up for one game"),
                        lambda: self.services.go.emit(TableRoute()),
                    ),
                )
            ),
        )

    def _body(self) -> QWidget:
        theme, book = self.services.theme, self.services.catalogue
        larger = book.number("table", "larger")
        note = label(
            _(
                "On a table of {feet} × {feet} feet, every deployment zone reaches {n}″ further in (p.\u00a034)."
            ).format(feet=larger // 12, n=(larger - book.number("table", "side")) // 2),
            "small",
            wrap=True,
        )
        table = panel(self.plan, self.legend, note, 1)
        words = panel(Unfolding(self.words, theme))
        sides = column(self.side_rows, 1, spacing=0)
        return Turning(
            theme,
            (Unfolding(table, theme), 28),
            (words, 34),
            (Unfolding(holder(sides), theme), 43),
            spacing=8,
        )

    def _lay_out(self) -> None:
        outer = column(
            self.chooser,
            self.ways_row,
            self.roll,
            self.nothing,
            self.body,
            1,
            margin=MARGIN,
            spacing=8,
        )
        outer.setStretch(4, 100)
        outer.setContentsMargins(MARGIN, 8, MARGIN, 10)
        self.setLayout(outer)
        Within(self, self.services.theme, WIDE)

    def _place_ways(self, narrow: bool) -> None:
        """Keep the ways to paper and to the record in the head, or below it where that is too
        narrow for them."""
        for n, made in enumerate((self.print_button, self.record_button)):
            if narrow:
                self.head.line.removeWidget(made)
                self.ways.addWidget(made)
            else:
                self.ways.removeWidget(made)
                self.head.line.insertWidget(2 + n, made)
            made.show()
        self.ways_row.setVisible(narrow)

    # What is shown

    def show_campaign(self, campaign: str) -> None:
        """Show the next game of a campaign."""
        if campaign != self.campaign_id:
            self.roll.hide()
        self.campaign_id = campaign
        self.refresh()

    def shows(self, changed: Changed) -> bool:
        """Return whether it is a group, the campaign's records or a game at the table."""
        seen = CampaignChanged | GroupChanged | SessionsChanged | Everything
        return isinstance(changed, seen)

    def refresh(self) -> None:
        """Read the next game anew."""
        if not self.campaign_id:
            return
        services, campaign = self.services, self.campaign_id
        game = services.ask(lambda: services.next_game.read(campaign))
        if game is None:
            return
        self.game = game
        services.workspace.seen_campaigns.show(campaign, game.revision, self)
        places = services.workspace.places(campaign)
        names = tuple(e.name for e in game.setup.entrants)
        self._session = next(
            (h.id for h in places.half_done if h.kind == "session" and h.names == names), ""
        )
        self.head.title.setText(_("Game {n}").format(n=game.planned.number))
        self.head.note.setText(against(names))
        found = briefing(game, services.catalogue)
        self.chooser.show_game(game, places.groups, found)
        self.chooser.setVisible(bool(places.groups))
        self._show_briefing(game, found)

    def _show_briefing(self, game: NextGame, found: Briefing | None) -> None:
        """Show what is to be known, or ask for the Encounter where it is open."""
        self.nothing.setVisible(not game.groups)
        if found is not None and game.planned.encounter != self._shown:
            self.roll.hide()  # it was asked for while the Encounter was open, or another
        self._shown = game.planned.encounter
        if found is None and game.groups and self.roll.isHidden():
            self._start_roll()
        self.body.setVisible(found is not None and bool(game.groups) and self.roll.isHidden())
        self._allow(game, found)
        if found is None:
            return
        self.plan.show_plan(found.plan)
        self.legend.show_plan(found.plan)
        self.words.show_briefing(found)
        if len(self.sides) != len(found.sides):
            self._make_sides(len(found.sides))
        for shown, side in zip(self.sides, found.sides, strict=True):
            shown.show_side(side)

    def _make_sides(self, count: int) -> None:
        """Make a panel for each side, two in a row."""
        clear(self.side_rows)
        self.sides = [SidePanel(self.services.theme) for _n in range(count)]
        for n, made in enumerate(self.sides):
            made.chosen.connect(self._deploy)
            if n % 2 == 0:
                line = QHBoxLayout()
                line.setSpacing(8)
                self.side_rows.addLayout(line)
            line.addWidget(made, 1)

    def _allow(self, game: NextGame, found: Briefing | None) -> None:
        """Say what can be done from here, and why not."""
        on = bool(self._session)
        self.begin_button.setText(_("&Back to the table ▸") if on else _("&Begin at the table ▸"))
        name = _("Back to the table") if on else _("Begin at the table")
        self.begin_button.setAccessibleName(name)
        open_ = _("Roll for the Encounter first, or choose it.")
        wrong = "\n".join(found.wrong) if found is not None else open_
        if not game.groups:
            open_ = _("First choose who plays.")
        allow(
            self.begin_button,
            on or (found is not None and not wrong and bool(game.groups)),
            wrong or open_,
        )
        for made in (self.print_button, self.record_button):
            allow(made, found is not None and bool(game.groups), open_)

    # What is done

    def _plan(self, planned: PlannedGame) -> None:
        """Keep the next game as it is set up now."""
        self.services.done(lambda: self.services.next_game.plan(self.campaign_id, planned))

    def _toggle(self, group: str) -> None:
        """Have a group play, or not."""
        if self.game is None:
            return
        planned = self.game.planned
        groups = tuple(g for g in planned.groups if g != group)
        if group not in planned.groups:
            groups = (*groups, group)
        self._plan(replace(planned, groups=groups))

    def _chosen(self, key: str) -> None:
        """Take an Encounter that was chosen instead of rolled."""
        if self.game is not None and key != self.game.planned.encounter:
            self.roll.hide()
            self._take(key)

    def _take(self, key: str, die: int = 0, shift: int = 0) -> None:
        if self.game is None:
            return
        planned = replace(self.game.planned, encounter=key, die=die, shift=shift)
        self._plan(replace(planned, defender="", rolled_at_table=False, parts={}))
        self.refresh()

    def _defender_chosen(self, group: str) -> None:
        if self.game is not None:
            planned = replace(self.game.planned, defender=group, rolled_at_table=not group)
            self._plan(replace(planned, parts={}))

    def _deploy(self, member: str, on: bool) -> None:
        """Have a member deployed, or stay behind."""
        if self.game is None:
            return
        side = next(e for e in self.game.setup.entrants if member in e.parts)
        entry = self.services.catalogue.encounters[self.game.planned.encounter]
        comes = entry.arrivals and side.role == "defender"
        part = "deployed" if on else "held-back" if comes else "missing"
        planned = self.game.planned
        self._plan(replace(planned, parts={**planned.parts, member: part}))

    def roll_for_it(self) -> None:
        """Ask for the Encounter roll; again, where it was asked for already, to give it up."""
        if not self.roll.isHidden() and self.game is not None and self.game.planned.encounter:
            self.roll.hide()
            self.refresh()
            return
        self._start_roll()
        self.body.hide()

    def _start_roll(self) -> None:
        self.roll.start(self.services.workspace.campaign(self.campaign_id).campaign.dice)

    def _found(self, key: str) -> None:
        die, shift = self.roll.rolled()
        self._take(key, die, shift)
        self.services.said.emit(
            _("The Encounter: {name}.").format(name=self.services.catalogue.encounters[key].name),
            "well",
        )
        self.chooser.encounter.setFocus()

    def leave(self) -> bool:
        """Give up the roll, as Esc does."""
        if self.game is None or self.roll.isHidden() or not self.game.planned.encounter:
            return False
        self.roll_for_it()
        return True

    # Where it leads

    def begin(self) -> None:
        """Begin the game at the table, or go back to it."""
        services, game = self.services, self.game
        if self._session:
            services.go.emit(TrackerRoute(self._session))
            return
        if game is None:
            return
        session = services.ask(lambda: services.sessions.begin(self.campaign_id, game.setup))
        if session is not None:
            services.wrote.emit()
            services.go.emit(TrackerRoute(session))

    def print(self) -> None:
        """Go to the sheet of this Encounter."""
        if self.game is not None and self.game.groups:
            self.services.go.emit(PrintRoute(self.game.groups[0].id, "encounter"))

    def record(self) -> None:
        """Record how it went, with what is known already."""
        self.services.go.emit(RecordRoute(planned=True))

    # Undo is the campaign's

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do to the campaign's records."""
        if not self.campaign_id:
            return None, None
        return self.services.workspace.undo_names(self.campaign_id)
