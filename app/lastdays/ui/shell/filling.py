"""Has the page of a route show what the route is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastdays.ui.navigation import (
    AftermathRoute,
    BoardRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    GuideRoute,
    LifeRoute,
    MergeRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SessionRoute,
    SettingsRoute,
    ShareRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.shell.pages import Pages

if TYPE_CHECKING:
    from lastdays.ui.tracker.session_page import SessionPage


def fill(pages: Pages, route: Route, campaign: str) -> Route | None:
    """Have the page of a route show what the route is about.

    Return the route that is shown, with what it left open; None where there is nothing.
    """
    match route:
        case StartRoute():
            pages.start.refresh()
        case SettingsRoute():
            pages.settings.show_campaign(campaign)
        case DataRoute(check):
            pages.data.start(campaign, check=check)
            return DataRoute()
        case GroupRoute(group, member):
            return _fill_group(pages, group, member)
        case RulebookRoute(search):
            pages.rulebook.look_up(search)
        case PrintRoute(group, only):
            pages.print.show_group(campaign, group, only)
            return PrintRoute()
        case TableRoute() | GamesRoute() | TrackerRoute() | BoardRoute():
            return _fill_table(pages, route, campaign)
        case ChronicleRoute() | LifeRoute() | MergeRoute() | ShareRoute() | GuideRoute():
            return pages.telling.fill(route, campaign)
        case SequenceRoute(sequence):
            pages.sequence.show_sequence(sequence or pages.sequence.sequence_id)
        case _:
            _fill_campaign(pages, route, campaign)
    return route


def _fill_campaign(pages: Pages, route: Route, campaign: str) -> None:
    """Have a page of the campaign show it; what else there is shows nothing in particular."""
    match route:
        case CampaignRoute():
            pages.campaign.show_campaign(campaign)
        case FoundRoute():
            pages.found.start(campaign)
        case NextGameRoute():
            pages.next_game.show_campaign(campaign)
        case RecordRoute(game, planned):
            pages.record.start(campaign, game, planned=planned)
        case AftermathRoute():
            pages.aftermath.show_campaign(campaign)


def _fill_group(pages: Pages, group: str, member: str) -> Route | None:
    if group:
        pages.group.show_group(group)
    if member:
        pages.group.show_member(member)
    return GroupRoute(pages.group.group_id) if pages.group.group_id else None


def _fill_table(
    pages: Pages, route: TableRoute | GamesRoute | SessionRoute, campaign: str
) -> Route | None:
    match route:
        case TableRoute(on=True) if pages.made(TrackerRoute) and pages.tracker.tracker:
            return _fill_session(pages.tracker, TrackerRoute())
        case TableRoute():
            pages.table.show_campaign(campaign)
            return TableRoute()
        case GamesRoute(on=True) if pages.made(BoardRoute) and pages.board.tracker:
            return _fill_session(pages.board, BoardRoute())
        case GamesRoute():
            pages.games.show_list()
            return GamesRoute()
        case TrackerRoute():
            return _fill_session(pages.tracker, route)
        case BoardRoute():
            return _fill_session(pages.board, route)


def _fill_session(page: SessionPage, route: SessionRoute) -> Route | None:
    if not route.session and page.tracker is not None:
        page.refresh()
    elif not page.show_session(route.session):
        return None
    return route
