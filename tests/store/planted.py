"""What a store may not have beside its own tables."""

from __future__ import annotations

PLANTED = {
    "a trigger named like a table": (
        "CREATE TRIGGER zz AFTER INSERT ON revisions BEGIN UPDATE groups SET present = 0; END;"
        "CREATE TABLE zz (x)"
    ),
    "a trigger": "CREATE TRIGGER zz AFTER INSERT ON changes BEGIN DELETE FROM groups; END",
    "a view": "CREATE VIEW zz AS SELECT * FROM groups",
    "a table of somebody else's": "CREATE TABLE zz (x)",
    "a virtual table": "CREATE VIRTUAL TABLE zz USING fts5(x)",
    "an index of somebody else's": "CREATE INDEX zz ON groups (abs(points))",
    "an index that is gone": "DROP INDEX ix_groups_campaign_id",
    "a generated column": "ALTER TABLE groups ADD COLUMN zz AS (abs(points))",
    "a check": "ALTER TABLE groups ADD COLUMN zz INTEGER CHECK (zz > 0)",
    "a view in place of a table": (
        "ALTER TABLE prints RENAME TO zz; CREATE VIEW prints AS SELECT * FROM zz"
    ),
    "a second version": "INSERT INTO alembic_version VALUES ('0003')",
    "no version": "DELETE FROM alembic_version",
}
