"""The card of an entry where gear changes hands after a game."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView

from lastdays.postgame.gear_moves import ArrangeGear
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import GearForm
from lastdays.ui.navigation import RulebookRoute
from lastdays.ui.widgets.entry_card import entry_at
from ui.hands import key, sequence_until


def test_gear_that_changes_hands_has_its_card(sample: Session) -> None:
    """Pointing at a row names its entry, and F1 opens the rulebook there."""
    window = sample.window
    sequence_until(sample, lambda ask: isinstance(ask, ArrangeGear))
    form = next(f for f in window.page().findChildren(GearForm) if f.isVisible())
    table: QAbstractItemView = form.table
    names = set()
    for row in range(table.model().rowCount()):
        where = table.visualRect(table.model().index(row, 1)).center()
        if table.viewport().rect().contains(where):
            names.add(entry_at(table.viewport(), where))
    assert len(names) > 3
    assert names <= {entry.name for entry in sample.services.catalogue.all_gear()}
    table.setFocus()
    chosen = entry_at(table)
    assert chosen
    key("F1")
    assert window.route == RulebookRoute(chosen)
