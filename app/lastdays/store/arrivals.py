"""What comes in whole from another store: histories as they were written there."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from sqlalchemy import insert, select

from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.store.packing import PACKER
from lastdays.store.revisions import Subject
from lastdays.store.sums import summed
from lastdays.store.tables import (
    Campaigns,
    Games,
    Groups,
    Revisions,
    Sequences,
    TableSessions,
    column,
    made,
    table,
)
from lastdays.store.transaction import Transaction

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
