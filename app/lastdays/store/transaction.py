"""What can be read and written in one transaction: documents, heads, histories, sequences."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, CursorResult, func, insert, select, update

from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import Change, facts_of, read_change
from lastdays.model.group import Group
from lastdays.store import mirror
from lastdays.store.mirror import CAMPAIGNS, GROUPS
from lastdays.store.paper import PrintStore
from lastdays.store.tables import Answers, Changes, Revisions, Sequences

if TYPE_CHECKING:
    from lastdays.store.log import TableLog

REVISIONS = mirror._table(Revisions)
CHANGES = mirror._table(Changes)
SEQUENCES = mirror._table(Sequences)
ANSWERS = mirror._table(Answers)


@dataclass(frozen=True)
class Subject:
    """What has a history: a campaign's own document, or a group's."""

    campaign: str
    group: str | None = None


@dataclass(frozen=True)
class Head:
    """The revision that counts now: its document and the change that made it."""

    revision: int
    parent: int | None
    change_id: int
    change: Change
    at: str
    document: bytes


@dataclass(frozen=True)
class HistoryEntry:
    """One revision in a history; `current` are those the head leads back to."""

    revision: int
    parent: int | None
    change: Change
    at: str
    current: bool
    head: bool
    figures: Mapping[str, Any]


@dataclass(frozen=True)
class Answered:
    """An answer as stored; a value of None took the key's answer back."""

    id: int
    parent: int | None
    key: str
    value: Any
    taken_back: bool
    how: str
    who: str


@dataclass(frozen=True)
class SequenceRecord:
    """A post-game sequence as stored; `answers` are those its head leads back to, in order.
    `base`, `rulebook` and `switches` are those of its beginning, `at` the time."""

    id: str
    campaign: str
    group: str
    game: str
    base: int
    rulebook: str
    switches: Mapping[str, Any]
    finished: int | None
    answers: tuple[Answered, ...]
    undone: bool
    at: str


@dataclass(frozen=True)
class GroupSummary:
    """A line about a group, without opening its document."""

    id: str
    campaign: str
    name: str
    leader: str
    refuge: str
    size: int
    points: int


@dataclass(frozen=True)
class CampaignSummary:
    """A line about a campaign."""

    id: str
    name: str
    deleted: bool


def _made(result: CursorResult[Any]) -> int:
    """The id of the row that was just inserted."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


class Transaction:
    """What can be read and written within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @property
    def paper(self) -> PrintStore:
        """Portraits and what was printed."""
        return PrintStore(self.connection)

    @property
    def table(self) -> TableLog:
        """Sessions at the table."""
        from lastdays.store.log import TableLog

        return TableLog(self.connection)

    # Reading

    def campaigns(self) -> list[CampaignSummary]:
        """All campaigns that have not been taken back, deleted ones too, by name."""
        rows = self.connection.execute(
            select(CAMPAIGNS.c.id, CAMPAIGNS.c.name, CAMPAIGNS.c.deleted)
            .where(CAMPAIGNS.c.head.is_not(None))
            .order_by(func.lower(CAMPAIGNS.c.name), CAMPAIGNS.c.id)
        )
        return [CampaignSummary(*row) for row in rows]

    def groups(self, campaign: str | None = None) -> list[GroupSummary]:
        """The groups of a campaign, or of all that are not deleted."""
        query = (
            select(
                GROUPS.c.id,
                GROUPS.c.campaign_id,
                GROUPS.c.name,
                GROUPS.c.leader,
                GROUPS.c.refuge,
                GROUPS.c.size,
                GROUPS.c.points,
            )
            .join(CAMPAIGNS, CAMPAIGNS.c.id == GROUPS.c.campaign_id)
            .where(GROUPS.c.head.is_not(None), GROUPS.c.present, CAMPAIGNS.c.deleted.is_(False))
            .order_by(func.lower(CAMPAIGNS.c.name), func.lower(GROUPS.c.name), GROUPS.c.id)
        )
        if campaign is not None:
            query = query.where(GROUPS.c.campaign_id == campaign)
        return [GroupSummary(*row) for row in self.connection.execute(query)]

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """Ids and names of the groups a campaign no longer lists."""
        rows = self.connection.execute(
            select(GROUPS.c.id, GROUPS.c.name).where(
                GROUPS.c.campaign_id == campaign,
                GROUPS.c.head.is_not(None),
                GROUPS.c.present.is_(False),
            )
        )
        return [(row[0], row[1]) for row in rows]

    def campaign_of(self, group_id: str) -> str:
        """The campaign a group belongs to."""
        found = self.connection.execute(
            select(GROUPS.c.campaign_id).where(GROUPS.c.id == group_id)
        ).scalar()
        if found is None:
            raise StoreError(_("That group is not in the store any more."))
        return str(found)

    def head_id(self, subject: Subject) -> int | None:
        """The revision that counts now; None where creation is undone or nothing is there."""
        if subject.group is None:
            query = select(CAMPAIGNS.c.head).where(CAMPAIGNS.c.id == subject.campaign)
        else:
            query = select(GROUPS.c.head).where(GROUPS.c.id == subject.group)
        found = self.connection.execute(query).scalar()
        return None if found is None else int(found)

    def head(self, subject: Subject) -> Head:
        """The document that counts now; StoreError where there is none."""
        revision = self.head_id(subject)
        if revision is None:
            raise StoreError(_("That is not in the store any more."))
        return self.revision(revision)

    def revision(self, revision: int) -> Head:
        """One revision with its document."""
        row = self.connection.execute(
            select(
                REVISIONS.c.id,
                REVISIONS.c.parent_id,
                REVISIONS.c.change_id,
                CHANGES.c.kind,
                CHANGES.c.facts,
                CHANGES.c.at,
                REVISIONS.c.document,
            )
            .join(CHANGES, CHANGES.c.id == REVISIONS.c.change_id)
            .where(REVISIONS.c.id == revision)
        ).first()
        if row is None:
            raise StoreError(_("That entry of the history is not in the store."))
        try:
            document = zlib.decompress(row[6])
        except zlib.error as error:
            raise StoreError(_("A document in the store is damaged.")) from error
        return Head(
            row[0], row[1], row[2], read_change(row[3], json.loads(row[4])), row[5], document
        )

    def history(self, subject: Subject) -> list[HistoryEntry]:
        """Every revision of a subject, the newest first; names only, no documents."""
        head = self.head_id(subject)
        rows = self.connection.execute(
            select(
                REVISIONS.c.id,
                REVISIONS.c.parent_id,
                CHANGES.c.kind,
                CHANGES.c.facts,
                CHANGES.c.at,
                REVISIONS.c.figures,
            )
            .join(CHANGES, CHANGES.c.id == REVISIONS.c.change_id)
            .where(*self._of(subject))
            .order_by(REVISIONS.c.id.desc())
        ).all()
        parents = {row[0]: row[1] for row in rows}
        current: set[int] = set()
        step = head
        while step is not None and step not in current:
            current.add(step)
            step = parents.get(step)
        return [
            HistoryEntry(
                row[0],
                row[1],
                read_change(row[2], json.loads(row[3])),
                row[4],
                row[0] in current,
                row[0] == head,
                json.loads(row[5]),
            )
            for row in rows
        ]

    @staticmethod
    def _of(subject: Subject) -> tuple[Any, ...]:
        if subject.group is None:
            return (REVISIONS.c.campaign_id == subject.campaign, REVISIONS.c.group_id.is_(None))
        return (
            REVISIONS.c.campaign_id == subject.campaign,
            REVISIONS.c.group_id == subject.group,
        )

    def is_ancestor(self, revision: int, head: int | None) -> bool:
        """Whether a revision is the head or one it leads back to."""
        if head is None or revision > head:
            return False
        chain = select(REVISIONS.c.id, REVISIONS.c.parent_id).where(REVISIONS.c.id == head)
        steps = chain.cte("steps", recursive=True)
        steps = steps.union_all(
            select(REVISIONS.c.id, REVISIONS.c.parent_id).join(
                steps, REVISIONS.c.id == steps.c.parent_id
            )
        )
        found = self.connection.execute(select(steps.c.id).where(steps.c.id == revision)).first()
        return found is not None

    def latest_child(self, subject: Subject, revision: int | None) -> int | None:
        """The newest revision made from this one, for redo."""
        parent = (
            REVISIONS.c.parent_id.is_(None)
            if revision is None
            else REVISIONS.c.parent_id == revision
        )
        found = self.connection.execute(
            select(func.max(REVISIONS.c.id)).where(*self._of(subject), parent)
        ).scalar()
        return None if found is None else int(found)

    def revisions_of_change(self, change: int) -> list[tuple[Subject, int, int | None]]:
        """Subject, revision and parent of everything a change touched."""
        rows = self.connection.execute(
            select(
                REVISIONS.c.campaign_id,
                REVISIONS.c.group_id,
                REVISIONS.c.id,
                REVISIONS.c.parent_id,
            )
            .where(REVISIONS.c.change_id == change)
            .order_by(REVISIONS.c.id)
        )
        return [(Subject(row[0], row[1]), row[2], row[3]) for row in rows]

    def mirror_differences(self, group: Group) -> list[str]:
        """The tables in which the rows of a group differ from its document."""
        return mirror.differences(self.connection, group)

    # Writing

    def add_campaign(self, campaign_id: str, name: str) -> None:
        """A campaign's row; its document follows with the first change."""
        self.connection.execute(insert(CAMPAIGNS).values(id=campaign_id, name=name, deleted=False))

    def add_group(self, group_id: str, campaign_id: str, name: str) -> None:
        """A group's row; its document follows with the first change."""
        self.connection.execute(
            insert(GROUPS).values(
                id=group_id,
                campaign_id=campaign_id,
                name=name,
                leader="",
                refuge="",
                size=0,
                points=0,
                present=True,
            )
        )

    def add_change(self, campaign_id: str, change: Change, at: str) -> int:
        """A change, to which revisions are added."""
        result = self.connection.execute(
            insert(CHANGES).values(
                campaign_id=campaign_id,
                kind=change.kind,
                facts=json.dumps(facts_of(change), ensure_ascii=False),
                at=at,
            )
        )
        return _made(result)

    def add_revision(
        self,
        change: int,
        subject: Subject,
        value: Group | Campaign,
        document: bytes,
        figures: Mapping[str, Any],
    ) -> int:
        """The document as it is after a change, made the head, its rows mirrored."""
        result = self.connection.execute(
            insert(REVISIONS).values(
                change_id=change,
                campaign_id=subject.campaign,
                group_id=subject.group,
                parent_id=self.head_id(subject),
                document=zlib.compress(document, 6),
                figures=json.dumps(figures),
            )
        )
        revision = _made(result)
        self.set_head(subject, revision, value)
        return revision

    def set_head(
        self, subject: Subject, revision: int | None, value: Group | Campaign | None
    ) -> None:
        """Makes a revision the one that counts, with the value its document holds."""
        if isinstance(value, Group):
            mirror.write_group(self.connection, value, revision)
        elif isinstance(value, Campaign) and revision is not None:
            mirror.write_campaign(self.connection, value, revision)
        elif subject.group is not None:
            mirror.clear_group(self.connection, subject.group)
        else:
            self.connection.execute(
                update(CAMPAIGNS).where(CAMPAIGNS.c.id == subject.campaign).values(head=None)
            )

    # Sequences

    def add_sequence(self, record: SequenceRecord) -> None:
        """A new sequence without answers."""
        self.connection.execute(
            insert(SEQUENCES).values(
                id=record.id,
                campaign_id=record.campaign,
                group_id=record.group,
                game_id=record.game,
                base=record.base,
                rulebook=record.rulebook,
                switches=json.dumps(record.switches),
                at=record.at,
            )
        )

    def sequences(
        self, campaign: str | None = None, group: str | None = None
    ) -> list[SequenceRecord]:
        """The sequences of a campaign or group, in the order they were begun."""
        query = select(SEQUENCES.c.id).order_by(SEQUENCES.c.at, SEQUENCES.c.id)
        if campaign is not None:
            query = query.where(SEQUENCES.c.campaign_id == campaign)
        if group is not None:
            query = query.where(SEQUENCES.c.group_id == group)
        return [self.sequence(row[0]) for row in self.connection.execute(query).all()]

    def open_sequences(self, campaign: str) -> list[tuple[str, str, str]]:
        """Sequences that are begun and not finished: the ids of sequence, group and game.

        Their answers are not read; the groups are those that are there.
        """
        columns = SEQUENCES.c
        rows = self.connection.execute(
            select(columns.id, columns.group_id, columns.game_id, columns.finished, GROUPS.c.head)
            .join(GROUPS, GROUPS.c.id == columns.group_id)
            .where(columns.campaign_id == campaign, GROUPS.c.head.is_not(None), GROUPS.c.present)
            .order_by(columns.at, columns.id)
        ).all()
        return [
            (sequence, group, game)
            for sequence, group, game, finished, head in rows
            if finished is None or (finished != head and not self.is_ancestor(finished, head))
        ]

    def sequence(self, sequence_id: str) -> SequenceRecord:
        """A sequence with the answers that count."""
        row = (
            self.connection.execute(select(SEQUENCES).where(SEQUENCES.c.id == sequence_id))
            .mappings()
            .first()
        )
        if row is None:
            raise StoreError(_("That sequence is not in the store any more."))
        stored = self.connection.execute(
            select(
                ANSWERS.c.id,
                ANSWERS.c.parent_id,
                ANSWERS.c.key,
                ANSWERS.c.value,
                ANSWERS.c.how,
                ANSWERS.c.who,
            ).where(ANSWERS.c.sequence_id == sequence_id)
        ).all()
        by_id = {r[0]: r for r in stored}
        chain: list[Answered] = []
        step = row["head"]
        while step is not None:
            r = by_id[step]
            value = None if r[3] is None else json.loads(r[3])
            chain.append(Answered(r[0], r[1], r[2], value, r[3] is None, r[4], r[5]))
            step = r[1]
        chain.reverse()
        return SequenceRecord(
            id=row["id"],
            campaign=row["campaign_id"],
            group=row["group_id"],
            game=row["game_id"],
            base=row["base"],
            rulebook=row["rulebook"],
            switches=json.loads(row["switches"]),
            finished=row["finished"],
            answers=tuple(chain),
            undone=any(r[1] == row["head"] for r in stored),
            at=row["at"],
        )

    def is_finished(self, record: SequenceRecord) -> bool:
        """Whether what a sequence came to still stands in its group's history."""
        head = self.head_id(Subject(record.campaign, record.group))
        return record.finished is not None and self.is_ancestor(record.finished, head)

    def add_answer(
        self, sequence_id: str, key: str, value: Any, how: str, who: str, at: str, *, back: bool
    ) -> None:
        """An answer after the head; with `back` the key's answer is taken back."""
        head = self._sequence_head(sequence_id)
        result = self.connection.execute(
            insert(ANSWERS).values(
                sequence_id=sequence_id,
                parent_id=head,
                key=key,
                value=None if back else json.dumps(value, ensure_ascii=False),
                how=how,
                who=who,
                at=at,
            )
        )
        self._set_sequence_head(sequence_id, _made(result))

    def undo_answer(self, sequence_id: str) -> bool:
        """Moves a sequence's head one answer back; false where there is none."""
        head = self._sequence_head(sequence_id)
        if head is None:
            return False
        parent = self.connection.execute(
            select(ANSWERS.c.parent_id).where(ANSWERS.c.id == head)
        ).scalar()
        self._set_sequence_head(sequence_id, parent)
        return True

    def redo_answer(self, sequence_id: str) -> bool:
        """Moves a sequence's head to the newest answer made after it; false without one."""
        head = self._sequence_head(sequence_id)
        parent = ANSWERS.c.parent_id.is_(None) if head is None else ANSWERS.c.parent_id == head
        child = self.connection.execute(
            select(func.max(ANSWERS.c.id)).where(ANSWERS.c.sequence_id == sequence_id, parent)
        ).scalar()
        if child is None:
            return False
        self._set_sequence_head(sequence_id, child)
        return True

    def _sequence_head(self, sequence_id: str) -> int | None:
        head = self.connection.execute(
            select(SEQUENCES.c.head).where(SEQUENCES.c.id == sequence_id)
        ).scalar()
        return None if head is None else int(head)

    def _set_sequence_head(self, sequence_id: str, answer: int | None) -> None:
        self.connection.execute(
            update(SEQUENCES).where(SEQUENCES.c.id == sequence_id).values(head=answer)
        )

    def finish_sequence(self, sequence_id: str, revision: int) -> None:
        """Notes the revision a sequence ended in."""
        self.connection.execute(
            update(SEQUENCES).where(SEQUENCES.c.id == sequence_id).values(finished=revision)
        )
