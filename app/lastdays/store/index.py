"""Which campaigns and groups there are, in a line each, without opening a document."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select

from lastdays.errors import StoreError
from lastdays.language import _, sorting
from lastdays.store.sums import with_head
from lastdays.store.tables import Campaigns, Characters, Groups, column, table

#: What is read with nearly every page, put together once.
_GROUPS = (
    select(
        column(Groups.id),
        column(Groups.campaign_id),
        column(Groups.name),
        column(Groups.leader),
        column(Groups.refuge),
        column(Groups.size),
        column(Groups.points),
        column(Campaigns.name),
    )
    .join(table(Campaigns), column(Campaigns.id) == column(Groups.campaign_id))
    .where(
        column(Groups.head).is_not(None),
        column(Groups.present),
        column(Campaigns.deleted).is_(False),
    )
    .order_by(column(Groups.id))
)
_GROUPS_OF = _GROUPS.where(column(Groups.campaign_id) == bindparam("campaign"))
_CAMPAIGN_OF = select(column(Groups.campaign_id)).where(column(Groups.id) == bindparam("group"))


class GroupSummary(Struct, frozen=True):
    """A line about a group, without opening its document."""

    id: str
    campaign: str
    name: str
    leader: str
    refuge: str
    size: int
    points: int


class CampaignSummary(Struct, frozen=True):
    """A line about a campaign."""

    id: str
    name: str
    deleted: bool


class CampaignIndex:
    """The part of a transaction that knows which campaigns and groups there are."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def campaigns(self) -> list[CampaignSummary]:
        """List all campaigns whose beginning is not undone, deleted ones too, by name."""
        rows = self._connection.execute(
            select(column(Campaigns.id), column(Campaigns.name), column(Campaigns.deleted))
            .where(column(Campaigns.head).is_not(None))
            .order_by(column(Campaigns.id))
        )
        found = [CampaignSummary(id=id, name=name, deleted=deleted) for id, name, deleted in rows]
        found.sort(key=lambda campaign: sorting(campaign.name))
        return found

    def groups(self, campaign: str | None = None) -> list[GroupSummary]:
        """List the groups of a campaign, or of all campaigns that are not deleted, by name."""
        if campaign is None:
            rows = self._connection.execute(_GROUPS)
        else:
            rows = self._connection.execute(_GROUPS_OF, {"campaign": campaign})
        listed = sorted(rows.all(), key=lambda row: (sorting(row[7]), sorting(row[2])))
        return [
            GroupSummary(
                id=id,
                campaign=whose,
                name=name,
                leader=leader,
                refuge=refuge,
                size=size,
                points=points,
            )
            for id, whose, name, leader, refuge, size, points, _campaign in listed
        ]

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """List ids and names of the groups a campaign no longer lists."""
        rows = self._connection.execute(
            select(column(Groups.id), column(Groups.name)).where(
                column(Groups.campaign_id) == campaign,
                column(Groups.head).is_not(None),
                column(Groups.present).is_(False),
            )
        )
        return [(id, name) for id, name in rows]

    def captured(self, campaign: str) -> list[tuple[str, str]]:
        """List the ids of the groups of a campaign and of their members who are held captive.

        Of all members those who are held are looked for first: they are few.
        """
        held = self._connection.execute(
            select(column(Characters.group_id), column(Characters.id))
            .where(column(Characters.status) == "captured")
            .order_by(column(Characters.position))
        ).all()
        if not held:
            return []
        there = {group.id: n for n, group in enumerate(self.groups(campaign))}
        found = [(group, member) for group, member in held if group in there]
        return sorted(found, key=lambda one: there[one[0]])

    def campaign_of(self, group: str) -> str:
        """Return the id of the campaign a group belongs to; StoreError where the group is missing."""
        found = self._connection.scalars(_CAMPAIGN_OF, {"group": group}).first()
        if found is None:
            raise StoreError(_("That group is no longer in the store."))
        return found

    def add_campaign(self, campaign: str, name: str) -> None:
        """Add a campaign's row; its document follows with the first change."""
        self._connection.execute(
            insert(table(Campaigns)).values(
                id=campaign, name=name, deleted=False, **with_head(campaign, None)
            )
        )

    def add_group(self, group: str, campaign: str, name: str) -> None:
        """Add a group's row; its document follows with the first change."""
        self._connection.execute(
            insert(table(Groups)).values(
                id=group,
                campaign_id=campaign,
                name=name,
                leader="",
                refuge="",
                size=0,
                points=0,
                present=True,
                **with_head(group, None),
            )
        )
