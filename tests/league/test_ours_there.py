"""Rules that players wrote, in a league: what another window rolls and changes is there at once, nothing is
done twice, and whole campaigns are played there."""

from __future__ import annotations

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.own_rolls import Occasion, OwnRollActions
from lastdays.campaign.sample import add_sample
from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import RuleError
from lastdays.procedure.replay import Answer
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from store.made_up_campaign import play_one

#: The first step of the sample: a roll of 2D6 for the campaign.
SKY = {"before/look-out-of-the-window/campaign/roll": Answer(10)}


def test_two_windows_share_counters_tables_and_rules(
    league: LeagueAddress, book: Catalogue
) -> None:
    stores = [open_store(league) for _n in range(2)]
    here, there = (Workspace(store, book) for store in stores)
    try:
        campaign = add_sample(here, "long-winter")
        for workspace in (here, there):
            workspace.work_on(campaign)
        (group,) = here.groups(campaign)
        GroupActions(there).set_counter(group.id, "food", 3)
        assert here.group(group.id).group.counters["food"] == 3
        both = [OwnRollActions(workspace) for workspace in (here, there)]
        rolling = [rolls.begin(campaign, Occasion("look-out-of-the-window")) for rolls in both]
        both[0].apply(rolling[0], SKY)
        with pytest.raises(RuleError, match="have changed since, so nothing was stored"):
            both[1].apply(rolling[1], SKY)
        value = there.campaign(campaign).campaign
        assert value.counters == {"week": 4}
        assert [result.rows[0].total for result in value.fixtures[0].before] == [10]
        rule = next(rule for rule in value.own.counters if rule.key == "firewood")
        HouseRules(there).remove_rule(campaign, rule)
        here.work_on(campaign)
        assert here.catalogue.own.counter("firewood") is None
        there.undo(campaign)
        here.work_on(campaign)
        assert here.catalogue.own.counter("firewood") == rule
        CampaignActions(here).set_counter(campaign, "week", 9)
        assert there.undo_names(campaign)[0] == "set Week to 9"
    finally:
        for store in stores:
            store.close()


@pytest.mark.sweep
def test_a_campaign_under_made_up_rules_is_played_in_a_league(league: LeagueAddress) -> None:
    assert play_one(league, 3, 1) in ("played", "died out")
