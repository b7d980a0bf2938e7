"""Captives of whom a record says what became: settled with a press, in both groups at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from lastdays.campaign.held import Settlement
from lastdays.language import _, short
from lastdays.model.profile import item_name
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import OneLine, button, clear, column, label, row, typed
from lastdays.ui.widgets.pictogram import Pictogram


class CaptivesDue(QFrame):
    """A line for each captive. `settled` carries the id of one, and whether the captor's group
    takes the gear."""

    settled = Signal(str, bool)

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.theme = theme
        self.catalogue = catalogue
        self.buttons: list[QPushButton] = []
        self._shown: tuple[Settlement, ...] = ()
        self.lines = column(spacing=6)
        self.setLayout(
            column(
                label(_("Captives first"), "heading"),
                self.lines,
                spacing=6,
                margin=12,
            )
        )
        self.hide()

    def show_due(self, due: Sequence[Settlement]) -> None:
        """Show what is to be settled; hide where nothing is."""
        if tuple(due) != self._shown:
            self._shown = tuple(due)
            self.buttons.clear()
            clear(self.lines)
            for one in due:
                self.lines.addLayout(self._line(one))
        self.setVisible(bool(due))

    def _line(self, due: Settlement) -> QHBoxLayout:
        member = due.captive.member
        home = due.fate == "home"
        said, gear = self._said(due), OneLine("small")
        names = ", ".join(item_name(item, self.catalogue) for item in member.gear)
        text = _("Comes back with: {gear}") if home else _("Carried: {gear}")
        gear.setText(text.format(gear=names) if names else _("Carried nothing."))
        words = OneLine()
        words.setText(said)
        made = [self._button(due, *choice) for choice in _choices(due)]
        drawn = pictograms.token("captive")
        token = "well_text" if home else "harm_text"
        line = row(
            Pictogram(self.theme, drawn, _("Captive"), token, 30),
            column(words, gear, spacing=0),
            *made,
        )
        line.setStretch(1, 1)
        return line

    def _said(self, due: Settlement) -> str:
        facts = {"name": due.captive.member.name, "group": due.captive.group_name, "n": due.number}
        match due.fate:
            case "home":
                return _("{name} of {group} was brought home in game {n}.").format(**facts)
            case "lost":
                return _("{name} of {group} was not brought home in game {n} and is dead.").format(
                    **facts
                )
            case _:
                return _("No Rescue was played for {name} of {group}, who is dead.").format(**facts)

    def _button(self, due: Settlement, text: str, takes: bool, first: bool) -> QPushButton:
        name = due.captive.member.name
        act: Callable[[], object] = partial(self.settled.emit, due.captive.member.id, takes)
        made = button(typed(short(text, 40)), act, "first" if first else "")
        made.setAccessibleName(_("{name}: {what}").format(name=name, what=text))
        made.setToolTip(plain(text))
        self.buttons.append(made)
        return made


def _choices(due: Settlement) -> list[tuple[str, bool, bool]]:
    """Return what can be chosen for a captive: its text, whether the captors take the gear, and
    whether it comes first."""
    if due.fate == "home":
        return [(_("Bring home"), False, True)]
    if not due.captive.loot:
        return [(_("Note the death"), False, True)]
    takes = _("{group} take the gear").format(group=due.captive.captor_name)
    return [(takes, True, True), (_("The gear is lost"), False, False)]
