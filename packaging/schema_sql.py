"""Writes `db/schema.sql` from the models of the store: `python packaging/schema_sql.py`."""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

from lastdays.store.models import Campaigns  # noqa: E402

FILE = ROOT / "db" / "schema.sql"


def schema_sql() -> str:
    """Return the whole schema as SQL."""
    parts = []
    for table in Campaigns.metadata.sorted_tables:
        parts.append(str(CreateTable(table).compile(dialect=sqlite.dialect())).strip() + ";")
        parts.extend(
            str(CreateIndex(index).compile(dialect=sqlite.dialect())).strip() + ";"
            for index in sorted(table.indexes, key=lambda i: str(i.name))
        )
    lines = [line.rstrip() for part in parts for line in part.splitlines()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema_sql(), encoding="utf-8")
