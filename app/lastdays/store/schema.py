"""The whole schema: every table, for `db/schema.sql` and the tests of the migrations."""

from __future__ import annotations

from sqlalchemy import MetaData
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from lastdays.store.models import Campaigns


def all_tables() -> MetaData:
    """Return every table there is."""
    return Campaigns.metadata


def schema_sql() -> str:
    """Return the whole schema as SQL, for `db/schema.sql`."""
    parts: list[str] = []
    for table in all_tables().sorted_tables:
        parts.append(str(CreateTable(table).compile(dialect=sqlite.dialect())).strip() + ";")
        parts.extend(
            str(CreateIndex(index).compile(dialect=sqlite.dialect())).strip() + ";"
            for index in sorted(table.indexes, key=lambda i: str(i.name))
        )
    lines = [line.rstrip() for part in parts for line in part.splitlines()]
    return "\n".join(lines) + "\n"
