"""Writes `db/schema.sql` from the models of the store, and the exact schema of the latest version
into `db/schemas`: `python packaging/schema_sql.py`. The file of an earlier version stays as it is.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

from lastdays.store.models import Campaigns  # noqa: E402
from lastdays.store.opening import make_engine, migrate  # noqa: E402
from lastdays.store.schema import latest_version, schema_in  # noqa: E402

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


def exact_schema(store: Path) -> str:
    """Return the schema of a store, an object a line: its type, its name, its SQL."""
    with closing(sqlite3.connect(store)) as connection:
        objects = schema_in(connection)
    lines = ["\t".join(one) for one in sorted(objects)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema_sql(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(Path(folder) / "new.sqlite")
        migrate(engine, Path(folder) / "new.sqlite", None)
        engine.dispose()
        exact = exact_schema(Path(folder) / "new.sqlite")
    (ROOT / "db" / "schemas" / f"{latest_version()}.tsv").write_text(exact, encoding="utf-8")
