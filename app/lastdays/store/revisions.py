"""Documents and their history: changes, the revisions they wrote, the heads that count."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from lastdays.desktop.bounds import OutOfBoundsError, unpacked
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import Change, HistoryFolded, read_change, unfolded
from lastdays.model.group import Group, Item
from lastdays.store.packing import DOCUMENT_MOST, PACKER
from lastdays.store.sums import hold, sum_of, summed, with_head
from lastdays.store.tables import (
    Campaigns,
    Changes,
    Characters,
    Games,
    Groups,
    Items,
    Perks,
    Revisions,
    column,
    made,
    mapping_of,
    table,
)

#: What tells a revision from others.
MARK = (
    column(Revisions.id),
    column(Revisions.change_id),
    column(Revisions.sum),
)
MARK_OF_GROUP = (
    select(column(Groups.head_sum), *MARK)
    .join(table(Revisions), column(Revisions.id) == column(Groups.head))
    .where(column(Groups.id) == bindparam("subject"))
)
MARK_OF_CAMPAIGN = (
    select(column(Campaigns.head_sum), *MARK)
    .join(table(Revisions), column(Revisions.id) == column(Campaigns.head))
    .where(column(Campaigns.id) == bindparam("subject"))
)
MARK_OF_REVISION = select(*MARK).where(column(Revisions.id) == bindparam("revision"))
MARKS_OF_GROUPS = (
    select(column(Groups.id), column(Groups.head), column(Groups.head_sum), *MARK)
    .outerjoin(table(Revisions), column(Revisions.id) == column(Groups.head))
    .where(column(Groups.campaign_id) == bindparam("campaign"), column(Groups.head).is_not(None))
)
HEAD_OF_GROUP = select(column(Groups.head), column(Groups.head_sum)).where(
    column(Groups.id) == bindparam("subject")
)
HEAD_OF_CAMPAIGN = select(column(Campaigns.head), column(Campaigns.head_sum)).where(
    column(Campaigns.id) == bindparam("subject")
)
REVISION = (
    select(
        column(Revisions.parent_id),
        column(Revisions.change_id),
        column(Changes.kind),
        column(Changes.facts),
        column(Changes.at),
        column(Revisions.document),
        column(Revisions.campaign_id),
        column(Revisions.group_id),
        column(Revisions.figures),
        column(Revisions.sum),
    )
    .join(table(Changes), column(Changes.id) == column(Revisions.change_id))
    .where(column(Revisions.id) == bindparam("revision"))
)
#: What its figures lie among: the sum is over all of it.
_BESIDE = (
    column(Revisions.parent_id),
    column(Revisions.change_id),
    column(Revisions.document),
    column(Revisions.campaign_id),
    column(Revisions.group_id),
    column(Revisions.figures),
    column(Revisions.sum),
)
FIGURES = select(*_BESIDE).where(column(Revisions.id) == bindparam("revision"))
FIGURES_OF_GROUPS = (
    select(column(Revisions.id), *_BESIDE)
    .join(table(Groups), column(Groups.head) == column(Revisions.id))
    .where(column(Groups.campaign_id) == bindparam("campaign"))
)
MADE_BY = (
    select(
        column(Revisions.parent_id),
        column(Revisions.change_id),
        column(Changes.kind),
        column(Changes.facts),
    )
    .join(table(Changes), column(Changes.id) == column(Revisions.change_id))
    .where(column(Revisions.id) == bindparam("revision"))
)
CHILDREN = (
    select(column(Revisions.id), column(Revisions.campaign_id), column(Revisions.group_id))
    .where(column(Revisions.parent_id) == bindparam("revision"))
    .order_by(column(Revisions.id).desc())
)
OF_CHANGE = (
    select(
        column(Revisions.campaign_id),
        column(Revisions.group_id),
        column(Revisions.id),
        column(Revisions.parent_id),
        column(Groups.id),
        column(Groups.head),
        column(Groups.head_sum),
        column(Campaigns.id),
        column(Campaigns.head),
        column(Campaigns.head_sum),
    )
    .outerjoin(table(Groups), column(Groups.id) == column(Revisions.group_id))
    .outerjoin(table(Campaigns), column(Campaigns.id) == column(Revisions.campaign_id))
    .where(column(Revisions.change_id) == bindparam("change"))
    .order_by(column(Revisions.id))
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


class Subject(Struct, frozen=True):
    """What has a history: a campaign's own document, or a group's."""

    campaign: str
    group: str | None = None


class RevisionMark(NamedTuple):
    """Which revision it is, by its number, its change and the sum over what it holds: what is known
    of one mark is known for good, for a revision is never written again."""

    revision: int
    change: int
    sum: int | None


class HeadRevision(Struct, frozen=True):
    """The revision that counts now: its document and the change that made it."""

    revision: int
    parent: int | None
    change_id: int
    change: Change
    at: str
    document: bytes


class MadeBy(Struct, frozen=True):
    """The change that made a revision, and the revision before; its document is not read."""

    revision: int
    parent: int | None
    change_id: int
    change: Change


class HistoryEntry(Struct, frozen=True):
    """One revision in a history; `current` are those the head leads back to."""

    revision: int
    parent: int | None
    change: Change
    at: str
    current: bool
    head: bool


class HistoryOutline(Struct, frozen=True):
    """A history before its entries are read: each revision with the one before, the newest first;
    `current` are those the head leads back to, `newest` is the mark of the first."""

    parents: Mapping[int, int | None]
    head: int | None
    current: frozenset[int]
    newest: RevisionMark | None = None


class Touched(NamedTuple):
    """A document that a change touched: the revision it wrote, the one before, and the one that
    counts now."""

    subject: Subject
    revision: int
    parent: int | None
    head: int | None


class RevisionLog:
    """The part of a transaction that keeps documents, heads and histories."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # Reading

    def head_id(self, subject: Subject) -> int | None:
        """Return the revision that counts now; None where creation is undone or nothing is there.

        Raises StoreError where what says so is damaged.
        """
        if subject.group is None:
            query, subject_id = HEAD_OF_CAMPAIGN, subject.campaign
        else:
            query, subject_id = HEAD_OF_GROUP, subject.group
        row = self._connection.execute(query, {"subject": subject_id}).first()
        if row is None:
            return None
        head, head_sum = row
        hold(head_sum, subject_id, head)
        return head

    def mark(self, subject: Subject) -> RevisionMark:
        """Read which revision counts now, and not its document; StoreError where there is none."""
        if subject.group is None:
            query, subject_id = MARK_OF_CAMPAIGN, subject.campaign
        else:
            query, subject_id = MARK_OF_GROUP, subject.group
        row = self._connection.execute(query, {"subject": subject_id}).first()
        if row is None:
            return self.mark_of(self.head(subject).revision)  # says what is missing or damaged
        head_sum, revision, change, made_of = row
        hold(head_sum, subject_id, revision)
        return RevisionMark(revision, change, made_of)

    def mark_of(self, revision: int) -> RevisionMark:
        """Read the mark of a revision; StoreError where it is missing."""
        row = self._connection.execute(MARK_OF_REVISION, {"revision": revision}).first()
        if row is None:
            raise StoreError(_("That entry of the history is not in the store."))
        return RevisionMark(*row)

    def marks(self, campaign: str) -> dict[str, RevisionMark]:
        """Read which revisions of the groups of a campaign count now, those that are sound."""
        rows = self._connection.execute(MARKS_OF_GROUPS, {"campaign": campaign}).all()
        return {
            group: RevisionMark(revision, change, made_of)
            for group, head, head_sum, revision, change, made_of in rows
            if revision is not None and head_sum == sum_of(group, head)
        }

    def head(self, subject: Subject) -> HeadRevision:
        """Read the document that counts now; StoreError where there is none."""
        revision = self.head_id(subject)
        if revision is None:
            raise StoreError(_("That is no longer in the store."))
        return self.revision(revision)

    def revision(self, revision: int) -> HeadRevision:
        """Read one revision with its document; StoreError where it is missing or damaged."""
        row = self._connection.execute(REVISION, {"revision": revision}).first()
        if row is None:
            raise StoreError(_("That entry of the history is not in the store."))
        parent, change, kind, facts, at, compressed, campaign, group, figures, made_of = row
        hold(made_of, change, campaign, group, parent, compressed, figures)
        try:
            document = unpacked(compressed, DOCUMENT_MOST)
        except (zlib.error, OutOfBoundsError) as error:
            raise StoreError(_("A document in the store is damaged.")) from error
        return HeadRevision(
            revision=revision,
            parent=parent,
            change_id=change,
            change=_change(kind, facts),
            at=at,
            document=document,
        )

    def figures(self, revision: int) -> Mapping[str, int]:
        """Read the figures beside a document, which is not unpacked; StoreError where it is missing
        or damaged."""
        row = self._connection.execute(FIGURES, {"revision": revision}).first()
        if row is None:
            raise StoreError(_("That entry of the history is not in the store."))
        parent, change, compressed, campaign, group, figures, made_of = row
        hold(made_of, change, campaign, group, parent, compressed, figures)
        return mapping_of(figures)

    def figures_of_groups(self, campaign: str) -> Iterator[tuple[int, Mapping[str, int]]]:
        """Read the figures of all groups of a campaign that are sound, by the revision that counts
        now."""
        # All at once, here and above: to fetch a row takes longer than what is done with it.
        rows = self._connection.execute(FIGURES_OF_GROUPS, {"campaign": campaign}).all()
        for row in rows:
            revision, parent, change, compressed, whose, group, figures, made_of = row
            if made_of == sum_of(change, whose, group, parent, compressed, figures):
                yield revision, mapping_of(figures)

    def made_by(self, revision: int) -> MadeBy:
        """Read which change made a revision, whether or not its document can be read."""
        row = self._connection.execute(MADE_BY, {"revision": revision}).first()
        if row is None:
            raise StoreError(_("That entry of the history is not in the store."))
        parent, change, kind, facts = row
        return MadeBy(revision, parent, change, _change(kind, facts))

    def outline(self, subject: Subject, known: HistoryOutline | None = None) -> HistoryOutline:
        """Read what a history is made of, and nothing of what its changes say. Of one that is
        `known` only what was added is read, unless something older has gone."""
        if known is not None and not self._stands(known):
            known = None
        newest = None if known is None else known.newest
        parents = self._parents(subject, 0 if newest is None else newest.revision)
        if parents:
            newest = self.mark_of(next(iter(parents)))
        head = self.head_id(subject)
        if known is not None:
            parents |= known.parents
            if head == known.head:
                return HistoryOutline(parents, head, known.current, newest)
        current: set[int] = set()
        step = head
        while step is not None and step not in current:
            current.add(step)
            step = parents.get(step)
        return HistoryOutline(parents, head, frozenset(current), newest)

    def _stands(self, known: HistoryOutline) -> bool:
        """Tell whether a history has all that is known of it: a revision is never written again."""
        if known.newest is None:
            return False
        row = self._connection.execute(
            MARK_OF_REVISION, {"revision": known.newest.revision}
        ).first()
        return row is not None and RevisionMark(*row) == known.newest

    def _parents(self, subject: Subject, after: int) -> dict[int, int | None]:
        """Read the revisions after one with those before them, the newest first."""
        rows = self._connection.execute(
            select(column(Revisions.id), column(Revisions.parent_id))
            .where(*_is(subject), column(Revisions.id) > after)
            .order_by(column(Revisions.id).desc())
        )
        return dict(rows.all())

    def entries(
        self, subject: Subject, outline: HistoryOutline, newest: int, oldest: int
    ) -> list[HistoryEntry]:
        """List the entries of a history from one revision back to another, without documents."""
        rows = self._connection.execute(
            select(
                column(Revisions.id),
                column(Revisions.parent_id),
                column(Changes.kind),
                column(Changes.facts),
                column(Changes.at),
            )
            .join(table(Changes), column(Changes.id) == column(Revisions.change_id))
            .where(*_is(subject), column(Revisions.id).between(oldest, newest))
            .order_by(column(Revisions.id).desc())
        )
        return [
            HistoryEntry(
                revision=revision,
                parent=parent,
                change=_change(kind, facts),
                at=at,
                current=revision in outline.current,
                head=revision == outline.head,
            )
            for revision, parent, kind, facts, at in rows
        ]

    def history(self, subject: Subject) -> list[HistoryEntry]:
        """List every revision of a subject, the newest first, without its document."""
        outline = self.outline(subject)
        if not outline.parents:
            return []
        revisions = list(outline.parents)
        return self.entries(subject, outline, revisions[0], revisions[-1])

    def is_ancestor(self, revision: int, head: int | None) -> bool:
        """Tell whether a revision is the head or one it leads back to."""
        if head is None or revision > head:
            return False
        steps = (
            select(column(Revisions.id), column(Revisions.parent_id))
            .where(column(Revisions.id) == head)
            .cte("steps", recursive=True)
        )
        # Not `union_all`: where damage made a chain lead into itself, each step is taken once.
        steps = steps.union(
            select(column(Revisions.id), column(Revisions.parent_id)).join(
                steps, column(Revisions.id) == steps.c.parent_id
            )
        )
        found = self._connection.execute(select(steps.c.id).where(steps.c.id == revision))
        return found.first() is not None

    def leading_to(self, heads: Collection[int]) -> frozenset[int]:
        """Return the revisions that some heads are, or lead back to."""
        if not heads:
            return frozenset()
        steps = (
            select(column(Revisions.id), column(Revisions.parent_id))
            .where(column(Revisions.id).in_(heads))
            .cte("steps", recursive=True)
        )
        steps = steps.union(
            select(column(Revisions.id), column(Revisions.parent_id)).join(
                steps, column(Revisions.id) == steps.c.parent_id
            )
        )
        return frozenset(self._connection.scalars(select(steps.c.id)))

    def latest_child(self, subject: Subject, revision: int | None) -> int | None:
        """Return the newest revision made from this one, for redo; None where there is none."""
        if revision is None:  # creation is undone: the first there is
            return self._connection.scalars(
                select(column(Revisions.id))
                .where(*_is(subject), column(Revisions.parent_id).is_(None))
                .order_by(column(Revisions.id).desc())
                .limit(1)
            ).first()
        # By the parent alone: with the subject in the query SQLite reads the whole history.
        for child, campaign, group in self._connection.execute(CHILDREN, {"revision": revision}):
            if Subject(campaign, group) == subject:
                return child
        return None

    def made_at(self, campaign: str, kind: str) -> list[tuple[Change, str]]:
        """List the changes of one kind in a campaign with their times, in order; those that were
        folded too."""
        rows = self._connection.execute(
            select(column(Changes.kind), column(Changes.facts), column(Changes.at))
            .where(
                column(Changes.campaign_id) == campaign,
                column(Changes.kind).in_((kind, HistoryFolded.kind)),
            )
            .order_by(column(Changes.id))
        )
        made = [(unfolded(_change(stored, facts)), at) for stored, facts, at in rows]
        return [(change, at) for change, at in made if change.kind == kind]

    def of_change(self, change: int) -> list[Touched]:
        """List everything a change touched, in the order it was written; StoreError where it is
        damaged what of it counts now."""
        found: list[Touched] = []
        for row in self._connection.execute(OF_CHANGE, {"change": change}).all():
            campaign, group, revision, parent, *heads = row
            whose, head, head_sum = heads[3:] if group is None else heads[:3]
            if whose is None:
                head = None  # its row is gone
            else:
                hold(head_sum, whose, head)
            found.append(Touched(Subject(campaign, group), revision, parent, head))
        return found

    def mirror_differences(self, group: Group) -> list[str]:
        """Name the tables in which the rows of a group differ from its document."""
        return differences(self._connection, group)

    def campaign_differences(self, campaign: Campaign) -> list[str]:
        """Name the tables in which the rows of a campaign differ from its document."""
        return campaign_differences(self._connection, campaign)

    # Writing

    def add_change(self, campaign: str, change: Change, at: str) -> int:
        """Add a change, for revisions to belong to; its id. `at` is a time."""
        row = summed(
            Changes,
            campaign_id=campaign,
            kind=change.kind,
            facts=json.dumps(change.stored(), ensure_ascii=False),
            at=at,
        )
        return made(self._connection.execute(insert(table(Changes)).values(**row)))

    def add(
        self,
        change: int,
        subject: Subject,
        value: Group | Campaign,
        document: bytes,
        figures: Mapping[str, int],
        before: Campaign | None = None,
    ) -> int:
        """Add a document as it is after a change and make it the head, its rows mirrored; `before`
        is what a campaign's rows mirror now, where that is known.

        Returns the revision.
        """
        row = summed(
            Revisions,
            change_id=change,
            campaign_id=subject.campaign,
            group_id=subject.group,
            parent_id=self.head_id(subject),
            document=PACKER.pack(document),
            figures=json.dumps(figures),
        )
        revision = made(self._connection.execute(insert(table(Revisions)).values(**row)))
        self.set_head(subject, revision, value, before)
        return revision

    def set_head(
        self,
        subject: Subject,
        revision: int | None,
        value: Group | Campaign | None,
        before: Campaign | None = None,
    ) -> None:
        """Make a revision the one that counts, with the value its document holds.

        None for both undoes a creation.
        """
        if isinstance(value, Group):
            write_group(self._connection, value, revision)
        elif isinstance(value, Campaign) and revision is not None:
            write_campaign(self._connection, value, revision, before)
        elif subject.group is not None:
            clear_group(self._connection, subject.group)
        else:
            self._connection.execute(
                update(table(Campaigns))
                .where(column(Campaigns.id) == subject.campaign)
                .values(**with_head(subject.campaign, None))
            )


def _change(kind: str, facts: str) -> Change:
    """Read a change; one whose facts are damaged is one that is not known, not an error."""
    try:
        return read_change(kind, json.loads(facts))
    except ValueError:
        return read_change(kind, {})


def _is(subject: Subject) -> tuple[ColumnElement[bool], ...]:
    """Return what holds for the revisions of a subject."""
    return (
        column(Revisions.campaign_id) == subject.campaign,
        column(Revisions.group_id).is_not_distinct_from(subject.group),
    )
