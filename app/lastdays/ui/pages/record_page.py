"""Recording a game: who took part, who fell, what was done and carried home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QWidget,
)

from lastdays.campaign.record_diff import captive_fate_name, part_name, token_name
from lastdays.language import _
from lastdays.model.game_record import (
    Appearance,
    CaptiveFate,
    GameRecord,
    Part,
    Side,
    SupplyToken,
    TokenFate,
    doubts,
    taken_by,
)
from lastdays.model.group import Group
from lastdays.rulebook import with_page
from lastdays.rulebook.entries import Encounter
from lastdays.ui.forms.encounter_roll import EncounterRoll
from lastdays.ui.pages.page import Page
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import (
    Flow,
    Number,
    Picker,
    Tabs,
    button,
    choose_key,
    clear,
    column,
    label,
    panel,
    row,
    scrolling,
    short,
    typed,
)

PARTS: tuple[Part, ...] = ("deployed", "held-back", "missing")
FATES: tuple[TokenFate, ...] = ("carried", "held", "claimed")
COUNTED = ("zombies", "rivals", "objectives")
CAPTIVE_FATES: tuple[CaptiveFate, ...] = ("declined", "home", "lost", "held")


class SideForm(QWidget):
    """One side of a game: its members' deeds, tokens, captives, how it ended.

    `changed` says that a fact was entered; `follow` fills in what follows from it.
    """

    changed = Signal()

    def __init__(
        self, services: Services, side: Side, group: Group | None, game: GameRecord
    ) -> None:
        super().__init__()
        self.services = services
        self.side = side
        self.group = group
        self.rows: dict[str, dict[str, Any]] = {}
        self.tokens: list[SupplyToken] = list(side.tokens)
        self.captive_boxes: dict[str, QComboBox] = {}
        self.home_by: dict[str, QComboBox] = {}
        self._typed_won = side.won and not side.vehicle
        self._encounter: Encounter | None = None
        grid = QGridLayout()
        grid.setVerticalSpacing(3)
        heads = (
            "",
            _("Took part"),
            _("Out"),
            _("by"),
            _("Zombies"),
            _("Rivals"),
            _("Objectives"),
            _("Used up"),
        )
        hints = (
            "",
            "",
            _("Out of Action"),
            _("whose model did it"),
            _("taken out"),
            _("taken out"),
            _("besides Supply Tokens"),
            _("one-use gear"),
        )
        for n, (text, hint) in enumerate(zip(heads, hints, strict=True)):
            head = label(text, "faint")
            head.setToolTip(hint)
            grid.addWidget(head, 0, n)
        rivals = [
            (a.member, _name_of(services, s.group, a.member))
            for s in game.sides
            if s is not side
            for a in s.appearances
        ]
        for n, appearance in enumerate(side.appearances, start=1):
            self._add_row(grid, n, appearance, rivals)
        grid.setColumnStretch(0, 1)
        self.token_list = column(spacing=2)
        self.add_token = QPushButton(_("Add a &Supply Token…"))
        self.add_token.setMenu(QMenu(self.add_token))
        self.add_token.menu().aboutToShow.connect(self._fill_tokens_menu)
        captives = column(spacing=2)
        for captive in side.captives:
            box = Picker()
            box.setAccessibleName(_("What became of {name}").format(name=captive.name))
            for fate in CAPTIVE_FATES:
                box.addItem(captive_fate_name(fate), fate)
            box.setCurrentIndex(CAPTIVE_FATES.index(captive.fate))
            box.currentIndexChanged.connect(self.changed)
            self.captive_boxes[captive.member] = box
            by = self._by_box(captive.by, _("who brought {name} home").format(name=captive.name))
            self.home_by[captive.member] = by
            captives.addLayout(row(label(captive.name), box, by, 1))
        self.won = QCheckBox(_("&won"))
        self.broke = QCheckBox(_("&broke"))
        self.vehicle = QCheckBox(_("got away with the &vehicle"))
        self.stranger = QCheckBox(_("brought a st&ranger home"))
        self.won.setChecked(side.won)
        self.broke.setChecked(side.broke)
        self.vehicle.setChecked(side.vehicle)
        self.stranger.setChecked(side.stranger_home)
        self.stranger_by = self._by_box(side.stranger_by, _("who brought the stranger home"))
        self.vehicle_by = self._by_box(side.vehicle_by, _("who started the vehicle"))
        for tick in (self.broke, self.vehicle, self.stranger):
            tick.toggled.connect(self.changed)
        self.won.toggled.connect(self._won_ticked)
        parts: list[Any] = []
        if side.appearances:
            parts.append(grid)
        if side.group:
            parts.append(label(_("Supply Tokens brought home"), "heading"))
            parts.append(self.token_list)
            parts.append(row(self.add_token, 1))
        if side.captives:
            parts += [label(_("Captives"), "heading"), captives]
        parts.append(
            Flow(
                self.won,
                self.broke,
                self.vehicle,
                self.vehicle_by,
                self.stranger,
                self.stranger_by,
                spacing=18,
            )
        )
        self.setLayout(column(*parts, 1, margin=8))
        self._show_tokens()

    def _add_row(
        self, grid: QGridLayout, n: int, appearance: Appearance, rivals: list[tuple[str, str]]
    ) -> None:
        name = _name_of(self.services, self.side.group, appearance.member)
        part = Picker()
        for way in PARTS:
            part.addItem(part_name(way), way)
        part.setCurrentIndex(PARTS.index(appearance.part))
        part.setAccessibleName(_("{name} took part").format(name=name))
        out = QCheckBox()
        out.setChecked(appearance.out)
        out.setAccessibleName(_("{name} is Out of Action").format(name=name))
        by = Picker()
        by.addItem(_("unknown"), "")
        by.addItem(_("a zombie"), "zombie")
        for member, rival in rivals:
            by.addItem(rival, member)
        by.setCurrentIndex(max(0, by.findData(appearance.out_by)))
        by.setAccessibleName(_("who took {name} out").format(name=name))
        spins: list[QSpinBox] = []
        for key, value, what in (
            ("zombies", appearance.zombies, _("zombies taken out by {name}")),
            ("rivals", appearance.rivals, _("rivals taken out by {name}")),
            ("objectives", appearance.objectives, _("objectives of {name}")),
        ):
            spin = Number()
            spin.setRange(0, 99)
            spin.setValue(value)
            spin.setAccessibleName(what.format(name=name))
            spin.valueChanged.connect(partial(self._counted, appearance.member, key))
            spins.append(spin)
        used = QPushButton(_("none"))
        used.setAccessibleName(_("one-use gear {name} used up").format(name=name))
        chosen = set(appearance.spent)
        menu = QMenu(used)
        used.setMenu(menu)
        for item_id, text in self._one_use(appearance.member):
            action = menu.addAction(typed(text))
            action.setCheckable(True)
            action.setChecked(item_id in chosen)
            action.toggled.connect(lambda on, i=item_id, b=used, c=chosen: _spend(b, c, i, on))
        used.setEnabled(bool(menu.actions()))
        used.setText(_("{n} used").format(n=len(chosen)) if chosen else _("none"))
        title = label(short(name, 24))
        title.setToolTip(name)
        for column_number, widget in enumerate((title, part, out, by, *spins, used)):
            grid.addWidget(widget, n, column_number)
        self.rows[appearance.member] = {
            "part": part,
            "out": out,
            "by": by,
            "zombies": spins[0],
            "rivals": spins[1],
            "objectives": spins[2],
            "spent": chosen,
            "used": used,
            "typed": {key: spin.value() for key, spin in zip(COUNTED, spins, strict=True)},
        }
        part.currentIndexChanged.connect(self.changed)
        out.toggled.connect(self.changed)
        by.currentIndexChanged.connect(self.changed)

    def _by_box(self, member: str, name: str) -> QComboBox:
        """Which of the members did something; Animals carry nobody (ruling 7)."""
        box = Picker()
        box.setAccessibleName(name)
        box.addItem(_("by whom is not noted"), "")
        for appearance in self.side.appearances:
            if not self._is_animal(appearance.member):
                who = _name_of(self.services, self.side.group, appearance.member)
                box.addItem(_("by {name}").format(name=short(who, 24)), appearance.member)
        box.setCurrentIndex(max(0, box.findData(member)))
        box.currentIndexChanged.connect(self.changed)
        return box

    def _is_animal(self, member: str) -> bool:
        group = self.group
        return group is not None and group.has_member(member) and group.member(member).has("animal")

    def _counted(self, member: str, key: str, count: int) -> None:
        """A number was typed: it stands, however much follows from other facts."""
        self.rows[member]["typed"][key] = count
        self.changed.emit()

    def _won_ticked(self, on: bool) -> None:
        self._typed_won = on
        self.changed.emit()

    def show_encounter(self, encounter: Encounter) -> None:
        """Offers only what there is in this Encounter."""
        self._encounter = encounter
        rescued = [CAPTIVE_FATES.index("home"), CAPTIVE_FATES.index("lost")]
        for box in self.captive_boxes.values():
            model = cast(QStandardItemModel, box.model())
            for n in rescued:
                model.item(n).setEnabled(encounter.captives)

    def follow(self, game: GameRecord, side: Side, names: Mapping[str, str]) -> None:
        """Fills in what follows from the facts of all sides, and offers no fact that cannot be.
        `game` is the record as the forms have it, `side` this form's in it."""
        for member, fields in self.rows.items():
            there = PARTS[fields["part"].currentIndex()] == "deployed"
            out = fields["out"].isChecked()
            for key in ("out", "zombies", "rivals", "objectives"):
                fields[key].setEnabled(there)
            fields["by"].setEnabled(there and out)
            fields["used"].setEnabled(there and bool(fields["used"].menu().actions()))
            taken = taken_by(game, side, member)
            who = ", ".join(names[m] for m in taken)
            why = _("Recorded as taken Out by them: {names}").format(names=who) if taken else ""
            self._fill(fields, "rivals", len(taken), why)
            done = side.achieved(member)
            why = _("Follows from what was brought home below") if done else ""
            self._fill(fields, "objectives", done, why)
        drove = self.drove_off
        self.won.setEnabled(not drove)
        self.won.blockSignals(True)
        self.won.setChecked(self._typed_won or drove)
        self.won.blockSignals(False)
        vehicle = self._encounter is not None and self._encounter.vehicle
        captives = self._encounter is not None and self._encounter.captives
        self.vehicle.setVisible(vehicle)
        self.vehicle_by.setVisible(bool(self.rows) and drove)
        self.stranger.setVisible(captives)
        self.stranger_by.setVisible(bool(self.rows) and self.brought_stranger)
        for member, by in self.home_by.items():
            fate = CAPTIVE_FATES[self.captive_boxes[member].currentIndex()]
            by.setVisible(bool(self.rows) and fate == "home")

    def forget_what_followed(self, taken: Mapping[str, int]) -> None:
        """Takes numbers that are no more than what follows from the record as not typed."""
        for member, fields in self.rows.items():
            least = {"rivals": taken[member], "objectives": self.side.achieved(member)}
            for key, n in least.items():
                if fields["typed"][key] == n:
                    fields["typed"][key] = 0

    def _fill(self, fields: dict[str, Any], key: str, least: int, why: str) -> None:
        """A number is at least what follows; it goes down again with what it followed from."""
        spin = fields[key]
        spin.blockSignals(True)
        spin.setMinimum(least)
        spin.setValue(max(least, fields["typed"][key]))
        spin.setToolTip(why)
        spin.blockSignals(False)

    @property
    def drove_off(self) -> bool:
        """Whether the side got away with the vehicle, in an Encounter that has one."""
        encounter = self._encounter
        return self.vehicle.isChecked() and (encounter is None or encounter.vehicle)

    @property
    def brought_stranger(self) -> bool:
        """Whether the side brought a stranger home, in an Encounter that has captives."""
        encounter = self._encounter
        return self.stranger.isChecked() and (encounter is None or encounter.captives)

    def _one_use(self, member_id: str) -> list[tuple[str, str]]:
        if self.group is None or not self.group.has_member(member_id):
            return []
        catalogue = self.services.catalogue
        found = []
        for item in self.group.member(member_id).gear:
            for piece in (item, *item.attached):
                if catalogue.gear(piece.key).has("one-use") and piece.key not in (
                    "medical-supplies",
                    "mod-kit",
                ):
                    found.append((piece.id, catalogue.gear(piece.key).name))
        return found

    def _fill_tokens_menu(self) -> None:
        """Whoever can have carried one off or held it at the end: on the table, not Out of
        Action, no Animal, no token yet (p. 36)."""
        menu = self.add_token.menu()
        menu.clear()
        loaded = {token.member for token in self.tokens}
        able = [
            a.member
            for a in self.value().appearances
            if a.part == "deployed"
            and not a.out
            and a.member not in loaded
            and not self._is_animal(a.member)
        ]
        for fate, text in (
            ("carried", _("carried off by")),
            ("held", _("held at the end by")),
        ):
            sub = menu.addMenu(text)
            sub.setEnabled(bool(able))
            for member in able:
                name = _name_of(self.services, self.side.group, member)
                sub.addAction(typed(name)).triggered.connect(
                    lambda _on=False, f=fate, m=member: self._add(f, m)
                )
        menu.addAction(_("claimed after the others broke")).triggered.connect(
            lambda _on=False: self._add("claimed", "")
        )

    def _add(self, fate: str, member: str) -> None:
        self.tokens.append(SupplyToken(cast(TokenFate, fate), member))
        self._show_tokens()
        self.changed.emit()

    def _remove(self, index: int) -> None:
        del self.tokens[index]
        self._show_tokens()
        self.changed.emit()

    def _show_tokens(self) -> None:
        clear(self.token_list)
        for n, token in enumerate(self.tokens):
            name = _name_of(self.services, self.side.group, token.member) if token.member else ""
            text = token_name(token, name)
            remove = button(_("✕ remove"), partial(self._remove, n), "quiet")
            remove.setAccessibleName(_("Remove {n}: {what}").format(n=n + 1, what=text))
            self.token_list.addLayout(
                row(
                    label(f"● {text}"),
                    remove,
                    1,
                )
            )
        if not self.tokens:
            self.token_list.addWidget(label(_("none"), "faint"))

    def value(self) -> Side:
        """The side as the form has it."""
        appearances = []
        for member, fields in self.rows.items():
            part = PARTS[fields["part"].currentIndex()]
            if part != "deployed":  # nothing else can be said of them
                appearances.append(Appearance(member, part))
                continue
            out = fields["out"].isChecked()
            appearances.append(
                Appearance(
                    member=member,
                    out=out,
                    out_by=str(fields["by"].currentData()) if out else "",
                    zombies=fields["zombies"].value(),
                    rivals=fields["rivals"].value(),
                    objectives=fields["objectives"].value(),
                    spent=tuple(sorted(fields["spent"])),
                )
            )
        captives = []
        for c in self.side.captives:
            fate = CAPTIVE_FATES[self.captive_boxes[c.member].currentIndex()]
            by = str(self.home_by[c.member].currentData()) if fate == "home" else ""
            captives.append(replace(c, fate=fate, by=by))
        stranger, vehicle = self.brought_stranger, self.drove_off
        return replace(
            self.side,
            appearances=tuple(appearances),
            tokens=tuple(self.tokens),
            captives=tuple(captives),
            stranger_home=stranger,
            stranger_by=str(self.stranger_by.currentData()) if stranger else "",
            vehicle=vehicle,
            vehicle_by=str(self.vehicle_by.currentData()) if vehicle else "",
            won=self.won.isChecked(),
            broke=self.broke.isChecked(),
        )


def _spend(used: QPushButton, chosen: set[str], item_id: str, on: bool) -> None:
    if on:
        chosen.add(item_id)
    else:
        chosen.discard(item_id)
    used.setText(_("{n} used").format(n=len(chosen)) if chosen else _("none"))


def _name_of(services: Services, group: str, member: str) -> str:
    if not group:
        return member
    view = services.ask(lambda: services.workspace.group(group))
    if view is None or not view.group.has_member(member):
        return member
    return view.group.member(member).name


class RecordPage(Page):
    """A game being recorded, or corrected."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.game: GameRecord | None = None
        self.known = False
        self.sides: list[SideForm] = []
        self._kept: dict[str, Side] = {}
        self._names: dict[str, str] = {}
        self.title = label("", "title")
        self.encounter = Picker()
        self.encounter.setAccessibleName(_("Encounter"))
        for entry in services.catalogue.encounters.values():
            self.encounter.addItem(f"{entry.number} · {entry.name}", entry.key)
        self.encounter.currentIndexChanged.connect(lambda _n: self._encounter_chosen())
        self.encounter_note = label("", "faint", wrap=True)
        self.roll_button = button(_("Roll for the &Encounter"), self._start_roll)
        self.roll_frame = EncounterRoll(services, self._passes)
        self.roll_frame.found.connect(self._encounter_found)
        self.group_row = row(spacing=14)
        self.group_boxes: dict[str, QCheckBox] = {}
        self.opponent = QLineEdit()
        self.opponent.setPlaceholderText(_("an opponent who is not recorded"))
        self.opponent.setAccessibleName(_("Opponent who is not recorded"))
        self.opponent.editingFinished.connect(self._sides_changed)
        self.tabs = Tabs()
        self.doubts = label("", "warn", wrap=True)
        self.record_button = button(_("&Record the game"), self._record, "first")
        self.after_button = button(_("Record, then the &post-game sequence"), self._record_and_go)
        self.cancel_button = button(_("Back"), lambda: services.go.emit("campaign", ""))
        outer = column(
            row(self.title, 1, self.encounter, self.roll_button),
            self.encounter_note,
            self.roll_frame,
            panel(row(label(_("Took part:")), self.group_row, label(_("against")), self.opponent)),
            self.tabs,
            self.doubts,
            Flow(self.record_button, self.after_button, self.cancel_button),
            margin=12,
        )
        outer.setStretch(4, 1)
        self.setLayout(outer)

    def start(self, campaign: str, game_id: str) -> None:
        """Begins a record, or opens one to correct it."""
        if not game_id and campaign == self.campaign_id and self._begun():
            return  # what was typed before looking elsewhere is still here
        self.campaign_id = campaign
        self._kept = {}
        view = self.services.workspace.campaign(campaign)
        self.roll_frame.hide()
        clear(self.group_row)
        self.group_boxes = {}
        self.known = bool(game_id)
        if game_id:
            self.game = view.campaign.game(game_id)
        else:
            groups = tuple(g.id for g in view.groups[:2])
            self.game = self.services.games.new_record(campaign, groups, "")
        played = {s.group for s in self.game.sides}
        self.opponent.setText(next((s.name for s in self.game.sides if not s.group), ""))
        for group in view.groups:
            box = QCheckBox(typed(short(group.name, 30)))
            box.setChecked(group.id in played)
            box.toggled.connect(lambda _on: self._sides_changed())
            self.group_boxes[group.id] = box
            self.group_row.addWidget(box)
        self.title.setText(
            _("Game {n}, corrected").format(n=self.game.number)
            if self.known
            else _("Game {n}").format(n=self.game.number)
        )
        encounter = self.services.catalogue.encounters[self.game.encounter]
        choose_key(self.encounter, encounter.key, encounter.name)
        self._build()
        self.encounter.setFocus()

    def _begun(self) -> bool:
        """Whether an unrecorded game has been filled in."""
        return (
            self.game is not None
            and not self.known
            and any(form.value() != form.side for form in self.sides)
        )

    def refresh(self) -> None:
        """A record being made is not overwritten by news from the store."""

    def _build(self) -> None:
        assert self.game is not None
        self.tabs.clear()
        self.sides = []
        self._names = {a.member: a.member for s in self.game.sides for a in s.appearances}
        for side in self.game.sides:
            view = None
            if side.group:
                view = self.services.ask(partial(self.services.workspace.group, side.group))
            self._names |= {m.id: m.name for m in view.group.members} if view else {}
            form = SideForm(self.services, side, view.group if view else None, self.game)
            form.changed.connect(self._follow)
            self.sides.append(form)
            self.tabs.addTab(scrolling(form), typed(short(side.name, 30)))
        for form, side in zip(self.sides, self.game.sides, strict=True):
            form.forget_what_followed({m: len(taken_by(self.game, side, m)) for m in form.rows})
        self._encounter_chosen()

    def _encounter_chosen(self) -> None:
        entry = self.services.catalogue.encounters[str(self.encounter.currentData())]
        self.encounter_note.setText(with_page(entry.summary, entry.page))
        for form in self.sides:
            form.show_encounter(entry)
        self._follow()

    def _follow(self) -> None:
        """Fills in what follows from what was entered, and says what cannot be."""
        if not self.sides:
            return
        game = self.value()
        for form, side in zip(self.sides, game.sides, strict=True):
            form.follow(game, side, self._names)
        self._doubt()

    def _sides_changed(self) -> None:
        """Other groups or another opponent: what was entered for the others stays."""
        if self.game is None:
            return
        self._kept |= {form.side.group: form.value() for form in self.sides}
        now = self._kept
        groups = tuple(g for g, box in self.group_boxes.items() if box.isChecked())
        fresh = self.services.ask(
            lambda: self.services.games.new_record(
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
        """The record as the form has it."""
        assert self.game is not None
        return replace(
            self.game,
            encounter=str(self.encounter.currentData()),
            sides=tuple(form.value() for form in self.sides),
        )

    def _doubt(self) -> None:
        lines = (
            doubts(self.value(), self.services.catalogue, self._names)
            if self.sides
            else [_("Choose a group that took part.")]
        )
        self.doubts.setText("\n".join(f"⚠ {line}" for line in lines))
        self.doubts.setVisible(bool(lines))

    def _record(self) -> bool:
        self._doubt()
        game = self.value()
        if not self.services.done(
            lambda: self.services.games.record(self.campaign_id, game),
            _("Game {n} is recorded.").format(n=game.number),
        ):
            return False
        self.game = game
        self.known = True
        return True

    def _record_and_go(self) -> None:
        if self._record():
            self.services.go.emit("aftermath", "")

    # The Encounter roll

    def _passes(self) -> int:
        count = 0
        for group, box in self.group_boxes.items():
            if box.isChecked():
                view = self.services.ask(partial(self.services.workspace.group, group))
                count += bool(view and view.group.next_encounter.radio)
        return count

    def _start_roll(self) -> None:
        self.roll_frame.start(self.services.workspace.campaign(self.campaign_id).campaign.dice)

    def _encounter_found(self, key: str) -> None:
        self.encounter.setCurrentIndex(self.encounter.findData(key))
        self.encounter.setFocus()
        self.services.said.emit(
            _("The Encounter: {name}.").format(name=self.services.catalogue.encounters[key].name),
            "well",
        )

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """What undo and redo would do to the campaign's records."""
        view = self.services.workspace.campaign(self.campaign_id)
        return view.undo, view.redo

    def undo(self) -> None:
        """Takes the campaign's last change back."""
        if self.services.do(lambda: self.services.workspace.undo(self.campaign_id)) is not None:
            self.services.go.emit("campaign", "")

    def redo(self) -> None:
        """Brings back what was undone."""
        if self.services.do(lambda: self.services.workspace.redo(self.campaign_id)) is not None:
            self.services.go.emit("campaign", "")
