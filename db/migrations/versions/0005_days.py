"""Days of games where they were recorded, instead of moments that time zones read otherwise."""

import json
import zlib
from datetime import datetime

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_CHANGES = sa.table("changes", *map(sa.column, ("id", "campaign_id", "kind", "facts", "at")))
_REVISION = ("change_id", "campaign_id", "group_id", "parent_id", "document", "figures")
_REVISIONS = sa.table("revisions", *map(sa.column, ("id", *_REVISION, "sum")))
#: What the sum of a session is made of, in this order.
_SESSION = (
    "id", "campaign_id", "game", "facts", "start", "rulebook", "switches", "help", "ended",
    "record", "deleted", "at",
)  # fmt: skip
_SESSIONS = sa.table("sessions", *map(sa.column, (*_SESSION, "sum")))
#: The most bytes of a document, and of a long one at most for each of its packed ones.
_DOCUMENT_MOST = 64 << 20
_LONG = 1 << 20
_TIGHTEST = 200
#: What is raised by a document that is damaged: it stays as it is, and is told of where it is read.
_DAMAGE = (ValueError, RecursionError, zlib.error)


class _Game(msgspec.Struct):
    """What the day of a game is made from."""

    id: str
    number: int
    recorded: str = ""
    day: str = ""


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


def _day(moment):
    """Return the day of a moment: that of its offset, or the one here for universal time."""
    try:
        time = datetime.fromisoformat(moment)
        if not time.utcoffset():
            time = time.astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    return time.date().isoformat()


def _unpacked(column):
    most = min(_DOCUMENT_MOST, max(_LONG, _TIGHTEST * len(column)))
    unpacking = zlib.decompressobj()
    document = unpacking.decompress(column, most)
    if not unpacking.eof:
        raise zlib.error
    return document


def _with_days(document, moments, sessions):
    """Return a campaign's document in which each game has a day: that of its session at the table,
    or else of its recording."""
    fields = msgspec.json.decode(document, type=dict[str, msgspec.Raw])
    games = []
    for written in msgspec.json.decode(fields.get("games", b"[]"), type=list[msgspec.Raw]):
        game = msgspec.json.decode(written, type=_Game)
        day = _day(sessions.get(game.id) or game.recorded or moments.get(game.number, ""))
        text = bytes(written)
        if day and not game.day:
            text = text.rstrip()[:-1] + b',"day":"%s"}' % day.encode()
        games.append(msgspec.Raw(text))
    if games:
        fields["games"] = msgspec.Raw(msgspec.json.encode(games))
    return msgspec.json.encode(fields)


def upgrade() -> None:
    connection = op.get_bind()
    _date_campaigns(connection, _recorded(connection), _begun(connection))
    _date_sessions(connection)


def _begun(connection):
    """Return when each session at the table was begun, by the id that its game has too."""
    chosen = sa.select(_SESSIONS.c.id, _SESSIONS.c.at).where(sa.not_(_SESSIONS.c.deleted))
    return dict(connection.execute(chosen).all())


def _recorded(connection):
    """Return when each game was recorded, by campaign and number."""
    columns = _CHANGES.c
    kinds = ("record-game", "history-folded")
    chosen = sa.select(columns.campaign_id, columns.kind, columns.facts, columns.at)
    recorded = {}
    for row in connection.execute(chosen.where(columns.kind.in_(kinds)).order_by(columns.id)):
        try:
            facts = json.loads(row.facts)
            if row.kind == "history-folded":
                facts = json.loads(facts["facts"]) if facts["was"] == "record-game" else {}
            recorded.setdefault(row.campaign_id, {})[int(facts["number"])] = row.at
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
    return recorded


def _date_campaigns(connection, recorded, begun):
    """Write the days of games into each state of the campaigns, so that undo finds them too."""
    columns = _REVISIONS.c
    chosen = sa.select(columns.id).where(columns.group_id.is_(None)).order_by(columns.id)
    for number in connection.execute(chosen).scalars().all():
        row = connection.execute(sa.select(_REVISIONS).where(columns.id == number)).one()
        if row.sum != _sum(getattr(row, name) for name in _REVISION):
            continue
        try:
            document = _unpacked(row.document)
            dated = _with_days(document, recorded.get(row.campaign_id, {}), begun)
        except _DAMAGE:
            continue
        if dated == document:
            continue
        after = dict(row._mapping) | {"document": zlib.compress(dated, 6)}
        values = {"document": after["document"], "sum": _sum(after[name] for name in _REVISION)}
        connection.execute(sa.update(_REVISIONS).where(columns.id == number).values(values))


def _date_sessions(connection):
    """Write the day on which each session was begun into its facts."""
    columns = _SESSIONS.c
    for session in connection.execute(sa.select(columns.id)).scalars().all():
        row = connection.execute(sa.select(_SESSIONS).where(columns.id == session)).one()
        if row.sum != _sum(getattr(row, name) for name in _SESSION):
            continue
        try:
            facts = json.loads(row.facts)
        except _DAMAGE:
            continue
        day = _day(row.at)
        if not day or not isinstance(facts, dict) or "day" in facts:
            continue
        facts["day"] = day
        after = dict(row._mapping) | {"facts": json.dumps(facts, ensure_ascii=False)}
        values = {"facts": after["facts"], "sum": _sum(after[name] for name in _SESSION)}
        connection.execute(sa.update(_SESSIONS).where(columns.id == session).values(values))
