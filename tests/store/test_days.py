"""A game's day is a date: the same for every reader, and what games are ordered by."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.entries import EntryActions, timeline
from lastdays.campaign.chronicle.games import Chronicle, ChronicleActions, chart_of
from lastdays.campaign.chronicle.lives import Life, Memorial
from lastdays.campaign.dates import day_of_moment
from lastdays.campaign.documents.group_documents import campaign_document, read_campaign
from lastdays.campaign.exchange.campaign_file import ForeignCampaign
from lastdays.campaign.exchange.website import Private, Website
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.players import PlayerActions, players_of
from lastdays.campaign.sample import add_sample
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions, day_of_session
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GamePlanned, GroupNotesWritten
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import GameRecord
from lastdays.rulebook import Catalogue
from lastdays.store import Subject, open_store

FIXTURES = Path(__file__).parents[1] / "fixtures"
LOS_ANGELES, BERLIN, AUCKLAND = "America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland"
#: 20:30 on 28 November in Los Angeles.
EVENING = "2026-11-29T04:30:00+00:00"

needs_zones = pytest.mark.skipif(not hasattr(time, "tzset"), reason="its zone can't be set")


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Move this computer to a time zone, and back home in the end."""

    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


def days(workspace: Workspace) -> list[str]:
    chronicle = Chronicle(workspace, workspace.campaigns()[0].id)
    return [chronicle.day(game) for game in chronicle.games]


@needs_zones
def test_an_evening_in_los_angeles_is_the_same_day_in_berlin(
    tmp_path: Path, book: Catalogue, in_zone: Callable[[str], None]
) -> None:
    in_zone(LOS_ANGELES)
    store = open_store(tmp_path / "s.sqlite")
    workspace = Workspace(store, book, clock=lambda: EVENING)
    campaign = add_sample(workspace)
    GameRecordActions(workspace).record(campaign, replace(last_game(workspace), id="x", number=9))
    workspace.undo(campaign)
    workspace.redo(campaign)
    told = []
    for zone in (LOS_ANGELES, BERLIN, AUCKLAND):
        in_zone(zone)
        told.append(days(Workspace(store, book)))
    store.close()
    assert told[0][-1] == "2026-11-28"
    assert told[0] == told[1] == told[2]


@needs_zones
@pytest.mark.parametrize("name", ["store-0001", "store-0003", "store-0004", "folded-0004"])
def test_moments_of_an_earlier_store_become_the_days_where_it_is_upgraded(
    tmp_path: Path, book: Catalogue, in_zone: Callable[[str], None], name: str
) -> None:
    file = Path(shutil.copy(FIXTURES / f"{name}.sqlite", tmp_path / "s.sqlite"))
    in_zone(AUCKLAND)
    open_store(file).close()
    in_zone(LOS_ANGELES)
    store = open_store(file)
    workspace = Workspace(store, book)
    campaign = workspace.campaigns()[0].id
    first = workspace.campaign(campaign).campaign.games[0]
    assert first.day == ("2026-11-21" if name == "store-0001" else "2026-01-03")
    with store.reading() as tx:
        for revision in tx.revisions.outline(Subject(campaign)).parents:
            earlier = read_campaign(tx.revisions.revision(revision).document)
            for game in earlier.games:
                assert game.day == workspace.campaign(campaign).campaign.game(game.id).day
    assert store.damage() == []
    assert store.integrity() == []
    sessions = SessionActions(workspace, PostGameActions(workspace, Random(1)))
    for session in sessions.listed(campaign):
        assert day_of_session(session) == session.facts["day"] == day_in(AUCKLAND, session.at)
    store.close()


def day_in(zone: str, moment: str) -> str:
    assert zone == AUCKLAND
    return moment[:8] + f"{int(moment[8:10]) + (int(moment[11:13]) >= 11):02}"


def test_the_upgrade_leaves_a_damaged_document_as_it_is(tmp_path: Path, book: Catalogue) -> None:
    file = Path(shutil.copy(FIXTURES / "folded-0004.sqlite", tmp_path / "s.sqlite"))
    database = sqlite3.connect(file)
    chosen = "WHERE id = (SELECT min(id) FROM revisions WHERE group_id IS NULL)"
    database.execute(f"UPDATE revisions SET document = x'00ff' {chosen}")
    database.commit()
    store = open_store(file)
    assert len(store.damage()) == 1
    kept = database.execute(f"SELECT document FROM revisions {chosen}").fetchone()
    assert kept == (b"\x00\xff",)
    database.close()
    store.close()


@needs_zones
def test_a_moment_with_an_offset_is_the_day_it_was_there(in_zone: Callable[[str], None]) -> None:
    in_zone(BERLIN)
    assert day_of_moment("2026-11-28T20:30:00-08:00") == "2026-11-28"
    assert day_of_moment(EVENING) == "2026-11-29"
    in_zone(LOS_ANGELES)
    assert day_of_moment(EVENING) == "2026-11-28"


@needs_zones
def test_an_earlier_campaign_file_gets_days_where_it_is_imported(
    book: Catalogue, in_zone: Callable[[str], None]
) -> None:
    in_zone("Pacific/Honolulu")
    file = ForeignCampaign((FIXTURES / "campaign-1.zip").read_bytes(), book).values()
    (game,) = file.campaign.games
    assert game.recorded.startswith("2026-11-22T09:")
    assert game.day == "2026-11-21"


def test_a_moment_in_a_document_becomes_a_day_and_a_day_stays() -> None:
    game = GameRecord("g", 1, "scavengers", (), recorded="2026-11-28T20:30:00-08:00")
    of = Campaign("c", "Riverside", games=(game, replace(game, id="h", number=2, day="2026-05-01")))
    read = read_campaign(campaign_document(of))
    assert [game.day for game in read.games] == ["2026-11-28", "2026-05-01"]
    assert read_campaign(campaign_document(read)) == read


# The order


def last_game(workspace: Workspace) -> GameRecord:
    return workspace.campaign(workspace.campaigns()[0].id).campaign.games[-1]


@pytest.fixture
def late(riverside: Workspace, campaign: str) -> str:
    """Three games: of May, of June, and one of January that was entered last."""
    records = GameRecordActions(riverside)
    first = last_game(riverside)
    records.record(campaign, replace(first, day="2026-05-02"))
    sides = (replace(first.sides[0], won=False, lost=True), replace(first.sides[1], won=True))
    records.record(campaign, replace(first, id="june", number=2, day="2026-06-06", sides=sides))
    records.record(campaign, replace(first, id="january", number=3, day="2026-01-10"))
    return campaign


def test_games_are_told_by_day_then_by_number(riverside: Workspace, late: str) -> None:
    chronicle = Chronicle(riverside, late)
    assert [game.number for game in chronicle.games] == [3, 1, 2]
    entry = EntryActions(riverside).begin(late, "2026-05-02", text="A truce.")
    other = EntryActions(riverside).begin(late, "2026-02-01", text="A rumour.")
    told = [event.id for event in timeline(Chronicle(riverside, late))]
    assert told == ["january", other, chronicle.games[1].id, entry, "june"]
    ChronicleActions(riverside).set_day(late, "january", "2026-06-06")
    assert [game.number for game in Chronicle(riverside, late).games] == [1, 2, 3]


def test_a_game_without_a_day_follows_the_one_before_it() -> None:
    plain = GameRecord("g1", 1, "scavengers", ())
    days = {1: "2026-05-01", 2: "", 3: "2026-04-01", 4: "2026-06-01"}
    games = tuple(replace(plain, id=f"g{n}", number=n, day=day) for n, day in days.items())
    campaign = Campaign("c", "Riverside", games=games)
    assert [game.number for game in campaign.by_day] == [3, 1, 2, 4]
    assert campaign.places == {"g3": 1, "g1": 2, "g2": 3, "g4": 4}


def test_charts_go_by_day_and_name_each_game_by_its_number(
    riverside: Workspace, late: str, zeke: str
) -> None:
    chart = chart_of(Chronicle(riverside, late), "zombies", [zeke])
    assert [place for place, _amount in chart.lines[0].points] == [0, 1, 2, 3]
    assert [chart.number(place) for place in (1, 2, 3)] == [3, 1, 2]


def test_a_player_was_last_seen_on_the_latest_day(
    riverside: Workspace, late: str, zeke: str
) -> None:
    PlayerActions(riverside).give(late, zeke, "Ann")
    players = {player.name: player for player in players_of(riverside, late).players}
    assert players["Ann"].last_day == "2026-06-06"


def test_a_streak_of_wins_goes_by_day(riverside: Workspace, late: str, zeke: str) -> None:
    totals = riverside.campaign(late).campaign.tallies.groups[zeke]
    assert (totals.longest, totals.streak) == (2, 0)  # January and May were won, June was lost


def test_lives_and_the_memorial_go_by_day(riverside: Workspace, late: str, zeke: str) -> None:
    mo, lou = riverside.group(zeke).group.roster[:2]
    riverside.change_group(zeke, GroupNotesWritten(), lambda group: group.bury(mo.id, 3))
    riverside.change_group(zeke, GroupNotesWritten(), lambda group: group.bury(lou.id, 1))
    chronicle = Chronicle(riverside, late)
    memorial = Memorial(chronicle, riverside.overview(late).fell).entries(0, 9)
    assert [(one.name, one.day) for one in memorial] == [
        (lou.name, "2026-05-02"),
        (mo.name, "2026-01-10"),
    ]
    assert [game.number for game in Life(chronicle, zeke, lou.id).games] == [3, 1, 2]


def test_the_web_pages_list_games_by_day(riverside: Workspace, late: str) -> None:
    chronicle = Website(riverside, late, Private()).made()["chronicle.html"].decode()
    places = [chronicle.index(f"Game {number}:") for number in (3, 1, 2)]
    assert places in (sorted(places), sorted(places, reverse=True))


@pytest.mark.parametrize(
    ("planned", "day"),
    [("2025-12-20", "2025-12-20"), ("2026-02-20", "2026-01-02"), ("", "2026-01-02")],
)
def test_a_planned_game_was_played_on_its_day_unless_that_is_still_to_come(
    riverside: Workspace, campaign: str, planned: str, day: str
) -> None:
    groups = riverside.campaign(campaign).campaign.groups
    fixture = Fixture(id="night", groups=groups, day=planned)
    riverside.change_campaign(campaign, GamePlanned(9), lambda c: replace(c, fixtures=(fixture,)))
    game = replace(last_game(riverside), id="x", number=9, day="")
    GameRecordActions(riverside).record(campaign, game)
    assert riverside.campaign(campaign).campaign.game("x").day == day
