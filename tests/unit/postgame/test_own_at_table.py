"""What tables of players brought in a game, done after it: as its sequence begins, injuries with those of
the game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.own_at_table import effects_of_game, injuries_of_game
from lastdays.postgame.sequence import post_game
from lastdays.procedure.replay import Answer, replay
from sure import sure
from unit.campaign.evenings import asked, kind_of_ask, some_evening, with_effects
from unit.postgame.crew import finish, group, member, night, run

CREW = group(
    member("Zeke", "merciless-thug", ("knife",)),
    member("Mo", gear=("knife", "club")),
    member("Dog", "dog"),
    points=3,
)


def after(*of_mo: str, of_group: tuple[str, ...] = (), **more: Any) -> tuple[Group, list[str]]:
    """The group, and what is told, as its sequence begins."""
    context = evening(*of_mo, of_group=of_group)
    found = run(lambda: effects_of_game(more.get("crew", CREW), context), {})
    assert found.result is not None
    return found.result, [line.text for line in found.story]


def evening(*of_mo: str, of_group: tuple[str, ...] = (), **more: Any) -> PostGameContext:
    return night(CREW, deeds={"mo": {"effects": of_mo}}, effects=of_group, **more)


def test_points_and_gear_of_the_group_are_given_and_taken() -> None:
    found, story = after(of_group=("points 5", "points -20", "gains booze", "loses knife"))
    assert (found.points, [item.key for item in found.stash]) == (0, ["booze"])
    assert story == [
        "Truckers: +5 Scavenge Points, 8 in all.",
        "Truckers: −8 Scavenge Points, 0 in all.",
        "Booze: now in the stash.",
        "Knife: there's none to lose.",
    ]


def test_a_member_misses_games_learns_and_loses_gear() -> None:
    found, story = after("misses", "misses", "experience 3", "loses knife", "injury")
    mo = found.member("mo")
    assert (mo.misses, mo.experience) == (1, CREW.member("mo").experience + 3)
    assert [item.key for item in mo.gear] == ["club"]
    assert story[-1].startswith("Mo loses Knife")


def test_a_game_to_miss_is_the_next_one() -> None:
    """The one that was just played isn't counted, whoever sat it out."""
    context = night(CREW, deeds={"mo": {"effects": ("misses",), "part": "missing"}})
    going = post_game(CREW, context)
    said = [next(going)]
    while "misses the next game" not in getattr(said[-1], "text", ""):
        said.append(next(going))
    going.close()


def test_experience_that_a_table_gave_is_spent_the_same_evening() -> None:
    crew = group(member("Zeke", "merciless-thug"), member("Mo"))
    ask = "experience/mo/survived"
    answers = {"experience/zeke/survived": 1, ask: 1}

    def asked_next(*of_mo: str) -> str:
        context = night(crew, deeds={"mo": {"effects": of_mo}})
        return sure(run(lambda: post_game(crew, context), answers).pending).key

    assert asked_next() == "gear/moves"
    assert asked_next("experience 6").startswith("experience/mo/level-1")


def test_who_has_gone_is_passed_over() -> None:
    gone = group(member("Zeke", "merciless-thug"), member("Ann"))
    context = night(CREW, deeds={"mo": {"effects": ("misses", "experience 2")}})
    found = run(lambda: effects_of_game(gone, context), {})
    assert (found.result, found.story) == (gone, ())


def test_an_injury_is_rolled_with_those_of_the_game() -> None:
    context = evening("injury", "misses", "injury", out=("mo",))
    answers = {
        "injuries/mo/roll": (3, 3),
        "injuries/own/mo/injury-1/roll": (3, 4),
        "injuries/own/mo/injury-3/roll": (3, 4),
    }
    found = replay(
        lambda: post_game(CREW, context), {k: Answer(v, "typed") for k, v in answers.items()}
    )
    assert not found.dropped
    assert [one.ask.key for one in found.asked] == list(answers)


def test_who_dies_of_one_injury_has_no_other() -> None:
    context = evening("injury", "injury")
    (after_it, _used) = finish(
        lambda: injuries_of_game(CREW, context, frozenset()),
        {"injuries/own/mo/injury-1/roll": (1, 1)},
    )
    assert after_it.member("mo").status == "dead"


def test_without_effects_a_sequence_is_as_it_was() -> None:
    found, story = after()
    assert (found, story) == (CREW, [])


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("points 3", True), ("points D6", False), ("experience D6", False), ("note Snow.", False),
        ("counter food +1", False), ("zombies 3", False), ("dances", False), ("injury", True),
        ("gains booze", True), ("table illness", False),
    ],
)  # fmt: skip
def test_a_record_from_outside_has_only_what_comes_after_a_game(words: str, fits: bool) -> None:
    for game in (evening(words).game, evening(of_group=(words,)).game):
        found = campaign_problems(Campaign("c", "Riverside", games=(game,)))
        assert found == ([] if fits else ["The record of game 4 is invalid."])


@pytest.mark.parametrize("seed", range(30))
def test_whatever_tables_brought_the_sequence_goes_to_its_end(seed: int) -> None:
    random = Random(seed)
    found = with_effects(some_evening(random, 6), random)
    keys = list(asked(found, seed))
    assert all(map(kind_of_ask, keys))
    assert len(keys) == len(set(keys))
