"""The players of a campaign: who plays what, whom they haven't met, who could play whom tonight."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.players import PlayerActions, players_of


def test_several_groups_in_one_game_count_once(
    riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    people, records = PlayerActions(riverside), GameRecordActions(riverside)
    people.rename(campaign, "Robin", "Ann")
    people.rename(campaign, "Jess", "Bob")
    other = GroupActions(riverside).create_with_leader(
        campaign, "Spare", "merciless-thug", "Nell", "mall"
    )
    people.give(campaign, other, "Ann")
    game = records.new_record(campaign, (zeke, other, carl), "")
    sides = tuple(replace(side, won=False, captives=()) for side in game.sides)
    records.record(campaign, replace(game, sides=sides))
    ann, bob = players_of(riverside, campaign).players
    assert (ann.games, ann.won, ann.drawn, ann.lost) == (2, 1, 1, 0)
    assert (ann.meetings, bob.meetings) == ({"Bob": 2}, {"Ann": 2})
