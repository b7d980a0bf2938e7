"""What `store/test_changes.py` holds of a store in a file, held of a league."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.desktop.league_address import LeagueAddress
from lastdays.store import Store, league_server, open_store
from store import test_changes
from store.test_changes import *  # noqa: F403

#: What is about SQLite itself, what would make a database for each of a hundred examples, and what a
#: league tells a moment later (`test_what_another_stores_is_news_and_what_one_stores_oneself_is_not`).
for _name in (
    "test_data_version_notices_another_writer",
    "test_a_backup_opens_as_a_store",
    "test_what_redo_would_do_is_found_without_reading_the_whole_history",
    "test_undo_of_anything_restores",
):
    del globals()[_name]


@pytest.fixture(autouse=True)
def _opened_on_the_server(
    riverside: object, sample_address: LeagueAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that a test opens once more, by its path, is the league."""

    def opened(_path: Path) -> Store:
        return open_store(sample_address)

    monkeypatch.setattr(test_changes, "open_store", opened)
    monkeypatch.setattr(league_server, "_PATIENCE", "60s")
