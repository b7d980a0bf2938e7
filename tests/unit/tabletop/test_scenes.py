"""Tables of Last Days next to the usual one, and all that is shown, asked and said at them, held as
it was: common words may change.

Where more changed on purpose: `PYTHONPATH=tests python -m unit.tabletop.test_scenes`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.group import Injury, Item
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import Entrant
from lastdays.tabletop.last_days.turn import PHASES
from lastdays.tabletop.view import ButtonView, Play, Tap
from store.test_all_that_is_told import FIXTURES, Held
from unit.tabletop import playing as plays
from unit.tabletop.declaring import NAMES, Party
from unit.tabletop.playing import Match, acting, carl, duel, fighting, member, shooting, side, zeke
from unit.tabletop.test_all_that_is_shown import table
from unit.tabletop.test_declared import CHOICES

SHOT = {"gun": "A1.g1", "target": "B1"}
HEAD = {"gun": "A1.g1", "target": "Z1"}
FIGHT = {"attacker": "A1", "defender": "B1", "arms": "A1.b1", "guard": "B1.b1"}
CUT = {"attacker": "A1", "defender": "Z1", "arms": "A1.b1", "guard": ""}
BITE = {"attacker": "Z1", "defender": "A1", "arms": "", "guard": "A1.b1"}


def whole(match: Match) -> Iterator[Any]:
    """All that is shown of a table."""
    pieces = iter(match.state.pieces)
    yield from table(LastDays(match.rules), match.state, pieces, random.Random(1))


def around(match: Match, *sheets: str) -> Iterator[Any]:
    """The board, the bar and what is due, and the sheets of some pieces, with what each tap there
    does."""
    game = LastDays(match.rules)
    yield game.board(match.state, ""), game.bar(match.state), game.guide(match.state)
    yield [game.next(match.state, help) for help in game.helps]
    for piece in sheets:
        yield game.board(match.state, piece).foot, game.hand(match.state, piece, "B1")
        found = game.sheet(match.state, piece, "guided")
        yield found, game.sheet(match.state, piece, "tokens")
        for section in found.sections if found is not None else ():
            for item in section.items:
                if isinstance(item, ButtonView) and isinstance(item.act, Tap) and not item.why_not:
                    before = match.state
                    yield from tapped(match, item.act.what, **item.act.args)
                    match.state = before


def form(match: Match, name: str, about: str, **chosen: str) -> Any:
    """What is declared before dice are thrown."""
    return LastDays(match.rules).form(match.state, name, about, chosen)


def tried(match: Match, play: str, *answers: Any, **args: Any) -> Iterator[Any]:
    """What a procedure asks and says, and all that it changes; nothing of it stays."""
    before = match.state
    try:
        yield match._add(plays.start(match.state, match.rules, play, args))
        for given in (*answers, None):
            if (now := plays.standing(match.state, match.rules)) is None:
                break
            yield now
            if given is not None:
                yield match._add(plays.answer(match.state, match.rules, given, "typed"))
    except RuleError as error:
        yield str(error)
    yield before.diff(match.state)
    match.state = before


def tapped(match: Match, what: str, **args: Any) -> Iterator[Any]:
    """What is said of a tap and all that it changes, which stays."""
    before = match.state
    try:
        event = plays.tap(match.state, match.rules, what, **args)
        yield event and match._add(event)
    except RuleError as error:
        yield str(error)
    yield before.diff(match.state)


def roles(*defenders: Any, encounter: str = "bushwhack", perks: tuple[str, ...] = ()) -> Match:
    """Zeke and Mo attack Carl and others."""
    return Match(
        side("T", zeke(), member("Mo"), group="g", role="attacker"),
        side("C", carl(), *defenders, group="h", role="defender", perks=perks),
        encounter=encounter,
    )


# How a table looks


def phases() -> Iterator[Any]:
    """p. 39–57: each step of a turn, with somebody in each state."""
    match = duel(zeke=zeke(gear=("semi-automatic", "knife", "booze"), skills=("sprinter",)))
    game = LastDays(match.rules)
    yield game.name, game.helps, game.step_names(match.state)
    yield from whole(match)
    for n, phase in enumerate(PHASES[1:]):
        match.set("A1", noise=n, damage=1)
        match.set("A1.g1", ammo=n)
        match.to(phase)
        yield from whole(match)
        match.tap("mark", piece=("A1", "A2", "B1")[n % 3], name="acted")
        yield from around(match, "A1")


def states() -> Iterator[Any]:
    """p. 36–59, p. 60, p. 70: what lies beside a model, what it has done, where it has gone; a
    skill whose content pack is gone."""
    gear = ("revolver", "magnum", "knife", "noisemaker", "assault-armour")
    match = duel(zeke=zeke(gear=gear, skills=("sprinter",)))
    match.set("A1", skills=("sprinter", "gone"))
    match.action()
    for values in (
        {"ap": 0},
        {"ap": 3, "sprint": 1, "panicked": True, "carries": "token", "booze": True},
        {"locked": True, "locked_turn": 1, "ran": True, "acted": True, "fired": True},
        {"fought": True, "e_shots": 4, "armour": "Riot Shield", "load": 1},
        {"out": True, "out_by": "zombie"},
        {"out": True, "out_by": "B1"},
        {"away": True, "brought": "token"},
        {"part": "held-back"},
        {"part": "missing"},
    ):
        before = match.state
        match.set("A1", **values)
        yield from around(match, "A1")
        match.set("table", active="A1")
        yield from around(match, "A1")
        match.state = before
    match.set("A1.g1", ammo=3, empty=True)
    match.set("A1.g2", gone=True)
    match.touch("A1", "Z1")
    match.set("Z1", knock=2, ap=1, token=True, acted=True, DC=2, damage=1)
    match.set("A", role="defender", rerolls=3, broke=True)
    match.set("A2", away=True, brought="token")
    match.set("table", vehicle=True, repairs=2)
    yield from around(match, "A1", "A2", "Z1", "A", "table")
    match.set("Z1", dead=True)
    match.set("table", started="A1")
    yield from around(match, "Z1")


def acts() -> Iterator[Any]:
    """p. 47–49, p. 64–71: what an active model is offered, what it costs, why it may not."""
    skills = ("free-runner", "sprinter", "tag-team", "entry-man", "ambushers", "gear-head")
    gear = ("revolver", "semi-automatic", "noisemaker", "climbing-gear")
    match = Match(
        side("T", zeke(gear=gear, skills=skills), member("Mo"), member("Ed")),
        side("C", carl()),
        encounter="the-escape",
    )
    yield from tried(match, "ambush", "A1", "A2", "nobody", 6, 3, figure="A1")
    yield from tried(match, "ambush", "A1", "A2", "A3", 3, 3, 5, figure="A1")
    for sort in ("door", "alarm", "door", "ladder", "fire"):
        match.tap("place", sort=sort)
    match.set("T3", sturdy=True)
    match.set("A1.g1", ammo=1)
    match.set("A2", carries="token")
    match.action()
    yield from whole(match)
    match.go("activate", "no", figure="A1")
    yield from whole(match)
    for action, *answers in (
        ("move", "3"), ("run", "3"), ("difficult", "2"), ("climb", "1"), ("jump",), ("long-jump",),
        ("door", "T1"), ("door", "other"), ("locked-and-loaded",), ("reload",), ("noisemaker",),
        ("climbing-gear",), ("leave",), ("tag-team", "A2", 3), ("tag-team", "A2", 2),
        ("entry-man", "T1", 2), ("entry-man", "T1", 1), ("entry-man", "other", 2), ("dance",),
        *(("interact", *said) for said in (("token",), ("take/A2",), ("objective",), ("other",))),
        ("interact", "vehicle", (1, 4)), ("interact", "vehicle", (4, 6)),
    ):  # fmt: skip
        yield from tried(match, "act", *answers, figure="A1", action=action)
    match.set("A1", carries="token")
    match.set("table", repairs=6, tokens=0)
    yield from tried(match, "act", figure="A1", action="interact")
    match.set("A1", ap=0, ran=True)
    yield from around(match, "A1")
    match.set("A1", ap=9, skills=())
    yield from tried(match, "act", "vehicle", 4, figure="A1", action="interact")
    match.tap("finish", figure="A1")
    yield from tried(match, "activate", "yes", 6, figure="B1")
    dog = acting(duel(mo=member("Rex", "dog", injuries=(Injury("leg-injury"),))), "A2")
    yield from around(dog, "A2")
    match.set("table", encounter="gone", after="A2")
    yield from around(match, "A1")


def encounters() -> Iterator[Any]:
    """p. 34, p. 80–82, p. 98–107: before the game, with roles and without."""
    for encounter in ("scavengers", "bushwhack", "rescue", "home-defense", "the-escape"):
        perks = ("fences", "solid-structure", "reinforced-doors")
        open_match = Match(
            side("T", zeke(), member("Mo")),
            side("C", carl(), *map(member, ("Al", "Bo", "Cy")), perks=perks),
            encounter=encounter,
        )
        yield from (whole if encounter == "rescue" else around)(open_match)
        yield from tried(open_match, "sides")
        yield from tapped(open_match, "defend", defender="B")
        yield from around(open_match, "A", "B", "B4", "table")
        yield from tried(open_match, "fences", 2)
        yield from tapped(open_match, "arrive", figure="B4")
        for figure in open_match.state.figures("B"):
            open_match.set(figure.id, part="deployed")
        yield from around(open_match)
        alone = Match(side("T", zeke()), encounter=encounter)
        yield from around(alone, "A")
        alone.action(defender="A")
        yield from around(alone, "A")
    edge = Match(side("T", zeke()), side("C", carl()), encounter="massacre-site")
    yield from whole(edge)
    yield from tried(edge, "roll-off", 3, 3, 2, 5, teams=["A", "B"])
    gone = duel()
    gone.set("table", encounter="gone")
    yield from around(gone)
    item = Item("s", "silencer")
    first, second = zeke(gear=("revolver", "magnum")).gear
    silenced = duel(zeke=replace(zeke(), gear=(replace(first, attached=(item,)), second)))
    for _n in range(2):
        yield from around(silenced, "A1")
        yield from tapped(silenced, "silence", gun="A1.g1")
    selfish = Match(side("T", zeke()), Entrant("C", (carl(), zeke()), leader="carl"),
                    encounter="bushwhack")  # fmt: skip
    yield from tried(selfish, "sides")


def captives() -> Iterator[Any]:
    """p. 36, p. 104: who is rescued, by name."""
    ann = replace(member("Annabelle-Louise X."), status="captured", captor="h")
    match = Match(
        side("T", zeke(), member("Mo"), group="g", role="attacker", captured=(ann,)),
        side("C", replace(carl(), name="Carl-Friedrich the Elder"), group="h", role="defender"),
        encounter="rescue",
    )
    yield from whole(match)
    acting(match)
    for place in ("table", "A1", "A2", "B1", "off"):
        match.set("P1", place=place, brought="A2" if place == "off" else "")
        yield from around(match, "A1", "A2", "B1", "P1")
        yield from tried(match, "act", "captive/P1", figure="A1", action="interact")
    rescue = Match(
        side("T", zeke(), group="g", captured=(replace(ann, captor="k"),)),
        side("C", carl(), group="h"),
        side("D", member("Dee"), group="k"),
        encounter="rescue",
    )
    yield from around(rescue, "A", "C")
    match.to("shooting")
    yield form(match, "shot", "A1", target="B1")
    match.touch("A1", "B1")
    yield from around(match, "A1")


def a_crowd() -> Iterator[Any]:
    """Thirty models with long names, and a side of which nobody came."""
    name = "Bartholomew Featherstonehaugh-Cholmondeley the Younger of the Northern Bypass"
    crowd = [member(f"{name} {n}", "gang-member", ("revolver",)) for n in range(15)]
    match = Match(side("Truckers", *crowd), side("Crew", *crowd))
    while len(match.state.zombies) < 20:
        match.tap("zombie")
    match.touch("A1", "B1")
    yield from around(match, "A1", "B15", "Z20")
    for piece in [p for p in match.state.pieces if p.startswith("B") and p != "B"]:
        match.state = match.state.without(piece)
    yield from around(match, "B")


# What is declared, asked and said


def shots() -> Iterator[Any]:
    """p. 35, p. 49–53, p. 61–71."""
    for bearer, shot, *throws in (
        (zeke(), SHOT, (), (4, 2), (3,), (4, 6)),
        (zeke(), HEAD, (3, 5), (3, 4), (2,)),
        (zeke(), {**SHOT, "vehicle": "?"}, (1, 6), (1, 5)),
        (zeke(), {**SHOT, "cover": "cover"}, (4,), (5, 1)),
        (zeke(skills=("double-tap", "fire-and-maneuver")), SHOT, (6, 1, "yes", 1), (6, 3, "no")),
        (zeke(gear=("fire-bomb",)), SHOT, (6, "Z1", "nobody", 1, 4)),
        (zeke(gear=("fire-bomb",)), {**SHOT, "target": "ground"}, (4, "nobody"), (3,)),
        (zeke(gear=("thrown-explosive",)), SHOT, (6, "Z1", "A2", "nobody", 6, 4, 6)),
        (zeke(gear=("pump-action-shotgun",)), {**HEAD, "close": True}, (1, 5)),
        (zeke(gear=("hunting-rifle",), skills=("sniper",)), {**HEAD, "step": 1}, (5, 4)),
        (zeke(gear=("minigun",)), SHOT, (6, 6)),
    ):
        for answers in throws:
            yield from tried(shooting(duel(zeke=bearer)), "shoot", *answers, **shot)
    for gear in (
        ("revolver",),
        ("fire-bomb",),
        ("pump-action-shotgun",),
        ("semi-automatic", "revolver"),
    ):
        match = shooting(duel(zeke=zeke(gear=gear, skills=("gunfighter",))))
        for chosen in ({}, {"target": "B1"}, {"target": "Z1"}, {"target": "ground"},
                       {"target": "B1", "cover": "cover"}, {"target": "B1", "step": "2"},
                       {"target": "Z1", "close": "yes"}, {"target": "B1", "two": "yes"}):  # fmt: skip
            yield form(match, "shot", "A1", **chosen)
        match.set("A1.g1", shots=1)
        yield form(match, "shot", "A1", target="B1")
        yield from around(match)
    for sort in ("alarm", "door"):
        match.tap("place", sort=sort)
    yield [form(match, "shot", "A1", target="Z1", vehicle=at) for at in ("", "T1", "new")]
    match = shooting(duel())
    for skill, damage, endurance in ((7, 0, 3), (6, 1, 6), (5, 2, 1), (1, 0, 0), (0, 0, 6)):
        match.set("A1", FA=skill)
        match.set("B1", damage=damage, e_shots=endurance)
        match.set("Z1", DC=2, damage=damage % 2)
        match.set("A1.g1", lobotomizer=damage)
        yield form(match, "shot", "A1", target="B1"), form(match, "shot", "A1", target="Z1")
        yield from tried(match, "shoot", 6, 2, **SHOT)
    match.go("shoot", **SHOT)
    yield form(match, "shot", "A1", target="B1"), form(match, "shot", "Z9")
    match.tap("phase", phase="action")
    yield form(match, "shot", "A1", target="B1")
    nobody = Match(side("T", zeke()))
    for zombie in nobody.state.zombies:
        nobody.state = nobody.state.without(zombie.id)
    nobody.to("shooting")
    yield form(nobody, "shot", "A1")


def tokens() -> Iterator[Any]:
    """p. 47, p. 49–50, p. 67: Locked and Loaded, and who is aware of it."""
    gear, aware = (
        ("semi-automatic", "revolver", "fire-bomb"),
        carl(skills=("situational-awareness",)),
    )
    match = duel(zeke=zeke(gear=gear, skills=("gunfighter",)), carl=aware)
    match.action()
    match.set("A1", locked=True, locked_turn=1)
    yield form(match, "locked", "A1")
    for of in ("A2", "B1"):
        match.set("table", active=of)
        yield from around(match, "A1")
        yield [form(match, "locked", "A1", target=of, gun=g) for g in ("A1.g1", "A1.g3")]
    yield form(match, "locked", "B1")
    for snaps, shots in ((0, 0), (1, 0), (0, 1), (2, 0)):
        match.set("A1.g1", snaps=snaps, shots=shots)
        yield from around(match, "A1")
        yield from tried(match, "shoot", 6, 1, 5, 2, **SHOT, locked=True)
        yield from tried(match, "shoot", 3, 4, 5, 2, **SHOT, locked=True)
    match.set("A1.g1", snaps=0, shots=0)
    match.touch("A2", "B1")
    yield from around(match, "A1")


def fights() -> Iterator[Any]:
    """p. 10, p. 55–57, p. 61–69."""
    skills = ("disarm", "subdue", "crowd-control")
    for pairs, fight, *throws in (
        ([("A1", "B1")], FIGHT, (3, 4, 2), (2, 4), (6, 1, 6)),
        ([("A1", "Z1")], CUT, (3, 4, 3), (3, 4, 4)),
        ([("A1", "B1"), ("A1", "Z1")], FIGHT, (3, 4, 2)),
        ([("A1", "B1"), ("A1", "Z1"), ("A1", "Z2")], FIGHT, (3, 4, 2)),
        ([("A1", "B1")], {**FIGHT, "arms": "A1.b0", "attacker_near": True}, (6, 1, 1)),
    ):
        for answers in throws:
            yield from tried(fighting(duel(), *pairs), "fight", *answers, **fight)
        match = fighting(duel(zeke=zeke(skills=skills)), *pairs)
        yield from around(match, "A1", "Z1")
        for chosen in (
            {},
            {"defender": "Z1"},
            {"defender": "B1"},
            {"defender": "B1", "near": "yes"},
        ):
            yield form(match, "fight", "A1", **chosen)
        yield from tried(match, "fight", 6, 1, "disarm", 1, **fight)
        yield from tried(match, "fight", 6, 1, "disarm", 2, **fight)
        yield from tried(match, "subdue", 3, 3, figure="A1")
        yield from tried(match, "subdue", 1, 6, figure="A1")
    match = fighting(duel(mo=member("Mo", skills=("frontline-fighter",))), ("A1", "B1"))
    yield form(match, "fight", "A1")
    match.set("A1", fought=True, CQC=1)
    match.touch("A1", "Z1")
    yield from around(match, "Z1")
    yield [form(match, "fight", about) for about in ("Z1", "A1", "A2")]
    yield from tried(match, "fight", 6, 1, 6, **BITE)
    yield from tried(match, "fight", 3, 3, **BITE)
    armed = fighting(duel(zeke=zeke(gear=("chainsaw",))), ("A1", "B1"), ("A1", "Z1"))
    yield from tried(armed, "fight", 6, 1, attacker="A1", defender="B1")
    yield from tried(armed, "fight", 6, 1, attacker="A1", defender="Z1")


def doors_and_fires() -> Iterator[Any]:
    """p. 35, p. 47, p. 70, p. 82."""
    match = roles(encounter="home-defense", perks=("reinforced-doors",))
    fighting(match)
    yield from around(match, "Z1", "T1")
    for die in (1, 4, 5):
        yield from tried(match, "beat-door", die, zombie="Z1", door="T1")
    match.set("T1", damage=2)
    yield from tried(match, "beat-door", 1, zombie="Z2", door="T1")
    match.touch("A1", "Z1")
    match.set("Z2", fought=True)
    yield from around(match, "Z1", "Z2", "Z3")
    yield [form(match, "door", about) for about in ("Z1", "Z3", "A1")]
    match.set("Z3", dead=True)
    yield form(match, "door", "Z3")
    match = duel()
    match.set("A2", away=True)
    yield [
        form(match, name, about) for name, about in (("fall", "A1"), ("fall", "A2"), ("door", "Z1"))
    ]
    yield form(match, "dance", "A1"), form(match, "out", "table"), form(match, "fight", "Z9")
    for sort in ("fire", "door", "fire", "alarm", "noisemaker", "ladder", "other", "fire"):
        yield from tapped(match, "place", sort=sort)
    match.set("T1", lobotomizer=1)
    match.set("T2", open=True, damage=1)
    yield from whole(match)
    for args in ({"figure": "A1", "strength": 2}, {"figure": "A1", "thing": "T1"},
                 {"figure": "Z1", "strength": 6}, {"figure": "Z1", "thing": "T1"}):  # fmt: skip
        for die in (1, 3, 4, 6):
            yield from tried(match, "hurt", die, **args)
    match.action()
    yield from tried(match, "activate", "yes", 3, "yes", 6, figure="A1")
    yield from tried(match, "activate", "no", "yes", 6, figure="A1")
    match.set("table", phase="zombies", rolled_off=("A", "B"), active="")
    yield from tried(match, "start-zombie", "yes", 2, "yes", 6, zombie="Z1")
    yield from tapped(match, "set-off", vehicle="T4")
    match.to("end")
    yield from tapped(match, "next")


def menace() -> Iterator[Any]:
    """p. 40–41, p. 59–61, p. 66, p. 77, p. 80, p. 99."""
    for noise, dice in ((2, (4, 5)), (7, (5, 6))):
        match = duel()
        match.tap("place", sort="noisemaker")
        match.set("A1", noise=noise)
        match.set("A1.g1", ammo=2)
        match.to("noise")
        yield from around(match, "A1")
        for die in dice:
            yield from tried(match, "noise", die, who="A1")
        yield from tapped(match, "next")
        yield from around(match, "A1")
        for die in (3, 4):
            yield from tried(match, "ammo", die, gun="A1.g1")
        yield from tapped(match, "next")
        yield from around(match, "Z1")
        yield from tried(match, "roll-off", 3, 3, 2, 4, teams=["A", "B"])
        match.go("roll-off", 4, 1, teams=["A", "B"])
        match.set("Z2", acted=True, knock=1)
        match.set("Z3", knock=9)
        yield from around(match, "Z1", "Z2")
        yield from tried(match, "start-zombie", zombie="Z1")
        down = match.state
        match.go("start-zombie", zombie="Z3")
        yield from around(match, "Z3")
        match.state = down
        match.go("start-zombie", zombie="Z1")
        yield from around(match, "Z1", "Z3")
        yield from tapped(match, "zombies-done")
        yield from around(match)
        yield from tapped(match, "next")
    spare = Match(side("T", zeke(), rerolls=2), side("C", carl()))
    spare.set("A1.g1", ammo=2)
    spare.to("ammo")
    yield from tried(spare, "ammo", 4, "yes", 3, gun="A1.g1")
    for encounter in ("bushwhack", "rescue"):
        held = roles(member("Lou"), encounter=encounter)
        held.set("B2", part="held-back")
        held.set("A1", noise=7)
        held.to("noise")
        yield from tried(held, "noise", "zombie", 6, "B2", who="A1")
    for skills in ((), ("inspirational-presence",), ("leader",)):
        match = duel(mo=member("Mo", skills=skills))
        for one, *answers in (
            ("A1", 2, 3),
            ("A1", "1", 2, 3),
            ("A2", "yes", 3, 3),
            ("A2", "no", 3, 3),
        ):
            yield from tried(match, "contact", *answers, one=one, other="Z1")
        yield from tried(match, "horror", "1", 3, 3, figure="A1", zombie="Z1")
        yield form(match, "contact", "A1"), form(match, "out", "A1"), form(match, "out", "Z1")
        match.touch("A1", "B1")
        match.tap("out", figure="A2", by="B1")
        match.tap("zombie-down", zombie="Z1", by="")
        yield form(match, "contact", "A1"), form(match, "out", "A2"), form(match, "out", "Z1")


def initiative_and_breaking() -> Iterator[Any]:
    """p. 10, p. 45–46, p. 57, p. 67, p. 69."""
    sharp: dict[str, Any] = {"skills": ("tactical-acumen",)}
    for match in (duel(), duel(zeke=zeke(**sharp)), duel(mo=member("Mo", **sharp))):
        match.to("action")
        yield from around(match)
        yield from tried(match, "initiative", 4, 3, 5, 1, "aggressor")
        yield from tried(match, "initiative", (1, 5), 4, (2, 2), 6, "defender")
        yield from tried(match, "initiative", "yes", (1, 6), 1, "aggressor")
    for skills, turn in (((), 1), (("rallying-cry",), 1), ((), 3)):
        match = Match(side("T", zeke(skills=skills), member("Mo"), member("Ed")), side("C", carl()))
        match.action()
        match.tap("out", figure="A2", by="")
        match.to("end")
        match.set("table", turn=turn)
        yield from around(match, "A")
        for answers in ((4,), (5,), (5, "yes", 1), (5, "no"), ("hold", 4), ("flee",)):
            yield from tried(match, "breaking", *answers, team="A")
    led = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    led.action()
    led.tap("out", figure="A1", by="B1")
    yield from around(led, "A1", "A3")
    yield from tried(led, "leader", "A3", team="A")
    yield from tapped(led, "leads", figure="A3")


def by_hand() -> Iterator[Any]:
    """p. 36–41, p. 53, p. 75–79, p. 87; ruling 33: what is counted, marked and named by a tap."""
    bearer = zeke(gear=("revolver", "fire-bomb", "booze", "noisemaker", "tactical-vest"))
    match = duel(zeke=bearer)
    match.set("A1", noise=3, rivals=2, zombies=2)
    match.to("noise")
    count = [("A1", "noise", -2), ("A1", "noise", 2), ("A1", "noise", -9), ("A1", "damage", 1),
             ("A1.g1", "ammo", 1), ("A2", "ap", -1), ("Z1", "ap", -1), ("B1", "damage", 4),
             ("B1", "damage", -1), ("table", "tokens", 1), ("A1", "DC", 1), ("A1.g1", "noise", 1),
             ("A1.b1", "heavy", 1), ("Z9", "ap", 1)]  # fmt: skip
    for piece, name, amount in count:
        yield from tapped(match, "count", piece=piece, name=name, amount=amount)
    for piece, name in (("A1", "acted"), ("A1", "acted"), ("A1.g1", "empty"), ("A1.g1", "gone"),
                        ("A1.g2", "gone"), ("A1.g2", "gone"), ("A1", "booze"), ("A1", "locked"),
                        ("Z1", "token"), ("Z1", "run"), ("A1", "gone"), ("nobody", "locked")):  # fmt: skip
        yield from tapped(match, "mark", piece=piece, name=name)
    yield from around(match, "A1")
    for what, args in (
        ("out", {"figure": "B1", "by": "A1"}), ("credit", {"figure": "B1", "by": "A2"}),
        ("credit", {"figure": "B1", "by": "zombie"}), ("back", {"figure": "B1"}),
        ("out", {"figure": "A2", "by": ""}), ("back", {"figure": "A2"}),
        ("carry", {"figure": "A1", "load": "token"}), ("leave", {"figure": "A1"}),
        ("leave", {"figure": "A1"}), ("back", {"figure": "A1"}),
        ("zombie-down", {"zombie": "Z1", "by": "A1"}), ("zombie-up", {"zombie": "Z1"}),
        ("zombie-down", {"zombie": "Z2", "by": ""}), ("zombie", {}),
        ("rename", {"piece": "Z1", "name": "  Grandpa  " + "7" * 50}),
        ("rename", {"piece": "A1", "name": "Zed"}), ("rename", {"piece": "Z2", "name": " "}),
        ("rename", {"piece": "Z2", "name": "Zombie 2"}), ("roles", {"aggressor": "B"}),
        ("stay-away", {"figure": "A2", "part": "held-back"}),
        ("stay-away", {"figure": "A2", "part": "missing"}), ("arrive", {"figure": "A2"}),
        *[("use-up", {"figure": "A1", "item": f"zeke-{i}"}) for i in ("3-noisemaker", "2-booze", "3-noisemaker")],
        ("part", {"one": "A1", "other": "B1"}),
        ("phase", {"phase": "tea"}), ("phase", {"phase": "shooting"}), ("next", {}),
        ("leads", {"figure": "A2"}),
    ):  # fmt: skip
        yield from tapped(match, what, **args)
    yield from around(match, "A1", "A2", "B1", "Z1")
    match.tap("out", figure="B1", by="A1")
    match.set("B1", damage=1)
    for amount in (9, -1):
        yield from tapped(match, "count", piece="B1", name="damage", amount=amount)


# Other games


def seen(game: Party, *units: str) -> Iterator[Any]:
    """All that is shown of a declared game, and the sheets of some pieces."""
    yield game.game.board(game.setting), game.game.bar(game.setting), game.game.guide(game.setting)
    yield [game.game.sheet(game.setting, unit) for unit in units]


def other_games() -> Iterator[Any]:
    """Limits, what is hidden, who is dead, why a move is barred, an open roll, and the end."""
    for key, chosen in (
        ("zombies", {}), ("zombies", {"scenario": "rescue"}), ("last-night", {}), ("last-one-alive", {}),
        ("last-one-alive", {"dice": "20", "tokens": "15"}), ("zombie-town", {}),
    ):  # fmt: skip
        game = Party(GAMES[key], 3, **chosen)
        yield from seen(game, "p1", "p2", "table", "g99")
        game.tap("next", anyway=True)
        yield from seen(game, "p1", "p2")
    walls = Party(GAMES["zombie-town"], 3)
    walls.go("wall", "3", "1", unit="b1")
    yield from seen(walls, "b1", "w1")
    walls.tap("mark", piece="w1", name="revealed")
    walls.tap("gone", unit="g1")
    walls.tap("next")
    walls.set("p1", hand=0)
    yield from seen(walls, "p1", "p2", "c1", "b1", "w1", "g1")
    walls.set("p1", hand=3, actions=3, killed=80)
    walls.tap("join", unit="c1")
    walls.tap("join", unit="b1")
    walls.go("card", "fireworks", "b1", unit="p1")
    walls.go("wall", "3", "1", unit="b2")
    yield from seen(walls, "s1", "s2", "g2", "f1", "w2", "p1", "table")
    walls.tap("count", piece="c2", name="life", amount=-4)
    yield from seen(walls, "p2")
    heroes = Party(GAMES["last-night"], 2)
    heroes.go("kill", unit="h1")
    yield from seen(heroes, "h1", "p1", "p2")
    yield heroes.game.board(heroes.setting.hand("table", "nobody"))
    dark = Party(GAMES["last-night"], 4, rules="advanced", scenario="manor")
    dark.go("kill", "p1", unit="h1")
    for weapon in (True, False):
        dark.tap("item", unit="h5", weapon=weapon)
    for sort, card in (("gas", "k1"), ("pit", "")):
        dark.tap("card", unit="p1")
        dark.tap("marker", sort=sort, name=sort, card=card)
    dark.to("heroes")
    yield from seen(dark, *dark.setting.pieces)
    race = Party(GAMES["zombies"], 2)
    race.tap("mark", piece="p1", name="home")
    race.to("discard", "p1")
    race.tap("count", piece="p1", name="hand", amount=1)
    yield from seen(race, "p1")
    race.to("fight", "p2")
    event = race.game.start(race.setting, Play("fight", {"unit": "p2"}))
    rolling = race.setting.patch(event.effects)
    yield race.game.board(rolling), race.game.bar(rolling), race.game.guide(rolling)
    race.tap("count", piece="p1", name="zombies", amount=25)
    yield from seen(race)
    race.tap("beyond")
    yield from seen(race)


def set_ups() -> Iterator[Any]:
    """What lies where before the first turn of each other game, by players and by what is chosen."""
    for key, choices in CHOICES.items():
        game = GAMES[key]
        for chosen, players in product(choices, range(game.seats[0], game.seats[1] + 1)):
            yield key, chosen, game.checklist(game.begin(NAMES[:players], chosen))


SCENES: Mapping[str, Callable[[], Iterator[Any]]] = {
    scene.__name__: scene
    for scene in (
        phases, states, acts, encounters, captives, a_crowd, shots, tokens, fights, doors_and_fires,
        menace, initiative_and_breaking, by_hand, other_games, set_ups,
    )
}  # fmt: skip


HELD = Held(__doc__, FIXTURES / "scenes.zip", SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_all_of_a_scene_is_as_it_was(name: str) -> None:
    HELD.check(name)


if __name__ == "__main__":
    HELD.write()
