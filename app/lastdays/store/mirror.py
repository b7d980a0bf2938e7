"""The relational rows that mirror a head document."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count
from operator import is_not

from sqlalchemy import Column, Connection, Table, delete, insert, select, update

from lastdays.model.campaign import Campaign
from lastdays.model.group import Group, Item
from lastdays.store.sums import with_head
from lastdays.store.tables import (
    Campaigns,
    Characters,
    Games,
    Groups,
    Items,
    Perks,
    column,
    table,
)

#: A row by the names of its columns.
Row = dict[str, str | int | bool]


def character_rows(group: Group) -> list[Row]:
    """Return the rows of a group's members."""
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


def item_rows(group: Group) -> list[Row]:
    """Return the rows of a group's gear, with members, in the stash and on other gear."""
    rows: list[Row] = []

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


def perk_rows(group: Group) -> list[Row]:
    """Return the rows of what is built into the Refuge."""
    return [
        {"group_id": group.id, "id": p.id, "position": n, "key": p.key}
        for n, p in enumerate(group.refuge.built)
    ]


def group_row(group: Group) -> Row:
    """Return the group's own row, without its head."""
    leader = group.leading
    return {
        "name": group.name,
        "leader": leader.name if leader else "",
        "refuge": group.refuge.key,
        "size": len(group.roster),
        "points": group.points,
    }


def _rows_of(group: Group) -> tuple[tuple[Table, Column[str], list[Row]], ...]:
    """Return the tables that mirror a group: the column with its id, and its rows."""
    return (
        (table(Characters), column(Characters.group_id), character_rows(group)),
        (table(Items), column(Items.group_id), item_rows(group)),
        (table(Perks), column(Perks.group_id), perk_rows(group)),
    )


def write_group(connection: Connection, group: Group, head: int | None) -> None:
    """Make the rows what the document says."""
    connection.execute(
        update(table(Groups))
        .where(column(Groups.id) == group.id)
        .values(**group_row(group), **with_head(group.id, head))
    )
    for mirrored, whose, rows in _rows_of(group):
        connection.execute(delete(mirrored).where(whose == group.id))
        if rows:
            connection.execute(insert(mirrored), rows)


def clear_group(connection: Connection, group: str) -> None:
    """Leave a group whose creation is undone no rows but its own."""
    for mirrored, whose in (
        (table(Characters), column(Characters.group_id)),
        (table(Items), column(Items.group_id)),
        (table(Perks), column(Perks.group_id)),
    ):
        connection.execute(delete(mirrored).where(whose == group))
    connection.execute(
        update(table(Groups)).where(column(Groups.id) == group).values(**with_head(group, None))
    )


def game_rows(campaign: Campaign, first: int = 0) -> list[Row]:
    """Return the rows of a campaign's games from one on."""
    return [
        {
            "id": game.id,
            "campaign_id": campaign.id,
            "number": game.number,
            "encounter": game.encounter,
        }
        for game in campaign.games[first:]
    ]


def write_campaign(
    connection: Connection, campaign: Campaign, head: int, before: Campaign | None = None
) -> None:
    """Make the rows what the campaign's document says; `before` is what it said until now, where
    that is known: then only the games that are others since are looked at."""
    connection.execute(
        update(table(Campaigns))
        .where(column(Campaigns.id) == campaign.id)
        .values(name=campaign.name, deleted=campaign.deleted, **with_head(campaign.id, head))
    )
    if before is None or before.id != campaign.id:
        _mirror_present(connection, campaign)
        _mirror_games(connection, campaign)
        return
    if before.groups != campaign.groups:
        _mirror_present(connection, campaign)
    if before.games is not campaign.games:
        _mirror_changed_games(connection, before, campaign)


def _mirror_changed_games(connection: Connection, before: Campaign, after: Campaign) -> None:
    """Write the rows of the games that are others than before; mostly only the last one is."""
    others = compress(count(), map(is_not, before.games, after.games))
    same = next(others, _shorter(before, after))
    known, now = (
        {game.id: (game.number, game.encounter) for game in one.games[same:]}
        for one in (before, after)
    )
    gone = [game for game, facts in known.items() if now.get(game) != facts]
    come = {game for game, facts in now.items() if known.get(game) != facts}
    _delete_games(connection, after.id, gone)
    _insert_games(connection, after, come, same)


def _shorter(one: Campaign, other: Campaign) -> int:
    """Return how many games the one has that has fewer."""
    return min(len(one.games), len(other.games))


def _delete_games(connection: Connection, campaign: str, games: Iterable[str]) -> None:
    for game in games:
        connection.execute(
            delete(table(Games)).where(
                column(Games.campaign_id) == campaign, column(Games.id) == game
            )
        )


def _insert_games(
    connection: Connection, campaign: Campaign, games: set[str], first: int = 0
) -> None:
    """Write the rows of some games; none of those before the `first` is one of them."""
    rows = [row for row in game_rows(campaign, first) if row["id"] in games] if games else []
    if rows:
        connection.execute(insert(table(Games)), rows)


def _mirror_present(connection: Connection, campaign: Campaign) -> None:
    """Write which groups are listed, where that is not what the rows say."""
    listed = set(campaign.groups)
    rows = connection.execute(
        select(column(Groups.id), column(Groups.present)).where(
            column(Groups.campaign_id) == campaign.id
        )
    )
    for group, present in rows.all():
        if present != (group in listed):
            connection.execute(
                update(table(Groups))
                .where(column(Groups.id) == group)
                .values(present=group in listed)
            )


def _mirror_games(connection: Connection, campaign: Campaign) -> None:
    """Write the rows of the games that are not what they are there."""
    stored = connection.execute(
        select(column(Games.id), column(Games.number), column(Games.encounter)).where(
            column(Games.campaign_id) == campaign.id
        )
    )
    before = {(id, number, encounter) for id, number, encounter in stored}
    after = {(game.id, game.number, game.encounter) for game in campaign.games}
    _delete_games(connection, campaign.id, [id for id, _number, _encounter in before - after])
    _insert_games(connection, campaign, {id for id, _number, _encounter in after - before})


def campaign_differences(connection: Connection, campaign: Campaign) -> list[str]:
    """Name the tables in which the rows of a campaign are not what its document says."""
    found: list[str] = []
    stored = connection.execute(
        select(table(Games)).where(column(Games.campaign_id) == campaign.id)
    )
    rows = sorted((dict(row) for row in stored.mappings()), key=lambda row: str(row["id"]))
    if rows != sorted(game_rows(campaign), key=lambda row: str(row["id"])):
        found.append("games")
    named = connection.execute(
        select(column(Campaigns.name), column(Campaigns.deleted)).where(
            column(Campaigns.id) == campaign.id
        )
    ).one()
    if tuple(named) != (campaign.name, campaign.deleted):
        found.append("campaigns")
    present = connection.scalars(
        select(column(Groups.id)).where(
            column(Groups.campaign_id) == campaign.id, column(Groups.present)
        )
    )
    if set(present) != set(campaign.groups):
        found.append("groups")
    return found


def differences(connection: Connection, group: Group) -> list[str]:
    """Name the tables in which the rows are not what the document says."""
    found: list[str] = []
    for mirrored, whose, rows in _rows_of(group):
        stored = connection.execute(
            select(mirrored).where(whose == group.id).order_by(mirrored.c.position)
        )
        if [dict(row) for row in stored.mappings()] != rows:
            found.append(mirrored.name)
    stored = connection.execute(select(table(Groups)).where(column(Groups.id) == group.id))
    row = stored.mappings().one()
    if any(row[key] != value for key, value in group_row(group).items()):
        found.append("groups")
    return found
