"""The best choices in a forest of chances, and what comes of them, as exact fractions.

The best choices for a wish are found by policy iteration (Howard 1960), one strongly connected
component after the other: all places that can lead to one another are judged at once. Of equal
choices the one counts that is expected to go on less often, then the first.

Within a tree values and chances are whole numbers over one denominator; only what comes out of
it becomes a fraction.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from msgspec import Struct

from lastdays.procedure.forest import Forest, Node, Pick, Place, Throw, Tree

K = TypeVar("K", bound=Hashable)

Outcomes = dict[str, Fraction]
#: How much of the wish comes true for who goes to a place, and minus how often they are
#: expected to go onward, that once included.
Value = tuple[Fraction, Fraction]
Row = tuple[dict[K, Fraction], dict[Place, Fraction]]
#: For each choice of a tree the option that is taken.
Picks = tuple[int, ...]

NOTHING = Fraction(0)
#: What never comes to an end is worse than whatever does, where the wish is indifferent.
NEVER: Value = (NOTHING, Fraction(-(10**9)))


class Policy:
    """The best choices in a forest for a wish, given each outcome's worth."""

    def __init__(self, forest: Forest, worth: Mapping[str, int]) -> None:
        self._forest = forest
        self._worth = worth
        self._picks: dict[Place, Picks] = {}
        self._values: dict[Place, Value] = {}
        self._came_of: dict[tuple[Tree, Picks], _Shares] = {}
        for component in forest.components:
            self._settle(component)

    def hope(self, node: Node, left: int = 0) -> Fraction:
        """Return how much of the wish comes true from a node on."""
        tree = Tree(node)
        return self._improve(tree, tree.places(left)).value[0]

    def outcomes(self, node: Node, left: int = 0) -> Outcomes:
        """Return the chance of each outcome from a node on.

        They add up to less than 1 where it might never end.
        """
        tree = Tree(node)
        onward = tree.places(left)
        begun = _shares(tree, self._improve(tree, onward).first)
        coming = {p: Fraction(share, tree.ways) for p, share in begun.going(onward).items()}
        times: dict[tuple[Tree, Picks], Fraction] = {}
        for component in reversed(self._forest.components):
            here = {p: coming.pop(p) for p in component if p in coming}
            if not here or self._values[component[0]] == NEVER:
                continue
            rows = {p: self._going(p) for p in component}
            for place, visits in self._visits(here, rows).items():
                grown = self._forest.trees[place], self._picks[place]
                times[grown] = times.get(grown, NOTHING) + visits
                _add(coming, {p: c for p, c in rows[place].items() if p not in rows}, visits)
        found = {key: Fraction(share, tree.ways) for key, share in begun.outcomes}
        for grown, visits in times.items():
            visits /= grown[0].ways
            for key, share in self._came_of[grown].outcomes:
                found[key] = found.get(key, NOTHING) + share * visits
        return found

    # Which choices are best

    def _settle(self, component: tuple[Place, ...]) -> None:
        """Find the values and the best choices of the places of one component."""
        trees, onward = self._forest.trees, self._forest.next_places
        if component[0] not in self._forest.loops:
            (place,) = component
            best = self._improve(trees[place], onward[place])
            self._values[place] = best.value[0], best.value[1] - 1
            self._picks[place] = best.first
            return
        ending = self._first_policy(component)
        for place in component:
            self._values[place] = NEVER
        while True:
            rows = {place: self._value_row(place, ending) for place in ending}
            for place, solved in solve(rows).items():
                self._values[place] = solved[0], solved[1]
            best_of = {
                place: self._improve(trees[place], onward[place], self._picks[place])
                for place in ending
            }
            if all(best.better == self._picks[place] for place, best in best_of.items()):
                self._picks.update({place: best.first for place, best in best_of.items()})
                return
            self._picks.update({place: best.better for place, best in best_of.items()})

    def _first_policy(self, component: tuple[Place, ...]) -> list[Place]:
        """Return choices to begin with that come to an end with certainty; the places that can.

        What is best with one less to spend is a good beginning where all goes alike.
        """
        trees = self._forest.trees
        less = {place: (place[0], place[1] - 1) for place in component}
        if all(
            trees.get(other) is trees[place] and self._values.get(other, NEVER) != NEVER
            for place, other in less.items()
        ):
            self._picks.update({place: self._picks[other] for place, other in less.items()})
            return list(component)
        ending: list[Place] = []
        rest = list(component)
        while True:
            found = [place for place in rest if self._can_end(place, ending)]
            if not found:
                return ending
            ending += found
            rest = [place for place in rest if place not in found]

    def _can_end(self, place: Place, ends: Collection[Place]) -> bool:
        """Return whether a tree can come to an end by way of places that do, and note how."""
        tree = self._forest.trees[place]
        can = [True] * len(tree.outcomes)
        for other in self._forest.next_places[place]:
            can.append(other in ends or self._values.get(other, NEVER) != NEVER)
        picks = []
        for fork in tree.forks:
            match fork:
                case Throw(branches=branches):
                    can.append(any(can[number] for _weight, number in branches))
                case Pick(branches):
                    options = [can[number] for number in branches]
                    picks.append(options.index(True) if True in options else 0)
                    can.append(True in options)
        self._picks[place] = tuple(picks)
        return can[-1]

    def _improve(
        self, tree: Tree, onward: Sequence[Place], picks: Sequence[int] | None = None
    ) -> _Best:
        """Return the best choices in a tree, the values of the places it leads to given.

        `picks` are changed only where another choice is better: a loop may hang on a tie.
        """
        parts, values = self._in_parts(onward, tree.ways)
        at = [(self._worth.get(outcome, 0) * parts, 0) for outcome in tree.outcomes]
        at += values
        first: list[int] = []
        better: list[int] = []
        for fork in tree.forks:
            match fork:
                case Throw():
                    hopes = aheads = 0
                    for weight, number in fork.branches:
                        value = at[number]
                        hopes += weight * value[0]
                        aheads += weight * value[1]
                    at.append((hopes // fork.ways, aheads // fork.ways))
                case Pick():
                    options = [at[number] for number in fork.branches]
                    best = max(options)
                    index = options.index(best)
                    first.append(index)
                    if picks is not None:
                        before = picks[len(better)]
                        better.append(before if options[before] == best else index)
                    at.append(best)
        hopes, aheads = at[-1]
        return _Best((Fraction(hopes, parts), Fraction(aheads, parts)), tuple(first), tuple(better))

    def _in_parts(self, places: Sequence[Place], ways: int) -> tuple[int, list[tuple[int, int]]]:
        """Return a denominator, a multiple of some ways, and the values of places over it."""
        values = [self._values[place] for place in places]
        parts = ways * lcm(*{part.denominator for value in values for part in value})
        return parts, [
            (
                parts // hope.denominator * hope.numerator,
                parts // ahead.denominator * ahead.numerator,
            )
            for hope, ahead in values
        ]

    # What comes of them

    def _shares_of(self, place: Place) -> _Shares:
        """Return what comes of a place's tree, worked out once for each way to choose in it."""
        grown = self._forest.trees[place], self._picks[place]
        found = self._came_of.get(grown)
        if found is None:
            found = self._came_of[grown] = _shares(*grown)
        return found

    def _going(self, place: Place) -> dict[Place, Fraction]:
        """Return the chance to go on from a place to each other."""
        ways = self._forest.trees[place].ways
        going = self._shares_of(place).going(self._forest.next_places[place])
        return {other: Fraction(share, ways) for other, share in going.items()}

    def _value_row(self, place: Place, inside: Collection[Place]) -> Row[int]:
        """Return a place's value as a linear form of the values of the places inside."""
        ways = self._forest.trees[place].ways
        shares = self._shares_of(place)
        going = shares.going(self._forest.next_places[place])
        inner = {other: share for other, share in going.items() if other in inside}
        outer = {other: share for other, share in going.items() if other not in inside}
        parts, values = self._in_parts([*outer], ways)
        worth = sum(share * self._worth.get(key, 0) for key, share in shares.outcomes)
        hope, ahead = worth * parts, -ways * parts
        for share, value in zip(outer.values(), values, strict=True):
            hope += share * value[0]
            ahead += share * value[1]
        return (
            {0: Fraction(hope, ways * parts), 1: Fraction(ahead, ways * parts)},
            {other: Fraction(share, ways) for other, share in inner.items()},
        )

    def _visits(
        self, coming: Mapping[Place, Fraction], rows: Mapping[Place, Mapping[Place, Fraction]]
    ) -> Mapping[Place, Fraction]:
        """Return how often each place of a component is expected to be reached, loops counted."""
        if len(rows) == 1 and not self._forest.loops.issuperset(rows):
            return coming
        into: dict[Place, Row[int]] = {p: ({0: coming.get(p, NOTHING)}, {}) for p in rows}
        for place, onward in rows.items():
            for other, chance in onward.items():
                if other in into:
                    into[other][1][place] = chance
        return {place: times[0] for place, times in solve(into).items() if times[0]}


class _Best(Struct, frozen=True):
    """The value of a tree, the first of its best choices, and those that better others."""

    value: Value
    first: Picks
    better: Picks


class _Shares(Struct, frozen=True):
    """How many of a tree's ways come to an outcome, and to which of its `onward` by number."""

    outcomes: tuple[tuple[str, int], ...]
    onward: tuple[tuple[int, int], ...]

    def going(self, onward: Sequence[Place]) -> dict[Place, int]:
        """Return how many ways lead to each place, given those that the tree leads to."""
        going: dict[Place, int] = {}
        for number, share in self.onward:
            place = onward[number]
            going[place] = going.get(place, 0) + share
        return going


def _shares(tree: Tree, picks: Picks) -> _Shares:
    """Return what comes of a tree when these options are chosen."""
    leaves, ends = len(tree.outcomes), len(tree.outcomes) + len(tree.onward)
    shares = [0] * (ends + len(tree.forks))
    shares[-1] = tree.ways
    chosen = list(picks)
    for number in range(len(tree.forks) - 1, -1, -1):
        share = shares[ends + number]
        match tree.forks[number]:
            case Throw(ways, branches):
                for weight, branch in branches:
                    shares[branch] += share // ways * weight
            case Pick(options):
                shares[options[chosen.pop()]] += share
    return _Shares(
        tuple((key, share) for key, share in zip(tree.outcomes, shares, strict=False) if share),
        tuple((n, share) for n, share in enumerate(shares[leaves:ends]) if share),
    )


def solve(rows: Mapping[Place, Row[K]]) -> dict[Place, dict[K, Fraction]]:
    """Solve x = constants + Σ coefficient · x of other places, exactly (Gauss–Jordan, sparse).

    The system must come to an end: nowhere may the coefficients lead back for certain.
    """
    system = {place: (dict(own), dict(others)) for place, (own, others) in rows.items()}
    for place in sorted(system, key=lambda p: len(system[p][1])):
        own, others = system[place]
        back = others.pop(place, NOTHING)
        if back:
            system[place] = own, others = (
                _times(own, 1 / (1 - back)),
                _times(others, 1 / (1 - back)),
            )
        for constants, coefficients in system.values():
            share = coefficients.pop(place, NOTHING)
            if share:
                _add(constants, own, share)
                _add(coefficients, others, share)
    return {place: own for place, (own, _others) in system.items()}


def _times(form: Mapping[K, Fraction], factor: Fraction) -> dict[K, Fraction]:
    return {key: amount * factor for key, amount in form.items()}


def _add(total: dict[K, Fraction], more: Mapping[K, Fraction], share: Fraction) -> None:
    for key, amount in more.items():
        total[key] = total.get(key, NOTHING) + share * amount
