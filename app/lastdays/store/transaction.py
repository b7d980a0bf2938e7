"""A transaction on the store, with a part for each subject."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from sqlalchemy import select, text
from sqlmodel import Session

from lastdays.store.index import CampaignIndex
from lastdays.store.leftover import driver_of, pragma
from lastdays.store.log import TableLog
from lastdays.store.models import MODELS
from lastdays.store.paper import PrintStore
from lastdays.store.revisions import RevisionLog
from lastdays.store.sequences import SequenceLog

#: How many ids one query looks for: SQLite takes no more than some thousand parameters.
AT_ONCE = 500


class Transaction:
    """One transaction; its parts are created when they are first used."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection = session.connection()
        #: How many nested transactions have ended, counted from 1; 0 outside `Store.as_one`.
        self.inner = 0

    @cached_property
    def index(self) -> CampaignIndex:
        """Summaries of campaigns and groups."""
        return CampaignIndex(self.session)

    @cached_property
    def revisions(self) -> RevisionLog:
        """Documents and their history."""
        return RevisionLog(self.session)

    @cached_property
    def sequences(self) -> SequenceLog:
        """The post-game sequences."""
        return SequenceLog(self.session, self.revisions)

    @cached_property
    def paper(self) -> PrintStore:
        """Portraits, and what was printed last."""
        return PrintStore(self.session)

    @cached_property
    def table(self) -> TableLog:
        """The sessions at the table."""
        return TableLog(self.session)

    def step(self) -> int:
        """Return a number that differs after each change of the store, a key for whatever is cached."""
        if self.connection.dialect.name == "sqlite":
            step = pragma(driver_of(self.connection), "user_version")
        else:  # a league counts its changes in a table of its own
            step = self.connection.execute(text("SELECT step FROM store_step")).scalar_one()
        return -(step << 20) - self.inner if self.inner else step

    def has(self, table_name: str, ids: Collection[str]) -> bool:
        """Return whether a table uses one of these ids, even for something undone or deleted."""
        (own,) = (model.__table__.c.id for model in MODELS if model.__tablename__ == table_name)
        wanted = list(ids)
        return any(
            self.connection.execute(
                select(own).where(own.in_(wanted[n : n + AT_ONCE])).limit(1)
            ).first()
            for n in range(0, len(wanted), AT_ONCE)
        )
