"""Captives end where the record of the Rescue says, in one change over both groups (ruling 17)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import CaptiveActions, GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.overview import HeldMember, captives_in
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.errors import RuleError
from lastdays.model.changes import PointsSet
from lastdays.model.game_record import CaptiveFate, GameRecord
from lastdays.model.group import Item, Member
from lastdays.store import Subject
from sure import sure


@pytest.fixture
def workspace(riverside: Workspace) -> Workspace:
    return riverside


@pytest.fixture
def captives(workspace: Workspace) -> CaptiveActions:
    return CaptiveActions(workspace)


@pytest.fixture
def held(workspace: Workspace) -> tuple[str, str, str, Member]:
    """Campaign, the ids of both groups, and Mo of the first, whom the second holds."""
    campaign = workspace.campaigns()[0].id
    zeke, carl = (g.id for g in workspace.groups(campaign))
    mo = next(m for m in workspace.group(zeke).group.members if m.name == "Mo")
    captive = replace(mo, status="captured", captor=carl, captor_name="Carl's Crew")
    GroupActions(workspace).edit_member(zeke, captive)
    return campaign, zeke, carl, workspace.group(zeke).group.member(mo.id)


def record(
    workspace: Workspace, held: tuple[str, str, str, Member], fate: CaptiveFate, sides: int = 2
) -> GameRecord:
    """Plays a Rescue in which this became of Mo."""
    campaign, zeke, carl, _mo = held
    records = GameRecordActions(workspace)
    game = records.new_record(campaign, (zeke, carl)[:sides], "" if sides == 2 else "Strangers")
    side = game.sides[0]
    fates = tuple(replace(c, fate=fate) for c in side.captives)
    game = replace(game, encounter="rescue", sides=(replace(side, captives=fates), *game.sides[1:]))
    records.record(campaign, game)
    return game


def keys(items: Iterable[Item]) -> list[str]:
    return sorted(i.key for i in items)


def who_is_held(workspace: Workspace, campaign: str) -> tuple[HeldMember, ...]:
    with workspace.store.reading() as tx:
        now = workspace.snapshots.campaign(tx, tx.revisions.mark(Subject(campaign)))
        return captives_in(tx, workspace.snapshots, now)


def test_who_is_held_by_whom_and_with_what(
    workspace: Workspace, held: tuple[str, str, str, Member]
) -> None:
    campaign, zeke, carl, mo = held
    (captive,) = who_is_held(workspace, campaign)
    assert (captive.group, captive.member.name, captive.captor) == (zeke, "Mo", carl)
    assert (captive.group_name, captive.captor_name) == ("Zeke's Truckers", "Carl's Crew")
    assert captive.loot == mo.gear != ()
    workspace.undo(campaign, zeke)
    assert who_is_held(workspace, campaign) == ()


def test_nothing_is_due_before_the_record_says_what_became_of_them(
    workspace: Workspace, captives: CaptiveActions, held: tuple[str, str, str, Member]
) -> None:
    campaign, _zeke, _carl, mo = held
    assert captives.due(campaign) == ()
    with pytest.raises(RuleError):
        captives.settle(campaign, mo.id)
    record(workspace, held, "held")
    assert captives.due(campaign) == ()


@pytest.mark.parametrize("takes", [True, False])
def test_one_who_is_brought_home_keeps_their_gear(
    workspace: Workspace, captives: CaptiveActions, held: tuple[str, str, str, Member], takes: bool
) -> None:
    campaign, zeke, carl, mo = held
    game = record(workspace, held, "home")
    rivals = workspace.group(carl).group
    (due,) = captives.due(campaign)
    assert (due.fate, due.number, due.groups) == ("home", game.number, (zeke, carl))
    captives.settle(campaign, mo.id, captor_takes_gear=takes)
    home = workspace.group(zeke).group.member(mo.id)
    assert (home.status, home.captor, home.captor_name, home.gear) == ("active", "", "", mo.gear)
    assert workspace.group(carl).group == rivals
    assert workspace.group(zeke).undo == f"brought Mo home in game {game.number}"
    assert captives.due(campaign) == ()


@pytest.mark.parametrize("undone_at", [0, 1])
@pytest.mark.parametrize("fate", ["lost", "declined"])
def test_one_who_is_lost_dies_and_the_captors_take_the_gear_in_one_change(
    workspace: Workspace,
    captives: CaptiveActions,
    held: tuple[str, str, str, Member],
    fate: CaptiveFate,
    undone_at: int,
) -> None:
    campaign, zeke, carl, mo = held
    game = record(workspace, held, fate)
    before = workspace.group(zeke).group, workspace.group(carl).group
    captives.settle(campaign, mo.id, captor_takes_gear=True)
    dead = workspace.group(zeke).group.member(mo.id)
    assert (dead.status, dead.gear, dead.fate_game) == ("dead", (), game.number)
    assert workspace.group(carl).group.stash == (*before[1].stash, *mo.gear)
    named = f"lost Mo, held captive, in game {game.number}"
    assert workspace.group(zeke).undo == workspace.group(carl).undo == named
    after = workspace.group(zeke).group, workspace.group(carl).group
    workspace.undo(campaign, (zeke, carl)[undone_at])
    assert (workspace.group(zeke).group, workspace.group(carl).group) == before
    assert len(captives.due(campaign)) == 1
    workspace.redo(campaign, (carl, zeke)[undone_at])
    assert (workspace.group(zeke).group, workspace.group(carl).group) == after


def test_the_gear_is_lost_where_the_captors_leave_it(
    workspace: Workspace, captives: CaptiveActions, held: tuple[str, str, str, Member]
) -> None:
    campaign, zeke, carl, mo = held
    record(workspace, held, "lost")
    before = workspace.group(carl).group
    captives.settle(campaign, mo.id, captor_takes_gear=False)
    assert workspace.group(zeke).group.member(mo.id).status == "dead"
    assert workspace.group(carl).group == before
    assert workspace.group(carl).undo != workspace.group(zeke).undo


def test_undo_waits_while_one_of_both_has_changed_since(
    workspace: Workspace, captives: CaptiveActions, held: tuple[str, str, str, Member]
) -> None:
    campaign, zeke, carl, mo = held
    record(workspace, held, "lost")
    captives.settle(campaign, mo.id, captor_takes_gear=True)
    workspace.change_group(carl, PointsSet(3), lambda g: replace(g, points=3))
    assert workspace.group(zeke).undo is None


@pytest.mark.sweep
@pytest.mark.parametrize("fate", ["home", "lost", "declined"])
@pytest.mark.parametrize("takes", [True, False])
def test_it_comes_to_the_same_as_in_the_sequences(
    workspace: Workspace,
    captives: CaptiveActions,
    held: tuple[str, str, str, Member],
    fate: CaptiveFate,
    takes: bool,
) -> None:
    """Settled at once, or each group in its own sequence: both groups end alike."""
    campaign, zeke, carl, mo = held
    game = record(workspace, held, fate)
    ends = []
    for at_once in (True, False):
        games = PostGameActions(workspace, Random(5))
        if at_once:
            captives.settle(campaign, mo.id, captor_takes_gear=takes)
        members = []
        for group in (zeke, carl):
            sequence = games.begin(campaign, game.id, group)
            if not at_once:
                games.rebase(sequence)
            pending = games.view(sequence).pending
            loot = pending is not None and pending.key == f"encounter/loot/{mo.id}"
            assert loot == (not at_once and group == carl and fate != "home")
            if loot:
                assert pending is not None
                games.answer(sequence, pending.key, "yes" if takes else "no", "chosen")
            play_through(games, sequence)
            after = games.view(sequence).after
            assert after is not None
            members.append(
                (sure(after).has_member(mo.id) and sure(after).member(mo.id), after.item_ids())
            )
        mine, theirs = members
        ends.append(
            (mine[0], mine[1] & {i.id for i in mo.gear}, theirs[1] & {i.id for i in mo.gear})
        )
        if at_once:
            workspace.undo(campaign, zeke)
    assert ends[0] == ends[1]


def test_the_captors_need_not_have_played(
    workspace: Workspace, captives: CaptiveActions, held: tuple[str, str, str, Member]
) -> None:
    campaign, _zeke, carl, mo = held
    record(workspace, held, "declined", sides=1)
    before = workspace.group(carl).group
    captives.settle(campaign, mo.id, captor_takes_gear=True)
    assert workspace.group(carl).group.stash == (*before.stash, *mo.gear)


def test_a_begun_sequence_settles_it_itself(
    workspace: Workspace, captives: CaptiveActions, held: tuple[str, str, str, Member]
) -> None:
    campaign, zeke, _carl, _mo = held
    game = record(workspace, held, "lost")
    PostGameActions(workspace, Random(1)).begin(campaign, game.id, zeke)
    assert captives.due(campaign) == ()
