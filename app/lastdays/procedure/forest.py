"""Forests of chances: a tree for each *place* that a procedure can come to.

A place is a state that a procedure can be in, and how much is left to spend there. Trees end in
outcomes or lead onward to other places, also back to where they came from.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from math import lcm

from msgspec import Struct

Place = tuple[Hashable, int]


class Leaf(Struct, frozen=True):
    """The end: an outcome."""

    outcome: str


class Onward(Struct, frozen=True):
    """Leads to the tree of another place.

    `left` is what is left there or, where it is `relative`, what has been spent since here.
    """

    state: Hashable
    left: int = 0
    relative: bool = False

    def place(self, left: int) -> Place:
        """Return the place it leads to with so much left to spend."""
        return self.state, left - self.left if self.relative else self.left


class Chance(Struct, frozen=True):
    """One of several by chance: each branch with its weight out of `ways`."""

    ways: int
    branches: tuple[tuple[int, Node], ...]


class Choice(Struct, frozen=True):
    """One of several by choice: each branch with the key of its option."""

    branches: tuple[tuple[str, Node], ...]


Node = Leaf | Onward | Chance | Choice


class Throw(Struct, frozen=True):
    """A `Chance` laid flat: the weight of each branch, and its number in the tree."""

    ways: int
    branches: tuple[tuple[int, int], ...]


class Pick(Struct, frozen=True):
    """A `Choice` laid flat: the number of each branch in the tree."""

    branches: tuple[int, ...]


class Tree(Struct, frozen=True, eq=False, dict=True):
    """A tree with a root. Places where all goes alike have the same tree.

    To be gone through quickly it is laid flat: its ends are numbered, outcomes first, each once,
    then its forks, each after its branches.
    """

    root: Node

    @cached_property
    def _ends(self) -> dict[Leaf | Onward, int]:
        """The number of each end."""
        ends = dict.fromkeys(_ends(self.root))
        leaves = [end for end in ends if isinstance(end, Leaf)]
        onward = [end for end in ends if isinstance(end, Onward)]
        ordered: tuple[Leaf | Onward, ...] = (*leaves, *onward)
        return {end: number for number, end in enumerate(ordered)}

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """Its ends that are outcomes, each once."""
        return tuple(end.outcome for end in self._ends if isinstance(end, Leaf))

    @cached_property
    def onward(self) -> tuple[Onward, ...]:
        """Its ends that are no outcomes, each once."""
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
        """A denominator that the chance of each end can be written with."""
        return _ways(self.root)

    def places(self, left: int) -> tuple[Place, ...]:
        """Return the place each of `onward` leads to with so much left to spend."""
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


class Forest(Struct, frozen=True, dict=True):
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
        """The places that can be come back to."""
        several = {p for component in self.components if len(component) > 1 for p in component}
        return frozenset(several | {p for p in self.trees if p in self.next_places[p]})
