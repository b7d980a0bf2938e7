"""Makes the sums of a store right again, after rows were written past what writes them."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from lastdays.store.models import HEADED, SUMMED, sum_of, sum_of_row


def seal(connection: Connection) -> None:
    """Make every sum that of what its row holds now: after rows were written past what writes them."""
    for model in SUMMED:
        rows = model.__table__
        (key,) = rows.primary_key.columns
        for row in connection.execute(select(rows)).all():
            fitting = update(rows).where(key == row._mapping[key])
            connection.execute(fitting.values(sum=sum_of_row(model, row)))
    for model in HEADED:
        rows = model.__table__
        for row in connection.execute(select(rows.c.id, rows.c.head)).all():
            fitting = update(rows).where(rows.c.id == row.id)
            connection.execute(fitting.values(head_sum=sum_of(row.id, row.head)))
