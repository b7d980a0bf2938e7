"""The steps from one schema to the next: which is the latest, and Alembic that takes them."""

from __future__ import annotations

import re
import warnings

from sqlalchemy import Connection

from lastdays.desktop import paths


def latest_version() -> str:
    """Return the newest schema version among the migrations, told by their file names."""
    found = [
        match.group(1)
        for file in (paths.migrations() / "versions").glob("*.py")
        if (match := re.match(r"(\d{4})_", file.name))
    ]
    return max(found)


def is_newer(version: str) -> bool:
    """Tell whether a store was written by a newer version of this program."""
    number = int(version) if version.isdigit() else 10**9
    return number > int(latest_version())


def upgrade(connection: Connection) -> None:
    """Bring a store to the latest schema, within the transaction of a connection."""
    # late: Alembic, which only an older or a new store needs
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(paths.migrations()).replace("%", "%%"))
    config.attributes["connection"] = connection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        command.upgrade(config, "head")
