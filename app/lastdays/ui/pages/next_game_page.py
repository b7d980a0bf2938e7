"""The next game: its Encounter, sides and briefing; then on to the table, a sheet or the record."""

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
from lastdays.campaign.next_game import (
    SIDES_MOST,
    Briefing,
    EncounterFigure,
    MemberBrief,
    NextGame,
    Reminder,
    SideBrief,
    briefing,
)
from lastdays.language import _, against, joined, short, signed
from lastdays.model.game_record import PlannedGame
from lastdays.model.group import Group
from lastdays.model.recruiting import given, names_of
from lastdays.rulebook import Catalogue, Encounter, pictograms, with_page
from lastdays.rulebook.pictograms import place
from lastdays.store.store import GroupSummary
from lastdays.ui.forms.form import enter
from lastdays.ui.forms.game_setup import (
    DefenderRow,
    EncounterRoll,
    Steps,
    WhoPlays,
    encounter_picker,
)
from lastdays.ui.models.rows import plain
from lastdays.ui.navigation import FoundRoute, PrintRoute, RecordRoute, TableRoute, TrackerRoute
from lastdays.ui.page import Head, PageOfCampaign
from lastdays.ui.pages.group.members_panel import LivesTable
from lastdays.ui.pages.own_rolls import StepsBeforeGame
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.entry_card import explain
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    OneLine,
    Panel,
    Pictogram,
    Turning,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    panel,
    row,
    sentence,
    show_text,
)
from lastdays.ui.widgets.room import Unfolding
from lastdays.ui.widgets.table_plan import PlanLegend, TablePlanView


class NextGameChooser(Panel):
    """The Encounter and the sides of the next game; `actions` are buttons that lead on from there."""

    def __init__(self, services: Services, *actions: QPushButton) -> None:
        super().__init__()
        self.services = services
        self.drawing = Pictogram(services.theme, "", "", "accent_text", 36)
        self.encounter = encounter_picker(services.catalogue, (_("Not chosen yet"), ""))
        self.roll_button = button(_("&Roll for the Encounter"))
        self.said = sentence("", "text")
        self.said_room = Reserved(self.said, 2, middle=True)
        self.figures = Flow(spacing=14, one_line=True)
        self.groups = WhoPlays()
        self.defender = DefenderRow()
        self.together = QCheckBox(_("Together against the &zombies"))
        services.theme.reshaped.connect(self._reshaped)
        which = holder(row(self.drawing, self.encounter, self.roll_button, 1))
        ends = holder(
            Flow(self.groups.others, self.together, self.defender, *actions, one_line=True)
        )
        figures = holder(column(1, self.figures, 1))
        who = row(label(_("Who plays:")), (self.groups, 1))
        self.setLayout(
            column(
                Turning(services.theme, (which, 0), (self.said_room, 1), (figures, 0), spacing=8),
                Turning(services.theme, (holder(who), 1), (ends, 0), spacing=8),
                spacing=6,
                margin=8,
            )
        )

    def _reshaped(self, narrow: bool) -> None:
        """Keep room for a remark, but in a narrow window only while there is one."""
        self.said_room.setVisible(bool(self.said.text()) or not narrow)

    def show_game(
        self, game: NextGame, groups: Sequence[GroupSummary], found: Briefing | None
    ) -> None:
        """Show a game, the groups that may play, and what speaks against it."""
        playing = [g.id for g in game.groups]
        self.groups.show_groups(groups, playing, full=len(playing) >= SIDES_MOST)
        planned = game.planned
        entry = self.services.catalogue.encounters.get(planned.encounter)
        self.encounter.setCurrentIndex(max(0, self.encounter.findData(planned.encounter)))
        drawn = entry.drawing if entry else pictograms.token("dice")
        self.drawing.show_drawing(drawn, token="accent_text")
        if entry is not None:
            explain(self.encounter, entry.name, self.services)
        doubts = [f"⚠ {line}" for line in found.doubts] if found is not None else []
        restyle(self.said, kind="warntext" if doubts else "text")
        self.said_room.show_text("\n".join(doubts) or _how(game, self.services.catalogue))
        self._reshaped(self.services.theme.narrow)
        self._show_figures(found.figures if found is not None else ())
        enter(self.together, planned.together)
        self.together.setVisible(len(playing) > 1)
        self._offer_roles(game, entry)

    def _offer_roles(self, game: NextGame, entry: Encounter | None) -> None:
        """Offer who defends, or the role of those without rivals."""
        entrants = game.setup.entrants
        has_roles = entry is not None and entry.roles and bool(entrants)
        self.defender.setVisible(has_roles)
        if entry is None or not has_roles:
            return
        defends = next((e.group for e in entrants if e.role == "defender"), "")
        sides = [(short(entrant.name, 40), entrant.group) for entrant in entrants]
        if game.setup.has_rivals:
            self.defender.offer(sides, defends, "")
            return
        host = game.planned.defender if defends else ""
        self.defender.offer_role(sides, host, "", encounter=entry)

    def _show_figures(self, figures: tuple[EncounterFigure, ...]) -> None:
        clear(self.figures)
        for figure in figures:
            drawn = Pictogram(self.services.theme, figure.drawing, figure.name, "accent_text", 20)
            shown = label(figure.text, "cardname")
            shown.setAccessibleName(_("{n} {what}", n=figure.text, what=figure.name))
            made = holder(row(drawn, shown, label(figure.name, "small"), spacing=5))
            self.figures.addWidget(made)
            made.show()


def _how(game: NextGame, catalogue: Catalogue) -> str:
    """Say how the Encounter was rolled, or who may shift the roll."""
    planned = game.planned
    if planned.die and planned.shift:
        return _("Rolled {die}, shifted by {shift}.", die=planned.die, shift=signed(planned.shift))
    if planned.die:
        return _("Rolled {die}.", die=planned.die)
    passed = [(g.name, w.radio) for g in game.groups if (w := given(g, catalogue)).radio]
    if len(passed) == 1:
        ((group, perks),) = passed
        return _("{group} may shift the roll: {perk}.", group=group, perk=names_of(perks))
    if passed:
        return _(
            "{groups} may each shift the roll: that cancels out.",
            groups=joined(tuple(name for name, _perks in passed)),
        )
    if planned.number == 1 and planned.encounter:
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
        self.name = OneLine()
        self.below = OneLine("small")
        self.drawings = row(spacing=3)
        self.tick = label("", "tick")
        line = row(
            self.tick,
            (column(self.name, self.below, spacing=0), 1),
            self.drawings,
            spacing=6,
            margin=(10, 2, 6, 2),
        )
        self.setLayout(line)

    def show_member(self, member: MemberBrief) -> None:
        on = member.part == "deployed"
        self.setChecked(on)
        self.setEnabled(member.part != "captured")
        restyle(self.tick, ticked="yes" if on else "")
        restyle(self, keyword=member.keyword)
        restyle(self.name, kind="" if on else "faint")
        self.name.setText(f"{member.name} ★" if member.leads else member.name)
        self.below.setText(member.type_name if on else part_name(member.part))
        clear(self.drawings)
        for reminder in member.reminders[:DRAWN_MOST]:
            tint = TINTS[reminder.kind]
            self.drawings.addWidget(Pictogram(self.theme, reminder.drawing, "", tint, 18))
        role = _("{type}, Leader", type=member.type_name) if member.leads else member.type_name
        name = _("{name}, {type}: {part}", name=member.name, type=role, part=part_name(member.part))
        lines = [_("{what}: {text}", what=r.name, text=r.text) for r in member.reminders]
        self.setAccessibleName(name)
        self.setAccessibleDescription(" ".join(lines))
        self.setToolTip(plain("\n".join((name, *lines))))
        for part in self.findChildren(QLabel):  # it is pressed, and explained, as one
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


class SidePanel(Panel):
    """One side; `chosen` carries a member's id and whether they are deployed."""

    chosen = Signal(str, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.members: dict[str, MemberButton] = {}
        self.name = OneLine("heading")
        self.role = label("", "warn")
        self.count = OneLine("small")
        self.perks = column(spacing=2)
        self.rows = column(spacing=1)
        self.notes = column(spacing=2)
        head = row((self.name, 1), self.role, spacing=6)
        self.setLayout(
            column(head, self.count, self.perks, self.rows, self.notes, 1, spacing=4, margin=8)
        )

    def show_side(self, side: SideBrief) -> None:
        """Show a side; members who stay keep their buttons, and the focus."""
        self.name.setText(side.name)
        self.role.setText(side.role_name)
        self.count.setText(side.deploys)
        clear(self.perks)
        for perk in side.perks:
            self.perks.addLayout(self._line(perk, perk.name))
        if [m.id for m in side.members] != list(self.members):
            clear(self.rows)
            self.members = {}
            for member in side.members:
                made = MemberButton(self.theme)
                made.clicked.connect(lambda on=False, m=member.id: self.chosen.emit(m, on))
                self.members[member.id] = made
                self.rows.addWidget(made)
        for member in side.members:
            self.members[member.id].show_member(member)
        clear(self.notes)
        for reminder, names in side.by_reminder():
            who = joined(tuple(short(name, 30) for name in names))
            whose = _("{names}, {what}", what=reminder.name, names=who)
            self.notes.addLayout(self._line(reminder, whose))

    def _line(self, reminder: Reminder, head: str) -> QHBoxLayout:
        """Return a reminder with its pictogram."""
        drawn = Pictogram(self.theme, reminder.drawing, reminder.name, TINTS[reminder.kind], 18)
        said = sentence(_("{head}: {text}", head=head, text=reminder.text), "text")
        line = row(drawn, (said, 1), spacing=6)
        line.setAlignment(drawn, Qt.AlignmentFlag.AlignTop)
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
                holder(self.rules),
                label(_("Ending the game"), "heading"),
                self.end,
                1,
                spacing=6,
            )
        )
        self.setContentsMargins(0, 0, 8, 0)  # beside the scroll bar

    def show_briefing(self, found: Briefing) -> None:
        self.scene.setText(found.scene)
        show_text(self.why, found.why)
        self.steps.show_lines(found.steps)
        clear(self.rules)
        for rule in found.rules or (_("None."),):
            made = sentence(rule, "")
            self.rules.addWidget(made)
            made.show()
        self.end.setText(with_page(found.end, found.page))


class NextGamePage(PageOfCampaign):
    """Who plays which Encounter, and a briefing for each side."""

    game: NextGame

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._session = ""
        self._shown = ""
        theme = services.theme
        self.begin_button = button(_("&Begin at the table ▸"), self.begin, "first")
        self.print_button = button(_("&Print a sheet"), self.print)
        self.record_button = button(_("Re&cord the result"), self.record)
        self.head = Head(first=self.begin_button)
        self.steps = StepsBeforeGame(services)
        self.chooser = NextGameChooser(
            services, self.steps.open_button, self.print_button, self.record_button
        )
        self.chooser.encounter.picked.connect(self._chosen)
        self.chooser.roll_button.clicked.connect(self.roll_for_it)
        self.chooser.groups.toggled.connect(self._toggle)
        self.chooser.defender.picker.picked.connect(self._defender_chosen)
        self.chooser.together.toggled.connect(self._play_together)
        self.roll = EncounterRoll(services, self.chooser.encounter, lambda: self.game.groups)
        self.roll.found.connect(lambda key: self._take(key, *self.roll.rolled()))
        self.steps.turned.connect(self.refresh)
        self.plan = TablePlanView(theme)
        self.legend = PlanLegend(theme)
        self.words = BriefingText()
        self.sides: list[SidePanel] = []
        self.side_rows = column(spacing=8)
        #: Who plays, below the roll for the Encounter where there is room.
        self._playing: tuple[Group, ...] = ()
        self._rosters = row()
        self.rosters = holder(self._rosters)
        first = button(_("Create group"), services.to(FoundRoute()), "first")
        made_up = button(_("Play with sides made up for one game"), services.to(TableRoute()))
        #: Shown until the campaign has a group.
        self.nothing = EmptyPage(
            theme,
            place("campaign"),
            _("The next game needs a group of this campaign."),
            holder(Flow(first, made_up)),
        )
        self.body = self._body()
        theme.reshaped.connect(self._show_rosters)
        self.lay(
            self.chooser,
            self.roll,
            self.steps,
            self.nothing,
            (self.rosters, 100),
            (self.body, 100),
            1,
            wide=1800,
            top=8,
            foot=10,
        )

    def _body(self) -> QWidget:
        theme = self.services.theme
        book = self.services.catalogue
        larger = book.number("table", "larger")
        note = sentence(
            _(
                "On a table of {feet} × {feet} feet, every deployment zone reaches {n}″ further in (p.\u00a034).",
                feet=larger // 12,
                n=(larger - book.number("table", "side")) // 2,
            ),
            "small",
        )
        return Turning(
            theme,
            (Unfolding(panel(self.plan, self.legend, note, 1), theme), 28),
            (panel(Unfolding(self.words, theme)), 34),
            (Unfolding(holder(column(self.side_rows, 1, spacing=0)), theme), 43),
            spacing=8,
        )

    # What is shown

    def show_campaign(self, campaign: str) -> None:
        if campaign != self.campaign_id:
            self.roll.hide()
        self.steps.forget()
        super().show_campaign(campaign)

    def shows(self, changed: Changed) -> bool:
        return isinstance(changed, CampaignChanged | GroupChanged | SessionsChanged | Everything)

    def refresh(self) -> None:
        if not self.campaign_id:
            return
        services = self.services
        campaign = self.campaign_id
        game = services.ask(services.next_game.read, campaign)
        if game is None:
            return
        self.game = game
        services.workspace.seen_campaigns.show(campaign, game.revision, self)
        places = services.workspace.places(campaign)
        names = tuple(e.name for e in game.setup.entrants)
        self._session = next(
            (h.id for h in places.half_done if h.kind == "session" and h.names == names), ""
        )
        self.head.title.setText(_("Game {n}", n=game.planned.number))
        self.head.note.setText(against(names, together=self.game.setup.together))
        found = briefing(game, services.catalogue)
        self.chooser.show_game(game, places.groups, found)
        self.chooser.setVisible(bool(places.groups))
        self._show_briefing(game, found)

    def _show_briefing(self, game: NextGame, found: Briefing | None) -> None:
        """Show the briefing, or ask for the Encounter if it is open."""
        self.nothing.setVisible(not game.groups)
        if found is not None and game.planned.encounter != self._shown:
            self.roll.hide()  # it was asked for while the Encounter was open, or another
        self._shown = game.planned.encounter
        if found is None and game.groups and self.roll.isHidden():
            self.roll.start_for(self.campaign_id)
        ready = found is not None and bool(game.groups) and self.roll.isHidden()
        waits = ready and not self._session
        due = self.services.own_rolls.due(self.campaign_id) if waits else ()
        self.steps.show_due(self.campaign_id, due)
        self.body.setVisible(ready and not self.steps.asking)
        self._show_rosters()
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

    def _show_rosters(self) -> None:
        """Show the groups while the Encounter is rolled for, in a large window."""
        rolls = not self.roll.isHidden() and self.services.theme.ample > 1
        self.rosters.setVisible(rolls)
        if rolls and self._playing != self.game.groups:
            self._playing = self.game.groups
            clear(self._rosters)
            for group in self._playing:
                shown = LivesTable(self.services)
                shown.show_group(group)
                self._rosters.addWidget(panel(shown, heading=group.name))

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
        """Enable what can be done next, or say why not."""
        on = bool(self._session)
        self.begin_button.say(_("&Back to the table ▸") if on else _("&Begin at the table ▸"))
        open_ = _("Roll for the Encounter first, or choose it.")
        wrong = "\n".join(found.wrong) if found is not None else open_
        if not game.groups:
            open_ = _("First choose who plays.")
        restyle(self.begin_button, kind="" if self.steps.asking else "first")
        allow(
            self.begin_button,
            on or (found is not None and not wrong and bool(game.groups)),
            wrong or open_,
        )
        for made in (self.print_button, self.record_button):
            allow(made, found is not None and bool(game.groups), open_)

    # What is done

    def _plan(self, planned: PlannedGame) -> None:
        self.services.do(partial(self.services.next_game.plan, self.campaign_id, planned))

    def _toggle(self, group: str) -> None:
        """Add or remove a group."""
        planned = self.game.planned
        groups = tuple(g for g in planned.groups if g != group)
        if group not in planned.groups:
            groups = (*groups, group)
        self._plan(replace(planned, groups=groups))

    def _chosen(self, key: str) -> None:
        """Take an Encounter that was chosen instead of rolled."""
        if key != self.game.planned.encounter:
            self.roll.hide()
            self._take(key)

    def _take(self, key: str, die: int = 0, shift: int = 0) -> None:
        planned = replace(self.game.planned, encounter=key, die=die, shift=shift)
        self._plan(replace(planned, defender="", rolled_at_table=False, parts={}))
        self.refresh()

    def _play_together(self, on: bool) -> None:
        self._plan(replace(self.game.planned, together=on))
        self.refresh()

    def _defender_chosen(self, group: str) -> None:
        planned = replace(self.game.planned, defender=group, rolled_at_table=not group)
        self._plan(replace(planned, parts={}))

    def _deploy(self, member: str, on: bool) -> None:
        """Deploy a member or leave them behind."""
        side = next(e for e in self.game.setup.entrants if member in e.parts)
        entry = self.services.catalogue.encounters[self.game.planned.encounter]
        comes = entry.arrivals and side.role == "defender"
        part = "deployed" if on else "held-back" if comes else "missing"
        planned = self.game.planned
        self._plan(replace(planned, parts={**planned.parts, member: part}))

    def roll_for_it(self) -> None:
        """Show the Encounter roll, or hide it again if an Encounter is chosen."""
        if not self.roll.isHidden() and self.game.planned.encounter:
            self.roll.hide()
            self.refresh()
            return
        self.roll.start_for(self.campaign_id)
        self.steps.hide()
        self.body.hide()
        self._show_rosters()

    def leave(self) -> bool:
        """Cancel the roll, or put off the steps of the players' own rules."""
        rolls = not self.roll.isHidden() and bool(self.game.planned.encounter)
        if rolls:
            self.roll_for_it()
        return rolls or self.steps.leave()

    # Where it leads

    def begin(self) -> None:
        """Begin the game at the table, or go back to it."""
        services = self.services
        if self._session:
            services.go(TrackerRoute(self._session))
            return
        session = services.ask(services.sessions.begin, self.campaign_id, self.game.setup)
        if session is not None:
            services.wrote.emit()
            services.go(TrackerRoute(session))

    def print(self) -> None:
        self.services.go(PrintRoute(self.game.groups[0].id, "encounter"))

    def record(self) -> None:
        self.services.go(RecordRoute(planned=True))
