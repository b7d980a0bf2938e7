"""A campaign at a glance: its groups with their warnings, and what is not finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.group import Group
from lastdays.store import Transaction
from lastdays.store.index import GroupSummary


@dataclass(frozen=True)
class HalfDone:
    """Something begun and not finished: a post-game sequence of a group, or a game at the table.

    `names` are the group's, or the sides'; `game` is the number of the recorded game, else 0.
    """

    kind: Literal["sequence", "session"]
    id: str
    names: tuple[str, ...]
    game: int = 0


@dataclass(frozen=True)
class CampaignView:
    """A campaign as the window shows it."""

    campaign: Campaign
    groups: tuple[GroupSummary, ...]
    undo: str | None
    redo: str | None


@dataclass(frozen=True)
class GroupLine:
    """A group in the list of its campaign; `warnings` are those the table has not allowed."""

    summary: GroupSummary
    group: Group
    warnings: tuple[Violation, ...]


@dataclass(frozen=True)
class Overview:
    """All that the page of a campaign shows, out of one reading. `faults` say which groups could
    not be read, in sentences."""

    view: CampaignView
    groups: tuple[GroupLine, ...]
    half_done: tuple[HalfDone, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True)
class Places:
    """Where one can go within a campaign: its groups in order, and what is not finished."""

    groups: tuple[GroupSummary, ...]
    half_done: tuple[HalfDone, ...]


NO_PLACES = Places((), ())


def groups_of(tx: Transaction, campaign: Campaign) -> tuple[GroupSummary, ...]:
    """Lines about the groups of a campaign, in its order."""
    order = {g: n for n, g in enumerate(campaign.groups)}
    found = tx.index.groups(campaign.id)
    return tuple(sorted(found, key=lambda g: order.get(g.id, len(order))))


def half_done(
    tx: Transaction, campaign: Campaign, groups: tuple[GroupSummary, ...]
) -> tuple[HalfDone, ...]:
    """Return what of a campaign is begun and not finished: sequences first, then games."""
    numbers = {g.id: g.number for g in campaign.games}
    names = {g.id: g.name for g in groups}
    found = [
        HalfDone("sequence", sequence, (names[group],), numbers[game])
        for sequence, group, game in tx.sequences.begun(campaign.id)
        if game in numbers and group in names
    ]
    found += [
        HalfDone("session", s.id, tuple(str(side) for side in s.facts.get("sides", ())))
        for s in tx.table.sessions()
        if s.campaign == campaign.id and not s.ended and not s.deleted
    ]
    return tuple(found)
