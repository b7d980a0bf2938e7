"""What is next for a group of a campaign, and what it has won."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.documents.group_documents import group_document
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.overview import GROUPS_READ_AT_ONCE
from unit.campaign.histories import won_group


def test_of_many_groups_the_first_are_looked_at_and_all_are_counted(workspace: Workspace) -> None:
    elsewhere = Workspace(workspace.store, workspace.catalogue)
    there, groups = CampaignActions(workspace).begin("C"), GroupActions(elsewhere)
    for n in range(GROUPS_READ_AT_ONCE + 6):
        found = groups.create_with_leader(there, f"G{n:02}", "merciless-thug", "Zeke", "mall")
        if n in (0, GROUPS_READ_AT_ONCE):
            groups.start_playing(found)
        if n == 0:  # the figures of the others are read later, and at once
            assert len(workspace.overview(there).groups) == 1
    lines = workspace.overview(there).groups
    assert [line.at_glance is None for line in lines] == [False] * GROUPS_READ_AT_ONCE + [True] * 6
    assert [n for n, line in enumerate(lines) if not line.figures.founding] == [
        0,
        GROUPS_READ_AT_ONCE,
    ]


def test_a_group_that_has_just_enough_points_has_won(workspace: Workspace) -> None:
    there, groups = CampaignActions(workspace).begin("C"), GroupActions(workspace)
    won = won_group()
    for name, points in (("A", won.points), ("B", won.points - 1), ("C", won.points + 1)):
        group = replace(won, id=name, name=name, points=points)
        groups.import_document(there, group_document(group))
    assert workspace.overview(there).winners == ("A", "C")
