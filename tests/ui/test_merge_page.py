"""A group of a file that is here already: what differs is seen, chosen, imported and undone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.groups import GroupActions
from lastdays.model.group import Group, Member
from lastdays.rulebook import load
from lastdays.store import open_store
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell
from lastdays.ui.navigation import CampaignRoute, GroupRoute, MergeRoute
from lastdays.ui.pages.merge_page import BEFORE, MergePage
from sure import as_a
from ui.hands import arrive, click, find_button, focus, go, key, press_twice_on, push, seen, settle

CREW = "Carl's Crew"


@pytest.fixture
def crew(sample: Session) -> str:
    return next(g.id for g in sample.services.workspace.groups() if g.name == CREW)


@pytest.fixture
def brought(sample: Session, crew: str, tmp_path: Path, empty_store: Path) -> Callable[..., Path]:
    """Makes the file of the crew as it comes back from home, edited there."""
    home = Path(shutil.copy(empty_store, tmp_path / "home.sqlite"))
    return partial(edited_at_home, home, sample.services.groups, crew)


def edited_at_home(home: Path, here: GroupActions, group: str, edit: Callable[..., Any]) -> Path:
    """Takes a group to another store in its file, has it edited there; the file it comes back in."""
    store = open_store(home)
    try:
        groups = GroupActions(Workspace(store, load()))
        kitchen = CampaignActions(groups.workspace).begin("Kitchen")
        groups.import_document(kitchen, here.export(group))
        edit(groups, groups.workspace.group(group).group)
        file = home.with_suffix(".lastdays.json")
        file.write_bytes(groups.export(group))
    finally:
        store.close()
    return file


def level(groups: GroupActions, group: Group, name: str, n: int) -> None:
    member = next(m for m in group.members if m.name == name)
    groups.edit_member(group.id, replace(member, level=n))


@pytest.fixture
def file(brought: Callable[..., Path]) -> Path:
    """The crew's file, in which Carl has come to Level 3."""
    return brought(lambda groups, group: level(groups, group, "Carl", 3))


def carl(sample: Session, crew: str) -> Member:
    group = sample.services.workspace.group(crew).group
    return next(m for m in group.members if m.name == "Carl")


def open_file(sample: Session, file: Path) -> MergePage:
    sample.window.pages.campaign.overview.import_from(file)
    settle()
    assert isinstance(sample.window.route, MergeRoute)
    return as_a(MergePage, sample.window.pages.merge)


@pytest.mark.smoke
def test_what_only_the_file_changed_is_imported_and_undone(
    sample: Session, crew: str, file: Path
) -> None:
    page = open_file(sample, file)
    assert "Carl's Crew is already here" in seen(page)
    assert "Level | 0 | 0 | 3 | theirs" in seen(page)
    assert "Everything is chosen." in seen(page)
    click(page, "Import as chosen")
    assert sample.window.route == GroupRoute(crew)
    assert carl(sample, crew).level == 3
    assert f"merged {CREW} with a file" in sample.window.undo_action.text()
    push(sample.window.undo_action)
    assert carl(sample, crew).level == 0


def test_a_conflict_waits_for_a_choice(sample: Session, crew: str, file: Path) -> None:
    """By mouse, or by arrows to the difference, Enter for the other side, a letter to import."""
    level(sample.services.groups, sample.services.workspace.group(crew).group, "Carl", 2)
    page = open_file(sample, file)
    assert "1 difference still to choose." in seen(page)
    button = find_button(page, "Import as chosen")
    assert not button.isEnabled()
    assert "Choose ours or theirs" in button.toolTip()
    page.table.choose_row(page.model.key_at(0))
    click(page, "Keep ours")
    assert "Level | 0 | 2 | 3 | ours" in seen(page)
    click(page, "All conflicts: theirs")
    assert "Level | 0 | 2 | 3 | theirs" in seen(page)
    page.take_focus()
    assert focus() is page.table
    for side in ("ours", "theirs"):
        key("Space")
        assert f"Level | 0 | 2 | 3 | {side}" in seen(page)
    key("Alt+I")
    assert carl(sample, crew).level == 3


def test_a_member_can_be_kept_twice(sample: Session, crew: str, file: Path) -> None:
    page = open_file(sample, file)
    page.table.choose_row(page.model.key_at(0))
    click(page, "Keep both")
    assert "Carl | Level | 0 | 0 | 3 | both" in seen(page)
    click(page, "Import as chosen")
    members = sample.services.workspace.group(crew).group.members
    assert [m.level for m in members if m.name.startswith("Carl")] == [0, 3]
    assert "Carl (2)" in [m.name for m in members]


def test_a_file_with_nothing_new_says_so_and_one_that_is_gone_is_not_shown(
    sample: Session, crew: str, brought: Callable[..., Path]
) -> None:
    file = brought(lambda groups, group: None)
    page = open_file(sample, file)
    assert "The file has nothing new for Carl's Crew." in seen(page)
    assert not find_button(page, "Import as chosen").isEnabled()
    click(page, "Cancel")
    assert sample.window.route == CampaignRoute()
    file.unlink()
    go(sample.window, MergeRoute(str(file)))
    assert sample.window.route == CampaignRoute()


def test_what_changes_here_meanwhile_is_compared_anew(
    sample: Session, crew: str, file: Path
) -> None:
    page = open_file(sample, file)
    level(sample.services.groups, sample.services.workspace.group(crew).group, "Carl", 2)
    click(page, "Import as chosen")
    assert carl(sample, crew).level == 2
    assert "compare them again" in sample.window.toast.text.text()
    sample.window.refresh()
    settle()
    assert "1 difference still to choose." in seen(page)


def test_a_single_difference_is_one_row_and_what_is_unknown_has_no_column(
    sample: Session, crew: str, tmp_path: Path
) -> None:
    """Its member and what is different beside each other; several have a row that is all of them."""
    document = json.loads(sample.services.groups.export(crew))
    document.pop("lineage")
    first, second = document["group"]["members"][:2]
    first["level"], second["level"], second["experience"] = 7, 7, 3
    file = tmp_path / "back.lastdays.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    page = open_file(sample, file)
    assert "There is no record of the group from when it left" in seen(page)
    rows = [tuple(as_a(Cell, cell).text for cell in row.cells) for row in page.model.rows]
    assert rows[0][:2] == (first["name"], "Level")
    assert rows[1][:2] == (second["name"], "2 differences")
    assert page.table.isColumnHidden(BEFORE)


def test_a_campaign_comes_into_an_empty_store(
    session: Session, sample_store: Path, tmp_path: Path
) -> None:
    store = open_store(Path(shutil.copy(sample_store, tmp_path / "theirs.sqlite")))
    workspace = Workspace(store, load())
    content = CampaignTransfer(workspace).export(workspace.campaigns()[0].id)
    store.close()
    file = tmp_path / "river.lastdays-campaign"
    file.write_bytes(content)
    session.window.pages.start.import_from(file)
    arrive(session)
    assert isinstance(session.window.route, CampaignRoute)
    assert "Zeke's Truckers" in seen(session.window.pages.campaign)


def test_a_double_click_chooses_for_one_difference(
    sample: Session, crew: str, brought: Callable[..., Path]
) -> None:
    def edit(groups: GroupActions, group: Group) -> None:
        for name in ("Carl", "Bea", "Kit"):
            level(groups, groups.workspace.group(group.id).group, name, 3)

    file = brought(edit)
    for name in ("Carl", "Bea", "Kit"):
        groups = sample.services.groups
        level(groups, groups.workspace.group(crew).group, name, 5)
    page = open_file(sample, file)
    assert "3 differences still to choose." in page.says.text()
    press_twice_on(sample.window, page.ours_button)
    assert "2 differences still to choose." in page.says.text()
