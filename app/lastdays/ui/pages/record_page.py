"""Recording a game: who took part, who fell, what was done and carried home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from lastdays.campaign.game_records import RecordDrafts
from lastdays.language import _, short
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord, Side, doubts, taken_by
from lastdays.model.group import Group
from lastdays.rulebook.entries import Encounter
from lastdays.rulebook.known import AttributeKey
from lastdays.rulebook.pictograms import place
from lastdays.ui.forms.encounter_roll import EncounterRoll
from lastdays.ui.navigation import AftermathRoute, CampaignRoute, FoundRoute, RecordRoute, Route
from lastdays.ui.pages.of_campaign import PageOfCampaign
from lastdays.ui.pages.record_facts import (
    ByPicker,
    CaptivesPanel,
    MemberFacts,
    MembersGrid,
    TokenList,
)
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import explain
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.page import MARGIN, Head
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    Turning,
    allow,
    button,
    choose_key,
    clear,
    column,
    empty_page,
    holder,
    label,
    panel,
    row,
    typed,
)
from lastdays.ui.widgets.room import Unfolding, Within
from lastdays.ui.widgets.tabs import Tabs


class SideForm(QWidget):
    """One side of a game: its members' deeds, tokens, captives, how it ended.

    `changed` says that a fact was entered; `follow` fills in what follows from it.
    """

    changed = Signal()

    def __init__(
        self,
        services: Services,
        side: Side,
        group: Group | None,
        game: GameRecord,
        names: Mapping[str, str],
    ) -> None:
        """Make the form; `names` are those of all members in the game, by id."""
        super().__init__()
        self.side = side
        self.group = group
        self._typed_won = side.won and not side.vehicle
        self._encounter: Encounter | None = None
        rivals = [
            (a.member, names[a.member]) for s in game.sides if s is not side for a in s.appearances
        ]
        # Animals carry nobody and nothing (ruling 7).
        able = [
            (a.member, names[a.member]) for a in side.appearances if not self._is_animal(a.member)
        ]
        self.members = MembersGrid(side, group, rivals, names, services)
        self.tokens = TokenList(side.tokens, names, self._carriers)
        self.captives = CaptivesPanel(side.captives, group, able)
        self.won = QCheckBox(_("&Won"))
        self.broke = QCheckBox(_("&Broke"))
        self.vehicle = QCheckBox(_("Got a&way with the vehicle"))
        self.stranger = QCheckBox(_("Brought a st&ranger home"))
        self.won.setChecked(side.won)
        self.broke.setChecked(side.broke)
        self.vehicle.setChecked(side.vehicle)
        self.stranger.setChecked(side.stranger_home)
        self.stranger_by = ByPicker(able, side.stranger_by, _("who brought the stranger home"))
        self.vehicle_by = ByPicker(able, side.vehicle_by, _("who started the vehicle"))
        for part in (self.members, self.tokens, self.captives):
            part.changed.connect(self.changed)
        for by in (self.stranger_by, self.vehicle_by):
            by.currentIndexChanged.connect(self.changed)
        for tick in (self.broke, self.vehicle, self.stranger):
            tick.toggled.connect(self.changed)
        self.won.toggled.connect(self._won_ticked)
        self._lay_out(services.theme)

    def _lay_out(self, theme: Theme) -> None:
        """Show what this side has; hide what it hasn't, which still has a value."""
        side = self.side
        ended = column(
            label(_("How it ended"), "heading"),
            Flow(self.won, self.broke, spacing=18),
            self.vehicle,
            self.vehicle_by,
            self.stranger,
            self.stranger_by,
            spacing=4,
        )
        heading = label(_("Captives"), "heading")
        what = panel(self.tokens, heading, self.captives, ended, 1)
        across = row(self.members, 1)
        across.setStretch(0, 100)
        members = panel(across)
        self.setLayout(column(Turning(theme, (members, 7), (what, 3), spacing=8), 1))
        members.setVisible(bool(side.appearances))
        self.members.setVisible(bool(side.appearances))
        self.tokens.setVisible(bool(side.group))
        heading.setVisible(bool(side.captives))
        self.captives.setVisible(bool(side.captives))

    @property
    def rows(self) -> dict[str, MemberFacts]:
        """Return the facts of each member, by id."""
        return self.members.rows

    def _is_animal(self, member: str) -> bool:
        group = self.group
        return (
            group is not None
            and group.has_member(member)
            and group.member(member).has(AttributeKey.ANIMAL)
        )

    def _carriers(self) -> list[str]:
        """Return who can have carried a token: on the table, not Out, no Animal (p. 36)."""
        return [
            a.member
            for a in self.value().appearances
            if a.part == "deployed" and not a.out and not self._is_animal(a.member)
        ]

    def _won_ticked(self, on: bool) -> None:
        self._typed_won = on
        self.changed.emit()

    def show_encounter(self, encounter: Encounter) -> None:
        """Offer only what there is in this Encounter."""
        self._encounter = encounter
        self.captives.show_encounter(encounter)

    def follow(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Fill in what follows from the facts of all sides, and offer no fact that cannot be.

        `game` is the record as the forms have it, `side` this form's in it.
        """
        for facts in self.rows.values():
            facts.follow(game, side, names)
        drove = self.drove_off
        allow(self.won, not drove, _("Getting away with the vehicle wins the game"))
        self.won.blockSignals(True)
        self.won.setChecked(self._typed_won or drove)
        self.won.blockSignals(False)
        vehicle = self._encounter is not None and self._encounter.vehicle
        captives = self._encounter is not None and self._encounter.captives
        anybody = bool(self.rows)
        self.vehicle.setVisible(vehicle)
        self.vehicle_by.setVisible(anybody and drove)
        self.stranger.setVisible(captives)
        self.stranger_by.setVisible(anybody and self.brought_stranger)
        self.captives.follow(anybody=anybody)

    def forget_what_followed(self, game: GameRecord) -> None:
        """Treat numbers that are no more than what follows from the record as not typed."""
        for member, facts in self.rows.items():
            facts.rivals.forget(len(taken_by(game, self.side, member)))
            facts.objectives.forget(self.side.achieved(member))

    @property
    def drove_off(self) -> bool:
        """Return whether the side got away with the vehicle, in an Encounter that has one."""
        encounter = self._encounter
        return self.vehicle.isChecked() and (encounter is None or encounter.vehicle)

    @property
    def brought_stranger(self) -> bool:
        """Return whether the side brought a stranger home, in an Encounter that has captives."""
        encounter = self._encounter
        return self.stranger.isChecked() and (encounter is None or encounter.captives)

    def value(self) -> Side:
        """Return the side as the form has it."""
        stranger, vehicle = self.brought_stranger, self.drove_off
        return replace(
            self.side,
            appearances=tuple(facts.value() for facts in self.rows.values()),
            tokens=tuple(self.tokens.tokens),
            captives=self.captives.value(),
            stranger_home=stranger,
            stranger_by=self.stranger_by.member if stranger else "",
            vehicle=vehicle,
            vehicle_by=self.vehicle_by.member if vehicle else "",
            won=self.won.isChecked(),
            broke=self.broke.isChecked(),
        )


#: How long after a page is shown the forms are made that nobody sees yet.
SOON_MS = 300
#: The least height of a form that is scrolled, in pixels at 100 %: three members below their heads.
LEAST = 190


def _room_of(like: SideForm, side: Side) -> int:
    """Return how high the form of a side will be: as another, with a row for each of its own
    members. What stands below the forms stays where it is when it comes."""
    layout, rows = like.layout(), len(like.rows)
    if layout is None:
        return 0
    high = layout.totalMinimumSize().height()
    if layout.hasHeightForWidth():
        high = layout.totalHeightForWidth(like.width())
    each = like.members.sizeHint().height() / rows if rows else 0
    return high + round(each * max(0, len(side.appearances) - rows))


class SideTabs(Tabs):
    """A tab for each side. The form that is seen is made at once; the others when one of them is
    wanted, at the latest a moment later: that halves how long the page takes to be shown.

    `changed` says that a fact was entered, `completed` that there is a form for every side now.
    """

    changed = Signal()
    completed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._made: list[SideForm] = []
        self._missing: list[tuple[Unfolding, Side, Group | None]] = []
        self._game: GameRecord | None = None
        self._names: Mapping[str, str] = {}
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.complete)
        self.currentChanged.connect(self._turned)

    def show_game(
        self, game: GameRecord, groups: Sequence[Group | None], names: Mapping[str, str]
    ) -> None:
        """Have a form for each side of a game, the first of them at once."""
        self._missing.clear()
        while self.count():
            gone = self.widget(0)
            self.removeTab(0)  # which leaves the form where it is, unseen
            if gone is not None:
                gone.hide()
                gone.setParent(None)
                gone.deleteLater()
        self._made = []
        self._game, self._names = game, names
        for side, group in zip(game.sides, groups, strict=True):
            if self._made:
                room = partial(_room_of, self._made[0], side)
                page = Unfolding(QWidget(), self._services.theme, LEAST, unseen=room)
                self._missing.append((page, side, group))
            else:
                page = Unfolding(self._form(side, group), self._services.theme, LEAST)
            self.addTab(page, typed(short(side.name, 30)))
        if self._missing:
            self._soon.start()

    def _form(self, side: Side, group: Group | None) -> SideForm:
        assert self._game is not None
        form = SideForm(self._services, side, group, self._game, self._names)
        form.changed.connect(self.changed)
        form.forget_what_followed(self._game)
        self._made.append(form)
        return form

    @property
    def first(self) -> SideForm | None:
        """Return the form of the first side, None where there are no sides."""
        return self._made[0] if self._made else None

    def forms(self) -> list[SideForm]:
        """Return the form of every side."""
        self.complete()
        return self._made

    def complete(self) -> None:
        """Make the forms that are missing."""
        self._soon.stop()
        missing, self._missing = self._missing, []
        for page, side, group in missing:
            page.hold(self._form(side, group))
        if missing:
            self.completed.emit()

    def _turned(self, at: int) -> None:
        if at > 0:
            self.complete()


#: The page is at most so wide, in pixels at 100 %.
WIDE = 1500

#: How long nobody touches the form before it is kept as a draft.
PAUSE_MS = 700


class RecordPage(PageOfCampaign):
    """A game being recorded, or corrected. What is filled in is kept as a draft until then."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.game: GameRecord | None = None
        self.known = False
        self._revision = 0
        self.drafts = RecordDrafts(services.records)
        #: What the form began with, before anything was filled in.
        self._begun_with: GameRecord | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.keep_draft)
        self._kept: dict[str, Side] = {}
        self._names: dict[str, str] = {}
        self.record_button = button(_("&Record the game"), self._record, "first")
        self.head = Head(first=self.record_button)
        self.title = self.head.title
        self.encounter = Picker()
        self.encounter.setAccessibleName(_("Encounter"))
        for entry in services.catalogue.encounters.values():
            self.encounter.addItem(f"{entry.number} · {entry.name}", entry.key)
        self.encounter.currentIndexChanged.connect(lambda _n: self._encounter_chosen())
        self.encounter_note = label("", "faint", wrap=True)
        self.roll_button = button(_("Roll for the En&counter"), self.start_roll)
        self.roll_frame = EncounterRoll(services, self._who_plays)
        self.roll_frame.found.connect(self._encounter_found)
        self.group_row = Flow(spacing=14)
        self.group_boxes: dict[str, QCheckBox] = {}
        self._offered: dict[str, str] = {}
        self.opponent = QLineEdit()
        self.opponent.setPlaceholderText(_("an opponent outside this campaign"))
        self.opponent.setToolTip(_("an opponent outside this campaign"))
        self.opponent.setAccessibleName(_("Opponent outside this campaign"))
        self.opponent.editingFinished.connect(self._sides_changed)
        self.tabs = SideTabs(services)
        self.tabs.changed.connect(self._follow)
        self.tabs.completed.connect(self._encounter_chosen)
        self.doubts = label("", "warn", wrap=True)
        self.doubt_room = Reserved(self.doubts, 2)
        self.after_button = button(_("Record, then the &post-game sequence"), self._record_and_go)
        self.cancel_button = button(_("Back"), lambda: services.go.emit(CampaignRoute()))
        self.anew_button = button(
            _("Start over"), self._start_over, hint=_("Empty the form: nothing is recorded yet")
        )
        theme = services.theme
        chosen = holder(row(self.encounter, self.roll_button, 1))
        ticks = holder(self.group_row)
        who = row(label(_("Took part:")), ticks)
        who.setStretch(1, 1)
        who.setAlignment(ticks, Qt.AlignmentFlag.AlignVCenter)
        self.nothing = empty_page(
            theme,
            place("chronicle"),
            _("Create a group first"),
            label(
                _(
                    "Record here who took part in a game, who was taken Out of Action and what was "
                    "brought home."
                ),
                "faint",
                wrap=True,
            ),
            row(button(_("Create group"), lambda: services.go.emit(FoundRoute()), "first"), 1),
        )
        outer = column(
            Turning(theme, (chosen, 0), (self.encounter_note, 1), spacing=8),
            self.roll_frame,
            Turning(
                theme,
                (holder(who), 3),
                (holder(row(label(_("against")), self.opponent)), 2),
                spacing=8,
            ),
            self.tabs,
            self.doubt_room,
            holder(Flow(self.after_button, self.cancel_button, self.anew_button)),
            margin=MARGIN,
        )
        outer.setStretch(3, 1)
        #: What is there for a campaign that has a group.
        self._parts: list[QWidget] = []
        for n in range(outer.count()):
            item = outer.itemAt(n)
            widget = item.widget() if item is not None else None
            if widget is not None and widget is not self.roll_frame:
                self._parts.append(widget)
        outer.insertWidget(0, self.nothing)
        outer.setAlignment(self.nothing, Qt.AlignmentFlag.AlignTop)
        self.setLayout(outer)
        Within(self, theme, WIDE)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, RecordRoute)
        self.start(campaign, route.game, planned=route.planned)
        return route

    def start(self, campaign: str, game_id: str, *, planned: bool = False) -> None:
        """Begin a record, or open one to correct it; with `planned`, that of the next game as it is
        set up, with what was filled in of it before."""
        here = campaign == self.campaign_id and self._is_open(game_id)
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
            said = _("This is the game as it was being corrected. It isn't recorded yet.")
            hint = _("Back to the game as it is recorded")
        else:
            groups = tuple(g.id for g in view.groups[:2])
            self._begun_with = self._fresh(view.campaign, groups, planned=planned)
            draft = self.drafts.kept(campaign)
            said = _("This is the game as it was filled in before. It isn't recorded yet.")
            hint = _("Empty the form: nothing is recorded yet")
        self.game = draft or self._begun_with
        if draft is not None and planned:
            self._kept = {side.group: side for side in draft.sides}
            self.game = _with_what_was_filled_in(self._begun_with, draft)
        if draft is not None:
            self.services.said.emit(said, "")
        self.anew_button.setVisible(True)
        self.anew_button.setToolTip(plain(hint))
        played = {s.group for s in self.game.sides}
        self.opponent.setText(next((s.name for s in self.game.sides if not s.group), ""))
        self._offer({group.id: group.name for group in view.groups}, played)
        self._show_form(known=bool(view.groups) or self.known)
        self.title.setText(
            _("Game {n}, corrected").format(n=self.game.number)
            if self.known
            else _("Game {n}").format(n=self.game.number)
        )
        encounter = self.services.catalogue.encounters[self.game.encounter]
        choose_key(self.encounter, encounter.key, encounter.name)
        self._build()
        if self.known and draft is None:
            self._begun_with = self.value()  # as the form puts what was recorded
        self.take_focus()

    def take_focus(self) -> None:
        """Put the keyboard on a captive of whom a recorded game leaves open what became of them,
        else on the Encounter."""
        for n, form in enumerate(self.sides if self.known else ()):
            if form.captives.unsaid is not None:
                self.tabs.setCurrentIndex(n)
                form.captives.unsaid.setFocus()
                return
        self.encounter.setFocus()

    def _note_seen(self) -> None:
        """Note what is corrected: it was there when the form was opened. A new game joins others."""
        if self.known:
            self.services.workspace.seen_campaigns.show(self.campaign_id, self._revision, self)

    def _fresh(self, campaign: Campaign, groups: tuple[str, ...], *, planned: bool) -> GameRecord:
        """Return a record to begin with: that of the next game, where it is set up."""
        records = self.services.records
        if not planned and campaign.planned.number != campaign.next_number:
            return records.new_record(campaign.id, groups, "")
        ahead = self.services.next_game
        groups = ahead.read(campaign.id).planned.groups
        return ahead.prefilled(campaign.id, records.new_record(campaign.id, groups, ""))

    def _offer(self, names: dict[str, str], played: set[str]) -> None:
        """Offer the groups of the campaign, those that took part ticked."""
        if names != self._offered:
            self._offered = names
            clear(self.group_row)
            self.group_boxes = {group: QCheckBox() for group in names}
            for group, box in self.group_boxes.items():
                box.setText(typed(short(names[group], 30)))
                box.toggled.connect(self._sides_changed)
                self.group_row.addWidget(box)
        for group, box in self.group_boxes.items():
            box.blockSignals(True)
            box.setChecked(group in played)
            box.blockSignals(False)

    def _show_form(self, *, known: bool) -> None:
        """Show the form, or what comes first in a campaign where nobody can have taken part."""
        self.nothing.setHidden(known)
        for part in self._parts:
            part.setVisible(known)
        allow(self.record_button, known, _("Create a group first"))

    def _is_open(self, game: str) -> bool:
        """Return whether the form has this game, or the next one where none is named."""
        return self.game is not None and (self.game.id if self.known else "") == game

    def _begun(self) -> bool:
        """Return whether something has been filled in that isn't recorded."""
        if self.known:
            return self._filled_in()
        return any(form.value() != form.side for form in self.sides)

    def _filled_in(self) -> bool:
        """Return whether what isn't recorded yet differs from what the form began with."""
        fresh = self._begun_with
        if self.game is None or fresh is None:
            return False
        now = self.value()
        return (now.encounter, now.sides) != (fresh.encounter, fresh.sides)

    def keep_draft(self) -> None:
        """Keep what is filled in for the next time, or forget what isn't any more."""
        campaign, known = self.campaign_id, self.known
        game = self.value() if campaign and self.game is not None else None
        self._pause.stop()  # also where the value had to make a form, which begins one
        if game is None:
            return
        if self._filled_in():
            self.services.ask(lambda: self.drafts.keep(campaign, game, correcting=known))
        else:
            self.services.ask(lambda: self.drafts.discard(campaign, game.id if known else ""))

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep the draft also where the window is closed before the pause is over."""
        self.keep_draft()
        super().hideEvent(event)

    def _start_over(self) -> None:
        game = self.game.id if self.game is not None and self.known else ""
        campaign, self.campaign_id, self.game = self.campaign_id, "", None
        self.services.ask(lambda: self.drafts.discard(campaign, game))
        self.start(campaign, game)

    def refresh(self) -> None:
        """Read the groups anew, unless a record is being made: news from the store never overwrites
        it."""

    def _build(self) -> None:
        assert self.game is not None
        groups = [self._group_of(side) for side in self.game.sides]
        self._names = {a.member: a.member for s in self.game.sides for a in s.appearances}
        for group in groups:
            self._names |= {m.id: m.name for m in group.members} if group else {}
        self.tabs.show_game(self.game, groups, self._names)
        entry = self._name_encounter()
        first = self.tabs.first
        if first is not None:
            first.show_encounter(entry)
            first.follow(self.game, self.game.sides[0], self._names)
        self._doubt(self.game)

    @property
    def sides(self) -> list[SideForm]:
        """Return the form of every side."""
        return self.tabs.forms()

    def _group_of(self, side: Side) -> Group | None:
        if not side.group:
            return None
        view = self.services.ask(partial(self.services.workspace.group, side.group))
        return view.group if view else None

    def _name_encounter(self) -> Encounter:
        """Say what the Encounter that is chosen is about, and return it."""
        entry = self.services.catalogue.encounters[str(self.encounter.currentData())]
        self.encounter_note.setText(entry.cited(entry.summary))
        for part in (self.encounter, self.encounter_note):
            explain(part, entry.name, self.services)
        return entry

    def _encounter_chosen(self) -> None:
        entry = self._name_encounter()
        for form in self.sides:
            form.show_encounter(entry)
        self._follow()

    def _follow(self) -> None:
        """Fill in what follows from what was entered, and say what cannot be."""
        if not self.sides:
            return
        game = self.value()
        for form, side in zip(self.sides, game.sides, strict=True):
            form.follow(game, side, self._names)
        self._doubt(self.value())
        self._pause.start()

    def _sides_changed(self) -> None:
        """Take other groups or another opponent; keep what was entered for the rest."""
        if self.game is None:
            return
        self._kept |= {form.side.group: form.value() for form in self.sides}
        now = self._kept
        groups = tuple(g for g, box in self.group_boxes.items() if box.isChecked())
        fresh = self.services.ask(
            lambda: self.services.records.new_record(
                self.campaign_id, groups, self.opponent.text().strip()
            )
        )
        if fresh is None:
            return
        sides = tuple(
            replace(now[s.group], name=s.name) if s.group in now else s for s in fresh.sides
        )
        self.game = replace(self.game, encounter=str(self.encounter.currentData()), sides=sides)
        self._build()

    def value(self) -> GameRecord:
        """Return the record as the form has it."""
        assert self.game is not None
        return replace(
            self.game,
            encounter=str(self.encounter.currentData()),
            sides=tuple(form.value() for form in self.sides),
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
        if not self.services.done(
            lambda: self.services.records.record(self.campaign_id, game),
            _("Game {n} is recorded.").format(n=game.number),
        ):
            return False
        corrected = game.id if self.known else ""
        self.game = self._begun_with = game
        self.known = True
        self._pause.stop()
        self.anew_button.hide()
        self.services.ask(lambda: self.drafts.discard(self.campaign_id, corrected))
        return True

    def _record_and_go(self) -> None:
        if self._record():
            self.services.go.emit(AftermathRoute())

    # The Encounter roll

    def _who_plays(self) -> list[Group]:
        chosen = [group for group, box in self.group_boxes.items() if box.isChecked()]
        views = [self.services.ask(partial(self.services.workspace.group, g)) for g in chosen]
        return [view.group for view in views if view is not None]

    def start_roll(self) -> None:
        """Open the roll on the Encounter Table, where there is room only for it and the form."""
        self.doubt_room.hide()
        self.roll_frame.start(self.services.workspace.campaign(self.campaign_id).campaign.dice)

    def _encounter_found(self, key: str) -> None:
        self.doubt_room.show()
        self.encounter.setCurrentIndex(self.encounter.findData(key))
        self.encounter.setFocus()
        self.services.said.emit(
            _("The Encounter: {name}.").format(name=self.services.catalogue.encounters[key].name),
            "well",
        )

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do to the campaign's records."""
        return self.services.workspace.undo_names(self.campaign_id)

    def stepped(self) -> None:
        """Leave a record that is another now."""
        self.services.go.emit(CampaignRoute())


def _with_what_was_filled_in(fresh: GameRecord, draft: GameRecord) -> GameRecord:
    """Return a new record with the sides of a draft, as far as they play; an opponent outside the
    campaign plays as well."""
    drafted = {side.group: side for side in draft.sides}
    sides = tuple(drafted.get(side.group, side) for side in fresh.sides)
    return replace(fresh, sides=(*sides, *(side for side in draft.sides if not side.group)))
