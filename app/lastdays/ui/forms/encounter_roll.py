"""The roll for the Encounter, where it is wanted: on the record and before a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from PySide6.QtCore import Signal

from lastdays.language import _
from lastdays.model.group import Group
from lastdays.postgame.encounters import encounter_roll
from lastdays.procedure.dice import roll
from lastdays.procedure.replay import Answer, How, replay
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.services import Services
from lastdays.ui.widgets.chances import BookRow, BookTable, chance_table, show_book
from lastdays.ui.widgets.parts import Panel, Picker, Turning, column


def _encounters(catalogue: Catalogue) -> BookTable:
    """Return the table of Encounters (p. 98)."""
    rows = tuple(
        BookRow(str(entry.number), entry.name, entry.drawing, Fraction(1, 6), detail=entry.summary)
        for entry in sorted(catalogue.encounters.values(), key=lambda entry: entry.number)
        if entry.number <= 6
    )
    return BookTable(_("Encounters"), rows, 98)


def encounter_picker(catalogue: Catalogue, *first: tuple[str, object]) -> Picker:
    """Return the choice of an Encounter by its number and name; `first` is offered before them."""
    entries = catalogue.encounters.values()
    numbered = ((f"{entry.number} · {entry.name}", entry.key) for entry in entries)
    return Picker((*first, *numbered), _("Encounter"))


class EncounterRoll(Panel):
    """`found` carries the key of the Encounter; hidden but while it asks. `groups` tells who
    plays: a worked Perk of one of them may shift the roll."""

    found = Signal(str)

    def __init__(self, services: Services, groups: Callable[[], Sequence[Group]]) -> None:
        super().__init__()
        self.services = services
        self.groups = groups
        self._answers: dict[str, Answer] = {}
        self._mode = "roll"
        self.panel = AskPanel(services.catalogue, services.theme, source=services.source)
        self.panel.answered.connect(self._answered)
        self.panel.rolled.connect(self._roll)
        self.table = chance_table(services.theme)
        sides = Turning(services.theme, (self.panel, 3), (self.table, 2), spacing=20)
        self.setLayout(column(sides, margin=12))
        self.hide()

    def start(self, mode: str) -> None:
        """Ask for the roll; `mode` is how dice are answered."""
        self._answers = {}
        self._mode = mode
        show_book(self.table, _encounters(self.services.catalogue), {})
        self.table.setFixedHeight(self.table.wanted())
        self.show()
        self._go_on()

    def rolled(self) -> tuple[int, int]:
        """Return the die as it was rolled, and what a worked Perk added to it."""
        shift = self._answers.get("encounter/radio")
        return int(str(self._answers["encounter/roll"].value)), int(
            str(shift.value)
        ) if shift else 0

    def _go_on(self) -> None:
        groups, catalogue = self.groups(), self.services.catalogue
        replayed = replay(lambda: encounter_roll(groups, catalogue), self._answers)
        if replayed.pending is not None:
            self.panel.show_ask(replayed.pending, self._mode)
            return
        self.hide()
        self.found.emit(str(replayed.result))

    def _answered(self, value: object, how: How) -> None:
        assert self.panel.ask is not None
        self._answers[self.panel.ask.key] = Answer(value, how)
        self._go_on()

    def _roll(self) -> None:
        assert self.panel.ask is not None
        self._answered(roll(self.panel.ask, self.services.source), "rolled")
