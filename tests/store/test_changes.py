"""Changes, undo and redo over the log; nothing is lost, nothing is half written."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.strategies._internal.random import ArtificialRandom
from msgspec.structs import replace
from sqlmodel import col, select

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.errors import LastDaysError, NothingToUndoError, RuleError, StoreError
from lastdays.model.changes import PointsSet
from lastdays.model.group import Group
from lastdays.model.profile import adjusted
from lastdays.model.recruiting import Recruit
from lastdays.postgame.gear_moves import MoveItem
from lastdays.rulebook import Catalogue
from lastdays.store import Subject, open_store
from lastdays.store.leftover import driver_of
from store.exercise import edit_group
from sure import sure


@pytest.fixture
def workspace(riverside: Workspace) -> Workspace:
    return riverside


@pytest.fixture
def sample(workspace: Workspace) -> tuple[str, str, str]:
    campaign = workspace.campaigns()[0].id
    zeke, carl = (g.id for g in workspace.groups(campaign))
    return campaign, zeke, carl


def mirrored(workspace: Workspace) -> None:
    with workspace.store.reading() as tx:
        for summary in workspace.groups():
            assert tx.revisions.mirror_differences(workspace.group(summary.id).group) == []


def test_a_change_is_named_undone_and_redone(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, _carl = sample
    before = workspace.group(zeke)
    knife = before.group.members[0].gear[1]
    GroupGearActions(workspace).move(zeke, MoveItem(knife.id, ""))
    view = workspace.group(zeke)
    assert view.undo == "moved Knife to stash"
    assert [i.key for i in view.group.stash] == ["knife"]
    mirrored(workspace)
    workspace.undo(campaign, zeke)
    assert workspace.group(zeke).group == before.group
    assert workspace.group(zeke).redo == "moved Knife to stash"
    mirrored(workspace)
    workspace.redo(campaign, zeke)
    assert workspace.group(zeke).group == view.group
    mirrored(workspace)


def test_undo_and_redo_survive_a_restart(
    workspace: Workspace, sample: tuple[str, str, str], book: Catalogue
) -> None:
    campaign, zeke, _carl = sample
    GroupActions(workspace).write_notes(zeke, "fuel is low")
    workspace.undo(campaign, zeke)
    path = workspace.store.path
    workspace.store.close()
    again = Workspace(open_store(path), book)
    assert again.group(zeke).redo == "wrote group notes"
    again.redo(campaign, zeke)
    assert again.group(zeke).group.notes == "fuel is low"
    again.store.close()


def test_every_change_of_the_sample_can_be_undone_to_the_founding_and_redone(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, _carl = sample
    last = workspace.group(zeke).group
    steps = 0
    while len(workspace.history(zeke)) and workspace.group(zeke).undo not in (None,):
        if sure(workspace.group(zeke).undo).startswith("founded"):
            break
        workspace.undo(campaign, zeke)
        steps += 1
    assert len(workspace.group(zeke).group.members) == 1
    for _step in range(steps):
        workspace.redo(campaign, zeke)
    assert workspace.group(zeke).group == last
    mirrored(workspace)


def test_a_new_change_after_undo_starts_a_branch_and_nothing_is_deleted(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, _carl = sample
    groups = GroupActions(workspace)
    groups.write_notes(zeke, "one")
    workspace.undo(campaign, zeke)
    groups.write_notes(zeke, "two")
    history = workspace.history(zeke)
    assert [e.current for e in history[:2]] == [True, False]
    assert workspace.group_at(history[1].revision).notes == "one"
    workspace.undo(campaign, zeke)
    workspace.redo(campaign, zeke)
    assert workspace.group(zeke).group.notes == "two"


def test_a_change_over_two_groups_is_undone_in_both_and_only_while_it_is_the_head_of_both(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, carl = sample
    groups = GroupActions(workspace)
    mo = workspace.group(zeke).group.members[1]
    captive = replace(mo, status="captured", captor=carl, captor_name="Carl's Crew")
    groups.edit_member(zeke, captive)
    groups.decline_rescue(zeke, mo.id, captor_takes_gear=True)
    assert workspace.group(zeke).group.member(mo.id).status == "dead"
    assert [i.key for i in workspace.group(carl).group.stash] == ["heavy-club"]
    groups.write_notes(carl, "loot!")
    assert workspace.group(zeke).undo is None
    with pytest.raises(NothingToUndoError, match="Carl's Crew has changed since"):
        workspace.undo(campaign, zeke)
    workspace.undo(campaign, carl)
    workspace.undo(campaign, carl)
    assert workspace.group(zeke).group.member(mo.id).status == "captured"
    assert workspace.group(carl).group.stash == ()
    workspace.redo(campaign, zeke)
    assert workspace.group(carl).group.stash
    mirrored(workspace)


def test_deleting_a_group_is_a_change_of_the_campaign(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, carl = sample
    GroupActions(workspace).delete(zeke)
    assert [g.id for g in workspace.groups(campaign)] == [carl]
    assert workspace.campaign(campaign).undo == "deleted Zeke's Truckers"
    workspace.undo(campaign)
    assert [g.id for g in workspace.groups(campaign)] == [zeke, carl]
    GroupActions(workspace).delete(zeke)
    CampaignActions(workspace).write_notes(campaign, "later")
    assert CampaignActions(workspace).deleted_groups(campaign) == [(zeke, "Zeke's Truckers")]
    CampaignActions(workspace).restore_group(campaign, zeke)
    assert len(workspace.groups(campaign)) == 2


def test_a_campaign_is_deleted_and_restored(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, _zeke, _carl = sample
    CampaignActions(workspace).delete(campaign)
    assert workspace.groups() == []
    assert not workspace.exists(campaign)
    CampaignActions(workspace).restore(campaign)
    assert len(workspace.groups()) == 2


def test_what_cannot_be_leaves_nothing_behind(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, _carl = sample
    groups = GroupActions(workspace)
    before = (workspace.group(zeke), len(workspace.history(zeke)))
    with pytest.raises(LastDaysError, match="200 is the most that fits"):
        groups.edit_member(zeke, replace(before[0].group.members[0], name="x" * 10_000))
    with pytest.raises(LastDaysError, match="not 10000000"):
        edit_group(groups, zeke, name="Zeke's Truckers", player="", points=10**7, games=0)
    with pytest.raises(RuleError, match="does not own that"):
        GroupGearActions(workspace).move(zeke, MoveItem("nothing", ""))
    with pytest.raises(LastDaysError, match="already has a group called Carl's Crew"):
        groups.found(campaign, "Carl's Crew", "everyday-hero", "", "mall")
    with pytest.raises(LastDaysError, match="is empty"):
        groups.found(campaign, "   ", "everyday-hero", "", "mall")
    assert (workspace.group(zeke), len(workspace.history(zeke))) == before


def test_an_error_in_the_middle_of_a_change_writes_nothing(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    campaign, zeke, carl = sample
    before = workspace.group(zeke).group

    def fail(_group: Group) -> Group:
        raise RuleError("no")

    def both() -> None:
        with workspace.change(campaign, PointsSet(5)) as change:
            change.group(zeke, lambda g: replace(g, points=5))
            change.group(carl, fail)

    with pytest.raises(RuleError):
        both()
    assert workspace.group(zeke).group == before


def test_no_update_is_lost_under_four_writers(
    workspace: Workspace, sample: tuple[str, str, str], book: Catalogue
) -> None:
    _campaign, zeke, _carl = sample
    path = workspace.store.path
    start = workspace.group(zeke).group.points
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
    assert workspace.group(zeke).group.points == start + 40


def test_data_version_notices_another_writer(
    workspace: Workspace, sample: tuple[str, str, str], book: Catalogue
) -> None:
    _campaign, zeke, _carl = sample
    before = workspace.store.data_version()
    assert workspace.store.data_version() == before
    other = Workspace(open_store(workspace.store.path), book)
    GroupActions(other).write_notes(zeke, "from elsewhere")
    other.store.close()
    assert workspace.store.data_version() != before


def test_a_backup_opens_as_a_store(
    workspace: Workspace, sample: tuple[str, str, str], tmp_path: Path, book: Catalogue
) -> None:
    target = tmp_path / "copy.sqlite"
    workspace.store.backup(target)
    copy = Workspace(open_store(target), book)
    assert len(copy.groups()) == 2
    copy.store.close()
    before = workspace.store.path.stat().st_ino
    with pytest.raises(StoreError, match="is the open store itself"):
        workspace.store.backup(workspace.store.path)
    assert workspace.store.path.stat().st_ino == before
    with pytest.raises(StoreError, match="could not be written"):
        workspace.store.backup(tmp_path / "nowhere" / "copy.sqlite")


def test_documents_are_compressed(workspace: Workspace, sample: tuple[str, str, str]) -> None:
    _campaign, zeke, _carl = sample
    from lastdays.campaign.documents.group_documents import group_document
    from lastdays.store.models import Revisions

    plain = len(group_document(workspace.group(zeke).group))
    with workspace.store.reading() as tx:
        stored = tx.session.exec(
            select(Revisions.document)
            .where(Revisions.group_id == zeke)
            .order_by(col(Revisions.id).desc())
        ).first()
    assert stored is not None
    assert len(stored) < plain / 2


ACTIONS = ("move", "points", "notes", "recruit", "add", "edit", "dismiss", "undo", "redo")


@pytest.mark.sweep
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=14), st.randoms())
def test_undo_of_anything_restores(
    tmp_path_factory: pytest.TempPathFactory,
    book: Catalogue,
    actions: list[str],
    chance: ArtificialRandom,
) -> None:
    store = open_store(tmp_path_factory.mktemp("undo") / "s.sqlite")
    workspace = Workspace(store, book)
    groups = GroupActions(workspace)
    campaign = CampaignActions(workspace).begin("C")
    group = groups.found(campaign, "G", "merciless-thug", "Zeke", "mall")
    trail = [workspace.group(group).group]
    at = 0
    for action in actions:
        value = workspace.group(group).group
        if not value.roster and action in ("edit", "dismiss"):
            continue
        member = chance.choice(value.roster) if value.roster else None
        try:
            match action:
                case "move":
                    items = [i for m in value.active for i in m.gear] + list(value.stash)
                    if not items:
                        continue
                    to = chance.choice(["", *(m.id for m in value.active)])
                    GroupGearActions(workspace).move(group, MoveItem(chance.choice(items).id, to))
                case "points":
                    edit_group(
                        groups, group, name="G", player="", points=chance.randint(0, 99), games=0
                    )
                case "notes":
                    groups.write_notes(group, str(chance.random()))
                case "recruit":
                    groups.recruit(group, Recruit("goon", gear=("club",)), allowed=True)
                case "add":
                    GroupGearActions(workspace).add_gear(group, "", "scope", 2)
                case "edit":
                    wanted = replace(sure(member), experience=chance.randint(0, 50))
                    groups.edit_member(group, adjusted(wanted, book, "FA", 5))
                case "dismiss":
                    assert member is not None
                    groups.dismiss(group, member.id)
                case "undo":
                    if at:
                        workspace.undo(campaign, group)
                        at -= 1
                        assert workspace.group(group).group == trail[at]
                    continue
                case "redo":
                    if at < len(trail) - 1:
                        workspace.redo(campaign, group)
                        at += 1
                        assert workspace.group(group).group == trail[at]
                    continue
        except LastDaysError:
            continue
        after = workspace.group(group).group
        if after != value:
            del trail[at + 1 :]
            trail.append(after)
            at += 1
    while at:
        workspace.undo(campaign, group)
        at -= 1
        assert workspace.group(group).group == trail[at]
    with store.reading() as tx:
        assert tx.revisions.mirror_differences(trail[0]) == []
    store.close()


def test_a_second_rare_weapon_is_bought_as_it_is_recruited_with(workspace: Workspace) -> None:
    """Rarity counts members who carry one (ruling 9): the verdict is the same both ways."""
    groups = GroupActions(workspace)
    campaign = CampaignActions(workspace).begin("Rare")
    rare = next(g.key for g in workspace.catalogue.for_sale() if g.rarity == 1 and not g.trained)
    group = groups.found(campaign, "G", "merciless-thug", "Zeke", "farm-house")
    at_once = groups.recruit(group, Recruit("gang-member", "Lou", gear=(rare, rare)))
    groups.dismiss(group, at_once)
    mo = groups.recruit(group, Recruit("gang-member", "Mo", gear=(rare,)))
    shown = workspace.snapshot(group).group
    assert GroupGearActions(workspace).buy_violations(shown, mo, rare) == []
    GroupGearActions(workspace).buy(group, mo, rare)
    assert [i.key for i in workspace.group(group).group.member(mo).gear] == [rare, rare]
    zeke = workspace.group(group).group.leader
    with pytest.raises(RuleError, match="rarity 1, 1 member already carries one"):
        GroupGearActions(workspace).buy(group, zeke, rare)


def test_a_history_names_what_was_done_by_hand(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    _campaign, zeke, carl = sample
    groups = GroupActions(workspace)

    def edit(**changes: Any) -> str:
        mo = workspace.group(zeke).group.members[1]
        groups.edit_member(zeke, replace(mo, **changes))
        return sure(workspace.group(zeke).undo)

    assert edit(name="Big Mo") == "renamed Mo to Big Mo"
    assert edit(status="captured", captor=carl) == "noted the capture of Big Mo"
    assert edit(status="active") == "noted the return of Big Mo"
    assert edit(status="dead") == "noted the death of Big Mo"
    assert edit(status="active") == "noted the return of Big Mo"
    assert edit(level=2, experience=4) == "set Level and Experience of Big Mo"
    assert edit(adjustments={"FA": 1}) == "set Firearms of Big Mo"
    assert edit(name="Mo", status="left", level=3) == (
        "renamed Big Mo to Mo; noted that Mo left the group; set Level of Mo"
    )
    edit_group(groups, zeke, name="The Truckers", player="Ana", points=7, games=0)
    assert workspace.group(zeke).undo == (
        "renamed Zeke's Truckers to The Truckers; set player and Scavenge Points of The Truckers"
    )


def test_what_redo_would_do_is_found_without_reading_the_whole_history(
    workspace: Workspace, sample: tuple[str, str, str]
) -> None:
    """By the parent's index: the subject's would lead through every revision there is."""
    campaign, zeke, _carl = sample
    groups = GroupActions(workspace)
    subject = Subject(campaign, zeke)
    before = workspace.group(zeke).revision
    for notes in ("first", "second"):
        groups.write_notes(zeke, notes)
        newest = workspace.group(zeke).revision
        workspace.undo(campaign, zeke)
    ran: list[str] = []
    with workspace.store.reading() as tx:
        connection = tx.revisions._connection
        driver_of(connection).set_trace_callback(ran.append)
        assert tx.revisions.latest_child(subject, before) == newest
        assert tx.revisions.latest_child(Subject(campaign), before) is None
        assert tx.revisions.latest_child(subject, newest) is None
        driver_of(connection).set_trace_callback(None)
        plans = [
            str(row)
            for statement in ran
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")
        ]
    assert plans
    assert all("ix_revisions_parent_id (parent_id=?)" in plan for plan in plans)


def test_campaigns_are_listed_as_people_sort_their_names(workspace: Workspace) -> None:
    for name in ("Zürich", "Äpfel", "birnen", "Œdipe", "Ofen"):
        CampaignActions(workspace).begin(name)
    listed = [c.name for c in workspace.campaigns()]
    assert [n for n in listed if n != "Riverside"] == ["Äpfel", "birnen", "Œdipe", "Ofen", "Zürich"]
