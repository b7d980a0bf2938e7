"""A campaign as tables for a spreadsheet: their figures are those of the pages, and nothing in them is
calculated."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser

import pytest
from hypothesis import given, strategies as st

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.chronicle.lives import Life, Memorial
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.exchange.spreadsheet import (
    TABLES,
    Cell,
    Spreadsheet,
    TableName,
    csv_of,
    read_table,
    tabs_of,
)
from lastdays.campaign.exchange.website import FIRST, Private, Website, file_of
from lastdays.desktop.message_files import tongue
from lastdays.language import speaking
from lastdays.rulebook import CHARACTERISTICS


class Rows(HTMLParser):
    """The texts of a page's table cells, a list for each row."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.in_cell = False
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.in_cell = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, data: str) -> None:
        if self.in_cell:
            self.rows[-1][-1] += data


def table(workspace: Workspace, campaign: str, name: TableName) -> list[dict[str, Cell]]:
    """Return the rows of a table by the headings of their cells."""
    sheet = read_table(workspace, campaign, name)
    return [dict(zip(sheet.headings, cells, strict=True)) for cells in sheet.rows]


def test_the_standing_is_that_of_the_page(played_campaign: tuple[Workspace, str]) -> None:
    workspace, campaign = played_campaign
    page = Rows(Website(workspace, campaign, Private()).made()[FIRST])
    shown = [row for row in page.rows if row[1:2] != ["Group"]][:2]
    own = table(workspace, campaign, "standing")
    keys = ("Place", "Group", "Won", "Drawn", "Lost", "Scavenge Points", "Rating", "Members")
    assert [[str(row[key]) for key in keys] for row in own] == shown
    for row in own:
        assert row["Games"] == int(row["Won"]) + int(row["Drawn"]) + int(row["Lost"])


def test_each_ranking_is_a_column_of_the_standing(riverside: Workspace, campaign: str) -> None:
    RankingActions(riverside).add(campaign, "Club points")
    points = {row["Group"]: row["Club points"] for row in table(riverside, campaign, "standing")}
    assert points == {"Zeke's Truckers": 3, "Carl's Crew": 0}


def test_members_are_those_of_the_groups_pages(played_campaign: tuple[Workspace, str]) -> None:
    workspace, campaign = played_campaign
    pages = Website(workspace, campaign, Private()).made()
    chronicle = Chronicle(workspace, campaign)
    rows = table(workspace, campaign, "members")
    groups = {summary.name: summary.id for summary in workspace.groups(campaign)}
    assert {row["Group"] for row in rows} == set(groups)
    for row in rows:
        group = workspace.group(groups[str(row["Group"])]).group
        (member,) = (one for one in group.roster if one.name == row["Name"])
        page = pages[file_of("group", group.id)].decode()
        card = page[page.index(f"<h3>{member.name.replace(chr(39), '&#39;')}") :]
        for key in CHARACTERISTICS:
            assert f"<dt>{key}</dt><dd>{row[key]}<" in card, (member.name, key)
        life = Life(chronicle, group.id, member.id)
        games, won, zombies, rivals, out, tokens = (figure.amount for figure in life.figures())
        deeds = ("Games", "Won", "Zombies taken Out of Action", "Rivals taken Out of Action",
                 "Out of Action", "Supply Tokens")  # fmt: skip
        assert [row[key] for key in deeds] == [games, won, zombies, rivals, out, tokens]


def test_the_results_add_up_to_the_standing(played_campaign: tuple[Workspace, str]) -> None:
    workspace, campaign = played_campaign
    tallies = workspace.campaign(campaign).campaign.tallies
    rows = table(workspace, campaign, "results")
    for summary in workspace.groups(campaign):
        own = [row for row in rows if row["Group"] == summary.name]
        totals = tallies.groups[summary.id]
        assert len(own) == totals.games
        assert [row["Result"] for row in own].count("won") == totals.won
        for heading, amount in (
            ("Zombies taken Out of Action", totals.zombies),
            ("Rivals taken Out of Action", totals.rivals),
            ("Out of Action", totals.out),
            ("Supply Tokens", totals.tokens),
            ("Objectives", totals.objectives),
        ):
            assert sum(int(row[heading]) for row in own) == amount
    assert {row["Date"] for row in rows} == {"2026-01-02"}


def test_lives_tell_of_the_fallen_what_the_memorial_tells(
    played_campaign: tuple[Workspace, str],
) -> None:
    workspace, campaign = played_campaign
    chronicle = Chronicle(workspace, campaign)
    rows = table(workspace, campaign, "lives")
    fell = workspace.overview(campaign).fell
    fallen = Memorial(chronicle, fell).entries(0, 100)
    assert fallen
    for entry in fallen:
        (row,) = (one for one in rows if (one["Group"], one["Name"]) == (entry.group_name, entry.name))  # fmt: skip
        assert (row["Fate"], row["Date"], row["Game"]) == (entry.how, entry.day, entry.number)
    groups = [workspace.group(summary.id).group for summary in workspace.groups(campaign)]
    everyone = [member for group in groups for member in group.members]
    assert len(rows) == len(everyone)
    gone = {member.name for member in everyone if member.status != "active"}
    assert {row["Name"] for row in rows if row["Fate"]} == gone


@pytest.mark.parametrize("name", TABLES)
def test_every_table_of_an_empty_campaign_has_its_headings(
    other: Workspace, name: TableName
) -> None:
    from lastdays.campaign.campaigns import CampaignActions

    campaign = CampaignActions(other).begin("Nothing yet")
    sheet = read_table(other, campaign, name)
    assert sheet.rows == ()
    assert len(set(sheet.headings)) == len(sheet.headings) > 5


FORMULAS = ('=HYPERLINK("http://evil")', "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "－1", " =1")  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text: str) -> None:
    sheet = Spreadsheet("A", ("Name", text), ((text, -3), ("plain", 7)))
    rows = list(csv.reader(io.StringIO(csv_of(sheet).decode("utf-8-sig"), newline="")))
    assert rows == [["Name", f"'{text}"], [f"'{text}", "-3"], ["plain", "7"]]
    assert tabs_of(sheet).count("'") == 2


def test_a_spreadsheet_in_german_reads_semicolons() -> None:
    sheet = Spreadsheet("A", ("a", "b"), (("x;y", 1), ("x,y", 2)))
    assert csv_of(sheet) == b'\xef\xbb\xbfa,b\r\nx;y,1\r\n"x,y",2\r\n'
    with speaking(tongue("de")):
        assert csv_of(sheet) == b'\xef\xbb\xbfa;b\r\n"x;y";1\r\nx,y;2\r\n'


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_whatever_is_typed_comes_back_as_one_cell(texts: list[str]) -> None:
    sheet = Spreadsheet("A", tuple(texts), (tuple(texts),))
    read = list(csv.reader(io.StringIO(csv_of(sheet).decode("utf-8-sig"), newline="")))
    written = [text.encode("utf-8", "replace").decode() for text in texts]
    for cells in read:
        assert [cell.removeprefix("'") for cell in cells] == [text.removeprefix("'") for text in written]  # fmt: skip
