"""The set-up of a game: its Encounter, sides and briefing; then on to the table, a sheet or the record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QWidget

from lastdays.campaign.changed import (
    CampaignChanged,
    Changed,
    Everything,
    GroupChanged,
    SessionsChanged,
)
from lastdays.campaign.dates import day_in_words
from lastdays.campaign.next_game import (
    SIDES_MOST,
    Briefing,
    EncounterFigure,
    MemberBrief,
    NextGame,
    Reminder,
    SideBrief,
    briefing,
    session_of_fixture,
)
from lastdays.language import _, against, dotted, joined, short, signed
from lastdays.model.fixtures import Drawn, Fixture, table_name
from lastdays.model.group import Group
from lastdays.model.recruiting import names_of, perk_help
from lastdays.rulebook import Catalogue, Encounter, pictograms, with_page
from lastdays.rulebook.pictograms import place
from lastdays.store.store import GroupSummary
from lastdays.ui.forms.draw_panel import DrawPanel
from lastdays.ui.forms.form import set_control
from lastdays.ui.forms.game_setup import (
    DefenderRow,
    EncounterRoll,
    Steps,
    WhoPlays,
    encounter_picker,
)
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.navigation import (
    FoundRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.own_rolls import StepsBeforeGame
from lastdays.ui.pages.report_panel import copy_planned_form
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.entry_card import show_entry_on_hover
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    OneLine,
    Panel,
    Pictogram,
    RowOrColumn,
    button,
    clear_layout,
    column,
    enable_or_explain,
    keep_room,
    label,
    panel,
    row,
    sentence,
    set_name_and_hint,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import Unfolding
from lastdays.ui.widgets.table_plan import PlanLegend, TablePlanView


class NextGameChooser(Panel):
    """The Encounter and the sides of the next game; `actions` are buttons that lead on from there."""

    def __init__(self, services: Services, *actions: QPushButton) -> None:
        super().__init__()
        self.services = services
        theme = services.theme
        self.drawing = Pictogram(theme, "", "", "accent_text", 36)
        self.encounter = encounter_picker(services.catalogue, (_("Not chosen yet"), ""))
        self.roll_button = button(_("&Roll for the Encounter"))
        keep_room(self.roll_button)
        self.said = sentence("", "text")
        self.said_room = Reserved(self.said, 2, middle=True)
        self.figures = Flow(spacing=14, one_line=True)
        self.groups = WhoPlays()
        self.defender = DefenderRow()
        self.together = QCheckBox(_("Together against the &zombies"))
        theme.reshaped.connect(self._fit_remark_to_width)
        which = wrap_layout(row(self.drawing, self.encounter, self.roll_button, 1))
        figures = wrap_layout(column(1, self.figures, 1))
        who = wrap_layout(row(label(_("Who plays:")), (self.groups, 1)))
        ends = Flow(self.groups.others, self.together, self.defender, *actions, one_line=True)
        upper = RowOrColumn(theme, (which, 0), (self.said_room, 1), (figures, 0), spacing=8)
        lower = RowOrColumn(theme, (who, 1), (wrap_layout(ends), 0), spacing=8)
        self.setLayout(column(upper, lower, spacing=6, margin=8))

    def _fit_remark_to_width(self, narrow: bool) -> None:
        """Keep room for a remark, but in a narrow window only while there is one."""
        self.said_room.setVisible(bool(self.said.text()) or not narrow)

    def show_game(
        self, game: NextGame, groups: Sequence[GroupSummary], brief: Briefing | None
    ) -> None:
        """Show a game, the groups that may play, and what speaks against it."""
        planned = game.fixture
        playing = [group.id for group in game.groups]
        self.groups.show_groups(groups, playing, full=len(playing) >= SIDES_MOST)
        encounter = self.services.catalogue.encounters.get(planned.encounter)
        self._show_encounter(planned.encounter, encounter)
        if brief is not None:
            self._show_doubts(game, brief.doubts)
            self._show_figures(brief.figures)
        else:
            self._show_doubts(game, ())
            self._show_figures(())
        set_control(self.together, planned.together)
        self.together.setVisible(len(playing) > 1)
        self._offer_roles(game, encounter)

    def _show_encounter(self, key: str, encounter: Encounter | None) -> None:
        """Show which Encounter is chosen, a die if none is."""
        self.encounter.setCurrentIndex(max(0, self.encounter.findData(key)))
        if encounter is None:
            self.drawing.show_drawing(pictograms.token("dice"), token="accent_text")
            return
        self.drawing.show_drawing(encounter.drawing, token="accent_text")
        show_entry_on_hover(self.encounter, encounter.name, self.services)

    def _show_doubts(self, game: NextGame, doubts: Sequence[str]) -> None:
        """Say what speaks against the game, else how the Encounter is rolled for."""
        if doubts:
            set_style_properties(self.said, kind="warntext")
            self.said_room.show_text("\n".join(f"⚠ {doubt}" for doubt in doubts))
        else:
            set_style_properties(self.said, kind="text")
            self.said_room.show_text(_roll_in_words(game, self.services.catalogue))
        self._fit_remark_to_width(self.services.theme.narrow)

    def _offer_roles(self, game: NextGame, encounter: Encounter | None) -> None:
        """Offer who defends, or the role of those without rivals."""
        entrants = game.setup.entrants
        if encounter is None or not encounter.roles or not entrants:
            self.defender.hide()
            return
        self.defender.show()
        defenders = [entrant.group for entrant in entrants if entrant.role == "defender"]
        sides = [(short(entrant.name, 40), entrant.group) for entrant in entrants]
        defender = defenders[0] if defenders else ""
        if game.setup.has_rivals:
            self.defender.offer(sides, defender, "")
        else:
            host = game.fixture.defender if defender else ""
            self.defender.offer_role(sides, host, "", encounter=encounter)

    def _show_figures(self, figures: tuple[EncounterFigure, ...]) -> None:
        clear_layout(self.figures)
        for figure in figures:
            drawing = Pictogram(self.services.theme, figure.drawing, figure.name, "accent_text", 20)
            amount = label(figure.text, "cardname")
            amount.setAccessibleName(_("{n} {what}", n=figure.text, what=figure.name))
            shown_figure = wrap_layout(row(drawing, amount, label(figure.name, "small"), spacing=5))
            self.figures.addWidget(shown_figure)
            shown_figure.show()


def _roll_in_words(game: NextGame, catalogue: Catalogue) -> str:
    """Say how the Encounter was rolled, or who may shift the roll."""
    planned = game.fixture
    if planned.die and planned.shift:
        return _("Rolled {die}, shifted by {shift}.", die=planned.die, shift=signed(planned.shift))
    if planned.die:
        return _("Rolled {die}.", die=planned.die)
    may_shift = [group for group in game.groups if perk_help(group, catalogue).radio]
    if len(may_shift) == 1:
        group = may_shift[0]
        perks = names_of(perk_help(group, catalogue).radio)
        return _("{group} may shift the roll: {perk}.", group=group.name, perk=perks)
    if may_shift:
        names = joined([group.name for group in may_shift])
        return _("{groups} may each shift the roll: that cancels out.", groups=names)
    if game.number == 1 and planned.encounter:
        return _("The book advises Scavengers for the first game (p.\u00a098).")
    return ""


#: So many reminders of a member are drawn.
DRAWN_MOST = 5
#: The colours of reminders.
TINTS = {"harm": "harm_text", "warn": "accent_text", "well": "well_text", "": "faint_text"}


def part_name(part: str) -> str:
    """Return a member's part in this game in words."""
    return {
        "held-back": _("may come later"),
        "missing": _("stays behind"),
        "captured": _("captured"),
    }.get(part, _("deployed"))


class MemberButton(QPushButton):
    """A member, deployed while ticked, with pictograms of reminders."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "member")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.tick = label("", "tick")
        self.name = OneLine()
        self.below = OneLine("small")
        self.drawings = row(spacing=3)
        lines = column(self.name, self.below, spacing=0)
        self.setLayout(row(self.tick, (lines, 1), self.drawings, spacing=6, margin=(10, 2, 6, 2)))

    def show_member(self, member: MemberBrief) -> None:
        self._show_part(member)
        name = member.name
        role = member.type_name
        if member.leads:
            name = f"{member.name} ★"
            role = _("{type}, Leader", type=member.type_name)
        self.name.setText(name)
        clear_layout(self.drawings)
        for reminder in member.reminders[:DRAWN_MOST]:
            tint = TINTS[reminder.kind]
            self.drawings.addWidget(Pictogram(self.theme, reminder.drawing, "", tint, 18))
        part = part_name(member.part)
        spoken = _("{name}, {type}: {part}", name=member.name, type=role, part=part)
        lines = []
        for reminder in member.reminders:
            lines.append(_("{what}: {text}", what=reminder.name, text=reminder.text))
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(" ".join(lines))
        self.setToolTip(plain_hint("\n".join([spoken, *lines])))
        for child in self.findChildren(QLabel):  # it is pressed, and explained, as one
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def _show_part(self, member: MemberBrief) -> None:
        """Tick a member who is deployed; of another say where they are."""
        deployed = member.part == "deployed"
        self.setChecked(deployed)
        self.setEnabled(member.part != "captured")
        set_style_properties(self, keyword=member.keyword)
        if deployed:
            set_style_properties(self.tick, ticked="yes")
            set_style_properties(self.name, kind="")
            self.below.setText(member.type_name)
        else:
            set_style_properties(self.tick, ticked="")
            set_style_properties(self.name, kind="faint")
            self.below.setText(part_name(member.part))


class SidePanel(Panel):
    """One side; `chosen` carries a member's id and whether they are deployed."""

    chosen = Signal(str, bool)
    #: Who fights is to be drawn at random.
    wanted_draw = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.members: dict[str, MemberButton] = {}
        self.name = OneLine("heading")
        self.role = label("", "warn")
        self.group = ""
        self.count = OneLine("small")
        self.drawn = OneLine("small")
        self.draw_button = button(_("Draw who fights…"), self._want_draw, "quiet")
        self.perks = column(spacing=2)
        self.rows = column(spacing=1)
        self.notes = column(spacing=2)
        head = row((self.name, 1), self.role, spacing=6)
        self.setLayout(
            column(
                head,
                self.count,
                self.drawn,
                row(self.draw_button, 1),
                self.perks,
                self.rows,
                self.notes,
                1,
                spacing=4,
                margin=8,
            )
        )

    def show_side(self, side: SideBrief) -> None:
        """Show a side; members who stay keep their buttons, and the focus."""
        self.name.setText(side.name)
        self.role.setText(side.role_name)
        self.group = side.group
        self.count.setText(side.deploys_in_words)
        show_text(self.drawn, side.drawn_in_words)
        set_name_and_hint(
            self.draw_button, _("Draw at random who of {name} fights", name=side.name)
        )
        clear_layout(self.perks)
        for perk in side.perks:
            self.perks.addLayout(self._line_of_reminder(perk, perk.name))
        members = [member.id for member in side.members]
        if members != list(self.members):
            self._make_buttons(members)
        for member in side.members:
            self.members[member.id].show_member(member)
        clear_layout(self.notes)
        for reminder, names in side.members_by_reminder():
            who = joined([short(name, 30) for name in names])
            title = _("{names}, {what}", what=reminder.name, names=who)
            self.notes.addLayout(self._line_of_reminder(reminder, title))

    def _make_buttons(self, members: list[str]) -> None:
        """Make a button for each member."""
        clear_layout(self.rows)
        self.members = {}
        for member in members:
            member_button = MemberButton(self.theme)
            member_button.clicked.connect(partial(self._tell_pressed_member, member))
            self.members[member] = member_button
            self.rows.addWidget(member_button)

    def _want_draw(self) -> None:
        self.wanted_draw.emit(self.group)

    def _tell_pressed_member(self, member: str) -> None:
        self.chosen.emit(member, self.members[member].isChecked())

    def _line_of_reminder(self, reminder: Reminder, title: str) -> QHBoxLayout:
        """Return a reminder with its pictogram."""
        drawing = Pictogram(self.theme, reminder.drawing, reminder.name, TINTS[reminder.kind], 18)
        text = sentence(_("{head}: {text}", head=title, text=reminder.text), "text")
        line = row(drawing, (text, 1), spacing=6)
        line.setAlignment(drawing, Qt.AlignmentFlag.AlignTop)
        return line


class BriefingText(QWidget):
    """The text of a briefing."""

    def __init__(self) -> None:
        super().__init__()
        self.scene = sentence()
        self.why = sentence("", "warn")
        self.steps = Steps()
        self.rules = column(spacing=4)
        self.end = sentence("", "")
        self.setLayout(
            column(
                self.scene,
                self.why,
                label(_("Set-up"), "heading"),
                self.steps,
                label(_("Special rules"), "heading"),
                wrap_layout(self.rules),
                label(_("Ending the game"), "heading"),
                self.end,
                1,
                spacing=6,
            )
        )
        self.setContentsMargins(0, 0, 8, 0)  # beside the scroll bar

    def show_briefing(self, brief: Briefing) -> None:
        self.scene.setText(brief.scene)
        show_text(self.why, brief.why)
        self.steps.show_lines(brief.steps)
        clear_layout(self.rules)
        for rule in brief.rules or (_("None."),):
            rule_text = sentence(rule, "")
            self.rules.addWidget(rule_text)
            rule_text.show()
        self.end.setText(with_page(brief.end, brief.page))


class NextGamePage(PageOfCampaign):
    """Who plays which Encounter, and a briefing for each side."""

    game: NextGame

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        #: The fixture that is asked for, '' for the next game.
        self._fixture = ""
        self._session = ""
        self._shown = ""
        self._sides_shown: tuple[SideBrief, ...] = ()
        theme = services.theme
        self.begin_button = button(_("&Begin at the table ▸"), self.begin_at_table, "first")
        self.head = Head(first=self.begin_button)
        #: Draws who of a group fights, in place of the briefing.
        self.lots = DrawPanel(services)
        self.lots.drawn.connect(self._take_draw)
        self.lots.closed.connect(self.refresh)
        self.steps = StepsBeforeGame(services)
        self.steps.turned.connect(self.refresh)
        self.chooser = self._make_chooser()
        self.roll = EncounterRoll(services, self.chooser.encounter, self._playing_groups)
        self.roll.settled.connect(self._take_roll)
        #: Who plays, below the roll for the Encounter where there is room.
        self._playing: tuple[Group, ...] = ()
        self._rosters = row()
        self.rosters = wrap_layout(self._rosters)
        #: Shown until the campaign has a group.
        self.nothing = self._make_nothing()
        self.body = self._make_body()
        theme.reshaped.connect(self._show_rosters)
        self.lay(
            self.chooser,
            self.roll,
            self.lots,
            self.steps,
            self.nothing,
            (self.rosters, 100),
            (self.body, 100),
            1,
            wide=1800,
            top=8,
            foot=10,
        )

    def _make_chooser(self) -> NextGameChooser:
        """Make the choice of Encounter and sides, with the buttons that lead on."""
        self.print_button = button(_("&Print a sheet"), self.print)
        self.form_button = button(_("Copy a report form"), self.copy_form)
        self.record_button = button(_("Re&cord the result"), self.go_to_record)
        chooser = NextGameChooser(
            self.services,
            self.steps.open_button,
            self.print_button,
            self.form_button,
            self.record_button,
        )
        chooser.encounter.picked.connect(self._take_chosen_encounter)
        chooser.roll_button.clicked.connect(self.roll_for_it)
        chooser.groups.toggled.connect(self._toggle_group)
        chooser.defender.picker.picked.connect(self._defender_chosen)
        chooser.together.toggled.connect(self._play_together)
        return chooser

    def _make_nothing(self) -> EmptyPage:
        services = self.services
        create_button = button(_("Create group"), services.to(FoundRoute()), "first")
        table_button = button(_("Play with sides made up for one game"), services.to(TableRoute()))
        return EmptyPage(
            services.theme,
            place("campaign"),
            _("The next game needs a group of this campaign."),
            wrap_layout(Flow(create_button, table_button)),
        )

    def _make_body(self) -> QWidget:
        """Make the plan of the table, the text of the briefing, and the sides."""
        theme = self.services.theme
        self.plan = TablePlanView(theme)
        self.legend = PlanLegend(theme)
        plan_panel = panel(self.plan, self.legend, self._larger_table(), 1)
        self.words = BriefingText()
        self.sides: list[SidePanel] = []
        self.side_rows = column(spacing=8)
        sides = wrap_layout(column(self.side_rows, 1, spacing=0))
        return RowOrColumn(
            theme,
            (Unfolding(plan_panel, theme), 28),
            (panel(Unfolding(self.words, theme)), 34),
            (Unfolding(sides, theme), 43),
            spacing=8,
        )

    def _larger_table(self) -> QLabel:
        """Say how far deployment zones reach on a larger table."""
        book = self.services.catalogue
        larger = book.number("table", "larger")
        usual = book.number("table", "side")
        return sentence(
            _(
                "On a table of {feet} × {feet} feet, every deployment zone reaches {n}″ further in (p.\u00a034).",
                feet=larger // 12,
                n=(larger - usual) // 2,
            ),
            "small",
        )

    def _playing_groups(self) -> tuple[Group, ...]:
        return self.game.groups

    # What is shown

    def show_route(self, route: NextGameRoute, campaign: str) -> Route | None:
        if route.fixture != self._fixture:
            self.roll.hide()
            self.lots.hide()
        self._fixture = route.fixture
        return super().show_route(route, campaign)

    def show_campaign(self, campaign: str) -> None:
        if campaign != self.campaign_id:
            self.roll.hide()
            self.lots.hide()
        self.steps.ask_again()
        super().show_campaign(campaign)

    def is_affected_by(self, changed: Changed) -> bool:
        return isinstance(changed, CampaignChanged | GroupChanged | SessionsChanged | Everything)

    def refresh(self) -> None:
        if not self.campaign_id:
            return
        services = self.services
        campaign = self.campaign_id
        game = services.ask(services.next_game.read, campaign, self._fixture)
        if game is None:
            return
        self.game = game
        services.workspace.seen_campaigns.show(campaign, game.revision, self)
        places = services.workspace.places(campaign)
        names = tuple(entrant.name for entrant in game.setup.entrants)
        self._session = session_of_fixture(game.fixture.id, names, places.half_done)
        self.head.title.setText(_("Game {n}", n=game.number))
        fixture = game.fixture
        self.head.note.setText(
            dotted(
                against(names, together=game.setup.together),
                table_name(fixture.table),
                day_in_words(fixture.day),
                fixture.time,
            )
        )
        brief = briefing(game, services.catalogue)
        self.chooser.show_game(game, places.groups, brief)
        self.chooser.setVisible(bool(places.groups))
        self._show_briefing(game, brief)

    def _show_briefing(self, game: NextGame, brief: Briefing | None) -> None:
        """Show the briefing, or ask for the Encounter if it is open."""
        self.nothing.setVisible(not game.groups)
        if brief is not None and game.fixture.encounter != self._shown:
            self.roll.hide()  # it was asked for while the Encounter was open, or another
        self._shown = game.fixture.encounter
        if brief is None and game.groups and self.roll.isHidden():
            self.roll.start_for(self.campaign_id)
        ready = brief is not None and bool(game.groups) and self.roll.isHidden()
        if not ready:
            self.lots.hide()
        draws = not self.lots.isHidden()
        self._show_steps(game_waits=ready and not draws and not self._session)
        self.chooser.roll_button.setVisible(not draws)
        self.body.setVisible(ready and not draws and not self.steps.asking)
        self._show_rosters()
        self._enable_buttons(game, brief)
        if brief is None:
            return
        self.plan.show_plan(brief.plan)
        self.legend.show_plan(brief.plan)
        self.words.show_briefing(brief)
        if len(self.sides) != len(brief.sides):
            self._make_sides(len(brief.sides))
        self._sides_shown = brief.sides
        for side_panel, side in zip(self.sides, brief.sides, strict=True):
            side_panel.show_side(side)

    def _show_steps(self, *, game_waits: bool) -> None:
        """Show which steps of the players' own are due, if the game waits to be begun."""
        if game_waits:
            due = self.services.own_rolls.due(self.campaign_id, self.game.fixture.id)
            self.steps.show_due(self.campaign_id, due)
        else:
            self.steps.show_due(self.campaign_id, ())

    def _show_rosters(self) -> None:
        """Show the groups while the Encounter is rolled for, in a large window."""
        is_rolling = not self.roll.isHidden()
        has_room = self.services.theme.is_ample
        self.rosters.setVisible(is_rolling and has_room)
        if self.rosters.isHidden() or self._playing == self.game.groups:
            return
        self._playing = self.game.groups
        clear_layout(self._rosters)
        for group in self._playing:
            roster = LivesTable(self.services)
            roster.show_group(group)
            self._rosters.addWidget(panel(roster, heading=group.name))

    def _make_sides(self, count: int) -> None:
        """Make a panel for each side, two in a row."""
        clear_layout(self.side_rows)
        self.sides = []
        line = row()
        for number in range(count):
            if number % 2 == 0:
                line = row(spacing=8)
                self.side_rows.addLayout(line)
            side_panel = SidePanel(self.services.theme)
            side_panel.chosen.connect(self._deploy_or_leave_behind)
            side_panel.wanted_draw.connect(self._begin_draw)
            self.sides.append(side_panel)
            line.addWidget(side_panel, 1)

    def _enable_buttons(self, game: NextGame, brief: Briefing | None) -> None:
        """Enable what can be done next, or say why not."""
        begin_kind = "" if self.steps.asking else "first"
        set_style_properties(self.begin_button, kind=begin_kind)
        is_planned = brief is not None and bool(game.groups)
        what_is_open = _("Roll for the Encounter first, or choose it.")
        if not game.groups:
            what_is_open = _("First choose who plays.")
        enable_or_explain(self.print_button, is_planned, what_is_open)
        enable_or_explain(self.form_button, bool(game.groups), _("First choose who plays."))
        enable_or_explain(self.record_button, is_planned, what_is_open)
        if self._session:
            self.begin_button.set_label(_("&Back to the table ▸"))
            enable_or_explain(self.begin_button, True, what_is_open)
            return
        self.begin_button.set_label(_("&Begin at the table ▸"))
        if brief is None:
            roll_first = _("Roll for the Encounter first, or choose it.")
            enable_or_explain(self.begin_button, False, roll_first)
        elif brief.problems:
            enable_or_explain(self.begin_button, False, "\n".join(brief.problems))
        else:
            enable_or_explain(self.begin_button, bool(game.groups), what_is_open)

    # What is done

    def _store_plan(self, planned: Fixture) -> None:
        plan = partial(self.services.next_game.plan, self.campaign_id, planned)
        fixture = self.services.do(plan).result
        if fixture:
            self._fixture = fixture

    def _toggle_group(self, group: str) -> None:
        """Add or remove a group."""
        planned = self.game.fixture
        if group in planned.groups:
            groups = tuple(playing for playing in planned.groups if playing != group)
        else:
            groups = (*planned.groups, group)
        self._store_plan(replace(planned, groups=groups))

    def _take_chosen_encounter(self, key: str) -> None:
        """Take an Encounter that was chosen instead of rolled."""
        if key != self.game.fixture.encounter:
            self.roll.hide()
            self._plan_encounter(key)

    def _take_roll(self, key: str) -> None:
        """Take the Encounter that was rolled, with the die and its shift."""
        die, shift = self.roll.rolled()
        self._plan_encounter(key, die, shift)

    def _plan_encounter(self, key: str, die: int = 0, shift: int = 0) -> None:
        planned = replace(
            self.game.fixture,
            encounter=key,
            die=die,
            shift=shift,
            defender="",
            rolled_at_table=False,
            parts={},
            drawn=(),
        )
        self._store_plan(planned)
        self.refresh()

    def _play_together(self, on: bool) -> None:
        self._store_plan(replace(self.game.fixture, together=on))
        self.refresh()

    def _defender_chosen(self, group: str) -> None:
        planned = replace(
            self.game.fixture, defender=group, rolled_at_table=not group, parts={}, drawn=()
        )
        self._store_plan(planned)

    def _deploy_or_leave_behind(self, member: str, deployed: bool) -> None:
        """Deploy a member or leave them behind: their side is no longer as it was drawn."""
        planned = self.game.fixture
        group = self._group_of(member)
        part = "deployed"
        if not deployed:
            part = self.services.next_game.part_of_undeployed(self.game, group)
        drawn = tuple(other for other in planned.drawn if other.group != group)
        self._store_plan(replace(planned, parts={**planned.parts, member: part}, drawn=drawn))

    def _group_of(self, member: str) -> str:
        """Return the side of a member."""
        for entrant in self.game.setup.entrants:
            if member in entrant.parts:
                return entrant.group
        return ""

    def _begin_draw(self, group: str) -> None:
        """Ask how many of a side fight, to draw them."""
        side = next(brief for brief in self._sides_shown if brief.group == group)
        members = self.services.next_game.who_can_fight(self.game, group)
        self.lots.start(self.campaign_id, side, members)
        self.refresh()

    def _take_draw(self, drawn: Drawn, fighting: tuple[str, ...]) -> None:
        """Deploy those who were drawn."""
        self._store_plan(self.services.next_game.with_drawn(self.game, drawn, fighting))
        self.refresh()

    def roll_for_it(self) -> None:
        """Show the Encounter roll, or hide it again if an Encounter is chosen."""
        if not self.roll.isHidden() and self.game.fixture.encounter:
            self.roll.hide()
            self.refresh()
            return
        self.roll.start_for(self.campaign_id)
        self.steps.hide()
        self.body.hide()
        self._show_rosters()

    def leave_inner(self) -> bool:
        """Cancel the roll or the draw, or put off the steps of the players' own rules."""
        if not self.lots.isHidden():
            self.lots.close_draw()
            return True
        can_cancel_roll = not self.roll.isHidden() and bool(self.game.fixture.encounter)
        if can_cancel_roll:
            self.roll_for_it()
            return True
        return self.steps.leave()

    # Where it leads

    def begin_at_table(self) -> None:
        """Begin the game at the table, or go back to it."""
        services = self.services
        if self._session:
            services.go(TrackerRoute(self._session))
            return
        session = services.ask(
            services.sessions.begin,
            self.campaign_id,
            self.game.setup,
            fixture=self.game.fixture.id,
        )
        if session is not None:
            services.stored_quietly.emit()
            services.go(TrackerRoute(session))

    def print(self) -> None:
        group = self.game.groups[0].id
        self.services.go(PrintRoute(group, "encounter", self.game.fixture.id))

    def copy_form(self) -> None:
        """Put the form of this game's report on the clipboard."""
        copy_planned_form(self.services, self.campaign_id, self.game.fixture.id)

    def go_to_record(self) -> None:
        self.services.go(RecordRoute(planned=True, fixture=self.game.fixture.id))
