"""The names that programs which sync folders give to a copy in conflict."""

from __future__ import annotations

from pathlib import Path

from lastdays.desktop.conflicted_copies import conflicted_copies
from lastdays.desktop.files import STORE_MAGIC

COPIES = (
    "lastdays (Ann's conflicted copy 2026-03-01).sqlite",
    "lastdays (conflicted copy 2026-03-01 201500).sqlite",
    "lastdays (In Konflikt stehende Kopie von Ann 2026-03-01).sqlite",
    "lastdays (1).sqlite",
    "lastdays-LAPTOP-7QX.sqlite",
    "lastdays.sync-conflict-20260301-201500-ABCDEFG.sqlite",
)
OTHERS = (
    "lastdays.sqlite",
    "lastdays-backup.sqlite",
    "lastdays-2.sqlite",
    "lastdays (of the club).sqlite",
    "winter (1).sqlite",
    "lastdays (1).sqlite-wal",
)


def test_copies_in_conflict_are_told_from_other_files(tmp_path: Path) -> None:
    for name in (*COPIES, *OTHERS):
        (tmp_path / name).write_bytes(STORE_MAGIC)
    (tmp_path / "lastdays (2).sqlite").write_text("no store", encoding="utf-8")
    found = conflicted_copies(tmp_path / "lastdays.sqlite")
    assert {file.name for file in found} == set(COPIES)
    assert conflicted_copies(tmp_path / "gone" / "lastdays.sqlite") == []
