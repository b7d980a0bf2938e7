"""What can be read and written in one transaction, part by part."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from sqlalchemy import Connection, insert, select, text

from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.store.index import CampaignIndex
from lastdays.store.log import TableLog
from lastdays.store.packing import PACKER
from lastdays.store.paper import PrintStore
from lastdays.store.revisions import RevisionLog, Subject
from lastdays.store.sequences import SequenceLog
from lastdays.store.sums import summed
from lastdays.store.tables import (
    Campaigns,
    Games,
    Groups,
    Revisions,
    Sequences,
    TableSessions,
    column,
    driver_of,
    is_file,
    made,
    table,
)

#: How a league counts its changes, in a table of its own.
LEAGUE_STEP = text("SELECT step FROM store_step")


class Transaction:
    """The parts of the store, within one transaction.

    `index` knows which campaigns and groups there are, `revisions` their documents and history,
    `sequences` the post-game sequences, `paper` portraits and what was printed, `table` the
    sessions at the table.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        #: One more after each that is part of this one; 0 where none can be.
        self.inner = 0
        self.index = CampaignIndex(connection)
        self.revisions = RevisionLog(connection)
        self.sequences = SequenceLog(connection, self.revisions)
        self.paper = PrintStore(connection)
        self.table = TableLog(connection)

    def step(self) -> int:
        """Return a number that is another after each change of the store: while it stays, so does
        all that was read."""
        if is_file(self.connection):
            (step,) = driver_of(self.connection).execute("PRAGMA user_version").fetchone()
        else:
            (step,) = self.connection.execute(LEAGUE_STEP).one()
        return -(int(step) << 20) - self.inner if self.inner else int(step)


#: So many ids are looked for at once: SQLite takes no more than some thousand.
AT_ONCE = 500


class Arrivals:
    """Adds what has its history already, within one transaction."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def has(self, table_name: str, ids: Collection[str]) -> bool:
        """Return whether one of these ids is used, by what was undone or deleted too."""
        own = {
            "campaigns": column(Campaigns.id),
            "groups": column(Groups.id),
            "games": column(Games.id),
            "sequences": column(Sequences.id),
            "sessions": column(TableSessions.id),
        }[table_name]
        wanted = list(ids)
        return any(
            self._tx.connection.execute(
                select(own).where(own.in_(wanted[n : n + AT_ONCE])).limit(1)
            ).first()
            is not None
            for n in range(0, len(wanted), AT_ONCE)
        )

    def add(
        self,
        change: int,
        subject: Subject,
        parent: int | None,
        document: bytes,
        figures: Mapping[str, int],
    ) -> int:
        """Add a revision of the past after another; its number. It counts for nothing until
        `present`."""
        row = summed(
            Revisions,
            change_id=change,
            campaign_id=subject.campaign,
            group_id=subject.group,
            parent_id=parent,
            document=PACKER.pack(document),
            figures=json.dumps(figures),
        )
        return made(self._tx.connection.execute(insert(table(Revisions)).values(**row)))

    def present(self, subject: Subject, revision: int, value: Group | Campaign) -> None:
        """Make the last revision of a history the one that counts."""
        self._tx.revisions.set_head(subject, revision, value)
