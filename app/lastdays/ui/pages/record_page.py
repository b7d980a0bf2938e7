"""Recording a game: who took part, who fell, what was done and brought home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QCheckBox, QLayout, QWidget

from lastdays.campaign.game_records import RecordDrafts
from lastdays.campaign.overview import CampaignView
from lastdays.campaign.reports.facts import Fact, with_facts
from lastdays.campaign.reports.report_actions import ReportTarget
from lastdays.language import _, chained, joined, short, titled
from lastdays.model.campaign import Campaign
from lastdays.model.counters import changes_in_words
from lastdays.model.game_record import (
    Appearance,
    GameRecord,
    Side,
    doubts,
    effects_in_words,
    rivals_taken_by,
)
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Encounter
from lastdays.rulebook.known import AttributeKey
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.form import (
    call_on_entry,
    fill_controls,
    set_control,
    text_field,
    value_with_entries,
)
from lastdays.ui.forms.game_setup import EncounterRoll, encounter_picker
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.navigation import AftermathRoute, CampaignRoute, FoundRoute, RecordRoute, Route
from lastdays.ui.page import MARGIN, Head, PageOfCampaign
from lastdays.ui.pages.record_facts import (
    ByPicker,
    CaptivesPanel,
    MemberFacts,
    MembersGrid,
    TokenList,
)
from lastdays.ui.pages.report_panel import PasteForm, ReportPanel, copy_form
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import show_entry_on_hover
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    Fold,
    MoreButton,
    RowOrColumn,
    add_menu_action,
    button,
    choose_key,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    label,
    make_timer,
    panel,
    row,
    sentence,
    set_hint,
    show_either,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.room import Centered, Unfolding
from lastdays.ui.widgets.tabs import Tabs


class SideForm(QWidget):
    """The form of one side: deeds, tokens, captives, and how it ended. `changed` says that a fact
    was entered; `ended` carries whether *Won* and *Lost* are ticked, once one of them is pressed."""

    changed = Signal()
    ended = Signal(bool, bool)

    def __init__(
        self,
        services: Services,
        side: Side,
        group: Group | None,
        game: GameRecord,
        names: Mapping[str, str],
        encounter: Encounter,
    ) -> None:
        """Make the form; `names` maps all members in the game by id."""
        super().__init__()
        self.side = side
        self.group = group
        self._typed_won = side.won and not side.vehicle
        self.members = MembersGrid(
            side, group, _members_of_other_sides(side, game, names), names, services
        )
        # Animals carry nobody and nothing (ruling 7).
        able = []
        for appearance in side.appearances:
            if not self._is_animal(appearance.member):
                able.append((names[appearance.member], appearance.member))
        self.tokens = TokenList(side.tokens, names, self._possible_carriers)
        self.captives = CaptivesPanel(side.captives, group, able)
        ending = self._make_ending(able)
        captives_heading = label(_("Captives"), "heading")
        self.own_rules_note = sentence(_by_own_rules(side, names, services.catalogue))
        self.own_rules_note.setVisible(bool(self.own_rules_note.text()))
        self.objective_note = sentence("", "faint")
        rare = _("Held back, objectives, gear used")
        self.rare_fold = Fold(services.theme, "record/rare", rare, self.objective_note)
        self.rare_fold.toggled.connect(self.members.show_rare)
        self.show_encounter(encounter)
        self.members.changed.connect(self.changed)
        self.tokens.changed.connect(self.changed)
        self.captives.changed.connect(self.changed)
        members = panel(self.members, 1)
        what_happened = panel(
            self.tokens,
            captives_heading,
            self.captives,
            ending,
            self.own_rules_note,
            self.rare_fold,
            1,
        )
        turning = RowOrColumn(services.theme, (members, 7), (what_happened, 3), spacing=8)
        self.setLayout(column(turning, 1))
        members.setVisible(bool(side.appearances))
        self.tokens.setVisible(bool(side.group))
        captives_heading.setVisible(bool(side.captives))
        self.captives.setVisible(bool(side.captives))

    def _make_ending(self, able: list[tuple[str, str]]) -> QLayout:
        """Make the ticks of how the game ended; `able` are those who may have done it."""
        self.won_tick = QCheckBox(_("&Won"))
        self.lost_tick = QCheckBox(_("&Lost"))
        set_hint(self.lost_tick, _("Neither won nor lost: leave both as they are."))
        self.broke_tick = QCheckBox(_("&Broke"))
        self.vehicle_tick = QCheckBox(_("Got a&way with the vehicle"))
        self.vehicle_by_picker = ByPicker(able, _("who started the vehicle"))
        self.stranger_tick = QCheckBox(_("Brought a st&ranger home"))
        self.stranger_by_picker = ByPicker(able, _("who brought the stranger home"))
        self._controls: dict[str, QWidget] = {
            "won": self.won_tick,
            "lost": self.lost_tick,
            "broke": self.broke_tick,
            "vehicle": self.vehicle_tick,
            "vehicle_by": self.vehicle_by_picker,
            "stranger_home": self.stranger_tick,
            "stranger_by": self.stranger_by_picker,
        }
        fill_controls(self.side, self._controls)
        self.won_tick.toggled.connect(self._keep_typed_won)
        self.won_tick.clicked.connect(self._won_pressed)
        self.lost_tick.clicked.connect(self._lost_pressed)
        call_on_entry(self.changed.emit, *self._controls.values())
        return column(
            label(_("How it ended"), "heading"),
            Flow(self.won_tick, self.lost_tick, self.broke_tick, spacing=18),
            self.vehicle_tick,
            self.vehicle_by_picker,
            self.stranger_tick,
            self.stranger_by_picker,
            spacing=4,
        )

    @property
    def rows(self) -> dict[str, MemberFacts]:
        """The facts of each member, by id."""
        return self.members.rows

    def _is_animal(self, member: str) -> bool:
        if self.group is None or not self.group.has_member(member):
            return False
        return self.group.member(member).has(AttributeKey.ANIMAL)

    def _possible_carriers(self) -> list[str]:
        """Return who can have carried a token: deployed, not Out, no Animal (p. 36)."""
        carriers = []
        for appearance in self.entered_side().appearances:
            is_standing = appearance.part == "deployed" and not appearance.out
            if is_standing and not self._is_animal(appearance.member):
                carriers.append(appearance.member)
        return carriers

    def _keep_typed_won(self, on: bool) -> None:
        self._typed_won = on

    def _won_pressed(self, on: bool) -> None:
        self._tell_end(won=on, lost=False)

    def _lost_pressed(self, on: bool) -> None:
        self._tell_end(won=False, lost=on)

    def _tell_end(self, *, won: bool, lost: bool) -> None:
        self.show_end(won, lost)
        self.ended.emit(won, lost)

    def show_end(self, won: bool, lost: bool) -> None:
        """Tick *Won* or *Lost*, or neither."""
        self._typed_won = won
        set_control(self.won_tick, won)
        set_control(self.lost_tick, lost)

    def show_encounter(self, encounter: Encounter) -> None:
        """Offer only what there is in this Encounter."""
        self._encounter = encounter
        objective = ""
        if encounter.objective:
            objective = _("Objective: {text}", text=encounter.objective)
        show_text(self.objective_note, objective)
        self.captives.show_encounter(encounter)

    def show_consequences(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Show what follows from the facts of all sides; hide or disable what is impossible. `side`
        is this form's part of `game`."""
        for facts in self.rows.values():
            facts.show_consequences(game, side, names)
        self.members.show_rare(self.rare_fold.is_open())
        has_rival = len(game.sides) > 1 and not game.together
        self.members.show_rivals(has_rival)
        self.tokens.may_claim = has_rival
        self.lost_tick.setVisible(self.lost_tick.isChecked() or not has_rival)
        drove_off = self.drove_off
        enable_or_explain(
            self.won_tick, not drove_off, _("Getting away with the vehicle wins the game")
        )
        set_control(self.won_tick, self._typed_won or drove_off)
        anybody = bool(self.rows)
        self.vehicle_tick.setVisible(self._encounter.vehicle)
        self.vehicle_by_picker.setVisible(anybody and drove_off)
        self.stranger_tick.setVisible(self._encounter.captives)
        self.stranger_by_picker.setVisible(anybody and self.brought_stranger)
        self.captives.show_who_brought_home(anybody=anybody)

    def forget_implied_numbers(self, game: GameRecord) -> None:
        """Treat recorded numbers as not typed if they follow from the record."""
        for member, facts in self.rows.items():
            facts.rival_count.forget_if_implied(len(rivals_taken_by(game, self.side, member)))
            facts.objective_count.forget_if_implied(self.side.achieved(member))

    @property
    def drove_off(self) -> bool:
        """Whether the side got away with the vehicle, in an Encounter with one."""
        return self.vehicle_tick.isChecked() and self._encounter.vehicle

    @property
    def brought_stranger(self) -> bool:
        """Whether the side brought a stranger home, in an Encounter with captives."""
        return self.stranger_tick.isChecked() and self._encounter.captives

    def entered_side(self) -> Side:
        side = value_with_entries(self.side, self._controls)
        stranger_by = side.stranger_by if self.brought_stranger else ""
        vehicle_by = side.vehicle_by if self.drove_off else ""
        return replace(
            side,
            appearances=tuple(facts.appearance() for facts in self.rows.values()),
            tokens=tuple(self.tokens.items),
            captives=self.captives.value(),
            stranger_home=self.brought_stranger,
            stranger_by=stranger_by,
            vehicle=self.drove_off,
            vehicle_by=vehicle_by,
        )


def _members_of_other_sides(
    side: Side, game: GameRecord, names: Mapping[str, str]
) -> list[tuple[str, str]]:
    """List the members of the other sides by name and id; nobody where all play together."""
    if game.together:
        return []
    rivals = []
    for other_side in game.sides:
        if other_side is side:
            continue
        for appearance in other_side.appearances:
            rivals.append((names[appearance.member], appearance.member))
    return rivals


def _by_own_rules(side: Side, names: Mapping[str, str], catalogue: Catalogue) -> str:
    """Say what the players' own rules changed at the table, and do after the game; '' for nothing."""
    changes = [_own_changes_in_words(side.name, side, catalogue)]
    for appearance in side.appearances:
        changes.append(_own_changes_in_words(names[appearance.member], appearance, catalogue))
    what = chained(filter(None, changes))
    if not what:
        return ""
    return _("Our rules, from the table: {what}", what=what)


def _own_changes_in_words(name: str, facts: Side | Appearance, catalogue: Catalogue) -> str:
    """Say what the players' own rules did to a side or a member; '' for nothing."""
    changes = changes_in_words(facts.counters, catalogue)
    changes += effects_in_words(facts.effects, catalogue)
    if not changes:
        return ""
    return titled(name, ", ".join(changes))


#: The least height of a form that is scrolled, in pixels at 100 %: three members below their heads.
LEAST = 190


class SideTabs(Tabs):
    """A tab with a form for each side; `changed` says that a fact was entered."""

    changed = Signal()
    #: Carries the form in which a side was said to have won or lost, or neither.
    ended = Signal(object, bool, bool)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.forms: list[SideForm] = []

    def show_game(
        self,
        game: GameRecord,
        groups: Sequence[Group | None],
        names: Mapping[str, str],
        encounter: Encounter,
    ) -> None:
        while self.count():
            self.close_tab(0)
        self.forms = []
        for side, group in zip(game.sides, groups, strict=True):
            form = SideForm(
                services=self._services,
                side=side,
                group=group,
                game=game,
                names=names,
                encounter=encounter,
            )
            form.changed.connect(self.changed)
            form.ended.connect(partial(self.ended.emit, form))
            form.rare_fold.toggled.connect(self._fold_all)
            form.forget_implied_numbers(game)
            self.forms.append(form)
            scrolled_form = Unfolding(form, self._services.theme, LEAST)
            self.addTab(scrolled_form, escape_ampersands(short(side.name, 30)))

    def _fold_all(self, on: bool) -> None:
        """Open or fold the rare facts of every side."""
        for form in self.forms:
            form.rare_fold.show_open(on)


#: How long nobody touches the form before it is kept as a draft.
PAUSE_MS = 700


class RecordPage(PageOfCampaign):
    """A game to be recorded or corrected. Until then what is entered is kept as a draft."""

    game: GameRecord
    #: What the report is about that was pasted.
    _target: ReportTarget
    #: What the form began with, before anything was filled in.
    _begun_with: GameRecord

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        theme = services.theme
        self.known = False
        self._revision = 0
        self.drafts = RecordDrafts(services.workspace)
        self._pause = make_timer(self, PAUSE_MS, self.keep_draft)
        self._kept: dict[str, Side] = {}
        self._names: dict[str, str] = {}
        self.head = self._make_head()
        self.nothing = self._make_nothing()
        encounter_line = self._make_encounter()
        self.played = self._make_played()
        self.tabs = SideTabs(services)
        self.tabs.changed.connect(self._show_consequences)
        self.tabs.ended.connect(self._end_together)
        self.doubts = sentence("", "warn")
        self.doubt_room = Reserved(self.doubts, 2)
        self.roll_frame.settled.connect(self.doubt_room.show)
        self.paste_form = self._make_paste_form()
        self.report = ReportPanel(services)
        self.report.changed.connect(self._pause.start)
        self.report.chosen.connect(self._fill_in_fact)
        inside = column(
            encounter_line,
            self.roll_frame,
            self.played,
            self.paste_form,
            self.report,
            (self.tabs, 1),
            self.doubt_room,
        )
        #: What is there for a campaign that has a group.
        self._inside = wrap_layout(inside)
        outer = column(self.nothing, self._inside, margin=MARGIN)
        outer.setAlignment(self.nothing, Qt.AlignmentFlag.AlignTop)
        self.setLayout(outer)
        theme.call_with_narrow(
            self._place_note
        )  # on the page: shown before, it is a window of its own
        Centered(self, theme, 1500)

    def _make_head(self) -> Head:
        """Make the head with its button and menu."""
        self.record_button = button(_("&Record the game"), self._record_game, "first")
        self.more_button = MoreButton(_("More to do with this record"))
        menu = self.more_button.menu()
        menu.setToolTipsVisible(True)
        add_menu_action(menu, _("Record, then start the &post-game sequence"), self._record_and_go)
        menu.addSeparator()
        add_menu_action(menu, _("Copy a report form"), self.copy_form)
        add_menu_action(menu, _("Paste a report…"), self.start_pasting)
        menu.addSeparator()
        self.anew_action = add_menu_action(menu, _("Start over"), self._start_over)
        add_menu_action(menu, _("Back"), self.services.to(CampaignRoute()))
        return Head("", self.more_button, first=self.record_button)

    def _make_nothing(self) -> EmptyPage:
        """Make what is shown in a campaign without a group."""
        explanation = _(
            "Record here who took part in a game, who was taken Out of Action and what was "
            "brought home."
        )
        create_button = button(_("Create group"), self.services.to(FoundRoute()), "first")
        return EmptyPage(
            self.services.theme,
            place("chronicle"),
            _("Create a group first"),
            sentence(explanation),
            row(create_button, 1),
        )

    def _make_encounter(self) -> QWidget:
        """Make the choice of the Encounter and the roll for it."""
        services = self.services
        self.encounter = encounter_picker(services.catalogue)
        call_on_entry(self._encounter_chosen, self.encounter)
        self.encounter_note = sentence()
        self.roll_button = button(_("Roll for the En&counter"), self.start_roll)
        self.roll_frame = EncounterRoll(services, self.encounter, self._who_plays)
        self.paste_button = button(_("Paste a report…"), self.start_pasting)
        chosen = wrap_layout(row(self.encounter, self.roll_button, self.paste_button, 1))
        return RowOrColumn(services.theme, (chosen, 0), (self.encounter_note, 1), spacing=8)

    def _make_played(self) -> Fold:
        """Make the fold of who took part: the campaign's groups, and an opponent from outside."""
        theme = self.services.theme
        self.group_row = Flow(spacing=14)
        self.group_boxes: dict[str, QCheckBox] = {}
        self._offered: dict[str, str] = {}
        ticks = wrap_layout(self.group_row)
        took_part = row(label(_("Took part:")), (ticks, 1))
        took_part.setAlignment(ticks, Qt.AlignmentFlag.AlignVCenter)
        outside = _("an opponent outside this campaign")
        self.opponent = text_field(_("Opponent outside this campaign"), outside)
        self.opponent.setToolTip(plain_hint(outside))
        self.opponent.editingFinished.connect(self._sides_changed)
        self.against = label("")
        against = wrap_layout(row(self.against, self.opponent))
        self.together = QCheckBox(_("Together against the &zombies"))
        set_hint(self.together, _("Nobody is anybody's rival: all win, or all lose."))
        self.together.toggled.connect(self._together_ticked)
        parts = RowOrColumn(
            theme, (wrap_layout(took_part), 3), (against, 2), (self.together, 0), spacing=8
        )
        return Fold(theme, "record/played", "", parts)

    def _place_note(self, _narrow: bool) -> None:
        """Show the Encounter's summary in a large window; elsewhere it is a hint."""
        self.encounter_note.setVisible(self.services.theme.is_ample)

    def show_route(self, route: RecordRoute, campaign: str) -> Route | None:
        self.start(campaign, route.game, planned=route.planned, fixture=route.fixture)
        if route.pasting:
            self.start_pasting()
            return replace(route, pasting=False)  # a second look shows the record
        return route

    def start(
        self, campaign: str, game_id: str, *, planned: bool = False, fixture: str = ""
    ) -> None:
        """Open a new record ('') or a recorded game; with `planned` start from a fixture, keeping its
        draft."""
        is_open = campaign == self.campaign_id and self._recorded_id() == game_id
        if is_open and not planned and self._has_unrecorded_facts():
            self._note_seen()
            self.take_focus()
            return  # what was typed before looking elsewhere is still here
        self.keep_draft()
        self.campaign_id = campaign
        self._kept = {}
        view = self.services.workspace.campaign(campaign)
        self.roll_frame.hide()
        self._show_form()
        self.known = bool(game_id)
        self._revision = view.revision
        self._note_seen()
        if self.known:
            draft = self._begin_correction(view, game_id)
        else:
            draft = self._begin_new(view, planned=planned, fixture=fixture)
        self._show_game(view)
        if self.known and draft is None:
            self._begun_with = self.value()  # as the form puts what was recorded
        self.take_focus()

    def _recorded_id(self) -> str:
        """Return the id of the recorded game that is corrected, '' for a new record."""
        return self.game.id if self.known else ""

    def _draft_key(self) -> str:
        """Return the id of what a draft is about: the game that is corrected, else the fixture."""
        return self.game.id if self.known else self.game.fixture

    def _begin_correction(self, view: CampaignView, game_id: str) -> GameRecord | None:
        """Take a recorded game, or its draft, which is returned, if there is one."""
        self._begun_with = view.campaign.game(game_id)
        draft = self.drafts.correction(view.campaign.id, self._begun_with)
        self.game = draft or self._begun_with
        if draft is not None:
            self.services.say(_("These are your unfinished corrections. They aren't recorded yet."))
        self.anew_action.setToolTip(plain_hint(_("Back to the recorded game")))
        return draft

    def _begin_new(self, view: CampaignView, *, planned: bool, fixture: str) -> GameRecord | None:
        """Take a new record, or its draft, which is returned, if there is one."""
        if planned:
            self._begun_with = self._fresh_of(view.campaign, fixture)
        else:
            self._begun_with = self._new_record(view)
        draft = self.drafts.kept(view.campaign.id, self._begun_with.fixture)
        self.game = draft or self._begun_with
        if draft is not None and planned:
            self._kept = {side.group: side for side in draft.sides}
            self.game = _with_what_was_filled_in(self._begun_with, draft)
        if draft is not None:
            self.services.say(_("This form was filled in earlier. It isn't recorded yet."))
        self.anew_action.setToolTip(plain_hint(_("Clear the form: nothing is recorded yet")))
        return draft

    def _show_game(self, view: CampaignView) -> None:
        """Show the game that is recorded or corrected, with the campaign's groups."""
        game = self.game
        self.anew_action.setVisible(True)
        outsiders = [side.name for side in game.sides if not side.group]
        self.opponent.setText(outsiders[0] if outsiders else "")
        groups = {group.id: group.name for group in view.groups}
        self._offer_groups(groups, played={side.group for side in game.sides})
        set_control(self.together, game.together)
        can_record = bool(view.groups) or self.known
        show_either(can_record, self._inside, instead=self.nothing)
        enable_or_explain(self.record_button, can_record, _("Create a group first"))
        if self.known:
            self.head.title.setText(_("Game {n}, corrected", n=game.number))
        else:
            self.head.title.setText(_("Game {n}", n=game.number))
        encounter = self.services.catalogue.encounters[game.encounter]
        choose_key(self.encounter, encounter.key, encounter.name)
        self.report.show_record(game)
        self._build()

    def take_focus(self) -> None:
        """Focus a recorded captive whose fate is open, else the Encounter."""
        forms = self.sides if self.known else []
        for number, form in enumerate(forms):
            if form.captives.unsaid is not None:
                self.tabs.setCurrentIndex(number)
                form.captives.unsaid.setFocus()
                return
        self.encounter.setFocus()

    def _note_seen(self) -> None:
        """Note which revision is being corrected; a new game needs none."""
        if self.known:
            self.services.workspace.seen_campaigns.show(self.campaign_id, self._revision, self)

    def _new_record(self, view: CampaignView) -> GameRecord:
        """Return a new record, filled in from the only fixture that is still to be played, else of the
        first two groups. Recorded, it is that of a fixture if the same groups play."""
        campaign = view.campaign
        if len(campaign.open_fixtures) == 1:
            return replace(self._fresh_of(campaign, ""), fixture="")
        groups = tuple(group.id for group in view.groups[:2])
        return self.services.records.new_record(campaign.id, groups, "")

    def _fresh_of(self, campaign: Campaign, fixture: str) -> GameRecord:
        """Return a new record, filled in from a fixture, '' for the next one."""
        next_game = self.services.next_game
        planned_groups = next_game.read(campaign.id, fixture).fixture.groups
        record = self.services.records.new_record(campaign.id, planned_groups, "")
        return next_game.prefilled_record(campaign.id, record, fixture)

    def _offer_groups(self, names: dict[str, str], played: set[str]) -> None:
        """Offer the campaign's groups; tick those that took part."""
        if names != self._offered:
            self._offered = names
            self._make_boxes()
        for group, box in self.group_boxes.items():
            set_control(box, group in played)

    def _make_boxes(self) -> None:
        """Make a box to tick for each group."""
        clear_layout(self.group_row)
        self.group_boxes = {}
        for group, name in self._offered.items():
            box = QCheckBox()
            box.setText(escape_ampersands(short(name, 30)))
            box.toggled.connect(self._sides_changed)
            self.group_row.addWidget(box)
            self.group_boxes[group] = box

    def _has_unrecorded_facts(self) -> bool:
        """Return whether unrecorded facts are entered."""
        if self.known or self.report.reports:
            return self._differs_from_start()
        return any(form.entered_side() != form.side for form in self.sides)

    def _differs_from_start(self) -> bool:
        """Return whether the form differs from what it started with."""
        game = self.value()
        begun_with = self._begun_with
        return (
            game.encounter != begun_with.encounter
            or game.sides != begun_with.sides
            or game.together != begun_with.together
            or game.reported_by != begun_with.reported_by
            or game.quote != begun_with.quote
        )

    def keep_draft(self) -> None:
        """Store what is entered as a draft, or discard the draft if nothing is."""
        campaign = self.campaign_id
        self._pause.stop()
        if not campaign:
            return
        if self._differs_from_start():
            self.services.ask(self.drafts.keep, campaign, self.value(), correcting=self.known)
        else:
            self.services.ask(self.drafts.discard, campaign, self._draft_key())

    def hideEvent(self, event: QHideEvent) -> None:
        """Store the draft, also when the window closes."""
        self.keep_draft()
        super().hideEvent(event)

    def _start_over(self) -> None:
        game = self._recorded_id()
        campaign = self.campaign_id
        fixture = self.game.fixture
        self.campaign_id = ""
        self.services.ask(self.drafts.discard, campaign, self._draft_key())
        self.start(campaign, game, planned=bool(fixture) and not game, fixture=fixture)

    def refresh(self) -> None:
        """Keep the form: changes in the store never overwrite what is entered."""

    def _build(self) -> None:
        """Make a form for each side of the game."""
        several = len(self.game.sides) > 1
        self.together.setVisible(several)
        together = several and self.together.isChecked()
        self.game = replace(self.game, together=together)
        self.against.setText(_("with") if together else _("against"))
        groups = [self._group_of(side) for side in self.game.sides]
        self._names = _names_in(self.game, groups)
        self.tabs.show_game(self.game, groups, self._names, self._name_encounter())
        self._say_who_played()
        for form, side in zip(self.sides, self.game.sides, strict=True):
            form.show_consequences(self.game, side, self._names)
        self._show_doubts(self.game)

    def _say_who_played(self) -> None:
        """Say on the fold who played; open it if nobody did."""
        sides = self.game.sides
        if not sides:
            self.played.say(_("Who played?"))
            self.played.show_open(True)
            return
        names = joined([short(side.name, 16) for side in sides])
        if len(sides) > 2:
            self.played.say(_("Played by {n} groups", n=len(sides)))
        elif self.game.together:
            self.played.say(_("Played together by {sides}", sides=names))
        else:
            self.played.say(_("Played by {sides}", sides=names))

    @property
    def sides(self) -> list[SideForm]:
        """The form of each side."""
        return self.tabs.forms

    def _group_of(self, side: Side) -> Group | None:
        if not side.group:
            return None
        view = self.services.ask(self.services.workspace.group, side.group)
        return view.group if view else None

    def _name_encounter(self) -> Encounter:
        """Show the chosen Encounter's summary, and return the Encounter."""
        encounter = self.services.catalogue.encounters[self.encounter.currentData()]
        self.encounter_note.setText(encounter.cited(encounter.summary))
        for part in (self.encounter, self.encounter_note):
            show_entry_on_hover(part, encounter.name, self.services)
        return encounter

    def _encounter_chosen(self) -> None:
        encounter = self._name_encounter()
        for form in self.sides:
            form.show_encounter(encounter)
        self._show_consequences()

    def _show_consequences(self) -> None:
        """Show what follows from the facts, and what is doubtful."""
        if not self.sides:
            return
        game = self.value()
        for form, side in zip(self.sides, game.sides, strict=True):
            form.show_consequences(game, side, self._names)
        self._show_doubts(self.value())
        self._pause.start()

    def _sides_changed(self) -> None:
        """Change who took part; what was entered for the others is kept."""
        for form in self.sides:
            self._kept[form.side.group] = form.entered_side()
        groups = tuple(group for group, box in self.group_boxes.items() if box.isChecked())
        opponent = self.opponent.text().strip()
        new_record = self.services.records.new_record
        record = self.services.ask(new_record, self.campaign_id, groups, opponent)
        if record is None:
            return
        sides = []
        for side in record.sides:
            entered_side = self._kept.get(side.group)
            if entered_side is not None:
                side = replace(entered_side, name=side.name)
            sides.append(side)
        encounter = self.encounter.currentData()
        self.game = replace(self.game, encounter=encounter, sides=tuple(sides))
        self.report.forget_reports()
        self._allow_recording()
        self._build()

    def _together_ticked(self) -> None:
        """Say that the sides play together, or against each other; what was entered stays."""
        self.game = self.value()
        self._build()
        self._pause.start()

    def _end_together(self, pressed_form: SideForm, won: bool, lost: bool) -> None:
        """Have sides that play together win and lose together."""
        if not self.game.together:
            return
        for form in self.sides:
            if form is not pressed_form:
                form.show_end(won, lost)
        self._show_consequences()

    def value(self) -> GameRecord:
        several = len(self.sides) > 1
        game = replace(
            self.game,
            encounter=self.encounter.currentData(),
            sides=tuple(form.entered_side() for form in self.sides),
            together=several and self.together.isChecked(),
        )
        return self.report.with_reporter_and_quote(game)

    def _show_doubts(self, game: GameRecord) -> None:
        if game.sides:
            lines = doubts(game, self.services.catalogue, self._names)
        else:
            lines = [_("Choose a group that took part.")]
        self.doubt_room.show_text("\n".join(f"⚠ {line}" for line in lines))
        self.doubts.setVisible(bool(lines))

    def _record_game(self) -> bool:
        if self.report.open_points:  # the menu records, too
            self.services.say(_("Choose what counts where the reports differ"), "harm")
            return False
        game = self.value()
        self._show_doubts(game)
        record = partial(self.services.records.record, self.campaign_id, game)
        message = _("Game {n} is recorded.", n=game.number)
        recorded = self.services.do(record, message).result
        if recorded is None:
            return False
        self.services.ask(self.drafts.discard, self.campaign_id, self._draft_key())
        self.game = replace(game, number=recorded.number, fixture=recorded.fixture)
        self._begun_with = self.game
        self.known = True
        self._pause.stop()
        self.anew_action.setVisible(False)
        return True

    def _record_and_go(self) -> None:
        if self._record_game():
            self.services.go(AftermathRoute())

    # Reports

    def _make_paste_form(self) -> PasteForm:
        """Make the form that takes a message with a report."""
        form = PasteForm(self.services)
        form.pasted.connect(self._read_report)
        form.used_here.connect(self._use_anyway)
        form.opened.connect(self._open_its_record)
        form.closed.connect(self._show_form)
        return form

    def leave_inner(self) -> bool:
        """Cancel the form that asks for a message."""
        if self.paste_form.isHidden():
            return super().leave_inner()
        self.paste_form.close_form()
        return True

    def copy_form(self) -> None:
        """Put the form of this game's report on the clipboard."""
        copy_form(self.services, self.campaign_id, self.value())

    def start_pasting(self) -> None:
        """Ask for a message with a report, in place of the members."""
        self.roll_frame.hide()
        self.doubt_room.show()
        for part in (self.paste_button, self.report, self.tabs):
            part.hide()
        self.paste_form.start()

    def _show_form(self) -> None:
        """Show the record in place of the form that asks for a message."""
        self.paste_form.hide()
        self.paste_button.show()
        self.tabs.show()
        self.report.show_or_hide()

    def _read_report(self, message: str) -> None:
        """Read a report into the record, if it is about this game or none is begun yet."""
        reports = self.services.reports
        target = self.services.ask(reports.target, self.campaign_id, message)
        if target is None:
            return
        self._target = target
        if target.is_foreign:
            self.paste_form.show_warning(_("This form is of another campaign."), can_use=True)
        elif target.game and target.game != self._recorded_id():
            self._warn_of_game(target.game)
        elif not self.known and target.fixture not in ("", self.game.fixture):
            self._turn_to_fixture(target.fixture, message)
        else:
            self._use_anyway(message)

    def _use_anyway(self, message: str) -> None:
        """Read a report into this record, whichever game it names."""
        self._play_those(self._target)
        self._use_report(message)

    def _warn_of_game(self, game_id: str) -> None:
        """Say that a report is about a game that is recorded already."""
        view = self.services.workspace.campaign(self.campaign_id)
        number = view.campaign.game(game_id).number
        text = _("This report is about game {n}, which is already recorded.", n=number)
        self.paste_form.show_warning(text, can_open=True, can_use=True)

    def _turn_to_fixture(self, fixture: str, message: str) -> None:
        """Turn to the game that a report is about, if nothing was entered for this one."""
        if self._has_unrecorded_facts():
            text = _("This report is about another game that is planned.")
            self.paste_form.show_warning(text, can_open=True, can_use=True)
            return
        self.start(self.campaign_id, "", planned=True, fixture=fixture)
        self._use_report(message)

    def _open_its_record(self) -> None:
        """Go to the record of the game that the report is about, and read it there."""
        message = self.paste_form.field.toPlainText()
        target = self._target
        self.start(self.campaign_id, target.game, planned=not target.game, fixture=target.fixture)
        self._use_report(message)

    def _play_those(self, target: ReportTarget) -> None:
        """Have the groups of a report play in a new record, if nothing was entered yet."""
        if self.known or self.game.fixture or self._has_unrecorded_facts() or not target.groups:
            return
        set_control(self.together, target.together)
        for group, box in self.group_boxes.items():
            set_control(box, group in target.groups)
        self._sides_changed()

    def _use_report(self, message: str) -> None:
        """Read a report into this record."""
        services = self.services
        game = self.value()
        found = services.ask(services.reports.read, self.campaign_id, game, message)
        if found is None:
            return
        if not any(report.tells_of_sides for report in found):
            self.paste_form.show_warning(
                _("Nothing in this text is about the game. It is still here.")
            )
            return
        cast = services.reports.cast(self.campaign_id, game)
        self.paste_form.close_form()
        facts = self.report.add_reports(found, cast)
        self._fill_in(facts)

    def _fill_in_fact(self, fact: Fact) -> None:
        self._fill_in([fact])

    def _fill_in(self, facts: Sequence[Fact]) -> None:
        """Fill facts into the record."""
        self.game = with_facts(self.value(), facts)
        encounter = self.services.catalogue.encounters[self.game.encounter]
        choose_key(self.encounter, encounter.key, encounter.name)
        place = self.tabs.currentIndex()
        self._build()
        self.tabs.setCurrentIndex(place)
        self._allow_recording()
        self._pause.start()

    def _allow_recording(self) -> None:
        """Enable recording, or say why it has to wait."""
        is_open = self.report.open_points > 0
        enable_or_explain(
            self.record_button, not is_open, _("Choose what counts where the reports differ")
        )

    # The Encounter roll

    def _who_plays(self) -> list[Group]:
        groups = []
        for group, box in self.group_boxes.items():
            if not box.isChecked():
                continue
            view = self.services.ask(self.services.workspace.group, group)
            if view is not None:
                groups.append(view.group)
        return groups

    def start_roll(self) -> None:
        """Show the Encounter roll in place of the doubts."""
        self.doubt_room.hide()
        self.roll_frame.start_for(self.campaign_id)

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        return self.services.workspace.undo_names(self.campaign_id)

    def stepped(self) -> None:
        """Leave the record, which an undo has changed."""
        self.services.go(CampaignRoute())


def _names_in(game: GameRecord, groups: Sequence[Group | None]) -> dict[str, str]:
    """Return the names of all members by id; a member of no group is called by its id."""
    names = {}
    for side in game.sides:
        for appearance in side.appearances:
            names[appearance.member] = appearance.member
    for group in groups:
        if group is not None:
            names |= {member.id: member.name for member in group.members}
    return names


def _with_what_was_filled_in(fresh: GameRecord, draft: GameRecord) -> GameRecord:
    """Return a new record with the sides of a draft that still play, and its outside opponent."""
    drafted = {side.group: side for side in draft.sides}
    sides = [drafted.get(side.group, side) for side in fresh.sides]
    sides += [side for side in draft.sides if not side.group]
    return replace(fresh, sides=tuple(sides))
