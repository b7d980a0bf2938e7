"""The schema of a store: its version, what each version is made of exactly, and the migrations, which
Alembic runs."""

from __future__ import annotations

import re
import sqlite3
import warnings
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

from sqlalchemy import Connection

from lastdays.desktop import paths
from lastdays.desktop.bounds import MIB
from lastdays.errors import DamagedStoreError, StoreError
from lastdays.language import _
from lastdays.store.driver import guard


def latest_version() -> str:
    """Return the newest schema version, read from the migrations' file names."""
    versions = []
    for file in (paths.migrations() / "versions").glob("*.py"):
        match = re.match(r"(\d{4})_", file.name)
        if match is not None:
            versions.append(match[1])
    return max(versions)


def known_versions() -> frozenset[str]:
    """Return the schema versions that are written down."""
    folder = paths.migrations().parent / "schemas"
    return frozenset(file.stem for file in folder.glob("*.tsv"))


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


def plain_tables(version: str) -> dict[str, str]:
    """Return SQL for each table of a version that says no more than what its columns are called: a
    table of it can be read, without any index."""
    tables = {}
    with closing(sqlite3.connect(":memory:")) as memory:
        for kind, name, sql in schema_of(version):
            if kind != "table":
                continue
            memory.execute(sql)
            columns = []
            info = memory.execute(f"PRAGMA table_info({name})")
            for _n, column, declared, _required, _default, key in info:
                if key and declared == "INTEGER":  # the row id
                    columns.append(f'"{column}" INTEGER PRIMARY KEY')
                else:
                    columns.append(f'"{column}"')
            tables[name] = f"CREATE TABLE {name} ({', '.join(columns)})"
    return tables


def schema_in(connection: sqlite3.Connection) -> SchemaObjects:
    """Return the schema that a database has; nothing else is read of it."""
    guard(connection)
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master")
    objects = set()
    for kind, name, sql in rows:
        in_one_line = " ".join(str(sql or "").split())
        objects.add((str(kind), str(name), in_one_line))
    return frozenset(objects)


#: Up to this size, in bytes, the pages and all rows of a store are looked at each time it is opened.
_QUICK_MOST = 32 * MIB
#: The tables that are always looked at: every list is read from them.
_MIRRORS = ("campaigns", "groups", "characters", "items", "perks", "games")
#: What `typeof` says of a value, by what its column is declared as.
_STORED_AS = {"VARCHAR": "text", "INTEGER": "integer", "BOOLEAN": "integer", "BLOB": "blob"}


def version_in(connection: sqlite3.Connection, path: Path) -> str | None:
    """Return the schema version of the store at a path, open on a connection; None if it is empty.

    Its schema has to be exactly that of its version: a view, a trigger or a table of somebody
    else's would run SQL of its own when the store is read or written. Each value has to be of the
    kind that its column holds: one bit that flips in the head of a row makes a number of a name.
    Raises DamagedStoreError, StoreError for a newer version, and SQLite's errors.
    """
    objects = schema_in(connection)
    versions: list[object] = []
    if VERSION_TABLE in objects:
        rows = connection.execute("SELECT version_num FROM alembic_version LIMIT 2")
        versions = [version for (version,) in rows]
    is_small = path.stat().st_size <= _QUICK_MOST
    if is_small and not _are_pages_sound(connection):
        raise sqlite3.DatabaseError(_("its pages don't match"))
    if not objects:
        return None  # the process that was creating it was killed
    if len(versions) != 1 or not isinstance(versions[0], str):
        raise _no_store(path)
    version = versions[0]
    refuse_newer(path, version)
    if objects != schema_of(version):
        raise _no_store(path)
    tables = {name for kind, name, _sql in objects if kind == "table"}
    if not is_small:
        tables &= set(_MIRRORS)
    _refuse_misfits(connection, sorted(tables))
    return version


def _are_pages_sound(connection: sqlite3.Connection) -> bool:
    """Return whether SQLite finds nothing wrong with the pages of a store."""
    checked = connection.execute("PRAGMA quick_check(1)").fetchone()
    return bool(checked == ("ok",))


def _refuse_misfits(connection: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Raise `sqlite3.DatabaseError` if a table has a value of another kind than its column holds."""
    for table in tables:
        if _has_misfit(connection, table):
            raise sqlite3.DatabaseError(
                _("a value in the table {table} isn't what belongs there", table=table)
            )


def _has_misfit(connection: sqlite3.Connection, table: str) -> bool:
    """Return whether a table has a value of another kind than its column holds."""
    misfits = []
    columns = connection.execute(f"PRAGMA table_info({table})")
    for _number, column, declared, required, *_rest in columns:
        kind, _bracket, _length = declared.partition("(")
        kinds = f"'{_STORED_AS[kind]}'"
        if not required:
            kinds += ", 'null'"
        misfits.append(f'typeof("{column}") NOT IN ({kinds})')
    is_misfit = " OR ".join(misfits)
    row = connection.execute(f"SELECT 1 FROM {table} WHERE {is_misfit} LIMIT 1").fetchone()
    return row is not None


def _no_store(path: Path) -> DamagedStoreError:
    """Return the error for a database with another schema than a store's."""
    return DamagedStoreError("{path} is an SQLite file, but not a Last Days store.", path=path)


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
