"""What `tests/store` holds of a store in a file, held of a league."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.desktop.league_address import LeagueAddress
from lastdays.store import Store, league, open_store
from store import test_changes
from store.test_changed import *  # noqa: F403
from store.test_changes import *  # noqa: F403
from store.test_earlier import *  # noqa: F403
from store.test_missing_packs import *  # noqa: F403
from store.test_sequences import *  # noqa: F403

#: What is about a store of one's own, and what a league tells a moment later
#: (`test_what_another_stores_is_news_and_what_one_stores_oneself_is_not`).
for _name in (
    "test_data_version_notices_another_writer",
    "test_in_a_store_of_ones_own_nothing_is_held",
):
    del globals()[_name]


@pytest.fixture(autouse=True)
def _opened_on_the_server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that a test of changes opens once more, by its path, is the league."""
    if request.function.__module__ == test_changes.__name__:
        address: LeagueAddress = request.getfixturevalue("sample_address")
        monkeypatch.setattr(test_changes, "open_store", lambda _path: open_store(address))
        monkeypatch.setattr(league, "_PATIENCE", "60s")


@pytest.fixture  # type: ignore[no-redef]
def packs(store: Store) -> Path:
    """The content packs of a league lie on this computer."""
    return store.path.parent / "packs"
