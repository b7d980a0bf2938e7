"""The totals of a campaign's games, by group, by pair of groups and by member, and the records.

Each game is counted once, from its game record alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from lastdays.model.game_record import Appearance, GameRecord, Result, Side
from lastdays.values import Value

#: The kinds of record: a member's best in one game or in all games, then a group's.
Feat = Literal[
    "zombies-in-a-game",
    "rivals-in-a-game",
    "zombies",
    "rivals",
    "games",
    "out",
    "group-zombies-in-a-game",
    "tokens-in-a-game",
    "streak",
]
FEATS: tuple[Feat, ...] = get_args(Feat)


class GroupTotals(Struct):
    """The totals of a group's games. `rivals` are those it took Out of Action, `out` its own
    members who ended so; `streak` is its current run of wins, `longest` its longest one."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    zombies: int = 0
    rivals: int = 0
    out: int = 0
    tokens: int = 0
    objectives: int = 0
    streak: int = 0
    longest: int = 0
    longest_at: int = 0


class MemberTotals(Struct):
    """The totals of a member's games on the table: games played and won, deeds, times Out of
    Action."""

    games: int = 0
    won: int = 0
    out: int = 0
    zombies: int = 0
    rivals: int = 0
    objectives: int = 0
    tokens: int = 0


class PairTotals(Struct):
    """The games of one group against another, from the first one's view. If both lost to a third,
    or won together, it is neither a win nor a loss."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0


class Best(Value):
    """A record: how much, whose (`member` is '' for a group's record), and the number of the game
    that reached it (0 for totals of all games). The first to reach it holds it; `shared` counts the
    others who equalled it."""

    amount: int
    group: str
    member: str
    game: int
    shared: int = 0


class Tallies:
    """The totals of some games; groups and members that took no part have none."""

    def __init__(self, games: Iterable[GameRecord]) -> None:
        self.groups: dict[str, GroupTotals] = {}
        self.members: dict[tuple[str, str], MemberTotals] = {}
        self.pairs: dict[str, dict[str, PairTotals]] = {}
        self._best: dict[Feat, Best] = {}
        self._holders: dict[Feat, set[tuple[str, str]]] = {}
        for game in games:
            self._add(game)
        self._over_all()

    @property
    def records(self) -> Mapping[Feat, Best]:
        """Return the records, in the order of `FEATS`."""
        records = {}
        for feat in FEATS:
            if feat in self._best:
                sharing_count = len(self._holders[feat]) - 1
                records[feat] = replace(self._best[feat], shared=sharing_count)
        return records

    def against(self, group: str) -> Mapping[str, PairTotals]:
        """Return a group's totals against each other group it met, by id."""
        return self.pairs.get(group, {})

    def _add(self, game: GameRecord) -> None:
        sides: dict[str, Side] = {}
        for side in game.sides:
            if side.group and side.group not in sides:
                sides[side.group] = side
                self._add_side(game, side)
        if game.together:
            return  # nobody met a rival
        for side in sides.values():
            for other in sides.values():
                if side is not other:
                    self._add_pair(game, side, other)

    def _add_pair(self, game: GameRecord, side: Side, other: Side) -> None:
        pairs = self.pairs.setdefault(side.group, {})
        pair = pairs.setdefault(other.group, PairTotals())
        pair.games += 1
        result = game.result_of(side)
        if result == "drawn" or side.won != other.won:
            _count(pair, result)

    def _add_side(self, game: GameRecord, side: Side) -> None:
        totals = self.groups.setdefault(side.group, GroupTotals())
        totals.games += 1
        _count(totals, game.result_of(side))
        totals.streak = totals.streak + 1 if side.won else 0
        if totals.streak > totals.longest:
            totals.longest = totals.streak
            totals.longest_at = game.number
        deployed = [member for member in side.appearances if member.part == "deployed"]
        for appearance in deployed:
            self._add_member(game, side, appearance)
            totals.out += appearance.out
            totals.rivals += appearance.rivals
            totals.objectives += appearance.objectives
        zombies = sum(appearance.zombies for appearance in deployed)
        tokens = len(side.tokens)
        totals.zombies += zombies
        totals.tokens += tokens
        self._consider("group-zombies-in-a-game", zombies, side.group, game=game.number)
        self._consider("tokens-in-a-game", tokens, side.group, game=game.number)

    def _add_member(self, game: GameRecord, side: Side, appearance: Appearance) -> None:
        group = side.group
        member = appearance.member
        totals = self.members.setdefault((group, member), MemberTotals())
        totals.games += 1
        totals.won += side.won
        totals.out += appearance.out
        totals.zombies += appearance.zombies
        totals.rivals += appearance.rivals
        totals.objectives += appearance.objectives
        totals.tokens += side.carried(member)
        zombies = appearance.zombies
        self._consider("zombies-in-a-game", zombies, group, member, game=game.number)
        rivals = appearance.rivals
        self._consider("rivals-in-a-game", rivals, group, member, game=game.number)

    def _over_all(self) -> None:
        for (group, member), totals in self.members.items():
            self._consider("zombies", totals.zombies, group, member)
            self._consider("rivals", totals.rivals, group, member)
            self._consider("games", totals.games, group, member)
            self._consider("out", totals.out, group, member)
        for group, group_totals in self.groups.items():
            if group_totals.longest > 1:
                game = group_totals.longest_at
                self._consider("streak", group_totals.longest, group, game=game)

    def _consider(
        self, feat: Feat, amount: int, group: str, member: str = "", game: int = 0
    ) -> None:
        """Note a record if no other amount is higher; if another is as high, its first holder stays."""
        if amount <= 0:
            return
        best = self._best.get(feat)
        if best is None or amount > best.amount:
            self._best[feat] = Best(amount, group, member, game)
            self._holders[feat] = {(group, member)}
        elif amount == best.amount:
            self._holders[feat].add((group, member))


def _count(totals: GroupTotals | PairTotals, result: Result) -> None:
    match result:
        case "won":
            totals.won += 1
        case "lost":
            totals.lost += 1
        case "drawn":
            totals.drawn += 1


class GameTakenPart(NamedTuple):
    """A game that a group took part in, by its id and number, and how it ended for the group."""

    game: str
    number: int
    result: Result


def played_by_group(games: Sequence[GameRecord]) -> Mapping[str, tuple[GameTakenPart, ...]]:
    """Return the games of each group, in the order given."""
    played: dict[str, list[GameTakenPart]] = {}
    for game in games:
        groups = set()
        for side in game.sides:
            if side.group in groups:
                continue
            groups.add(side.group)
            taken_part = GameTakenPart(game.id, game.number, game.result_of(side))
            played.setdefault(side.group, []).append(taken_part)
    return {group: tuple(games_played) for group, games_played in played.items()}
