"""A transaction on the store, with a part for each subject; here the summaries of campaigns and
groups, and what printing stores."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from functools import cached_property

from sqlalchemy import delete, text
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from lastdays.errors import StoreError
from lastdays.language import sorting
from lastdays.store.leftover import driver_of, pragma
from lastdays.store.log import TableLog
from lastdays.store.models import (
    MODELS,
    Campaigns,
    Characters,
    Groups,
    Part,
    Portraits,
    Prints,
    mapping_of,
)
from lastdays.store.revisions import RevisionLog
from lastdays.store.sequences import SequenceLog
from lastdays.values import Value


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


class GroupSummary(Value):
    """A summary of a group."""

    id: str
    campaign: str
    name: str
    leader: str
    refuge: str
    size: int
    points: int


class CampaignSummary(Value):
    """A summary of a campaign."""

    id: str
    name: str
    deleted: bool


class CampaignIndex(Part):
    """The part of a transaction that lists campaigns and groups."""

    def campaigns(self) -> list[CampaignSummary]:
        """List all campaigns by name, deleted ones too, except those whose creation is undone."""
        rows = self._connection.execute(
            select(Campaigns).where(col(Campaigns.head).is_not(None)).order_by(Campaigns.id)
        )
        found = [CampaignSummary(row.id, row.name, row.deleted) for row in rows]
        found.sort(key=lambda campaign: sorting(campaign.name))
        return found

    def groups(self, campaign: str | None = None) -> list[GroupSummary]:
        """List the groups of a campaign, or of all campaigns but deleted ones, by name."""
        query: Select[Groups, str] = (
            select(Groups, col(Campaigns.name).label("campaign"))
            .join(Campaigns)
            .where(col(Groups.head).is_not(None), Groups.present, ~col(Campaigns.deleted))
            .order_by(Groups.id)
        )
        if campaign is not None:
            query = query.where(Groups.campaign_id == campaign)
        rows = self._connection.execute(query).all()
        return [
            GroupSummary(
                row.id, row.campaign_id, row.name, row.leader, row.refuge, row.size, row.points
            )
            for row in sorted(rows, key=lambda row: (sorting(row.campaign), sorting(row.name)))
        ]

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """List ids and names of the groups that were deleted from a campaign."""
        rows = self._connection.execute(
            select(Groups.id, Groups.name).where(
                Groups.campaign_id == campaign, col(Groups.head).is_not(None), ~col(Groups.present)
            )
        )
        return [(row.id, row.name) for row in rows]

    def captured(self, campaign: str) -> list[tuple[str, str]]:
        """List the captured members of a campaign, as ids of group and member, by group name.

        All captured members of the store are read first: they are few.
        """
        held = self._connection.execute(
            select(Characters.group_id, Characters.id)
            .where(Characters.status == "captured")
            .order_by(col(Characters.position))
        ).all()
        if not held:
            return []
        there = {group.id: n for n, group in enumerate(self.groups(campaign))}
        found = [(row.group_id, row.id) for row in held if row.group_id in there]
        return sorted(found, key=lambda one: there[one[0]])

    def campaign_of(self, group: str) -> str:
        """Return the id of a group's campaign; StoreError if there is no such group."""
        query = select(Groups.campaign_id).where(Groups.id == group)
        found = self._session.exec(query).first()
        if found is None:
            raise StoreError("That group is no longer in the store.")
        return found

    def add_campaign(self, campaign: str, name: str) -> None:
        """Add a campaign's row; the first change adds its document."""
        self._add(Campaigns(id=campaign, name=name))

    def add_group(self, group: str, campaign: str, name: str) -> None:
        """Add a group's row; the first change adds its document."""
        self._add(Groups(id=group, campaign_id=campaign, name=name))


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
