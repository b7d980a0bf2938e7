"""The games of two copies of a campaign in one order: their days, their numbers, and which may be the
same game entered twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from msgspec.structs import replace

from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord


def by_day_and_number(
    games: Iterable[GameRecord], ours: Campaign, theirs: Campaign
) -> list[GameRecord]:
    """Return games of two copies in the order of their days, those of one day by number. The order is the
    same whichever copy is merged into the other."""
    days = _days_of_games(theirs)
    days.update(_days_of_games(ours))

    def place(game: GameRecord) -> tuple[str, int, str]:
        return days.get(game.id, ""), game.number, game.id

    return sorted(games, key=place)


def _days_of_games(campaign: Campaign) -> dict[str, str]:
    """Return the day of each game by id; a game whose day is unknown was played when the one numbered
    before it was."""
    days = {}
    day = ""
    whole = campaign.with_all_seasons
    for game in sorted(whole.games, key=attrgetter("number")):
        day = whole.day_of(game) or day
        days[game.id] = day
    return days


def renumbered(
    in_order: Sequence[GameRecord], ours: Campaign, theirs: Campaign, base: Campaign | None
) -> list[GameRecord]:
    """Return games with numbers that differ, sorted by them. Games that both copies number alike keep
    their numbers; the others share the numbers that remain in the order given."""
    our_numbers = _numbers_by_game(ours)
    their_numbers = _numbers_by_game(theirs)
    old_numbers = _numbers_by_game(base)
    wanted = {}
    kept = set()
    for game in in_order:
        candidates = [numbers.get(game.id) for numbers in (our_numbers, their_numbers)]
        number = _number_by_itself(candidates[0], candidates[1], old_numbers.get(game.id))
        wanted[game.id] = number
        if candidates[0] == candidates[1]:
            kept.add(number)
    free = _free_numbers(wanted.values(), kept)
    numbered = []
    for game in in_order:
        number = wanted[game.id]
        if our_numbers.get(game.id) != their_numbers.get(game.id):
            number = next(free)
        numbered.append(replace(game, number=number))
    numbered.sort(key=attrgetter("number"))
    return numbered


def _numbers_by_game(campaign: Campaign | None) -> dict[str, int]:
    if campaign is None:
        return {}
    return {game.id: game.number for game in campaign.all_games}


def _number_by_itself(ours: int | None, theirs: int | None, base: int | None) -> int:
    """Return the number that a game would have by itself: the one that a copy changed it to."""
    if ours is None or theirs is None:
        return ours or theirs or 0
    if ours == base:
        return theirs
    if theirs == base:
        return ours
    return min(ours, theirs)


def _free_numbers(wanted: Iterable[int], kept: set[int]) -> Iterator[int]:
    """Yield numbers for the games that share them: those wanted first, then those after the highest."""
    numbers = set(wanted)
    yield from sorted(numbers - kept)
    number = max(numbers | kept, default=0)
    while True:
        number += 1
        yield number


def double_games(
    ours: Campaign, theirs: Campaign, base: Campaign | None
) -> Iterator[tuple[str, str]]:
    """Yield the ids of games that only one copy has, each with one of the other copy's that may be the
    same: planned as the same fixture, or played by the same groups in the same Encounter on one day."""
    known = set() if base is None else {game.id for game in base.all_games}
    our_ids = {game.id for game in ours.all_games}
    their_ids = {game.id for game in theirs.all_games}
    unmatched = [g for g in theirs.all_games if g.id not in our_ids and g.id not in known]
    our_days = _days_of_games(ours)
    their_days = _days_of_games(theirs)
    for game in ours.all_games:
        if game.id in their_ids or game.id in known:
            continue
        for other in unmatched:
            is_same_day = our_days[game.id] == their_days[other.id]
            if _is_same_fixture(game, other) or (is_same_day and _is_alike(game, other)):
                unmatched.remove(other)
                yield game.id, other.id
                break


def _is_same_fixture(game: GameRecord, other: GameRecord) -> bool:
    return bool(game.fixture) and game.fixture == other.fixture


def _is_alike(game: GameRecord, other: GameRecord) -> bool:
    """Return whether two games have the same Encounter and the same groups."""
    groups = {side.group for side in game.sides}
    return game.encounter == other.encounter and groups == {side.group for side in other.sides}
