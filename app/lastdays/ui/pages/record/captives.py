"""What became of a side's captured members, and who brought whom home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QWidget

from lastdays.campaign.record_diff import captive_fate_name
from lastdays.language import _, short
from lastdays.model.game_record import CaptiveFate, CaptiveRecord
from lastdays.model.group import Group
from lastdays.rulebook.encounter_entries import Encounter
from lastdays.ui.widgets.parts import Picker, column, label

CAPTIVE_FATES: tuple[CaptiveFate, ...] = get_args(CaptiveFate)
#: The choice of a fate is as wide as so many letters where its list is not open.
LETTERS = 14


class ByPicker(Picker):
    """Which of a side's members did something, where that was noted."""

    def __init__(self, able: Sequence[tuple[str, str]], member: str, name: str) -> None:
        """Offer `able`: the ids and names of those who can have done it."""
        super().__init__()
        self.setAccessibleName(name)
        self.hold_names(LETTERS)
        self.addItem(_("by whom is not noted"), "")
        for key, who in able:
            self.addItem(_("by {name}").format(name=short(who, 24)), key)
        self.setCurrentIndex(max(0, self.findData(member)))

    @property
    def member(self) -> str:
        """Return the id of who did it, or ""."""
        return str(self.currentData())


class CaptivesPanel(QWidget):
    """A line for each captive: what became of them, and by whom."""

    changed = Signal()

    def __init__(
        self,
        captives: Sequence[CaptiveRecord],
        group: Group | None,
        able: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.captives = tuple(captives)
        self.fates: dict[str, Picker] = {}
        self.by: dict[str, ByPicker] = {}
        lines = column(spacing=2)
        for captive in captives:
            box = Picker()
            box.setAccessibleName(_("What became of {name}").format(name=captive.name))
            for fate in CAPTIVE_FATES:
                box.addItem(captive_fate_name(fate), fate)
            box.setCurrentIndex(CAPTIVE_FATES.index(captive.fate))
            box.currentIndexChanged.connect(self.changed)
            self.fates[captive.member] = box
            who = _("who brought {name} home").format(name=captive.name)
            by = ByPicker(able, captive.by, who)
            by.currentIndexChanged.connect(self.changed)
            self.by[captive.member] = by
            box.hold_names(LETTERS)
            lines.addWidget(label(_held(captive, group), wrap=True))
            lines.addWidget(box)
            lines.addWidget(by)
        self.setLayout(lines)

    def show_encounter(self, encounter: Encounter) -> None:
        """Offer a rescue only in an Encounter that has captives."""
        rescued = [CAPTIVE_FATES.index("home"), CAPTIVE_FATES.index("lost")]
        for box in self.fates.values():
            model = box.model()
            assert isinstance(model, QStandardItemModel)  # what Qt gives a QComboBox
            for n in rescued:
                model.item(n).setEnabled(encounter.captives)

    @property
    def unsaid(self) -> Picker | None:
        """Return the choice of the first of whom nothing is said, None where there is none."""
        return next((self.fates[c.member] for c in self.value() if c.fate == "open"), None)

    def follow(self, *, anybody: bool) -> None:
        """Ask who brought them home, where they came home and `anybody` can have brought them."""
        for member, by in self.by.items():
            by.setVisible(anybody and self._fate(member) == "home")

    def _fate(self, member: str) -> CaptiveFate:
        return CAPTIVE_FATES[self.fates[member].currentIndex()]

    def value(self) -> tuple[CaptiveRecord, ...]:
        """Return the captives as the form has them."""
        found = []
        for captive in self.captives:
            fate = self._fate(captive.member)
            by = self.by[captive.member].member if fate == "home" else ""
            found.append(replace(captive, fate=fate, by=by))
        return tuple(found)


def _held(captive: CaptiveRecord, group: Group | None) -> str:
    """Say who is held, and by whom where that is known."""
    captor = ""
    if group is not None and group.has_member(captive.member):
        captor = group.member(captive.member).captor_name
    if not captor:
        return captive.name
    return _("{name} is held by {group}").format(name=captive.name, group=captor)
