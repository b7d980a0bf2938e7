"""A campaign at a glance: its groups with their warnings, and what is not finished."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.group import Group
from lastdays.store import Transaction
from lastdays.store.index import GroupSummary
from lastdays.store.log import SessionSummary
from lastdays.store.sequences import Listed


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
class NextStep:
    """What is next for a group: to go on with a game at the table, to finish creating it, to begin
    or go on with its post-game sequence, or to play. `game` and `number` are the game's that the
    sequence follows; ids, '' for none."""

    kind: Literal["session", "creating", "begin", "sequence", "ready"]
    game: str = ""
    number: int = 0
    sequence: str = ""
    session: str = ""


@dataclass(frozen=True)
class Tally:
    """How many games a group won, lost and drew, as far as they are recorded."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


@dataclass(frozen=True)
class GroupLine:
    """A group in the list of its campaign; `warnings` are those the table has not allowed."""

    summary: GroupSummary
    group: Group
    warnings: tuple[Violation, ...]
    next: NextStep = NextStep("ready")
    tally: Tally = Tally()


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


def sessions_of(tx: Transaction, campaign: Campaign) -> list[SessionSummary]:
    """Return the games of a campaign at the table that have not ended."""
    return [
        s
        for s in tx.table.sessions()
        if s.campaign == campaign.id and not s.ended and not s.deleted
    ]


def groups_of(tx: Transaction, campaign: Campaign) -> tuple[GroupSummary, ...]:
    """Lines about the groups of a campaign, in its order."""
    order = {g: n for n, g in enumerate(campaign.groups)}
    found = tx.index.groups(campaign.id)
    return tuple(sorted(found, key=lambda g: order.get(g.id, len(order))))


def next_step(
    group: Group,
    campaign: Campaign,
    sequences: Iterable[Listed],
    sessions: Iterable[SessionSummary] = (),
) -> NextStep:
    """Return what is next for a group, begun things first, then the earliest game. Games before
    the latest whose sequence is finished are past."""
    for session in sessions:
        if group.name in map(str, session.facts.get("sides", ())):
            return NextStep("session", session=session.id)
    if group.founding:
        return NextStep("creating")
    own = {s.game: s for s in sequences if s.group == group.id}
    waiting: list[NextStep] = []
    for game in campaign.games:
        if game.side_of(group.id) is None:
            continue
        sequence = own.get(game.id)
        if sequence is None:
            waiting.append(NextStep("begin", game.id, game.number))
        elif sequence.finished:
            waiting = [step for step in waiting if step.kind == "sequence"]
        else:
            waiting.append(NextStep("sequence", game.id, game.number, sequence.sequence))
    waiting.sort(key=lambda step: step.kind != "sequence")
    return waiting[0] if waiting else NextStep("ready")


def tally(group: str, campaign: Campaign) -> Tally:
    """Count the recorded games of a group that it won, that another side won, and the draws."""
    won = lost = drawn = 0
    for game in campaign.games:
        side = game.side_of(group)
        if side is None:
            continue
        won += side.won
        lost += not side.won and any(s.won for s in game.sides)
        drawn += not any(s.won for s in game.sides)
    return Tally(won, lost, drawn)


def half_done(
    campaign: Campaign,
    groups: tuple[GroupSummary, ...],
    sequences: Iterable[Listed],
    sessions: Iterable[SessionSummary],
) -> tuple[HalfDone, ...]:
    """Return what of a campaign is begun and not finished: sequences first, then games."""
    numbers = {g.id: g.number for g in campaign.games}
    names = {g.id: g.name for g in groups}
    found = [
        HalfDone("sequence", s.sequence, (names[s.group],), numbers[s.game])
        for s in sequences
        if not s.finished and s.game in numbers and s.group in names
    ]
    found += [
        HalfDone("session", s.id, tuple(str(side) for side in s.facts.get("sides", ())))
        for s in sessions
    ]
    return tuple(found)
