"""Captives end where the record of the Rescue says, in one change over both groups (ruling 17)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import CaptiveActions, GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.overview import CaptiveMember, captives_in
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.errors import RuleError
from lastdays.model.changes import PointsSet
from lastdays.model.game_record import CaptiveFate, GameRecord
from lastdays.model.group import Item, Member
from lastdays.store import Subject
from sure import sure


@pytest.fixture
def captives(riverside: Workspace) -> CaptiveActions:
    return CaptiveActions(riverside)


@pytest.fixture(autouse=True)
def mo(riverside: Workspace, zeke: str, carl: str) -> Member:
    """Mo of the first group, whom the second holds."""
    mo = next(m for m in riverside.group(zeke).group.members if m.name == "Mo")
    captive = replace(mo, status="captured", captor=carl, captor_name="Carl's Crew")
    GroupActions(riverside).edit_member(zeke, captive)
    return riverside.group(zeke).group.member(mo.id)


def record(riverside: Workspace, fate: CaptiveFate, sides: int = 2) -> GameRecord:
    """Plays a Rescue in which this became of Mo."""
    campaign = riverside.campaigns()[0].id
    records, groups = GameRecordActions(riverside), [g.id for g in riverside.groups(campaign)]
    game = records.new_record(campaign, tuple(groups[:sides]), "" if sides == 2 else "Strangers")
    side = game.sides[0]
    fates = tuple(replace(c, fate=fate) for c in side.captives)
    game = replace(game, encounter="rescue", sides=(replace(side, captives=fates), *game.sides[1:]))
    records.record(campaign, game)
    return game


def keys(items: Iterable[Item]) -> list[str]:
    return sorted(i.key for i in items)


def who_is_held(riverside: Workspace, campaign: str) -> tuple[CaptiveMember, ...]:
    with riverside.store.reading() as tx:
        now = riverside.snapshots.campaign(tx, tx.revisions.mark(Subject(campaign)))
        return captives_in(tx, riverside.snapshots, now)


def test_who_is_held_by_whom_and_with_what(
    riverside: Workspace, campaign: str, zeke: str, carl: str, mo: Member
) -> None:
    (captive,) = who_is_held(riverside, campaign)
    assert (captive.group, captive.member.name, captive.captor) == (zeke, "Mo", carl)
    assert (captive.group_name, captive.captor_name) == ("Zeke's Truckers", "Carl's Crew")
    assert captive.loot == mo.gear != ()
    riverside.undo(campaign, zeke)
    assert who_is_held(riverside, campaign) == ()


def test_nothing_is_due_before_the_record_says_what_became_of_them(
    riverside: Workspace, captives: CaptiveActions, campaign: str, mo: Member
) -> None:
    assert captives.due(campaign) == ()
    with pytest.raises(RuleError):
        captives.settle(campaign, mo.id)
    record(riverside, "held")
    assert captives.due(campaign) == ()


@pytest.mark.parametrize("takes", [True, False])
def test_one_who_is_brought_home_keeps_their_gear(
    riverside: Workspace,
    captives: CaptiveActions,
    campaign: str,
    zeke: str,
    carl: str,
    mo: Member,
    takes: bool,
) -> None:
    game = record(riverside, "home")
    rivals = riverside.group(carl).group
    (due,) = captives.due(campaign)
    assert (due.fate, due.number, due.groups) == ("home", game.number, (zeke, carl))
    captives.settle(campaign, mo.id, captor_takes_gear=takes)
    home = riverside.group(zeke).group.member(mo.id)
    assert (home.status, home.captor, home.captor_name, home.gear) == ("active", "", "", mo.gear)
    assert riverside.group(carl).group == rivals
    assert riverside.group(zeke).undo == f"brought Mo home in game {game.number}"
    assert captives.due(campaign) == ()


@pytest.mark.parametrize("undone_at", [0, 1])
@pytest.mark.parametrize("fate", ["lost", "declined"])
def test_one_who_is_lost_dies_and_the_captors_take_the_gear_in_one_change(
    riverside: Workspace,
    captives: CaptiveActions,
    campaign: str,
    zeke: str,
    carl: str,
    mo: Member,
    fate: CaptiveFate,
    undone_at: int,
) -> None:
    game = record(riverside, fate)
    before = riverside.group(zeke).group, riverside.group(carl).group
    captives.settle(campaign, mo.id, captor_takes_gear=True)
    dead = riverside.group(zeke).group.member(mo.id)
    assert (dead.status, dead.gear, dead.fate_game) == ("dead", (), game.number)
    assert riverside.group(carl).group.stash == (*before[1].stash, *mo.gear)
    named = f"lost Mo, held captive, in game {game.number}"
    assert riverside.group(zeke).undo == riverside.group(carl).undo == named
    after = riverside.group(zeke).group, riverside.group(carl).group
    riverside.undo(campaign, (zeke, carl)[undone_at])
    assert (riverside.group(zeke).group, riverside.group(carl).group) == before
    assert len(captives.due(campaign)) == 1
    riverside.redo(campaign, (carl, zeke)[undone_at])
    assert (riverside.group(zeke).group, riverside.group(carl).group) == after


def test_the_gear_is_lost_where_the_captors_leave_it(
    riverside: Workspace, captives: CaptiveActions, campaign: str, zeke: str, carl: str, mo: Member
) -> None:
    record(riverside, "lost")
    before = riverside.group(carl).group
    captives.settle(campaign, mo.id, captor_takes_gear=False)
    assert riverside.group(zeke).group.member(mo.id).status == "dead"
    assert riverside.group(carl).group == before
    assert riverside.group(carl).undo != riverside.group(zeke).undo


def test_undo_waits_while_one_of_both_has_changed_since(
    riverside: Workspace, captives: CaptiveActions, campaign: str, zeke: str, carl: str, mo: Member
) -> None:
    record(riverside, "lost")
    captives.settle(campaign, mo.id, captor_takes_gear=True)
    riverside.change_group(carl, PointsSet(3), lambda g: replace(g, points=3))
    assert riverside.group(zeke).undo is None


@pytest.mark.sweep
@pytest.mark.parametrize("fate", ["home", "lost", "declined"])
@pytest.mark.parametrize("takes", [True, False])
def test_it_comes_to_the_same_as_in_the_sequences(
    riverside: Workspace,
    captives: CaptiveActions,
    campaign: str,
    zeke: str,
    carl: str,
    mo: Member,
    fate: CaptiveFate,
    takes: bool,
) -> None:
    """Settled at once, or each group in its own sequence: both groups end alike."""
    game = record(riverside, fate)
    ends = []
    for at_once in (True, False):
        games = PostGameActions(riverside, Random(5))
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
            riverside.undo(campaign, zeke)
    assert ends[0] == ends[1]


def test_the_captors_need_not_have_played(
    riverside: Workspace, captives: CaptiveActions, campaign: str, carl: str, mo: Member
) -> None:
    record(riverside, "declined", sides=1)
    before = riverside.group(carl).group
    captives.settle(campaign, mo.id, captor_takes_gear=True)
    assert riverside.group(carl).group.stash == (*before.stash, *mo.gear)


def test_a_begun_sequence_settles_it_itself(
    riverside: Workspace, captives: CaptiveActions, campaign: str, zeke: str
) -> None:
    game = record(riverside, "lost")
    PostGameActions(riverside, Random(1)).begin(campaign, game.id, zeke)
    assert captives.due(campaign) == ()
