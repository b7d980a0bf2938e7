"""A copy of the campaign that is here: what comes in is said, what both changed is chosen, and a copy
beside the store is named at the start."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.groups import GroupActions
from lastdays.rulebook import load
from lastdays.store import open_store
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignMergeRoute, CampaignRoute
from lastdays.ui.pages.campaign_merge_page import CampaignMergePage
from sure import as_a
from ui.hands import arrive, click, find_button, focus, key, push, seen, where


@pytest.fixture
def elsewhere(sample: Session, tmp_path: Path, empty_store: Path) -> Callable[..., Path]:
    """Changes a copy of the campaign in another store, and returns that."""

    def change(name: str = "home.sqlite", level: int = 3, notes: str = "") -> Path:
        file = Path(shutil.copy(empty_store, tmp_path / name))
        content = CampaignTransfer(sample.services.workspace).export(sample.window.campaign_id)
        store = open_store(file)
        workspace = Workspace(store, load())
        transfer = CampaignTransfer(workspace)
        campaign = transfer.add_campaign(transfer.open_file(content))
        set_level(GroupActions(workspace), level)
        EntryActions(workspace).begin(campaign, "2026-03-02", "rumour", "The bridge is down.")
        if notes:
            CampaignActions(workspace).write_notes(campaign, notes)
        store.close()
        return file

    return change


def set_level(groups: GroupActions, level: int) -> None:
    """Set Carl's Level."""
    for listed in groups.workspace.groups():
        for member in groups.workspace.group(listed.id).group.members:
            if member.name == "Carl":
                groups.edit_member(listed.id, replace(member, level=level))


def levels(sample: Session) -> list[int]:
    workspace = sample.services.workspace
    members = [m for g in workspace.groups() for m in workspace.group(g.id).group.members]
    return [member.level for member in members if member.name == "Carl"]


def open_copy(sample: Session, file: Path) -> CampaignMergePage:
    sample.window.pages.campaign.overview.import_from(file)
    arrive(sample)
    assert isinstance(where(sample.window), CampaignMergeRoute)
    return as_a(CampaignMergePage, sample.window.pages.campaign_merge)


@pytest.mark.smoke
def test_what_only_the_copy_changed_comes_in_and_is_undone(
    sample: Session, elsewhere: Callable[..., Path]
) -> None:
    page = open_copy(sample, elsewhere())
    assert "Riverside is already here" in seen(page)
    assert "Added: 1 entry." in seen(page)
    assert "Changed: 1 group." in seen(page)
    click(page, "Merge as chosen")
    arrive(sample)
    assert isinstance(where(sample.window), CampaignRoute)
    assert levels(sample) == [3]
    assert "merged Riverside with another copy" in sample.window.undo_action.text()
    push(sample.window.undo_action)
    assert levels(sample) == [0]
    assert not sample.services.workspace.campaign(sample.window.campaign_id).campaign.entries


def test_what_both_changed_is_chosen_by_keys(
    sample: Session, elsewhere: Callable[..., Path]
) -> None:
    file = elsewhere(level=3)
    set_level(sample.services.groups, 2)
    page = open_copy(sample, file)
    assert "1 difference still to choose." in seen(page)
    assert not find_button(page, "Merge as chosen").isEnabled()
    assert focus() is page.table
    key("Space")
    assert "Carl's Crew: Carl | Level | 0 | 2 | 3 | ours" in seen(page)
    key("Space")
    assert "Carl's Crew: Carl | Level | 0 | 2 | 3 | theirs" in seen(page)
    key("Alt+M")
    arrive(sample)
    assert levels(sample) == [3]


def test_a_copy_is_added_as_a_second_campaign_or_not_at_all(
    sample: Session, elsewhere: Callable[..., Path], tmp_path: Path
) -> None:
    content = CampaignTransfer(sample.services.workspace).export(sample.window.campaign_id)
    file = tmp_path / "river.lastdays-campaign"
    file.write_bytes(content)
    page = open_copy(sample, file)
    assert "The file has nothing new for Riverside." in seen(page)
    assert not find_button(page, "Merge as chosen").isEnabled()
    click(page, "Cancel")
    assert isinstance(where(sample.window), CampaignRoute)
    assert len(sample.services.workspace.campaigns()) == 1
    page = open_copy(sample, elsewhere())
    click(page, "Add as a second campaign")
    arrive(sample)
    assert sample.window.toast.text.text() == (
        "Riverside was already here: this copy was added beside it as Riverside (2)."
    )
    file.write_bytes(b"PK\x03\x04 nonsense")
    sample.window.pages.campaign.overview.import_from(file)
    arrive(sample)
    assert "this isn't a zip that can be read" in sample.window.toast.text.text()


def test_a_conflicted_copy_is_named_and_leads_to_merging_it(
    sample: Session, elsewhere: Callable[..., Path]
) -> None:
    store = sample.services.workspace.store.path
    copy = store.with_name(f"{store.stem} (Ann's conflicted copy 2026-03-01){store.suffix}")
    shutil.copy(elsewhere(), copy)
    before = copy.read_bytes()
    sample.window.given.offer_copies()
    assert copy.name in sample.window.toast.text.text()
    click(sample.window, "Merge it")
    arrive(sample)
    page = as_a(CampaignMergePage, sample.window.pages.campaign_merge)
    assert "Added: 1 entry." in seen(page)
    click(page, "Merge as chosen")
    arrive(sample)
    assert f"{copy.name} can be deleted." in sample.window.toast.text.text()
    assert copy.read_bytes() == before
