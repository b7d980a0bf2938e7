"""At the table: games played, and setting up a new one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QWidget

from lastdays.campaign.changed import Changed, Everything, SessionsChanged
from lastdays.campaign.dates import day_in_figures
from lastdays.campaign.next_game import default_parts
from lastdays.campaign.table_sessions import day_of_session, table_names, who_plays
from lastdays.language import _, cut_in_middle, ngettext, short, titled
from lastdays.model.campaign import DiceMode
from lastdays.model.fixtures import Fixture
from lastdays.model.group import Group, Member
from lastdays.model.limits import Limit
from lastdays.model.recruiting import Recruit, make_member, names_of, perk_help
from lastdays.rulebook import Encounter
from lastdays.rulebook.entries import CharacterType, Gear
from lastdays.rulebook.known import EncounterKey
from lastdays.rulebook.pictograms import place
from lastdays.store.log import SessionSummary
from lastdays.store.store import GroupSummary
from lastdays.tabletop.last_days.setup import (
    LETTERS,
    Entrant,
    Setup,
    entrant_of,
    problems,
    sharing_a_refuge,
    told_by_levels,
    warnings,
    who_attacks,
    zombies_for_levels,
)
from lastdays.tabletop.last_days.sides import most_deployed, why_attacks
from lastdays.tabletop.last_days.state import Rules
from lastdays.ui.forms.form import DiceChoice, set_control, text_field
from lastdays.ui.forms.game_setup import (
    DefenderRow,
    EncounterRoll,
    Steps,
    WhoPlays,
    encounter_picker,
)
from lastdays.ui.models.rows import Row
from lastdays.ui.navigation import TrackerRoute
from lastdays.ui.page import MARGIN, Head, Page
from lastdays.ui.pages.deleting import delete_session
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.tracker.pieces import Plate
from lastdays.ui.tracker.session_list import SessionList, game_row
from lastdays.ui.widgets.offers import Meters, Note
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    OneLine,
    PageStack,
    Picker,
    Pictogram,
    RowOrColumn,
    button,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    keep_room,
    label,
    panel,
    row,
    sentence,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import Centered, Unfolding
from lastdays.ui.widgets.tabs import ChoiceRow, RowChoice, Tabs

#: The most items of a member that are drawn.
GEAR_MOST = 5
#: The most letters in the name of a side or a model.
NAME_MOST = 60


class EntrantForm(QWidget):
    """One side; `changed` is emitted when it is edited."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.role = ""

    @abstractmethod
    def value(self) -> Entrant:
        """Return the side as entered."""

    def set_limit(self, most: int | None) -> None:
        """Set how many the Encounter deploys, None for everyone."""


class GroupForm(EntrantForm):
    """A group of the campaign: each member deployed, held back or missing."""

    def __init__(self, services: Services, group: Group) -> None:
        super().__init__()
        self.catalogue = services.catalogue
        self.group = group
        self._by_hand = False
        self._most: int | None = None
        #: Each member's part, the Leader's first, and the control that chooses it.
        self.parts = default_parts(group, None, "held-back", services.catalogue)
        self.switches = {member.id: self._choice_of_part(member) for member in group.active}
        self.meter = Meters(_("How many are deployed"), 2)
        rerolls = self._make_rerolls()
        rows = [self._row_of_member(services.theme, member) for member in group.active]
        members = wrap_layout(column(*rows, spacing=3))
        self.setLayout(column(self.meter, rerolls, members, 1, spacing=6, margin=6))
        self._show()

    def _make_rerolls(self) -> QLabel:
        """Make the line on the Ammo Rolls that a Perk lets the group re-roll, hidden without one."""
        worked = perk_help(self.group, self.catalogue)
        text = ngettext(
            "{perk}: {n} failed Ammo Roll may be re-rolled.",
            "{perk}: {n} failed Ammo Rolls may be re-rolled.",
            worked.ammo_rerolls,
            perk=names_of(worked.ammo),
        )
        rerolls = label(text, "well", wrap=True)
        rerolls.setVisible(bool(worked.ammo))
        return rerolls

    def _choice_of_part(self, member: Member) -> ChoiceRow:
        """Make the choice of a member's part."""
        parts = {
            "deployed": _("deployed"),
            "held-back": _("held back"),
            "missing": _("misses the game"),
        }
        choices = {}
        for part, text in parts.items():
            choices[part] = RowChoice(text, titled(member.name, text))
        switch = ChoiceRow(_("{name} is", name=member.name), choices)
        switch.chosen.connect(partial(self._choose_part, member.id))
        return switch

    def _row_of_member(self, theme: Theme, member: Member) -> QWidget:
        """Return a member as a row: Keyword edge, name and type, part, gear."""
        kind = self.catalogue.character(member.type)
        leading = self.group.leading
        name = member.name
        if leading is not None and member.id == leading.id:
            name = f"{member.name} ★"
        names = column(OneLine("cardname", name), OneLine("faint", kind.name), spacing=0)
        gear = row(spacing=6)
        for item in member.gear[:GEAR_MOST]:
            gear_entry = self.catalogue.gear(item.key)
            gear.addWidget(Pictogram(theme, gear_entry.drawing, gear_entry.name))
        gear.addStretch(1)
        edge = f"keyword_{kind.keyword}" if kind.keyword else "edge"
        plate = Plate(theme, "panel", edge)
        margin = (theme.pixels(13), 3, 4, 3)
        plate.setLayout(row((names, 2), self.switches[member.id], (gear, 3), margin=margin))
        return plate

    def _choose_part(self, member: str, part: str) -> None:
        self._by_hand = True
        self.parts[member] = part
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        """Show each part, and how many of the allowed number are deployed."""
        for member, part in self.parts.items():
            self.switches[member].show_chosen(part)
        size = len(self.parts)
        deployed = list(self.parts.values()).count("deployed")
        most = size if self._most is None else self._most
        others = Limit(_("Held back or missing"), size - deployed, size)
        self.meter.show_limits((Limit(_("Deployed"), deployed, most), others))

    def set_limit(self, most: int | None) -> None:
        """Deploy the Leader and then the first others, until somebody chooses otherwise."""
        self._most = most
        if not self._by_hand:
            self.parts = default_parts(self.group, most, "held-back", self.catalogue)
        self._show()

    def value(self) -> Entrant:
        return entrant_of(self.group, self.catalogue, self.parts, self.role)


def _gear_picker(name: str, nothing: str, entries: Iterable[Gear], usual: str = "") -> Picker:
    """Return a choice of gear or nothing; `usual` is preselected."""
    choices = [(nothing, "")]
    choices += [(gear.name, gear.key) for gear in entries]
    picker = Picker(name=name)
    picker.offer(choices, usual)
    return picker


class QuickForm(EntrantForm):
    """A side outside the campaign, entered model by model: type, name, weapons."""

    removed = Signal()

    def __init__(self, services: Services, name: str) -> None:
        super().__init__()
        self.catalogue = services.catalogue
        self.members: list[Member] = []
        #: Those who were removed, with their number among the models.
        self._out: list[tuple[int, Member]] = []
        self._count = 0
        self.name = text_field(_("The side's name"))
        self.name.setMaxLength(NAME_MOST)
        self.name.setText(name)
        self.name.textEdited.connect(self._tell_change)
        self.remove_button = button(_("Remove this side"), self.removed.emit)
        side = Flow(label(_("Side:")), self.name, self.remove_button)
        model = self._make_model()
        self.list_box = column(spacing=3)
        self.setLayout(
            column(
                wrap_layout(side),
                wrap_layout(model),
                wrap_layout(self.list_box),
                1,
                spacing=6,
                margin=6,
            )
        )

    def _make_model(self) -> Flow:
        """Make the fields of another model: its type, name and gear."""
        catalogue = self.catalogue
        kinds = [(kind.name, kind.key) for kind in catalogue.characters.values()]
        self.kind = Picker(kinds, _("Type"))
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        self.model_name = text_field(_("The model's name"), _("name, or none"))
        self.model_name.setMaxLength(NAME_MOST)
        self.model_name.setToolTip(_("name, or none"))
        self.model_name.returnPressed.connect(self.add)
        guns = catalogue.firearms.values()
        self.gun = _gear_picker(_("Firearm"), _("no firearm"), guns, "revolver")
        blades = catalogue.close_combat.values()
        self.blade = _gear_picker(
            _("Close-combat weapon"), _("no close-combat weapon"), blades, "knife"
        )
        equipment = catalogue.equipment.values()
        self.extra = _gear_picker(_("Equipment"), _("no equipment"), equipment)
        self.carried = (self.gun, self.blade, self.extra)
        self.add_button = button(_("&Add this model"), self.add, "first")
        return Flow(self.kind, self.model_name, self.gun, self.blade, self.extra, self.add_button)

    def _tell_change(self, _name: str) -> None:
        self.changed.emit()

    def _kind_chosen(self, _place: int) -> None:
        is_animal = self.catalogue.character(str(self.kind.currentData())).animal
        for picker in self.carried:
            enable_or_explain(picker, not is_animal, _("An animal carries no weapons"))

    def add(self) -> None:
        """Add a model, numbering a name that is taken."""
        kind = self.catalogue.character(str(self.kind.currentData()))
        wanted_name = " ".join(self.model_name.text().split()) or kind.name
        recruit = Recruit(kind.key, self._free_name(wanted_name), gear=self._chosen_gear(kind))
        self._count += 1
        self.members.append(make_member(recruit, self.catalogue, f"q{self._count}"))
        self.model_name.clear()
        if len(self.members) == 1 and kind.leader:
            self._choose_follower()
        self._list_models()

    def _chosen_gear(self, kind: CharacterType) -> tuple[str, ...]:
        """Return the gear that is chosen; an Animal carries none."""
        if kind.animal:
            return ()
        chosen = [str(picker.currentData()) for picker in self.carried]
        return tuple(key for key in chosen if key)

    def _free_name(self, wanted_name: str) -> str:
        """Return a name that no model of the side has, with a number if need be."""
        taken = {member.name for member in self.members}
        taken |= {member.name for _place, member in self._out}
        name = wanted_name
        number = 2
        while name in taken:
            name = f"{wanted_name} {number}"
            number += 1
        return name

    def _choose_follower(self) -> None:
        """Choose the first type of follower for the next model, after a Leader."""
        followers = list(self.catalogue.followers())
        if followers:
            self.kind.setCurrentIndex(self.kind.findData(followers[0].key))

    def _take_out(self, member_id: str) -> None:
        for number, member in enumerate(self.members):
            if member.id == member_id:
                self._out.append((number, member))
                del self.members[number]
                break
        self._list_models()

    def _bring_back(self) -> None:
        number, member = self._out.pop()
        self.members.insert(number, member)
        self._list_models()

    def _list_models(self) -> None:
        """List the models, and announce the change."""
        clear_layout(self.list_box)
        for member in self.members:
            self.list_box.addWidget(self._model_line(member))
        if self._out:
            _place, last_out = self._out[-1]
            text = _("Restore {what}", what=escape_ampersands(short(last_out.name, 26)))
            restore_button = button(text, self._bring_back, "quiet")
            self.list_box.addWidget(wrap_layout(Flow(restore_button)))
        self.changed.emit()

    def _model_line(self, member: Member) -> QWidget:
        """Return a line with a model's name, type and gear, and the button that removes it."""
        kind = self.catalogue.character(member.type).name
        star = " ★" if member.id == self._id_of_leader() else ""
        gear = ", ".join(self.catalogue.gear(item.key).name for item in member.gear)
        if not gear:
            gear = _("nothing")
        line = OneLine()
        line.setText(f"{member.name}{star} · {kind} · {gear}")
        remove_button = button(_("Remove"), partial(self._take_out, member.id), "quiet")
        remove_button.setAccessibleName(_("Remove {name}", name=member.name))
        return wrap_layout(row((line, 1), remove_button))

    def _id_of_leader(self) -> str:
        """Return the id of the first Leader, or else of the first model; '' without models."""
        for member in self.members:
            if self.catalogue.character(member.type).leader:
                return member.id
        if self.members:
            return self.members[0].id
        return ""

    def value(self) -> Entrant:
        return Entrant(
            name=" ".join(self.name.text().split()) or _("A side"),
            members=tuple(self.members),
            leader=self._id_of_leader(),
            role=self.role,
        )


#: Setting up is at most so wide, in pixels at 100 %.
WIDE = 1800
#: The list is at most so wide.
LIST_WIDE = 1400
#: A side is at least so high, in pixels, where it may scroll.
TABS_LEAST = 200


class TablePage(Page):
    """A list of games; a new one is set up on an inner page."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.new_button = button(_("&New game"), self.start_setup, "first")
        self.head = Head(_("At the table"), first=self.new_button)
        self.played = SessionList(services, _("Games at the table"))
        self.played.opened.connect(self._open)
        self.played.delete_wanted.connect(partial(delete_session, self.played))
        self.played.table.row_chosen.connect(self._chosen_row)
        self.empty = self._make_empty()
        listed = column(self.empty, (self.played, 100), 1, margin=MARGIN, spacing=12)
        self.list_page = wrap_layout(listed)
        Centered(self.list_page, services.theme, LIST_WIDE)
        self.setup = SetupForm(services)
        self.setup.begun.connect(self.show_list)
        self.setup.cancel_button.clicked.connect(self.show_list)
        self.pages = PageStack()
        self.pages.addWidget(self.list_page)
        self.pages.addWidget(self.setup)
        self.setLayout(column(self.pages))

    def _make_empty(self) -> EmptyPage:
        """Make what is shown before a game was played."""
        self.nothing = sentence(
            _(
                "No game has been played here yet. The program keeps count of every token, leads "
                "you through each turn and passes the result on to the post-game sequence."
            )
        )
        self.first_button = button(_("&New game"), self.start_setup, "first")
        return EmptyPage(
            self.services.theme,
            place("table"),
            _("Play with the program beside the table"),
            self.nothing,
            row(self.first_button, 1),
        )

    def _open(self, session: str) -> None:
        self.services.go(TrackerRoute(session))

    def show_campaign(self, campaign: str) -> None:
        if campaign != self.campaign_id:
            self.show_list()
        super().show_campaign(campaign)

    def show_list(self) -> None:
        self.pages.setCurrentWidget(self.list_page)
        self.head.title.setText(_("At the table"))
        self.refresh()

    def start_setup(self) -> None:
        """Set up a new game, or continue setting one up."""
        if not self.setup.forms or self.setup.campaign_id != self.campaign_id:
            self.setup.start(self.campaign_id)
        self.pages.setCurrentWidget(self.setup)
        self.head.title.setText(_("Set up a game"))
        self._show_new()
        self.setup.encounter.setFocus()

    def is_affected_by(self, changed: Changed) -> bool:
        return isinstance(changed, SessionsChanged | Everything)

    def refresh(self) -> None:
        campaign = self.campaign_id or None
        sessions = self.services.ask(self.services.sessions.listed, campaign)
        if sessions is None:
            return
        deleted = self.services.sessions.listed(campaign, deleted=True)
        self.empty.setVisible(not sessions)
        self._show_new()
        self.played.setVisible(bool(sessions or deleted))
        self.played.table.setVisible(bool(sessions))
        rows = [self._row_of_session(session) for session in sessions]
        deleted_names = [(session.id, self._name_of_session(session)) for session in deleted]
        self.played.show_games(rows, deleted_names)

    def _show_new(self) -> None:
        """Show one button for a new game: in the head, or on the empty page."""
        listed = self.pages.currentWidget() is self.list_page
        self.new_button.setVisible(listed and self.empty.isHidden())

    def _chosen_row(self, key: str) -> None:
        """Highlight the button if the chosen game can be continued."""
        kind = "first" if self.played.is_on(key) else ""
        set_style_properties(self.played.open_button, kind=kind)

    def _name_of_session(self, session: SessionSummary) -> str:
        return table_names(session.facts, self._encounter_name)

    def _encounter_name(self, key: str) -> str:
        return self.services.catalogue.encounters[key].name

    def _row_of_session(self, session: SessionSummary) -> Row:
        encounter = self.services.catalogue.encounters[str(session.facts.get("encounter", ""))]
        begun = day_in_figures(day_of_session(session))
        result = ""
        if session.ended:
            result = _("recorded") if session.record else _("ended, not recorded")
        elif session.record:
            begun = _("recorded, then reopened · {when}", when=begun)
        players = who_plays(session.facts)
        return game_row(session.id, encounter.drawing, encounter.name, players, begun, result)


class SetupForm(QWidget):
    """The Encounter and sides of a new game; `begun` says that it has started."""

    begun = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.forms: list[EntrantForm] = []
        #: The groups of the campaign.
        self._there: Sequence[GroupSummary] = ()
        #: The forms of groups that play no more, by group: they may come back.
        self._kept: dict[str, GroupForm] = {}
        self._taken_out: list[QuickForm] = []
        self._defender: EntrantForm | None = None
        self._rolled = False
        #: The side whose Refuge is defended by all who play together.
        self._host = 0
        encounter = self._make_encounter()
        who = self._make_who()
        self.tabs = Tabs()
        keep_room(self.tabs)
        sides = wrap_layout(column(who, (self.tabs, 1), spacing=8))
        body = RowOrColumn(services.theme, (encounter, 4), (sides, 7))
        self.setLayout(column(self.roll, (body, 1), margin=MARGIN))
        Centered(self, services.theme, WIDE)

    def _make_encounter(self) -> QFrame:
        """Make the panel of the Encounter, with its set-up and what speaks against beginning."""
        services = self.services
        self.encounter = encounter_picker(services.catalogue)
        self.encounter.currentIndexChanged.connect(self._show_set_up)
        self.roll_button = button(_("&Roll for the Encounter"), self._roll_for_it)
        self.roll = EncounterRoll(services, self.encounter, self._who_plays)
        self.roll.settled.connect(self._encounter_found)
        self.drawing = Pictogram(services.theme, "", "", "accent_text", 40)
        self.summary = Note(3)
        self.steps = Steps()
        self.said = sentence("", "warn")
        self.begin_button = button(_("&Begin the game"), self.begin_game, "first")
        self.cancel_button = button(_("Back"))
        return panel(
            row(self.drawing, (self.encounter, 1), self.roll_button),
            self.summary,
            wrap_layout(Flow(self.begin_button, self.cancel_button)),
            self.steps,
            self.said,
            1,
        )

    def _make_who(self) -> QFrame:
        """Make the panel of who plays, how dice are answered, and who defends."""
        self.groups = WhoPlays()
        self.groups.toggled.connect(self.toggle_group)
        self.back_button = button("", self._bring_back, "quiet")
        self.back_button.hide()
        self.quick_button = button(_("Add a &quick side"), self.add_quick)
        who = row(
            label(_("Who plays:")),
            (self.groups, 1),
            self.groups.others,
            self.back_button,
            self.quick_button,
        )
        self.dice = DiceChoice()
        self.together = QCheckBox(_("Together against the &zombies"))
        self.together.toggled.connect(self._show_set_up)
        how = row(self.dice, self.together, 1, spacing=18)
        self.why = sentence()
        self.defender = DefenderRow((self.why, 1))
        self.defender.picker.picked.connect(self._defender_chosen)
        return panel(who, how, self.defender)

    def _encounter_found(self, _encounter: str) -> None:
        self._show_set_up()

    def start(self, campaign: str) -> None:
        """Start with the planned game, else the first two groups, else a quick side."""
        self.campaign_id = campaign
        self.dice.show_mode(self._dice_of(campaign))
        self.roll.hide()
        self._forget_forms()
        self._there = self.services.workspace.groups(campaign) if campaign else []
        planned = self._planned_or_first_game(campaign, [group.id for group in self._there])
        set_control(self.together, planned.together)
        number = max(0, self.encounter.findData(planned.encounter))
        self.encounter.setCurrentIndex(number)
        for group_id in planned.groups:
            self.toggle_group(group_id)
        self._show_set_up()

    def _forget_forms(self) -> None:
        """Take away the forms of all sides."""
        while self.tabs.count():
            self.tabs.close_tab(0)
        for form in (*self.forms, *self._taken_out, *self._kept.values()):
            form.deleteLater()
        self.forms = []
        self._taken_out = []
        self._kept = {}
        self._defender = None
        self._rolled = False

    def _dice_of(self, campaign: str) -> DiceMode:
        """Return how the campaign's rolls are answered; without one, real dice are entered."""
        if not campaign:
            return "typed"
        return self.services.workspace.campaign(campaign).campaign.dice

    def _planned_or_first_game(self, campaign: str, groups: list[str]) -> Fixture:
        """Return the planned game, else a first game of the first two groups."""
        first_game = Fixture("", EncounterKey.SCAVENGERS.value, tuple(groups[:2]))
        if not groups:
            return first_game
        next_game = self.services.ask(self.services.next_game.read, campaign)
        if next_game is None or not next_game.fixture.encounter:
            return first_game
        return next_game.fixture

    def toggle_group(self, group_id: str) -> None:
        """Add or remove a group."""
        playing = self._form_of(group_id)
        if playing is not None:
            self._kept[group_id] = playing
            self._remove(playing)
            return
        view = self.services.ask(self.services.workspace.group, group_id)
        kept = self._kept.pop(group_id, None)
        if view is None:
            return
        if kept is not None and kept.group == view.group:
            self._add(kept)
        else:
            self._add(GroupForm(self.services, view.group))

    def _group_forms(self) -> list[GroupForm]:
        """Return the forms of the sides that are groups."""
        return [form for form in self.forms if isinstance(form, GroupForm)]

    def _form_of(self, group_id: str) -> GroupForm | None:
        """Return the form of a group that plays."""
        for form in self._group_forms():
            if form.group.id == group_id:
                return form
        return None

    def add_quick(self) -> None:
        """Add a side that belongs to no campaign."""
        quick_sides = [form for form in self.forms if isinstance(form, QuickForm)]
        form = QuickForm(self.services, _("Side {n}", n=len(quick_sides) + 1))
        form.removed.connect(partial(self._take_out, form))
        self._add(form)
        self.tabs.setCurrentIndex(self.tabs.count() - 1)
        form.model_name.setFocus()

    def _add(self, form: EntrantForm) -> None:
        form.changed.connect(self._show_set_up, Qt.ConnectionType.UniqueConnection)
        self.forms.append(form)
        side = Unfolding(form, self.services.theme, TABS_LEAST)
        self.tabs.addTab(side, escape_ampersands(cut_in_middle(form.value().name, 30)))
        self._show_set_up()

    def _remove(self, form: EntrantForm) -> None:
        at = self.forms.index(form)
        form.setParent(None)  # it may come back
        self.tabs.close_tab(at)
        self.forms.remove(form)
        self._show_set_up()

    def _take_out(self, form: QuickForm) -> None:
        self._taken_out.append(form)
        self._remove(form)

    def _bring_back(self) -> None:
        """Restore the quick side that was removed last."""
        self._add(self._taken_out.pop())
        self.tabs.setCurrentIndex(self.tabs.count() - 1)

    def _roll_for_it(self) -> None:
        """Ask for the roll; until it is answered, the amber button is the roll's."""
        set_style_properties(self.begin_button, kind="")
        self.roll.start(self.dice.mode)

    def _show_set_up(self) -> None:
        """Update names, roles and limits, and show warnings."""
        encounter = self.services.catalogue.encounters[str(self.encounter.currentData())]
        names = [form.value().name for form in self.forms]
        self._show_who_plays(names)
        self._share_roles(encounter, names)
        self.drawing.show_drawing(encounter.drawing, token="accent_text")
        summary = encounter.summary
        if encounter.scene_alone and not self.value().has_rivals:
            summary = encounter.scene_alone
        self.summary.setText(encounter.cited(summary))
        self.steps.show_lines(self._set_up(encounter))
        self._show_obstacles()

    def _show_who_plays(self, names: list[str]) -> None:
        """Name the sides' tabs, and offer who else may play."""
        full = len(self.forms) >= len(LETTERS)
        playing = [form.group.id for form in self._group_forms()]
        self.groups.show_groups(self._there, playing, full=full)
        self.tabs.setVisible(bool(self.forms))
        for number, name in enumerate(names):
            self.tabs.setTabText(number, escape_ampersands(cut_in_middle(name, 30)))
        is_only_way = not self.forms and not self._there
        kind = "first" if is_only_way else ""
        set_style_properties(self.quick_button, kind=kind)
        enable_or_explain(self.quick_button, not full, _("A game needs one to four sides."))
        enable_or_explain(self.back_button, not full, _("A game needs one to four sides."))
        self.back_button.setVisible(bool(self._taken_out))
        if self._taken_out:
            last_out = short(self._taken_out[-1].value().name, 26)
            self.back_button.setText(_("Restore {what}", what=escape_ampersands(last_out)))

    def _share_roles(self, encounter: Encounter, names: list[str]) -> None:
        """Set the roles: as chosen, else by the Encounter, else rolled at the table."""
        several = len(self.forms) > 1
        rivals = several and not self.together.isChecked()
        has_roles = encounter.roles and bool(self.forms)
        self.together.setVisible(several)
        self.defender.setVisible(has_roles)
        attack = who_attacks(self.value(), encounter)
        by_encounter = -1
        if attack.defender and rivals:
            by_encounter = LETTERS.index(attack.defender)
        chosen = self._chosen_side(by_encounter)
        sides = [(cut_in_middle(name, 40), number) for number, name in enumerate(names)]
        if rivals:
            self.defender.offer(sides, chosen, -1)
        else:
            self.defender.offer_role(sides, chosen, -1, encounter=encounter)
        for number, form in enumerate(self.forms):
            form.role = ""
            if has_roles and rivals and chosen >= 0:
                form.role = "defender" if number == chosen else "attacker"
            elif has_roles and not rivals:
                form.role = "defender" if chosen >= 0 else "attacker"
            form.set_limit(most_deployed(encounter, form.role))
        self._host = max(chosen, 0)
        reason = ""
        if has_roles and rivals:
            names_by_letter = dict(zip(LETTERS, names, strict=False))
            reason = why_attacks(encounter, attack, names_by_letter)
        self.why.setText(reason)

    def _chosen_side(self, by_encounter: int) -> int:
        """Return the side that was chosen to defend, else the Encounter's; -1 if it is rolled for."""
        if self._rolled:
            return -1
        if self._defender in self.forms:
            return self.forms.index(self._defender)
        return by_encounter

    def _set_up(self, encounter: Encounter) -> list[str]:
        """Return the set-up steps, with those for the groups' Refuges."""
        setup = self.value()
        perks: set[str] = set()
        for entrant in setup.entrants:
            if entrant.role != "attacker":
                perks.update(entrant.perks)
        role = setup.entrants[0].role if setup.entrants else ""
        steps = encounter.set_up(perks, rivals=setup.has_rivals, role=role)
        by_levels = zombies_for_levels(encounter, setup, self._rules_of_game())
        return [*steps, *told_by_levels(encounter, by_levels)]

    def _rules_of_game(self) -> Rules:
        """Return what is played by: with the campaign's switches, if a group of it plays."""
        catalogue = self.services.catalogue
        if not self.campaign_id or not self._who_plays():
            return Rules(catalogue)
        campaign = self.services.workspace.campaign(self.campaign_id).campaign
        return Rules(catalogue, campaign.switches)

    def _defender_chosen(self, chosen: int) -> None:
        self._rolled = chosen < 0
        self._defender = self.forms[chosen] if chosen >= 0 else None
        self._show_set_up()

    def value(self) -> Setup:
        entrants = tuple(form.value() for form in self.forms)
        together = len(entrants) > 1 and self.together.isChecked()
        if together:
            entrants = sharing_a_refuge(entrants, self._host)
        return Setup(str(self.encounter.currentData()), entrants, together)

    def _show_obstacles(self) -> None:
        setup = self.value()
        catalogue = self.services.catalogue
        obstacles = problems(setup, catalogue)
        lines = obstacles + warnings(setup, catalogue)
        show_text(self.said, "\n".join(f"⚠ {line}" for line in lines))
        enable_or_explain(self.begin_button, not obstacles, "\n".join(obstacles))
        begin_kind = "" if self.roll.isVisible() else "first"
        set_style_properties(self.begin_button, kind=begin_kind)
        add_kind = "first" if obstacles else ""
        for form in self.forms:
            if isinstance(form, QuickForm):
                set_style_properties(form.add_button, kind=add_kind)

    def begin_game(self) -> None:
        campaign = None
        if self.campaign_id and self._who_plays():
            campaign = self.campaign_id
        begin = partial(self.services.sessions.begin, campaign, self.value(), dice=self.dice.mode)
        session = self.services.ask(begin)
        if session is None:
            return
        self.forms = []
        self._kept = {}
        self.begun.emit()
        self.services.stored_quietly.emit()
        self.services.go(TrackerRoute(session))

    # The Encounter roll

    def _who_plays(self) -> list[Group]:
        return [form.group for form in self._group_forms()]
