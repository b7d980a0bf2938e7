"""Summaries of campaigns and groups, read without opening their documents."""

from __future__ import annotations

from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from lastdays.errors import StoreError
from lastdays.language import sorting
from lastdays.store.models import Campaigns, Characters, Groups, Part
from lastdays.values import Value


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
