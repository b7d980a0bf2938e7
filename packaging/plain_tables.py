"""The tables of the store as plain ones, in `app/lastdays/store/plain_tables.py`, from the models.

    python packaging/plain_tables.py

What runs puts its queries together of these: importing SQLModel and mapping the models would be a
fifth of the start. Run it again whenever a model has changed; a test compares the two.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    Table,
)
from sqlalchemy.sql.schema import ScalarElementColumnDefault
from sqlalchemy.types import TypeEngine
from sqlmodel import AutoString

STORE = Path(__file__).resolve().parent.parent / "app" / "lastdays" / "store"
TARGET = STORE / "plain_tables.py"
#: What stands above the tables.
HEAD = '''"""The tables of `models` without SQLModel, by the names of the models.

Written by `packaging/plain_tables.py`: change the models instead, and run that again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

METADATA = MetaData()


class PlainModel:
    """Stands for a model: the columns of its table are its attributes."""

    def __init__(self, table: Table) -> None:
        self.__table__ = table
        self.__tablename__ = table.name
        for column in table.columns:
            setattr(self, column.key, column)
'''


#: What stands above what mypy reads instead.
STUB = '''"""To mypy the plain tables are the models: it knows what each column holds.

Written by `packaging/plain_tables.py`.
"""

from sqlalchemy import MetaData

from lastdays.store.models import (
'''


def _models(names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: model for name, model in names.items() if hasattr(model, "__table__")}


def source(names: Mapping[str, Any]) -> str:
    """Return the module for the models among some names."""
    found = _models(names)
    return HEAD + "\n\n" + "".join(_model(n, model.__table__) for n, model in found.items())


def stub(names: Mapping[str, Any]) -> str:
    """Return what mypy reads in the module's place."""
    found = "".join(f"    {name} as {name},\n" for name in sorted(_models(names)))
    return f"{STUB}{found})\n\nMETADATA: MetaData\n"


def _model(name: str, table: Table) -> str:
    indexes = sorted(table.indexes, key=lambda index: str(index.name))
    held = [f'"{table.name}"', "METADATA", *map(_column, table.columns), *map(_index, indexes)]
    lines = "".join(f"        {one},\n" for one in held)
    return f"{name} = PlainModel(\n    Table(\n{lines}    )\n)\n"


def _column(column: Column[Any]) -> str:
    assert column.server_default is None
    said = [f'"{column.name}"', _type(column.type)]
    said += [f'ForeignKey("{key.target_fullname}")' for key in column.foreign_keys]
    if column.primary_key:
        said.append("primary_key=True")
    elif not column.nullable:
        said.append("nullable=False")
    if column.default is not None:
        assert isinstance(column.default, ScalarElementColumnDefault)
        given = column.default.arg
        said.append(f"default={json.dumps(given) if isinstance(given, str) else given}")
    return f"Column({', '.join(said)})"


def _index(index: Index) -> str:
    assert not index.unique
    named = ", ".join(f'"{name}"' for name in (index.name, *index.columns.keys()))
    return f"Index({named})"


def _type(kind: TypeEngine[Any]) -> str:
    if isinstance(kind, BigInteger):
        return 'BigInteger().with_variant(Integer(), "sqlite")'
    for plain in (Boolean, Integer, LargeBinary):
        if isinstance(kind, plain):
            return f"{plain.__name__}()"
    assert isinstance(kind, AutoString), kind
    return "String()"


if __name__ == "__main__":
    # Read by itself: the store, which it is a part of, needs what is written here.
    models = runpy.run_path(str(STORE / "models.py"))
    TARGET.write_text(source(models), encoding="utf-8")
    TARGET.with_suffix(".pyi").write_text(stub(models), encoding="utf-8")
