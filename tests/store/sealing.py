"""Makes the sums of a store right again, after rows were written past what writes them."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from lastdays.store.checking import headed_models, summed_models
from lastdays.store.sums import sum_of, summed_columns, with_head
from lastdays.store.tables import table


def seal(connection: Connection) -> None:
    """Make every sum that of what its row holds now: after rows were written past what writes them."""
    for model in summed_models():
        rows = table(model)
        (key,) = rows.primary_key.columns
        for row in connection.execute(select(rows)).mappings().all():
            of = sum_of(*(row[name] for name in summed_columns(model)))
            connection.execute(update(rows).where(key == row[key.name]).values(sum=of))
    for model in headed_models():
        rows = table(model)
        for row in connection.execute(select(rows.c.id, rows.c.head)).mappings().all():
            connection.execute(
                update(rows).where(rows.c.id == row["id"]).values(**with_head(**row))
            )
