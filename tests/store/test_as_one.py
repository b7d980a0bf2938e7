"""Several changes stored as one: all of them, or none."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import add_sample
from lastdays.cli.main import main
from lastdays.errors import LastDaysError, StoreError
from lastdays.store import open_store


def test_a_sample_that_is_broken_off_leaves_nothing(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        assert workspace.campaigns()[0].name == "Riverside"  # it is nearly there
        raise StoreError("There is no room left.")

    with monkeypatch.context() as patch:
        patch.setattr(GameRecordActions, "record", full)
        with pytest.raises(StoreError):
            add_sample(workspace)
    assert not workspace.campaigns()
    assert not workspace.groups()
    view = workspace.campaign(add_sample(workspace))
    assert view.campaign.name == "Riverside"
    assert view.undo == "recorded game 1"
    assert check_store(workspace).sound


def test_nobody_else_sees_a_part_of_it(workspace: Workspace) -> None:
    seen: list[int] = []
    with workspace.as_one():
        CampaignActions(workspace).begin("Half")
        other = threading.Thread(target=lambda: seen.append(len(workspace.campaigns())))
        other.start()
        other.join()
        seen.append(len(workspace.campaigns()))
    assert seen == [0, 1]


def test_a_change_within_that_is_refused_leaves_the_others(workspace: Workspace) -> None:
    with workspace.as_one():
        campaigns = CampaignActions(workspace)
        kept = campaigns.begin("Kept")
        with pytest.raises(LastDaysError):
            GroupActions(workspace).create_with_leader(kept, "Crew", "nobody", "", "warehouse")
        campaigns.rename(kept, "Kept still")
    assert [c.name for c in workspace.campaigns()] == ["Kept still"]
    assert workspace.groups() == []
    assert check_store(workspace).sound


def test_a_group_that_cannot_join_leaves_no_campaign_behind(
    riverside: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "crew.json"
    file.write_bytes(GroupActions(riverside).export(riverside.groups()[0].id))

    def full(*_args: object) -> None:
        raise StoreError("There is no room left.")

    with monkeypatch.context() as patch:
        patch.setattr(GroupActions, "import_document", full)
        assert main(["--store", str(tmp_path / "new.sqlite"), "import", str(file)]) == 1
    store = open_store(tmp_path / "new.sqlite")
    with store.reading() as tx:
        assert tx.index.campaigns() == []
    store.close()
