"""Whether each group plays its whole sequence or all groups each step, as two buttons."""

from __future__ import annotations

from lastdays.language import _
from lastdays.model.fields import order_name
from lastdays.ui.widgets.choice_row import ChoiceRow, RowChoice


def order_switch() -> ChoiceRow:
    """Make the row of buttons."""
    ways: dict[str, RowChoice] = {
        "group": RowChoice(
            order_name("group"),
            hint=_("Each group plays its whole post-game sequence before the next group begins."),
        ),
        "step": RowChoice(
            order_name("step"),
            hint=_("All groups roll their injuries, then all earn Experience, and so on."),
        ),
    }
    return ChoiceRow(_("Order after a game"), ways)
