"""A year that one group plays alone, in a window of its own process: its rules, and a player who goes on
wherever the store stopped. Each act is printed once it is stored; after so many of them it waits to be
killed: STORE ACTS."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from lastdays.campaign.campaigns import HouseRules
from lastdays.desktop.opening import application
from lastdays.model.group import Group
from lastdays.model.recruiting import Recruit
from lastdays.postgame.jobs import ArrangeJobs, GuardJob, workers
from lastdays.postgame.leadership import ArrangeArms
from lastdays.procedure.asks import Arrange, Ask, Choose, Roll, Sum
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Counter, Level, OwnRules, Row, Step, Table
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.state import Figure
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    FoundRoute,
    GroupRoute,
    NextGameRoute,
    SequenceRoute,
    TrackerRoute,
)
from lastdays.ui.pages.create_group_page import CreateGroupPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.next_game_page import NextGamePage
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import click, do, go, menu_item, push, settle, start_play, state_of, throw, tracker_of
from unit.rulebook.winter import TOWER

GAMES = 10
TURNS = 2
ENCOUNTERS = ("scavengers", "radio-tower", "home-defense", "massacre-site")
#: How each game ends.
RESULTS = ("won", "lost", "lost", "drawn", "won", "won", "lost", "won", "drawn", "won")
FOLLOWERS = (("Ada", "goon"), ("Ben", "crony"), ("Cleo", "goon"), ("Rex", "dog"))


def _rows(*rows: tuple[int, str, tuple[str, ...]]) -> tuple[Row, ...]:
    return tuple(Row(upto=upto, text=text, does=does) for upto, text, does in rows)


RULES = OwnRules(
    counters=(
        Counter(
            key="sickness",
            name="Sickness",
            high=5,
            levels=(
                Level(from_=1, name="Coughing"),
                Level(from_=3, name="Feverish", modifier={"E": -1, "CQC": -1}),
                Level(from_=5, name="Bedridden", misses=True),
            ),
        ),
        Counter(key="food", name="Food", of="group", high=12, start=6),
        Counter(key="warmth", name="Warmth", of="group", high=6, start=3, reset="game"),
        Counter(key="day", name="Day", of="campaign", high=99, start=1),
        Counter(key="threat", name="Threat", of="campaign", high=4),
    ),
    tables=(
        Table(
            key="sky",
            name="The sky",
            dice=Dice(1, 6),
            of="campaign",
            rows=_rows(
                (2, "Snow.", ("counter day +1", "zombies 2", "note Shots reach 12 inches.")),
                (5, "Grey.", ("counter day +1",)),
                (6, "Sun.", ("counter day +3",)),
            ),
        ),
        Table(
            key="hunger",
            name="Hunger",
            dice=Dice(1, 6),
            of="group",
            rows=_rows((4, "Grumbling.", ()), (6, "A quarrel.", ("points -1",))),
        ),
        Table(
            key="event",
            name="Event",
            dice=Dice(1, 6),
            of="group",
            rows=_rows(
                (1, "A horde.", ("zombies D3", "counter threat +1")),
                (2, "Rats.", ("counter food -1",)),
                (3, "Frost.", ("counter warmth -1",)),
                (4, "A cache.", ("points D3", "gains knife")),
                (5, "Nothing.", ()),
                (6, "Soup.", ("counter food +1",)),
            ),
        ),
        Table(
            key="illness",
            name="Illness",
            dice=Dice(1, 6),
            rows=_rows(
                (2, "Sicker.", ("counter sickness +1",)),
                (5, "Holds on.", ()),
                (6, "Better.", ("counter sickness -1",)),
            ),
        ),
        Table(
            key="forage",
            name="Forage",
            dice=Dice(2, 6),
            of="group",
            rows=_rows(
                (5, "Nothing.", ()),
                (9, "Some.", ("counter food +2",)),
                (12, "Plenty.", ("counter food +4", "points 1")),
            ),
        ),
        Table(
            key="tales",
            name="Tales",
            dice=Dice(1, 6),
            rows=_rows(
                (3, "Silence.", ()),
                (5, "A lesson.", ("experience 2",)),
                (6, "A fright.", ("misses",)),
            ),
        ),
    ),
    steps=(
        Step(key="weather", name="The weather", when="before", audience="campaign", table="sky"),
        Step(key="supper", name="Supper", when="before", audience="group", pays="counter food 1",
             table="hunger"),
        Step(key="stir", name="Something stirs", when="turn", from_turn=2, audience="group",
             table="event"),
        Step(key="cold", name="Cold", when="turn", audience="standing", pays="counter warmth 1",
             table="illness"),
        Step(key="eat", name="Eat", when="upkeep", pays="counter food 1", table="illness"),
        Step(key="forage", name="Forage", when="after", audience="group", table="forage"),
        Step(key="tales", name="Tales", when="after", audience="standing", table="tales"),
    ),
    book=(TOWER,),
)  # fmt: skip


def plan_of(game: int) -> random.Random:
    """What is chosen of a game before it is played, the same in every process."""
    return random.Random(f"game {game}")


class Player:
    """Plays on in a window, from wherever the store has come to."""

    def __init__(self, app: QApplication, store: Path, acts: int) -> None:
        self.app, self.left = app, acts
        self.session = Session(store, source=random.Random(1), theme=Theme("dark"), packs=[])
        self.window, self.services = self.session.window, self.session.services
        self.window.resize(1280, 720)
        self.window.show()
        self.window.refresh()
        settle()
        self.chance = random.Random(acts)

    # What is told

    def told(self, kind: str, **facts: object) -> None:
        """Print an act that is stored; wait to be killed once there have been enough."""
        print(json.dumps({"kind": kind, **facts}), flush=True)
        self.left -= 1
        if self.left == 0:
            print("ready", flush=True)
            self.app.exec()

    # The store

    @property
    def campaign(self) -> str:
        return self.window.campaign_id

    @property
    def group(self) -> Group:
        workspace = self.services.workspace
        (summary,) = workspace.groups(self.campaign)
        return workspace.group(summary.id).group

    def play(self) -> None:
        """Play the year to its end."""
        if not self.services.workspace.campaigns():
            self.found()
        while True:
            games = self.services.workspace.campaign(self.campaign).campaign.games
            if self.group.games < len(games):
                self.sequence(games[-1].id, games[-1].number)
            elif len(games) == GAMES:
                return
            else:
                self.game(len(games) + 1)

    def found(self) -> None:
        """Begin the campaign and create its group; a process that is killed here begins anew."""
        campaign = self.services.campaigns.begin("The year alone", "typed")
        go(self.window, CampaignRoute(campaign))
        for rule in RULES.rules:
            HouseRules(self.services.workspace).write_rule(campaign, rule)
        page = as_a(CreateGroupPage, go(self.window, FoundRoute()))
        page.name.setText("The Lonely")
        click(page, "Create group")
        group = as_a(GroupPage, self.window.page()).group_id
        for name, kind in FOLLOWERS:
            self.services.groups.recruit(group, Recruit(kind, name, gear=()), allowed=True)
        self.services.announce()
        settle()
        click(self.window.page(), "Start playing")
        names = {member.id: member.name for member in self.group.members}
        knives = _knives(self.group)
        self.told(
            "founded",
            points=self.group.points,
            names=names,
            leader=self.group.leader,
            group=group,
            knives=knives,
        )

    # A game

    def game(self, number: int) -> None:
        """Play a game from its set-up to its record."""
        open_sessions = [s for s in self.services.sessions.listed(self.campaign) if not s.ended]
        if open_sessions:
            page = as_a(SessionPage, go(self.window, TrackerRoute(open_sessions[0].id)))
        else:
            page = self.set_up(number)
        page.panel.ask_panel.guard_ms = 0
        for turn in range(1, TURNS + 1):
            self.turn(page, number, turn)
        self.end(page, number)

    def set_up(self, number: int) -> SessionPage:
        """Set a game up and do the steps before it."""
        page = as_a(NextGamePage, go(self.window, NextGameRoute()))
        page.chooser.encounter.picked.emit(ENCOUNTERS[number % len(ENCOUNTERS)])
        settle()
        while self.services.own_rolls.due(self.campaign):
            panel = page.steps.rolls
            before = len(self.services.own_rolls.due(self.campaign))
            given = []
            while before == len(self.services.own_rolls.due(self.campaign)):
                ask = sure(panel.asks.ask)
                given.append((ask.key, self.answer(panel.asks, ask)))
            self.told("before", game=number, answers=given)
        push(page.begin_button)
        return as_a(SessionPage, self.window.page())

    def turn(self, page: SessionPage, number: int, turn: int) -> None:
        """Play a turn: kills, a fall now and then, and the steps at its end."""
        state = state_of(page)
        if state.table.turn > turn:
            return
        if state.table.turn < turn:
            do(page, "next")  # the first begins
        self.fight(page, number, turn)
        if state_of(page).table.phase != "end":
            do(page, "phase", phase="end")
        while due := steps_due(state_of(page)):
            start_play(page, "own-step", step=due[0].step.key, who=due[0].whom[0])
            given = []
            while (ask := tracker_of(page).pending()) is not None:
                given.append((ask.key, self.answer(page.panel.ask_panel, ask)))
            who = due[0].whom[0]
            piece = state_of(page).pieces[who]
            member = piece.member if isinstance(piece, Figure) else ""
            self.told("table", game=number, member=member, answers=given)
        if turn < TURNS:
            do(page, "next")

    def fight(self, page: SessionPage, number: int, turn: int) -> None:
        """Count zombies for some members; in the second turn somebody falls in most games, and the tower's
        call is sent."""
        plan = plan_of(number)
        figures = [one for one in state_of(page).figures() if one.part == "deployed"]
        for figure in figures:
            wanted = plan.randrange(3) * turn
            while state_of(page).figure(figure.id).zombies < wanted:
                do(page, "count", piece=figure.id, name="zombies", amount=1)
                self.told("killed", game=number, member=figure.member)
        self._slip(page)
        leader = figures[0]
        sends = page.session.facts["encounter"] == TOWER.key and turn == TURNS
        if sends and not state_of(page).figure(leader.id).objectives:
            do(page, "count", piece=leader.id, name="objectives", amount=1)
            self.told("achieved", game=number, member=leader.member)
        falls = plan.choice(figures[1:]) if len(figures) > 1 else None
        is_due = turn == TURNS and plan.random() < 0.8
        if falls is not None and is_due and not state_of(page).figure(falls.id).out:
            do(page, "out", figure=falls.id, by="zombie")
            self.told("fell", game=number, member=falls.member)

    def _slip(self, page: SessionPage) -> None:
        """Tap what wasn't meant, and undo it."""
        before, figure = state_of(page), state_of(page).figures()[0]
        do(page, "count", piece=figure.id, name="zombies", amount=1)
        push(self.window.undo_action)
        assert state_of(page) == before

    def end(self, page: SessionPage, number: int) -> None:
        """End the game, and enter the Supply Tokens in its record."""
        standing = [f.member for f in state_of(page).standing() if f.member]
        page.tools.end_action.trigger()
        settle()
        form = sure(page.panel.form)
        push(form.choosers["result"].buttons[RESULTS[number - 1]])
        click(form, "Record and review")
        record = as_a(RecordPage, self.window.page())
        names = {member.id: member.name for member in self.group.members}
        carrier = next((one for one in standing if names[one] != "Rex"), "")
        tokens = plan_of(number).randrange(2) if carrier else 0
        if tokens:
            menu_item(record.sides[0].tokens.add_button, "carried off by", names[carrier])
            click(record, sure(record.record_button).text().replace("&", ""))
        self.told(
            "recorded",
            game=number,
            result=RESULTS[number - 1],
            carriers=[carrier] if tokens else [],
        )

    # A sequence

    def sequence(self, game: str, number: int) -> None:
        """Play the sequence after a game and finish it; after every third one that is undone, an answer
        changed, and it is finished again."""
        identity = self.services.games.begin(self.campaign, game, self.group.id)
        page = as_a(SequencePage, go(self.window, SequenceRoute(identity)))
        page.ask_panel.guard_ms = 0
        while (ask := sure(page.view).pending) is not None:
            value = self.answer(page.ask_panel, ask)
            self.told("sequence", game=number, answers=[(ask.key, value)])
        click(page, "Finish and update the group")
        if number % 3 == 0:
            self._change_after_all(identity, number)
        self.told("finished", game=number)

    def _change_after_all(self, sequence: str, number: int) -> None:
        group = as_a(GroupPage, go(self.window, GroupRoute(self.group.id)))
        push(self.window.undo_action)
        assert group.view.group.games == number - 1
        page = as_a(SequencePage, go(self.window, SequenceRoute(sequence)))
        asked = next(
            a for a in sure(page.view).replayed.asked if a.ask.key.startswith("after/forage")
        )
        page.change_answer(asked)
        settle()
        value = self.answer(page.ask_panel, asked.ask)
        assert sure(page.view).pending is None
        self.told("sequence", game=number, answers=[(asked.ask.key, value)])
        click(page, "Finish and update the group")

    # Answers

    def answer(self, panel: Any, ask: Ask) -> object:
        """Answer what is asked as a player does; return the value that is stored."""
        self.window.activateWindow()
        panel.take_focus()
        settle()
        match ask:
            case Roll() | Sum():
                value = self.dice(ask)
                faces = value if isinstance(value, tuple) else (value,)
                throw(panel, "".join(map(str, faces)) if isinstance(ask, Roll) else str(value))
                return list(faces) if isinstance(ask, Roll) else value
            case Choose():
                key = self.option(ask)
                push(panel.options[key])
                return key
            case Arrange():
                stored = self.form(ask)
                panel.answered.emit(stored, "chosen")
                settle()
                return stored
        raise TypeError(ask.key)

    def dice(self, ask: Roll | Sum) -> int | tuple[int, ...]:
        """Return what the dice show. Nobody dies, and the Refuge holds: ten games are to be played."""
        last = ask.key.rsplit("/", 1)[-1]
        if isinstance(ask, Roll):
            if ask.key == "attack/roll":
                return (6, 6)
            if last.startswith("roll") and ask.dice.count == 2:
                return self.chance.choice(((3, 4), (2, 4), (2, 5), (4, 5)))
            return tuple(self.chance.randint(1, ask.dice.faces) for _n in range(ask.dice.count))
        if ask.step == "supplies" and last in ("row", "column"):
            return 7
        dice = ask.dice
        return sum(self.chance.randint(1, dice.faces) for _n in range(dice.count))

    def option(self, ask: Choose) -> str:
        """Return what is chosen: Levels as soon as they can be paid for, nothing that undoes dice."""
        keys = [option.key for option in ask.options]
        if ask.key.endswith("/pay"):
            return self.chance.choice(keys)
        for wanted in ("characteristic", "keep", "0", "no"):
            if wanted in keys:
                return wanted
        return keys[0]

    def form(self, ask: Arrange[Any]) -> object:
        """Return a form as it is stored: everybody stands Guard, and gear stays where it is."""
        if isinstance(ask, ArrangeJobs):
            able = workers(ask.group, ask.context)
            return ask.write({member.id: GuardJob() for member in able})
        assert not isinstance(ask, ArrangeArms), "no Leader dies"
        return ask.write(ask.initial)


def _knives(group: Group) -> int:
    held = [*group.stash, *(item for member in group.members for item in member.gear)]
    return sum(item.key == "knife" for item in held)


def main(store: str, acts: str) -> None:
    player = Player(application(), Path(store), int(acts))
    player.play()
    player.session.close()
    print("over", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
