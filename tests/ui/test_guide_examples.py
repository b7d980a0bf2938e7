"""The examples of the guide's pages *Alone*, *Together* and *Our rules*, followed in the window as they
say it, each in so few presses that it takes five minutes."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from lastdays.ui.app import Session
from lastdays.ui.forms.entry_fields import FieldControl
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.pages.campaign_page import OUR_RULES, CampaignPage
from lastdays.ui.pages.our_rules import OurRulesPanel
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.parts import find_amber_button
from sure import as_a, sure
from ui.filling import fill
from ui.hands import click, click_on, find_button, go, menu_item, seen, settle

#: So many presses and entries are made in five minutes by who looks for each: one in five seconds.
IN_FIVE_MINUTES = 60


class Presses:
    """Presses what a page of the guide names, and counts that."""

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.count = 0

    def press(self, text: str) -> None:
        click(self.window, text)
        self.count += 1

    def in_menu(self, button: str, text: str) -> None:
        menu_item(find_button(self.window, button), text)
        self.count += 2

    def enter(self, control: FieldControl, value: Any) -> None:
        fill(control, value)
        settle()
        self.count += 1


def test_alone(session: Session) -> None:
    hand = Presses(session.window)
    hand.press("Add the long winter")
    hand.press("Look out of the window ▸")
    hand.press("Roll for me")
    assert "Look out of the window:" in seen(hand.window)
    hand.press("Begin at the table ▸")
    hand.press("NEXT ▶")
    as_a(SessionPage, session.window.page()).ask_end()
    settle()
    hand.count += 2
    hand.press("Lost")
    hand.press("Record and start post-game")
    assert "After game 4 · The coal barge" in seen(hand.window)
    answer_to_the_end(hand, session)
    hand.press("Finish and update the group")
    campaign = session.services.workspace.campaign(session.window.campaign_id).campaign
    assert campaign.games[-1].result_of(campaign.games[-1].sides[0]) == "lost"
    assert campaign.counters == {"week": 4}
    assert hand.count <= IN_FIVE_MINUTES


def answer_to_the_end(hand: Presses, session: Session) -> None:
    """Presses what is amber, or the first there is, until all is answered."""
    for _press in range(IN_FIVE_MINUTES):
        if "Finish and update the group" in seen(hand.window):
            return
        button = find_amber_button(session.window.page())
        if button is None:
            break
        click_on(button)
        settle()
        hand.count += 1
    raise AssertionError(seen(hand.window))


@pytest.mark.smoke
def test_together(session: Session) -> None:
    hand = Presses(session.window)
    hand.press("Add the sample campaign")
    hand.press("Set up a game")
    hand.press("Together against the zombies")
    assert "Zeke's Truckers and Carl's Crew together" in seen(hand.window)
    hand.press("Roll for me")
    hand.press("Record the result")
    hand.press("Won")
    hand.press("Record the game")
    campaign = session.services.workspace.campaign(session.window.campaign_id).campaign
    game = campaign.games[-1]
    assert game.together
    assert [game.result_of(side) for side in game.sides] == ["won", "won"]
    assert hand.count <= IN_FIVE_MINUTES


def test_our_rules(sample: Session) -> None:
    hand = Presses(sample.window)
    page = as_a(CampaignPage, go(sample.window, CampaignRoute()))
    page.tabs.setCurrentIndex(OUR_RULES)
    settle()
    hand.count += 1
    panel = sure(page.findChild(OurRulesPanel))
    write(hand, panel, "New counter", name="Food", of="group", high=20, start=5)
    level = {"from": 3, "name": "Feverish", "modifier": {"E": -1}}
    write(hand, panel, "New counter", name="Sickness", high=5, levels=[level])
    rows = [
        {"upto": 2, "text": "Sicker.", "does": ["counter sickness +1"]},
        {"upto": 6, "text": "Holds on."},
    ]
    write(hand, panel, "New table", name="Illness", rows=rows)
    hand.count += 6
    step = {"pays": "counter food 1", "table": "illness"}
    write(hand, panel, "New step", name="Eat or fall ill", **step)
    assert sample.services.house_rules.rule_faults(panel.campaign_id) == []
    assert hand.count <= IN_FIVE_MINUTES
    group = sample.services.workspace.groups(panel.campaign_id)[0]
    go(sample.window, GroupRoute(group.id))
    assert "Food 5" in seen(sample.window)


def write(hand: Presses, panel: OurRulesPanel, new: str, **fields: Any) -> None:
    """Writes a rule in its form."""
    hand.press(new)
    for name, value in fields.items():
        hand.enter(sure(panel.form).fields.controls[name], value)
    hand.press("Done")
    assert panel.chosen is None
