"""Rules that a campaign's players write: kept with it, undone, and taken along in its file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions, story
from lastdays.campaign.table_sessions import LastDaysTracker, SessionActions
from lastdays.errors import LastDaysError
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import ENTRIES_MOST, NO_RULES, Counter, OwnRules, Step
from lastdays.store import Store, open_store
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.taps import count
from sure import as_a, sure
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


# From the table to the group


DAY = Counter(key="day", name="Day", of="campaign", high=99, start=1)
MOOD = Counter(key="mood", name="Mood", of="campaign", high=9, start=5, reset="game")


@pytest.fixture
def at_table(riverside: Workspace, dice: random.Random) -> LastDaysTracker:
    """A game of the sample at the table, with rules of a winter."""
    campaign = riverside.campaigns()[0].id
    riverside.work_on(campaign)
    for rule in (*WINTER.entries, DAY, MOOD):
        HouseRules(riverside).write_rule(campaign, rule)
    CampaignActions(riverside).set_counter(campaign, "mood", 9)
    sessions = SessionActions(riverside, PostGameActions(riverside, dice))
    groups = [riverside.group(g.id).group for g in riverside.groups(campaign)[:2]]
    sides = tuple(entrant_of(group, riverside.catalogue, {}) for group in groups)
    return as_a(
        LastDaysTracker, sessions.tracker(sessions.begin(campaign, Setup("scavengers", sides)))
    )


def tapped(tracker: LastDaysTracker, piece: str, name: str, amount: int) -> None:
    tracker.tap(count.tap(piece=piece, name=f"own/{name}", amount=amount))


def test_what_the_table_changed_comes_home_with_the_record(
    at_table: LastDaysTracker, dice: random.Random
) -> None:
    workspace, campaign = at_table.workspace, sure(at_table.campaign)
    first = at_table.state.team("A").group
    second = at_table.state.figure("A2").member
    for piece, name, amount in (("A2", "sickness", 2), ("A", "food", -3), ("table", "day", 1)):
        tapped(at_table, piece, name, amount)
    tapped(at_table, "table", "mood", -1)
    tapped(at_table, "A2", "sickness", 1)
    at_table.undo()
    game = sure(at_table.end())
    assert workspace.group(first).group.counters == {}  # not before its sequence
    assert workspace.campaign(campaign).campaign.counters == {"day": 2, "mood": 4}
    tapped(at_table, "table", "day", 3)
    at_table.end()
    assert workspace.campaign(campaign).campaign.counters == {"day": 5, "mood": 4}
    GameRecordActions(workspace).delete(campaign, game.id)
    assert workspace.campaign(campaign).campaign.counters == {"day": 1, "mood": 5}
    workspace.undo(campaign)
    assert workspace.campaign(campaign).campaign.counters == {"day": 5, "mood": 4}
    games = PostGameActions(workspace, dice)
    sequence = games.begin(campaign, game.id, first)
    told = [line.text for line in story(games.view(sequence).replayed)]
    name = workspace.group(first).group.member(second).name
    assert told[:2] == ["Zeke's Truckers: Food −3.", f"{name}: Sickness +2."]
    play_through(games, sequence)
    games.finish(sequence)
    after = workspace.group(first).group
    assert (after.counters, after.member(second).counters) == ({"food": 2}, {"sickness": 2})
    workspace.undo(campaign, first)
    assert workspace.group(first).group.counters == {}


def test_a_counter_of_the_table_is_kept_and_undone_over_restarts(at_table: LastDaysTracker) -> None:
    tapped(at_table, "A2", "sickness", 3)
    again = as_a(LastDaysTracker, at_table.sessions.tracker(at_table.id))
    assert dict(again.state.figure("A2").counters)["sickness"] == 3
    again.undo()
    assert dict(again.state.figure("A2").counters)["sickness"] == 0
    last = as_a(LastDaysTracker, at_table.sessions.tracker(at_table.id))
    assert last.redo_name == again.redo_name
