"""Policy iteration against Bellman's optimality equations, on forests grown at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from lastdays.procedure.odds import Chance, Choice, Forest, Node, Onward, Policy

OUTCOMES = ("good", "fair", "bad")
WORTH = {"good": 3, "fair": 1}


def best(node: Node, left: int, hope: Callable[..., Any]) -> Any:
    """The right side of Bellman's equation: the best value of a tree, `hope` of each place given."""
    match node:
        case str():
            return hope((node, -1))
        case Onward():
            return hope(node.place(left))
        case Chance(ways, branches):
            return sum(w * best(child, left, hope) for w, child in branches) / ways
        case Choice(branches):
            return max(best(child, left, hope) for _key, child in branches)


def worth(outcomes: dict[str, Fraction]) -> Fraction:
    return sum((c * WORTH.get(o, 0) for o, c in outcomes.items()), Fraction(0))


def grown(source: random.Random, places: tuple[int, ...]) -> Forest:
    """A forest with loops inside loops, and places that nothing leads out of."""

    def node(depth: int) -> Node:
        kind = source.random()
        if depth == 0 or kind < 0.25:
            if source.random() < 0.6:
                return Onward(source.choice(places))
            return source.choice(OUTCOMES)
        if kind < 0.6:
            weights = [source.randint(1, 4) for _branch in range(source.randint(1, 3))]
            return Chance(sum(weights), tuple((w, node(depth - 1)) for w in weights))
        keys = [str(n) for n in range(source.randint(1, 3))]
        return Choice(tuple((key, node(depth - 1)) for key in keys))

    return {(place, 0): node(3) for place in places}


@pytest.mark.parametrize("seed", range(150))
def test_the_best_choices_obey_bellmans_equations_and_are_come_to(seed: int) -> None:
    source = random.Random(seed)
    forest = grown(source, tuple(range(source.randint(1, 7))))
    policy = Policy(forest, WORTH)

    def hope(place: tuple[Any, ...]) -> Fraction:
        state, left = place
        return Fraction(WORTH.get(state, 0)) if left < 0 else policy.hope(Onward(state, left), 0)

    for place, tree in forest.items():
        found = policy.outcomes(Onward(*place))
        assert hope(place) == best(tree, 0, hope)
        assert hope(place) == worth(found)
        assert sum(found.values()) <= 1


@pytest.mark.parametrize("seed", range(30))
def test_no_other_policy_does_better(seed: int) -> None:
    """Value iteration from nothing comes up to the same, and never above it."""
    source = random.Random(1000 + seed)
    forest = grown(source, tuple(range(4)))
    policy = Policy(forest, WORTH)
    hopes = {place: float(policy.hope(Onward(*place), 0)) for place in forest}
    ends: dict[Any, float] = {(outcome, -1): float(WORTH.get(outcome, 0)) for outcome in OUTCOMES}
    reached = dict.fromkeys(forest, 0.0)
    for _round in range(400):
        reached = {p: best(tree, 0, {**reached, **ends}.__getitem__) for p, tree in forest.items()}
    assert reached == pytest.approx(hopes, abs=1e-6)


def choice(*nodes: Node) -> Choice:
    return Choice(tuple((str(n), node) for n, node in enumerate(nodes)))


def test_a_choice_that_never_ends_is_worth_nothing() -> None:
    forest: Forest = {("a", 0): choice(Onward("b"), "fair"), ("b", 0): Onward("b")}
    policy = Policy(forest, WORTH)
    assert policy.outcomes(Onward("a")) == {"fair": 1}
    assert policy.outcomes(Onward("b")) == {}
    indifferent = Policy(forest, {})
    assert indifferent.outcomes(Onward("a")) == {"fair": 1}


def test_where_all_is_the_same_two_places_do_not_send_each_other_round() -> None:
    forest: Forest = {
        ("a", 0): choice(Onward("b"), "good"),
        ("b", 0): choice(Onward("a"), Onward("c")),
        ("c", 0): choice(Onward("a"), Onward("b"), "good"),
    }
    policy = Policy(forest, WORTH)
    for place in ("a", "b", "c"):
        assert policy.outcomes(Onward(place)) == {"good": 1}


def test_of_equal_choices_the_first_counts() -> None:
    policy = Policy({}, WORTH)
    bad = ("bad", "worse")
    assert policy.outcomes(choice(*bad)) == {"bad": 1}
    assert policy.outcomes(choice(*reversed(bad))) == {"worse": 1}


def test_what_is_left_to_spend_goes_down_with_what_is_spent() -> None:
    """One of six to come through; a second one may be had for one of what is left, each time."""
    tree = Chance(6, ((1, "good"), (5, choice("bad", Onward("try", 1, relative=True)))))
    forest: Forest = {("try", n): tree for n in range(1, 31)} | {("try", 0): "bad"}
    policy = Policy(forest, WORTH)
    hope = partial(policy.hope, Onward("try", 0, relative=True))
    assert hope(30) == 3 * (1 - Fraction(5, 6) ** 30)
