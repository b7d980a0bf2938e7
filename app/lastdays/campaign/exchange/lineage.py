"""The states that a campaign or a group has had, by digests that every store knows them by: from these
two copies find out what they had in common."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.groups import revision_digest
from lastdays.model.changes import CampaignImported, CampaignMerged
from lastdays.store import Subject, Transaction

#: How many digests a campaign's file has, and how many are kept of another copy that was merged.
LINEAGE_MOST = 500
_DIGEST = re.compile(r"[0-9a-f]{16}")
#: In a campaign's document: what differs between copies by itself, and what earlier versions wrote.
_NOT_COMPARED = (b'"kept_packs":', b'"archived":', b'"deleted":', b'"planned":', b'"recorded":')


def is_digest(value: object) -> bool:
    """Return whether a value is the digest of a state."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def campaign_digest(document: bytes) -> str:
    """Return the digest of a campaign's document: whether it is put away, and which versions of packs it
    keeps, doesn't count."""
    if any(name in document for name in _NOT_COMPARED):
        campaign = group_documents.read_campaign(document)
        campaign = replace(campaign, kept_packs=(), archived=False, deleted=False)
        document = group_documents.campaign_document(campaign)
    return revision_digest(document)


def campaign_lineage(tx: Transaction, campaign: str) -> tuple[str, ...]:
    """Return the digests of the states of a campaign's document, the latest first, with those of the
    copies that it came from or was merged with."""
    digests: dict[str, None] = {}
    elsewhere: dict[str, None] = {}
    for number in sorted(tx.revisions.outline(Subject(campaign)).current, reverse=True):
        revision = tx.revisions.revision(number)
        digests[campaign_digest(revision.document)] = None
        if isinstance(revision.change, CampaignImported | CampaignMerged):
            elsewhere.update(dict.fromkeys(filter(is_digest, revision.change.lineage)))
        if len(digests) >= LINEAGE_MOST:
            break
    return tuple({**digests, **elsewhere})[:LINEAGE_MOST]


class KnownStates:
    """The states here of a campaign's document or a group, by digest, with the revision of each. A state
    of another copy that came with a merge isn't known if that merge is undone."""

    def __init__(self, tx: Transaction, subject: Subject) -> None:
        self._digest = campaign_digest if subject.group is None else revision_digest
        self._tx = tx
        outline = tx.revisions.outline(subject)
        self.head = outline.head
        self._current = outline.current
        self._numbers = outline.parents

    def _states(self) -> Iterator[tuple[str, int]]:
        """Yield each state and its revision, the latest first."""
        for number in self._numbers:
            revision = self._tx.revisions.revision(number)
            is_of_merge = revision.brought or isinstance(revision.change, CampaignMerged)
            if number in self._current or not is_of_merge:
                yield self._digest(revision.document), number

    def latest_of(self, digests: Container[str]) -> tuple[str, int] | None:
        """Return the latest state that is among some digests, with its revision; None for none."""
        for digest, number in self._states():
            if digest in digests:
                return digest, number
        return None

    def revision(self, digest: str) -> int | None:
        """Return the latest revision of a state; None if it isn't known."""
        state = self.latest_of((digest,))
        return None if state is None else state[1]
