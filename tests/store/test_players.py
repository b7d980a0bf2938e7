"""The players of a campaign: who plays what, whom they haven't met, who could play whom tonight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.players import PlayerActions, players_of


@pytest.fixture
def people(riverside: Workspace, campaign: str) -> PlayerActions:
    """The sample's two groups, played by Ann and Bob."""
    made = PlayerActions(riverside)
    made.rename(campaign, "Robin", "Ann")
    made.rename(campaign, "Jess", "Bob")
    return made


def play(workspace: Workspace, campaign: str, groups: tuple[str, ...], won: str = "") -> None:
    records = GameRecordActions(workspace)
    game = records.new_record(campaign, groups, "")
    sides = tuple(replace(side, won=side.group == won, captives=()) for side in game.sides)
    records.record(campaign, replace(game, sides=sides))


def test_several_groups_in_one_game_count_once(
    people: PlayerActions, campaign: str, zeke: str, carl: str
) -> None:
    workspace = people.workspace
    other = GroupActions(workspace).found(campaign, "Spare", "merciless-thug", "Nell", "mall")
    people.give(campaign, other, "Ann")
    play(workspace, campaign, (zeke, other, carl))
    ann, bob = players_of(workspace, campaign).players
    assert (ann.games, ann.won, ann.drawn, ann.lost) == (2, 1, 1, 0)
    assert (ann.met, bob.met) == ({"Bob": 2}, {"Ann": 2})
