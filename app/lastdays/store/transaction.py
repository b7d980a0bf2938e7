"""What can be read and written in one transaction, part by part."""

from __future__ import annotations

from sqlalchemy import Connection, text

from lastdays.store.index import CampaignIndex
from lastdays.store.log import TableLog
from lastdays.store.paper import PrintStore
from lastdays.store.revisions import RevisionLog
from lastdays.store.sequences import SequenceLog
from lastdays.store.tables import driver_of, is_file

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
        #: The step that the store has taken with this, once it is stored; None where that is not
        #: known.
        self.stepped: int | None = None
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
