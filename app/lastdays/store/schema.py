"""The version of the database schema, and the migrations to it, which Alembic runs."""

from __future__ import annotations

import re
import sqlite3
import warnings
from functools import cache

from sqlalchemy import Connection

from lastdays.desktop import paths
from lastdays.errors import StoreError


def latest_version() -> str:
    """Return the newest schema version, read from the migrations' file names."""
    found = [
        match.group(1)
        for file in (paths.migrations() / "versions").glob("*.py")
        if (match := re.match(r"(\d{4})_", file.name))
    ]
    return max(found)


#: What a schema is made of: the type of each object, its name and its SQL in one line.
SchemaObjects = frozenset[tuple[str, str, str]]
#: The object that a store's version is read from, the same in every version.
VERSION_TABLE = (
    "table",
    "alembic_version",
    "CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL, "
    "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num) )",
)


@cache
def schema_of(version: str) -> SchemaObjects:
    """Return the exact schema of a version, from `db/schemas`."""
    file = paths.migrations().parent / "schemas" / f"{version}.tsv"
    objects = set()
    for line in file.read_text(encoding="utf-8").splitlines():
        kind, name, sql = line.split("\t")
        objects.add((kind, name, sql))
    return frozenset(objects)


def schema_in(connection: sqlite3.Connection) -> SchemaObjects:
    """Return the schema that a database has; nothing else is read of it."""
    connection.execute("PRAGMA trusted_schema=OFF")
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master")
    objects = set()
    for kind, name, sql in rows:
        in_one_line = " ".join(str(sql or "").split())
        objects.add((str(kind), str(name), in_one_line))
    return frozenset(objects)


def refuse_newer(store: object, version: str) -> None:
    """Raise StoreError if a newer version of this program wrote the store."""
    if not version.isdigit() or int(version) > int(latest_version()):
        raise StoreError(
            "{path} was written by a newer version of this program (schema {version}, "
            "this one knows {known}). Nothing was changed; please update.",
            path=store,
            version=version,
            known=latest_version(),
        )


def upgrade(connection: Connection) -> None:
    """Migrate a store to the latest schema within a connection's transaction."""
    # late: only a new or older store needs Alembic
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(paths.migrations()).replace("%", "%%"))
    config.attributes["connection"] = connection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        command.upgrade(config, "head")
