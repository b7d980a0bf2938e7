"""Stored post-game sequences: what they started from, a chain of answers, the current head."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from lastdays.errors import StoreError
from lastdays.store.models import (
    Answers,
    Groups,
    Part,
    Sequences,
    events_up_to_head,
    json_in,
    mapping_in,
)
from lastdays.store.revisions import RevisionLog, Subject
from lastdays.values import Value


class Answered(Value):
    """A stored answer; with `taken_back` it withdraws the key's answer."""

    id: int
    parent: int | None
    key: str
    value: Any
    taken_back: bool
    how: str
    who: str


class SequenceRecord(Value):
    """A stored post-game sequence; `answers` are those in force, in order. `base`, `rulebook` and
    `switches` are what it started from, at the time `at`."""

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
    """The ids of a sequence, its group and its game, and the revision it was finished with; None for
    an unfinished one."""

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
        """List the sequences of a campaign's groups in the order they were begun, without answers and
        without those of deleted groups."""
        return self._listed(
            col(Sequences.campaign_id) == campaign,
            col(Groups.head).is_not(None),
            col(Groups.present).is_(True),
        )

    def listed_of(self, group: str) -> list[Listed]:
        """List the sequences of a group likewise, even of a deleted one."""
        return self._listed(col(Sequences.group_id) == group)

    def _listed(self, *which: ColumnElement[bool]) -> list[Listed]:
        query: Select[Sequences, int | None] = (
            select(Sequences, col(Groups.head).label("group_head"))
            .join(Groups)
            .where(*which)
            .order_by(Sequences.at, Sequences.id)
        )
        rows = self._connection.execute(query).all()
        heads = set()
        for row in rows:
            if row.finished is not None and row.group_head:
                heads.add(row.group_head)
        current = self._revisions.leading_to(heads)
        summaries = []
        for row in rows:
            finished = row.finished if row.finished in current else None
            summaries.append(Listed(row.id, row.group_id, row.game_id, finished))
        return summaries

    def begun(self, campaign: str, group: str, game: str) -> str | None:
        """Return the id of a group's sequence after a game; None if none was begun."""
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
        """Read a sequence with the answers in force; StoreError if it is missing or damaged."""
        row = self._row(sequence)
        stored = self._connection.execute(
            select(Answers).where(Answers.sequence_id == sequence)
        ).all()
        try:
            switches = mapping_in(row.switches)
            answers = [_answered(answer) for answer in events_up_to_head(Answers, stored, row.head)]
        except (KeyError, ValueError) as error:
            raise StoreError("A post-game sequence in the store is damaged.") from error
        return SequenceRecord(
            id=sequence,
            campaign=row.campaign_id,
            group=row.group_id,
            game=row.game_id,
            base=row.base,
            rulebook=row.rulebook,
            switches=switches,
            finished=row.finished,
            answers=tuple(answers),
            undone=any(answer.parent_id == row.head for answer in stored),
            at=row.at,
        )

    def _row(self, sequence: str) -> Sequences:
        row = self._session.get(Sequences, sequence)
        if row is None:
            raise StoreError("That sequence is no longer in the store.")
        return row

    def is_finished(self, record: SequenceRecord) -> bool:
        """Return whether a sequence's result is still part of its group's current history."""
        head = self._revisions.head_id(Subject(record.campaign, record.group))
        if head is None or record.finished is None or record.finished > head:
            return False
        return record.finished in self._revisions.leading_to([head])

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
        """Set the revision that a sequence was finished with."""
        self._row(sequence).finished = revision
        self._session.flush()

    def add_answer(
        self, sequence: str, key: str, value: Any, how: str, who: str, at: str, *, back: bool
    ) -> None:
        """Add an answer after the head; with `back` it withdraws the key's answer."""
        row = self._row(sequence)
        encoded = None if back else json.dumps(value, ensure_ascii=False)
        answer = Answers(
            sequence_id=sequence,
            parent_id=row.head,
            key=key,
            value=encoded,
            how=how,
            who=who,
            at=at,
        )
        self._add(answer)
        row.head = answer.id
        self._session.flush()

    def undo_answer(self, sequence: str) -> bool:
        """Move a sequence's head back by one answer; False if there is none."""
        row = self._row(sequence)
        if row.head is None:
            return False
        row.head = self._session.exec(
            select(Answers.parent_id).where(Answers.id == row.head)
        ).first()
        self._session.flush()
        return True

    def redo_answer(self, sequence: str) -> bool:
        """Move a sequence's head to its newest child; False if there is none."""
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


def _answered(row: Any) -> Answered:
    """Return a row of an answer as a value. Raises ValueError if it is damaged."""
    value = None if row.value is None else json_in(row.value)
    return Answered(
        id=row.id,
        parent=row.parent_id,
        key=row.key,
        value=value,
        taken_back=row.value is None,
        how=row.how,
        who=row.who,
    )
