"""Captives of whom a record says what became: settled with a press, in both groups at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton

from lastdays.campaign.held import Settlement
from lastdays.language import _, short
from lastdays.model.profile import item_name
from lastdays.rulebook import Catalogue, pictograms
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    OneLine,
    Turning,
    button,
    clear,
    column,
    holder,
    label,
    row,
    typed,
)
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
                self.lines.addWidget(self._line(one))
        self.setVisible(bool(due))

    def _line(self, due: Settlement) -> Turning:
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
        who = row(
            Pictogram(self.theme, drawn, _("Captive"), token, 30), column(words, gear, spacing=0)
        )
        who.setStretch(1, 1)
        return Turning(self.theme, (holder(who), 1), (holder(row(*made)), 0), spacing=6)

    def _said(self, due: Settlement) -> str:
        texts = {
            "home": _("Brought home in game {n}: {name} of {group}"),
            "lost": _("Dead, not brought home in game {n}: {name} of {group}"),
        }
        text = texts.get(due.fate, _("Dead, no Rescue was played: {name} of {group}"))
        return text.format(n=due.number, name=due.captive.member.name, group=due.captive.group_name)

    def _button(self, due: Settlement, text: str, takes: bool, first: bool) -> QPushButton:
        name = due.captive.member.name
        act: Callable[[], object] = partial(self.settled.emit, due.captive.member.id, takes)
        whose = due.captive.captor_name
        shown = text.format(group=typed(short(whose, 24)))
        made = button(shown, act, "first" if first else "")
        said = text.format(group=whose)
        made.setAccessibleName(_("{name}: {what}").format(name=name, what=said))
        made.setToolTip(plain(said))
        self.buttons.append(made)
        return made


def _choices(due: Settlement) -> list[tuple[str, bool, bool]]:
    """Return what can be chosen for a captive: its text, with a place for the captor's group,
    whether they take the gear, and whether it comes first."""
    if due.fate == "home":
        return [(_("Bring home"), False, True)]
    if not due.captive.loot:
        return [(_("Note the death"), False, True)]
    return [(_("The gear goes to {group}"), True, True), (_("The gear is lost"), False, False)]
