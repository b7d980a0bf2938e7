"""A large campaign is told as a small one, though not all of it is read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from operator import methodcaller

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.chronicle.lives import Memorial
from lastdays.campaign.documents import group_documents
from lastdays.campaign.snapshots import Snapshots
from lastdays.store import Subject
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, RecordRoute
from lastdays.ui.window import Window
from ui.growing import add_games, add_groups
from ui.hands import bury, settle


def cold(session: Session) -> None:
    """Nothing of the store is known any more."""
    workspace = session.services.workspace
    workspace.snapshots = Snapshots(workspace.catalogue)


@pytest.mark.smoke
def test_many_games_and_groups_are_listed_to_the_last(sample: Session) -> None:
    """The lines of those that are not in sight are put together as they come there."""
    window = sample.window
    add_games(sample.services.workspace, window.campaign_id, 30)
    add_groups(sample.services.workspace, window.campaign_id, 20)
    cold(sample)
    window.refresh()
    window.go(CampaignRoute())
    settle()
    overview = window.pages.campaign.overview
    assert overview.groups.rows.rowCount() == len(window.places.groups()) == 22
    overview.groups.scrollToBottom()
    overview.groups.choose_row(overview.groups.rows.key_at(21))
    settle()
    assert overview.groups.rows.index(21, 0).data() == "Copy 19"
    assert overview.games.rows.rowCount() == 31


def test_those_who_fell_last_are_remembered_among_many_groups(sample: Session) -> None:
    """The figures name the groups of those who fell last; only these are opened."""
    window, services = sample.window, sample.services
    add_groups(services.workspace, window.campaign_id, 30)
    for n, group in enumerate(services.workspace.groups(window.campaign_id)[-5:]):
        member = services.workspace.group(group.id).group.roster[-1]
        services.workspace.change_group(
            group.id,
            services.workspace.history(group.id)[0].change,
            methodcaller("bury", member.id, n + 1),
        )
    found = services.workspace.overview(window.campaign_id)
    fell = Memorial(Chronicle(services.workspace, window.campaign_id), found.fell)
    assert [member.fate_game for _group, member in fell.members(0, 3)] == [5, 4, 3]
    assert found.remembered == 5


def test_a_damaged_group_among_many_is_said_to_be_and_no_other_is(sample: Session) -> None:
    workspace, campaign = sample.services.workspace, sample.window.campaign_id
    add_groups(workspace, campaign, 30)
    lost = workspace.groups(campaign)[-1]
    with workspace.store.reading() as tx:
        head = tx.revisions.head_id(Subject(campaign, lost.id))
    cold(sample)
    assert len(workspace.overview(campaign).groups) == 32
    with closing(sqlite3.connect(workspace.store.path)) as connection, connection:
        connection.execute("UPDATE revisions SET figures = '{}' WHERE id = ?", (head,))
    cold(sample)
    found = workspace.overview(campaign)
    assert lost.id not in {line.summary.id for line in found.groups}
    assert (len(found.groups), len(found.faults)) == (31, 1)
    assert "damaged" in found.faults[0]


def test_figures_that_an_older_version_kept_are_read_off_the_document(sample: Session) -> None:
    workspace, campaign = sample.services.workspace, sample.window.campaign_id
    group = workspace.groups(campaign)[0]
    with workspace.store.writing() as tx:
        head = tx.revisions.head(Subject(campaign, group.id))
        value = replace(group_documents.read_group(head.document), founding=True)
        tx.revisions.add(
            head.change_id,
            Subject(campaign, group.id),
            value,
            group_documents.group_document(value),
            {"size": 1, "points": 2, "levels": 3, "games": 4},
        )
    lines = {line.summary.id: line for line in workspace.overview(campaign).groups}
    assert lines[group.id].next.kind == "creating"


def test_a_sequence_that_was_undone_is_not_finished_among_many(sample: Session) -> None:
    """Which of many sequences stand is read off one walk through the history."""
    services, campaign = sample.services, sample.window.campaign_id
    add_games(services.workspace, campaign, 12)
    listed = services.workspace.sequences(campaign)
    assert all(one.finished for one in listed)
    group = listed[-1].group
    services.workspace.undo(campaign, group)
    services.workspace.undo(campaign, group)
    left = [one.finished for one in services.workspace.sequences(campaign) if one.group == group]
    assert left.count(None) == 2


@pytest.mark.long
def test_the_record_page_opened_again_and_again_leaves_nothing_behind(window: Window) -> None:
    """A form for each side, and no more than that, however often it is opened."""

    def widgets() -> int:
        window.go(RecordRoute())
        settle()
        bury()
        return len(window.findChildren(QWidget))

    first = [widgets() for _n in range(3)][-1]  # the first have what is made once
    for _n in range(37):
        window.pages.record.campaign_id = ""  # as when it was begun for another campaign
        assert widgets() == first
