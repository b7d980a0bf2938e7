"""How a group's dice are answered, as three buttons of which one is down, and where that is kept."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QSettings

from lastdays.language import _, pgettext
from lastdays.model.campaign import Campaign, DiceMode
from lastdays.ui.widgets.choice_row import ChoiceRow, RowChoice


def mode_switch() -> ChoiceRow:
    """Make the row of buttons."""
    ways: dict[str, RowChoice] = {
        "roll": RowChoice(pgettext("dice", "Roll for me"), _("Dice: roll for me")),
        "typed": RowChoice(_("I roll"), _("Dice: I roll")),
        "set": RowChoice(pgettext("dice", "Set the result"), _("Dice: set the result")),
    }
    return ChoiceRow(_("How dice are answered"), ways)


class ChosenWays:
    """How the dice of each group are answered at this computer, where a way of its own was chosen.
    It is no part of the campaign: nobody else sees it, and undo passes it by."""

    def __init__(self, settings: QSettings | None) -> None:
        self._settings = settings
        self._chosen: dict[str, DiceMode] = {}

    def of(self, campaign: Campaign, group: str) -> DiceMode:
        """Return how a group's dice are answered: as was chosen here, else as in the campaign."""
        chosen = self._chosen.get(group)
        if chosen is None and self._settings is not None:
            kept = self._settings.value(f"dice/{group}")
            chosen = next((mode for mode in get_args(DiceMode) if mode == kept), None)
        return chosen or campaign.dice_for(group)

    def choose(self, group: str, mode: DiceMode) -> None:
        """Keep how a group's dice are answered."""
        self._chosen[group] = mode
        if self._settings is not None:
            self._settings.setValue(f"dice/{group}", mode)
