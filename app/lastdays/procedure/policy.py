"""The best choices in a forest of chances, and what comes of them, as exact fractions.

A forest has a tree for each *place*: a state that a procedure can be in, and how much is left
to spend there. Trees end in outcomes or lead onward to other places, also back to where they
came from. The best choices for a wish are found by policy iteration (Howard 1960), one strongly
connected component after the other: all places that can lead to one another are judged at once.
Of equal choices the one counts that is expected to go on less often, then the first.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

K = TypeVar("K", bound=Hashable)

Place = tuple[Hashable, int]
Outcomes = dict[str, Fraction]
#: How much of the wish comes true for who goes to a place, and minus how often they are
#: expected to go onward, that once included.
Value = tuple[Fraction, Fraction]
Row = tuple[dict[K, Fraction], dict[Place, Fraction]]

NOTHING = Fraction(0)
CERTAIN = Fraction(1)
#: What never comes to an end is worse than whatever does, where the wish is indifferent.
NEVER: Value = (NOTHING, Fraction(-(10**9)))


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end: an outcome."""

    outcome: str


@dataclass(frozen=True, slots=True)
class Onward:
    """Leads to the tree of another place.

    `left` is what is left there or, where it is `relative`, what has been spent since here.
    """

    state: Hashable
    left: int = 0
    relative: bool = False

    def place(self, left: int) -> Place:
        """Return the place it leads to with so much left to spend."""
        return self.state, left - self.left if self.relative else self.left


@dataclass(frozen=True, slots=True)
class Chance:
    """One of several by chance: each branch with its weight out of `ways`."""

    ways: int
    branches: tuple[tuple[int, Node], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several by choice. `number` tells the choices of a forest apart."""

    number: int
    branches: tuple[tuple[str, Node], ...]


Node = Leaf | Onward | Chance | Choice


@dataclass(frozen=True, eq=False)
class Tree:
    """A tree with a root. Places where all goes alike have the same tree."""

    root: Node

    @cached_property
    def onward(self) -> tuple[Onward, ...]:
        """Its ends that are no outcomes, each once."""
        return tuple(dict.fromkeys(_ends(self.root)))

    def places(self, left: int) -> tuple[Place, ...]:
        """Return the place it leads to with so much left to spend."""
        return tuple(end.place(left) for end in self.onward)


def _ends(node: Node) -> Iterator[Onward]:
    match node:
        case Onward():
            yield node
        case Chance(branches=branches) | Choice(branches=branches):
            for _weight, child in branches:
                yield from _ends(child)


@dataclass(frozen=True)
class Forest:
    """The trees by place."""

    trees: Mapping[Place, Tree]

    @cached_property
    def components(self) -> tuple[tuple[Place, ...], ...]:
        """The strongly connected components, each after all those it leads to (Tarjan 1972)."""
        number: dict[Place, int] = {}
        low: dict[Place, int] = {}
        waiting: list[Place] = []
        open_still: set[Place] = set()
        found: list[tuple[Place, ...]] = []
        for root in self.trees:
            if root in number:
                continue
            work: list[tuple[Place, Iterator[Place]]] = []

            def enter(place: Place, work: list[tuple[Place, Iterator[Place]]] = work) -> None:
                number[place] = low[place] = len(number)
                waiting.append(place)
                open_still.add(place)
                work.append((place, iter(self.next_places(place))))

            enter(root)
            while work:
                place, onward = work[-1]
                for other in onward:
                    if other not in number:
                        enter(other)
                        break
                    if other in open_still:
                        low[place] = min(low[place], number[other])
                else:
                    work.pop()
                    if work:
                        before = work[-1][0]
                        low[before] = min(low[before], low[place])
                    if low[place] == number[place]:
                        component: list[Place] = []
                        while not component or component[-1] != place:
                            component.append(waiting.pop())
                            open_still.discard(component[-1])
                        found.append(tuple(component))
        return tuple(found)

    @cached_property
    def loops(self) -> frozenset[Place]:
        """The places that can be come back to."""
        several = {p for component in self.components if len(component) > 1 for p in component}
        return frozenset(several | {p for p in self.trees if p in self.next_places(p)})

    def next_places(self, place: Place) -> tuple[Place, ...]:
        """Return where the tree of a place leads."""
        return self.trees[place].places(place[1])


class Policy:
    """The best choices in a forest for a wish, given each outcome's worth."""

    def __init__(self, forest: Forest, worth: Mapping[str, int]) -> None:
        self._forest = forest
        self._worth = {outcome: Fraction(value) for outcome, value in worth.items()}
        self._picks: dict[Place, dict[int, int]] = {}
        self._values: dict[Place, Value] = {}
        for component in forest.components:
            self._settle(component)

    def hope(self, node: Node, left: int = 0) -> Fraction:
        """Return how much of the wish comes true from a node on."""
        picks: dict[int, int] = {}
        return self._improve(node, left, picks, picks)[0]

    def outcomes(self, node: Node, left: int = 0) -> Outcomes:
        """Return the chance of each outcome from a node on.

        They add up to less than 1 where it might never end.
        """
        picks: dict[int, int] = {}
        self._improve(node, left, picks, picks)
        found, coming = self._row(node, left, picks)
        for component in reversed(self._forest.components):
            here = {p: coming.pop(p) for p in component if p in coming}
            if not here or self._values[component[0]] == NEVER:
                continue
            rows = {
                p: self._row(self._forest.trees[p].root, p[1], self._picks[p])
                for p in component
                if self._values[p] != NEVER
            }
            for place, times in _visits(here, rows).items():
                outcomes, onward = rows[place]
                _add(found, outcomes, times)
                _add(coming, {p: c for p, c in onward.items() if p not in rows}, times)
        return found

    # Which choices are best

    def _settle(self, component: tuple[Place, ...]) -> None:
        """Find the values and the best choices of the places of one component."""
        trees = self._forest.trees
        if component[0] not in self._forest.loops:
            (place,) = component
            picks: dict[int, int] = {}
            hope, ahead = self._improve(trees[place].root, place[1], picks, picks)
            self._values[place] = hope, ahead - 1
            self._picks[place] = picks
            return
        ending = self._first_policy(component)
        for place in component:
            if place not in ending:
                self._values[place] = NEVER
        while True:
            rows = {p: self._value_row(trees[p].root, p[1], self._picks[p], ending) for p in ending}
            for place, solved in solve(rows).items():
                self._values[place] = solved[0], solved[1]
            improved = {}
            settled = {}
            for place in ending:
                improved[place] = dict(self._picks[place])
                settled[place] = dict(self._picks[place])
                self._improve(trees[place].root, place[1], improved[place], settled[place])
            if all(improved[place] == self._picks[place] for place in ending):
                self._picks.update(settled)
                return
            self._picks.update(improved)

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
        self._picks.update({place: {} for place in component})
        while True:
            ends = {*ending}
            found = [p for p in rest if self._can_end(trees[p].root, p[1], ends, self._picks[p])]
            if not found:
                return ending
            ending += found
            rest = [place for place in rest if place not in found]

    def _can_end(self, node: Node, left: int, ends: set[Place], picks: dict[int, int]) -> bool:
        """Return whether a tree can come to an end by way of places that do, and note how."""
        match node:
            case Leaf():
                return True
            case Onward():
                place = node.place(left)
                return place in ends or self._values.get(place, NEVER) != NEVER
            case Chance(branches=chances):
                can = [self._can_end(child, left, ends, picks) for _weight, child in chances]
                return True in can
            case Choice(number=number, branches=options):
                can = [self._can_end(child, left, ends, picks) for _key, child in options]
                picks[number] = can.index(True) if True in can else 0
                return True in can

    def _improve(
        self, node: Node, left: int, picks: dict[int, int], first: dict[int, int]
    ) -> Value:
        """Return the best value of a tree, its places' values given.

        `picks` are changed only where another choice is better: a loop may hang on a tie.
        `first` get the first of the best.
        """
        match node:
            case Leaf(outcome):
                return self._worth.get(outcome, NOTHING), NOTHING
            case Onward():
                return self._values[node.place(left)]
            case Chance(ways, branches):
                hope = ahead = NOTHING
                for weight, child in branches:
                    value = self._improve(child, left, picks, first)
                    if value[0]:
                        hope += weight * value[0]
                    if value[1]:
                        ahead += weight * value[1]
                return hope / ways, ahead / ways
            case Choice(number, options):
                values = [self._improve(child, left, picks, first) for _key, child in options]
                best = max(values)
                if number not in picks or values[picks[number]] != best:
                    picks[number] = values.index(best)
                first[number] = values.index(best)
                return best

    # What comes of them

    def _value_row(
        self, node: Node, left: int, picks: Mapping[int, int], inside: Iterable[Place]
    ) -> Row[int]:
        """Return a tree's value as a linear form of the values of the places inside."""
        outcomes, onward = self._row(node, left, picks)
        hope = sum((c * self._worth.get(o, NOTHING) for o, c in outcomes.items()), NOTHING)
        ahead = -CERTAIN
        unknown: dict[Place, Fraction] = {}
        for place, chance in onward.items():
            if place in inside:
                unknown[place] = chance
            else:
                value = self._values[place]
                hope += chance * value[0]
                ahead += chance * value[1]
        return {0: hope, 1: ahead}, unknown

    def _row(self, node: Node, left: int, picks: Mapping[int, int]) -> Row[str]:
        """Return the chance of each outcome in a tree, and of going on to each other place."""
        outcomes: Outcomes = {}
        onward: dict[Place, Fraction] = {}

        def add(node: Node, share: Fraction) -> None:
            match node:
                case Leaf(outcome):
                    outcomes[outcome] = outcomes.get(outcome, NOTHING) + share
                case Onward():
                    place = node.place(left)
                    onward[place] = onward.get(place, NOTHING) + share
                case Chance(ways, branches):
                    for weight, child in branches:
                        add(child, share * Fraction(weight, ways))
                case Choice(number, options):
                    add(options[picks[number]][1], share)

        add(node, CERTAIN)
        return outcomes, onward


def _visits(
    coming: Mapping[Place, Fraction], rows: Mapping[Place, Row[str]]
) -> dict[Place, Fraction]:
    """Return how often each place is expected to be reached, loops counted."""
    into: dict[Place, Row[int]] = {p: ({0: coming.get(p, NOTHING)}, {}) for p in rows}
    for place, (_outcomes, onward) in rows.items():
        for other, chance in onward.items():
            if other in into:
                into[other][1][place] = chance
    return {place: times[0] for place, times in solve(into).items() if times[0]}


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
