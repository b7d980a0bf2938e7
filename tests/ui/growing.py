"""Campaigns that have grown: many games, each with its sequences finished, or many groups."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from lastdays.campaign import Workspace
from lastdays.campaign.documents import group_documents
from lastdays.campaign.sequences.post_game import STARTING_POINT, StartingPoint
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GameRecorded, PostGameFinished
from lastdays.model.game_record import GameRecord
from lastdays.store import SequenceRecord, Subject, Transaction
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.ui.app import Session


def add_games(workspace: Workspace, campaign: str, count: int) -> None:
    """Record a campaign's latest game so many times more, as one change; the sequences of its
    groups after each game but the last are finished."""
    with workspace.store.writing() as tx:
        value = group_documents.read_campaign(tx.revisions.head(Subject(campaign)).document)
        last = value.games[-1]
        more = tuple(
            replace(last, id=workspace.new_id(), number=last.number + n + 1) for n in range(count)
        )
        value = replace(value, games=(*value.games, *more))
        change = tx.revisions.add_change(campaign, GameRecorded(count), workspace.clock())
        document = group_documents.campaign_document(value)
        tx.revisions.add(change, Subject(campaign), value, document, {})
        for side in last.sides:
            for game in value.games[:-1]:
                _settle(workspace, tx, value, side.group, game)


def _settle(ws: Workspace, tx: Transaction, record: Campaign, whose: str, game: GameRecord) -> None:
    campaign = record.id
    head = tx.revisions.head(Subject(campaign, whose))
    value = group_documents.read_group(head.document)
    value = replace(value, games=value.games + 1)
    sequence = SequenceRecord(
        id=ws.new_id(),
        campaign=campaign,
        group=whose,
        game=game.id,
        base=head.revision,
        rulebook=ws.catalogue.digest,
        switches=asdict(record.switches),
        finished=None,
        answers=(),
        undone=False,
        at=ws.clock(),
    )
    tx.sequences.add(sequence)
    basis = StartingPoint(head.revision, sequence.rulebook, record.switches, game)
    tx.sequences.add_answer(
        sequence.id, STARTING_POINT, basis.to_json(), "chosen", "", sequence.at, back=False
    )
    change = tx.revisions.add_change(campaign, PostGameFinished(1, ""), ws.clock())
    revision = tx.revisions.add(
        change,
        Subject(campaign, whose),
        value,
        group_documents.group_document(value),
        group_documents.figures(value),
    )
    tx.sequences.finish(sequence.id, revision)


def add_groups(workspace: Workspace, campaign: str, count: int) -> None:
    """Add so many copies of a campaign's first group, as one change."""
    model = workspace.group(workspace.groups(campaign)[0].id).group
    with workspace.store.writing() as tx:
        value = group_documents.read_campaign(tx.revisions.head(Subject(campaign)).document)
        change = tx.revisions.add_change(campaign, GameRecorded(count), workspace.clock())
        added = []
        for n in range(count):
            new = model.under_new_ids(workspace.new_id(), workspace.new_id)
            new = replace(new, name=f"Copy {n}")
            tx.index.add_group(new.id, campaign, new.name)
            document = group_documents.group_document(new)
            subject = Subject(campaign, new.id)
            tx.revisions.add(change, subject, new, document, group_documents.figures(new))
            added.append(new.id)
        value = replace(value, groups=(*value.groups, *added))
        document = group_documents.campaign_document(value)
        tx.revisions.add(change, Subject(campaign), value, document, {})


def begin_game(session: Session) -> str:
    """Begin a game of all groups of the open campaign at the table."""
    services, campaign = session.services, session.window.campaign_id
    sides = tuple(
        entrant_of(services.workspace.group(g.id).group, services.catalogue, {})
        for g in services.workspace.groups(campaign)
    )
    return services.sessions.begin(campaign, Setup("scavengers", sides))
