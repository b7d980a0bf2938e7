"""Setting up a game: its Encounter, rolled or chosen, who plays, and who defends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton

from lastdays.language import _, cut_in_middle
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
    LayoutPart,
    Panel,
    Picker,
    Plain,
    RowOrColumn,
    button,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    grid,
    label,
    row,
)

#: The faces of the die for the Encounter; further Encounters aren't rolled.
DIE_FACES = 6
#: The page of the table of Encounters.
ENCOUNTERS_PAGE = 98


def _make_encounter_table(catalogue: Catalogue) -> BookTable:
    """Return the table of Encounters (p. 98)."""
    encounters = [
        encounter for encounter in catalogue.encounters.values() if encounter.number <= DIE_FACES
    ]
    encounters.sort(key=attrgetter("number"))
    rows = []
    for encounter in encounters:
        row_of_encounter = BookRow(
            str(encounter.number),
            encounter.name,
            encounter.drawing,
            Fraction(1, DIE_FACES),
            detail=encounter.summary,
        )
        rows.append(row_of_encounter)
    return BookTable(_("Encounters"), tuple(rows), ENCOUNTERS_PAGE)


def encounter_picker(catalogue: Catalogue, *first: tuple[str, object]) -> Picker:
    """Return a choice of Encounters by number and name; `first` items come before them."""
    items = list(first)
    for encounter in catalogue.encounters.values():
        items.append((f"{encounter.number} · {encounter.name}", encounter.key))
    return Picker(items, _("Encounter"))


#: The most groups with a button of their own; others are in a list.
MOST_BUTTONS = 6
#: The most letters on such a button.
MOST_LETTERS = 28
#: The letters for which the choice of the defender has room.
DEFENDER_LETTERS = 16


class WhoPlays(Plain):
    """Buttons for the groups, checked while they play, and a list of further ones in `others`;
    `toggled` carries a group that joins or leaves."""

    toggled = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        #: The buttons by the ids of their groups.
        self.buttons: dict[str, QPushButton] = {}
        self.others = Picker(name=_("Add a group to this game"))
        self.others.picked.connect(self._add_other)
        self._flow = Flow()
        self.setLayout(self._flow)

    def _add_other(self, group: str) -> None:
        if group:
            self.toggled.emit(group)

    def show_groups(
        self, groups: Sequence[GroupSummary], playing: Collection[str], *, full: bool
    ) -> None:
        """Show which groups play; no more can join if it is `full`."""
        names_by_id: dict[str, str] = {}
        others: list[tuple[str, object]] = []
        for n, group in enumerate(groups):
            if n < MOST_BUTTONS or group.id in playing:
                names_by_id[group.id] = group.name
            else:
                others.append((group.name, group.id))
        self._show_buttons(names_by_id)
        why_not = _("A game needs one to four sides.")
        for group_id, group_button in self.buttons.items():
            plays = group_id in playing
            group_button.setChecked(plays)
            enable_or_explain(group_button, plays or not full, why_not)
        self.others.offer([(_("Add a group…"), ""), *others])
        self.others.setVisible(bool(others))
        enable_or_explain(self.others, not full, why_not)

    def _show_buttons(self, names_by_id: Mapping[str, str]) -> None:
        """Have a button for each of these groups; those that are there are kept if they are the same."""
        names_shown = {
            group: group_button.accessibleName() for group, group_button in self.buttons.items()
        }
        if names_shown == names_by_id:
            return
        clear_layout(self._flow)
        self.buttons = {}
        for group, name in names_by_id.items():
            text = escape_ampersands(cut_in_middle(name, MOST_LETTERS))
            toggle = partial(self.toggled.emit, group)
            group_button = button(text, toggle, hint=name, name=name)
            group_button.setCheckable(True)
            self.buttons[group] = group_button
            self._flow.addWidget(group_button)
            group_button.show()


class DefenderRow(Plain):
    """The choice of the defender, with parts `beside` it."""

    def __init__(self, *beside: LayoutPart) -> None:
        super().__init__()
        self.picker = Picker(name=_("Defender"))
        self.picker.hold_names(DEFENDER_LETTERS)
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
        roles: list[tuple[str, object]] = []
        if len(sides) > 1 and encounter.doors:
            for name, side in sides:
                roles.append((_("Defend: {side}", side=name), side))
        elif sides:
            _name, first_side = sides[0]
            roles.append((_("Defends"), first_side))
            if chosen != nobody:
                chosen = first_side
        roles.append((_("Attacks"), nobody))
        self.picker.offer(roles, chosen)


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
        clear_layout(self._grid)
        for at_row, line in enumerate(lines):
            number = label(str(at_row + 1), "heading")
            self._grid.addWidget(number, at_row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(label(line, wrap=True), at_row, 1)


class RolledEncounter(NamedTuple):
    """The die as rolled, and what a worked Perk added."""

    die: int
    shift: int


class EncounterRoll(Panel):
    """Rolls the Encounter; hidden unless it asks. `settled` carries the Encounter's key."""

    settled = Signal(str)

    def __init__(
        self, services: Services, encounter: Picker, groups: Callable[[], Sequence[Group]]
    ) -> None:
        """Make it; the result is shown in `encounter`. `groups` returns the groups that play, whose
        worked Perks may shift the roll."""
        super().__init__()
        self.services = services
        self.encounter = encounter
        self.groups = groups
        self._answers: dict[str, Answer] = {}
        self._mode: DiceMode = "typed"
        self.panel = AskPanel(services.catalogue, services.theme, source=services.source)
        self.panel.answered.connect(self._take_answer)
        self.panel.rolled.connect(self._roll)
        self.table = chance_table(services.theme)
        services.theme.call_now_and_on_any_change(self._fit)
        parts = RowOrColumn(services.theme, (self.panel, 3), (self.table, 2), spacing=20)
        self.setLayout(column(parts, margin=12))
        self.hide()

    def start_for(self, campaign: str) -> None:
        """Ask for the roll, answered as the campaign's dice are."""
        self.start(self.services.workspace.campaign(campaign).campaign.dice)

    def start(self, mode: DiceMode) -> None:
        """Ask for the roll, answered in this way."""
        self._answers = {}
        self._mode = mode
        show_book(self.table, _make_encounter_table(self.services.catalogue), {})
        self._fit()
        self.show()
        self._ask_next()

    def _fit(self) -> None:
        self.table.setFixedHeight(self.table.height_of_all_rows())

    def rolled(self) -> RolledEncounter:
        """Return what was rolled."""
        die = self._answers["encounter/roll"]
        shift = self._answers.get("encounter/radio")
        return RolledEncounter(
            die=int(str(die.value)), shift=0 if shift is None else int(str(shift.value))
        )

    def _ask_next(self) -> None:
        """Show the next ask of the roll, or else the Encounter that was rolled."""
        make_procedure = partial(encounter_roll, self.groups(), self.services.catalogue)
        replayed = replay(make_procedure, self._answers)
        if replayed.pending is None:
            self._settle(str(replayed.result))
        else:
            self.panel.show_ask(replayed.pending, self._mode)

    def _settle(self, key: str) -> None:
        """Choose the Encounter that was rolled, and say so."""
        self.hide()
        self.encounter.setCurrentIndex(self.encounter.findData(key))
        self.settled.emit(key)
        name = self.services.catalogue.encounters[key].name
        self.services.say(_("The Encounter: {name}.", name=name), "well")
        self.encounter.setFocus()

    def _take_answer(self, value: object, how: How) -> None:
        assert self.panel.ask is not None
        self._answers[self.panel.ask.key] = Answer(value, how)
        self._ask_next()

    def _roll(self) -> None:
        assert self.panel.ask is not None
        self._take_answer(roll(self.panel.ask, self.services.source), "rolled")
