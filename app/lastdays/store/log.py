"""Sessions at the table as stored: a starting table, events in a chain, the head that counts."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    insert,
    select,
    update,
)

from lastdays.desktop.bounds import unpacked
from lastdays.errors import OvertakenError, StoreError
from lastdays.language import _
from lastdays.store.packing import DOCUMENT_MOST
from lastdays.store.sums import change_row, hold, row_of, sum_of, summed, with_head
from lastdays.store.tables import (
    TableEvents,
    TableSessions,
    column,
    driver_of,
    in_words,
    is_file,
    made,
    mapping_of,
    table,
)

#: Under which name the facts of a session say that an earlier version removed its log.
TIDIED = "tidied"


@cache
def _add_event() -> str:
    """Return what a tap runs, put together once and handed to the driver: that halves what storing
    it takes."""
    return in_words(
        insert(table(TableEvents)).values(
            session_id=bindparam("session"),
            parent_id=bindparam("parent"),
            event=bindparam("event"),
            at=bindparam("at"),
            sum=bindparam("sum"),
        )
    )


@cache
def _set_head() -> str:
    """Return what moves the head of a session, likewise."""
    return in_words(
        update(table(TableSessions))
        .where(column(TableSessions.id) == bindparam("session"))
        .values(head=bindparam("event"), head_sum=bindparam("sum"))
    )


#: The columns a line about a session is made of.
_SUMMARIES = select(
    column(TableSessions.id),
    column(TableSessions.campaign_id),
    column(TableSessions.game),
    column(TableSessions.facts),
    column(TableSessions.ended),
    column(TableSessions.record),
    column(TableSessions.at),
    column(TableSessions.deleted),
)
_EVENTS = select(
    column(TableEvents.id),
    column(TableEvents.parent_id),
    column(TableEvents.event),
    column(TableEvents.at),
    column(TableEvents.sum),
)


class SessionSummary(Struct, frozen=True):
    """A line about a session; `facts` as they were given, `ended` a time or ''."""

    id: str
    campaign: str | None
    game: str
    facts: Mapping[str, Any]
    ended: str
    record: str
    at: str
    deleted: bool


class StoredEvent(NamedTuple):
    """An event as stored: its id, what it is as plain JSON, and its time."""

    id: int
    event: Any
    at: str


class SessionRecord(Struct, frozen=True):
    """A session as stored: its beginning, and the events its head leads back to, in order."""

    summary: SessionSummary
    start: Any
    rulebook: str
    switches: Mapping[str, Any]
    help: str
    head: int | None
    events: tuple[StoredEvent, ...]


class TableLog:
    """The part of a transaction that the trackers need."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_session(
        self,
        session: SessionSummary,
        start: Any,
        rulebook: str,
        switches: Mapping[str, Any],
        help: str,
    ) -> None:
        """Add a session without events."""
        document = json.dumps(start, ensure_ascii=False).encode()
        row = summed(
            TableSessions,
            id=session.id,
            campaign_id=session.campaign,
            game=session.game,
            facts=json.dumps(session.facts, ensure_ascii=False),
            start=zlib.compress(document, 6),
            rulebook=rulebook,
            switches=json.dumps(switches),
            help=help,
            ended=session.ended,
            record=session.record,
            deleted=session.deleted,
            at=session.at,
        )
        self._connection.execute(
            insert(table(TableSessions)).values(**row, **with_head(session.id, None))
        )

    def sessions(self) -> list[SessionSummary]:
        """List all sessions, the newest first."""
        return self._summaries(
            _SUMMARIES.order_by(column(TableSessions.at).desc(), column(TableSessions.id).desc())
        )

    def _summaries(
        self, query: Select[str, str | None, str, str, str, str, str, bool]
    ) -> list[SessionSummary]:
        return [
            SessionSummary(
                id=id,
                campaign=campaign,
                game=game,
                facts=mapping_of(facts),
                ended=ended,
                record=record,
                at=at,
                deleted=deleted,
            )
            for id, campaign, game, facts, ended, record, at, deleted in self._connection.execute(
                query
            )
        ]

    def begun(self, sessions: Collection[str]) -> dict[str, str]:
        """Return when each of some sessions was begun; those that are missing or deleted have no
        time."""
        rows = self._connection.execute(
            select(column(TableSessions.id), column(TableSessions.at)).where(
                column(TableSessions.id).in_(sessions), column(TableSessions.deleted).is_(False)
            )
        )
        return dict(rows.all())

    def kind_of(self, session: str) -> str:
        """Tell which game a session is; StoreError where there is none."""
        found = self._connection.scalars(
            select(column(TableSessions.game)).where(column(TableSessions.id) == session)
        ).first()
        if found is None:
            raise StoreError(_("That session is no longer in the store."))
        return found

    def session(self, session: str) -> SessionRecord:
        """Read a session with the events that count; StoreError where it is missing or damaged."""
        row = row_of(self._connection, TableSessions, session)
        if row is None:
            raise StoreError(_("That session is no longer in the store."))
        try:
            return SessionRecord(
                summary=self._summaries(_SUMMARIES.where(column(TableSessions.id) == session))[0],
                start=json.loads(unpacked(row["start"], DOCUMENT_MOST)),
                rulebook=row["rulebook"],
                switches=json.loads(row["switches"]),
                help=row["help"],
                head=row["head"],
                events=self._chain(session, row["head"]),
            )
        except (KeyError, ValueError, zlib.error) as error:
            raise StoreError(_("A session in the store is damaged.")) from error

    def _chain(self, session: str, head: int | None) -> tuple[StoredEvent, ...]:
        """Return the events a head leads back to, in order; KeyError where one is missing.

        Raises StoreError where one is damaged.
        """
        rows = self._connection.execute(_EVENTS.where(column(TableEvents.session_id) == session))
        stored = {id: (parent, event, at, made) for id, parent, event, at, made in rows.all()}
        chain: list[StoredEvent] = []
        step = head
        while step is not None:
            # Each event is read once: a chain that leads into itself would have no end.
            parent, event, at, made = stored.pop(step)
            hold(made, session, parent, event, at)
            chain.append(StoredEvent(step, json.loads(event), at))
            step = parent
        chain.reverse()
        return tuple(chain)

    def add_event(self, session: str, parent: int | None, event: Any, at: str) -> int:
        """Add an event after another and make it the head; its id."""
        words = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        if is_file(self._connection):
            values = {
                "session": session,
                "parent": parent,
                "event": words,
                "at": at,
                "sum": sum_of(session, parent, words, at),
            }
            added = driver_of(self._connection).execute(_add_event(), values).lastrowid
        else:
            self.hold_head(session, parent)
            row = summed(TableEvents, session_id=session, parent_id=parent, event=words, at=at)
            added = made(self._connection.execute(insert(table(TableEvents)).values(**row)))
        assert added is not None
        self.set_head(session, added)
        return added

    def hold_head(self, session: str, seen: int | None) -> None:
        """Raise OvertakenError where another event is the last that counts than was `seen`: another
        window of a league has gone on. In a file nobody else can have."""
        if is_file(self._connection):
            return
        head = select(column(TableSessions.head)).where(column(TableSessions.id) == session)
        if self._connection.scalars(head).first() != seen:
            raise OvertakenError(
                _(
                    "Another window has gone on with this game. Nothing was changed; it is shown "
                    "as it is now."
                )
            )

    def set_head(self, session: str, event: int | None) -> None:
        """Make an event the last that counts."""
        if is_file(self._connection):
            driver_of(self._connection).execute(
                _set_head(), {"session": session, "event": event, "sum": sum_of(session, event)}
            )
        else:
            rows = table(TableSessions)
            self._connection.execute(
                update(rows).where(rows.c.id == session).values(**with_head(session, event))
            )

    def latest_child(self, session: str, event: int | None) -> StoredEvent | None:
        """Read the newest event made after another, for redo; None where there is none."""
        row = self._connection.execute(
            select(
                column(TableEvents.id),
                column(TableEvents.event),
                column(TableEvents.at),
                column(TableEvents.sum),
            )
            .where(
                column(TableEvents.session_id) == session,
                column(TableEvents.parent_id).is_not_distinct_from(event),
            )
            .order_by(column(TableEvents.id).desc())
            .limit(1)
        ).first()
        if row is None:
            return None
        id, stored, at, made = row
        hold(made, session, event, stored, at)
        return StoredEvent(id, json.loads(stored), at)

    def ids_after(self, session: str, event: int | None) -> list[int]:
        """Return which events redo brings back after an event, without reading them."""
        rows = self._connection.execute(
            select(column(TableEvents.parent_id), column(TableEvents.id))
            .where(column(TableEvents.session_id) == session, column(TableEvents.id) > (event or 0))
            .order_by(column(TableEvents.id))
        )
        newest: dict[int | None, int] = dict(rows.all())
        found: list[int] = []
        step = event
        while step in newest:
            step = newest.pop(step)
            found.append(step)
        return found

    def latest_after(self, session: str, event: int | None) -> list[StoredEvent]:
        """Read what redo brings back after an event, one after another: the newest event made
        after it, the newest after that, and so on."""
        rows = self._connection.execute(
            _EVENTS.where(
                column(TableEvents.session_id) == session, column(TableEvents.id) > (event or 0)
            ).order_by(column(TableEvents.id))
        )
        newest = {parent: (id, stored, at, made) for id, parent, stored, at, made in rows.all()}
        found: list[StoredEvent] = []
        step = event
        while step in newest:
            # Each event is read once: a chain that leads into itself would have no end.
            id, stored, at, made = newest.pop(step)
            hold(made, session, step, stored, at)
            found.append(StoredEvent(id, json.loads(stored), at))
            step = id
        return found

    def note(self, session: str, **values: str) -> None:
        """Set `help`, `ended`, `record` or `facts` of a session."""
        change_row(self._connection, TableSessions, session, **values)

    def set_deleted(self, session: str, deleted: bool) -> None:
        """Take a session out of the lists, or back into them; a damaged one too.

        Its sum is left as it is then, so that the check goes on naming it.
        """
        try:
            change_row(self._connection, TableSessions, session, deleted=deleted)
        except StoreError:
            rows = table(TableSessions)
            self._connection.execute(
                update(rows).where(rows.c.id == session).values(deleted=deleted)
            )
