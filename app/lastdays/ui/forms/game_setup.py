"""Setting up a game: its Encounter, rolled or chosen, who plays, and who defends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton

from lastdays.language import _, told_apart
from lastdays.model.campaign import DiceMode
from lastdays.model.group import Group
from lastdays.postgame.encounters import encounter_roll
from lastdays.procedure.dice import roll
from lastdays.procedure.replay import Answer, How, replay
from lastdays.rulebook import Catalogue, Encounter
from lastdays.store.store import GroupSummary
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.services import Services
from lastdays.ui.widgets.chances import BookRow, BookTable, chance_table, show_book
from lastdays.ui.widgets.parts import (
    Flow,
    Laid,
    Panel,
    Picker,
    Plain,
    Turning,
    allow,
    button,
    clear,
    column,
    grid,
    label,
    row,
    typed,
)


def _encounters(catalogue: Catalogue) -> BookTable:
    """Return the table of Encounters (p. 98)."""
    rows = []
    for encounter in sorted(catalogue.encounters.values(), key=lambda entry: entry.number):
        if encounter.number <= 6:
            line = BookRow(
                str(encounter.number),
                encounter.name,
                encounter.drawing,
                Fraction(1, 6),
                detail=encounter.summary,
            )
            rows.append(line)
    return BookTable(_("Encounters"), tuple(rows), 98)


def encounter_picker(catalogue: Catalogue, *first: tuple[str, object]) -> Picker:
    """Return a choice of Encounters by number and name; `first` items come before them."""
    entries = catalogue.encounters.values()
    numbered = ((f"{entry.number} · {entry.name}", entry.key) for entry in entries)
    return Picker((*first, *numbered), _("Encounter"))


#: The most groups with a button of their own; others are in a list.
BUTTONS_MOST = 6
#: The most letters on such a button.
LETTERS_MOST = 28


class WhoPlays(Plain):
    """Buttons for the groups, checked while they play, and a list of further ones in `others`;
    `toggled` carries a group that joins or leaves."""

    toggled = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        self.others = Picker(name=_("Add a group to this game"), picked=self._other_chosen)
        self._row = Flow()
        self.setLayout(self._row)

    def _other_chosen(self, group: str) -> None:
        if group:
            self.toggled.emit(group)

    def show_groups(
        self, groups: Sequence[GroupSummary], playing: Collection[str], *, full: bool
    ) -> None:
        """Show which groups play; no more can join if it is `full`."""
        listed = [g for n, g in enumerate(groups) if n < BUTTONS_MOST or g.id in playing]
        names = {g.id: g.name for g in listed}
        if {group: made.accessibleName() for group, made in self.buttons.items()} != names:
            clear(self._row)
            self.buttons = {}
            for group, name in names.items():
                words = typed(told_apart(name, LETTERS_MOST))
                made = button(words, partial(self.toggled.emit, group), hint=name, name=name)
                made.setCheckable(True)
                self.buttons[group] = made
                self._row.addWidget(made)
                made.show()
        for group, choice in self.buttons.items():
            choice.setChecked(group in playing)
            allow(choice, group in playing or not full, _("A game needs one to four sides."))
        more = [(g.name, g.id) for g in groups if g.id not in names]
        self.others.offer([(_("Add a group…"), ""), *more])
        self.others.setVisible(bool(more))
        allow(self.others, not full, _("A game needs one to four sides."))


class DefenderRow(Plain):
    """The choice of the defender, with parts `beside` it."""

    def __init__(self, *beside: Laid) -> None:
        super().__init__()
        self.picker = Picker(name=_("Defender"))
        self.picker.hold_names(16)
        self.caption = label("")
        self.caption.setBuddy(self.picker)
        self.setLayout(row(self.caption, self.picker, *beside))

    def offer(self, sides: Iterable[tuple[str, object]], chosen: object, nobody: object) -> None:
        """Offer the sides, and `nobody` for rolling off."""
        self.caption.setText(_("Defender:"))
        self.picker.offer([*sides, (_("Roll off at the table"), nobody)], chosen)

    def offer_role(
        self,
        sides: Sequence[tuple[str, object]],
        chosen: object,
        nobody: object,
        *,
        encounter: Encounter,
    ) -> None:
        """Offer a side that plays alone, or sides together, to defend, or with `nobody` to attack.
        Together they say whose Refuge they defend, if the Encounter has one."""
        self.caption.setText(_("Role:"))
        ways = [(_("Defends"), side) for _name, side in sides[:1]]
        if len(sides) > 1 and encounter.doors:
            ways = [(_("Defend: {side}", side=name), side) for name, side in sides]
        elif chosen != nobody:
            chosen = sides[0][1]
        self.picker.offer([*ways, (_("Attacks"), nobody)], chosen)


class Steps(Plain):
    """The numbered steps of an Encounter's set-up."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Encounter set-up"))
        self._grid = grid(5, 5)
        self._grid.setColumnStretch(1, 1)
        self.setLayout(self._grid)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these steps."""
        clear(self._grid)
        for n, line in enumerate(lines):
            number = label(str(n + 1), "heading")
            self._grid.addWidget(number, n, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(label(line, wrap=True), n, 1)


class EncounterRoll(Panel):
    """Rolls the Encounter; hidden unless it asks. `found` carries the Encounter's key."""

    found = Signal(str)

    def __init__(
        self, services: Services, encounter: Picker, groups: Callable[[], Sequence[Group]]
    ) -> None:
        """Make it; the result is shown in `encounter`. `groups` returns the groups that play, whose
        worked Perks may shift the roll."""
        super().__init__()
        self.services, self.encounter, self.groups = services, encounter, groups
        self._answers: dict[str, Answer] = {}
        self._mode: DiceMode = "typed"
        self.panel = AskPanel(services.catalogue, services.theme, source=services.source)
        self.panel.answered.connect(self._answered)
        self.panel.rolled.connect(self._roll)
        self.table = chance_table(services.theme)
        services.theme.fit(self._fit)
        sides = Turning(services.theme, (self.panel, 3), (self.table, 2), spacing=20)
        self.setLayout(column(sides, margin=12))
        self.hide()

    def start_for(self, campaign: str) -> None:
        """Ask for the roll, answered as the campaign's dice are."""
        self.start(self.services.workspace.campaign(campaign).campaign.dice)

    def start(self, mode: DiceMode) -> None:
        """Ask for the roll, answered in this way."""
        self._answers = {}
        self._mode = mode
        show_book(self.table, _encounters(self.services.catalogue), {})
        self._fit()
        self.show()
        self._go_on()

    def _fit(self) -> None:
        self.table.setFixedHeight(self.table.wanted())

    def rolled(self) -> tuple[int, int]:
        """Return the die as rolled, and what a worked Perk added."""
        die, shift = self._answers["encounter/roll"], self._answers.get("encounter/radio")
        return int(str(die.value)), int(str(shift.value)) if shift else 0

    def _go_on(self) -> None:
        groups, catalogue = self.groups(), self.services.catalogue
        replayed = replay(lambda: encounter_roll(groups, catalogue), self._answers)
        if replayed.pending is not None:
            self.panel.show_ask(replayed.pending, self._mode)
            return
        key = str(replayed.result)
        self.hide()
        self.encounter.setCurrentIndex(self.encounter.findData(key))
        self.found.emit(key)
        name = catalogue.encounters[key].name
        self.services.say(_("The Encounter: {name}.", name=name), "well")
        self.encounter.setFocus()

    def _answered(self, value: object, how: How) -> None:
        assert self.panel.ask is not None
        self._answers[self.panel.ask.key] = Answer(value, how)
        self._go_on()

    def _roll(self) -> None:
        assert self.panel.ask is not None
        self._answered(roll(self.panel.ask, self.services.source), "rolled")
