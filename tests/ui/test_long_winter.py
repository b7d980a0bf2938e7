"""The sample *The long winter*: its rules are written with nothing but the forms of the window, and what
comes of that is what is shipped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lastdays.campaign.sample import add_sample, read_sample
from lastdays.rulebook.own import OwnRules, rules_as_files
from lastdays.rulebook.own_entries import ENTRY_KINDS
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute
from lastdays.ui.pages.campaign_page import OUR_RULES, CampaignPage
from lastdays.ui.pages.our_rules import OurRulesPanel
from sure import as_a, sure
from ui.filling import fill
from ui.hands import go, push, settle

SHIPPED = read_sample("long-winter")
#: Rules are written in an order in which what they name is there.
KINDS = ("counters", "tables", "traits", "steps", "encounters")


@pytest.fixture
def panel(session: Session) -> OurRulesPanel:
    """The tab *Our rules* of a campaign that was just begun."""
    campaign = session.services.campaigns.begin(SHIPPED.name, "roll")
    page = as_a(CampaignPage, go(session.window, CampaignRoute(campaign)))
    page.tabs.setCurrentIndex(OUR_RULES)
    settle()
    return sure(page.findChild(OurRulesPanel))


def own(session: Session, campaign: str) -> OwnRules:
    return session.services.workspace.campaign(campaign).campaign.own


@pytest.mark.smoke
def test_a_form_reads_what_is_shipped(panel: OurRulesPanel, session: Session) -> None:
    campaign = add_sample(session.services.workspace, "long-winter")
    go(session.window, CampaignRoute(campaign))
    for kind in KINDS:
        key, fields = next(iter(SHIPPED.rules[kind].items()))
        panel.list.choose_row(f"{kind}/{key}")
        settle()
        assert sure(panel.form).read() == fields


def test_its_rules_are_what_the_forms_of_the_window_make_of_what_is_typed(
    panel: OurRulesPanel, session: Session
) -> None:
    assert set(SHIPPED.rules) == set(KINDS)
    for kind in KINDS:
        for fields in SHIPPED.rules[kind].values():
            write_rule(panel, kind, fields)
    by_hand = own(session, panel.campaign_id)
    assert rules_as_files(by_hand) == SHIPPED.rules
    assert by_hand == own(session, add_sample(session.services.workspace, "long-winter"))
    assert session.services.house_rules.rule_faults(panel.campaign_id) == []


def write_rule(panel: OurRulesPanel, kind: str, fields: Mapping[str, Any]) -> None:
    """Begins a rule, fills in its form and closes it."""
    panel.begin_rule(kind)
    controls = sure(panel.form).fields.controls
    for name, value in fields.items():
        if name == "number" and kind in ENTRY_KINDS:
            continue  # the form has the next free one
        fill(controls[name], value)
    push(panel.rule.done_button)
    assert panel.chosen is None, f"{fields['name']} isn't right"
