"""Changes, undo and redo over the log; nothing is lost, nothing is half written."""

from __future__ import annotations

import threading

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.workspace import DocumentOvertakenError
from lastdays.errors import LastDaysError, NothingToUndoError, RuleError, StoreError
from lastdays.model.changes import PointsSet
from lastdays.model.group import Group
from lastdays.model.recruiting import Recruit
from lastdays.postgame.gear_moves import MoveItem
from lastdays.rulebook import Catalogue
from lastdays.store import Subject, open_store
from store.exercise import edit_group
from sure import sure


def mirrored(riverside: Workspace) -> None:
    with riverside.store.reading() as tx:
        for summary in riverside.groups():
            assert tx.revisions.mirror_differences(riverside.group(summary.id).group) == []


class Windows:
    """Two windows on one league, and what the first of them shows."""

    def __init__(self, workspace: Workspace, group: str) -> None:
        self.here, self.there = (Workspace(workspace.store, workspace.catalogue) for _n in range(2))
        self.group, self.seen = group, self.here.seen
        self.show()

    def show(self, by: object = None) -> None:
        """Show the group as it is now, or read it anew."""
        self.seen.show(self.group, self.here.group(self.group).revision, by)

    def change(self, workspace: Workspace, text: str) -> str:
        """Change the group in a window; what is said against it."""
        try:
            GroupActions(workspace).write_notes(self.group, text)
        except DocumentOvertakenError as error:
            return error.name
        return ""


@pytest.fixture
def windows(riverside: Workspace, zeke: str, monkeypatch: pytest.MonkeyPatch) -> Windows:
    monkeypatch.setattr(riverside.store, "shared", True)
    return Windows(riverside, zeke)


def test_what_another_changed_is_not_written_over_till_it_was_told(windows: Windows) -> None:
    here, there, name = windows.here, windows.there, "Zeke's Truckers"
    assert windows.change(here, "mine") == ""
    assert windows.change(here, "mine again") == ""  # what it stored itself it has seen
    assert windows.change(there, "another's") == ""
    assert [windows.change(here, "over it") for _n in range(2)] == [name, name]
    windows.show()  # read anew, and told to nobody
    assert windows.change(here, "over it") == name
    windows.seen.acknowledge(windows.group, here.group(windows.group).revision)
    assert windows.change(here, "seen") == ""
    windows.show()
    windows.change(there, "another's")
    assert windows.change(here, "over it") == name


def test_what_is_not_shown_is_changed_whoever_changed_it(
    windows: Windows, campaign: str, carl: str
) -> None:
    here, there = windows.here, windows.there
    windows.show("a page")
    windows.seen.leave(windows.group, "another page")
    windows.change(there, "another's")
    assert windows.change(here, "over it") == "Zeke's Truckers"
    windows.seen.leave(windows.group, "a page")
    assert windows.change(here, "not shown") == ""
    windows.seen.acknowledge(carl, here.group(carl).revision)  # which isn't shown
    GroupActions(there).write_notes(carl, "another's")
    GroupActions(here).write_notes(carl, "ours")
    windows.group = GroupActions(here).create_with_leader(
        campaign, "New", "merciless-thug", "Al", "mall"
    )
    windows.show()
    here.undo(campaign, windows.group)
    there.redo(campaign)
    assert windows.change(here, "here again") == ""


def test_a_campaign_that_another_renamed_is_named(windows: Windows, campaign: str) -> None:
    here = windows.here
    with here.store.reading() as tx:
        here.seen_campaigns.show(campaign, sure(tx.revisions.head_id(Subject(campaign))))
    CampaignActions(windows.there).rename(campaign, "Harbour")
    with pytest.raises(DocumentOvertakenError, match="changed Harbour in the meantime"):
        CampaignActions(here).write_notes(campaign, "over it")


def test_in_a_store_of_ones_own_nothing_is_held(riverside: Workspace, zeke: str) -> None:
    alone = Windows(riverside, zeke)
    alone.change(alone.there, "elsewhere")
    assert alone.change(alone.here, "here") == ""


def test_a_change_is_named_undone_and_redone(
    riverside: Workspace, campaign: str, zeke: str
) -> None:
    before = riverside.group(zeke)
    knife = before.group.members[0].gear[1]
    GroupGearActions(riverside).move(zeke, MoveItem(knife.id, ""))
    view = riverside.group(zeke)
    assert view.undo == "moved Knife to stash"
    assert [i.key for i in view.group.stash] == ["knife"]
    mirrored(riverside)
    riverside.undo(campaign, zeke)
    assert riverside.group(zeke).group == before.group
    assert riverside.group(zeke).redo == "moved Knife to stash"
    mirrored(riverside)
    riverside.redo(campaign, zeke)
    assert riverside.group(zeke).group == view.group
    mirrored(riverside)


def test_undo_and_redo_survive_a_restart(
    riverside: Workspace, campaign: str, zeke: str, book: Catalogue
) -> None:
    GroupActions(riverside).write_notes(zeke, "fuel is low")
    riverside.undo(campaign, zeke)
    path = riverside.store.path
    riverside.store.close()
    again = Workspace(open_store(path), book)
    assert again.group(zeke).redo == "edited the group's notes"
    again.redo(campaign, zeke)
    assert again.group(zeke).group.notes == "fuel is low"
    again.store.close()


def test_a_new_change_after_undo_starts_a_branch_and_nothing_is_deleted(
    riverside: Workspace, campaign: str, zeke: str
) -> None:
    groups = GroupActions(riverside)
    groups.write_notes(zeke, "one")
    riverside.undo(campaign, zeke)
    groups.write_notes(zeke, "two")
    history = riverside.history(zeke)
    assert [e.current for e in history[:2]] == [True, False]
    assert riverside.group_at(history[1].revision).notes == "one"
    riverside.undo(campaign, zeke)
    riverside.redo(campaign, zeke)
    assert riverside.group(zeke).group.notes == "two"


def test_a_change_over_two_groups_is_undone_in_both_and_only_while_it_is_the_head_of_both(
    riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    groups = GroupActions(riverside)
    mo = riverside.group(zeke).group.members[1]
    captive = replace(mo, status="captured", captor=carl, captor_name="Carl's Crew")
    groups.edit_member(zeke, captive)
    groups.decline_rescue(zeke, mo.id, captor_takes_gear=True)
    assert riverside.group(zeke).group.member(mo.id).status == "dead"
    assert [i.key for i in riverside.group(carl).group.stash] == ["heavy-club"]
    groups.write_notes(carl, "loot!")
    assert riverside.group(zeke).undo is None
    with pytest.raises(NothingToUndoError, match="Carl's Crew has changed since"):
        riverside.undo(campaign, zeke)
    riverside.undo(campaign, carl)
    riverside.undo(campaign, carl)
    assert riverside.group(zeke).group.member(mo.id).status == "captured"
    assert riverside.group(carl).group.stash == ()
    riverside.redo(campaign, zeke)
    assert riverside.group(carl).group.stash
    mirrored(riverside)


def test_what_cannot_be_leaves_nothing_behind(
    riverside: Workspace, campaign: str, zeke: str
) -> None:
    groups = GroupActions(riverside)
    before = (riverside.group(zeke), len(riverside.history(zeke)))
    with pytest.raises(LastDaysError, match="it can have 200 at most"):
        groups.edit_member(zeke, replace(before[0].group.members[0], name="x" * 10_000))
    with pytest.raises(LastDaysError, match="not 10000000"):
        edit_group(groups, zeke, name="Zeke's Truckers", player="", points=10**7, games=0)
    with pytest.raises(RuleError, match="does not own that"):
        GroupGearActions(riverside).move(zeke, MoveItem("nothing", ""))
    with pytest.raises(LastDaysError, match="already has a group called Carl's Crew"):
        groups.create_with_leader(campaign, "Carl's Crew", "everyday-hero", "", "mall")
    with pytest.raises(LastDaysError, match="is empty"):
        groups.create_with_leader(campaign, "   ", "everyday-hero", "", "mall")
    assert (riverside.group(zeke), len(riverside.history(zeke))) == before


def test_an_error_in_the_middle_of_a_change_writes_nothing(
    riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    before = riverside.group(zeke).group

    def fail(_group: Group) -> Group:
        raise RuleError("no")

    def both() -> None:
        with riverside.change(campaign, PointsSet(5)) as change:
            change.group(zeke, lambda g: replace(g, points=5))
            change.group(carl, fail)

    with pytest.raises(RuleError):
        both()
    assert riverside.group(zeke).group == before


def test_no_update_is_lost_under_four_writers(
    riverside: Workspace, zeke: str, book: Catalogue
) -> None:
    path = riverside.store.path
    start = riverside.group(zeke).group.points
    failures: list[Exception] = []

    def write() -> None:
        own = Workspace(open_store(path), book)
        try:
            done = 0
            while done < 10:
                try:
                    own.change_group(zeke, PointsSet(1), lambda g: replace(g, points=g.points + 1))
                except StoreError as refused:  # a slow disk: nothing was changed, so it is said
                    if "is busy" not in str(refused):
                        raise
                else:
                    done += 1
        except Exception as error:
            failures.append(error)
        finally:
            own.store.close()

    writers = [threading.Thread(target=write) for _n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == []
    assert riverside.group(zeke).group.points == start + 40


def test_data_version_notices_another_writer(
    riverside: Workspace, zeke: str, book: Catalogue
) -> None:
    before = riverside.store.data_version()
    assert riverside.store.data_version() == before
    other = Workspace(open_store(riverside.store.path), book)
    GroupActions(other).write_notes(zeke, "from elsewhere")
    other.store.close()
    assert riverside.store.data_version() != before


def test_a_second_rare_weapon_is_bought_as_it_is_recruited_with(riverside: Workspace) -> None:
    """Rarity counts members who carry one (ruling 9): the verdict is the same both ways."""
    groups = GroupActions(riverside)
    campaign = CampaignActions(riverside).begin("Rare")
    rare = next(g.key for g in riverside.catalogue.for_sale() if g.rarity == 1 and not g.trained)
    group = groups.create_with_leader(campaign, "G", "merciless-thug", "Zeke", "farm-house")
    at_once = groups.recruit(group, Recruit("gang-member", "Lou", gear=(rare, rare)))
    groups.dismiss(group, at_once)
    mo = groups.recruit(group, Recruit("gang-member", "Mo", gear=(rare,)))
    shown = riverside.snapshot(group).group
    assert GroupGearActions(riverside).buy_violations(shown, mo, rare) == []
    GroupGearActions(riverside).buy(group, mo, rare)
    assert [i.key for i in riverside.group(group).group.member(mo).gear] == [rare, rare]
    zeke = riverside.group(group).group.leader
    with pytest.raises(RuleError, match="rarity 1, 1 member already carries one"):
        GroupGearActions(riverside).buy(group, zeke, rare)


def test_campaigns_are_listed_as_people_sort_their_names(riverside: Workspace) -> None:
    for name in ("Zürich", "Äpfel", "birnen", "Œdipe", "Ofen"):
        CampaignActions(riverside).begin(name)
    listed = [c.name for c in riverside.campaigns()]
    assert [n for n in listed if n != "Riverside"] == ["Äpfel", "birnen", "Œdipe", "Ofen", "Zürich"]
