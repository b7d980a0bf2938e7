"""Exact odds, as fractions: the same procedures, every answer walked, nothing sampled.

The walk starts at the smallest sub-procedure that a decision belongs to (its `Stake`) and is cut
at `Sum`, whose totals are convolved. 'Roll again' is the linear equation it is. A later choice is
the player's best for the wish named on the screen; ties prefer not to roll again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from lastdays.rulebook.entries import Dice
from lastdays.rules.asks import Again, Ask, Choose, Draw, Roll, Stake, Sum, Tell, Wish

MOST_LEAVES = 2_000
CERTAIN = Fraction(1)

Outcomes = dict[str, Fraction]


class TooManyWaysError(Exception):
    """More leaves than any shown chance may have."""


@dataclass(frozen=True)
class Chances:
    """The chance of each outcome; for a choice also for each option; and the leaves walked."""

    outcomes: Outcomes
    options: Mapping[str, Outcomes]
    leaves: int


@cache
def totals(dice: Dice) -> dict[int, Fraction]:
    """The chance of each total of some dice, without their plus, by convolution."""
    chances: dict[int, Fraction] = {0: CERTAIN}
    for _die in range(dice.count):
        summed: dict[int, Fraction] = {}
        for total, chance in chances.items():
            for face in range(1, dice.faces + 1):
                summed[total + face] = summed.get(total + face, Fraction(0)) + chance / dice.faces
        chances = summed
    return chances


@cache
def _faces(dice: Dice) -> tuple[tuple[Fraction, tuple[int, ...]], ...]:
    """Each unordered throw with its chance."""
    ways = dice.faces**dice.count
    return tuple(
        (
            Fraction(factorial(dice.count) // prod(map(factorial, Counter(throw).values())), ways),
            throw,
        )
        for throw in combinations_with_replacement(range(1, dice.faces + 1), dice.count)
    )


@dataclass(frozen=True)
class _Leaf:
    outcome: str


@dataclass(frozen=True)
class _Chance:
    branches: tuple[tuple[Fraction, _Node], ...]


@dataclass(frozen=True)
class _Choice:
    branches: tuple[tuple[str, _Node], ...]


@dataclass(frozen=True)
class _From:
    """'Roll again' from a state whose tree stands elsewhere."""

    state: Hashable


_Node = _Leaf | _Chance | _Choice | _From


@dataclass
class _Walk:
    stake: Stake
    known: Mapping[str, Any]
    leaves: int = 0
    passed: int = 0
    trees: dict[Hashable, _Node] = field(default_factory=dict)

    def root(self) -> _Node:
        self.passed = self._already_passed()
        return self._node(())

    def _already_passed(self) -> int:
        """How many 'from here on' lie before the last answer that is known."""
        procedure = self.stake.start()
        seen = passed = 0
        value: Any = None
        try:
            while True:
                said = procedure.send(value)
                value = None
                if isinstance(said, Again):
                    seen += 1
                elif not isinstance(said, Tell):
                    if said.key not in self.known:
                        return passed
                    value = said.accept(self.known[said.key])
                    passed = seen
        except StopIteration:
            return seen
        finally:
            procedure.close()

    def _advance(self, path: tuple[Any, ...]) -> tuple[Ask | Again | None, Any]:
        """Replays to the first thing that neither `known` nor `path` answers.

        A step of the path is an answer, or None for having gone on after 'from here on'.
        """
        procedure = self.stake.start()
        steps = iter(path)
        beyond = False
        seen = 0
        value: Any = None
        try:
            while True:
                said = procedure.send(value)
                value = None
                if isinstance(said, Tell):
                    continue
                if isinstance(said, Again):
                    seen += 1
                    if seen > self.passed:
                        try:
                            next(steps)
                        except StopIteration:
                            return said, None
                    continue
                if not beyond and said.key in self.known:
                    value = said.accept(self.known[said.key])
                    continue
                beyond = True
                try:
                    value = next(steps)
                except StopIteration:
                    return said, None
        except StopIteration as stop:
            return None, stop.value
        finally:
            procedure.close()

    def _node(self, path: tuple[Any, ...]) -> _Node:
        said, result = self._advance(path)
        if said is None or isinstance(said, Again):
            self.leaves += 1
            if self.leaves > MOST_LEAVES:
                raise TooManyWaysError
        if said is None:
            return _Leaf(self.stake.outcome(result))
        match said:
            case Again(state=state):
                if state not in self.trees:
                    self.trees[state] = _From(state)  # holds the place while it is built
                    self.trees[state] = self._node((*path, None))
                return _From(state)
            case Sum(dice=dice):
                plain = Dice(dice.count, dice.faces)
                return _Chance(
                    tuple(
                        (chance, self._node((*path, total)))
                        for total, chance in totals(plain).items()
                    )
                )
            case Roll(dice=dice):
                return _Chance(
                    tuple((chance, self._node((*path, throw))) for chance, throw in _faces(dice))
                )
            case Draw(options=options):
                share = Fraction(1, len(options))
                return _Chance(tuple((share, self._node((*path, o.key))) for o in options))
            case Choose(options=options):
                return _Choice(tuple((o.key, self._node((*path, o.key))) for o in options))
            case _:
                raise TooManyWaysError


def chances(stake: Stake, known: Mapping[str, Any], wish: Wish) -> Chances | None:
    """What can come of a stake, given the answers that stand already.

    `known` maps the keys of answered asks to their values. None where there are more than
    2,000 leaves, or a form stands in between.
    """
    walk = _Walk(stake, known)
    try:
        root = walk.root()
    except TooManyWaysError:
        return None
    solved: dict[Hashable, Outcomes] = {}
    solver = _Solver(walk.trees, wish, solved)
    options: dict[str, Outcomes] = {}
    first = root
    while isinstance(first, _From):
        first = walk.trees[first.state]
    if isinstance(first, _Choice):
        options = {key: solver.value(node) for key, node in first.branches}
    return Chances(solver.value(root), options, walk.leaves)


@dataclass
class _Solver:
    trees: Mapping[Hashable, _Node]
    wish: Wish
    solved: dict[Hashable, Outcomes]

    def value(self, node: _Node) -> Outcomes:
        """The chances from a node on, under the best choices."""
        return self._closed(self._open(node, {}, {}))

    def _closed(self, pair: tuple[Outcomes, dict[Hashable, Fraction]]) -> Outcomes:
        outcomes, loose = pair
        assert not loose, "an unsolved 'roll again'"
        return outcomes

    def _open(
        self,
        node: _Node,
        estimate: Mapping[Hashable, Fraction],
        building: Mapping[Hashable, None],
    ) -> tuple[Outcomes, dict[Hashable, Fraction]]:
        """Chances from a node, and how often it comes back to states still being solved."""
        outcomes: Outcomes
        loose: dict[Hashable, Fraction]
        match node:
            case _Leaf(outcome):
                return {outcome: CERTAIN}, {}
            case _From(state):
                if state in building:
                    return {}, {state: CERTAIN}
                if state in self.solved:
                    return self.solved[state], {}
                outcomes, loose = self._solve(state, estimate, building)
                if not loose:
                    self.solved[state] = outcomes
                return outcomes, loose
            case _Chance(branches):
                outcomes = {}
                loose = {}
                for share, child in branches:
                    sub, sub_loose = self._open(child, estimate, building)
                    for key, chance in sub.items():
                        outcomes[key] = outcomes.get(key, Fraction(0)) + share * chance
                    for state, chance in sub_loose.items():
                        loose[state] = loose.get(state, Fraction(0)) + share * chance
                return outcomes, loose
            case _Choice(branches):
                best: tuple[Outcomes, dict[Hashable, Fraction]] | None = None
                best_rank: tuple[Fraction, Fraction] | None = None
                for _key, child in branches:
                    sub, sub_loose = self._open(child, estimate, building)
                    again = sum(sub_loose.values(), Fraction(0))
                    rank = (
                        self.wish.hope(sub)
                        + sum(
                            (c * estimate.get(s, Fraction(-1)) for s, c in sub_loose.items()),
                            Fraction(0),
                        ),
                        -again,
                    )
                    if best_rank is None or rank > best_rank:
                        best, best_rank = (sub, sub_loose), rank
                assert best is not None
                return best
        raise AssertionError(node)

    def _solve(
        self,
        state: Hashable,
        outer: Mapping[Hashable, Fraction],
        building: Mapping[Hashable, None],
    ) -> tuple[Outcomes, dict[Hashable, Fraction]]:
        """x = base + p·x, the best policy found by improving it until it stays.

        What leads back to a state further out stays open for that one to solve.
        """
        tree = self.trees[state]
        inside = {**building, state: None}
        estimate = dict(outer)
        previous: Outcomes | None = None
        while True:
            base, loose = self._open(tree, estimate, inside)
            back = loose.pop(state, Fraction(0))
            if back == 1:
                return {}, {}
            outcomes = {key: chance / (1 - back) for key, chance in base.items()}
            open_still = {key: chance / (1 - back) for key, chance in loose.items()}
            if outcomes == previous:
                return outcomes, open_still
            previous = outcomes
            estimate = {**outer, state: self.wish.hope(outcomes)}
