"""By what the states of a group that were tidied away are known in other stores."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.model.tidy_changes import StatesFolded
from lastdays.store.transaction import Transaction


def states_of(tx: Transaction, campaign: str, group: str) -> tuple[dict[int, str], dict[int, str]]:
    """Return by what the folded states of a group are known elsewhere, by their numbers: of those
    that led to the present, and of those undone."""
    chain: dict[int, str] = {}
    aside: dict[int, str] = {}
    for change, _at in tx.revisions.made_at(campaign, StatesFolded.kind):
        if isinstance(change, StatesFolded) and change.group == group:
            for into, text in ((chain, change.chain), (aside, change.aside)):
                into.update(_states_in(text))
    return chain, aside


def _states_in(text: str) -> Iterator[tuple[int, str]]:
    for one in text.split(",") if text else ():
        number, _colon, digest = one.partition(":")
        if number.isdigit():
            yield int(number), digest
