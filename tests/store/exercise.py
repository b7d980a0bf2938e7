"""Everything a window or a command asks of a group, once each."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.documents.differences import compare
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.campaign.printing.print_kinds import KINDS
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions, story_lines
from lastdays.campaign.table_sessions import (
    LastDaysTracker,
    OpenSession,
    SessionActions,
    summary_sheet,
)
from lastdays.campaign.versions import history_of
from lastdays.model.changes import PackSwitchedOn
from lastdays.model.game_record import SupplyToken
from lastdays.model.group import BuiltPerk, Injury, RefugeState, Skill
from lastdays.model.limits import limits_in_words
from lastdays.model.profile import explain
from lastdays.model.recruiting import Recruit, rule_behind
from lastdays.postgame.gear_moves import Attach, MoveItem
from lastdays.procedure.asks import Choose
from lastdays.procedure.dice import can_be_rolled
from lastdays.store import HistoryEntry
from lastdays.tabletop.last_days.actions import offers, play_of_offer
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.state import Figure, State
from lastdays.tabletop.last_days.taps import change_counter
from lastdays.tabletop.view import EndGame, Play, Tap
from sure import as_a


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a store, by table."""
    with closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return {
            name: sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
            for (name,) in names.fetchall()
        }


def whole_history(workspace: Workspace, group: str) -> list[HistoryEntry]:
    """Every change of a group, the newest first."""
    history = history_of(workspace, group)
    return history.entries(0, len(history))


def edit_group(groups: GroupActions, group: str, **values: Any) -> None:
    """Set some of a group's own values by hand, as its form does."""
    groups.set_by_hand(replace(groups.workspace.group(group).group, **values))


def rebuild(groups: GroupActions, group: str, key: str, *perks: str, extra: int = 0) -> None:
    """Give a group another Refuge by hand, or other Perks in its own."""
    built = tuple(BuiltPerk("", perk) for perk in perks)
    now = groups.workspace.group(group).group
    groups.set_by_hand(replace(now, refuge=RefugeState(key, built, extra, extra)))


def enter(groups: GroupActions, group: str, kind: str, name: str) -> None:
    """Enter a member by hand, as from a paper roster."""
    groups.set_by_hand(groups.workspace.group(group).group, (kind, name))


def found_hospital(workspace: Workspace) -> tuple[str, str]:
    """A campaign and a group that uses everything a pack has, with a rival group."""
    from lastdays.campaign.campaigns import CampaignActions

    campaign = CampaignActions(workspace).begin("Ward 9")
    workspace.change_campaign(
        campaign, PackSwitchedOn("hospital"), lambda c: replace(c, packs=("hospital",))
    )
    workspace.work_on(campaign)
    groups = GroupActions(workspace)
    group = groups.create_with_leader(campaign, "Night Shift", "chief-medic", "Dr Ana", "hospital")
    GroupGearActions(workspace).buy(group, workspace.group(group).group.leader, "bone-saw")
    recruit = Recruit("orderly", "Bo", gear=("dart-gun", "dart-sight", "oxygen"))
    groups.recruit(group, recruit, allowed=True)
    groups.recruit(group, Recruit("crony", "Lou", gear=("knife",)), allowed=True)
    groups.start_playing(group)
    value = workspace.group(group).group
    bo = next(m for m in value.members if m.name == "Bo")
    gun, sight = (i.id for i in bo.gear[:2])
    GroupGearActions(workspace).move(group, Attach(sight, gun))
    GroupGearActions(workspace).add_gear(group, "", "oxygen")
    bo = workspace.group(group).group.member(bo.id)
    groups.edit_member(
        group,
        replace(bo, injuries=(Injury("burned"),), skills=(*bo.skills, Skill("triage"))),
    )
    rebuild(groups, group, "hospital", "helipad")
    rival = groups.create_with_leader(campaign, "The Others", "merciless-thug", "Zeke", "prison")
    GroupGearActions(workspace).buy(rival, workspace.group(rival).group.leader, "knife")
    groups.start_playing(rival)
    return campaign, group


def record_game(
    workspace: Workspace, campaign: str, group: str, encounter: str = "outbreak"
) -> str:
    """A game of two groups in which much happened; its id."""
    records = GameRecordActions(workspace)
    rival = next(g.id for g in workspace.groups(campaign) if g.id != group)
    record = records.new_record(campaign, (group, rival), "")
    mine = record.sides[0]
    appearances = [
        replace(a, out=n == 1, out_by="zombie" if n == 1 else "", zombies=4)
        for n, a in enumerate(mine.appearances)
    ]
    tokens = tuple(SupplyToken("carried", a.member) for a in appearances[:2])
    mine = replace(mine, appearances=tuple(appearances), tokens=tokens, vehicle=True)
    record = replace(record, encounter=encounter, sides=(mine, *record.sides[1:]))
    records.record(campaign, record)
    return record.id


def look(workspace: Workspace, campaign: str, group: str) -> None:
    """Reads everything that pages show and papers say of a campaign and a group."""
    assert any(g.id == group for g in workspace.groups(campaign))
    view = workspace.group(group)
    assert workspace.campaign(campaign).campaign.id == campaign
    for violation in view.violations:
        assert violation.text
        assert rule_behind(violation, workspace.catalogue)
    limits_in_words(view.group, workspace.catalogue, view.campaign.switches)
    for member in view.group.members:
        assert all(e.why for e in explain(member, workspace.catalogue).values())
    for entry in workspace.history(group):
        assert entry.change.in_words()
        compare(workspace.group_at(entry.revision), view.group, workspace.catalogue)
    printing = PrintActions(workspace)
    kinds = tuple(k for k in KINDS if not k.startswith("blank"))
    assert list(printing.contents(group, PrintChoice(kinds)))
    games = PostGameActions(workspace, random.Random(2))
    for line in games.sequences(campaign):
        shown = games.view(line.id)
        assert list(story_lines(shown.replayed)) or shown.pending or shown.stuck or shown.after
    sessions = SessionActions(workspace, games)
    for session in sessions.listed(campaign):
        tracker = sessions.tracker(session.id)
        tracker.pending()
        tracker.guide()
        assert [tracker.words.line(line) for line in tracker.log()]
        assert summary_sheet(as_a(LastDaysTracker, tracker)).sections


def edit(workspace: Workspace, campaign: str, group: str) -> None:
    """Changes a group in every way, and undoes each; what is written can be read again."""
    groups = GroupActions(workspace)
    before = workspace.group(group).group
    first = before.roster[0]
    changes: list[Callable[[], object]] = [
        lambda: groups.edit_member(group, replace(first, name="Renamed", adjustments={"S": 1})),
        lambda: groups.write_notes(group, "noted"),
        lambda: edit_group(groups, group, name="Renamed", player="", points=7, games=3),
        lambda: rebuild(
            groups, group, before.refuge.key, *(p.key for p in before.refuge.built), extra=1
        ),
        lambda: GroupGearActions(workspace).add_gear(group, first.id, "knife"),
        lambda: groups.dismiss(group, before.roster[-1].id),
        lambda: groups.recruit(group, Recruit("crony", "New", gear=("club",)), allowed=True),
    ]
    if first.gear:
        changes.append(
            lambda: GroupGearActions(workspace).move(group, MoveItem(first.gear[0].id, ""))
        )
        changes.append(lambda: GroupGearActions(workspace).remove_gear(group, first.gear[0].id))
    for change in changes:
        change()
        after = workspace.group(group).group
        assert after != before
        assert (after.leader == before.leader) or not after.has_member(before.leader)
        workspace.undo(campaign, group)
        assert workspace.group(group).group == before
    copy = groups.import_document(campaign, groups.export(group))
    there = workspace.group(copy).group.refuge
    assert there.key == before.refuge.key
    assert [p.key for p in there.built] == [p.key for p in before.refuge.built]
    workspace.undo(campaign, copy)


def sequence_through(
    workspace: Workspace, campaign: str, group: str, game: str, seed: int = 1
) -> None:
    """Plays the sequence of a game to its end, finishes it and undoes that."""
    games = PostGameActions(workspace, random.Random(seed))
    sequence = games.begin(campaign, game, group)
    view = games.view(sequence)
    if view.finished:
        return
    if view.base_changed or view.rules_changed:
        games.rebase(sequence)
    play_through(games, sequence)
    view = games.view(sequence)
    assert not view.stuck, view.stuck
    if view.after == view.before:
        return
    games.finish(sequence)
    look(workspace, campaign, group)
    workspace.undo(campaign, group)
    assert games.view(sequence).after is not None
    while games.view(sequence).can_undo:
        games.undo(sequence)


def at_table(
    workspace: Workspace, campaign: str, group: str, encounter: str = "scavengers", moves: int = 25
) -> None:
    """Begins a game at the table and plays moves of it, as the guide and the models offer."""
    rng = random.Random(3)
    sessions = SessionActions(workspace, PostGameActions(workspace, rng))
    sides = [
        entrant_of(workspace.group(g.id).group, workspace.catalogue, {})
        for g in workspace.groups(campaign)
    ]
    tracker = sessions.tracker(sessions.begin(campaign, Setup(encounter, tuple(sides[:2]))))
    tracker.tap(change_counter.tap(piece="A1", name="noise", amount=1))
    for _n in range(moves):
        play_move(tracker, rng)


def play_move(tracker: OpenSession, rng: random.Random) -> None:
    """One move, and every answer it wants: what is due, an action, a shot or a fight."""
    state, game = tracker.state, tracker.game
    assert isinstance(state, State)
    assert isinstance(game, LastDays)
    active = state.pieces.get(state.table.active)
    if isinstance(active, Figure) and rng.random() < 0.7:
        can = [o for o in offers(state, active) if not o.why_not]
        if can:
            tracker.start(play_of_offer(rng.choice(can), active.id))
            return answer_all(tracker, rng)
    moves = game.guide(state).moves
    due = [m.act for m in moves if isinstance(m.act, Play | Tap) and not m.why_not]
    if due:
        match rng.choice(due):
            case Play() as act:
                tracker.start(act)
            case Tap() as act:
                tracker.tap(act)
    elif not any(isinstance(m.act, EndGame) for m in moves):
        tracker.tap(as_a(Tap, tracker.next()))
    return answer_all(tracker, rng)


def answer_all(tracker: OpenSession, rng: random.Random) -> None:
    """Answers until nothing is open."""
    while (now := tracker.pending()) is not None:
        if can_be_rolled(now):
            tracker.roll()
        elif isinstance(now, Choose):
            tracker.answer(rng.choice(now.options).key, "chosen")
        else:
            tracker.drop()
