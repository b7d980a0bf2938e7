"""What printing stores: portraits, the last choice, and digests of the cards as last printed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from sqlalchemy import delete
from sqlmodel import col, select

from lastdays.store.models import Part, Portraits, Prints, mapping_of


def portrait_id(picture: bytes) -> str:
    """Return the id of a picture: a digest of its content."""
    return hashlib.blake2b(picture, digest_size=12).hexdigest()


class PrintStore(Part):
    """The part of a transaction that printing uses. Undo doesn't affect it."""

    def portrait(self, portrait: str) -> bytes:
        """Return a picture by its id; b'' if the store doesn't have it."""
        found = self._session.get(Portraits, portrait)
        return b"" if found is None else found.picture

    def add_portrait(self, picture: bytes) -> str:
        """Store a picture and return its id."""
        portrait = portrait_id(picture)
        if self._session.get(Portraits, portrait) is None:
            self._add(Portraits(id=portrait, picture=picture))
        return portrait

    def choice(self, group: str) -> str:
        """Return the last print choice for a group, as it was given; '' for none."""
        found = select(Prints.choice).where(Prints.group_id == group)
        return self._session.exec(found).first() or ""

    def set_choice(self, group: str, choice: str) -> None:
        """Store the print choice for a group."""
        self._set(group, choice, self._cards(group))

    def printed(self, group: str) -> dict[str, str]:
        """Return the digest of each card of a group as last printed, by card."""
        return {card: str(digest) for card, digest in mapping_of(self._cards(group)).items()}

    def add_printed(self, group: str, cards: Mapping[str, str]) -> None:
        """Store the digests of cards that were printed."""
        noted = json.dumps({**self.printed(group), **cards}, sort_keys=True)
        self._set(group, self.choice(group), noted)

    def _cards(self, group: str) -> str:
        found = select(Prints.cards).where(Prints.group_id == group)
        return self._session.exec(found).first() or "{}"

    def _set(self, group: str, choice: str, cards: str) -> None:
        """Replace the row, so that a damaged one is sound again."""
        self._session.exec(delete(Prints).where(col(Prints.group_id) == group))
        self._add(Prints(group_id=group, choice=choice, cards=cards))
