"""A campaign closed into seasons, read, opened again and undone; and put away."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.entries import EntryActions, timeline
from lastdays.campaign.chronicle.games import EVERY_SEASON, Chronicle, standings
from lastdays.campaign.chronicle.lives import Life, Memorial
from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.campaign.documents.group_documents import campaign_document, read_campaign
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.feed import FEED
from lastdays.campaign.exchange.website import Kept, Private, Website, folder_of, write_website
from lastdays.campaign.game_night import GameNightActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import play_through
from lastdays.campaign.seasons import SeasonActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.errors import DocumentError, LastDaysError, NothingToUndoError, RuleError
from lastdays.model.campaign import Campaign, Season
from lastdays.rulebook import Catalogue
from lastdays.store import Subject, open_store
from sure import sure


@pytest.fixture(scope="module")
def finished_store(
    tmp_path_factory: pytest.TempPathFactory, sample_store: Path, book: Catalogue
) -> Path:
    """A store after the first game, to be copied: both sequences are finished, one of Zeke's is dead, a
    note is written."""
    file = Path(shutil.copy(sample_store, tmp_path_factory.mktemp("finished") / "store.sqlite"))
    with closing(open_store(file)) as store:
        workspace = desk(store, book, first=1001)
        workspace.clock = minutes(3)
        campaign = workspace.campaigns()[0].id
        zeke, carl = (group.id for group in workspace.groups(campaign))
        finish(workspace, campaign, zeke, carl)
        bury(workspace, zeke)
        EntryActions(workspace).begin(campaign, "2026-10-03", text="The first winter.")
    return file


@pytest.fixture
def riverside(tmp_path: Path, finished_store: Path, book: Catalogue) -> Iterator[Workspace]:
    """A desk over a copy of it, where each change takes a minute."""
    with closing(open_store(Path(shutil.copy(finished_store, tmp_path / "store.sqlite")))) as store:
        workspace = desk(store, book, first=2001)
        workspace.clock = minutes(4)
        yield workspace


@pytest.fixture
def seasons(riverside: Workspace) -> SeasonActions:
    """The seasons there."""
    return SeasonActions(riverside)


def minutes(day: int) -> Callable[[], str]:
    """Return a clock that begins on a day of January and is a minute later whenever it is looked at."""
    moments = (
        f"2026-01-{day:02}T{hour:02}:{minute:02}:00+00:00"
        for hour in range(24)
        for minute in range(60)
    )
    return moments.__next__


def finish(workspace: Workspace, campaign: str, *groups: str) -> None:
    """Play the sequences of some groups after the latest game to their ends."""
    games = PostGameActions(workspace, Random(1))
    game = now(workspace, campaign).games[-1].id
    for group in groups:
        sequence = games.begin(campaign, game, group)
        play_through(games, sequence)
        games.finish(sequence)


def bury(workspace: Workspace, group: str) -> str:
    """Have the last member of a group die by hand; return the id."""
    member = workspace.group(group).group.active[-1]
    GroupActions(workspace).edit_member(group, replace(member, status="dead"))
    return member.id


def now(workspace: Workspace, campaign: str) -> Campaign:
    return workspace.campaign(campaign).campaign


def play(workspace: Workspace, campaign: str, *groups: str) -> int:
    """Record a game that the first of some groups wins; return its number."""
    records = GameRecordActions(workspace)
    record = records.new_record(campaign, groups, "")
    first, *rest = record.sides
    sides = (replace(first, won=True, captives=()), *(replace(r, captives=()) for r in rest))
    return records.record(campaign, replace(record, encounter="scavengers", sides=sides)).number


def test_a_season_is_closed_and_undone_whole(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    before = now(riverside, campaign)
    assert seasons.name_of_open_season(campaign) == "Season 1"
    season = seasons.close(campaign, "The first winter", {carl: "over"})
    after = now(riverside, campaign)
    closed = after.season(season)
    assert (closed.name, closed.games, closed.entries) == (
        "The first winter", before.games, before.entries,
    )  # fmt: skip
    assert (after.games, after.told, after.entries) == ((), (), ())
    assert after.groups[0] == zeke
    assert after.groups[1] != carl
    new = riverside.group(after.groups[1]).group
    old = riverside.snapshot(carl).group
    assert (new.name, new.player, new.founding) == (old.name, old.player, True)
    assert new.refuge.key == old.refuge.key
    assert [member.name for member in new.members] == [sure(old.leading).name]
    assert new.members[0].level == 0
    assert new.points + 12 == 100  # the Leader's cost
    assert after.next_number == 2
    assert seasons.name_of_open_season(campaign) == "Season 2"
    assert check_store(riverside).sound
    assert riverside.undo(campaign) == "closed the season The first winter"
    assert now(riverside, campaign) == before
    assert [group.id for group in riverside.groups(campaign)] == [zeke, carl]
    assert riverside.redo(campaign) == "closed the season The first winter"
    assert now(riverside, campaign) == after


def test_numbers_go_on_and_standings_begin_anew(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    seasons.close(campaign, "One", {})
    assert now(riverside, campaign).tallies.groups == {}
    assert play(riverside, campaign, carl, zeke) == 2
    tallies = now(riverside, campaign).tallies.groups
    assert (tallies[carl].won, tallies[zeke].won) == (1, 0)


def test_a_season_is_read_as_it_was(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    dead = riverside.group(zeke).group.memorial[-1].id
    ratings = riverside.overview(campaign).ratings
    played = Chronicle(riverside, campaign)
    told = [event.id for event in timeline(played)]
    season = seasons.close(campaign, "One", {carl: "out"})
    later = bury(riverside, zeke)
    chronicle = Chronicle(riverside, campaign, season)
    overview = riverside.overview(campaign, season)
    assert [event.id for event in timeline(chronicle)] == told
    assert chronicle.story(chronicle.games[0].id).sentences == played.story(told[0]).sentences
    assert [line.summary.name for line in overview.groups] == ["Zeke's Truckers", "Carl's Crew"]
    places = standings(chronicle.campaign, overview.by_id, overview.ratings)
    assert [(place.group, place.totals.won, place.rating) for place in places] == [
        (zeke, 1, ratings[zeke]), (carl, 0, ratings[carl]),
    ]  # fmt: skip
    remembered = Memorial(chronicle, overview.fell).members(0, 99)
    assert [member.id for _group, member in remembered] == [dead]
    assert overview.remembered == 1
    # the season that is played now remembers who died since
    current = riverside.overview(campaign)
    assert current.remembered == 1
    memorial = Memorial(Chronicle(riverside, campaign), current.fell).members(0, 99)
    assert [member.id for _group, member in memorial] == [later]
    # a life goes through all seasons
    leader = sure(riverside.group(zeke).group.leading).id
    life = Life(Chronicle(riverside, campaign, EVERY_SEASON), zeke, leader)
    assert [game.number for game in life.games] == [1]
    # and a group is read as it was at the season's end
    at_end = sure(chronicle.at_end(zeke))
    assert at_end.has_member(later)
    assert at_end.member(later).status == "active"
    assert sure(chronicle.at_end(carl)).name == "Carl's Crew"


def test_what_is_begun_is_finished_first(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    play(riverside, campaign, zeke, carl)
    games = PostGameActions(riverside, Random(1))
    games.begin(campaign, now(riverside, campaign).games[-1].id, carl)
    (why,) = seasons.obstacles(campaign)
    assert why == "Carl's Crew hasn't finished the sequence after game 2."
    with pytest.raises(LastDaysError, match="hasn't finished the sequence"):
        seasons.close(campaign, "One", {})
    finish(riverside, campaign, carl)
    assert seasons.obstacles(campaign) == []
    seasons.close(campaign, "One", {})
    assert seasons.obstacles(campaign) == ["No game of this season is recorded yet."]


def test_what_would_be_left_open_is_said(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    assert seasons.undone_in_words(campaign) == []
    play(riverside, campaign, zeke, carl)
    nights = GameNightActions(riverside)
    nights.come(campaign, [player.key for player in nights.read(campaign).people])
    nights.plan(campaign, nights.read(campaign).pairings.pairings)
    nights.add(campaign)
    assert seasons.undone_in_words(campaign) == [
        "Zeke's Truckers hasn't begun the sequence after game 2: it won't be played.",
        "Carl's Crew hasn't begun the sequence after game 2: it won't be played.",
        "2 planned games are still to be played: they stay planned if their groups go on.",
    ]
    seasons.close(campaign, "One", {carl: "out"})
    assert [fixture.groups for fixture in now(riverside, campaign).fixtures] == [()]


def test_names_of_seasons_are_checked(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    with pytest.raises(LastDaysError, match="The season's name is empty"):
        seasons.close(campaign, "  ", {})
    seasons.close(campaign, "One", {})
    play(riverside, campaign, zeke, carl)
    with pytest.raises(LastDaysError, match="already a season called One"):
        seasons.close(campaign, " One ", {})


def test_the_last_season_is_reopened(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    before = now(riverside, campaign)
    seasons.close(campaign, "One", {carl: "over"})
    assert seasons.reopen(campaign) == "One"
    assert now(riverside, campaign) == before  # the new group was still being created
    riverside.undo(campaign)
    new = now(riverside, campaign).groups[1]
    GroupActions(riverside).start_playing(new)
    assert play(riverside, campaign, new, zeke) == 2
    seasons.reopen(campaign)
    after = now(riverside, campaign)
    assert after.seasons == ()
    assert [game.number for game in after.games] == [1, 2]
    assert after.groups == (zeke, carl, new)
    names = [riverside.group(group).group.name for group in after.groups]
    assert names == ["Zeke's Truckers", "Carl's Crew", "Carl's Crew (2)"]
    assert check_store(riverside).sound
    with pytest.raises(LastDaysError, match="No season of this campaign is closed"):
        seasons.reopen(campaign)
    assert riverside.undo(campaign) == "reopened the season One"
    assert riverside.group(new).group.name == "Carl's Crew"


def test_a_game_recorded_meanwhile_is_not_lost(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    other = Workspace(riverside.store, riverside.catalogue)
    seen = riverside.overview(campaign)
    play(other, campaign, zeke, carl)
    stale = SeasonActions(riverside)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(riverside, "overview", lambda *_of: seen)
        with pytest.raises(LastDaysError, match="has changed in the meantime"):
            stale.close(campaign, "One", {})
    assert len(now(riverside, campaign).games) == 2


def test_a_closed_season_is_not_corrected(
    seasons: SeasonActions, riverside: Workspace, campaign: str
) -> None:
    game = now(riverside, campaign).games[0]
    seasons.close(campaign, "One", {})
    with pytest.raises(RuleError, match="Game 1 is in the closed season One: reopen the season"):
        GameRecordActions(riverside).record(campaign, game)
    with pytest.raises(RuleError):
        GameRecordActions(riverside).delete(campaign, game.id)
    with pytest.raises(RuleError, match="no longer closed"):
        Chronicle(riverside, campaign, "gone")


def test_a_closing_is_not_undone_once_a_new_group_has_changed(
    seasons: SeasonActions, riverside: Workspace, campaign: str, carl: str
) -> None:
    seasons.close(campaign, "One", {carl: "over"})
    new = now(riverside, campaign).groups[1]
    GroupActions(riverside).start_playing(new)
    with pytest.raises(NothingToUndoError, match="Carl's Crew has changed since"):
        riverside.undo(campaign)
    riverside.undo(campaign, new)
    riverside.undo(campaign)
    assert now(riverside, campaign).seasons == ()


def test_a_campaign_file_has_its_seasons(
    seasons: SeasonActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    season = seasons.close(campaign, "One", {carl: "over"})
    play(riverside, campaign, zeke)
    transfer = CampaignTransfer(riverside)
    story = Chronicle(riverside, campaign, season).story(now(riverside, campaign).all_games[0].id)
    at_end = sure(Chronicle(riverside, campaign, season).at_end(zeke))
    bury(riverside, zeke)
    content = transfer.export(campaign)
    # beside the one that is there: under new ids
    copy = transfer.add_campaign(transfer.open_file(content))
    value = now(riverside, copy)
    (closed,) = value.seasons
    assert (closed.name, len(closed.games)) == ("One", 1)
    assert set(closed.ratings) == set(closed.groups)
    assert not set(closed.groups) & {zeke, carl}
    read = Chronicle(riverside, copy, closed.id)
    copied = read.story(closed.games[0].id)
    assert [s.text for s in copied.all_sentences] == [s.text for s in story.all_sentences]
    copied_end = sure(read.at_end(closed.groups[0]))
    assert [m.status for m in copied_end.members] == [m.status for m in at_end.members]
    assert [line.summary.name for line in riverside.overview(copy, closed.id).groups] == [
        "Zeke's Truckers", "Carl's Crew",
    ]  # fmt: skip
    assert check_store(riverside).sound


def test_a_document_with_seasons_is_read_as_it_was_written(
    seasons: SeasonActions, riverside: Workspace, campaign: str, carl: str
) -> None:
    seasons.close(campaign, "One", {carl: "over"})
    value = now(riverside, campaign)
    document = campaign_document(value)
    assert document.startswith(b'{"seasons":[')
    assert read_campaign(document) == value
    assert campaign_problems(value) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"id": ""}, {"name": " "}, {"name": "a\nb"}, {"day": ""}, {"day": "someday"},
        {"groups": ("a", "a")}, {"ratings": {"a": 10**9}}, {"remembered": (("x" * 65, "m"),)},
    ],
)  # fmt: skip
def test_an_invalid_season_is_found(changes: dict[str, object]) -> None:
    season = replace(Season("s", "One", "2026-10-03", groups=("a", "b")), **changes)
    value = Campaign("c", "Riverside", seasons=(season,))
    assert campaign_problems(value) == ["A closed season is invalid."]


def test_two_seasons_share_nothing() -> None:
    season = Season("s", "One", "2026-10-03", games=())
    value = Campaign("c", "Riverside", seasons=(season, season))
    assert campaign_problems(value) == ["A closed season is invalid."]


def test_the_groups_of_a_season_are_checked(
    seasons: SeasonActions, riverside: Workspace, campaign: str, carl: str
) -> None:
    seasons.close(campaign, "One", {carl: "out"})
    with riverside.store.writing() as tx:
        head = tx.revisions.head_id(Subject(campaign, carl))
        tx.connection.execute(
            text("UPDATE revisions SET document = 'x' WHERE id = :id"), {"id": head}
        )
    problems = [problem.text for problem in check_store(riverside).problems]
    assert problems


# Web pages


def test_a_season_has_pages_of_its_own(
    seasons: SeasonActions,
    riverside: Workspace,
    campaign: str,
    zeke: str,
    carl: str,
    tmp_path: Path,
) -> None:
    before = Website(riverside, campaign, Private()).made()
    season = seasons.close(campaign, "The first winter", {carl: "over"})
    play(riverside, campaign, zeke)
    files = Website(riverside, campaign, Private()).made()
    folder = folder_of(season)
    first = files["index.html"].decode()
    assert f'<a href="{folder}/index.html">The first winter</a>' in first
    inside = {name.removeprefix(f"{folder}/") for name in files if name.startswith(folder)}
    assert inside == set(before) - {FEED}
    page = files[f"{folder}/index.html"].decode()
    assert "<h1>The first winter</h1>" in page
    assert '<a href="../index.html">Riverside</a>' in page
    # what stood in the standings then stands there now
    standing = re.compile(r"<tbody>.*?</tbody>", re.DOTALL)
    assert sure(standing.search(page))[0] == sure(standing.search(before["index.html"].decode()))[0]
    assert "The first winter." in files[f"{folder}/chronicle.html"].decode()
    assert "The first winter." not in files["chronicle.html"].decode()
    assert files[f"{folder}/memorial.html"].count(b'class="trait"') == 1
    assert files["memorial.html"].count(b'class="trait"') == 0
    _every_link_leads_to_a_page(files)


def _every_link_leads_to_a_page(files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        if not name.endswith(".html"):
            continue
        for there in re.findall(r'(?:href|src)="([^"#]+)"', content.decode()):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), there)) in files


def test_the_pages_of_a_season_are_written_and_go_when_it_is_reopened(
    seasons: SeasonActions, riverside: Workspace, campaign: str, tmp_path: Path
) -> None:
    season = seasons.close(campaign, "One", {})
    kept = Kept(str(tmp_path / "pages"))
    written = write_website(riverside, campaign, kept)
    index = tmp_path / "pages" / folder_of(season) / "index.html"
    assert index.is_file()
    assert written == len(
        [file for file in (tmp_path / "pages").rglob("*.*") if file.name != "pages.json"]
    )
    assert write_website(riverside, campaign, kept) == 0
    seasons.reopen(campaign)
    write_website(riverside, campaign, kept)
    assert not index.exists()
    assert not index.parent.exists()


def test_a_link_in_the_place_of_a_season_s_folder_is_refused(
    seasons: SeasonActions, riverside: Workspace, campaign: str, tmp_path: Path
) -> None:
    kept = Kept(str(tmp_path / "pages"))
    write_website(riverside, campaign, kept)
    season = seasons.close(campaign, "One", {})
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "pages" / folder_of(season)).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DocumentError, match="isn't one of the web pages"):
        write_website(riverside, campaign, kept)
    assert list((tmp_path / "elsewhere").iterdir()) == []


# Put away


def test_a_campaign_is_put_away_and_listed_again(riverside: Workspace, campaign: str) -> None:
    other = CampaignActions(riverside).begin("Zed")
    seasons = SeasonActions(riverside)
    seasons.put_away(campaign)
    assert [(c.name, c.archived) for c in riverside.campaigns()] == [
        ("Zed", False), ("Riverside", True),
    ]  # fmt: skip
    assert len(riverside.groups(campaign)) == 2  # it is still read
    assert riverside.undo(campaign) == "put away the campaign Riverside"
    assert [c.archived for c in riverside.campaigns()] == [False, False]
    riverside.redo(campaign)
    assert [c.archived for c in riverside.campaigns()] == [False, True]
    seasons.take_out(campaign)
    assert [c.name for c in riverside.campaigns() if not c.archived] == ["Riverside", "Zed"]
    assert riverside.undo_names(campaign)[0] == "reopened the campaign Riverside"
    assert not now(riverside, other).archived


def test_an_imported_campaign_is_listed(riverside: Workspace, campaign: str) -> None:
    SeasonActions(riverside).put_away(campaign)
    transfer = CampaignTransfer(riverside)
    copy = transfer.add_campaign(transfer.open_file(transfer.export(campaign)))
    assert not now(riverside, copy).archived


def test_what_is_put_away_stays_so_in_another_window(riverside: Workspace, campaign: str) -> None:
    SeasonActions(riverside).put_away(campaign)
    store = open_store(riverside.store.path)
    try:
        with store.reading() as tx:
            assert [c.archived for c in tx.index.campaigns()] == [True]
    finally:
        store.close()
