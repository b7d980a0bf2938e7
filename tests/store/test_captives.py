"""Captives end where the record of the Rescue says, in one change over both groups (ruling 17)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import CaptiveActions, GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.overview import Settlement
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.model.changes import PointsSet
from lastdays.model.game_record import CaptiveFate, GameRecord
from lastdays.model.group import Group, Item
from sure import sure


class Held:
    """Mo of the first group, whom the second holds; a Rescue says what becomes of them."""

    def __init__(self, workspace: Workspace, campaign: str, zeke: str, carl: str) -> None:
        self.workspace, self.campaign, self.groups = workspace, campaign, (zeke, carl)
        mo = next(m for m in workspace.group(zeke).group.members if m.name == "Mo")
        captive = replace(mo, status="captured", captor=carl, captor_name="Carl's Crew")
        GroupActions(workspace).edit_member(zeke, captive)
        self.mo = self.now()[0].member(mo.id)
        self.actions = CaptiveActions(workspace)

    def now(self) -> tuple[Group, Group]:
        zeke, carl = (self.workspace.group(g).group for g in self.groups)
        return zeke, carl

    def undoes(self) -> tuple[str | None, str | None]:
        zeke, carl = (self.workspace.group(g).undo for g in self.groups)
        return zeke, carl

    def due(self) -> tuple[Settlement, ...]:
        return self.actions.due(self.campaign)

    def settle(self, *, takes: bool = True) -> None:
        self.actions.settle(self.campaign, self.mo.id, captor_takes_gear=takes)

    def record(self, fate: CaptiveFate, sides: int = 2) -> GameRecord:
        """Plays a Rescue in which this became of Mo."""
        records, groups = GameRecordActions(self.workspace), self.groups[:sides]
        game = records.new_record(self.campaign, groups, "" if sides == 2 else "Strangers")
        side = game.sides[0]
        fates = tuple(replace(c, fate=fate) for c in side.captives)
        sides_after = (replace(side, captives=fates), *game.sides[1:])
        game = replace(game, encounter="rescue", sides=sides_after)
        records.record(self.campaign, game)
        return game


@pytest.fixture
def held(riverside: Workspace, campaign: str, zeke: str, carl: str) -> Held:
    return Held(riverside, campaign, zeke, carl)


def test_what_a_trained_leader_forbids_goes_to_the_stash(held: Held) -> None:
    groups = GroupActions(held.workspace)
    mo = replace(held.mo, gear=(Item("a", "knife"), Item("b", "hunting-rifle"), Item("c", "club")))
    groups.edit_member(held.groups[0], mo)
    leader = sure(held.now()[0].leading)
    groups.edit_member(held.groups[0], replace(leader, keyword="trained"))
    assert held.due() == ()  # the latest game doesn't name Mo
    held.record("home")
    stash = held.now()[0].stash
    held.settle()
    mine = held.now()[0]
    assert [i.key for i in mine.member(mo.id).gear] == ["knife", "club"]
    assert mine.stash == (*stash, Item("b", "hunting-rifle"))


@pytest.mark.parametrize("takes", [True, False])
def test_one_who_is_brought_home_keeps_their_gear(held: Held, takes: bool) -> None:
    game = held.record("home")
    rivals = held.now()[1]
    (due,) = held.due()
    assert (due.fate, due.number, due.groups) == ("home", game.number, held.groups)
    held.settle(takes=takes)
    mine, theirs = held.now()
    home = mine.member(held.mo.id)
    assert (home.status, home.captor, home.captor_name) == ("active", "", "")
    assert home.gear == held.mo.gear
    assert theirs == rivals
    assert held.undoes()[0] == f"brought Mo home in game {game.number}"
    assert held.due() == ()


@pytest.mark.parametrize("undone_at", [0, 1])
@pytest.mark.parametrize("fate", ["lost", "declined"])
def test_one_who_is_lost_dies_and_the_captors_take_the_gear_in_one_change(
    held: Held, fate: CaptiveFate, undone_at: int
) -> None:
    game = held.record(fate)
    before = held.now()
    held.settle()
    after = held.now()
    dead = after[0].member(held.mo.id)
    assert (dead.status, dead.gear, dead.fate_game) == ("dead", (), game.number)
    assert after[1].stash == (*before[1].stash, *held.mo.gear)
    named = f"lost Mo, held captive, in game {game.number}"
    assert held.undoes() == (named, named)
    held.workspace.undo(held.campaign, held.groups[undone_at])
    assert held.now() == before
    assert len(held.due()) == 1
    held.workspace.redo(held.campaign, held.groups[1 - undone_at])
    assert held.now() == after


def test_undo_waits_while_one_of_both_has_changed_since(held: Held) -> None:
    held.record("lost")
    held.settle()
    carl = held.groups[1]
    held.workspace.change_group(carl, PointsSet(3), lambda g: replace(g, points=3))
    assert held.undoes()[0] is None


@pytest.mark.sweep
@pytest.mark.parametrize("fate", ["home", "lost", "declined"])
@pytest.mark.parametrize("takes", [True, False])
def test_it_comes_to_the_same_as_in_the_sequences(
    held: Held, fate: CaptiveFate, takes: bool
) -> None:
    """Settled at once, or each group in its own sequence: both groups end alike."""
    game, mo, gear = held.record(fate), held.mo.id, {i.id for i in held.mo.gear}
    ends = []
    for at_once in (True, False):
        games = PostGameActions(held.workspace, Random(5))
        if at_once:
            held.settle(takes=takes)
        members = []
        for group in held.groups:
            sequence = games.begin(held.campaign, game.id, group)
            if not at_once:
                games.rebase(sequence)
            pending = games.view(sequence).pending
            loot = pending is not None and pending.key == f"encounter/loot/{mo}"
            assert loot == (not at_once and group == held.groups[1] and fate != "home")
            if loot:
                games.answer(sequence, sure(pending).key, "yes" if takes else "no", "chosen")
            play_through(games, sequence)
            after = sure(games.view(sequence).after)
            members.append((after.has_member(mo) and after.member(mo), after.item_ids()))
        mine, theirs = members
        ends.append((mine[0], mine[1] & gear, theirs[1] & gear))
        if at_once:
            held.workspace.undo(held.campaign, held.groups[0])
    assert ends[0] == ends[1]


def test_a_begun_sequence_settles_it_itself(held: Held) -> None:
    game = held.record("lost")
    PostGameActions(held.workspace, Random(1)).begin(held.campaign, game.id, held.groups[0])
    assert held.due() == ()
