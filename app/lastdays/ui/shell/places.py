"""The list on the left: the campaigns, and the places in the open one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame

from lastdays.campaign.overview import GroupProgress, Places
from lastdays.language import _, ngettext
from lastdays.rulebook.pictograms import place as pictogram
from lastdays.store.index import CampaignSummary
from lastdays.ui.models.rows import Cell, Row, RowModel
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
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Picker, column
from lastdays.ui.widgets.table import Table

#: The heights of a place at 100 %, at least and where there is room for all of them.
LOW, HIGH = 38, 42


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
        """Return whether the keyboard is in the list, or on the choice of a campaign."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def show_campaigns(self, campaigns: Iterable[CampaignSummary], chosen: str) -> None:
        """List the campaigns, the one that is open chosen."""
        there = [(campaign.name, campaign.id) for campaign in campaigns]
        self.chooser.offer([*there, (_("New campaign…"), "")], chosen)
        for n, (name, _id) in enumerate(there):
            self.chooser.setItemData(n, plain(name), Qt.ItemDataRole.ToolTipRole)
        self.chooser.setToolTip(plain(self.chooser.currentText()))

    def show_places(self, places: Places, here: Route) -> None:
        """List the places of a campaign, with the one that `here` belongs to chosen."""
        self.here = here
        self._filling = True
        before, self._places = self._places, places  # those kept last are soonest compared
        if places != before:
            self._list(_rows_of(places))
        here_row = self.model.row_of(repr(here.place()))
        self.list.setCurrentIndex(self.model.index(here_row, 0))  # none where it is no place
        self._filling = False

    def _list(self, places: list[tuple[Route, Row]]) -> None:
        """List places; where only what is said of some has changed, the others stay."""
        self._routes = {row.key: route for route, row in places}
        self.model.change_rows([row for _route, row in places])

    def progress_of(self, sequence: str) -> GroupProgress | None:
        """Return where a sequence is shown to stand, None where it is not shown."""
        stands = self._places.progress if self._places is not None else None
        return next((s for s in stands or () if s.sequence == sequence), None)

    def groups(self) -> list[str]:
        """Return the ids of the groups that are listed."""
        return [route.group for route in self._routes.values() if isinstance(route, GroupRoute)]

    def fit(self, window_width: int) -> None:
        """Follow the zoom; in a narrow window, take a quarter of it."""
        self.setFixedWidth(min(self.theme.px(200), max(150, window_width // 4)))

    def _clicked(self, key: str) -> None:
        """Go back from a page within a place to the place's own page, where it is clicked again."""
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
    """Return a place to go, with what is said of it on hover and below its name; how deep it is set
    in."""
    cell = Cell(
        text, "place", beneath, "text", pictogram(icon), hint=hint, beneath_token=token, depth=depth
    )
    return route, Row(repr(route), (cell,))


def _group(group: str, name: str, stand: GroupProgress | None) -> tuple[Route, Row]:
    """Return the place of a group, with where it stands after a game."""
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
    """Return a place with how many there are of something, as it is called `usual` for none."""
    return _place(route, text, icon, hint) if n else _place(route, usual, icon)
