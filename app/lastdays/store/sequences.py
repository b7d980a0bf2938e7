"""Post-game sequences as stored: what they began from, answers in a chain, the head that counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from lastdays.errors import StoreError
from lastdays.store.models import Answers, Groups, Part, Sequences
from lastdays.store.revisions import RevisionLog, Subject
from lastdays.store.sums import chain
from lastdays.values import Value


class Answered(Value):
    """An answer as stored; a value of None took the key's answer back."""

    id: int
    parent: int | None
    key: str
    value: Any
    taken_back: bool
    how: str
    who: str


class SequenceRecord(Value):
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
    """The ids of a sequence, of its group and of its game, and the revision that it was finished
    with; None where it isn't finished."""

    sequence: str
    group: str
    game: str
    finished: int | None


class SequenceLog(Part):
    """The part of a transaction that keeps post-game sequences and their answers."""

    def __init__(self, session: Session, revisions: RevisionLog) -> None:
        super().__init__(session)
        self._revisions = revisions

    # Reading

    def listed(self, campaign: str) -> list[Listed]:
        """List the sequences of the groups of a campaign that are there, in the order they were
        begun. Their answers are not read."""
        return self._listed(
            col(Sequences.campaign_id) == campaign,
            col(Groups.head).is_not(None),
            col(Groups.present).is_(True),
        )

    def listed_of(self, group: str) -> list[Listed]:
        """List the sequences of a group likewise, whether or not it is there."""
        return self._listed(col(Sequences.group_id) == group)

    def _listed(self, *which: ColumnElement[bool]) -> list[Listed]:
        query: Select[Sequences, int | None] = (
            select(Sequences, col(Groups.head).label("group_head"))
            .join(Groups)
            .where(*which)
            .order_by(Sequences.at, Sequences.id)
        )
        rows = self._connection.execute(query).all()
        current = self._revisions.leading_to(
            {row.group_head for row in rows if row.finished is not None and row.group_head}
        )
        return [
            Listed(
                row.id, row.group_id, row.game_id, row.finished if row.finished in current else None
            )
            for row in rows
        ]

    def begun(self, campaign: str, group: str, game: str) -> str | None:
        """Return the id of the sequence of a group after a game, None where none was begun."""
        return self._session.exec(
            select(Sequences.id)
            .where(
                Sequences.campaign_id == campaign,
                Sequences.group_id == group,
                Sequences.game_id == game,
            )
            .order_by(Sequences.at, Sequences.id)
        ).first()

    def sequence(self, sequence: str) -> SequenceRecord:
        """Read a sequence with the answers that count; StoreError where it is missing or damaged."""
        row = self._row(sequence)
        rows = self._connection.execute(select(Answers).where(Answers.sequence_id == sequence))
        stored = rows.all()
        try:
            answers = chain(Answers, stored, row.head)
        except KeyError as error:
            raise StoreError("A post-game sequence in the store is damaged.") from error
        return SequenceRecord(
            id=sequence,
            campaign=row.campaign_id,
            group=row.group_id,
            game=row.game_id,
            base=row.base,
            rulebook=row.rulebook,
            switches=json.loads(row.switches),
            finished=row.finished,
            answers=tuple(
                Answered(
                    id=answer.id,
                    parent=answer.parent_id,
                    key=answer.key,
                    value=None if answer.value is None else json.loads(answer.value),
                    taken_back=answer.value is None,
                    how=answer.how,
                    who=answer.who,
                )
                for answer in answers
            ),
            undone=any(answer.parent_id == row.head for answer in stored),
            at=row.at,
        )

    def _row(self, sequence: str) -> Sequences:
        row = self._session.get(Sequences, sequence)
        if row is None:
            raise StoreError("That sequence is no longer in the store.")
        return row

    def is_finished(self, record: SequenceRecord) -> bool:
        """Tell whether what a sequence came to still stands in its group's history."""
        head = self._revisions.head_id(Subject(record.campaign, record.group))
        return record.finished is not None and self._revisions.is_ancestor(record.finished, head)

    # Writing

    def add(self, record: SequenceRecord) -> None:
        """Add a sequence without answers."""
        self._add(
            Sequences(
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

    def finish(self, sequence: str, revision: int) -> None:
        """Note the revision a sequence ended in."""
        self._row(sequence).finished = revision
        self._session.flush()

    def add_answer(
        self, sequence: str, key: str, value: Any, how: str, who: str, at: str, *, back: bool
    ) -> None:
        """Add an answer after the head; with `back` the key's answer is taken back."""
        row = self._row(sequence)
        answer = Answers(
            sequence_id=sequence,
            parent_id=row.head,
            key=key,
            value=None if back else json.dumps(value, ensure_ascii=False),
            how=how,
            who=who,
            at=at,
        )
        self._add(answer)
        row.head = answer.id
        self._session.flush()

    def undo_answer(self, sequence: str) -> bool:
        """Move a sequence's head one answer back; false where there is none."""
        row = self._row(sequence)
        if row.head is None:
            return False
        row.head = self._session.exec(
            select(Answers.parent_id).where(Answers.id == row.head)
        ).first()
        self._session.flush()
        return True

    def redo_answer(self, sequence: str) -> bool:
        """Move a sequence's head to the newest answer made after it; false without one."""
        row = self._row(sequence)
        child = self._session.exec(
            select(Answers.id)
            .where(
                Answers.sequence_id == sequence,
                col(Answers.parent_id).is_not_distinct_from(row.head),
            )
            .order_by(col(Answers.id).desc())
        ).first()
        if child is None:
            return False
        row.head = child
        self._session.flush()
        return True
