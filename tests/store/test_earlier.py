"""What a history says of each change, and an earlier state of a group made its present."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.versions import history_of, restore_earlier
from lastdays.errors import LastDaysError, NothingToUndoError
from lastdays.model.changes import GroupEdited, HistoryFolded, MemberEdited
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.revisions import RevisionLog
from store.exercise import whole_history

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def workspace(riverside: Workspace) -> Workspace:
    return riverside


@pytest.fixture
def sample(workspace: Workspace) -> tuple[str, str, str]:
    campaign = workspace.campaigns()[0].id
    zeke, carl = (g.id for g in workspace.groups(campaign))
    return campaign, zeke, carl


def test_an_earlier_state_becomes_the_present_and_undo_brings_back_the_later(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, _carl = sample
    groups = GroupActions(workspace)
    before = workspace.group(zeke)
    groups.dismiss(zeke, before.group.members[1].id)
    groups.write_notes(zeke, "fuel is low")
    later = workspace.group(zeke)
    restore_earlier(workspace, zeke, before.revision)
    restored = workspace.group(zeke)
    assert restored.group == before.group
    assert restored.undo == f"restored the group as it was after: {before.undo}"
    assert all(e.current for e in workspace.history(zeke)), "nothing is cut off"
    with workspace.store.reading() as tx:
        assert tx.revisions.mirror_differences(restored.group) == []
    workspace.undo(campaign, zeke)
    assert workspace.group(zeke).group == later.group
    workspace.redo(campaign, zeke)
    assert workspace.group(zeke).group == before.group


def test_what_is_the_present_already_is_not_made_it_again(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    _campaign, zeke, _carl = sample
    view = workspace.group(zeke)
    restore_earlier(workspace, zeke, view.revision)
    assert workspace.group(zeke).revision == view.revision


def test_a_revision_of_another_group_is_refused(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    _campaign, zeke, carl = sample
    before = workspace.group(zeke)
    with pytest.raises(LastDaysError, match="isn't part of this group's history"):
        restore_earlier(workspace, zeke, workspace.group(carl).revision)
    assert workspace.group(zeke) == before


def test_of_a_history_that_is_known_only_what_is_new_is_read(
    workspace: Workspace, sample: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, zeke, carl = sample
    groups, read = GroupActions(workspace), []
    really = RevisionLog._parents

    def counted(*args: Any) -> dict[int, int | None]:
        found = really(*args)
        read.append(len(found))
        return found

    monkeypatch.setattr(RevisionLog, "_parents", counted)
    known = history_of(workspace, zeke)
    assert read == [len(known)]

    def new() -> int:
        """How many are read; that it is what a history is that nobody knew."""
        nonlocal known
        read.clear()
        known = history_of(workspace, zeke, known)
        many, fresh = read[0], history_of(workspace, zeke)
        assert (known.outline, known.revisions) == (fresh.outline, fresh.revisions)
        assert list(known.outline.parents) == list(fresh.outline.parents)
        return many

    assert new() == 0
    for n in range(3):
        groups.write_notes(zeke, f"day {n}")
    assert new() == 3
    workspace.undo(campaign, zeke)
    workspace.undo(campaign, zeke)
    assert new() == 0
    assert not known.entries(0, 1)[0].current
    groups.write_notes(zeke, "it was otherwise")
    groups.write_notes(carl, "and here")
    assert new() == 1
    workspace.undo(campaign, zeke)
    workspace.redo(campaign, zeke)
    assert new() == 0
    other = history_of(workspace, carl, known)
    assert other.outline == history_of(workspace, carl).outline


def test_a_history_of_an_early_edition_names_what_was_edited(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    _campaign, zeke, _carl = sample

    def edit(**values: Any) -> None:
        lee = workspace.group(zeke).group.members[1]
        after = replace(lee, **values)
        workspace.change_group(
            zeke, MemberEdited(after.name), lambda g: g.with_member(after)
        )  # without saying what, as it was stored then

    edit(name="Sgt Lee")
    edit(level=2)
    edit(experience=3, keyword="trained")
    workspace.change_group(zeke, GroupEdited(), lambda g: replace(g, points=9))
    said = [e.change.said() for e in whole_history(workspace, zeke)][:4]
    assert said == [
        "set Scavenge Points of Zeke's Truckers",
        "set Keyword and Experience of Sgt Lee",
        "set Level of Sgt Lee",
        "renamed Mo to Sgt Lee",
    ]


def test_a_store_whose_history_was_folded_still_opens(tmp_path: Path, book: Catalogue) -> None:
    """Earlier versions could fold old history. What it made is told and can be gone back to; undo
    ends there."""
    store = open_store(Path(shutil.copy(FIXTURES / "folded-0004.sqlite", tmp_path / "s.sqlite")))
    workspace = Workspace(store, book)
    assert check_store(workspace).sound
    (campaign,) = (c.id for c in workspace.campaigns())
    chronicle = Chronicle(workspace, campaign)
    assert len(chronicle.games) == 6
    assert all(chronicle.story(game.id).all_sentences for game in chronicle.games)
    group = workspace.groups(campaign)[1].id
    history = whole_history(workspace, group)
    folded = [entry for entry in history if isinstance(entry.change, HistoryFolded)]
    assert "after game 3" in [entry.change.said() for entry in folded]
    present = workspace.group(group).group
    restore_earlier(workspace, group, folded[-1].revision)
    assert workspace.group(group).group == workspace.group_at(folded[-1].revision) != present
    while workspace.undo_names(campaign, group)[0] is not None:
        workspace.undo(campaign, group)
    with pytest.raises(NothingToUndoError, match="nothing to undo"):
        workspace.undo(campaign, group)
    while workspace.undo_names(campaign, group)[1] is not None:
        workspace.redo(campaign, group)
    assert check_store(workspace).sound
    store.close()
