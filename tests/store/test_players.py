"""The players of a campaign: who plays what, whom they haven't met, who could play whom tonight."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.players import (
    Night,
    Player,
    PlayerActions,
    PlayersGroup,
    pairings,
    players_of,
)


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


# Pairings


def guest(name: str, rating: int, met: dict[str, int] | None = None, games: int = 0) -> Player:
    groups = (PlayersGroup(f"g{name}", f"{name}'s", name, rating),) if rating else ()
    return Player(name, groups, games, met=met or {})


def paired(night: Night) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(pair.players)) for pair in night.pairings)


def test_those_who_met_least_come_first_then_the_nearest_ratings() -> None:
    night = pairings([guest("A", 100), guest("B", 180), guest("C", 110), guest("D", 175)])
    assert paired(night) == [("A", "C"), ("B", "D")]
    assert night.pairings[0].why() == "first meeting · ratings 180 and 175"
    met = {"A": {"C": 2}, "C": {"A": 2}}
    four = [
        *(guest("A", 100, met["A"]), guest("B", 180)),
        *(guest("C", 110, met["C"]), guest("D", 175)),
    ]
    assert paired(pairings(four)) == [("A", "D"), ("B", "C")]
    (pair,) = pairings([four[0], four[2]]).pairings
    assert pair.why() == "met 2 times · ratings 100 and 110"


@pytest.mark.parametrize("seed", range(12))
def test_nobody_of_six_could_be_paired_with_fewer_meetings(seed: int) -> None:
    dice = random.Random(seed)
    names = "ABCDEF"
    met = {pair: dice.randrange(4) for pair in combinations(names, 2)}
    own = {
        n: {o: met[min(n, o), max(n, o)] for o in names if o != n and met[min(n, o), max(n, o)]}
        for n in names
    }
    night = pairings([guest(n, dice.randrange(50, 200), own[n]) for n in names])
    least = min(
        sum(met[pair] ** 2 for pair in (one, two, three))
        for one, two, three in combinations(met, 3)
        if len({*one, *two, *three}) == 6
    )
    assert sum(pair.met**2 for pair in night.pairings) == least
