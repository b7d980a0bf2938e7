"""Documents of a store as frozen values, each decoded and checked once.

Documents are looked up by their bytes: what is stored never changes, and a value found by what it
was made of cannot be out of date, whoever wrote the store.
"""

from __future__ import annotations

from functools import lru_cache

from lastdays.campaign import documents
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.group import Group
from lastdays.model.recruiting import violations
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue

#: So many documents are kept: those of a large campaign, and what they were a moment ago.
KEPT = 64


class Snapshots:
    """The values of the documents read last. Threads may share it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.group = lru_cache(KEPT)(self._group)
        self.campaign = lru_cache(KEPT)(self._campaign)
        self.violations = lru_cache(KEPT)(self._violations)

    def _group(self, document: bytes) -> Group:
        return documents.read_group(document)

    def _campaign(self, document: bytes) -> Campaign:
        return documents.read_campaign(document)

    def _violations(self, document: bytes, switches: Switches) -> tuple[Violation, ...]:
        """Return what the rules have against the group in a document."""
        return tuple(violations(self.group(document), self.catalogue, switches))
