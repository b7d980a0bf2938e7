"""The list on the left: the campaigns, and the places of the one that is open."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QListView

from lastdays.campaign.overview import HalfDone, Places
from lastdays.language import _, ngettext, short
from lastdays.store.index import CampaignSummary
from lastdays.ui.models.nav import NavModel, NavRow
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    GamesRoute,
    GroupRoute,
    PrintRoute,
    Route,
    RulebookRoute,
    TableRoute,
    place_of,
)
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Picker, column

#: The names of the places' icons.
ICONS = ("campaign", "table", "aftermath", "print", "games", "rulebook")


class PlacesList(QFrame):
    """Where one can go. `went` carries a route, `opened` a campaign's id, '' for a new one."""

    went = Signal(object)
    opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "nav")
        self.theme = theme
        #: What is shown now.
        self.here: Route = CampaignRoute()
        self.chooser = Picker()
        self.chooser.setAccessibleName(_("Campaign"))
        self.chooser.activated.connect(lambda n: self.opened.emit(str(self.chooser.itemData(n))))
        self.model = NavModel()
        self.list = QListView()
        self.list.setProperty("kind", "nav")
        self.list.setAccessibleName(_("Where to go"))
        self.list.setModel(self.model)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.clicked.connect(self._clicked)
        self.list.activated.connect(self._clicked)
        self._filling = False
        self.setLayout(column(self.chooser, self.list, margin=8))

    def show_campaigns(self, campaigns: Iterable[CampaignSummary], chosen: str) -> None:
        """List the campaigns, the one that is open chosen."""
        self.chooser.clear()
        for campaign in campaigns:
            self.chooser.addItem(short(campaign.name, 30), campaign.id)
        self.chooser.addItem(_("New campaign…"), "")
        self.chooser.setCurrentIndex(max(0, self.chooser.findData(chosen)))

    def show_places(self, places: Places, here: Route) -> None:
        """List the places of a campaign, with the one that `here` belongs to chosen."""
        self.here = here
        rows = [
            NavRow(CampaignRoute(), _("Campaign"), "campaign"),
            *(NavRow(GroupRoute(g.id), g.name) for g in places.groups),
            _begun(TableRoute(), _("At the table"), "table", "session", places.half_done),
            _begun(
                AftermathRoute(), _("After the game"), "aftermath", "sequence", places.half_done
            ),
            NavRow(PrintRoute(), _("Print"), "print"),
            NavRow(GamesRoute(), _("Other games"), "games"),
            NavRow(RulebookRoute(), _("Rulebook"), "rulebook"),
        ]
        self._filling = True
        self.model.set_rows(rows)
        place = place_of(here)
        for n, entry in enumerate(rows):
            if entry.route == place:
                self.list.setCurrentIndex(self.model.index(n, 0))
                break
        self._filling = False

    def groups(self) -> list[str]:
        """Return the ids of the groups that are listed."""
        return [r.route.group for r in self.model.rows if isinstance(r.route, GroupRoute)]

    def draw_icons(self) -> None:
        """Draw the icons in the theme's colours."""
        self.model.icons = {name: self.theme.icon(name) for name in ICONS}

    def fit(self, window_width: int) -> None:
        """Follow the zoom; in a narrow window, take a fifth of it."""
        self.list.setIconSize(QSize(self.theme.px(18), self.theme.px(18)))
        self.setFixedWidth(min(self.theme.px(222), max(150, window_width // 5)))

    def _clicked(self, index: QModelIndex) -> None:
        """Go back from a page within a place to the place's own page, where it is clicked again."""
        route = self.model.rows[index.row()].route
        if route != self.here:
            self.went.emit(route)

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._filling or not current.isValid():
            return
        self.went.emit(self.model.rows[current.row()].route)
        self.list.setFocus()


def _begun(
    route: Route, name: str, icon: str, kind: str, half_done: tuple[HalfDone, ...]
) -> NavRow:
    """Return a place, with how many of its kind are begun and not finished."""
    n = sum(half.kind == kind for half in half_done)
    if not n:
        return NavRow(route, name, icon)
    hint = ngettext("{n} begun and not finished", "{n} begun and not finished", n)
    text = _("({n}) {place}").format(place=name, n=n)  # first, where nothing is cut off
    return NavRow(route, text, icon, hint.format(n=n))
