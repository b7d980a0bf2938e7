"""Web pages are valid HTML, read well by a screen reader, and are pressed with a thumb."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.exchange.feed import FEED, NEWS_MOST
from lastdays.campaign.exchange.website import FIRST, Kept, Private, Website, file_of, write_website
from lastdays.errors import DocumentError
from store.club import CAPTION, PLAYERS, furnish, record
from store.page_rules import faults, faults_of_page, faults_of_style
from store.web_page import Page

ALL = Private(notes=True, players=True)


def test_the_pages_of_a_played_campaign_have_no_fault(
    played_campaign: tuple[Workspace, str],
) -> None:
    assert faults(Website(*played_campaign, ALL).made()) == []


def test_the_pages_of_a_club_and_its_season_have_no_fault(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    files = Website(riverside, campaign, ALL).made()
    assert any("/" in name and name.endswith(".html") for name in files)
    assert faults(files) == []


def test_the_pages_of_an_empty_campaign_have_no_fault(workspace: Workspace) -> None:
    campaign = CampaignActions(workspace).begin("Riverside")
    assert faults(Website(workspace, campaign, Private()).made()) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<h1>A</h1><h3>B</h3>", "a heading of level 3 after one of level 1: B"),
        ("<h1>A</h1><h1>B</h1>", "a heading of level 1 after one of level 1: B"),
        ("<h1> </h1>", "a heading is empty"),
        ("<h1>A</h1><nav></nav>", "not every nav has a name of its own: ['']"),
        ('<h1 id="a">A</h1><p id="a"></p>', "the id a is there 2 times"),
        ('<h1>A</h1><img src="a.jpg" alt="">', "a picture has no text: a.jpg"),
        ('<h1>A</h1><a href="a.html"></a>', "a link has no text: a.html"),
        ("<h1>A</h1><table><tr><td>1</td></tr></table>", "a table has no heads"),
        ("<h1>A</h1><p>", ""),
        ("<h1>A</h1></p>", "not valid"),
        ("<h1>A</h1><ul><li><b>x</li></ul>", "not valid"),
    ],
)
def test_a_fault_of_a_page_is_noticed(body: str, fault: str) -> None:
    page = f'<!DOCTYPE html><html lang="en"><title>A</title><body>{body}</body></html>'
    said = " ".join(faults_of_page(page.encode()))
    assert fault in said
    assert bool(said) == bool(fault)


def test_a_target_that_is_too_small_is_noticed() -> None:
    sound = "a, summary { min-width: 24px; min-height: 24px; }\na { display: inline-block; }\n"
    assert list(faults_of_style(sound)) == []
    assert list(faults_of_style(sound.replace("min-height: 24px", "min-height: 20px")))
    assert list(faults_of_style(f"{sound}nav a {{ min-height: 0; }}\n"))


def test_points_say_which_they_are_and_a_ranking_how_it_counts(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    first = Website(riverside, campaign, Private()).made()[FIRST].decode()
    standings, ranking = first.split("<h2>Club cup</h2>")
    assert '<th scope="col">Scavenge Points</th>' in standings
    assert (
        "3 × game won + 1 × game drawn − 1 × game lost + 1 × zombie taken Out of Action" in ranking
    )
    assert "Points" not in standings.replace("Scavenge Points", "")


def test_the_lines_of_a_chart_are_named_in_the_page_s_own_letters(
    played_campaign: tuple[Workspace, str],
) -> None:
    workspace, campaign = played_campaign
    first = Website(workspace, campaign, Private()).made()[FIRST].decode()
    _before, chart = first.split('<section class="chart">')
    drawings, legend = chart.split('<ul class="legend">')
    for group in workspace.groups(campaign):
        assert group.name not in drawings
        assert group.name.replace("'", "&#39;") in legend


def test_players_are_listed_with_their_results_and_whom_they_faced(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    first = Page(Website(riverside, campaign, Private(players=True)).made()[FIRST])
    assert "PlayerGamesWonDrawnLostLast played" in first.said
    anne, ben = PLAYERS
    assert f"{anne}Zeke's Truckershas faced {ben} ×2 2101" in first.said


ADDRESS = "https://club.example/riverside/"
ATOM = "{http://www.w3.org/2005/Atom}"


def site(workspace: Workspace, campaign: str, address: str = "") -> Mapping[str, bytes]:
    return Website(workspace, campaign, Private(), address=address).made()


def shared(page: bytes) -> dict[str, str]:
    """What a chat shows of a page that is linked to."""
    head = Page(page)
    names = [value for name, value in head.attributes if name == "property"]
    contents = [value for name, value in head.attributes if name == "content"]
    return dict(zip(names, contents[-len(names) :], strict=True))


def test_all_pictures_are_in_the_gallery_with_their_captions(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    files = site(riverside, campaign)
    gallery, chronicle = Page(files["gallery.html"]), Page(files["chronicle.html"])
    pictures = {name for name in files if name.startswith("pictures/")}
    assert {value for name, value in gallery.attributes if name == "src"} == pictures
    alts = [value for name, value in gallery.attributes if name == "alt"]
    assert alts == ["Picture 1, Truce", "Picture 1, Game 3: Scavengers", "Zeke's Truckers", "Zeke", "Carl's Crew", "Carl"]  # fmt: skip
    game = riverside.campaign(campaign).campaign.games[-1].id
    for page in (gallery, chronicle, Page(files[file_of("game", game)])):
        assert CAPTION in page.text
    links = [value for name, value in gallery.attributes if name == "href"]
    (entry,) = (value for name, value in chronicle.attributes if name == "id" and "entry" in value)
    assert f"chronicle.html#{entry}" in links
    assert file_of("game", game) in links


def test_a_campaign_without_pictures_has_no_gallery(riverside: Workspace, campaign: str) -> None:
    files = site(riverside, campaign)
    assert "gallery.html" not in files
    assert b"gallery.html" not in files[FIRST]


def test_a_page_says_to_a_chat_what_is_on_it(riverside: Workspace, campaign: str) -> None:
    furnish(riverside, campaign)
    game = riverside.campaign(campaign).campaign.games[-1].id
    page = file_of("game", game)
    there, here = shared(site(riverside, campaign, ADDRESS)[page]), shared(site(riverside, campaign)[page])  # fmt: skip
    assert there["og:title"] == "Game 3: Scavengers"
    assert there["og:description"] == "Carl's Crew beat Zeke's Truckers."
    assert there["og:site_name"] == "Riverside"
    assert there["og:url"] == f"{ADDRESS}{page}"
    assert there["og:image"] == f"{ADDRESS}{here['og:image']}"
    assert there["og:image:alt"] == CAPTION
    assert here["og:image"].startswith("pictures/")
    assert "og:url" not in here
    first = shared(site(riverside, campaign)[FIRST])
    assert first["og:description"] == "2 groups · 2 games · Game 3: Scavengers"
    assert (first["og:type"], there["og:type"]) == ("website", "article")


@pytest.mark.parametrize("address", ["", ADDRESS])
def test_the_feed_tells_of_games_and_entries_by_their_days(
    riverside: Workspace, campaign: str, address: str
) -> None:
    furnish(riverside, campaign)
    (_first, game) = riverside.campaign(campaign).campaign.games
    ChronicleActions(riverside).write(campaign, game.id, "<b>We</b> & they\x0b ran.")
    feed = ET.fromstring(site(riverside, campaign, address)[FEED])
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]
    assert titles == ["Truce", "Truce", "Game 3: Scavengers", "Game 2: Scavengers", "Game 1: Scavengers"]  # fmt: skip
    days = [entry.findtext(f"{ATOM}updated") for entry in feed.iter(f"{ATOM}entry")]
    assert days == ["2031-05-01T00:00:00Z"] * 2 + ["2026-01-02T00:00:00Z"] * 3
    assert feed.findtext(f"{ATOM}updated") == days[0]
    texts = [entry.findtext(f"{ATOM}summary") for entry in feed.iter(f"{ATOM}entry")]
    text = texts[2]
    assert (
        text
        == "Carl's Crew beat Zeke's Truckers.\n\n<b>We</b> & they\N{REPLACEMENT CHARACTER} ran."
    )
    links = {link.get("rel", ""): link.get("href", "") for link in feed.findall(f"{ATOM}link")}
    expected = {"alternate": f"{address}index.html"}
    if address:
        expected["self"] = f"{address}feed.xml"
    assert links == expected
    files = site(riverside, campaign, address)
    pages = [
        link.get("href", "").removeprefix(address)
        for link in feed.findall(f"{ATOM}entry/{ATOM}link")
    ]
    assert {page.partition("#")[0] for page in pages} <= set(files)
    assert sum(page.startswith("season-") for page in pages) == 2


def test_the_ids_of_the_feed_stay_whatever_comes_and_wherever_it_moves(
    riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    def ids(address: str = "") -> list[str]:
        root = ET.fromstring(site(riverside, campaign, address)[FEED])
        return [str(element.text) for element in root.iter(f"{ATOM}id")]

    before = ids()
    assert before == ids(ADDRESS)
    assert all(key.startswith("tag:lastdays.invalid,2026:") for key in before)
    for number in range(NEWS_MOST + 2):
        record(riverside, campaign, (zeke, carl), winner=number % 3)
        if number == 0:
            assert set(before) < set(ids())
    after = ids()
    assert len(after) == len(set(after)) == NEWS_MOST + 1


def test_without_news_there_is_no_feed(workspace: Workspace) -> None:
    campaign = CampaignActions(workspace).begin("Riverside")
    files = site(workspace, campaign)
    assert FEED not in files
    assert FEED.encode() not in files[FIRST]


def test_a_closed_season_has_pages_but_no_feed_of_its_own(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    files = site(riverside, campaign, ADDRESS)
    (folder,) = {name.partition("/")[0] for name in files if name.startswith("season-")}
    assert [name for name in files if name.endswith(FEED)] == [FEED]
    first = shared(files[f"{folder}/{FIRST}"])
    assert first["og:url"] == f"{ADDRESS}{folder}/{FIRST}"
    assert first["og:image"].startswith(f"{ADDRESS}{folder}/pictures/")


@pytest.mark.parametrize("address", ["club.example", "ftp://club.example/", "https://a b/", "https:///", 'https://a/"'])  # fmt: skip
def test_what_is_no_address_is_refused(
    riverside: Workspace, campaign: str, tmp_path: Path, address: str
) -> None:
    with pytest.raises(DocumentError, match="isn't the address of a folder in the web"):
        write_website(riverside, campaign, Kept(str(tmp_path / "p"), address=address))
    assert not (tmp_path / "p").exists()


def test_an_address_needs_no_slash_at_its_end(
    riverside: Workspace, campaign: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pages"
    write_website(riverside, campaign, Kept(str(folder), address=f" {ADDRESS.rstrip('/')} "))
    assert f'content="{ADDRESS}index.html"' in (folder / FIRST).read_text("utf-8")
