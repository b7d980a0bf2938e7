"""The relational rows that mirror a head document."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlmodel import SQLModel

from lastdays.model.campaign import Campaign
from lastdays.model.group import Group, Item
from lastdays.store.tables import Campaigns, Characters, Games, Groups, Items, Perks


def _table(model: type[SQLModel]) -> Any:
    return model.__table__  # type: ignore[attr-defined]


CAMPAIGNS, GROUPS, CHARACTERS, ITEMS, PERKS, GAMES = (
    _table(m) for m in (Campaigns, Groups, Characters, Items, Perks, Games)
)


def character_rows(group: Group) -> list[dict[str, Any]]:
    """The rows of a group's members."""
    return [
        {
            "group_id": group.id,
            "id": m.id,
            "position": n,
            "name": m.name,
            "type": m.type,
            "keyword": m.keyword,
            "level": m.level,
            "experience": m.experience,
            "status": m.status,
        }
        for n, m in enumerate(group.members)
    ]


def item_rows(group: Group) -> list[dict[str, Any]]:
    """The rows of a group's gear, with members, in the stash and on other gear."""
    rows: list[dict[str, Any]] = []

    def add(item: Item, character: str, on: str) -> None:
        rows.append(
            {
                "group_id": group.id,
                "id": item.id,
                "position": len(rows),
                "key": item.key,
                "character_id": character,
                "attached_to": on,
                "modified": item.modified,
            }
        )
        for attached in item.attached:
            add(attached, character, item.id)

    for member in group.members:
        for item in member.gear:
            add(item, member.id, "")
    for item in group.stash:
        add(item, "", "")
    return rows


def perk_rows(group: Group) -> list[dict[str, Any]]:
    """The rows of what is built into the Refuge."""
    return [
        {"group_id": group.id, "id": p.id, "position": n, "key": p.key}
        for n, p in enumerate(group.refuge.built)
    ]


def group_row(group: Group) -> dict[str, Any]:
    """The group's own row, without its head."""
    leader = group.leading
    return {
        "name": group.name,
        "leader": leader.name if leader else "",
        "refuge": group.refuge.key,
        "size": len(group.roster),
        "points": group.points,
    }


def write_group(connection: Connection, group: Group, head: int | None) -> None:
    """Makes the rows what the document says."""
    connection.execute(
        update(GROUPS).where(GROUPS.c.id == group.id).values(**group_row(group), head=head)
    )
    for table, rows in (
        (CHARACTERS, character_rows(group)),
        (ITEMS, item_rows(group)),
        (PERKS, perk_rows(group)),
    ):
        connection.execute(delete(table).where(table.c.group_id == group.id))
        if rows:
            connection.execute(insert(table), rows)


def clear_group(connection: Connection, group_id: str) -> None:
    """A group whose creation is undone has no rows but its own."""
    for table in (CHARACTERS, ITEMS, PERKS):
        connection.execute(delete(table).where(table.c.group_id == group_id))
    connection.execute(update(GROUPS).where(GROUPS.c.id == group_id).values(head=None))


def game_rows(campaign: Campaign) -> list[dict[str, Any]]:
    """The rows of a campaign's games."""
    return [
        {
            "id": game.id,
            "campaign_id": campaign.id,
            "number": game.number,
            "encounter": game.encounter,
        }
        for game in campaign.games
    ]


def write_campaign(connection: Connection, campaign: Campaign, head: int) -> None:
    """Makes the rows what the campaign's document says."""
    connection.execute(
        update(CAMPAIGNS)
        .where(CAMPAIGNS.c.id == campaign.id)
        .values(name=campaign.name, deleted=campaign.deleted, head=head)
    )
    connection.execute(
        update(GROUPS)
        .where(GROUPS.c.campaign_id == campaign.id)
        .values(present=GROUPS.c.id.in_(campaign.groups))
    )
    connection.execute(delete(GAMES).where(GAMES.c.campaign_id == campaign.id))
    rows = game_rows(campaign)
    if rows:
        connection.execute(insert(GAMES), rows)


def differences(connection: Connection, group: Group) -> list[str]:
    """The tables in which the rows are not what the document says."""
    found: list[str] = []
    for table, rows in (
        (CHARACTERS, character_rows(group)),
        (ITEMS, item_rows(group)),
        (PERKS, perk_rows(group)),
    ):
        stored = connection.execute(
            select(table).where(table.c.group_id == group.id).order_by(table.c.position)
        ).mappings()
        if [dict(row) for row in stored] != rows:
            found.append(table.name)
    stored_group = connection.execute(select(GROUPS).where(GROUPS.c.id == group.id)).mappings()
    row = dict(stored_group.one())
    if any(row[key] != value for key, value in group_row(group).items()):
        found.append("groups")
    return found
