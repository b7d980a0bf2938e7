"""Games at the table in a campaign's file: out, in and played on, and nothing of a hostile one."""

from __future__ import annotations

import io
import json
import random
import shutil
import zipfile
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaign_transfer import CampaignTransfer
from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.foreign_tables import TableChecks, UnsoundTableError
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.post_game_sequences import PostGameActions
from lastdays.campaign.store_check import check_store
from lastdays.campaign.table_sessions import OpenSession, SessionActions, table_json
from lastdays.errors import DocumentError
from lastdays.rulebook import load
from lastdays.store import open_store
from lastdays.store.log import TIDIED
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.taps import count
from lastdays.tabletop.view import Play
from store.exercise import play_move

BOOK = load()
FIXTURES = Path(__file__).parents[1] / "fixtures"


def the(workspace: Workspace) -> str:
    return workspace.campaigns()[0].id


def sessions_of(workspace: Workspace) -> SessionActions:
    return SessionActions(workspace, PostGameActions(workspace, random.Random(1)))


def begun(workspace: Workspace, moves: int, seed: int) -> OpenSession:
    """A game of the campaign's groups at the table, some moves of it played."""
    groups = workspace.groups(the(workspace))
    sides = tuple(entrant_of(workspace.group(g.id).group, BOOK, {}) for g in groups[:2])
    sessions = sessions_of(workspace)
    tracker = sessions.tracker(sessions.begin(the(workspace), Setup("scavengers", sides)))
    rng = random.Random(seed)
    tracker.tap(count.tap(piece="A1", name="noise", amount=1))
    for _n in range(moves):
        play_move(tracker, rng)
    return tracker


@pytest.fixture(scope="module")
def played_store(tmp_path_factory, sample_store) -> Path:
    """The sample with a game that was recorded at the table, one half played, one deleted."""
    file = tmp_path_factory.mktemp("played") / "s.sqlite"
    store = open_store(shutil.copy(sample_store, file))
    workspace = Workspace(store, BOOK)
    for group in workspace.groups(the(workspace)):
        GroupActions(workspace).write_notes(group.id, "On Thursdays.")
    begun(workspace, 12, 3).end()
    half = begun(workspace, 4, 5)
    half.tap(count.tap(piece="B1", name="damage", amount=1))
    half.undo()
    half.start(Play("roll-off", {"teams": ["A", "B"]}))
    sessions_of(workspace).delete(begun(workspace, 0, 1).id)
    store.close()
    return file


@pytest.fixture
def played(tmp_path, played_store):
    store = open_store(shutil.copy(played_store, tmp_path / "played.sqlite"))
    yield Workspace(store, BOOK)
    store.close()


def exported(workspace: Workspace) -> bytes:
    return CampaignTransfer(workspace).export(the(workspace))


def told(tracker: OpenSession) -> list[str]:
    return [tracker.words.line(line) for line in tracker.log()]


def logged_in(workspace: Workspace, campaign: str) -> list[str]:
    """The logs that the stories of a campaign lead to."""
    chronicle = Chronicle(workspace, campaign)
    told = (chronicle.story(game.id) for game in chronicle.games)
    return [story.session for story in told if story.session]


def test_they_come_in_as_they_went_out(played, other):
    campaign = CampaignTransfer(other).import_file(exported(played))
    there, here = sessions_of(played), sessions_of(other)
    before, after = there.listed(the(played)), here.listed(campaign)
    assert len(before) == 2
    assert after == before
    for listed in before:
        one, two = there.tracker(listed.id), here.tracker(listed.id)
        assert told(two) == told(one)
        assert (two.help, two.ended, two.recorded) == (one.help, one.ended, one.recorded)
        assert not two.rules_changed
        for n in range(len(one.timeline.entries) + 1):
            assert two.seen_at(n) == one.seen_at(n)
        assert [e.at for e in two.timeline.entries] == [e.at for e in one.timeline.entries]
    assert check_store(other).sound


def test_the_chronicle_leads_to_the_log_again(played, other):
    campaign = CampaignTransfer(other).import_file(exported(played))
    logged = logged_in(other, campaign)
    assert logged == logged_in(played, the(played))
    assert len(logged) == 1
    assert sessions_of(other).tracker(logged[0]).campaign == campaign


def test_a_half_played_one_is_undone_and_played_to_its_end(played, other):
    campaign = CampaignTransfer(other).import_file(exported(played))
    sessions = sessions_of(other)
    half = next(s.id for s in sessions.listed(campaign) if not s.ended)
    tracker = sessions.tracker(half)
    assert tracker.redo_name is None, "what was undone stays at home"
    assert tracker.standing() is not None
    tracker.undo()
    assert not tracker.is_open
    tracker.redo()
    while tracker.is_open:
        tracker.roll()
    assert tracker.end().id == half
    assert half in other.campaign(campaign).campaign.games_by_id
    assert sessions.tracker(half).state == tracker.state


def test_out_and_in_and_out_makes_the_same_bytes(played, other):
    content = exported(played)
    assert exported(played) == content
    CampaignTransfer(other).import_file(content)
    assert exported(other) == content


def test_a_second_one_is_of_its_own_campaign(played):
    """Its sides are the groups that came with it; the one that was there is as it was."""
    first = the(played)
    before = exported(played)
    campaign = CampaignTransfer(played).import_file(before)
    sessions = sessions_of(played)
    listed = [s for s in sessions.listed(campaign) if s.campaign == campaign]
    assert len(listed) == 2
    groups = {g.id for g in played.groups(campaign)}
    for one in listed:
        assert {t.group for t in sessions.tracker(one.id).state.teams} == groups
        assert one.record in ("", one.id)
    assert logged_in(played, campaign)[-1] in {s.id for s in listed}
    assert CampaignTransfer(played).export(first) == before
    assert check_store(played).sound


def test_a_group_that_was_deleted_plays_as_anyone(played, other):
    groups = played.groups(the(played))
    GroupActions(played).delete(groups[1].id)
    campaign = CampaignTransfer(other).import_file(exported(played))
    sessions = sessions_of(other)
    for listed in sessions.listed(campaign):
        teams = sessions.tracker(listed.id).state.teams
        assert {t.group for t in teams} == {groups[0].id, ""}


def test_of_a_long_game_the_latest_taps_go_along(played, other, monkeypatch):
    monkeypatch.setattr("lastdays.campaign.campaign_transfer.EVENTS_MOST", 5)
    campaign = CampaignTransfer(other).import_file(exported(played))
    for listed in sessions_of(other).listed(campaign):
        one, two = (sessions_of(w).tracker(listed.id) for w in (played, other))
        assert two.state == one.state
        # The first line may be the end of one that began before.
        assert told(two)[1:] == told(one)[1 - len(told(two)) :]
        assert len(two.timeline.entries) == 5
        assert TIDIED not in listed.facts


def test_of_the_oldest_games_the_table_goes_along(played, other, monkeypatch):
    """Where all of them are too much: the newest first."""
    newest, oldest = sessions_of(played).listed(the(played))
    taps = len(sessions_of(played).tracker(newest.id).timeline.entries)
    monkeypatch.setattr("lastdays.campaign.campaign_transfer.EVENTS_IN_ALL", taps)
    CampaignTransfer(other).import_file(exported(played))
    kept, folded = (sessions_of(other).tracker(s.id) for s in (newest, oldest))
    assert len(kept.timeline.entries) == taps
    assert folded.timeline.entries == []
    assert folded.facts[TIDIED]
    assert table_json(folded) == table_json(sessions_of(played).tracker(oldest.id))
    monkeypatch.setattr("lastdays.campaign.campaign_transfer.TABLES_MOST", 1)
    with zipfile.ZipFile(io.BytesIO(exported(played))) as archive:
        assert archive.read("tables.jsonl").count(b"\n") == 0


def test_the_newest_go_along_as_long_as_they_can_be_read_again(played, other, monkeypatch):
    """Of large groups, a thousand games at the table are more than is read of one entry."""
    newest, _oldest = sessions_of(played).listed(the(played))
    heads = entries_of(exported(played))["tables.jsonl"]
    line = max(len(line) for line in heads.split(b"\n")) + 1
    monkeypatch.setattr("lastdays.campaign.campaign_transfer.HEADS_MOST", line)
    transfer = CampaignTransfer(played)
    content = transfer.export(the(played))
    campaign = CampaignTransfer(other).import_file(content)
    assert [s.id for s in sessions_of(other).listed(campaign)] == [newest.id]
    assert transfer.left_out() == (
        "1 game at the table isn't in the file: it holds the newest only."
    )
    monkeypatch.setattr("lastdays.campaign.campaign_transfer.TABLES_MOST", 0)
    transfer.export(the(played))
    assert transfer.left_out().startswith("3 games")


def test_a_damaged_one_stays_behind(played, other):
    """The campaign leaves without it, and says so."""
    half = next(s.id for s in sessions_of(played).listed(the(played)) if not s.ended)
    with played.store.writing() as tx:
        tx.connection.exec_driver_sql(
            "UPDATE events SET event = '{}' WHERE session_id = ?", (half,)
        )
    transfer = CampaignTransfer(played)
    content = transfer.export(the(played))
    assert transfer.left_out() == "1 game at the table is damaged and isn't in the file."
    campaign = CampaignTransfer(other).import_file(content)
    assert [bool(s.ended) for s in sessions_of(other).listed(campaign)] == [True]


def test_a_file_from_before_has_none(other):
    campaign = CampaignTransfer(other).import_file((FIXTURES / "campaign-1.zip").read_bytes())
    assert len(other.groups(campaign)) == 2
    assert sessions_of(other).listed(campaign) == []
    assert other.campaign(campaign).campaign.games


def entries_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(entries: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return made.getvalue()


Table = tuple[dict[str, object], list[object]]


def hostile(content: bytes) -> dict[str, Table]:
    """The first game at the table with something of it another, by what that is."""
    entries = entries_of(content)
    head = json.loads(entries["tables.jsonl"].split(b"\n")[0])
    first = json.loads(entries["tables/1.jsonl"].split(b"\n")[0])
    event = first["event"]

    def with_head(**values: object) -> Table:
        return {**head, **values}, [first]

    def with_first(line: object) -> Table:
        return head, [line]

    def with_event(**values: object) -> Table:
        return with_first({**first, "event": {**event, **values}})

    def with_effect(*effect: object) -> Table:
        return with_event(effects=[list(effect)])

    def with_piece(kind: str, **values: object) -> Table:
        start = json.loads(json.dumps(head["start"]))
        next(v for k, v in start if k == kind).update(values)
        return with_head(start=start)

    deep: object = 1
    for _n in range(8):
        deep = [deep]
    open_piece = {"play": "roll-off", "args": {"teams": ["A", "B"]}, "answers": [], "id": "open"}
    return {
        "an unknown game": with_head(game="chess"),
        "another game of the program": with_head(game="zombies"),
        "an id of no length": with_head(id=""),
        "an id that is a path": with_head(id=["../x"]),
        "a time that is none": with_head(at="yesterday"),
        "a time without a place": with_head(at="2026-01-01T10:00:00"),
        "a time of nobody": with_head(at="0001-01-01T00:00:00+00:00"),
        "an end that is none": with_head(ended="soon"),
        "a record of no game": with_head(record="x"),
        "a help that is none": with_head(help="all"),
        "facts that are a list": with_head(facts=[]),
        "facts of nothing": with_head(facts={"colour": "red"}),
        "sides that are a word": with_head(facts={"sides": "A"}),
        "switches that are none": with_head(switches={"ending": 7}),
        "no beginning": with_head(start=[]),
        "a beginning that is a word": with_head(start="table"),
        "a field that is unknown": with_head(colour="red"),
        "a piece twice": with_head(start=[*head["start"], head["start"][0]]),
        "an unknown kind": with_head(start=[*head["start"], ["dragon", {"id": "D1"}]]),
        "a huge counter": with_piece("figure", noise=100_000),
        "a counter of words": with_piece("figure", damage="many"),
        "a truth for a number": with_piece("figure", AP=True),
        "a text for a truth": with_piece("figure", locked="yes"),
        "an id that leads nowhere": with_piece("figure", id="Z²"),
        "an unknown Keyword": with_piece("figure", keyword="red"),
        "a name of two lines": with_piece("figure", name="a\nb"),
        "an endless name": with_piece("figure", name="x" * 300),
        "a side of strangers": with_piece("team", group="x"),
        "a captor from elsewhere": with_piece("team", captured=[["m", "Mo", "x"]]),
        "a model of no side": with_piece("figure", team="D"),
        "a weapon of nobody": with_piece("gun", figure="A99"),
        "an unknown step": with_piece("table", phase="night"),
        "contact with nobody": with_piece("table", contacts=[["A1", "Z99"]]),
        "contact of three": with_piece("table", contacts=[["A1", "A2", "B1"]]),
        "one in play who isn't there": with_piece("table", active="Z99"),
        "a tap without a time": with_first({"event": event}),
        "a tap of more": with_first({**first, "more": 1}),
        "a tap at no time": with_first({**first, "at": "9999-12-31T23:59:59+00:00"}),
        "a name that is a number": with_event(name=3),
        "a name of too little": with_event(name=["count", {}]),
        "an amount of words": with_event(name=["count", {"who": "@A1", "what": "noise", "amount": "x"}]),
        "an endless amount": with_event(amount=10**6),
        "deep facts": with_event(name=["played", {"who": deep}]),
        "dice of three": with_event(dice=[["a", 1, "rolled"]]),
        "a turn of words": with_event(turn="first"),
        "an effect that is none": with_effect("explode", "A1"),
        "an effect on nobody": with_effect("set", "A99", {"noise": 1}),
        "an effect of more": with_effect("set", "A1", {"noise": 1}, 1),
        "another id": with_effect("set", "A1", {"id": "A2"}),
        "a model that goes": with_effect("gone", "A1"),
        "a table that goes": with_effect("gone", "table"),
        "a model that becomes a zombie": with_effect("new", "zombie", {"id": "A1"}),
        "a third side": with_effect("new", "team", {"id": "C", "name": "x"}),
        "a group by a tap": with_effect("set", "A", {"group": "x"}),
        "a counter too high by a tap": with_effect("set", "A1", {"noise": 1000}),
        "a step that is none by a tap": with_effect("set", "table", {"phase": 3}),
        "a field that is unknown by a tap": with_effect("set", "A1", {"colour": 1}),
        "a roll about everything": with_effect("new", "open", {**open_piece, "args": {"teams": 3}}),
        "a roll with odd answers": with_effect("new", "open", {**open_piece, "answers": [[1]]}),
        "a roll about lines": with_effect("new", "open", {**open_piece, "args": {"a b": "x"}}),
    }  # fmt: skip


def test_what_is_hostile_is_not_a_game_at_the_table(played):
    groups = [g.id for g in played.groups(the(played))]
    checks = TableChecks(BOOK, groups, played.campaign(the(played)).campaign.games_by_id)
    content = exported(played)
    sound = json.loads(entries_of(content)["tables.jsonl"].split(b"\n")[0])
    for what, (head, taps) in hostile(content).items():
        with pytest.raises(UnsoundTableError) as refused:
            checks.checked(head, taps)
        assert refused.value.tap == int(head == sound), what
    assert checks.checked(sound, []).head() == sound


def head_groups(head: dict[str, object]) -> list[str]:
    return [values["group"] for kind, values in head["start"] if kind == "team"]


def test_what_is_asked_again_and_again_is_not_a_game(played, monkeypatch):
    """An open roll is looked at after each tap: with many answers that takes for ever."""
    game = next(s.id for s in sessions_of(played).listed(the(played)) if not s.ended)
    content = entries_of(exported(played))
    heads = [json.loads(line) for line in content["tables.jsonl"].split(b"\n")]
    head = next(head for head in heads if head["id"] == game)
    answers = [[f"roll-off/{n}/{team}", 3, "typed", ""] for n in range(1, 5) for team in "AB"]
    values = {"play": "roll-off", "args": {"teams": ["A", "B"]}, "answers": answers, "id": "open"}
    event = {"name": ["phase", {"turn": 1, "phase": "noise"}], "effects": [["new", "open", values]]}
    taps = [{"at": head["at"], "event": event}] * 3
    checks = TableChecks(BOOK, head_groups(head), [])
    monkeypatch.setattr("lastdays.campaign.foreign_tables.ASKED_MOST", 3 * len(answers))
    assert len(checks.checked(head, taps).events) == 3
    with pytest.raises(UnsoundTableError) as refused:
        checks.checked(head, [*taps, taps[0]])
    assert refused.value.tap == 4


def test_a_damaged_one_is_refused_with_its_campaign(played, other):
    entries = entries_of(exported(played))
    heads, log = entries["tables.jsonl"], entries["tables/1.jsonl"]
    twice = b"\n".join([heads.split(b"\n")[0]] * 2)
    files = {
        "tables/1.jsonl is missing": {n: c for n, c in entries.items() if n != "tables/1.jsonl"},
        "tables.jsonl is missing": {n: c for n, c in entries.items() if n != "tables.jsonl"},
        "tables.jsonl": {**entries, "tables.jsonl": twice, "tables/2.jsonl": log},
        "tables/1.jsonl": {**entries, "tables/1.jsonl": b"words"},
        "tables/1.jsonl → 1": {**entries, "tables/1.jsonl": log.replace(b'"A1"', b'"A77"', 1)},
        "tables/2.jsonl → 0": {
            **entries,
            "tables.jsonl": b'"help": "all"'.join(heads.rsplit(b'"help": "guided"', 1)),
        },
    }
    for where, changed in files.items():
        with pytest.raises(DocumentError) as refused:
            CampaignTransfer(other).import_file(zipped(changed))
        said = f"This campaign's file is damaged ({where}). Nothing was imported."
        assert str(refused.value) == said
        assert other.campaigns() == []


def test_too_many_taps_are_not_read(played, other, monkeypatch):
    content = exported(played)
    for bound, most in (("EVENTS_MOST", 3), ("EVENTS_IN_ALL", 8), ("TABLES_MOST", 1)):
        with monkeypatch.context() as patched:
            patched.setattr(f"lastdays.campaign.campaign_file.{bound}", most)
            with pytest.raises(DocumentError, match="lines"):
                CampaignTransfer(other).import_file(content)
    CampaignTransfer(other).import_file(content)
