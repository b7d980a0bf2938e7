"""What can be read and written in one transaction, part by part."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from sqlalchemy import select, text
from sqlmodel import Session

from lastdays.store.index import CampaignIndex
from lastdays.store.leftover import driver_of
from lastdays.store.log import TableLog
from lastdays.store.models import MODELS
from lastdays.store.paper import PrintStore
from lastdays.store.revisions import RevisionLog
from lastdays.store.sequences import SequenceLog

#: How a league counts its changes, in a table of its own.
LEAGUE_STEP = text("SELECT step FROM store_step")
#: So many ids are looked for at once: SQLite takes no more than some thousand.
AT_ONCE = 500


class Transaction:
    """The parts of the store, within one transaction; only those that it wants are made."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection = session.connection()
        #: One more after each that is part of this one; 0 where none can be.
        self.inner = 0

    @cached_property
    def index(self) -> CampaignIndex:
        """Which campaigns and groups there are."""
        return CampaignIndex(self.session)

    @cached_property
    def revisions(self) -> RevisionLog:
        """Their documents and history."""
        return RevisionLog(self.session)

    @cached_property
    def sequences(self) -> SequenceLog:
        """The post-game sequences."""
        return SequenceLog(self.session, self.revisions)

    @cached_property
    def paper(self) -> PrintStore:
        """Portraits, and what was printed."""
        return PrintStore(self.session)

    @cached_property
    def table(self) -> TableLog:
        """The sessions at the table."""
        return TableLog(self.session)

    def step(self) -> int:
        """Return a number that is another after each change of the store: while it stays, so does
        all that was read."""
        if self.connection.dialect.name == "sqlite":
            (step,) = driver_of(self.connection).execute("PRAGMA user_version").fetchone()
        else:
            (step,) = self.connection.execute(LEAGUE_STEP).one()
        return -(int(step) << 20) - self.inner if self.inner else int(step)

    def has(self, table_name: str, ids: Collection[str]) -> bool:
        """Tell whether one of these ids is used in a table, by what was undone or deleted too."""
        (own,) = (model.__table__.c.id for model in MODELS if model.__tablename__ == table_name)
        wanted = list(ids)
        return any(
            self.connection.execute(
                select(own).where(own.in_(wanted[n : n + AT_ONCE])).limit(1)
            ).first()
            for n in range(0, len(wanted), AT_ONCE)
        )
