"""Stored sessions of games at the table: the starting table, a chain of events, the current head."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import insert, update
from sqlmodel import col, select

from lastdays.errors import OvertakenError, StoreError
from lastdays.store.models import (
    Part,
    TableEvents,
    TableSessions,
    document_in,
    events_up_to_head,
    json_in,
    mapping_in,
    mapping_of,
    packed,
    sum_of,
    sum_of_row,
    verify,
)
from lastdays.values import Value

#: The key in a session's facts which says that an earlier version removed its log.
TIDIED = "tidied"


class SessionSummary(Value):
    """A summary of a session; `facts` are as they were given, `ended` is a time or ''."""

    id: str
    campaign: str | None
    game: str
    facts: Mapping[str, Any]
    ended: str
    record: str
    at: str
    deleted: bool


class StoredEvent(NamedTuple):
    """A stored event: its id, itself as plain JSON, and its time."""

    id: int
    event: Any
    at: str


class SessionRecord(Value):
    """A stored session: its start, and the events in force, in order."""

    summary: SessionSummary
    start: Any
    rulebook: str
    switches: Mapping[str, Any]
    help: str
    events: tuple[StoredEvent, ...]


class TableLog(Part):
    """The part of a transaction that keeps sessions and their events."""

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
        self._add(
            TableSessions(
                id=session.id,
                campaign_id=session.campaign,
                game=session.game,
                facts=json.dumps(session.facts, ensure_ascii=False),
                start=packed(document),
                rulebook=rulebook,
                switches=json.dumps(switches),
                help=help,
                ended=session.ended,
                record=session.record,
                deleted=session.deleted,
                at=session.at,
            )
        )

    def sessions(self) -> list[SessionSummary]:
        """List all sessions, the newest first."""
        # without the starting tables, which are long
        columns = [column for column in TableSessions.__table__.columns if column.name != "start"]
        rows = self._connection.execute(
            sqlalchemy.select(*columns).order_by(
                col(TableSessions.at).desc(), col(TableSessions.id).desc()
            )
        )
        return [_summary(row) for row in rows]

    def begun(self, sessions: Collection[str]) -> dict[str, str]:
        """Return when each of some sessions began, without those that are missing or deleted."""
        rows = self._session.exec(
            select(TableSessions.id, TableSessions.at).where(
                col(TableSessions.id).in_(sessions), ~col(TableSessions.deleted)
            )
        )
        return dict(rows.all())

    def session(self, session: str) -> SessionRecord:
        """Read a session with the events in force; StoreError if it is missing or damaged."""
        row = self._row(session)
        rows = self._connection.execute(
            select(TableEvents).where(TableEvents.session_id == session)
        )
        try:
            events = [_stored(event) for event in events_up_to_head(TableEvents, rows, row.head)]
            return SessionRecord(
                summary=_summary(row),
                start=json_in(document_in(row.start)),
                rulebook=row.rulebook,
                switches=mapping_in(row.switches),
                help=row.help,
                events=tuple(events),
            )
        except (KeyError, ValueError, zlib.error) as error:
            raise StoreError("A session in the store is damaged.") from error

    def _row(self, session: str) -> TableSessions:
        row = self._session.get(TableSessions, session)
        if row is None:
            raise StoreError("That session is no longer in the store.")
        return row

    def add_event(self, session: str, parent: int | None, event: Any, at: str) -> int:
        """Add an event after its parent, make it the head, and return its id."""
        self.check_head(session, parent)
        words = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        # An insert into the table is quicker than an instance of the model: every tap waits for it.
        result = self._connection.execute(
            insert(TableEvents.__table__).values(
                session_id=session,
                parent_id=parent,
                event=words,
                at=at,
                sum=sum_of(session, parent, words, at),
            )
        )
        assert result.inserted_primary_key is not None
        (event_id,) = result.inserted_primary_key
        self.set_head(session, event_id)
        return int(event_id)

    def check_head(self, session: str, expected_head: int | None) -> None:
        """Raise OvertakenError if the head isn't the event that is expected: another window has gone on."""
        query = select(TableSessions.head).where(TableSessions.id == session)
        if self._connection.scalar(query) != expected_head:
            raise OvertakenError(
                "This game has moved on in another window. Nothing was changed; it is now "
                "shown as it is there."
            )

    def set_head(self, session: str, event: int | None) -> None:
        """Make an event the head."""
        table = TableSessions.__table__
        head = {"head": event, "head_sum": sum_of(session, event)}
        self._connection.execute(update(table).where(table.c.id == session).values(head))

    def latest_child(self, session: str, event: int | None) -> StoredEvent | None:
        """Read the newest event whose parent is this one, for redo; None if there is none."""
        row = self._session.exec(
            select(TableEvents)
            .where(
                TableEvents.session_id == session,
                col(TableEvents.parent_id).is_not_distinct_from(event),
            )
            .order_by(col(TableEvents.id).desc())
        ).first()
        return None if row is None else _stored(row)

    def ids_after(self, session: str, event: int | None) -> list[int]:
        """Return the ids of the events that redo restores after an event, without reading them."""
        query = (
            select(TableEvents.id, TableEvents.parent_id)
            .where(TableEvents.session_id == session, TableEvents.id > (event or 0))
            .order_by(col(TableEvents.id))
        )
        return [row.id for row in _rows_after(self._connection.execute(query), event)]

    def latest_after(self, session: str, event: int | None) -> list[StoredEvent]:
        """Read the events that redo restores after an event, in order: its newest child, the newest
        child of that, and so on."""
        query = (
            select(TableEvents)
            .where(TableEvents.session_id == session, TableEvents.id > (event or 0))
            .order_by(col(TableEvents.id))
        )
        rows = _rows_after(self._connection.execute(query), event)
        for row in rows:
            verify(row.sum, sum_of_row(TableEvents, row))
        return [_stored(row) for row in rows]

    def note(self, session: str, **values: str) -> None:
        """Set the `help`, `ended`, `record` or `facts` of a session."""
        self._row(session).sqlmodel_update(values)
        self._session.flush()

    def set_deleted(self, session: str, deleted: bool) -> None:
        """Delete a session from the lists, or restore it; a damaged one too, whose checksum then stays,
        so that the check still reports it."""
        try:
            self._row(session).deleted = deleted
            self._session.flush()
        except StoreError:
            self._session.exec(
                update(TableSessions)
                .where(col(TableSessions.id) == session)
                .values(deleted=deleted)
            )


def _summary(row: Any) -> SessionSummary:
    return SessionSummary(
        id=row.id,
        campaign=row.campaign_id,
        game=row.game,
        facts=mapping_of(row.facts),
        ended=row.ended,
        record=row.record,
        at=row.at,
        deleted=row.deleted,
    )


def _stored(row: Any) -> StoredEvent:
    try:
        return StoredEvent(row.id, json_in(row.event), row.at)
    except ValueError as error:
        raise StoreError("A session in the store is damaged.") from error


def _rows_after(rows: Iterable[Any], event: int | None) -> list[Any]:
    """Return the events that redo comes to after one, by following the newest child of each."""
    newest_child = {row.parent_id: row for row in rows}
    following: list[Any] = []
    while event in newest_child:
        # Each event is taken once, so that a damaged chain that loops comes to an end.
        row = newest_child.pop(event)
        following.append(row)
        event = row.id
    return following
