"""What `store/test_missing_packs.py` holds of a store in a file, held of a league."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.store import Store
from store.test_missing_packs import *  # noqa: F403

#: It plays for seconds, and of the store no more than the others.
del globals()["test_packs_come_go_and_are_damaged_under_a_store"]


@pytest.fixture  # type: ignore[no-redef]
def packs(store: Store) -> Path:
    """The content packs of a league lie on this computer."""
    return store.path.parent / "packs"
