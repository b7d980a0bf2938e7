"""What belongs to printing: portraits by content, the last choice, the cards as last printed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from sqlalchemy import Connection, insert, select, update

from lastdays.store import mirror
from lastdays.store.tables import Portraits, Prints

PORTRAITS = mirror._table(Portraits)
PRINTS = mirror._table(Prints)


class PrintStore:
    """The part of a transaction that printing needs. None of it is undone with a change."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def portrait(self, portrait: str) -> bytes:
        """A picture by its id; nothing where the store does not hold it."""
        row = self._connection.execute(
            select(PORTRAITS.c.picture).where(PORTRAITS.c.id == portrait)
        ).first()
        return bytes(row[0]) if row is not None else b""

    def has_portrait(self, portrait: str) -> bool:
        """Whether the store holds a picture."""
        found = select(PORTRAITS.c.id).where(PORTRAITS.c.id == portrait)
        return self._connection.execute(found).first() is not None

    def add_portrait(self, picture: bytes) -> str:
        """Keeps a picture; its id, which follows from what it shows."""
        portrait = hashlib.blake2b(picture, digest_size=12).hexdigest()
        if not self.has_portrait(portrait):
            self._connection.execute(insert(PORTRAITS).values(id=portrait, picture=picture))
        return portrait

    def choice(self, group: str) -> str:
        """What was chosen to be printed of a group, as it was given; '' for none."""
        row = self._connection.execute(
            select(PRINTS.c.choice).where(PRINTS.c.group_id == group)
        ).first()
        return str(row[0]) if row is not None else ""

    def set_choice(self, group: str, choice: str) -> None:
        """Keeps what was chosen."""
        self._set(group, choice=choice)

    def printed(self, group: str) -> dict[str, str]:
        """What each card of a group was when it was last printed: a digest by card."""
        row = self._connection.execute(
            select(PRINTS.c.cards).where(PRINTS.c.group_id == group)
        ).first()
        return {str(k): str(v) for k, v in json.loads(row[0]).items()} if row is not None else {}

    def add_printed(self, group: str, cards: Mapping[str, str]) -> None:
        """Notes cards as printed."""
        self._set(group, cards=json.dumps({**self.printed(group), **cards}, sort_keys=True))

    def _set(self, group: str, **values: str) -> None:
        changed = self._connection.execute(
            update(PRINTS).where(PRINTS.c.group_id == group).values(**values)
        )
        if not changed.rowcount:
            row = {"choice": "", "cards": "{}", **values}
            self._connection.execute(insert(PRINTS).values(group_id=group, **row))
