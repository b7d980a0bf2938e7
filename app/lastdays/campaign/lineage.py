"""Where a group that comes in parted from the one that is here.

A group's file names the revisions it came of, each by a digest of its document, so that they are
found again in any store. The latest that this store has too is what both have in common. Of states
that were tidied away the digests are kept: what a group was when it left is then known to be gone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence

from lastdays.campaign import documents
from lastdays.model.group import Group
from lastdays.model.tidy_changes import HistoryFolded
from lastdays.store import Subject, Transaction
from lastdays.store.folded_states import states_of
from lastdays.values import dataclass

#: The name under which a group's file has them, and how many: the newest, and those it began with.
LINEAGE = "lineage"
NEWEST, OLDEST = 1_900, 100
_DIGEST = re.compile(r"[0-9a-f]{16}")


def digest_of(document: bytes) -> str:
    """Return what a revision is known by in every store: a digest of its document."""
    return hashlib.blake2b(document, digest_size=8).hexdigest()


def lineage_of(tx: Transaction, subject: Subject) -> tuple[str, ...]:
    """Return the digests of the revisions a group came of, the present first."""
    folded, _aside = _folded(tx, subject)
    chain = sorted({*tx.revisions.outline(subject).current, *folded}, reverse=True)
    if len(chain) > NEWEST + OLDEST:
        chain = chain[:NEWEST] + chain[-OLDEST:]
    return tuple(
        folded[number] if number in folded else digest_of(tx.revisions.revision(number).document)
        for number in chain
    )


def read_lineage(document: bytes) -> tuple[str, ...]:
    """Return the digests that a group's file names; none where it names none that can be."""
    found = json.loads(document).get(LINEAGE, [])
    if not isinstance(found, list):
        return ()
    return tuple(d for d in found if isinstance(d, str) and _DIGEST.fullmatch(d))


@dataclass(frozen=True)
class Parting:
    """What is known of where two states of a group parted: the group as it was then, None where
    nothing is; `tidied` says that it was known and has been tidied away."""

    group: Group | None = None
    tidied: bool = False


def common(tx: Transaction, subject: Subject, lineage: Sequence[str]) -> Parting:
    """Find the group as it was when it left: the latest that a file and this store have in common.

    An earlier one, where that was tidied away, is none: what was changed in between would count as
    changed on both sides.
    """
    wanted = {digest: n for n, digest in reversed(list(enumerate(lineage)))}
    found: dict[int, int] = {}
    for number in _newest_first(tx, subject):
        place = wanted.get(digest_of(tx.revisions.revision(number).document))
        if place is not None:
            found.setdefault(place, number)
            if place == 0:
                break
    chain, aside = _folded(tx, subject)
    gone = [wanted[digest] for digest in (*chain.values(), *aside.values()) if digest in wanted]
    if not found:
        return Parting(None, tidied=bool(gone))
    place = min(found)
    if min(gone, default=place + 1) < place or (
        place and not chain and _is_gap_after(tx, subject, found[place])
    ):
        return Parting(None, tidied=True)
    return Parting(documents.read_group(tx.revisions.revision(found[place]).document))


def _folded(tx: Transaction, subject: Subject) -> tuple[dict[int, str], dict[int, str]]:
    """Return the digests of a group's states that were tidied away, by their numbers."""
    return states_of(tx, subject.campaign, subject.group or "")


def _is_gap_after(tx: Transaction, subject: Subject, revision: int) -> bool:
    """Tell whether states after a revision were tidied away, in another store: here nobody knows
    by what they were known."""
    return any(
        entry.revision > revision
        and isinstance(entry.change, HistoryFolded)
        and bool(entry.change.folded)
        for entry in tx.revisions.history(subject)
    )


def _newest_first(tx: Transaction, subject: Subject) -> Iterable[int]:
    """Return the revisions of a group, those that were undone too."""
    return tx.revisions.outline(subject).parents
