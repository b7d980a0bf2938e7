"""Which campaigns and groups there are, in a line each, without opening a document."""

from __future__ import annotations

from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from lastdays.errors import StoreError
from lastdays.language import sorting
from lastdays.store.models import Campaigns, Characters, Groups, Part
from lastdays.values import Value


class GroupSummary(Value):
    """A line about a group, without opening its document."""

    id: str
    campaign: str
    name: str
    leader: str
    refuge: str
    size: int
    points: int


class CampaignSummary(Value):
    """A line about a campaign."""

    id: str
    name: str
    deleted: bool


class CampaignIndex(Part):
    """The part of a transaction that knows which campaigns and groups there are."""

    def campaigns(self) -> list[CampaignSummary]:
        """List all campaigns whose beginning is not undone, deleted ones too, by name."""
        rows = self._connection.execute(
            select(Campaigns).where(col(Campaigns.head).is_not(None)).order_by(Campaigns.id)
        )
        found = [CampaignSummary(row.id, row.name, row.deleted) for row in rows]
        found.sort(key=lambda campaign: sorting(campaign.name))
        return found

    def groups(self, campaign: str | None = None) -> list[GroupSummary]:
        """List the groups of a campaign, or of all campaigns that are not deleted, by name."""
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
        """List ids and names of the groups a campaign no longer lists."""
        rows = self._connection.execute(
            select(Groups.id, Groups.name).where(
                Groups.campaign_id == campaign, col(Groups.head).is_not(None), ~col(Groups.present)
            )
        )
        return [(row.id, row.name) for row in rows]

    def captured(self, campaign: str) -> list[tuple[str, str]]:
        """List the ids of the groups of a campaign and of their members who are held captive.

        Of all members those who are held are looked for first: they are few.
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
        """Return the id of the campaign a group belongs to; StoreError where the group is missing."""
        query = select(Groups.campaign_id).where(Groups.id == group)
        found = self._session.exec(query).first()
        if found is None:
            raise StoreError("That group is no longer in the store.")
        return found

    def add_campaign(self, campaign: str, name: str) -> None:
        """Add a campaign's row; its document follows with the first change."""
        self._add(Campaigns(id=campaign, name=name))

    def add_group(self, group: str, campaign: str, name: str) -> None:
        """Add a group's row; its document follows with the first change."""
        self._add(Groups(id=group, campaign_id=campaign, name=name))
