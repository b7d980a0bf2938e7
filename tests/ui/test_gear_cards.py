"""The card of an entry where gear changes hands after a game."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractItemView

from lastdays.campaign.autoplay import plain_answer
from lastdays.postgame.gear_moves import ArrangeGear
from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.forms.arrange import GearForm
from lastdays.ui.navigation import RulebookRoute, SequenceRoute
from lastdays.ui.widgets.entry_card import entry_at
from ui.hands import key, settle


@pytest.mark.smoke
def test_gear_that_changes_hands_has_its_card(sample):
    """Pointing at a row names its entry, and F1 opens the rulebook there."""
    window, services = sample.window, sample.services
    game = services.workspace.campaign(window.campaign_id).campaign.games[0]
    sequence = services.games.begin(window.campaign_id, game.id, game.sides[0].group)
    while not isinstance(ask := services.games.view(sequence).pending, ArrangeGear):
        if can_be_rolled(ask):
            services.games.roll(sequence, ask.key)
        else:
            services.games.answer(sequence, ask.key, plain_answer(ask), "chosen")
    window.go(SequenceRoute(sequence))
    settle()
    form = next(f for f in window.page().findChildren(GearForm) if f.isVisible())
    table: QAbstractItemView = form.table
    names = set()
    for row in range(table.model().rowCount()):
        where = table.visualRect(table.model().index(row, 1)).center()
        if table.viewport().rect().contains(where):
            names.add(entry_at(table.viewport(), where))
    assert len(names) > 3
    assert names <= {entry.name for entry in services.catalogue.all_gear()}
    table.setFocus()
    chosen = entry_at(table)
    assert chosen
    key("F1")
    assert window.route == RulebookRoute(chosen)
