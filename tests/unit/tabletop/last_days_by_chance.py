"""Last Days, played by chance."""

from __future__ import annotations

import random

from lastdays.procedure.asks import Choose
from lastdays.procedure.dice import can_be_rolled, roll
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.last_days.actions import offers, taken
from lastdays.tabletop.last_days.setup import Setup, begin
from lastdays.tabletop.last_days.state import Rules, State
from lastdays.tabletop.last_days.taps import COUNTERS, MARKS
from sure import sure
from unit.tabletop import playing as plays
from unit.tabletop.playing import BOOK, RULES, carl, member, side, zeke


def start(encounter: str = "scavengers") -> State:
    skills = ("disarm", "double-tap", "tag-team", "rallying-cry", "subdue", "ambushers")
    return begin(
        Setup(
            encounter,
            (
                side("T", zeke(gear=("semi-automatic", "knife", "booze"), skills=skills),
                     member("Mo", gear=("fire-bomb", "club", "noisemaker")), role="attacker"),
                side("C", carl(), member("Rex", "dog"), member("Lou", gear=("minigun",)),
                     role="defender", parts={"lou": "held-back"}),
            ),
        ),
        Rules(BOOK),
    )  # fmt: skip


def random_event(state: State, source: random.Random) -> Event | None:
    """Something a player might tap now."""
    if state.open is not None:
        if source.random() < 0.1:
            return plays.drop(state, RULES)
        ask = sure(plays.standing(state, RULES))
        if can_be_rolled(ask):
            return plays.answer(state, RULES, roll(ask, source), "rolled")
        assert isinstance(ask, Choose)
        return plays.answer(state, RULES, source.choice(ask.options).key, "chosen")
    piece = source.choice(list(state.pieces.values()))
    figures = [f.id for f in state.standing()]
    zombies = [z.id for z in state.zombies]
    anyone = figures + zombies
    what = source.randrange(12)
    if what < 3 and piece.kind in COUNTERS:
        name = source.choice(COUNTERS[piece.kind])
        return plays.tap(
            state, RULES, "count", piece=piece.id, name=name, amount=source.randint(-3, 3)
        )
    if what == 3 and piece.kind in MARKS:
        return plays.tap(
            state, RULES, "mark", piece=piece.id, name=source.choice(MARKS[piece.kind])
        )
    if what == 4:
        return plays.tap(state, RULES, "next")
    if what == 5 and len(anyone) > 1:
        one, other = source.sample(anyone, 2)
        return plays.start(state, RULES, "contact", {"one": one, "other": other})
    if what == 6 and figures:
        figure = source.choice(figures)
        if state.table.active != figure:
            return plays.start(state, RULES, "activate", {"figure": figure})
        offer = source.choice(offers(state, state.figure(figure)))
        return plays.start(state, RULES, "act", dict(taken(offer, figure).args))
    if what == 7 and state.guns() and anyone:
        shot = {"gun": source.choice(state.guns()).id, "target": source.choice([*anyone, "ground"])}
        return plays.start(state, RULES, "shoot", shot)
    if what == 8 and state.table.contacts:
        pair = list(source.choice(state.table.contacts))
        source.shuffle(pair)
        return plays.start(state, RULES, "fight", {"attacker": pair[0], "defender": pair[1]})
    if what == 9:
        play = source.choice(["initiative", "breaking", "leader", "noise", "ammo", "roll-off"])
        args = {
            "team": "A",
            "who": source.choice(anyone or ["A1"]),
            "gun": "A1.g1",
            "teams": ["A", "B"],
        }
        return plays.start(state, RULES, play, args)
    if what == 10 and figures:
        return plays.tap(
            state, RULES, "out", figure=source.choice(figures), by=source.choice([*anyone, ""])
        )
    if what == 11:
        return plays.tap(state, RULES, source.choice(["zombie"]))
    return None
