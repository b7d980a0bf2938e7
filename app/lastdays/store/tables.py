"""The tables but those of `log`. Groups, characters, items, perks and games mirror the document at a head."""

from __future__ import annotations

import importlib

from sqlalchemy import Column, Index, LargeBinary, MetaData
from sqlmodel import Field, SQLModel


class Campaigns(SQLModel, table=True):
    """A campaign; `head` is the revision of its own document that counts now."""

    __tablename__ = "campaigns"
    id: str = Field(primary_key=True)
    name: str
    deleted: bool = False
    head: int | None = None


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
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: str = Field(foreign_key="campaigns.id", index=True)
    kind: str
    facts: str
    at: str


class Revisions(SQLModel, table=True):
    """A document as it is after a change: the group's, or the campaign's own without a group."""

    __tablename__ = "revisions"
    __table_args__ = (Index("ix_revisions_subject", "campaign_id", "group_id"),)
    id: int | None = Field(default=None, primary_key=True)
    change_id: int = Field(foreign_key="changes.id", index=True)
    campaign_id: str = Field(foreign_key="campaigns.id")
    group_id: str | None = Field(default=None, foreign_key="groups.id")
    parent_id: int | None = Field(default=None, foreign_key="revisions.id", index=True)
    document: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    figures: str = "{}"


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


class Answers(SQLModel, table=True):
    """One answer given, or taken back where `value` is None; a chain by `parent_id`."""

    __tablename__ = "answers"
    id: int | None = Field(default=None, primary_key=True)
    sequence_id: str = Field(foreign_key="sequences.id", index=True)
    parent_id: int | None = Field(default=None, foreign_key="answers.id")
    key: str
    value: str | None = None
    how: str
    who: str = ""
    at: str


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


def all_tables() -> MetaData:
    """Every table, those of `log` too, which are read when they are first wanted."""
    importlib.import_module("lastdays.store.log")
    return SQLModel.metadata


def schema_sql() -> str:
    """The whole schema as SQL, for `db/schema.sql`."""
    from sqlalchemy.dialects import sqlite
    from sqlalchemy.schema import CreateIndex, CreateTable

    parts: list[str] = []
    for table in all_tables().sorted_tables:
        parts.append(str(CreateTable(table).compile(dialect=sqlite.dialect())).strip() + ";")
        parts.extend(
            str(CreateIndex(index).compile(dialect=sqlite.dialect())).strip() + ";"
            for index in sorted(table.indexes, key=lambda i: str(i.name))
        )
    lines = [line.rstrip() for part in parts for line in part.splitlines()]
    return "\n".join(lines) + "\n"
