"""A campaign as tables for a spreadsheet: its members, the results of its games, its standing, and the
lives of all who are or were in its groups. Every figure comes from where the pages have it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from lastdays.campaign.chronicle.games import Chronicle, standings
from lastdays.campaign.chronicle.lives import Life, memorial_entry
from lastdays.campaign.chronicle.rankings import ranked
from lastdays.campaign.exchange.sharing import SharedMark, SharedMember, shared_group
from lastdays.campaign.overview import Overview
from lastdays.campaign.workspace import Workspace
from lastdays.language import _, decimal_sign
from lastdays.model.fields import status_name
from lastdays.model.game_record import Result, Side
from lastdays.model.group import Group, Member
from lastdays.model.tallies import MemberTotals
from lastdays.rulebook import CHARACTERISTICS, Catalogue
from lastdays.values import Value

TableName = Literal["members", "results", "standing", "lives"]
TABLES: tuple[TableName, ...] = get_args(TableName)
#: The suffix of a table's file.
SUFFIX = ".csv"
#: With what a cell begins that a spreadsheet would calculate instead of showing it; also as some
#: keyboards of East Asia write it.
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
#: What makes a spreadsheet take a cell for text, and tells it that a file is UTF-8.
_TEXT_SIGN = "'"
_BYTE_ORDER_MARK = "\ufeff"

#: What a cell holds: a number can be added up.
Cell = str | int


class Spreadsheet(Value):
    """A table for a spreadsheet: the headings of its columns, and its rows."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table_name(table: TableName) -> str:
    """Return what a table is called."""
    return {
        "members": _("Members"),
        "results": _("Results"),
        "standing": _("Standings"),
        "lives": _("Lives"),
    }[table]


def read_table(
    workspace: Workspace, campaign: str, table: TableName, season: str = ""
) -> Spreadsheet:
    """Return a table of a campaign, or of a closed season of it; LastDaysError if the campaign is missing
    or damaged. Groups that can't be read are left out."""
    overview = workspace.overview(campaign, season)
    chronicle = Chronicle(workspace, campaign, season)
    headings: list[str]
    match table:
        case "members":
            headings, rows = _member_headings(), _member_rows(chronicle, overview)
        case "results":
            headings, rows = _result_headings(), _result_rows(chronicle)
        case "standing":
            headings, rows = _standing_headings(chronicle), _standing_rows(chronicle, overview)
        case "lives":
            headings, rows = _life_headings(), _life_rows(chronicle, overview)
    return Spreadsheet(table_name(table), tuple(headings), tuple(rows))


# Out


def csv_of(sheet: Spreadsheet) -> bytes:
    """Return a table as a CSV file that Excel and LibreOffice open by a double click: UTF-8 with its
    mark, and semicolons where the language writes a comma in numbers."""
    separator = ";" if decimal_sign() == "," else ","
    return f"{_BYTE_ORDER_MARK}{_as_separated_values(sheet, separator)}".encode("utf-8", "replace")


def tabs_of(sheet: Spreadsheet) -> str:
    """Return a table as it is pasted into a spreadsheet: with tabs between its cells."""
    return _as_separated_values(sheet, "\t")


def _as_separated_values(sheet: Spreadsheet, separator: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator)
    writer.writerow(_safe_cell(heading) for heading in sheet.headings)
    for cells in sheet.rows:
        writer.writerow(_safe_cell(cell) for cell in cells)
    return text.getvalue()


def _safe_cell(cell: Cell) -> Cell:
    """Return a cell that a spreadsheet shows: a text that looks like a formula is marked as text."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULA_SIGNS):
        return f"{_TEXT_SIGN}{cell}"
    return cell


# Members


def _readable_groups(chronicle: Chronicle, overview: Overview) -> Iterator[Group]:
    """Yield the groups of a campaign that can be read, in its order."""
    for line in overview.groups:
        group = chronicle.at_end(line.summary.id)
        if group is not None:
            yield group


def _member_headings() -> list[str]:
    return [
        _("Group"),
        _("Player"),
        _("Name"),
        _("Type"),
        _("Keyword"),
        _("Leader"),
        _("State"),
        _("Level"),
        _("Experience"),
        *CHARACTERISTICS,
        _("Gear"),
        _("Skills"),
        _("Injuries"),
        _("Our rules"),
        *_deed_headings(),
    ]


def _member_rows(chronicle: Chronicle, overview: Overview) -> Iterator[tuple[Cell, ...]]:
    for group in _readable_groups(chronicle, overview):
        shown_members = shared_group(group, chronicle.catalogue).members
        for member, shown in zip(group.roster, shown_members, strict=True):
            yield (
                group.name,
                group.player,
                member.name,
                shown.type,
                shown.keyword,
                _("yes") if shown.leads else "",
                shown.state,
                shown.level,
                shown.experience,
                *_figure_cells(shown),
                _marks_in_words(shown.gear),
                _marks_in_words(shown.skills),
                _marks_in_words(shown.injuries),
                _marks_in_words(shown.own),
                *_deeds(chronicle, group, member),
            )


def _figure_cells(member: SharedMember) -> Iterator[Cell]:
    """Yield the characteristics of a member, each as a number where it is one."""
    for figure in member.figures:
        yield int(figure.text) if figure.text.isdecimal() else figure.text


def _marks_in_words(marks: tuple[SharedMark, ...]) -> str:
    return ", ".join(mark.text for mark in marks)


def _deed_headings() -> list[str]:
    return [
        _("Games"),
        _("Won"),
        _("Zombies taken Out of Action"),
        _("Rivals taken Out of Action"),
        _("Out of Action"),
        _("Objectives"),
        _("Supply Tokens"),
    ]


def _deeds(chronicle: Chronicle, group: Group, member: Member) -> tuple[int, ...]:
    """Return a member's totals over all games."""
    totals = chronicle.campaign.tallies.members.get((group.id, member.id), MemberTotals())
    return (
        totals.games,
        totals.won,
        totals.zombies,
        totals.rivals,
        totals.out,
        totals.objectives,
        totals.tokens,
    )


# Results


def _result_headings() -> list[str]:
    return [
        _("Game"),
        _("Date"),
        _("Encounter"),
        _("Group"),
        _("Player"),
        _("Result"),
        _("Broke"),
        _("Fought"),
        _("Zombies taken Out of Action"),
        _("Rivals taken Out of Action"),
        _("Out of Action"),
        _("Objectives"),
        _("Supply Tokens"),
    ]


def _result_rows(chronicle: Chronicle) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each side of each game."""
    for game in chronicle.games:
        encounter = chronicle.catalogue.encounters[game.encounter].name
        for side in game.sides:
            yield (
                game.number,
                chronicle.day(game),
                encounter,
                side.name,
                chronicle.player(side.group) if side.group else "",
                result_name(game.result_of(side)),
                _("yes") if side.broke else "",
                *_side_totals(side),
            )


def result_name(result: Result) -> str:
    """Return how a game ended for a side, in a word."""
    return {"won": _("won"), "lost": _("lost"), "drawn": _("drawn")}[result]


def _side_totals(side: Side) -> tuple[int, ...]:
    """Return how many of a side fought, and what they did, counted as the standing counts it."""
    deployed = [appearance for appearance in side.appearances if appearance.part == "deployed"]
    return (
        len(deployed),
        sum(appearance.zombies for appearance in deployed),
        sum(appearance.rivals for appearance in deployed),
        sum(appearance.out for appearance in deployed),
        sum(appearance.objectives for appearance in deployed),
        len(side.tokens),
    )


# Standing


def _standing_headings(chronicle: Chronicle) -> list[str]:
    rankings = [ranking.name for ranking in chronicle.campaign.rankings]
    return [
        _("Place"),
        _("Group"),
        _("Player"),
        _("Leader"),
        _("Members"),
        _("Rating"),
        _("Scavenge Points"),
        _("Games"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
        *rankings,
    ]


def _standing_rows(chronicle: Chronicle, overview: Overview) -> Iterator[tuple[Cell, ...]]:
    lines = overview.by_id
    points = _ranking_points(chronicle, overview)
    for place in standings(chronicle.campaign, lines, overview.ratings):
        summary = lines[place.group].summary
        totals = place.totals
        yield (
            place.place,
            summary.name,
            chronicle.player(place.group),
            summary.leader,
            summary.size,
            place.rating if place.rating >= 0 else "",
            summary.points,
            totals.games,
            totals.won,
            totals.drawn,
            totals.lost,
            *points[place.group],
        )


def _ranking_points(chronicle: Chronicle, overview: Overview) -> Mapping[str, list[int]]:
    """Return the points of each group in each ranking of the campaign."""
    points: dict[str, list[int]] = {group: [] for group in overview.by_id}
    for ranking in chronicle.campaign.rankings:
        for place in ranked(chronicle.campaign, ranking, overview.by_id, overview.ratings):
            points[place.group].append(place.points)
    return points


# Lives


def _life_headings() -> list[str]:
    return [
        _("Group"),
        _("Name"),
        _("Type"),
        _("Level"),
        _("State"),
        _("Game"),
        _("Date"),
        _("Fate"),
        *_deed_headings(),
    ]


def _life_rows(chronicle: Chronicle, overview: Overview) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for everyone who is or was in a group."""
    for group in _readable_groups(chronicle, overview):
        for member in group.members:
            yield (
                group.name,
                member.name,
                _type_name(member, chronicle.catalogue),
                member.level,
                status_name(member),
                *_fate(chronicle, group, member),
                *_deeds(chronicle, group, member),
            )


def _type_name(member: Member, catalogue: Catalogue) -> str:
    return catalogue.character(member.type).name


def _fate(chronicle: Chronicle, group: Group, member: Member) -> tuple[Cell, Cell, Cell]:
    """Return the number and the day of the game that a member fell in, and how it came, '' for one who
    is in play."""
    if member.status == "active":
        return "", "", ""
    if member.status == "captured":
        return "", "", Life(chronicle, group.id, member.id).fate()
    entry = memorial_entry(chronicle, group, member)
    return entry.number or "", entry.day, entry.how
