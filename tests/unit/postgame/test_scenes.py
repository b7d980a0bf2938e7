"""Evenings after a game next to the usual one, and all that is asked and told in them, held as it
was: common words may change.

Where more changed on purpose: `PYTHONPATH=tests python -m unit.postgame.test_scenes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model import recruiting
from lastdays.model.game_record import CaptiveRecord, SupplyToken
from lastdays.model.group import BuiltPerk, Group, Injury, RefugeState
from lastdays.postgame.context import STEPS
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
from lastdays.tabletop.last_days.setup import entrant_of
from store.test_all_that_is_told import FIXTURES, Held
from unit.campaign.evenings import answer, some_evening
from unit.campaign.made_up_packs import made_up_book
from unit.postgame.crew import BOOK, MO_WATCHES, PASSED, built, group, member, night, purchase, run


def shown(ask: Ask | None) -> Iterator[Any]:
    """All that an ask says, and what hangs on it."""
    if ask is not None:
        yield [v for k, v in vars(ask).items() if k not in ("group", "context", "catalogue")]
        yield ask.stake and (ask.stake.labels, ask.stake.wishes)


def tried(start: Callable[..., Any], *answers: Any, steps: tuple[str, ...] = ()) -> Iterator[Any]:
    """Each ask with what hangs on it, answered as far as there are answers; then the story."""
    given: dict[str, Any] = {}
    found = run(start, given, steps)
    for value in answers:
        if (ask := found.pending) is None:
            break
        yield from shown(ask)
        given[ask.key] = value
        found = run(start, given, steps)
    yield from shown(found.pending)
    yield [d.reason for d in found.dropped], found.story
    yield found.result


def alone(step: Callable[..., Any], crew: Group, **game: Any) -> Callable[..., Any]:
    """A step of the evening by itself."""
    return partial(step, crew, night(crew, **game))


def of_supplies() -> Iterator[Any]:
    """p. 67, p. 82, p. 92: a Scavenger and a Store Room."""
    ed = member("Ed", "survivalist", gunsmith="rifle")
    crew = group(ed, refuge="mall", points=4)
    one = (SupplyToken("carried", "ed"),)
    for answers in (
        (6, 11, "keep", 2, 3, "token-1", 6), (6, 11, "row-down", 2, 3, "keep"), (7, 10, "keep", 1, "keep"),
        (7, 7, "column-up"), (2, 2, "row-up", 1), (12, 12, "row-down", 6), (5, 7, "keep", 4, "token-1", 1),
    ):  # fmt: skip
        yield from tried(alone(supplies, crew, tokens=one), *answers)
    held = (SupplyToken("held", "ed"), SupplyToken("claimed"))
    yield from tried(alone(supplies, crew, tokens=held), 5, 7, 1, 5, 7, 2, "token-2", 3)
    yield from tried(alone(supplies, crew, tokens=held), 6, 11, 1, 4)


def of_injuries() -> Iterator[Any]:
    """p. 63, p. 77, p. 84–85: help, captors, what a 12 teaches, who is next."""
    ann, bea = (member(n, "rescue-worker", ("medical-supplies",)) for n in ("Ann", "Bea"))
    maimed = member("Mo", injuries=(Injury("arm-injury"),))
    for mo, *aid in ((member("Mo"),), (member("Mo"), ann), (member("Mo"), ann, bea), (maimed, ann)):
        crew = group(mo, *aid)
        for answers in (
            [(2, 6), "first", (4,), "keep"], [(2, 6), "second", (4,), "keep"],
            [(2, 6), "both", (3, 4), "keep"], [(5, 6), "keep", "keep", 4, "keep", 3],
            [(5, 6), 3], [(5, 6), 4, 3], [(6, 6), 4], [(6, 6), "keep", "keep", 4], [(1, 1)],
            [(1, 2)], [(1, 2), "keep", "keep"], [(2, 2)], [(2, 2), "keep", "keep"], [(3, 6)],
        ):  # fmt: skip
            yield from tried(alone(injuries, crew, out=("mo",)), *answers)
    armed = group(member("Mo", gear=("revolver", "magnum", "club", "knife")), member("Lou"))
    yield from tried(alone(injuries, armed, out=("mo",)), (2, 2), "mo-1-magnum", "mo-2-club")
    yield from tried(alone(injuries, armed, out=("mo", "lou")), "lou", (3, 4), (6, 6), 4)
    context = night(armed, out=("mo",))
    sides = (*context.game.sides, replace(context.game.sides[1], name="Dee"))
    context = replace(context, game=replace(context.game, sides=sides))
    yield from tried(partial(injuries, armed, context), (1, 2), "1")
    yield from tried(alone(injuries, armed, out=("mo",), rival=False), (1, 2), (1, 2), (3, 4))
    yield from tried(
        alone(injuries, armed, out=("zeke",)), (1, 1), {"type": "professional", "name": "Bo"}
    )


def of_experience() -> Iterator[Any]:
    """p. 65, p. 87–91: who is paid, who spends, on what, and what a shift leads to."""
    crew = group(member("Mo", experience=40), member("Lou", level=3, experience=40))
    earned = {"mo": {"zombies": 2, "rivals": 1, "objectives": 1}}
    start = alone(experience, crew, deeds=earned, tokens=(SupplyToken("carried", "mo"),))
    for answers in (
        ("characteristic", 7, "0", 4, "save"), ("characteristic", 8, "1"), ("characteristic", 12, "-3"),
        ("characteristic", 7, "0", 2, "-1"),
        ("cqc", 1, "2"), ("firearms", 2, "-1"), ("save",),
    ):  # fmt: skip
        yield from tried(start, 1, 1, 1, "mo", *answers)
    stayed = {m: {"part": "missing"} for m in ("mo", "lou", "zeke")}
    yield from tried(alone(experience, crew, deeds=stayed), "lou", "save", "save")
    for left, dice in ((0, (3, 4)), (3, (3, "0", 4)), (3, (4, "0")), (3, (8, "-1"))):
        yield from tried(partial(purchase("l", member("Mo"), left).roll, "characteristic"), *dice)
    known = member("Mo", skills=("crowd-control",))
    yield from tried(partial(purchase("l", known, 0).roll, "cqc"), 1, 1, 2)
    yield from tried(partial(purchase("l", member("Mo"), 0).roll, "academic"), 5, "rifle")


def of_jobs() -> Iterator[Any]:
    """p. 10, p. 64, p. 80–82, p. 94–95: what each Job asks and brings."""
    radio, garden = "built-in-1-radio-room", "built-in-0-fenced-off-garden"
    crew = group(member("Mo"), member("Lou"), member("Ann", "survivor"), points=20)
    for refuge, given, *answers in (
        (
            "police-station",
            {"mo": {"job": "work", "post": radio}, "lou": {"job": "build"}},
            "mo",
            5,
        ),
        ("police-station", {"mo": {"job": "work", "post": radio}}, 6),
        ("farm-house", {"mo": {"job": "work", "post": garden}, "lou": {"job": "guard"}}, 1),
        ("farm-house", {"lou": {"job": "build"}}, "armoury"),
        ("farm-house", {"zeke": {"job": "recruit"}}),
        ("farm-house", {"zeke": {"job": "recruit"}}, {"type": "everyday-hero", "name": "Al"}),
        ("farm-house", {"zeke": {"job": "talk", "with": "ann"}, "ann": {"job": "talk"}}, 4, 3),
        ("farm-house", {"zeke": {"job": "talk", "with": "ann"}, "ann": {"job": "talk"}}, 3, 4),
    ):
        home = replace(crew, refuge=RefugeState(refuge))
        yield from tried(alone(jobs, home), given, *answers)
    perks = {**BOOK.perks, "armoury": replace(BOOK.perks["armoury"], ammo_rerolls=1)}
    one = group(
        member("Mo"), points=1, refuge_state=RefugeState("church", (BuiltPerk("b", "armoury"),))
    )
    context = replace(night(one), catalogue=replace(BOOK, perks=perks))
    yield from tried(partial(jobs, one, context), {"mo": {"job": "work", "post": "b"}})
    yield from tried(alone(jobs, one), {"zeke": {"job": "recruit"}})
    perks_built = group(member("Mo"), points=40, refuge_state=built("church", "fences", "bunk-bed"))
    yield from tried(alone(jobs, perks_built), {"mo": {"job": "build"}}, "tear-down/b0", "nothing")


def of_attacks() -> Iterator[Any]:
    """p. 10, p. 66–67, p. 81–82, p. 95–96: the attack, the flight, and leaving by choice."""
    home = group(member("Mo"), member("Lou"), refuge="church")
    tower = partial(zombie_attack, home, night(home, out=("lou",)), (), MO_WATCHES)
    for faces, *more in (((1, 2), 6, "first", (2,)), ((2, 2), 6, "keep"), ((1, 1), 5), ((3, 4),)):
        yield from tried(tower, faces, *more)
    crew = group(member("Mo"), member("Lou"), member("Ann", skills=("sniper",)), refuge="gun-shop")
    yield from tried(partial(zombie_attack, crew, night(crew, out=("mo", "lou")), ("ann",)), (3, 4))
    many = group(member("Ann", gear=("medical-supplies",)), *(member(f"M{n}") for n in range(5)))
    for held, *answers in (
        (True, "gun-shop", "m0"), (True, "stay"), (False, "gun-shop", "m0", "ann", (3, 4), "keep"),
        (False, "mall", "m1", (1, 2), "keep", (3, 4), "keep"), (False, "mall", "zeke", (1, 1), "keep"),
    ):  # fmt: skip
        yield from tried(partial(after_attack, many, night(many), held, frozenset()), *answers)


def of_encounters() -> Iterator[Any]:
    """p. 81, p. 98, p. 104, p. 107: the next Encounter, the vehicle, strangers and captives."""
    for passed in ((), (PASSED,), (PASSED, PASSED)):
        for answers in ((3, "-1"), (1, "1"), (6, "0")):
            yield from tried(partial(encounter_roll, passed, BOOK), *answers)
    mo = member("Mo", gear=("knife",), skills=("gear-head",))
    crew = group(mo, member("Lou"))
    drove = alone(encounter_aftermath, crew, vehicle=True, encounter="the-escape")
    yield from tried(drove, "mo", (1, 5))
    yield from tried(drove, "lou", 5)
    joined = alone(encounter_aftermath, crew, stranger_home=True, encounter="rescue")
    yield from tried(joined, "yes", "cqc", "academic")
    yield from tried(joined, "no")
    captive = group(replace(mo, status="captured"), member("Lou"))
    for fate in ("home", "lost", "declined", "held", "open"):
        taken = (CaptiveRecord("mo", fate), CaptiveRecord("gone", fate))
        yield from tried(alone(encounter_aftermath, captive, captives=taken, encounter="rescue"))


def of_leaders_and_gear() -> Iterator[Any]:
    """p. 12, p. 29, p. 71, p. 86, p. 93: who leads, what they buy, what changes hands."""
    crew = group(member("Sam", "rescue-worker"), member("Mo"), member("N", "survivor"), points=5)
    crew = crew.bury(crew.leader)
    new = partial(new_leader, "l", crew, night(crew))
    yield from tried(new, {"type": "merciless-thug", "name": "Bo"}, "sam")
    yield from tried(new, {"type": "goon"})
    rich = group(points=5)
    yield from tried(partial(arm_leader, "jobs", rich, night(rich)), {"gear": ["revolver"] * 3})
    for bought in (["knife"], ["knife", "scope"], ["revolver"] * 3, [], ["halberd"]):
        for allowed in (True, False):
            answer = {"gear": bought, "allowed": allowed}
            yield from tried(partial(arm_leader, "jobs", rich, night(rich)), answer)
    armed = group(member("Mo", gear=("revolver", "knife")))
    for moves in ([], [{"do": "move", "item": "mo-1-knife", "to": ""}]):
        yield from tried(alone(swap_gear, armed), moves)
    spent = night(armed, deeds={"mo": {"spent": ("mo-1-knife",)}}, out=("zeke",))
    yield from tried(partial(post_game, armed, spent), (3, 4), 1, steps=STEPS)


def under_packs() -> Iterator[Any]:
    """Whole sequences under content packs made up at random: Perks, injuries and numbers that nobody
    has thought of."""
    for seed in range(12):
        random = Random(f"pack {seed}")
        with TemporaryDirectory() as folder:
            book = made_up_book(Path(folder), random)
        for n in range(4):
            evening = some_evening(random, random.choice((4, 9, 14)), book)
            going, value = post_game(evening.group, evening.context), None
            try:
                while True:
                    said, value = going.send(value), None
                    if isinstance(said, Tell):
                        yield said.text
                    elif isinstance(said, Ask):
                        value = answer(said, Random(f"{seed}/{n}/{said.key}"))
                        yield said.key, said.question, [o.key for o in getattr(said, "options", ())]
            except StopIteration as stop:
                after = stop.value.group
                yield after, after.next_encounter, after.refuge
                yield entrant_of(after, book, {}).rerolls, recruiting.given(after, book)


SCENES: Mapping[str, Callable[[], Iterator[Any]]] = {
    scene.__name__: scene
    for scene in (
        of_supplies, of_injuries, of_experience, of_jobs, of_attacks, of_encounters,
        of_leaders_and_gear, under_packs,
    )
}  # fmt: skip


HELD = Held(__doc__, FIXTURES / "evenings.zip", SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_all_of_an_evening_is_as_it_was(name: str) -> None:
    HELD.check(name)


if __name__ == "__main__":
    HELD.write()
