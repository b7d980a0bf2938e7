"""What the steps after a game ask and tell, in scenes that differ in kind, held as text.

`make snapshots` renews the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lastdays.campaign.documents.bounds import problems
from lastdays.model.game_record import CaptiveRecord, SupplyToken
from lastdays.model.group import BuiltPerk, Group, Injury, RefugeState
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.experience import experience
from lastdays.postgame.gear_moves import swap_gear
from lastdays.postgame.injuries import injuries
from lastdays.postgame.jobs import jobs
from lastdays.postgame.leadership import arm_leader, new_leader
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.sequence import post_game
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import zombie_attack
from lastdays.procedure.asks import Ask, Tell
from unit.campaign.evenings import answer, some_evening
from unit.campaign.made_up_packs import made_up_book
from unit.postgame.crew import BOOK, MO_WATCHES, PASSED, group, member, night, purchase
from unit.postgame.reading import read

Scene = Callable[[], Iterator[str]]
#: A line that separates the cases of a scene.
RULE = ""


def step(of: Callable[..., Any], crew: Group, *answers: Any, **game: Any) -> Iterator[str]:
    """A step after a game by itself."""
    yield from read(partial(of, crew, night(crew, **game)), *answers, before=crew)
    yield RULE


def other(of: Callable[..., Any], *given: Any, answers: tuple[Any, ...] = ()) -> Iterator[str]:
    """A procedure that takes something else."""
    crew = next((part for part in given if isinstance(part, Group)), None)
    yield from read(partial(of, *given), *answers, before=crew)
    yield RULE


def a_scavenger_and_a_store_room() -> Iterator[str]:
    """p. 67, p. 82, p. 92"""
    crew = group(member("Ed", "survivalist", gunsmith="rifle"), refuge="mall", points=4)
    one = (SupplyToken("carried", "ed"),)
    for answers in (
        (6, 11, "keep", 2, 3, "token-1", 6), (7, 10, "keep", 1, "keep"), (2, 2, "row-up", 1),
    ):  # fmt: skip
        yield from step(supplies, crew, *answers, tokens=one)


def an_injury_and_who_helps() -> Iterator[str]:
    """p. 63, p. 84–85"""
    crew = group(member("Mo"), member("Ann", "rescue-worker", ("medical-supplies",)))
    for answers in (
        [(2, 6), "first", (4,), "keep"],
        [(5, 6), "keep", "keep", 4, "keep", 3],
        [(3, 6)],
    ):
        yield from step(injuries, crew, *answers, out=("mo",))


def injuries_of_all_kinds() -> Iterator[str]:
    """p. 77, p. 84–85: dead, captured, maimed, lucky."""
    armed = group(member("Mo", gear=("revolver", "magnum", "club", "knife")), member("Lou"))
    maimed = group(member("Mo", injuries=(Injury("arm-injury"),)))
    for crew, *answers in (
        (armed, (1, 1)), (armed, (1, 2)), (armed, (2, 2), "mo-1-magnum", "mo-2-club"), (maimed, (2, 2)),
        (armed, (5, 6), 3), (armed, (5, 6), 4, 3), (armed, (5, 6), 4, 5), (armed, (6, 6), 4),
    ):  # fmt: skip
        yield from step(injuries, crew, *answers, out=("mo",))


def two_fall_and_who_comes_first() -> Iterator[str]:
    """p. 84"""
    crew = group(member("Mo"), member("Lou"))
    yield from step(injuries, crew, "lou", (3, 4), (6, 6), 4, out=("mo", "lou"))
    yield from step(injuries, crew, (1, 2), (3, 4), out=("mo",), rival=False)


def a_leader_dies() -> Iterator[str]:
    """p. 12, p. 86"""
    crew = group(member("Mo"), member("Lou"))
    yield from step(
        injuries, crew, (1, 1), {"type": "professional", "name": "Bo"}, "mo", out=("zeke",)
    )
    followers = group(member("Sam", "rescue-worker"), member("Mo"), points=5)
    orphans = followers.bury(followers.leader)
    neutral = group(*(member(name, "survivor") for name in ("Al", "Bo", "Cy")), points=5)
    alone = neutral.bury(neutral.leader)
    yield from other(
        new_leader,
        "l",
        alone,
        night(alone),
        answers=({"type": "professional", "name": "Di"}, "bo", "al"),
    )
    for wanted in ({"type": "merciless-thug", "name": "Bo"}, {"type": "goon"}):
        yield from other(new_leader, "l", orphans, night(orphans), answers=(wanted, "sam"))


def a_leader_buys_gear() -> Iterator[str]:
    """p. 29"""
    rich = group(points=5)
    for bought in (["knife"], ["knife", "scope"], ["revolver"] * 3, ["halberd"]):
        answers = ({"gear": bought, "allowed": False},)
        yield from other(arm_leader, "jobs", rich, night(rich), answers=answers)


def experience_is_spent() -> Iterator[str]:
    """p. 65, p. 87–88: who is paid, who spends, on what."""
    crew = group(member("Mo", experience=40), member("Lou", level=3, experience=40))
    game: dict[str, Any] = {
        "deeds": {"mo": {"zombies": 2, "rivals": 1, "objectives": 1}},
        "tokens": (SupplyToken("carried", "mo"),),
    }
    yield from step(experience, crew, 1, 1, 1, "mo", "characteristic", 7, "0", 4, "0", **game)
    for answers in (("cqc", 1, "1"), ("firearms", 2, "-1")):
        yield from step(experience, group(member("Mo", experience=6)), 1, 1, *answers)


def a_level_is_rolled() -> Iterator[str]:
    """p. 65, p. 87–91: a shift leads to another cell; a skill that is known is rolled again."""
    for left, *dice in ((0, 3, 4), (3, 4, "0"), (3, 8, "-1")):
        yield from other(purchase("l", member("Mo"), left).roll, "characteristic", answers=(*dice,))
    known = member("Mo", skills=("crowd-control",))
    yield from other(purchase("l", known, 0).roll, "cqc", answers=(1, 1, 2))
    yield from other(purchase("l", member("Mo"), 0).roll, "academic", answers=(5, "rifle"))


def jobs_are_done() -> Iterator[str]:
    """p. 64, p. 80–82, p. 94–95"""
    radio, garden = "built-in-1-radio-room", "built-in-0-fenced-off-garden"
    crew = group(member("Mo"), member("Lou"), member("Ann", "survivor"), points=20)
    for refuge, given, *answers in (
        ("police-station", {"mo": {"job": "work", "post": radio}, "lou": {"job": "build"}}, "mo", 5),
        ("farm-house", {"mo": {"job": "work", "post": garden}, "lou": {"job": "guard"}}, 1),
        ("farm-house", {"lou": {"job": "build"}}, "armoury"),
        ("farm-house", {"zeke": {"job": "recruit"}}, {"type": "gang-member", "name": "Al", "gear": ["knife"]}),
        ("farm-house", {"zeke": {"job": "talk", "with": "ann"}, "ann": {"job": "talk"}}, 4, 3),
        ("farm-house", {"zeke": {"job": "work", "post": radio}}),
    ):  # fmt: skip
        yield from step(jobs, replace(crew, refuge=RefugeState(refuge)), given, *answers)


def a_perk_is_torn_down() -> Iterator[str]:
    """p. 10, p. 80"""
    perks = tuple(BuiltPerk(f"b{n}", perk) for n, perk in enumerate(("fences", "bunk-bed")))
    crew = group(member("Mo"), points=40, refuge_state=RefugeState("church", perks))
    yield from step(jobs, crew, {"mo": {"job": "build"}}, "tear-down/b0", "nothing")


def what_is_built_counts_tonight() -> Iterator[str]:
    """p. 80, p. 95: the second who builds sees what the first has built, and so does the attack."""
    crew = group(member("Mo"), member("Lou"), refuge="church", points=60)
    given = {"mo": {"job": "build"}, "lou": {"job": "build"}}
    built = "mo", "fortified-windows", "fences"
    yield from step(post_game, crew, 1, 1, 1, [], given, *built)


def zombies_attack_the_refuge() -> Iterator[str]:
    """p. 66–67, p. 95–96"""
    home = group(member("Mo"), member("Lou"), refuge="church")
    for faces, *more in (((1, 2), 6, "first", (2,)), ((2, 2), 6, "keep"), ((3, 4),)):
        given = (home, night(home, out=("lou",)), (), MO_WATCHES)
        yield from other(zombie_attack, *given, answers=(faces, *more))


def a_refuge_is_lost_or_left() -> Iterator[str]:
    """p. 81–82, p. 96"""
    many = group(member("Ann", gear=("medical-supplies",)), *(member(f"M{n}") for n in range(5)))
    for held, *answers in (
        (True, "gun-shop", "m0"), (True, "stay"), (False, "gun-shop", "m0", "ann", (3, 4), "keep"),
        (False, "mall", "zeke", (1, 1), "keep"),
    ):  # fmt: skip
        given = (many, night(many), held, frozenset[str]())
        yield from other(after_attack, *given, answers=(*answers,))


def the_next_encounter() -> Iterator[str]:
    """p. 81, p. 98"""
    for passed in ((), (PASSED,), (PASSED, PASSED)):
        yield from other(encounter_roll, passed, BOOK, answers=(3, "-1"))


def the_vehicle_the_stranger_and_captives() -> Iterator[str]:
    """p. 104, p. 107"""
    mo = member("Mo", gear=("knife",), skills=("gear-head",))
    crew = group(mo, member("Lou"))
    yield from step(encounter_aftermath, crew, "mo", (1, 5), vehicle=True, encounter="the-escape")
    owned = replace(crew, refuge=RefugeState("church", (BuiltPerk("b", "escape-vehicle"),)))
    yield from step(encounter_aftermath, owned, "mo", (5, 6), vehicle=True, encounter="the-escape")
    for answers in (("yes", "cqc", "academic"), ("no",)):
        yield from step(encounter_aftermath, crew, *answers, stranger_home=True, encounter="rescue")
    captive = group(replace(mo, status="captured"), member("Lou"))
    for fate in ("home", "lost", "declined", "held", "open"):
        taken = (CaptiveRecord("mo", fate), CaptiveRecord("gone", fate))
        yield from step(encounter_aftermath, captive, captives=taken, encounter="rescue")


def gear_changes_hands() -> Iterator[str]:
    """p. 93"""
    armed = group(member("Mo", gear=("revolver", "knife")))
    for moves in ([], [{"do": "move", "item": "mo-1-knife", "to": ""}]):
        yield from step(swap_gear, armed, moves)


def a_whole_sequence() -> Iterator[str]:
    """p. 83–98: a quiet night from its first step to its last."""
    crew = group(member("Mo", gear=("revolver", "knife")), member("Lou"), points=10)
    spent: dict[str, Any] = {"deeds": {"mo": {"spent": ("mo-1-knife",)}}, "out": ("zeke",)}
    yield from step(
        post_game, crew, (3, 4), 1, 1, [], {"mo": {"job": "guard"}}, (4, 5), "stay", 3, **spent
    )


SCENES: tuple[Scene, ...] = (
    a_scavenger_and_a_store_room, an_injury_and_who_helps, injuries_of_all_kinds, two_fall_and_who_comes_first,
    a_leader_dies, a_leader_buys_gear, experience_is_spent, a_level_is_rolled, jobs_are_done, a_perk_is_torn_down,
    what_is_built_counts_tonight, zombies_attack_the_refuge, a_refuge_is_lost_or_left, the_next_encounter,
    the_vehicle_the_stranger_and_captives, gear_changes_hands, a_whole_sequence,
)  # fmt: skip


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_after_a_game(scene: Scene, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(line.rstrip() for line in scene()) + "\n" == snapshot


@pytest.mark.parametrize("seed", range(12))
def test_a_sequence_under_any_pack_is_told_to_its_end(seed: int, tmp_path: Path) -> None:
    """Perks, injuries and numbers that nobody has thought of."""
    random = Random(f"pack {seed}")
    book = made_up_book(tmp_path, random)
    for n in range(4):
        evening = some_evening(random, random.choice((4, 9, 14)), book)
        going, value, after = post_game(evening.group, evening.context), None, None
        while after is None:
            try:
                said, value = going.send(value), None
            except StopIteration as stop:
                after = stop.value.group
                break
            if isinstance(said, Tell):
                assert said.text
                assert "{" not in said.text
            elif isinstance(said, Ask):
                assert said.question
                options = [o for o in getattr(said, "options", ()) if o.key[:5] != "tear-"]
                assert all(option.label for option in options)
                # A Refuge may have a Perk twice: which of both is torn down comes to the same.
                different = {(option.label, option.detail) for option in options}
                assert len(different) == len(options), options
                value = answer(said, Random(f"{seed}/{n}/{said.key}"))
        assert not problems(after, book)
