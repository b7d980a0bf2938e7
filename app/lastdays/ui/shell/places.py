"""The list on the left: the campaigns, and the places in the open one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from lastdays.campaign.overview import Places, Stand
from lastdays.language import _, ngettext
from lastdays.rulebook.pictograms import place
from lastdays.store.index import CampaignSummary
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

Index = QModelIndex | QPersistentModelIndex
#: The role of how far a place is set in.
DEPTH = Qt.ItemDataRole.UserRole + 1
#: The roles of what stands below a place's name, and of the name of its colour.
BENEATH, BENEATH_TOKEN = Qt.ItemDataRole.UserRole + 2, Qt.ItemDataRole.UserRole + 3


class NavRow(Struct, frozen=True):
    """A place to go: its route, what it is called, an icon's name, what is said of it on hover, and
    what stands below its name, in which colour."""

    route: Route
    text: str
    icon: str = ""
    hint: str = ""
    depth: int = 0
    beneath: str = ""
    beneath_token: str = "faint_text"


class NavModel(QAbstractListModel):
    """The places of the open campaign."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[NavRow] = []
        self.icons: dict[str, QIcon] = {}
        self._row_of: dict[Route, int] = {}

    def set_rows(self, rows: list[NavRow]) -> None:
        """Show other places; where only what is said of some has changed, the others stay."""
        changed = [
            n
            for n, (old, new) in enumerate(zip(self.rows, rows, strict=False))
            if old is not new and old != new
        ]
        same = len(rows) == len(self.rows)
        if same and not changed:
            return
        if same and all(self.rows[n].route == rows[n].route for n in changed):
            self.rows = rows
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
            return
        self.beginResetModel()
        self.rows = rows
        self._row_of = {entry.route: n for n, entry in enumerate(rows)}
        self.endResetModel()

    def row_of(self, route: Route | None) -> int:
        """Return the row of a place, -1 where it is none."""
        return -1 if route is None else self._row_of.get(route, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        entry = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == DEPTH:
            return entry.depth
        if role in (BENEATH, BENEATH_TOKEN):
            return entry.beneath if role == BENEATH else entry.beneath_token
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(entry.hint or entry.text)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return entry.hint or None
        if role == Qt.ItemDataRole.DecorationRole and entry.icon:
            return self.icons.get(entry.icon)
        return None


#: The names of the places' icons.
ICONS = ("campaign", "group", "table", "aftermath", "chronicle", "print", "games", "rulebook")
#: The places of so many groups are kept as they were made.
KEPT = 4096


class _Indented(QStyledItemDelegate):
    """Sets a group in below the campaign, with where it stands after a game below its name; what
    marks the chosen place stays at the edge."""

    def __init__(self, parent: QObject, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        depth = int(index.data(DEPTH) or 0)
        if depth:
            side = option.decorationSize.width()
            drawn = option.icon.pixmap(side, side)
            wider = QPixmap(drawn.size() + QSize(int(drawn.width() * 0.7), 0))
            wider.setDevicePixelRatio(drawn.devicePixelRatio())
            wider.fill(Qt.GlobalColor.transparent)
            with QPainter(wider) as inside:
                inside.drawPixmap(QPoint(round(side * 0.7), 0), drawn)
            option.icon = QIcon(wider)
            option.icon.addPixmap(wider, QIcon.Mode.Selected)
            option.decorationSize = QSize(round(side * 1.7), side)
        widget = option.widget
        style = widget.style()
        beneath = str(index.data(BENEATH) or "")
        name = option.text
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, widget) + 1
        text = QStyle.SubElement.SE_ItemViewItemText
        room = style.subElementRect(text, option, widget).adjusted(margin, 0, 0, 0)
        if beneath:
            option.text = ""
        elif depth:
            option.text = self.cut(index, option.fontMetrics, room.width() - margin)
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        if beneath:
            painter.save()
            middle = option.rect.center().y() + self.theme.px(4)
            token = str(index.data(BENEATH_TOKEN))
            upper, lower = (option.rect.top(), middle), (middle, option.rect.bottom())
            name = self.cut(index, QFontMetrics(self._font(16)), room.width())
            self._line(painter, room, upper, name, ("text", 16))
            self._line(painter, room, lower, beneath, (token, 12))
            painter.restore()

    def cut(self, index: Index, metrics: QFontMetrics, room: int) -> str:
        """Return as much of a group's name as has room: its beginning, or, where another group's is
        the same, its beginning and its end."""
        name, modes = str(index.data()), Qt.TextElideMode
        begins = metrics.elidedText(name, modes.ElideRight, room)
        model = index.model()
        if begins == name or not isinstance(model, NavModel):
            return begins
        alike = sum(row.text.startswith(begins[:-1]) for row in model.rows) > 1
        return metrics.elidedText(name, modes.ElideMiddle, room) if alike else begins

    def _font(self, size: int) -> QFont:
        font = QFont(self.theme.body)
        font.setPixelSize(self.theme.px(size))
        return font

    def _line(
        self,
        painter: QPainter,
        room: QRect,
        between: tuple[int, int],
        text: str,
        look: tuple[str, int],
    ) -> None:
        """Write one of two lines, in a colour and a size, elided where it is too long."""
        painter.setFont(self._font(look[1]))
        painter.setPen(self.theme.colour(look[0]))
        line = QRect(room.left(), between[0], room.width(), between[1] - between[0])
        cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
        upper = between[0] < room.center().y() and look[0] == "text"
        edge = Qt.AlignmentFlag.AlignBottom if upper else Qt.AlignmentFlag.AlignTop
        painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft | edge), cut)


class _Rows(QListView):
    """A list whose rows are all of one height: where something is said of another row they stay
    where they are. Qt would lay out all of them, a thousand groups too."""

    def dataChanged(self, top: Index, bottom: Index, roles: Sequence[int] = ()) -> None:
        QAbstractItemView.dataChanged(self, top, bottom, roles)


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
        self.list = _Rows()
        self.list.setProperty("kind", "nav")
        self.list.setAccessibleName(_("Where to go"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Indented(self.list, theme))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.clicked.connect(self._clicked)
        self.list.activated.connect(self._clicked)
        self.list.setUniformItemSizes(True)
        self._filling = False
        self._places: Places | None = None
        self.setLayout(column(self.chooser, self.list, margin=8))

    def has_keyboard(self) -> bool:
        """Return whether the keyboard is in the list, or on the choice of a campaign."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def show_campaigns(self, campaigns: Iterable[CampaignSummary], chosen: str) -> None:
        """List the campaigns, the one that is open chosen."""
        self.chooser.clear()
        for campaign in campaigns:
            self.chooser.addItem(campaign.name, campaign.id)
            self.chooser.setItemData(
                self.chooser.count() - 1, plain(campaign.name), Qt.ItemDataRole.ToolTipRole
            )
        self.chooser.addItem(_("New campaign…"), "")
        self.chooser.setCurrentIndex(max(0, self.chooser.findData(chosen)))
        self.chooser.setToolTip(plain(self.chooser.currentText()))

    def show_places(self, places: Places, here: Route) -> None:
        """List the places of a campaign, with the one that `here` belongs to chosen."""
        self.here = here
        self._filling = True
        before, self._places = self._places, places  # those kept last are soonest compared
        if places != before:
            self.model.set_rows(_rows_of(places))
            self.list.executeDelayedItemsLayout()  # and not once it has been painted
        here_row = self.model.row_of(here.place())
        self.list.setCurrentIndex(self.model.index(here_row, 0))  # none where it is no place
        self._filling = False

    def stand_of(self, sequence: str) -> Stand | None:
        """Return where a sequence is shown to stand, None where it is not shown."""
        stands = self._places.stands if self._places is not None else None
        return next((s for s in stands or () if s.sequence == sequence), None)

    def groups(self) -> list[str]:
        """Return the ids of the groups that are listed."""
        return [r.route.group for r in self.model.rows if isinstance(r.route, GroupRoute)]

    def draw_icons(self) -> None:
        """Draw the icons in the theme's colours."""
        self.model.icons = {n: self.theme.icon(place(n), "faint_text", 22) for n in ICONS}

    def fit(self, window_width: int) -> None:
        """Follow the zoom; in a narrow window, take a quarter of it."""
        side = self.theme.px(18 if self.theme.narrow else 22)
        self.list.setIconSize(QSize(side, side))
        self.setFixedWidth(min(self.theme.px(200), max(150, window_width // 4)))

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


def _rows_of(places: Places) -> list[NavRow]:
    """Return the places of a campaign, in order."""
    stands = {stand.group: stand for stand in places.stands or ()}
    return [
        NavRow(CampaignRoute(), _("Campaign"), "campaign"),
        *(_group(g.id, g.name, stands.get(g.id)) for g in places.groups),
        _table(sum(half.kind == "session" for half in places.half_done)),
        _aftermath(sum(half.kind == "sequence" for half in places.half_done)),
        NavRow(ChronicleRoute(), _("Chronicle"), "chronicle"),
        NavRow(PrintRoute(), _("Print"), "print"),
        NavRow(GamesRoute(), _("Other games"), "games"),
        NavRow(RulebookRoute(), _("Rulebook"), "rulebook"),
    ]


def _group(group: str, name: str, stand: Stand | None) -> NavRow:
    """Return the place of a group, with where it stands after a game."""
    if stand is None:
        return _settled_group(group, name)
    route = GroupRoute(group)
    token = {"finished": "well_text", "begun": "accent_text"}.get(stand.state, "faint_text")
    hint = _("{group} · after game {n}: {chapter}").format(
        group=name, n=stand.number, chapter=stand.chapter
    )
    return NavRow(route, name, "group", hint, 1, stand.chapter, token)


@lru_cache(maxsize=KEPT)
def _settled_group(group: str, name: str) -> NavRow:
    """Return the place of a group of which nothing is said."""
    return NavRow(GroupRoute(group), name, "group", depth=1)


def _table(going_on: int) -> NavRow:
    """Return the place of the games at the table, with how many are going on."""
    if not going_on:
        return NavRow(TableRoute(), _("At the table"), "table")
    text = ngettext("{n} game at the table", "{n} games at the table", going_on)
    hint = ngettext("{n} game has not ended", "{n} games have not ended", going_on)
    return NavRow(TableRoute(), text.format(n=going_on), "table", hint.format(n=going_on))


def _aftermath(begun: int) -> NavRow:
    """Return the place of the post-game sequences, with how many are begun and not finished."""
    if not begun:
        return NavRow(AftermathRoute(), _("After the game"), "aftermath")
    text = ngettext("{n} left after the game", "{n} left after the game", begun)
    hint = ngettext(
        "{n} post-game sequence is begun and not finished",
        "{n} post-game sequences are begun and not finished",
        begun,
    )
    return NavRow(AftermathRoute(), text.format(n=begun), "aftermath", hint.format(n=begun))
