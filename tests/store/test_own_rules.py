"""Rules that a campaign's players write: kept with it, undone, and taken along in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.errors import LastDaysError
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import ENTRIES_MOST, NO_RULES, Counter, OwnRules, Step
from lastdays.store import Store, open_store
from unit.rulebook.winter import WINTER


@pytest.fixture
def winter(workspace: Workspace) -> str:
    """A campaign with the rules of a winter."""
    campaign = CampaignActions(workspace).begin("The long winter")
    workspace.work_on(campaign)
    for rule in WINTER.entries:
        HouseRules(workspace).write_rule(campaign, rule)
    return campaign


def own(workspace: Workspace, campaign: str) -> OwnRules:
    return workspace.campaign(campaign).campaign.own


def test_a_rule_counts_in_its_campaign_and_is_undone(workspace: Workspace, winter: str) -> None:
    rules = HouseRules(workspace)
    assert own(workspace, winter) == WINTER
    assert workspace.catalogue.own == WINTER
    rules.remove_rule(winter, WINTER.steps[0])
    assert workspace.catalogue.own.steps == ()
    assert workspace.undo(winter) == "removed the rule Eat or fall ill"
    assert workspace.catalogue.own == WINTER
    for rule in reversed(WINTER.entries):
        assert workspace.undo(winter) == f"wrote the rule {rule.name}"
    assert own(workspace, winter) == NO_RULES
    other = CampaignActions(workspace).begin("Other")
    workspace.redo(winter)
    workspace.work_on(other)
    assert workspace.catalogue.own == NO_RULES


def test_what_a_rule_names_and_is_not_there_is_told(workspace: Workspace, winter: str) -> None:
    rules = HouseRules(workspace)
    assert rules.rule_faults(winter) == []
    rules.remove_rule(winter, WINTER.tables[0])
    said = [str(fault) for fault in rules.rule_faults(winter)]
    assert said == [
        "traits.toml [flaw] table: 'illness' is unknown.",
        "steps.toml [eat] table: 'illness' is unknown.",
    ]


def test_there_are_so_many_counters_and_no_more(workspace: Workspace, winter: str) -> None:
    rules = HouseRules(workspace)
    for n in range(ENTRIES_MOST["counters"] - len(WINTER.counters)):
        rules.write_rule(winter, Counter(key=f"c{n}", name=f"C {n}"))
    before = own(workspace, winter)
    with pytest.raises(LastDaysError, match=r"^There are 25 entries, .* Nothing was changed\.$"):
        rules.write_rule(winter, Counter(key="more", name="More"))
    assert own(workspace, winter) == before


def test_own_rules_go_with_a_campaign_s_file(
    workspace: Workspace, winter: str, tmp_path: Path, book: Catalogue
) -> None:
    content = CampaignTransfer(workspace).export(winter)
    store = open_store(tmp_path / "other.sqlite")
    there = Workspace(store, book)
    transfer = CampaignTransfer(there)
    transfer.bring(transfer.opened(content))
    assert own(there, there.campaigns()[0].id) == WINTER
    store.close()


def test_own_rules_are_there_when_the_store_is_opened_again(
    workspace: Workspace, winter: str, store: Store, book: Catalogue
) -> None:
    again = Workspace(store, book)
    assert own(again, winter) == WINTER
    step = Step(key="count", name="Count {heads} <b>", when="after")
    HouseRules(again).write_rule(winter, step)
    assert own(workspace, winter).steps[-1] == step
