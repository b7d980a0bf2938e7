"""Salvage a damaged store: copy every row that can be read into a new store."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from sqlmodel import select

from lastdays.store.checking import READ, RawRow, TableReader, has_whole_head, is_whole, lenient
from lastdays.store.driver import guard, limit
from lastdays.store.leftover import remove_log_with_overstated_size
from lastdays.store.models import (
    HEADED,
    Answers,
    Campaigns,
    Changes,
    Groups,
    Model,
    Portraits,
    Prints,
    Revisions,
    Sequences,
    TableEvents,
    TableSessions,
    misfits,
    summed_columns,
)
from lastdays.store.revisions import Subject
from lastdays.store.schema import (
    VERSION_TABLE,
    known_versions,
    latest_version,
    plain_tables,
    schema_in,
    schema_of,
)
from lastdays.store.store import BROKEN, Transaction

#: The kind of a change whose row can't be read, though its revision can.
UNREADABLE = "unreadable"


class Salvaged(Struct):
    """The sound rows of a damaged store by table and row id; `lost` counts the others.

    `heads` are the sound ones; a subject without one needs another. If the tables' pages don't fit
    together (`torn`), more rows may be missing.
    """

    rows: dict[str, dict[int, RawRow]] = {}
    heads: dict[tuple[str, str], int | None] = {}
    lost: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    torn: bool = False

    def of(self, model: type[Model]) -> dict[int, RawRow]:
        """Return the sound rows of a table."""
        return self.rows.get(str(model.__tablename__), {})

    def revisions(self, subject: Subject) -> list[int]:
        """Return the sound revisions of a subject, newest first."""
        numbers = []
        for number, row in self.of(Revisions).items():
            if row["campaign_id"] == subject.campaign and row["group_id"] == subject.group:
                numbers.append(number)
        numbers.sort(reverse=True)
        return numbers


def read_whole_rows(file: Path) -> Salvaged:
    """Read every sound row of a store, none if nothing can be read. The file should be a copy."""
    salvaged = Salvaged()
    try:
        _read_into(salvaged, file)
    except BROKEN:
        salvaged.rows.clear()
    return salvaged


def _read_into(salvaged: Salvaged, file: Path) -> None:
    """Read the sound rows of a copy, with our schema in place of its own if that isn't ours."""
    remove_log_with_overstated_size(file)
    is_ours = _has_our_schema(file)
    if not is_ours:
        _put_our_schema(file, latest_version())
        _put_our_schema(file, _version_of(file))
    with closing(sqlite3.connect(file)) as driver, lenient(driver):
        limit(driver)
        # SQLite then also reads a truncated file.
        driver.execute("PRAGMA writable_schema=ON")
        for model in READ:
            _read_table(salvaged, model, driver)
        fits = _fits_together(driver) if is_ours else _tables_fit(driver)
        salvaged.torn = not fits


def _read_table(salvaged: Salvaged, model: type[Model], driver: sqlite3.Connection) -> None:
    """Read the sound rows and heads of a table; count the others as lost."""
    table = model.__table__
    reader = TableReader(driver, table)
    rows = salvaged.rows.setdefault(table.name, {})
    for number, raw_row in reader.rows():
        row = _with_fitting_values(model, raw_row)
        if not _has_key(model, row) or not is_whole(model, row) or not _is_text(row):
            salvaged.lost[table.name] += 1
            continue
        rows[number] = row
        if model in HEADED and has_whole_head(row):
            salvaged.heads[table.name, row["id"]] = row["head"]
    salvaged.lost[table.name] += reader.lost


def _has_our_schema(file: Path) -> bool:
    """Return whether a copy has exactly the schema of its version, which runs nothing of its own."""
    try:
        with closing(sqlite3.connect(file)) as driver:
            objects = schema_in(driver)
            if VERSION_TABLE not in objects:
                return False
            rows = driver.execute("SELECT version_num FROM alembic_version LIMIT 2").fetchall()
        return len(rows) == 1 and objects == schema_of(str(rows[0][0]))
    except (*BROKEN, OSError):
        return False


def _version_of(file: Path) -> str:
    """Return the version that a copy with our schema says, the latest if that can't be read."""
    try:
        with closing(sqlite3.connect(file)) as driver:
            guard(driver)
            rows = driver.execute("SELECT version_num FROM alembic_version LIMIT 9").fetchall()
    except BROKEN:
        return latest_version()
    versions = [version for (version,) in rows if version in known_versions()]
    return min(versions, default=latest_version())


def _put_our_schema(file: Path, version: str) -> None:
    """Have a copy's tables be read as those of a version, whatever its own schema says of them. What
    else is in the schema could run SQL of somebody else's: views, triggers, indexes."""
    with closing(sqlite3.connect(file, isolation_level=None)) as driver, lenient(driver):
        limit(driver)
        driver.execute("PRAGMA writable_schema=ON")
        roots = driver.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'")
        pages = {}
        for name, page in roots:
            if isinstance(page, int) and page > 1:
                pages[name] = page
        driver.execute("DELETE FROM sqlite_master")
        for name, sql in plain_tables(version).items():
            if name in pages:
                row = ("table", name, name, pages[name], sql)
                driver.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)


def _tables_fit(driver: sqlite3.Connection) -> bool:
    """Return whether each table of a copy is sound, as far as SQLite can tell."""
    try:
        for model in READ:
            checked = driver.execute(f"PRAGMA integrity_check({model.__table__.name})")
            if [str(line) for (line,) in checked] != ["ok"]:
                return False
    except BROKEN:
        return False
    return True


def _fits_together(driver: sqlite3.Connection) -> bool:
    """Return whether the pages of a copy are sound, as far as SQLite can tell; it is reindexed."""
    try:
        driver.execute("REINDEX")
        return [str(line) for (line,) in driver.execute("PRAGMA integrity_check")] == ["ok"]
    except BROKEN:
        return False


def _with_fitting_values(model: type[Model], row: RawRow) -> RawRow:
    """Return a row without the values that its columns don't hold: for a campaign or a group, its
    document has them too."""
    strange = misfits(model, row)
    return {name: value for name, value in row.items() if name not in strange}


def _has_key(model: type[Model], row: RawRow) -> bool:
    """Return whether a row says which one it is."""
    return all(column.name in row for column in model.__table__.primary_key)


def _is_text(row: RawRow) -> bool:
    """Return whether every text of a row can be written again, without invalid letters."""
    try:
        for value in row.values():
            if isinstance(value, str):
                value.encode()
    except UnicodeEncodeError:
        return False
    return True


class SalvageWriter:
    """Writes sound rows into a new store if what they refer to is there; counts the others as `lost`."""

    def __init__(self, tx: Transaction, salvaged: Salvaged, now: str) -> None:
        self._tx = tx
        self._salvaged = salvaged
        self._now = now

    def write(self) -> None:
        """Write histories, sequences, games at the table and pictures; only the heads of campaigns and
        groups are left."""
        self._subjects()
        self._histories()
        self._chains(Sequences, Answers, "sequence_id")
        self._chains(TableSessions, TableEvents, "session_id")
        for row in self._salvaged.of(Portraits).values():
            self._add(Portraits, {"id": row["id"], "picture": row["picture"]})
        groups = self._ids(Groups)
        for row in self._salvaged.of(Prints).values():
            if row["group_id"] in groups:
                self._add(Prints, _only(Prints, row))
            else:
                self._salvaged.lost["prints"] += 1

    def _ids(self, model: type[Model]) -> set[str]:
        return set(self._tx.session.exec(select(model.__table__.c.id)))

    def _add(self, model: type[Model], row: dict[str, Any]) -> None:
        self._tx.session.add(model(**row))
        self._tx.session.flush()

    def _subjects(self) -> None:
        """Add each campaign and group that has a revision, with the name in its row."""
        names = {}
        for model in (Campaigns, Groups):
            for row in self._salvaged.of(model).values():
                if "name" in row:
                    names[row["id"]] = row["name"]
        campaigns: dict[str, None] = {}
        groups: dict[str, str] = {}
        for row in self._salvaged.of(Revisions).values():
            campaigns.setdefault(row["campaign_id"])
            if row["group_id"] is not None:
                groups.setdefault(row["group_id"], row["campaign_id"])
        for campaign in campaigns:
            self._tx.index.add_campaign(campaign, names.get(campaign, "?"))
        for group, campaign in groups.items():
            self._tx.index.add_group(group, campaign, names.get(group, "?"))

    def _histories(self) -> None:
        """Write changes, then revisions; count those that are only known from what refers to them."""
        changes = self._salvaged.of(Changes)
        revisions = self._salvaged.of(Revisions)
        lost_counts = self._salvaged.lost
        campaign_of_change = {row["change_id"]: row["campaign_id"] for row in revisions.values()}
        missing_changes = campaign_of_change.keys() - changes.keys()
        lost_counts["changes"] = max(lost_counts["changes"], len(missing_changes))
        parents = {row["parent_id"] for row in revisions.values()} - {None}
        missing_revisions = parents - revisions.keys()
        lost_counts["revisions"] = max(lost_counts["revisions"], len(missing_revisions))
        self._write_changes(campaign_of_change)
        self._write_revisions()

    def _write_changes(self, campaign_of_change: Mapping[int, str]) -> None:
        """Write the changes of revisions, unreadable ones as such, then the others of known campaigns."""
        changes = self._salvaged.of(Changes)
        for number, campaign in sorted(campaign_of_change.items()):
            row = changes.get(number)
            if row is None:
                values = {"campaign_id": campaign, "kind": UNREADABLE, "facts": "{}"}
                self._add(Changes, {"id": number, **values, "at": self._now})
            else:
                self._add(Changes, {"id": number, **_only(Changes, row)})
        # Some have no revision any more, but say when a game was recorded.
        campaigns = self._ids(Campaigns)
        for number, row in sorted(changes.items()):
            if number not in campaign_of_change and row["campaign_id"] in campaigns:
                self._add(Changes, {"id": number, **_only(Changes, row)})

    def _write_revisions(self) -> None:
        """Write the revisions; where a parent is lost, the one before takes its place."""
        revisions = self._salvaged.of(Revisions)
        latest: dict[tuple[str, str | None], int] = {}
        for number, row in sorted(revisions.items()):
            subject = (row["campaign_id"], row["group_id"])
            parent = row["parent_id"]
            if parent is not None and (parent not in revisions or parent >= number):
                parent = latest.get(subject)
            values = {**_only(Revisions, row), "parent_id": parent}
            self._add(Revisions, {"id": number, **values})
            latest[subject] = number

    def _chains(
        self,
        owner: type[Sequences | TableSessions],
        link: type[Answers | TableEvents],
        owner_id: str,
    ) -> None:
        """Write sequences or sessions, each with its chain as far as it can be followed."""
        owners = self._owners(owner)
        ends = {}
        links_written = set()
        for number, row in sorted(self._salvaged.of(link).items()):
            owner_key = row[owner_id]
            parent = row["parent_id"]
            if owner_key in owners and (parent is None or parent in links_written):
                self._add(link, {"id": number, **_only(link, row)})
                links_written.add(number)
                ends[owner_key] = number
            else:
                self._salvaged.lost[link.__table__.name] += 1
        for key in owners:
            head = self._salvaged.heads.get((owner.__table__.name, key), ends.get(key))
            if head is not None and head not in links_written:
                head = ends.get(key)
            self._tx.session.get_one(owner, key).head = head
        self._tx.session.flush()

    def _owners(self, owner: type[Sequences | TableSessions]) -> set[str]:
        """Write the sequences or sessions whose campaign, group and base are there; return their ids."""
        campaigns: set[str | None] = {None, *self._ids(Campaigns)}
        groups = self._ids(Groups)
        revisions = self._salvaged.of(Revisions)
        owners = set()
        for row in self._salvaged.of(owner).values():
            values = _only(owner, row)
            is_complete = values.get("campaign_id") in campaigns
            if "base" in values:
                has_base = values["base"] in revisions and values["group_id"] in groups
                is_complete = is_complete and has_base
            if not is_complete:
                self._salvaged.lost[owner.__table__.name] += 1
                continue
            if values.get("finished") not in revisions:
                values.pop("finished", None)
            self._add(owner, values)
            owners.add(row["id"])
        return owners


def _only(model: type[Model], row: RawRow) -> dict[str, Any]:
    """Return the columns in a row's checksum; None for those an older schema didn't have."""
    return {name: row.get(name) for name in summed_columns(model)}
