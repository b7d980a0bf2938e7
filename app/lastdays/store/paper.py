"""What belongs to printing: portraits by content, the last choice, the cards as last printed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from sqlalchemy import Connection, insert, select, update

from lastdays.store.sums import summed
from lastdays.store.tables import Portraits, Prints, column, mapping_of, table


def portrait_id(picture: bytes) -> str:
    """Return the id of a picture, which follows from its content."""
    return hashlib.blake2b(picture, digest_size=12).hexdigest()


class PrintStore:
    """The part of a transaction that printing needs. None of it is undone with a change."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def portrait(self, portrait: str) -> bytes:
        """Return a picture by its id; nothing where the store does not hold it."""
        found = select(column(Portraits.picture)).where(column(Portraits.id) == portrait)
        return self._connection.scalars(found).first() or b""

    def has_portrait(self, portrait: str) -> bool:
        """Tell whether the store holds a picture."""
        found = select(column(Portraits.id)).where(column(Portraits.id) == portrait)
        return self._connection.execute(found).first() is not None

    def add_portrait(self, picture: bytes) -> str:
        """Keep a picture; its id, which follows from what it shows."""
        portrait = portrait_id(picture)
        if not self.has_portrait(portrait):
            self._connection.execute(insert(table(Portraits)).values(id=portrait, picture=picture))
        return portrait

    def choice(self, group: str) -> str:
        """Return what was chosen to be printed of a group, as it was given; '' for none."""
        found = select(column(Prints.choice)).where(column(Prints.group_id) == group)
        return self._connection.scalars(found).first() or ""

    def set_choice(self, group: str, choice: str) -> None:
        """Keep what was chosen."""
        self._set(group, choice=choice)

    def printed(self, group: str) -> dict[str, str]:
        """Return what each card of a group was when it was last printed: a digest by card."""
        query = select(column(Prints.cards)).where(column(Prints.group_id) == group)
        found = mapping_of(self._connection.scalars(query).first() or "{}")
        return {card: str(digest) for card, digest in found.items()}

    def add_printed(self, group: str, cards: Mapping[str, str]) -> None:
        """Note cards as printed."""
        self._set(group, cards=json.dumps({**self.printed(group), **cards}, sort_keys=True))

    def _set(self, group: str, **values: str) -> None:
        query = select(column(Prints.choice), column(Prints.cards))
        found = self._connection.execute(query.where(column(Prints.group_id) == group)).first()
        choice, cards = found or ("", "{}")
        row = summed(Prints, **{"group_id": group, "choice": choice, "cards": cards, **values})
        if found is None:
            self._connection.execute(insert(table(Prints)).values(**row))
        else:
            self._connection.execute(
                update(table(Prints)).where(column(Prints.group_id) == group).values(**row)
            )
