"""Post-game sequences as stored: what they began from, answers in a chain, the head that counts."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, update

from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.revisions import RevisionLog, Subject
from lastdays.store.sums import change_row, hold, row_of, summed, with_head
from lastdays.store.tables import Answers, Groups, Sequences, column, made, table

#: So many answers are kept as they were read: those of some long sequences.
KEPT = 4096


class Answered(Struct, frozen=True):
    """An answer as stored; a value of None took the key's answer back."""

    id: int
    parent: int | None
    key: str
    value: Any
    taken_back: bool
    how: str
    who: str


class SequenceRecord(Struct, frozen=True):
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


class Listed(NamedTuple):
    """The ids of a sequence, of its group and of its game, and whether it is finished."""

    sequence: str
    group: str
    game: str
    finished: bool


@lru_cache(KEPT)
def _answered(
    sequence: str,
    answer: int,
    parent: int | None,
    key: str,
    value: str | None,
    how: str,
    who: str,
    at: str,
    row_sum: int | None,
) -> Answered:
    """Return an answer that holds against its sum; StoreError for one that is damaged.

    It is found by all that its row holds: one that has been read before need not be held and
    decoded again.
    """
    hold(row_sum, sequence, parent, key, value, how, who, at)
    return Answered(
        id=answer,
        parent=parent,
        key=key,
        value=None if value is None else json.loads(value),
        taken_back=value is None,
        how=how,
        who=who,
    )


class Settled(NamedTuple):
    """The ids of a sequence and of its game, and the revision that it was finished with; None
    where it isn't finished."""

    sequence: str
    game: str
    revision: int | None


class SequenceLog:
    """The part of a transaction that keeps post-game sequences and their answers."""

    def __init__(self, connection: Connection, revisions: RevisionLog) -> None:
        self._connection = connection
        self._revisions = revisions

    # Reading

    def all(self, campaign: str | None = None, group: str | None = None) -> list[SequenceRecord]:
        """Read the sequences of a campaign, a group or both, in the order they were begun."""
        query = select(column(Sequences.id)).order_by(column(Sequences.at), column(Sequences.id))
        if campaign is not None:
            query = query.where(column(Sequences.campaign_id) == campaign)
        if group is not None:
            query = query.where(column(Sequences.group_id) == group)
        return [self.sequence(found) for found in self._connection.scalars(query).all()]

    def listed(self, campaign: str) -> list[Listed]:
        """List the sequences of a campaign in the order they were begun.

        Their answers are not read; the groups are those that are there.
        """
        rows = self._connection.execute(
            select(
                column(Sequences.id),
                column(Sequences.group_id),
                column(Sequences.game_id),
                column(Sequences.finished),
                column(Groups.head),
            )
            .join(table(Groups), column(Groups.id) == column(Sequences.group_id))
            .where(
                column(Sequences.campaign_id) == campaign,
                column(Groups.head).is_not(None),
                column(Groups.present),
            )
            .order_by(column(Sequences.at), column(Sequences.id))
        ).all()
        earlier = {
            head
            for _id, _group, _game, finished, head in rows
            if head is not None and finished is not None and finished != head
        }
        standing = self._revisions.leading_to(earlier)
        return [
            Listed(
                sequence,
                group,
                game,
                finished is not None and (finished == head or finished in standing),
            )
            for sequence, group, game, finished, head in rows
        ]

    def settled(self, group: str) -> list[Settled]:
        """List the sequences of a group in the order they were begun, and what they came to.

        Their answers are not read.
        """
        rows = self._connection.execute(
            select(
                column(Sequences.id),
                column(Sequences.game_id),
                column(Sequences.finished),
                column(Groups.head),
            )
            .join(table(Groups), column(Groups.id) == column(Sequences.group_id))
            .where(column(Sequences.group_id) == group)
            .order_by(column(Sequences.at), column(Sequences.id))
        ).all()
        heads = {head for _id, _game, _finished, head in rows if head is not None}
        standing = self._revisions.leading_to(heads)
        return [
            Settled(sequence, game, finished if finished in standing else None)
            for sequence, game, finished, _head in rows
        ]

    def begun(self, campaign: str, group: str, game: str) -> str | None:
        """Return the id of the sequence of a group after a game, None where none was begun."""
        return self._connection.scalars(
            select(column(Sequences.id))
            .where(
                column(Sequences.campaign_id) == campaign,
                column(Sequences.group_id) == group,
                column(Sequences.game_id) == game,
            )
            .order_by(column(Sequences.at), column(Sequences.id))
            .limit(1)
        ).first()

    def sequence(self, sequence: str) -> SequenceRecord:
        """Read a sequence with the answers that count; StoreError where there is none."""
        row = row_of(self._connection, Sequences, sequence)
        if row is None:
            raise StoreError(_("That sequence is no longer in the store."))
        answers, undone = self._chain(sequence, row["head"])
        return SequenceRecord(
            id=sequence,
            campaign=row["campaign_id"],
            group=row["group_id"],
            game=row["game_id"],
            base=row["base"],
            rulebook=row["rulebook"],
            switches=json.loads(row["switches"]),
            finished=row["finished"],
            answers=answers,
            undone=undone,
            at=row["at"],
        )

    def _chain(self, sequence: str, head: int | None) -> tuple[tuple[Answered, ...], bool]:
        """Return the answers a head leads back to, in order, and whether one follows it.

        Raises StoreError where one is damaged or missing.
        """
        rows = self._connection.execute(
            select(
                column(Answers.id),
                column(Answers.parent_id),
                column(Answers.key),
                column(Answers.value),
                column(Answers.how),
                column(Answers.who),
                column(Answers.at),
                column(Answers.sum),
            ).where(column(Answers.sequence_id) == sequence)
        )
        stored = {id: (parent, *rest) for id, parent, *rest in rows}
        undone = any(parent == head for parent, *_rest in stored.values())
        chain: list[Answered] = []
        step = head
        while step is not None:
            # Each answer is read once: a chain that leads into itself would have no end.
            if step not in stored:
                raise StoreError(_("A post-game sequence in the store is damaged."))
            answered = _answered(sequence, step, *stored.pop(step))
            if isinstance(answered.value, dict):  # a form's value belongs to whoever reads it
                answered = replace(answered, value=copy.deepcopy(answered.value))
            chain.append(answered)
            step = answered.parent
        chain.reverse()
        return tuple(chain), undone

    def is_finished(self, record: SequenceRecord) -> bool:
        """Tell whether what a sequence came to still stands in its group's history."""
        head = self._revisions.head_id(Subject(record.campaign, record.group))
        return record.finished is not None and self._revisions.is_ancestor(record.finished, head)

    # Writing

    def add(self, record: SequenceRecord) -> None:
        """Add a sequence without answers."""
        row = summed(
            Sequences,
            id=record.id,
            campaign_id=record.campaign,
            group_id=record.group,
            game_id=record.game,
            base=record.base,
            rulebook=record.rulebook,
            switches=json.dumps(record.switches),
            finished=None,
            at=record.at,
        )
        self._connection.execute(
            insert(table(Sequences)).values(**row, **with_head(record.id, None))
        )

    def finish(self, sequence: str, revision: int) -> None:
        """Note the revision a sequence ended in."""
        change_row(self._connection, Sequences, sequence, finished=revision)

    def add_answer(
        self, sequence: str, key: str, value: Any, how: str, who: str, at: str, *, back: bool
    ) -> None:
        """Add an answer after the head; with `back` the key's answer is taken back."""
        row = summed(
            Answers,
            sequence_id=sequence,
            parent_id=self._head(sequence),
            key=key,
            value=None if back else json.dumps(value, ensure_ascii=False),
            how=how,
            who=who,
            at=at,
        )
        result = self._connection.execute(insert(table(Answers)).values(**row))
        self._set_head(sequence, made(result))

    def undo_answer(self, sequence: str) -> bool:
        """Move a sequence's head one answer back; false where there is none."""
        head = self._head(sequence)
        if head is None:
            return False
        parent = self._connection.scalars(
            select(column(Answers.parent_id)).where(column(Answers.id) == head)
        ).first()
        self._set_head(sequence, parent)
        return True

    def redo_answer(self, sequence: str) -> bool:
        """Move a sequence's head to the newest answer made after it; false without one."""
        child = self._connection.scalars(
            select(column(Answers.id))
            .where(
                column(Answers.sequence_id) == sequence,
                column(Answers.parent_id).is_not_distinct_from(self._head(sequence)),
            )
            .order_by(column(Answers.id).desc())
            .limit(1)
        ).first()
        if child is None:
            return False
        self._set_head(sequence, child)
        return True

    def _head(self, sequence: str) -> int | None:
        return self._connection.scalars(
            select(column(Sequences.head)).where(column(Sequences.id) == sequence)
        ).first()

    def _set_head(self, sequence: str, answer: int | None) -> None:
        self._connection.execute(
            update(table(Sequences))
            .where(column(Sequences.id) == sequence)
            .values(**with_head(sequence, answer))
        )
