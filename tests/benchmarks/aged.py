"""Campaigns that are old: many games, groups, changes and taps, written straight into the store.

Playing them would take hours; what is written is what playing would have written.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.documents import group_documents
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sample import add_sample, play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.model.changes import GameRecorded, GroupImported, GroupNotesWritten
from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken
from lastdays.model.group import Group, Item, Skill
from lastdays.model.recruiting import Recruit
from lastdays.procedure.asks import Sum
from lastdays.rulebook import load
from lastdays.store import Subject, open_store
from lastdays.store.models import Changes, Revisions
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.taps import change_counter

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
#: The types of which a group of many is made.
CREW = ("gang-member", "goon")


@contextmanager
def workspace(path: Path) -> Iterator[Workspace]:
    """A store, made if there is none, without a window."""
    opened = open_store(path)
    try:
        yield Workspace(opened, load())
    finally:
        opened.close()


def sample(path: Path) -> str:
    """A store of the sample campaign; its id."""
    with workspace(path) as desk:
        return add_sample(desk)


def crew(desk: Workspace, campaign: str, members: int) -> str:
    """A group of so many, and its id."""
    groups = GroupActions(desk)
    group = groups.create_with_leader(
        campaign, f"Crew of {members}", "merciless-thug", "Zeke", "mall"
    )
    for n in range(members - 1):
        kind = CREW[n % len(CREW)]
        groups.recruit(group, Recruit(kind, f"Member {n}", gear=("club",)), allowed=True)
    return group


def games(desk: Workspace, campaign: str, many: int) -> None:
    """Record games of the campaign's first two groups until there are so many."""
    sides = [desk.group(g.id).group for g in desk.groups(campaign)[:2]]

    def played(n: int) -> GameRecord:
        pair = tuple(_side(g, n, won=g is sides[n % 2]) for g in sides)
        return GameRecord(f"old-{n}", n, "scavengers", pair)

    have = len(desk.campaign(campaign).campaign.games)
    more = tuple(played(n) for n in range(have + 1, many + 1))
    desk.change_campaign(
        campaign, GameRecorded(many), lambda c: replace(c, games=(*c.games, *more))
    )
    assert len(desk.campaign(campaign).campaign.games) == many


def groups(desk: Workspace, campaign: str, many: int) -> None:
    """Bring groups of eight into one campaign until there are so many."""
    made = GroupActions(desk)
    first = desk.group(crew(desk, campaign, 8)).group
    missing = range(len(desk.groups(campaign)), many)
    new = [first.under_new_ids(desk.new_id(), desk.new_id) for _n in missing]
    with made.workspace.change(campaign, GroupImported(first.name)) as changes:
        for n, group in enumerate(new):
            changes.new_group(replace(group, name=f"Group {n}"))
        ids = tuple(group.id for group in new)
        changes.campaign(lambda c: replace(c, groups=(*c.groups, *ids)))
    assert len(desk.groups(campaign)) == many


def _side(group: Group, n: int, *, won: bool) -> Side:
    """How a group fared in the game of a number."""
    there = [Appearance(m.id, zombies=(n + k) % 3) for k, m in enumerate(group.active)]
    tokens = (SupplyToken("carried", there[0].member), SupplyToken("held", there[-1].member))
    return Side(group.id, group.name, tuple(there), tokens, won=won)


def history(desk: Workspace, group: str, many: int) -> None:
    """Write so many notes on a group, each a change."""
    value = desk.group(group).group
    notes = [replace(value, notes=f"Seen {n} times.") for n in range(2)]
    kept = [zlib.compress(group_documents.group_document(one), 6) for one in notes]
    with desk.store.writing() as tx:
        campaign = tx.index.campaign_of(group)
        subject = Subject(campaign, group)
        # The first and the last are written as the program does it, those between in one go.
        first = tx.revisions.add_change(campaign, GroupNotesWritten(), BEGAN.isoformat())
        document = group_documents.group_document(notes[0])
        top = tx.revisions.add(first, subject, notes[0], document, {})
        for n in range(1, many):
            at = (BEGAN + timedelta(minutes=n)).isoformat(timespec="seconds")
            kind = GroupNotesWritten.kind
            tx.session.add(
                Changes(id=first + n, campaign_id=campaign, kind=kind, facts="{}", at=at)
            )
        tx.session.flush()
        for n in range(1, many):
            ids: dict[str, Any] = {"id": top + n, "change_id": first + n, "parent_id": top + n - 1}
            tx.session.add(
                Revisions(**ids, campaign_id=campaign, group_id=group, document=kept[n % 2])
            )
        tx.session.flush()
        last = notes[(many - 1) % 2]
        tx.revisions.set_head(subject, top + many - 1, last)


def session(desk: Workspace, campaign: str, events: int, help: str = "tokens") -> str:
    """A game at the table after so many taps, none of which is one line with another."""
    actions = SessionActions(desk, PostGameActions(desk, random.Random(1)))
    sides = tuple(
        entrant_of(desk.group(g.id).group, desk.catalogue, {}) for g in desk.groups(campaign)[:2]
    )
    made = actions.begin(campaign, Setup("scavengers", sides), help)  # type: ignore[arg-type]
    tracker = actions.tracker(made)
    stored = [
        tracker.tap(change_counter.tap("A1" if n % 2 else "A2", "noise", 1 if n < 2 else -1))
        for n in range(min(events, 4))
    ]
    words = [to_builtins(event) for event in stored if event is not None]
    with desk.store.writing() as tx:
        head = tracker.head
        for n in range(events - len(words)):
            at = (BEGAN + timedelta(minutes=n)).isoformat(timespec="seconds")
            head = tx.table.add_event(made, head, words[n % len(words)], at)
    return made


def hard_store(folder: Path, name: str, members: int) -> tuple[Path, str]:
    """A store of the sample campaign with a group of so many that know and carry much; its id."""
    path = folder / f"{name}-{members}.sqlite"
    campaign = sample(path)
    with workspace(path) as desk:
        return path, hard_crew(desk, campaign, members)


def hard_crew(desk: Workspace, campaign: str, members: int) -> str:
    """A group whose members know and carry much."""
    group = crew(desk, campaign, members)
    skills, gear = list(desk.catalogue.skills), list(desk.catalogue.all_gear())

    def laden(value: Group) -> Group:
        return replace(
            value,
            members=tuple(
                replace(
                    member,
                    skills=tuple(Skill(skills[(n + k) % len(skills)]) for k in range(4)),
                    gear=tuple(
                        Item(f"{member.id}-{k}", gear[(n * 3 + k) % len(gear)].key)
                        for k in range(3)
                    ),
                    notes=f"Seen at the mall {n} times.",
                )
                for n, member in enumerate(value.members)
            ),
        )

    desk.change_group(group, GroupNotesWritten(), laden)
    return group


def hard_night(desk: Workspace, campaign: str, members: int) -> tuple[str, str]:
    """A group of so many and a game in which most of them fell; the ids of both."""
    group = crew(desk, campaign, members)
    value = desk.group(group).group
    there = tuple(Appearance(m.id, out=n % 3 > 0, zombies=2) for n, m in enumerate(value.active))
    tokens = tuple(SupplyToken("carried", a.member) for a in there if not a.out)
    game = GameRecord("hard", 90, "scavengers", (Side(group, value.name, there, tokens),))
    desk.change_campaign(campaign, GameRecorded(90), lambda c: replace(c, games=(*c.games, game)))
    return group, game.id


def nearly_finished(desk: Workspace, campaign: str, group: str, game: str) -> tuple[str, int]:
    """A sequence of which some asks are left, and how many there are."""
    actions = PostGameActions(desk, random.Random(4))
    trial = actions.begin(campaign, game, group)
    asks = play_through(actions, trial)
    for _n in range(min(8, asks - 1)):
        actions.undo(trial)
    return trial, asks


def other_face(asked: Any) -> int | None:
    """Another number that dice could have shown, None where the ask is none of dice."""
    if isinstance(asked.ask, Sum) and isinstance(asked.value, int):
        least, most = asked.ask.dice.least, asked.ask.dice.most
        return asked.value - 1 if asked.value > least else min(most, asked.value + 1)
    return None
