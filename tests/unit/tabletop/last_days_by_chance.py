"""Last Days, played by chance."""

from __future__ import annotations

import random

from lastdays.procedure.asks import Choose
from lastdays.procedure.dice import can_be_rolled, roll
from lastdays.rulebook import Catalogue
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.last_days.actions import offers, play_of_offer
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.setup import Setup, begin
from lastdays.tabletop.last_days.state import Rules, State
from lastdays.tabletop.last_days.taps import COUNTERS, MARKS
from sure import sure
from unit.tabletop import playing as plays
from unit.tabletop.playing import BOOK, carl, member, side, zeke


def start(encounter: str = "scavengers", book: Catalogue = BOOK) -> State:
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
        Rules(book),
    )  # fmt: skip


def random_event(state: State, source: random.Random) -> Event | None:
    """Something a player might tap now."""
    rules = state.rules
    if state.open is not None:
        if source.random() < 0.1:
            return plays.drop(state, rules)
        ask = sure(plays.standing(state, rules))
        if can_be_rolled(ask):
            return plays.answer(state, rules, roll(ask, source), "rolled")
        assert isinstance(ask, Choose)
        return plays.answer(state, rules, source.choice(ask.options).key, "chosen")
    piece = source.choice(list(state.pieces.values()))
    figures = [f.id for f in state.standing()]
    zombies = [z.id for z in state.zombies]
    anyone = figures + zombies
    what = source.randrange(15 if rules.catalogue.own.entries else 12)
    if what < 3 and piece.kind in COUNTERS:
        name = source.choice(COUNTERS[piece.kind])
        return plays.tap(
            state, rules, "count", piece=piece.id, name=name, amount=source.randint(-3, 3)
        )
    if what == 3 and piece.kind in MARKS:
        return plays.tap(
            state, rules, "mark", piece=piece.id, name=source.choice(MARKS[piece.kind])
        )
    if what == 4:
        return plays.tap(state, rules, "next")
    if what == 5 and len(anyone) > 1:
        one, other = source.sample(anyone, 2)
        return plays.start(state, rules, "contact", {"one": one, "other": other})
    if what == 6 and figures:
        figure = source.choice(figures)
        if state.table.active != figure:
            return plays.start(state, rules, "activate", {"figure": figure})
        offer = source.choice(offers(state, state.figure(figure)))
        return plays.start(state, rules, "act", dict(play_of_offer(offer, figure).args))
    if what == 7 and state.guns() and anyone:
        shot = {"gun": source.choice(state.guns()).id, "target": source.choice([*anyone, "ground"])}
        return plays.start(state, rules, "shoot", shot)
    if what == 8 and state.table.contacts:
        pair = list(source.choice(state.table.contacts))
        source.shuffle(pair)
        return plays.start(state, rules, "fight", {"attacker": pair[0], "defender": pair[1]})
    if what == 9:
        play = source.choice(["initiative", "breaking", "leader", "noise", "ammo", "roll-off"])
        args = {
            "team": "A",
            "who": source.choice(anyone or ["A1"]),
            "gun": "A1.g1",
            "teams": ["A", "B"],
        }
        return plays.start(state, rules, play, args)
    if what == 10 and figures:
        return plays.tap(
            state, rules, "out", figure=source.choice(figures), by=source.choice([*anyone, ""])
        )
    if what == 11:
        return plays.tap(state, rules, source.choice(["zombie"]))
    if what > 11:
        return own_event(state, source)
    return None


def own_event(state: State, source: random.Random) -> Event | None:
    """Something of the players' own rules: a counter, a table, or a step that is due."""
    own, piece = state.book.own, source.choice(list(state.pieces)).split(".")[0]
    match source.randrange(3):
        case 0:
            counter = source.choice(own.counters)
            name, amount = f"own/{counter.key}", source.randint(-2, 2)
            return plays.tap(state, state.rules, "count", piece=piece, name=name, amount=amount)
        case 1:
            args = {"table": source.choice(own.tables).key, "who": source.choice((piece, ""))}
            return plays.start(state, state.rules, "own-table", args)
    if state.table.phase != "end":
        return plays.tap(state, state.rules, "phase", phase="end")
    for due in steps_due(state):
        args = {"step": due.step.key, "who": source.choice(due.whom)}
        if source.random() < 0.2:
            return plays.start(state, state.rules, "own-step-for-all", {"step": due.step.key})
        return plays.start(state, state.rules, "own-step", args)
    return None
