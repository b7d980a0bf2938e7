"""The pages of the window, each made when it is first wanted or ahead of that, and what each shows
on a route."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QStackedWidget, QWidget

from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    BoardRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    GuideRoute,
    HelpRoute,
    LifeRoute,
    MergeRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    ShareRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.services import Services
from lastdays.ui.shell.more_pages import TellingPages
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import scrolling

if TYPE_CHECKING:
    from lastdays.ui.pages.about_page import AboutPage
    from lastdays.ui.pages.aftermath_page import AftermathPage
    from lastdays.ui.pages.campaign_page import CampaignPage
    from lastdays.ui.pages.data_page import DataPage
    from lastdays.ui.pages.found_page import FoundPage
    from lastdays.ui.pages.games_page import GamesPage
    from lastdays.ui.pages.group_page import GroupPage
    from lastdays.ui.pages.help_page import HelpPage
    from lastdays.ui.pages.league_page import LeaguePage
    from lastdays.ui.pages.next_game_page import NextGamePage
    from lastdays.ui.pages.print_page import PrintPage
    from lastdays.ui.pages.record_page import RecordPage
    from lastdays.ui.pages.rulebook_page import RulebookPage
    from lastdays.ui.pages.sequence_page import SequencePage
    from lastdays.ui.pages.settings_page import SettingsPage
    from lastdays.ui.pages.start_page import StartPage
    from lastdays.ui.pages.table_page import TablePage
    from lastdays.ui.tracker.session_page import SessionPage

P = TypeVar("P", bound=Page)


class Pages(QStackedWidget):
    """One page at a time, scrolled where it does not fit.

    Each page is imported and made when it is first wanted, or a while after the start (`ahead`):
    all of them at once would double the time it takes to start.
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._areas: dict[type[Route], QWidget] = {}
        self.telling = TellingPages(services, self._add)

    def _add(self, kind: type[Route], page: P) -> P:
        area = scrolling(page)
        self._areas[kind] = area
        self.addWidget(area)  # before it is dressed: it would be styled a second time here
        self.services.theme.dress(area)
        return page

    @cached_property
    def start(self) -> StartPage:
        """Where a campaign is begun."""
        from lastdays.ui.pages.start_page import StartPage  # late: 110 ms, when first wanted

        return self._add(StartRoute, StartPage(self.services))

    @cached_property
    def campaign(self) -> CampaignPage:
        """The open campaign."""
        from lastdays.ui.pages.campaign_page import CampaignPage  # late: 70 ms, when first wanted

        return self._add(CampaignRoute, CampaignPage(self.services))

    @cached_property
    def next_game(self) -> NextGamePage:
        """What lies ahead."""
        from lastdays.ui.pages.next_game_page import NextGamePage  # late: 320 ms, when first wanted

        return self._add(NextGameRoute, NextGamePage(self.services))

    @cached_property
    def found(self) -> FoundPage:
        """Founding a group."""
        from lastdays.ui.pages.found_page import FoundPage  # late: 80 ms, when first wanted

        return self._add(FoundRoute, FoundPage(self.services))

    @cached_property
    def group(self) -> GroupPage:
        """One group."""
        from lastdays.ui.pages.group_page import GroupPage  # late: 150 ms, when first wanted

        return self._add(GroupRoute, GroupPage(self.services))

    @cached_property
    def record(self) -> RecordPage:
        """Recording a game."""
        from lastdays.ui.pages.record_page import RecordPage  # late: 220 ms, when first wanted

        return self._add(RecordRoute, RecordPage(self.services))

    @cached_property
    def aftermath(self) -> AftermathPage:
        """The list of post-game sequences."""
        from lastdays.ui.pages.aftermath_page import AftermathPage  # late: 40 ms, when first wanted

        return self._add(AftermathRoute, AftermathPage(self.services))

    @cached_property
    def sequence(self) -> SequencePage:
        """One post-game sequence."""
        from lastdays.ui.pages.sequence_page import SequencePage  # late: 330 ms, when first wanted

        return self._add(SequenceRoute, SequencePage(self.services))

    @cached_property
    def print(self) -> PrintPage:
        """What goes on paper."""
        from lastdays.ui.pages.print_page import PrintPage  # late: 290 ms, when first wanted

        return self._add(PrintRoute, PrintPage(self.services))

    @cached_property
    def table(self) -> TablePage:
        """The games at the table."""
        from lastdays.ui.pages.table_page import TablePage  # late: 830 ms, when first wanted

        return self._add(TableRoute, TablePage(self.services))

    @cached_property
    def tracker(self) -> SessionPage:
        """One game at the table."""
        # late: 910 ms, when first wanted
        from lastdays.ui.tracker.session_page import SessionPage
        from lastdays.ui.tracker.side_board import SideBoard

        return self._add(TrackerRoute, SessionPage(self.services, TableRoute(), SideBoard))

    @cached_property
    def games(self) -> GamesPage:
        """The other games."""
        from lastdays.ui.pages.games_page import GamesPage  # late: 240 ms, when first wanted

        return self._add(GamesRoute, GamesPage(self.services))

    @cached_property
    def board(self) -> SessionPage:
        """One of them being played."""
        # late: 910 ms, when first wanted
        from lastdays.ui.tracker.seats import SeatBoard
        from lastdays.ui.tracker.session_page import SessionPage

        return self._add(BoardRoute, SessionPage(self.services, GamesRoute(), SeatBoard))

    @cached_property
    def rulebook(self) -> RulebookPage:
        """The rulebook's entries."""
        from lastdays.ui.pages.rulebook_page import RulebookPage  # late: 50 ms, when first wanted

        return self._add(RulebookRoute, RulebookPage(self.services))

    @cached_property
    def help(self) -> HelpPage:
        """The keys."""
        from lastdays.ui.pages.help_page import HelpPage  # late: 16 ms, when first wanted

        return self._add(HelpRoute, HelpPage(self.services))

    @cached_property
    def settings(self) -> SettingsPage:
        """Theme, size, dice, motion."""
        from lastdays.ui.pages.settings_page import SettingsPage  # late: 12 ms, when first wanted

        return self._add(SettingsRoute, SettingsPage(self.services))

    @cached_property
    def about(self) -> AboutPage:
        """The program and those whose work is in it."""
        from lastdays.ui.pages.about_page import AboutPage  # late: 6 ms, when first wanted

        return self._add(AboutRoute, AboutPage(self.services))

    @cached_property
    def data(self) -> DataPage | LeaguePage:
        """Where the store lies, and its backups."""
        if self.services.workspace.store.shared:
            from lastdays.ui.pages.league_page import LeaguePage  # late: 20 ms, when first wanted

            return self._add(DataRoute, LeaguePage(self.services))
        from lastdays.ui.pages.data_page import DataPage  # late: 70 ms, when first wanted

        return self._add(DataRoute, DataPage(self.services))

    def page(self, route: Route) -> Page:
        """Return the page of a route."""
        return PAGES[type(route)](self)

    def made(self, kind: type[Route]) -> bool:
        """Return whether there is a page yet."""
        return kind in self._areas

    def area(self, kind: type[Route]) -> QWidget:
        """Return what a page is scrolled in."""
        PAGES[kind](self)
        return self._areas[kind]

    def dress(self, route: Route) -> None:
        """Style a page, where there is one yet."""
        if self.made(type(route)):
            self.services.theme.dress(self._areas[type(route)])

    def turn_to(self, route: Route) -> None:
        """Show a page as it is."""
        area = self.area(type(route))
        self.services.theme.dress(area)
        self.setCurrentWidget(area)

    def sessions(self) -> list[SessionPage]:
        """Return the pages of games that are on, as far as they were made."""
        found: list[SessionPage] = []
        if self.made(TrackerRoute):
            found.append(self.tracker)
        if self.made(BoardRoute):
            found.append(self.board)
        return found


#: The pages that hold what the rulebook says, by the name they have among the pages.
OF_THE_RULEBOOK: Mapping[type[Route], str] = {
    FoundRoute: "found",
    GroupRoute: "group",
    NextGameRoute: "next_game",
    RecordRoute: "record",
    AftermathRoute: "aftermath",
    SequenceRoute: "sequence",
    PrintRoute: "print",
    TableRoute: "table",
    TrackerRoute: "tracker",
    RulebookRoute: "rulebook",
}


def forget_rulebook(pages: Pages) -> None:
    """Let go of the pages that were made of another rulebook than the one that counts now; they are
    made anew when they are next wanted."""
    if pages.made(TrackerRoute):
        pages.tracker.forget()
    for kind, name in OF_THE_RULEBOOK.items():
        if pages.made(kind):
            area = pages.area(kind)
            del pages._areas[kind]
            vars(pages).pop(name, None)
            pages.removeWidget(area)
            area.hide()
            area.deleteLater()


def forget_campaign(pages: Pages) -> None:
    """Close what was open in another campaign."""
    if pages.made(GroupRoute):
        pages.group.group_id = ""
    if pages.made(SequenceRoute):
        pages.sequence.sequence_id = ""
    if pages.made(LifeRoute):
        pages.telling.life.member_id = ""
    if pages.made(PrintRoute):
        pages.print.group_id = ""
    if pages.made(TrackerRoute):
        pages.tracker.forget()


#: Which page shows a route.
PAGES: Mapping[type[Route], Callable[[Pages], Page]] = {
    StartRoute: lambda pages: pages.start,
    CampaignRoute: lambda pages: pages.campaign,
    FoundRoute: lambda pages: pages.found,
    GroupRoute: lambda pages: pages.group,
    NextGameRoute: lambda pages: pages.next_game,
    RecordRoute: lambda pages: pages.record,
    AftermathRoute: lambda pages: pages.aftermath,
    SequenceRoute: lambda pages: pages.sequence,
    PrintRoute: lambda pages: pages.print,
    TableRoute: lambda pages: pages.table,
    TrackerRoute: lambda pages: pages.tracker,
    GamesRoute: lambda pages: pages.games,
    BoardRoute: lambda pages: pages.board,
    RulebookRoute: lambda pages: pages.rulebook,
    HelpRoute: lambda pages: pages.help,
    GuideRoute: lambda pages: pages.telling.guide,
    SettingsRoute: lambda pages: pages.settings,
    AboutRoute: lambda pages: pages.about,
    DataRoute: lambda pages: pages.data,
    MergeRoute: lambda pages: pages.telling.merge,
    ShareRoute: lambda pages: pages.telling.share,
    ChronicleRoute: lambda pages: pages.telling.chronicle,
    LifeRoute: lambda pages: pages.telling.life,
}
