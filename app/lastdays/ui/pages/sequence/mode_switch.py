"""How dice are answered, as three buttons of which one is down."""

from __future__ import annotations

from lastdays.language import _, pgettext
from lastdays.ui.widgets.choice_row import ChoiceRow, RowChoice


def mode_switch() -> ChoiceRow:
    """Make the row of buttons."""
    ways: dict[str, RowChoice] = {
        "roll": RowChoice(pgettext("dice", "Roll for me"), _("Dice: roll for me")),
        "typed": RowChoice(_("I roll"), _("Dice: I roll")),
        "set": RowChoice(pgettext("dice", "Set the result"), _("Dice: set the result")),
    }
    return ChoiceRow(_("How dice are answered"), ways)
