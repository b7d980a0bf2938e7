"""The version of the database schema, and the migrations to it, which Alembic runs."""

from __future__ import annotations

import re
import warnings

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
