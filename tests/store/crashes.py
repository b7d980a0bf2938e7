"""A program that ends while it writes."""

from __future__ import annotations

import os
from pathlib import Path

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.rulebook import Catalogue
from lastdays.store import open_store


def begin(file: Path, book: Catalogue, *new: str) -> None:
    """Begin campaigns and close the store."""
    store = open_store(file)
    for name in new:
        CampaignActions(Workspace(store, book)).begin(name)
    store.close()


def crash(file: Path, book: Catalogue, *new: str) -> None:
    """Begin campaigns in a process that is killed."""
    child = os.fork()
    if child == 0:
        workspace = Workspace(open_store(file), book)
        for name in new:
            CampaignActions(workspace).begin(name)
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
