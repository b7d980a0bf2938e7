"""Sums over rows and heads, by which damage on the disk is found."""

import zlib

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

#: What a row's sum is made of, in this order.
_SUMMED = {
    "changes": ("campaign_id", "kind", "facts", "at"),
    "revisions": ("change_id", "campaign_id", "group_id", "parent_id", "document", "figures"),
    "sequences": (
        "id", "campaign_id", "group_id", "game_id", "base", "rulebook", "switches", "finished",
        "at",
    ),
    "answers": ("sequence_id", "parent_id", "key", "value", "how", "who", "at"),
    "sessions": (
        "id", "campaign_id", "game", "facts", "start", "rulebook", "switches", "help", "ended",
        "record", "deleted", "at",
    ),
    "events": ("session_id", "parent_id", "event", "at"),
    "prints": ("group_id", "choice", "cards"),
}  # fmt: skip
_HEADS = ("campaigns", "groups", "sequences", "sessions")
#: A sum has 32 bits and no sign, for which a server's smaller whole numbers are too small.
_SUM = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _sum(values):
    parts = []
    for value in values:
        if value is None:
            parts.append(b"-")
        elif isinstance(value, bytes):
            parts.append(b"b" + value)
        elif isinstance(value, str):
            parts.append(b"t" + value.encode("utf-8", "surrogateescape"))
        else:
            parts.append(b"n%d" % value)
    return zlib.crc32(b"\x00".join(parts))


def upgrade() -> None:
    connection = op.get_bind()
    for table, columns in _SUMMED.items():
        op.add_column(table, sa.Column("sum", _SUM, nullable=True))
        if connection.dialect.name != "sqlite":
            continue  # leagues began with this schema: there are no rows yet
        names = ", ".join(columns)
        rows = connection.exec_driver_sql(f"SELECT rowid, {names} FROM {table}")
        sums = [(_sum(values), row) for row, *values in rows]
        if sums:
            connection.exec_driver_sql(f"UPDATE {table} SET sum = ? WHERE rowid = ?", sums)
    for table in _HEADS:
        op.add_column(table, sa.Column("head_sum", _SUM, nullable=True))
        if connection.dialect.name != "sqlite":
            continue
        sums = [
            (_sum((id, head)), id)
            for id, head in connection.exec_driver_sql(f"SELECT id, head FROM {table}")
        ]
        if sums:
            connection.exec_driver_sql(f"UPDATE {table} SET head_sum = ? WHERE id = ?", sums)
