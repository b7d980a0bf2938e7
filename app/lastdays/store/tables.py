"""The tables but those of `log`. Groups, characters, items, perks and games mirror the document
at a head.

`sum` and `head_sum` are those of `sums`.

Queries are put together of `table(Model)` and `column(Model.attribute)`, and their rows are
unpacked into names where they are read: mypy knows what each holds.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any, TypeVar, cast

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    CursorResult,
    Index,
    Insert,
    Integer,
    LargeBinary,
    Table,
    Update,
)
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.orm import InstrumentedAttribute
from sqlmodel import Field, SQLModel

T = TypeVar("T")


def table(model: type[SQLModel]) -> Table:
    """Return the table of a model, to insert into or to update."""
    found: Table = SQLModel.metadata.tables[str(model.__tablename__)]
    return found


def column(of: T) -> Column[T]:
    """Return the column behind a model's attribute: `column(Groups.head)`.

    It is typed as what it holds. SQLModel's own `col` gives the mapped attribute instead: at its
    first use all models are mapped, which takes 20 ms, and each query half as long again.
    """
    attribute = cast(InstrumentedAttribute[T], of)
    model = cast(type[SQLModel], attribute.class_)
    return cast(Column[T], table(model).c[attribute.key])


def sum_column() -> Any:
    """Return a column for a sum, of 32 bits without a sign: a league's server has whole numbers of
    two sizes, of which the smaller is too small."""
    return Field(
        sa_column=Column(BigInteger().with_variant(Integer(), "sqlite"), nullable=True),
        default=None,
    )


def in_words(statement: Insert | Update) -> str:
    """Return a statement as SQL whose parameters are named as its own are: `:session`."""
    dialect = sqlite_dialect(paramstyle="named")
    return str(statement.compile(dialect=dialect))


def is_file(connection: Connection) -> bool:
    """Tell whether a connection is SQLite's, to a file."""
    return connection.dialect.name == "sqlite"


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return SQLite's own connection under one of SQLAlchemy's, in the same transaction."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def mapping_of(words: str) -> dict[str, Any]:
    """Return what a column holds as a JSON object; an empty one where it is damaged."""
    try:
        found = json.loads(words)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def made(result: CursorResult[Any]) -> int:
    """Return the id of the row that was just inserted."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


class Campaigns(SQLModel, table=True):
    """A campaign; `head` is the revision of its own document that counts now."""

    __tablename__ = "campaigns"
    id: str = Field(primary_key=True)
    name: str
    deleted: bool = False
    head: int | None = None
    head_sum: int | None = sum_column()


class Groups(SQLModel, table=True):
    """A group; `head` is None while its creation is undone."""

    __tablename__ = "groups"
    id: str = Field(primary_key=True)
    campaign_id: str = Field(foreign_key="campaigns.id", index=True)
    name: str
    leader: str = ""
    refuge: str = ""
    size: int = 0
    points: int = 0
    present: bool = True
    head: int | None = None
    head_sum: int | None = sum_column()


class Characters(SQLModel, table=True):
    """A member of a group as the head document has it."""

    __tablename__ = "characters"
    group_id: str = Field(primary_key=True, foreign_key="groups.id")
    id: str = Field(primary_key=True)
    position: int
    name: str
    type: str
    keyword: str
    level: int
    experience: int
    status: str


class Items(SQLModel, table=True):
    """A piece of gear: with a member, or in the stash where `character_id` is ''."""

    __tablename__ = "items"
    group_id: str = Field(primary_key=True, foreign_key="groups.id")
    id: str = Field(primary_key=True)
    position: int
    key: str
    character_id: str = ""
    attached_to: str = ""
    modified: bool = False


class Perks(SQLModel, table=True):
    """A Perk built into a group's Refuge."""

    __tablename__ = "perks"
    group_id: str = Field(primary_key=True, foreign_key="groups.id")
    id: str = Field(primary_key=True)
    position: int
    key: str


class Changes(SQLModel, table=True):
    """What a user did: its kind and facts (sentences are made where they are shown)."""

    __tablename__ = "changes"
    id: int = Field(default=None, primary_key=True)
    campaign_id: str = Field(foreign_key="campaigns.id", index=True)
    kind: str
    facts: str
    at: str
    sum: int | None = sum_column()


class Revisions(SQLModel, table=True):
    """A document as it is after a change: the group's, or the campaign's own without a group."""

    __tablename__ = "revisions"
    __table_args__ = (Index("ix_revisions_subject", "campaign_id", "group_id"),)
    id: int = Field(default=None, primary_key=True)
    change_id: int = Field(foreign_key="changes.id", index=True)
    campaign_id: str = Field(foreign_key="campaigns.id")
    group_id: str | None = Field(default=None, foreign_key="groups.id")
    parent_id: int | None = Field(default=None, foreign_key="revisions.id", index=True)
    document: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    figures: str = "{}"
    sum: int | None = sum_column()


class Games(SQLModel, table=True):
    """A recorded game, as the campaign's head document has it."""

    __tablename__ = "games"
    id: str = Field(primary_key=True)
    campaign_id: str = Field(foreign_key="campaigns.id", index=True)
    number: int
    encounter: str


class Sequences(SQLModel, table=True):
    """A post-game sequence of one group; `head` is the last answer that counts."""

    __tablename__ = "sequences"
    id: str = Field(primary_key=True)
    campaign_id: str = Field(foreign_key="campaigns.id", index=True)
    group_id: str = Field(foreign_key="groups.id", index=True)
    game_id: str
    base: int = Field(foreign_key="revisions.id")
    rulebook: str
    switches: str
    head: int | None = None
    finished: int | None = None
    at: str
    sum: int | None = sum_column()
    head_sum: int | None = sum_column()


class Answers(SQLModel, table=True):
    """One answer given, or taken back where `value` is None; a chain by `parent_id`."""

    __tablename__ = "answers"
    id: int = Field(default=None, primary_key=True)
    sequence_id: str = Field(foreign_key="sequences.id", index=True)
    parent_id: int | None = Field(default=None, foreign_key="answers.id")
    key: str
    value: str | None = None
    how: str
    who: str = ""
    at: str
    sum: int | None = sum_column()


class Portraits(SQLModel, table=True):
    """A picture of a Character, once for each content; documents name it by `id`."""

    __tablename__ = "portraits"
    id: str = Field(primary_key=True)
    picture: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Prints(SQLModel, table=True):
    """What was last chosen to be printed of a group, and a digest of each card as printed."""

    __tablename__ = "prints"
    group_id: str = Field(primary_key=True, foreign_key="groups.id")
    choice: str = ""
    cards: str = "{}"
    sum: int | None = sum_column()
