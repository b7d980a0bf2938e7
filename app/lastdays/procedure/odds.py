"""Exact odds, as fractions: the same procedures, every answer walked, nothing sampled.

One walk serves every wish. It starts at the smallest sub-procedure that a decision belongs to
(its `Stake`), is cut at `Sum`, whose totals are convolved, and goes on from each `Again` state
once. A later choice is the player's best for the wish named on the screen; `policy` finds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
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
from lastdays.procedure.forest import Chance, Choice, Forest, Leaf, Node, Onward, Place, Tree
from lastdays.procedure.policy import Outcomes, Policy
from lastdays.rulebook.entries import Dice

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
    """More to walk than any shown chance may take."""


@dataclass(frozen=True)
class Chances:
    """The chance of each outcome for a wish, and how many leaves the walk had.

    `hopes` is for a choice how much of the wish comes true with each option.
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
    chances: dict[int, Fraction] = {0: Fraction(1)}
    for _die in range(dice.count):
        summed: dict[int, Fraction] = {}
        for total, chance in chances.items():
            for face in range(1, dice.faces + 1):
                summed[total + face] = summed.get(total + face, Fraction(0)) + chance / dice.faces
        chances = summed
    return chances


@cache
def _throws(dice: Dice) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each unordered throw, and in how many ways it comes."""
    return tuple(
        (factorial(dice.count) // prod(map(factorial, Counter(throw).values())), throw)
        for throw in combinations_with_replacement(range(1, dice.faces + 1), dice.count)
    )


class _Run(Struct):
    """A procedure on its way: what it has said last, or what it came to."""

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


class _Origin(Struct, frozen=True):
    """Where a tree grows from: a procedure, and what it has been sent by then.

    A step of the path is an answer, or None for going on after an `Again`. `left` is how much
    is left there, `ample` whether it makes no difference if it were more; `blind` is a state
    on the way from there that does not say how much is left.
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
        alike: dict[Place, Tree] = {}
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
        path: list[Any] = []
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
        """Return the tree of what a procedure may still come to, down to each `Again`."""
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
        others: list[tuple[int, Node]] = []
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
    """All that can come of a stake, walked once: the chances for any wish.

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
        """Return the chance of each outcome when later choices are the best for a wish."""
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
    """Walk all that can come of a stake, given the answers that stand already.

    `known` maps the keys of answered asks to their values. None where that takes more than
    2,000 leaves, 6,000 steps or `most_places`, or a form stands in between.
    """
    walked = _Walk(stake, most_places)
    try:
        root, forest = walked.forest(known)
    except TooManyWaysError:
        return None
    return Odds(root, forest, walked.leaves, walked.steps)


def chances(stake: Stake, known: Mapping[str, Any], wish: Wish) -> Chances | None:
    """Return what can come of a stake for one wish; None where `walk` gives up."""
    odds = walk(stake, known)
    return odds.chances(wish) if odds else None
