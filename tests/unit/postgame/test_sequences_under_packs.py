"""Whole post-game sequences under content packs made up at random: what is asked, told and kept is
what the pack says, worked out here once more from its fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdays.model.group import Group
from lastdays.model.refuge_move import given
from lastdays.postgame.encounters import encounter_roll
from lastdays.postgame.jobs import ArrangeJobs, WorkJob, posts
from lastdays.postgame.sequence import post_game
from lastdays.procedure.asks import Ask, Choose, Roll, Sum, Tell
from lastdays.procedure.characteristic_tests import needed_in_words
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Perk
from lastdays.tabletop.last_days.setup import entrant_of
from unit.campaign.evenings import Evening, answer, kind_of_ask, some_evening
from unit.campaign.made_up_packs import made_up_book
from unit.postgame.crew import run

MEMBER = re.compile(r"(?:injuries|refuge)/([^/]+)/infected")


@dataclass
class GameTakenPart:
    """A sequence played to its end: what was asked with its answer, what was told, and the group."""

    asked: dict[str, tuple[Ask, Any]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    after: Group | None = None

    def die(self, key: str) -> int:
        """What was rolled."""
        return int(self.asked[key][1])

    def passed(self, key: str, perk: Perk) -> bool:
        """Whether the Test asked for is that of a Perk, and was passed."""
        ask, die = self.asked[key]
        assert perk.test is not None
        assert needed_in_words(perk.test) in ask.question
        value = int(ask.question.rpartition("+ ")[2].rstrip("."))
        return bool(die + value >= perk.test.target)


def play(evening: Evening, seed: int) -> GameTakenPart:
    """Play a sequence with random answers."""
    going, value, played = post_game(evening.group, evening.context), None, GameTakenPart()
    try:
        while True:
            said, value = going.send(value), None
            if isinstance(said, Tell):
                played.told.append(said.text)
            elif isinstance(said, Ask):
                assert said.key not in played.asked
                value = answer(said, Random(f"{seed}/{said.key}"))
                played.asked[said.key] = said, value
    except StopIteration as stop:
        played.after = stop.value.group
    return played


def worked(played: GameTakenPart, catalogue: Catalogue) -> Iterator[tuple[str, Perk]]:
    """Who worked which Perk."""
    for ask, jobs in played.asked.values():
        if isinstance(ask, ArrangeJobs):
            keys = {post.id: post.key for post in posts(ask.group, catalogue)}
            for member, job in jobs.items():
                if isinstance(job, WorkJob):
                    yield member, catalogue.perks[keys[job.post]]


def holds_for_jobs(played: GameTakenPart, catalogue: Catalogue) -> None:
    """Each worked Perk asks for its own Test and points, and is what the next Encounter knows."""
    gave = []
    towers = []
    for member, perk in worked(played, catalogue):
        test, points = f"jobs/{member}/worked/test", f"jobs/{member}/worked/points"
        if perk.attack_rerolls:
            towers.append((member, perk))
            assert not {test, points} & set(played.asked)
            continue
        assert (test in played.asked) == (perk.test is not None)
        passed = perk.test is None or played.passed(test, perk)
        assert (points in played.asked) == (passed and perk.points is not None)
        if points in played.asked:
            ask = played.asked[points][0]
            assert isinstance(ask, Sum)
            assert ask.dice in (perk.points, perk.points_with_skill)
            earned = played.die(points) + ask.dice.plus
            assert any(f"works the {perk.name}: {earned} Scav" in told for told in played.told)
        if passed and (perk.ammo_rerolls or perk.encounter_shift):
            gave.append(perk)
    holds_for_watch(played, towers)
    after = played.after
    assert after is not None
    fled = "refuge/flee" in played.asked
    kept = [] if fled else gave
    assert Counter(after.next_encounter.worked) == Counter(perk.key for perk in kept)
    assert entrant_of(after, catalogue, {}).rerolls == sum(perk.ammo_rerolls for perk in kept)
    shift = sum(perk.encounter_shift for perk in kept)
    assert given(after, catalogue).encounter_shift == shift
    asked = run(lambda: encounter_roll((after,), catalogue), {"encounter/roll": 3}).pending
    if not shift:
        assert asked is None
    else:
        assert isinstance(asked, Choose)
        offered = {int(option.key) for option in asked.options}
        assert offered == set(range(max(-shift, -2), min(shift, 3) + 1))


def holds_for_watch(played: GameTakenPart, towers: list[tuple[str, Perk]]) -> None:
    """Each in a Watch Tower takes the Test of that Perk, and has as many dice rolled again."""
    begins = accumulate((perk.attack_rerolls for _who, perk in towers), initial=0)
    dice = list(played.asked["attack/roll"][1])
    for n, ((member, perk), begin) in enumerate(zip(towers, begins, strict=False)):
        test = f"attack/watch-tower{f'-{n + 1}' if n else ''}/test"
        assert played.asked[test][0].about == member
        going = played.passed(test, perk)
        for again in range(begin, begin + perk.attack_rerolls):
            suffix = f"-{again + 1}" if again else ""
            choice = f"attack/tower-choice{suffix}"
            assert (choice in played.asked) == going
            if not going:
                continue
            chosen = played.asked[choice][1]
            going = chosen != "keep"
            if going:
                (face,) = played.asked[f"attack/tower-roll{suffix}"][1]
                dice[0 if chosen == "first" else 1] = face
    assert any(f"The zombies attack: {sum(dice)} rolled" in told for told in played.told)
    assert not any(key.startswith(f"attack/watch-tower-{len(towers) + 1}") for key in played.asked)


def holds_for_attack(played: GameTakenPart, catalogue: Catalogue) -> None:
    """The Refuge is overrun on what the pack says."""
    (total,) = (
        int(found[1].replace("−", "-"))
        for told in played.told
        if (found := re.search(r"rolled, (\S+) in all", told))
    )
    overrun = total <= catalogue.number("zombie_attack", "overrun_at_most")
    assert ("refuge/flee" in played.asked) == overrun


def holds_for_supplies(played: GameTakenPart, evening: Evening, catalogue: Catalogue) -> None:
    """Every Store Room's rolls again are offered until one isn't wanted, and stand."""
    tokens = len(evening.context.side.tokens)
    keys = [
        *catalogue.refuges[evening.group.refuge.key].built_in,
        *(perk.key for perk in evening.group.refuge.built),
    ]
    if played.asked.get("encounter/vehicle-test/test") and any(
        "new Perk" in t for t in played.told
    ):
        keys.append(catalogue.encounters[evening.context.game.encounter].perk)
    again = sum(catalogue.perks[key].rerolls_supplies for key in keys) if tokens else 0
    points = {f"token-{n}": played.die(f"supplies/token-{n}/points") for n in range(1, tokens + 1)}
    plus = sum(
        played.asked[f"supplies/{token}/points"][0].dice.plus  # type: ignore[attr-defined]
        for token in points
    )
    going = True
    for n in range(1, again + 1):
        suffix = f"-{n}" if n > 1 else ""
        assert (f"supplies/store-room{suffix}" in played.asked) == going
        if going:
            chosen = played.asked[f"supplies/store-room{suffix}"][1]
            going = chosen != "keep"
            if going:
                points[chosen] = played.die(f"supplies/{chosen}/again{suffix}")
    assert f"supplies/store-room-{again + 1}" not in played.asked
    if tokens:
        brought = sum(points.values()) + plus
        assert any(t.startswith(f"{brought} Scavenge Point") for t in played.told)


def holds_for_injuries(played: GameTakenPart, catalogue: Catalogue) -> None:
    """A limb is rolled for where the virus comes to that; one arm keeps as many as are said."""
    first = catalogue.injuries["infected"].first
    for key, (_ask, die) in played.asked.items():
        if key.endswith("/virus"):
            moved = played.asked.get(f"{key}-medical", (None, "keep"))[1]
            if moved == "keep":
                limb = f"{key.removesuffix('virus')}limb"
                comes = first["1-3"] if die <= 3 else first["4-6"]
                assert (limb in played.asked) == (comes == "amputated")
    most = catalogue.injuries["arm-injury"].weapons_most
    assert most is not None
    after = played.after
    assert after is not None
    for who in after.active:
        if who.injured("arm-injury") and not who.newcomer:
            new = [i for i in who.injuries if i.key == "arm-injury" and i.game == 4]
            guns = [i for i in who.gear if i.key in catalogue.firearms]
            if new and who.id != after.leader:
                assert len(guns) <= most
                assert len([i for i in who.gear if i.key in catalogue.close_combat]) <= most


def holds_for_experience(played: GameTakenPart, catalogue: Catalogue) -> None:
    """Surviving pays what the pack's dice come to, and that is told."""
    for key, (ask, die) in played.asked.items():
        if key.endswith("/survived"):
            assert isinstance(ask, Sum)
            assert ask.dice == catalogue.survived
            pays = die + catalogue.survived.plus
            said = (f"survived {pays})", f"gains {pays} Experience (survived)")
            assert any(part in told for told in played.told for part in said)
        if key.endswith("/experience"):
            assert isinstance(ask, Sum)
            assert any(i.experience == ask.dice for i in catalogue.injuries.values())
            assert any(f"gains {die + ask.dice.plus} Experience" in t for t in played.told)


def hold(evening: Evening, seed: int) -> GameTakenPart:
    """Play an evening, and hold every step of it against its rulebook."""
    catalogue = evening.context.catalogue
    played = play(evening, seed)
    for key, (ask, _value) in played.asked.items():
        assert kind_of_ask(key)
        assert isinstance(ask, Ask | Roll)
    if "attack/roll" in played.asked:
        holds_for_jobs(played, catalogue)
        holds_for_attack(played, catalogue)
    holds_for_supplies(played, evening, catalogue)
    holds_for_injuries(played, catalogue)
    holds_for_experience(played, catalogue)
    return played


@pytest.mark.parametrize(
    "seeds", [range(12), pytest.param(range(12, 400), marks=pytest.mark.sweep)], ids=("few", "many")
)
def test_sequences_under_made_up_packs_are_what_the_packs_say(
    tmp_path: Path, seeds: Iterable[int]
) -> None:
    ever: set[str] = set()
    for seed in seeds:
        random = Random(f"pack {seed}")
        book = made_up_book(tmp_path, random)
        for n in range(8):
            evening = some_evening(random, random.choice((4, 9, 14)), book)
            ever.update(map(kind_of_ask, hold(evening, seed * 100 + n).asked))
    assert {
        "jobs/*/worked/test",
        "jobs/*/worked/points",
        "attack/watch-tower-#/test",
        "attack/tower-roll-#",
        "supplies/token-#/again-#",
        "injuries/*/keep-blade",
        "injuries/*/infected/virus",
        "injuries/*/infected/limb",
    } <= ever
