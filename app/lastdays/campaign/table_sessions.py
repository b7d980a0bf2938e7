"""Games at the table: beginning, playing with a transaction for each tap, undo, ending, summaries."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import pairwise
from random import Random
from typing import Any, Generic, Literal, TypeVar, get_args

from msgspec import convert, to_builtins
from msgspec.structs import asdict, replace

from lastdays.campaign.changed import SessionsChanged
from lastdays.campaign.dates import day_of_moment
from lastdays.campaign.documents.group_documents import read_switches
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.bounds import TimeLimit
from lastdays.errors import LastDaysError, NothingToUndoError, RuleError, StoreError
from lastdays.language import _, against, joined, ngettext, pgettext, sorting, titled
from lastdays.model.campaign import DiceMode
from lastdays.model.game_record import (
    GameRecord,
    Result,
    doubts,
    effects_in_words,
    parted_in_a_draw,
    result_from,
)
from lastdays.model.switches import Switches
from lastdays.pdf.content import PrintedDocument, PrintedLine, PrintOptions, Section, TextSheet
from lastdays.procedure.asks import Ask
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.game_checks import game_from_stored
from lastdays.rulebook.packs import Chosen
from lastdays.store import Transaction
from lastdays.store.log import SessionRecord, SessionSummary, StoredEvent
from lastdays.tabletop import units
from lastdays.tabletop.data_game import DataGame, GoneGame
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.engine import Game, GameEnd
from lastdays.tabletop.event_log import Event, LoggedEvent, LogLine, Tabletop, Timeline, log_lines
from lastdays.tabletop.games import GAMES, of_packs
from lastdays.tabletop.last_days import setup
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.game import LastDays, likely_result, record, winners
from lastdays.tabletop.last_days.state import Figure, Rules, State, to_json
from lastdays.tabletop.phrases import Phrases, dice_in_words
from lastdays.tabletop.random_play import try_at_random
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import (
    Act,
    BarView,
    BoardView,
    ButtonView,
    End,
    FieldView,
    FormView,
    Guide,
    Play,
    SheetView,
    Tap,
)
from lastdays.values import Value

S = TypeVar("S", bound=Tabletop[Any])
#: The key of *Last Days* among the games.
LAST_DAYS = "last-days"
#: Where a session keeps the file of its game, if a pack brought it.
GAME_FILE_KEY = "game"
#: How often a pack's game is played at random before it is begun, and how long that may take.
TRIAL_GAMES, TRIAL_SECONDS = 40, 3.0
#: Taps on a counter within so many seconds share a line of the log.
QUICK_SECONDS = 10
#: The most letters of a player's name in another game.
_NAME_MOST = 40
#: A pause of so many seconds doesn't count as playing.
PAUSE_SECONDS = 3600


class Undone(Value):
    """What was undone or redone: its name, and its dice in words, '' for none."""

    name: str
    dice: str


#: How much the tracker helps: with counters only, with rolls too, or with the whole turn.
Help = Literal["tokens", "dice", "guided"]
HELPS: tuple[Help, ...] = get_args(Help)


def _end_form(
    text: str, *ways: ButtonView, problem: str = "", fields: tuple[FieldView, ...] = ()
) -> FormView:
    """Return the form for the end of a game, with the ways to end it and what is asked before."""
    return FormView(
        form="end",
        about="",
        title=_("End the game"),
        text=text,
        problem=problem,
        fields=fields,
        buttons=ways,
        back=_("Pla&y on"),
    )


def _result_field(result: Result) -> FieldView:
    """Return the choice of how a game against the zombies alone ended."""
    options = (("won", _("Won")), ("lost", _("Lost")), ("drawn", _("Neither")))
    return FieldView("result", _("How did it end?"), options, result, False, (), False)


def _end_button(
    key: str, label: str, letter: str = "", why_not: str = "", result: str = ""
) -> ButtonView:
    """Return a way to end a game; Alt and `letter`, or the one marked in the label, chooses it."""
    _text, _mark, marked = label.partition("&")
    return ButtonView(
        key,
        label.replace("&", ""),
        End(key, result),
        why_not,
        mnemonic=letter or marked[:1],
    )


def _button_just_to_end() -> ButtonView:
    return _end_button("list", _("End the game"), pgettext("letter of End the game", "n"))


class Tracker(ABC, Generic[S]):
    """An open session: its events, the table they add up to, actions, and what the window shows.

    Views take an `event_count`: they show the table after so many events of the log, None after all.
    """

    def __init__(self, sessions: SessionActions, stored: SessionRecord, game: Game[S]) -> None:
        self.workspace = sessions.workspace
        self.sessions = sessions
        self.game = game
        self.help: Help = stored.help if stored.help in HELPS else "guided"
        self.id = stored.summary.id
        self.kind = stored.summary.game
        self.campaign = stored.summary.campaign
        self.facts = stored.summary.facts
        self.ended = stored.summary.ended
        self.recorded = stored.summary.record
        #: The date on which it was begun, where it is played.
        self.day = day_of_session(stored.summary)
        self._rulebook = sessions.rules_digest(self.kind)
        self.rules_changed = stored.rulebook != self._rulebook
        start = game.from_json(stored.start)
        self.timeline: Timeline[S] = Timeline(start, (_logged(event) for event in stored.events))
        #: Events that were undone here, by id.
        self._undone_events: dict[int, LoggedEvent] = {}
        self._redo = self._find_redo()

    @property
    def is_outdated(self) -> bool:
        """Return whether the rulebook, or the game's own file, has changed since the session was
        opened."""
        return self._rulebook != self.sessions.rules_digest(self.kind)

    @property
    def dice(self) -> DiceMode:
        """Return how rolls are answered: as chosen for the session, else as in its campaign."""
        chosen = self.facts.get("dice")
        for mode in get_args(DiceMode):
            if mode == chosen:
                return mode  # type: ignore[no-any-return]
        if self.campaign is None:
            return "typed"
        return self.workspace.campaign(self.campaign).campaign.dice

    @property
    def state(self) -> S:
        """Return the present state of the table."""
        return self.timeline.state

    @property
    def head(self) -> int | None:
        """Return the id of the latest event in force, None before the first."""
        entries = self.timeline.entries
        return entries[-1].id if entries else None

    @property
    def words(self) -> Phrases:
        """Return the phrases for the table."""
        return self.game.words(self.state)

    def name(self, piece: str) -> str:
        """Return the name of a piece."""
        return self.words.name(f"@{piece}")

    def add(self, event: Event | None) -> Event | None:
        """Store an event, then apply it; None changes nothing."""
        if event is None:
            return None
        at = self.workspace.clock()
        with self.workspace.store.writing() as tx:
            number = tx.table.add_event(self.id, self.head, to_builtins(event), at)
        self.timeline.add(LoggedEvent(number, event, at))
        self._redo = None
        return event

    # Undo and redo

    @property
    def undo_name(self) -> str | None:
        """Return the name of what undo would revert, None for nothing."""
        entries = self.timeline.entries
        if not entries:
            return None
        return self.words.event(entries[-1].event)

    @property
    def redo_name(self) -> str | None:
        """Return the name of what redo would restore, None for nothing."""
        if self._redo is None:
            return None
        return self.words.event(self._redo.event)

    def undo(self) -> Undone:
        """Undo the latest event."""
        entries = self.timeline.entries
        if not entries:
            raise NothingToUndoError("There is nothing to undo.")
        undone = self._undone_in_words(entries[-1].event)
        new_head = entries[-2].id if len(entries) > 1 else None
        self._move_head(new_head)
        self._redo = self.timeline.take_last()
        return undone

    def redo(self) -> Undone:
        """Redo the event that was undone last."""
        entry = self._redo
        if entry is None:
            raise NothingToUndoError("There is nothing to redo.")
        self._move_head(entry.id)
        self.timeline.add(entry)
        self._redo = self._find_redo()
        return self._undone_in_words(entry.event)

    def _undone_in_words(self, event: Event) -> Undone:
        return Undone(self.words.event(event), dice_in_words(event.dice))

    def go_back_to(self, count: int) -> None:
        """Undo all but the first `count` events; redo restores them."""
        entries = self.timeline.entries
        if not 0 <= count < len(entries):
            return
        new_head = entries[count - 1].id if count > 0 else None
        self._move_head(new_head)
        undone = self.timeline.keep_first(count)
        for entry in undone:
            self._undone_events[entry.id] = entry
        self._redo = undone[0]

    def go_forward(self) -> None:
        """Redo everything that was undone, in one transaction."""
        with self.workspace.store.writing() as tx:
            ahead = self._events_to_redo(tx)
            if ahead:
                tx.table.check_head(self.id, self.head)
                tx.table.set_head(self.id, ahead[-1].id)
        self.timeline.extend(ahead)
        self._redo = None

    def _events_to_redo(self, tx: Transaction) -> list[LoggedEvent]:
        """Return the events that redo would restore, in order. Those undone in this tracker are remembered
        and aren't read from the store again."""
        ids = tx.table.ids_after(self.id, self.head)
        if all(event in self._undone_events for event in ids):
            return [self._undone_events[event] for event in ids]
        return [_logged(stored) for stored in tx.table.latest_after(self.id, self.head)]

    def _move_head(self, event: int | None) -> None:
        """Store which event is the latest in force; an error if another window has moved that since."""
        with self.workspace.store.writing() as tx:
            tx.table.check_head(self.id, self.head)
            tx.table.set_head(self.id, event)

    def _find_redo(self) -> LoggedEvent | None:
        with self.workspace.store.reading() as tx:
            stored = tx.table.latest_child(self.id, self.head)
        return None if stored is None else _logged(stored)

    # Reading

    def log(self, last: int = 0) -> list[LogLine]:
        """Return the log, oldest first, with quick repeated taps joined; of the `last` events, or for 0 of
        all."""
        return log_lines(self.timeline.entries[-last:], _is_quick)

    # Doing

    @property
    def is_open(self) -> bool:
        """Return whether a procedure waits for an answer."""
        return self.state.open is not None

    def tap(self, act: Tap) -> Event | None:
        """Do something at once; None if it changes nothing."""
        return self.add(self.game.tap(self.state, act))

    def start(self, act: Play, *, throw: bool = False) -> Event | None:
        """Begin a procedure; with `throw` the program rolls its first dice."""
        source = self.sessions.games.source if throw else None
        return self.add(self.game.start(self.state, act, source))

    def pending(self) -> Ask | None:
        """Return the ask that waits for an answer, None if no procedure is open."""
        return self.game.open_ask(self.state)

    def answer(self, value: Any, how: str, who: str = "") -> Event | None:
        """Answer the pending ask."""
        return self.add(self.game.answer(self.state, value, how, who))

    def opposed(self) -> tuple[Ask, ...]:
        """Return the pending ask, and those whose dice are compared with its."""
        return self.game.asks_rolled_together(self.state)

    def answer_opposed(self, values: Sequence[Any], how: str) -> Event | None:
        """Answer the pending ask and those whose dice are compared with its, in order."""
        return self.add(self.game.answer_opposed(self.state, values, how))

    def roll(self) -> Event | None:
        """Answer the pending ask, and asks rolled with it, with the program's dice."""
        return self.add(self.game.roll(self.state, self.sessions.games.source))

    def drop(self) -> Event | None:
        """Drop the open procedure."""
        return self.add(self.game.drop(self.state))

    # Showing

    def _state_after(self, event_count: int | None) -> S:
        """Return the table after so many events of the log, None for its present state."""
        return self.state if event_count is None else self.timeline.state_after(event_count)

    def board(self, piece_in_hand: str = "", event_count: int | None = None) -> BoardView:
        """Return the view of the table after so many events, None after all. `piece_in_hand` is the model
        whose buttons are at hand."""
        return self.game.board(self._state_after(event_count), piece_in_hand)

    def sheet(self, piece: str) -> SheetView | None:
        """Return the details of a piece, None if it is gone."""
        return self.game.sheet(self.state, piece, self.help)

    def bar(self, event_count: int | None = None) -> BarView:
        """Return the bar: the turn, what is due, and whether Next is possible."""
        return self.game.bar(self._state_after(event_count))

    def guide(self) -> Guide:
        """Return the guide to what is due now."""
        return self.game.guide(self.state)

    def form(self, form: str, about: str, chosen: Mapping[str, str]) -> FormView | None:
        """Return a form about a piece with what is chosen in it, None if it doesn't apply."""
        return self.game.form(self.state, form, about, chosen)

    def next(self) -> Act:
        """Return what Next does."""
        return self.game.next(self.state, self.help)

    def piece_in_hand(self, piece: str, current: str) -> str:
        """Return which model's buttons are at hand once a piece is touched, while they were those of
        `current`."""
        return self.game.piece_in_hand(self.state, piece, current)

    def step_names(self) -> Mapping[str, str]:
        """Return the names of a turn's steps."""
        return self.game.step_names(self.state)

    def set_help(self, help: Help) -> None:
        """Set how much the tracker helps, which undo doesn't affect."""
        with self.workspace.store.writing() as tx:
            tx.table.note(self.id, help=help)
        self.help = help

    # The end

    @abstractmethod
    def end_form(self, chosen: Mapping[str, str]) -> FormView:
        """Return the form for ending the game in its present state, with what is chosen in it."""

    @abstractmethod
    def _store_result(self, result: Result | None) -> tuple[GameRecord | None, Mapping[str, Any]]:
        """Store the result of the game; return its record, None for none, and facts for the list of
        games. RuleError if it can't be stored."""

    def played_groups(self) -> tuple[str, ...]:
        """Return the campaign's groups that play, which have post-game sequences next."""
        return ()

    def end(self, result: Result | None = None) -> GameRecord | None:
        """End the session, or correct its result; return the game record, None for none. `result` is how a
        game against the zombies alone ended, by default as it seems."""
        if self.is_open:
            raise RuleError("A roll is still unfinished: finish it or cancel it.")
        record, facts = self._store_result(result)
        if record is not None:
            self.recorded = record.id
        self._note_end(facts)
        return record

    def _note_end(self, facts: Mapping[str, Any]) -> None:
        self.ended = self.workspace.clock()
        values = {"ended": self.ended, "record": self.recorded}
        if facts:
            self.facts = {**self.facts, **facts}
            values["facts"] = json.dumps(self.facts, ensure_ascii=False)
        with self.workspace.store.writing() as tx:
            tx.table.note(self.id, **values)
        self.workspace.note_changed(SessionsChanged())


def _logged(stored: StoredEvent) -> LoggedEvent:
    """Return an event of a log; StoreError if it is damaged."""
    try:
        return LoggedEvent(stored.id, convert(stored.event, Event), stored.at)
    except ValueError as error:
        raise StoreError("A session in the store is damaged.") from error


def _is_quick(earlier: LoggedEvent, later: LoggedEvent) -> bool:
    """Return whether two events came within `QUICK_SECONDS`."""
    try:
        gap = datetime.fromisoformat(later.at) - datetime.fromisoformat(earlier.at)
    except ValueError:
        return False
    return 0 <= gap.total_seconds() <= QUICK_SECONDS


def outcome_in_words(session: Tracker[State]) -> str:
    """Say how the game ended, or that it isn't over: 'Every Supply Token has left the table. …'"""
    state = session.state
    end = verdict(state)
    sides = [state.name(team) for team in winners(state)]
    if sides:
        result = _("{side} has won.", side=", ".join(sides))
    elif end is None:
        result = _("The Encounter isn't over yet; nobody has won.")
    elif not state.has_rivals():
        result = _("The game is lost.")
    elif parted_in_a_draw([team.broke for team in state.teams]):
        result = _("A draw.")
    else:
        result = _("Nobody has won.")
    if end is None:
        return result
    return f"{session.words.say(end.why)} {result}"


def deeds_in_words(state: State, figure: Figure) -> str:
    """Say what a model did and suffered, and what players' own tables do to it after the game; '' for
    nothing."""
    parts = []
    if figure.part == "held-back":
        parts.append(_("held back"))
    elif figure.part == "missing":
        parts.append(_("missed the game"))
    if figure.out:
        parts.append(_how_out(state, figure))
    if figure.brought:
        parts.append(_("carried off {what}", what=_carried(state, figure.brought)))
    if figure.carries:
        parts.append(_("holds {what}", what=_carried(state, figure.carries)))
    if figure.zombies:
        parts.append(ngettext("{n} zombie", "{n} zombies", figure.zombies))
    if figure.rivals:
        parts.append(ngettext("{n} rival", "{n} rivals", figure.rivals))
    if figure.objectives:
        parts.append(ngettext("{n} objective", "{n} objectives", figure.objectives))
    parts += effects_in_words(figure.effects, state.book)
    return ", ".join(parts)


def _how_out(state: State, figure: Figure) -> str:
    """Say that a model is Out of Action, and by whom if that is known."""
    if figure.out_by == "zombie":
        return _("Out of Action, by {who}", who=_("a zombie"))
    rival = state.name(figure.out_by)
    if rival:
        return _("Out of Action, by {who}", who=rival)
    return _("Out of Action")


def _carried(state: State, piece: str) -> str:
    """Name what a model carries: a Supply Token, or another piece."""
    if piece == "token":
        return _("a Supply Token")
    return state.name(piece)


def _sides_with_deeds(state: State) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield for each side a heading, and pairs of a model's name and what it did in words, '' for nothing."""
    for team in state.teams:
        heading = _("{side}, broke", side=team.name) if team.broke else team.name
        deeds = [(figure.name, deeds_in_words(state, figure)) for figure in state.figures(team.id)]
        if team.effects:
            deeds.append((_("Our rules"), ", ".join(effects_in_words(team.effects, state.book))))
        yield heading, deeds


def summary_sheet(session: Tracker[State]) -> TextSheet:
    """Return the sheet of a session: the end, each side, the log by turn."""
    state = session.state
    table = state.table
    encounter = session.workspace.catalogue.encounters[table.encounter]
    sections = [Section(_("How it ended"), (PrintedLine("", outcome_in_words(session)),))]
    for heading, deeds in _sides_with_deeds(state):
        lines = [PrintedLine(name, deed or _("survived")) for name, deed in deeds]
        sections.append(Section(heading, tuple(lines)))
    sections += _log_sections(session)
    sides = against([team.name for team in state.teams], together=table.together)
    return TextSheet(
        "campaign",
        encounter.name,
        _("{sides} · turn {n}", sides=sides, n=table.turn),
        tuple(sections),
    )


def _log_sections(session: Tracker[State]) -> Iterator[Section]:
    """Yield the log of a session, a section for each turn."""
    words = session.words
    by_turn: dict[int, list[PrintedLine]] = {}
    for line in session.log():
        turn = line[0].event.turn
        by_turn.setdefault(turn, []).append(PrintedLine("", words.line(line)))
    for turn, lines in by_turn.items():
        heading = _("Turn {n}", n=turn) if turn else _("Before the game")
        yield Section(heading, tuple(lines))


def summary_text(sheet: TextSheet) -> str:
    """Return a session's sheet as plain text."""
    lines = [sheet.title, sheet.subtitle]
    for section in sheet.sections:
        lines.append("")
        lines.append(section.heading)
        for line in section.lines:
            text = titled(line.name, line.text) if line.name else line.text
            lines.append(f"  {text}")
    return "\n".join(lines) + "\n"


def summary_pdf(sheet: TextSheet) -> PrintedDocument:
    """Return a session's sheet as PDF."""
    # late: the table doesn't need ReportLab
    from lastdays.pdf.document import make

    return make([sheet], PrintOptions(), title=sheet.title, author=_("Last Days Campaign Manager"))


class LastDaysTracker(Tracker[State]):
    """A session of *Last Days*, which ends with a game record if a campaign's group plays."""

    def end_form(self, chosen: Mapping[str, str]) -> FormView:
        """Return the form with the result, what each model did, and doubts about the record."""
        text = self._summary_text()
        save = _end_button("save", _("&Save a summary…"))
        print_it = _end_button("print", _("Print it…"))
        if not self.can_record():
            return _end_form(text, _button_just_to_end(), save, print_it)
        why_not = self.finished_sequences()
        result = result_from(chosen.get("result", "")) or likely_result(self.state)
        fields: tuple[FieldView, ...] = ()
        chosen_result = ""
        if not self.state.has_rivals():
            fields = (_result_field(result),)
            chosen_result = result
        start = _end_button(
            "sequence",
            _("Record and start post-game"),
            pgettext("letter of Record and start post-game", "p"),
            why_not,
            chosen_result,
        )
        review = _end_button(
            "record",
            _("Record and review"),
            pgettext("letter of Record and review", "r"),
            why_not,
            chosen_result,
        )
        problems = [f"⚠ {doubt}" for doubt in self._doubts(result) if doubt]
        if why_not:
            problems.append(f"⚠ {why_not}")
        return _end_form(
            text, start, review, save, print_it, problem="\n".join(problems), fields=fields
        )

    def _summary_text(self) -> str:
        lines = [outcome_in_words(self), ""]
        for heading, deeds in _sides_with_deeds(self.state):
            lines.append(heading)
            lines += [f"  {titled(name, deed)}" for name, deed in deeds if deed]
            unharmed = [name for name, deed in deeds if not deed]
            if unharmed:
                lines.append(_("  survived: {names}", names=", ".join(unharmed)))
            lines.append("")
        return "\n".join(lines).rstrip()

    def _doubts(self, result: Result) -> list[str]:
        try:
            game = self.record(result)
        except LastDaysError as error:
            return [str(error)]
        names = {figure.member: figure.name for figure in self.state.figures() if figure.member}
        return doubts(game, self.workspace.catalogue, names)

    def _store_result(self, result: Result | None) -> tuple[GameRecord | None, Mapping[str, Any]]:
        """Store the game record, or correct it."""
        if not self.can_record():
            return None, {}
        finished = self.finished_sequences()
        if finished:
            raise RuleError(finished)
        game = self.sessions.records.record(self._campaign(), self.record(result))
        return game, {}

    def played_groups(self) -> tuple[str, ...]:
        """Return the campaign's groups that play."""
        return tuple(team.group for team in self.state.teams if team.group)

    def can_record(self) -> bool:
        """Return whether a campaign's group plays, so that there is a record."""
        return self.campaign is not None and bool(self.played_groups())

    def record(self, result: Result | None = None) -> GameRecord:
        """Return the game record from the table; an earlier one keeps its number and notes. `result` is how
        a game against the zombies alone ended, by default as it seems."""
        campaign = self.workspace.campaign(self._campaign()).campaign
        base = campaign.games_by_id.get(self.id)
        if base is None:
            base = GameRecord(
                id=self.id,
                number=campaign.next_number,
                encounter=self.state.table.encounter,
                sides=(),
                fixture=str(self.facts.get("fixture", "")),
                day=self.day,
            )
        groups = {}
        for group in self.played_groups():
            groups[group] = self.workspace.group(group).group
        return record(self.state, base, groups, result)

    def finished_sequences(self) -> str:
        """Say which finished sequences keep the record from being changed, '' for none."""
        if self.campaign is None or not self.recorded:
            return ""
        names = []
        for sequence in self.sessions.games.sequences(self.campaign):
            if sequence.game == self.recorded and sequence.finished:
                names.append(sequence.group_name)
        if not names:
            return ""
        return _(
            "The post-game sequence of {groups} is finished: undo it on the group's page first. "
            "The record stays as it is.",
            groups=joined(names),
        )

    def _campaign(self) -> str:
        if self.campaign is None or not self.can_record():
            raise LastDaysError("This game isn't part of a campaign, so there is no record.")
        return self.campaign


def _minutes(session: Tracker[TableState]) -> int:
    """Return how long a session was played, in minutes, without pauses of an hour or more."""
    times = [datetime.fromisoformat(entry.at) for entry in session.timeline.entries]
    seconds = 0.0
    for earlier, later in pairwise(times):
        gap = (later - earlier).total_seconds()
        if gap < PAUSE_SECONDS:
            seconds += gap
    return round(seconds / 60)


class DeclaredTracker(Tracker[TableState]):
    """A session of another game, which ends with a result and winners."""

    def __init__(self, sessions: SessionActions, stored: SessionRecord, game: DeclaredGame) -> None:
        super().__init__(sessions, stored, game)
        self.declared = game

    def end_form(self, chosen: Mapping[str, str]) -> FormView:
        """Return the form with the result and the winners."""
        text = self.result() or _("It isn't over yet; nobody has won.")
        winners = self._winners()
        if winners:
            text += "\n" + _("Winners: {names}", names=joined(winners))
        return _end_form(text, _button_just_to_end())

    def _store_result(self, result: Result | None) -> tuple[None, Mapping[str, Any]]:
        """Return the facts for the session's line in the list of games; its own rules say how it ended."""
        state = self.state
        return None, {
            "result": self.result(),
            "winners": self._winners(),
            "sides": [seat.name for seat in state.seats],
            "scenario": self.declared.scenario_name(state),
            "turns": state.table.number("turn"),
            "minutes": _minutes(self),
        }

    def verdict(self) -> GameEnd | None:
        """Return how the game has ended, None before its end."""
        return self.declared.verdict(self.state)

    def result(self) -> str:
        """Say the result, '' before the end."""
        end = self.verdict()
        if end is None:
            return ""
        return self.words.say(end.why)

    def _winners(self) -> list[str]:
        end = self.verdict()
        if end is None:
            return []
        return [self.state.name(winner) for winner in end.winners]


class GoneTracker(DeclaredTracker):
    """A session whose game is gone with its content pack: everything of it can be read, nothing can be
    done."""

    def __init__(self, sessions: SessionActions, stored: SessionRecord, game: GoneGame) -> None:
        super().__init__(sessions, stored, game)
        self.why_gone = game.why_gone
        self.rules_changed = False

    @property
    def undo_name(self) -> str | None:
        """Return that nothing can be undone."""
        return None

    @property
    def redo_name(self) -> str | None:
        """Return that nothing can be redone."""
        return None

    def add(self, event: Event | None) -> Event | None:
        """Refuse an event."""
        raise RuleError(self.why_gone)

    def go_forward(self) -> None:
        """Refuse to redo anything."""
        raise RuleError(self.why_gone)

    def _move_head(self, event: int | None) -> None:
        raise RuleError(self.why_gone)

    def _store_result(self, result: Result | None) -> tuple[None, Mapping[str, Any]]:
        """Refuse to end the game."""
        raise RuleError(self.why_gone)


class TrialOutcome(Value):
    """What random games have shown: why a game can't be played to its end, and how many of them ended."""

    faults: tuple[str, ...] = ()
    ended: int = 0
    games: int = 0


#: The outcome for a game that needs no trial.
NO_TRIAL = TrialOutcome()


class SessionActions:
    """Actions on the sessions of a store."""

    def __init__(self, workspace: Workspace, games: PostGameActions) -> None:
        self.workspace = workspace
        self.games = games
        self.records = GameRecordActions(workspace)
        #: The games of the rulebook that they were read from.
        self._games_of_packs: tuple[Catalogue | None, dict[str, DataGame]] = (None, {})
        #: What random games showed of games of packs, by digest.
        self._trials: dict[str, TrialOutcome] = {}

    # Other games

    @property
    def kinds(self) -> Mapping[str, DeclaredGame]:
        """Return the other games that can be played, by key: the program's, and those of all installed
        packs."""
        book = self.workspace.rulebooks.of(Chosen())
        if self._games_of_packs[0] is not book:
            self._games_of_packs = book, of_packs(book.games)
        return {**GAMES, **self._games_of_packs[1]}

    def rules_digest(self, kind: str) -> str:
        """Return what identifies the rules of a game: those of its file, or the rulebook."""
        game = self.kinds.get(kind)
        return game.digest if isinstance(game, DataGame) else self.workspace.catalogue.digest

    def tried(self, kind: str) -> TrialOutcome | None:
        """Return the outcome of trying a game at random; None if it hasn't been tried yet. The program's
        own games need no trial and have NO_TRIAL."""
        game = self.kinds.get(kind)
        return self._trials.get(game.digest) if isinstance(game, DataGame) else NO_TRIAL

    def try_out(self, kind: str) -> None:
        """Play a game of a pack at random some times, always in the same way, before it is begun."""
        game = self.kinds.get(kind)
        if isinstance(game, DataGame) and game.digest not in self._trials:
            patience = TimeLimit(TRIAL_SECONDS)
            trial = try_at_random(game, Random(game.digest), TRIAL_GAMES, patience)
            self._trials[game.digest] = TrialOutcome(
                faults=tuple(trial.faults()), ended=len(trial.ended), games=len(trial.games)
            )

    def title(self, session: SessionSummary) -> str:
        """Return the name of a session's game; if the game is gone, the name it had."""
        game = self.kinds.get(session.game)
        return str(session.facts.get("title") or session.game) if game is None else game.name

    def drawing(self, session: SessionSummary) -> str:
        """Return the pictogram of a session's game, a general one if the game is gone."""
        game = self.kinds.get(session.game)
        return pictograms.game(session.game) if game is None else game.drawing

    def begin(
        self,
        campaign: str | None,
        planned_setup: setup.Setup,
        help: Help = "guided",
        dice: DiceMode | None = None,
        *,
        fixture: str = "",
    ) -> str:
        """Begin a session of *Last Days*, of a `fixture` if it was planned, and return its id; RuleError
        if the set-up can't be played. Without `dice`, rolls are answered as in the campaign."""
        switches = Switches()
        if campaign is not None:
            value = self.workspace.campaign(campaign).campaign
            switches = value.switches
            planned_setup = replace(planned_setup, counters=value.counters)
        start = setup.begin(planned_setup, Rules(self.workspace.catalogue, switches))
        facts: dict[str, Any] = {
            "encounter": planned_setup.encounter,
            "sides": [entrant.name for entrant in planned_setup.entrants],
        }
        if planned_setup.together:
            facts["together"] = True
        if dice is not None:
            facts["dice"] = dice
        if fixture:
            facts["fixture"] = fixture
        return self._begin(LAST_DAYS, campaign, facts, to_json(start), asdict(switches), help)

    def _begin(
        self,
        game: str,
        campaign: str | None,
        facts: Mapping[str, Any],
        start: Any,
        switches: Mapping[str, Any],
        help: Help,
    ) -> str:
        """Store a new session and return its id."""
        now = self.workspace.clock()
        summary = SessionSummary(
            id=self.workspace.new_id(),
            campaign=campaign,
            game=game,
            facts={**facts, DAY_KEY: day_of_moment(now)},
            ended="",
            record="",
            at=now,
            deleted=False,
        )
        with self._changing() as tx:
            digest = self.rules_digest(game)
            tx.table.add_session(summary, start, digest, switches, help)
        return summary.id

    @contextmanager
    def _changing(self) -> Iterator[Transaction]:
        """Give a transaction that changes sessions, and note the change."""
        with self.workspace.store.writing() as tx:
            yield tx
        self.workspace.note_changed(SessionsChanged())

    def listed(self, campaign: str | None, *, deleted: bool = False) -> list[SessionSummary]:
        """Return the sessions of a campaign and those without one, newest first."""
        with self.workspace.store.reading() as tx:
            sessions = tx.table.sessions()
        matching = []
        for session in sessions:
            is_last_days = session.game == LAST_DAYS
            if is_last_days and session.campaign in (campaign, None) and session.deleted == deleted:
                matching.append(session)
        return matching

    def tracker(self, session: str) -> OpenSession:
        """Open a session of any game in its latest state."""
        with self.workspace.store.reading() as tx:
            stored = tx.table.session(session)
        kind = stored.summary.game
        if kind == LAST_DAYS:
            rules = Rules(self.workspace.catalogue, read_switches(stored.switches))
            return LastDaysTracker(self, stored, LastDays(rules))
        declared = self.kinds.get(kind)
        if declared is not None:
            return DeclaredTracker(self, stored, declared)
        kept = game_from_stored(
            kind, self.title(stored.summary), stored.switches.get(GAME_FILE_KEY)
        )
        return GoneTracker(self, stored, GoneGame(kept))

    def begin_game(
        self,
        kind: str,
        players: tuple[str, ...],
        chosen: Mapping[str, str],
        dice: DiceMode | None = None,
    ) -> str:
        """Begin a session of another game and return its id; RuleError if it can't be played. A
        game of a pack is kept with it, so that it can be read when the pack is gone."""
        game = self.kinds.get(kind)
        if game is None:
            raise RuleError("This game is no longer there: its content pack is gone.")
        names = tuple(" ".join(player.split())[:_NAME_MOST] for player in players)
        problems = game.problems(names, chosen)
        players_least, players_most = game.seats
        if not players_least <= len(names) <= players_most:
            problems.append(
                _(
                    "This game takes {least} to {most} players.",
                    least=players_least,
                    most=players_most,
                )
            )
        if "" in names or len(set(names)) < len(names):
            problems.append(_("Every player needs a different name."))
        outcome = self.tried(kind)
        if outcome is not None:
            problems += outcome.faults
        if problems:
            raise RuleError(" ".join(problems))
        facts: dict[str, Any] = {"sides": list(names), "chosen": dict(chosen)}
        if dice is not None:
            facts["dice"] = dice
        kept_with_session: dict[str, Any] = {}
        if isinstance(game, DataGame):
            facts["title"] = game.title
            kept_with_session[GAME_FILE_KEY] = to_builtins(game.game)
        start = units.to_json(game.begin(names, chosen))
        return self._begin(kind, None, facts, start, kept_with_session, "guided")

    def games_played(self, *, deleted: bool = False) -> list[SessionSummary]:
        """Return the sessions of other games, newest first."""
        with self.workspace.store.reading() as tx:
            sessions = tx.table.sessions()
        return [
            session
            for session in sessions
            if session.game != LAST_DAYS and session.deleted == deleted
        ]

    def names_of(self, kind: str) -> list[str]:
        """Return the names of players of other games, those of this game first, the latest first."""
        of_this_game = []
        of_others = []
        for session in self.games_played():
            names = [str(name) for name in session.facts.get("sides", ())]
            if session.game == kind:
                of_this_game += names
            else:
                of_others += names
        return list(dict.fromkeys(of_this_game + of_others))

    def chosen_last(self, kind: str) -> tuple[int, dict[str, str]]:
        """Return how many played a game the last time, and their choices; 0 and {} before the first."""
        for session in self.games_played():
            if session.game == kind:
                players = len(session.facts.get("sides", ()))
                choices = session.facts.get("chosen", {})
                return players, {key: str(choice) for key, choice in choices.items()}
        return 0, {}

    def wins(self, kind: str) -> list[tuple[str, int, int]]:
        """Return the players of a game with games won and games ended, most won first."""
        won: Counter[str] = Counter()
        ended: Counter[str] = Counter()
        for session in self.games_played():
            if session.game == kind and session.ended:
                ended.update(str(name) for name in session.facts.get("sides", ()))
                won.update(str(name) for name in session.facts.get("winners", ()))
        names = sorted(ended, key=lambda name: (-won[name], sorting(name)))
        return [(name, won[name], ended[name]) for name in names]

    def delete(self, session: str) -> None:
        """Delete a session from the list; the store keeps it."""
        with self._changing() as tx:
            tx.table.set_deleted(session, True)

    def restore(self, session: str) -> None:
        """Restore a deleted session."""
        with self._changing() as tx:
            tx.table.set_deleted(session, False)


def table_names(facts: Mapping[str, Any], encounter_name: Callable[[str], str]) -> str:
    """Return the title of a game: 'Scavengers: Riverside against Carl's Crew'."""
    encounter = encounter_name(str(facts.get("encounter", "")))
    return titled(encounter, who_plays(facts))


#: The key of the date on which a session was begun, in its facts.
DAY_KEY = "day"


def day_of_session(session: SessionSummary) -> str:
    """Return the day on which a session was begun, where it was played, as '2026-10-03'."""
    return str(session.facts.get(DAY_KEY) or day_of_moment(session.at))


def who_plays(facts: Mapping[str, Any]) -> str:
    """Say who plays in a game at the table: 'Riverside against Carl's Crew', 'Riverside alone'."""
    sides = [str(side) for side in facts.get("sides", ())]
    if len(sides) == 1:
        return _("{side} alone", side=sides[0])
    return against(sides, together=bool(facts.get("together")))


#: A session of any game, as the window plays it.
OpenSession = LastDaysTracker | DeclaredTracker
