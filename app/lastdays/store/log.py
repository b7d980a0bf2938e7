"""Sessions at the table as stored: a beginning, events in a chain, the head that counts."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Index,
    LargeBinary,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlmodel import Field, SQLModel

from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store import mirror


class TableSessions(SQLModel, table=True):
    """A game being tracked at the table; `head` is the last event that counts. `start` is what
    the table held before the first event, `facts` a line about it; `record` the game it was
    handed over as."""

    __tablename__ = "sessions"
    id: str = Field(primary_key=True)
    campaign_id: str | None = Field(default=None, foreign_key="campaigns.id", index=True)
    game: str
    facts: str
    start: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    rulebook: str
    switches: str
    help: str = ""
    head: int | None = None
    ended: str = ""
    record: str = ""
    deleted: bool = False
    at: str


class TableEvents(SQLModel, table=True):
    """One tap of a session, with what it changes; a chain by `parent_id`."""

    __tablename__ = "events"
    __table_args__ = (Index("ix_events_chain", "session_id", "parent_id"),)
    id: int | None = Field(default=None, primary_key=True)
    session_id: str = Field(foreign_key="sessions.id")
    parent_id: int | None = Field(default=None, foreign_key="events.id")
    event: str
    at: str


SESSIONS = mirror._table(TableSessions)
EVENTS = mirror._table(TableEvents)

#: What a tap runs, put together once.
_ADD_EVENT = insert(EVENTS)
_SET_HEAD = (
    update(SESSIONS).where(SESSIONS.c.id == bindparam("session")).values(head=bindparam("event"))
)


@dataclass(frozen=True)
class SessionSummary:
    """A line about a session; `facts` as they were given, `ended` a time or ''."""

    id: str
    campaign: str | None
    game: str
    facts: Mapping[str, Any]
    ended: str
    record: str
    at: str
    deleted: bool


@dataclass(frozen=True)
class SessionRecord:
    """A session as stored: its beginning, and the events its head leads back to, in order, each
    as id, event and time."""

    summary: SessionSummary
    start: Any
    rulebook: str
    switches: Mapping[str, Any]
    help: str
    head: int | None
    events: tuple[tuple[int, Any, str], ...]


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
        """A session without events."""
        document = json.dumps(start, ensure_ascii=False).encode()
        self._connection.execute(
            insert(SESSIONS).values(
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
        )

    def sessions(self) -> list[SessionSummary]:
        """All sessions, the newest first."""
        columns = SESSIONS.c
        rows = self._connection.execute(
            select(
                columns.id,
                columns.campaign_id,
                columns.game,
                columns.facts,
                columns.ended,
                columns.record,
                columns.at,
                columns.deleted,
            ).order_by(columns.at.desc(), columns.id.desc())
        )
        return [
            SessionSummary(r[0], r[1], r[2], json.loads(r[3]), r[4], r[5], r[6], bool(r[7]))
            for r in rows
        ]

    def kind_of(self, session: str) -> str:
        """Which game a session is; StoreError where there is none."""
        found = self._connection.execute(
            select(SESSIONS.c.game).where(SESSIONS.c.id == session)
        ).scalar()
        if found is None:
            raise StoreError(_("That session is not in the store any more."))
        return str(found)

    def session(self, session: str) -> SessionRecord:
        """A session with the events that count; StoreError where there is none."""
        row = (
            self._connection.execute(select(SESSIONS).where(SESSIONS.c.id == session))
            .mappings()
            .first()
        )
        if row is None:
            raise StoreError(_("That session is not in the store any more."))
        rows = self._connection.execute(
            select(EVENTS.c.id, EVENTS.c.parent_id, EVENTS.c.event, EVENTS.c.at).where(
                EVENTS.c.session_id == session
            )
        ).all()
        by_id = {r[0]: r for r in rows}
        chain: list[tuple[int, Any, str]] = []
        step = row["head"]
        try:
            start = json.loads(zlib.decompress(row["start"]))
            while step is not None:
                found = by_id[step]
                chain.append((found[0], json.loads(found[2]), found[3]))
                step = found[1]
        except (KeyError, ValueError, zlib.error) as error:
            raise StoreError(_("A session in the store is damaged.")) from error
        chain.reverse()
        summary = SessionSummary(
            row["id"],
            row["campaign_id"],
            row["game"],
            json.loads(row["facts"]),
            row["ended"],
            row["record"],
            row["at"],
            bool(row["deleted"]),
        )
        return SessionRecord(
            summary,
            start,
            row["rulebook"],
            json.loads(row["switches"]),
            row["help"],
            row["head"],
            tuple(chain),
        )

    def add_event(self, session: str, parent: int | None, event: Any, at: str) -> int:
        """An event after another, made the head; its id."""
        result = self._connection.execute(
            _ADD_EVENT,
            {
                "session_id": session,
                "parent_id": parent,
                "event": json.dumps(event, ensure_ascii=False, separators=(",", ":")),
                "at": at,
            },
        )
        key = result.inserted_primary_key
        assert key is not None
        self.set_head(session, int(key[0]))
        return int(key[0])

    def set_head(self, session: str, event: int | None) -> None:
        """Makes an event the last that counts."""
        self._connection.execute(_SET_HEAD, {"session": session, "event": event})

    def latest_child(self, session: str, event: int | None) -> tuple[int, Any, str] | None:
        """The newest event made after another, for redo."""
        parent = EVENTS.c.parent_id.is_(None) if event is None else EVENTS.c.parent_id == event
        found = self._connection.execute(
            select(func.max(EVENTS.c.id)).where(EVENTS.c.session_id == session, parent)
        ).scalar()
        if found is None:
            return None
        row = self._connection.execute(
            select(EVENTS.c.id, EVENTS.c.event, EVENTS.c.at).where(EVENTS.c.id == found)
        ).one()
        return int(row[0]), json.loads(row[1]), str(row[2])

    def note(self, session: str, **values: str | bool) -> None:
        """Sets `help`, `ended`, `record`, `facts` or `deleted` of a session."""
        self._connection.execute(update(SESSIONS).where(SESSIONS.c.id == session).values(**values))
