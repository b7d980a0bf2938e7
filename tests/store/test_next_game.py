"""The next game of a campaign: kept, undone, over once it is recorded."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.next_game import NextGameActions
from lastdays.model.changes import MemberEdited
from lastdays.model.game_record import PlannedGame
from lastdays.model.group import Group
from sure import sure


def ahead(workspace: Workspace) -> tuple[NextGameActions, str]:
    return NextGameActions(workspace), workspace.campaigns()[0].id


def capture(workspace: Workspace, campaign: str, captor: str) -> tuple[str, str]:
    """Has the last member of the first group held by another; their id and the group's."""
    group = workspace.group(workspace.groups(campaign)[0].id).group
    who = group.active[-1].id

    def held(g: Group) -> Group:
        return g.change_member(who, lambda m: replace(m, status="captured", captor=captor))

    workspace.change_group(group.id, MemberEdited("Ed"), held)
    return who, group.id


def test_the_first_game_is_the_one_the_book_advises(riverside: Workspace) -> None:
    actions, campaign = ahead(riverside)
    riverside.undo(campaign)  # the game that is recorded
    game = actions.read(campaign)
    assert (game.planned.number, game.planned.encounter) == (1, "scavengers")


def test_a_recorded_game_is_no_longer_next_and_is_again_when_it_is_undone(
    riverside: Workspace,
) -> None:
    actions, campaign = ahead(riverside)
    records = GameRecordActions(riverside)
    planned = replace(actions.read(campaign).planned, encounter="massacre-site")
    actions.plan(campaign, planned)
    groups = planned.groups
    record = actions.prefilled(campaign, records.new_record(campaign, groups, ""))
    assert record.encounter == "massacre-site"
    records.record(campaign, record)
    after = actions.read(campaign).planned
    assert (after.number, after.encounter) == (3, "")
    riverside.undo(campaign)
    assert actions.read(campaign).planned == planned


def test_a_group_that_is_deleted_does_not_play_and_an_entry_that_is_gone_is_open(
    riverside: Workspace,
    zeke: str,
    carl: str,
) -> None:
    actions, campaign = ahead(riverside)
    planned = PlannedGame(2, "no-such-encounter", (zeke, carl), defender=carl)
    actions.plan(campaign, planned)
    GroupActions(riverside).delete(carl)
    found = actions.read(campaign).planned
    assert (found.encounter, found.groups, found.defender) == ("", (zeke,), "")


def test_a_record_begins_with_who_stayed_behind(riverside: Workspace) -> None:
    actions, campaign = ahead(riverside)
    planned = replace(actions.read(campaign).planned, encounter="bushwhack")
    actions.plan(campaign, planned)
    records = GameRecordActions(riverside)
    record = actions.prefilled(campaign, records.new_record(campaign, planned.groups, "Others"))
    parts = [[a.part for a in side.appearances] for side in record.sides]
    # Zeke's Truckers attack with six, the rest misses the game; three defend, the rest may come.
    assert (parts[0].count("deployed"), parts[0].count("missing")) == (6, 2)
    assert (parts[1].count("deployed"), parts[1].count("held-back")) == (3, 5)
    assert [s.name for s in record.sides] == ["Zeke's Truckers", "Carl's Crew", "Others"]


def test_nobody_is_dead_before_it_is_said(riverside: Workspace, carl: str) -> None:
    actions, campaign = ahead(riverside)
    records = GameRecordActions(riverside)
    who, one = capture(riverside, campaign, carl)

    def fates(encounter: str) -> dict[str, str]:
        actions.plan(campaign, replace(actions.read(campaign).planned, encounter=encounter))
        record = actions.prefilled(campaign, records.new_record(campaign, (one, carl), ""))
        return {c.member: c.fate for c in sure(record.side_of(one)).captives}

    assert fates("rescue") == fates("scavengers") == {who: "open"}
    planned = actions.read(campaign).planned
    actions.plan(campaign, replace(planned, encounter="rescue", defender=one))
    record = actions.prefilled(campaign, records.new_record(campaign, (one, carl), ""))
    assert [c.fate for c in sure(record.side_of(one)).captives] == ["held"]
