"""Which Encounter is next, who plays it and who defends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton

from lastdays.campaign.briefing import Briefing, EncounterFigure
from lastdays.campaign.next_game import SIDES_MOST, NextGame
from lastdays.language import _, joined, short, signed
from lastdays.model.worked import given, names_of
from lastdays.rulebook import Catalogue, pictograms
from lastdays.store.index import GroupSummary
from lastdays.ui.plain import plain
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.entry_card import explain
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    Turning,
    allow,
    button,
    clear,
    column,
    holder,
    label,
    row,
    typed,
)
from lastdays.ui.widgets.pictogram import Pictogram

#: So many groups have a button each; the others are in a list.
BUTTONS_MOST = 6
#: So many letters of a group's name are always there.
LETTERS_LEAST = 26


class NextGameChooser(QFrame):
    """The choices of the next game.

    `encounter_chosen` carries an Encounter's key, `toggled` a group that plays or plays no longer,
    `defends` the group that was said to defend, '' where they roll off for it; `roll_wanted`: the
    Encounter is to be rolled for.
    """

    encounter_chosen = Signal(str)
    roll_wanted = Signal()
    toggled = Signal(str)
    defends = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.services = services
        self.drawing = Pictogram(services.theme, "", "", "accent_text", 36)
        self.encounter = Picker()
        self.encounter.setAccessibleName(_("Encounter"))
        self.encounter.addItem(_("Not chosen yet"), "")
        for entry in services.catalogue.encounters.values():
            self.encounter.addItem(f"{entry.number} · {entry.name}", entry.key)
        self.encounter.activated.connect(
            lambda n: self.encounter_chosen.emit(str(self.encounter.itemData(n)))
        )
        self.roll_button = button(_("&Roll for the Encounter"), self.roll_wanted.emit)
        self.said = label("", "text", wrap=True)
        self.said_room = Reserved(self.said, 2, middle=True)
        self.figures = Flow(spacing=14, one_line=True)
        self._figures: tuple[EncounterFigure, ...] = ()
        self.group_row = Flow()
        self._group_room = holder(self.group_row)
        self.buttons: dict[str, QPushButton] = {}
        self.others = Picker()
        self.others.setAccessibleName(_("Another group plays"))
        self.others.activated.connect(self._other_chosen)
        self.defender = Picker()
        self.defender.setAccessibleName(_("Defender"))
        self.defender.activated.connect(lambda n: self.defends.emit(str(self.defender.itemData(n))))
        self.defender.setMinimumContentsLength(16)
        defender = label(_("Defender:"))
        defender.setBuddy(self.defender)
        self.defender_row = holder(row(defender, self.defender, spacing=8))
        theme = services.theme
        theme.reshaped.connect(self._reshaped)
        which = holder(row(self.drawing, self.encounter, self.roll_button, 1))
        ends = holder(row(self.others, self.defender_row, 1))
        figures = holder(column(1, self.figures, 1))
        who = row(label(_("Who plays:")), self._group_room)
        who.setStretch(1, 1)
        self.setLayout(
            column(
                Turning(theme, (which, 0), (self.said_room, 1), (figures, 0), spacing=8),
                Turning(theme, (holder(who), 1), (ends, 0), spacing=8),
                spacing=6,
                margin=8,
            )
        )

    def _reshaped(self, narrow: bool) -> None:
        """Keep room for what may be said only where it stands beside what is there anyway."""
        self.said_room.setVisible(bool(self.said.text()) or not narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_groups()

    def _name_groups(self) -> None:
        """Write the names of the groups out as far as there is room, for two beside each other or
        for one; what is cut is the middle, as the groups of a player may begin alike."""
        wide = self._group_room.width()
        for made in self.buttons.values():
            metrics, name = made.fontMetrics(), made.accessibleName()
            shown = metrics.horizontalAdvance(made.text().replace("&&", "&"))
            frame = made.sizeHint().width() - shown
            least = metrics.horizontalAdvance(short(name, LETTERS_LEAST))
            half = (wide - self.group_row.spacing()) // 2 - frame
            room = half if half >= least else max(least, wide - frame)
            text = typed(metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room))
            if made.text() != text:
                made.setText(text)

    def show_game(
        self, game: NextGame, groups: Sequence[GroupSummary], found: Briefing | None
    ) -> None:
        """Show a game, with the groups that may play, and what speaks against it."""
        self._show_groups([g.id for g in game.groups], groups)
        planned = game.planned
        entry = self.services.catalogue.encounters.get(planned.encounter)
        self.encounter.setCurrentIndex(max(0, self.encounter.findData(planned.encounter)))
        drawn = entry.drawing if entry else pictograms.token("dice")
        self.drawing.show_drawing(drawn, token="accent_text")
        if entry is not None:
            explain(self.encounter, entry.name, self.services)
        doubts = [f"⚠ {line}" for line in found.doubts] if found is not None else []
        restyle(self.said, kind="warntext" if doubts else "text")
        self.said_room.show_text("\n".join(doubts) or _how(game, self.services.catalogue))
        self._reshaped(self.services.theme.narrow)
        self._show_figures(found.figures if found is not None else ())
        self.defender_row.setVisible(entry is not None and entry.roles and len(game.groups) > 1)
        self.defender.clear()
        for entrant in game.setup.entrants:
            self.defender.addItem(short(entrant.name, 40), entrant.group)
        self.defender.addItem(_("Roll off at the table"), "")
        defends = next((e.group for e in game.setup.entrants if e.role == "defender"), "")
        self.defender.setCurrentIndex(self.defender.findData(defends))

    def _show_figures(self, figures: tuple[EncounterFigure, ...]) -> None:
        """Show the numbers of the Encounter."""
        if figures == self._figures:
            return
        self._figures = figures
        clear(self.figures)
        for figure in figures:
            drawn = Pictogram(self.services.theme, figure.drawing, figure.name, "accent_text", 20)
            shown = label(figure.text, "cardname")
            shown.setAccessibleName(_("{n} {what}").format(n=figure.text, what=figure.name))
            made = holder(row(drawn, shown, label(figure.name, "small"), spacing=5))
            self.figures.addWidget(made)
            made.show()

    def _show_groups(self, playing: Sequence[str], groups: Sequence[GroupSummary]) -> None:
        listed = [g for n, g in enumerate(groups) if n < BUTTONS_MOST or g.id in playing]
        names = {g.id: g.name for g in listed}
        if {group: made.accessibleName() for group, made in self.buttons.items()} != names:
            clear(self.group_row)
            self.buttons = {}
            for group, name in names.items():
                made = button(typed(name), partial(self.toggled.emit, group))
                made.setCheckable(True)
                made.setAccessibleName(name)
                made.setToolTip(plain(name))
                self.buttons[group] = made
                self.group_row.addWidget(made)
                made.show()
            self._name_groups()
        full = len(playing) >= SIDES_MOST
        for group, made in self.buttons.items():
            made.setChecked(group in playing)
            allow(made, group in playing or not full, _("One to four sides play."))
        more = [g for g in groups if g.id not in names]
        self.others.clear()
        self.others.addItem(_("Another group…"), "")
        for summary in more:
            self.others.addItem(summary.name, summary.id)
        self.others.setVisible(bool(more))
        allow(self.others, not full, _("One to four sides play."))

    def _other_chosen(self, index: int) -> None:
        group = str(self.others.itemData(index))
        if group:
            self.toggled.emit(group)


def _how(game: NextGame, catalogue: Catalogue) -> str:
    """Say how the Encounter was found, or who may shift the roll for it."""
    planned = game.planned
    if planned.die and planned.shift:
        return _("Rolled {die}, shifted by {shift}.").format(
            die=planned.die, shift=signed(planned.shift)
        )
    if planned.die:
        return _("Rolled {die}.").format(die=planned.die)
    passed = [(g.name, w.radio) for g in game.groups if (w := given(g, catalogue)).radio]
    if len(passed) == 1:
        ((group, perks),) = passed
        return _("{group} may shift the roll: {perk}.").format(group=group, perk=names_of(perks))
    if passed:
        return _("{groups} may each shift the roll: that cancels out.").format(
            groups=joined(tuple(name for name, _perks in passed))
        )
    if planned.number == 1 and planned.encounter:
        return _("The book advises Scavengers for the first game (p.\u00a098).")
    return ""


__all__ = ["NextGameChooser"]
