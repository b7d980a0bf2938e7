"""Old history folded: what goes, what would no longer be possible, and all that stays as it was."""

from __future__ import annotations

import dataclasses
import itertools
import os
import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from lastdays.campaign import Workspace, documents
from lastdays.campaign.autoplay import play_through
from lastdays.campaign.campaign_story import tale_of_campaign
from lastdays.campaign.campaign_transfer import CampaignTransfer
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.change_names import change_name
from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.chronicle_figures import MEASURES, chart
from lastdays.campaign.chronicle_lives import Life
from lastdays.campaign.chronicle_standing import met, records
from lastdays.campaign.earlier import history_of, restore_earlier
from lastdays.campaign.folding import TidyWish, beginning_of, preview, tidy_up
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.merging import GroupMerging
from lastdays.campaign.post_game_sequences import PostGameActions
from lastdays.campaign.recovery import recover
from lastdays.campaign.store_check import Problem, check_store
from lastdays.campaign.table_sessions import SessionActions
from lastdays.campaign.transcript import story
from lastdays.errors import LastDaysError, NothingToUndoError, StoreError
from lastdays.model.changes import RescueDeclined
from lastdays.model.tidy_changes import HistoryFolded
from lastdays.store import Subject, open_store
from lastdays.store.log import TIDIED
from lastdays.store.tidying import TidyWatch
from store.exercise import at_table, edit_group, record_game, rows, whole_history

#: A year with five games is played for them; of the quick tests, `test_commands.py` tidies a store up.
pytestmark = pytest.mark.sweep
ALL = TidyWish("2026-07-01", history=True, logs=True, games=True, portraits=True)


class Season:
    """A desk whose clock is set by hand: a year in which much is changed between the games."""

    def __init__(self, store, book, first: int = 5000) -> None:
        self.day = "2026-01-01"
        ids = itertools.count(first)
        self.workspace = Workspace(
            store, book, clock=lambda: f"{self.day}T12:00:00+00:00", new_id=lambda: f"n{next(ids)}"
        )
        self.groups = GroupActions(self.workspace)
        self.games = PostGameActions(self.workspace, random.Random(7))
        self.campaign = self.workspace.campaigns()[0].id
        self.ours, self.theirs = (g.id for g in self.workspace.groups(self.campaign))

    def evening(self, month: int) -> None:
        """A game, what each group makes of it, and much by hand before and after."""
        self.day = f"2026-{month:02}-10"
        for group in (self.ours, self.theirs):
            self.fiddle(group, month)
        game = record_game(self.workspace, self.campaign, self.ours)
        for group in (self.ours, self.theirs):
            sequence = self.games.begin(self.campaign, game, group)
            play_through(self.games, sequence)
            self.games.finish(sequence)
        self.day = f"2026-{month:02}-20"
        self.fiddle(self.ours, 100 + month)

    def fiddle(self, group: str, n: int) -> None:
        """Changes by hand, some of them undone."""
        first = self.workspace.group(group).group.roster[0]
        for turn in range(4):
            self.groups.write_notes(group, f"evening {n}.{turn}")
        self.groups.edit_member(group, replace(first, notes=f"n{n}"))
        self.workspace.undo(self.campaign, group)
        self.workspace.undo(self.campaign, group)
        self.groups.write_notes(group, f"another thought in {n}")

    def tidy(self, wish: TidyWish = ALL, watch: TidyWatch | None = None):
        """Tidies up, on the day that it is."""
        with self.workspace.store.resting():
            return tidy_up(self.workspace, wish, watch)


@pytest.fixture(scope="session")
def season_store(tmp_path_factory, sample_store, book):
    """A store after five evenings, from February to October, with games at the table."""
    path = tmp_path_factory.mktemp("season") / "season.sqlite"
    store = open_store(shutil.copy(sample_store, path))
    season = Season(store, book)
    for month in (2, 4, 6, 8, 10):
        season.evening(month)
        if month in (2, 4, 8):
            at_table(season.workspace, season.campaign, season.ours, moves=6)
            sessions = SessionActions(season.workspace, season.games)
            newest = sessions.listed(season.campaign)[0].id
            with store.writing() as tx:
                tx.table.note(newest, ended=season.workspace.clock())
    store.close()
    return path


@pytest.fixture
def season(season_store, tmp_path, book):
    """The same, to be changed; it is November."""
    store = open_store(shutil.copy(season_store, tmp_path / "store.sqlite"))
    found = Season(store, book, 9000)
    found.day = "2026-11-22"
    yield found
    store.close()


def told(workspace: Workspace, campaign: str):
    """All that the chronicle, lives, plots, records, sequences and the tale of a campaign say."""
    chronicle = Chronicle(workspace, campaign)
    groups = [g.id for g in workspace.groups(campaign)]
    lives = []
    for group in groups:
        for member in workspace.group(group).group.members:
            life = Life(chronicle, group, member.id)
            lives.append((life.standing(), life.fate(), life.figures()))
            lives += [life.told(played) for played in life.games]
    games = PostGameActions(workspace, None)
    views = [games.view(line.id) for line in games.sequences(campaign)]
    return {
        "stories": [chronicle.story(game.id) for game in chronicle.games],
        "lives": lives,
        "plots": [chart(chronicle, measure, groups) for measure in MEASURES],
        "records": [records(chronicle), *(met(chronicle, group) for group in groups)],
        "sequences": [(list(story(v.replayed)), v.finished, v.before, v.after) for v in views],
        "stale": [(v.base_changed, v.rules_changed, v.corrected) for v in views],
        "tale": tale_of_campaign(workspace, campaign, notes=True),
        "groups": [workspace.group(group).group for group in groups],
        "campaign": workspace.campaign(campaign).campaign,
        "sessions": SessionActions(workspace, games).listed(campaign),
    }


def anew(season: Season) -> Workspace:
    """A desk that remembers nothing."""
    return Workspace(season.workspace.store, season.workspace.catalogue)


@pytest.mark.sweep
def test_the_chronicle_lives_and_plots_lose_no_sentence(season):
    before = told(season.workspace, season.campaign)
    assert sum(len(s.all_sentences) for s in before["stories"]) > 40
    assert sum(len(line.points) for plot in before["plots"] for line in plot.lines) > 60
    offered = preview(season.workspace, ALL)
    assert offered.history.n > 60
    season.tidy(TidyWish("2026-07-01", history=True))
    after = told(anew(season), season.campaign)
    for part in before:
        assert after[part] == before[part], part
    assert check_store(anew(season)).sound
    assert preview(season.workspace, ALL).history == preview(season.workspace, ALL).history
    assert preview(season.workspace, ALL).history.n == 0


def test_everything_but_what_is_rested_on_goes_and_that_is_seen_before(season):
    store = season.workspace.store
    with store.reading() as tx:
        many = tx.connection.exec_driver_sql("SELECT count(*) FROM revisions").scalar()
    offered = preview(season.workspace, TidyWish("2026-11-22", history=True))
    done = season.tidy(TidyWish("2026-11-22", history=True))
    with store.reading() as tx:
        left = tx.connection.exec_driver_sql("SELECT count(*) FROM revisions").scalar()
    # Of each sequence what it began with, the state before it was finished, and after.
    games = len(season.workspace.campaign(season.campaign).campaign.games)
    assert left <= 3 * 2 * games + 4
    assert left < many / 2
    assert done.before - done.after >= offered.history.size > 40_000


def test_a_history_that_was_known_before_is_read_anew(season):
    known = history_of(season.workspace, season.ours)
    season.tidy()
    after = history_of(season.workspace, season.ours, known)
    assert len(after) < len(known)
    assert after.outline == history_of(season.workspace, season.ours).outline


def test_undo_goes_back_to_the_day_and_says_why_no_further(season):
    workspace, group = season.workspace, season.ours
    expected = next(e for e in workspace.history(group) if e.at < "2026-07")
    wanted = workspace.group_at(expected.revision)
    assert workspace.group(group).group != wanted
    season.tidy()
    workspace = anew(season)
    steps = 0
    while workspace.undo_names(season.campaign, group)[0] is not None:
        workspace.undo(season.campaign, group)
        steps += 1
    assert steps >= 10
    assert workspace.group(group).group == wanted
    with pytest.raises(NothingToUndoError, match="What was changed before 1 July 2026 was tidied"):
        workspace.undo(season.campaign, group)
    for _step in range(steps):
        workspace.redo(season.campaign, group)
    assert workspace.undo_names(season.campaign, group)[1] is None
    assert check_store(workspace).sound


def test_the_history_begins_with_what_is_left_and_each_state_can_be_made_the_present(season):
    workspace, group = season.workspace, season.ours
    states = {e.revision: workspace.group_at(e.revision) for e in workspace.history(group)}
    season.tidy()
    workspace = anew(season)
    history = whole_history(workspace, group)
    assert 10 < len(history) < len(states) - 30
    for entry in history:
        assert workspace.group_at(entry.revision) == states[entry.revision]
    names = [change_name(entry.change) for entry in history if entry.at < "2026-07"]
    assert "after game 3" in names
    assert any(name.endswith(", with changes before it that were tidied away") for name in names)
    assert [entry.at for entry in history] == sorted((e.at for e in history), reverse=True)
    oldest = history[-1]
    now = workspace.group(group).group
    restore_earlier(workspace, group, oldest.revision)
    assert workspace.group(group).group == states[oldest.revision]
    workspace.undo(season.campaign, group)
    assert workspace.group(group).group == now


def test_a_number_of_a_revision_is_never_given_out_twice(season):
    workspace, group = season.workspace, season.ours
    season.groups.write_notes(group, "undone at the end")
    last = workspace.history(group)[0].revision
    workspace.undo(season.campaign, group)
    season.day = "2026-12-24"
    season.tidy(TidyWish("2026-12-24", history=True))
    with workspace.store.reading() as tx:
        highest = tx.connection.exec_driver_sql("SELECT max(id) FROM revisions").scalar()
    assert highest >= last
    assert workspace.undo_names(season.campaign, group) == (None, None)
    with pytest.raises(NothingToUndoError, match="tidied away"):
        workspace.redo(season.campaign, group)
    season.groups.write_notes(group, "and on it goes")
    assert workspace.undo_names(season.campaign, group)[0] == "wrote group notes"
    workspace.undo(season.campaign, group)


def test_tidied_a_second_time_it_goes_on_from_the_first(season):
    before = told(season.workspace, season.campaign)
    season.tidy(TidyWish("2026-05-01", history=True))
    season.tidy(TidyWish("2026-09-01", history=True))
    workspace = anew(season)
    assert told(workspace, season.campaign) == before
    while workspace.undo_names(season.campaign, season.ours)[0] is not None:
        workspace.undo(season.campaign, season.ours)
    with pytest.raises(NothingToUndoError, match="before 1 September 2026"):
        workspace.undo(season.campaign, season.ours)
    for entry in workspace.history(season.ours):
        if isinstance(entry.change, HistoryFolded):
            assert entry.change.was != HistoryFolded.kind


def test_a_sequence_can_be_opened_played_on_and_finished_after_it(season):
    season.day = "2026-06-25"
    game = record_game(season.workspace, season.campaign, season.ours)
    begun = season.games.begin(season.campaign, game, season.ours)
    ask = season.games.view(begun).pending
    assert ask is not None
    season.day = "2026-11-22"
    season.tidy(TidyWish("2026-11-22", history=True))
    view = season.games.view(begun)
    assert not view.base_changed
    play_through(season.games, begun)
    season.games.finish(begun)
    season.workspace.undo(season.campaign, season.ours)
    assert not season.games.view(begun).finished
    season.workspace.redo(season.campaign, season.ours)
    assert season.games.view(begun).finished


def test_what_was_settled_of_captives_is_still_known(season):
    from lastdays.campaign.basis import gone_captives
    from lastdays.model.game_record import CaptiveRecord

    workspace, group = season.workspace, season.ours
    season.day = "2026-03-11"
    member = workspace.group(group).group.roster[-1]
    for n in range(3):
        workspace.change_group(
            group,
            RescueDeclined(member.name, member.id) if n == 1 else RescueDeclined("nobody"),
            lambda g, n=n: replace(g, notes=f"declined {n}"),
        )
    game = workspace.campaign(season.campaign).campaign.games[0]
    side = replace(game.side_of(group), captives=(CaptiveRecord(member.id, member.name),))
    game = replace(game, sides=(side,))
    season.day = "2026-11-22"
    season.tidy()
    with anew(season).store.reading() as tx:
        assert gone_captives(tx, season.campaign, game) == (member.id,)


def test_days_of_games_that_stand_only_in_old_changes_stay(season, book):
    workspace = season.workspace
    with workspace.store.writing() as tx:
        subject = Subject(season.campaign)
        value = workspace.campaign(season.campaign).campaign
        games = tuple(replace(game, recorded="") for game in value.games)
        value = replace(value, games=games)
        change = tx.revisions.history(subject)[0].change
        made = tx.revisions.add_change(season.campaign, change, workspace.clock())
        tx.revisions.add(made, subject, value, documents.campaign_document(value), {})
    days = [Chronicle(anew(season), season.campaign).day(game) for game in games]
    assert all(days)
    season.tidy(TidyWish("2026-11-22", history=True))
    assert [Chronicle(anew(season), season.campaign).day(game) for game in games] == days


# Clocks


def test_a_clock_set_back_never_lets_a_recent_change_go(season):
    """A dead battery says 2000 for an evening, and 2040 for another."""
    workspace, group = season.workspace, season.ours
    season.day = "2026-10-30"
    season.groups.write_notes(group, "recent")
    season.day = "2000-01-01"
    season.groups.write_notes(group, "by a wrong clock")
    season.day = "2026-11-22"
    season.tidy()
    workspace = anew(season)
    for wanted in ("recent", "another thought in 110"):
        workspace.undo(season.campaign, group)
        assert workspace.group(group).group.notes == wanted


def test_a_clock_that_was_ahead_holds_nothing_up(season):
    season.day = "2040-01-01"
    season.groups.write_notes(season.ours, "from the future")
    season.day = "2026-11-01"
    season.groups.write_notes(season.ours, "now")
    season.day = "2026-12-01"
    assert preview(season.workspace, TidyWish("2026-11-30")).history.n > 100
    season.tidy(TidyWish("2026-11-30", history=True))
    assert season.workspace.undo_names(season.campaign, season.ours)[0] is None
    assert check_store(season.workspace).sound


def test_only_a_day_is_a_day(season):
    before = season.workspace.store.path.read_bytes()
    for wrong in ("", "soon", "2026-13-01", "99999-01-01"):
        with pytest.raises(LastDaysError, match="isn't a day"):
            season.tidy(TidyWish(wrong, history=True))
    assert season.workspace.store.path.read_bytes() == before
    assert beginning_of("2026-07-01").tzinfo is not None


# Games at the table


def logs(workspace, campaign):
    games = PostGameActions(workspace, None)
    sessions = SessionActions(workspace, games)
    return {s.id: sessions.tracker(s.id) for s in sessions.listed(campaign)}


def test_logs_of_old_games_go_and_their_tables_stay(season):
    before = logs(season.workspace, season.campaign)
    offered = preview(season.workspace, ALL)
    assert offered.logs.n == 2
    assert offered.logs.size > 1000
    stories = told(season.workspace, season.campaign)["stories"]
    season.tidy(TidyWish("2026-07-01", logs=True))
    after = logs(anew(season), season.campaign)
    assert set(after) == set(before)
    gone = [id for id in after if not after[id].log()]
    assert len(gone) == 2
    for id, tracker in after.items():
        assert tracker.state == before[id].state
        assert tracker.ended == before[id].ended
        assert tracker.summary() is not None
    for id in gone:
        assert after[id].facts[TIDIED] == "2026-07-01"
        assert after[id].undo_name is None
    assert told(anew(season), season.campaign)["stories"] == stories
    kept = next(t for id, t in after.items() if id not in gone)
    assert [kept.words.line(x) for x in kept.log()] == [
        before[kept.id].words.line(x) for x in before[kept.id].log()
    ]
    # History was not asked for: it is as long as it was.
    assert preview(season.workspace, ALL).history == offered.history
    assert preview(season.workspace, ALL).logs.n == 0


def test_deleted_games_go_for_good_where_that_is_wanted(season):
    sessions = SessionActions(season.workspace, season.games)
    gone = sessions.listed(season.campaign)[0].id
    sessions.delete(gone)
    assert preview(season.workspace, TidyWish()).games.n == 1
    season.tidy(TidyWish("2026-07-01", history=True))
    assert [s.id for s in sessions.listed(season.campaign, deleted=True)] == [gone]
    season.tidy(TidyWish(games=True))
    assert sessions.listed(season.campaign, deleted=True) == []
    assert len(sessions.listed(season.campaign)) == 2
    assert check_store(anew(season)).sound


# Deleted campaigns, portraits


def test_a_deleted_campaign_goes_for_good_where_it_is_chosen(season):
    workspace = season.workspace
    actions = CampaignActions(workspace)
    other = actions.begin("Elsewhere")
    GroupActions(workspace).found(other, "Crew", "merciless-thug", "Nell", "mall")
    actions.delete(season.campaign)
    (offered,) = preview(workspace, TidyWish()).campaigns
    assert (offered.id, offered.name, offered.at[:10]) == (
        season.campaign,
        "Riverside",
        "2026-11-22",
    )
    assert offered.size > 100_000
    # One that isn't deleted isn't removed, whoever asks.
    season.tidy(TidyWish(campaigns=frozenset((other,)), games=True))
    assert {c.id for c in workspace.campaigns()} == {other, season.campaign}
    done = season.tidy(TidyWish(campaigns=frozenset((season.campaign,))))
    assert done.before - done.after > offered.size / 2
    assert {c.id for c in workspace.campaigns()} == {other}
    assert check_store(anew(season)).sound
    with closing(sqlite3.connect(workspace.store.path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f"SELECT * FROM {name}"):
                assert season.campaign not in row


def test_portraits_go_once_no_state_that_is_kept_has_them(season):
    workspace, group = season.workspace, season.ours
    pictures = [bytes([n]) * 900 for n in range(4)]
    with workspace.store.writing() as tx:
        unused, old, now, theirs = (tx.paper.add_portrait(picture) for picture in pictures)
    first = workspace.group(group).group.roster[0]

    def portray(picture: str) -> None:
        season.groups.edit_member(group, replace(first, portrait=picture))

    season.day = "2026-11-01"
    portray(old)
    season.day = "2026-11-22"
    portray(now)
    rival = workspace.group(season.theirs).group
    workspace.change_group(
        season.theirs, RescueDeclined("x"), lambda _g: replace(rival, picture=theirs)
    )
    assert preview(workspace, TidyWish(portraits=True)).portraits.n == 1
    wish = TidyWish("2026-11-20", history=True, portraits=True)
    # What undo of the first change that is kept leads to is kept with its pictures.
    assert preview(workspace, wish).portraits.n == 1
    season.tidy(wish)
    with workspace.store.reading() as tx:
        has = {name: tx.paper.has_portrait(name) for name in (unused, old, now, theirs)}
    assert has == {unused: False, old: True, now: True, theirs: True}
    season.day = "2026-11-23"
    wish = TidyWish("2026-11-23", history=True, portraits=True)
    assert preview(workspace, wish).portraits.n == 1
    season.tidy(wish)
    with workspace.store.reading() as tx:
        has = {name: tx.paper.has_portrait(name) for name in (old, now, theirs)}
    assert has == {old: False, now: True, theirs: True}


# Groups that were away


@pytest.fixture
def home(tmp_path, empty_store, book):
    """A player's store."""
    store = open_store(shutil.copy(empty_store, tmp_path / "home.sqlite"))
    workspace = Workspace(store, book)
    CampaignActions(workspace).begin("Kitchen")
    yield workspace
    store.close()


def carried_home(season, home):
    """The group taken home, and changed there; its id."""
    campaign = home.campaigns()[0].id
    return GroupActions(home).import_document(campaign, season.groups.export(season.ours))


def test_a_group_taken_home_after_the_day_finds_what_both_have_in_common(season, home):
    there = carried_home(season, home)
    GroupActions(home).write_notes(there, "written at home")
    edit_group(season.groups, season.ours, name="Renamed here", player="", points=5, games=9)
    season.tidy()
    merging = GroupMerging(anew(season))
    known = merging.look(season.campaign, GroupActions(home).export(there))
    assert known is not None
    assert known.left
    assert not known.tidied
    assert not known.meeting.open_points({})
    merging.merge(known, {})
    group = anew(season).group(season.ours).group
    assert (group.name, group.notes) == ("Renamed here", "written at home")


def test_a_group_taken_home_before_the_day_is_told_plainly(season, home):
    there = carried_home(season, home)
    GroupActions(home).write_notes(there, "written at home")
    season.fiddle(season.ours, 11)
    season.day = "2026-12-24"
    season.tidy(TidyWish("2026-12-24", history=True))
    document = GroupActions(home).export(there)
    known = GroupMerging(anew(season)).look(season.campaign, document)
    assert known is not None
    assert (known.left, known.tidied) == (False, True)
    assert known.meeting.open_points({})


def test_who_is_away_still_knows_a_group_that_was_tidied_here(season, home):
    """The other way round: what left before the day is in the lineage of what leaves after it."""
    there = carried_home(season, home)
    GroupActions(home).write_notes(there, "written at home")
    season.fiddle(season.ours, 11)
    edit_group(season.groups, season.ours, name="Renamed here", player="", points=5, games=9)
    season.day = "2026-12-24"
    season.tidy(TidyWish("2026-12-24", history=True))
    document = GroupActions(anew(season)).export(season.ours)
    known = GroupMerging(home).look(home.campaigns()[0].id, document)
    assert known is not None
    assert known.left


def test_a_whole_campaign_still_leaves_and_comes_in(season, home):
    season.fiddle(season.ours, 11)
    left = season.groups.export(season.ours)
    season.fiddle(season.ours, 12)
    season.day = "2026-12-24"
    season.tidy(TidyWish("2026-12-24", history=True))
    before = told(anew(season), season.campaign)
    transfer = CampaignTransfer(home)
    campaign = transfer.import_file(CampaignTransfer(anew(season)).export(season.campaign))
    assert check_store(home).sound
    after = told(home, campaign)
    for part in ("lives", "plots", "records", "groups"):
        assert after[part] == before[part], part

    def sentences(found):
        return [[s.text for s in one.all_sentences] for one in found["stories"]]

    assert sentences(after) == sentences(before)
    # Nobody there knows which states were tidied away: an earlier one isn't taken for the parting.
    known = GroupMerging(home).look(campaign, left)
    assert known is not None
    assert (known.left, known.tidied) == (False, True)
    season.groups.write_notes(season.ours, "later")
    lineage = GroupMerging(home).look(campaign, season.groups.export(season.ours))
    assert lineage is not None
    assert lineage.left


# Damage, stopping, kills


def test_what_is_left_can_be_recovered(season, tmp_path, book):
    season.tidy()
    before = told(anew(season), season.campaign)
    season.workspace.store.close()
    target = tmp_path / "recovered.sqlite"
    with closing(sqlite3.connect(season.workspace.store.path)) as db:
        db.execute("UPDATE groups SET head_sum = 1 WHERE id = ?", (season.ours,))
        db.commit()
    recover(season.workspace.store.path, target)
    store = open_store(target)
    workspace = Workspace(store, book)
    after = told(workspace, season.campaign)
    for part in ("stories", "lives", "plots", "sequences"):
        assert after[part] == before[part], part
    store.close()


@pytest.mark.parametrize("percent", [0, 5, 20, 30, 40, 50])
def test_stopped_at_any_step_nothing_was_changed(season, percent):
    store = season.workspace.store
    with store.resting():
        before = rows(store.path)
        heard: list[int] = []
        watch = TidyWatch(heard.append, lambda: bool(heard) and heard[-1] >= percent)
        with pytest.raises(StoreError, match="stopped"):
            tidy_up(season.workspace, ALL, watch)
        assert rows(store.path) == before
    beside = {p.name for p in store.path.parent.iterdir()}
    assert not [name for name in beside if "part" in name]
    season.groups.write_notes(season.ours, "on it goes")


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("percent", [0, 20, 30, 40, 50, 70, 85, 99, 100])
def test_killed_at_any_step_it_is_as_before_or_folded(season, percent, book):
    season.workspace.store.close()
    path = season.workspace.store.path
    before = rows(path)
    workspace = _reopened(path, book)
    wanted = told(workspace, season.campaign)
    workspace.store.close()
    child = os.fork()
    if child == 0:
        try:
            store = open_store(path)
            other = Season(store, book)
            other.day = "2026-11-22"
            other.tidy(
                watch=TidyWatch(lambda now: os.kill(os.getpid(), 9) if now >= percent else None)
            )
        finally:
            os._exit(1)
    _child, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    workspace = _reopened(path, book)
    assert check_store(workspace).sound
    after = told(workspace, season.campaign)
    assert {**after, "sessions": 0} == {**wanted, "sessions": 0}
    with workspace.store.resting():
        now = rows(path)
        if percent <= 70:
            assert now == before
        if percent == 100:
            assert now != before
    other = Season(workspace.store, book)
    other.day = "2026-11-22"
    other.tidy()
    assert not [p.name for p in path.parent.iterdir() if "part" in p.name]
    workspace.store.close()


def _reopened(path, book) -> Workspace:
    store = open_store(path)
    assert store.told == ()
    return Workspace(store, book)


def test_what_is_kept_is_looked_at_before_the_store_becomes_it(season, monkeypatch):
    from lastdays.campaign import folding

    store = season.workspace.store
    with store.resting():
        before = rows(store.path)
    real = folding.check_store

    def unsound(workspace):
        report = real(workspace)
        return dataclasses.replace(report, problems=(Problem("Crew", "Gone."),))

    monkeypatch.setattr(folding, "check_store", unsound)
    with pytest.raises(StoreError, match=r"would not be whole \(Gone\.\), so nothing was changed"):
        season.tidy()
    with store.resting():
        assert rows(store.path) == before
