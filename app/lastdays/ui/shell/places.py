"""The list on the left: the campaigns, and the places in the open one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame

from lastdays.campaign.overview import GroupProgress, Places
from lastdays.language import _, ngettext
from lastdays.rulebook.pictograms import place as pictogram
from lastdays.store.store import CampaignSummary
from lastdays.ui.models.rows import Cell, Row, RowModel, plain
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    GamesRoute,
    GroupRoute,
    PrintRoute,
    Route,
    RulebookRoute,
    TableRoute,
)
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Picker, column
from lastdays.ui.widgets.table import Table

#: The least and greatest height of a place at 100 %.
LOW, HIGH = 38, 42


class PlacesList(QFrame):
    """The campaigns and the places. `went` carries a route, `opened` a campaign's id, '' for a new
    one."""

    went = Signal(object)
    opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "nav")
        self.theme = theme
        #: The route that is shown.
        self.here: Route = CampaignRoute()
        self.chooser = Picker(name=_("Campaign"))
        self.chooser.picked.connect(self.opened.emit)
        self.model = RowModel(("",))
        self.list = Table(
            self.model,
            _("Where to go"),
            theme,
            look="nav",
            heights=(LOW, HIGH),
            least_rows=1,
            chosen=self._chosen,
            pressed_on=self._clicked,
            taken=self._clicked,
        )
        #: The routes of the places, by the keys of their rows.
        self._routes: dict[str, Route] = {}
        self._filling = False
        self._places: Places | None = None
        self.setLayout(column(self.chooser, self.list, margin=8))

    def has_keyboard(self) -> bool:
        """Return whether the list or the choice of a campaign has the focus."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def show_campaigns(self, campaigns: Iterable[CampaignSummary], chosen: str) -> None:
        """List the campaigns and select the open one."""
        there = [(campaign.name, campaign.id) for campaign in campaigns]
        self.chooser.offer([*there, (_("New campaign…"), "")], chosen)
        for n, (name, _id) in enumerate(there):
            self.chooser.setItemData(n, plain(name), Qt.ItemDataRole.ToolTipRole)
        self.chooser.setToolTip(plain(self.chooser.currentText()))

    def show_places(self, places: Places, here: Route) -> None:
        """List the places of a campaign and select the one that `here` belongs to."""
        self.here = here
        self._filling = True
        before, self._places = self._places, places  # the latest share most parts with the next
        if places != before:
            found = _rows_of(places)
            self._routes = {row.key: route for route, row in found}
            self.model.change_rows([row for _route, row in found])
        here_row = self.model.row_of(repr(here.place()))
        self.list.setCurrentIndex(self.model.index(here_row, 0))  # none if it isn't a place
        self._filling = False

    def progress_of(self, sequence: str) -> GroupProgress | None:
        """Return the listed progress of a sequence, None if it isn't listed."""
        progress = self._places.progress if self._places is not None else None
        return next((s for s in progress or () if s.sequence == sequence), None)

    def groups(self) -> list[str]:
        """Return the ids of the listed groups."""
        return [route.group for route in self._routes.values() if isinstance(route, GroupRoute)]

    def fit(self, window_width: int) -> None:
        """Set the width for the zoom, in a narrow window a quarter of it."""
        self.setFixedWidth(min(self.theme.px(200), max(150, window_width // 4)))

    def _clicked(self, key: str) -> None:
        """Go to the page of a place that is already selected, from another page within it."""
        if key in self._routes and self._routes[key] != self.here:
            self.went.emit(self._routes[key])

    def _chosen(self, key: str) -> None:
        if not self._filling:
            self.went.emit(self._routes[key])
            self.list.setFocus()


def _rows_of(places: Places) -> list[tuple[Route, Row]]:
    """Return the places of a campaign, in order."""
    stands = {stand.group: stand for stand in places.progress or ()}
    kinds = Counter(half.kind for half in places.half_done)
    games, begun = kinds["session"], kinds["sequence"]
    return [
        _place(CampaignRoute(), _("Campaign"), "campaign"),
        *(_group(g.id, g.name, stands.get(g.id)) for g in places.groups),
        _counted(
            TableRoute(),
            "table",
            games,
            _("At the table"),
            ngettext("{n} game at the table", "{n} games at the table", games),
            ngettext("{n} game has not ended", "{n} games have not ended", games),
        ),
        _counted(
            AftermathRoute(),
            "aftermath",
            begun,
            _("After the game"),
            _("After the game ({n})", n=begun),
            ngettext(
                "{n} post-game sequence is begun and not finished",
                "{n} post-game sequences are begun and not finished",
                begun,
            ),
        ),
        _place(ChronicleRoute(), _("Chronicle"), "chronicle"),
        _place(PrintRoute(), _("Print"), "print"),
        _place(GamesRoute(), _("Other games"), "games"),
        _place(RulebookRoute(), _("Rulebook"), "rulebook"),
    ]


def _place(
    route: Route,
    text: str,
    icon: str,
    hint: str = "",
    depth: int = 0,
    beneath: str = "",
    token: str = "faint_text",
) -> tuple[Route, Row]:
    """Return a place with its hint, the text beneath its name, and its indent."""
    cell = Cell(
        text, "place", beneath, "text", pictogram(icon), hint=hint, beneath_token=token, depth=depth
    )
    return route, Row(repr(route), (cell,))


def _group(group: str, name: str, stand: GroupProgress | None) -> tuple[Route, Row]:
    """Return the place of a group, with its progress after a game."""
    route = GroupRoute(group)
    if stand is None:
        return _place(route, name, "group", "", 1)
    token = {"finished": "well_text", "begun": "accent_text"}.get(stand.state, "faint_text")
    hint = _(
        "{group} · after game {n}: {chapter}", group=name, n=stand.number, chapter=stand.chapter
    )
    return _place(route, name, "group", hint, 1, stand.chapter, token)


def _counted(
    route: Route, icon: str, n: int, usual: str, text: str, hint: str
) -> tuple[Route, Row]:
    """Return a place that shows a count, or is called `usual` if that is 0."""
    return _place(route, text, icon, hint) if n else _place(route, usual, icon)
