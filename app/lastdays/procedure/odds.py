"""Exact odds, as fractions: the procedures are run with every possible answer, without sampling.

One walk serves every wish. It starts at the smallest sub-procedure that a decision belongs to (its
`Stake`), branches at a `Sum` by total, not by die, and continues from each `Again` state only once.
Later choices are the best for the wish named on the screen; `Policy` finds them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

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

#: A place in a forest: a state and what is left to spend. The rest depends on nothing else.
Place = tuple[Hashable, int]


class Onward(Value):
    """Leads to the tree of another place. `spendable` is what is left to spend there or, if `relative`, what
    has been spent since this place.
    """

    state: Hashable
    spendable: int = 0
    relative: bool = False

    def place(self, spendable: int) -> Place:
        """Return the place it leads to with that much left to spend."""
        if self.relative:
            return self.state, spendable - self.spendable
        return self.state, self.spendable


class Chance(Value):
    """A random choice: each branch with its weight out of `ways`."""

    ways: int
    branches: tuple[tuple[int, Node], ...]


class Choice(Value):
    """A player's choice: each branch with the key of its option."""

    branches: tuple[tuple[str, Node], ...]


#: A node of a tree: an outcome, or branches that lead to outcomes.
Node = str | Onward | Chance | Choice
#: The trees by place. Places with the same future share a tree.
Forest = Mapping[Place, Node]


def next_places_of(node: Node, spendable: int) -> Iterator[Place]:
    """Yield the places that a tree leads to with that much left to spend."""
    match node:
        case Onward():
            yield node.place(spendable)
        case Chance(branches=branches) | Choice(branches=branches):
            for _weight, child in branches:
                yield from next_places_of(child, spendable)


Graph = Mapping[Place, Iterable[Place]]


def _places_reached(graph: Graph, root: Place, seen: set[Place]) -> tuple[Place, ...]:
    """Return the unseen places reached from a place, each after those it leads to."""
    finished = []
    pending = [(root, False)]
    while pending:
        place, is_finished = pending.pop()
        if is_finished:
            finished.append(place)
        elif place not in seen:
            seen.add(place)
            pending.append((place, True))
            for next_place in graph[place]:
                pending.append((next_place, False))
    return tuple(finished)


def components(forest: Forest) -> list[tuple[Place, ...]]:
    """Return the strongly connected components, each after all it leads to (Kosaraju 1978)."""
    onward = {place: list(next_places_of(tree, place[1])) for place, tree in forest.items()}
    previous_places: dict[Place, list[Place]] = {place: [] for place in forest}
    for place, next_places in onward.items():
        for next_place in next_places:
            previous_places[next_place].append(place)
    order: list[Place] = []
    seen: set[Place] = set()
    for root in previous_places:
        order.extend(_places_reached(previous_places, root, seen))
    found_components = []
    seen = set()
    for root in reversed(order):
        if root not in seen:
            found_components.append(_places_reached(onward, root, seen))
    return found_components


Outcomes = dict[str, Fraction]
#: The chance of each outcome and of going on to each place.
Flow = dict[str | Place, Fraction]
#: The expected worth of going to a place, and minus the expected number of steps from there,
#: including that one.
Worth = tuple[Fraction, Fraction]

#: Makes a fraction once: equal ones are then compared and multiplied quickly.
exact = cache(Fraction)
NOTHING = exact(0)
ALL = exact(1)
NAUGHT: Worth = (NOTHING, NOTHING)
#: The worth of never ending, which is worse than any end with the same wish.
NEVER: Worth = (NOTHING, Fraction(-(10**18)))
#: Counts a step in a flow.
STEP: Place = ("step", -1)


class Policy:
    """The best choices in a forest for a wish, given each outcome's worth.

    Of equally good choices, the one that is expected to end soonest is taken, then the first.
    """

    def __init__(self, forest: Forest, worth: Mapping[str, int]) -> None:
        self._forest = forest
        self._values: dict[str | Place, Worth] = {
            outcome: (exact(amount), NOTHING) for outcome, amount in worth.items()
        }
        self._values[STEP] = NOTHING, Fraction(-1)
        #: The chances of what each place leads to beyond its component.
        self._flows: dict[Place, Flow] = {}
        self._components = components(forest)
        for component in self._components:
            self._settle(component)

    def hope(self, node: Node, spendable: int) -> Fraction:
        """Return the expected worth from a node on."""
        return self._value(self._best(node, spendable))[0]

    def outcomes(self, node: Node) -> Outcomes:
        """Return the chance of each outcome from a node on.

        They add up to less than 1 if it might never end.
        """
        flow = self._best(node, 0)
        for component in reversed(self._components):
            for place in component:
                if place in flow and place in self._flows:
                    _add_flow(flow, self._flows[place], flow.pop(place))
        return {end: chance for end, chance in flow.items() if isinstance(end, str)}

    def _settle(self, component: tuple[Place, ...]) -> None:
        """Find the values and the best choices of the places of one component: first choices that
        are certain to end, backwards from the ends, which are then improved."""
        self._values.update(dict.fromkeys(component, NEVER))
        chosen_flows = self._certain_to_end(component)
        if len(chosen_flows) < len(component):
            return
        earlier = None
        while chosen_flows != earlier:
            earlier = chosen_flows
            rows = {place: {**flow, STEP: Fraction(1)} for place, flow in chosen_flows.items()}
            solved = solve(rows)
            for place, flow in solved.items():
                self._values[place] = self._value(flow)
            self._flows.update(solved)
            chosen_flows = {place: self._best_from(place) for place in component}

    def _certain_to_end(self, component: tuple[Place, ...]) -> dict[Place, Flow]:
        """Return choices that are certain to end, of as many places as have any, and note their
        worth."""
        chosen_flows: dict[Place, Flow] = {}
        while len(chosen_flows) < len(component):
            undecided = [place for place in component if place not in chosen_flows]
            flows = {place: self._best_from(place) for place in undecided}
            worths = {place: self._value(flow) for place, flow in flows.items()}
            ending = [place for place in undecided if worths[place] > NEVER]
            if not ending:
                return chosen_flows
            for place in ending:
                chosen_flows[place] = flows[place]
                self._values[place] = worths[place]
        return chosen_flows

    def _best_from(self, place: Place) -> Flow:
        """Return where the best choices from a place lead."""
        _state, spendable = place
        return self._best(self._forest[place], spendable)

    def _best(self, node: Node, spendable: int) -> Flow:
        """Return where the best choices in a tree lead, given the values of its ends."""
        match node:
            case str():
                return {node: ALL}
            case Onward():
                return {node.place(spendable): ALL}
            case Choice(options):
                _key, best_child = max(
                    options, key=lambda option: self._worth(option[1], spendable)
                )
                return self._best(best_child, spendable)
            case Chance(ways, branches):
                flow: Flow = {}
                for weight, child in branches:
                    _add_flow(flow, self._best(child, spendable), exact(weight, ways))
                return flow

    def _worth(self, node: Node, spendable: int) -> Worth:
        """Return what the best choices in a tree are worth, given the values of its ends."""
        match node:
            case str():
                return self._values.get(node, NAUGHT)
            case Onward():
                return self._values.get(node.place(spendable), NAUGHT)
            case Choice(options):
                return max(self._worth(child, spendable) for _key, child in options)
            case Chance(ways, branches):
                worths = [(weight, self._worth(child, spendable)) for weight, child in branches]
                hope, ahead = _weighed(worths)
                return hope / ways, ahead / ways

    def _value(self, flow: Flow) -> Worth:
        return _weighed([(share, self._values.get(end, NAUGHT)) for end, share in flow.items()])


def _weighed(worths: Sequence[tuple[int | Fraction, Worth]]) -> Worth:
    """Return the sum of some worths, each times its weight."""
    total_hope = NOTHING
    total_ahead = NOTHING
    for weight, (hope, ahead) in worths:
        if hope:
            total_hope += hope * weight
        if ahead:
            total_ahead += ahead * weight
    return total_hope, total_ahead


def solve(rows: Mapping[Place, Flow]) -> dict[Place, Flow]:
    """Return where each place leads to beyond the rows, exactly (Gauss–Jordan, sparse).

    The system must come to an end: no set of places may lead back to itself with certainty.
    """
    system: dict[Place, Flow] = {place: dict(row) for place, row in rows.items()}
    for place in sorted(system, key=lambda place: len(system[place])):
        back_to_itself = system[place].pop(place, NOTHING)
        if back_to_itself:
            leaving = 1 - back_to_itself
            system[place] = {end: share / leaving for end, share in system[place].items()}
        for row in system.values():
            if place in row:
                _add_flow(row, system[place], row.pop(place))
    return system


def _add_flow(total: Flow, added: Flow, share: Fraction) -> None:
    for end, chance in added.items():
        part = share if chance is ALL else share * chance
        if end in total:
            total[end] += part
        else:
            total[end] = part


MOST_LEAVES = 2_000
#: The most yields of a procedure in all replays of one walk.
MOST_STEPS = 6_000
#: The most asks in a row without an `Again` or an end.
MOST_DEPTH = 60
#: The most places.
MOST_PLACES = 400
#: The same in the window's thread, which they hold for 50 ms on a slow machine; longer walks are left
#: to the worker.
PLACES_AT_ONCE = 60
#: The same for the worker: half a second, too long for the window's thread.
PATIENT_PLACES = 4_000


class TooManyWaysError(Exception):
    """A walk exceeds the bounds for chances that are shown."""


@cache
def ways_of(count: int, faces: int) -> dict[int, int]:
    """Return the number of ways to each total of some dice, by convolution."""
    ways = {0: 1}
    for _die in range(count):
        with_die: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, faces + 1):
                with_die[total + face] = with_die.get(total + face, 0) + number
        ways = with_die
    return ways


def chances_of_totals(dice: Dice) -> dict[int, Fraction]:
    """Return the chance of each total of some dice, without their plus."""
    ways = ways_of(dice.count, dice.faces)
    return {total: Fraction(number, dice.faces**dice.count) for total, number in ways.items()}


@cache
def _throws(dice: Dice) -> dict[tuple[int, ...], int]:
    """Return each unordered throw with its number of ways."""
    throws = {}
    for throw in combinations_with_replacement(range(1, dice.faces + 1), dice.count):
        repetitions = Counter(throw).values()
        throws[throw] = factorial(dice.count) // prod(map(factorial, repetitions))
    return throws


class _Origin(Value):
    """The start of a tree: a procedure, and what it has been sent so far.

    A step of the path is an answer, or None to continue after an `Again`. `spendable` is how much
    is left to spend there, `ample` whether more would make no difference. `blind`: how much is left isn't
    known, because an `Again` on the path was reached from an ample start.
    """

    start: Callable[[], Procedure[Any]]
    path: tuple[Any, ...] = ()
    spendable: int = 0
    ample: bool = False
    blind: bool = False


class _Walk(Struct):
    stake: Stake
    most_places: int
    leaves: int = 0
    steps: int = 0
    #: The first `Again` of each state, and its origin.
    again: dict[Hashable, tuple[Again, _Origin]] = {}

    def forest(self, known: Mapping[str, Any]) -> tuple[Node, Forest]:
        """Return the tree from the first open ask on, and the trees of all places it leads to."""
        root = self._grown(_Origin(self.stake.start, self._answered(known)))
        trees: dict[Place, Node] = {}
        trees_by_points: dict[Place, Node] = {}
        pending = deque(next_places_of(root, 0))
        while pending:
            place = pending.popleft()
            if place in trees:
                continue
            if len(trees) == self.most_places:
                raise TooManyWaysError
            state, spendable = place
            again, _origin = self.again[state]
            useful_points = min(spendable, again.useful_most)
            if (state, useful_points) not in trees_by_points:
                origin = self._origin_of(state, useful_points)
                trees_by_points[state, useful_points] = self._grown(origin)
            tree = trees_by_points[state, useful_points]
            trees[place] = tree
            pending.extend(next_places_of(tree, spendable))
        return root, trees

    def _origin_of(self, state: Hashable, spendable: int) -> _Origin:
        """Return the start of the tree of a state with that much left to spend."""
        again, origin = self.again[state]
        if again.afresh is None:
            return origin
        return _Origin(
            start=partial(again.afresh, spendable),
            path=(None,),
            spendable=spendable,
            ample=0 < again.useful_most <= spendable,
        )

    def _answered(self, known: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the path to the last of the known answers."""
        procedure, event = self._run(_Origin(self.stake.start))
        path: tuple[Any, ...] = ()
        sent: tuple[Any, ...] = ()
        while not isinstance(event, str):
            if isinstance(event, Again):
                sent = (*sent, None)
            elif event.key in known:
                sent = (*sent, event.accept(known[event.key]))
                path = sent
            else:
                break
            event = self._send(procedure, sent[-1])
        procedure.close()
        return path

    def _send(self, procedure: Procedure[Any], value: Any) -> Ask | Again | str:
        """Go on to the next ask, `Again` or outcome."""
        try:
            while True:
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise TooManyWaysError
                event = procedure.send(value)
                if not isinstance(event, Tell | Over):
                    return event
                value = None
        except StopIteration as stop:
            return self.stake.outcome(stop.value)

    def _run(
        self, origin: _Origin, path: tuple[Any, ...] = ()
    ) -> tuple[Procedure[Any], Ask | Again | str]:
        """Start a procedure, and send it the answers of a path; return what it comes to."""
        procedure = origin.start()
        event = self._send(procedure, None)
        for value in (*origin.path, *path):
            event = self._send(procedure, value)
        return procedure, event

    def _grown(self, origin: _Origin) -> Node:
        procedure, event = self._run(origin)
        return self._node(origin, procedure, event, ())

    def _node(
        self,
        origin: _Origin,
        procedure: Procedure[Any],
        event: Ask | Again | str,
        path: tuple[Any, ...],
    ) -> Node:
        """Return the tree of what can still happen in a procedure, down to each `Again`.

        The procedure itself takes the first answer, the others are replayed.
        """
        if isinstance(event, Again | str):
            self.leaves += 1
            if self.leaves > MOST_LEAVES:
                raise TooManyWaysError
            procedure.close()
            if isinstance(event, Again):
                return self._onward(event, origin, path)
            return event
        if len(path) == MOST_DEPTH:
            raise TooManyWaysError
        weights = _weights(event)
        children: list[Node] = []
        for value in weights:
            child_path = (*path, value)
            if children:
                procedure, next_event = self._run(origin, child_path)
            else:
                next_event = self._send(procedure, value)
            children.append(self._node(origin, procedure, next_event, child_path))
        if isinstance(event, Choose):
            return Choice(tuple(zip(weights, children, strict=True)))
        ways = sum(weights.values())
        return Chance(ways, tuple(zip(weights.values(), children, strict=True)))

    def _onward(self, again: Again, origin: _Origin, path: tuple[Any, ...]) -> Onward:
        blind = origin.ample or origin.blind
        new_origin = _Origin(origin.start, (*origin.path, *path, None), blind=blind)
        self.again.setdefault(again.state, (again, new_origin))
        is_lost = origin.blind and again.useful_most > 0
        assert not is_lost, f"what is left is lost before {again.state}"
        if origin.ample and again.useful_most:
            return Onward(again.state, origin.spendable - again.spendable, relative=True)
        return Onward(again.state, again.spendable)


def _weights(ask: Ask) -> dict[Any, int]:
    """Return the possible answers to an ask, each with its number of ways."""
    match ask:
        case Sum(dice=dice):
            return ways_of(dice.count, dice.faces)
        case Roll(dice=dice):
            return dict(_throws(dice))
        case Draw(options=options) | Choose(options=options):
            return {option.key: 1 for option in options}
    raise TooManyWaysError


class Chances(Value):
    """The chance of each outcome for a wish. For a choice, `hopes` is the expected worth of each
    option."""

    outcomes: Outcomes
    hopes: Mapping[str, Fraction]


class Odds(Struct):
    """Every possible result of a stake, walked once: the chances for any wish.

    `leaves` and `steps` are how many the walk took.
    """

    root: Node
    forest: Forest
    leaves: int
    steps: int
    _found: dict[str, Chances] = {}

    def knows(self, wish: Wish) -> bool:
        """Return whether the chances for a wish have been worked out."""
        return wish.key in self._found

    def chances(self, wish: Wish) -> Chances:
        """Return the chance of each outcome if all later choices are the best for a wish."""
        if not self.knows(wish):
            self._found[wish.key] = self._worked_out(wish)
        return self._found[wish.key]

    def _worked_out(self, wish: Wish) -> Chances:
        policy = Policy(self.forest, wish.worth)
        node = self.root
        spendable = 0
        while isinstance(node, Onward):
            place = node.place(spendable)
            node = self.forest[place]
            _state, spendable = place
        hopes = {}
        if isinstance(node, Choice):
            hopes = {key: policy.hope(child, spendable) for key, child in node.branches}
        return Chances(policy.outcomes(self.root), hopes)


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


def chances_for_wish(stake: Stake, known: Mapping[str, Any], wish: Wish) -> Chances | None:
    """Return the possible results of a stake for one wish; None if `walk` gives up."""
    odds = walk(stake, known)
    return odds.chances(wish) if odds else None
