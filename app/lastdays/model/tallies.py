"""The totals of a campaign's games, by group, by pair of groups and by member, and the records.

Each game is counted once, from its game record alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from lastdays.model.game_record import GameRecord, Result, Side
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
#: The records of a member in all games, which are also names of totals.
_OVER_ALL: tuple[Feat, ...] = ("zombies", "rivals", "games", "out")


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
        return {
            feat: replace(self._best[feat], shared=len(self._holders[feat]) - 1)
            for feat in FEATS
            if feat in self._best
        }

    def against(self, group: str) -> Mapping[str, PairTotals]:
        """Return a group's totals against each other group it met, by id."""
        return self.pairs.get(group, {})

    def _add(self, game: GameRecord) -> None:
        seen: list[Side] = []
        for side in game.sides:
            if not side.group or any(side.group == other.group for other in seen):
                continue
            seen.append(side)
            self._add_side(game, side)
        if game.together:
            return  # nobody met a rival
        for side in seen:
            for other in seen:
                if side is not other:
                    self._add_pair(game, side, other)

    def _add_pair(self, game: GameRecord, side: Side, other: Side) -> None:
        pair = self.pairs.setdefault(side.group, {}).setdefault(other.group, PairTotals())
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
            totals.longest, totals.longest_at = totals.streak, game.number
        zombies = 0
        for a in side.appearances:
            if a.part != "deployed":
                continue
            key = side.group, a.member
            member = self.members.setdefault(key, MemberTotals())
            member.games += 1
            member.won += side.won
            member.out += a.out
            member.zombies += a.zombies
            member.rivals += a.rivals
            member.objectives += a.objectives
            member.tokens += side.carried(a.member)
            totals.out += a.out
            totals.rivals += a.rivals
            totals.objectives += a.objectives
            zombies += a.zombies
            self._try("zombies-in-a-game", a.zombies, *key, game.number)
            self._try("rivals-in-a-game", a.rivals, *key, game.number)
        totals.zombies += zombies
        totals.tokens += len(side.tokens)
        self._try("group-zombies-in-a-game", zombies, side.group, "", game.number)
        self._try("tokens-in-a-game", len(side.tokens), side.group, "", game.number)

    def _over_all(self) -> None:
        for (group, member), totals in self.members.items():
            for feat in _OVER_ALL:
                self._try(feat, getattr(totals, feat), group, member, 0)
        for group, whole in self.groups.items():
            if whole.longest > 1:
                self._try("streak", whole.longest, group, "", whole.longest_at)

    def _try(self, feat: Feat, amount: int, group: str, member: str, game: int) -> None:
        best = self._best.get(feat)
        if amount <= 0 or (best is not None and amount < best.amount):
            return
        if best is None or amount > best.amount:
            self._best[feat] = Best(amount, group, member, game)
            self._holders[feat] = {(group, member)}
        else:
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
    """Return the games of each group, in the order recorded."""
    found: dict[str, list[GameTakenPart]] = {}
    for game in games:
        here = set()
        for side in game.sides:
            if side.group in here:
                continue
            here.add(side.group)
            played = GameTakenPart(game.id, game.number, game.result_of(side))
            found.setdefault(side.group, []).append(played)
    return {group: tuple(played) for group, played in found.items()}
