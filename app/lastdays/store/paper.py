"""What belongs to printing: portraits by content, the last choice, the cards as last printed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from sqlalchemy import delete
from sqlmodel import col, select

from lastdays.store.models import Part, Portraits, Prints, mapping_of


def portrait_id(picture: bytes) -> str:
    """Return the id of a picture, which follows from its content."""
    return hashlib.blake2b(picture, digest_size=12).hexdigest()


class PrintStore(Part):
    """The part of a transaction that printing needs. None of it is undone with a change."""

    def portrait(self, portrait: str) -> bytes:
        """Return a picture by its id; nothing where the store does not hold it."""
        found = self._session.get(Portraits, portrait)
        return b"" if found is None else found.picture

    def add_portrait(self, picture: bytes) -> str:
        """Keep a picture; its id, which follows from what it shows."""
        portrait = portrait_id(picture)
        if self._session.get(Portraits, portrait) is None:
            self._add(Portraits(id=portrait, picture=picture))
        return portrait

    def choice(self, group: str) -> str:
        """Return what was chosen to be printed of a group, as it was given; '' for none."""
        found = select(Prints.choice).where(Prints.group_id == group)
        return self._session.exec(found).first() or ""

    def set_choice(self, group: str, choice: str) -> None:
        """Keep what was chosen."""
        self._set(group, choice, self._cards(group))

    def printed(self, group: str) -> dict[str, str]:
        """Return what each card of a group was when it was last printed: a digest by card."""
        return {card: str(digest) for card, digest in mapping_of(self._cards(group)).items()}

    def add_printed(self, group: str, cards: Mapping[str, str]) -> None:
        """Note cards as printed."""
        noted = json.dumps({**self.printed(group), **cards}, sort_keys=True)
        self._set(group, self.choice(group), noted)

    def _cards(self, group: str) -> str:
        found = select(Prints.cards).where(Prints.group_id == group)
        return self._session.exec(found).first() or "{}"

    def _set(self, group: str, choice: str, cards: str) -> None:
        """Write the row anew: one that was damaged is whole again."""
        self._session.exec(delete(Prints).where(col(Prints.group_id) == group))
        self._add(Prints(group_id=group, choice=choice, cards=cards))
