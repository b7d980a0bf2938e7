"""Copies of a store that a program which syncs folders put beside it, as both copies had changed."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from lastdays.desktop import files

#: How many files of a folder are looked at, and how many copies are found at most.
_FILES_MOST = 5_000
COPIES_MOST = 10
#: What follows the name of the store, before its suffix, in the name of a copy.
_ADDED = (
    # Dropbox and Nextcloud, in the languages of the program: 'store (Ann's conflicted copy 2026-03-01)'
    r" ?\([^()]*(?:conflicted copy|in konflikt stehende kopie|copie en conflit)[^()]*\)",
    # Syncthing: 'store.sync-conflict-20260301-201500-ABCDEFG'
    r"\.sync-conflict-\d{8}-\d{6}(?:-\w+)?",
    # Google Drive: 'store (1)'
    r" ?\(\d{1,3}\)",
)
#: OneDrive adds the name of a computer, in capital letters: 'store-LAPTOP-7QX'.
_COMPUTER = r"-(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{2,14}"


def conflicted_copies(store: Path) -> list[Path]:
    """Return the conflicted copies of a store that are beside it, by name; none if its folder can't be
    read."""
    stem = re.escape(store.stem)
    suffix = re.escape(store.suffix)
    ignoring_case = re.compile(f"{stem}(?:{'|'.join(_ADDED)}){suffix}", re.IGNORECASE)
    exact = re.compile(f"{stem}{_COMPUTER}{suffix}")
    copies = []
    try:
        for file in islice(store.parent.iterdir(), _FILES_MOST):
            is_named_so = ignoring_case.fullmatch(file.name) or exact.fullmatch(file.name)
            if is_named_so and files.is_store(file):
                copies.append(file)
    except OSError:
        return []
    copies.sort()
    return copies[:COPIES_MOST]
