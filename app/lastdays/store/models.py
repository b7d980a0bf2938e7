"""The tables as SQLModel classes, from which queries, the SQL of `schema` and column types follow.

Groups, characters, items, perks and games mirror the document at a head. A session reads and writes
single rows as instances of their model; queries for many rows run on the connection, which returns
plain rows with the columns' names.

Each row stores a checksum, `sum`, which reveals a bit that flipped on the disk: SQLite notices when
its pages don't fit together, but not that a Level of 3 has become 7. Whatever is read of a history,
a sequence or a game at the table is verified first; `checking` verifies every row. A head has a
checksum of its own, `head_sum`: it moves at every change, undo and tap, while the rest of its row
stays.
"""

from __future__ import annotations

import hashlib
import json
import math
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, NoReturn, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    event,
)
from sqlmodel import Field, Session, SQLModel

from lastdays.desktop.bounds import KIB, MIB, Bounds, OutOfBoundsError, json_value, unpacked
from lastdays.errors import StoreError

Value: TypeAlias = str | bytes | int | None

#: Columns that are not part of a row's checksum.
_APART = ("sum", "head", "head_sum")


class Model(SQLModel):
    """Base class of all tables. Storing a row sets its checksums; loading one verifies them and raises
    StoreError if it is damaged."""

    __table__: ClassVar[Table]


def sum_of(*values: Value) -> int:
    """Return the CRC-32 over some values, with a separator and a type code before each."""
    checksum = 0
    separator = b""
    for value in values:
        match value:
            case None:
                checksum = zlib.crc32(separator + b"-", checksum)
            case bytes():  # perhaps megabytes, so it isn't copied
                checksum = zlib.crc32(separator + b"b", checksum)
                checksum = zlib.crc32(value, checksum)
            case str():
                text = value.encode("utf-8", "surrogateescape")
                checksum = zlib.crc32(separator + b"t" + text, checksum)
            case _:
                checksum = zlib.crc32(separator + b"n%d" % value, checksum)
        separator = b"\x00"
    return checksum


@cache
def summed_columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns in a row's checksum, in order, without a row id that SQLite assigns."""
    names = []
    for column in model.__table__.columns:
        is_row_id = column.primary_key and isinstance(column.type, Integer)
        if column.name not in _APART and not is_row_id:
            names.append(column.name)
    return tuple(names)


#: The type of what SQLite gives for a column, by what that is declared as.
_GIVEN_AS = {"VARCHAR": str, "INTEGER": int, "BIGINT": int, "BOOLEAN": int, "BLOB": bytes}


@cache
def _kinds(model: type[Model]) -> dict[str, tuple[type, ...]]:
    """Return the types that a value of each column may have when SQLite gives it."""
    kinds: dict[str, tuple[type, ...]] = {}
    for column in model.__table__.columns:
        kind = _GIVEN_AS[str(column.type)]
        if column.nullable:
            kinds[column.name] = (kind, type(None))
        else:
            kinds[column.name] = (kind,)
    return kinds


def misfits(model: type[Model], row: Mapping[str, object]) -> list[str]:
    """Return the columns in which a row has a value of a type that they don't hold."""
    names = []
    for name, kinds in _kinds(model).items():
        if name in row and not isinstance(row[name], kinds):
            names.append(name)
    return names


def sum_of_row(model: type[Model], row: object) -> int:
    """Return the checksum of a row of a table."""
    return sum_of(*(getattr(row, name) for name in summed_columns(model)))


@event.listens_for(Model, "before_insert", propagate=True)
@event.listens_for(Model, "before_update", propagate=True)
def _seal(_mapper: object, _connection: object, row: Any) -> None:
    for column, computed in _sums_of(row).items():
        setattr(row, column, computed)


@event.listens_for(Model, "load", propagate=True)
def _verify_all(row: Any, _context: object) -> None:
    for column, computed in _sums_of(row).items():
        verify(getattr(row, column), computed)


def _sums_of(row: Any) -> dict[str, int]:
    """Return the checksums that a row's table stores, by their columns."""
    columns = row.__table__.columns
    sums = {}
    if "sum" in columns:
        sums["sum"] = sum_of_row(type(row), row)
    if "head_sum" in columns:
        sums["head_sum"] = sum_of(row.id, row.head)
    return sums


def verify(stored: int | None, computed: int) -> None:
    """Raise StoreError if a stored checksum differs from the one computed now."""
    if stored != computed:
        raise StoreError(
            "Part of the store was damaged on the disk. It isn't shown, so that you don't "
            "see wrong numbers. 'Check the store…' says what it was."
        )


def events_up_to_head(
    model: type[Model], rows: Iterable[Row[Any]], head: int | None
) -> list[Row[Any]]:
    """Return the chain of rows from the first to the head, following each row's parent. Raises KeyError
    if one is missing, StoreError if one is damaged."""
    stored = {row.id: row for row in rows}
    latest_first = []
    while head is not None:
        # Each row is taken once, so that a damaged chain that loops comes to an end.
        row = stored.pop(head)
        verify(row.sum, sum_of_row(model, row))
        latest_first.append(row)
        head = row.parent_id
    latest_first.reverse()
    return latest_first


def sum_column() -> Any:
    """Return a column for an unsigned 32-bit checksum, too large for PostgreSQL's plain integer."""
    return Field(
        sa_column=Column(BigInteger().with_variant(Integer(), "sqlite"), nullable=True),
        default=None,
    )


class Campaigns(Model, table=True):
    """A campaign; `head` is the current revision of its own document."""

    __tablename__ = "campaigns"
    id: str = Field(primary_key=True)
    name: str
    deleted: bool = False
    head: int | None = None
    head_sum: int | None = sum_column()


class Groups(Model, table=True):
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


class Characters(Model, table=True):
    """A member of a group, as in its current document."""

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


class Items(Model, table=True):
    """A piece of gear, carried by a member, or in the stash if `character_id` is ''."""

    __tablename__ = "items"
    group_id: str = Field(primary_key=True, foreign_key="groups.id")
    id: str = Field(primary_key=True)
    position: int
    key: str
    character_id: str = ""
    attached_to: str = ""
    modified: bool = False


class Perks(Model, table=True):
    """A Perk built into a group's Refuge."""

    __tablename__ = "perks"
    group_id: str = Field(primary_key=True, foreign_key="groups.id")
    id: str = Field(primary_key=True)
    position: int
    key: str


class Changes(Model, table=True):
    """Something a user did: its kind and facts, from which sentences are made when it is shown."""

    __tablename__ = "changes"
    id: int = Field(default=None, primary_key=True)
    campaign_id: str = Field(foreign_key="campaigns.id", index=True)
    kind: str
    facts: str
    at: str
    sum: int | None = sum_column()


class Revisions(Model, table=True):
    """A document after a change: a group's, or without `group_id` the campaign's own."""

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


class Games(Model, table=True):
    """A recorded game, as in the campaign's current document."""

    __tablename__ = "games"
    id: str = Field(primary_key=True)
    campaign_id: str = Field(foreign_key="campaigns.id", index=True)
    number: int
    encounter: str


class Sequences(Model, table=True):
    """A post-game sequence of one group; `head` is the latest answer in force."""

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


class Answers(Model, table=True):
    """An answer, or with `value` None its withdrawal; a chain by `parent_id`."""

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


class Portraits(Model, table=True):
    """A picture, stored once for each content; documents refer to its `id`."""

    __tablename__ = "portraits"
    id: str = Field(primary_key=True)
    picture: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


def portrait_id(picture: bytes) -> str:
    """Return the id of a picture: a digest of its content."""
    return hashlib.blake2b(picture, digest_size=12).hexdigest()


class Prints(Model, table=True):
    """The last print choice for a group, and a digest of each card as printed."""

    __tablename__ = "prints"
    group_id: str = Field(primary_key=True, foreign_key="groups.id")
    choice: str = ""
    cards: str = "{}"
    sum: int | None = sum_column()


class TableSessions(Model, table=True):
    """A game tracked at the table; `head` is the latest event in force. `start` is the table before
    the first event, `facts` a summary; `record` is the id of the recorded game."""

    __tablename__ = "sessions"
    id: str = Field(primary_key=True)
    campaign_id: str | None = Field(default=None, foreign_key="campaigns.id", index=True)
    game: str
    facts: str
    start: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    rulebook: str
    switches: str
    help: str = ""
    head: int | None = None
    ended: str = ""
    record: str = ""
    deleted: bool = False
    at: str
    sum: int | None = sum_column()
    head_sum: int | None = sum_column()


class TableEvents(Model, table=True):
    """An event of a session, such as a tap, with its effects; a chain by `parent_id`."""

    __tablename__ = "events"
    __table_args__ = (Index("ix_events_chain", "session_id", "parent_id"),)
    id: int = Field(default=None, primary_key=True)
    session_id: str = Field(foreign_key="sessions.id")
    parent_id: int | None = Field(default=None, foreign_key="events.id")
    event: str
    at: str
    sum: int | None = sum_column()


class Part:
    """A part of a transaction, which reads and writes some tables."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connection = session.connection()

    def _add(self, row: Model) -> None:
        """Insert a row at once, as later rows may refer to it."""
        self._session.add(row)
        self._session.flush()


#: The most bytes of a document; one with ten thousand games has a third of that.
DOCUMENT_MOST = 64 * MIB
#: The most bytes of a change's facts, which take a few dozen.
FACTS_MOST = 64 * KIB


#: How many bytes a document of more than a megabyte has at most for each of its packed ones: the same
#: game over and over has a hundred.
TIGHTEST = 200
#: The most values in a document, counted by what separates them; one with ten thousand games has half.
VALUES_MOST = 2_500_000


def document_in(column: bytes) -> bytes:
    """Return the document in a column; OutOfBoundsError if it is out of bounds, zlib.error if it is
    incomplete."""
    most = min(DOCUMENT_MOST, max(MIB, TIGHTEST * len(column)))
    document = unpacked(column, most)
    if sum(document.count(separator) for separator in (b",", b"[", b"{")) > VALUES_MOST:
        raise OutOfBoundsError("it holds too much.")
    return document


def packed(document: bytes) -> bytes:
    """Compress a document for its column."""
    return zlib.compress(document, 6)


#: The bounds of the JSON in a column: an answer, an event, the switches of a campaign, the table that
#: a session starts from; and those of a change's facts.
JSON = Bounds(size=2 * MIB, line=0, values=50_000, depth=64)
FACTS = Bounds(size=FACTS_MOST, line=0, values=2_000, depth=16)


def json_in(column: str | bytes, bounds: Bounds = JSON) -> Any:
    """Return the value of a column's JSON. Raises ValueError if it is damaged, out of bounds, or has
    what can't be written again: half letters, numbers without end."""
    content = column if isinstance(column, bytes) else column.encode()
    try:
        value = json_value(content, bounds, parse_constant=_not_a_number, parse_float=_finite)
    except RecursionError as error:
        raise ValueError from error
    may_have_surrogates = b"\\u" in content
    if may_have_surrogates:
        _refuse_surrogates(value)
    return value


def _refuse_surrogates(value: object) -> None:
    """Raise ValueError if a text in a value has half a letter, which can't be encoded."""
    json.dumps(value, ensure_ascii=False).encode()


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(written)
    return number


def mapping_in(column: str, bounds: Bounds = JSON) -> dict[str, Any]:
    """Return the value of a column's JSON object. Raises ValueError as `json_in` does, and for anything
    else than an object."""
    value = json_in(column, bounds)
    if not isinstance(value, dict):
        raise ValueError
    return value


def mapping_of(column: str, bounds: Bounds = JSON) -> dict[str, Any]:
    """Parse a column's JSON object; {} if it is damaged."""
    try:
        return mapping_in(column, bounds)
    except ValueError:
        return {}


def hold_json(model: type[Model], row: Mapping[str, Any]) -> None:
    """Check the JSON in the columns of a row, as SQLite gives it. Raises ValueError, as `json_in` does,
    and what `document_in` does."""
    for name, bounds in _JSON_COLUMNS.get(model, {}).items():
        content = row.get(name)
        if content is None:
            continue
        if isinstance(content, bytes):
            content = document_in(content)
        json_in(content, bounds)


#: The columns of JSON that has no type of its own, by table, with their bounds.
_JSON_COLUMNS: Mapping[type[Model], Mapping[str, Bounds]] = {
    Changes: {"facts": FACTS},
    Sequences: {"switches": JSON},
    Answers: {"value": JSON},
    TableSessions: {"facts": JSON, "start": JSON, "switches": JSON},
    TableEvents: {"event": JSON},
}

#: Every table, after those it refers to.
MODELS: tuple[type[Model], ...] = (
    Campaigns,
    Groups,
    Characters,
    Items,
    Perks,
    Changes,
    Revisions,
    Games,
    Sequences,
    Answers,
    TableSessions,
    TableEvents,
    Portraits,
    Prints,
)
#: Tables whose rows have a checksum, and those whose rows have a head.
SUMMED: tuple[type[Model], ...] = tuple(
    model for model in MODELS if "sum" in model.__table__.columns
)
HEADED: tuple[type[Model], ...] = tuple(
    model for model in MODELS if "head_sum" in model.__table__.columns
)
#: The schema's version, and in a league how many changes it has had. They are no part of a document.
VERSIONS = Table("alembic_version", MetaData(), Column("version_num", String(32), nullable=False))
STEPS = Table("store_step", MetaData(), Column("step", BigInteger, nullable=False))
