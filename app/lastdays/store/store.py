"""The store as the layers above see it: documents, heads, histories, sequences. No rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError

from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.transaction import Transaction


class Store:
    """One open store. Reading gives snapshots; all writing goes through `writing()`."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self.engine = engine
        self.path = path
        self._watch: Connection | None = None

    def close(self) -> None:
        """Gives the file back."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A consistent view of the store."""
        with self._errors():
            connection = self.engine.connect().execution_options(read_only=True)
            with connection, connection.begin():
                yield Transaction(connection)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """One transaction: everything in it is stored, or nothing."""
        with self._errors(), self.engine.begin() as connection:
            yield Transaction(connection)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except DatabaseError as error:
            raise StoreError(
                _("{path} could not be read or written ({reason}). Nothing was changed.").format(
                    path=self.path, reason=getattr(error, "orig", error)
                )
            ) from error

    def data_version(self) -> int:
        """A number that changes when another process has written."""
        if self._watch is None:
            self._watch = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        driver = self._watch.connection.driver_connection
        assert driver is not None
        return int(driver.execute("PRAGMA data_version").fetchone()[0])

    def integrity(self) -> list[str]:
        """What SQLite finds wrong with the file; nothing if it is well."""
        with self.engine.connect() as connection:
            try:
                found = [
                    str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")
                ]
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            except DatabaseError as error:
                return [str(getattr(error, "orig", error))]
        problems = [] if found == ["ok"] else found
        problems += [f"foreign key: {row}" for row in broken]
        return problems

    def schema_version(self) -> str:
        """The store's schema version."""
        with self.reading() as tx:
            return str(
                tx.connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            )

    def keep_clear(self, target: Path) -> None:
        """Refuses a file to be written that is the store itself, or beside it by SQLite."""
        own = {self.path.with_name(self.path.name + end) for end in ("", "-wal", "-shm")}
        if target.resolve() in {path.resolve() for path in own}:
            raise StoreError(
                _(
                    "{path} is the open store itself: choose another file. Nothing was written."
                ).format(path=target)
            )

    def backup(self, target: Path) -> None:
        """A copy of the whole store, anywhere but over itself."""
        from lastdays.store.opening import backup

        self.keep_clear(target)

        backup(self.engine, target)
