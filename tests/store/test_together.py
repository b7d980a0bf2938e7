"""Where the groups of one game stand, and whose turn comes next, step by step or group by group."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from answering import answer_one
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.overview import GroupProgress, after_same_game, whose_turn
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.model.campaign import AftermathOrder
from lastdays.model.changes import GroupDiceChanged
from lastdays.postgame.context import STEPS
from sure import sure


@pytest.fixture
def ids(riverside: Workspace, campaign: str, zeke: str, carl: str) -> tuple[str, ...]:
    """Four groups."""
    groups = GroupActions(riverside)
    copies = (groups.import_document(campaign, groups.export(g)) for g in (zeke, carl))
    return (zeke, carl, *copies)


class Evening:
    """The one game that the groups have played, and what comes after it."""

    def __init__(self, workspace: Workspace, campaign: str, ids: tuple[str, ...]) -> None:
        self.workspace, self.campaign = workspace, campaign
        self.games = PostGameActions(workspace, Random(7))
        workspace.read_progress = self.games.progress
        records = GameRecordActions(workspace)
        for game in workspace.campaign(campaign).campaign.games:
            records.delete(campaign, game.id)
        self.game = records.new_record(campaign, ids, "")
        records.record(campaign, self.game)

    def stands(self) -> tuple[GroupProgress, ...]:
        return sure(self.workspace.places(self.campaign).progress)

    def begin(self, group: str) -> str:
        return self.games.begin(self.campaign, self.game.id, group)

    def is_at(self, stand: GroupProgress, sequence: str) -> bool:
        """Whether a group stands where its sequence does."""
        view = self.games.view(sequence)
        return (stand.step, stand.question) == (view.step, sure(view.pending).question)

    def lead(self, group: str, order: AftermathOrder) -> list[tuple[str, str]]:
        """Plays all groups as the program leads, and notes who was at which step."""
        turns: list[tuple[str, str]] = []
        for _time in range(2000):
            sequence = self.begin(group)
            view = self.games.view(sequence)
            if not turns or turns[-1] != (group, view.step):
                turns.append((group, view.step))
            if view.pending is None:
                self.games.finish(sequence)
            else:
                answer_one(self.games, sequence)
            found = self.stands()
            if not found:
                return turns
            following = whose_turn(found, group, order)
            group = following.group if following is not None else group
        raise AssertionError("it never ends")


@pytest.fixture
def evening(riverside: Workspace, campaign: str, ids: tuple[str, ...]) -> Evening:
    return Evening(riverside, campaign, ids)


def test_each_stands_where_its_sequence_stands_until_all_have_finished(
    evening: Evening, ids: tuple[str, ...]
) -> None:
    games = evening.games
    sequences = {g: evening.begin(g) for g in ids}
    for rounds, group in enumerate(ids):
        for _time in range(rounds * 4):
            answer_one(games, sequences[group])
    for stand in evening.stands():
        assert evening.is_at(stand, sequences[stand.group])
        assert stand.step_index == STEPS.index(stand.step)
    for group in ids[:2]:
        play_through(games, sequences[group])
    first = evening.stands()[0]
    assert (first.step, first.step_index, first.question, first.open) == ("", len(STEPS), "", True)
    games.finish(sequences[ids[0]])
    first = evening.stands()[0]
    assert (first.state, first.open) == ("finished", False)
    for group in ids[1:]:
        play_through(games, sequences[group])
        games.finish(sequences[group])
    assert evening.stands() == ()


@pytest.mark.sweep
def test_step_by_step_no_group_is_ahead_of_another(evening: Evening, ids: tuple[str, ...]) -> None:
    turns = evening.lead(ids[0], "step")
    steps = [STEPS.index(step) if step else len(STEPS) for _group, step in turns]
    assert steps == sorted(steps)
    assert {group for group, _step in turns} == set(ids)


@pytest.mark.sweep
def test_group_by_group_each_finishes_before_the_next(
    evening: Evening, ids: tuple[str, ...]
) -> None:
    turns = evening.lead(ids[1], "group")
    order = list(dict.fromkeys(group for group, _step in turns))
    assert order == [ids[1], ids[0], ids[2], ids[3]]
    assert [g for g, step in turns if not step] == order


def test_groups_of_another_game_are_not_led_to() -> None:
    mine = GroupProgress("a", "A", "g1", 1, "finished", step_index=9)
    other = GroupProgress("b", "B", "g2", 2, "new")
    assert after_same_game((mine, other), "a") == (mine,)
    assert whose_turn((mine, other), "a", "group") is None
    assert whose_turn((mine, other), "gone", "step") is None


def test_the_order_and_the_dice_are_kept_and_undone(
    riverside: Workspace, campaign: str, ids: tuple[str, ...]
) -> None:
    actions = CampaignActions(riverside)
    now = riverside.campaign(campaign).campaign
    assert (now.order, now.dice, now.dice_for(ids[0])) == ("group", "roll", "roll")
    actions.set_order(campaign, "step")
    riverside.change_campaign(  # as earlier editions did
        campaign,
        GroupDiceChanged("Zeke's Truckers"),
        lambda c: replace(c, dice_of={ids[0]: "typed"}),
    )
    found = riverside.campaign(campaign)
    assert found.undo == "changed how dice are rolled for Zeke's Truckers"
    assert found.campaign.order == "step"
    assert [found.campaign.dice_for(g) for g in ids] == ["typed", "roll", "roll", "roll"]
    actions.set_dice(campaign, "set")
    assert [riverside.campaign(campaign).campaign.dice_for(g) for g in ids[:2]] == ["typed", "set"]
    for _time in range(3):
        riverside.undo(campaign)
    now = riverside.campaign(campaign).campaign
    assert (now.order, now.dice_for(ids[0])) == ("group", "roll")
