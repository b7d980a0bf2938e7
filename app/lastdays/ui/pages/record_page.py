"""Recording a game: who took part, who fell, what was done and carried home."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, cast

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

from lastdays.language import _
from lastdays.rules.game import (
    Appearance,
    CaptiveFate,
    Game,
    Part,
    Side,
    SupplyToken,
    TokenFate,
    doubts,
)
from lastdays.rules.group import Group
from lastdays.ui.forms.encounter_roll import EncounterRoll
from lastdays.ui.pages.page import Page
from lastdays.ui.parts import (
    Flow,
    Number,
    Picker,
    Tabs,
    button,
    clear,
    column,
    label,
    panel,
    row,
    scrolling,
    short,
    typed,
)
from lastdays.ui.services import Services

PARTS: tuple[Part, ...] = ("deployed", "held-back", "missing")
FATES: tuple[TokenFate, ...] = ("carried", "held", "claimed")
CAPTIVE_FATES: tuple[CaptiveFate, ...] = ("declined", "home", "lost", "held")


class SideForm(QWidget):
    """One side of a game: its members' deeds, tokens, captives, how it ended."""

    def __init__(self, services: Services, side: Side, group: Group | None, game: Game) -> None:
        super().__init__()
        self.services = services
        self.side = side
        self.group = group
        self.rows: dict[str, dict[str, Any]] = {}
        self.tokens: list[SupplyToken] = list(side.tokens)
        self.captive_boxes: dict[str, QComboBox] = {}
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
        self.add_token = QPushButton(_("Add a Supply &Token…"))
        self.add_token.setMenu(QMenu(self.add_token))
        self._fill_tokens_menu()
        captives = column(spacing=2)
        for captive in side.captives:
            box = Picker()
            box.setAccessibleName(_("What became of {name}").format(name=captive.name))
            for fate, text in zip(
                CAPTIVE_FATES,
                (
                    _("rescue declined: dead"),
                    _("brought home"),
                    _("rescue played, not brought home: dead"),
                    _("still held (our table allows it)"),
                ),
                strict=True,
            ):
                box.addItem(text, fate)
            box.setCurrentIndex(CAPTIVE_FATES.index(captive.fate))
            self.captive_boxes[captive.member] = box
            captives.addLayout(row(label(captive.name), box, 1))
        self.won = QCheckBox(_("&won"))
        self.broke = QCheckBox(_("&broke"))
        self.vehicle = QCheckBox(_("got away with the &vehicle"))
        self.stranger = QCheckBox(_("brought a st&ranger home"))
        self.won.setChecked(side.won)
        self.broke.setChecked(side.broke)
        self.vehicle.setChecked(side.vehicle)
        self.stranger.setChecked(side.stranger_home)
        parts: list[Any] = []
        if side.appearances:
            parts.append(grid)
        if side.group:
            parts.append(label(_("Supply Tokens brought home"), "heading"))
            parts.append(self.token_list)
            parts.append(row(self.add_token, 1))
        if side.captives:
            parts += [label(_("Captives"), "heading"), captives]
        parts.append(Flow(self.won, self.broke, self.vehicle, self.stranger, spacing=18))
        self.setLayout(column(*parts, 1, margin=8))
        self._show_tokens()

    def _add_row(
        self, grid: QGridLayout, n: int, appearance: Appearance, rivals: list[tuple[str, str]]
    ) -> None:
        name = _name_of(self.services, self.side.group, appearance.member)
        part = Picker()
        for key, text in zip(PARTS, (_("yes"), _("held back"), _("lost their way")), strict=True):
            part.addItem(text, key)
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
        by.setEnabled(appearance.out)
        by.setAccessibleName(_("who took {name} out").format(name=name))
        out.toggled.connect(by.setEnabled)
        spins: list[QSpinBox] = []
        for value, what in (
            (appearance.zombies, _("zombies taken out by {name}")),
            (appearance.rivals, _("rivals taken out by {name}")),
            (appearance.objectives, _("objectives of {name}")),
        ):
            spin = Number()
            spin.setRange(0, 99)
            spin.setValue(value)
            spin.setAccessibleName(what.format(name=name))
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
        }

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
        menu = self.add_token.menu()
        for fate, text in (
            ("carried", _("carried off by")),
            ("held", _("held at the end by")),
        ):
            sub = menu.addMenu(text)
            for appearance in self.side.appearances:
                name = _name_of(self.services, self.side.group, appearance.member)
                sub.addAction(typed(name)).triggered.connect(
                    lambda _on=False, f=fate, m=appearance.member: self._add(f, m)
                )
        menu.addAction(_("claimed after the others broke")).triggered.connect(
            lambda _on=False: self._add("claimed", "")
        )

    def _add(self, fate: str, member: str) -> None:
        self.tokens.append(SupplyToken(cast(TokenFate, fate), member))
        self._show_tokens()

    def _remove(self, index: int) -> None:
        del self.tokens[index]
        self._show_tokens()

    def _show_tokens(self) -> None:
        clear(self.token_list)
        texts = {
            "carried": _("carried off by {name}"),
            "held": _("held at the end by {name}"),
            "claimed": _("claimed after the others broke"),
        }
        for n, token in enumerate(self.tokens):
            name = _name_of(self.services, self.side.group, token.member) if token.member else ""
            text = texts[token.fate].format(name=name)
            self.token_list.addLayout(
                row(
                    label(f"● {text}"),
                    button(_("✕ remove"), partial(self._remove, n), "quiet"),
                    1,
                )
            )
        if not self.tokens:
            self.token_list.addWidget(label(_("none"), "faint"))

    def value(self) -> Side:
        """The side as the form has it."""
        appearances = []
        for member, fields in self.rows.items():
            out = fields["out"].isChecked()
            appearances.append(
                Appearance(
                    member=member,
                    part=PARTS[fields["part"].currentIndex()],
                    out=out,
                    out_by=str(fields["by"].currentData()) if out else "",
                    zombies=fields["zombies"].value(),
                    rivals=fields["rivals"].value(),
                    objectives=fields["objectives"].value(),
                    spent=tuple(sorted(fields["spent"])),
                )
            )
        captives = tuple(
            replace(c, fate=CAPTIVE_FATES[self.captive_boxes[c.member].currentIndex()])
            for c in self.side.captives
        )
        return replace(
            self.side,
            appearances=tuple(appearances),
            tokens=tuple(self.tokens),
            captives=captives,
            stranger_home=self.stranger.isChecked(),
            vehicle=self.vehicle.isChecked(),
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
    view = services.ask(lambda: services.desk.group(group))
    if view is None or not view.group.has_member(member):
        return member
    return view.group.member(member).name


class RecordPage(Page):
    """A game being recorded, or corrected."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.game: Game | None = None
        self.known = False
        self.sides: list[SideForm] = []
        self._kept: dict[str, Side] = {}
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
        view = self.services.desk.campaign(campaign)
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
        self.encounter.setCurrentIndex(max(0, self.encounter.findData(self.game.encounter)))
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
        for side in self.game.sides:
            view = None
            if side.group:
                view = self.services.ask(partial(self.services.desk.group, side.group))
            form = SideForm(self.services, side, view.group if view else None, self.game)
            self.sides.append(form)
            self.tabs.addTab(scrolling(form), typed(short(side.name, 30)))
        self._encounter_chosen()
        self._doubt()

    def _encounter_chosen(self) -> None:
        entry = self.services.catalogue.encounters[str(self.encounter.currentData())]
        self.encounter_note.setText(f"{entry.summary} (p. {entry.page})")
        for form in self.sides:
            form.vehicle.setVisible(entry.vehicle)
            form.stranger.setVisible(entry.captives)

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

    def value(self) -> Game:
        """The record as the form has it."""
        assert self.game is not None
        return replace(
            self.game,
            encounter=str(self.encounter.currentData()),
            sides=tuple(form.value() for form in self.sides),
        )

    def _doubt(self) -> None:
        lines = doubts(self.value()) if self.sides else [_("Choose a group that took part.")]
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
                view = self.services.ask(partial(self.services.desk.group, group))
                count += bool(view and view.group.next_encounter.radio)
        return count

    def _start_roll(self) -> None:
        self.roll_frame.start(self.services.desk.campaign(self.campaign_id).campaign.dice)

    def _encounter_found(self, key: str) -> None:
        self.encounter.setCurrentIndex(self.encounter.findData(key))
        self.services.said.emit(
            _("The Encounter: {name}.").format(name=self.services.catalogue.encounters[key].name),
            "well",
        )

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """What undo and redo would do to the campaign's records."""
        view = self.services.desk.campaign(self.campaign_id)
        return view.undo, view.redo

    def undo(self) -> None:
        """Takes the campaign's last change back."""
        if self.services.do(lambda: self.services.desk.undo(self.campaign_id)) is not None:
            self.services.go.emit("campaign", "")

    def redo(self) -> None:
        """Brings back what was undone."""
        if self.services.do(lambda: self.services.desk.redo(self.campaign_id)) is not None:
            self.services.go.emit("campaign", "")
