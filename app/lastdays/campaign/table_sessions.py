"""Games at the table: begun, played tap by tap, ended; each tap one transaction."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar, get_args

from lastdays.campaign.games import PostGameActions, read_switches
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError, NothingToUndoError, RuleError
from lastdays.language import _, joined
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group
from lastdays.model.switches import Switches
from lastdays.procedure import dice as program_dice
from lastdays.procedure.asks import Ask
from lastdays.store.log import SessionRecord, SessionSummary
from lastdays.tabletop import units
from lastdays.tabletop.declared import GameEnd, GameWords
from lastdays.tabletop.engine import Engine, PendingAsk
from lastdays.tabletop.event_log import Event, LoggedEvent, LogLine, Timeline, log_lines
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days import setup
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.plays import LastDays
from lastdays.tabletop.last_days.record import record
from lastdays.tabletop.last_days.state import State, to_json
from lastdays.tabletop.last_days.turn import PHASES, phase_name
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.phrases import Phrases, dice_in_words
from lastdays.tabletop.units import TableState

S = TypeVar("S")
#: How much the tracker helps: counters only, rolls besides, or the whole turn.
Help = Literal["tokens", "dice", "guided"]
HELPS: tuple[Help, ...] = get_args(Help)
#: Taps on one counter within so many seconds are one line of the log.
QUICK_SECONDS = 10


@dataclass(frozen=True)
class Undone:
    """What was undone or redone: its name, and the dice it crossed, in words."""

    what: str
    dice: str


class SessionActions:
    """The sessions of a store."""

    def __init__(self, workspace: Workspace, games: PostGameActions) -> None:
        self.workspace = workspace
        self.games = games

    def begin(self, campaign: str | None, wanted: setup.Setup, help: Help = "guided") -> str:
        """A new session; its id. RuleError for a set-up that cannot be played."""
        start = setup.begin(wanted, self.workspace.catalogue)
        switches = Switches()
        if campaign is not None:
            switches = self.workspace.campaign(campaign).campaign.switches
        summary = SessionSummary(
            id=self.workspace.new_id(),
            campaign=campaign,
            game="last-days",
            facts={
                "encounter": wanted.encounter,
                "sides": [e.name for e in wanted.entrants],
            },
            ended="",
            record="",
            at=self.workspace.clock(),
            deleted=False,
        )
        with self.workspace.store.writing() as tx:
            tx.table.add_session(
                summary, to_json(start), self.workspace.catalogue.digest, asdict(switches), help
            )
        return summary.id

    def listed(self, campaign: str | None, *, deleted: bool = False) -> list[SessionSummary]:
        """The sessions of a campaign and those of none, the newest first."""
        with self.workspace.store.reading() as tx:
            return [
                s
                for s in tx.table.sessions()
                if s.game == "last-days" and s.campaign in (campaign, None) and s.deleted == deleted
            ]

    def open(self, session: str) -> LastDaysTracker:
        """A session of *Last Days* as it stood after its last tap."""
        return LastDaysTracker(self, self._stored(session))

    def open_game(self, session: str) -> GameTracker:
        """A session of another game as it stood after its last tap."""
        return GameTracker(self, self._stored(session))

    def _stored(self, session: str) -> SessionRecord:
        with self.workspace.store.reading() as tx:
            return tx.table.session(session)

    def kind_of(self, session: str) -> str:
        """Which game a session is."""
        with self.workspace.store.reading() as tx:
            return tx.table.kind_of(session)

    def begin_game(self, kind: str, players: tuple[str, ...], chosen: Mapping[str, str]) -> str:
        """A new session of another game; its id. RuleError for what cannot be played."""
        game = GAMES[kind]
        names = tuple(" ".join(p.split())[:40] for p in players)
        least, most = game.seats
        said = game.problems(names, chosen)
        if not least <= len(names) <= most:
            said.append(_("{least} to {most} play.").format(least=least, most=most))
        if not all(names) or len(set(names)) < len(names):
            said.append(_("Every player needs a name of their own."))
        if said:
            raise RuleError(" ".join(said))
        summary = SessionSummary(
            id=self.workspace.new_id(),
            campaign=None,
            game=kind,
            facts={"sides": list(names), "chosen": dict(chosen)},
            ended="",
            record="",
            at=self.workspace.clock(),
            deleted=False,
        )
        start = units.to_json(game.begin(names, chosen))
        with self.workspace.store.writing() as tx:
            tx.table.add_session(summary, start, self.workspace.catalogue.digest, {}, "guided")
        return summary.id

    def games_played(self, *, deleted: bool = False) -> list[SessionSummary]:
        """The sessions of the other games, the newest first."""
        with self.workspace.store.reading() as tx:
            found = tx.table.sessions()
        return [s for s in found if s.game in GAMES and s.deleted == deleted]

    def names_of(self, kind: str) -> list[str]:
        """Players' names of the last games, those of this game first."""
        played = self.games_played()
        ordered = [s for s in played if s.game == kind] + [s for s in played if s.game != kind]
        names = [str(n) for s in ordered for n in s.facts.get("sides", ())]
        return list(dict.fromkeys(names))

    def wins(self, kind: str) -> list[tuple[str, int, int]]:
        """Each player of a game: name, games won, games ended; who won most first."""
        won: Counter[str] = Counter()
        ended: Counter[str] = Counter()
        for session in self.games_played():
            if session.game == kind and session.ended:
                ended.update(str(n) for n in session.facts.get("sides", ()))
                won.update(str(n) for n in session.facts.get("winners", ()))
        return sorted(((n, won[n], ended[n]) for n in ended), key=lambda w: (-w[1], w[0]))

    def delete(self, session: str) -> None:
        """Out of the list; nothing is removed from the store."""
        with self.workspace.store.writing() as tx:
            tx.table.note(session, deleted=True)

    def restore(self, session: str) -> None:
        """Back into the list."""
        with self.workspace.store.writing() as tx:
            tx.table.note(session, deleted=False)


class Tracker(Generic[S]):
    """One session being played. `state` is what is on the table now."""

    def __init__(self, sessions: SessionActions, stored: SessionRecord, engine: Engine[S]) -> None:
        self.sessions = sessions
        self.workspace = sessions.workspace
        self.engine = engine
        self.id = stored.summary.id
        self.kind = stored.summary.game
        self.campaign = stored.summary.campaign
        self.facts = stored.summary.facts
        self.ended = stored.summary.ended
        self.recorded = stored.summary.record
        self.help: Help = stored.help if stored.help in HELPS else "guided"
        self.rules_changed = stored.rulebook != self.workspace.catalogue.digest
        entries = (LoggedEvent(i, Event.from_json(event), at) for i, event, at in stored.events)
        self.timeline: Timeline[S] = Timeline(engine.from_json(stored.start), entries, engine.patch)
        self._redo = self._find_redo()

    @property
    def state(self) -> S:
        """What is on the table now."""
        return self.timeline.state

    @property
    def head(self) -> int | None:
        """The id of the last event that counts."""
        return self.timeline.entries[-1].id if self.timeline.entries else None

    @property
    def words(self) -> Phrases:
        """Sentences about the table."""
        return self.engine.words(self.state)

    @property
    def is_open(self) -> bool:
        """Whether a procedure waits for an answer."""
        return self.engine.opened(self.state) is not None

    # Doing

    def tap(self, what: str, **args: Any) -> Event | None:
        """A tap, stored before it counts; None where it changes nothing."""
        return self._store(self.engine.tap(self.state, what, args))

    def start(self, play: str, **args: Any) -> Event | None:
        """Begins a procedure."""
        return self._store(self.engine.start(self.state, play, args))

    def standing(self) -> PendingAsk | None:
        """The ask of the procedure that is open."""
        return self.engine.standing(self.state)

    def answer(self, value: Any, how: str, who: str = "") -> Event | None:
        """Answers the open ask."""
        return self._store(self.engine.answer(self.state, value, how, who))

    def roll(self) -> Any:
        """Answers the open ask with the program's dice; what they showed."""
        ask = self._ask()
        if not program_dice.can_be_rolled(ask):
            raise RuleError(_("There is nothing to roll."))
        value = program_dice.roll(ask, self.sessions.games.source)
        self.answer(value, "rolled")
        return value

    def _ask(self) -> Ask:
        now = self.standing()
        if now is None:
            raise RuleError(_("There is nothing to roll."))
        return now.ask

    def drop(self) -> Event | None:
        """Leaves the open procedure unfinished."""
        return self._store(self.engine.drop(self.state))

    def _store(self, event: Event | None) -> Event | None:
        if event is None:
            return None
        at = self.workspace.clock()
        with self.workspace.store.writing() as tx:
            made = tx.table.add_event(self.id, self.head, event.to_json(), at)
        self.timeline.add(LoggedEvent(made, event, at))
        self._redo = None
        return event

    # Undo and redo

    @property
    def undo_name(self) -> str | None:
        """What undo would take back."""
        entries = self.timeline.entries
        return self.words.event(entries[-1].event) if entries else None

    @property
    def redo_name(self) -> str | None:
        """What redo would bring back."""
        return self.words.event(self._redo.event) if self._redo is not None else None

    def undo(self) -> Undone:
        """Takes the last event back."""
        entries = self.timeline.entries
        if not entries:
            raise NothingToUndoError(_("There is nothing to undo."))
        undone = self._undone(entries[-1].event)
        self._move(entries[-2].id if len(entries) > 1 else None)
        self._redo = self.timeline.back()
        return undone

    def redo(self) -> Undone:
        """Brings the latest event back that was undone here."""
        entry = self._redo
        if entry is None:
            raise NothingToUndoError(_("There is nothing to redo."))
        self._move(entry.id)
        self.timeline.add(entry)
        self._redo = self._find_redo()
        return self._undone(entry.event)

    def _undone(self, event: Event) -> Undone:
        return Undone(self.words.event(event), dice_in_words(event.dice))

    def go_back_to(self, count: int) -> None:
        """Makes the first `count` events all that counts; redo leads forward again."""
        entries = self.timeline.entries
        if not 0 <= count < len(entries):
            return
        self._move(entries[count - 1].id if count else None)
        while len(self.timeline.entries) > count:
            self._redo = self.timeline.back()

    def go_forward(self) -> None:
        """Redo, as far as it goes."""
        while self._redo is not None:
            entry = self._redo
            self._move(entry.id)
            self.timeline.add(entry)
            self._redo = self._find_redo()

    def _move(self, event: int | None) -> None:
        with self.workspace.store.writing() as tx:
            tx.table.set_head(self.id, event)

    def _find_redo(self) -> LoggedEvent | None:
        with self.workspace.store.reading() as tx:
            found = tx.table.latest_child(self.id, self.head)
        return None if found is None else LoggedEvent(found[0], Event.from_json(found[1]), found[2])

    # Reading

    def log(self) -> list[LogLine]:
        """The log, oldest first, quick repeated taps together."""
        return log_lines(self.timeline.entries, _quickly)

    def step_names(self) -> dict[str, str]:
        """What the steps of a turn are called."""
        return {}

    def seen_at(self, count: int) -> S:
        """What was on the table after the first `count` events."""
        return self.timeline.at(count)

    def set_help(self, help: Help) -> None:
        """How much the tracker helps; no change of the game, not undone."""
        with self.workspace.store.writing() as tx:
            tx.table.note(self.id, help=help)
        self.help = help

    # The end

    def end(self) -> object:
        """Ends the session."""
        if self.is_open:
            raise RuleError(_("A roll is still open: finish it, or drop it."))
        self._note_end()
        return None

    def _note_end(self, facts: Mapping[str, Any] | None = None) -> None:
        self.ended = self.workspace.clock()
        values: dict[str, str | bool] = {"ended": self.ended, "record": self.recorded}
        if facts is not None:
            self.facts = {**self.facts, **facts}
            values["facts"] = json.dumps(self.facts, ensure_ascii=False)
        with self.workspace.store.writing() as tx:
            tx.table.note(self.id, **values)

    def resume(self) -> None:
        """Plays on after the end: nothing of the record changes until it is ended again."""
        with self.workspace.store.writing() as tx:
            tx.table.note(self.id, ended="")
        self.ended = ""


class LastDaysTracker(Tracker[State]):
    """A game of *Last Days*: it ends in a record for the post-game sequence."""

    def __init__(self, sessions: SessionActions, stored: SessionRecord) -> None:
        self.rules = Rules(sessions.workspace.catalogue, read_switches(stored.switches))
        super().__init__(sessions, stored, LastDays(self.rules))

    @property
    def words(self) -> Words:
        """Sentences about the table."""
        return Words(self.state, self.workspace.catalogue)

    def step_names(self) -> dict[str, str]:
        """What the steps of a turn are called."""
        return {phase: phase_name(phase) for phase in PHASES}

    def groups(self) -> dict[str, Group]:
        """The groups of the campaign that play, as they are now."""
        found: dict[str, Group] = {}
        for team in self.state.teams:
            if team.group:
                found[team.group] = self.workspace.group(team.group).group
        return found

    def finished_sequences(self) -> str:
        """Why the record cannot be changed: what has grown out of it; '' where it can."""
        if self.campaign is None or not self.recorded:
            return ""
        names = [
            s.group_name
            for s in self.sessions.games.sequences(self.campaign)
            if s.game == self.recorded and s.finished
        ]
        if not names:
            return ""
        return _(
            "The post-game sequence of {groups} is finished: undo it on the group's page first. "
            "The record stays as it is."
        ).format(groups=joined(names))

    @property
    def can_record(self) -> bool:
        """Whether a campaign's group plays: only then there is a record to fill."""
        return self.campaign is not None and any(t.group for t in self.state.teams)

    def game(self) -> GameRecord:
        """The record as the table has it; one recorded before keeps number and notes."""
        campaign = self._campaign()
        known = {g.id: g for g in self.workspace.campaign(campaign).campaign.games}
        base = known.get(self.id)
        if base is None:
            numbers = [g.number for g in known.values()]
            base = GameRecord(self.id, max(numbers, default=0) + 1, self.state.table.encounter, ())
        return record(self.state, base, self.groups())

    def _campaign(self) -> str:
        if self.campaign is None or not self.can_record:
            raise LastDaysError(_("This game belongs to no campaign: there is no record."))
        return self.campaign

    def end(self) -> GameRecord | None:
        """Ends the session; the game as it was recorded, None without a campaign's group. Ended
        again, the record is corrected."""
        if self.is_open:
            raise RuleError(_("A roll is still open: finish it, or drop it."))
        game = None
        if self.can_record:
            finished = self.finished_sequences()
            if finished:
                raise RuleError(finished)
            game = self.game()
            self.sessions.games.record(self._campaign(), game)
            self.recorded = game.id
        self._note_end()
        return game


class GameTracker(Tracker[TableState]):
    """A game that is declared: it ends with its result."""

    def __init__(self, sessions: SessionActions, stored: SessionRecord) -> None:
        self.game = GAMES[stored.summary.game]
        super().__init__(sessions, stored, self.game)

    def step_names(self) -> dict[str, str]:
        """What the steps of a turn are called."""
        return dict(self.game.steps(self.state))

    def verdict(self) -> GameEnd | None:
        """Whether and how it is over."""
        return self.game.verdict(self.state)

    def result(self) -> str:
        """The result in words, '' where there is none yet."""
        found = self.verdict()
        return GameWords(self.game, self.state).say(found.why) if found is not None else ""

    def end(self) -> None:
        """Ends the session; its result is kept with it."""
        if self.is_open:
            raise RuleError(_("A roll is still open: finish it, or drop it."))
        found = self.verdict()
        winners = [self.state.name(w) for w in found.winners] if found is not None else []
        self._note_end({"result": self.result(), "winners": winners})


def _quickly(before: LoggedEvent, after: LoggedEvent) -> bool:
    """Whether two taps came shortly after each other."""
    try:
        gap = datetime.fromisoformat(after.at) - datetime.fromisoformat(before.at)
    except ValueError:
        return False
    return 0 <= gap.total_seconds() <= QUICK_SECONDS


def table_names(facts: Mapping[str, Any], encounter_name: Callable[[str], str]) -> str:
    """'Scavengers: Riverside against Carl's Crew'."""
    sides = [str(s) for s in facts.get("sides", ())]
    encounter = encounter_name(str(facts.get("encounter", "")))
    if len(sides) == 1:
        return _("{encounter}: {side} alone").format(encounter=encounter, side=sides[0])
    return _("{encounter}: {sides}").format(encounter=encounter, sides=_(" against ").join(sides))
