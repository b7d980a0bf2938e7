"""Salvaging a damaged store: whatever can still be read is written into a new one, row by row."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from sqlmodel import select

from lastdays.store.checking import READ, RawRow, TableReader, has_whole_head, is_whole, lenient
from lastdays.store.models import (
    HEADED,
    Answers,
    Campaigns,
    Changes,
    Groups,
    Portraits,
    Prints,
    Revisions,
    Sequences,
    TableEvents,
    TableSessions,
)
from lastdays.store.revisions import Subject
from lastdays.store.store import BROKEN
from lastdays.store.sums import Model, summed_columns
from lastdays.store.transaction import Transaction

#: What stands for a change whose row could not be read; its revision could.
UNREADABLE = "unreadable"


class Salvaged(Struct):
    """The rows of a damaged store that are whole, by their number; `lost` counts the others.

    `heads` are those that could be believed; a subject that is not in it has to be given another.
    Where a table's pages don't fit together (`torn`), rows may be missing that nothing tells of.
    """

    rows: dict[str, dict[int, RawRow]] = {}
    heads: dict[tuple[str, str], int | None] = {}
    lost: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    torn: bool = False

    def of(self, model: type[Model]) -> dict[int, RawRow]:
        """Return the whole rows of a table."""
        return self.rows.get(str(model.__tablename__), {})

    def revisions(self, subject: Subject) -> list[int]:
        """Return the whole revisions of a subject, the newest first."""
        found = [
            number
            for number, row in self.of(Revisions).items()
            if (row["campaign_id"], row["group_id"]) == (subject.campaign, subject.group)
        ]
        return sorted(found, reverse=True)


def read_whole_rows(file: Path) -> Salvaged:
    """Read every row of a store that is as it was written. The file should be a copy.

    Where nothing can be read, there are no rows.
    """
    found = Salvaged()
    try:
        _read_into(found, file)
    except BROKEN:
        found.rows.clear()
    return found


def _read_into(found: Salvaged, file: Path) -> None:
    with closing(sqlite3.connect(file)) as driver, lenient(driver):
        # SQLite then also reads a file that is shorter than it should be.
        driver.execute("PRAGMA writable_schema=ON")
        for model in READ:
            of = model.__table__
            reader = TableReader(driver, of)
            kept = found.rows.setdefault(of.name, {})
            for number, row in reader.rows():
                if not is_whole(model, row) or not _is_text(row):
                    found.lost[of.name] += 1
                    continue
                kept[number] = row
                if model in HEADED and has_whole_head(row):
                    found.heads[of.name, row["id"]] = row["head"]
            found.lost[of.name] += reader.lost
        found.torn = not _fits_together(driver)


def _fits_together(driver: sqlite3.Connection) -> bool:
    """Tell whether the tables of a copy are whole, as far as SQLite can; its indexes are made anew."""
    try:
        driver.execute("REINDEX")
        return [str(line) for (line,) in driver.execute("PRAGMA integrity_check")] == ["ok"]
    except BROKEN:
        return False


def _is_text(row: RawRow) -> bool:
    """Tell whether every text of a row is one: a broken letter cannot be written again."""
    try:
        for value in row.values():
            if isinstance(value, str):
                value.encode()
    except UnicodeEncodeError:
        return False
    return True


class SalvageWriter:
    """Writes whole rows into a new store, each where what it refers to is there; what is not counts
    as `lost` of what was found."""

    def __init__(self, tx: Transaction, found: Salvaged, now: str) -> None:
        self._tx = tx
        self._found = found
        self._now = now

    def write(self) -> None:
        """Write histories, sequences, games at the table and pictures; heads but of these follow."""
        self._subjects()
        self._histories()
        self._chains(
            Sequences, Answers, "sequence_id", given={"finished": self._found.of(Revisions)}
        )
        self._chains(TableSessions, TableEvents, "session_id", given={})
        for row in self._found.of(Portraits).values():
            self._add(Portraits, {"id": row["id"], "picture": row["picture"]})
        groups = self._ids(Groups)
        for row in self._found.of(Prints).values():
            if row["group_id"] in groups:
                self._add(Prints, _only(Prints, row))
            else:
                self._found.lost["prints"] += 1

    def _ids(self, model: type[Model]) -> set[str]:
        return set(self._tx.session.exec(select(model.__table__.c.id)))

    def _add(self, model: type[Model], row: dict[str, Any]) -> None:
        self._tx.session.add(model(**row))
        self._tx.session.flush()

    def _subjects(self) -> None:
        """Add each campaign and group that has a revision, under the name its row had."""
        named = (*self._found.of(Campaigns).values(), *self._found.of(Groups).values())
        names = {row["id"]: row["name"] for row in named if "name" in row}
        revisions = self._found.of(Revisions).values()
        for campaign in dict.fromkeys(row["campaign_id"] for row in revisions):
            self._tx.index.add_campaign(campaign, names.get(campaign, "?"))
        for campaign, group in dict.fromkeys(
            (row["campaign_id"], row["group_id"]) for row in revisions
        ):
            if group is not None:
                self._tx.index.add_group(group, campaign, names.get(group, "?"))

    def _histories(self) -> None:
        changes, revisions = self._found.of(Changes), self._found.of(Revisions)
        lost = self._found.lost
        wanted = {row["change_id"]: row["campaign_id"] for row in revisions.values()}
        lost["changes"] = max(lost["changes"], len(wanted.keys() - changes.keys()))
        parents = {row["parent_id"] for row in revisions.values()} - {None}
        lost["revisions"] = max(lost["revisions"], len(parents - revisions.keys()))
        for number, campaign in sorted(wanted.items()):
            row = changes.get(number)
            if row is None:
                values = {"campaign_id": campaign, "kind": UNREADABLE, "facts": "{}"}
                self._add(Changes, {"id": number, **values, "at": self._now})
            else:
                self._add(Changes, {"id": number, **_only(Changes, row)})
        # Some have no revision any more, and say when a game was recorded.
        campaigns = self._ids(Campaigns)
        for number, row in sorted(changes.items()):
            if number not in wanted and row["campaign_id"] in campaigns:
                self._add(Changes, {"id": number, **_only(Changes, row)})
        latest: dict[tuple[str, str | None], int] = {}
        for number, row in sorted(revisions.items()):
            subject = (row["campaign_id"], row["group_id"])
            parent = row["parent_id"]
            if parent is not None and (parent not in revisions or parent >= number):
                # The entry before is lost: the one before that takes its place.
                parent = latest.get(subject)
            values = {**_only(Revisions, row), "parent_id": parent}
            self._add(Revisions, {"id": number, **values})
            latest[subject] = number

    def _chains(
        self,
        owner: type[Sequences | TableSessions],
        link: type[Answers | TableEvents],
        owner_id: str,
        given: dict[str, Iterable[int]],
    ) -> None:
        """Write what has a chain of its own, as far as each chain can be followed."""
        campaigns, groups = self._ids(Campaigns), self._ids(Groups)
        revisions = self._found.of(Revisions)
        owners = set()
        lost = self._found.lost
        for row in self._found.of(owner).values():
            values = _only(owner, row)
            stands = values.get("campaign_id") in campaigns | {None} and (
                "base" not in values
                or (values["base"] in revisions and values["group_id"] in groups)
            )
            if not stands:
                lost[owner.__table__.name] += 1
                continue
            for name, there in given.items():
                if values[name] is not None and values[name] not in there:
                    values[name] = None
            self._add(owner, values)
            owners.add(row["id"])
        ends = {}
        written = set()
        for number, row in sorted(self._found.of(link).items()):
            whose, parent = row[owner_id], row["parent_id"]
            if whose in owners and (parent is None or parent in written):
                self._add(link, {"id": number, **_only(link, row)})
                written.add(number)
                ends[whose] = number
            else:
                lost[link.__table__.name] += 1
        for id in owners:
            head = self._found.heads.get((owner.__table__.name, id), ends.get(id))
            if head is not None and head not in written:
                head = ends.get(id)
            self._tx.session.get_one(owner, id).head = head
        self._tx.session.flush()


def _only(model: type[Model], row: RawRow) -> dict[str, Any]:
    """Return what a row's sum is made of; what an older schema did not have is left empty."""
    return {name: row.get(name) for name in summed_columns(model)}
