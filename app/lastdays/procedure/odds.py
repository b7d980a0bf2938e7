"""Exact odds, as fractions: the same procedures, every answer walked, nothing sampled.

One walk serves every wish. It starts at the smallest sub-procedure that a decision belongs to
(its `Stake`), is cut at `Sum`, whose totals are convolved, and goes on from each `Again` state
once. A later choice is the player's best for the wish named on the screen; `policy` finds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations_with_replacement
from math import factorial, lcm, prod
from typing import Any, TypeVar

from msgspec import Struct

from lastdays.procedure.asks import (
    Again,
    Ask,
    Choose,
    Draw,
    Over,
    Procedure,
    Roll,
    Stake,
    Sum,
    Tell,
    Wish,
)
from lastdays.rulebook.entries import Dice
from lastdays.values import Value

Place = tuple[Hashable, int]


class Leaf(Value):
    """The end: an outcome."""

    outcome: str


class Onward(Value):
    """Leads to the tree of another place. `left` is what is left there or, if `relative`, what has
    been spent since this place.
    """

    state: Hashable
    left: int = 0
    relative: bool = False

    def place(self, left: int) -> Place:
        """Return the place it leads to with that much left to spend."""
        return self.state, left - self.left if self.relative else self.left


class Chance(Value):
    """One of several by chance: each branch with its weight out of `ways`."""

    ways: int
    branches: tuple[tuple[int, Node], ...]


class Choice(Value):
    """One of several by choice: each branch with the key of its option."""

    branches: tuple[tuple[str, Node], ...]


Node = Leaf | Onward | Chance | Choice


class Throw(Value):
    """A `Chance` laid flat: the weight of each branch, and its number in the tree."""

    ways: int
    branches: tuple[tuple[int, int], ...]


class Pick(Value):
    """A `Choice` laid flat: the number of each branch in the tree."""

    branches: tuple[int, ...]


class Tree(Value, eq=False, dict=True):
    """A tree with a root. Places where everything goes the same way share a tree.

    To be walked quickly it is laid flat: its ends are numbered, outcomes first, each once, then its
    forks, each after its branches.
    """

    root: Node

    @cached_property
    def _ends(self) -> dict[Leaf | Onward, int]:
        """The number of each end."""
        ends = sorted(dict.fromkeys(_ends(self.root)), key=lambda end: isinstance(end, Onward))
        return {end: number for number, end in enumerate(ends)}

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """Its ends that are outcomes, each once."""
        return tuple(end.outcome for end in self._ends if isinstance(end, Leaf))

    @cached_property
    def onward(self) -> tuple[Onward, ...]:
        """Its ends that aren't outcomes, each once."""
        return tuple(end for end in self._ends if isinstance(end, Onward))

    @cached_property
    def forks(self) -> tuple[Throw | Pick, ...]:
        """Its chances and choices, each after all that come after it: the root is the last."""
        forks: list[Throw | Pick] = []

        def lay(node: Node) -> int:
            match node:
                case Chance(ways, chances):
                    forks.append(Throw(ways, tuple((w, lay(child)) for w, child in chances)))
                case Choice(options):
                    forks.append(Pick(tuple(lay(child) for _key, child in options)))
                case _:
                    return self._ends[node]
            return len(self._ends) + len(forks) - 1

        lay(self.root)
        return tuple(forks)

    @cached_property
    def ways(self) -> int:
        """A common denominator for the chances of all ends."""
        return _ways(self.root)

    def places(self, left: int) -> tuple[Place, ...]:
        """Return the place each of `onward` leads to with that much left to spend."""
        return tuple([end.place(left) for end in self.onward])


def _ends(node: Node) -> Iterator[Leaf | Onward]:
    match node:
        case Chance(branches=branches) | Choice(branches=branches):
            for _weight, child in branches:
                yield from _ends(child)
        case _:
            yield node


def _ways(node: Node) -> int:
    match node:
        case Chance(ways, branches):
            return ways * lcm(*{_ways(child) for _weight, child in branches})
        case Choice(branches):
            return lcm(*{_ways(child) for _key, child in branches})
        case _:
            return 1


class Forest(Value, dict=True):
    """The trees by place."""

    trees: Mapping[Place, Tree]

    @cached_property
    def next_places(self) -> Mapping[Place, tuple[Place, ...]]:
        """Where the tree of each place leads: the place for each of its `onward`."""
        return {place: tree.places(place[1]) for place, tree in self.trees.items()}

    @cached_property
    def components(self) -> tuple[tuple[Place, ...], ...]:
        """The strongly connected components, each after all those it leads to (Tarjan 1972)."""
        number: dict[Place, int] = {}
        low = {}
        waiting = []
        open_still = set()
        found = []
        for root in self.trees:
            if root in number:
                continue
            work: list[tuple[Place, Iterator[Place]]] = []

            def enter(place: Place, work: list[tuple[Place, Iterator[Place]]] = work) -> None:
                number[place] = low[place] = len(number)
                waiting.append(place)
                open_still.add(place)
                work.append((place, iter(self.next_places[place])))

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
        """The places that can be reached again from themselves."""
        several = {p for component in self.components if len(component) > 1 for p in component}
        return frozenset(several | {p for p in self.trees if p in self.next_places[p]})


K = TypeVar("K", bound=Hashable)

Outcomes = dict[str, Fraction]
#: How much of the wish comes true for who goes to a place, and minus how often they are
#: expected to go onward, that once included.
Worth = tuple[Fraction, Fraction]
Row = tuple[dict[K, Fraction], dict[Place, Fraction]]
#: For each choice of a tree the option that is taken.
Picks = tuple[int, ...]

NOTHING = Fraction(0)
#: What never comes to an end is worse than whatever does, where the wish is indifferent.
NEVER: Worth = (NOTHING, Fraction(-(10**9)))


class Policy:
    """The best choices in a forest for a wish, given each outcome's worth."""

    def __init__(self, forest: Forest, worth: Mapping[str, int]) -> None:
        self._forest = forest
        self._worth = worth
        self._picks: dict[Place, Picks] = {}
        self._values: dict[Place, Worth] = {}
        self._came_of: dict[tuple[Tree, Picks], _Shares] = {}
        for component in forest.components:
            self._settle(component)

    def hope(self, node: Node, left: int = 0) -> Fraction:
        """Return how far the wish comes true from a node on."""
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
        """Return initial choices that are certain to come to an end, and the places that can. What
        is best with one less to spend is a good start where everything goes the same way.
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
        """Return whether a tree can come to an end through places that do, and note how."""
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
        """Return the best choices in a tree, given the values of the places it leads to.

        `picks` change only where another choice is better: on a tie it might loop forever.
        """
        parts, values = self._in_parts(onward, tree.ways)
        at = [(self._worth.get(outcome, 0) * parts, 0) for outcome in tree.outcomes]
        at += values
        first = []
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
        """Return the results of a place's tree, worked out once for each way to choose in it."""
        grown = self._forest.trees[place], self._picks[place]
        found = self._came_of.get(grown)
        if found is None:
            found = self._came_of[grown] = _shares(*grown)
        return found

    def _going(self, place: Place) -> dict[Place, Fraction]:
        """Return the chance of going on from a place to each other place."""
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


class _Best(Value):
    """The value of a tree, the first of its best choices, and those that better others."""

    value: Worth
    first: Picks
    better: Picks


class _Shares(Value):
    """How many of a tree's ways lead to each outcome, and to each of its `onward` by number."""

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
    """Return the results of a tree when these options are chosen."""
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

    The system must come to an end: no set of places may lead back to itself with certainty.
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


#: What wants no answer and cuts nothing.
TOLD = (Tell, Over)

MOST_LEAVES = 2_000
#: Things a procedure may say in all replays of one walk together.
MOST_STEPS = 6_000
#: Asks in a row without coming to an `Again` or an end.
MOST_DEPTH = 60
#: Places: states, for each amount that may be left there.
MOST_PLACES = 400
#: The same for the window's own thread: what takes longer to weigh is left to the worker.
PLACES_AT_ONCE = 120
#: The same for whoever can wait: half a second, which is too long for a window to stand still.
PATIENT_PLACES = 4_000


class TooManyWaysError(Exception):
    """There is more to walk than any chance that is shown may take."""


@dataclass(frozen=True)
class Chances:
    """The chance of each outcome for a wish, and how many leaves the walk had. For a choice,
    `hopes` is how far the wish comes true with each option.
    """

    outcomes: Outcomes
    hopes: Mapping[str, Fraction]
    leaves: int
    _policy: Policy = field(repr=False, compare=False)
    _branches: tuple[tuple[str, Node], ...] = field(repr=False, compare=False)
    _left: int = field(repr=False, compare=False)

    @cached_property
    def options(self) -> Mapping[str, Outcomes]:
        """For a choice, the chance of each outcome with each option."""
        return {key: self._policy.outcomes(node, self._left) for key, node in self._branches}


@cache
def totals(dice: Dice) -> dict[int, Fraction]:
    """Return the chance of each total of some dice, without their plus, by convolution."""
    chances = {0: Fraction(1)}
    for _die in range(dice.count):
        summed: dict[int, Fraction] = {}
        for total, chance in chances.items():
            for face in range(1, dice.faces + 1):
                summed[total + face] = summed.get(total + face, Fraction(0)) + chance / dice.faces
        chances = summed
    return chances


@cache
def _throws(dice: Dice) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each unordered throw, and in how many ways it can come up."""
    return tuple(
        (factorial(dice.count) // prod(map(factorial, Counter(throw).values())), throw)
        for throw in combinations_with_replacement(range(1, dice.faces + 1), dice.count)
    )


class _Run(Struct):
    """A procedure under way: what it yielded last, or its result."""

    walk: _Walk
    procedure: Procedure[Any]
    said: Ask | Again | None = None
    result: Any = None

    def send(self, value: Any) -> None:
        """Go on to the next ask, `Again` or end."""
        said: Ask | Again | Tell | Over
        try:
            while True:
                self.walk.steps += 1
                if self.walk.steps > MOST_STEPS:
                    raise TooManyWaysError
                said = self.procedure.send(value)
                if not isinstance(said, TOLD):
                    self.said = said
                    return
                value = None
        except StopIteration as stop:
            self.said, self.result = None, stop.value


class _Origin(Value):
    """Where a tree grows from: a procedure, and what it has been sent so far.

    A step of the path is an answer, or None for going on after an `Again`. `left` is how much is
    left there, `ample` whether more would make no difference; `blind` is a state on the way from
    there that doesn't say how much is left.
    """

    start: Callable[[], Procedure[Any]]
    path: tuple[Any, ...] = ()
    left: int = 0
    ample: bool = False
    blind: bool = False


class _Walk(Struct):
    stake: Stake
    most_places: int = MOST_PLACES
    leaves: int = 0
    steps: int = 0
    again: dict[Hashable, Again] = {}
    origins: dict[Hashable, _Origin] = {}

    def forest(self, known: Mapping[str, Any]) -> tuple[Tree, Forest]:
        """Return the tree from the first open ask on, and those of all places it leads to."""
        root = self._grown(_Origin(self.stake.start, self._answered(known)))
        trees: dict[Place, Tree] = {}
        alike = {}
        pending = [*root.places(0)]
        for place in pending:
            if place in trees:
                continue
            if len(trees) == self.most_places:
                raise TooManyWaysError
            state, left = place
            walked = min(left, self.again[state].enough)
            if (state, walked) not in alike:
                alike[state, walked] = self._grown(self._origin(state, walked))
            trees[place] = alike[state, walked]
            pending.extend(trees[place].places(left))
        return root, Forest(trees)

    def _answered(self, known: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the path to the last of the answers that are known."""
        run = self._run(_Origin(self.stake.start))
        path = []
        passed: list[None] = []
        while run.said is not None:
            value = None
            if isinstance(run.said, Again):
                passed.append(None)
            elif run.said.key in known:
                value = run.said.accept(known[run.said.key])
                path += [*passed, value]
                passed = []
            else:
                break
            run.send(value)
        run.procedure.close()
        return tuple(path if run.said is not None else [*path, *passed])

    def _origin(self, state: Hashable, left: int) -> _Origin:
        """Return where the tree of a state grows from: its own beginning, if it has one."""
        again = self.again[state]
        if again.afresh is None:
            return self.origins[state]
        return _Origin(partial(again.afresh, left), (None,), left, 0 < again.enough <= left)

    def _run(self, origin: _Origin, path: tuple[Any, ...] = ()) -> _Run:
        run = _Run(self, origin.start())
        run.send(None)
        for value in (*origin.path, *path):
            run.send(value)
        return run

    def _grown(self, origin: _Origin) -> Tree:
        return Tree(self._node(origin, self._run(origin), ()))

    def _node(self, origin: _Origin, run: _Run, path: tuple[Any, ...]) -> Node:
        """Return the tree of what can still happen in a procedure, down to each `Again`."""
        said = run.said
        if said is None or isinstance(said, Again):
            self.leaves += 1
            if self.leaves > MOST_LEAVES:
                raise TooManyWaysError
            if said is None:
                return Leaf(self.stake.outcome(run.result))
            run.procedure.close()
            return self._onward(said, origin, path)
        if len(path) == MOST_DEPTH:
            raise TooManyWaysError
        match said:
            case Sum(dice=dice):
                ways = dice.faces**dice.count
                weights: list[tuple[int, Any]] = [
                    (int(chance * ways), total)
                    for total, chance in totals(Dice(dice.count, dice.faces)).items()
                ]
            case Roll(dice=dice):
                ways = dice.faces**dice.count
                weights = list(_throws(dice))
            case Draw(options=options):
                ways = len(options)
                weights = [(1, option.key) for option in options]
            case Choose(options=options):
                keys = [option.key for option in options]
                return Choice(
                    tuple(zip(keys, self._children(origin, run, path, keys), strict=True))
                )
            case _:
                raise TooManyWaysError
        values = [value for _weight, value in weights]
        shares: dict[Node, int] = {}
        others = []
        children = self._children(origin, run, path, values)
        for (weight, _value), child in zip(weights, children, strict=True):
            if isinstance(child, Leaf | Onward):
                shares[child] = shares.get(child, 0) + weight
            else:
                others.append((weight, child))
        return Chance(ways, (*((w, child) for child, w in shares.items()), *others))

    def _children(
        self, origin: _Origin, run: _Run, path: tuple[Any, ...], values: list[Any]
    ) -> list[Node]:
        """Return the tree after each value. The procedure itself takes the first, others replay."""
        found = []
        for number, value in enumerate(values):
            if number:
                run = self._run(origin, (*path, value))
            else:
                run.send(value)
            found.append(self._node(origin, run, (*path, value)))
        return found

    def _onward(self, said: Again, origin: _Origin, path: tuple[Any, ...]) -> Onward:
        state = said.state
        self.again.setdefault(state, said)
        if said.afresh is None:
            self.origins.setdefault(
                state,
                _Origin(
                    origin.start,
                    (*origin.path, *path, None),
                    blind=origin.ample or origin.blind,
                ),
            )
        assert not (origin.blind and said.enough), f"what is left is lost before {state}"
        if origin.ample and said.enough:
            return Onward(state, origin.left - said.left, relative=True)
        return Onward(state, said.left)


class Odds(Struct):
    """Every possible result of a stake, walked once: the chances for any wish.

    `leaves` and `steps` say what the walk took.
    """

    root: Tree
    forest: Forest
    leaves: int
    steps: int
    _found: dict[str, Chances] = {}

    def knows(self, wish: Wish) -> bool:
        """Return whether the chances for a wish have been worked out."""
        return wish.key in self._found

    def chances(self, wish: Wish) -> Chances:
        """Return the chance of each outcome if all later choices are the best for a wish."""
        found = self._found.get(wish.key)
        if found is None:
            policy = Policy(self.forest, wish.worth)
            first, left = self.root.root, 0
            while isinstance(first, Onward):
                place = first.place(left)
                first, left = self.forest.trees[place].root, place[1]
            branches = first.branches if isinstance(first, Choice) else ()
            found = Chances(
                policy.outcomes(self.root.root),
                {key: policy.hope(node, left) for key, node in branches},
                self.leaves,
                policy,
                branches,
                left,
            )
            self._found[wish.key] = found
        return found


def walk(stake: Stake, known: Mapping[str, Any], most_places: int = MOST_PLACES) -> Odds | None:
    """Walk every possible result of a stake, given the answers already in force.

    `known` maps the keys of answered asks to their values. None if that takes more than 2,000
    leaves, 6,000 steps or `most_places`, or meets a form on the way.
    """
    walked = _Walk(stake, most_places)
    try:
        root, forest = walked.forest(known)
    except TooManyWaysError:
        return None
    return Odds(root, forest, walked.leaves, walked.steps)


def chances(stake: Stake, known: Mapping[str, Any], wish: Wish) -> Chances | None:
    """Return the possible results of a stake for one wish; None if `walk` gives up."""
    odds = walk(stake, known)
    return odds.chances(wish) if odds else None
