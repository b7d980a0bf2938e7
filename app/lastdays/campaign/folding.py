"""Tidying up: what would be given back and what would no longer be possible, and the doing of it.

What is chosen is removed from a copy beside the store, which is checked and then becomes the store
in one change (`store/tidying`). What may go is what neither undo within the days that are kept, nor
the chronicle, nor a post-game sequence rests on (`store/folding`).
"""

from __future__ import annotations

import json
import random
import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from lastdays.campaign.basis import BASIS, SETTLING, basis_revision
from lastdays.campaign.lineage import digest_of
from lastdays.campaign.store_check import check_store
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError, StoreError
from lastdays.language import _
from lastdays.model.changes import CampaignDeleted
from lastdays.store import Transaction, open_store
from lastdays.store.folding import FoldedHistory, Folding
from lastdays.store.log import SessionSummary
from lastdays.store.store import Store
from lastdays.store.tidying import Tidied, TidyWatch, tidy

_PORTRAIT = re.compile(rb"[0-9a-f]{24}")
#: The parts of the work, from 0 to 1: what was deleted and histories, logs, pictures.
_HISTORY, _LOGS = 0.6, 0.8


@dataclass(frozen=True)
class TidyWish:
    """What is to be tidied away: the histories and the logs of games from before a day (as
    '2026-01-01', in local time), deleted games at the table, deleted campaigns by their ids, and
    portraits that nobody uses."""

    before: str = ""
    history: bool = False
    logs: bool = False
    games: bool = False
    campaigns: frozenset[str] = frozenset()
    portraits: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is to go but the room that is free."""
        return not (self.history or self.logs or self.games or self.campaigns or self.portraits)


@dataclass(frozen=True)
class Spare:
    """Something that can go: how many there are, and about how many bytes that gives back."""

    n: int = 0
    size: int = 0


@dataclass(frozen=True)
class DeletedCampaign:
    """A deleted campaign that can go for good: when it was deleted, and what it takes."""

    id: str
    name: str
    at: str
    size: int


@dataclass(frozen=True)
class TidyOffers:
    """What can go, from before a day: changes, logs of games at the table, deleted games, deleted
    campaigns, portraits nobody uses once what was wished for is gone."""

    history: Spare = field(default_factory=Spare)
    logs: Spare = field(default_factory=Spare)
    games: Spare = field(default_factory=Spare)
    portraits: Spare = field(default_factory=Spare)
    campaigns: tuple[DeletedCampaign, ...] = ()


def beginning_of(day: str) -> datetime:
    """Return when a day began where the players are; LastDaysError for what is no day."""
    try:
        found = date.fromisoformat(day)
        return datetime(found.year, found.month, found.day).astimezone()
    except (ValueError, OverflowError, OSError) as error:
        raise LastDaysError(
            _("'{text}' isn't a day. Write it as 2026-01-31.").format(text=day)
        ) from error


def preview(workspace: Workspace, wish: TidyWish) -> TidyOffers:
    """Return what can go, and what it takes; of portraits those that nobody uses once what was
    wished for is gone."""
    hold_file(workspace.store)
    with workspace.store.reading() as tx:
        folding = Folding(tx)
        history = _plan(workspace, tx, wish.before)
        logs = _logs(tx, wish.before)
        deleted = [s.id for s in tx.table.sessions() if s.deleted]
        gone = set(history.gone) if wish.history else set()
        for campaign in wish.campaigns:
            gone |= folding.revisions_of(campaign)
        spare = _spare_portraits(folding, gone)
        return TidyOffers(
            Spare(history.folded if history.gone else 0, history.size),
            Spare(len(logs), sum(folding.size_of_log(s.id) for s in logs)),
            Spare(len(deleted), sum(folding.size_of_session(id) for id in deleted)),
            Spare(len(spare), sum(spare.values())),
            tuple(_deleted(tx, folding)),
        )


def tidy_up(workspace: Workspace, wish: TidyWish, watch: TidyWatch | None = None) -> Tidied:
    """Give back what nothing needs, and what was chosen; how large the store was, and is.

    To be called while the store is `resting`. Raises StoreError where it can't be done or was
    stopped; the store is then what it was.
    """
    hold_file(workspace.store)
    if wish.empty:
        return tidy(workspace.store, watch)
    if wish.history or wish.logs:
        beginning_of(wish.before)  # before anything is written
    return tidy(workspace.store, watch, lambda part, told: _in_copy(part, workspace, wish, told))


def hold_file(store: Store) -> None:
    """Raise StoreError for a store that can't be tidied up: a league, or one to be read."""
    if store.shared:
        raise StoreError(
            _(
                "{league} is on a server: whoever runs it looks after its room. Nothing was "
                "changed."
            ).format(league=store.name)
        )
    if store.read_only:
        raise StoreError(_("{path} can't be tidied up from here.").format(path=store.name))


def _plan(workspace: Workspace, tx: Transaction, before: str) -> FoldedHistory:
    """Return what folding the histories from before a day comes to; nothing without a day."""
    if not before:
        return FoldedHistory({})
    folding = Folding(tx)
    needed = folding.based(BASIS) | folding.made_by(*(kind.kind for kind in SETTLING))
    for id in folding.sequences_without(BASIS):
        revision = basis_revision(tx, tx.sequences.sequence(id))
        if revision is not None:
            needed.add(revision)
    cuts = folding.cuts(beginning_of(before), _now(workspace))
    return folding.history(cuts, needed)


def _now(workspace: Workspace) -> datetime:
    try:
        now = datetime.fromisoformat(workspace.clock())
    except ValueError:
        return datetime.now(UTC)
    return now if now.tzinfo is not None else now.replace(tzinfo=UTC)


def _logs(tx: Transaction, before: str) -> list[SessionSummary]:
    """List the games that ended before a day and have a log."""
    if not before:
        return []
    beginning, logged = beginning_of(before), Folding(tx).logged()
    found = []
    for session in tx.table.sessions():
        try:
            ended = datetime.fromisoformat(session.ended)
        except ValueError:
            continue  # it goes on, or nobody knows
        if ended.tzinfo is None:
            ended = ended.replace(tzinfo=UTC)
        if ended < beginning and session.id in logged and not session.deleted:
            found.append(session)
    return found


def _deleted(tx: Transaction, folding: Folding) -> Iterable[DeletedCampaign]:
    for campaign in tx.index.campaigns():
        if campaign.deleted:
            made = tx.revisions.made_at(campaign.id, CampaignDeleted.kind)
            at = made[-1][1] if made else ""
            size = folding.size_of_campaign(campaign.id)
            yield DeletedCampaign(campaign.id, campaign.name, at, size)


def _spare_portraits(folding: Folding, gone: set[int]) -> dict[str, int]:
    """Return the sizes of the portraits that nothing names, once some revisions are gone."""
    spare = folding.portraits()
    if not spare:
        return {}
    for text in folding.documents(gone):
        for found in _PORTRAIT.findall(text):
            spare.pop(found.decode(), None)
        if not spare:
            break
    return spare


# Doing


def _in_copy(part: Path, home: Workspace, wish: TidyWish, told: Callable[[float], None]) -> None:
    """Remove from a copy of a store what was chosen, in one transaction, and look whether all of
    what is kept is whole. StoreError where it isn't."""
    store = open_store(part)
    try:
        workspace = Workspace(store, home.catalogue, clock=home.clock)
        finals = _final_tables(workspace, wish, told) if wish.logs else {}
        with store.writing() as tx:
            _remove(workspace, tx, wish, finals, told)
        report = check_store(workspace)
        if not report.sound:
            raise StoreError(
                _("What is kept would not be whole ({what}), so nothing was changed.").format(
                    what=report.problems[0].text
                )
            )
    finally:
        store.close()


def _remove(
    workspace: Workspace,
    tx: Transaction,
    wish: TidyWish,
    finals: dict[str, bytes],
    told: Callable[[float], None],
) -> None:
    folding = Folding(tx)
    for campaign in tx.index.campaigns():
        if campaign.deleted and campaign.id in wish.campaigns:
            folding.remove_campaign(campaign.id)
    if wish.games:
        folding.remove_sessions([s.id for s in tx.table.sessions() if s.deleted])
    if wish.history:
        history = _plan(workspace, tx, wish.before)
        states = folding.fold(history, wish.before, digest_of, lambda share: told(share * _HISTORY))
        for group, left in states.items():
            tx.revisions.add_change(tx.index.campaign_of(group), left, workspace.clock())
    for session, start in finals.items():
        if folding.has_session(session):
            folding.replace_log(session, start, wish.before)
    told(_LOGS)
    if wish.portraits:
        folding.remove_portraits(_spare_portraits(folding, set()))
    told(1.0)


def _final_tables(
    workspace: Workspace, wish: TidyWish, told: Callable[[float], None]
) -> dict[str, bytes]:
    """Return what the table of each game whose log goes held at its end."""
    # late: 300 ms, the games at the table, which only their logs need
    from lastdays.campaign.post_game_sequences import PostGameActions
    from lastdays.campaign.table_sessions import SessionActions, table_json

    actions = SessionActions(workspace, PostGameActions(workspace, random.Random()))
    with workspace.store.reading() as tx:
        wanted = _logs(tx, wish.before)
    finals: dict[str, bytes] = {}
    for session in wanted:
        told(0.0)
        table = json.dumps(table_json(actions.tracker(session.id)), ensure_ascii=False)
        finals[session.id] = zlib.compress(table.encode(), 6)
    return finals
