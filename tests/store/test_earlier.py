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
from lastdays.campaign.versions import restore_earlier
from lastdays.errors import LastDaysError, NothingToUndoError
from lastdays.model.changes import GroupEdited, HistoryFolded, MemberEdited
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from store.exercise import whole_history

FIXTURES = Path(__file__).parents[1] / "fixtures"


def test_an_earlier_state_becomes_the_present_and_undo_brings_back_the_later(
    riverside: Workspace, campaign: str, zeke: str
) -> None:
    groups = GroupActions(riverside)
    before = riverside.group(zeke)
    groups.dismiss(zeke, before.group.members[1].id)
    groups.write_notes(zeke, "fuel is low")
    later = riverside.group(zeke)
    restore_earlier(riverside, zeke, before.revision)
    restored = riverside.group(zeke)
    assert restored.group == before.group
    assert restored.undo == f"restored the group as it was after: {before.undo}"
    assert all(e.current for e in riverside.history(zeke)), "nothing is cut off"
    with riverside.store.reading() as tx:
        assert tx.revisions.mirror_differences(restored.group) == []
    riverside.undo(campaign, zeke)
    assert riverside.group(zeke).group == later.group
    riverside.redo(campaign, zeke)
    assert riverside.group(zeke).group == before.group


def test_a_revision_of_another_group_is_refused(riverside: Workspace, zeke: str, carl: str) -> None:
    before = riverside.group(zeke)
    with pytest.raises(LastDaysError, match="isn't part of this group's history"):
        restore_earlier(riverside, zeke, riverside.group(carl).revision)
    assert riverside.group(zeke) == before


def test_a_history_of_an_early_edition_names_what_was_edited(
    riverside: Workspace, zeke: str
) -> None:

    def edit(**values: Any) -> None:
        lee = riverside.group(zeke).group.members[1]
        after = replace(lee, **values)
        riverside.change_group(
            zeke, MemberEdited(after.name), lambda g: g.with_member(after)
        )  # without saying what, as it was stored then

    edit(name="Sgt Lee")
    edit(level=2)
    edit(experience=3, keyword="trained")
    riverside.change_group(zeke, GroupEdited(), lambda g: replace(g, points=9))
    said = [e.change.in_words() for e in whole_history(riverside, zeke)][:4]
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
    riverside = Workspace(store, book)
    assert check_store(riverside).sound
    (campaign,) = (c.id for c in riverside.campaigns())
    chronicle = Chronicle(riverside, campaign)
    assert len(chronicle.games) == 6
    assert all(chronicle.story(game.id).all_sentences for game in chronicle.games)
    group = riverside.groups(campaign)[1].id
    history = whole_history(riverside, group)
    folded = [entry for entry in history if isinstance(entry.change, HistoryFolded)]
    assert "finished the sequence after game 3" in [entry.change.in_words() for entry in folded]
    present = riverside.group(group).group
    restore_earlier(riverside, group, folded[-1].revision)
    assert riverside.group(group).group == riverside.group_at(folded[-1].revision) != present
    while riverside.undo_names(campaign, group)[0] is not None:
        riverside.undo(campaign, group)
    with pytest.raises(NothingToUndoError, match="nothing to undo"):
        riverside.undo(campaign, group)
    while riverside.undo_names(campaign, group)[1] is not None:
        riverside.redo(campaign, group)
    assert check_store(riverside).sound
    store.close()
