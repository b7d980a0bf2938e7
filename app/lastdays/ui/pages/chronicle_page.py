"""The chronicle: the story of the campaign, plots over its games, standing, memorial."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from lastdays.campaign.changed import (
    CampaignChanged,
    Changed,
    Everything,
    GroupChanged,
    SequencesChanged,
    SessionsChanged,
)
from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.overview import Overview
from lastdays.language import _, ngettext
from lastdays.ui.navigation import ChronicleRoute, Route
from lastdays.ui.pages.chronicle.memorial_panel import MemorialPanel
from lastdays.ui.pages.chronicle.plots_panel import PlotsPanel
from lastdays.ui.pages.chronicle.standing_panel import StandingPanel
from lastdays.ui.pages.chronicle.story_panel import ChroniclePanel
from lastdays.ui.pages.of_campaign import PageOfCampaign
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import MARGIN
from lastdays.ui.widgets.parts import column
from lastdays.ui.widgets.tabs import LoneTabs
from lastdays.ui.widgets.within import Within

#: The tabs of the page.
STORY, PLOTS, STANDING, MEMORIAL = range(4)
#: So many games are counted at once; more take the worker's time.
COUNTED_AT_ONCE = 1500
#: The page is at most so wide, in pixels at 100 %.
WIDE = 1700


class ChroniclePage(PageOfCampaign):
    """What has happened in the campaign; a tab is filled when it is looked at."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.chronicle: Chronicle | None = None
        self._names: tuple[str | None, str | None] = (None, None)
        self.story = ChroniclePanel(services)
        self.plots = PlotsPanel(services)
        self.standing = StandingPanel(services)
        self.memorial = MemorialPanel(services)
        self.tabs = LoneTabs()
        for tab, title in (
            (self.story, _("Story")),
            (self.plots, _("Plots")),
            (self.standing, _("Standing and records")),
            (self.memorial, _("Memorial")),
        ):
            self.tabs.addTab(tab, title)
        self.tabs.currentChanged.connect(lambda _at: self.refresh())
        self.head = Head(_("Chronicle"))
        outer = column(self.tabs)
        outer.setContentsMargins(MARGIN, 4, MARGIN, 12)
        self.setLayout(outer)
        Within(self, services.theme, WIDE)
        self._game = ""

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, ChronicleRoute)
        self.show_campaign(campaign, route.game)
        return ChronicleRoute()

    def show_campaign(self, campaign: str, game: str = "") -> None:
        """Show the chronicle of a campaign; with `game` the story of that game."""
        self.campaign_id, self._game = campaign, game
        if game and self.tabs.currentIndex() != STORY:
            self.tabs.setCurrentIndex(STORY)  # reads it
        else:
            self.refresh()

    def shows(self, changed: Changed) -> bool:
        """Return whether it is anything that is told here."""
        kinds = GroupChanged | CampaignChanged | SequencesChanged | SessionsChanged | Everything
        return isinstance(changed, kinds)

    def refresh(self) -> None:
        """Read what the tab in sight shows anew."""
        if not self.campaign_id:
            return
        workspace, campaign = self.services.workspace, self.campaign_id
        read = self.services.ask(
            lambda: (Chronicle(workspace, campaign), workspace.undo_names(campaign))
        )
        if read is None:
            return
        self.chronicle, self._names = read
        workspace.seen_campaigns.show(campaign, self.chronicle.revision, self)
        n = len(self.chronicle.games)
        self.head.note.setText(
            _("{campaign} · {games}").format(
                campaign=self.chronicle.campaign.name,
                games=ngettext("{n} game", "{n} games", n).format(n=n),
            )
        )
        tab = self.tabs.currentIndex()
        if tab == STORY:
            game, self._game = self._game, ""
            self.story.show_chronicle(self.chronicle, game)
            return
        found = self.services.ask(lambda: workspace.overview(campaign))
        if found is not None:
            self._show_tab(tab, self.chronicle, found)

    def _show_tab(self, tab: int, chronicle: Chronicle, found: Overview) -> None:
        if tab == PLOTS:
            names = {line.summary.id: line.summary.name for line in found.groups}
            self.plots.show_chronicle(chronicle, names)
        elif tab == STANDING and self._counting(chronicle):
            self.standing.show_counting()
        elif tab == STANDING:
            self.standing.show_chronicle(chronicle, found)
        else:
            self.memorial.show_chronicle(chronicle, found)

    def _counting(self, chronicle: Chronicle) -> bool:
        """Return whether the games are so many that the worker counts them first."""
        campaign = chronicle.campaign
        if len(campaign.games) <= COUNTED_AT_ONCE or campaign.counted:
            return False
        self.services.work(lambda: campaign.tallies, lambda _tallies: self._counted(chronicle))
        return True

    def _counted(self, chronicle: Chronicle) -> None:
        """Show what was counted, if it is still looked at."""
        if chronicle is self.chronicle and self.tabs.currentIndex() == STANDING:
            self.refresh()

    def take_focus(self) -> None:
        """Put the keyboard on what the tab in sight lists."""
        shown: QWidget | None = self.tabs.currentWidget()
        for tab in (self.story, self.plots, self.standing, self.memorial):
            if tab is shown:
                tab.take_focus()

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do to the campaign's records."""
        return self._names
