"""The pages that tell of what was, here and to others: the chronicle, a member's life, what is shared
and what is compared; and the way back from them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from lastdays.ui.navigation import (
    ChronicleRoute,
    GroupRoute,
    GuideRoute,
    LifeRoute,
    MergeRoute,
    RecordRoute,
    Route,
    SequenceRoute,
    ShareRoute,
    TrackerRoute,
)
from lastdays.ui.services import Services

if TYPE_CHECKING:
    from lastdays.ui.pages.chronicle_page import ChroniclePage
    from lastdays.ui.pages.guide_page import GuideReaderPage
    from lastdays.ui.pages.life_page import LifePage
    from lastdays.ui.pages.merge_page import MergePage
    from lastdays.ui.pages.share_page import SharePage
    from lastdays.ui.widgets.page import Page

#: Where one goes from what was told, and comes back from.
Visited = RecordRoute | SequenceRoute | TrackerRoute | GroupRoute | LifeRoute


class TellingPages:
    """Pages that are made when they are first wanted; `add` puts one among the others."""

    def __init__(self, services: Services, add: Callable[[type[Route], Page], object]) -> None:
        self._services = services
        self._add = add

    @cached_property
    def chronicle(self) -> ChroniclePage:
        """The chronicle of the campaign."""
        # late: 130 ms, when first wanted
        from lastdays.ui.pages.chronicle_page import ChroniclePage

        page = ChroniclePage(self._services)
        self._add(ChronicleRoute, page)
        return page

    @cached_property
    def life(self) -> LifePage:
        """The life of a member."""
        from lastdays.ui.pages.life_page import LifePage  # late: 90 ms, when first wanted

        page = LifePage(self._services)
        self._add(LifeRoute, page)
        return page

    @cached_property
    def merge(self) -> MergePage:
        """What a file has of a group that is here, compared with it."""
        from lastdays.ui.pages.merge_page import MergePage  # late: 80 ms, when first wanted

        page = MergePage(self._services)
        self._add(MergeRoute, page)
        return page

    @cached_property
    def share(self) -> SharePage:
        """What is told to others."""
        from lastdays.ui.pages.share_page import SharePage  # late: 140 ms, when first wanted

        page = SharePage(self._services)
        self._add(ShareRoute, page)
        return page

    @cached_property
    def guide(self) -> GuideReaderPage:
        """The guide for players."""
        from lastdays.ui.pages.guide_page import GuideReaderPage  # late: 80 ms, when first wanted

        page = GuideReaderPage(self._services)
        self._add(GuideRoute, page)
        return page

    def fill(
        self,
        route: ChronicleRoute | LifeRoute | MergeRoute | ShareRoute | GuideRoute,
        campaign: str,
    ) -> Route | None:
        """Have the page of a route show what it is about; None where that is gone."""
        match route:
            case ChronicleRoute(game):
                self.chronicle.show_campaign(campaign, game)
                return ChronicleRoute()
            case GuideRoute(page, passage):
                self.guide.open(page, passage)
                return GuideRoute()
            case LifeRoute(group, member):
                shown = self.life.show_life(campaign, group, member)
            case MergeRoute(file):
                shown = self.merge.show_file(campaign, file)
            case ShareRoute(group):
                shown = self.share.show_campaign(campaign, group)
        return route if shown else None


class Trail:
    """Remembers where a page was visited from, so that leaving it leads back there."""

    def __init__(self) -> None:
        self._from: dict[type[Route], Route] = {}
        self._returning = False

    def note(self, here: Route, there: Route) -> None:
        """Note a step: from what is told to what it is told of, or to that from elsewhere."""
        returning, self._returning = self._returning, False
        if returning:
            return
        telling = isinstance(here, ChronicleRoute | LifeRoute) and isinstance(there, Visited)
        if telling or (isinstance(here, GroupRoute) and isinstance(there, LifeRoute)):
            self._from[type(there)] = here
        elif type(here) is not type(there):
            self._from.pop(type(there), None)

    def back(self, here: Route) -> Route | None:
        """Return where a page was visited from, for the step back there; None where it wasn't."""
        found = self._from.pop(type(here), None)
        self._returning = found is not None
        return found
