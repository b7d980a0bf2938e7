"""At the table: games played, and setting up a new one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from lastdays.campaign.changed import Changed, Everything, SessionsChanged
from lastdays.campaign.next_game import default_parts
from lastdays.campaign.table_sessions import table_names, who_plays
from lastdays.language import _, ngettext, short, titled, told_apart
from lastdays.model.campaign import DiceMode
from lastdays.model.game_record import PlannedGame
from lastdays.model.group import Group, Member
from lastdays.model.limits import Limit
from lastdays.model.recruiting import Recruit, given, make_member, names_of
from lastdays.rulebook import Encounter
from lastdays.rulebook.entries import Gear
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
from lastdays.ui.forms.form import DiceChoice, enter, text_field
from lastdays.ui.forms.game_setup import (
    DefenderRow,
    EncounterRoll,
    Steps,
    WhoPlays,
    encounter_picker,
)
from lastdays.ui.models.rows import Row, local_time
from lastdays.ui.navigation import TrackerRoute
from lastdays.ui.page import MARGIN, Head, Page
from lastdays.ui.pages.deleting import delete_session
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme, restyle
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
    Turning,
    allow,
    button,
    clear,
    column,
    holder,
    keep_room,
    label,
    panel,
    row,
    sentence,
    show_text,
    typed,
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

    def allow(self, most: int | None) -> None:
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
        self.switches = {member.id: self._switch(member) for member in group.active}
        self.meter = Meters(_("How many are deployed"), 2)
        worked = given(group, services.catalogue)
        again = ngettext(
            "{perk}: {n} failed Ammo Roll may be re-rolled.",
            "{perk}: {n} failed Ammo Rolls may be re-rolled.",
            worked.ammo_rerolls,
            perk=names_of(worked.ammo),
        )
        note = label(again, "well", wrap=True)
        note.setVisible(bool(worked.ammo))
        rows = [self._row(services.theme, member) for member in group.active]
        members = holder(column(*rows, spacing=3))
        self.setLayout(column(self.meter, note, members, 1, spacing=6, margin=6))
        self._show()

    def _switch(self, member: Member) -> ChoiceRow:
        parts = {
            "deployed": _("deployed"),
            "held-back": _("held back"),
            "missing": _("misses the game"),
        }
        ways = {key: RowChoice(text, titled(member.name, text)) for key, text in parts.items()}
        made = ChoiceRow(_("{name} is", name=member.name), ways)
        made.chosen.connect(partial(self._choose, member.id))
        return made

    def _row(self, theme: Theme, member: Member) -> QWidget:
        """Return a member as a row: Keyword edge, name and type, part, gear."""
        kind = self.catalogue.character(member.type)
        leading = self.group.leading
        star = " ★" if leading is not None and member.id == leading.id else ""
        gear = [self.catalogue.gear(item.key) for item in member.gear][:GEAR_MOST]
        made = Plate(theme, "panel", f"keyword_{kind.keyword}" if kind.keyword else "edge")
        names = column(
            OneLine("cardname", member.name + star), OneLine("faint", kind.name), spacing=0
        )
        drawn = row(*(Pictogram(theme, entry.drawing, entry.name) for entry in gear), 1, spacing=6)
        made.setLayout(
            row((names, 2), self.switches[member.id], (drawn, 3), margin=(theme.px(13), 3, 4, 3))
        )
        return made

    def _choose(self, member: str, part: str) -> None:
        self._by_hand = True
        self.parts[member] = part
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        """Show each part, and how many of the allowed number are deployed."""
        for member, part in self.parts.items():
            self.switches[member].show_chosen(part)
        deployed = list(self.parts.values()).count("deployed")
        all_ = len(self.parts)
        most = all_ if self._most is None else self._most
        others = Limit(_("Held back or missing"), all_ - deployed, all_)
        self.meter.show_limits((Limit(_("Deployed"), deployed, most), others))

    def allow(self, most: int | None) -> None:
        """Deploy the Leader and then the first others, until somebody chooses otherwise."""
        self._most = most
        if not self._by_hand:
            self.parts = default_parts(self.group, most, "held-back", self.catalogue)
        self._show()

    def value(self) -> Entrant:
        return entrant_of(self.group, self.catalogue, self.parts, self.role)


def _gear_picker(name: str, none: str, entries: Iterable[Gear], usual: str = "") -> Picker:
    """Return a choice of gear or none; `usual` is preselected."""
    made = Picker(name=name)
    made.offer([(none, ""), *((entry.name, entry.key) for entry in entries)], usual)
    return made


class QuickForm(EntrantForm):
    """A side outside the campaign, entered model by model: type, name, weapons."""

    removed = Signal()

    def __init__(self, services: Services, name: str) -> None:
        super().__init__()
        catalogue = self.catalogue = services.catalogue
        self.members: list[Member] = []
        self._out: list[tuple[int, Member]] = []
        self._count = 0
        self.name = text_field(_("The side's name"))
        self.name.setText(name)
        self.name.textEdited.connect(lambda _t: self.changed.emit())
        self.kind = Picker(((c.name, c.key) for c in catalogue.characters.values()), _("Type"))
        self.kind.currentIndexChanged.connect(lambda _n: self._kind_chosen())
        self.model_name = text_field(_("The model's name"), _("name, or none"))
        self.model_name.setToolTip(_("name, or none"))
        self.model_name.returnPressed.connect(self.add)
        for field in (self.name, self.model_name):
            field.setMaxLength(NAME_MOST)
        guns = catalogue.firearms.values()
        blades = catalogue.close_combat.values()
        equipment = catalogue.equipment.values()
        self.gun = _gear_picker(_("Firearm"), _("no firearm"), guns, "revolver")
        self.blade = _gear_picker(
            _("Close-combat weapon"), _("no close-combat weapon"), blades, "knife"
        )
        self.extra = _gear_picker(_("Equipment"), _("no equipment"), equipment)
        self.carried = (self.gun, self.blade, self.extra)
        self.add_button = button(_("&Add this model"), self.add, "first")
        self.list_box = column(spacing=3)
        self.remove_button = button(_("Remove this side"), self.removed.emit)
        model = Flow(self.kind, self.model_name, *self.carried, self.add_button)
        side = Flow(label(_("Side:")), self.name, self.remove_button)
        lines = map(holder, (side, model, self.list_box))
        self.setLayout(column(*lines, 1, spacing=6, margin=6))

    def _kind_chosen(self) -> None:
        animal = self.catalogue.character(str(self.kind.currentData())).animal
        for box in self.carried:
            allow(box, not animal, _("An animal carries no weapons"))

    def add(self) -> None:
        """Add a model, numbering a name that is taken."""
        kind = str(self.kind.currentData())
        animal = self.catalogue.character(kind).animal
        boxes = () if animal else self.carried
        gear = tuple(str(b.currentData()) for b in boxes if b.currentData())
        base = " ".join(self.model_name.text().split())
        base = base or self.catalogue.character(kind).name
        taken = {m.name for m in (*self.members, *(m for _at, m in self._out))}
        name = base
        n = 2
        while name in taken:
            name = f"{base} {n}"
            n = n + 1
        self._count += 1
        self.members.append(
            make_member(Recruit(kind, name, gear=gear), self.catalogue, f"q{self._count}")
        )
        self.model_name.clear()
        if len(self.members) == 1 and self.catalogue.character(kind).leader:
            first = next((c.key for c in self.catalogue.followers()), kind)
            self.kind.setCurrentIndex(self.kind.findData(first))
        self._list()

    def _take_out(self, member: str) -> None:
        at = next(n for n, m in enumerate(self.members) if m.id == member)
        self._out.append((at, self.members.pop(at)))
        self._list()

    def _bring_back(self) -> None:
        self.members.insert(*self._out.pop())
        self._list()

    def _list(self) -> None:
        """List the models, and announce the change."""
        clear(self.list_box)
        leader = self._leader()
        for member in self.members:
            items = ", ".join(self.catalogue.gear(i.key).name for i in member.gear)
            star = " ★" if member.id == leader else ""
            line = OneLine()
            kind = self.catalogue.character(member.type).name
            line.setText(f"{member.name}{star} · {kind} · {items or _('nothing')}")
            out = button(_("Remove"), partial(self._take_out, member.id), "quiet")
            out.setAccessibleName(_("Remove {name}", name=member.name))
            layout = row(line, out)
            layout.setStretch(0, 1)
            self.list_box.addWidget(holder(layout))
        if self._out:
            name = typed(short(self._out[-1][1].name, 26))
            text = _("Restore {what}", what=name)
            self.list_box.addWidget(holder(Flow(button(text, self._bring_back, "quiet"))))
        self.changed.emit()

    def _leader(self) -> str:
        """Return the id of the first Leader, or else of the first model; '' without models."""
        leaders = [m for m in self.members if self.catalogue.character(m.type).leader]
        return next((member.id for member in leaders + self.members), "")

    def value(self) -> Entrant:
        return Entrant(
            name=" ".join(self.name.text().split()) or _("A side"),
            members=tuple(self.members),
            leader=self._leader(),
            role=self.role,
        )


#: Setting up, and the list, are at most so wide, in pixels at 100 %.
WIDE = 1800
LIST_WIDE = 1400
#: A side is at least so high, in pixels, where it may scroll.
TABS_LEAST = 200


class TablePage(Page):
    """A list of games; a new one is set up on an inner page."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.nothing = sentence(
            _(
                "No game has been played here yet. The program keeps count of every token, leads "
                "you through each turn and passes the result on to the post-game sequence."
            )
        )
        self.new_button = button(_("&New game"), self.start_setup, "first")
        self.played = SessionList(services, _("Games at the table"))
        self.played.opened.connect(lambda session: services.go(TrackerRoute(session)))
        self.played.delete_wanted.connect(partial(delete_session, self.played))
        self.head = Head(_("At the table"), first=self.new_button)
        self.first_button = button(_("&New game"), self.start_setup, "first")
        self.played.table.chosen.connect(self._chosen_row)
        self.empty = EmptyPage(
            services.theme,
            place("table"),
            _("Play with the program beside the table"),
            self.nothing,
            row(self.first_button, 1),
        )
        listed = column(self.empty, (self.played, 100), 1, margin=MARGIN, spacing=12)
        self.list_page = holder(listed)
        Centered(self.list_page, services.theme, LIST_WIDE)
        self.setup = SetupForm(services)
        self.setup.begun.connect(self.show_list)
        self.setup.cancel_button.clicked.connect(self.show_list)
        self.pages = PageStack()
        self.pages.addWidget(self.list_page)
        self.pages.addWidget(self.setup)
        self.setLayout(column(self.pages))

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

    def shows(self, changed: Changed) -> bool:
        return isinstance(changed, SessionsChanged | Everything)

    def refresh(self) -> None:
        sessions = self.services.ask(self.services.sessions.listed, self.campaign_id or None)
        if sessions is None:
            return
        gone = self.services.sessions.listed(self.campaign_id or None, deleted=True)
        self.empty.setVisible(not sessions)
        self._show_new()
        self.played.setVisible(bool(sessions or gone))
        self.played.table.setVisible(bool(sessions))
        self.played.show_games(
            [self._row(s) for s in sessions], [(s.id, self._name(s)) for s in gone]
        )

    def _show_new(self) -> None:
        """Show one button for a new game: in the head, or on the empty page."""
        listed = self.pages.currentWidget() is self.list_page
        self.new_button.setVisible(listed and self.empty.isHidden())

    def _chosen_row(self, key: str) -> None:
        """Highlight the button if the chosen game can be continued."""
        restyle(self.played.open_button, kind="first" if self.played.is_on(key) else "")

    def _name(self, session: SessionSummary) -> str:
        return table_names(session.facts, lambda key: self.services.catalogue.encounters[key].name)

    def _row(self, session: SessionSummary) -> Row:
        encounter = self.services.catalogue.encounters[str(session.facts.get("encounter", ""))]
        begun = local_time(session.at)
        if session.record and not session.ended:
            begun = _("recorded, then reopened · {when}", when=begun)
        result = ""
        if session.ended:
            result = _("recorded") if session.record else _("ended, not recorded")
        return game_row(
            session.id,
            encounter.drawing,
            encounter.name,
            who_plays(session.facts),
            begun,
            result,
        )


class SetupForm(QWidget):
    """The Encounter and sides of a new game; `begun` says that it has started."""

    begun = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.forms: list[EntrantForm] = []
        self.encounter = encounter_picker(services.catalogue)
        self.encounter.currentIndexChanged.connect(self._changed)
        self.dice = DiceChoice()
        self.roll_button = button(_("&Roll for the Encounter"), self._roll_for_it)
        self.roll = EncounterRoll(services, self.encounter, self._who_plays)
        self.roll.found.connect(lambda _encounter: self._changed())
        self.drawing = Pictogram(services.theme, "", "", "accent_text", 40)
        self.summary = Note(3)
        self.steps = Steps()
        self.groups = WhoPlays()
        self.groups.toggled.connect(self.toggle_group)
        #: The groups of the campaign.
        self._there: Sequence[GroupSummary] = ()
        self.quick_button = button(_("Add a &quick side"), self.add_quick)
        self.back_button = button("", self._bring_back, "quiet")
        self.back_button.hide()
        self._taken_out: list[QuickForm] = []
        self._defender: EntrantForm | None = None
        self._rolled = False
        #: The side whose Refuge is defended by all who play together.
        self._host = 0
        self.why = sentence()
        self._kept: dict[str, GroupForm] = {}
        self.defender = DefenderRow((self.why, 1))
        self.defender.picker.picked.connect(self._defender_chosen)
        self.together = QCheckBox(_("Together against the &zombies"))
        self.together.toggled.connect(self._changed)
        self.tabs = Tabs()
        self.said = sentence("", "warn")
        self.begin_button = button(_("&Begin the game"), self.begin, "first")
        self.cancel_button = button(_("Back"))
        encounter = panel(
            row(self.drawing, (self.encounter, 1), self.roll_button),
            self.summary,
            holder(Flow(self.begin_button, self.cancel_button)),
            self.steps,
            self.said,
            1,
        )
        who = row(
            label(_("Who plays:")),
            (self.groups, 1),
            self.groups.others,
            self.back_button,
            self.quick_button,
        )
        how = row(self.dice, self.together, 1, spacing=18)
        sides = column(panel(who, how, self.defender), (self.tabs, 1), spacing=8)
        keep_room(self.tabs)
        body = Turning(self.services.theme, (encounter, 4), (holder(sides), 7))
        self.setLayout(column(self.roll, (body, 1), margin=MARGIN))
        Centered(self, self.services.theme, WIDE)

    def start(self, campaign: str) -> None:
        """Start with the planned game, else the first two groups, else a quick side."""
        self.campaign_id = campaign
        self.dice.show_mode(self._dice_of(campaign))
        self.roll.hide()
        while self.tabs.count():
            self.tabs.close_tab(0)
        for form in (*self.forms, *self._taken_out, *self._kept.values()):
            form.deleteLater()
        self.forms = []
        self._taken_out = []
        self._kept = {}
        self._defender = None
        self._rolled = False
        self._there = self.services.workspace.groups(campaign) if campaign else []
        planned = self._planned(campaign, [group.id for group in self._there])
        enter(self.together, planned.together)
        self.encounter.setCurrentIndex(max(0, self.encounter.findData(planned.encounter)))
        for group_id in planned.groups:
            self.toggle_group(group_id)
        self._changed()

    def _dice_of(self, campaign: str) -> DiceMode:
        """Return how the campaign's rolls are answered; without one, real dice are entered."""
        if not campaign:
            return "typed"
        return self.services.workspace.campaign(campaign).campaign.dice

    def _planned(self, campaign: str, groups: list[str]) -> PlannedGame:
        """Return the planned game, else a first game of the first two groups."""
        first = PlannedGame(0, EncounterKey.SCAVENGERS.value, tuple(groups[:2]))
        found = self.services.ask(self.services.next_game.read, campaign) if groups else None
        return found.planned if found is not None and found.planned.encounter else first

    def toggle_group(self, group_id: str) -> None:
        """Add or remove a group."""
        there = next(
            (f for f in self.forms if isinstance(f, GroupForm) and f.group.id == group_id), None
        )
        if there is not None:
            self._kept[group_id] = there
            self._remove(there)
            return
        view = self.services.ask(self.services.workspace.group, group_id)
        kept = self._kept.pop(group_id, None)
        if kept is not None and view is not None and kept.group == view.group:
            self._add(kept)
        elif view is not None:
            self._add(GroupForm(self.services, view.group))

    def add_quick(self) -> None:
        """Add a side that belongs to no campaign."""
        number = sum(isinstance(f, QuickForm) for f in self.forms) + 1
        form = QuickForm(self.services, _("Side {n}", n=number))
        form.removed.connect(lambda: self._take_out(form))
        self._add(form)
        self.tabs.setCurrentIndex(self.tabs.count() - 1)
        form.model_name.setFocus()

    def _add(self, form: EntrantForm) -> None:
        form.changed.connect(self._changed, Qt.ConnectionType.UniqueConnection)
        self.forms.append(form)
        side = Unfolding(form, self.services.theme, TABS_LEAST)
        self.tabs.addTab(side, typed(told_apart(form.value().name, 30)))
        self._changed()

    def _remove(self, form: EntrantForm) -> None:
        at = self.forms.index(form)
        form.setParent(None)  # it may come back
        self.tabs.close_tab(at)
        self.forms.remove(form)
        self._changed()

    def _take_out(self, form: QuickForm) -> None:
        self._taken_out.append(form)
        self._remove(form)

    def _bring_back(self) -> None:
        """Restore the quick side that was removed last."""
        self._add(self._taken_out.pop())
        self.tabs.setCurrentIndex(self.tabs.count() - 1)

    def _roll_for_it(self) -> None:
        """Ask for the roll; until it is answered, the amber button is the roll's."""
        restyle(self.begin_button, kind="")
        self.roll.start(self.dice.mode)

    def _changed(self) -> None:
        """Update names, roles and limits, and show warnings."""
        encounter = self.services.catalogue.encounters[str(self.encounter.currentData())]
        full = len(self.forms) >= len(LETTERS)
        self.tabs.setVisible(bool(self.forms))
        restyle(self.quick_button, kind="" if self.forms or self._there else "first")
        for more in (self.quick_button, self.back_button):
            allow(more, not full, _("A game needs one to four sides."))
        playing = [f.group.id for f in self.forms if isinstance(f, GroupForm)]
        self.groups.show_groups(self._there, playing, full=full)
        names = [f.value().name for f in self.forms]
        for n, name in enumerate(names):
            self.tabs.setTabText(n, typed(told_apart(name, 30)))
        self.back_button.setVisible(bool(self._taken_out))
        if self._taken_out:
            last_out = short(self._taken_out[-1].value().name, 26)
            self.back_button.setText(_("Restore {what}", what=typed(last_out)))
        self._share_roles(encounter, names)
        self.drawing.show_drawing(encounter.drawing, token="accent_text")
        about = encounter.summary
        if not self.value().has_rivals:
            about = encounter.scene_alone or about
        self.summary.setText(encounter.cited(about))
        self.steps.show_lines(self._set_up(encounter))
        self._judge()

    def _share_roles(self, encounter: Encounter, names: list[str]) -> None:
        """Set the roles: as chosen, else by the Encounter, else rolled at the table."""
        several = len(self.forms) > 1
        rivals = several and not self.together.isChecked()
        roles = encounter.roles and bool(self.forms)
        self.together.setVisible(several)
        self.defender.setVisible(roles)
        found = who_attacks(self.value(), encounter)
        chosen = LETTERS.index(found.defender) if found.defender and rivals else -1
        if self._rolled:
            chosen = -1
        elif self._defender in self.forms:
            chosen = self.forms.index(self._defender)
        sides = [(told_apart(name, 40), n) for n, name in enumerate(names)]
        if rivals:
            self.defender.offer(sides, chosen, -1)
        else:
            self.defender.offer_role(sides, chosen, -1, encounter=encounter)
        for n, form in enumerate(self.forms):
            form.role = ""
            if roles and (chosen >= 0 or not rivals):
                defends = n == chosen if rivals else chosen >= 0
                form.role = "defender" if defends else "attacker"
            form.allow(most_deployed(encounter, form.role))
        self._host = max(chosen, 0)
        lettered = dict(zip(LETTERS, names, strict=False))
        self.why.setText(why_attacks(encounter, found, lettered) if roles and rivals else "")

    def _set_up(self, encounter: Encounter) -> list[str]:
        """Return the set-up steps, with those for the groups' Refuges."""
        setup = self.value()
        perks = {perk for e in setup.entrants if e.role != "attacker" for perk in e.perks}
        role = setup.entrants[0].role if setup.entrants else ""
        steps = encounter.set_up(perks, rivals=setup.has_rivals, role=role)
        by_levels = zombies_for_levels(encounter, setup, self._rules())
        return [*steps, *told_by_levels(encounter, by_levels)]

    def _rules(self) -> Rules:
        """Return what is played by: with the campaign's switches, if a group of it plays."""
        catalogue = self.services.catalogue
        if not self.campaign_id or not self._who_plays():
            return Rules(catalogue)
        campaign = self.services.workspace.campaign(self.campaign_id).campaign
        return Rules(catalogue, campaign.switches)

    def _defender_chosen(self, chosen: int) -> None:
        self._rolled = chosen < 0
        self._defender = self.forms[chosen] if chosen >= 0 else None
        self._changed()

    def value(self) -> Setup:
        entrants = tuple(form.value() for form in self.forms)
        together = len(entrants) > 1 and self.together.isChecked()
        if together:
            entrants = sharing_a_refuge(entrants, self._host)
        return Setup(str(self.encounter.currentData()), entrants, together)

    def _judge(self) -> None:
        setup = self.value()
        catalogue = self.services.catalogue
        wrong = problems(setup, catalogue)
        lines = wrong + warnings(setup, catalogue)
        show_text(self.said, "\n".join(f"⚠ {line}" for line in lines))
        allow(self.begin_button, not wrong, "\n".join(wrong))
        restyle(self.begin_button, kind="" if self.roll.isVisible() else "first")
        for form in self.forms:
            if isinstance(form, QuickForm):
                restyle(form.add_button, kind="first" if wrong else "")

    def begin(self) -> None:
        campaign = self.campaign_id or None
        if not self._who_plays():
            campaign = None
        begin = self.services.sessions.begin
        session = self.services.ask(lambda: begin(campaign, self.value(), dice=self.dice.mode))
        if session is not None:
            self.forms = []
            self._kept = {}
            self.begun.emit()
            self.services.wrote.emit()
            self.services.go(TrackerRoute(session))

    # The Encounter roll

    def _who_plays(self) -> list[Group]:
        return [f.group for f in self.forms if isinstance(f, GroupForm)]
