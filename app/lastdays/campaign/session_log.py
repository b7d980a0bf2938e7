"""The stored events of a session at the table: added one transaction at a time, undone, redone,
read as a log."""

from __future__ import annotations

from datetime import datetime
from typing import Generic, TypeVar

from msgspec import Struct, convert, to_builtins

from lastdays.campaign.workspace import Workspace
from lastdays.errors import NothingToUndoError
from lastdays.language import _
from lastdays.store import Transaction
from lastdays.store.log import SessionRecord, StoredEvent
from lastdays.tabletop.engine import Engine
from lastdays.tabletop.event_log import (
    Event,
    LoggedEvent,
    LogLine,
    LogOutline,
    Timeline,
    log_lines,
)
from lastdays.tabletop.phrases import Phrases, dice_in_words

S = TypeVar("S")
#: Taps on one counter within so many seconds are one line of the log.
QUICK_SECONDS = 10


class Undone(Struct, frozen=True):
    """What was undone or redone: its name, and the dice it crossed, in words."""

    what: str
    dice: str


class SessionLog(Generic[S]):
    """One session: its events, and the table they add up to."""

    def __init__(self, workspace: Workspace, stored: SessionRecord, engine: Engine[S]) -> None:
        self.workspace = workspace
        self.engine = engine
        self.id = stored.summary.id
        self.kind = stored.summary.game
        self.campaign = stored.summary.campaign
        self.facts = stored.summary.facts
        self.ended = stored.summary.ended
        self.recorded = stored.summary.record
        self.rules_changed = stored.rulebook != workspace.catalogue.digest
        entries = (_logged(event) for event in stored.events)
        self.timeline: Timeline[S] = Timeline(engine.from_json(stored.start), entries, engine.patch)
        #: Where the lines of the log end, of all that is read here; who shows it follows the rest.
        self.outline = LogOutline(_quickly)
        self.outline.follow(self.timeline.entries)
        #: What was taken back, by the number it is stored under.
        self._taken: dict[int, LoggedEvent] = {}
        self._redo = self._find_redo()

    @property
    def state(self) -> S:
        """Return what is on the table now."""
        return self.timeline.state

    @property
    def head(self) -> int | None:
        """Return the id of the last event that counts."""
        return self.timeline.entries[-1].id if self.timeline.entries else None

    @property
    def words(self) -> Phrases:
        """Return sentences about the table."""
        return self.engine.words(self.state)

    def name(self, piece: str) -> str:
        """Return what a piece is called."""
        return self.words.name(f"@{piece}")

    def add(self, event: Event | None) -> Event | None:
        """Store an event before it counts; None changes nothing."""
        if event is None:
            return None
        at = self.workspace.clock()
        with self.workspace.store.writing() as tx:
            made = tx.table.add_event(self.id, self.head, to_builtins(event), at)
        self.timeline.add(LoggedEvent(made, event, at))
        self._redo = None
        return event

    # Undo and redo

    @property
    def undo_name(self) -> str | None:
        """Say what undo would take back."""
        entries = self.timeline.entries
        return self.words.event(entries[-1].event) if entries else None

    @property
    def redo_name(self) -> str | None:
        """Say what redo would bring back."""
        return self.words.event(self._redo.event) if self._redo is not None else None

    def undo(self) -> Undone:
        """Take the last event back."""
        entries = self.timeline.entries
        if not entries:
            raise NothingToUndoError(_("There is nothing to undo."))
        undone = self._undone(entries[-1].event)
        self._move(entries[-2].id if len(entries) > 1 else None)
        self._redo = self.timeline.back()
        return undone

    def redo(self) -> Undone:
        """Bring the latest event back that was undone here."""
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
        """Make the first `count` events all that counts; redo leads forward again."""
        entries = self.timeline.entries
        if not 0 <= count < len(entries):
            return
        self._move(entries[count - 1].id if count else None)
        gone = self.timeline.cut(count)
        self._taken.update((entry.id, entry) for entry in gone)
        self._redo = gone[0]

    def go_forward(self) -> None:
        """Bring everything back that was undone, as far as it goes, in one transaction."""
        with self.workspace.store.writing() as tx:
            ahead = self._ahead(tx)
            if ahead:
                tx.table.hold_head(self.id, self.head)
                tx.table.set_head(self.id, ahead[-1].id)
        self.timeline.extend(ahead)
        self._redo = None

    def _ahead(self, tx: Transaction) -> list[LoggedEvent]:
        """Return what redo brings back, one after another; what was taken back here is not read
        again."""
        ids = tx.table.ids_after(self.id, self.head)
        if self._taken.keys() >= set(ids):
            return [self._taken[id] for id in ids]
        return [_logged(found) for found in tx.table.latest_after(self.id, self.head)]

    def _move(self, event: int | None) -> None:
        with self.workspace.store.writing() as tx:
            tx.table.hold_head(self.id, self.head)
            tx.table.set_head(self.id, event)

    def _find_redo(self) -> LoggedEvent | None:
        with self.workspace.store.reading() as tx:
            found = tx.table.latest_child(self.id, self.head)
        return None if found is None else _logged(found)

    # Reading

    def log(self, last: int = 0) -> list[LogLine]:
        """Return the log, oldest first, quick repeated taps together; of so many entries at its
        end, 0: of all."""
        return log_lines(self.timeline.entries[-last:], _quickly)

    def seen_at(self, count: int) -> S:
        """Return what was on the table after the first `count` events."""
        return self.timeline.at(count)


def _logged(stored: StoredEvent) -> LoggedEvent:
    return LoggedEvent(stored.id, convert(stored.event, Event), stored.at)


def _quickly(before: LoggedEvent, after: LoggedEvent) -> bool:
    """Tell whether two taps came shortly after each other."""
    try:
        gap = datetime.fromisoformat(after.at) - datetime.fromisoformat(before.at)
    except ValueError:
        return False
    return 0 <= gap.total_seconds() <= QUICK_SECONDS
