"""A random group is created whole: one change, one undo, under names that nobody in the campaign has."""

from __future__ import annotations

from random import Random

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.random_groups import Kept, RandomGroup, RandomGroups
from lastdays.rulebook.own import OwnRule
from unit.rulebook.winter import WINTER


def random_groups(workspace: Workspace, campaign: str, seed: int = 1) -> RandomGroups:
    return RandomGroups(workspace, Random(seed), lambda: campaign)


def create(workspace: Workspace, campaign: str, name: str, drawn: RandomGroup) -> str:
    return GroupActions(workspace).create_with_members(
        campaign, name, drawn.recruits, drawn.refuge, "Robin"
    )


def test_a_whole_group_is_one_change_and_one_undo(riverside: Workspace, campaign: str) -> None:
    before = [group.name for group in riverside.groups(campaign)]
    drawn = random_groups(riverside, campaign).draw(Kept(), 100)
    group = create(riverside, campaign, "By Chance", drawn)
    view = riverside.group(group)
    assert view.group.founding
    assert view.group.player == "Robin"
    assert [m.name for m in view.group.members] == [r.name for r in drawn.recruits]
    assert [tuple(i.key for i in m.gear) for m in view.group.members] == [
        recruit.gear for recruit in drawn.recruits
    ]
    assert view.group.leader == view.group.members[0].id
    assert view.group.points == drawn.founded(100, riverside.catalogue).points
    assert list(view.violations) == []
    assert riverside.undo(campaign, group)
    assert [one.name for one in riverside.groups(campaign)] == before
    riverside.redo(campaign, group)
    assert riverside.group(group).group == view.group


def test_no_name_is_drawn_twice_in_a_campaign(riverside: Workspace, campaign: str) -> None:
    workspace, groups = riverside, GroupActions(riverside)
    names = [
        m.name for g in workspace.groups(campaign) for m in workspace.snapshot(g.id).group.members
    ]
    for seed in range(6):
        drawn = random_groups(workspace, campaign, seed).draw(Kept(), 100)
        names += [recruit.name for recruit in drawn.recruits]
        group = create(workspace, campaign, f"Group {seed}", drawn)
        groups.start_playing(group)
        # The dead and those who left keep their names.
        groups.dismiss(group, workspace.group(group).group.members[-1].id)
    assert len(set(names)) == len(names)


def test_points_and_packs_of_the_campaign_count(riverside: Workspace, campaign: str) -> None:
    HouseRules(riverside).set_number(campaign, "founding.points", 60)
    riverside.work_on(campaign)
    drawing = random_groups(riverside, campaign)
    group = create(riverside, campaign, "Poor", drawing.draw(Kept(), 60))
    assert 0 <= riverside.group(group).group.points < 60
    assert list(riverside.group(group).violations) == []


def test_traits_of_the_campaign_s_tables_come_with_each_member(
    riverside: Workspace, campaign: str
) -> None:
    rules: tuple[OwnRule, ...] = (*WINTER.traits, *WINTER.tables)
    for rule in rules:
        HouseRules(riverside).write_rule(campaign, rule)
    riverside.work_on(campaign)
    drawing = random_groups(riverside, campaign)
    first = drawing.draw(Kept(), 100)
    kept = first.recruits[1]
    again = drawing.draw(Kept(members=(kept,)), 100)
    assert again.recruits[1] == kept
    group = riverside.group(create(riverside, campaign, "Flawed", again)).group
    (trait,) = [one for one in WINTER.traits if one.table]
    texts = {row.text for table in WINTER.tables if table.key == trait.table for row in table.rows}
    assert all(set(member.traits) == {trait.key} for member in group.members)
    assert {member.traits[trait.key] for member in group.members} <= texts
