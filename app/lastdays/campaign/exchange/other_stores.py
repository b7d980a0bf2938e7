"""Campaigns in another store: it is read and never changed, whatever its age."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.bounds import MIB
from lastdays.errors import DocumentError, StoreError, disk_errors
from lastdays.language import _, chained
from lastdays.names import looks_taken
from lastdays.store import open_store
from lastdays.store.store import CampaignSummary

#: The largest other store that is read, in bytes: all of it is in memory meanwhile.
STORE_MOST = 256 * MIB


class OtherStore:
    """Another store, open to be read."""

    def __init__(self, workspace: Workspace, path: Path) -> None:
        self._workspace = workspace
        self._path = path

    @property
    def campaigns(self) -> list[CampaignSummary]:
        """Return its campaigns, without deleted ones."""
        return [campaign for campaign in self._workspace.campaigns() if not campaign.deleted]

    def campaign(self, name: str) -> str:
        """Return the id of its campaign with a name, for '' of its only one. DocumentError, which lists its
        campaigns, if there isn't exactly one."""
        fits = self.campaigns
        if name:
            fits = [campaign for campaign in fits if looks_taken(name, [campaign.name])]
        if len(fits) == 1:
            return fits[0].id
        if not self.campaigns:
            raise DocumentError(
                "{file} has no campaign. Nothing was imported.", file=self._path.name
            )
        raise DocumentError(
            "{file} is a store with several campaigns: {names}. Choose one of them. Nothing was "
            "imported.",
            file=self._path.name,
            names=chained(campaign.name for campaign in self.campaigns),
        )

    def file_of(self, campaign: str) -> bytes:
        """Return the file of a campaign."""
        return CampaignTransfer(self._workspace).export(campaign)


@contextmanager
def other_store(workspace: Workspace, path: Path) -> Iterator[OtherStore]:
    """Open another store to be read. StoreError if it isn't one, is damaged, too large or of a newer
    version, or is the one that is open here."""
    text = _("{path} couldn't be read: {reason}. Nothing was imported.")
    with disk_errors(StoreError, text, path=path):
        if workspace.store.path.exists() and path.samefile(workspace.store.path):
            raise StoreError("{path} is the store that is open here.", path=path)
        size = path.stat().st_size
    if size > STORE_MOST:
        raise StoreError("{path} is too large to be read beside another store.", path=path)
    store = open_store(path, to_be_read=True)
    try:
        yield OtherStore(Workspace(store, workspace.catalogue, rulebooks=workspace.rulebooks), path)
    finally:
        store.close()
