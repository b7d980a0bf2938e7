"""Evenings to fill in a worksheet with: groups, games, and everything a sequence asks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import asdict, replace

from lastdays.model.game_record import Appearance, CaptiveRecord, GameRecord, Side, SupplyToken
from lastdays.model.group import BuiltPerk, Group, Injury, Item, Member, RefugeState, Skill
from lastdays.model.recruiting import Recruit
from lastdays.model.switches import Switches
from lastdays.postgame.context import ASKED, PostGameContext
from lastdays.postgame.jobs import (
    ArrangeJobs,
    ArrangeRecruit,
    BuildJob,
    GuardJob,
    Job,
    RecruitJob,
    Recruitment,
    RestJob,
    TalkJob,
    WorkJob,
    jobs_of,
    posts,
    workers,
)
from lastdays.postgame.leadership import ArrangeArms, ArrangeLeader, Purchase
from lastdays.postgame.sequence import post_game
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Roll, Sum
from lastdays.rulebook import Catalogue
from unit.pdf.placed import PlacedBox
from unit.postgame.crew import BOOK, member

GEAR = {
    "medical-supplies": 0.5,
    "club": 0.5,
    "knife": 0.5,
    "revolver": 0.4,
    "semi-automatic": 0.4,
    "hunting-rifle": 0.2,
}
#: What stands below all injuries, whoever's it is that calls for it.
BELOW = ("injuries/leader/new", "injuries/leader/dismiss/#")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo", "Ned")


def someone(random: Random, n: int) -> Member:
    """A member of any type, with skills, gear, injuries and Experience."""
    kind = random.choice(BOOK.followers())
    skills = [k for k in BOOK.skills if random.random() < 0.06]
    if random.random() < 0.2:
        skills.append("scavenger")
    if random.random() < 0.25:
        skills.append("first-aid-training")
    gear = [key for key, chance in GEAR.items() if random.random() < chance]
    injuries = [k for k in ("arm-injury", "blinded", "shell-shocked") if random.random() < 0.1]
    made = member(
        f"{random.choice(NAMES)}-{n}",
        kind.key,
        tuple(gear),
        experience=random.choice((0, 0, 3, 5, 7, 14)),
        level=random.choice((0, 0, 1, 3)),
        injuries=tuple(Injury(k) for k in injuries),
        adjustments={k: 6 for k in ("S", "E", "C", "FA", "CQC") if random.random() < 0.4},
    )
    known = {s.key for s in made.skills}
    more = tuple(Skill(k) for k in dict.fromkeys(skills) if k not in known)
    return replace(made, skills=(*made.skills, *more))


def some_group(random: Random, size: int, book: Catalogue = BOOK) -> Group:
    """A group of any Refuge with Perks, maybe with captives; its Leader may be one of them."""
    leader = member("Zeke", random.choice(BOOK.leaders()).key, ("revolver", "knife"))
    members = [leader, *(someone(random, n) for n in range(1, size))]
    for n, m in enumerate(members):
        if random.random() < 0.07:
            members[n] = replace(m, status="captured", captor="rivals", captor_name="Carl")
    built = [k for k in book.perks if random.random() < 0.35]
    built += ["fenced-off-garden"] if random.random() < 0.2 else []
    return Group(
        id="g",
        name="Truckers",
        refuge=RefugeState(
            random.choice(sorted(BOOK.refuges)),
            tuple(BuiltPerk(f"p{n}", key) for n, key in enumerate(built)),
            extra_size=random.choice((0, size)),
            extra_spaces=random.choice((0, len(built))),
        ),
        members=tuple(members),
        leader=leader.id,
        points=random.choice((0, 20, 60, 150)),
    )


def edited(group: Group, chance: Random) -> Group:
    """A group as somebody has changed it somewhere else."""
    other = some_group(chance, len(group.members) + 1)
    members = []
    for mine, another in zip(group.members, other.members, strict=False):
        what = chance.randrange(7)
        if what < 4:
            gear = another.gear if what == 1 else mine.gear[what == 2 :]
            mine = replace((mine, another, mine, another)[what], id=mine.id, gear=gear, level=what)
        if what != 5:
            members.append(mine)
    return replace(
        group,
        members=(*members, *other.members[-1:]),
        points=chance.choice((group.points, 7, 8)),
        notes=chance.choice(("", "Noted.", "Two\nlines")),
        stash=chance.choice((group.stash, members[0].gear if members else ())),
        refuge=chance.choice((group.refuge, other.refuge)),
        by_hand=chance.choice(((), ("points",))),
    )


def some_game(random: Random, group: Group) -> GameRecord:
    """A game in which anything may have happened to a group."""
    badly = random.choice((0.0, 0.15, 0.4, 0.9))
    appearances, tokens = [], []
    for m in group.active:
        if random.random() < 0.1:
            appearances.append(Appearance(m.id, part=random.choice(("held-back", "missing"))))
            continue
        out = random.random() < badly
        spent = tuple(i.id for i in m.gear if random.random() < 0.1)
        appearances.append(
            Appearance(m.id, out=out, zombies=random.choice((0, 0, 1, 3)),
                       rivals=random.choice((0, 0, 1)), spent=spent)
        )  # fmt: skip
        if not out and random.random() < 0.35:
            tokens.append(SupplyToken(random.choice(("carried", "held")), m.id))
    tokens += [SupplyToken("claimed")] * random.choice((0, 0, 1, 2))
    captives = tuple(
        CaptiveRecord(m.id, random.choice(("home", "home", "declined", "lost", "held")), m.name)
        for m in group.roster
        if m.status == "captured"
    )
    taken = tuple(
        CaptiveRecord(f"rival-{n}", random.choice(("lost", "declined")), f"Rival {n}",
                      (Item(f"loot-{n}", "knife"),), captor=group.id)
        for n in range(random.choice((0, 0, 1, 2)))
    )  # fmt: skip
    escape = random.random() < 0.3
    mine = Side(
        group.id, group.name, tuple(appearances), tuple(tokens), captives,
        stranger_home=random.random() < 0.25, vehicle=escape,
    )  # fmt: skip
    rivals = [Side("rivals", "Carl", captives=taken), Side("", "Sue")]
    sides = (mine, *rivals[: random.choice((0, 1, 1, 2))])
    return GameRecord("game", 4, "the-escape" if escape else "rescue", sides)


@dataclass(frozen=True)
class Evening:
    """A group and the record that waits for its sequence."""

    group: Group
    context: PostGameContext


def some_evening(random: Random, size: int, book: Catalogue = BOOK) -> Evening:
    """An evening of a group of a size, under a rulebook."""
    group = some_group(random, size, book)
    switches = Switches(
        animals_earn=random.random() < 0.5,
        shift_dice=random.choice(("purchase", "roll")),
        attack_counts_lost=random.random() < 0.5,
    )
    context = PostGameContext(book, switches, some_game(random, group), group.id)
    return Evening(group, context)


def with_effects(evening: Evening, random: Random) -> Evening:
    """The same evening after a game in which tables of the players hurt some, and gave and took."""
    game, mine = evening.context.game, evening.context.side
    some = ("injury", "injury", "misses", "experience 3", "loses knife")
    appearances = tuple(
        replace(one, effects=tuple(random.choices(some, k=random.choice((0, 0, 0, 1, 2)))))
        for one in mine.appearances
    )
    changed = replace(mine, appearances=appearances, effects=("points 4", "gains knife"))
    sides = (changed, *game.sides[1:])
    return Evening(evening.group, replace(evening.context, game=replace(game, sides=sides)))


def asked(evening: Evening, seed: int | Random) -> Iterator[str]:
    """Play a sequence with random answers; yield the key of everything it asks.

    Each ask has dice of its own, so that a new one leaves the answers to all others as they are.
    """
    going = post_game(evening.group, evening.context)
    value: Any = None
    try:
        while True:
            said = going.send(value)
            value = None
            if isinstance(said, Ask):
                if not (isinstance(said, ArrangeJobs) and not workers(said.group, said.context)):
                    yield said.key  # a form without lines takes no writing
                value = answer(said, Random(f"{seed}/{said.key}"))
    except StopIteration:
        return


def answer(ask: Ask, random: Random) -> Any:
    """A random answer, as the procedure is sent it; what is rare happens often."""
    match ask:
        case Roll(dice=dice):
            if ask.key == "attack/roll" and random.random() < 0.8:
                return (1, 1)
            if ask.key.startswith("refuge/") and dice.count == 2 and random.random() < 0.9:
                return random.choice(((1, 1), (1, 1), (1, 3), (5, 6), (5, 6), (5, 6), (6, 6)))
            if "/injury-" in ask.key and dice.count == 2 and random.random() < 0.5:
                return random.choice(((1, 1), (2, 2), (5, 6), (5, 6), (5, 6), (6, 6)))
            if ask.key.split("/")[-1] == "roll" and dice.count == 2 and random.random() < 0.5:
                return random.choice(((1, 2), (2, 2), (1, 3), (5, 6), (5, 6)))
            return tuple(random.randint(1, dice.faces) for _ in range(dice.count))
        case Sum(key=key) if key.endswith("/virus"):
            return random.choice((1, 4, 5, 6))
        case Sum(dice=dice):
            return sum(random.randint(1, dice.faces) for _ in range(dice.count))
        case Choose(key=key) if key.endswith("medical") and random.random() < 0.7:
            return "keep"
        case Choose(options=options) | Draw(options=options):
            return random.choice(options).key
        case ArrangeJobs():
            return some_jobs(ask, random)
        case ArrangeRecruit():
            recruit = Recruit(random.choice(BOOK.followers()).key, "New")
            return random.choice((None, Recruitment(**asdict(recruit), allowed=True)))
        case ArrangeArms():
            return Purchase(("knife",), allowed=True)
        case ArrangeLeader(types=types):
            return Recruit(random.choice(types), "New")
        case Arrange():
            return ask.initial
    raise TypeError(ask.key)


def some_jobs(ask: ArrangeJobs, random: Random) -> dict[str, Job]:
    """A random assignment that the rules allow."""
    group, context = ask.group, ask.context
    able = list(workers(group, context))
    random.shuffle(able)
    free = [p.id for p in posts(group, context.catalogue)]
    random.shuffle(free)
    leader = group.leading
    jobs: dict[str, Job] = {}
    for m in able:
        if m.id in jobs:
            continue
        kinds: Sequence[str] = jobs_of(m, group, context)
        choice = random.choice(kinds)
        others = [o for o in able if o.id not in jobs and o is not m and leader is not None
                  and o.keyword != leader.keyword]  # fmt: skip
        if choice == "work" and free:
            jobs[m.id] = WorkJob(free.pop())
        elif choice == "build":
            jobs[m.id] = BuildJob()
        elif choice == "recruit":
            jobs[m.id] = RecruitJob()
        elif choice == "talk" and leader is m and others:
            jobs[m.id], jobs[others[0].id] = TalkJob(others[0].id), TalkJob()
        else:
            jobs[m.id] = GuardJob() if choice == "guard" else RestJob()
    assert not ask.check(jobs).problems
    return jobs


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = (kind for step in ASKED.values() for kind in step)
    return tuple(
        (kind, re.compile(re.escape(kind).replace(r"\*", "[^/]+").replace(r"\#", "[0-9]+")))
        for kind in kinds
    )


def kind_of_ask(key: str) -> str:
    """Return the kind of an ask by its key; KeyError for one that no sequence asks."""
    for kind, pattern in _patterns():
        if pattern.fullmatch(key):
            return kind
    raise KeyError(key)


@dataclass
class Pencil:
    """Fills in a worksheet from the top: a place is used once for each kind of ask, a line as often
    as there is room for words, and nobody turns back, but from the new Leader below the injuries."""

    places: Sequence[PlacedBox]
    at: int = 0
    used: dict[tuple[int, str], int] | None = None

    def write(self, key: str) -> PlacedBox | None:
        """The place for the answer to an ask, None where there is none from here on."""
        used = self.used = self.used if self.used is not None else {}
        kind = kind_of_ask(key)
        for n in range(self.at, len(self.places)):
            place = self.places[n]
            if kind in place.box.asks and used.get((n, kind), 0) < place.room:
                used[n, kind] = used.get((n, kind), 0) + 1
                if kind not in BELOW:
                    self.at = n
                if kind in ("jobs/assigned", "gear/moves"):  # a whole form: all of its lines
                    while self.at + 1 < len(self.places) and (
                        kind in self.places[self.at + 1].box.asks
                    ):
                        self.at += 1
                return place
        return None
