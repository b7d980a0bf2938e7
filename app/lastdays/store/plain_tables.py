"""The tables of `models` without SQLModel, by the names of the models.

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


Campaigns = PlainModel(
    Table(
        "campaigns",
        METADATA,
        Column("id", String(), primary_key=True),
        Column("name", String(), nullable=False),
        Column("deleted", Boolean(), nullable=False, default=False),
        Column("head", Integer()),
        Column("head_sum", BigInteger().with_variant(Integer(), "sqlite")),
    )
)
Groups = PlainModel(
    Table(
        "groups",
        METADATA,
        Column("id", String(), primary_key=True),
        Column("campaign_id", String(), ForeignKey("campaigns.id"), nullable=False),
        Column("name", String(), nullable=False),
        Column("leader", String(), nullable=False, default=""),
        Column("refuge", String(), nullable=False, default=""),
        Column("size", Integer(), nullable=False, default=0),
        Column("points", Integer(), nullable=False, default=0),
        Column("present", Boolean(), nullable=False, default=True),
        Column("head", Integer()),
        Column("head_sum", BigInteger().with_variant(Integer(), "sqlite")),
        Index("ix_groups_campaign_id", "campaign_id"),
    )
)
Characters = PlainModel(
    Table(
        "characters",
        METADATA,
        Column("group_id", String(), ForeignKey("groups.id"), primary_key=True),
        Column("id", String(), primary_key=True),
        Column("position", Integer(), nullable=False),
        Column("name", String(), nullable=False),
        Column("type", String(), nullable=False),
        Column("keyword", String(), nullable=False),
        Column("level", Integer(), nullable=False),
        Column("experience", Integer(), nullable=False),
        Column("status", String(), nullable=False),
    )
)
Items = PlainModel(
    Table(
        "items",
        METADATA,
        Column("group_id", String(), ForeignKey("groups.id"), primary_key=True),
        Column("id", String(), primary_key=True),
        Column("position", Integer(), nullable=False),
        Column("key", String(), nullable=False),
        Column("character_id", String(), nullable=False, default=""),
        Column("attached_to", String(), nullable=False, default=""),
        Column("modified", Boolean(), nullable=False, default=False),
    )
)
Perks = PlainModel(
    Table(
        "perks",
        METADATA,
        Column("group_id", String(), ForeignKey("groups.id"), primary_key=True),
        Column("id", String(), primary_key=True),
        Column("position", Integer(), nullable=False),
        Column("key", String(), nullable=False),
    )
)
Changes = PlainModel(
    Table(
        "changes",
        METADATA,
        Column("id", Integer(), primary_key=True),
        Column("campaign_id", String(), ForeignKey("campaigns.id"), nullable=False),
        Column("kind", String(), nullable=False),
        Column("facts", String(), nullable=False),
        Column("at", String(), nullable=False),
        Column("sum", BigInteger().with_variant(Integer(), "sqlite")),
        Index("ix_changes_campaign_id", "campaign_id"),
    )
)
Revisions = PlainModel(
    Table(
        "revisions",
        METADATA,
        Column("id", Integer(), primary_key=True),
        Column("change_id", Integer(), ForeignKey("changes.id"), nullable=False),
        Column("campaign_id", String(), ForeignKey("campaigns.id"), nullable=False),
        Column("group_id", String(), ForeignKey("groups.id")),
        Column("parent_id", Integer(), ForeignKey("revisions.id")),
        Column("document", LargeBinary(), nullable=False),
        Column("figures", String(), nullable=False, default="{}"),
        Column("sum", BigInteger().with_variant(Integer(), "sqlite")),
        Index("ix_revisions_change_id", "change_id"),
        Index("ix_revisions_parent_id", "parent_id"),
        Index("ix_revisions_subject", "campaign_id", "group_id"),
    )
)
Games = PlainModel(
    Table(
        "games",
        METADATA,
        Column("id", String(), primary_key=True),
        Column("campaign_id", String(), ForeignKey("campaigns.id"), nullable=False),
        Column("number", Integer(), nullable=False),
        Column("encounter", String(), nullable=False),
        Index("ix_games_campaign_id", "campaign_id"),
    )
)
Sequences = PlainModel(
    Table(
        "sequences",
        METADATA,
        Column("id", String(), primary_key=True),
        Column("campaign_id", String(), ForeignKey("campaigns.id"), nullable=False),
        Column("group_id", String(), ForeignKey("groups.id"), nullable=False),
        Column("game_id", String(), nullable=False),
        Column("base", Integer(), ForeignKey("revisions.id"), nullable=False),
        Column("rulebook", String(), nullable=False),
        Column("switches", String(), nullable=False),
        Column("head", Integer()),
        Column("finished", Integer()),
        Column("at", String(), nullable=False),
        Column("sum", BigInteger().with_variant(Integer(), "sqlite")),
        Column("head_sum", BigInteger().with_variant(Integer(), "sqlite")),
        Index("ix_sequences_campaign_id", "campaign_id"),
        Index("ix_sequences_group_id", "group_id"),
    )
)
Answers = PlainModel(
    Table(
        "answers",
        METADATA,
        Column("id", Integer(), primary_key=True),
        Column("sequence_id", String(), ForeignKey("sequences.id"), nullable=False),
        Column("parent_id", Integer(), ForeignKey("answers.id")),
        Column("key", String(), nullable=False),
        Column("value", String()),
        Column("how", String(), nullable=False),
        Column("who", String(), nullable=False, default=""),
        Column("at", String(), nullable=False),
        Column("sum", BigInteger().with_variant(Integer(), "sqlite")),
        Index("ix_answers_sequence_id", "sequence_id"),
    )
)
Portraits = PlainModel(
    Table(
        "portraits",
        METADATA,
        Column("id", String(), primary_key=True),
        Column("picture", LargeBinary(), nullable=False),
    )
)
Prints = PlainModel(
    Table(
        "prints",
        METADATA,
        Column("group_id", String(), ForeignKey("groups.id"), primary_key=True),
        Column("choice", String(), nullable=False, default=""),
        Column("cards", String(), nullable=False, default="{}"),
        Column("sum", BigInteger().with_variant(Integer(), "sqlite")),
    )
)
TableSessions = PlainModel(
    Table(
        "sessions",
        METADATA,
        Column("id", String(), primary_key=True),
        Column("campaign_id", String(), ForeignKey("campaigns.id")),
        Column("game", String(), nullable=False),
        Column("facts", String(), nullable=False),
        Column("start", LargeBinary(), nullable=False),
        Column("rulebook", String(), nullable=False),
        Column("switches", String(), nullable=False),
        Column("help", String(), nullable=False, default=""),
        Column("head", Integer()),
        Column("ended", String(), nullable=False, default=""),
        Column("record", String(), nullable=False, default=""),
        Column("deleted", Boolean(), nullable=False, default=False),
        Column("at", String(), nullable=False),
        Column("sum", BigInteger().with_variant(Integer(), "sqlite")),
        Column("head_sum", BigInteger().with_variant(Integer(), "sqlite")),
        Index("ix_sessions_campaign_id", "campaign_id"),
    )
)
TableEvents = PlainModel(
    Table(
        "events",
        METADATA,
        Column("id", Integer(), primary_key=True),
        Column("session_id", String(), ForeignKey("sessions.id"), nullable=False),
        Column("parent_id", Integer(), ForeignKey("events.id")),
        Column("event", String(), nullable=False),
        Column("at", String(), nullable=False),
        Column("sum", BigInteger().with_variant(Integer(), "sqlite")),
        Index("ix_events_chain", "session_id", "parent_id"),
    )
)
