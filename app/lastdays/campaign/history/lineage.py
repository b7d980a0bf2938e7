"""What a group came of: digests of its revisions, by which two stores find what they have in common."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence

from lastdays.campaign.documents import group_documents
from lastdays.model.group import Group
from lastdays.store import Subject, Transaction

#: The name under which a group's file has them, and how many: the newest, and those it began with.
LINEAGE = "lineage"
NEWEST, OLDEST = 1_900, 100
_DIGEST = re.compile(r"[0-9a-f]{16}")


def digest_of(document: bytes) -> str:
    """Return what a revision is known by in every store: a digest of its document."""
    return hashlib.blake2b(document, digest_size=8).hexdigest()


def earlier_digests(tx: Transaction, subject: Subject) -> tuple[str, ...]:
    """Return the digests of the revisions a group came of, the present first."""
    chain = sorted(tx.revisions.outline(subject).current, reverse=True)
    named = chain[:NEWEST] + chain[NEWEST:][-OLDEST:]
    return tuple(digest_of(tx.revisions.revision(number).document) for number in named)


def read_lineage(document: bytes) -> tuple[str, ...]:
    """Return the digests that a group's file names; none where it names none that can be."""
    found = json.loads(document).get(LINEAGE, [])
    if not isinstance(found, list):
        return ()
    return tuple(d for d in found if isinstance(d, str) and _DIGEST.fullmatch(d))


def common(tx: Transaction, subject: Subject, lineage: Sequence[str]) -> Group | None:
    """Return the group as it was when it left: the latest state that a file and this store have in
    common, undone ones too; None where there is none."""
    wanted = {digest: n for n, digest in reversed(list(enumerate(lineage)))}
    found: dict[int, int] = {}
    for number in tx.revisions.outline(subject).parents:
        place = wanted.get(digest_of(tx.revisions.revision(number).document))
        if place is not None:
            found.setdefault(place, number)
            if place == 0:
                break
    if not found:
        return None
    return group_documents.read_group(tx.revisions.revision(found[min(found)]).document)
