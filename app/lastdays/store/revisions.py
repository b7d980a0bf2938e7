"""Documents and their history: changes, the revisions they wrote, the current heads; and the rows that
mirror the current documents, so that lists needn't open them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import ColumnElement, case, delete, func, update
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from lastdays.desktop.bounds import OutOfBoundsError
from lastdays.errors import StoreError
from lastdays.model.campaign import Campaign
from lastdays.model.changes import Change, read_change
from lastdays.model.group import Group, Item
from lastdays.store.models import (
    FACTS,
    FACTS_MOST,
    Campaigns,
    Changes,
    Characters,
    Games,
    Groups,
    Items,
    Model,
    Part,
    Perks,
    Revisions,
    document_in,
    mapping_of,
    packed,
    sum_of,
    sum_of_row,
)
from lastdays.values import Value

#: Before the stored kind of a change that another copy of the campaign made: its revisions came with a
#: merge, and are undone with that.
_BROUGHT = "+"
#: The facts of a change; those that are too long aren't even read from the store.
_FACTS = case((func.length(Changes.facts) <= FACTS_MOST, col(Changes.facts))).label("facts")


def item_rows(group: Group) -> list[Model]:
    """Return the rows of a group's gear: carried, in the stash, and attached to other gear."""
    rows: list[Model] = []

    def add(item: Item, character: str, attached_to: str) -> None:
        rows.append(
            Items(
                group_id=group.id,
                id=item.id,
                position=len(rows),
                key=item.key,
                character_id=character,
                attached_to=attached_to,
                modified=item.modified,
            )
        )
        for attached in item.attached:
            add(attached, character, item.id)

    for member in group.members:
        for item in member.gear:
            add(item, member.id, "")
    for item in group.stash:
        add(item, "", "")
    return rows


def rows_of(group: Group | None) -> dict[type[Model], list[Model]]:
    """Return the rows that mirror a group, by their tables; empty lists for None."""
    if group is None:
        return {Characters: [], Items: [], Perks: []}
    members: list[Model] = []
    for position, member in enumerate(group.members):
        members.append(
            Characters(
                group_id=group.id,
                id=member.id,
                position=position,
                name=member.name,
                type=member.type,
                keyword=member.keyword,
                level=member.level,
                experience=member.experience,
                status=member.status,
            )
        )
    perks: list[Model] = []
    for position, perk in enumerate(group.refuge.built):
        perks.append(Perks(group_id=group.id, id=perk.id, position=position, key=perk.key))
    return {Characters: members, Items: item_rows(group), Perks: perks}


def summary_columns(group: Group) -> dict[str, str | int]:
    """Return the columns of a group's own row that mirror its document."""
    leader = group.leading
    leader_name = leader.name if leader else ""
    return {
        "name": group.name,
        "leader": leader_name,
        "refuge": group.refuge.key,
        "size": len(group.roster),
        "points": group.points,
    }


def games_of(campaign: Campaign) -> dict[str, tuple[int, str]]:
    """Return the number and Encounter of a campaign's games, by id, as their rows mirror them."""
    return {game.id: (game.number, game.encounter) for game in campaign.all_games}


class Subject(Value):
    """What has a history: a group, or without one a campaign's own document."""

    campaign: str
    group: str | None = None


class RevisionMark(NamedTuple):
    """Identifies a revision by its number, change and checksum, as a key for caches: a revision never
    changes."""

    revision: int
    change: int
    sum: int | None


class MadeBy(Value):
    """The change that made a revision, and the revision's parent, without its document. `brought`: it was
    made in another copy of the campaign, and came with a merge."""

    revision: int
    parent: int | None
    change_id: int
    change: Change
    brought: bool


class HeadRevision(MadeBy):
    """A revision with its document, and the time of its change."""

    at: str
    document: bytes


class HistoryEntry(Value):
    """A revision in a history; `current` if it is the head or one of its ancestors."""

    revision: int
    parent: int | None
    change: Change
    at: str
    current: bool
    head: bool


class HistoryOutline(Value):
    """The revisions of a history with their parents, newest first; `current` are the head and its
    ancestors."""

    parents: Mapping[int, int | None]
    head: int | None
    current: frozenset[int]


class Touched(NamedTuple):
    """A document that a change touched: the revision it wrote, that one's parent, and the head now."""

    subject: Subject
    revision: int
    parent: int | None
    head: int | None


class RevisionLog(Part):
    """The part of a transaction that keeps documents, heads and histories."""

    # Reading

    def head_id(self, subject: Subject) -> int | None:
        """Return the head of a subject; None if there is none, or its creation is undone. Raises
        StoreError if its row is damaged."""
        row = self._row_with_head(subject)
        return None if row is None else row.head

    def _row_with_head(self, subject: Subject) -> Campaigns | Groups | None:
        """Return the row that holds a subject's head."""
        if subject.group is None:
            return self._session.get(Campaigns, subject.campaign)
        return self._session.get(Groups, subject.group)

    def mark(self, subject: Subject) -> RevisionMark:
        """Read the mark of a subject's head; StoreError if there is none."""
        return self.mark_of(self._existing_head_id(subject))

    def mark_of(self, revision: int) -> RevisionMark:
        """Read the mark of a revision; StoreError if it is missing."""
        row = self._session.exec(
            select(Revisions.id, Revisions.change_id, Revisions.sum).where(Revisions.id == revision)
        ).first()
        if row is None:
            raise _missing_entry_error()
        return RevisionMark(*row)

    def marks(self, campaign: str) -> dict[str, RevisionMark]:
        """Read the marks of the heads of a campaign's groups, without damaged heads."""
        rows = self._connection.execute(
            select(
                Groups,
                col(Revisions.id).label("revision"),
                Revisions.change_id,
                Revisions.sum,
            )
            .join(Revisions, col(Revisions.id) == Groups.head)
            .where(Groups.campaign_id == campaign)
        )
        marks = {}
        for row in rows:
            if row.head_sum == sum_of(row.id, row.head):
                marks[row.id] = RevisionMark(row.revision, row.change_id, row.sum)
        return marks

    def head(self, subject: Subject) -> HeadRevision:
        """Read a subject's current document; StoreError if there is none."""
        return self.revision(self._existing_head_id(subject))

    def _existing_head_id(self, subject: Subject) -> int:
        revision = self.head_id(subject)
        if revision is None:
            raise StoreError("That is no longer in the store.")
        return revision

    def revision(self, revision: int) -> HeadRevision:
        """Read a revision with its document; StoreError if it is missing or damaged."""
        result = self._session.exec(
            select(Revisions, Changes.kind, _FACTS, Changes.at)
            .join(Changes)
            .where(Revisions.id == revision)
        ).first()
        if result is None:
            raise _missing_entry_error()
        row, kind, facts, at = result
        try:
            document = document_in(row.document)
        except (zlib.error, OutOfBoundsError) as error:
            raise StoreError("A document in the store is damaged.") from error
        return HeadRevision(
            revision=revision,
            parent=row.parent_id,
            change_id=row.change_id,
            change=_read_change(kind, facts),
            brought=kind.startswith(_BROUGHT),
            at=at,
            document=document,
        )

    def figures(self, revision: int) -> Mapping[str, int]:
        """Read the figures of a revision without its document; StoreError if it is missing or
        damaged."""
        row = self._session.get(Revisions, revision)
        if row is None:
            raise _missing_entry_error()
        return mapping_of(row.figures)

    def figures_of_groups(self, campaign: str) -> Iterator[tuple[int, Mapping[str, int]]]:
        """Yield the head of each group of a campaign with its figures, without damaged ones."""
        rows = self._connection.execute(
            select(Revisions)
            .join(Groups, col(Groups.head) == Revisions.id)
            .where(Groups.campaign_id == campaign)
        )
        # all at once, as fetching single rows takes longer
        for row in rows.all():
            if row.sum == sum_of_row(Revisions, row):
                yield row.id, mapping_of(row.figures)

    def made_by(self, revision: int) -> MadeBy:
        """Read the change that made a revision, even if its document is damaged."""
        row = self._connection.execute(
            select(Changes.id, Changes.kind, _FACTS, Revisions.parent_id)
            .join(Revisions, col(Revisions.change_id) == Changes.id)
            .where(Revisions.id == revision)
        ).first()
        if row is None:
            raise _missing_entry_error()
        change = _read_change(row.kind, row.facts)
        is_brought = row.kind.startswith(_BROUGHT)
        return MadeBy(revision, row.parent_id, row.id, change, is_brought)

    def outline(self, subject: Subject) -> HistoryOutline:
        """Read the outline of a history, without its changes."""
        rows = self._session.exec(
            select(Revisions.id, Revisions.parent_id)
            .where(*_conditions_for_revisions_of(subject))
            .order_by(col(Revisions.id).desc())
        )
        parents = dict(rows.all())
        head = self.head_id(subject)
        current: set[int] = set()
        step = head
        while step is not None and step not in current:  # a damaged chain may loop
            current.add(step)
            step = parents.get(step)
        return HistoryOutline(parents, head, frozenset(current))

    def entries(
        self, subject: Subject, outline: HistoryOutline, newest: int, oldest: int
    ) -> list[HistoryEntry]:
        """List the entries of a history from `newest` back to `oldest`, without documents."""
        rows = self._connection.execute(
            sqlalchemy.select(
                col(Changes.kind),
                _FACTS,
                col(Changes.at),
                col(Revisions.id).label("revision"),
                col(Revisions.parent_id),
            )
            .join(Revisions, col(Revisions.change_id) == Changes.id)
            .where(
                *_conditions_for_revisions_of(subject), col(Revisions.id).between(oldest, newest)
            )
            .order_by(col(Revisions.id).desc())
        )
        return [
            HistoryEntry(
                revision=row.revision,
                parent=row.parent_id,
                change=_read_change(row.kind, row.facts),
                at=row.at,
                current=row.revision in outline.current,
                head=row.revision == outline.head,
            )
            for row in rows
        ]

    def history(self, subject: Subject) -> list[HistoryEntry]:
        """List all entries of a history, newest first, without documents."""
        outline = self.outline(subject)
        if not outline.parents:
            return []
        revisions = list(outline.parents)
        return self.entries(subject, outline, revisions[0], revisions[-1])

    def leading_to(self, heads: Collection[int]) -> frozenset[int]:
        """Return some heads and all their ancestors."""
        if not heads:
            return frozenset()
        revisions = select(Revisions.id, Revisions.parent_id)
        steps = revisions.where(col(Revisions.id).in_(heads)).cte(recursive=True)
        # not `union_all`, so that a damaged chain that loops comes to an end
        steps = steps.union(revisions.join(steps, col(Revisions.id) == steps.c.parent_id))
        return frozenset(self._connection.scalars(select(steps.c.id)))

    def latest_child(self, subject: Subject, revision: int | None) -> int | None:
        """Return the newest child of a revision, for redo; None if there is none. Revisions that came with
        a merge are passed over, down to the merge's own."""
        child = self._newest_child(subject, revision)
        passed: set[int] = set()
        while child is not None and child not in passed and self.made_by(child).brought:
            passed.add(child)  # a damaged chain may loop
            child = self._newest_child(subject, child)
        return child

    def _newest_child(self, subject: Subject, revision: int | None) -> int | None:
        children = select(Revisions.id).order_by(col(Revisions.id).desc())
        if revision is None:  # creation is undone: the first there is
            return self._session.exec(
                children.where(
                    *_conditions_for_revisions_of(subject), col(Revisions.parent_id).is_(None)
                )
            ).first()
        # Filtered by parent alone: with the subject too, SQLite reads the whole history.
        rows = self._connection.execute(
            select(Revisions.id, Revisions.campaign_id, Revisions.group_id)
            .where(Revisions.parent_id == revision)
            .order_by(col(Revisions.id).desc())
        )
        for row in rows:
            if Subject(row.campaign_id, row.group_id) == subject:
                child: int = row.id
                return child
        return None

    def of_change(self, change: int) -> list[Touched]:
        """List the documents a change touched, in the order written; StoreError if a head is damaged. The
        parent of a merge's revision is the one before those that came with it."""
        rows = self._connection.execute(
            select(Revisions.id, Revisions.parent_id, Revisions.campaign_id, Revisions.group_id)
            .where(Revisions.change_id == change)
            .order_by(col(Revisions.id))
        ).all()
        heads = self._heads_of(
            groups={row.group_id for row in rows}, campaigns={row.campaign_id for row in rows}
        )
        merged = self._parents_of_merged([row.parent_id for row in rows])
        touched = []
        for row in rows:
            subject = Subject(row.campaign_id, row.group_id)
            head = heads.get(row.group_id or row.campaign_id)
            parent = row.parent_id
            while parent in merged:
                parent = merged.pop(parent)  # taken out, so that a damaged chain that loops ends
            touched.append(Touched(subject, row.id, parent, head))
        return touched

    def _heads_of(
        self, groups: Collection[str | None], campaigns: Collection[str]
    ) -> dict[str, int | None]:
        """Return the heads of groups and campaigns by their ids."""
        heads: dict[str, int | None] = {}
        for group in self._session.exec(select(Groups).where(col(Groups.id).in_(groups))):
            heads[group.id] = group.head
        for campaign in self._session.exec(
            select(Campaigns).where(col(Campaigns.id).in_(campaigns))
        ):
            heads[campaign.id] = campaign.head
        return heads

    def _parents_of_merged(self, revisions: Collection[int | None]) -> dict[int | None, int | None]:
        """Return the parents of those of some revisions, and of their ancestors in a row, that came with a
        merge."""
        came = select(Revisions.id, Revisions.parent_id).join(Changes)
        came = came.where(col(Changes.kind).startswith(_BROUGHT))
        steps = came.where(col(Revisions.id).in_(revisions)).cte(recursive=True)
        # not `union_all`, so that a damaged chain that loops comes to an end
        steps = steps.union(came.join(steps, col(Revisions.id) == steps.c.parent_id))
        rows = self._connection.execute(sqlalchemy.select(steps.c.id, steps.c.parent_id))
        return {row.id: row.parent_id for row in rows}

    def mirror_differences(self, group: Group) -> list[str]:
        """Name the tables in which the rows of a group differ from its document."""
        tables = []
        for model, rows in rows_of(group).items():
            columns = model.__table__.c
            stored = self._rows(
                select(model).where(columns.group_id == group.id).order_by(columns.position)
            )
            if stored != [row.model_dump() for row in rows]:
                tables.append(model.__table__.name)
        summary = summary_columns(group).items()
        group_rows = self._rows(select(Groups).where(Groups.id == group.id))
        if not any(summary <= row.items() for row in group_rows):
            tables.append("groups")
        return tables

    def campaign_differences(self, campaign: Campaign) -> list[str]:
        """Name the tables in which the rows of a campaign differ from its document."""
        tables = []
        if self._games_in_rows(campaign.id) != games_of(campaign):
            tables.append("games")
        rows = self._rows(select(Campaigns).where(Campaigns.id == campaign.id))
        stored = [(row["name"], row["deleted"]) for row in rows]
        if stored != [(campaign.name, campaign.deleted)]:  # its row may have another id by now
            tables.append("campaigns")
        present = {
            group for group, is_present in self._listed_by_group(campaign.id).items() if is_present
        }
        if present != set(campaign.groups):
            tables.append("groups")
        return tables

    def _rows(self, query: SelectOfScalar[Any]) -> list[dict[str, Any]]:
        """Read rows without verifying them."""
        return [dict(row) for row in self._connection.execute(query).mappings()]

    def _games_in_rows(self, campaign: str) -> dict[str, tuple[int, str]]:
        """Return the number and Encounter of a campaign's games, by id, from their rows."""
        query = select(Games.id, Games.number, Games.encounter)
        rows = self._connection.execute(query.where(Games.campaign_id == campaign))
        return {row.id: (row.number, row.encounter) for row in rows}

    def _listed_by_group(self, campaign: str) -> dict[str, bool]:
        """Return for each group of a campaign whether its row says that it is listed."""
        query = select(Groups.id, Groups.present).where(Groups.campaign_id == campaign)
        return dict(self._session.exec(query).all())

    # Writing

    def add_change(self, campaign: str, change: Change, at: str, *, brought: bool = False) -> int:
        """Add a change made at a time, to which revisions belong, and return its id. `brought`: it was made
        in another copy of the campaign, and comes with a merge; undo doesn't stop at its revisions."""
        facts = json.dumps(change.stored(), ensure_ascii=False)
        kind = _BROUGHT + change.kind if brought else change.kind
        row = Changes(campaign_id=campaign, kind=kind, facts=facts, at=at)
        self._add(row)
        return row.id

    def add(
        self,
        change: int,
        subject: Subject,
        value: Group | Campaign,
        document: bytes,
        figures: Mapping[str, int],
    ) -> int:
        """Add a document after a change as a revision, make it the head, and return it."""
        revision = self.add_past(change, subject, self.head_id(subject), document, figures)
        self.set_head(subject, revision, value)
        return revision

    def add_past(
        self,
        change: int,
        subject: Subject,
        parent: int | None,
        document: bytes,
        figures: Mapping[str, int],
    ) -> int:
        """Add a revision after its parent and return its number; `set_head` makes it the head."""
        row = Revisions(
            change_id=change,
            campaign_id=subject.campaign,
            group_id=subject.group,
            parent_id=parent,
            document=packed(document),
            figures=json.dumps(figures),
        )
        self._add(row)
        return row.id

    def set_head(
        self, subject: Subject, revision: int | None, value: Group | Campaign | None
    ) -> None:
        """Make a revision the head, and have the rows mirror its value. None for both undoes a
        creation."""
        row = self._row_with_head(subject)
        if row is None:
            raise StoreError("That is no longer in the store.")
        row.head = revision
        if isinstance(value, Campaign):
            row.sqlmodel_update({"name": value.name, "deleted": value.deleted})
            self._mirror_groups(value)
            self._mirror_games(value)
        elif subject.group is not None:
            if value is not None:
                row.sqlmodel_update(summary_columns(value))
            for model, rows in rows_of(value).items():
                columns = model.__table__.c
                self._session.exec(delete(model).where(columns.group_id == subject.group))
                self._session.add_all(rows)
        self._session.flush()

    def _mirror_groups(self, campaign: Campaign) -> None:
        """Update the rows of groups that are now listed, or no longer."""
        groups_listed = set(campaign.groups)
        for group, present in self._listed_by_group(campaign.id).items():
            if present != (group in groups_listed):
                self._session.exec(
                    update(Groups).where(col(Groups.id) == group).values(present=not present)
                )

    def _mirror_games(self, campaign: Campaign) -> None:
        """Update the rows of the games that differ, mostly the latest one."""
        old_games = self._games_in_rows(campaign.id)
        new_games = games_of(campaign)
        for game, facts in old_games.items():
            if new_games.get(game) != facts:
                self._session.exec(delete(Games).where(col(Games.id) == game))
        for game, facts in new_games.items():
            if old_games.get(game) != facts:
                number, encounter = facts
                self._session.add(
                    Games(id=game, campaign_id=campaign.id, number=number, encounter=encounter)
                )


def _missing_entry_error() -> StoreError:
    return StoreError("That entry of the history is not in the store.")


def _read_change(kind: str, facts: str | None) -> Change:
    """Read a change; damaged facts are read as none, not as an error."""
    return read_change(kind.removeprefix(_BROUGHT), mapping_of(facts or "{}", FACTS))


def _conditions_for_revisions_of(subject: Subject) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that select a subject's revisions."""
    return (
        col(Revisions.campaign_id) == subject.campaign,
        col(Revisions.group_id).is_not_distinct_from(subject.group),
    )
