"""Sessions at the table, and the events they are made of."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("campaign_id", sa.String(), nullable=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("facts", sa.String(), nullable=False),
        sa.Column("start", sa.LargeBinary(), nullable=False),
        sa.Column("rulebook", sa.String(), nullable=False),
        sa.Column("switches", sa.String(), nullable=False),
        sa.Column("help", sa.String(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=True),
        sa.Column("ended", sa.String(), nullable=False),
        sa.Column("record", sa.String(), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_sessions_campaign_id", "sessions", ["campaign_id"])
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"]),
        sa.ForeignKeyConstraint(["parent_id"], ["events.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_events_chain", "events", ["session_id", "parent_id"])
