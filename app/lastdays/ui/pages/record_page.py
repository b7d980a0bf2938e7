"""Recording a game: who took part, who fell, what was done and brought home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from lastdays.campaign.game_records import RecordDrafts
from lastdays.language import _, chained, joined, short, titled
from lastdays.model.campaign import Campaign
from lastdays.model.counters import changes_in_words
from lastdays.model.game_record import (
    Appearance,
    GameRecord,
    Side,
    doubts,
    effects_in_words,
    taken_by,
)
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Encounter
from lastdays.rulebook.known import AttributeKey
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.form import enter, fill, filled_in, on_entry, text_field
from lastdays.ui.forms.game_setup import EncounterRoll, encounter_picker
from lastdays.ui.models.rows import plain
from lastdays.ui.navigation import AftermathRoute, CampaignRoute, FoundRoute, RecordRoute, Route
from lastdays.ui.page import MARGIN, Head, PageOfCampaign
from lastdays.ui.pages.record_facts import (
    ByPicker,
    CaptivesPanel,
    MemberFacts,
    MembersGrid,
    TokenList,
)
from lastdays.ui.services import Services
from lastdays.ui.widgets.entry_card import explain
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.parts import (
    EmptyPage,
    Flow,
    Fold,
    MoreButton,
    Turning,
    allow,
    button,
    choose_key,
    clear,
    column,
    describe,
    entry,
    holder,
    label,
    panel,
    row,
    sentence,
    show_either,
    show_text,
    timer,
    typed,
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
        others = () if game.together else [s for s in game.sides if s is not side]
        rivals = [(names[a.member], a.member) for s in others for a in s.appearances]
        # Animals carry nobody and nothing (ruling 7).
        able = [
            (names[a.member], a.member) for a in side.appearances if not self._is_animal(a.member)
        ]
        self.members = MembersGrid(side, group, rivals, names, services)
        self.tokens = TokenList(side.tokens, names, self._carriers)
        self.captives = CaptivesPanel(side.captives, group, able)
        self.won = QCheckBox(_("&Won"))
        self.lost = QCheckBox(_("&Lost"))
        describe(self.lost, _("Neither won nor lost: leave both as they are."))
        self.broke = QCheckBox(_("&Broke"))
        self.vehicle = QCheckBox(_("Got a&way with the vehicle"))
        self.vehicle_by = ByPicker(able, _("who started the vehicle"))
        self.stranger = QCheckBox(_("Brought a st&ranger home"))
        self.stranger_by = ByPicker(able, _("who brought the stranger home"))
        self._controls: dict[str, QWidget] = {
            "won": self.won,
            "lost": self.lost,
            "broke": self.broke,
            "vehicle": self.vehicle,
            "vehicle_by": self.vehicle_by,
            "stranger_home": self.stranger,
            "stranger_by": self.stranger_by,
        }
        fill(side, self._controls)
        self.won.toggled.connect(self._won_ticked)
        self.won.clicked.connect(lambda on: self._say_end(won=on, lost=False))
        self.lost.clicked.connect(lambda on: self._say_end(won=False, lost=on))
        self.objective = sentence("", "faint")
        rare = _("Held back, objectives, gear used")
        self.rare = Fold(services.theme, "record/rare", rare, self.objective)
        self.show_encounter(encounter)
        on_entry(self.changed.emit, *self._controls.values())
        for part in (self.members, self.tokens, self.captives):
            part.changed.connect(self.changed)
        heading = label(_("Captives"), "heading")
        ended = column(
            label(_("How it ended"), "heading"),
            Flow(self.won, self.lost, self.broke, spacing=18),
            self.vehicle,
            self.vehicle_by,
            self.stranger,
            self.stranger_by,
            spacing=4,
        )
        self.own_rules = sentence(_by_own_rules(side, names, services.catalogue))
        self.own_rules.setVisible(bool(self.own_rules.text()))
        self.rare.toggled.connect(self.members.show_rare)
        members = panel(self.members, 1)
        what = panel(self.tokens, heading, self.captives, ended, self.own_rules, self.rare, 1)
        self.setLayout(column(Turning(services.theme, (members, 7), (what, 3), spacing=8), 1))
        members.setVisible(bool(side.appearances))
        self.tokens.setVisible(bool(side.group))
        heading.setVisible(bool(side.captives))
        self.captives.setVisible(bool(side.captives))

    @property
    def rows(self) -> dict[str, MemberFacts]:
        """The facts of each member, by id."""
        return self.members.rows

    def _is_animal(self, member: str) -> bool:
        return (
            self.group is not None
            and self.group.has_member(member)
            and self.group.member(member).has(AttributeKey.ANIMAL)
        )

    def _carriers(self) -> list[str]:
        """Return who can have carried a token: deployed, not Out, no Animal (p. 36)."""
        return [
            a.member
            for a in self.value().appearances
            if a.part == "deployed" and not a.out and not self._is_animal(a.member)
        ]

    def _won_ticked(self, on: bool) -> None:
        self._typed_won = on

    def _say_end(self, *, won: bool, lost: bool) -> None:
        self.show_end(won, lost)
        self.ended.emit(won, lost)

    def show_end(self, won: bool, lost: bool) -> None:
        """Tick *Won* or *Lost*, or neither."""
        self._typed_won = won
        enter(self.won, won)
        enter(self.lost, lost)

    def show_encounter(self, encounter: Encounter) -> None:
        """Offer only what there is in this Encounter."""
        self._encounter = encounter
        said = _("Objective: {text}", text=encounter.objective) if encounter.objective else ""
        show_text(self.objective, said)
        self.captives.show_encounter(encounter)

    def follow(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Show what follows from the facts of all sides; hide or disable what is impossible. `side`
        is this form's part of `game`."""
        for facts in self.rows.values():
            facts.follow(game, side, names)
        self.members.show_rare(self.rare.is_open())
        has_rival = len(game.sides) > 1 and not game.together
        self.members.show_rivals(has_rival)
        self.tokens.may_claim = has_rival
        self.lost.setVisible(self.lost.isChecked() or not has_rival)
        drove = self.drove_off
        allow(self.won, not drove, _("Getting away with the vehicle wins the game"))
        enter(self.won, self._typed_won or drove)
        anybody = bool(self.rows)
        self.vehicle.setVisible(self._encounter.vehicle)
        self.vehicle_by.setVisible(anybody and drove)
        self.stranger.setVisible(self._encounter.captives)
        self.stranger_by.setVisible(anybody and self.brought_stranger)
        self.captives.follow(anybody=anybody)

    def forget_what_followed(self, game: GameRecord) -> None:
        """Treat recorded numbers as not typed if they follow from the record."""
        for member, facts in self.rows.items():
            facts.rivals.forget(len(taken_by(game, self.side, member)))
            facts.objectives.forget(self.side.achieved(member))

    @property
    def drove_off(self) -> bool:
        """Whether the side got away with the vehicle, in an Encounter with one."""
        return self.vehicle.isChecked() and self._encounter.vehicle

    @property
    def brought_stranger(self) -> bool:
        """Whether the side brought a stranger home, in an Encounter with captives."""
        return self.stranger.isChecked() and self._encounter.captives

    def value(self) -> Side:
        stranger, vehicle = self.brought_stranger, self.drove_off
        side = filled_in(self.side, self._controls)
        return replace(
            side,
            appearances=tuple(facts.value() for facts in self.rows.values()),
            tokens=tuple(self.tokens.items),
            captives=self.captives.value(),
            stranger_home=stranger,
            stranger_by=side.stranger_by if stranger else "",
            vehicle=vehicle,
            vehicle_by=side.vehicle_by if vehicle else "",
        )


def _by_own_rules(side: Side, names: Mapping[str, str], catalogue: Catalogue) -> str:
    """Say what the players' own rules changed at the table, and do after the game; '' for nothing."""
    told = [_changed(side.name, side, catalogue)]
    told += [_changed(names[one.member], one, catalogue) for one in side.appearances]
    said = chained(filter(None, told))
    return _("Our rules, from the table: {what}", what=said) if said else ""


def _changed(name: str, facts: Side | Appearance, catalogue: Catalogue) -> str:
    """Say what the players' own rules did to a side or a member; '' for nothing."""
    changes = changes_in_words(facts.counters, catalogue)
    changes += effects_in_words(facts.effects, catalogue)
    return titled(name, ", ".join(changes)) if changes else ""


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
            form = SideForm(self._services, side, group, game, names, encounter)
            form.changed.connect(self.changed)
            form.ended.connect(partial(self.ended.emit, form))
            form.rare.toggled.connect(self._fold_all)
            form.forget_what_followed(game)
            self.forms.append(form)
            self.addTab(Unfolding(form, self._services.theme, LEAST), typed(short(side.name, 30)))

    def _fold_all(self, on: bool) -> None:
        """Open or fold the rare facts of every side."""
        for form in self.forms:
            form.rare.show_open(on)


#: How long nobody touches the form before it is kept as a draft.
PAUSE_MS = 700


class RecordPage(PageOfCampaign):
    """A game to be recorded or corrected. Until then what is entered is kept as a draft."""

    game: GameRecord
    #: What the form began with, before anything was filled in.
    _begun_with: GameRecord

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.known = False
        self._revision = 0
        self.drafts = RecordDrafts(services.workspace)
        self._pause = timer(self, PAUSE_MS, self.keep_draft)
        self._kept: dict[str, Side] = {}
        self._names: dict[str, str] = {}
        self.record_button = button(_("&Record the game"), self._record, "first")
        self.more_button = MoreButton(_("More to do with this record"))
        self.head = Head("", self.more_button, first=self.record_button)
        self.encounter = encounter_picker(services.catalogue)
        on_entry(self._encounter_chosen, self.encounter)
        self.encounter_note = sentence()
        self.roll_button = button(_("Roll for the En&counter"), self.start_roll)
        self.roll_frame = EncounterRoll(services, self.encounter, self._who_plays)
        self.group_row = Flow(spacing=14)
        self.group_boxes: dict[str, QCheckBox] = {}
        self._offered: dict[str, str] = {}
        outside = _("an opponent outside this campaign")
        self.opponent = text_field(_("Opponent outside this campaign"), outside)
        self.opponent.setToolTip(plain(outside))
        self.opponent.editingFinished.connect(self._sides_changed)
        self.tabs = SideTabs(services)
        self.tabs.changed.connect(self._follow)
        self.tabs.ended.connect(self._end_together)
        self.together = QCheckBox(_("Together against the &zombies"))
        describe(self.together, _("Nobody is anybody's rival: all win, or all lose."))
        self.together.toggled.connect(self._together_ticked)
        self.doubts = sentence("", "warn")
        self.doubt_room = Reserved(self.doubts, 2)
        self.roll_frame.found.connect(self.doubt_room.show)
        menu = self.more_button.menu()
        menu.setToolTipsVisible(True)
        entry(menu, _("Record, then start the &post-game sequence"), self._record_and_go)
        self.anew_action = entry(menu, _("Start over"), self._start_over)
        entry(menu, _("Back"), services.to(CampaignRoute()))
        theme = services.theme
        chosen = holder(row(self.encounter, self.roll_button, 1))
        ticks = holder(self.group_row)
        who = row(label(_("Took part:")), (ticks, 1))
        who.setAlignment(ticks, Qt.AlignmentFlag.AlignVCenter)
        self.nothing = EmptyPage(
            theme,
            place("chronicle"),
            _("Create a group first"),
            sentence(
                _(
                    "Record here who took part in a game, who was taken Out of Action and what was "
                    "brought home."
                )
            ),
            row(button(_("Create group"), services.to(FoundRoute()), "first"), 1),
        )
        self.against = label("")
        against = holder(row(self.against, self.opponent))
        who_played = Turning(theme, (holder(who), 3), (against, 2), (self.together, 0), spacing=8)
        self.played = Fold(theme, "record/played", "", who_played)
        inside = column(
            Turning(theme, (chosen, 0), (self.encounter_note, 1), spacing=8),
            self.roll_frame,
            self.played,
            (self.tabs, 1),
            self.doubt_room,
        )
        #: What is there for a campaign that has a group.
        self._inside = holder(inside)
        outer = column(self.nothing, self._inside, margin=MARGIN)
        outer.setAlignment(self.nothing, Qt.AlignmentFlag.AlignTop)
        self.setLayout(outer)
        theme.reshape(self._place_note)  # on the page: shown before, it is a window of its own
        Centered(self, theme, 1500)

    def _place_note(self, _narrow: bool) -> None:
        """Show the Encounter's summary in a large window; elsewhere it is a hint."""
        self.encounter_note.setVisible(self.services.theme.ample > 1)

    def show_route(self, route: RecordRoute, campaign: str) -> Route | None:
        self.start(campaign, route.game, planned=route.planned)
        return route

    def start(self, campaign: str, game_id: str, *, planned: bool = False) -> None:
        """Open a new record ('') or a recorded game; with `planned` start from the planned game,
        keeping its draft."""
        here = campaign == self.campaign_id and (self.game.id if self.known else "") == game_id
        if here and not planned and self._begun():
            self._note_seen()
            self.take_focus()
            return  # what was typed before looking elsewhere is still here
        self.keep_draft()
        self.campaign_id = campaign
        self._kept = {}
        view = self.services.workspace.campaign(campaign)
        self.roll_frame.hide()
        self.known = bool(game_id)
        self._revision = view.revision
        self._note_seen()
        if game_id:
            self._begun_with = view.campaign.game(game_id)
            draft = self.drafts.correction(campaign, self._begun_with)
            said = _("These are your unfinished corrections. They aren't recorded yet.")
            hint = _("Back to the recorded game")
        else:
            groups = tuple(g.id for g in view.groups[:2])
            self._begun_with = self._fresh(view.campaign, groups, planned=planned)
            draft = self.drafts.kept(campaign)
            said = _("This form was filled in earlier. It isn't recorded yet.")
            hint = _("Clear the form: nothing is recorded yet")
        self.game = draft or self._begun_with
        if draft is not None and planned:
            self._kept = {side.group: side for side in draft.sides}
            self.game = _with_what_was_filled_in(self._begun_with, draft)
        if draft is not None:
            self.services.say(said)
        self.anew_action.setVisible(True)
        self.anew_action.setToolTip(plain(hint))
        played = {s.group for s in self.game.sides}
        self.opponent.setText(next((s.name for s in self.game.sides if not s.group), ""))
        self._offer({group.id: group.name for group in view.groups}, played)
        enter(self.together, self.game.together)
        shown = bool(view.groups) or self.known
        show_either(shown, self._inside, instead=self.nothing)
        allow(self.record_button, shown, _("Create a group first"))
        self.head.title.setText(
            _("Game {n}, corrected", n=self.game.number)
            if self.known
            else _("Game {n}", n=self.game.number)
        )
        encounter = self.services.catalogue.encounters[self.game.encounter]
        choose_key(self.encounter, encounter.key, encounter.name)
        self._build()
        if self.known and draft is None:
            self._begun_with = self.value()  # as the form puts what was recorded
        self.take_focus()

    def take_focus(self) -> None:
        """Focus a recorded captive whose fate is open, else the Encounter."""
        for n, form in enumerate(self.sides if self.known else ()):
            if form.captives.unsaid is not None:
                self.tabs.setCurrentIndex(n)
                form.captives.unsaid.setFocus()
                return
        self.encounter.setFocus()

    def _note_seen(self) -> None:
        """Note which revision is being corrected; a new game needs none."""
        if self.known:
            self.services.workspace.seen_campaigns.show(self.campaign_id, self._revision, self)

    def _fresh(self, campaign: Campaign, groups: tuple[str, ...], *, planned: bool) -> GameRecord:
        """Return a new record, filled in from the planned game if there is one."""
        records = self.services.records
        if not planned and campaign.planned.number != campaign.next_number:
            return records.new_record(campaign.id, groups, "")
        ahead = self.services.next_game
        groups = ahead.read(campaign.id).planned.groups
        return ahead.prefilled(campaign.id, records.new_record(campaign.id, groups, ""))

    def _offer(self, names: dict[str, str], played: set[str]) -> None:
        """Offer the campaign's groups; tick those that took part."""
        if names != self._offered:
            self._offered = names
            clear(self.group_row)
            self.group_boxes = {group: QCheckBox() for group in names}
            for group, box in self.group_boxes.items():
                box.setText(typed(short(names[group], 30)))
                box.toggled.connect(self._sides_changed)
                self.group_row.addWidget(box)
        for group, box in self.group_boxes.items():
            enter(box, group in played)

    def _begun(self) -> bool:
        """Return whether unrecorded facts are entered."""
        if self.known:
            return self._filled_in()
        return any(form.value() != form.side for form in self.sides)

    def _filled_in(self) -> bool:
        """Return whether the form differs from what it started with."""
        now, fresh = self.value(), self._begun_with
        return (now.encounter, now.sides, now.together) != (
            fresh.encounter,
            fresh.sides,
            fresh.together,
        )

    def keep_draft(self) -> None:
        """Store what is entered as a draft, or discard the draft if nothing is."""
        campaign = self.campaign_id
        self._pause.stop()
        if not campaign:
            return
        game = self.value()
        if self._filled_in():
            self.services.ask(self.drafts.keep, campaign, game, correcting=self.known)
        else:
            self.services.ask(self.drafts.discard, campaign, game.id if self.known else "")

    def hideEvent(self, event: QHideEvent) -> None:
        """Store the draft, also when the window closes."""
        self.keep_draft()
        super().hideEvent(event)

    def _start_over(self) -> None:
        game = self.game.id if self.known else ""
        campaign, self.campaign_id = self.campaign_id, ""
        self.services.ask(self.drafts.discard, campaign, game)
        self.start(campaign, game)

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
        self._names = {a.member: a.member for s in self.game.sides for a in s.appearances}
        for group in groups:
            self._names |= {m.id: m.name for m in group.members} if group else {}
        self.tabs.show_game(self.game, groups, self._names, self._name_encounter())
        sides = [short(side.name, 16) for side in self.game.sides]
        words = _("Played by {sides}") if len(sides) < 3 else _("Played by {n} groups")
        if together and len(sides) < 3:
            words = _("Played together by {sides}")
        self.played.say(words.format(sides=joined(sides), n=len(sides)))
        if not sides:
            self.played.say(_("Who played?"))
            self.played.show_open(True)
        for form, side in zip(self.sides, self.game.sides, strict=True):
            form.follow(self.game, side, self._names)
        self._doubt(self.game)

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
        entry = self.services.catalogue.encounters[self.encounter.currentData()]
        self.encounter_note.setText(entry.cited(entry.summary))
        for part in (self.encounter, self.encounter_note):
            explain(part, entry.name, self.services)
        return entry

    def _encounter_chosen(self) -> None:
        encounter = self._name_encounter()
        for form in self.sides:
            form.show_encounter(encounter)
        self._follow()

    def _follow(self) -> None:
        """Show what follows from the facts, and what is doubtful."""
        if not self.sides:
            return
        game = self.value()
        for form, side in zip(self.sides, game.sides, strict=True):
            form.follow(game, side, self._names)
        self._doubt(self.value())
        self._pause.start()

    def _sides_changed(self) -> None:
        """Change who took part; what was entered for the others is kept."""
        self._kept |= {form.side.group: form.value() for form in self.sides}
        now = self._kept
        groups = tuple(g for g, box in self.group_boxes.items() if box.isChecked())
        fresh = self.services.ask(
            self.services.records.new_record, self.campaign_id, groups, self.opponent.text().strip()
        )
        if fresh is None:
            return
        sides = tuple(
            replace(now[s.group], name=s.name) if s.group in now else s for s in fresh.sides
        )
        self.game = replace(self.game, encounter=self.encounter.currentData(), sides=sides)
        self._build()

    def _together_ticked(self) -> None:
        """Say that the sides play together, or against each other; what was entered stays."""
        self.game = self.value()
        self._build()
        self._pause.start()

    def _end_together(self, said: SideForm, won: bool, lost: bool) -> None:
        """Have sides that play together win and lose together."""
        if self.game.together:
            for form in self.sides:
                if form is not said:
                    form.show_end(won, lost)
            self._follow()

    def value(self) -> GameRecord:
        several = len(self.sides) > 1
        return replace(
            self.game,
            encounter=self.encounter.currentData(),
            sides=tuple(form.value() for form in self.sides),
            together=several and self.together.isChecked(),
        )

    def _doubt(self, game: GameRecord) -> None:
        lines = (
            doubts(game, self.services.catalogue, self._names)
            if game.sides
            else [_("Choose a group that took part.")]
        )
        self.doubt_room.show_text("\n".join(f"⚠ {line}" for line in lines))
        self.doubts.setVisible(bool(lines))

    def _record(self) -> bool:
        game = self.value()
        self._doubt(game)
        if not self.services.do(
            partial(self.services.records.record, self.campaign_id, game),
            _("Game {n} is recorded.", n=game.number),
        ).succeeded:
            return False
        corrected = game.id if self.known else ""
        self.game = self._begun_with = game
        self.known = True
        self._pause.stop()
        self.anew_action.setVisible(False)
        self.services.ask(self.drafts.discard, self.campaign_id, corrected)
        return True

    def _record_and_go(self) -> None:
        if self._record():
            self.services.go(AftermathRoute())

    # The Encounter roll

    def _who_plays(self) -> list[Group]:
        chosen = [group for group, box in self.group_boxes.items() if box.isChecked()]
        views = [self.services.ask(self.services.workspace.group, g) for g in chosen]
        return [view.group for view in views if view is not None]

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


def _with_what_was_filled_in(fresh: GameRecord, draft: GameRecord) -> GameRecord:
    """Return a new record with the sides of a draft that still play, and its outside opponent."""
    drafted = {side.group: side for side in draft.sides}
    sides = tuple(drafted.get(side.group, side) for side in fresh.sides)
    return replace(fresh, sides=(*sides, *(side for side in draft.sides if not side.group)))
