"""Sessions at the table as stored: a starting table, events in a chain, the head that counts."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import insert, update
from sqlmodel import col, select

from lastdays.desktop.bounds import unpacked
from lastdays.errors import OvertakenError, StoreError
from lastdays.store.models import (
    DOCUMENT_MOST,
    Part,
    TableEvents,
    TableSessions,
    mapping_of,
    packed,
)
from lastdays.store.sums import chain, hold, sum_of, sum_of_row
from lastdays.values import Value

#: Under which name the facts of a session say that an earlier version removed its log.
TIDIED = "tidied"


class SessionSummary(Value):
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


class SessionRecord(Value):
    """A session as stored: its beginning, and the events its head leads back to, in order."""

    summary: SessionSummary
    start: Any
    rulebook: str
    switches: Mapping[str, Any]
    help: str
    head: int | None
    events: tuple[StoredEvent, ...]


class TableLog(Part):
    """The part of a transaction that the trackers need."""

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
        # Not what each began with, which is long.
        told = [one for one in TableSessions.__table__.columns if one.name != "start"]
        rows = self._connection.execute(
            sqlalchemy.select(*told).order_by(
                col(TableSessions.at).desc(), col(TableSessions.id).desc()
            )
        )
        return [_summary(row) for row in rows]

    def begun(self, sessions: Collection[str]) -> dict[str, str]:
        """Return when each of some sessions was begun; those that are missing or deleted have no
        time."""
        rows = self._session.exec(
            select(TableSessions.id, TableSessions.at).where(
                col(TableSessions.id).in_(sessions), ~col(TableSessions.deleted)
            )
        )
        return dict(rows.all())

    def session(self, session: str) -> SessionRecord:
        """Read a session with the events that count; StoreError where it is missing or damaged."""
        row = self._row(session)
        events = self._connection.execute(
            select(TableEvents).where(TableEvents.session_id == session)
        )
        try:
            return SessionRecord(
                summary=_summary(row),
                start=json.loads(unpacked(row.start, DOCUMENT_MOST)),
                rulebook=row.rulebook,
                switches=json.loads(row.switches),
                help=row.help,
                head=row.head,
                events=tuple(_stored(one) for one in chain(TableEvents, events, row.head)),
            )
        except (KeyError, ValueError, zlib.error) as error:
            raise StoreError("A session in the store is damaged.") from error

    def _row(self, session: str) -> TableSessions:
        row = self._session.get(TableSessions, session)
        if row is None:
            raise _missing()
        return row

    def add_event(self, session: str, parent: int | None, event: Any, at: str) -> int:
        """Add an event after another and make it the head; its id."""
        self.hold_head(session, parent)
        words = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        # Into the table, not as a value of the model, which takes longer: every tap waits for this.
        added = self._connection.execute(
            insert(TableEvents.__table__).values(
                session_id=session,
                parent_id=parent,
                event=words,
                at=at,
                sum=sum_of(session, parent, words, at),
            )
        ).inserted_primary_key
        assert added is not None
        self.set_head(session, added[0])
        return int(added[0])

    def hold_head(self, session: str, seen: int | None) -> None:
        """Raise OvertakenError where another event is the last that counts than was `seen`: another
        window of a league has gone on."""
        query = select(TableSessions.head).where(TableSessions.id == session)
        if self._connection.scalar(query) != seen:
            raise OvertakenError(
                "Another window has gone on with this game. Nothing was changed; it is shown "
                "as it is now."
            )

    def set_head(self, session: str, event: int | None) -> None:
        """Make an event the last that counts."""
        of = TableSessions.__table__
        head = {"head": event, "head_sum": sum_of(session, event)}
        self._connection.execute(update(of).where(of.c.id == session).values(head))

    def latest_child(self, session: str, event: int | None) -> StoredEvent | None:
        """Read the newest event made after another, for redo; None where there is none."""
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
        """Return which events redo brings back after an event, without reading them."""
        query = (
            select(TableEvents.id, TableEvents.parent_id)
            .where(TableEvents.session_id == session, TableEvents.id > (event or 0))
            .order_by(col(TableEvents.id))
        )
        return [row.id for row in _after(self._connection.execute(query), event)]

    def latest_after(self, session: str, event: int | None) -> list[StoredEvent]:
        """Read what redo brings back after an event, one after another: the newest event made
        after it, the newest after that, and so on."""
        query = (
            select(TableEvents)
            .where(TableEvents.session_id == session, TableEvents.id > (event or 0))
            .order_by(col(TableEvents.id))
        )
        rows = _after(self._connection.execute(query), event)
        for row in rows:
            hold(row.sum, sum_of_row(TableEvents, row))
        return [_stored(row) for row in rows]

    def note(self, session: str, **values: str) -> None:
        """Set `help`, `ended`, `record` or `facts` of a session."""
        self._row(session).sqlmodel_update(values)
        self._session.flush()

    def set_deleted(self, session: str, deleted: bool) -> None:
        """Take a session out of the lists, or back into them; a damaged one too.

        Its sum is left as it is then, so that the check goes on naming it.
        """
        try:
            self._row(session).deleted = deleted
            self._session.flush()
        except StoreError:
            self._session.exec(
                update(TableSessions)
                .where(col(TableSessions.id) == session)
                .values(deleted=deleted)
            )


def _missing() -> StoreError:
    return StoreError("That session is no longer in the store.")


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
    return StoredEvent(row.id, json.loads(row.event), row.at)


def _after(rows: Iterable[Any], event: int | None) -> list[Any]:
    """Return of the events made after one those that redo comes to, the newest after each."""
    newest = {row.parent_id: row for row in rows}
    found = []
    step = event
    while step in newest:
        # Each event is taken once: a chain that leads into itself would have no end.
        found.append(newest.pop(step))
        step = found[-1].id
    return found
